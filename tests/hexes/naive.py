"""Plain versions of everything in hexes, by offset coordinates, for the property tests to compare with."""

from __future__ import annotations

import heapq
from collections import deque

from hexfront.hexes import Costs, Grid, Hex, HexSet, Sides, Zone, bits, union


def neighbours(grid: Grid, i: Hex) -> list[Hex]:
    """Neighbours by geometry alone: the centres at the smallest distance."""
    x, y = grid.xy(i)
    near = []
    for j in grid:
        u, v = grid.xy(j)
        if j != i and (u - x) ** 2 + (v - y) ** 2 < 3.2:
            near.append(j)
    return near


def distances(grid: Grid, start: Hex, table: dict[Hex, list[Hex]]) -> dict[Hex, int]:
    found = {start: 0}
    queue = deque([start])
    while queue:
        i = queue.popleft()
        for j in table[i]:
            if j not in found:
                found[j] = found[i] + 1
                queue.append(j)
    return found


def flood(grid: Grid, start: HexSet, within: HexSet, barred: Sides | None) -> HexSet:
    inside = set(bits(within))
    reached = {i for i in bits(start) if i in inside}
    queue = deque(reached)
    while queue:
        i = queue.popleft()
        for j in grid.neighbours(i):
            if j in inside and j not in reached and not (barred and barred.has(i, j)):
                reached.add(j)
                queue.append(j)
    return union(reached)


def ranges(
    grid: Grid,
    start: Hex,
    costs: Costs,
    limit: int,
    stop: HexSet,
    within: HexSet = -1,
    zone: Zone | None = None,
) -> dict[Hex, int]:
    best = {start: 0}
    queue = [(0, start)]
    while queue:
        spent, i = heapq.heappop(queue)
        if spent > best[i] or (i != start and stop >> i & 1):
            continue
        for j in grid.neighbours(i):
            step = costs.step(i, j)
            if step is None or not within >> j & 1:
                continue
            if zone is not None and zone.hexes >> i & 1:
                if zone.hexes >> j & 1 and not zone.crosses:
                    continue
                step += zone.leave
            if spent + step <= limit and spent + step < best.get(j, limit + 1):
                best[j] = spent + step
                heapq.heappush(queue, (spent + step, j))
    return best
