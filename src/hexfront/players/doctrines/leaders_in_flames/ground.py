"""Leaders in Flames: the ground as the staff walks it."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.state import State
from hexfront.hexes import Hex, HexSet, bits
from hexfront.players.operations.field import Ways
from hexfront.players.operations.holding import Cutter


def walks(s: State, h: Hex) -> dict[Hex, int]:
    """The hexes of the same land around a hex, with the steps to them, up to sixteen."""
    w = s.world
    kept = w.cache("walks")
    found: dict[Hex, int] | None = kept.get(h)
    if found is None:
        found, edge = {h: 0}, 1 << h
        seen = edge
        for steps in range(1, 17):
            edge = w.near_hexes(edge) & ~seen
            seen |= edge
            found.update(dict.fromkeys(bits(edge), steps))
        kept[h] = found
    return found


def landmass(s: State, h: Hex) -> HexSet:
    """The land around a hex, as far as troops can walk."""
    kept = s.world.cache("landmass")
    found: HexSet | None = next((land for land in kept.values() if land >> h & 1), None)
    if found is None:
        edge = found = 1 << h
        while edge:
            edge = s.world.near_hexes(edge) & ~found
            found |= edge
        kept[h] = found
    return found


class Ground:
    """The map as the operations layer wants it, made once for a world."""

    def __init__(self, s: State) -> None:
        w = s.world
        self.ways = Ways(w.grid, w.area, w.barred)
        self.cutter = Cutter(self.ways)
