"""Masks on a fine lattice of map coordinates: what covers each hex, and by how much."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from .game import Game
from .gazetteer import Gazetteer
from .geodata import coast_polygons, elevation, inland_seas, lake_islands, lake_polygons
from .grid import Key
from .projection import Floats

Mask = NDArray[np.bool_]
SEA, LAKE, LAND = 0, 1, 2


def dense(points: Floats, step: float = 0.25) -> Floats:
    """A closed outline in degrees with long edges split, so that it bends with the projection."""
    out = []
    for (lat1, lon1), (lat2, lon2) in zip(points, np.roll(points, -1, axis=0), strict=True):
        n = max(1, int(np.ceil(max(abs(lat2 - lat1), abs(lon2 - lon1)) / step)))
        t = np.arange(n)[:, None] / n
        out.append(np.array([[lat1, lon1]]) * (1 - t) + np.array([[lat2, lon2]]) * t)
    return np.concatenate(out)


class Raster:
    """Land, lakes and areas of a game's map as pixel masks, `pixels` to a hex."""

    def __init__(self, game: Game, gazetteer: Gazetteer, pixels: int = 24) -> None:
        self.game, self.gazetteer, self.pixels = game, gazetteer, pixels
        corners = np.array([p for key in game.grid.keys for p in game.grid.corners(key)])
        self.west, self.north = corners.min(axis=0) - 0.5
        east, south = corners.max(axis=0) + 0.5
        self.width, self.height = int((east - self.west) * pixels) + 1, int((south - self.north) * pixels) + 1

    def _draw(self, image: ImageDraw.ImageDraw, outline: Floats, fill: int, split: bool) -> None:
        points = dense(outline) if split else outline
        u, v = self.game.project(points[:, 0], points[:, 1])
        x, y = (u - self.west) * self.pixels, (v - self.north) * self.pixels
        xy = [(float(a), float(b)) for a, b in zip(np.round(x, 2), np.round(y, 2), strict=True)]
        if len(xy) > 2:
            image.polygon(xy, fill=fill)

    def mask(self, outlines: Iterable[Floats]) -> Mask:
        """The union of outlines (latitude, longitude)."""
        image = Image.new("L", (self.width, self.height), 0)
        pen = ImageDraw.Draw(image)
        for outline in outlines:
            points = np.asarray(outline, dtype=float)
            if not self.game.projection.is_torn(points):
                self._draw(pen, points, 1, True)
        return np.asarray(image) > 0

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """South, west, north, east of the map in degrees, with a margin."""
        u = np.linspace(self.west, self.west + self.width / self.pixels, 30)
        v = np.linspace(self.north, self.north + self.height / self.pixels, 30)
        uu, vv = np.meshgrid(u, v)
        lat, lon = self.game.unproject(uu, vv)
        return float(lat.min()) - 1, float(lon.min()) - 1, float(lat.max()) + 1, float(lon.max()) + 1

    @cached_property
    def surface(self) -> NDArray[np.uint8]:
        """SEA, LAKE or LAND for every pixel."""
        image = Image.new("L", (self.width, self.height), SEA)
        pen = ImageDraw.Draw(image)
        for outline in coast_polygons(self.bounds):
            if not self.game.projection.is_beyond(outline):
                self._draw(pen, outline, LAND, False)
        for outline in inland_seas():
            self._draw(pen, outline, SEA, False)
        for name, outline in lake_polygons(self.gazetteer).items():
            if self.gazetteer.lake[name].get("rank", 3) <= self.game.table.get("lakes", {}).get("rank", 2):
                self._draw(pen, outline, LAKE, False)
        for outline in lake_islands(self.bounds):
            self._draw(pen, outline, LAND, False)
        for entry in self.gazetteer.coast.values():
            fill = LAND if entry["kind"] == "land" else SEA
            self._draw(pen, np.array(entry["outline"], dtype=float), fill, True)
        return np.asarray(image).copy()

    @cached_property
    def _owner(self) -> NDArray[np.int32]:
        """For every pixel the index of its hex in `grid.keys`, or -1."""
        grid = self.game.grid
        u = self.west + (np.arange(self.width) + 0.5) / self.pixels
        v = self.north + (np.arange(self.height) + 0.5) / self.pixels
        uu, vv = np.meshgrid(u, v)
        index = np.full(uu.shape, -1, dtype=np.int32)
        p = self.pixels
        for k, key in enumerate(grid.keys):
            cu, cv = grid.centre(key)
            x0, y0 = int((cu - self.west - 0.62) * p), int((cv - self.north - 0.62) * p)
            x1, y1 = int((cu - self.west + 0.62) * p) + 2, int((cv - self.north + 0.62) * p) + 2
            du, dv = np.abs(uu[y0:y1, x0:x1] - cu), np.abs(vv[y0:y1, x0:x1] - cv)
            if grid.orientation == "pointy":
                du, dv = dv, du
            # A flat-top hex of unit height: |v| <= 1/2 and |v|/2 + |u| sqrt(3)/2 <= 1/2.
            inside = (dv <= 0.5) & (0.5 * dv + 0.8660254 * du <= 0.5)
            block = index[y0:y1, x0:x1]
            block[inside] = k
        return index

    @cached_property
    def _pixel_count(self) -> NDArray[np.int64]:
        """How many pixels each hex has; never none, since it is divided by."""
        owner = self._owner
        return np.maximum(1, np.bincount(owner[owner >= 0], minlength=len(self.game.grid.keys)))

    def share(self, mask: Mask) -> dict[Key, float]:
        """The share of each hex that a mask covers."""
        # Pixels of no hex are counted too, under zero, and left out.
        hit = np.bincount(self._owner[mask] + 1, minlength=len(self.game.grid.keys) + 1)[1:]
        return dict(zip(self.game.grid.keys, (hit / self._pixel_count).tolist(), strict=True))

    def most(self, painted: NDArray[np.int32], count: int) -> dict[Key, int]:
        """Which of the numbers 0 to count - 1 covers most pixels of each hex, the smaller number in a tie.

        Pixels with a negative number are not counted; a hex without any other is left out.
        """
        keys = self.game.grid.keys
        counted = (self._owner >= 0) & (painted >= 0)
        cells = self._owner[counted].astype(np.int64) * count + painted[counted]
        hits = np.bincount(cells, minlength=len(keys) * count).reshape(len(keys), count)
        best = hits.argmax(axis=1)
        return {key: int(best[k]) for k, key in enumerate(keys) if hits[k, best[k]]}

    def surface_on_side(self, a: Key, b: Key) -> tuple[float, float]:
        """Shares of sea and of lake along the middle of a hexside, in a band a tenth of a hex wide."""
        grid = self.game.grid
        shared = [v for v in grid.hex_vertices(a) if b in v]
        (x1, y1), (x2, y2) = (grid.vertex_point(v) for v in shared)
        (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
        t, w = np.linspace(0.08, 0.92, 15)[:, None], np.array([-0.08, -0.04, 0.0, 0.04, 0.08])
        u = x1 + t * (x2 - x1) + w * (bx - ax)
        v = y1 + t * (y2 - y1) + w * (by - ay)
        x, y = ((u - self.west) * self.pixels).astype(int), ((v - self.north) * self.pixels).astype(int)
        on = (x >= 0) & (x < self.width) & (y >= 0) & (y < self.height)
        found = np.full(on.shape, SEA, dtype=np.uint8)
        found[on] = self.surface[y[on], x[on]]
        return np.count_nonzero(found == SEA) / found.size, np.count_nonzero(found == LAKE) / found.size

    @cached_property
    def heights(self) -> dict[Key, tuple[float, float]]:
        """Ninetieth percentile of elevation, and its spread above the tenth, for every hex."""
        grid = self.game.grid
        offsets = np.array(
            [(x / 8, y / 8) for x in range(-4, 5) for y in range(-4, 5) if abs(x) + abs(y) <= 6]
        )
        centres = np.array([grid.centre(key) for key in grid.keys])
        points = centres[:, None, :] + offsets[None, :, :]
        lat, lon = self.game.unproject(points[..., 0], points[..., 1])
        metres = elevation(lat, lon)
        high, low = np.percentile(metres, 90, axis=1), np.percentile(metres, 10, axis=1)
        return {key: (float(high[k]), float(high[k] - low[k])) for k, key in enumerate(grid.keys)}
