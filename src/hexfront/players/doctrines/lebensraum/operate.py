"""Lebensraum!: who goes where in a movement segment, decided for all units together on the operations layer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexfront.games.lebensraum import kinds
from hexfront.games.lebensraum.reach import closed_to, is_hq, zoc
from hexfront.games.lebensraum.state import class_of, hqs_on_map, steps_of, weather_at
from hexfront.games.lebensraum.supply import finnish_lines
from hexfront.games.lebensraum.victory import ALLIED_DEADLINE, goals
from hexfront.hexes import Hex, HexSet, bits, union
from hexfront.players.doctrines.lebensraum.desk import Desk
from hexfront.players.doctrines.lebensraum.field import WELL_HELD, reach_of, union_of
from hexfront.players.doctrines.lebensraum.strike import Striker
from hexfront.players.operations.enclosing import closing_posts
from hexfront.players.operations.feeding import Sites, shared_out
from hexfront.players.operations.holding import (
    FORBIDDEN,
    FrontLine,
    Post,
    afforded,
    assign,
    draw_line,
    spread,
)
from hexfront.wargame import grown

NEAR = 8
"""Hexes from the enemy within which a city is garrisoned."""
ROUNDS = 3
"""How often orders are thought over when HQs could not feed everybody."""
PASSING = ("5.5d", "5.1f")
"""Why a hex is closed for now alone: somebody stands there."""
DECISIVE = 1.8
"""Times as dear a place must be to be guarded against enemies who are still far off."""
BEARS = 2.5
"""How many times its own force a unit can bear."""
KEEPS = 4.0
"""The same of a garrison, which need not go back out of a city (7.42f)."""
TANKS_ELSEWHERE = 4.0
"""What is against leaving tanks behind as a garrison."""
HUNGER = 2
"""Steps that a unit out of supply loses."""
LAST_ZONE = 2
"""Class C is the last that has a zone."""
RING_PRICES = (0.2, 0.5, 1.0, 2.0)
"""What a hex of a ring costs beside the cities in it, tried one after another."""
HAVEN = 0.5
"""What a large city of our own is worth to a unit that no HQ feeds, compared with supply."""
SHAKY = 0.3
"""The same of an HQ whose line the enemy's tanks can cut before supply is judged."""
A_STAGE = 4.0
"""Hexes that an HQ follows in a segment."""


def budget(d: Desk) -> tuple[float, float]:
    """Points that units and HQs may use in this segment: something is left for what comes after it."""
    s, k = d.s, d.k
    points = max(0.0, s.points[d.power] - k["float"])
    if s.segment in (kinds.RESERVE_MOVEMENT, kinds.RESERVE_TANKS):  # our own phase is still to come
        share = k["answer"]
    else:
        share = k["marching"] if s.segment == kinds.MOVEMENT else k["tanks"]
    hqs = min(share * k["train_of_hqs"] * points, following(d))
    return share * points - hqs, points if s.segment == kinds.TANK_MOVEMENT else hqs


def allowance(d: Desk) -> tuple[float, float]:
    """The same when orders are made again: what has not been used of it so far, and for units all of it once HQs have moved."""
    notes, left = d.notes, d.s.points[d.power]
    if notes.budget is None:
        notes.budget = (left, *budget(d))
    start, units, hqs = notes.budget
    spare = hqs if notes.late and units + hqs <= start else 0.0
    return max(0.0, units + spare - (start - left)), min(hqs, float(left))


def following(d: Desk) -> float:
    """Points that all HQs of a power need at most to follow its armies in a segment, in the weather where they are."""
    cost = d.w.tables.entry_cost
    return sum(A_STAGE * cost("open", True, weather_at(d.s, d.s.hq[q])) for q in hqs_on_map(d.s, d.power))


class Operation:
    """The orders of one movement segment."""

    def __init__(self, d: Desk, movers: list[int]) -> None:
        self.d, self.s, self.k, self.w = d, d.s, d.k, d.w
        self.pic = d.picture
        self.ways = d.map.ways
        self.points, self.purse = allowance(d)
        d.notes.purse = self.purse
        s = self.s
        # Whoever stands in the way may march first; if it comes otherwise, orders are given anew.
        anew = d.notes.thought_again or d.notes.late
        leave = 0 if anew else union({s.where[m] for m in movers if not is_hq(m)})
        self.reaches: dict[int, dict[Hex, int]] = {
            u: {**reach_of(s, u, d.farthest, leave & ~(1 << s.where[u])).costs(), s.where[u]: 0}
            for u in movers
            if not is_hq(u) and (d.w.land & ~self.pic.idle) >> s.where[u] & 1
        }
        self.closed = {u: closed_to(s, u) for u in self.reaches}
        self.reached = union({h for hexes in self.reaches.values() for h in hexes})
        self.movable = [m - kinds.HQ_BASE for m in movers if is_hq(m)]
        self.fed = self.could_be_fed()
        self.havens = d.w.large_cities & d.w.start_control[d.power]
        # Tanks of the enemy's that are still to march before supply is judged may cut a line.
        self.sure = self.pic.fed_surely if s.segment == kinds.RESERVE_MOVEMENT else -1
        self.price = self.k["point"]  # what a movement point costs now
        self.careless = False  # whether nothing counts that comes after this phase
        self.saved: set[int] = set()  # hungry units that can reach a hex where they are fed

    def could_be_fed(self) -> HexSet:
        """What HQs that stay feed, and what those that move could feed."""
        s, pic = self.s, self.pic
        out = pic.fed_now
        for q in self.movable:
            if q != self.w.finnish_hq:
                reach = reach_of(s, kinds.HQ_BASE + q, self.d.farthest).hexes | 1 << s.hq[q]
                out |= grown(self.w.grid, reach, self.w.land & ~pic.enemy, pic.span) & pic.feedable
        return out

    def is_fed(self, u: int, h: Hex) -> bool:
        """Whether a unit will be fed in a hex."""
        finn = self.w.finns >> u & 1 and self.pic.finns_fed >> h & 1
        return bool(self.fed >> h & 1 or finn or self.careless)

    def supply(self, u: int, h: Hex) -> float:
        """How well a unit is supplied in a hex: a large city of its own loses it half of what hunger does elsewhere."""
        if not self.is_fed(u, h):
            return HAVEN if self.havens >> h & 1 else 0.0
        return 1.0 if self.sure >> h & 1 or self.w.finns >> u & 1 else SHAKY

    def keeps_zone(self, u: int, h: Hex) -> bool:
        """Whether a unit has a zone in a hex when supply has been judged: two steps lost can take it away."""
        hardy = class_of(self.s, u) < LAST_ZONE and steps_of(self.s, u) > HUNGER
        fed = self.pic.fed_now if self.careless else self.fed
        return hardy or (class_of(self.s, u) <= LAST_ZONE and bool(fed >> h & 1))

    def orders(self) -> dict[int, Hex]:
        """Attacks first where this is our phase, then cities, cuts and the line; and the same again while the HQs
        that would follow could not feed everybody."""
        if not self.reaches:
            return {}
        out: dict[int, Hex] = {}
        fed = 0
        if self.d.all_in:  # nothing counts after this phase if all goals fall in it
            points, self.points, self.careless = self.points, float(self.s.points[self.d.power]), True
            out = self.plan()
            if not self.missed(out) or self.s.turn == self.w.plan.last:  # nobody starves after the war
                return out
            self.points, self.careless = points, False
        for n in range(ROUNDS):
            out = self.plan()
            out |= self.unstacked(out)
            at = {u: out.get(u, body.at) for u, body in self.pic.mine.items() if not self.w.finns >> u & 1}
            others = self.pic.friends & ~union({body.at for body in self.pic.mine.values()})
            net = self.pic.net_after(union({out.get(u, b.at) for u, b in self.pic.mine.items()}) | others)
            stands = sites(self.d, set(at.values()), net, self.movable, self.purse)
            fed = union_of(area for h in stands.values() if (area := self.pic.fed_from(h)) & net)
            hungry = union({h for h in at.values() if not fed >> h & 1})
            if not hungry:
                return out
            # First the HQs are let off who cannot be served; if that is not enough, all keep to where HQs will be.
            self.fed &= fed if n else ~self.w.grid.dilate(hungry, 1) | fed
        return self.called_back(out, fed)

    def unstacked(self, orders: Mapping[int, Hex]) -> dict[int, Hex]:
        """Who would share a hex when the march is over, as only newcomers may until then, goes to the nearest free one where
        he is fed: else he would be taken off the map (6.1c)."""
        out: dict[int, Hex] = {}
        at = {u: orders.get(u, body.at) for u, body in self.pic.mine.items()}
        for u, h in at.items():
            if u not in self.reaches or sum(x == h for x in (at | out).values()) < 2:
                continue
            reach = self.reaches[u]
            free = [x for x in reach if self.is_fed(u, x) and x not in (at | out).values()]
            if free:
                out[u] = min(free, key=lambda x: (reach[x] - 2.0 * self.pic.rich.get(x, 0.0), x))
        return out

    def missed(self, orders: Mapping[int, Hex]) -> HexSet:
        """Goals that the enemy would still hold after these marches; when the Allies' deadline is past, the German cities that
        keep the Axis from losing."""
        aims = union(goals(self.s))
        if self.d.power == kinds.ALLIED and self.s.turn > ALLIED_DEADLINE:
            aims &= self.w.cities_in["germany"]
        return aims & ~self.pic.own & ~union(set(orders.values())) & ~self.fallen(orders)

    def called_back(self, orders: dict[int, Hex], fed: HexSet) -> dict[int, Hex]:
        """Units that would still go hungry go where they are fed, as near as possible to where they were sent: the strongest for what
        it costs first, as far as the points go that marches may cost."""
        out, pic = dict(orders), self.pic
        taken = {out.get(u, body.at) for u, body in pic.mine.items()}
        left = self.points - sum(self.reaches[u][h] for u, h in out.items() if u in self.reaches)
        ways: list[tuple[float, int]] = []
        for u, reach in self.reaches.items():
            goal = out.get(u, pic.mine[u].at)
            cheapest = min((cost for h, cost in reach.items() if fed >> h & 1), default=None)
            if cheapest is not None and not (fed >> goal & 1 or self.is_fed(u, goal)):
                ways.append((cheapest / max(1.0, pic.mine[u].defence), u))
        for _, u in sorted(ways):
            reach, goal = self.reaches[u], out.get(u, pic.mine[u].at)
            purse = left + reach[goal]
            free = [h for h in reach if fed >> h & 1 and h not in taken and reach[h] <= purse]
            if free:
                out[u] = min(free, key=lambda h: (self.w.grid.distance(h, goal) + 0.2 * reach[h], h))
                taken.add(out[u])
                left = purse - reach[out[u]]
        return out

    def plan(self) -> dict[int, Hex]:
        d, s = self.d, self.s
        out = {} if self.careless else self.garrisons()
        if s.phasing == d.camp:
            plans = [self.struck(out, ring) for ring in (*(self.rings(out) if self.k["ring"] else ()), {})]
            if self.careless:  # whoever has no part in it stays
                return out | min(plans, key=lambda plan: (self.missed(plan[1]).bit_count(), -plan[0]))[1]
            out |= max(plans, key=lambda plan: plan[0])[1]
        spent = sum(self.reaches[u][h] for u, h in out.items())
        return out | self.hold([u for u in self.reaches if u not in out], out, self.points - spent)

    def garrisons(self) -> dict[int, Hex]:
        """Places without which the war is lost get a garrison before attacks are considered, if the enemy could walk in."""
        pic, s = self.pic, self.s
        out: dict[int, Hex] = {}
        open_, far = pic.own & pic.open_to_foes, pic.own & pic.open_to_marches
        least = self.k["dear"]
        dear = {
            h: x
            for h, x in pic.worth.items()
            if (open_ >> h & 1 and x >= least) or (far >> h & 1 and x >= DECISIVE * least)
        }
        dear |= dict.fromkeys(bits(pic.vital & open_), self.k["dear"])
        for h in sorted(dear, key=lambda h: (-dear[h], h)):
            if any(u not in self.reaches for u in s.stack.get(h, ())):
                continue
            free = [
                u for u, reach in self.reaches.items() if h in reach and u not in out and self.is_fed(u, h)
            ]
            # The weakest that can bear what may come, best of all not tanks; if nobody can, the strongest.
            need = min(pic.threat.get(h, 0.0) / KEEPS, max((pic.mine[u].defence for u in free), default=0.0))
            able = [pic.mine[u] for u in free if pic.mine[u].defence >= need]
            cost = {b.unit: b.defence + TANKS_ELSEWHERE * b.is_mobile for b in able}
            rated = [(0.5 * self.reaches[u][h] + x, u) for u, x in cost.items()]
            if rated:
                out[min(rated)[1]] = h
        return out

    # --- what falls by itself

    def struck(self, kept: Mapping[int, Hex], ring: dict[int, Hex]) -> tuple[float, dict[int, Hex]]:
        """The attacks and walks that are worth most together beside a ring, and what all of it is worth with the cities that
        fall by themselves."""
        pic, k = self.pic, self.k
        still = {u: {b.at: 0} for u, b in pic.mine.items() if u not in self.reaches}
        taken = set(ring.values())
        free = {
            u: {h: cost for h, cost in reach.items() if h not in taken}
            for u, reach in self.reaches.items()
            if u not in kept and u not in ring
        }
        spent = sum(self.reaches[u][h] for u, h in ring.items())
        fallen = self.fallen({**kept, **ring}) if k["ring"] else 0
        striker = Striker(
            self.d,
            {**free, **still},
            self.points - spent,
            fixed=False,
            fed=-1 if self.careless else self.fed,
            fallen=fallen,
        )
        strikes = striker.strikes()
        orders = ring | {u: h for strike in strikes for u, h in strike.units.items() if u in self.reaches}
        value = sum(strike.value for strike in strikes) - k["point"] * spent
        if not k["ring"]:
            return value, orders
        won = self.fallen({**kept, **orders}) | union({h for h in taken if h in pic.prizes})
        return value + k["take"] * sum(pic.prizes[h] for h in bits(won)), orders

    def fallen(self, orders: Mapping[int, Hex]) -> HexSet:
        """Cities that nobody enters and that fall by themselves after these marches."""
        pic = self.pic
        at = {u: orders.get(u, body.at) for u, body in pic.mine.items()}
        posts = union(set(at.values())) | pic.friends & ~union({b.at for b in pic.mine.values()})
        return pic.falls_to(posts, union({h for u, h in at.items() if self.keeps_zone(u, h)})) & ~posts

    def rings(self, kept: Mapping[int, Hex]) -> Iterator[dict[int, Hex]]:
        """Posts for units that would cut the enemy off from empty cities, in several ways."""
        pic, s = self.pic, self.s
        free = [u for u in self.reaches if u not in kept and class_of(s, u) <= LAST_ZONE]
        stay = pic.friends & ~union({pic.mine[u].at for u in free}) | union(set(kept.values()))
        exert = stay & union_of(s.exert)
        reached = {h for u in free for h in self.reaches[u] if self.keeps_zone(u, h) and self.is_fed(u, h)}
        stands = union(reached) & ~stay
        worth = {h: x for h, x in pic.prizes.items() if not pic.enemy >> h & 1}
        held = exert | union_of(pic.zone_of(h) for h in bits(exert))
        seen: list[list[Hex]] = []
        yield {u: pic.mine[u].at for u in free}  # perhaps it is closed already
        for price in RING_PRICES:
            posts = closing_posts(
                self.d.map.cutter, pic.zone_of, stands, held, price, worth, pic.foe_sources, pic.home
            )
            if not posts or len(posts) > len(free) or posts in seen:
                continue
            seen.append(posts)
            found = assign([Post(h, 0.0) for h in posts], free, lambda u, post: self.ring_value(u, post.hex))
            ring = {u: posts[n] for u, n in found.items()}
            if len(ring) == len(posts) and sum(self.reaches[u][h] for u, h in ring.items()) <= self.points:
                yield ring

    def ring_value(self, u: int, h: Hex) -> float:
        if h not in self.reaches[u] or not (self.keeps_zone(u, h) and self.is_fed(u, h)):
            return -FORBIDDEN
        return 10.0 - self.k["point"] * self.reaches[u][h]

    # --- the line

    def draw(self) -> FrontLine:
        """Where the line runs: at least cost between the enemy and home."""
        pic, k = self.pic, self.k
        hold: dict[Hex, float] = {}
        zone = zoc(self.s, 1 - self.d.camp)
        for h in self.ways.hexes:
            cost = self.cover(h) + k["mass"] * min(1.5, pic.threat.get(h, 0.0) / (2.5 * WELL_HELD))
            if not self.reached >> h & 1 and not pic.friends >> h & 1:
                cost *= k["unreached"]
            if not (self.fed & pic.steady) >> h & 1:
                cost *= k["unfed"]
            if not pic.own >> h & 1 and zone >> h & 1:
                cost *= 1.3
            hold[h] = cost
        ground = dict.fromkeys(self.ways.hexes, k["strip"])
        for h, worth in pic.worth.items():
            if h in ground:
                ground[h] += worth
        return draw_line(
            self.d.map.cutter, hold, ground, pic.enemy, pic.home, max(1, len(pic.mine)), k["spacing"]
        )

    def cover(self, h: Hex) -> float:
        """What holding a hex costs by its ground: less in hills, in a city and behind a river."""
        w = self.w
        kind = w.tables.ground[w.board.kind[h]].defender + w.population.get(h, 0)
        cost = 1.0 - 0.1 * min(4, kind)
        n = self.pic.far.get(h, 40)
        front = [x for x in self.ways.near[h] if self.pic.far.get(x, 40) < n]
        if front:
            cost *= 1.0 - 0.25 * sum(1 for x in front if w.lands.river.has(h, x)) / len(front)
        return cost

    def posts(self, taken: HexSet) -> list[Post]:
        """Every place that is worth a unit, each once, with what it is worth."""
        pic, k = self.pic, self.k
        line = self.draw()
        worth: dict[Hex, float] = {}

        def add(h: Hex, value: float) -> None:
            worth[h] = max(worth.get(h, 0.0), value)

        closing = spread(self.ways, line.hexes, taken, lambda h: pic.threat.get(h, 0.0), pic.enemy)
        front = line.hexes & union(h for h, n in pic.far.items() if n <= NEAR)  # elsewhere nobody is needed
        for h in bits(front & ~pic.enemy):
            add(h, k["on_line"] + 0.5 * min(2.0, pic.threat.get(h, 0.0) / WELL_HELD))
        for h in closing:
            if front >> h & 1:
                add(h, k["on_line"] + k["closing"])
        for h in bits(self.ways.zone(front) & line.rear & ~line.hexes):
            add(h, k["second"])
        for h, x in pic.worth.items():
            if pic.own >> h & 1 and pic.far.get(h, 40) <= NEAR:
                near = 1.0 - 0.08 * max(0, pic.far.get(h, 40) - 1)
                add(h, k["guard"] * x * near)
                for n in self.ways.near.get(h, ()):
                    add(n, 0.35 * k["guard"] * x * near)
        for h, x in pic.prizes.items():
            if not pic.enemy >> h & 1:
                add(h, 0.5 + k["take"] * x + k["rails"] * pic.opened(h))
        for h, x in pic.severed.items():
            add(h, k["sever"] * min(3.0, x))
        for h, x in pic.pull.items():
            if x > 0.3:
                add(h, 0.5 * k["pull"] * x)
        return [Post(h, x) for h, x in worth.items() if not taken >> h & 1 and not pic.enemy >> h & 1]

    def hold(self, units: list[int], placed: Mapping[int, Hex], points: float) -> dict[int, Hex]:
        """Units to posts; when their marches would cost too much, every point counts for more."""
        still = union({b.at for u, b in self.pic.mine.items() if u not in self.reaches})
        posts = self.posts(still | union(set(placed.values())))
        self.price = self.k["point"]
        self.saved = {
            u
            for u in units
            if not self.is_fed(u, self.pic.mine[u].at) and any(self.is_fed(u, h) for h in self.reaches[u])
        }
        found: dict[int, int] = {}
        out: dict[int, Hex] = {}
        for _ in range(6):
            found = assign(posts, units, self.value)
            out = {u: self.towards(u, posts[n].hex) for u, n in found.items()}
            if sum(self.reaches[u][h] for u, h in out.items()) <= points:
                return out
            self.price *= 1.6
        costs = {u: self.reaches[u][h] for u, h in out.items()}
        worth = {u: self.value(u, posts[n]) for u, n in found.items()}
        return {u: out[u] for u in afforded(worth, costs, points, self.saved)}

    def value(self, u: int, post: Post) -> float:
        """What it is worth to send a unit to a post."""
        k, pic = self.k, self.pic
        body = pic.mine[u]
        reach = self.reaches[u]
        fit = min(1.5, body.defence / WELL_HELD)
        worth = post.worth * (0.6 + 0.4 * fit)
        if post.hex in reach and (self.is_fed(u, post.hex) or post.hex == body.at):
            worth -= self.price * reach[post.hex]
            worth += 0.15 if post.hex == body.at else 0.0
            worth += k["hungry"] * (self.supply(u, post.hex) - self.supply(u, body.at))
            if not pic.beside_foes >> post.hex & 1:  # there it can be in reserve, and be built up
                worth += k["refit"] * (len(self.w.ladder[u]) + 1 - body.steps)
        else:
            if pic.idle >> body.at & 1 or any(
                hexes >> post.hex & 1 for hexes, rule, _ in self.closed[u] if rule not in PASSING
            ):
                return -FORBIDDEN
            far = self.w.grid.distance(body.at, post.hex)
            if post.hex in pic.prizes:
                worth *= k["fades"] ** far
            worth -= 0.4 + k["distance"] * far + 8 * self.price
            worth += k["hungry"] * (u in self.saved)
        if not (pic.steady | self.havens) >> post.hex & 1 and not self.w.finns >> u & 1:
            worth -= k["fragile"]
        cover = self.w.tables.ground[self.w.board.kind[post.hex]].defender + self.w.population.get(
            post.hex, 0
        )
        danger = pic.threat.get(post.hex, 0.0) / max(1.0, BEARS * (body.defence + cover))
        return worth - k["alone"] * 0.3 * max(0.0, min(3.0, danger) - 1.0)

    def towards(self, u: int, goal: Hex) -> Hex:
        """The hex of a unit's reach that brings it nearest to a post, where it can be fed."""
        reach = self.reaches[u]
        if goal in reach and (self.is_fed(u, goal) or goal == self.pic.mine[u].at):
            return goal
        grid = self.w.grid
        fed = [h for h in reach if self.is_fed(u, h)]
        return min(fed or reach, key=lambda h: (grid.distance(h, goal) + 0.1 * reach[h], h))


# --- HQs


def sites(d: Desk, stands: set[Hex], net: HexSet, movable: list[int], purse: float) -> dict[int, Hex]:
    """Where each HQ of a power is to stand, by what it feeds and leads from a line of `net`, for this many points in all; the
    Finnish one stays."""
    s, pic, k = d.s, d.picture, d.k
    hqs = [q for q in hqs_on_map(s, d.power) if q != d.w.finnish_hq]
    held = union(stands)
    eager = union({h for h in stands if any(pic.enemy >> n & 1 for n in d.w.near(h))})

    def feeds(h: Hex) -> HexSet:
        fed = pic.fed_from(h)
        return fed if fed & net else 0

    def beside(h: Hex) -> float:
        near = pic.far.get(h, 40)
        worth = -0.3 * max(0.0, k["shy"] - pic.tanks_at.get(h, 40))
        worth -= 0.0 if feeds(h) & pic.steady_net else k["fragile"]
        risk = k["danger"] if near <= 1 else 0.4 * k["danger"] if near == 2 else 0.0
        return worth + 0.1 - 0.4 * risk if held >> h & 1 else worth - risk

    found = Sites([(held, 1.0), (eager, k["eager"])], feeds, beside)
    reaches: dict[int, list[Hex]] = {}
    costs: dict[int, dict[Hex, int]] = {}
    for q in hqs:
        reaches[q] = [s.hq[q]]
        if q in movable:
            costs[q] = reach_of(s, kinds.HQ_BASE + q, d.farthest).costs()
            reaches[q] += [h for h in costs[q] if pic.own >> h & 1 or held >> h & 1]
    placed = found.place(reaches, stay={q: s.hq[q] for q in hqs})
    ways = {q: {h: costs[q][h] if h != s.hq[q] else 0 for h in reaches[q]} for q in hqs}
    placed = shared_out(placed, ways)
    gains: dict[int, float] = {}
    for q, h in placed.items():
        others = union_of(found.fed(x) for other, x in placed.items() if other != q)
        gains[q] = found.worth(h, others) - found.worth(s.hq[q], others)
    for q in sorted(
        placed, key=lambda q: -gains[q]
    ):  # a march must be worth its points, and there must be enough
        cost = costs[q][placed[q]] if placed[q] != s.hq[q] else 0
        if cost and (gains[q] < k["point"] * cost or cost > purse):
            placed[q] = s.hq[q]
        elif cost:
            purse -= cost
    return placed


def hq_orders(d: Desk, movers: list[int]) -> dict[int, Hex]:
    """Where HQs go now that units stand where they stand."""
    movable = [m - kinds.HQ_BASE for m in movers if is_hq(m)]
    if not movable:
        return {}
    finns = d.w.finns
    stands = {body.at for u, body in d.picture.mine.items() if not finns >> u & 1}
    # The last HQs to move before supply is judged may have all there is, or half of it while our own phase is still to come.
    points = d.s.points[d.power]
    most = {kinds.TANK_MOVEMENT: float(points), kinds.RESERVE_TANKS: 0.5 * points}
    purse = most.get(d.s.segment, min(d.notes.purse, float(points)))
    found = sites(d, stands, d.picture.net, movable, purse)
    out = {kinds.HQ_BASE + q: h for q, h in found.items() if q in movable and h != d.s.hq[q]}
    return out | finnish_order(d, movable)


def finnish_order(d: Desk, movable: list[int]) -> dict[int, Hex]:
    """The Finnish HQ keeps near the Finns, on a line to Helsinki."""
    s, pic, q = d.s, d.picture, d.w.finnish_hq
    finns = [b.at for u, b in pic.mine.items() if d.w.finns >> u & 1]
    if q not in movable or not finns or all(pic.finns_fed >> h & 1 for h in finns):
        return {}
    net = pic.net | finnish_lines(s)
    reach = [h for h in reach_of(s, kinds.HQ_BASE + q, d.farthest) if pic.fed_from(h) & net]
    rated = [(sum(pic.fed_from(h) >> x & 1 for x in finns), pic.far.get(h, 0), -h) for h in reach]
    return {kinds.HQ_BASE + q: -max(rated)[2]} if rated else {}


__all__ = ["Operation", "budget", "hq_orders", "sites"]
