"""Entries carried out on states, and what can be read off a state without a view."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from hexfront.kernel import OBSERVER, Event, Game, State, apply, resolve
from hexfront.match.log import Entry


def turn_reader(game: Game[Any]) -> Callable[[Any], int]:
    """How to know the turn of a state: most have it in a field, and no view has to be built for it."""
    if "turn" in game.state.__struct_fields__:
        return lambda s: int(s.turn)
    return lambda s: game.view(s, OBSERVER).turn


def replay_entry(s: Any, entry: Entry) -> list[Event]:
    """Carry out a log entry on a state in place."""
    if entry.action is None:
        assert entry.outcome is not None
        return resolve(s, entry.outcome)
    return apply(s, entry.seat, entry.action)


def state_hash(game: Game[Any], s: State) -> str:
    """The fingerprint of a position."""
    return hashlib.sha256(game.codec.encode(s)).hexdigest()
