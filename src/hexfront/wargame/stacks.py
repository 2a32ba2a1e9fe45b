"""Counters on hexes and in boxes beside the map: put down, lifted, moved, and kept in step.

A state of counters has for each counter where it is: a hex, or a negative number that names a box. Beside that it keeps
what rules ask for all the time: the counters of each hex, and the hexes each side stands in. `put`, `lift` and `move`
are the only functions that change these, so they always agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

import msgspec

from hexfront.errors import UnknownName
from hexfront.hexes import Hex, HexSet, union
from hexfront.kernel import State
from hexfront.wargame.world import CounterWorld

if TYPE_CHECKING:
    from typing_extensions import TypeVar as Defaulted

    W = Defaulted("W", bound=CounterWorld, default=Any)
else:
    W = TypeVar("W")

V = TypeVar("V")


class CounterState(State[W], kw_only=True):
    """A position of counters. A game declares these fields among its own, in the order of its saves:

        where: list[int] = []  # of each counter: a hex, or a box
        steps: list[int] = []  # of each counter: steps left
        stack: dict[int, tuple[int, ...]] = {}  # hex -> its counters, in the order they came
        held: list[HexSet] = []  # by side: hexes with any counter
        front: list[HexSet] = []  # by side: hexes with a counter that fights

    A game that keeps the sets of hexes in another way overrides the four methods below. Any further list by counter is
    declared as a field and, with the value it begins with, in `by_counter`; nothing else has to know of it. One that changes
    seldom is better a tuple, changed by `changed`: copies of the state share it.
    """

    by_counter: ClassVar[dict[str, int]] = {}

    if TYPE_CHECKING:
        where: list[int] = []
        steps: list[int] = []
        stack: dict[int, tuple[int, ...]] = {}
        held: list[HexSet] = []
        front: list[HexSet] = []

    @classmethod
    def blank(cls, world: W, **fields: Any) -> Self:
        """An empty map: every counter at full strength, in no hex and in box -1."""
        number = len(world.names)
        shared = {each.name for each in msgspec.structs.fields(cls) if each.default == ()}
        lists: dict[str, Any] = {
            name: (value,) * number if name in shared else [value] * number
            for name, value in cls.by_counter.items()
        }
        for name in {"held", "front"} & set(cls.__struct_fields__):
            lists[name] = [0] * len(world.seats)
        return cls(world=world, **{"where": [-1] * number, "steps": list(world.full), **lists, **fields})

    def held_by(self, side: int) -> HexSet:
        """The hexes with any counter of a side."""
        return self.held[side]

    def front_of(self, side: int) -> HexSet:
        """The hexes with a counter of a side that fights."""
        return self.front[side]

    def has_come(self, u: int, here: HexSet) -> None:
        """A counter stands in a hex, given as a set: enter it in the sets."""
        side = self.world.side[u]
        self.held[side] |= here
        if self.world.combat[u]:
            self.front[side] |= here

    def has_gone(self, u: int, here: HexSet, rest: tuple[int, ...]) -> None:
        """A counter has left a hex, given as a set, and these are left there: strike it from the sets."""
        w, side = self.world, self.world.side[u]
        if not any(w.side[v] == side for v in rest):
            self.held[side] &= ~here
        if w.combat[u] and not any(w.combat[v] and w.side[v] == side for v in rest):
            self.front[side] &= ~here


def put(s: CounterState, u: int, h: Hex) -> None:
    """Set a counter that is in no hex down on one."""
    s.where[u] = h
    s.stack[h] = (*s.stack.get(h, ()), u)
    s.has_come(u, 1 << h)


def lift(s: CounterState, u: int, to: int) -> None:
    """Take a counter off its hex, if it is on one, and leave it in a box."""
    h = s.where[u]
    s.where[u] = to
    if h < 0:
        return
    rest = tuple([v for v in s.stack[h] if v != u])
    if rest:
        s.stack[h] = rest
    else:
        del s.stack[h]
    s.has_gone(u, 1 << h, rest)


def move(s: CounterState, u: int, h: Hex) -> None:
    """Move a counter from its hex to another."""
    lift(s, u, -1)
    put(s, u, h)


def changed(values: tuple[V, ...], at: int, value: V) -> tuple[V, ...]:
    """The same values but for one."""
    if values[at] == value:
        return values
    new = list(values)
    new[at] = value
    return tuple(new)


def on_map(s: CounterState, side: int) -> list[int]:
    """Every counter of a side that stands on a hex."""
    where = s.where
    return [u for u in s.world.units_of[side] if where[u] >= 0]


# --- boxes


class HoldingBox(msgspec.Struct, frozen=True):
    """A box beside the map. One with `spaces` is followed by that many numbered spaces, such as the turns of a track."""

    code: int
    id: str
    title: str = ""
    side: str = ""
    spaces: int = 0

    def space(self, number: int) -> int:
        """Where a counter is in a numbered space."""
        return self.code - number


class Boxes:
    """Every box of a game, by its id and by the number that stands in `where`."""

    def __init__(self, *boxes: HoldingBox) -> None:
        self.all = boxes
        self._codes = {box.code - n: (box, n) for box in boxes for n in range(box.spaces + 1)}
        self._ids = {box.id: box for box in boxes}

    def __contains__(self, where: int) -> bool:
        return where in self._codes

    def __iter__(self) -> Iterator[HoldingBox]:
        return iter(self.all)

    def at(self, where: int) -> HoldingBox:
        """The box a counter is in."""
        return self._codes[where][0]

    def space_at(self, where: int) -> int:
        """The number of the space it is in; 0 in a box without any."""
        return self._codes[where][1]

    def __getitem__(self, name: str) -> HoldingBox:
        try:
            return self._ids[name]
        except KeyError:
            raise UnknownName(f"There is no box {name!r}; there are {', '.join(self._ids)}.") from None

    def has(self, name: str) -> bool:
        """Whether a box has this id."""
        return name in self._ids


# --- what must be true


def stack_faults(s: CounterState, boxes: Boxes) -> Iterator[str]:
    """Where the counters, the stacks, the sets of hexes and the boxes do not agree, in words."""
    w: CounterWorld = s.world
    stacks: dict[int, list[int]] = {}
    for u, h in enumerate(s.where):
        if h >= 0:
            stacks.setdefault(h, []).append(u)
            if not w.land >> h & 1:
                yield f"{w.name(u)} stands at {w.label(h)}, which is not land."
        elif h not in boxes:
            yield f"{w.name(u)} is nowhere ({h})."
    if stacks != {h: sorted(units) for h, units in s.stack.items()}:
        yield "The stacks do not agree with where the counters are."
    taken = 0
    for side, seat in enumerate(w.seats):
        units = on_map(s, side)
        if s.held_by(side) != _hexes_of(s, units):
            yield f"The set of hexes of {seat} is wrong."
        if s.front_of(side) != _hexes_of(s, (u for u in units if w.combat[u])):
            yield f"The front of {seat} is wrong."
        if taken & s.held_by(side):
            yield "Both sides stand in one hex."
        taken |= s.held_by(side)


def _hexes_of(s: CounterState, units: Iterable[int]) -> HexSet:
    return union(list({s.where[u] for u in units}))
