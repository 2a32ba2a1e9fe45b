"""Edges of rules: where a condition begins and ends, and actions that make no sense at all."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland.actions import (
    AirSupply,
    CallAir,
    Cancel,
    Combine,
    Commit,
    Convert,
    Done,
    Evacuate,
    Expend,
    FireGun,
    Join,
    Lose,
    Mark,
    Overrun,
    Pick,
    Place,
    Rebuild,
    Redeploy,
    Ship,
    Station,
    Step,
    Stop,
    Target,
)
from hexfront.games.motherland.administration import Combination, Conversion, Evacuation, Produced, Rebuilding
from hexfront.games.motherland.combat import CombatRoll, Support, assess, odds_column
from hexfront.games.motherland.kinds import PHASE_IDS
from hexfront.games.motherland.long_moves import LongMove, LongMoves
from hexfront.games.motherland.partisans import Gathering, Interdicted
from hexfront.games.motherland.reinforcements import Placement, Reinforcements
from hexfront.games.motherland.results import Choice
from hexfront.games.motherland.sequence import PhaseFrame
from hexfront.games.motherland.supply_phase import Airlift, Expenditure
from tests.games.motherland.kit import AXIS, SOVIET, Table, attacking, board, chain, moving, row, table

WEAK, GOOD = "C* 1-3/1-2", "C 5-6/3-4 t15"
RIVER = board(river=[("1010", "1011")])


@pytest.mark.rule("8.1.2")
def test_8_1_2_no_defense_at_all_is_read_on_the_last_column() -> None:
    w = table({}).w
    assert w.columns[odds_column(w, 1, 0)] == "7:1+" and w.columns[odds_column(w, 1, 1)] == "1:1"


@pytest.mark.rule("18.2.3b")
def test_18_2_3b_a_defense_of_zero_stays_zero() -> None:
    place = {"8 Army": "1010", "I": "1011", "Air Base 1": "1011"}
    t = moving(place, SOVIET, chits={"8 Army": GOOD}, turn=19)
    t.do(Pick, "8 Army")
    t.do(Overrun, "1011")
    assert assess(t.s).defense == 6


def overrunning(name: str, **given: Any) -> int:
    t = moving({name: "1010", "8 Army": "1011"}, map=RIVER, chits={"8 Army": WEAK}, **given)
    t.do(Pick, name)
    t.do(Overrun, "1011")
    return assess(t.s).defense


@pytest.mark.rule("20.1-s1")
def test_20_1_s1_rivers_are_ignored_in_overruns_of_the_opening_movement_and_nowhere_else() -> None:
    assert overrunning("XLI Pz", turn=1) == 3
    assert overrunning("XLI Pz", turn=2) == 5
    assert overrunning("Hungarian 2nd", turn=1) == 5
    assert overrunning("XLI Pz", turn=1, scenario="uranus") == 5
    assert overrunning("XLI Pz", turn=1, exploit=True) == 5
    t = attacking({"I": "1010", "8 Army": "1011"}, map=RIVER, chits={"8 Army": WEAK}, turn=1)
    t.do(Target, "1011")
    t.do(Join, "I")
    t.do(Commit)
    assert assess(t.s).defense == 5
    for given, cost in (({"scenario": "uranus"}, 2), ({"exploit": True}, 2), ({}, 1)):
        t = moving({"XLI Pz": "1010"}, map=board(river=[("1009", "1010")]), turn=1, **given)
        t.do(Pick, "XLI Pz")
        t.do(Step, "1009")
        assert t.s.spent[t.number("XLI Pz")] == cost + (cost == 2)


@pytest.mark.rule("8.0b")
def test_8_0b_an_attack_taken_up_again_can_be_committed() -> None:
    t = attacking({"I": "1010", "8 Army": "1011"}, chits={"8 Army": WEAK})
    t.do(Target, "1011")
    t.do(Cancel)
    t.do(Target, "1011")
    t.do(Join, "I")
    t.do(Commit)
    assert type(t.frame()) is CombatRoll


@pytest.mark.rule("7.1d")
def test_7_1d_an_overrun_without_any_attack_fails_whatever_it_meets() -> None:
    t = moving({"8 Army": "1010", "Air Base 1": "1011"}, SOVIET, chits={"8 Army": "C* 0-2/0-1"})
    t.do(Pick, "8 Army")
    t.do(Overrun, "1011")
    assert t.frame() == Choice(0, 2, 2, 0, False)


@pytest.mark.rule("8.1.3")
def test_8_1_3_air_and_gun_may_both_be_called() -> None:
    m = board(rail=chain(*row(10, 6, 14)), fortified=["1011"])
    place = {"I": "1010", "8 Army": "1011", "Railroad Gun": "0910", "Air Base 1": "1008"}
    t = attacking(place, map=m, chits={"8 Army": WEAK}, air=1)
    t.do(Target, "1011")
    t.do(Join, "I")
    t.do(Commit)
    t.do(CallAir)
    assert type(t.frame()) is Support and t.no(CallAir) == "14.1d"
    t.do(FireGun)
    odds = assess(t.s)
    assert [name for name, _, _ in odds.shifts] == ["Terrain", "Air Support"] and odds.bonus == 4


@pytest.mark.rule("5.2.1a")
@pytest.mark.rule("5.2.1b")
def test_5_2_1_turkey_at_war_is_open_to_the_soviets_alone() -> None:
    m = board(regions={"turkey": ["1009"]})
    for name, side, open_ in (("I", AXIS, False), ("8 Army", SOVIET, True)):
        t = moving({name: "1010"}, side, map=m, turkey=1)
        t.do(Pick, name)
        assert t.ok(Step, "1009") == open_


@pytest.mark.rule("4.2b")
@pytest.mark.rule("5.1.4")
def test_5_1_4_zone_to_zone_in_exploitation() -> None:
    for name, rule in (("XLI Pz", "5.1.4"), ("5 Tank", "4.2b")):
        side = AXIS if name == "XLI Pz" else SOVIET
        enemy = "8 Army" if side == AXIS else "I"
        t = table(
            {name: "1010", enemy: "1011"},
            PhaseFrame(PHASE_IDS.index(("axis", "soviet")[side] + "-exploitation")),
            turn=15,
        )
        t.do(Pick, name)
        assert t.no(Step, "1111") == rule
    t = moving({"I": "1010", "8 Army": "1011"})
    t.do(Pick, "I")
    assert t.no(Step, "1111") == "4.2b"


@pytest.mark.rule("5.1.3")
def test_5_1_3_the_free_hex_is_the_first_thing_a_unit_does() -> None:
    m = board({"1012": "swamp"}, major=[("1011", "1012")])
    t = moving({"I": "1010", "8 Army": "1011"}, map=m, chits={"8 Army": WEAK}, steps={"8 Army": 1})
    t.do(Pick, "I")
    t.do(Overrun, "1011")
    t.roll(6)  # 5 to 3 is 3:2: D1
    t.do(Lose, "8 Army")
    assert t.at("I") == "1011" and t.no(Step, "1012") == "5.0b"


@pytest.mark.rule("16.7a")
def test_16_7a_the_gun_does_not_cross_the_bridge() -> None:
    m = board(bridge=[("1010", "1110")], sea=[("1010", "1110")], rail=chain("1010", "1110", "1210"))
    t = moving({"Railroad Gun": "1010"}, map=m)
    t.do(Pick, "Railroad Gun")
    assert t.offers(Step) == [] and t.ok(Stop)


# --- nonsense

NOWHERE = (-7, 999_999)


def refused(t: Table, kind: Any, *fields: int) -> None:
    assert t.no(kind, *fields) != ""


@pytest.mark.rule("5.0a")
@pytest.mark.rule("5.0c")
@pytest.mark.rule("5.1a")
@pytest.mark.rule("7.1a")
def test_nonsense_in_movement_is_refused() -> None:
    for x in NOWHERE:
        t = moving({"I": "1010", "V": "pool", "8 Army": "1011"})
        refused(t, Pick, x)
        assert t.no(Pick, "V") == "5.0a"
        t.do(Pick, "I")
        for kind in (Step, Overrun, Join):
            refused(t, kind, x)
        assert t.no(Overrun, "1013") == "7.1a"


@pytest.mark.rule("3.1.3a")
@pytest.mark.rule("8.0c")
def test_nonsense_in_combat_is_refused() -> None:
    for x in NOWHERE:
        t = attacking({"I": "1010", "8 Army": "1011"}, chits={"8 Army": WEAK})
        refused(t, Target, x)
        assert t.no(Target, "1012") == "3.1.3a"
        t.do(Target, "1011")
        refused(t, Join, x)
        assert t.no(Join, "V") == "8.0c"


@pytest.mark.rule("5.3a")
@pytest.mark.rule("5.5b")
@pytest.mark.rule("17.0a")
@pytest.mark.rule("17.0c")
@pytest.mark.rule("12.1b")
def test_nonsense_in_placement_is_refused() -> None:
    for x in NOWHERE:
        t = table({"I": "0110", "8 Army": "ready"}, LongMoves(AXIS), phase="axis-movement")
        refused(t, Pick, x)
        assert t.no(Pick, "V") == "5.3a"
        t.run(LongMove(t.number("I")))
        refused(t, Redeploy, x)
        refused(t, Ship, x)
        t.run(Placement(t.number("8 Army")))
        refused(t, Place, x)
        t.run(Reinforcements(AXIS))
        refused(t, Pick, x)
        assert t.no(Pick, "8 Army") == "17.0a"
        t.run(Produced(t.number("Offensive Support 1")))
        refused(t, Place, x)


@pytest.mark.rule("9.3.4a")
@pytest.mark.rule("10.0")
@pytest.mark.rule("10.1b")
@pytest.mark.rule("10.2a")
@pytest.mark.rule("12.2a")
@pytest.mark.rule("14.2a")
@pytest.mark.rule("15.1b")
@pytest.mark.rule("15.2a")
@pytest.mark.rule("17.2b")
def test_nonsense_in_supply_and_administration_is_refused() -> None:
    for x in NOWHERE:
        t = table({"I": "0110", "8 Army": "2710", "Supply Base 1": "1010"}, phase="administrative", turn=4)
        for frame, kind in (
            (Expenditure(), Expend), (Airlift(), AirSupply), (Interdicted(t.w.hex("1010"), 1), Mark), (Conversion(), Convert),
            (Rebuilding(), Rebuild), (Evacuation(), Evacuate),
        ):  # fmt: skip
            t.run(frame)
            refused(t, kind, x)
        t.run(Combination())
        refused(t, Combine, x, 0)
        refused(t, Combine, 0, x)
        t.run(Gathering(0))
        refused(t, Station, x, 5)
        refused(t, Station, 0, x)
        assert t.ok(Done)
