"""Chapter 5: what a step costs, who may make it, and how far a unit or an HQ could go."""

from __future__ import annotations

from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    CAMP,
    COMBINED,
    FIRST_WESTERN_TURN,
    GROUP,
    HQ_BASE,
    INFANTRY,
    TANK,
    WEST,
)
from hexfront.games.lebensraum.lands import GARRISONED
from hexfront.games.lebensraum.state import State, hostile_hexes, occupied
from hexfront.games.lebensraum.zones import enemy_zoc
from hexfront.hexes import Hex, HexSet, Zone
from hexfront.kernel import Violation
from hexfront.wargame import Reach, Steps
from hexfront.wargame import reach as walk

SALERNO = 1
"""How far the 15th Army Group may go from where it starts, on the first turn. Case 12.1e."""


def is_hq(mover: int) -> bool:
    return mover >= HQ_BASE


def power_of(s: State, mover: int) -> int:
    """Whose a unit or HQ is."""
    return s.world.hq_power[mover - HQ_BASE] if is_hq(mover) else s.power[mover]


def place_of(s: State, mover: int) -> Hex:
    """The hex of a unit or HQ."""
    return s.hq[mover - HQ_BASE] if is_hq(mover) else s.where[mover]


def is_skipped(s: State, mover: int) -> bool:
    """Whether a piece sits out the Axis phase of turn A in the combination. RULING 12.1-c."""
    w = s.world
    if (
        w.game != COMBINED
        or s.turn != FIRST_WESTERN_TURN
        or s.phasing != CAMP[AXIS]
        or power_of(s, mover) != AXIS
    ):
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
    """What the ground and the weather of the turn ask of a mover. Cases 5.1c, 8.0b, 8.0h."""
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


def closed_to(s: State, mover: int) -> list[tuple[HexSet, str, str]]:
    """Hexes that a mover may not enter, with case and reason, whatever the ground.

    Cases 5.1f, 5.5b, 5.5d, 9.6a, 11.7c, 11.7e, 11.7f, 11.92a, 11.92b, 12.1e, 12.1g.
    """
    w = s.world
    lands, power = w.lands, power_of(s, mover)
    found: list[tuple[HexSet, str, str]] = [
        (hostile_hexes(s, power), "5.1f", "An opposing unit stands there."),
    ]
    if not is_hq(mover):
        friends = occupied(s)
        for group, parent in s.parent.items():  # RULING 5.7-c
            other = parent if mover == group else group if mover == parent else -1
            if other >= 0 and s.where[other] >= 0 and s.weak[parent]:
                friends &= ~(1 << s.where[other])
        found.append((friends, "5.5d", "Another unit stands there."))
    found.append((_barred(s, mover), "11.7e", "Nobody may enter this country."))
    if power == ALLIED and w.game == WEST:
        found.append((w.land & ~lands.west_of_halt, "11.92a", "The Western Allies stop at the Halt Line."))
    if is_hq(mover):
        # An HQ is no unit and starts no war (11.7b), so it does not go there.
        found.append((_at_peace(s), "11.7a", "The country is neutral."))
        if mover - HQ_BASE == w.finnish_hq:
            found.append(
                (w.land & ~lands.country["finland"], "9.6a", "The Finnish HQ may not leave Finland.")
            )
    elif mover in w.home:
        home = lands.country[w.home[mover]]
        found.append((w.land & ~home, "11.7c", "Units of a neutral country never leave it."))
    found += _opening_limits(s, mover)
    return found


def _barred(s: State, mover: int) -> HexSet:
    """Countries closed to a power; whoever stands in one may move about in it and leave. Case 11.7e, RULING 11.7-a."""
    w = s.world
    barred, at = w.barred[power_of(s, mover)], place_of(s, mover)
    if at >= 0 and barred >> at & 1:
        barred &= ~w.lands.country[w.lands.country_at[at]]
    return barred


def _at_peace(s: State) -> HexSet:
    """Neutral countries that nobody has invaded."""
    lands = s.world.lands
    return sum(
        lands.country[name] for name, joined in zip(lands.neutrals, s.neutral, strict=True) if joined < 0
    )


def _opening_limits(s: State, mover: int) -> list[tuple[HexSet, str, str]]:
    """The limits of first turns. Cases 12.1e, 12.1g, 12.2f, 12.3l, 13.0e, 13.0f. RULING 12.1-a, RULING 12.3-a."""
    w = s.world
    plan, power = w.plan, power_of(s, mover)
    if s.turn < FIRST_WESTERN_TURN and w.west_only:
        return [(w.west_only, "13.0e", "Nobody goes to the western map before turn 9.")]
    if plan.salerno and s.turn == 9 and power == ALLIED:
        starts = {**w.start_hqs, **w.late_hqs} if is_hq(mover) else {**w.start_units, **w.late_units}
        start = starts.get(mover - HQ_BASE if is_hq(mover) else mover, -1)
        if start >= 0:
            far = w.land & ~w.disc(start, SALERNO)
            return [(far, "12.1e", "At Salerno nobody goes farther than one hex from his start.")]
    occupied = garrisoned(s, mover)
    if occupied and occupied >> s.where[mover] & 1:
        return [(w.land & ~occupied, "12.1g", "Until turn E this army stays in the occupied West.")]
    return []


def may_enter(s: State, mover: int, hexes: HexSet) -> HexSet:
    """Those of some hexes that are not closed to a mover."""
    for closed, _, _ in closed_to(s, mover):
        hexes &= ~closed
    return hexes


def garrisoned(s: State, mover: int) -> HexSet:
    """Ground that a unit does not leave once it stands there: the occupied West until turn E. Case 12.1g."""
    w = s.world
    if (
        s.turn >= w.plan.garrisons_until
        or power_of(s, mover) != AXIS
        or is_hq(mover)
        or w.has("campaign_rules")
    ):
        return 0
    return sum(w.lands.country[name] for name in GARRISONED)


def step_violation(s: State, mover: int, b: Hex, spent: int, first: bool) -> Violation | None:
    """Why a mover may not step into a hex now, points already spent in this move included."""
    w = s.world
    a = place_of(s, mover)
    at = w.label(b)
    if b not in w.near(a):
        return Violation("5.1c", "A move goes through adjoining hexes.", at)
    cost = step_cost(s, mover, a, b)
    if cost is None:
        if not w.land >> b & 1:
            return Violation("5.1g", "That is not land.", at)
        rule, words = (
            ("8.0h", "The lake is not frozen.") if w.lands.lake.has(a, b) else ("5.1g", "The sea is between.")
        )
        return Violation(rule, words, at)
    for hexes, rule, words in closed_to(s, mover):
        if hexes >> b & 1:
            return Violation(rule, words, at)
    if first:
        cost += leaving_cost(s, mover, a)
    if spent + cost > s.points[power_of(s, mover)]:
        return Violation(
            "5.3i", f"The step costs {cost} movement points; you do not have that many left.", at
        )
    return None


def must_stop(s: State, mover: int, h: Hex) -> bool:
    """Whether a mover that has entered a hex goes no farther. Cases 5.4c, 5.4f, 5.4j, 5.4n, 11.2g."""
    return not is_hq(mover) and bool(enemy_zoc(s, power_of(s, mover)) >> h & 1)


def reach(s: State, mover: int, most: int | None = None) -> Reach:
    """Every hex a mover could come to with the points there are, or so many of them, and the least it costs, were nothing
    to come between; `journeys.walks` minds that too. Cases 5.3i, 5.4c, 5.4e."""
    power, start = power_of(s, mover), place_of(s, mover)
    within = may_enter(s, mover, s.world.land)
    halt = 0 if is_hq(mover) else enemy_zoc(s, power)
    zone = Zone(halt, leaving_cost(s, mover, start))  # only the first step can leave a zone
    points = s.points[power] if most is None else min(most, s.points[power])
    return walk(start, step_table(s, mover), points, within, zone=zone, stop=halt)


def may_stand(s: State, mover: int, h: Hex) -> bool:
    """Whether a mover could be in a hex by the rules of stacking and of countries."""
    return bool(may_enter(s, mover, s.world.land & 1 << h))


__all__ = [
    "closed_to", "is_hq", "is_skipped", "leaving_cost", "may_enter", "may_stand", "moves_as_tank", "must_stop", "place_of",
    "power_of", "reach", "step_cost", "step_violation", "unit_kind",
]  # fmt: skip
