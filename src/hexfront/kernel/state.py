"""The state of a game: plain data that can be copied in a microsecond and written as JSON."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import msgspec

from hexfront.kernel.events import Event

if TYPE_CHECKING:
    from hexfront.kernel.frames import Agenda

S = TypeVar("S", bound="State")


class Setup(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game was set up: scenario, options that differ from the default, and an owner's own figures."""

    scenario: str
    options: dict[str, bool | int | str] = {}
    pack: dict[str, Any] = {}

    def key(self) -> bytes:
        return msgspec.json.encode(self, order="sorted")


class World:
    """What never changes in a game: board, counters, tables. Shared by every copy of the state.

    A state refers to its world; on disk the reference is the `Setup` it was built from.
    """

    setup: Setup

    def __init__(self, setup: Setup) -> None:
        self.setup = setup


class Result(msgspec.Struct, frozen=True):
    """How a game ended. No winners is a draw."""

    winners: tuple[str, ...]
    reason: str
    rule: str = ""
    scores: dict[str, float] = {}
    level: str = ""


class State(msgspec.Struct, kw_only=True):
    """What can change. Subclass with fields that are numbers, strings, frozen values, or *flat* lists, dicts of
    them. No sets (their order differs between processes); a set of hexes is one integer.
    """

    _copied: ClassVar[dict[type, tuple[str, ...]]] = {}

    world: Any
    if TYPE_CHECKING:
        agenda: Agenda = ()
    else:
        agenda: tuple[Any, ...] = ()
    result: Result | None = None
    if TYPE_CHECKING:
        out: list[Event] = []
    else:
        out: list[Any] = []

    def emit(self, event: Event) -> None:
        """Tell what happened; the engine hands it to whoever drives the game."""
        self.out.append(event)

    def finish(self, result: Result) -> None:
        """End the game; whatever is left on the agenda is dropped."""
        self.result = result

    def clone(self: S) -> S:
        """An independent copy."""
        new = copy(self)
        names = State._copied.get(type(self))
        if names is None:
            names = State._copied[type(self)] = tuple(
                name
                for name in self.__struct_fields__
                if isinstance(getattr(self, name), (list, dict)) and name != "world"
            )
        for name in names:
            setattr(new, name, getattr(self, name).copy())
        return new
