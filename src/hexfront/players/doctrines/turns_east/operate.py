"""Hitler Turns East: where the units of a Command go, decided together on the operations layer.

The line of a side is a least cut over the whole map; its posts are filled by an optimal assignment. From there every unit is
looked at again beside all the others, by what the arrangement as a whole is worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.state import EastState, factor, units_at
from hexfront.hexes import Hex, HexSet, bits, union
from hexfront.players.doctrine import Plan
from hexfront.players.doctrines.turns_east.field import TYPHOON, Front
from hexfront.players.doctrines.turns_east.moves import Reach
from hexfront.players.doctrines.turns_east.read import Arrangement, EastGround, Picture
from hexfront.players.operations.holding import FORBIDDEN, FrontLine, Post, assign, spread
from hexfront.players.plan import Numbers

if TYPE_CHECKING:
    pass

MUD, SNOW = "Mud", "Snow"
STACK = 3
PASSED = 0.5  # worth of a post that the enemy can walk past
CALM = 0.3  # how much of the worth of a post is left that nobody can come to
GATE = 6.0  # worth of a post that keeps Soviet armies from arriving behind the front
WORK = 1.0  # worth of a place that keeps the armies of a Command in its area
MOBILE = 0.4  # how much mobile units mind leaving it
VITAL = 2.0  # worth of a place that is never left for the taking
HUNT = 1.5  # worth of each hex nearer to an enemy left behind, or to a place to be taken, to whoever is sent
HUNT_REACH = 12  # hexes from which somebody is sent
ON_WHEELS = 2  # hexes that a mobile unit counts as farther off
ELSEWHERE = 3  # and one of another Command
SIEGE, LAST_SIEGE = 4, 6  # turns on which armies march on the great places that few hold
GREAT = 2  # points of such a place
SURE = 4  # odds that take a place whatever the die says: the columns of its terrain on top
MOST = 18  # factors that are sent to one at most
ROMANIAN = (2, 3)  # Commands in which Romanians move
GARRISON = 2  # armies in such a place before the next one looks after its way home over the water


class Posting(msgspec.Struct, frozen=True):
    """What posts are worth, for one side in one season; numbers.toml says what each is."""

    closing: float
    second: float
    city: float
    need: float
    behind: float
    open: float
    open_hex: float
    fade: float
    homeward: float
    vital: float
    around: float
    chain: float
    stray: float


def is_attacking(s: EastState, side: int) -> bool:
    """Whether a side is on the offensive: the Axis while the ground carries it, the Soviets in the snow, and both on the
    last turn, when there is nothing to save up for."""
    weather = s.world.weather(s.turn)
    if s.turn >= s.world.plan.last_turn:
        return True
    return weather == SNOW if side == SOVIET else weather not in (MUD, SNOW)


class Standing(Picture):
    """A picture in which the line counts: ground that the enemy's lines of communication can come to, and posts held."""

    reckons_supply = True

    def __init__(
        self,
        s: EastState,
        side: int,
        command: int,
        ground: EastGround,
        plan: Plan,
        k: Numbers,
        front: Front,
        line: FrontLine,
        posting: Posting,
        units: tuple[int, ...] | None = None,
    ) -> None:
        super().__init__(s, side, command, ground, plan, k, units)
        self.front, self.line, self.posting = front, line, posting
        if side == AXIS:
            self.pull = front.drawn(ground) if is_attacking(s, side) else {}
        self.posts = self._posts()
        self.ours = s.world.towns & (s.axis_towns if side == AXIS else ~s.axis_towns)
        self.stray = posting.stray if self._has_work() else 0.0
        self.at_stake = {i: x for i, x in front.worth.items() if self.ours >> i & 1}
        self.sent = self._hunters() if side == AXIS else {}
        if side == AXIS:
            self.sent |= self._siege(self.sent)

    def _has_work(self) -> bool:
        """Whether there is anything left in the area of the Command worth taking."""
        region = self.w.areas[self.command]
        return any(
            x >= WORK and region >> i & 1 and not self.front.is_ours(i) for i, x in self.front.worth.items()
        )

    def _hunters(self) -> dict[int, Hex]:
        """For each enemy who is cut off behind the line of the Axis, the unit that goes there: next to one in supply he is gone
        when the month is out (10.2.1)."""
        front = self.front
        out: dict[int, Hex] = {}
        prey = sorted(bits(front.pocketed & self.enemy_hexes & self.line.rear))
        for h in sorted(prey, key=lambda h: -front.worth.get(h, 0.0)):
            free = [
                u
                for _, u in self._nearest(h)
                if u not in out
                and front.bodies[u].attack >= self.stacks[h].small
                and not self.w.is_romanian[u]
            ]
            if free:
                out[free[0]] = h
        return out

    def _siege(self, taken: dict[int, Hex]) -> dict[int, Hex]:
        """Units for the great places that few enemies hold, as many as make the attack sure; other units are left alone."""
        s, w, front = self.s, self.w, self.front
        out: dict[int, Hex] = {}
        if not SIEGE <= s.turn <= LAST_SIEGE:
            return out
        wanted = [h for h, n in w.points.items() if n >= GREAT and h in self.stacks and not front.is_ours(h)]
        if s.turn < TYPHOON:  # no march on what would end the war before its time
            wanted = [h for h in wanted if h not in (w.automatic["moscow"], w.leningrad)]
        for h in sorted(wanted, key=lambda h: (-front.worth.get(h, 0.0), h)):
            need = (SURE + w.shift[h]) * self.stacks[h].strength
            chosen: list[int] = []
            mass = 0.0
            for _, u in self._nearest(h):
                if mass >= need or need > MOST:
                    break
                if u in taken or u in out or (w.is_romanian[u] and w.area_of[h] not in ROMANIAN):
                    continue
                chosen.append(u)
                mass += front.bodies[u].attack
            if mass >= need and len(chosen) <= 2 * STACK:
                out |= dict.fromkeys(chosen, h)
        return out

    def _nearest(self, h: Hex) -> list[tuple[int, int]]:
        """The units that could be sent to a hex, the nearest first; nobody whom the front would miss."""
        w, front = self.w, self.front
        out = []
        for u, body in front.bodies.items():
            far = w.grid.distance(body.at, h)
            if far > HUNT_REACH or not body.attack:
                continue
            alone = not units_at(self.s, body.at) & w.stackers & ~(1 << u)
            others = front.threat.get(body.at, 0.0) > self.stacks[h].strength
            if others and (alone or self.line.hexes >> body.at & 1):
                continue
            far += ON_WHEELS * body.is_mobile
            far += ELSEWHERE * (w.area_of[body.at] != w.area_of[h])
            out.append((far, u))
        return sorted(out)

    def _region(self) -> HexSet:
        """Where a Command fills posts: in its area and, on the defence, across the boundaries to Commands that have had
        their orders, so that a move may end there (7.6)."""
        w, s = self.w, self.s
        region = w.areas[self.command]
        if self.side == AXIS and not is_attacking(s, AXIS):
            for c, area in self.nearby:
                if s.box[4 * AXIS + c]:
                    region |= area
        return region

    def _posts(self) -> dict[Hex, tuple[float, float]]:
        """For each post of the line its worth, and the strength that fills it."""
        x, front = self.posting, self.front
        out: dict[Hex, tuple[float, float]] = {}

        def liking(h: Hex) -> float:
            return (
                front.worth.get(h, 0.0)
                + (0.0 if self.w.assault_into >> h & 1 else 0.5)
                + 0.3 * self.w.shift[h]
            )

        region = self._region()
        others = self.fixed & ~region
        for h in spread(front.map.ways, self.line.hexes & region, others, liking, self.enemy_hexes):
            out[h] = (x.closing * self._calm(h) + x.city * front.worth.get(h, 0.0), self._need(h))
        for h in bits(self.line.hexes & region & ~self.enemy_hexes):
            out.setdefault(h, (x.second * self._calm(h) + x.city * front.worth.get(h, 0.0), self._need(h)))
        for h in bits(self.line.alone & region & ~self.enemy_hexes):
            out[h] = (x.city * front.worth.get(h, 0.0), self._need(h))
        for h, worth in front.worth.items():
            near = front.far.get(h, 40) <= 7
            if near and region >> h & 1 and h not in out and self.line.rear >> h & 1 and front.is_ours(h):
                out[h] = (x.behind * worth, self._need(h))
        for h, worth in front.worth.items():
            if worth >= VITAL and region >> h & 1 and front.is_ours(h) and front.threat.get(h):
                self._fortify(h, worth, out)
        if self.side == AXIS:
            self._gates(out)
        return out

    def _calm(self, h: Hex) -> float:
        """How much a post of the Axis counts: little where no enemy can come next month."""
        return CALM if self.side == AXIS and not self.front.threat.get(h) else 1.0

    def _gates(self, out: dict[Hex, tuple[float, float]]) -> None:
        """A post in a city of ours that Soviet armies would arrive in if it stood empty (5.2.1), until a garrison is there."""
        for h in self.w.automatic.values():
            mine = self.s.axis_towns & self.w.areas[self.command]
            if mine >> h & 1 and not units_at(self.s, h) & self.w.garrisons:
                out[h] = (max(GATE, out.get(h, (0.0, 0.0))[0]), 1.0)

    def _fortify(self, h: Hex, worth: float, out: dict[Hex, tuple[float, float]]) -> None:
        """Posts for a place that must not fall: in it, on its way home, so that it is not cut off, and around it."""
        x, region = self.posting, self.w.areas[self.command]

        def post(n: Hex, value: float, need: float) -> None:
            if region >> n & 1 and not self.enemy_hexes >> n & 1:
                out[n] = (max(value, out.get(n, (0.0, 0.0))[0]), need)

        post(h, x.vital * worth, x.need)
        is_held = (units_at(self.s, h) & self.w.stackers).bit_count() >= GARRISON
        for k, n in enumerate(self.front.way_home(h)[1:3]):
            landing = (
                not k and not self.w.adjacent[h] >> n & 1
            )  # the shore opposite, without which the lake leads nowhere
            post(n, x.vital * worth if landing and is_held else x.chain * worth / (1 + k), 2.0)
        for n in bits(self.w.adjacent[h]):
            post(n, x.around * worth + 0.2 * self.w.shift[n], self._need(n))

    def _need(self, h: Hex) -> float:
        """What strength it takes to hold a hex, by what can come against it."""
        shelter = 1.0 + 0.35 * self.w.shift[h] + (0.0 if self.w.assault_into >> h & 1 else 0.2)
        return max(1.0, min(self.posting.need, 0.12 * self.front.threat.get(h, 0.0) / shelter))

    def beside(self, places: dict[int, int], x: Arrangement) -> float:
        """Posts that are filled, ground of ours that lies open, and the way home of those who are cut off."""
        total = 0.0
        if x.cut_us:
            home = self.front.homeward
            for i in places.values():
                if x.cut_us >> i & 1:
                    total -= self.posting.homeward * min(12, home.get(i, 12))
        for h, (worth, need) in self.posts.items():
            got = x.strength.get(h)
            if got is None:
                got = self.fixed_strength.get(h, 0.0)
            if got:
                held = 0.55 + 0.45 * min(1.0, got / need)
                if self.side == AXIS and not x.armies >> h & 1:
                    held *= PASSED  # only the zone of an army stops anybody (9.1.3)
                total += worth * held
        for u, h in self.sent.items():
            if u in places:
                total -= HUNT * max(0, self.w.grid.distance(places[u], h) - 1)
        if self.stray:
            region, armies = self.w.areas[self.command], self.w.armies
            for u, i in places.items():
                if not region >> i & 1:
                    total -= self.stray * (1.0 if armies >> u & 1 else MOBILE)
        if self.side == SOVIET:
            open_ = x.their_lines & self.w.ussr
            total -= self.posting.open_hex * open_.bit_count()
            for i, worth in self.at_stake.items():
                if open_ >> i & 1:
                    total -= self.posting.open * worth
        return total

    def wants(self) -> float:
        """How much the posts of the Command still want."""
        total = 0.0
        for h, (worth, need) in self.posts.items():
            got = self.fixed_strength.get(h, 0.0)
            total += worth * (1.0 if not got else 0.45 * (1 - min(1.0, got / need)))
        return total

    # --- posts by assignment

    def _places(self, moving: int) -> list[Post]:
        """The posts of the Command, one for each unit that finds room there beside those who do not move."""
        s, w, fade = self.s, self.w, self.posting.fade
        out: list[Post] = []
        for h, (worth, need) in self.posts.items():
            for k in range((units_at(s, h) & w.stackers & ~moving).bit_count(), STACK):
                filled = 0.55 if not k else 0.45 * min(1.0, 2.0 / need)
                out.append(Post(h, worth * filled * fade**k, k))
        return out

    def post_units(self, movers: list[tuple[int, ...]], reaches: list[Reach]) -> dict[int, Hex]:
        """Where an optimal assignment puts the units of a Command: each to a post, or nowhere."""
        s, w = self.s, self.w
        posts = self._places(union(self.units))
        known = {m[0]: reach for m, reach in zip(movers, reaches, strict=True)}

        def value(u: int, post: Post) -> float:
            cost = known[u].cost.get(post.hex)
            if cost is None or (post.hex != known[u].start and not known[u].ends >> post.hex & 1):
                return -FORBIDDEN
            fit = 0.8 + 0.1 * min(4, factor(s, u))
            if self.side == AXIS and not w.armies >> u & 1:
                fit *= PASSED
            return post.worth * fit - 0.02 * cost + (0.1 if post.hex == known[u].start else 0.0)

        found = assign(posts, list(known), value)
        out: dict[int, Hex] = {}
        room: dict[Hex, int] = {}
        for u, k in found.items():
            h = posts[k].hex
            mass = room.get(h, units_at(s, h) & w.stackers & ~union(self.units)) | 1 << u
            if (mass & w.stackers).bit_count() > STACK or (mass & w.armies).bit_count() > 1:
                continue
            room[h] = mass
            out[u] = h
        return out


__all__ = ["Posting", "Standing", "is_attacking"]
