"""Natural shapes: coast, lakes and terrain areas, made to agree with the hexes that rules count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot

import numpy as np
from shapely import LineString, MultiPolygon, Point, Polygon, box, make_valid, unary_union
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry
from shapely.prepared import prep

from hexfront.cartography.paths import closed_curve
from hexfront.hexes import bits

from ..gazetteer import Gazetteer
from ..geodata import coast_polygons, inland_seas, lake_islands, lake_polygons
from ..projection import Floats
from .sheet import HEX, Sheet, ripple

REACH = HEX * 3**0.5 / 2
"""From a hex's centre to the middle of its side, in pixels."""


def polygons(shape: BaseGeometry) -> Iterator[Polygon]:
    """The polygons of any shape."""
    if isinstance(shape, Polygon):
        if not shape.is_empty:
            yield shape
    elif hasattr(shape, "geoms"):
        for part in shape.geoms:
            yield from polygons(part)


class Ground:
    """Outlines from the coast file, laid on the sheet."""

    def __init__(self, sheet: Sheet, gazetteer: Gazetteer) -> None:
        self.sheet, self.gazetteer = sheet, gazetteer
        w, h = sheet.size
        self.page = box(-40, -40, w + 40, h + 40)

    def lay(self, outlines: Iterable[Floats]) -> BaseGeometry:
        """Outlines of latitude and longitude as one shape of pixels, clipped to the page."""
        south, west, north, east = self.sheet.bounds
        window = box(west, south, east, north)
        parts = []
        for outline in outlines:
            shape = make_valid(Polygon(outline[:, ::-1]))
            for turn in (-360.0, 0.0, 360.0):
                x0, _, x1, _ = shape.bounds
                if x1 + turn < west or x0 + turn > east:
                    continue
                moved = shape if turn == 0 else _shifted(shape, turn)
                for part in polygons(moved.intersection(window)):
                    laid = self._project(part)
                    if laid is not None:
                        parts.append(laid)
        return unary_union(parts).intersection(self.page) if parts else MultiPolygon()

    def _project(self, part: Polygon) -> BaseGeometry | None:
        def ring(coords: Iterable[tuple[float, ...]]) -> list[tuple[float, float]]:
            array = np.array([(c[1], c[0]) for c in coords])
            array = _dense(array)
            u, v = self.sheet.game.project(array[:, 0], array[:, 1])
            return [(float(x), float(y)) for x, y in self.sheet.from_map(u, v)]

        outer = ring(part.exterior.coords)
        if len(outer) < 4:
            return None
        shape = make_valid(Polygon(outer, [ring(r.coords) for r in part.interiors if len(r.coords) > 3]))
        whole = unary_union(list(polygons(shape)))
        return whole if whole.area > 4 else None

    def land(self) -> BaseGeometry:
        """Land of the time: today's coast, less inland seas, corrected by the gazetteer."""
        land = self.lay(coast_polygons(self.sheet.bounds, 20.0))
        land = land.difference(self.lay(inland_seas()))
        for entry in self.gazetteer.coast.values():
            patch = self.lay([np.array(entry["outline"], dtype=float)])
            land = land.union(patch) if entry["kind"] == "land" else land.difference(patch)
        return land

    def lakes(self) -> dict[str, BaseGeometry]:
        """Lakes of the time by name, islands cut out."""
        rank = self.sheet.game.table.get("lakes", {}).get("rank", 2)
        islands = self.lay(lake_islands(self.sheet.bounds))
        out = {}
        for name, outline in lake_polygons(self.gazetteer).items():
            if self.gazetteer.lake[name].get("rank", 3) <= rank:
                shape = self.lay([outline]).difference(islands)
                if shape.area > 60:
                    out[name] = shape
        return out


def _shifted(shape: BaseGeometry, turn: float) -> BaseGeometry:
    return translate(shape, xoff=turn)


def _dense(array: Floats, step: float = 1.0) -> Floats:
    """A closed ring in degrees with its long edges (those of the window) split."""
    out = []
    for a, b in zip(array[:-1], array[1:], strict=True):
        n = max(1, int(np.ceil(np.abs(b - a).max() / step)))
        t = np.arange(n)[:, None] / n
        out.append(a * (1 - t) + b * t)
    return np.concatenate(out) if out else array


def _capsule(a: tuple[float, float], b: tuple[float, float], radius: float) -> BaseGeometry:
    return LineString([a, b]).buffer(radius)


def _shortened(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    """A point a little way from a toward b."""
    return a[0] + 0.12 * (b[0] - a[0]), a[1] + 0.12 * (b[1] - a[1])


def agree(
    sheet: Sheet, land: BaseGeometry, lakes: BaseGeometry, spots: Iterable[tuple[float, float]]
) -> tuple[BaseGeometry, BaseGeometry]:
    """Land and lakes changed as little as makes the picture say what the rules say.

    The middle of a land hex is land and that of a sea hex is sea; where one can walk from hex to hex the shore
    leaves a passage, and where rules bar a hexside by water there is water.
    """
    board, styles = sheet.board, sheet.styles
    add: list[BaseGeometry] = []
    cut: list[BaseGeometry] = []
    flood: list[BaseGeometry] = []
    drain: list[BaseGeometry] = []
    water_sides = [
        s for name, s in board.sides.items() if name in ("sea", "all_sea", "strait", "straits", "ferry")
    ]
    lake_sides = [s for name, s in board.sides.items() if name in ("lake", "frozen", "frozen_access")]
    shut = [s for name, s in board.sides.items() if name in ("closed", "impassable", "prohibited")]
    on_land, on_lake = prep(land), prep(lakes)
    for i in bits(board.on_map):
        x, y = sheet.xy(i)
        core = Point(x, y).buffer(15)
        style = styles[i]
        if style == "sea":
            if on_land.intersects(core):
                cut.append(Point(x, y).buffer(30))
        elif style == "lake":
            if lakes.intersection(Point(x, y).buffer(30)).area < 0.7 * Point(x, y).buffer(30).area:
                flood.append(Point(x, y).buffer(33))
        else:
            if not on_land.contains(core):
                add.append(Point(x, y).buffer(24))
            if on_lake.intersects(core):
                drain.append(Point(x, y).buffer(20))
    for i in sheet.land_hexes:
        for d in range(3):
            j = board.grid.toward(i, d)
            if j < 0 or not board.on_map >> j & 1 or styles[j] in ("sea", "lake", "off"):
                continue
            a, b = sheet.side(i, j)
            middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            inner = _shortened(a, b), _shortened(b, a)
            if any(s.has(i, j) for s in water_sides):
                if not land.intersection(_capsule(inner[0], inner[1], 4)).is_empty:
                    cut.append(_capsule(inner[0], inner[1], 6))
            elif any(s.has(i, j) for s in lake_sides):
                if (
                    lakes.union(_sea_near(land, middle)).intersection(_capsule(inner[0], inner[1], 5)).area
                    < 250
                ):
                    flood.append(_capsule(inner[0], inner[1], 7))
            elif not any(s.has(i, j) for s in shut):
                way = _capsule(sheet.xy(i), sheet.xy(j), 7)
                if not on_land.contains(way):
                    add.append(_capsule(sheet.xy(i), sheet.xy(j), 11))
                if on_lake.intersects(way) and not on_lake.disjoint(Point(middle).buffer(6)):
                    drain.append(_capsule(sheet.xy(i), sheet.xy(j), 9))
    add += [Point(p).buffer(13) for p in spots if not on_land.contains(Point(p).buffer(9))]
    drain += [Point(p).buffer(12) for p in spots if on_lake.intersects(Point(p).buffer(9))]
    land = land.union(unary_union(add)).difference(unary_union(cut))
    lakes = lakes.difference(unary_union(drain)).union(unary_union(flood))
    return land, lakes.intersection(land.buffer(2))


def _sea_near(land: BaseGeometry, point: tuple[float, float]) -> BaseGeometry:
    return Point(point).buffer(HEX).difference(land)


def softened(shape: BaseGeometry, radius: float, smallest: float) -> list[Polygon]:
    """A shape without hair: rounded by a few pixels, simplified, specks left out."""
    soft = shape.simplify(0.4)
    for step in (radius, -2 * radius, radius):
        soft = soft.buffer(step, quad_segs=3)
    soft = soft.simplify(radius * 0.6)
    kept = [p for p in polygons(make_valid(soft)) if p.area >= smallest]
    return sorted(kept, key=lambda p: (-round(p.area), p.bounds))


def curve_paths(parts: Iterable[Polygon], smallest_hole: float = 120.0) -> list[str]:
    """Smooth outlines, holes within the same path."""
    out = []
    for part in parts:
        rings = [closed_curve(_firm(_ring(part.exterior.coords)))]
        rings += [
            closed_curve(_firm(_ring(r.coords))) for r in part.interiors if Polygon(r).area >= smallest_hole
        ]
        path = "".join(r for r in rings if r)
        if path:
            out.append(path)
    return out


def _ring(coords: Iterable[tuple[float, ...]]) -> list[tuple[float, float]]:
    points = [(float(c[0]), float(c[1])) for c in coords]
    return points[:-1] if points[0] == points[-1] else points


def _firm(ring: list[tuple[float, float]], longest: float = 60.0) -> list[tuple[float, float]]:
    """A ring with points set near the ends of its long edges: the curve rounds corners by half an edge."""
    out = []
    for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
        out.append(a)
        d = distance(a, b)
        if d > longest:
            t = 9.0 / d
            out.append((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))
            out.append((b[0] - t * (b[0] - a[0]), b[1] - t * (b[1] - a[1])))
    return out


def _even(ring: list[tuple[float, float]], step: float) -> list[tuple[float, float]]:
    """Points along a closed ring at even distances."""
    line = LineString([*ring, ring[0]])
    n = max(8, round(line.length / step))
    return [(p.x, p.y) for p in (line.interpolate(k / n, normalized=True) for k in range(n))]


def natural_ring(ring: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The ring of some hexes with its corners worn and its edge made to wander by a few pixels."""
    points = np.array(_even(ring, 10.0))
    window = 5
    turned = [np.roll(points, k, axis=0) for k in range(-(window // 2), window // 2 + 1)]
    worn = np.mean(turned, axis=0)
    out = []
    for x, y in worn:
        dx = 6.0 * ripple(x, y, 27.0, 31) + 3.0 * ripple(x, y, 11.0, 33)
        dy = 6.0 * ripple(x, y, 27.0, 32) + 3.0 * ripple(x, y, 11.0, 34)
        out.append((float(x + dx), float(y + dy)))
    return out


def area_paths(sheet: Sheet) -> dict[str, list[str]]:
    """For each kind of terrain the merged, natural-edged shapes of its hexes."""
    kinds: dict[str, list[Polygon]] = {}
    for i in bits(sheet.board.on_map):
        if sheet.styles[i] not in ("clear", "sea", "lake", "off"):
            kinds.setdefault(sheet.board.kind[i], []).append(
                Polygon(sheet.corners(i)).buffer(0.6, join_style="mitre")
            )
    out: dict[str, list[str]] = {}
    for kind in sorted(kinds):
        shapes = []
        for part in polygons(unary_union(kinds[kind])):
            outer = Polygon(natural_ring(_ring(part.exterior.coords)))
            holes = [Polygon(natural_ring(_ring(r.coords))) for r in part.interiors]
            shape = make_valid(outer).difference(unary_union([make_valid(h) for h in holes])).simplify(1.2)
            shapes += [p for p in polygons(shape) if p.area > 200]
        out[kind] = curve_paths(sorted(shapes, key=lambda p: (-round(p.area), p.bounds)))
    return out


def distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Pixels between two points."""
    return hypot(a[0] - b[0], a[1] - b[1])
