"""For the Motherland!: how a side stands on a turn: when it goes forward, and what ground is worth to it."""

from __future__ import annotations

from typing import NamedTuple

from hexfront.games.motherland.kinds import AXIS
from hexfront.games.motherland.state import State, is_snow

BACK_TO_THE_DNEPR = 16  # the turn from which the Axis gives ground for a shorter line
NOT_A_STEP_BACK = 7  # the turn from which the Soviets give no ground for nothing


def attacks_now(s: State, side: int) -> bool:
    """Whether a side is on the offensive: the Axis up to the gates of Moscow and in the summer of 1942, the Soviets in the
    snow and from turn 12 on."""
    if side == AXIS:
        return s.turn <= 5 or 7 <= s.turn <= 11
    return s.turn >= 12 or is_snow(s)


class Posture(NamedTuple):
    """How a side stands: what ground is worth, how far the enemy's mass keeps it off, and whether everybody goes forward,
    whatever it risks."""

    strip: float
    mass: float
    spacing: float  # hexes of line for each unit, at most: with fewer units the line is made shorter
    is_blitz: bool = False


STUBBORN = Posture(0.08, 0.25, 0.6)
STEADFAST = Posture(0.08, 0.27, 0.7)
ELASTIC = Posture(0.055, 0.33, 0.6)
YIELDING = Posture(0.04, 0.4, 0.6)
FORWARD = Posture(0.12, 0.25, 0.8)
BLITZ = Posture(0.25, 0.1, 1.0, True)


def posture(s: State, side: int) -> Posture:
    """The posture of a side on a turn: the summer of 1941 and half of the next one belong to the Axis; then the Soviets go forward."""
    if side == AXIS:
        if s.turn <= 4:
            return BLITZ
        if attacks_now(s, side):
            return FORWARD
        return ELASTIC if s.turn >= BACK_TO_THE_DNEPR else STEADFAST
    if attacks_now(s, side):
        return FORWARD
    return STUBBORN if s.turn >= NOT_A_STEP_BACK else YIELDING


__all__ = ["Posture", "attacks_now", "posture"]
