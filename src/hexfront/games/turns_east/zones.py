"""Chapters 8 and 9.1: stacking, and zones of control. One unit or more in a hex is a stack (cases 8.0, 8.1.10)."""

from __future__ import annotations

from hexfront.games.turns_east.data import AXIS, SOVIET, EastWorld
from hexfront.games.turns_east.state import EastState, units_at
from hexfront.hexes import Hex, HexSet, bits, zones
from hexfront.kernel import Violation

STACK = 3


def spread(w: EastWorld, hexes: HexSet) -> HexSet:
    """The zones of units in these hexes: the six hexes around each, not into or across what is prohibited.
    Cases 9.0, 9.1.1."""
    return zones(w.grid, hexes, w.prohibited) & w.enterable


def enemy_forts(s: EastState, side: int) -> HexSet:
    """Forts under the control of the other side; no zone enters them. Case 9.1.4b."""
    w = s.world
    return w.forts & ~s.axis_towns if side == AXIS else w.forts & s.axis_towns


def zone_hexes(s: EastState, side: int) -> HexSet:
    """The hexes from which a side exerts zones: those of its combat units, partisans excepted.
    Cases 9.1.4a, 9.1-i1, 13.4.1. A leader is never without a Panzer Corps (13.4.2), so it adds no hex.
    RULING 9.1-b."""
    w = s.world
    hexes = s.held[side]
    for p in w.partisans:
        i = s.where[p]
        if i >= 0 and not units_at(s, i) & ~w.partisan:
            hexes &= ~(1 << i)
    return hexes


def zone(s: EastState, side: int, hexes: HexSet | None = None) -> HexSet:
    """Every hex in a zone of a side's combat units (or of its units in `hexes`). Cases 9.0, 9.1.1, 9.1.2, 9.1.4,
    10.2.3."""
    exerting = zone_hexes(s, side) if hexes is None else hexes
    first = side == SOVIET and s.turn == 1
    store = s.world.cache("zones")
    found: HexSet | None = store.get((exerting, first))
    if found is None:  # for speed
        found = store[exerting, first] = _zone(s.world, exerting, first)
    return found & ~enemy_forts(s, side)


def _zone(w: EastWorld, exerting: HexSet, first: bool) -> HexSet:
    """The zones of units in these hexes; on turn 1 those of Soviets end at the border. Case 9.1.2. RULING 9.1-a: for
    every purpose."""
    west = w.west_of_border
    if not first:
        return spread(w, exerting)
    if not exerting & west:  # for speed: mostly there is none
        return spread(w, exerting) & ~west
    return spread(w, exerting & ~west) & ~west | spread(w, exerting & west) & west


def army_zone(s: EastState) -> HexSet:
    """Every hex in the zone of a German army: the only zones that stop movement. Cases 9.1.3a, 9.1.3c."""
    w = s.world
    hexes = 0
    for u in w.german_armies:
        i = s.where[u]
        if i >= 0:
            hexes |= 1 << i
    return zone(s, AXIS, hexes)


def crowding(s: EastState, units: int, i: Hex, leaving: int = 0) -> Violation | None:
    """Why `units` cannot stand in a hex together with those there, if they cannot. `leaving` are units that do
    not count because they may still go. Cases 8.1.1, 8.1.2, 8.1.3, 13.4.2, 13.5.2, 13.6.2."""
    w = s.world
    together = units | units_at(s, i) & ~leaving
    if together & w.partisan and units & ~w.cavalry & ~w.partisan:
        together &= ~w.partisan  # they are removed as these come
    if (together & w.stackers).bit_count() > STACK:
        return Violation("8.1.1", "At most three combat units can stack in a hex.", w.label(i))
    if units & w.masks[AXIS]:  # for speed: Soviets have nothing of the sort
        if (together & w.armies).bit_count() > 1:
            return Violation("8.1.3", "A hex can hold only one German army.", w.label(i))
        if (together & w.garrisons).bit_count() > 1:
            return Violation("8.1.3", "A hex can hold only one garrison.", w.label(i))
        if (together & w.leaders).bit_count() > 1:
            return Violation("13.4.2", "Two leaders cannot stack together.", w.label(i))
        if together & w.feud == w.feud:
            return Violation("13.5.2", "Kluge's 4th Army cannot stack with Guderian.", w.label(i))
    return None


def is_crowded(s: EastState, i: Hex) -> bool:
    """Whether a hex is over its stacking limit. Cases 8.1.4, 8.1.8."""
    return crowding(s, units_at(s, i), i) is not None


def top_first(s: EastState, units: int) -> list[int]:
    """The units of a stack from the top down: a German army is always on top. Cases 3.1b, 8.1.6."""
    w = s.world
    rest = units & ~w.armies & ~w.garrisons
    return [*bits(units & w.armies), *bits(rest), *bits(units & w.garrisons)]
