"""For the Motherland!: where Supply Bases go: to whoever has no line, spread along the front, out of the enemy's reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from hexfront.games.motherland.kinds import AXIS, MOVED, PANZERS, SHIPPED, STRATEGIC, SUPPLY_BASE
from hexfront.games.motherland.long_moves import strategic_hexes
from hexfront.games.motherland.state import State
from hexfront.games.motherland.supply import LINE, axis_rail, axis_sources, passable, rail_net
from hexfront.games.motherland.world import World
from hexfront.hexes import Hex, HexSet, bits, flood, union
from hexfront.players.doctrines.motherland.field import Picture
from hexfront.players.doctrines.motherland.posture import posture
from hexfront.players.doctrines.motherland.supply import drive
from hexfront.players.operations.feeding import Sites
from hexfront.players.operations.holding import FrontLine
from hexfront.wargame import grown

OFF_RAIL = -20.0  # worth of a hex from which a base feeds nobody
PANZER = 2.5  # how much more a Panzer counts than others
AHEAD = 0.2  # worth of a hex that the front may come to, for each
SPARE = 0.3  # worth of feeding a unit by a line with a hex to spare
IN_REACH, NEAR_REACH, IN_DEPTH = (
    -7.0,
    -4.0,
    -2.0,
)  # an enemy can walk in; can come next to it; Tank Armies can drive there
TRAVEL = 0.05  # cost of each hex to the units that nobody feeds
LATER = 12  # the turn from which the enemy exploits
UNGUARDED = (
    -20.0,
    -18.0,
    -8.0,
    -4.0,
    -2.0,
)  # a base by itself, so many hexes from an enemy who breaks through
GUARDED = (-8.0, -3.0, -1.0)  # and one with a corps, which can be surrounded with it
BOLD = 0.5  # what is left of the fear for a base in a blitz: the enemy has other cares
FAR = 6  # hexes from any Soviet unit at which a line may be of any length. Case 9.3.3


class Feeding:
    """Demand and sites for the bases of the Axis: as units stand, or for a line as it will run."""

    def __init__(
        self,
        s: State,
        pic: Picture,
        line: FrontLine | None = None,
        spearheads: Mapping[int, Mapping[Hex, float]] | None = None,
    ) -> None:
        w: World = s.world
        self.s, self.w, self.pic, self.line = s, w, pic, line
        self.spearheads = spearheads or {}
        self.barred = w.blocked_to_supply
        self.within = passable(s, AXIS)
        if line is None:
            self.net = axis_rail(s)
        else:  # what lies behind the line will be open
            self.within |= line.rear & ~s.soviet_any & ~s.soviet_marks
            self.net = rail_net(w, axis_sources(w), self.within)
        self.direct = grown(w.grid, axis_sources(w), self.within, LINE, self.barred)
        self.demand = [(layer, weight) for layer, weight in self._demand() if layer]
        self.hungry = union({h for layer, weight in self.demand if weight >= 1.0 for h in bits(layer)})
        self.walked = self._walked()
        self._near: tuple[HexSet, HexSet] = (w.grid.around(self.walked), w.grid.dilate(self.walked, 3))
        self.fear = BOLD if posture(s, AXIS).is_blitz else 1.0
        heads = [sorted(hexes.items(), key=lambda x: -x[1]) for hexes in (spearheads or {}).values()]
        self.sites = Sites(self.demand, self.fed, self.beside, heads)

    def _demand(self) -> list[tuple[HexSet, float]]:
        """Sets of hexes that want feeding, each hex in as many as units stand or will stand there."""
        s, w = self.s, self.w
        if self.line is not None:
            posts = self.line.hexes & ~self.direct
            return [(posts, 1.0)]
        counts: dict[Hex, int] = {}
        panzers: set[Hex] = set()
        for u, body in self.pic.bodies.items():
            if u in self.spearheads:
                continue
            if w.supplied_as[u] in ("german", "axis") and not self.direct >> body.at & 1:
                counts[body.at] = counts.get(body.at, 0) + 1
                if w.kind[u] in PANZERS:
                    panzers.add(body.at)
        demand = [(union(h for h, n in counts.items() if n >= k), 1.0) for k in (1, 2, 3)]
        demand.append((union(panzers), PANZER))
        front = s.axis_front
        ahead = w.grid.dilate(front, 2) & w.land & ~front & ~self.direct
        demand.append((ahead & w.grid.dilate(s.soviet_front, 4), AHEAD))
        return demand

    def _walked(self) -> HexSet:
        """Hexes that an enemy unit could walk into next turn, with nobody of ours in them."""
        if self.line is not None:
            return self.w.land & ~self.line.rear
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
        if s.turn >= LATER and self.line is not None and not self.line.rear >> h & 1:
            worth += OFF_RAIL
        if s.turn >= LATER and self.line is None and s.axis_front >> h & 1:
            worth += self._near_enemy(h, GUARDED)
        if not s.axis_front >> h & 1:
            if self.walked >> h & 1:
                worth += self.fear * IN_REACH
            elif self._near[0] >> h & 1:
                worth += self.fear * NEAR_REACH
            elif s.turn >= LATER and self._near[1] >> h & 1:
                worth += IN_DEPTH
            if s.turn >= LATER and self.line is None:
                worth = min(worth, self._near_enemy(h, UNGUARDED))
        if not self.net >> h & 1:
            return worth + OFF_RAIL
        close = grown(w.grid, 1 << h, self.within, LINE - 1, self.barred)
        worth += SPARE * (close & self.hungry).bit_count()
        if not self.fed(h) & self.hungry:
            far = min((w.grid.distance(h, x) for x in bits(self.hungry)), default=0)
            worth -= TRAVEL * far
        return worth

    def _near_enemy(self, h: Hex, costs: Sequence[float]) -> float:
        """What it costs to stand in a hex, by how many hexes it is from an enemy."""
        foe = self.s.soviet_front
        near = next((n for n in range(len(costs)) if self.w.disc(h, n + 1) & foe), -1)
        return costs[near] if near >= 0 else 0.0

    def place(self, reaches: Mapping[int, Sequence[Hex]]) -> dict[int, Hex]:
        """A hex for each base that can move; the others feed from where they stand."""
        s = self.s
        bases = [b for b in self.w.of_kind[SUPPLY_BASE] if s.where[b] >= 0]
        fixed = [s.where[b] for b in bases if b not in reaches]
        return self.sites.place(reaches, fixed, {b: s.where[b] for b in reaches})

    def drives(self) -> dict[int, HexSet]:
        """Where each base that has not moved yet can drive in this phase."""
        s = self.s
        gone = MOVED | STRATEGIC | SHIPPED
        bases = [b for b in self.w.of_kind[SUPPLY_BASE] if s.where[b] >= 0 and not s.flags[b] & gone]
        return {b: drive(s, b, self.within) | 1 << s.where[b] for b in bases}

    def leaps(self, able: Sequence[int]) -> dict[int, Hex]:
        """Bases that go by rail, on Mud turns alone: where each is wanted that cannot drive there. Case 5.3.2."""
        drives = self.drives()
        reaches = {
            b: list(bits(near | (strategic_hexes(self.s, b) & self.net if b in able else 0)))
            for b, near in drives.items()
        }
        return {b: h for b, h in self.place(reaches).items() if not drives[b] >> h & 1}

    @cached_property
    def ahead(self) -> HexSet:
        """Where the bases will be that the line wants, and feed somebody."""
        s, w = self.s, self.w
        chosen = self.place({b: list(bits(hexes)) for b, hexes in self.drives().items()})
        bases = [b for b in w.of_kind[SUPPLY_BASE] if s.where[b] >= 0]
        return union({chosen.get(b, s.where[b]) for b in bases}) & self.net

    def forecast(self) -> HexSet:
        """Where Germans and their allies will be in supply when the bases have gone to where the line wants them."""
        s, w = self.s, self.w
        sites = self.ahead
        supplied = self.direct | grown(w.grid, sites, self.within, LINE, self.barred)
        quiet = w.land & ~w.grid.dilate(s.soviet_front, FAR - 1)
        return (
            supplied
            | flood(w.grid, (axis_sources(w) | sites) & self.within, self.within, self.barred) & quiet
        )


__all__ = ["Feeding"]
