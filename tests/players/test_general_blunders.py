"""Positions in which one thing is plainly right: whoever searches must not talk himself out of it."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.examples.skirmish import DONE, Attacks, Movement
from hexfront.examples.skirmish import GAME as SKIRMISH
from hexfront.games.turns_east import GAME as EAST
from hexfront.games.turns_east.actions import Target
from hexfront.games.turns_east.data import SOVIET
from hexfront.kernel import Game
from hexfront.players import GeneralPlayer, Seatview
from hexfront.wargame import put
from tests.games.turns_east.helpers import UKRAINE, hexof, unit
from tests.players.helpers import carry_on, moves_are_over
from tests.players.test_turns_east_blunders import cut_off, is_held, scene

GENERAL = "general:14"


def go_on(s: Any, game: Game[Any], until: Any, seed: str = "test") -> list[Any]:
    return carry_on(s, game, until, GENERAL, seed)


def test_axis_takes_the_empty_victory_hex() -> None:
    s = scene({"ge-6": "1814", "su-38": "2113"}, turn=9, axis_towns=UKRAINE, soviet_towns=("Kharkov",))
    go_on(s, EAST, moves_are_over)
    assert is_held(s, "Kharkov")


def test_soviets_take_the_empty_victory_hex_back() -> None:
    s = scene({"su-38": "2014", "ge-6": "1413"}, "soviet", turn=8)
    go_on(s, EAST, moves_are_over)
    assert not is_held(s, "Kharkov")


def test_nobody_attacks_at_one_to_three() -> None:
    s = scene(
        {"ge-III": "1815", "su-37": "1914", "su-38": "1914", "su-40": "1914"},
        steps={"ge-III": 1},
        stage="attack",
        axis_towns=UKRAINE,
        soviet_towns=("Kharkov",),
    )
    chosen = go_on(s, EAST, lambda x: not x.agenda)
    assert not any(type(x) is Target for x in chosen)


def test_a_sure_attack_is_made() -> None:
    s = scene({"ge-6": "1814", "ge-III": "1814", "ge-XIV": "1814", "su-38": "1914"}, stage="attack")
    chosen = go_on(s, EAST, lambda x: not x.agenda)
    assert type(chosen[0]) is Target and chosen[0].hex == hexof(s, "1914")


def test_the_pocket_is_closed() -> None:
    place = {
        "ge-6": "1815", "ge-17": "1917", "ge-III": "1814", "ge-XIV": "1814", "su-38": "1916", "su-40": "1915",
    }  # fmt: skip
    s = scene(place, axis_towns=UKRAINE, soviet_towns=("Kharkov",), order="blitz")
    go_on(s, EAST, moves_are_over)
    gone = {name for name in ("su-38", "su-40") if s.where[unit(s, name)] < 0}
    assert cut_off(s, SOVIET) | gone == {"su-38", "su-40"}


# --- skirmish


def skirmish(frame: Any, turn: int, place: dict[int, str]) -> Any:
    """A position of Skirmish: units by number in these hexes, the others gone."""
    s = SKIRMISH.start(SKIRMISH.setup())
    w = s.world
    s.plans = {"blue": "north", "red": "north"}
    s.turn, s.stack, s.held, s.front = turn, {}, [0, 0], [0, 0]
    for u in range(len(w.names)):
        s.where[u], s.steps[u] = DONE, 2 if u in place else 0
        if u in place:
            put(s, u, w.board.index(place[u]))
    s.agenda = (frame,)
    return s


def town_and_neighbour(s: Any) -> tuple[int, int]:
    w = s.world
    for town in range(200):
        if w.towns >> town & 1:
            for i in w.near(town):
                if not (w.forest | w.towns) >> i & 1 and not w.river.has(i, town):
                    return town, i
    raise AssertionError("no town")


@pytest.mark.parametrize("seed", ["a", "b"])
def test_the_empty_town_next_door_is_entered_in_the_last_turn(seed: str) -> None:
    start = SKIRMISH.start(SKIRMISH.setup())
    town, beside = town_and_neighbour(start)
    label = start.world.board.label
    far = next(i for i in start.world.grid if start.world.grid.distance(i, town) > 6)
    red = start.world.units_of[1][0]
    s = skirmish(Movement(0), start.world.turns, {0: label(beside), red: label(far)})
    go_on(s, SKIRMISH, lambda x: not x.agenda, seed)
    assert s.held[0] >> town & 1


def test_the_last_enemy_is_attacked_when_it_wins_the_town() -> None:
    """A strong stack beside a weak unit, nothing to lose."""
    start = SKIRMISH.start(SKIRMISH.setup())
    w = start.world
    town, beside = town_and_neighbour(start)
    label = w.board.label
    others = [i for i in w.near(beside) if i != town and not w.towns >> i & 1][:2]
    red = min(w.units_of[1], key=lambda u: w.strengths[u][2])
    strong = sorted(w.units_of[0], key=lambda u: -w.strengths[u][2])[:2]
    place = {u: label(i) for u, i in zip(strong, others, strict=True)} | {red: label(beside)}
    s = skirmish(Attacks(0), w.turns, place)
    legal = Seatview(SKIRMISH, s, "blue").legal
    assert any(x.what == beside for x in legal)
    assert GeneralPlayer("a", 30).choose(Seatview(SKIRMISH, s, "blue")).what == beside
