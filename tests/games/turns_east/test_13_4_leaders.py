"""Chapters 13.4 and 13.5: German leaders, and General Kluge."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east.actions import Commit, Give, Keep, Pick, Step, Stop, Take
from hexfront.games.turns_east.activation import Activation
from hexfront.games.turns_east.combat import attacker_violation
from hexfront.games.turns_east.commands import order_of
from hexfront.games.turns_east.data import ASSAULT, AXIS, BLITZ, HOLD
from hexfront.games.turns_east.events import LeaderMoved
from hexfront.games.turns_east.losses import lose_unit
from hexfront.games.turns_east.movement import ChooseMover, Moving
from hexfront.games.turns_east.retreat import ChooseAdvance
from hexfront.games.turns_east.special import LeaderRoll, OwnOrder
from hexfront.games.turns_east.state import GONE
from hexfront.games.turns_east.strength import defenders, odds
from hexfront.kernel import apply, pending
from hexfront.testing import position, refusal

from .helpers import (
    FROST,
    SNOW,
    SOUTHERN,
    WORLD,
    advance,
    do,
    field,
    given,
    hexof,
    join,
    no,
    pick,
    roll,
    spot,
    step,
    take,
    target,
    unit,
    walk,
)


@pytest.mark.rule("13.4.2")
@pytest.mark.rule("12.3.6")
def test_13_4_2_a_leader_advances_with_his_last_corps() -> None:
    s = field(
        {"ge-III": "2115", "ge-XIV": "2115", "kleist": "2115", "su-8m": "2216"},
        stage="attack",
        axis_towns=SOUTHERN,
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
        axis_towns=SOUTHERN,
    )
    do(s, target(s, "2216"))
    for name in ("ge-III", "ge-6"):
        do(s, join(s, name))
    do(s, Commit())
    roll(s, 6)
    do(s, advance(s, "ge-6", "2216"))
    assert spot(s, "kleist") == "2115"


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


@pytest.mark.rule("13.4.2")
def test_13_4_2_he_goes_with_the_corps_that_leaves_not_to_another() -> None:
    place = {"ge-XIV": "2115", "kleist": "2115", "ge-XLI": "2114", "su-8m": "2216"}
    s = field(place, stage="attack", axis_towns=SOUTHERN)
    do(s, target(s, "2216"))
    do(s, join(s, "ge-XIV"))
    do(s, Commit())
    roll(s, 6)
    do(s, advance(s, "ge-XIV", "2216"))
    assert spot(s, "kleist") == "2216"


@pytest.mark.rule("13.4.3")
def test_13_4_3_a_leader_with_panzers_left_stays_where_he_is() -> None:
    s = given(place={"ge-III": "2216", "ge-XIV": "2216", "kleist": "2216"})
    before = len(s.out)
    lose_unit(s, unit(s, "ge-III"), "12.2.2", False)
    assert spot(s, "kleist") == "2216"
    assert not [e for e in s.out[before:] if isinstance(e, LeaderMoved)]


@pytest.mark.rule("13.4.3")
def test_13_4_3_the_nearest_panzers_without_a_leader_take_him() -> None:
    place = {"ge-III": "2216", "kleist": "2216", "ge-XIV": "2215", "guderian": "2215", "ge-XLVIII": "2117"}
    s = given(place=place)
    lose_unit(s, unit(s, "ge-III"), "12.2.2", False)
    assert spot(s, "kleist") == "2117" and spot(s, "guderian") == "2215"


@pytest.mark.rule("13.4.2")
@pytest.mark.rule("13.5.2")
def test_13_4_2_the_leader_who_must_come_along_counts_where_the_move_ends() -> None:
    s = field({"ge-III": "2116", "guderian": "2116", "ge-4": "2216"})
    do(s, pick(s, "ge-III"))
    s.todo = 0
    s.allowance[unit(s, "ge-III")] = 1
    assert no(s, step(s, "2216")) == "13.5.2"
    assert no(s, step(s, "2117")) == ""


@pytest.mark.rule("13.4.2")
def test_13_4_2_a_leader_of_another_command_is_not_taken_along() -> None:
    s = field({"ge-III": "2014", "ge-XXIV": "2013", "guderian": "2013"}, orders={"axis-1": "assault"})
    do(s, pick(s, "ge-III"))
    do(s, step(s, "2013"))
    assert no(s, take(s, "guderian")) == "13.4.2"


@pytest.mark.rule("13.4.1")
def test_13_4_1_the_working_of_a_combat_does_not_count_a_leader() -> None:
    s = field({"ge-III": "2115", "kleist": "2115", "su-5": "2216"}, stage="attack")
    units = (unit(s, "ge-III"), unit(s, "kleist"))
    found = odds(s, AXIS, units, hexof(s, "2216"), True, False, False, explain=True)
    names = [line.label for line in found.working("12.2.1a")]
    assert WORLD.name(units[0]) in names and WORLD.name(units[1]) not in names


@pytest.mark.rule("13.4.2")
def test_13_4_2_a_leader_taken_along_has_spent_no_more_than_his_panzers() -> None:
    s = field({"ge-III": "2016", "kleist": "2016"}, order="assault")
    do(s, pick(s, "ge-III"))
    do(s, step(s, "2116"))
    frame = pending(s)
    assert isinstance(frame, Moving)
    assert frame.units == (unit(s, "ge-III"), unit(s, "kleist")) and frame.spent == (1, 1)


@pytest.mark.rule("13.4.2")
def test_13_4_2_taking_the_other_leaders_last_panzers_is_refused() -> None:
    place = {"ge-XXIV": "1108", "guderian": "1108", "ge-XLVII": "1208", "kleist": "1208"}
    s = position(
        "turns_east", scenario="barbarossa", place=place, orders={"axis-1": "blitz"}, active="axis-1"
    )
    number, board = s.world.number, s.world.board
    apply(s, "axis", Pick(number["ge-XXIV"]))
    apply(s, "axis", Step(board.index("1208")))
    assert refusal(s, "axis", Take(number["ge-XLVII"])) == "13.4.2"
    alone = {name: at for name, at in place.items() if name != "kleist"}
    s = position(
        "turns_east", scenario="barbarossa", place=alone, orders={"axis-1": "blitz"}, active="axis-1"
    )
    apply(s, "axis", Pick(number["ge-XXIV"]))
    apply(s, "axis", Step(board.index("1208")))
    assert refusal(s, "axis", Take(number["ge-XLVII"])) == ""


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
        base = {"ge-4": "1810", "su-20": "1910", **what.pop("place", {})}
        s = given(
            turn=turn, place=base, orders={"axis-1": "assault"}, active="axis-1", stage="attack", **what
        )
        found = attacker_violation(s, unit(s, "ge-4"), AXIS, 1)
        return found.rule if found else ""

    assert case(SNOW, axis_towns=("Mogilev",)) == ""  # in supply
    assert case(SNOW, axis_towns=("Minsk",)) == "13.5.3"  # out of supply with an LOC
    assert case(FROST, axis_towns=()) == ""  # only in Snow
    ring = {"su-10": "1709", "su-3": "1711", "su-13": "1808", "su-21": "1812"}
    assert case(SNOW, axis_towns=("Minsk",), place=ring) == ""  # surrounded
    s = given(
        turn=SNOW,
        place={"ge-9": "2209", "su-20": "2309"},
        orders={"axis-1": "assault"},
        active="axis-1",
        stage="attack",
    )
    assert attacker_violation(s, unit(s, "ge-9"), AXIS, 1) is None  # other armies are free
