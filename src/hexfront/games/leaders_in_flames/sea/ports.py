"""Port strikes: aircraft from land and from carriers at sea against ships in harbour."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Attack, Board, Done, Fly
from hexfront.games.leaders_in_flames.air.fight import BOMBER, FIGHTER, Flak, air_fight, flying
from hexfront.games.leaders_in_flames.air.missions import (
    AGAINST,
    Homing,
    Wave,
    board_option,
    open_mission,
    take_off,
)
from hexfront.games.leaders_in_flames.air.planes import (
    is_closed,
    mission_violation,
    plane_violation,
    planes_on_map,
    range_of,
)
from hexfront.games.leaders_in_flames.air.strike import flak_rating
from hexfront.games.leaders_in_flames.kinds import AIRSEA, CV, FINE, FOUL, FTR, MISSIONS, PORT, WET
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.leaders.asks import in_use
from hexfront.games.leaders_in_flames.leaders.fate import recall_at_sea
from hexfront.games.leaders_in_flames.limits import limit
from hexfront.games.leaders_in_flames.politics.parties import are_foes
from hexfront.games.leaders_in_flames.sea.airsea import can_be_both
from hexfront.games.leaders_in_flames.sea.battle import Spending
from hexfront.games.leaders_in_flames.sea.decks import flies
from hexfront.games.leaders_in_flames.sea.events import PortSearched
from hexfront.games.leaders_in_flames.sea.fire import BOMBS, Deal, Fire
from hexfront.games.leaders_in_flames.sea.fleets import place_of
from hexfront.games.leaders_in_flames.sea.flights import way_to
from hexfront.games.leaders_in_flames.sea.search import included
from hexfront.games.leaders_in_flames.sea.waters import area_of, is_sea
from hexfront.games.leaders_in_flames.state import State, is_down, leaders_at, weather_at
from hexfront.games.leaders_in_flames.words import some
from hexfront.hexes import Hex, bits
from hexfront.kernel import Action, Agenda, Auto, Chance, Dice, Option, Prompt, Seat, Violation
from hexfront.wargame import SideDecides

NUMBER = 5
"""The highest roll that finds ships in port, before weather and leaders."""
MINOR, MAJOR, PLANES, WARNED, ASLEEP = 3, 5, 4, 2, 4
"""Sections as which ports and planes count; what warning adds to a port, and surprise to the attacker's points. Case base.port_strike."""
DONE = Done()


class PortStrikes(Auto, frozen=True, tag=True):
    """Ask for port strikes while there is one to fly; `late` ones are those of carriers that have just sailed with a leader who
    has the ability. Cases base.port_strike, ability.106."""

    side: int
    late: bool = False

    def run(self, s: State) -> Agenda:
        frame = PortTargets(self.side, self.late)
        return (frame,) if len(frame.legal(s, "")) > 1 else ()


def strikers(s: State, side: int, h: Hex, late: bool) -> list[int]:
    """The aircraft that could strike a port: from land within range, and planes of carriers at sea in reach of it.

    Cases base.port_strike, ability.106."""
    w = s.world
    land = [] if late else [u for u in planes_on_map(s, side) if range_of(s, u) >> h & 1 and _may_fly(s, u)]
    ships = [
        u for u in w.ships_of[side] if w.kind[u] == CV and is_sea(s.where[u]) and (not late or u in s.raiders)
    ]
    decks = [
        u
        for ship in ships
        for u in flies(s, ship)
        if way_to(s, h, area_of(s.where[ship])) <= w.plane(u).range
    ]
    fresh = [u for u in decks if not s.flown >> u & 1]
    return [u for u in (*land, *fresh) if not is_closed_at(s, u, h)]


def _may_fly(s: State, u: int) -> bool:
    w = s.world
    return (w.plane(u).sea > 0 or w.kind[u] == FTR) and plane_violation(s, w.side[u], u) is None


def is_closed_at(s: State, u: int, h: Hex) -> bool:
    """Whether storm or blizzard keeps an aircraft from a port."""
    if s.where[u] >= 0:
        return is_closed(s, u, h)
    return any(weather_at(s, place) in FOUL for place in (place_of(s, u), h))


def prey(s: State, side: int, h: Hex) -> list[int]:
    """Enemy ships in a port."""
    return [u for u in s.stack.get(h, ()) if s.world.is_ship(u) and s.world.side[u] != side]


class PortTargets(SideDecides, frozen=True, tag=True):
    """Choose a port to strike, or go on. Case base.port_strike."""

    rule: ClassVar[str] = "base.port_strike"
    takes = (Attack, Done)
    late: bool

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        harbours = bits(s.world.waters.ports & s.held[1 - self.side] & ~s.raided)
        return [*(Attack(h) for h in harbours if prey(s, self.side, h)), DONE]

    def violation(self, s: State, seat: Seat, action: Attack | Done) -> Violation | None:
        if isinstance(action, Done):
            return None
        h, at = action.hex, s.world.label(action.hex)
        if h < 0 or s.raided >> h & 1 or not prey(s, self.side, h):
            return Violation(
                "base.port_strike",
                "There are no enemy ships there, or the port was already struck in this step.",
                at,
            )
        planes = strikers(s, self.side, h, self.late)
        if not any(strike_violation(s, self.side, h, u, BOMBER, self.late) is None for u in planes):
            return Violation("base.port_strike", "No bomber is in range of it, or no mission is left.", at)
        return None

    def apply(self, s: State, seat: Seat, action: Attack | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        h = action.hex
        open_mission(s, self.side, PORT, h)
        s.port, s.raided, s.opener = h, s.raided | 1 << h, self.side
        s.fates, s.toll, s.aimed, s.salvos = {}, [0, 0], 0, []
        s.shifts, s.picks, s.lift, s.guile = [0, 0], [0, 0], [0, 0], [0, 0]
        s.moves_made += 1
        s.kind_of_fight = AIRSEA
        return (PortStrike(self.side, self.late), PortStrikes(self.side, self.late))

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt("Strike at ships in port, or go on.", self.rule)

    def option(self, s: State, seat: Seat, action: Attack | Done) -> Option:
        w = s.world
        if isinstance(action, Done):
            return Option("No port strike", "pass", rule=self.rule, ends=True)
        ships = some([w.name(u) for u in prey(s, self.side, action.hex)])
        return Option(f"Strike {w.title(action.hex)}: {ships}", "target", at=w.label(action.hex))


def strike_violation(s: State, side: int, h: Hex, u: int, role: int, late: bool) -> Violation | None:
    """Why an aircraft cannot join a port strike. Every carrier plane that bombs counts as a mission, as any bomber does.

    Cases base.port_strike, base.action, ability.106."""
    w = s.world
    if not w.is_unit(u) or u not in strikers(s, side, h, late) or u in s.wing:
        return Violation("base.port_strike", "It is out of range, cannot fly, or is already flying.")
    if not any(are_foes(s, u, v) for v in prey(s, side, h)):
        return Violation("base.neutral", f"{w.name(u)} is not at war with the ships in the port.")
    if role == FIGHTER:
        able = w.kind[u] == FTR or can_be_both(s, u) or not w.plane(u).sea
        return (
            None
            if able and flying(s, side, BOMBER)
            else Violation("base.port_strike", "There is nothing to escort.")
        )
    if role != BOMBER or not w.plane(u).sea:
        return Violation("base.port_strike", f"{w.name(u)} has no factor against ships.")
    return mission_violation(s, u)


class PortStrike(Auto, frozen=True, tag=True):
    """Aircraft are named while there are any; then the enemy's fighters, search, fight, flak and bombs. Case base.port_strike."""

    side: int
    late: bool

    def run(self, s: State) -> Agenda:
        frame = Raiding(self.side, self.late)
        more = [action for action in frame.legal(s, "") if not isinstance(action, Done)]
        if more:
            return (frame,)
        return launch(s)


def launch(s: State) -> Agenda:
    """What follows once the strike is on its way. Case base.port_strike."""
    side = s.flier
    return (
        Asking((side,), "port"),
        Wave(1 - side, AGAINST),
        Wave(side, AGAINST),
        PortSearch(side),
        StrikeOver(),
    )


class Raiding(SideDecides, frozen=True, tag=True):
    """Name the aircraft that strike and those that escort them, let leaders fly along, then go. Cases base.port_strike, 3.1j."""

    rule: ClassVar[str] = "base.port_strike"
    takes = (Fly, Board, Done)
    late: bool

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        planes = [u for u in strikers(s, self.side, s.port, self.late) if u not in s.wing]
        rides: list[Action] = []
        for u in (u for u in s.wing if s.world.side[u] == self.side):
            place = place_of(s, u)
            crew = (
                leaders_at(s, place)
                if place >= 0
                else [v for v in s.world.all_leaders if s.where[v] == place]
            )
            rides += [Board(v, u) for v in crew if s.world.side[v] == self.side]
        return [*(Fly(u, role) for u in planes for role in (BOMBER, FIGHTER)), *rides, DONE]

    def violation(self, s: State, seat: Seat, action: Fly | Board | Done) -> Violation | None:
        w = s.world
        if isinstance(action, Fly):
            return strike_violation(s, self.side, s.port, action.unit, action.role, self.late)
        if isinstance(action, Board):
            if (
                action not in self.candidates(s, seat)
                or action.leader in s.riders
                or is_down(s, action.leader)
            ):
                return Violation("3.1j", "He is not with that aircraft, is already flying, or is face-down.")
            return None
        if not flying(s, self.side, BOMBER):
            return Violation("base.port_strike", "Name a bomber first.", w.label(s.port))
        if self.late and any(leader not in s.riders for leader in s.raiders.values()):
            return Violation("ability.106", "The leader must fly with the carrier planes.", w.label(s.port))
        return None

    def apply(self, s: State, seat: Seat, action: Fly | Board | Done) -> Agenda:
        if isinstance(action, Done):
            return launch(s)
        if isinstance(action, Fly):
            take_off(s, action.unit, action.role)
        else:
            s.riders[action.leader] = action.plane
        return (PortStrike(self.side, self.late),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"Strike on {s.world.title(s.port)}: name aircraft, then go.", self.rule)

    def option(self, s: State, seat: Seat, action: Fly | Board | Done) -> Option:
        w = s.world
        if isinstance(action, Done):
            return Option("Go", "commit", rule=self.rule, ends=True)
        if isinstance(action, Board):
            return board_option(s, action)
        does = "escorts" if action.role == FIGHTER else "strikes"
        return Option(f"{w.name(action.unit)} {does}", "join", w.piece(action.unit), panel=True)


def port_section(s: State, h: Hex) -> int:
    """The section as which a port counts: 3, a major one 5, and 2 more for a late strike on an enemy who is not surprised.

    Cases base.port_strike, ability.106."""
    base = MAJOR if s.world.waters.major >> h & 1 else MINOR
    return base + (WARNED if s.raiders and not is_surprised(s) else 0)


def is_surprised(s: State) -> bool:
    """Whether the ships in the struck port are taken by surprise. Case base.surprise."""
    return any(s.surprised >> s.world.party[u] & 1 for u in prey(s, s.flier, s.port))


class PortSearch(Chance, frozen=True, tag=True):
    """The strike looks for the ships, the port for the strike; surprise points, then the fight. Cases base.port_strike, ability.122."""

    side: int

    def outcomes(self, s: State) -> Dice:
        return Dice(2, 10)

    def apply(self, s: State, dice: tuple[int, ...]) -> Agenda:
        die, alarm = dice
        weather = weather_at(s, s.port)
        number = NUMBER + (1 if weather == FINE else -1 if weather in WET else 0)
        number += sum(
            row.give for leader, row in in_use(s, "port.search") if s.world.side[leader] == self.side
        )
        found = die <= number and bool(flying(s, self.side, BOMBER))
        s.flights = {u: place_of(s, u) for u in s.wing}
        s.emit(PortSearched(s.port, dice, number, found))
        if not found:
            return ()
        lead = (PLANES + alarm) - (port_section(s, s.port) + die) + (ASLEEP if is_surprised(s) else 0)
        s.guile = [0, 0]
        s.guile[self.side if lead > 0 else 1 - self.side] = abs(lead)
        return (Spending(), Edge(), *air_fight(s), PortGuns(self.side), Fire(self.side, BOMBS), Deal())

    def title(self, s: State) -> str:
        return f"Strike on {s.world.title(s.port)}"


class Edge(Auto, frozen=True, tag=True):
    """What was bought for the fight in the air counts."""

    def run(self, s: State) -> Agenda:
        s.edge = list(s.lift)
        return ()


class PortGuns(Auto, frozen=True, tag=True):
    """Ships and guns of the port fire at the planes that got through. Case base.port_strike."""

    side: int

    def run(self, s: State) -> Agenda:
        ships = sum(s.world.ship(u).aa for u in included(s, 1 - self.side))
        return (Flak(1 - self.side, ships + flak_rating(s, s.port, 1 - self.side)),)


class StrikeOver(Auto, frozen=True, tag=True):
    """Losses are compared, and the aircraft go home. Cases base.port_strike, 3.3c."""

    def run(self, s: State) -> Agenda:
        for power, points in s.shot.items():
            s.toll[s.world.parties[power].side] += points
        recall_at_sea(s)
        s.port, s.opener, s.kind_of_fight, s.aimed = -1, -1, -1, 0
        s.fates, s.toll, s.flights = {}, [0, 0], {}
        return (Homing(),)


def has_missions(s: State, side: int) -> bool:
    """Whether a side's actions allow any mission."""
    return any(limit(s, power, MISSIONS) for power in s.world.powers if s.world.parties[power].side == side)
