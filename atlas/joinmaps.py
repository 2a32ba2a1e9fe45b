"""Several built maps as sheets of one: ``python -m joinmaps build|check [ID …]``.

What a joined map holds is in ``joined/<id>.toml``. Nothing is drawn anew: board and art of the sheets are moved to their
place, and hexes of a coarse sheet that lie on a finer one are taken off.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from base64 import b64decode, b64encode
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from typing import Any

from hexatlas.game import Game, load_game
from hexatlas.gazetteer import Gazetteer, load_gazetteer
from hexatlas.paths import ATLAS, MAPS

JOINED = ATLAS / "joined"
RELIEF = 20.0
"""Art pixels a cell of the joined hill shading."""
_MOVE = re.compile(r"M(-?\d*\.?\d+)([ ,]?)(-?\d*\.?\d+)")
Labels = list[str]


def beneath(own: Game, finer: list[str], gazetteer: Gazetteer) -> set[str]:
    """The hexes of a map whose middle lies on a map of a finer scale."""
    out: set[str] = set()
    for other in (load_game(name, gazetteer) for name in finer):
        for key in own.grid.keys:
            lat, lon = (float(x) for x in own.unproject(*own.grid.centre(key)))
            if other.grid.is_on(other.hex_of(lat, lon)):
                out.add(own.grid.label(key))
    return out


class Sheet:
    """One map to be laid down, with the hexes that are taken off it."""

    def __init__(self, entry: dict[str, Any], gazetteer: Gazetteer) -> None:
        name = entry["map"]
        self.title = str(entry["title"])
        self.column, self.row = int(entry["column"]), int(entry["row"])
        self.board = json.loads((MAPS / f"{name}.json").read_text(encoding="utf-8"))
        self.art = json.loads((MAPS / f"{name}.art.json").read_text(encoding="utf-8"))
        game = load_game(name, gazetteer)
        self.off = beneath(game, entry.get("beneath", []), gazetteer)
        grid = game.grid
        self.labels = [[grid.label(grid.key_at(i, j)) for i in range(grid.columns)] for j in range(grid.rows)]

    def spec(self) -> dict[str, Any]:
        """The sheet as the grid of the joined map declares it."""
        grid = self.board["grid"]
        kept = (
            "prefix",
            "columns",
            "rows",
            "first_column",
            "first_row",
            "numbering",
            "columns_from",
            "km",
        )
        return {
            "prefix": grid["prefix"],
            "title": self.title,
            "column": self.column,
            "row": self.row,
            **{k: grid[k] for k in kept[1:]},
        }

    def rows(self) -> list[str]:
        """Its terrain, blank where it is taken off."""
        return [
            "".join(" " if label in self.off else letter for label, letter in zip(labels, row, strict=True))
            for labels, row in zip(self.labels, self.board["terrain"]["rows"], strict=True)
        ]

    def moved(self) -> tuple[float, float]:
        """How far its art is moved, in pixels."""
        hex_size = float(self.art["hex"])
        return self.column * hex_size * sqrt(3), self.row * hex_size * 1.5


def join_board(table: dict[str, Any], sheets: list[Sheet]) -> dict[str, Any]:
    """The board of the joined map."""
    rows = [[" "] * int(table["columns"]) for _ in range(int(table["rows"]))]
    for sheet in sheets:
        for j, row in enumerate(sheet.rows()):
            rows[sheet.row + j][sheet.column : sheet.column + len(row)] = row
    out: dict[str, Any] = {
        "format": "hexfront-map/1",
        **{key: table[key] for key in ("id", "title", "provenance", "note")},
        "grid": {
            "orientation": "pointy", "columns": table["columns"], "rows": table["rows"],
            "shifted": table["shifted"], "sheets": [sheet.spec() for sheet in sheets],
        },
        "terrain": {
            "legend": sheets[0].board["terrain"]["legend"],
            "rows": ["".join(row) for row in rows],
        },
    }  # fmt: skip
    for part in ("features", "regions"):
        out[part] = _named(sheets, part, lambda label, off: label not in off)
    for entry in table.get("region", []):
        out["regions"][entry["name"]] = sorted(entry["hexes"])
    for part in ("sides", "links"):
        out[part] = _named(sheets, part, lambda pair, off: not off & set(pair))
    order = ("features", "sides", "links", "regions")
    out = {key: out[key] for key in (*[k for k in out if k not in order], *order)}
    out["edges"] = {}
    out["places"] = [
        place for sheet in sheets for place in sheet.board["places"] if place["hex"] not in sheet.off
    ]
    return out


def _named(sheets: list[Sheet], part: str, keep: Callable[[Any, set[str]], bool]) -> dict[str, list[Any]]:
    out: dict[str, list[Any]] = {}
    for sheet in sheets:
        for name, items in sheet.board[part].items():
            out.setdefault(name, []).extend(item for item in items if keep(item, sheet.off))
    return {name: sorted(items) for name, items in out.items() if items or part == "sides"}


def shift_path(path: str, dx: float, dy: float) -> str:
    """A path moved: its absolute points are those of `M` alone, all else is relative."""

    def moved(found: re.Match[str]) -> str:
        x, y = float(found[1]) + dx, float(found[3]) + dy
        return f"M{_short(x)} {_short(y)}"

    return _MOVE.sub(moved, path)


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def join_art(table: dict[str, Any], sheets: list[Sheet]) -> dict[str, Any]:
    """The art of the joined map."""
    hex_size = float(sheets[0].art["hex"])
    origin = sheets[0].art["origin"]
    size = [
        round(2 * origin[0] + (table["columns"] - 0.5) * hex_size * sqrt(3), 1),
        round(2 * origin[1] + (table["rows"] - 1) * hex_size * 1.5, 1),
    ]
    out: dict[str, Any] = {
        "format": "hexfront-art/1",
        "id": table["id"],
        "size": size,
        "hex": hex_size,
        "origin": origin,
    }
    for key in ("land", "lakes", "rails"):
        out[key] = [shift_path(path, *sheet.moved()) for sheet in sheets for path in sheet.art.get(key, [])]
    for key in ("rivers", "borders"):
        out[key] = [
            {**line, "path": shift_path(line["path"], *sheet.moved())}
            for sheet in sheets
            for line in sheet.art.get(key, [])
        ]
    areas: dict[str, Labels] = {}
    for sheet in sheets:
        for kind, paths in sheet.art["areas"].items():
            areas.setdefault(kind, []).extend(shift_path(path, *sheet.moved()) for path in paths)
    out["areas"] = areas
    out["relief"] = _relief(size, sheets)
    for key in ("places", "marks", "labels"):
        out[key] = [
            _spot(item, *sheet.moved())
            for sheet in sheets
            for item in sheet.art[key]
            if item.get("hex", "") not in sheet.off
        ]
    return out


def _spot(item: dict[str, Any], dx: float, dy: float) -> dict[str, Any]:
    out = dict(item)
    if "x" in out:
        out["x"], out["y"] = round(out["x"] + dx, 1), round(out["y"] + dy, 1)
    if out.get("path"):
        out["path"] = shift_path(out["path"], dx, dy)
    return out


def _relief(size: list[float], sheets: list[Sheet]) -> dict[str, Any]:
    """The hill shading of the sheets on one raster; level ground between them."""
    width, height = round(size[0] / RELIEF), round(size[1] / RELIEF)
    levels = bytearray([128]) * (width * height)
    for sheet in sheets:
        own = sheet.art["relief"]
        pixels = b64decode(own["levels"])
        dx, dy = sheet.moved()
        across, down = sheet.art["size"]
        for j in range(height):
            y = ((j + 0.5) * size[1] / height - dy) / down
            if not 0 <= y < 1:
                continue
            row = int(y * own["height"]) * own["width"]
            for i in range(width):
                x = ((i + 0.5) * size[0] / width - dx) / across
                if 0 <= x < 1:
                    levels[j * width + i] = pixels[row + int(x * own["width"])]
    return {"width": width, "height": height, "levels": b64encode(bytes(levels)).decode()}


def render(document: dict[str, Any]) -> str:
    """A document as text: one key, and in lists and tables one entry, a line."""

    def flat(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    parts = []
    for key, value in document.items():
        if isinstance(value, list) and value and isinstance(value[0], dict | str):
            body = "[\n" + ",\n".join(map(flat, value)) + "\n]"
        elif isinstance(value, dict) and key in ("features", "sides", "links", "regions", "areas"):
            body = "{\n" + ",\n".join(f"{flat(k)}:{flat(v)}" for k, v in value.items()) + "\n}"
        elif key == "terrain":
            rows = ",\n".join(map(flat, value["rows"]))
            body = f'{{"legend":{flat(value["legend"])},"rows":[\n{rows}\n]}}'
        else:
            body = flat(value)
        parts.append(f"{flat(key)}:{body}")
    return "{" + ",\n".join(parts) + "}\n"


def join(map_id: str) -> dict[str, str]:
    """The files of a joined map, by their ending."""
    table = tomllib.loads((JOINED / f"{map_id}.toml").read_text(encoding="utf-8"))
    gazetteer = load_gazetteer()
    sheets = [Sheet(entry, gazetteer) for entry in table["sheet"]]
    return {
        ".json": render(join_board(table, sheets)),
        ".art.json": render(join_art(table, sheets)),
    }


def main(argv: list[str]) -> int:
    """Join maps, or say which are not what their sheets are."""
    if not argv or argv[0] not in ("build", "check"):
        print("usage: python -m joinmaps build|check [ID …]", file=sys.stderr)
        return 2
    stale = []
    for map_id in argv[1:] or sorted(path.stem for path in JOINED.glob("*.toml")):
        for ending, text in join(map_id).items():
            target: Path = MAPS / f"{map_id}{ending}"
            if argv[0] == "build":
                target.write_text(text, encoding="utf-8")
                print(f"{target.name}: {len(text.encode()) / 1000:.0f} kB")
            elif not target.exists() or target.read_text(encoding="utf-8") != text:
                stale.append(f"{target.name}: its sheets changed; run python -m joinmaps build {map_id}")
    print("\n".join(stale) if stale else "", end="\n" if stale else "")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
