"""The data files of the game as typed records, with an owner's own figures laid over them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from hexfront.errors import BadData
from hexfront.games.leaders_in_flames.kinds import DIVISION_KINDS, KIND_IDS
from hexfront.wargame import DataFiles, convert, known_only

SETUPS = ("barbarossa",)
FILES = DataFiles(
    "Leaders in Flames",
    Path(__file__).parent / "data",
    ("tables", "units", "leaders", "abilities", "seas", "seams", "scenarios"),
    {"setups": SETUPS},
)
_UNIT = re.compile(
    r"(?P<name>.+) (?P<strength>\d+)-(?P<move>\d+) (?P<year>\S+)(?P<white> WP)?(?: r(?P<reorg>\d))?"
)
PLAIN = ("provenance", "source", "note", "reason", "case")
ADJECTIVES = {
    "germany": "German", "italy": "Italian", "japan": "Japanese", "commonwealth": "British", "france": "French",
    "usa": "American", "ussr": "Soviet", "china": "Chinese", "finland": "Finnish", "hungary": "Hungarian",
    "romania": "Rumanian", "bulgaria": "Bulgarian", "poland": "Polish", "yugoslavia": "Yugoslav", "greece": "Greek",
    "turkey": "Turkish", "spain": "Spanish", "netherlands": "Dutch", "belgium": "Belgian", "norway": "Norwegian",
    "sweden": "Swedish",
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
        return f"{KIND_IDS[self.kind]} DIV" if self.division else KIND_IDS[self.kind]


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
    """A scenario as its rules need it. `nations` gives each minor its power; `area` are the regions in play."""

    id: str
    title: str
    summary: str
    minutes: int
    map: str
    setup: str
    opens: str
    year: int
    month: int
    turns: int
    powers: tuple[str, ...]
    nations: dict[str, str]
    area: tuple[str, ...]
    actions: tuple[str, ...]
    leaders_out: tuple[str, ...] = ()
    initiative: int = 0
    chits: dict[str, int] = {}
    at_war: tuple[str, ...] = ()
    production: dict[str, int] = {}
    provenance: str = ""
    reason: str = ""


def units_of(nation: str, rows: dict[str, Any]) -> list[Unit]:
    """The units of one country, from lines such as "XLVIII 7-5 1936"."""
    out = []
    for kind, lines in rows.items():
        if kind in PLAIN:
            continue
        base, _, size = kind.partition(" ")
        known_only(f"units.{nation}", (base,), KIND_IDS[:-1])
        number = KIND_IDS.index(base)
        for line in lines:
            found = _UNIT.fullmatch(line)
            if found is None:
                raise BadData(f'units.{nation}.{kind}: {line!r} is no unit; write "XLVIII 7-5 1936".')
            out.append(
                Unit(
                    found["name"], nation, number, size == "DIV" or number in DIVISION_KINDS, int(found["strength"]),
                    int(found["move"]), found["year"], bool(found["white"]), int(found["reorg"] or 0),
                )
            )  # fmt: skip
    return out


def plans() -> list[ScenarioSheet]:
    """Every scenario on offer, in the order of the data file."""
    return [convert(row, ScenarioSheet, "scenarios") for row in FILES.own["scenarios"]["scenario"]]
