"""For the Motherland!: a position as the operations layer wants it: ground, units, threats, what is worth having."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hexfront.games.motherland.kinds import AXIS, PANZERS, SEATS, TANK
from hexfront.games.motherland.reach import reach
from hexfront.games.motherland.state import State, axis_holds, is_snow, move_factor
from hexfront.games.motherland.supply import axis_sources
from hexfront.games.motherland.world import World
from hexfront.hexes import Hex, HexSet
from hexfront.players.doctrines.motherland.read import MotherlandGround, strength
from hexfront.players.operations.field import Body, Field, Ways
from hexfront.players.operations.goals import Goals, read_goals
from hexfront.players.operations.holding import Cutter
from hexfront.players.operations.reading import pockets, threats
from hexfront.players.operations.travel import Roads

GOALS: Goals = read_goals(Path(__file__).with_name("goals.toml"))
FURTHEST = 12  # hexes from which a goal is felt
FADES = 0.82  # what is left of it with each hex
MAJOR, MINOR = 0.55, 0.85  # what a river makes of the cost of a hex behind it
UNKNOWN = 40  # hexes to an enemy who cannot come
UNFED = 1.4  # how much dearer a hex is that is out of supply
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
        self.w = w
        self.ways = Ways(w.grid, w.land, w.blocked)
        self.cutter = Cutter(self.ways)
        self._nearness: dict[Hex, NDArray[np.float64]] = {}
        self._covers: dict[bool, NDArray[np.float64]] = {}
        hexes, near = self.ways.hexes, self.ways.near
        number = {h: k for k, h in enumerate(hexes)}
        # For each hex its neighbours by number, and what a river between them makes of an attack from there.
        self._near = np.zeros((len(hexes), 6), dtype=np.int64)
        self._is_near = np.zeros((len(hexes), 6), dtype=bool)
        self._banks = np.ones((len(hexes), 6))
        for k, h in enumerate(hexes):
            for j, n in enumerate(near[h]):
                self._near[k, j], self._is_near[k, j] = number[n], True
                self._banks[k, j] = MAJOR if w.major.has(h, n) else MINOR if w.minor.has(h, n) else 1.0
        self._roads: dict[tuple[int, str], Roads] = {}

    def roads(self, movement_class: int, season: str) -> Roads:
        """The steps of a class of units in a season."""
        found = self._roads.get((movement_class, season))
        if found is None:
            steps = self.w.moves(movement_class, season).of
            found = self._roads[movement_class, season] = Roads(self.ways.hexes, lambda h: steps[h])
        return found

    def nearness(self, target: Hex) -> NDArray[np.float64]:
        """How near each hex is to a place over land: 1 there, less with each hex, 0 far off."""
        found = self._nearness.get(target)
        if found is None:
            far = self.ways.distances(1 << target, self.ways.land)
            near = [FADES ** far[h] if far.get(h, FURTHEST + 1) <= FURTHEST else 0.0 for h in self.ways.hexes]
            found = self._nearness[target] = np.array(near)
        return found

    def covers(self, snow: bool) -> NDArray[np.float64]:
        """What holding each hex costs by its ground alone."""
        found = self._covers.get(snow)
        if found is None:
            shifts = [self.w.shift_of(h, snow) for h in self.ways.hexes]
            found = self._covers[snow] = np.array([1.0 if not x else 0.8 if x == -1 else 0.6 for x in shifts])
        return found

    def rivers(self, far: NDArray[np.int64]) -> NDArray[np.float64]:
        """How much cheaper rivers make it to hold each hex against what comes from nearer the enemy, this many hexes away."""
        facing = (far[self._near] == far[:, None] - 1) & self._is_near
        count = facing.sum(axis=1)
        return np.where(count, (self._banks * facing).sum(axis=1) / np.maximum(1, count), 1.0)


def _in(hexes: Sequence[Hex], among: HexSet) -> NDArray[np.bool_]:
    return np.array([bool(among >> h & 1) for h in hexes])


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
        goals = self.goals = GOALS.at(SEATS[side], s.turn, w.find, tilt)
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
        hexes = self.map.ways.hexes
        far = np.array([self.far.get(h, UNKNOWN) for h in hexes])
        costs = self.map.covers(is_snow(self.s)) * np.where(far > 0, self.map.rivers(far), 1.0)
        threat = np.array([self.threat.get(h, 0.0) for h in hexes])
        costs += mass * np.minimum(1.5, threat / (2.5 * OUR_STACK[self.side]))
        costs *= np.where(_in(hexes, reached), 1.0, UNREACHED) * np.where(_in(hexes, supplied), 1.0, UNFED)
        return dict(zip(hexes, costs.tolist(), strict=True))

    def ground(self, strip: float) -> dict[Hex, float]:
        """What each hex is worth behind the line."""
        return self.map.ways.ground(self.worth, strip)


__all__ = ["GOALS", "OUR_STACK", "Map", "Picture", "home_of", "room_of"]
