"""For the Motherland!: who goes where in a phase, decided for all units together on the operations layer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import sqrt

import numpy as np

from hexfront.games.motherland.kinds import ALLY, AXIS, SOVIET
from hexfront.games.motherland.reach import gait, season
from hexfront.games.motherland.state import countries, move_factor
from hexfront.games.motherland.world import World
from hexfront.hexes import Hex, HexSet, bits, union
from hexfront.players.doctrines.motherland.desk import Desk
from hexfront.players.doctrines.motherland.feed import LATER, Feeding
from hexfront.players.doctrines.motherland.field import OUR_STACK, Picture, home_of, room_of
from hexfront.players.doctrines.motherland.posture import attacks_now, posture
from hexfront.players.doctrines.motherland.strikes import PUSH, Strikes
from hexfront.players.operations.attacking import Raid, raids
from hexfront.players.operations.holding import FORBIDDEN, FrontLine, Post, assign, draw_line, spread
from hexfront.players.operations.travel import BARRED, Marches

CLOSING = 7.0  # worth of a post without which the line is open
ON_LINE = 2.2  # worth of the first unit in any other hex of the line
FADE = 0.65  # worth of each further unit in a hex beside the one before
BEHIND = 1.5  # worth of a post in the second line
WANES = 0.72  # what is left of a post's worth with each turn that it takes to get there
NOT_NOW = 0.85  # and for not being there at once
LONGEST = 12.0  # turns of march beyond which nobody is sent
LEAVES, CREEPS = (
    2.0,
    5.0,
)  # points to get out of an enemy zone, and from one into the next, which takes another turn
STARVING = 2.0  # cost of a post out of supply
TAKEN = 1.0  # worth of any city taken
DARING = 0.5  # how much less risk counts in a blitz
PRIZE = 3.0  # worth of a city taken on the way, by what it is worth in hexes of line
ENCLOSED = 0.9  # worth of an enemy step behind the ring
HUNTERS = 6  # one unit in so many at most hunts raiders
HUNT_REACH = 8  # hexes from which hunters are called
LEFT = 1.5  # cost of a post at the front that is left
KEPT = 2.5  # worth of a city that is held even when it is cut off
GUARDED = 4  # hexes from an enemy within which a city that matters is guarded all round
ALONE = 3.0  # cost of holding a city that matters by itself
GUARDIAN = 6.0  # worth of a post where a base will stand
GUARDED_BASE = 5  # hexes from an enemy within which it is filled
VITAL = 6.0  # worth of a city that is never left empty
IN_HAND, TO_REACH, TOO_FAR = 0.1, 0.6, 4.0  # cost of hexes of a ring: closed already, in reach, out of it
NEVER = 1e4
MOST_NEED = 3.5
HUNGER = 2.0  # what a spearhead risks out of supply
DETACHED = 6  # one unit in so many at most is sent to cities that the line has passed by
SIEGE = 3.0  # attack that is sent against a garrison, by its defence
MARCH = 4.0  # turns of march beyond which nobody is sent there
ASIDE = 0.4  # how much places draw that are no goal of the date
EVEN = 0.5  # by which power of their worth places draw units: great ones do not draw everybody
FED, ONWARD = 3.5, 1.0  # worth of supply to a spearhead, and of each hex further ahead
AHEAD = 1.2  # worth of what lies around the hex that a spearhead ends in


class Staffwork:
    """The orders of one phase."""

    def __init__(self, d: Desk, pic: Picture, reaches: Mapping[int, Mapping[Hex, int]]) -> None:
        s, read = d.s, d.read
        self.s, self.side, self.read, self.pic, self.reaches = s, d.side, read, pic, reaches
        self.w: World = s.world
        self.ways = pic.map.ways
        self.paths: dict[int, list[Hex]] = {}
        self.reached = union({h for hexes in reaches.values() for h in hexes})
        supplied = 0
        for hexes in read.supplied.values():
            supplied |= hexes
        self.supplied = supplied
        self.pull, self.around = self._pulls()
        self.line: FrontLine | None = None
        self._marches: dict[tuple[int, str], Marches] = {}
        self.scores: dict[int, float] = {}  # what the orders of spearheads are worth

    def strikes(self, d: Desk, reaches: Mapping[int, Mapping[Hex, int]], fixed: bool) -> Strikes:
        """Attacks to choose from: with moves still to be made, or from where everybody stands."""
        found = Strikes(d, {u: dict(hexes) for u, hexes in reaches.items()}, fixed, minds_line=False)
        found.push = PUSH[self.side] if attacks_now(d.s, self.side) else 0.0
        found.pull, found.prey = self.pull, self.pic.pocketed
        return found

    # --- what is wanted

    def _pulls(self) -> tuple[dict[Hex, float], dict[Hex, float]]:
        """How near each hex is to the best that this side is after, 0 to 1; and how much of it lies around."""
        wants = {h: x for h, x in self.pic.worth.items() if not self.pic.is_ours(h)}
        hexes = self.ways.hexes
        if not wants:
            return dict.fromkeys(hexes, 0.0), dict.fromkeys(hexes, 0.0)
        aside = 1.0 if posture(self.s, self.side).is_blitz else ASIDE
        left = np.array(
            [
                worth**EVEN * (1.0 if h in self.pic.goals else aside) * self.pic.map.nearness(h)
                for h, worth in wants.items()
            ]
        )
        best, around = left.max(axis=0), left.sum(axis=0)
        most = float(best.max()) or 1.0
        return dict(zip(hexes, (best / most).tolist(), strict=True)), dict(
            zip(hexes, around.tolist(), strict=True)
        )

    def prizes(self) -> dict[Hex, float]:
        """Cities of the enemy with nobody in them."""
        foe = self.s.soviet_any if self.side == AXIS else self.s.axis_any
        return {
            h: PRIZE * worth
            for h, worth in self.pic.worth.items()
            if not self.pic.is_ours(h) and not foe >> h & 1
        }

    def take_cities(self, units: list[int]) -> dict[int, Hex]:
        """Units into empty cities of the enemy that are in reach: the least useful elsewhere, and each on its own way."""
        prizes = self.prizes()
        posts = [
            Post(h, worth + TAKEN)
            for h, worth in prizes.items()
            if self.reached >> h & 1 and (self.bounds >> h & 1 or not self.pic.threat.get(h))
        ]
        if not posts:
            return {}

        def worth(u: int, post: Post) -> float:
            if post.hex not in self.reaches[u]:
                return -FORBIDDEN
            at = self.pic.bodies[u].at
            left = LEFT if self.read.hostile >> at & 1 and self.alone(at) else 0.0
            return (
                post.worth
                - left
                - 0.25 * self.pic.bodies[u].attack
                - self.risk(u, post.hex, self.pic.field.own)
            )

        found = assign(posts, units, worth)
        out: dict[int, Hex] = {}
        for u, k in found.items():
            raid = self.raids_of(u, prizes).get(posts[k].hex)
            out[u] = posts[k].hex
            if raid is not None:
                self.paths[u] = list(raid.hexes)
        return out

    def alone(self, h: Hex) -> bool:
        """Whether one combat unit holds a hex."""
        return sum(self.w.combat[x] for x in self.s.stack.get(h, ())) == 1

    def hunt(self, units: list[int]) -> dict[int, dict[Hex, int]]:
        """Hunters for raiders behind the front and for what cuts a railroad: for each the hexes it may go to, nearest to
        its prey. Infantry hunts, unless nobody else is near. On the defensive nobody hunts in front of the line."""
        s, read, grid = self.s, self.read, self.w.grid
        prey = [(h, 2.5 * read.defence.get(h, 1.0)) for h in read.raiders]
        prey += [(h, 0.5) for h in read.relief if not read.enemy >> h & 1]
        prey = [(h, want) for h, want in prey if self.bounds >> h & 1]
        out: dict[int, dict[Hex, int]] = {}
        most = max(1, len(units) // HUNTERS)
        for target, want in sorted(prey, key=lambda x: (-read.gain.get(x[0], 0.0), x[0])):
            able = [u for u in units if u not in out and self.pic.bodies[u].attack]
            near = sorted(
                (grid.distance(s.where[u], target) + (4 if self.pic.bodies[u].is_mobile else 0), u)
                for u in able
            )
            need = want
            for far, u in near[:6]:
                if need <= 0 or far > HUNT_REACH or len(out) >= most:
                    break
                out[u] = self._nearest(u, target)
                need -= self.pic.bodies[u].attack
        return out

    def _nearest(self, u: int, target: Hex) -> dict[Hex, int]:
        """The hexes of a unit's reach that are nearest to a place."""
        reach, grid = self.reaches[u], self.w.grid
        least = max(1, min(grid.distance(h, target) for h in reach))
        found = {h: cost for h, cost in reach.items() if grid.distance(h, target) <= least}
        if target in reach:
            found = {target: reach[target]}
        return dict(sorted(found.items(), key=lambda x: (x[1], x[0])))

    def detach(self, units: list[int]) -> dict[int, dict[Hex, int]]:
        """Units for cities of the enemy that the line has passed by, open or besieged: for each the hexes it may go to.
        Infantry goes, unless nobody else is near."""
        pic, line = self.pic, self.draw()
        out: dict[int, dict[Hex, int]] = {}
        if posture(self.s, self.side).is_blitz:  # everybody goes forward
            return out
        most = len(units) // DETACHED
        passed = [(x, h) for h, x in pic.worth.items() if not pic.is_ours(h) and line.rear >> h & 1]
        for _, h in sorted(passed, key=lambda x: (-x[0], x[1])):
            need = SIEGE * self.read.defence[h] if self.read.enemy >> h & 1 else 0.5
            near = sorted(
                (self.away(u, h) + (1.5 if pic.bodies[u].is_mobile else 0.0), u)
                for u in units
                if u not in out and pic.bodies[u].attack and countries(self.s, u) >> h & 1
            )
            for turns, u in near:
                if need <= 0 or turns > MARCH or len(out) >= most:
                    break
                out[u] = self._before(u, h)
                need -= pic.bodies[u].attack
        return out

    def away(self, u: int, h: Hex) -> float:
        """How many turns it takes a unit to get to a hex, or next to it if an enemy is there."""
        reach = self.reaches[u]
        if h in reach or (self.read.enemy >> h & 1 and any(n in reach for n in self.ways.near[h])):
            return 0.0
        points = self.ways_of(u).points(h, self.s.where[u])
        return points / max(1, move_factor(self.s, u))

    def _before(self, u: int, h: Hex) -> dict[Hex, int]:
        """Where a unit goes that is sent to a city: into it, next to it, or as near as it can get."""
        reach = self.reaches[u]
        beside = {n: reach[n] for n in self.ways.near[h] if n in reach}
        if h not in reach and beside:
            return beside
        goal = self.towards(u, h)
        return {goal: reach[goal]}

    def guard(self, units: list[int]) -> dict[int, dict[Hex, int]]:
        """A garrison for each vital city that the enemy could get to: whoever holds it best and is least missed."""
        pic = self.pic
        posts = [
            Post(h, worth)
            for h, worth in pic.worth.items()
            if worth >= VITAL and pic.is_ours(h) and pic.threat.get(h) and self.reached >> h & 1
        ]

        def value(u: int, post: Post) -> float:
            reach, body = self.reaches[u], pic.bodies[u]
            if post.hex not in reach:
                return -FORBIDDEN
            return 10.0 + 0.3 * body.defence - 0.1 * reach[post.hex] - (2.0 if body.is_mobile else 0.0)

        found = assign(posts, units, value)
        return {u: {posts[k].hex: self.reaches[u][posts[k].hex]} for u, k in found.items()}

    # --- supply

    @cached_property
    def feeding(self) -> Feeding:
        """Bases as the line of this side will want them."""
        return Feeding(self.s, self.pic, self.draw())

    @cached_property
    def forecast(self) -> dict[str, HexSet]:
        """Where each class of units will be in supply, once bases have followed the line."""
        known = dict(self.read.supplied)
        if self.side == AXIS:
            fed = self.feeding.forecast()
            known |= {sort: fed for sort in ("german", "axis") if sort in known}
        return known

    def shortage(self, u: int, h: Hex) -> float:
        """How badly a unit would want for supply in a hex: 0 in supply, 1 cut off and far away."""
        return self.read.shortage(self.w.supplied_as[u], h, self.forecast)

    # --- the line

    def draw(self) -> FrontLine:
        """The line of this side as it should stand."""
        if self.line is not None:
            return self.line
        s, pic = self.s, self.pic
        how = posture(s, self.side)
        foe = s.front_of(1 - self.side) & ~pic.pocketed
        hold = pic.hold(self.reached, self.supplied, how.mass)
        ground = pic.ground(how.strip)
        for h, worth in pic.worth.items():
            if worth >= KEPT and pic.is_ours(h):  # held with what lies around it or not at all
                hold[h] = max(hold[h], ALONE)
        self.line = draw_line(
            pic.map.cutter,
            hold,
            ground,
            foe | home_of(self.w, 1 - self.side),
            home_of(self.w, self.side),
            len(pic.bodies),
            how.spacing,
        )
        return self.line

    @cached_property
    def bounds(self) -> HexSet:
        """Hexes that units go to: on the defensive nobody goes farther than one step in front of the line."""
        if attacks_now(self.s, self.side):
            return self.w.land
        line = self.draw()
        return line.rear | self.ways.zone(line.hexes)

    def within(self, reaches: Mapping[int, Mapping[Hex, int]]) -> dict[int, dict[Hex, int]]:
        """The hexes of units' reach that are within bounds; where somebody stands he may stay."""
        bounds, bodies = self.bounds, self.pic.bodies
        return {
            u: {h: cost for h, cost in hexes.items() if bounds >> h & 1 or h == bodies[u].at}
            for u, hexes in reaches.items()
        }

    def need(self, h: Hex) -> float:
        """How badly a hex wants a garrison: what can come against it, in well held hexes; ten times the threat wants
        three times as much."""
        return min(MOST_NEED, sqrt(self.pic.threat.get(h, 0.0) / (2.5 * OUR_STACK[self.side])))

    def posts(self, standing: HexSet) -> list[Post]:
        """All places that want somebody: what closes the line, then the rest of it, the second line, cities behind."""
        line = self.draw()
        pic, side = self.pic, self.side
        bold = 3.0 if attacks_now(self.s, side) else 0.6
        closing = set(
            spread(
                self.ways,
                line.hexes,
                standing,
                lambda h: self.need(h) + self.pull[h],
                self.s.front_of(1 - side),
            )
        )
        room = room_of(self.s, side)
        out: list[Post] = []
        for h in bits(line.hexes):
            city = 1.5 * pic.worth.get(h, 0.0)
            base = (CLOSING if h in closing else ON_LINE) + 1.5 * self.need(h) + city
            out.append(Post(h, base + bold * self.pull[h], 0))
            more = 0.4 + 1.2 * self.need(h) + bold * self.pull[h] + 0.3 * city
            for rank in range(1, room):
                out.append(Post(h, more * FADE ** (rank - 1), rank))
        if not posture(self.s, side).is_blitz:  # in a blitz everybody goes forward
            out += self._second_line(line, standing)
        if side == SOVIET and not attacks_now(self.s, side):
            out += self._around_cities(line)
        if side == AXIS and self.s.turn >= LATER:
            sites = self.feeding.ahead & line.rear & ~line.hexes
            out += [Post(h, GUARDIAN) for h in bits(sites) if pic.far.get(h, 40) <= GUARDED_BASE]
        out += [
            Post(h, 1.0 + worth, 9)
            for h, worth in self.prizes().items()
            if (self.bounds & ~standing) >> h & 1
        ]
        return out

    def _around_cities(self, line: FrontLine) -> list[Post]:
        """Posts in and around own cities that matter and that the enemy is near: no such place is left for the taking."""
        pic = self.pic
        out: list[Post] = []
        for h, worth in pic.worth.items():
            if worth < KEPT or not pic.is_ours(h) or pic.far.get(h, 40) > GUARDED:
                continue
            if not line.hexes >> h & 1:
                out.append(Post(h, CLOSING + worth))
            out += [Post(n, 0.4 * worth + self.need(n)) for n in self.ways.near[h] if not line.hexes >> n & 1]
        return out

    def _second_line(self, line: FrontLine, standing: HexSet) -> list[Post]:
        """Behind a line that may break: posts two hexes back, and cities that the enemy could walk into."""
        ways, pic = self.ways, self.pic
        behind = 0.4 * BEHIND if attacks_now(self.s, self.side) else BEHIND
        near = ways.zone(line.hexes) | line.hexes
        back = ways.zone(near) & line.rear & ~near
        need = {
            h: max((self.need(n) for n in bits(pic.w.disc(h, 2) & line.hexes)), default=0.0)
            for h in bits(back)
        }
        out = [
            Post(h, behind * (0.4 + need[h]) + pic.worth.get(h, 0.0), 0)
            for h in spread(ways, back, standing, lambda h: need[h] + pic.worth.get(h, 0.0))
        ]
        for h, worth in pic.worth.items():
            if pic.is_ours(h) and line.rear >> h & 1 and not line.hexes >> h & 1 and pic.far.get(h, 40) <= 7:
                out.append(Post(h, 0.5 + 0.8 * worth, 0))
        return out

    def value(self, u: int, post: Post) -> float:
        """What it is worth to send a unit to a post."""
        worth = self.worth_there(u, post)
        if worth <= -FORBIDDEN:
            return worth
        reach = self.reaches[u]
        if post.hex in reach:
            return worth - 0.03 * reach[post.hex] + (0.15 if post.hex == self.pic.bodies[u].at else 0.0)
        return self.late(worth, self.turns(u, post.hex))

    @staticmethod
    def late(worth: float, turns: float) -> float:
        """What is left of a worth that comes this many turns later."""
        if turns > LONGEST:
            return -FORBIDDEN
        return NOT_NOW * worth * WANES**turns if worth > 0 else worth

    def worth_there(self, u: int, post: Post) -> float:
        """What a unit is worth in a post once it is there."""
        s, w = self.s, self.w
        body = self.pic.bodies[u]
        if not countries(s, u) >> post.hex & 1 or (0 < post.rank < 9 and w.kind[u] == ALLY):
            return -FORBIDDEN
        fit = body.defence / (7.0 if self.side == AXIS else 4.0)
        worth = post.worth * (0.6 + 0.4 * min(1.5, fit))
        return worth - STARVING * self.shortage(u, post.hex)

    def close_line(self, units: list[int]) -> dict[int, dict[Hex, int]]:
        """The fewest units that close the line, chosen before anything else: for each the hexes from which it does so, its
        post first; a unit too far off is on its way."""
        line = self.draw()
        foe = self.s.front_of(1 - self.side)
        own = self.pic.field.own

        def liking(h: Hex) -> float:
            return self.need(h) + self.pull[h] + self.pic.worth.get(h, 0.0) + (0.6 if own >> h & 1 else 0.0)

        posts = [Post(h, CLOSING) for h in spread(self.ways, line.hexes, 0, liking, foe)]

        def value(u: int, post: Post) -> float:
            worth = self.value(u, post)
            body = self.pic.bodies[u]
            # Panzers are for something better, if somebody else is near.
            return worth + 20.0 - (6.0 if body.is_mobile else 0.0) if worth > -FORBIDDEN else worth

        found = assign(posts, units, value)
        out: dict[int, dict[Hex, int]] = {}
        for u, k in found.items():
            reach, post = self.reaches[u], posts[k].hex
            if post not in reach:
                h = self.towards(u, post)
                out[u] = {h: reach[h]}
                continue
            others = union({x.hex for x in posts if x.hex != post})
            alone = line.hexes & (self.ways.zone(1 << post) | 1 << post) & ~(self.ways.zone(others) | others)
            out[u] = {post: reach[post]}
            for h, cost in reach.items():
                if not alone & ~(self.ways.zone(1 << h) | 1 << h) and line.rear >> h & 1:
                    out[u].setdefault(h, cost)
        return out

    def hold_line(self, units: list[int], standing: HexSet) -> dict[int, Hex]:
        """Units to posts, and for each the hex to go to in this phase."""
        posts = self.posts(standing)
        found = assign(posts, units, self.value)
        orders: dict[int, Hex] = {}
        for u, k in found.items():
            orders[u] = self.towards(u, posts[k].hex)
        return orders

    def towards(self, u: int, goal: Hex) -> Hex:
        """The hex of a unit's reach that brings it nearest to a post."""
        reach = self.reaches[u]
        if goal in reach:
            return goal
        read, back = self.read, self.ways_of(u)
        hungry = 2.0 * move_factor(self.s, u)
        return min(
            reach,
            key=lambda h: (
                back.points(goal, h) + hungry * self.shortage(u, h) + (0.5 if read.hostile >> h & 1 else 0),
                reach[h],
                h,
            ),
        )

    # --- marches

    def turns(self, u: int, goal: Hex) -> float:
        """How many turns after this one a unit needs to get to a hex beyond its reach."""
        points = self.ways_of(u).points(self.s.where[u], goal)
        if points >= BARRED:
            return BARRED
        return max(0.2, points / max(1, move_factor(self.s, u)) - 1.0)

    def ways_of(self, u: int) -> Marches:
        """Ways as a unit's class walks; the way back is taken to be as long as the way there."""
        key = (self.w.moves_as[u], season(self.s, u))
        found = self._marches.get(key)
        if found is None:
            roads = self.pic.map.roads(*key)
            foe = self.s.held_by(1 - self.side)
            found = self._marches[key] = roads.among(foe, self.read.hostile, LEAVES, CREEPS)
            found.prepare(self.s.where[x] for x in self.pic.bodies if self.w.moves_as[x] == key[0])
        return found

    # --- going deep

    def raids_of(self, u: int, prizes: Mapping[Hex, float]) -> dict[Hex, Raid]:
        """The paths of a unit, each with what it takes on its way."""
        walk = gait(self.s, u)
        known: dict[Hex, dict[Hex, int]] = {}

        def steps(h: Hex) -> dict[Hex, int]:
            found = known.get(h)
            if found is None:
                found = known[h] = {}
                for n, cost in walk.steps.of[h].items():
                    more = walk.zone.step(h, n)
                    if more is not None and walk.within >> n & 1:
                        found[n] = cost + more
            return found

        return raids(self.s.where[u], walk.points, steps, prizes)

    def ring(self, units: list[int], own: HexSet) -> tuple[list[Hex], float]:
        """The hexes to take so that as many enemies as possible are cut off, and what that is worth in all."""
        s, w, pic = self.s, self.w, self.pic
        foe_front = s.front_of(1 - self.side)
        zone = self.ways.zone(own)
        closed = (own | zone) & ~foe_front
        in_reach = union({h for u in units for h in self.reaches[u]})
        near = in_reach | self.ways.zone(in_reach)
        hold: dict[Hex, float] = {}
        for h in self.ways.hexes:
            if foe_front >> h & 1:
                hold[h] = NEVER
            elif closed >> h & 1:
                hold[h] = IN_HAND
            else:
                hold[h] = TO_REACH if near >> h & 1 else TOO_FAR
        ground = dict.fromkeys(self.ways.hexes, 0.02)
        for body in pic.foes.values():
            ground[body.at] = ground.get(body.at, 0.0) + ENCLOSED * body.steps
        line = pic.map.cutter.draw(hold, ground, home_of(w, 1 - self.side), home_of(w, self.side))
        fresh = foe_front & line.rear & ~pic.pocketed
        gain = sum(ENCLOSED * b.steps for b in pic.foes.values() if fresh >> b.at & 1)
        open_ = line.hexes & ~closed
        if not open_ or not fresh:
            return [], 0.0
        return spread(self.ways, open_, 0, lambda h: float(in_reach >> h & 1), ~in_reach), gain

    def go_deep(self, units: list[int], own: HexSet) -> dict[int, Hex]:
        """Mobile units to where they cut the enemy off, take cities on their way, and come nearest to their goals."""
        prizes = self.prizes()
        found = {u: self.raids_of(u, prizes) for u in units}
        out: dict[int, Hex] = {}
        taken: set[Hex] = set()
        ring, gain = self.ring(units, own)
        posts = [Post(h, 1.0 + gain / max(1, len(ring)), 9) for h in ring]

        def worth(u: int, post: Post) -> float:
            raid = found[u].get(post.hex)
            if raid is None:
                return -FORBIDDEN
            return post.worth + raid.prize + self.place(u, post.hex, own)

        for u, k in assign(posts, units, worth).items():
            self.scores[u] = worth(u, posts[k])
            self._send(u, found[u][posts[k].hex], out, taken)
        front = own | union(out.values())
        left = [u for u in units if u not in out]
        while left:
            score, u, raid = max(
                (self._score(u, raid, prizes, taken, front), -u, raid)
                for u in left
                for raid in found[u].values()
            )
            self.scores[-u] = score
            self._send(-u, raid, out, taken)
            front |= 1 << raid.hexes[-1]
            left.remove(-u)
        return out

    def onward(self) -> dict[int, dict[Hex, float]]:
        """What it is worth to each unit to be fed in the hexes it can get to: the further ahead the better."""
        out = {}
        for u, hexes in self.reaches.items():
            here = self.around[self.pic.bodies[u].at]
            out[u] = {h: FED + ONWARD * (self.around[h] - here) for h in hexes if self.around[h] >= here}
        return out

    def place(self, u: int, h: Hex, own: HexSet) -> float:
        """What it is worth to a spearhead to end in a hex."""
        return AHEAD * self.around[h] - self.risk(u, h, own)

    def _score(
        self, u: int, raid: Raid, prizes: Mapping[Hex, float], taken: set[Hex], front: HexSet
    ) -> float:
        """What it is worth to send a spearhead along a path."""
        h = raid.hexes[-1]
        prize = sum(prizes.get(n, 0.0) for n in raid.hexes if n not in taken) if raid.prize else 0.0
        crowd = 0.5 * sum(1 for x in self.paths.values() if x[-1] == h)
        return prize + self.place(u, h, front) - crowd - 0.02 * raid.spent

    def _send(self, u: int, raid: Raid, out: dict[int, Hex], taken: set[Hex]) -> None:
        out[u] = raid.hexes[-1]
        self.paths[u] = list(raid.hexes)
        taken.update(raid.hexes)

    def risk(self, u: int, h: Hex, own: HexSet) -> float:
        """What it risks to stand in a hex: alone, hungry, before more than it can bear."""
        body = self.pic.bodies[u]
        friends = (self.w.disc(h, 2) & own & ~(1 << body.at)).bit_count()
        danger = self.pic.threat.get(h, 0.0) / max(1.0, 2.5 * body.defence)
        lonely = 0.5 * max(0.0, danger - 1.0) / (1 + friends)
        bold = DARING if posture(self.s, self.side).is_blitz else 1.0
        return bold * min(3.0, lonely) + HUNGER * self.shortage(u, h)


__all__ = ["Staffwork"]
