"""A map file with its geometry, worked out here anew so that builder and engine are both checked."""

from __future__ import annotations

import json
import tomllib
from collections import deque
from collections.abc import Callable, Iterable
from functools import cache, cached_property
from math import asin, cos, radians, sin, sqrt
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
MAPS = ROOT / "src" / "hexfront" / "maps"
ATLAS = ROOT / "atlas"
WET = ("sea", "lake", "off")
Point = tuple[float, float]
Corner = frozenset[tuple[int, int]]


def map_ids() -> list[str]:
    """Maps that the atlas builds and that are committed."""
    return sorted(p.stem for p in (ATLAS / "games").glob("*.toml") if (MAPS / f"{p.stem}.json").exists())


def kilometres(a: Point, b: Point) -> float:
    """Great-circle distance between two points of latitude and longitude."""
    lat1, lon1, lat2, lon2 = map(radians, (*a, *b))
    h = sin((lat2 - lat1) / 2) ** 2 + cos(lat1) * cos(lat2) * sin((lon2 - lon1) / 2) ** 2
    return 2 * 6371.0 * asin(sqrt(h))


@cache
def gazetteer() -> dict[str, list[dict[str, Any]]]:
    """All lists of the gazetteer."""
    joined: dict[str, list[dict[str, Any]]] = {}
    for path in sorted((ATLAS / "gazetteer").glob("*.toml")):
        for name, entries in tomllib.loads(path.read_text(encoding="utf-8")).items():
            if name != "sources":
                joined.setdefault(name, []).extend(entries)
    return joined


class Map:
    """One committed map."""

    def __init__(self, map_id: str) -> None:
        self.id = map_id
        self.data: dict[str, Any] = json.loads((MAPS / f"{map_id}.json").read_text(encoding="utf-8"))
        self.fit: dict[str, Any] = json.loads((MAPS / f"{map_id}.fit.json").read_text(encoding="utf-8"))
        self.game: dict[str, Any] = tomllib.loads(
            (ATLAS / "games" / f"{map_id}.toml").read_text(encoding="utf-8")
        )
        self.grid: dict[str, Any] = self.data["grid"]
        self.flat = self.grid["orientation"] == "flat"
        self.sign = 1 if self.grid["columns_from"] == "west" else -1
        largest = max(
            self.grid["first_column"] + self.grid["columns"], self.grid["first_row"] + self.grid["rows"]
        )
        self.digits = 3 if largest > 100 else 2
        self.prefix: str = self.grid.get("prefix", "")

    def cell(self, label: str) -> tuple[int, int]:
        """Signed column and row of a label."""
        number = label.removeprefix(self.prefix)
        a, b = int(number[: self.digits]), int(number[self.digits :])
        c, r = (a, b) if self.grid["numbering"] == "CCRR" else (b, a)
        return self.sign * c, r

    def label(self, cell: tuple[int, int]) -> str:
        """The label of a cell."""
        c, r = self.sign * cell[0], cell[1]
        a, b = (c, r) if self.grid["numbering"] == "CCRR" else (r, c)
        return f"{self.prefix}{a:0{self.digits}d}{b:0{self.digits}d}"

    def _shifted(self, number: int) -> bool:
        return (number % 2 == 0) == bool(self.grid["shifted"] == "even")

    def centre(self, cell: tuple[int, int]) -> Point:
        """Centre in units of the distance between neighbours, x east, y south."""
        c, r = cell
        if self.flat:
            return c * sqrt(3) / 2, r + 0.5 * self._shifted(c)
        return c + 0.5 * self._shifted(r), r * sqrt(3) / 2

    def around(self, cell: tuple[int, int]) -> list[tuple[int, int]]:
        """The six cells one unit away, on the map or not."""
        c, r = cell
        x, y = self.centre(cell)
        near = [(c + i, r + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]
        return [
            n for n in near if abs((self.centre(n)[0] - x) ** 2 + (self.centre(n)[1] - y) ** 2 - 1) < 1e-6
        ]

    @cached_property
    def terrain(self) -> dict[str, str]:
        """Terrain by label, hexes off the map left out."""
        legend = self.data["terrain"]["legend"]
        out: dict[str, str] = {}
        for j, row in enumerate(self.data["terrain"]["rows"]):
            for i, symbol in enumerate(row):
                west = self.grid["first_column"] + (i if self.sign > 0 else self.grid["columns"] - 1 - i)
                if legend[symbol] != "off":
                    out[self.label((self.sign * west, self.grid["first_row"] + j))] = legend[symbol]
        return out

    @cached_property
    def land(self) -> set[str]:
        """Labels of land hexes."""
        return {label for label, kind in self.terrain.items() if kind not in WET}

    def neighbours(self, label: str) -> list[str]:
        """Labels of neighbours on the map."""
        return [n for n in map(self.label, self.around(self.cell(label))) if n in self.terrain]

    def are_neighbours(self, a: str, b: str) -> bool:
        """Whether two labels touch."""
        return self.cell(b) in self.around(self.cell(a))

    @cached_property
    def places(self) -> dict[str, str]:
        """Hex by place name."""
        return {p["name"]: p["hex"] for p in self.data["places"]}

    def distance(self, a: str, b: str) -> int:
        """Hexes from one to the other over any terrain."""
        (x1, y1), (x2, y2) = self.centre(self.cell(a)), self.centre(self.cell(b))
        return round(hex_norm(self, x2 - x1, y2 - y1))

    def sides(self, *names: str) -> set[frozenset[str]]:
        """Hexsides of the named sets."""
        return {frozenset(pair) for name in names for pair in self.data["sides"].get(name, [])}

    def links(self, *names: str) -> set[frozenset[str]]:
        """Links of the named sets."""
        return {frozenset(pair) for name in names for pair in self.data["links"].get(name, [])}

    def ends(self, pair: Iterable[str]) -> list[Corner]:
        """The two corners at the ends of a hexside."""
        a, b = (self.cell(label) for label in pair)
        thirds = [n for n in self.around(a) if n in self.around(b)]
        return [frozenset((a, b, third)) for third in thirds]

    def corner_point(self, corner: Corner) -> Point:
        """Where a corner lies."""
        points = [self.centre(cell) for cell in corner]
        return sum(p[0] for p in points) / 3, sum(p[1] for p in points) / 3

    def reach(self, start: Iterable[str], may: Callable[[str, str], bool]) -> set[str]:
        """Every hex that can be reached over the map."""
        seen = set(start)
        queue = deque(seen)
        while queue:
            at = queue.popleft()
            for n in self.neighbours(at):
                if n not in seen and may(at, n):
                    seen.add(n)
                    queue.append(n)
        return seen

    def steps(self, start: str, goal: str, may: Callable[[str, str], bool]) -> int:
        """Length of the shortest allowed way, or a large number."""
        seen = {start: 0}
        queue = deque([start])
        while queue:
            at = queue.popleft()
            if at == goal:
                return seen[at]
            for n in self.neighbours(at):
                if n not in seen and may(at, n):
                    seen[n] = seen[at] + 1
                    queue.append(n)
        return 10_000

    def touches_water(self, label: str) -> bool:
        """Whether a hex has a sea hex beside it or an all-water hexside at one of its corners."""
        if any(self.terrain[n] in ("sea", "lake") for n in self.neighbours(label)):
            return True
        cell = self.cell(label)
        return any(
            cell in corner for pair in self.sides("sea", "lake", "strait") for corner in self.ends(pair)
        )


def hex_norm(board: Map, x: float, y: float) -> float:
    """Length of a vector in hex steps: the hex metric continued between centres."""
    if not board.flat:
        x, y = y, x
    return max(abs(x) * 2 / sqrt(3), abs(y) + abs(x) / sqrt(3))


@cache
def load(map_id: str) -> Map:
    """A map, read once."""
    return Map(map_id)
