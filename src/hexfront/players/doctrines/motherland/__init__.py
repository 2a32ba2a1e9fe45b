"""What a computer knows of For the Motherland!"""

from hexfront.players.doctrines.motherland.doctrine import MotherlandDoctrine
from hexfront.players.doctrines.motherland.staff import StaffDoctrine

DOCTRINE = StaffDoctrine
BEFORE = MotherlandDoctrine
"""The doctrine before it stood on the operations layer, kept beside it until the new one is measured."""

__all__ = ["BEFORE", "DOCTRINE", "MotherlandDoctrine", "StaffDoctrine"]
