"""Positions of For the Motherland! in which one thing is plainly right: staff has to see it."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland import GAME
from hexfront.games.motherland.actions import Done, FallBack, Lose, Target
from hexfront.games.motherland.combat import Attacks
from hexfront.games.motherland.kinds import AXIS, SOVIET
from hexfront.games.motherland.long_moves import LongMoves
from hexfront.games.motherland.movement import Moves
from hexfront.games.motherland.state import axis_holds
from hexfront.kernel import Setup
from hexfront.players.doctrine import STEADY
from hexfront.players.doctrines.motherland.read import MotherlandGround, Reading, line_of
from hexfront.players.doctrines.motherland.supply import prospects, raiders, relief
from tests.games.motherland.kit import Table, board, chain, row, table
from tests.players.helpers import carry_on

FAR = {"XX": "0110", "14 Army": "2610"}  # so that nobody is ever alone on the map
PLAIN = board(rail=chain(*row(10, 1, 27)), sources={"E": ["2710"], "W": ["0110"]})


def scene(place: dict[str, str], side: int, *frames: Any, **given: Any) -> Table:
    given.setdefault("map", PLAIN)
    given.setdefault("phase", f"{('axis', 'soviet')[side]}-movement")
    return table({**FAR, **place}, *frames, **given)


def play(t: Table) -> list[Any]:
    return carry_on(t.s, GAME, lambda s: not s.agenda)


def fight(place: dict[str, str], side: int, **given: Any) -> list[Any]:
    phase = f"{('axis', 'soviet')[side]}-combat"
    return play(scene(place, side, Attacks(side), phase=phase, **given))


# --- cities


def test_axis_takes_the_empty_city() -> None:
    t = scene({"III Pz": "1912", "Supply Base 1": "1810"}, AXIS, Moves(AXIS), turn=9)
    assert not axis_holds(t.s, t.w.find("Moscow"))
    play(t)
    assert axis_holds(t.s, t.w.find("Moscow"))


def test_soviets_take_the_empty_city_back() -> None:
    t = scene({"8 Army": "1916", "9 Army": "2110"}, SOVIET, Moves(SOVIET), turn=13, german=["1915"])
    play(t)
    assert not axis_holds(t.s, t.w.find("Tula"))


@pytest.mark.parametrize(("turn", "stays"), [(5, True), (6, False)])
def test_the_city_that_spares_the_roll_is_kept_until_it_is_rolled(turn: int, stays: bool) -> None:
    """Nobody threatens Rostov, and Stalingrad is open; but at the end of turn 5 the Soviets must not hold all four."""
    place = {"III Pz": "1726", "Supply Base 1": "1624"}
    t = scene(place, AXIS, Moves(AXIS), turn=turn, german=["1726"], scenario="stalingrad")
    play(t)
    assert (t.at("III Pz") == "1726") == stays


# --- attacks


def test_nobody_attacks_at_one_to_three() -> None:
    assert fight({"KG Lanz": "1010", "8 Army": "1110"}, AXIS, chits={"8 Army": "C 4-6/2-3 t12"}) == [Done()]


def test_a_sure_attack_is_made() -> None:
    place = {"III Pz": "1010", "XIV Pz": "1011", "8 Army": "1110", "Supply Base 1": "0910"}
    chosen = fight(place, AXIS, chits={"8 Army": "C* 1-3/1-2"})
    assert any(isinstance(x, Target) for x in chosen)


def test_soviets_concentrate_on_the_weak_ally() -> None:
    """Four armies stand between a Romanian army and three German corps: the Romanians are struck."""
    place = {
        "Romanian 3rd": "1010", "I": "1013", "II": "1013", "V": "1013", "1 Guards": "1111", "2 Guards": "1110",
        "3 Guards": "1112", "5 Tank": "1011",
    }  # fmt: skip
    chits = {f"{n} Guards": "B 6-6/3-4 t12" for n in (1, 2, 3)} | {"5 Tank": "A 8-6/4-3 t12"}
    t = scene(place, SOVIET, Attacks(SOVIET), phase="soviet-combat", turn=13, chits=chits)
    targets = [x.hex for x in play(t) if isinstance(x, Target)]
    assert targets and targets[0] == t.w.hex("1010")


# --- lines and losses


@pytest.mark.parametrize("scenario", ["uranus", "zitadelle", "blau"])
@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_a_side_that_only_moves_leaves_no_wider_hole(scenario: str, side: int) -> None:
    """Left to itself for a Movement Phase, a side does not tear its own line open by more than a hex."""
    s = GAME.start(Setup(scenario=scenario))
    s.agenda = (Moves(side),)
    s.phase, s.side = (1, 4)[side], side
    s.began = tuple(s.where)
    before = line_of(s, side, (s.axis_front, s.soviet_front)[side]).bit_count()
    carry_on(s, GAME, lambda s: not s.agenda)
    assert line_of(s, side, (s.axis_front, s.soviet_front)[side]).bit_count() <= before + 1


def test_a_free_retreat_is_better_than_a_lost_step() -> None:
    place = {"III Pz": "1010", "XIV Pz": "1010", "LVI Pz": "1010", "8 Army": "1110", "Supply Base 1": "0910"}
    t = scene(place, AXIS, Attacks(AXIS), phase="axis-combat", chits={"8 Army": "C* 3-4/1-2"})
    chosen = play(t)
    assert t.at("8 Army") != "1110" and FallBack() in chosen
    assert not any(isinstance(x, Lose) for x in chosen)


# --- supply


def test_a_supply_base_follows_the_front_by_strategic_movement_on_a_mud_turn() -> None:
    """The corps have outrun their base by nine hexes; on a Mud turn it may catch up in one go (5.3.2)."""
    place = {"III Pz": "1610", "XIV Pz": "1509", "I": "1510", "II": "1509", "V": "1511", "8 Army": "1710"}
    t = scene(place | {"Supply Base 1": "0610"}, AXIS, LongMoves(AXIS), turn=4)
    play(t)
    assert int(t.at("Supply Base 1")[:2]) >= 12
    assert t.at("Supply Base 1")[2:] == "10"  # and stays on the railroad


def test_the_axis_reopens_a_railroad_that_a_city_cuts() -> None:
    """A raider has gone through a city on the one railroad and left: a corps goes back in."""
    cut = board(rail=chain(*row(10, 1, 27)), sources={"E": ["2710"], "W": ["0110"]}, city=["0910"])
    place = {"I": "1410", "II": "1409", "V": "1411", "X": "1010", "Supply Base 1": "1310", "8 Army": "1610"}
    t = scene(place, AXIS, Moves(AXIS), map=cut, turn=9, soviet=["0910"], german=["1006"])
    assert not prospects(t.s, AXIS)["german"] >> t.w.hex("1410") & 1
    assert relief(t.s, AXIS, prospects(t.s, AXIS))[t.w.hex("0910")] > 2.0
    play(t)
    assert not t.s.soviet_marks >> t.w.hex("0910") & 1


def test_supply_is_read_alike_whatever_was_asked_before() -> None:
    """A reading works its supply out itself, not from what the rules happened to need before."""
    s = GAME.start(Setup(scenario="uranus"))
    s.world.cache("areas").clear()
    fresh = Reading(s, AXIS, MotherlandGround(s.world), STEADY)
    again = Reading(s, AXIS, MotherlandGround(s.world), STEADY)
    assert fresh.supplied == again.supplied and fresh.supplied["german"].bit_count() > 100


def test_an_army_cut_off_in_the_rear_is_a_raider() -> None:
    place = {
        "I": "1610",
        "II": "1609",
        "V": "1611",
        "Supply Base 1": "1410",
        "8 Army": "0710",
        "9 Army": "2010",
    }
    t = scene(place, AXIS, Moves(AXIS), turn=9)
    assert raiders(t.s, AXIS) == [t.w.hex("0710")]


def test_the_last_corps_in_reach_goes_after_the_raider_on_the_railroad() -> None:
    place = {"I": "1610", "II": "1609", "V": "1611", "X": "1009", "Supply Base 1": "1410", "8 Army": "0710"}
    t = scene(place, AXIS, Moves(AXIS), turn=9, chits={"8 Army": "C* 1-3/1-2"})
    play(t)
    grid = t.w.grid
    assert grid.distance(t.w.hex(t.at("X")), t.w.hex("0710")) < grid.distance(
        t.w.hex("1009"), t.w.hex("0710")
    )


# --- encirclement


def test_panzers_go_round_so_that_the_beaten_army_cannot_get_away() -> None:
    """Three corps can strike one army from the west alone, or close its ways out as well."""
    place = {
        "I": "1010", "II": "1009", "III Pz": "0910", "XIV Pz": "0910", "8 Army": "1110", "Supply Base 1": "0810",
    }  # fmt: skip
    t = scene(place, AXIS, Moves(AXIS), turn=3, chits={"8 Army": "C* 2-3/1-2"})
    play(t)
    behind = {t.w.hex(x) for x in ("1209", "1210", "1111")}
    zone = 0
    for name in ("III Pz", "XIV Pz", "I", "II"):
        zone |= t.w.around[t.w.hex(t.at(name))] | 1 << t.w.hex(t.at(name))
    assert t.at("8 Army") != "1110" or sum(zone >> h & 1 for h in behind) >= 2
