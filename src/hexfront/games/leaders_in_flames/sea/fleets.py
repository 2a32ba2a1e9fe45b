"""Who is where at sea and in port, and the functions that put ships, cargo and leaders there."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.kinds import ABOARD, JAPAN, SUB, USA
from hexfront.games.leaders_in_flames.politics.abroad import visitable
from hexfront.games.leaders_in_flames.politics.parties import hexes_of
from hexfront.games.leaders_in_flames.sea.waters import aboard, is_sea, within
from hexfront.games.leaders_in_flames.state import State, ground_of, holder, turn_down
from hexfront.hexes import Hex, HexSet
from hexfront.wargame import lift, put


def place_of(s: State, u: int) -> int:
    """Where a counter is: its hex or section, or that of the counter that carries it."""
    place = s.where[u]
    return s.where[ABOARD - place] if place <= ABOARD else place


def carrier_of(s: State, u: int) -> int:
    """The counter that carries another, or -1."""
    return ABOARD - s.where[u] if s.where[u] <= ABOARD else -1


def cargo_of(s: State, ship: int) -> list[int]:
    """What a ship carries: land units and aircraft."""
    code, out, u = aboard(ship), [], -1
    for _ in range(s.where.count(code)):
        u = s.where.index(code, u + 1)
        out.append(u)
    return out


def loads(s: State) -> dict[int, list[int]]:
    """What every counter carries that carries something, by carrier: as `cargo_of` tells of one."""
    out: dict[int, list[int]] = {}
    for u, place in enumerate(s.where):
        if place <= ABOARD:
            out.setdefault(ABOARD - place, []).append(u)
    return out


def ships_at(s: State, place: int, side: int) -> list[int]:
    """The ships of a side in a port or section."""
    w = s.world
    if not is_sea(place):
        return [u for u in s.stack.get(place, ()) if w.is_ship(u) and w.side[u] == side]
    return [u for u in w.ships_of[side] if s.where[u] == place]


def leaders_on(s: State, place: int, side: int) -> list[int]:
    """The leaders of a side in a hex or section."""
    w = s.world
    return [u for u in w.all_leaders if s.where[u] == place and w.side[u] == side]


def in_area(s: State, area: int, side: int) -> list[int]:
    """The ships of a side in a sea area."""
    return within(s.where, s.world.ships_of[side], area)


def surface(s: State, units: list[int]) -> list[int]:
    """The ships that are not submarines."""
    return [u for u in units if s.world.kind[u] != SUB]


def bases(s: State, u: int) -> HexSet:
    """The ports in which a ship may lie: those of its party and of others that it co-operates with, with no enemy there, and not
    damaged. Cases base.port, base.repair."""
    w = s.world
    ours = hexes_of(s.control, s.camps[w.party[u]]) | visitable(s, u) | leased(s, u)
    return ours & w.waters.ports & ~s.held[1 - w.side[u]] & ~s.wrecks


def leased(s: State, u: int) -> HexSet:
    """Singapore, which an option of the USA opens to its ships. Case 5.3.2.32a."""
    w = s.world
    if w.power[u] != USA or not s.deeds.get("option.32") or s.wars[USA] >> JAPAN & 1:
        return 0
    h = w.find("Singapore")
    return 1 << h if h >= 0 and w.parties[holder(s, h)].side == w.side[u] else 0


def depths(s: State, u: int, start: int) -> dict[int, int]:
    """How many areas a voyage of a ship enters from a place to be in each. Straits and canals are open to the side that holds
    their hexes. Case base.strait."""
    w = s.world
    return w.waters.depths(start, ground_of(s, w.side[u]))


def to_sea(s: State, u: int, place: int) -> None:
    """Put a ship, leader or aircraft into a section; what it carries goes with it."""
    lift(s, u, place)


def land(s: State, u: int, h: Hex) -> None:
    """Put cargo ashore, face-down. Case base.carry."""
    lift(s, u, -1)
    put(s, u, h)
    turn_down(s, u)
