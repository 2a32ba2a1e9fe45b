"""What a computer knows of Hitler Turns East."""

from hexfront.players.doctrines.turns_east.doctrine import TurnsEastDoctrine
from hexfront.players.doctrines.turns_east.staff import StaffDoctrine

DOCTRINE = StaffDoctrine
BEFORE = TurnsEastDoctrine
"""The doctrine before it stood on the operations layer, kept beside it until the new one is measured."""

__all__ = ["BEFORE", "DOCTRINE", "StaffDoctrine", "TurnsEastDoctrine"]
