"""Leaders in Flames: moving and fighting."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.actions import (
    Advance,
    Announce,
    Attack,
    Call,
    Commit,
    Done,
    Go,
    Join,
    Overrun,
    Pick,
    Retreat,
    Soften,
    Spare,
    Stop,
    Support,
    Take,
)
from hexfront.games.leaders_in_flames.kinds import MOVES
from hexfront.games.leaders_in_flames.land.advance import AdvanceUnits
from hexfront.games.leaders_in_flames.land.combat import (
    CallTable,
    Declaring,
    Gathering,
    NextBattle,
    Supporting,
    could_attack,
)
from hexfront.games.leaders_in_flames.land.losses import TakeLoss, participants
from hexfront.games.leaders_in_flames.land.moves import March, Moves
from hexfront.games.leaders_in_flames.land.reorganise import Regrouping
from hexfront.games.leaders_in_flames.land.results import Softening, Sparing
from hexfront.games.leaders_in_flames.land.retreat import Withdrawing, refuges
from hexfront.games.leaders_in_flames.land.supply import is_supplied
from hexfront.games.leaders_in_flames.land.zones import zone
from hexfront.games.leaders_in_flames.leaders.steps import KeepOne
from hexfront.games.leaders_in_flames.leaders.tests import TESTS
from hexfront.games.leaders_in_flames.limits import limit, used
from hexfront.games.leaders_in_flames.state import ground_of, troops_at
from hexfront.hexes import Hex
from hexfront.kernel import Action
from hexfront.players.doctrines.leaders_in_flames import people
from hexfront.players.doctrines.leaders_in_flames.desk import ROOM, Desk
from hexfront.players.doctrines.leaders_in_flames.odds import exchange, value
from hexfront.wargame import move as put_at

MARCHING = ("move.points", "zone.ignore", "zone.overrun")
"""What a leader who marches along lets units do."""
LONELY = 2
"""With an enemy this near nobody goes on where he is not fed."""
CROWD = 8
"""Units that join one attack at most."""


def move(q: Desk, frame: Moves) -> Action:
    """Move every unit that has somewhere to go: first those in the way of an attack, then those in attacks, then the rest, from the front
    to the rear, so that nobody finds the road blocked; leaders last."""
    s, orders = q.s, q.orders
    attackers = {u: h for origins in orders.attacks.values() for u, h in origins.items()}
    wanted = {h for u, h in attackers.items() if s.where[u] != h}

    def turn(u: int) -> tuple[bool, int, int, int]:
        here = s.where[u]
        rank = 1 if u in attackers else 0 if here in wanted else 2
        return q.w.is_leader(u), rank, q.far(here), u

    for u in sorted(orders.goals, key=turn):
        power = q.w.power[u]
        if (
            u in orders.done
            or s.where[u] == orders.goals[u]
            or 0 <= limit(s, power, MOVES) <= used(s, power, MOVES) + q.aboard(power)
        ):
            continue
        if Pick(u) in q.legal:
            orders.done.add(u)
            return Pick(u)
    return q.last


def march(q: Desk, frame: March) -> Action:
    """Go to the hex ordered, or as near to it as the move gets; overrun what can be on the way."""
    s = q.s
    u = s.group[0]
    goal = q.orders.goals.get(u, s.where[u])
    here = _far(q, s.where[u], goal)
    overruns = [a for a in q.all(Overrun) if s.held[1 - q.side] >> a.hex & 1 or _far(q, a.hex, goal) < here]
    if overruns and not q.w.is_leader(u):
        return overruns[0]
    if Go(goal) in q.legal:
        return Go(goal)
    if goal != s.where[u] and (helped := _with_a_leader(q)):
        return helped
    best: Action = Stop()
    least = _far(q, s.where[u], goal)
    danger = zone(s, 1 - q.side)
    for action in q.all(Go):
        far = _far(q, action.hex, goal) + 0.5 * bool(danger >> action.hex & 1)
        far += 0.0 if q.fed >> action.hex & 1 else 2.0
        if far < least:
            best, least = action, far
    return best


def _with_a_leader(q: Desk) -> Action | None:
    """A leader of the hex who marches with units comes along where they cannot get to their goal without him, and says so."""
    s, w = q.s, q.w
    if any(s.spent) or w.is_leader(s.group[0]):
        return None
    for said in q.all(Announce):
        if w.rows[said.ability].ask in MARCHING:
            return said
    for a in q.all(Join):
        rows = [row for row in w.abilities(a.unit) if row.ask in MARCHING] if w.is_leader(a.unit) else []
        if any(all(TESTS[name](s, a.unit) for name in row.when) for row in rows) and not people.has_rival(
            q, a.unit
        ):
            return a
    return None


def _far(q: Desk, a: Hex, b: Hex) -> float:
    return float(q.w.grid.distance(a, b))


def stay(q: Desk, frame: Regrouping) -> Action:
    """The leader takes along who has not moved, nearer to the enemy."""
    s, at = q.s, q.s.where[frame.leader]
    h = people.next_hex(q, frame.leader)
    if Go(h) not in q.legal:
        return Stop()
    fresh = [a for a in q.all(Join) if not s.moved >> a.unit & 1 and not s.fought >> a.unit & 1]
    room = ROOM - sum(q.w.side[u] == q.side and not q.w.division[u] for u in troops_at(s, h))
    along = sum(s.where[u] == at and q.w.is_troop(u) for u in s.group)
    return fresh[0] if fresh and along < room else Go(h) if along else Stop()


# --- declaring


def _best_attack(q: Desk, h: Hex) -> list[int]:
    """Who makes the best attack on a hex, from beside it and from the sea."""
    s, w = q.s, q.w
    units = [u for u in could_attack(s, q.side, h) if not w.is_leader(u) and not w.is_hq(u)]
    units.sort(key=lambda u: (-w.strength[u], u))
    best, who = 0.0, []
    for n in range(1, min(CROWD, len(units)) + 1):
        origins = {u: s.descent.get(u, s.where[u]) for u in units[:n]}
        worth = q.promise(h, origins) - q.k["least"]
        if worth > best + 0.1:
            best, who = worth, units[:n]
    return who


def declare(q: Desk, frame: Declaring) -> Action:
    """Units that land first, since otherwise they are lost; then the attacks that are worth most together. What was called off is not tried again: a
    landing below the least odds would be declared for ever."""
    tried = q.memory.once(f"declared {q.side}", q.step, set[Hex])
    for action in q.all(Attack):
        if action.hex in q.s.descent.values() and action.hex not in tried:
            tried.add(action.hex)
            return action
    planned = [a for a in q.all(Attack) if a.hex in q.orders.attacks and a.hex not in tried]
    if not planned:
        return q.last
    tried.add(planned[0].hex)
    return planned[0]


def gather(q: Desk, frame: Gathering) -> Action:
    """Every unit that improves the attack, then commit; leaders stay out of the fighting."""
    s = q.s
    wanted = list(q.orders.attacks.get(s.target, ()))
    if s.target in s.descent.values():
        wanted = q.memory.once("attack", (*q.step, s.target, len(s.plans)), lambda: _best_attack(q, s.target))
    for u in wanted:
        if Join(u) in q.legal:
            return Join(u)
    return Commit() if Commit() in q.legal else q.last


def next_battle(q: Desk, frame: NextBattle) -> Action:
    """The city that counts most first."""
    return max(q.all(Attack), key=lambda a: (q.w.prizes.get(a.hex, 0), -a.hex))


def support(q: Desk, frame: Supporting) -> Action:
    """Fire with every gun."""
    return q.first(Support)


def call(q: Desk, frame: CallTable) -> Action:
    """The table that is better for us."""
    s = q.s
    origins = {u: s.origins[u] for u in s.attackers}
    worth = {
        a.table: value(exchange(s, s.target, origins, a.table), q.k, q.worth(s.target)) for a in q.all(Call)
    }
    pick = max if q.side == s.side else min
    return Call(pick(worth, key=lambda table: (worth[table], -table)))


# --- results


def lose(q: Desk, frame: TakeLoss) -> Action:
    """The cheapest unit."""
    w = q.w
    return min(q.all(Take), key=lambda a: (w.price[a.unit], w.strength[a.unit], a.unit))


def soften(q: Desk, frame: Softening) -> Action:
    """Shatter them, unless they have nowhere to run to."""
    lost = [u for u in participants(q.s, 1 - q.side) if not refuges(q.s, u)]
    return Soften(bool(lost))


def spare(q: Desk, frame: Sparing | KeepOne) -> Action:
    """Keep the strongest face-up."""
    return max(q.all(Spare), key=lambda a: (q.w.strength[a.unit], -a.unit), default=q.last)


def withdraw(q: Desk, frame: Withdrawing) -> Action:
    """Back towards a city that counts, out of the enemy's zones."""
    s, w = q.s, q.w
    danger = zone(s, 1 - q.side)
    prizes = [h for h in w.prizes if ground_of(s, q.side) >> h & 1] or [
        w.capital[w.power[q.all(Retreat)[0].unit]]
    ]

    def score(h: Hex) -> float:
        return (
            -3.0 * bool(danger >> h & 1)
            - 0.2 * min(_far(q, h, x) for x in prizes)
            + 0.5 * bool(w.close >> h & 1)
        )

    return max(q.all(Retreat), key=lambda a: (score(a.hex), -a.hex))


def _is_fed_at(q: Desk, u: int, h: Hex) -> bool:
    """Whether a unit is in supply in a hex once it stands there."""
    s = q.s.clone()
    put_at(s, u, h)
    return is_supplied(s, u)


def advance(q: Desk, frame: AdvanceUnits) -> Action:
    """Fill the hex with those that fight best there for their price, since the enemy strikes back at them; then break on towards cities where supply
    follows."""
    s, w = q.s, q.w
    pull = {h: worth for h, worth in w.prizes.items() if not ground_of(s, q.side) >> h & 1}

    others = s.troops[1 - q.side] & ~(1 << s.target)

    def score(action: Advance) -> float:
        u, h = action.unit, action.hex
        if w.is_hq(u):
            return -1.0
        if w.is_leader(u):
            return 0.5 if h == s.target and s.where[u] != s.target else -1.0
        if h == s.target:
            stands = 1.0 + 0.1 * w.strength[u] - 0.1 * w.price[u]
            return stands if h in w.prizes or _is_fed_at(q, u, h) else -1.0
        if not q.fed >> h & 1 or (w.disc(h, LONELY) & others and not _is_fed_at(q, u, h)):
            return -1.0
        near = max((worth / (1 + _far(q, h, x)) for x, worth in pull.items()), default=0.0)
        here = max((worth / (1 + _far(q, s.where[u], x)) for x, worth in pull.items()), default=0.0)
        return near - here

    best = max(q.all(Advance), key=lambda a: (score(a), -a.unit), default=None)
    return best if best is not None and score(best) > 0 else Done()
