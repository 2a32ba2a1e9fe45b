"""Reading a front: gaps, the enemy's way through, threats, pockets, sectors, corridors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from hexfront.hexes import Hex, HexSet, bits, union
from hexfront.players.operations.field import Body, Field, Ways

TOLL = 4.0  # what it costs to get through a zone, in hexes of open ground
FIGHT = 12.0  # what it costs to get through a hex that is held


class Way(NamedTuple):
    """A way from hex to hex, and what it costs."""

    cost: float
    hexes: tuple[Hex, ...]


class Sector(NamedTuple):
    """A stretch of the line: its hexes, what the enemy can throw against it and what holds it."""

    hexes: tuple[Hex, ...]
    theirs: float
    ours: float

    @property
    def ratio(self) -> float:
        return self.theirs / max(0.5, self.ours)


def covered(ways: Ways, front: HexSet, enemy: HexSet = 0) -> HexSet:
    """Hexes held by units in `front`, or closed by their zones, except those the enemy stands in."""
    return (front | ways.zone(front)) & ~enemy


def gaps(ways: Ways, line: HexSet, front: HexSet, enemy: HexSet = 0) -> HexSet:
    """The hexes of a line that nobody holds or closes."""
    return line & ~covered(ways, front, enemy)


def cheapest(
    ways: Ways, starts: Iterable[Hex], goals: HexSet, enter: Callable[[Hex], float], most: float = 1e9
) -> Way | None:
    """The cheapest way from any start to any goal, by what it costs to enter each hex; a start costs nothing."""
    best: dict[Hex, float] = {}
    came: dict[Hex, Hex] = {}
    queue: list[tuple[float, Hex]] = []
    for h in starts:
        best[h] = 0.0
        heappush(queue, (0.0, h))
    while queue:
        spent, h = heappop(queue)
        if spent > best[h]:
            continue
        if goals >> h & 1:
            hexes = [h]
            while hexes[-1] in came:
                hexes.append(came[hexes[-1]])
            return Way(spent, tuple(reversed(hexes)))
        for n in ways.near.get(h, ()):
            total = spent + enter(n)
            if total < best.get(n, most):
                best[n] = total
                came[n] = h
                heappush(queue, (total, n))
    return None


def way_through(field: Field, front: HexSet, goals: HexSet) -> Way | None:
    """The enemy's cheapest way to what matters, past units that stand in `front`: zones and units cost him more."""
    zone = field.ways.zone(front)

    def enter(h: Hex) -> float:
        if front >> h & 1:
            return FIGHT
        return TOLL if zone >> h & 1 else 1.0

    return cheapest(field.ways, [body.at for body in field.theirs.values()], goals, enter)


def threats(field: Field, bodies: Iterable[Body], most: int = 99) -> dict[Hex, float]:
    """The attack that the enemy could bring against each hex next turn: of every unit that can get next to it, the
    strongest `most` of them."""
    found: dict[Hex, list[float]] = {}
    for body in bodies:
        if body.attack:
            for h in bits(body.reach | field.ways.zone(body.reach)):
                found.setdefault(h, []).append(body.attack)
    return {h: sum(sorted(attacks, reverse=True)[:most]) for h, attacks in found.items()}


def pockets(field: Field) -> list[HexSet]:
    """Groups of enemy units that have no way home: every way is barred by our units or their zones."""
    own = field.own
    closed = own | field.ways.zone(own) & ~field.enemy
    free = field.land & ~closed
    linked = field.ways.spread_over(field.far & free, free)
    left = field.enemy & ~linked
    out = []
    while left:
        group = field.ways.spread_over(left & -left, free | left)
        out.append(group & field.enemy)
        left &= ~group
    return out


def cut_off(field: Field, reached: HexSet) -> HexSet:
    """Our units that would have no way home if the enemy got to `reached`: those he can surround next turn."""
    theirs = reached & ~field.own
    closed = theirs | field.ways.zone(theirs) & ~field.own | field.enemy
    free = field.land & ~closed
    linked = field.ways.spread_over(field.home & free, free | field.own & ~field.enemy)
    return field.own & ~linked


def sectors(field: Field, line: Sequence[Hex], threat: Mapping[Hex, float], length: int = 5) -> list[Sector]:
    """A line cut into stretches, with the worst that can hit each and what stands in or behind it."""
    out = []
    for k in range(0, len(line), length):
        hexes = tuple(line[k : k + length])
        near = field.grid.dilate(union(hexes), 1)
        ours = sum(body.defence for body in field.mine.values() if near >> body.at & 1)
        theirs = max((threat.get(h, 0.0) for h in hexes), default=0.0)
        out.append(Sector(hexes, theirs, ours))
    return out


def along(ways: Ways, hexes: HexSet) -> list[Hex]:
    """The hexes of a line in an order that runs along it, each part from one end."""
    left, out = hexes, []
    while left:
        ends = [h for h in bits(left) if sum(1 for n in ways.near[h] if left >> n & 1) <= 1]
        here = ends[0] if ends else next(bits(left))
        while True:
            out.append(here)
            left &= ~(1 << here)
            onward = [n for n in ways.near[here] if left >> n & 1]
            if not onward:
                break
            here = min(onward, key=lambda n: (sum(1 for m in ways.near[n] if left >> m & 1), n))
    return out


def corridor(field: Field, start: HexSet, goal: Hex, supplied: HexSet) -> tuple[Way | None, int]:
    """The way to an objective round the enemy and his zones, and how many of its hexes lie out of supply."""

    def enter(h: Hex) -> float:
        if field.enemy >> h & 1:
            return FIGHT
        return TOLL if field.hostile >> h & 1 else 1.0

    way = cheapest(field.ways, list(bits(start)), 1 << goal, enter)
    return way, 0 if way is None else sum(1 for h in way.hexes if not supplied >> h & 1)


__all__ = [
    "FIGHT", "TOLL", "Sector", "Way", "along", "cheapest", "corridor", "covered", "cut_off", "gaps", "pockets",
    "sectors", "threats", "way_through",
]  # fmt: skip
