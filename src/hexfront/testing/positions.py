"""Positions are written, not played to; dice are named, not rolled.

    s = position("turns_east", place={"2 Pz": "0509"}, orders={"south": "attack"})
    assert refusal(s, "axis", Target(s.world.board.hex("Kiev"))) == "7.2.1b"
    act(s, "axis", Commit(), 6)            # and the die shows a six

What `position` takes is up to the game: its `Game` has a method `position(scenario=…, …)` that builds a
state, with the agenda at the decision the test is about.
"""

from __future__ import annotations

from typing import Any

from hexfront.games import get
from hexfront.kernel import Action, Event, Game, Outcome, Seat, UnknownName, apply, resolve, settle, why_not
from hexfront.testing.watch import faults, watch


def position(game: Game[Any] | str, **given: Any) -> Any:
    """A state with the given things in the given places, run on to the first decision or roll.

    A position that breaks an invariant of the game is refused: a test on it would prove nothing.
    """
    rules = get(game) if isinstance(game, str) else game
    build = getattr(rules, "position", None)
    if build is None:
        raise UnknownName(f"{rules.title} has no `position` method to build positions with.")
    s = build(**given)
    settle(s)
    s.out = []
    wrong = list(rules.invariants(s))
    if wrong:
        raise AssertionError(f"this position cannot be: {'; '.join(wrong)}")
    return s


def act(s: Any, seat: Seat, action: Action, *rolls: Outcome) -> list[Event]:
    """Carry out an action, then the named results of the rolls it leads to; everything that happened."""
    watch(s, seat, action)
    sound = not faults(s)
    events = apply(s, seat, action) + [event for outcome in rolls for event in resolve(s, outcome)]
    _settled(s, sound)
    return events


def roll(s: Any, *rolls: Outcome) -> list[Event]:
    """Carry out the pending rolls with the named results."""
    sound = not faults(s)
    events = [event for outcome in rolls for event in resolve(s, outcome)]
    _settled(s, sound)
    return events


def _settled(s: Any, sound: bool) -> None:
    """A position that could be leads to one that can be, and to a decision that holds together."""
    watch(s)
    wrong = faults(s) if sound else []
    assert not wrong, f"this position cannot be: {'; '.join(wrong)}"


def refusal(s: Any, seat: Seat, action: Action) -> str:
    """The case that forbids an action now; empty if it is legal."""
    watch(s, seat, action)
    violation = why_not(s, seat, action)
    return "" if violation is None else violation.rule
