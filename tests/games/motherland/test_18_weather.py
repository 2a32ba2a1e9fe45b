"""Chapter 18: weather."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland import GAME
from hexfront.games.motherland.actions import Commit, Join, Overrun, Pick, Step, Target
from hexfront.games.motherland.combat import assess
from hexfront.games.motherland.state import is_first_winter
from hexfront.wargame import Term
from tests.games.motherland.kit import BETTER, SOVIET, Table, attacking, board, moving, real

GOOD = "C 5-6/3-4 t15"


@pytest.mark.rule("18.0")
def test_18_0_weather_is_fixed_by_turn() -> None:
    w = real("campaign").w
    assert set(w.weather.values()) == {"clear", "mud", "snow"}
    assert {n for n, kind in w.weather.items() if kind == "clear"} == {1, 2, 3, 8, 9, 10, 15, 16, 17, 22}
    assert {space.number: space.weather for space in GAME.view(real("campaign").s, "axis").turns} == w.weather


@pytest.mark.rule("18.1")
def test_18_1_mud_turns() -> None:
    w = real("campaign").w
    assert {n for n, kind in w.weather.items() if kind == "mud"} == {4, 7, 11, 14, 18, 21}


@pytest.mark.rule("18.2")
def test_18_2_snow_turns_and_the_first_winter() -> None:

    t = real("campaign")
    snow = {n for n, kind in t.w.weather.items() if kind == "snow"}
    assert snow == {5, 6, 12, 13, 19, 20}
    first = set()
    for turn in range(1, 23):
        t.s.turn = turn
        if is_first_winter(t.s):
            first.add(turn)
    assert first == {5, 6}


def overrun(place: dict[str, str], name: str, target: str, side: int = 0, **given: Any) -> Table:
    t = moving(place, side, **given)
    t.do(Pick, name)
    t.do(Overrun, target)
    return t


@pytest.mark.rule("18.2.3a")
@pytest.mark.seam("8", "21")
@pytest.mark.seam("18", "21")
def test_18_2_3a_first_winter_quarters_axis_attack_and_halves_defense_in_overruns() -> None:
    place = {"XLI Pz": "1010", "I": "1010", "8 Army": "1011"}
    t = overrun(place, "XLI Pz", "1011", chits={"8 Army": "C* 0-2/0-1"}, turn=5)
    assert assess(t.s).attack == 2  # a quarter of 9
    t = overrun(
        {"8 Army": "1011", "I": "1010", "Romanian 3rd": "1210"},
        "8 Army",
        "1010",
        SOVIET,
        chits={"8 Army": GOOD},
        turn=6,
    )
    assert assess(t.s).defence == 3  # half of 7
    t = attacking({"XLI Pz": "1010", "8 Army": "1011"}, chits={"8 Army": GOOD}, turn=5)
    t.do(Target, "1011")
    t.do(Join, "XLI Pz")
    t.do(Commit)
    assert assess(t.s).attack == 9  # combat is not touched
    t = attacking(
        {"XLI Pz": "1010", "8 Army": "1011"}, chits={"8 Army": GOOD}, turn=5, options={"winter_combat": True}
    )
    t.do(Target, "1011")
    t.do(Join, "XLI Pz")
    t.do(Commit)
    assert assess(t.s).attack == 2  # unless the option says so


@pytest.mark.rule("18.2.3b")
@pytest.mark.parametrize("turn", [12, 13, 19, 20])
def test_18_2_3b_later_winters_take_one_from_each_axis_factor_in_overruns(turn: int) -> None:
    t = overrun({"XLI Pz": "1010", "8 Army": "1011"}, "XLI Pz", "1011", chits={"8 Army": GOOD}, turn=turn)
    assert assess(t.s).attack == 8
    t = overrun(
        {"8 Army": "1011", "I": "1010", "II": "1010"},
        "8 Army",
        "1010",
        SOVIET,
        chits={"8 Army": GOOD},
        turn=turn,
    )
    assert assess(t.s).defence == 12 and assess(t.s).attack == 5
    t = overrun({"XLI Pz": "1010", "8 Army": "1011"}, "XLI Pz", "1011", chits={"8 Army": GOOD}, turn=15)
    assert assess(t.s).attack == 9


def soviet_bonus(turn: int, by_overrun: bool) -> tuple[Term, ...]:
    place = {"8 Army": "1011", "KG Hollidt": "1010"}
    if by_overrun:
        t = overrun(place, "8 Army", "1010", SOVIET, chits={"8 Army": GOOD}, turn=turn)
    else:
        t = attacking(place, SOVIET, chits={"8 Army": GOOD}, turn=turn)
        t.do(Target, "1010")
        t.do(Join, "8 Army")
        t.do(Commit)
    return assess(t.s).modifiers


@pytest.mark.rule("18.2.4b")
@pytest.mark.parametrize("by_overrun", [False, True])
@pytest.mark.seam("8", "18")
def test_18_2_4b_first_winter_adds_three_to_soviet_attacks(by_overrun: bool) -> None:
    for turn in (5, 6):
        assert soviet_bonus(turn, by_overrun) == (Term("Winter", 3, "18.2.4b"),)
    assert soviet_bonus(7, by_overrun) == ()


@pytest.mark.rule("18.2.4c")
@pytest.mark.parametrize("by_overrun", [False, True])
def test_18_2_4c_later_winters_add_one(by_overrun: bool) -> None:
    for turn in (12, 13, 19, 20):
        assert soviet_bonus(turn, by_overrun) == (Term("Winter", 1, "18.2.4c"),)
    t = attacking({"I": "1010", "8 Army": "1011"}, chits={"8 Army": GOOD}, turn=12)
    t.do(Target, "1011")
    t.do(Join, "I")
    t.do(Commit)
    assert assess(t.s).modifiers == ()


@pytest.mark.rule("18.2.2")
def test_18_2_2_ice_is_a_minor_river_to_soviet_infantry_on_snow_turns_alone() -> None:
    m = board(frozen=[("1010", "1011")], lake=[("1010", "1011")])
    for turn, open_ in ((12, True), (14, False)):
        t = moving({"8 Army": "1010"}, SOVIET, map=m, turn=turn)
        t.do(Pick, "8 Army")
        assert t.ok(Step, "1011") == open_


@pytest.mark.rule("18.2.1")
def test_18_2_1_a_frozen_swamp_also_defends_as_woods() -> None:
    m = board({"1011": "swamp"})
    for turn, shift in ((12, -1), (10, -2)):
        t = attacking({"I": "1010", "8 Army": "1011"}, map=m, chits={"8 Army": GOOD}, turn=turn)
        t.do(Target, "1011")
        t.do(Join, "I")
        t.do(Commit)
        assert assess(t.s).shifts == (Term("Terrain", shift, "8.4"),)


@pytest.mark.rule("18.2.3b")
def test_18_2_3b_a_defense_of_zero_stays_zero() -> None:
    place = {"8 Army": "1010", "I": "1011", "Air Base 1": "1011"}
    t = moving(place, SOVIET, chits={"8 Army": BETTER}, turn=19)
    t.do(Pick, "8 Army")
    t.do(Overrun, "1011")
    assert assess(t.s).defence == 6
