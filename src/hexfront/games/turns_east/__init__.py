"""Hitler Turns East: Barbarossa by monthly turns, orders bought in secret and drawn from a common cup."""

from hexfront.games.turns_east.game import GAME
from hexfront.games.turns_east.reach import may_stand, reach

__all__ = ["GAME", "may_stand", "reach"]
