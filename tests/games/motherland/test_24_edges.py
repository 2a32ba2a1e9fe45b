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
    DrawTwo,
    Evacuate,
    Expend,
    FallBack,
    FireGun,
    Join,
    Lose,
    Mark,
    Overrun,
    Pick,
    Place,
    Rebuild,
    Redeploy,
    Replace,
    Retreat,
    Ship,
    Station,
    Step,
    Stop,
    Target,
)
from hexfront.games.motherland.administration import (
    Combination,
    Conversion,
    Evacuation,
    Evacuations,
    Produced,
    Rebuilding,
    Recovery,
    Replacements,
)
from hexfront.games.motherland.chits import Command
from hexfront.games.motherland.combat import CombatRoll, Support, assess
from hexfront.games.motherland.kinds import PHASE_IDS
from hexfront.games.motherland.long_moves import LongMove, LongMoves
from hexfront.games.motherland.partisans import Gathering, Interdicted
from hexfront.games.motherland.reinforcements import Placement, Reinforcements
from hexfront.games.motherland.results import Suffer
from hexfront.games.motherland.sequence import PhaseFrame
from hexfront.games.motherland.supply_phase import (
    Airlift,
    AirWithdrawal,
    Expending,
    Expenditure,
    Judgement,
    NewMarkers,
)
from hexfront.wargame import Odds
from tests.games.motherland.kit import AXIS, SOVIET, Table, attacking, board, chain, moving, row, table

WEAK, GOOD = "C* 1-3/1-2", "C 5-6/3-4 t15"
RIVER = board(river=[("1010", "1011")])


@pytest.mark.rule("8.1.2")
def test_8_1_2_no_defense_at_all_is_read_on_the_last_column() -> None:
    w = table({}).w
    assert Odds(w.results, 1, 0).header == "7:1+" and Odds(w.results, 1, 1).header == "1:1"


@pytest.mark.rule("18.2.3b")
def test_18_2_3b_a_defense_of_zero_stays_zero() -> None:
    place = {"8 Army": "1010", "I": "1011", "Air Base 1": "1011"}
    t = moving(place, SOVIET, chits={"8 Army": GOOD}, turn=19)
    t.do(Pick, "8 Army")
    t.do(Overrun, "1011")
    assert assess(t.s).defence == 6


def overrunning(name: str, **given: Any) -> int:
    t = moving({name: "1010", "8 Army": "1011"}, map=RIVER, chits={"8 Army": WEAK}, **given)
    t.do(Pick, name)
    t.do(Overrun, "1011")
    return assess(t.s).defence


@pytest.mark.rule("20.1-s1")
@pytest.mark.seam("7", "20")
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
    assert assess(t.s).defence == 5
    for given, cost in (({"scenario": "uranus"}, 2), ({"exploit": True}, 2), ({}, 1)):
        t = moving({"XLI Pz": "1010"}, map=board(river=[("1009", "1010")]), turn=1, **given)
        t.do(Pick, "XLI Pz")
        t.do(Step, "1009")
        assert t.s.spent[t.number("XLI Pz")] == cost + (cost == 2)


@pytest.mark.rule("20.1-s1")
@pytest.mark.rule("8.6.3")
@pytest.mark.seam("8.6", "20")
def test_20_1_s1_panzers_fall_back_over_a_minor_river_unharmed_in_the_opening_movement() -> None:
    """RULING 20.1-b: whatever a Minor River does, it does not do to Germans in that phase."""

    def steps_left(kind: str, **given: Any) -> int:
        closed = dict.fromkeys(("1110", "0910", "0911", "1111"), "sea")
        m = board(closed, **{kind: [("1009", "1010")]})  # type: ignore[arg-type]
        t = moving({"XLI Pz": "1010", "8 Army": "1011"}, map=m, chits={"8 Army": "C 4-6/2-3 t12"}, **given)
        t.do(Pick, "XLI Pz")
        t.do(Overrun, "1011")
        t.roll(1)  # 9 to 6 is 3:2: A1
        t.do(FallBack)
        t.do(Retreat, "XLI Pz", "1009")
        return t.steps("XLI Pz")

    assert steps_left("river", turn=1) == 3
    assert steps_left("river", turn=1, exploit=True) == steps_left("river", turn=2) == 2
    assert steps_left("river", turn=1, scenario="uranus") == 2
    assert steps_left("major", turn=1) == 2


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


@pytest.mark.rule("8.0b")
def test_8_0b_an_attack_taken_up_again_can_be_committed() -> None:
    t = attacking({"I": "1010", "8 Army": "1011"}, chits={"8 Army": WEAK})
    t.do(Target, "1011")
    t.do(Cancel)
    t.do(Target, "1011")
    t.do(Join, "I")
    t.do(Commit)
    assert type(t.frame()) is CombatRoll


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
    assert [term.label for term in odds.shifts] == ["Terrain", "Air Support"] and odds.bonus == 4


@pytest.mark.rule("5.2.1b")
@pytest.mark.rule("5.2.1-i1")
@pytest.mark.seam("5.2", "21")
def test_5_2_1_turkey_at_war_is_open_to_soviets_and_germans() -> None:
    m = board(regions={"turkey": ["1009"]})
    for name, side, open_ in (("I", AXIS, True), ("8 Army", SOVIET, True), ("Romanian 3rd", AXIS, False)):
        for at_war in (0, 1):
            t = moving({name: "1010"}, side, map=m, turkey=at_war)
            t.do(Pick, name)
            assert t.ok(Step, "1009") == (open_ and at_war == 1)


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


# --- supply at its edges


@pytest.mark.rule("9.3.3")
def test_9_3_3_assets_and_support_do_not_cut_the_long_line() -> None:
    t = table({"I": "1310", "Moscow Factory": "1312", "Offensive Support 1": "1313"}, Judgement())
    assert t.supply("I") == 0


@pytest.mark.rule("9.3.2")
def test_9_3_2_helsinki_matters_to_finns_alone() -> None:
    place = {"I": "1310", "Finnish Karelia": "1320", "8 Army": "1315"}
    t = table(place, Judgement(), soviet=["Helsinki"])
    assert (t.supply("I"), t.supply("Finnish Karelia")) == (1, 2)
    t = table(place, Judgement())
    assert t.supply("Finnish Karelia") == 1


@pytest.mark.rule("9.1.2")
def test_9_1_2_a_factory_shelters_no_german() -> None:
    place = {"Moscow Factory": "1310", "I": "1311", "8 Army": "1315"}
    t = table(place, Judgement(), Judgement(), map=board(sources={"S": ["1315"]}))
    assert t.supply("I") == 2


@pytest.mark.rule("14.0c")
def test_14_0c_there_is_never_less_than_no_air_unit() -> None:
    assert table({}, AirWithdrawal(), turn=6, air=0).s.air == 0


@pytest.mark.rule("10.0")
@pytest.mark.rule("16.5a")
def test_10_0_markers_on_the_map_stay_when_their_turn_comes() -> None:
    t = table({}, NewMarkers(), turn=7, partisans={"Kovpak": "1010"})
    assert t.s.partisans == [t.w.hex("1010"), -2, -2]
    t = table({})
    t.s.generals = [2, 0, 0]
    t.s.turn = 4
    t.run(NewMarkers())
    assert t.s.generals == [2, 0, 0]


@pytest.mark.rule("9.3.4a")
def test_9_3_4a_a_base_is_expended_once_and_only_on_the_map() -> None:
    t = table(
        {"Supply Base 1": "1310", "Supply Base 2": "1410", "Supply Base 3": "returning", "I": "1311"},
        Expending(),
    )
    t.do(Expend, "Supply Base 1")
    assert t.no(Expend, "Supply Base 1") == t.no(Expend, "Supply Base 3") == "9.3.4a"
    t = table(
        {"Supply Base 1": "0510", "Supply Base 3": "returning"},
        Expending(),
        map=board(rail=chain(*row(10, 1, 6))),
    )
    assert t.s.agenda == ()


# --- results at their edges


@pytest.mark.rule("4.2.1b")
@pytest.mark.rule("4.2.1a")
def test_4_2_1b_two_hexes_of_retreat_cost_two_steps() -> None:
    m = board(dict.fromkeys(("1009", "0910", "1110"), "sea"))
    t = table({"I": "1010", "II": "1010", "8 Army": "1011"}, phase="soviet-combat", map=m)
    t.s.target, t.s.defenders = t.w.hex("1010"), [t.number("I"), t.number("II")]
    t.run(Suffer(1, 1, 1))
    t.do(FallBack)
    t.do(Retreat, "I", "0911")
    t.do(Retreat, "II", "1111")
    assert (t.steps("I"), t.steps("II")) == (2, 2)


@pytest.mark.rule("8.6.5")
def test_8_6_5_losses_of_the_attacker_do_not_touch_those_who_fled() -> None:
    m = board(dict.fromkeys(("0910", "1110", "1111", "0911"), "sea"))
    place = {"I": "1009", "V": "1012", "9 Army": "1010", "8 Army": "1011"}
    t = attacking(place, turn=15, map=m, chits={"9 Army": WEAK, "8 Army": GOOD})
    t.do(Target, "1010")
    t.do(Join, "I")
    t.do(Commit)
    t.roll(5)
    t.do(FallBack)
    t.do(Retreat, "9 Army", "1011")
    t.do(Done)
    t.do(Target, "1011")
    t.do(Join, "V")
    t.do(Commit)
    t.roll(3)  # 5 to 6 is 1:2: A1
    t.do(Lose, "V")
    assert t.at("9 Army") == "1011"


# --- administration at its edges


@pytest.mark.rule("15.2.2a")
def test_15_2_2a_either_kampfgruppe_short_of_supply_bars_both() -> None:
    place = {"KG Raus": "1010", "KG Apel": "1010", "XLI Pz": "pool"}
    for name in ("KG Raus", "KG Apel"):
        t = table(place, Combination(), phase="administrative", supply={name: 1})
        assert t.no(Combine, "KG Apel", "KG Raus") == "15.2.2a"
    t = table({**place, "KG Mack": "pool"}, Combination(), phase="administrative")
    assert t.no(Combine, "KG Mack", "KG Raus") == "15.2b"


@pytest.mark.rule("15.1b")
@pytest.mark.rule("15.1.2a")
def test_15_1b_each_kind_of_step_is_counted_by_itself() -> None:
    place = {"I": "1010", "XLI Pz": "1012", "Finnish Karelia": "1014", "8 Army": "2010"}
    t = table(
        place,
        Replacements(),
        phase="administrative",
        turn=7,
        steps={"I": 2, "XLI Pz": 2, "Finnish Karelia": 2},
    )
    assert t.no(Rebuild, "8 Army") == "15.1b"
    t.s.steps_p = 0
    assert t.ok(Rebuild, "I")
    t.do(Rebuild, "I")
    assert t.ok(Rebuild, "Finnish Karelia")


@pytest.mark.rule("12.2a")
def test_12_2a_nobody_is_asked_when_no_factory_can_go() -> None:
    t = table({"Kharkov Factory": "2010"}, Evacuations(), phase="administrative", turn=2)
    assert t.s.agenda == ()


@pytest.mark.rule("16.4b")
def test_16_4b_only_eliminated_armies_step_in_and_only_for_groups_on_the_map() -> None:
    place = {"Mech Group NW": "out", "Mech Group W": "1012", "8 Army": "1510", "9 Army": "returning"}
    t = table(place, Recovery(), turn=4, due={"8 Army": 7, "9 Army": 6})
    assert (t.at("8 Army"), t.at("9 Army")) == ("1510", "1012")


@pytest.mark.rule("16.5d")
def test_16_5d_the_list_holds_ready_generals_only() -> None:
    t = attacking({"I": "1010", "8 Army": "1011", "2 Shock": "1011"}, chits={"8 Army": WEAK}, turn=15)
    t.s.attackers, t.s.defenders = [t.number("I")], [t.number("8 Army"), t.number("2 Shock")]
    t.s.generals = [1, 2, 0]
    t.run(Command())
    t.agree()
    assert {a.general for a in t.offers(DrawTwo) + t.offers(Replace)} == {0}
