"""For the Motherland!: who moves next and where to. Overruns first, then planned attacks, then everybody by himself."""

from __future__ import annotations

from collections.abc import Callable

from hexfront.games.motherland import actions as a
from hexfront.games.motherland.kinds import EXPLOITATION_PHASES, PANZERS, TANK
from hexfront.games.motherland.movement import March, Moves
from hexfront.games.motherland.reach import reach
from hexfront.hexes import bits
from hexfront.kernel import Action
from hexfront.players.doctrines.motherland.attack import (
    Planner,
    can_overrun,
    overrun_value,
    price,
    spare,
    strengths,
)
from hexfront.players.doctrines.motherland.desk import Desk, Onrush
from hexfront.players.doctrines.motherland.read import costs, garrisons, has_room, line_of, strength
from hexfront.players.doctrines.motherland.rear import rear
from hexfront.players.doctrines.motherland.stand import Stand
from hexfront.wargame import Reach

CLOSE = 5  # hexes from an enemy within which an overrun is thought of
SMALL = 0.05  # what another hex must be better by
CROWDED = 20.0  # cost of a hex that has to be left
WEARY = 0.1  # cost of each movement point before an overrun


def pick(d: Desk, frame: Moves) -> Action:
    """An overrun if one is good enough; then the next unit that has somewhere to go."""
    d.look()
    if not frame.late and not d.moved.is_rush_over:
        rush = _best_onrush(d)
        if rush is not None:
            d.notes.onrush = rush
            return a.Pick(rush.group[0])
        d.moved.is_rush_over = True
    d.notes.onrush = None
    orders = {} if frame.late else d.doctrine.orders(d, frame)
    queue = _queue(d, orders)
    while queue:
        for x in queue:
            if _sets_out(d, x.unit, orders.get(x.unit, -1)):
                return x
        queue = [x for x in queue if x.unit not in d.moved.units]
    return d.last


def _queue(d: Desk, orders: dict[int, int]) -> list[a.Pick]:
    """Units that nobody has thought of yet: those with orders first, then where danger is greatest."""
    s, threat = d.s, d.read.threat
    picks = [x for x in d.all(a.Pick) if x.unit not in d.moved.units]
    return sorted(
        picks,
        key=lambda x: (
            x.unit not in orders,
            -threat.get(s.where[x.unit], 0.0),
            -strength(s, x.unit)[0],
            x.unit,
        ),
    )


def _sets_out(d: Desk, u: int, goal: int) -> bool:
    """Whether a unit has somewhere to go; if so its way is noted."""
    s, moved = d.s, d.moved
    is_ordered = goal >= 0 and goal != s.where[u] and u not in moved.put_off
    if is_ordered and not has_room(s, u, list(s.stack.get(goal, ()))):
        moved.put_off.add(u)  # somebody may still leave
        return False
    moved.units.add(u)
    way = way_of(d, u, goal)
    if len(way) < 2:
        return False
    d.notes.mover, d.notes.way = u, way
    return True


def orders_of_attacks(d: Desk, frame: Moves) -> dict[int, int]:
    """Where the units of planned attacks go; made once a phase, when overruns are over."""
    s, w, k = d.s, d.w, d.k

    def make() -> dict[int, int]:
        d.notes.attacks = []
        if s.phase in EXPLOITATION_PHASES:
            return {}
        movers = [x.unit for x in frame.legal(s, d.seat) if type(x) is a.Pick]
        posted = garrisons(s, d.side, d.read)
        reaches = {u: costs(s, u) for u in movers if w.combat[u] and u not in posted}
        for u in w.units_of[d.side]:
            if s.where[u] >= 0 and w.combat[u] and u not in reaches:
                reaches[u] = {s.where[u]: 0}
        planner = Planner(d, reaches, fixed=False)
        planner.seize(reaches, k["seize"], k["supply"])
        d.notes.attacks = planner.attacks(k["least"])
        if s.turn >= k["hunting"]:
            planner.hunt(reaches, k["hunters"])
        return dict(planner.taken)

    return d.memory.once("orders", (s.turn, s.phase, d.plan.name), make)


# --- overruns


def _best_onrush(d: Desk) -> Onrush | None:
    """The best overrun on the board, or none that is good enough."""
    w, top = d.w, None
    least = d.k["overrun"] - 0.5 * d.plan.boldness
    for h, units in _rushers(d).items():
        if not w.disc(h, CLOSE) & d.read.enemy:
            continue
        for mech in (True, False):
            group = [u for u in units if w.mech[u] == mech]
            group = [u for u in group if w.is_german[u]] or group[:1]
            if not group:
                continue
            found = _onrush_of(d, group, h)
            if found is not None and found.value > least and (top is None or found.value > top.value):
                top = found
    if top is not None:
        d.moved.rushed.update(top.group)
    return top


def _rushers(d: Desk) -> dict[int, list[int]]:
    """Units that could make an overrun, by their hex."""
    s, cost = d.s, price(d.s, d.side)
    found: dict[int, list[int]] = {}
    for x in d.all(a.Pick):
        u = x.unit
        if d.w.combat[u] and not s.supply[u] and u not in d.moved.rushed and spare(s, u) >= cost:
            found.setdefault(s.where[u], []).append(u)
    return found


def _onrush_of(d: Desk, group: list[int], h: int) -> Onrush | None:
    """The best overrun of a group that stands in a hex."""
    s, w, enemy = d.s, d.w, d.read.enemy
    slow = min(group, key=lambda u: spare(s, u))
    free = spare(s, slow) - price(s, d.side)
    top: Onrush | None = None
    open_ = 0
    for target in bits(enemy & d.doctrine.bounds(d) & w.disc(h, max(0, free) + 1)):
        attack, defence = strengths(d, group, target)
        if attack >= defence:
            open_ |= 1 << target
    if not open_:
        return None
    far = (
        reach(s, slow)
        if free > 0 and all(w.kind[u] in PANZERS or w.kind[u] == TANK for u in group)
        else Reach(h, 0)
    )
    for at, spent in {h: 0, **far.costs()}.items():
        if spent > free:
            continue
        for target in w.neighbours[at]:
            if not open_ >> target & 1 or not can_overrun(s, d.side, group, at, target):
                continue
            value = overrun_value(d, group, target, at) - WEARY * spent + d.doctrine.lure(d, group, target)
            if top is None or value > top.value:
                top = Onrush(list(group), _path(far, at), target, value)
    return top


# --- on the march


def march(d: Desk, frame: March) -> Action:
    """The next step on the way that was settled."""
    rush = d.notes.onrush
    if rush is not None and d.s.group[0] in rush.group:
        return _ride(d, rush)
    return _follow(d)


def _follow(d: Desk) -> Action:
    notes, here = d.notes, d.s.where[d.s.group[0]]
    if notes.mover == d.s.group[0] and here in notes.way:
        at = notes.way.index(here) + 1
        if at < len(notes.way):
            for x in d.all(a.Step):
                if x.hex == notes.way[at]:
                    return x
    return d.first(a.Stop)


def _ride(d: Desk, rush: Onrush) -> Action:
    """Lead a group to its overrun; afterwards overrun again or go where it stands best."""
    d.look()
    s, notes = d.s, d.notes
    here = s.where[s.group[0]]
    if rush.target >= 0 and here in rush.way:
        blow = _blow(d, rush, here)
        if blow is not None:
            return blow
    best: Action | None = None
    most = d.k["overrun"]
    bounds = d.doctrine.bounds(d)
    for x in d.all(a.Overrun):
        if not bounds >> x.hex & 1:
            continue
        value = overrun_value(d, s.group, x.hex, here) + d.doctrine.lure(d, s.group, x.hex)
        if value > most:
            best, most = x, value
    if best is not None:
        return best
    ride = (s.turn, s.phase, tuple(s.group))
    if notes.ride != ride:
        notes.ride = ride
        slow = min(s.group, key=lambda u: spare(s, u))
        notes.mover, notes.way = s.group[0], way_of(d, slow, -1)
    return _follow(d)


def _blow(d: Desk, rush: Onrush, here: int) -> Action | None:
    """Gather, go to the hex the overrun starts from, and strike."""
    if not d.s.has_stepped:
        for one in d.all(a.Join):
            if one.unit in rush.group:
                return one
    at = rush.way.index(here) + 1
    if at < len(rush.way):
        return next((x for x in d.all(a.Step) if x.hex == rush.way[at]), None)
    for x in d.all(a.Overrun):
        if x.hex == rush.target:
            rush.target = -1
            return x
    return None


# --- where to


def way_of(d: Desk, u: int, order: int) -> list[int]:
    """The path to where a unit is ordered to, else to the best hex it can reach by itself."""
    s, w, start = d.s, d.w, d.s.where[u]
    path = d.notes.paths.get(u)
    if path and order == path[-1] and path[0] == start and not any(d.enemy >> h & 1 for h in path):
        return path
    found = reach(s, u)
    best = {start: 0, **found.costs()}
    if order in best and order >= 0 and _has_room(d, u, order):
        return _path(found, order)
    if not w.combat[u]:
        open_ = [h for h in best if not any(w.kind[x] == w.kind[u] for x in s.stack.get(h, ()))]
        return _path(found, _best_of(rear(d, u), start, open_, 0.0))
    front = d.front & ~(1 << start)
    if any(x != u and w.combat[x] for x in s.stack[start]):
        front |= 1 << start
    worth = Stand(d, u, line_of(s, d.side, front)).worth
    less = 0.0 if _has_room(d, u, start) else CROWDED
    bounds = d.doctrine.bounds(d)
    open_ = [h for h in best if bounds >> h & 1 and _has_room(d, u, h)]
    return _path(found, _best_of(worth, start, open_, less))


def _best_of(worth: Callable[[int], float], start: int, hexes: list[int], less: float) -> int:
    """The best of some hexes, or the one to start from if none is better by more than a trifle."""
    top, most = start, worth(start) + SMALL
    if less:
        most -= less
    for h in hexes:
        if h != start:
            value = worth(h)
            if value > most:
                top, most = h, value
    return top


def _has_room(d: Desk, u: int, h: int) -> bool:
    return has_room(d.s, u, [x for x in d.s.stack.get(h, ()) if x != u])


def _path(found: Reach, goal: int) -> list[int]:
    return [found.start] if goal == found.start else [found.start, *found.way(goal)]


__all__ = ["march", "orders_of_attacks", "pick", "way_of"]
