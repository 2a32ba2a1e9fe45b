"""For the Motherland!: where the Supply Bases of the Axis go, all of them considered together."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hexfront.games.motherland.kinds import AXIS, SOVIET, SUPPLY_BASE
from hexfront.games.motherland.state import State
from hexfront.games.motherland.supply import LINE, axis_rail, axis_sources, passable
from hexfront.games.motherland.zones import zoc
from hexfront.hexes import HexSet, zones
from hexfront.wargame import grown

AGAIN = 0.25  # worth of feeding a unit from a second base, which the loss of the first does not starve
CLOSE = 0.25  # worth of a line with a hex to spare
OFF_RAIL = -20.0


def exposed(s: State, steps: int) -> HexSet:
    """Hexes without an Axis unit that Soviet units could walk into in this many steps: zones stop them."""
    w = s.world
    zone, free = zoc(s, AXIS), w.land & ~s.axis_any
    start = 0
    for u in w.units_of[SOVIET]:
        if s.where[u] >= 0 and w.combat[u] and w.pace[u][s.steps[u]]:
            start |= 1 << s.where[u]
    reached = start
    fresh = zones(w.grid, start & ~zone, w.blocked) | zones(w.grid, start & zone, w.blocked) & ~zone
    for _ in range(steps):
        fresh &= free & ~reached
        reached |= fresh
        fresh = zones(w.grid, fresh & ~zone, w.blocked)
    return reached


class Posts:
    """The worth of hexes as places for Supply Bases: whom they feed that nobody else feeds, and what lies ahead."""

    def __init__(self, s: State, beside: Callable[[int], float]) -> None:
        w = s.world
        self.s, self._beside = s, beside
        self.within = passable(s, AXIS)
        self.net = axis_rail(s)
        direct = grown(w.grid, axis_sources(w), self.within, LINE, w.blocked_to_supply)
        counts: dict[int, int] = {}
        for u in w.units_of[AXIS]:
            h = s.where[u]
            if h >= 0 and w.combat[u] and w.supplied_as[u] in ("german", "axis") and not direct >> h & 1:
                counts[h] = counts.get(h, 0) + 1
        self.layers = [sum(1 << h for h, n in counts.items() if n >= k) for k in (1, 2, 3)]
        self._fed: dict[int, tuple[HexSet, HexSet]] = {}
        self._worth: dict[int, float] = {}

    def fed(self, h: int) -> tuple[HexSet, HexSet]:
        """The hexes a base would feed: with a line of three hexes, and of four."""
        found = self._fed.get(h)
        if found is None:
            w = self.s.world
            if self.net >> h & 1:
                close = grown(w.grid, 1 << h, self.within, LINE - 1, w.blocked_to_supply)
                found = close, grown(w.grid, close, self.within, 1, w.blocked_to_supply)
            else:
                found = 0, 0
            self._fed[h] = found
        return found

    def _units(self, hexes: HexSet) -> int:
        return sum((hexes & layer).bit_count() for layer in self.layers)

    def worth(self, h: int, others: HexSet) -> float:
        """What a base in a hex is worth beside those that feed `others` already."""
        beside = self._worth.get(h)
        if beside is None:
            beside = self._worth[h] = self._beside(h)
        if not self.net >> h & 1:
            return OFF_RAIL + beside
        close, all_ = self.fed(h)
        new = all_ & ~others
        return (
            self._units(new)
            + CLOSE * self._units(close & ~others)
            + AGAIN * self._units(all_ & others)
            + beside
        )

    def assign(self, reaches: Mapping[int, list[int]]) -> dict[int, int]:
        """A hex for each base, the most useful base and hex first; bases that are not to move feed where they stand."""
        s, w = self.s, self.s.world
        others = 0
        for b in w.of_kind[SUPPLY_BASE]:
            if s.where[b] >= 0 and b not in reaches:
                others |= self.fed(s.where[b])[1]
        out: dict[int, int] = {}
        free = dict(reaches)
        while free:
            best: tuple[float, int, int] | None = None
            for b, hexes in free.items():
                for h in hexes:
                    if h not in out.values():
                        value = self.worth(h, others) + (0.05 if h == s.where[b] else 0.0)
                        if best is None or (value, -b, -h) > best:
                            best = (value, -b, -h)
            if best is None:
                break
            b, h = -best[1], -best[2]
            out[b] = h
            others |= self.fed(h)[1]
            del free[b]
        return out


__all__ = ["Posts", "exposed"]
