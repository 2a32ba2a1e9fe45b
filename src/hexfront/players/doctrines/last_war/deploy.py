"""The Last War: from the Pool to the map. First what the line needs, then blows that pay, then what is left over."""

from __future__ import annotations

from copy import copy
from heapq import heapify, heappop, heappush
from typing import NamedTuple

import msgspec

from hexfront.games.last_war.data import AIR, LSP, MEN, TANKS, in_period
from hexfront.games.last_war.deployment import ground
from hexfront.games.last_war.flags import is_pag_target
from hexfront.games.last_war.front import bare_hexes
from hexfront.games.last_war.reckoning import Force, Situation
from hexfront.games.last_war.state import is_in_war, period, points, side_points
from hexfront.hexes import bits, union
from hexfront.players.doctrines.last_war import rear
from hexfront.players.doctrines.last_war.odds import staked, stronger
from hexfront.players.doctrines.last_war.read import Reading

NEIGHBOURS = 2  # hexes within which one blow helps another
SIZES = (0, 2, 5, 9, 15, 24, 36, 50)
TOGETHER = (*SIZES, 70, 95)  # of an attack that two powers make together
SUPPLIES = (1, 2, 3, 4, 6, 8)
STEPS = (1, 2, 4, 8)


class Strike(NamedTuple):
    """An attack to prepare: what it promises, from where to where, whose, and what it takes from the Pools, by power."""

    gain: float
    at: int
    to: int
    power: int
    takes: tuple[tuple[int, int, int, int, int], ...] = ()  # power, Men, Tanks, Aircraft, LSP
    has_craft: bool = False


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
        self.boats = {n: s.craft[n] for n in r.mine}  # landing craft that no attack has taken yet

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
        rear.bulwarks(self)
        self.guard(int(total * min(1.0, self.r.numbers["guard"] + 0.4 * self.r.plan.reserve)))
        self.strikes()
        rear.flak(self)
        rear.security(self)
        self.guard(10_000)
        self.guard_supplies()
        rear.fortify(self)
        rear.garrison(self)
        rear.air_bases(self)
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
        f = self.threats().get(i)
        if f is None:
            return 0.0
        d = stronger(self.with_extra(f.defender, i), men, 0, 0, r.me[self.by_me[0]])
        d = staked(d, min(6, d.lsp + lsp))
        o, _, _ = r.ground.odds.dice(msgspec.structs.replace(f, defender=d, layers=f.layers + layers))
        return o.take * r.value(i) + o.beyond * r.numbers["beyond"] * r.beyond(i, r.foe)

    def threats(self) -> dict[int, Situation]:
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
        for i in self.threats():
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
        rates = {i: self.fear(i) - self.fear(i, lsp=1) for i in self.threats() if only >> i & 1}
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
        self.flags = {n: s.flags_left[n] for n in r.mine}
        self.naval = {n: s.naval_left[n] for n in r.mine}
        self._strike_with(self._candidates())
        if r.ground.campaign.is_under_way(s.turn):  # and what the abler of two allies has left undone
            idle = [n for n in r.mine if self.flags[n] and self.pool[n][MEN] > 1]
            if idle:
                self._strike_with(self._choice(self._pairs_of(idle, alone=False)))
        r.assume(0)

    def _strike_with(self, pairs: list[tuple[int, int, int]]) -> None:
        """Attacks out of some powers, hexes and targets, the most promising first."""
        r = self.r
        flags, naval = self.flags, self.naval
        used, hit = (union(getattr(x, name) for x in self.orders.strikes) for name in ("at", "to"))
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
            for m, *counts in plan.takes:
                for kind, count in zip((MEN, TANKS, AIR, LSP), counts, strict=True):
                    self.put(m, i, kind, count)
            self.orders.strikes.append(plan)
            used |= 1 << i
            hit |= 1 << j
            flags[n] -= r.flag_price(j)
            naval[n] -= at_sea
            self.boats[n] -= plan.has_craft
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

    def _affords(self, x: Strike) -> bool:
        if x.has_craft and not self.boats[x.power]:
            return False
        for m, *counts in x.takes:
            if any(self.pool[m][kind] < n for kind, n in zip((MEN, TANKS, AIR, LSP), counts, strict=True)):
                return False
        return True

    def _candidates(self) -> list[tuple[int, int, int]]:
        """Powers, hexes and targets to consider."""
        if not hasattr(self, "_pairs"):
            self._pairs = self._choice(self._pairs_of(self.r.mine))
        return self._pairs

    def _pairs_of(self, powers: list[int], alone: bool = True) -> list[tuple[int, int, int]]:
        """What some powers could attack, and from where; with `alone` hexes are left to the most effective power."""
        s, w, r = self.s, self.w, self.r
        pairs: list[tuple[int, int, int]] = []
        for n in powers:
            if not s.flags_left[n]:
                continue
            abler = 0  # hexes where a more effective power of the seat can strike
            for m in r.mine:
                if alone and s.flags_left[m] and (r.me[m], -m) > (r.me[n], -n):
                    abler |= self.ground[m]
            front = s.line[r.side] & (self.ground[n] & ~abler | s.held[n])
            for i in bits(front):
                for j in w.land_near[i]:
                    if s.ground[r.foe] >> j & 1:
                        pairs.append((n, i, j))
            for j in s.pags:
                if is_pag_target(s, j, r.side):
                    pairs += [
                        (n, i, j) for i in w.land_near[j]
                        if (s.ground[r.side] & ~abler) >> i & 1
                        and (self.ground[n] >> i & 1 or points(s, i, n, MEN))
                    ]  # fmt: skip
            pairs += [(n, i, w.beaches[i]) for i in bits(s.landings[n]) if self._lands(n, w.beaches[i])]
        return pairs

    def _lands(self, n: int, coast: int) -> bool:
        """Whether a power considers landing on a coast now: when its time has come, with craft, or where boats will do."""
        r = self.r
        if r.foothold(coast, r.side) is None or not r.ground.campaign.may_land(self.w.powers[n].id, coast):
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
        """The best blow of a power from one hex at another. An ally of the same seat gives LSP; overseas it fights beside
        it."""
        r, s = self.r, self.s
        f = r.case(i, j, r.side)
        a = self.with_extra(staked(f.attacker, 0), i)
        have = r.lsp_at([i], r.side) + a.lsp
        security = is_pag_target(s, j, r.side)
        d = f.defender if security else self._reinforced(f.defender, j)
        at_sea = bool(self.w.beach_set >> i & 1)
        own = self._at_hand(n, i)
        m = self._partner(n, i)
        his = self._at_hand(m, i) if m >= 0 else (0, 0, 0, 0)
        if not at_sea and not s.shores[m] >> i & 1:
            his = (0, 0, 0, his[3])
        men, tanks, air, lsp = (x + y for x, y in zip(own, his, strict=True))
        if at_sea:
            f = msgspec.structs.replace(f, craft=self.boats[n] > 0)
            if not f.craft and not r.ground.campaign.needs_no_craft(j, s.turn):
                return Strike(-99.0, i, j, n)
        tied = r.tied(i)
        need_t = max(0, max(1, 3 * d.tanks) - a.tanks)
        need_a = max(0, max(1, 3 * d.air) - a.air)
        best = Strike(-99.0, i, j, n)
        tried = -1
        for size in TOGETHER if any(his[:3]) else SIZES:
            t = min(tanks, need_t, size // 2) if need_t <= tanks else 0
            b = min(air, need_a, size // 2) if need_a <= air else 0
            k = max(0, min(men, size - t - b))
            t = min(tanks, size - k - b)
            b = min(air, size - k - t)
            if k + t + b == tried:
                break
            tried = k + t + b
            if (
                not points(s, i, n, MEN)
                and not min(k, own[0])
                and not any(e[0] == n and e[1] for e in self.extra.get(i, ()))
            ):
                continue
            k1, t1, b1 = min(k, own[0]), min(t, own[1]), min(b, own[2])
            force = stronger(a, k1, t1, b1, r.me[n])
            force = stronger(force, k - k1, t - t1, b - b1, r.me[m])
            supplies = (0,) if security else tuple(x for x in SUPPLIES if x <= have + lsp)
            if not supplies:
                continue
            g = msgspec.structs.replace(f, attacker=force, defender=d)
            for supply, gain in zip(supplies, r.gains(g, [i], j, r.side, supplies), strict=True):
                gain -= r.rent(n) * (tried + tied) + r.price[LSP] * supply
                if g.amphibious:
                    gain = self._foothold(
                        msgspec.structs.replace(g, attacker=staked(force, supply)), j, gain, k
                    )
                if gain > best.gain:
                    new = max(0, supply - have)
                    from_own = min(new, own[3])
                    takes = ((n, k1, t1, b1, from_own), (m, k - k1, t - t1, b - b1, new - from_own))
                    best = Strike(gain, i, j, n, tuple(x for x in takes if any(x[1:])), at_sea and f.craft)
        return best

    def _at_hand(self, n: int, i: int) -> tuple[int, int, int, int]:
        """Men, Tanks, Aircraft and LSP that a power could bring to a hex: as far as ships and boats carry them."""
        if not self.ground[n] >> i & 1:
            return 0, 0, 0, 0
        men, tanks, air, _, lsp, _ = self.pool[n]
        if self.s.shores[n] >> i & 1:
            room = self.room[n]
            men, tanks, air, lsp = min(men, room), min(tanks, room), min(air, room), min(lsp, room)
        if self.w.beach_set >> i & 1:
            men, tanks = (min(have, berth) for have, berth in zip((men, tanks), self._berths(n), strict=True))
        return men, tanks, air, lsp

    def _partner(self, n: int, i: int) -> int:
        """Another power of the seat whose Pool reaches a hex, the one with most LSP; -1 if none does."""
        able = [m for m in self.r.mine if m != n and self.ground[m] >> i & 1]
        if self.w.beach_set >> i & 1:
            coast, may = self.w.beaches[i], self.r.ground.campaign.may_land
            able = [m for m in able if may(self.w.powers[m].id, coast)]
        return max(able, key=lambda m: (self.pool[m][LSP], -m), default=-1)

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


__all__ = ["Deployer", "Orders", "Strike"]
