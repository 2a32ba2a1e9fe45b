"""The Last War: what else comes from the Pool: works, Garrisons, flak, bases for bombers, Security Zones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.last_war.data import BOMBERS, GARRISONS, LSP, MEN, in_period
from hexfront.games.last_war.deployment import ground
from hexfront.games.last_war.front import free_men
from hexfront.games.last_war.state import period, points, side_points
from hexfront.hexes import bits
from hexfront.players.doctrines.last_war.works import SPARE_MEN, bases_of, better_base, zone_site

if TYPE_CHECKING:
    from hexfront.players.doctrines.last_war.deploy import Deployer


def bulwarks(d: Deployer) -> None:
    """Works that the plan of the war asks for: a layer a turn on each side that an enemy stands before or may come to
    next, or that looks to a beach."""
    r, s, w = d.r, d.s, d.w
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
            for n in d.by_me:
                if d.pool[n][LSP] > 1 and s.reach[n] >> i & 1 and has_builder(d, n, i):
                    d.orders.forts.append((i, n, j))
                    d.pool[n][LSP] -= 1
                    break


def has_builder(d: Deployer, n: int, i: int) -> bool:
    """Whether a Man can be spared in a hex for a turn; one of the Pool is sent if not."""
    wanted = 1 + sum(1 for at, m, _ in d.orders.forts if at == i and m == n)
    here = d.orders.want.get(i, {}).get((n, MEN), points(d.s, i, n, MEN))
    held = 1 if d.s.line[d.r.side] >> i & 1 else 0
    return here >= wanted + held or bool(d.put(n, i, MEN, 1))


def fortify(d: Deployer) -> None:
    """Works where the enemy would come again and again."""
    r, s, w = d.r, d.s, d.w
    if r.left < 1:
        return
    for n in d.by_me:
        for _ in range(2):
            if d.pool[n][LSP] < 3:
                break
            rates = []
            for i in d.threats():
                idle = i not in {x.at for x in d.orders.strikes}
                if (
                    idle
                    and s.reach[n] >> i & 1
                    and free_men(s, i, r.side, r.seat) > 1
                    and points(s, i, n, MEN)
                ):
                    rates.append((d.fear(i) - d.fear(i, layers=1), i))
            if not rates or max(rates)[0] * min(3, r.left) < 2 * r.price[LSP]:
                break
            i = max(rates)[1]
            sides = [
                (side_points(s, j, r.foe, MEN), j) for j in w.land_near[i]
                if s.ground[r.foe] >> j & 1 and i * w.top + j not in s.works
                and (i, n, j) not in d.orders.forts
            ]  # fmt: skip
            if not sides:
                break
            d.orders.forts.append((i, n, max(sides)[1]))
            d.pool[n][LSP] -= 1


def garrison(d: Deployer) -> None:
    """Garrisons for ports, islands and cities that could be landed on, the dearest first."""
    r, s, w = d.r, d.s, d.w
    coasts = set(w.beaches.values())
    for n in r.mine:
        if not d.pool[n][GARRISONS]:
            continue
        able = bits(w.posts & s.ground[r.side] & d.ground[n])
        bare = [i for i in able if not side_points(s, i, r.side, GARRISONS)]
        for i in sorted(bare, key=lambda i: (-r.value(i) * (2.0 if i in coasts else 0.5), i)):
            d.put(n, i, GARRISONS, 1)


def air_bases(d: Deployer) -> None:
    """Bombers go to the base with most to do in range; a new base is built where one would be much better."""
    r, s, w = d.r, d.s, d.w
    for n in r.mine:
        fleet = d.pool[n][BOMBERS]
        worth = bases_of(r, n)
        if fleet and worth:
            base(d, n, max(worth, key=lambda b: (worth[b], -b)), fleet)
        has_any = fleet or any(points(s, b, n, BOMBERS) for b in worth)
        if has_any and d.pool[n][LSP] > w.costs["base_lsp"] + 1:
            site = better_base(r, n, ground(s, n))
            if site >= 0:
                d.orders.bases.append((site, n))
                d.pool[n][LSP] -= w.costs["base_lsp"]


def flak(d: Deployer) -> None:
    """Flak over towns with industry, or any town, that enemy bombers can reach; the Man is set aside early."""
    r, s = d.r, d.s
    for n in r.mine:
        if not s.concrete[n] or d.pool[n][LSP] < 2:
            continue
        routes = s.reach[n] | s.shores[n]
        under = r.w.towns & s.ground[r.side] & d.ground[n] & routes & s.threat[r.side]
        open_towns = [i for i in bits(under) if i not in s.flak]
        best = sorted(open_towns, key=lambda i: (-lines_at(d, i), -r.value(i), i))
        for i in best[: min(s.concrete[n], d.pool[n][MEN])]:
            d.orders.flak.append((i, n))
            d.pool[n][MEN] -= 1


def base(d: Deployer, n: int, i: int, count: int) -> None:
    """Bombers to a base, also to one on an ally's ground."""
    own = d.ground[n]
    d.ground[n] |= ground(d.s, n) & 1 << i
    d.put(n, i, BOMBERS, count)
    d.ground[n] = own


def security(d: Deployer) -> None:
    """A Security Zone where partisans would hurt most, if there are Men and LSP to spare."""
    for n in d.r.mine:
        spare = d.pool[n][LSP] > 1 and d.pool[n][MEN] >= SPARE_MEN
        site = zone_site(d.r, n, d.ground[n]) if spare else -1
        if site >= 0 and (points(d.s, site, n, MEN) or d.put(n, site, MEN, 1)):
            d.orders.zones.append((site, n))
            d.pool[n][LSP] -= 1


def lines_at(d: Deployer, i: int) -> int:
    now = period(d.s)
    return sum(in_period(zone.lines, now) for _, zone, at in d.w.zones if at == i)


__all__ = ["air_bases", "bulwarks", "flak", "fortify", "garrison", "security"]
