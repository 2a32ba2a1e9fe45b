"""Case 7.3: Soviet Counterattacks."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east.actions import Contact
from hexfront.games.turns_east.commands import free_reach
from hexfront.games.turns_east.counterattack import (
    Clash,
    ClashRoll,
    CounterattackDie,
    MoveToContact,
    attackers,
    casualties,
)
from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.events import CounterattackResolved
from hexfront.games.turns_east.losses import ChooseLoss
from hexfront.games.turns_east.movement import ChooseMover
from hexfront.games.turns_east.orders import ActionPhase, InitiativePhase, counterattacks
from hexfront.games.turns_east.state import EastState
from hexfront.games.turns_east.supply import SupplyNet
from hexfront.games.turns_east.zones import army_zone
from hexfront.kernel import deciders, pending, settle

from .helpers import (
    UKRAINE,
    WORLD,
    choices,
    contact,
    do,
    field,
    given,
    hexof,
    lose,
    no,
    on_map,
    pickable,
    roll,
    spot,
    steps,
    unit,
)


def ordered(place: dict[str, str], die: int = 4, **more: Any) -> EastState:
    """A Counterattack that strikes Southwest Front (a roll of 4)."""
    s = given(place=place, agenda=(CounterattackDie(),), **{"axis_towns": ("Kharkov",), **more})
    roll(s, die)
    return s


@pytest.mark.rule("7.3.1")
@pytest.mark.rule("7.3.2")
@pytest.mark.rule("7.3.3b")
def test_7_3_2_how_many_markers_on_each_turn() -> None:
    assert [len(counterattacks(WORLD, turn)) for turn in range(1, 8)] == [3, 3, 2, 1, 0, 0, 0]
    for turn, n in ((2, 3), (3, 2), (4, 1), (5, 0)):
        s = given(turn=turn, axis_now=[4, 0, 0, 0], soviet_now=[4, 0, 0, 0], agenda=(InitiativePhase(),))
        assert sum(m.startswith("counterattack") for m in s.cup) == n  # nobody bought them


@pytest.mark.rule("7.3.3a")
def test_7_3_3a_the_front_by_die() -> None:
    struck = []
    for die in range(1, 7):
        place = {"su-8": "1305", "su-13": "1408", "su-5": "2216", "su-9": "1117"}
        place |= {"ge-18": "1304", "ge-9": "1308", "ge-6": "2115", "ge-11": "1017"}
        s = given(place=place, agenda=(CounterattackDie(),))
        roll(s, die)
        frame = pending(s)
        assert isinstance(frame, ClashRoll)
        struck.append(frame.front)
    assert struck == [0, 1, 1, 2, 2, 3]


@pytest.mark.rule("7.3.3b")
@pytest.mark.rule("7.8.2")
@pytest.mark.seam("7.2", "7.3")
def test_7_3_3b_orders_and_earlier_counterattacks_do_not_matter() -> None:
    place = {"su-5": "2216", "ge-6": "2115"}
    s = given(
        place=place,
        axis_towns=("Kharkov",),
        orders={"soviet-2": "withdraw"},
        cup=["counterattack A", "counterattack B", "axis hold"],
        agenda=(ActionPhase(),),
    )
    roll(s, "counterattack A", 4)
    assert isinstance(pending(s), ClashRoll)
    assert s.box[4 + 2] == 2  # the box keeps its order
    roll(s, 1)
    s2 = given(place=place, cup=["counterattack B", "axis hold"], agenda=(ActionPhase(),))
    roll(s2, "counterattack B", 5)
    assert isinstance(pending(s2), ClashRoll)


@pytest.mark.rule("7.3.4")
def test_7_3_4_units_not_in_contact_move_to_the_nearest_axis_units() -> None:
    s = ordered({"su-5": "2417", "su-6": "2216", "ge-6": "2115", "ge-17": "2515"}, soviet_towns=("2214",))
    frame = pending(s)
    assert frame == MoveToContact(2, unit(s, "su-5"))  # 6 Army stands next to the enemy already
    assert no(s, contact(s, "2418")) == "7.3.4"  # no contact there
    assert no(s, contact(s, "2116")) == "7.3.4"  # contact, but not with the nearest
    assert no(s, contact(s, "1117")) == "7.3.4"
    near = hexof(s, "2515")
    assert all(s.world.adjacent[a.hex] >> near & 1 for a in choices(s, Contact))
    do(s, contact(s, "2416"))
    assert spot(s, "su-5") == "2416"
    assert isinstance(pending(s), ClashRoll)


@pytest.mark.rule("7.3.4")
def test_7_3_4_four_points_for_armies_six_for_mechanized() -> None:
    def reaches(name: str, start: str) -> bool:
        return isinstance(
            pending(ordered({name: start, "ge-6": "1715"}, soviet_towns=("2214", "2118"))), MoveToContact
        )

    assert reaches("su-5", "2215") and not reaches("su-5", "2315")
    assert reaches("su-8m", "2315") and not reaches("su-8m", "2615")


@pytest.mark.rule("7.3.4")
@pytest.mark.seam("7.3", "7.6")
def test_7_3_4_they_stay_in_their_front() -> None:
    # the only Axis unit is in Center's area, next to the boundary
    s = ordered({"su-5": "2216", "ge-6": "2012"})
    assert not isinstance(pending(s), MoveToContact)


@pytest.mark.rule("7.3.4")
@pytest.mark.rule("11.1.7")
@pytest.mark.seam("7.3", "11")
def test_7_3_4_a_unit_moves_once_a_turn() -> None:
    place = {"su-5": "2216", "ge-6": "2014"}
    s = ordered(place)
    assert isinstance(pending(s), MoveToContact)
    do(s, contact(s, "2114"))
    assert s.moved >> unit(s, "su-5") & 1
    s = ordered(place, moved=1 << unit(given(), "su-5"))
    assert not isinstance(pending(s), MoveToContact)
    s = field({"su-5": "2216", "su-6": "2714"}, "soviet", "hold", moved=1 << unit(s, "su-5"))
    assert isinstance(pending(s), ChooseMover) and pickable(s) == {"su-6"}


@pytest.mark.rule("7.3.5a")
@pytest.mark.rule("7.3.5e")
@pytest.mark.seam("7.3", "12")
def test_7_3_5a_all_factors_in_one_attack() -> None:
    place = {
        "su-5": "2216",
        "su-6": "2215",
        "su-26": "2515",
        "ge-6": "2115",
        "ge-III": "2115",
        "ge-17": "2415",
    }
    s = given(place=place, axis_towns=("Kharkov",), agenda=(Clash(2),))
    frame = pending(s)
    assert isinstance(frame, ClashRoll)
    assert (frame.attack, frame.defence) == (4 + 4 + 3, 8 + 6 + 8)
    # those who touch nobody do not count, on either side
    s = given(place={**place, "su-12": "2618", "ge-XIV": "1914"}, axis_towns=("Kharkov",), agenda=(Clash(2),))
    frame = pending(s)
    assert isinstance(frame, ClashRoll) and (frame.attack, frame.defence) == (11, 22)


@pytest.mark.rule("7.3.5b")
@pytest.mark.seam("6", "7.3")
def test_7_3_5b_no_terrain_no_supply_no_weather_and_no_less_than_1_to_2() -> None:
    # out of supply and into a city in the snow: printed factors all the same
    s = given(turn=7, place={"su-5": "1916", "ge-6": "1915"}, axis_towns=())
    s.axis_towns &= ~s.world.areas[2]  # no town to draw from
    assert SupplyNet(s, AXIS).shortage(unit(s, "ge-6")) > 0
    s.agenda = (Clash(2),)
    settle(s)
    frame = pending(s)
    assert isinstance(frame, ClashRoll) and (frame.attack, frame.defence) == (4, 8)
    events = roll(s, 6)
    assert events[0].column == 0 and events[0].result == "B1"
    # without a supply town near, but with a line to the east: its printed factor all the same
    s = given(place={"su-5": "2216", "ge-6": "2115"}, axis_towns=("Kharkov",))
    s.axis_towns |= s.world.towns & s.world.areas[2] & ~(1 << s.world.board.hex("Stalingrad"))
    net = SupplyNet(s, SOVIET)
    assert net.shortage(unit(s, "su-5")) > 0 and net.has_loc(unit(s, "su-5"))
    s.agenda = (Clash(2),)
    settle(s)
    frame = pending(s)
    assert isinstance(frame, ClashRoll) and (frame.attack, frame.defence) == (4, 8)
    # a city shifts attacks, but not this one
    s = given(place={"su-5": "1916", "su-6": "1916", "ge-III": "1915"}, agenda=(Clash(2),))
    assert s.world.shift[s.where[unit(s, "ge-III")]] > 0
    assert roll(s, 6)[0].column == 1  # 8 to 6
    weak = given(place={"su-22m": "2216", "ge-6": "2115"}, axis_towns=("Kharkov",), agenda=(Clash(2),))
    events = roll(weak, 6)
    assert (events[0].attack, events[0].defence, events[0].column) == (1, 8, 0)


@pytest.mark.rule("7.3.5c")
def test_7_3_5c_nobody_to_attack_with() -> None:
    s = given(place={"ge-6": "2115", "su-5": "2618"}, agenda=(Clash(2),))
    assert not s.agenda
    s = given(place={"su-5": "2216"}, agenda=(Clash(2),))
    assert not s.agenda


@pytest.mark.rule("7.3.5d")
@pytest.mark.rule("7.3.5a")
@pytest.mark.seam("7.3", "9.2")
def test_7_3_5d_without_an_loc_a_unit_moves_but_does_not_count() -> None:
    ring = {"ge-17": "2017", "ge-11": "2019", "ge-III": "2218", "ge-XIV": "2216"}
    s = ordered({"su-5": "2117", "su-6": "2415", **ring}, axis_towns=("Kharkov", "Stalino"))
    assert not SupplyNet(s, SOVIET).has_loc(unit(s, "su-5"))
    frame = pending(s)
    while isinstance(frame, MoveToContact):
        do(s, frame.legal(s, "soviet")[0])
        frame = pending(s)
    assert isinstance(frame, ClashRoll) and frame.units == (unit(s, "su-6"),) and frame.attack == 4
    # a lone unit without an LOC still goes to the enemy, and then there is no attack
    ring = {"ge-III": "2115", "ge-XIV": "2317", "ge-XLVIII": "2119", "ge-XL": "1918", "ge-XLI": "1916"}
    lone = ordered({"su-5": "2117", **ring}, axis_towns=("Kharkov", "Stalino"))
    assert isinstance(pending(lone), MoveToContact)
    do(lone, choices(lone, Contact)[0])
    assert not lone.agenda


@pytest.mark.rule("7.3.6")
def test_7_3_6_a1_costs_a_soviet_unit_b1_an_axis_step_too() -> None:
    place = {"su-5": "2216", "ge-6": "2115"}
    s = given(place=place, axis_towns=("Kharkov",), agenda=(Clash(2),))
    roll(s, 1)
    assert not on_map(s, "su-5") and steps(s, "ge-6") == 4
    s = given(place=place, axis_towns=("Kharkov",), agenda=(Clash(2),))
    roll(s, 6)
    assert not on_map(s, "su-5") and steps(s, "ge-6") == 3


@pytest.mark.rule("7.3.6")
@pytest.mark.seam("7.3", "10.1")
def test_7_3_6_the_owner_chooses_among_supplied_units_next_to_supplied_enemies() -> None:
    # 26 Army attacks too, but is out of supply: its loss is not allowed while supplied units are there
    place = {
        "su-5": "2216",
        "su-6": "2216",
        "su-26": "1614",
        "ge-6": "2115",
        "ge-III": "2115",
        "ge-17": "1714",
    }
    s = given(place=place, axis_towns=UKRAINE, agenda=(Clash(2),))
    clash = pending(s)
    assert isinstance(clash, ClashRoll) and unit(s, "su-26") in clash.units
    roll(s, 6)
    frame = pending(s)
    assert isinstance(frame, ChooseLoss) and deciders(s) == ("soviet",)
    assert set(frame.units) == {unit(s, "su-5"), unit(s, "su-6")}
    assert no(s, lose(s, "su-26")) == "12.2.3a"
    do(s, lose(s, "su-6"))
    assert on_map(s, "su-5") and not on_map(s, "su-6")
    assert deciders(s) == ("axis",)
    do(s, lose(s, "ge-III"))
    assert (steps(s, "ge-6"), steps(s, "ge-III")) == (4, 1)


@pytest.mark.rule("7.3.6")
def test_7_3_6_if_no_such_unit_any_that_took_part() -> None:
    s = given(place={"su-26": "1614", "ge-17": "1714"}, axis_towns=UKRAINE, agenda=(Clash(2),))
    assert SupplyNet(s, SOVIET).shortage(unit(s, "su-26")) > 0
    assert isinstance(pending(s), ClashRoll)
    roll(s, 6)
    assert not on_map(s, "su-26") and steps(s, "ge-17") == 3


@pytest.mark.rule("13.1.1c")
@pytest.mark.rule("13.1.2d")
@pytest.mark.seam("7.3", "13.1")
def test_13_1_hungary_does_not_count_romania_does() -> None:
    s = given(
        place={"su-12": "0712", "ge-17": "0613", "ge-6": "0711"}, agenda=(Clash(2),), soviet_towns=("1011",)
    )
    frame = pending(s)
    assert isinstance(frame, ClashRoll) and frame.enemy == (unit(s, "ge-6"),)
    s = given(place={"su-12": "0712", "ge-17": "0613"}, agenda=(Clash(2),), soviet_towns=("1011",))
    assert not s.agenda
    s = given(place={"su-18": "0914", "ro-3": "0815"}, agenda=(Clash(3),), soviet_towns=("1017",))
    frame = pending(s)
    assert isinstance(frame, ClashRoll) and frame.defence == 4
    roll(s, 6)
    assert steps(s, "ro-3") == 1


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


@pytest.mark.rule("7.3.4")
@pytest.mark.rule("13.1.2b")
@pytest.mark.seam("7.3", "13.1")
def test_7_3_4_a_free_way_leads_past_friends_and_not_past_enemies() -> None:
    # a corps has no zone that halts; behind it lies the corps that 5 Army might have reached
    s = given(place={"su-5": "2216", "su-6": "2316", "ge-III": "2115"}, axis_towns=("Kharkov",))
    found = free_reach(s, unit(s, "su-5"), 4, WORLD.enterable, 0)
    assert hexof(s, "2115") not in found and hexof(s, "2316") in found and hexof(s, "2416") in found
    # on turn 1 nobody of the Axis leaves Romania or enters it; Soviets never do
    for turn in (1, 2):
        s = given(turn=turn, place={"ge-11": "0816", "ge-III": "0914", "su-9": "0915"})
        inside, outside = (
            free_reach(s, unit(s, name), 4, WORLD.enterable, 0) for name in ("ge-11", "ge-III")
        )
        assert bool(inside.hexes & ~WORLD.romania) == bool(outside.hexes & WORLD.romania) == (turn == 2)
        assert inside.hexes & WORLD.romania and outside.hexes & ~WORLD.romania
        assert not free_reach(s, unit(s, "su-9"), 4, WORLD.enterable, 0).hexes & WORLD.romania


@pytest.mark.rule("11.1.8")
def test_11_1_8_on_a_free_way_one_hex_can_always_be_gone() -> None:
    s = given(place={"su-5": "2216", "ge-6": "2115"}, axis_towns=("Kharkov",))
    found = free_reach(s, unit(s, "su-5"), 0, WORLD.enterable, 0)
    assert found.hexes == WORLD.adjacent[hexof(s, "2216")] & ~s.held[AXIS]


@pytest.mark.rule("9.1.3b")
@pytest.mark.seam("9.1", "13.2")
def test_7_3_4_on_a_free_way_only_cavalry_goes_from_one_army_zone_into_another() -> None:
    s = given(place={"su-5": "2216", "su-gcav": "2216", "ge-6": "2115"}, axis_towns=("Kharkov",))
    halt = army_zone(s)
    assert halt >> hexof(s, "2216") & 1
    infantry = free_reach(s, unit(s, "su-5"), 1, WORLD.enterable, halt)  # one hex, no way round
    cavalry = free_reach(s, unit(s, "su-gcav"), 1, WORLD.enterable, halt)
    beside = halt & WORLD.adjacent[hexof(s, "2216")] & ~s.held[AXIS]
    assert beside, "the army's zone goes on beside them"
    assert not infantry.hexes & beside
    assert cavalry.hexes & beside == beside
    assert infantry.hexes, "it may leave the zone for good"
