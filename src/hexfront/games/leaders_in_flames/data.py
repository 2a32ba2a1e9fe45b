"""The data files of the game as typed records, with an owner's own figures laid over them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from hexfront.errors import BadData
from hexfront.games.leaders_in_flames.kinds import (
    AIR_KINDS,
    AXIS,
    CVP,
    DIVISION_KINDS,
    KIND_IDS,
    LEADER,
    PARTISAN,
    POWERS,
    SIDE_OF,
)
from hexfront.wargame import DataFiles, convert, known_only

SETUPS = ("barbarossa", "guadalcanal", "mediterranean", "beginning", "gelb", "pacific", "global")
FILES = DataFiles(
    "Leaders in Flames",
    Path(__file__).parent / "data",
    (
        "tables",
        "units",
        "ships",
        "aircraft",
        "leaders",
        "abilities",
        "seas",
        "seams",
        "carrier_planes",
        "countries",
        "industry",
        "politics",
        "scenarios",
        "briefings",
    ),
    {"setups": SETUPS},
)
CHOICES = {
    "artillery": True,
    "single_ships": False,
    "convoy_supply": False,
    "warship_transport": False,
    "amphibious": True,
    "defensive_bombardment": True,
    "two_dice": False,
}
"""Choices at set-up that the text names as options 3, 9, 11, 25, 26, 38 and 43, and how they stand."""
_UNIT = re.compile(
    r"(?P<name>.+) (?P<strength>\d+)-(?P<move>\d+) (?P<year>\S+)(?P<white> WP)?(?: r(?P<reorg>\d))?"
)
_PLANE = re.compile(r"(?P<name>.+) (?P<year>\d{4}) (?P<factors>\d+(?:/\d+){4}) (?P<turns>[2-4])")
PLAIN = ("provenance", "source", "note", "reason", "case")
ADJECTIVES = {
    "germany": "German", "italy": "Italian", "japan": "Japanese", "commonwealth": "British", "france": "French",
    "usa": "American", "ussr": "Soviet", "china": "Chinese", "finland": "Finnish", "hungary": "Hungarian",
    "romania": "Rumanian", "bulgaria": "Bulgarian", "poland": "Polish", "yugoslavia": "Yugoslav", "greece": "Greek",
    "turkey": "Turkish", "spain": "Spanish", "netherlands": "Dutch", "belgium": "Belgian", "norway": "Norwegian",
    "sweden": "Swedish", "communists": "Communist", "vichy": "Vichy French", "netherlands_indies": "Indies", "czechoslovakia": "Czech", "switzerland": "Swiss",
}  # fmt: skip


class Unit(msgspec.Struct, frozen=True):
    """A land unit as the list declares it. `year` is a number, or Res, Ge, Ja, Banner, a city, or None."""

    name: str
    nation: str
    kind: int
    division: bool
    strength: int
    move: int
    year: str
    white: bool
    reorganises: int

    @property
    def price_name(self) -> str:
        """What the price list calls it."""
        if self.kind == PARTISAN:
            return "PART"
        return f"{KIND_IDS[self.kind]} DIV" if self.division else KIND_IDS[self.kind]


class Aircraft(Unit, frozen=True):
    """An aircraft: factors in air combat, at sea, on the battlefield and against factories, range in European hexes, and the
    turns it takes to build."""

    air: int
    sea: int
    tactical: int
    strategic: int
    range: int
    turns: int

    @property
    def price_name(self) -> str:
        return f"{KIND_IDS[self.kind]}{self.turns}"


class Leader(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A leader: what stands on both sides of his counter. Case 1b."""

    id: str
    nation: str
    stars: int
    start: str
    abilities: tuple[int, ...]
    faction: str = ""
    look: str = ""


class ScenarioSheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario as its rules need it. `nations` gives each minor its power, `minors` are those that may join either side ("all");
    `area` are the regions in play, `seas` the sea areas; with `shipyards` every ship of its countries can be built, not only those
    of the set-up come into play. `gates` are the places at which a country whose home is off the map has its supply and its
    arrivals."""

    id: str
    title: str
    summary: str
    minutes: int
    map: str
    setup: str
    opens: str = ""
    year: int
    month: int
    turns: int
    powers: tuple[str, ...]
    seats: tuple[int, ...] = (2,)
    nations: dict[str, str] = {}
    minors: tuple[str, ...] = ()
    aligned: dict[str, str] = {}
    conquered: tuple[str, ...] = ()
    area: tuple[str, ...] = ()
    seas: tuple[str, ...] = ()
    shipyards: bool = False
    actions: tuple[str, ...]
    leaders_out: tuple[str, ...] = ()
    initiative: int = 0
    chits: dict[str, int] = {}
    at_war: tuple[str, ...] = ()
    wars: tuple[tuple[str, str], ...] = ()
    production: dict[str, int] = {}
    partisans: bool = False
    gates: dict[str, tuple[str, ...]] = {}
    politics: bool = False
    us_entry: bool = False
    reserves: dict[str, bool] = {}
    pacts: tuple[tuple[str, str, int], ...] = ()
    deeds: dict[str, int] = {}
    pools: dict[str, int] = {}
    fates: dict[str, int] = {}
    duty: dict[str, Any] = {}
    intelligence: dict[str, int] = {}
    lend_lease: bool = False
    gearing: dict[str, dict[str, int]] = {}
    pilots: dict[str, int] = {}
    provenance: str = ""
    reason: str = ""

    @property
    def all_wars(self) -> tuple[tuple[str, str], ...]:
        """The wars at the start: those listed, else every power at war against each of the other side."""
        if self.wars:
            return self.wars
        sides = [SIDE_OF[POWERS.index(name)] for name in self.at_war]
        ours = [name for name, side in zip(self.at_war, sides, strict=True) if side == AXIS]
        return tuple((a, b) for a in ours for b in self.at_war if b not in ours)


def units_of(nation: str, rows: dict[str, Any]) -> list[Unit]:
    """The units of one country, from lines such as "XLVIII 7-5 1936"."""
    out = []
    for kind, lines in rows.items():
        if kind in PLAIN:
            continue
        base, _, size = kind.partition(" ")
        known_only(f"units.{nation}", (base,), KIND_IDS[:LEADER])
        number = KIND_IDS.index(base)
        for line in lines:
            found = _UNIT.fullmatch(line)
            if found is None:
                raise BadData(f'units.{nation}.{kind}: {line!r} is not a unit; write "XLVIII 7-5 1936".')
            out.append(
                Unit(
                    found["name"], nation, number, size == "DIV" or number in DIVISION_KINDS, int(found["strength"]),
                    int(found["move"]), found["year"], bool(found["white"]), int(found["reorg"] or 0),
                )
            )  # fmt: skip
    return out


def partisans_of(nation: str, lines: list[str]) -> list[Unit]:
    """The partisans that a power runs, from lines such as "1-2"; they are numbered."""
    out = []
    for k, line in enumerate(lines):
        strength, move = (int(n) for n in line.split("-"))
        out.append(Unit(f"{k + 1}", nation, PARTISAN, True, strength, move, "None", False, 0))
    return out


def aircraft_of(nation: str, rows: dict[str, Any]) -> list[Aircraft]:
    """The aircraft of one country, from lines such as "Ju-87B 1938 1/1/5/1/3 2". One with the front values of a replacement is
    thrown away. Case 5.2."""
    out = []
    for kind, lines in rows.items():
        if kind in PLAIN or kind == "replacements":
            continue
        known_only(f"aircraft.{nation}", (kind,), AIR_KINDS)
        for line in lines:
            found = _PLANE.fullmatch(line)
            if found is None:
                raise BadData(
                    f'aircraft.{nation}.{kind}: {line!r} is not an aircraft; write "Ju-87B 1938 1/1/5/1/3 2".'
                )
            air, sea, tactical, strategic, reach = (int(n) for n in found["factors"].split("/"))
            out.append(
                Aircraft(
                    found["name"], nation, KIND_IDS.index(kind), False, 0, 0, found["year"], False, 0, air, sea, tactical,
                    strategic, reach, int(found["turns"]),
                )
            )  # fmt: skip
    new = {_front(plane): plane.name for plane in out if plane.name in rows.get("replacements", ())}
    return [plane for plane in out if new.get(_front(plane), plane.name) == plane.name]


def _front(plane: Aircraft) -> tuple[int, ...]:
    """What the front of an aircraft's counter shows."""
    return plane.kind, plane.air, plane.sea, plane.tactical, plane.strategic, plane.range


_CARRIER_PLANE = re.compile(
    r"(?P<name>.+) (?P<year>\d{4}) (?P<factors>\d+/\d+/\d+/\d+/\d+) c(?P<size>\d)(?P<later>( \d{4}:\d)*)"
)


def carrier_planes_of(
    nation: str, lines: Iterable[str]
) -> list[tuple[Aircraft, tuple[tuple[int, int], ...]]]:
    """The carrier planes of a country with their class sizes by year, from lines such as "A6M2 1938 4/0/0/0/6 c3 1940:2 1943:1"."""
    out = []
    for line in lines:
        found = _CARRIER_PLANE.fullmatch(line)
        if found is None:
            raise BadData(
                f'carrier_planes.{nation}: {line!r} is not one; write "A6M2 1938 4/0/0/0/6 c3 1940:2".'
            )
        later = tuple((int(y), int(n)) for y, n in (each.split(":") for each in found["later"].split()))
        sizes = ((int(found["year"]), int(found["size"])), *later)
        air, sea, tactical, strategic, reach = (int(n) for n in found["factors"].split("/"))
        plane = Aircraft(
            found["name"], nation, CVP, False, 0, 0, found["year"], False, 0, air, sea, tactical, strategic, reach, 4,
        )  # fmt: skip
        out.append((plane, sizes))
    return out


def plans() -> list[ScenarioSheet]:
    """Every scenario, in the order of the data file."""
    return [convert(row, ScenarioSheet, "scenarios") for row in FILES.own["scenarios"]["scenario"]]
