"""Leaders in Flames: the battle at sea. Look for the weaker enemy, choose the kind of combat that suits us, spare expensive ships, and know when to leave."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.actions import (
    BuyEdge,
    BuyShift,
    BuyTarget,
    CallFight,
    Done,
    Fly,
    HoldOn,
    Search,
    Take,
    TakeConvoy,
    TurnAway,
)
from hexfront.games.leaders_in_flames.air.fight import BOMBER, FIGHTER, flying
from hexfront.games.leaders_in_flames.kinds import AIRSEA, NO_COMBAT, SUBS, SURFACE, A
from hexfront.games.leaders_in_flames.sea.airsea import Roles, Scrambling, can_be_both, planes_of
from hexfront.games.leaders_in_flames.sea.battle import (
    Buying,
    Choosing,
    Seeking,
    StayOrGo,
    engaged,
    plain_kind,
)
from hexfront.games.leaders_in_flames.sea.carriage import freight
from hexfront.games.leaders_in_flames.sea.convoys import convoys_in
from hexfront.games.leaders_in_flames.sea.fire import (
    DEPTH_CHARGES,
    GUNS,
    TORPEDOES,
    NameTarget,
    factors,
    target_count,
)
from hexfront.games.leaders_in_flames.sea.fleets import in_area
from hexfront.games.leaders_in_flames.sea.search import afloat, included, ships_above
from hexfront.games.leaders_in_flames.state import is_down
from hexfront.kernel import Action
from hexfront.players.doctrines.leaders_in_flames.desk import Desk
from hexfront.players.doctrines.leaders_in_flames.sea_worth import might, price, punch, waters_of

EVEN, LOST = 0.8, 0.55
"""Our might by the enemy's: from which on a fight is sought, and below which it is broken off."""
PATIENCE = 1.0
"""Build points that a round more may cost on average."""
BOAT = 2.0
"""What a flotilla of submarines costs."""


def _mights(q: Desk, area: int) -> tuple[float, float]:
    """Our might in a sea area and the enemy's, counting what is face-up."""
    s = q.s
    ours, theirs = (
        sum(might(s, u) for u in afloat(s, area, side) if not is_down(s, u)) for side in (q.side, 1 - q.side)
    )
    return ours, theirs


def seek(q: Desk, frame: Seeking) -> Action:
    """Where we are no weaker, the richest prey first; weaker ones leave it alone."""
    s = q.s
    best: tuple[float, Action] = (0.0, Done())
    for action in q.all(Search):
        ours, theirs = _mights(q, action.area)
        prey = sum(price(s, u) for u in in_area(s, action.area, 1 - q.side)) + convoys_in(
            s, action.area, 1 - q.side
        )
        if ours >= EVEN * theirs and prey + 1 > best[0]:
            best = prey + 1, action
    return best[1]


def _fight(q: Desk, kind: int) -> float:
    """What a combat of a kind promises: the enemy's losses less our own."""
    s = q.s
    if kind == NO_COMBAT:
        return 0.0
    worth = [_mean_price(q, side) for side in (0, 1)]
    out = 0.0
    for side in (0, 1):
        if kind == AIRSEA:
            force = float(sum(s.world.plane(u).sea for u in planes_of(s, side)))
            enemy = sum(s.world.plane(u).air for u in planes_of(s, 1 - side))
            force *= 1.0 if not enemy else 0.7
            weapon = GUNS
        else:
            weapon = GUNS if kind == SURFACE else TORPEDOES
            force = float(factors(s, side, weapon))
        damage = punch(s, force, target_count(s, 1 - side, weapon)) * worth[1 - side]
        if kind == SUBS:
            hunt = float(factors(s, side, DEPTH_CHARGES))
            damage += punch(s, hunt, target_count(s, 1 - side, DEPTH_CHARGES)) * BOAT
        out += damage if side == q.side else -damage
    return out


def _mean_price(q: Desk, side: int) -> float:
    ships = ships_above(q.s, side)
    return sum(price(q.s, u) for u in ships) / len(ships) if ships else 1.0


def choose(q: Desk, frame: Choosing) -> Action:
    """The kind of combat that promises most, if it is clearly better than the one that would come by itself."""
    options = q.all(CallFight)
    plain = _fight(q, plain_kind(q.s))
    best = max(options, key=lambda a: (_fight(q, a.kind), -a.kind), default=None)
    if best is None or _fight(q, best.kind) <= plain + 1.5 or best.kind == plain_kind(q.s):
        return Done()
    return best


def buy(q: Desk, frame: Buying) -> Action:
    """A target where one ship stands out, an edge where our bombers must fight their way through, else columns; all points are spent."""
    s = q.s
    prices = sorted((price(s, u) for u in ships_above(s, 1 - q.side)), reverse=True)
    picks = BuyTarget() in q.legal and len(prices) > 1 and prices[0] >= 1.5 * prices[-1]
    if s.kind_of_fight == AIRSEA:
        if picks and s.guile[q.side] >= 5:
            return BuyTarget()
        if BuyEdge() in q.legal and not s.lift[q.side] and planes_of(s, 1 - q.side):
            return BuyEdge()
    elif picks and not s.picks[q.side]:
        return BuyTarget()
    return BuyShift() if BuyShift() in q.legal else q.last


def stay(q: Desk, frame: StayOrGo) -> Action:
    """Stay while we are not clearly weaker and a round more would not cost more than the sea area is worth; laden transports do not
    stay among warships that are stronger."""
    s = q.s
    ours, theirs = _mights(q, s.sea)
    mine = engaged(s, q.side)
    laden = sum(_cargo(q, u) for u in mine if s.world.is_ship(u))
    least = 0.9 if laden else LOST
    if ours < least * theirs:
        return TurnAway()
    at_stake = 0.1 * waters_of(q).stake.get(s.sea, 0.0) + 0.3 * laden
    return HoldOn() if _fight(q, s.kind_of_fight) >= -PATIENCE - at_stake else TurnAway()


def _cargo(q: Desk, u: int) -> int:
    """What the troops aboard a ship cost."""
    return sum(q.w.price[v] for v in freight(q.s, u))


def name(q: Desk, frame: NameTarget) -> Action:
    """Of our own the ship that is missed least and can take it; of theirs the dearest that cannot."""
    s, w = q.s, q.w
    mine = frame.firing != q.side

    def loss(action: Action) -> float:
        if not isinstance(action, Take):
            return 1.5
        u = action.unit
        value = (
            price(s, u) + 0.5 * might(s, u) + (2.0 if is_down(s, u) and not mine and frame.hit > A else 0.0)
        )
        return value * (0.3 + 0.1 * w.ship(u).defence)

    options: list[Action] = [*q.all(Take), *q.all(TakeConvoy)]
    return min(options, key=loss) if mine else max(options, key=loss)


# --- in the air


def roles(q: Desk, frame: Roles) -> Action:
    """Everything bombs while the enemy has ships and no planes; where both have planes the best fighter keeps them off."""
    s, w = q.s, q.w
    mine = flying(s, q.side, FIGHTER, BOMBER)
    able = sorted((u for u in mine if can_be_both(s, u)), key=lambda u: (w.plane(u).sea - w.plane(u).air, u))
    fixed = [u for u in mine if u not in able and s.wing[u] == FIGHTER]
    targets = ships_above(s, 1 - q.side)
    enemy = flying(s, 1 - q.side, FIGHTER, BOMBER)
    guards = 0 if not enemy else max(0, (len(mine) + 2) // 3 - len(fixed))
    if not targets:
        guards = len(able)
    elif len(mine) == 1:
        guards = 0
    for k, u in enumerate(able):
        wanted = Fly(u, FIGHTER if k < guards else BOMBER)
        if wanted in q.legal:
            return wanted
    return Done()


def scramble(q: Desk, frame: Scrambling) -> Action:
    """Two fighters, where our ships or bombers need cover."""
    s, w = q.s, q.w
    at_stake = included(s, q.side) or flying(s, q.side, BOMBER)
    if not at_stake or len(flying(s, q.side, FIGHTER)) >= 2:
        return q.last
    return max(q.all(Fly), key=lambda a: (w.plane(a.unit).air, -a.unit), default=q.last)
