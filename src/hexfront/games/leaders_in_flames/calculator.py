"""The table assistant: a battle on land, in the air or at sea described in figures, every step of its working with its case."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from hexfront.games.leaders_in_flames.air.fight import NIGHT
from hexfront.games.leaders_in_flames.air.forecast import MEANINGS
from hexfront.games.leaders_in_flames.data import FILES
from hexfront.games.leaders_in_flames.kinds import FOUL, TABLES, WEATHER, WET
from hexfront.games.leaders_in_flames.land.odds import QUARTERS
from hexfront.games.leaders_in_flames.land.results import meaning
from hexfront.games.leaders_in_flames.sea.events import hits_in_words
from hexfront.games.leaders_in_flames.state import weather_loss
from hexfront.games.leaders_in_flames.tables import TERRAIN, Tables
from hexfront.kernel import Die, Working
from hexfront.wargame import Answer, BadField, Calculator, Field, Odds, Term

LAND, SKY, STRIKE, RAID, SEA = KINDS = ("land", "air", "ground strike", "raid", "sea")
WORDS = ("armour", "mountain", "river", "landing", "marine", "chinese", "down", "out", "division")
FORM = "such as 9 armour, 7, 6 river or 4 down out"
HALF = Fraction(1, 2)
SOFT = ("jungle", "swamp", "mountain", "desert_mountain")
ROUGH = ("mountain", "desert_mountain")
CLOSE = (*SOFT, "forest")


class Unit(NamedTuple):
    """A counter as people write it down: 9 armour river."""

    factor: int
    words: frozenset[str]

    def __str__(self) -> str:
        return " ".join((str(self.factor), *(word for word in WORDS if word in self.words)))


class FlamesCalculator(Calculator):
    """Works out a battle for those who play with cardboard. Cases base.odds, base.die, base.dogfight, base.strike, base.raid,
    base.naval_table."""

    fields: ClassVar[tuple[Field, ...]] = (
        Field("battle", "choice", "Kind of battle", LAND, KINDS),
        Field("attackers", "list", f"The attacker's factors, {FORM}; in the air and at sea plain factors, the front "
              "plane first", [], rule="base.odds", required=True),
        Field("defenders", "list", "The defender's factors, in the same way; at sea and in raids none", [], rule="base.odds"),
        Field("table", "choice", "Table that was called", TABLES[0], TABLES, rule="base.table"),
        Field("terrain", "choice", "Terrain of the defender's hex", TERRAIN[0], TERRAIN, rule="base.odds"),
        Field("city", "flag", "That hex is a city", False, rule="base.strike"),
        Field("weather", "choice", "Weather there", WEATHER[0], WEATHER, rule="base.die"),
        Field("attacker_support", "int", "Factors of aircraft, artillery and ships that support the attacker", 0, low=0, high=99, rule="base.support"),
        Field("defender_support", "int", "The same for the defender", 0, low=0, high=99, rule="base.support"),
        Field("leaders", "int", "What leaders add to the die, or to the attacker's value in the air", 0, low=-9, high=9, rule="3.2k"),
        Field("night", "flag", "The bombers come at night", False, rule="base.raid"),
        Field("surprise", "flag", "The defender is taken by surprise", False, rule="base.surprise"),
        Field("targets", "int", "Enemy counters that are fired at, at sea", 3, low=1, high=99, rule="base.naval_table"),
        Field("columns", "int", "Columns bought with surprise points, at sea", 0, low=0, high=9, rule="base.naval_table"),
        Field("roll", "int", "The die, if you have rolled it; in the air the sum of both dice", None, low=1, high=20, rule="base.die"),
    )  # fmt: skip

    def __init__(self, pack: Mapping[str, Any] | None = None) -> None:
        self.tables = Tables(FILES.under(pack or {})["tables"])

    def resolve(self, data: Mapping[str, Any]) -> Answer:
        given = self.check(data)
        work = {LAND: self._land, SKY: self._sky, STRIKE: self._strike, RAID: self._raid, SEA: self._sea}
        most = 20 if given["battle"] == SKY else 10
        if given["roll"] is not None and given["roll"] > most:
            raise BadField(
                "roll", f"Field 'roll' must be from 1 to {most} here, not {given['roll']}.", "base.die"
            )
        return work[given["battle"]](given)

    def _value(self, field: Field, data: Mapping[str, Any]) -> Any:
        """A field; counters are looked at one by one, so that a wrong one is told where it was given."""
        value = super()._value(field, data)
        if field.kind == "list":
            if field.required and not value:
                raise BadField(
                    field.name, f"Field {field.name!r} needs at least one counter, {FORM}.", field.rule
                )
            return [_unit(field.name, text) for text in value]
        return value

    # --- land

    def _land(self, given: dict[str, Any]) -> Answer:
        """Factors after ground, supply and support; odds; the die. Cases base.odds, base.support, base.die."""
        if not given["defenders"]:
            raise BadField("defenders", f"Field 'defenders' needs at least one counter, {FORM}.", "base.odds")
        if given["weather"] in [WEATHER[k] for k in FOUL] and (
            given["attacker_support"] or given["defender_support"]
        ):
            support = "attacker_support" if given["attacker_support"] else "defender_support"
            raise BadField(support, "Nothing flies in storm or blizzard.", "base.sky")
        lines: list[Working] = []
        attack = _sum(lines, "Attacker", given["attackers"], lambda u: attack_of(u, given["terrain"]))
        defence = _sum(lines, "Defender", given["defenders"], lambda u: defence_of(u, given["terrain"]))
        attack += _support(lines, "Attacker", given["attacker_support"], attack)
        defence += _support(lines, "Defender", given["defender_support"], defence)
        table = self.tables.land[TABLES.index(given["table"])]
        own, other = int(attack * QUARTERS), int(defence * QUARTERS)
        if table.column(own, other) < 0:
            raise BadField("attackers", "No attack is allowed below 1:3.", "base.odds")
        down = sum("down" in u.words and "division" not in u.words for u in given["defenders"])
        loss = weather_loss(WEATHER.index(given["weather"]))
        rows = (
            ("Face-down defenders", down, "base.die"),
            ("Weather", -loss, "base.die"),
            ("Leaders", given["leaders"], "3.2k"),
        )
        terms = [Term(label, value, rule) for label, value, rule in rows if value]
        found = Odds(table, own, other, (), terms, lines)
        title = f"{given['table'].capitalize()}: {float(attack):g} to {float(defence):g}"
        answer = found.answer(
            title, "base.odds", given["roll"], lambda code: f"{meaning(code).capitalize()}."
        )
        chances = found.chances(Die(10))
        return Answer(
            answer.title, answer.working, answer.column, answer.rolled, answer.result, answer.words, chances, answer.extra
        )  # fmt: skip

    # --- air

    def _sky(self, given: dict[str, Any]) -> Answer:
        """A round in the air: front planes, a tenth of the other fighters, two dice. Case base.dogfight."""
        if not given["defenders"]:
            raise BadField("defenders", "List the planes of the other side, the front one first.", "base.dogfight")  # fmt: skip
        lines, values = [], []
        for who in ("attackers", "defenders"):
            first, *rest = (unit.factor for unit in given[who])
            value = first + Fraction(sum(rest), 10)
            lines.append(Working(f"{who.capitalize()}: {first} in front", f"{float(value):g}", "base.dogfight"))  # fmt: skip
            values.append(value)
        if given["leaders"]:
            lines.append(Working("Leaders", f"{given['leaders']:+d}", "3.2k"))
        if given["night"]:
            lines.append(Working("Interceptors at night", f"-{NIGHT}", "base.raid"))
        edge = int(values[0] + given["leaders"] - (values[1] - (NIGHT if given["night"] else 0)))
        lines.append(Working("Two dice and", f"{edge:+d}", "base.dogfight"))
        read = self.tables.air_result
        chances = _shares(read(one + other + edge) for one in range(1, 11) for other in range(1, 11))
        return _answer("A round in the air", lines, given["roll"], lambda die: read(die + edge), chances, MEANINGS.__getitem__)  # fmt: skip

    def _over(self, given: dict[str, Any], lines: list[Working], rule: str) -> int:
        """Bombing factors after weather. Case base.sky."""
        weather = WEATHER.index(given["weather"])
        if weather in FOUL:
            raise BadField("weather", "Nothing flies in storm or blizzard.", "base.sky")
        total: int = sum(unit.factor for unit in given["attackers"])
        lines.append(Working("Factors", str(total), rule))
        if weather in WET:
            lines.append(Working("Weather", "halved", "base.sky"))
        return total if weather in WET else 2 * total

    def _strike(self, given: dict[str, Any]) -> Answer:
        """A ground strike: the number that turns a unit face-down. Cases base.strike, base.surprise."""
        lines: list[Working] = []
        factors = self._over(given, lines, "base.strike") * (2 if given["surprise"] else 1) // 2
        if given["surprise"]:
            lines.append(Working("Surprise", "doubled", "base.surprise"))
        close = given["city"] or given["terrain"] in CLOSE
        if close:
            lines.append(Working("Close ground", "-1 on the number", "base.strike"))
        number = max(0, self.tables.strike_number(factors) - close)
        lines.append(Working("A unit is turned face-down on", f"{number} or less", "base.strike"))
        words = {"down": "The unit is turned face-down.", "up": "The unit stays face-up."}
        chances = {"down": number / 10, "up": 1 - number / 10}
        return _answer("A ground strike", lines, given["roll"], lambda die: "down" if die <= number else "up", chances, words.__getitem__)  # fmt: skip

    def _raid(self, given: dict[str, Any]) -> Answer:
        """Strategic bombing: production points lost, at most one for each factory. Case base.raid."""
        lines: list[Working] = []
        factors = self._over(given, lines, "base.raid") // (4 if given["night"] else 2)
        if given["night"]:
            lines.append(Working("At night", "halved", "base.raid"))
        lines.append(Working("Factors that count", str(factors), "base.raid"))

        def read(die: int) -> str:
            return str(self.tables.raid_points(factors, die))

        return _answer("A raid", lines, given["roll"], read, _shares(map(read, range(1, 11))), lambda n: f"Production points lost: {n}.")  # fmt: skip

    # --- sea

    def _sea(self, given: dict[str, Any]) -> Answer:
        """Fire at sea: factors, number of targets, columns bought. Case base.naval_table."""
        t, factors = self.tables, sum(unit.factor for unit in given["attackers"])
        plain = max(0, sum(factors >= least for least in t.naval_from) - 1)
        column = t.naval_column(factors, given["targets"], given["columns"])
        crowd = next(more for upto, more in t.crowd if given["targets"] <= upto)
        lines = [
            Working("Factors", f"{factors}, column {t.naval.columns[plain]}", "base.naval_table"),
            Working(f"Enemy counters: {given['targets']}", f"columns {crowd:+d}", "base.naval_table"),
        ]
        if given["columns"]:
            lines.append(Working("Surprise points", f"columns {given['columns']:+d}", "base.naval_table"))

        def read(die: int) -> str:
            return t.naval.read(column, die).result

        def words(code: str) -> str:
            return f"Before each ship's chance to be spared: {hits_in_words(code)}."

        answer = _answer("Fire at sea", lines, given["roll"], read, _shares(map(read, range(1, 11))), words)
        extra: dict[str, Any] = {
            "columns": list(t.naval.columns),
            "column_index": column,
            "rows": {str(n): list(cells) for n, cells in t.naval.rows.items()},
        }
        if given["roll"] is not None:
            extra["row"] = given["roll"]
        return Answer(
            answer.title, answer.working, t.naval.columns[column], answer.rolled, answer.result, answer.words, answer.chances, extra
        )  # fmt: skip


def attack_of(unit: Unit, terrain: str) -> tuple[Fraction, list[str]]:
    """What a unit attacks with, and why. Cases base.odds, base.invade, ability.43."""
    factor = Fraction(unit.factor)
    why: list[str] = []
    halved = (
        ("armour" in unit.words and terrain in SOFT, terrain.replace("_", " ")),
        ("landing" in unit.words and "marine" not in unit.words, "landing"),
        ("river" in unit.words, "river"),
        ("chinese" in unit.words, "Nationalist Chinese"),
    )
    for counts, words in halved:
        if counts:
            factor, why = factor * HALF, [*why, f"{words}: half"]
    if "mountain" in unit.words and terrain in ROUGH:
        factor, why = factor * 2, [*why, "mountain troops: double"]
    return factor, why


def defence_of(unit: Unit, terrain: str) -> tuple[Fraction, list[str]]:
    """What a unit defends with, and why. Cases base.odds, base.supply."""
    factor = Fraction(unit.factor)
    why: list[str] = []
    if "out" in unit.words:
        down = "down" in unit.words
        factor = min(factor, Fraction(1)) if down else factor * HALF
        why.append("out of supply and face-down: 1" if down else "out of supply: half")
    if "armour" in unit.words and terrain in SOFT:
        factor, why = factor * HALF, [*why, f"{terrain.replace('_', ' ')}: half"]
    if terrain in ROUGH:
        factor, why = factor * 2, [*why, "mountains: double"]
    return factor, why


def _unit(field: str, text: Any) -> Unit:
    first, *words = str(text).strip().split()[:6] or [""]
    if not re.fullmatch(r"\d{1,2}", first) or any(word not in WORDS for word in words):
        raise BadField(field, f"{text!r} is not a counter {FORM}; put commas between counters.", "base.odds")
    return Unit(int(first), frozenset(words))


def _sum(lines: list[Working], who: str, units: list[Unit], count: Any) -> Fraction:
    """The factors of a side, a line each."""
    total = Fraction(0)
    for unit in units:
        factor, why = count(unit)
        lines.append(Working(f"{who}: {unit}", ", ".join((f"{float(factor):g}", *why)), "base.odds"))
        total += factor
    return total


def _support(lines: list[Working], who: str, factors: int, own: Fraction) -> Fraction:
    """Support counts up to the factors of the units themselves. Case base.support."""
    counts = min(Fraction(factors), own)
    if factors:
        most = " (no more than the units)" if counts < factors else ""
        lines.append(Working(f"{who}: support", f"+{float(counts):g}{most}", "base.support"))
    return counts


def _shares(results: Iterable[str]) -> dict[str, float]:
    """Each result with its probability, all rolls being equally likely."""
    found = Counter(results)
    return {code: n / found.total() for code, n in found.most_common()}


def _answer(title: str, lines: list[Working], die: int | None, read: Any, chances: dict[str, float], words: Any) -> Answer:  # fmt: skip
    """An answer without odds: the result if the die is known."""
    if die is None:
        return Answer(title, tuple(lines), chances=chances)
    result = read(die)
    said = str(words(result))
    return Answer(title, tuple(lines), "", (die,), result, said[:1].upper() + said[1:], chances)
