"""Combat by odds: one `Odds` holds a combat worked out up to the roll, and everything that is shown of it is made from
it: the forecast, the table assistant's answer, the line of the log. What a result asks of each side is read in one place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from hexfront.errors import BadData
from hexfront.kernel import Die, Distribution, Forecast, Working
from hexfront.wargame.calculator import Answer, Calculator, Field
from hexfront.wargame.results import Reading, ResultsTable
from hexfront.words import plural, quantity

WHOLE = 9
"""What the loss of a whole side counts for when results are compared."""


class Term(NamedTuple):
    """Something that changes a combat: a shift of columns, or of the die. `words` replaces the usual ones where they do not fit."""

    label: str
    value: int
    rule: str
    words: str = ""


class Odds:
    """A combat worked out: strengths, shifts and die modifiers, each with its case, and the column they lead to.

    `start` is the column of plain odds, `column` the one in use. `strengths` are lines on how the strengths came about.
    """

    __slots__ = ("attack", "bonus", "column", "defence", "modifiers", "shifts", "start", "strengths", "table")

    def __init__(
        self,
        table: ResultsTable,
        attack: int,
        defence: int,
        shifts: Iterable[Term] = (),
        modifiers: Iterable[Term] = (),
        strengths: Iterable[Working] = (),
    ) -> None:
        self.table, self.attack, self.defence = table, attack, defence
        self.shifts, self.modifiers, self.strengths = tuple(shifts), tuple(modifiers), tuple(strengths)
        self.start = table.within(table.column(attack, defence))
        self.column = table.within(self.start + sum([term.value for term in self.shifts]))
        self.bonus = sum([term.value for term in self.modifiers])

    @property
    def header(self) -> str:
        """The column in use as it is printed."""
        return self.table.header(self.column)

    @property
    def certain(self) -> str:
        """The result that comes without a roll; empty where dice decide."""
        return self.table.read(self.column, 0).result if self.table.is_automatic(self.column) else ""

    def read(self, die: int) -> Reading:
        """The result of a roll."""
        return self.table.read(self.column, die + self.bonus)

    def chances(self, dice: Distribution | None = None) -> dict[str, float]:
        """Each result with its probability, the most likely first."""
        if self.certain:
            return {self.certain: 1.0}
        return self.table.chances(self.column, dice or Die(), self.bonus)

    def working(self, rule: str) -> tuple[Working, ...]:
        """Every step: the strengths, the odds by this case, the shifts, the modifiers."""
        lines = [*self.strengths, Working("Odds", self.table.header(self.start), rule)]
        lines += [
            Working(t.label, t.words or f"{t.value:+d} {plural(abs(t.value), 'column')}", t.rule)
            for t in self.shifts
        ]
        lines += [Working(t.label, t.words or f"{t.value:+d} on the roll", t.rule) for t in self.modifiers]
        return tuple(lines)

    def forecast(
        self,
        title: str,
        rule: str,
        at: str = "",
        attackers: Iterable[str] = (),
        defenders: Iterable[str] = (),
        meaning: Callable[[str], str] | None = None,
    ) -> Forecast:
        """The combat before its roll, as it is shown."""
        table = self.table
        cells = tuple(table.rows.values())
        return Forecast(
            title=title,
            at=at,
            working=self.working(rule),
            columns=table.columns,
            column=self.column,
            rows=tuple(str(n) for n in table.rows),
            cells=cells,
            chances=tuple(self.chances().items()),
            attackers=tuple(attackers),
            defenders=tuple(defenders),
            meanings={} if meaning is None else {code: meaning(code) for row in cells for code in row},
        )

    def answer(
        self,
        title: str,
        rule: str,
        die: int | None,
        words: Callable[[str], str],
        more: Callable[[Reading], Working | None] | None = None,
    ) -> Answer:
        """The combat as the table assistant answers: with the result if the die is known. `more` may add a line to it."""
        table, working = self.table, self.working(rule)
        extra: dict[str, object] = {
            "columns": list(table.columns),
            "column_index": self.column,
            "rows": {str(n): list(cells) for n, cells in table.rows.items()},
        }
        if die is None:
            return Answer(title, working, self.header, chances=self.chances(), extra=extra)
        reading = self.read(die)
        extra["row"] = reading.row
        line = more(reading) if more is not None else None
        return Answer(
            title,
            working if line is None else (*working, line),
            self.header,
            (die,),
            reading.result,
            words(reading.result),
            self.chances(),
            extra,
        )


class OddsCalculator(Calculator):
    """The table assistant of a game that fights by odds. As it is, it asks for two strengths, and for each shift yes or no;
    a game that asks for more declares its own `fields`, `roll` among them, and works out the `odds` from them."""

    def __init__(self, title: str, table: ResultsTable, rule: str, shifts: Iterable[Term] = ()) -> None:
        self.title, self.table, self.rule = title, table, rule
        self.shifts = {f"shift{n}": term for n, term in enumerate(shifts, 1)}
        self.fields = self.fields or (  # type: ignore[misc]  # of this assistant, not of the class
            Field("attack", "int", "Strength of the attackers", low=1, required=True),
            Field("defence", "int", "Strength of the defenders", low=1, required=True),
            *(Field(name, "flag", t.label, False, rule=t.rule) for name, t in self.shifts.items()),
            Field("roll", "int", "The die, if you have rolled it", low=1, high=table.last_row),
        )

    def odds(self, given: Mapping[str, Any]) -> Odds:
        """The combat that checked input describes."""
        shifts = [term for name, term in self.shifts.items() if given[name]]
        return Odds(self.table, given["attack"], given["defence"], shifts)

    def words(self, code: str) -> str:
        """What a result means."""
        return read_result(code).sentence

    def resolve(self, data: Mapping[str, Any]) -> Answer:
        given = self.check(data)
        odds = self.odds(given)
        title = f"{self.title}: {odds.attack} to {odds.defence}"
        return odds.answer(title, self.rule, given["roll"], self.words)


# --- results


class Toll(msgspec.Struct, frozen=True):
    """What a result asks of one side: steps it must lose, points it meets by steps or by hexes of retreat, a retreat, or
    everything."""

    steps: int = 0
    either: int = 0
    retreats: bool = False
    everything: bool = False

    @property
    def weight(self) -> int:
        """How bad it is, for comparison alone."""
        return WHOLE if self.everything else self.steps + self.either

    def words(self, who: str) -> str:
        """What it asks, in words; nothing if nothing."""
        if self.everything:
            return f"{who} is eliminated"
        if self.either:
            return f"{who} loses steps or retreats: {self.either} in all"
        if self.steps:
            return f"{who} loses {quantity(self.steps, 'step')}"
        return f"{who} retreats" if self.retreats else ""


class CombatResult(msgspec.Struct, frozen=True):
    """A result of a table, read: what it asks of the attacker and of the defender."""

    code: str
    attacker: Toll = Toll()
    defender: Toll = Toll()

    @property
    def gain(self) -> int:
        """How good it is for the attacker: the defender's toll minus the attacker's."""
        return self.defender.weight - self.attacker.weight

    @property
    def words(self) -> str:
        """The result in words."""
        said = (self.attacker.words("the attacker"), self.defender.words("the defender"))
        return ", ".join(filter(None, said)) or "nothing happens"

    @property
    def sentence(self) -> str:
        """The same as a sentence."""
        return f"{self.words[0].upper()}{self.words[1:]}."


_PLAIN = {
    "NE": CombatResult("NE"),
    "AE": CombatResult("AE", attacker=Toll(everything=True)),
    "DE": CombatResult("DE", defender=Toll(everything=True)),
    "DR": CombatResult("DR", defender=Toll(retreats=True)),
    "EX": CombatResult("EX", Toll(steps=1), Toll(steps=1)),
}
_NUMBER = re.compile(r"([AD])(\d)")
_BOTH = re.compile(r"([\d-])/([\d-])")


def read_result(code: str, numbers: Literal["steps", "either"] = "steps") -> CombatResult:
    """A result as tables print it: NE no effect, AE and DE eliminated, DR the defender retreats, EX a step each, A2
    and D3 a number for one side, 1/2 or 1/- steps for attacker and defender.

    `numbers` says what those of A2 and D3 are: steps, or points met by steps or retreat as the owner likes.
    """
    plain = _PLAIN.get(code)
    if plain is not None:
        return plain
    if found := _NUMBER.fullmatch(code):
        toll = Toll(steps=int(found[2])) if numbers == "steps" else Toll(either=int(found[2]))
        return CombatResult(code, toll) if found[1] == "A" else CombatResult(code, defender=toll)
    if found := _BOTH.fullmatch(code):
        attacker, defender = (Toll(steps=0 if part == "-" else int(part)) for part in found.groups())
        return CombatResult(code, attacker, defender)
    raise BadData(f"{code!r} is not a result of combat.")
