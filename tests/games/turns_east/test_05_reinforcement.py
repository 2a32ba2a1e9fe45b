"""Chapter 5: reinforcements and replacements."""

from __future__ import annotations

import pytest

from hexfront.games.turns_east.actions import Assign, Pick, Restore
from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.movement import ChooseMover
from hexfront.games.turns_east.orders import InitiativePhase
from hexfront.games.turns_east.reinforcement import (
    Arrivals,
    AssignReplacement,
    AxisReplacements,
    PlaceUnit,
    Replacements,
    SovietReplacements,
)
from hexfront.games.turns_east.sequence import GameTurn
from hexfront.games.turns_east.state import BOX, POOL, QUEUE, TRACK, EastState, pool_armies, queued, take_town
from hexfront.games.turns_east.supply import SupplyNet
from hexfront.kernel import deciders, pending, settle
from hexfront.wargame import Done

from .helpers import (
    WORLD,
    choices,
    do,
    field,
    given,
    hexof,
    no,
    on_map,
    places,
    put,
    spot,
    step,
    steps,
    target,
    unit,
)


def arriving(name: str, turn: int = 2, side: int = SOVIET, **more: object) -> EastState:
    """A position in which a unit is due."""
    s = given(turn=turn, **more)
    u = unit(s, name)
    s.where[u], s.steps[u] = TRACK.space(turn), s.world.full[u]
    s.agenda = (Arrivals(side),)
    settle(s)
    return s


# --- 5.1


@pytest.mark.rule("5.1.1")
@pytest.mark.seam("5", "13.1")
def test_5_1_1_germans_enter_in_towns_of_east_prussia_and_poland() -> None:
    s = arriving("ge-XL", side=AXIS)
    assert places(s) == {"0804", "0904", "0707", "0708", "0409"} | ({"1003"} & places(s))
    assert no(s, put(s, "1915")) == "5.1.1"
    assert no(s, put(s, "0806")) == "5.1.1"  # East Prussia, but no town
    full = arriving("ge-XL", side=AXIS, place={"ge-III": "0707", "ge-XIV": "0707", "ge-XLI": "0707"})
    assert no(full, put(full, "0707")) == "8.1.1"
    do(full, put(full, "0708"))
    assert spot(full, "ge-XL") == "0708"


@pytest.mark.rule("5.1.1")
@pytest.mark.rule("8.1.4")
@pytest.mark.seam("5", "8")
def test_5_1_1_without_room_a_unit_waits() -> None:
    panzers = [
        "ge-III",
        "ge-XIV",
        "ge-XLI",
        "ge-LVI",
        "ge-XXXIX",
        "ge-LVII",
        "ge-XXIV",
        "ge-XLVII",
        "ge-XLVI",
    ]
    soviets = {"su-5": "0904", "su-6": "0409", "su-12": "1003"}
    homes = ["0804", "0707", "0708"]
    place = {name: homes[k % 3] for k, name in enumerate(panzers)}
    s = arriving("ge-XL", side=AXIS, place={**place, **soviets})
    assert s.where[unit(s, "ge-XL")] == TRACK.space(3)


@pytest.mark.rule("5.1-i1")
def test_5_1_i1_code_c_enters_in_army_group_center() -> None:
    s = arriving("ge-2", side=AXIS)
    assert places(s) == {"0707"}
    assert no(s, put(s, "0804")) == "5.1-i1"
    taken = arriving("ge-2", side=AXIS, place={"ge-9": "0707"})
    assert "0804" in places(taken)  # another army stands in Warsaw


@pytest.mark.rule("5.1.2")
@pytest.mark.rule("13.8")
@pytest.mark.rule("3.1d")
@pytest.mark.seam("5", "13.8")
def test_5_1_2_luftwaffe_markers_by_turn() -> None:
    left = []
    for turn in (1, 2, 3):
        s = given(turn=turn)
        s.agenda = (GameTurn(),)
        settle(s)
        left.append(s.air[0])
    assert left == [1, 3, 3]


@pytest.mark.rule("5.1.3")
@pytest.mark.rule("5.1.4")
@pytest.mark.seam("5", "6")
def test_5_1_3_replacement_steps_by_weather() -> None:
    def have(turn: int) -> tuple[int, int]:
        weak = {"ge-6": 1, "ge-III": 1}
        s = given(
            turn=turn, place={"ge-6": "0708", "ge-III": "0708"}, steps=weak, agenda=(AxisReplacements(),)
        )
        frame = pending(s)
        if isinstance(frame, Replacements):
            return frame.army, frame.panzer
        return 0, 0

    fair, light_mud, mud, frost, snow = 2, 4, 5, 6, 7
    assert have(1) == (0, 0)
    assert have(fair) == have(light_mud) == have(frost) == (1, 1)
    assert have(mud) == (1, 0)
    assert have(snow) == (0, 0)


def replacing(turn: int = 2, army: int = 1, panzer: int = 1, **what: object) -> EastState:
    return given(turn=turn, agenda=(Replacements(army, panzer, 0),), **what)


@pytest.mark.rule("5.1.3")
@pytest.mark.rule("5.1.4")
def test_5_1_3_a_step_is_spent() -> None:
    s = replacing(
        place={"ge-6": "0708", "ge-17": "0810", "ge-III": "0708"}, steps={"ge-6": 1, "ge-17": 1, "ge-III": 1}
    )
    assert no(s, Restore(unit(s, "ge-6"))) == ""
    do(s, Restore(unit(s, "ge-6")))
    assert no(s, Restore(unit(s, "ge-17"))) == "5.1.3"
    none = replacing(panzer=0, place={"ge-III": "0708"}, steps={"ge-III": 1})
    assert no(none, Restore(unit(none, "ge-III"))) == "5.1.4"


@pytest.mark.rule("5.1.5")
@pytest.mark.seam("5", "10.1")
def test_5_1_5_only_units_in_supply_take_replacements() -> None:
    s = replacing(place={"ge-6": "1915", "su-5": "1916"}, steps={"ge-6": 2}, axis_towns=("Kharkov",))
    assert no(s, Restore(unit(s, "ge-6"))) == ""  # next to the enemy is no matter
    s = replacing(place={"ge-6": "2215"}, steps={"ge-6": 2})
    assert SupplyNet(s, AXIS).shortage(unit(s, "ge-6")) > 0
    assert no(s, Restore(unit(s, "ge-6"))) == "5.1.5"


@pytest.mark.rule("5.1.6")
@pytest.mark.seam("5", "options")
def test_5_1_6_a_step_restores_full_strength() -> None:
    s = replacing(place={"ge-6": "0708", "ge-III": "0708"}, steps={"ge-6": 1, "ge-III": 1})
    do(s, Restore(unit(s, "ge-6")))
    do(s, Restore(unit(s, "ge-III")))
    assert (steps(s, "ge-6"), steps(s, "ge-III")) == (4, 2)
    s = replacing(place={"ge-6": "0708", "su-5": "2214"})
    assert no(s, Restore(unit(s, "ge-6"))) == "5.1.6"  # nothing to restore
    assert no(s, Restore(unit(s, "su-5"))) == "5.1.6"  # not an Axis unit
    one = replacing(options={"single_step_replacements": True}, place={"ge-6": "0708"}, steps={"ge-6": 1})
    do(one, Restore(unit(one, "ge-6")))
    assert steps(one, "ge-6") == 2


@pytest.mark.rule("5.1.7")
def test_5_1_7_steps_are_not_saved() -> None:
    s = given(turn=2, place={"ge-6": "0708"}, steps={"ge-6": 1}, agenda=(AxisReplacements(),))
    do(s, Done())
    s.turn = 3
    s.agenda = (AxisReplacements(),)
    settle(s)
    frame = pending(s)
    assert isinstance(frame, Replacements) and (frame.army, frame.panzer) == (1, 1)


@pytest.mark.rule("5.1.8")
def test_5_1_8_the_eliminated_stay_eliminated() -> None:
    s = replacing(place={"ge-6": "0708"}, steps={"ge-6": 1})
    assert spot(s, "ge-17") == str(POOL)
    assert no(s, Restore(unit(s, "ge-17"))) == "5.1.8"


# --- 5.2


@pytest.mark.rule("5.2.1a")
def test_5_2_1a_soviets_enter_in_their_towns_near_friends_or_great_cities() -> None:
    s = arriving("su-24", place={"su-13": "1609"}, axis_towns=("Minsk",))
    found = places(s)
    assert {"1609", "1607", "1808", "2308"} <= found  # near a friend; Moscow has its LOC
    assert "1307" not in found  # Axis-controlled
    far = arriving("su-40", place={"su-13": "1609"}, axis_towns=("Kiev", "Rostov"))
    # Southwest Front: nothing is near, but Kiev's and Rostov's LOC to the east still counts
    assert "1413" in places(far)
    assert no(far, put(far, "2214")) == "5.2.1a"  # Voronezh lies too far from both
    assert no(far, put(far, "2016")) == "5.2.1a"  # no town


@pytest.mark.rule("5.2.1b")
def test_5_2_1b_the_great_city_need_not_be_soviet() -> None:
    s = arriving("su-40", axis_towns=("Kiev", "Rostov"))
    assert {"1413", "1213"} <= places(s)  # Kiev itself, and Zhitomir within four hexes of it
    cut = arriving(
        "su-40",
        axis_towns=("Kiev", "Rostov"),
        place={"ge-6": "1612", "ge-17": "1615", "ge-11": "1512", "ge-III": "1618", "ge-9": "1609"},
    )
    assert not SupplyNet(cut, SOVIET).city_has_loc(hexof(cut, "1413")) or "1413" in places(cut)
    held = arriving("su-40", axis_towns=("Kiev",), place={"ge-6": "1413"})
    assert "1413" not in places(held)  # Axis units stand in it


@pytest.mark.rule("5.2.1c")
@pytest.mark.seam("5", "9.3")
def test_5_2_1c_otherwise_any_controlled_town() -> None:
    # nothing of Southwest Front is near a Soviet unit or a connected great city: any Soviet town will do
    wall = {"ge-6": "2014", "ge-17": "2017", "ge-11": "2020", "ge-III": "2111", "ge-XIV": "2118"}
    s = arriving("su-40", axis_towns=("Kiev", "Rostov", "Moscow"), place=wall)
    if not any(SupplyNet(s, SOVIET).city_has_loc(i) for i in WORLD.automatic.values()):
        assert "2513" in places(s)
    assert "2513" in places(s) or "2214" in places(s)


@pytest.mark.rule("5.2.1d")
@pytest.mark.rule("8.1.4")
@pytest.mark.seam("5", "12")
def test_5_2_1d_stacking_holds_and_replacements_need_dead_armies() -> None:
    s = arriving("su-24", place={"su-13": "1808", "su-20": "1808", "su-22": "1808"})
    assert no(s, put(s, "1808")) == "8.1.1"
    s = given(turn=3, agenda=(SovietReplacements(),))
    for u in pool_armies(s):
        s.where[u] = TRACK.space(9)
    s.agenda = (SovietReplacements(),)
    settle(s)
    assert not s.agenda  # no dead army, no replacement


@pytest.mark.rule("5.2.2")
@pytest.mark.seam("5", "7.6")
def test_5_2_2_a_front_code_binds() -> None:
    s = arriving("su-24", place={"su-13": "1808", "su-5": "1915"})
    assert no(s, put(s, "1915")) == "5.2.2"
    assert no(s, put(s, "1808")) == ""


@pytest.mark.rule("5.2.3")
@pytest.mark.rule("5.3.1")
def test_5_2_3_the_off_map_zone_takes_anyone() -> None:
    s = arriving("su-24", place={"su-13": "1808"})
    assert {"2801", "2809", "2824"} <= places(s)
    do(s, put(s, "2824"))
    assert spot(s, "su-24") == "2824"


@pytest.mark.rule("5.2.4")
@pytest.mark.rule("7.4a")
def test_5_2_4_zhukov_goes_into_the_cup_when_he_arrives() -> None:
    for turn, there in ((4, False), (5, True), (8, True)):
        s = given(turn=turn, axis_next=[4, 0, 0, 0], soviet_next=[4, 0, 0, 0])
        from hexfront.games.turns_east.sequence import clear_turn

        clear_turn(s)
        s.agenda = (InitiativePhase(),)
        settle(s)
        assert ("zhukov" in s.cup) == there


@pytest.mark.rule("5.2.5")
@pytest.mark.rule("13.9")
def test_5_2_5_the_t34_is_at_hand_from_turn_6() -> None:
    from hexfront.games.turns_east.sequence import clear_turn

    ready = []
    for turn in (5, 6, 7):
        s = given(turn=turn)
        s.t34 = 0
        clear_turn(s)
        ready.append(s.t34)
    assert ready == [0, 1, 1]


@pytest.mark.rule("5.2.7")
@pytest.mark.seam("5", "7.2")
@pytest.mark.seam("5", "11")
def test_5_2_7_replacements_wait_in_a_front_box_and_enter_on_activation() -> None:
    s = given(turn=3, place={"su-13": "1808"}, agenda=(SovietReplacements(),))
    first = pending(s)
    assert isinstance(first, AssignReplacement)
    code = s.world.units[first.unit].code
    other = 2 if code != "SW" else 1
    assert no(s, Assign(9)) == "5.2.7" == no(s, Assign(-1))
    do(s, Assign(other))
    assert s.where[first.unit] == BOX.space(other)  # free of its old Front
    from hexfront.games.turns_east.activation import Activation

    s.box[4 + other] = 1
    s.agenda = (Activation(SOVIET, other),)
    settle(s)
    assert pending(s) == PlaceUnit(first.unit, other)
    assert no(s, put(s, "2001")) == "5.2.7"
    do(s, put(s, "2816"))
    assert s.where[first.unit] == hexof(s, "2816")
    assert isinstance(pending(s), ChooseMover)  # and it can move at once
    assert first.unit in [a.unit for a in choices(s, Pick)]


@pytest.mark.rule("5.2.8a")
def test_5_2_8a_from_turn_3_the_track_gives_minimum_and_maximum() -> None:
    spaces = [(t.minimum, t.maximum) for t in WORLD.turns]
    assert spaces[:4] == [(0, 0), (0, 0), (2, 4), (2, 4)]
    assert all(0 < low <= high for low, high in spaces[2:])
    s = given(turn=2, agenda=(SovietReplacements(),))
    assert not s.agenda


@pytest.mark.rule("5.2.8b")
@pytest.mark.seam("3", "5")
def test_5_2_8b_first_captures_feed_the_track() -> None:
    """Worked example 1: three Victory cities fall on turn 2."""
    s = given(turn=2)
    for name in ("Minsk", "Riga", "Smolensk"):
        take_town(s, AXIS, s.world.board.hex(name))
    assert (len(queued(s, 3)), len(queued(s, 4))) == (2, 1)
    s.turn = 3
    s.agenda = (SovietReplacements(),)
    settle(s)
    received = 0
    while deciders(s):
        do(s, Assign(received % 4))
        received += 1
    assert received == 4
    assert len(queued(s, 3)) == 0 and len(queued(s, 4)) == 1
    assert sum(place == BOX.space(0) for place in s.where) == 1


@pytest.mark.rule("5.2.8b")
def test_5_2_8b_only_the_first_capture_of_a_place_counts() -> None:
    s = given(turn=2)
    minsk, gomel = s.world.board.hex("Minsk"), s.world.board.hex("Gomel")
    take_town(s, AXIS, gomel)  # no Victory place
    assert len(queued(s, 3)) == 0
    take_town(s, AXIS, minsk)
    take_town(s, SOVIET, minsk)
    take_town(s, AXIS, minsk)
    assert len(queued(s, 3)) == 1


@pytest.mark.rule("5.2.8c")
def test_5_2_8c_full_boxes_take_no_more() -> None:
    s = given(turn=9)
    room = sum(t.minimum for t in WORLD.turns[9:])
    for name in ("Minsk", "Riga", "Smolensk", "Orel", "Kursk", "Kharkov"):
        take_town(s, AXIS, s.world.board.hex(name))
    assert room == 2
    assert (len(queued(s, 10)), len(queued(s, 11))) == (1, 1)


@pytest.mark.rule("5.2.8d")
def test_5_2_8d_the_pool_fills_up_to_the_maximum() -> None:
    """Worked example 2: two armies in the box of turn 4, five in the pool."""
    s = given(turn=4)
    armies = pool_armies(s)
    for u in armies[:2]:
        s.where[u] = QUEUE.space(4)
    for u in armies[7:]:
        s.where[u] = TRACK.space(9)
    assert len(pool_armies(s)) == 5
    s.agenda = (SovietReplacements(),)
    settle(s)
    received = 0
    while deciders(s):
        do(s, Assign(1))
        received += 1
    assert received == 4
    assert len(pool_armies(s)) == 3


# --- 5.3


@pytest.mark.rule("5.3.1")
@pytest.mark.rule("5.3-i1")
@pytest.mark.rule("9.2.1a")
def test_5_3_1_the_off_map_zone_is_the_end_of_soviet_lines() -> None:
    s = given(place={"su-5": "2016"})
    assert SupplyNet(s, SOVIET).has_loc(unit(s, "su-5"))
    assert WORLD.off_map == WORLD.board.edges["east"] & WORLD.land
    zone_lost = given(place={"su-5": "2016"})
    zone_lost.world = zone_lost.world
    lines = SupplyNet(s, SOVIET).lines(2)
    assert lines.loc & WORLD.off_map


@pytest.mark.rule("5.3.2")
def test_5_3_2_the_axis_never_goes_there() -> None:
    s = field({"ge-III": "2715", "su-5": "2814"}, order="assault")
    do(s, Pick(unit(s, "ge-III")))
    assert no(s, step(s, "2815")) == "5.3.2"
    s = field({"ge-III": "2715", "su-5": "2815", "su-6": "2714"}, order="assault", stage="attack")
    assert no(s, target(s, "2815")) == "5.3.2"
    assert no(s, target(s, "2714")) == ""
    axis = SupplyNet(given(), AXIS)
    assert not any(axis.lines(a).loc & WORLD.off_map for a in range(4))


@pytest.mark.rule("5.3.3")
def test_5_3_3_soviets_attack_out_of_the_zone() -> None:
    s = field({"ge-III": "2715", "su-5": "2815"}, side="soviet", order="assault", stage="attack")
    assert no(s, target(s, "2715")) == ""
    assert on_map(s, "su-5")
