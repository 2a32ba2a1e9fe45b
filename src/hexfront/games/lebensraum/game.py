"""The game as the rest of Hexfront sees it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from hexfront.games.lebensraum.calculator import LebensraumCalculator
from hexfront.games.lebensraum.data import plans
from hexfront.games.lebensraum.forecast import forecast, fortune
from hexfront.games.lebensraum.invariants import faults
from hexfront.games.lebensraum.kinds import COMBINED, MAPS, POWER_NAMES, POWERS
from hexfront.games.lebensraum.movement import journey, mover_of
from hexfront.games.lebensraum.reach import may_stand
from hexfront.games.lebensraum.sequence import new_state
from hexfront.games.lebensraum.setup import write_position
from hexfront.games.lebensraum.state import State
from hexfront.games.lebensraum.view import faces, overlays, usual_turn, view
from hexfront.games.lebensraum.world import World
from hexfront.hexes import Hex
from hexfront.kernel import (
    CONTROL,
    Chance,
    Choice,
    Face,
    Forecast,
    Fortune,
    Overlay,
    Phase,
    Scenario,
    Seat,
    SeatInfo,
    SeededSource,
    Setup,
    View,
)
from hexfront.wargame import CounterGame, Journey


class Lebensraum(CounterGame[State]):
    """Lebensraum! with West Front. Cases 1.0a, 2.0a, 2.0b, 3.2a: its charts are files that `hexfront data` and the assistant show."""

    id = "lebensraum"
    title = "Lebensraum! with West Front"
    version = "4"
    summary = "The war in Europe by armies, leaders and economies: the East, the West, or both on one map."
    state = State
    world_type = World
    package = "hexfront.games.lebensraum"
    wide = (
        "held", "exert", "control", "reserve", "moved", "fought", "struck", "fresh", "crossed", "flipped", "bettered", "hq_reserve",
        "hq_moved", "shaken", "transferred", "helped", "staff_helped", "commanded", "bombs", "drop", "dropped", "airborne",
        "sunk", "sent", "landed", "sailed", "heads", "passed", "in_command", "ships_in", "gave_way", "vacated", "train",
        "named",
    )  # fmt: skip
    pack_map = MAPS[COMBINED]
    has_secrets = False
    has_common_overlays = True
    scenarios: ClassVar[tuple[Scenario, ...]] = tuple(
        Scenario(each.id, each.title, each.summary, each.last - each.first + 1, each.minutes, each.first)
        for each in plans()
    )
    options = (
        Choice("players", "Players of the combination", "Three, or two with one player for all the Allies.", 3, (3, 2), "13.0n"),
        Choice("campaign_rules", "Free landings in the combination", "The West is played by the Campaign rules.", rule="13.0f"),
        Choice("optional_leaders", "Optional Axis leaders", "Three optional leaders replace three others in the Axis pool.", rule="11.9a"),
        Choice("strict_rounding", "Odds always round in the defender's favor", "18 against 22 is 1 to 2.", rule="7.2d"),
        Choice("early_end", "Early end as printed", "Climax and Resurgence can end before their last turn.", rule="12.4d"),
        Choice("arrivals_in_supply", "Arrivals are in supply", "Units need no supply on the turn they arrive.", rule="11.1a"),
        Choice("mannerheim_in_pool", "Mannerheim in the pool", "He goes to the Axis pool like any other leader.", rule="9.6a"),
        Choice("lost_hq_next_turn", "Lost HQs wait a turn", "A lost HQ can be created again only on a later turn.", rule="11.2d"),
        Choice("zone_border", "Halt Line at the zone border", "Leipzig lies east of it and does not count.", rule="11.92a"),
    )  # fmt: skip

    def new_state(self, world: World) -> State:
        return new_state(world)

    def write_position(self, world: World, **given: Any) -> State:
        return write_position(world, **given)

    def seats(self, setup: Setup) -> tuple[SeatInfo, ...]:
        """A seat for each power; in the combination one player may lead all the Allies. Cases 2.0a, 13.0n."""
        w = self.world(setup)
        assert isinstance(w, World)
        if "allies" in w.seat_of:
            return SeatInfo("axis", "Axis", "axis"), SeatInfo("allies", "Allies", "soviet")
        return tuple(SeatInfo(POWERS[p], POWER_NAMES[p], POWERS[p]) for p in w.powers)

    def counter(self, s: State, piece: str) -> int:
        return mover_of(s, piece)

    def journey(self, s: State, seat: Seat, u: int) -> Journey | None:
        return journey(s, seat, u)

    def may_stand(self, s: State, u: int, h: Hex, along: tuple[int, ...] = ()) -> bool:
        return may_stand(s, u, h)

    def view(self, s: State, seat: Seat) -> View:
        return view(s, seat)

    def sequence(self, s: State) -> tuple[Phase, ...]:
        return usual_turn()

    def faces(self, s: State) -> tuple[Face, ...]:
        return faces(s, view(s, CONTROL).pieces)

    def overlays(self, s: State, seat: Seat) -> tuple[Overlay, ...]:
        return overlays(s)

    def forecast(self, s: State, seat: Seat) -> Forecast | None:
        return forecast(s)

    def fortune(self, s: State, frame: Chance) -> Fortune | None:
        return fortune(s, frame)

    def calculator(self) -> LebensraumCalculator:
        return LebensraumCalculator()

    def resample(self, s: State, seat: Seat, source: SeededSource) -> State:
        """All pieces are open (5.5c), and who is in a pool is known: there is nothing to draw afresh."""
        return s.clone()

    def invariants(self, s: State) -> Iterable[str]:
        return faults(s)


LEBENSRAUM = Lebensraum()
