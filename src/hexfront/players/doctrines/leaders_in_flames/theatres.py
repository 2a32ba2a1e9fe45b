"""Leaders in Flames: theatres of war. Which forces a power has too many of in one part of the world, and where they are sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path

import msgspec

from hexfront.games.leaders_in_flames.kinds import CV, GAR, MIL, POWERS, SCS, TRS
from hexfront.games.leaders_in_flames.politics.parties import hexes_of
from hexfront.games.leaders_in_flames.politics.step import has_come
from hexfront.games.leaders_in_flames.sea.fleets import bases, depths
from hexfront.games.leaders_in_flames.sea.waters import area_of, is_sea
from hexfront.games.leaders_in_flames.state import State, ground_of, troops_at
from hexfront.games.leaders_in_flames.world import World
from hexfront.hexes import Hex, HexSet, bits
from hexfront.players.doctrines.leaders_in_flames.desk import Desk
from hexfront.players.doctrines.leaders_in_flames.ground import landmass, walks
from hexfront.players.operations import Post

BUSY = 3
"""Troops with an enemy this near by land stay where they are."""
BORDER = 2.6, 2.4
"""What the first and the second unit on a border are worth that will be crossed soon."""
QUIET = 4
"""Units with no enemy this near keep to their theatre."""
NEEDED = 3.0
"""A theatre that lacks less than this sends for nobody."""


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    """How a power's forces are spread over the theatres from a date on."""

    power: str
    since: tuple[int, int]
    theatres: dict[str, float]


class Fleet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    """How a power's warships are spread over the seas of the maps from a date on."""

    power: str
    since: tuple[int, int]
    waters: dict[str, float]


class Shares(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The theatres, and the shares by date."""

    provenance: str
    reason: str
    ground: dict[str, tuple[str, ...]]
    stage: dict[str, str]
    """Where forces gather for a theatre in which nobody of ours has a foothold yet."""
    share: tuple[Share, ...]
    fleet: tuple[Fleet, ...]


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
        self._lacks: dict[tuple[int, str], dict[str, float]] = {}
        self._nets: dict[HexSet, HexSet] = {}
        self._wharves: dict[tuple[str, int, HexSet], Hex] = {}
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
        self._move(power, row, [u for u in mine if w.is_hq(u)], lambda u: 1.0, 0.8)
        self._move(power, row, [u for u in mine if w.is_plane(u)], lambda u: 1.0, 0.8)

    def _move(
        self, power: int, row: Share, units: list[int], weight: Callable[[int], float], least: float
    ) -> None:
        s = self.s
        shares = self._shares(power, row)
        place = {u: self._theatre(shares, s.where[u]) for u in units}
        total = sum(map(weight, units))
        lacks = {
            name: share * total - sum(weight(u) for u in units if place[u] == name)
            for name, share in shares.items()
        }
        over = {name: -lack for name, lack in lacks.items() if lack < 0}
        if units:
            self._lacks[power, self._class(units[0])] = dict(lacks)
        troops = bool(units) and self.w.is_troop(units[0]) and not self.w.is_hq(units[0])
        if troops:
            for name, lack in lacks.items():
                self.lacking[name] = self.lacking.get(name, 0.0) + max(0.0, lack)
        # whoever is on the way goes on first
        for u in sorted(units, key=lambda u: (bool(place[u]), self.w.pace[u] < 5, -self.w.strength[u], u)):
            here = place[u]
            spare = over.get(here, 0.0) if here in shares else weight(u)
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

    def _shares(self, power: int, row: Share) -> dict[str, float]:
        """The shares of the theatres that a power can get to; the share of another goes to where forces gather for it."""
        out = dict[str, float]()
        for name, share in row.theatres.items():
            while name and not self._is_open(power, name):
                name = FILE.stage.get(name, "")
            if name:
                out[name] = out.get(name, 0.0) + share
        return out

    def _theatre(self, names: Iterable[str], h: Hex) -> str:
        return next((name for name in names if ground_named(self.w, name) >> h & 1), "")

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

    def wharf(self, u: int) -> Hex:
        """The port of its land from which a unit that goes overseas has the fewest voyages to make, -1 where there is none."""
        s, w = self.s, self.w
        key = (self.sent[u], w.power[u], landmass(s, s.where[u]))
        if key not in self._wharves:
            lift = (x for x in w.ships_of[self.side] if w.kind[x] == TRS and w.power[x] == w.power[u])
            ship = next((x for x in lift if s.where[x] >= 0), -1)
            far = stages(s, ship, self.goal(u)) if ship >= 0 else {}
            near = walks(s, s.where[u])
            ports = [
                h
                for h in bits(key[2] & w.waters.ports)
                if h in far and (w.rail.hexes >> h & 1 or near.get(h, 99) <= BUSY)
            ]
            self._wharves[key] = min(
                ports, key=lambda h: (far[h] + 2 * (not w.waters.major >> h & 1), h), default=-1
            )
        return self._wharves[key]

    def waiting(self, power: int) -> Counter[Hex]:
        """How many of a power's units wait for a passage from each port, there or on their way to it."""
        w = self.w
        units = (u for u in self.sent if w.power[u] == power and w.is_troop(u) and not self.by_land(u))
        return Counter(h for u in units if (h := self.wharf(u)) >= 0)

    def by_land(self, u: int) -> HexSet:
        """That part of it that it can get to on foot, or by rail."""
        goal, land = self.goal(u), landmass(self.s, self.s.where[u])
        return goal & land or goal & self._trains(land)

    def _trains(self, land: HexSet) -> HexSet:
        """Where trains go from some land over our own ground."""
        if land not in self._nets:
            rail = self.w.rail
            self._nets[land] = rail.connected(land & rail.hexes & self.mine, self.mine)
        return self._nets[land]

    def at_home(self, u: int) -> HexSet:
        """The ground of the theatre that a unit stands in and belongs to: far from the enemy it does not leave it unless it is sent."""
        row = _share(self.s, self.w.power[u]) if self.w.plan.us_entry else None
        if row is None or self.w.nation[u] != POWERS[self.w.power[u]]:
            return 0
        name = (
            ""
            if self.q.far(self.s.where[u], u) <= QUIET
            else self._theatre(self._shares(self.w.power[u], row), self.s.where[u])
        )
        return ground_named(self.w, name) if name else 0

    def lack(self, u: int) -> list[tuple[HexSet, float]]:
        """What its power's theatres lack in units of this kind: their ground, and how much."""
        rows = self._lacks.get((self.w.power[u], self._class(u)), {})
        return [(ground_named(self.w, name), lack) for name, lack in rows.items() if lack > 0]

    def _class(self, u: int) -> str:
        w = self.w
        return "plane" if w.is_plane(u) else "hq" if w.is_hq(u) else "troop" if w.is_troop(u) else ""


def _share(s: State, power: int) -> Share | None:
    rows = [row for row in FILE.share if row.power == POWERS[power] and has_come(s, row.since)]
    return rows[-1] if rows else None


def march_up(q: Desk) -> list[Post]:
    """Posts along the borders of countries that will be attacked soon, two to a hex, for units of whoever attacks."""
    from hexfront.players.doctrines.leaders_in_flames.affairs import to_come

    s, w = q.s, q.w
    mine = ground_of(s, q.side) & ~s.held[1 - q.side]
    border = 0
    for power, party in to_come(q, q.side):
        border |= w.near_hexes(s.control[party] & w.area) & mine & hexes_of(s.control, s.camps[power])
    return [Post(h, worth, 6 + k) for h in bits(border) for k, worth in enumerate(BORDER)]


def stages(s: State, ship: int, goals: HexSet) -> dict[Hex, int]:
    """How many voyages, each of a turn, a ship needs from each port to the nearest of some places."""
    w = s.world
    reach = min(w.ship(ship).move, w.ship(ship).reach)
    left = bases(s, ship)
    layer = list(bits(goals & left))
    left &= ~goals
    found, n = dict.fromkeys(layer, 0), 0
    while layer:
        n, near = n + 1, 0
        for h in layer:
            for area, far in depths(s, ship, h).items():
                near |= w.waters.coast.get(area, 0) if far <= reach else 0
        layer = list(bits(near & left))
        left &= ~near
        found.update(dict.fromkeys(layer, n))
    return found


def station(s: State, power: int, h: Hex) -> float:
    """How much might at sea a power lacks in the waters of a port: a share of all it has, below zero where there is too much."""
    w = s.world
    rows = [row for row in FILE.fleet if row.power == POWERS[power] and has_come(s, row.since)]
    if not rows or not w.plan.us_entry:
        return 0.0
    ships = [u for u in w.ships_of[w.parties[power].side] if w.power[u] == power and w.kind[u] in (CV, *SCS)]
    here: dict[str, int] = {}
    for u in ships:
        at = s.where[u]
        areas = (area_of(at),) if is_sea(at) else w.waters.of.get(at, ()) if at >= 0 else ()
        if areas:
            waters = w.waters.seas.areas[areas[0]].map
            here[waters] = here.get(waters, 0) + 1
    waters = w.waters.seas.areas[w.waters.of[h][0]].map
    return rows[-1].waters.get(waters, 0.0) - here.get(waters, 0) / max(1, sum(here.values()))


def theatres_of(q: Desk) -> Theatres:
    """The theatres as they were at the beginning of the step."""
    return q.memory.once(f"theatres {q.side}", q.step, lambda: Theatres(q))
