"""The Last War: fronts, offensives and bombers, for two to seven teams and their umpire."""

from hexfront.games.last_war.game import GAME

__all__ = ["GAME"]
