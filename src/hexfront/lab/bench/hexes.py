"""Ranges, floods and zones on a map of 60 by 60 hexes with 60 enemies, terrain and rivers, against plain Python.

The plain versions use neighbour lists worked out beforehand, dicts and sets: what a careful author writes first.
"""

from __future__ import annotations

import heapq
import random
from collections import deque
from functools import lru_cache

from hexfront.hexes import Costs, Grid, GridSpec, Hex, Sides, bits, flood, ranges, union, zones
from hexfront.lab.bench import Figures, against, entry


class Field:
    """The map both sides of the comparison work on."""

    def __init__(self) -> None:
        rng = random.Random(1941)
        self.grid = grid = Grid(GridSpec(orientation="pointy", columns=60, rows=60, shifted="odd"))
        hexes = list(grid)
        self.enemies = rng.sample(hexes, 60)
        self.cost = {i: rng.choices([1, 2, 3, 4], [55, 25, 15, 5])[0] for i in hexes}
        sides = [(i, j) for i in hexes for j in grid.neighbours(i) if i < j and rng.random() < 0.08]
        self.river = {*sides, *((j, i) for i, j in sides)}
        self.enemy_set = set(self.enemies)
        self.zone = {j for i in self.enemies for j in grid.neighbours(i)}
        self.starts = [i for i in rng.sample(hexes, 45) if i not in self.enemy_set][:40]
        self.neighbours = grid.neighbour_table
        # the same as sets
        self.enemy_mask = union(self.enemies)
        self.zone_mask = union(self.zone)
        self.river_sides = Sides.of(grid, sides)
        base = {
            c: union(i for i in hexes if self.cost[i] == c and i not in self.enemy_set) for c in (1, 2, 3, 4)
        }
        self.costs = Costs(grid, base, [(1, self.river_sides)])
        self.open_mask = grid.hexes & ~self.enemy_mask & ~self.zone_mask
        self.open = set(bits(self.open_mask))
        self.edge = [grid.at(c, 0) for c in range(60)]
        self.edge_mask = union(self.edge)

    def plain_range(self, start: Hex, limit: int) -> dict[Hex, int]:
        best = {start: 0}
        queue = [(0, start)]
        neighbours, cost, river, zone, enemies = (
            self.neighbours,
            self.cost,
            self.river,
            self.zone,
            self.enemy_set,
        )
        while queue:
            spent, i = heapq.heappop(queue)
            if spent > best[i] or (i in zone and i != start):
                continue
            for j in neighbours[i]:
                if j in enemies:
                    continue
                total = spent + cost[j] + ((i, j) in river)
                if total <= limit and total < best.get(j, limit + 1):
                    best[j] = total
                    heapq.heappush(queue, (total, j))
        return best

    def plain_flood(self) -> set[Hex]:
        inside, neighbours = self.open, self.neighbours
        reached = {i for i in self.edge if i in inside}
        queue = deque(reached)
        while queue:
            for j in neighbours[queue.popleft()]:
                if j in inside and j not in reached:
                    reached.add(j)
                    queue.append(j)
        return reached

    def plain_zones(self) -> set[Hex]:
        out = set()
        for i in self.enemies:
            for j in self.neighbours[i]:
                out.add(j)
        return out

    def plain_zones_stopped(self) -> set[Hex]:
        out = set()
        for i in self.enemies:
            for j in self.neighbours[i]:
                if (i, j) not in self.river:
                    out.add(j)
        return out


@lru_cache(maxsize=1)
def field() -> Field:
    return Field()


def _range(limit: int) -> Figures:
    f = field()
    for start in f.starts:
        layers = ranges(f.grid, start, f.costs, limit, f.zone_mask)
        assert {i: k for k, layer in enumerate(layers) for i in bits(layer)} == f.plain_range(start, limit)
    figures = against(
        lambda: [ranges(f.grid, start, f.costs, limit, f.zone_mask) for start in f.starts],
        lambda: [f.plain_range(start, limit) for start in f.starts],
    )
    n = len(f.starts)
    return {
        "ours_us": round(figures["ours_us"] / n, 2),
        "baseline_us": round(figures["baseline_us"] / n, 2),
        "ratio": figures["ratio"],
    }


@entry("range_6")
def range_6() -> Figures:
    """Every hex within 6 movement points, among terrain, rivers and enemies."""
    return _range(6)


@entry("range_12")
def range_12() -> Figures:
    """The same within 12 movement points."""
    return _range(12)


@entry("flood")
def supply_flood() -> Figures:
    """Supply from the northern map edge through everything that is not an enemy zone."""
    f = field()
    assert set(bits(flood(f.grid, f.edge_mask, f.open_mask))) == f.plain_flood()
    return against(lambda: flood(f.grid, f.edge_mask, f.open_mask), f.plain_flood)


@entry("zoc")
def zoc() -> Figures:
    """Zones of control of a whole army."""
    f = field()
    assert set(bits(zones(f.grid, f.enemy_mask))) == f.plain_zones()
    return against(lambda: zones(f.grid, f.enemy_mask), f.plain_zones)


@entry("zoc_rivers")
def zoc_rivers() -> Figures:
    """The same where zones do not reach across rivers."""
    f = field()
    assert set(bits(zones(f.grid, f.enemy_mask, f.river_sides))) == f.plain_zones_stopped()
    return against(lambda: zones(f.grid, f.enemy_mask, f.river_sides), f.plain_zones_stopped)
