"""Decisions as most of them are: one side decides, it chooses one thing after another until it is done, and is asked only
while there is something to choose."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import compress
from struct import unpack
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
        side, alone = self.chooser(s), s.world.alone
        return alone[side] if alone else (s.world.seat_at(s, side),)


class SideDecides(OneDecides, frozen=True, tag=True):
    """A decision of the side it names."""

    side: int

    def chooser(self, s: Any) -> int:
        return self.side

    def deciders(self, s: Any) -> tuple[Seat, ...]:
        alone = s.world.alone
        return alone[self.side] if alone else (s.world.seat_at(s, self.side),)


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
    words: ClassVar[str] = ""
    """How a choice reads; `{unit}` is the counter it names and `{hex}` the place."""
    click: ClassVar[str] = "choose"
    """What a person clicks: the kind of its option."""

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

    def price(self, s: Any, action: Any) -> float | None:
        """What a choice costs, where it costs anything."""
        return None

    def shown(self, s: Any, action: Any) -> Option:
        """How a person sees and clicks a choice: by `words`, with the counter and the place it names."""
        w = s.world
        u, h = getattr(action, "unit", -1), getattr(action, "hex", -1)
        piece, name = (w.piece(u), w.name(u)) if u >= 0 else ("", "")
        at = w.label(h if h >= 0 else s.where[u])
        said = self.words.format(unit=name, hex=w.title(h))
        return Option(said, self.click, piece, at, self.price(s, action), rule=self.rule)

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

    def deciders(self, s: Any) -> tuple[Seat, ...]:
        alone = s.world.alone
        return alone[self.side] if alone else (s.world.seat_at(s, self.side),)


class AskWhile(Auto, frozen=True, tag=True):
    """Ask a decision while there is anything to choose. It has the same fields as what it asks."""

    asks: ClassVar[type[Offers]]

    def run(self, s: Any) -> Agenda:
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        frame = self.asks(**fields)
        return (frame,) if frame.is_open(s) else ()


# --- long lists

A = TypeVar("A", bound=Action)
_WIDTH = 16
_MANY = 4096


@lru_cache(maxsize=128)
def _each(kind: Any, count: int) -> list[Any]:
    return [kind(n) for n in range(count)]


def each(kind: type[A], count: int) -> list[A]:
    """An action of a kind that names one number, for every number below `count`, made once: frozen actions can be
    shared."""
    found: list[A] = _each(kind, count)
    return found


@lru_cache(maxsize=1 << _WIDTH)
def _digits(piece: int) -> bytes:
    return bytes([piece >> n & 1 for n in range(_WIDTH)])


@lru_cache(maxsize=128)
def _pieces(kind: Any, count: int) -> list[dict[int, list[Any]]]:
    return [{} for _ in range(count)]


def actions_at(kind: type[A], hexes: HexSet) -> list[A]:
    """One action of a kind that names a hex alone, for each hex of a set, in ascending order.

    The set is cut into pieces of sixteen hexes. The list of a piece is made once: sets of one game are much alike.
    """
    count = -(-hexes.bit_length() // _WIDTH)
    # Rounded up, so that a handful of lists serves every set.
    room = -(-count // 64) * 64
    known = _pieces(kind, room)
    out: list[A] = []
    for at, piece in enumerate(unpack(f"<{count}H", hexes.to_bytes(2 * count, "little"))):
        if piece:
            found = known[at].get(piece)
            if found is None:
                if len(known[at]) > _MANY:
                    known[at].clear()
                every = each(kind, room * _WIDTH)[at * _WIDTH : (at + 1) * _WIDTH]
                found = known[at][piece] = list(compress(every, _digits(piece)))
            out += found
    return out
