"""Air transport and paradrops: what transports carry, where they set it down, and what becomes of it in a fight."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Board, Done, Go, Join, Pick, Stop
from hexfront.games.leaders_in_flames.air.fight import BOMBER, air_fight, through
from hexfront.games.leaders_in_flames.air.missions import (
    Homing,
    board_violation,
    open_mission,
    take_off,
    waves,
)
from hexfront.games.leaders_in_flames.air.planes import (
    airfields,
    is_closed,
    mission_violation,
    plane_violation,
    planes_on_map,
    range_of,
)
from hexfront.games.leaders_in_flames.air.strike import Guns
from hexfront.games.leaders_in_flames.kinds import (
    ATR,
    ATTACKS,
    DROP,
    MISSION_NAMES,
    MISSION_PLURALS,
    MTN,
    PARA,
    SKY,
)
from hexfront.games.leaders_in_flames.land.landings import held_by_foes
from hexfront.games.leaders_in_flames.land.zones import may_stack, shed
from hexfront.games.leaders_in_flames.limits import limit_violation
from hexfront.games.leaders_in_flames.offers import unit_option
from hexfront.games.leaders_in_flames.politics.parties import hexes_of, together
from hexfront.games.leaders_in_flames.state import State, destroy, is_down, leaders_at, turn_down
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import Eliminated, Moved, SideDecides, lift, move

DONE, STOP = Done(), Stop()


class Lifts(Auto, frozen=True, tag=True):
    """Ask for flights of transports while one could carry anything: to a field, or to drop on the enemy.

    Cases base.transport, base.paradrop."""

    side: int
    mission: int

    def run(self, s: State) -> Agenda:
        frame = Loading(self.side, self.mission)
        return (frame,) if len(frame.legal(s, "")) > 1 else ()


def cargoes(s: State, plane: int, mission: int) -> list[int]:
    """What a transport can carry: one face-up PARA, or for a flight to a field a MTN or division too, of its hex and of those it works
    with. Cases base.transport, base.paradrop."""
    w = s.world
    kinds = (PARA,) if mission == DROP else (PARA, MTN)
    return [
        u
        for u in s.stack[s.where[plane]]
        if w.is_troop(u)
        and (w.kind[u] in kinds or (mission != DROP and w.division[u]))
        and not is_down(s, u)
        and together(s, plane, u)
    ]


def goals(s: State, plane: int, cargo: int, mission: int) -> HexSet:
    """Where a transport can fly to: a field in range with room for its cargo; to drop, a hex in range with enemy troops, or a city
    or port of the enemy. Cases base.transport, base.paradrop, base.sky."""
    w = s.world
    base = s.where[plane]
    if mission == DROP:
        foes = s.wars[w.party[cargo]]
        some = range_of(s, plane) & (hexes_of(s.forces, foes) | held_by_foes(s, cargo) & w.fields)
    else:
        some = airfields(s, plane, base, w.plane(plane).range) & ~(1 << base)
        some = sum(1 << h for h in bits(some) if cargo < 0 or may_stack(s, w.side[plane], h, (cargo,)))
    return sum(1 << h for h in bits(some & w.area) if not is_closed(s, plane, h))


def load_violation(s: State, side: int, mission: int, plane: int) -> Violation | None:
    """Why an aircraft cannot fly as a transport. Cases base.transport, base.paradrop, base.action."""
    w = s.world
    refused = plane_violation(s, side, plane)
    if refused:
        return refused
    at, rule = w.label(s.where[plane]), "base.paradrop" if mission == DROP else "base.transport"
    if w.kind[plane] != ATR:
        return Violation(rule, "Only transports can carry units.", at)
    some = cargoes(s, plane, mission)
    if mission == DROP and not some:
        return Violation(rule, "There are no paratroops with it.", at)
    if not any(goals(s, plane, u, mission) for u in some) and not (
        mission != DROP and goals(s, plane, -1, mission) and leaders_at(s, s.where[plane])
    ):
        return Violation(rule, "It has nothing to carry, or nowhere to carry it.", at)
    if mission == DROP:
        refused = limit_violation(s, w.power[plane], ATTACKS, "attacks")
    return refused or mission_violation(s, plane)


class Loading(SideDecides, frozen=True, tag=True):
    """Choose a transport to fly, or finish. Cases base.transport, base.paradrop."""

    rule: ClassVar[str] = "base.transport"
    takes = (Pick, Done)
    mission: int

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Pick(u) for u in planes_on_map(s, self.side) if s.world.kind[u] == ATR), DONE]

    def violation(self, s: State, seat: Seat, action: Pick | Done) -> Violation | None:
        return load_violation(s, self.side, self.mission, action.unit) if isinstance(action, Pick) else None

    def apply(self, s: State, seat: Seat, action: Pick | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        s.wing, s.cargo = {action.unit: BOMBER}, {}
        return (Stowing(self.side, self.mission, action.unit), Lifts(self.side, self.mission))

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(
            f"{MISSION_NAMES[self.mission].capitalize()}: choose a transport, or finish.", self.rule
        )

    def option(self, s: State, seat: Seat, action: Pick | Done) -> Option:
        if isinstance(action, Done):
            return Option(f"No more {MISSION_PLURALS[self.mission]}", "pass", rule=self.rule, ends=True)
        return unit_option(s, action.unit, "{}", "pick")


class Stowing(SideDecides, frozen=True, tag=True):
    """Load a unit, let leaders board, then choose where to fly. Cases base.transport, base.paradrop, 3.1j, 3.1l."""

    rule: ClassVar[str] = "base.transport"
    takes = (Join, Board, Go, Stop)
    mission: int
    plane: int

    def hexes(self, s: State) -> HexSet:
        """Where it can fly with what it has aboard."""
        if not s.cargo and (self.mission == DROP or not s.riders):
            return 0
        return goals(s, self.plane, next(iter(s.cargo), -1), self.mission)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        units = cargoes(s, self.plane, self.mission)
        crew = leaders_at(s, s.where[self.plane])
        return [
            *(Join(u) for u in units),
            *(Board(leader, self.plane) for leader in crew),
            *(Go(h) for h in bits(self.hexes(s))),
            STOP,
        ]

    def violation(self, s: State, seat: Seat, action: Action) -> Violation | None:
        if isinstance(action, Join):
            if s.cargo:
                return Violation(self.rule, "A transport carries one unit.")
            fits = action.unit in cargoes(s, self.plane, self.mission)
            return None if fits else Violation(self.rule, "It cannot carry that unit.")
        if isinstance(action, Board):
            return board_violation(s, self.side, action.leader, action.plane)
        if isinstance(action, Go) and (action.hex < 0 or not self.hexes(s) >> action.hex & 1):
            return Violation(self.rule, "It cannot fly there.", s.world.label(action.hex))
        return None

    def apply(self, s: State, seat: Seat, action: Action) -> Agenda:
        if isinstance(action, Join):
            s.cargo[action.unit] = self.plane
            return (self,)
        if isinstance(action, Board):
            s.riders[action.leader] = action.plane
            return (self,)
        if isinstance(action, Go):
            return fly_off(s, self.side, self.mission, self.plane, action.hex)
        s.wing, s.cargo, s.riders = {}, {}, {}
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        text = "choose where it flies" if s.cargo else "load a unit"
        return Prompt(f"{s.world.name(self.plane)}: {text}, or leave it.", self.rule)

    def option(self, s: State, seat: Seat, action: Action) -> Option:
        w, piece, here = s.world, s.world.piece(self.plane), s.world.label(s.where[self.plane])
        if isinstance(action, Join):
            return Option(f"{w.name(action.unit)} goes aboard", "join", w.piece(action.unit), here)
        if isinstance(action, Board):
            return Option(
                f"{w.name(action.leader)} flies along", "join", w.piece(action.leader), here, rule="3.1j"
            )
        if isinstance(action, Go):
            does = "Drop on" if self.mission == DROP else "Fly to"
            kind = "target" if self.mission == DROP else "step"
            return Option(f"{does} {w.title(action.hex)}", kind, piece, w.label(action.hex))
        return Option("Leave it on the ground", "stop", piece, here, ends=True)


def fly_off(s: State, side: int, mission: int, plane: int, h: Hex) -> Agenda:
    """A loaded transport takes off: escorts, interceptors, a fight, guns, and what becomes of its load."""
    riders = dict(s.riders)
    open_mission(s, side, mission, h)
    s.riders = riders
    take_off(s, plane, BOMBER)
    guns: Agenda = (Guns(),) if mission == DROP else ()
    return (*waves(s), *air_fight(s), *guns, SetDown(plane), Homing())


class SetDown(Auto, frozen=True, tag=True):
    """A transport that is through sets its load down: at a field, face-down, or over the enemy, where it fights. One that was driven
    off brings it home face-down; with one that was shot down it is lost. Cases base.transport, base.paradrop, 3.1j."""

    plane: int

    def run(self, s: State) -> Agenda:
        w, load, crew = s.world, list(s.cargo), [u for u, plane in s.riders.items() if plane == self.plane]
        s.cargo = {}
        if self.plane not in through(s, s.flier):
            for u in load:
                if s.where[self.plane] >= 0:
                    turn_down(s, u)
                else:
                    s.emit(Eliminated(u, s.where[u], "base.transport"))
                    destroy(s, u)
            return ()
        here = s.where[self.plane]
        for u in (*load, *crew):
            s.riders.pop(u, None)
            if s.mission == DROP:
                lift(s, u, SKY)
                s.descent[u] = s.over
            else:
                move(s, u, s.over)
                if not w.is_leader(u):
                    turn_down(s, u)
        s.emit(
            Moved((*load, *crew), (here, s.over), "base.paradrop" if s.mission == DROP else "base.transport")
        )
        if crew and s.mission != DROP:
            shed(s)
        return ()
