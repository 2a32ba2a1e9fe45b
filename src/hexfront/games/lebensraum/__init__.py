"""Lebensraum! with West Front: the war in Europe by armies, leaders and economies, in nine scenarios."""

from hexfront.games.lebensraum.game import LEBENSRAUM as GAME
from hexfront.games.lebensraum.reach import may_stand, reach

__all__ = ["GAME", "may_stand", "reach"]
