"""Landings: units that attack a hex from the air or the sea, and the notional unit that defends a hex without troops.

A unit that lands is kept in `s.descent` with the hex it attacks, and stands in no hex (it is aboard an aircraft or ship) until the
battle is won. It joins an attack on that hex as if it stood next to it; if the battle is won it is set down there, otherwise it is lost.
"""

from __future__ import annotations

from fractions import Fraction

from hexfront.games.leaders_in_flames.air.flee import run_down
from hexfront.games.leaders_in_flames.kinds import KILLED
from hexfront.games.leaders_in_flames.land.losses import check_deaths, lose, participants
from hexfront.games.leaders_in_flames.land.supply import supply_of
from hexfront.games.leaders_in_flames.land.zones import lock_overstacked, may_stand
from hexfront.games.leaders_in_flames.leaders.asks import helps, in_use, reach_of
from hexfront.games.leaders_in_flames.politics.parties import hexes_of
from hexfront.games.leaders_in_flames.state import State, holder, kill, take_control, troops_at
from hexfront.games.leaders_in_flames.tables import outcome
from hexfront.hexes import Hex
from hexfront.kernel import Agenda, Auto
from hexfront.wargame import Arrived, Eliminated, put


def landing_at(s: State, side: int, h: Hex) -> list[int]:
    """The units and leaders of a side that land in a hex."""
    return [u for u, at in s.descent.items() if at == h and s.world.side[u] == side]


def is_free(s: State, u: int, h: Hex) -> bool:
    """Whether an invasion counts against no limit: a leader who allows that takes part in it. Case ability.61."""
    return any(
        s.descent.get(leader) == h and helps(s, leader, u, row) for leader, row in in_use(s, "invade.free")
    )


def is_notional(s: State, h: Hex) -> bool:
    """Whether a hex that is landed upon has a notional unit alone to defend it: an enemy's, without troops. Case base.notional."""
    party = holder(s, h)
    enemies = {w for u, at in s.descent.items() if at == h for w in (s.world.party[u],)}
    return not troops_at(s, h) and any(s.wars[each] >> party & 1 for each in enemies if party >= 0)


def notional_is_fed(s: State, h: Hex) -> bool:
    """Whether the owner of a hex is in supply there: its notional unit is then face-up."""
    party = holder(s, h)
    return party >= 0 and bool(supply_of(s, party) >> h & 1)


def notional_is_down(s: State, h: Hex) -> bool:
    """Whether a notional unit is face-down: out of supply, unless a leader of its side near it holds it up. Cases base.notional,
    ability.51."""
    if notional_is_fed(s, h):
        return False
    return not any(
        _reaches(s, leader, h) and reach_of(s, leader, row) >> h & 1
        for leader, row in in_use(s, "notional.up")
    )


def _reaches(s: State, leader: int, h: Hex) -> bool:
    party = holder(s, h)
    return party >= 0 and bool(s.camps[s.world.party[leader]] >> party & 1)


def notional_factor(s: State, h: Hex) -> Fraction:
    """The factors of a notional unit: 1, in a city 2, 1 more in its owner's home country, 1 less out of supply, 1 at least; what
    leaders add; mountains double it. Cases base.notional, ability.38."""
    w, party = s.world, holder(s, h)
    factor = 2 if w.cities >> h & 1 else 1
    factor += bool(w.realm.homeland.get(w.parties[party].nation, 0) >> h & 1) - (not notional_is_fed(s, h))
    factor = max(1, factor)
    for leader, row in in_use(s, "notional.factor"):
        if _reaches(s, leader, h) and reach_of(s, leader, row) >> h & 1:
            factor += row.give
    return Fraction(factor * (2 if w.rough >> h & 1 else 1))


def is_won(s: State) -> bool:
    """Whether the battle at hand has cleared its hex: nobody is left to defend it; a notional unit falls to any loss, retreat or
    shatter. Case base.notional."""
    if not s.defenders:
        found = outcome(s.cell)
        return bool(found.defender or found.letter)
    return not participants(s, 1 - s.side)


class TouchDown(Auto, frozen=True, tag=True):
    """After the battle, units that landed are set down in the hex, or are lost if it was not won. Cases base.paradrop, 3.3m."""

    def run(self, s: State) -> Agenda:
        w, h = s.world, s.target
        mine = landing_at(s, s.side, h)
        if not mine:
            return ()
        if not is_won(s):
            after: Agenda = ()
            for u in mine:
                if not w.is_leader(u):
                    after = (*after, *lose(s, u, KILLED))
            check_deaths(s)
            return after
        fleeing = run_down(s, h, 1 - s.side)
        for u in sorted(mine, key=w.is_leader):
            if not may_stand(s, u, h):
                fleeing = (*fleeing, *lose(s, u, KILLED))
                continue
            del s.descent[u]
            put(s, u, h)
            s.strides[u] = 0
            take_control(s, u, h)
            s.emit(Arrived(u, h, "base.paradrop"))
        lock_overstacked(s)
        return fleeing


def lose_strays(s: State) -> Agenda:
    """Units that landed where no attack was made are lost. Case base.paradrop."""
    after: Agenda = ()
    for u, h in list(s.descent.items()):
        if s.world.is_leader(u):
            del s.descent[u]
            kill(s, u)
            s.emit(Eliminated(u, h, "base.paradrop"))
        else:
            after = (*after, *lose(s, u, KILLED))
    return after


def held_by_foes(s: State, u: int) -> int:
    """The ground of a unit's enemies."""
    return hexes_of(s.control, s.wars[s.world.party[u]])
