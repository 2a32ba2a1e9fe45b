"""Lebensraum!: carrying out the orders of a movement segment click by click."""

from __future__ import annotations

from hexfront.games.lebensraum import actions as do
from hexfront.games.lebensraum.command import command_area
from hexfront.games.lebensraum.kinds import COMBINED, LATER, MOVEMENT, RESERVE_MOVEMENT
from hexfront.games.lebensraum.landings import Landings
from hexfront.games.lebensraum.movement import March, Moves
from hexfront.games.lebensraum.reach import is_hq, place_of
from hexfront.games.lebensraum.state import hqs_on_map, stars
from hexfront.games.lebensraum.supply import INVASION
from hexfront.hexes import Hex, bits, union
from hexfront.kernel import Action
from hexfront.players.doctrines.lebensraum.desk import Desk
from hexfront.players.doctrines.lebensraum.field import reach_of, worth_of
from hexfront.players.doctrines.lebensraum.operate import KEEPS, Operation, hq_orders

ITALIANS_GO = 7
"""The turn on which the Italian 8th Army sets out for home. Case 6.42a."""
WORTH_A_DROP = 1.0
A_DETOUR = 8
"""Points that a march may cost more than was reckoned with, because others have marched before it."""


def move(d: Desk, frame: Moves) -> Action:
    """The next piece with an order it can carry out: units, then HQs that follow them, then the General Staff."""
    notes = d.notes
    picks = [x.mover for x in d.all(do.Pick)]
    again = (x for x in d.all(do.Rejoin) if x.group not in notes.detached)
    carried = next(again, None) or carriage(d) or detachment(d, picks)
    if carried is not None:
        return carried
    if notes.orders is None:
        notes.orders = Operation(d, picks).orders()
        notes.farthest = d.farthest + A_DETOUR
    homeward = italians(d, picks)
    found = homeward or next_mover(d, notes.orders, picks)
    if found is None and stranded(d, notes.orders, picks) and not notes.thought_again:
        notes.thought_again = True
        left = [mover for mover in picks if mover not in notes.settled]
        notes.orders = Operation(d, left).orders()
        found = next_mover(d, notes.orders, picks)
    if found is not None:
        return found
    if notes.sites is None:
        notes.sites = hq_orders(d, picks)
    return next_mover(d, notes.sites, picks) or leftover(d, picks) or escort(d) or do.Done()


def detachment(d: Desk, picks: list[int]) -> Action | None:
    """A battle group keeps the place to which an army is bound, if it is strong enough, and the army marches (5.7)."""
    offers = d.all(do.FormGroup)
    if not offers or d.notes.orders is not None:
        return None
    bound = Operation(d, picks).garrisons()
    for x in offers:
        h, rung = d.s.where[x.unit], d.w.ladder[x.unit][d.s.grade[x.unit]]
        if bound.get(x.unit) == h and KEEPS * worth_of(rung[1] - rung[3], rung[2]) >= d.picture.threat.get(
            h, 0.0
        ):
            d.notes.detached.add(x.group)
            return x
    return None


def leftover(d: Desk, picks: list[int]) -> Action | None:
    """Once HQs have moved, points they have not used let others march as well."""
    notes = d.notes
    if not notes.late:
        notes.late = True
        left = [mover for mover in picks if mover not in notes.settled and not is_hq(mover)]
        notes.orders = Operation(d, left).orders()
    assert notes.orders is not None
    return next_mover(d, notes.orders, picks)


def next_mover(d: Desk, orders: dict[int, Hex], picks: list[int]) -> Action | None:
    """The first piece that can go all the way to its hex now, and does not halt in the way of another that could go as well; one
    whose hex is not free yet waits."""
    s, notes = d.s, d.notes
    ways: dict[int, list[Hex]] = {}
    for mover, goal in orders.items():
        if mover in notes.settled or mover not in picks or place_of(s, mover) == goal:
            continue
        reach = reach_of(s, mover, max(d.farthest, notes.farthest))
        if goal in reach:
            ways[mover] = list(reach.way(goal))
    if not ways:
        return None
    crossed = union(h for way in ways.values() for h in way[:-1])
    mover = next((m for m in ways if is_hq(m) or not crossed >> ways[m][-1] & 1), next(iter(ways)))
    notes.settled.add(mover)
    notes.way = ways[mover]
    return do.Pick(mover)


def stranded(d: Desk, orders: dict[int, Hex], picks: list[int]) -> bool:
    """Whether a unit could not carry out its order because others have marched before it."""
    return any(
        mover in picks and mover not in d.notes.settled and place_of(d.s, mover) != goal
        for mover, goal in orders.items()
    )


def italians(d: Desk, picks: list[int]) -> Action | None:
    """The Italian 8th Army goes home in time: if it is still there after turn 9 the game is lost."""
    s, w = d.s, d.w
    u = w.italian_8th
    if u not in picks or u in d.notes.settled or s.turn < ITALIANS_GO:
        return None
    d.notes.settled.add(u)
    edge = w.grid.dilate(w.lands.country["italy"], 1) if w.game == COMBINED else w.board.edges["west"]
    reach, doors = reach_of(s, u, s.points[d.power]), list(bits(edge & w.land))
    near = {h: min(w.grid.distance(h, x) for x in doors) for h in (*reach, s.where[u])}
    goal = min(near, key=lambda h: (near[h], reach.cost(h) if h in reach else 0, h))
    d.notes.way = list(reach.way(goal)) if goal in reach else []
    return do.Pick(u)


def march(d: Desk, frame: March) -> Action:
    """The next hex of the way, or a halt."""
    s, way = d.s, d.notes.way
    if s.mover == d.w.italian_8th and s.turn >= ITALIANS_GO and do.Leave() in d.legal:
        return do.Leave()
    if way and do.Step(way[0]) in d.legal:
        return do.Step(way.pop(0))
    return do.Stop()


# --- by air, by sea, and the General Staff


def carriage(d: Desk) -> Action | None:
    """An airborne assault that cuts lines or closes a ring, or a unit taken off a lost shore."""
    pic, k = d.picture, d.k
    best: Action | None = None
    most = WORTH_A_DROP
    for drop in d.all(do.Drop):
        beside = sum(1 for n in d.w.near(drop.hex) if pic.enemy >> n & 1)
        value = k["sever"] * pic.severed.get(drop.hex, 0.0) + 0.3 * beside
        if pic.idle >> d.s.where[drop.unit] & 1:  # anywhere is better; best where there is something to do
            danger = pic.threat.get(drop.hex, 0.0) / max(1.0, 2.0 * pic.mine[drop.unit].defence)
            value += 2.0 + k["pull"] * pic.pull.get(drop.hex, 0.0) - k["alone"] * min(3.0, danger)
        value -= 0.0 if pic.fed_now >> drop.hex & 1 else 0.5 * k["hungry"]
        if value > most:
            best, most = drop, value
    for trip in d.all(do.Evacuate):
        here = d.s.ship[trip.ship]
        if pic.idle >> here & 1:  # to where there is something to do
            value = 0.0 if pic.idle >> trip.hex & 1 else 2.0 + k["pull"] * pic.rich.get(trip.hex, 0.0)
        else:
            value = 2.0 if not pic.feedable >> here & 1 else 0.0
            value += 0.1 * (pic.threat.get(here, 0.0) - pic.threat.get(trip.hex, 0.0))
            value -= k["guard"] * (pic.worth.get(here, 0.0) - 0.3 * pic.worth.get(trip.hex, 0.0))
        if value > most:
            best, most = trip, value
    for landing in d.all(do.Land):
        value = landing_worth(d, landing)
        if value > most:
            best, most = landing, value
    return best


def land(d: Desk, frame: Landings) -> Action:
    """The landings of the invasion, while one is worth making."""
    return carriage(d) or do.Done()


def landing_worth(d: Desk, x: do.Land) -> float:
    """What it is worth to land an army: near what is to be taken, where few can come against it, and fed. Landings are kept for
    the armies of the invasion, and so are supply heads."""
    s, pic, k = d.s, d.picture, d.k
    body = pic.mine[x.unit]
    if s.turn < INVASION and (x.head or s.landings <= still_to_land(d)):
        return 0.0
    fed = pic.feedable >> x.hex & 1 or (x.head and s.turn >= INVASION)
    value = beach_worth(d, x.hex, body.defence) - 2.0 * k["pull"] * pic.rich.get(body.at, 0.0)
    return value + 0.5 * x.head - (0.0 if fed else k["hungry"])


def still_to_land(d: Desk) -> int:
    """Armies that come for the invasion, wherever they like."""
    return sum(
        d.s.where[u] == LATER and 0 < d.w.armies[u].turn <= INVASION and not d.w.armies[u].entry
        for u in d.w.units_of[d.power]
    )


def beach_worth(d: Desk, h: Hex, defence: float) -> float:
    """What a beach is worth to an army from elsewhere; what is ours need not be invaded."""
    s, pic, k = d.s, d.picture, d.k
    if pic.own >> h & 1:
        return 0.0
    value = 1.5 + 2.0 * k["pull"] * pic.rich.get(h, 0.0)
    value -= 0.15 * sum(1 for at in bits(s.heads | s.landed) if d.w.grid.distance(at, h) < 2)
    # Nobody stands beside the first army on a beach.
    return value - k["alone"] * min(3.0, pic.threat.get(h, 0.0) / max(1.0, 1.5 * defence))


def escort(d: Desk) -> Action | None:
    """General Staff goes where the most units can be led against the enemy, each marker once a segment."""
    s, notes, pic = d.s, d.notes, d.picture
    choices = [x for x in d.all(do.Escort) if x.staff not in notes.escorted]
    if not choices or s.segment not in (MOVEMENT, RESERVE_MOVEMENT):
        return None
    need: dict[Hex, float] = {}
    for q in hqs_on_map(s, d.power):
        area = command_area(s, q)
        units = [b for b in pic.mine.values() if area >> b.at & 1 and pic.far.get(b.at, 9) <= 2]
        short = len(units) - (stars(s, s.chief[q]) if s.chief[q] >= 0 else 0)
        need[s.hq[q]] = max(need.get(s.hq[q], 0.0), float(short) + 0.1 * len(units))
    best = max(choices, key=lambda x: (need.get(x.hex, 0.0), stars(s, s.staff_chief[x.staff]), -x.hex))
    notes.escorted.add(best.staff)
    return best if need.get(best.hex, 0.0) > need.get(s.staff[best.staff], 0.0) + 0.5 else escort(d)


__all__ = ["escort", "land", "march", "move", "next_mover"]
