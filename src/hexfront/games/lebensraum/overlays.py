"""Layers over the map: zones, supply, weather, victory, control, the economy, and the supply line of each unit."""

from __future__ import annotations

from hexfront.games.lebensraum.economy import is_working
from hexfront.games.lebensraum.kinds import ALLIED, CLEAR, POWERS, SECTIONS, SNOW, WEATHER
from hexfront.games.lebensraum.setup import at_war
from hexfront.games.lebensraum.state import State, hostile_hexes, weather_at
from hexfront.games.lebensraum.supply import (
    IN_SUPPLY,
    PARTIAL,
    finnish_lines,
    lines,
    net_home,
    sources,
    supplied_hqs,
    supply_of,
    within_range,
)
from hexfront.games.lebensraum.victory import goals
from hexfront.games.lebensraum.zones import zoc
from hexfront.hexes import HexSet, bits, union
from hexfront.kernel import Overlay
from hexfront.wargame import Growth


def overlays(s: State) -> tuple[Overlay, ...]:
    """Keys z, s, w, v, c, e; the supply line of a unit shows when it is chosen."""
    w = s.world
    labels = w.board.labels
    held = {POWERS[power]: s.control[power] for power in w.powers}
    decisive = union(goals(s))
    return (
        Overlay("zones", "Zones of control", "z", {POWERS[w.powers[camp]]: labels(zoc(s, camp)) for camp in (0, 1)}),
        _supply(s),
        _weather(s),
        Overlay("victory", "Victory", "v", {side: labels(hexes & decisive) for side, hexes in held.items()}),
        Overlay("control", "Control", "c", {side: labels(hexes) for side, hexes in held.items()}),
        _economy(s),
        Overlay("trace", "Supply line", "", {name: way for power in at_war(s) for name, way in _traces(s, power).items()}),
    )  # fmt: skip


def supplied_hexes(s: State, power: int) -> HexSet:
    """Where a unit of a power would be in supply. Cases 11.1a, 8.0g. RULING 11.1-c: by the weather where it stands."""
    w = s.world
    full, _ = supplied_hqs(s, power)
    snowed = union(h for h in bits(w.land) if weather_at(s, h) == SNOW)
    out = net_home(s) if power == ALLIED else 0
    for sky, there in ((CLEAR, w.land & ~snowed), (SNOW, snowed)):
        if there:
            for k in full:
                out |= within_range(s, power, s.hq[k], w.supply_range(power, sky)) & there
    return out


def _supply(s: State) -> Overlay:
    """Hexes in supply of each power; units that are not are marked: half a step's worth, or all. Case 11.1g."""
    w = s.world
    hexes, marks = {}, {}
    for power in at_war(s):
        hexes[POWERS[power]] = w.board.labels(supplied_hexes(s, power))
        for u, level in supply_of(s, power, *supplied_hqs(s, power)).items():
            if level != IN_SUPPLY:
                marks[w.label(s.where[u])] = "partial" if level == PARTIAL else "out"
    return Overlay("supply", "Supply", "s", hexes, marks)


def _weather(s: State) -> Overlay:
    """The three sections, and in their cities the weather of each. Case 8.0b."""
    w = s.world
    land = w.board.on_map
    parts = {
        name: union(h for h, section in w.lands.section.items() if section == k and land >> h & 1)
        for k, name in enumerate(SECTIONS)
    }
    words = {w.label(h): WEATHER[weather_at(s, h)] for h in bits(w.large_cities)}
    return Overlay("weather", "Weather sections", "w", {name: w.board.labels(part) for name, part in parts.items()}, words)  # fmt: skip


def _economy(s: State) -> Overlay:
    """Oil, food and works in working order, where they are. Cases 5.3b, 10.3b, 10.4a."""
    w = s.world
    words: dict[int, list[str]] = {}
    for name, points in (("oil", w.oil), ("food", w.food)):
        for h, n in points.items():
            words.setdefault(h, []).append(f"{name} {n}")
    for k, h in enumerate(s.works):
        if h >= 0 and is_working(s, k):
            words.setdefault(h, []).append("works")
    held = {POWERS[power]: w.board.labels(s.control[power] & union(words)) for power in w.powers}
    return Overlay("economy", "Oil, food and works", "e", held, {w.label(h): ", ".join(said) for h, said in words.items()})  # fmt: skip


def _traces(s: State, power: int) -> dict[str, tuple[str, ...]]:
    """From each supplied unit to the HQ that supplies it, on to the line and along it to the source. Cases 11.1a, 11.1b."""
    w = s.world
    full, finnish = supplied_hqs(s, power)
    passable = w.board.on_map & ~hostile_hexes(s, power)
    net = lines(s, power) | (finnish_lines(s) if finnish else 0)
    ends = sources(s, power) | w.lands.helsinki
    along = Growth(w.grid, ends & net, net, w.lands.net.barred)
    to_line = Growth(w.grid, net, passable)
    onward = {}
    for k in (*full, *finnish):
        way = to_line.way(s.hq[k])
        onward[s.hq[k]] = (*way, *along.way(way[-1])[1:]) if way else (s.hq[k],)
    to_hq = Growth(w.grid, union(onward), passable)
    out = {}
    for u, level in supply_of(s, power, full, finnish).items():
        way = to_hq.way(s.where[u]) if level == IN_SUPPLY else ()
        if way:
            out[w.name(u)] = tuple(w.label(h) for h in (*way, *onward[way[-1]][1:]))
    return out
