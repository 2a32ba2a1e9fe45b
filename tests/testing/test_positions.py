"""Positions that are written, and dice that are named."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.kernel import IllegalOutcome, UnknownName
from hexfront.testing import act, position, refusal, roll
from tests.support.toy import CHITS, GAME, SEATS, Clash, Halt, March, Marches, Spy, Toy, ToyState, Turn


class Placed(Toy):
    def position(self, runners: tuple[int, ...] = (0, 1, 5, 6), left: int = 1, **more: Any) -> ToyState:
        s = self.new_state(self.world(self.setup("short")))
        s.turn, s.runners, s.left, s.plans, s.chits = 1, list(runners), left, [0, 0], ["1", "2"]
        s.agenda = (Marches(0), Marches(1), Clash(), Turn())
        return s


def test_a_position_is_built_by_the_game() -> None:
    s = position(Placed(), runners=(2, 3, 5, 6), left=2)
    assert s.runners == [2, 3, 5, 6]
    assert refusal(s, "red", March(0, 3)) == "3.2"
    assert refusal(s, "red", March(1, 4)) == ""
    assert len(CHITS) == 4
    assert SEATS[0] == "red"


def test_a_position_that_cannot_be_is_refused() -> None:
    with pytest.raises(AssertionError, match="two runners on one space"):
        position(Placed(), runners=(2, 2, 5, 6))


def test_a_game_without_a_builder_says_so() -> None:
    with pytest.raises(UnknownName, match="no `position` method"):
        position(GAME)


def test_dice_are_named() -> None:
    s = position(Placed(), runners=(4, 3, 5, 6))
    act(s, "red", Halt())
    events = act(s, "blue", Halt(), 6)
    assert [type(e).__name__ for e in events] == ["Scored"]
    assert s.score == [0, 2]
    with pytest.raises(IllegalOutcome):
        roll(s, 3)
    t = position(Placed(), runners=(4, 3, 1, 0))
    act(t, "red", Spy())
    act(t, "red", Halt())
    act(t, "blue", Halt())
    roll(t, 1)
    assert t.score == [1, 0]
