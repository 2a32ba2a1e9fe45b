"""Chapters 16.6, 16.7: Stalin and the rail bridge."""

from __future__ import annotations

import pytest

from hexfront.games.motherland import events as ev
from hexfront.games.motherland.actions import (
    Advance,
    CallAir,
    Commit,
    Done,
    DrawTwo,
    FallBack,
    FireGun,
    Join,
    Keep,
    Lose,
    Overrun,
    Pick,
    Replace,
    Step,
    Stop,
    Target,
)
from hexfront.games.motherland.administration import Recovery
from hexfront.games.motherland.chits import ChitDraw, ChitUpkeep, Command, KeepOne
from hexfront.games.motherland.combat import CombatRoll, assess
from hexfront.games.motherland.control import StalinRoll, SurrenderRoll, occupy
from hexfront.games.motherland.results import Advances, Suffer
from hexfront.games.motherland.zones import zoc
from tests.games.motherland.kit import (
    AXIS,
    GOOD,
    SOVIET,
    WEAK,
    Table,
    attacking,
    board,
    chain,
    forming,
    moving,
    real,
    row,
    table,
)

MOSCOW = "2113"
WATER = dict.fromkeys(("1024", "1124", "0925", "0924", "1126", "0926"), "sea")
BRIDGE = board(WATER, bridge=[("1025", "1125")], sea=[("1025", "1125")], rail=chain("1225", "1125", "1025"))


def entering(scenario: str = "campaign", **given: object) -> Table:
    t = moving({"I": "2112"}, scenario=scenario, turn=10, **given)  # type: ignore[arg-type]
    t.do(Pick, "I")
    t.do(Step, MOSCOW)
    return t


@pytest.mark.rule("16.6a")
def test_16_6a_axis_entry_into_moscow_rolls_for_stalin() -> None:
    t = entering()
    assert t.frame() == StalinRoll(True)
    for die, fate in ((1, 1), (4, 1), (5, 2), (6, 2)):
        t = entering("barbarossa")
        t.roll(die)
        assert t.s.stalin == fate
    t = entering("campaign", stalin=1)
    assert type(t.frame()).__name__ == "March"


@pytest.mark.rule("16.6b")
def test_16_6b_an_escaped_stalin_returns_when_moscow_is_retaken() -> None:
    for before, after in ((1, 0), (2, 2)):
        t = table({"8 Army": "2112"}, german=[MOSCOW], stalin=before)
        occupy(t.s, SOVIET, t.w.hex(MOSCOW))
        assert t.s.stalin == after
    t = table({}, german=[MOSCOW], stalin=1)
    occupy(t.s, SOVIET, t.w.hex("Kiev"))
    assert t.s.stalin == 1


@pytest.mark.rule("16.6c")
def test_16_6c_his_death_brings_the_surrender_roll_of_scenarios_2_3_and_6() -> None:
    for scenario, rolls in (
        ("barbarossa", False),
        ("stalingrad", True),
        ("blau", True),
        ("uranus", False),
        ("campaign", True),
    ):
        t = entering(scenario)
        t.roll(6)
        assert (type(t.frame()) is SurrenderRoll) == rolls, scenario
    t = entering("campaign")
    t.roll(1)
    assert type(t.frame()) is not SurrenderRoll
    # Only at the first entry ever.
    t = entering("campaign", moscow_fallen=1)
    t.roll(6)
    assert type(t.frame()) is not SurrenderRoll


@pytest.mark.rule("16.7a")
def test_16_7a_nothing_but_redeployment_and_supply_crosses_the_bridge() -> None:
    t = moving({"XLI Pz": "1125", "8 Army": "1025"}, map=BRIDGE)
    t.do(Pick, "XLI Pz")
    assert t.no(Overrun, "1025") == "16.7a"
    t = moving({"XLI Pz": "1125"}, map=BRIDGE)
    t.do(Pick, "XLI Pz")
    assert t.no(Step, "1025") == "16.7a"
    t = moving({"Railroad Gun": "1125"}, map=BRIDGE)
    t.do(Pick, "Railroad Gun")
    assert not t.ok(Step, "1025") and t.ok(Step, "1225")
    t = attacking({"I": "1125", "8 Army": "1025"}, map=BRIDGE)
    assert t.offers(Target) == []
    assert not zoc(t.s, AXIS) >> t.w.hex("1025") & 1
    t = table({"I": "1125", "8 Army": "1224", "9 Army": "1225"}, phase="soviet-combat", map=BRIDGE)
    t.s.target, t.s.defenders = t.w.hex("1125"), [t.w.unit("I")]
    t.run(Suffer(1, 1, 1))
    assert t.no(FallBack) == "8.5.1b"  # the bridge is the only other way out
    t = table({"I": "1125"}, phase="axis-combat", map=BRIDGE)
    t.s.target, t.s.attackers = t.w.hex("1025"), [t.w.unit("I")]
    t.run(Advances(0, 1))
    assert t.no(Advance, "I", "1025") == "16.7a"


@pytest.mark.rule("16.7b")
def test_16_7b_the_bridge_is_part_of_the_map_and_cannot_be_destroyed() -> None:
    w = real("uranus").w
    a, b = w.hex("1025"), w.hex("1125")
    assert w.bridge.has(a, b) and w.rail.has(a, b)
    t = table({"I": "1125", "8 Army": "1226"}, map=BRIDGE, german=["Sevastopol"])
    occupy(t.s, AXIS, t.w.hex("1025"))
    occupy(t.s, SOVIET, t.w.hex("1025"))
    assert t.w.bridge.has(t.w.hex("1025"), t.w.hex("1125"))
    fields = {name for name in type(t.s).__struct_fields__ if "bridge" in name}
    assert fields == set()  # no state could ever say that it is down


@pytest.mark.rule("16.2a")
def test_16_2a_the_gun_does_not_fire_in_defense() -> None:
    m = board(rail=chain(*row(10, 6, 14)), fortified=["1011"])
    place = {"I": "1011", "8 Army": "1012", "Railroad Gun": "1010"}
    t = attacking(place, SOVIET, map=m, chits={"8 Army": WEAK})
    t.do(Target, "1011")
    t.do(Join, "8 Army")
    t.do(Commit)
    assert type(t.frame()) is CombatRoll


@pytest.mark.rule("16.2b")
@pytest.mark.rule("16.2c")
@pytest.mark.rule("16.2.2b")
def test_16_2b_the_gun_alone_shifts_nothing_and_is_forgotten_afterwards() -> None:
    m = board(fortified=["1011"], rail=chain("1009", "1010"))
    place = {"I": "1010", "8 Army": "1011", "Railroad Gun": "1009"}
    t = attacking(place, map=m, chits={"8 Army": WEAK})
    t.do(Target, "1011")
    t.do(Join, "I")
    t.do(Commit)
    t.do(FireGun)
    odds = assess(t.s)
    assert [term.label for term in odds.shifts] == ["Terrain"] and odds.bonus == 4
    t.roll(6)  # 5 to 3 is 3:2, two left is 1:2; ten is read as nine: 1/-
    t.do(Lose, "I")
    assert t.s.support == 0 and t.at("Railroad Gun") == "out"


@pytest.mark.rule("16.2.2a")
@pytest.mark.rule("16.2a")
def test_16_2_no_gun_on_the_map_no_gun_to_fire() -> None:
    m = board(fortified=["1011"])
    t = attacking({"I": "1010", "8 Army": "1011", "Air Base 1": "1008"}, map=m, chits={"8 Army": WEAK}, air=1)
    t.do(Target, "1011")
    t.do(Join, "I")
    t.do(Commit)
    assert t.no(FireGun) == "16.2.2b" and t.ok(CallAir)


@pytest.mark.rule("16.3")
def test_16_3_italians_long_gone_do_not_leave_again() -> None:
    t = table({"Italian 8th": "1010"}, phase="administrative", turn=17)
    for told in (1, 0):
        t.s.out = []
        t.run(Recovery())
        assert len([event for event in t.s.out if isinstance(event, ev.Boxed)]) == told


@pytest.mark.rule("16.4b")
def test_a_group_without_a_successor_returns_its_chit() -> None:
    t = table({"Mech Group NW": "1010"}, Recovery(), turn=4, chits={"Mech Group NW": GOOD})
    assert t.at("Mech Group NW") == "out" and t.s.cup[t.w.chit_number[GOOD]] == 1


@pytest.mark.rule("16.4b")
def test_16_4b_only_eliminated_armies_step_in_and_only_for_groups_on_the_map() -> None:
    place = {"Mech Group NW": "out", "Mech Group W": "1012", "8 Army": "1510", "9 Army": "returning"}
    t = table(place, Recovery(), turn=4, due={"8 Army": 7, "9 Army": 6})
    assert (t.at("8 Army"), t.at("9 Army")) == ("1510", "1012")


@pytest.mark.rule("16.5c")
def test_16_5c_no_replacement_in_administration_nor_without_a_chit() -> None:
    t = table(
        {"8 Army": "1010", "9 Army": "1111", "I": "1011"},
        Command(),
        phase="administrative",
        chits={"8 Army": GOOD},
        generals=["Zhukov"],
        turn=4,
    )
    assert t.no(Replace, 0, "8 Army") == "16.5c"
    t = attacking({"I": "1010", "8 Army": "1011"}, generals=["Zhukov"])
    t.s.attackers, t.s.defenders = [t.number("I")], [t.number("8 Army")]
    t.run(Command())
    assert t.no(Replace, 0, "8 Army") == "16.5c"


@pytest.mark.rule("16.5b")
def test_16_5b_a_unit_with_a_chit_does_not_draw_two() -> None:
    t = attacking({"I": "1010", "8 Army": "1011"}, generals=["Zhukov"], chits={"8 Army": WEAK})
    t.s.attackers, t.s.defenders = [t.number("I")], [t.number("8 Army")]
    t.run(Command())
    assert t.no(DrawTwo, 0, "8 Army") == "16.5b"


@pytest.mark.rule("16.5b")
@pytest.mark.seam("7", "11")
def test_generals_draw_in_overruns_and_in_administration_and_one_after_another() -> None:
    t = moving({"XLI Pz": "1010", "8 Army": "1011"}, generals=["Zhukov"], cup={WEAK: 4})
    t.do(Pick, "XLI Pz")
    t.do(Overrun, "1011")
    assert type(t.frame()) is Command
    t = table(
        {"8 Army": "1010", "9 Army": "1111", "I": "1011"}, ChitUpkeep(), phase="administrative",
        generals=["Zhukov", "Konev"], cup={WEAK: 4, GOOD: 2}, turn=4,
    )  # fmt: skip
    t.do(DrawTwo, 0, "8 Army")
    t.roll(WEAK, GOOD)
    assert type(t.frame()) is KeepOne
    t.do(Keep, t.w.chit_number[GOOD])
    assert t.s.drawn == [] and type(t.frame()) is Command
    t.do(Done)
    assert t.frame() == ChitDraw(t.number("9 Army"))
    t.roll(WEAK)
    assert (t.chit("8 Army"), t.chit("9 Army")) == (GOOD, WEAK)


@pytest.mark.rule("16.5d")
def test_16_5d_the_list_holds_ready_generals_only() -> None:
    t = attacking({"I": "1010", "8 Army": "1011", "2 Shock": "1011"}, chits={"8 Army": WEAK}, turn=15)
    t.s.attackers, t.s.defenders = [t.number("I")], [t.number("8 Army"), t.number("2 Shock")]
    t.s.generals = [1, 2, 0]
    t.run(Command())
    t.agree()
    assert {a.general for a in t.offers(DrawTwo) + t.offers(Replace)} == {0}


@pytest.mark.rule("16.5a")
@pytest.mark.rule("16.5b")
@pytest.mark.rule("16.5d")
def test_16_5a_a_general_is_asked_for_only_if_one_is_ready() -> None:
    for ready in ([], ["Konev"]):
        t = attacking({"I": "1010", "8 Army": "1011"}, cup={WEAK: 5}, generals=ready)
        t.do(Target, "1011")
        t.do(Join, "I")
        t.do(Commit)
        assert type(t.frame()) is (Command if ready else ChitDraw)
    for general in (-1, 3, 0):
        assert t.no(DrawTwo, general, "8 Army") == "16.5d"
    assert t.ok(DrawTwo, 2, "8 Army")


@pytest.mark.rule("16.6c")
def test_the_surrender_roll_belongs_to_the_first_entry() -> None:
    t = table({"I": "2113"}, scenario="campaign", turn=10)
    moscow = t.w.hex("2113")
    t.run(*occupy(t.s, AXIS, moscow))
    t.roll(1)  # he escapes
    occupy(t.s, SOVIET, moscow)
    t.run(*occupy(t.s, AXIS, moscow))
    assert t.frame() == StalinRoll(False)
    t.roll(6)
    assert t.s.stalin == 2 and type(t.frame()) is not SurrenderRoll


@pytest.mark.rule("16.7a")
def test_16_7a_a_unit_beyond_the_bridge_does_not_join() -> None:
    m = board(bridge=[("1010", "1011")], sea=[("1010", "1011")])
    t = forming({"II": "1111"}, map=m)
    assert t.no(Join, "I") == "16.7a" and t.ok(Join, "II")


@pytest.mark.rule("16.7a")
def test_16_7a_the_gun_does_not_cross_the_bridge() -> None:
    m = board(bridge=[("1010", "1110")], sea=[("1010", "1110")], rail=chain("1010", "1110", "1210"))
    t = moving({"Railroad Gun": "1010"}, map=m)
    t.do(Pick, "Railroad Gun")
    assert t.offers(Step) == [] and t.ok(Stop)
