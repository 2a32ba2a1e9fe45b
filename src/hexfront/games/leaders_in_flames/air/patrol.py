"""Patrols: fighters kept over a hex before anybody flies there."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Attack, Done, Pick, Stop
from hexfront.games.leaders_in_flames.air.missions import can_bomb
from hexfront.games.leaders_in_flames.air.planes import (
    intercept_range,
    is_closed,
    is_fighter,
    plane_violation,
    planes_on_map,
)
from hexfront.games.leaders_in_flames.kinds import MISSIONS, STRIKE
from hexfront.games.leaders_in_flames.leaders.asks import may_for
from hexfront.games.leaders_in_flames.limits import limit
from hexfront.games.leaders_in_flames.offers import unit_option
from hexfront.games.leaders_in_flames.state import State, is_down, turn_down
from hexfront.hexes import HexSet, bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import Noted, SideDecides

DONE, STOP = Done(), Stop()


def beats(s: State, u: int) -> HexSet:
    """The hexes a fighter can patrol: those with counters or cities within half its range, if a leader allows it within all of it.

    Cases base.patrol, ability.74."""
    w = s.world
    some = intercept_range(s, u) & (s.held[0] | s.held[1] | w.cities)
    return sum(1 << h for h in bits(some) if not is_closed(s, u, h))


def patrol_violation(s: State, side: int, u: int) -> Violation | None:
    """Why a fighter cannot patrol: in the enemy's impulse any can, in its own only those whose leader allows it; a side taken by
    surprise has none. Cases base.patrol, base.surprise, ability.74."""
    w = s.world
    refused = plane_violation(s, side, u)
    if refused:
        return refused
    at = w.label(s.where[u])
    if not is_fighter(s, u):
        return Violation("base.patrol", "Only fighters can patrol.", at)
    if s.surprised >> w.party[u] & 1:
        return Violation("base.surprise", "A side taken by surprise flies no patrols.", at)
    if side == s.side and not may_for(s, "intercept.full", u):
        return Violation("base.patrol", "In your own impulse fighters escort and intercept instead.", at)
    return None if beats(s, u) else Violation("base.patrol", "There is no hex for it to patrol.", at)


class Patrols(Auto, frozen=True, tag=True):
    """Ask a side for patrols while it can fly any and the enemy has bombers to keep off. Case base.patrol."""

    side: int

    def run(self, s: State) -> Agenda:
        w, enemy = s.world, 1 - self.side
        bombers = any(
            can_bomb(s, u, STRIKE)
            and not is_down(s, u)
            and (enemy != s.side or limit(s, w.power[u], MISSIONS))
            for u in planes_on_map(s, enemy)
        )
        frame = Patrolling(self.side)
        return (frame,) if bombers and len(frame.legal(s, "")) > 1 else ()


class Patrolling(SideDecides, frozen=True, tag=True):
    """Choose a fighter for a patrol, or go on. Case base.patrol."""

    rule: ClassVar[str] = "base.patrol"
    takes = (Pick, Done)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Pick(u) for u in planes_on_map(s, self.side) if not is_down(s, u)), DONE]

    def violation(self, s: State, seat: Seat, action: Pick | Done) -> Violation | None:
        return patrol_violation(s, self.side, action.unit) if isinstance(action, Pick) else None

    def apply(self, s: State, seat: Seat, action: Pick | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        return (PatrolOver(self.side, action.unit), Patrols(self.side))

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt("Send fighters on patrol before the enemy flies, or go on.", self.rule)

    def option(self, s: State, seat: Seat, action: Pick | Done) -> Option:
        if isinstance(action, Done):
            return Option("No more patrols", "pass", rule=self.rule, ends=True)
        return unit_option(s, action.unit, "Patrol: {}", "pick")


class PatrolOver(SideDecides, frozen=True, tag=True):
    """Choose the hex to patrol, or leave the fighter on the ground. Case base.patrol."""

    rule: ClassVar[str] = "base.patrol"
    takes = (Attack, Stop)
    plane: int

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Attack(h) for h in bits(beats(s, self.plane))), STOP]

    def legal(self, s: State, seat: Seat) -> list[Action]:
        return self.candidates(s, seat)

    def violation(self, s: State, seat: Seat, action: Attack | Stop) -> Violation | None:
        if isinstance(action, Attack) and (action.hex < 0 or not beats(s, self.plane) >> action.hex & 1):
            return Violation("base.patrol", "It cannot patrol there.", s.world.label(action.hex))
        return None

    def apply(self, s: State, seat: Seat, action: Attack | Stop) -> Agenda:
        if isinstance(action, Attack):
            s.patrol[self.plane] = action.hex
            w = s.world
            text = f"{w.name(self.plane)} patrols over {w.title(action.hex)}."
            s.emit(Noted(text, self.rule, action.hex))
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"{s.world.name(self.plane)}: choose the hex to patrol.", self.rule)

    def option(self, s: State, seat: Seat, action: Attack | Stop) -> Option:
        w, piece = s.world, s.world.piece(self.plane)
        if isinstance(action, Stop):
            return Option("Leave it on the ground", "stop", piece, w.label(s.where[self.plane]), ends=True)
        return Option(f"Over {w.title(action.hex)}", "target", piece, w.label(action.hex))


def end_patrols(s: State) -> None:
    """At the end of the impulse patrols go home, face-down. Case base.patrol."""
    for u in s.patrol:
        turn_down(s, u)
    s.patrol = {}
