"""Chapter 5: zones of control, what a step costs, who may make it, and how far a unit or an HQ could go."""

from __future__ import annotations

from typing import Any

from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    AXIS_CAMP,
    CAMP,
    COMBINED,
    FIRST_WESTERN_TURN,
    GROUP,
    HQ_BASE,
    INFANTRY,
    SOVIET,
    TANK,
    WEST,
    WORKS_BASE,
)
from hexfront.games.lebensraum.lands import GARRISONED
from hexfront.games.lebensraum.state import State, held_by_camp, hostile_hexes, occupied
from hexfront.hexes import Hex, HexSet, Sides, Zone, zones
from hexfront.kernel import Option, Violation
from hexfront.wargame import Reach, Steps
from hexfront.wargame import reach as walk


def closed_sides(s: State) -> Sides:
    """Sides that zones do not cross: rivers, all-sea and lake sides, borders nobody has crossed. Cases 5.4g, 5.4h.
    The ice of a lake carries units in winter (8.0h) and no zone."""
    w = s.world
    store = w.cache("closed sides")
    found: Sides | None = store.get(s.crossed)
    if found is None:  # for speed: seldom does anybody cross another border
        lands = w.lands
        found = lands.river | lands.sea | lands.lake
        for k, sides in enumerate(lands.borders):
            if not s.crossed >> k & 1:
                found = found | sides
        store[s.crossed] = found
    return found


def unit_zoc(s: State, camp: int) -> HexSet:
    """The hexes next to a camp's units of class A, B and C, as far as zones reach. Cases 5.4a, 5.4g, 5.4h, 5.4i, 5.4k, 5.4l."""
    w = s.world
    units = s.exert[AXIS] if camp == AXIS_CAMP else s.exert[SOVIET] | s.exert[ALLIED]
    store = w.cache("zoc")
    found: HexSet | None = store.get((units, s.crossed))
    if found is None:  # for speed: the same sets of units come again and again
        found = store[units, s.crossed] = zones(w.grid, units, closed_sides(s)) & w.land
    return found


def zoc(s: State, camp: int) -> HexSet:
    """Every hex in a zone of a camp: next to its units, and its cities. Cases 5.4a, 5.4b, 5.4i."""
    return unit_zoc(s, camp) | held_by_camp(s, camp) & s.world.cities


def enemy_zoc(s: State, power: int) -> HexSet:
    """The zones that a power's enemies exert."""
    return zoc(s, 1 - CAMP[power])


SALERNO = 1
"""How far the 15th Army Group may go from where it starts, on the first turn. Case 12.1e."""


def is_hq(mover: int) -> bool:
    return mover >= HQ_BASE


def power_of(s: State, piece: int) -> int:
    """Whose a unit, HQ or economic marker is."""
    if piece < HQ_BASE:
        return s.power[piece]
    return s.works_power[piece - WORKS_BASE] if piece >= WORKS_BASE else s.world.hq_power[piece - HQ_BASE]


def place_of(s: State, piece: int) -> Hex:
    """The hex of a unit, HQ or economic marker."""
    if piece < HQ_BASE:
        return s.where[piece]
    return s.works[piece - WORKS_BASE] if piece >= WORKS_BASE else s.hq[piece - HQ_BASE]


def is_own(s: State, power: int, piece: int) -> bool:
    """Whether a power has this unit, HQ or economic marker on the map; any number can be asked about."""
    k = piece - WORKS_BASE
    known = s.world.is_unit(piece) or 0 <= piece - HQ_BASE < len(s.hq) or 0 <= k < len(s.works)
    return known and power_of(s, piece) == power and place_of(s, piece) >= 0


def is_in_reserve(s: State, mover: int) -> bool:
    return bool((s.hq_reserve >> mover - HQ_BASE if is_hq(mover) else s.reserve >> mover) & 1)


def offer(s: State, piece: int, words: str, kind: str, h: Hex = -1, **more: Any) -> Option:
    """How something that a piece can do is shown: in a hex, or where it stands."""
    return Option(words, kind, s.world.name(piece), s.world.label(place_of(s, piece) if h < 0 else h), **more)


def is_skipped(s: State, mover: int) -> bool:
    """Whether a piece sits out the Axis phase of turn A in the combination. RULING 12.1-c."""
    w = s.world
    begins = w.game == COMBINED and s.turn == FIRST_WESTERN_TURN and s.phasing == CAMP[AXIS]
    if not begins or power_of(s, mover) != AXIS:
        return False
    return mover - HQ_BASE in w.late_hqs if is_hq(mover) else mover in w.late_units


def unit_kind(s: State, u: int) -> int:
    """Infantry, tank or paratroop; a battle group is what its parent is. Cases 5.2a, 5.7i, 11.4a."""
    kind = s.world.kind[u]
    if kind != GROUP:
        return kind
    parent = s.parent.get(u, -1)
    return s.world.kind[parent] if parent >= 0 else INFANTRY


def moves_as_tank(s: State, mover: int) -> bool:
    """HQs pay as tank units do. Case 11.2b."""
    return is_hq(mover) or unit_kind(s, mover) == TANK


def step_table(s: State, mover: int) -> Steps:
    """What the ground and the weather of the turn cost a mover. Cases 5.1c, 8.0b, 8.0h."""
    w = s.world
    north, central, south = s.weather
    return w.steps(moves_as_tank(s, mover), (north, central, south), w.is_winter(s.turn))


def step_cost(s: State, mover: int, a: Hex, b: Hex) -> int | None:
    """The points for the ground of one step, or None if the ground forbids it."""
    return step_table(s, mover)[a].get(b)


def leaving_cost(s: State, mover: int, h: Hex) -> int:
    """What a unit pays to leave a hex at the start of its move. Cases 5.4d, 5.4e, 5.4j."""
    if moves_as_tank(s, mover) or not enemy_zoc(s, power_of(s, mover)) >> h & 1:
        return 0
    return s.world.tables.costs.leave_zone


Closed = list[tuple[HexSet, str, str]]
"""Hexes that may not be entered, with case and reason."""


def closed_to(s: State, mover: int) -> Closed:
    """Hexes that a mover may not enter, whatever the ground. Cases 5.1f, 5.5b, 5.5d."""
    found = [(hostile_hexes(s, power_of(s, mover)), "5.1f", "An opposing unit is there.")]
    if not is_hq(mover):
        found.append((_others(s, mover), "5.5d", "Another unit is there."))
    return [*found, *_closed_ground(s, mover)[1]]


def entry_violation(s: State, mover: int, h: Hex) -> Violation | None:
    """Why a mover may not be in a hex, whatever the way there."""
    for hexes, rule, words in closed_to(s, mover):
        if hexes >> h & 1:
            return Violation(rule, words, s.world.label(h))
    return None


def may_enter(s: State, mover: int, hexes: HexSet) -> HexSet:
    """Those of some hexes that are not closed to a mover."""
    taken = hostile_hexes(s, power_of(s, mover)) if is_hq(mover) else _others(s, mover)
    return hexes & ~taken & ~_closed_ground(s, mover)[0]


def _others(s: State, mover: int) -> HexSet:
    """Hexes with a unit that a unit cannot join. RULING 5.7-c: a battle group and its parent may share a hex."""
    taken = occupied(s)
    for group, parent in s.parent.items():
        other = parent if mover == group else group if mover == parent else -1
        if other >= 0 and s.where[other] >= 0 and s.weak[parent]:
            taken &= ~(1 << s.where[other])
    return taken


def _closed_ground(s: State, mover: int) -> tuple[HexSet, Closed]:
    """Ground closed to a mover by country, turn and treaty, all of it and then rule by rule: it changes with the country
    the mover stands in and with the turn, and is kept."""
    at, power = place_of(s, mover), power_of(s, mover)
    key = (mover, power, s.world.lands.country_at.get(at), s.turn, *s.neutral)
    store = s.world.cache("closed ground")
    found: tuple[HexSet, Closed] | None = store.get(key)
    if found is None:
        closed = _treaties(s, mover) + _opening_limits(s, mover)
        every = 0
        for hexes, _, _ in closed:
            every |= hexes
        found = store[key] = every, closed
    return found


def _treaties(s: State, mover: int) -> Closed:
    """Cases 9.6a, 11.7c, 11.7e, 11.7f, 11.92a, 11.92b."""
    w = s.world
    lands = w.lands
    found = [(_barred(s, mover), "11.7e", "Nobody may enter this country.")]
    if power_of(s, mover) == ALLIED and w.game == WEST:
        found.append((w.land & ~lands.west_of_halt, "11.92a", "The Western Allies stop at the Halt Line."))
    if is_hq(mover):
        # An HQ is no unit and starts no war (11.7b), so it does not go there.
        found.append((at_peace(s), "11.7a", "The country is neutral."))
        if mover - HQ_BASE == w.finnish_hq:
            words = "The Finnish HQ cannot leave Finland."
            found.append((w.land & ~lands.country["finland"], "9.6a", words))
    elif mover in w.home:
        home = lands.country[w.home[mover]]
        found.append((w.land & ~home, "11.7c", "Units of a neutral country never leave it."))
    return found


def _barred(s: State, mover: int) -> HexSet:
    """Countries closed to a power; whoever stands in one may move about in it and leave. Case 11.7e, RULING 11.7-a."""
    w = s.world
    barred, at = w.barred[power_of(s, mover)], place_of(s, mover)
    if at >= 0 and barred >> at & 1:
        barred &= ~w.lands.country[w.lands.country_at[at]]
    return barred


def at_peace(s: State) -> HexSet:
    """Neutral countries that nobody has invaded."""
    lands = s.world.lands
    joined = zip(lands.neutrals, s.neutral, strict=True)
    return sum(lands.country[name] for name, power in joined if power < 0)


def _opening_limits(s: State, mover: int) -> Closed:
    """The limits of first turns. Cases 12.1e, 12.1g, 12.2f, 12.3l, 13.0e, 13.0f. RULING 12.1-a, RULING 12.3-a."""
    w = s.world
    plan, power = w.plan, power_of(s, mover)
    if s.turn < FIRST_WESTERN_TURN and w.west_only:
        return [(w.west_only, "13.0e", "No unit can enter the western map before turn 9.")]
    if plan.salerno and s.turn == 9 and power == ALLIED:
        starts = {**w.start_hqs, **w.late_hqs} if is_hq(mover) else {**w.start_units, **w.late_units}
        start = starts.get(mover - HQ_BASE if is_hq(mover) else mover, -1)
        if start >= 0:
            far = w.land & ~w.disc(start, SALERNO)
            return [(far, "12.1e", "At Salerno no unit can go more than one hex from its start.")]
    occupied = garrisoned(s, mover)
    if occupied and occupied >> s.where[mover] & 1:
        return [(w.land & ~occupied, "12.1g", "Until turn E this army must stay in the occupied West.")]
    return []


def garrisoned(s: State, mover: int) -> HexSet:
    """Ground that a unit standing there may not leave: the occupied West until turn E. Case 12.1g."""
    w = s.world
    over = s.turn >= w.plan.garrisons_until or w.has("campaign_rules")
    if over or power_of(s, mover) != AXIS or is_hq(mover):
        return 0
    return sum(w.lands.country[name] for name in GARRISONED)


def step_violation(s: State, mover: int, b: Hex, spent: int, first: bool) -> Violation | None:
    """Why a mover may not step into a hex now, points already spent in this move included."""
    w = s.world
    a = place_of(s, mover)
    at = w.label(b)
    if b not in w.near(a):
        return Violation("5.1c", "A move goes through adjacent hexes.", at)
    cost = step_cost(s, mover, a, b)
    if cost is None:
        if not w.land >> b & 1:
            return Violation("5.1g", "That is not land.", at)
        frozen = Violation("8.0h", "The lake is not frozen.", at)
        return frozen if w.lands.lake.has(a, b) else Violation("5.1g", "The sea lies between them.", at)
    closed = entry_violation(s, mover, b)
    if closed:
        return closed
    if first:
        cost += leaving_cost(s, mover, a)
    if spent + cost > s.points[power_of(s, mover)]:
        words = f"This step costs {cost}; you do not have that many movement points left."
        return Violation("5.3i", words, at)
    return None


def must_stop(s: State, mover: int, h: Hex) -> bool:
    """Whether a mover that has entered a hex goes no farther. Cases 5.4c, 5.4f, 5.4j, 5.4n, 11.2g."""
    return not is_hq(mover) and bool(enemy_zoc(s, power_of(s, mover)) >> h & 1)


def reach(s: State, mover: int, most: int | None = None, free: HexSet = 0, shut: HexSet = 0) -> Reach:
    """Every hex a mover could reach with the points there are, or with this many, and the least it costs, if nothing interrupted
    the move, nobody stood in the hexes that are called free, and it kept out of those called shut; `movement.walks` allows
    for what interrupts it. Cases 5.3i, 5.4c, 5.4e."""
    power, start = power_of(s, mover), place_of(s, mover)
    within = (may_enter(s, mover, s.world.land) | free) & ~shut
    halt = 0 if is_hq(mover) else enemy_zoc(s, power)
    zone = Zone(halt, leaving_cost(s, mover, start))  # only the first step can leave a zone
    points = s.points[power] if most is None else min(most, s.points[power])
    return walk(start, step_table(s, mover), points, within, zone=zone, stop=halt)


def may_stand(s: State, mover: int, h: Hex) -> bool:
    """Whether a mover could be in a hex by the rules of stacking and of countries, or is in it."""
    return h == place_of(s, mover) or bool(may_enter(s, mover, s.world.land & 1 << h))
