"""Chapter 4: the sequence of play, with the surprise attacks before turns 1 and E (11.8)."""

from __future__ import annotations

from collections.abc import Callable

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.arrivals import arrival_frames
from hexfront.games.lebensraum.combat import Attacks, EndCombat, combat_frames
from hexfront.games.lebensraum.combined import OptionalLeaders, WestJoins
from hexfront.games.lebensraum.control import behind_the_lines
from hexfront.games.lebensraum.fate import return_the_wounded
from hexfront.games.lebensraum.groups import Regroup
from hexfront.games.lebensraum.headquarters import hq_frames
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    ALLIED_CAMP,
    AXIS,
    AXIS_CAMP,
    CAMP,
    CLEAR,
    COMBINED,
    FIRST_COMBAT,
    FIRST_DISPOSITION,
    FIRST_HQ,
    FIRST_WESTERN_TURN,
    LEADER_TRANSFER,
    LOGISTICS,
    MISSIONS,
    MOVEMENT,
    MOVEMENT_POINTS,
    PLAYER_PHASE,
    REDEPLOYMENT,
    REINFORCEMENT,
    RESERVE_MOVEMENT,
    RESERVE_TANKS,
    RESERVES,
    SECOND_COMBAT,
    SECOND_DISPOSITION,
    SECOND_HQ,
    SUPPLY,
    SURPRISE,
    TANK_MOVEMENT,
    TRANSPORT,
    WEATHER_SEGMENT,
    WEST,
)  # fmt: skip
from hexfront.games.lebensraum.landings import Embark, Invade, Landfall, Newcomers, OfferLandings
from hexfront.games.lebensraum.missions import (
    ClearMarkers,
    mission_frames,
    return_bombed_works,
    surprise_frames,
)
from hexfront.games.lebensraum.movement import movement_frames
from hexfront.games.lebensraum.replacements import replacement_step_frames
from hexfront.games.lebensraum.reserves import reserve_frames
from hexfront.games.lebensraum.setup import set_up
from hexfront.games.lebensraum.state import State
from hexfront.games.lebensraum.supply import INVASION, supply_frames
from hexfront.games.lebensraum.transfers import disposition_frames, transfer_frames
from hexfront.games.lebensraum.transport import transport_frames
from hexfront.games.lebensraum.treasury import income_frames
from hexfront.games.lebensraum.victory import EndOfTurn
from hexfront.games.lebensraum.weather import weather_frames
from hexfront.games.lebensraum.world import World
from hexfront.kernel import Agenda, Auto

JOINT = -1
"""Nobody is phasing in the Logistics and Redeployment Phases. Cases 4.1c, 4.1d."""
JOINT_SEGMENTS: dict[int, Callable[[State], Agenda]] = {
    MOVEMENT_POINTS: income_frames,
    REINFORCEMENT: lambda s: (*arrival_frames(s), Newcomers(), *replacement_step_frames(s)),
    MISSIONS: mission_frames,
    WEATHER_SEGMENT: weather_frames,
    LEADER_TRANSFER: transfer_frames,
    FIRST_HQ: hq_frames,
    FIRST_DISPOSITION: disposition_frames,
    SECOND_DISPOSITION: disposition_frames,
    SUPPLY: lambda s: (*supply_frames(s), BehindTheLines()),
    SECOND_HQ: hq_frames,
    RESERVES: reserve_frames,
    TRANSPORT: transport_frames,
}
"""What all powers do in a segment, also in those of a player phase that belong to both sides. Case 4.2."""
CAMP_SEGMENTS: dict[int, Callable[[State, int], Agenda]] = {
    MOVEMENT: movement_frames, TANK_MOVEMENT: movement_frames, RESERVE_MOVEMENT: movement_frames,
    RESERVE_TANKS: movement_frames, FIRST_COMBAT: combat_frames, SECOND_COMBAT: combat_frames,
}  # fmt: skip
"""What one camp does: the phasing one, or with its reserves the other."""


def new_state(w: World) -> State:
    """A scenario at its start: the surprise attack, or the first turn. Cases 11.8a, 11.9a, 12.1d, 12.2c."""
    s = set_up(w)
    first: Agenda = (OptionalLeaders(),) if w.has("optional_leaders") else ()
    s.agenda = (*first, *opening(w, w.plan.first))
    return s


def opening(w: World, turn: int) -> Agenda:
    """A turn and what comes before it. Cases 4.1b, 11.8a, 11.8f, 13.0b. RULING 12.1-c: before turn E the West fights alone."""
    before: Agenda = (WestJoins(),) if w.game == COMBINED and turn == FIRST_WESTERN_TURN else ()
    if turn == 1 and w.plan.surprise in ("axis", "both"):
        before = (Surprise(AXIS, turn),)
    if turn == INVASION and w.plan.surprise in ("allied", "both"):
        before = (Surprise(ALLIED, turn),)
    return (*before, GameTurn(turn))


class Surprise(Auto, frozen=True, tag=True):
    """A combat segment of one power alone before a turn, in clear weather, with all its air and ships for nothing.

    Cases 7.461j, 11.8a, 11.8b, 11.8c, 11.8d, 11.8e, 11.8f. RULING 11.8-c, RULING 11.8-d.
    """

    power: int
    turn: int

    def run(self, s: State) -> Agenda:
        begin(s, self.turn, SURPRISE, CAMP[self.power])
        s.weather = [CLEAR] * len(s.weather)
        if self.power == ALLIED:
            s.air[ALLIED] = s.world.allied_air_before_e
        fleet: Agenda = (Embark(), Invade(), Newcomers(True), OfferLandings()) if self.power == ALLIED else ()
        return (
            *fleet, *surprise_frames(s, self.power), Attacks(self.power), EndCombat(), Landfall(), Regroup(), ClearMarkers(),
        )  # fmt: skip


class GameTurn(Auto, frozen=True, tag=True):
    """One turn: Logistics, the Axis, Redeployment, the Allies. Cases 4.1a, 4.1b, 4.2.4."""

    turn: int

    def run(self, s: State) -> Agenda:
        s.turn = self.turn
        s.emit(ev.TurnBegan(self.turn))
        return_the_wounded(s)
        return (
            *(Segment(n) for n in LOGISTICS),
            PlayerPhase(AXIS_CAMP),
            *(Segment(n) for n in REDEPLOYMENT),
            PlayerPhase(ALLIED_CAMP),
            ClearMarkers(),
            EndOfTurn(),
            NextTurn(),
        )


class PlayerPhase(Auto, frozen=True, tag=True):
    """The nine segments of a camp. Cases 4.2.2A to 4.2.2I, 4.2.4, 12.1f. RULING 4.2.4-a, RULING 12.1-c."""

    camp: int

    def run(self, s: State) -> Agenda:
        w = s.world
        if self.camp == AXIS_CAMP:
            back = return_bombed_works(s)
            if w.game == WEST and s.turn == w.plan.skip_axis_phase:
                return back
            return (*back, *(Segment(n, self.camp) for n in PLAYER_PHASE))
        return tuple(Segment(n, self.camp) for n in PLAYER_PHASE)


class Segment(Auto, frozen=True, tag=True):
    """One segment, for all or for a camp. Cases 4.1a, 4.1c, 4.1d."""

    segment: int
    camp: int = JOINT

    def run(self, s: State) -> Agenda:
        begin(s, s.turn, self.segment, self.camp)
        if self.segment in JOINT_SEGMENTS:
            return JOINT_SEGMENTS[self.segment](s)
        acts = 1 - self.camp if self.segment in (RESERVE_MOVEMENT, RESERVE_TANKS) else self.camp
        fleet: Agenda = (Invade(),) if self.segment == FIRST_COMBAT and self.camp == ALLIED_CAMP else ()
        return (*fleet, *CAMP_SEGMENTS[self.segment](s, acts), Landfall(), Regroup())


def begin(s: State, turn: int, segment: int, camp: int) -> None:
    s.turn, s.segment, s.phasing, s.passed = turn, segment, camp, 0
    s.emit(ev.SegmentBegan(segment, camp))


class BehindTheLines(Auto, frozen=True, tag=True):
    """After the losses for lack of supply, ground behind the lines changes hands. Case 11.5f."""

    def run(self, s: State) -> Agenda:
        return behind_the_lines(s)


class NextTurn(Auto, frozen=True, tag=True):
    """The game goes on unless it has been decided. Case 4.1b."""

    def run(self, s: State) -> Agenda:
        return () if s.result else opening(s.world, s.turn + 1)
