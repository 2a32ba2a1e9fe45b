"""For the Motherland!: the board as one side sees it at the start of a phase.

Everything is measured in factor points: a German infantry corps is worth about twelve, a victory point `POINT`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hexfront.games.motherland.kinds import (
    ASSET,
    AXIS,
    CHIT_UNITS,
    COMBINED_ARMS,
    MECH_GROUP,
    PANZER,
    SS_PANZER,
    SUPPORT,
    TANK,
)
from hexfront.games.motherland.reach import reach
from hexfront.games.motherland.stacking import excess_of
from hexfront.games.motherland.state import (
    State,
    attack_factor,
    axis_holds,
    defense_factor,
    move_factor,
)
from hexfront.games.motherland.victory import connected
from hexfront.games.motherland.world import World
from hexfront.games.motherland.zones import enemy_zoc, zoc
from hexfront.hexes import Hex, HexSet, bits, flood, zones
from hexfront.players.doctrine import Plan
from hexfront.players.doctrines.motherland.odds import Steps
from hexfront.players.doctrines.motherland.supply import FURTHEST, distances, prospects, raiders, relief

PULL = 0.85
FADING = [PULL**n for n in range(19)]
POINT = 5.0  # factor points that a victory point is worth
STEP = {PANZER: 5.5, SS_PANZER: 6.0, COMBINED_ARMS: 3.0, TANK: 6.0, MECH_GROUP: 3.0, ASSET: 2.0, SUPPORT: 3.0}
USUAL_STEP = 4.0
STAY = 8.0  # victory points that it is worth to be spared a roll of one in three that ends the game
STAY_BEHIND_WALLS = 4.0  # the same for a city with a Fortress or walls: any of the four will do
HUNT = 1.5  # worth of an enemy unit that lives without supply, beside its steps
MOST_PULLS = 256  # sets of wants that are remembered
INITIATIVE = 12  # the turn on which the Soviets begin to go first
PLAIN_CITY = 0.05  # victory points that a city is taken to be worth that scores nothing


def expected(s: State, letter: str) -> tuple[float, float]:
    """Attack and defence of an average chit of a cup, or of the next lower one if it is empty."""
    w = s.world
    store = w.cache("average chits")
    key = (letter, tuple(s.cup))
    found: tuple[float, float] | None = store.get(key)
    if found is None:
        found = (1.0, 1.0)
        for name in "ABC"["ABC".index(letter) :]:
            total = sum(s.cup[k] for k in w.chits_of[name])
            if total:
                attack = sum(s.cup[k] * w.chits[k].full[0] for k in w.chits_of[name])
                defence = sum(s.cup[k] * w.chits[k].full[1] for k in w.chits_of[name])
                found = (attack / total, defence / total)
                break
        store[key] = found
    return found


def strength(s: State, u: int) -> tuple[float, float]:
    """Attack and defence of a unit; one that has no chit yet is taken for an average one."""
    w = s.world
    if w.kind[u] in CHIT_UNITS and s.chit[u] < 0:
        attack, defence = expected(s, w.letter[u])
        if not w.pace[u][s.steps[u]]:
            attack = 0.0
        return (attack / 2 if s.supply[u] else attack), (defence / 2 if s.supply[u] == 2 else defence)
    return float(attack_factor(s, u)), float(defense_factor(s, u))


def step_worth(s: State, u: int) -> float:
    """What a step of a unit is worth: less where losses come back by themselves."""
    return STEP.get(s.world.kind[u], USUAL_STEP)


class MotherlandGround:
    """Distances to every city, and its worth, worked out once a world."""

    def __init__(self, w: World) -> None:
        self.points: dict[int, tuple[int, int, str]] = {}
        self.value: dict[int, float] = {}
        for _, h, held, retaken, group in w.worth:
            self.points[h] = (held, retaken, group)
            self.value[h] = float(held)
        for u in w.of_kind.get(ASSET, ()):
            if w.plan.assets:
                self.value[w.home[u]] = self.value.get(w.home[u], 0.0) + 1.0
        for h in bits(w.city):
            self.value.setdefault(h, PLAIN_CITY)
        self.distance = {h: self._distances(w, h) for h in self.value}
        # For each column of hexes all that lie west of it, and east of it.
        self.beyond: tuple[dict[int, int], dict[int, int]] = ({}, {})
        for h in bits(w.land):
            column = w.grid.cell(h)[0]
            for c in range(column + 1, 64):
                self.beyond[0][c] = self.beyond[0].get(c, 0) | 1 << h
            for c in range(column):
                self.beyond[1][c] = self.beyond[1].get(c, 0) | 1 << h
        self._pulls: dict[tuple[float, ...], Pull] = {}
        self._discs: dict[tuple[int, int], tuple[int, ...]] = {}
        # For each hex the cities near it, by their place in the order of `value`, and how much of their pull is left.
        self.near: dict[int, list[tuple[int, float]]] = {}
        for k, h in enumerate(self.value):
            for j, n in self.distance[h].items():
                self.near.setdefault(j, []).append((k, FADING[n]))

    def pull(self, wanted: list[float]) -> Pull:
        """How strongly each hex is drawn to the cities; the same wants are met again and again."""
        key = tuple(wanted)
        found = self._pulls.get(key)
        if found is None:
            if len(self._pulls) >= MOST_PULLS:
                self._pulls.clear()
            found = self._pulls[key] = Pull(self, wanted)
        return found

    def disc(self, w: World, h: int, far: int) -> tuple[int, ...]:
        """The hexes around a hex, worked out once."""
        found = self._discs.get((h, far))
        if found is None:
            found = self._discs[h, far] = tuple(bits(w.disc(h, far)))
        return found

    @staticmethod
    def _distances(w: World, start: int) -> dict[int, int]:
        found, fresh, n = {start: 0}, [start], 0
        while fresh and n < 18:
            n += 1
            further = []
            for h in fresh:
                for j in w.dry[h]:
                    if j not in found and w.land >> j & 1:
                        found[j] = n
                        further.append(j)
            fresh = further
        return found

    @staticmethod
    def stays(s: State) -> dict[int, float]:
        """What cities are worth because the Axis, holding one of four, spares itself the roll that ends the war."""
        w = s.world
        check = next((x for x in w.plan.sudden_death if x.turn >= s.turn), None)
        if check is None:
            return {}
        cities = [w.find(city) for city in check.cities]
        is_last = not any(axis_holds(s, h) for h in cities)
        return {
            h: STAY if axis_holds(s, h) or not w.fortified >> h & 1 else STAY_BEHIND_WALLS
            for h in cities
            if is_last or axis_holds(s, h)
        }

    def swings(self, s: State) -> dict[int, float]:
        """Victory points that change hands when a city does, for each."""
        w = s.world
        extra = self.stays(s)
        for h in {s.where[u] for u in w.of_kind.get(ASSET, ())}:
            extra[h] = extra.get(h, 0.0) + 1.0
        share = 1.0 if w.plan.assets else 0.1
        retakes = w.plan.scorer == "axis"
        out: dict[int, float] = {}
        for h in self.value:
            known, more = self.points.get(h), extra.get(h, 0.0)
            if known is None:
                out[h] = share * more
                continue
            held, retaken, group = known
            if retakes and group != "axis" and (axis_holds(s, h) or s.soviet_marks >> h & 1):
                held -= retaken
            out[h] = held + more
        return out


class Pull:
    """How strongly each hex is drawn to the cities, given how much each of these is wanted; worked out when asked."""

    def __init__(self, ground: MotherlandGround, wanted: list[float]) -> None:
        self._near, self._wanted = ground.near, wanted
        self._known: dict[int, float] = {}

    def get(self, h: int, default: float = 0.0) -> float:
        found = self._known.get(h)
        if found is None:
            wanted = self._wanted
            found = default
            for k, left in self._near.get(h, ()):
                found += wanted[k] * left
            self._known[h] = found
        return found


class Reading:
    """What a side wants, fears and can reach."""

    def __init__(self, s: State, side: int, ground: MotherlandGround, plan: Plan) -> None:
        w = s.world
        self.side = side
        self.left = w.plan.last - s.turn
        self.enemy = s.soviet_any if side == AXIS else s.axis_any
        enemy_front = s.soviet_front if side == AXIS else s.axis_front
        self.enemy_front = enemy_front
        self._beyond = ground.beyond[side]
        self.hostile = enemy_zoc(s, side)
        wants: list[float] = []
        self.gain: dict[int, float] = {}
        swings = ground.swings(s)
        stays = ground.stays(s) if side == AXIS else {}
        self.stays = {h: more for h, more in stays.items() if axis_holds(s, h)}
        for h, value in ground.value.items():
            mine = axis_holds(s, h) == (side == AXIS)
            swing = swings[h]
            wanted = 0.35 * value if mine else swing + PLAIN_CITY
            if plan.axis:
                row = w.grid.cell(h)[1] / w.grid.rows
                third = "north" if row < 0.4 else "centre" if row < 0.6 else "south"
                wanted *= 1 + plan.weight * (third == plan.axis)
            if not mine:
                self.gain[h] = POINT * swing + 1.0
            wants.append(wanted)
        self.pull = ground.pull(wants)
        self.threat: dict[int, float] = {}
        self.defence: dict[int, float] = {}
        self.steps: dict[int, Steps] = {}
        self._look_at(s, ground, self.enemy)
        linked = connected(s, side)
        self.linked = linked | w.grid.around(linked)
        self.supplied = prospects(s, side)
        self._w = w
        self._outside: dict[int, dict[int, int]] = {}
        self.relief = relief(s, side, self.supplied)
        for h, worth in self.relief.items():
            self.gain[h] = self.gain.get(h, 0.0) + worth
        self.raiders = raiders(s, side)
        for h in self.raiders:
            self.gain[h] = self.gain.get(h, 0.0) + HUNT

    def _look_at(self, s: State, ground: MotherlandGround, hexes: HexSet) -> None:
        """See who stands in enemy hexes, and what he threatens."""
        w, threat = s.world, self.threat
        for h in bits(hexes):
            total, steps, worth = 0.0, 0, 0.0
            coming = [0.0, 0.0]
            for u in s.stack[h]:
                attack, defence = strength(s, u)
                total += defence
                steps += s.steps[u]
                worth += s.steps[u] * step_worth(s, u)
                if attack and self.enemy_front >> h & 1:
                    coming[move_factor(s, u) >= 6] += attack
            for attack, far in zip(coming, (2, 4), strict=True):
                if attack:
                    for j in ground.disc(w, h, far):
                        threat[j] = threat.get(j, 0.0) + attack
            self.defence[h] = max(0.5, total)
            self.steps[h] = Steps(max(1, steps), worth / max(1, steps))

    def catch_up(self, s: State, ground: MotherlandGround) -> None:
        """See where the enemy has come to since: all that a hasty hand looks at in the middle of a phase."""
        fresh = s.soviet_any if self.side == AXIS else s.axis_any
        self.enemy_front = s.soviet_front if self.side == AXIS else s.axis_front
        self.hostile = enemy_zoc(s, self.side)
        self._look_at(s, ground, fresh & ~self.enemy)
        self.enemy = fresh

    def behind(self, w: World, h: int) -> int:
        """How many enemy hexes near a hex lie behind it, as this side looks at the front."""
        back = self._beyond.get(w.grid.cell(h)[0], 0)
        return int(min(4, (w.disc(h, 3) & self.enemy_front & back).bit_count()))

    def _far(self, supplied: int, h: int) -> int:
        """How far a hex lies outside of a supplied area; worked out when it is first asked."""
        known = self._outside.get(supplied)
        if known is None:
            known = self._outside[supplied] = distances(self._w, supplied, self.enemy)
        return known.get(h, FURTHEST)

    def shortage(self, sort: str, h: int, forecast: Mapping[str, HexSet] | None = None) -> float:
        """How badly units of a class would want for supply in a hex: 0 in supply, 1 cut off and far away."""
        supplied = self.supplied if forecast is None else forecast
        if supplied.get(sort, 0) >> h & 1:
            return 0.0
        far = self._far(supplied[sort], h) if sort in supplied else FURTHEST
        return (0.5 if self.linked >> h & 1 else 1.0) * (0.6 + 0.4 * far / FURTHEST)


def garrisons(s: State, side: int, read: Reading) -> set[int]:
    """For each city that spares the roll of Sudden Death, the unit that is to stay there: the one that holds it best."""
    w = s.world
    found = set()
    for h in read.stays:
        there = [u for u in s.stack.get(h, ()) if w.combat[u] and w.side[u] == side]
        if there:
            found.add(max(there, key=lambda u: (strength(s, u)[1], -u)))
    return found


def line_of(s: State, side: int, front: int) -> int:
    """The hexes missing from a side's cheapest line from the Baltic to the Black Sea, if its units stood in `front`.

    The line goes round the enemy: what he holds cannot be closed.
    """
    w = s.world
    store = w.cache("lines")
    enemy = s.soviet_any if side == AXIS else s.axis_any
    found: int | None = store.get((side, front, enemy))
    if found is None:
        found = store[side, front, enemy] = _missing(w, front, enemy)
    return found


def _missing(w: World, front: int, enemy: int) -> int:
    held = (front | zones(w.grid, front, w.blocked) & ~enemy) & w.land
    start, goal = w.coasts["baltic"], w.coasts["black"]
    reached = flood(w.grid, start & held, held, w.blocked)
    layers: list[tuple[int, int]] = []
    while not reached & goal:
        step = (zones(w.grid, reached, w.blocked) | start) & w.land & ~enemy & ~reached
        if not step:
            return 0
        layers.append((reached, step))
        reached |= step
        reached |= flood(w.grid, zones(w.grid, step, w.blocked) & held, held, w.blocked)
    missing, ahead = 0, reached & goal
    for before, step in reversed(layers):
        # The stretch of held hexes that the line has come to so far, and the missing hex on its other side.
        stretch = flood(w.grid, ahead & held & ~before, held & ~before, w.blocked)
        hexes = step & zones(w.grid, stretch, w.blocked) or step & ahead
        one = 1 << (hexes.bit_length() - 1)
        missing |= one
        ahead = zones(w.grid, one, w.blocked) & before
        if not ahead:
            break
    return missing


def costs(s: State, u: int) -> dict[Hex, int]:
    """Every hex a unit can get to on this move, the one it stands in included, and what it costs: the rules' own answer."""
    return {s.where[u]: 0, **reach(s, u).costs()}


def has_room(s: State, u: int, others: Iterable[int]) -> bool:
    """Whether a unit may end a phase in a hex beside these."""
    return not excess_of(s, (*others, u))


def own_zone(s: State, side: int) -> int:
    return zoc(s, side)
