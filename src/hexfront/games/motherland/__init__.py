"""For the Motherland!: the Eastern Front, 1941 to 1944, in six scenarios."""

from hexfront.games.motherland.game import GAME

__all__ = ["GAME"]
