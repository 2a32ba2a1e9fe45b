"""Chapter 13: special rules."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east.actions import (
    Assign,
    Commit,
    Garrison,
    Give,
    Keep,
    PickUp,
    Revive,
    Stop,
    Support,
)
from hexfront.games.turns_east.activation import Activation
from hexfront.games.turns_east.combat import (
    ChooseTarget,
    DefenderSupport,
    Fight,
    attacker_violation,
    carry_out,
)
from hexfront.games.turns_east.commands import order_of
from hexfront.games.turns_east.data import ASSAULT, AXIS, BLITZ, HOLD, SOVIET
from hexfront.games.turns_east.events import InvasionTried
from hexfront.games.turns_east.losses import Fate, lose_unit
from hexfront.games.turns_east.movement import ChooseMover
from hexfront.games.turns_east.reinforcement import Partisans, Replacements, soviet_entry
from hexfront.games.turns_east.retreat import ChooseAdvance, ChooseRetreat, RetreatStack
from hexfront.games.turns_east.special import (
    InvasionRoll,
    LeaderRoll,
    OwnOrder,
    PartisanFront,
    PlacePartisans,
    has_support,
    invasion_violation,
    partisan_hexes,
    use_support,
)
from hexfront.games.turns_east.state import GONE, POOL, RESERVE, TRACK, EastState, pool_armies
from hexfront.games.turns_east.strength import defenders, odds
from hexfront.games.turns_east.supply import Lines, SupplyNet, ground
from hexfront.kernel import deciders, pending, settle

from .helpers import (
    WORLD,
    back,
    do,
    field,
    given,
    hexof,
    invade,
    join,
    no,
    on_map,
    pick,
    pickable,
    places,
    put,
    reach,
    retreats,
    roll,
    shown,
    spot,
    step,
    take,
    target,
    targets,
    unit,
    walk,
)

FAIR, LIGHT_MUD, MUD, FROST, SNOW = 2, 4, 5, 6, 7


# --- 13.1 minor powers


@pytest.mark.rule("13.1")
def test_13_1_only_romania_has_units_of_its_own() -> None:
    minors = {u.name for u in WORLD.units if u.kind == "romanian"}
    assert minors == {"Romanian 3rd Army", "Romanian 4th Army"}
    assert not any("Hungar" in u.name or "Ital" in u.name for u in WORLD.units)


@pytest.mark.rule("13.1.1a")
def test_13_1_1a_hungary_for_the_axis() -> None:
    def case(name: str, turn: int) -> str:
        s = given(turn=turn, place={name: "0512"}, orders={"axis-2": "assault"}, active="axis-2")
        do(s, pick(s, name))
        return no(s, step(s, "0413"))

    assert WORLD.hungary >> WORLD.board.index("0413") & 1
    s = given(turn=1, place={"ge-17": "0510"}, orders={"axis-2": "assault"}, active="axis-2")
    do(s, pick(s, "ge-17"))
    assert no(s, step(s, "0511")) == "13.1.1a"
    s = given(turn=2, place={"ge-17": "0510"}, orders={"axis-2": "assault"}, active="axis-2")
    do(s, pick(s, "ge-17"))
    assert no(s, step(s, "0511")) == ""
    assert case("ge-17", 2) == ""
    # no line of the Axis runs through Hungary on turn 1; Romanians' never do
    assert not Lines(given(turn=1), AXIS, 2).loc & WORLD.hungary
    assert Lines(given(turn=2), AXIS, 2).loc & WORLD.hungary
    assert not Lines(given(turn=2), AXIS, 3, romanian=True).loc & WORLD.hungary


@pytest.mark.rule("13.1.1b")
def test_13_1_1b_hungary_for_soviets_and_romanians() -> None:
    s = given(place={"su-26": "0612"}, orders={"soviet-2": "assault"}, active="soviet-2")
    do(s, pick(s, "su-26"))
    assert no(s, step(s, "0512")) == "13.1.1b"
    s = given(
        place={"su-26": "0612", "ge-17": "0512"},
        orders={"soviet-2": "assault"},
        active="soviet-2",
        stage="attack",
    )
    s.agenda = (ChooseTarget(SOVIET, 2),)
    assert no(s, target(s, "0512")) == "13.1.1b"
    assert not any(Lines(given(), SOVIET, a).loc & WORLD.hungary for a in range(4))
    s = given(place={"ro-3": "0515"}, orders={"axis-3": "assault"}, active="axis-3")
    do(s, pick(s, "ro-3"))
    assert no(s, step(s, "0514")) == "13.1.1b"


@pytest.mark.rule("13.1.2a")
@pytest.mark.seam("7.6", "13.1")
def test_13_1_2a_romanians_serve_in_the_south_only() -> None:
    s = given(
        place={"ro-3": "2014"},
        orders={"axis-2": "assault", "axis-1": "assault"},
        active="axis-2",
        axis_towns=("Kharkov",),
    )
    do(s, pick(s, "ro-3"))
    assert WORLD.area_of[hexof(s, "2013")] == 1
    assert no(s, step(s, "2013")) == "13.1.2a" and no(s, step(s, "2015")) == ""


@pytest.mark.rule("13.1.2b")
@pytest.mark.seam("12", "13.1")
def test_13_1_2b_romania_on_turn_1() -> None:
    for turn, case in ((1, "13.1.2b"), (2, "")):
        s = given(turn=turn, place={"ge-11": "0815"}, orders={"axis-3": "assault"}, active="axis-3")
        do(s, pick(s, "ge-11"))
        assert no(s, step(s, "0914")) == case  # out
        assert no(s, step(s, "0816")) == ""  # within
        s = given(turn=turn, place={"ge-III": "0914"}, orders={"axis-3": "assault"}, active="axis-3")
        do(s, pick(s, "ge-III"))
        assert no(s, step(s, "0815")) == case  # in
        s = given(
            turn=turn, place={"ge-11": "0815", "su-18": "0914"}, orders={"axis-3": "assault"}, active="axis-3"
        )
        s.agenda = (ChooseTarget(AXIS, 3),)
        assert no(s, target(s, "0914")) == case
        assert (s.world.label(hexof(s, "0914")) in targets(s)) == (case == "")


@pytest.mark.rule("13.1.2c")
def test_13_1_2c_romania_is_closed_to_soviets() -> None:
    s = given(place={"su-18": "0914"}, orders={"soviet-3": "assault"}, active="soviet-3")
    do(s, pick(s, "su-18"))
    assert no(s, step(s, "0815")) == "13.1.2c"
    s = given(
        place={"su-18": "0914", "ge-11": "0815"},
        orders={"soviet-3": "assault"},
        active="soviet-3",
        stage="attack",
    )
    s.agenda = (ChooseTarget(SOVIET, 3),)
    assert no(s, target(s, "0815")) == "13.1.2c"
    assert not any(Lines(given(), SOVIET, a).loc & WORLD.romania for a in range(4))


# --- 13.2 Guard Cavalry


@pytest.mark.rule("13.2")
@pytest.mark.rule("13.2d")
@pytest.mark.rule("7.2.1a")
@pytest.mark.seam("7.2", "13.2")
def test_13_2_the_guard_cavalry_moves_like_mechanized_units() -> None:
    assert [u.id for u in WORLD.units if u.kind == "cavalry"] == ["su-gcav"]
    for order, points in (("hold", 6), ("withdraw", 7), ("assault", 6)):
        s = field({"su-gcav": "2016"}, "soviet", order)
        assert s.allowance[unit(s, "su-gcav")] == points


@pytest.mark.rule("13.2b")
@pytest.mark.seam("9.1", "13.2")
@pytest.mark.seam("11", "13.2")
def test_13_2b_from_army_zone_to_army_zone() -> None:
    for name, case in (("su-gcav", ""), ("su-5", "9.1.3b"), ("su-8m", "9.1.3b")):
        s = field({name: "2216", "ge-6": "2115"}, "soviet", "assault", soviet_towns=("2214",))
        do(s, pick(s, name))
        assert no(s, step(s, "2116")) == case
    s = field({"su-gcav": "2216", "ge-6": "2115"}, "soviet", "assault")
    do(s, pick(s, "su-gcav"))
    do(s, step(s, "2116"))
    assert reach(s) == set()  # it stops there


@pytest.mark.rule("13.2c")
@pytest.mark.seam("6", "13.2")
def test_13_2c_swamp_costs_it_one_point_always() -> None:
    for turn in (FAIR, MUD, SNOW):
        climate = WORLD.climate[turn]
        swamp = WORLD.board.index("1009")
        assert WORLD.board.kind[swamp] == "swamp"
        for start in WORLD.grid.neighbours(swamp):
            cost = {j: c for j, c, _ in WORLD.moves[climate][2][start]}
            mech = {j: c for j, c, _ in WORLD.moves[climate][1][start]}
            if swamp in cost and not WORLD.rivers.has(start, swamp):
                assert cost[swamp] == 1 < mech[swamp]
    s = given(place={"su-gcav": "1008"}, orders={"soviet-1": "assault"}, active="soviet-1")
    do(s, pick(s, "su-gcav"))
    assert shown(s, step(s, "1009")).cost == 1


# --- 13.3 garrisons


def garrisoning(touched: int = 0, army: int = 1, **what: Any) -> EastState:
    return given(agenda=(Replacements(army, 1, touched),), **what)


@pytest.mark.rule("13.3")
@pytest.mark.rule("13.3.1")
def test_13_3_1_an_army_leaves_its_one_garrison_in_a_town() -> None:
    s = garrisoning(place={"ge-6": "1915", "ge-17": "2016", "ge-III": "2015"})
    assert no(s, Garrison(unit(s, "ge-17"))) == "13.3.1"  # open country
    assert no(s, Garrison(unit(s, "ge-III"))) == "13.3"  # no army
    assert no(s, Garrison(unit(s, "ge-6"))) == ""
    do(s, Garrison(unit(s, "ge-6")))
    assert spot(s, "gar-6") == "1915"
    s.agenda = (Replacements(1, 1, 0),)
    assert no(s, Garrison(unit(s, "ge-6"))) == "13.3"  # there is only one
    for at in ("1321", "2024"):  # a fort, an oil hex
        s = garrisoning(place={"ge-11": at})
        assert no(s, Garrison(unit(s, "ge-11"))) == ""
    assert {WORLD.units[a].id for a in WORLD.garrison_of} == {u.id for u in WORLD.units if u.kind == "army"}


@pytest.mark.rule("8.1.3")
def test_8_1_3_one_garrison_a_town() -> None:
    s = garrisoning(place={"ge-17": "1915", "gar-6": "1915"})
    assert no(s, Garrison(unit(s, "ge-17"))) == "8.1.3"


@pytest.mark.rule("13.3.2")
def test_13_3_2_only_armies_of_8_6_or_4() -> None:
    cases = []
    for n in (4, 3, 2, 1):
        s = garrisoning(place={"ge-6": "1915"}, steps={"ge-6": n})
        cases.append(no(s, Garrison(unit(s, "ge-6"))))
    assert cases == ["", "", "", "13.3.2"]


@pytest.mark.rule("13.3.3a")
@pytest.mark.rule("13.3.5")
@pytest.mark.seam("11", "13.3")
def test_13_3_3a_garrisons_neither_move_nor_attack_and_fight_only_alone() -> None:
    s = field({"gar-6": "1915", "ge-6": "1915", "su-5": "1916"}, order="assault")
    assert no(s, pick(s, "gar-6")) == "13.3.3a" and "gar-6" not in pickable(s)
    assert attacker_violation(s, unit(s, "gar-6"), AXIS, 2).rule == "13.3.3a"  # type: ignore[union-attr]
    assert defenders(s, hexof(s, "1915")) == (unit(s, "ge-6"),)
    alone = field({"gar-6": "1915", "su-5": "1916"}, "soviet", "assault", stage="attack")
    assert defenders(alone, hexof(alone, "1915")) == (unit(alone, "gar-6"),)
    assert odds(alone, SOVIET, (unit(alone, "su-5"),), hexof(alone, "1915"), False, False, False).defence == 1


@pytest.mark.rule("13.3")
@pytest.mark.rule("13.3.1")
@pytest.mark.rule("13.3.3b")
@pytest.mark.seam("5", "13.3")
def test_13_3_3b_an_army_step_brings_a_garrison_back() -> None:
    s = garrisoning(place={"ge-6": "1915"})
    g = unit(s, "gar-6")
    s.where[g], s.steps[g] = POOL, 0
    assert no(s, Garrison(unit(s, "ge-6"))) == "13.3"
    assert no(s, Revive(g)) == ""
    do(s, Revive(g))
    assert s.where[g] == RESERVE
    frame = pending(s)
    assert isinstance(frame, Replacements) and frame.army == 0
    do(s, Garrison(unit(s, "ge-6")))
    assert spot(s, "gar-6") == "1915" and s.steps[g] == 1
    s = garrisoning(army=0, place={"ge-6": "1915"})
    s.where[g] = POOL
    assert no(s, Revive(g)) == "13.3.3b"
    assert no(s, Revive(unit(s, "gar-17"))) == "13.3.3b"  # not eliminated


@pytest.mark.rule("13.3.1")
@pytest.mark.rule("13.3.4")
@pytest.mark.seam("9.2", "13.3")
def test_13_3_4_a_garrison_with_an_loc_to_its_army_is_picked_up() -> None:
    place = {"gar-6": "1915", "ge-6": "2016"}
    s = garrisoning(place=place)
    g = unit(s, "gar-6")
    assert no(s, PickUp(g)) == ""
    do(s, PickUp(g))
    assert s.where[g] == RESERVE
    s.agenda = (Replacements(1, 1, 0),)
    assert no(s, PickUp(g)) == "13.3.4"
    again = garrisoning(place={"gar-6": "1915", "ge-6": "2015", "ge-17": "1715"})
    do(again, PickUp(g))
    assert no(again, Garrison(unit(again, "ge-6"))) == "13.3"  # for later, not for this phase
    placed = garrisoning(place={"ge-6": "1915", "ge-17": "2015"})
    do(placed, Garrison(unit(s, "ge-6")))
    assert no(placed, PickUp(g)) == "13.3.4"  # not in the phase in which it was placed
    ring = {"su-5": "1813", "su-6": "1817", "su-26": "1715", "su-12": "2014", "su-37": "2017"}
    s = garrisoning(place={"gar-6": "1915", "ge-6": "2317", **ring})
    assert no(s, PickUp(g)) == "13.3.4"
    s = garrisoning(place={"gar-6": "1915"})  # the army is lost
    assert no(s, PickUp(g)) == "13.3.4"


@pytest.mark.rule("13.3.6")
@pytest.mark.seam("12", "13.3")
def test_13_3_6_only_de_and_ex_hurt_a_garrison() -> None:
    for result, lives in (("A1", True), ("DR", True), ("EX", False), ("DE", False)):
        s = given(place={"gar-6": "1915", "su-5": "1916", "su-6": "1916"})
        fight = Fight(SOVIET, hexof(s, "1915"), (unit(s, "su-5"), unit(s, "su-6")), False, False, False)
        s.agenda = carry_out(s, fight, result, 0)
        settle(s)
        while deciders(s):
            if isinstance(pending(s), ChooseAdvance):
                break
            do(s, s.agenda[0].legal(s, deciders(s)[0])[0])  # type: ignore[attr-defined]
        assert on_map(s, "gar-6") == lives
    # with others in the hex it stays behind when they retreat, and shares their end
    s = given(place={"gar-6": "1915", "ge-III": "1915", "su-5": "1916"})
    s.agenda = carry_out(s, Fight(SOVIET, hexof(s, "1915"), (unit(s, "su-5"),), False, False, False), "DR", 0)
    settle(s)
    while isinstance(pending(s), ChooseRetreat):
        do(s, s.agenda[0].legal(s, "axis")[0])  # type: ignore[attr-defined]
    assert spot(s, "gar-6") == "1915" != spot(s, "ge-III")
    assert not isinstance(pending(s), ChooseAdvance)  # the hex is not vacated


# --- 13.4 leaders


@pytest.mark.rule("13.4")
@pytest.mark.rule("13.4.4")
@pytest.mark.rule("13.4.5")
@pytest.mark.rule("13.4-i1")
@pytest.mark.rule("11.2.1")
@pytest.mark.seam("7.2", "13.4")
def test_13_4_a_leader_rolls_for_other_orders() -> None:
    place = {
        "ge-III": "2016",
        "kleist": "2016",
        "ge-XIV": "2018",
        "ge-6": "2016",
        "ge-XXIV": "1808",
        "guderian": "1808",
    }
    for die, succeeds in ((1, True), (3, True), (4, False), (6, False)):
        s = given(
            place=place,
            orders={"axis-2": "hold"},
            axis_towns=("Kharkov", "Smolensk"),
            agenda=(Activation(AXIS, 2),),
            points=[5, 5],
        )
        assert pending(s) == LeaderRoll(unit(s, "kleist"), 2)  # Guderian is in another Army Group
        roll(s, die)
        assert isinstance(pending(s), OwnOrder) == succeeds
        if not succeeds:
            assert isinstance(pending(s), ChooseMover) and not s.special
            continue
        assert no(s, Give(HOLD)) == "13.4.5" and no(s, Give(9)) == "13.4.5"
        do(s, Give(BLITZ))
        assert s.points == [5, 5] and s.box[2] == HOLD  # free of charge, and the box keeps its marker
        orders = {name: order_of(s, unit(s, name), 2) for name in ("ge-III", "ge-XIV", "ge-6")}
        assert orders == {"ge-III": BLITZ, "ge-XIV": HOLD, "ge-6": HOLD}
        assert (s.allowance[unit(s, "ge-III")], s.allowance[unit(s, "ge-XIV")]) == (8, 6)
    s = given(place=place, orders={"axis-2": "hold"}, agenda=(Activation(AXIS, 2),))
    roll(s, 2)
    do(s, Keep())
    assert not s.special


@pytest.mark.rule("13.4.1")
@pytest.mark.seam("12", "13.4")
def test_13_4_1_leaders_have_no_factor() -> None:
    s = field({"ge-III": "2115", "kleist": "2115", "su-5": "2216"}, stage="attack")
    assert attacker_violation(s, unit(s, "kleist"), AXIS, 2).rule == "13.4.1"  # type: ignore[union-attr]
    with_him = odds(s, AXIS, (unit(s, "ge-III"), unit(s, "kleist")), hexof(s, "2216"), True, False, False)
    assert with_him.attack == 6
    assert defenders(s, hexof(s, "2115")) == (unit(s, "ge-III"),)


@pytest.mark.rule("13.4.2")
def test_13_4_2_a_leader_never_stands_without_panzers() -> None:
    s = field({"ge-III": "2016", "kleist": "2016", "ge-6": "2016"}, order="assault")
    assert no(s, pick(s, "kleist")) == "13.4.2"
    do(s, pick(s, "ge-6"))
    assert no(s, take(s, "kleist")) == "13.4.2"
    do(s, Stop())
    walk(s, "ge-III", "2116")
    assert spot(s, "kleist") == "2116"  # his only corps takes him along
    s = field({"ge-III": "2016", "ge-XIV": "2016", "kleist": "2016"}, order="assault")
    walk(s, "ge-III", "2116")
    assert spot(s, "kleist") == "2016"
    s = field({"ge-III": "2016", "ge-XIV": "2016", "kleist": "2016"}, order="assault")
    do(s, pick(s, "ge-III"))
    do(s, take(s, "kleist"))
    do(s, step(s, "2116"))
    assert spot(s, "kleist") == "2116"
    two = field({"ge-III": "2016", "kleist": "2016", "ge-XXIV": "2017", "guderian": "2017"}, order="assault")
    do(two, pick(two, "ge-XXIV"))
    assert no(two, step(two, "2016")) == ""
    do(two, step(two, "2016"))
    assert no(two, Stop()) == "13.4.2"
    assert no(two, take(two, "kleist")) == "13.4.2"
    do(two, step(two, "2015"))


@pytest.mark.rule("13.4.3")
def test_13_4_3_without_his_corps_a_leader_joins_the_nearest() -> None:
    place = {"ge-III": "2016", "kleist": "2016", "ge-XIV": "1817", "ge-XLVIII": "1713", "ge-XXIV": "2012"}
    s = given(place=place)
    lose_unit(s, unit(s, "ge-III"), "12.2.3a", False)
    assert spot(s, "kleist") == "1817"  # of the same Army Group, though another corps of Center is as near
    s = given(place={"ge-III": "2016", "kleist": "2016", "ge-XXIV": "2012"})
    lose_unit(s, unit(s, "ge-III"), "12.2.3a", False)
    assert spot(s, "kleist") == str(GONE)
    s = given(place={"ge-III": "2016", "ge-XIV": "2016", "kleist": "2016"})
    lose_unit(s, unit(s, "ge-III"), "12.2.3a", False)
    assert spot(s, "kleist") == "2016"


# --- 13.5 Kluge


@pytest.mark.rule("13.5.1")
def test_13_5_1_the_4th_army_may_always_have_its_own_orders() -> None:
    s = given(
        place={"ge-4": "1707", "ge-9": "1607"},
        orders={"axis-1": "hold"},
        axis_towns=("Vitebsk",),
        agenda=(Activation(AXIS, 1),),
    )
    assert pending(s) == OwnOrder(unit(s, "ge-4"), 1)  # no roll
    assert no(s, Give(HOLD)) == "13.5.1"
    do(s, Give(ASSAULT))
    assert order_of(s, unit(s, "ge-4"), 1) == ASSAULT and order_of(s, unit(s, "ge-9"), 1) == HOLD
    assert s.world.units[s.world.kluge].id == "ge-4"
    s = given(place={"ge-4": "2016"}, orders={"axis-2": "hold"}, agenda=(Activation(AXIS, 2),))
    assert isinstance(pending(s), OwnOrder)  # in any Army Group


@pytest.mark.rule("13.5.2")
@pytest.mark.seam("8", "13.4")
def test_13_5_2_never_with_guderian() -> None:
    place = {"ge-4": "1707", "ge-XXIV": "1708", "guderian": "1708"}
    s = given(place=place, orders={"axis-1": "assault"}, active="axis-1", axis_towns=("Vitebsk",))
    walk(s, "ge-XXIV")
    do(s, pick(s, "ge-4"))
    do(s, step(s, "1708"))
    assert no(s, Stop()) == "13.5.2"
    s = given(place=place, orders={"axis-1": "assault"}, active="axis-1", axis_towns=("Vitebsk",))
    walk(s, "ge-4")
    do(s, pick(s, "ge-XXIV"))
    do(s, step(s, "1707"))
    assert no(s, Stop()) == "13.5.2"
    other = given(
        place={"ge-9": "1707", "ge-XXIV": "1708", "guderian": "1708"},
        orders={"axis-1": "assault"},
        active="axis-1",
        axis_towns=("Vitebsk",),
    )
    walk(other, "ge-9", "1708")
    assert spot(other, "ge-9") == "1708"
    # nor do they move as one stack
    s = given(
        place={"ge-4": "1707", "ge-XXIV": "1708", "guderian": "1708", "ge-XLVI": "1707"},
        orders={"axis-1": "assault"},
        active="axis-1",
    )
    do(s, pick(s, "ge-XLVI"))
    do(s, take(s, "ge-4"))
    do(s, step(s, "1708"))
    assert no(s, take(s, "guderian")) == "13.5.2"


@pytest.mark.rule("13.5.3")
@pytest.mark.seam("6", "13.4")
@pytest.mark.seam("9.2", "13.4")
@pytest.mark.seam("10.1", "13.4")
def test_13_5_3_the_4th_army_in_snow() -> None:
    def case(turn: int, **what: Any) -> str:
        base = {"ge-4": "2209", "su-20": "2309", **what.pop("place", {})}
        s = given(
            turn=turn, place=base, orders={"axis-1": "assault"}, active="axis-1", stage="attack", **what
        )
        found = attacker_violation(s, unit(s, "ge-4"), AXIS, 1)
        return found.rule if found else ""

    assert case(SNOW, axis_towns=("2008",)) == ""  # in supply
    assert case(SNOW, axis_towns=("1808",)) == "13.5.3"  # out of supply with an LOC
    assert case(FROST, axis_towns=()) == ""  # only in Snow
    ring = {"su-10": "2108", "su-3": "2110", "su-13": "2207", "su-21": "2211"}
    assert case(SNOW, axis_towns=("1808",), place=ring) == ""  # surrounded
    s = given(
        turn=SNOW,
        place={"ge-9": "2209", "su-20": "2309"},
        orders={"axis-1": "assault"},
        active="axis-1",
        stage="attack",
    )
    assert attacker_violation(s, unit(s, "ge-9"), AXIS, 1) is None  # other armies are free


# --- 13.6 partisans


def rising(turn: int, **what: Any) -> EastState:
    s = given(turn=turn, **what)
    p = unit(s, "su-partisan")
    if s.where[p] < 0:
        s.where[p] = TRACK.space(7)
    s.agenda = (Partisans(),)
    settle(s)
    return s


@pytest.mark.rule("13.6.1a")
@pytest.mark.rule("13.6.1b")
@pytest.mark.rule("13.6-i1")
def test_13_6_1a_they_first_rise_in_the_northwest_on_turn_7() -> None:
    assert not rising(6).agenda
    s = rising(7)
    assert isinstance(pending(s), PartisanFront)
    assert no(s, Keep()) == "13.6.1a" and no(s, Assign(1)) == "13.6.1a"
    do(s, Assign(0))
    assert isinstance(pending(s), PlacePartisans)
    assert no(s, put(s, "1703")) == "13.6.1b"  # no forest or swamp
    wild = set(places(s))
    assert wild and all(WORLD.board.kind[hexof(s, p)] in ("forest", "swamp") for p in wild)
    do(s, put(s, "1802"))
    assert spot(s, "su-partisan") == "1802"


@pytest.mark.rule("13.6.1b")
@pytest.mark.rule("13.6.3")
def test_13_6_1b_later_they_are_placed_or_moved_anywhere() -> None:
    s = rising(8, place={"su-partisan": "1802", "ge-9": "1407", "su-13": "1408"})
    assert no(s, Keep()) == ""
    do(s, Assign(1))
    assert no(s, put(s, "1408")) == "13.6.1b"  # a Soviet unit stands there
    assert "1408" not in places(s) and "1508" in places(s)
    do(s, put(s, "1508"))
    assert spot(s, "su-partisan") == "1508" and hexof(s, "1802") not in s.stack
    s = rising(9)
    s.where[unit(s, "su-partisan")] = POOL  # eliminated: they come back
    s.steps[unit(s, "su-partisan")] = 0
    do(s, Assign(0))
    do(s, put(s, "1802"))
    assert on_map(s, "su-partisan") and s.steps[unit(s, "su-partisan")] == 1
    s = rising(8, place={"su-partisan": "1802", "ge-9": "1408"})
    do(s, Assign(1))
    assert no(s, put(s, "1408")) == "13.6.1b"  # a German unit stands there
    s = rising(8, place={"su-partisan": "1802"})
    do(s, Keep())
    assert spot(s, "su-partisan") == "1802"


@pytest.mark.rule("13.6.1b")
@pytest.mark.seam("7.6", "13.6")
def test_13_6_1b_without_a_free_hex_a_front_is_no_choice() -> None:
    empty = given(turn=8)
    wild = WORLD.board.labels(partisan_hexes(empty, 3))
    names = [u.id for u in WORLD.units if u.kind in ("soviet_army", "mech")][: len(wild)]
    s = rising(8, place=dict(zip(names, wild, strict=True)))
    assert no(s, Assign(3)) == "13.6.1b" == no(s, Assign(9)) and no(s, Assign(0)) == ""
    do(s, Assign(0))
    assert no(s, put(s, "1408")) == "13.6.1b"  # not in that Front


@pytest.mark.rule("13.6.2")
@pytest.mark.seam("11", "13.6")
@pytest.mark.seam("13.2", "13.6")
def test_13_6_2_other_soviets_drive_them_out_the_guard_cavalry_does_not() -> None:
    place = {"su-partisan": "2016"}
    s = field({**place, "su-5": "2216"}, "soviet", "assault")
    walk(s, "su-5", "2116", "2016", "2017")
    assert not on_map(s, "su-partisan")
    s = field({**place, "su-gcav": "2216"}, "soviet", "assault")
    walk(s, "su-gcav", "2116", "2016")
    assert spot(s, "su-partisan") == spot(s, "su-gcav") == "2016"


@pytest.mark.rule("13.6.4")
@pytest.mark.seam("12", "13.6")
def test_13_6_4_they_neither_move_nor_attack() -> None:
    s = field({"su-partisan": "2016", "su-5": "2216", "ge-6": "2015"}, "soviet", "assault")
    assert no(s, pick(s, "su-partisan")) == "13.6.4"
    assert attacker_violation(s, unit(s, "su-partisan"), SOVIET, 2).rule == "13.6.4"  # type: ignore[union-attr]
    assert defenders(s, hexof(s, "2016")) == (unit(s, "su-partisan"),)


# --- 13.7 the Black Sea


@pytest.mark.rule("13.7.1")
@pytest.mark.seam("12.3", "13.7")
def test_13_7_1_the_coastal_army_retreats_by_sea() -> None:
    s = given(place={"su-ic": "1118"}, axis_towns=("1521",))
    s.agenda = (RetreatStack((unit(s, "su-ic"),), (hexof(s, "1118"),), 0),)
    settle(s)
    assert {"1321", "1622", "1823", "1924"} <= retreats(s)
    assert "1521" not in retreats(s)  # in Axis hands
    do(s, back(s, "1321"))
    assert spot(s, "su-ic") == "1321" and pending(s) is None
    other = given(place={"su-9": "1118"})
    other.agenda = (RetreatStack((unit(other, "su-9"),), (hexof(other, "1118"),), 0),)
    settle(other)
    assert not {"1321", "1823"} & retreats(other)
    inland = given(place={"su-ic": "1117"})
    inland.agenda = (RetreatStack((unit(inland, "su-ic"),), (hexof(inland, "1117"),), 0),)
    settle(inland)
    assert not {"1321", "1823"} & retreats(inland)


def sailing(place: dict[str, str], order: str = "hold", **more: Any) -> EastState:
    return given(place=place, orders={"soviet-3": order}, active="soviet-3", **more)


@pytest.mark.rule("13.7.2a")
@pytest.mark.seam("7.6", "13.7")
@pytest.mark.seam("9.2", "13.7")
def test_13_7_2a_an_army_invades_from_a_port_with_an_loc() -> None:
    s = sailing({"su-51": "1823", "su-9": "1922", "su-ic": "1924"})
    do(s, pick(s, "su-51"))
    assert no(s, invade(s, "1118")) == ""
    assert no(s, invade(s, "1420")) == "13.7.2a"  # not on the coast
    assert no(s, invade(s, "0719")) == "13.7.2a"  # Romania
    do(s, Stop())
    do(s, pick(s, "su-9"))
    assert no(s, invade(s, "1118")) == "13.7.2a"  # Krasnodar is no port
    do(s, Stop())
    do(s, pick(s, "su-ic"))
    assert no(s, invade(s, "1118")) == "13.7.2a"  # the Coastal Army only defends
    # the port needs its LOC
    everything = tuple(WORLD.board.labels(WORLD.sea_supply & ~(1 << WORLD.board.hex("Sevastopol"))))
    s = sailing({"su-51": "1321", "ge-11": "1319", "ge-XL": "1420"}, axis_towns=everything)
    do(s, pick(s, "su-51"))
    assert no(s, invade(s, "1318")) == "13.7.2a"
    # only South Front, before it moves, and alone
    refused = invasion_violation(s, 2, (unit(s, "su-51"),), hexof(s, "1823"), False, hexof(s, "1118"))
    assert refused is not None and refused.rule == "13.7.2a"
    s = sailing({"su-51": "1823"})
    do(s, pick(s, "su-51"))
    assert no(s, invade(s, "1823")) == "13.7.2a"  # where it is already
    s = given(place={"su-51": "1823"}, orders={"soviet-3": "assault"}, active="soviet-3")
    do(s, pick(s, "su-51"))
    do(s, step(s, "1822"))
    do(s, step(s, "1823"))
    assert no(s, invade(s, "1118")) == "13.7.2a"
    pair = sailing({"su-51": "1823", "su-9": "1823"})
    do(pair, pick(pair, "su-51"))
    do(pair, take(pair, "su-9"))
    assert no(pair, invade(pair, "1118")) == "13.7.2a"


@pytest.mark.rule("13.7.2a")
@pytest.mark.rule("13.7.2b")
@pytest.mark.seam("7.2", "13.7")
def test_13_7_2b_one_a_turn_two_a_game() -> None:
    s = sailing({"su-51": "1823", "su-9": "1823"})
    do(s, pick(s, "su-51"))
    do(s, invade(s, "1118"))
    roll(s, 1)
    do(s, pick(s, "su-9"))
    assert no(s, invade(s, "1218")) == "13.7.2a"  # another turn
    assert s.invasions == 1
    s = sailing({"su-51": "1823"}, invasions=1)
    do(s, pick(s, "su-51"))
    assert no(s, invade(s, "1118")) == ""
    s = sailing({"su-51": "1823"}, invasions=2)
    do(s, pick(s, "su-51"))
    assert no(s, invade(s, "1118")) == "13.7.2b"
    s = sailing({"su-51": "1823"})
    do(s, pick(s, "su-51"))
    do(s, invade(s, "1118"))
    roll(s, 5)
    assert s.invasions == 1  # a failure counts too


@pytest.mark.rule("13.7.2c")
def test_13_7_2c_land_return_or_drown() -> None:
    def outcome(die: int, zone: bool = False) -> str:
        place = {"su-51": "1823", **({"ge-III": "1117"} if zone else {})}
        s = sailing(place, axis_towns=("1118",))
        do(s, pick(s, "su-51"))
        do(s, invade(s, "1118"))
        assert isinstance(pending(s), InvasionRoll)
        roll(s, die)
        return spot(s, "su-51")

    assert [outcome(d) for d in range(1, 7)] == ["1118"] * 3 + ["1823"] * 2 + [str(POOL)]
    assert [outcome(d, True) for d in range(1, 7)] == ["1118"] * 2 + ["1823"] * 2 + [str(POOL)] * 2


@pytest.mark.rule("13.7.2c")
@pytest.mark.rule("9.3a")
@pytest.mark.seam("9.3", "13.7")
def test_13_7_2c_a_landing_takes_the_town() -> None:
    s = sailing({"su-51": "1823"}, axis_towns=("1118",))
    do(s, pick(s, "su-51"))
    do(s, invade(s, "1118"))
    roll(s, 2)
    assert not s.axis_towns >> hexof(s, "1118") & 1


@pytest.mark.rule("13.7.2d")
def test_13_7_2d_not_where_the_enemy_stands() -> None:
    s = sailing({"su-51": "1823", "gar-11": "1118"})
    do(s, pick(s, "su-51"))
    assert no(s, invade(s, "1118")) == "13.7.2d"
    assert no(s, invade(s, "1218")) == ""


@pytest.mark.rule("13.7.2e")
@pytest.mark.seam("11", "13.7")
def test_13_7_2e_the_invader_moves_no_farther() -> None:
    for die in (1, 4):
        s = sailing({"su-51": "1823", "su-9": "1823"}, "assault")
        do(s, pick(s, "su-51"))
        do(s, invade(s, "1118"))
        roll(s, die)
        assert isinstance(pending(s), ChooseMover) and pickable(s) == {"su-9"}
        assert no(s, pick(s, "su-51")) == "11.1.7"


@pytest.mark.rule("13.7.2f")
def test_13_7_2f_supply_of_the_invader() -> None:
    s = given(place={"su-51": "1118"})  # an SSS city
    assert SupplyNet(s, SOVIET).shortage(unit(s, "su-51")) == 0
    lost = tuple(
        WORLD.board.labels(WORLD.towns & WORLD.areas[3] & WORLD.ussr & ~(1 << WORLD.board.index("1823")))
    )
    beach = given(place={"su-51": "1218"}, axis_towns=lost)
    assert SupplyNet(beach, SOVIET).shortage(unit(beach, "su-51")) > 0


# --- 13.8 and 13.9 support


@pytest.mark.rule("13.8.2")
@pytest.mark.seam("6", "13.8")
def test_13_8_2_the_luftwaffe_flies_in_fair_light_mud_and_frost() -> None:
    cases = []
    for turn in (FAIR, LIGHT_MUD, MUD, FROST, SNOW):
        s = field({"ge-6": "2115", "su-5": "2216"}, stage="attack", turn=turn)
        do(s, target(s, "2216"))
        do(s, join(s, "ge-6"))
        cases.append(no(s, Support()))
    assert cases == ["", "", "13.8.2", "", "13.8.2"]


@pytest.mark.rule("13.8.3")
def test_13_8_3_each_marker_serves_one_attack_or_defence_a_turn() -> None:
    s = field({"ge-6": "2115", "su-5": "2216"}, stage="attack", air=[1, 0, 0, 0, 0])
    do(s, target(s, "2216"))
    do(s, join(s, "ge-6"))
    do(s, Support())
    assert s.air[0] == 0 and pending(s).support  # type: ignore[union-attr]
    s = field({"ge-6": "2115", "su-5": "2216"}, stage="attack", air=[0, 0, 0, 1, 0], flown=1)
    do(s, target(s, "2216"))
    do(s, join(s, "ge-6"))
    assert no(s, Support()) == "13.8.3"
    # in defence
    s = field({"su-5": "2216", "su-6": "2216", "ge-6": "2115"}, "soviet", "assault", stage="attack")
    do(s, target(s, "2115"))
    do(s, join(s, "su-5"))
    do(s, Commit())
    assert isinstance(pending(s), DefenderSupport) and deciders(s) == ("axis",)
    do(s, Support())
    assert s.air[0] == 2 and s.air[3] == 1
    plain = field(
        {"su-5": "2216", "ge-III": "2115"}, "soviet", "assault", stage="attack", steps={"ge-III": 1}
    )
    do(plain, target(plain, "2115"))
    do(plain, join(plain, "su-5"))
    do(plain, Commit())
    do(plain, Support())
    assert pending(plain).odds(plain).defence == 3 + 4  # type: ignore[union-attr]


@pytest.mark.rule("13.8.5")
@pytest.mark.seam("7.6", "13.8")
def test_13_8_5_two_in_army_group_center_one_elsewhere() -> None:
    used = {}
    for command in range(4):
        s = given(air=[3, 0, 0, 0, 0])
        n = 0
        while has_support(s, AXIS, command):
            use_support(s, AXIS, command, hexof(s, f"221{n}"))
            n += 1
        used[command] = n
    assert used == {0: 1, 1: 2, 2: 1, 3: 1}
    s = field({"ge-6": "2115", "su-5": "2216"}, stage="attack", air=[2, 0, 0, 1, 0], flown=1)
    do(s, target(s, "2216"))
    do(s, join(s, "ge-6"))
    assert no(s, Support()) == "13.8.5"


@pytest.mark.rule("13.8")
def test_13_8_three_markers_in_all() -> None:
    assert WORLD.markers["count"]["Luftwaffe"] == 3 == max(t.luftwaffe for t in WORLD.turns)
    assert [t.luftwaffe for t in WORLD.turns[:2]] == [1, 3]


@pytest.mark.rule("13.9")
def test_13_9_the_t34_serves_one_combat_a_turn() -> None:
    s = field(
        {"su-5": "2216", "ge-6": "2115"}, "soviet", "assault", stage="attack", turn=FROST, air=[0, 0, 0, 0, 0]
    )
    do(s, target(s, "2115"))
    do(s, join(s, "su-5"))
    do(s, Support())
    assert s.t34 == 0
    assert no(s, Support()) == "13.9"
    do(s, Commit())
    assert pending(s).odds(s).attack == 4 + 3  # type: ignore[union-attr]
    s = field({"ge-6": "2115", "su-5": "2216"}, stage="attack", turn=FROST)
    do(s, target(s, "2216"))
    do(s, join(s, "ge-6"))
    do(s, Commit())
    assert isinstance(pending(s), DefenderSupport) and deciders(s) == ("soviet",)
    early = field({"su-5": "2216", "ge-6": "2115"}, "soviet", "assault", stage="attack", turn=MUD)
    do(early, target(early, "2115"))
    do(early, join(early, "su-5"))
    assert no(early, Support()) == "13.9"


# --- where chapters meet


@pytest.mark.rule("13.7.2c")
@pytest.mark.seam("13.1", "13.7")
def test_13_7_2c_a_romanian_zone_adds_nothing_to_the_roll() -> None:
    for name, modified in (("ro-3", 3), ("ge-11", 4)):
        s = sailing({"su-51": "1823", name: "1117"}, axis_towns=("1118",))
        do(s, pick(s, "su-51"))
        do(s, invade(s, "1118"))
        events = roll(s, 3)
        (tried,) = (e for e in events if isinstance(e, InvasionTried))
        assert tried.modified == modified, name
    # a German beside the Romanian counts
    s = sailing({"su-51": "1823", "ro-3": "1117", "ge-XL": "1117"}, axis_towns=("1118",))
    do(s, pick(s, "su-51"))
    do(s, invade(s, "1118"))
    roll(s, 3)
    assert spot(s, "su-51") == "1823"


@pytest.mark.rule("13.7.2c")
@pytest.mark.seam("9.1", "13.7")
def test_13_7_2c_a_friend_in_the_hex_does_not_spare_the_roll() -> None:
    # a friend negates a zone for lines and retreats (9.1.4); the roll asks only whether the zone is there
    s = sailing({"su-51": "1823", "su-9": "1118", "ge-11": "1117"})
    do(s, pick(s, "su-51"))
    assert no(s, invade(s, "1118")) == ""
    do(s, invade(s, "1118"))
    roll(s, 3)  # 4 in the zone: back to port
    assert spot(s, "su-51") == "1823"
    s = sailing({"su-51": "1823", "su-9": "1118"})
    do(s, pick(s, "su-51"))
    do(s, invade(s, "1118"))
    roll(s, 3)
    assert spot(s, "su-51") == spot(s, "su-9") == "1118"


@pytest.mark.rule("13.7.2c")
@pytest.mark.seam("12", "13.7")
@pytest.mark.seam("5", "13.7")
def test_13_7_2c_an_invader_lost_at_sea_goes_to_the_pool() -> None:
    s = sailing({"su-51": "1823"})
    do(s, pick(s, "su-51"))
    do(s, invade(s, "1118"))
    roll(s, 6)
    assert s.where[unit(s, "su-51")] == POOL and unit(s, "su-51") in pool_armies(s)
    assert not isinstance(pending(s), Fate)  # it was not surrounded


@pytest.mark.rule("9.3a")
@pytest.mark.rule("13.6.1b")
@pytest.mark.seam("9.3", "13.6")
@pytest.mark.seam("5", "13.6")
def test_13_6_1b_partisans_in_a_wooded_town_hold_it_for_the_soviets() -> None:
    """RULING 9.3-c: they occupy it, and an army may enter there (5.2.1), which removes them (13.6.2)."""
    s = given(turn=8, axis_towns=("Bryansk", "Orel", "Smolensk"))
    bryansk = hexof(s, "1910")
    s.agenda = (PlacePartisans(unit(s, "su-partisan"), 1),)
    assert no(s, put(s, "1910")) == ""
    do(s, put(s, "1910"))
    assert not s.axis_towns >> bryansk & 1
    assert soviet_entry(s, unit(s, "su-61"), 1) >> bryansk & 1


@pytest.mark.rule("13.1.2a")
@pytest.mark.rule("9.2.3")
@pytest.mark.seam("9.2", "13.1")
@pytest.mark.seam("10.1", "13.1")
def test_9_2_3_a_romanian_line_keeps_out_of_center() -> None:
    s = given(turn=4)
    center = WORLD.areas[1]
    german, romanian = ground(s, AXIS, 2, False, 0), ground(s, AXIS, 2, True, 0)
    assert german & center  # one hex beyond the boundary
    assert not romanian & center and romanian & WORLD.areas[3]
