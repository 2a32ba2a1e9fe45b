"""Ground support: aircraft over a battle add their factors to it."""

from __future__ import annotations

from fractions import Fraction

from hexfront.games.leaders_in_flames.air.events import SupportCounted
from hexfront.games.leaders_in_flames.air.fight import air_fight, through
from hexfront.games.leaders_in_flames.air.missions import OUTWARD, Against, Flown, Homing, Wave, open_mission
from hexfront.games.leaders_in_flames.air.planes import halves
from hexfront.games.leaders_in_flames.air.strike import Guns, gas
from hexfront.games.leaders_in_flames.kinds import SIDE_OF, SUPPORT
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.leaders.asks import in_use
from hexfront.games.leaders_in_flames.leaders.usable import applying
from hexfront.games.leaders_in_flames.sea.shore import is_invasion
from hexfront.games.leaders_in_flames.state import State
from hexfront.kernel import Agenda, Auto


class AirSupport(Auto, frozen=True, tag=True):
    """Both sides send aircraft over the battle at hand: the attacker's bombers and escorts, the defender's, the defender's
    interceptors, the attacker's; a leader lets the attacker wait for the defender's. Cases base.support, ability.77, ability.78."""

    def run(self, s: State) -> Agenda:
        side = s.side
        open_mission(s, side, SUPPORT, s.target)
        outward = (side, 1 - side)
        if any(s.world.side[leader] == side for leader, _ in in_use(s, "support.last")):
            outward = (1 - side, side)
        return (
            *(Wave(each, OUTWARD) for each in outward), Asking((1 - side,), "mission"), Against(1 - side, side), Flown(),
            *air_fight(s), Guns(), Supported(), Homing(),
        )  # fmt: skip


class Supported(Auto, frozen=True, tag=True):
    """Count the factors of the bombers that are through. Case base.support."""

    def run(self, s: State) -> Agenda:
        w = s.world
        for side in (0, 1):
            total = 0
            for u in through(s, side):
                factors = halves(s, u, gas(s, u) * w.plane(u).tactical, s.over)
                s.aid[w.power[u]] = s.aid.get(w.power[u], 0) + factors
                total += factors
            if total:
                s.emit(SupportCounted(s.over, side, total))
        return ()


def support(s: State, side: int, own: Fraction, guns: Fraction) -> Fraction:
    """What artillery and aircraft add to the units of a side: no more than these have themselves; twice that if a leader allows it,
    of which the artillery may make up the usual part; ships add twice as much to an invasion by another's; aircraft of a leader who drops with the units add without limit. Cases
    base.support, base.artillery, base.bombard, ability.59, ability.73, ability.103."""
    w = s.world
    free = {w.power[leader] for leader, _ in in_use(s, "support.drop") if w.side[leader] == side}
    mine = {power: Fraction(factors, 2) for power, factors in s.aid.items() if SIDE_OF[power] == side}
    beyond = sum((factors for power, factors in mine.items() if power in free), Fraction(0))
    aid = sum(mine.values(), Fraction(0)) - beyond
    limit = own
    if aid and any(w.side[leader] == side for leader, _ in applying(s, "support.double")):
        limit *= 2
    cap = own
    if (
        is_invasion(s)
        and side == s.side
        and any(w.side[leader] == side for leader, _ in in_use(s, "guns.double"))
    ):
        cap *= 2
    return min(max(limit, cap), min(cap, guns) + aid) + beyond
