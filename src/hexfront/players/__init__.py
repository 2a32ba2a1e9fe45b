"""Players: how to choose an action from what a seat may know.

    random          any legal action
    recruit         staff that makes mistakes
    staff           quick and sensible: the game's doctrine
    general         plays several plans out and follows the best
    field-marshal   the same with four times the effort

An effort can be given by hand: `general:200` plays out 200 times at each planning point. With fewer than four playouts
nothing is searched, so there is no such general.
"""

from __future__ import annotations

from collections.abc import Callable

from hexfront.kernel import UnknownName
from hexfront.players.base import Player, Seatview
from hexfront.players.doctrine import Doctrine, Plan, doctrine_for, searched_doctrine
from hexfront.players.general import LEAST, Explanation, GeneralPlayer
from hexfront.players.random import RandomPlayer
from hexfront.players.staff import StaffPlayer

_KINDS: dict[str, Callable[[int | str], Player]] = {
    "random": RandomPlayer,
    "recruit": lambda seed: StaffPlayer(seed, slips=0.2),
    "staff": StaffPlayer,
    "general": GeneralPlayer,
    "field-marshal": lambda seed: GeneralPlayer(seed, times=4),
}

_HIDDEN: dict[str, Callable[[int | str], Player]] = {
    "staff-old": lambda seed: StaffPlayer(seed, before=True),  # until the new staff is measured against it
}


def names() -> list[str]:
    """The kinds of player there are, weakest first."""
    return list(_KINDS)


def get(name: str, seed: int | str = 0) -> Player:
    """A new player of a kind."""
    kind, _, effort = name.partition(":")
    if kind == "general" and effort.isdecimal() and len(effort) < 10 and int(effort) >= LEAST:
        return GeneralPlayer(seed, int(effort))
    if name in _HIDDEN:
        return _HIDDEN[name](seed)
    if name not in _KINDS:
        raise UnknownName(
            f"There is no player {name!r}; there are {', '.join(_KINDS)}, and general:N with a whole number N of at "
            f"least {LEAST}."
        )
    return _KINDS[name](seed)


__all__ = [
    "Doctrine", "Explanation", "GeneralPlayer", "Plan", "Player", "RandomPlayer", "Seatview", "StaffPlayer",
    "doctrine_for", "get", "names", "searched_doctrine",
]  # fmt: skip
