"""What a computer knows of Leaders in Flames."""

from hexfront.players.doctrines.leaders_in_flames.doctrine import FlamesDoctrine

DOCTRINE = FlamesDoctrine

__all__ = ["DOCTRINE", "FlamesDoctrine"]
