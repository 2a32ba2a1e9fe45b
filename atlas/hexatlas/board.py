"""The board under construction: land and water, terrain, regions, features and edges of one map."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from .game import Game, load_game
from .gazetteer import Gazetteer, GazetteerError
from .grid import Key, Side, side
from .raster import LAKE, LAND, SEA, Mask, Raster, dense
from .rivers import Chain

WET = frozenset({"sea", "lake", "off"})
"""Terrain that no land unit stands on."""


@dataclass
class Board:
    """Everything that goes into a map file."""

    game: Game
    gazetteer: Gazetteer
    raster: Raster
    off: set[Key] = field(default_factory=set)
    terrain: dict[Key, str] = field(default_factory=dict)
    lakes: dict[str, set[Key]] = field(default_factory=dict)
    sides: dict[str, set[Side]] = field(default_factory=dict)
    links: dict[str, set[Side]] = field(default_factory=dict)
    features: dict[str, set[Key]] = field(default_factory=dict)
    regions: dict[str, set[Key]] = field(default_factory=dict)
    edges: dict[str, set[Key]] = field(default_factory=dict)
    places: list[dict[str, Any]] = field(default_factory=list)
    rivers: dict[str, Chain] = field(default_factory=dict)
    railways: dict[str, list[list[Key]]] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    @property
    def land(self) -> set[Key]:
        """Hexes of land on the map, gathered anew each time: loops keep it in a variable."""
        return {key for key, kind in self.terrain.items() if kind not in WET}

    @property
    def playable(self) -> set[Key]:
        """Hexes on the map, land or water."""
        return {key for key, kind in self.terrain.items() if kind != "off"}

    def warn(self, text: str) -> None:
        """Note something a person should look at."""
        self.warnings.append(text)


def beneath(game: Game, finer: list[str]) -> set[Key]:
    """The hexes whose middle lies on a map of a finer scale, which shows that ground instead."""
    out: set[Key] = set()
    for other in (load_game(name, game.gazetteer) for name in finer):
        for key in game.grid.keys:
            lat, lon = (float(x) for x in game.unproject(*game.grid.centre(key)))
            if other.grid.is_on(other.hex_of(lat, lon)):
                out.add(key)
    return out


def lay_surface(board: Board) -> None:
    """Decide land, sea, lake and off for every hex, and open water between land hexes."""
    game, table = board.game, board.game.table.get("map", {})
    board.off = set(game.hexes(table.get("off", []))) | beneath(game, table.get("beneath", []))
    surface = board.raster.surface
    land_share = board.raster.share(surface == LAND)
    lake_share = board.raster.share(surface == LAKE)
    sea_share = board.raster.share(surface == SEA)
    needed = float(table.get("land_share", 0.4))
    for key in game.grid.keys:
        if key in board.off:
            board.terrain[key] = "off"
        elif lake_share[key] >= float(table.get("lake_share", 0.45)):
            board.terrain[key] = "lake"
        elif land_share[key] >= needed:
            board.terrain[key] = str(game.table["terrain"].get("default", "clear"))
        else:
            board.terrain[key] = "lake" if lake_share[key] > sea_share[key] else "sea"
    # Named places stand on land however ragged the coast; the game file may still overrule.
    for name in shown_places(board):
        key = game.place_hex(name)
        if board.terrain.get(key) in ("sea", "lake"):
            board.terrain[key] = str(game.table["terrain"].get("default", "clear"))
    if "sea" not in game.table["terrain"]["legend"].values():
        raise GazetteerError(f"{game.id}: the legend has no sea")


def lay_open_sides(board: Board) -> None:
    """Hexsides between land hexes that are all water."""
    needed = float(board.game.table.get("map", {}).get("water_side", 0.8))
    land = board.land
    for a in sorted(land):
        for b in board.game.grid.neighbours(a):
            if a < b and b in land:
                sea, lake = board.raster.surface_on_side(a, b)
                if sea + lake >= needed:
                    board.sides.setdefault("sea" if sea >= lake else "lake", set()).add((a, b))


def name_lakes(board: Board) -> None:
    """Which lake each lake hex belongs to: the named lake that covers most of it."""
    from .geodata import lake_polygons

    wet = {key for key, kind in board.terrain.items() if kind == "lake"}
    if not wet:
        return
    best: dict[Key, tuple[float, str]] = {}
    for name, outline in lake_polygons(board.gazetteer).items():
        lat, lon = float(outline[:, 0].mean()), float(outline[:, 1].mean())
        south, west, north, east = board.raster.bounds
        if not (south - 3 < lat < north + 3 and west - 3 < lon < east + 3):
            continue
        share = board.raster.share(board.raster.mask([outline]))
        for key in wet:
            if share[key] > best.get(key, (0.0, ""))[0]:
                best[key] = (share[key], name)
    for key, (_, name) in best.items():
        board.lakes.setdefault(name, set()).add(key)


def lay_terrain(board: Board) -> None:
    """Terrain of land hexes by the game's rules, first rule that fits wins."""
    rules = board.game.table["terrain"].get("rule", [])
    shares: dict[int, dict[Key, float]] = {}
    for index, rule in enumerate(rules):
        outlines = [
            np.array(area["outline"], dtype=float)
            for area in board.gazetteer.area.values()
            if area["kind"] in rule.get("areas", []) and area.get("rank", 1) <= rule.get("rank", 2)
        ]
        holes = [np.array(a["outline"]) for a in board.gazetteer.area.values() if a["kind"] == "clear"]
        mask = board.raster.mask(outlines)
        if holes:
            mask = mask & ~board.raster.mask(holes)
        shares[index] = board.raster.share(mask)
    land_share = board.raster.share(board.raster.surface == LAND)
    for key in sorted(board.land):
        for index, rule in enumerate(rules):
            enough = shares[index][key] >= rule.get("share", 0.5) * max(0.5, land_share[key])
            if rule.get("areas") and not enough:
                continue
            if "p90" in rule:
                high, spread = board.raster.heights[key]
                if high < rule["p90"] or spread < rule.get("spread", 0):
                    continue
            board.terrain[key] = rule["kind"]
            break


def state_at(board: Board, date: str) -> dict[Key, str]:
    """The state that holds most land of each hex on a date."""
    raster = board.raster
    image = Image.new("I", (raster.width, raster.height), 0)
    pen = ImageDraw.Draw(image)
    ids = [""]
    for state in board.gazetteer.states(date):
        ids.append(state["id"])
        ring = dense(np.array(board.gazetteer.ring(state), dtype=float))
        u, v = board.game.project(ring[:, 0], ring[:, 1])
        xy = zip(
            ((u - raster.west) * raster.pixels).tolist(),
            ((v - raster.north) * raster.pixels).tolist(),
            strict=True,
        )
        pen.polygon([(round(x, 2), round(y, 2)) for x, y in xy], fill=len(ids) - 1)
    painted = np.asarray(image)
    painted = np.where(raster.surface == LAND, painted, -1)
    # A hex whose every land pixel misses all rings (a coast stub) takes its neighbours' state.
    out = {key: ids[index] for key, index in raster.most(painted, len(ids)).items() if index}
    for key in sorted(board.land - set(out)):
        around = [out[n] for n in board.game.grid.neighbours(key) if n in out]
        if around:
            out[key] = max(sorted(set(around)), key=around.count)
    return out


def front_mask(board: Board, front: dict[str, Any]) -> Mask:
    """Pixels on the Axis side of a front."""
    line = [(float(p[0]), float(p[1])) for p in front["line"]]
    far = -40.0 if front.get("axis", "right") == "right" else 100.0
    lats = np.linspace(line[-1][0], line[0][0], 30)
    ring = line + [(float(lat), far) for lat in lats]
    mask = board.raster.mask([np.array(ring)])
    for pocket in front.get("pockets", []):
        patch = board.raster.mask([np.array(pocket["outline"], dtype=float)])
        mask = mask | patch if pocket["side"] == "axis" else mask & ~patch
    return mask


def behind_front(board: Board, front: dict[str, Any]) -> set[Key]:
    """Hexes on the Axis side: by who holds the biggest city in the hex, else by most of its land."""
    mask = front_mask(board, front)
    ground = board.raster.surface == LAND
    land, held = board.raster.share(ground), board.raster.share(ground & mask)
    axis = {key for key in land if held[key] >= 0.5 * land[key]}
    for name in sorted(shown_places(board), key=lambda n: int(board.gazetteer.place[n]["size"])):
        u, v = (float(x) for x in board.game.project(*board.gazetteer.point(name)))
        x = int((u - board.raster.west) * board.raster.pixels)
        y = int((v - board.raster.north) * board.raster.pixels)
        if not (0 <= x < board.raster.width and 0 <= y < board.raster.height):
            continue
        key = board.game.place_hex(name)
        if mask[y, x]:
            axis.add(key)
        else:
            axis.discard(key)
    return axis


def above(board: Board, name: str) -> Callable[[Key], bool]:
    """Whether a hex lies on or north of a named line of hexes, measured by centre."""
    lines = {entry["name"]: entry["hexes"] for entry in board.game.table.get("line", [])}
    if name not in lines:
        raise GazetteerError(f"{board.game.id}: no line named {name!r}")
    points = sorted(board.game.grid.centre(board.game.grid.key(label)) for label in lines[name])
    xs, ys = [p[0] for p in points], [p[1] for p in points]

    def test(key: Key) -> bool:
        u, v = board.game.grid.centre(key)
        return v <= float(np.interp(u, xs, ys)) + 1e-6

    return test


def lay_regions(board: Board) -> None:
    """Countries, fronts and other named sets of hexes, in the order of the game file."""
    cache: dict[str, dict[Key, str]] = {}
    for entry in board.game.table.get("region", []):
        pool = board.playable if entry.get("water") else board.land
        keys: set[Key] = set()
        if "states" in entry:
            date = entry.get("date", board.game.date)
            holders = cache.setdefault(date, state_at(board, date))
            keys |= {key for key in pool if holders.get(key) in entry["states"]}
        if "front" in entry:
            axis = behind_front(board, board.gazetteer.front[entry["front"]]) & pool
            keys |= axis if entry.get("side", "axis") == "axis" else pool - axis
        if "outline" in entry:
            share = board.raster.share(board.raster.mask([np.array(entry["outline"], dtype=float)]))
            keys |= {key for key in pool if share[key] >= 0.5}
        if "above" in entry or "below" in entry:
            keys |= {
                key
                for key in pool
                if ("above" not in entry or above(board, entry["above"])(key))
                and ("below" not in entry or not above(board, entry["below"])(key))
            }
        if entry.get("all"):
            keys |= pool
        for name in entry.get("union", []):
            keys |= board.regions[name]
        if "within" in entry:
            keys &= board.regions[entry["within"]]
        for name in entry.get("minus", []):
            keys -= board.regions[name]
        keys |= set(board.game.hexes(entry.get("add", [])))
        keys -= set(board.game.hexes(entry.get("remove", [])))
        if (entry.get("add") or entry.get("remove")) and not entry.get("reason"):
            raise GazetteerError(f"{board.game.id}: region {entry['name']} is corrected without a reason")
        board.regions[entry["name"]] = keys & board.playable


def shown_places(board: Board) -> list[str]:
    """Names of the gazetteer places that this map shows, in the order of the gazetteer."""
    table = board.game.table.get("places", {})
    include, exclude = set(table.get("include", [])), set(table.get("exclude", []))
    unknown = (include | exclude) - set(board.gazetteer.place)
    if unknown:
        raise GazetteerError(f"{board.game.id}: no such places: {sorted(unknown)}")
    out = []
    for name, place in board.gazetteer.place.items():
        if name in exclude or not (name in include or place["size"] >= table.get("min_size", 2)):
            continue
        key = board.game.place_hex(name)
        if board.game.grid.is_on(key) and board.terrain.get(key) != "off":
            out.append(name)
    return out


def lay_features(board: Board) -> None:
    """Named sets of hexes from places, sites, tags, edges and plain lists."""
    shown, land = set(shown_places(board)), board.land
    for entry in board.game.table.get("feature", []):
        keys: set[Key] = set()
        for name in entry.get("places", []):
            key = board.game.place_hex(name)
            if key not in board.playable:
                raise GazetteerError(f"{board.game.id}: feature {entry['name']}: {name} is not on the map")
            keys.add(key)
        if "min_size" in entry:
            keys |= {
                board.game.place_hex(n)
                for n in shown
                if board.gazetteer.place[n]["size"] >= entry["min_size"]
            }
        for tag in entry.get("tags", []):
            keys |= {
                board.game.place_hex(n) for n in shown if tag in board.gazetteer.place[n].get("tags", [])
            }
        for kind in entry.get("sites", []):
            for site in board.gazetteer.site.values():
                if site["kind"] == kind:
                    key = (
                        board.game.place_hex(site["place"])
                        if "place" in site
                        else board.game.hex_of(*site["at"])
                    )
                    if key in land:
                        keys.add(key)
        for name in entry.get("fortlines", []):
            keys |= line_hexes(board, board.gazetteer.fortline[name]["line"])
        if "edge" in entry:
            keys |= board.edges[entry["edge"]]
        if "touching" in entry:
            # Land hexes that touch the water of an outline.
            share = board.raster.share(board.raster.mask([np.array(entry["touching"], dtype=float)]))
            wet = {k for k, kind in board.terrain.items() if kind in ("sea", "lake") and share[k] >= 0.5}
            keys |= {k for k in land if any(n in wet for n in board.game.grid.neighbours(k))}
        for name in entry.get("union", []):
            keys |= board.features[name]
        if "within" in entry:
            keys &= board.regions[entry["within"]]
        keys |= set(board.game.hexes(entry.get("hexes", [])))
        keys |= set(board.game.hexes(entry.get("add", [])))
        keys -= set(board.game.hexes(entry.get("remove", [])))
        for name in entry.get("minus", []):
            keys -= board.features[name]
        board.features[entry["name"]] = keys & board.playable


def line_hexes(board: Board, line: list[list[float]]) -> set[Key]:
    """Land hexes that a line on the ground passes through."""
    keys: set[Key] = set()
    for (lat1, lon1), (lat2, lon2) in zip(line, line[1:], strict=False):
        for t in np.linspace(0, 1, 60):
            keys.add(board.game.hex_of(lat1 + t * (lat2 - lat1), lon1 + t * (lon2 - lon1)))
    return keys & board.land


def lay_edges(board: Board) -> None:
    """Land hexes whose neighbours on one side of the compass are all beyond the map."""
    grid, playable = board.game.grid, board.playable
    compass = {"west": (-1, 0), "east": (1, 0), "north": (0, -1), "south": (0, 1)}
    for name, (du, dv) in compass.items():
        board.edges[name] = set()
        for key in board.land:
            cu, cv = grid.centre(key)
            out = [
                n
                for n in grid.neighbours(key)
                if (grid.centre(n)[0] - cu) * du + (grid.centre(n)[1] - cv) * dv > 0.6
            ]
            if out and not any(n in playable for n in out):
                board.edges[name].add(key)
    for name, spec in board.game.table.get("edges", {}).items():
        board.edges[name] = set(board.game.hexes(spec)) & board.land


def lay_straits(board: Board) -> None:
    """Crossings of the gazetteer that this game names, as hexsides between their two shores."""
    for entry in board.game.table.get("crossing", []):
        a, b = (board.game.grid.key(label) for label in entry["between"])
        if b not in board.game.grid.neighbours(a):
            raise GazetteerError(f"{board.game.id}: crossing {entry['name']}: hexes are not neighbours")
        for kind in entry.get("sides", []):
            board.sides.setdefault(kind, set()).add(side(a, b))
        for kind in entry.get("links", []):
            board.links.setdefault(kind, set()).add(side(a, b))
        for kind in entry.get("not", []):
            board.sides.get(kind, set()).discard(side(a, b))
