"""Holding: where the line runs, which of its hexes are posts, and who stands in which.

The line is a least cut. To hold a hex costs something (less behind a river or in woods, more before a mass of enemies);
ground that ends up on the enemy's side costs what it is worth. The cut that costs least in all is the line: it leaves
ground in time when units are few, because then every hex to be held costs more.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import breadth_first_order, maximum_flow

from hexfront.hexes import Hex, HexSet, bits, union
from hexfront.players.operations.field import Ways

SCALE = 20  # costs are rounded to twentieths: flows are whole numbers
ENDLESS = 1_000_000
FORBIDDEN = 1e6


class FrontLine(NamedTuple):
    """A line: its hexes, and all that lies behind it; besides, places worth holding by themselves, before it."""

    hexes: HexSet
    rear: HexSet
    cost: float
    alone: HexSet = 0


class Post(NamedTuple):
    """A place to be filled: its hex, how much it matters, and which of the units in the hex it is."""

    hex: Hex
    worth: float
    rank: int = 0


class Cutter:
    """Draws lines on one map; the network of its hexes is made once.

    Every hex is two nodes, in and out; what flows from the enemy to our home has to pass through the pair, and the cost
    of holding the hex is all that fits through.
    """

    def __init__(self, ways: Ways) -> None:
        self.ways = ways
        hexes = ways.hexes
        self.number = {h: k for k, h in enumerate(hexes)}
        n = len(hexes)
        self.source, self.sink = 2 * n, 2 * n + 1
        rows: list[int] = []
        columns: list[int] = []
        for k, h in enumerate(hexes):
            rows.append(2 * k)
            columns.append(2 * k + 1)
            for near in ways.near[h]:
                rows.append(2 * k + 1)
                columns.append(2 * self.number[near])
        self._steps = len(rows) - n
        for k in range(n):
            rows += [self.source, 2 * k + 1]
            columns += [2 * k, self.sink]
        size = 2 * n + 2
        self._shape = (size, size)
        order = np.lexsort((np.array(columns), np.array(rows)))
        self._indices = np.array(columns, dtype=np.int32)[order]
        counts = np.bincount(np.array(rows), minlength=size)
        self._indptr = np.concatenate(([0], np.cumsum(counts))).astype(np.int32)
        back = np.empty(len(order), dtype=np.int64)
        back[order] = np.arange(len(order))
        at = 0
        through, onward = [], []
        for h in hexes:
            through.append(back[at])
            onward += [int(x) for x in back[at + 1 : at + 1 + len(ways.near[h])]]
            at += 1 + len(ways.near[h])
        self._through = np.array(through)
        self._onward = np.array(onward)
        self._enters = back[at::2]
        self._leaves = back[at + 1 :: 2]

    def draw(
        self, hold: Mapping[Hex, float], ground: Mapping[Hex, float], theirs: HexSet, home: HexSet
    ) -> FrontLine:
        """The line that costs least between what is theirs and our home; a hex of theirs cannot be held."""
        hexes = self.ways.hexes
        data = np.zeros(len(self._indices), dtype=np.int32)
        data[self._onward] = ENDLESS
        theirs &= ~home
        data[self._through] = [
            ENDLESS if theirs >> h & 1 else max(1, round(SCALE * hold.get(h, 1.0))) for h in hexes
        ]
        data[self._enters] = [ENDLESS if theirs >> h & 1 else 0 for h in hexes]
        data[self._leaves] = [
            ENDLESS if home >> h & 1 else 0 if theirs >> h & 1 else round(SCALE * ground.get(h, 0.0))
            for h in hexes
        ]
        network = csr_array((data, self._indices, self._indptr), shape=self._shape)
        found = maximum_flow(network, self.source, self.sink)
        left = coo_array(network - found.flow)
        is_open = left.data > 0
        residual = csr_array((left.data[is_open], (left.row[is_open], left.col[is_open])), shape=self._shape)
        reached = np.zeros(self._shape[0], dtype=bool)
        reached[breadth_first_order(residual, self.source, return_predecessors=False)] = True
        into, out = reached[: 2 * len(hexes) : 2], reached[1 : 2 * len(hexes) : 2]
        line = union(hexes[int(k)] for k in np.flatnonzero(into & ~out))
        rear = union(hexes[int(k)] for k in np.flatnonzero(~out))
        behind = self.ways.spread_over(home & rear, rear)
        return FrontLine(line & behind, behind, float(found.flow_value) / SCALE, line & ~behind)


def draw_line(
    cutter: Cutter,
    hold: Mapping[Hex, float],
    ground: Mapping[Hex, float],
    theirs: HexSet,
    home: HexSet,
    units: float,
    spacing: float,
    tries: int = 4,
) -> FrontLine:
    """The line for this many units, one to `spacing` hexes of it: when they run short, every hex to be held costs more."""
    price = 1.0
    line = cutter.draw(hold, ground, theirs, home)
    for _ in range(tries):
        if line.hexes.bit_count() <= spacing * units:
            break
        price *= 1.8
        line = cutter.draw({h: price * cost for h, cost in hold.items()}, ground, theirs, home)
    return line


def spread(
    ways: Ways, line: HexSet, standing: HexSet, worth: Callable[[Hex], float], enemy: HexSet = 0
) -> list[Hex]:
    """The fewest posts that close a line, found one by one: each closes the most that is still open, worth deciding
    between equals. A unit already there counts as a post."""
    open_ = line & ~(standing | ways.zone(standing))
    out: list[Hex] = []
    reach = {h: ways.zone(1 << h) | 1 << h for h in bits(line & ~enemy)}
    while open_:
        best, most = -1, (0, 0.0)
        for h, closes in reach.items():
            n = (closes & open_).bit_count()
            if n and (key := (n, worth(h))) > most:
                best, most = h, key
        if best < 0:
            break
        out.append(best)
        open_ &= ~reach[best]
    return out


def assign(
    posts: Sequence[Post], units: Sequence[int], value: Callable[[int, Post], float]
) -> dict[int, int]:
    """Units to posts, so that the sum of their values is greatest: by unit, the number of its post. A value of
    `-FORBIDDEN` or less keeps a pair apart; a unit may be left over, and so may a post."""
    if not posts or not units:
        return {}
    table = np.array([[value(u, post) for post in posts] for u in units])
    # Every unit may stay without a post at no gain: a column of its own for each.
    spare = np.zeros((len(units), len(units)))
    rows, columns = linear_sum_assignment(np.hstack([table, spare]), maximize=True)
    return {
        units[int(i)]: int(j)
        for i, j in zip(rows, columns, strict=True)
        if j < len(posts) and table[i, j] > -FORBIDDEN
    }


def afforded(
    worth: Mapping[int, float], costs: Mapping[int, float], points: float, first: Collection[int] = ()
) -> list[int]:
    """The marches that are worth most for what they cost, as far as the points go; those of `first` before all others."""
    out: list[int] = []
    for u in sorted(worth, key=lambda u: (u not in first, -worth[u] / (1 + costs[u]), u)):
        if costs[u] <= points:
            out.append(u)
            points -= costs[u]
    return out


__all__ = ["FORBIDDEN", "Cutter", "FrontLine", "Post", "afforded", "assign", "draw_line", "spread"]
