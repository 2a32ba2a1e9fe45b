"""A map larger than a sheet of paper, cut into tiles that overlap a little, so that they can be glued."""

from __future__ import annotations

from math import ceil, sqrt
from typing import NamedTuple

OVERLAP = 6.0
"""Millimetres of the map that neighbouring tiles share."""


class Tiling(NamedTuple):
    """How a map is cut: its size in millimetres, the part of a tile that is map, and the tiles by row and column."""

    width: float
    height: float
    tile_width: float
    tile_height: float
    rows: int
    columns: int
    landscape: bool

    @property
    def tiles(self) -> list[tuple[str, float, float]]:
        """Every tile: its name (B3: second row, third column) and where its corner lies on the map."""
        step_x, step_y = self.tile_width - OVERLAP, self.tile_height - OVERLAP
        return [
            (f"{chr(65 + row)}{column + 1}", column * step_x, row * step_y)
            for row in range(self.rows)
            for column in range(self.columns)
        ]


def scale_of(hex_mm: float, edge: float) -> float:
    """Millimetres for a pixel of the art, so that a hex is this many millimetres from side to side."""
    return hex_mm / (sqrt(3) * edge)


SHRINK = 0.93
"""A map may be so much smaller than was asked for where that saves sheets that would hold a strip of it."""


def tiling(width: float, height: float, room: tuple[float, float], foot: float = 0.0) -> Tiling:
    """The cut of a map of this size that needs fewest sheets: upright or lying, as large as asked for or a little
    smaller; upright and large where others do not need fewer. `room` is that of an upright sheet, above its foot line."""
    lying_room = room[1] + foot, room[0] - foot

    def cut(across: float, down: float, landscape: bool, scale: float) -> Tiling:
        columns = max(1, ceil((width * scale - OVERLAP) / (across - OVERLAP)))
        rows = max(1, ceil((height * scale - OVERLAP) / (down - OVERLAP)))
        return Tiling(width * scale, height * scale, across, down, rows, columns, landscape)

    scales = [1 - 0.01 * k for k in range(round((1 - SHRINK) * 100) + 1)]
    ways = [
        cut(*size, lying, scale) for scale in scales for size, lying in ((room, False), (lying_room, True))
    ]
    return min(ways, key=lambda way: way.rows * way.columns)
