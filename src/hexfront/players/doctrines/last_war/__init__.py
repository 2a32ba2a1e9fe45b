"""What a computer knows of The Last War."""

from hexfront.players.doctrines.last_war.doctrine import LastWarDoctrine

DOCTRINE = LastWarDoctrine

__all__ = ["DOCTRINE", "LastWarDoctrine"]
