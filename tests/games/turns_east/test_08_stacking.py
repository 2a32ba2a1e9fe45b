"""Chapter 8: stacking."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.actions import Commit, EndMovement, Garrison, Lose, Stop, Support
from hexfront.games.turns_east.combat import Assembly
from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.movement import ChooseMover, Overstacked
from hexfront.games.turns_east.reinforcement import Replacements
from hexfront.games.turns_east.sequence import clear_turn
from hexfront.games.turns_east.special import has_support, support_violation
from hexfront.games.turns_east.state import EastState, units_at
from hexfront.games.turns_east.zones import crowding, is_crowded, top_first
from hexfront.kernel import OBSERVER, pending
from hexfront.wargame import put as set_down

from .helpers import (
    SOUTHERN,
    advance,
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
    reach,
    retreats,
    roll,
    shown,
    spot,
    step,
    take,
    target,
    unit,
    walk,
)

THREE = {"ge-III": "2016", "ge-XIV": "2016", "ge-XLVIII": "2016"}


@pytest.mark.rule("8.0")
@pytest.mark.rule("8.1.10")
def test_8_0_a_stack_is_one_or_more_units_in_a_hex() -> None:
    s = given(place={"ge-III": "2016", "ge-XIV": "2016", "ge-6": "2017"})
    assert len(top_first(s, units_at(s, hexof(s, "2016")))) == 2
    assert top_first(s, units_at(s, hexof(s, "2017"))) == [unit(s, "ge-6")]
    # a lone unit retreats and fights as a stack
    s = field({"su-5": "2216", "ge-6": "2115", "ge-III": "2115"}, stage="attack")
    do(s, target(s, "2216"))
    for name in ("ge-6", "ge-III"):
        do(s, join(s, name))
    do(s, Commit())
    roll(s, 5)  # 14 to 4, 3:1: retreat
    assert retreats(s)


@pytest.mark.rule("8.1.1")
def test_8_1_1_three_combat_units_a_hex() -> None:
    s = field({**THREE, "ge-6": "2017", "ge-XL": "2117"}, moved=0b0)
    s.moved = 0
    for name in THREE:
        walk(s, name)  # they stay
    do(s, pick(s, "ge-XL"))
    do(s, step(s, "2017"))
    do(s, step(s, "2016"))
    assert no(s, Stop()) == "8.1.1"
    assert crowding(s, 1 << unit(s, "ge-6"), hexof(s, "2016")) is not None
    assert crowding(s, 1 << unit(s, "ge-6"), hexof(s, "2015")) is None


@pytest.mark.rule("8.1.2")
@pytest.mark.rule("13.3.5")
@pytest.mark.seam("8", "13.3")
def test_8_1_2_leaders_and_garrisons_do_not_count() -> None:
    s = given(place={**THREE, "kleist": "2016", "gar-6": "2016"})
    assert not is_crowded(s, hexof(s, "2016"))
    s = given(place={"ge-III": "2016", "ge-XIV": "2016", "kleist": "2016", "gar-6": "2016", "ge-6": "2017"})
    assert crowding(s, 1 << unit(s, "ge-6"), hexof(s, "2016")) is None


@pytest.mark.rule("8.1.3")
@pytest.mark.rule("13.4.2")
def test_8_1_3_one_army_one_leader_one_garrison() -> None:
    s = given(
        place={
            "ge-6": "2016",
            "gar-6": "2016",
            "ge-III": "2016",
            "kleist": "2016",
            "ge-XXIV": "2017",
            "guderian": "2017",
        }
    )
    here = hexof(s, "2016")

    def case(name: str) -> str:
        found = crowding(s, 1 << unit(s, name), here)
        return found.rule if found else ""

    assert case("ge-17") == "8.1.3"
    assert case("gar-17") == "8.1.3"
    assert case("guderian") == "13.4.2"
    assert case("ge-XIV") == "" and case("ro-3") == ""


@pytest.mark.rule("8.1.4")
@pytest.mark.seam("8", "12.3")
def test_8_1_4_limits_hold_in_retreat_and_advance() -> None:
    # the only white-arrow way out leads through a full hex: the stack goes elsewhere
    full = {"su-6": "2315", "su-26": "2315", "su-12": "2315"}
    s = field(
        {"su-5": "2216", "ge-6": "2115", "ge-III": "2115", **full}, stage="attack", soviet_towns=("2214",)
    )
    do(s, target(s, "2216"))
    for name in ("ge-6", "ge-III"):
        do(s, join(s, name))
    do(s, Commit())
    roll(s, 5)
    assert retreats(s) and "2315" not in retreats(s)
    # three Panzers cannot advance into a hex behind a fourth
    s = field({"su-5": "2216", **dict.fromkeys(THREE, "2115"), "ge-XL": "2215"}, stage="attack")
    do(s, target(s, "2216"))
    for name in (*THREE, "ge-XL"):
        do(s, join(s, name))
    do(s, Commit())
    roll(s, 6)
    for name in THREE:
        do(s, advance(s, name, "2216"))
    assert no(s, advance(s, "ge-XL", "2216")) == "8.1.1" if s.agenda else True


@pytest.mark.rule("8.1.5")
@pytest.mark.seam("8", "11")
def test_8_1_5_units_pass_through_full_hexes() -> None:
    s = field({**THREE, "ge-6": "2117"}, order="assault")
    for name in THREE:
        walk(s, name)
    do(s, pick(s, "ge-6"))
    do(s, step(s, "2017"))
    assert "2016" in reach(s)
    do(s, step(s, "2016"))
    assert no(s, Stop()) == "8.1.1"
    do(s, step(s, "2015"))
    do(s, Stop())
    assert spot(s, "ge-6") == "2015"


@pytest.mark.rule("8.1.5")
@pytest.mark.rule("8.1.8")
@pytest.mark.rule("8.1.4")
def test_8_1_8_overstacked_hexes_lose_units_at_the_end_of_movement() -> None:
    s = field({**THREE, "ge-6": "2017"}, order="assault")
    walk(s, "ge-6", "2016")  # allowed for now: the corps may still move away
    assert isinstance(pending(s), ChooseMover)
    assert "overstacked" in shown(s, EndMovement()).label
    do(s, EndMovement())
    frame = pending(s)
    assert isinstance(frame, Overstacked) and frame.side == AXIS
    assert no(s, lose(s, "ge-XL")) == "8.1.8"
    assert no(s, lose(s, "su-5")) == "8.1.8"
    do(s, lose(s, "ge-XIV"))
    assert not on_map(s, "ge-XIV") and on_map(s, "ge-6")
    assert not isinstance(pending(s), Overstacked)
    # and nothing is lost if they make room in time
    s = field({**THREE, "ge-6": "2017"}, order="assault")
    walk(s, "ge-6", "2016")
    walk(s, "ge-III", "2015")
    do(s, EndMovement())
    assert not isinstance(pending(s), Overstacked)


@pytest.mark.rule("8.1.2")
@pytest.mark.rule("8.1.8")
def test_8_1_2_giving_up_a_leader_or_garrison_helps_nothing() -> None:
    s = field({**THREE, "kleist": "2016", "gar-6": "2016", "ge-6": "2017"}, order="assault")
    walk(s, "ge-6", "2016")
    do(s, EndMovement())
    assert no(s, lose(s, "kleist")) == "8.1.2" == no(s, lose(s, "gar-6"))
    do(s, lose(s, "ge-6"))
    assert not on_map(s, "ge-6") and not isinstance(pending(s), Overstacked)


@pytest.mark.rule("8.1.8")
def test_8_1_8_units_go_until_the_hex_is_legal() -> None:
    s = field({**THREE, "ge-6": "2017", "ge-XL": "2017"}, order="assault")
    walk(s, "ge-6", "2016")
    walk(s, "ge-XL", "2016")
    do(s, EndMovement())
    do(s, lose(s, "ge-III"))
    assert isinstance(pending(s), Overstacked)
    do(s, lose(s, "ge-XIV"))
    assert not isinstance(pending(s), Overstacked)
    # the enemy's stacks are nobody's business here
    s = field({"ge-6": "2017", "su-5": "2416", "su-6": "2416"}, order="assault")
    for name in ("su-26", "su-12"):
        set_down(s, unit(s, name), hexof(s, "2416"))
    do(s, EndMovement())
    assert not isinstance(pending(s), Overstacked)


@pytest.mark.rule("8.1.7")
def test_8_1_7_stacks_are_open() -> None:
    s = given(place={"ge-III": "2016", "ge-6": "2016", "su-5": "2214", "su-6": "2214"})
    for seat in ("axis", "soviet", OBSERVER):
        ids = {p.id for p in GAME.view(s, seat).pieces if p.at in ("2016", "2214") and not p.face_down}
        assert ids == {"ge-III", "ge-6", "su-5", "su-6"}


@pytest.mark.rule("8.1.9")
@pytest.mark.rule("13.8.4")
@pytest.mark.seam("8", "13.8")
def test_8_1_9_one_luftwaffe_marker_a_combat() -> None:
    s = given(
        place={"ge-9": "1707", "su-20": "1808"},
        orders={"axis-1": "assault"},
        active="axis-1",
        stage="attack",
    )
    do(s, target(s, "1808"))
    do(s, join(s, "ge-9"))
    do(s, Support())
    frame = pending(s)
    assert isinstance(frame, Assembly) and frame.support and s.air[0] == 2
    assert no(s, Support()) == "13.8.4"
    assert not is_crowded(s, hexof(s, "1707"))


@pytest.mark.rule("8.1.9")
@pytest.mark.seam("12.4", "13.8")
def test_8_1_9_one_luftwaffe_marker_a_hex_however_often_it_is_assaulted() -> None:
    place = {"ge-XXIV": "1708", "ge-XLVII": "1708", "ge-XLVI": "1807", "su-20": "1709", "su-21": "1709"}
    s = given(
        place={**place, "su-22": "1808"},
        orders={"axis-1": "blitz"},
        active="axis-1",
        axis_towns=("Minsk", "Vitebsk", "Mogilev"),
    )
    assert s.air[0] == 3
    do(s, pick(s, "ge-XXIV"))
    do(s, overrun(s, "1709"))
    do(s, Support())
    do(s, Commit())
    roll(s, 1)
    assert s.held[1] >> hexof(s, "1709") & 1 and s.air[0] == 2
    # a second assault on the hex has no marker, another hex has one: Center may use two
    do(s, pick(s, "ge-XLVII"))
    do(s, overrun(s, "1709"))
    assert not isinstance(pending(s), Assembly)  # nobody is asked
    roll(s, 1)
    assert has_support(s, AXIS, 1, hexof(s, "1808")) and not has_support(s, AXIS, 1, hexof(s, "1709"))
    refused = support_violation(s, AXIS, 1, hexof(s, "1709"))
    assert refused is not None and refused.rule == "8.1.9"
    # nor is there one for the defence of that hex, should it change hands
    clear_turn(s)
    assert has_support(s, AXIS, 1, hexof(s, "1709"))


@pytest.mark.rule("13.6.2")
@pytest.mark.rule("8.1.1")
@pytest.mark.seam("8", "13.6")
@pytest.mark.seam("8", "13.2")
def test_13_6_2_partisans_take_no_room_from_armies_that_remove_them() -> None:
    armies = ("su-5", "su-6", "su-26")
    s = field(
        {"su-partisan": "2016", **dict.fromkeys(armies, "2116")}, "soviet", "assault", axis_towns=(), turn=8
    )
    do(s, pick(s, armies[0]))
    for name in armies[1:]:
        do(s, take(s, name))
    assert no(s, step(s, "2016")) == ""
    do(s, step(s, "2016"))
    do(s, Stop())
    assert not on_map(s, "su-partisan") and {spot(s, name) for name in armies} == {"2016"}
    # the Guard Cavalry shares their hex, and there they count: two armies' worth of room is left
    units = {name: unit(s, name) for name in ("su-gcav", "su-partisan", *armies)}
    s = given(turn=8, place={"su-partisan": "2016", "su-gcav": "2016"})
    assert not is_crowded(s, hexof(s, "2016"))
    assert crowding(s, 1 << units["su-gcav"], hexof(s, "2016")) is None
    three = sum(1 << units[name] for name in armies)
    assert crowding(s, three, hexof(s, "2016")) is not None  # the cavalry stays
    assert crowding(s, three ^ 1 << units["su-5"], hexof(s, "2016")) is None


@pytest.mark.rule("8.1.5")
@pytest.mark.rule("8.1.8")
@pytest.mark.rule("11.1.7")
def test_8_1_8_whoever_has_not_moved_stays_and_counts() -> None:
    s = field(
        {"ge-III": "2016", "ge-XIV": "2016", "ge-XLVIII": "2016", "ge-6": "2017"},
        order="assault",
        axis_towns=SOUTHERN,
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
        axis_towns=SOUTHERN,
    )
    walk(s, "ge-6", "2016")
    for name in ("ge-III", "ge-XIV", "ge-XLVIII"):
        walk(s, name)
    assert pending(s) is not None and type(pending(s)).__name__ == "Overstacked"


@pytest.mark.rule("8.1.5")
def test_8_1_5_after_movement_nobody_is_waiting_to_move() -> None:
    s = field({"ge-6": "2016", "su-5": "2116"}, order="assault", axis_towns=SOUTHERN)
    do(s, EndMovement())
    assert s.todo == 0


@pytest.mark.rule("8.1.8")
def test_8_1_8_no_such_unit_is_given_up() -> None:
    s = given(place=dict.fromkeys(("su-5", "su-6", "su-12"), "2216"))
    s.agenda = (Overstacked(SOVIET, hexof(s, "2216")),)
    assert no(s, Lose(999)) == no(s, Lose(-1)) == "8.1.8"
    assert no(s, Lose(unit(s, "su-12"))) == ""


@pytest.mark.rule("8.1.5")
def test_8_1_5_a_move_may_end_with_friends_while_there_is_room() -> None:
    s = field({"ge-III": "2116", "ge-6": "2216"})
    do(s, pick(s, "ge-III"))
    s.todo = 0
    s.allowance[unit(s, "ge-III")] = 1
    assert "2216" in reach(s)


def garrisoning(touched: int = 0, army: int = 1, **what: Any) -> EastState:
    return given(agenda=(Replacements(army, 1, touched),), **what)


@pytest.mark.rule("8.1.3")
def test_8_1_3_one_garrison_a_town() -> None:
    s = garrisoning(place={"ge-17": "1915", "gar-6": "1915"})
    assert no(s, Garrison(unit(s, "ge-17"))) == "8.1.3"
