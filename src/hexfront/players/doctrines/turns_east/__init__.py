"""What a computer knows of Hitler Turns East."""

from hexfront.players.doctrines.turns_east.doctrine import TurnsEastDoctrine

DOCTRINE = TurnsEastDoctrine

__all__ = ["DOCTRINE", "TurnsEastDoctrine"]
