"""Chapters 4 and 8: the sequence of play, with the surprise attacks before turns 1 and E (11.8), and the weather."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum import kinds
from hexfront.games.lebensraum.arrivals import Arrivals, settle_in
from hexfront.games.lebensraum.combat import Attacks, EndCombat
from hexfront.games.lebensraum.control import behind_the_lines
from hexfront.games.lebensraum.decisions import DieRoll
from hexfront.games.lebensraum.economy import FoodCheck, GainPoints
from hexfront.games.lebensraum.headquarters import Designation, FillPosts, FreshSegment, HQSegment
from hexfront.games.lebensraum.landings import Embark, Invade, Landfall, Newcomers, OfferLandings, WestJoins
from hexfront.games.lebensraum.leaders import OptionalLeaders, return_the_wounded
from hexfront.games.lebensraum.missions import BeginMissions, ClearMarkers, return_bombed_works
from hexfront.games.lebensraum.movement import Regroup, movement_frames
from hexfront.games.lebensraum.replacements import GainSteps
from hexfront.games.lebensraum.setup import at_war, set_up
from hexfront.games.lebensraum.state import State
from hexfront.games.lebensraum.supply import INVASION, SupplyCheck
from hexfront.games.lebensraum.transfers import BeginTransfers, Disposition, MoraleRoll
from hexfront.games.lebensraum.transport import BeginTransport, EndTransport, Reactivate
from hexfront.games.lebensraum.victory import EndOfTurn
from hexfront.games.lebensraum.world import World
from hexfront.kernel import Agenda, Auto

JOINT = -1
"""Nobody is phasing in the Logistics and Redeployment Phases. Cases 4.1c, 4.1d."""


class WeatherRoll(DieRoll, frozen=True, tag=True):
    """The weather of one section for this turn. Cases 4.2.1D, 8.0a, 8.0b, 8.0c."""

    section: int

    def apply(self, s: State, outcome: int) -> Agenda:
        found = s.world.tables.weather[s.world.season(s.turn)][self.section][outcome - 1]
        s.weather[self.section] = found
        s.emit(ev.WeatherRolled(self.section, outcome, found))
        return ()

    def title(self, s: State) -> str:
        return f"Weather in the {kinds.SECTION_NAMES[self.section]}"


# --- what is done in a segment


def each(*makers: Callable[[int], Any]) -> Callable[[State], Agenda]:
    """The same for every power that takes part, in their order. Case 4.1c, RULING 4.1-a."""
    return lambda s: tuple(make(power) for power in at_war(s) for make in makers)


def reinforce(s: State) -> Agenda:
    """The Reinforcement and Replacement Segment. Cases 4.2.1B, 6.1a, 6.2a."""
    settle_in(s)
    return (*each(Arrivals)(s), Newcomers(), *each(GainSteps)(s))


def dispose(s: State) -> Agenda:
    """A Leader Disposition Segment, for both sides. Cases 4.2.2D, 4.2.2H, 9.0e, 9.0j."""
    return tuple(Disposition(power) for power in at_war(s) if power != kinds.ALLIED or s.world.free_landings)


def fight(s: State, camp: int) -> Agenda:
    """A Combat Segment, each power of the phasing camp in turn. Cases 4.2.2C, 4.2.2G, 7.1a, RULING 5.3-b."""
    return (*(Attacks(power) for power in at_war(s) if kinds.CAMP[power] == camp), EndCombat())


JOINT_SEGMENTS: dict[str, Callable[[State], Agenda]] = {
    "movement-points": each(GainPoints),
    "reinforcement": reinforce,
    "missions": lambda s: (BeginMissions(),),
    "weather": lambda s: tuple(WeatherRoll(section) for section in range(len(kinds.SECTIONS))),
    "leader-transfer": lambda s: (*each(MoraleRoll)(s), BeginTransfers()),
    "first-hq": each(FillPosts, lambda power: FreshSegment(), HQSegment),
    "first-disposition": dispose,
    "second-disposition": dispose,
    "supply": lambda s: (*each(SupplyCheck)(s), BehindTheLines()),
    "second-hq": each(FillPosts, lambda power: FreshSegment(), HQSegment),
    "reserves": each(Designation),
    "transport": lambda s: (Reactivate(), FoodCheck(), BeginTransport(), EndTransport()),
}
"""What all powers do in a segment, also in those of a player phase that belong to both sides. Case 4.2."""
CAMP_SEGMENTS: dict[str, Callable[[State, int], Agenda]] = {
    "movement": movement_frames, "tank-movement": movement_frames, "reserve-movement": movement_frames,
    "reserve-tanks": movement_frames, "first-combat": fight, "second-combat": fight,
}  # fmt: skip
"""What one camp does: the phasing one, or with its reserves the other."""


class Segment(Auto, frozen=True, tag=True):
    """One segment, for all or for a camp. Cases 4.1a, 4.1c, 4.1d."""

    segment: int
    camp: int = JOINT

    def run(self, s: State) -> Agenda:
        begin(s, s.turn, self.segment, self.camp)
        name = kinds.SEGMENT_IDS[self.segment]
        if name in JOINT_SEGMENTS:
            return JOINT_SEGMENTS[name](s)
        acts = 1 - self.camp if self.segment in (kinds.RESERVE_MOVEMENT, kinds.RESERVE_TANKS) else self.camp
        fleet: Agenda = (
            (Invade(),) if self.segment == kinds.FIRST_COMBAT and self.camp == kinds.ALLIED_CAMP else ()
        )
        return (*fleet, *CAMP_SEGMENTS[name](s, acts), Landfall(), Regroup())


def begin(s: State, turn: int, segment: int, camp: int) -> None:
    s.turn, s.segment, s.phasing, s.passed = turn, segment, camp, 0
    s.emit(ev.SegmentBegan(segment, camp))


class BehindTheLines(Auto, frozen=True, tag=True):
    """After the losses for lack of supply, ground behind the lines changes hands. Case 11.5f."""

    def run(self, s: State) -> Agenda:
        return behind_the_lines(s)


# --- turns


def new_state(w: World) -> State:
    """A scenario at its start: the surprise attack, or the first turn. Cases 11.8a, 11.9a, 12.1d, 12.2c."""
    s = set_up(w)
    first: Agenda = (OptionalLeaders(),) if w.has("optional_leaders") else ()
    s.agenda = (*first, *opening(w, w.plan.first))
    return s


def opening(w: World, turn: int) -> Agenda:
    """A turn and what comes before it. Cases 4.1b, 11.8a, 11.8f, 13.0b. RULING 12.1-c: before turn E the West fights alone."""
    before: Agenda = (WestJoins(),) if w.game == kinds.COMBINED and turn == kinds.FIRST_WESTERN_TURN else ()
    if turn == 1 and w.plan.surprise in ("axis", "both"):
        before = (Surprise(kinds.AXIS, turn),)
    if turn == INVASION and w.plan.surprise in ("allied", "both"):
        before = (Surprise(kinds.ALLIED, turn),)
    return (*before, GameTurn(turn))


class Surprise(Auto, frozen=True, tag=True):
    """A combat segment of one power alone before a turn, in clear weather, with all its air and ships for nothing.
    Cases 7.461j, 11.8a, 11.8b, 11.8c, 11.8d, 11.8e, 11.8f. RULING 11.8-c, RULING 11.8-d."""

    power: int
    turn: int

    def run(self, s: State) -> Agenda:
        begin(s, self.turn, kinds.SURPRISE, kinds.CAMP[self.power])
        s.weather = [kinds.CLEAR] * len(s.weather)
        fleet: Agenda = ()
        if self.power == kinds.ALLIED:
            s.air[kinds.ALLIED] = s.world.allied_air_before_e
            fleet = (Embark(), Invade(), Newcomers(True), OfferLandings())
        after = (EndCombat(), Landfall(), Regroup(), ClearMarkers())
        return (*fleet, BeginMissions(self.power), Attacks(self.power), *after)


class GameTurn(Auto, frozen=True, tag=True):
    """One turn: Logistics, the Axis, Redeployment, the Allies. Cases 4.1a, 4.1b, 4.2.4."""

    turn: int

    def run(self, s: State) -> Agenda:
        s.turn = self.turn
        s.emit(ev.TurnBegan(self.turn))
        return_the_wounded(s)
        before, between = (
            tuple(Segment(n) for n in phase) for phase in (kinds.LOGISTICS, kinds.REDEPLOYMENT)
        )
        axis, allies = PlayerPhase(kinds.AXIS_CAMP), PlayerPhase(kinds.ALLIED_CAMP)
        return (*before, axis, *between, allies, ClearMarkers(), EndOfTurn(), NextTurn())


class PlayerPhase(Auto, frozen=True, tag=True):
    """The nine segments of a camp, from 4.2.2A to 4.2.2I. Cases 4.2.2A, 4.2.2I, 4.2.4, 12.1f. RULING 4.2.4-a, RULING 12.1-c."""

    camp: int

    def run(self, s: State) -> Agenda:
        segments = tuple(Segment(n, self.camp) for n in kinds.PLAYER_PHASE)
        if self.camp != kinds.AXIS_CAMP:
            return segments
        skipped = s.world.game == kinds.WEST and s.turn == s.world.plan.skip_axis_phase
        return (*return_bombed_works(s), *(() if skipped else segments))


class NextTurn(Auto, frozen=True, tag=True):
    """The game goes on unless it has been decided. Case 4.1b."""

    def run(self, s: State) -> Agenda:
        return () if s.result else opening(s.world, s.turn + 1)
