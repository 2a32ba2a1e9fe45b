"""What a computer knows of Skirmish."""

from hexfront.players.doctrines.skirmish.doctrine import SkirmishDoctrine

DOCTRINE = SkirmishDoctrine

__all__ = ["DOCTRINE", "SkirmishDoctrine"]
