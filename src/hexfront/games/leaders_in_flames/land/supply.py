"""Supply: cities and headquarters on the railways, and the path from a unit to one of them."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.leaders_in_flames.board import RANGE_COST
from hexfront.games.leaders_in_flames.kinds import AT_PEACE, ATR, GERMANY, PARA, PARTISAN
from hexfront.games.leaders_in_flames.land.zones import banded, zone_of
from hexfront.games.leaders_in_flames.leaders.asks import helps, in_use, touches
from hexfront.games.leaders_in_flames.politics.parties import VICHY, closed_to, hexes_of, party_of, vichy_is
from hexfront.games.leaders_in_flames.sea.lifelines import fed_over_sea, sea_key
from hexfront.games.leaders_in_flames.state import State, holder, is_down, weather_loss
from hexfront.games.leaders_in_flames.world import World
from hexfront.hexes import HexSet, bits, union
from hexfront.wargame import grown, open_hexes

PATH = 4
"""Basic path in European hexes, before weather."""


def supplied_hexes(s: State, side: int) -> HexSet:
    """The hexes in which units of one party or another of a side are in supply."""
    out, left = 0, union(p for p in bits(s.world.parties_of[side]) if s.control[p])
    while left:
        party = left.bit_length() - 1
        out |= supply_of(s, party)
        left &= ~s.camps[party]
    return out


def supply_of(s: State, party: int) -> HexSet:
    """The hexes in which units of a party are in supply, its own or that of those it works with. RULING ability-4-weather.

    A line ends at a source; a city on friendly rail that leads to one hands supply on, and so does an HQ whose path reaches
    that rail. Enemy units block it, enemy zones too unless a friendly unit stands in them. Case ability.4.
    """
    w = s.world
    camp, foes = s.camps[party], s.wars[party]
    far = _lengthened(s, w.parties[party].side) if s.standing or s.said else 0
    guests = tuple(s.guests.items())
    bands = banded(s, foes) if s.standing else 0
    havens = union(h for h, who in s.havens.items() if who & camp)
    key = (
        party,
        guests,
        bands,
        havens,
        marks(s),
        s.stamp,
        camp,
        foes,
        s.entry[party],
        s.surprised,
        far,
        tuple(s.weather),
        sea_key(s),
    )
    kept = w.cache("supply")
    found: HexSet | None = kept.get(key)
    if found is None:  # for speed: what was worked out is kept
        held, friends = hexes_of(s.control, camp), hexes_of(s.forces, camp)
        hosts = hexes_of(s.control, union(party_of(s, n) for u, n in guests if camp >> w.party[u] & 1))
        if s.deeds.get("petain") and camp >> GERMANY & 1 and vichy_is(s, AT_PEACE):
            hosts |= s.control[party_of(s, w.minor_of[VICHY])]
        held |= hosts
        through = open_hexes(
            w.area, hexes_of(s.forces, foes), zone_of(s, foes), friends, closed_to(s, party) & ~hosts
        )
        hqs = union(
            s.where[u] for u in w.hqs[w.parties[party].side] if s.where[u] >= 0 and camp >> w.party[u] & 1
        )
        found = kept[key] = _trace(s, party, through, held | havens, hqs, far & hqs)
    return found


def marks(s: State) -> int:
    """What US entry options and actions change about open ground, as one number."""
    names = ("petain", "option.37", "option.40", "option.49", "axis.canal", "axis.guam")
    return sum(bool(s.deeds.get(name)) << k for k, name in enumerate(names)) if s.world.plan.us_entry else 0


def _lengthened(s: State, side: int) -> HexSet:
    """The hexes of a side's HQs whose basic path a leader lengthens."""
    leaders = list(in_use(s, "hq.path"))
    hqs = (u for u in s.world.hqs[side] if s.where[u] >= 0) if leaders else ()
    return union(s.where[u] for u in hqs if any(touches(s, leader, row, u) for leader, row in leaders))


def _trace(s: State, party: int, through: HexSet, held: HexSet, hqs: HexSet, far: HexSet) -> HexSet:
    w = s.world
    givers = union(h for h, who in s.havens.items() if who & s.camps[party])
    sources = (hexes_of(w.sources, s.camps[party]) | givers) & held & through
    sources |= fed_over_sea(s, party, sources, through & held) if w.ships else 0
    rails = w.rail.connected(sources, through & held)
    cities = (rails & w.cities) | sources
    fed_hqs = out = 0
    lengths = _lengths(s)
    for near, further, part in _within(w, rails | cities, through, lengths, far) if hqs else ():
        fed_hqs |= (hqs & near | far & further) & part
    for near, _, part in _within(w, cities | fed_hqs, through, lengths, 0):
        out |= near & part
    for _, further, part in _within(w, far & fed_hqs, through, lengths, far) if far & fed_hqs else ():
        out |= further & part
    return out


def _within(
    w: World, start: HexSet, through: HexSet, lengths: list[tuple[int, int, HexSet]], far: HexSet
) -> Iterator[tuple[HexSet, HexSet, HexSet]]:
    """The hexes within a path of a set, those within a lengthened one if some HQ has that, and the ground where both hold."""
    near, done = start & through, 0
    for steps, longer, part in lengths:  # by length, so that each path goes on from the last
        near, done = spread(w, near, through, steps - done), steps
        yield near, spread(w, near, through, longer - steps) if far else 0, part


def spread(w: World, start: HexSet, through: HexSet, steps: int) -> HexSet:
    """Every hex within this many steps of a set over open hexes, and over seams."""
    if not w.seam_hexes & through:
        return grown(w.grid, start, through, steps, w.barred)
    reached = start & through
    for _ in range(steps):
        over = union(b for a in bits(reached & w.seam_hexes) for b in w.lands.seams[a])
        reached |= (grown(w.grid, reached, through, 1, w.barred) | over) & through
    return reached


def path_steps(w: World, sheet: str, length: int) -> int:
    """How many hexes of a sheet a path of this many European hexes has: at least one. RULING base-path."""
    return max(1, length // RANGE_COST[sheet])


def _lengths(s: State) -> list[tuple[int, int, HexSet]]:
    """The ground by how long a path and a lengthened one may be there: by weather and by the sheet's scale."""
    w = s.world
    kept, key = w.cache("lengths of paths"), tuple(s.weather)
    if key not in kept:
        kept[key] = _lengths_in(w, s.weather)
    found: list[tuple[int, int, HexSet]] = kept[key]
    return found


def _lengths_in(w: World, weather: list[int]) -> list[tuple[int, int, HexSet]]:
    parts: dict[tuple[int, int], HexSet] = {}
    for k, hexes in enumerate(w.lands.zones):
        loss = weather_loss(weather[k])
        for sheet, ground in zip(w.grid.sheets, w.grid.sheet_sets, strict=True):
            lengths = (path_steps(w, sheet.prefix, PATH - loss), path_steps(w, sheet.prefix, PATH + 2 - loss))
            if here := hexes & ground & w.area:
                parts[lengths] = parts.get(lengths, 0) | here
    return sorted((a, b, part) for (a, b), part in parts.items())


def is_supplied(s: State, u: int) -> bool:
    """Whether a unit on the map is in supply; partisans live off the land. Cases base.supply, base.partisans."""
    h = s.where[u]
    if s.world.kind[u] == PARTISAN:
        return h >= 0
    if h >= 0 and supply_of(s, s.world.party[u]) >> h & 1:
        return True
    if h >= 0 and s.world.is_plane(u) and is_fed_by_host(s, u):
        return True
    return s.world.kind[u] == PARA and h >= 0 and is_flown_to(s, u)


def is_fed_by_host(s: State, u: int) -> bool:
    """Whether an aircraft in the land of an ally that its power does not co-operate with is fed by him. Case base.abroad."""
    party, lord = s.world.party[u], holder(s, s.where[u])
    if lord < 0 or not s.entry[party] >> lord & 1 or s.camps[party] >> lord & 1:
        return False
    return bool(supply_of(s, lord) >> s.where[u] & 1)


def is_flown_to(s: State, u: int) -> bool:
    """Whether paratroops are supplied from the air: one in range of a leader for each face-up ATR of his hex, the strongest first.

    Case ability.64."""
    w = s.world
    for leader, row in in_use(s, "para.fed"):
        at = s.where[leader]
        lifts = sum(
            w.kind[v] == ATR and not is_down(s, v) and helps(s, leader, v) for v in s.stack.get(at, ())
        )
        side = w.land_of[w.side[leader]]
        paras = [
            v
            for v in side
            if w.kind[v] == PARA
            and touches(s, leader, row, v)
            and not supply_of(s, w.party[v]) >> s.where[v] & 1
        ]
        if u in sorted(paras, key=lambda v: (-w.strength[v], v))[:lifts]:
            return True
    return False


def may_act(s: State, u: int) -> bool:
    """Whether a unit moves and attacks as one in supply: it is, or a leader lets it. Case ability.49."""
    return is_supplied(s, u) or bool(s.fed >> u & 1)
