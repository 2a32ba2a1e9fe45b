"""A position as one side sees it: what a game's doctrine tells the operations layer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from hexfront.hexes import Grid, Hex, HexSet, Sides, bits, union, zones


class Body:
    """A unit as operations see it: where it stands, what it can do, and the hexes it can get to."""

    __slots__ = ("at", "attack", "defence", "is_mobile", "reach", "steps", "unit")

    def __init__(
        self,
        unit: int,
        at: Hex,
        attack: float,
        defence: float,
        steps: int = 1,
        is_mobile: bool = False,
        reach: HexSet = 0,
    ) -> None:
        self.unit, self.at = unit, at
        self.attack, self.defence, self.steps, self.is_mobile = attack, defence, steps, is_mobile
        self.reach = reach | 1 << at


class Ways:
    """The steps that can be taken on a map, worked out once: neighbours across sides that are not barred."""

    def __init__(self, grid: Grid, land: HexSet, barred: Sides | None) -> None:
        self.grid, self.land, self.barred = grid, land, barred
        self.near: dict[Hex, tuple[Hex, ...]] = {}
        for h in bits(land):
            self.near[h] = tuple(
                n
                for n in grid.neighbours(h)
                if land >> n & 1 and not (barred is not None and barred.has(h, n))
            )
        self.hexes = sorted(self.near)

    def zone(self, front: HexSet) -> HexSet:
        """The hexes next to a set, across no barred side."""
        return zones(self.grid, front, self.barred) & self.land

    def spread_over(self, start: HexSet, within: HexSet) -> HexSet:
        """Every hex of `within` that a set is connected to."""
        reached = start & within
        fresh = reached
        while fresh:
            fresh = self.zone(fresh) & within & ~reached
            reached |= fresh
        return reached

    def distances(self, start: HexSet, within: HexSet) -> dict[Hex, int]:
        """How many steps each hex of `within` is from a set."""
        found: dict[Hex, int] = {}
        fresh = seen = start & within
        n = 0
        while fresh:
            found.update(dict.fromkeys(bits(fresh), n))
            fresh = self.zone(fresh) & within & ~seen
            seen |= fresh
            n += 1
        return found

    def ground(self, worth: Mapping[Hex, float], strip: float) -> dict[Hex, float]:
        """What each hex is worth behind the line: a strip of it, and what lies in it."""
        return {h: strip + worth.get(h, 0.0) for h in self.hexes}


class Field:
    """Ground, units and worth for one side. `home` has to stay behind its line, `far` is the enemy's home."""

    def __init__(
        self,
        ways: Ways,
        mine: Mapping[int, Body],
        theirs: Mapping[int, Body],
        home: HexSet,
        far: HexSet,
        worth: Mapping[Hex, float],
    ) -> None:
        self.ways = ways
        self.mine, self.theirs = mine, theirs
        self.home, self.far, self.worth = home, far, worth

    @property
    def grid(self) -> Grid:
        return self.ways.grid

    @property
    def land(self) -> HexSet:
        return self.ways.land

    @cached_property
    def own(self) -> HexSet:
        """Hexes with units of this side."""
        return union(body.at for body in self.mine.values())

    @cached_property
    def enemy(self) -> HexSet:
        """Hexes with units of the enemy."""
        return union(body.at for body in self.theirs.values())

    @cached_property
    def hostile(self) -> HexSet:
        """The enemy's zones."""
        return self.ways.zone(self.enemy)


__all__ = ["Body", "Field", "Ways"]
