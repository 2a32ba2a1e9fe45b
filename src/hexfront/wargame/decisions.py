"""Decisions as most of them are: one side decides, it chooses one thing after another until it is done, and is asked only
while there is something to choose."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import compress
from typing import Any, ClassVar, TypeVar

from hexfront.hexes import HexSet
from hexfront.kernel import Action, Agenda, Auto, Decision, Option, Seat, Violation


class Done(Action, frozen=True, tag=True):
    """Nothing more here."""


DONE = Done()


# --- who decides


class OneDecides(Decision, frozen=True, tag=True):
    """A decision of one side: always the same (`by`), or whoever `chooser` says."""

    by: ClassVar[int]

    def chooser(self, s: Any) -> int:
        """The side that decides."""
        return self.by

    def deciders(self, s: Any) -> tuple[Seat, ...]:
        return (s.world.seats[self.chooser(s)],)


class SideDecides(OneDecides, frozen=True, tag=True):
    """A decision of the side it names."""

    side: int

    def chooser(self, s: Any) -> int:
        return self.side


class OwnerDecides(OneDecides, frozen=True, tag=True):
    """A decision about one counter, by its owner."""

    unit: int

    def chooser(self, s: Any) -> int:
        side: int = s.world.side[self.unit]
        return side


# --- one thing after another


class Offers(OneDecides, frozen=True, tag=True):
    """Choose something, or be done. A subclass lists what there is to choose, says why not, and carries it out; if it is
    to be asked again, `take` returns it or the `AskWhile` that asks it."""

    done: ClassVar[Option]
    """How "done" is offered."""

    def choices(self, s: Any) -> Iterable[Action]:
        """Everything worth asking about, "done" left out."""
        raise NotImplementedError

    def refusal(self, s: Any, action: Any) -> Violation | None:
        """The rule that forbids a choice, or None."""
        raise NotImplementedError

    def take(self, s: Any, action: Any) -> Agenda:
        """Carry out a choice."""
        raise NotImplementedError

    def finish(self, s: Any) -> None:
        """What follows from being done."""

    def shown(self, s: Any, action: Any) -> Option:
        """How a person sees and clicks a choice."""
        raise NotImplementedError

    def candidates(self, s: Any, seat: Seat) -> list[Action]:
        return [*self.choices(s), DONE]

    def violation(self, s: Any, seat: Seat, action: Any) -> Violation | None:
        return None if type(action) is Done else self.refusal(s, action)

    def apply(self, s: Any, seat: Seat, action: Any) -> Agenda:
        if type(action) is Done:
            self.finish(s)
            return ()
        return self.take(s, action)

    def option(self, s: Any, seat: Seat, action: Any) -> Option:
        return self.done if type(action) is Done else self.shown(s, action)

    def is_open(self, s: Any) -> bool:
        """Whether there is anything to choose."""
        return any(self.refusal(s, action) is None for action in self.choices(s))


class SideOffers(Offers, frozen=True, tag=True):
    """The same for the side it names."""

    side: int

    def chooser(self, s: Any) -> int:
        return self.side


class AskWhile(Auto, frozen=True, tag=True):
    """Ask a decision while there is anything to choose. It has the same fields as what it asks."""

    asks: ClassVar[type[Offers]]

    def run(self, s: Any) -> Agenda:
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        frame = self.asks(**fields)
        return (frame,) if frame.is_open(s) else ()


# --- long lists

A = TypeVar("A", bound=Action)
_FLAGS = bytes.maketrans(b"01", b"\x00\x01")


@lru_cache(maxsize=64)
def _every(kind: Any, count: int) -> list[Any]:
    return [kind(h) for h in range(count)]


def actions_at(kind: type[A], hexes: HexSet) -> list[A]:
    """One action of a kind that names a hex alone, for each hex of a set, in ascending order.

    The binary digits of the set select from a list made once; frozen actions can be shared.
    """
    digits = format(hexes, "b")[::-1].encode().translate(_FLAGS)
    # Rounded up, so that a handful of lists serves every set.
    return list(compress(_every(kind, -(-len(digits) // 256) * 256), digits))
