"""A game of secret clicks: both seats put stones into a bag, each as many as they like, then the bags are opened.

What a seat does before it is ready leaves no trace that the other may see.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, ClassVar

from hexfront.kernel import (
    CONTROL,
    Action,
    Agenda,
    Auto,
    Decision,
    Event,
    Game,
    Line,
    Option,
    Prompt,
    Result,
    RuleBook,
    Scenario,
    SeatInfo,
    SeededSource,
    Setup,
    State,
    View,
    Violation,
    World,
)

SEATS = ("left", "right")


class Bags(State, kw_only=True):
    stones: list[int] = []
    ready: list[int] = []


class Put(Action, frozen=True, tag=True):
    pass


class Ready(Action, frozen=True, tag=True):
    pass


class StonePut(Event, frozen=True, tag=True):
    seat: str

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == self.seat else None

    def line(self, s: Any) -> Line:
        return Line(f"{self.seat} puts a stone", rule="1")


class Filling(Decision, frozen=True, tag=True):
    """Both fill their bags. Case 1."""

    rule: ClassVar[str] = "1"
    takes: ClassVar[tuple[type[Action], ...]] = (Put, Ready)

    def deciders(self, s: Bags) -> tuple[str, ...]:
        return tuple(seat for n, seat in enumerate(SEATS) if not s.ready[n])

    def candidates(self, s: Bags, seat: str) -> Iterable[Action]:
        return [Put(), Ready()]

    def violation(self, s: Bags, seat: str, action: Any) -> Violation | None:
        return None

    def apply(self, s: Bags, seat: str, action: Any) -> Agenda:
        n = SEATS.index(seat)
        if isinstance(action, Ready):
            s.ready[n] = 1
            return (self,) if not all(s.ready) else ()
        s.stones[n] += 1
        s.emit(StonePut(seat))
        return (self,)

    def prompt(self, s: Bags, seat: str) -> Prompt:
        return Prompt("Put stones into your bag.", rule="1")

    def option(self, s: Bags, seat: str, action: Any) -> Option:
        return Option("put a stone" if isinstance(action, Put) else "ready")


class Opening(Auto, frozen=True, tag=True):
    """More stones win. Case 2."""

    def run(self, s: Bags) -> Agenda:
        best = max(s.stones)
        winners = tuple(seat for n, seat in enumerate(SEATS) if s.stones[n] == best)
        s.finish(Result(winners if len(winners) == 1 else (), "The bags are opened.", "2"))
        return ()


class Silent(Game[Bags]):
    id = "silent"
    title = "Silent"
    state = Bags
    package = __name__
    scenarios = (Scenario("only", "Only", "Stones.", 1),)

    def build_world(self, setup: Setup) -> World:
        return World(setup)

    def new_state(self, world: Any) -> Bags:
        return Bags(world=world, agenda=(Filling(), Opening()), stones=[0, 0], ready=[0, 0])

    def seats(self, setup: Setup) -> tuple[SeatInfo, ...]:
        return (SeatInfo("left", "Left"), SeatInfo("right", "Right"))

    def view(self, s: Bags, seat: str) -> View:
        known = [
            count if seat in (SEATS[n], CONTROL) or s.result is not None else "?"
            for n, count in enumerate(s.stones)
        ]
        return View(
            game=self.id, scenario="only", seat=seat, map="", extra={"stones": known, "ready": list(s.ready)}
        )

    def resample(self, s: Bags, seat: str, source: SeededSource) -> Bags:
        new = s.clone()
        for n, other in enumerate(SEATS):
            if seat != other and s.result is None:
                new.stones[n] = source.below(9)
        return new

    @cached_property
    def rulebook(self) -> RuleBook:
        return RuleBook([])


GAME = Silent()
