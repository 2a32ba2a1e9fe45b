"""Supply across the sea in Leaders in Flames agrees with a second, plain reading: which seas are open, and which ports they feed."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import COMMONWEALTH, JAPAN, SHIP_IDS, USA
from hexfront.games.leaders_in_flames.leaders.asks import code, occasion
from hexfront.games.leaders_in_flames.sea.convoys import place_convoy, points_of
from hexfront.games.leaders_in_flames.sea.lifelines import fed_over_sea, open_seas
from hexfront.games.leaders_in_flames.sea.waters import area_of, is_sea
from hexfront.games.leaders_in_flames.state import State, give_hexes
from hexfront.hexes import bits
from hexfront.kernel import SeededSource
from hexfront.testing import position

SEAS = ("solomons", "coral_sea", "marianas", "south_pacific")
SHIPS = (
    "CA Chokai",
    "Japanese SUB I",
    "Japanese TRS IV",
    "CV Shokaku",
    "CA Astoria",
    "American SUB II",
    "American TRS VI",
    "CA Australia",
)
PLANES = ("Japanese D3A1", "American PBY5")
MEN = {"Yamamoto": JAPAN, "Halsey": USA}


def drawn(source: SeededSource, options: dict[str, Any]) -> State:
    """Ships, aircraft, convoys and two admirals in four seas, drawn at random; islands that changed hands."""
    place = {
        name: f"{source.choice(SEAS)}-{source.below(5)}" for name in (*SHIPS, *PLANES) if source.below(3)
    }
    ours = [at for name, at in place.items() if name in SHIPS[:4]]
    theirs = [at for name, at in place.items() if name in SHIPS[4:]]
    if ours:
        place["Yamamoto"] = source.choice(ours)
    if theirs:
        place["Halsey"] = source.choice(theirs)
    rows = [{"id": man, "abilities": [22]} for man in MEN]
    s: State = position(
        LEADERS_IN_FLAMES,
        scenario="guadalcanal",
        options=options,
        place=place,
        agenda=(),
        pack={"leaders": {"leader": rows}},
    )
    w = s.world
    for name in SEAS:
        for power in (JAPAN, USA, COMMONWEALTH):
            if not source.below(4):
                place_convoy(s, w.lands.seas.number[name], power, 1)
    for man in MEN:
        if man in place and source.below(2):
            s.said[code(w.unit(man), 22)] = occasion(s)
    for name in ("Guadalcanal", "Milne Bay", "Rabaul", "Espiritu Santo", "Noumea", "Truk"):
        if not source.below(3):
            give_hexes(s, 1 << w.hex(name), source.choice((JAPAN, USA, COMMONWEALTH)))
    return s


def open_to(s: State, party: int) -> set[int]:
    """The seas a party is supplied through."""
    w = s.world
    camp, foes = set(bits(s.camps[party])), set(bits(s.wars[party]))
    out = set()
    for area in w.waters.areas:
        here = [
            u for u, at in enumerate(s.where) if is_sea(at) and area_of(at) == area and not w.is_leader(u)
        ]
        kind = {u: SHIP_IDS[w.kind[u] - 32] if w.is_ship(u) else "plane" for u in here}
        enemy = any(w.party[u] in foes and kind[u] != "SUB" for u in here)
        own = any(w.party[u] in camp and kind[u] not in ("SUB", "plane") for u in here)
        sails = any(points_of(s, area, power) and power in camp for power in range(8))
        lift = any(w.party[u] in camp and kind[u] in ("TRS", "AMPH") for u in here)
        free = not enemy or own or sails
        if w.option("convoy_supply"):
            free = free and (lift or sails)
        for man in MEN:
            u = w.unit(man)
            with_him = is_sea(s.where[u]) and area_of(s.where[u]) == area and w.party[u] in camp
            said = code(u, 22) in s.said
            friends = {"usa", "commonwealth"}
            helped = any(w.nation[v] == w.nation[u] or {w.nation[v], w.nation[u]} <= friends for v in here)
            mine = any(w.party[v] in camp for v in here)
            free = free or (said and with_him and helped and mine)
        if free:
            out.add(area)
    return out


def fed(s: State, party: int, sources: set[int], ground: set[int]) -> set[int]:
    """Ports and small islands that are fed from ports on rail that leads to a source."""
    w = s.world
    camp = set(bits(s.camps[party]))
    held = {h for k in camp for h in bits(s.control[k])}
    troops = {h for k in camp for h in bits(s.forces[k])}
    ends = {h for h in held & ground if w.waters.ports >> h & 1 or (w.waters.islets >> h & 1 and h in troops)}
    seas, side = open_to(s, party), w.parties[party].side
    mine = {
        h
        for k in range(len(w.parties))
        if w.parties[k].side == side and not s.neutral >> k & 1
        for h in bits(s.control[k])
    }
    gates = sum(1 << h for h in mine)
    reached: set[int] = set()
    while True:
        start = sources | reached
        line = set(bits(w.rail.connected(sum(1 << h for h in start), sum(1 << h for h in ground)))) | start
        layer = {a for h in line if w.waters.ports >> h & 1 for a in w.waters.of[h]} & seas
        found = set(layer)
        while layer:
            layer = {n for a in layer for n in w.waters.near(a, gates)} & seas - found
            found |= layer
        more = {h for h in ends - reached if set(w.waters.of[h]) & found}
        if not more:
            return reached
        reached |= more


@pytest.mark.rule("base.sea_supply", "ability.22")
@pytest.mark.parametrize("options", [{}, {"convoy_supply": True}])
def test_they_agree_on_supply_across_the_sea(options: dict[str, Any]) -> None:
    source, fed_ports, shut = SeededSource("seas"), 0, 0
    for _ in range(40):
        s = drawn(source, options)
        w = s.world
        for party in (JAPAN, USA, COMMONWEALTH):
            seas = open_to(s, party)
            assert set(bits(open_seas(s, party))) == seas
            shut += len(w.waters.areas) - len(seas)
            ground = {h for k in bits(s.camps[party]) for h in bits(s.control[k])}
            for sources in (set(bits(w.sources[party])) & ground, {w.hex("Noumea")} & ground, set[int]()):
                ours = fed_over_sea(s, party, sum(1 << h for h in sources), sum(1 << h for h in ground))
                theirs = fed(s, party, sources, ground) if sources else set()
                assert set(bits(ours)) == theirs
                fed_ports += len(theirs)
    assert fed_ports >= 200 and shut >= 50
