"""Who decides: a power by its seat, one thing after another, or in turn with the others."""

from __future__ import annotations

from typing import Any

from hexfront.games.lebensraum.setup import at_war
from hexfront.games.lebensraum.state import State
from hexfront.kernel import Agenda, Decision, Option, Seat
from hexfront.wargame import Done, Offers


class Asked(Decision, frozen=True, tag=True):
    """A decision of the power that `chooser` names. One seat may have several powers. Cases 2.0a, 13.0n."""

    def chooser(self, s: State) -> int:
        """The power that decides."""
        raise NotImplementedError

    def deciders(self, s: State) -> tuple[Seat, ...]:
        return (s.world.seat_of[self.chooser(s)],)


class Power(Asked, frozen=True, tag=True):
    """A decision of the power it names."""

    power: int

    def chooser(self, s: State) -> int:
        return self.power


class PowerOffers(Offers, frozen=True, tag=True):
    """A power chooses one thing after another until it is done."""

    done = Option("Go on", "done", ends=True)
    power: int

    def chooser(self, s: State) -> int:
        return self.power

    def deciders(self, s: State) -> tuple[Seat, ...]:
        return (s.world.seat_of[self.power],)

    def apply(self, s: State, seat: Seat, action: Any) -> Agenda:
        return self.after(s) if type(action) is Done else self.take(s, action)

    def after(self, s: State) -> Agenda:
        """What follows when the power is done."""
        return ()


class InTurn(PowerOffers, frozen=True, tag=True):
    """The powers choose one thing each by turns; who is done may choose no more. Cases 7.46a, 9.4f, 10.3e."""

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


def turns_after(s: State, power: int) -> tuple[int, ...]:
    """All powers in their order, from the one after this on."""
    powers = s.world.powers
    at = powers.index(power) + 1
    return (*powers[at:], *powers[:at])
