"""The game as the rest of Hexfront sees it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from hexfront.games.leaders_in_flames.data import plans
from hexfront.games.leaders_in_flames.forecast import forecast, fortune
from hexfront.games.leaders_in_flames.invariants import faults
from hexfront.games.leaders_in_flames.land.moves import March, Moves, walks
from hexfront.games.leaders_in_flames.leaders.draft import Markers, Votes, seat_powers, veto_cost
from hexfront.games.leaders_in_flames.position import write_position
from hexfront.games.leaders_in_flames.setup import new_state
from hexfront.games.leaders_in_flames.state import State
from hexfront.games.leaders_in_flames.view import overlays, view
from hexfront.games.leaders_in_flames.world import World
from hexfront.kernel import (
    CONTROL,
    Chance,
    Forecast,
    Fortune,
    Overlay,
    Scenario,
    Seat,
    SeatInfo,
    SeededSource,
    Setup,
    View,
    Walk,
    pending,
)
from hexfront.wargame import CounterGame


class LeadersInFlames(CounterGame[State]):
    """Leaders in Flames on a base game of our own. Cases 1a, 1b, 1c."""

    id = "leaders_in_flames"
    title = "Leaders in Flames"
    version = "1"
    summary = "Corps, headquarters and the men who led them: a two-month war whose leaders change its rules."
    state = State
    package = "hexfront.games.leaders_in_flames"
    wide = (
        "held", "front", "troops", "control", "down", "moved", "fought", "struck", "was_down", "kept_up", "forced_down", "fed",
    )  # fmt: skip
    has_secrets = True
    has_common_overlays = True
    scenarios: ClassVar[tuple[Scenario, ...]] = tuple(
        Scenario(each.id, each.title, each.summary, each.turns, each.minutes) for each in plans()
    )

    def build_world(self, setup: Setup) -> World:
        return World(setup)

    def new_state(self, world: World) -> State:
        return new_state(world)

    def write_position(self, world: World, **given: Any) -> State:
        return write_position(world, **given)

    def seats(self, setup: Setup) -> tuple[SeatInfo, ...]:
        return SeatInfo("axis", "Axis", "axis"), SeatInfo("allies", "Soviet Union", "allies")

    def view(self, s: State, seat: Seat) -> View:
        return view(s, seat)

    def overlays(self, s: State, seat: Seat) -> tuple[Overlay, ...]:
        return overlays(s)

    def forecast(self, s: State, seat: Seat) -> Forecast | None:
        return forecast(s)

    def fortune(self, s: State, frame: Chance) -> Fortune | None:
        return fortune(s, frame)

    def reach(self, s: State, seat: Seat, piece: str) -> dict[str, Walk] | None:
        frame = pending(s)
        u = s.world.number.get(piece, -1)
        if u < 0 or not isinstance(frame, March | Moves) or s.world.seats[frame.side] != seat:
            return None
        return walks(s, frame, u)

    def resample(self, s: State, seat: Seat, source: SeededSource) -> State:
        """Draw afresh what a seat cannot know: markers and votes that others have set. Cases 4.1.1c, 4.1.5a."""
        copy = s.clone()
        if seat == CONTROL:
            return copy
        own = seat_powers(s, seat)
        frame = pending(s)
        if isinstance(frame, Markers):
            for power in s.markers:
                if power not in own:
                    can = s.veto[power] >= veto_cost(s, power)
                    copy.markers[power] = source.below(2) if can else 0
        if isinstance(frame, Votes):
            for power in s.votes:
                if power not in own and s.veto[power]:
                    copy.votes[power] = source.below(min(3, s.veto[power] + 1))
        return copy

    def invariants(self, s: State) -> Iterable[str]:
        return faults(s)


GAME = LEADERS_IN_FLAMES = LeadersInFlames()
