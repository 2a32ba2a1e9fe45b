"""Chapters 13, 14 and 16.2: Offensive Support, German Air units and the Railroad Gun."""

from __future__ import annotations

from hexfront.games.motherland.kinds import (
    AIR_BASE,
    AXIS,
    AXIS_COMBAT,
    AXIS_EXPLOITATION,
    AXIS_MOVEMENT,
    FORTRESS,
    MUD,
    RAILROAD_GUN,
    SUPPORT,
)
from hexfront.games.motherland.state import State, is_snow, weather
from hexfront.games.motherland.zones import enemy_zoc
from hexfront.hexes import Hex
from hexfront.kernel import Violation

AIR_RANGE = 4
GUN_RANGE = 2
SUPPORT_RANGE = 3
SUPPORT_CAP = 10


def air_ready(s: State) -> int:
    """Air units that can still fly this turn; half of all, rounded down, in Mud. Cases 14.0b, 14.1d, 14.3a."""
    total = s.air // 2 if weather(s) == MUD else s.air
    return max(0, total - s.air_used)


def is_in_air_range(s: State, h: Hex) -> bool:
    """Within four hexes of an Air Base. Cases 14.0b, 14.1b."""
    w = s.world
    disc = w.disc(h, AIR_RANGE)
    return any(s.where[b] >= 0 and disc >> s.where[b] & 1 for b in w.of_kind[AIR_BASE])


def air_violation(s: State) -> Violation | None:
    """Why no Air unit can support the attack at hand. Cases 7.2.3a, 14.1a, 14.1b, 14.1d, 14.3b, 18.2.3d."""
    w = s.world
    at = w.label(s.target)
    if s.phase not in (AXIS_MOVEMENT, AXIS_COMBAT, AXIS_EXPLOITATION):
        return Violation("7.2.3a", "Air units can support only German attacks, never a defense.", at)
    if s.support & 1:
        return Violation("14.1d", "Only one Air unit can support an attack.", at)
    # RULING 14.1-a: one ally among the attackers forfeits Air Support.
    if not all(w.is_german[u] for u in s.attackers):
        return Violation("14.1a", "Air units can support only attacks made by German units.", at)
    if is_snow(s):
        return Violation("14.3b", "No Air Support on Snow turns.", at)
    if not air_ready(s):
        return Violation("14.0b", "No Air unit is left this turn.", at)
    if not is_in_air_range(s, s.target):
        return Violation("14.1b", "The target is more than four hexes from every Air Base.", at)
    return None


def railroad_gun(s: State) -> int:
    return s.world.of_kind[RAILROAD_GUN][0]


def gun_violation(s: State) -> Violation | None:
    """Why the Railroad Gun cannot support the attack at hand. Cases 16.2a, 16.2b, 16.2-i1, 16.2.1, 16.2.2a."""
    w = s.world
    at = w.label(s.target)
    gun = railroad_gun(s)
    h = s.where[gun]
    if s.support & 2 or h < 0:
        return Violation("16.2.2b", "There is no Railroad Gun to fire.", at)
    if s.is_overrun:
        return Violation("16.2.1", "The Railroad Gun cannot support an Overrun.", at)
    if s.phase != AXIS_COMBAT:
        return Violation("16.2a", "The Railroad Gun can support only Axis attacks.", at)
    if not w.fortified >> s.target & 1 and not any(w.kind[u] == FORTRESS for u in s.stack.get(s.target, ())):
        return Violation("16.2a", "It can fire only at a Fortified City or a Fortress unit.", at)
    if w.grid.distance(h, s.target) > GUN_RANGE:
        return Violation("16.2b", "It is more than two hexes away.", at)
    if enemy_zoc(s, AXIS) >> h & 1 and len(s.stack[h]) < 2:
        return Violation("16.2.2a", "In an enemy ZOC it can fire only when stacked with another unit.", at)
    return None


def has_offensive_support(s: State, target: Hex) -> bool:
    """Whether Offensive Support lies within three hexes of a target. Cases 7.2.3b, 13.0a, 13.0b, 13.0c, 13.0-i1.

    RULING 13.0-a: several in range still add 3 once.
    """
    w = s.world
    disc = w.disc(target, SUPPORT_RANGE)
    return any(s.where[u] >= 0 and disc >> s.where[u] & 1 for u in w.of_kind[SUPPORT])


def support_on_map(s: State) -> int:
    return sum(1 for u in s.world.of_kind[SUPPORT] if s.where[u] >= 0)


def is_support_complete(s: State) -> bool:
    """Whether the map holds as much Offensive Support as the game allows. Case 12.1c."""
    return support_on_map(s) >= SUPPORT_CAP
