"""Chapter 4: zones of control."""

from __future__ import annotations

from hexfront.games.motherland.kinds import AXIS
from hexfront.games.motherland.state import State
from hexfront.hexes import Hex, HexSet, zones

LEAVE_COST = 2
"""Extra movement points to leave an enemy ZOC. Case 4.2a."""


def zoc(s: State, side: int) -> HexSet:
    """Every hex in the ZOC of a side: the six hexes around each of its combat units, across no Sea or Lake hexside.

    Cases 4.1a, 4.1b, 4.1c, 4.1d, 4.1-i1, 4.2.4, 16.7a.
    """
    w = s.world
    front = s.axis_front if side == AXIS else s.soviet_front
    found: HexSet | None = w.zocs.get(front)
    if found is None:  # for speed
        found = w.zocs[front] = zones(w.grid, front, w.blocked) & w.land
    return found


def enemy_zoc(s: State, side: int) -> HexSet:
    """The ZOC that a side's enemy exerts."""
    return zoc(s, 1 - side)


def is_in_enemy_zoc(s: State, side: int, h: Hex) -> bool:
    return bool(enemy_zoc(s, side) >> h & 1)


def negated_zoc(s: State, side: int) -> HexSet:
    """Enemy ZOC as retreats and Supply Lines see it: cancelled where a friendly unit stands.

    Cases 4.2.2a, 19.1.3.
    """
    own = s.held_by(side)
    return enemy_zoc(s, side) & ~own
