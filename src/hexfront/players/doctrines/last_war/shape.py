"""The Last War: how the line would run if a side took some hexes, and what would be cut off from home."""

from __future__ import annotations

from typing import NamedTuple

from hexfront.games.last_war.front import closed_seas, lines_between, sea_ports
from hexfront.games.last_war.state import LastWarState, is_in_war, open_land
from hexfront.hexes import HexSet


class Bend(NamedTuple):
    """By how many hexes the lines of the side that takes ground and of its enemy grow shorter, and what enemy ground no road from
    home leads to any more."""

    own: int
    foe: int
    cut: HexSet


Bends = dict[tuple[int, HexSet], Bend]
Known = dict[tuple[object, ...], Bends]
MOST_KNOWN = 256  # courses of the lines that are remembered


class Shape:
    """The lines of a position, and how they would run if a side held more. `known` is what was found for the same ground before."""

    def __init__(self, s: LastWarState, known: Known) -> None:
        self._s, self._known = s, known
        self._free = open_land(s)
        self._roots: list[HexSet | None] = [None, None]
        self._fed: list[HexSet] = [0, 0]
        self._bends: Bends | None = None

    def if_taken(self, side: int, taken: HexSet) -> Bend:
        """What changes when a side takes some hexes."""
        bends = self._bends
        if bends is None:
            bends = self._bends = self._remembered()
        key = side, taken
        found = bends.get(key)
        if found is None:
            found = bends[key] = self._bend(side, taken)
        return found

    def _remembered(self) -> Bends:
        """What is known of this ground: nothing else matters to the lines than who holds what, where he is fed from, and what is
        nobody's."""
        s = self._s
        key = (*s.ground, *s.line, self._free, self._root(0), self._root(1))
        if key not in self._known and len(self._known) >= MOST_KNOWN:
            self._known.clear()
        return self._known.setdefault(key, {})

    def _bend(self, side: int, taken: HexSet) -> Bend:
        s, foe = self._s, 1 - side
        ground = list(s.ground)
        ground[side] |= taken
        ground[foe] &= ~taken
        new = lines_between(s.world, ground[0], ground[1], self._free & ~taken)
        shorter = [
            (s.line[each] & ~s.world.china).bit_count() - (new[each] & ~s.world.china).bit_count()
            for each in (0, 1)
        ]
        roots = self._root(foe)
        cut = self._fed[foe] & ~taken & ~s.world.overland(roots & ~taken, ground[foe])
        return Bend(shorter[side], shorter[foe], cut)

    def _root(self, side: int) -> HexSet:
        """Homes and ports that a side is fed from."""
        found = self._roots[side]
        if found is None:
            s, w = self._s, self._s.world
            closed, found = closed_seas(s)[side], 0
            for n in w.of_side[side]:
                if is_in_war(s, n):
                    found |= w.home[n] & s.ground[side] | sea_ports(s, n, closed)
            self._roots[side] = found
            self._fed[side] = w.overland(found, s.ground[side])
        return found


__all__ = ["Bend", "Known", "Shape"]
