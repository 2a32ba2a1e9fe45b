"""Leaders in Flames: the air force. Support where it turns a battle, strikes where an attack is planned, fighters beside both."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.actions import (
    Attack,
    Board,
    BreakOff,
    Done,
    FightOn,
    Fly,
    Go,
    Hour,
    Pick,
    Stop,
    Take,
)
from hexfront.games.leaders_in_flames.air.bombing import CarpetLoss, Daytime, works_at
from hexfront.games.leaders_in_flames.air.fight import BOMBER, FIGHTER, FlakTarget, Staying, flying, value
from hexfront.games.leaders_in_flames.air.flee import Fleeing
from hexfront.games.leaders_in_flames.air.missions import AGAINST, Forming, Landing, Returning
from hexfront.games.leaders_in_flames.air.orders import KeepFlying, Slipping, StrafeTarget
from hexfront.games.leaders_in_flames.air.patrol import Patrolling, PatrolOver
from hexfront.games.leaders_in_flames.air.planes import halves, intercept_range, planes_on_map
from hexfront.games.leaders_in_flames.air.rebase import Basing, Rebasing, goals
from hexfront.games.leaders_in_flames.air.sorties import Aiming, Sending, targets
from hexfront.games.leaders_in_flames.air.transport import Loading, Stowing
from hexfront.games.leaders_in_flames.kinds import FTR, STRIKE, SUPPORT
from hexfront.games.leaders_in_flames.state import is_down, troops_at
from hexfront.hexes import Hex, bits
from hexfront.kernel import Action
from hexfront.players.doctrines.leaders_in_flames.desk import Desk
from hexfront.players.doctrines.leaders_in_flames.odds import attack_value
from hexfront.players.doctrines.leaders_in_flames.theatres import theatres_of

TENTHS = 10
GOOD_FIGHT = -15
"""A fight is begun, or continued, with down to this many tenths less than the enemy has."""
PIP = 1.0
"""What a pip of the die of an attack is worth beside the ground."""
LATER = 0.5
"""How much a strike counts for beside the hexes that we attack."""
FRONT = 3
"""An air base is best this many hexes behind the front."""


# --- flying


def send(q: Desk, frame: Sending) -> Action:
    """Strike where an attack is planned and something stands face-up; raids and strafing where there is a target."""
    best = max(((_sortie(q, a.unit, frame.mission), -a.unit, a) for a in q.all(Pick)), default=(0.0, 0, None))
    return best[2] if best[2] is not None and best[0] > 0 else q.last


def _sortie(q: Desk, u: int, mission: int) -> float:
    """What the best target of an aircraft is worth."""
    return max((_aim(q, u, mission, h) for h in bits(targets(q.s, u, mission))), default=0.0)


def _aim(q: Desk, u: int, mission: int, h: Hex) -> float:
    """What it is worth to fly against a hex: strength that would be turned down where we attack, factories, aircraft."""
    s, w = q.s, q.w
    plane = w.plane(u)
    if mission == STRIKE:
        share = 1.0 if h in q.orders.attacks else LATER if q.onward >> h & 1 else 0.0
        return share * _struck_down(q, h, halves(s, u, plane.tactical, h)) - q.k["sortie"]
    if mission in (SUPPORT,):
        return 0.0
    return 0.1 * plane.strategic * min(2, works_at(s, h)) - 0.8


def _struck_down(q: Desk, h: Hex, factors: int) -> float:
    """What a strike with so many half factors is worth where we attack: a defender face-down is a pip for us, all turn long, and does not strike back."""
    s, w = q.s, q.w
    up = [v for v in troops_at(s, h) if not is_down(s, v) and not w.division[v]]
    number = w.tables.strike_number(factors // 2 * (1 + bool(s.surprised))) - bool(w.close >> h & 1)
    return len(up) * max(0, number) / TENTHS * (PIP + q.worth(h) / TENTHS)


def aim(q: Desk, frame: Aiming) -> Action:
    """The target that is worth most."""
    u = q.s.group[0]
    return max(q.all(Attack), key=lambda a: (_aim(q, u, frame.mission, a.hex), -a.hex), default=Stop())


def form(q: Desk, frame: Forming) -> Action:
    """Bombers while they help, a fighter with them where enemy fighters are near, interceptors where the fight is good."""
    boards = [a for a in q.all(Board) if _should_ride(q, a)]
    if boards:
        return boards[0]
    if frame.wave == AGAINST:
        return _intercept(q)
    s = q.s
    bombers = [a for a in q.all(Fly) if a.role == BOMBER and q.w.kind[a.unit] != FTR]
    if bombers and s.mission == SUPPORT:
        best = max(bombers, key=lambda a: (q.w.plane(a.unit).tactical, -a.unit))
        if _gain(q, best.unit) > q.k["sortie"]:
            return best
    if bombers and s.mission == STRIKE and s.wing and not flying(s, 1 - q.side, FIGHTER):
        best = max(bombers, key=lambda a: (q.w.plane(a.unit).tactical, -a.unit))
        mine = sum(halves(s, v, q.w.plane(v).tactical, s.over) for v in flying(s, q.side, BOMBER))
        more = mine + halves(s, best.unit, q.w.plane(best.unit).tactical, s.over)
        if _struck_down(q, s.over, more) - _struck_down(q, s.over, mine) > q.k["sortie"]:
            return best
    return _escort(q)


def _should_ride(q: Desk, a: Board) -> bool:
    """Leaders fly along where one of their abilities asks for it, and only with fighters."""
    rows = q.w.abilities(a.leader)
    return any(row.moment == "sky" for row in rows) and q.w.kind[a.plane] == FTR


def _gain(q: Desk, u: int) -> float:
    """What another aircraft over the battle at hand is worth to its side."""
    s, w = q.s, q.w
    air = [
        sum(halves(s, v, w.plane(v).tactical, s.over) / 2 for v in flying(s, side, BOMBER)) for side in (0, 1)
    ]
    origins = {v: s.origins[v] for v in s.attackers}

    def worth() -> float:
        return attack_value(
            s, s.side, s.target, origins, q.k, q.worth(s.target), (air[s.side], air[1 - s.side])
        )

    before = worth()
    air[q.side] += halves(s, u, w.plane(u).tactical, s.over) / 2
    return (worth() - before) * (1 if q.side == s.side else -1)


def _escort(q: Desk) -> Action:
    """The best fighter, where an enemy fighter could rise against bombers without one."""
    s, w = q.s, q.w
    if not flying(s, q.side, BOMBER) or flying(s, q.side, FIGHTER):
        return q.last
    near = any(
        w.kind[v] == FTR and not is_down(s, v) and intercept_range(s, v) >> s.over & 1
        for v in planes_on_map(s, 1 - q.side)
    )
    fighters = [a for a in q.all(Fly) if a.role == FIGHTER]
    if not near and not flying(s, 1 - q.side, FIGHTER):
        return q.last
    return max(fighters, key=lambda a: (w.plane(a.unit).air, -a.unit), default=q.last)


def _intercept(q: Desk) -> Action:
    """Fighters against bombers, as long as that leaves us not much worse off than the enemy in the air."""
    s, w = q.s, q.w
    enemy, mine = 1 - q.side, flying(s, q.side, FIGHTER)
    fighters = sorted(q.all(Fly), key=lambda a: (-w.plane(a.unit).air, a.unit))
    if not fighters or len(mine) >= 2:
        return q.last
    if not flying(s, enemy, BOMBER) and not flying(s, q.side, BOMBER):
        return q.last
    lead = w.plane(mine[0]).air if mine else w.plane(fighters[0].unit).air
    return fighters[0] if TENTHS * lead - value(s, enemy) >= GOOD_FIGHT else q.last


def stay(q: Desk, frame: Staying) -> Action:
    """Fight on while bombers are at stake and the odds are fair."""
    s = q.s
    at_stake = any(flying(s, side, BOMBER) for side in (0, 1))
    edge = value(s, q.side) - value(s, 1 - q.side)
    return FightOn() if edge >= (GOOD_FIGHT if at_stake else 0) else BreakOff()


# --- bases


def keep_base(q: Desk, frame: Returning) -> Action:
    """Aircraft whose base the front has left behind land closer to it."""
    for a in q.all(Pick):
        frame_of = Landing(frame.side, a.unit, frame.start)
        if _better(q, a.unit, list(bits(frame_of.fields(q.s)))) >= 0:
            return a
    return q.last


def land(q: Desk, frame: Landing) -> Action:
    """The field that lies best."""
    h = _better(q, frame.plane, [a.hex for a in q.all(Go)])
    return Go(h) if h >= 0 else Stop()


def flee(q: Desk, frame: Fleeing) -> Action:
    """The best field there is, however bad."""
    return max(q.all(Go), key=lambda a: (lies(q, a.hex), -a.hex))


def rebase(q: Desk, frame: Rebasing) -> Action:
    """An aircraft that is too far from the front, or too close to the enemy."""
    for a in q.all(Pick):
        if _better(q, a.unit, list(bits(goals(q.s, a.unit, frame.early))), 3.0) >= 0:
            return a
    return q.last


def base(q: Desk, frame: Basing) -> Action:
    """The field that lies best."""
    h = _better(q, frame.plane, [a.hex for a in q.all(Go)], 3.0)
    return Go(h) if h >= 0 else Stop()


def lies(q: Desk, h: Hex) -> float:
    """How well a field lies: near the front, with troops beside it, not too close to the enemy."""
    s = q.s
    far = q.far(h)
    guarded = bool(s.troops[q.side] >> h & 1)
    return -abs(far - FRONT) - (4.0 if far <= 1 and not guarded else 1.0 if far <= 1 else 0.0) + 0.5 * guarded


def _better(q: Desk, u: int, fields: list[Hex], least: float = 2.0) -> Hex:
    """A field that lies better than an aircraft's own by at least this much, or -1."""
    sent = theatres_of(q)
    if goal := sent.goal(u):

        def far(h: Hex) -> int:
            return min(q.w.grid.distance(h, x) for x in bits(goal))

        best = min(fields, key=lambda h: (far(h), -lies(q, h), h), default=-1)
        return best if best >= 0 and far(best) < far(q.s.where[u]) else -1
    here = lies(q, q.s.where[u])
    best = max(fields, key=lambda h: (lies(q, h), -h), default=-1)
    return best if best >= 0 and lies(q, best) >= here + least else -1


# --- the rest


def patrol(q: Desk, frame: Patrolling) -> Action:
    """Fighters wait for the enemy on the ground."""
    return q.last


def patrol_over(q: Desk, frame: PatrolOver) -> Action:
    """Never."""
    return Stop()


def hour(q: Desk, frame: Daytime) -> Action:
    """By night where enemy fighters could come."""
    s, w = q.s, q.w
    near = any(
        w.kind[v] == FTR and not is_down(s, v) and intercept_range(s, v) >> s.over & 1
        for v in planes_on_map(s, 1 - q.side)
    )
    return Hour(near)


def struck(q: Desk, frame: FlakTarget | CarpetLoss | StrafeTarget) -> Action:
    """Of our own the cheapest, of theirs the dearest."""
    w = q.w
    mine = w.side[q.all(Take)[0].unit] == q.side
    return min(q.all(Take), key=lambda a: (w.price[a.unit] * (1 if mine else -1), a.unit))


def keep_up(q: Desk, frame: KeepFlying) -> Action:
    """The aircraft with most factors."""
    from hexfront.games.leaders_in_flames.actions import Name

    w = q.w
    return max(
        q.all(Name), key=lambda a: (w.plane(a.unit).tactical + w.plane(a.unit).air, -a.unit), default=q.last
    )


def load(q: Desk, frame: Loading) -> Action:
    """Transports stay on the ground."""
    return q.last


def stow(q: Desk, frame: Stowing) -> Action:
    """Never."""
    return Stop()


def slip(q: Desk, frame: Slipping) -> Action:
    """Never: every aircraft stays."""
    return Done()
