"""Chapter 3: the sequence of play."""

from __future__ import annotations

from hexfront.games.motherland import events as ev
from hexfront.games.motherland.administration import administrative_steps
from hexfront.games.motherland.combat import Attacks
from hexfront.games.motherland.kinds import (
    ADMINISTRATIVE,
    AXIS,
    AXIS_COMBAT,
    AXIS_EXPLOITATION,
    AXIS_MOVEMENT,
    PHASE_TITLES,
    PINNED,
    SOVIET,
    SOVIET_COMBAT,
    SOVIET_EXPLOITATION,
    SOVIET_MOVEMENT,
    STRATEGIC,
    SUPPLY_PHASE,
)
from hexfront.games.motherland.long_moves import LongMoves
from hexfront.games.motherland.movement import Moves
from hexfront.games.motherland.reinforcements import Arrivals, OfferReinforcements
from hexfront.games.motherland.stacking import StackingCheck
from hexfront.games.motherland.state import State, flag
from hexfront.games.motherland.supply_phase import supply_steps
from hexfront.games.motherland.victory import FinalReckoning, SuddenDeathRoll, sudden_deaths
from hexfront.games.motherland.world import World
from hexfront.games.motherland.zones import enemy_zoc
from hexfront.kernel import Agenda, Auto
from hexfront.wargame import on_map

LAST_AXIS_FIRST_TURN = 11

AXIS_FIRST = (
    SUPPLY_PHASE, AXIS_MOVEMENT, AXIS_COMBAT, AXIS_EXPLOITATION, SOVIET_MOVEMENT, SOVIET_COMBAT, ADMINISTRATIVE,
)  # fmt: skip
"""Phases of turns 1 to 11. Case 3.0d."""
SOVIET_FIRST = (
    SUPPLY_PHASE, SOVIET_MOVEMENT, SOVIET_COMBAT, SOVIET_EXPLOITATION, AXIS_MOVEMENT, AXIS_COMBAT, ADMINISTRATIVE,
)  # fmt: skip
"""Phases of turns 12 to 22. Case 3.0e."""

RULES = {
    SUPPLY_PHASE: "3.1.1a", AXIS_MOVEMENT: "3.1.2a", SOVIET_MOVEMENT: "3.1.2b", AXIS_COMBAT: "3.1.3a",
    SOVIET_COMBAT: "3.1.3a", AXIS_EXPLOITATION: "3.1.4", SOVIET_EXPLOITATION: "3.1.4", ADMINISTRATIVE: "3.1.7a",
}  # fmt: skip
PHASING = {
    AXIS_MOVEMENT: AXIS, AXIS_COMBAT: AXIS, AXIS_EXPLOITATION: AXIS, SOVIET_MOVEMENT: SOVIET, SOVIET_COMBAT: SOVIET,
    SOVIET_EXPLOITATION: SOVIET,
}  # fmt: skip
"""Who is phasing; nobody in mutual phases. Case 3.0b."""


def order_of_play(w: World, turn: int) -> tuple[int, ...]:
    """The phases of a turn. Cases 3.0d, 3.0e, 3.0f, 3.0g, 20.5-s2. RULING 20.5-a."""
    return AXIS_FIRST if turn <= LAST_AXIS_FIRST_TURN or turn == w.plan.axis_first_turn else SOVIET_FIRST


class GameTurn(Auto, frozen=True, tag=True):
    """One game turn. Cases 3.0c, 3.1.8."""

    turn: int

    def run(self, s: State) -> Agenda:
        s.turn = self.turn
        s.flags = (0,) * len(s.flags)
        box = s.world.turns[self.turn]
        s.emit(ev.TurnBegan(self.turn, f"{box.date}: {box.weather}", "3.0a"))
        return (*(PhaseFrame(phase) for phase in order_of_play(s.world, self.turn)), EndOfTurn())


class PhaseFrame(Auto, frozen=True, tag=True):
    """One phase, from fresh counters to the stacking check.

    Cases 3.0b, 3.1.1a, 3.1.2a, 3.1.2b, 3.1.3a, 3.1.7a, 5.0d, 5.1a, 5.4.1b, 5.4.2b, 5.4.3, 5.5a, 6.0a, 8.3.1a, 17.0a.
    """

    phase: int

    def run(self, s: State) -> Agenda:
        s.phase, s.side = self.phase, PHASING.get(self.phase, -1)
        # RULING 5.3-c: Strategic Movement ends a unit's movement for the turn, so Exploitation remembers it.
        s.flags = tuple([flags & STRATEGIC for flags in s.flags])
        s.emit(ev.PhaseBegan(PHASE_TITLES[self.phase], RULES[self.phase]))
        return (*self._steps(s), StackingCheck())

    def _steps(self, s: State) -> Agenda:
        if self.phase == SUPPLY_PHASE:
            return supply_steps()
        if self.phase == ADMINISTRATIVE:
            return administrative_steps()
        side = s.side
        if self.phase in (AXIS_COMBAT, SOVIET_COMBAT):
            s.struck_hexes = s.cancelled = 0
            return (Attacks(side),)
        s.spent = [0] * len(s.spent)
        s.began = tuple(s.where)
        if self.phase in (AXIS_EXPLOITATION, SOVIET_EXPLOITATION):
            hostile = enemy_zoc(s, side)
            flag(s, [u for u in on_map(s, side) if hostile >> s.where[u] & 1], PINNED)
            return (Moves(side),)
        s.shipped, s.ship_port = 0, -1
        return (
            Arrivals(side), OfferReinforcements(side), LongMoves(side), Moves(side), Moves(side, late=True),
        )  # fmt: skip


class EndOfTurn(Auto, frozen=True, tag=True):
    """The turn is over: sudden death, the end of the scenario, or the next turn.

    Cases 3.1.8, 20.0-i1, 20.2-s5, 20.3-s2, 20.6-s5, 20.6-s6.
    """

    def run(self, s: State) -> Agenda:
        rolls = tuple(SuddenDeathRoll(check.case) for check in sudden_deaths(s))
        last: bool = s.turn >= s.world.plan.last
        return (*rolls, FinalReckoning() if last else GameTurn(s.turn + 1))
