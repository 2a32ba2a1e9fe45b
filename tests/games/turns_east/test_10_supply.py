"""Chapter 10: supply and attrition."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from hexfront.games.turns_east.actions import EndMovement
from hexfront.games.turns_east.activation import Activation
from hexfront.games.turns_east.commands import movement_points
from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.state import EastState
from hexfront.games.turns_east.strength import odds, supplied_factor
from hexfront.games.turns_east.supply import (
    FAR,
    SupplyNet,
    is_cut_off,
    lines_of,
    needs_no_supply,
    supply_range,
)
from hexfront.hexes import bits
from hexfront.kernel import settle

from .helpers import (
    FAIR,
    FROST,
    LIGHT_MUD,
    MUD,
    SNOW,
    SOUTHERN,
    UKRAINE,
    WORLD,
    do,
    field,
    given,
    hexof,
    pick,
    step,
    targets,
    unit,
    walk,
)


def shortage(name: str, at: str, side: int, **more: Any) -> int:
    s = given(place={name: at, **more.pop("place", {})}, **more)
    return SupplyNet(s, side).shortage(unit(s, name))


@pytest.mark.rule("10.0")
def test_10_0_supply_is_found_by_tracing_alone() -> None:
    assert not any("supply" in counter.kind for counter in WORLD.units)
    assert shortage("ge-6", "2016", AXIS, axis_towns=("Kharkov",)) == 0
    assert shortage("ge-6", "2016", AXIS) > 0


@pytest.mark.rule("10.1.1")
@pytest.mark.seam("10.1", "11")
def test_10_1_1_checked_before_movement_for_all_active_units() -> None:
    s = field({"ge-III": "2216", "ge-6": "2016"}, order="assault", axis_towns=("Kharkov",))
    assert s.allowance == {unit(s, "ge-III"): 6, unit(s, "ge-6"): 4} and not s.short
    # Kharkov falls out of the net during the move of another: the allowance found before stands
    s.axis_towns = WORLD.towns & WORLD.west_of_border
    do(s, pick(s, "ge-III"))
    for label in ("2316", "2416", "2516", "2616", "2617"):
        do(s, step(s, label))
    assert s.allowance[unit(s, "ge-III")] == 6


@pytest.mark.rule("10.1.1")
@pytest.mark.rule("10.1-i1")
def test_10_1_1_and_again_at_the_instant_of_combat() -> None:
    s = field(
        {"ge-III": "2016", "su-5": "2616"}, order="blitz", axis_towns=("Kharkov",), soviet_towns=("2214",)
    )
    assert not s.short
    walk(s, "ge-III", "2116", "2216", "2316", "2416", "2515")
    lacking = SupplyNet(s, AXIS).shortage(unit(s, "ge-III"))
    assert lacking > 0
    o = odds(s, AXIS, (unit(s, "ge-III"),), hexof(s, "2616"), False, False, False)
    assert o.attack == max(1, 6 - lacking)
    # the defender is checked as well
    far = field(
        {"ge-III": "2616", "su-5": "2517"}, "soviet", "assault", stage="attack", axis_towns=("Kharkov",)
    )
    o = odds(far, SOVIET, (unit(far, "su-5"),), hexof(far, "2616"), False, False, False)
    assert o.defence < 6


@pytest.mark.rule("10.1.2")
@pytest.mark.rule("10.2.1b")
def test_10_1_2_four_hexes_between_unit_and_town() -> None:
    # Kharkov 1915 to 2416: five steps, four hexes between
    assert WORLD.grid.distance(WORLD.board.hex("Kharkov"), WORLD.board.index("2416")) == 5
    assert shortage("ge-6", "2416", AXIS, axis_towns=("Kharkov",)) == 0
    assert shortage("ge-6", "2516", AXIS, axis_towns=("Kharkov",)) == 1
    assert shortage("ge-6", "1915", AXIS, axis_towns=("Kharkov",)) == 0
    assert shortage("su-5", "1716", SOVIET, axis_towns=UKRAINE) == 0  # Voronezh 2214 is five steps off
    assert shortage("su-5", "1515", SOVIET, axis_towns=UKRAINE) == 1


@pytest.mark.rule("10.1.2")
@pytest.mark.seam("9.1", "10.1")
def test_10_1_2_the_town_must_be_friendly_and_have_an_loc_and_the_way_be_open() -> None:
    assert shortage("ge-6", "2016", AXIS) > 0  # Kharkov is Soviet
    pocket = {"su-5": "1514", "su-6": "1517", "su-26": "1511"}
    assert shortage("ge-6", "2016", AXIS, axis_towns=("Kharkov",), place=pocket) > 0  # Kharkov has no LOC
    detour = {"su-5": "2115", "su-6": "2117"}
    straight = shortage("ge-6", "2416", AXIS, axis_towns=("Kharkov",))
    assert shortage("ge-6", "2416", AXIS, axis_towns=("Kharkov",), place=detour) > straight


@pytest.mark.rule("10.1.3")
@pytest.mark.seam("7.6", "10.1")
def test_10_1_3_the_town_must_lie_in_the_units_own_command() -> None:
    # Kiev (South) is near, but the unit stands in Center's area, far from Center's towns
    assert shortage("ge-9", "1511", AXIS, axis_towns=("Kiev", "Zhitomir")) > 0
    assert shortage("ge-9", "1511", AXIS, axis_towns=("Gomel",)) == 0


@pytest.mark.rule("10.1.4")
def test_10_1_4_crosses_and_stars() -> None:
    # Moscow and Voronezh carry a star only
    assert (
        not WORLD.axis_supply >> WORLD.board.hex("Moscow") & 1
        and WORLD.soviet_supply >> WORLD.board.hex("Moscow") & 1
    )
    assert shortage("ge-6", "2215", AXIS, axis_towns=("Voronezh",)) > 0
    assert shortage("su-5", "2215", SOVIET, axis_towns=UKRAINE) == 0
    both = WORLD.axis_supply & WORLD.soviet_supply
    assert both >> WORLD.board.hex("Kharkov") & 1
    warsaw = 1 << WORLD.board.hex("Warsaw")
    assert WORLD.axis_supply & warsaw and not WORLD.soviet_supply & warsaw
    assert (
        shortage(
            "su-13",
            "0906",
            SOVIET,
            soviet_towns=("Warsaw",),
            axis_towns=tuple(WORLD.board.labels(WORLD.towns & WORLD.areas[1] & WORLD.ussr)),
        )
        > 0
    )


@pytest.mark.rule("10.1.5")
def test_10_1_5_one_point_and_one_factor_for_each_hex_beyond_four() -> None:
    for at, lacking in (("2416", 0), ("2516", 1), ("2616", 2)):
        s = field({"ge-III": at}, order="assault", axis_towns=("Kharkov",))
        u = unit(s, "ge-III")
        assert s.short.get(u, 0) == lacking
        assert s.allowance[u] == 6 - lacking
        assert supplied_factor(s, SupplyNet(s, AXIS), u) == (6 - lacking, lacking)
    two = shortage("ge-6", "2616", AXIS, axis_towns=("Kharkov", "1618"))
    assert two == 2  # the closest town counts


def surrounded(**more: Any) -> EastState:
    """A corps at 2216, cut off by two Soviet armies; Kharkov is three hexes away as the crow flies."""
    ring = {"su-5": "2114", "su-6": "2317", "su-26": "2117", "su-12": "2314"}
    return given(place={"ge-XL": "2216", **ring}, axis_towns=("Kharkov",), **more)


@pytest.mark.rule("10.1.6")
def test_10_1_6_surrounded_units_count_the_straight_way() -> None:
    s = surrounded()
    u = unit(s, "ge-XL")
    net = SupplyNet(s, AXIS)
    assert is_cut_off(s, net, u)
    assert WORLD.grid.distance(hexof(s, "2216"), hexof(s, "1915")) == 3
    assert net.shortage(u) == 3
    assert supplied_factor(s, net, u) == (5 - 3, 3)
    active = surrounded(orders={"axis-2": "assault"}, active="axis-2")
    assert active.allowance[u] == 6 - 3


@pytest.mark.rule("10.1.7")
def test_10_1_7_never_below_one_factor_and_two_points() -> None:
    s = given(
        place={"ge-6": "2716", "ge-III": "2717"},
        orders={"axis-2": "assault"},
        active="axis-2",
        steps={"ge-6": 1},
    )
    for name in ("ge-6", "ge-III"):
        u = unit(s, name)
        assert s.short[u] >= 6
        assert s.allowance[u] == 2
        assert supplied_factor(s, SupplyNet(s, AXIS), u)[0] == 1


@pytest.mark.rule("10.1.8a")
def test_10_1_8a_the_axis_range_shrinks_with_the_weather() -> None:
    ranges = {turn: supply_range(given(turn=turn), AXIS) for turn in (FAIR, LIGHT_MUD, MUD, FROST, SNOW)}
    assert ranges == {FAIR: 4, LIGHT_MUD: 3, MUD: 2, FROST: 4, SNOW: 2}
    assert {supply_range(given(turn=turn), SOVIET) for turn in ranges} == {4}
    assert shortage("ge-6", "2416", AXIS, axis_towns=("Kharkov",), turn=SNOW) == 2


@pytest.mark.rule("10.1.8b")
def test_10_1_8b_west_of_the_border_the_axis_is_always_in_supply() -> None:
    wall = {"su-5": "0708", "su-6": "0710"}
    s = given(place={"ge-6": "0809", **wall}, soviet_towns=("0708", "0707", "0409"))
    u = unit(s, "ge-6")
    assert needs_no_supply(s, u) and SupplyNet(s, AXIS).shortage(u) == 0
    assert shortage("su-5", "0809", SOVIET, axis_towns=UKRAINE) > 0


@pytest.mark.rule("10.1.8c")
@pytest.mark.seam("10.1", "13.3")
def test_10_1_8c_garrisons_need_no_supply() -> None:
    s = given(place={"gar-6": "2214", "ge-6": "2215"}, turn=SNOW)
    net = SupplyNet(s, AXIS)
    assert net.shortage(unit(s, "gar-6")) == 0 < net.shortage(unit(s, "ge-6"))


@pytest.mark.rule("10.1.9a")
def test_10_1_9a_soviets_in_the_off_map_zone_are_in_supply() -> None:
    everything = tuple(WORLD.board.labels(WORLD.towns & WORLD.ussr))
    assert shortage("su-5", "2816", SOVIET, axis_towns=everything) == 0
    assert shortage("su-5", "2716", SOVIET, axis_towns=everything) > 0


@pytest.mark.rule("10.1.9b")
@pytest.mark.rule("13.2a")
@pytest.mark.seam("10.1", "13.2")
@pytest.mark.seam("10.1", "13.6")
def test_10_1_9b_some_soviets_are_always_in_supply() -> None:
    everything = tuple(WORLD.board.labels(WORLD.towns & WORLD.ussr))
    assert shortage("su-gcav", "2016", SOVIET, axis_towns=everything) == 0
    assert shortage("su-partisan", "1208", SOVIET, axis_towns=everything) == 0
    assert shortage("su-ic", "1422", SOVIET, axis_towns=everything) == 0  # a Black Sea coast hex
    assert shortage("su-ic", "1420", SOVIET, axis_towns=everything) > 0  # inland
    assert shortage("su-9", "1422", SOVIET, axis_towns=everything) > 0


@pytest.mark.rule("10.1.10")
@pytest.mark.seam("10.1", "13.7")
def test_10_1_10_ports_trace_over_the_sea() -> None:
    ring = {"ge-11": "1319", "ge-XL": "1420"}
    s = given(place={"su-51": "1321", **ring})
    assert (
        SupplyNet(s, SOVIET).has_loc(unit(s, "su-51"))
        and SupplyNet(s, SOVIET).shortage(unit(s, "su-51")) == 0
    )
    # a line on land from the port counts
    s = given(place={"su-51": "1421", **ring})
    assert SupplyNet(s, SOVIET).has_loc(unit(s, "su-51"))
    # without another port in Soviet hands there is none
    others = ("1118", "1521", "1622", "1823", "1924")
    s = given(place={"su-51": "1321", **ring}, axis_towns=others)
    assert not SupplyNet(s, SOVIET).has_loc(unit(s, "su-51"))
    # nor with one that has no LOC itself
    cut = {"ge-6": "1922", "ge-17": "1822", "ge-III": "1923"}
    s = given(place={"su-51": "1321", **ring, **cut}, axis_towns=("1118", "1521", "1622", "1924"))
    assert not SupplyNet(s, SOVIET).has_loc(unit(s, "su-51"))
    # nor for the Axis
    s = given(place={"ge-17": "1321", "su-9": "1319", "su-18": "1420"}, axis_towns=("Odessa",))
    assert not SupplyNet(s, AXIS).has_loc(unit(s, "ge-17"))


@pytest.mark.rule("10.1.11a")
def test_10_1_11a_leningrad_by_the_lake() -> None:
    ring = {"ge-18": "2002", "ge-XLI": "1902", "ge-LVI": "2101"}
    s = given(place={"su-23": "2001", **ring})
    assert WORLD.grid.around(1 << hexof(s, "2101")) >> hexof(s, "2100") & 1  # the lake hex is next to Germans
    assert SupplyNet(s, SOVIET).has_loc(unit(s, "su-23"))
    assert not lines_of(s, SOVIET, 0, lake=False).loc >> hexof(s, "2001") & 1
    assert not lines_of(s, AXIS, 0).loc & WORLD.lake_supply  # it is no road for the Axis


@pytest.mark.rule("10.1.11b")
def test_10_1_11b_the_axis_supplies_leningrad_from_finland() -> None:
    ring = {"su-8": "2002", "su-27": "1902", "su-42": "2101"}
    s = given(place={"ge-18": "2001", **ring})
    u = unit(s, "ge-18")
    assert SupplyNet(s, AXIS).has_loc(u) and SupplyNet(s, AXIS).shortage(u) == 0
    shut = given(place={"ge-18": "2001", **ring, "su-55": "1900"})
    assert not SupplyNet(shut, AXIS).has_loc(u)
    # and Leningrad alone
    s = given(
        place={"ge-18": "2002", "su-8": "2003", "su-27": "1903", "su-42": "2102", "su-54": "1801"},
        axis_towns=("Leningrad",),
    )
    assert lines_of(s, AXIS, 0).loc >> hexof(s, "2001") & 1


# --- 10.2


def are_cut_off(s: EastState, *names: str) -> bool:
    nets = (SupplyNet(s, AXIS), SupplyNet(s, SOVIET))
    return all(is_cut_off(s, nets[s.world.side[unit(s, name)]], unit(s, name)) for name in names)


# --- where chapters meet


@pytest.mark.rule("10.1.6")
@pytest.mark.seam("10.1", "13.7")
def test_10_1_6_the_direct_line_of_a_surrounded_unit_keeps_to_the_land() -> None:
    # 9 Army in Kerch is cut off; to Krasnodar it is four hexes over the strait, but no line goes there
    ports = ("1118", "1321", "1521", "1622", "1823", "1924")
    towns = tuple(label for label in ports if label != "1622")
    place = {"su-9": "1622", "ge-11": "1421"}
    s = given(place=place, axis_towns=towns)
    assert are_cut_off(s, "su-9")
    lines = SupplyNet(s, SOVIET).of(unit(s, "su-9"))
    nearest = min(WORLD.grid.distance(hexof(s, "1622"), t) for t in bits(lines.towns))
    walked = shortage("su-9", "1622", SOVIET, place={"ge-11": "1421"}, axis_towns=towns)
    assert (nearest, walked) == (3, 5)
    # enemies and their zones are no obstacle
    wall = {"ge-11": "1421", "ge-17": "1420", "ge-III": "1520"}
    assert shortage("su-9", "1622", SOVIET, place=wall, axis_towns=towns) == walked


@pytest.mark.rule("10.1.10")
@pytest.mark.seam("9.3", "10.1")
@pytest.mark.seam("9.2", "9.3")
def test_10_1_10_an_empty_port_in_axis_hands_relays_no_sea_supply() -> None:
    # Sevastopol lives by Novorossiysk or Tuapse; with the Axis in control of both, empty as they are, it does not
    place = {"su-51": "1321", "ge-11": "1420", "ge-17": "1320"}
    s = given(place=place, axis_towns=("1118", "1521", "1622"))
    assert not are_cut_off(s, "su-51")
    s = given(place=place, axis_towns=("1118", "1521", "1622", "1823", "1924"))
    assert are_cut_off(s, "su-51")
    # nor does such a port take it in: 51 Army in the Yaila lives by Feodosiya while that is Soviet
    place = {"su-51": "1422", "ge-11": "1420"}
    held = ("1118", "1321", "1421", "1622")
    assert not are_cut_off(given(place=place, axis_towns=held), "su-51")
    assert are_cut_off(given(place=place, axis_towns=(*held, "1521")), "su-51")


@pytest.mark.rule("10.1.7")
@pytest.mark.rule("11.1.9a")
@pytest.mark.seam("6", "10.1")
def test_10_1_7_light_mud_does_not_go_below_the_floor() -> None:
    # 6th Army far out in September: 4 points, less one for the mud, less its shortage, but never under 2
    s = field({"ge-6": "2416"}, order="assault", turn=LIGHT_MUD, axis_towns=("1715",))
    assert s.short[unit(s, "ge-6")] >= 2 and s.allowance[unit(s, "ge-6")] == 2
    s = field({"ge-6": "2016"}, order="assault", turn=LIGHT_MUD, axis_towns=("Kharkov",))
    assert unit(s, "ge-6") not in s.short and s.allowance[unit(s, "ge-6")] == 3


@pytest.mark.rule("10.1.11b")
@pytest.mark.seam("9.2", "10.1")
def test_10_1_11b_who_is_in_supply_through_finland_is_not_cut_off() -> None:
    # a Soviet wall across the Baltic states: the only line of the Axis at Leningrad comes through Finland
    wall = {
        "su-8": "1402",
        "su-11": "1404",
        "su-27": "1406",
        "su-34": "1408",
        "su-42": "1410",
        "su-48": "1401",
    }
    s = given(turn=4, place={"ge-18": "2001", "ge-XLI": "2002", **wall}, axis_towns=("Leningrad",))
    net = SupplyNet(s, AXIS)
    for name in ("ge-18", "ge-XLI"):
        assert net.shortage(unit(s, name)) == 0 and net.has_loc(unit(s, name)), name
    s = given(turn=4, place={"ge-18": "2001", "ge-XLI": "2002", "su-54": "1901", **wall})
    assert SupplyNet(s, AXIS).shortage(unit(s, "ge-XLI")) > 0 and are_cut_off(
        s, "ge-18", "ge-XLI"
    )  # 1900 is shut


@pytest.mark.rule("10.1.1")
@pytest.mark.rule("11.2.1")
@pytest.mark.rule("12.1.3")
@pytest.mark.rule("12.1.4")
def test_an_activation_begins_clean() -> None:
    s = given(
        place={"ge-6": "2016", "ge-9": "1808", "su-5": "2116"},
        orders={"axis-2": "assault"},
        axis_towns=SOUTHERN,
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


@pytest.mark.rule("10.1.2")
@pytest.mark.rule("9.2.2")
@pytest.mark.rule("9.2.3")
@pytest.mark.rule("10.1.11a")
def test_10_1_2_supply_lines_are_the_shortest_open_ways() -> None:
    """Compared with a plain search over open hexsides, each hex asked for twice."""
    s = given(place={"ge-6": "2216", "ge-11": "1420", "su-51": "1321", "su-5": "1614"}, axis_towns=UKRAINE)
    w = s.world

    def around(i: int) -> set[int]:
        return {j for j in w.grid.neighbours(i) if not w.prohibited.has(i, j)}

    for side in (AXIS, SOVIET):
        for area in range(4):
            lines = lines_of(s, side, area)
            far = dict.fromkeys(bits(lines.towns), 0)
            edge = list(far)
            while edge:
                here = edge.pop(0)
                for j in around(here):
                    if j not in far and lines.ground >> j & 1:
                        far[j] = far[here] + 1
                        edge.append(j)
            for _ in range(2):
                assert {i: lines.distance(i) for i in s.world.grid} == {
                    i: far.get(i, -1) for i in s.world.grid
                }
            for i in s.world.grid:
                way = lines.way(i)
                assert len(way) == far.get(i, -1) + 1
                assert all(b in around(a) for a, b in pairwise(way))
                assert not way or (way[0] == i and lines.towns >> way[-1] & 1)


@pytest.mark.rule("10.1.11a")
def test_10_1_11a_a_supply_line_is_drawn_across_the_lake() -> None:
    s = given(turn=4, place={"ge-18": "2002", "ge-XLI": "2202", "su-23": "2101"})
    way = SupplyNet(s, SOVIET).of(unit(s, "su-23")).way(hexof(s, "2101"))
    assert [WORLD.label(i) for i in way][:3] == ["2101", "2100", "2200"]


@pytest.mark.rule("10.1.2")
def test_10_1_2_a_supply_line_is_a_shortest_way_of_adjacent_hexes_to_the_town() -> None:
    lines = lines_of(given(axis_towns=("Kharkov",)), AXIS, 2)
    town, end = WORLD.board.hex("Kharkov"), WORLD.board.index("2416")
    found = lines.way(end)
    assert (found[0], found[-1], len(found)) == (end, town, 6)
    assert all(WORLD.grid.is_adjacent(a, b) for a, b in zip(found, found[1:], strict=False))
    # asked again, and asked nearer, the answer is the same
    assert lines.way(end) == found and [lines.distance(i) for i in found] == [5, 4, 3, 2, 1, 0]
    assert lines.way(town) == (town,)


@pytest.mark.rule("10.1.2")
@pytest.mark.rule("10.1.6")
def test_10_1_6_no_supply_line_leads_through_closed_ground() -> None:
    s = given(
        place={"su-5": "2114", "su-6": "2317", "su-26": "2117", "su-12": "2314", "su-37": "2215"},
        axis_towns=("Kharkov",),
        soviet_towns=("2214",),
    )
    lines = lines_of(s, AXIS, 2)
    cut = hexof(s, "2216")
    assert lines.distance(cut) == -1 and lines.way(cut) == ()
    assert lines.detour(cut) == WORLD.grid.distance(cut, WORLD.board.hex("Kharkov"))


@pytest.mark.rule("10.1.6")
@pytest.mark.rule("10.1.7")
def test_10_1_6_where_no_direct_line_leads_to_a_town_the_floors_hold() -> None:
    """RULING 10.1-e: on turn 1 a German before the border of Romania has no supply town at all."""
    s = given(turn=1, place={"ge-III": "0915"})
    net = SupplyNet(s, AXIS)
    corps = unit(s, "ge-III")
    assert net.shortage(corps) == FAR and supplied_factor(s, net, corps) == (1, FAR)
    assert movement_points(s, corps, 8, net.shortage(corps)) == 2
