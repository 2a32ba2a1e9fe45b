"""Names on the map, each where it touches no other.

Cities first by size, then waters, countries, ranges and marshes, rivers along their course. A name has a list of
places where it could stand with a cost for each; names that still collide after a few rounds give way by rank.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from math import atan2, degrees, hypot, inf
from typing import Any

import msgspec
import numpy as np
from shapely import Point as ShapelyPoint
from shapely import Polygon, STRtree, contains_xy
from shapely.geometry.base import BaseGeometry
from shapely.prepared import PreparedGeometry, prep

from hexfront.cartography.art import LETTERS, Label, Mark, Spot, label_boxes, shown_text
from hexfront.cartography.metrics import text_width
from hexfront.cartography.paths import length, open_curve
from hexfront.cartography.symbols import LETTERED, MARK_RADIUS, symbol_radius

from .sheet import HEX, Point, Sheet


@dataclass
class Obstacles:
    """What names must keep off (hard) or should (soft: a weight each)."""

    hard: list[Polygon]
    soft: list[tuple[Polygon, float]]

    def __post_init__(self) -> None:
        self._soft_tree = STRtree([shape for shape, _ in self.soft])

    def cost(self, shapes: Iterable[Polygon]) -> float:
        """The weight of soft things covered."""
        total = 0.0
        for shape in shapes:
            for k in self._soft_tree.query(shape, predicate="intersects"):
                total += self.soft[int(k)][1]
        return total


def shapes_of(label: Label, room: float = 1.5) -> list[Polygon]:
    """What a label covers, with a little room."""
    return [Polygon(box) for box in label_boxes(label, room)]


class Placer:
    """Names placed so far."""

    def __init__(self, sheet: Sheet, obstacles: Obstacles) -> None:
        self.sheet, self.obstacles = sheet, obstacles
        self.labels: list[Label] = []
        self.taken: list[Polygon] = list(obstacles.hard)
        self._tree = STRtree(self.taken)
        self._fresh: list[Polygon] = []

    def is_free(self, shapes: list[Polygon]) -> bool:
        """Whether shapes lie on the sheet and touch nothing that is taken."""
        w, h = self.sheet.size
        for shape in shapes:
            x0, y0, x1, y1 = shape.bounds
            if x0 < 4 or y0 < 4 or x1 > w - 4 or y1 > h - 4:
                return False
            if len(self._tree.query(shape, predicate="intersects")):
                return False
            if any(shape.intersects(other) for other in self._fresh):
                return False
        return True

    def put(self, label: Label) -> None:
        """Keep a label."""
        self.labels.append(label)
        self._fresh += shapes_of(label, 0.0)
        if len(self._fresh) > 60:
            self.taken += self._fresh
            self._fresh = []
            self._tree = STRtree(self.taken)

    def bar(self, shape: BaseGeometry) -> None:
        """Keep all further names off a shape."""
        self.taken += [*self._fresh, *(part for part in getattr(shape, "geoms", [shape]) if part.area > 1)]
        self._fresh = []
        self._tree = STRtree(self.taken)

    def best(
        self, candidates: Iterable[tuple[float, Label]], judge: Callable[[list[Polygon]], float] | None = None
    ) -> Label | None:
        """The cheapest candidate that is free.

        `judge` adds to the cost of a candidate by what it covers; infinity means that it cannot stand there. It is
        asked only about candidates that could still win.
        """
        found: tuple[float, Label] | None = None
        for cost, label in candidates:
            if found is not None and cost >= found[0]:
                continue
            shapes = shapes_of(label)
            more = judge(shapes) if judge else 0.0
            if more == inf or (found is not None and cost + more >= found[0]) or not self.is_free(shapes):
                continue
            total = cost + more + self.obstacles.cost(shapes)
            if found is None or total < found[0]:
                found = (total, label)
        return found[1] if found else None


def city_candidates(spot: Spot) -> Iterator[tuple[float, Label]]:
    """Around its symbol: right is best, then left, above and below; farther and smaller cost more."""
    kind = f"city{min(5, max(1, spot.size))}"
    style = LETTERS[kind]
    radius = symbol_radius(spot.size)
    for scale, penalty in ((1.0, 0.0), (0.9, 3.0), (0.82, 6.0), (0.74, 11.0)):
        size = style.size * scale
        for far, more in ((0.0, 0.0), (7.0, 2.5), (16.0, 6.0), (26.0, 12.0), (36.0, 18.0)):
            r = radius + 3 + far
            places = (
                (0.0, r, 0.33 * size, "start"),
                (0.5, -r, 0.33 * size, "end"),
                (0.6, 0.0, -r - 0.1 * size, "middle"),
                (0.7, 0.0, r + 0.66 * size, "middle"),
                (0.4, 0.75 * r, -0.55 * r, "start"),
                (0.5, 0.75 * r, 0.55 * r + 0.6 * size, "start"),
                (0.9, -0.75 * r, -0.55 * r, "end"),
                (0.9, -0.75 * r, 0.55 * r + 0.6 * size, "end"),
                (1.0, 0.5 * radius, -r - 0.1 * size, "start"),
                (1.0, -0.5 * radius, r + 0.66 * size, "end"),
            )
            for cost, dx, dy, anchor in places:
                x, y = round(spot.x + dx, 1), round(spot.y + dy, 1)
                yield cost + penalty + more, Label(spot.name, kind, x, y, anchor, scale=scale)


def place_cities(placer: Placer, spots: Iterable[Spot], red: Collection[str] = ()) -> list[Spot]:
    """Names of all places, the large first, some of them red; returns those for which there was no room."""
    order = sorted(spots, key=lambda s: (-s.size, s.y, s.x))
    without = []
    for spot in order:
        label = placer.best(city_candidates(spot))
        if label is None:
            without.append(spot)
        else:
            placer.put(msgspec.structs.replace(label, victory=spot.name in red))
    return without


def place_exits(placer: Placer, exits: Iterable[tuple[str, Mark]]) -> None:
    """Words beside the signs that lead off the map."""
    for words, mark in exits:
        label = placer.best(city_candidates(Spot(words, mark.hex, mark.x, mark.y, 2)))
        if label is not None:
            placer.put(label)


def place_marks(sheet: Sheet, spots: list[Spot], features: Iterable[tuple[str, str]]) -> list[Mark]:
    """Icons of features: in their hex, beside its place, apart from each other."""
    out: list[Mark] = []
    by_hex: dict[str, list[Point]] = {}
    sizes = {(s.x, s.y): symbol_radius(s.size) for s in spots}
    for spot in spots:
        by_hex.setdefault(spot.hex, []).append((spot.x, spot.y))
    offsets = [(-26, 20), (26, 20), (0, 30), (-30, 0), (30, 0), (-24, -18), (24, -18), (-14, 30), (14, 30)]
    for kind, label in features:
        cx, cy = sheet.xy(sheet.board.index(label))
        best: tuple[float, Point] | None = None
        near_edge = [_outward(sheet, label)] if LETTERED.fullmatch(kind) else []
        for k, (dx, dy) in enumerate([*near_edge, *offsets]):
            x, y = cx + dx, cy + dy
            gap = min(
                (
                    hypot(x - px, y - py) - sizes.get((px, py), MARK_RADIUS)
                    for px, py in by_hex.get(label, [])
                ),
                default=20.0,
            )
            cost = (
                k * 0.6 + 4 * max(0.0, MARK_RADIUS + 2 - gap) + (0.12 * gap if gap > MARK_RADIUS + 2 else 0.0)
            )
            if best is None or cost < best[0]:
                best = (cost, (x, y))
        assert best is not None
        x, y = best[1]
        by_hex.setdefault(label, []).append((x, y))
        out.append(Mark(kind, label, round(x, 1), round(y, 1)))
    return out


def _outward(sheet: Sheet, label: str) -> Point:
    """From the middle of a hex towards the edge of the map, most of the way."""
    grid, i = sheet.board.grid, sheet.board.index(label)
    cx, cy = sheet.xy(i)
    corners = sheet.corners(i)
    middles = [
        (
            (corners[d][0] + corners[(d + 1) % 6][0]) / 2 - cx,
            (corners[d][1] + corners[(d + 1) % 6][1]) / 2 - cy,
        )
        for d in range(6)
        if (j := grid.toward(i, d)) < 0 or not sheet.board.on_map >> j & 1
    ]
    if not middles:
        return 0.0, 0.6 * HEX
    x, y = sum(m[0] for m in middles), sum(m[1] for m in middles)
    far = hypot(x, y) or 1.0
    return 0.6 * HEX * x / far, 0.6 * HEX * y / far


def place_water(placer: Placer, waters: Iterable[tuple[str, str, Point]], water: BaseGeometry) -> None:
    """Names of seas, gulfs and lakes on their water, as large as fits."""
    wet = prep(water.buffer(2))
    for name, kind, at in waters:
        is_ocean = kind == "ocean" or "Ocean" in name
        label = None
        for cls, scale, angle in _water_sizes("ocean" if is_ocean else kind):
            label = placer.best(
                _around(Label(name, cls, 0.0, 0.0, "middle", angle, "", scale), at), _within(wet)
            )
            if label is not None:
                break
        if label is None and kind in ("lake", "gulf"):
            label = placer.best(_beside(name, at))
        if label is not None:
            placer.put(label)


def _water_sizes(kind: str) -> Iterator[tuple[str, float, float]]:
    """Class, scale and angle to try, from the grandest down."""
    classes = {"ocean": ("water1", "water2"), "sea": ("water1", "water2", "water3")}
    for cls in classes.get(kind, ("water2", "water3")):
        larger = (2.4, 1.8, 1.35) if kind == "ocean" and cls == "water1" else ()
        for scale in (*larger, 1.0, 0.85) if cls != "water3" else (1.0, 0.85, 0.72):
            for angle in (0.0,) if scale > 1 else (0.0, -20.0, 20.0, -40.0, 40.0, 65.0, -65.0):
                yield cls, scale, angle


def _at(label: Label, x: float, y: float) -> Label:
    return msgspec.structs.replace(label, x=round(float(x), 1), y=round(float(y), 1))


def _within(room: PreparedGeometry[Any]) -> Callable[[list[Polygon]], float]:
    """A judge for names that must lie wholly within a shape."""
    return lambda shapes: 0.0 if all(room.contains(p) for p in shapes) else inf


def _around(label: Label, at: Point) -> Iterator[tuple[float, Label]]:
    for dy in range(-5, 6):
        for dx in range(-5, 6):
            yield hypot(dx, dy) * 0.5, _at(label, at[0] + dx * 16, at[1] + dy * 13)


def _beside(name: str, at: Point) -> Iterator[tuple[float, Label]]:
    for scale in (0.9, 0.75):
        label = Label(name, "water3", 0.0, 0.0, "middle", 0.0, "", scale)
        for dy in range(-4, 5):
            for dx in range(-4, 5):
                yield hypot(dx, dy) + (1 - scale) * 8, _at(label, at[0] + dx * 11, at[1] + dy * 11)


def place_regions(placer: Placer, regions: Iterable[tuple[str, BaseGeometry]]) -> None:
    """Names of countries in spaced capitals across their land."""
    for name, shape in sorted(regions, key=lambda item: (-round(item[1].area), item[0])):
        room = shape.buffer(6)
        fits = _within(prep(room))
        hexes = shape.area / (2.6 * HEX * HEX)
        classes = ["region3"] if hexes < 9 else ["region2", "region3"]
        if hexes > 45:
            classes.insert(0, "region1")
        for cls, scale in ((cls, scale) for cls in classes for scale in (1.0, 0.85, 0.7)):
            label = placer.best(_over(Label(name, cls, anchor="middle", scale=scale), shape, room), fits)
            if label is not None:
                placer.put(label)
                break


def place_zone(placer: Placer, words: str, shape: BaseGeometry, at_sea: bool = False) -> None:
    """The name of a command, zone or sea area, somewhere within it."""
    sizes = [("region3", 1.0), ("region3", 0.88), ("region3", 0.78)]
    if at_sea:
        sizes = [
            ("water1", 1.0),
            ("water1", 0.8),
            ("water2", 1.0),
            ("water2", 0.8),
            ("water3", 1.0),
            ("water3", 0.8),
        ]
    room = shape.buffer(6)
    fits = _within(prep(room))
    for cls, scale in sizes:
        label = placer.best(_over(Label(words, cls, anchor="middle", scale=scale), shape, room), fits)
        if label is not None:
            placer.put(label)
            return


def _over(label: Label, shape: BaseGeometry, room: BaseGeometry) -> Iterator[tuple[float, Label]]:
    """All over a shape, the middle first; `room` is the shape and a little more."""
    x0, y0, x1, y1 = shape.bounds
    middle = shape.centroid
    ys, xs = np.meshgrid(np.arange(y0, y1, 18.0), np.arange(x0, x1, 22.0), indexing="ij")
    within = contains_xy(room, xs, ys)
    points = zip(xs[within].tolist(), ys[within].tolist(), strict=True)
    costs = [(hypot(x - middle.x, y - middle.y) / 60, x, y) for x, y in points]
    for cost, x, y in sorted(costs, key=lambda c: c[0]):
        yield cost, _at(label, x, y)


def place_areas(placer: Placer, areas: Iterable[tuple[str, BaseGeometry]]) -> None:
    """Names of ranges, marshes and forests along their length."""
    for name, shape in areas:
        label = placer.best(_lengthwise(name, shape), _mostly(shape))
        if label is not None:
            placer.put(label)


def _mostly(shape: BaseGeometry) -> Callable[[list[Polygon]], float]:
    """A judge for names that should lie within a shape and must for the greater part."""

    def judge(shapes: list[Polygon]) -> float:
        (covered,) = shapes
        share = covered.intersection(shape).area / covered.area
        return 4 * (1 - share) if share > 0.72 else inf

    return judge


def _lengthwise(name: str, shape: BaseGeometry) -> Iterator[tuple[float, Label]]:
    """Along the longer axis of a shape, or level, mostly within it."""
    frame = shape.minimum_rotated_rectangle
    if not isinstance(frame, Polygon):
        return
    corners = list(frame.exterior.coords)
    spans = [
        (hypot(b[0] - a[0], b[1] - a[1]), a, b)
        for a, b in ((corners[0], corners[1]), (corners[1], corners[2]))
    ]
    long, a, b = max(spans)
    tilt = round((degrees(atan2(b[1] - a[1], b[0] - a[0])) + 90) % 180 - 90, 1)
    middle = shape.centroid if shape.contains(shape.centroid) else shape.representative_point()
    near = prep(shape)
    style = LETTERS["area"]
    for scale in (1.15, 1.0, 0.85, 0.75):
        if text_width(name, style.face, style.size * scale, style.spacing) > 1.15 * long:
            continue
        for angle in (tilt, 0.0):
            label = Label(name, "area", 0.0, 0.0, "middle", angle, "", scale)
            for dy in range(-6, 7):
                for dx in range(-6, 7):
                    x, y = middle.x + dx * 17, middle.y + dy * 14
                    if not near.contains(ShapelyPoint(x, y)):
                        continue
                    level = 0.4 if angle == 0.0 else 0.0
                    yield hypot(dx, dy) * 0.3 + (1.15 - scale) * 6 + level, _at(label, x, y)


def river_candidates(
    name: str, line: list[Point], start: float, stop: float
) -> Iterator[tuple[float, Label]]:
    """Baselines beside a stretch of river: smooth curves that follow it where it is straight enough."""
    style = LETTERS["river"]
    even = _even(line, 6.0)
    for scale in (1.0, 0.88):
        width = text_width(name, style.face, style.size * scale, style.spacing) + 14
        n = int(width / 6.0) + 1
        first, last = int(start / 6.0), min(len(even), int(stop / 6.0))
        for k in range(first, last - n, 4):
            piece = np.array(even[k : k + n])
            chord = hypot(*(piece[-1] - piece[0]))
            if chord < 0.86 * (n - 1) * 6.0:
                continue
            direction = (piece[-1] - piece[0]) / chord
            if direction[0] < 0:
                piece, direction = piece[::-1], -direction
            if abs(direction[1]) > 0.94:
                continue
            normal = np.array([-direction[1], direction[0]])
            off = (piece - piece[0]) @ normal
            along = (piece - piece[0]) @ direction
            bend = np.polyfit(along, off, 2)
            ideal = np.polyval(bend, along)
            rough = float(np.abs(off - ideal).max())
            if rough > 9:
                continue
            for side, extra in ((-1, 0.0), (1, 0.4)):
                # The baseline clears the river by its bulge; below it the capitals need room as well.
                bulge = float((off - ideal).min()) if side < 0 else float((off - ideal).max())
                gap = 5.5 + abs(bulge) if side < 0 else 5.5 + abs(bulge) + 0.62 * style.size * scale
                points = []
                for t in (0.0, 0.25, 0.5, 0.75, 1.0):
                    s = along[0] + t * (along[-1] - along[0])
                    p = piece[0] + direction * s + normal * (np.polyval(bend, s) + side * gap)
                    points.append((float(p[0]), float(p[1])))
                cost = rough * 0.25 + abs(direction[1]) * 2 + extra + (1 - scale) * 10
                yield cost, Label(name, "river", path=open_curve(points), scale=scale)


def _even(line: list[Point], step: float) -> list[Point]:
    """Points along a line at even distances."""
    out = [line[0]]
    need = step
    for a, b in zip(line, line[1:], strict=False):
        d = hypot(b[0] - a[0], b[1] - a[1])
        at = need
        while at <= d:
            out.append((a[0] + (b[0] - a[0]) * at / d, a[1] + (b[1] - a[1]) * at / d))
            at += step
        need = at - d
    return out


def place_rivers(placer: Placer, rivers: Iterable[tuple[str, list[Point]]]) -> None:
    """River names along their course, again every dozen hexes or so on long ones."""
    for name, line in sorted(rivers, key=lambda item: (-length(item[1]), item[0])):
        total = length(line)
        if total < 2.2 * HEX:
            continue
        parts = max(1, round(total / (16 * HEX)))
        for k in range(parts):
            label = placer.best(river_candidates(name, line, total * k / parts, total * (k + 1) / parts))
            if label is not None:
                placer.put(label)


def collisions(labels: list[Label]) -> list[tuple[str, str]]:
    """Pairs of names that touch, for checks."""
    shapes = [shapes_of(label, -0.5) for label in labels]
    flat = [(k, shape) for k, group in enumerate(shapes) for shape in group]
    tree = STRtree([shape for _, shape in flat])
    out = set()
    for k, shape in flat:
        for m in tree.query(shape, predicate="intersects"):
            other = flat[int(m)][0]
            if other != k:
                out.add((min(k, other), max(k, other)))
    return [(shown_text(labels[a]), shown_text(labels[b])) for a, b in sorted(out)]
