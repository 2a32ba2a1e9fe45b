"""Zones of control, and how many counters a hex holds."""

from __future__ import annotations

from collections.abc import Collection

from hexfront.games.leaders_in_flames.kinds import PARTISAN
from hexfront.games.leaders_in_flames.leaders.asks import holds_rank, in_use, rank_key, reach_of
from hexfront.games.leaders_in_flames.politics.parties import foes_of, hexes_of
from hexfront.games.leaders_in_flames.state import State, destroy, troops_at
from hexfront.hexes import Hex, HexSet, bits, zones
from hexfront.wargame import Eliminated

CORPS = 2
DIVISIONS = 1


def zone(s: State, side: int) -> HexSet:
    """The hexes in a side's zones of control: those next to its corps and armies, not across open water.

    A leader has none, not even in his own hex; nor has a division. A side taken by surprise has none this impulse. Cases 3.1f,
    base.zone, base.surprise.
    """
    return zone_of(s, s.world.parties_of[side])


def zone_of(s: State, parties: int) -> HexSet:
    """The same for any parties. Cases base.zone, base.surprise."""
    w = s.world
    front = hexes_of(s.corps, parties & ~s.surprised)
    if s.standing:
        front |= banded(s, parties & ~s.surprised)
    kept = w.cache("zone")
    found: HexSet | None = kept.get(front)
    if found is None:  # for speed: what was worked out is kept
        found = kept[front] = zones(w.grid, front, w.barred) & w.area
    return found


def banded(s: State, parties: int) -> HexSet:
    """Hexes where two bands of a leader's country exert a zone because he allows it. Case ability.10."""
    w, out = s.world, 0
    for leader, row in in_use(s, "partisan.front"):
        power = w.power[leader]
        if not parties >> power & 1:
            continue
        for h in bits(reach_of(s, leader, row) & s.forces[power]):
            if sum(w.kind[u] == PARTISAN and w.power[u] == power for u in s.stack[h]) >= 2:
                out |= 1 << h
    return out


def zone_against(s: State, u: int) -> HexSet:
    """The zones of control of those a unit is at war with."""
    return zone_of(s, s.wars[s.world.party[u]])


def stopping_zone(s: State, side: int) -> HexSet:
    """The hexes in which a move of the group in hand ends: the enemy's zones, less those that a leader who moves along lets
    it ignore. Cases ability.16, ability.66, ability.24."""
    w, enemy = s.world, 1 - side
    stops = zone_of(s, foes_of(s, s.group))
    if s.cleared >= 0:
        stops &= ~(1 << s.cleared)
    for _, row in in_use(s, "zone.ignore"):
        ground = w.forest | w.jungle * (row.give == 2)
        stops &= ~(ground & ~_kept_zone(s, enemy, row.give))
    return stops


def _kept_zone(s: State, enemy: int, whose: int) -> HexSet:
    """The zones that stay: of Finns where a leader ignores the Axis's (1), of all but the Commonwealth where he ignores the
    Commonwealth's (2)."""
    w = s.world
    keep = 0
    for h in bits(s.front[enemy]):
        nations = {w.nation[u] for u in s.stack[h] if w.combat[u]}
        if "finland" in nations if whose == 1 else nations - {"commonwealth"}:
            keep |= 1 << h
    return zones(w.grid, keep, w.barred)


# --- stacking


def excess(s: State, units: Collection[int]) -> int:
    """How many units are too many in one hex: two corps or armies, three with an HQ among them, and one division; a division may
    take the place of a corps. RULING base-stack.

    Leaders and partisans stack freely, aircraft have a limit of their own. Cases 3.1a, base.partisans.
    """
    if len(units) <= CORPS:  # for speed: two are never too many
        return 0
    w = s.world
    corps = divisions = 0
    has_hq = False
    for u in units:
        if not w.is_troop(u) or w.kind[u] == PARTISAN:
            continue
        if w.division[u]:
            divisions += 1
        else:
            corps += 1
            has_hq = has_hq or w.is_hq(u)
    room = CORPS + has_hq - corps
    return max(0, -room) + max(0, divisions - DIVISIONS - max(0, room))


def crowds(s: State) -> list[Hex]:
    """The hexes with so many counters that there may be too many, in ascending order."""
    return sorted([h for h, stack in s.stack.items() if len(stack) > CORPS])


def stack_giver(s: State, side: int, h: Hex, leaving: Collection[int] = ()) -> int:
    """The leader who lets a hex hold an extra unit, or -1: in range, face-up or not, his rank free or his own, and not busy
    with another stack once the units on their way have left it. Case ability.48. RULING ability-48-choice."""
    w = s.world
    for leader in w.all_leaders:
        at = s.where[leader]
        if (
            at < 0
            or w.side[leader] != side
            or not any(row.ask == "stack.extra" for row in w.abilities(leader))
        ):
            continue
        if not w.range_of(leader, at) >> h & 1 or holds_rank(s, leader, at) not in (-1, leader):
            continue
        others = (x for x in bits(w.range_of(leader, at) & s.troops[side]) if x != h)
        if not any(excess(s, [u for u in s.stack[x] if u not in leaving]) for x in others):
            return leader
    return -1


def may_stack(s: State, side: int, h: Hex, units: Collection[int]) -> bool:
    """Whether a hex can hold these units beside those that stand there. Cases 3.1a, ability.48."""
    stack = s.stack.get(h)
    if stack is None:
        return not excess(s, units) or stack_giver(s, side, h, units) >= 0
    over = excess(s, {*stack, *units})
    return not over or (over == 1 and stack_giver(s, side, h, units) >= 0)


def may_stand(s: State, u: int, h: Hex, along: tuple[int, ...] = ()) -> bool:
    """Whether a counter may end in a hex, with those that come along: without an enemy, with room beside its friends. Case 3.1a."""
    side = s.world.side[u]
    return not s.held[1 - side] >> h & 1 and may_stack(s, side, h, (u, *along))


def shed(s: State) -> None:
    """Where a leader no longer lets a hex hold an extra unit, because he is lost or has left, its cheapest unit is destroyed.

    Case ability.48. RULING base-shed.
    """
    w = s.world
    several = crowds(s)
    for side in (0, 1):
        for h in several:
            while (
                s.troops[side] >> h & 1
                and (over := excess(s, s.stack[h]))
                and (over > 1 or stack_giver(s, side, h) < 0)
            ):
                u = min(troops_at(s, h), key=lambda x: (w.price[x], w.strength[x], x))
                s.emit(Eliminated(u, h, "ability.48"))
                destroy(s, u)
    lock_overstacked(s)


def lock_overstacked(s: State) -> None:
    """A leader whose stack is one unit too large has used up his rank. Case ability.48."""
    several = crowds(s)
    for side in (0, 1):
        for h in several:
            if s.troops[side] >> h & 1 and excess(s, s.stack[h]) and (leader := stack_giver(s, side, h)) >= 0:
                key = rank_key(s, leader, s.where[leader])
                if key >= 0:
                    s.ranks[key] = leader
