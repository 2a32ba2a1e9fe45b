"""Overruns: stacks at seven to one, leaders alone, and zones of control by a leader's leave."""

from __future__ import annotations

from fractions import Fraction

from hexfront.games.leaders_in_flames.events import Killed, Overran
from hexfront.games.leaders_in_flames.kinds import MOVES
from hexfront.games.leaders_in_flames.land.factors import attack_factor, defence_factor
from hexfront.games.leaders_in_flames.land.reach import kind_of, points_left
from hexfront.games.leaders_in_flames.land.supply import may_act
from hexfront.games.leaders_in_flames.land.zones import stopping_zone
from hexfront.games.leaders_in_flames.limits import limit_violation, use
from hexfront.games.leaders_in_flames.state import (
    State,
    destroy,
    kill,
    leaders_at,
    take_control,
    troops_at,
)
from hexfront.hexes import Hex
from hexfront.kernel import Violation
from hexfront.wargame import Moved, move

ODDS = 7


def overrun_cost(s: State, k: int, h: Hex) -> int:
    """What the k-th unit in hand pays to overrun: twice the terrain, but nothing more for leaders alone. Cases 3.1g, base.overrun."""
    w = s.world
    u = s.group[k]
    step = w.steps_for(kind_of(s, u)).of[s.where[u]].get(h, 99)
    return 2 * step if troops_at(s, h) else step


def overrun_violation(s: State, side: int, h: Hex) -> Violation | None:
    """Why the units in hand cannot overrun a hex.

    Leaders without a land unit are overrun by any enemy land unit but a leader, in any terrain and without odds; a stack needs
    seven to one in clear or desert without a city. Cases 3.1g, base.overrun.
    """
    w = s.world
    at = w.label(h)
    here = s.where[s.group[0]]
    if h not in w.near(here) or not s.held[1 - side] >> h & 1:
        return Violation("base.overrun", "An enemy in the next hex can be overrun, nothing else.", at)
    if w.barred.has(here, h) or not w.area >> h & 1:
        return Violation("base.move", "There is no way there.", at)
    if any(s.spent) and stopping_zone(s, side) >> here & 1:
        return Violation("base.zone", "The move ended in an enemy zone of control.", at)
    if all(w.is_leader(u) for u in s.group):
        return Violation("3.1g", "A leader overruns nobody.", at)
    if any(overrun_cost(s, k, h) > points_left(s, k) for k in range(len(s.group))):
        return Violation("base.overrun", "Too few movement points are left.", at)
    victims = troops_at(s, h)
    if victims:
        if not w.open >> h & 1:
            return Violation("base.overrun", "Units are overrun in clear or desert without a city only.", at)
        if not all(may_act(s, u) for u in s.group):
            return Violation("base.supply", "A unit without supply may not attack.", at)
        if overrun_force(s, h) < ODDS * sum(defence_factor(s, u, h) for u in victims):
            return Violation("base.overrun", "Seven times the factors are needed.", at)
    if not any(s.spent):
        for u in s.group:
            if not w.is_leader(u):
                return limit_violation(s, w.power[u], MOVES, "land moves")
    return None


def overrun_force(s: State, h: Hex) -> Fraction:
    """The factors of the units in hand against a hex next to them."""
    return sum((attack_factor(s, u, s.where[u], h) for u in s.group), Fraction(0))


def overrun(s: State, h: Hex) -> None:
    """Units in the hex are destroyed, leaders there are killed, and the units in hand enter. Cases 3.1g, 3.3p, base.overrun."""
    w = s.world
    here = s.where[s.group[0]]
    costs = [overrun_cost(s, k, h) for k in range(len(s.group))]
    if not any(s.spent):
        for u in s.group:
            s.moved |= 1 << u
            if not w.is_leader(u):
                use(s, w.power[u], MOVES)
    lost = tuple(troops_at(s, h))
    if lost:
        s.emit(Overran(tuple(s.group), lost, h, "base.overrun"))
    for u in lost:
        destroy(s, u)
    run_down(s, h)
    for k, u in enumerate(s.group):
        s.spent[k] += costs[k]
        move(s, u, h)
        take_control(s, u, h)
    s.emit(Moved(tuple(s.group), (here, h), "base.overrun"))


def run_down(s: State, h: Hex) -> None:
    """Leaders who stand in an entered hex are killed. Cases 3.3p, 3.3q."""
    for leader in leaders_at(s, h):
        kill(s, leader)
        s.emit(Killed(leader, h, "3.3p"))
