"""What only the maps of Lebensraum! need: shores by sea, weather sections, frontiers, and maps cut from one grid."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from .board import Board
from .gazetteer import GazetteerError
from .grid import Grid, Key, side
from .raster import SEA


def lay_shores(board: Board) -> None:
    """Partly sea hexes, as a feature for each sea that naval markers are kept for.

    A land hex lies on a shore when some of the water of the shore's outline reaches into it, or it has a hexside
    on a sea hex of that outline.
    """
    entries = board.game.table.get("shore", [])
    if not entries:
        return
    wet = board.raster.surface == SEA
    sea = {key for key, kind in board.terrain.items() if kind == "sea"}
    everywhere: set[Key] = set()
    for entry in entries:
        inside = board.raster.mask([np.array(entry["outline"], dtype=float)])
        share = board.raster.share(wet & inside)
        far = board.raster.share(inside)
        keys = set()
        for key in board.land:
            around = [n for n in board.game.grid.neighbours(key) if n in sea and far[n] >= 0.5]
            if share[key] >= 0.03 or around:
                keys.add(key)
        keys |= set(board.game.hexes(entry.get("add", [])))
        keys -= set(board.game.hexes(entry.get("remove", [])))
        board.features[entry["name"]] = keys & board.land
        everywhere |= keys & board.land
    board.features["partial_sea"] = everywhere


def lay_weather(board: Board) -> None:
    """The three weather sections: rows, with lines that turn north-west along the grain of the hexes. Case 8.0."""
    table = board.game.table.get("weather")
    if table is None:
        return
    north: set[Key] = set()
    south: set[Key] = set()
    for key in board.playable:
        c, r = board.game.grid.sign * key[0], key[1]
        if r <= table["north_row"] and c <= table["north_turn"] + (table["north_row"] - r) / 2:
            north.add(key)
        elif r >= table["south_row"] or c >= table["south_turn"] + (table["south_row"] - r) / 2:
            south.add(key)
    board.regions["weather_north"] = north
    board.regions["weather_central"] = board.playable - north - south
    board.regions["weather_south"] = south


def lay_borders(board: Board) -> None:
    """Hexsides between two countries, as the set ``border``."""
    if not board.game.table.get("map", {}).get("borders"):
        return
    owner = {
        key: entry["name"] for entry in board.game.table["country"] for key in board.regions[entry["name"]]
    }
    board.sides["border"] = {
        side(a, b)
        for a in owner
        for b in board.game.grid.neighbours(a)
        if a < b and b in owner and owner[a] != owner[b]
    }


def cut(
    document: dict[str, Any], fit: dict[str, Any], table: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """A map cut from a wider one: some of its columns, numbered anew by a shift of the columns."""
    parent, grid = Grid.from_table(document["grid"]), Grid.from_table(table["grid"])
    shift = int(table["cut"]["shift"])
    if (grid.rows, grid.first_row, grid.numbering, grid.columns_from) != (
        parent.rows,
        parent.first_row,
        parent.numbering,
        parent.columns_from,
    ):
        raise GazetteerError(f"{table['id']}: a cut keeps the rows and the numbering of its parent")

    def moved(label: str) -> str:
        c, r = parent.key(label)
        key = (c + parent.sign * shift, r)
        return grid.label(key) if grid.is_on(key) else ""

    def labels(items: list[str]) -> list[str]:
        return sorted(filter(None, map(moved, items)))

    def pairs(items: list[list[str]]) -> list[list[str]]:
        out = [[moved(a), moved(b)] for a, b in items]
        return sorted(sorted(pair) for pair in out if all(pair))

    west = [
        i
        for i in range(parent.columns)
        if grid.is_on((parent.key_at(i, 0)[0] + parent.sign * shift, grid.first_row))
    ]
    rows = [row[west[0] : west[-1] + 1] for row in document["terrain"]["rows"]]
    land = _land(grid, rows, document["terrain"]["legend"])
    places = [{**p, "hex": moved(p["hex"])} for p in document["places"] if moved(p["hex"])]
    new = {
        **document,
        "id": table["id"],
        "title": table["title"],
        "note": table["note"],
        "grid": grid.table(),
        "terrain": {"legend": document["terrain"]["legend"], "rows": rows},
        "features": {name: labels(items) for name, items in document["features"].items()},
        "sides": {name: pairs(items) for name, items in document["sides"].items()},
        "links": {name: pairs(items) for name, items in document["links"].items()},
        "regions": {name: labels(items) for name, items in document["regions"].items() if labels(items)},
        "edges": _edges(grid, land),
        "places": sorted(places, key=lambda p: (p["hex"], -p["size"], p["name"])),
    }
    return new, _cut_fit(fit, table, moved)


def _land(grid: Grid, rows: list[str], legend: dict[str, str]) -> set[Key]:
    return {
        grid.key_at(i, j)
        for j, row in enumerate(rows)
        for i, symbol in enumerate(row)
        if legend[symbol] not in ("sea", "lake", "off")
    }


def _edges(grid: Grid, land: set[Key]) -> dict[str, list[str]]:
    """Land hexes of the outermost column or row on each side."""
    west, east = (grid.key_at(i, 0)[0] for i in (0, grid.columns - 1))
    north, south = grid.first_row, grid.first_row + grid.rows - 1
    return {
        "west": sorted(grid.label(key) for key in land if key[0] == west),
        "east": sorted(grid.label(key) for key in land if key[0] == east),
        "north": sorted(grid.label(key) for key in land if key[1] == north),
        "south": sorted(grid.label(key) for key in land if key[1] == south),
    }


def _cut_fit(fit: dict[str, Any], table: dict[str, Any], moved: Callable[[str], str]) -> dict[str, Any]:
    """The sidecar of a cut map: the quoted places, rivers and lines that lie on it."""
    residuals = [
        {**row, "hex": moved(row["hex"]), "plain_hex": moved(row["plain_hex"]) if row["plain_hex"] else ""}
        for row in fit["residuals"]
        if moved(row["hex"])
    ]
    squares = [row["residual"] ** 2 for row in residuals]
    rivers = {}
    for name, river in fit["rivers"].items():
        runs = [part for run in river["runs"] for part in _kept_sides(run, moved)]
        if runs:
            whole = sum(map(len, runs)) == sum(map(len, river["runs"]))
            rivers[name] = {**river, "to": river["to"] if whole else "edge", "runs": runs}
    railways = {}
    for name, chains in fit["railways"].items():
        parts = [part for chain in chains for part in _kept_hexes(chain, moved)]
        if parts:
            railways[name] = parts
    return {
        **fit,
        "id": table["id"],
        "quoted": len(residuals),
        "rms": round(float(np.sqrt(sum(squares) / len(squares))), 3) if squares else None,
        "in_hex_plain": sum(bool(row["in_hex_plain"]) for row in residuals),
        "in_hex": sum(bool(row["in_hex"]) for row in residuals),
        "residuals": residuals,
        "rivers": rivers,
        "railways": railways,
        "lakes": {
            name: sorted(filter(None, map(moved, keys)))
            for name, keys in fit["lakes"].items()
            if any(map(moved, keys))
        },
    }


def _kept_sides(run: list[list[str]], moved: Callable[[str], str]) -> list[list[list[str]]]:
    """The stretches of a river that lie on a cut map."""
    out: list[list[list[str]]] = [[]]
    for a, b in run:
        if moved(a) and moved(b):
            out[-1].append(sorted((moved(a), moved(b))))
        elif out[-1]:
            out.append([])
    return [part for part in out if part]


def _kept_hexes(chain: list[str], moved: Callable[[str], str]) -> list[list[str]]:
    """The stretches of a line that lie on a cut map."""
    out: list[list[str]] = [[]]
    for label in chain:
        if moved(label):
            out[-1].append(moved(label))
        elif out[-1]:
            out.append([])
    return [part for part in out if len(part) > 1]


def read(folder: Path, game_id: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A built map and its sidecar."""
    return (
        json.loads((folder / f"{game_id}.json").read_text(encoding="utf-8")),
        json.loads((folder / f"{game_id}.fit.json").read_text(encoding="utf-8")),
    )
