"""Positions in which two parts of the rules meet that no chapter's own tests bring together."""

from __future__ import annotations

import pytest

from hexfront.games.turns_east.actions import Commit, Contact, Garrison, Restore, Stop, Support
from hexfront.games.turns_east.combat import Assembly, AttackRoll, DefenderSupport
from hexfront.games.turns_east.counterattack import Clash, ClashRoll, CounterattackDie, MoveToContact
from hexfront.games.turns_east.data import AXIS, SNOWY, SOVIET
from hexfront.games.turns_east.losses import Fate
from hexfront.games.turns_east.reinforcement import Replacements
from hexfront.games.turns_east.retreat import RetreatStack
from hexfront.games.turns_east.sequence import Attrition
from hexfront.games.turns_east.special import PlacePartisans, invasion_violation, is_watched, partisan_hexes
from hexfront.games.turns_east.state import BOX, POOL, EastState, pool_armies, take_town
from hexfront.games.turns_east.strength import odds, terrain_shift
from hexfront.games.turns_east.supply import SupplyNet, is_cut_off
from hexfront.games.turns_east.victory import victory_points
from hexfront.games.turns_east.zones import zone
from hexfront.hexes import bits
from hexfront.kernel import pending, settle
from hexfront.wargame import lift

from .helpers import (
    SNOW,
    SOUTHERN,
    UKRAINE,
    WORLD,
    back,
    choices,
    contact,
    do,
    field,
    given,
    hexof,
    invade,
    join,
    lose,
    no,
    on_map,
    overrun,
    pick,
    put,
    roll,
    spot,
    step,
    steps,
    take,
    target,
    unit,
)

# --- 3 victory


@pytest.mark.seam("3", "13.3")
@pytest.mark.seam("9.3", "13.3")
@pytest.mark.rule("9.3a")
def test_a_garrison_holds_a_place_and_its_point() -> None:
    s = given(turn=4, place={"gar-6": "1915"}, axis_towns=("Kharkov", "Poltava"))
    assert victory_points(s) == 1  # Kharkov
    s.agenda = ()
    # a Soviet in its place has both
    lift(s, unit(s, "gar-6"), POOL)
    take_town(s, SOVIET, hexof(s, "1915"))
    assert victory_points(s) == 0


@pytest.mark.seam("3", "13.6")
@pytest.mark.rule("13.6.1b")
def test_partisans_in_bryansk_cost_the_axis_its_point() -> None:
    s = given(turn=8, axis_towns=("Bryansk",))
    assert victory_points(s) == 1
    s.agenda = (PlacePartisans(unit(s, "su-partisan"), 1),)
    do(s, put(s, "1910"))
    assert victory_points(s) == 0


@pytest.mark.seam("3", "13.7")
@pytest.mark.rule("13.7.2c")
def test_a_landing_at_odessa_costs_the_axis_its_point() -> None:
    place = {"su-51": "1823"}
    s = given(place=place, orders={"soviet-3": "hold"}, active="soviet-3", axis_towns=("1118", "1017"))
    assert victory_points(s) == 1
    do(s, pick(s, "su-51"))
    do(s, invade(s, "1118"), 1)
    assert spot(s, "su-51") == "1118" and victory_points(s) == 0


# --- 5 reinforcements and replacements


@pytest.mark.seam("5", "7.3")
@pytest.mark.rule("7.3.5a")
@pytest.mark.rule("5.2.7")
def test_a_replacement_in_its_box_takes_no_part_in_a_counterattack() -> None:
    s = given(turn=3, place={"su-5": "2216", "ge-6": "2115"}, axis_towns=SOUTHERN)
    s.where[unit(s, "su-37")] = BOX.space(2)
    s.steps[unit(s, "su-37")] = 1
    s.agenda = (CounterattackDie(),)
    settle(s)
    roll(s, 4)
    frame = pending(s)
    assert isinstance(frame, ClashRoll) and frame.units == (unit(s, "su-5"),)


@pytest.mark.seam("5", "9.1")
@pytest.mark.rule("5.1.5")
def test_units_in_enemy_zones_take_replacements() -> None:
    place = {"ge-6": "2016", "su-5": "2116", "su-6": "2017"}
    s = given(place=place, steps={"ge-6": 2}, axis_towns=SOUTHERN, agenda=(Replacements(1, 1, 0),))
    assert zone(s, SOVIET) >> hexof(s, "2016") & 1
    assert no(s, Restore(unit(s, "ge-6"))) == ""


@pytest.mark.seam("5", "10.2")
@pytest.mark.rule("10.2.1a")
@pytest.mark.rule("12.3.5b")
def test_an_army_that_wasted_away_may_come_back() -> None:
    pocket = {"ge-III": "2114", "ge-XIV": "1914", "ge-XL": "1917", "ge-XLI": "2217", "ge-LVI": "2118"}
    for die, back_again in ((1, True), (6, False)):
        s = given(place={"su-5": "2016", **pocket, "ge-6": "2116"}, axis_towns=UKRAINE, agenda=(Attrition(),))
        assert isinstance(pending(s), Fate)
        roll(s, die)
        assert (unit(s, "su-5") in pool_armies(s)) == back_again


@pytest.mark.seam("5", "13.2")
@pytest.mark.rule("5.2.8d")
def test_the_guard_cavalry_is_no_army_and_does_not_come_back() -> None:
    s = given(turn=8)
    assert s.where[unit(s, "su-gcav")] == POOL and s.where[unit(s, "su-61")] == POOL
    assert unit(s, "su-gcav") not in pool_armies(s) and unit(s, "su-61") in pool_armies(s)


# --- 6 weather


@pytest.mark.seam("6", "12")
@pytest.mark.rule("6.0b")
@pytest.mark.rule("12.2.1d")
def test_a_frozen_river_costs_nothing_to_cross_and_still_shifts_the_attack() -> None:
    s = given(turn=SNOW, place={"ge-6": "1514", "su-5": "1515"}, axis_towns=UKRAINE)
    here, there = hexof(s, "1514"), hexof(s, "1515")
    table = WORLD.moves[SNOWY][0]
    assert table[here][there] == WORLD.tables["terrain"]["clear"]["bad"][0]
    assert terrain_shift(s, (unit(s, "ge-6"),), there)[1] == WORLD.river_shift == 1


# --- 7.3 Counterattacks


def counterattack(place: dict[str, str], die: int = 4, **more: object) -> EastState:
    s = given(place=place, agenda=(CounterattackDie(),), **{"axis_towns": ("Kharkov",), **more})
    roll(s, die)
    return s


@pytest.mark.seam("7.3", "9.1")
@pytest.mark.rule("7.3.4")
@pytest.mark.rule("9.1.3a")
def test_an_army_zone_halts_a_unit_on_its_way_to_contact() -> None:
    # XIV behind 6th Army is no nearer than the army: 5 Army stops where the army's zone begins
    s = counterattack({"su-5": "2417", "ge-6": "2216", "ge-XIV": "2015"}, soviet_towns=("2214",))
    assert isinstance(pending(s), MoveToContact)
    reached = {WORLD.label(a.hex) for a in choices(s, Contact)}
    assert reached and all(WORLD.adjacent[hexof(s, at)] >> hexof(s, "2216") & 1 for at in reached)
    assert not reached & {"2115", "2116", "2215"}  # in the zone, but only through another hex of it


@pytest.mark.seam("7.3", "9.3")
@pytest.mark.rule("7.3.4")
@pytest.mark.rule("9.3a")
def test_a_unit_that_makes_contact_in_a_town_takes_it() -> None:
    s = counterattack(
        {"su-5": "2115", "ge-6": "1815"}, axis_towns=("Kharkov", "Poltava"), soviet_towns=("2214",)
    )
    assert no(s, contact(s, "1915")) == ""
    do(s, contact(s, "1915"))
    assert not s.axis_towns >> hexof(s, "1915") & 1


@pytest.mark.seam("7.3", "13.4")
@pytest.mark.rule("13.4.3")
@pytest.mark.rule("7.3.6")
def test_a_leader_whose_corps_a_counterattack_destroys_finds_another() -> None:
    place = {"su-5": "2216", "su-6": "2216", "su-26": "2216", "ge-III": "2115", "kleist": "2115"}
    s = given(place={**place, "ge-XIV": "1916"}, steps={"ge-III": 1}, axis_towns=SOUTHERN, agenda=(Clash(2),))
    roll(s, 6)  # B1
    do(s, lose(s, "su-26"))
    assert not on_map(s, "ge-III") and spot(s, "kleist") == "1916"


@pytest.mark.seam("7.3", "13.7")
@pytest.mark.rule("7.3.5a")
@pytest.mark.rule("12.1.10")
def test_the_coastal_army_neither_moves_to_contact_nor_counterattacks() -> None:
    s = counterattack({"su-ic": "1118", "su-9": "1116", "ge-11": "1016"}, die=6, axis_towns=("1017",))
    frame = pending(s)
    assert isinstance(frame, ClashRoll) and frame.units == (unit(s, "su-9"),)
    assert spot(s, "su-ic") == "1118"


# --- 9 zones, lines, control


@pytest.mark.seam("9.1", "13.1")
@pytest.mark.rule("9.0")
@pytest.mark.rule("13.1.2c")
def test_soviet_zones_reach_into_romania_though_soviets_do_not() -> None:
    s = given(place={"su-9": "0916"})
    assert zone(s, SOVIET) & WORLD.romania
    assert not zone(given(turn=1, place={"su-9": "0916"}), SOVIET) & WORLD.romania


@pytest.mark.seam("9.2", "13.6")
@pytest.mark.rule("9.1.4a")
@pytest.mark.rule("9.2.1a")
def test_partisans_shut_their_own_hex_to_lines_and_no_other() -> None:
    """RULING 9.1-b."""
    s = given(turn=8, place={"su-partisan": "1608"}, axis_towns=("Minsk", "Smolensk"))
    loc = SupplyNet(s, AXIS).lines(1).loc
    assert not loc >> hexof(s, "1608") & 1
    assert all(loc >> i & 1 for i in bits(WORLD.adjacent[hexof(s, "1608")] & WORLD.areas[1]))


@pytest.mark.seam("9.3", "13.1")
@pytest.mark.rule("9.3b")
def test_only_german_armies_take_towns_by_their_zone() -> None:
    for name, taken in (("ge-11", True), ("ro-3", False)):
        s = given(place={name: "1016"}, orders={"axis-3": "assault"}, active="axis-3", soviet_towns=("1017",))
        do(s, pick(s, name))
        do(s, step(s, "1116"))
        assert bool(s.axis_towns >> hexof(s, "1017") & 1) == taken, name


# --- 10 supply and attrition


@pytest.mark.seam("10.1", "12.4")
@pytest.mark.rule("10.1.5")
@pytest.mark.rule("12.4.2")
def test_a_corps_short_of_supply_lacks_the_points_for_an_assault() -> None:
    for towns, case in ((SOUTHERN, ""), ((), "12.4.2")):
        s = field({"ge-III": "2115", "su-5": "2117"}, order="blitz", axis_towns=towns, soviet_towns=("2214",))
        do(s, pick(s, "ge-III"))
        do(s, step(s, "2116"))
        assert no(s, overrun(s, "2117")) == case
        if case:
            assert s.allowance[unit(s, "ge-III")] == 2  # an assault costs two, and one is spent


@pytest.mark.seam("10.1", "13.8")
@pytest.mark.rule("2.2.2a")
@pytest.mark.rule("10.1.5")
def test_a_markers_factor_does_not_suffer_from_want_of_supply() -> None:
    s = given(place={"ge-III": "2115", "su-5": "2216"})
    attackers = (unit(s, "ge-III"),)
    assert SupplyNet(s, AXIS).shortage(attackers[0]) > 5
    plain = odds(s, AXIS, attackers, hexof(s, "2216"), False, False, False)
    helped = odds(s, AXIS, attackers, hexof(s, "2216"), False, True, False)
    assert (plain.attack, helped.attack) == (1, 5)


@pytest.mark.seam("10.2", "13.4")
@pytest.mark.rule("10.2.1a")
@pytest.mark.rule("13.4.3")
def test_a_leader_whose_corps_wastes_away_finds_another() -> None:
    ring = {"su-5": "2114", "su-6": "2317", "su-26": "2117", "su-12": "2314", "su-37": "2215"}
    s = given(
        place={"ge-XL": "2216", "kleist": "2216", "ge-III": "1815", **ring},
        steps={"ge-XL": 1},
        axis_towns=("Kharkov",),
        soviet_towns=("2214",),
        agenda=(Attrition(),),
    )
    settle(s)
    assert not on_map(s, "ge-XL") and spot(s, "kleist") == "1815"


# --- 12 combat


@pytest.mark.seam("12.3", "13.6")
@pytest.mark.rule("13.6.2")
@pytest.mark.rule("12.3.1")
def test_a_retreat_into_the_partisans_hex_removes_them() -> None:
    s = given(turn=8, place={"su-5": "2216", "su-partisan": "2315"}, soviet_towns=("2214",))
    s.agenda = (RetreatStack((unit(s, "su-5"),), (hexof(s, "2216"),), 0),)
    settle(s)
    do(s, back(s, "2315"))
    assert not on_map(s, "su-partisan")


@pytest.mark.seam("12.3", "13.6")
@pytest.mark.rule("13.6.4")
@pytest.mark.rule("11.1.9b")
def test_partisans_who_must_retreat_retreat() -> None:
    """RULING 13.6-a: a retreat is no movement."""
    s = given(turn=8, place={"su-partisan": "2216"}, soviet_towns=("2214",))
    s.agenda = (RetreatStack((unit(s, "su-partisan"),), (hexof(s, "2216"),), 0),)
    settle(s)
    do(s, back(s, "2315"))
    do(s, back(s, "2415"))
    assert spot(s, "su-partisan") == "2415"


@pytest.mark.seam("12.4", "13.1")
@pytest.mark.rule("13.1.2b")
@pytest.mark.rule("12.4")
def test_no_mobile_assault_out_of_romania_on_turn_1() -> None:
    for turn, case in ((1, "13.1.2b"), (2, "")):
        s = given(
            turn=turn, place={"ge-III": "0817", "su-9": "0917"}, orders={"axis-3": "blitz"}, active="axis-3"
        )
        do(s, pick(s, "ge-III"))
        assert no(s, overrun(s, "0917")) == case


# --- 13 special rules


@pytest.mark.seam("13.1", "13.3")
@pytest.mark.rule("13.3.1")
def test_romanian_armies_leave_no_garrisons() -> None:
    s = given(place={"ro-3": "0816", "ge-11": "0518"}, agenda=(Replacements(1, 1, 0),))
    assert no(s, Garrison(unit(s, "ge-11"))) == ""
    assert no(s, Garrison(unit(s, "ro-3"))) != ""
    assert unit(s, "ro-3") not in WORLD.garrison_of


@pytest.mark.seam("13.1", "13.6")
@pytest.mark.rule("13.6.1b")
def test_partisans_rise_on_soviet_ground_only() -> None:
    s = given(turn=8)
    forest = hexof(s, "0919")  # the delta of the Danube, in South Front's area
    assert WORLD.romania >> forest & 1 and WORLD.areas[3] >> forest & 1
    assert WORLD.board.kind[forest] in ("forest", "swamp")
    assert partisan_hexes(s, 3) and not partisan_hexes(s, 3) >> forest & 1


@pytest.mark.seam("13.2", "13.7")
@pytest.mark.rule("13.7.2a")
def test_the_guard_cavalry_does_not_invade() -> None:
    s = given(turn=6, place={"su-gcav": "1823"}, orders={"soviet-3": "hold"}, active="soviet-3")
    do(s, pick(s, "su-gcav"))
    assert no(s, invade(s, "1118")) == "13.7.2a"


@pytest.mark.seam("13.3", "13.6")
@pytest.mark.rule("13.6.1b")
def test_partisans_do_not_rise_where_a_garrison_stands() -> None:
    assert partisan_hexes(given(turn=8, axis_towns=("Bryansk",)), 1) >> WORLD.board.hex("Bryansk") & 1
    s = given(turn=8, place={"gar-6": "1910"})
    assert not partisan_hexes(s, 1) >> WORLD.board.hex("Bryansk") & 1


@pytest.mark.seam("13.3", "13.7")
@pytest.mark.rule("13.7.2c")
@pytest.mark.rule("13.7.2d")
def test_a_garrison_bars_its_port_and_hinders_landings_next_door() -> None:
    s = given(place={"gar-11": "1118", "su-51": "1823"})
    army = (unit(s, "su-51"),)
    refused = invasion_violation(s, 3, army, hexof(s, "1823"), False, hexof(s, "1118"))
    assert refused is not None and refused.rule == "13.7.2d"
    assert is_watched(s, hexof(s, "1218")) and not is_watched(s, hexof(s, "1318"))


@pytest.mark.seam("13.3", "13.8")
@pytest.mark.rule("13.8.3")
@pytest.mark.rule("13.3.3a")
def test_the_luftwaffe_helps_a_garrison() -> None:
    s = field(
        {"gar-6": "1915", "su-5": "2015", "su-6": "2015", "su-26": "2015"},
        "soviet",
        "assault",
        stage="attack",
        soviet_towns=("2214",),
    )
    do(s, target(s, "1915"))
    for name in ("su-5", "su-6", "su-26"):
        do(s, join(s, name))
    do(s, Commit())
    assert isinstance(pending(s), DefenderSupport)
    alone = odds(s, SOVIET, (unit(s, "su-5"),), hexof(s, "1915"), False, False, False).defence
    do(s, Support())
    frame = pending(s)
    assert isinstance(frame, AttackRoll) and frame.odds(s).defence == alone + 4


@pytest.mark.seam("13.4", "13.8")
@pytest.mark.rule("12.4.9b")
@pytest.mark.rule("13.8.1")
def test_a_leaders_point_and_a_markers_factor_count_together() -> None:
    s = field({"ge-III": "2115", "kleist": "2115", "su-5": "2216"}, order="blitz", axis_towns=SOUTHERN)
    do(s, pick(s, "ge-III"))
    do(s, take(s, "kleist"))
    do(s, overrun(s, "2216"))
    assert isinstance(pending(s), Assembly)
    do(s, Support())
    do(s, Commit())
    frame = pending(s)
    assert isinstance(frame, AttackRoll) and (frame.odds(s).attack, frame.odds(s).bonus) == (6 + 4, 1)


@pytest.mark.seam("13.6", "13.7")
@pytest.mark.seam("8", "13.7")
@pytest.mark.rule("13.6.2")
@pytest.mark.rule("13.7.2c")
def test_a_landing_among_partisans_removes_them() -> None:
    place = {"su-51": "1823", "su-partisan": "1520"}
    s = given(turn=8, place=place, orders={"soviet-3": "hold"}, active="soviet-3")
    do(s, pick(s, "su-51"))
    do(s, invade(s, "1520"), 1)
    assert spot(s, "su-51") == "1520" and not on_map(s, "su-partisan")
    # three friends in the hex leave no room
    full = {"su-51": "1823", "su-9": "1520", "su-18": "1520", "su-56": "1520"}
    s = given(turn=8, place=full, orders={"soviet-3": "hold"}, active="soviet-3")
    do(s, pick(s, "su-51"))
    assert no(s, invade(s, "1520")) == "8.1.1" and no(s, Stop()) == ""
    assert steps(s, "su-51") == 1 and not is_cut_off(s, SupplyNet(s, SOVIET), unit(s, "su-51"))


@pytest.mark.seam("7.3", "9.1")
@pytest.mark.rule("7.3.4")
@pytest.mark.rule("9.1.4b")
def test_a_fort_entered_on_the_way_to_contact_is_out_of_the_enemys_zone_for_the_next() -> None:
    # Brest is German and in the zone of 4th Army until the Soviet 4 Army stands in it
    place = {"ge-4": "0808", "su-4": "1008", "su-13": "1109"}
    s = counterattack(place, 2, axis_towns=("0908",), turn=3)
    brest = hexof(s, "0908")
    assert pending(s) == MoveToContact(1, unit(s, "su-4")) and s.halt >> brest & 1
    do(s, contact(s, "0908"))
    assert pending(s) == MoveToContact(1, unit(s, "su-13")) and not s.halt >> brest & 1
