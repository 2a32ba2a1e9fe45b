"""The map sheet, the charts and the counters of Hitler Turns East, read from the data files alone.

Hexes are their printed numbers, sets are sets: nothing here shares a line with the engine.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import hexfront

PACKAGE = Path(hexfront.__file__).parent
AXIS, SOVIET = "axis", "soviet"
FRONTS = ("northwest_front", "west_front", "southwest_front", "south_front")
BAD_GROUND = ("Mud", "Snow")
WHITE = {AXIS: {"n", "s", "sw", "nw"}, SOVIET: {"n", "ne", "se", "s"}}
BLACK = {AXIS: {"n", "ne", "se", "s"}, SOVIET: {"n", "s", "sw", "nw"}}


class Sheet:
    """The map and the charts."""

    def __init__(self) -> None:
        data = json.loads((PACKAGE / "maps" / "turns_east.json").read_text())
        self.tables: dict[str, Any] = tomllib.loads(
            (PACKAGE / "games" / "turns_east" / "data" / "tables.toml").read_text()
        )
        legend = data["terrain"]["legend"]
        self.terrain: dict[str, str] = {}
        for row, line in enumerate(data["terrain"]["rows"]):
            for column, sign in enumerate(line):
                self.terrain[f"{column + 4:02}{row:02}"] = legend[sign]
        regions = {name: set(hexes) for name, hexes in data["regions"].items()}
        marks = {name: set(hexes) for name, hexes in data["features"].items()}
        self.regions, self.marks = regions, marks
        self.towns = marks["town"] | marks["city"] | marks["fort"] | marks["oil"]
        self.forts = marks["fort"]
        self.named: dict[str, str] = {place["name"]: place["hex"] for place in data["places"]}
        self.east_zone = marks["off_map_zone"]
        self.west_edge = set(data["edges"]["west"])
        water = {h for h, kind in self.terrain.items() if kind in ("sea", "lake", "off")}
        self.land = set(self.terrain) - water
        self.open = self.land - regions["finland"]
        self.home = self.land - regions["ussr"] - self.east_zone  # west of the "At start" border
        self.lake = self._ladoga()
        self.prohibited = {frozenset(pair) for name in ("sea", "lake") for pair in data["sides"][name]}
        self.river = {frozenset(pair) for pair in data["sides"]["major_river"]}
        self.known_lines: dict[Any, Any] = {}  # lines over the same ground are the same
        self.area = {h: n for n, name in enumerate(FRONTS) for h in regions[name]}

    def _ladoga(self) -> set[str]:
        """The lake of hex 2100, all of it (RULING 10.1-b)."""
        out: set[str] = set()
        edge = ["2100"]
        while edge:
            hex_ = edge.pop()
            if hex_ not in out and self.terrain[hex_] == "lake":
                out.add(hex_)
                edge += self.around[hex_].values()
        return out

    @cached_property
    def around(self) -> dict[str, dict[str, str]]:
        """Each hex's neighbours by direction; odd columns lie half a hex lower."""
        out: dict[str, dict[str, str]] = {}
        for hex_ in self.terrain:
            column, row = int(hex_[:2]), int(hex_[2:])
            up, down = (row, row + 1) if column % 2 else (row - 1, row)
            places = {
                "n": (column, row - 1), "ne": (column + 1, up), "se": (column + 1, down),
                "s": (column, row + 1), "sw": (column - 1, down), "nw": (column - 1, up),
            }  # fmt: skip
            out[hex_] = {
                way: label
                for way, (c, r) in places.items()
                if c >= 0 and r >= 0 and (label := f"{c:02}{r:02}") in self.terrain
            }
        return out

    @cached_property
    def exits(self) -> dict[str, dict[str, str]]:
        """The neighbours that can be entered: no prohibited hex, no prohibited hexside."""
        return {
            hex_: {
                way: other
                for way, other in self.around[hex_].items()
                if other in self.open and frozenset((hex_, other)) not in self.prohibited
            }
            for hex_ in self.open
        }

    @cached_property
    def links(self) -> dict[str, list[str]]:
        """The neighbours to which no prohibited hexside bars the way, water among them."""
        return {
            hex_: [n for n in near.values() if frozenset((hex_, n)) not in self.prohibited]
            for hex_, near in self.around.items()
        }

    @cached_property
    def reach_of_lines(self) -> list[set[str]]:
        """For each Command its own hexes and those just past its boundary."""
        out = []
        for name in FRONTS:
            own = self.regions[name] & self.land
            beyond = {other for hex_ in own for other in self.around[hex_].values()}
            out.append((own | beyond) & self.land)
        return out

    def cost(self, kind: str, weather: str, here: str, there: str) -> int:
        """Movement Points to enter a hex from its neighbour."""
        column = 1 if kind in ("panzer", "leader", "mech", "cavalry") else 0
        terrain = self.terrain[there]
        row = self.tables["terrain"][terrain]
        points: int = row["bad" if weather in BAD_GROUND else "cost"][column]
        if kind == "cavalry" and terrain == "swamp":
            points = 1
        if frozenset((here, there)) in self.river:
            river = self.tables["terrain_features"]["major_river"]
            points += river[{"Mud": "mud", "Snow": "snow"}.get(weather, "cost")][column]
        return points

    def distance(self, one: str, other: str) -> int:
        """Hexes from one to the other as the crow flies; odd columns lie half a hex lower."""
        columns = abs(int(one[:2]) - int(other[:2]))
        heights = [2 * int(h[2:]) + int(h[:2]) % 2 for h in (one, other)]
        return max(columns, (columns + abs(heights[0] - heights[1])) // 2)

    def is_haven(self, hex_: str) -> bool:
        """Town, City, Fort or Rough hex."""
        return hex_ in self.towns or self.terrain[hex_] == "rough"


@dataclass(frozen=True)
class Piece:
    """A counter on the map."""

    name: str
    side: str
    kind: str
    hex: str
    factor: int
    is_kluge: bool = False
    is_guderian: bool = False
    steps: int = 1
    full: int = 1

    @property
    def is_combat_unit(self) -> bool:
        return self.kind != "leader"

    @property
    def exerts(self) -> bool:
        return self.kind not in ("leader", "partisan")


@dataclass(frozen=True)
class Position:
    """What lies on the table."""

    sheet: Sheet
    turn: int
    weather: str
    pieces: tuple[Piece, ...]
    axis_towns: frozenset[str]
    memo: dict[Any, Any] = field(default_factory=dict, compare=False)

    def at(self, hex_: str) -> list[Piece]:
        return self.by_hex.get(hex_, [])

    @property
    def by_hex(self) -> dict[str, list[Piece]]:
        if "by_hex" not in self.memo:
            stacks: dict[str, list[Piece]] = {}
            for piece in self.pieces:
                stacks.setdefault(piece.hex, []).append(piece)
            self.memo["by_hex"] = stacks
        found: dict[str, list[Piece]] = self.memo["by_hex"]
        return found

    def hexes_of(self, side: str) -> set[str]:
        return {piece.hex for piece in self.pieces if piece.side == side}


def enemy_of(side: str) -> str:
    return SOVIET if side == AXIS else AXIS
