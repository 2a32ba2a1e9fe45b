"""Frames: what remains to be done in a game, as data.

A game's agenda is a tuple of frames, the next one first. A frame is an automatic step, a decision or a chance
event. Handling a frame returns the frames that replace it: `()` when it is done, `(self,)` to ask again, several
for a sequence. Nothing else remembers where the game is, so a game can be copied, saved and searched anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import msgspec

from hexfront.kernel.chance import Distribution, Outcome
from hexfront.kernel.view import Option, Prompt

Seat = str
Agenda = tuple["Frame", ...]

OBSERVER: Seat = "observer"  # sees only what every seat may see
CONTROL: Seat = "control"  # an umpire: sees everything


class Violation(msgspec.Struct, frozen=True):
    """Why an action is refused: the rule case, the reason in words, and where."""

    rule: str
    reason: str
    at: str = ""

    def __str__(self) -> str:
        where = f" (at {self.at})" if self.at else ""
        case = f" [{self.rule}]" if self.rule else ""
        return f"{self.reason}{where}{case}"


class Action(msgspec.Struct, frozen=True, tag=True):
    """What a seat can choose. Subclass it once for each kind of click; fields are plain values.

    `free` names fields that a person fills in freely, such as the words of a remark: the list of legal actions has
    examples, and `violation` judges anything else.
    """

    free: ClassVar[tuple[str, ...]] = ()
    label: ClassVar[str] = ""
    """What 'why not?' calls it; the name of its class unless given."""

    def named(self, s: Any) -> str:
        """What 'why not?' calls this one: its label, unless a game names the place or the thing it is about."""
        return type(self).label or in_words(type(self))


def in_words(kind: type) -> str:
    """The name of a class as words: `Place unit` for PlaceUnit."""
    return "".join(f" {c.lower()}" if c.isupper() and i else c for i, c in enumerate(kind.__name__))


class Walk(msgspec.Struct, frozen=True):
    """A way to a place: what it costs, the places it leads through, and the actions that take it, one by one.

    With `stops` the piece can do nothing more after them without a roll, a reveal or another seat's decision. With `crowds`
    the place would hold more than it may: a piece can pass through but should not stay. With `passes` its move may not end
    there.
    """

    cost: float
    path: tuple[str, ...]
    plan: tuple[Action, ...]
    stops: bool = False
    crowds: bool = False
    passes: bool = False


class Frame(msgspec.Struct, frozen=True, tag=True):
    """One thing that remains to be done. Subclass Auto, Decision or Chance, never this."""


class Auto(Frame, frozen=True, tag=True):
    """A step that the rules take by themselves."""

    def run(self, s: Any) -> Agenda:
        raise NotImplementedError


class Decision(Frame, frozen=True, tag=True):
    """A choice by one seat, or by several at the same time, each in secret from the others.

    With several deciders each seat's actions reach `apply` as they come; the frame keeps returning itself until
    nobody is left to decide. What a seat has chosen belongs in a part of the state that `view` hides.
    """

    rule: ClassVar[str] = ""
    """The case that governs this decision; given when an action does not belong here at all."""
    takes: ClassVar[tuple[type[Action], ...]] = ()
    """The kinds of action this decision takes; any other is refused before `violation` is asked."""

    def kinds_for(self, seat: Seat) -> tuple[type[Action], ...]:
        """The kinds of action a seat may think of here: all that are taken, unless some are an umpire's alone."""
        return self.takes

    def deciders(self, s: Any) -> tuple[Seat, ...]:
        raise NotImplementedError

    def candidates(self, s: Any, seat: Seat) -> Iterable[Action]:
        """Every action worth asking about: a superset of the legal ones, in a fixed order."""
        raise NotImplementedError

    def violation(self, s: Any, seat: Seat, action: Any) -> Violation | None:
        """The rule that forbids this action, or None. Total: any action of a kind in `takes` can be asked."""
        raise NotImplementedError

    def apply(self, s: Any, seat: Seat, action: Any) -> Agenda:
        """Carry out a legal action."""
        raise NotImplementedError

    def legal(self, s: Any, seat: Seat) -> list[Any]:
        """The candidates that break no rule. Override only with a faster way to the same list."""
        return [a for a in self.candidates(s, seat) if self.violation(s, seat, a) is None]

    def prompt(self, s: Any, seat: Seat) -> Prompt:
        """What to do now, in one line, for the seat that decides: the class's own first line unless overridden."""
        text = (type(self).__doc__ or type(self).__name__).strip().split("\n")[0]
        return Prompt(text.partition(" Case")[0], self.rule)

    def option(self, s: Any, seat: Seat, action: Any) -> Option:
        """How a person sees and clicks this action: its name and fields unless overridden."""
        values = ", ".join(str(getattr(action, name)) for name in action.__struct_fields__)
        return Option(f"{type(action).__name__} {values}".strip())


class Chance(Frame, frozen=True, tag=True):
    """Dice, chits, cups and cards. The rules name the distribution; the driver of the game draws."""

    def outcomes(self, s: Any) -> Distribution:
        raise NotImplementedError

    def apply(self, s: Any, outcome: Any) -> Agenda:
        raise NotImplementedError

    def title(self, s: Any) -> str:
        """What the roll or draw is for, as shown beside the dice."""
        return type(self).__name__

    def seen_by(self, s: Any, seat: Seat) -> bool:
        """Whether a seat may see the outcome. A hidden draw is still in the log, but in nobody else's copy."""
        return True

    def beside(self, s: Any) -> Decision | None:
        """What may be done while a roll is pending, without delaying anyone: an umpire's corrections. The roll stays on
        the agenda, behind the frames that this returns; whoever changes the position under it sees to it that it still
        makes sense."""
        return None


__all__ = [
    "CONTROL",
    "OBSERVER",
    "Action",
    "Agenda",
    "Auto",
    "Chance",
    "Decision",
    "Frame",
    "Outcome",
    "Seat",
    "Violation",
    "Walk",
]
