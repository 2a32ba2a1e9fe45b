"""Chapter 5.7: battle groups, which leave an army and come back to it."""

from __future__ import annotations

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import FormGroup, Rejoin
from hexfront.games.lebensraum.kinds import CAMP, GROUP, MOVEMENT, SPARE
from hexfront.games.lebensraum.state import State, lift, put, rezone, units_of
from hexfront.hexes import bits
from hexfront.kernel import Agenda, Auto, Option, Violation

FIRST_PAIR_ONLY = 1942
"""The year in which the Axis uses its A markers alone. Case 5.7c."""


def groups_of(s: State, power: int) -> list[int]:
    """The pairs of markers of a power, in play or not. RULING 5.7-d."""
    return [g for g in s.world.groups if s.world.side[g] == power]


def form_violation(s: State, power: int, action: FormGroup) -> Violation | None:
    """Why a battle group cannot be formed so. Cases 5.7a, 5.7b, 5.7c, 5.7d, 5.7e, 5.7f. RULING 5.7-e."""
    w, u, g = s.world, action.unit, action.group
    if s.segment != MOVEMENT or s.phasing != CAMP[power] or _has_moved(s, power):
        return Violation("5.7a", "Battle groups are formed at the start of your own Movement Segment.")
    pairs, year = groups_of(s, power), w.turns[s.turn].year
    if g not in pairs or s.where[g] != SPARE:
        return Violation("5.7f", "That pair of markers is not there.")
    if sum(s.where[other] != SPARE for other in pairs) >= w.group_limit[power].get(year, 0):
        return Violation("5.7d", f"You may have no further battle group in {year}.")
    if year == FIRST_PAIR_ONLY and g != pairs[0]:
        return Violation("5.7c", f"In {year} only {w.name(pairs[0])} can be formed.")
    own = w.is_unit(u) and s.power[u] == power and s.where[u] >= 0 and w.kind[u] != GROUP and u not in w.home
    if not own or s.weak[u] or u in s.parent.values():
        return Violation("5.7f", "It takes an army of yours at full strength that has no battle group out.")
    return None


def _has_moved(s: State, power: int) -> bool:
    """Whether a power has moved anything in this segment."""
    return any(s.power[u] == power for u in bits(s.moved)) or any(
        s.hq_moved >> k & 1 for k in s.world.hqs_of[power]
    )


def form(s: State, action: FormGroup) -> Agenda:
    """An army is reduced, and what it loses is a unit of its own. Cases 5.7f, 5.7g, 5.7h. RULING 5.7-a."""
    u, g = action.unit, action.group
    full, reduced = s.world.ladder[u][s.grade[u]][1::2]
    s.weak[u] = 1
    s.parent[g], s.group_strength[g], s.group_class[g] = u, full - reduced, s.world.ladder[u][s.grade[u]][2]
    put(s, g, s.where[u])
    rezone(s, u)
    s.emit(ev.Told(g, f"left {s.world.name(u)}", "5.7f", s.where[u], "place"))
    return ()


def rejoin_violation(s: State, power: int, action: Rejoin) -> Violation | None:
    """Why a battle group cannot go back to its army. Case 5.7j."""
    g = action.group
    if g not in groups_of(s, power) or g not in s.parent:
        return Violation("5.7j", "You have no such battle group in play.")
    parent = s.parent[g]
    if s.where[parent] != s.where[g] or not s.weak[parent]:
        return Violation("5.7j", "It rejoins its own army in the same hex while that is reduced.")
    return None


def rejoin(s: State, action: Rejoin) -> Agenda:
    """The markers are removed and the army is whole again. Case 5.7j."""
    g = action.group
    parent = s.parent.pop(g)
    del s.group_strength[g], s.group_class[g]
    at = s.where[g]
    lift(s, g, SPARE)
    s.reserve &= ~(1 << g)
    s.weak[parent] = 0
    rezone(s, parent)
    s.emit(ev.Told(g, f"rejoined {s.world.name(parent)}", "5.7j", at))
    return ()


def group_actions(s: State, power: int) -> list[FormGroup | Rejoin]:
    """Every battle group that can be formed or rejoined now."""
    back = [Rejoin(g) for g in groups_of(s, power)]
    found: list[FormGroup | Rejoin] = [a for a in back if rejoin_violation(s, power, a) is None]
    if s.segment != MOVEMENT:
        return found
    pairs = [g for g in groups_of(s, power) if s.where[g] == SPARE]
    if not pairs or s.phasing != CAMP[power] or _has_moved(s, power):
        return found
    spare = [FormGroup(u, g) for g in pairs for u in units_of(s, power)]
    return [*(action for action in spare if form_violation(s, power, action) is None), *found]


def group_option(s: State, action: FormGroup | Rejoin) -> Option:
    w = s.world
    if isinstance(action, Rejoin):
        name = w.name(action.group)
        words = f"{name} rejoins {w.name(s.parent[action.group])}"
        return Option(words, "choose", name, w.label(s.where[action.group]), rule="5.7j")
    name = w.name(action.unit)
    return Option(
        f"{w.name(action.group)} leaves {name}", "choose", name, w.label(s.where[action.unit]), rule="5.7f"
    )


class Regroup(Auto, frozen=True, tag=True):
    """At the end of a segment a battle group that is still with its army rejoins it. RULING 5.7-c."""

    def run(self, s: State) -> Agenda:
        for g, parent in list(s.parent.items()):
            if s.where[g] == s.where[parent] and s.weak[parent]:
                rejoin(s, Rejoin(g))
        return ()
