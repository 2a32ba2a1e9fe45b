"""Hitler Turns East: what an order to attack would bring a Command, before anybody has moved.

Orders are given one after another, each to a Command that then moves as a whole. So this is worked out for several Commands
a turn and has to be quick: who can come up to which enemy, and what the best set of attacks would bring, each unit used once.
"""

from __future__ import annotations

from hexfront.games.turns_east.data import AXIS, BLITZ
from hexfront.games.turns_east.state import factor
from hexfront.hexes import Hex, HexSet, bits
from hexfront.players.doctrines.turns_east.field import Front, reach_of
from hexfront.players.doctrines.turns_east.read import Picture

STACK = 3
WORST = -3  # the column left of which nothing gets worse
SPARE = 0.25  # what a further unit in an attack has to add
PACE, FAST, BLITZ_PACE = 4, 6, 8  # movement points of infantry, of mobile units, and of Panzers under Blitz


def attackers(front: Front, command: int, order: int) -> dict[int, HexSet]:
    """The units of a Command that may attack, each with the hexes it can get to under an order."""
    s, w = front.s, front.w
    out: dict[int, HexSet] = {}
    for u, body in front.bodies.items():
        if body.attack and w.areas[command] >> body.at & 1:
            fast = BLITZ_PACE if order == BLITZ and w.panzers >> u & 1 else FAST
            pace = fast if w.is_mobile[u] else PACE
            out[u] = reach_of(s, u, max(2, pace - front.net.shortage(u)))
    return out


def worth_of_attacks(front: Front, picture: Picture, command: int, order: int) -> float:
    """What the best attacks that a Command could make under an order would bring on average."""
    w = front.w
    able = attackers(front, command, order)
    near = {j: w.adjacent[j] & w.enterable & ~picture.enemy_hexes for j in bits(picture.open_targets)}
    comers = {j: [u for u, hexes in able.items() if hexes & near[j]] for j in near}

    def best(j: Hex, units: list[int], support: int) -> tuple[float, int]:
        """What an attack on a hex brings by as many of these as pay, and how many that is."""
        found, chosen, mass = 0.0, 0, support
        for n, u in enumerate(_fitting(front, units, near[j].bit_count())):
            mass += factor(front.s, u)
            worth = _prize(front, picture, j, mass, near[j])
            if worth > found + SPARE:
                found, chosen = worth, n + 1
        return found, chosen

    ranked = sorted(((best(j, units, picture.support)[0], j) for j, units in comers.items()), reverse=True)
    used: set[int] = set()
    total, support = 0.0, picture.support
    for full, j in ranked:
        if full <= 0:
            break
        free = [u for u in comers[j] if u not in used]
        worth, chosen = best(j, free, support)
        if chosen:
            used.update(_fitting(front, free, near[j].bit_count())[:chosen])
            total += worth
            support = 0
    return total


def _fitting(front: Front, units: list[int], hexes: int) -> list[int]:
    """The strongest of some units that find room in so many hexes: three in each, one army among them."""
    out: list[int] = []
    armies = 0
    for u in sorted(units, key=lambda u: (-factor(front.s, u), u)):
        is_army = bool(front.w.armies >> u & 1)
        if len(out) < STACK * hexes and not (is_army and armies == hexes):
            armies += is_army
            out.append(u)
    return out


def _prize(front: Front, picture: Picture, j: Hex, mass: int, near: HexSet) -> float:
    """What an attack on a hex with so many factors brings, the goals of the date among it."""
    w, stack = front.w, picture.stacks[j]
    lost = bool(front.pocketed >> j & 1)
    across = w.river_shift if near and all(w.rivers.has(i, j) for i in bits(near)) else 0
    column = picture.ground.column(mass, stack.small if lost else stack.strength) - stack.shift - across
    column = max(WORST, column)
    _, _, dr, de = picture.ground.chances[column, 0]
    goal = max(0.0, front.worth.get(j, 0.0) - stack.town) if picture.side == AXIS else 0.0
    return picture.worth_of(stack, column, 0, lost, lost) + picture.scales.town * goal * (dr + de)


__all__ = ["attackers", "worth_of_attacks"]
