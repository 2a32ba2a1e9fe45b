"""The hex lattice of one map: labels, centres, neighbours, corners and the graph of its hexsides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import cos, floor, pi, sin, sqrt
from typing import Any

Key = tuple[int, int]
"""Signed printed column (negative where columns count westward) and printed row."""
Side = tuple[Key, Key]
Vertex = tuple[Key, Key, Key]
"""A corner of the lattice, named by the three hexes that meet there, sorted."""

H = sqrt(3) / 2


def side(a: Key, b: Key) -> Side:
    """The hexside between two hexes, in its one spelling."""
    return (a, b) if a < b else (b, a)


@dataclass(frozen=True)
class Grid:
    """A rectangular patch of hexes with printed numbers."""

    orientation: str
    columns: int
    rows: int
    shifted: str
    first_column: int
    first_row: int
    numbering: str
    columns_from: str
    km: float
    prefix: str = ""

    @classmethod
    def from_table(cls, table: dict[str, Any]) -> Grid:
        """A grid from the ``[grid]`` table of a game file."""
        return cls(**{"prefix": "", **table})

    def table(self) -> dict[str, Any]:
        """The ``grid`` object of the map file; a prefix only where there is one."""
        table = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return table if self.prefix else {name: value for name, value in table.items() if name != "prefix"}

    @property
    def sign(self) -> int:
        """+1 where columns grow eastward, -1 where they grow westward."""
        return 1 if self.columns_from == "west" else -1

    @property
    def digits(self) -> int:
        """Digits of a column or row number in a label."""
        return 3 if max(self.first_column + self.columns, self.first_row + self.rows) > 100 else 2

    def is_shifted(self, number: int) -> bool:
        """Whether the column (flat) or row (pointy) of that printed number stands half a hex further."""
        return (number % 2 == 0) == (self.shifted == "even")

    def label(self, key: Key) -> str:
        """The printed number of a hex."""
        c, r, d = self.sign * key[0], key[1], self.digits
        return self.prefix + (f"{c:0{d}d}{r:0{d}d}" if self.numbering == "CCRR" else f"{r:0{d}d}{c:0{d}d}")

    def key(self, label: str) -> Key:
        """The hex of a printed number, with or without its prefix."""
        d = self.digits
        label = label.removeprefix(self.prefix)
        if len(label) != 2 * d or not label.isdigit():
            raise ValueError(f"not a hex label: {label!r}")
        a, b = int(label[:d]), int(label[d:])
        c, r = (a, b) if self.numbering == "CCRR" else (b, a)
        return self.sign * c, r

    def centre(self, key: Key) -> tuple[float, float]:
        """Map coordinates of a hex's centre."""
        c, r = key
        if self.orientation == "flat":
            return H * c, r + (0.5 if self.is_shifted(c) else 0.0)
        return c + (0.5 if self.is_shifted(r) else 0.0), H * r

    def hex_at(self, u: float, v: float) -> Key:
        """The hex that holds a point."""
        best: tuple[float, Key] | None = None
        if self.orientation == "flat":
            for c in (floor(u / H), floor(u / H) + 1):
                r = floor(v - (0.5 if self.is_shifted(c) else 0.0) + 0.5)
                best = self._nearer(best, (c, r), u, v)
        else:
            for r in (floor(v / H), floor(v / H) + 1):
                c = floor(u - (0.5 if self.is_shifted(r) else 0.0) + 0.5)
                best = self._nearer(best, (c, r), u, v)
        assert best is not None
        return best[1]

    def _nearer(self, best: tuple[float, Key] | None, key: Key, u: float, v: float) -> tuple[float, Key]:
        x, y = self.centre(key)
        distance = (x - u) ** 2 + (y - v) ** 2
        return best if best is not None and best[0] <= distance else (distance, key)

    def corners(self, key: Key) -> list[tuple[float, float]]:
        """Map coordinates of the six corners, clockwise on the printed map."""
        x, y = self.centre(key)
        start = 0.0 if self.orientation == "flat" else pi / 6
        radius = 1 / sqrt(3)
        return [
            (x + radius * cos(start + k * pi / 3), y + radius * sin(start + k * pi / 3)) for k in range(6)
        ]

    def neighbours(self, key: Key) -> list[Key]:
        """The six neighbours in clockwise order, on the map or beyond its rim."""
        c, r = key
        if self.orientation == "flat":
            up = r if self.is_shifted(c) else r - 1
            return [(c, r - 1), (c + 1, up), (c + 1, up + 1), (c, r + 1), (c - 1, up + 1), (c - 1, up)]
        left = c if self.is_shifted(r) else c - 1
        return [(c + 1, r), (left + 1, r + 1), (left, r + 1), (c - 1, r), (left, r - 1), (left + 1, r - 1)]

    def is_on(self, key: Key) -> bool:
        """Whether a hex lies in the rectangle of the array."""
        c = self.sign * key[0]
        return (
            self.first_column <= c < self.first_column + self.columns
            and self.first_row <= key[1] < self.first_row + self.rows
        )

    @cached_property
    def keys(self) -> list[Key]:
        """All hexes of the array, row by row from north-west to south-east."""
        return [self.key_at(i, j) for j in range(self.rows) for i in range(self.columns)]

    def key_at(self, i: int, j: int) -> Key:
        """The hex at array column i from the west and array row j from the north."""
        if self.sign > 0:
            return self.first_column + i, self.first_row + j
        return -(self.first_column + self.columns - 1 - i), self.first_row + j

    def distance(self, a: Key, b: Key) -> int:
        """Hexes from one to the other, the last counted and the first not."""
        qa, ra = self._axial(a)
        qb, rb = self._axial(b)
        dq, dr = qa - qb, ra - rb
        return max(abs(dq), abs(dr), abs(dq + dr))

    def _axial(self, key: Key) -> tuple[int, int]:
        c, r = key
        across, along = (c, r) if self.orientation == "flat" else (r, c)
        odd = across & 1
        return across, along - (across + odd if self.shifted == "even" else across - odd) // 2

    def vertex_at(self, u: float, v: float) -> Vertex:
        """The corner nearest to a point: the triple of hex centres around it."""
        home = self.hex_at(u, v)

        def away(key: Key) -> float:
            x, y = self.centre(key)
            return (x - u) ** 2 + (y - v) ** 2

        near = sorted(self.neighbours(home), key=lambda k: (away(k), k))
        first = near[0]
        second = next(k for k in near[1:] if k in self.neighbours(first))
        a, b, c = sorted((home, first, second))
        return a, b, c

    def vertex_point(self, vertex: Vertex) -> tuple[float, float]:
        """Map coordinates of a corner."""
        points = [self.centre(key) for key in vertex]
        return sum(p[0] for p in points) / 3, sum(p[1] for p in points) / 3

    def hex_vertices(self, key: Key) -> list[Vertex]:
        """The six corners of a hex in clockwise order."""
        ring = self.neighbours(key)
        out: list[Vertex] = []
        for k in range(6):
            a, b, c = sorted((key, ring[k], ring[(k + 1) % 6]))
            out.append((a, b, c))
        return out

    def vertex_steps(self, vertex: Vertex) -> Iterator[tuple[Vertex, Side]]:
        """The three corners one hexside away, each with the hexside walked along."""
        for k in range(3):
            a, b = (vertex[m] for m in range(3) if m != k)
            third = vertex[k]
            other = next(n for n in self.neighbours(a) if n != third and n in self.neighbours(b))
            x, y, z = sorted((a, b, other))
            yield (x, y, z), side(a, b)
