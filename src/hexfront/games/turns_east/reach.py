"""How far a stack gets on its move, and where a unit may stand: the rules' own answers, for whoever asks. Chapter 11."""

from __future__ import annotations

from hexfront.games.turns_east.actions import Pick, Step
from hexfront.games.turns_east.commands import closed_hexes
from hexfront.games.turns_east.data import SIDES
from hexfront.games.turns_east.movement import ChooseMover, Moving
from hexfront.games.turns_east.state import EastState
from hexfront.games.turns_east.zones import crowding
from hexfront.hexes import Hex
from hexfront.kernel import Seat, pending
from hexfront.wargame import Journey, Reach, explore


def reach(s: EastState, u: int) -> Reach:
    """Every hex a unit can step into on the move it makes now, with the stack in hand, or could begin if it were picked.

    A move need not be able to end in each of them, but from each of them it can still be ended; see `may_stand`.
    """
    moving = _move_of(s, u)
    return Reach(s.where[u], 0) if moving is None else reach_of(s, moving)


def may_stand(s: EastState, u: int, h: Hex) -> bool:
    """Whether a unit may be in a hex when movement ends: ground open to its nation, no enemy, room in the stack.
    Cases 5.3.2, 8.1.1, 8.1.3, 11.1.2, 13.1."""
    w = s.world
    shut = closed_hexes(s, (u,)) | s.held[1 - w.side[u]]
    return bool((w.enterable & ~shut) >> h & 1) and crowding(s, 1 << u, h) is None


def reach_of(s: EastState, moving: Moving) -> Reach:
    """Every hex that a stack on the move can still step into, with what its steps cost together. Cases 11.1.1, 11.1.3."""
    w = s.world
    here = moving.here
    if moving.bond_violation(s) is not None:
        return Reach(here, 0)
    going = moving.going(s)
    # the steps as they are told, what each unit has left to spend turned round, and whether the stack has strayed
    begin = (0, *(-n for n in going.points), int(moving.strayed))

    def step(h: Hex, n: Hex, spent: tuple[int, ...]) -> tuple[int, ...] | None:
        left, astray = [-n for n in spent[1:-1]], bool(spent[-1])
        if n not in w.exits[h] or going.step(h, n, left, not moving.far and h == here and spent == begin):
            return None
        after = going.paid(h, n, left)
        stray = going.strays(h, n, astray)
        if going.ending(n, stray) and not going.can_finish(n, after, stray):
            return None
        cost = max(a - b for a, b in zip(left, after, strict=True))
        return (spent[0] + cost, *(-n for n in after), int(stray))

    return explore(here, w.near, step, begin, s.halt)


def journey(s: EastState, seat: Seat, u: int) -> Journey | None:
    """How a unit walks from the present decision: with the stack in hand, or once it is picked."""
    frame = pending(s)
    moving = _move_of(s, u)
    if moving is None or SIDES[s.world.side[u]] != seat:
        return None
    before = (Pick(u),) if isinstance(frame, ChooseMover) else ()
    return Journey(before, reach_of(s, moving), Step)


def _move_of(s: EastState, u: int) -> Moving | None:
    """The move a unit makes now, or would begin; None if it is not its turn."""
    frame = pending(s)
    if isinstance(frame, Moving):
        return frame if u in frame.units else None
    if isinstance(frame, ChooseMover) and s.todo >> u & 1:
        return Moving(frame.command, (u,), (0,), (s.where[u],))
    return None
