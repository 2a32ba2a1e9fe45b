"""The data files of the game as typed records, with an owner's own figures laid over them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from hexfront.games.lebensraum.kinds import MAPS
from hexfront.hexes import Board
from hexfront.kernel import Setup
from hexfront.wargame import DataFiles, convert

DATA = Path(__file__).parent / "data"
FILES = ("tables", "turns", "schedules", "cities", "economy", "units", "leaders", "headquarters", "scenarios")
SETUPS = ("east", "west", "dday")
LOADED = DataFiles("Lebensraum!", DATA, FILES, {"setups": SETUPS})


class Army(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit as the data file declares it: a whole army (case 1.0c). `landing` is a western hex, `entry` a city."""

    id: str
    name: str
    short: str
    nation: str
    kind: str
    ladder: str
    games: str
    group: str = ""
    grade: int = 0
    turn: int = 0
    before: bool = False
    entry: str = ""
    landing: str = ""
    number: int = 0


class Series(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Units that differ in their number alone."""

    id: str
    name: str
    short: str
    nation: str
    kind: str
    ladder: str
    group: str
    first: int
    last: int
    games: str

    def armies(self) -> list[Army]:
        """The units of the series, in number order."""
        return [
            Army(
                id=self.id.replace("%d", str(n)),
                name=self.name.replace("%s", ordinal(n)),
                short=self.short.replace("%d", str(n)),
                nation=self.nation,
                kind=self.kind,
                ladder=self.ladder,
                games=self.games,
                group=self.group,
                number=n,
            )
            for n in range(self.first, self.last + 1)
        ]


class Leader(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A leader as the data file declares him. No post is the pool; `look` is how he is drawn."""

    id: str
    name: str
    stars: int
    games: str
    post: str = ""
    post_west: str = ""
    nation: str = ""
    look: str = ""
    turn: int = 0
    before: bool = False


class Headquarters(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"escort": "with"}
):
    """An HQ marker. `escort` is the unit an Allied one arrives with."""

    id: str
    name: str
    games: str
    finnish: bool = False
    turn: int = 0
    before: bool = False
    escort: str = ""


class Staff(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A General Staff marker. `nation` binds its leader in the free campaign (12.3h)."""

    id: str
    name: str
    power: str
    games: str
    capital: str
    nation: str = ""
    turn: int = 0
    before: bool = False


class Ships(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A naval marker and its body of water."""

    id: str
    name: str
    power: str
    water: str
    games: str


class GroupMarker(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A pair of battle group markers."""

    id: str
    name: str
    power: str
    games: str


class Works(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An economic marker."""

    city: str
    transport: int
    production: int
    refinery: int

    @property
    def total(self) -> int:
        """All its values together (7.46121, 10.1c)."""
        return self.transport + self.production + self.refinery


class Stock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Points that lie off the map, or that another front needs."""

    transport: int = 0
    production: int = 0
    refinery: int = 0
    oil: int = 0
    food: int = 0

    def total_of(self) -> int:
        """All points together."""
        return self.transport + self.production + self.refinery + self.oil + self.food


class Source(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Oil or food points printed in a city's hex."""

    city: str
    points: int
    games: str


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


def plans() -> list[ScenarioSheet]:
    """Every scenario on offer, in the order of the data file."""
    return [convert(row, ScenarioSheet, "scenarios.toml") for row in LOADED.own["scenarios"]["scenario"]]


def data_of(setup: Setup) -> dict[str, Any]:
    """Every data file by name, the pack of this set-up laid over them."""
    return LOADED.of(setup)


def board_of(setup: Setup, game: str) -> Board:
    """The map of the East, of the West or of both, changed where the pack changes it."""
    return LOADED.board(setup, MAPS[game])
