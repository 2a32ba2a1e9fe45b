"""Positions of Hitler Turns East in which one thing is plainly right: staff has to see it."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.actions import EndCombat, Target
from hexfront.games.turns_east.data import ASSAULT, AXIS, SOVIET
from hexfront.games.turns_east.orders import AssignOrder
from hexfront.games.turns_east.reinforcement import PlaceUnit, ReplacementRound
from hexfront.games.turns_east.supply import SupplyNet
from hexfront.hexes import bits
from hexfront.testing import position
from tests.games.turns_east.helpers import UKRAINE, given, hexof, unit
from tests.players.helpers import carry_on, moves_are_over

REAR = (*UKRAINE, "Kharkov", "Poltava")


def scene(place: dict[str, str], side: str = "axis", order: str = "assault", **more: Any) -> Any:
    """The southern Command of a side is active, the towns of the Ukraine in Axis hands."""
    more.setdefault("axis_towns", REAR)
    return position(GAME, place=place, orders={f"{side}-2": order}, active=f"{side}-2", **more)


def is_held(s: Any, name: str) -> bool:
    return bool(s.axis_towns >> s.world.board.hex(name) & 1)


def cut_off(s: Any, side: int) -> set[str]:
    net = SupplyNet(s, side)
    out = set()
    for u in bits(s.world.masks[side] & s.world.stackers):
        if s.where[u] >= 0 and not net.has_loc(u):
            out.add(s.world.units[u].id)
    return out


# --- victory hexes


@pytest.mark.parametrize("turn", [2, 5, 9, 11])
def test_axis_takes_the_empty_victory_hex(turn: int) -> None:
    s = scene({"ge-6": "1814", "su-38": "2113"}, turn=turn, axis_towns=UKRAINE, soviet_towns=("Kharkov",))
    carry_on(s, GAME, moves_are_over)
    assert is_held(s, "Kharkov")


@pytest.mark.parametrize("turn", [4, 8, 11])
def test_soviets_take_the_empty_victory_hex_back(turn: int) -> None:
    s = scene({"su-38": "2014", "ge-6": "1413"}, "soviet", turn=turn)
    carry_on(s, GAME, moves_are_over)
    assert not is_held(s, "Kharkov")


def test_soviets_do_not_walk_out_of_the_last_city() -> None:
    """Two armies in Moscow, the enemy next door: somebody stays."""
    s = position(
        GAME,
        turn=6,
        place={"su-16": "2308", "su-20": "2308", "ge-4": "2108", "ge-XXIV": "2108", "ge-9": "2106"},
        axis_towns=("Minsk", "Smolensk", "Vyazma", "Vitebsk"),
        orders={"soviet-1": "hold"},
        active="soviet-1",
    )
    carry_on(s, GAME, moves_are_over)
    assert s.held[SOVIET] >> s.world.board.hex("Moscow") & 1


# --- attacks


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_nobody_attacks_at_one_to_three(seed: str) -> None:
    s = scene(
        {"ge-III": "1815", "su-37": "1914", "su-38": "1914", "su-40": "1914"},
        steps={"ge-III": 1},
        stage="attack",
        axis_towns=UKRAINE,
        soviet_towns=("Kharkov",),
    )
    chosen = carry_on(s, GAME, lambda x: not x.agenda, seed=seed)
    assert not any(type(x) is Target for x in chosen)


def test_soviets_do_not_attack_an_army_with_one_army() -> None:
    s = scene({"su-38": "2014", "ge-6": "1914"}, "soviet", stage="attack")
    chosen = carry_on(s, GAME, lambda x: not x.agenda)
    assert [type(x) for x in chosen] == [EndCombat]


def test_a_sure_attack_is_made() -> None:
    """Eight to two in the open, nothing else to do."""
    s = scene({"ge-6": "1814", "ge-III": "1814", "ge-XIV": "1814", "su-38": "1914"}, stage="attack")
    chosen = carry_on(s, GAME, lambda x: not x.agenda)
    assert type(chosen[0]) is Target and chosen[0].hex == hexof(s, "1914")


def test_the_attack_uses_what_it_needs() -> None:
    """Sixteen factors against two are enough; the attack is not made with less than four to one."""
    s = scene({"ge-6": "1814", "ge-III": "1814", "su-38": "1914"}, stage="attack")
    carry_on(s, GAME, lambda x: type(x.agenda[0]).__name__ == "AttackRoll")
    assert s.agenda[0].odds(s).attack >= 8


# --- pockets and lines


def test_axis_closes_the_pocket() -> None:
    """Two Soviet armies before Kharkov with one way out: it is shut."""
    s = scene(
        {
            "ge-6": "1815",
            "ge-17": "1917",
            "ge-III": "1814",
            "ge-XIV": "1814",
            "su-38": "1916",
            "su-40": "1915",
        },
        axis_towns=UKRAINE,
        soviet_towns=("Kharkov",),
        order="blitz",
    )
    assert not cut_off(s, SOVIET)
    carry_on(s, GAME, moves_are_over)
    gone = {name for name in ("su-38", "su-40") if s.where[unit(s, name)] < 0}
    assert cut_off(s, SOVIET) | gone == {"su-38", "su-40"}


def test_axis_does_not_leave_its_line_open() -> None:
    """A Soviet army in the rear is not given the road: everybody ends with a line to the west."""
    s = scene(
        {
            "ge-6": "1715",
            "ge-17": "1915",
            "ge-III": "1915",
            "su-38": "1614",
            "su-40": "2113",
            "su-37": "2215",
        },
    )
    carry_on(s, GAME, moves_are_over)
    assert not cut_off(s, AXIS)


def test_panzers_do_not_run_out_of_their_supply() -> None:
    """Nobody ahead and Stalingrad far off: the Panzers stay within reach of those who follow."""
    s = scene(
        {
            "ge-6": "1815",
            "ge-III": "1915",
            "ge-XIV": "1915",
            "su-37": "1916",
            "su-38": "1914",
            "su-40": "1817",
        }
    )
    carry_on(s, GAME, moves_are_over)
    assert not cut_off(s, AXIS)


def test_soviets_walk_out_of_the_pocket() -> None:
    """An army about to be surrounded, with orders to move and nothing to hold, goes east or breaks the ring."""
    s = scene(
        {"su-38": "1815", "ge-6": "1714", "ge-17": "1716", "su-40": "2113"},
        "soviet",
        order="withdraw",
        turn=3,
        axis_towns=UKRAINE,
        soviet_towns=("Kharkov", "Poltava"),
    )
    before = s.world.column[s.where[unit(s, "su-38")]]
    carry_on(s, GAME, moves_are_over)
    assert s.world.column[s.where[unit(s, "su-38")]] > before
    assert not cut_off(s, SOVIET)


# --- what must not fall, and who stands where


def centre(place: dict[str, str], side: str, order: str, turn: int, **more: Any) -> Any:
    """The middle Command of a side is active, the towns up to Smolensk in Axis hands."""
    more.setdefault("axis_towns", ("Minsk", "Smolensk", "Vitebsk", "Mogilev", "Gomel"))
    return position(GAME, place=place, turn=turn, orders={f"{side}-1": order}, active=f"{side}-1", **more)


@pytest.mark.parametrize("turn", [3, 4, 6])
def test_soviets_fill_moscow_before_the_enemy_is_there(turn: int) -> None:
    s = centre(
        {
            "su-16": "2407",
            "su-20": "2408",
            "su-24": "2308",
            "ge-4": "2008",
            "ge-XXIV": "2008",
            "ge-XLVII": "2008",
        },
        "soviet",
        "assault",
        turn,
    )
    carry_on(s, GAME, moves_are_over)
    moscow = s.world.board.hex("Moscow")
    assert sum(s.where[unit(s, name)] == moscow for name in ("su-16", "su-20", "su-24")) >= 2


@pytest.mark.parametrize("turn", [3, 5])
def test_an_army_arrives_where_the_capital_lies_open(turn: int) -> None:
    s = position(
        GAME,
        turn=turn,
        place={"ge-4": "2008", "ge-XXIV": "2008", "ge-XLVII": "2108", "su-16": "2607"},
        axis_towns=("Minsk", "Smolensk", "Vitebsk", "Mogilev", "Gomel", "Vyazma"),
        agenda=(PlaceUnit(unit(given(), "su-43")),),
    )
    carry_on(s, GAME, lambda x: not x.agenda)
    assert s.where[unit(s, "su-43")] == s.world.board.hex("Moscow")


@pytest.mark.parametrize("turn", [2, 4])
def test_soviets_close_the_hole_in_their_line(turn: int) -> None:
    """Armies at Smolensk and before Bryansk, a road between them, and one army to shut it."""
    s = centre(
        {"su-16": "1907", "su-20": "1912", "su-24": "2010", "ge-4": "1609", "ge-9": "1607", "ge-2": "1611"},
        "soviet",
        "assault",
        turn,
    )
    carry_on(s, GAME, moves_are_over)
    net = SupplyNet(s, AXIS)
    assert not net.city_has_loc(s.world.board.hex("Vyazma")) or s.where[unit(s, "su-24")] == hexof(s, "2308")


def test_leningrad_is_not_left_for_the_taking() -> None:
    s = position(
        GAME,
        turn=4,
        place={"su-34": "2001", "su-42": "2001", "ge-18": "1801", "ge-XLI": "1802"},
        axis_towns=("Riga", "Pskov", "Narva", "Tallinn"),
        orders={"soviet-0": "withdraw"},
        active="soviet-0",
    )
    carry_on(s, GAME, moves_are_over)
    assert s.held[SOVIET] >> s.world.board.hex("Leningrad") & 1


@pytest.mark.parametrize(("turn", "start"), [(4, "2401"), (5, "2401"), (6, "2401"), (4, "2403"), (6, "2403")])
@pytest.mark.parametrize("order", ["hold", "assault"])
def test_somebody_stands_where_the_lake_leads_to(order: str, turn: int, start: str) -> None:
    """Leningrad is full and lives by the lake (10.1.11). One more army: on the far shore, or a Panzer Corps there cuts the line."""
    s = position(
        GAME,
        turn=turn,
        place={
            "ge-18": "1901", "ge-16": "2002", "ge-XLI": "2003", "ge-LVI": "2102",
            "su-23": "Leningrad", "su-42": "Leningrad", "su-8": "Leningrad", "su-54": start,
        },
        axis_towns=("Riga", "Dvinsk", "Pskov", "Narva", "Tallinn", "Novgorod"),
        orders={"soviet-0": order},
        active="soviet-0",
    )  # fmt: skip
    carry_on(s, GAME, moves_are_over)
    assert s.where[unit(s, "su-54")] in {hexof(s, shore) for shore in ("2201", "2300")}


@pytest.mark.parametrize("turn", [2, 3, 4])
def test_the_city_comes_before_its_way_home(turn: int) -> None:
    """The one army of Leningrad stays there, whatever happens beyond the lake."""
    s = position(
        GAME,
        turn=turn,
        place={"ge-18": "1601", "ge-LVI": "1703", "su-23": "Leningrad"},
        axis_towns=("Riga", "Dvinsk", "Pskov", "Tallinn"),
        orders={"soviet-0": "hold"},
        active="soviet-0",
    )
    carry_on(s, GAME, moves_are_over)
    assert s.where[unit(s, "su-23")] == s.world.leningrad


# --- the rear


@pytest.mark.parametrize("turn", [2, 4, 6])
def test_the_raider_is_killed(turn: int) -> None:
    """A Soviet army has got into the rear; the infantry next to it turns round."""
    s = scene({"ge-6": "1413", "ge-17": "1512", "su-38": "1412", "su-40": "2114"}, turn=turn)
    chosen = carry_on(s, GAME, lambda x: not x.agenda)
    assert any(type(x) is Target and x.hex == hexof(s, "1412") for x in chosen) or "su-38" in cut_off(
        s, SOVIET
    )


def replacements(place: dict[str, str], **more: Any) -> Any:
    return position(GAME, place=place, turn=3, agenda=(ReplacementRound(0, 0, 0),), **more)


def test_a_garrison_is_left_in_a_town_with_points() -> None:
    s = replacements({"ge-4": "1808", "su-38": "2308"}, axis_towns=("Minsk", "Smolensk", "Vitebsk"))
    carry_on(s, GAME, lambda x: not x.agenda)
    assert s.where[unit(s, "gar-4")] == s.world.board.hex("Smolensk")


def test_no_garrison_is_left_in_warsaw() -> None:
    s = replacements({"ge-4": "0707", "su-38": "2308"})
    carry_on(s, GAME, lambda x: not x.agenda)
    assert s.where[unit(s, "gar-4")] < 0


def test_a_garrison_far_behind_is_fetched() -> None:
    s = replacements(
        {"ge-4": "1609", "gar-4": "0707", "su-38": "2308"}, axis_towns=("Minsk", "Vitebsk", "Mogilev")
    )
    carry_on(s, GAME, lambda x: not x.agenda)
    assert s.where[unit(s, "gar-4")] < 0


# --- the seasons


@pytest.mark.parametrize("turn", [7, 8, 9])
def test_panzers_do_not_run_ahead_in_the_snow(turn: int) -> None:
    s = centre(
        {
            "ge-4": "1808",
            "ge-9": "1907",
            "ge-XXIV": "1808",
            "su-16": "2308",
            "su-20": "2308",
            "su-24": "2207",
        },
        "axis",
        "blitz",
        turn,
    )
    carry_on(s, GAME, moves_are_over)
    assert s.world.column[s.where[unit(s, "ge-XXIV")]] <= 20
    assert not cut_off(s, AXIS)


@pytest.mark.parametrize("turn", [7, 8])
def test_soviets_strike_the_stack_that_is_cut_off_in_winter(turn: int) -> None:
    s = centre(
        {
            "ge-XXIV": "2109", "su-16": "2108", "su-20": "2210", "su-24": "2110", "su-28": "2009", "su-29": "2209",
            "ge-4": "1808",
        },
        "soviet",
        "assault",
        turn,
        stage="attack",
    )  # fmt: skip
    chosen = carry_on(s, GAME, lambda x: not x.agenda)
    assert type(chosen[0]) is Target and chosen[0].hex == hexof(s, "2109")


def test_a_pocket_is_held_until_the_month_is_out() -> None:
    """Two armies have shut one in; neither walks away and lets it go."""
    s = scene(
        {
            "ge-6": "1716",
            "ge-17": "1914",
            "ge-III": "1916",
            "ge-XIV": "1714",
            "su-38": "1815",
            "su-40": "2215",
        },
        turn=3,
    )
    assert cut_off(s, SOVIET) == {"su-38"}
    carry_on(s, GAME, moves_are_over)
    assert s.where[unit(s, "su-38")] < 0 or "su-38" in cut_off(s, SOVIET)


@pytest.mark.parametrize("turn", [2, 3])
def test_those_before_the_line_get_the_order_to_move(turn: int) -> None:
    """West Front stands before the enemy's armour, South Front sees nobody: the assault is not for the South."""
    s = position(
        GAME,
        turn=turn,
        place={
            "su-16": "1510", "su-20": "1509", "su-24": "1608", "su-9": "1618", "ge-4": "1409", "ge-9": "1407",
            "ge-XXIV": "1408", "ge-XLVII": "1408",
        },
        axis_towns=("Minsk",),
        agenda=(AssignOrder(SOVIET, ASSAULT),),
    )  # fmt: skip
    chosen = carry_on(s, GAME, lambda x: bool(x.box[5] or x.box[7] or x.box[4] or x.box[6]))
    assert s.box[5] == ASSAULT, chosen


# --- cities behind the front that Soviet armies may arrive in (5.2.1)


@pytest.mark.parametrize("turn", [4, 6, 8])
def test_an_army_stays_in_kiev_until_a_garrison_is_there(turn: int) -> None:
    """Its way to Poltava is open; an empty Kiev would be full of Soviet armies next turn."""
    place = {"ge-6": "1413", "ge-17": "1715", "su-38": "2014"}
    s = scene(place, turn=turn, axis_towns=(*UKRAINE, "Kiev", "Poltava"))
    carry_on(s, GAME, moves_are_over)
    assert s.held[AXIS] >> s.world.board.hex("Kiev") & 1


def test_with_a_garrison_in_kiev_the_army_goes_on() -> None:
    place = {"ge-6": "1413", "gar-6": "1413", "ge-17": "1715", "su-38": "2014"}
    s = scene(place, turn=4, axis_towns=UKRAINE, soviet_towns=("Kharkov",))
    carry_on(s, GAME, moves_are_over)
    assert s.where[unit(s, "ge-6")] != hexof(s, "1413")


def test_the_garrison_of_a_lesser_town_is_fetched_for_kiev() -> None:
    place = {"ge-6": "1413", "gar-6": "Kharkov", "ge-17": "1914", "su-38": "2308"}
    s = replacements(place, axis_towns=(*REAR, "Kiev"))
    carry_on(s, GAME, lambda x: not x.agenda)
    assert s.where[unit(s, "gar-6")] < 0, "it is placed anew next turn"
