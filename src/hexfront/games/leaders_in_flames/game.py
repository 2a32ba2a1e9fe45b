"""The game as the rest of Hexfront sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, cast

from hexfront.games.leaders_in_flames.calculator import FlamesCalculator
from hexfront.games.leaders_in_flames.data import CHOICES, plans
from hexfront.games.leaders_in_flames.forecast import forecast, fortune
from hexfront.games.leaders_in_flames.invariants import faults
from hexfront.games.leaders_in_flames.kinds import SEATS
from hexfront.games.leaders_in_flames.land.moves import March, Moves, walks
from hexfront.games.leaders_in_flames.land.zones import may_stand
from hexfront.games.leaders_in_flames.leaders.draft import Markers, Votes, seat_powers, veto_cost
from hexfront.games.leaders_in_flames.overview import seat_name
from hexfront.games.leaders_in_flames.politics.chits import redraw
from hexfront.games.leaders_in_flames.position import write_position
from hexfront.games.leaders_in_flames.setup import new_state
from hexfront.games.leaders_in_flames.state import State
from hexfront.games.leaders_in_flames.view import overlays, reseated, view
from hexfront.games.leaders_in_flames.world import World
from hexfront.hexes import Hex
from hexfront.kernel import (
    CONTROL,
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
    View,
    Walk,
    pending,
)
from hexfront.wargame import CounterGame


class LeadersInFlames(CounterGame[State]):
    """Leaders in Flames on a base game of our own. Cases 1a, 1b, 1c."""

    id = "leaders_in_flames"
    title = "Leaders in Flames"
    version = "2"
    summary = "Corps, headquarters and the men who led them, in turns of two months: each leader bends the rules in his own way."
    state = State
    package = "hexfront.games.leaders_in_flames"
    wide = (
        "held", "front", "troops", "control", "corps", "forces", "wars", "camps", "entry", "surprised", "neutral", "havens", "wrecks", "manned", "gassed", "stamp", "down", "moved", "fought", "struck", "was_down", "kept_up", "forced_down", "fed", "flown", "raided", "spared",
        "seas_fought", "engaged", "aimed",
    )  # fmt: skip
    has_secrets = True
    has_common_overlays = True
    scenarios: ClassVar[tuple[Scenario, ...]] = tuple(
        Scenario(each.id, each.title, each.summary, each.turns, each.minutes) for each in plans()
    )

    options = (
        Choice("seats", "Seats", "How many players share the powers in the scenario.", 2, (2, 3, 4, 5, 6), "1c"),
        Choice("late_leaders", "Leaders only from the first major war", "Leaders are drawn only once Germany is at war with France or the USSR, or the USA or the Commonwealth with Germany or Japan.", False, rule="4f"),
        Choice("artillery", "Artillery", "Artillery, anti-aircraft and anti-tank divisions exist.", CHOICES["artillery"], rule="base.artillery"),
        Choice("single_ships", "Single ships", "Every ship is a counter, not a squadron.", CHOICES["single_ships"], rule="base.ships"),
        Choice("convoy_supply", "Convoys for supply", "Supply across the sea needs convoys, transports or landing ships.", CHOICES["convoy_supply"], rule="base.sea_supply"),
        Choice("warship_transport", "Warships carry divisions", "A battleship or cruiser squadron carries a division.", CHOICES["warship_transport"], rule="base.carry"),
        Choice("amphibious", "Landing ships", "Landing ships exist, and most infantry can invade only from them.", CHOICES["amphibious"], rule="base.carry"),
        Choice("defensive_bombardment", "Ships help defenders", "Ships bombard for defenders on the coast too.", CHOICES["defensive_bombardment"], rule="base.bombard"),
        Choice("two_dice", "Two dice in land combat", "Battles on land are rolled with two dice, and half their sum is used: extremes are rare.", CHOICES["two_dice"], rule="base.die"),
    )  # fmt: skip

    def build_world(self, setup: Setup) -> World:
        return World(setup)

    def new_state(self, world: World) -> State:
        return new_state(world)

    def write_position(self, world: World, **given: Any) -> State:
        return write_position(world, **given)

    def seats(self, setup: Setup) -> tuple[SeatInfo, ...]:
        w = cast(World, self.world(setup))
        return tuple(
            SeatInfo(seat, seat_name(w, seat), SEATS[w.table.seat_side[seat]]) for seat in w.table.seats
        )

    def view(self, s: State, seat: Seat) -> View:
        return view(s, seat)

    def reseated(self, s: State, other: View, seat: Seat) -> View:
        return reseated(s, other, seat)

    def overlays(self, s: State, seat: Seat) -> tuple[Overlay, ...]:
        return overlays(s)

    def forecast(self, s: State, seat: Seat) -> Forecast | None:
        return forecast(s)

    def fortune(self, s: State, frame: Chance) -> Fortune | None:
        return fortune(s, frame)

    def calculator(self) -> FlamesCalculator:
        return FlamesCalculator()

    def reach(self, s: State, seat: Seat, piece: str) -> dict[str, Walk] | None:
        frame = pending(s)
        u = s.world.number.get(piece, -1)
        if u < 0 or not isinstance(frame, March | Moves) or frame.deciders(s) != (seat,):
            return None
        return walks(s, frame, u)

    def may_stand(self, s: State, u: int, h: Hex, along: tuple[int, ...] = ()) -> bool:
        return may_stand(s, u, h, along)

    def resample(self, s: State, seat: Seat, source: SeededSource) -> State:
        """Draw afresh what a seat cannot know: markers and votes that others have set, chits of others. Cases 4.1.1c, 4.1.5a,
        base.chits."""
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
        redraw(copy, seat, source)
        return copy

    def invariants(self, s: State) -> Iterable[str]:
        return faults(s)

    def meant(self, s: State, seat: Seat, piece: str, at: str) -> dict[str, int | Sequence[int]]:
        """A leader stands for himself and for each of his abilities too. Cases 3b, 3.2g."""
        w, u = s.world, self.counter(s, piece)
        his = [row.n for row in w.abilities(u)] if w.is_leader(u) else []
        return {**super().meant(s, seat, piece, at), "leader": u if his else -1, "ability": his}


GAME = LEADERS_IN_FLAMES = LeadersInFlames()
