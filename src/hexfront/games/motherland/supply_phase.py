"""The Mutual Supply Phase: withdrawals, chits, supply judged, partisans, air supply, attrition (3.1, 9, 10, 14).

The steps come in this order (RULING 9.1-a): air withdrawal, new chits and markers, supply judged with expended bases,
Air Supply, partisan effects, isolation, partisan placement, removal of expended bases.
"""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.motherland import events as ev
from hexfront.games.motherland.actions import AirSupply, Done, Expend, Lose
from hexfront.games.motherland.air import air_ready, is_in_air_range
from hexfront.games.motherland.chits import ChitDraw
from hexfront.games.motherland.kinds import (
    AIR_BASE,
    AXIS,
    CHIT_UNITS,
    GENERALS,
    GONE,
    LACK,
    MUD,
    NOT_ARRIVED,
    OUT,
    PARTISANS,
    RETURNING,
    SOVIET,
    SUPPLY_BASE,
    SUPPORT,
)
from hexfront.games.motherland.partisans import PartisanPlacement, PartisanRolls
from hexfront.games.motherland.state import State, eliminate, lose_step, schedule, weather
from hexfront.games.motherland.supply import areas, axis_rail, factory_hexes, is_isolated, verdict
from hexfront.kernel import Agenda, Auto, Chance, Die, Option, Prompt, Seat, Violation
from hexfront.wargame import AskWhile, Offers, OneDecides, changed, lift, on_map

WITHDRAWALS = (6, 13, 16, 20)
"""Turns on which an Air unit is withdrawn. Cases 3.1.1b, 14.0c."""
ABSENCE = 3


def supply_steps() -> Agenda:
    """The whole phase: Air Supply before partisan effects, these before placement, the bases last.

    Cases 3.1.1a, 3.1.1b, 3.1.1c, 3.1.1d, 3.1.1e, 3.1.1f, 9.3.4a.
    """
    return (
        AirWithdrawal(), NewMarkers(), Expending(), Judgement(), AirSupplies(), PartisanRolls(), Isolation(),
        PartisanPlacement(), RemoveExpended(),
    )  # fmt: skip


class AirWithdrawal(Auto, frozen=True, tag=True):
    """One Air unit leaves for good on turns 6, 13, 16 and 20. Cases 3.1.1b, 14.0c. RULING 14.0-a."""

    def run(self, s: State) -> Agenda:
        if s.turn in WITHDRAWALS and s.air:
            s.air -= 1
            s.emit(ev.Noted("A German Air unit is withdrawn.", "14.0c"))
        return ()


class NewMarkers(Auto, frozen=True, tag=True):
    """Chits due this turn join their cups; Generals and Partisans come to their boxes.

    Cases 3.1.1d, 10.0, 11.0b, 16.5a, 17.3.
    """

    def run(self, s: State) -> Agenda:
        w = s.world
        if s.turn > w.plan.first:
            for k, chit in enumerate(w.chits):
                if chit.turn == s.turn:
                    s.cup[k] += chit.count
                    s.emit(ev.Noted(f"Added to the {chit.letter} cup: {chit.count} × {chit.name}.", "17.3"))
        for g, turn in enumerate(w.general_turn):
            if turn == s.turn and not s.generals[g]:
                s.generals[g] = 1
                s.emit(ev.Noted(f"{GENERALS[g]} takes command.", "16.5a"))
        for p, turn in enumerate(w.partisan_turn):
            if turn == s.turn and s.partisans[p] == NOT_ARRIVED:
                s.partisans[p] = -1
                s.emit(ev.Noted(f"Partisans under {PARTISANS[p]} take up arms.", "10.0"))
        return ()


# --- supply is judged


def can_expend(s: State, u: int, net: int) -> bool:
    """A Supply Base on the map with no railroad line to a source. Case 9.3.4a."""
    return s.where[u] >= 0 and u not in s.expended and not net >> s.where[u] & 1


class Expenditure(Offers, frozen=True, tag=True):
    """Which cut-off Supply Bases to expend. Case 9.3.4a."""

    by = AXIS
    takes = (Expend, Done)
    done = Option("Expend no more", "done", rule="9.3.4a", ends=True)
    words: ClassVar[str] = "Expend {unit}"
    rule: ClassVar[str] = "9.3.4a"

    def choices(self, s: State) -> list[Expend]:
        return [Expend(u) for u in s.world.of_kind[SUPPLY_BASE]]

    def refusal(self, s: State, action: Expend) -> Violation | None:
        if action.unit not in s.world.of_kind[SUPPLY_BASE] or not can_expend(s, action.unit, axis_rail(s)):
            return Violation(
                "9.3.4a", "Only a Supply Base without a railroad line can be expended, and only once."
            )
        return None

    def take(self, s: State, action: Expend) -> Agenda:
        s.expended.append(action.unit)
        s.emit(ev.Noted(f"{s.world.name(action.unit)} is expended.", "9.3.4a", s.where[action.unit]))
        return (self,)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        text = "Expend Supply Bases that have no railroad line, or go on."
        return Prompt(text, "9.3.4a", "An expended base gives supply this turn, then returns in three turns.")


class Expending(AskWhile, frozen=True, tag=True):
    """Before supply is judged the Axis may expend bases that are cut off. Case 9.3.4a."""

    asks = Expenditure


class Judgement(Auto, frozen=True, tag=True):
    """Supply of every unit is judged, for the whole turn. Cases 3.1.1a, 9.1a, 9.1b, 9.1.1, 9.1.2.

    RULING 9.1-b: Soviet units first, since Special Axis Supply ignores those Out of Supply.
    """

    def run(self, s: State) -> Agenda:
        w = s.world
        for side in (SOVIET, AXIS):
            known = areas(s, side)
            factories = factory_hexes(s) if side == SOVIET else 0
            units = on_map(s, side)
            status = [verdict(s, u, factories, known) for u in units]
            supply, judged = list(s.supply), list(s.judged)
            for u, new in zip(units, status, strict=True):
                if new and w.kind[u] in (AIR_BASE, SUPPORT):
                    s.emit(ev.Boxed(u, "removed without supply, back in three turns", "9.1.1"))
                    lift(s, u, RETURNING)
                    schedule(s, u, ABSENCE)
                    continue
                if new != supply[u]:
                    s.emit(ev.SupplyChanged(u, new, "9.1b"))
                supply[u] = judged[u] = new
            s.supply, s.judged = tuple(supply), tuple(judged)
        return ()


# --- air supply


def air_supply_violation(s: State, u: int) -> Violation | None:
    """Why no supplies can be flown to a unit. Cases 3.1.1c, 9.3.5, 14.2a, 14.0b. RULING 14.3-a."""
    w = s.world
    if not w.is_unit(u) or s.where[u] < 0 or not w.is_german[u]:
        return Violation("14.2a", "Supplies can be flown only to German units on the map.")
    at = w.label(s.where[u])
    if weather(s) == MUD:
        return Violation("3.1.1c", "No Air Supply on Mud turns.", at)
    if s.supply[u] != OUT:
        return Violation("14.2a", "Only a unit that is Out of Supply can be supplied by air.", at)
    if not air_ready(s):
        return Violation("14.0b", "No Air unit is left this turn.", at)
    if not is_in_air_range(s, s.where[u]):
        return Violation("14.2a", "It is more than four hexes from every Air Base.", at)
    return None


class Airlift(Offers, frozen=True, tag=True):
    """The Axis player flies supplies, unit by unit. Cases 9.3.5, 14.2a, 14.2b."""

    by = AXIS
    takes = (AirSupply, Done)
    done = Option("No more Air Supply", "done", rule="14.2a", ends=True)
    words: ClassVar[str] = "Supply {unit} by air"
    rule: ClassVar[str] = "14.2a"

    def choices(self, s: State) -> list[AirSupply]:
        return [AirSupply(u) for u in on_map(s, AXIS)]

    def refusal(self, s: State, action: AirSupply) -> Violation | None:
        return air_supply_violation(s, action.unit)

    def take(self, s: State, action: AirSupply) -> Agenda:
        s.air_used += 1
        s.supply = changed(s.supply, action.unit, LACK)
        s.emit(ev.SupplyChanged(action.unit, LACK, "14.2a"))
        return (AirSupplies(),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        text = f"Fly supplies to units Out of Supply ({air_ready(s)} Air units ready), or go on."
        return Prompt(text, "14.2a", "Each Air unit lifts one unit from Out of Supply to Lack of Supply.")


class AirSupplies(AskWhile, frozen=True, tag=True):
    """Air units may fly supplies to German units Out of Supply. Cases 3.1.1c, 14.2a."""

    asks = Airlift


# --- isolation


def isolated_units(s: State, h: int) -> list[int]:
    return [u for u in s.stack.get(h, ()) if is_isolated(s, u)]


class Isolation(Auto, frozen=True, tag=True):
    """Every hex with Isolated units gets an attrition roll. Cases 9.1.3a, 9.1.3b."""

    def run(self, s: State) -> Agenda:
        hexes = {s.where[u] for side in (AXIS, SOVIET) for u in on_map(s, side) if is_isolated(s, u)}
        return tuple(Attrition(h) for h in sorted(hexes))


class Attrition(Chance, frozen=True, tag=True):
    """The attrition roll of one hex. Case 9.1.3b."""

    hex: int

    def outcomes(self, s: State) -> Die:
        return Die(6)

    def apply(self, s: State, outcome: int) -> Agenda:
        s.emit(ev.Rolled(f"Attrition at {s.world.title(self.hex)}", outcome, "9.1.3b", self.hex))
        return (Wasting(self.hex, s.world.attrition[outcome - 1]),)

    def title(self, s: State) -> str:
        return f"Attrition of isolated units at {s.world.title(self.hex)}"


class Wasting(Auto, frozen=True, tag=True):
    """Step losses of an attrition roll still to be taken in a hex. Case 9.1.3b."""

    hex: int
    left: int

    def run(self, s: State) -> Agenda:
        more = self.left and isolated_units(s, self.hex)
        return (AttritionLoss(self.hex, self.left),) if more else ()


class Starvation(Auto, frozen=True, tag=True):
    """The unit chosen loses its step."""

    unit: int

    def run(self, s: State) -> Agenda:
        starve(s, self.unit)
        return ()


class AttritionLoss(OneDecides, frozen=True, tag=True):
    """The owner chooses which Isolated units lose steps. Cases 9.1.3b, 9.1.3c, 9.1.3d."""

    hex: int
    left: int
    takes = (Lose,)
    rule: ClassVar[str] = "9.1.3c"

    def chooser(self, s: State) -> int:
        return s.world.side[s.stack[self.hex][0]]

    def candidates(self, s: State, seat: Seat) -> list[Lose]:
        return [Lose(u) for u in isolated_units(s, self.hex)]

    def violation(self, s: State, seat: Seat, action: Lose) -> Violation | None:
        if action.unit in isolated_units(s, self.hex):
            return None
        return Violation("9.1.3c", "Choose an Isolated unit in this hex.", s.world.label(self.hex))

    def apply(self, s: State, seat: Seat, action: Lose) -> Agenda:
        u = action.unit
        after = (Starvation(u), Wasting(self.hex, self.left - 1))
        # RULING 9.1.3-a: a Soviet unit without a chit draws one to take the loss on.
        if s.world.kind[u] in CHIT_UNITS and s.chit[u] < 0:
            return (ChitDraw(u), *after)
        return after

    def prompt(self, s: State, seat: Seat) -> Prompt:
        text = f"Isolated at {s.world.title(self.hex)}: choose a unit to lose a step ({self.left} left)."
        return Prompt(
            text, "9.1.3c", "Units that are Out of Supply and have no line of any length suffer attrition."
        )

    def option(self, s: State, seat: Seat, action: Lose) -> Option:
        name = s.world.name(action.unit)
        return Option(f"{name} loses a step", "loss", name, s.world.label(self.hex), rule="9.1.3c")


def starve(s: State, u: int) -> None:
    """A step lost to isolation. A unit that is eliminated by it is gone for good unless its kind returns. Cases 9.1.3b, 9.1.3d."""
    h = s.where[u]
    left = lose_step(s, u)
    if left >= 0:
        s.emit(ev.StepLost(u, h, "9.1.3b") if left == u else ev.BecameKampfgruppe(u, left, h))
        return
    s.emit(ev.Eliminated(u, h, "9.1.3d"))
    if s.where[u] != RETURNING:
        s.where[u] = GONE


class RemoveExpended(Auto, frozen=True, tag=True):
    """Expended bases leave at the end of the phase and return three turns later. Cases 3.1.1f, 9.3.4b, 9.3.4c."""

    def run(self, s: State) -> Agenda:
        for u in s.expended:
            s.emit(ev.Boxed(u, "expended, back in three turns", "9.3.4b"))
            eliminate(s, u)
        s.expended = []
        return ()
