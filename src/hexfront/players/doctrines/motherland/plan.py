"""For the Motherland!: what a general weighs. Plans for a phase; and in the last phases of
the game, when a playout is short and its end is the end, single attacks."""

from __future__ import annotations

from hexfront.games.motherland.combat import Attacks
from hexfront.games.motherland.kinds import AXIS_COMBAT, SOVIET_COMBAT
from hexfront.games.motherland.sequence import PHASING, order_of_play
from hexfront.games.motherland.state import State
from hexfront.kernel import Decision
from hexfront.players.doctrine import STEADY, Course, Plan
from hexfront.players.doctrines.motherland.combat import targets
from hexfront.players.doctrines.motherland.desk import Desk

COMBAT_PHASES = (AXIS_COMBAT, SOVIET_COMBAT)
THIRDS = ("north", "centre", "south")
TARGETS = 5
"""Attacks that are tried besides making none."""
EFFORT = 0.7


def is_last(s: State) -> bool:
    """Whether the side whose phase it is has the last word in the game."""
    if s.turn < s.world.plan.last:
        return False
    movers = [PHASING[phase] for phase in order_of_play(s.world, s.turn) if phase in PHASING]
    return bool(movers and movers[-1] == s.side)


def plans(s: State) -> list[Plan]:
    """Ways to spend a phase: where and how to move, or what to attack."""
    if s.phase in COMBAT_PHASES:
        if is_last(s):
            return [STEADY]
        return [
            STEADY,
            Plan("attack wherever it may pay", 0.5, tilts=(("least", -1.0),)),
            Plan("attack only where it is sure to pay", -0.5, tilts=(("least", 4.0),)),
            Plan("no attack", tilts=(("least", 1e6),)),
        ]
    if s.turn >= s.world.plan.last:
        free = (("supply", 0.2), ("danger", 0.0), ("seize", 0.2), ("least", -2.0))
        thirds = [Plan(f"all on the {third}", 1.0, third, 3.0, tilts=free) for third in THIRDS]
        return [
            STEADY,
            Plan("take every city", 0.5, tilts=(("take", 5.0), ("pull", 2.0), *free)),
            Plan("nothing to lose", 1.5, tilts=(("attack", 2.0), ("take", 2.0), ("overrun", 0.2), *free)),
            Plan("close the line", -0.2, tilts=(("gap", 2.5), ("guard", 2.0))),
            *thirds,
            Plan("careful", -0.8, tilts=(("least", 3.0), ("danger", 2.0), ("attack", 0.5))),
        ]
    thirds = [Plan(f"weight in the {third}", 0.3, third, 2.5) for third in THIRDS]
    return [
        STEADY,
        Plan("strike", 0.5, tilts=(("attack", 1.7), ("take", 1.5), ("least", 0.0), ("overrun", 0.6))),
        Plan("close the line", -0.2, tilts=(("gap", 2.2), ("danger", 1.5))),
        Plan("cities first", 0.2, tilts=(("take", 2.5), ("pull", 1.7), ("guard", 2.0), ("seize", 0.5))),
        *thirds,
        Plan("careful", -0.8, tilts=(("least", 3.0), ("supply", 1.5), ("danger", 2.0), ("attack", 0.5))),
    ]


def candidates(d: Desk) -> list[Course]:
    """The actions worth trying, staff's own first; none where the plan decides."""
    frame = d.s.agenda[0]
    if not isinstance(frame, Attacks) or not is_last(d.s):
        return []
    decision: Decision = frame
    few = [*targets(d)[:TARGETS], d.last]
    usual = d.doctrine.answer(d)
    few = [usual, *(x for x in few if x != usual)]
    return [Course(decision.option(d.s, d.seat, x).label, d.plan, x, EFFORT) for x in few]


__all__ = ["candidates", "is_last", "plans"]
