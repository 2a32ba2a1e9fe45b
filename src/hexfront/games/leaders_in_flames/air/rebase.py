"""Rebase: aircraft change their base, at the end of an impulse or, if a leader allows it, before the fleets sail."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Board, Done, Go, Pick, Stop
from hexfront.games.leaders_in_flames.air.fight import CLEARED, end_fight, join
from hexfront.games.leaders_in_flames.air.missions import board_violation, land
from hexfront.games.leaders_in_flames.air.planes import airfields, plane_violation, planes_on_map
from hexfront.games.leaders_in_flames.kinds import MISSIONS, PASS
from hexfront.games.leaders_in_flames.leaders.asks import in_use, touches
from hexfront.games.leaders_in_flames.limits import limit_violation, use
from hexfront.games.leaders_in_flames.offers import unit_option
from hexfront.games.leaders_in_flames.parts import BY_PARTS, ByParts
from hexfront.games.leaders_in_flames.state import State, is_down, leaders_at, turn_down
from hexfront.hexes import HexSet, bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import SideDecides

DONE, STOP = Done(), Stop()


class Rebases(Auto, frozen=True, tag=True):
    """Ask for rebases while there is one to make; `early` ones are those before the naval moves. Cases base.rebase, ability.79."""

    side: int
    early: bool = False

    def run(self, s: State) -> Agenda:
        if self.early and not list(in_use(s, "rebase.early")):
            return ()
        frame = Rebasing(self.side, self.early)
        return (frame,) if len(frame.legal(s, "")) > 1 else ()


def goals(s: State, u: int, early: bool) -> HexSet:
    """Where an aircraft can rebase to: fields within twice its range, over seams too; early ones within its range. Cases base.rebase,
    ability.79."""
    reach = s.world.plane(u).range * (1 if early else 2)
    return airfields(s, u, s.where[u], reach, seams=True) & ~(1 << s.where[u])


def rebase_violation(s: State, side: int, early: bool, u: int) -> Violation | None:
    """Why an aircraft cannot rebase: it counts as a mission, but is free where its power passes. Cases base.rebase, base.action."""
    w = s.world
    refused = plane_violation(s, side, u, fed=False)
    if refused:
        return refused
    at = w.label(s.where[u])
    if early and (
        s.moved >> u & 1 or not any(touches(s, leader, row, u) for leader, row in in_use(s, "rebase.early"))
    ):
        return Violation("ability.79", "Only aircraft in the leader's range can rebase now, each once.", at)
    if not goals(s, u, early):
        return Violation("base.rebase", f"{w.name(u)} has no other field in range.", at)
    if s.action[w.power[u]] == PASS and not early:
        return None
    return limit_violation(s, w.power[u], MISSIONS, "air missions")


class Rebasing(SideDecides, frozen=True, tag=True):
    """Choose an aircraft to rebase, or finish. Case base.rebase."""

    rule: ClassVar[str] = "base.rebase"
    takes = (Pick, Done)
    early: bool

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Pick(u) for u in planes_on_map(s, self.side) if not is_down(s, u)), DONE]

    def violation(self, s: State, seat: Seat, action: Pick | Done) -> Violation | None:
        return rebase_violation(s, self.side, self.early, action.unit) if isinstance(action, Pick) else None

    def apply(self, s: State, seat: Seat, action: Pick | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        join(s, action.unit, CLEARED)
        return (Basing(self.side, action.unit, self.early), Rebases(self.side, self.early))

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt("Choose an aircraft to rebase, or finish.", self.rule)

    def option(self, s: State, seat: Seat, action: Pick | Done) -> Option:
        if isinstance(action, Done):
            return Option("No more rebases", "pass", rule=self.rule, ends=True)
        return unit_option(s, action.unit, "Rebase {}", "pick")


class Basing(ByParts, frozen=True, tag=True):
    """Take leaders along, then choose the new base, or leave it. Cases base.rebase, 3.1j, ability.79."""

    rule: ClassVar[str] = "base.rebase"
    takes = (Board, Go, Stop, *BY_PARTS)
    plane: int
    early: bool

    def choices(self, s: State) -> list[Action]:
        crew = leaders_at(s, s.where[self.plane])
        fields = bits(goals(s, self.plane, self.early))
        return [*(Board(leader, self.plane) for leader in crew), *(Go(h) for h in fields), STOP]

    def refusal(self, s: State, action: Action) -> Violation | None:
        if isinstance(action, Board):
            return board_violation(s, self.side, action.leader, action.plane)
        if isinstance(action, Go) and (
            action.hex < 0 or not goals(s, self.plane, self.early) >> action.hex & 1
        ):
            return Violation("base.rebase", "It cannot land there.", s.world.label(action.hex))
        return None

    def open(self, s: State) -> list[Action]:
        """The same list; the fields are found once."""
        return [a for a in self.choices(s) if not isinstance(a, Board) or self.refusal(s, a) is None]

    def take(self, s: State, action: Action) -> Agenda:
        w, u = s.world, self.plane
        if isinstance(action, Board):
            s.riders[action.leader] = u
            return (self.whole,)
        if isinstance(action, Go):
            land(s, u, action.hex)
            if s.action[w.power[u]] != PASS:
                use(s, w.power[u], MISSIONS)
            if self.early:
                s.moved |= 1 << u
            else:
                turn_down(s, u)
                s.flown |= 1 << u
        end_fight(s)
        return ()

    def asked(self, s: State) -> Prompt:
        return Prompt(f"{s.world.name(self.plane)}: choose its new base.", self.rule)

    def shown(self, s: State, action: Action) -> Option:
        w, piece = s.world, s.world.piece(self.plane)
        here = w.label(s.where[self.plane])
        if isinstance(action, Board):
            return Option(f"{w.name(action.leader)} flies along", "join", w.piece(action.leader), here)
        if not isinstance(action, Go):
            return Option("Leave it where it is", "stop", piece, here, ends=True)
        return Option(f"To {w.title(action.hex)}", "step", piece, w.label(action.hex))
