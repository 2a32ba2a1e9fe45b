"""Advance after combat: into the emptied hex, and beyond it by points."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Advance, Done
from hexfront.games.leaders_in_flames.air.flee import run_down
from hexfront.games.leaders_in_flames.kinds import ARMOUR, EXPLOITERS
from hexfront.games.leaders_in_flames.land.losses import participants
from hexfront.games.leaders_in_flames.land.reach import kind_of
from hexfront.games.leaders_in_flames.land.zones import lock_overstacked, may_stack, zone_against
from hexfront.games.leaders_in_flames.leaders.asks import helps
from hexfront.games.leaders_in_flames.leaders.usable import applying
from hexfront.games.leaders_in_flames.politics.parties import closed_to
from hexfront.games.leaders_in_flames.state import State, is_down, leaders_at, take_control
from hexfront.games.leaders_in_flames.tables import outcome
from hexfront.hexes import Hex
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import Advanced, SideDecides, move

BREAKTHROUGH = 2
DONE = Done()


def advancers(s: State) -> list[int]:
    """Who may advance: surviving attackers, and leaders from their hexes, whether they attacked or not."""
    units = participants(s, s.side)
    hexes = {s.origins[u] for u in units}
    leaders = [u for h in sorted(hexes) for u in leaders_at(s, h)]
    entered = [u for u in s.strides if s.world.is_leader(u) and s.where[u] >= 0 and u not in leaders]
    return [*units, *leaders, *entered]


def extra_points(s: State, u: int) -> int:
    """Points that leaders add to a unit's advance: to those that advance with them, or to every unit.

    Cases ability.36, ability.39, ability.71.
    """
    total = 0
    for leader, row in applying(s, "advance.points"):
        if (row.wish == "loss" or s.origins[u] == s.posts.get(leader)) and helps(s, leader, u, row):
            total += row.give
    return total


def points_after(s: State, u: int) -> int:
    """The points a unit has for its whole advance: none beyond the attacked hex after R or S, 2 in all after B for fast units;
    what leaders add comes on top. Cases 3.2m, base.advance."""
    fast = outcome(s.cell).letter == "B" and s.world.kind[u] in EXPLOITERS
    return (BREAKTHROUGH if fast else 0) + extra_points(s, u)


def advance_cost(s: State, u: int, a: Hex, b: Hex) -> int:
    """What a step of an advance to the next hex costs. Case ability.37."""
    w = s.world
    if w.kind[u] in ARMOUR and w.forest >> b & 1:
        for leader, row in applying(s, "advance.forest"):
            if s.origins[u] == s.posts.get(leader) and helps(s, leader, u, row):
                return 1
    return w.steps_for(kind_of(s, u)).of[a][b]


def advance_violation(s: State, u: int, h: Hex) -> Violation | None:
    """Why a unit or leader may not advance into a hex.

    The attacked hex is entered whatever it costs; beyond it a unit goes on while it has a point left, even if it cannot pay in
    full. Cases 3.2m, 3.2n, base.advance, ability.29.
    """
    w = s.world
    if not w.is_unit(u) or u not in advancers(s):
        return Violation("base.advance", "Only attackers, and leaders from their hexes, can advance.")
    at = s.where[u]
    label = w.label(h)
    if is_down(s, u) and u in s.origins:
        return Violation("ability.80", f"{w.name(u)} was struck and stays behind.", label)
    if h not in w.near(at) or w.barred.has(at, h) or not w.area >> h & 1:
        return Violation("base.advance", "That hex is not adjacent.", label)
    if s.troops[1 - s.side] >> h & 1:
        return Violation("base.advance", "Enemy units are there.", label)
    if closed_to(s, w.party[u]) >> h & 1:
        return Violation("base.neutral", "It is neutral ground.", label)
    if w.is_leader(u):
        friends = [v for v in s.stack.get(h, ()) if v in s.strides and not w.is_leader(v)]
        if not friends:
            return Violation("base.advance", "A leader can go only where a unit has advanced.", label)
        return None
    if not may_stack(s, s.side, h, (u,)):
        return Violation("base.stacking", "There are too many units in that hex.", label)
    if u not in s.strides:
        return (
            None
            if h == s.target
            else Violation("base.advance", "The attacked hex must be entered first.", label)
        )
    if h == s.target or s.strides[u] < 1:
        return Violation("base.advance", f"{w.name(u)} has no movement point left.", label)
    if any(row.wish == "halt" for _, row in applying(s, "land.die")):
        return Violation("ability.29", "A leader's order forbids an advance beyond the attacked hex.", label)
    if w.kind[u] in ARMOUR and w.soft >> h & 1:
        return Violation("base.advance", "ARM and MECH cannot break through in such terrain.", label)
    return None


class Advancing(Auto, frozen=True, tag=True):
    """Ask while anybody can advance. Case base.advance."""

    side: int
    first: bool = False

    def run(self, s: State) -> Agenda:
        frame = AdvanceUnits(self.side, self.first)
        return (frame,) if len(frame.legal(s, "")) > 1 else ()


class Holding(Auto, frozen=True, tag=True):
    """Whoever is left in the attacked hex takes control of it. Cases base.control, ability.80."""

    def run(self, s: State) -> Agenda:
        for u in s.strides:
            if s.where[u] == s.target:
                take_control(s, u, s.target)
        return ()


class AdvanceUnits(SideDecides, frozen=True, tag=True):
    """Advance units and leaders, or finish. Cases base.advance, 3.2m, 3.2n, ability.80."""

    rule: ClassVar[str] = "base.advance"
    takes = (Advance, Done)
    first: bool = False

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        w = s.world
        out: list[Action] = []
        for u in advancers(s):
            near = w.near(s.where[u]) if u in s.strides or w.is_leader(u) else (s.target,)
            out += [Advance(u, h) for h in near]
        return [*out, DONE]

    def violation(self, s: State, seat: Seat, action: Advance | Done) -> Violation | None:
        if not isinstance(action, Advance):
            return None
        if self.first and action.hex != s.target:
            return Violation(
                "ability.80", "First choose who enters the attacked hex.", s.world.label(action.hex)
            )
        return advance_violation(s, action.unit, action.hex)

    def apply(self, s: State, seat: Seat, action: Advance | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        fleeing = advance(s, action.unit, action.hex)
        if not self.first:
            take_control(s, action.unit, action.hex)
        return (*fleeing, Advancing(self.side, self.first))

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"Advance into {s.world.title(s.target)} and beyond, or finish.", self.rule)

    def option(self, s: State, seat: Seat, action: Advance | Done) -> Option:
        w = s.world
        if isinstance(action, Done):
            return Option("No more advances", "done", rule=self.rule, ends=True)
        words = f"{w.name(action.unit)} to {w.title(action.hex)}"
        return Option(words, "advance", w.piece(action.unit), w.label(action.hex))


def advance(s: State, u: int, h: Hex) -> Agenda:
    """Enter a hex after combat: pay for it, take the ground, run down leaders and aircraft left alone; an enemy zone ends the advance, and a
    unit that could not pay in full is turned face-down. Cases 3.2n, 3.1g, 3.1h, base.advance, ability.39."""
    w = s.world
    here = s.where[u]
    fleeing: Agenda = ()
    if w.is_leader(u):
        s.strides[u] = 0
    else:
        fleeing = run_down(s, h, 1 - s.side)
        cost = advance_cost(s, u, here, h)
        if h == s.target:
            # After R or S the attacked hex is free and only a leader's point leads on; after B it is paid from the points.
            fast = outcome(s.cell).letter == "B" and w.kind[u] in EXPLOITERS
            left = points_after(s, u) - (cost if fast else 0)
        else:
            left = s.strides[u] - cost
            if left < 0:
                s.forced_down |= 1 << u
            if zone_against(s, u) >> h & 1:
                left = 0
        s.strides[u] = max(0, left)
    move(s, u, h)
    lock_overstacked(s)
    s.emit(Advanced((u,), (here, h), "base.advance"))
    return fleeing
