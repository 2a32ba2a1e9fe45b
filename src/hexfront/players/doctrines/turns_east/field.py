"""Hitler Turns East: a position as the operations layer wants it: ground, threats, what is worth having, the line.

Soviet zones stop nobody here (9.1.3), but every zone shuts lines of communication: a closed line keeps the enemy's
supply out, and whoever runs through it is cut off.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from hexfront.games.turns_east.data import AXIS, SIDES, SOVIET, EastWorld
from hexfront.games.turns_east.state import BOX, TRACK, EastState, factor
from hexfront.games.turns_east.supply import SupplyNet
from hexfront.hexes import Hex, HexSet, bits, union
from hexfront.players.doctrines.turns_east.read import EastGround
from hexfront.players.operations.field import Body, Field, Ways
from hexfront.players.operations.goals import Goals, read_goals
from hexfront.players.operations.holding import Cutter, FrontLine, draw_line
from hexfront.players.operations.reading import cheapest, pockets, threats

GOALS: Goals = read_goals(Path(__file__).with_name("goals.toml"))
AUTOMATIC = {"kiev": 1.5, "moscow": 1.5, "leningrad": 1.5, "rostov": 0.5, "sevastopol": 0.5, "maikop": 0.5}
TYPHOON = 5  # the turn from which the Axis thinks of ending the war at once
SUMMER = 0.3  # how much the cities of an automatic victory count before
PROSPECT = 9  # hexes within which goals count for an order
ABROAD = 0.4  # how much less still a goal in another Command draws
INFANTRY_PACE, PANZER_PACE = 4, 8  # movement points to reckon with next turn


class Lines(msgspec.Struct, frozen=True):
    """How a line is drawn, for one side in one season; numbers.toml says what each is."""

    strip: float
    mass: float
    spacing: float
    cover: float
    shelter: float
    river: float
    unreached: float
    hungry: float


class Map:
    """What the operations layer needs of a map, worked out once a world."""

    def __init__(self, w: EastWorld) -> None:
        near = 0  # as far as lines of communication go: in a game of one Command its area and the hexes just past it
        for c in w.plan.commands:
            near |= w.loc_areas[c]
        self.ways = Ways(w.grid, w.enterable & near, w.prohibited)
        self.cutter = Cutter(self.ways)


def home_of(w: EastWorld, side: int) -> HexSet:
    """What the line of a side has to cover."""
    return (w.west_edge if side == AXIS else w.off_map) & w.enterable


def places(s: EastState, side: int, tilt: dict[str, float] | None = None) -> dict[Hex, float]:
    """What places are worth to a side: points, sudden victory, supply, and the goals of the date."""
    w = s.world
    out = {i: float(n) for i, n in w.points.items()}
    if w.plan.automatic_victory:
        share = SUMMER if side == AXIS and s.turn < TYPHOON else 1.0
        for name, i in w.automatic.items():
            out[i] = out.get(i, 0.0) + share * AUTOMATIC.get(name, 0.0)
    for i in bits(w.towns):
        out[i] = out.get(i, 0.0) + 0.25
    found = {w.board.index(place.hex): place.name for place in w.board.places}
    named = {name: i for i, name in found.items()}
    for i, worth in GOALS.at(SIDES[side], s.turn, lambda name: named.get(name, -1), tilt).items():
        out[i] = out.get(i, 0.0) + worth
    return out


def reach_of(s: EastState, u: int, pace: int) -> HexSet:
    """The hexes that a unit gets to with so many movement points, round the enemy's units."""
    w = s.world
    steps = w.moves[w.climate[s.turn]][w.move_class[u]]
    shut = s.held[1 - w.side[u]]
    cost = {s.where[u]: 0}
    fresh = [s.where[u]]
    while fresh:
        further = []
        for i in fresh:
            for j, step in steps[i].items():
                total = cost[i] + step
                if total <= pace and total < cost.get(j, 99) and not shut >> j & 1:
                    cost[j] = total
                    further.append(j)
        fresh = further
    return union(cost)


class Front:
    """The whole board for one side: units, threats, pockets, the worth of places."""

    def __init__(self, s: EastState, side: int, map_: Map, tilt: dict[str, float] | None = None) -> None:
        w = s.world
        self.s, self.w, self.side, self.map = s, w, side, map_
        self.net = SupplyNet(s, side)
        self.worth = places(s, side, tilt)
        self.bodies = {u: self._body(u, 0) for u in self._units(side)}
        self.foes = {u: self._body(u, self._reach(u)) for u in self._units(1 - side)}
        self.field = Field(
            map_.ways, self.bodies, self.foes, home_of(w, side), home_of(w, 1 - side), self.worth
        )
        self.pocketed = union(h for pocket in pockets(self.field) for h in bits(pocket))
        self.threat = threats(self.field, self.foes.values(), 9)
        coming = {TRACK.space(s.turn), TRACK.space(s.turn + 1), *(BOX.space(c) for c in w.plan.commands)}
        self.due = sum(s.where[u] in coming for u in bits(w.stackers & w.masks[side] & ~w.partisan))
        self._far: dict[Hex, int] | None = None
        self._drawn: dict[Hex, float] | None = None
        self._homeward: dict[Hex, int] | None = None

    def _units(self, side: int) -> list[int]:
        s, w = self.s, self.w
        return [u for u in bits(w.stackers & w.masks[side] & ~w.partisan) if s.where[u] >= 0]

    def _body(self, u: int, reach: HexSet) -> Body:
        s, w = self.s, self.w
        now = float(factor(s, u))
        attack = 0.0 if w.bracketed >> u & 1 else now
        return Body(u, s.where[u], attack, now, s.steps[u], w.is_mobile[u], reach)

    def _reach(self, u: int) -> HexSet:
        """Where an enemy could get to with his next order: a Panzer Corps by Blitz, everybody else by Assault."""
        w = self.w
        pace = PANZER_PACE if w.panzers >> u & 1 else INFANTRY_PACE + 2 * w.is_mobile[u]
        return reach_of(self.s, u, pace)

    def is_ours(self, i: Hex) -> bool:
        return bool(self.s.axis_towns >> i & 1) == (self.side == AXIS)

    @property
    def far(self) -> dict[Hex, int]:
        """How many hexes each hex is from the nearest enemy who is not cut off."""
        if self._far is None:
            foe = self.s.held[1 - self.side] & ~self.pocketed
            self._far = self.map.ways.distances(foe, self.map.ways.land)
        return self._far

    @property
    def homeward(self) -> dict[Hex, int]:
        """How many hexes each hex is from ground with a line of communication, round the enemy's units."""
        if self._homeward is None:
            free = self.map.ways.land & ~self.s.held[1 - self.side]
            lined = 0
            for c in self.w.plan.commands:
                lined |= self.net.lines(c).loc & self.w.areas[c]
            self._homeward = self.map.ways.distances(lined, free)
        return self._homeward

    def way_home(self, h: Hex) -> tuple[Hex, ...]:
        """A short way from a place to the home of this side that keeps off the enemy; from Leningrad it may begin on the far
        shore of the lake, over which nobody cuts its line (10.1.11)."""
        w, far, foe = self.w, self.far, self.s.held[1 - self.side]
        starts = [h]
        if h == w.leningrad and self.side == SOVIET:
            shore = w.grid.around(w.lake_supply) & self.map.ways.land & ~foe & ~w.adjacent[h] & ~(1 << h)
            starts += bits(shore)

        def enter(n: Hex) -> float:
            return 1.0 + (20.0 if foe >> n & 1 else 0.0) + 3.0 / (1 + far.get(n, 40))

        way = cheapest(self.map.ways, starts, home_of(w, self.side), enter)
        if way is None:
            return ()
        return way.hexes if way.hexes[0] == h else (h, *way.hexes)

    def prospects(self, command: int) -> float:
        """What a Command is after, by the goals of the date within its reach, and what it has for it."""
        area = self.w.areas[command]
        force = sum(b.attack for b in self.bodies.values() if area >> b.at & 1)
        near = self.w.grid.dilate(self.field.own & area, PROSPECT)
        goals = sum(x for i, x in self.worth.items() if area & near & 1 << i and not self.is_ours(i))
        return float(force**0.5) * goals

    def exposed(self, line: FrontLine, command: int) -> int:
        """How many units of a Command stand before the line, or are cut off."""
        area = self.w.areas[command]
        return sum(
            not line.rear >> b.at & 1 or (not line.hexes and b.at not in self.homeward)
            for b in self.bodies.values()
            if area >> b.at & 1
        )

    def drawn(self, ground: EastGround) -> dict[Hex, float]:
        """How strongly the goals of the date that the enemy holds draw this side to each hex; those of another Command hardly
        count: each Army Group has its own."""
        if self._drawn is None:
            self._drawn = {}
            area_of = self.w.area_of
            for i, worth in self.worth.items():
                if not self.is_ours(i):
                    for j, share in ground.shares.get(i, ()):
                        own = 1.0 if area_of[i] == area_of[j] else ABROAD
                        self._drawn[j] = self._drawn.get(j, 0.0) + own * share * worth
        return self._drawn

    # --- the line

    def hold(self, x: Lines, reached: HexSet, supplied: HexSet) -> dict[Hex, float]:
        """What it costs to hold each hex: ground, rivers towards the enemy, his mass, whether anybody can be there in time
        and is fed there."""
        w, far = self.w, self.far
        frozen = w.weather(self.s.turn) == "Snow"
        near = self.map.ways.near
        out: dict[Hex, float] = {}
        for h in self.map.ways.hexes:
            cost = 1.0 - x.cover * min(2, w.shift[h])
            if self.side == SOVIET and not w.assault_into >> h & 1:
                cost -= x.shelter
            n = far.get(h, 40)
            facing = [j for j in near[h] if far.get(j, 40) < n]
            if facing and not frozen:
                wet = sum(w.rivers.has(h, j) for j in facing) / len(facing)
                cost *= 1 - (1 - x.river) * wet
            cost += x.mass * min(2.0, self.threat.get(h, 0.0) / 20.0)
            if not reached >> h & 1:
                cost *= x.unreached
            if not supplied >> h & 1:
                cost *= x.hungry
            out[h] = max(0.1, cost)
        return out

    def line(self, x: Lines, reached: HexSet, supplied: HexSet) -> FrontLine:
        """The line as it should stand."""
        w = self.w
        theirs = self.s.held[1 - self.side] & ~self.pocketed | home_of(w, 1 - self.side)
        return draw_line(
            self.map.cutter,
            self.hold(x, reached, supplied),
            self.map.ways.ground(self.worth, x.strip),
            theirs & self.map.ways.land,
            home_of(w, self.side),
            len(self.bodies) + self.due,
            x.spacing,
        )


__all__ = ["GOALS", "TYPHOON", "Front", "Lines", "Map", "home_of", "places", "reach_of"]
