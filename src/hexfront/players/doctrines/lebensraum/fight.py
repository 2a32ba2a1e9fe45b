"""Lebensraum!: combat: which hex to attack, with which units and leaders, with what help, and what follows."""

from __future__ import annotations

from hexfront.games.lebensraum import actions as do
from hexfront.games.lebensraum.combat import Attacks, Commanding, Gathering, Supporting, attackers_on
from hexfront.games.lebensraum.command import helper_stars
from hexfront.games.lebensraum.economy import Capture
from hexfront.games.lebensraum.headquarters import HQRetreat
from hexfront.games.lebensraum.kinds import DEGRADE, FIRST_COMBAT, GROUP, STAFF_BASE
from hexfront.games.lebensraum.movement import Breakdown
from hexfront.games.lebensraum.reach import may_enter, step_cost
from hexfront.games.lebensraum.results import (
    ATTACKER,
    Advances,
    Losses,
    RetreatUnit,
    may_stay,
    opponents,
    survivors,
    ways_back,
)
from hexfront.games.lebensraum.state import State, class_of, steps_of, strength_of
from hexfront.games.lebensraum.strength import odds
from hexfront.games.lebensraum.supply import SupplyLoss
from hexfront.games.lebensraum.transport import transport_points
from hexfront.hexes import Hex, HexSet
from hexfront.kernel import Action
from hexfront.players.doctrines.lebensraum.desk import Desk, Strike
from hexfront.players.doctrines.lebensraum.odds import stakes, step_worth, value_of
from hexfront.players.doctrines.lebensraum.strike import Striker

MARKER_COST = {do.AddAir: 0.3, do.AddShip: 0.05, do.AddLeader: 0.25, do.AddStaff: 0.1}
"""What a marker is worth elsewhere in the segment; a leader may be hit besides."""
CLASS_LOST, ZONE_LOST, UNIT_LOST = 0.6, 1.0, 3.0
FOLLOWS = 3  # hexes beyond what is fed to which HQs are expected to follow an advance
LAST_ZONE = 2  # class C is the last that has a zone


def attack(d: Desk, frame: Attacks) -> Action:
    """The best of the attacks that are worth most together from where everybody stands; none when none pays, unless one
    must be made."""
    s = d.s
    free = {u: {b.at: 0} for u, b in d.picture.mine.items() if not s.fought >> u & 1}
    wanted = [x.hex for x in d.all(do.Attack)]
    strikes = [x for x in Striker(d, free, 0.0, fixed=True).strikes() if x.target in wanted]
    if not strikes and do.Done() not in d.legal:  # a held beach (12.2e): with all there is
        target = min(wanted, key=lambda h: (d.picture.threat.get(h, 0.0), h))
        strikes = [Strike(target, {u: s.where[u] for u in attackers_on(s, d.power, target)}, 0.0)]
    d.notes.strike = strikes[0] if strikes else None
    return do.Attack(strikes[0].target) if strikes else do.Done()


def gather(d: Desk, frame: Gathering) -> Action:
    """The units of the plan join one by one."""
    strike = d.notes.strike
    if strike is not None and strike.target == d.s.target:
        for u in strike.units:
            if do.Join(u) in d.legal:
                return do.Join(u)
    return do.Commit() if do.Commit() in d.legal else do.Done() if do.Done() in d.legal else d.legal[0]


def command(d: Desk, frame: Commanding) -> Action:
    """The strongest units of the combat are put in command first: without it they fight at half."""
    s = d.s
    return max(d.all(do.Command), key=lambda x: (strength_of(s, x.unit), -x.unit, -x.hq), default=do.Done())


def support(d: Desk, frame: Supporting) -> Action:
    """Markers while they change the column enough: the fewest and cheapest that do."""
    s, k = d.s, d.k
    t = s.world.tables
    found = odds(s)
    is_attacker = s.power[s.attackers[0]] == frame.power
    at = stakes(s, k, s.attackers, s.defenders, Striker(d, {}, 0.0, fixed=True).ground(s.target))

    def worth(more: int) -> float:
        attack, defence = found.attack + more * is_attacker, found.defence + more * (not is_attacker)
        base = t.column(attack, defence, s.world.has("strict_rounding"))
        value = value_of(s, k, t.shifted(base, found.attacking_class, found.defending_class), at)
        return value if is_attacker else -value

    markers = sorted(
        ((MARKER_COST[type(x)] / max(0.5, gain), gain, x) for x in d.legal if (gain := strength_added(s, x))),
        key=lambda row: row[0],
    )
    now = worth(0)
    best: Action = do.Pass()
    most = 0.05
    added, cost = 0, 0.0
    seen: set[tuple[type[Action], int]] = set()
    for _, gain, x in markers:
        source = (
            type(x),
            x.hq if isinstance(x, do.AddAir | do.AddLeader) else getattr(x, "staff", getattr(x, "ship", 0)),
        )
        if source in seen and not isinstance(x, do.AddAir):
            continue
        seen.add(source)
        added += gain
        cost += MARKER_COST[type(x)]
        if worth(added) - now - cost > most:
            most = worth(added) - now - cost
            best = markers[0][2]
    return best


def strength_added(s: State, x: Action) -> int:
    """The strength that a marker brings."""
    combat = s.world.tables.combat
    if isinstance(x, do.AddAir):
        return combat.air
    if isinstance(x, do.AddShip):
        return combat.naval
    if isinstance(x, do.AddLeader):
        return helper_stars(s, x.hq)
    return helper_stars(s, STAFF_BASE + x.staff) if isinstance(x, do.AddStaff) else 0


# --- losses


def loss_cost(s: State, d: Desk, x: do.TakeLoss) -> float:
    """What it costs to take a step from a unit in one way: strength, class, its zone, the unit itself."""
    w, u, k = s.world, x.unit, d.k
    if steps_of(s, u) == 1:
        return UNIT_LOST + k["strength"] * strength_of(s, u)
    if w.kind[u] == GROUP:
        return UNIT_LOST
    grade, weak = (s.grade[u] + 1, s.weak[u]) if x.way == DEGRADE else (s.grade[u], 1)
    rung = w.ladder[u][grade]
    strength, cls = (rung[3], rung[2]) if weak else (rung[1], rung[0])
    cost = k["strength"] * (strength_of(s, u) - strength) + CLASS_LOST * (cls - class_of(s, u))
    return cost + (ZONE_LOST if class_of(s, u) <= LAST_ZONE < cls else 0.0)


def cheapest_loss(d: Desk, frame: Breakdown | SupplyLoss | Losses) -> Action:
    return min(d.all(do.TakeLoss), key=lambda x: (loss_cost(d.s, d, x), x.unit, x.way))


def lose(d: Desk, frame: Losses) -> Action:
    """Give way when that saves more than the ground is worth; else the step that is missed least."""
    if do.GiveWay() in d.legal and gives_way(d, frame):
        return do.GiveWay()
    return cheapest_loss(d, frame) if d.all(do.TakeLoss) else d.legal[0]


def gives_way(d: Desk, frame: Losses) -> bool:
    s, k, pic = d.s, d.k, d.picture
    units = survivors(s, frame.side)
    if not room_for([ways_back(s, frame.side, u) for u in units]):
        return False
    a, b = s.indicated[frame.side], s.indicated[1 - frame.side]
    beaten = a > b
    if beaten and any(not has_second_way(s, frame.side, u) for u in units):  # it must go back twice
        return False
    saved = step_worth(s, k, units) + (UNIT_LOST if s.owed[frame.side] >= s.needed[frame.side] else 0.0)
    left = max(k["guard"] * pic.worth.get(s.where[u], 0.0) for u in units)
    if frame.side == ATTACKER:
        wins = b > s.needed[1 - frame.side] and a <= b
        price = (0.0 if beaten else k["contact"]) * len(units) + left
        price += k["ground"] + k["place"] * pic.prizes.get(s.target, 0.0) if wins else 0.0
    else:
        price = left + 0.5
        price -= 0.5 if beaten and not may_stay(s, units[0]) else 0.0  # it must go back anyway
    return saved > price


def has_second_way(s: State, side: int, u: int) -> bool:
    """Whether a unit that gives way and has lost besides finds a second hex to go back to, or a city to stay in (7.4e)."""
    w, foes, far = s.world, opponents(s, side), s.world.grid.distance
    for h in ways_back(s, side, u):
        clear = may_enter(s, u, w.around[h])
        on = [n for n in w.lands.next_to[h] if clear >> n & 1 and step_cost(s, u, h, n) is not None]
        if w.cities >> h & 1 or any(all(far(n, foe) > far(h, foe) for foe in foes) for n in on):
            return True
    return False


def room_for(ways: list[list[Hex]], taken: HexSet = 0) -> bool:
    """Whether each unit finds a hex of its own to go back to: one that finds none is lost (7.42e)."""
    if not ways:
        return True
    return any(not taken >> h & 1 and room_for(ways[1:], taken | 1 << h) for h in ways[0])


def step_back(d: Desk, frame: RetreatUnit) -> Action:
    """Stand fast in a city; else to where a unit is fed, safe and on good ground."""
    stays = d.all(do.StandFast)
    if stays:
        return stays[0]
    s = d.s
    others = [ways for u in s.pending if (ways := ways_back(s, frame.side, u))]

    def leaves_room(x: do.Retreat) -> bool:
        mine = ways_back(s, frame.side, x.unit)
        rest = list(others)
        if mine in rest:
            rest.remove(mine)
        return room_for(rest, 1 << x.hex)

    return max(d.all(do.Retreat), key=lambda x: (leaves_room(x), haven(d, x.hex), -x.unit, -x.hex))


def haven(d: Desk, h: Hex) -> float:
    """How good a hex is to fall back to."""
    pic, w = d.picture, d.w
    safe = 0.0 if pic.hostile >> h & 1 else 1.5
    ground = 0.3 * w.tables.ground[w.board.kind[h]].defender + 0.8 * pic.worth.get(h, 0.0)
    return safe + ground + (2.0 if pic.feedable >> h & 1 else 0.0) - 0.03 * pic.threat.get(h, 0.0)


def advance(d: Desk, frame: Advances) -> Action:
    """Forward where it takes something, cuts something off or leads to the goal, and never out of reach of supply."""
    scored = [(gain_of(d, x), x) for x in d.all(do.Advance)]
    gain, best = max(scored, key=lambda pair: (pair[0], -pair[1].unit, -pair[1].hex), default=(0.0, None))
    return best if best is not None and gain > 0 else do.Halt()


def gain_of(d: Desk, x: do.Advance) -> float:
    s, k, pic = d.s, d.k, d.picture
    at, h = s.where[x.unit], x.hex
    value = 0.1 + k["take"] * (pic.prizes.get(h, 0.0)) + k["sever"] * pic.severed.get(h, 0.0)
    value += k["pull"] * (pic.pull.get(h, 0.0) - pic.pull.get(at, 0.0))
    value += 0.3 if any(s.hq[q] == h for foe in pic.foe_powers for q in d.w.hqs_of[foe]) else 0.0
    if pic.own >> at & 1:
        value -= k["guard"] * (pic.worth.get(at, 0.0) - (pic.worth.get(h, 0.0) if pic.own >> h & 1 else 0.0))
    # After the second combat no HQ follows before supply is judged.
    fed = pic.feedable & d.w.grid.dilate(pic.fed_now, FOLLOWS) if s.segment == FIRST_COMBAT else pic.fed_now
    if not fed >> h & 1 and not (d.w.finns >> x.unit & 1 and pic.finns_fed >> h & 1):
        value -= k["hungry"]
    body = pic.mine.get(x.unit)
    danger = pic.threat.get(h, 0.0) / max(1.0, 2.5 * body.defence) if body else 0.0
    return value - 0.2 * k["alone"] * max(0.0, min(3.0, danger) - 1.0)


def hq_back(d: Desk, frame: HQRetreat) -> Action:
    """An HQ goes where it is safest and still near a line."""
    pic = d.picture

    def good(h: Hex) -> float:
        safe = 1.0 if pic.friends >> h & 1 else 0.15 * min(5, pic.far.get(h, 5))
        return safe + (2.0 if pic.fed_from(h) & pic.net else 0.0)

    return max(d.all(do.Withdraw), key=lambda x: (good(x.hex), -x.hex))


def captured(d: Desk, frame: Capture) -> Action:
    """Works are kept when there are points to carry them off; otherwise they are destroyed, so that the enemy does not get them back."""
    s = d.s
    total = d.w.markers[frame.marker].total
    price = total * d.w.tables.costs.transport
    rich = s.points[d.power] >= price + d.k["float"] and transport_points(s, d.power) >= total
    return do.Keep() if rich and do.Keep() in d.legal else do.Destroy()


__all__ = [
    "advance", "attack", "captured", "cheapest_loss", "command", "gather", "hq_back", "lose", "step_back", "support",
]  # fmt: skip
