"""Positions written down: counters by name on hexes and in boxes, and any field of the state as it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from hexfront.errors import UnknownName
from hexfront.wargame.stacks import Boxes, CounterState, put
from hexfront.wargame.world import CounterWorld

V = TypeVar("V")


def place_counters(s: CounterState, place: Mapping[str, str], boxes: Boxes) -> None:
    """Set counters down: each on a hex, by its place or number, or in a box by its id."""
    w: CounterWorld = s.world
    for name, where in place.items():
        u = w.unit(name)
        if boxes.has(where):
            s.where[u] = boxes[where].code
        else:
            put(s, u, w.hex(where))


def set_by_name(w: CounterWorld, field: list[V], given: Mapping[str, V] | None) -> None:
    """Give counters their value in one of the lists by counter."""
    for name, value in (given or {}).items():
        field[w.unit(name)] = value


def changed_by_name(w: CounterWorld, values: tuple[V, ...], given: Mapping[str, V] | None) -> tuple[V, ...]:
    """The same where values by counter are a tuple."""
    new = list(values)
    set_by_name(w, new, given)
    return tuple(new)


def set_fields(s: CounterState, given: Mapping[str, Any]) -> None:
    """Set fields of the state as they are."""
    for name, value in given.items():
        if name not in s.__struct_fields__:
            raise UnknownName(f"The state has no field {name!r}.")
        setattr(s, name, tuple(value) if isinstance(getattr(s, name), tuple) else value)
