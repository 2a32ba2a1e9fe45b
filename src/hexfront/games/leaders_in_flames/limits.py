"""Actions and what they allow."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.kinds import (
    ACTION_IDS,
    ACTION_NAMES,
    COMBINED,
    NO_LIMIT,
    PASS,
    POWERS,
    SUPER,
)
from hexfront.games.leaders_in_flames.state import State
from hexfront.games.leaders_in_flames.words import an, begun, the_power
from hexfront.kernel import Violation

KINDS = 5
"""How many things an action limits."""


def limit(s: State, power: int, what: int) -> int:
    """How often a power may do something in this impulse: a number, or NO_LIMIT. Case base.action."""
    action = s.action[power]
    if action == PASS:
        return 0
    rows = s.world.tables.limits[POWERS[power]]
    most = rows[ACTION_IDS[COMBINED if action == SUPER else action]][what]
    return 2 * most if action == SUPER and most > 0 else most


def used(s: State, power: int, what: int) -> int:
    """How often it has done so."""
    return s.used[power * KINDS + what]


def use(s: State, power: int, what: int, times: int = 1) -> None:
    """Count something against the limit."""
    s.used[power * KINDS + what] += times


def limit_violation(s: State, power: int, what: int, words: str, is_leader: bool = False) -> Violation | None:
    """Why a power may not do something more of a kind: its action does not allow it at all, or the limit is reached. A leader
    needs an action that allows his kind of movement and is never counted. Cases 3.1m, 3.1n, base.action."""
    most = limit(s, power, what)
    if most == 0:
        rule = "3.1n" if is_leader else "base.action"
        does = (
            "has passed and makes"
            if s.action[power] == PASS
            else f"has {an(ACTION_NAMES[s.action[power]].lower())} action and makes"
        )
        return Violation(rule, f"{begun(the_power(power))} {does} no {words}.")
    if not is_leader and most != NO_LIMIT and used(s, power, what) >= most:
        text = f"{begun(the_power(power))} has made all its {words} of this impulse ({most})."
        return Violation("base.action", text)
    return None
