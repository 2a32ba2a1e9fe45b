"""Positions of For the Motherland! in which one thing is plainly right: staff has to see it."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland import GAME
from hexfront.games.motherland.actions import Done, FallBack, Lose, Target
from hexfront.games.motherland.combat import Attacks
from hexfront.games.motherland.kinds import AXIS, SOVIET
from hexfront.games.motherland.movement import Moves
from hexfront.games.motherland.state import axis_holds
from hexfront.kernel import Setup
from hexfront.players.doctrines.motherland_reading import line_of
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
    s.began = list(s.where)
    before = line_of(s, side, (s.axis_front, s.soviet_front)[side]).bit_count()
    carry_on(s, GAME, lambda s: not s.agenda)
    assert line_of(s, side, (s.axis_front, s.soviet_front)[side]).bit_count() <= before + 1


def test_a_free_retreat_is_better_than_a_lost_step() -> None:
    place = {"III Pz": "1010", "XIV Pz": "1010", "LVI Pz": "1010", "8 Army": "1110", "Supply Base 1": "0910"}
    t = scene(place, AXIS, Attacks(AXIS), phase="axis-combat", chits={"8 Army": "C* 3-4/1-2"})
    chosen = play(t)
    assert t.at("8 Army") != "1110" and FallBack() in chosen
    assert not any(isinstance(x, Lose) for x in chosen)
