"""The rules for a stack on the move, worked out for one position: which steps it may take and where it may end.

These questions are asked more than any others in the game, so a stack's orders, points and zones are looked up once and a
step is judged by numbers; reasons are put into words only when someone asks why not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.turns_east.commands import closed_hexes, closed_to, order_of
from hexfront.games.turns_east.data import AXIS, CAVALRY, HOLD, WITHDRAW
from hexfront.games.turns_east.state import EastState, units_at
from hexfront.games.turns_east.zones import crowding
from hexfront.hexes import Hex, HexSet, union
from hexfront.kernel import Violation

if TYPE_CHECKING:
    from hexfront.games.turns_east.data import EastWorld

OK, ENEMY, HALTED, CLOSED, POINTS, WHITE, ZONE, ZONE_STOP, ARMY_ZONES, BOUNDARY, STRAYED, BACK, CROWD = range(
    13
)

WORDS = {
    ENEMY: ("12.1.1", "Enemy units are there: attack them instead."),
    HALTED: ("9.1.3a", "A unit must stop when it enters the zone of a German army."),
    POINTS: ("11.1.3", "There are not enough movement points left for that."),
    WHITE: ("7.2.2b", "Under Withdraw units can move only along the white arrows."),
    ZONE: ("7.2.2c", "Under Withdraw units cannot enter an enemy zone, except straight from another."),
    ZONE_STOP: ("7.2.2c", "After going from zone to zone under Withdraw, the unit must stop."),
    ARMY_ZONES: ("9.1.3b", "A unit cannot go straight from one German army's zone into another."),
    BOUNDARY: ("7.6b", "A move can end across a boundary only in a Command already activated."),
    STRAYED: (
        "7.2.1b",
        "Off the black arrows, a move under Hold must end in a town, city, fort or rough hex.",
    ),
    BACK: ("7.2.2b", "A withdrawal must end closer to its own map edge, or north or south of its start."),
}


def is_bound(s: EastState, command: int, units: tuple[int, ...]) -> bool:
    """Whether a stack keeps to the black arrows: some of its units are supplied and under Hold. Case 7.2.1b."""
    leaders = s.world.leaders
    return HOLD in [order_of(s, u, command) for u in units if u not in s.short and not leaders >> u & 1]


class Going:
    """A stack on the move. `points` are what its units have left, leaders aside."""

    __slots__ = (
        "_plain", "bound", "classes", "closed", "enemy", "far", "halt", "here", "mask", "orders", "points", "romania", "s",
        "side", "start", "strayed", "tables", "units", "w",
    )  # fmt: skip

    def __init__(
        self,
        s: EastState,
        command: int,
        units: tuple[int, ...],
        spent: tuple[int, ...],
        path: tuple[int, ...],
        strayed: bool,
        far: bool,
    ) -> None:
        w = s.world
        self.s, self.w, self.units, self.halt = s, w, units, s.halt
        self.here, self.start, self.strayed, self.far = path[-1], path[0], strayed, far
        self.side = side = w.side[units[0]]
        self.enemy = s.held[1 - side]
        self.romania = w.romania if side == AXIS and s.turn == 1 else 0
        self._plain: HexSet | None = None
        if len(units) == 1:  # for speed: mostly one unit moves by itself
            u = units[0]
            order = order_of(s, u, command)
            self.mask, self.closed = 1 << u, w.closed[s.turn > 1][u]
            self.tables, self.classes, self.orders = w.paces[s.turn, u, order]
            self.points = [s.allowance[u] - spent[0]]
            self.bound = order == HOLD and u not in s.short
            return
        mask = 0
        moves = w.moves[w.climate[s.turn]]
        tables, points, orders, classes = [], [], [], []
        for u, n in zip(units, spent, strict=True):
            mask |= 1 << u
            if w.leaders >> u & 1:
                continue  # a leader goes wherever his Panzers go
            kind = w.move_class[u]
            tables.append(moves[kind])
            points.append(s.allowance[u] - n)
            orders.append(order_of(s, u, command))
            classes.append(kind)
        self.mask, self.closed = mask, closed_hexes(s, units)
        self.tables, self.points, self.orders, self.classes = tables, points, orders, classes
        self.bound = HOLD in orders and is_bound(s, command, units)  # for speed

    @property
    def is_alike(self) -> bool:
        """Whether all units of the stack pay the same, under the same order, and have the same left."""
        return len(set(zip(self.classes, self.orders, self.points, strict=True))) == 1

    def step(self, here: Hex, j: Hex, points: list[int], first: bool) -> int:
        """Whether the stack may step from a hex into one next to it, its ending aside.
        Cases 7.2.1d, 7.2.2b, 7.2.2c, 9.1.3a, 9.1.3b, 11.1.1, 11.1.3, 11.1.8, 13.1, 13.2b, 13.1.1b, 13.1.2b,
        13.1.2c, 5.3.2. RULING 11.1-a."""
        spot = 1 << j
        if self.enemy & spot:
            return ENEMY
        held = self.halt >> here & 1
        if held and not first:
            return HALTED
        if self.closed & spot or (self.romania >> here & 1) != (self.romania >> j & 1):
            return CLOSED
        for n, left in enumerate(points):
            withdrawing = self.orders[n] == WITHDRAW
            if self.tables[n].of[here][j] > left and (not first or withdrawing):
                return POINTS  # the first hex is always within reach, but not under Withdraw
            if withdrawing:
                zone = self.s.zone
                if self.w.exits[here][j] not in self.w.white[self.side]:
                    return WHITE
                if zone >> here & 1 and not first:
                    return ZONE_STOP
                if zone & spot and not zone >> here & 1:
                    return ZONE
            elif held and self.halt & spot and self.classes[n] != CAVALRY:
                return ARMY_ZONES
        return OK

    def paid(self, here: Hex, j: Hex, points: list[int]) -> list[int]:
        """What is left after a step. RULING 7.2-a."""
        held = self.halt >> here & 1
        return [
            left - self.tables[n].of[here][j] - (1 if held and self.orders[n] == HOLD else 0)
            for n, left in enumerate(points)
        ]

    def strays(self, here: Hex, j: Hex, strayed: bool) -> bool:
        """Whether the stack has strayed after a step. Case 7.2.1b."""
        return strayed or (self.bound and self.w.exits[here][j] not in self.w.black[self.side])

    def ending(self, j: Hex, strayed: bool) -> int:
        """Whether the stack may end its move in a hex. Cases 7.2.1b, 7.2.2b, 7.6b, 8.1.4, 8.1.5. RULING 7.2-e.
        RULING 8.1-a."""
        s, w = self.s, self.w
        if not s.ends >> j & 1:
            return BOUNDARY
        if not w.havens >> j & 1:
            if strayed:
                return STRAYED
            if WITHDRAW in self.orders and not is_back(w, self.side, self.start, j):
                return BACK
        others = j in s.stack and units_at(s, j) & ~(s.todo | self.mask)  # for speed: most hexes are empty
        if others and crowding(s, self.mask, j, s.todo) is not None:
            return CROWD
        return OK

    def judge(self, j: Hex) -> int:
        """Whether a step out of the stack's hex is legal: in itself, and because the move can still end."""
        here = self.here
        code = self.step(here, j, self.points, not self.far)
        if code:
            return code
        strayed = self.strays(here, j, self.strayed)
        code = self.ending(j, strayed)
        if not code or self.can_finish(j, self.paid(here, j, self.points), strayed):
            return OK
        return code

    # --- the same with sets, where all units of the stack are alike

    def shut_from(self, here: Hex, first: bool) -> HexSet:
        """The hexes that a step out of a hex may not enter, points and ending aside; -1 means all of them. It agrees with `step`."""
        held = self.halt >> here & 1
        if held and not first:
            return -1
        shut = self.enemy | self.closed
        if self.romania:
            shut |= ~self.romania if self.romania >> here & 1 else self.romania
        if self.orders[0] == WITHDRAW:
            zone = self.s.zone
            in_zone = zone >> here & 1
            if in_zone and not first:
                return -1
            return shut | self.w.off_white[self.side][here] | (0 if in_zone else zone)
        return shut | self.halt if held and self.classes[0] != CAVALRY else shut

    def legal_steps(self) -> list[Hex]:
        """The hexes the stack may step into: what `judge` allows, found in one pass where all its units are alike."""
        here, far = self.here, self.far
        table = self.tables[0].of[here]
        if len(self.points) > 1 and not self.is_alike:
            return [j for j in table if not self.judge(j)]
        shut = self.shut_from(here, not far)
        if shut == -1:  # for speed
            return []
        s, w, left = self.s, self.w, self.points[0]
        poor = far or self.orders[0] == WITHDRAW
        more = 1 if self.halt >> here & 1 and self.orders[0] == HOLD else 0
        plain, havens = self.plain, w.havens
        off = w.off_black[self.side][here] if self.bound else 0
        ways = w.ways_home[w.climate[s.turn]][self.classes[0]]
        out = []
        for j, cost in table.items():
            if shut >> j & 1 or (poor and cost > left):
                continue
            stray = self.strayed or bool(off >> j & 1)
            if stray and not havens >> j & 1:
                after = left - cost - more
                if ways[j][0][1] > after or not self.can_finish(j, [after], stray):
                    continue  # no town is near enough
            elif (
                not plain >> j & 1
                and self.ending(j, stray)
                and not self.can_finish(j, [left - cost - more], stray)
            ):
                continue
            out.append(j)
        return out

    @property
    def plain(self) -> HexSet:
        """The hexes without friendly units where a move that has not strayed may end. It agrees with `ending`."""
        out = self._plain
        if out is None:
            out = self.s.ends & ~self.s.held[self.side]
            if WITHDRAW in self.orders:
                out &= backward(self.w, self.side, self.start)
            self._plain = out
        return out

    def can_finish(self, j: Hex, points: list[int], strayed: bool) -> bool:
        """Whether a stack that may not end in a hex can still get to where it may.

        The ways out of a hex are tried in the order in which they lead to a town; one that has strayed must come
        to one, so what is too far for its points ends the search.
        """
        if len(points) > 1:
            return self._can_finish_together(j, points, strayed)
        if points[0] <= 0:  # for speed: every step costs something
            return False
        w, table, bound = self.w, self.tables[0].of, self.bound
        off_black, havens, plain = w.off_black[self.side], w.havens, self.plain
        shut = self.shut_from(j, False)
        if shut == -1:
            return False
        # for speed: mostly a hex without friends is next to it
        good = (
            w.adjacent[j] & plain & ~shut & (havens if strayed else havens | ~off_black[j] if bound else -1)
        )
        if good:
            for nxt, cost in table[j].items():
                if good >> nxt & 1 and cost <= points[0]:
                    return True
        shared = self.s.ends & self.s.held[self.side]
        if not (plain | shared) & w.disc(j, points[0]) & (havens if strayed else -1):
            return False  # for speed: there is no such hex within reach
        ways = w.ways_home[w.climate[self.s.turn]][self.classes[0]]
        best: dict[tuple[Hex, bool], int] = {}
        trail = [(j, points[0], strayed)]
        for here, left, astray in trail:  # it grows as it is walked: whoever is near is found first
            shut = self.shut_from(here, False)
            for nxt, need in ways[here]:
                if astray and need > left:
                    break
                after = left - table[here][nxt]
                if shut >> nxt & 1 or after < 0:
                    continue
                stray = astray or (bound and bool(off_black[here] >> nxt & 1))
                # for speed: `ending` is asked only where friends stand
                if (not stray or havens >> nxt & 1) and (
                    plain >> nxt & 1 or (shared >> nxt & 1 and not self.ending(nxt, stray))
                ):
                    return True
                if best.get((nxt, stray), 0) < after:
                    best[nxt, stray] = after
                    trail.append((nxt, after, stray))
        return False

    def _can_finish_together(self, j: Hex, points: list[int], strayed: bool) -> bool:
        """The same for units that pay or have left more or less than others."""
        ways = self.w.ways_home[self.w.climate[self.s.turn]][self.classes[0]]
        best: dict[tuple[Hex, bool], int] = {}
        trail = [(j, points, strayed)]
        while trail:
            here, left, astray = trail.pop()
            for nxt, need in ways[here]:
                if astray and need > left[0]:
                    break
                if self.step(here, nxt, left, False):
                    continue
                stray = self.strays(here, nxt, astray)
                if not self.ending(nxt, stray):
                    return True
                after = self.paid(here, nxt, left)
                key = (nxt, stray)
                least = min(after)
                if best.get(key, 0) < least:
                    best[key] = least
                    trail.append((nxt, after, stray))
        return False

    def violation(self, code: int, j: Hex) -> Violation | None:
        """A judgement in words."""
        if not code:
            return None
        if code == CLOSED:
            for u in self.units:
                shut = closed_to(self.s, u, self.here, j)
                if shut is not None:
                    return shut
        if code == CROWD:
            return crowding(self.s, self.mask, j, self.s.todo)
        rule, reason = WORDS[code]
        if code == POINTS:
            reason = f"{self.w.names_of(self.units)}: {reason[0].lower()}{reason[1:]}"
        return Violation(rule, reason, self.w.label(self.here if code == HALTED else j))


def backward(w: EastWorld, side: int, start: Hex) -> HexSet:
    """Every hex in which a withdrawal may end by its direction alone: one that lies back, or any haven.
    Cases 7.2.2b, 7.2.1b."""
    store = w.cache("backward")
    found: HexSet | None = store.get((side, start))
    if found is None:
        found = store[side, start] = w.havens | union(i for i in w.grid if is_back(w, side, start, i))
    return found


def is_back(w: EastWorld, side: int, start: Hex, end: Hex) -> bool:
    """Whether a withdrawal has come closer to its own edge, or lies north or south of its start. Case 7.2.2b."""
    nearer = w.column[end] - w.column[start]
    if side == AXIS:
        nearer = -nearer
    return nearer > 0 or (nearer == 0 and start != end)
