"""How far a stack gets on its move, and where a unit may stand: the rules' own answers, for whoever asks. Chapter 11."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from hexfront.games.turns_east.actions import Pick, Step
from hexfront.games.turns_east.commands import closed_hexes
from hexfront.games.turns_east.data import SIDES
from hexfront.games.turns_east.going import Going
from hexfront.games.turns_east.movement import ChooseMover, Moving
from hexfront.games.turns_east.state import EastState
from hexfront.games.turns_east.zones import crowding
from hexfront.hexes import Hex, HexSet
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
    if going.is_alike:
        return _Walks(going)
    # the steps as they are told, what each unit has left to spend turned round, and whether the stack has strayed
    begin = (0, *(-n for n in going.points), int(moving.strayed))

    def step(h: Hex, n: Hex, spent: tuple[int, ...]) -> tuple[int, ...] | None:
        left, astray = [-n for n in spent[1:-1]], bool(spent[-1])
        if n not in w.exits[h] or going.step(h, n, left, not moving.far and h == here):
            return None
        after = going.paid(h, n, left)
        stray = going.strays(h, n, astray)
        if going.ending(n, stray) and not going.can_finish(n, after, stray):
            return None
        cost = max(a - b for a, b in zip(left, after, strict=True))
        return (spent[0] + cost, *(-n for n in after), int(stray))

    return explore(here, w.near, step, begin, s.halt)


def ends_of(s: EastState, moving: Moving, found: Reach) -> HexSet:
    """Those hexes of a reach in which the move may end. Cases 7.2.1b, 7.2.2b, 7.6b, 8.1.4, 8.1.5."""
    if isinstance(found, _Walks):
        return found.ends
    going, ends = moving.going(s), 0
    for h in found:
        strayed, here = moving.strayed, moving.here
        for n in found.way(h):
            strayed, here = going.strays(here, n, strayed), n
        ends |= 0 if going.ending(h, strayed) else 1 << h
    return ends


Spot = tuple[Hex, bool]
"""A hex, and whether the stack has strayed on its way there."""
PLENTY = 99
"""More points than anybody has."""


class _Walks(Reach):
    """The reach of a stack whose units all walk alike: the cheapest ways, less those from which no move can end."""

    __slots__ = ("_came", "_going", "_paid", "_spots", "ends")

    def __init__(self, going: Going) -> None:
        self._going = going
        begin = (going.here, going.strayed)
        self._paid: dict[Spot, int] = {}
        self._came: dict[Spot, Spot] = {}
        onward = self._walk(begin)
        need = self._needs(onward)
        self._spots: dict[Hex, Spot] = {}
        self.ends: HexSet = 0
        """Hexes in which the move may end, come to by the cheapest way."""
        points, hexes = going.points[0], 0
        for spot, paid in sorted(self._paid.items(), key=lambda each: (each[1], each[0][1])):
            left = points - paid
            if spot in need and (not need[spot] or need[spot] <= left) and spot[0] not in self._spots:
                self._spots[spot[0]] = spot
                hexes |= 1 << spot[0]
                if not need[spot]:
                    self.ends |= 1 << spot[0]
        super().__init__(going.here, hexes, going.halt)

    def _walk(self, begin: Spot) -> dict[Spot, list[tuple[Spot, int]]]:
        """The least it costs to come to each hex, its ending aside; and the steps from each once it is on its way."""
        going, points = self._going, self._going.points[0]
        onward: dict[Spot, list[tuple[Spot, int]]] = {}
        queue = [(0, begin, begin)]
        first = not going.far
        while queue:
            paid, spot, before = heappop(queue)
            if not first:
                if spot in self._paid:
                    continue
                self._paid[spot], self._came[spot] = paid, before
            if not first and spot not in onward:
                onward[spot] = self._steps(spot, PLENTY, False)
            for there, cost in self._steps(spot, points, True) if first else onward[spot]:
                if there not in self._paid and (first or paid + cost <= points):
                    heappush(queue, (paid + cost, there, spot))
            first = False
        return onward

    def _steps(self, spot: Spot, points: int, first: bool) -> list[tuple[Spot, int]]:
        here, strayed = spot
        going = self._going
        if going.halt >> here & 1 and not first:
            return []
        left, shut = [points], going.enemy | going.closed
        return [
            ((n, going.strays(here, n, strayed)), points - going.paid(here, n, left)[0] if first else cost)
            for n, cost in going.tables[0][here].items()
            if not shut >> n & 1 and not going.step(here, n, left, first)
        ]

    def _needs(self, onward: dict[Spot, list[tuple[Spot, int]]]) -> dict[Spot, int]:
        """How many points each hex is from one in which the move may end."""
        back: dict[Spot, list[tuple[Spot, int]]] = {}
        for spot, steps in onward.items():
            for there, cost in steps:
                back.setdefault(there, []).append((spot, cost))
        queue = [(0, spot) for spot in self._paid if not self._going.ending(*spot)]
        need: dict[Spot, int] = {}
        heapify(queue)
        while queue:
            points, spot = heappop(queue)
            if spot not in need:
                need[spot] = points
                for before, cost in back.get(spot, ()):
                    heappush(queue, (points + cost, before))
        return need

    def cost(self, h: Hex) -> int:
        return self._paid[self._spots[h]]

    def way(self, h: Hex) -> tuple[Hex, ...]:
        spot, begin = self._spots[h], (self._going.here, self._going.strayed)
        way = [spot[0]]
        while (spot := self._came[spot]) != begin:
            way.append(spot[0])
        return tuple(reversed(way))


def journey(s: EastState, seat: Seat, u: int) -> Journey | None:
    """How a unit walks from the present decision: with the stack in hand, or once it is picked."""
    frame = pending(s)
    moving = _move_of(s, u)
    if moving is None or SIDES[s.world.side[u]] != seat:
        return None
    before = (Pick(u),) if isinstance(frame, ChooseMover) else ()
    return Journey(before, reach_of(s, moving), Step)


def passes(s: EastState, u: int, found: Reach) -> HexSet:
    """Hexes of a unit's reach in which its move may not end. Cases 7.2.1b, 7.2.2b, 7.6b, 8.1.4, 8.1.5."""
    moving = _move_of(s, u)
    return 0 if moving is None else found.hexes & ~ends_of(s, moving, found)


def _move_of(s: EastState, u: int) -> Moving | None:
    """The move a unit makes now, or would begin; None if it is not its turn."""
    frame = pending(s)
    if isinstance(frame, Moving):
        return frame if u in frame.units else None
    if isinstance(frame, ChooseMover) and s.todo >> u & 1:
        return Moving(frame.command, (u,), (0,), (s.where[u],))
    return None
