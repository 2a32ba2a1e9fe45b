"""Chapter 12.3: retreats and advances after combat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from hexfront.games.turns_east.actions import Advance, Retreat
from hexfront.games.turns_east.commands import closed_hexes, closed_to
from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.losses import Losses, lose_unit, loss_violation, rehouse_leaders
from hexfront.games.turns_east.state import EastState, occupy, units_at
from hexfront.games.turns_east.zones import crowding, zone
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import Advanced, AskWhile, Done, Offers, OneDecides, Retreated, SideOffers, move


def mask(units: tuple[int, ...]) -> int:
    out = 0
    for u in units:
        out |= 1 << u
    return out


def entry_violation(s: EastState, units: tuple[int, ...], here: Hex, j: Hex) -> Violation | None:
    """Why a stack may not retreat into a hex at all. Cases 12.3.4b, 8.1.4, 13.1, 13.1.1b, 13.1.2c."""
    w = s.world
    if not w.adjacent[here] >> j & 1:
        return Violation("11.1.2", "The stack cannot go there from its hex.", w.label(j))
    if s.held[1 - w.side[units[0]]] >> j & 1:
        return Violation("12.3.4b", "Units cannot retreat into enemy units.", w.label(j))
    for u in units:
        shut = closed_to(s, u, here, j)
        if shut is not None:
            return shut
    return crowding(s, mask(units), j)


def entrances(s: EastState, units: tuple[int, ...], here: Hex) -> HexSet:
    """The hexes a stack may retreat into from one, all at once. It agrees with `entry_violation`."""
    w, together = s.world, mask(units)
    side = w.side[units[0]]
    if crowding(s, together, here, -1) is not None:
        return 0  # the stack is too large for any hex
    out = w.adjacent[here] & ~s.held[1 - side] & ~closed_hexes(s, units)
    if side == AXIS and s.turn == 1:
        out &= w.romania if w.romania >> here & 1 else ~w.romania
    for j in bits(out & s.held[side]):
        if crowding(s, together, j) is not None:
            out ^= 1 << j
    return out


def watched_hexes(s: EastState, side: int) -> HexSet:
    """The hexes in enemy zones that no friendly unit negates. Cases 9.1.4a, 12.3.4a."""
    return zone(s, 1 - side) & ~s.held[side]


def remnants(s: EastState, units: tuple[int, ...]) -> list[tuple[int, ...]]:
    """What may be left of a stack after the step that a zone costs it, for each choice of that step. Cases 12.2.3a, 12.3.4a."""
    fighting = tuple(u for u in units if not s.world.leaders >> u & 1)
    out = []
    for u in fighting:
        if loss_violation(s, fighting, u) is None:
            left = tuple(k for k in units if k != u or s.steps[u] > 1)
            if any(k in fighting for k in left):
                out.append(left)
    return out or [units]


def ways(s: EastState, units: tuple[int, ...], path: tuple[int, ...]) -> dict[Hex, int]:
    """The hexes a stack can retreat into next so as to make two hexes, each with the quality of the best way on:
    0 along the white arrows and two hexes away, 1 two hexes away, 2 not even that. What a zone takes on the first
    hex needs no room on the second. Cases 8.1.4, 12.3.2, 12.3.3, 12.3.4a. RULING 12.3-c."""
    w = s.world
    white = w.white[w.side[units[0]]]
    start, here = path[0], path[-1]
    direction, distance = w.grid.direction, w.grid.distance
    one = len(path) > 1 or len(units) == 1  # for speed
    watched = 0 if one else watched_hexes(s, w.side[units[0]])  # for speed: only of a stack may part be left
    out: dict[Hex, int] = {}
    for j in bits(entrances(s, units, here)):
        if j in path:
            continue
        if len(path) == 2:
            far = distance(start, j) == 2
            along = far and direction(start, here) in white and direction(here, j) in white
            out[j] = 2 - far - along
            continue
        beyond: list[int] = []
        on = 0
        for some in remnants(s, units) if watched >> j & 1 else [units]:
            on |= entrances(s, some, j)
        for k in bits(on & ~(1 << start)):
            far = distance(start, k) == 2
            along = far and direction(start, j) in white and direction(j, k) in white
            beyond.append(2 - far - along)
        if beyond:
            out[j] = min(beyond)
    return out


def best_of(found: dict[Hex, int]) -> list[Hex]:
    """The best of these ways. Cases 12.3.2, 12.3.3."""
    return [j for j, quality in found.items() if quality == min(found.values())]


class RetreatStack(Auto, frozen=True, tag=True):
    """A stack that must retreat two hexes, together if it can. Cases 12.3.1, 12.3.4b, 12.3.5a, 13.7.1.
    RULING 13.6-a."""

    units: tuple[int, ...]
    path: tuple[int, ...]
    cut: int

    def run(self, s: EastState) -> Agenda:
        w = s.world
        units = tuple(u for u in self.units if s.where[u] == self.path[-1])
        if not units:
            return ()
        if len(self.path) == 3:
            s.emit(Retreated(units, self.path, "12.3.1"))
            return ()
        alone = len(units) == 1  # the sea opens to the Coastal Army, not to those with it
        if ways(s, units, self.path) or (alone and sea_ways(s, units, self.path)):
            return (ChooseRetreat(units, self.path, self.cut),)
        fighting = tuple(u for u in units if not w.leaders >> u & 1)
        if len(fighting) > 1:
            # RULING 12.3-b: a stack that finds no way together goes unit by unit, a leader with the first Panzers
            leaders = tuple(u for u in units if w.leaders >> u & 1)
            parts: list[tuple[int, ...]] = []
            for u in fighting:
                if w.panzers >> u & 1:
                    parts.append((u, *leaders))
                    leaders = ()
                else:
                    parts.append((u,))
            return tuple(RetreatStack(part, self.path, self.cut) for part in parts)
        out: list[Any] = []
        for u in fighting:
            surrounded = bool(self.cut >> u & 1)
            out.extend(lose_unit(s, u, "12.3.5a" if surrounded else "12.3.4b", surrounded))
        return tuple(out)


def sea_ways(s: EastState, units: tuple[int, ...], path: tuple[int, ...]) -> HexSet:
    """The ports to which the Independent Coastal Army in a stack can retreat by sea: any that no enemy stands in,
    whoever controls it. Case 13.7.1. RULING 13.7-c."""
    w = s.world
    here = path[-1]
    coastal = mask(units) & w.coastal
    if len(path) != 1 or not w.sea_supply >> here & 1 or not coastal:
        return 0
    ports = w.sea_supply & ~s.held[AXIS] & ~(1 << here)
    out = 0
    for j in bits(ports):
        if crowding(s, coastal, j) is None:
            out |= 1 << j
    return out


class ChooseRetreat(OneDecides, frozen=True, tag=True):
    """Where a stack retreats to next. Cases 12.3.1, 12.3.2, 12.3.3, 12.3.4a, 12.3.7, 13.7.1."""

    rule: ClassVar[str] = "12.3.1"
    takes: ClassVar[tuple[type[Action], ...]] = (Retreat,)
    units: tuple[int, ...]
    path: tuple[int, ...]
    cut: int

    def chooser(self, s: EastState) -> int:
        return s.world.side[self.units[0]]

    def candidates(self, s: EastState, seat: Seat) -> Iterable[Action]:
        w = s.world
        near = w.grid.neighbours(self.path[-1])
        yield from (Retreat(j) for j in near)
        yield from (Retreat(j) for j in bits(w.sea_supply) if j not in near)

    def legal(self, s: EastState, seat: Seat) -> list[Any]:
        w = s.world
        found = ways(s, self.units, self.path)
        ports = sea_ways(s, self.units, self.path)
        best = best_of(found)
        near = w.grid.neighbours(self.path[-1])
        out: list[Any] = [Retreat(j) for j in near if j in best or ports >> j & 1]
        out.extend(Retreat(j) for j in bits(ports) if j not in near)
        return out

    def violation(self, s: EastState, seat: Seat, action: Any) -> Violation | None:
        w = s.world
        j = action.hex
        if not w.is_hex(j):
            return Violation("12.3.1", "There is no such hex.")
        if sea_ways(s, self.units, self.path) >> j & 1:
            return None
        found = ways(s, self.units, self.path)
        if j in best_of(found):
            return None
        if j in self.path:
            return Violation("12.3.3", "A retreat cannot double back.", w.label(j))
        if j not in found:
            barred = entry_violation(s, self.units, self.path[-1], j)
            if barred is not None:
                return barred
            return Violation("12.3.4b", "From there the stack could not retreat a second hex.", w.label(j))
        if min(found.values()) == 0:
            return Violation("12.3.2", "A retreat must follow the white arrows if it can.", w.label(j))
        return Violation("12.3.3", "A retreat must end two hexes away if it can.", w.label(j))

    def apply(self, s: EastState, seat: Seat, action: Any) -> Agenda:
        w = s.world
        j = action.hex
        side = w.side[self.units[0]]
        watched = watched_hexes(s, side) >> j & 1
        if self.by_sea(s, j):  # the Coastal Army alone
            return self.sail(s, j, bool(watched))
        if len(self.path) == 1:
            s.trail |= 1 << j
        go_on = FallBack(self.units, (*self.path, j), self.cut)
        if watched:
            fighting = tuple(u for u in self.units if not w.leaders >> u & 1)
            return (Losses(side, fighting, "12.3.4a", self.cut), go_on)
        return (go_on,)

    def sail(self, s: EastState, port: Hex, watched: bool) -> Agenda:
        """The Coastal Army goes to a port, others of its stack by land. A zone there that no friendly unit negates costs it a step, and it has only one. Cases 12.3.4a, 13.7.1. RULING 13.7-c."""
        w, here = s.world, self.path[-1]
        coastal = tuple(u for u in self.units if w.coastal >> u & 1)
        fate: list[Any] = []
        for u in coastal:
            if watched:
                fate.extend(lose_unit(s, u, "12.3.4a", bool(self.cut >> u & 1)))
            else:
                occupy(s, u, port)
        if not watched:
            s.emit(Retreated(coastal, (here, port), "13.7.1"))
        return (*fate, RetreatStack(self.units, self.path, self.cut))  # those who are still there

    def by_sea(self, s: EastState, j: Hex) -> bool:
        """Whether going to a hex means that the Coastal Army sails: it does not where its whole stack can walk. Case 13.7.1."""
        if not sea_ways(s, self.units, self.path) >> j & 1:
            return False
        return len(self.units) == 1 or j not in best_of(ways(s, self.units, self.path))

    def prompt(self, s: EastState, seat: Seat) -> Prompt:
        left = 3 - len(self.path)
        return Prompt(
            f"{s.world.names_of(self.units)} must retreat {left} hex{'es' if left > 1 else ''}.",
            "12.3.1",
            "Along the white arrows if possible; entering an enemy zone without a friendly unit there costs a step.",
        )

    def option(self, s: EastState, seat: Seat, action: Any) -> Option:
        w = s.world
        j = action.hex
        side = w.side[self.units[0]]
        by_sea = self.by_sea(s, j)
        watched = watched_hexes(s, side) >> j & 1
        words = (" by sea" if by_sea else "") + (" (costs a step)" if watched else "")
        rule = "12.3.4a" if watched else "13.7.1" if by_sea else "12.3.2"
        return Option(
            f"Retreat to {w.title(j)}{words}", "retreat", w.units[self.units[0]].id, w.label(j), rule=rule
        )


class FallBack(Auto, frozen=True, tag=True):
    """What the zone has left of a stack enters the hex; a unit that lost its last step on the way was never in it.
    Cases 9.3a, 12.3.4a, 13.4.2. RULING 12.3-e."""

    units: tuple[int, ...]
    path: tuple[int, ...]
    cut: int

    def run(self, s: EastState) -> Agenda:
        here, there = self.path[-2:]
        w = s.world
        units = tuple(u for u in self.units if s.where[u] == here)
        if (
            not mask(units) & w.panzers
        ):  # a leader whose last Panzers died of it stays with others that stand here
            units = tuple(u for u in units if not w.leaders >> u & 1)
        for u in units:
            occupy(s, u, there)
        rehouse_leaders(s, here)  # where Kluge's army stands Guderian does not go along
        return (RetreatStack(units, self.path, self.cut),)


class ChooseAdvance(SideOffers, frozen=True, tag=True):
    """Which unit advances. Cases 12.3.6, 12.3.7, 7.6b, 11.1.9b, 13.4.2. RULING 12.3-d."""

    rule: ClassVar[str] = "12.3.6"
    takes: ClassVar[tuple[type[Action], ...]] = (Advance, Done)
    done: ClassVar[Option] = Option("Advance no more", "done", rule="12.3.6", ends=True)
    target: int
    units: tuple[int, ...]
    first: int  # units that have advanced into the hex
    second: int  # Panzers that have gone on

    def is_open(self, s: EastState) -> bool:
        """Whether anyone can advance: the enemy has left the hex, too."""
        return not s.held[1 - self.side] >> self.target & 1 and SideOffers.is_open(self, s)

    def choices(self, s: EastState) -> Iterable[Action]:
        for u in self.units:
            yield Advance(u, self.target)
            yield from (Advance(u, j) for j in bits(s.trail & ~(1 << self.target)))

    def refusal(self, s: EastState, action: Any) -> Violation | None:
        w = s.world
        u, j = action.unit, action.hex
        if u not in self.units or s.where[u] < 0:
            return Violation("12.3.6", "Only units that attacked can advance.")
        if not w.is_hex(j):
            return Violation("12.3.6", "There is no such hex.")
        label = w.label(j)
        if j == self.target:
            if self.first >> u & 1:
                return Violation("12.3.6", f"{s.world.name(u)} has already advanced.", label)
        elif not self.first >> u & 1 or self.second >> u & 1:
            return Violation("12.3.6", "An advance must go into the vacated hex.", label)
        elif not w.panzers >> u & 1:
            return Violation("12.3.6", "Only Panzer Corps can advance beyond the vacated hex.", label)
        elif w.weather(s.turn) == "Mud":
            return Violation("12.3.7", "In Mud Panzers cannot advance farther.", label)
        elif not s.trail >> j & 1:
            return Violation("12.3.7", "Panzers must follow the path of the retreat.", label)
        elif s.held[SOVIET] >> j & 1:
            return Violation("12.3.7", "Enemy units are there.", label)
        here = s.where[u]
        shut = closed_to(s, u, here, j)
        if shut is not None:
            return shut
        if not s.box[4 * self.side + w.area_of[j]]:
            return Violation("7.6b", "An advance can end only in a Command already activated.", label)
        return crowding(s, 1 << u, j)

    def take(self, s: EastState, action: Any) -> Agenda:
        u, j = action.unit, action.hex
        here = s.where[u]
        occupy(s, u, j)
        bring_leader(s, here, j)
        on = j == self.target
        s.emit(Advanced((u,), (here, j), "12.3.6" if on else "12.3.7"))
        first = self.first | 1 << u
        second = self.second | (0 if on else 1 << u)
        return (AdvanceRound(self.side, self.target, self.units, first, second),)

    def prompt(self, s: EastState, seat: Seat) -> Prompt:
        return Prompt(
            f"{s.world.title(self.target)} is vacated: choose units to advance, or finish.",
            "12.3.6",
            "Panzer Corps may follow the retreat one hex farther, except in Mud.",
        )

    def shown(self, s: EastState, action: Any) -> Option:
        w = s.world
        u, j = action.unit, action.hex
        rule = "12.3.6" if j == self.target else "12.3.7"
        return Option(
            f"{s.world.name(u)} advances to {w.title(j)}", "advance", w.units[u].id, w.label(j), rule=rule
        )


class AdvanceRound(AskWhile, frozen=True, tag=True):
    """Ask while anyone can advance into a vacated hex, or Panzers beyond it. Cases 12.3.6, 12.3.7."""

    asks: ClassVar[type[Offers]] = ChooseAdvance
    side: int
    target: int
    units: tuple[int, ...]
    first: int = 0
    second: int = 0


def bring_leader(s: EastState, here: Hex, there: Hex) -> None:
    """A leader left without Panzers goes along with the one that leaves. Case 13.4.2."""
    w = s.world
    stack = units_at(s, here)
    if stack & w.panzers:
        return
    for leader in bits(stack & w.leaders):
        if crowding(s, 1 << leader, there) is None:
            move(s, leader, there)
    rehouse_leaders(s, here)
