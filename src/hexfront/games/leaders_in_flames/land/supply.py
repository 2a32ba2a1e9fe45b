"""Supply: cities and headquarters on the railways, and the path from a unit to one of them."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.land.zones import zone
from hexfront.games.leaders_in_flames.leaders.asks import in_use, touches
from hexfront.games.leaders_in_flames.state import State, ground_of, weather_loss
from hexfront.hexes import HexSet
from hexfront.wargame import grown, open_hexes

PATH = 4
"""Basic path in European hexes, before weather."""


def supplied_hexes(s: State, side: int) -> HexSet:
    """The hexes in which units of a side are in supply. RULING ability-4-weather.

    A line ends at a source; a city on friendly rail that leads to one hands supply on, and so does an HQ whose path reaches
    that rail. Enemy units block it, enemy zones too unless a friendly unit stands in them. Case ability.4.
    """
    w = s.world
    held = ground_of(s, side)
    hqs, far = _headquarters(s, side)
    key = (side, s.troops[0], s.troops[1], s.front[1 - side], held, hqs, far, tuple(s.weather), s.surprised)
    kept = w.cache("supply")
    found: HexSet | None = kept.get(key)
    if found is None:
        found = kept[key] = _trace(s, side, held, hqs, far)
    return found


def _headquarters(s: State, side: int) -> tuple[HexSet, HexSet]:
    """The hexes of a side's HQs, and of those whose basic path a leader lengthens."""
    w = s.world
    hqs = far = 0
    for u in w.hqs[side]:
        h = s.where[u]
        if h < 0:
            continue
        hqs |= 1 << h
        if any(touches(s, leader, row, u) for leader, row in in_use(s, "hq.path")):
            far |= 1 << h
    return hqs, far


def _trace(s: State, side: int, held: HexSet, hqs: HexSet, far: HexSet) -> HexSet:
    w = s.world
    through = open_hexes(w.area, s.troops[1 - side], zone(s, 1 - side), s.troops[side])
    sources = w.sources[side] & held & through
    rails = w.rail.connected(sources, through & held)
    cities = (rails & w.cities) | sources
    fed_hqs = 0
    for loss, part in _by_loss(s):
        near = grown(w.grid, rails | cities, through, PATH - loss, w.barred)
        fed_hqs |= hqs & near & part
        fed_hqs |= far & grown(w.grid, rails | cities, through, PATH + 2 - loss, w.barred) & part
    out = 0
    for loss, part in _by_loss(s):
        out |= grown(w.grid, cities | fed_hqs, through, PATH - loss, w.barred) & part
        if far & fed_hqs:
            out |= grown(w.grid, far & fed_hqs, through, PATH + 2 - loss, w.barred) & part
    return out


def _by_loss(s: State) -> list[tuple[int, HexSet]]:
    """The ground by what weather takes off a path there."""
    parts: dict[int, HexSet] = {}
    for k, hexes in enumerate(s.world.lands.zones):
        loss = weather_loss(s.weather[k])
        parts[loss] = parts.get(loss, 0) | hexes
    return sorted(parts.items())


def is_supplied(s: State, u: int) -> bool:
    """Whether a unit on the map is in supply."""
    h = s.where[u]
    return h >= 0 and bool(supplied_hexes(s, s.world.side[u]) >> h & 1)


def may_act(s: State, u: int) -> bool:
    """Whether a unit moves and attacks as one in supply: it is, or a leader lets it. Case ability.49."""
    return is_supplied(s, u) or bool(s.fed >> u & 1)
