"""Both sides of conditions in movement, supply, reinforcement, orders and victory: each test fails when one of them
is dropped or turned."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hexfront.games.turns_east.actions import (
    Assign,
    Buy,
    Ignore,
    Lose,
    Overrun,
    PickUp,
    Restore,
    Revive,
    Stop,
)
from hexfront.games.turns_east.attrition import wasting
from hexfront.games.turns_east.counterattack import CounterattackDie, attackers, casualties
from hexfront.games.turns_east.data import ASSAULT, AXIS, HOLD, SOVIET, ZHUKOV
from hexfront.games.turns_east.events import CounterattackResolved, MarkerIgnored, UnitPlaced, UnitsMoved
from hexfront.games.turns_east.going import is_back
from hexfront.games.turns_east.losses import Losses
from hexfront.games.turns_east.movement import AfterAssault, Moving, Overstacked
from hexfront.games.turns_east.orders import AssignOrder, Purchase, Redraw, assign_marker
from hexfront.games.turns_east.reinforcement import Arrivals, PlaceUnit, Reinforcement, Replacements
from hexfront.games.turns_east.state import POOL, RESERVE, TRACK
from hexfront.games.turns_east.supply import Lines, SupplyNet, ground, leningrad_by_lake_only
from hexfront.games.turns_east.victory import automatic_victory
from hexfront.hexes import bits
from hexfront.kernel import pending, settle
from hexfront.testing import refusal

from .helpers import (
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
    put,
    reach,
    roll,
    spot,
    step,
    take,
    unit,
)

# --- movement


@pytest.mark.rule("13.4.2")
@pytest.mark.rule("13.5.2")
def test_13_4_2_the_leader_who_must_come_along_counts_where_the_move_ends() -> None:
    s = field({"ge-III": "2116", "guderian": "2116", "ge-4": "2216"})
    do(s, pick(s, "ge-III"))
    s.todo = 0
    s.allowance[unit(s, "ge-III")] = 1
    assert no(s, step(s, "2216")) == "13.5.2"
    assert no(s, step(s, "2117")) == ""


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


@pytest.mark.rule("11.1.6")
def test_11_1_6_a_unit_does_not_join_itself() -> None:
    s = field({"ge-III": "2116", "ge-XIV": "2116"})
    do(s, pick(s, "ge-III"))
    assert no(s, take(s, "ge-III")) == "11.1.6"
    assert no(s, take(s, "ge-XIV")) == ""


@pytest.mark.rule("13.4.2")
def test_13_4_2_a_leader_of_another_command_is_not_taken_along() -> None:
    s = field({"ge-III": "2014", "ge-XXIV": "2013", "guderian": "2013"}, orders={"axis-1": "assault"})
    do(s, pick(s, "ge-III"))
    do(s, step(s, "2013"))
    assert no(s, take(s, "guderian")) == "13.4.2"


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


@pytest.mark.rule("13.7.2e")
def test_13_7_2e_an_army_that_stays_in_port_has_not_invaded() -> None:
    s = given(place={"su-51": "1321"}, orders={"soviet-3": "assault"}, active="soviet-3")
    do(s, pick(s, "su-51"))
    do(s, Stop())
    assert (s.invasions, s.invaded, spot(s, "su-51")) == (0, 0, "1321")


@pytest.mark.rule("11.1.7")
def test_11_1_7_staying_is_no_move_to_tell_of() -> None:
    s = field({"ge-III": "2116", "ge-XIV": "2116"})
    do(s, pick(s, "ge-III"))
    assert not [e for e in do(s, Stop()) if isinstance(e, UnitsMoved)]
    assert s.moved >> unit(s, "ge-III") & 1
    do(s, pick(s, "ge-XIV"))
    do(s, step(s, "2216"))
    moves = [e for e in do(s, Stop()) if isinstance(e, UnitsMoved)]
    assert moves == [UnitsMoved((unit(s, "ge-XIV"),), (hexof(s, "2116"), hexof(s, "2216")))]


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


@pytest.mark.rule("8.1.8")
def test_8_1_8_no_such_unit_is_given_up() -> None:
    s = given(place=dict.fromkeys(("su-5", "su-6", "su-12"), "2216"))
    s.agenda = (Overstacked(SOVIET, hexof(s, "2216")),)
    assert no(s, Lose(999)) == no(s, Lose(-1)) == "8.1.8"
    assert no(s, Lose(unit(s, "su-12"))) == ""


@pytest.mark.rule("7.2.2c")
def test_7_2_2c_a_withdrawal_enters_no_zone_from_free_ground() -> None:
    s = field({"su-5": "2216", "ge-6": "2415"}, "soviet", "withdraw", soviet_towns=("2214",))
    do(s, pick(s, "su-5"))
    assert no(s, step(s, "2315")) == "7.2.2c"
    assert no(s, step(s, "2217")) == ""


@pytest.mark.rule("8.1.5")
def test_8_1_5_a_move_may_end_with_friends_while_there_is_room() -> None:
    s = field({"ge-III": "2116", "ge-6": "2216"})
    do(s, pick(s, "ge-III"))
    s.todo = 0
    s.allowance[unit(s, "ge-III")] = 1
    assert "2216" in reach(s)


@pytest.mark.rule("7.2.2b")
def test_7_2_2b_back_is_west_for_the_axis_and_east_for_the_soviets() -> None:
    start, west, east, north = (WORLD.board.index(label) for label in ("2216", "2116", "2316", "2215"))
    assert [is_back(WORLD, AXIS, start, i) for i in (west, east, north, start)] == [True, False, True, False]
    assert [is_back(WORLD, SOVIET, start, i) for i in (west, east, north, start)] == [
        False,
        True,
        True,
        False,
    ]


# --- supply


@pytest.mark.rule("3.3b")
def test_3_3b_an_axis_leningrad_does_not_live_by_the_lake() -> None:
    ring = {"ge-18": "2002", "ge-XLI": "1902", "ge-LVI": "2101", "su-23": "2001"}
    s = given(turn=4, place=ring)
    assert leningrad_by_lake_only(s)
    s.axis_towns |= 1 << hexof(s, "2001")
    assert not leningrad_by_lake_only(s)


@pytest.mark.rule("10.2.1a")
@pytest.mark.rule("10.2.2")
def test_10_2_1a_a_leader_lends_his_unsupplied_panzers_no_strength() -> None:
    names = ("ge-III", "ge-6", "ge-17", "ge-XIV", "ge-XLVIII", "ge-11")
    ring = dict(zip(names, ("2215", "2217", "2115", "2116", "2315", "2316"), strict=True))
    s = given(place={"su-5": "2216", "kleist": "2215", **ring})
    assert all(SupplyNet(s, AXIS).shortage(unit(s, name)) for name in names)
    assert wasting(s) == []
    s = given(place={"su-5": "2216", "kleist": "2215", **ring}, axis_towns=UKRAINE)
    assert wasting(s) == [unit(s, "su-5")]


@pytest.mark.rule("10.2.3")
@pytest.mark.rule("9.1.4a")
@pytest.mark.seam("9.1", "10.2")
def test_10_2_3_unsupplied_zones_wear_nobody_down() -> None:
    place = {"su-5": "2216", "ge-III": "2215", "ge-6": "2116", "ge-17": "2316"}
    s = given(place=place)
    assert not SupplyNet(s, SOVIET).has_loc(unit(s, "su-5"))  # shut in by zones alone
    assert wasting(s) == []  # and neither do those around it pay for its coming free
    s = given(place=place, axis_towns=UKRAINE)
    assert wasting(s) == [unit(s, "su-5")]


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
            lines = Lines(s, side, area)
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


@pytest.mark.rule("9.2.1a")
@pytest.mark.rule("10.1.11a")
def test_9_2_1a_each_side_has_its_edge_and_the_lake_is_leningrads() -> None:
    s = given(place={"su-5": "2216", "ge-6": "2115"})
    w = s.world
    assert Lines(s, SOVIET, 2).loc & w.off_map and not Lines(s, AXIS, 2).loc & w.off_map
    assert Lines(s, SOVIET, 2, shut=w.west_edge).loc >> hexof(s, "2216") & 1  # it needs no western edge
    wall = {"ge-6": "2115", "ge-17": "2217", "ge-III": "2315", "ge-XIV": "2316", "ge-11": "2215"}
    s = given(place={"su-5": "2216", **wall})  # a way out to the west only, if that
    assert not Lines(s, SOVIET, 2).loc >> hexof(s, "2216") & 1
    assert [bool(ground(s, SOVIET, area, False, 0) & w.lake_supply) for area in range(4)] == [True] + [
        False
    ] * 3


@pytest.mark.rule("10.2.3")
@pytest.mark.seam("10.2", "13.6")
def test_10_2_3_partisans_exert_no_zone_in_attrition_either() -> None:
    towns = tuple(WORLD.label(i) for i in bits(WORLD.towns & WORLD.areas[2]))
    armies = {"su-5": "2215", "su-6": "2217", "su-26": "2116", "su-12": "2315", "su-gcav": "2316"}
    s = given(turn=7, place={"ge-6": "2216", "su-partisan": "2114", **armies}, axis_towns=towns)
    assert not SupplyNet(s, AXIS).has_loc(unit(s, "ge-6"))
    assert not SupplyNet(s, SOVIET).shortage(unit(s, "su-gcav")) and SupplyNet(s, SOVIET).shortage(
        unit(s, "su-5")
    )
    assert wasting(s) == []  # past 2115, where only unsupplied zones reach
    s = given(turn=7, place={"ge-6": "2216", "su-37": "2115", **armies}, axis_towns=towns)
    assert wasting(s) == [unit(s, "ge-6")]


# --- reinforcement


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
        told += [e.rule for e in events if isinstance(e, UnitPlaced)]
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


# --- orders


@pytest.mark.rule("7.1.4")
def test_7_1_4_nobody_buys_less_than_nothing() -> None:
    s = given(points=[20, 20], agenda=(Purchase(),))
    assert refusal(s, "axis", Buy(4, 1, -1, 0)) == "7.1.4"
    assert refusal(s, "axis", Buy(4, 0, 0, 0)) == ""


@pytest.mark.rule("7.8.2")
def test_7_8_2_a_marker_too_many_is_ignored() -> None:
    s = given(orders={f"axis-{c}": "hold" for c in range(4)})
    assert assign_marker(s, "axis assault") == ()
    assert s.out == [MarkerIgnored("axis assault", "7.8.2")]
    s = given(orders={f"axis-{c}": "hold" for c in range(3)})
    assert assign_marker(s, "axis assault") == (AssignOrder(AXIS, ASSAULT),)


@pytest.mark.rule("7.4.1")
@pytest.mark.rule("7.4.4")
def test_7_4_4_an_order_given_is_neither_zhukov_nor_ignored() -> None:
    s = given(turn=6, agenda=(AssignOrder(SOVIET, HOLD),))
    do(s, Assign(2))
    assert s.zhukov == "cup" and s.box[4 + 2] == HOLD and "zhukov" not in s.cup
    s = given(turn=6, agenda=(AssignOrder(SOVIET, ZHUKOV, True),))
    do(s, Assign(2))
    assert s.zhukov == "used" and "zhukov" not in s.cup
    for action, ignored, order in ((Assign(2), 0, HOLD), (Ignore(), 1, 0)):
        s = given(turn=6, zhukov="used", agenda=(Redraw("soviet hold"),))
        do(s, action)
        assert (s.ignored, s.box[4 + 2]) == (ignored, order)


# --- counterattacks and victory


@pytest.mark.rule("7.3.3a")
def test_7_3_3a_a_front_outside_the_scenario_does_nothing() -> None:
    s = given(scenario="minsk", turn=1, agenda=(CounterattackDie(),))
    assert not [e for e in roll(s, 4) if isinstance(e, CounterattackResolved)]
    s = given(scenario="minsk", turn=1, agenda=(CounterattackDie(),))
    assert [e for e in roll(s, 2) if isinstance(e, CounterattackResolved)]


@pytest.mark.rule("7.3.5a")
def test_7_3_5a_the_neighbouring_front_keeps_out_of_it() -> None:
    s = given(place={"su-13": "2013", "su-5": "2114", "ge-6": "2014"}, soviet_towns=("2214", "2012", "2013"))
    assert s.world.area_of[hexof(s, "2013")] == 1
    assert attackers(s, 2, SupplyNet(s, SOVIET)) == [unit(s, "su-5")]


@pytest.mark.rule("7.3.6")
def test_7_3_6_losses_fall_on_supplied_units_next_to_supplied_enemies() -> None:
    s = given(
        place={"su-5": "2216", "su-6": "2518", "ge-6": "2115", "ge-17": "2418"}, axis_towns=("Kharkov",)
    )
    net = (SupplyNet(s, AXIS), SupplyNet(s, SOVIET))
    assert not net[SOVIET].shortage(unit(s, "su-5")) and not net[SOVIET].shortage(unit(s, "su-6"))
    assert not net[AXIS].shortage(unit(s, "ge-6")) and net[AXIS].shortage(unit(s, "ge-17"))
    both = (unit(s, "su-5"), unit(s, "su-6")), (unit(s, "ge-6"), unit(s, "ge-17"))
    assert casualties(s, *both) == ((unit(s, "su-5"),), (unit(s, "ge-6"),))
    place = {"su-5": "2216", "su-26": "1614", "ge-6": "2115", "ge-17": "1714"}
    s = given(place=place, axis_towns=UKRAINE)
    assert SupplyNet(s, SOVIET).shortage(unit(s, "su-26")) and not SupplyNet(s, AXIS).shortage(
        unit(s, "ge-17")
    )
    both = (unit(s, "su-5"), unit(s, "su-26")), (unit(s, "ge-6"), unit(s, "ge-17"))
    assert casualties(s, *both) == ((unit(s, "su-5"),), (unit(s, "ge-6"),))


@pytest.mark.rule("3.3c")
def test_3_3c_rostov_is_needed_too() -> None:
    s = given(axis_towns=("2001", "2024"))
    assert automatic_victory(s) == ""
    s = given(axis_towns=("2001", "2120"))
    assert automatic_victory(s) == ""
    for last in ("2024", "1321"):
        s = given(axis_towns=("2001", "2120", last))
        assert automatic_victory(s) == "3.3c"
