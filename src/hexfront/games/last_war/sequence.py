"""A game is turns, and a turn is ten steps. Air and sea come before them."""

from __future__ import annotations

from typing import Any

from hexfront.games.last_war import umpire
from hexfront.games.last_war.asks import Roll, opened
from hexfront.games.last_war.bombing import AirStep
from hexfront.games.last_war.cards import CardStep
from hexfront.games.last_war.closing import CloseStep
from hexfront.games.last_war.combat import CombatStep
from hexfront.games.last_war.control import MapControl
from hexfront.games.last_war.data import KINDS, POWERS, SIDE_NAMES
from hexfront.games.last_war.deployment import DeployStep
from hexfront.games.last_war.events import Reported, StepRevealed, TurnBegun
from hexfront.games.last_war.flags import FlagStep
from hexfront.games.last_war.front import mend
from hexfront.games.last_war.industry import IndustryStep, end_zones, leave_war, muster
from hexfront.games.last_war.naval import SeaStep
from hexfront.games.last_war.partisans import Absorption, PartisanStep
from hexfront.games.last_war.retooling import RetoolStep
from hexfront.games.last_war.state import LastWarState, begin, is_held_by, is_in_war, to_pool
from hexfront.games.last_war.straightening import StraightenStep
from hexfront.games.last_war.victory import final_result, sudden_result
from hexfront.games.last_war.withdrawal import WithdrawStep
from hexfront.games.last_war.words import the
from hexfront.hexes import bits
from hexfront.kernel import Agenda, Auto, Die, Distribution, with_item


class Briefings(Auto, frozen=True, tag=True):
    """Before the first turn each side gets its assessments of the enemy. Case me.briefing."""

    def run(self, s: LastWarState) -> Agenda:
        w = s.world
        s.turn = 1
        muster(s)
        s.turn = 0
        return tuple(Assessment(1 - w.side_of[n], n) for n in range(len(w.powers)))


class Assessment(Roll, frozen=True, tag=True):
    """How far a side's assessment of an enemy power is out: one too low, right, or one too high. RULING me-b. Cases
    me.briefing."""

    side: int
    power: int

    def outcomes(self, s: LastWarState) -> Distribution:
        return Die(3)

    def title(self, s: LastWarState) -> str:
        power = the(s.world.powers[self.power].name)
        return f"Assessment of {power} by the {SIDE_NAMES[self.side]}: 1 too low, 2 right, 3 too high"

    def apply(self, s: LastWarState, outcome: Any) -> Agenda:
        s.guess = with_item(s.guess, self.side * POWERS + self.power, max(1 - s.me[self.power], outcome - 2))
        return ()

    def seen_by(self, s: LastWarState, seat: str) -> bool:
        return False


class GameTurn(Auto, frozen=True, tag=True):
    """The next turn: air, sea, then the ten steps in order; or the end. Case sequence.ten-steps."""

    def run(self, s: LastWarState) -> Agenda:
        if s.turn == len(s.world.turns):
            s.finish(final_result(s))
            return ()
        s.turn += 1
        s.emit(TurnBegun(s.turn))
        muster(s)
        mend(s)
        return (AirStep(), SeaStep(), *steps())


def steps() -> Agenda:
    """The ten steps. Case sequence.ten-steps."""
    return (
        RetoolStep(),
        IndustryStep(),
        Keep("after industry"),
        PartisanStep(),
        DeployStep(),
        CloseStep(),
        Keep("before flags"),
        FlagStep(),
        CardStep(),
        WithdrawStep(),
        Keep("before combat"),
        CombatStep(),
        UpdateStep(),
        Keep("before straightening"),
        StraightenStep(),
        ReportStep(),
        GameTurn(),
    )


class Keep(Auto, frozen=True, tag=True):
    """A position that Control can go back to."""

    when: str

    def run(self, s: LastWarState) -> Agenda:
        umpire.keep(s, f"turn {s.turn}, {self.when}")
        return ()


def resume(label: str) -> Agenda:
    """What is left of a turn from a kept position on."""
    found = steps()
    return found[found.index(Keep(label.split(", ")[1])) + 1 :]


class UpdateStep(Auto, frozen=True, tag=True):
    """Step 8: the new line is drawn, landings that were not made return, partisans may join the army. Cases
    sequence.8-update."""

    def run(self, s: LastWarState) -> Agenda:
        w = s.world
        s.phase = "update"
        s.flags, s.cards, s.battles = [], [], ()
        s.stakes, s.backing, s.ruled = {}, {}, {}
        for i in bits(w.beach_set):
            for side in (0, 1):
                to_pool(s, i, side)
        end_zones(s)
        mend(s)
        begin(s)
        return (*opened(s, Absorption()), *((MapControl(),) if w.is_umpired else ()))


class ReportStep(Auto, frozen=True, tag=True):
    """Step 10: a report to each high command; nations leave the war and games end here. Case
    sequence.10-report."""

    def run(self, s: LastWarState) -> Agenda:
        w = s.world
        s.phase = "report"
        mend(s)
        for n in range(len(w.powers)):
            if is_in_war(s, n):
                lost = dict(zip(KINDS, s.lost[n * 6 : n * 6 + 6], strict=True))
                cities = (s.held[n] & w.cities).bit_count()
                s.emit(Reported(n, w.seat_of[n], w.side_of[n], s.turn, lost, s.held[n].bit_count(), cities))
        for n, power in enumerate(w.powers):
            fallen = [w.place(name) for name in power.collapse]
            gone = fallen and not any(is_held_by(s, i, w.side_of[n]) for i in fallen)
            if is_in_war(s, n) and (gone or not s.morale[n]):
                leave_war(s, n, "sequence.10-report")
        s.emit(StepRevealed("The turn is reported.", "sequence.10-report"))
        begin(s)
        result = sudden_result(s)
        if result is not None:
            s.finish(result)
        return ()
