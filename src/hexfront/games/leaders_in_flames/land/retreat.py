"""Retreat: where beaten units can go, and what becomes of those that cannot."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Load, Retreat
from hexfront.games.leaders_in_flames.events import Killed
from hexfront.games.leaders_in_flames.kinds import FARTHEST_RETREAT, KILLED, RETREATED
from hexfront.games.leaders_in_flames.land.losses import lose, participants
from hexfront.games.leaders_in_flames.land.supply import supply_of
from hexfront.games.leaders_in_flames.land.zones import may_stand, zone_against
from hexfront.games.leaders_in_flames.politics.parties import closed_to
from hexfront.games.leaders_in_flames.sea.boats import boats, take_off
from hexfront.games.leaders_in_flames.state import State, kill, leaders_at, turn_down
from hexfront.hexes import HexSet, bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import Retreated, SideDecides, grown, move


def refuges(s: State, u: int) -> HexSet:
    """The hexes a unit can retreat to: 1 to 3 hexes away over hexes free of enemies, and of their zones unless a friend is
    there; with room for it; in supply if any such is. Case base.retreat."""
    w = s.world
    side, at = w.side[u], s.where[u]
    free = w.area & ~s.held[1 - side] & ~closed_to(s, w.party[u]) & ~(zone_against(s, u) & ~s.troops[side])
    reached = (
        grown(w.grid, 1 << at, free | 1 << at, FARTHEST_RETREAT, w.barred) & ~(1 << at) & ~(1 << s.target)
    )
    fits = sum(1 << h for h in bits(reached) if may_stand(s, u, h))
    return fits & supply_of(s, w.party[u]) or fits


class Retreating(Auto, frozen=True, tag=True):
    """One after another the defenders leave the hex; leaders among them go too, and go alone where all units were shattered.

    Cases base.retreat, 3.1d, ability.109. RULING leader-shatter.
    """

    side: int
    leaders_only: bool

    def run(self, s: State) -> Agenda:
        units = [] if self.leaders_only else participants(s, self.side)
        for u in units:
            if not refuges(s, u) and not boats(s, u):
                return (*lose(s, u, KILLED), self)
            return (Withdrawing(self.side, self.leaders_only),)
        for leader in leaders_at(s, s.target):
            if refuges(s, leader) or boats(s, leader):
                return (Withdrawing(self.side, True),)
            kill(s, leader)
            s.emit(Killed(leader, s.target, "3.3p"))
        return ()


class Withdrawing(SideDecides, frozen=True, tag=True):
    """Choose a unit and where it retreats to, or the ship that takes it off. Cases base.retreat, ability.109."""

    rule: ClassVar[str] = "base.retreat"
    takes = (Retreat, Load)
    leaders_only: bool

    def _next(self, s: State) -> int:
        units = [] if self.leaders_only else participants(s, self.side)
        return units[0] if units else leaders_at(s, s.target)[0]

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        u = self._next(s)
        return [*(Retreat(u, h) for h in bits(refuges(s, u))), *(Load(u, ship) for ship in boats(s, u))]

    def legal(self, s: State, seat: Seat) -> list[Action]:
        return self.candidates(s, seat)

    def violation(self, s: State, seat: Seat, action: Retreat | Load) -> Violation | None:
        u = self._next(s)
        if action.unit != u:
            return Violation("base.retreat", f"{s.world.name(u)} must retreat first.")
        if isinstance(action, Load):
            return (
                None
                if action.ship in boats(s, u)
                else Violation("ability.109", "No such ship can evacuate it.")
            )
        if action.hex < 0 or not refuges(s, u) >> action.hex & 1:
            return Violation("base.retreat", "It cannot retreat there.", s.world.label(action.hex))
        return None

    def apply(self, s: State, seat: Seat, action: Retreat | Load) -> Agenda:
        u, here = action.unit, s.where[action.unit]
        if isinstance(action, Load):
            take_off(s, u, action.ship)
            return (Retreating(self.side, self.leaders_only),)
        move(s, u, action.hex)
        turn_down(s, u)
        if not s.world.is_leader(u):
            s.fates[u] = RETREATED
        s.emit(Retreated((u,), (here, action.hex), "base.retreat"))
        return (Retreating(self.side, self.leaders_only),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"{s.world.name(self._next(s))} must retreat: choose a hex.", self.rule)

    def option(self, s: State, seat: Seat, action: Retreat | Load) -> Option:
        w = s.world
        if isinstance(action, Load):
            return Option(
                f"Aboard {w.name(action.ship)}", "retreat", w.piece(action.unit), w.spot(s.where[action.ship])
            )
        return Option(
            f"Retreat to {w.title(action.hex)}", "retreat", w.piece(action.unit), w.label(action.hex)
        )
