"""Building one map from start to end, and writing its files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .board import (
    Board,
    lay_edges,
    lay_features,
    lay_open_sides,
    lay_regions,
    lay_straits,
    lay_surface,
    lay_terrain,
    name_lakes,
    shown_places,
)
from .fit import fit_report
from .game import Game, load_game
from .gazetteer import Gazetteer, GazetteerError
from .grid import Key, Side, side
from .lebensraum import cut, lay_borders, lay_shores, lay_weather, read
from .paths import MAPS
from .rails import lay_line
from .raster import Raster
from .rivers import Ground, in_order, lay_river
from .west import lay_countries, lay_islands, lay_sea_areas

FORMAT = "hexfront-map/1"


def build_board(game: Game, gazetteer: Gazetteer) -> Board:
    """Lay a game's grid over the gazetteer."""
    board = Board(game, gazetteer, Raster(game, gazetteer))
    lay_surface(board)
    correct_water(board)
    name_lakes(board)
    lay_open_sides(board)
    lay_islands(board)
    correct_sides(board, water_only=True)
    lay_terrain(board)
    correct_hexes(board)
    lay_rivers(board)
    correct_sides(board, water_only=False)
    lay_straits(board)
    lay_lines(board)
    lay_edges(board)
    lay_countries(board)
    lay_sea_areas(board)
    lay_regions(board)
    lay_features(board)
    lay_boundaries(board)
    lay_borders(board)
    lay_shores(board)
    lay_weather(board)
    lay_places(board)
    return board


def correct_water(board: Board) -> None:
    """Hexes that the game file makes land or water, before anything rests on the coast."""
    for entry in board.game.table.get("hex", []):
        if not entry.get("reason"):
            raise GazetteerError(f"{board.game.id}: hex correction {entry['at']} has no reason")
        for key in _corrected(board, entry):
            board.terrain[key] = entry["terrain"]


def _corrected(board: Board, entry: dict[str, Any]) -> list[Key]:
    """The hexes that a correction names; `only` keeps those of land or of one terrain."""
    keys = board.game.hexes(entry["at"] if isinstance(entry["at"], list) else [entry["at"]])
    only = entry.get("only")
    if only is None:
        return keys
    return [key for key in keys if board.terrain[key] == only or (only == "land" and key in board.land)]


def correct_hexes(board: Board) -> None:
    """Terrain set by hand, each with its reason."""
    kinds = set(board.game.table["terrain"]["legend"].values())
    for entry in board.game.table.get("hex", []):
        if entry["terrain"] not in kinds:
            raise GazetteerError(f"{board.game.id}: unknown terrain {entry['terrain']!r}")
        for key in _corrected(board, entry):
            board.terrain[key] = entry["terrain"]


WATER_SIDES = ("sea", "lake")


def correct_sides(board: Board, water_only: bool) -> None:
    """Hexsides set by hand, each with its reason; open water first because rivers and rails avoid it."""
    for entry in board.game.table.get("side", []):
        if not entry.get("reason"):
            raise GazetteerError(f"{board.game.id}: side correction {entry['between']} has no reason")
        pairs = entry["between"] if isinstance(entry["between"][0], list) else [entry["between"]]
        for first, second in pairs:
            a, b = board.game.grid.key(first), board.game.grid.key(second)
            if b not in board.game.grid.neighbours(a):
                raise GazetteerError(f"{board.game.id}: {first} and {second} are not neighbours")
            for kind in entry.get("add", []):
                if (kind in WATER_SIDES) == water_only:
                    board.sides.setdefault(kind, set()).add(side(a, b))
            for kind in entry.get("remove", []):
                if (kind in WATER_SIDES) == water_only:
                    board.sides.get(kind, set()).discard(side(a, b))


def lay_rivers(board: Board) -> None:
    """All rivers that the game shows, as chains and as sets of hexsides."""
    table = board.game.table.get("rivers", {})
    ground = Ground(
        board.game.grid,
        board.land,
        {key for key, kind in board.terrain.items() if kind == "sea"},
        board.lakes,
        board.sides.get("sea", set()) | board.sides.get("lake", set()),
    )
    include, exclude = set(table.get("include", [])), set(table.get("exclude", []))
    chosen = {
        name: entry
        for name, entry in board.gazetteer.river.items()
        if name not in exclude and (name in include or entry.get("rank", 2) <= table.get("rank", 1))
    }
    unknown = (include | exclude) - set(board.gazetteer.river)
    if unknown:
        raise GazetteerError(f"{board.game.id}: no such rivers: {sorted(unknown)}")
    shown = set(shown_places(board))
    for full in in_order(chosen):
        entry = trimmed(board, full, table.get("start", {}).get(full["name"]))
        if full["name"] in table.get("course", {}):
            # A course redrawn for this map, where its coast is bent by the quoted hexes.
            entry = {**entry, "course": table["course"][full["name"]]}
        chain = lay_river(board.game, entry, ground, board.rivers, shown, board.warn)
        if chain is None or len(chain.sides()) < table.get("shortest", 2):
            continue
        if entry["name"] in table.get("major", []):
            chain.kind = "major"
        if entry["name"] in table.get("minor", []):
            chain.kind = "minor"
        board.rivers[entry["name"]] = chain
    laid: dict[str, set[Side]] = {"major": set(), "minor": set(), "lake": set()}
    for name, chain in board.rivers.items():
        sides = chain.sides()
        if name in table.get("upper_minor", {}):
            # Above the named place a great river is still a small one.
            head = nearest_side(board, sides, board.gazetteer.point(table["upper_minor"][name]))
            laid["minor"].update(sides[:head])
            sides = sides[head:]
        laid[chain.kind].update(sides)
    board.sides["major_river"] = laid["major"] - laid["lake"]
    board.sides["river"] = laid["minor"] - laid["major"] - laid["lake"]
    board.sides.setdefault("lake", set()).update(laid["lake"])


def trimmed(board: Board, entry: dict[str, Any], start: str | None) -> dict[str, Any]:
    """A river begun at a place on its course instead of at its source."""
    if start is None:
        return entry
    lat, lon = board.gazetteer.point(start)
    course = entry["course"]
    at = min(range(len(course)), key=lambda k: (course[k][0] - lat) ** 2 + (course[k][1] - lon) ** 2 / 2.5)
    return {**entry, "course": course[at:], "from": ""}


def nearest_side(board: Board, sides: list[Side], point: tuple[float, float]) -> int:
    """The index of the hexside of a chain that is nearest to a point on the ground."""
    u, v = (float(x) for x in board.game.project(*point))

    def away(s: Side) -> float:
        (ax, ay), (bx, by) = (board.game.grid.centre(key) for key in s)
        return ((ax + bx) / 2 - u) ** 2 + ((ay + by) / 2 - v) ** 2

    return min(range(len(sides)), key=lambda k: away(sides[k]))


def lay_lines(board: Board) -> None:
    """Railways and transport lines."""
    land, playable = board.land, board.playable
    closed = board.sides.get("sea", set()) | board.sides.get("lake", set())
    bridges = {
        side(*(board.game.grid.key(label) for label in entry["between"]))
        for entry in board.game.table.get("crossing", [])
        if entry.get("links")
    }

    def passable(a: Key, b: Key) -> bool:
        return b in land and a in land and (side(a, b) not in closed or side(a, b) in bridges)

    for kind, source in (("railways", board.gazetteer.railway), ("transport", board.gazetteer.transport)):
        table = board.game.table.get(kind)
        if table is None:
            continue
        link = table.get("link", "rail" if kind == "railways" else "transport")
        known = board.links.setdefault(link, set())
        chosen = [
            entry
            for name, entry in source.items()
            if name not in table.get("exclude", [])
            and (name in table.get("include", []) or entry.get("rank", 1) <= table.get("rank", 2))
        ]
        chosen += table.get("extra", [])
        for entry in sorted(chosen, key=lambda e: e.get("rank", 1)):
            runs = lay_line(board.game, entry, playable, passable, known, board.warn)
            if runs:
                board.railways[entry["name"]] = runs
    for entry in board.game.table.get("link", []):
        if not entry.get("reason"):
            raise GazetteerError(f"{board.game.id}: link correction {entry['between']} has no reason")
        a, b = (board.game.grid.key(label) for label in entry["between"])
        for kind in entry.get("add", []):
            board.links.setdefault(kind, set()).add(side(a, b))
        for kind in entry.get("remove", []):
            board.links.get(kind, set()).discard(side(a, b))


def lay_boundaries(board: Board) -> None:
    """Hexsides between two regions, as a named set."""
    for entry in board.game.table.get("boundary", []):
        first, second = (board.regions[name] for name in entry["between"])
        board.sides[entry["name"]] = {
            side(a, b) for a in first for b in board.game.grid.neighbours(a) if b in second and b not in first
        }


def lay_places(board: Board) -> None:
    """Places with their hex, what stands there and the games' features as tags."""
    sites: dict[str, list[str]] = {}
    for site in board.gazetteer.site.values():
        if "place" in site:
            sites.setdefault(site["place"], []).append(site["kind"])
    kinds = board.game.table.get("places", {}).get("kinds", {})
    for name in shown_places(board):
        entry = board.gazetteer.place[name]
        key = board.game.place_hex(name)
        tags = sorted({*entry.get("tags", []), *sites.get(name, [])})
        kind = kinds.get(name) or entry.get("kind") or ("city" if entry["size"] >= 3 else "town")
        lat, lon = entry["at"]
        board.places.append(
            {
                "name": entry.get("label", name),
                "hex": board.game.grid.label(key),
                "kind": kind,
                "size": entry["size"],
                "lat": lat,
                "lon": lon,
                "tags": tags,
            }
        )
    board.places.sort(key=lambda p: (p["hex"], -p["size"], p["name"]))


def _labels(board: Board, keys: set[Key]) -> list[str]:
    return sorted(board.game.grid.label(key) for key in keys)


def _pairs(board: Board, sides: set[Side]) -> list[list[str]]:
    return sorted(sorted(board.game.grid.label(key) for key in s) for s in sides)


def document(board: Board) -> dict[str, Any]:
    """The map file as one object, keys in the order of the format."""
    table, grid = board.game.table, board.game.grid
    symbols = {kind: symbol for symbol, kind in table["terrain"]["legend"].items()}
    rows = []
    for j in range(grid.rows):
        keys = [grid.key_at(i, j) for i in range(grid.columns)]
        rows.append("".join(symbols[board.terrain[key]] for key in keys))
    sides = {
        kind: set(board.sides.get(kind, set()))
        for kind in ("river", "major_river", "sea", "lake", "strait", "closed")
    }
    for kind in sorted(board.sides):
        sides.setdefault(kind, board.sides[kind])
    return {
        "format": FORMAT,
        "id": board.game.id,
        "title": table["title"],
        "provenance": table.get("provenance", "reconstruction"),
        "note": table["note"],
        "grid": grid.table(),
        "terrain": {"legend": table["terrain"]["legend"], "rows": rows},
        "features": {name: _labels(board, keys) for name, keys in board.features.items()},
        "sides": {name: _pairs(board, pairs) for name, pairs in sides.items()},
        "links": {name: _pairs(board, pairs) for name, pairs in board.links.items()},
        "regions": {name: _labels(board, keys) for name, keys in board.regions.items()},
        "edges": {
            name: _labels(board, board.edges.get(name, set())) for name in ("west", "east", "north", "south")
        },
        "places": board.places,
    }


def render(data: dict[str, Any]) -> str:
    """The document as text: one row, one named set or one place a line."""

    def flat(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    parts = []
    for key, value in data.items():
        if key == "terrain":
            rows = ",\n      ".join(flat(row) for row in value["rows"])
            body = f'{{\n    "legend": {flat(value["legend"])},\n    "rows": [\n      {rows}\n    ]\n  }}'
        elif isinstance(value, dict) and key not in ("grid",):
            inner = ",\n    ".join(f"{flat(k)}: {flat(v)}" for k, v in value.items())
            body = f"{{\n    {inner}\n  }}" if inner else "{}"
        elif isinstance(value, list):
            inner = ",\n    ".join(flat(item) for item in value)
            body = f"[\n    {inner}\n  ]" if inner else "[]"
        else:
            body = flat(value)
        parts.append(f"  {flat(key)}: {body}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def atlas_document(board: Board) -> dict[str, Any]:
    """The sidecar: how well the projection fits, and the named chains of rivers and railways."""
    grid = board.game.grid
    report = fit_report(board.game)
    return {
        "format": "hexfront-fit/1",
        "id": board.game.id,
        **report,
        "rivers": {
            name: {
                "class": chain.kind,
                "from": chain.start,
                "to": chain.mouth,
                "runs": [
                    [
                        sorted(grid.label(key) for key in set(a) & set(b))
                        for a, b in zip(run, run[1:], strict=False)
                    ]
                    for run in chain.runs
                ],
            }
            for name, chain in board.rivers.items()
        },
        "railways": {
            name: [[grid.label(key) for key in run] for run in runs] for name, runs in board.railways.items()
        },
        "lakes": {
            name: sorted(grid.label(key) for key in keys) for name, keys in sorted(board.lakes.items())
        },
    }


def build(game_id: str, gazetteer: Gazetteer, folder: Path = MAPS) -> Board | None:
    """Build one map and write ``<id>.json`` and ``<id>.fit.json``; a map cut from a built one has no board."""
    game = load_game(game_id, gazetteer)
    folder.mkdir(parents=True, exist_ok=True)
    if "cut" in game.table:
        parent = game.table["cut"]["of"]
        board = build(parent, gazetteer, folder) if not (folder / f"{parent}.json").exists() else None
        part, fit = cut(*read(folder, parent), game.table)
        (folder / f"{game_id}.json").write_text(render(part), encoding="utf-8")
        (folder / f"{game_id}.fit.json").write_text(render(fit), encoding="utf-8")
        return board
    board = build_board(game, gazetteer)
    (folder / f"{game_id}.json").write_text(render(document(board)), encoding="utf-8")
    (folder / f"{game_id}.fit.json").write_text(render(atlas_document(board)), encoding="utf-8")
    return board
