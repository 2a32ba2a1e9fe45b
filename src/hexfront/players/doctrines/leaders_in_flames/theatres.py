"""Leaders in Flames: theatres of war. Which forces a power has too many of in one part of the world, and where they are sent."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

import msgspec

from hexfront.games.leaders_in_flames.kinds import GAR, MIL, POWERS
from hexfront.games.leaders_in_flames.politics.parties import hexes_of
from hexfront.games.leaders_in_flames.politics.step import has_come
from hexfront.games.leaders_in_flames.state import State, ground_of, troops_at
from hexfront.games.leaders_in_flames.world import World
from hexfront.hexes import Hex, HexSet, bits
from hexfront.players.doctrines.leaders_in_flames.desk import Desk, landmass, walks

BUSY = 3
"""Troops with an enemy this near by land stay where they are."""
NEEDED = 3.0
"""A theatre that lacks less than this sends for nobody."""


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    """How a power's forces are spread over the theatres from a date on."""

    power: str
    since: tuple[int, int]
    theatres: dict[str, float]


class Shares(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The theatres, and the shares by date."""

    provenance: str
    reason: str
    ground: dict[str, tuple[str, ...]]
    share: tuple[Share, ...]


FILE = msgspec.toml.decode((Path(__file__).parent / "theatres.toml").read_bytes(), type=Shares)


def ground_named(w: World, name: str) -> HexSet:
    """The land of a theatre."""
    kept = w.cache("theatres")
    found: HexSet | None = kept.get(name)
    if found is None:
        found = 0
        for region in FILE.ground[name]:
            sheet, _, rest = region.rpartition(":")
            here = w.realm.ground((rest,))
            for letter, part in zip(w.grid.sheets, w.grid.sheet_sets, strict=True):
                if not sheet or letter.prefix == sheet:
                    found |= here & part
        kept[name] = found
    return found


class Theatres:
    """What the powers of a side move from theatre to theatre, as the step begins."""

    def __init__(self, q: Desk) -> None:
        self.q, self.s, self.w, self.side = q, q.s, q.w, q.side
        self.lacking: dict[str, float] = {}
        """By theatre: strength that it lacks, all powers together."""
        self.sent: dict[int, str] = {}
        """Units that go to another theatre."""
        if self.w.plan.us_entry:
            for power in self.w.powers:
                row = _share(self.s, power)
                if row is not None and self.w.side[self._units(power, lambda u: True)[0]] == self.side:
                    self._spread(power, row)

    def _units(self, power: int, which: Callable[[int], bool]) -> list[int]:
        w = self.w
        return [u for u in range(len(w.names)) if w.power[u] == power and which(u)]

    def _spread(self, power: int, row: Share) -> None:
        """Troops, headquarters and aircraft of a power, each by themselves."""
        s, w = self.s, self.w
        mine = [u for u in self._units(power, lambda u: s.where[u] >= 0) if w.nation[u] == POWERS[power]]
        troops = [u for u in mine if w.is_troop(u) and not w.is_hq(u) and w.pace[u] > 1]
        troops = [u for u in troops if w.kind[u] not in (MIL, GAR)]
        self._move(power, row, troops, lambda u: float(w.strength[u]), NEEDED)
        self._move(power, row, [u for u in mine if w.is_hq(u)], lambda u: 1.0, 0.6)
        self._move(power, row, [u for u in mine if w.is_plane(u)], lambda u: 1.0, 0.8)

    def _move(
        self, power: int, row: Share, units: list[int], weight: Callable[[int], float], least: float
    ) -> None:
        s = self.s
        place = {u: self._theatre(row, s.where[u]) for u in units}
        total = sum(map(weight, units))
        lacks = {
            name: share * total - sum(weight(u) for u in units if place[u] == name)
            for name, share in row.theatres.items()
            if self._is_open(power, name)
        }
        over = {name: -lack for name, lack in lacks.items() if lack < 0}
        troops = bool(units) and self.w.is_troop(units[0]) and not self.w.is_hq(units[0])
        if troops:
            for name, lack in lacks.items():
                self.lacking[name] = self.lacking.get(name, 0.0) + max(0.0, lack)
        for u in sorted(units, key=lambda u: (self.w.pace[u] < 5, -self.w.strength[u], u)):
            here = place[u]
            spare = over.get(here, 0.0) if here in row.theatres else weight(u)
            goal = max(lacks, key=lambda name: (lacks[name], name), default="")
            if (
                not goal
                or lacks[goal] < least
                or spare < 0.5 * weight(u)
                or (troops and self._is_busy(power, s.where[u]))
            ):
                continue
            self.sent[u] = goal
            lacks[goal] -= weight(u)
            if here in over:
                over[here] -= weight(u)

    def _theatre(self, row: Share, h: Hex) -> str:
        return next((name for name in row.theatres if ground_named(self.w, name) >> h & 1), "")

    def _is_open(self, power: int, name: str) -> bool:
        """Whether a power has, or works with somebody who has, ground in a theatre."""
        return bool(ground_named(self.w, name) & hexes_of(self.s.control, self.s.camps[power]))

    def _is_busy(self, power: int, h: Hex) -> bool:
        foes = hexes_of(self.s.forces, self.s.wars[power])
        far = walks(self.s, h)
        if any(far.get(x, 99) <= BUSY for x in bits(foes)):
            return True
        return bool(self.w.prizes.get(h)) and len(troops_at(self.s, h)) < 2

    @cached_property
    def mine(self) -> HexSet:
        return ground_of(self.s, self.side) & ~self.s.held[1 - self.side]

    def goal(self, u: int) -> HexSet:
        """The friendly ground that a unit is sent to."""
        return ground_named(self.w, self.sent[u]) & self.mine if u in self.sent else 0

    def by_land(self, u: int) -> HexSet:
        """That part of it that it can get to on its own feet, or by rail."""
        return self.goal(u) & landmass(self.s, self.s.where[u])


def _share(s: State, power: int) -> Share | None:
    rows = [row for row in FILE.share if row.power == POWERS[power] and has_come(s, row.since)]
    return rows[-1] if rows else None


def theatres_of(q: Desk) -> Theatres:
    """The theatres as they were at the beginning of the step."""
    return q.memory.once(f"theatres {q.side}", q.step, lambda: Theatres(q))
