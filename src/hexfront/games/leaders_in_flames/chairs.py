"""Several seats on one side: who decides for the side now. With two seats nothing here does anything. Case 1c.

Steps of a side are taken seat by seat; a decision about a unit, a power or a battle is put to the seat it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.leaders_in_flames.state import State
from hexfront.hexes import Hex
from hexfront.kernel import Agenda, Auto, Frame, Violation


class Chair(Auto, frozen=True, tag=True):
    """From now on a seat decides for its side."""

    side: int
    seat: int

    def run(self, s: State) -> Agenda:
        s.chair[self.side] = self.seat
        return ()


class Sit(Auto, frozen=True, tag=True):
    """The seat of a power decides for its side."""

    power: int

    def run(self, s: State) -> Agenda:
        sit(s, self.power)
        return ()


def by_seat(s: State, side: int, *frames: Frame) -> Agenda:
    """Frames of a side, once for each of its seats."""
    w = s.world
    if w.alone:
        return frames
    out: Agenda = ()
    for seat in w.table.side_seats[side]:
        out = (*out, Chair(side, w.table.seats.index(seat)), *frames)
    return out


def sit(s: State, power: int) -> None:
    """The seat of a power decides for its side."""
    w = s.world
    if not w.alone and power >= 0:
        seat = w.table.seat_of[power]
        s.chair[w.table.seat_side[seat]] = w.table.seats.index(seat)


def sit_units(s: State, side: int, units: Iterable[int]) -> None:
    """The seat with most of these counters decides for its side."""
    w = s.world
    if w.alone:
        return
    count: dict[int, int] = {}
    for u in units:
        if w.side[u] == side:
            count[w.power[u]] = count.get(w.power[u], 0) + 1 + w.price[u]
    if count:
        sit(s, max(count, key=lambda power: (count[power], -power)))


def sit_at(s: State, side: int, h: Hex) -> None:
    """The seat whose counters stand in a hex, or whose ground it is, decides for its side."""
    from hexfront.games.leaders_in_flames.state import owner

    w = s.world
    if w.alone:
        return
    here = [u for u in s.stack.get(h, ()) if w.side[u] == side]
    power = owner(s, h)
    if here:
        sit_units(s, side, here)
    elif power >= 0 and w.parties[power].side == side:
        sit(s, power)


def is_yours(s: State, u: int) -> bool:
    """Whether a counter belongs to the seat that decides for its side now. Case 1c."""
    w = s.world
    return bool(w.alone) or w.table.seats[s.chair[w.side[u]]] == w.table.seat_of[w.power[u]]


def plays(s: State, power: int) -> bool:
    """Whether a power belongs to the seat that decides for its side now."""
    w = s.world
    return bool(w.alone) or w.table.seats[s.chair[w.parties[power].side]] == w.table.seat_of[power]


def land_units(s: State, side: int) -> list[int]:
    """The land units and leaders of a side on the map that the seat deciding for it now may move."""
    return [u for u in s.world.land_of[side] if s.where[u] >= 0 and is_yours(s, u)]


def seat_violation(s: State, u: int) -> Violation | None:
    """Why a seat may not touch a counter: it is another's. Case 1c."""
    if is_yours(s, u):
        return None
    w = s.world
    at = w.label(s.where[u]) if s.where[u] >= 0 else ""
    return Violation("1c", f"{w.name(u)} belongs to another seat.", at)
