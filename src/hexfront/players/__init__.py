"""Players: how to choose an action from what a seat may know."""

from __future__ import annotations

from collections.abc import Callable

from hexfront.kernel import UnknownName
from hexfront.players.base import Player, Seatview
from hexfront.players.random import RandomPlayer

_KINDS: dict[str, Callable[[int | str], Player]] = {"random": RandomPlayer}


def names() -> list[str]:
    """The kinds of player there are, weakest first."""
    return list(_KINDS)


def get(name: str, seed: int | str = 0) -> Player:
    """A new player of a kind."""
    if name not in _KINDS:
        raise UnknownName(f"There is no player {name!r}; there are {', '.join(_KINDS)}.")
    return _KINDS[name](seed)


__all__ = ["Player", "RandomPlayer", "Seatview", "get", "names"]
