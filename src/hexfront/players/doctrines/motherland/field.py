"""For the Motherland!: a position as the operations layer wants it: ground, units, threats, what is worth having."""

from __future__ import annotations

from pathlib import Path

from hexfront.games.motherland.kinds import AXIS, PANZERS, SEATS, TANK
from hexfront.games.motherland.reach import reach
from hexfront.games.motherland.state import State, axis_holds, is_snow, move_factor
from hexfront.games.motherland.supply import axis_sources
from hexfront.games.motherland.world import World
from hexfront.hexes import Hex, HexSet, bits
from hexfront.players.doctrines.motherland.read import MotherlandGround, strength
from hexfront.players.operations.field import Body, Field, Ways
from hexfront.players.operations.goals import Goals, read_goals
from hexfront.players.operations.holding import Cutter
from hexfront.players.operations.reading import pockets, threats

GOALS: Goals = read_goals(Path(__file__).with_name("goals.toml"))
UNREACHED = 2.2  # how much dearer a hex is that nobody can be in by the end of the phase
A_CITY = 0.35  # worth of a city that scores nothing
A_POINT = 0.5  # worth of a victory point
HELD = 1.6  # how much more a point counts that is held already
NEAR_THE_END, AT_THE_END = 1.4, 2.0  # how much more points count in the last turns of a scenario
A_GOAL = 0.5  # worth of a goal's point
OUR_STACK = (21.0, 6.0)  # defence of a hex that is well held, by side
SECOND_ARMY = 12  # the turn from which a hex holds two armies


def room_of(s: State, side: int) -> int:
    """How many combat units a hex holds."""
    return 3 if side == AXIS else 2 if s.turn >= SECOND_ARMY else 1


def home_of(w: World, side: int) -> HexSet:
    """The sources of a side: what its line has to cover."""
    if side == AXIS:
        return axis_sources(w) | w.sources["F"]
    return w.sources["E"] | w.sources["S"]


class Map:
    """What the operations layer needs of a map, worked out once a world."""

    def __init__(self, w: World) -> None:
        self.ways = Ways(w.grid, w.land, w.blocked)
        self.cutter = Cutter(self.ways)
        self._distances: dict[Hex, dict[Hex, int]] = {}

    def distances(self, target: Hex, most: int = 12) -> dict[Hex, int]:
        """How many hexes each hex is from a place over land, so far as that is near."""
        found = self._distances.get(target)
        if found is None:
            found = self._distances[target] = {}
            fresh, seen, n = 1 << target & self.ways.land, 1 << target, 0
            while fresh and n <= most:
                found.update(dict.fromkeys(bits(fresh), n))
                fresh = self.ways.zone(fresh) & ~seen
                seen |= fresh
                n += 1
        return found

    def cover(self, w: World, h: Hex, snow: bool) -> float:
        """What holding a hex costs by its ground alone."""
        shift = w.shift_of(h, snow)
        return 1.0 if not shift else 0.8 if shift == -1 else 0.6

    def river(self, w: World, h: Hex, facing: HexSet) -> float:
        """How much cheaper a river makes it to hold a hex against what comes from `facing`."""
        front = [n for n in self.ways.near[h] if facing >> n & 1]
        if not front:
            return 1.0
        total = 0.0
        for n in front:
            total += 0.55 if w.major.has(h, n) else 0.85 if w.minor.has(h, n) else 1.0
        return total / len(front)


class Picture:
    """The board for one side: its field, threats, the worth of ground, and where supply can come to."""

    def __init__(
        self, s: State, side: int, map_: Map, ground: MotherlandGround, tilt: dict[str, float] | None = None
    ) -> None:
        w: World = s.world
        self.s, self.side, self.map, self.w = s, side, map_, w
        foe = 1 - side
        self.bodies: dict[int, Body] = {}
        self.foes: dict[int, Body] = {}
        seen: dict[tuple[Hex, int, int, bool], HexSet] = {}
        for u in w.units_of[foe]:
            h = s.where[u]
            if h < 0 or not w.combat[u]:
                continue
            attack, defence = strength(s, u)
            key = (h, w.moves_as[u], move_factor(s, u), w.kind[u] in PANZERS)
            hexes = seen.get(key)
            if hexes is None:
                hexes = seen[key] = reach(s, u, anew=True).hexes
            mobile = w.kind[u] in PANZERS or w.kind[u] == TANK
            self.foes[u] = Body(u, h, attack, defence, s.steps[u], mobile, hexes)
        for u in w.units_of[side]:
            h = s.where[u]
            if h >= 0 and w.combat[u]:
                attack, defence = strength(s, u)
                mobile = w.kind[u] in PANZERS or w.kind[u] == TANK
                self.bodies[u] = Body(u, h, attack, defence, s.steps[u], mobile)
        self.worth = self._worth(ground, tilt)
        self.field = Field(map_.ways, self.bodies, self.foes, home_of(w, side), home_of(w, foe), self.worth)
        self.pockets = [p for p in pockets(self.field) if p]
        self.pocketed = 0
        for pocket in self.pockets:
            self.pocketed |= pocket
        self.threat = threats(self.field, self.foes.values(), 6 * room_of(s, foe))
        self._far: dict[Hex, int] | None = None

    def _worth(self, ground: MotherlandGround, tilt: dict[str, float] | None) -> dict[Hex, float]:
        """What places are worth to this side, in hexes of line: points, goals of the date, cities at all."""
        s, w, side = self.s, self.w, self.side
        swings = ground.swings(s)
        goals = GOALS.at(SEATS[side], s.turn, w.find, tilt)
        left = w.plan.last - s.turn
        point = A_POINT * (AT_THE_END if left <= 1 else NEAR_THE_END if left <= 3 else 1.0)
        out = {h: A_CITY + point * swing * (HELD if self.is_ours(h) else 1.0) for h, swing in swings.items()}
        for h, worth in goals.items():
            out[h] = out.get(h, A_CITY) + A_GOAL * worth
        return out

    def is_ours(self, h: Hex) -> bool:
        return axis_holds(self.s, h) == (self.side == AXIS)

    @property
    def far(self) -> dict[Hex, int]:
        """How many hexes each hex is from the nearest enemy."""
        if self._far is None:
            front = self.s.front_of(1 - self.side) & ~self.pocketed
            self._far = self.map.ways.distances(front, self.w.land)
        return self._far

    def hold(self, reached: HexSet, supplied: HexSet, mass: float) -> dict[Hex, float]:
        """What it costs to hold each hex: ground, rivers towards the enemy, the enemy's mass, whether anybody of ours can be
        there in time and is fed there."""
        w, s = self.w, self.s
        snow = is_snow(s)
        far = self.far
        out: dict[Hex, float] = {}
        rings: dict[int, HexSet] = {}
        for h, n in far.items():
            rings[n] = rings.get(n, 0) | 1 << h
        stack = OUR_STACK[self.side]
        for h in self.map.ways.hexes:
            n = far.get(h, 40)
            cost = self.map.cover(w, h, snow)
            if n:
                cost *= self.map.river(w, h, rings.get(n - 1, 0))
            cost += mass * min(1.5, self.threat.get(h, 0.0) / (2.5 * stack))
            if not reached >> h & 1:
                cost *= UNREACHED
            if not supplied >> h & 1:
                cost *= 1.4
            out[h] = cost
        return out

    def ground(self, strip: float) -> dict[Hex, float]:
        """What each hex is worth behind the line."""
        return self.map.ways.ground(self.worth, strip)


__all__ = ["GOALS", "OUR_STACK", "Map", "Picture", "home_of", "room_of"]
