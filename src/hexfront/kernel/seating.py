"""Who commands what: several powers may share a seat, and several seats a side."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.kernel.frames import Seat


class Seating:
    """Seats in the order in which their first power stands, the powers of each, and the seats of each side."""

    def __init__(self, seat_of: Sequence[Seat], side_of: Sequence[int], sides: int = 2) -> None:
        self.seat_of: tuple[Seat, ...] = tuple(seat_of)
        self.seats: tuple[Seat, ...] = tuple(dict.fromkeys(seat for seat in seat_of if seat))
        self.powers_of: dict[Seat, tuple[int, ...]] = {
            seat: tuple(n for n, whose in enumerate(seat_of) if whose == seat) for seat in self.seats
        }
        self.seat_side: dict[Seat, int] = {seat: side_of[self.powers_of[seat][0]] for seat in self.seats}
        self.side_seats: tuple[tuple[Seat, ...], ...] = tuple(
            tuple(seat for seat in self.seats if self.seat_side[seat] == side) for side in range(sides)
        )
