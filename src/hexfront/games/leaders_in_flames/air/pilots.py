"""Pilots: bought, trained on the production circle, and needed by every aircraft that arrives."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.leaders.asks import in_use, reach_of
from hexfront.games.leaders_in_flames.state import State, owner
from hexfront.hexes import union
from hexfront.wargame import Noted

PILOT = "PILOT"
TURNS = 100
"""A power and a turn as one number."""


def fast_places(s: State, power: int) -> int:
    """How many pilots a leader has trained in two turns: one for each working red factory of his power in his range.

    Case ability.21."""
    w = s.world
    blue = union(w.realm.blue.get(power, {}))
    places = 0
    for leader, row in in_use(s, "pilot.fast"):
        if w.power[leader] == power:
            near = reach_of(s, leader, row) & ~blue
            here = w.factories[power].items()
            places += sum(n for h, n in here if near >> h & 1 and owner(s, h) == power)
    return places


def train(s: State, power: int, before: int) -> int:
    """Buy a pilot, after `before` others this turn; returns the turn in which he is ready. Cases base.pilots, ability.21."""
    due = s.turn + s.world.tables.time(PILOT) - (before < fast_places(s, power))
    key = power * TURNS + due
    s.training[key] = s.training.get(key, 0) + 1
    return due


def graduate(s: State) -> None:
    """Pilots whose training is over are ready. Case base.pilots."""
    for key in sorted(s.training):
        power, due = divmod(key, TURNS)
        if due <= s.turn:
            number = s.training.pop(key)
            s.pilots[power] += number
            s.emit(Noted(f"{number} trained pilot{'' if number == 1 else 's'} reported.", "base.pilots"))
