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


def afloat(s: State) -> tuple[tuple[int, int, int, bool], ...]:
    """Of each ship and aircraft at sea its area and its party, as sets, its kind, and whether it is a ship."""
    w = s.world
    kept, key = w.cache("afloat"), tuple(s.where[w.first_plane :])
    found: tuple[tuple[int, int, int, bool], ...] | None = kept.get(key)
    if found is None:  # for speed: what was worked out is kept
        found = kept[key] = tuple(
            [
                (1 << area_of(place), 1 << w.party[u], w.kind[u], w.is_ship(u))
                for u, place in enumerate(key, w.first_plane)
                if is_sea(place)
            ]
        )
    return found


def open_seas(s: State, party: int) -> int:
    """The sea areas through which a party can be supplied, as a set: those without enemy surface ships or aircraft, or with surface
    ships or convoys of its own side; as an option convoys, transports or landing ships are needed in each. A leader's ships and planes
    of any kind keep his area open. Cases base.sea_supply, ability.22."""
    w = s.world
    camp, foes = s.camps[party], s.wars[party]
    enemy = mine = lifted = any_kind = 0
    for area, owner, kind, is_ship in afloat(s):
        if owner & foes and kind != SUB:
            enemy |= area
        if owner & camp:
            any_kind |= area
            if is_ship and kind != SUB:
                mine |= area
            if kind in (TRS, AMPH):
                lifted |= area
    convoys = union(key // len(POWERS) for key in s.convoys if camp >> key % len(POWERS) & 1)
    found = w.waters.every & (~enemy | mine | convoys)
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


def fed_over_sea(s: State, party: int, sources: HexSet, ground: HexSet) -> HexSet:
    """Ports, and beaches of small islands that hold troops, on a party's ground that are fed across the sea from ports on rail
    that leads to a source, and from one another. Case base.sea_supply."""
    w = s.world
    camp, waters = s.camps[party], w.waters
    ends = (waters.ports | waters.islets & hexes_of(s.forces, camp)) & hexes_of(s.control, camp) & ground
    if not ends or not sources:
        return 0
    open_ = open_seas(s, party)
    around = waters.around(ground_of(s, w.parties[party].side))
    fed = areas = 0
    while True:
        linked = (w.rail.connected(sources | fed, ground) | sources | fed) & waters.ports
        fresh = waters.off(linked) & open_ & ~areas
        areas |= fresh
        while fresh:
            beyond = 0
            for a in bits(fresh):
                beyond |= around[a]
            fresh = beyond & open_ & ~areas
            areas |= fresh
        more = union([h for h in bits(ends & ~fed) if waters.on[h] & areas])
        if not more:
            return fed
        fed |= more
