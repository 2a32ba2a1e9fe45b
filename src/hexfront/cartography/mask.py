"""A coarse bitmap of shapes, to ask quickly whether a point is on land."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from hexfront.cartography.paths import points_of


class Mask:
    """Shapes filled by the even-odd rule on cells of a few pixels; each row is one integer."""

    def __init__(self, paths: Iterable[str], size: tuple[float, float], cell: float = 4.0) -> None:
        self.cell = cell
        self.rows = [0] * (ceil(size[1] / cell) + 1)
        self._last = ceil(size[0] / cell)
        crossings: list[list[float]] = [[] for _ in self.rows]
        for path in paths:
            for ring in points_of(path, 3):
                for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True):
                    self._cross(crossings, x1, y1, x2, y2)
        for row, xs in enumerate(crossings):
            xs.sort()
            bits = 0
            for a, b in zip(xs[::2], xs[1::2], strict=False):
                first, last = max(0, ceil(a / cell - 0.5)), min(self._last, ceil(b / cell - 0.5))
                if last > first:
                    bits ^= (1 << last) - (1 << first)
            self.rows[row] = bits

    def _cross(self, crossings: list[list[float]], x1: float, y1: float, x2: float, y2: float) -> None:
        """Note where an edge crosses the middle line of each row."""
        if y1 > y2:
            x1, y1, x2, y2 = x2, y2, x1, y1
        first, last = max(0, ceil(y1 / self.cell - 0.5)), min(len(self.rows), ceil(y2 / self.cell - 0.5))
        for row in range(first, last):
            y = (row + 0.5) * self.cell
            crossings[row].append(x1 + (y - y1) / (y2 - y1) * (x2 - x1))

    def has(self, x: float, y: float) -> bool:
        """Whether a point lies in the shapes."""
        row, column = int(y // self.cell), int(x // self.cell)
        return 0 <= row < len(self.rows) and 0 <= column < self._last and bool(self.rows[row] >> column & 1)

    def paint(self, x: float, y: float, radius: float) -> None:
        """Add a disc."""
        for row in range(int((y - radius) // self.cell), int((y + radius) // self.cell) + 1):
            if 0 <= row < len(self.rows):
                half = max(0.0, radius**2 - ((row + 0.5) * self.cell - y) ** 2) ** 0.5
                self._span(row, x - half, x + half)

    def _span(self, row: int, left: float, right: float) -> None:
        first, last = max(0, int(left // self.cell)), min(self._last, int(right // self.cell) + 1)
        if last > first:
            self.rows[row] |= (1 << last) - (1 << first)
