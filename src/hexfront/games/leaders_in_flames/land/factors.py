"""Combat factors of units in attack and defence, with everything that halves, doubles or adds to them."""

from __future__ import annotations

from fractions import Fraction

from hexfront.games.leaders_in_flames.kinds import ABOARD, ARMOUR, BLITZ, CHINA, MAR, MTN, PARTISAN
from hexfront.games.leaders_in_flames.land.reach import kind_of
from hexfront.games.leaders_in_flames.land.supply import is_supplied
from hexfront.games.leaders_in_flames.leaders.asks import helps, in_use, may_for, reach_of, sum_for
from hexfront.games.leaders_in_flames.sea.shore import shore_factor
from hexfront.games.leaders_in_flames.state import State, is_down
from hexfront.hexes import Hex

HALF = Fraction(1, 2)


def attack_factor(s: State, u: int, origin: Hex, target: Hex) -> Fraction:
    """What a unit attacks with: halved across a river, ARM and MECH in mountain, jungle and swamp, Nationalist Chinese always;
    mountain troops are doubled into mountains, invaders from the sea halved unless they are marines. Cases base.odds, base.invade, ability.43, ability.44, ability.58, ability.63."""
    w = s.world
    factor = Fraction(w.strength[u])
    kind = kind_of(s, u)
    if kind in ARMOUR:
        if w.soft >> target & 1:
            factor *= HALF
        if s.table == BLITZ and s.caller == w.side[u] and may_for(s, "armour.doubled", u):
            factor *= 2
    if w.rough >> target & 1 and kind == MTN:
        factor *= 2
    if u in s.descent and s.where[u] <= ABOARD and kind != MAR and not may_for(s, "invade.full", u):
        factor *= HALF
    if w.rivers.has(origin, target) and not may_for(s, "river.full", u):
        factor *= HALF
    if w.power[u] == CHINA and not may_for(s, "china.full", u):
        factor *= HALF
    return factor


def defence_factor(s: State, u: int, h: Hex) -> Fraction:
    """What a unit defends with: half out of supply, 1 if face-down as well; ARM and MECH halved in mountain, jungle and swamp;
    mountains double everybody. Cases base.odds, base.supply, ability.50."""
    w = s.world
    full = Fraction(w.strength[u] if w.kind[u] != PARTISAN else max(1, w.strength[u]))
    factor = full
    if not is_supplied(s, u):
        if is_down(s, u):
            factor = min(full, Fraction(1 + sum_for(s, "factor.stranded", u)))
        else:
            factor *= HALF
    if w.kind[u] in ARMOUR and w.soft >> h & 1:
        factor *= HALF
    return factor * 2 if w.rough >> h & 1 else factor


def gun_factor(s: State, u: int) -> Fraction:
    """What an artillery division or a warship adds. Cases base.bombard, ability.68."""
    if s.world.is_ship(u):
        return shore_factor(s, u)
    return Fraction(s.world.strength[u] + sum_for(s, "gun.factor", u))


def added_defence(s: State, question: str, hexes: list[Hex]) -> int:
    """Factors added to the attacked hex after terrain, one for each attacking unit from such a hex or across such a side.

    Cases ability.70, ability.72. RULING ability-70-72-order, leader-not-counted.
    """
    total = 0
    for leader, row in in_use(s, question):
        if reach_of(s, leader, row) >> s.target & 1 and any(helps(s, leader, u, row) for u in s.defenders):
            total += row.give * len(hexes)
    return total
