"""The table assistant: a combat described in figures, every step of its working with its case."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from hexfront.games.lebensraum.data import LOADED
from hexfront.games.lebensraum.forecast import meaning, worked_out
from hexfront.games.lebensraum.kinds import CLASSES
from hexfront.games.lebensraum.tables import TERRAIN, Tables, side_class
from hexfront.kernel import Working
from hexfront.wargame import BadField, Field, Odds, OddsCalculator

WORDS = ("half", "tank", "river")
FORM = "such as 9B, 14A tank, 6D half or 9B river"


class Unit(NamedTuple):
    """A unit as people write it down: 14A tank river."""

    strength: int
    grade: int
    words: frozenset[str]


class LebensraumCalculator(OddsCalculator):
    """Works out a combat for those who play with the printed game. Cases 7.2c, 7.2d, 7.3a, 7.4a."""

    fields: ClassVar[tuple[Field, ...]] = (
        Field("attackers", "list", f"Attacking units, {FORM}: half out of command, tank for tank units, river if it "
              "attacks across one", [], rule="7.2c", required=True),
        Field("defenders", "list", "Defending units, in the same way", [], rule="7.2c", required=True),
        Field("terrain", "choice", "Terrain of the defender's hex", "open", TERRAIN, rule="7.2c"),
        Field("population", "int", "Population of a city in it", 0, low=0, high=3, rule="7.2c"),
        Field("west_wall", "flag", "All attackers attack through the West Wall", False, rule="11.91a"),
        Field("attacker_stars", "int", "Stars of leaders who help the attacker", 0, low=0, high=30, rule="7.45c"),
        Field("defender_stars", "int", "Stars of leaders who help the defender", 0, low=0, high=30, rule="7.45c"),
        Field("attacker_air", "int", "Air markers of the attacker", 0, low=0, high=20, rule="7.4611c"),
        Field("defender_air", "int", "Air markers of the defender", 0, low=0, high=20, rule="7.4611c"),
        Field("attacker_ships", "int", "Naval markers that bombard for the attacker", 0, low=0, high=6, rule="7.462h"),
        Field("defender_ships", "int", "Naval markers that bombard for the defender", 0, low=0, high=6, rule="7.462h"),
        Field("attacker_partisans", "int", "Partisan markers against the attacker", 0, low=0, high=9, rule="7.463c"),
        Field("defender_partisans", "int", "Partisan markers against the defender", 0, low=0, high=9, rule="7.463c"),
        Field("strict", "flag", "Round every fraction of the odds in the defender's favor", False, rule="7.2d"),
        Field("roll", "int", "The die, if you have rolled it", None, low=1, high=6, rule="7.4a"),
    )  # fmt: skip

    def __init__(self) -> None:
        self.tables = Tables(LOADED.own["tables"])
        super().__init__("Combat", self.tables.results, "7.2d")

    def odds(self, given: Mapping[str, Any]) -> Odds:
        lines: list[Working] = []
        attackers = [_unit("attackers", text) for text in given["attackers"]]
        defenders = [_unit("defenders", text) for text in given["defenders"]]
        attack = self._attack(given, attackers, lines) + self._support(given, "attacker", lines)
        defence = self._defence(given, defenders, lines) + self._support(given, "defender", lines)
        attack, defence = max(1, attack), max(1, defence)
        lines.append(Working("Strengths", f"{attack} to {defence}", "7.2c"))
        own, other = (side_class([unit.grade for unit in units]) for units in (attackers, defenders))
        return worked_out(self.tables, (attack, defence), (own, other), given["strict"], lines)

    def words(self, code: str) -> str:
        return f"{meaning(code).capitalize()}."

    def _value(self, field: Field, data: Mapping[str, Any]) -> Any:
        """A field; units are looked at one by one, so that a wrong one is told where it was given."""
        value = super()._value(field, data)
        if field.kind == "list":
            if not value:
                raise BadField(
                    field.name, f"Field {field.name!r} needs at least one unit, {FORM}.", field.rule
                )
            for text in value:
                _unit(field.name, text)
        return value

    def _attack(self, given: Mapping[str, Any], units: list[Unit], lines: list[Working]) -> int:
        """Each attacker after command, terrain and river, none below its least. Cases 7.2c, 7.44e."""
        total = 0
        for unit in units:
            tank = "tank" in unit.words
            change = self.tables.ground[given["terrain"]].attacking_tank if tank else 0
            if "river" in unit.words:
                change += self.tables.river.attacking_tank if tank else self.tables.river.attacking_infantry
            plain = _commanded(unit)
            value = max(min(plain, self.tables.least_attacker), plain + change)
            lines.append(Working(f"Attacker: {_written(unit)}", _how(unit, value, change), _case(unit)))
            total += value
        return total

    def _defence(self, given: Mapping[str, Any], units: list[Unit], lines: list[Working]) -> int:
        """The defenders, their ground, city and wall. Cases 7.2c, 7.44e, 11.91a."""
        t, total = self.tables, 0
        for unit in units:
            value = _commanded(unit)
            lines.append(Working(f"Defender: {_written(unit)}", _how(unit, value, 0), _case(unit)))
            total += value
        wall = t.combat.west_wall if given["west_wall"] else 0
        for label, value, rule in (
            (f"Defender: {given['terrain']}", t.ground[given["terrain"]].defender, "7.2c"),
            ("Defender: city", t.city_strength * given["population"], "7.2c"),
            ("Defender: West Wall", wall, "11.91a"),
        ):
            total += _add(lines, label, value, rule)
        return total

    def _support(self, given: Mapping[str, Any], side: str, lines: list[Working]) -> int:
        """Leaders and markers of a side. Cases 7.45c, 7.4611c, 7.462h, 7.463c."""
        c, who = self.tables.combat, side.capitalize()
        return sum(
            _add(lines, f"{who}: {label}", given[f"{side}_{field}"] * value, rule)
            for label, field, value, rule in (
                ("leaders", "stars", 1, "7.45c"),
                ("air", "air", c.air, "7.4611c"),
                ("bombardment", "ships", c.naval, "7.462h"),
                ("partisans", "partisans", c.partisan, "7.463c"),
            )
        )


def _unit(field: str, text: Any) -> Unit:
    first, *words = str(text).strip().split()[:4] or [""]
    found = re.fullmatch(rf"([1-9]\d?)([{CLASSES}])", first.upper())
    if not found or any(word not in WORDS for word in words):
        raise BadField(field, f"{text!r} is not a unit {FORM}; put commas between units.", "7.2c")
    return Unit(int(found[1]), CLASSES.index(found[2]), frozenset(words))


def _written(unit: Unit) -> str:
    return f"{unit.strength}{CLASSES[unit.grade]}"


def _commanded(unit: Unit) -> int:
    return unit.strength // 2 if "half" in unit.words else unit.strength


def _case(unit: Unit) -> str:
    return "7.44e" if "half" in unit.words else "7.2c"


def _how(unit: Unit, value: int, change: int) -> str:
    notes = ["out of command"] if "half" in unit.words else []
    notes += [f"terrain {change:+d}"] if change else []
    return f"{value}, {', '.join(notes)}" if notes else str(value)


def _add(lines: list[Working], label: str, value: int, rule: str) -> int:
    if value:
        lines.append(Working(label, f"{value:+d}", rule))
    return value
