"""Hill shading: light from the upper left over the five-minute relief."""

from __future__ import annotations

from math import sqrt

import numpy as np

from ..geodata import elevation
from ..projection import Floats
from .sheet import HEX, Sheet

CELLS = 80_000
"""The most cells that a map's shading may have."""
FINEST = 9.0
"""The smallest cell in pixels: the relief itself has no more to show."""


def _smooth(field: Floats) -> Floats:
    for axis in (0, 1):
        field = (np.roll(field, 1, axis) + 2 * field + np.roll(field, -1, axis)) / 4
    return field


def _height(lat: Floats, lon: Floats) -> Floats:
    """Metres above the sea between the cells of the five-minute grid, by distance to the four around."""
    cell = 1 / 12
    row, column = lat / cell, lon / cell
    r, c = np.floor(row), np.floor(column)
    fr, fc = row - r, column - c
    fr, fc = fr * fr * (3 - 2 * fr), fc * fc * (3 - 2 * fc)
    total = np.zeros_like(lat)
    for dr, wr in ((0, 1 - fr), (1, fr)):
        for dc, wc in ((0, 1 - fc), (1, fc)):
            total += wr * wc * elevation((r + dr) * cell, (c + dc) * cell)
    return np.maximum(total, 0.0)


def shade(sheet: Sheet, detail: float = 1.0) -> tuple[int, int, bytes]:
    """Width, height and one byte a cell: 128 for level ground, less in shadow, more in light."""
    w, h = sheet.size
    cell = max(FINEST, sqrt(w * h / (CELLS * detail)))
    columns, rows = round(w / cell), round(h / cell)
    x = (np.arange(columns) + 0.5) * w / columns
    y = (np.arange(rows) + 0.5) * h / rows
    xx, yy = np.meshgrid(x, y)
    lat, lon = sheet.game.unproject(*sheet.to_map(xx, yy))
    # High country is steep everywhere: the power keeps hills visible beside it, the offset keeps plains calm.
    relief = (_height(lat, lon) + 160.0) ** 0.62
    down, right = np.gradient(_smooth(relief) * 0.4 + relief * 0.6)
    # Ground that rises to the right and downward faces the light.
    # Coarse cells span more height: their slopes are toned down to look like those of a nearer view.
    span = cell * sheet.board.grid.spec.km / (HEX * sqrt(3))
    level = np.tanh(0.16 * (8.5 / span) ** 0.75 * (right + 1.15 * down))
    # Steps of four levels are finer than the eye sees here, and pack to half the size on their way.
    cells = np.clip(128 + 4 * np.rint(127 / 4 * level), 0, 255).astype(np.uint8)
    return columns, rows, cells.tobytes()
