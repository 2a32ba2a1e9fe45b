"""Chapter 5: reinforcements and replacements."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east.actions import Pick, PickUp, Place, Restore, Revive
from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.orders import InitiativePhase
from hexfront.games.turns_east.reinforcement import (
    Arrivals,
    AxisReplacements,
    PlaceUnit,
    Reinforcement,
    ReplacementRound,
    Replacements,
    SovietReplacements,
    soviet_entry,
)
from hexfront.games.turns_east.sequence import GameTurn, clear_turn
from hexfront.games.turns_east.state import (
    POOL,
    RESERVE,
    TRACK,
    EastState,
    pool_armies,
)
from hexfront.games.turns_east.supply import SupplyNet
from hexfront.hexes import bits
from hexfront.kernel import pending, settle
from hexfront.testing import refusal
from hexfront.wargame import Arrived, Done

from .helpers import (
    PACK,
    UKRAINE,
    WORLD,
    choices,
    do,
    field,
    given,
    hexof,
    no,
    on_map,
    overrun,
    pick,
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


def due(name: str, side: int, **what: object) -> EastState:
    s = given(**what)
    u = unit(s, name)
    s.where[u], s.steps[u] = TRACK.space(s.turn), s.world.full[u]
    s.agenda = (Arrivals(side),)
    settle(s)
    return s


@pytest.mark.rule("5.2.2")
@pytest.mark.rule("2.2.1i")
@pytest.mark.rule("5.2.1a")
def test_5_2_2_without_a_code_any_front_will_do() -> None:
    pack = {**PACK, "units": {**PACK["units"], "soviet_armies": {"unit": [{"id": "su-24", "code": ""}]}}}
    s = due("su-24", SOVIET, place={"su-13": "1808", "su-5": "2015"}, pack=pack)
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
    s = due("su-40", SOVIET, place=ring, axis_towns=("Rostov",))
    assert not SupplyNet(s, SOVIET).city_has_loc(hexof(s, "1413"))
    assert "1413" not in places(s) and no(s, put(s, "1413")) == "5.2.1a"


@pytest.mark.rule("5.2.1c")
@pytest.mark.rule("5.2.1a")
def test_5_2_1c_with_nothing_near_any_soviet_town_will_do() -> None:
    wall = ("2701", "2704", "2707", "2710", "2713", "2716", "2719", "2722", "2725")
    names = ("ge-18", "ge-16", "ge-9", "ge-4", "ge-6", "ge-17", "ge-11", "ge-2", "ge-III")
    s = due("su-40", SOVIET, place=dict(zip(names, wall, strict=True)))
    assert not any(SupplyNet(s, SOVIET).city_has_loc(i) for i in WORLD.automatic.values())
    assert {"2214", "1915", "2816"} <= places(s)
    near = due("su-40", SOVIET, place={**dict(zip(names, wall, strict=True)), "su-5": "2214"})
    assert "2214" in places(near) and "1113" not in places(near)


@pytest.mark.rule("5.1.1")
def test_5_1_1_entering_a_town_takes_it() -> None:
    s = due("ge-XL", AXIS, soviet_towns=("0707",))
    do(s, put(s, "0707"))
    assert s.axis_towns >> hexof(s, "0707") & 1


@pytest.mark.rule("5.2.1a")
def test_5_2_1a_partisans_do_not_arrive_as_reinforcements() -> None:
    s = given(turn=7)
    for name in ("su-partisan", "su-39"):
        s.where[unit(s, name)] = TRACK.space(7)
    assert Arrivals(SOVIET).run(s) == (Reinforcement(unit(s, "su-39")),)


@pytest.mark.rule("5.1.1")
@pytest.mark.rule("5.1-i1")
def test_5_1_i1_a_unit_of_center_goes_nowhere_else_while_there_is_room() -> None:
    s = given()
    u = unit(s, "ge-2")
    s.agenda = (PlaceUnit(u),)
    w = s.world
    other = w.towns & w.entry & ~w.areas[1]
    assert other
    for i in (i for i in w.grid if other >> i & 1):
        assert no(s, put(s, w.label(i))) == "5.1-i1"


@pytest.mark.rule("5.2.1a")
@pytest.mark.rule("5.2.7")
def test_5_2_1a_a_full_hex_is_full_and_the_case_of_entry_is_told() -> None:
    full = ("su-5", "su-6", "su-26")
    s = given(place=dict.fromkeys(full, "2817"))
    s.agenda = (PlaceUnit(unit(s, "su-38")),)
    assert no(s, put(s, "2817")) == "8.1.1"
    town = next(WORLD.label(a.hex) for a in choices(s, type(put(s, "2817"))) if WORLD.towns >> a.hex & 1)
    s = given(place=dict.fromkeys(full, town))
    s.agenda = (PlaceUnit(unit(s, "su-38")),)
    assert no(s, put(s, town)) == "8.1.1"
    told = []
    for name, front in (("su-38", -2), ("su-40", 2), ("ge-2", -2)):
        s = given()
        s.steps[unit(s, name)] = 1
        s.agenda = (PlaceUnit(unit(s, name), front),)
        events = do(s, choices(s, type(put(s, town)))[0])
        told += [e.rule for e in events if isinstance(e, Arrived)]
    assert told == ["5.2.1a", "5.2.7", "5.1.1"]
    s = given(place=dict.fromkeys(full, "2802"))
    s.agenda = (PlaceUnit(unit(s, "su-38")),)
    assert no(s, put(s, "2802")) == "8.1.1"  # the whole Off Map Zone is open to every Front
    assert no(s, put(s, "2803")) == ""


@pytest.mark.rule("5.1.6")
@pytest.mark.rule("13.3.3b")
@pytest.mark.rule("13.3.4")
def test_5_1_6_the_list_of_replacements_is_what_the_rules_allow() -> None:
    place = {"ge-6": "2214", "gar-17": "2216", "ge-III": "2116", "ge-XIV": "2116", "ge-9": "0806"}
    s = given(place=place, steps={"ge-6": 3, "ge-III": 1}, axis_towns=UKRAINE)
    s.where[unit(s, "gar-18")] = POOL
    allowed = {}
    for army, panzer in ((0, 0), (1, 0), (0, 1), (1, 1)):
        ask = Replacements(army, panzer, 0)
        s.agenda = (ask,)
        listed = ask.legal(s, "axis")
        fit = [a for a in ask.candidates(s, "axis") if not refusal(s, "axis", a)]
        assert sorted(map(repr, listed)) == sorted(map(repr, fit))
        allowed[army, panzer] = [a for a in listed if isinstance(a, (Restore, Revive))]
    one, pz, dead = Restore(unit(s, "ge-6")), Restore(unit(s, "ge-III")), Revive(unit(s, "gar-18"))
    assert allowed == {(0, 0): [], (1, 0): [one, dead], (0, 1): [pz], (1, 1): [one, pz, dead]}
    assert no(s, Restore(unit(s, "su-5"))) == "5.1.6"  # a Soviet army in the pool
    assert no(s, PickUp(unit(s, "ge-6"))) == "13.3.4"
    assert no(s, PickUp(unit(s, "gar-17"))) == "13.3.4"  # its army is gone
    assert no(s, Revive(unit(s, "ge-17"))) == "13.3.3b"  # no garrison
    do(s, pz)
    frame = pending(s)
    assert isinstance(frame, Replacements) and (frame.army, frame.panzer) == (1, 0)
    do(s, dead)
    assert s.where[unit(s, "gar-18")] == RESERVE
    assert not s.agenda or no(s, one) == "5.1.3"  # the Army step is spent


@pytest.mark.rule("5.1.3")
@pytest.mark.rule("5.1.4")
def test_5_1_3_replacements_begin_with_no_garrison_touched() -> None:
    assert AxisReplacements().run(given(turn=2)) == (ReplacementRound(1, 1, 0),)


@pytest.mark.rule("5.2.4")
@pytest.mark.rule("5.2.5")
def test_5_2_4_zhukov_and_the_t34_come_on_their_turns_of_entry() -> None:
    markers = WORLD.markers
    for turn in range(1, 12):
        s = given(turn=turn)
        s.zhukov = "away"
        clear_turn(s)
        assert s.zhukov == ("cup" if turn >= markers["zhukov_turn"] else "away")
        assert s.t34 == int(turn >= markers["t34_turn"])


def with_pack(tables: dict[str, Any] | None = None, units: dict[str, Any] | None = None) -> dict[str, Any]:
    """The tests' figures with more laid over them."""
    return {"tables": {**PACK["tables"], **(tables or {})}, "units": {**PACK["units"], **(units or {})}}


@pytest.mark.rule("5.2.1a")
@pytest.mark.rule("5.2.2")
def test_5_2_2_a_unit_without_a_code_is_bound_to_no_front() -> None:
    pack = with_pack(units={"soviet_armies": {"unit": [{"id": "su-51", "code": ""}]}})
    s = given(place={"su-5": "2816"}, pack=pack)
    s.agenda = (PlaceUnit(unit(s, "su-51")),)
    plain = s.world.ussr & ~s.world.towns
    for area in s.world.areas:
        assert no(s, Place(next(bits(plain & area)))) == "5.2.1a"


@pytest.mark.rule("5.3.2")
@pytest.mark.rule("13.1.2b")
@pytest.mark.rule("12.4")
def test_5_3_2_no_mobile_assault_into_the_off_map_zone() -> None:
    w = WORLD
    here, there = next(
        (i, j)
        for i in bits(w.areas[2] & w.assault_out & ~w.off_map)
        for j in bits(w.adjacent[i] & w.off_map & w.areas[2])
    )
    place = {"ge-III": w.label(here), "su-5": w.label(there)}
    s = field(place, order="blitz", axis_towns=("Kharkov", "Poltava"))
    do(s, pick(s, "ge-III"))
    assert no(s, overrun(s, w.label(there))) == "5.3.2"
    s = field({"ge-III": "2115", "su-5": "2216"}, order="assault")
    do(s, pick(s, "ge-III"))
    assert no(s, overrun(s, "2216")) == "12.4"


@pytest.mark.rule("5.2.1a")
def test_5_2_1a_four_hexes_from_a_unit_and_not_five() -> None:
    w = WORLD
    cities = list(w.automatic.values())
    for n in (4, 5):
        towns = w.towns & w.ussr & w.areas[2] & ~w.off_map
        start, town = next(
            (i, j)
            for i in bits(w.enterable & w.ussr & ~w.towns)
            for j in bits(towns)
            if w.grid.distance(i, j) == n and min(w.grid.distance(j, c) for c in cities) > 5
            if w.grid.dilate(1 << i, 3) & w.towns & w.ussr & ~(1 << j)
        )
        s = given(place={"su-5": w.label(start)}, soviet_towns=(w.label(town),))
        s.axis_towns |= w.towns & ~(1 << town)  # nowhere else to go but near the unit
        beside = next(j for j in bits(w.grid.dilate(1 << start, 3) & w.towns & w.ussr & ~(1 << town)))
        s.axis_towns &= ~(1 << beside)
        open_hexes = soviet_entry(s, unit(s, "su-6"), -1)
        assert open_hexes >> beside & 1 and bool(open_hexes >> town & 1) == (n == 4)


@pytest.mark.rule("5.2.1b")
@pytest.mark.rule("5.2.1a")
def test_5_2_1b_four_hexes_from_a_great_city_and_not_five() -> None:
    w = WORLD
    moscow = w.automatic["moscow"]
    s = given(place={"su-5": "2816"})
    s.axis_towns |= w.towns  # the Axis has every town, Moscow too, but nobody stands in them
    near, far = (next(i for i in bits(w.towns & w.ussr) if w.grid.distance(i, moscow) == n) for n in (4, 5))
    s.axis_towns &= ~(1 << near | 1 << far)
    open_hexes = soviet_entry(s, unit(s, "su-6"), -1)
    assert open_hexes >> moscow & 1 and open_hexes >> near & 1 and not open_hexes >> far & 1


@pytest.mark.rule("5.1.1")
@pytest.mark.rule("5.2.1a")
@pytest.mark.rule("5.2.2")
@pytest.mark.rule("5.2.3")
def test_5_2_3_the_off_map_zone_is_for_soviets_while_there_is_room() -> None:
    w = WORLD
    zone_hex = next(bits(w.off_map & w.areas[0]))
    label = w.label(zone_hex)
    s = given(place={"su-5": label, "su-6": label})
    for name, case in (("su-51", ""), ("ge-2", "5.1.1")):  # su-51 belongs to another Front
        s.agenda = (PlaceUnit(unit(s, name)),)
        assert no(s, Place(zone_hex)) == case
    s = given(place={"su-5": label, "su-6": label, "su-26": label})
    s.agenda = (PlaceUnit(unit(s, "su-51")),)
    assert no(s, Place(zone_hex)) == "8.1.1" and no(s, Place(-1)) == "5.2.1a"
    s.agenda = (PlaceUnit(unit(s, "ge-2")),)
    assert no(s, Place(-1)) == "5.1.1"
