"""Chapter 5: how a unit or HQ walks from the present decision, step by step, as far as the rules let it be told."""

from __future__ import annotations

from hexfront.games.lebensraum.actions import Pick, Step
from hexfront.games.lebensraum.kinds import CAMP, HQ_BASE, OF_CAMP
from hexfront.games.lebensraum.movement import March, Moves, pick_violation
from hexfront.games.lebensraum.reach import (
    garrisoned,
    is_hq,
    leaving_cost,
    may_enter,
    moves_as_tank,
    place_of,
    power_of,
    step_table,
)
from hexfront.games.lebensraum.state import State, hqs_on_map
from hexfront.games.lebensraum.zones import enemy_zoc
from hexfront.hexes import Hex, HexSet
from hexfront.kernel import Seat, pending
from hexfront.wargame import Journey, Reach, explore


def mover_of(s: State, piece: str) -> int:
    """A unit or HQ by its name; -1 if there is none."""
    w = s.world
    found = next((HQ_BASE + k for k, hq in enumerate(w.hqs) if hq.name == piece), -1)
    return found if found >= 0 else w.number.get(piece, -1)


def journey(s: State, seat: Seat, mover: int) -> Journey | None:
    """How a unit or HQ walks: in hand, or once it is picked; None where it cannot move now."""
    frame = pending(s)
    if isinstance(frame, March) and seat in frame.deciders(s):
        return Journey((), walks(s, mover, s.spent), Step) if s.mover == mover else None
    if not isinstance(frame, Moves) or seat not in frame.deciders(s):
        return None
    if pick_violation(s, frame.power, mover) is not None:
        return None
    return Journey((Pick(mover),), walks(s, mover, 0), Step)


def walks(s: State, mover: int, spent: int) -> Reach:
    """Every hex a mover can still step into, and what its steps cost together. A walk is told as far as nothing comes
    between: a breakdown, a captured work, an HQ that gives way, a country drawn into the war, a border opened to zones.

    Cases 5.1c, 5.3i, 5.4c, 5.4e, 5.6a.
    """
    w, start, power = s.world, place_of(s, mover), power_of(s, mover)
    table, within = step_table(s, mover), may_enter(s, mover, w.land)
    halt = 0 if is_hq(mover) else enemy_zoc(s, power)
    is_tank, mountain = not is_hq(mover) and moves_as_tank(s, mover), w.lands.mountain
    most, between = w.tables.limits.mountains, _come_between(s, mover)
    shut_borders = 0 if is_hq(mover) else _foreign(s, power)
    # the points, the mountains entered, and whether something has come between
    begin = (spent, s.mountains if spent else 0, 0)

    def step(h: Hex, n: Hex, so_far: tuple[int, ...]) -> tuple[int, ...] | None:
        points, mountains, _ = so_far
        cost = table[h].get(n)
        if cost is None or not within >> n & 1:
            return None
        points += cost if points else cost + leaving_cost(s, mover, h)
        if points > s.points[power]:
            return None
        ended = bool(between >> n & 1) or (bool(shut_borders >> n & 1) and _opens_border(s, h, n))
        if is_tank and mountain >> n & 1:
            mountains += 1
            ended = ended or mountains > most
        return points, mountains, int(ended)

    return explore(start, w.near, step, begin, halt, lambda so_far: so_far[2])


def _come_between(s: State, mover: int) -> HexSet:
    """Hexes that a unit enters with consequences, after which its further way cannot be told yet.

    Cases 7.42g, 10.3f, 11.7b, 12.1g.
    """
    if is_hq(mover):
        return 0
    w, power = s.world, power_of(s, mover)
    lands, occupied = w.lands, garrisoned(s, mover)
    found = 0 if occupied >> s.where[mover] & 1 else occupied
    for name, joined in zip(lands.neutrals, s.neutral, strict=True):
        found |= lands.country[name] if joined < 0 else 0
    for other in OF_CAMP[1 - CAMP[power]]:
        for k in hqs_on_map(s, other):
            found |= 1 << s.hq[k]
    for k, h in enumerate(s.works):
        if h >= 0 and s.works_power[k] != power and w.markers[k].power != power:
            found |= 1 << h
    return found


def _foreign(s: State, power: int) -> HexSet:
    """Ground that the power's camp does not control."""
    mine = 0
    for friend in OF_CAMP[CAMP[power]]:
        mine |= s.control[friend]
    return ~mine


def _opens_border(s: State, h: Hex, n: Hex) -> bool:
    """Whether a step into foreign ground opens a border to zones. Case 5.4h."""
    border = s.world.lands.border_between(h, n)
    return border >= 0 and not s.crossed >> border & 1


__all__ = ["journey", "mover_of", "walks"]
