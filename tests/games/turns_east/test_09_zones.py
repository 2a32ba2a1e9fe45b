"""Chapter 9: zones of control, lines of communication, control of towns."""

from __future__ import annotations

import pytest

from hexfront.games.turns_east.actions import Commit, Stop
from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.state import EastState, arrive
from hexfront.games.turns_east.supply import SupplyNet, blocked, ground, lines_of
from hexfront.games.turns_east.victory import victory_points
from hexfront.games.turns_east.zones import army_zone, zone
from hexfront.hexes import bits

from .helpers import WORLD, do, field, given, hexof, no, overrun, pick, reach, roll, spot, step, unit, walk


def labels(hexes: int) -> set[str]:
    return set(WORLD.board.labels(hexes))


@pytest.mark.rule("9.0")
@pytest.mark.seam("9.1", "13.3")
def test_9_0_six_hexes_around_every_combat_unit() -> None:
    for name in ("ge-6", "ge-III", "gar-6", "ro-3"):
        s = given(place={name: "2016"})
        assert labels(zone(s, AXIS)) == {"2015", "2115", "2116", "2017", "1916", "1915"}
    for name in ("su-5", "su-8m", "su-gcav", "su-ic"):
        s = given(place={name: "2016"})
        assert labels(zone(s, SOVIET)) == {"2015", "2115", "2116", "2017", "1916", "1915"}


@pytest.mark.rule("9.1.1")
def test_9_1_1_not_into_or_across_what_is_prohibited() -> None:
    s = given(place={"ge-6": "1622"})  # Kerch: the strait lies to the east
    assert WORLD.grid.is_adjacent(hexof(s, "1622"), hexof(s, "1722"))
    assert "1722" not in labels(zone(s, AXIS))
    assert not zone(s, AXIS) & (WORLD.board.terrain["sea"] | WORLD.board.terrain["lake"])


@pytest.mark.rule("9.1.2")
def test_9_1_2_on_turn_1_soviet_zones_stop_at_the_border() -> None:
    place = {"su-4": "0908", "ge-4": "0808"}
    first, later = given(turn=1, place=place), given(turn=2, place=place)
    assert not zone(first, SOVIET) & WORLD.west_of_border
    assert "0808" in labels(zone(later, SOVIET) & WORLD.west_of_border)
    assert zone(first, SOVIET) & WORLD.ussr
    assert zone(first, AXIS) & WORLD.ussr  # German zones do cross it


@pytest.mark.rule("9.1.3a")
@pytest.mark.seam("9.1", "11")
def test_9_1_3a_german_army_zones_halt_soviets() -> None:
    s = field({"su-5": "2316", "ge-6": "2115"}, "soviet", "assault", soviet_towns=("2214",))
    do(s, pick(s, "su-5"))
    do(s, step(s, "2216"))
    assert reach(s) == set()
    assert no(s, step(s, "2217")) == "9.1.3a"
    assert no(s, Stop()) == ""


@pytest.mark.rule("9.1.3c")
def test_9_1_3c_no_other_zone_halts_anyone() -> None:
    for enemy in ("ge-III", "gar-6", "ro-3"):
        s = field({"su-5": "2316", enemy: "2115"}, "soviet", "assault", soviet_towns=("2214",))
        do(s, pick(s, "su-5"))
        do(s, step(s, "2216"))
        assert "2217" in reach(s)
        assert army_zone(s) == 0
    s = field({"ge-6": "2016", "su-5": "2216"}, "axis", "assault")
    do(s, pick(s, "ge-6"))
    do(s, step(s, "2115"))
    assert "2116" in reach(s)  # from Soviet zone to Soviet zone


@pytest.mark.rule("9.1.3b")
def test_9_1_3b_not_straight_from_one_army_zone_into_another() -> None:
    s = field({"su-5": "2216", "ge-6": "2115", "ge-17": "2318"}, "soviet", "assault", soviet_towns=("2214",))
    do(s, pick(s, "su-5"))
    assert no(s, step(s, "2116")) == "9.1.3b"  # still 6th Army's zone
    assert no(s, step(s, "2316")) == ""  # it may leave
    do(s, step(s, "2316"))
    assert "2317" in reach(s)  # and enter another zone by way of free ground
    s = field({"su-5": "2216", "ge-6": "2115"}, "soviet", "withdraw", soviet_towns=("2214",))
    do(s, pick(s, "su-5"))
    assert no(s, step(s, "2215")) == ""  # Withdraw is the exception


RING = {"ge-III": "2114", "ge-XIV": "1914", "ge-XL": "1917", "ge-XLI": "2217"}


@pytest.mark.rule("9.1.4a")
@pytest.mark.seam("9.1", "9.2")
def test_9_1_4a_zones_block_lines_unless_a_friend_stands_in_them() -> None:
    place = {"su-5": "2016", **RING, "ge-LVI": "2118"}
    s = given(place=place)
    assert not SupplyNet(s, SOVIET).has_loc(unit(s, "su-5"))
    assert blocked(s, SOVIET) >> hexof(s, "2116") & 1
    friend = {"su-6": "2116", "su-26": "2216", "su-12": "2315"}
    s = given(place={**place, **friend})
    assert not blocked(s, SOVIET) >> hexof(s, "2116") & 1
    assert SupplyNet(s, SOVIET).has_loc(unit(s, "su-5"))


@pytest.mark.rule("9.1.4a")
@pytest.mark.rule("9.1-i1")
@pytest.mark.rule("13.4.1")
@pytest.mark.seam("9.1", "13.4")
@pytest.mark.seam("9.1", "13.6")
def test_9_1_4a_leaders_and_partisans_block_nothing() -> None:
    s = given(place={"su-partisan": "2016"})
    assert zone(s, SOVIET) == 0
    assert blocked(s, AXIS) == 1 << hexof(s, "2016")  # its own hex is a Soviet unit all the same
    s = given(place={"su-partisan": "2016", "su-gcav": "2016"})
    assert zone(s, SOVIET)
    led = given(place={"ge-III": "2016", "kleist": "2016"})
    alone = given(place={"ge-III": "2016"})
    assert zone(led, AXIS) == zone(alone, AXIS)


@pytest.mark.rule("9.1.4b")
def test_9_1_4b_no_zone_reaches_into_an_enemy_fort() -> None:
    place = {"ge-4": "0907"}
    soviet = given(place=place)
    axis = given(place=place, axis_towns=("0908",))
    brest = hexof(soviet, "0908")
    assert not zone(soviet, AXIS) >> brest & 1 and not army_zone(soviet) >> brest & 1
    assert zone(axis, AXIS) >> brest & 1 and army_zone(axis) >> brest & 1
    theirs = given(place={"su-4": "0907"}, axis_towns=("0908",))
    assert not zone(theirs, SOVIET) >> brest & 1


# --- 9.2


@pytest.mark.rule("9.2.1a")
def test_9_2_1a_an_loc_is_any_length_and_free_of_enemies() -> None:
    s = given(place={"ge-6": "2016"})
    assert SupplyNet(s, AXIS).has_loc(unit(s, "ge-6"))  # all the way from the west edge
    wall = {"su-5": "1311", "su-6": "1314", "su-26": "1317"}
    s = given(place={"ge-6": "2016", **wall})
    assert not SupplyNet(s, AXIS).has_loc(unit(s, "ge-6"))
    s = given(place={"su-5": "2016"})
    assert SupplyNet(s, SOVIET).has_loc(unit(s, "su-5"))
    net = lines_of(s, SOVIET, 2)
    assert not net.loc & (WORLD.romania | WORLD.hungary)


@pytest.mark.rule("9.2.1b")
@pytest.mark.rule("9.2.1a")
@pytest.mark.rule("7.6c")
def test_9_2_1b_one_hex_beyond_the_boundary_and_no_more() -> None:
    ground = WORLD.loc_areas[2]
    beyond = ground & ~WORLD.areas[2]
    assert beyond and beyond == WORLD.grid.around(WORLD.areas[2]) & WORLD.land & ~WORLD.areas[2]
    lines = lines_of(given(), AXIS, 2)
    assert lines.loc & beyond and not lines.loc & ~ground
    # a wall through the whole area lets a line pass one hex beyond the boundary, but not two
    wall = {"su-5": "1312", "su-6": "1314"}
    s = given(place={"ge-6": "2016", **wall})
    assert SupplyNet(s, AXIS).has_loc(unit(s, "ge-6"))
    s = given(place={"ge-6": "2016", **wall, "su-26": "1309", "su-12": "1317"})
    assert not blocked(s, AXIS) >> hexof(s, "1307") & 1
    assert not SupplyNet(s, AXIS).has_loc(unit(s, "ge-6"))


@pytest.mark.rule("9.2.2")
@pytest.mark.seam("9.2", "10.1")
def test_9_2_2_an_loc_is_not_yet_supply() -> None:
    s = given(place={"ge-6": "2416"})
    net = SupplyNet(s, AXIS)
    assert net.has_loc(unit(s, "ge-6")) and net.shortage(unit(s, "ge-6")) > 0
    # it serves supply towns, victory points, Counterattacks and attrition
    s = given(axis_towns=("Kharkov",))
    assert victory_points(s) == 1 and lines_of(s, AXIS, 2).towns >> hexof(s, "1915") & 1
    pocket = {"su-5": "1814", "su-6": "2014", "su-26": "1816", "su-12": "2016"}
    s = given(axis_towns=("Kharkov",), place=pocket)
    assert victory_points(s) == 0 and not lines_of(s, AXIS, 2).towns >> hexof(s, "1915") & 1


@pytest.mark.rule("9.2.3")
@pytest.mark.seam("9.2", "11")
def test_9_2_3_lines_run_over_land() -> None:
    for side in (AXIS, SOVIET):
        for area in range(4):
            loc = lines_of(given(), side, area).loc
            assert not loc & WORLD.board.terrain["sea"]
            lake = loc & WORLD.board.terrain["lake"]
            assert lake == (WORLD.lake_supply if (side, area) == (SOVIET, 0) else 0)
    # the Kerch strait is no road: Kerch cut off by land has no LOC once the ports are lost
    ports = ("1118", "1321", "1521", "1823", "1924")
    s = given(place={"su-51": "1622", "ge-11": "1421"}, axis_towns=ports)
    assert WORLD.sea_supply >> hexof(s, "1622") & 1
    assert not SupplyNet(s, SOVIET).has_loc(unit(s, "su-51"))


# --- 9.3


def holder(s: EastState, label: str) -> str:
    return "axis" if s.axis_towns >> hexof(s, label) & 1 else "soviet"


@pytest.mark.rule("9.3a")
@pytest.mark.seam("9.3", "11")
def test_9_3a_whoever_was_last_in_a_town_controls_it() -> None:
    s = field({"ge-III": "2014"}, axis_towns=("Kharkov",))
    assert holder(s, "2015") == "soviet"
    walk(s, "ge-III", "2015", "2016")  # through Belgorod and on
    assert spot(s, "ge-III") == "2016" and holder(s, "2015") == "axis"
    s = field({"su-5": "2014"}, "soviet", axis_towns=("Belgorod", "Kharkov"))
    walk(s, "su-5", "2015", "2016")
    assert holder(s, "2015") == "soviet" and holder(s, "1915") == "axis"  # Soviet zones take nothing


@pytest.mark.rule("9.3b")
@pytest.mark.seam("9.1", "9.3")
def test_9_3b_a_german_army_takes_empty_towns_in_its_zone() -> None:
    s = field({"ge-6": "2017"}, axis_towns=("Kharkov",))
    walk(s, "ge-6", "2016", "2017")  # past Belgorod: one moment in reach is enough
    assert holder(s, "2015") == "axis"
    s = field({"ge-6": "2016"}, axis_towns=("Kharkov",))
    walk(s, "ge-6", "2017")  # the move begins with Belgorod in reach
    assert holder(s, "2015") == "axis"
    s = field({"ge-6": "2016"}, axis_towns=("Kharkov",))
    walk(s, "ge-6")  # no move, no control
    assert holder(s, "2015") == "soviet"
    s = field({"ge-III": "2017"}, axis_towns=("Kharkov",))
    walk(s, "ge-III", "2016", "2017")
    assert holder(s, "2015") == "soviet"  # a corps cannot
    s = field({"ge-6": "2017", "su-5": "2015"}, axis_towns=("Kharkov",))
    walk(s, "ge-6", "2016")
    assert holder(s, "2015") == "soviet"  # occupied
    s = field({"ge-6": "2017", "su-5": "2114"}, axis_towns=("Kharkov",))
    walk(s, "ge-6", "2016")
    assert holder(s, "2015") == "soviet"  # in a Soviet zone


@pytest.mark.rule("9.1.2")
@pytest.mark.seam("9.1", "11")
def test_9_1_2_the_border_stops_zones_both_ways() -> None:
    # 5 Army west of the border on turn 1: its zone stays west, that of 6 Army stays east
    s = given(turn=1, place={"su-5": "0809", "su-6": "0712"})
    west = WORLD.west_of_border
    assert west >> hexof(s, "0809") & 1 and not west >> hexof(s, "0712") & 1
    ring = {name: WORLD.adjacent[hexof(s, at)] for name, at in (("su-5", "0809"), ("su-6", "0712"))}
    assert ring["su-5"] & west and ring["su-5"] & ~west and ring["su-6"] & west
    assert zone(s, SOVIET) == ring["su-5"] & west | ring["su-6"] & ~west
    s = given(turn=2, place={"su-5": "0809", "su-6": "0712"})
    assert zone(s, SOVIET) == ring["su-5"] | ring["su-6"]


@pytest.mark.rule("9.3b")
@pytest.mark.rule("12.4.5")
@pytest.mark.seam("9.1", "12.4")
@pytest.mark.seam("9.3", "12.4")
def test_9_3b_a_mobile_assault_opens_towns_to_the_armies() -> None:
    # the Soviets at 2114 keep Belgorod out of 6th Army's reach, until they are overrun
    place = {"ge-III": "2113", "ge-6": "2017", "su-8m": "2114", "ge-9": "2013"}
    s = field(place, order="blitz", orders={"axis-1": "hold"}, axis_towns=("Kharkov", "Orel"))
    do(s, pick(s, "ge-III"))
    do(s, overrun(s, "2114"))
    do(s, Commit())
    roll(s, 6)
    assert s.zone == zone(s, SOVIET) == 0, "the zones that movement heeds are those of who is left"
    do(s, step(s, "2214"))
    do(s, Stop())
    walk(s, "ge-6", "2016")
    assert s.axis_towns >> hexof(s, "2015") & 1


@pytest.mark.rule("9.2.1a")
@pytest.mark.rule("10.1.11a")
def test_9_2_1a_each_side_has_its_edge_and_the_lake_is_leningrads() -> None:
    s = given(place={"su-5": "2216", "ge-6": "2115"})
    w = s.world
    assert lines_of(s, SOVIET, 2).loc & w.off_map and not lines_of(s, AXIS, 2).loc & w.off_map
    assert lines_of(s, SOVIET, 2, shut=w.west_edge).loc >> hexof(s, "2216") & 1  # it needs no western edge
    wall = {"ge-6": "2115", "ge-17": "2217", "ge-III": "2315", "ge-XIV": "2316", "ge-11": "2215"}
    s = given(place={"su-5": "2216", **wall})  # a way out to the west only, if that
    assert not lines_of(s, SOVIET, 2).loc >> hexof(s, "2216") & 1
    assert [bool(ground(s, SOVIET, area, False, 0) & w.lake_supply) for area in range(4)] == [True] + [
        False
    ] * 3


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


@pytest.mark.rule("9.3a")
def test_9_3a_a_unit_that_enters_a_town_of_its_own_side_changes_nothing() -> None:
    s = given(place={"su-5": "2816"}, axis_towns=("Kharkov",))
    kharkov, moscow = s.world.board.hex("Kharkov"), s.world.board.hex("Moscow")
    before = s.axis_towns
    arrive(s, unit(s, "ge-6"), kharkov)
    arrive(s, unit(s, "su-6"), moscow)
    assert s.axis_towns == before and not s.out


@pytest.mark.rule("13.1.2a")
@pytest.mark.rule("9.2.3")
@pytest.mark.seam("9.2", "13.1")
@pytest.mark.seam("10.1", "13.1")
def test_9_2_3_a_romanian_line_keeps_out_of_center() -> None:
    s = given(turn=4)
    center = WORLD.areas[1]
    german, romanian = ground(s, AXIS, 2, False, 0), ground(s, AXIS, 2, True, 0)
    assert german & center  # one hex beyond the boundary
    assert not romanian & center and romanian & WORLD.areas[3]


@pytest.mark.rule("9.1.4b")
@pytest.mark.seam("7.2", "9.1")
def test_9_1_4b_a_fort_taken_on_the_way_is_out_of_the_enemys_zone_for_those_who_follow() -> None:
    # Brest is Soviet and in the zone of 4 Army: nobody withdraws into it before Kluge, who assaults, has taken it
    def withdrawing() -> EastState:
        return given(
            place={"ge-4": "0808", "ge-XLVII": "0907", "su-4": "1009"},
            orders={"axis-1": "withdraw"},
            own={"ge-4": "assault"},
            active="axis-1",
            soviet_towns=("0908",),
        )

    s = withdrawing()
    do(s, pick(s, "ge-XLVII"))
    assert no(s, step(s, "0908")) == "7.2.2c"
    s = withdrawing()
    walk(s, "ge-4", "0908")
    do(s, pick(s, "ge-XLVII"))
    assert no(s, step(s, "0908")) == ""


@pytest.mark.rule("9.2.3")
@pytest.mark.rule("13.1.2b")
@pytest.mark.seam("9.2", "13.1")
@pytest.mark.seam("10.1", "13.1")
def test_9_2_3_on_turn_1_no_axis_line_crosses_the_border_of_romania() -> None:
    """RULING 9.2-a: a line runs where units could move, and on turn 1 nobody enters or leaves Romania."""
    for turn, fed in ((1, False), (2, True)):
        s = given(turn=turn, place={"ge-III": "0915", "ge-11": "0816"})
        net = SupplyNet(s, AXIS)
        corps, army = unit(s, "ge-III"), unit(s, "ge-11")
        assert (net.has_loc(corps), net.shortage(corps) == 0) == (fed, fed)
        assert net.has_loc(army) and net.shortage(army) == 0  # within Romania lines run as ever
    # Soviet lines do not enter Romania on any turn; beside it they are as they were
    s = given(turn=1, place={"su-9": "0915"})
    assert SupplyNet(s, SOVIET).has_loc(unit(s, "su-9"))
