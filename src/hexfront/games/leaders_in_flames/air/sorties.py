"""A step of missions: an aircraft is chosen, then its target, then those who fly with it."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Attack, Done, Pick, Stop
from hexfront.games.leaders_in_flames.air.bombing import raid, raid_targets
from hexfront.games.leaders_in_flames.air.fight import BOMBER
from hexfront.games.leaders_in_flames.air.missions import can_bomb, open_mission, take_off
from hexfront.games.leaders_in_flames.air.orders import strafe, strafe_targets
from hexfront.games.leaders_in_flames.air.planes import (
    is_closed,
    mission_violation,
    plane_violation,
    planes_on_map,
    range_of,
)
from hexfront.games.leaders_in_flames.air.strike import strike
from hexfront.games.leaders_in_flames.kinds import (
    CARPET,
    MISSION_NAMES,
    MISSION_PLURALS,
    STRAFE,
    STRATEGIC,
    STRIKE,
)
from hexfront.games.leaders_in_flames.offers import unit_option
from hexfront.games.leaders_in_flames.politics.parties import are_foes
from hexfront.games.leaders_in_flames.state import State, is_down
from hexfront.hexes import HexSet, bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import SideDecides

DONE, STOP = Done(), Stop()
FRAMES = {STRATEGIC: raid, CARPET: raid, STRIKE: strike, STRAFE: strafe}


class Sorties(Auto, frozen=True, tag=True):
    """Ask for a mission of a kind while one can be flown. Case base.mission."""

    side: int
    mission: int

    def run(self, s: State) -> Agenda:
        frame = Sending(self.side, self.mission)
        return (frame,) if len(frame.legal(s, "")) > 1 else ()


def foe_hexes(s: State, u: int, among: HexSet) -> HexSet:
    """Those of some hexes with counters that an aircraft's country is at war with."""
    here = bits(s.held[1 - s.world.side[u]] & among)
    return sum(1 << h for h in here if any(are_foes(s, u, v) for v in s.stack[h]))


def targets(s: State, u: int, mission: int) -> HexSet:
    """The hexes an aircraft can fly a mission against, each once in a step. Cases base.strike, base.raid, base.carpet."""
    near = range_of(s, u) & ~s.raided
    if mission == STRAFE:
        some = strafe_targets(s, u)
    else:
        some = raid_targets(s, u) if mission == STRATEGIC else foe_hexes(s, u, near)
    return sum(1 << h for h in bits(near & some) if not is_closed(s, u, h))


def send_violation(s: State, side: int, mission: int, u: int) -> Violation | None:
    """Why an aircraft cannot open a mission. Cases base.air, base.mission, base.action."""
    w = s.world
    refused = plane_violation(s, side, u)
    if refused:
        return refused
    at = w.label(s.where[u])
    if not can_bomb(s, u, mission):
        return Violation("base.mission", f"{w.name(u)} cannot fly that mission.", at)
    if not targets(s, u, mission):
        return Violation("base.mission", "There is no target in its range.", at)
    return mission_violation(s, u)


class Sending(SideDecides, frozen=True, tag=True):
    """Choose an aircraft to lead a mission, or finish. Case base.mission."""

    rule: ClassVar[str] = "base.mission"
    takes = (Pick, Done)
    mission: int

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Pick(u) for u in planes_on_map(s, self.side) if not is_down(s, u)), DONE]

    def violation(self, s: State, seat: Seat, action: Pick | Done) -> Violation | None:
        return send_violation(s, self.side, self.mission, action.unit) if isinstance(action, Pick) else None

    def apply(self, s: State, seat: Seat, action: Pick | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        s.group = [action.unit]
        return (Aiming(self.side, self.mission), Sorties(self.side, self.mission))

    def prompt(self, s: State, seat: Seat) -> Prompt:
        name = MISSION_NAMES[self.mission]
        return Prompt(f"{name.capitalize()}: choose an aircraft, or finish.", self.rule)

    def option(self, s: State, seat: Seat, action: Pick | Done) -> Option:
        if isinstance(action, Done):
            return Option(f"No more {MISSION_PLURALS[self.mission]}", "pass", rule=self.rule, ends=True)
        return unit_option(s, action.unit, "{}", "pick")


class Aiming(SideDecides, frozen=True, tag=True):
    """Choose the target of the mission, or call it off. Case base.mission."""

    rule: ClassVar[str] = "base.mission"
    takes = (Attack, Stop)
    mission: int

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Attack(h) for h in bits(targets(s, s.group[0], self.mission))), STOP]

    def legal(self, s: State, seat: Seat) -> list[Action]:
        return self.candidates(s, seat)

    def violation(self, s: State, seat: Seat, action: Attack | Stop) -> Violation | None:
        if isinstance(action, Stop):
            return None
        if action.hex < 0 or not targets(s, s.group[0], self.mission) >> action.hex & 1:
            return Violation(
                "base.mission", "That is not a target for this mission.", s.world.label(action.hex)
            )
        return None

    def apply(self, s: State, seat: Seat, action: Attack | Stop) -> Agenda:
        u, s.group = s.group[0], []
        if isinstance(action, Stop):
            return ()
        open_mission(s, self.side, self.mission, action.hex)
        take_off(s, u, BOMBER)
        s.raided |= 1 << action.hex
        return FRAMES[self.mission](s)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"{s.world.name(s.group[0])}: choose the target.", self.rule)

    def option(self, s: State, seat: Seat, action: Attack | Stop) -> Option:
        w = s.world
        piece = w.piece(s.group[0])
        if isinstance(action, Stop):
            return Option("Leave it on the ground", "stop", piece, w.label(s.where[s.group[0]]), ends=True)
        return Option(f"{w.title(action.hex)}", "target", piece, w.label(action.hex))
