"""Home to port: where ships can go, what lies face-down there, and who stays at sea at the end of a turn."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Dock, Done, Name, Remain
from hexfront.games.leaders_in_flames.air.planes import has_room
from hexfront.games.leaders_in_flames.chairs import sit_units
from hexfront.games.leaders_in_flames.kinds import CVP
from hexfront.games.leaders_in_flames.land.zones import may_stand
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.leaders.asks import helps, in_use
from hexfront.games.leaders_in_flames.sea.carriage import part_pairs, strand
from hexfront.games.leaders_in_flames.sea.events import Sailed
from hexfront.games.leaders_in_flames.sea.fleets import (
    bases,
    cargo_of,
    depths,
    land,
    leaders_on,
    ships_at,
    surface,
    to_sea,
)
from hexfront.games.leaders_in_flames.sea.waters import area_of, at_sea, is_sea, section_of
from hexfront.games.leaders_in_flames.state import State, is_down, turn_down, turn_up
from hexfront.games.leaders_in_flames.words import says
from hexfront.hexes import Hex, bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import SideDecides, lift, put

MOST = 60
"""At most this many ports are offered, the nearest first."""
KEPT, KEPT_SINGLE = 4, 8
"""Ships a leader keeps face-up: squadrons, or single ships. Case ability.98."""
DONE = Done()


def havens(s: State, u: int, far: bool = True) -> dict[Hex, int]:
    """The ports a ship at sea can go home to, with the areas it enters: those within its movement and range; where there is none
    and `far` ones will do, the nearest. Case base.return."""
    w = s.world
    mine = bases(s, u)
    found: dict[Hex, int] = {}
    for area, steps in depths(s, u, s.where[u]).items():
        for h in bits(w.waters.coast[area] & mine):
            found[h] = min(steps, found.get(h, steps))
    ship = w.ship(u)
    near = {h: steps for h, steps in found.items() if steps <= min(ship.move, ship.reach)}
    if not near and far and found:
        least = min(found.values())
        near = {h: steps for h, steps in found.items() if steps == least}
    return dict(sorted(near.items(), key=lambda item: (item[1], item[0]))[:MOST])


def shared(s: State, ships: list[int], far: bool = False) -> dict[Hex, int]:
    """The ports that all of these ships can go home to together."""
    w = s.world
    found: dict[Hex, int] | None = None
    alike = {(w.party[u], s.where[u], w.ship(u).move, w.ship(u).reach): u for u in ships}
    for u in alike.values():
        mine = havens(s, u, far)
        found = mine if found is None else {h: n for h, n in found.items() if h in mine}
    return found or {}


def dock(s: State, units: tuple[int, ...], h: Hex, aborted: bool) -> Agenda:
    """Ships go into a port and lie there face-down, what they carried ashore beside them; leaders stay face-up unless combat drove
    them off. Cases base.return, 3.1k, ability.98."""
    w = s.world
    ships = [u for u in units if w.is_ship(u)]
    up = tuple(u for u in surface(s, ships) if not is_down(s, u))
    s.emit(Sailed(units, s.where[units[0]], h, "base.return"))
    for u in units:
        if w.is_ship(u):
            into_port(s, u, h)
        else:
            lift(s, u, -1)
            put(s, u, h)
            if aborted:
                turn_down(s, u)
    part_pairs(s)
    if all(w.is_ship(u) for u in units):
        return ()
    s.group = list(units)
    return (Asking((w.side[units[0]],), "return"), SparingShips(w.side[units[0]], up))


def into_port(s: State, u: int, h: Hex) -> None:
    """Put a ship into a port, face-down, and its cargo ashore, face-down too; cargo that finds no room comes back next turn.

    Case base.return."""
    cargo = cargo_of(s, u)
    lift(s, u, -1)
    put(s, u, h)
    turn_down(s, u)
    for v in cargo:
        if s.world.kind[v] == CVP:
            continue
        if has_room(s, s.world.side[v], h) if s.world.is_plane(v) else may_stand(s, v, h):
            s.pairs.pop(v, None)
            land(s, v, h)
        else:
            strand(s, v)


class SparingShips(Auto, frozen=True, tag=True):
    """A number of the ships that came home with a leader who allows it may stay face-up. Case ability.98."""

    side: int
    ships: tuple[int, ...]
    spared: int = 0

    def run(self, s: State) -> Agenda:
        most = KEPT_SINGLE if s.world.option("single_ships") else KEPT
        for leader, row in in_use(s, "return.up"):
            mine = [u for u in self.ships if is_down(s, u) and helps(s, leader, u, row)]
            if leader in s.group and self.spared < most and mine:
                return (SpareShip(self.side, tuple(mine), self),)
        s.group = []
        return ()


class SpareShip(SideDecides, frozen=True, tag=True):
    """Choose a ship that stays face-up. Case ability.98."""

    rule: ClassVar[str] = "ability.98"
    takes = (Name, Done)
    ships: tuple[int, ...]
    after: SparingShips

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Name(u) for u in self.ships), DONE]

    def violation(self, s: State, seat: Seat, action: Name | Done) -> Violation | None:
        if isinstance(action, Done) or action.unit in self.ships:
            return None
        return Violation("ability.98", "Only a ship that came home face-up with him can stay face-up.")

    def apply(self, s: State, seat: Seat, action: Name | Done) -> Agenda:
        if isinstance(action, Done):
            s.group = []
            return ()
        turn_up(s, action.unit)
        return (SparingShips(self.side, self.after.ships, self.after.spared + 1),)

    def option(self, s: State, seat: Seat, action: Name | Done) -> Option:
        w = s.world
        if isinstance(action, Done):
            return Option("No more", "done", rule=self.rule, ends=True)
        return Option(says(w.name(action.unit), "stays face-up"), "choose", w.piece(action.unit))


# --- driven home


def send_home(s: State, ships: list[int], aborted: bool) -> Agenda:
    """Frames that bring ships home: those of a section together while they share a port, else one by one. Leaders go along when
    no ship is left with them. Cases base.return, 3.1k. RULING death-section."""
    by_place: dict[int, list[int]] = {}
    for u in ships:
        by_place.setdefault(s.where[u], []).append(u)
    return tuple(ShipsReturn(s.world.side[some[0]], tuple(some), aborted) for some in by_place.values())


class ShipsReturn(Auto, frozen=True, tag=True):
    """Ships of a section go home; those that have no port anywhere are lost. Case base.return."""

    side: int
    ships: tuple[int, ...]
    aborted: bool

    def run(self, s: State) -> Agenda:
        ships = [u for u in self.ships if is_sea(s.where[u])]
        if not ships:
            return ()
        common = shared(s, ships, far=True)
        if not common and len(ships) > 1:
            return tuple(ShipsReturn(self.side, (u,), self.aborted) for u in ships)
        if not common:
            scuttle(s, ships[0])
            return ()
        units = (*ships, *company(s, ships))
        if len(common) == 1:
            return dock(s, units, next(iter(common)), self.aborted)
        return (Homecoming(self.side, units, self.aborted),)


def company(s: State, ships: list[int]) -> list[int]:
    """The leaders who would be left without a ship and go along."""
    place, side = s.where[ships[0]], s.world.side[ships[0]]
    left = [u for u in ships_at(s, place, side) if u not in ships]
    return [] if left else leaders_on(s, place, side)


def scuttle(s: State, u: int) -> None:
    """A ship without a port to go to is lost. Case base.return."""
    from hexfront.games.leaders_in_flames.sea.damage import sink

    sink(s, u, "base.return")


class Homecoming(SideDecides, frozen=True, tag=True):
    """Choose the port to which ships go home. Case base.return."""

    rule: ClassVar[str] = "base.return"
    takes = (Dock,)
    units: tuple[int, ...]
    aborted: bool

    def _ships(self, s: State) -> list[int]:
        return [u for u in self.units if s.world.is_ship(u)]

    def candidates(self, s: State, seat: Seat) -> list[Dock]:
        return [Dock(h) for h in shared(s, self._ships(s), far=True)]

    def legal(self, s: State, seat: Seat) -> list[Dock]:
        return self.candidates(s, seat)

    def violation(self, s: State, seat: Seat, action: Dock) -> Violation | None:
        if action.hex not in shared(s, self._ships(s), far=True):
            return Violation("base.return", "They cannot go home there.", s.world.label(action.hex))
        return None

    def apply(self, s: State, seat: Seat, action: Dock) -> Agenda:
        return dock(s, self.units, action.hex, self.aborted)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"{s.world.names_of(self.units)}: choose a port.", self.rule)

    def option(self, s: State, seat: Seat, action: Dock) -> Option:
        w = s.world
        return Option(f"To {w.title(action.hex)}", "place", w.piece(self.units[0]), w.label(action.hex))


# --- the end of the turn


class Watches(Auto, frozen=True, tag=True):
    """At the end of the turn every ship at sea goes home or stays one section lower; section by section, the lowest first.

    Case base.stay."""

    side: int

    def run(self, s: State) -> Agenda:
        places = {s.where[u] for u in s.world.ships_of[self.side] if is_sea(s.where[u])}
        ordered = sorted(places, key=lambda p: (area_of(p), section_of(p)))
        return tuple(Watch(self.side, place) for place in ordered)


class Watch(Auto, frozen=True, tag=True):
    """The ships of one section: their owner says which stay, and the rest go home. Those of section 0 cannot stay. Case base.stay."""

    side: int
    place: int
    stayed: bool = False

    def run(self, s: State) -> Agenda:
        left = ships_at(s, self.place, self.side)
        sit_units(s, self.side, left)
        if not left:
            for leader in leaders_on(s, self.place, self.side):
                to_sea(s, leader, at_sea(area_of(self.place), section_of(self.place) - 1))
            return ()
        if section_of(self.place) == 0:
            return send_home(s, left, aborted=False)
        return (Keeping(self.side, self.place, self.stayed),)


class Keeping(SideDecides, frozen=True, tag=True):
    """Say which ships stay at sea, one section lower; the others go home. Case base.stay."""

    rule: ClassVar[str] = "base.stay"
    takes = (Remain, Done)
    place: int
    stayed: bool

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Remain(u) for u in ships_at(s, self.place, self.side)), *self._leaders(s), DONE]

    def _leaders(self, s: State) -> list[Action]:
        return [Remain(u) for u in leaders_on(s, self.place, self.side)] if self.stayed else []

    def violation(self, s: State, seat: Seat, action: Remain | Done) -> Violation | None:
        if isinstance(action, Done) or action in self.candidates(s, seat):
            return None
        return Violation(
            "base.stay", "Only ships of this section can stay, and leaders with a ship that stays."
        )

    def apply(self, s: State, seat: Seat, action: Remain | Done) -> Agenda:
        if isinstance(action, Done):
            return send_home(s, ships_at(s, self.place, self.side), aborted=False)
        to_sea(s, action.unit, at_sea(area_of(self.place), section_of(self.place) - 1))
        part_pairs(s)
        return (Watch(self.side, self.place, True),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        title = s.world.spot_title(self.place)
        return Prompt(f"{title}: who stays at sea, one section lower? The others go home.", self.rule)

    def option(self, s: State, seat: Seat, action: Remain | Done) -> Option:
        w = s.world
        at = w.spot(self.place)
        if isinstance(action, Done):
            return Option("The others go home", "done", at=at, rule=self.rule, ends=True)
        return Option(says(w.name(action.unit), "stays"), "choose", w.piece(action.unit), at)
