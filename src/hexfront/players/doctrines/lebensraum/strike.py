"""Lebensraum!: attacks planned together, with moves still to be made or from where everybody stands."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from itertools import combinations, product
from typing import NamedTuple

from hexfront.games.lebensraum.combat import can_attack_across
from hexfront.games.lebensraum.command import assigned, command_violation, helper_stars
from hexfront.games.lebensraum.kinds import SURPRISE
from hexfront.games.lebensraum.state import State, hqs_on_map, strength_of
from hexfront.hexes import Hex, HexSet, bits
from hexfront.players.doctrines.lebensraum.desk import Desk, Strike
from hexfront.players.doctrines.lebensraum.odds import column_of, reply_of, stakes, value_of
from hexfront.players.operations.attacking import Option, choose_together

VARIANTS = 40  # ways to attack a hex that are kept to choose from
WALKERS = 4  # units thought of for walking into an empty city, at most
TOO_FAR = 8  # hexes beyond what is fed now that are the same as any farther off
SECOND_HELP = 2  # air markers thought of for one attack, at most
SIDES = 6  # hexes from which a hex can be attacked
PAIRED = 6  # units thought of in pairs for one attack, at most


class Way(NamedTuple):
    """One way to take a hex: the attack or walk, the air markers and whether a leader is to help, the points it takes."""

    strike: Strike
    air: int
    leader: bool
    cost: float


class Striker:
    """Finds the attacks that are worth most together: each unit, hex and target once, points and stars as far as they go."""

    def __init__(
        self,
        d: Desk,
        reaches: Mapping[int, Mapping[Hex, int]],
        points: float,
        fixed: bool,
        fed: HexSet = -1,
        fallen: HexSet = 0,
    ) -> None:
        self.fed = fed  # where a unit may end its march
        self.fallen = fallen  # places that need not be taken
        self.d, self.s, self.k, self.reaches, self.points, self.fixed = d, d.s, d.k, reaches, points, fixed
        self.pic = d.picture
        self.free = fixed and d.s.segment == SURPRISE  # nothing is saved for another combat
        self.air = sum(n for q, n in enumerate(d.s.air_hq) if d.w.hq_power[q] == d.power)
        ready = [
            x for q in hqs_on_map(d.s, d.power) if not d.s.helped >> q & 1 and (x := helper_stars(d.s, q))
        ]
        self.leaders = len(ready)  # who can still help in an attack
        self.star = sum(ready) // len(ready) if ready else 0  # what each of them adds

    def ground(self, target: Hex) -> float:
        """What it is worth to take a hex."""
        k, pic = self.k, self.pic
        worth = k["ground"] + k["place"] * pic.prizes.get(target, 0.0) + k["pull"] * pic.pull.get(target, 0.0)
        return worth + k["sever"] * 0.5 * min(2.0, pic.severed.get(target, 0.0))

    def led(self, units: list[int]) -> int:
        """How many of these could be put in command."""
        if not self.fixed:
            return min(len(units), self.pic.stars)
        return sum(1 for u in units if can_be_led(self.s, u))

    def tries(self, target: Hex) -> list[Way]:
        """The best ways to attack a hex."""
        s, k = self.s, self.k
        froms = [n for n in self.d.w.near(target) if can_attack_across(s, n, target)]
        ways: dict[int, list[Hex]] = {}
        for u, reach in self.reaches.items():
            fed = self.fed | (self.pic.finns_fed if self.d.w.finns >> u & 1 else 0)
            hexes = [n for n in froms if n in reach and fed >> n & 1]
            if hexes:
                ways[u] = hexes
        found: list[Way] = []
        ground = self.ground(target)
        reply = reply_of(s, s.stack[target])
        most = self.air if self.free else min(self.air, SECOND_HELP)
        for team in self._teams(ways, target):
            chosen: dict[int, Hex] = {}
            for u in team:
                free = [h for h in ways[u] if h not in chosen.values()]
                if free:
                    chosen[u] = min(free, key=lambda n: (self._price(u, n, target), n))
            cost = float(sum(self.reaches[u][h] for u, h in chosen.items()))
            if len(chosen) < len(team) or cost > self.points:
                continue
            at = stakes(s, k, list(chosen), list(s.stack[target]), ground)
            shaky = 0 if self.fixed else sum(not self.pic.steady >> n & 1 for n in chosen.values())
            price = k["unit"] * len(chosen) + k["point"] * cost + 0.12 * k["fragile"] * shaky
            led = self.led(list(chosen))
            for air, stars in product(range(most + 1), (0, self.star) if led and self.leaders else (0,)):
                more = air * self.d.w.tables.combat.air + stars
                value = value_of(s, k, column_of(s, chosen, target, led, more, reply), at) - price
                if value > k["least"] - 0.4 * self.d.plan.boldness:
                    found.append(Way(Strike(target, chosen, value), air, stars > 0, cost))
        found.sort(key=lambda x: (-x.strike.value, x.air, x.leader))
        return found[:VARIANTS]

    def _teams(self, ways: Mapping[int, list[Hex]], target: Hex) -> list[tuple[int, ...]]:
        """Which units could attack a hex together: the strongest and the nearest in growing numbers, each unit alone, and pairs of those
        that do most for what it costs."""
        s, k = self.s, self.k
        dear = {u: min(self._price(u, h, target) for h in ways[u]) for u in ways}
        strong = sorted(ways, key=lambda u: (-strength_of(s, u), u))
        near = sorted(ways, key=lambda u: (dear[u], -strength_of(s, u), u))
        able = sorted(ways, key=lambda u: (k["point"] * dear[u] - k["strength"] * strength_of(s, u), u))
        found = [tuple(order[:n]) for order in (strong, near) for n in range(1, min(len(ways), SIDES) + 1)]
        found += [(u,) for u in able]
        found += list(combinations(able[:PAIRED], 2))
        return list({frozenset(team): team for team in found}.values())

    def _price(self, u: int, h: Hex, target: Hex) -> float:
        """What is against attacking from a hex: the way there, a river to cross."""
        river = 2.0 if self.d.w.lands.river.has(h, target) else 0.0
        return self.reaches[u][h] + river

    def walks(self) -> list[Way]:
        """Empty places of the enemy's that somebody can walk into, the nearest few for each."""
        pic, k = self.pic, self.k
        out: list[Way] = []
        for h, worth in pic.prizes.items():
            if (pic.enemy | self.fallen) >> h & 1 or not self.fed >> h & 1:
                continue
            near = sorted((reach[h], u) for u, reach in self.reaches.items() if h in reach)[:WALKERS]
            value = k["take"] * worth
            if self.fed != -1:  # else nothing counts that comes after this phase
                value += k["rails"] * pic.opened(h) - k["beyond"] * pic.beyond.get(h, TOO_FAR)
                value -= 0.0 if pic.steady >> h & 1 else k["fragile"]
            out += [
                Way(Strike(h, {u: h}, value - k["point"] * cost), 0, False, float(cost)) for cost, u in near
            ]
        return [x for x in out if x.strike.value > k["least"]]

    def strikes(self) -> list[Strike]:
        """The attacks that are worth most together, the best first."""
        struck = self.s.struck if self.fixed else 0
        found = [x for h in bits(self.pic.enemy & ~struck) for x in self.tries(h)]
        found += [] if self.fixed else self.walks()
        options: list[Option] = []
        room: dict[Hashable, float] = {
            "points": max(0.0, self.points), "stars": max(1.0, float(self.pic.stars)), "air": float(self.air),
            "leaders": float(self.leaders),
        }  # fmt: skip
        for strike, air, leader, cost in found:
            uses: dict[Hashable, float] = {("target", strike.target): 1.0, "points": cost}
            uses["stars"] = float(len(strike.units)) if self.pic.enemy >> strike.target & 1 else 0.0
            uses["air"], uses["leaders"] = float(air), float(leader)
            for u, h in strike.units.items():
                uses["unit", u] = 1.0
                uses["hex", h] = 1.0
            options.append(Option(strike.value, uses))
        chosen = [found[n].strike for n in choose_together(options, room)]
        return sorted(chosen, key=lambda x: -x.value)


def can_be_led(s: State, u: int) -> bool:
    """Whether an HQ can put a unit in command in this segment."""
    return any(command_violation(s, u, q) is None for q in assigned(s, u))


__all__ = ["Striker", "can_be_led"]
