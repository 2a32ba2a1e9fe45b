"""Chapter 12.4: Mobile Assaults."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east.actions import Commit, EndMovement, Overrun, Stop, Take
from hexfront.games.turns_east.activation import Muster
from hexfront.games.turns_east.combat import Assembly, AttackRoll, ChooseTarget, CombatRound
from hexfront.games.turns_east.commands import order_of
from hexfront.games.turns_east.data import AXIS, BLITZ, HOLD
from hexfront.games.turns_east.events import CombatResolved
from hexfront.games.turns_east.losses import Losses
from hexfront.games.turns_east.movement import AfterAssault, ChooseMover, MovementRound, Moving
from hexfront.games.turns_east.retreat import ChooseAdvance, ChooseRetreat, RetreatStack
from hexfront.games.turns_east.state import EastState
from hexfront.games.turns_east.strength import is_mobile_defense, odds
from hexfront.hexes import bits
from hexfront.kernel import deciders, pending, settle

from .helpers import (
    FAIR,
    FROST,
    LIGHT_MUD,
    MUD,
    PACK,
    SNOW,
    SOUTH,
    SOUTHERN,
    WORLD,
    back,
    choices,
    do,
    field,
    given,
    hexof,
    join,
    no,
    on_map,
    overrun,
    pick,
    pickable,
    roll,
    shown,
    spot,
    step,
    steps,
    take,
    target,
    targets,
    unit,
)


def blitz(place: dict[str, str], **more: Any) -> EastState:
    return field(place, order=more.pop("order", "blitz"), **{**SOUTH, **more})


def assault(s: EastState, label: str, *dice: int) -> None:
    """Carry out the Mobile Assault without the Luftwaffe."""
    do(s, overrun(s, label))
    if isinstance(pending(s), Assembly):
        do(s, Commit())
    roll(s, *dice)


@pytest.mark.rule("12.4")
@pytest.mark.seam("7.2", "12.4")
def test_12_4_panzer_corps_under_blitz_only() -> None:
    s = blitz({"ge-III": "2115", "ge-6": "2115", "su-5": "2216"})
    do(s, pick(s, "ge-6"))
    assert no(s, overrun(s, "2216")) == "12.4"
    do(s, Stop())
    do(s, pick(s, "ge-III"))
    assert no(s, overrun(s, "2216")) == ""
    assert no(s, overrun(s, "2215")) == "12.4"  # nobody there
    s = blitz({"ge-III": "2115", "su-5": "2216"}, order="assault")
    do(s, pick(s, "ge-III"))
    assert no(s, overrun(s, "2216")) == "12.4"
    s = field({"su-8m": "2216", "ge-III": "2115"}, "soviet", "assault")
    do(s, pick(s, "su-8m"))
    assert no(s, overrun(s, "2115")) == "12.4"


@pytest.mark.rule("12.4.1")
@pytest.mark.seam("6", "12.4")
def test_12_4_1_fair_light_mud_and_frost() -> None:
    cases = []
    for turn in (FAIR, LIGHT_MUD, MUD, FROST, SNOW):
        s = blitz({"ge-III": "2115", "su-5": "2216"}, turn=turn)
        do(s, pick(s, "ge-III"))
        cases.append(no(s, overrun(s, "2216")))
    assert cases == ["", "", "12.4.1", "", "12.4.1"]


@pytest.mark.rule("12.4.2")
def test_12_4_2_one_point_above_the_terrain() -> None:
    s = blitz({"ge-III": "2015", "su-8m": "2216"})
    do(s, pick(s, "ge-III"))
    do(s, step(s, "2115"))
    option = shown(s, overrun(s, "2216"))
    assert option.cost == 2
    assault(s, "2216", 6)
    assert pending(s).spent == (3,)  # type: ignore[union-attr]
    far = blitz({"ge-III": "2115", "su-8m": "2217"})
    do(far, pick(far, "ge-III"))
    assert no(far, overrun(far, "2217")) == "12.4.2"  # not adjacent
    # with one point left there is not enough
    s = blitz({"ge-III": "2115", "su-5": "2216"})
    s.allowance[unit(s, "ge-III")] = 1
    do(s, pick(s, "ge-III"))
    assert no(s, overrun(s, "2216")) == "12.4.2"
    assert no(s, step(s, "2215")) == ""


@pytest.mark.rule("12.4.2")
def test_12_4_2_some_terrain_forbids_it() -> None:
    for place, at in (
        ({"ge-III": "2018", "su-5": "2019"}, "2019"),  # into rough
        ({"ge-III": "1916", "su-5": "1915"}, "1915"),  # into a city
        ({"ge-III": "2215", "su-5": "2315"}, "2315"),  # across a river
        ({"ge-III": "2019", "su-5": "2018"}, "2018"),  # out of rough
    ):
        s = blitz(place, axis_towns=("Poltava", "Stalino"), soviet_towns=())
        do(s, pick(s, "ge-III"))
        assert no(s, overrun(s, at)) == "12.4.2"


@pytest.mark.rule("12.4.3")
@pytest.mark.rule("12.4-i1")
@pytest.mark.rule("12.1.3")
@pytest.mark.seam("12", "12.4")
def test_12_4_3_one_mobile_assault_and_one_regular_attack() -> None:
    s = blitz({"ge-III": "2115", "su-8m": "2216", "su-5": "2217", "su-6": "2317"})
    do(s, pick(s, "ge-III"))
    assault(s, "2216", 6)
    assert spot(s, "ge-III") == "2216"
    assert no(s, overrun(s, "2217")) == "12.4.3"
    do(s, Stop())
    assert isinstance(pending(s), ChooseTarget) and "2217" in targets(s)
    do(s, target(s, "2217"))
    do(s, join(s, "ge-III"))
    do(s, Commit())
    assert isinstance(pending(s), AttackRoll)


@pytest.mark.rule("12.4.4")
@pytest.mark.rule("12.1.4")
def test_12_4_4_a_hex_may_be_assaulted_again_and_again() -> None:
    s = blitz({"ge-III": "2115", "ge-XIV": "2116", "ge-XLVIII": "2116", "su-5": "2216"})
    for name in ("ge-III", "ge-XIV"):
        do(s, pick(s, name))
        assert no(s, overrun(s, "2216")) == ""
        assault(s, "2216", 1)
    assert on_map(s, "su-5")
    do(s, EndMovement())
    assert targets(s) == {"2216"}  # and it can still be attacked regularly


@pytest.mark.rule("12.4.5")
@pytest.mark.rule("12.4.7")
def test_12_4_5_the_cleared_hex_must_be_entered_and_the_move_goes_on() -> None:
    s = blitz({"ge-III": "2115", "su-8m": "2216"})
    do(s, pick(s, "ge-III"))
    assault(s, "2216", 6)
    frame = pending(s)
    assert spot(s, "ge-III") == "2216"
    assert isinstance(frame, Moving) and frame.spent == (2,)
    for label in ("2217", "2218", "2217"):
        do(s, step(s, label))
    do(s, Stop())
    assert spot(s, "ge-III") == "2217"


@pytest.mark.rule("12.4.6")
def test_12_4_6_no_advance_after_a_mobile_assault() -> None:
    s = blitz({"ge-III": "2115", "ge-XIV": "2115", "su-8m": "2216"})
    do(s, pick(s, "ge-III"))
    do(s, overrun(s, "2216"))
    if isinstance(pending(s), Assembly):
        do(s, Commit())
    roll(s, 6)
    assert not isinstance(pending(s), ChooseAdvance) and not any(
        isinstance(f, ChooseAdvance) for f in s.agenda
    )
    assert spot(s, "ge-XIV") == "2115"


@pytest.mark.rule("12.4.8")
@pytest.mark.seam("11", "12.4")
def test_12_4_8_a_failed_assault_ends_the_move() -> None:
    s = blitz({"ge-III": "2115", "ge-6": "2016", "su-5": "2216"})
    do(s, pick(s, "ge-III"))
    assault(s, "2216", 1)
    assert isinstance(pending(s), ChooseMover)
    assert steps(s, "ge-III") == 1 and spot(s, "ge-III") == "2115"
    assert "ge-III" not in pickable(s)


@pytest.mark.rule("12.4.9a")
def test_12_4_9a_panzers_picked_up_on_the_way_have_spent_as_much() -> None:
    s = blitz({"ge-III": "2015", "ge-XIV": "2115", "ge-6": "2115", "su-5": "2216"})
    do(s, pick(s, "ge-III"))
    do(s, step(s, "2016"))
    do(s, step(s, "2115"))
    assert no(s, take(s, "ge-6")) == "12.4.9a"  # no Panzers
    do(s, take(s, "ge-XIV"))
    frame = pending(s)
    assert isinstance(frame, Moving) and frame.spent == (2, 2)
    assault(s, "2216", 6)
    assert spot(s, "ge-III") == spot(s, "ge-XIV") == "2216"
    slow = blitz({"ge-III": "2015", "ge-XIV": "2115"})
    slow.allowance[unit(slow, "ge-XIV")] = 1
    do(slow, pick(slow, "ge-III"))
    do(slow, step(slow, "2016"))
    do(slow, step(slow, "2115"))
    assert no(slow, take(slow, "ge-XIV")) == "12.4.9a"
    army = blitz({"ge-6": "2015", "ge-XIV": "2115"})
    do(army, pick(army, "ge-6"))
    do(army, step(army, "2115"))
    assert no(army, take(army, "ge-XIV")) == "12.4.9a"


@pytest.mark.rule("12.4.9b")
def test_12_4_9b_a_leader_adds_one_to_the_die() -> None:
    def modifier(place: dict[str, str]) -> int:
        s = blitz({**place, "su-5": "2216"})
        do(s, pick(s, "ge-III"))
        do(s, overrun(s, "2216"))
        if isinstance(pending(s), Assembly):
            do(s, Commit())
        frame = pending(s)
        assert isinstance(frame, AttackRoll)
        return frame.odds(s).bonus

    assert modifier({"ge-III": "2115"}) == 0
    assert modifier({"ge-III": "2115", "kleist": "2115"}) == 1
    assert (
        modifier({"ge-III": "2115", "ge-XIV": "2115", "kleist": "2115"}) == 0
    )  # he stays with the other corps
    # a regular attack with a leader gets nothing
    s = blitz({"ge-III": "2115", "kleist": "2115", "su-5": "2216"}, stage="attack")
    do(s, target(s, "2216"))
    do(s, join(s, "ge-III"))
    do(s, Commit())
    frame = pending(s)
    assert isinstance(frame, AttackRoll) and frame.odds(s).bonus == 0


@pytest.mark.seam("12.3", "12.4")
def test_defenders_retreat_from_a_mobile_assault() -> None:
    s = blitz({"ge-III": "2115", "ge-XIV": "2115", "su-5": "2216"})
    do(s, pick(s, "ge-III"))
    do(s, take(s, "ge-XIV"))
    assault(s, "2216", 4)  # 12 to 4, 3:1: DR
    assert isinstance(pending(s), ChooseRetreat)
    do(s, back(s, "2316"))
    do(s, back(s, "2416"))
    assert spot(s, "ge-III") == "2216" and isinstance(pending(s), Moving)


# --- where chapters meet


@pytest.mark.rule("11.1.7")
@pytest.mark.rule("13.4.2")
@pytest.mark.seam("11", "13.4")
def test_11_1_7_a_leader_moves_once_a_turn() -> None:
    s = blitz({"ge-III": "2016", "kleist": "2016", "ge-XIV": "2017", "ge-XLVIII": "2117"})
    do(s, pick(s, "ge-III"))
    do(s, step(s, "2017"))  # his only corps takes him along
    do(s, Stop())
    assert spot(s, "kleist") == "2017"
    do(s, pick(s, "ge-XIV"))
    assert no(s, take(s, "kleist")) == "11.1.7"
    do(s, step(s, "2117"))
    assert spot(s, "kleist") == "2017"
    do(s, Stop())


@pytest.mark.rule("11.1.7")
@pytest.mark.rule("12.4.8")
@pytest.mark.rule("12.4.9b")
@pytest.mark.seam("12.4", "13.4")
def test_12_4_8_a_failed_assault_ends_the_leaders_movement_too() -> None:
    place = {"ge-III": "2115", "kleist": "2115", "ge-XIV": "2115", "su-5": "2216", "su-6": "2216"}
    s = blitz(place)
    do(s, pick(s, "ge-III"))
    do(s, take(s, "kleist"))
    assault(s, "2216", 1)
    assert on_map(s, "su-5") and s.moved >> unit(s, "kleist") & 1
    do(s, pick(s, "ge-XIV"))
    assert no(s, take(s, "kleist")) == "11.1.7"
    do(s, overrun(s, "2216"))
    do(s, Commit())
    frame = pending(s)
    assert isinstance(frame, AttackRoll) and frame.odds(s).bonus == 0  # no +1 a second time


@pytest.mark.rule("11.1.7")
@pytest.mark.rule("12.4.2")
@pytest.mark.rule("13.4.2")
@pytest.mark.seam("11", "13.4")
def test_13_4_2_a_leader_who_has_moved_keeps_his_last_corps() -> None:
    place = {"ge-III": "2115", "kleist": "2115", "ge-XIV": "2115", "su-5": "2216", "su-6": "2216"}
    s = blitz(place, steps={"ge-III": 1})
    do(s, pick(s, "ge-III"))
    do(s, take(s, "kleist"))
    do(s, overrun(s, "2216"))
    do(s, Commit())  # 3 to 8: no roll
    assert not on_map(s, "ge-III") and spot(s, "kleist") == "2115"
    do(s, pick(s, "ge-XIV"))
    assert no(s, step(s, "2116")) == "11.1.7" == no(s, overrun(s, "2216"))
    assert no(s, Stop()) == ""
    # a corps that leaves another with him goes where it likes
    s = blitz({**place, "ge-XLVIII": "2115"}, steps={"ge-III": 1})
    s.moved = 1 << unit(s, "kleist")
    do(s, pick(s, "ge-XIV"))
    assert no(s, step(s, "2116")) == ""


@pytest.mark.rule("13.4.5")
@pytest.mark.seam("7.6", "13.4")
@pytest.mark.seam("12.3", "13.4")
def test_13_4_5_a_leaders_order_stays_in_the_army_group_in_which_it_was_given() -> None:
    # III got Blitz from its leader in Center, retreats into South, and South is activated with Hold
    s = given(
        place={"ge-III": "2013", "su-5": "2112", "su-6": "1912"},
        orders={"axis-1": "assault", "axis-2": "hold"},
        own={"ge-III": "blitz"},
        axis_towns=("Kharkov", "Kursk"),
    )
    corps = unit(s, "ge-III")
    assert WORLD.area_of[hexof(s, "2013")] == 1 and WORLD.area_of[hexof(s, "2015")] == 2
    assert order_of(s, corps, 1) == BLITZ
    s.agenda = (RetreatStack((corps,), (hexof(s, "2013"),), 0), Muster(AXIS, 2), MovementRound(AXIS, 2))
    settle(s)
    do(s, back(s, "2014"))
    do(s, back(s, "2015"))
    assert order_of(s, corps, 2) == HOLD and s.allowance[corps] == 6
    do(s, pick(s, "ge-III"))
    assert not is_mobile_defense(s, corps)


@pytest.mark.rule("12.4.3")
@pytest.mark.seam("7.6", "12")
def test_12_4_3_a_corps_that_retreats_into_another_army_group_has_attacked_this_turn() -> None:
    s = given(
        place={"ge-III": "2115", "ge-6": "2115", "su-5": "2216"},
        orders={"axis-2": "assault"},
        active="axis-2",
        stage="attack",
        **SOUTH,
    )
    s.fought = 1 << unit(s, "ge-III") | 1 << unit(s, "ge-6")  # both attacked while Center was active
    s.agenda = (Muster(AXIS, 2), CombatRound(AXIS, 2))
    settle(s)
    do(s, target(s, "2216"))
    assert no(s, join(s, "ge-III")) == "12.1.3"  # a Panzer Corps: once a turn
    assert no(s, join(s, "ge-6")) == ""  # an army: once a Combat Round


@pytest.mark.rule("12.4.8")
@pytest.mark.rule("12.4.5")
@pytest.mark.rule("13.4.3")
def test_12_4_8_after_a_failure_nobody_moves_on() -> None:
    s = field({"ge-III": "2115", "ge-XIV": "2015", "su-5": "2216"}, order="blitz", axis_towns=SOUTHERN)
    do(s, pick(s, "ge-III"))
    do(s, overrun(s, "2216"))
    do(s, Commit())
    roll(s, 1)
    assert no(s, pick(s, "ge-III")) == "11.1.7" and pickable(s) == {"ge-XIV"}
    # the corps is lost: its leader goes to another, and the stack is no more
    s = field(
        {"ge-III": "2115", "kleist": "2115", "ge-XIV": "2015", "ge-6": "2115", "su-5": "2216"},
        order="blitz",
        axis_towns=SOUTHERN,
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


@pytest.mark.rule("12.4.2")
def test_12_4_2_exactly_enough_points() -> None:
    s = field({"ge-III": "2115", "su-5": "2216"}, order="blitz", axis_towns=SOUTHERN)
    s.allowance[unit(s, "ge-III")] = 2
    do(s, pick(s, "ge-III"))
    assert no(s, overrun(s, "2216")) == ""
    s = field({"ge-III": "2015", "su-5": "2216"}, order="blitz", axis_towns=SOUTHERN)
    s.allowance[unit(s, "ge-III")] = 2
    do(s, pick(s, "ge-III"))
    do(s, step(s, "2115"))
    assert no(s, overrun(s, "2216")) == "12.4.2"  # one point is spent


@pytest.mark.rule("12.4")
def test_12_4_a_leader_needs_neither_points_nor_orders_for_an_assault() -> None:
    s = field({"ge-III": "2115", "kleist": "2115", "su-5": "2216"}, order="blitz", axis_towns=SOUTHERN)
    s.allowance[unit(s, "kleist")] = 0
    s.special[unit(s, "kleist")] = (HOLD, 2)
    do(s, pick(s, "ge-III"))
    do(s, Take(unit(s, "kleist")))
    assert no(s, overrun(s, "2216")) == ""


@pytest.mark.rule("12.4.4")
@pytest.mark.rule("12.1.4")
def test_12_4_4_only_a_regular_attack_uses_up_the_hex() -> None:
    place = {"ge-6": "2115", "ge-III": "2116", "su-5": "2216", "su-6": "2117"}
    s = field(place, stage="attack", air=[0, 0, 0, 0, 0])
    do(s, target(s, "2216"))
    do(s, join(s, "ge-6"))
    do(s, Commit(), 1)
    assert s.struck == 1 << hexof(s, "2216")
    assert no(s, target(s, "2216")) == "12.1.4"


@pytest.mark.rule("11.1.6")
@pytest.mark.rule("12.4.2")
def test_12_4_2_an_assault_is_offered_only_where_it_is_legal() -> None:
    s = field({"ge-III": "2116", "su-5": "2216"})
    do(s, pick(s, "ge-III"))
    assert choices(s, Overrun) == []  # Assault orders
    s = field({"ge-III": "2116", "su-5": "2216"}, order="blitz")
    do(s, pick(s, "ge-III"))
    assert choices(s, Overrun) == [overrun(s, "2216")]


@pytest.mark.rule("12.4.2")
@pytest.mark.rule("12.4.8")
@pytest.mark.seam("8", "12.4")
def test_12_4_2_no_assault_from_where_the_stack_could_not_stay() -> None:
    place = {"ge-III": "2017", "ge-6": "2116", "ro-3": "2116", "ge-XIV": "2116", "su-5": "2216"}
    s = field(place, order="blitz")
    do(s, pick(s, "ge-III"))
    s.todo = 0
    do(s, step(s, "2116"))
    assert no(s, overrun(s, "2216")) == "8.1.1"
    assert no(s, Stop()) == "8.1.1"


@pytest.mark.rule("12.4.9a")
def test_12_4_9a_who_is_picked_up_counts_as_having_come_the_whole_way() -> None:
    s = field({"ge-III": "2116", "ge-XIV": "2216"}, order="blitz")
    do(s, pick(s, "ge-III"))
    do(s, step(s, "2216"))
    frame = pending(s)
    assert isinstance(frame, Moving)
    s.allowance[unit(s, "ge-XIV")] = frame.spent[0]
    assert no(s, take(s, "ge-XIV")) == ""  # just enough
    s.allowance[unit(s, "ge-XIV")] = frame.spent[0] - 1
    assert no(s, take(s, "ge-XIV")) == "12.4.9a"


@pytest.mark.rule("12.4.9a")
@pytest.mark.rule("8.1.4")
def test_12_4_9a_a_pick_up_in_a_full_hex_must_be_able_to_go_on() -> None:
    s = field({"ge-III": "2116", "ge-XIV": "2216", "ge-6": "2216", "ro-3": "2216"}, order="blitz")
    do(s, pick(s, "ge-III"))
    s.todo = 1 << unit(s, "ge-XIV")
    do(s, step(s, "2216"))
    assert no(s, take(s, "ge-XIV")) == ""
    frame = pending(s)
    assert isinstance(frame, Moving)
    s.allowance[unit(s, "ge-XIV")] = frame.spent[0]
    assert no(s, take(s, "ge-XIV")) == "8.1.1"


@pytest.mark.rule("12.4.5")
@pytest.mark.rule("12.4.7")
def test_12_4_5_only_survivors_of_an_assault_go_on() -> None:
    for alive in (("ge-XIV",), ()):
        s = field({"ge-III": "2116", **dict.fromkeys(alive, "2116")}, order="blitz", steps={"ge-III": 1})
        settle(s)
        units = tuple(unit(s, name) for name in ("ge-III", *alive))
        after = AfterAssault(2, units, (2,) * len(units), (hexof(s, "2116"),), hexof(s, "2216"))
        s.agenda = (Losses(AXIS, (unit(s, "ge-III"),), "12.2.3a"), after)
        settle(s)
        assert not on_map(s, "ge-III")
        if alive:
            frame = pending(s)
            assert isinstance(frame, Moving) and frame.units == (unit(s, "ge-XIV"),)
            assert spot(s, "ge-XIV") == "2216"
        else:
            assert not s.agenda


@pytest.mark.rule("12.2.2")
@pytest.mark.rule("12.4.9b")
def test_12_4_9b_the_leaders_point_is_added_before_the_table_is_read() -> None:
    for die in range(1, 7):
        s = field({"ge-III": "2115", "kleist": "2115", "su-5": "2216"}, order="blitz", air=[0] * 5, **SOUTH)
        do(s, pick(s, "ge-III"))
        do(s, overrun(s, "2216"))
        frame = pending(s)
        assert isinstance(frame, AttackRoll)
        column = frame.odds(s).column
        (told,) = (e for e in roll(s, die) if isinstance(e, CombatResolved))
        assert (told.die, told.modified) == (die, die + 1)
        assert told.result == WORLD.combat_table.rows[die + 1][column]


@pytest.mark.rule("12.4.7")
def test_12_4_7_after_an_assault_there_is_no_free_first_hex() -> None:
    for points, refused in ((2, "11.1.3"), (3, "")):
        s = field({"ge-III": "2115", "su-8m": "2216"}, order="blitz", air=[0] * 5, **SOUTH)
        s.allowance[unit(s, "ge-III")] = points
        do(s, pick(s, "ge-III"))
        do(s, overrun(s, "2216"))
        roll(s, 6)
        assert spot(s, "ge-III") == "2216" and no(s, step(s, "2217")) == refused


def with_pack(tables: dict[str, Any] | None = None, units: dict[str, Any] | None = None) -> dict[str, Any]:
    """The tests' figures with more laid over them."""
    return {"tables": {**PACK["tables"], **(tables or {})}, "units": {**PACK["units"], **(units or {})}}


@pytest.mark.rule("12.4.2")
def test_12_4_2_rivers_forbid_mobile_assaults_only_if_the_chart_says_so() -> None:
    w = WORLD
    open_ground = w.areas[2] & w.assault_out & w.assault_into & w.ussr
    here, there = next(
        (i, j)
        for i in bits(open_ground)
        for j in bits(w.adjacent[i] & open_ground)
        if w.rivers.has(i, j) and not w.towns >> i & 1
    )
    place = {"ge-III": w.label(here), "su-5": w.label(there)}
    river = WORLD.tables["terrain_features"]["major_river"]
    for across in (False, True):
        features = {"terrain_features": {"major_river": {**river, "assault_across": across}}}
        s = field(place, order="blitz", pack=with_pack(features))
        do(s, pick(s, "ge-III"))
        assert no(s, overrun(s, w.label(there))) == ("" if across else "12.4.2")


@pytest.mark.rule("12.4.9b")
def test_12_4_9b_a_leader_adds_to_the_die_of_a_mobile_assault_and_of_no_other_attack() -> None:
    s = field({"ge-III": "2115", "kleist": "2115", "su-5": "2216"}, order="blitz")
    led = (unit(s, "ge-III"), unit(s, "kleist"))
    modifiers = [
        odds(s, AXIS, units, hexof(s, "2216"), mobile, False, False).bonus
        for units in (led, led[:1])
        for mobile in (True, False)
    ]
    assert modifiers == [1, 0, 0, 0]


@pytest.mark.rule("12.4.9a")
def test_12_4_9a_a_corps_can_be_picked_up_with_the_last_point_spent() -> None:
    place = {"ge-III": "2016", "ge-XIV": "2316"}
    s = field(place, order="assault")
    three, fourteen = unit(s, "ge-III"), unit(s, "ge-XIV")
    do(s, pick(s, "ge-III"))
    for label in ("2116", "2216", "2316"):
        do(s, step(s, label))
    frame = pending(s)
    assert isinstance(frame, Moving)
    s.allowance[three] = s.allowance[fourteen] = frame.spent[0]
    assert no(s, Take(fourteen)) == ""
    s.allowance[fourteen] -= 1
    assert no(s, Take(fourteen)) == "12.4.9a"
