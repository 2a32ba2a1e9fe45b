"""Boats for a beaten army: ships that take off those who must retreat."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.events import TakenOff
from hexfront.games.leaders_in_flames.kinds import RETREATED, SCS, TRS
from hexfront.games.leaders_in_flames.leaders.asks import helps, in_use
from hexfront.games.leaders_in_flames.sea.carriage import freight, size_of
from hexfront.games.leaders_in_flames.sea.lifts import FULL
from hexfront.games.leaders_in_flames.sea.waters import aboard, area_of, is_sea
from hexfront.games.leaders_in_flames.state import State, is_down, turn_down
from hexfront.wargame import lift


def boats(s: State, u: int) -> list[int]:
    """Face-up transports (as an option warships too) off the hex, in the section of a leader who has the ability, with room for a unit.

    Case ability.109."""
    w = s.world
    kinds = {TRS} | (SCS if w.option("warship_transport") else set())
    out = []
    for leader, row in in_use(s, "retreat.boats"):
        place = s.where[leader]
        if (
            not is_sea(place)
            or area_of(place) not in w.waters.of.get(s.where[u], ())
            or not helps(s, leader, u, row)
        ):
            continue
        for ship in w.ships_of[w.side[leader]]:
            room = FULL if w.kind[ship] == TRS else FULL - 1
            used = sum(size_of(s, v) for v in freight(s, ship))
            fits = w.is_leader(u) or used + size_of(s, u) <= room
            if s.where[ship] == place and w.kind[ship] in kinds and not is_down(s, ship) and fits:
                out.append(ship)
    return out


def take_off(s: State, u: int, ship: int) -> None:
    """A unit goes aboard instead of retreating; both are turned face-down. Case ability.109."""
    w = s.world
    s.emit(TakenOff(u, ship, s.where[u]))
    if w.is_leader(u):
        lift(s, u, s.where[ship])
    else:
        lift(s, u, aboard(ship))
        s.fates[u] = RETREATED
    turn_down(s, u)
    turn_down(s, ship)
