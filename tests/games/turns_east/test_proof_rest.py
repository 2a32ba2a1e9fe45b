"""What the tests by chapter leave open: each rule here would not be missed by any other test."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.actions import Buy, Place, Revive, Stop, Take
from hexfront.games.turns_east.commands import closed_to, movement_factor
from hexfront.games.turns_east.data import ASSAULT, AXIS, BLITZ, HOLD, SOVIET, WITHDRAW
from hexfront.games.turns_east.events import UnitAdvanced
from hexfront.games.turns_east.going import is_bound
from hexfront.games.turns_east.losses import Fate, lose_unit
from hexfront.games.turns_east.movement import Moving
from hexfront.games.turns_east.orders import Purchase, affordable
from hexfront.games.turns_east.reinforcement import Partisans, PlaceUnit, Replacements, soviet_entry
from hexfront.games.turns_east.retreat import AdvanceRound
from hexfront.games.turns_east.sequence import clear_turn
from hexfront.games.turns_east.special import PartisanFront, begin_invasion, partisan_hexes
from hexfront.games.turns_east.state import POOL, RESERVE, EastState, arrive, pool_armies, take_town
from hexfront.games.turns_east.strength import is_mobile_defense, odds, surrounded
from hexfront.games.turns_east.zones import zone
from hexfront.hexes import bits
from hexfront.kernel import OBSERVER, legal, pending, settle
from hexfront.wargame import put

from .helpers import PACK, WORLD, advance, do, field, given, hexof, no, overrun, pick, step, take, unit

SNOW = 7


def with_pack(tables: dict[str, Any] | None = None, units: dict[str, Any] | None = None) -> dict[str, Any]:
    """The tests' figures with more laid over them."""
    return {"tables": {**PACK["tables"], **(tables or {})}, "units": {**PACK["units"], **(units or {})}}


@pytest.mark.rule("2.2.1k")
@pytest.mark.rule("5.2.6")
@pytest.mark.rule("5.2.1d")
@pytest.mark.rule("12.3.5b")
def test_2_2_1k_an_army_marked_n_never_comes_back_and_needs_no_roll() -> None:
    pack = with_pack(units={"soviet_armies": {"unit": [{"id": "su-5", "rebuild": "n"}]}})
    s = given(place={"su-5": "2216", "su-6": "2316"}, pack=pack)
    assert lose_unit(s, unit(s, "su-5"), "12.2.2", cut=True) == ()
    assert lose_unit(s, unit(s, "su-6"), "12.2.2", cut=True) == (Fate(unit(s, "su-6"), 4),)
    assert unit(s, "su-5") not in pool_armies(s) and unit(s, "su-6") in pool_armies(s)


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


@pytest.mark.rule("12.3.5b")
@pytest.mark.seam("9.2", "12")
def test_12_3_5b_only_units_without_a_line_are_noted_as_surrounded() -> None:
    towns: dict[str, Any] = {"axis_towns": ("Kharkov", "Poltava"), "soviet_towns": ("2214",)}
    s = field({"ge-III": "2115", "su-5": "2216"}, stage="attack", **towns)
    three, five = unit(s, "ge-III"), unit(s, "su-5")
    assert surrounded(s, (three, five)) == 0
    ring = {"ge-6": "2315", "ge-17": "2316", "ge-11": "2217", "ge-XIV": "2215", "ge-XLVIII": "2116"}
    s = field({"ge-III": "2115", "su-5": "2216", **ring}, stage="attack", **towns)
    assert surrounded(s, (three, five)) == 1 << five


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


@pytest.mark.rule("7.2.4c")
@pytest.mark.rule("13.4.5")
def test_7_2_4c_mobile_defense_goes_by_the_order_of_the_corps_itself() -> None:
    s = field({"ge-III": "2115"}, order="assault", turn=SNOW)
    three = unit(s, "ge-III")
    assert not is_mobile_defense(s, three)
    s.special[three] = (BLITZ, 2)
    assert is_mobile_defense(s, three)
    s.box[2], s.special[three] = BLITZ, (HOLD, 2)
    assert not is_mobile_defense(s, three)
    del s.special[three]
    assert is_mobile_defense(s, three)


@pytest.mark.rule("7.2.1a")
@pytest.mark.rule("7.2.2a")
@pytest.mark.rule("7.2.3a")
@pytest.mark.rule("7.2.4a")
@pytest.mark.rule("7.2.4c")
def test_7_2_every_order_gives_its_movement_factors_and_snow_changes_only_blitz() -> None:
    s = given()
    army, corps = unit(s, "ge-6"), unit(s, "ge-III")
    for weather in ("Fair", "Light Mud", "Mud", "Frost", "Snow"):
        factors = {
            order: [movement_factor(s.world, u, order, weather) for u in (army, corps)]
            for order in (HOLD, WITHDRAW, ASSAULT, BLITZ)
        }
        fast = 6 if weather == "Snow" else 8
        assert factors == {HOLD: [4, 6], WITHDRAW: [5, 7], ASSAULT: [4, 6], BLITZ: [4, fast]}, weather


@pytest.mark.rule("13.1.1a")
@pytest.mark.rule("13.1.1b")
@pytest.mark.rule("13.1.2a")
@pytest.mark.rule("13.1.2b")
@pytest.mark.rule("13.1.2c")
@pytest.mark.seam("11", "13.1")
def test_13_1_who_may_enter_what() -> None:
    s = given()
    w = s.world
    german, romanian, soviet = (unit(s, name) for name in ("ge-6", "ro-3", "su-5"))
    lands = {
        "hungary": w.hungary,
        "romania": w.romania & w.areas[3],
        "north": w.areas[0] & w.ussr,
        "center": w.areas[1] & w.ussr,
        "south": w.areas[2] & w.ussr & ~w.hungary,
        "antonescu": w.areas[3] & w.ussr & ~w.romania,
    }

    def barred(u: int, turn: int, here: str) -> dict[str, str]:
        s.turn = turn
        found = {}
        start = next(bits(lands[here]))
        for name, hexes in lands.items():
            cases = {getattr(closed_to(s, u, start, i), "rule", "") for i in bits(hexes & w.enterable)}
            assert len(cases) == 1, (name, cases)
            if cases != {""}:
                found[name] = cases.pop()
        return found

    assert barred(german, 1, "south") == {"hungary": "13.1.1a", "romania": "13.1.2b"}
    away = dict.fromkeys(("north", "center", "south", "antonescu"), "13.1.2b")
    assert barred(german, 1, "romania") == {"hungary": "13.1.1a", **away}
    assert barred(german, 2, "south") == barred(german, 2, "romania") == {}
    assert barred(romanian, 2, "south") == {"hungary": "13.1.1b", "north": "13.1.2a", "center": "13.1.2a"}
    assert barred(soviet, 2, "south") == {"hungary": "13.1.1b", "romania": "13.1.2c"}


@pytest.mark.rule("9.1.2")
@pytest.mark.rule("9.0")
def test_9_1_2_on_turn_1_only_soviet_zones_end_at_the_border() -> None:
    west = WORLD.west_of_border
    here = next(i for i in bits(WORLD.enterable & WORLD.ussr & WORLD.areas[1]) if WORLD.adjacent[i] & west)
    for turn in (1, 2):
        s = given(turn=turn, place={"ge-6": WORLD.label(here)})
        assert zone(s, AXIS) & west
        s = given(turn=turn, place={"su-5": WORLD.label(here)})
        assert bool(zone(s, SOVIET) & west) == (turn == 2)


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


@pytest.mark.rule("13.7.2a")
@pytest.mark.rule("13.7.2b")
def test_13_7_2b_an_attempt_counts_for_the_turn_and_for_the_game() -> None:
    s = given(place={"su-9": "1118"})
    begin_invasion(s, unit(s, "su-9"), hexof(s, "1321"))
    assert (s.invaded, s.invasions) == (1, 1)


@pytest.mark.rule("9.3a")
def test_9_3a_a_unit_that_enters_a_town_of_its_own_side_changes_nothing() -> None:
    s = given(place={"su-5": "2816"}, axis_towns=("Kharkov",))
    kharkov, moscow = s.world.board.hex("Kharkov"), s.world.board.hex("Moscow")
    before = s.axis_towns
    arrive(s, unit(s, "ge-6"), kharkov)
    arrive(s, unit(s, "su-6"), moscow)
    assert s.axis_towns == before and not s.out


@pytest.mark.rule("5.2.8b")
def test_5_2_8b_a_soviet_capture_feeds_no_replacements() -> None:
    s = given(axis_towns=("Minsk",))
    minsk = s.world.board.hex("Minsk")
    s.captured = 0
    before = list(s.where)
    take_town(s, SOVIET, minsk)
    assert not s.axis_towns >> minsk & 1 and s.captured == 0 and s.where == before
    take_town(s, AXIS, minsk)
    assert s.captured == 1 << minsk and s.where != before


@pytest.mark.rule("7.1.4")
def test_7_1_4_no_more_orders_of_a_kind_than_there_are_markers() -> None:
    markers = {"markers": {**WORLD.markers, "order_markers": 3}, "command": {"soviet": [5] * 9}}
    s = given(turn=1, points=[16, 16], agenda=(Purchase(),), pack=with_pack(markers))
    frame = pending(s)
    assert isinstance(frame, Purchase)
    refused = frame.violation(s, "axis", Buy(4, 0, 0, 0))
    assert refused is not None and refused.rule == "7.1.4"
    assert frame.violation(s, "axis", Buy(3, 1, 0, 0)) is None
    assert Buy(4, 0, 0, 0) not in legal(s, "axis") and Buy(3, 1, 0, 0) in legal(s, "axis")
    assert Buy(4, 0, 0, 0) in affordable(WORLD, AXIS, 16)


@pytest.mark.rule("5.2.1a")
@pytest.mark.rule("5.2.2")
def test_5_2_2_a_unit_without_a_code_is_bound_to_no_front() -> None:
    pack = with_pack(units={"soviet_armies": {"unit": [{"id": "su-51", "code": ""}]}})
    s = given(place={"su-5": "2816"}, pack=pack)
    s.agenda = (PlaceUnit(unit(s, "su-51")),)
    plain = s.world.ussr & ~s.world.towns
    for area in s.world.areas:
        assert no(s, Place(next(bits(plain & area)))) == "5.2.1a"


@pytest.mark.rule("13.6.1a")
@pytest.mark.rule("13.6.3")
def test_13_6_1_without_a_free_hex_in_their_first_front_the_partisans_wait() -> None:
    s = given(turn=7)
    w = s.world
    others = list(bits(w.soviet_armies | w.mechs))
    wild = list(bits(partisan_hexes(s, 0)))
    for u, i in zip(others, wild, strict=False):
        s.steps[u] = 1
        put(s, u, i)
    open_hexes = partisan_hexes(s, 0)
    for u, i in zip(bits(w.armies | w.panzers), bits(open_hexes), strict=False):
        s.steps[u] = 1
        put(s, u, i)
    assert not partisan_hexes(s, 0)
    s.agenda = (Partisans(),)
    settle(s)
    assert pending(s) is None
    s.turn = 8
    s.agenda = (Partisans(),)
    settle(s)
    assert isinstance(pending(s), PartisanFront)


def _pocket(order: str) -> EastState:
    """Two armies that cannot go anywhere: enemies stand all around."""
    ring = zip(("ge-6", "ge-17", "ge-11", "ge-18", "ge-16", "ge-9"), _around("2216"), strict=True)
    return field({"su-5": "2216", "su-6": "2216", **dict(ring)}, "soviet", order)


def _around(label: str) -> list[str]:
    return [WORLD.label(j) for j in WORLD.grid.neighbours(WORLD.board.index(label))]


@pytest.mark.rule("11.1.6")
@pytest.mark.rule("12.4.9a")
def test_11_1_6_units_that_stay_where_they_are_can_still_be_stacked() -> None:
    s = _pocket("withdraw")
    do(s, pick(s, "su-5"))
    assert no(s, take(s, "su-6")) == ""
    do(s, take(s, "su-6"))


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


@pytest.mark.rule("12.3.6")
@pytest.mark.rule("12.3.7")
def test_12_3_7_the_report_of_an_advance_names_its_case() -> None:
    s = field({"ge-III": "2115"}, stage="attack")
    s.trail = 1 << hexof(s, "2316")
    s.agenda = (AdvanceRound(AXIS, hexof(s, "2216"), (unit(s, "ge-III"),)),)
    settle(s)
    rules = []
    for there in ("2216", "2316"):
        rules += [e.rule for e in do(s, advance(s, "ge-III", there)) if isinstance(e, UnitAdvanced)]
    assert rules == ["12.3.6", "12.3.7"]


@pytest.mark.rule("2.2.1j")
@pytest.mark.rule("2.2.1d")
def test_2_2_1_romanian_counters_show_their_nation() -> None:
    s = given(place={"ge-6": "1915", "ro-3": "1715"})
    nations = {p.id: p.nation for p in GAME.view(s, OBSERVER).pieces if p.id in ("ge-6", "ro-3")}
    assert nations == {"ge-6": "", "ro-3": "romanian"}


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


@pytest.mark.rule("7.2.1b")
def test_7_2_1b_a_stack_that_has_strayed_stays_astray_whatever_it_does_next() -> None:
    s = field({"ge-III": "2116"}, order="hold", axis_towns=("Kharkov", "Poltava", "Belgorod"))
    do(s, pick(s, "ge-III"))
    for label in ("2016", "2116"):  # to the west, and back along a black arrow
        do(s, step(s, label))
        frame = pending(s)
        assert isinstance(frame, Moving) and frame.strayed
        assert frame.going(s).strays(1, True) and not frame.going(s).strays(1, False)
    assert no(s, Stop()) == "7.2.1b"
    s = field({"ge-III": "2116"}, order="assault")
    do(s, pick(s, "ge-III"))
    do(s, step(s, "2016"))
    frame = pending(s)
    assert isinstance(frame, Moving) and not frame.strayed


@pytest.mark.rule("7.2.1b")
def test_7_2_1b_a_leader_binds_nobody_to_the_compass() -> None:
    s = field({"ge-III": "2116", "kleist": "2116"}, order="hold")
    units = (unit(s, "ge-III"), unit(s, "kleist"))
    assert is_bound(s, 2, units)
    s.short[units[0]] = 2
    assert not is_bound(s, 2, units)
    s.short = {}
    s.special = dict.fromkeys(units, (ASSAULT, 2))
    assert not is_bound(s, 2, units)


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


@pytest.mark.rule("13.3.3b")
def test_13_3_3b_only_eliminated_garrisons_are_brought_back() -> None:
    s = given(place={"ge-6": "1915", "gar-6": "1915", "ge-17": "2016"})
    s.where[unit(s, "gar-17")] = RESERVE
    s.where[unit(s, "gar-11")] = POOL
    s.agenda = (Replacements(1, 0, 0),)
    cases = {name: no(s, Revive(unit(s, name))) for name in ("gar-6", "gar-17", "gar-11")}
    assert cases == {"gar-6": "13.3.3b", "gar-17": "13.3.3b", "gar-11": ""}
