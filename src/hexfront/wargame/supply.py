"""Supply traces: from sources along a network, then a limited number of hexes across country."""

from __future__ import annotations

from hexfront.hexes import Costs, Grid, HexSet, Sides, ranges
from hexfront.hexes.reach import reachable
from hexfront.hexes.sets import bits


def open_ground(land: HexSet, enemies: HexSet, enemy_zone: HexSet, friends: HexSet) -> HexSet:
    """The hexes a line may pass: land without enemies, and out of their zones unless a friend stands there."""
    return land & ~enemies & ~(enemy_zone & ~friends)


def network(links: Sides, sources: HexSet, open_hexes: HexSet) -> HexSet:
    """The hexes of a rail or road net that its sources reach through open hexes.

    A source that is not open itself does not count.
    """
    reached = fresh = sources & open_hexes
    while fresh:
        fresh = links.across(fresh) & open_hexes & ~reached
        reached |= fresh
    return reached


def within(
    grid: Grid,
    start: HexSet,
    hexes: int,
    open_hexes: HexSet,
    barred: Sides | None = None,
) -> HexSet:
    """Everything within so many hexes of a set, stepping through open hexes and not across barred sides.

    The last hex need not be open: a unit in a closed hex can be reached, but nothing beyond it.
    """
    reached = passed = fresh = start
    for _ in range(hexes):
        near = 0
        if barred is None:
            near = grid.around(fresh)
        else:
            for d in range(6):
                near |= grid.shift(fresh & ~barred.leaving[d], d)
        reached |= near
        fresh = near & open_hexes & ~passed
        passed |= fresh
        if not fresh:
            break
    return reached


def supplied(
    grid: Grid,
    sources: HexSet,
    rails: Sides,
    hexes: int,
    open_hexes: HexSet,
    barred: Sides | None = None,
) -> HexSet:
    """Everything in supply: within so many hexes, across country, of a railway that leads to a source.

    Sources are hexes, often those of a map edge; a source counts even where no railway leaves it.
    """
    return within(grid, network(rails, sources, open_hexes), hexes, open_hexes, barred)


def within_points(start: HexSet, costs: Costs, points: int) -> HexSet:
    """Everything within so many movement points of any hex of a set."""
    out = 0
    for i in bits(start):
        out |= reachable(ranges(costs.grid, i, costs, points))
    return out
