"""What all decisions here have in common: several seats at once, a hex in hand, and Control at everyone's elbow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from hexfront.games.last_war import umpire
from hexfront.games.last_war.actions import UMPIRE, Done, Pick, Stop
from hexfront.games.last_war.state import LastWarState
from hexfront.kernel import CONTROL, Action, Agenda, Decision, Option, Prompt, Seat, Violation

_STOP, _DONE = Stop(), Done()
NO_HEX = -1


class Ask(Decision, frozen=True, tag=True):
    """A decision of one or more seats. Control, where it has a seat, can act in it too without holding it up."""

    kinds: ClassVar[tuple[type[Action], ...]] = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.takes = (*cls.kinds, *UMPIRE)

    def asked(self, s: LastWarState) -> tuple[Seat, ...]:
        raise NotImplementedError

    def choices(self, s: LastWarState, seat: Seat) -> Iterable[Action]:
        raise NotImplementedError

    def wrong(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        raise NotImplementedError

    def carry_out(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        raise NotImplementedError

    def shown(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        raise NotImplementedError

    def words(self, s: LastWarState, seat: Seat) -> Prompt:
        return super().prompt(s, seat)

    # --- the kernel's side

    def deciders(self, s: LastWarState) -> tuple[Seat, ...]:
        seats = self.asked(s)
        return (*seats, CONTROL) if s.world.is_umpired and CONTROL not in seats else seats

    def candidates(self, s: LastWarState, seat: Seat) -> Iterable[Action]:
        if seat != CONTROL:
            return self.choices(s, seat)
        own = self.choices(s, seat) if CONTROL in self.asked(s) else ()
        return (*own, *umpire.candidates(s))

    def quick(self, s: LastWarState, seat: Seat) -> list[Action] | None:
        """The legal actions of a team by a shorter way, where there is one."""
        return None

    def legal(self, s: LastWarState, seat: Seat) -> list[Any]:
        if seat == CONTROL:
            return super().legal(s, seat)
        found = self.quick(s, seat)
        return super().legal(s, seat) if found is None else found

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        if isinstance(action, UMPIRE):
            return umpire.violation(s, seat, action)
        if seat == CONTROL and CONTROL not in self.asked(s):
            return Violation("sequence.3-dispute", "Control does not play for a team.")
        return self.wrong(s, seat, action)

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        if isinstance(action, UMPIRE):
            return umpire.apply(s, self, action)
        return self.carry_out(s, seat, action)

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        if seat == CONTROL and CONTROL not in self.asked(s):
            return Prompt(
                "The teams decide; you may move the line, grant, annotate or restore.", "cards.use-control"
            )
        return self.words(s, seat)

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        if isinstance(action, UMPIRE):
            return umpire.option(s, action)
        return self.shown(s, seat, action)


class Together(Ask, frozen=True, tag=True):
    """A step that all its seats take at the same time, in secret, until the last is done. Subclasses say what
    follows when it is. Case sequence.ten-steps."""

    def concerned(self, s: LastWarState) -> tuple[Seat, ...]:
        """The seats that have anything to decide in this step."""
        return s.world.seats

    def finish(self, s: LastWarState) -> Agenda:
        """All are done: lay open what was chosen."""
        raise NotImplementedError

    def asked(self, s: LastWarState) -> tuple[Seat, ...]:
        seats = self.concerned(s)
        return tuple(seat for seat in seats if seat not in s.done) if s.done else seats

    def has_choice(self, s: LastWarState, seat: Seat) -> bool:
        """Whether a seat can do anything but finish."""
        return len(self.legal(s, seat)) > 1

    def close(self, s: LastWarState, seat: Seat) -> Agenda:
        """A seat is done; the step ends with the last. Case sequence.ten-steps."""
        s.done.append(seat)
        s.focus.pop(seat, None)
        if self.asked(s):
            return (self,)
        return self.finish(s)

    def pick(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        """Turn to a hex or away from it."""
        if isinstance(action, Pick):
            s.focus[seat] = action.hex
        else:
            s.focus.pop(seat, None)
        return (self,)


def opened(s: LastWarState, frame: Together) -> Agenda:
    """Begin a step: only teams that can do something in it are asked, and if there are none it passes by itself. Case
    sequence.ten-steps."""
    seats = frame.concerned(s)
    if not seats:
        return ()
    s.done = [seat for seat in seats if not frame.has_choice(s, seat)]
    return (frame,) if len(s.done) < len(seats) else frame.finish(s)


class Exact(Together, frozen=True, tag=True):
    """A step whose choices are all legal, so that none need be asked one by one."""

    def quick(self, s: LastWarState, seat: Seat) -> list[Action] | None:
        return list(self.choices(s, seat))


def picked(s: LastWarState, seat: Seat) -> int:
    """The hex a seat has turned to, or NO_HEX."""
    return s.focus.get(seat, NO_HEX)


def hex_option(s: LastWarState, i: int, label: str = "") -> Option:
    """Turning to a hex, as a click on it."""
    w = s.world
    return Option(label or w.title(i), "pick", "", w.label(i))


def is_hex(s: LastWarState, i: int) -> bool:
    return s.world.is_hex(i)


def common_option(action: Any) -> Option | None:
    """Options that look the same everywhere."""
    if isinstance(action, Done):
        return Option("Done", "done", ends=True)
    if isinstance(action, Stop):
        return Option("Another hex", "stop", ends=True)
    return None
