"""Chapter 4: the sequence of play, read as the rulebook's own list of phases."""

from __future__ import annotations

from typing import Any

from hexfront.games.turns_east.attrition import wasting
from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.events import AttritionSuffered
from hexfront.games.turns_east.losses import lose_step
from hexfront.games.turns_east.orders import (
    CommandRoll,
    HitlerRoll,
    InitiativePhase,
    Purchase,
    hitler_may_roll,
)
from hexfront.games.turns_east.reinforcement import Arrivals, AxisReplacements, Partisans, SovietReplacements
from hexfront.games.turns_east.state import EastState
from hexfront.games.turns_east.victory import judge_automatic, judge_points
from hexfront.kernel import Agenda, Auto
from hexfront.wargame import TurnBegan


class GameTurn(Auto, frozen=True, tag=True):
    """A turn of one month: six phases, none of them reopened. Cases 4.0a, 4.0b."""

    def run(self, s: EastState) -> Agenda:
        clear_turn(s)
        box = s.world.turns[s.turn - 1]
        s.emit(TurnBegan(s.turn, f"{box.label}: {box.weather}", "2.1b"))
        return (
            AxisReinforcementPhase(),
            SovietReinforcementPhase(),
            CommandPointsPhase(),
            InitiativePhase(),
            EndPhase(),
        )


def clear_turn(s: EastState) -> None:
    """Orders, moves and markers of the last turn are over. Cases 11.1.7, 13.4.5, 12.4.3, 7.1.3, 13.7.2a, 3.1d,
    5.1.2, 13.8, 8.1.9, 5.2.5, 5.2.4, 7.8.1."""
    w = s.world
    s.box = [0] * 8  # every Command needs a new order
    s.special = {}
    s.moved = 0
    s.fought = s.assaulted = 0
    s.axis_now, s.soviet_now = s.axis_next, s.soviet_next
    s.axis_next, s.soviet_next = [], []
    s.budget, s.points = s.points, [0, 0]
    s.invaded = 0
    s.air = [w.turns[s.turn - 1].luftwaffe, 0, 0, 0, 0]
    s.flown = 0
    s.t34 = int(s.turn >= w.markers["t34_turn"])
    if s.turn >= w.markers["zhukov_turn"]:
        s.zhukov = "cup"


class AxisReinforcementPhase(Auto, frozen=True, tag=True):
    """I. Reinforcements, then replacements and garrisons. Cases 4.0-I, 5.0a, 4.0b."""

    def run(self, s: EastState) -> Agenda:
        s.phase = "axis-reinforcement"
        return (Arrivals(AXIS), AxisReplacements())


class SovietReinforcementPhase(Auto, frozen=True, tag=True):
    """II. Reinforcements, partisans, then replacements. Cases 4.0-II, 5.0a, 4.0b."""

    def run(self, s: EastState) -> Agenda:
        s.phase = "soviet-reinforcement"
        return (Arrivals(SOVIET), Partisans(), SovietReplacements())


class CommandPointsPhase(Auto, frozen=True, tag=True):
    """III. Both sides roll, then buy in secret for the next turn; on the last turn there is none. Cases 4.0-III,
    7.1.6, 4.0b. RULING 4.0-b."""

    def run(self, s: EastState) -> Agenda:
        s.phase = "command"
        if s.turn >= s.world.plan.last_turn:
            return ()
        return (CommandRoll(AXIS), CommandRoll(SOVIET), Purchase())


class EndPhase(Auto, frozen=True, tag=True):
    """VI. Attrition, the Hitler roll, victory. Cases 4.0-VI, 4.0b. RULING 4.0-a: in this order."""

    def run(self, s: EastState) -> Agenda:
        s.phase = "end"
        frames: list[Any] = [Attrition()]
        if hitler_may_roll(s):
            frames.append(HitlerRoll())
        return (*frames, Judgement())


class Attrition(Auto, frozen=True, tag=True):
    """Units without an LOC next to supplied enemies lose a step, all at the same time. Case 10.2."""

    def run(self, s: EastState) -> Agenda:
        frames: list[Any] = []
        for u in wasting(s):
            s.emit(AttritionSuffered(u, s.where[u]))
            frames.extend(lose_step(s, u, "10.2.1a", cut=True))
        return tuple(frames)


class Judgement(Auto, frozen=True, tag=True):
    """Victory, or the next turn."""

    def run(self, s: EastState) -> Agenda:
        judge_automatic(s)
        if s.result is not None:
            return ()
        if s.turn >= s.world.plan.last_turn:
            judge_points(s)
            return ()
        s.turn += 1
        return (GameTurn(),)
