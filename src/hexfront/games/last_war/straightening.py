"""Step 9: line straightening."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from hexfront.games.last_war.actions import Conform, Done, Withdraw
from hexfront.games.last_war.asks import FINISHED, Exact, is_hex, opened
from hexfront.games.last_war.closing import move_up
from hexfront.games.last_war.data import ALLIES, AXIS, SIDE_NAMES
from hexfront.games.last_war.events import LineBack, StepRevealed
from hexfront.games.last_war.flags import best_me
from hexfront.games.last_war.front import fall_back, mend, rear
from hexfront.games.last_war.plans import MoveUp
from hexfront.games.last_war.state import (
    NOBODY,
    LastWarState,
    begin,
    hold,
    is_in_war,
    planned,
    planned_by,
    power_at,
)
from hexfront.games.last_war.words import alliance
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation

_DONE = Done()


def may_withdraw(s: LastWarState, power: int) -> bool:
    """Whether high command lets a power withdraw this turn. Case straighten.permission."""
    return s.turn not in s.world.powers[power].hold or bool(s.leave >> power & 1)


class StraightenStep(Auto, frozen=True, tag=True):
    """Step 9: the less effective side first, and each time the other may follow. RULING straighten-a. Case
    sequence.9-straighten."""

    def run(self, s: LastWarState) -> Agenda:
        s.phase = "straighten"
        s.conformed = s.vacated = 0
        begin(s)
        first = ALLIES if best_me(s, ALLIES) <= best_me(s, AXIS) else AXIS
        s.emit(
            StepRevealed(f"The {SIDE_NAMES[first]} may straighten the line first.", "sequence.9-straighten")
        )
        return (StraightenRound(first), StraightenRound(1 - first))


class StraightenRound(Auto, frozen=True, tag=True):
    """One side steps back, the other conforms. Cases straighten.withdraw and straighten.conform."""

    side: int

    def run(self, s: LastWarState) -> Agenda:
        s.vacated = 0
        frame = Straightening(self.side, s.line[self.side])
        return (*opened(s, frame), ConformRound(1 - self.side))


class Straightening(Exact, frozen=True, tag=True):
    """Take your line back one hex wherever you like, or finish. Cases straighten.withdraw, straighten.conform."""

    side: int
    line: HexSet
    rule: ClassVar[str] = "straighten.withdraw"
    kinds: ClassVar[tuple[type[Action], ...]] = (Withdraw, Done)

    def concerned(self, s: LastWarState) -> tuple[Seat, ...]:
        w = s.world
        return tuple(
            seat for seat in w.side_seats[self.side]
            if any(may_withdraw(s, n) and s.held[n] & self.line for n in w.powers_of[seat])
        )  # fmt: skip

    def candidates(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        free = self.line & ~s.conformed & s.world.beside(s.ground[self.side])
        yield _DONE
        for n in s.world.powers_of[seat]:
            if may_withdraw(s, n):
                for i in bits(s.held[n] & free):
                    yield Withdraw(i)

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        w = s.world
        if isinstance(action, Done):
            return None
        i = action.hex
        if not is_hex(s, i):
            return Violation("outline.hex-map", "There is no such hex.")
        power, label = power_at(s, i), w.label(i)
        if power == NOBODY or w.seat_of[power] != seat:
            return Violation("straighten.withdraw", "That is not your line.", label)
        if not may_withdraw(s, power):
            return Violation("straighten.permission", "High command forbids it this turn.", label)
        if not self.line >> i & 1:
            return Violation("straighten.withdraw", "The line can go back only one hex.", label)
        if s.conformed >> i & 1:
            return Violation("straighten.conform", "A hex that has just moved up cannot go back.", label)
        if not rear(s, i, self.side):
            return Violation("straighten.withdraw", "There is no hex to go back to.", label)
        return None

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        if isinstance(action, Done):
            return self.close(s, seat)
        i = action.hex
        s.emit(LineBack(i, self.side))
        fall_back(s, i, self.side)
        hold(s, i, NOBODY)
        s.vacated |= 1 << i
        mend(s)
        return (self,) if self.asked(s) else self.finish(s)

    def finish(self, s: LastWarState) -> Agenda:
        begin(s)
        return ()

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        return Prompt(
            "Take your line back from a hex, or finish.",
            self.rule,
            "Forces go one hex back; the enemy may follow up freely.",
        )

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        if isinstance(action, Done):
            return FINISHED
        return Option(f"Withdraw from {s.world.title(action.hex)}", "retreat", "", s.world.label(action.hex))


def followable(s: LastWarState, power: int) -> HexSet:
    """Hexes the enemy has just left that a power can move up into. Case straighten.conform."""
    w = s.world
    left = s.vacated & ~(s.ground[AXIS] | s.ground[ALLIES])
    return left & w.beside(s.held[power]) if left and is_in_war(s, power) else 0


class ConformRound(Auto, frozen=True, tag=True):
    """Asked only where there is something to follow. Case straighten.conform."""

    side: int

    def run(self, s: LastWarState) -> Agenda:
        return opened(s, Conforming(self.side))


class Conforming(Exact, frozen=True, tag=True):
    """Follow up into hexes the enemy has left, or finish. All move at the same time. RULING front-f. Case
    straighten.conform."""

    side: int
    rule: ClassVar[str] = "straighten.conform"
    kinds: ClassVar[tuple[type[Action], ...]] = (Conform, Done)

    def concerned(self, s: LastWarState) -> tuple[Seat, ...]:
        w = s.world
        return tuple(
            seat for seat in w.side_seats[self.side] if any(followable(s, n) for n in w.powers_of[seat])
        )

    def chosen(self, s: LastWarState, seat: Seat) -> HexSet:
        """The hexes that a team follows up into so far."""
        out = 0
        for p in planned_by(s, MoveUp, seat):
            out |= 1 << p.at
        return out

    def candidates(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        chosen = self.chosen(s, seat)
        yield _DONE
        for n in s.world.powers_of[seat]:
            for i in bits(followable(s, n) & ~chosen):
                yield Conform(n, i)

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        if isinstance(action, Done):
            return None
        if action.power not in s.world.powers_of[seat]:
            return Violation("straighten.conform", "That is not your line.")
        if not is_hex(s, action.hex) or not followable(s, action.power) >> action.hex & 1:
            return Violation(
                "straighten.conform",
                "Choose a hex next to your line that the enemy has just left.",
                s.world.label(action.hex),
            )
        if self.chosen(s, seat) >> action.hex & 1:
            return Violation(
                "straighten.conform", "You are already following up there.", s.world.label(action.hex)
            )
        return None

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        if isinstance(action, Done):
            return self.close(s, seat)
        s.plans.append(MoveUp(action.power, action.hex))
        left = ~self.chosen(s, seat)
        if any(followable(s, n) & left for n in s.world.powers_of[seat]):
            return (self,)
        return self.close(s, seat)  # nothing is left to follow into

    def finish(self, s: LastWarState) -> Agenda:
        """The line moves up wherever a team wants it to; the first of two allies has a hex. Case
        straighten.conform."""
        wanted: dict[Hex, int] = {}
        for p in sorted(planned(s, MoveUp), key=lambda p: (p.power, p.at)):
            wanted.setdefault(p.at, p.power)
        s.emit(StepRevealed(f"{alliance(self.side, 'conforms')} to the new line.", "straighten.conform"))
        begin(s)
        move_up(s, wanted, "straighten.conform")
        for i in wanted:
            if s.ground[self.side] >> i & 1:
                s.conformed |= 1 << i
        mend(s)
        return ()

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        return Prompt("Follow up the enemy, or finish.", self.rule)

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        w = s.world
        if isinstance(action, Done):
            return FINISHED
        return Option(
            f"Move up to {w.title(action.hex)}",
            "advance",
            "",
            w.label(action.hex),
            group=w.powers[action.power].name,
        )
