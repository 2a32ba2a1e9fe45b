"""The Last War: bombers, air defence and fleets."""

from __future__ import annotations

from hexfront.games.last_war.actions import Bomb, Done, Engage, FromNavy, Guard, Man, Sail, Support, ToNavy
from hexfront.games.last_war.bombing import (
    INDUSTRY,
    TERROR,
    lines_left,
    nation_of,
    zone_at,
)
from hexfront.games.last_war.data import AIR, BOMBERS, LSP, POWERS
from hexfront.games.last_war.front import sea_strength
from hexfront.games.last_war.plans import Ashore, Firing, Mission, OnGuard, ToSea
from hexfront.games.last_war.state import planned, points
from hexfront.kernel import Action, SeededSource
from hexfront.players.doctrines.last_war.campaign import EARLY
from hexfront.players.doctrines.last_war.read import Reading

_DONE = Done()


# --- the air


def air_order(r: Reading, legal: list[Action], source: SeededSource) -> Action:
    """The next order for the air forces: some fighters over industry, flak where bombs may fall, then the bombers."""
    s = r.s
    enemy = sum(points(s, b, n, BOMBERS) for b in s.bases for n in r.w.of_side[r.foe])
    up = planned(s, OnGuard)
    for n in r.mine:
        most = min(enemy, s.pool[n * 6 + AIR] // 4)
        if sum(1 for p in up if p.power == n) < most:
            guards = [a for a in legal if isinstance(a, Guard) and a.power == n]
            if guards:
                crowd = {p.at for p in up}
                return max(guards, key=lambda a: (guard_worth(r, a.hex, crowd), source.below(8), -a.hex))
    for a in legal:
        if not isinstance(a, Man) or not enemy or s.pool[a.power * 6 + LSP] < 3:
            continue
        if s.threat[r.side] >> a.hex & 1 and not covered(r, a):
            return a
    return sortie(r, legal, source)


def covered(r: Reading, a: Man) -> bool:
    """Whether an LSP already paid for flak next door runs this zone too."""
    paid = {p.at for p in planned(r.s, Firing, a.power)}
    return any(j in paid for j in r.w.near(a.hex))


def guard_worth(r: Reading, i: int, crowd: set[int]) -> float:
    """What fighters over a hex protect."""
    zone = zone_at(r.s, i)
    lines = len(lines_left(r.s, zone)) if zone >= 0 and r.w.side_of[r.w.zones[zone][0]] == r.side else 0
    town = 0.5 if r.w.towns >> i & 1 else 0.0
    return (lines + town) * (0.5 if i in crowd else 1.0)


def sortie(r: Reading, legal: list[Action], source: SeededSource) -> Action:
    """The next mission: a few bombers against morale where nobody opposes them, the rest against industry."""
    s = r.s
    sent = planned(s, Mission)
    bombs = [a for a in legal if isinstance(a, Bomb)]
    best: Action = _DONE
    most = 0.0
    struck = {nation_of(s, p.at) for p in sent if p.role == TERROR}
    aimed: dict[int, int] = {}
    for p in sent:
        if p.role == INDUSTRY:
            aimed[p.at] = aimed.get(p.at, 0) + p.count
    for a in bombs:
        flak = 1 if a.hex in s.flak else 0
        if a.role == TERROR:
            victim = nation_of(s, a.hex)
            if victim < 0 or a.counters > 1 or victim in struck or flak:
                continue
            worth = r.numbers["terror"] * (2.0 if s.morale[victim] <= 6 else 1.0)
        else:
            zone = zone_at(s, a.hex)
            free = max(0, len(lines_left(s, zone)) - aimed.get(a.hex, 0)) if zone >= 0 else 0
            worth = min(free, a.counters) - 0.3 * max(0, a.counters - free) - 0.4 * flak
        worth += 0.001 * source.below(100)
        if worth > most:
            best, most = a, worth
    if best is not _DONE:
        return best
    navy = navy_order(r, legal)
    if navy is not None:
        return navy
    for one in legal:
        if isinstance(one, Support) and one.counters == 1 and near_front(r, one.power):
            return one
    return _DONE


def navy_order(r: Reading, legal: list[Action]) -> Action | None:
    """A bomber without a target for the sea area where it tips the scales, or one back from where it does not."""
    s = r.s
    moves = [a for a in legal if isinstance(a, ToNavy | FromNavy)]
    if not moves or r.left < 2:
        return None
    value = weights(r)
    coming = [*planned(s, ToSea), *(p for p in s.missions if isinstance(p, ToSea))]
    going = planned(s, Ashore)
    best, most = None, r.numbers["navy"]
    for a in moves:
        own, foe = sea_strength(s, a.area, r.side), sea_strength(s, a.area, r.foe)
        own += sum(1 for p in coming if p.area == a.area and p.power in r.mine)
        own -= sum(1 for p in going if p.area == a.area and p.power in r.mine)
        if isinstance(a, ToNavy):
            gain = value[a.area] * (standing(own + 1, foe) - standing(own, foe)) if foe else 0.0
            if gain > most:
                best, most = a, gain
        elif value[a.area] * (standing(own, foe) - standing(own - 1, foe)) < 0.1 * r.numbers["navy"]:
            return a
    return best


def near_front(r: Reading, power: int) -> bool:
    """Whether a power's bombers reach the line, or a beach that could be landed on."""
    s, w = r.s, r.w
    far = w.bomber_range(w.turns[s.turn - 1].year)
    front = s.line[0] | s.line[1]
    for sea, coast in w.beaches.items():
        if s.ground[r.foe] >> coast & 1 and r.can_land(r.side, sea):
            front |= 1 << coast
    return any(points(s, b, power, BOMBERS) and w.within(b, far) & front for b in s.bases)


# --- the sea


def weights(r: Reading) -> list[float]:
    """What each sea area is worth: convoys from home, beaches to land on, beaches to guard."""
    s, w = r.s, r.w
    out = [0.1] * len(w.areas)
    for n in w.of_side[r.side]:
        for area in w.home_areas[n]:
            out[area] += 3.0
    for n in w.of_side[r.foe]:
        for area in w.home_areas[n]:
            out[area] += 0.5
    can = any(s.craft[n] for n in w.of_side[r.side])
    campaign = r.ground.campaign
    feared = any(s.craft[n] for n in w.of_side[r.foe])
    for sea, coast in w.beaches.items():
        if (can and s.ground[r.foe] >> coast & 1) or (feared and s.ground[r.side] >> coast & 1):
            out[w.area_of[sea]] += 0.35 * r.value(coast)
        if campaign.landings and s.ground[r.foe] >> coast & 1:  # waters to be won in time for a landing
            out[w.area_of[sea]] += 0.5 * (campaign.foothold(r.side, coast, s.turn, 0.0, EARLY) or 0.0)
    return out


def standing(own: float, foe: float) -> float:
    """How good it is to have one strength in an area against another."""
    share = own / (own + foe) if own + foe else 0.5
    if own > 2 * foe:
        return share + 0.6
    return share - (0.6 if foe > 2 * own else 0.0)


def fleet_order(r: Reading, legal: list[Action]) -> Action:
    """The next move at sea, or a battle where the odds are good."""
    s, w = r.s, r.w
    value = weights(r)
    own = [sea_strength(s, area, r.side) for area in range(len(w.areas))]
    foe = [sea_strength(s, area, r.foe) for area in range(len(w.areas))]
    best: Action = _DONE
    most = 0.02
    for a in legal:
        if isinstance(a, Sail):
            i, j = a.area, a.to
            before = value[i] * standing(own[i], foe[i]) + value[j] * standing(own[j], foe[j])
            after = value[i] * standing(own[i] - 1, foe[i]) + value[j] * standing(own[j] + 1, foe[j])
            gain = after - before + 0.05 * (pull(r, value, own, foe, j) - pull(r, value, own, foe, i))
            if gain > most:
                best, most = a, gain
    if best is not _DONE:
        return best
    for a in legal:
        if isinstance(a, Engage):
            spare = s.naval_left[a.power] > (1 if s.craft[a.power] else 0)
            ships = sum(s.fleet[a.area * POWERS + n] for n in w.of_side[r.foe])
            if spare and ships and own[a.area] >= 2 * foe[a.area]:
                return a
    return _DONE


def pull(r: Reading, value: list[float], own: list[int], foe: list[int], area: int) -> float:
    """How near an area lies to waters that matter and are not won yet."""
    best = 0.0
    seen, todo, far = {area}, [area], 1.0
    while todo and far > 0.2:
        for n in todo:
            if own[n] <= 2 * foe[n] or not own[n]:
                best = max(best, far * value[n])
        todo = [m for n in todo for m in r.w.area_links[n] if m not in seen]
        seen.update(todo)
        far *= 0.7
    return best


__all__ = ["air_order", "fleet_order"]
