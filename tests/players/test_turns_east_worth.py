"""Hitler Turns East: what an evaluation knows of an automatic victory."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.data import AXIS
from hexfront.kernel import SeededSource, Setup
from hexfront.lab.playout import playout
from hexfront.players import Plan, StaffPlayer, doctrine_for
from hexfront.players.doctrine import Memory
from hexfront.players.doctrines.turns_east.desk import Desk
from hexfront.players.doctrines.turns_east.doctrine import TurnsEastDoctrine
from hexfront.players.doctrines.turns_east.worth import towards
from hexfront.players.plan import STEADY, Numbers
from hexfront.testing import position

CITIES = ("Kiev", "Moscow", "Leningrad")


def place(name: str) -> str:
    board = GAME.start(GAME.setup("barbarossa")).world.board
    return str(board.label(board.hex(name)))


def at(hex_: str, **more: Any) -> Any:
    return position(GAME, place={"ge-6": hex_, "su-38": "2514"}, **more)


def test_the_nearer_the_axis_is_to_the_three_cities_the_higher() -> None:
    far, near = towards(at("1814")), towards(at(place("Smolensk")))
    assert 0 < far[1] < near[1] < 1


def test_the_farthest_of_the_three_counts_by_itself() -> None:
    two = at("1814", axis_towns=("Kiev", "Moscow"))
    assert towards(two)[1] >= 2 / 3
    assert towards(two)[0] < 0.5
    assert towards(at("1814", axis_towns=CITIES))[:2] == (1.0, 1.0)


def test_soviets_about_an_open_city_are_counted_and_about_a_lost_one_are_not() -> None:
    moscow = place("Moscow")
    open_ = position(GAME, place={"ge-6": "1814", "su-38": moscow})
    assert towards(open_)[2] > 0
    assert towards(at("1814"))[2] == 0
    s = position(GAME, place={"ge-6": moscow, "su-38": "2514"}, axis_towns=CITIES)
    assert s.held[AXIS] and towards(s)[2] == 0


def test_a_scenario_without_automatic_victory_has_none_of_it() -> None:
    s = GAME.start(GAME.setup("minsk"))
    assert towards(s) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("modifier", [-1, 3])
def test_staff_plays_with_a_leader_worth_something_else(modifier: int) -> None:
    setup = Setup("minsk", pack={"tables": {"combat": {"leader_modifier": modifier}}})
    done = playout(GAME, setup, "leader", {seat: StaffPlayer(seat) for seat in ("axis", "soviet")})
    assert done.result is not None


def test_in_a_game_of_two_turns_being_cut_off_costs_less() -> None:
    doctrine = doctrine_for(GAME)
    assert isinstance(doctrine, TurnsEastDoctrine)

    def numbers(scenario: str, plan: Plan = STEADY) -> Numbers:
        s = GAME.start(GAME.setup(scenario))
        desk = doctrine.question(s, "axis", [], plan, Memory(), SeededSource("test"))
        assert isinstance(desk, Desk)
        return desk.picture(1).k

    short, long_ = numbers("minsk"), numbers("barbarossa")
    assert short["cutoff"] < long_["cutoff"] and short["pull"] == long_["pull"]
    tilted = numbers("minsk", Plan("x", tilts=(("cutoff", 2.0),)))
    assert tilted["cutoff"] == 2 * short["cutoff"]
