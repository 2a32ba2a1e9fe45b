"""Lebensraum!: missions, arrivals, replacements, transport and food."""

from __future__ import annotations

from hexfront.games.lebensraum.actions import (
    Bomb,
    Done,
    Make,
    Pick,
    Place,
    PlaceAir,
    PlacePartisan,
    PlaceShip,
    Rebuild,
    Send,
    Starve,
    Train,
)
from hexfront.games.lebensraum.arrivals import Placing
from hexfront.games.lebensraum.carried import drop_hexes
from hexfront.games.lebensraum.command import command_area
from hexfront.games.lebensraum.food import Starving
from hexfront.games.lebensraum.kinds import (
    AXIS_CAMP,
    BOMBARDMENT,
    CLASSES,
    DEGRADE,
    FLIP,
    GUARDS,
    HQ_BASE,
    OFF_MAP,
    TAKEN,
    TANK,
    WORKS_BASE,
)
from hexfront.games.lebensraum.missions import BOMBING, DROP, SUPPORT, Missions, price
from hexfront.games.lebensraum.replacements import RETURN, Rebuilding
from hexfront.games.lebensraum.state import class_of, hqs_on_map, steps_of, strength_of
from hexfront.games.lebensraum.transport import Routing, Transports, load, sends
from hexfront.hexes import Hex
from hexfront.kernel import Action
from hexfront.players.doctrines.lebensraum.desk import Desk

AIR_UNIT, AIR_LEADER = 0.35, 0.25  # worth of air support by units at the front and by who leads them
CLASS_GAINED = 0.8
LAST_CLASS = len(CLASSES) - 1
RAIL_SAVES = 0.08  # worth of each hex that rail carries a piece nearer to where it is needed
IN_DANGER = 4  # hexes from the enemy at which works are carried off


# --- missions


def missions(d: Desk, frame: Missions) -> Action:
    """The marker that is worth most for its points, as long as enough points are left to march."""
    s = d.s
    purse = d.memory.once(f"purse {d.power}", d.segment, lambda: d.k["flying"] * s.points[d.power])
    floor = d.memory.once(f"floor {d.power}", d.segment, lambda: s.points[d.power] - purse)
    best: Action = Done()
    most = 0.0
    for x in d.legal:
        if not isinstance(x, PlaceAir | PlaceShip | PlacePartisan | Bomb):
            continue
        cost = 0 if frame.free else price(s, x)
        if cost and s.points[d.power] - cost < floor:
            continue
        value = mission_worth(d, x) - d.k["point"] * cost
        if value > most:
            best, most = x, value
    return best


def mission_worth(d: Desk, x: PlaceAir | PlaceShip | PlacePartisan | Bomb) -> float:
    s, pic, w = d.s, d.picture, d.w
    if isinstance(x, PlaceAir):
        if x.mission == SUPPORT:
            return support_worth(d, x.target)
        if x.mission == BOMBING:
            return 0.8 * d.k["sever"] * pic.cut_by(1 << x.target)
        if x.mission == DROP:
            spots = drop_hexes(s, x.target)
            cut = max((v for h, v in pic.severed.items() if spots >> h & 1), default=0.0)
            return d.k["sever"] * cut - 1.0
        return 0.0
    if isinstance(x, PlaceShip):
        unit = s.stack[x.hex][0]
        if x.mission == BOMBARDMENT:
            foes = [n for n in w.near(x.hex) if pic.enemy >> n & 1]
            return 0.3 * len(foes) + 0.4 * sum(pic.worth.get(n, 0.0) for n in foes) if foes else 0.0
        trapped = not pic.feedable >> x.hex & 1 and pic.threat.get(x.hex, 0.0) > 3 * pic.mine[unit].defence
        return 2.5 if trapped else 0.0
    if isinstance(x, PlacePartisan):
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
    front = sum(1 for b in pic.mine.values() if area >> b.at & 1 and pic.far.get(b.at, 9) <= 2)
    lead = min(front, s.world.stars[s.chief[q]])
    return (AIR_UNIT * front + AIR_LEADER * lead) / (1 + s.air_hq[q])


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
    """New armies go where the line is weakest, in reserve; some are set aside to become Guards."""
    s, pic = d.s, d.picture
    trains = d.all(Train)
    if trains and s.turn >= d.k["train"] and s.turn < d.w.plan.last - 1:
        guards = sum(1 for x in s.where if x == GUARDS)
        good = [x for x in trains if steps_of(s, x.unit) > 1]
        if good and len(s.training) < min(guards, 3):
            return max(good, key=lambda x: (d.w.kind[x.unit] == TANK, -x.unit))
    spots: dict[Hex, float] = {}

    def need(h: Hex) -> float:
        if h not in spots:
            held = 0.3 * sum(1 for n in d.w.near(h) if pic.friends >> n & 1) + 2.5 * len(s.stack.get(h, ()))
            away = pic.far.get(h, 40)
            near = -0.06 * abs(away - 6) - 0.8 * max(0, 4 - away)
            guard = d.k["guard"] * pic.worth.get(h, 0.0) if not pic.friends >> h & 1 else 0.0
            danger = min(2.0, pic.threat.get(h, 0.0) / 12)
            fed = 0.0 if pic.fed_now >> h & 1 else -0.5 * d.k["hungry"]
            spots[h] = near + danger + 0.3 * guard - held + fed
        return spots[h]

    return max(d.all(Place), key=lambda x: (need(x.hex), x.reserve, -x.unit, -x.hex), default=d.legal[-1])


def rebuild(d: Desk, frame: Rebuilding) -> Action:
    """Steps are made as long as there are people and works; each goes where it adds most."""
    s = d.s
    gains = [(step_gain(d, x), x) for x in d.all(Rebuild)]
    best = max(gains, key=lambda pair: (pair[0], -pair[1].unit, -pair[1].way), default=None)
    if best is not None and best[0] > 0:
        return best[1]
    makes = {x.kind for x in d.all(Make)}
    if makes:
        tanks = any(d.w.is_tank[u] and s.where[u] < 0 for u in d.w.units_of[d.power])
        scarce = s.population < s.production
        kind = 1 if 1 in makes and (0 not in makes or (tanks and scarce)) else 0
        return Make(kind)
    return Done()


def step_gain(d: Desk, x: Rebuild) -> float:
    """Strength and class that a step gives."""
    s, w, u = d.s, d.w, x.unit
    arm = d.k["armor"] if w.is_tank[u] else 1.0
    if x.way == RETURN:
        cls, strength = w.ladder[u][-1][2:]
        return arm * strength + CLASS_GAINED * (LAST_CLASS - cls)
    grade, weak = (s.grade[u], 0) if x.way == FLIP else (s.grade[u] - (x.way == DEGRADE), s.weak[u])
    rung = w.ladder[u][grade]
    cls, strength = (rung[2], rung[3]) if weak else (rung[0], rung[1])
    return arm * (strength - strength_of(s, u)) + CLASS_GAINED * (class_of(s, u) - cls)


# --- transport and food


def transport(d: Desk, frame: Transports) -> Action:
    """Captured works are carried off, our own out of danger, and units and HQs from the rear to the front by rail."""
    s, w = d.s, d.w
    share = 0.7 if d.camp == AXIS_CAMP else 0.3  # the Allied camp has its own phase still before it
    purse = d.memory.once(
        f"rail {d.power}", d.segment, lambda: max(0.0, share * (s.points[d.power] - d.k["float"]))
    )
    floor = d.memory.once(f"rail floor {d.power}", d.segment, lambda: s.points[d.power] - purse)
    best: Action = Done()
    most = 0.0
    far: dict[Hex, float] = {}
    for x in sends(s, d.power):
        cost = load(s, x.piece) * w.tables.costs.transport
        if s.points[d.power] - cost < floor:
            continue
        value = send_worth(d, x, far) - d.k["point"] * cost
        if value > most:
            best, most = x, value
    return Pick(best.piece) if isinstance(best, Send) else best


def route(d: Desk, frame: Routing) -> Action:
    """Where the piece that was chosen does most good."""
    far: dict[Hex, float] = {}
    return max(d.all(Send), key=lambda x: send_worth(d, x, far), default=Done())


def send_worth(d: Desk, x: Send, far: dict[Hex, float]) -> float:
    s, pic, w = d.s, d.picture, d.w
    if x.piece >= WORKS_BASE:
        k = x.piece - WORKS_BASE
        marker = w.markers[k]
        worth = 1.2 * marker.refinery + 0.5 * marker.production + 0.4 * marker.transport
        if s.works_flags[k] & TAKEN:
            return 0.5 * worth + 1.0
        here = s.works[k]
        if pic.far.get(here, 40) > IN_DANGER or pic.threat.get(here, 0.0) < 8.0:
            return 0.0
        safe = 1.0 if x.hex == OFF_MAP else 0.9 if pic.far.get(x.hex, 0) > 2 * IN_DANGER else 0.0
        return worth * safe
    if x.piece >= HQ_BASE:
        here, goal = s.hq[x.piece - HQ_BASE], x.hex
        covered = sum(1 for b in pic.mine.values() if w.grid.distance(b.at, here) <= pic.span)
        if covered > 1:
            return 0.0
        others = {s.hq[q] for q in hqs_on_map(s, d.power)} - {here}
        if goal in others or pic.far.get(goal, 40) <= 2:
            return 0.0
        near = [b.at for b in pic.mine.values() if w.grid.distance(b.at, goal) <= pic.span]
        lonely = [h for h in near if all(w.grid.distance(h, o) > pic.span for o in others)]
        return 0.25 * len(near) + 0.8 * len(lonely)
    here = s.where[x.piece]
    if pic.own >> here & 1 and pic.worth.get(here, 0.0) > 1.0 and pic.far.get(here, 40) <= IN_DANGER:
        return 0.0
    if pic.far.get(x.hex, 40) <= 1 or not pic.feedable >> x.hex & 1:
        return 0.0
    if x.hex not in far:
        crowd = sum(1 for n in d.w.near(x.hex) if pic.friends >> n & 1)
        need = min(3.0, pic.threat.get(x.hex, 0.0) / 8) - 0.3 * crowd + 0.4 * pic.worth.get(x.hex, 0.0)
        far[x.hex] = 0.3 * need - RAIL_SAVES * max(0, pic.far.get(x.hex, 40) - 3)
    return far[x.hex] + RAIL_SAVES * max(0, pic.far.get(here, 40) - 3) if pic.far.get(here, 40) > 5 else 0.0


def starve(d: Desk, frame: Starving) -> Action:
    """The weakest goes, of equals the one farthest from the enemy."""
    s, pic = d.s, d.picture
    return min(
        d.all(Starve),
        key=lambda x: (
            pic.mine[x.unit].defence,
            steps_of(s, x.unit),
            -pic.far.get(s.where[x.unit], 40),
            x.unit,
        ),
    )


__all__ = ["missions", "place", "rebuild", "starve", "transport"]
