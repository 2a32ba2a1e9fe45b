"""Lebensraum!: what an attack is worth by the exact odds of the results table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hexfront.games.lebensraum.command import (
    assigned,
    command_area,
    command_limit,
    helper_stars,
    is_free_of_command,
)
from hexfront.games.lebensraum.kinds import FIRST_COMBAT
from hexfront.games.lebensraum.state import State, class_of, steps_of, strength_of
from hexfront.games.lebensraum.strength import pushed, terrain_strength, west_wall_strength
from hexfront.games.lebensraum.tables import side_class
from hexfront.hexes import Hex
from hexfront.players.plan import Numbers

FACES = 6
FOLLOWED = 0.5
"""Part of the worth of a hex that counts when a first combat empties it: tanks may walk in."""


class Stakes(NamedTuple):
    """What both sides can lose in a combat: steps, what a step is worth, and the ground."""

    own_steps: int
    own_step: float
    foe_steps: int
    foe_step: float
    ground: float


def step_worth(s: State, k: Numbers, units: list[int]) -> float:
    """What a step of these units is worth, on the average."""
    steps = sum(steps_of(s, u) for u in units)
    return k["kill"] + k["strength"] * sum(strength_of(s, u) for u in units) / max(1, steps)


def stakes(s: State, k: Numbers, attackers: list[int], defenders: list[int], ground: float) -> Stakes:
    return Stakes(
        sum(steps_of(s, u) for u in attackers), step_worth(s, k, attackers),
        sum(steps_of(s, u) for u in defenders), step_worth(s, k, defenders), ground,
    )  # fmt: skip


def value_of(s: State, k: Numbers, column: int, at: Stakes) -> float:
    """What a combat on a column is worth to the attacker, over all six rolls."""
    total = 0.0
    followed = FOLLOWED * at.ground if s.segment <= FIRST_COMBAT else 0.0
    for row in s.world.tables.losses.values():
        a, d = row[column]
        total += at.foe_step * min(d, at.foe_steps) - k["loss"] * at.own_step * min(a, at.own_steps)
        if d >= at.foe_steps:
            total += k["rout"] + followed
        if d > at.foe_steps and a <= d:  # only steps to spare carry anybody forward (7.43d)
            total += at.ground - followed + k["depth"] * (d - at.foe_steps - 1)
        if a > d:
            total -= k["beaten"]
    return total / FACES


def is_led(s: State, u: int) -> bool:
    """Whether a unit that is attacked where it stands can be put in command."""
    if is_free_of_command(s, u):
        return True
    return any(command_limit(s, k) and command_area(s, k) >> s.where[u] & 1 for k in assigned(s, u))


def reply_of(s: State, foes: Sequence[int]) -> int:
    """The strength that markers can add to units that are attacked: one leader who has not helped yet, one air marker."""
    most = 0
    for u in foes:
        for q in assigned(s, u):
            if command_limit(s, q) and command_area(s, q) >> s.where[u] & 1:
                leader = 0 if s.helped >> q & 1 else helper_stars(s, q)
                most = max(most, leader + s.world.tables.combat.air * bool(s.air_hq[q]))
    return most


def column_of(s: State, units: Mapping[int, Hex], target: Hex, led: int, extra: int, reply: int = 0) -> int:
    """The column of an attack as planned: `led` of the units in command, the strongest first, `extra` strength by markers,
    `reply` by the defender's."""
    w = s.world
    ranked = sorted(units, key=lambda u: -strength_of(s, u))
    attack = extra
    for n, u in enumerate(ranked):
        attack += pushed(s, u, units[u], target, strength_of(s, u) if n < led else strength_of(s, u) // 2)
    foes = s.stack[target]
    defence = terrain_strength(s, target) + reply
    defence += sum(strength_of(s, u) if is_led(s, u) else strength_of(s, u) // 2 for u in foes)
    defence += west_wall_strength(s, target, units.values())
    mine = side_class([class_of(s, u) for u in units])
    theirs = side_class([class_of(s, u) for u in foes])
    base = w.tables.column(max(1, attack), max(1, defence), w.has("strict_rounding"))
    return w.tables.shifted(base, mine, theirs)


__all__ = ["Stakes", "column_of", "is_led", "reply_of", "stakes", "step_worth", "value_of"]
