"""The art of a map: coast, rivers, rails, borders, terrain shapes, relief and names, from its finished board.

What rules count (hexes, hexsides, links, regions) is read from the board and decides where everything goes; the
gazetteer and the data packages only give it natural form.
"""

from __future__ import annotations

import base64
import json
import tomllib
from math import hypot
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from shapely import (
    LineString,
    Point,
    Polygon,
    box,
    buffer,
    get_coordinates,
    line_interpolate_point,
    linestrings,
    unary_union,
)
from shapely.geometry.base import BaseGeometry

from hexfront.cartography.art import FORMAT, Label, Spot
from hexfront.cartography.paths import open_curve
from hexfront.cartography.symbols import CITY_FEATURES, MARK_RADIUS, VICTORY, icon_of, symbol_radius
from hexfront.hexes import Board, Hex, bits, read_board

from ..game import Game, load_game
from ..gazetteer import Gazetteer
from ..paths import MAPS
from . import lettering, lines, shapes
from .relief import shade
from .sheet import HEX, Sheet

LIMIT = 350_000
"""Bytes that an art file may have."""


def place_spots(sheet: Sheet) -> list[Spot]:
    """Where the symbol of each place stands: at its true position, drawn toward the middle of its hex."""
    board = sheet.board
    rule_cities = 0
    for name in CITY_FEATURES:
        rule_cities |= board.features.get(name, 0)
    out: list[Spot] = []
    for place in sorted(board.places, key=lambda p: (-p.size, p.hex, p.name)):
        if place.kind in ("region", "water", "area"):
            continue
        i = board.index(place.hex)
        cx, cy = sheet.xy(i)
        ((x, y),) = sheet.ground([(place.lat, place.lon)]) if place.lat or place.lon else ((cx, cy),)
        dx, dy = x - cx, y - cy
        away = hypot(dx, dy)
        reach = 0.42 * HEX if place.size < 4 else 0.3 * HEX
        if away > reach:
            dx, dy = dx * reach / away, dy * reach / away
        x, y = cx + dx, cy + dy
        for _ in range(12):
            near = [
                s for s in out
                if hypot(s.x - x, s.y - y) < symbol_radius(s.size) + symbol_radius(place.size) + 5
            ]  # fmt: skip
            if not near:
                break
            s = near[0]
            d = hypot(x - s.x, y - s.y)
            ux, uy = ((x - s.x) / d, (y - s.y) / d) if d > 0.5 else (0.6, 0.8)
            x, y = x + 4 * ux, y + 4 * uy
        out.append(Spot(place.name, place.hex, round(x, 1), round(y, 1), place.size, place.kind))
    return out


def stations(sheet: Sheet, spots: list[Spot]) -> dict[Hex, tuple[float, float]]:
    """The point of each hex that railways go through: its largest place, or toward it where that lies by the rim."""
    out: dict[Hex, tuple[float, float]] = {}
    for spot in sorted(spots, key=lambda s: s.size):
        if spot.size >= 2:
            i = sheet.board.index(spot.hex)
            x, y = sheet.xy(i)
            t = min(1.0, 0.36 * HEX / max(1.0, hypot(spot.x - x, spot.y - y)))
            out[i] = (x + t * (spot.x - x), y + t * (spot.y - y))
    return out


def owners(board: Board, names: set[str]) -> dict[Hex, str]:
    """Which of the named regions holds each hex; where they overlap the smaller wins."""
    out: dict[Hex, str] = {}
    for name in sorted(names, key=lambda n: (-board.regions[n].bit_count(), n)):
        for i in bits(board.regions[name]):
            out[i] = name
    return out


def state_regions(board: Board, gazetteer: Gazetteer) -> set[str]:
    """Regions that are countries of the gazetteer."""
    ids = {str(state["id"]) for state in gazetteer.state.values()}
    return {name for name in board.regions if name in ids}


def region_shapes(sheet: Sheet, owner: dict[Hex, str], land: BaseGeometry) -> dict[str, BaseGeometry]:
    """The land of each owner on the sheet."""
    parts: dict[str, list[Polygon]] = {}
    for i, name in owner.items():
        if sheet.styles[i] not in ("sea", "off"):
            parts.setdefault(name, []).append(Polygon(sheet.corners(i)).buffer(0.6, join_style="mitre"))
    return {name: unary_union(group).intersection(land) for name, group in parts.items()}


def settings(game_id: str) -> dict[str, Any]:
    """What ``settings.toml`` says about a map."""
    whole = tomllib.loads((Path(__file__).parent / "settings.toml").read_text(encoding="utf-8"))
    out: dict[str, Any] = whole.get(game_id, {})
    return out


def _title(ident: str) -> str:
    """The words of a region's id: ``bay_of_biscay`` is Bay of Biscay."""
    small = {"of", "the", "and", "st"}
    words = [w if w in small else w.capitalize() for w in ident.split("_")]
    return " ".join("St." if w == "st" else w for w in words)


class Drawing:
    """One map's art in the making."""

    def __init__(
        self,
        game: Game,
        gazetteer: Gazetteer,
        board: Board,
        fit: dict[str, Any],
        detail: float = 1.0,
        shift: int = 0,
    ) -> None:
        self.game, self.gazetteer, self.board, self.fit = game, gazetteer, board, fit
        self.detail = detail
        self.settings = settings(board.id)
        areas = [name for name in board.regions if name.startswith("sea_")]
        if areas:
            named = {name: _title(name.removeprefix("sea_")) for name in areas}
            names = {**named, **self.settings.get("names", {})}
            self.settings = {"sea": areas, "waters": False, **self.settings, "names": names}
        self.sheet = Sheet(game, board, shift)
        self.spots = place_spots(self.sheet)
        self._water()
        self._lines()

    def _water(self) -> None:
        ground = shapes.Ground(self.sheet, self.gazetteer)
        named = ground.lakes()
        lakes = unary_union(list(named.values())) if named else Polygon()
        spots = [(s.x, s.y) for s in self.spots]
        land, lakes = shapes.agree(self.sheet, ground.land(), lakes, spots)
        self.land_parts = shapes.softened(land, 2.0 / self.detail, 45.0 / self.detail)
        self.lake_parts = shapes.softened(lakes, 1.6 / self.detail, 90.0 / self.detail)
        self.land, self.lakes = unary_union(self.land_parts), unary_union(self.lake_parts)
        w, h = self.sheet.size
        self.sea = box(0, 0, w, h).difference(self.land)

    def _lines(self) -> None:
        sheet = self.sheet
        open_water = unary_union([self.sea, self.lakes])
        self.rivers = [
            (name, kind, lines.river_line(sheet, chain, open_water))
            for name, kind, chain in lines.river_stretches(sheet, self.fit)
        ]
        self.rail_lines = lines.rail_lines(sheet, stations(sheet, self.spots))
        art = self.settings
        names = state_regions(self.board, self.gazetteer)
        if "states" in art:
            names = {n for n in art["states"] if n in self.board.regions}
        self.owner = owners(self.board, names)
        self.borders = [
            ("state", path) for path in lines.border_paths(sheet, lines.region_borders(sheet, self.owner))
        ]
        for kind in ("inner", "zone", "sea"):
            zones = {n for n in art.get(kind, []) if n in self.board.regions}
            parted = owners(self.board, zones)
            if zones and kind != "sea":
                parted = {**dict.fromkeys(bits(self.board.on_map), ""), **parted}
            zoned = lines.region_borders(sheet, parted, sea_too=kind != "inner")
            self.borders += [(kind, path) for path in lines.border_paths(sheet, zoned)]
        if "trigger" in art:
            beyond, within = (self.board.regions[art["trigger"][key]] for key in ("region", "within"))
            parted = {i: "beyond" if beyond >> i & 1 else "" for i in bits(within)}
            drawn = lines.border_paths(sheet, lines.region_borders(sheet, parted))
            self.borders += [("trigger", path) for path in drawn]
        for name in ("fortified", "fort_line", "west_wall", "maginot", "fortification"):
            if name in self.board.sides:
                self.borders += [("fort", p) for p in lines.side_paths(sheet, self.board.sides[name])]

    def marks(self) -> list[Any]:
        """Icons of features that have one, cities' own first."""
        wanted = []
        for name, hexes in self.board.features.items():
            if icon_of(name):
                wanted += [(name, self.board.label(i)) for i in bits(hexes)]
        return lettering.place_marks(self.sheet, self.spots, wanted)

    def labels(self, marks: list[Any]) -> tuple[list[Label], list[Spot]]:
        """All names, and the places for whose name there was no room."""
        sheet, art = self.sheet, self.settings
        hard = [Point(s.x, s.y).buffer(symbol_radius(s.size)) for s in self.spots]
        hard += [Point(m.x, m.y).buffer(MARK_RADIUS) for m in marks]
        hard += lines.crossing_marks(sheet)
        soft: list[tuple[Polygon, float]] = []
        for i in bits(self.board.on_map):
            x, y = sheet.xy(i)
            soft.append((box(x - 12, y - 0.82 * HEX, x + 12, y - 0.63 * HEX), 1.1))
        for _, kind, line in self.rivers:
            soft += _pieces(line, 12.0, 0.5 if kind == "minor" else 0.8, 3.0)
        for line in self.rail_lines:
            soft += _pieces(line, 14.0, 0.35, 3.0)
        soft += [
            piece
            for part in [*self.land_parts, *self.lake_parts]
            for ring in [part.exterior, *part.interiors]
            for piece in _pieces([(x, y) for x, y in ring.coords], 14.0, 0.25, 1.0)
        ]
        placer = lettering.Placer(sheet, lettering.Obstacles(hard, soft))
        counts = self.board.features.get(VICTORY, 0)
        red = {s.name for s in self.spots if counts >> self.board.index(s.hex) & 1}
        without = lettering.place_cities(placer, self.spots, red)
        exits = art.get("exits", {})
        lettering.place_exits(placer, [(str(exits[m.kind]), m) for m in marks if m.kind in exits])
        placer.bar(self._off())
        w, h = sheet.size
        waters = []
        for name, entry in {**self.gazetteer.water, **self._lake_names()}.items():
            at = sheet.ground([entry["at"]])[0]
            hidden = name in art.get("no_label", []) or (
                not art.get("waters", True) and entry.get("kind") != "lake"
            )
            if -HEX < at[0] < w + HEX and -HEX < at[1] < h + HEX and not hidden:
                waters.append((str(entry.get("label", name)), str(entry.get("kind", "lake")), at))
        lettering.place_water(placer, waters, unary_union([self.sea, self.lakes]))
        titles: dict[str, str] = {}
        for state in self.gazetteer.state.values():
            ident, name = str(state["id"]), str(state["name"])
            titles[ident] = min(titles.get(ident, name), name, key=len)
        countries = region_shapes(sheet, self.owner, self.land)
        lettering.place_regions(
            placer, [(titles.get(n, n), s) for n, s in countries.items() if not s.is_empty]
        )
        for region, words in art.get("names", {}).items():
            if region in self.board.regions:
                zone = unary_union(
                    [
                        Polygon(sheet.corners(i)).buffer(0.6, join_style="mitre")
                        for i in bits(self.board.regions[region])
                    ]
                )
                lettering.place_zone(placer, str(words), zone, at_sea=region in art.get("sea", []))
        lettering.place_areas(placer, self._areas())
        lettering.place_rivers(placer, [(name, line) for name, _, line in self.rivers if name])
        return placer.labels, without

    def _off(self) -> BaseGeometry:
        """The sheet beyond the map's hexes, where only names of places on the map may reach."""
        w, h = self.sheet.size
        hexes = [
            Polygon(self.sheet.corners(i)).buffer(0.6, join_style="mitre") for i in bits(self.board.on_map)
        ]
        return box(0, 0, w, h).difference(unary_union(hexes).buffer(4))

    def _lake_names(self) -> dict[str, Any]:
        out = {}
        for name, lake in self.gazetteer.lake.items():
            if not lake.get("remove") and lake.get("rank", 3) <= self.game.table.get("lakes", {}).get(
                "rank", 2
            ):
                spoken = name if "Lake" in name or "Lough" in name else f"Lake {name}"
                if spoken not in self.gazetteer.water and name not in self.gazetteer.water:
                    out[spoken] = {"at": lake["at"], "kind": "lake", "label": lake.get("label", spoken)}
        return out

    def _areas(self) -> list[tuple[str, BaseGeometry]]:
        """Named areas whose kind of ground the board shows there, largest first."""
        out = []
        w, h = self.sheet.size
        page = box(0, 0, w, h)
        for name, area in self.gazetteer.area.items():
            plain = area["kind"] in ("clear", "forest", "tundra") and "label" not in area
            if area.get("rank", 2) > 1 or plain or area.get("label") == "":
                continue
            if self.sheet.game.projection.is_torn(np.array(area["outline"], dtype=float)):
                continue
            outline = Polygon(self.sheet.line([*area["outline"], area["outline"][0]])).buffer(0)
            shape = outline.intersection(page).intersection(self.land)
            if shape.area > 6 * HEX * HEX:
                out.append((str(area.get("label", name)), shape))
        return sorted(out, key=lambda item: (-round(item[1].area), item[0]))

    def _border(self, kind: str, path: str) -> dict[str, str]:
        name = str(self.settings.get("called", {}).get(kind, ""))
        return {"class": kind, **({"name": name} if name else {}), "path": path}

    def document(self) -> dict[str, Any]:
        """The art file as one object, keys in the order of the format."""
        marks = self.marks()
        labels, without = self.labels(marks)
        if without:
            print(f"{self.board.id}: no room for the names of {', '.join(s.name for s in without)}")
        clash = lettering.collisions(labels)
        if clash:
            raise ValueError(f"{self.board.id}: names touch: {clash}")
        width, height, levels = shade(self.sheet, self.detail**3)
        return {
            "format": FORMAT,
            "id": self.board.id,
            "size": list(self.sheet.size),
            "hex": HEX,
            "origin": list(self.sheet.origin),
            "north": self.sheet.north,
            "land": shapes.curve_paths(self.land_parts, 650.0),
            "lakes": shapes.curve_paths(self.lake_parts, 40.0),
            "rivers": [
                {"name": name, "class": kind, "path": open_curve(line)} for name, kind, line in self.rivers
            ],
            "rails": lines.rail_paths(self.rail_lines),
            "borders": [self._border(kind, path) for kind, path in self.borders],
            "fronts": lines.front_paths(self.sheet, self.gazetteer),
            "areas": shapes.area_paths(self.sheet),
            "relief": {"width": width, "height": height, "levels": base64.b64encode(levels).decode()},
            "places": [_fields(s) for s in self.spots],
            "marks": [_fields(m) for m in marks],
            "labels": [_fields(label) for label in labels],
        }


def _pieces(
    line: list[tuple[float, float]], step: float, weight: float, width: float
) -> list[tuple[Polygon, float]]:
    """A line cut in short pieces, each something a name should keep off."""
    whole = LineString(line)
    n = max(1, round(whole.length / step))
    points = get_coordinates(line_interpolate_point(whole, np.arange(n + 1) / n, normalized=True))
    apart = np.hypot(*(points[1:] - points[:-1]).T) > 0.1
    pieces = linestrings(np.stack([points[:-1], points[1:]], axis=1)[apart])
    return [(piece, weight) for piece in buffer(pieces, width, quad_segs=16)]


def _fields(item: Any) -> dict[str, Any]:
    """A struct without the fields that have their default."""
    out: dict[str, Any] = msgspec.to_builtins(item)
    return out


def text(document: dict[str, Any]) -> str:
    """The file: one key, and in lists one entry, a line."""

    def flat(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    parts = []
    for key, value in document.items():
        if isinstance(value, list) and value and isinstance(value[0], (dict, str)):
            body = "[\n" + ",\n".join(flat(item) for item in value) + "\n]"
        else:
            body = flat(value)
        parts.append(f"{flat(key)}:{body}")
    return "{" + ",\n".join(parts) + "}\n"


def build_art(game_id: str, gazetteer: Gazetteer) -> str:
    """The art file of one map, from its committed board."""
    board = read_board((MAPS / f"{game_id}.json").read_bytes(), f"{game_id}.json")
    fit_file = MAPS / f"{game_id}.fit.json"
    fit = json.loads(fit_file.read_text(encoding="utf-8")) if fit_file.exists() else {}
    game, shift = load_game(game_id, gazetteer), 0
    if "cut" in game.table:
        game, shift = load_game(game.table["cut"]["of"], gazetteer), int(game.table["cut"]["shift"])
    for detail in (1.0, 0.93, 0.86, 0.8, 0.7, 0.6):
        out = text(Drawing(game, gazetteer, board, fit, detail, shift).document())
        if len(out.encode()) <= LIMIT:
            return out
    raise ValueError(f"{game_id}: the art has {len(out.encode())} bytes, more than {LIMIT}")
