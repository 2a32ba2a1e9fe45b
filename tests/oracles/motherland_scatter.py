"""Positions of For the Motherland! that no game would reach: counters strewn over a part of the map, markers anywhere."""

from __future__ import annotations

from functools import cache
from typing import Any

from hexfront.games.motherland import GAME
from hexfront.games.motherland.combat import CombatRoll
from hexfront.games.motherland.kinds import (
    AIR_BASE,
    ASSET,
    CHIT_UNITS,
    EXPLOITATION_PHASES,
    FORTRESS,
    LACK,
    MECH_GROUP,
    MOVEMENT_PHASES,
    OUT,
    PANZERS,
    PHASE_IDS,
    RAILROAD_GUN,
    SOVIET_INFANTRY,
    SUPPLIED,
    SUPPLY_BASE,
    SUPPORT,
    TANK,
    ZOC_SHY,
)
from hexfront.games.motherland.movement import March
from hexfront.games.motherland.position import write_position
from hexfront.games.motherland.state import State, attack_factor, countries, is_frozen_front
from hexfront.games.motherland.world import World
from hexfront.games.motherland.zones import is_in_enemy_zoc
from hexfront.hexes import bits
from hexfront.kernel import SeededSource
from hexfront.wargame import changed, put

EXPLOITERS = PANZERS | {TANK}


@cache
def world(winter_combat: bool) -> World:
    s: Any = GAME.start(GAME.setup("campaign", {"turkey": True, "winter_combat": winter_combat}))
    w: World = s.world
    return w


def scattered(source: SeededSource) -> State:
    """Counters of both sides within seven hexes of some place, with random losses, chits, markers and bases expended."""
    w = world(bool(source.below(2)))
    s = write_position(w, place={}, agenda=(), turn=1 + source.below(22))
    s.turkey = source.below(2)
    middle = source.choice(list(bits(w.land)))
    ground = [h for h in bits(w.land) if w.grid.distance(h, middle) <= 7]
    rails = [h for h in ground if w.rail.hexes >> h & 1] or ground
    taken: dict[int, int] = {}
    thin = 2 + source.below(6)
    for u in range(len(w.names)):
        home = w.home[u]
        if source.below(thin) or (home >= 0 and w.grid.distance(home, middle) > 7):
            continue
        if w.kind[u] == MECH_GROUP and s.turn > 4:
            continue  # 16.4: there are none, and 6.4 has no place for them
        tracks = w.kind[u] in (SUPPLY_BASE, RAILROAD_GUN)
        h = home if home >= 0 else source.choice(rails if tracks else ground)
        if taken.setdefault(h, w.side[u]) == w.side[u] and countries(s, u) >> h & 1:
            strew(s, u, h, source)
    for h in bits(w.points):
        marked = taken.get(h, source.below(3))
        at_home = bool(w.soviet_union >> h & 1)
        if marked == 0 and at_home:
            s.axis_marks |= 1 << h
        elif marked == 1 and (not at_home or source.below(2)):
            s.soviet_marks |= 1 << h
    bases = [u for u in w.of_kind[SUPPLY_BASE] if s.where[u] >= 0]
    s.expended = [u for u in bases if source.below(2)]
    for n in range(len(s.partisans)):
        places = [s.where[u] for u in bases]
        s.partisans[n] = source.choice(places) if places and source.below(2) else -1
    return s


def strew(s: State, u: int, h: int, source: SeededSource) -> None:
    w = s.world
    s.steps[u] = 1 + source.below(w.full[u])
    if w.remnant[u] >= 0:
        s.steps[u] = 2 + source.below(2)  # the last step of a corps is a Kampfgruppe
    if w.kind[u] in CHIT_UNITS:
        s.chit = changed(s.chit, u, source.choice(w.chits_of[w.letter[u]]))
    if w.kind[u] not in (SUPPLY_BASE, ASSET, AIR_BASE, SUPPORT):
        s.supply = changed(s.supply, u, source.choice((SUPPLIED, SUPPLIED, SUPPLIED, LACK, OUT)))
        s.judged = changed(s.judged, u, source.choice((SUPPLIED, LACK, OUT)))
    put(s, u, h)


def set_marching(s: State, source: SeededSource) -> bool:
    """Take a random group in hand, part of its points spent."""
    w = s.world
    s.side = source.below(2)
    s.phase = (MOVEMENT_PHASES if source.below(2) else EXPLOITATION_PHASES)[s.side]
    movers = [u for u in range(len(w.names)) if may_be_moved(s, u)]
    if not movers:
        return False
    first = source.choice(movers)
    s.group = [first]
    for u in movers:
        alike = w.kind[u] not in ZOC_SHY and w.kind[first] not in ZOC_SHY
        if u != first and s.where[u] == s.where[first] and alike and source.below(2):
            s.group.append(u)
    s.has_stepped = source.below(2)
    for u in s.group:
        pace = w.pace[u][s.steps[u]]
        most = (pace + 1) // 2 if s.supply[u] else pace
        s.spent[u] = 1 + source.below(most) if s.has_stepped else 0
    s.agenda = (March(s.side, late=w.kind[first] in (AIR_BASE, SUPPLY_BASE, SUPPORT)),)
    return True


def may_be_moved(s: State, u: int) -> bool:
    """Whether the phase lets a unit move at all (5.4, 20.1)."""
    w = s.world
    h, kind = s.where[u], w.kind[u]
    if h < 0 or w.side[u] != s.side or kind in (FORTRESS, ASSET) or is_frozen_front(s, h):
        return False
    if s.phase not in EXPLOITATION_PHASES or kind in EXPLOITERS:
        return True
    return kind not in (AIR_BASE, RAILROAD_GUN, SUPPORT, MECH_GROUP) and not is_in_enemy_zoc(s, s.side, h)


def set_fighting(s: State, source: SeededSource) -> bool:
    """Attack a random hex with random neighbours, in combat or from one hex in an Overrun."""
    s.side = source.below(2)
    s.is_overrun = source.below(2)
    s.phase = PHASE_IDS.index(f"{('axis', 'soviet')[s.side]}-{'movement' if s.is_overrun else 'combat'}")
    s.group = []
    choices = [h for h in bits(s.held_by(1 - s.side)) if strikers(s, h)]
    if not choices:
        return False
    s.target = source.choice(choices)
    able = strikers(s, s.target)
    start = s.where[source.choice(able)]
    able = [u for u in able if s.where[u] == start] if s.is_overrun else able
    s.attackers = [u for u in able if source.below(3)] or able[:1]
    s.defenders = list(s.stack[s.target])
    s.origins = {u: s.where[u] for u in s.attackers}
    s.support = source.below(3 - s.is_overrun) if s.side == 0 else 0
    s.agenda = (CombatRoll(),)
    return True


def strikers(s: State, target: int) -> list[int]:
    """Units that could attack a hex by their place and their factor (8.3.8, 8.3.9, 8.4.2, 8.4.3)."""
    w = s.world
    snow = w.weather[s.turn] == "snow"
    out = []
    for h in w.neighbours[target]:
        for u in s.stack.get(h, ()):
            if w.side[u] != s.side or attack_factor(s, u) == 0:
                continue
            iced = snow and w.kind[u] in SOVIET_INFANTRY and w.frozen.has(h, target)
            across_kerch = w.kerch.has(h, target) and not w.mech[u]
            if not w.blocked.has(h, target) or (not s.is_overrun and (iced or across_kerch)):
                out.append(u)
    return out
