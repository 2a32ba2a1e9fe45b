"""The naval move: ships of a port put to sea or go to another port, ships at sea go home; leaders and cargo go with them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import (
    Announce,
    Course,
    Dock,
    Done,
    Enter,
    Everyone,
    Join,
    Load,
    Muster,
    Stop,
)
from hexfront.games.leaders_in_flames.air.planes import has_room
from hexfront.games.leaders_in_flames.board import SECTIONS
from hexfront.games.leaders_in_flames.chairs import seat_violation
from hexfront.games.leaders_in_flames.kinds import CV, NO_LIMIT, VOYAGES
from hexfront.games.leaders_in_flames.land.zones import may_stack, shed
from hexfront.games.leaders_in_flames.leaders.announce import announce, announce_option, announcements
from hexfront.games.leaders_in_flames.leaders.asks import helps, in_use
from hexfront.games.leaders_in_flames.leaders.usable import usable
from hexfront.games.leaders_in_flames.limits import limit, limit_violation, use, used
from hexfront.games.leaders_in_flames.sea.carriage import freight, load, load_violation
from hexfront.games.leaders_in_flames.sea.events import Loaded, Sailed
from hexfront.games.leaders_in_flames.sea.fleets import (
    bases,
    cargo_of,
    depths,
    leaders_on,
    ships_at,
    to_sea,
)
from hexfront.games.leaders_in_flames.sea.homing import dock, havens, shared
from hexfront.games.leaders_in_flames.sea.waters import area_of, at_sea, is_sea, section_of
from hexfront.games.leaders_in_flames.state import State, is_down
from hexfront.games.leaders_in_flames.words import says, some
from hexfront.hexes import Hex, HexSet, bits, union
from hexfront.kernel import Action, Agenda, Option, Prompt, Seat, Violation
from hexfront.wargame import SideDecides, lift, put

STOP, DONE, EVERYONE = Stop(), Done(), Everyone()


# --- who sails


def sail_violation(s: State, side: int, u: int) -> Violation | None:
    """Why a ship or leader cannot begin a voyage. Cases base.voyage, 3.1j, 1c."""
    w = s.world
    if not w.is_unit(u) or not (w.is_ship(u) or w.is_leader(u)) or w.side[u] != side:
        return Violation("base.voyage", "Only a ship or leader of your own can sail.")
    if (refused := seat_violation(s, u)) is not None:
        return refused
    place = s.where[u]
    at = w.spot(place)
    if not is_sea(place) and (place < 0 or not ships_at(s, place, side)):
        return Violation("base.voyage", says(w.name(u), "is not in a port with ships."), at)
    if is_down(s, u):
        return Violation("base.voyage", says(w.name(u), "is face-down."), at)
    if s.moved >> u & 1:
        return Violation("base.voyage", says(w.name(u), "has already sailed in this step."), at)
    if w.is_leader(u):
        return limit_violation(s, w.power[u], VOYAGES, "naval moves", is_leader=True)
    return None if _free_voyage(s, u) else limit_violation(s, w.power[u], VOYAGES, "naval moves")


def _free_voyage(s: State, u: int) -> bool:
    """Whether a leader in the same place could let a ship sail without being counted. Case ability.121."""
    w = s.world
    if limit(s, w.power[u], VOYAGES) == 0:
        return False
    for leader in leaders_on(s, s.where[u], w.side[u]):
        for row in w.abilities(leader):
            if row.ask == "voyage.free" and helps(s, leader, u, row):
                return True
    return False


def ships_in_hand(s: State) -> list[int]:
    """The ships of the voyage at hand."""
    return [u for u in s.group if s.world.is_ship(u)]


def is_counted(s: State) -> bool:
    """Whether the voyage at hand counts against its power's limit: not if a leader who sails along says so. Case ability.121."""
    return not any(
        leader in s.group and all(helps(s, leader, u, row) for u in ships_in_hand(s))
        for leader, row in in_use(s, "voyage.free")
    )


class NavalMoves(SideDecides, frozen=True, tag=True):
    """Choose a port or a section whose ships sail, or finish. Case base.voyage."""

    rule: ClassVar[str] = "base.voyage"
    takes = (Muster, Done)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        w = s.world
        places = {s.where[u] for u in w.ships_of[self.side] if s.where[u] >= 0 or is_sea(s.where[u])}
        return [*(Muster(place) for place in sorted(places)), DONE]

    def violation(self, s: State, seat: Seat, action: Muster | Done) -> Violation | None:
        if isinstance(action, Done):
            return None
        ships = ships_at(s, action.place, self.side)
        if not ships:
            return Violation("base.voyage", "No ship of yours is there.", s.world.spot(action.place))
        found = [sail_violation(s, self.side, u) for u in ships]
        return None if None in found else found[0]

    def apply(self, s: State, seat: Seat, action: Muster | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        s.group, s.spent, s.began = [], [], action.place
        s.moves_made += 1
        return (Fleet(self.side), self)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt("Choose a port or sea section for ships to sail from, or finish.", self.rule)

    def option(self, s: State, seat: Seat, action: Muster | Done) -> Option:
        w = s.world
        if isinstance(action, Done):
            return Option("Finish naval moves", "done", rule=self.rule, ends=True)
        ships = ships_at(s, action.place, self.side)
        return Option(
            f"Ships of {w.spot_title(action.place)} ({len(ships)})", "pick", w.piece(ships[0]) if ships else "", w.spot(action.place),
        )  # fmt: skip


class Fleet(SideDecides, frozen=True, tag=True):
    """Put a task force together: ships, leaders, cargo; then set course, go home, or leave it. Cases base.voyage, base.carry, 3.1j."""

    rule: ClassVar[str] = "base.voyage"
    takes = (Join, Everyone, Load, Announce, Course, Dock, Stop)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        here = [*ships_at(s, s.began, self.side), *leaders_on(s, s.began, self.side)]
        cargo = [u for u in s.stack.get(s.began, ()) if not s.world.is_ship(u) and not s.world.is_leader(u)]
        ships = ships_in_hand(s)
        homes = shared(s, ships) if is_sea(s.began) else {}
        return [
            *(Join(u) for u in here if u not in s.group),
            EVERYONE,
            *(Load(u, ship) for ship in ships for u in cargo),
            *announcements(s, self.side, "voyage"),
            *(Course(area) for area in s.world.waters.areas),
            *(Dock(h) for h in homes),
            STOP,
        ]

    def violation(self, s: State, seat: Seat, action: Action) -> Violation | None:
        if isinstance(action, Join):
            return self._join_violation(s, action.unit)
        if isinstance(action, Everyone):
            if self._joiners(s):
                return None
            return Violation("base.voyage", "No other ship here can sail along.", s.world.spot(s.began))
        if isinstance(action, Load):
            return load_violation(s, action.unit, action.ship)
        if isinstance(action, Announce):
            return usable(s, self.side, action.leader, action.ability, "voyage")
        if isinstance(action, Course):
            return course_violation(s, action.area)
        return home_violation(s, action.hex) if isinstance(action, Dock) else None

    def legal(self, s: State, seat: Seat) -> list[Action]:
        """The same list, faster: ports on offer are within range, so what holds for all of them is asked once."""
        found = self.candidates(s, seat)
        docks = [x.hex for x in found if isinstance(x, Dock)]
        are_open = bool(docks) and not _limit(s) and not company_violation(s)
        berths = berths_of(s, docks) if are_open else 0
        return [
            x
            for x in found
            if (berths >> x.hex & 1 if isinstance(x, Dock) else self.violation(s, seat, x) is None)
        ]

    def _join_violation(self, s: State, u: int) -> Violation | None:
        w = s.world
        if not w.is_unit(u) or u in s.group or s.where[u] != s.began:
            return Violation("base.voyage", "Only a ship or leader in the same place can come along.")
        ships = ships_in_hand(s)
        if ships and w.is_ship(u) and w.power[u] != w.power[ships[0]]:
            return Violation("base.voyage", "A task force can have ships of only one power.", w.spot(s.began))
        return sail_violation(s, self.side, u)

    def _joiners(self, s: State) -> list[int]:
        """The ships that would come along if all were called: those of one power."""
        ships = [u for u in ships_at(s, s.began, self.side) if self._join_violation(s, u) is None]
        return [u for u in ships if s.world.power[u] == s.world.power[ships[0]]]

    def apply(self, s: State, seat: Seat, action: Action) -> Agenda:
        if isinstance(action, Join):
            s.group.append(action.unit)
        elif isinstance(action, Everyone):
            s.group += self._joiners(s)
        elif isinstance(action, Load):
            load(s, action.unit, action.ship)
            s.emit(Loaded(action.unit, action.ship))
        elif isinstance(action, Announce):
            announce(s, action.leader, action.ability)
        elif isinstance(action, Course):
            return (Approach(self.side, action.area),)
        elif isinstance(action, Dock):
            return arrive_in_port(s, action.hex)
        else:
            unload(s)
            return ()
        return (self,)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        w = s.world
        who = some([w.name(u) for u in s.group]) or "no ships yet"
        return Prompt(f"{w.spot_title(s.began)}: {who}. Take ships along, then set course.", self.rule)

    def option(self, s: State, seat: Seat, action: Action) -> Option:
        w, at = s.world, s.world.spot(s.began)
        if isinstance(action, Join):
            return Option(says(w.name(action.unit), "sails"), "join", w.piece(action.unit), at)
        if isinstance(action, Everyone):
            return Option("All ships here sail", "join", "", at, panel=True)
        if isinstance(action, Load):
            words = f"{w.name(action.unit)} aboard {w.name(action.ship)}"
            return Option(words, "join", w.piece(action.unit), at, rule="base.carry", panel=True)
        if isinstance(action, Announce):
            return announce_option(s, action)
        if isinstance(action, Course):
            area = w.waters.seas.areas[action.area]
            far = float(depths(s, ships_in_hand(s)[0], s.began)[action.area])
            return Option(f"Course for the {area.title}", "step", w.piece(s.group[0]), f"{area.id}-0", far)
        if isinstance(action, Dock):
            return Option(f"Home to {w.title(action.hex)}", "step", w.piece(s.group[0]), w.label(action.hex))
        return Option("Leave them where they are", "stop", "", at, ends=True)


def unload(s: State) -> None:
    """The voyage is off: cargo goes ashore again."""
    for ship in ships_in_hand(s) if not is_sea(s.began) else ():
        for u in freight(s, ship):
            s.pairs.pop(u, None)
            lift(s, u, -1)
            put(s, u, s.began)
    clear_hand(s)


def clear_hand(s: State) -> None:
    """Put the task force down."""
    s.group, s.spent, s.began = [], [], -1


# --- how far


def course_violation(s: State, area: int) -> Violation | None:
    """Why the ships in hand cannot go to a sea area: every area entered costs each of them a point of movement and of range;
    ships at sea go home and nowhere else, unless a leader allows it. Cases base.voyage, ability.102, ability.113."""
    w, ships = s.world, ships_in_hand(s)
    if area not in w.waters.coast:
        return Violation("base.voyage", "That sea is not in play.")
    at = f"{w.waters.seas.areas[area].id}-0"
    if not ships:
        return Violation("base.voyage", "Take a ship first.", at)
    refused = _limit(s)
    if refused:
        return refused
    far = depths(s, ships[0], s.began).get(area, 99)
    if far > min(min(w.ship(u).move, w.ship(u).reach) for u in ships):
        return Violation("base.voyage", "It is out of their range.", at)
    if is_sea(s.began) and not any(sea_move(s, area, k) for k in range(SECTIONS)):
        return Violation("base.voyage", "Ships at sea can only go home or stay where they are.", at)
    return company_violation(s) if is_sea(s.began) else None


def _limit(s: State) -> Violation | None:
    """Whether the power has a naval move left for the ships in hand. Cases base.action, ability.121."""
    power = s.world.power[ships_in_hand(s)[0]]
    most = limit(s, power, VOYAGES)
    if not is_counted(s) and most:
        return None
    if most in (0, NO_LIMIT) or used(s, power, VOYAGES) >= most:
        return limit_violation(s, power, VOYAGES, "naval moves")
    return None


def sea_move(s: State, area: int, section: int) -> bool:
    """Whether a leader lets the ships in hand move at sea: up one section of their box, or with him one section lower into the
    next sea area. Cases ability.102, ability.113."""
    w, ships = s.world, ships_in_hand(s)
    if not is_sea(s.began) or not ships:
        return False
    here, height = area_of(s.began), section_of(s.began)

    def has_leave(ask: str) -> bool:
        return any(
            s.where[leader] == s.began and all(helps(s, leader, u, row) for u in ships)
            for leader, row in in_use(s, ask)
        )

    if area == here:
        if section != height + 1 or not has_leave("section.up"):
            return False
        return all(w.ship(u).move > section and havens(s, u, far=False) for u in ships)
    along = any(leader in s.group for leader, _ in in_use(s, "sea.move"))
    next_to = depths(s, ships[0], s.began).get(area) == 1
    return next_to and section == height - 1 and along and has_leave("sea.move")


def ends(s: State, area: int) -> list[Action]:
    """Where the ships in hand can end a voyage to a sea area: in a section, or in a port on it."""
    w = s.world
    ports = [Dock(h) for h in bits(w.waters.coast[area] & harbours(s))] if not is_sea(s.began) else []
    every: list[Action] = [*(Enter(k) for k in range(SECTIONS)), *ports]
    return [action for action in every if end_violation(s, area, action) is None]


def end_violation(s: State, area: int, action: Action) -> Violation | None:
    """Why the ships in hand cannot enter a section or port of a sea area. Cases base.voyage, base.port."""
    w, ships = s.world, ships_in_hand(s)
    if isinstance(action, Dock):
        if is_sea(s.began) or area not in w.waters.of.get(action.hex, ()):
            return Violation("base.port", "That port is not on this sea.", w.label(action.hex))
        return port_violation(s, action.hex)
    assert isinstance(action, Enter)
    if not 0 <= action.section < SECTIONS:
        return Violation("base.voyage", "A sea box has sections 0 to 4.")
    at = w.spot(at_sea(area, action.section))
    if is_sea(s.began):
        if not sea_move(s, area, action.section):
            return Violation("base.voyage", "Ships at sea can only go home or stay where they are.", at)
        return company_violation(s)
    cost = depths(s, ships[0], s.began)[area] + action.section
    if cost > min(w.ship(u).move for u in ships):
        return Violation("base.voyage", "Not enough movement points are left for that section.", at)
    return None


def company_violation(s: State) -> Violation | None:
    """Leaders do not stay at sea without a ship. Case 3.1j."""
    left = [u for u in ships_at(s, s.began, s.side) if u not in s.group]
    alone = [u for u in leaders_on(s, s.began, s.side) if u not in s.group]
    if alone and not left:
        name = s.world.name(alone[0])
        return Violation("3.1j", f"{name} cannot stay at sea without a ship.", s.world.spot(s.began))
    return None


def harbours(s: State) -> HexSet:
    """The ports in which all ships in hand may lie. Case base.port."""
    out = s.world.waters.ports
    for u in ships_in_hand(s):
        out &= bases(s, u)
    return out


def berths_of(s: State, ports: Iterable[Hex]) -> HexSet:
    """Those of some ports that the ships in hand can put into."""
    within = harbours(s)
    return union(h for h in ports if within >> h & 1 and h != s.began and berth_violation(s, h) is None)


def port_violation(s: State, h: Hex) -> Violation | None:
    """Why the ships in hand cannot put into a port. Case base.port."""
    w, ships = s.world, ships_in_hand(s)
    at = w.label(h)
    if h == s.began:
        return Violation("base.port", "They are already there.", at)
    if any(not bases(s, u) >> h & 1 for u in ships):
        return Violation("base.port", "That is not one of their ports.", at)
    return berth_violation(s, h)


def berth_violation(s: State, h: Hex) -> Violation | None:
    """Why what the ships in hand carry has no room in a port. Case base.port."""
    w, ships = s.world, ships_in_hand(s)
    at = w.label(h)
    cargo = [u for ship in ships for u in cargo_of(s, ship) if w.is_troop(u)]
    planes = [u for ship in ships for u in freight(s, ship) if w.is_plane(u)]
    if not may_stack(s, s.side, h, cargo) or (planes and not has_room(s, s.side, h)):
        return Violation("base.stacking", "There is no room ashore for what they carry.", at)
    return None


def home_violation(s: State, h: Hex) -> Violation | None:
    """Why ships in hand at sea cannot go straight home to a port. Cases base.voyage, base.port."""
    ships = ships_in_hand(s)
    if not is_sea(s.began) or not ships:
        return Violation(
            "base.voyage", "Ships at sea go home; from port, set course first.", s.world.label(h)
        )
    if h not in shared(s, ships):
        return Violation("base.port", "That is not one of their ports within range.", s.world.label(h))
    return _limit(s) or port_violation(s, h) or company_violation(s)


# --- arrival


class Approach(SideDecides, frozen=True, tag=True):
    """Choose the section of the sea box, or the port, in which the voyage ends. Case base.voyage."""

    rule: ClassVar[str] = "base.voyage"
    takes = (Enter, Dock, Stop)
    area: int

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        ports = bits(s.world.waters.coast[self.area] & harbours(s))
        return [*(Enter(k) for k in range(SECTIONS)), *(Dock(h) for h in ports), STOP]

    def violation(self, s: State, seat: Seat, action: Action) -> Violation | None:
        return None if isinstance(action, Stop) else end_violation(s, self.area, action)

    def legal(self, s: State, seat: Seat) -> list[Action]:
        """The same list, faster: ports on offer are theirs and on this sea."""
        found = self.candidates(s, seat)
        berths = 0 if is_sea(s.began) else berths_of(s, [x.hex for x in found if isinstance(x, Dock)])
        return [
            x
            for x in found
            if (berths >> x.hex & 1 if isinstance(x, Dock) else self.violation(s, seat, x) is None)
        ]

    def apply(self, s: State, seat: Seat, action: Enter | Dock | Stop) -> Agenda:
        if isinstance(action, Stop):
            return (Fleet(self.side),)
        if isinstance(action, Dock):
            return arrive_in_port(s, action.hex)
        set_out(s)
        goal = at_sea(self.area, action.section)
        s.emit(Sailed(tuple(s.group), s.began, goal, "base.voyage"))
        mark_raiders(s)
        for u in s.group:
            to_sea(s, u, goal)
        clear_hand(s)
        shed(s)
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        title = s.world.waters.seas.areas[self.area].title
        return Prompt(
            f"{title}: choose a section or a port.",
            self.rule,
            "A higher section finds the enemy more easily.",
        )

    def option(self, s: State, seat: Seat, action: Enter | Dock | Stop) -> Option:
        w, piece = s.world, s.world.piece(s.group[0])
        if isinstance(action, Enter):
            return Option(
                f"Section {action.section}", "step", piece, w.spot(at_sea(self.area, action.section))
            )
        if isinstance(action, Dock):
            return Option(f"Into {w.title(action.hex)}", "step", piece, w.label(action.hex))
        return Option("Another course", "pass", piece, w.spot(s.began))


def mark_raiders(s: State) -> None:
    """Carriers that have sailed with a leader who can do that may strike a port in this step. Case ability.106."""
    for leader, row in in_use(s, "strike.after"):
        if leader in s.group:
            s.raiders |= {
                u: leader for u in ships_in_hand(s) if s.world.kind[u] == CV and helps(s, leader, u, row)
            }


def set_out(s: State) -> None:
    """Count the voyage against its power's limit. Cases base.action, 3.1m, ability.121."""
    ships = ships_in_hand(s)
    if is_counted(s):
        use(s, s.world.power[ships[0]], VOYAGES)
    for u in s.group:
        s.moved |= 1 << u


def arrive_in_port(s: State, h: Hex) -> Agenda:
    """The voyage ends in a port. Cases base.voyage, base.return."""
    set_out(s)
    units = tuple(s.group)
    clear_hand(s)
    after = dock(s, units, h, aborted=False)
    shed(s)
    return after
