"""What must be true of every position."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.leaders_in_flames.kinds import BOXES, CUP, DEAD, POWER_NAMES, POWERS
from hexfront.games.leaders_in_flames.land.zones import excess, stack_giver
from hexfront.games.leaders_in_flames.state import State
from hexfront.hexes import bits
from hexfront.wargame import stack_faults


def faults(s: State) -> Iterator[str]:
    """Everything that is wrong with a position, in words. Case 3.3q."""
    w = s.world
    yield from stack_faults(s, BOXES)
    taken = 0
    for power, hexes in enumerate(s.control):
        if taken & hexes:
            yield f"{POWER_NAMES[power]} shares the control of a hex."
        taken |= hexes
    for side in (0, 1):
        troops = sum(1 << h for h in bits(s.held[side]) if any(not w.is_leader(u) for u in s.stack[h]))
        if troops != s.troops[side]:
            yield "The hexes with land units are wrong."
        for h in bits(s.troops[side]):
            over = (
                0 if s.group or s.target >= 0 else excess(s, s.stack[h])
            )  # cut down once the move or battle is over
            if over > 1 or (over and stack_giver(s, side, h) < 0):
                yield f"Too many units stand at {w.label(h)}."
    for u in range(w.first_leader):
        if s.where[u] in (CUP, DEAD):
            yield f"{w.name(u)} is no leader and lies with them."
    if min(s.veto) < 0 or min(s.points) < 0 or min(s.chits) < 0:
        yield "Veto points, build points or chits are overdrawn."
    if s.down & ~sum(1 << u for u, h in enumerate(s.where) if h >= 0):
        yield "A counter beside the map is face-down."
    if len(s.control) != len(POWERS):
        yield "There are not eight powers."
