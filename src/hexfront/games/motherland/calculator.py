"""The table assistant: a combat or overrun described in figures, every step of its working with its case."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

from hexfront.games.motherland.combat import AIR_SHIFT, GUN_BONUS, SUPPORT_BONUS, defense_total
from hexfront.games.motherland.kinds import outcome_of
from hexfront.games.motherland.world import World
from hexfront.kernel import Setup, Working
from hexfront.wargame import Answer, BadField, Field, Odds, Reading, Term
from hexfront.wargame import Calculator as BaseCalculator

TERRAINS = ("clear", "woods", "swamp", "mountain", "high_mountain", "city", "fortified_city")
WINTERS = {5: "first", 6: "first", 12: "later", 13: "later", 19: "later", 20: "later"}


@lru_cache(maxsize=1)
def _world() -> World:
    return World(Setup(scenario="uranus"))


class Calculator(BaseCalculator):
    """Works out a combat for those who play with the printed game. Cases 7.1d, 8.1.1 and 8.1.5a."""

    fields: ClassVar[tuple[Field, ...]] = (
        Field("side", "choice", "Attacking side", "axis", ("axis", "soviet"), rule="8.0c"),
        Field("turn", "int", "Game turn, for the weather", 2, low=1, high=22, rule="18.0"),
        Field(
            "attackers", "list", "Attack Factors, one per unit, such as 9, 9 lack or 9 out", [], rule="8.1.1"
        ),
        Field(
            "defenders", "list", "Defense Factors, one per unit, such as 4, 4 lack or 4 out", [], rule="8.1.1"
        ),
        Field(
            "river",
            "choice",
            "River that every attacker attacks across",
            "none",
            ("none", "minor", "major"),
            rule="8.4.1a",
        ),
        Field("terrain", "choice", "Terrain of the defender's hex", "clear", TERRAINS, rule="8.4"),
        Field("overrun", "flag", "An Overrun", False, rule="7.1e"),
        Field("air", "flag", "German Air Support", False, rule="14.1c"),
        Field("gun", "flag", "Railroad Gun", False, rule="16.2b"),
        Field("support", "flag", "Offensive Support within three hexes of the target", False, rule="13.0c"),
        Field("die", "int", "The die, if you have rolled it", low=1, high=6, rule="8.1.5a"),
    )

    def resolve(self, data: Mapping[str, Any]) -> Answer:
        given = self.check(data)
        w = _world()
        lines: list[Working] = []
        attack = self._total(given, "attackers", "Attack", lines)
        defense = self._total(given, "defenders", "Defense", lines)
        defense = self._behind_river(given["river"], defense, lines)
        if given["overrun"]:
            self._check_overrun(given)
            if attack * 3 < defense or attack == 0:
                lines.append(Working("Odds", "worse than 1:3", "7.1d"))
                words = "The overrunning units suffer an A2 without a roll."
                return Answer("Overrun", tuple(lines), "", (), "A2", words, {"A2": 1.0})
        odds = Odds(w.results, attack, defense, self._shifts(given, w), self._modifiers(given), lines)

        def modified(reading: Reading) -> Working:
            capped = given["die"] + odds.bonus > reading.row
            return Working("Modified roll", str(reading.row), "8.2.1b" if capped else "8.2.1a")

        title = "Overrun" if given["overrun"] else "Combat"
        return odds.answer(title, "8.1.2", given["die"], lambda code: outcome_of(code).sentence, modified)

    def _total(self, given: dict[str, Any], name: str, label: str, lines: list[Working]) -> int:
        """The sum of one side's factors, each after supply and winter. Cases 8.1.1, 9.5a, 9.5b, 18.2.3a and 18.2.3b."""
        if not given[name]:
            raise BadField(name, f"Field {name!r} is missing: give at least one factor.")
        is_axis = (given["side"] == "axis") == (name == "attackers")
        winter = WINTERS.get(given["turn"], "") if given["overrun"] and is_axis else ""
        total = 0
        for text in given[name]:
            value, status = _factor(name, text)
            if status == "out" or (status == "lack" and name == "attackers"):
                halved = (value + 1) // 2
                rule = "9.5b" if status == "out" else "9.5a"
                lines.append(Working(f"{label} {value}", f"{halved}, {status} of supply", rule))
                value = halved
            if winter:
                cut = _in_winter(value, winter, name == "attackers")
                lines.append(
                    Working(
                        f"{label} {value}", f"{cut} in winter", f"18.2.3{'a' if winter == 'first' else 'b'}"
                    )
                )
                value = cut
            total += value
        lines.append(Working(f"{label} total", str(total), "8.1.1"))
        return total

    def _behind_river(self, river: str, defense: int, lines: list[Working]) -> int:
        if river == "none":
            return defense
        total = defense_total(defense, river)
        words = f"doubled to {total}" if river == "major" else f"+2 to {total}"
        lines.append(Working(f"{river.title()} River", words, "8.4.1c" if river == "major" else "8.4.1b"))
        return total

    def _check_overrun(self, given: dict[str, Any]) -> None:
        if given["gun"]:
            raise BadField("gun", "The Railroad Gun does not support an Overrun (16.2.1).", "16.2.1")
        snow = given["turn"] in WINTERS
        if given["river"] == "major" or (
            given["terrain"] not in ("clear", "woods") and not (snow and given["terrain"] == "swamp")
        ):
            raise BadField("terrain", "This hex cannot be overrun (7.2a).", "7.2a")

    def _shifts(self, given: dict[str, Any], w: World) -> list[Term]:
        """Column shifts of terrain and air. Cases 8.4, 14.1a, 14.1c, 14.3b and 18.2.1."""
        terrain, out = given["terrain"], []
        if terrain == "swamp" and given["turn"] in WINTERS:
            terrain = "woods"
            out.append(Term("Swamp in snow", 0, "5.1.8", "as woods"))
        shift: int = w.terrain[terrain]["shift"]
        if shift:
            out.append(Term(terrain.replace("_", " ").title(), shift, "8.4"))
        if given["air"]:
            if given["side"] != "axis":
                raise BadField("air", "Air units support German attacks only (14.1a).", "14.1a")
            if given["turn"] in WINTERS:
                raise BadField("air", "No Air Support on Snow turns (14.3b).", "14.3b")
            out.append(Term("Air Support", AIR_SHIFT, "14.1c"))
        return out

    def _modifiers(self, given: dict[str, Any]) -> list[Term]:
        """Die modifiers. Cases 8.2.1a, 13.0c, 16.2b, 18.2.4b and 18.2.4c."""
        out = []
        soviet = given["side"] == "soviet"
        if given["gun"]:
            if soviet:
                raise BadField("gun", "The Railroad Gun supports Axis attacks only (16.2a).", "16.2a")
            out.append(Term("Railroad Gun", GUN_BONUS, "16.2b"))
        if given["support"]:
            if not soviet:
                raise BadField("support", "Offensive Support helps Soviet attacks only (13.0a).", "13.0a")
            out.append(Term("Offensive Support", SUPPORT_BONUS, "13.0c"))
        winter = WINTERS.get(given["turn"], "")
        if soviet and winter:
            more, rule = (3, "18.2.4b") if winter == "first" else (1, "18.2.4c")
            out.append(Term("Winter", more, rule))
        return out


def _factor(name: str, text: str) -> tuple[int, str]:
    value, _, status = str(text).strip().partition(" ")
    if not value.isdecimal() or status not in ("", "lack", "out"):
        raise BadField(name, f"Field {name!r} holds factors such as 9, 9 lack or 9 out, not {text!r}.")
    return int(value), status


def _in_winter(value: int, winter: str, attacks: bool) -> int:
    if winter == "first":
        return value // 4 if attacks else value // 2
    return max(0, value - 1)
