"""Habits that a doctrine follows, and those that it cannot."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games import get, names
from hexfront.kernel import Chance, Decision, SeededSource, apply, resolve
from hexfront.players import GeneralPlayer, Plan, Seatview
from hexfront.players.doctrine import STEADY, doctrine_for
from hexfront.players.habits import Habit


@pytest.mark.parametrize("game", [get(name) for name in names()], ids=names())
def test_a_habit_of_a_number_that_is_not_there_counts_as_none(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The general plays all the same, on staff's own numbers; the other seats keep their habits."""
    doctrine = doctrine_for(game)
    s = game.start(game.setup())
    first, second = list(dict.fromkeys(info.id for info in game.seats(game.setup())))[:2]
    fine = Plan("habit", tilts=((doctrine.names(second)[0], 1.5),))
    stale = Plan("habit", 0.5, tilts=((doctrine.names(first)[0], 1.5), ("no such number", 2.0)))
    monkeypatch.setattr(
        doctrine, "habits", {s.world.setup.scenario: {first: Habit(stale), second: Habit(fine)}}
    )
    assert doctrine.habit(s, first) is STEADY
    assert doctrine.habit(s, second) == fine
    player, dice = GeneralPlayer(1, playouts=2), SeededSource("dice")
    for _ in range(400):
        frame = s.agenda[0]
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(dice))
            continue
        assert isinstance(frame, Decision)
        seat = frame.deciders(s)[0]
        action = player.choose(Seatview(game, s, seat)) if seat == first else frame.legal(s, seat)[0]
        apply(s, seat, action)
        if seat == first and s.turn > 1:
            break


@pytest.mark.parametrize("name", names())
def test_every_habit_that_was_learned_counts(name: str) -> None:
    doctrine = doctrine_for(get(name))
    for scenario, found in doctrine.habits.items():
        s = get(name).start(get(name).setup(scenario))
        for seat, habit in found.items():
            assert doctrine.habit(s, seat) is habit.plan, f"{name}, {scenario}, {seat}"
