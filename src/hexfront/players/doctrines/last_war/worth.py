"""The Last War: how likely the Axis is to win from here, and what a person would say of a playout."""

from __future__ import annotations

from hexfront.games.last_war.data import ALLIES, AXIS, SIDE_NAMES
from hexfront.games.last_war.state import LastWarState, is_in_war
from hexfront.games.last_war.victory import scores
from hexfront.players.evaluation import squash


def features(s: LastWarState) -> dict[str, float]:
    """What the chances of the Axis depend on; each figure but the last speaks for it when it is high."""
    w = s.world
    gone = s.turn / len(w.turns)
    middle = (w.victory["allies_need"] + w.victory["axis_below"] - 1) / 2
    lead = (middle - scores(s)[ALLIES]) / middle
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
    open_ = [0.0, 0.0]  # points that lie where the enemy can attack them
    for name, value in w.victory["places"].items():
        i = w.place(name)
        for side in (AXIS, ALLIES):
            if s.line[side] >> i & 1:
                open_[side] += value
    total = strength[AXIS] + strength[ALLIES]
    edge = (strength[AXIS] - strength[ALLIES]) / total
    stores = (supply[AXIS] - supply[ALLIES]) / (supply[AXIS] + supply[ALLIES])
    return {
        "constant": 1.0,
        "lead": lead,
        "lead_late": lead * gone,
        "axis_open": open_[AXIS] / middle,
        "allies_open": open_[ALLIES] / middle,
        "strength": edge,
        "strength_early": edge * (1 - gone),
        "supply": stores * (1 - gone),
        "cards": (cards[AXIS] - cards[ALLIES]) / 4 * (1 - gone),
        "time": gone,
    }


def chance_of_axis(s: LastWarState, weights: dict[str, float]) -> float:
    """How likely the Axis is to win, by weights of the features."""
    return squash(sum(weights.get(name, 0.0) * value for name, value in features(s).items()))


def narrowly(s: LastWarState, side: int) -> float:
    """How the points of a finished war lie, 0 to 1: how close a loss was to a win, and how safe a win was."""
    w = s.world
    middle = (w.victory["allies_need"] + w.victory["axis_below"] - 1) / 2
    lead = scores(s)[ALLIES] - middle
    return squash(0.4 * lead if side == ALLIES else -0.4 * lead)


def tells(s: LastWarState, start: LastWarState, side: int) -> dict[str, float]:
    """What a person would say of a playout: who lost what, and which places are held."""
    w = s.world
    out = {}
    for each, name in enumerate(SIDE_NAMES):
        lost = 0
        for n in w.of_side[each]:
            lost += sum(s.lost[n * 6 : n * 6 + 3]) - sum(start.lost[n * 6 : n * 6 + 3])
        own = each == side
        out[f"{name} points saved" if own else f"{name} points destroyed"] = float(-lost if own else lost)
    for name in w.victory["places"]:
        i = w.place(name)
        was = bool(start.ground[side] >> i & 1)
        out[f"{name} {'held' if was else 'taken'}"] = float(s.ground[side] >> i & 1)
    return out


__all__ = ["chance_of_axis", "features", "narrowly", "tells"]
