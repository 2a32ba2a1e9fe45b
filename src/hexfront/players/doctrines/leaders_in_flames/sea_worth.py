"""Leaders in Flames: what fleets, waters and coasts are worth to a side."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, reduce
from operator import or_

from hexfront.games.leaders_in_flames.board import RANGE_COST
from hexfront.games.leaders_in_flames.kinds import AMPH, CV, POWERS, SCS, SUB, TRS
from hexfront.games.leaders_in_flames.land.factors import defence_factor
from hexfront.games.leaders_in_flames.land.landings import notional_factor
from hexfront.games.leaders_in_flames.sea.convoys import convoys_in
from hexfront.games.leaders_in_flames.sea.decks import wing_of
from hexfront.games.leaders_in_flames.sea.fleets import bases, cargo_of, depths
from hexfront.games.leaders_in_flames.sea.waters import area_of, is_sea
from hexfront.games.leaders_in_flames.state import State, ground_of, holder, is_down, troops_at
from hexfront.hexes import Hex, HexSet, bits
from hexfront.players.doctrines.leaders_in_flames.affairs import GOALS, due
from hexfront.players.doctrines.leaders_in_flames.desk import Desk
from hexfront.players.doctrines.leaders_in_flames.ground import walks

LETTER_WORTH = {"X": 1.0, "D": 0.5, "A": 0.2, "-": 0.0}
"""What a hit on the naval table is worth, sinking being one."""
PORTED = 0.6
"""How much an enemy fleet in port counts in the waters that it could reach."""
HOLD = 2.0
"""Factors that a coast worth having should be held with."""
CALM = 8
"""Troops with no enemy within this many European hexes are not needed where they are."""
WALK, BESIDE = 2, 0.35
"""How far from what is wanted a landing may be, in hexes, and what share of it is left for each hex."""
AROUND, PORTS, TROOPS = 6, 3, 8
"""How far apart the ports of one landing may lie, how many there are at most, and how many units near them count."""
NEAR = 4
"""Enemies so near by land fight for a coast."""


def might(s: State, u: int) -> float:
    """What a ship or aircraft brings to a naval combat."""
    w = s.world
    if w.is_plane(u):
        return 1.5 * w.plane(u).sea + 0.4 * w.plane(u).air
    ship = w.ship(u)
    if ship.kind == CV:
        planes = [v for v in wing_of(s, u) if not is_down(s, v)]
        return 0.5 + sum(2.0 * w.plane(v).sea + 0.7 * w.plane(v).air for v in planes[:1])
    return ship.attack + 0.5 * ship.aa if ship.kind in SCS else 0.6 * ship.attack


def price(s: State, u: int) -> float:
    """What it would cost to lose a ship and everything aboard."""
    w = s.world
    return float(w.price[u] + sum(w.price[v] for v in cargo_of(s, u)))


def punch(s: State, factors: float, targets: int, shift: int = 0) -> float:
    """What fire with these factors at this many counters does on average, in ships sunk."""
    table = s.world.tables.naval
    at = s.world.tables.naval_column(int(factors), targets, shift)
    if at < 0:
        return 0.0
    rolls = (table.read(at, die).result for die in range(1, 11))
    return sum(LETTER_WORTH[letter] for result in rolls for letter in result) / 10


class Waters:
    """The sea as a side sees it at the first question of a step: who is where, who could come, what each area is worth."""

    def __init__(self, q: Desk) -> None:
        self.q, self.s, self.w, self.side = q, q.s, q.w, q.side
        self.areas = self.w.waters.areas

    def _at_sea(self, side: int) -> dict[int, float]:
        s, w, out = self.s, self.w, dict.fromkeys(self.areas, 0.0)
        for u in (*w.ships_of[side], *w.planes_of[side]):
            if is_sea(s.where[u]) and not is_down(s, u):
                out[area_of(s.where[u])] += might(s, u)
        return out

    @cached_property
    def ours(self) -> dict[int, float]:
        """By area: our own might there."""
        return self._at_sea(self.side)

    @cached_property
    def theirs(self) -> dict[int, float]:
        """By area: the enemy's might there."""
        return self._at_sea(1 - self.side)

    @cached_property
    def prey(self) -> dict[int, float]:
        """By area: what the enemy's ships and convoys there cost."""
        s, w = self.s, self.w
        out = {a: float(convoys_in(s, a, 1 - self.side)) for a in self.areas}
        for u in w.ships_of[1 - self.side]:
            if is_sea(s.where[u]):
                out[area_of(s.where[u])] += price(s, u)
        return out

    @cached_property
    def threat(self) -> dict[int, float]:
        """By area: the might of enemy fleets in port that could still come there."""
        s, w, out = self.s, self.w, dict.fromkeys(self.areas, 0.0)
        held = ground_of(s, 1 - self.side)
        for u in w.ships_of[1 - self.side]:
            if s.where[u] >= 0 and not is_down(s, u):
                reach = min(w.ship(u).move, w.ship(u).reach)
                for area, far in w.waters.depths(s.where[u], held).items():
                    if far <= reach:
                        out[area] += PORTED * might(s, u)
        return out

    @cached_property
    def stake(self) -> dict[int, float]:
        """By area: how much depends on who holds it. Coasts that count and that both sides could have, and the troops fed over it."""
        s, w = self.s, self.w
        out = {}
        for area in self.areas:
            coast = w.waters.coast[area]
            worth = sum(0.3 * n for h, n in w.prizes.items() if coast >> h & 1)
            worth += sum(0.7 * n for h, n in w.prizes.items() if coast >> h & 1 and self.is_fought_for(h))
            worth += 0.3 * min(6, (coast & s.troops[self.side] & ~self.home).bit_count())
            worth += 0.3 * min(6, (coast & s.troops[1 - self.side]).bit_count())
            worth += 0.8 * convoys_in(s, area, self.side)
            worth += 0.5 * self.q.k["goal"] * (coast & self.goals).bit_count()
            out[area] = worth
        return out

    @cached_property
    def home(self) -> HexSet:
        """Where our supply comes from."""
        return sum(
            self.w.sources[k] for k, party in enumerate(self.w.parties) if party.side == self.side and k < len(self.w.sources)
        )  # fmt: skip

    def is_fought_for(self, h: Hex) -> bool:
        """Whether enemies of whoever holds a hex stand near it by land, or it is held by few."""
        s, w = self.s, self.w
        party = holder(s, h)
        side = w.parties[party].side if party >= 0 else self.side
        far = walks(s, h)
        near = any(far.get(x, 99) <= NEAR for x in bits(s.troops[1 - side]))
        return near or self.garrison(h) <= HOLD

    def garrison(self, h: Hex) -> float:
        """What defends a hex: the troops there, or the notional unit."""
        units = troops_at(self.s, h)
        if units:
            return sum(float(defence_factor(self.s, u, h)) for u in units)
        return float(notional_factor(self.s, h)) if holder(self.s, h) >= 0 else 0.0

    def chance(self, area: int, more: float) -> float:
        """The share of the might in an area that is ours if this much more came: above a half is good."""
        ours = self.ours[area] + more
        theirs = self.theirs[area] + self.threat[area]
        return ours / (ours + theirs) if ours + theirs else 1.0

    @cached_property
    def aims(self) -> dict[tuple[int, bool], HexSet]:
        """By power, and whether in Europe or beyond: the coasts that its goals name now."""
        w, out = self.w, dict[tuple[int, bool], HexSet]()
        mine = ground_of(self.s, self.side)
        for row in GOALS.landing:
            h, power = w.find(row.on), POWERS.index(row.power)
            if h >= 0 and (w.area & ~mine) >> h & 1 and self.s.wars[power] and due(self.q, row, self.side):
                key = power, RANGE_COST[w.lands.sheet[h]] == 1
                out[key] = out.get(key, 0) | 1 << h
        return out

    @cached_property
    def goals(self) -> HexSet:
        """The coasts that the goals of the side name now."""
        return reduce(or_, self.aims.values(), 0)

    @cached_property
    def bases(self) -> dict[Hex, int]:
        """The quiet ports where powers with goals beyond the sea gather ships and troops to land: near the goals and the troops, the
        best and others near it, from which one sails as far. Each with the power."""
        s, w, out = self.s, self.w, dict[Hex, int]()
        for (power, _), aims in self.aims.items():
            lift = [u for u in w.ships_of[self.side] if w.kind[u] in (TRS, AMPH) and w.power[u] == power]
            ready = [u for u in lift if s.where[u] >= 0]
            ports = [h for h in bits(bases(s, ready[0])) if self.is_calm(h)] if ready else []
            if not ports:
                continue
            worth = {h: self._base(power, h, ready, aims) for h in ports}
            best = max(ports, key=lambda h: (worth[h], -h))
            if not worth[best]:
                continue
            around = walks(s, best)
            close = [h for h in ports if around.get(h, 99) <= AROUND and worth[h] > 0.5 * worth[best]]
            close.sort(key=lambda h: (h != best, -worth[h], h))
            out.update((h, power) for h in close[:PORTS] if h not in out)
        return out

    def _base(self, power: int, port: Hex, lift: list[int], aims: HexSet) -> float:
        """How good a port is to start landings from: nothing where no goal is in reach."""
        s, w = self.s, self.w
        near, score = depths(s, lift[0], port), 0.0
        reach = max(min(w.ship(u).move, w.ship(u).reach) for u in lift)
        for h in bits(aims):
            steps = min((near[a] for a in w.waters.of.get(h, ()) if a in near), default=9)
            score += self.prize(h) / steps**2 if steps <= reach else 0.0
        if not score:
            return 0.0
        score += 0.5 * sum(s.where[u] == port for u in lift) + 0.5 * bool(w.waters.major >> port & 1)
        around = walks(s, port)
        mine = [
            around[s.where[u]] for u in w.land_of[self.side] if w.power[u] == power and s.where[u] in around
        ]
        return score * min(1.0, 0.3 + 0.2 * len(mine)) + 0.3 * sum(far <= AROUND for far in mine[:TROOPS])

    def is_calm(self, h: Hex) -> bool:
        """Whether no enemy is near a hex by land."""
        s, far = self.s, walks(self.s, h)
        calm = CALM // RANGE_COST[self.w.lands.sheet[h]]
        return not any(far.get(x, 99) <= calm for x in bits(s.troops[1 - self.side]))

    def prize(self, h: Hex) -> float:
        """What a coast is worth to whoever takes it."""
        waters, k = self.w.waters, self.q.k
        return (
            k["prize"] * self.w.prizes.get(h, 0)
            + 0.6 * bool(waters.ports >> h & 1)
            + k["goal"] * bool(self.goals >> h & 1)
        )

    @cached_property
    def ashore(self) -> dict[Hex, float]:
        """What a landing is worth, by coast: what it takes, or a port or small island, which can be fed, near what is wanted."""
        out: dict[Hex, float] = {}
        waters, theirs = self.w.waters, ground_of(self.s, 1 - self.side)
        fed = theirs & (waters.ports | waters.islets)
        for h in bits(theirs & (waters.shore | self.goals)):
            if (worth := self.prize(h)) >= 1.0:
                for x, far in walks(self.s, h).items():
                    if far <= WALK and (fed >> x & 1 or not far):
                        out[x] = max(out.get(x, 0.0), worth * BESIDE**far)
        return out


def warships(s: State, ships: Iterable[int]) -> list[int]:
    """Those that fight on the surface or from decks, the mightiest first."""
    found = [u for u in ships if s.world.kind[u] not in (TRS, AMPH, SUB)]
    return sorted(found, key=lambda u: (-might(s, u), u))


def waters_of(q: Desk) -> Waters:
    """The sea as it was at the beginning of the step."""
    return q.memory.once(f"waters {q.side}", q.step, lambda: Waters(q))
