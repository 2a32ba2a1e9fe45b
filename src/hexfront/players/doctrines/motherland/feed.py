"""For the Motherland!: where Supply Bases go: to whoever has no line, spread along the front, out of the enemy's reach."""

from __future__ import annotations

from hexfront.games.motherland.kinds import AXIS, PANZERS, SUPPLY_BASE
from hexfront.games.motherland.state import State
from hexfront.games.motherland.supply import LINE, axis_rail, axis_sources, passable
from hexfront.games.motherland.world import World
from hexfront.hexes import Hex, HexSet, bits, union
from hexfront.players.doctrines.motherland.field import Picture
from hexfront.players.operations.feeding import Sites
from hexfront.wargame import grown

OFF_RAIL = -20.0  # worth of a hex from which a base feeds nobody
PANZER = 0.5  # how much more a Panzer counts than others
AHEAD = 0.06  # worth of a hex that the front may come to, for each
SPARE = 0.3  # worth of feeding a unit by a line with a hex to spare
IN_REACH, NEAR_REACH, IN_DEPTH = (
    -7.0,
    -2.5,
    -1.0,
)  # an enemy can walk in; can come next to it; Tank Armies can drive there
TRAVEL = 0.05  # cost of each hex to the units that nobody feeds
LATER = 12  # the turn from which the enemy exploits


class Feeding:
    """Demand and sites for the bases of the Axis, as units stand."""

    def __init__(self, s: State, pic: Picture) -> None:
        w: World = s.world
        self.s, self.w, self.pic = s, w, pic
        self.within = passable(s, AXIS)
        self.net = axis_rail(s)
        self.barred = w.blocked_to_supply
        direct = grown(w.grid, axis_sources(w), self.within, LINE, self.barred)
        counts: dict[Hex, int] = {}
        panzers: set[Hex] = set()
        for u, body in pic.bodies.items():
            if w.supplied_as[u] in ("german", "axis") and not direct >> body.at & 1:
                counts[body.at] = counts.get(body.at, 0) + 1
                if w.kind[u] in PANZERS:
                    panzers.add(body.at)
        demand = [(union(h for h, n in counts.items() if n >= k), 1.0) for k in (1, 2, 3)]
        demand.append((union(panzers), PANZER))
        front = s.axis_front
        ahead = w.grid.dilate(front, 2) & w.land & ~front & ~direct
        demand.append((ahead & w.grid.dilate(s.soviet_front, 4), AHEAD))
        self.demand = [(layer, weight) for layer, weight in demand if layer]
        self.hungry = union(counts)
        self.walked = self._walked()
        self._near: tuple[HexSet, HexSet] = (w.grid.around(self.walked), w.grid.dilate(self.walked, 3))
        self.sites = Sites(self.demand, self.fed, self.beside)

    def _walked(self) -> HexSet:
        """Hexes that an enemy unit could walk into next turn, with nobody of ours in them."""
        reached = 0
        for body in self.pic.foes.values():
            reached |= body.reach
        return reached & ~self.s.axis_front

    def fed(self, h: Hex) -> HexSet:
        if not self.net >> h & 1:
            return 0
        return grown(self.w.grid, 1 << h, self.within, LINE, self.barred)

    def beside(self, h: Hex) -> float:
        """Safety, a line with something to spare, and the way to those whom nobody feeds."""
        s, w = self.s, self.w
        worth = 0.0
        if not s.axis_front >> h & 1:
            if self.walked >> h & 1:
                worth += IN_REACH
            elif self._near[0] >> h & 1:
                worth += NEAR_REACH
            elif s.turn >= LATER and self._near[1] >> h & 1:
                worth += IN_DEPTH
        if not self.net >> h & 1:
            return worth + OFF_RAIL
        close = grown(w.grid, 1 << h, self.within, LINE - 1, self.barred)
        worth += SPARE * (close & self.hungry).bit_count()
        if not self.fed(h) & self.hungry:
            far = min((w.grid.distance(h, x) for x in bits(self.hungry)), default=0)
            worth -= TRAVEL * far
        return worth

    def place(self, reaches: dict[int, list[Hex]]) -> dict[int, Hex]:
        """A hex for each base that can move; the others feed from where they stand."""
        s = self.s
        bases = [b for b in self.w.of_kind[SUPPLY_BASE] if s.where[b] >= 0]
        fixed = [s.where[b] for b in bases if b not in reaches]
        return self.sites.place(reaches, fixed, {b: s.where[b] for b in reaches})


__all__ = ["Feeding"]
