"""Plans and courses: what colours a player's choices, and what a general chooses between."""

from __future__ import annotations

from typing import Any

import msgspec


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """What colours a side's choices until the next planning point."""

    name: str = "steady"
    boldness: float = 0.0  # -1 careful to 1 reckless: how bad an exchange is still taken
    axis: str = ""  # the stretch of front that gets the weight; empty: where it pays
    weight: float = 0.0  # how much weight the axis gets
    reserve: float = 0.0  # how much to keep back from the line
    tilts: tuple[
        tuple[str, float], ...
    ] = ()  # numbers of the doctrine, and the factor by which each counts more or less


STEADY = Plan()
Numbers = dict[str, float]


def tilted(numbers: Numbers, plan: Plan) -> Numbers:
    """The numbers of a doctrine as a plan sees them; they stay as they are."""
    if not plan.tilts:
        return numbers
    out = dict(numbers)
    for name, times in plan.tilts:
        out[name] *= times
    return out


class Course(msgspec.Struct, frozen=True):
    """Something to do: a plan to follow until the next planning point, and perhaps an action to begin with.

    `effort` is the share of a plan's effort that it takes to choose between such courses.
    """

    name: str
    plan: Plan = STEADY
    first: Any = None
    effort: float = 1.0


class Ending(msgspec.Struct, frozen=True):
    """A roll that may end the game: the chance that it does, what that is worth to the seat, and an outcome with which the game
    goes on."""

    chance: float
    worth: float
    goes_on: Any


__all__ = ["STEADY", "Course", "Ending", "Numbers", "Plan", "tilted"]
