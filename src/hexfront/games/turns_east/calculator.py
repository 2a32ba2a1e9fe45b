"""The table assistant: an attack of a game on cardboard, worked out with every modifier and its case."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from hexfront.games.turns_east.data import FILES
from hexfront.games.turns_east.mobile import WEATHER
from hexfront.kernel import Working
from hexfront.wargame import Answer, BadField, Calculator, Field, Odds, Reading, ResultsTable, Term

TERRAIN = ("clear", "forest", "swamp", "rough", "mountain")
PLACES = ("none", "town", "city", "fort", "oil")
KINDS = ("Fair", "Light Mud", "Mud", "Frost", "Snow")


class TurnsEastCalculator(Calculator):
    """Attacks, Mobile Assaults and Counterattacks."""

    fields: ClassVar[tuple[Field, ...]] = (
        Field("kind", "choice", "Kind of combat", "attack", ("attack", "mobile assault", "counterattack")),
        Field("side", "choice", "Attacking side", "axis", ("axis", "soviet")),
        Field(
            "attackers",
            "list",
            "Attacking factors, such as 8, 6, or 6/2 for a unit two hexes out of supply",
            rule="12.2.1a",
            required=True,
        ),
        Field("defenders", "list", "Defending factors, in the same way", rule="12.1.5", required=True),
        Field("weather", "choice", "Weather", "Fair", KINDS),
        Field("terrain", "choice", "Terrain of the defender's hex", "clear", TERRAIN, rule="12.2.1d"),
        Field("place", "choice", "What that hex contains", "none", PLACES, rule="12.2.1d"),
        Field("river", "flag", "All attackers are across a major river", False, rule="12.2.1d"),
        Field("attacker_support", "flag", "The attacker adds its marker", False, rule="2.2.2a"),
        Field("defender_support", "flag", "The defender adds its marker", False, rule="2.2.2a"),
        Field("leader", "flag", "A leader is in the Mobile Assault", False, rule="12.4.9b"),
        Field("roll", "int", "The die, if you have rolled it", None, low=1, high=6, rule="12.2.2"),
    )

    def __init__(self, pack: Mapping[str, Any] | None = None) -> None:
        self.tables = FILES.under(pack or {})["tables"]
        self.combat = ResultsTable("combat", self.tables["combat"])
        self.counterattack = ResultsTable("counterattack", self.tables["counterattack"])

    def resolve(self, data: Mapping[str, Any]) -> Answer:
        given = self.check(data)
        self._refuse(given)
        working: list[Working] = []
        plain = given["kind"] == "counterattack"
        attack = self._total("Attacker", given["attackers"], working, plain)
        defence = self._total("Defender", given["defenders"], working, plain)
        if plain:
            return self._answer(Odds(self.counterattack, attack, defence, (), (), working), given, "7.3.5e")
        attack += self._support(given["attacker_support"], given["side"] == "axis", "Attacker", working)
        defence += self._support(given["defender_support"], given["side"] != "axis", "Defender", working)
        modifier: int = self.tables["combat"]["leader_modifier"]
        leader = Term("Leader in a Mobile Assault", modifier, "12.4.9b", f"{modifier:+d} to the die")
        o = Odds(
            self.combat, attack, defence, self._shifts(given), [leader] if given["leader"] else [], working
        )
        return self._answer(o, given, "12.2.1a")

    def _value(self, field: Field, data: Mapping[str, Any]) -> Any:
        """A field; factors are looked at one by one, so that a wrong one is told where it was given."""
        value = super()._value(field, data)
        if field.kind == "list":
            if not value:
                raise BadField(field.name, f"Field {field.name!r} needs at least one factor.")
            for unit in value:
                _factor(field.name, unit)
        return value

    def _refuse(self, given: dict[str, Any]) -> None:
        """What the rules do not allow at all."""
        mobile = given["kind"] == "mobile assault"
        row = self.tables["terrain"][given["terrain"]]
        spot = self.tables["terrain_features"].get(given["place"], {})
        flying = (given["side"] == "axis" and given["attacker_support"]) or (
            given["side"] != "axis" and given["defender_support"]
        )
        if mobile and given["side"] != "axis":
            raise BadField("kind", "Only German Panzer Corps can make Mobile Assaults (12.4).", "12.4")
        if mobile and given["weather"] not in WEATHER:
            raise BadField(
                "weather",
                "Mobile Assaults are possible only in Fair, Light Mud and Frost (12.4.1).",
                "12.4.1",
            )
        if mobile and not (row["assault_into"] and spot.get("assault_into", True) and not given["river"]):
            raise BadField("terrain", "This terrain forbids a Mobile Assault (12.4.2).", "12.4.2")
        if given["leader"] and not mobile:
            raise BadField("leader", "A leader helps only in a Mobile Assault (12.4.9b).", "12.4.9b")
        if given["kind"] == "counterattack" and given["side"] != "soviet":
            raise BadField(
                "side", "Counterattacks are ordered by the Soviets: set side to soviet (7.3).", "7.3"
            )
        if flying and given["weather"] not in WEATHER:
            raise BadField(
                "weather", "The Luftwaffe flies only in Fair, Light Mud and Frost (13.8.2).", "13.8.2"
            )

    def _total(self, who: str, units: list[Any], working: list[Working], plain: bool) -> int:
        if not units:
            raise BadField(f"{who.lower()}s", f"{who}: at least one factor is needed.")
        total = 0
        for unit in units:
            factor, _, short = str(unit).partition("/")
            try:
                printed, lacking = int(factor), int(short or 0)
            except ValueError:
                raise BadField(
                    f"{who.lower()}s", f"{who}: {unit!r} is not a factor such as 8 or 6/2."
                ) from None
            if printed < 1 or lacking < 0:
                raise BadField(f"{who.lower()}s", f"{who}: {unit!r} is not a factor such as 8 or 6/2.")
            value = printed if plain or not lacking else max(1, printed - lacking)
            total += value
            if lacking and not plain:
                words = f"{value} ({printed} less {lacking}, not below 1)"
                working.append(Working(f"{who}: out of supply", words, "10.1.5"))
            else:
                working.append(Working(f"{who}: unit", str(value), "7.3.5b" if plain else "2.2.1g"))
        return total

    def _support(self, helped: bool, axis: bool, who: str, working: list[Working]) -> int:
        if not helped:
            return 0
        name, key, rule = ("Luftwaffe", "luftwaffe", "13.8.1") if axis else ("T-34", "t34", "13.9")
        value: int = self.tables["markers"][key]
        working.append(Working(f"{who}: {name}", f"+{value}", rule))
        return value

    def _shifts(self, given: dict[str, Any]) -> list[Term]:
        ground: int = self.tables["terrain"][given["terrain"]]["shift"]
        spot: int = self.tables["terrain_features"].get(given["place"], {}).get("shift", 0)
        name = given["place"] if spot >= ground else given["terrain"]
        shift = max(ground, spot)
        terms = [Term(f"Defender in {name}", -shift, "12.2.1d", f"{shift} to the left")] if shift else []
        if given["river"]:
            more: int = self.tables["terrain_features"]["major_river"]["shift"]
            terms.append(Term("All across a major river", -more, "12.2.1d", f"{more} to the left"))
        return terms

    def _answer(self, o: Odds, given: dict[str, Any], rule: str) -> Answer:
        words = self.tables[o.table.name]["results"]
        title = f"{given['kind'].capitalize()}: {o.attack} to {o.defence}"
        if result := o.certain:
            last = Working("Below the table", f"{result} without a roll", "12.2.1b")
            return Answer(
                title, (*o.working(rule), last), "", (), result, _sentence(words[result]), o.chances()
            )

        def modified(reading: Reading) -> Working | None:
            read_as = f"read as {given['roll'] + o.bonus}"
            return Working(f"Roll {given['roll']}", read_as, "12.2.2") if o.bonus else None

        return o.answer(title, rule, given["roll"], lambda code: _sentence(words[code]), modified)


def _factor(name: str, unit: Any) -> tuple[int, int]:
    """A factor as people write it: 8, or 6/2 for a 6 that lacks 2 for supply."""
    found = re.fullmatch(r"([1-9]\d*)(?:/(\d+))?", str(unit))
    if not found:
        raise BadField(name, f"{unit!r} is not a factor such as 8 or 6/2; put commas between them.")
    return int(found[1]), int(found[2] or 0)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
