"""Leaders in Flames: what the staff of a side has on its desk, and the plan of an impulse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from hexfront.games.leaders_in_flames.kinds import (
    AMPH,
    ARMOUR,
    ATTACKS,
    COMBAT,
    FOUL,
    INF,
    MAR,
    MOVES,
    MTN,
    SCS,
    TRS,
    WET,
)
from hexfront.games.leaders_in_flames.land.factors import attack_factor, defence_factor
from hexfront.games.leaders_in_flames.land.reach import reach
from hexfront.games.leaders_in_flames.land.supply import may_act, supplied_hexes
from hexfront.games.leaders_in_flames.limits import limit, used
from hexfront.games.leaders_in_flames.politics.parties import hexes_of
from hexfront.games.leaders_in_flames.sea.fleets import place_of
from hexfront.games.leaders_in_flames.sea.shore import is_off, shore_factor
from hexfront.games.leaders_in_flames.sea.waters import is_sea
from hexfront.games.leaders_in_flames.state import State, ground_of, is_down, troops_at, weather_at
from hexfront.hexes import Hex, HexSet, bits, union
from hexfront.kernel import Action, Seat, SeededSource
from hexfront.players.doctrine import Memory, Plan, Question
from hexfront.players.doctrines.leaders_in_flames.figures import chapter, numbers
from hexfront.players.doctrines.leaders_in_flames.following import behind, drive, efforts, foes_to_come, lead
from hexfront.players.doctrines.leaders_in_flames.ground import landmass, walks
from hexfront.players.doctrines.leaders_in_flames.odds import attack_value, going_on
from hexfront.players.operations import Option, Post, assign, choose_together, draw_line, spread
from hexfront.players.operations.holding import FORBIDDEN
from hexfront.players.plan import tilted

if TYPE_CHECKING:
    from hexfront.players.doctrines.leaders_in_flames.doctrine import FlamesDoctrine

ROOM = 2
MOST = 7
"""Attackers of one hex at most that the plan looks at."""
NO_END = 1e6
JOIN = 0.3
"""What another unit must add to an attack."""
ANSWER = 0.5
"""How much less often the enemy's bombers come than ours, since he does not know beforehand where they are needed."""
AIRCRAFT = 2
"""Bombers that are looked for over one battle."""
LANDERS = (INF, MAR, MTN)
TASK, MARCH = 4, 4
"""Units that gather for a landing, and from how many hexes around."""
HELD = 4
"""An HQ with an enemy this near stays with the troops there."""
GUARDED = 3
"""A post this near to enemies is held against them."""
DETOUR = 0.4
"""What a hex more on the way takes off the worth of an effort."""
ASIDE = -0.25
"""What a hex far from every effort is worth beside one on the way."""
LEASH = 6
"""Hexes from their capital within which the units of a minor country like to stay."""


class Orders:
    """What was settled for one step: where units go, and what is attacked."""

    def __init__(self) -> None:
        self.reaches: dict[int, HexSet] = {}
        self.goals: dict[int, Hex] = {}
        self.attacks: dict[Hex, dict[int, Hex]] = {}
        self.done: set[int] = set()


class Desk(Question[State]):
    """A question with the side asked, its numbers, and its orders for the step."""

    def __init__(
        self,
        doctrine: FlamesDoctrine,
        s: State,
        seat: Seat,
        legal: list[Action],
        plan: Plan,
        memory: Memory,
        source: SeededSource,
    ) -> None:
        super().__init__(s, seat, legal, plan, memory, source)
        self.w = s.world
        self.side = self.w.table.seat_side[seat]
        self.k = tilted(numbers(chapter(s), self.side), plan)
        self.k["tired"] *= going_on(s)
        self.ground = doctrine.ground_of(s)

    def foes(self, u: int) -> HexSet:
        """Hexes with enemy troops that a unit's country is at war with, or will attack soon; where there are none, all of the other side's."""
        s, party = self.s, self.w.party[u]
        if not self.w.plan.us_entry:
            return s.troops[1 - self.side]
        known = self.memory.once(f"foes {self.side}", s.stamp, dict[int, HexSet])
        if party not in known:
            known[party] = (
                hexes_of(s.forces, s.wars[party] | foes_to_come(self, party)) or s.troops[1 - self.side]
            )
        return known[party]

    def far(self, h: Hex, u: int = -1, *, by_land: bool = True) -> int:
        """How far a hex is from the nearest enemy on land, or from the nearest that a unit's country fights, in the whole war on the
        same land if the way is by land; a place at sea counts as near."""
        s = self.s
        if h < 0:
            return 0
        enemy = s.troops[1 - self.side] if u < 0 else self.foes(u)
        if u >= 0 and by_land and self.w.plan.us_entry:
            enemy &= landmass(s, h)
        known = self.memory.once(f"far {self.side}", s.stamp, dict[tuple[Hex, HexSet], int])
        if (h, enemy) not in known:
            known[h, enemy] = min((self.w.grid.distance(h, x) for x in bits(enemy)), default=99)
        return known[h, enemy]

    def worth(self, h: Hex) -> float:
        """What it is worth to take a hex; less where supply would not follow."""
        full = (
            self.k["ground"]
            + self.k["prize"] * self.w.prizes.get(h, 0)
            + self.k["path"] * self._ways.get(h, 0.0)
            + self.k["effort"] * self._next(h)
        )
        return full if self.fed >> h & 1 else full - self.k["hunger"]

    def _next(self, h: Hex) -> float:
        """How far a hex is a step towards what the side drives at: 1, less for every hex of a detour."""
        ways = (1.0 - DETOUR * (far[h] - least) for far, least in self._efforts if h in far)
        return max(ASIDE, max(ways, default=0.0))

    @cached_property
    def _efforts(self) -> list[tuple[dict[Hex, int], int]]:
        """Places that powers of the side drive at now: the steps to each, and those of the hexes next to our troops nearest to it."""
        return efforts(self)

    @cached_property
    def onward(self) -> HexSet:
        """Enemies next to the hexes that we attack: they would strike back, or are next."""
        return self.w.near_hexes(union(self.orders.attacks)) & self.s.troops[1 - self.side]

    @cached_property
    def fed(self) -> HexSet:
        """Hexes that supply reaches, and those next to them: a unit there is fed, or will be when others come up."""
        if self.w.ships and not self.w.plan.us_entry:
            return self.w.area
        now = supplied_hexes(self.s, self.side)
        return now | self.w.near_hexes(now)

    @property
    def step(self) -> tuple[int, int, int, int]:
        s = self.s
        return s.turn, s.impulse, s.phase, self.side

    @cached_property
    def orders(self) -> Orders:
        """The orders of this step, made at its first question."""
        return self.memory.once(f"orders {self.side}", self.step, self._plan)

    def _plan(self) -> Orders:
        orders = Orders()
        movers = self._movers()
        if self.s.phase == COMBAT:
            self._attacks(orders, {u: 1 << self.s.where[u] for u in movers})
            return orders
        stay = self._garrisons() if self.w.ships else set()
        reaches = {u: reach(self.s, u).hexes | 1 << self.s.where[u] for u in movers if u not in stay}
        if self.w.ships:
            self._transfer(orders, reaches)
            self._embark(orders, reaches)
        self._attacks(orders, reaches)
        self._raids(orders, reaches)
        self._line(orders, reaches)
        if self.w.ships:
            self._forward(orders, reaches)
        lead(self, orders)
        return orders

    def _movers(self) -> list[int]:
        s, w = self.s, self.w
        units = (u for u in w.land_of[self.side] if s.where[u] >= 0 and w.is_troop(u))
        return [u for u in units if not is_down(s, u) and w.pace[u]]

    def is_overseas(self, h: Hex) -> bool:
        """Whether the enemy has nothing on the same land."""
        return bool(self.w.ships) and not landmass(self.s, h) & self.aims

    @cached_property
    def aims(self) -> HexSet:
        """Enemy troops, and enemy places that count."""
        mine = ground_of(self.s, self.side)
        return self.s.troops[1 - self.side] | union(h for h in self.w.prizes if not mine >> h & 1)

    def _forward(self, orders: Orders, reaches: dict[int, HexSet]) -> None:
        """Units without a task close up: each to the nearest place with room behind the front, so that fresh units pass
        the tired ones; where there is no front, towards the nearest of the enemy on the same land."""
        from hexfront.players.doctrines.leaders_in_flames.theatres import theatres_of

        s, w = self.s, self.w
        stuck = {
            u: s.where[u] for h in bits(s.troops[self.side]) for u in troops_at(s, h) if u not in reaches
        }
        full = Counter(h for u, h in (stuck | orders.goals).items() if not w.division[u] and not w.is_hq(u))
        mine = ground_of(s, self.side) & w.area & ~s.held[1 - self.side]
        for u in sorted(reaches, key=lambda u: (self.far(s.where[u], u), -w.strength[u], u)):
            if u in orders.goals:
                continue
            here, first = s.where[u], self._beside(u)
            behind = (first | w.near_hexes(first)) & mine
            land = landmass(s, here) & (theatres_of(self).at_home(u) or w.area)
            room = [h for h in bits(behind & land) if full[h] < ROOM]
            aims = room or bits(land & self.aims)
            orders.goals[u] = min(
                aims, key=lambda h: (w.grid.distance(here, h) - bool(first >> h & 1), h), default=here
            )
            full[orders.goals[u]] += 1

    def _beside(self, u: int) -> HexSet:
        """The hexes next to the enemies of a unit."""
        foes = self.foes(u)
        known = self.memory.once(f"beside {self.side}", self.s.stamp, dict[HexSet, HexSet])
        if foes not in known:
            known[foes] = self.w.near_hexes(foes)
        return known[foes]

    @cached_property
    def quays(self) -> HexSet:
        """Ports in which transports of ours lie."""
        s, w = self.s, self.w
        lift = (u for u in w.ships_of[self.side] if w.kind[u] in (TRS, AMPH) and s.where[u] >= 0)
        return union(s.where[u] for u in lift)

    def _embark(self, orders: Orders, reaches: dict[int, HexSet]) -> None:
        """Units with no enemy to go to by land go to the nearest port with transports, or stay."""
        s = self.s
        self._gather(orders, reaches)
        for u in [u for u in reaches if self.is_overseas(s.where[u])]:
            far, hexes = walks(s, s.where[u]), reaches.pop(u)
            goals = [h for h in bits(self.quays) if h in far]
            if goals and not self.quays >> s.where[u] & 1:
                goal = min(goals, key=lambda h: (not hexes >> h & 1, far[h], h))
                orders.goals[u] = goal

    def _transfer(self, orders: Orders, reaches: dict[int, HexSet]) -> None:
        """Units that are sent to another theatre march there, or to the port from which they sail."""
        from hexfront.players.doctrines.leaders_in_flames.theatres import theatres_of

        s, w, sent = self.s, self.w, theatres_of(self)
        for u in [u for u in reaches if u in sent.sent]:
            here = s.where[u]
            if w.is_hq(u) and self.far(here, u) <= HELD:
                continue
            goals = sent.by_land(u)
            if goals and not goals & landmass(s, here):
                goals = w.rail.hexes & landmass(s, here) & ground_of(s, self.side)  # there by train
            goal = min(bits(goals), key=lambda h: (w.grid.distance(here, h), h), default=sent.wharf(u))
            if goal >= 0:
                del reaches[u]
                orders.goals[u] = goal

    def _gather(self, orders: Orders, reaches: dict[int, HexSet]) -> None:
        """Infantry for a landing goes to the ports where it gathers, as much as finds room there, if no enemy is next to it."""
        from hexfront.players.doctrines.leaders_in_flames.sea_worth import waters_of

        s, w = self.s, self.w
        for base, power in waters_of(self).bases.items():
            far = walks(s, base)
            able = [
                u
                for u in reaches
                if w.power[u] == power and w.kind[u] in LANDERS and far.get(s.where[u], 99) <= MARCH
            ]
            able = [u for u in able if self.far(s.where[u]) > 1]
            for u in sorted(able, key=lambda u: (far[s.where[u]], -w.strength[u], u))[:ROOM]:
                orders.goals[u] = base
                del reaches[u]

    def _garrisons(self) -> set[int]:
        """On coasts that count a unit stays behind, the weakest that could hold it: the enemy may come by sea. In a small country's
        capital, with which it falls, the two strongest stay while the enemy is near."""
        s, w = self.s, self.w
        out = set()
        for h in w.prizes:
            mine = [u for u in troops_at(s, h) if w.side[u] == self.side and not w.is_hq(u)]
            if mine and w.waters.shore >> h & 1:
                out.add(min(mine, key=lambda u: (w.pace[u] > 1, w.strength[u] < 2, w.strength[u], u)))
        for h in self._homes:
            mine = [u for u in troops_at(s, h) if w.side[u] == self.side and not w.is_hq(u)]
            near = [u for u in mine if self.far(h, u) <= LEASH]
            out.update(sorted(near, key=lambda u: (-w.strength[u], u))[:ROOM])
        return out

    # --- attacks

    def _attacks(self, orders: Orders, reaches: dict[int, HexSet]) -> None:
        """Attacks that are worth most together, each unit in one of them, two to a hex; then more of them with the units that are
        left, while there are any worth it."""
        w = self.w
        orders.reaches = reaches
        left: dict[Hashable, float] = {}
        for power in w.powers:
            for name, what in (("attacks", ATTACKS), ("moves", MOVES)):
                most = limit(self.s, power, what)
                spent = used(self.s, power, what) + self.aboard(power)
                left[name, power] = float(most - spent) if most >= 0 else NO_END
        while found := self._worthwhile(orders, reaches):
            options = [Option(worth, self._needs(target, origins)) for worth, target, origins in found]
            room = left | {
                ("hex", h): float(self._room(h, orders)) for _, _, origins in found for h in origins.values()
            }
            chosen = choose_together(options, room)
            if not chosen:
                break
            for k in chosen:
                _, target, origins = found[k]
                orders.attacks[target] = origins
                orders.goals.update(origins)
                for key in options[k].uses.keys() & left.keys():
                    left[key] -= options[k].uses[key]
        self._join(orders, reaches)

    def aboard(self, power: int) -> int:
        """How many units of a power are at sea: they need moves, and attacks, to land."""
        w, s = self.w, self.s
        units = w.land_of[self.side] if w.ships else ()
        return sum(w.power[u] == power and w.is_troop(u) and is_sea(place_of(s, u)) for u in units)

    def _worthwhile(
        self, orders: Orders, reaches: dict[int, HexSet]
    ) -> list[tuple[float, Hex, dict[int, Hex]]]:
        """Attacks on other hexes by units without orders that promise enough."""
        free = {u: hexes for u, hexes in reaches.items() if u not in orders.goals}
        return [
            (worth, target, origins)
            for target in bits(self.s.troops[1 - self.side])
            if target not in orders.attacks
            for origins in self._gathered(target, free, orders)
            if (worth := self.promise(target, origins) - self.k["least"]) > 0
        ]

    def _needs(self, target: Hex, origins: dict[int, Hex]) -> dict[Hashable, float]:
        """What an attack uses up: its units, room beside the target, attacks and moves of the action."""
        power = self.w.power
        uses: Counter[Hashable] = Counter(("hex", h) for h in origins.values())
        uses.update(("moves", power[u]) for u, h in origins.items() if self.s.where[u] != h)
        uses.update(("unit", u) for u in origins)
        uses.update([("target", target), ("attacks", power[next(iter(origins))])])
        return {key: float(n) for key, n in uses.items()}

    def _join(self, orders: Orders, reaches: dict[int, HexSet]) -> None:
        """Units that are left join the attack they improve most, where there is room beside it."""
        s, w = self.s, self.w
        worth = {h: self.promise(h, origins) for h, origins in orders.attacks.items()}
        for u in sorted(reaches, key=lambda u: (-w.strength[u], u)):
            if u in orders.goals or w.is_hq(u) or s.fought >> u & 1 or not may_act(s, u):
                continue
            best, more = (-1, -1), JOIN
            for target, origins in orders.attacks.items():
                if len(origins) >= MOST or not self._is_friend(u, next(iter(origins)), target):
                    continue
                spots = [
                    h for h in w.near(target)
                    if reaches[u] >> h & 1 and not w.barred.has(h, target) and self._room(h, orders)
                ]  # fmt: skip
                for h in spots:
                    gain = self.promise(target, origins | {u: h}) - worth[target]
                    if gain > more:
                        best, more = (target, h), gain
            if best[0] >= 0:
                target, h = best
                orders.attacks[target][u] = orders.goals[u] = h
                worth[target] += more

    def _is_friend(self, u: int, v: int, target: Hex) -> bool:
        """Whether a unit may attack a hex together with another."""
        s, party = self.s, self.w.party
        foes = sum(1 << p for p in {party[x] for x in troops_at(s, target)})
        return bool(s.wars[party[u]] & foes) and bool(s.camps[party[v]] >> party[u] & 1)

    def _room(self, h: Hex, orders: Orders) -> int:
        """How many units an attack can gather in a hex: those that stand there and cannot move, or have orders to go there, are in
        the way."""
        w = self.w
        stuck = [u for u in troops_at(self.s, h) if w.side[u] == self.side and u not in orders.reaches]
        stuck += [u for u, goal in orders.goals.items() if goal == h]
        return max(0, ROOM - sum(not w.division[u] and not w.is_hq(u) for u in stuck))

    def promise(self, target: Hex, origins: dict[int, Hex]) -> float:
        """What an attack is worth: half the time with the aircraft that may be expected over it, and half the time without."""
        air, chance = self._support(target, self.side), self.k["air"]
        guns, answer = self._guns(target, self.side), self._answer(target)

        def value(more: float) -> float:
            aid = guns + more, answer
            return attack_value(self.s, self.side, target, origins, self.k, self.worth(target), aid)

        return chance * value(air) + (1 - chance) * value(0.0) if air else value(0.0)

    def _answer(self, target: Hex) -> float:
        """What the enemy may add to the defence of a hex: ships off the coast, and bombers as often as we count on ours."""
        s, w = self.s, self.w
        if all(s.surprised >> w.party[u] & 1 for u in troops_at(s, target)):
            return 0.0
        return self._guns(target, 1 - self.side) + ANSWER * self.k["air"] * self._support(
            target, 1 - self.side
        )

    def _guns(self, target: Hex, side: int) -> float:
        """The factors of ships off the coast."""
        s, w = self.s, self.w
        ships = (u for u in w.ships_of[side] if w.kind[u] in SCS and is_off(s, u, target))
        return sum(float(shore_factor(s, u)) for u in ships if not is_down(s, u) and not s.fought >> u & 1)

    def _support(self, target: Hex, side: int) -> float:
        """The factors of a bomber or two that could fly over a battle."""
        s, w = self.s, self.w
        weather = weather_at(s, target)
        if weather in FOUL:
            return 0.0
        near = sorted(
            (w.plane(u).tactical for u in w.planes_of[side] if s.where[u] >= 0 and not is_down(s, u) and not s.flown >> u & 1 and w.grid.distance(s.where[u], target) <= w.plane(u).range),
            reverse=True,
        )  # fmt: skip
        return sum(near[:AIRCRAFT]) * (0.5 if weather in WET else 1.0)

    def _gathered(self, target: Hex, reaches: dict[int, HexSet], orders: Orders) -> list[dict[int, Hex]]:
        """Groups of units at war with a hex that could attack it together, the strongest first, growing one by one."""
        s, w = self.s, self.w
        near = [h for h in w.near(target) if w.area >> h & 1 and not w.barred.has(h, target)]
        beside = sum(1 << h for h in near)
        foes = sum(1 << party for party in {w.party[u] for u in troops_at(s, target)})
        can: list[tuple[float, int, Hex]] = []
        for u, hexes in reaches.items():
            if not hexes & beside or not s.wars[w.party[u]] & foes:
                continue
            if w.is_hq(u) or s.fought >> u & 1 or not may_act(s, u):
                continue
            strength, h = max((float(attack_factor(s, u, h, target)), h) for h in near if hexes >> h & 1)
            can.append((strength, u, h))
        if not can:
            return []
        can.sort(key=lambda x: (-x[0], x[1]))
        can = [x for x in can if s.camps[w.party[can[0][1]]] >> w.party[x[1]] & 1]
        defence = sum(float(defence_factor(s, u, target)) for u in troops_at(s, target))
        on_foot = sorted(can, key=lambda x: w.kind[x[1]] in ARMOUR)
        tanks = next((x for x in can if w.kind[x[1]] in ARMOUR), None)
        mixed = [tanks, *(x for x in on_foot if x != tanks)] if tanks else []
        out: list[dict[int, Hex]] = []
        for order in (can, mixed):
            for group in self._growing(order, near, reaches, orders, defence):
                if group not in out:
                    out.append(group)
        return out

    def _growing(
        self,
        order: list[tuple[float, int, Hex]],
        near: list[Hex],
        reaches: dict[int, HexSet],
        orders: Orders,
        defence: float,
    ) -> Iterator[dict[int, Hex]]:
        """One unit after another added to an attack, each where there is room, from the first group that has a chance."""
        origins: dict[int, Hex] = {}
        force = 0.0
        for strength, u, best in order[: 2 * MOST]:
            spots = [best, *(h for h in near if h != best and reaches[u] >> h & 1)]
            free = [h for h in spots if list(origins.values()).count(h) < self._room(h, orders)]
            if not free:
                continue
            origins[u] = free[0]
            force += strength
            if force >= 1.5 * defence:
                yield dict(origins)
            if len(origins) >= MOST or force >= 10 * defence:
                return

    # --- ground for the taking

    def _raids(self, orders: Orders, reaches: dict[int, HexSet]) -> None:
        """Cities that nobody holds, each taken by the nearest unit that has nothing else to do."""
        s, w = self.s, self.w
        theirs = ground_of(s, 1 - self.side) & ~s.held[1 - self.side] & w.cities & self.fed
        for h in sorted(bits(theirs), key=lambda x: (-w.prizes.get(x, 0), x)):
            units = [
                u
                for u, hexes in reaches.items()
                if hexes >> h & 1 and u not in orders.goals and not w.is_hq(u)
            ]
            if units:
                orders.goals[min(units, key=lambda u: (w.grid.distance(s.where[u], h), u))] = h

    # --- the line

    def _line(self, orders: Orders, reaches: dict[int, HexSet]) -> None:
        """The rest holds a line: the least cut between the enemy and home, posts on it, units to posts; HQs close behind."""
        from hexfront.players.doctrines.leaders_in_flames.theatres import march_up, theatres_of

        s, w, k = self.s, self.w, self.k
        enemy = s.troops[1 - self.side]
        home = 0
        for party in bits(w.parties_of[self.side]):
            home |= w.sources[party] & ~enemy
        good = w.close | w.cities
        threat = self.ground.ways.zone(enemy)
        hold = {
            h: 1.0 - k["terrain"] * bool(good >> h & 1) + k["contact"] * bool(threat >> h & 1)
            for h in bits(w.area)
        }
        worth = {h: k["home"] + 0.4 * w.prizes.get(h, 0) for h in bits(w.area)}
        free = [u for u in reaches if u not in orders.goals and not w.is_hq(u)]
        standing = sum(1 << h for h in set(orders.goals.values()))
        line = draw_line(
            self.ground.cutter, hold, worth, enemy, home, max(1.0, float(len(free))), k["spacing"]
        )
        posts = [
            Post(h, 2.0 + 0.5 * w.prizes.get(h, 0))
            for h in spread(self.ground.ways, line.hexes, standing, lambda h: -hold[h], enemy)
        ]
        taken = {post.hex for post in posts}
        posts += [Post(h, 1.0, 1) for h in bits(line.hexes) if h not in taken]
        posts += [
            Post(h, 0.5 + 0.5 * w.prizes[h], 2) for h in w.prizes if line.rear >> h & 1 and not enemy >> h & 1
        ]
        posts += drive(self)
        posts += march_up(self)
        guards = 2 if w.plan.us_entry else 1
        posts += [
            Post(h, self.k["guard"], 2 + k) for h in self._homes if not enemy >> h & 1 for k in range(guards)
        ]

        near = {post.hex: w.disc(post.hex, GUARDED) & enemy for post in posts}
        homes = {u: theatres_of(self).at_home(u) for u in free}

        def value(u: int, post: Post) -> float:
            here = reaches[u]
            if near[post.hex] and not near[post.hex] & self.foes(u):
                return -FORBIDDEN  # somebody else's war
            if homes[u] and not homes[u] >> post.hex & 1:
                return -FORBIDDEN
            stray = self._stray(u, post.hex) + (0.0 if self.fed >> post.hex & 1 else self.k["hunger"])
            if here >> post.hex & 1:
                return 4.0 * post.worth + 0.05 * w.strength[u] + 0.15 * self._ways.get(post.hex, 0.0) - stray
            far = w.grid.distance(s.where[u], post.hex)
            return 3.0 * post.worth - 0.4 * far - stray if far < 12 else -FORBIDDEN

        for u, number in assign(posts, free, value).items():
            orders.goals[u] = posts[number].hex
        for u in reaches:
            if w.is_hq(u) and u not in orders.goals:
                orders.goals[u] = behind(self, u, reaches[u], threat, orders.goals)

    @cached_property
    def _homes(self) -> dict[Hex, str]:
        """Capitals of the minor countries of the side: those fall with them."""
        w = self.w
        if w.ships and not w.plan.us_entry:
            return {}
        mine = {w.nation[u] for u in w.land_of[self.side] if self.s.where[u] >= 0}
        rows = ((row["id"], w.realm.find(row["capital"])) for row in w.data["countries"]["country"])
        return {h: nation for nation, h in rows if nation in mine and h >= 0}

    def _stray(self, u: int, h: Hex) -> float:
        """What it costs to send a unit of a minor country far from home."""
        home = next((x for x, nation in self._homes.items() if nation == self.w.nation[u]), -1)
        return 0.0 if home < 0 else 1.5 * max(0, self.w.grid.distance(home, h) - LEASH)

    @cached_property
    def _ways(self) -> dict[Hex, float]:
        """Hexes near cities that count and are not ours, by what lies there and how near."""
        w, s = self.w, self.s
        mine = ground_of(s, self.side)
        out: dict[Hex, float] = {}
        for h, worth in w.prizes.items():
            if not mine >> h & 1:
                for n, far in w.distances(h).items():
                    out[n] = max(out.get(n, 0.0), worth / (1 + far))
        return out
