"""What must also happen: the quieter half of many rules."""

from __future__ import annotations

import pytest

from hexfront.games.turns_east.actions import (
    Assign,
    Buy,
    Commit,
    Contact,
    EndMovement,
    First,
    Give,
    Ignore,
    Restore,
    Return,
    Stop,
    Take,
)
from hexfront.games.turns_east.activation import Activation
from hexfront.games.turns_east.combat import Assembly, ChooseTarget, Fight, carry_out
from hexfront.games.turns_east.commands import order_of
from hexfront.games.turns_east.counterattack import Clash, ClashRoll, CounterattackDie, MoveToContact
from hexfront.games.turns_east.data import ASSAULT, AXIS, HOLD, SOVIET
from hexfront.games.turns_east.losses import ChooseLoss
from hexfront.games.turns_east.movement import ChooseMover
from hexfront.games.turns_east.orders import (
    ActionPhase,
    CommandRoll,
    Draw,
    HitlerRoll,
    InitiativePhase,
    Purchase,
)
from hexfront.games.turns_east.reinforcement import Arrivals, Replacements
from hexfront.games.turns_east.retreat import ChooseAdvance, ChooseRetreat, RetreatStack
from hexfront.games.turns_east.sequence import GameTurn, clear_turn
from hexfront.games.turns_east.special import OwnOrder, PartisanFront
from hexfront.games.turns_east.state import (
    POOL,
    TRACK,
    EastState,
    feed_track,
    pool_armies,
    queued,
    take_town,
)
from hexfront.games.turns_east.supply import SupplyNet, leningrad_by_lake_only
from hexfront.games.turns_east.victory import automatic_victory
from hexfront.kernel import apply, deciders, pending, settle
from hexfront.wargame import Done

from .helpers import (
    PACK,
    WORLD,
    advance,
    back,
    do,
    field,
    given,
    hexof,
    join,
    lose,
    no,
    on_map,
    overrun,
    pick,
    pickable,
    places,
    put,
    retreats,
    roll,
    shown,
    spot,
    step,
    steps,
    target,
    targets,
    unit,
    walk,
)

SOUTH = ("Kharkov", "Poltava")


def arriving(name: str, side: int, **what: object) -> EastState:
    s = given(**what)
    u = unit(s, name)
    s.where[u], s.steps[u] = TRACK.space(s.turn), s.world.full[u]
    s.agenda = (Arrivals(side),)
    settle(s)
    return s


@pytest.mark.rule("7.8.1")
@pytest.mark.rule("13.4.5")
@pytest.mark.rule("11.1.7")
@pytest.mark.rule("12.4.3")
@pytest.mark.rule("13.7.2a")
@pytest.mark.rule("13.8.5")
@pytest.mark.rule("13.8")
@pytest.mark.rule("5.2.4")
@pytest.mark.rule("7.1.3")
def test_a_new_turn_begins_clean() -> None:
    s = given(turn=6, axis_next=[4, 0, 0, 0], soviet_next=[0, 4, 0, 0], points=[9, 9], zhukov="aside")
    s.box, s.special, s.moved, s.assaulted, s.invaded = [1] * 8, {3: (4, 0)}, 7, 7, 1
    s.air, s.t34 = [0, 1, 2, 1, 1], 0
    clear_turn(s)
    assert s.box == [0] * 8 and s.special == {} and s.moved == 0 and s.assaulted == 0 and s.invaded == 0
    assert s.air == [3, 0, 0, 0, 0] and s.t34 == 1 and s.points == [0, 0] and s.zhukov == "cup"
    assert (s.axis_now, s.soviet_now, s.axis_next, s.soviet_next) == ([4, 0, 0, 0], [0, 4, 0, 0], [], [])
    early = given(turn=4)
    clear_turn(early)
    assert early.zhukov == "away" and early.t34 == 0


@pytest.mark.rule("10.1.1")
@pytest.mark.rule("11.2.1")
@pytest.mark.rule("12.1.3")
@pytest.mark.rule("12.1.4")
def test_an_activation_begins_clean() -> None:
    s = given(
        place={"ge-6": "2016", "ge-9": "1808", "su-5": "2116"}, orders={"axis-2": "assault"}, axis_towns=SOUTH
    )
    s.active = 1 << unit(s, "ge-9")
    s.fought = 1 << unit(s, "ge-6")
    s.struck = 1 << hexof(s, "2116")
    s.short, s.allowance = {unit(s, "ge-9"): 3}, {unit(s, "ge-9"): 1}
    s.agenda = (Activation(AXIS, 2),)
    settle(s)
    assert s.active == 1 << unit(s, "ge-6")
    assert s.short == {} and s.allowance == {unit(s, "ge-6"): 4}
    do(s, EndMovement())
    assert targets(s) == {"2116"}


@pytest.mark.rule("4.0-Vb")
def test_4_0_vb_movement_then_combat() -> None:
    s = given(place={"ge-6": "2016", "su-5": "2116"}, orders={"axis-2": "assault"}, axis_towns=SOUTH)
    s.agenda = (Activation(AXIS, 2),)
    settle(s)
    assert isinstance(pending(s), ChooseMover)
    do(s, EndMovement())
    assert isinstance(pending(s), ChooseTarget)


@pytest.mark.rule("4.0-II")
@pytest.mark.rule("13.6.3")
def test_4_0_ii_partisans_rise_in_the_soviet_phase() -> None:
    s = given(
        turn=8,
        place={"su-partisan": "1802"},
        axis_next=[4, 0, 0, 0],
        soviet_next=[4, 0, 0, 0],
        agenda=(GameTurn(),),
    )
    while isinstance(pending(s), Replacements):
        do(s, Done())
    assert isinstance(pending(s), PartisanFront)
    for turn, there in ((6, False), (7, True)):
        s = given(turn=turn, agenda=(GameTurn(),), axis_next=[4, 0, 0, 0], soviet_next=[4, 0, 0, 0])
        while isinstance(pending(s), Replacements):
            do(s, Done())
        assert isinstance(pending(s), PartisanFront) == there


@pytest.mark.rule("12.2.2")
@pytest.mark.rule("12.2.4")
@pytest.mark.rule("12.2.3a")
def test_after_an_exchange_the_vacated_hex_can_be_entered() -> None:
    s = given(
        place={"ge-6": "2115", "ge-III": "2115", "su-5": "2216"},
        orders={"axis-2": "assault"},
        axis_towns=SOUTH,
    )
    units = (unit(s, "ge-6"), unit(s, "ge-III"))
    s.agenda = carry_out(s, Fight(AXIS, hexof(s, "2216"), units, False, False, False), "EX", 0)
    settle(s)
    assert isinstance(pending(s), ChooseLoss) and deciders(s) == ("axis",)
    do(s, lose(s, "ge-6"))
    assert steps(s, "ge-6") == 3 and not on_map(s, "su-5")
    assert isinstance(pending(s), ChooseAdvance)


@pytest.mark.rule("13.4.2")
@pytest.mark.rule("12.3.6")
def test_13_4_2_a_leader_advances_with_his_last_corps() -> None:
    s = field(
        {"ge-III": "2115", "ge-XIV": "2115", "kleist": "2115", "su-8m": "2216"},
        stage="attack",
        axis_towns=SOUTH,
    )
    do(s, target(s, "2216"))
    for name in ("ge-III", "ge-XIV"):
        do(s, join(s, name))
    do(s, Commit())
    roll(s, 6)
    do(s, advance(s, "ge-III", "2216"))
    assert spot(s, "kleist") == "2115"  # another corps is still with him
    do(s, advance(s, "ge-XIV", "2216"))
    assert spot(s, "kleist") == "2216"
    # where he may not stand, he looks for other Panzers
    place = {"ge-XXIV": "1707", "guderian": "1707", "ge-4": "1708", "ge-XLVI": "1609", "su-20": "1808"}
    s = given(place=place, orders={"axis-1": "assault"}, axis_towns=("Vitebsk",))
    s.agenda = (ChooseAdvance(AXIS, hexof(s, "1708"), (unit(s, "ge-XXIV"),), 0, 0),)
    do(s, advance(s, "ge-XXIV", "1708"))
    assert spot(s, "guderian") == "1609"


@pytest.mark.rule("13.4.2")
def test_13_4_2_only_panzers_take_him_along() -> None:
    s = field(
        {"ge-III": "2115", "ge-6": "2115", "kleist": "2115", "su-8m": "2216"},
        stage="attack",
        axis_towns=SOUTH,
    )
    do(s, target(s, "2216"))
    for name in ("ge-III", "ge-6"):
        do(s, join(s, name))
    do(s, Commit())
    roll(s, 6)
    do(s, advance(s, "ge-6", "2216"))
    assert spot(s, "kleist") == "2115"


@pytest.mark.rule("12.3.1")
@pytest.mark.rule("12.3.4b")
def test_12_3_1_a_stack_without_a_common_way_goes_unit_by_unit() -> None:
    # every hex around has room for one more unit only
    homes = (
        "2215",
        "2315",
        "2316",
        "2217",
        "2116",
        "2115",
        "2314",
        "2415",
        "2416",
        "2417",
        "2317",
        "2218",
        "2117",
        "2016",
        "2015",
        "2114",
        "2214",
        "2117",
    )
    names = [u.id for u in WORLD.units if u.kind in ("soviet_army", "mech")]
    place, k = {"su-5": "2216", "su-6": "2216"}, 0
    for at in dict.fromkeys(homes):
        for _ in range(2):
            while names[k] in place:
                k += 1
            place[names[k]] = at
            k += 1
    s = given(place=place)
    s.agenda = (RetreatStack((unit(s, "su-5"), unit(s, "su-6")), (hexof(s, "2216"),), 0),)
    settle(s)
    assert pending(s) == ChooseRetreat((unit(s, "su-5"),), (hexof(s, "2216"),), 0)
    do(s, back(s, "2315"))
    do(s, back(s, "2415"))
    assert pending(s) == ChooseRetreat((unit(s, "su-6"),), (hexof(s, "2216"),), 0)
    assert spot(s, "su-5") == "2415" and "2315" in retreats(s)


@pytest.mark.rule("12.3.1")
@pytest.mark.rule("13.7.1")
@pytest.mark.seam("8", "13.7")
def test_13_7_1_the_coastal_army_leaves_its_stack() -> None:
    s = given(place={"su-ic": "1118", "su-9": "1118"}, axis_towns=("1521",))
    s.agenda = (RetreatStack((unit(s, "su-ic"), unit(s, "su-9")), (hexof(s, "1118"),), 0),)
    settle(s)
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and frame.units == (unit(s, "su-ic"), unit(s, "su-9"))
    assert "by sea" in shown(s, back(s, "1321")).label
    do(s, back(s, "1321"))
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and frame.units == (unit(s, "su-9"),)
    assert (spot(s, "su-ic"), spot(s, "su-9")) == ("1321", "1118")
    full = given(place={"su-ic": "1118", "su-9": "1321", "su-18": "1321", "su-51": "1321"})
    full.agenda = (RetreatStack((unit(full, "su-ic"),), (hexof(full, "1118"),), 0),)
    settle(full)
    assert "1321" not in retreats(full) and "1823" in retreats(full)


@pytest.mark.rule("13.7.1")
@pytest.mark.rule("12.3.1")
def test_13_7_1_the_sea_is_a_way_out_when_there_is_no_other() -> None:
    ring = {"ge-11": "1117", "ge-17": "1018", "ge-III": "1218", "ge-XIV": "1017"}
    s = given(place={"su-ic": "1118", **ring})
    s.agenda = (RetreatStack((unit(s, "su-ic"),), (hexof(s, "1118"),), 0),)
    settle(s)
    assert on_map(s, "su-ic") and "1321" in retreats(s)


@pytest.mark.rule("12.3.2")
@pytest.mark.rule("12.3.3")
def test_12_3_2_both_hexes_of_a_retreat_follow_the_arrows() -> None:
    s = given(place={"su-5": "2216"})
    s.agenda = (RetreatStack((unit(s, "su-5"),), (hexof(s, "2216"),), 0),)
    settle(s)
    do(s, back(s, "2215"))  # north
    assert retreats(s) == {
        "2214",
        "2314",
    }  # north again, or north-east; not north-west, though two hexes away
    assert no(s, back(s, "2114")) == "12.3.2"


@pytest.mark.rule("7.1.4")
@pytest.mark.rule("7.0b")
@pytest.mark.rule("7.1.3")
def test_7_1_4_each_side_buys_for_itself() -> None:
    s = given(turn=1, points=[12, 8], agenda=(Purchase(),))
    assert deciders(s) == ("axis", "soviet")
    apply(s, "soviet", Buy(1, 2, 1, 0))
    assert (s.axis_next, s.soviet_next) == ([], [1, 2, 1, 0]) and deciders(s) == ("axis",)
    apply(s, "axis", Buy(0, 0, 4, 0))
    assert (s.axis_next, s.soviet_next) == ([0, 0, 4, 0], [1, 2, 1, 0]) and not s.agenda


@pytest.mark.rule("7.4.4")
def test_7_4_4_the_redraw_comes_back_every_turn_and_only_for_soviet_orders() -> None:
    s = given(turn=9, ignored=1, axis_now=[4, 0, 0, 0], soviet_now=[4, 0, 0, 0], agenda=(InitiativePhase(),))
    assert s.ignored == 0
    s = given(turn=9, zhukov="used", cup=["axis hold", "soviet hold"], agenda=(ActionPhase(),))
    roll(s, "axis hold")
    assert deciders(s) == ("axis",) and no(s, Ignore()) != ""
    full = {f"soviet-{c}": "hold" for c in range(4)}
    s = given(turn=9, zhukov="used", orders=full, cup=["soviet hold", "axis hold"], agenda=(ActionPhase(),))
    roll(s, "soviet hold")
    assert isinstance(pending(s), Draw)  # no box is left for it: no effect
    assert s.cup == ["axis hold"]


@pytest.mark.rule("7.4.1")
@pytest.mark.rule("7.4.2")
def test_7_4_1_returned_once_he_cannot_be_returned_again() -> None:
    s = given(turn=8, cup=["zhukov", "axis hold"], agenda=(ActionPhase(),))
    roll(s, "zhukov")
    do(s, Return())
    assert sorted(s.cup) == ["axis hold", "zhukov"] and s.box == [0] * 8
    roll(s, "zhukov")
    assert no(s, Return()) == "7.4.2"


@pytest.mark.rule("7.5.5b")
@pytest.mark.rule("7.5.3")
def test_7_5_hitler_without_guderian_on_the_map() -> None:
    s = given(turn=6, agenda=(HitlerRoll(),))
    assert spot(s, "guderian") == str(POOL)
    roll(s, 2)  # 2 and 5 for the cities: exactly 7
    assert s.hitler == 6 and spot(s, "guderian") == str(POOL)


@pytest.mark.rule("4.0-Va")
@pytest.mark.rule("7.8.1")
def test_4_0_va_either_side_keeps_the_phase_going() -> None:
    axis = {f"axis-{c}": "hold" for c in range(4)}
    soviet = {f"soviet-{c}": "hold" for c in range(4)}
    for orders in (axis, soviet):
        s = given(orders=orders, cup=["axis hold", "soviet hold"], agenda=(ActionPhase(),))
        assert isinstance(pending(s), Draw)
    s = given(orders={**axis, **soviet}, cup=["counterattack A"], agenda=(ActionPhase(),))
    assert not s.agenda
    s = given(orders=axis, cup=[], agenda=(ActionPhase(),))
    assert not s.agenda


@pytest.mark.rule("5.1.4")
@pytest.mark.rule("5.1.3")
def test_5_1_4_one_panzer_step_one_army_step() -> None:
    place = {"ge-III": "0708", "ge-XIV": "0708", "ge-6": "0708", "ge-17": "0809"}
    weak = {"ge-III": 1, "ge-XIV": 1, "ge-6": 1, "ge-17": 1}
    s = given(place=place, steps=weak, agenda=(Replacements(1, 1, 0),))
    do(s, Restore(unit(s, "ge-III")))
    assert no(s, Restore(unit(s, "ge-XIV"))) == "5.1.4" and no(s, Restore(unit(s, "ge-6"))) == ""
    do(s, Restore(unit(s, "ge-6")))
    frame = pending(s)
    assert isinstance(frame, Replacements) and (frame.army, frame.panzer) == (0, 0)  # both are spent


@pytest.mark.rule("5.2.2")
@pytest.mark.rule("2.2.1i")
@pytest.mark.rule("5.2.1a")
def test_5_2_2_without_a_code_any_front_will_do() -> None:
    pack = {**PACK, "units": {**PACK["units"], "soviet_armies": {"unit": [{"id": "su-24", "code": ""}]}}}
    s = arriving("su-24", SOVIET, place={"su-13": "1808", "su-5": "2015"}, pack=pack)
    assert {"1808", "2015", "1915"} <= places(s)


@pytest.mark.rule("5.2.1a")
@pytest.mark.rule("5.2.1b")
@pytest.mark.seam("5", "9.2")
def test_5_2_1b_a_great_city_without_an_loc_draws_nobody() -> None:
    ring = {
        "ge-6": "1411",
        "ge-17": "1415",
        "ge-11": "1612",
        "ge-III": "1614",
        "ge-9": "1211",
        "ge-XIV": "1214",
    }
    s = arriving("su-40", SOVIET, place=ring, axis_towns=("Rostov",))
    assert not SupplyNet(s, SOVIET).city_has_loc(hexof(s, "1413"))
    assert "1413" not in places(s) and no(s, put(s, "1413")) == "5.2.1a"


@pytest.mark.rule("5.2.1c")
@pytest.mark.rule("5.2.1a")
def test_5_2_1c_with_nothing_near_any_soviet_town_will_do() -> None:
    wall = ("2701", "2704", "2707", "2710", "2713", "2716", "2719", "2722", "2725")
    names = ("ge-18", "ge-16", "ge-9", "ge-4", "ge-6", "ge-17", "ge-11", "ge-2", "ge-III")
    s = arriving("su-40", SOVIET, place=dict(zip(names, wall, strict=True)))
    assert not any(SupplyNet(s, SOVIET).city_has_loc(i) for i in WORLD.automatic.values())
    assert {"2214", "1915", "2816"} <= places(s)
    near = arriving("su-40", SOVIET, place={**dict(zip(names, wall, strict=True)), "su-5": "2214"})
    assert "2214" in places(near) and "1113" not in places(near)


@pytest.mark.rule("5.1.1")
def test_5_1_1_entering_a_town_takes_it() -> None:
    s = arriving("ge-XL", AXIS, soviet_towns=("0707",))
    do(s, put(s, "0707"))
    assert s.axis_towns >> hexof(s, "0707") & 1


@pytest.mark.rule("5.2.8b")
def test_5_2_8b_only_future_turns_and_only_dead_armies() -> None:
    s = given(turn=3)
    take_town(s, AXIS, WORLD.board.hex("Minsk"))
    assert (len(queued(s, 3)), len(queued(s, 4))) == (0, 1)
    for u in pool_armies(s):
        s.where[u] = TRACK.space(9)
    feed_track(s)
    assert len(queued(s, 4)) == 1


@pytest.mark.rule("3.3a")
def test_3_3_no_automatic_victory_in_the_teaching_game() -> None:
    towns = ("Kiev", "Leningrad", "Moscow")
    assert automatic_victory(given(axis_towns=towns)) == "3.3a"
    assert automatic_victory(given(scenario="minsk", axis_towns=towns, pack=None)) == ""


@pytest.mark.rule("13.5.1")
@pytest.mark.rule("13.4.5")
def test_13_5_1_kluges_order_is_for_his_army_alone() -> None:
    s = given(
        place={"ge-4": "1707", "ge-XLVI": "1707"}, orders={"axis-1": "hold"}, agenda=(Activation(AXIS, 1),)
    )
    do(s, Give(ASSAULT))
    assert order_of(s, unit(s, "ge-4"), 1) == ASSAULT and order_of(s, unit(s, "ge-XLVI"), 1) == HOLD
    s = given(
        place={"ge-4": "1707", "ge-6": "2016"}, orders={"axis-2": "hold"}, agenda=(Activation(AXIS, 2),)
    )
    assert not isinstance(pending(s), OwnOrder)  # his army is elsewhere


@pytest.mark.rule("12.4.8")
@pytest.mark.rule("12.4.5")
@pytest.mark.rule("13.4.3")
def test_12_4_8_after_a_failure_nobody_moves_on() -> None:
    s = field({"ge-III": "2115", "ge-XIV": "2015", "su-5": "2216"}, order="blitz", axis_towns=SOUTH)
    do(s, pick(s, "ge-III"))
    do(s, overrun(s, "2216"))
    do(s, Commit())
    roll(s, 1)
    assert no(s, pick(s, "ge-III")) == "11.1.7" and pickable(s) == {"ge-XIV"}
    # the corps is lost: its leader goes to another, and the stack is no more
    s = field(
        {"ge-III": "2115", "kleist": "2115", "ge-XIV": "2015", "ge-6": "2115", "su-5": "2216"},
        order="blitz",
        axis_towns=SOUTH,
        steps={"ge-III": 1},
    )
    do(s, pick(s, "ge-III"))
    do(s, overrun(s, "2216"))
    if isinstance(pending(s), Assembly):
        do(s, Commit())
    if pending(s) is not None and not deciders(s):
        roll(s, 1)
    assert not on_map(s, "ge-III") and spot(s, "kleist") == "2015"
    assert isinstance(pending(s), ChooseMover)


@pytest.mark.rule("9.3b")
@pytest.mark.rule("12.4.5")
@pytest.mark.seam("9.1", "12.4")
@pytest.mark.seam("9.3", "12.4")
def test_9_3b_a_mobile_assault_opens_towns_to_the_armies() -> None:
    # the Soviets at 2114 keep Belgorod out of 6th Army's reach, until they are overrun
    place = {"ge-III": "2113", "ge-6": "2017", "su-8m": "2114", "ge-9": "2013"}
    s = field(place, order="blitz", orders={"axis-1": "hold"}, axis_towns=("Kharkov", "Orel"))
    do(s, pick(s, "ge-III"))
    do(s, overrun(s, "2114"))
    do(s, Commit())
    roll(s, 6)
    do(s, step(s, "2214"))
    do(s, Stop())
    walk(s, "ge-6", "2016")
    assert s.axis_towns >> hexof(s, "2015") & 1


@pytest.mark.rule("12.4.2")
def test_12_4_2_exactly_enough_points() -> None:
    s = field({"ge-III": "2115", "su-5": "2216"}, order="blitz", axis_towns=SOUTH)
    s.allowance[unit(s, "ge-III")] = 2
    do(s, pick(s, "ge-III"))
    assert no(s, overrun(s, "2216")) == ""
    s = field({"ge-III": "2015", "su-5": "2216"}, order="blitz", axis_towns=SOUTH)
    s.allowance[unit(s, "ge-III")] = 2
    do(s, pick(s, "ge-III"))
    do(s, step(s, "2115"))
    assert no(s, overrun(s, "2216")) == "12.4.2"  # one point is spent


@pytest.mark.rule("7.6d")
def test_7_6d_not_out_of_another_area_either() -> None:
    s = field({"ge-III": "2014", "su-5": "2113"}, order="blitz", orders={"axis-1": "hold"}, axis_towns=SOUTH)
    do(s, pick(s, "ge-III"))
    do(s, step(s, "2013"))
    assert no(s, overrun(s, "2113")) == "7.6d"


@pytest.mark.rule("8.1.5")
@pytest.mark.rule("8.1.8")
@pytest.mark.rule("11.1.7")
def test_8_1_8_whoever_has_not_moved_stays_and_counts() -> None:
    s = field(
        {"ge-III": "2016", "ge-XIV": "2016", "ge-XLVIII": "2016", "ge-6": "2017"},
        order="assault",
        axis_towns=SOUTH,
    )
    for name in ("ge-III", "ge-XIV", "ge-XLVIII"):
        walk(s, name)
    do(s, pick(s, "ge-6"))
    do(s, step(s, "2016"))
    assert no(s, Stop()) == "8.1.1"  # they have moved, and will not make room
    # when the last unit has moved the check follows by itself
    s = field(
        {"ge-III": "2016", "ge-XIV": "2016", "ge-XLVIII": "2016", "ge-6": "2017"},
        order="assault",
        axis_towns=SOUTH,
    )
    walk(s, "ge-6", "2016")
    for name in ("ge-III", "ge-XIV", "ge-XLVIII"):
        walk(s, name)
    assert pending(s) is not None and type(pending(s)).__name__ == "Overstacked"


@pytest.mark.rule("11.1.7")
def test_11_1_7_a_unit_taken_along_has_moved() -> None:
    s = field({"ge-III": "2016", "ge-XIV": "2016", "ge-6": "2018"}, order="assault", axis_towns=SOUTH)
    do(s, pick(s, "ge-III"))
    do(s, Take(unit(s, "ge-XIV")))
    do(s, Stop())
    assert pickable(s) == {"ge-6"} and no(s, pick(s, "ge-XIV")) == "11.1.7"


def test_rolls_have_titles() -> None:
    assert "Soviets" in CommandRoll(SOVIET).title(given(turn=2))


# --- Counterattacks


@pytest.mark.rule("7.3.4")
@pytest.mark.rule("7.3.5a")
def test_7_3_4_every_unit_of_the_front_moves_and_no_other() -> None:
    place = {"su-5": "2216", "su-6": "2217", "su-13": "2112", "ge-6": "2014", "ge-9": "2011"}
    s = given(place=place, axis_towns=("Kharkov", "Orel"), agenda=(CounterattackDie(),), halt=WORLD.land)
    roll(s, 4)
    asked = []
    while isinstance(pending(s), MoveToContact):
        frame = pending(s)
        assert isinstance(frame, MoveToContact)
        asked.append(s.world.units[frame.unit].id)
        assert frame.violation(s, "soviet", Contact(hexof(s, "2013"))).rule == "7.3.4"  # type: ignore[union-attr]
        do(s, frame.legal(s, "soviet")[0])
    assert asked == ["su-5", "su-6"]
    clash = pending(s)
    assert isinstance(clash, ClashRoll) and unit(s, "su-13") not in clash.units


@pytest.mark.rule("7.3.4")
@pytest.mark.seam("7.3", "8")
def test_7_3_4_a_full_hex_is_no_place_to_make_contact() -> None:
    full = {"su-6": "2114", "su-26": "2114", "su-12": "2114"}
    s = given(
        place={"su-5": "2215", **full, "ge-6": "2014"}, axis_towns=("Kharkov",), agenda=(CounterattackDie(),)
    )
    roll(s, 4)
    frame = pending(s)
    assert isinstance(frame, MoveToContact)
    assert hexof(s, "2114") not in {a.hex for a in frame.legal(s, "soviet")}


@pytest.mark.rule("7.3.3a")
def test_7_3_3a_a_front_that_is_not_in_play_does_nothing() -> None:
    s = given(
        scenario="minsk", pack=None, place={"su-10": "1007", "ge-9": "0906"}, agenda=(CounterattackDie(),)
    )
    roll(s, 6)
    assert not s.agenda
    s = given(
        scenario="minsk", pack=None, place={"su-10": "1007", "ge-9": "1006"}, agenda=(CounterattackDie(),)
    )
    roll(s, 2)
    assert not s.agenda or isinstance(pending(s), ClashRoll | MoveToContact)


@pytest.mark.rule("7.3.5e")
@pytest.mark.rule("13.3.3a")
@pytest.mark.seam("7.3", "13.3")
def test_7_3_5e_a_garrison_counts_only_alone() -> None:
    for place, defence in (({"ge-6": "1915", "gar-6": "1915"}, 8), ({"gar-6": "1915"}, 1)):
        s = given(place={"su-5": "1916", **place}, agenda=(Clash(2),))
        frame = pending(s)
        assert isinstance(frame, ClashRoll) and frame.defence == defence


@pytest.mark.rule("7.3.6")
@pytest.mark.rule("13.3.6")
def test_7_3_6_whom_the_axis_loss_can_hit() -> None:
    s = given(place={"su-5": "1916", "gar-6": "1915"}, agenda=(Clash(2),))
    roll(s, 6)
    assert on_map(s, "gar-6") and not s.agenda  # a garrison does not mind
    # of two corps only the supplied one can take it, and only next to a supplied Soviet unit
    place = {"su-5": "2216", "su-6": "2516", "ge-III": "2115", "ge-XIV": "2616"}
    s = given(place=place, axis_towns=("Kharkov",), soviet_towns=("2214",), agenda=(Clash(2),))
    assert (
        SupplyNet(s, AXIS).shortage(unit(s, "ge-XIV")) > 0 == SupplyNet(s, AXIS).shortage(unit(s, "ge-III"))
    )
    roll(s, 6)
    while isinstance(pending(s), ChooseLoss) and deciders(s) == ("soviet",):
        do(s, pending(s).legal(s, "soviet")[0])  # type: ignore[union-attr]
    assert (steps(s, "ge-III"), steps(s, "ge-XIV")) == (1, 2)


# --- odds and ends


@pytest.mark.rule("12.4")
def test_12_4_a_leader_needs_neither_points_nor_orders_for_an_assault() -> None:
    s = field({"ge-III": "2115", "kleist": "2115", "su-5": "2216"}, order="blitz", axis_towns=SOUTH)
    s.allowance[unit(s, "kleist")] = 0
    s.special[unit(s, "kleist")] = (HOLD, 2)
    do(s, pick(s, "ge-III"))
    do(s, Take(unit(s, "kleist")))
    assert no(s, overrun(s, "2216")) == ""


@pytest.mark.rule("8.1.5")
def test_8_1_5_after_movement_nobody_is_waiting_to_move() -> None:
    s = field({"ge-6": "2016", "su-5": "2116"}, order="assault", axis_towns=SOUTH)
    do(s, EndMovement())
    assert s.todo == 0


@pytest.mark.rule("3.1g")
@pytest.mark.rule("4.0-IV")
@pytest.mark.rule("3.1f")
def test_4_0_iv_the_action_phase_follows_the_first_order() -> None:
    s = given(turn=1, agenda=(InitiativePhase(),))
    do(s, Assign(0))
    assert isinstance(pending(s), Draw)
    s = given(turn=2, axis_now=[4, 0, 0, 0], soviet_now=[4, 0, 0, 0], agenda=(InitiativePhase(),))
    do(s, First("axis hold"))
    do(s, Assign(0))
    assert isinstance(pending(s), Draw)


@pytest.mark.rule("13.1.2c")
@pytest.mark.rule("13.1.1b")
@pytest.mark.seam("12.3", "13.1")
def test_13_1_2c_no_retreat_into_closed_countries() -> None:
    s = given(
        place={
            "su-18": "0914",
            "ge-11": "1014",
            "ge-17": "1015",
            "ge-6": "0913",
            "ge-III": "0915",
            "ge-XIV": "0814",
        }
    )
    s.agenda = (RetreatStack((unit(s, "su-18"),), (hexof(s, "0914"),), 0),)
    settle(s)
    assert not on_map(s, "su-18")  # Romania (0815) was the only way
    s = given(place={"su-26": "0612", "ge-17": "0611", "ge-6": "0711", "ge-11": "0712"})
    s.agenda = (RetreatStack((unit(s, "su-26"),), (hexof(s, "0612"),), 0),)
    settle(s)
    assert not on_map(s, "su-26")  # Hungary was


@pytest.mark.rule("12.3.1")
@pytest.mark.rule("13.4.2")
def test_12_3_1_a_leader_stays_with_panzers_when_a_stack_splits() -> None:
    corps = [u.id for u in WORLD.units if u.kind in ("panzer", "romanian") and u.id != "ge-III"]
    ring = ("2215", "2217", "2115", "2116", "2315", "2316")
    place = {name: ring[k // 2] for k, name in enumerate(corps)}  # two in each hex around: room for one more
    s = given(place={"ge-III": "2216", "ge-6": "2216", "kleist": "2216", **place})
    s.agenda = (
        RetreatStack((unit(s, "ge-6"), unit(s, "ge-III"), unit(s, "kleist")), (hexof(s, "2216"),), 0),
    )
    settle(s)
    assert pending(s) == ChooseRetreat((unit(s, "ge-6"),), (hexof(s, "2216"),), 0)
    while isinstance(pending(s), ChooseRetreat | ChooseLoss):
        do(s, pending(s).legal(s, "axis")[0])  # type: ignore[union-attr]
    assert spot(s, "kleist") == spot(s, "ge-III")


@pytest.mark.rule("13.4.2")
def test_13_4_2_he_goes_with_the_corps_that_leaves_not_to_another() -> None:
    place = {"ge-XIV": "2115", "kleist": "2115", "ge-XLI": "2114", "su-8m": "2216"}
    s = field(place, stage="attack", axis_towns=SOUTH)
    do(s, target(s, "2216"))
    do(s, join(s, "ge-XIV"))
    do(s, Commit())
    roll(s, 6)
    do(s, advance(s, "ge-XIV", "2216"))
    assert spot(s, "kleist") == "2216"


@pytest.mark.rule("3.3b")
def test_3_3b_a_leningrad_in_axis_hands_or_without_any_line_does_not_count() -> None:
    ring = {"ge-18": "2002", "ge-XLI": "1902", "ge-LVI": "2101"}
    assert leningrad_by_lake_only(given(place={"su-23": "2001", **ring}))
    assert not leningrad_by_lake_only(given(place=ring, axis_towns=("Leningrad",)))
    shore = {"ge-16": "2302", "ge-9": "2300"}
    assert not leningrad_by_lake_only(given(place={"su-23": "2001", **ring, **shore}))
