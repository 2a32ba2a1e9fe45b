"""Leaders in Flames: arrivals, actions, trains, reorganisation, production."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.actions import (
    Accept,
    Act,
    Announce,
    Begin,
    Break,
    Go,
    Pick,
    Place,
    Reorganise,
    Stop,
)
from hexfront.games.leaders_in_flames.economy.production import Breaking, PlaceUnit
from hexfront.games.leaders_in_flames.initiative import GoFirst, Reroll
from hexfront.games.leaders_in_flames.kinds import ARMOUR, COMBINED, INF, LAND, TRS
from hexfront.games.leaders_in_flames.land.rail import RailMoves, Train
from hexfront.games.leaders_in_flames.land.reorganise import Reorganising, price_of, value_of
from hexfront.games.leaders_in_flames.leaders.asks import may_for, touches
from hexfront.games.leaders_in_flames.sequence import SHORT, ChooseAction
from hexfront.hexes import bits
from hexfront.kernel import Action
from hexfront.players.doctrines.leaders_in_flames import sea_orders, sea_worth
from hexfront.players.doctrines.leaders_in_flames.desk import Desk
from hexfront.players.doctrines.leaders_in_flames.following import followed, is_sailor, is_wanted_elsewhere
from hexfront.players.doctrines.leaders_in_flames.theatres import theatres_of

FAR = 6
"""A unit at least this many hexes behind the front takes the train."""
DISTANT = 18
"""Nobody travels towards an enemy farther off than this."""
MANY = 99
TOO_NEAR = 9.0
NEAR, FRESH = 4, 2
"""How near to the enemy units leave the train, tired or fresh."""
AHEAD = 0.5
AIRBORNE, ESCORT = 0.5, 0.2
"""What a point of an aircraft's factors on the ground, and in the air, is worth beside a corps's."""
LATE = 8.0
"""So long after the turn can end first HQs wait for next to nothing."""
TANKS = 8.0
"""How much more a tired corps with tanks is worth: it lets us choose a blitz."""


def place(q: Desk, frame: PlaceUnit) -> Action:
    """Near the front, but not on it; an admiral to the fleet, a leader to a map that has nobody of his rank yet. Cases 7e, 7h."""
    s, w, u = q.s, q.w, frame.unit
    options = q.all(Place)
    if not options:
        return q.last
    if w.is_leader(u) and is_sailor(w, u):
        fleet = {a: sum(w.is_ship(v) for v in s.stack.get(a.hex, ())) for a in options}
        return max(options, key=lambda a: (fleet[a], -a.hex))
    if w.is_ship(u) and w.kind[u] == TRS and (waiting := theatres_of(q).waiting(w.power[u])):
        return max(options, key=lambda a: (waiting[a.hex], a.hex))
    least = NEAR if w.pace[u] > 1 else 1
    is_leader = w.is_leader(u)
    lack = (
        [] if is_leader else theatres_of(q).lack(u)
    )  # troops go by theatre, a leader to the front, across a strait too
    rivals = [
        w.map_at(s.where[v])
        for v in w.all_leaders
        if is_leader and s.where[v] >= 0 and w.power[v] == w.power[u] and w.has_rank[v] == w.has_rank[u]
    ]
    return min(
        options,
        key=lambda a: (
            rivals.count(w.map_at(a.hex)) if rivals else 0,
            -max((n for ground, n in lack if ground >> a.hex & 1), default=0.0),
            abs(max(least, q.far(a.hex, u, by_land=not is_leader)) - least),
            -w.prizes.get(a.hex, 0),
            a.hex,
        ),
    )


def keep(q: Desk, frame: Breaking) -> Action:
    """Plain infantry becomes two militias, nothing else."""
    plain = [a for a in q.all(Break) if q.w.kind[a.unit] == INF]
    return min(plain, key=lambda a: (q.w.strength[a.unit], a.unit), default=q.last)


def accept(q: Desk, frame: Reroll) -> Action:
    """Accept the roll: a box of the track is worth more than a new one."""
    return Accept()


def first(q: Desk, frame: GoFirst) -> Action:
    """Always go first."""
    return Begin(q.side)


def action(q: Desk, frame: ChooseAction) -> Action:
    """The land action: everything may move and fight; where there are ships as many of theirs as have something to do."""
    wanted = Act(frame.power, sea_orders.action(q, frame.power) if q.w.ships else LAND)
    neutral = Act(frame.power, COMBINED)
    return wanted if wanted in q.legal else neutral if neutral in q.legal else q.legal[0]


def entrain(q: Desk, frame: RailMoves) -> Action:
    """Units that are sent to another theatre, then those far behind the front, one after another."""
    s, w, sent = q.s, q.w, theatres_of(q)
    tried = q.memory.once(f"trains {q.side}", q.step, set[int])
    able = [a for a in q.all(Pick) if a.unit not in tried and not w.is_leader(a.unit) and w.pace[a.unit] > 1]
    able = [a for a in able if _travels(q, a.unit)]
    for said in q.all(Announce):
        if any(touches(s, said.leader, w.rows[said.ability], a.unit) for a in able):
            return said
    best = min(
        able, key=lambda a: (not may_for(s, "rail.anywhere", a.unit), a.unit not in sent.sent), default=q.last
    )
    if isinstance(best, Pick):
        tried.add(best.unit)
    return best


def _travels(q: Desk, u: int) -> bool:
    """Whether a unit takes the train: it is sent elsewhere, or far behind the front, or waits where no ship comes."""
    here, sent = q.s.where[u], theatres_of(q)
    if q.w.is_hq(u) and q.far(here, u) < FAR:
        return is_wanted_elsewhere(q, u)
    if u in sent.sent:
        return bool(sent.by_land(u)) or sent.wharf(u) not in (here, -1)
    if q.is_overseas(here):
        return not q.quays >> here & 1
    if q.w.is_hq(u):
        return is_wanted_elsewhere(q, u)
    return FAR <= q.far(here, u) <= (DISTANT if q.w.plan.us_entry else MANY)


def ride(q: Desk, frame: Train) -> Action:
    """Behind the front of the theatre it is sent to, or to a port with transports; else to the city nearest behind the front."""
    s, w, u, sent = q.s, q.w, q.s.group[0], theatres_of(q)
    here = s.where[u]
    if w.is_hq(u) and (q.far(here, u) < FAR or u not in sent.sent):
        wanted = followed(q, u, {})
        return max(
            q.all(Go),
            key=lambda a: (wanted.get(a.hex, 0.0) - TOO_NEAR * (q.far(a.hex, u) < FRESH), -a.hex),
            default=Stop(),
        )
    if ground := sent.by_land(u):
        there = [a for a in q.all(Go) if ground >> a.hex & 1]
        if there:
            return min(there, key=lambda a: (abs(q.far(a.hex, u) - NEAR), a.hex))
        to = {a: min(w.grid.distance(a.hex, h) for h in bits(ground)) for a in q.all(Go)}
        best = min(to, key=lambda a: (to[a], a.hex), default=None)
        now = min(w.grid.distance(here, h) for h in bits(ground))
        return best if best is not None and to[best] < now - 1 else Stop()
    if u in sent.sent:
        wharf = sent.wharf(u)
        return (
            min(q.all(Go), key=lambda a: (w.grid.distance(a.hex, wharf), a.hex), default=Stop())
            if wharf >= 0
            else Stop()
        )
    if q.is_overseas(here):
        return min((a for a in q.all(Go) if q.quays >> a.hex & 1), key=lambda a: a.hex, default=Stop())
    far, least = q.far(here, u), FRESH if may_for(s, "rail.anywhere", u) else NEAR
    home = sent.at_home(u)
    cities = [a for a in q.all(Go) if least <= q.far(a.hex, u) < far and (not home or home >> a.hex & 1)]
    return min(cities, key=lambda a: (q.far(a.hex, u), a.hex), default=Stop())


def reorganise(q: Desk, frame: Reorganising) -> Action:
    """An HQ serves once a turn: it waits until enough tired troops stand before the enemy, then turns up those that count for most, aircraft with
    what is left. The later in the turn, the less it waits for."""
    options = [a for a in q.all(Reorganise) if not q.w.is_hq(a.unit)]
    use = {a: use_of(q, a.unit) / price_of(q.s, a.unit) for a in options}
    best = max(options, key=lambda a: (use[a], -a.unit), default=None)
    if best is None or use[best] <= 0 or frame.hq >= 0:
        return best if best is not None and use[best] > 0 else q.last
    worth = {hq: _served(q, hq, [a for a in options if a.hq == hq], use) for hq in {a.hq for a in options}}
    hq = max(worth, key=lambda x: (worth[x], -x))
    patience = q.k["rally"] * max(0.1, 1.0 - max(0, q.s.marker - SHORT) / LATE)
    return (
        max((a for a in options if a.hq == hq), key=lambda a: (use[a], -a.unit))
        if worth[hq] >= patience
        else q.last
    )


def _served(q: Desk, hq: int, options: list[Reorganise], use: dict[Reorganise, float]) -> float:
    """What an HQ would bring for each of its points."""
    points = left = value_of(q.s, hq)
    total = 0.0
    for a in sorted(options, key=lambda a: (-use[a], a.unit)):
        price = price_of(q.s, a.unit)
        if price <= left:
            left -= price
            total += price * use[a]
    return total / max(1, points)


def use_of(q: Desk, u: int) -> float:
    """What it is worth to have a unit face-up: its strength, if the enemy is near; more where it stands before something that counts."""
    s, w = q.s, q.w
    if w.is_ship(u):
        return 0.4 * sea_worth.might(s, u)
    far = q.far(s.where[u], u)
    if w.is_plane(u):
        plane = w.plane(u)
        return AIRBORNE * plane.tactical + ESCORT * plane.air if far <= plane.range else 0.0
    if far > NEAR:
        return 0.0
    ahead = max((q.worth(h) for h in w.near(s.where[u]) if s.troops[1 - q.side] >> h & 1), default=0.0)
    use = w.strength[u] + 2.0 * w.is_leader(u) + TANKS * (w.kind[u] in ARMOUR) + AHEAD * ahead
    return use / max(1, far)
