"""Who has won. The document prints no conditions; ours stand in the scenario, with their reasons. RULING victory-a."""

from __future__ import annotations

from hexfront.games.last_war.data import ALLIES, AXIS, SIDES
from hexfront.games.last_war.state import LastWarState, is_held_by, is_in_war, side_held
from hexfront.games.last_war.words import alliance
from hexfront.kernel import Result, Seat
from hexfront.words import listed, quantity


def scores(s: LastWarState) -> tuple[int, int]:
    """Victory points of each side: for places held."""
    w = s.world
    out = [0, 0]
    for name, value in w.victory["places"].items():
        for side in (AXIS, ALLIES):
            if is_held_by(s, w.place(name), side):
                out[side] += value
    return out[AXIS], out[ALLIES]


def winners(s: LastWarState, side: int) -> tuple[Seat, ...]:
    return s.world.side_seats[side]


def result_for(s: LastWarState, side: int, reason: str) -> Result:
    """A side's victory."""
    axis, allies = scores(s)
    return Result(winners(s, side), reason, "sequence.10-report", {"axis": axis, "allies": allies})


def sudden_result(s: LastWarState) -> Result | None:
    """The end before the last turn: a side holds all places of one of its goals, or a power it must beat is out of the
    war.
    Case sequence.10-report."""
    w = s.world
    for side, name in enumerate(SIDES):
        for goal in w.victory.get(f"{name}_wins", ()):
            if all(is_held_by(s, w.place(place), side) for place in goal):
                return result_for(s, side, f"{alliance(side, 'holds')} {listed(goal)}.")
        for power in w.victory.get(f"{name}_beat", ()):
            if s.out_of_war >> w.number[power] & 1:
                return result_for(s, side, f"{w.powers[w.number[power]].name} is out of the war.")
        if not any(is_in_war(s, n) for n in w.of_side[1 - side]) or not side_held(s, 1 - side):
            return result_for(s, side, f"{alliance(1 - side, 'is')} out of the war.")
    return None


def final_result(s: LastWarState) -> Result:
    """After the last turn the Allies' points decide: enough, too few, or a draw between."""
    w = s.world
    axis, allies = scores(s)
    points: dict[str, int | float] = {"axis": axis, "allies": allies}
    need, below = w.victory["allies_need"], w.victory["axis_below"]
    words = f"The Allies have {quantity(allies, 'point')}; they win with {need}, the Axis below {below}."
    if allies >= need:
        return Result(winners(s, ALLIES), words, "sequence.10-report", points)
    if allies < below:
        return Result(winners(s, AXIS), words, "sequence.10-report", points)
    return Result((), words, "sequence.10-report", points)
