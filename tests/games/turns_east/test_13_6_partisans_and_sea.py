"""Chapters 13.6 and 13.7: partisans, and the Black Sea."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east.actions import Assign, Keep, Retreat, Stop
from hexfront.games.turns_east.combat import attacker_violation
from hexfront.games.turns_east.data import SOVIET
from hexfront.games.turns_east.events import InvasionTried
from hexfront.games.turns_east.losses import Fate
from hexfront.games.turns_east.movement import ChooseMover
from hexfront.games.turns_east.reinforcement import Partisans, soviet_entry
from hexfront.games.turns_east.retreat import ChooseRetreat, RetreatStack
from hexfront.games.turns_east.special import (
    InvasionRoll,
    PartisanFront,
    PlacePartisans,
    begin_invasion,
    invasion_violation,
    partisan_hexes,
)
from hexfront.games.turns_east.state import POOL, TRACK, EastState, pool_armies
from hexfront.games.turns_east.strength import defenders
from hexfront.games.turns_east.supply import SupplyNet
from hexfront.hexes import bits
from hexfront.kernel import pending, settle
from hexfront.wargame import Eliminated, Retreated
from hexfront.wargame import put as set_down

from .helpers import (
    WORLD,
    back,
    choices,
    do,
    driven_back,
    field,
    given,
    hexof,
    invade,
    no,
    on_map,
    pick,
    pickable,
    places,
    put,
    retreating,
    retreats,
    roll,
    shown,
    spot,
    step,
    take,
    unit,
    walk,
)


@pytest.mark.rule("12.3.1")
@pytest.mark.rule("13.7.1")
@pytest.mark.seam("8", "13.7")
def test_13_7_1_the_coastal_army_leaves_its_stack() -> None:
    s = given(place={"su-ic": "1118", "su-9": "1118"}, axis_towns=("1521",))
    s.agenda = (RetreatStack((unit(s, "su-ic"), unit(s, "su-9")), (hexof(s, "1118"),), 0),)
    settle(s)
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and frame.units == (unit(s, "su-ic"), unit(s, "su-9"))
    assert "by sea" in shown(s, back(s, "1321")).label
    do(s, back(s, "1321"))
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and frame.units == (unit(s, "su-9"),)
    assert (spot(s, "su-ic"), spot(s, "su-9")) == ("1321", "1118")
    full = given(place={"su-ic": "1118", "su-9": "1321", "su-18": "1321", "su-51": "1321"})
    full.agenda = (RetreatStack((unit(full, "su-ic"),), (hexof(full, "1118"),), 0),)
    settle(full)
    assert "1321" not in retreats(full) and "1823" in retreats(full)


@pytest.mark.rule("13.7.1")
@pytest.mark.rule("12.3.1")
def test_13_7_1_the_sea_is_a_way_out_when_there_is_no_other() -> None:
    ring = {"ge-11": "1117", "ge-17": "1018", "ge-III": "1218", "ge-XIV": "1017"}
    s = given(place={"su-ic": "1118", **ring})
    s.agenda = (RetreatStack((unit(s, "su-ic"),), (hexof(s, "1118"),), 0),)
    settle(s)
    assert on_map(s, "su-ic") and "1321" in retreats(s)


@pytest.mark.rule("13.7.1")
@pytest.mark.rule("12.3.1")
def test_13_7_1_with_no_way_by_land_the_stack_parts_and_the_coastal_army_sails_alone() -> None:
    ring = {"ge-11": "1117", "ge-17": "1018", "ge-III": "1218", "ge-XIV": "1017"}
    s = given(place={"su-ic": "1118", "su-9": "1118", **ring})
    s.agenda = (RetreatStack((unit(s, "su-ic"), unit(s, "su-9")), (hexof(s, "1118"),), 0),)
    settle(s)
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and frame.units == (unit(s, "su-ic"),)
    do(s, back(s, "1321"))
    assert spot(s, "su-ic") == "1321" and not on_map(s, "su-9")


@pytest.mark.rule("13.7.1")
@pytest.mark.rule("12.3.1")
def test_13_7_1_by_sea_at_once_or_not_at_all() -> None:
    s = driven_back({"su-ic": "1521"}, "1521", soviet_towns=())
    listed = [WORLD.label(a.hex) for a in choices(s, Retreat)]
    assert "1622" in listed  # a dead end by land, a port by sea
    assert len(listed) == len(set(listed))
    s = driven_back({"su-ic": "1422"}, "1422", soviet_towns=())
    do(s, back(s, "1521"))
    assert no(s, back(s, "1823")) != "" and no(s, back(s, "1520")) == ""


@pytest.mark.rule("13.7.2e")
def test_13_7_2e_an_army_that_stays_in_port_has_not_invaded() -> None:
    s = given(place={"su-51": "1321"}, orders={"soviet-3": "assault"}, active="soviet-3")
    do(s, pick(s, "su-51"))
    do(s, Stop())
    assert (s.invasions, s.invaded, spot(s, "su-51")) == (0, 0, "1321")


@pytest.mark.rule("13.7.1")
def test_13_7_1_away_from_the_ports_the_coastal_army_has_no_way_by_sea() -> None:
    ring = {"ge-6": "2215", "ge-17": "2217", "ge-III": "2115", "ge-XIV": "2116", "ge-XL": "2315"}
    s = given(place={"su-ic": "2216", **ring, "ge-XLI": "2316"}, axis_towns=("Kharkov",))
    s.agenda = (RetreatStack((unit(s, "su-ic"),), (hexof(s, "2216"),), 0),)
    settle(s)
    assert not on_map(s, "su-ic")


@pytest.mark.rule("12.3.1")
@pytest.mark.rule("13.7.1")
def test_13_7_1_with_every_way_by_land_shut_only_the_ports_are_left() -> None:
    s = given(place={"su-ic": "1321", "ge-11": "1320", "ge-17": "1421", "ge-6": "1422"})
    s.agenda = (RetreatStack((unit(s, "su-ic"),), (hexof(s, "1321"),), 0),)
    settle(s)
    assert no(s, back(s, "1823")) == "" and no(s, back(s, "1421")) == "12.3.4b"
    assert no(s, back(s, "2216")) == "11.1.2"


@pytest.mark.rule("13.7.2a")
@pytest.mark.rule("13.7.2b")
def test_13_7_2b_an_attempt_counts_for_the_turn_and_for_the_game() -> None:
    s = given(place={"su-9": "1118"})
    begin_invasion(s, unit(s, "su-9"), hexof(s, "1321"))
    assert (s.invaded, s.invasions) == (1, 1)


@pytest.mark.rule("13.6.1a")
@pytest.mark.rule("13.6.3")
def test_13_6_1_without_a_free_hex_in_their_first_front_the_partisans_wait() -> None:
    s = given(turn=7)
    w = s.world
    others = list(bits(w.soviet_armies | w.mechs))
    wild = list(bits(partisan_hexes(s, 0)))
    for u, i in zip(others, wild, strict=False):
        s.steps[u] = 1
        set_down(s, u, i)
    open_hexes = partisan_hexes(s, 0)
    for u, i in zip(bits(w.armies | w.panzers), bits(open_hexes), strict=False):
        s.steps[u] = 1
        set_down(s, u, i)
    assert not partisan_hexes(s, 0)
    s.agenda = (Partisans(),)
    settle(s)
    assert pending(s) is None
    s.turn = 8
    s.agenda = (Partisans(),)
    settle(s)
    assert isinstance(pending(s), PartisanFront)


def rising(turn: int, **what: Any) -> EastState:
    s = given(turn=turn, **what)
    p = unit(s, "su-partisan")
    if s.where[p] < 0:
        s.where[p] = TRACK.space(7)
    s.agenda = (Partisans(),)
    settle(s)
    return s


@pytest.mark.rule("13.6.1a")
@pytest.mark.rule("13.6.1b")
@pytest.mark.rule("13.6-i1")
def test_13_6_1a_they_first_rise_in_the_northwest_on_turn_7() -> None:
    assert not rising(6).agenda
    s = rising(7)
    assert isinstance(pending(s), PartisanFront)
    assert no(s, Keep()) == "13.6.1a" and no(s, Assign(1)) == "13.6.1a"
    do(s, Assign(0))
    assert isinstance(pending(s), PlacePartisans)
    assert no(s, put(s, "1703")) == "13.6.1b"  # no forest or swamp
    wild = set(places(s))
    assert wild and all(WORLD.board.kind[hexof(s, p)] in ("forest", "swamp") for p in wild)
    do(s, put(s, "1802"))
    assert spot(s, "su-partisan") == "1802"


@pytest.mark.rule("13.6.1b")
@pytest.mark.rule("13.6.3")
def test_13_6_1b_later_they_are_placed_or_moved_anywhere() -> None:
    s = rising(8, place={"su-partisan": "1802", "ge-9": "1407", "su-13": "1408"})
    assert no(s, Keep()) == ""
    do(s, Assign(1))
    assert no(s, put(s, "1408")) == "13.6.1b"  # a Soviet unit stands there
    assert "1408" not in places(s) and "1508" in places(s)
    do(s, put(s, "1508"))
    assert spot(s, "su-partisan") == "1508" and hexof(s, "1802") not in s.stack
    s = rising(9)
    s.where[unit(s, "su-partisan")] = POOL  # eliminated: they come back
    s.steps[unit(s, "su-partisan")] = 0
    do(s, Assign(0))
    do(s, put(s, "1802"))
    assert on_map(s, "su-partisan") and s.steps[unit(s, "su-partisan")] == 1
    s = rising(8, place={"su-partisan": "1802", "ge-9": "1408"})
    do(s, Assign(1))
    assert no(s, put(s, "1408")) == "13.6.1b"  # a German unit stands there
    s = rising(8, place={"su-partisan": "1802"})
    do(s, Keep())
    assert spot(s, "su-partisan") == "1802"


@pytest.mark.rule("13.6.1b")
@pytest.mark.seam("7.6", "13.6")
def test_13_6_1b_without_a_free_hex_a_front_is_no_choice() -> None:
    empty = given(turn=8)
    wild = WORLD.board.labels(partisan_hexes(empty, 3))
    names = [u.id for u in WORLD.units if u.kind in ("soviet_army", "mech")][: len(wild)]
    s = rising(8, place=dict(zip(names, wild, strict=True)))
    assert no(s, Assign(3)) == "13.6.1b" == no(s, Assign(9)) and no(s, Assign(0)) == ""
    do(s, Assign(0))
    assert no(s, put(s, "1408")) == "13.6.1b"  # not in that Front


@pytest.mark.rule("13.6.2")
@pytest.mark.seam("11", "13.6")
@pytest.mark.seam("13.2", "13.6")
def test_13_6_2_other_soviets_drive_them_out_the_guard_cavalry_does_not() -> None:
    place = {"su-partisan": "2016"}
    s = field({**place, "su-5": "2216"}, "soviet", "assault")
    walk(s, "su-5", "2116", "2016", "2017")
    assert not on_map(s, "su-partisan")
    s = field({**place, "su-gcav": "2216"}, "soviet", "assault")
    walk(s, "su-gcav", "2116", "2016")
    assert spot(s, "su-partisan") == spot(s, "su-gcav") == "2016"


@pytest.mark.rule("13.6.4")
@pytest.mark.seam("12", "13.6")
def test_13_6_4_they_neither_move_nor_attack() -> None:
    s = field({"su-partisan": "2016", "su-5": "2216", "ge-6": "2015"}, "soviet", "assault")
    assert no(s, pick(s, "su-partisan")) == "13.6.4"
    assert attacker_violation(s, unit(s, "su-partisan"), SOVIET, 2).rule == "13.6.4"  # type: ignore[union-attr]
    assert defenders(s, hexof(s, "2016")) == (unit(s, "su-partisan"),)


@pytest.mark.rule("13.7.1")
@pytest.mark.seam("12.3", "13.7")
def test_13_7_1_the_coastal_army_retreats_by_sea() -> None:
    s = given(place={"su-ic": "1118"}, axis_towns=("1521",))
    s.agenda = (RetreatStack((unit(s, "su-ic"),), (hexof(s, "1118"),), 0),)
    settle(s)
    assert {"1321", "1521", "1622", "1823", "1924"} <= retreats(s)  # 1521 is in Axis hands, and empty
    do(s, back(s, "1321"))
    assert spot(s, "su-ic") == "1321" and pending(s) is None
    other = given(place={"su-9": "1118"})
    other.agenda = (RetreatStack((unit(other, "su-9"),), (hexof(other, "1118"),), 0),)
    settle(other)
    assert not {"1321", "1823"} & retreats(other)
    inland = given(place={"su-ic": "1117"})
    inland.agenda = (RetreatStack((unit(inland, "su-ic"),), (hexof(inland, "1117"),), 0),)
    settle(inland)
    assert not {"1321", "1823"} & retreats(inland)


def sailing(place: dict[str, str], order: str = "hold", **more: Any) -> EastState:
    return given(place=place, orders={"soviet-3": order}, active="soviet-3", **more)


@pytest.mark.rule("13.7.2a")
@pytest.mark.seam("7.6", "13.7")
@pytest.mark.seam("9.2", "13.7")
def test_13_7_2a_an_army_invades_from_a_port_with_an_loc() -> None:
    s = sailing({"su-51": "1823", "su-9": "1922", "su-ic": "1924"})
    do(s, pick(s, "su-51"))
    assert no(s, invade(s, "1118")) == ""
    assert no(s, invade(s, "1420")) == "13.7.2a"  # not on the coast
    assert no(s, invade(s, "0719")) == "13.7.2a"  # Romania
    do(s, Stop())
    do(s, pick(s, "su-9"))
    assert no(s, invade(s, "1118")) == "13.7.2a"  # Krasnodar is no port
    do(s, Stop())
    do(s, pick(s, "su-ic"))
    assert no(s, invade(s, "1118")) == "13.7.2a"  # the Coastal Army only defends
    # the port needs its LOC
    everything = tuple(WORLD.board.labels(WORLD.sea_supply & ~(1 << WORLD.board.hex("Sevastopol"))))
    s = sailing({"su-51": "1321", "ge-11": "1319", "ge-XL": "1420"}, axis_towns=everything)
    do(s, pick(s, "su-51"))
    assert no(s, invade(s, "1318")) == "13.7.2a"
    # only South Front, before it moves, and alone
    refused = invasion_violation(s, 2, (unit(s, "su-51"),), hexof(s, "1823"), False, hexof(s, "1118"))
    assert refused is not None and refused.rule == "13.7.2a"
    s = sailing({"su-51": "1823"})
    do(s, pick(s, "su-51"))
    assert no(s, invade(s, "1823")) == "13.7.2a"  # where it is already
    s = given(place={"su-51": "1823"}, orders={"soviet-3": "assault"}, active="soviet-3")
    do(s, pick(s, "su-51"))
    do(s, step(s, "1822"))
    do(s, step(s, "1823"))
    assert no(s, invade(s, "1118")) == "13.7.2a"
    pair = sailing({"su-51": "1823", "su-9": "1823"})
    do(pair, pick(pair, "su-51"))
    do(pair, take(pair, "su-9"))
    assert no(pair, invade(pair, "1118")) == "13.7.2a"


@pytest.mark.rule("13.7.2a")
@pytest.mark.rule("13.7.2b")
@pytest.mark.seam("7.2", "13.7")
def test_13_7_2b_one_a_turn_two_a_game() -> None:
    s = sailing({"su-51": "1823", "su-9": "1823"})
    do(s, pick(s, "su-51"))
    do(s, invade(s, "1118"))
    roll(s, 1)
    do(s, pick(s, "su-9"))
    assert no(s, invade(s, "1218")) == "13.7.2a"  # another turn
    assert s.invasions == 1
    s = sailing({"su-51": "1823"}, invasions=1)
    do(s, pick(s, "su-51"))
    assert no(s, invade(s, "1118")) == ""
    s = sailing({"su-51": "1823"}, invasions=2)
    do(s, pick(s, "su-51"))
    assert no(s, invade(s, "1118")) == "13.7.2b"
    s = sailing({"su-51": "1823"})
    do(s, pick(s, "su-51"))
    do(s, invade(s, "1118"))
    roll(s, 5)
    assert s.invasions == 1  # a failure counts too


@pytest.mark.rule("13.7.2c")
def test_13_7_2c_land_return_or_drown() -> None:
    def outcome(die: int, zone: bool = False) -> str:
        place = {"su-51": "1823", **({"ge-III": "1117"} if zone else {})}
        s = sailing(place, axis_towns=("1118",))
        do(s, pick(s, "su-51"))
        do(s, invade(s, "1118"))
        assert isinstance(pending(s), InvasionRoll)
        roll(s, die)
        return spot(s, "su-51")

    assert [outcome(d) for d in range(1, 7)] == ["1118"] * 3 + ["1823"] * 2 + [str(POOL)]
    assert [outcome(d, True) for d in range(1, 7)] == ["1118"] * 2 + ["1823"] * 2 + [str(POOL)] * 2


@pytest.mark.rule("13.7.2c")
@pytest.mark.rule("9.3a")
@pytest.mark.seam("9.3", "13.7")
def test_13_7_2c_a_landing_takes_the_town() -> None:
    s = sailing({"su-51": "1823"}, axis_towns=("1118",))
    do(s, pick(s, "su-51"))
    do(s, invade(s, "1118"))
    roll(s, 2)
    assert not s.axis_towns >> hexof(s, "1118") & 1


@pytest.mark.rule("13.7.2d")
def test_13_7_2d_not_where_the_enemy_stands() -> None:
    s = sailing({"su-51": "1823", "gar-11": "1118"})
    do(s, pick(s, "su-51"))
    assert no(s, invade(s, "1118")) == "13.7.2d"
    assert no(s, invade(s, "1218")) == ""


@pytest.mark.rule("13.7.2e")
@pytest.mark.seam("11", "13.7")
def test_13_7_2e_the_invader_moves_no_farther() -> None:
    for die in (1, 4):
        s = sailing({"su-51": "1823", "su-9": "1823"}, "assault")
        do(s, pick(s, "su-51"))
        do(s, invade(s, "1118"))
        roll(s, die)
        assert isinstance(pending(s), ChooseMover) and pickable(s) == {"su-9"}
        assert no(s, pick(s, "su-51")) == "11.1.7"


@pytest.mark.rule("13.7.2f")
def test_13_7_2f_supply_of_the_invader() -> None:
    s = given(place={"su-51": "1118"})  # an SSS city
    assert SupplyNet(s, SOVIET).shortage(unit(s, "su-51")) == 0
    lost = tuple(
        WORLD.board.labels(WORLD.towns & WORLD.areas[3] & WORLD.ussr & ~(1 << WORLD.board.index("1823")))
    )
    beach = given(place={"su-51": "1218"}, axis_towns=lost)
    assert SupplyNet(beach, SOVIET).shortage(unit(beach, "su-51")) > 0


@pytest.mark.rule("13.7.2c")
@pytest.mark.seam("13.1", "13.7")
def test_13_7_2c_a_romanian_zone_adds_nothing_to_the_roll() -> None:
    for name, modified in (("ro-3", 3), ("ge-11", 4)):
        s = sailing({"su-51": "1823", name: "1117"}, axis_towns=("1118",))
        do(s, pick(s, "su-51"))
        do(s, invade(s, "1118"))
        events = roll(s, 3)
        (tried,) = (e for e in events if isinstance(e, InvasionTried))
        assert tried.modified == modified, name
    # a German beside the Romanian counts
    s = sailing({"su-51": "1823", "ro-3": "1117", "ge-XL": "1117"}, axis_towns=("1118",))
    do(s, pick(s, "su-51"))
    do(s, invade(s, "1118"))
    roll(s, 3)
    assert spot(s, "su-51") == "1823"


@pytest.mark.rule("13.7.2c")
@pytest.mark.seam("9.1", "13.7")
def test_13_7_2c_a_friend_in_the_hex_does_not_spare_the_roll() -> None:
    # a friend negates a zone for lines and retreats (9.1.4); the roll asks only whether the zone is there
    s = sailing({"su-51": "1823", "su-9": "1118", "ge-11": "1117"})
    do(s, pick(s, "su-51"))
    assert no(s, invade(s, "1118")) == ""
    do(s, invade(s, "1118"))
    roll(s, 3)  # 4 in the zone: back to port
    assert spot(s, "su-51") == "1823"
    s = sailing({"su-51": "1823", "su-9": "1118"})
    do(s, pick(s, "su-51"))
    do(s, invade(s, "1118"))
    roll(s, 3)
    assert spot(s, "su-51") == spot(s, "su-9") == "1118"


@pytest.mark.rule("13.7.2c")
@pytest.mark.seam("12", "13.7")
@pytest.mark.seam("5", "13.7")
def test_13_7_2c_an_invader_lost_at_sea_goes_to_the_pool() -> None:
    s = sailing({"su-51": "1823"})
    do(s, pick(s, "su-51"))
    do(s, invade(s, "1118"))
    roll(s, 6)
    assert s.where[unit(s, "su-51")] == POOL and unit(s, "su-51") in pool_armies(s)
    assert not isinstance(pending(s), Fate)  # it was not surrounded


@pytest.mark.rule("9.3a")
@pytest.mark.rule("13.6.1b")
@pytest.mark.seam("9.3", "13.6")
@pytest.mark.seam("5", "13.6")
def test_13_6_1b_partisans_in_a_wooded_town_hold_it_for_the_soviets() -> None:
    """RULING 9.3-c: they occupy it, and an army may enter there (5.2.1), which removes them (13.6.2)."""
    s = given(turn=8, axis_towns=("Bryansk", "Orel", "Smolensk"))
    bryansk = hexof(s, "1910")
    s.agenda = (PlacePartisans(unit(s, "su-partisan"), 1),)
    assert no(s, put(s, "1910")) == ""
    do(s, put(s, "1910"))
    assert not s.axis_towns >> bryansk & 1
    assert soviet_entry(s, unit(s, "su-61"), 1) >> bryansk & 1


@pytest.mark.rule("13.7.1")
@pytest.mark.seam("12.3", "13.7")
def test_13_7_1_inland_the_coastal_army_retreats_with_its_stack() -> None:
    s = retreating({"su-ic": "1117", "su-9": "1117"}, "1117", soviet_towns=())
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and len(frame.units) == 2
    do(s, frame.legal(s, "soviet")[0])
    assert spot(s, "su-ic") == spot(s, "su-9") != "1117"
    # from a port it may go with its stack as well: the sea is a choice
    s = retreating({"su-ic": "1118", "su-9": "1118"}, "1118", soviet_towns=())
    walked = retreats(s) - {"1321", "1521", "1622", "1823", "1924"}
    assert walked
    do(s, back(s, min(walked)))
    assert spot(s, "su-ic") == spot(s, "su-9") == min(walked)


@pytest.mark.rule("13.7.1")
@pytest.mark.rule("9.3a")
@pytest.mark.seam("9.3", "13.7")
def test_13_7_1_the_coastal_army_sails_to_any_port_without_enemies_and_takes_it() -> None:
    """RULING 13.7-c: the case says any port, and a retreat asks who stands in a hex, not whose it is."""
    s = retreating({"su-ic": "1118", "ge-11": "1321"}, "1118", soviet_towns=(), axis_towns=("1321", "1521"))
    assert "1521" in retreats(s) and "1321" not in retreats(s)
    do(s, back(s, "1521"))
    assert spot(s, "su-ic") == "1521" and not s.axis_towns >> hexof(s, "1521") & 1


@pytest.mark.rule("12.3.4a")
@pytest.mark.rule("13.7.1")
@pytest.mark.seam("9.1", "13.7")
@pytest.mark.seam("12.3", "13.7")
def test_12_3_4a_a_port_in_an_enemy_zone_costs_the_coastal_army_its_step() -> None:
    watch = {"su-ic": "1118", "su-9": "1118", "ge-11": "1520"}
    s = retreating(watch, "1118", soviet_towns=())
    offer = shown(s, back(s, "1521"))
    assert "by sea" in offer.label and "costs a step" in offer.label and offer.rule == "12.3.4a"
    told = do(s, back(s, "1521"))
    assert any(isinstance(e, Eliminated) for e in told) and not any(isinstance(e, Retreated) for e in told)
    assert not on_map(s, "su-ic") and not s.stack.get(hexof(s, "1521"))
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and frame.units == (unit(s, "su-9"),)  # its stack goes on by land
    # a friend in the port negates the zone, and no zone reaches into a fort that is Soviet
    s = retreating({**watch, "su-51": "1521"}, "1118", soviet_towns=())
    assert any(isinstance(e, Retreated) and e.rule == "13.7.1" for e in do(s, back(s, "1521")))
    assert spot(s, "su-ic") == "1521"
    s = retreating({"su-ic": "1118", "ge-11": "1421"}, "1118", soviet_towns=())
    do(s, back(s, "1321"))
    assert spot(s, "su-ic") == "1321"


@pytest.mark.rule("10.1.9b")
@pytest.mark.rule("13.7.2a")
@pytest.mark.seam("10.1", "13.7")
def test_13_7_2a_the_shore_of_the_sea_of_azov_is_black_sea_coast() -> None:
    """RULING 13.7-d."""
    s = sailing({"su-51": "1823"})
    do(s, pick(s, "su-51"))
    assert no(s, invade(s, "1820")) == "" and no(s, invade(s, "1819")) == "13.7.2a"
    ring = {"ge-11": "1819", "ge-17": "1719", "ge-6": "1919"}
    s = given(place={"su-ic": "1820", "su-9": "1820", **ring}, axis_towns=("Kharkov",))
    net = SupplyNet(s, SOVIET)
    assert net.shortage(unit(s, "su-ic")) == 0 < net.shortage(unit(s, "su-9"))


@pytest.mark.rule("13.7.1")
@pytest.mark.rule("12.3.1")
@pytest.mark.seam("8", "13.7")
def test_13_7_1_to_the_next_port_the_coastal_army_walks_with_its_stack_if_that_can() -> None:
    # Kerch is next door to Feodosiya, but a dead end: nobody walks there, and the Coastal Army sails alone
    s = retreating({"su-ic": "1521", "su-9": "1521"}, "1521", soviet_towns=())
    do(s, back(s, "1622"))
    assert (spot(s, "su-ic"), spot(s, "su-9")) == ("1622", "1521")
    # from Kerch the way by land leads through Feodosiya: there it goes with its stack, and on
    s = retreating({"su-ic": "1622", "su-9": "1622"}, "1622", soviet_towns=())
    offer = shown(s, back(s, "1521"))
    assert "by sea" not in offer.label and offer.rule == "12.3.2"
    do(s, back(s, "1521"))
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and len(frame.units) == 2 and len(frame.path) == 2
    # alone it has the choice of the sea, and is there at once
    s = retreating({"su-ic": "1622"}, "1622", soviet_towns=())
    assert "by sea" in shown(s, back(s, "1521")).label
    do(s, back(s, "1521"))
    assert spot(s, "su-ic") == "1521" and pending(s) is None
