"""Islands, countries as a partition of the land, and sea areas as a partition of the water.

Maps of a whole theatre want every land hex in exactly one country and every sea hex in exactly one sea area. A
game file lists its ``country`` entries in order of precedence, each naming gazetteer states on a date, and its
``sea_area`` entries with points at sea; a water hex goes to the area whose nearest point is closest to it.
"""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from .board import Board, shown_places, state_at
from .gazetteer import GazetteerError, Point
from .geodata import coast_polygons
from .grid import Key, side
from .projection import great_circle


def lay_countries(board: Board) -> None:
    """Every land hex to one country: the first entry that holds it, or the country around it."""
    entries = board.game.table.get("country", [])
    if not entries:
        return
    holders: dict[str, dict[Key, str]] = {}
    owner: dict[Key, str] = {}
    for entry in entries:
        date = entry.get("date", board.game.date)
        if date not in holders:
            holders[date] = state_at(board, date)
        by_hand = set(board.game.hexes(entry.get("add", [])))
        if by_hand and not entry.get("reason"):
            raise GazetteerError(f"{board.game.id}: country {entry['name']} is corrected without a reason")
        for key in by_hand & board.land:
            owner[key] = entry["name"]
    by_place: dict[Key, str] = {}
    _claim_places(board, by_place)
    owner = {**by_place, **owner}
    fixed = set(owner)
    for entry in entries:
        date = entry.get("date", board.game.date)
        for key in board.land - fixed:
            if key not in owner and holders[date].get(key) in entry["states"]:
                owner[key] = entry["name"]
    _fill_gaps(board, owner)
    for entry in entries:
        name = entry["name"]
        board.regions[name] = {key for key in board.land if owner.get(key) == name}


def _claim_places(board: Board, owner: dict[Key, str]) -> None:
    """A hex goes with its greatest place: the country whose state holds the place itself holds the hex."""
    greatest = sorted(shown_places(board), key=lambda name: board.gazetteer.place[name]["size"])
    places = {board.game.place_hex(name): name for name in greatest}
    entries = board.game.table["country"]
    dates = {str(entry.get("date", board.game.date)) for entry in entries}
    rings = {
        date: [(str(state["id"]), board.gazetteer.ring(state)) for state in board.gazetteer.states(date)]
        for date in sorted(dates)
    }
    for key in sorted(set(places) & board.land):
        lat, lon = board.gazetteer.point(places[key])
        holders = {date: _holder(known, lat, lon) for date, known in rings.items()}
        for entry in entries:
            if holders[str(entry.get("date", board.game.date))] in entry["states"]:
                owner[key] = entry["name"]
                break


def _holder(rings: list[tuple[str, list[Point]]], lat: float, lon: float) -> str:
    """The state that holds a point, of those with the given rings; the later ring wins, as on the map."""
    for name, ring in reversed(rings):
        if _holds(ring, lat, lon):
            return name
    return ""


def _holds(ring: list[Point], lat: float, lon: float) -> bool:
    """Whether a ring holds a point; rings over the date line count longitudes beyond 180."""
    if lon < 0 and max(x for _, x in ring) > 180:
        lon += 360
    inside = False
    for (y1, x1), (y2, x2) in zip(ring, ring[1:] + ring[:1], strict=True):
        if (y1 > lat) != (y2 > lat) and lon < x1 + (lat - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
    return inside


def _fill_gaps(board: Board, owner: dict[Key, str]) -> None:
    """Hexes between two drawn frontiers join the country most of their neighbours belong to."""
    for _ in range(6):
        found: dict[Key, str] = {}
        for key in sorted(board.land - set(owner)):
            around = [owner[n] for n in board.game.grid.neighbours(key) if n in owner]
            if around:
                found[key] = max(sorted(set(around)), key=around.count)
        if not found:
            break
        owner.update(found)
    for key in sorted(board.land - set(owner)):
        board.warn(f"{board.game.grid.label(key)} belongs to no country")


def lay_sea_areas(board: Board) -> None:
    """Every sea hex to the sea area with the nearest reference point; coasts are left to the rules."""
    entries = board.game.table.get("sea_area", [])
    if not entries:
        return
    points = [(float(lat), float(lon), entry["name"]) for entry in entries for lat, lon in entry["points"]]
    for entry in entries:
        board.regions[entry["name"]] = set()
    fixed = {key: entry["name"] for entry in entries for key in board.game.hexes(entry.get("add", []))}
    for key in sorted(k for k, kind in board.terrain.items() if kind == "sea"):
        if key in fixed:
            board.regions[fixed[key]].add(key)
            continue
        u, v = board.game.grid.centre(key)
        lat, lon = (float(x) for x in board.game.unproject(u, v))
        _, name = min((great_circle((lat, lon), (plat, plon)), label) for plat, plon, label in points)
        board.regions[name].add(key)


def island_of(board: Board) -> dict[Key, int]:
    """The coast outline that gives each land hex most of its land, numbered as in the coast file."""
    raster = board.raster
    image = Image.new("I", (raster.width, raster.height), 0)
    pen = ImageDraw.Draw(image)
    count = 1
    for number, outline in enumerate(coast_polygons(raster.bounds, 100.0), start=1):
        u, v = board.game.project(outline[:, 0], outline[:, 1])
        x, y = (u - raster.west) * raster.pixels, (v - raster.north) * raster.pixels
        if x.max() < 0 or y.max() < 0 or x.min() > raster.width or y.min() > raster.height:
            continue
        pen.polygon(list(zip(np.round(x, 2).tolist(), np.round(y, 2).tolist(), strict=True)), fill=number)
        count = number + 1
    # Zero is the water, which is no island however much of the hex it covers.
    painted, land = np.asarray(image), board.land
    found = raster.most(np.where(painted > 0, painted, -1), count)
    return {key: number for key, number in found.items() if key in land}


def lay_islands(board: Board) -> None:
    """Sides between hexes of two different islands are all sea, where the game asks for it.

    A strait narrower than a hex would otherwise vanish. Pairs that the game file joins keep their land bridge.
    """
    table = board.game.table.get("map", {})
    if not table.get("islands"):
        return
    home = island_of(board)
    joined = set()
    for entry in table.get("joined", []):
        if not entry.get("reason"):
            raise GazetteerError(f"{board.game.id}: joined hexes {entry['between']} without a reason")
        a, b = (board.game.grid.key(label) for label in entry["between"])
        joined.add(side(a, b))
    sea = board.sides.setdefault("sea", set())
    land = board.land
    for a in sorted(land):
        for b in board.game.grid.neighbours(a):
            if a < b and b in land and home.get(a) != home.get(b):
                sea.add((a, b))
    sea -= joined
