"""What holds at every decision, looked at wherever a test acts or asks: so a test of a case also notices a list that no longer
agrees with the refusals, two options that look alike, and an action after which the position cannot be."""

from __future__ import annotations

from typing import Any

import msgspec

from hexfront.games import get
from hexfront.kernel import Action, Decision, Game, Seat, State, UnknownName, pending, why_not
from hexfront.proof.broken import text
from hexfront.proof.laws import is_filled_in

LOOKED_AT = 12
"""How many actions of a list are looked at, spread over it."""


def watch(s: State, seat: Seat = "", action: Action | None = None) -> None:
    """Look at the pending decision, for a seat or for all that decide; an action is listed if, and only if, it is legal."""
    frame = pending(s)
    if not isinstance(frame, Decision):
        return
    for who in frame.deciders(s):
        if not seat or who == seat:
            listed = frame.legal(s, who)
            assert listed, f"{who} has nothing to choose at {text(frame)}"
            _look(s, frame, who, listed)
            if action is not None and type(action) in frame.takes:
                found = why_not(s, who, action)
                if found is None:
                    shown = action in listed or is_filled_in(action, listed)
                    assert shown, f"{text(action)} is legal and not listed at {text(frame)}"
                else:
                    assert action not in listed, f"{text(action)} is listed and refused: {found}"


def _look(s: State, frame: Decision, seat: Seat, listed: list[Any]) -> None:
    assert frame.prompt(s, seat).text, f"{text(frame)} has no prompt"
    seen: dict[bytes, Any] = {}
    for action in listed[:: -(-len(listed) // LOOKED_AT)]:
        found = frame.violation(s, seat, action)
        assert found is None, f"{text(action)} is listed and refused: {found}"
        option = frame.option(s, seat, action)
        assert option.label, f"{text(action)} has no label"
        other = seen.setdefault(msgspec.json.encode(option), action)
        assert other == action, f"{text(action)} and {text(other)} look alike"


def faults(s: State) -> list[str]:
    """What cannot be in a position, by the invariants of its game."""
    game = _game_of(s)
    return list(game.invariants(s)) if game is not None else []


def _game_of(s: State) -> Game[Any] | None:
    parts = type(s).__module__.split(".")
    if parts[0] != "hexfront" or len(parts) < 3:
        return None
    try:
        return get(parts[2])
    except UnknownName:
        return None
