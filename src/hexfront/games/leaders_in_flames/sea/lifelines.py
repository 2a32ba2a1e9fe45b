"""Supply across the sea: which areas are open to a party, and what ports and beaches they feed."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.kinds import AMPH, POWERS, SUB, TRS
from hexfront.games.leaders_in_flames.leaders.asks import helps, in_use, is_out
from hexfront.games.leaders_in_flames.politics.parties import hexes_of
from hexfront.games.leaders_in_flames.sea.fleets import place_of
from hexfront.games.leaders_in_flames.sea.waters import area_of, is_sea
from hexfront.games.leaders_in_flames.state import State, ground_of
from hexfront.hexes import HexSet, bits, union


def sea_key(s: State) -> tuple[object, ...]:
    """Everything at sea that supply depends on, for remembering answers."""
    w = s.world
    if not w.ships:
        return ()
    leaders = tuple((leader, s.where[leader]) for leader, _ in in_use(s, "supply.sea"))
    return (*s.where[w.first_plane :], tuple(s.convoys.items()), leaders)


def open_seas(s: State, party: int) -> int:
    """The sea areas through which a party can be supplied, as a set: those without enemy surface ships or aircraft, or with surface
    ships or convoys of its own side; as an option convoys, transports or landing ships are needed in each. A leader's ships and planes
    of any kind keep his area open. Cases base.sea_supply, ability.22."""
    w = s.world
    camp, foes = s.camps[party], s.wars[party]
    enemy = mine = lifted = any_kind = 0
    for u in range(w.first_plane, len(w.names)):
        place = s.where[u]
        if not is_sea(place):
            continue
        area, owner, kind = 1 << area_of(place), 1 << w.party[u], w.kind[u]
        if owner & foes and kind != SUB:
            enemy |= area
        if owner & camp:
            any_kind |= area
            if w.is_ship(u) and kind != SUB:
                mine |= area
            if kind in (TRS, AMPH):
                lifted |= area
    convoys = union(key // len(POWERS) for key in s.convoys if camp >> key % len(POWERS) & 1)
    every = union(w.waters.areas)
    found = every & (~enemy | mine | convoys)
    if w.option("convoy_supply"):
        found &= lifted | convoys
    for leader, row in in_use(s, "supply.sea"):
        place = place_of(s, leader)
        if is_out(s, leader) and is_sea(place) and camp >> w.party[leader] & 1:
            ours = [
                u
                for u in range(w.first_plane, len(w.names))
                if is_sea(s.where[u]) and helps(s, leader, u, row)
            ]
            if any(area_of(s.where[u]) == area_of(place) for u in ours):
                found |= 1 << area_of(place) & any_kind
    return found


def reached(s: State, party: int, ports: HexSet, seas: int) -> int:
    """The open sea areas that lead on from some ports, as a set. Case base.sea_supply."""
    w = s.world
    around = w.waters.around(ground_of(s, w.parties[party].side))
    found = fresh = union(a for a in bits(seas) if w.waters.coast[a] & ports)
    while fresh:
        beyond = 0
        for a in bits(fresh):
            beyond |= around[a]
        fresh = beyond & seas & ~found
        found |= fresh
    return found


def landed(s: State, party: int, seas: int) -> HexSet:
    """Ports that some sea areas feed, and beaches of small islands that hold troops. Case base.sea_supply."""
    w = s.world
    camp = s.camps[party]
    shore = 0
    for area in bits(seas):
        shore |= w.waters.coast[area]
    beaches = w.waters.islets & hexes_of(s.forces, camp)
    return shore & hexes_of(s.control, camp) & (w.waters.ports | beaches)
