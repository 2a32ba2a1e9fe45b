"""Results tables declared in TOML: columns, rows, what happens off either end, and where it all comes from.

[combat]
provenance = "reconstruction"
reason = "…"
columns = ["1:2", "1:1", "2:1"]
rounding = "defender"          # where a fraction of odds goes
below = "A1"                   # off the left end: a result of its own, or "clamp"
above = "clamp"                # off the right end
rows = { 1 = ["A1", "A1", "EX"], 2 = ["A1", "EX", "DR"] }  # or a list of rows, from 1 on
low = "clamp"                  # a modified die below the first row
high = "clamp"                 # above the last
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Literal

import msgspec

from hexfront.errors import BadData
from hexfront.kernel import Distribution
from hexfront.wargame.tables import known_only

Rounding = Literal["defender", "attacker", "nearest"]
_CLAMP = "clamp"
KNOWN = 4096
"""At most this many odds are remembered by a table."""


class _TableFile(msgspec.Struct, kw_only=True):
    columns: tuple[str, ...]
    rows: dict[str, tuple[str, ...]] | list[tuple[str, ...]]
    rounding: Rounding = "defender"
    below: str = _CLAMP
    above: str = _CLAMP
    low: str = _CLAMP
    high: str = _CLAMP
    is_odds: bool = True
    provenance: str = ""
    reason: str = ""


class Reading(msgspec.Struct, frozen=True):
    """One look at a table: the column and row used after shifts and clamps, and the result."""

    column: int  # index into columns; -1 or len(columns) when off the end with a result of its own
    row: int
    result: str


class ResultsTable:
    """A table of results by column and die. With `results` any other result in it is refused."""

    def __init__(self, name: str, data: Mapping[str, Any], results: Iterable[str] = ()) -> None:
        try:
            file = msgspec.convert(dict(data), _TableFile, strict=False)
        except msgspec.ValidationError as e:
            raise BadData(f"table {name}: {e}.") from None
        self.name = name
        self.columns = file.columns
        self.rounding: Rounding = file.rounding
        self.provenance, self.reason = file.provenance, file.reason
        self.below, self.above, self.low, self.high = file.below, file.above, file.low, file.high
        if not file.columns or not file.rows:
            raise BadData(f"table {name}: it needs at least one column and one row.")
        self.rows: dict[int, tuple[str, ...]] = {}
        rows = file.rows if isinstance(file.rows, dict) else dict(enumerate(file.rows, 1))
        for key, cells in rows.items():
            try:
                number = int(key)
            except ValueError:
                raise BadData(f"table {name}: row {key!r} is not a number.") from None
            if len(cells) != len(file.columns):
                raise BadData(
                    f"table {name}: row {key} has {len(cells)} cells for {len(file.columns)} columns."
                )
            self.rows[number] = cells
        self.first_row, self.last_row = min(self.rows), max(self.rows)
        if sorted(self.rows) != list(range(self.first_row, self.last_row + 1)):
            raise BadData(f"table {name}: rows {sorted(self.rows)} leave a gap.")
        if known := tuple(results):
            for number, cells in self.rows.items():
                known_only(f"table {name}, row {number}", cells, known)
            for end in ("below", "above", "low", "high"):
                known_only(f"table {name}, {end}", (getattr(self, end),), (*known, _CLAMP))
        self.values = tuple(_ratio(c) for c in file.columns) if file.is_odds else ()
        self._known: dict[tuple[int | Fraction, int | Fraction], int] = {}
        if list(self.values) != sorted(self.values):
            raise BadData(f"table {name}: its columns are not in rising order.")

    def column(self, attack: int | Fraction, defence: int | Fraction) -> int:
        """The column of plain odds, before shifts; -1 is below the first. Nothing defending is the last column.

        Rounding `defender`: a fraction counts for the defender (12 to 7 is 1:1). `attacker`: it counts for the
        attacker. `nearest`: the nearer column, a tie counting for the defender.
        """
        found = self._known.get((attack, defence))
        if found is None:
            if len(self._known) > KNOWN:
                self._known.clear()
            found = self._known[attack, defence] = self._column(attack, defence)
        return found

    def _column(self, attack: int | Fraction, defence: int | Fraction) -> int:
        columns = self.values
        last = len(columns) - 1
        if defence <= 0:
            return last
        at = -1
        for k, column in enumerate(columns):
            if column.numerator * defence <= attack * column.denominator:  # exact, and without a division
                at = k
        if self.rounding == "defender":
            return at
        value = Fraction(attack) / Fraction(defence)
        if at == last or (at >= 0 and columns[at] == value):
            return at
        if self.rounding == "attacker":
            return at + 1
        return at + int(at >= 0 and columns[at + 1] - value < value - columns[at])

    def read(self, column: int, die: int) -> Reading:
        """The result in a (shifted) column for a (modified) die, by the table's own rules at its ends."""
        if column < 0:
            if self.below != _CLAMP:
                return Reading(-1, die, self.below)
            column = 0
        elif column >= len(self.columns):
            if self.above != _CLAMP:
                return Reading(len(self.columns), die, self.above)
            column = len(self.columns) - 1
        if die < self.first_row:
            if self.low != _CLAMP:
                return Reading(column, die, self.low)
            die = self.first_row
        elif die > self.last_row:
            if self.high != _CLAMP:
                return Reading(column, die, self.high)
            die = self.last_row
        return Reading(column, die, self.rows[die][column])

    def within(self, column: int) -> int:
        """A column held within the table where its ends clamp; off an end with a result of its own it is one beyond."""
        low = 0 if self.below == _CLAMP else -1
        high = len(self.columns) - 1 if self.above == _CLAMP else len(self.columns)
        return max(low, min(high, column))

    def header(self, column: int) -> str:
        """A column as it is printed, or what it is off."""
        if column < 0:
            return f"below {self.columns[0]}"
        return self.columns[column] if column < len(self.columns) else f"above {self.columns[-1]}"

    def is_automatic(self, column: int) -> bool:
        """Whether this column gives its result without a roll."""
        return (column < 0 and self.below != _CLAMP) or (column >= len(self.columns) and self.above != _CLAMP)

    def chances(self, column: int, dice: Distribution, modifier: int = 0) -> dict[str, float]:
        """The exact distribution of results in a column, most likely first. Several dice are added up."""
        out: dict[str, float] = defaultdict(float)
        for outcome, p in dice.chances():
            rolled = sum(outcome) if isinstance(outcome, tuple) else outcome  # type: ignore[arg-type]
            out[self.read(column, int(rolled) + modifier).result] += p
        return dict(sorted(out.items(), key=lambda item: (-item[1], item[0])))


def _ratio(text: str) -> Fraction:
    """A printed ratio such as `3:1`, `1:2` or `7:1+` as an exact number."""
    left, colon, right = text.removesuffix("+").partition(":")
    try:
        if not colon:
            raise ValueError
        return Fraction(int(left), int(right))
    except (ValueError, ZeroDivisionError):
        raise BadData(f"{text!r} is not a ratio such as 3:1.") from None
