"""Aircraft at sea: flown out to a section, kept on watch there until the turn ends, and home again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Board, Done, FlyOut, Go, Pick, Stop
from hexfront.games.leaders_in_flames.air.planes import has_room, is_closed, plane_violation, planes_on_map
from hexfront.games.leaders_in_flames.board import RANGE_COST, SECTIONS
from hexfront.games.leaders_in_flames.kinds import ABOARD, ATR, FTR, MISSIONS
from hexfront.games.leaders_in_flames.land.zones import shed
from hexfront.games.leaders_in_flames.limits import limit_violation, use
from hexfront.games.leaders_in_flames.politics.parties import hexes_of, together
from hexfront.games.leaders_in_flames.sea.events import Sailed
from hexfront.games.leaders_in_flames.sea.waters import aboard, area_of, at_sea, is_sea
from hexfront.games.leaders_in_flames.state import State, destroy, is_down, kill, leaders_at, turn_down
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import Eliminated, SideDecides, lift, put

CLIMB = (0, 1, 3, 6, 10)
"""What a plane pays for each section, in European hexes."""
STOP, DONE = Stop(), Done()


def way_to(s: State, h: Hex, area: int) -> int:
    """How far a sea area is from a hex of its sheet for an aircraft, in European hexes; 99 from another sheet."""
    w = s.world
    kept = w.cache("flight to sea")
    found: int | None = kept.get((h, area))
    if found is None:  # for speed: what was worked out is kept
        here = next(hexes for hexes in w.grid.sheet_sets if hexes >> h & 1)
        water = w.lands.seas.hexes[area] & here
        steps = min((w.grid.distance(h, x) for x in bits(water)), default=99)
        found = kept[h, area] = min(99, steps * RANGE_COST[w.lands.sheet[h]])
    return found


def fly_out_violation(s: State, side: int, u: int) -> Violation | None:
    """Why an aircraft cannot be flown out to sea at all. Cases base.naval_air, base.action."""
    w = s.world
    refused = plane_violation(s, side, u)
    if refused:
        return refused
    plane = w.plane(u)
    if plane.kind == ATR or not (plane.kind == FTR or plane.sea):
        return Violation("base.naval_air", f"{w.name(u)} cannot operate at sea.", w.label(s.where[u]))
    return limit_violation(s, w.power[u], MISSIONS, "air missions")


def section_violation(s: State, u: int, area: int, section: int) -> Violation | None:
    """Why an aircraft cannot reach a section: the hexes to the area and 0, 1, 3, 6 or 10 for its section. Case base.naval_air."""
    w = s.world
    if area not in w.waters.coast or not 0 <= section < SECTIONS:
        return Violation("base.naval_air", "That sea is not in play.")
    place = at_sea(area, section)
    if is_closed(s, u, place):
        return Violation("base.sky", "Storm or blizzard keeps it on the ground.", w.spot(place))
    if way_to(s, s.where[u], area) + CLIMB[section] > w.plane(u).range:
        return Violation("base.naval_air", "It is out of its range.", w.spot(place))
    return None


def in_reach(s: State, u: int) -> Iterator[FlyOut]:
    """The sections that an aircraft can be flown to. Case base.naval_air."""
    w = s.world
    for area in w.waters.areas:
        most = w.plane(u).range - way_to(s, s.where[u], area)
        for k in range(SECTIONS):
            if CLIMB[k] <= most and section_violation(s, u, area, k) is None:
                yield FlyOut(area, k)


class NavalAir(Auto, frozen=True, tag=True):
    """Ask for aircraft to be flown out to sea while there is one to fly. Case base.naval_air."""

    side: int

    def run(self, s: State) -> Agenda:
        frame = FlyingOut(self.side)
        return (frame,) if len(frame.legal(s, "")) > 1 else ()


class FlyingOut(SideDecides, frozen=True, tag=True):
    """Choose an aircraft to fly out to sea, or finish. Case base.naval_air."""

    rule: ClassVar[str] = "base.naval_air"
    takes = (Pick, Done)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Pick(u) for u in planes_on_map(s, self.side) if not is_down(s, u)), DONE]

    def violation(self, s: State, seat: Seat, action: Pick | Done) -> Violation | None:
        if isinstance(action, Done):
            return None
        refused = fly_out_violation(s, self.side, action.unit)
        if refused:
            return refused
        if next(in_reach(s, action.unit), None) is None:
            name = s.world.name(action.unit)
            return Violation(
                "base.naval_air", f"No sea area is in range of {name}.", s.world.label(s.where[action.unit])
            )
        return None

    def apply(self, s: State, seat: Seat, action: Pick | Done) -> Agenda:
        return () if isinstance(action, Done) else (Outbound(self.side, action.unit), NavalAir(self.side))

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt("Choose an aircraft to fly out to sea, or finish.", self.rule)

    def option(self, s: State, seat: Seat, action: Pick | Done) -> Option:
        w = s.world
        if isinstance(action, Done):
            return Option("No more aircraft to sea", "pass", rule=self.rule, ends=True)
        at = w.label(s.where[action.unit])
        return Option(f"{w.name(action.unit)} to sea", "pick", w.piece(action.unit), at)


class Outbound(SideDecides, frozen=True, tag=True):
    """Choose the section it flies to; leaders of its hex may fly along. Cases base.naval_air, 3.1j."""

    rule: ClassVar[str] = "base.naval_air"
    takes = (FlyOut, Board, Stop)
    unit: int

    def goals(self, s: State) -> list[FlyOut]:
        """The sections in reach."""
        return list(in_reach(s, self.unit))

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        crew = leaders_at(s, s.where[self.unit])
        return [*self.goals(s), *(Board(leader, self.unit) for leader in crew), STOP]

    def violation(self, s: State, seat: Seat, action: FlyOut | Board | Stop) -> Violation | None:
        w = s.world
        if isinstance(action, FlyOut):
            return section_violation(s, self.unit, action.area, action.section)
        if isinstance(action, Board):
            who = action.leader
            if (
                action.plane != self.unit
                or who not in leaders_at(s, s.where[self.unit])
                or w.side[who] != self.side
            ):
                return Violation("3.1j", "He can fly only with an aircraft in his hex.")
            if is_down(s, who) or who in s.riders or not together(s, who, self.unit):
                return Violation("3.1j", f"{w.name(who)} is face-down, already in the air, or not an ally.")
        return None

    def apply(self, s: State, seat: Seat, action: FlyOut | Board | Stop) -> Agenda:
        w, u = s.world, self.unit
        if isinstance(action, Board):
            s.riders[action.leader] = u
            return (self,)
        riders, s.riders = list(s.riders), {}
        if isinstance(action, FlyOut):
            goal = at_sea(action.area, action.section)
            s.emit(Sailed((u, *riders), s.where[u], goal, "base.naval_air"))
            s.nests[u] = s.where[u]
            lift(s, u, goal)
            for leader in riders:
                lift(s, leader, aboard(u))
            use(s, w.power[u], MISSIONS)
            s.flown |= 1 << u
            shed(s)
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"{s.world.name(self.unit)}: choose a section of a sea box.", self.rule)

    def option(self, s: State, seat: Seat, action: FlyOut | Board | Stop) -> Option:
        w, piece = s.world, s.world.piece(self.unit)
        if isinstance(action, Board):
            return Option(
                f"{w.name(action.leader)} flies along",
                "join",
                w.piece(action.leader),
                w.label(s.where[self.unit]),
            )
        if isinstance(action, Stop):
            return Option("Leave it where it is", "stop", piece, w.label(s.where[self.unit]), ends=True)
        place = at_sea(action.area, action.section)
        return Option(f"To {w.spot_title(place)}", "step", piece, w.spot(place))


# --- home


def fields(s: State, u: int) -> HexSet:
    """Where an aircraft at sea can land: fields of its side in range of the area, with room. Case base.naval_air."""
    w, area = s.world, area_of(s.where[u])
    camp = s.camps[w.party[u]]
    some = hexes_of(s.control, camp) & w.area & ~s.held[1 - w.side[u]] & (w.fields | hexes_of(s.forces, camp))
    reach = w.plane(u).range
    return sum(1 << h for h in bits(some) if way_to(s, h, area) <= reach and has_room(s, w.side[u], h))


class PlanesHome(Auto, frozen=True, tag=True):
    """Aircraft of a side at sea go home, face-down: to the base they came from, or where their owner likes if it is lost. All of them
    at the end of the turn, or those that combat drove off. Cases base.naval_air, 3.1k."""

    side: int
    some: tuple[int, ...] = ()
    aborted: bool = False

    def run(self, s: State) -> Agenda:
        planes = self.some or tuple(u for u in s.world.planes_of[self.side])
        for u in planes:
            if not is_sea(s.where[u]):
                continue
            open_ = fields(s, u)
            base = s.nests.get(u, -1)
            if base >= 0 and open_ >> base & 1:
                touch_down(s, u, base, self.aborted)
            elif open_:
                return (Alighting(self.side, u, self.aborted), self)
            else:
                ditch(s, u)
        return ()


def touch_down(s: State, u: int, h: Hex, aborted: bool) -> None:
    """An aircraft lands, and leaders who rode it get off. Cases base.naval_air, 3.1k."""
    s.nests.pop(u, None)
    riders = passengers(s, u)
    lift(s, u, -1)
    put(s, u, h)
    turn_down(s, u)
    for leader in riders:
        lift(s, leader, -1)
        put(s, leader, h)
        if aborted:
            turn_down(s, leader)


def passengers(s: State, u: int) -> list[int]:
    """The leaders aboard an aircraft at sea."""
    return [leader for leader in s.world.all_leaders if s.where[leader] == ABOARD - u]


def ditch(s: State, u: int) -> None:
    """An aircraft with nowhere to land is lost, and whoever rode it. Cases base.naval_air, 3.3n."""
    s.nests.pop(u, None)
    for leader in passengers(s, u):
        kill(s, leader)
    s.emit(Eliminated(u, -1, "base.naval_air"))
    destroy(s, u)


class Alighting(SideDecides, frozen=True, tag=True):
    """Choose where an aircraft that has lost its base lands. Case base.naval_air."""

    rule: ClassVar[str] = "base.naval_air"
    takes = (Go,)
    unit: int
    aborted: bool

    def candidates(self, s: State, seat: Seat) -> list[Go]:
        return [Go(h) for h in bits(fields(s, self.unit))]

    def violation(self, s: State, seat: Seat, action: Go) -> Violation | None:
        if action.hex >= 0 and fields(s, self.unit) >> action.hex & 1:
            return None
        return Violation("base.naval_air", "It cannot land there.", s.world.label(action.hex))

    def apply(self, s: State, seat: Seat, action: Go) -> Agenda:
        touch_down(s, self.unit, action.hex, self.aborted)
        return ()

    def option(self, s: State, seat: Seat, action: Go) -> Option:
        w = s.world
        return Option(f"Land at {w.title(action.hex)}", "place", w.piece(self.unit), w.label(action.hex))
