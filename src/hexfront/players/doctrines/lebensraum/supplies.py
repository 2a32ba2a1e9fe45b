"""Lebensraum!: missions, arrivals, replacements, transport and food."""

from __future__ import annotations

from hexfront.games.lebensraum import actions as do
from hexfront.games.lebensraum import kinds
from hexfront.games.lebensraum.arrivals import Placing
from hexfront.games.lebensraum.command import command_area
from hexfront.games.lebensraum.economy import Starving
from hexfront.games.lebensraum.kinds import SURPRISE
from hexfront.games.lebensraum.landings import drop_hexes, ports
from hexfront.games.lebensraum.missions import BOMBING, DROP, SUPPORT, Missions, price
from hexfront.games.lebensraum.replacements import RETURN, Rebuilding
from hexfront.games.lebensraum.state import class_of, hqs_on_map, steps_of, strength_of
from hexfront.games.lebensraum.transport import Routing, Transports, load, sends
from hexfront.hexes import Hex, bits
from hexfront.kernel import Action
from hexfront.players.doctrines.lebensraum.desk import Desk
from hexfront.players.doctrines.lebensraum.moves import beach_worth

AIR_UNIT, AIR_LEADER = 0.35, 0.25  # worth of air support by units at the front and by who leads them
CLASS_GAINED = 0.8
LAST_CLASS = len(kinds.CLASSES) - 1
RAIL_SAVES = 0.08  # worth of each hex that rail carries a piece nearer to where it is needed
THEATRE = 12  # hexes from the enemy within which a place wants an HQ
A_STAFF = 1.0  # worth of an HQ that arrives, by what is to be taken where it does
AN_ISLE = 2.5  # worth of a way off an island on which no enemy can be met
A_RECRUIT = 10.0  # what an army that arrives can bear
A_PILE = 0.5  # what it costs that armies arrive where others have, by the square of their number
ABOARD = 40.0  # worth of a place on a ship, however ill fed the port may be
AN_ARMY = 15.0  # force of an army that is still to land
IN_DANGER = 4  # hexes from the enemy at which works are carried off


# --- missions


def missions(d: Desk, frame: Missions) -> Action:
    """The marker that is worth most for its points, as long as enough points are left to march; whoever can do nothing where
    he is flies in any case."""
    s = d.s
    floor = d.memory.once(f"floor {d.power}", d.segment, lambda: (1.0 - d.k["flying"]) * s.points[d.power])
    best: Action = do.Done()
    most = 0.0
    for x in d.legal:
        if not isinstance(x, do.PlaceAir | do.PlaceShip | do.PlacePartisan | do.Bomb):
            continue
        cost = 0 if frame.free else price(s, x)
        flies = isinstance(x, do.PlaceAir) and x.mission == DROP and d.picture.idle >> s.where[x.target] & 1
        if cost and s.points[d.power] - cost < floor and not flies:
            continue
        value = mission_worth(d, x) - d.k["point"] * cost
        if value > most:
            best, most = x, value
    return best


def mission_worth(d: Desk, x: do.PlaceAir | do.PlaceShip | do.PlacePartisan | do.Bomb) -> float:
    s, pic, w = d.s, d.picture, d.w
    if isinstance(x, do.PlaceAir):
        if x.mission == SUPPORT:
            return support_worth(d, x.target)
        if x.mission == BOMBING:
            return 0.8 * d.k["sever"] * pic.cut_by(1 << x.target)
        if x.mission == DROP:
            if pic.idle >> s.where[x.target] & 1:  # no ship is needed for it, and no port
                return AN_ISLE
            spots = drop_hexes(s, x.target)
            cut = max((v for h, v in pic.severed.items() if spots >> h & 1), default=0.0)
            return d.k["sever"] * cut - 1.0
        return 0.0
    if isinstance(x, do.PlaceShip):
        unit = s.stack[x.hex][0]
        if x.mission == kinds.BOMBARDMENT:
            foes = [n for n in w.near(x.hex) if pic.enemy >> n & 1]
            return 0.3 * len(foes) + 0.4 * sum(pic.worth.get(n, 0.0) for n in foes) if foes else 0.0
        if pic.idle >> x.hex & 1:  # no enemy can be met on this island
            flies = s.drop >> unit & 1
            return AN_ISLE if pic.free_ports and x.hex not in s.ship and not flies else 0.0
        trapped = not pic.feedable >> x.hex & 1 and pic.threat.get(x.hex, 0.0) > 3 * pic.mine[unit].defence
        return 2.5 if trapped else 0.0
    if isinstance(x, do.PlacePartisan):
        return partisan_worth(d, x.hex)
    marker = w.markers[x.marker]
    ends = 2.0 if marker.total <= w.tables.limits.bomber_total else 1.0
    return ends * (3.0 * marker.refinery + marker.transport + 0.5 * marker.production)


def support_worth(d: Desk, q: int) -> float:
    """What one more air marker under an HQ is worth: by the units it can lead at the front, less each time."""
    s, pic = d.s, d.picture
    if s.chief[q] < 0:
        return 0.0
    area = command_area(s, q)
    front = [b for b in pic.mine.values() if area >> b.at & 1 and pic.far.get(b.at, 9) <= 2]
    lead = min(len(front), s.world.stars[s.chief[q]])
    pressed = sum(0.5 + min(1.5, pic.threat.get(b.at, 0.0) / max(1.0, 4 * b.defence)) for b in front)
    return (AIR_UNIT * pressed + AIR_LEADER * lead) / (1 + s.air_hq[q])


def partisan_worth(d: Desk, h: Hex) -> float:
    """Partisans weaken the enemy unit nearest to them: best one that fights, and is strong."""
    s, pic, grid = d.s, d.picture, d.w.grid
    near = min(pic.theirs.values(), key=lambda b: (grid.distance(b.at, h), -b.defence), default=None)
    if near is None:
        return 0.0
    fights = any(pic.friends >> n & 1 for n in d.w.near(near.at))
    there = s.partisans.get(h * 3 + d.power, 0)
    return ((0.8 if fights else 0.25) + 0.02 * near.defence) / (1 + there)


# --- arrivals and replacements


def place(d: Desk, frame: Placing) -> Action:
    """Armies are set aside to become Guards while Guards are available and the front can wait, above all those that no
    HQ would feed; the others go where they are fed, out of the enemy's reach, in reserve."""
    pic, grid = d.picture, d.w.grid
    spots: dict[Hex, float] = {}

    def need(h: Hex) -> float:
        if h not in spots:
            away = pic.far.get(h, 40)
            safe = -0.1 * abs(away - d.k["behind"]) - 0.8 * max(0.0, 0.6 * d.k["behind"] - away)
            here = len(d.s.stack.get(h, ()))  # all but one must march off at once, each farther than the last
            crowd = 0.3 * sum(1 for n in d.w.near(h) if pic.friends >> n & 1) + 1.5 * here + A_PILE * here**2
            guard = min(2.0, d.k["guard"] * pic.worth.get(h, 0.0)) if not pic.friends >> h & 1 else 0.0
            hungry = 0 if pic.fed_now >> h & 1 else min(grid.distance(h, x) for x in fed) if fed else 1
            ahead = d.k["forward"] * pic.rich.get(h, 0.0)
            spots[h] = safe + ahead + 0.4 * guard - crowd - (4.0 + 0.4 * hungry if hungry else 0.0)
            spots[h] -= 0.0 if pic.steady >> h & 1 else d.k["fragile"]
            spots[h] -= d.k["exposed"] * min(3.0, pic.threat.get(h, 0.0) / A_RECRUIT)
            spots[h] = from_port(d, h) or spots[h]
        return spots[h]

    fed = list(bits(pic.fed_now))
    places = d.all(do.Place)
    pupil = in_training(d, places)
    if pupil is not None:
        return pupil
    led = {x.unit for x in places if brings_hq(d, x.unit)}
    helped = {h: A_STAFF * relief(d, h) for h in {x.hex for x in places if x.unit in led}}
    return max(
        places,
        key=lambda x: (need(x.hex) + (helped[x.hex] if x.unit in led else 0.0), x.reserve, -x.unit, -x.hex),
        default=d.legal[-1],
    )


def brings_hq(d: Desk, u: int) -> bool:
    """Whether an HQ arrives with a unit."""
    name = d.w.armies[u].id if d.w.is_unit(u) else ""
    return any(d.s.hq[q] == kinds.HQ_LATER and d.w.hqs[q].escort == name for q in d.w.hqs_of[d.power])


def relief(d: Desk, h: Hex) -> float:
    """What one more HQ is worth in a hex: by all that is to be taken from there, the less the more HQs are there for it."""
    pic, total = d.picture, 0.0
    bases = [d.s.hq[q] for q in hqs_on_map(d.s, d.power)]
    for target, worth in pic.prizes.items():
        away = d.map.distances(target)
        if h in away:
            total += worth * 0.9 ** away[h] / (1 + sum(1 for base in bases if base in away))
    return total


def from_port(d: Desk, h: Hex) -> float:
    """What it is worth to arrive at a port from which ships that are still free can land armies at once; 0 elsewhere."""
    s, w = d.s, d.w
    if s.segment != SURPRISE or d.power != kinds.ALLIED or not s.landings:
        return 0.0
    fleets = [k for k in range(len(w.ships)) if w.ship_power[k] == d.power and ports(s, k) >> h & 1]
    if not 0 <= len(s.stack.get(h, ())) < len(fleets):
        return 0.0
    beaches = w.grid.dilate(s.control[d.power] & w.cities, w.tables.ranges.landing) & w.lands.open
    near = [x for k in fleets for x in bits(beaches & w.coast[k])]
    return ABOARD + max(
        (2.0 * beach_worth(d, x, AN_ARMY) - 0.1 * w.grid.distance(x, h) for x in near), default=-ABOARD
    )


def in_training(d: Desk, places: list[do.Place]) -> do.Train | None:
    """Which army is set aside next to become a Guard unit, if any."""
    s, w, pic = d.s, d.w, d.picture
    trains = [x for x in d.all(do.Train) if steps_of(s, x.unit) > 1]
    if not trains or s.turn >= w.plan.last - 1:
        return None
    fed = {x.unit for x in places if pic.fed_now >> x.hex & 1}
    free = {
        tank: sum(1 for u in w.series["guard_tank" if tank else "guard"] if s.where[u] == kinds.GUARDS)
        for tank in (0, 1)
    }
    busy = {tank: sum(1 for u in s.training if w.is_tank[u] == tank) for tank in (0, 1)}
    good = [x for x in trains if busy[w.is_tank[x.unit]] < free[w.is_tank[x.unit]]]
    for x in good:
        if x.unit not in fed:  # whom nobody feeds is lost before he marches
            return x
    if not good or s.turn < d.k["train"] or len(s.training) >= d.k["pupils"]:
        return None
    return max(good, key=lambda x: (w.is_tank[x.unit], -strength_of(s, x.unit), -x.unit))


def rebuild(d: Desk, frame: Rebuilding) -> Action:
    """Steps are made as long as there are people and works; each goes where it adds most."""
    s = d.s
    gains = [(step_gain(d, x), x) for x in d.all(do.Rebuild)]
    best = max(gains, key=lambda pair: (pair[0], -pair[1].unit, -pair[1].way), default=None)
    if best is not None and best[0] > 0:
        return best[1]
    makes = {x.kind for x in d.all(do.Make)}
    if makes:
        tanks = any(d.w.is_tank[u] and s.where[u] < 0 for u in d.w.units_of[d.power])
        scarce = s.population < s.production
        kind = 1 if 1 in makes and (0 not in makes or (tanks and scarce)) else 0
        return do.Make(kind)
    return do.Done()


def step_gain(d: Desk, x: do.Rebuild) -> float:
    """Strength and class that a step gives."""
    s, w, u = d.s, d.w, x.unit
    arm = d.k["armor"] if w.is_tank[u] else 1.0
    if x.way == RETURN:
        cls, strength = w.ladder[u][-1][2:]
        return arm * strength + CLASS_GAINED * (LAST_CLASS - cls)
    grade, weak = (
        (s.grade[u], 0) if x.way == kinds.FLIP else (s.grade[u] - (x.way == kinds.DEGRADE), s.weak[u])
    )
    rung = w.ladder[u][grade]
    cls, strength = (rung[2], rung[3]) if weak else (rung[0], rung[1])
    return arm * (strength - strength_of(s, u)) + CLASS_GAINED * (class_of(s, u) - cls)


# --- transport and food


def transport(d: Desk, frame: Transports) -> Action:
    """Captured works are carried off, our own out of danger, and units and HQs from the rear to the front by rail."""
    s, w = d.s, d.w
    spare = d.k["rail"] * (s.points[d.power] - d.k["float"])
    floor = d.memory.once(f"rail floor {d.power}", d.segment, lambda: s.points[d.power] - max(0.0, spare))
    best: Action = do.Done()
    most = 0.0
    far: dict[Hex, float] = {}
    for x in sends(s, d.power):
        cost = load(s, x.piece) * w.tables.costs.transport
        if s.points[d.power] - cost < floor:
            continue
        value = send_worth(d, x, far) - d.k["point"] * cost
        if value > most:
            best, most = x, value
    return do.Pick(best.piece) if isinstance(best, do.Send) else best


def route(d: Desk, frame: Routing) -> Action:
    """Where the piece that was chosen does most good."""
    far: dict[Hex, float] = {}
    return max(d.all(do.Send), key=lambda x: send_worth(d, x, far), default=do.Done())


def send_worth(d: Desk, x: do.Send, far: dict[Hex, float]) -> float:
    s, pic, w = d.s, d.picture, d.w
    if x.piece >= kinds.WORKS_BASE:
        k = x.piece - kinds.WORKS_BASE
        marker = w.markers[k]
        worth = 1.2 * marker.refinery + 0.5 * marker.production + 0.4 * marker.transport
        if s.works_flags[k] & kinds.TAKEN:
            return 0.5 * worth + 1.0
        here = s.works[k]
        if pic.far.get(here, 40) > IN_DANGER or pic.threat.get(here, 0.0) < 8.0:
            return 0.0
        safe = 1.0 if x.hex == kinds.OFF_MAP else 0.9 if pic.far.get(x.hex, 0) > 2 * IN_DANGER else 0.0
        return worth * safe
    if x.piece >= kinds.HQ_BASE:
        here, goal = s.hq[x.piece - kinds.HQ_BASE], x.hex
        posts = [s.hq[q] for q in hqs_on_map(s, d.power)]
        posts.remove(here)
        others = set(posts)
        led = [b.at for b in pic.mine.values() if w.grid.distance(b.at, here) <= pic.span]
        if sum(1 for at in led if all(w.grid.distance(at, o) > pic.span for o in others)) > 1:
            return 0.0
        if goal in others or pic.far.get(goal, 40) <= 2:
            return 0.0
        near = [b.at for b in pic.mine.values() if w.grid.distance(b.at, goal) <= pic.span]
        lonely = [h for h in near if all(w.grid.distance(h, o) > pic.span for o in others)]
        return 0.25 * len(near) + 0.8 * len(lonely) + theatre(d, goal, others) - theatre(d, here, others)
    here = s.where[x.piece]
    if pic.own >> here & 1 and pic.worth.get(here, 0.0) > 1.0 and pic.far.get(here, 40) <= IN_DANGER:
        return 0.0
    if pic.far.get(x.hex, 40) <= 1 or not (pic.fed_now & pic.steady) >> x.hex & 1:
        return 0.0
    if x.hex not in far:
        crowd = sum(1 for n in d.w.near(x.hex) if pic.friends >> n & 1)
        need = min(3.0, pic.threat.get(x.hex, 0.0) / 8) - 0.3 * crowd + 0.4 * pic.worth.get(x.hex, 0.0)
        far[x.hex] = 0.3 * need - RAIL_SAVES * max(0, pic.far.get(x.hex, 40) - 3)
    return far[x.hex] + RAIL_SAVES * max(0, pic.far.get(here, 40) - 3) if pic.far.get(here, 40) > 5 else 0.0


def theatre(d: Desk, h: Hex, others: set[Hex]) -> float:
    """What an HQ in a hex could look after: places of ours near the enemy, far from other HQs."""
    pic, w = d.picture, d.w
    total = 0.0
    for at, worth in pic.worth.items():
        if pic.own >> at & 1 and w.grid.distance(at, h) <= pic.span and pic.far.get(at, 40) <= THEATRE:
            apart = min((w.grid.distance(at, o) for o in others), default=THEATRE)
            total += worth * max(0.0, min(1.0, (apart - pic.span) / 4))
    return d.k["theatre"] * total


def starve(d: Desk, frame: Starving) -> Action:
    """The weakest goes, of equals the one farthest from the enemy."""
    s, pic = d.s, d.picture
    rated = {u: (pic.mine[u].defence, -pic.far.get(s.where[u], 40), u) for u in pic.mine}
    return min(d.all(do.Starve), key=lambda x: rated[x.unit])


__all__ = ["missions", "place", "rebuild", "starve", "transport"]
