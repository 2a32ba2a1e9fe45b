"""How far units get: allowances, what steps cost, where a move must stop."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.kinds import FOUL, INF, MOVES, MTN, PARTISAN, WET
from hexfront.games.leaders_in_flames.land.zones import stopping_zone
from hexfront.games.leaders_in_flames.leaders.asks import in_use, may_for, touches
from hexfront.games.leaders_in_flames.limits import limit_violation, use
from hexfront.games.leaders_in_flames.politics.guests import opened
from hexfront.games.leaders_in_flames.politics.parties import closed_to
from hexfront.games.leaders_in_flames.state import State, weather_at
from hexfront.hexes import Hex, HexSet
from hexfront.kernel import Violation
from hexfront.wargame import Reach, Steps, explore
from hexfront.wargame import reach as reach_by_sets


def kind_of(s: State, u: int) -> int:
    """The kind a unit counts as: infantry may be treated as mountain troops. Case ability.67."""
    kind = s.world.kind[u]
    if kind == INF and may_for(s, "as.mountain", u) and _is_named(s, u):
        return MTN
    return kind


def _is_named(s: State, u: int) -> bool:
    """One INF alone is treated so: the strongest in range of the leader."""
    w = s.world
    for leader, row in in_use(s, "as.mountain"):
        some = [v for v in w.land_of[w.side[u]] if w.kind[v] == INF and touches(s, leader, row, v)]
        if some and u == max(some, key=lambda v: (w.strength[v], -v)):
            return True
    return False


def allowance(s: State, u: int) -> int:
    """The movement points of a unit by the weather where its move begins: less 1 in rain or snow (1 at least), half, rounded up, in storm or blizzard; the points
    of a leader who moves along come on top. Cases base.weather, 3.1c, ability.46, ability.47, ability.60.
    RULING move-bonus-weather."""
    w = s.world
    start = s.began if u in s.group and s.began >= 0 else s.where[u]
    points, weather = w.pace[u], weather_at(s, start)
    if weather in WET:
        points = max(1, points - 1)
    elif weather in FOUL:
        points = (points + 1) // 2
    if u in s.group and not w.is_leader(u):
        points += sum(
            row.give
            for leader, row in in_use(s, "move.points")
            if leader in s.group and touches(s, leader, row, u)
        )
    return points


def points_left(s: State, k: int) -> int:
    """The points that the k-th unit in hand has left."""
    return allowance(s, s.group[k]) - s.spent[k]


def moves_free(s: State, u: int) -> bool:
    """Whether a unit's move is not counted: partisans' are not, nor that of a unit that starts in the hex of a leader who lets it.
    Cases ability.20, base.partisans."""
    if s.world.kind[u] == PARTISAN:
        return True
    return any(
        s.where[leader] == s.where[u] and touches(s, leader, row, u)
        for leader, row in in_use(s, "moves.free")
    )


def move_limits(s: State) -> Violation | None:
    """Why the units in hand cannot set out: several need as many land moves. Case base.action."""
    w = s.world
    if any(s.spent):
        return None
    copy = s.clone()
    for u in s.group:
        if not w.is_leader(u) and not moves_free(s, u):
            refused = limit_violation(copy, w.power[u], MOVES, "land moves")
            if refused:
                return refused
            use(copy, w.power[u], MOVES)
    return None


def set_out(s: State) -> None:
    """Count the units in hand against their powers' limits as they set out. Cases base.move, base.action, 3.1m."""
    w = s.world
    if any(s.spent):
        return
    for u in s.group:
        s.moved |= 1 << u
        if not w.is_leader(u) and not moves_free(s, u):
            use(s, w.power[u], MOVES)


def ground_open(s: State, units: list[int]) -> HexSet:
    """The hexes that units can enter without an overrun: none of the enemy's with anybody in them, none of a stranger's.

    Cases base.neutral, 5.3.3.18d.
    """
    w = s.world
    closed = s.held[1 - w.side[units[0]]]
    strange = 0
    for party in {w.party[u] for u in units}:
        strange |= closed_to(s, party)
    strange &= ~opened(s, units)
    if s.deeds.get("petain") and all(w.kind[u] == PARTISAN for u in units):
        strange &= ~w.realm.homeland["france"]
    return w.area & ~closed & ~strange


def group_reach(s: State) -> Reach:
    """Every hex that the group in hand can get to together, by the points each has left."""
    w = s.world
    units = s.group
    side = w.side[units[0]]
    start = s.where[units[0]]
    stops = stopping_zone(s, side)
    within = ground_open(s, units)
    tables = [w.steps_for(kind_of(s, u)) for u in units]
    left = tuple(points_left(s, k) for k in range(len(units)))
    by_seam = w.seam_hexes and w.disc(start, max(0, *left)) & w.seam_hexes
    if all(table is tables[0] for table in tables) and not by_seam:
        return reach_by_sets(start, tables[0], min(left), within, stop=stops)
    return _mixed(start, tables, left, within, stops)


def _mixed(start: Hex, tables: list[Steps], left: tuple[int, ...], within: HexSet, stops: HexSet) -> Reach:
    def step(a: Hex, b: Hex, spent: tuple[int, ...]) -> tuple[int, ...] | None:
        if not within >> b & 1:
            return None
        after = []
        for table, so_far, most in zip(tables, spent, left, strict=True):
            cost = table.of[a].get(b)
            if cost is None or so_far + cost > most:
                return None
            after.append(so_far + cost)
        return tuple(after)

    return explore(start, lambda h: tables[0].of[h], step, (0,) * len(tables), stops)


def reach(s: State, u: int) -> Reach:
    """Every hex a unit could get to in a land move of its own."""
    if u in s.group:
        return group_reach(s)
    copy = s.clone()
    copy.group, copy.spent, copy.began = [u], [0], s.where[u]
    return group_reach(copy)
