"""How a unit walks: which steps it can make, what they cost, and every hex it can get to. Chapters 4.2 and 5."""

from __future__ import annotations

import msgspec

from hexfront.games.motherland.kinds import (
    AXIS,
    EXPLOITATION_PHASES,
    MOUNTAIN,
    PANZERS,
    RAILROAD_GUN,
    SNOW,
    SOVIET,
    TANK,
    ZOC_SHY,
)
from hexfront.games.motherland.stacking import excess_of
from hexfront.games.motherland.state import State, countries, move_factor
from hexfront.games.motherland.world import World
from hexfront.games.motherland.zones import LEAVE_COST, enemy_zoc, zoc
from hexfront.hexes import Hex, HexSet, Zone
from hexfront.wargame import Reach, Steps, explore
from hexfront.wargame import reach as reach_by_sets

FULL_KINDS = PANZERS | {TANK}
"""Units that move with their full factor in Exploitation. Cases 5.4.1a, 5.4.1b, 5.4.2a, 5.4.2b."""


def season(s: State, u: int) -> str:
    """Which movement costs apply: snow, or Minor Rivers ignored by Germans in the opening. Cases 5.1.8, 20.1-s1."""
    w = s.world
    if w.weather[s.turn] == SNOW:
        return "snow"
    if s.turn == 1 and w.plan.opening and w.is_german[u] and s.phase not in EXPLOITATION_PHASES:
        return "opening"
    return "clear"


def is_exploiter(s: State, u: int) -> bool:
    """Units with their full Movement Factor in Exploitation. Cases 5.4.1a, 5.4.1b, 5.4.2a, 5.4.2b."""
    return s.world.kind[u] in FULL_KINDS


FREE = (0, 0)
"""What a way has cost that costs nothing: points, and hexes, by which a short way is told from a long one."""


def rides(w: World, h: Hex, n: Hex) -> bool:
    """Whether the Railroad Gun gets from a hex into the next. Cases 5.1.6a, 16.7a."""
    return w.rail.has(h, n) and not w.bridge.has(h, n)


def step_cost(s: State, u: int, h: Hex, n: Hex, hostile: HexSet) -> int | None:
    """Movement points for a unit to step into a hex, ZOC included, or None where it cannot go at all.

    Cases 4.2a, 4.2c, 4.2.3b, 4.2.3c, 5.1b, 5.1c, 5.1.6a, 16.7a.
    """
    w = s.world
    if w.kind[u] == RAILROAD_GUN:
        return 0 if rides(w, h, n) else None
    cost = w.moves(w.moves_as[u], season(s, u)).of[h].get(n)
    if cost is None:
        return None
    return cost + LEAVE_COST if hostile >> h & 1 else cost


class Gait(msgspec.Struct, frozen=True):
    """How one unit walks on the move it makes now, or could begin."""

    steps: Steps
    points: int
    within: HexSet
    """Hexes open to it: of its countries, free of the enemy, and of his ZOC where it shuns that."""
    hostile: HexSet
    """Hexes in enemy ZOC."""
    slips: bool
    """Whether it may go from one enemy ZOC into another. Cases 4.2d, 5.1.4."""
    first: bool
    """Whether one hex is within reach whatever it costs. Case 5.1.3."""

    @property
    def zone(self) -> Zone:
        """What enemy ZOC does to it."""
        return Zone(self.hostile, LEAVE_COST, self.slips)


def gait(s: State, u: int, anew: bool = False) -> Gait:
    """How a unit walks now; `anew`, how it would in a Movement Phase of its side with all its points.

    Cases 4.2a, 4.2b, 4.2d, 4.2.3a, 5.0b, 5.1.3, 5.1.4, 5.2.2a, 5.4.1b, 5.4.2b.
    """
    w = s.world
    kind, side = w.kind[u], w.side[u]
    hostile = zoc(s, 1 - side)
    within = countries(s, u) & ~(s.soviet_any if side == AXIS else s.axis_any)
    if kind in ZOC_SHY:
        within &= ~hostile
    spent = 0 if anew else s.spent[u]
    points, first, slips = move_factor(s, u) - spent, not spent, kind in PANZERS
    if not anew and s.phase in EXPLOITATION_PHASES:
        slips = False
        first = kind not in FULL_KINDS and not (s.has_stepped and u in s.group)
        if kind not in FULL_KINDS:
            points = 0
    return Gait(w.moves(w.moves_as[u], season(s, u)), points, within, hostile, slips, first)


def reach(s: State, u: int, anew: bool = False) -> Reach:
    """Every hex a unit can walk to on the move it makes now, with the group in hand, or could begin if it were its
    turn to be chosen; `anew`, in a Movement Phase of its side with all its points. Overruns are not counted.

    Cases 5.0b, 5.0c, 5.1b, 5.1.3, 5.1.6a, 16.6a.
    """
    w = s.world
    if s.where[u] < 0 or not move_factor(s, u):
        return Reach(s.where[u], 0)
    # The fall of Moscow is a roll: what comes after it cannot be told.
    stop = 1 << w.moscow if w.side[u] == AXIS and s.stalin == 0 and w.moscow >= 0 else 0
    if w.kind[u] == RAILROAD_GUN:
        return _by_rail(s, u, stop)
    if not anew and u in s.group and len(s.group) > 1:
        return reach_together(s, s.group, stop)
    g = gait(s, u, anew)
    return reach_by_sets(s.where[u], g.steps, g.points, g.within, zone=g.zone, stop=stop, first=g.first)


def _by_rail(s: State, gun: int, stop: HexSet) -> Reach:
    """The Railroad Gun: any way along railroads, for nothing. Cases 5.1.6a, 5.1.6b, 16.7a."""
    w = s.world
    within = gait(s, gun).within

    def step(h: Hex, n: Hex, spent: tuple[int, ...]) -> tuple[int, ...] | None:
        return (0, spent[1] + 1) if within >> n & 1 and rides(w, h, n) else None

    return explore(s.where[gun], w.near, step, FREE, stop)


def reach_together(s: State, units: list[int], stop: HexSet = 0) -> Reach:
    """Every hex that units get to together: each step must be open to all of them. Cases 5.1a, 5.1.4."""
    w = s.world
    gaits = [gait(s, u) for u in units]
    zone = Zone(gaits[0].hostile, LEAVE_COST, all(g.slips for g in gaits))

    def step(h: Hex, n: Hex, spent: tuple[int, ...]) -> tuple[int, ...] | None:
        out = []
        more = zone.step(h, n)
        if more is None:
            return None
        for g, used in zip(gaits, spent, strict=True):
            cost = g.steps.of[h].get(n)
            if cost is None or not g.within >> n & 1:
                return None
            if used + cost + more > g.points and (used or not g.first):
                return None
            out.append(used + cost + more)
        return tuple(out)

    return explore(s.where[units[0]], w.near, step, (0,) * len(units), stop)


def may_stand(s: State, u: int, h: Hex, along: tuple[int, ...] = ()) -> bool:
    """Whether a unit may be in a hex when a phase ends, with those that come along: ground open to it, no enemy, room in the
    stack.

    Cases 4.2.3a, 5.1.5b, 5.1.6a, 5.2.1a, 5.2.2a, 6.0a.
    """
    w = s.world
    kind, side = w.kind[u], w.side[u]
    open_ = w.land & countries(s, u) & ~s.held_by(1 - side)
    if kind != MOUNTAIN:
        open_ &= ~w.high_mountain
    if kind == RAILROAD_GUN:
        open_ &= w.railroads.hexes
    if kind in ZOC_SHY and s.where[u] != h:
        open_ &= ~enemy_zoc(s, side)
    if not w.is_hex(h) or not open_ >> h & 1:
        return False
    come = {u, *along}
    return not excess_of(s, (*(v for v in s.stack.get(h, ()) if v not in come), *come))


def reach_of_side(s: State, side: int) -> HexSet:
    """Hexes that a combat unit of a side could end a Movement Phase in, as the pieces stand."""
    w = s.world
    seen: set[tuple[int, ...]] = set()
    total = 0
    for u in w.units_of[side]:
        h = s.where[u]
        if h >= 0 and w.combat[u] and (points := move_factor(s, u)):
            key = (h, w.moves_as[u], points, w.kind[u] in PANZERS, w.is_german[u], countries(s, u))
            if key not in seen:
                seen.add(key)
                total |= reach(s, u, anew=True).hexes | 1 << h
    return total


def by_side(s: State) -> dict[str, HexSet]:
    return {"axis": reach_of_side(s, AXIS), "soviet": reach_of_side(s, SOVIET)}
