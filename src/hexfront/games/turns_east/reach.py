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
from hexfront.hexes import Hex, HexSet, union
from hexfront.kernel import Seat, pending
from hexfront.wargame import Journey, Reach, explore


def reach(s: EastState, u: int) -> Reach:
    """Every hex a unit can step into on the move it makes now, with the stack in hand, or could begin if it were picked.

    A move need not be able to end in each of them, but from each of them it can still be ended; see `may_stand`.
    """
    moving = _move_of(s, u)
    return Reach(s.where[u], 0) if moving is None else reach_of(s, moving)


def may_stand(s: EastState, u: int, h: Hex, along: tuple[int, ...] = ()) -> bool:
    """Whether a unit may be in a hex when movement ends, with those that come along: ground open to its nation, no enemy,
    room in the stack.
    Cases 5.3.2, 8.1.1, 8.1.3, 11.1.2, 13.1."""
    w = s.world
    shut = closed_hexes(s, (u,)) | s.held[1 - w.side[u]]
    return bool((w.enterable & ~shut) >> h & 1) and crowding(s, 1 << u | union(along), h) is None


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


Spot = int
"""A hex, and whether the stack has strayed on its way there: twice the hex, and one more if it has."""


class _Walks(Reach):
    """The reach of a stack whose units all walk alike: the cheapest ways, less those from which no move can end."""

    __slots__ = ("_begin", "_came", "_going", "_onward", "_paid", "_spots", "ends")

    def __init__(self, going: Going) -> None:
        self._going = going
        self._begin: Spot = 2 * going.here + going.strayed
        self._paid: dict[Spot, int] = {}
        self._came: dict[Spot, Spot] = {}
        self._onward: dict[Spot, list[tuple[Spot, int]]] = {}
        self._walk()
        need = self._needs()
        self._spots: dict[Hex, Spot] = {}
        self.ends: HexSet = 0
        """Hexes in which the move may end, come to by the cheapest way."""
        points, hexes = going.points[0], 0
        for paid, _, spot in sorted(
            (paid, spot & 1, spot) for spot, paid in self._paid.items() if spot in need
        ):
            h = spot >> 1
            if (need[spot] and need[spot] > points - paid) or h in self._spots:
                continue
            self._spots[h] = spot
            hexes |= 1 << h
            if not need[spot]:
                self.ends |= 1 << h
        super().__init__(going.here, hexes, going.halt)

    def _walk(self) -> None:
        """The least it costs to reach each hex, its ending aside; and the steps from each once it is on its way."""
        going, begin = self._going, self._begin
        points, paid, came, onward = going.points[0], self._paid, self._came, self._onward
        queue: list[tuple[int, Spot, Spot]] = []
        if going.far:
            queue.append((0, begin, begin))
        else:
            queue += [(cost, there, begin) for there, cost in self._first_steps()]
            heapify(queue)
        while queue:
            spent, spot, before = heappop(queue)
            if spot in paid:
                continue
            paid[spot], came[spot] = spent, before
            steps = onward[spot] = self._steps(spot)
            left = points - spent
            for there, cost in steps:
                if cost <= left and there not in paid:
                    heappush(queue, (spent + cost, there, spot))

    def _first_steps(self) -> list[tuple[Spot, int]]:
        """The steps out of the hex the stack sets out from, with what each costs."""
        going, points = self._going, self._going.points
        here, strayed = going.here, going.strayed
        return [
            (2 * n + going.strays(here, n, strayed), points[0] - going.paid(here, n, points)[0])
            for n in going.tables[0][here]
            if not going.step(here, n, points, True)
        ]

    def _steps(self, spot: Spot) -> list[tuple[Spot, int]]:
        """The steps out of a hex on the way, points aside, with what each costs."""
        going, here, strayed = self._going, spot >> 1, spot & 1
        shut = going.shut_from(here, False)
        if shut == -1:
            return []
        steps = going.tables[0].of[here].items()
        if strayed or not going.bound:
            return [(2 * n + strayed, cost) for n, cost in steps if not shut >> n & 1]
        off = going.w.off_black[going.side][here]
        return [(2 * n + (off >> n & 1), cost) for n, cost in steps if not shut >> n & 1]

    def _needs(self) -> dict[Spot, int]:
        """How many points each hex is from one in which the move may end; those from which none can be reached with the points left
        there are left out."""
        going, paid = self._going, self._paid
        need = {spot: 0 for spot in self._paid if not going.ending(spot >> 1, bool(spot & 1))}
        if len(need) == len(self._paid):  # for speed: mostly a move may end anywhere
            return need
        back: dict[Spot, list[tuple[Spot, int]]] = {}
        for spot in self._paid:
            if spot not in need:
                for there, cost in self._onward[spot]:
                    back.setdefault(there, []).append((spot, cost))
        most = going.points[0]
        queue = [
            (cost, spot) for there in need for spot, cost in back.get(there, ()) if paid[spot] + cost <= most
        ]
        heapify(queue)
        while queue:
            points, spot = heappop(queue)
            if spot not in need:
                need[spot] = points
                for before, cost in back.get(spot, ()):
                    if before not in need and paid[before] + points + cost <= most:
                        heappush(queue, (points + cost, before))
        return need

    def cost(self, h: Hex) -> int:
        return self._paid[self._spots[h]]

    def way(self, h: Hex) -> tuple[Hex, ...]:
        spot = self._spots[h]
        way = [spot >> 1]
        while (spot := self._came[spot]) != self._begin:
            way.append(spot >> 1)
        return tuple(reversed(way))


def journey(s: EastState, seat: Seat, u: int) -> Journey | None:
    """How a unit walks from the present decision: with the stack in hand, or once it is picked."""
    frame = pending(s)
    moving = _move_of(s, u)
    if moving is None or SIDES[s.world.side[u]] != seat:
        return None
    before = (Pick(u),) if isinstance(frame, ChooseMover) else ()
    return Journey(before, reach_of(s, moving), Step, moving.units)


def passes(s: EastState, u: int, found: Reach) -> HexSet:
    """Hexes of a unit's reach in which its move may not end. Cases 7.2.1b, 7.2.2b, 7.6b, 8.1.4, 8.1.5."""
    moving = _move_of(s, u)
    assert moving is not None, "only a unit that can walk is asked about"
    return found.hexes & ~ends_of(s, moving, found)


def _move_of(s: EastState, u: int) -> Moving | None:
    """The move a unit makes now, or would begin; None if it is not its turn."""
    frame = pending(s)
    if isinstance(frame, Moving):
        return frame if u in frame.units else None
    if isinstance(frame, ChooseMover) and s.todo >> u & 1:
        return Moving(frame.command, (u,), (0,), (s.where[u],))
    return None
