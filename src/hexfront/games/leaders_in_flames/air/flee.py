"""Aircraft caught on the ground: they escape to another field, with leaders aboard, or are lost."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Go
from hexfront.games.leaders_in_flames.air.fight import aboard
from hexfront.games.leaders_in_flames.air.missions import land
from hexfront.games.leaders_in_flames.air.planes import airfields, planes_at
from hexfront.games.leaders_in_flames.events import Killed
from hexfront.games.leaders_in_flames.kinds import SKY
from hexfront.games.leaders_in_flames.sea.caught import cast_off, escapes
from hexfront.games.leaders_in_flames.state import State, destroy, kill, leaders_at, turn_down, turn_up
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import Eliminated, SideDecides, lift


def run_down(s: State, h: Hex, side: int) -> Agenda:
    """An enemy land unit enters a hex without land units: aircraft and ships of a side there leave it; leaders go with one that gets
    away, or are killed. Cases 3.1g, 3.3p, 3.3q, base.overrun."""
    w = s.world
    planes = [u for u in planes_at(s, h) if w.side[u] == side]
    leaders = [u for u in leaders_at(s, h) if w.side[u] == side]
    for u in planes:
        s.patrol.pop(u, None)
        take_off_map(s, u)
    ships = [u for u in s.stack.get(h, ()) if w.is_ship(u) and w.side[u] == side]
    carrier = next(
        (u for u in planes if refuges_of(s, u, h)), next((u for u in ships if escapes(s, u, h)), -1)
    )
    for leader in leaders:
        if carrier < 0:
            s.emit(Killed(leader, h, "3.3p"))
            kill(s, leader)
        else:
            take_off_map(s, leader)
            s.riders[leader] = carrier
    first = sorted(planes, key=lambda u: u != carrier)
    return (*(Flee(side, u, h) for u in first), *cast_off(s, ships, h))


def take_off_map(s: State, u: int) -> None:
    """A counter is in the air, on its way to a field where it will lie face-down."""
    turn_up(s, u)
    lift(s, u, SKY)


def refuges_of(s: State, u: int, h: Hex) -> HexSet:
    """The fields that an aircraft which leaves a hex can reach."""
    return airfields(s, u, h, s.world.plane(u).range) & ~(1 << h)


class Flee(Auto, frozen=True, tag=True):
    """An aircraft leaves an overrun hex, or is lost. Case base.overrun."""

    side: int
    plane: int
    hex: int

    def run(self, s: State) -> Agenda:
        if refuges_of(s, self.plane, self.hex):
            return (Fleeing(self.side, self.plane, self.hex),)
        s.emit(Eliminated(self.plane, self.hex, "base.overrun"))
        destroy(s, self.plane)
        return ()


class Fleeing(SideDecides, frozen=True, tag=True):
    """Choose where an overrun aircraft gets away to. Cases base.overrun, 3.3p."""

    rule: ClassVar[str] = "base.overrun"
    takes = (Go,)
    plane: int
    hex: int

    def candidates(self, s: State, seat: Seat) -> list[Go]:
        return [Go(h) for h in bits(refuges_of(s, self.plane, self.hex))]

    def violation(self, s: State, seat: Seat, action: Go) -> Violation | None:
        if action.hex < 0 or not refuges_of(s, self.plane, self.hex) >> action.hex & 1:
            return Violation("base.overrun", "It cannot land there.", s.world.label(action.hex))
        return None

    def apply(self, s: State, seat: Seat, action: Go) -> Agenda:
        crew = aboard(s, self.plane)
        land(s, self.plane, action.hex)
        for u in (self.plane, *crew):
            turn_down(s, u)
            s.riders.pop(u, None)
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"{s.world.name(self.plane)} leaves its overrun base: choose a field.", self.rule)

    def option(self, s: State, seat: Seat, action: Go) -> Option:
        w = s.world
        return Option(f"To {w.title(action.hex)}", "retreat", w.piece(self.plane), w.label(action.hex))
