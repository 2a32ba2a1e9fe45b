"""Abilities as rows of data: which question a row answers, for whom, in which reach, under which tests, and what it gives."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from hexfront.wargame import convert, known_only

MOMENTS = (
    "impulse",
    "early",
    "patrol",
    "mission",
    "sky",
    "raid",
    "strafe",
    "disrupt",
    "home",
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
    "partisans",
    "voyage",
    "return",
    "search",
    "naval",
    "scramble",
    "port",
    "supply",
    "shell",
    "debark",
    "invade",
    "bombard",
    "",
)
"""When a black row is announced; none for white ones and those that only a later system asks for."""
TESTS = (
    "all_down", "at_capital", "bad_weather", "blitz_called", "city", "fine", "fine_or_rain", "forest", "free_french_city", "german_and_italian",
    "jungle_or_forest", "land_action", "mountain", "mountain_or_city", "neutral_war", "no_germans", "no_vichy",
    "not_fine_or_called", "own_blitz", "retreat_or_breakthrough", "snowy",
    "two_and_breakthrough", "with_armour", "rides", "rides_fighter", "rides_bomber", "blizzard_here", "day_raid", "night_raid",
    "his_impulse", "us_support", "drops", "came_home", "fighters_beside", "bombers_beside", "with_carrier", "carrier_strike", "at_sea", "combined", "combined_or_super", "guns_in_port", "guns_off",
    "hq_in_port", "in_the_east", "invading", "no_troops", "off_target", "mediterranean",
    "no_storm", "refuge_near",
)  # fmt: skip
"""Names of the tests in `leaders.tests`."""


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One ability; `print` is black, to be used or not, or white, which always applies. Cases 3a, 3d.

    `ask` is the question it answers and `give` the number it adds. `role` says on which side of a battle he must be,
    `reach` what must lie within it: his stack, his range. `when` names tests, `late` those that can only be judged once the
    table is chosen. `any_power` lets him help whom 3.2h to 3.2j would not, `no_hq` leaves HQs out, `at_target` asks that the hex of the mission lie in his
    reach, `far` lets the attacked hex lie beyond his range: in his own attack, or always, where the range is that of the units
    helped. `recall` is the loss test it exposes him to. A use with `span` "step" serves every battle of the step, one with "impulse" the whole impulse.
    """

    n: int
    topic: str
    ask: str
    moment: str = "battle"
    role: Literal["attack", "defend", "either", "own"] = "own"
    reach: Literal["self", "stack", "range", "area", "anywhere"] = "stack"
    when: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    give: int = 0
    span: Literal["battle", "step", "move", "impulse"] = "battle"
    print: Literal["black", "white"] = "black"
    wish: str = ""
    recall: Literal["", "land", "air", "naval"] = ""
    any_power: bool = False
    no_hq: bool = False
    at_target: bool = False
    far: Literal["", "attack", "always"] = ""
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
