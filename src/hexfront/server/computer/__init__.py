"""Computer players: who thinks for which seat, and the worker processes that do the thinking."""
