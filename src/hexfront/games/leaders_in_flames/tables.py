"""The tables of the game: results, weather, limits, terrain, prices."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from hexfront.errors import BadData
from hexfront.games.leaders_in_flames.board import ZONES
from hexfront.games.leaders_in_flames.kinds import ACTION_IDS, MONTHS, NO_LIMIT, POWERS, TABLES, WEATHER
from hexfront.games.leaders_in_flames.sea.lifts import read_lifts
from hexfront.wargame import ResultsTable, convert, known_only, whole, wholes

TERRAIN = ("clear", "desert", "forest", "jungle", "swamp", "mountain", "desert_mountain")
_RESULT = re.compile(r"([\d*-])/(\d?)([RSB]?)|([\d*-])/-")


class TerrainRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points to enter a hex, motorised and on foot."""

    motor: int
    foot: int


class Outcome(msgspec.Struct, frozen=True):
    """A result of land combat, read: units lost by each side, what becomes of the surviving defenders (R, S, B or nothing),
    and whether half of the attackers stay face-up."""

    code: str
    attacker: int
    defender: int
    letter: str
    spares_half: bool


def outcome(code: str) -> Outcome:
    """Read a result. The attacker's `*` is no loss and all face-down, his `-` no loss and half of them."""
    found = _RESULT.fullmatch(code)
    if found is None:
        raise BadData(f"{code!r} is no result of land combat; write it as 2/1, */1R or -/2B.")
    left = found[1] or found[4]
    return Outcome(
        code,
        int(left) if left.isdigit() else 0,
        int(found[2] or 0),
        found[3] or "",
        left == "-",
    )


class Tables:
    """Every table, read once and checked."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.land = tuple(ResultsTable(name, data[name]) for name in TABLES)
        for table in self.land:
            for row in table.rows.values():
                for cell in row:
                    outcome(cell)
        if self.land[0].columns != self.land[1].columns:
            raise BadData("tables: assault and blitz need the same columns.")
        self.weather = {
            month: tuple(
                _ten(data["weather"][month][zone], f"tables.weather.{month}.{zone}") for zone in ZONES
            )
            for month in MONTHS
        }
        self.limits = {
            power: {
                name: wholes(f"tables.actions.{power}.{name}", row, 5, NO_LIMIT)
                for name, row in data["actions"][power].items()
            }
            for power in POWERS
        }
        for power, rows in self.limits.items():
            known_only(f"tables.actions.{power}", rows, ACTION_IDS)
        self.ground = {
            name: convert(data["terrain"][name], TerrainRow, f"tables.terrain.{name}") for name in TERRAIN
        }
        for name, cost in self.ground.items():
            whole(f"tables.terrain.{name}", min(cost.motor, cost.foot), 1)
        prices = data["costs"]
        self.price = {
            name: wholes(f"tables.costs.{name}", row, 2, 1)
            for name, row in prices.items()
            if isinstance(row, list)
        }
        self.lifts = read_lifts(data["sea"]["carriage"])
        self.naval = ResultsTable("sea.table", data["sea"]["table"])
        self.naval_from = tuple(int(re.split(r"[-+]", name)[0]) for name in self.naval.columns)
        self.crowd = tuple((int(row["upto"]), int(row["shift"])) for row in data["sea"]["crowd"])
        self._air(data)
        self.veto = tuple(whole(f"tables.veto.{power}", data["veto"][power]) for power in POWERS)

    def _air(self, data: dict[str, Any]) -> None:
        """Tables of the air war: each row has the highest number it is for."""
        self._fights = _ladder("tables.air_fight", data["air_fight"]["rows"])
        self._strikes = _ladder("tables.ground_strike", data["ground_strike"]["rows"])
        self.raid_columns = wholes(
            "tables.raid.columns", data["raid"]["columns"], len(data["raid"]["columns"])
        )
        self._raids = _ladder("tables.raid", data["raid"]["rows"])

    def air_result(self, total: int) -> str:
        """The result of a round in the air. Case base.dogfight."""
        return str(_step(self._fights, total))

    def strike_number(self, factors: int) -> int:
        """The number a ground strike needs, 0 for none. Case base.strike."""
        return int(_step(self._strikes, factors)) if factors > 0 else 0

    def raid_points(self, factors: int, die: int) -> int:
        """Production points that a raid destroys. Case base.raid."""
        column = sum(factors >= least for least in self.raid_columns) - 1
        return int(_step(self._raids, die)[column]) if column >= 0 else 0

    def naval_column(self, factors: int, targets: int, shift: int = 0) -> int:
        """The column of the naval table for factors fired at a number of counters, -1 for no fire at all."""
        if factors <= 0 or targets <= 0:
            return -1
        column = sum(factors >= least for least in self.naval_from) - 1
        column += next(more for upto, more in self.crowd if targets <= upto) + shift
        return max(0, min(len(self.naval.columns) - 1, column))

    def cost(self, kind: str) -> int:
        """Build points of a kind of unit."""
        return self.price[kind][0]

    def time(self, kind: str) -> int:
        """Turns on the production circle of a kind of unit."""
        return self.price[kind][1]


def _ladder(where: str, rows: list[list[Any]]) -> list[list[Any]]:
    most = [row[0] for row in rows]
    if most != sorted(most) or len(set(most)) < len(most):
        raise BadData(f"{where}: the rows go up, each with the highest number it is for.")
    return rows


def _step(rows: list[list[Any]], number: int) -> Any:
    """The row for a number; the last is for everything above."""
    return next((row[1] for row in rows if number <= row[0]), rows[-1][1])


def _ten(names: list[str], where: str) -> tuple[int, ...]:
    known_only(where, names, WEATHER)
    if len(names) != 10:
        raise BadData(f"{where}: ten results are expected, one for each number of the die.")
    return tuple(WEATHER.index(name) for name in names)
