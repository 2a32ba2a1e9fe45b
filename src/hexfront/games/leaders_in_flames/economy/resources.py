"""Where resources and oil come from, how they get to factories, and what a power's factories make of them.

Cases base.resources, base.convoy, base.oil.
"""

from __future__ import annotations

from typing import NamedTuple

from hexfront.games.leaders_in_flames.economy.works import working
from hexfront.games.leaders_in_flames.kinds import AT_PEACE, POWERS, SIDE_OF, USA
from hexfront.games.leaders_in_flames.politics.parties import hexes_of
from hexfront.games.leaders_in_flames.sea.convoys import key_of
from hexfront.games.leaders_in_flames.state import State, ground_of, owner
from hexfront.hexes import Hex, HexSet, bits, union

RESOURCES, POINTS = 0, 1
"""What is lent."""
QUARTERS = 4


class Plant(NamedTuple):
    """Factories that one railway joins: the railway's hexes, how many there are, the sea areas of its ports."""

    ground: HexSet
    number: int
    ports: int


class Delivery(NamedTuple):
    """What reaches a power's factories in a turn."""

    factories: int
    resources: int
    oil: int


# --- the ways


def open_ground(s: State, power: int) -> HexSet:
    """Ground over which a power's trains run: that of those it works with, no enemy on it."""
    return hexes_of(s.control, s.camps[power]) & ~hexes_of(s.forces, s.wars[power])


def sea_areas(s: State, hexes: HexSet) -> int:
    """The sea areas, as a set, on which ports of this ground lie."""
    waters = s.world.waters
    return union(area for h in bits(hexes & waters.ports) for area in waters.of[h])


def plants(s: State, power: int) -> list[Plant]:
    """A power's working factories, joined by railways. Case base.resources."""
    w = s.world
    ground = open_ground(s, power)
    found: list[Plant] = []
    left = {h: n for h in w.realm.works if owner(s, h) == power and (n := working(s, h)) > 0}
    while left:
        h = next(iter(left))
        net = w.rail.connected(1 << h, ground) | 1 << h
        here = [h for h in left if net >> h & 1]
        found.append(Plant(net, sum(left.pop(h) for h in here), sea_areas(s, net)))
    return found


class Shipping:
    """Convoy points that are still free, by sea area; each carries one resource or build point a turn. Case base.convoy."""

    def __init__(self, s: State, powers: tuple[int, ...]) -> None:
        waters = s.world.waters
        self.near = {area: waters.near(area, ground_of(s, SIDE_OF[powers[0]])) for area in waters.areas}
        self.left = {area: sum(s.convoys.get(key_of(area, p), 0) for p in powers) for area in waters.areas}

    def carry(self, start: int, goal: int) -> bool:
        """Carry one thing from any of some areas to any of others, by the shortest way that has room; whether it went."""
        came: dict[int, int] = {area: -1 for area in bits(start) if self.left.get(area, 0) > 0}
        layer = list(came)
        while layer:
            for area in layer:
                if goal >> area & 1:
                    while area >= 0:
                        self.left[area] -= 1
                        area = came[area]
                    return True
            fresh = []
            for area in layer:
                for n in self.near[area]:
                    if n not in came and self.left.get(n, 0) > 0:
                        came[n] = area
                        fresh.append(n)
            layer = fresh
        return False


# --- what a power has


def lots(s: State, power: int) -> tuple[tuple[Hex, int, bool], ...]:
    """A power's resources by hex: how many, and whether they are oil. Case base.resources."""
    kept, key = s.world.cache("lots"), (s.stamp, s.neutral, power)
    found: tuple[tuple[Hex, int, bool], ...] | None = kept.get(key)
    if found is None:  # for speed: what was worked out is kept
        realm = s.world.realm
        every = [
            *((h, n, False) for h, n in realm.sites.items()),
            *((h, n, True) for h, n in realm.wells.items()),
        ]
        found = kept[key] = tuple([lot for lot in every if owner(s, lot[0]) == power])
    return found


def sold(s: State, power: int) -> tuple[int, int, list[tuple[int, bool]]]:
    """What neutral countries sell to a power: resources and oil that come by land, and what waits in a sea area.

    Case base.trade.
    """
    w = s.world
    resources = oil = 0
    waiting: list[tuple[int, bool]] = []
    for row in w.realm.trades:
        minor = w.minor_of[row.seller]
        if row.buyer != POWERS[power] or (row.until and s.deeds.get(row.until)) or not sells(s, minor, power):
            continue
        if not row.sea:
            resources, oil = resources + row.resources, oil + row.oil
        elif row.sea in w.lands.seas.number:
            area = w.lands.seas.number[row.sea]
            waiting += [(area, False)] * row.resources + [(area, True)] * row.oil
    return resources, oil, waiting


def sells(s: State, minor: int, power: int) -> bool:
    """Whether a country sells to a power: it is neutral, or fights on a side that the power is not at war with."""
    from hexfront.games.leaders_in_flames.politics.parties import party_of, present

    party = party_of(s, minor)
    if s.stance[minor] == AT_PEACE:
        return True
    return (
        party in present(s)
        and s.world.parties[party].side != SIDE_OF[power]
        and not s.wars[power] >> party & 1
    )


def delivery(s: State, power: int) -> Delivery:
    """What gets to a power's factories: by rail from the same network, else from port to port with convoys; what is lent to others
    goes first. Oil needs no free factory. Cases base.resources, base.convoy, base.lending."""
    w = s.world
    sites = plants(s, power)
    room = [plant.number for plant in sites]
    shipping = Shipping(s, carriers(s, power)) if w.waters.areas else None
    resources, oil, waiting = sold(s, power)
    away = lent_away(s, power)
    over: list[tuple[int, bool]] = list(waiting)
    for h, n, is_oil in lots(s, power):
        here = next((k for k, plant in enumerate(sites) if _beside(w.grid.disc(h, 1), plant.ground)), -1)
        for _ in range(n):
            if away and not is_oil:
                away -= 1
            elif here >= 0 and (is_oil or room[here]):
                oil, resources = oil + is_oil, resources + (not is_oil)
                room[here] -= not is_oil
            else:
                over.append((-1 - h, is_oil))
    for where, is_oil in (*over, *lent_here(s, power)):
        start = 1 << where if where >= 0 else _ports_near(s, power, -1 - where)
        for k in sorted(range(len(sites)), key=lambda k: -room[k]):
            if shipping and (is_oil or room[k]) and sites[k].ports and shipping.carry(start, sites[k].ports):
                oil, resources = oil + is_oil, resources + (not is_oil)
                room[k] -= not is_oil
                break
    return Delivery(sum(plant.number for plant in sites), resources, oil)


def _beside(spot: HexSet, net: HexSet) -> bool:
    return bool(spot & net)


def _ports_near(s: State, power: int, h: Hex) -> int:
    """The sea areas that a resource can be shipped from: ports on its railway, or in or next to its hex."""
    w = s.world
    ground = open_ground(s, power)
    net = w.rail.connected(w.grid.disc(h, 1) & ground, ground)
    return sea_areas(s, (net | w.grid.disc(h, 1)) & ground)


def carriers(s: State, power: int) -> tuple[int, ...]:
    """The powers whose convoys carry a power's goods: its own, and those of powers it works with; a neutral USA's carry for itself
    alone. Cases 5.3.2.18b, 5.3.2.33b."""
    friends = [p for p in s.world.powers if p != power and s.camps[power] >> p & 1]
    return (power, *(p for p in friends if p != USA or s.wars[USA]))


# --- lending


def lend_key(giver: int, taker: int, kind: int) -> int:
    """Giver, taker and what is lent as one number."""
    return (giver * len(POWERS) + taker) * 2 + kind


def lent_away(s: State, power: int) -> int:
    """How many resources a power has promised to others."""
    return sum(s.lent.get(lend_key(power, taker, RESOURCES), 0) for taker in range(len(POWERS)))


def lent_here(s: State, power: int) -> list[tuple[int, bool]]:
    """The resources that others lend to a power, each waiting in a hex of the giver."""
    out: list[tuple[int, bool]] = []
    for giver in s.world.powers:
        n = s.lent.get(lend_key(giver, power, RESOURCES), 0)
        have = sum(count for _, count, is_oil in lots(s, giver) if not is_oil)
        home = s.world.capital.get(giver, -1)
        if n and home >= 0:
            out += [(-1 - home, False)] * min(n, have)
    return out


# --- production


def multiple(s: State, power: int) -> int:
    """Build points for each production point, in quarters. Case 6o."""
    return s.world.realm.multiples[power] + s.effort[power]


def production_points(s: State, power: int) -> int:
    """Build points: production points, which are factories with a resource each, by the multiple, rounded up.

    Cases base.production, 6o.
    """
    found = delivery(s, power)
    points = min(found.factories, found.resources + max(0, found.oil - s.burnt[power]))
    return -(-points * multiple(s, power) // QUARTERS)
