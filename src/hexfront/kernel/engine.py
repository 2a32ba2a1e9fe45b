"""The engine: what is pending, what is legal, why not, and how an action changes a state.

settle(s)                   run automatic frames until someone must decide or something must be rolled
pending(s)                  the decision or chance frame on top, or None when the game is over
deciders(s)                 the seats that may act now
legal(s, seat)              the actions a seat may choose
why_not(s, seat, action)    the violation an action would be, or None
refusals(s, seat, unit=…)   the violations of everything that a piece and a place could mean
apply(s, seat, action)      carry out a legal action; the events it caused (`among`: the legal ones, if they are known)
outcomes(s)                 the distribution of the pending chance
resolve(s, outcome)         carry out a chance outcome; the events it caused
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from msgspec.structs import fields

from hexfront.errors import IllegalAction, IllegalOutcome, WrongSeat
from hexfront.kernel.chance import Distribution, Outcome, Source
from hexfront.kernel.events import Event
from hexfront.kernel.frames import Action, Auto, Chance, Decision, Seat, Violation, in_words
from hexfront.kernel.state import State
from hexfront.kernel.view import Cause

RUNAWAY = 100_000


def settle(s: State) -> None:
    """Run automatic frames until a decision or chance is on top, or the game is over."""
    for _ in range(RUNAWAY):
        if s.result is not None:
            s.agenda = ()
            return
        agenda = s.agenda
        if not agenda or not isinstance(agenda[0], Auto):
            return
        s.agenda = agenda[1:]
        s.agenda = agenda[0].run(s) + s.agenda
    raise RuntimeError(f"the agenda never comes to rest: {s.agenda[:3]}")


def pending(s: State) -> Decision | Chance | None:
    """The frame that waits for someone, or None when the game is over."""
    return s.agenda[0] if s.agenda else None  # type: ignore[return-value]


def deciders(s: State) -> tuple[Seat, ...]:
    """The seats that may act now; none while chance is pending or after the end."""
    frame = s.agenda[0] if s.agenda else None
    return frame.deciders(s) if isinstance(frame, Decision) else ()


def decision_of(s: State, seat: Seat) -> Decision:
    """The decision this seat has to take now, or may take beside a roll; or a `WrongSeat` that says who decides."""
    frame = s.agenda[0] if s.agenda else None
    if isinstance(frame, Chance):
        beside = frame.beside(s)
        if beside is not None and seat in beside.deciders(s):
            return beside
    if not isinstance(frame, Decision):
        raise WrongSeat(
            "The game is over." if frame is None else "A roll is pending; nobody has a decision now."
        )
    if seat not in frame.deciders(s):
        raise WrongSeat(f"{seat} cannot act now; it is up to {' and '.join(frame.deciders(s))}.")
    return frame


def legal(s: State, seat: Seat) -> list[Any]:
    """The actions a seat may choose now; empty if it has nothing to decide."""
    frame = s.agenda[0] if s.agenda else None
    if not isinstance(frame, Decision) or seat not in frame.deciders(s):
        return []
    return frame.legal(s, seat)


def _violation(frame: Decision, s: State, seat: Seat, action: Action) -> Violation | None:
    if type(action) not in frame.takes:
        return Violation(frame.rule, f"{in_words(type(action))} is not possible here.")
    return frame.violation(s, seat, action)


def why_not(s: State, seat: Seat, action: Action) -> Violation | None:
    """The rule that forbids an action now, or None if it is legal."""
    return _violation(decision_of(s, seat), s, seat, action)


def refusals(s: State, seat: Seat, **meant: int | Sequence[int]) -> tuple[Cause, ...]:
    """Why the pending decision refuses what a person might mean: the violations of every kind of action whose fields are all
    given here, each field as one value or as all that could be meant. A negative value stands for nothing; an action none of
    whose fields has one value is about something else."""
    frame = s.agenda[0] if s.agenda else None
    if not isinstance(frame, Decision) or seat not in frame.deciders(s):
        return ()
    given = {
        name: [x for x in ((value,) if isinstance(value, int) else value) if x >= 0]
        for name, value in meant.items()
    }
    found: dict[Cause, None] = {}
    for kind in frame.kinds_for(seat):
        names = [each.name for each in fields(kind) if each.required or each.name in given]
        if not any(isinstance(meant.get(name), int) for name in names):
            continue
        for values in product(*(given.get(name, ()) for name in names)):
            action = kind(**dict(zip(names, values, strict=True)))
            violation = frame.violation(s, seat, action)
            if violation is not None:
                found[Cause(action.named(s), violation.rule, violation.reason, violation.at)] = None
    return tuple(found)


def _judged(s: State, seat: Seat, action: Action) -> Decision:
    """The decision that an action belongs to, once the action is found legal."""
    frame = s.agenda[0] if s.agenda else None
    if not isinstance(frame, Decision) or seat not in frame.deciders(s):
        frame = decision_of(s, seat)
    if type(action) in frame.takes:  # for speed: `_violation` says the same
        violation = frame.violation(s, seat, action)
    else:
        violation = _violation(frame, s, seat, action)
    if violation is not None:
        raise IllegalAction(violation)
    return frame


def apply(s: State, seat: Seat, action: Action, among: Sequence[Any] = ()) -> list[Event]:
    """Carry out a legal action in place and return what happened. An illegal one changes nothing and raises.

    Whoever has just asked for the seat's legal actions can hand them over in `among`: an action that is one of them is
    legal, and is not judged a second time.
    """
    agenda = s.agenda
    frame: Any = agenda[0] if agenda else None
    if not (among and action in among and isinstance(frame, Decision)):
        frame = _judged(s, seat, action)
    if frame is agenda[0]:  # beside a roll, the roll stays
        agenda = agenda[1:]
    s.agenda = agenda
    s.agenda = frame.apply(s, seat, action) + s.agenda
    if s.result is not None or (s.agenda and isinstance(s.agenda[0], Auto)):  # for speed: else it is at rest
        settle(s)
    events, s.out = s.out, []
    return events


def outcomes(s: State) -> Distribution:
    """The distribution of the pending chance frame."""
    frame = s.agenda[0] if s.agenda else None
    if not isinstance(frame, Chance):
        raise IllegalOutcome("No roll is pending.")
    return frame.outcomes(s)


def resolve(s: State, outcome: Outcome) -> list[Event]:
    """Carry out a chance outcome in place and return what happened."""
    frame = s.agenda[0] if s.agenda else None
    if not isinstance(frame, Chance):
        raise IllegalOutcome("No roll is pending.")
    if not frame.outcomes(s).allows(outcome):
        raise IllegalOutcome(f"{outcome!r} is not a possible result of {in_words(type(frame))}.")
    s.agenda = s.agenda[1:]
    s.agenda = frame.apply(s, outcome) + s.agenda
    settle(s)
    events, s.out = s.out, []
    return events


def roll(s: State, source: Source) -> list[Event]:
    """Draw the pending chance from a source and carry it out."""
    return resolve(s, outcomes(s).draw(source))
