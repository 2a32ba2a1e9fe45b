"""Chapter 9: Supply Lines, sources, railroads, Supply Bases and Sea Supply, as sets of hexes."""

from __future__ import annotations

from typing import Any

import msgspec

from hexfront.games.motherland.kinds import (
    ASSET,
    AXIS,
    LACK,
    OUT,
    SOVIET,
    SUPPLIED,
    SUPPLY_BASE,
)
from hexfront.games.motherland.state import State, axis_holds, is_snow
from hexfront.games.motherland.world import World
from hexfront.games.motherland.zones import zoc
from hexfront.hexes import HexSet, Sides, bits, flood
from hexfront.wargame import grown, open_hexes

LINE = 4
SEA_LINE = 2
PARTISAN_LINE = 3
FAR = 6
"""Special Axis Supply needs this distance from every Soviet unit. Case 9.3.3."""


class Area(msgspec.Struct, frozen=True):
    """Where a kind of unit is in supply, and where it could trace a line of any length to a source."""

    supplied: HexSet
    connected: HexSet


def passable(s: State, side: int) -> HexSet:
    """Hexes a side's Supply Line may enter: no enemy unit, enemy control marker or enemy ZOC that no friendly unit
    cancels. Case 9.2a."""
    w = s.world
    marks = s.soviet_marks if side == AXIS else s.axis_marks
    return open_hexes(w.land, s.held_by(1 - side), zoc(s, 1 - side), s.held_by(side), marks)


def rail_net(w: World, sources: HexSet, within: HexSet) -> HexSet:
    """Railroad hexes connected to a source along railroads. Cases 9.3, 9.4, 9.2.2."""
    store = w.cache("rails")  # the same net is asked for several times in one position
    found: HexSet | None = store.get((sources, within))
    if found is None:
        found = store[sources, within] = w.railroads.connected(sources, within)
    return found


def axis_rail(s: State) -> HexSet:
    """Railroad hexes connected to an Axis source W, H or R. Case 9.3.1a."""
    w = s.world
    return rail_net(w, axis_sources(w), passable(s, AXIS))


def soviet_rail(s: State) -> HexSet:
    """Railroad hexes connected to a Soviet source E or S. Case 9.4.1."""
    w = s.world
    return rail_net(w, w.sources["E"] | w.sources["S"], passable(s, SOVIET))


def evacuation_rail(s: State) -> HexSet:
    """Railroad hexes by which a Factory gets away. Enemy units and ZOC stop it, but a control marker by itself does not: 12.2.1 names only those two, while a Supply Line (9.2) is
    stopped by markers as well. Case 12.2.1. RULING 12.2-b."""
    w = s.world
    within = open_hexes(w.land, s.axis_any, zoc(s, AXIS), s.soviet_any)
    return rail_net(w, w.sources["E"] | w.sources["S"], within)


def axis_sources(w: World) -> HexSet:
    return w.sources["W"] | w.sources["H"] | w.sources["R"]


def base_hexes(s: State) -> HexSet:
    """Hexes with a German Supply Base."""
    out = 0
    for u in s.world.of_kind[SUPPLY_BASE]:
        if s.where[u] >= 0:
            out |= 1 << s.where[u]
    return out


def working_bases(s: State) -> HexSet:
    """Hexes of Supply Bases on a railroad with a rail line to a source. Case 9.3."""
    return base_hexes(s) & axis_rail(s)


def _far_from_soviets(s: State) -> HexSet:
    """Hexes at least six away from every Soviet combat unit that is not Out of Supply. Case 9.3.3."""
    # RULING 9.3.3-b: Economic Assets and Offensive Support do not count, as in 5.3.1.
    w = s.world
    near = 0
    for u in w.units_of[SOVIET]:
        h = s.where[u]
        if h >= 0 and w.combat[u] and s.supply[u] != OUT:
            near |= 1 << h
    return w.land & ~w.grid.dilate(near, FAR - 1)


def _axis_area(s: State, sources: HexSet, sea: HexSet = 0) -> Area:
    """Supply from these sources by direct line, Supply Base, special long line and sea.

    Cases 9.2b, 9.2c, 9.3, 9.3.3, 9.3.4a, 9.6.1a, 10.3.
    """
    w = s.world
    within = passable(s, AXIS)
    bases = base_hexes(s) & rail_net(w, sources, within)
    short = 0
    for u in s.expended:
        here = 1 << s.where[u]
        if s.where[u] in s.partisans:
            short |= here
        else:
            bases |= here
    barred = w.blocked_to_supply
    supplied = grown(w.grid, sources | bases, within, LINE, barred)
    if short:  # for speed: mostly there is none
        supplied |= grown(w.grid, short, within, PARTISAN_LINE, barred)
    # RULING 9.3.3-a: the long line ends at a source or at a base that is itself supplied, and not at an expended one
    # with a Partisan, which feeds three hexes and no further (10.3).
    connected = far = flood(w.grid, sources & within, within, barred)
    if bases & within & ~far:  # for speed: mostly a line leads from a source to each of them
        far = flood(w.grid, (sources | bases) & within, within, barred)
    supplied |= far & _far_from_soviets(s)
    if sea:  # for speed: mostly there is none
        supplied |= grown(w.grid, sea, within, SEA_LINE, barred)
        connected = flood(w.grid, (sources | sea) & within, within, barred)
    return Area(supplied, connected)


def german_sea_ports(s: State) -> HexSet:
    """Ports from which German units draw Sea Supply. Cases 9.6.1a, 9.6.2."""
    w = s.world
    net = axis_rail(s)
    ports = 0
    for pair, water in ((("Odessa", "Sevastopol"), "black"), (("Danzig", "Königsberg"), "baltic")):
        ends = [w.find(name) for name in pair]
        if all(h >= 0 and axis_holds(s, h) and net >> h & 1 for h in ends):
            # RULING 9.6-a: only a port the side controls receives supply.
            ports |= sum(1 << h for h in bits(w.waters[water]) if axis_holds(s, h))
    return ports


def soviet_sea_ports(s: State) -> HexSet:
    """Ports from which Soviet units draw Sea Supply. Cases 9.6.3, 9.6.1b."""
    w = s.world
    net = soviet_rail(s)
    ends = [w.find(name) for name in ("Tuapse", "Novorossiysk")]
    if not any(h >= 0 and net >> h & 1 for h in ends):
        return 0
    ports = sum(1 << h for h in bits(w.waters["black"]) if not axis_holds(s, h))
    sevastopol, odessa = w.find("Sevastopol"), w.find("Odessa")
    if sevastopol >= 0 and odessa >= 0 and s.axis_any >> sevastopol & 1:
        ports &= ~(1 << odessa)
    return ports


def _soviet_area(s: State, barred: Sides, sea: HexSet) -> Area:
    """Supply within four hexes of a source or of a connected railroad, or two of a port.

    Cases 9.2b, 9.2c, 9.4, 9.2.1, 9.6.3.
    """
    w = s.world
    within = passable(s, SOVIET)
    sources = w.sources["E"] | w.sources["S"]
    net = rail_net(w, sources, within)
    supplied = grown(w.grid, sources | net, within, LINE, barred)
    if sea:  # for speed: mostly there is none
        supplied |= grown(w.grid, sea, within, SEA_LINE, barred)
    return Area(supplied, flood(w.grid, (sources | sea | net) & within, within, barred))


def _compute(s: State, sort: str) -> Area:
    """The area of one class of units. Cases 9.2.1, 9.3.1a, 9.3.1b, 9.3.2, 9.6, 21.2.2b."""
    w = s.world
    if sort == "german":
        return _axis_area(s, axis_sources(w), german_sea_ports(s))
    if sort == "axis":
        return _axis_area(s, axis_sources(w))
    if sort == "finnish":
        helsinki = w.find("Helsinki")
        if helsinki >= 0 and s.soviet_marks >> helsinki & 1:
            return Area(0, 0)
        return _axis_area(s, w.sources["F"])  # RULING 9.3.1-a: a base counts whose railroad leads there
    if sort == "turkish":  # RULING 21.2.2-a: no base and no long line
        within = passable(s, AXIS)
        source = w.sources["T"]
        return Area(
            grown(w.grid, source, within, LINE, w.blocked_to_supply),
            flood(w.grid, source & within, within, w.blocked_to_supply),
        )
    ice = w.blocked_on_ice if sort == "infantry" and is_snow(s) else w.blocked_to_supply
    return _soviet_area(s, ice, 0 if sort == "support" else soviet_sea_ports(s))


Areas = dict[str, Area]
"""Areas already worked out for one position, by class of unit."""


def areas(s: State, side: int) -> Areas:
    """The areas of one side in this position, to be asked with `area` while nothing changes.

    Own units matter only where they cancel an enemy ZOC, so moves behind the front leave the answer as it is.
    """
    w = s.world
    key: Any
    if side == AXIS:
        where = s.where
        weak = (
            () if OUT not in s.supply else tuple([where[u] for u in w.units_of[SOVIET] if s.supply[u] == OUT])
        )
        key = (
            AXIS, s.axis_any & zoc(s, SOVIET), s.soviet_any, s.soviet_front, s.axis_marks, s.soviet_marks, weak,
            tuple([where[b] for b in w.of_kind[SUPPLY_BASE]]), tuple(s.expended), tuple(s.partisans),
        )  # fmt: skip
    else:
        key = (
            SOVIET, s.soviet_any & zoc(s, AXIS), s.axis_any, s.axis_front, s.axis_marks, s.soviet_marks, is_snow(s),
        )  # fmt: skip
    found: Areas | None = w.areas_kept.get(key)
    if found is None:
        found = w.areas_kept[key] = {}
    return found


def area(s: State, u: int, known: Areas | None = None) -> Area:
    """Where a unit would be in supply now, and where it would be connected to a source at all."""
    w = s.world
    sort = w.supplied_as[u]
    if known is None:
        known = areas(s, w.side[u])
    found = known.get(sort)
    if found is None:
        found = known[sort] = _compute(s, sort)
    return found


def factory_hexes(s: State) -> HexSet:
    """Hexes in or next to a Factory. Case 9.1.2."""
    w = s.world
    here = 0
    for u in w.of_kind.get(ASSET, ()):
        if s.where[u] >= 0 and w.asset_type[u] == "factory":
            here |= 1 << s.where[u]
    return w.grid.dilate(here)


def verdict(s: State, u: int, factories: HexSet, known: Areas | None = None) -> int:
    """The supply status a unit gets in this Mutual Supply Phase by its own line.

    Cases 9.1a, 9.1b, 9.1c, 9.1d, 9.1.2, 9.3.2, 10.1-i1. RULING 10.1-a.
    """
    w = s.world
    kind = w.kind[u]
    if kind in (SUPPLY_BASE, ASSET):
        return SUPPLIED
    h = s.where[u]
    if area(s, u, known).supplied >> h & 1:
        return SUPPLIED
    if w.nation[u] == "finnish":
        helsinki = w.find("Helsinki")
        if helsinki >= 0 and s.soviet_marks >> helsinki & 1:
            return OUT
    if factories >> h & 1:
        return LACK
    return LACK if s.judged[u] == SUPPLIED else OUT


def is_isolated(s: State, u: int) -> bool:
    """Out of Supply with no line of any length to a source. Cases 9.1.3a, 10.1-i1. RULING 9.1.3-b."""
    return s.supply[u] == OUT and not area(s, u).connected >> s.where[u] & 1
