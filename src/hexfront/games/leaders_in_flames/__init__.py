"""Leaders in Flames: a world war of corps and fleets, and 58 leaders who change its rules."""

from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES as GAME

__all__ = ["GAME"]
