"""Decisions that are Control's alone: appeals for some other advantage, and the map at the end of the combats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from hexfront.games.last_war import umpire
from hexfront.games.last_war.actions import Award, Done
from hexfront.games.last_war.asks import Ask
from hexfront.games.last_war.state import LastWarState
from hexfront.games.last_war.words import doing
from hexfront.kernel import CONTROL, Action, Agenda, Option, Prompt, Seat, Violation

_DONE = Done()


class Appeal(Ask, frozen=True, tag=True):
    """A team has played a card for some other advantage; Control grants one or refuses. Case cards.use-control."""

    power: int
    rule: ClassVar[str] = "cards.use-control"
    kinds: ClassVar[tuple[type[Action], ...]] = (Award,)

    def deciders(self, s: LastWarState) -> tuple[Seat, ...]:
        return (CONTROL,)

    def candidates(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        for n in range(len(s.world.grants)):
            yield Award(n)

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        if not 0 <= action.power < len(s.world.grants):
            return Violation("cards.use-control", "There is no such grant.")
        return None

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        umpire.grant(s, self.power, action.power)
        return ()

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        return Prompt(
            f"{doing(s.world.powers[self.power].name, 'asks')} for some other advantage.", self.rule
        )

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        return Option(f"Grant {s.world.grants[action.power]}", "choose")


class MapControl(Ask, frozen=True, tag=True):
    """Control looks over the map when the combats are done. Case sequence.8-update."""

    rule: ClassVar[str] = "sequence.8-update"
    kinds: ClassVar[tuple[type[Action], ...]] = (Done,)

    def deciders(self, s: LastWarState) -> tuple[Seat, ...]:
        return (CONTROL,)

    def candidates(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        yield _DONE

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        return None

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        return ()

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        return Prompt("The map is updated: move the line where it was disputed, or go on.", self.rule)

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        return Option("Go on", "done", ends=True)
