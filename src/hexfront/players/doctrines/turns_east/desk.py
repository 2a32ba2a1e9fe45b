"""Hitler Turns East: what the staff of a side has on its desk when it is asked something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.turns_east.data import SIDES
from hexfront.games.turns_east.state import EastState
from hexfront.kernel import Action, Seat, SeededSource
from hexfront.players.doctrine import Memory, Plan, Question
from hexfront.players.doctrines.turns_east.moves import Assault
from hexfront.players.doctrines.turns_east.read import Picture
from hexfront.players.plan import tilted

if TYPE_CHECKING:
    from hexfront.players.doctrines.turns_east.doctrine import TurnsEastDoctrine


class Notes:
    """What was settled at one click and is carried out at the next ones."""

    def __init__(self) -> None:
        self.fist: Assault | None = None
        """The Mobile Assault that was thought of last."""
        self.mover = -1
        self.way: list[int] = []
        """The hexes that the mover goes over."""
        self.target = -1
        self.attackers: tuple[int, ...] = ()
        self.support = False
        """Whether support pays in the attack on the target."""


class Desk(Question[EastState]):
    """A question with the side that is asked, its numbers as the plan tilts them, and its notes."""

    def __init__(
        self,
        doctrine: TurnsEastDoctrine,
        s: EastState,
        seat: Seat,
        legal: list[Action],
        plan: Plan,
        memory: Memory,
        source: SeededSource,
    ) -> None:
        super().__init__(s, seat, legal, plan, memory, source)
        self.doctrine = doctrine
        self.w = s.world
        self.side = SIDES.index(seat)
        self.ground = doctrine.ground(s.world)
        self.plain = doctrine.numbers_of(s, self.side)
        self.k = tilted(self.plain, plan)
        self.notes = memory.notes(Notes)

    def picture(self, command: int) -> Picture:
        """The board as it is now, for moves and attacks of a Command."""
        return self.doctrine.picture(self, command, self.k)

    def glimpse(self, command: int, units: tuple[int, ...]) -> Picture:
        """The board as it is now, for the places of a few units; what a plan tilts is meant for a whole Command."""
        return self.doctrine.picture(self, command, self.plain, units)


__all__ = ["Desk", "Notes"]
