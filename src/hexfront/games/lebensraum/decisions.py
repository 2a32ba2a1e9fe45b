"""Who decides: a power by its seat, one thing after another, or in turn with the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from hexfront.games.lebensraum.setup import at_war
from hexfront.games.lebensraum.state import State
from hexfront.kernel import Action, Agenda, Chance, Decision, Die, Option, Prompt, Seat, Violation
from hexfront.wargame import Done, Offers


class Asked(Decision, frozen=True, tag=True):
    """A decision of the power that `chooser` names. One seat may have several powers. Cases 2.0a, 13.0n.
    Here and below `candidates` and `choices` list what is legal and nothing else: whole games are played by the
    thousand."""

    def chooser(self, s: State) -> int:
        """The power that decides."""
        raise NotImplementedError

    def deciders(self, s: State) -> tuple[Seat, ...]:
        return (s.world.seat_of[self.chooser(s)],)

    def legal(self, s: State, seat: Seat) -> list[Any]:
        return list(self.candidates(s, seat))


class Listed(Asked, frozen=True, tag=True):
    """A choice from a list; whatever is not in it is refused in the same words."""

    refused: ClassVar[str]

    def violation(self, s: State, seat: Seat, action: Any) -> Violation | None:
        if action in self.candidates(s, seat):
            return None
        return Violation(self.rule, self.refused, s.world.label(getattr(action, "hex", -1)))


class Power(Asked, frozen=True, tag=True):
    """A decision of the power it names."""

    power: int

    def chooser(self, s: State) -> int:
        return self.power


class PowerOffers(Offers, frozen=True, tag=True):
    """A power chooses one thing after another until it is done."""

    done = Option("Go on", "done", ends=True)
    hint: ClassVar[str] = ""
    power: int

    def chooser(self, s: State) -> int:
        return self.power

    def choices(self, s: State) -> Sequence[Action]:
        raise NotImplementedError

    def legal(self, s: State, seat: Seat) -> list[Action]:
        return self.candidates(s, seat)

    def is_open(self, s: State) -> bool:
        return bool(self.choices(s))

    def deciders(self, s: State) -> tuple[Seat, ...]:
        return (s.world.seat_of[self.power],)

    def apply(self, s: State, seat: Seat, action: Any) -> Agenda:
        return self.after(s) if type(action) is Done else self.take(s, action)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return replace(super().prompt(s, seat), hint=self.hint)

    def after(self, s: State) -> Agenda:
        """What follows when the power is done."""
        return ()


class InTurn(PowerOffers, frozen=True, tag=True):
    """The powers take turns to choose one thing each; a power that is done may choose no more. Cases 7.46a, 9.4f, 10.3e."""

    def apply(self, s: State, seat: Seat, action: Any) -> Agenda:
        frames: Agenda = ()
        if type(action) is Done:
            s.passed |= 1 << self.power
        else:
            frames = self.take(s, action)
        return (*frames, *self.ask(s, *turns_after(s, self.power)))

    def ask(self, s: State, *turns: int) -> Agenda:
        """The same question to the first of these powers that has not passed and has something to choose."""
        for power in turns:
            if s.passed >> power & 1:
                continue
            frame = self.of(power)
            if power in at_war(s) and frame.may_choose(s):
                return (frame,)
            s.passed |= 1 << power
        return ()

    def of(self, power: int) -> InTurn:
        """The same question to another power."""
        return type(self)(power)

    def may_choose(self, s: State) -> bool:
        """Whether the power is asked at all."""
        return self.is_open(s)


class Order(NamedTuple):
    """Something that can be done in a segment beside its main business: why not, doing it, how it is shown."""

    refusal: Callable[[State, int, Any], Violation | None]
    carry_out: Callable[[State, Any], Agenda]
    shown: Callable[[State, Any], Option]


class DieRoll(Chance, frozen=True, tag=True):
    """A roll of one die. Case 3.4a."""

    def outcomes(self, s: State) -> Die:
        return Die(6)


def turns_after(s: State, power: int) -> tuple[int, ...]:
    """All powers in their order, from the one after this on."""
    powers = s.world.powers
    at = powers.index(power) + 1
    return (*powers[at:], *powers[:at])
