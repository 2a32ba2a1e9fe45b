"""The Last War: what the powers set out to do by date, as history had it: goals, landings, works. Read from TOML."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from hexfront.games.last_war.data import SIDES, LastWarWorld
from hexfront.hexes import Hex
from hexfront.players.operations.goals import Goal, Goals
from hexfront.wargame import read_toml

SCENARIO = "europe"
LANDS = "allies"  # whose landings are planned
LANDERS = ("britain", "usa")  # and who of them makes those
EARLY = 2  # turns before a landing in which fleets gather for it


class Descent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A landing with its dates: where, and what a foothold is worth besides the hex. With `boats` also without
    landing craft."""

    name: str
    turns: tuple[int, int]
    places: tuple[str, ...]
    worth: float
    boats: bool = False
    why: str = ""


class Bulwark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Layers of works that a side wants on every threatened side of some places."""

    side: str
    turns: tuple[int, int]
    places: tuple[str, ...]
    layers: int
    why: str = ""


class _File(msgspec.Struct, frozen=True):
    goal: tuple[Goal, ...] = ()
    landing: tuple[Descent, ...] = ()
    works: tuple[Bulwark, ...] = ()


def is_on(turns: tuple[int, int], turn: int, early: int = 0) -> bool:
    return turns[0] - early <= turn <= turns[1]


class Campaign:
    """The plan of a war; that of a scenario without one is empty, and nothing in it is before its date."""

    def __init__(self, w: LastWarWorld) -> None:
        file = _File()
        if w.setup.scenario == SCENARIO:
            file = msgspec.convert(read_toml(Path(__file__).with_name("campaign.toml")), _File)
        self._w = w
        self._goals = Goals(file.goal)
        self.landings, self.bulwarks = file.landing, file.works
        find: Callable[[str], Hex] = w.place
        self._coasts = [(x, {find(place) for place in x.places}) for x in self.landings]
        self._planned = {i for _, coasts in self._coasts for i in coasts}

    def wants(self, side: int, turn: int) -> dict[Hex, float]:
        """By how much more or less each place counts for a side on a turn."""
        return self._goals.at(SIDES[side], turn, self._w.place)

    def foothold(self, side: int, coast: Hex, turn: int, usual: float, early: int = 0) -> float | None:
        """What a foothold on a coast is worth to a side besides the hex; None where it is not time yet."""
        if not self.landings or SIDES[side] != LANDS:
            return usual
        found = [x.worth for x, coasts in self._coasts if coast in coasts and is_on(x.turns, turn, early)]
        return max(found, default=None if coast in self._planned else usual)

    def is_under_way(self, turn: int) -> bool:
        """Whether the first of the landings has had its turn: then powers from overseas fight wherever they can."""
        return any(turn > x.turns[0] for x in self.landings)

    def needs_no_craft(self, coast: Hex, turn: int) -> bool:
        """Whether a landing is planned that ordinary boats are good enough for."""
        return any(x.boats and coast in coasts and is_on(x.turns, turn) for x, coasts in self._coasts)

    def may_land(self, power: str, coast: Hex) -> bool:
        """Whether a power takes part in landings on a coast: planned ones are for those who planned them."""
        return coast not in self._planned or power in LANDERS

    def works(self, side: int, turn: int) -> dict[Hex, int]:
        """How many layers a side wants before each place."""
        return {
            self._w.place(place): x.layers
            for x in self.bulwarks
            if x.side == SIDES[side] and is_on(x.turns, turn)
            for place in x.places
        }


__all__ = ["Bulwark", "Campaign", "Descent", "EARLY"]
