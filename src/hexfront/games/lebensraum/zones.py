"""Chapter 5.4: zones of control."""

from __future__ import annotations

from hexfront.games.lebensraum.kinds import CAMP, OF_CAMP
from hexfront.games.lebensraum.state import State, held_by_camp
from hexfront.hexes import Hex, HexSet, Sides, zones


def closed_sides(s: State) -> Sides:
    """Sides that zones do not cross: rivers, all-sea and lake sides, borders nobody has crossed. Cases 5.4g, 5.4h.

    The ice of a lake carries units in winter (8.0h) and no zone.
    """
    w = s.world
    store = w.cache("closed sides")
    found: Sides | None = store.get(s.crossed)
    if found is None:
        lands = w.lands
        found = lands.river | lands.sea | lands.lake
        for k, sides in enumerate(lands.borders):
            if not s.crossed >> k & 1:
                found = found | sides
        store[s.crossed] = found
    return found


def exerting(s: State, camp: int) -> HexSet:
    """Hexes with a unit of class A, B or C of a camp. Cases 5.4a, 5.4k, 5.4l."""
    out = 0
    for power in OF_CAMP[camp]:
        out |= s.exert[power]
    return out


def unit_zoc(s: State, camp: int) -> HexSet:
    """The hexes next to a camp's units of class A, B and C, as far as zones reach. Cases 5.4a, 5.4g, 5.4h, 5.4i."""
    w = s.world
    units = exerting(s, camp)
    store = w.cache("zoc")
    found: HexSet | None = store.get((units, s.crossed))
    if found is None:
        found = store[units, s.crossed] = zones(w.grid, units, closed_sides(s)) & w.land
    return found


def zoc(s: State, camp: int) -> HexSet:
    """Every hex in a zone of a camp: next to its units, and its cities. Cases 5.4a, 5.4b, 5.4i."""
    return unit_zoc(s, camp) | held_by_camp(s, camp) & s.world.cities


def enemy_zoc(s: State, power: int) -> HexSet:
    """The zones that a power's enemies exert."""
    return zoc(s, 1 - CAMP[power])


def is_in_enemy_zoc(s: State, power: int, h: Hex) -> bool:
    return bool(enemy_zoc(s, power) >> h & 1)
