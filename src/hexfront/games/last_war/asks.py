"""What all decisions here have in common: several seats at once, a hex in hand, and Control, who can act in each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, ClassVar

from hexfront.games.last_war import umpire
from hexfront.games.last_war.actions import CORRECTIONS, UMPIRE, Done, Pick, Stop
from hexfront.games.last_war.state import LastWarState
from hexfront.kernel import CONTROL, Action, Agenda, Chance, Decision, Option, Prompt, Seat, Violation

_STOP, _DONE = Stop(), Done()
_BY_CONTROL = frozenset(UMPIRE)
NO_HEX = -1
Verb = Callable[..., Any]  # one of the kernel's verbs, as a decision has it


class Ask(Decision, frozen=True, tag=True):
    """A decision of one or more seats. Subclasses say in the kernel's words what the teams can do. Control, where it
    has a seat, can also act in each of them without holding it up; that is added here, in one place."""

    kinds: ClassVar[tuple[type[Action], ...]] = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.takes = (*cls.kinds, *UMPIRE)
        own = dict(cls.__dict__)
        names = {"asked": own["deciders"]} if "deciders" in own else {}
        names |= {name: beside(own[name]) for name, beside in BESIDE.items() if name in own}
        for name, verb in names.items():
            setattr(cls, name, verb)

    def asked(self, s: LastWarState) -> tuple[Seat, ...]:
        """Whose decision it is, Control left out."""
        raise NotImplementedError

    def kinds_for(self, seat: Seat) -> tuple[type[Action], ...]:
        return self.takes if seat == CONTROL else self.kinds

    def again(self, s: LastWarState) -> Agenda:
        """What remains to be decided when Control has acted: the same decision."""
        renew(s)
        return (self,)

    def quick(self, s: LastWarState, seat: Seat) -> list[Action] | None:
        """The legal actions of a team by a shorter way, where there is one."""
        return None

    def legal(self, s: LastWarState, seat: Seat) -> list[Any]:
        if seat == CONTROL:
            return super().legal(s, seat)
        found = self.quick(s, seat)
        return super().legal(s, seat) if found is None else found


# --- Control beside the teams: each of the kernel's verbs, with what Control does before the teams' own


def _deciders(own: Verb) -> Verb:
    @wraps(own)
    def deciders(self: Ask, s: LastWarState) -> tuple[Seat, ...]:
        seats: tuple[Seat, ...] = own(self, s)
        return (*seats, CONTROL) if s.world.is_umpired and CONTROL not in seats else seats

    return deciders


def _candidates(own: Verb) -> Verb:
    @wraps(own)
    def candidates(self: Ask, s: LastWarState, seat: Seat) -> Iterable[Action]:
        if seat != CONTROL:
            found: Iterable[Action] = own(self, s, seat)
            return found
        mine = own(self, s, seat) if CONTROL in self.asked(s) else ()
        return (*mine, *umpire.candidates(s))

    return candidates


def _violation(own: Verb) -> Verb:
    @wraps(own)
    def violation(self: Ask, s: LastWarState, seat: Seat, action: Action) -> Violation | None:
        found: Violation | None
        if type(action) in _BY_CONTROL:
            found = umpire.violation(s, seat, action)
            if found is None and isinstance(action, CORRECTIONS):
                from hexfront.games.last_war import corrections

                return corrections.violation(s, self, action)
            return found
        if seat == CONTROL and CONTROL not in self.asked(s):
            return Violation("sequence.3-dispute", "Control does not play for a team.")
        found = own(self, s, seat, action)
        return found

    return violation


def _apply(own: Verb) -> Verb:
    @wraps(own)
    def apply(self: Ask, s: LastWarState, seat: Seat, action: Action) -> Agenda:
        if isinstance(action, CORRECTIONS):
            from hexfront.games.last_war import corrections

            return corrections.apply(s, self, action)
        if type(action) in _BY_CONTROL:
            return umpire.apply(s, self, action)
        agenda: Agenda = own(self, s, seat, action)
        return agenda

    return apply


def _prompt(own: Verb) -> Verb:
    @wraps(own)
    def prompt(self: Ask, s: LastWarState, seat: Seat) -> Prompt:
        if seat == CONTROL and CONTROL not in self.asked(s):
            return Prompt(
                "The teams decide; you may correct, make rulings, move the line, grant, annotate or restore.",
                "cards.use-control",
            )
        text: Prompt = own(self, s, seat)
        return text

    return prompt


def _option(own: Verb) -> Verb:
    @wraps(own)
    def option(self: Ask, s: LastWarState, seat: Seat, action: Action) -> Option:
        if type(action) in _BY_CONTROL:
            return umpire.option(s, action)
        shown: Option = own(self, s, seat, action)
        return shown

    return option


BESIDE: dict[str, Callable[[Verb], Verb]] = {
    "deciders": _deciders, "candidates": _candidates, "violation": _violation, "apply": _apply, "prompt": _prompt,
    "option": _option,
}  # fmt: skip


class Together(Ask, frozen=True, tag=True):
    """A step that all its seats take at the same time, in secret, until the last is done. Subclasses say what
    follows when it is. Case sequence.ten-steps."""

    def concerned(self, s: LastWarState) -> tuple[Seat, ...]:
        """The seats that have anything to decide in this step."""
        return s.world.seats

    def finish(self, s: LastWarState) -> Agenda:
        """All are done: lay open what was chosen."""
        raise NotImplementedError

    def deciders(self, s: LastWarState) -> tuple[Seat, ...]:
        seats = self.concerned(s)
        if not s.done:  # for speed: nobody has finished yet
            return seats
        return tuple([seat for seat in seats if seat not in s.done])

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


class Roll(Chance, frozen=True, tag=True):
    """A roll or draw. While it is waited for, Control may correct anything, and it is then asked for again in the corrected
    position. RULING control-j. Case cards.use-control."""

    def beside(self, s: LastWarState) -> Waiting | None:
        return WAITING if s.world.is_umpired else None

    def renewed(self, s: LastWarState) -> Agenda:
        """What becomes of it when Control has corrected the position: the same roll, another, or none."""
        return (self,)


class Waiting(Ask, frozen=True, tag=True):
    """Control beside a roll that is waited for. RULING control-j. Case cards.use-control."""

    rule: ClassVar[str] = "cards.use-control"

    def deciders(self, s: LastWarState) -> tuple[Seat, ...]:
        return ()

    def candidates(self, s: LastWarState, seat: Seat) -> Iterable[Action]:
        return ()

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        return Violation(self.rule, "Waiting for a roll.")

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        return ()

    def again(self, s: LastWarState) -> Agenda:
        """The roll is still on the agenda; it is asked for in the position as it is now."""
        renew(s)
        return ()


WAITING = Waiting()


def renew(s: LastWarState) -> None:
    """Ask for all rolls to come in the position as it is now. RULING control-j."""
    if any(isinstance(frame, Roll) for frame in s.agenda):
        s.agenda = tuple(
            each for frame in s.agenda for each in (frame.renewed(s) if isinstance(frame, Roll) else (frame,))
        )


class Exact(Together, frozen=True, tag=True):
    """A step whose choices are all legal, so that they need not be checked one by one."""

    def quick(self, s: LastWarState, seat: Seat) -> list[Action] | None:
        found = self.candidates(s, seat)
        return found if isinstance(found, list) else list(found)


def picked(s: LastWarState, seat: Seat) -> int:
    """The hex a seat has turned to, or NO_HEX."""
    return s.focus.get(seat, NO_HEX)


FINISHED = Option("Done", "done", ends=True)
"""How being done is offered."""


def unready(s: LastWarState, seat: Seat, action: Done | Stop, rule: str) -> Violation | None:
    """Why a seat cannot be done, or leave a hex, now: it has still to leave a hex, or to turn to one."""
    if (picked(s, seat) == NO_HEX) == isinstance(action, Done):
        return None
    words = (
        "First finish with the hex you have chosen." if isinstance(action, Done) else "Choose a hex first."
    )
    return Violation(rule, words)


def hex_option(s: LastWarState, i: int, label: str = "") -> Option:
    """Turning to a hex, as a click on it."""
    w = s.world
    return Option(label or w.title(i), "pick", "", w.label(i))


def is_hex(s: LastWarState, i: int) -> bool:
    return s.world.is_hex(i)


def common_option(action: Any) -> Option | None:
    """Options that look the same everywhere."""
    if isinstance(action, Done):
        return FINISHED
    if isinstance(action, Stop):
        return Option("Another hex", "stop", ends=True)
    return None
