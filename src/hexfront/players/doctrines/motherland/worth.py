"""For the Motherland!: what the chances of the Axis depend on, when a plan can be judged, and what to say of it."""

from __future__ import annotations

from hexfront.games.motherland.kinds import ADMINISTRATIVE, AXIS, SEATS, SOVIET
from hexfront.games.motherland.sequence import PHASING, order_of_play
from hexfront.games.motherland.state import State, axis_holds, holds
from hexfront.games.motherland.victory import SUDDEN, SuddenDeathRoll, front_gap, reckoning
from hexfront.kernel import Chance, Seat
from hexfront.players.doctrines.motherland.read import strength
from hexfront.players.evaluation import Burdens, squash
from hexfront.players.plan import Ending

AHEAD = 1
"""A playout goes on to a check of the four cities that is at most this many turns ahead."""
GAP = 6  # hexes missing from a line beyond which it makes no difference
GAP_CASE = "19.2c"


def features(s: State) -> dict[str, float]:
    """Points as they stand, forces in and out of supply, and the time.

    A force counts early and late by a figure each, so that the sign of both can be held to what the rules say.
    """
    w = s.world
    force, out = [0.0, 0.0], [0.0, 0.0]
    for h in s.stack:
        for u in s.stack[h]:
            if w.combat[u]:
                side = w.side[u]
                force[side] += sum(strength(s, u))
                if s.supply[u]:
                    out[side] += sum(strength(s, u))
    gaps = [float(min(GAP, front_gap(s, side))) for side in (AXIS, SOVIET)]
    points = float(sum(line.value for line in reckoning(s) if line.rule != GAP_CASE))
    if w.plan.scorer != SEATS[AXIS]:
        points = -points
    first, last = w.plan.first, w.plan.last
    gone = (s.turn - first) / max(1, last - first + 1)
    return {
        "constant": 1.0,
        "points": points / 10,
        "points_late": gone * points / 10,
        "axis_gap": gaps[AXIS] / 10,
        "soviet_gap": gaps[SOVIET] / 10,
        "gaps_late": gone * (gaps[SOVIET] - gaps[AXIS]) / 10,
        "axis_early": (1 - gone) * force[AXIS] / 100,
        "axis_late": gone * force[AXIS] / 100,
        "soviet_early": (1 - gone) * force[SOVIET] / 100,
        "soviet_late": gone * force[SOVIET] / 100,
        "axis_out": out[AXIS] / 100,
        "soviet_out": out[SOVIET] / 100,
        "time": gone,
    }


def burdens(s: State) -> Burdens:
    """Forces out of supply are a part of all forces."""
    first, last = s.world.plan.first, s.world.plan.last
    gone = (s.turn - first) / max(1, last - first + 1)
    return {f"{side}_out": {f"{side}_early": 1 - gone, f"{side}_late": gone} for side in SEATS}


def narrowly(s: State, side: int) -> float:
    """How close the points of a finished game are to the middle of a draw, 0 to 1: how close a loss was to a win."""
    plan = s.world.plan
    lows = list(plan.levels.values())
    middle = plan.levels.get("Draw", lows[len(lows) // 2]) + 1
    lead = sum(line.value for line in reckoning(s)) - middle
    return squash(0.3 * lead if plan.scorer == SEATS[side] else -0.3 * lead)


def place_in_time(s: State) -> int:
    """How far the game is, counted in phases."""
    order = order_of_play(s.world, s.turn)
    return 10 * int(s.turn) + (order.index(s.phase) if s.phase in order else 0)


def check_ahead(s: State, side: int) -> int:
    """The turn at whose end the four cities are checked, if it is near and the side needs to change the outcome."""
    for check in s.world.plan.sudden_death:
        if 0 <= check.turn - s.turn <= AHEAD:
            all_soviet = all(holds(s, SOVIET, s.world.find(city)) for city in check.cities)
            return check.turn if all_soviet == (side == AXIS) else 0
    return 0


def ending(frame: Chance, seat: Seat) -> Ending | None:
    """The roll for Sudden Death: a playout that made it would learn nothing."""
    if not isinstance(frame, SuddenDeathRoll):
        return None
    return Ending(SUDDEN / 6, float(seat == SEATS[SOVIET]), SUDDEN + 1)


def is_played_out(s: State, start: State, seat: Seat) -> bool:
    """A plan is judged when the enemy has had a turn after it, or a check that is near has been made."""
    side = SEATS.index(seat)
    check = check_ahead(start, side)
    if check:
        return bool(s.turn > check)
    order = order_of_play(start.world, start.turn)
    movers = [PHASING[phase] for phase in order if phase in PHASING]
    if movers[0] == side and start.phase != ADMINISTRATIVE:
        return bool(s.turn > start.turn)
    turn = start.turn + 1
    ends = max((k for k, p in enumerate(order) if PHASING.get(p) == movers[0]), default=0)
    return bool(place_in_time(s) > 10 * turn + ends)


def tells(s: State, start: State, side: int) -> dict[str, float]:
    """What a person would say of a playout: steps lost, cities that changed hands."""
    w = s.world
    out: dict[str, float] = {}
    for each, name in ((AXIS, "Axis"), (SOVIET, "Soviet")):
        units = [u for u in w.units_of[each] if w.combat[u] and start.where[u] >= 0]
        lost = float(sum(start.steps[u] - (s.steps[u] if s.where[u] >= 0 else 0) for u in units))
        out[f"{name} steps lost" if each == side else f"{name} steps destroyed"] = (
            -lost if each == side else lost
        )
    for place in w.board.places:
        h = w.board.index(place.hex)
        if not w.city >> h & 1:
            continue
        was, now = axis_holds(start, h), axis_holds(s, h)
        mine = now == (side == AXIS)
        out[f"{place.name} {'held' if was == (side == AXIS) else 'taken'}"] = float(mine)
    return out


__all__ = ["burdens", "ending", "features", "is_played_out", "narrowly", "tells"]
