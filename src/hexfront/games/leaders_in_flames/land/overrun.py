"""Overruns: of stacks at seven to one, of leaders alone, and of zones of control if a leader allows it."""

from __future__ import annotations

from fractions import Fraction

from hexfront.games.leaders_in_flames.air.flee import run_down
from hexfront.games.leaders_in_flames.events import Overran
from hexfront.games.leaders_in_flames.land.factors import attack_factor, defence_factor
from hexfront.games.leaders_in_flames.land.reach import kind_of, move_limits, points_left, set_out
from hexfront.games.leaders_in_flames.land.supply import may_act
from hexfront.games.leaders_in_flames.land.zones import may_stack, stopping_zone, zone_of
from hexfront.games.leaders_in_flames.leaders.asks import in_use
from hexfront.games.leaders_in_flames.leaders.steps import after_loss
from hexfront.games.leaders_in_flames.politics.parties import are_foes, foes_of
from hexfront.games.leaders_in_flames.state import (
    State,
    destroy,
    take_control,
    troops_at,
)
from hexfront.hexes import Hex
from hexfront.kernel import Agenda, Violation
from hexfront.wargame import Moved, move

ODDS = 7


def overrun_cost(s: State, k: int, h: Hex) -> int:
    """What the k-th unit in hand pays to overrun: twice the terrain, but nothing more for leaders and aircraft alone. Cases 3.1g, base.overrun."""
    w = s.world
    u = s.group[k]
    step = w.steps_for(kind_of(s, u)).of[s.where[u]].get(h, 99)
    enemy = 1 - w.side[u]
    return step if s.held[enemy] & ~s.troops[enemy] & 1 << h else 2 * step


def overrun_violation(s: State, side: int, h: Hex) -> Violation | None:
    """Why the units in hand cannot overrun a hex.

    Leaders and aircraft without a land unit are overrun by any enemy land unit but a leader, in any terrain and without odds; a stack needs
    seven to one in clear or desert without a city. Cases 3.1g, base.overrun.
    """
    w = s.world
    at = w.label(h)
    here = s.where[s.group[0]]
    if h not in w.near(here):
        return Violation("base.overrun", "Only an adjacent hex can be overrun.", at)
    if not s.held[1 - side] >> h & 1:
        return zone_violation(s, side, h)
    if w.barred.has(here, h) or not w.area >> h & 1:
        return Violation("base.move", "Units cannot move there.", at)
    if any(not are_foes(s, u, v) for u in s.group for v in s.stack[h]):
        return Violation("base.neutral", "They are not at war with the units there.", at)
    if any(s.spent) and stopping_zone(s, side) >> here & 1:
        return Violation("base.zone", "The move ended in an enemy zone of control.", at)
    if all(w.is_leader(u) for u in s.group):
        return Violation("3.1g", "A leader cannot overrun.", at)
    if any(overrun_cost(s, k, h) > points_left(s, k) for k in range(len(s.group))):
        return Violation("base.overrun", "Not enough movement points are left.", at)
    victims = [u for u in troops_at(s, h) if w.side[u] != side]
    if victims:
        if not w.open >> h & 1:
            return Violation(
                "base.overrun", "Units can be overrun only in clear or desert without a city.", at
            )
        if not all(may_act(s, u) for u in s.group):
            return Violation("base.supply", "A unit without supply cannot attack.", at)
        if overrun_force(s, h) < ODDS * sum(defence_factor(s, u, h) for u in victims):
            return Violation("base.overrun", "Seven times the factors are needed.", at)
    return move_limits(s)


def zone_strength(s: State, side: int, h: Hex) -> Fraction:
    """The defence of a zone of control: half the strongest unit of an enemy at war in a hex that makes it. Case ability.24."""
    w = s.world
    makers = [
        u
        for n in w.near(h)
        if s.front[1 - side] >> n & 1 and not w.barred.has(n, h)
        for u in s.stack[n]
        if w.combat[u] and (not s.group or any(are_foes(s, mine, u) for mine in s.group))
    ]
    return Fraction(max((w.strength[u] for u in makers), default=0), 2)


def zone_violation(s: State, side: int, h: Hex) -> Violation | None:
    """Why the units in hand cannot overrun the zone of control in an empty hex: a leader who moves along must have announced it;
    the limits and the price of an overrun hold. Case ability.24. RULING ability-24-round, once-per-step-move."""
    w, at = s.world, s.world.label(h)
    if not any(leader in s.group for leader, _ in in_use(s, "zone.overrun")) or s.cleared >= 0:
        return Violation("base.overrun", "Only an enemy in an adjacent hex can be overrun.", at)
    if (
        not w.area >> h & 1
        or w.barred.has(s.where[s.group[0]], h)
        or not zone_of(s, foes_of(s, s.group)) >> h & 1
    ):
        return Violation("ability.24", "There is no enemy zone of control to overrun.", at)
    if not w.open >> h & 1:
        return Violation("ability.24", "Zones can be overrun only in clear or desert without a city.", at)
    if any(overrun_cost(s, k, h) > points_left(s, k) for k in range(len(s.group))):
        return Violation("ability.24", "Not enough movement points are left.", at)
    if overrun_force(s, h) < ODDS * zone_strength(s, side, h):
        return Violation("ability.24", "Seven times half the strongest unit is needed.", at)
    if not may_stack(s, side, h, s.group):
        return Violation("base.stacking", "There are too many units in that hex.", at)
    return move_limits(s)


def overrun_force(s: State, h: Hex) -> Fraction:
    """The factors of the units in hand against a hex next to them."""
    return sum((attack_factor(s, u, s.where[u], h) for u in s.group), Fraction(0))


def overrun(s: State, h: Hex) -> Agenda:
    """Units in the hex are destroyed, aircraft and leaders there flee or are lost, and the units in hand enter. Cases 3.1g, 3.3p, base.overrun, ability.24."""
    w = s.world
    here = s.where[s.group[0]]
    costs = [overrun_cost(s, k, h) for k in range(len(s.group))]
    set_out(s)
    if not s.held[1 - w.side[s.group[0]]] >> h & 1:
        s.cleared = h
    lost = tuple(u for u in troops_at(s, h) if w.side[u] != w.side[s.group[0]])
    if lost:
        s.emit(Overran(tuple(s.group), lost, h, "base.overrun"))
    raised: Agenda = ()
    for u in lost:
        raised = (*raised, *after_loss(s, u, h))
        destroy(s, u)
    fleeing = (*run_down(s, h, 1 - w.side[s.group[0]]), *raised)
    for k, u in enumerate(s.group):
        s.spent[k] += costs[k]
        move(s, u, h)
        take_control(s, u, h)
    s.emit(Moved(tuple(s.group), (here, h), "base.overrun"))
    return fleeing
