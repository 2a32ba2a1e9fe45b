"""What a computer knows of Lebensraum! with West Front."""

from hexfront.players.doctrines.lebensraum.doctrine import LebensraumDoctrine

DOCTRINE = LebensraumDoctrine

__all__ = ["DOCTRINE", "LebensraumDoctrine"]
