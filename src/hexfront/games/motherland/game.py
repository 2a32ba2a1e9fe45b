"""The game as the rest of Hexfront sees it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from hexfront.games.motherland import forecast as forecasts
from hexfront.games.motherland import view as views
from hexfront.games.motherland.calculator import Calculator
from hexfront.games.motherland.data import FILES, MAP
from hexfront.games.motherland.fortune import fortune
from hexfront.games.motherland.invariants import faults
from hexfront.games.motherland.movement import journey
from hexfront.games.motherland.position import write_position
from hexfront.games.motherland.reach import may_stand
from hexfront.games.motherland.setup import new_state
from hexfront.games.motherland.state import State
from hexfront.games.motherland.world import World
from hexfront.hexes import Hex
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
    Stock,
    View,
)
from hexfront.wargame import CounterGame, Journey


def _scenarios() -> tuple[Scenario, ...]:
    plans = FILES.own["scenarios"]["scenario"]
    return tuple(
        Scenario(
            each["id"],
            each["title"],
            each["summary"],
            each["last"] - each["first"] + 1,
            each["minutes"],
            each["first"],
        )
        for each in plans
    )


class Motherland(CounterGame[State]):
    """For the Motherland! Cases 1.0a, 1.0b, 20.0, 21.0."""

    id = "motherland"
    title = "For the Motherland!"
    version = "1"
    summary = "The Eastern Front from June 1941 to June 1944: German corps against Soviet armies of unknown strength."
    state = State
    package = "hexfront.games.motherland"
    wide = (
        "axis_any", "axis_front", "soviet_any", "soviet_front", "axis_marks", "soviet_marks", "struck_hexes", "cancelled",
        "held_before", "fresh", "fronts",
    )  # fmt: skip
    pack_map = MAP
    has_secrets = False
    has_common_overlays = True
    scenarios: ClassVar[tuple[Scenario, ...]] = _scenarios()
    options = (
        Choice("baku", "Baku", "German Panzers may drive for the oil of Baku.", rule="21.1.1"),
        Choice(
            "turkey",
            "Turkish front",
            "Turkey may join the Axis if Germans reach the Caucasus.",
            rule="21.2.1a",
        ),
        Choice(
            "winter_combat",
            "Winter weakens all Axis combat",
            "Axis factors fall in winter in every combat, not only in Overruns.",
            rule="18.2.3a",
        ),
    )

    def build_world(self, setup: Setup) -> World:
        return World(setup)

    def new_state(self, world: World) -> State:
        return new_state(world)

    def write_position(self, world: World, **given: Any) -> State:
        return write_position(world, **given)

    def seats(self, setup: Setup) -> tuple[SeatInfo, ...]:
        return SeatInfo("axis", "Axis", "axis"), SeatInfo("soviet", "Soviet Union", "soviet")

    def prints(self, s: State, u: int) -> int:
        """A corps has its last step as a Kampfgruppe, which is a counter of its own."""
        return len(s.world.faces[u])

    def stocks(self, s: State) -> tuple[Stock, ...]:
        return views.chits(s)

    def view(self, s: State, seat: Seat) -> View:
        return views.view(s, seat)

    def overlays(self, s: State, seat: Seat) -> tuple[Overlay, ...]:
        return views.overlays(s)

    def forecast(self, s: State, seat: Seat) -> Forecast | None:
        return forecasts.forecast(s)

    def journey(self, s: State, seat: Seat, u: int) -> Journey | None:
        return journey(s, seat, u)

    def may_stand(self, s: State, u: int, h: Hex, along: tuple[int, ...] = ()) -> bool:
        return may_stand(s, u, h, along)

    def fortune(self, s: State, frame: Chance) -> Fortune | None:
        return fortune(s, frame)

    def resample(self, s: State, seat: Seat, source: SeededSource) -> State:
        """Every stack and cup may be looked at (6.6): there is nothing to draw afresh."""
        return s.clone()

    def invariants(self, s: State) -> Iterable[str]:
        return faults(s)

    def calculator(self) -> Any:
        return Calculator()


GAME = Motherland()
