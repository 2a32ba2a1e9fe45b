"""Leaders in Flames: a world war of corps and fleets, and 58 leaders who change its rules."""

from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES as GAME
from hexfront.games.leaders_in_flames.land.reach import reach
from hexfront.games.leaders_in_flames.land.zones import may_stand

__all__ = ["GAME", "may_stand", "reach"]
