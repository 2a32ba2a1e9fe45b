"""Staff: quick and sensible. It follows its game's doctrine and its first plan; a recruit makes mistakes besides."""

from __future__ import annotations

from typing import Any

from hexfront.kernel import SeededSource
from hexfront.players.base import Seatview
from hexfront.players.doctrine import STEADY, AnyDoctrine, Memory, Plan, doctrine_for
from hexfront.players.habits import Habit


class StaffPlayer:
    """Follows one plan, until a turn if one is given. `slips` is the share of choices that are made at random instead;
    `before` asks for the doctrine that the present one is measured against, `doctrine` is one to use instead of the game's."""

    def __init__(
        self,
        seed: int | str = 0,
        slips: float = 0.0,
        plan: Plan = STEADY,
        until: int = 0,
        before: bool = False,
        doctrine: AnyDoctrine | None = None,
    ) -> None:
        self._before, self._doctrine = before, doctrine
        self._source = SeededSource(f"staff/{seed}")
        self._slips = slips
        self._habit = Habit(plan, until=until)
        self._memory = Memory()

    def choose(self, seat: Seatview) -> Any:
        legal = seat.legal
        if len(legal) == 1:
            return legal[0]
        if self._slips and self._source.below(1000) < 1000 * self._slips:
            return self._source.choice(legal)
        s = seat.resample(self._source)
        plan = self._habit.at(getattr(s, "turn", 0))
        doctrine = self._doctrine or doctrine_for(seat.game, self._before)
        return doctrine.choose(s, seat.seat, legal, plan, self._memory, self._source)
