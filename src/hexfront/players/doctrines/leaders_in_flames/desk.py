"""Leaders in Flames: what the staff of a side has on its desk, and the plan of an impulse."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Hashable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from hexfront.games.leaders_in_flames.land.factors import attack_factor, defence_factor
from hexfront.games.leaders_in_flames.land.reach import reach
from hexfront.games.leaders_in_flames.land.supply import may_act, supplied_hexes
from hexfront.games.leaders_in_flames.land.zones import zone
from hexfront.games.leaders_in_flames.state import State, ground_of, is_down, troops_at
from hexfront.games.leaders_in_flames.world import World
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Action, Seat, SeededSource
from hexfront.players.doctrine import Memory, Plan, Question
from hexfront.players.doctrines.leaders_in_flames.odds import attack_value
from hexfront.players.operations import Option, Post, assign, choose_together, draw_line, spread
from hexfront.players.operations.field import Ways
from hexfront.players.operations.holding import FORBIDDEN, Cutter
from hexfront.players.plan import tilted

if TYPE_CHECKING:
    from hexfront.players.doctrines.leaders_in_flames.doctrine import FlamesDoctrine

_FILE = tomllib.loads((Path(__file__).parent / "numbers.toml").read_text(encoding="utf-8"))
NUMBERS = tuple(
    {name: float(row[side]) for name, row in _FILE.items() if isinstance(row, list)} for side in (0, 1)
)


def numbers(scenario: str, side: int) -> dict[str, float]:
    """The figures of a side: those of its scenario over those of all."""
    own = _FILE.get(scenario, {})
    return NUMBERS[side] | {name: float(row[side]) for name, row in own.items()}


ROOM = 2
DRIVE = 6
"""A city so many hexes away draws units on."""
MOST = 6
"""Attackers of one hex at most that the plan looks at."""


def is_sailor(w: World, u: int) -> bool:
    """Whether most of a leader's abilities serve at sea. Case 7h."""
    rows = w.abilities(u)
    return sum(
        row.recall == "naval" or row.ask.startswith(("sea", "naval", "search")) for row in rows
    ) * 2 > len(rows)


def walks(s: State, h: Hex) -> dict[Hex, int]:
    """The hexes of the same land around a hex, with the steps to them, up to sixteen."""
    w = s.world
    kept = w.cache("walks")
    found: dict[Hex, int] | None = kept.get(h)
    if found is None:
        found, edge = {h: 0}, 1 << h
        seen = edge
        for steps in range(1, 17):
            edge = w.near_hexes(edge) & ~seen
            seen |= edge
            found.update(dict.fromkeys(bits(edge), steps))
        kept[h] = found
    return found


class Orders:
    """What was settled for one step: where units go, and what is attacked."""

    def __init__(self) -> None:
        self.goals: dict[int, Hex] = {}
        self.attacks: dict[Hex, dict[int, Hex]] = {}
        self.done: set[int] = set()


class Ground:
    """The map as the operations layer wants it, made once for a world."""

    def __init__(self, s: State) -> None:
        w = s.world
        self.ways = Ways(w.grid, w.area, w.barred)
        self.cutter = Cutter(self.ways)


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
        self.k = tilted(numbers(self.w.plan.id, self.side), plan)
        self.ground = doctrine.ground_of(s)

    def worth(self, h: Hex) -> float:
        """What it is worth to take a hex."""
        return self.k["ground"] + self.k["prize"] * self.w.prizes.get(h, 0)

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
        stay = self._garrisons() if self.w.ships else set()
        reaches = {u: reach(self.s, u).hexes | 1 << self.s.where[u] for u in movers if u not in stay}
        self._attacks(orders, reaches)
        self._raids(orders, reaches)
        self._line(orders, reaches)
        self._leaders(orders)
        return orders

    def _movers(self) -> list[int]:
        s, w = self.s, self.w
        units = (u for u in w.land_of[self.side] if s.where[u] >= 0 and w.is_troop(u))
        return [u for u in units if not is_down(s, u) and w.pace[u]]

    def _garrisons(self) -> set[int]:
        """On coasts that count somebody stays behind, the weakest there that could hold it: the enemy may come by sea."""
        s, w = self.s, self.w
        out = set()
        for h in w.prizes:
            mine = [u for u in troops_at(s, h) if w.side[u] == self.side and not w.is_hq(u)]
            if mine and w.waters.shore >> h & 1:
                out.add(min(mine, key=lambda u: (w.pace[u] > 1, w.strength[u] < 2, w.strength[u], u)))
        return out

    # --- attacks

    def _attacks(self, orders: Orders, reaches: dict[int, HexSet]) -> None:
        """Attacks that are worth most together, each unit in one of them, two to a hex."""
        found: list[tuple[Hex, dict[int, Hex]]] = []
        options: list[Option] = []
        for target in bits(self.s.troops[1 - self.side]):
            for origins in self._gathered(target, reaches):
                worth = (
                    attack_value(self.s, self.side, target, origins, self.k, self.worth(target))
                    - self.k["least"]
                )
                if worth <= 0:
                    continue
                uses: dict[Hashable, float] = {("unit", u): 1.0 for u in origins}
                uses["target", target] = 1.0
                for h in origins.values():
                    uses["hex", h] = uses.get(("hex", h), 0.0) + 1.0
                found.append((target, origins))
                options.append(Option(worth, uses))
        room: dict[Hashable, float] = {
            ("hex", h): float(ROOM) for _, origins in found for h in origins.values()
        }
        for chosen in choose_together(options, room):
            target, origins = found[chosen]
            orders.attacks[target] = origins
            orders.goals.update(origins)

    def _gathered(self, target: Hex, reaches: dict[int, HexSet]) -> list[dict[int, Hex]]:
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
        out: list[dict[int, Hex]] = []
        origins: dict[int, Hex] = {}
        force = 0.0
        for strength, u, best in can[: 2 * MOST]:
            spots = [best, *(h for h in near if h != best and reaches[u] >> h & 1)]
            free = [h for h in spots if list(origins.values()).count(h) < ROOM]
            if not free:
                continue
            origins[u] = free[0]
            force += strength
            if force >= 1.5 * defence:
                out.append(dict(origins))
            if len(origins) >= MOST or force >= 10 * defence:
                break
        return out[:4]

    # --- ground for the taking

    def _raids(self, orders: Orders, reaches: dict[int, HexSet]) -> None:
        """Cities that nobody holds, each taken by the nearest unit that has nothing else to do."""
        s, w = self.s, self.w
        theirs = ground_of(s, 1 - self.side) & ~s.held[1 - self.side] & w.cities
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
        s, w, k = self.s, self.w, self.k
        enemy = s.troops[1 - self.side]
        home = w.sources[self.side] & ~enemy
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
        posts += self._drive()
        pull = self._pull()

        def value(u: int, post: Post) -> float:
            here = reaches[u]
            if here >> post.hex & 1:
                return 4.0 * post.worth + 0.05 * w.strength[u] + pull.get(post.hex, 0.0)
            far = w.grid.distance(s.where[u], post.hex)
            return 3.0 * post.worth - 0.4 * far if far < 12 else -FORBIDDEN

        for u, number in assign(posts, free, value).items():
            orders.goals[u] = posts[number].hex
        front = line.hexes or threat
        for u in reaches:
            if w.is_hq(u) and u not in orders.goals:
                orders.goals[u] = self._behind(u, reaches[u], front, threat)

    def _drive(self) -> list[Post]:
        """Posts at the enemy's cities that count and lie near: who has nothing else to do goes there, two to a great one."""
        s, w = self.s, self.w
        if not self.k["drive"]:
            return []
        mine = ground_of(s, self.side)
        out = []
        for h, worth in w.prizes.items():
            far = walks(s, h) if w.ships else None
            near = min(
                (far.get(x, 99) if far else w.grid.distance(h, x) for x in bits(s.troops[self.side])),
                default=99,
            )
            if not mine >> h & 1 and near <= DRIVE:
                weight = self.k["drive"] * (2.0 + 0.4 * worth - 0.15 * near)
                out += [Post(h, weight, 3 + k) for k in range(2 if worth > 2 else 1)]
        return out

    def _pull(self) -> dict[Hex, float]:
        """What draws units on: hexes near cities that count and are not ours."""
        w, s = self.w, self.s
        mine = ground_of(s, self.side)
        out: dict[Hex, float] = {}
        for h, worth in w.prizes.items():
            if not mine >> h & 1:
                for n, far in w.distances(h).items():
                    out[n] = max(out.get(n, 0.0), 0.15 * worth / (1 + far))
        return out

    def _behind(self, u: int, hexes: HexSet, front: HexSet, threat: HexSet) -> Hex:
        """A hex for an HQ: near the most of its own units, in supply, out of the enemy's zones."""
        s, w = self.s, self.w
        fed = supplied_hexes(s, self.side)
        mates = [s.where[v] for v in w.land_of[self.side] if s.where[v] >= 0 and w.is_troop(v)]

        def score(h: Hex) -> float:
            near = sum(1 for x in mates if w.grid.distance(h, x) <= 2)
            return (
                near
                - 6.0 * bool(threat >> h & 1)
                + 2.0 * bool(fed >> h & 1)
                - 0.3 * w.grid.distance(h, s.where[u])
            )

        return max(bits(hexes), key=lambda h: (score(h), -h))

    # --- leaders

    def _leaders(self, orders: Orders) -> None:
        """A leader goes with the best attack he can serve, to the strongest stack, else behind the front, never to a unit that
        stands alone; an admiral stays with the fleet. Cases 7e, 7h."""
        s, w = self.s, self.w
        spots = [h for origins in orders.attacks.values() for h in origins.values()]
        company = Counter(
            orders.goals.get(u, s.where[u]) for u in w.land_of[self.side] if s.where[u] >= 0 and w.is_troop(u)
        )
        danger = zone(s, 1 - self.side)
        for u in w.all_leaders:
            if w.side[u] != self.side or s.where[u] < 0 or is_down(s, u) or is_sailor(w, u):
                continue
            hexes = reach(s, u).hexes | 1 << s.where[u]
            near = [h for h in spots if hexes >> h & 1 and company[h] > 1]
            if not near:
                near = [h for h in company if hexes >> h & 1 and company[h] > 1 and not danger >> h & 1]
            if near:
                orders.goals[u] = max(
                    near, key=lambda h: (spots.count(h), sum(w.strength[v] for v in troops_at(s, h)), -h)
                )
