"""For the Motherland!: where a side's units will be in supply, and what opens a railroad that is cut."""

from __future__ import annotations

from hexfront.games.motherland.kinds import AXIS, EXPLOITATION_PHASES, MOVED, SHIPPED, STRATEGIC, SUPPLY_BASE
from hexfront.games.motherland.reach import season
from hexfront.games.motherland.state import State, move_factor
from hexfront.games.motherland.supply import (
    LINE,
    area,
    areas,
    axis_sources,
    base_hexes,
    passable,
    rail_net,
)
from hexfront.games.motherland.world import World
from hexfront.games.motherland.zones import enemy_zoc
from hexfront.hexes import bits, zones
from hexfront.wargame import grown

FURTHEST = 8  # hexes out of supply beyond which it makes no difference
RELIEF = 0.8  # worth of bringing one unit back into supply
MOST_RELIEVED = 8


def prospects(s: State, side: int) -> dict[str, int]:
    """Where each class of units will be in supply at the next reckoning, if Supply Bases follow as far as they can."""
    w = s.world
    known = areas(s, side)
    out: dict[str, int] = {}
    for u in w.units_of[side]:
        sort = w.supplied_as[u]
        if sort not in out:
            out[sort] = area(s, u, known).supplied
    if side == AXIS:
        within = passable(s, AXIS)
        net = rail_net(w, axis_sources(w), within)
        ahead = 0
        for b in w.of_kind[SUPPLY_BASE]:
            if s.where[b] >= 0 and not s.flags[b] & (MOVED | STRATEGIC | SHIPPED):
                ahead |= drive(s, b, within) & net
        more = grown(w.grid, ahead, within, LINE, w.blocked_to_supply)
        for sort in ("german", "axis"):
            if sort in out:
                out[sort] |= more
    return out


def drive(s: State, b: int, within: int) -> int:
    """Hexes a Supply Base can drive to, out of the enemy's zones: in Exploitation one step. Case 5.4.1."""
    w = s.world
    open_ = within & ~enemy_zoc(s, AXIS)
    steps = w.moves(w.moves_as[b], season(s, b))
    best = {s.where[b]: 0}
    fresh = [s.where[b]]
    if s.phase in EXPLOITATION_PHASES:
        return sum(1 << j for j in (s.where[b], *steps[s.where[b]]) if open_ >> j & 1)
    points = move_factor(s, b)
    while fresh:
        further = []
        for h in fresh:
            for j, cost in steps[h].items():
                total = best[h] + cost
                if open_ >> j & 1 and total <= points and total < best.get(j, 99):
                    best[j] = total
                    further.append(j)
        fresh = further
    return sum(1 << h for h in best)


def distances(w: World, supplied: int, enemy: int) -> dict[int, int]:
    """How many hexes each hex lies outside of a supplied area, going round the enemy."""
    out: dict[int, int] = {}
    reached = supplied
    for n in range(1, FURTHEST + 1):
        fresh = zones(w.grid, reached, w.blocked) & w.land & ~reached & ~enemy
        if not fresh:
            break
        for h in bits(fresh):
            out[h] = n
        reached |= fresh
    return out


def raiders(s: State, side: int) -> list[int]:
    """Hexes of enemy units that live without supply, as a rule behind the front: they cut railroads until hunted down."""
    w = s.world
    foe = 1 - side
    known = areas(s, foe)
    supplied: dict[str, int] = {}
    out: list[int] = []
    for u in w.units_of[foe]:
        h = s.where[u]
        if h < 0 or not w.combat[u] or not w.pace[u][s.steps[u]]:
            continue
        sort = w.supplied_as[u]
        if sort not in supplied:
            supplied[sort] = area(s, u, known).supplied
        if not supplied[sort] >> h & 1 and h not in out:
            out.append(h)
    return out


def relief(s: State, side: int, supplied: dict[str, int]) -> dict[int, float]:
    """Hexes whose capture mends a railroad, and what that is worth: cities with the enemy's marker, and enemy units."""
    w = s.world
    needy = 0
    for u in w.units_of[side]:
        h = s.where[u]
        if h >= 0 and w.combat[u] and not supplied[w.supplied_as[u]] >> h & 1:
            needy |= 1 << h
    own, enemy, front = (
        (s.axis_any, s.soviet_any, s.soviet_front)
        if side == AXIS
        else (s.soviet_any, s.axis_any, s.axis_front)
    )
    marks = s.soviet_marks if side == AXIS else s.axis_marks
    sources = axis_sources(w) if side == AXIS else w.sources["E"] | w.sources["S"]
    within = passable(s, side)
    net = rail_net(w, sources, within)
    bases = base_hexes(s)
    out: dict[int, float] = {}
    edge = zones(w.grid, net, w.blocked) & w.railroads.hexes & ~net
    for h in bits(w.grid.dilate(net, 3) & w.railroads.hexes & marks & ~enemy):
        opened = rail_net(w, sources, within | 1 << h) & ~net if edge >> h & 1 else 0
        out[h] = 1.0 + _relieved(s, side, opened, needy, bases)
    if needy:
        for e in bits(zones(w.grid, edge, w.blocked) & front | edge & front):
            others = front & ~(1 << e)
            free = w.land & ~(enemy & ~(1 << e)) & ~(marks & ~(1 << e))
            free &= ~(zones(w.grid, others, w.blocked) & ~own)
            opened = rail_net(w, sources, free) & ~net
            worth = _relieved(s, side, opened, needy, bases)
            if worth:
                out[e] = worth
    return out


def _relieved(s: State, side: int, opened: int, needy: int, bases: int) -> float:
    """What it is worth to open this stretch of railroad."""
    start = opened & bases if side == AXIS else opened
    if not start:
        return 0.0
    near = s.world.grid.dilate(start, LINE) & needy
    units = sum(len(s.stack[h]) for h in bits(near))
    return RELIEF * min(MOST_RELIEVED, units)
