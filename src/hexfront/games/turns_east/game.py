"""The game as the rest of Hexfront sees it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from hexfront.games.turns_east.calculator import TurnsEastCalculator
from hexfront.games.turns_east.data import AXIS, SIDES, EastWorld
from hexfront.games.turns_east.fortune import fortune
from hexfront.games.turns_east.invariants import faults
from hexfront.games.turns_east.overlays import forecast, overlays
from hexfront.games.turns_east.positions import write_position
from hexfront.games.turns_east.reach import journey, may_stand, passes
from hexfront.games.turns_east.sequence import GameTurn
from hexfront.games.turns_east.state import GONE, RESERVE, TRACK, EastState
from hexfront.games.turns_east.view import loose_markers, resample, view
from hexfront.hexes import Hex, HexSet
from hexfront.kernel import (
    Chance,
    Choice,
    Forecast,
    Fortune,
    Overlay,
    Scenario,
    Seat,
    SeatInfo,
    SeededSource,
    Setup,
    State,
    Stock,
    View,
)
from hexfront.wargame import CounterGame, Journey, Reach, put


class TurnsEast(CounterGame[EastState]):
    """Hitler Turns East."""

    id: ClassVar[str] = "turns_east"
    title: ClassVar[str] = "Hitler Turns East"
    version: ClassVar[str] = "2"
    summary: ClassVar[str] = (
        "Barbarossa in monthly turns. Orders are bought in secret a turn ahead and drawn from one cup, so nobody "
        "knows who moves next."
    )
    state: ClassVar[type[State]] = EastState
    package: ClassVar[str] = "hexfront.games.turns_east"
    wide: ClassVar[tuple[str, ...] | None] = (
        "held", "axis_towns", "captured", "active", "todo", "moved", "fought", "assaulted", "struck", "trail", "halt",
        "ends", "zone", "flown", "small", "cut", "touched", "first", "second",
    )  # fmt: skip
    has_common_overlays: ClassVar[bool] = True
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario(
            "minsk",
            "The Road to Smolensk",
            "Two turns, June and July 1941: Army Group Center against West Front. Made for a first game.",
            2,
            20,
        ),
        Scenario(
            "barbarossa",
            "Barbarossa",
            "The whole campaign, June 1941 to April 1942, with every rule.",
            11,
            240,
        ),
    )
    options: ClassVar[tuple[Choice, ...]] = (
        Choice(
            "zhukov_command_roll",
            "Zhukov must be found",
            "When Zhukov is first drawn the Soviets roll 1 to 4, or he is not used that turn.",
            rule="13.10a",
        ),
        Choice(
            "single_step_replacements",
            "Replacements of one step",
            "A German replacement step restores one step instead of full strength.",
            rule="5.1.6",
        ),
    )

    def build_world(self, setup: Setup) -> EastWorld:
        return EastWorld(setup, setup.scenario, {c.id: self.option(setup, c.id) for c in self.options})

    def new_state(self, world: Any) -> EastState:
        """The counters where the set-up puts them. Cases 3.1a, 3.1c, 3.1e, 13.3."""
        w: EastWorld = world
        s = EastState.blank(
            w,
            turn=w.plan.first_turn,
            where=[GONE] * len(w.units),
            box=[0] * 8,
            points=[0, 0],
            air=[0] * 5,
            axis_towns=w.towns & w.west_of_border,
        )
        for u, unit in enumerate(w.units):
            if unit.setup:
                put(s, u, w.board.index(unit.setup))
            elif unit.kind == "garrison":
                s.where[u] = RESERVE
            elif unit.turn:
                s.where[u] = TRACK.space(unit.turn)
        s.agenda = (GameTurn(),)
        return s

    def seats(self, setup: Setup) -> tuple[SeatInfo, ...]:
        return (SeatInfo("axis", "Axis", SIDES[AXIS]), SeatInfo("soviet", "Soviets", "soviet"))

    def view(self, s: EastState, seat: Seat) -> View:
        return view(s, seat)

    def stocks(self, s: EastState) -> tuple[Stock, ...]:
        return loose_markers(s)

    def overlays(self, s: EastState, seat: Seat) -> tuple[Overlay, ...]:
        return overlays(s)

    def forecast(self, s: EastState, seat: Seat) -> Forecast | None:
        return forecast(s)

    def journey(self, s: EastState, seat: Seat, u: int) -> Journey | None:
        return journey(s, seat, u)

    def may_stand(self, s: EastState, u: int, h: Hex, along: tuple[int, ...] = ()) -> bool:
        return may_stand(s, u, h, along)

    def passes(self, s: EastState, u: int, reach: Reach) -> HexSet:
        return passes(s, u, reach)

    def fortune(self, s: EastState, frame: Chance) -> Fortune | None:
        return fortune(s, frame)

    def resample(self, s: EastState, seat: Seat, source: SeededSource) -> EastState:
        return resample(s, seat, source)

    def calculator(self) -> TurnsEastCalculator:
        return TurnsEastCalculator()

    def invariants(self, s: EastState) -> Iterable[str]:
        return faults(s)

    def write_position(self, world: Any, **given: Any) -> EastState:
        return write_position(world, **given)

    def position(
        self,
        scenario: str = "barbarossa",
        options: dict[str, bool | int | str] | None = None,
        pack: dict[str, Any] | None = None,
        **given: Any,
    ) -> EastState:
        """A position for tests and puzzles, on the whole map unless told; see `positions.write_position`."""
        return super().position(scenario, options, pack, **given)


GAME = TurnsEast()
