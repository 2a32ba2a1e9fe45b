"""Movement: what each step costs, and how far a counter gets.

A game says once what a step costs for each class of units in each season (`Steps`), and which hexes are open and what
slows a unit down in the position at hand. `reach` then finds every hex, by sets; `explore` does the same hex by hex for
what sets cannot express, such as counters that move together. Both answer with a `Reach`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush

from hexfront.hexes import Costs, Grid, Hex, HexSet, Zone, bits, path, ranges, reachable

Spent = tuple[int, ...]


class Steps:
    """What every step costs one class of units in one season: `of[hex]` maps each neighbour it can enter to the cost.

    A hex is worked out when it is first asked about: most games never leave a corner of a large map.
    """

    def __init__(self, grid: Grid, hexes: HexSet, cost: Callable[[Hex, Hex], int | None]) -> None:
        self.grid, self.hexes = grid, hexes
        self.of = _Asked(grid, hexes, cost)
        self._costs: Costs | None = None

    def __getitem__(self, h: Hex) -> dict[Hex, int]:
        return self.of[h]

    def price(self, here: Hex, to: Hex, zone: Zone | None = None) -> int | None:
        """What one step costs, a zone included, or None if it cannot be made."""
        cost = self.of[here].get(to)
        if cost is None or zone is None:
            return cost
        more = zone.step(here, to)
        return None if more is None else cost + more

    @property
    def costs(self) -> Costs:
        """The same as sets of hexes."""
        if self._costs is None:
            self._costs = Costs.of_steps(self.grid, self._all())
        return self._costs

    def _all(self) -> Iterable[tuple[Hex, Hex, int]]:
        return ((h, n, cost) for h in bits(self.hexes) for n, cost in self.of[h].items())


class _Asked(dict[Hex, dict[Hex, int]]):
    """The steps from each hex, worked out once."""

    def __init__(self, grid: Grid, hexes: HexSet, cost: Callable[[Hex, Hex], int | None]) -> None:
        self._near, self._hexes, self._cost = grid.neighbours, hexes, cost

    def __missing__(self, h: Hex) -> dict[Hex, int]:
        steps: dict[Hex, int] = {}
        if h >= 0 and self._hexes >> h & 1:
            cost = self._cost
            steps = {n: price for n in self._near(h) if (price := cost(h, n)) is not None}
        self[h] = steps
        return steps


class Reach:
    """Where a counter can get to: `hexes`, without the one it stands in, the least each of them costs, a way there.

    In a hex of `stops` its move ends, or cannot go on before a roll.
    """

    __slots__ = ("hexes", "start", "stops")

    def __init__(self, start: Hex, hexes: HexSet, stops: HexSet = 0) -> None:
        self.start, self.stops = start, stops
        self.hexes: HexSet = hexes & ~(1 << start) if start >= 0 else 0

    def __contains__(self, h: Hex) -> bool:
        return bool(self.hexes >> h & 1)

    def __iter__(self) -> Iterator[Hex]:
        return bits(self.hexes)

    def __len__(self) -> int:
        return self.hexes.bit_count()

    def cost(self, h: Hex) -> int:
        """The least it costs to get to a hex of the reach."""
        raise NotImplementedError

    def way(self, h: Hex) -> tuple[Hex, ...]:
        """The hexes of a cheapest way, the start left out."""
        raise NotImplementedError

    def costs(self) -> dict[Hex, int]:
        """Every hex with what it costs."""
        return {h: self.cost(h) for h in self}


class _Ranged(Reach):
    """A reach found by sets of hexes, one for each sum of points."""

    __slots__ = ("_costs", "_first", "_layers", "_zone")

    def __init__(
        self,
        start: Hex,
        layers: list[HexSet],
        first: dict[Hex, int],
        costs: Costs,
        zone: Zone | None,
        stop: HexSet,
    ) -> None:
        hexes = reachable(layers)
        for h in first:
            hexes |= 1 << h
        super().__init__(start, hexes, stop)
        self._layers, self._first, self._costs, self._zone = layers, first, costs, zone

    def cost(self, h: Hex) -> int:
        for points, layer in enumerate(self._layers):
            if layer >> h & 1:
                return points
        return self._first[h]

    def costs(self) -> dict[Hex, int]:
        found, left = {}, self.hexes
        for points, layer in enumerate(self._layers):
            if fresh := layer & left:
                left &= ~fresh
                for h in bits(fresh):
                    found[h] = points
        return found | {h: self._first[h] for h in bits(left)}

    def way(self, h: Hex) -> tuple[Hex, ...]:
        if h in self._first:
            return (h,)
        return tuple(path(self._costs.grid, self._layers, self._costs, h, self.stops, self._zone)[1:])


def reach(
    start: Hex,
    steps: Steps,
    points: int,
    within: HexSet,
    *,
    zone: Zone | None = None,
    stop: HexSet = 0,
    first: bool = False,
) -> Reach:
    """Every hex that can be reached from a hex for a number of points, going only `within`.

    A move ends in a hex of `stop`. With `first` one step can always be made, whatever it costs.
    """
    costs = steps.costs
    layers = ranges(steps.grid, start, costs, max(0, points), stop, within, zone)
    beyond: dict[Hex, int] = {}
    if first:
        found = reachable(layers)
        for n in steps.of[start]:
            price = steps.price(start, n, zone)
            if price is not None and within >> n & 1 and not found >> n & 1:
                beyond[n] = price
    return _Ranged(start, layers, beyond, costs, zone, stop)


class _Explored(Reach):
    """A reach found hex by hex; of several costs the first is reported."""

    __slots__ = ("_best",)

    def __init__(self, start: Hex, best: dict[Hex, tuple[Spent, tuple[Hex, ...]]], stop: HexSet) -> None:
        hexes = 0
        for h in best:
            hexes |= 1 << h
        super().__init__(start, hexes, stop)
        self._best = best

    def cost(self, h: Hex) -> int:
        return self._best[h][0][0]

    def way(self, h: Hex) -> tuple[Hex, ...]:
        return self._best[h][1]


def explore(
    start: Hex,
    near: Callable[[Hex], Iterable[Hex]],
    step: Callable[[Hex, Hex, Spent], Spent | None],
    spent: Spent,
    stop: HexSet = 0,
    ended: Callable[[Spent], int] | None = None,
) -> Reach:
    """Every hex that can be reached step by step, whatever the rule: `step(from, to, spent)` is what will have been
    spent after a step, one number for each counter that moves along, or None if it cannot be made. A move ends in a
    hex of `stop`, and where `ended(spent)` says so.

    Ways that spend less for one counter and more for another are all followed. Costs are reported for the first
    counter, without what was spent before.
    """
    kept: dict[Hex, list[Spent]] = {start: [spent]}
    best: dict[Hex, tuple[Spent, tuple[Hex, ...]]] = {}
    queue: list[tuple[Spent, tuple[Hex, ...]]] = [(spent, ())]
    ends: HexSet = 0
    while queue:
        so_far, way = heappop(queue)
        here = way[-1] if way else start
        if so_far not in kept[here] or (way and stop >> here & 1) or (ended and ended(so_far)):
            continue
        for n in near(here):
            after = step(here, n, so_far)
            if after is None:
                continue
            known = kept.setdefault(n, [])
            if any(all(a <= b for a, b in zip(other, after, strict=True)) for other in known):
                continue
            kept[n] = [other for other in known if not all(a <= b for a, b in zip(after, other, strict=True))]
            kept[n].append(after)
            on = (*way, n)
            told = tuple(b - a for a, b in zip(spent, after, strict=True))
            if n not in best or told < best[n][0]:
                best[n] = (told, on)
                if ended:
                    ends = ends | 1 << n if ended(after) else ends & ~(1 << n)
            heappush(queue, (after, on))
    return _Explored(start, best, stop | ends)
