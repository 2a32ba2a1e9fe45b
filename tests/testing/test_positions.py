"""Positions that are written, and dice that are named."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hexfront.examples.skirmish import GAME as SKIRMISH
from hexfront.examples.skirmish import Planning, Position
from hexfront.kernel import (
    Action,
    Agenda,
    Decision,
    IllegalOutcome,
    Option,
    UnknownName,
    Violation,
    deciders,
    legal,
)
from hexfront.testing import act, position, refusal, roll
from hexfront.testing.watch import faults
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


class Fork(Decision, frozen=True, tag=True):
    """Halt or spy, with a fault on demand."""

    rule: ClassVar[str] = "3"
    takes: ClassVar[tuple[type[Action], ...]] = (Spy, Halt)
    fault: str = ""

    def deciders(self, s: ToyState) -> tuple[str, ...]:
        return ("red",)

    def candidates(self, s: ToyState, seat: str) -> list[Action]:
        return [Spy(), Halt()]

    def legal(self, s: ToyState, seat: str) -> list[Any]:
        return {"short": [Halt()], "empty": []}.get(self.fault, [Spy(), Halt()])

    def violation(self, s: ToyState, seat: str, action: Any) -> Violation | None:
        return Violation("3.4", "No.") if self.fault == "long" and isinstance(action, Spy) else None

    def option(self, s: ToyState, seat: str, action: Any) -> Option:
        return Option("Go on" if self.fault == "alike" else "" if self.fault == "mute" else repr(action))

    def apply(self, s: ToyState, seat: str, action: Any) -> Agenda:
        return ()


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("", ""),
        ("short", "Spy.* is legal and not listed"),
        ("long", "Spy.* is listed and refused"),
        ("alike", "look alike"),
        ("mute", "no label"),
        ("empty", "nothing to choose"),
    ],
)
def test_a_test_that_asks_or_acts_looks_at_the_whole_decision(fault: str, told: str) -> None:
    for ask in (lambda s: refusal(s, "red", Spy()), lambda s: act(s, "red", Spy())):
        s = position(Placed())
        s.agenda = (Fork(fault), *s.agenda)
        if told:
            with pytest.raises(AssertionError, match=told):
                ask(s)
        else:
            ask(s)


def test_an_action_that_leads_to_what_cannot_be_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the position was wrong before, the test knows what it does."""
    s = SKIRMISH.start(SKIRMISH.setup())
    seat = deciders(s)[0]
    wrong = s.clone()
    wrong.held[0] ^= 1
    act(wrong, seat, legal(wrong, seat)[0])
    assert faults(wrong) and not faults(s)

    def crooked(frame: Planning, s: Position, seat: str, action: Action) -> Agenda:
        s.plans[seat], s.held[0] = "north", s.held[0] ^ 1
        return (frame,)

    monkeypatch.setattr(Planning, "apply", crooked)
    with pytest.raises(AssertionError, match="this position cannot be"):
        act(s, seat, legal(s, seat)[0])
