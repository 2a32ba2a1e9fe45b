"""Chapter 7: Overruns."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland import GAME
from hexfront.games.motherland.actions import (
    Advance,
    CallAir,
    Done,
    FallBack,
    FireGun,
    Join,
    Lose,
    Overrun,
    Pick,
    Resolve,
    Retreat,
    Step,
)
from hexfront.games.motherland.combat import CombatRoll, Support, assess
from hexfront.games.motherland.movement import March
from hexfront.games.motherland.results import Advances, Choice
from hexfront.games.motherland.state import axis_holds
from hexfront.wargame import Term
from tests.games.motherland.kit import AXIS, GOOD, SOVIET, Table, board, chain, moving, row, words

WEAK = "C* 1-3/1-2"


def ready(place: dict[str, str], name: str, side: int = AXIS, **given: Any) -> Table:
    given.setdefault("chits", {"8 Army": WEAK})
    t = moving(place, side, **given)
    t.do(Pick, name)
    return t


def spent(t: Table, name: str) -> int:
    return t.s.spent[t.number(name)]


@pytest.mark.rule("7.0a")
def test_7_0a_overruns_are_part_of_movement_and_exploitation() -> None:
    for exploit in (False, True):
        t = ready({"XLI Pz": "1009", "8 Army": "1011"}, "XLI Pz", exploit=exploit)
        t.do(Step, "1010")
        t.do(Overrun, "1011")
        assert type(t.frame()) is CombatRoll


@pytest.mark.rule("7.0b")
@pytest.mark.rule("7.1g")
@pytest.mark.seam("5", "7")
def test_7_0b_after_a_success_the_units_enter_go_on_and_overrun_again() -> None:
    place = {"SS Panzer Corps": "1010", "8 Army": "1011", "9 Army": "1013"}
    t = ready(place, "SS Panzer Corps", turn=15, chits={"8 Army": WEAK, "9 Army": WEAK})
    t.do(Overrun, "1011")
    t.roll(6)  # 9 to 3 is 3:1: D2
    t.do(Lose, "8 Army")
    t.do(Lose, "8 Army")
    assert t.at("SS Panzer Corps") == "1011"  # it must enter
    assert type(t.frame()) is March and spent(t, "SS Panzer Corps") == 3
    assert t.ok(Step, "1012")
    t.do(Step, "1012")
    t.do(Overrun, "1013")
    assert type(t.frame()) is CombatRoll


@pytest.mark.rule("7.1a")
def test_7_1a_an_overrun_is_made_from_an_adjacent_hex_and_stays_there() -> None:
    t = ready({"XLI Pz": "1010", "8 Army": "1011"}, "XLI Pz")
    assert t.no(Overrun, "1013") == t.no(Overrun, "1009") == "7.1a"
    t.do(Overrun, "1011")
    assert t.at("XLI Pz") == "1010"


@pytest.mark.rule("7.1b")
def test_7_1b_every_unit_must_have_three_points_left() -> None:
    t = ready({"I": "1008", "8 Army": "1011"}, "I")
    t.do(Step, "1009")
    t.do(Step, "1010")
    assert t.no(Overrun, "1011") == "7.1b"
    t = ready({"I": "1009", "8 Army": "1011"}, "I")
    t.do(Step, "1010")
    t.do(Overrun, "1011")
    assert spent(t, "I") == 4


@pytest.mark.rule("7.1d")
@pytest.mark.seam("7", "8")
def test_7_1d_a_hopeless_overrun_is_an_a2_without_a_roll() -> None:
    t = ready(
        {"KG Hollidt": "1010", "8 Army": "1011"}, "KG Hollidt", chits={"8 Army": "C 4-6/2-3 t12"}, turn=15
    )
    t.do(Overrun, "1011")
    assert type(t.frame()) is CombatRoll  # 2 to 6 is 1:3, which is rolled
    t = ready(
        {"KG Hollidt": "1010", "8 Army": "1011", "Offensive Support 1": "1011", "Air Base 1": "1008"}, "KG Hollidt",
        chits={"8 Army": "C 4-6/2-3 t12"}, turn=15, air=3,
    )  # fmt: skip
    assert "OverrunFailed" in words(t.do(Overrun, "1011"))  # 2 to 7, and no Air unit is asked for first
    assert t.frame() == Choice(0, 2, 2, 0, False)
    t.do(FallBack)
    t.do(Retreat, "KG Hollidt", "1009")
    t.do(FallBack)
    t.do(Retreat, "KG Hollidt", "1109")
    assert t.frame().rule == "5.0a"  # nobody advances, the Overrun is over


@pytest.mark.rule("7.1e")
@pytest.mark.seam("7", "8")
def test_7_1e_an_overrun_is_resolved_as_combat() -> None:
    m = board({"1011": "woods"})
    t = ready({"XLI Pz": "1010", "8 Army": "1011"}, "XLI Pz", map=m)
    t.do(Overrun, "1011")
    odds = assess(t.s)
    assert (odds.attack, odds.defence, t.w.results.columns[odds.start], t.w.results.columns[odds.column]) == (
        9,
        3,
        "3:1",
        "2:1",
    )
    t.roll(5)  # D1
    assert t.frame() == Choice(1, 1, 1, 0, True)


@pytest.mark.rule("7.1f")
@pytest.mark.rule("7.2.3a")
@pytest.mark.seam("7", "13")
def test_7_1f_one_air_unit_may_support_a_german_overrun_never_a_defense() -> None:
    place = {"XLI Pz": "1010", "8 Army": "1011", "Air Base 1": "1008"}
    t = ready(place, "XLI Pz", air=2)
    t.do(Overrun, "1011")
    assert type(t.frame()) is Support
    t.do(CallAir)
    assert t.s.air_used == 1 and type(t.frame()) is CombatRoll
    assert t.w.results.columns[assess(t.s).column] == "5:1"
    t = ready({**place, "I": "1012"}, "8 Army", SOVIET, air=2, chits={"8 Army": "C* 3-4/1-2"})
    t.do(Overrun, "1012")
    assert type(t.frame()) is CombatRoll


@pytest.mark.rule("7.1h")
def test_7_1h_a_failure_ends_the_movement() -> None:
    t = ready({"SS Panzer Corps": "1010", "8 Army": "1011"}, "SS Panzer Corps", turn=15)
    t.do(Overrun, "1011")
    t.roll(2)  # 3:1: no effect
    assert t.at("SS Panzer Corps") == "1010"
    assert t.no(Pick, "SS Panzer Corps") == "5.0b"


@pytest.mark.rule("7.2a")
def test_7_2a_terrain_that_cannot_be_overrun() -> None:
    cases: list[dict[str, Any]] = [
        {"major": [("1010", "1011")]}, {"sea": [("1010", "1011")]}, {"lake": [("1010", "1011")]},
        {"frozen": [("1010", "1011")]}, {"terrain": {"1011": "mountain"}}, {"terrain": {"1011": "swamp"}},
        {"terrain": {"1011": "high_mountain"}}, {"city": ["1011"]},
    ]  # fmt: skip
    for change in cases:
        t = ready({"XLI Pz": "1010", "8 Army": "1011"}, "XLI Pz", map=board(**change))
        assert t.no(Overrun, "1011") == "7.2a", change
        assert t.offers(Overrun) == []
    t = ready({"XLI Pz": "1010", "8 Army": "1011", "Fortress Moscow": "1011"}, "XLI Pz")
    assert t.no(Overrun, "1011") == "7.2a"
    t = ready(
        {"8 Army": "1010", "I": "1011"}, "8 Army", SOVIET, map=board(frozen=[("1010", "1011")]), turn=12
    )
    assert t.no(Overrun, "1011") == "7.2a"


@pytest.mark.rule("7.2b")
@pytest.mark.seam("7", "18")
def test_7_2b_a_swamp_can_be_overrun_in_snow() -> None:
    t = ready({"XLI Pz": "1010", "8 Army": "1011"}, "XLI Pz", map=board({"1011": "swamp"}), turn=12)
    assert t.ok(Overrun, "1011")


@pytest.mark.rule("7.2c")
def test_7_2c_a_minor_river_does_not_stop_an_overrun() -> None:
    t = ready({"XLI Pz": "1010", "8 Army": "1011"}, "XLI Pz", map=board(river=[("1010", "1011")]))
    t.do(Overrun, "1011")
    assert assess(t.s).defence == 5


@pytest.mark.rule("7.2.1a")
@pytest.mark.seam("6", "7")
def test_7_2_1a_no_overrun_from_an_overstacked_hex() -> None:
    place = {"XLI Pz": "1009", "I": "1010", "II": "1010", "V": "1010", "8 Army": "1011"}
    t = ready(place, "XLI Pz")
    t.do(Step, "1010")
    assert t.no(Overrun, "1011") == "7.2.1a"
    del place["V"]
    t = ready(place, "XLI Pz")
    t.do(Step, "1010")
    assert t.ok(Overrun, "1011")


@pytest.mark.rule("7.2.1b")
@pytest.mark.rule("9.5d")
@pytest.mark.parametrize("status", [1, 2])
@pytest.mark.seam("7", "9")
def test_7_2_1b_units_short_of_supply_do_not_overrun(status: int) -> None:
    t = ready({"XLI Pz": "1010", "8 Army": "1011"}, "XLI Pz", supply={"XLI Pz": status})
    assert t.no(Overrun, "1011") == "7.2.1b"


@pytest.mark.rule("7.2.2")
@pytest.mark.seam("4", "7")
def test_7_2_2_the_vacated_hex_costs_nothing_and_its_zones_do_not_matter() -> None:
    m = board({"1011": "woods"}, river=[("1010", "1011")])
    t = ready(
        {"XLI Pz": "1010", "8 Army": "1011", "9 Army": "1012"},
        "XLI Pz",
        map=m,
        chits={"8 Army": WEAK},
        steps={"8 Army": 1},
    )
    t.do(Overrun, "1011")
    t.roll(6)  # 9 to 4 is 2:1, one column left: 3:2: D1
    t.do(Lose, "8 Army")
    assert t.at("XLI Pz") == "1011" and spent(t, "XLI Pz") == 3
    assert type(t.frame()) is March


@pytest.mark.rule("7.2.3b")
@pytest.mark.rule("13.0a")
@pytest.mark.seam("7", "13")
def test_7_2_3b_offensive_support_helps_a_soviet_overrun_never_a_defense() -> None:
    place = {"8 Army": "1010", "I": "1011", "Offensive Support 1": "1008"}
    t = ready(place, "8 Army", SOVIET)
    t.do(Overrun, "1011")
    assert list(assess(t.s).modifiers) == [Term("Offensive Support", 3, "13.0c")]
    t = ready({"XLI Pz": "1010", "8 Army": "1011", "Offensive Support 1": "1013"}, "XLI Pz")
    t.do(Overrun, "1011")
    assert assess(t.s).modifiers == ()


@pytest.mark.rule("7.2.4")
def test_7_2_4_only_panzers_and_tanks_overrun_in_exploitation() -> None:
    t = ready({"I": "1009", "8 Army": "1011"}, "I", exploit=True)
    t.do(Step, "1010")
    assert t.no(Overrun, "1011") == "7.2.4"
    t = ready({"9 Army": "1009", "I": "1011"}, "9 Army", SOVIET, exploit=True, chits={}, turn=15)
    t.do(Step, "1010")
    assert t.no(Overrun, "1011") == "7.2.4"
    t = ready({"5 Tank": "1010", "I": "1011"}, "5 Tank", SOVIET, exploit=True, chits={}, turn=15)
    assert t.ok(Overrun, "1011")


@pytest.mark.rule("7.2.5")
@pytest.mark.rule("18.2.4a")
@pytest.mark.seam("7", "18")
def test_7_2_5_soviets_pay_two_points_in_snow() -> None:
    t = ready({"8 Army": "1008", "I": "1011"}, "8 Army", SOVIET, turn=12)
    t.do(Step, "1009")
    t.do(Step, "1010")
    t.do(Overrun, "1011")
    assert spent(t, "8 Army") == 4
    t = ready({"8 Army": "1008", "I": "1011"}, "8 Army", SOVIET, turn=11)
    t.do(Step, "1009")
    t.do(Step, "1010")
    assert t.no(Overrun, "1011") == "7.1b"
    t = ready({"I": "1008", "8 Army": "1011"}, "I", turn=12)
    t.do(Step, "1009")
    t.do(Step, "1010")
    assert t.no(Overrun, "1011") == "7.1b"


@pytest.mark.rule("7.2.6")
def test_7_2_6_one_class_overruns_together_whatever_its_factors() -> None:
    t = ready({"I": "1010", "XLIX Mtn": "1010", "8 Army": "1011"}, "I")
    t.do(Join, "XLIX Mtn")
    t.do(Overrun, "1011")
    assert assess(t.s).attack == 10
    t = ready({"I": "1010", "XLI Pz": "1010", "8 Army": "1011"}, "I")
    t.do(Join, "XLI Pz")
    assert t.no(Overrun, "1011") == "7.2.6"


@pytest.mark.rule("16.2.1")
@pytest.mark.seam("7", "13")
def test_16_2_1_the_railroad_gun_does_not_support_an_overrun() -> None:
    m = board(rail=chain(*row(10, 8, 12)), fortified=[])
    t = ready(
        {"XLI Pz": "1010", "8 Army": "1011", "Railroad Gun": "0910", "Air Base 1": "1008"},
        "XLI Pz",
        map=m,
        air=1,
    )
    t.do(Overrun, "1011")
    assert type(t.frame()) is Support
    assert t.no(FireGun) == "16.2.1"
    t.do(Resolve)
    assert type(t.frame()) is CombatRoll


def beaten(name: str) -> Table:
    t = ready({name: "1010", "8 Army": "1011"}, name, chits={"8 Army": "C 4-6/2-3 t12"}, turn=15)
    t.do(Overrun, "1011")
    t.roll(1)
    return t


@pytest.mark.rule("7.1h")
@pytest.mark.seam("7", "8.6")
def test_7_1h_a_defender_may_advance_and_the_beaten_units_have_finished() -> None:
    t = beaten("XLI Pz")  # 9 to 6 is 3:2: A1
    t.do(FallBack)
    t.do(Retreat, "XLI Pz", "1009")
    assert t.seat == "soviet" and t.ok(Advance, "8 Army", "1010")
    assert t.s.is_overrun
    t.do(Advance, "8 Army", "1010")
    assert not t.s.is_overrun  # what is fought next is no Overrun
    assert t.at("XLI Pz") == "1009" and t.no(Pick, "XLI Pz") == "5.0b"
    t = beaten("KG Raus")  # 4 to 6 is 1:2: A2
    t.do(Lose, "KG Raus")
    assert t.at("KG Raus") == "pool" and not t.s.flags[t.number("KG Raus")]  # it comes back free to move
    t.do(Advance, "8 Army", "1010")
    assert t.frame().rule == "5.0a" and t.s.group == []
    t = beaten("XLI Pz")
    t.do(FallBack)
    t.do(Retreat, "XLI Pz", "1009")
    t.do(Done)
    assert t.at("8 Army") == "1011"


ZERO = "C* 0-2/0-1"
NEXT_DOOR = board(regions={"finland": ["1011"], "romania": ["0909"]})


@pytest.mark.rule("8.3.8")
def test_8_3_8_a_unit_without_an_attack_factor_takes_no_part_in_an_overrun() -> None:
    t = moving({"8 Army": "1010", "Air Base 1": "1011"}, SOVIET, chits={"8 Army": ZERO})
    t.do(Pick, "8 Army")
    assert t.no(Overrun, "1011") == "8.3.8"
    place = {"8 Army": "1010", "1 Shock": "1010", "Air Base 1": "1011"}
    t = moving(place, SOVIET, turn=15, chits={"8 Army": ZERO, "1 Shock": "B* 4-5/2-3"})
    t.do(Pick, "1 Shock")
    assert t.ok(Overrun, "1011")
    t.do(Join, "8 Army")
    assert t.no(Overrun, "1011") == "8.3.8"  # nor beside others


@pytest.mark.rule("8.3.8")
@pytest.mark.seam("7", "11")
def test_8_3_8_a_unit_that_draws_a_zero_attack_drops_out_of_the_overrun() -> None:
    place = {"8 Army": "1010", "1 Shock": "1010", "I": "1011"}
    t = moving(place, SOVIET, turn=15, chits={"1 Shock": "B* 4-5/2-3"})
    t.do(Pick, "1 Shock")
    t.do(Join, "8 Army")
    t.s.cup[t.w.chit_number[ZERO]] = 1
    t.do(Overrun, "1011")
    t.roll(ZERO)
    assert t.s.attackers == t.s.group == [t.number("1 Shock")] and assess(t.s).attack == 4
    assert t.at("8 Army") == "1010"
    alone = moving({"8 Army": "1010", "Air Base 1": "1011"}, SOVIET)
    alone.do(Pick, "8 Army")
    alone.s.cup[alone.w.chit_number[ZERO]] = 1
    alone.do(Overrun, "1011")
    alone.roll(ZERO)
    assert alone.at("8 Army") == "1010" and alone.steps("8 Army") == 2
    assert alone.no(Pick, "8 Army") == "5.0b"  # it has finished moving


@pytest.mark.rule("8.3.8")
@pytest.mark.rule("18.2.3a")
@pytest.mark.seam("7", "18")
def test_18_2_3a_a_quarter_rounded_down_to_nothing_is_no_attack() -> None:
    t = moving({"KG Siebert": "1010", "8 Army": "1011"}, turn=5, chits={"8 Army": WEAK})
    t.do(Pick, "KG Siebert")
    assert t.no(Overrun, "1011") == "8.3.8"  # 2 is 0 in the first winter
    t = moving({"KG Siebert": "1010", "8 Army": "1011"}, turn=8, chits={"8 Army": WEAK})
    t.do(Pick, "KG Siebert")
    assert t.ok(Overrun, "1011")


@pytest.mark.rule("5.2.1a")
@pytest.mark.seam("5.2", "7")
def test_5_2_1a_nobody_overruns_into_a_country_closed_to_him() -> None:
    t = moving({"XLI Pz": "1010", "8 Army": "1011"}, map=NEXT_DOOR, chits={"8 Army": WEAK})
    t.do(Pick, "XLI Pz")
    assert t.no(Overrun, "1011") == "5.2.1a"
    t = moving({"Finnish Karelia": "1010", "8 Army": "1011"}, map=NEXT_DOOR, chits={"8 Army": WEAK})
    t.do(Pick, "Finnish Karelia")
    assert t.ok(Overrun, "1011")


@pytest.mark.rule("5.2.1a")
def test_5_2_1a_a_unit_in_a_closed_country_is_a_fault_of_the_position() -> None:
    with pytest.raises(AssertionError, match="closed to it"):
        moving({"XLI Pz": "1011"}, map=NEXT_DOOR)


@pytest.mark.rule("7.1g")
def test_7_1g_those_who_survive_an_overrun_enter() -> None:
    place = {"8 Army": "1010", "2 Shock": "1010", "KG Lanz": "1011", "Offensive Support 1": "1009"}
    chits = {"8 Army": GOOD, "2 Shock": "B* 4-5/2-3"}
    t = moving(place, SOVIET, chits=chits, steps={"8 Army": 1}, turn=15)
    t.do(Pick, "8 Army")
    t.do(Join, "2 Shock")
    t.do(Overrun, "1011")
    t.roll(4)  # 6 to 3 is 2:1, row 7: 1/1
    t.do(Lose, "8 Army")
    t.do(Lose, "KG Lanz")
    assert (t.at("2 Shock"), t.at("8 Army")) == ("1011", "returning")
    assert t.s.group == [t.number("2 Shock")]


@pytest.mark.rule("7.1g")
@pytest.mark.rule("19.1a")
@pytest.mark.seam("7", "19")
def test_an_overrun_into_a_port_takes_it() -> None:
    t = moving({"XLI Pz": "1624", "8 Army": "1625"}, chits={"8 Army": WEAK}, steps={"8 Army": 1})
    t.do(Pick, "XLI Pz")
    t.do(Overrun, "1625")
    t.roll(6)
    t.do(Lose, "8 Army")
    assert t.at("XLI Pz") == "1625" and axis_holds(t.s, t.w.hex("1625"))


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (
            {"side": "soviet", "turn": 12, "attackers": ["5 lack"], "defenders": ["7 out"], "river": "major", "terrain": "swamp",
             "support": True, "die": 6},
            [("Attack 5", "3, lack of supply", "9.5a"), ("Attack total", "3", "8.1.1"), ("Defense 7", "4, out of supply", "9.5b"),
             ("Defense total", "4", "8.1.1"), ("Major River", "doubled to 8", "8.4.1c"), ("Odds", "1:3", "8.1.2"),
             ("Swamp in snow", "as woods", "5.1.8"), ("Woods", "-1 column", "8.4"),
             ("Offensive Support", "+3 on the roll", "13.0c"), ("Winter", "+1 on the roll", "18.2.4c"),
             ("Modified roll", "9", "8.2.1b")],
        ),
        (
            {"attackers": ["9"], "defenders": ["3"], "river": "minor", "air": True, "gun": True, "terrain": "fortified_city", "die": 1},
            [("Attack total", "9", "8.1.1"), ("Defense total", "3", "8.1.1"), ("Minor River", "+2 to 5", "8.4.1b"),
             ("Odds", "3:2", "8.1.2"), ("Fortified City", "-2 columns", "8.4"), ("Air Support", "+2 columns", "14.1c"),
             ("Railroad Gun", "+4 on the roll", "16.2b"), ("Modified roll", "5", "8.2.1a")],
        ),
        (
            {"attackers": ["9"], "defenders": ["9"], "overrun": True, "turn": 5},
            [("Attack 9", "2 in winter", "18.2.3a"), ("Attack total", "2", "8.1.1"), ("Defense total", "9", "8.1.1"),
             ("Odds", "worse than 1:3", "7.1d")],
        ),
    ],
)  # fmt: skip
@pytest.mark.rule("7.1d")
@pytest.mark.rule("8.1.1")
@pytest.mark.rule("8.1.5a")
@pytest.mark.rule("8.4")
@pytest.mark.rule("8.2.1a")
@pytest.mark.rule("13.0c")
@pytest.mark.rule("14.1c")
@pytest.mark.rule("16.2b")
@pytest.mark.rule("18.2.4c")
def test_the_table_assistant_shows_every_step(
    given: dict[str, Any], expected: list[tuple[str, str, str]]
) -> None:
    found = GAME.calculator().resolve(given)
    assert [(line.label, line.value, line.rule) for line in found.working] == expected
    if not given.get("overrun"):
        assert sum(found.chances.values()) == pytest.approx(1)


RIVER = board(river=[("1010", "1011")])


@pytest.mark.rule("7.1d")
@pytest.mark.rule("8.4.1b")
@pytest.mark.seam("7", "8")
def test_7_1d_a_river_counts_where_an_overrun_is_hopeless() -> None:
    """RULING 7.1-b: the river changes the total of the Defense Factors, with which 7.1 compares."""
    for m, hopeless in ((board(), False), (RIVER, True)):
        place = {"KG Hollidt": "1010", "8 Army": "1011"}
        t = moving(place, map=m, chits={"8 Army": "C 4-6/2-3 t12"}, turn=15)
        t.do(Pick, "KG Hollidt")
        t.do(Overrun, "1011")  # 2 to 6, or to 8
        assert (type(t.frame()) is not CombatRoll) == hopeless


@pytest.mark.rule("7.1g")
@pytest.mark.rule("7.1h")
def test_7_1g_soviet_units_too_stay_when_the_overrun_hex_is_held() -> None:
    t = moving({"5 Tank": "1010", "I": "1011"}, SOVIET, chits={"5 Tank": "B 7-7/4-4 t15"}, turn=15)
    t.do(Pick, "5 Tank")
    t.do(Overrun, "1011")
    t.roll(4)  # seven against seven: no effect
    assert (t.at("5 Tank"), t.at("I"), t.s.group) == ("1010", "1011", [])


@pytest.mark.rule("7.1e")
@pytest.mark.rule("8.7a")
@pytest.mark.seam("7", "8.6")
def test_7_1e_a_defender_advances_after_a_beaten_overrun() -> None:
    t = moving({"XLI Pz": "1010", "8 Army": "1011"}, chits={"8 Army": GOOD})
    t.do(Pick, "XLI Pz")
    t.do(Overrun, "1011")
    t.roll(1)  # nine against five is 3:2: A1
    t.do(FallBack)
    t.do(Retreat, "XLI Pz", "1009")
    assert t.frame() == Advances(1, 1) and t.seat == "soviet"
    t.do(Advance, "8 Army", "1010")
    assert (t.at("8 Army"), t.at("XLI Pz"), t.s.group) == ("1010", "1009", [])


@pytest.mark.rule("7.1a")
def test_7_1a_an_enemy_two_hexes_away_is_not_overrun() -> None:
    t = moving({"XLI Pz": "1010", "8 Army": "1012"})
    t.do(Pick, "XLI Pz")
    assert t.no(Overrun, "1012") == "7.1a" and t.offers(Overrun) == []
