"""The state of a game: plain data that can be copied in a microsecond and written as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, Self, get_origin, get_type_hints

import msgspec

from hexfront.kernel.events import Event

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from hexfront.kernel.frames import Agenda

    W = TypeVar("W", bound="World", default=Any)
else:
    from typing import TypeVar

    W = TypeVar("W")


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
    key: bytes

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.key = setup.key()
        self.opening: Any = None
        """The state a game begins with, once it was asked for."""


class Result(msgspec.Struct, frozen=True):
    """How a game ended. No winners is a draw."""

    winners: tuple[str, ...]
    reason: str
    rule: str = ""
    scores: dict[str, int | float] = {}
    level: str = ""


class State(msgspec.Struct, Generic[W], kw_only=True):
    """What can change. Subclass with fields that are numbers, strings, frozen values, or *flat* lists, dicts of
    them. No sets (their order differs between processes); a set of hexes is one integer.

    What changes seldom is better a `tuple` or a `Mapping`, which copies of a state share: it is never changed but replaced
    (`with_item`, `with_more`, `without`), and the type checker sees to that.

    `State[MyWorld]` says what `s.world` is.
    """

    if TYPE_CHECKING:
        world: W
        agenda: Agenda = ()
        out: list[Event] = []
    else:
        world: msgspec.Raw  # on disk the world is the set-up it was built from; see codec
        agenda: tuple[Any, ...] = ()
        out: list[Any] = []
    result: Result | None = None

    def emit(self, event: Event) -> None:
        """Tell what happened; the engine hands it to whoever drives the game."""
        self.out.append(event)

    def finish(self, result: Result) -> None:
        """End the game; whatever is left on the agenda is dropped."""
        self.result = result

    def clone(self) -> Self:
        """An independent copy."""
        copier = _copiers.get(type(self))
        if copier is None:
            copier = _copiers[type(self)] = _copier(self)
        new: Self = copier(self)
        return new


def is_shared(hint: Any) -> bool:
    """Whether a field of this type is shared by copies of a state, since its value is only ever replaced."""
    return get_origin(hint) in (tuple, Mapping)


T = TypeVar("T")
K = TypeVar("K")


def with_item(values: tuple[T, ...], i: int, value: T) -> tuple[T, ...]:
    """These values, with another in one place."""
    return (*values[:i], value, *values[i + 1 :])


def with_more(values: tuple[int, ...], i: int, n: int) -> tuple[int, ...]:
    """These numbers, with one of them greater by so much."""
    return (*values[:i], values[i] + n, *values[i + 1 :])


def without(table: Mapping[K, T], key: K) -> Mapping[K, T]:
    """This table without an entry, which need not be there."""
    return {k: v for k, v in table.items() if k != key} if key in table else table


_copiers: dict[type, Callable[[Any], Any]] = {}


def _copier(s: State[Any]) -> Callable[[Any], Any]:
    """A function that copies states of this class: the struct itself, then each list and dict in it.

    Written out field by field and compiled once a class, because states are copied more than anything else.
    """
    hints = get_type_hints(type(s))
    names = [
        n for n in s.__struct_fields__ if isinstance(getattr(s, n), list | dict) and not is_shared(hints[n])
    ]
    lines = [f"    new.{name} = s.{name}.copy()" for name in names]
    scope: dict[str, Any] = {}
    exec("\n".join(["def clone(s):", "    new = s.__copy__()", *lines, "    return new"]), scope)
    function: Callable[[Any], Any] = scope["clone"]
    return function
