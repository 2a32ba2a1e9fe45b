"""How far each side's units could get in one Movement Phase, for the overlay that shows it."""

from __future__ import annotations

from hexfront.games.motherland.kinds import AXIS, PANZERS, SOVIET
from hexfront.games.motherland.movement import season
from hexfront.games.motherland.state import State, move_factor
from hexfront.games.motherland.zones import LEAVE_COST, enemy_zoc
from hexfront.hexes import Hex, HexSet


def reach(s: State, side: int) -> HexSet:
    """Hexes that a combat unit of a side could end a move in as the pieces stand, by terrain, enemy units and
    Zones of Control alone. Cases 4.2b, 4.2c, 5.1b, 5.1.4."""
    w = s.world
    enemy = s.held_by(1 - side)
    hostile = enemy_zoc(s, side)
    seen: set[tuple[Hex, str, str, int, bool]] = set()
    total = 0
    for u in w.units_of[side]:
        h = s.where[u]
        if h < 0 or not w.combat[u] or not (points := move_factor(s, u)):
            continue
        key = (h, str(w.moves_as[u]), season(s, u), points, w.kind[u] in PANZERS)
        if key not in seen:
            seen.add(key)
            total |= _from(s, u, h, points, enemy, hostile)
    return total


def _from(s: State, u: int, start: Hex, points: int, enemy: HexSet, hostile: HexSet) -> HexSet:
    w = s.world
    ways = w.moves(w.moves_as[u], season(s, u))
    panzer = w.kind[u] in PANZERS
    best, fresh, reached = {start: 0}, [start], 1 << start
    while fresh:
        further = []
        for h in fresh:
            held = hostile >> h & 1
            for n, cost in ways[h].items():
                if enemy >> n & 1 or (held and hostile >> n & 1 and not panzer):
                    continue
                spent = best[h] + cost + (LEAVE_COST if held else 0)
                if spent <= points and spent < best.get(n, 99):
                    best[n] = spent
                    reached |= 1 << n
                    further.append(n)
        fresh = further
    return reached


def by_side(s: State) -> dict[str, HexSet]:
    return {"axis": reach(s, AXIS), "soviet": reach(s, SOVIET)}
