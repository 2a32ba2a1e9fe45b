"""Lines of the art: rivers and borders along their hexsides, railways through their hexes, fronts by date."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shapely import LineString, Polygon
from shapely import Point as ShapelyPoint
from shapely.geometry.base import BaseGeometry

from hexfront.cartography.glyphs import noise
from hexfront.cartography.paths import open_curve, through
from hexfront.errors import BadData
from hexfront.hexes import Hex, Sides

from ..gazetteer import Gazetteer
from .sheet import HEX, Point, Sheet, chains, meander

Stretch = tuple[str, str, list[Point]]
"""Name, class and corners of a stretch of river."""


def river_sides(sheet: Sheet) -> dict[str, Sides]:
    """The river hexsides of the board, major and minor."""
    out: dict[str, Sides] = {}
    for name, sides in sheet.board.sides.items():
        if "river" in name and sides:
            kind = "major" if "major" in name else "minor"
            out[kind] = out[kind] | sides if kind in out else sides
    if "major" in out and "minor" in out:
        out["minor"] = out["minor"] - out["major"]
    return out


def river_stretches(sheet: Sheet, fit: dict[str, Any]) -> list[Stretch]:
    """All river hexsides as stretches of corners, downstream: named ones by their chain, then what is left."""
    left: dict[tuple[Hex, Hex], str] = {}
    for kind, sides in sorted(river_sides(sheet).items()):
        for a, b in sides.pairs():
            left[min(a, b), max(a, b)] = kind
    out: list[Stretch] = []
    for name, river in sorted(fit.get("rivers", {}).items(), key=lambda item: (-_sides_of(item[1]), item[0])):
        for run in river["runs"]:
            out += _run_stretches(sheet, name, run, left)
    for kind in ("major", "minor"):
        rest = [sheet.side(a, b) for (a, b), its_kind in sorted(left.items()) if its_kind == kind]
        out += [("", kind, chain) for chain in chains(rest)]
    return out


def _sides_of(river: dict[str, Any]) -> int:
    return sum(len(run) for run in river["runs"])


def _run_stretches(
    sheet: Sheet, name: str, run: list[list[str]], left: dict[tuple[Hex, Hex], str]
) -> list[Stretch]:
    """The stretches of one run that no other river has drawn yet, split where the class changes."""
    known = sheet.board.grid
    out: list[Stretch] = []
    for labels in run:
        try:
            a, b = sorted(known.index(label) for label in labels)
        except (BadData, ValueError):
            continue
        kind = left.pop((a, b), "")
        if not kind:
            continue
        p, q = sheet.side(a, b)
        if out and out[-1][1] == kind:
            chain = out[-1][2]
            if len(chain) == 2 and (_same(chain[0], p) or _same(chain[0], q)):
                chain.reverse()
            if _same(chain[-1], p):
                chain.append(q)
                continue
            if _same(chain[-1], q):
                chain.append(p)
                continue
        if out and _same(out[-1][2][-1], q):
            p, q = q, p
        out.append((name, kind, [p, q]))
    return out


def _same(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) < 3 and abs(a[1] - b[1]) < 3


def river_line(sheet: Sheet, chain: list[Point], water: BaseGeometry) -> list[Point]:
    """A stretch as it is drawn: it meanders, and an end near open water runs out into it."""
    line = meander(sheet, chain)
    for at in (0, -1):
        end = ShapelyPoint(line[at])
        away = water.distance(end)
        if 1 < away < 0.62 * HEX:
            shore = water.boundary.interpolate(water.boundary.project(end))
            beyond = (line[at][0] + (shore.x - end.x) * 1.15, line[at][1] + (shore.y - end.y) * 1.15)
            line = [beyond, *line] if at == 0 else [*line, beyond]
    return line


def rail_points(sheet: Sheet, stations: dict[Hex, Point]) -> dict[Hex, Point]:
    """Where railways pass through each hex: its city, or near its middle."""
    out = {}
    for i in sheet.board.grid:
        x, y = sheet.xy(i)
        a, b = round(x), round(y)
        out[i] = stations.get(i, (x + 9.0 * (2 * noise(a, b, 41) - 1), y + 9.0 * (2 * noise(a, b, 42) - 1)))
    return out


def rail_lines(sheet: Sheet, stations: dict[Hex, Point]) -> list[list[Point]]:
    """Railways and transport lines as chains of points."""
    at = rail_points(sheet, stations)
    links: Sides | None = None
    for name in ("rail", "railway", "transport", "road"):
        if name in sheet.board.links:
            links = sheet.board.links[name] if links is None else links | sheet.board.links[name]
    if links is None:
        return []
    return chains((at[a], at[b]) for a, b in links.pairs())


def rail_paths(lines: Iterable[list[Point]]) -> list[str]:
    """Railways as smooth curves through their points."""
    return [through(line) for line in lines]


def region_borders(sheet: Sheet, owner: dict[Hex, str], sea_too: bool = False) -> list[list[Point]]:
    """The hexsides between hexes of different owners, as chains."""
    pairs = []
    water = () if sea_too else ("sea", "off")
    wet = [s for name, s in sheet.board.sides.items() if name in ("sea", "strait", "ferry") and not sea_too]
    for i in owner:
        for d in range(3):
            j = sheet.board.grid.toward(i, d)
            if j not in owner or owner[i] == owner[j] or any(s.has(i, j) for s in wet):
                continue
            if sheet.styles[i] not in water and sheet.styles[j] not in water:
                pairs.append(sheet.side(i, j))
    return chains(pairs)


def border_paths(sheet: Sheet, lines: Iterable[list[Point]]) -> list[str]:
    """Borders drawn along their hexsides."""
    return [open_curve(meander(sheet, line, 2.5)) for line in lines]


def side_paths(sheet: Sheet, sides: Sides) -> list[str]:
    """Hexsides of a fortified line and the like."""
    return [
        open_curve(meander(sheet, line, 1.5)) for line in chains(sheet.side(a, b) for a, b in sides.pairs())
    ]


def crossing_marks(sheet: Sheet) -> list[Polygon]:
    """Where the arrows of straits and ferries are drawn."""
    board = sheet.board
    pairs = [
        pair
        for table in (board.sides, board.links)
        for name in ("strait", "straits", "ferry", "bridge", "causeway")
        if name in table
        for pair in table[name].pairs()
    ]
    out = []
    for a, b in pairs:
        (x1, y1), (x2, y2) = sheet.xy(a), sheet.xy(b)
        ends = [(x1 + t * (x2 - x1), y1 + t * (y2 - y1)) for t in (0.32, 0.68)]
        out.append(LineString(ends).buffer(7))
    return out


def front_paths(sheet: Sheet, gazetteer: Gazetteer) -> list[dict[str, str]]:
    """Front lines that cross the sheet."""
    w, h = sheet.size
    page = LineString([(0, 0), (w, 0), (w, h), (0, h), (0, 0)]).convex_hull
    out = []
    for ident, front in sorted(gazetteer.front.items()):
        line = LineString(sheet.line(front["line"], 0.6)).intersection(page)
        parts = [line] if isinstance(line, LineString) else list(getattr(line, "geoms", []))
        path = "".join(
            open_curve([(float(x), float(y)) for x, y in part.simplify(2.0).coords])
            for part in parts
            if isinstance(part, LineString) and part.length > 3 * HEX
        )
        if path:
            out.append({"id": ident, "name": str(front.get("name", ident)), "path": path})
    return out
