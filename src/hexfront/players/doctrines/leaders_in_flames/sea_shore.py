"""Leaders in Flames: where sea and shore meet. Landings, ports, aircraft over the sea, the way home, convoys, yards."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.actions import (
    Amount,
    Announce,
    Attack,
    Course,
    Dock,
    Done,
    Fly,
    FlyOut,
    Go,
    Name,
    Pick,
    Remain,
    Stop,
    Support,
)
from hexfront.games.leaders_in_flames.air.fight import BOMBER, FIGHTER, flying
from hexfront.games.leaders_in_flames.air.planes import intercept_range, planes_on_map
from hexfront.games.leaders_in_flames.air.strike import flak_rating
from hexfront.games.leaders_in_flames.kinds import AMPH, CV, FTR, MAR, NAV, SUB, TRS
from hexfront.games.leaders_in_flames.sea.airsea import Roles, Scrambling
from hexfront.games.leaders_in_flames.sea.battle import Buying, Choosing, Seeking, StayOrGo
from hexfront.games.leaders_in_flames.sea.convoys import Routes, Sailings, points_of
from hexfront.games.leaders_in_flames.sea.fire import NameTarget
from hexfront.games.leaders_in_flames.sea.fleets import depths
from hexfront.games.leaders_in_flames.sea.flights import Alighting, FlyingOut, Outbound
from hexfront.games.leaders_in_flames.sea.gunfire import Shelling
from hexfront.games.leaders_in_flames.sea.homing import Homecoming, Keeping, SpareShip
from hexfront.games.leaders_in_flames.sea.landing import Ashore, Beach, Invading, Quay, beaches, quays
from hexfront.games.leaders_in_flames.sea.ports import PortTargets, Raiding, prey, strikers
from hexfront.games.leaders_in_flames.sea.voyages import Approach, Fleet, NavalMoves
from hexfront.games.leaders_in_flames.sea.waters import area_of, section_of
from hexfront.games.leaders_in_flames.sea.yards import Shipbuilding
from hexfront.games.leaders_in_flames.state import ground_of, is_down
from hexfront.hexes import Hex, bits
from hexfront.kernel import Action
from hexfront.players.doctrine import Table
from hexfront.players.doctrines.leaders_in_flames import builds, sea, sea_fleets, sea_orders, theatres
from hexfront.players.doctrines.leaders_in_flames.air import FRONT, lies
from hexfront.players.doctrines.leaders_in_flames.desk import Desk
from hexfront.players.doctrines.leaders_in_flames.ground import walks
from hexfront.players.doctrines.leaders_in_flames.sea_orders import Log
from hexfront.players.doctrines.leaders_in_flames.sea_worth import (
    Waters,
    might,
    price,
    punch,
    waters_of,
)
from hexfront.players.question import on

WATCH = 2
"""From this section on ships may stay at sea at the end of the turn."""
AT_BASE = 4.0
"""What it is worth to come home to where a landing is prepared."""
LEG = 1.2
"""What it costs a fleet to lie a sea area further from where most is at stake."""
STATION = 15.0
"""What it is worth to come home to waters that lack all of a power's warships."""
FOUND = 0.5
"""How likely a port strike finds its prey."""
RAIDED = 1.5
"""What bombers near a port count against it at most."""


# --- from ship to shore


def _worth_landing(q: Desk, u: int, h: Hex) -> float:
    """What a beach is worth to a unit aboard: what it was sent to take, or anything that counts and that it can take."""
    sea = waters_of(q)
    force = q.w.strength[u] * (1.0 if q.w.kind[u] == MAR else 0.5)
    force += sum(q.w.strength[v] for v, at in q.s.descent.items() if at == h)
    if q.memory.notes(Log).landings.get(u) == h:
        return 10.0 + sea.prize(h)
    return sea.prize(h) * min(1.0, force / max(1.0, sea.garrison(h)) - 0.5)


def invade(q: Desk, frame: Invading) -> Action:
    """Whoever has a beach that is worth it; leaders stay aboard."""
    for action in q.all(Pick):
        if not q.w.is_leader(action.unit) and any(
            _worth_landing(q, action.unit, h) > 1.0 for h in bits(beaches(q.s, action.unit))
        ):
            tried = q.memory.once(f"beaches {q.side}", q.step, set[int])
            if action.unit not in tried:
                tried.add(action.unit)
                return action
    announced = q.all(Announce)
    return announced[0] if announced else Done()


def beach(q: Desk, frame: Beach) -> Action:
    """The beach that is worth most."""
    best = max(q.all(Go), key=lambda a: (_worth_landing(q, frame.unit, a.hex), -a.hex), default=None)
    return best if best is not None and _worth_landing(q, frame.unit, best.hex) > 1.0 else Stop()


def _quay(q: Desk, u: int, h: Hex) -> float:
    """What it is worth to go ashore on a friendly coast: where it was sent, near the enemy, in a port, where few stand."""
    s, w = q.s, q.w
    if q.memory.notes(Log).landings.get(u) == h:
        return 20.0
    far = walks(s, h)
    near = min((far[x] for x in bits(s.troops[1 - q.side]) if x in far), default=99)
    need = 4.0 - 0.5 * near if near < 8 else 0.0
    held = sum(w.strength[v] for v in s.stack.get(h, ()) if w.is_troop(v))
    return need + 0.5 * w.prizes.get(h, 0) + bool(w.waters.ports >> h & 1) - 0.2 * held


def go_ashore(q: Desk, frame: Ashore) -> Action:
    """Troops that have nothing to invade go where they are needed; leaders stay with the ships."""
    tried = q.memory.once(f"quays {q.side}", q.step, set[int])
    landings = q.memory.notes(Log).landings
    for action in q.all(Pick):
        u = action.unit
        if u in tried or q.w.is_leader(u):
            continue
        tried.add(u)
        target = landings.get(u, -1)
        if target >= 0 and ground_of(q.s, 1 - q.side) >> target & 1:
            continue  # it waits for better weather, or for an attack more
        if any(_quay(q, u, h) > 1.5 for h in bits(quays(q.s, u))):
            return action
    return Done()


def quay(q: Desk, frame: Quay) -> Action:
    """The coast where it is needed most."""
    best = max(q.all(Go), key=lambda a: (_quay(q, frame.unit, a.hex), -a.hex), default=None)
    return best if best is not None and _quay(q, frame.unit, best.hex) > 1.5 else Stop()


def shell(q: Desk, frame: Shelling) -> Action:
    """Every ship fires, at the island that counts most."""
    guns = q.all(Support)
    if guns:
        return guns[0]
    return max(q.all(Attack), key=lambda a: (q.w.prizes.get(a.hex, 0), -a.hex), default=Done())


# --- ports struck


def _strike(q: Desk, h: Hex, late: bool) -> float:
    """What a strike at a port promises: what the bombers that flak and fighters leave would sink, less those lost."""
    s, w = q.s, q.w
    ships = prey(s, q.side, h)
    planes = [u for u in strikers(s, q.side, h, late) if w.plane(u).sea and w.kind[u] != FTR]
    if not planes or not ships:
        return 0.0
    hits = 0.1 * (sum(w.ship(u).aa for u in ships) + flak_rating(s, h, 1 - q.side)) + 0.7 * bool(
        _risers(q, h)
    )
    left = max(0.2, 1 - hits / len(planes))
    mean = sum(price(s, u) for u in ships) / len(ships)
    lost = 0.5 * min(hits, len(planes)) * max(w.price[u] for u in planes)
    return FOUND * (punch(s, left * sum(w.plane(u).sea for u in planes), len(ships)) * mean - lost)


def _risers(q: Desk, h: Hex) -> list[int]:
    """Enemy fighters that could rise over a hex."""
    s, w = q.s, q.w
    return [
        v
        for v in planes_on_map(s, 1 - q.side)
        if w.kind[v] == FTR and not is_down(s, v) and intercept_range(s, v) >> h & 1
    ]


def port(q: Desk, frame: PortTargets) -> Action:
    """The port where most could be sunk, if the strike is worth its losses."""
    best = max(q.all(Attack), key=lambda a: (_strike(q, a.hex, frame.late), -a.hex), default=None)
    return best if best is not None and _strike(q, best.hex, frame.late) > q.k["strike"] else Done()


def raid(q: Desk, frame: Raiding) -> Action:
    """Every bomber, the best first, and a fighter or two where the enemy's could rise."""
    s, w = q.s, q.w
    bombers = [a for a in q.all(Fly) if a.role == BOMBER and w.kind[a.unit] != FTR and w.plane(a.unit).sea]
    escorts = flying(s, q.side, FIGHTER)
    wanted = min(2, len(_risers(q, s.port))) - len(escorts)
    if bombers and (wanted <= 0 or not flying(s, q.side, BOMBER) or len(bombers) > 1):
        return max(bombers, key=lambda a: (w.plane(a.unit).sea, -a.unit))
    fighters = [a for a in q.all(Fly) if a.role == FIGHTER]
    if fighters and wanted > 0:
        return max(fighters, key=lambda a: (w.plane(a.unit).air, -a.unit))
    if bombers:
        return bombers[0]
    return Done() if Done() in q.legal else q.last


# --- aircraft at sea


def _watch(q: Desk, u: int, area: int) -> float:
    """What an aircraft is worth over a sea area: ships to be bombed, waters to be watched, ships of ours to be covered."""
    sea, plane = waters_of(q), q.w.plane(u)
    hunted = 0.15 * sea.prey[area] * min(1.0, plane.sea / 3)
    if plane.kind == FTR:
        return 0.1 * plane.air * bool(sea.theirs[area] and sea.ours[area]) - 0.5
    guard = 0.25 * sea.stake[area] * (plane.kind == NAV)
    alone = 0.15 * sea.theirs[area] if not sea.ours[area] else 0.0
    return hunted + guard - alone - 0.5


def fly_out(q: Desk, frame: FlyingOut) -> Action:
    """Naval bombers where there is something to find, and others where there is something to sink."""
    best: tuple[float, Action] = (0.0, Done())
    for action in q.all(Pick):
        goals = Outbound(q.side, action.unit).goals(q.s)
        worth = max((_watch(q, action.unit, a.area) for a in goals), default=0.0)
        if worth > best[0]:
            best = worth, action
    return best[1]


def outbound(q: Desk, frame: Outbound) -> Action:
    """The sea area worth most, as high a section as it gets."""
    best = max(q.all(FlyOut), key=lambda a: (_watch(q, frame.unit, a.area), a.section, -a.area), default=None)
    return best if best is not None and _watch(q, frame.unit, best.area) > 0 else Stop()


def alight(q: Desk, frame: Alighting) -> Action:
    """The field that lies best."""
    return max(q.all(Go), key=lambda a: (lies(q, a.hex), -a.hex))


# --- home


def home(q: Desk, frame: Homecoming) -> Action:
    """The port nearest to where most is at stake among the waters it can reach, guarded, and not too close to the enemy."""
    s, w, sea = q.s, q.w, waters_of(q)
    ship = next(u for u in frame.units if w.is_ship(u))
    far = min(w.ship(ship).move, w.ship(ship).reach)
    lifts = w.kind[ship] in (TRS, AMPH)

    def score(h: Hex) -> float:
        near = depths(s, ship, h)
        focus = max((sea.stake[a] - LEG * n for a, n in near.items() if n <= far), default=-9.0)
        guarded = bool(s.troops[q.side] >> h & 1)
        raiders = sum(
            w.plane(v).sea
            for v in planes_on_map(s, 1 - q.side)
            if w.plane(v).sea and w.grid.distance(h, s.where[v]) <= FRONT
        )
        waiting = min(2.0, len(sea_fleets.spare(q, h))) if lifts else 0.0
        waiting += 0.0 if lifts else STATION * theatres.station(s, w.power[ship], h)
        waiting += AT_BASE * (sea.bases.get(h) == w.power[ship])
        return (
            focus + waiting + 1.5 * guarded + 0.5 * bool(w.waters.major >> h & 1) - min(RAIDED, 0.4 * raiders)
        )

    return max(q.all(Dock), key=lambda a: (score(a.hex), -a.hex))


def keep(q: Desk, frame: Keeping) -> Action:
    """Warships stay where much is at stake and the enemy is not stronger; everybody else goes home to rest."""
    s, w, sea = q.s, q.w, waters_of(q)
    area = area_of(frame.place)
    if section_of(frame.place) < WATCH or sea.stake[area] < q.k["watch"] or _is_weaker(sea, area):
        return Done()
    for action in q.all(Remain):
        if w.is_leader(action.unit):
            return action
        if w.kind[action.unit] in (CV, SUB) or is_down(s, action.unit):
            continue
        if might(s, action.unit) > 0:
            return action
    return Done()


def _is_weaker(sea: Waters, area: int) -> bool:
    return sea.ours[area] < sea.theirs[area] + 0.5 * sea.threat[area]


def spare(q: Desk, frame: SpareShip) -> Action:
    """The mightiest ship."""
    return max(q.all(Name), key=lambda a: (might(q.s, a.unit), -a.unit), default=q.last)


# --- convoys and yards


def routes(q: Desk, frame: Routes) -> Action:
    """Points at home fill up the route where fewest sail; where all are at sea they are left alone."""
    s = q.s
    if not s.merchants[frame.power]:
        return Done()
    lines = [a for a in q.all(Course) if points_of(s, a.area, frame.power)]
    return min(lines, key=lambda a: (points_of(s, a.area, frame.power), a.area), default=Done())


def sailings(q: Desk, frame: Sailings) -> Action:
    """Half of what is at home, one at least; where steps are offered first, the step it lies in."""
    s = q.s
    more = -(-s.merchants[frame.power] // 2)
    wanted = points_of(s, frame.area, frame.power) + more
    return max((a for a in q.all(Amount) if a.points <= wanted), key=lambda a: a.points)


TABLE: Table[Desk] = (
    on(NavalMoves, sea_orders.sail), on(Fleet, sea_orders.muster), on(Approach, sea_orders.approach),
    on(Seeking, sea.seek), on(Choosing, sea.choose), on(Buying, sea.buy), on(StayOrGo, sea.stay), on(NameTarget, sea.name),
    on(Roles, sea.roles), on(Scrambling, sea.scramble),
    on(FlyingOut, fly_out), on(Outbound, outbound), on(Alighting, alight),
    on(PortTargets, port), on(Raiding, raid),
    on(Homecoming, home), on(Keeping, keep), on(SpareShip, spare),
    on(Invading, invade), on(Beach, beach), on(Ashore, go_ashore), on(Quay, quay),
    on(Shelling, shell),
    on(Routes, routes), on(Sailings, sailings), on(Shipbuilding, builds.shipbuilding),
)  # fmt: skip
