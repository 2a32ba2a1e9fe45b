"""Habits: the plan by which a general does whatever it has not searched, learned from play.

Staff follows the numbers of its doctrine as they stand. A habit is a plan that tilts them, one for each scenario and
seat, found by play and kept only if it beat staff's own numbers in games it was not found on. The habits of a game
are in `doctrines/<game>/learned/habits.json`; `python -m hexfront.lab.habits` makes them. Without the file, or
where a habit tilts a number that the doctrine does not have, the usual plan serves.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from hexfront.kernel import Seat
from hexfront.players.evaluation import learned
from hexfront.players.plan import STEADY, Plan

HABITS = "habits.json"


class Habit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A plan, and how it did against staff: its points in a number of games, and those of staff's own plan with the same dice.

    `until` is the last turn on which it is followed; 0 if it is to the end.
    """

    plan: Plan
    games: int = 0
    points: float = 0.0
    usual: float = 0.0
    until: int = 0

    def at(self, turn: int) -> Plan:
        """What is followed on a turn."""
        return STEADY if self.until and turn > self.until else self.plan


Habits = dict[str, dict[Seat, Habit]]


def habits(game: str, folder: Path | None = None) -> Habits:
    """The habits of a game by scenario and seat; none if nothing was learned, or if the file cannot be read."""
    try:
        return msgspec.json.decode(((folder or learned(game)) / HABITS).read_bytes(), type=Habits)
    except (OSError, msgspec.MsgspecError):
        return {}


def joined(habit: Plan, plan: Plan) -> Plan:
    """A plan on top of a habit: what it says of itself, the tilts of both, and the habit's front where it names none."""
    if habit is STEADY:
        return plan
    both = dict(habit.tilts)
    for name, times in plan.tilts:
        both[name] = both.get(name, 1.0) * times
    front = plan if plan.axis else habit
    return msgspec.structs.replace(
        plan,
        boldness=plan.boldness + habit.boldness,
        axis=front.axis,
        weight=front.weight,
        tilts=tuple(both.items()),
    )


__all__ = ["HABITS", "Habit", "Habits", "habits", "joined"]
