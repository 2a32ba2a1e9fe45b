"""For the Motherland!: the Eastern Front, 1941 to 1944, in six scenarios."""

from hexfront.games.motherland.game import GAME
from hexfront.games.motherland.reach import may_stand, reach

__all__ = ["GAME", "may_stand", "reach"]
