"""Hitler Turns East: Barbarossa by monthly turns, orders bought in secret and drawn from a common cup."""

from hexfront.games.turns_east.game import GAME

__all__ = ["GAME"]
