"""Missions over a hex: who flies, in which order, and home again."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Board, Done, Fly, Go, Pick, Stop
from hexfront.games.leaders_in_flames.air.events import MissionFlown
from hexfront.games.leaders_in_flames.air.fight import BOMBER, FIGHTER, end_fight, flying, join
from hexfront.games.leaders_in_flames.air.planes import (
    airfields,
    intercept_range,
    is_closed,
    is_fighter,
    mission_violation,
    plane_violation,
    planes_on_map,
    range_of,
)
from hexfront.games.leaders_in_flames.chairs import sit_at
from hexfront.games.leaders_in_flames.kinds import (
    CARPET,
    DISRUPT,
    DROP,
    FTR,
    MISSION_NAMES,
    MISSIONS,
    STRAFE,
    STRATEGIC,
    SUPPORT,
    TRANSPORT,
)
from hexfront.games.leaders_in_flames.land.zones import shed
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.leaders.asks import in_use, may_for
from hexfront.games.leaders_in_flames.limits import use
from hexfront.games.leaders_in_flames.offers import unit_option
from hexfront.games.leaders_in_flames.politics.abroad import fly_as_guest
from hexfront.games.leaders_in_flames.politics.parties import are_foes, together
from hexfront.games.leaders_in_flames.state import State, is_down, leaders_at, turn_down
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import Moved, SideDecides, move

HEAVY = 4
DONE, STOP = Done(), Stop()

# Waves of a mission: those who bomb or carry with their escorts, and those who rise against them.
OUTWARD, AGAINST = 0, 1


def can_bomb(s: State, u: int, mission: int) -> bool:
    """Whether an aircraft can carry out a mission: factors on the battlefield for strikes and support, against factories for
    raids, a heavy bomber for carpet bombing, a transport for cargo. Case base.mission."""
    plane = s.world.plane(u)
    if mission == STRAFE:
        return plane.kind == FTR
    if mission == STRATEGIC:
        return plane.strategic > 0
    if mission == CARPET:
        return plane.strategic > 0 and plane.turns >= HEAVY
    return plane.tactical > 0


def open_mission(s: State, side: int, mission: int, h: Hex) -> None:
    """Begin a mission over a hex; fighters on patrol there are in it. Case base.patrol."""
    s.mission, s.over, s.flier, s.group = mission, h, side, []
    sit_at(s, 1 - side, h)
    s.wing, s.riders, s.aborted = {}, {}, []
    for u, at in s.patrol.items():
        if at == h:
            join(s, u, FIGHTER)


# --- who flies


def fly_violation(s: State, side: int, wave: int, u: int, role: int) -> Violation | None:
    """Why an aircraft cannot join the mission at hand. Bombers and escorts fly to their range, interceptors to half of it and
    only against aircraft; a side taken by surprise sends interceptors from the struck hex alone and supports nobody.

    Cases base.mission, base.intercept, base.surprise, base.sky."""
    w = s.world
    refused = plane_violation(s, side, u)
    if refused:
        return refused
    at = w.label(s.where[u])
    if is_closed(s, u, s.over):
        return Violation("base.sky", "Storm or blizzard keeps it on the ground.", at)
    if wave == AGAINST:
        return _interceptor(s, side, u, role)
    if not range_of(s, u) >> s.over & 1:
        return Violation("base.mission", f"{w.title(s.over)} is out of its range.", at)
    if role == FIGHTER:
        if not is_fighter(s, u):
            return Violation("base.mission", "Only fighters can escort.", at)
        if not flying(s, side, BOMBER):
            return Violation("base.mission", "There is nothing to escort.", at)
        return _disrupter(s, side, u) if s.mission == DISRUPT else None
    if s.mission in (TRANSPORT, DROP):
        return Violation("base.transport", "Each transport flies by itself.", at)
    if role != BOMBER or not can_bomb(s, u, s.mission):
        return Violation("base.mission", f"{w.name(u)} cannot fly that mission.", at)
    if s.mission == DISRUPT:
        return _disrupter(s, side, u)
    if s.surprised >> w.party[u] & 1:
        return Violation("base.surprise", "A side taken by surprise gets no ground support.", at)
    fighting = s.attackers if side == s.side else s.defenders
    if s.mission == SUPPORT and not any(together(s, u, v) for v in fighting):
        return Violation("3.2i", "These powers do not co-operate.", at)
    return mission_violation(s, u)


def _disrupter(s: State, side: int, u: int) -> Violation | None:
    """Only aircraft of the hex of the leader who orders it disrupt an advance. Case ability.80."""
    bases = [s.where[leader] for leader, _ in in_use(s, "advance.disrupt") if s.world.side[leader] == side]
    if s.where[u] in bases:
        return None
    return Violation("ability.80", "Only aircraft in the leader's hex can fly.", s.world.label(s.where[u]))


def _interceptor(s: State, side: int, u: int, role: int) -> Violation | None:
    at = s.world.label(s.where[u])
    if role != FIGHTER or not is_fighter(s, u):
        return Violation("base.intercept", "Only fighters can intercept.", at)
    if not any(are_foes(s, u, v) for v in s.wing):
        return Violation("base.intercept", "There is nobody to intercept.", at)
    if s.surprised >> s.world.party[u] & 1 and s.where[u] != s.over:
        return Violation(
            "base.surprise", "A side taken by surprise can intercept only from the attacked hex.", at
        )
    if not intercept_range(s, u) >> s.over & 1:
        return Violation("base.intercept", "It is too far away to intercept.", at)
    return None


def board_violation(s: State, side: int, leader: int, plane: int) -> Violation | None:
    """Why a leader cannot fly along: any number of face-up leaders go with an aircraft of their hex. Cases 3.1j, 3.1l."""
    w = s.world
    if not w.is_unit(leader) or not w.is_leader(leader) or w.side[leader] != side or s.where[leader] < 0:
        return Violation("3.1j", "Only a leader of your own on the map can fly along.")
    at = w.label(s.where[leader])
    if leader in s.riders:
        return Violation("3.1j", f"{w.name(leader)} is already in the air.", at)
    if is_down(s, leader):
        return Violation("3.1j", f"{w.name(leader)} is face-down.", at)
    if plane not in s.wing or s.where[plane] != s.where[leader] or w.side[plane] != side:
        return Violation("3.1j", "He can fly only with an aircraft in his hex.", at)
    if not together(s, leader, plane):
        return Violation("3.2i", "These powers do not co-operate.", at)
    return None


def board_option(s: State, action: Board) -> Option:
    """How a leader is offered to fly along."""
    w = s.world
    words = f"{w.name(action.leader)} flies with {w.name(action.plane)}"
    return Option(
        words, "join", w.piece(action.leader), w.spot(s.where[action.leader]), rule="3.1j", panel=True
    )


class Wave(Auto, frozen=True, tag=True):
    """Ask a side for aircraft while it has any to send. Cases base.mission, base.intercept."""

    side: int
    wave: int

    def run(self, s: State) -> Agenda:
        frame = Forming(self.side, self.wave)
        return (frame,) if len(frame.legal(s, "")) > 1 else ()


class Forming(SideDecides, frozen=True, tag=True):
    """Send aircraft over the hex, let leaders fly along, or go on. Cases base.mission, base.intercept, 3.1j."""

    rule: ClassVar[str] = "base.mission"
    takes = (Fly, Board, Done)
    wave: int

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        roles = (FIGHTER,) if self.wave == AGAINST else (BOMBER, FIGHTER)
        planes = [u for u in planes_on_map(s, self.side) if not is_down(s, u)]
        out: list[Action] = [Fly(u, role) for u in planes for role in roles]
        for plane in (u for u in s.wing if s.world.side[u] == self.side):
            at = s.where[plane]
            out += [Board(leader, plane) for leader in (leaders_at(s, at) if at >= 0 else ())]
        return [*out, DONE]

    def violation(self, s: State, seat: Seat, action: Fly | Board | Done) -> Violation | None:
        if isinstance(action, Fly):
            return fly_violation(s, self.side, self.wave, action.unit, action.role)
        if isinstance(action, Board):
            return board_violation(s, self.side, action.leader, action.plane)
        return None

    def apply(self, s: State, seat: Seat, action: Fly | Board | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        if isinstance(action, Board):
            s.riders[action.leader] = action.plane
        else:
            take_off(s, action.unit, action.role)
        return (Wave(self.side, self.wave),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        what = "interceptors" if self.wave == AGAINST else f"aircraft for {MISSION_NAMES[s.mission]}"
        return Prompt(f"{s.world.title(s.over)}: send {what}, or go on.", self.rule)

    def option(self, s: State, seat: Seat, action: Fly | Board | Done) -> Option:
        if isinstance(action, Done):
            return Option("Go on", "done", rule=self.rule, ends=True)
        if isinstance(action, Board):
            return board_option(s, action)
        does = "intercepts" if self.wave == AGAINST else "escorts" if action.role == FIGHTER else "bombs"
        return unit_option(s, action.unit, f"{{}} {does}", "join")


def take_off(s: State, u: int, role: int) -> None:
    """An aircraft joins the mission at hand; a bomber of the active side counts against its power's missions, escorts and
    interceptors do not. Cases base.action, ability.84."""
    fly_as_guest(s, u)
    join(s, u, role)
    s.flown |= 1 << u
    if role == BOMBER and s.world.side[u] == s.side:
        use(s, s.world.power[u], MISSIONS)


class Flown(Auto, frozen=True, tag=True):
    """Say who has flown where."""

    def run(self, s: State) -> Agenda:
        for side in (s.flier, 1 - s.flier):
            planes = flying(s, side, FIGHTER, BOMBER)
            if planes:
                s.emit(MissionFlown(tuple(planes), s.over, s.mission))
        return ()


def waves(s: State) -> Agenda:
    """The order of any mission other than ground support: bombers and escorts, the enemy's interceptors, then interceptors of
    the side that flies it; a leader lets the enemy wait. Cases base.mission, ability.78."""
    side = s.flier
    return (Wave(side, OUTWARD), Asking((1 - side,), "mission"), Against(1 - side, side), Flown())


class Against(Auto, frozen=True, tag=True):
    """Interceptors of one side, then of the other. Cases base.intercept, ability.78."""

    first: int
    second: int

    def run(self, s: State) -> Agenda:
        w = s.world
        order = (self.first, self.second)
        if any(w.side[leader] == self.first for leader, _ in in_use(s, "intercept.last")):
            order = (self.second, self.first)
        return tuple(Wave(side, AGAINST) for side in order)


# --- home again


class Homing(Auto, frozen=True, tag=True):
    """The mission is over: aircraft go home to their bases and are face-down; those of the side that flew it may land elsewhere
    in range, fighters that a leader keeps on patrol stay over their hex. Cases base.landing, 3.1k, ability.74."""

    def run(self, s: State) -> Agenda:
        side, place = s.flier, s.over
        stays = [u for u in s.wing if u in s.patrol and may_for(s, "intercept.full", u)]
        landed = [u for u in s.wing if u not in stays]
        for u in landed:
            s.patrol.pop(u, None)
            turn_down(s, u)
        s.home = [*landed, *s.aborted]
        riders = dict(s.riders)
        end_fight(s)
        s.mission, s.riders = -1, riders
        mine = tuple(u for u in landed if s.world.side[u] == side)
        return (Return(side, mine, place), Asking((side, 1 - side), "home"), Landed())


class Landed(Auto, frozen=True, tag=True):
    """Everybody is down; leaders have left their aircraft."""

    def run(self, s: State) -> Agenda:
        s.riders, s.home = {}, []
        return ()


class Return(Auto, frozen=True, tag=True):
    """Ask which aircraft land elsewhere, if any could. Case base.landing."""

    side: int
    planes: tuple[int, ...]
    start: int

    def run(self, s: State) -> Agenda:
        frame = Returning(self.side, self.planes, self.start)
        return (frame,) if len(frame.legal(s, "")) > 1 else ()


class Returning(SideDecides, frozen=True, tag=True):
    """Aircraft return to their bases; choose one that lands elsewhere, or go on. Case base.landing."""

    rule: ClassVar[str] = "base.landing"
    takes = (Pick, Done)
    planes: tuple[int, ...]
    start: int

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Pick(u) for u in self.planes), DONE]

    def violation(self, s: State, seat: Seat, action: Pick | Done) -> Violation | None:
        if isinstance(action, Done):
            return None
        if action.unit not in self.planes or s.where[action.unit] < 0:
            return Violation("base.landing", "Only an aircraft that comes home can be landed.")
        if not Landing(self.side, action.unit, self.start).fields(s):
            return Violation("base.landing", f"{s.world.name(action.unit)} has no other field in range.")
        return None

    def apply(self, s: State, seat: Seat, action: Pick | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        rest = tuple(u for u in self.planes if u != action.unit)
        return (Landing(self.side, action.unit, self.start), Return(self.side, rest, self.start))

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt("Aircraft return to their bases: choose one that lands elsewhere, or go on.", self.rule)

    def option(self, s: State, seat: Seat, action: Pick | Done) -> Option:
        if isinstance(action, Done):
            return Option("Back to their bases", "done", rule=self.rule, ends=True)
        return unit_option(s, action.unit, "{} lands elsewhere", "pick")


class Landing(SideDecides, frozen=True, tag=True):
    """Choose where an aircraft lands. Case base.landing."""

    rule: ClassVar[str] = "base.landing"
    takes = (Go, Stop)
    plane: int
    start: int

    def fields(self, s: State) -> HexSet:
        """The fields in reach of the hex it was over, less its own."""
        found = airfields(s, self.plane, self.start, s.world.plane(self.plane).range)
        return found & ~(1 << s.where[self.plane])

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Go(h) for h in bits(self.fields(s))), STOP]

    def legal(self, s: State, seat: Seat) -> list[Action]:
        return self.candidates(s, seat)

    def violation(self, s: State, seat: Seat, action: Go | Stop) -> Violation | None:
        if isinstance(action, Go) and (action.hex < 0 or not self.fields(s) >> action.hex & 1):
            return Violation("base.landing", "It cannot land there.", s.world.label(action.hex))
        return None

    def apply(self, s: State, seat: Seat, action: Go | Stop) -> Agenda:
        if isinstance(action, Go):
            land(s, self.plane, action.hex)
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"{s.world.name(self.plane)}: choose a field.", self.rule)

    def option(self, s: State, seat: Seat, action: Go | Stop) -> Option:
        w, piece = s.world, s.world.piece(self.plane)
        if isinstance(action, Stop):
            here = s.where[self.plane]
            return Option(f"Back to {w.title(here)}", "stop", piece, w.label(here), ends=True)
        return Option(f"Land at {w.title(action.hex)}", "step", piece, w.label(action.hex))


def land(s: State, u: int, h: Hex) -> None:
    """Set an aircraft down, and the leaders who ride it. A stack that one of them let be too large where they come from is cut
    down, after the battle or move if there is one. Cases 3.1j, base.landing, ability.48. RULING base-shed."""
    here = s.where[u]
    crew = [leader for leader, plane in s.riders.items() if plane == u]
    for each in (u, *crew):
        move(s, each, h)
    s.emit(Moved((u, *crew), (here, h), "base.landing"))
    if crew and not s.group and s.target < 0:
        shed(s)
