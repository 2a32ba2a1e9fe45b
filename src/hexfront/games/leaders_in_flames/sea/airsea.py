"""Naval air combat: planes of both sides meet over the ships, guns fire at those that get through, bombs fall."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Board, Done, Fly
from hexfront.games.leaders_in_flames.air.fight import (
    BOMBER,
    FIGHTER,
    Flak,
    air_fight,
    end_fight,
    flying,
    join,
    through,
)
from hexfront.games.leaders_in_flames.air.missions import board_option
from hexfront.games.leaders_in_flames.air.planes import halves, is_closed, plane_violation, planes_on_map
from hexfront.games.leaders_in_flames.events import Killed
from hexfront.games.leaders_in_flames.kinds import CV, CVP, FOUL, FTR, NAV, POOL, SUB
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.leaders.asks import helps, in_use, is_ready, may_for
from hexfront.games.leaders_in_flames.offers import unit_option
from hexfront.games.leaders_in_flames.sea.decks import flies
from hexfront.games.leaders_in_flames.sea.fleets import in_area, place_of, ships_at
from hexfront.games.leaders_in_flames.sea.flights import PlanesHome, passengers, way_to
from hexfront.games.leaders_in_flames.sea.homing import havens, send_home
from hexfront.games.leaders_in_flames.sea.search import included, is_here, ships_above, sky
from hexfront.games.leaders_in_flames.sea.waters import aboard, is_sea
from hexfront.games.leaders_in_flames.state import State, is_down, kill, turn_down
from hexfront.hexes import bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import SideDecides, lift, put

DONE = Done()


def planes_of(s: State, side: int) -> list[int]:
    """The aircraft of a side that are in the combat: those in included sections, and what its included carriers can fly. None in
    storm or blizzard. Case base.naval_air_combat."""
    w = s.world
    if sky(s) in FOUL:
        return []
    at_sea = [u for u in bits(s.engaged) if w.is_plane(u) and w.side[u] == side and is_sea(s.where[u])]
    decks = [v for u in included(s, side) if w.kind[u] == CV for v in flies(s, u)]
    return [*(u for u in at_sea if not is_down(s, u)), *decks]


def role_of(s: State, u: int) -> int:
    """What an aircraft does if nobody says otherwise: it bombs if it can and is not a fighter."""
    plane = s.world.plane(u)
    return BOMBER if plane.sea and plane.kind != FTR else FIGHTER


def can_be_both(s: State, u: int) -> bool:
    """Whether an aircraft can fight or bomb: carrier planes, and fighters with a factor at sea."""
    return s.world.kind[u] in (CVP, FTR) and s.world.plane(u).sea > 0


class AirSea(Auto, frozen=True, tag=True):
    """Planes take their places, fighters from land join them; then the fight, flak and bombs. Case base.naval_air_combat."""

    def run(self, s: State) -> Agenda:
        w, first = s.world, s.opener
        end_fight(s)
        s.flier, s.edge = first, list(s.lift)
        for side in (0, 1):
            for u in sorted(planes_of(s, side), key=lambda u: (-w.plane(u).air, u)):
                join(s, u, role_of(s, u))
        s.flights = {u: place_of(s, u) for u in s.wing}
        s.riders = {v: u for u in s.wing for v in passengers(s, u)}
        both = (first, 1 - first)
        return (
            *(Arming(side) for side in both), Asking((1 - first, first), "scramble"), Scramble(1 - first), Scramble(first),
            *air_fight(s), ShipGuns(),
        )  # fmt: skip


class Arming(Auto, frozen=True, tag=True):
    """Ask a side for the roles of its planes, where there is a choice. Case base.naval_air_combat."""

    side: int

    def run(self, s: State) -> Agenda:
        frame = Roles(self.side)
        return (frame,) if len(frame.legal(s, "")) > 1 else ()


class Roles(SideDecides, frozen=True, tag=True):
    """Say which planes fight and which bomb, let leaders fly along, or go on. Cases base.naval_air_combat, 3.1j."""

    rule: ClassVar[str] = "base.naval_air_combat"
    takes = (Fly, Board, Done)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        mine = flying(s, self.side, FIGHTER, BOMBER)
        turns: list[Action] = [
            Fly(u, FIGHTER if s.wing[u] == BOMBER else BOMBER) for u in mine if can_be_both(s, u)
        ]
        crew = [v for v in s.world.all_leaders if s.world.side[v] == self.side and is_here(s, v)]
        rides = [Board(v, u) for v in crew for u in mine if s.flights.get(u) == s.where[v]]
        return [*turns, *rides, DONE]

    def violation(self, s: State, seat: Seat, action: Fly | Board | Done) -> Violation | None:
        w = s.world
        if isinstance(action, Done):
            return None
        if isinstance(action, Fly):
            if action not in self.candidates(s, seat):
                return Violation("base.naval_air_combat", "It already has that role, or cannot have it.")
            return None
        if action not in self.candidates(s, seat):
            return Violation("3.1j", "He can fly only with an aircraft in his section.")
        if is_down(s, action.leader) or action.leader in s.riders:
            return Violation("3.1j", f"{w.name(action.leader)} is face-down, or already in the air.")
        return None

    def apply(self, s: State, seat: Seat, action: Fly | Board | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        if isinstance(action, Fly):
            join(s, action.unit, action.role)
        else:
            s.riders[action.leader] = action.plane
        return (Arming(self.side),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        w = s.world
        fight, bomb = (w.names_of(flying(s, self.side, role)) or "nobody" for role in (FIGHTER, BOMBER))
        return Prompt(f"In the air, to fight: {fight}; to bomb: {bomb}. Change that, or go on.", self.rule)

    def option(self, s: State, seat: Seat, action: Fly | Board | Done) -> Option:
        w = s.world
        if isinstance(action, Done):
            return Option("Go on", "done", rule=self.rule, ends=True)
        if isinstance(action, Board):
            return board_option(s, action)
        does = "fights" if action.role == FIGHTER else "bombs"
        return Option(f"{w.name(action.unit)} {does}", "join", w.piece(action.unit), panel=True)


class Scramble(Auto, frozen=True, tag=True):
    """Ask a side for fighters from land while enemy planes are in the air. Cases base.naval_air_combat, ability.75."""

    side: int

    def run(self, s: State) -> Agenda:
        frame = Scrambling(self.side)
        return (frame,) if len(frame.legal(s, "")) > 1 else ()


class Scrambling(SideDecides, frozen=True, tag=True):
    """Send fighters from land over the sea area, or go on. Cases base.naval_air_combat, ability.75."""

    rule: ClassVar[str] = "base.naval_air_combat"
    takes = (Fly, Done)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        fighters = [u for u in planes_on_map(s, self.side) if s.world.kind[u] == FTR and not is_down(s, u)]
        return [*(Fly(u, FIGHTER) for u in fighters), DONE]

    def violation(self, s: State, seat: Seat, action: Fly | Done) -> Violation | None:
        if isinstance(action, Done):
            return None
        w, u = s.world, action.unit
        refused = plane_violation(s, self.side, u)
        if refused:
            return refused
        at = w.label(s.where[u])
        if action.role != FIGHTER or w.kind[u] != FTR or not any(w.side[v] != self.side for v in s.wing):
            return Violation(
                "base.naval_air_combat", "Only fighters can intercept, and only against aircraft.", at
            )
        full = w.plane(u).range
        reach = full if may_for(s, "intercept.sea", u) else max(1, full // 2)
        if way_to(s, s.where[u], s.sea) > reach:
            return Violation("base.naval_air_combat", "It is too far away to intercept.", at)
        if is_closed(s, u, s.where[u]):
            return Violation("base.sky", "Storm or blizzard keeps it on the ground.", at)
        return None

    def apply(self, s: State, seat: Seat, action: Fly | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        join(s, action.unit, FIGHTER)
        s.flown |= 1 << action.unit
        return (Scramble(self.side),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt("Send fighters from land, or go on.", self.rule)

    def option(self, s: State, seat: Seat, action: Fly | Done) -> Option:
        if isinstance(action, Done):
            return Option("Go on", "done", rule=self.rule, ends=True)
        return unit_option(s, action.unit, "{} intercepts", "join")


# --- guns and bombs


def flak_of(s: State, side: int) -> int:
    """The anti-aircraft rating of a side's ships in the combat, doubled in the section of a leader with that ability.

    Cases base.naval_air_combat, ability.101."""
    w = s.world
    gunners = [
        leader for leader, _ in in_use(s, "ship.flak") if w.side[leader] == side and is_here(s, leader)
    ]

    def rating(u: int) -> int:
        twice = any(s.where[leader] == s.where[u] and helps(s, leader, u) for leader in gunners)
        return w.ship(u).aa * (2 if twice else 1)

    return sum(rating(u) for u in ships_above(s, side))


class ShipGuns(Auto, frozen=True, tag=True):
    """Ships fire at the planes that got through. Case base.naval_air_combat."""

    def run(self, s: State) -> Agenda:
        return tuple(Flak(side, flak_of(s, side)) for side in (s.opener, 1 - s.opener))


def bomb_factors(s: State, side: int) -> int:
    """What the bombers of a side that are through have at sea, halved in rain and snow; one whose leader lets it uses its factors on
    the battlefield. In a port taken by surprise they count double. Cases base.naval_air_combat, base.surprise, ability.88."""
    w, total = s.world, 0
    place = s.port if s.port >= 0 else next(iter(s.flights.values()), -1)
    with_leader = {s.riders.get(leader, -1) for leader, _ in in_use(s, "bomb.ships")}
    for u in through(s, side):
        plane = w.plane(u)
        factor = max(plane.sea, plane.tactical) if u in with_leader else plane.sea
        total += halves(s, u, factor, place if s.port >= 0 else s.flights.get(u, place))
    asleep = s.port >= 0 and any(s.surprised >> w.party[u] & 1 for u in included(s, 1 - side))
    return total if asleep else total // 2


class AirSeaOver(Auto, frozen=True, tag=True):
    """After the bombs: planes that broke off go home, carrier planes stay aboard, fighters from land land; a leader who lost a carrier
    plane may have to withdraw his section. Cases base.naval_air_combat, ability.97, 3.1k."""

    def run(self, s: State) -> Agenda:
        w = s.world
        for power, points in s.shot.items():
            s.toll[w.parties[power].side] += points
        for u in s.wing:
            if s.where[u] >= 0:
                turn_down(s, u)
        away = {
            side: tuple(u for u in s.aborted if w.side[u] == side and is_sea(s.where[u])) for side in (0, 1)
        }
        lost = [u for u in s.flights if s.where[u] == POOL]
        frames: Agenda = tuple(PlanesHome(side, some, True) for side, some in away.items() if some)
        frames = (*frames, *shaken(s, lost))
        rescue(s, lost)
        end_fight(s)
        s.flights = {}
        return frames


def shaken(s: State, lost: list[int]) -> Agenda:
    """Ships of a leader's section go home if a carrier plane of it was destroyed. He has no choice. Case ability.97."""
    w = s.world
    frames: Agenda = ()
    places = {(s.flights[u], w.side[u]) for u in lost if w.kind[u] == CVP}
    for leader in w.all_leaders:
        if not is_ready(s, leader) or (s.where[leader], w.side[leader]) not in places:
            continue
        if any(row.ask == "deck.loss" for row in w.abilities(leader)):
            ships = [u for u in ships_at(s, s.where[leader], w.side[leader]) if w.kind[u] != SUB]
            frames = (*frames, *send_home(s, ships, aborted=True))
    return frames


def rescue(s: State, lost: list[int]) -> None:
    """Leaders whose aircraft was shot down at sea and whose pilot lives come to the nearest port of their side, face-down."""
    w = s.world
    for leader in w.all_leaders:
        if any(s.where[leader] == aboard(u) for u in lost):
            friends = in_area(s, s.sea, w.side[leader])
            ports = list(havens(s, friends[0])) if friends else []
            if ports:
                lift(s, leader, -1)
                put(s, leader, ports[0])
                turn_down(s, leader)
            else:
                s.emit(Killed(leader, s.flights.get(lost[0], -1), "3.3n"))
                kill(s, leader)


def hunters(s: State, side: int) -> int:
    """Naval bombers in the combat, each a factor against submarines. Case base.subs."""
    return sum(s.world.kind[u] == NAV for u in planes_of(s, side))
