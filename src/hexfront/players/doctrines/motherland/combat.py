"""For the Motherland!: which hex to attack with which units, which units to lose, and where to go after a combat."""

from __future__ import annotations

from hexfront.games.motherland import actions as a
from hexfront.games.motherland.combat import Attacks, Forming, Support
from hexfront.games.motherland.kinds import AIR_BASE, ASSET, AXIS, SUPPLY_BASE, SUPPORT
from hexfront.games.motherland.results import Advances, Choice, MustLose, Retreats, ZocLoss, retreat_hexes
from hexfront.games.motherland.stacking import Trim
from hexfront.games.motherland.state import State, printed
from hexfront.games.motherland.supply_phase import AttritionLoss
from hexfront.games.motherland.zones import enemy_zoc
from hexfront.kernel import Action
from hexfront.players.doctrines.motherland.attack import Planner
from hexfront.players.doctrines.motherland.desk import Desk
from hexfront.players.doctrines.motherland.numbers import NUMBERS
from hexfront.players.doctrines.motherland.odds import Fight, Steps, appraise
from hexfront.players.doctrines.motherland.read import has_room, line_of, step_worth, strength
from hexfront.players.doctrines.motherland.stand import Stand
from hexfront.players.plan import STEADY

SCALES = NUMBERS.results
HOPELESS = -6.0
"""Attacks worth less than this are not tried: a few lucky playouts prove nothing."""
MANY = 6  # units that join an attack that nobody planned
ATTACKER, DEFENDER = 0, 1  # whose choice it is
OUR_STEP, THEIR_STEP = 4.5, 3.5  # what a step is worth where an Air unit may fly
CROWDED = 8.0  # cost of a retreat to where there is no room
SOON = 2  # turns left in which a city counts for all it is worth
BASES = (ASSET, SUPPLY_BASE, AIR_BASE, SUPPORT)


def on_the_spot(d: Desk) -> Planner:
    """Attacks from where everybody stands."""
    s, w = d.s, d.w
    reaches = {u: {s.where[u]: 0} for u in w.units_of[d.side] if s.where[u] >= 0 and w.combat[u]}
    return d.doctrine.planner(d, reaches)


def targets(d: Desk) -> list[Action]:
    """Attacks by what each would be worth if it were the only one, those on cities that score first; none that is
    hopeless."""
    planner, score = on_the_spot(d), d.ground.points
    found = [(planner.best(x.hex), x) for x in d.all(a.Target)]
    worth = [(attack.value, x) for attack, x in found if attack is not None and attack.value > HOPELESS]
    return [x for _, x in sorted(worth, key=lambda pair: (pair[1].hex not in score, -pair[0], pair[1].hex))]


def target(d: Desk, frame: Attacks) -> Action:
    """The best attack that is worth making. A hasty hand plans them once a phase, and those that can still be made as
    planned are carried out."""
    open_ = {x.hex: x for x in d.all(a.Target)}
    least = d.k["least"]
    if d.memory.hasty:
        due = d.memory.once(f"attacks {d.side}", (d.s.turn, d.s.phase), lambda: on_the_spot(d).attacks(least))
    else:
        due = on_the_spot(d).attacks(least)
    while due:
        x = due.pop(0)
        if x.target in open_ and all(d.s.where[u] == h for u, h in x.units.items()):
            d.notes.attack = x
            return open_[x.target]
    return d.last


def form(d: Desk, frame: Forming) -> Action:
    """The planned units join, then the attack goes in."""
    s, notes, joins = d.s, d.notes, d.all(a.Join)
    if (notes.attack is None or notes.attack.target != s.target) and not s.attackers:
        notes.attack = on_the_spot(d).best(s.target)
    planned = notes.attack
    if planned is None or planned.target != s.target:
        joins.sort(key=lambda x: -strength(s, x.unit)[0])
        if joins and len(s.attackers) < MANY:
            return joins[0]
    else:
        for x in joins:
            if x.unit in planned.units:
                return x
    commits = d.all(a.Commit)
    if commits and s.attackers:
        return commits[0]
    return joins[0] if joins else d.legal[0]


def support(d: Desk, frame: Support) -> Action:
    """An Air unit flies where two columns more are worth it; the gun fires as soon as it can."""
    s, read = d.s, d.look()
    plain = Fight(
        AXIS,
        s.target,
        sum(strength(s, u)[0] for u in s.attackers),
        sum(strength(s, u)[1] for u in s.defenders),
        Steps(sum(s.steps[u] for u in s.attackers), OUR_STEP),
        Steps(sum(s.steps[u] for u in s.defenders), THEIR_STEP),
        read.gain.get(s.target, 0.0) + 1.0,
    )
    gain = appraise(s, plain._replace(air=True)) - appraise(s, plain)
    for x in d.legal:
        if type(x) is a.CallAir and not s.support & 1 and gain > d.k["fly"]:
            return x
        if type(x) is a.FireGun and d.w.fortified >> s.target & 1:
            return x
    return d.last


# --- results


def result(d: Desk, frame: Choice) -> Action:
    """Fall back where it costs nothing, unless the hex is worth a step and holds out."""
    s, back, losses = d.s, d.all(a.FallBack), d.all(a.Lose)
    if not losses:
        return back[0]
    cheapest = _cheapest(s, losses)
    if not back:
        return cheapest
    units = [u for u in (s.attackers if frame.who == ATTACKER else s.defenders) if s.where[u] >= 0]
    going = _price_of_going(d, units)
    going += _worth_of_staying(d, units) if frame.who == DEFENDER else SCALES.hold_attack * len(units)
    if sum(s.steps[x.unit] for x in losses) <= frame.left:  # nothing would be left
        return back[0]
    step = step_worth(s, cheapest.unit) * (1.0 if s.steps[cheapest.unit] > 1 else SCALES.last_step)
    return cheapest if going > step * max(1, frame.left) * SCALES.patience else back[0]


def _price_of_going(d: Desk, units: list[int]) -> float:
    """Steps that a retreat costs those who have no way out of the enemy's zones."""
    s = d.s
    hostile = enemy_zoc(s, d.side)
    costs = 0.0
    for u in units:
        ways = retreat_hexes(s, u, d.own)
        if not ways or all(hostile >> h & 1 and not d.own >> h & 1 for h in ways):
            costs += step_worth(s, u)
    return costs


def _worth_of_staying(d: Desk, units: list[int]) -> float:
    """What the hex under attack is worth to its defenders; nothing if they have already left it."""
    s, read = d.s, d.look()
    here = s.stack.get(s.target, ())
    if not any(u in here for u in units):
        return 0.0
    late = 1.0 if read.left <= SOON else SCALES.hold_early
    worth = SCALES.hold + SCALES.hold_point * d.ground.value.get(s.target, 0.0) * late
    return worth + (SCALES.hold_base if any(d.w.kind[u] in BASES for u in here) else 0.0)


def _cheapest(s: State, losses: list[a.Lose]) -> a.Lose:
    """The step that costs least; a Supply Base or Air Base, weak as it is, goes last."""
    kind = s.world.kind
    return min(
        losses,
        key=lambda x: (
            kind[x.unit] in (SUPPLY_BASE, AIR_BASE),
            sum(printed(s, x.unit)) / max(1, s.steps[x.unit]),
            x.unit,
        ),
    )


def lose(d: Desk, frame: MustLose | ZocLoss | AttritionLoss) -> Action:
    return _cheapest(d.s, d.all(a.Lose))


def trim(d: Desk, frame: Trim) -> Action:
    """Of the enemy's excess units, remove the best."""
    return max(d.all(a.Remove), key=lambda x: (sum(printed(d.s, x.unit)), x.unit))


def retreat(d: Desk, frame: Retreats) -> Action:
    """Where it stands best, and there is room."""
    s = d.s
    stands: dict[int, Stand] = {}

    def worth(x: a.Retreat) -> float:
        stand = stands.setdefault(x.unit, Stand(d, x.unit, plan=STEADY))
        room = has_room(s, x.unit, list(s.stack.get(x.hex, ())))
        return stand.worth(x.hex) - (0.0 if room else CROWDED)

    return max(d.all(a.Retreat), key=worth)


def advance(d: Desk, frame: Advances) -> Action:
    """Advance where it stands better there; a hex without a garrison that matters is taken."""
    d.look()
    s, best, most = d.s, d.last, 0.0
    for x in d.all(a.Advance):
        if has_room(s, x.unit, list(s.stack.get(x.hex, ()))):
            stand = Stand(d, x.unit)
            better = stand.worth(x.hex) - stand.worth(s.where[x.unit]) - _torn(d, x.unit, x.hex)
            if better > most:
                best, most = x, better
    return best


def _torn(d: Desk, u: int, h: int) -> float:
    """What it costs the line if a unit leaves its hex for another."""
    s, front, here = d.s, d.front, d.s.where[u]
    before = line_of(s, d.side, front).bit_count()
    if not any(x != u and d.w.combat[x] for x in s.stack[here]):
        front &= ~(1 << here)
    return d.k["gap"] * (line_of(s, d.side, front | 1 << h).bit_count() - before)


__all__ = [
    "advance", "form", "lose", "on_the_spot", "result", "retreat", "support", "target", "targets", "trim",
]  # fmt: skip
