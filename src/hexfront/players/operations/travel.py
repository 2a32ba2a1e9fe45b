"""Travel: how long the march is from some hexes to everywhere else, enemies and their zones in the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from hexfront.hexes import Hex, HexSet, bits

BARRED = 1e6  # points for a step that nobody makes: no real way costs as much


class Roads:
    """The steps of one way of walking, made once a map and season."""

    def __init__(self, hexes: Sequence[Hex], steps: Callable[[Hex], Mapping[Hex, int]]) -> None:
        self.number = {h: k for k, h in enumerate(hexes)}
        rows: list[int] = []
        columns: list[int] = []
        costs: list[int] = []
        for h in hexes:
            near = [(self.number[n], cost) for n, cost in steps(h).items() if n in self.number]
            for n, cost in sorted(near):
                rows.append(self.number[h])
                columns.append(n)
                costs.append(cost)
        self.rows, self.columns = np.array(rows), np.array(columns, dtype=np.int32)
        self.costs = np.array(costs, dtype=np.float64)
        counts = np.bincount(self.rows, minlength=len(hexes))
        self.indptr = np.concatenate(([0], np.cumsum(counts))).astype(np.int32)

    def among(self, closed: HexSet = 0, zone: HexSet = 0, toll: float = 0.0, along: float = 0.0) -> Marches:
        """Ways in a position: none through what is closed; a step out of `zone` costs `toll` more, one from zone to zone
        `along` more."""
        hostile = self._in(zone)
        leaves = hostile[self.rows]
        costs = self.costs + toll * leaves
        if along:
            costs += along * (leaves & hostile[self.columns])
        costs = np.where(self._in(closed)[self.columns], BARRED, costs)
        size = len(self.number)
        return Marches(self.number, csr_array((costs, self.columns, self.indptr), shape=(size, size)))

    def _in(self, hexes: HexSet) -> NDArray[np.bool_]:
        found = np.zeros(len(self.number), dtype=bool)
        found[[k for h in bits(hexes) if (k := self.number.get(h, -1)) >= 0]] = True
        return found


class Marches:
    """Points between hexes in one position, worked out from each start when it is first asked for."""

    def __init__(self, number: Mapping[Hex, int], network: csr_array) -> None:
        self._number, self._network = number, network
        self._known: dict[Hex, NDArray[np.float64]] = {}

    def prepare(self, starts: Iterable[Hex]) -> None:
        """Work out the ways from several hexes at once, which is quicker."""
        fresh = sorted({h for h in starts if h not in self._known})
        if fresh:
            table = dijkstra(self._network, indices=[self._number[h] for h in fresh])
            self._known.update(zip(fresh, np.minimum(table, BARRED), strict=True))

    def ways_from(self, start: Hex) -> NDArray[np.float64]:
        """Points from a hex to all others, in the order of the map's hexes."""
        if start not in self._known:
            self.prepare([start])
        return self._known[start]

    def points(self, start: Hex, goal: Hex) -> float:
        """What the way costs; `BARRED` where there is none."""
        return float(self.ways_from(start)[self._number[goal]])

    def nearest(self, start: Hex, hexes: Sequence[Hex]) -> tuple[float, Hex]:
        """The cheapest way to one of several hexes: what it costs, and to which."""
        costs = self.ways_from(start)[[self._number[h] for h in hexes]]
        k = int(np.argmin(costs))
        return float(costs[k]), hexes[k]


__all__ = ["BARRED", "Marches", "Roads"]
