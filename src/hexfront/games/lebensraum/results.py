"""Chapters 7.4 and 7.41: what a result costs each side, in steps and in ground."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.lebensraum.actions import GiveWay, TakeLoss
from hexfront.games.lebensraum.advance import advance_frames
from hexfront.games.lebensraum.decisions import Asked
from hexfront.games.lebensraum.fate import FateRoll
from hexfront.games.lebensraum.kinds import STAFF_BASE, WAYS
from hexfront.games.lebensraum.leaders import judgement, replace_lost
from hexfront.games.lebensraum.retreat import Retreats
from hexfront.games.lebensraum.state import State, lose_step, steps_of
from hexfront.games.lebensraum.supply import loss_option, loss_violation
from hexfront.kernel import Agenda, Auto, Option, Prompt, Seat, Violation

ATTACKER, DEFENDER = 0, 1


def side_list(s: State, side: int) -> list[int]:
    """The units of a side that took part, living or not."""
    return s.attackers if side == ATTACKER else s.defenders


def survivors(s: State, side: int) -> list[int]:
    """The units of a side that are still on the map."""
    return [u for u in side_list(s, side) if s.where[u] >= 0]


def result_frames(s: State) -> Agenda:
    """A result, applied at once. Cases 7.2e, 7.4a, 7.4e, 7.4f, 7.45f, 9.0f.

    Leaders first, since a new one comes before any advance; then the losses of the defender and of the attacker, the
    retreat of who lost more, and the advance of who is left.
    """
    s.gave_way = s.vacated = s.spare = 0
    s.needed = [sum(steps_of(s, u) for u in side_list(s, side)) for side in (ATTACKER, DEFENDER)]
    chiefs = [s.chief[k] for k in s.helpers if k < STAFF_BASE and s.chief[k] >= 0]
    fates = [
        frame
        for leader in chiefs
        for frame in (FateRoll(leader, "in_combat"), ReplaceLost(leader, s.post[leader]))
    ]
    a, d = s.indicated
    forced: Agenda = (ForcedRetreat(DEFENDER if d > a else ATTACKER),) if a != d else ()
    return (*fates, judgement(s), TakeLosses(DEFENDER), TakeLosses(ATTACKER), *forced, AfterCombat())


class ReplaceLost(Auto, frozen=True, tag=True):
    """An HQ whose leader was hit in combat draws another at once. Cases 9.0b, 7.45h."""

    leader: int
    hq: int

    def run(self, s: State) -> Agenda:
        return () if s.post[self.leader] == self.hq else replace_lost(s, self.hq)


class Losses(Asked, frozen=True, tag=True):
    """Take a lost step, or the first one as a retreat. Cases 7.4b, 7.4d, 7.41d."""

    rule: ClassVar[str] = "7.41d"
    takes = (TakeLoss, GiveWay)
    side: int

    def chooser(self, s: State) -> int:
        return s.power[side_list(s, self.side)[0]]

    def candidates(self, s: State, seat: Seat) -> list[TakeLoss | GiveWay]:
        losses = [TakeLoss(u, way) for u in survivors(s, self.side) for way in range(len(WAYS))]
        return [*losses, GiveWay()]

    def violation(self, s: State, seat: Seat, action: TakeLoss | GiveWay) -> Violation | None:
        if isinstance(action, TakeLoss):
            return loss_violation(s, action, tuple(survivors(s, self.side)))
        if s.owed[self.side] != s.indicated[self.side]:
            return Violation("7.4d", "Only the first step can be taken as a retreat.")
        if s.owed[self.side] - 1 >= s.needed[self.side]:
            return Violation("7.42i", "Units that will be eliminated may not retreat first.")
        return None

    def apply(self, s: State, seat: Seat, action: TakeLoss | GiveWay) -> Agenda:
        s.owed[self.side] -= 1
        if isinstance(action, TakeLoss):
            lose_step(s, action.unit, action.way, "7.41d")
            return again(s, self)
        s.gave_way |= 1 << self.side
        s.pending = survivors(s, self.side)
        return (Retreats(self.side, "7.4d", False), TakeLosses(self.side))

    def prompt(self, s: State, seat: Seat) -> Prompt:
        left = s.owed[self.side]
        return Prompt(f"Take {'1 step' if left == 1 else f'{left} steps'} of loss.", self.rule)

    def option(self, s: State, seat: Seat, action: TakeLoss | GiveWay) -> Option:
        if isinstance(action, TakeLoss):
            return loss_option(s, action)
        return Option("Retreat instead of the first step", "retreat", rule="7.4d")


def again(s: State, frame: Losses) -> Agenda:
    """Ask once more while there is something to take and somebody to take it."""
    return (frame,) if s.owed[frame.side] and survivors(s, frame.side) else ()


class TakeLosses(Auto, frozen=True, tag=True):
    """A side takes its losses one by one, while there are steps owed and units to lose them. Cases 7.4b, 7.4d."""

    side: int

    def run(self, s: State) -> Agenda:
        return again(s, Losses(self.side))


class ForcedRetreat(Auto, frozen=True, tag=True):
    """The side with more indicated losses retreats, though it may have done so for its first step. Case 7.4e, RULING 7.4-a."""

    side: int

    def run(self, s: State) -> Agenda:
        s.pending = survivors(s, self.side)
        return (Retreats(self.side, "7.4e", True),) if s.pending else ()


class AfterCombat(Auto, frozen=True, tag=True):
    """Who has eliminated all opposing units may advance. Cases 7.4c, 7.42h, 7.43a, 7.43d, RULING 7.43-a, RULING 7.4-b."""

    def run(self, s: State) -> Agenda:
        for side in (ATTACKER, DEFENDER):
            other = 1 - side
            lost_ground = s.gave_way >> side & 1 or s.indicated[side] > s.indicated[other]
            if survivors(s, other) or not survivors(s, side) or (side == ATTACKER and lost_ground):
                continue
            s.spare = max(0, s.indicated[other] - s.needed[other])
            s.pending = survivors(s, side)
            return advance_frames(s)
        return ()
