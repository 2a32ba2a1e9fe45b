"""What the game is about, in plain words: the briefing and the score as people read it."""

from __future__ import annotations

from typing import Any

from hexfront.games.leaders_in_flames.kinds import NAMED_WITH_THE, POWER_NAMES
from hexfront.games.leaders_in_flames.state import State
from hexfront.games.leaders_in_flames.victory import points, verdict
from hexfront.games.leaders_in_flames.world import World
from hexfront.kernel import Briefing


def words_of(w: World) -> dict[str, Any]:
    """The briefing of the scenario, as its file has it."""
    found: dict[str, Any] = w.data["briefings"][w.plan.id]
    return found


def side_name(w: World, seat: str) -> str:
    """What a side is called in the scenario."""
    return str(words_of(w)["sides"][seat])


def the_side(w: World, seat: str) -> str:
    """A side as a sentence names it."""
    name = side_name(w, seat)
    return name if name in POWER_NAMES and name not in NAMED_WITH_THE else f"the {name}"


def seat_name(w: World, seat: str) -> str:
    """What a seat is called: its side, or its powers where several share a side. Case 1c."""
    if w.alone:
        return side_name(w, seat)
    names = [POWER_NAMES[power] for power in w.table.powers_of[seat]]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def standing(s: State) -> str:
    """The score in words. Case base.victory."""
    total = points(s)
    level, winner = verdict(s.world, total)
    lead = "a draw" if not winner else f"{level} victory for {the_side(s.world, winner)}"
    return f"{words_of(s.world)['score'].format(points=total)}: {lead} if it ended now"


def briefing(w: World) -> Briefing:
    """What someone wants to know before a first move."""
    bands = w.data["scenarios"]["victory"][w.plan.id]["bands"]
    row = words_of(w)
    axis, allies = (the_side(w, seat) for seat in w.seats)
    you, first = (
        {seat: row[part][w.seats[w.table.seat_side[seat]]] for seat in w.table.seats}
        for part in ("you", "first")
    )
    return Briefing(
        w.plan.title,
        row["about"],
        you,
        (
            f"{row['counts']} {bands['axis']} points or more is a victory for {axis}, {bands['axis_decisive']} or more a decisive one.",
            f"{bands['allies']} or fewer is a victory for {allies}, {bands['allies_decisive']} or fewer a decisive one.",
            "In between, as in history, it is a draw.",
        ),
        f"{w.plan.turns} turns, about {w.plan.minutes} minutes",
        first,
        w.label(w.hex(row["at"])),
    )
