"""Combat odds without floating point: ratios as printed, rounded as each rulebook says."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from hexfront.errors import BadData

Rounding = Literal["defender", "attacker", "nearest"]


def odds_value(text: str) -> Fraction:
    """A printed ratio such as `3:1`, `1:2` or `7:1+` as an exact number."""
    left, colon, right = text.removesuffix("+").partition(":")
    try:
        if not colon:
            raise ValueError
        return Fraction(int(left), int(right))
    except (ValueError, ZeroDivisionError):
        raise BadData(f"{text!r} is not a ratio such as 3:1.") from None


def odds_column(
    attack: int | Fraction,
    defence: int | Fraction,
    columns: tuple[Fraction, ...],
    rounding: Rounding = "defender",
) -> int:
    """The column that these strengths reach, before any shift: -1 below the first, len(columns) or more never.

    `defender`: a fraction counts for the defender (12 to 7 is 1:1). `attacker`: it counts for the attacker.
    `nearest`: the nearer column, a tie counting for the defender. Nothing defending is the last column.
    """
    if defence <= 0:
        return len(columns) - 1
    at = -1
    for k, column in enumerate(columns):
        if column.numerator * defence <= attack * column.denominator:  # exact, and without a division
            at = k
    if rounding == "defender":
        return at
    value = Fraction(attack) / Fraction(defence)
    if at == len(columns) - 1 or (at >= 0 and columns[at] == value):
        return at
    if rounding == "attacker":
        return at + 1
    if at >= 0 and columns[at + 1] - value < value - columns[at]:
        return at + 1
    return at
