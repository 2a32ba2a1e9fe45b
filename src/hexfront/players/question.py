"""Questions: a decision as it is put to a doctrine, and what a doctrine remembers from one to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

from hexfront.kernel import Action, Decision, Seat, SeededSource, State
from hexfront.players.plan import Plan

A = TypeVar("A", bound=Action)
F = TypeVar("F", bound=Decision)
N = TypeVar("N")
S = TypeVar("S", bound=State)


class Memory:
    """What a doctrine remembers between the clicks of one player, such as the attacks it has settled on.

    `quick` asks for a quicker hand: it is a playout, and thousands of them are weighed against each other. `hasty` asks for more speed
    still: this player is not the one whose plan is tried.
    """

    def __init__(self, hasty: bool = False, quick: bool = False) -> None:
        self.hasty, self.quick = hasty, quick
        self._kept: dict[str, tuple[object, object]] = {}
        self._notes: dict[type, object] = {}

    def once(self, name: str, key: object, make: Callable[[], N]) -> N:
        """A value worked out once for a key; a new key replaces it."""
        kept = self._kept.get(name)
        if kept is None or kept[0] != key:
            kept = self._kept[name] = (key, make())
        return cast(N, kept[1])

    def notes(self, kind: type[N]) -> N:
        """The notes of one kind, blank at first."""
        found = self._notes.get(kind)
        if found is None:
            found = self._notes[kind] = kind()
        return cast(N, found)


class Question(Generic[S]):
    """The position, whose choice it is, what may be chosen, and the plan to choose by.

    The position is one that the seat cannot tell from the true one, and is never changed.
    """

    def __init__(
        self, s: S, seat: Seat, legal: list[Action], plan: Plan, memory: Memory, source: SeededSource
    ) -> None:
        self.s, self.seat, self.legal = s, seat, legal
        self.plan, self.memory, self.source = plan, memory, source

    @property
    def last(self) -> Action:
        """The last legal action: by custom the one that does nothing more."""
        return self.legal[-1]

    def all(self, kind: type[A]) -> list[A]:
        """The legal actions of a kind, in their order."""
        return [x for x in self.legal if type(x) is kind]

    def first(self, kind: type[A]) -> Action:
        """The first legal action of a kind, or the last of all if there is none."""
        return next((x for x in self.legal if type(x) is kind), self.legal[-1])


Q = TypeVar("Q", bound=Question[Any])


def on(kind: type[F], answer: Callable[[Q, F], Action]) -> tuple[type[Decision], Callable[[Q, Any], Action]]:
    """An entry in a doctrine's table: how it answers one kind of decision."""
    return kind, answer


__all__ = ["Memory", "Question", "on"]
