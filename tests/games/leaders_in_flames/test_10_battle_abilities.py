"""Abilities that change numbers of a land battle: each does what it says, and nothing face-down, out of reach or with the
leader's rank in use."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from hexfront.games.leaders_in_flames.actions import Advance
from hexfront.games.leaders_in_flames.land.advance import AdvanceUnits
from hexfront.games.leaders_in_flames.land.odds import attack_strength, caller, defence_strength, odds
from hexfront.games.leaders_in_flames.state import State
from hexfront.testing import act, roll
from tests.games.leaders_in_flames.kit import (
    ALLIES,
    AXIS,
    CITY,
    FOREST,
    PLAIN,
    WEST,
    battle,
    refused,
    say,
    through,
    to_roll,
    why,
)

Measure = Callable[[State], Any]


def die(s: State) -> int:
    return odds(s).bonus


def attack(s: State) -> Fraction:
    return attack_strength(s)


def defence(s: State) -> Fraction:
    return defence_strength(s)


def calls(s: State) -> int:
    return caller(s)[0]


class Ability(NamedTuple):
    """A battle in which an ability works: who uses it, from where, what is measured and what it adds."""

    n: int
    seat: str
    measure: Measure
    gain: Any
    target: str = PLAIN
    at: str = WEST
    far: str = "E1428"
    attackers: tuple[str, ...] = ("German ARM XLVIII", "German INF IX")
    defenders: tuple[str, ...] = ("Soviet INF 29",)
    origin: str = WEST
    table: int = 0
    weather: str = "fine"
    more: dict[str, str] = {}
    down: tuple[str, ...] = ()
    no_reach: str = "2b"


SNOW = "snow"
CASES = [
    Ability(18, AXIS, die, 1),
    Ability(26, AXIS, die, 1, target="E0933", origin="E0932", at="E0932"),
    Ability(27, AXIS, die, 1, table=1),
    Ability(29, AXIS, die, 1),
    Ability(30, ALLIES, die, -1, target=CITY, origin="E1324", at="E1226", far="E1419", no_reach="2c"),
    Ability(33, ALLIES, die, -1, at="E0825", weather="rain", no_reach="2c"),
    Ability(34, ALLIES, die, -1, target=FOREST, origin="E1022", at="E0920", no_reach="2c"),
    Ability(35, ALLIES, die, -2, target="Moscow", origin="E1322", at="Moscow", far="E1219", no_reach="2a"),
    Ability(69, ALLIES, die, -2, target=FOREST, origin="E1022", at="E0920", no_reach="2c"),
    Ability(58, AXIS, attack, Fraction(15, 2), target="E1126", origin="E1125", at="E1125"),
    Ability(63, AXIS, attack, 7, table=1),
    Ability(70, ALLIES, defence, 2, target="E1031", origin="E1032", at="E0930", no_reach="2c"),
    Ability(72, ALLIES, defence, 2, target="E1126", origin="E1125", at="E1127", no_reach="2c"),
    Ability(53, AXIS, calls, -1, target=FOREST, origin="E1022", at="E1022"),
    Ability(54, AXIS, calls, -1, target=CITY, origin="E1324", at="E1324"),
    Ability(65, ALLIES, calls, 1, at="E0825", weather=SNOW, no_reach="2c"),
]
IDS = [str(case.n) for case in CASES]
MAN = {AXIS: "Guderian", ALLIES: "Chuikov"}
OTHER = {AXIS: "Manstein", ALLIES: "Konev"}


def fought(case: Ability, at: str = "", down: tuple[str, ...] = (), mate: bool = False) -> State:
    man, other = MAN[case.seat], OTHER[case.seat]
    place = dict.fromkeys(case.attackers, case.origin) | dict.fromkeys(case.defenders, case.target)
    place |= {man: at or case.at, **case.more}
    leaders = {man: [case.n]}
    more: dict[str, Any] = {}
    if mate:
        place[other] = case.at
        stars = 3
        rows = [
            {"id": man, "abilities": [case.n], "stars": stars},
            {"id": other, "abilities": [case.n], "stars": stars},
        ]
        more = {"leaders": {"leader": rows}}
    return battle(
        place, case.target, case.attackers, leaders, down=(*case.down, *down), weather=case.weather, more=more
    )


@pytest.mark.rule(
    "ability.18", "ability.26", "ability.27", "ability.29", "ability.30", "ability.33", "ability.34", "ability.35",
    "ability.53", "ability.54", "ability.58", "ability.63", "ability.65", "ability.69", "ability.70", "ability.72",
)  # fmt: skip
@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_it_does_what_it_says(case: Ability) -> None:
    with_him, without = fought(case), fought(case)
    say(with_him, case.seat, MAN[case.seat], case.n)
    if case.measure is calls:
        assert case.measure(with_him) - case.measure(without) == case.gain
        return
    for s in (with_him, without):
        to_roll(s, case.table)
    assert case.measure(with_him) - case.measure(without) == case.gain


@pytest.mark.rule("3.2a")
@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_not_face_down(case: Ability) -> None:
    s = fought(case, down=(MAN[case.seat],), mate=True)
    assert refused(s, MAN[case.seat], case.n) == "3.2a"


@pytest.mark.rule("2a", "2b")
@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_not_out_of_reach(case: Ability) -> None:
    s = fought(case, at=case.far, mate=True)
    assert refused(s, MAN[case.seat], case.n) == case.no_reach


@pytest.mark.rule("3.2g")
@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_not_with_his_rank_in_use(case: Ability) -> None:
    s = fought(case, mate=True)
    say(s, case.seat, OTHER[case.seat], case.n)
    assert refused(s, MAN[case.seat], case.n) == "3.2g"


@pytest.mark.parametrize(
    ("n", "change"),
    [
        (26, {"target": PLAIN, "origin": WEST, "at": WEST}),
        (30, {"target": PLAIN, "origin": WEST, "at": "E0825"}),
        (34, {"target": PLAIN, "origin": WEST, "at": "E0825"}),
        (35, {"target": CITY, "origin": "E1324", "at": CITY}),
        (69, {"target": PLAIN, "origin": WEST, "at": "E0825"}),
        (53, {"target": PLAIN, "origin": WEST, "at": WEST}),
        (54, {"attackers": ("German INF IX", "German INF XII")}),
        (65, {"weather": "rain"}),
    ],
)
def test_not_where_its_condition_fails(n: int, change: dict[str, Any]) -> None:
    case = next(case for case in CASES if case.n == n)._replace(**change)
    s = fought(case, mate=True)
    assert refused(s, MAN[case.seat], n) == f"ability.{n}"


def test_18_not_if_a_german_defends() -> None:
    place = {"Soviet ARM 1": WEST, "Soviet ARM 2": WEST, "Konev": WEST, "German INF IX": PLAIN}
    s = battle(place, PLAIN, ("Soviet ARM 1", "Soviet ARM 2"), {"Konev": [18, 58]}, side=ALLIES)
    assert refused(s, "Konev", 18) == "ability.18"


@pytest.mark.parametrize(("n", "table"), [(27, 0), (63, 0)])
def test_a_called_blitz_is_needed(n: int, table: int) -> None:
    case = next(case for case in CASES if case.n == n)
    s, plain = fought(case), fought(case)
    say(s, AXIS, "Guderian", n)
    to_roll(s, table)
    to_roll(plain, table)
    assert case.measure(s) == case.measure(plain)


def test_33_in_fine_weather_only_if_his_side_calls() -> None:
    case = next(case for case in CASES if case.n == 33)._replace(weather="fine")
    s = fought(case)
    say(s, ALLIES, "Chuikov", 33)
    to_roll(s)
    assert die(s) == 0
    city = case._replace(target=CITY, origin="E1324", at="E1226")
    s = fought(city)
    say(s, ALLIES, "Chuikov", 33)
    to_roll(s)
    assert die(s) == -1


@pytest.mark.rule("ability.31", "3.2h")
def test_31_germans_and_italians() -> None:
    """Both must defend, and their side must call a blitz; an Italian may help Germans by it alone."""
    place = {
        "Soviet ARM 1": "E1326", "Soviet INF 29": "E1326", "German INF IX": CITY, "Italian INF V": CITY, "Messe": "E1324",
    }  # fmt: skip
    more: dict[str, Any] = {
        "scenarios": {
            "scenario": [
                {
                    "id": "barbarossa",
                    "at_war": ["germany", "italy", "ussr"],
                    "powers": ["germany", "italy", "ussr"],
                }
            ],
        },
        "industry": {"sources": {"germany": ["Orel"], "ussr": ["Kharkov"]}},
        "leaders": {"leader": [{"id": "Messe", "abilities": [31, 30]}]},
    }
    for table, change in ((1, -1), (0, 0)):
        s = battle(place, CITY, ("Soviet ARM 1", "Soviet INF 29"), side=ALLIES, more=more)
        say(s, AXIS, "Messe", 31)
        to_roll(s, table)
        assert die(s) == change
    del place["Italian INF V"]
    s = battle(place, CITY, ("Soviet ARM 1", "Soviet INF 29"), side=ALLIES, more=more)
    assert not s.said
    assert refused(s, "Messe", 31) == "ability.31"
    assert refused(s, "Messe", 30) == "3.2h", "of 30 he may help Italians alone"


@pytest.mark.rule("3.2k")
def test_3_2k_abilities_add_up() -> None:
    place = {
        "German ARM XLVIII": WEST,
        "German INF IX": WEST,
        "Guderian": WEST,
        "Rundstedt": WEST,
        "Soviet INF 29": PLAIN,
    }
    s = battle(
        place, PLAIN, ("German ARM XLVIII", "German INF IX"), {"Guderian": [18, 29], "Rundstedt": [18]}
    )
    for man, n in (("Guderian", 18), ("Guderian", 29), ("Rundstedt", 18)):
        say(s, AXIS, man, n)
    to_roll(s)
    assert die(s) == 3


@pytest.mark.rule("ability.29")
@pytest.mark.parametrize(("n", "rule"), [(29, "ability.29"), (18, "")])
def test_29_nobody_advances_beyond(n: int, rule: str) -> None:
    place = {"German ARM XLVIII": WEST, "German ARM XLI": WEST, "Guderian": WEST, "Soviet MIL Saratov": PLAIN}
    s = battle(place, PLAIN, ("German ARM XLVIII", "German ARM XLI"), {"Guderian": [n]})
    say(s, AXIS, "Guderian", n)
    to_roll(s, 1)
    roll(s, 9)
    through(s, AdvanceUnits)
    assert s.cell.endswith("B")
    w = s.world
    act(s, AXIS, Advance(w.unit("German ARM XLVIII"), w.hex(PLAIN)))
    assert why(s, AXIS, Advance(w.unit("German ARM XLVIII"), w.hex("E0825"))) == rule
