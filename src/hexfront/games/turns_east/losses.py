"""Losses (12.2.3), the fate of units lost while surrounded (12.3.5), and leaders without Panzers (13.4.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from hexfront.games.turns_east.actions import Lose
from hexfront.games.turns_east.events import FateRolled, LeaderMoved, ReplacementCounter
from hexfront.games.turns_east.state import GONE, POOL, EastState, eliminate, factor, units_at
from hexfront.games.turns_east.supply import SupplyNet, is_cut_off
from hexfront.games.turns_east.zones import crowding
from hexfront.hexes import Hex, bits
from hexfront.kernel import (
    Action,
    Agenda,
    Auto,
    Chance,
    Die,
    Distribution,
    Option,
    Prompt,
    Seat,
    Violation,
)
from hexfront.wargame import SideDecides, StepLost, lift, move

TWO_STEPS = 2
REPLACEMENT = 2
"""With this many steps left an army is down to its replacement counter."""


def lose_unit(s: EastState, u: int, rule: str, cut: bool | None = None) -> Agenda:
    """Eliminate a unit. `cut` says whether it was surrounded; left out, it is looked up. Cases 12.3.5a, 12.3.5b,
    13.4.3."""
    w = s.world
    if cut is None:
        cut = is_cut_off(s, SupplyNet(s, w.side[u]), u)
    printed = factor(s, u)
    i = s.where[u]
    eliminate(s, u, rule)
    rehouse_leaders(s, i)
    if cut and w.soviet_armies >> u & 1 and w.units[u].rebuild != "n":
        return (Fate(u, printed),)
    return ()


def lose_step(s: EastState, u: int, rule: str, cut: bool | None = None) -> Agenda:
    """Take a step from a unit; the last one eliminates it. Cases 2.2.1a, 2.2.1e, 12.2.3b, 13.3.7."""
    if s.steps[u] <= 1:
        return lose_unit(s, u, rule, cut)
    s.steps[u] -= 1
    # Nobody but an army has as many steps as to come down to these two.
    is_replaced = s.steps[u] == REPLACEMENT
    s.emit(ReplacementCounter(u, s.where[u]) if is_replaced else StepLost(u, s.where[u], "12.2.3a"))
    return ()


def rehouse_leaders(s: EastState, i: Hex) -> None:
    """Send a leader without a Panzer Corps to the nearest one of the Army Group, or out of the game. Case 13.4.3.
    RULING 13.4-b."""
    w = s.world
    stack = units_at(s, i)
    if stack & w.panzers:
        return
    for leader in bits(stack & w.leaders):
        homes = [
            (w.grid.distance(i, s.where[p]), p)
            for p in bits(w.panzers)
            if s.where[p] >= 0 and w.area_of[s.where[p]] == w.area_of[i]
        ]
        for _, p in sorted(homes):
            if crowding(s, 1 << leader, s.where[p]) is None:
                move(s, leader, s.where[p])
                s.emit(LeaderMoved(leader, s.where[p]))
                break
        else:
            lift(s, leader, GONE)
            s.emit(LeaderMoved(leader, -1))


class Fate(Chance, frozen=True, tag=True):
    """Whether a surrounded unit is lost for good: if the roll is above its factor. Cases 12.3.5b, 12.3-i1."""

    unit: int
    factor: int

    def outcomes(self, s: EastState) -> Distribution:
        return Die()

    def apply(self, s: EastState, outcome: Any) -> Agenda:
        gone = outcome > self.factor
        if gone and s.where[self.unit] == POOL:
            s.where[self.unit] = GONE
        s.emit(FateRolled(self.unit, outcome, gone))
        return ()

    def title(self, s: EastState) -> str:
        return f"Is {s.world.name(self.unit)} lost for good? A roll above {self.factor} means yes."


def loss_violation(s: EastState, units: tuple[int, ...], u: int) -> Violation | None:
    """Why a loss may not be taken from a unit: a unit of several steps is not wiped out while a two-step unit in
    the combat is untouched. Armies have four steps and protect nobody. Case 12.2.3a. RULING 12.2-e."""
    w = s.world
    if u not in units or s.where[u] < 0:
        return Violation("12.2.3a", "The loss must come from a unit in this combat.")
    if w.full[u] > 1 and s.steps[u] == 1:
        for k in units:
            if w.full[k] == TWO_STEPS and s.steps[k] == TWO_STEPS:
                return Violation(
                    "12.2.3a",
                    f"{s.world.name(u)} cannot be eliminated while {s.world.name(k)} has lost no step.",
                    s.world.label(s.where[u]),
                )
    return None


class Losses(Auto, frozen=True, tag=True):
    """One step lost among some units; their owner chooses where there is a choice."""

    side: int
    units: tuple[int, ...]
    rule: str
    cut: int = 0

    def run(self, s: EastState) -> Agenda:
        choices = [u for u in self.units if s.where[u] >= 0 and loss_violation(s, self.units, u) is None]
        if not choices:
            return ()
        if len(choices) == 1:
            return lose_step(s, choices[0], self.rule, bool(self.cut >> choices[0] & 1))
        return (ChooseLoss(self.side, self.units, self.rule, self.cut),)


class ChooseLoss(SideDecides, frozen=True, tag=True):
    """Which unit loses the step. Case 12.2.3a."""

    rule: ClassVar[str] = "12.2.3a"
    takes: ClassVar[tuple[type[Action], ...]] = (Lose,)
    units: tuple[int, ...]
    case: str
    cut: int

    def candidates(self, s: EastState, seat: Seat) -> Iterable[Action]:
        return (Lose(u) for u in self.units)

    def violation(self, s: EastState, seat: Seat, action: Any) -> Violation | None:
        return loss_violation(s, self.units, action.unit)

    def apply(self, s: EastState, seat: Seat, action: Any) -> Agenda:
        return lose_step(s, action.unit, self.case, bool(self.cut >> action.unit & 1))

    def prompt(self, s: EastState, seat: Seat) -> Prompt:
        return Prompt(
            "Choose the unit that loses a step.", self.case, "A unit without steps left is eliminated."
        )

    def option(self, s: EastState, seat: Seat, action: Any) -> Option:
        u = action.unit
        words = "Lose" if s.steps[u] == 1 else "Take a step from"
        return Option(
            f"{words} {s.world.name(u)}",
            "loss",
            s.world.units[u].id,
            s.world.label(s.where[u]),
            rule=self.case,
        )
