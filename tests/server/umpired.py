"""The silent game with an umpire's seat."""

from __future__ import annotations

from hexfront.kernel import CONTROL, SeatInfo, Setup
from tests.server.silent import Silent


class Umpired(Silent):
    id = "umpired"
    package = "tests.server.silent"

    def seats(self, setup: Setup) -> tuple[SeatInfo, ...]:
        return (*super().seats(setup), SeatInfo(CONTROL, "Control", control=True))


GAME = Umpired()
