"""Leaders in Flames: the doctrine: how each kind of decision is answered, and what a position is worth."""

from __future__ import annotations

from math import exp

from hexfront.games.leaders_in_flames.actions import Part
from hexfront.games.leaders_in_flames.air.bombing import CarpetLoss, Daytime
from hexfront.games.leaders_in_flames.air.fight import FlakTarget, Staying
from hexfront.games.leaders_in_flames.air.flee import Fleeing
from hexfront.games.leaders_in_flames.air.missions import Forming, Landing, Returning
from hexfront.games.leaders_in_flames.air.orders import KeepFlying, Slipping, StrafeTarget
from hexfront.games.leaders_in_flames.air.patrol import Patrolling, PatrolOver
from hexfront.games.leaders_in_flames.air.rebase import Basing, Rebasing
from hexfront.games.leaders_in_flames.air.sorties import Aiming, Sending
from hexfront.games.leaders_in_flames.air.transport import Loading, Stowing
from hexfront.games.leaders_in_flames.economy.production import Breaking, BuildUnits, PlaceUnit
from hexfront.games.leaders_in_flames.initiative import GoFirst, Reroll
from hexfront.games.leaders_in_flames.kinds import AXIS
from hexfront.games.leaders_in_flames.land.advance import AdvanceUnits
from hexfront.games.leaders_in_flames.land.combat import (
    CallTable,
    Declaring,
    Gathering,
    NextBattle,
    Supporting,
)
from hexfront.games.leaders_in_flames.land.losses import TakeLoss
from hexfront.games.leaders_in_flames.land.moves import March, Moves
from hexfront.games.leaders_in_flames.land.rail import RailMoves, Train
from hexfront.games.leaders_in_flames.land.reorganise import Regrouping, Reorganising
from hexfront.games.leaders_in_flames.land.results import Softening, Sparing
from hexfront.games.leaders_in_flames.land.retreat import Withdrawing
from hexfront.games.leaders_in_flames.leaders.announce import Announcing
from hexfront.games.leaders_in_flames.leaders.draft import Markers, Votes
from hexfront.games.leaders_in_flames.leaders.guards import Promoting
from hexfront.games.leaders_in_flames.leaders.steps import Feeding, Flipping, KeepOne, Levy, Offering
from hexfront.games.leaders_in_flames.parts import ELSEWHERE, ByParts
from hexfront.games.leaders_in_flames.sequence import ChooseAction
from hexfront.games.leaders_in_flames.state import State
from hexfront.games.leaders_in_flames.victory import points
from hexfront.kernel import Action, Game, Seat, SeededSource, pending
from hexfront.players.doctrine import STEADY, Doctrine, Memory, Plan, Table
from hexfront.players.doctrines.leaders_in_flames import (
    affairs,
    air,
    builds,
    economy,
    fight,
    people,
    sea_shore,
    supplies,
)
from hexfront.players.doctrines.leaders_in_flames.desk import Desk
from hexfront.players.doctrines.leaders_in_flames.figures import NUMBERS
from hexfront.players.doctrines.leaders_in_flames.ground import Ground
from hexfront.players.question import on

CITIES, FORCES = 0.14, 3.0


class Wanted:
    """What was chosen before the part of the map that it lies in was asked for."""

    action: Action | None = None


class FlamesDoctrine(Doctrine[State, Desk]):
    """Attacks chosen together by the exact tables, a line as a least cut, leaders with the main effort."""

    horizon = 0
    effort = 6

    def __init__(self, game: Game[State]) -> None:
        super().__init__(game)
        self._grounds: dict[bytes, Ground] = {}

    def ground_of(self, s: State) -> Ground:
        """The map of a world as the operations layer wants it."""
        found = self._grounds.get(s.world.key)
        if found is None:
            found = self._grounds[s.world.key] = Ground(s)
        return found

    def question(
        self, s: State, seat: Seat, legal: list[Action], plan: Plan, memory: Memory, source: SeededSource
    ) -> Desk:
        return Desk(self, s, seat, legal, plan, memory, source)

    def answer(self, q: Desk) -> Action:
        """Where a part of the map is asked for first, choose among all there is, then the part it lies in."""
        frame = pending(q.s)
        if not isinstance(frame, ByParts):
            return super().answer(q)
        if frame.west >= 0:
            wanted = q.memory.notes(Wanted).action
            return wanted if wanted in q.legal else ELSEWHERE
        parts = q.all(Part)
        if parts:
            q.legal = frame.open(q.s)
        chosen = super().answer(q)
        q.memory.notes(Wanted).action = chosen
        return next((part for part in parts if frame.is_in(q.s, part, chosen)), chosen)

    def table(self) -> Table[Desk]:
        return (
            on(Markers, people.marker), on(Votes, people.vote), on(Announcing, people.announce),
            on(PlaceUnit, supplies.place), on(BuildUnits, builds.build), on(Breaking, supplies.keep),
            on(Reroll, supplies.accept), on(GoFirst, supplies.first), on(ChooseAction, supplies.action),
            on(RailMoves, supplies.entrain), on(Train, supplies.ride), on(Reorganising, supplies.reorganise),
            on(Moves, fight.move), on(March, fight.march), on(Regrouping, fight.stay), on(Declaring, fight.declare),
            on(Gathering, fight.gather), on(NextBattle, fight.next_battle), on(Supporting, fight.support),
            on(CallTable, fight.call), on(TakeLoss, fight.lose), on(Softening, fight.soften), on(Sparing, fight.spare),
            on(Withdrawing, fight.withdraw), on(AdvanceUnits, fight.advance), on(KeepOne, fight.spare),
            on(Promoting, people.promote), on(Offering, people.weakest), on(Flipping, people.weakest),
            on(Feeding, people.strongest), on(Levy, people.strongest),
            on(Sending, air.send), on(Aiming, air.aim), on(Forming, air.form), on(Staying, air.stay), on(Returning, air.keep_base),
            on(Landing, air.land), on(Fleeing, air.flee), on(Rebasing, air.rebase), on(Basing, air.base), on(Patrolling, air.patrol),
            on(PatrolOver, air.patrol_over), on(Daytime, air.hour), on(FlakTarget, air.struck), on(CarpetLoss, air.struck),
            on(StrafeTarget, air.struck), on(KeepFlying, air.keep_up), on(Slipping, air.slip), on(Loading, air.load),
            on(Stowing, air.stow), *sea_shore.TABLE, *affairs.TABLE, *economy.TABLE,
        )  # fmt: skip

    def names(self, seat: Seat) -> list[str]:
        return list(NUMBERS[0])

    def plans(self, s: State, seat: Seat) -> list[Plan]:
        """Ways to wage a turn: as usual, boldly, carefully, for cities."""
        return [
            STEADY,
            Plan("bold", 0.8, tilts=(("own", 0.7), ("least", 0.5))),
            Plan("careful", -0.8, tilts=(("own", 1.4), ("least", 1.5))),
            Plan("cities", tilts=(("prize", 1.7),)),
        ]

    def worth(self, s: State, seat: Seat) -> float:
        """The chances of a seat: cities against the middle of the bands, and its share of the strength on the map."""
        if s.result is not None:
            return 1.0 if seat in s.result.winners else 0.5 if not s.result.winners else 0.0
        w = s.world
        bands = w.data["scenarios"]["victory"][w.plan.id]["bands"]
        middle = (bands["axis"] + bands["allies"]) / 2
        force = [1.0 + sum(w.strength[u] for u in w.land_of[side] if s.where[u] >= 0) for side in (0, 1)]
        ahead = CITIES * (points(s) - middle) + FORCES * (force[0] / sum(force) - 0.5)
        axis = 1.0 / (1.0 + exp(-ahead))
        return axis if w.table.seat_side[seat] == AXIS else 1.0 - axis


__all__ = ["FlamesDoctrine"]
