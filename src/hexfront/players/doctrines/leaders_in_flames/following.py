"""Leaders in Flames: who follows the fighting: units without a task, HQs behind the front, leaders with the main effort."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from hexfront.games.leaders_in_flames.kinds import POWERS, SIDE_OF
from hexfront.games.leaders_in_flames.land.reach import reach
from hexfront.games.leaders_in_flames.land.supply import supplied_hexes
from hexfront.games.leaders_in_flames.land.zones import zone
from hexfront.games.leaders_in_flames.state import ground_of, is_down, troops_at
from hexfront.games.leaders_in_flames.world import World
from hexfront.hexes import Hex, HexSet, bits
from hexfront.players.doctrines.leaders_in_flames.ground import walks
from hexfront.players.operations import Post

if TYPE_CHECKING:
    from hexfront.players.doctrines.leaders_in_flames.desk import Desk, Orders

SERVED = 3
"""Troops this near to an HQ are served by it."""
FRONT_OF, CALLED = 1.5, 2.0
"""How much more an HQ must be wanted elsewhere to leave its troops."""
DRIVE = 6
"""A city up to this many hexes away draws units on."""


def is_sailor(w: World, u: int) -> bool:
    """Whether most of a leader's abilities serve at sea. Case 7h."""
    rows = w.abilities(u)
    return sum(
        row.recall == "naval" or row.ask.startswith(("sea", "naval", "search")) for row in rows
    ) * 2 > len(rows)


def efforts(q: Desk) -> list[tuple[dict[Hex, int], int]]:
    """Places that powers of the side drive at now: the steps to each, and those of the hexes next to our troops nearest to it."""
    from hexfront.players.doctrines.leaders_in_flames.affairs import GOALS, due

    s, w, out = q.s, q.w, list[tuple[dict[Hex, int], int]]()
    mine = ground_of(s, q.side)
    for row in GOALS.effort if q.k["effort"] else ():
        h, power = w.find(row.on), POWERS.index(row.power)
        if SIDE_OF[power] == q.side and h >= 0 and (w.area & ~mine) >> h & 1 and due(q, row, q.side):
            far = walks(s, h)
            near = min((far[x] for x in bits(s.forces[power]) if x in far), default=-1)
            if near > 0:
                out.append((far, near - 1))
    return out


def foes_to_come(q: Desk, party: int) -> int:
    """Whom a party attacks within the next turns: its armies already stand before them, and the trains bring it there."""
    from hexfront.players.doctrines.leaders_in_flames.affairs import to_come

    return sum(1 << foe for power, foe in to_come(q, q.side) if power == party)


def drive(q: Desk) -> list[Post]:
    """Posts at the enemy's cities that count and lie near: units with nothing else to do go there, two to a great city."""
    s, w = q.s, q.w
    if not q.k["drive"]:
        return []
    mine = ground_of(s, q.side)
    out = []
    for h, worth in w.prizes.items():
        far = walks(s, h) if w.ships else None
        near = min(
            (far.get(x, 99) if far else w.grid.distance(h, x) for x in bits(s.troops[q.side])),
            default=99,
        )
        if not mine >> h & 1 and near <= (2 * DRIVE if w.ships else DRIVE):
            weight = q.k["drive"] * (2.0 + 0.4 * worth - 0.15 * near)
            out += [Post(h, weight, 3 + k) for k in range(2 if worth > 2 else 1)]
    return out


def followed(q: Desk, u: int, goals: Mapping[int, Hex]) -> dict[Hex, float]:
    """How much an HQ is wanted in each hex: for the troops within two hexes of it, those before the enemy first, less for those that other HQs are
    near to."""
    s, w = q.s, q.w
    others = [
        goals.get(v, s.where[v])
        for v in w.hqs[q.side]
        if v != u and s.where[v] >= 0 and s.camps[w.party[u]] >> w.party[v] & 1
    ]
    out: dict[Hex, float] = {}
    for v in w.land_of[q.side]:
        at = s.where[v]
        if at < 0 or not w.is_troop(v) or w.is_hq(v) or not s.camps[w.party[u]] >> w.party[v] & 1:
            continue
        weight = 1.0 if q.far(at, v) <= 2 else 0.3
        weight /= 1 + sum(w.grid.distance(at, h) <= SERVED for h in others)
        for h in bits(w.disc(at, 2)):
            out[h] = out.get(h, 0.0) + weight
    return out


def behind(q: Desk, u: int, hexes: HexSet, threat: HexSet, goals: Mapping[int, Hex]) -> Hex:
    """A hex for an HQ: near the most of its own units that no other HQ serves, in supply, out of the enemy's zones."""
    s, w = q.s, q.w
    fed, wanted = supplied_hexes(s, q.side), followed(q, u, goals)

    def score(h: Hex) -> float:
        near = wanted.get(h, 0.0) - 6.0 * bool(threat >> h & 1) + 2.0 * bool(fed >> h & 1)
        return near - 0.3 * w.grid.distance(h, s.where[u])

    return max(bits(hexes), key=lambda h: (score(h), -h))


def is_wanted_elsewhere(q: Desk, u: int) -> bool:
    """Whether the troops of another front need an HQ much more than those around it: it goes there by train."""
    s, wanted = q.s, followed(q, u, {})
    rails = q.w.rail.connected(1 << s.where[u], ground_of(s, q.side)) & ~zone(s, 1 - q.side)
    best = max((wanted.get(h, 0.0) for h in bits(rails)), default=0.0)
    return best > FRONT_OF * wanted.get(s.where[u], 0.0) + CALLED


def lead(q: Desk, orders: Orders) -> None:
    """A leader goes with the best attack he can serve, to the strongest stack, else behind the front, never to a unit that
    stands alone; an admiral stays with the fleet. Cases 7e, 7h."""
    s, w = q.s, q.w
    spots = [h for origins in orders.attacks.values() for h in origins.values()]
    company = Counter(
        orders.goals.get(u, s.where[u]) for u in w.land_of[q.side] if s.where[u] >= 0 and w.is_troop(u)
    )
    danger = zone(s, 1 - q.side)
    for u in w.all_leaders:
        if w.side[u] != q.side or s.where[u] < 0 or is_down(s, u) or is_sailor(w, u):
            continue
        hexes = reach(s, u).hexes | 1 << s.where[u]
        near = [h for h in spots if hexes >> h & 1 and company[h] > 1]
        if not near:
            near = [h for h in company if hexes >> h & 1 and company[h] > 1 and not danger >> h & 1]
        if near:
            orders.goals[u] = max(
                near, key=lambda h: (spots.count(h), sum(w.strength[v] for v in troops_at(s, h)), -h)
            )
