"""Abilities as rows of data: which question a row answers, for whom, in which reach, under which tests, and what it gives."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from hexfront.wargame import convert, known_only

MOMENTS = (
    "impulse",
    "rail",
    "move",
    "battle",
    "roll",
    "again",
    "retreat",
    "advance",
    "regroup",
    "reorganise",
    "production",
    "",
)
"""When a black row is announced; none for white ones and those that only a later system asks for."""
TESTS = (
    "all_down", "at_capital", "bad_weather", "blitz_called", "city", "forest", "german_and_italian", "jungle_or_forest",
    "land_action", "mountain", "no_germans", "not_fine_or_called", "own_blitz", "retreat_or_breakthrough", "snowy",
    "two_and_breakthrough", "with_armour",
)  # fmt: skip
"""Names of the tests in `leaders.tests`."""


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One ability; `print` is black, to be used or not, or white, which always applies. Cases 3a, 3d.

    `ask` is the question it answers and `give` the number it adds. `role` says on which side of a battle he must be,
    `reach` what must lie within it: his stack, his range. `when` names tests, `late` those that can only be judged once the
    table is chosen. `any_power` lets him help whom 3.2h to 3.2j would not, `no_hq` leaves HQs out. A use with `span` "step" serves every battle of the step, one with "impulse" the whole impulse.
    """

    n: int
    topic: str
    ask: str
    moment: str = "battle"
    role: Literal["attack", "defend", "either", "own"] = "own"
    reach: Literal["self", "stack", "range", "anywhere"] = "stack"
    when: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    give: int = 0
    span: Literal["battle", "step", "move", "impulse"] = "battle"
    print: Literal["black", "white"] = "black"
    wish: str = ""
    recall: bool = False
    any_power: bool = False
    no_hq: bool = False
    face_down: bool = False
    words: str = ""

    @property
    def case(self) -> str:
        """The case of the rulebook."""
        return f"ability.{self.n}"


def read_rows(data: dict[str, Any]) -> dict[int, Row]:
    """Every row by its number."""
    rows = [convert(row, Row, f"abilities.{row.get('n', '?')}") for row in data["ability"]]
    for row in rows:
        known_only(f"abilities.{row.n}.moment", (row.moment,), MOMENTS)
        known_only(f"abilities.{row.n}.when", (*row.when, *row.late), TESTS)
    return {row.n: row for row in rows}
