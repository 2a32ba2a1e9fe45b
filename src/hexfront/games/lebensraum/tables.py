"""The tables of the game: results, terrain, weather, fates, costs."""

from __future__ import annotations

from typing import Any

import msgspec

from hexfront.errors import BadData
from hexfront.games.lebensraum.kinds import CLASSES, FATES, SEASONS, SECTIONS, WEATHER
from hexfront.wargame import ResultsTable, convert, known_only, whole, wholes

EVEN = "1:1"
TERRAIN = ("open", "forest", "marsh", "mountain")


class TerrainRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of terrain: points to enter, what weather adds, what it does to combat."""

    infantry: int
    tank: int
    mud: int
    wet: int
    snow: int
    defender: int
    attacking_tank: int


class Crossing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of hexside: points to cross, what snow adds, what it does to those who attack across."""

    infantry: int
    tank: int
    snow: int
    attacking_infantry: int
    attacking_tank: int


class Costs(msgspec.Struct, frozen=True, kw_only=True):
    """Movement points for everything but a step. Cases 5.3d, 5.4e, 7.461e, 7.462b, 7.463d, 10.1b, 11.2c."""

    pair: int
    leave_zone: int
    air: int
    naval: int
    partisan: int
    headquarters: int
    transport: int


class Combat(msgspec.Struct, frozen=True, kw_only=True):
    """Strength that markers and the West Wall bring. Cases 7.4611c, 7.462h, 7.463c, 11.91a."""

    air: int
    naval: int
    west_wall: int
    partisan: int


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The small numbers of the rules, each named where it is used."""

    mountains: int
    finnish_air: int
    armies_fed: int
    partisan_population: int
    western_partisans: int
    western_partisans_above: int
    large_city: int
    steps_out_of_supply: int
    steps_in_partial_supply: int
    bomber_total: int
    landings: int
    landing_heads: int


class Price(msgspec.Struct, frozen=True, kw_only=True):
    """What a Soviet replacement step costs. Cases 6.22d, 6.22e."""

    population: int
    production: int


class Ranges(msgspec.Struct, frozen=True, kw_only=True):
    """Distances in hexes. Cases 7.44b, 8.0g, 7.4612a, 11.4c, 12.3e, 7.462d."""

    axis: int
    soviet: int
    allied: int
    axis_supply_in_snow: int
    bombing: int
    airborne: int
    landing: int
    evacuation: int


class Tables:
    """Every table, read once and checked."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.results = ResultsTable("results", data["results"])
        self.columns = self.results.columns
        self.losses = {die: tuple(_losses(cell) for cell in row) for die, row in self.results.rows.items()}
        if sorted(self.losses) != [1, 2, 3, 4, 5, 6]:
            raise BadData("tables.results: one row for each number of a die is expected.")
        if EVEN not in self.columns:
            raise BadData(f"tables.results: there must be a column {EVEN}.")
        self.even = self.columns.index(EVEN)
        ground, where = data["terrain"]["hex"], "tables.terrain.hex"
        known_only(where, ground, TERRAIN)
        self.ground = {name: convert(ground[name], TerrainRow, f"{where}.{name}") for name in TERRAIN}
        for name, row in self.ground.items():
            for column in ("infantry", "tank"):  # a step that cost nothing would never end a move
                whole(f"{where}.{name}.{column}", getattr(row, column) + min(row.snow, 0), 1)
        sides = data["terrain"]["side"]
        self.river = convert(sides["river"], Crossing, "tables.terrain.side.river")
        self.frozen_lake = convert(sides["frozen_lake"], Crossing, "tables.terrain.side.frozen_lake")
        self.combat = convert(data["combat"], Combat, "tables.combat")
        self.city_strength, self.least_attacker = (
            whole(f"tables.city.{name}", data["city"][name]) for name in ("defender_for_each_population", "least_attacker")
        )  # fmt: skip
        self.shift = tuple(int(data["classes"]["shift"][letter]) for letter in CLASSES)
        self.zoc = tuple(letter in data["classes"]["zoc"] for letter in CLASSES)
        sky = data["weather"]
        self.weather = {
            season: tuple(
                tuple(map(WEATHER.index, _six(f"weather.{season}.{part}", sky[season][part], WEATHER)))
                for part in SECTIONS
            )
            for season in SEASONS
        }
        columns = ("in_combat", "again", "overrun")
        self.fates = {name: _six(f"fate.{name}", data["fate"][name], FATES) for name in columns}
        self.costs = convert(data["costs"], Costs, "tables.costs")
        made = data["production"]
        self.prices = tuple(convert(made[k], Price, f"tables.production.{k}") for k in ("infantry", "armor"))
        self.ranges = convert(data["ranges"], Ranges, "tables.ranges")
        self.limits = convert(data["limits"], Limits, "tables.limits")
        self.demoralized_over = wholes("tables.demoralization.over", data["demoralization"]["over"])

    def column(self, attack: int, defence: int, strict: bool = False) -> int:
        """The column of plain odds. Case 7.2d.
        RULING 7.2-a: the stronger attacker drops the fraction; against a stronger defender the nearest whole number
        counts, an exact half for the defender. Read strictly, every fraction counts for the defender. Both sides have a
        strength of 1 at least, and odds beyond an end of the table stand on its end column."""
        a, d = max(1, attack), max(1, defence)
        if a >= d:
            at = self.even + a // d - 1
        elif strict:
            at = self.even + 1 - -(-d // a)
        else:
            at = self.even + 1 - (2 * d + a) // (2 * a)
        return self.clamp(at)

    def clamp(self, column: int) -> int:
        """A column of the table: beyond an end it is the end column. RULING 7.3-b."""
        return min(max(column, 0), len(self.columns) - 1)

    def shifted(self, column: int, attacker: int, defender: int) -> int:
        """The column after the defender's class and then the attacker's. Cases 7.3b, 7.3c.
        RULING 7.3-b: each shift ends at the end column; what was cut off is not made up by the other."""
        return self.clamp(self.clamp(column - self.shift[defender]) + self.shift[attacker])

    def entry_cost(self, terrain: str, is_tank: bool, weather: int) -> int:
        """Points to enter a hex of a terrain in a kind of weather. Cases 5.1c, 8.0d, 8.0e, 8.0f, 8.0j."""
        row = self.ground[terrain]
        return (row.tank if is_tank else row.infantry) + (0, row.wet, row.mud, row.snow)[weather]

    def river_cost(self, is_tank: bool, weather: int) -> int:
        """Points to cross a river side. Cases 5.4m, 8.0f. RULING 8.0-c: mud and wet are not paid for twice."""
        cost = self.river.tank if is_tank else self.river.infantry
        return cost + self.river.snow if weather == WEATHER.index("snow") else cost


def side_class(classes: list[int]) -> int:
    """The class of a side: a lone unit's own, else one better than the worst, A at best. Case 7.3a, RULING 7.3-a."""
    return classes[0] if len(classes) == 1 else max(0, max(classes) - 1)


def _losses(cell: str) -> tuple[int, int]:
    a, slash, d = cell.partition("/")
    if not (slash and a.isdigit() and d.isdigit()):
        raise BadData(f"tables.results: {cell!r} is no result; write attacker and defender steps as 1/2.")
    return int(a), int(d)


def _six(where: str, names: list[str], known: tuple[str, ...]) -> tuple[str, ...]:
    known_only(f"tables.{where}", names, known)
    if len(names) != 6:
        raise BadData(f"tables.{where}: six results are expected, one for each number of a die.")
    return tuple(names)
