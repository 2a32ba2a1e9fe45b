"""Lebensraum!: the doctrine: how each kind of decision is answered, and what a position is worth."""

from __future__ import annotations

from math import exp

from hexfront.games.lebensraum.arrivals import Placing
from hexfront.games.lebensraum.combat import Attacks, Commanding, Gathering, Supporting
from hexfront.games.lebensraum.decisions import Asked, PowerOffers
from hexfront.games.lebensraum.economy import Capture, Starving
from hexfront.games.lebensraum.headquarters import Designation, HQRetreat, HQSegment
from hexfront.games.lebensraum.kinds import CAMP, OF_CAMP
from hexfront.games.lebensraum.landings import Landings
from hexfront.games.lebensraum.leaders import Disposal
from hexfront.games.lebensraum.missions import Missions
from hexfront.games.lebensraum.movement import Breakdown, March, Moves
from hexfront.games.lebensraum.replacements import Rebuilding
from hexfront.games.lebensraum.results import Advances, Losses, RetreatUnit
from hexfront.games.lebensraum.state import State, held_by_camp, strength_of, units_of
from hexfront.games.lebensraum.supply import SupplyLoss
from hexfront.games.lebensraum.transfers import Consent, Disposition, Transfers
from hexfront.games.lebensraum.transport import Routing, Transports
from hexfront.games.lebensraum.world import World
from hexfront.kernel import Action, Game, Seat, SeededSource, pending
from hexfront.players.doctrine import STEADY, Doctrine, Memory, Plan, Table
from hexfront.players.doctrines.lebensraum import fight, moves, people, supplies
from hexfront.players.doctrines.lebensraum.desk import Desk
from hexfront.players.doctrines.lebensraum.field import Map, union_of
from hexfront.players.doctrines.lebensraum.numbers import NUMBERS
from hexfront.players.question import on

GROUND, FORCES = 4.0, 3.0
"""How much a share of what is worth holding, and of all strength, counts for the chances to win."""


class LebensraumDoctrine(Doctrine[State, Desk]):
    """A line and a treasury, attacks by exact odds, lines of the enemy cut; the rest of the staff's work by what it gains."""

    horizon = 0
    effort = 8

    def __init__(self, game: Game[State]) -> None:
        super().__init__(game)
        self._maps: dict[bytes, Map] = {}

    def map_of(self, w: World) -> Map:
        found = self._maps.get(w.key)
        if found is None:
            found = self._maps[w.key] = Map(w)
        return found

    def question(
        self, s: State, seat: Seat, legal: list[Action], plan: Plan, memory: Memory, source: SeededSource
    ) -> Desk:
        frame = pending(s)
        assert isinstance(frame, Asked | PowerOffers)
        return Desk(self, s, seat, legal, plan, memory, source, frame)

    def table(self) -> Table[Desk]:
        return (
            on(Moves, moves.move), on(March, moves.march), on(Landings, moves.land), on(Breakdown, fight.cheapest_loss),
            on(Attacks, fight.attack), on(Gathering, fight.gather), on(Commanding, fight.command),
            on(Supporting, fight.support), on(Losses, fight.lose), on(RetreatUnit, fight.step_back),
            on(Advances, fight.advance), on(SupplyLoss, fight.cheapest_loss), on(HQRetreat, fight.hq_back),
            on(Capture, fight.captured), on(Disposal, people.dispose), on(Disposition, people.replace),
            on(Transfers, people.transfer), on(HQSegment, people.headquarters), on(Designation, people.reserves),
            on(Missions, supplies.missions), on(Placing, supplies.place), on(Rebuilding, supplies.rebuild),
            on(Transports, supplies.transport), on(Routing, supplies.route), on(Starving, supplies.starve), on(Consent, people.consent),
        )  # fmt: skip

    def names(self, seat: Seat) -> list[str]:
        return list(NUMBERS[0])

    def plans(self, s: State, seat: Seat) -> list[Plan]:
        """Ways to wage a turn: as usual, boldly, carefully, for cities, for the enemy's lines."""
        return [
            STEADY,
            Plan("bold", 0.8, tilts=(("alone", 0.5), ("least", 0.5))),
            Plan("careful", -0.8, tilts=(("alone", 2.0), ("closing", 1.5))),
            Plan("cities", tilts=(("take", 1.6), ("place", 1.6), ("pull", 1.4))),
            Plan("lines", tilts=(("sever", 1.8),)),
        ]

    def worth(self, s: State, seat: Seat) -> float:
        """The chances of a seat: what its camp holds of all that is worth holding, and its share of the strength."""
        if s.result is not None:
            return 1.0 if seat in s.result.winners else 0.5 if not s.result.winners else 0.0
        w = s.world
        camp = CAMP[w.seat_of.index(seat)]
        worth = self.map_of(w).worth(s)
        ground = [sum(x for h, x in worth.items() if held_by_camp(s, c) >> h & 1) for c in (0, 1)]
        start = [union_of(w.start_control[p] for p in OF_CAMP[c] if p in w.powers) for c in (0, 1)]
        usual = [sum(x for h, x in worth.items() if start[c] >> h & 1) for c in (0, 1)]
        force = [
            1.0 + sum(strength_of(s, u) for p in w.powers if CAMP[p] == c for u in units_of(s, p))
            for c in (0, 1)
        ]
        gained = (ground[camp] - usual[camp]) / max(1.0, sum(ground))
        share = force[camp] / sum(force) - 0.5
        return 1.0 / (1.0 + exp(-(GROUND * gained + FORCES * share)))


__all__ = ["LebensraumDoctrine"]
