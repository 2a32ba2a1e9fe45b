"""For the Motherland!: what the staff of a side has on its desk when it is asked something."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from hexfront.games.motherland.kinds import AXIS, SEATS
from hexfront.games.motherland.state import State
from hexfront.hexes import HexSet
from hexfront.kernel import Action, Seat, SeededSource
from hexfront.players.doctrine import Memory, Plan, Question
from hexfront.players.doctrines.motherland.read import Reading
from hexfront.players.plan import tilted

if TYPE_CHECKING:
    from hexfront.players.doctrines.motherland.doctrine import MotherlandDoctrine


class Attack(msgspec.Struct):
    """An attack as planned: its hex, its units with the hexes they attack from, and what it is worth."""

    target: int
    units: dict[int, int]
    value: float
    air: bool


class Onrush(msgspec.Struct):
    """An overrun as planned: the group, the way to the hex it starts from, and the target."""

    group: list[int]
    way: list[int]
    target: int
    value: float


class Settled:
    """What is finished in one phase."""

    def __init__(self, phase: tuple[int, int] = (-1, -1)) -> None:
        self.phase = phase
        self.units: set[int] = set()  # those that have been thought of
        self.put_off: set[int] = set()  # those that wait until somebody leaves
        self.rushed: set[int] = set()  # those that have had their overrun
        self.is_rush_over = False


class Notes:
    """What was settled at one click and is carried out at the next ones."""

    def __init__(self) -> None:
        self.attacks: list[Attack] = []
        """The attacks that this phase's moves prepare."""
        self.attack: Attack | None = None
        """The attack that is being formed."""
        self.onrush: Onrush | None = None
        self.mover = -1
        self.way: list[int] = []
        """The hexes that the mover goes over."""
        self.ride: tuple[int, int, tuple[int, ...]] | None = None
        """The group for which a way was found after its overrun, with turn and phase."""
        self.paths: dict[int, list[int]] = {}
        """Ways that were planned with the orders of this phase, each for a unit."""
        self.moved, self.sent = Settled(), Settled()


class Desk(Question[State]):
    """A question with the side that is asked, its numbers as the plan tilts them, its reading of the board, its notes."""

    def __init__(
        self,
        doctrine: MotherlandDoctrine,
        s: State,
        seat: Seat,
        legal: list[Action],
        plan: Plan,
        memory: Memory,
        source: SeededSource,
    ) -> None:
        super().__init__(s, seat, legal, plan, memory, source)
        self.doctrine = doctrine
        self.w = s.world
        self.side = SEATS.index(seat)
        self.ground = doctrine.ground(s.world)
        self.k = tilted(doctrine.numbers_of(s, self.side), plan)
        self.notes = memory.notes(Notes)
        axis = self.side == AXIS
        self.front: HexSet = s.axis_front if axis else s.soviet_front
        self.own: HexSet = s.axis_any if axis else s.soviet_any
        self.enemy: HexSet = s.soviet_any if axis else s.axis_any

    @cached_property
    def read(self) -> Reading:
        """The board as this side sees it, read anew when the enemy has changed; by a hasty hand once a phase."""
        s = self.s
        if self.memory.hasty:
            found = self.memory.once(
                f"reading {self.side}",
                (s.turn, s.phase, self.plan.name),
                lambda: Reading(s, self.side, self.ground, self.plan),
            )
            if found.enemy != self.enemy:
                found.catch_up(s, self.ground)
            return found
        key = (s.turn, s.phase, self.enemy, s.axis_marks, self.plan.name)
        return self.memory.once(
            f"reading {self.side}", key, lambda: Reading(s, self.side, self.ground, self.plan)
        )

    def look(self) -> Reading:
        """Read the board now: what is read is kept, and the next clicks go by it, until the enemy changes."""
        return self.read

    @property
    def moved(self) -> Settled:
        """The units finished with in this Movement or Exploitation Phase."""
        if self.notes.moved.phase != (self.s.turn, self.s.phase):
            self.notes.moved = Settled((self.s.turn, self.s.phase))
        return self.notes.moved

    @property
    def sent(self) -> Settled:
        """The units finished with for strategic movement in this phase."""
        if self.notes.sent.phase != (self.s.turn, self.s.phase):
            self.notes.sent = Settled((self.s.turn, self.s.phase))
        return self.notes.sent


__all__ = ["Attack", "Desk", "Notes", "Onrush", "Settled"]
