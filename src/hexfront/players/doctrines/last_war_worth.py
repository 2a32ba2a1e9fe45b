"""The Last War: how likely the Allies are to win from here."""

from __future__ import annotations

from math import exp
from typing import Any

from hexfront.games.last_war.data import ALLIES, AXIS
from hexfront.games.last_war.state import is_in_war
from hexfront.games.last_war.victory import scores


def features(s: Any) -> dict[str, float]:
    """What the chances of the Allies depend on."""
    w = s.world
    gone = s.turn / len(w.turns)
    middle = (w.victory["allies_need"] + w.victory["axis_below"]) / 2
    lead = (scores(s)[ALLIES] - middle) / middle
    strength, supply = [1.0, 1.0], [1.0, 1.0]
    for key, n in s.at.items():
        kind, power = key % 6, key // 6 % 8
        if kind < 3:
            strength[w.side_of[power]] += n * s.me[power]
        elif kind == 4:
            supply[w.side_of[power]] += n
    for power in range(len(w.powers)):
        if is_in_war(s, power):
            strength[w.side_of[power]] += sum(s.pool[power * 6 : power * 6 + 3]) * s.me[power]
            supply[w.side_of[power]] += s.pool[power * 6 + 4]
    cards = [0.0, 0.0]
    for power, hand in enumerate(s.hand):
        cards[w.side_of[power]] += hand.bit_count()
    total = strength[AXIS] + strength[ALLIES]
    return {
        "constant": 1.0,
        "lead": lead,
        "lead_late": lead * gone,
        "strength": (strength[ALLIES] - strength[AXIS]) / total,
        "strength_early": (strength[ALLIES] - strength[AXIS]) / total * (1 - gone),
        "supply": (supply[ALLIES] - supply[AXIS]) / (supply[ALLIES] + supply[AXIS]) * (1 - gone),
        "cards": (cards[ALLIES] - cards[AXIS]) / 4 * (1 - gone),
        "time": gone,
    }


def chance_of_allies(s: Any, weights: dict[str, float]) -> float:
    """How likely the Allies are to win, by the fitted weights."""
    lead = sum(weights.get(name, 0.0) * value for name, value in features(s).items())
    return 1 / (1 + exp(-max(-30.0, min(30.0, lead))))


__all__ = ["chance_of_allies", "features"]
