"""The Last War: from the Pool to the map. First what the line needs, then blows that pay, then what is left over."""

from __future__ import annotations

from copy import copy
from heapq import heapify, heappop, heappush
from typing import NamedTuple

import msgspec

from hexfront.games.last_war.data import AIR, BOMBERS, GARRISONS, LSP, MEN, TANKS, in_period
from hexfront.games.last_war.deployment import ground
from hexfront.games.last_war.flags import is_pag_target
from hexfront.games.last_war.front import bare_hexes, free_men
from hexfront.games.last_war.reckoning import Force, Situation
from hexfront.games.last_war.state import is_in_war, period, points, side_points
from hexfront.hexes import bits
from hexfront.players.doctrines.last_war.odds import staked, stronger
from hexfront.players.doctrines.last_war.read import Reading
from hexfront.players.doctrines.last_war.works import SPARE_MEN, bases_of, better_base, zone_site

NEIGHBOURS = 2  # hexes within which one blow helps another
SIZES = (0, 2, 5, 9, 15, 24, 36, 50)
SUPPLIES = (1, 2, 3, 4, 6, 8)
STEPS = (1, 2, 4, 8)


class Strike(NamedTuple):
    """An attack to prepare: what it promises, from where to where, whose, and what it takes from the Pool."""

    gain: float
    at: int
    to: int
    power: int
    men: int
    tanks: int
    air: int
    lsp: int


class Orders:
    """What a seat means to put on the map this turn."""

    def __init__(self) -> None:
        self.want: dict[int, dict[tuple[int, int], int]] = {}  # hex -> (power, kind) -> points there
        self.forts: list[tuple[int, int, int]] = []  # hex, power, toward
        self.flak: list[tuple[int, int]] = []
        self.bases: list[tuple[int, int]] = []
        self.zones: list[tuple[int, int]] = []
        self.strikes: list[Strike] = []
        self.left: set[int] = set()  # hexes turned away from already
        self.is_manned = False  # no hex of the line is bare any more

    def again(self) -> Orders:
        """The same, to be carried out once more from the beginning."""
        new = copy(self)
        new.left, new.is_manned = set(), False
        return new


class Deployer:
    """Works out the orders of one seat."""

    def __init__(self, r: Reading) -> None:
        s, w = r.s, r.w
        self.r, self.s, self.w = r, s, w
        self.orders = Orders()
        self.pool = {n: list(s.pool[n * 6 : n * 6 + 6]) for n in r.mine}
        self.ground = {n: ground(s, n) & ~self._allies_own(n) for n in r.mine}
        self.room = {
            n: in_period(w.powers[n].routes, period(s)) * w.costs["convoy"] - s.shipped[n] for n in r.mine
        }
        self.extra: dict[int, list[tuple[int, int, int, int, int]]] = {}  # hex -> power, men, tanks, air, LSP
        self.by_me = sorted(r.mine, key=lambda n: -r.me[n])
        self.boost = self._boost()

    def _allies_own(self, n: int) -> int:
        """Ground overseas that an ally holds and can feed by land himself, or an ally's own country: this power need not look after it."""
        s = self.s
        out = 0
        for m in self.w.of_side[self.r.side]:
            if m != n and is_in_war(s, m):
                out |= s.held[m] & s.reach[m]
                if self.r.ground.campaign.landings:
                    out |= self.w.country[m]
        return int(out & s.shores[n])

    def _boost(self) -> tuple[int, int, int, int, int]:
        """What the enemy might add to an attack from his Pools: Men, Tanks, Aircraft, LSP, and how effective."""
        r, s, w = self.r, self.s, self.w
        share = r.numbers["alarm"] / max(2, r.flags_of(r.foe))
        total, best, most = [0.0] * 4, -1, -1.0
        for n in w.of_side[r.foe]:
            have = [float(s.pool[n * 6 + kind]) for kind in (MEN, TANKS, AIR, LSP)]
            if not s.reach[n] & s.line[r.foe] and any(have):  # all of it comes by ship
                room = in_period(w.powers[n].routes, period(s)) * w.costs["convoy"]
                have = [x * min(1.0, room / sum(have)) for x in have]
            total = [x + y for x, y in zip(total, have, strict=True)]
            if sum(have[:3]) > most:
                best, most = n, sum(have[:3])
        men, tanks, air, lsp = total
        return (
            int(men * share * 0.5),
            int(tanks * share),
            int(air * share),
            1 + int(lsp * share * 0.5),
            r.me[best],
        )

    def plan(self) -> Orders:
        """All orders of the turn."""
        self.minimum()
        total = sum(sum(self.pool[n][:3]) for n in self.pool)
        vital = self.r.ground.vital[self.r.side]
        self.guard(int(total * self.r.numbers["vital"]), vital, self.r.numbers["vital_least"])
        self.guard_supplies(vital)
        self.bulwarks()
        self.guard(int(total * min(1.0, self.r.numbers["guard"] + 0.4 * self.r.plan.reserve)))
        self.strikes()
        self.flak()
        self.security()
        self.guard(10_000)
        self.guard_supplies()
        self.fortify()
        self.garrison()
        self.air_bases()
        return self.orders

    # --- moving points about

    def put(self, n: int, i: int, kind: int, count: int) -> int:
        """Send points of a power to a hex, as many as there are and ships can carry; how many went."""
        count = min(count, self.pool[n][kind])
        if count <= 0 or not self.ground[n] >> i & 1:
            return 0
        if self.s.shores[n] >> i & 1:
            count = max(0, min(count, self.room[n]))
            self.room[n] -= count
        if not count:
            return 0
        self.pool[n][kind] -= count
        here = self.orders.want.setdefault(i, {})
        here[(n, kind)] = here.get((n, kind), points(self.s, i, n, kind)) + count
        if kind in (MEN, TANKS, AIR, LSP):
            new = tuple(count if kind == k else 0 for k in (MEN, TANKS, AIR, LSP))
            self.extra.setdefault(i, []).append((n, *new))  # type: ignore[arg-type]
        return count

    def with_extra(self, force: Force, i: int) -> Force:
        """A force with what is on its way to its hex."""
        for n, men, tanks, air, lsp in self.extra.get(i, ()):
            force = stronger(force, men, tanks, air, self.r.me[n])
            if lsp:
                force = staked(force, force.lsp + lsp)
        return force

    def able(self, n: int, i: int) -> bool:
        if not self.ground[n] >> i & 1:
            return False
        return not self.s.shores[n] >> i & 1 or self.room[n] > 0

    # --- the line

    def minimum(self) -> None:
        """A Man for every bare hex of the line."""
        for i in bits(bare_hexes(self.s, self.r.seat)):
            for n in sorted(self.by_me, key=lambda n: not self.s.held[n] >> i & 1):
                if self.put(n, i, MEN, 1):
                    break

    def fear(self, i: int, men: int = 0, lsp: int = 0, layers: int = 0) -> float:
        """What the enemy's worst attack on a hex would cost, with this much more there."""
        r = self.r
        f = self._threats().get(i)
        if f is None:
            return 0.0
        d = stronger(self.with_extra(f.defender, i), men, 0, 0, r.me[self.by_me[0]])
        d = staked(d, min(6, d.lsp + lsp))
        o, _, _ = r.ground.odds.dice(msgspec.structs.replace(f, defender=d, layers=f.layers + layers))
        return o.take * r.value(i) + o.beyond * r.numbers["beyond"] * r.beyond(i, r.foe)

    def _threats(self) -> dict[int, Situation]:
        """The worst attack on each hex that could be reinforced, with its share of the enemy's Pools."""
        if not hasattr(self, "_found"):
            self._found: dict[int, Situation] = {}
            r, s = self.r, self.s
            men, tanks, air, lsp, me = self.boost
            reach = 0
            for n in r.mine:
                reach |= self.ground[n]
            if r.flags_of(r.foe):
                for i in bits(s.line[r.side] & reach):
                    f = r.threat(i)
                    if f is not None:
                        a = staked(stronger(f.attacker, men, tanks, air, me), lsp)
                        here = side_points(s, i, r.side, LSP)
                        self._found[i] = msgspec.structs.replace(
                            f, attacker=a, defender=staked(f.defender, min(2, here))
                        )
                self._found |= self._landings(reach)
        return self._found

    def _landings(self, reach: int) -> dict[int, Situation]:
        """Landings that the enemy could make on coasts that could be reinforced."""
        r, s, w = self.r, self.s, self.w
        out: dict[int, Situation] = {}
        for sea, coast in w.beaches.items():
            if not (s.ground[r.side] & reach) >> coast & 1 or not r.can_land(r.foe, sea):
                continue
            n = max(w.of_side[r.foe], key=lambda n: (s.craft[n] * min(1, s.naval_left[n]), s.pool[n * 6], -n))
            men = min(s.pool[n * 6 + MEN], 6 * s.craft[n])
            tanks, air = min(s.pool[n * 6 + TANKS], 2), min(s.pool[n * 6 + AIR], 4)
            if men:
                f = r.case(sea, coast, r.foe)
                a = Force(
                    men=men, tanks=tanks, air=air, product=(men + tanks + air) * r.me[n], me=r.me[n],
                    lsp=min(6, s.pool[n * 6 + LSP]),
                )  # fmt: skip
                out[coast] = msgspec.structs.replace(f, attacker=a, amphibious=True)
        return out

    def guard(self, budget: int, only: int = -1, least: float = 0.0) -> None:
        """Points where they lower the enemy's hopes most, until none pays enough or the budget is spent."""
        if budget <= 0:
            return
        r = self.r
        keep = dict.fromkeys(self.pool, 1)  # a Man for gaps
        best: dict[int, tuple[float, int]] = {}
        for i in self._threats():
            if only >> i & 1:
                best[i] = self._best_step(i)
        while budget > 0 and best:
            i = max(best, key=lambda i: (best[i][0], -i))
            rate, step = best[i]
            if rate < max(least, r.numbers["caution"] * 0.3):
                return
            sent = 0
            for n in self.by_me:
                for kind in (MEN, TANKS, AIR):
                    while sent < step and self.pool[n][kind] > (keep[n] if kind == MEN else 0):
                        if not self.able(n, i) or not self.put(n, i, kind, 1):
                            break
                        sent += 1
            if sent < step:
                del best[i]
            else:
                best[i] = self._best_step(i)
            budget -= max(1, sent)

    def _best_step(self, i: int) -> tuple[float, int]:
        now = self.fear(i)
        return max(((now - self.fear(i, men=k)) / k, k) for k in STEPS)

    def guard_supplies(self, only: int = -1) -> None:
        """LSP for the defence where each is worth its price."""
        r = self.r
        spare = {n: self.pool[n][LSP] // 2 if r.left else self.pool[n][LSP] for n in self.pool}
        rates = {i: self.fear(i) - self.fear(i, lsp=1) for i in self._threats() if only >> i & 1}
        for _ in range(8 if rates else 0):
            i = max(rates, key=lambda i: (rates[i], -i))
            if rates[i] < r.price[LSP]:
                return
            for n in self.by_me:
                if spare[n] > 0 and self.able(n, i) and self.put(n, i, LSP, 1):
                    spare[n] -= 1
                    break
            else:
                return
            rates[i] = self.fear(i) - self.fear(i, lsp=1)

    # --- blows

    def strikes(self) -> None:
        """Attacks to prepare, the most promising first, as far as flags and Pools go."""
        r, s = self.r, self.s
        flags = {n: s.flags_left[n] for n in r.mine}
        naval = {n: s.naval_left[n] for n in r.mine}
        used = hit = 0
        pairs = self._candidates()
        pincers = r.pincers({pair[2] for pair in pairs}) if sum(flags.values()) > 1 else {}
        queue = [
            (-plan.gain - pincers.get(plan.to, 0.0), k, plan)
            for k, plan in enumerate(self.strike(*pair) for pair in pairs)
        ]
        # What an attack promises falls as the Pool empties: the first that still stands is best.
        heapify(queue)
        while queue and any(flags.values()):
            hope, k, plan = heappop(queue)
            n, i, j = plan.power, plan.at, plan.to
            at_sea = bool(self.w.beach_set >> i & 1)
            if used >> i & 1 or hit >> j & 1 or flags[n] < r.flag_price(j) or (at_sea and not naval[n]):
                continue
            if not self._affords(plan):
                plan = self.strike(n, i, j)
                heappush(queue, (-plan.gain - pincers.get(j, 0.0), k, plan))
                continue
            if -hope < r.numbers["least"] * (1 - r.plan.boldness):
                break
            for kind, count in ((MEN, plan.men), (TANKS, plan.tanks), (AIR, plan.air), (LSP, plan.lsp)):
                self.put(n, i, kind, count)
            self.orders.strikes.append(plan)
            used |= 1 << i
            hit |= 1 << j
            flags[n] -= r.flag_price(j)
            naval[n] -= at_sea
            r.assume(1 << j)  # a blow beside it may be worth more now
            around = self.w.within(j, NEIGHBOURS)
            pincers = {k: gain for k, gain in pincers.items() if not around >> k & 1}
            queue = [
                (-x.gain - pincers.get(x.to, 0.0), k, x)
                for _, k, old in queue
                if not (used >> old.at & 1 or hit >> old.to & 1)
                for x in [self.strike(old.power, old.at, old.to) if around >> old.to & 1 else old]
            ]
            heapify(queue)
        r.assume(0)

    def _affords(self, x: Strike) -> bool:
        p = self.pool[x.power]
        return bool(p[MEN] >= x.men and p[TANKS] >= x.tanks and p[AIR] >= x.air and p[LSP] >= x.lsp)

    def _candidates(self) -> list[tuple[int, int, int]]:
        """Powers, hexes and targets to consider."""
        if not hasattr(self, "_pairs"):
            s, w, r = self.s, self.w, self.r
            self._pairs: list[tuple[int, int, int]] = []
            for n in r.mine:
                if not s.flags_left[n]:
                    continue
                abler = 0  # hexes where a more effective power of the seat can strike
                for m in r.mine:
                    if s.flags_left[m] and (r.me[m], -m) > (r.me[n], -n):
                        abler |= self.ground[m]
                front = s.line[r.side] & (self.ground[n] & ~abler | s.held[n])
                for i in bits(front):
                    for j in w.land_near[i]:
                        if s.ground[r.foe] >> j & 1:
                            self._pairs.append((n, i, j))
                for j in s.pags:
                    if is_pag_target(s, j, r.side):
                        self._pairs += [
                            (n, i, j) for i in w.land_near[j]
                            if (s.ground[r.side] & ~abler) >> i & 1
                            and (self.ground[n] >> i & 1 or points(s, i, n, MEN))
                        ]  # fmt: skip
                self._pairs += [
                    (n, i, w.beaches[i]) for i in bits(s.landings[n]) if self._lands(n, w.beaches[i])
                ]
            self._pairs = self._choice(self._pairs)
        return self._pairs

    def _lands(self, n: int, coast: int) -> bool:
        """Whether a power considers landing on a coast now: when its time has come, with craft, or where boats will do."""
        r = self.r
        if r.foothold(coast, r.side) is None:
            return False
        return bool(self.s.craft[n]) or r.ground.campaign.needs_no_craft(coast, self.s.turn)

    def _choice(self, pairs: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
        """Only targets worth considering: a number for each flag, the most valuable."""
        r = self.r
        prizes: dict[int, float] = {}
        by_sea = {j: r.foothold(j, r.side) or 0.0 for _, i, j in pairs if self.w.beach_set >> i & 1}
        for _, _, j in pairs:
            if j not in prizes:
                pag = is_pag_target(self.s, j, r.side)
                prizes[j] = r.pag_value(j) if pag else r.prize(j)
                if j in by_sea:
                    prizes[j] += by_sea[j]
        most = 6 + 4 * sum(self.s.flags_left[n] for n in r.mine)
        kept = set(sorted(prizes, key=lambda j: (-prizes[j], j))[:most])
        return [pair for pair in pairs if pair[2] in kept]

    def strike(self, n: int, i: int, j: int) -> Strike:
        """The best blow of a power from one hex at another."""
        r, s = self.r, self.s
        f = r.case(i, j, r.side)
        a = self.with_extra(staked(f.attacker, 0), i)
        have = r.lsp_at([i], r.side) + a.lsp
        security = is_pag_target(s, j, r.side)
        d = f.defender if security else self._reinforced(f.defender, j)
        reachable = bool(self.ground[n] >> i & 1)
        men, tanks, air, _, lsp, _ = self.pool[n] if reachable else [0] * 6
        if s.shores[n] >> i & 1:
            room = self.room[n]
            men, tanks, air, lsp = min(men, room), min(tanks, room), min(air, room), min(lsp, room)
        if self.w.beach_set >> i & 1:
            men, tanks = (min(have, berth) for have, berth in zip((men, tanks), self._berths(n), strict=True))
            f = msgspec.structs.replace(f, craft=bool(s.craft[n]))
        tied = r.tied(i)
        need_t = max(0, max(1, 3 * d.tanks) - a.tanks)
        need_a = max(0, max(1, 3 * d.air) - a.air)
        best = Strike(-99.0, i, j, n, 0, 0, 0, 0)
        tried = -1
        for size in SIZES:
            t = min(tanks, need_t, size // 2) if need_t <= tanks else 0
            b = min(air, need_a, size // 2) if need_a <= air else 0
            m = max(0, min(men, size - t - b))
            t = min(tanks, size - m - b)
            b = min(air, size - m - t)
            if m + t + b == tried:
                break
            tried = m + t + b
            if (
                not points(s, i, n, MEN)
                and not m
                and not any(e[0] == n and e[1] for e in self.extra.get(i, ()))
            ):
                continue
            force = stronger(a, m, t, b, r.me[n])
            supplies = (0,) if security else tuple(x for x in SUPPLIES if x <= have + lsp)
            if not supplies:
                continue
            g = msgspec.structs.replace(f, attacker=force, defender=d)
            for supply, gain in zip(supplies, r.gains(g, [i], j, r.side, supplies), strict=True):
                gain -= r.rent(n) * (tried + tied) + r.price[LSP] * supply
                if g.amphibious:
                    gain = self._foothold(
                        msgspec.structs.replace(g, attacker=staked(force, supply)), j, gain, m
                    )
                if gain > best.gain:
                    best = Strike(gain, i, j, n, m, t, b, max(0, supply - have))
        return best

    def _berths(self, n: int) -> tuple[int, int]:
        """Men and Tanks that still fit into a power's boats."""
        costs, craft = self.w.costs, self.s.craft[n]
        if not craft:
            return costs["no_craft_men"], 0
        bound = [e for i in self.extra if self.w.beach_set >> i & 1 for e in self.extra[i] if e[0] == n]
        men, tanks = sum(e[1] for e in bound), sum(e[2] for e in bound)
        return max(0, craft * costs["craft_men"] - men), max(0, craft * costs["craft_tanks"] - tanks)

    def _foothold(self, f: Situation, j: int, gain: float, men: int) -> float:
        """A landing with too few to stay is worth nothing, and boats may be lost."""
        take = self.r.ground.odds.dice(f)[0].take
        few = men < 3 and not self.w.islands >> j & 1
        return gain - (take * (1.0 + (self.r.foothold(j, self.r.side) or 0.0)) if few else 0.0) - (1 - take)

    def _reinforced(self, d: Force, j: int) -> Force:
        """A defender with what he may get in the same deployment."""
        r = self.r
        line = max(4, self.s.line[r.foe].bit_count())
        share = r.numbers["alarm"] / line
        if not self.s.line[r.foe] >> j & 1:
            share *= 0.3
        men, tanks, air = (round(r.pool(r.foe, k) * share) for k in (MEN, TANKS, AIR))
        lsp = round(r.pool(r.foe, LSP) * share) + side_points(self.s, j, r.foe, LSP)
        return staked(stronger(d, men, tanks, air, d.me), min(3, lsp))

    # --- works, Garrisons, air

    def bulwarks(self) -> None:
        """Works that the plan of the war asks for: a layer a turn on each side that an enemy stands before or may come to
        next, or that looks to a beach."""
        r, s, w = self.r, self.s, self.w
        for i, layers in r.ground.campaign.works(r.side, s.turn).items():
            if not s.ground[r.side] >> i & 1 or not r.left:
                continue
            beach = [j for j in w.near(i) if w.beaches.get(j) == i]
            near = [j for j in w.land_near[i] if s.ground[r.foe] >> j & 1]
            next_ones = [j for j in w.land_near[i] if (s.line[r.side] & ~s.ground[r.foe]) >> j & 1]
            for j in near or beach or next_ones:
                key = i * w.top + j
                if s.forts.get(key, 0) >= layers or key in s.works:
                    continue
                for n in self.by_me:
                    if self.pool[n][LSP] > 1 and s.reach[n] >> i & 1 and self._has_builder(n, i):
                        self.orders.forts.append((i, n, j))
                        self.pool[n][LSP] -= 1
                        break

    def _has_builder(self, n: int, i: int) -> bool:
        """Whether a Man can be spared in a hex for a turn; one of the Pool is sent if not."""
        wanted = 1 + sum(1 for at, m, _ in self.orders.forts if at == i and m == n)
        here = self.orders.want.get(i, {}).get((n, MEN), points(self.s, i, n, MEN))
        held = 1 if self.s.line[self.r.side] >> i & 1 else 0
        return here >= wanted + held or bool(self.put(n, i, MEN, 1))

    def fortify(self) -> None:
        """Works where the enemy would come again and again."""
        r, s, w = self.r, self.s, self.w
        if r.left < 1:
            return
        for n in self.by_me:
            for _ in range(2):
                if self.pool[n][LSP] < 3:
                    break
                rates = []
                for i in self._threats():
                    idle = i not in {x.at for x in self.orders.strikes}
                    if (
                        idle
                        and s.reach[n] >> i & 1
                        and free_men(s, i, r.side, r.seat) > 1
                        and points(s, i, n, MEN)
                    ):
                        rates.append((self.fear(i) - self.fear(i, layers=1), i))
                if not rates or max(rates)[0] * min(3, r.left) < 2 * r.price[LSP]:
                    break
                i = max(rates)[1]
                sides = [
                    (side_points(s, j, r.foe, MEN), j) for j in w.land_near[i]
                    if s.ground[r.foe] >> j & 1 and i * w.top + j not in s.works
                    and (i, n, j) not in self.orders.forts
                ]  # fmt: skip
                if not sides:
                    break
                self.orders.forts.append((i, n, max(sides)[1]))
                self.pool[n][LSP] -= 1

    def garrison(self) -> None:
        """Garrisons for ports, islands and cities that could be landed on, the dearest first."""
        r, s, w = self.r, self.s, self.w
        coasts = set(w.beaches.values())
        for n in r.mine:
            if not self.pool[n][GARRISONS]:
                continue
            able = bits(w.posts & s.ground[r.side] & self.ground[n])
            bare = [i for i in able if not side_points(s, i, r.side, GARRISONS)]
            for i in sorted(bare, key=lambda i: (-r.value(i) * (2.0 if i in coasts else 0.5), i)):
                self.put(n, i, GARRISONS, 1)

    def air_bases(self) -> None:
        """Bombers go to the base with most to do in range; a new base is built where one would be much better."""
        r, s, w = self.r, self.s, self.w
        for n in r.mine:
            fleet = self.pool[n][BOMBERS]
            worth = bases_of(r, n)
            if fleet and worth:
                self.base(n, max(worth, key=lambda b: (worth[b], -b)), fleet)
            has_any = fleet or any(points(s, b, n, BOMBERS) for b in worth)
            if has_any and self.pool[n][LSP] > w.costs["base_lsp"] + 1:
                site = better_base(r, n, ground(s, n))
                if site >= 0:
                    self.orders.bases.append((site, n))
                    self.pool[n][LSP] -= w.costs["base_lsp"]

    def flak(self) -> None:
        """Flak over towns with industry, or any town, that enemy bombers can reach; the Man is set aside early."""
        r, s = self.r, self.s
        for n in r.mine:
            if not s.concrete[n] or self.pool[n][LSP] < 2:
                continue
            routes = s.reach[n] | s.shores[n]
            under = r.w.towns & s.ground[r.side] & self.ground[n] & routes & s.threat[r.side]
            open_towns = [i for i in bits(under) if i not in s.flak]
            best = sorted(open_towns, key=lambda i: (-self._lines(i), -r.value(i), i))
            for i in best[: min(s.concrete[n], self.pool[n][MEN])]:
                self.orders.flak.append((i, n))
                self.pool[n][MEN] -= 1

    def base(self, n: int, i: int, count: int) -> None:
        """Bombers to a base, also to one on an ally's ground."""
        own = self.ground[n]
        self.ground[n] |= ground(self.s, n) & 1 << i
        self.put(n, i, BOMBERS, count)
        self.ground[n] = own

    def security(self) -> None:
        """A Security Zone where partisans would hurt most, if there are Men and LSP to spare."""
        for n in self.r.mine:
            spare = self.pool[n][LSP] > 1 and self.pool[n][MEN] >= SPARE_MEN
            site = zone_site(self.r, n, self.ground[n]) if spare else -1
            if site >= 0 and (points(self.s, site, n, MEN) or self.put(n, site, MEN, 1)):
                self.orders.zones.append((site, n))
                self.pool[n][LSP] -= 1

    def _lines(self, i: int) -> int:
        now = period(self.s)
        return sum(in_period(zone.lines, now) for _, zone, at in self.w.zones if at == i)


__all__ = ["Deployer", "Orders", "Strike"]
