"""The data files of the game as typed records, with an owner's own figures laid over them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from hexfront.games.lebensraum.kinds import MAPS
from hexfront.hexes import Board, Hex
from hexfront.kernel import Setup
from hexfront.wargame import DataFiles, convert

DATA = Path(__file__).parent / "data"
FILES = ("tables", "turns", "schedules", "cities", "economy", "units", "leaders", "headquarters", "scenarios")
SETUPS = ("east", "west", "dday")
LOADED = DataFiles("Lebensraum!", DATA, FILES, {"setups": SETUPS})
Count = Annotated[int, Meta(ge=0)]


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record of a data file. `games` are the games it is in, letters of E, W and C (1.0a)."""

    games: Annotated[str, Meta(pattern="^[EWC]+$")]


class Army(Row, frozen=True, kw_only=True):
    """A unit: a whole army (case 1.0c). `landing` is a western hex, `entry` a city."""

    id: str
    name: str
    short: str
    nation: str
    kind: str
    ladder: str
    group: str = ""
    grade: Count = 0
    turn: Count = 0
    before: bool = False
    entry: str = ""
    landing: str = ""
    number: int = 0


def in_series(row: dict[str, Any]) -> list[dict[str, Any]]:
    """Rows of armies that differ in their number alone: %d in their names is the number, %s the ordinal number."""
    same = {key: value for key, value in row.items() if key not in ("first", "last")}
    out = []
    for n in range(row["first"], row["last"] + 1):
        words = {
            key: same[key].replace("%d", str(n)).replace("%s", ordinal(n)) for key in ("id", "name", "short")
        }
        out.append({**same, **words, "number": n})
    return out


class Leader(Row, frozen=True, kw_only=True):
    """A leader. No post is the pool; `look` is how he is drawn."""

    id: str
    name: str
    stars: Annotated[int, Meta(ge=0, le=5)]
    post: str = ""
    post_west: str = ""
    nation: str = ""
    look: str = ""
    turn: Count = 0
    before: bool = False


class Token(Row, frozen=True, kw_only=True, rename={"escort": "with"}):
    """An HQ, General Staff, naval or battle group marker. `escort` is the unit an Allied HQ arrives with, `nation` binds the
    leader of a General Staff marker in the free campaign (12.3h), `water` is the sea of a naval one."""

    id: str
    name: str
    power: str = ""
    finnish: bool = False
    turn: Count = 0
    before: bool = False
    escort: str = ""
    capital: str = ""
    nation: str = ""
    water: str = ""

    def as_army(self) -> Army:
        """A battle group is a unit too (5.7i)."""
        short = f"BG {self.id.rpartition('-')[2].upper()}"
        return Army(
            id=self.id, name=self.name, short=short, nation="", kind="group", ladder="", games=self.games
        )


class Works(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"name": "city"}):
    """An economic marker; where it starts in this game and whose it is."""

    name: str
    transport: Count
    production: Count
    refinery: Count
    hex: Hex = -1
    power: int = -1

    @property
    def total(self) -> int:
        """All its values together (7.46121, 10.1c)."""
        return self.transport + self.production + self.refinery


class Stock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Points of every kind: off the map, needed by another front, or all that a power has."""

    transport: int = 0
    production: int = 0
    refinery: int = 0
    oil: int = 0
    food: int = 0


class Source(Row, frozen=True, kw_only=True):
    """Oil or food points printed in a city's hex."""

    city: str
    points: Annotated[int, Meta(ge=1)]


class TurnBox(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A box of the turn track."""

    number: int
    letter: str
    season: str
    year: int

    @property
    def title(self) -> str:
        """The turn as players say it: turn 3, winter 1942."""
        return f"{self.season.capitalize()} {self.year}"


class ScenarioSheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario as its rules need it."""

    id: str
    title: str
    summary: str
    about: str
    focus: str
    case: str
    game: str
    setups: tuple[str, ...]
    first: int
    last: int
    minutes: int
    victory: str
    surprise: str
    early: int
    early_as_printed: int = 0
    axis_cities: tuple[str, ...] = ()
    axis_needs: int = 0
    soviet_cities: tuple[str, ...] = ()
    soviet_one_of: tuple[str, ...] = ()
    soviet_capitals: tuple[str, ...] = ()
    capitals_needed: int = 0
    salerno: bool = False
    skip_axis_phase: int = 0
    garrisons_until: int = 0
    free_landings: bool = False


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """A set-up file: units and HQs by hex, in eastern or western numbers."""

    numbers: str
    units: dict[str, str]
    headquarters: dict[str, str]
    allied_hold: dict[str, Any] = {}


def ordinal(n: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    if 10 <= n % 100 <= 20:
        return f"{n}th"
    return f"{n}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th') }"


def plans(data: dict[str, Any] = LOADED.own) -> list[ScenarioSheet]:
    """Every scenario, in the order of the data file."""
    return [convert(row, ScenarioSheet, "scenarios.toml") for row in data["scenarios"]["scenario"]]


def board_of(setup: Setup, game: str) -> Board:
    """The map of the East, of the West or of both, changed where the pack changes it."""
    return LOADED.board(setup, MAPS[game])
