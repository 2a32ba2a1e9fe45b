"""What a computer knows of For the Motherland!"""

from hexfront.players.doctrines.motherland.doctrine import MotherlandDoctrine

DOCTRINE = MotherlandDoctrine

__all__ = ["DOCTRINE", "MotherlandDoctrine"]
