"""Lebensraum!: what the staff of a power has on its desk when it is asked something."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from hexfront.games.lebensraum.decisions import Asked, PowerOffers
from hexfront.games.lebensraum.kinds import ALLIED, ALLIED_CAMP, CAMP
from hexfront.games.lebensraum.state import State
from hexfront.games.lebensraum.victory import ALLIED_DEADLINE
from hexfront.hexes import Hex
from hexfront.kernel import Action, Seat, SeededSource
from hexfront.players.doctrine import Memory, Plan, Question
from hexfront.players.doctrines.lebensraum.field import FARTHEST, Map, Picture, force_of
from hexfront.players.doctrines.lebensraum.numbers import NUMBERS
from hexfront.players.plan import tilted

if TYPE_CHECKING:
    from hexfront.players.doctrines.lebensraum.doctrine import LebensraumDoctrine


COMFORTABLE, LEAST_PRICE = 250.0, 0.35
"""Points from which on each counts for less, and the least part of its price that is left."""


HARD, FIRM = ("mass", "alone", "fragile", "flying"), ("on_line", "closing")
"""Numbers that count for more the stronger the enemy is, and those that count for less the weaker he is."""
SHARES = 5
"""Parts of the treasury of which one march may take one."""
LEAST_BALANCE, MOST_BALANCE = 0.3, 2.0
LASTING, LAST_STEPS = ("loss", "kill", "rout", "beaten"), 0.3
"""Numbers that count for less in the last phase of a war, and what is left of them."""


class Strike(msgspec.Struct):
    """An attack as planned: its hex, its units with the hexes they attack from, and what it is worth."""

    target: Hex
    units: dict[int, Hex]
    value: float


class Notes:
    """What was settled at one click and is carried out at the next ones."""

    def __init__(self) -> None:
        self.settled: set[int] = set()  # movers that have been thought of in this segment
        self.orders: dict[int, Hex] | None = None  # where units go
        self.thought_again = False  # whether orders were given anew to those who could not carry theirs out
        self.late = False  # whether what HQs left of the points has been shared out
        self.sites: dict[int, Hex] | None = None  # where HQs go
        self.farthest = 0  # points that a march may cost that was ordered when the treasury was fuller
        self.budget: tuple[int, float, float] | None = (
            None  # points at the start of a segment, for units, for HQs
        )
        self.purse = 0.0  # points that HQs may use in this segment
        self.way: list[Hex] = []  # what is left of the way of the piece in hand
        self.strike: Strike | None = None  # the attack that is being formed
        self.escorted: set[int] = set()  # General Staff markers that have been thought of
        self.detached: set[int] = set()  # battle groups that were formed in this segment


class Desk(Question[State]):
    """A question with the power that is asked, its numbers as the plan tilts them, its picture of the board, its notes."""

    def __init__(
        self,
        doctrine: LebensraumDoctrine,
        s: State,
        seat: Seat,
        legal: list[Action],
        plan: Plan,
        memory: Memory,
        source: SeededSource,
        frame: Asked | PowerOffers,
    ) -> None:
        super().__init__(s, seat, legal, plan, memory, source)
        self.w = s.world
        self.map: Map = doctrine.map_of(s.world)
        self.power = frame.chooser(s)
        self.camp = CAMP[self.power]
        self.k = tilted(NUMBERS[self.power], plan)
        wealth = COMFORTABLE / max(1, s.points[self.power])
        self.k = {**self.k, "point": self.k["point"] * max(LEAST_PRICE, min(1.0, wealth))}
        weaker = memory.once(f"balance {self.power}", self.segment, self.balance)
        self.k |= {name: self.k[name] * weaker for name in HARD}
        self.k |= {name: self.k[name] * min(1.0, 0.2 + weaker) for name in FIRM}
        self.k["loss"] *= max(0.85, min(1.4, weaker))
        last = s.turn == s.world.plan.last
        ours = self.camp == ALLIED_CAMP and s.phasing == self.camp
        if last:  # who moves last need not care who starves after it, nor much who falls
            self.k["hungry"] *= 0.0 if ours else 0.3
            self.k |= {name: LAST_STEPS * self.k[name] for name in LASTING if ours}
        self.all_in = ours and (last or (self.power == ALLIED and s.turn == ALLIED_DEADLINE))
        self.farthest = max(FARTHEST, s.points[self.power] // SHARES)

    @property
    def segment(self) -> tuple[int, int, int, int]:
        """The segment in hand and who is asked in it."""
        return self.s.turn, self.s.segment, self.s.phasing, self.power

    def balance(self) -> float:
        """How much stronger the enemy is than this power's camp, within limits: who is stronger can afford more."""
        s = self.s
        force = [1.0, 1.0]
        for u in s.world.units:
            if s.where[u] >= 0 and s.power[u] >= 0:
                force[CAMP[s.power[u]]] += force_of(s, u)
        return max(LEAST_BALANCE, min(MOST_BALANCE, force[1 - self.camp] / force[self.camp]))

    @property
    def notes(self) -> Notes:
        """The notes of this segment."""
        return self.memory.once(f"notes {self.power}", self.segment, Notes)

    @cached_property
    def picture(self) -> Picture:
        """The board as this power sees it, read anew when a unit has come, gone or moved."""
        s = self.s
        key = (s.turn, s.segment, tuple(s.where), tuple(s.control), tuple(s.hq))
        return self.memory.once(f"picture {self.power}", key, lambda: Picture(s, self.power, self.map))


__all__ = ["Desk", "Notes", "Strike"]
