"""The sheet of paper a map is drawn on: from ground and map coordinates to art pixels."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import atan2, degrees, hypot, sqrt

import numpy as np

from hexfront.cartography.glyphs import noise
from hexfront.cartography.palette import style_of
from hexfront.hexes import Board, Hex, bits

from ..game import Game
from ..projection import Floats

HEX = 50.0
"""Pixels from a hex's centre to its corner."""
MARGIN = 1.25
"""Room around the outermost centres, in hex sizes."""
Point = tuple[float, float]


def ripple(x: float, y: float, scale: float, seed: int) -> float:
    """Smooth noise between -1 and 1 over the plane, the same on every machine."""
    u, v = x / scale, y / scale
    i, j = int(np.floor(u)), int(np.floor(v))
    fu, fv = u - i, v - j
    su, sv = fu * fu * (3 - 2 * fu), fv * fv * (3 - 2 * fv)
    a, b = noise(i, j, seed), noise(i + 1, j, seed)
    c, d = noise(i, j + 1, seed), noise(i + 1, j + 1, seed)
    return 2 * ((a + su * (b - a)) * (1 - sv) + (c + su * (d - c)) * sv) - 1


class Sheet:
    """One map's picture plane. `game` has the projection; a map cut out of a larger one has the larger one's, and
    `shift` is what its column numbers differ by."""

    def __init__(self, game: Game, board: Board, shift: int = 0) -> None:
        self.game, self.board = game, board
        centres = [board.grid.xy(i) for i in board.grid]
        left, top = min(x for x, _ in centres) - MARGIN, min(y for _, y in centres) - MARGIN
        right, bottom = max(x for x, _ in centres) + MARGIN, max(y for _, y in centres) + MARGIN
        self.origin = (round(-left * HEX, 1), round(-top * HEX, 1))
        self.size = (float(round((right - left) * HEX)), float(round((bottom - top) * HEX)))
        spec = board.grid.spec
        west = spec.first_column if spec.columns_from == "west" else spec.first_column + spec.columns - 1
        first = game.grid.centre((game.grid.sign * (west - shift), spec.first_row))
        x0, y0 = board.grid.xy(board.grid.at(0, 0))
        self._k = HEX * sqrt(3)
        self._dx = self.origin[0] + x0 * HEX - first[0] * self._k
        self._dy = self.origin[1] + y0 * HEX - first[1] * self._k

    def from_map(self, u: Floats, v: Floats) -> Floats:
        """Map coordinates -> pixels, one row a point."""
        return np.stack([self._dx + np.asarray(u) * self._k, self._dy + np.asarray(v) * self._k], axis=-1)

    def to_map(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Pixels -> map coordinates."""
        return (np.asarray(x) - self._dx) / self._k, (np.asarray(y) - self._dy) / self._k

    def ground(self, points: Iterable[Iterable[float]]) -> list[Point]:
        """Latitude and longitude pairs -> pixels."""
        array = np.array([list(p) for p in points], dtype=float)
        u, v = self.game.project(array[:, 0], array[:, 1])
        return [(float(x), float(y)) for x, y in self.from_map(u, v)]

    def line(self, points: Iterable[Iterable[float]], step: float = 0.4) -> list[Point]:
        """A course in degrees -> pixels, long legs split so that they bend with the projection."""
        whole = [tuple(p) for p in points]
        dense: list[tuple[float, ...]] = [whole[0]]
        for (lat1, lon1), (lat2, lon2) in zip(whole, whole[1:], strict=False):
            n = max(1, int(np.ceil(max(abs(lat2 - lat1), abs(lon2 - lon1)) / step)))
            dense += [(lat1 + (lat2 - lat1) * k / n, lon1 + (lon2 - lon1) * k / n) for k in range(1, n + 1)]
        return self.ground(dense)

    def xy(self, i: Hex) -> Point:
        """The centre of a hex."""
        x, y = self.board.grid.xy(i)
        return self.origin[0] + x * HEX, self.origin[1] + y * HEX

    def corners(self, i: Hex) -> list[Point]:
        """The corners of a hex, clockwise; corners k and k+1 bound the side in direction k."""
        return [(self.origin[0] + x * HEX, self.origin[1] + y * HEX) for x, y in self.board.grid.corners(i)]

    def side(self, a: Hex, b: Hex) -> tuple[Point, Point]:
        """The two corners of the hexside between neighbours."""
        d = self.board.grid.direction(a, b)
        corners = self.corners(a)
        return corners[d], corners[(d + 1) % 6]

    @cached_property
    def styles(self) -> dict[Hex, str]:
        """How every hex is drawn."""
        return {i: style_of(kind) for i, kind in self.board.kind.items()}

    @cached_property
    def land_hexes(self) -> list[Hex]:
        """Playable hexes that rules count as land."""
        return [i for i in bits(self.board.on_map) if self.styles[i] not in ("sea", "lake", "off")]

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """South, west, north, east of the sheet in degrees, with a margin."""
        x, y = np.meshgrid(np.linspace(0, self.size[0], 40), np.linspace(0, self.size[1], 40))
        lat, lon = self.game.unproject(*self.to_map(x, y))
        return float(lat.min()) - 1, float(lon.min()) - 1, float(lat.max()) + 1, float(lon.max()) + 1

    @cached_property
    def north(self) -> float:
        """Degrees clockwise from straight up to north, in the middle of the sheet."""
        x, y = np.array([self.size[0] / 2]), np.array([self.size[1] / 2])
        lat, lon = self.game.unproject(*self.to_map(x, y))
        (x1, y1), (x2, y2) = self.ground([(lat[0] - 0.5, lon[0]), (lat[0] + 0.5, lon[0])])
        return round(degrees(atan2(x2 - x1, y1 - y2)), 1)

    def wobble(self, point: Point) -> Point:
        """A corner moved a little, always the same way, so that lines along hexsides look drawn and still meet."""
        x, y = point
        # Corners come from several hexes: their last digits may differ, whole pixels do not matter to the noise.
        a, b = round(x / 4), round(y / 4)
        return x + 5.0 * (2 * noise(a, b, 11) - 1), y + 5.0 * (2 * noise(a, b, 12) - 1)


def meander(sheet: Sheet, corners: list[Point], swing: float = 4.2) -> list[Point]:
    """A chain of corners as a line that wanders a little about its hexsides."""
    moved = [sheet.wobble(p) for p in corners]
    out = [moved[0]]
    for a, b in zip(moved, moved[1:], strict=False):
        dx, dy = b[0] - a[0], b[1] - a[1]
        n = hypot(dx, dy) or 1.0
        nx, ny = -dy / n, dx / n
        # The swing belongs to the hexside, whichever way it is walked.
        if (nx, ny) < (0.0, 0.0):
            nx, ny = -nx, -ny
        middle = round((a[0] + b[0]) / 4), round((a[1] + b[1]) / 4)
        flip = 1 if (a < b) else -1
        for t, seed in ((0.3, 21 if flip > 0 else 22), (0.7, 22 if flip > 0 else 21)):
            s = swing * (2 * noise(*middle, seed) - 1)
            out.append((a[0] + t * dx + s * nx, a[1] + t * dy + s * ny))
        out.append(b)
    return out


def chains(links: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Line pieces strung together where exactly two meet; rings and stretches between junctions."""
    point: dict[tuple[int, int], Point] = {}
    ends: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def key(p: Point) -> tuple[int, int]:
        a, b = round(p[0] / 3), round(p[1] / 3)
        for k in ((a + dx, b + dy) for dx in (0, -1, 1) for dy in (0, -1, 1)):
            if k in point:
                return k
        point[a, b] = p
        return a, b

    for p, q in links:
        a, b = key(p), key(q)
        if a != b and b not in ends.setdefault(a, []):
            ends[a].append(b)
            ends.setdefault(b, []).append(a)
    junctions = {k for k, v in ends.items() if len(v) != 2}
    out = []
    for start in sorted(junctions) + sorted(ends):
        while ends[start]:
            chain, at = [start], start
            while ends[at]:
                following = min(ends[at])
                ends[at].remove(following)
                ends[following].remove(at)
                chain.append(following)
                at = following
                if at in junctions or at == start:
                    break
            out.append([point[k] for k in chain])
    return out
