"""What a computer knows of Cauldron."""

from hexfront.players.doctrines.cauldron.doctrine import CauldronDoctrine

DOCTRINE = CauldronDoctrine

__all__ = ["DOCTRINE", "CauldronDoctrine"]
