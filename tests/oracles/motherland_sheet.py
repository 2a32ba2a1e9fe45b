"""The map sheet, the charts and the counters of For the Motherland!, read from the data files alone.

Hexes are their printed numbers, sets are sets: nothing here shares a line with the engine.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import hexfront

PACKAGE = Path(hexfront.__file__).parent
AXIS, SOVIET = "axis", "soviet"
SUPPLIED, LACK, OUT = 0, 1, 2
PANZERS = {"panzer", "ss_panzer", "panzer_kg", "ss_kg"}
ALLIES = {"romanian", "hungarian", "italian", "finnish"}
RED_INFANTRY = {"combined_arms", "guards", "shock"}
TIMID = {"supply_base", "air_base", "railroad_gun", "offensive_support"}  # 4.2.3
COUNTRIES = {
    "german": {"ussr", "germany", "hungary", "romania", "bulgaria"},
    "soviet": {"ussr", "germany", "finland", "hungary", "romania", "bulgaria"},
    "romanian": {"ussr", "romania"},
    "hungarian": {"ussr", "hungary"},
    "italian": {"ussr", "germany"},
    "finnish": {"ussr", "finland"},
    "turkish": {"ussr", "turkey"},
}  # 5.2.1, RULING 5.2.1-a
LEAST = {"1:3": (1, 3), "1:2": (1, 2), "1:1": (1, 1), "3:2": (3, 2), "7:1+": (7, 1)}


def enemy_of(side: str) -> str:
    return SOVIET if side == AXIS else AXIS


def pair(one: str, other: str) -> frozenset[str]:
    return frozenset((one, other))


class Sheet:
    """The map and the charts."""

    def __init__(self) -> None:
        data = json.loads((PACKAGE / "maps" / "motherland.json").read_text())
        files = PACKAGE / "games" / "motherland" / "data"
        self.tables: dict[str, Any] = tomllib.loads((files / "tables.toml").read_text())
        self.types: dict[str, Any] = tomllib.loads((files / "units.toml").read_text())["type"]
        self.type_of = {name: kind for kind, spec in self.types.items() for name in spec["units"]}
        track = tomllib.loads((files / "turns.toml").read_text())["turn"]
        self.weather: dict[int, str] = {each["number"]: each["weather"] for each in track}
        assets = tomllib.loads((files / "assets.toml").read_text())["asset"]
        self.assets = {name: (sort, defense) for name, sort, _, defense in assets}
        legend = data["terrain"]["legend"]
        self.terrain: dict[str, str] = {
            f"{column + 1:02}{row + 1:02}": legend[sign]
            for row, line in enumerate(data["terrain"]["rows"])
            for column, sign in enumerate(line)
        }
        self.land = {h for h, kind in self.terrain.items() if kind not in ("sea", "lake", "off")}
        self.marks = {name: set(hexes) for name, hexes in data["features"].items()}
        self.country = {h: land for land in COUNTRIES["soviet"] | {"turkey"} for h in data["regions"][land]}
        self.named = {place["name"]: place["hex"] for place in data["places"]}
        sides = {name: {frozenset(each) for each in pairs} for name, pairs in data["sides"].items()}
        self.ice = sides["frozen_access"]
        self.bridge, self.kerch = sides["bridge"], sides["strait"]
        self.minor, self.major = sides["river"], sides["major_river"]
        # RULING 8.4.2-a: nobody moves or traces across the Kerch Strait.
        self.water = sides["sea"] | sides["lake"] | self.ice | self.bridge | self.kerch
        self.around = {h: [n for n in self.land if self.distance(h, n) == 1] for h in self.land}
        self.rails: dict[str, set[str]] = {}
        for one, other in data["links"]["rail"]:
            self.rails.setdefault(one, set()).add(other)
            self.rails.setdefault(other, set()).add(one)

    def distance(self, one: str, other: str) -> int:
        """Hexes from one to the other; even columns lie half a hex lower."""
        (a, b), (c, d) = self._axes(one), self._axes(other)
        return max(abs(a - c), abs(b - d), abs(a + b - c - d))

    @staticmethod
    def _axes(hex_: str) -> tuple[int, int]:
        column, row = int(hex_[:2]), int(hex_[2:])
        return column, row - (column + column % 2) // 2

    def ground(self, hex_: str, snow: bool) -> str:
        """The terrain; swamps freeze to woods (5.1.8, RULING 18.2-a)."""
        kind = self.terrain[hex_]
        return "woods" if snow and kind == "swamp" else kind

    def sources(self, letters: str) -> set[str]:
        return {h for letter in letters for h in self.marks[f"supply_{letter}"]}


@dataclass(frozen=True)
class Piece:
    """A counter on the map, with the chit it holds."""

    name: str
    side: str
    kind: str
    nation: str
    hex: str
    attack: int | None  # None: no chit drawn
    defense: int
    move: int
    is_mech: bool
    is_combat_unit: bool
    status: int = SUPPLIED

    @property
    def pace(self) -> int:
        return (self.move + 1) // 2 if self.status else self.move  # 5.1.1, 9.5


def piece(
    sheet: Sheet, name: str, hex_: str, steps: int, chit: tuple[tuple[int, int], ...] | None, status: int
) -> Piece:
    """A counter by its name, its steps left and the two sides of its chit."""
    if name in sheet.assets:
        sort, defense = sheet.assets[name]
        return Piece(name, SOVIET, sort, "soviet", hex_, 0, defense, 0, False, False, status)
    kind = sheet.type_of[name]
    spec = sheet.types[kind]
    attack: int | None
    if "letter" in spec:
        attack, defense = chit[2 - steps] if chit else (None, 0)
        move = spec["move"]
    else:
        full = 3 if "remnant" in spec else len(spec["factors"])
        attack, defense, move = (int(n) for n in spec["factors"][full - steps].split("-"))
    is_mech, is_combat = bool(spec.get("mech")), bool(spec.get("combat"))
    return Piece(
        name, spec["side"], kind, spec["nation"], hex_, attack, defense, move, is_mech, is_combat, status
    )


@dataclass(frozen=True)
class Position:
    """What lies on the table."""

    sheet: Sheet
    turn: int
    phase: str
    opening: bool  # the special rules of turn 1 (20.1, 20.2, 20.6)
    pieces: tuple[Piece, ...]
    axis_marks: frozenset[str] = frozenset()
    soviet_marks: frozenset[str] = frozenset()
    partisans: tuple[str | None, ...] = ()
    expended: frozenset[str] = frozenset()
    turkey_at_war: bool = False
    winter_combat: bool = False
    memo: dict[Any, Any] = field(default_factory=dict, compare=False)

    @property
    def snow(self) -> bool:
        return self.sheet.weather[self.turn] == "snow"

    def of(self, side: str) -> list[Piece]:
        return [p for p in self.pieces if p.side == side]

    def at(self, hex_: str) -> list[Piece]:
        if "at" not in self.memo:
            table: dict[str, list[Piece]] = {}
            for each in self.pieces:
                table.setdefault(each.hex, []).append(each)
            self.memo["at"] = table
        found: list[Piece] = self.memo["at"].get(hex_, [])
        return found

    def hexes_of(self, side: str) -> set[str]:
        return {p.hex for p in self.pieces if p.side == side}

    def marks_of(self, side: str) -> frozenset[str]:
        return self.axis_marks if side == AXIS else self.soviet_marks

    def controls(self, side: str, hex_: str) -> bool:
        """By marker, else by country (19.1)."""
        for each in (AXIS, SOVIET):
            if hex_ in self.marks_of(each):
                return each == side
        return (self.sheet.country[hex_] == "ussr") == (side == SOVIET)


def flow(sheet: Sheet, start: Iterable[str], ground: set[str], barred: set[frozenset[str]]) -> dict[str, int]:
    """How many steps each hex of the ground is from the start."""
    steps = dict.fromkeys((h for h in start if h in ground), 0)
    edge = list(steps)
    while edge:
        nxt = []
        for here in edge:
            for there in sheet.around[here]:
                if there in ground and there not in steps and pair(here, there) not in barred:
                    steps[there] = steps[here] + 1
                    nxt.append(there)
        edge = nxt
    return steps
