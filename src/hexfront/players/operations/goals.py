"""Goals: what each side is after, by date and sector, from history; read from TOML.

[[goal]]
side = "axis"
sector = "centre"
turns = [1, 2]
places = ["Minsk", "Smolensk"]
worth = 3.0
why = "the first pockets"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from hexfront.errors import BadData
from hexfront.hexes import Hex
from hexfront.wargame import read_toml


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Places that a side wants in some turns, and how much each is worth beside what it scores."""

    side: str
    sector: str
    turns: tuple[int, int]
    places: tuple[str, ...]
    worth: float
    why: str = ""


class Goals:
    """All goals of a game. A place counts for the highest goal that names it."""

    def __init__(self, goals: tuple[Goal, ...]) -> None:
        self.goals = goals
        for goal in goals:
            if goal.turns[0] > goal.turns[1]:
                raise BadData(
                    f"A goal of {goal.side} in the {goal.sector} ends before it begins: {goal.turns}."
                )

    def at(
        self, side: str, turn: int, find: Callable[[str], Hex], tilt: Mapping[str, float] | None = None
    ) -> dict[Hex, float]:
        """What each place is worth to a side on a turn; `tilt` multiplies the worth of sectors. Places that the map
        lacks are left out."""
        out: dict[Hex, float] = {}
        for goal in self.goals:
            if goal.side == side and goal.turns[0] <= turn <= goal.turns[1]:
                worth = goal.worth * (tilt or {}).get(goal.sector, 1.0)
                for place in goal.places:
                    h = find(place)
                    if h >= 0:
                        out[h] = max(out.get(h, 0.0), worth)
        return out

    def sectors(self, side: str, turn: int) -> list[str]:
        """The sectors in which a side is after something on a turn."""
        named = (g.sector for g in self.goals if g.side == side and g.turns[0] <= turn <= g.turns[1])
        return list(dict.fromkeys(named))


def read_goals(path: Path) -> Goals:
    """The goals in a TOML file."""
    return Goals(tuple(msgspec.convert(each, Goal) for each in read_toml(path)["goal"]))


__all__ = ["Goal", "Goals", "read_goals"]
