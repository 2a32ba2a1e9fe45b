"""Chapter 10: strategic transportation of units, HQs and economic markers along the lines."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Done, Pick, Send
from hexfront.games.lebensraum.control import take
from hexfront.games.lebensraum.decisions import InTurn, PowerOffers, turns_after
from hexfront.games.lebensraum.economy import totals
from hexfront.games.lebensraum.food import FoodCheck
from hexfront.games.lebensraum.kinds import (
    AXIS,
    DESTROYED,
    EAST,
    FOREIGN,
    HQ_BASE,
    INACTIVE,
    OFF_MAP,
    SOVIET,
    TAKEN,
    WEST,
    WORKS_BASE,
)
from hexfront.games.lebensraum.movement import movers
from hexfront.games.lebensraum.reach import is_hq, may_enter, place_of, power_of
from hexfront.games.lebensraum.setup import at_war
from hexfront.games.lebensraum.staff import back_to_capital
from hexfront.games.lebensraum.state import State, hexes_of, move
from hexfront.games.lebensraum.supply import bombed_hexes, open_lines
from hexfront.games.lebensraum.treasury import can_pay, spend
from hexfront.games.lebensraum.zones import enemy_zoc
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation


def is_works(piece: int) -> bool:
    return piece >= WORKS_BASE


def home_of(s: State, piece: int) -> Hex:
    return s.works[piece - WORKS_BASE] if is_works(piece) else place_of(s, piece)


def load(s: State, piece: int) -> int:
    """Transport points a piece takes: one, or one for each point of an economic marker. Cases 10.1b, 10.1c."""
    return s.world.markers[piece - WORKS_BASE].total if is_works(piece) else 1


def transport_points(s: State, power: int) -> int:
    """A power's transport points of a turn. Cases 10.1a, 10.5a, RULING 10.1-a."""
    have = totals(s, power).transport
    taken = s.world.east_front.transport if power == AXIS and s.world.game == WEST else 0
    return max(0, have - taken)


def pieces(s: State, power: int) -> list[int]:
    """Everything of a power that could be transported."""
    works = [WORKS_BASE + k for k, at in enumerate(s.works) if at >= 0 and s.works_power[k] == power]
    return [*movers(s, power), *works]


def _is_own(s: State, power: int, piece: int) -> bool:
    """Whether a power has this piece on the map."""
    w = s.world
    if is_works(piece):
        k = piece - WORKS_BASE
        return k < len(s.works) and s.works[k] >= 0 and s.works_power[k] == power
    known = piece - HQ_BASE < len(w.hqs) if is_hq(piece) else w.is_unit(piece)
    return known and power_of(s, piece) == power and place_of(s, piece) >= 0


def reached(s: State, power: int, piece: int) -> HexSet:
    """Line hexes that a piece can be transported to or over. Cases 10.1b, 10.2b, 10.2c, 5.5e, 7.4612b, 7.4612c."""
    start = 1 << home_of(s, piece)
    if start & bombed_hexes(s, power):
        return 0
    # RULING 10.2-a: where it stands a unit can always be loaded.
    way = open_lines(s, power) & s.control[power] | start & s.world.lands.line_hexes
    store = s.world.cache("reached")
    found: HexSet | None = store.get((start, way))
    if found is None:
        found = store[start, way] = s.world.lands.net.connected(start, way)
    return found


def exits(s: State, power: int) -> HexSet:
    """Line hexes over which economic markers leave the map. Case 10.3d, RULING 10.3-a."""
    lands = s.world.lands
    if power == SOVIET:
        return lands.east_edge
    return lands.west_edge & lands.country["germany"] if power == AXIS and s.world.game == EAST else 0


def ends(s: State, power: int, piece: int) -> HexSet:
    """Hexes at which a piece may be unloaded. Cases 5.5e, 10.3c, RULING 10.2-a, RULING 10.3-e."""
    w = s.world
    way = reached(s, power, piece) & ~(1 << home_of(s, piece))
    friends = hexes_of(s, 0 if power == AXIS else 1)
    zone = enemy_zoc(s, power)
    if is_works(piece):
        if s.works_flags[piece - WORKS_BASE] & TAKEN:
            return 0
        way &= w.cities & ~(zone & ~friends)
        return (
            way & w.lands.west_of_halt
            if w.game == WEST and s.works_power[piece - WORKS_BASE] == AXIS
            else way
        )
    if is_hq(piece):
        way &= ~(zone & ~friends)
    else:
        way &= ~zone
    return may_enter(s, piece, way)


def load_violation(s: State, power: int, piece: int) -> Violation | None:
    """Why a piece cannot be transported at all. Cases 10.1b, 10.1c, 10.2a, 10.3a."""
    w = s.world
    if not _is_own(s, power, piece):
        return Violation(
            "10.1b", "Only a unit, HQ or economic marker of yours on the map can be transported."
        )
    at = w.label(home_of(s, piece))
    if is_works(piece) and (
        s.sent >> (piece - WORKS_BASE) & 1 or s.works_flags[piece - WORKS_BASE] & INACTIVE
    ):
        return Violation("10.3a", "It has been moved in this segment.", at)
    n = load(s, piece)
    cost = n * w.tables.costs.transport
    if s.transport[power] < n:
        return Violation("10.1a", f"It takes {n} transport points.", at)
    if not can_pay(s, power, cost):
        return Violation("10.2a", f"It costs {cost} movement points.", at)
    return None


def send_violation(s: State, power: int, action: Send) -> Violation | None:
    """Why a piece cannot be transported so. Cases 10.1b, 10.1c, 10.2a, 10.2b, 10.3d, 10.3g."""
    w, piece = s.world, action.piece
    found = load_violation(s, power, piece)
    if found:
        return found
    at = w.label(home_of(s, piece))
    if action.hex == OFF_MAP:
        if not may_leave(s, power, piece):
            return Violation(
                "10.3d", "Only economic markers leave the map, over an edge that their line leads to.", at
            )
        return None
    if not w.is_hex(action.hex) or not ends(s, power, piece) >> action.hex & 1:
        rule = "10.3g" if is_works(piece) and s.works_flags[piece - WORKS_BASE] & TAKEN else "10.2b"
        return Violation(rule, "It cannot be brought there by the lines.", w.label(action.hex))
    return None


def send(s: State, power: int, action: Send) -> None:
    """Transport a piece and pay for it; a reserve stays one (RULING 11.3-c). Cases 10.1b, 10.2a, 10.3a, 10.3d, 10.3h."""
    piece, h = action.piece, action.hex
    n, origin = load(s, piece), home_of(s, piece)
    s.transport[power] -= n
    spend(s, power, n * s.world.tables.costs.transport, "transport")
    if is_works(piece):
        k = piece - WORKS_BASE
        s.works[k] = h
        s.sent |= 1 << k
        if s.works_flags[k] & TAKEN:
            s.works_flags[k] = FOREIGN
            s.works_due[k] = s.turn
        s.works_flags[k] |= INACTIVE
    elif is_hq(piece):
        s.hq[piece - HQ_BASE] = h
        back_to_capital(s, power, origin)
    else:
        move(s, piece, h)
        take(s, power, 1 << h, "11.5e")
    if h == OFF_MAP:
        s.emit(ev.Told(piece, "went off the map", "10.3d", origin))
    else:
        s.emit(ev.Moved((piece,), (origin, h), "10.1b"))


def sends(s: State, power: int) -> list[Send]:
    """Every transport that a power could make now."""
    return [
        x
        for piece in pieces(s, power)
        if load_violation(s, power, piece) is None
        for x in ways(s, power, piece)
    ]


def ways(s: State, power: int, piece: int) -> list[Send]:
    """Everywhere a piece can be brought to."""
    out = [Send(piece, h) for h in bits(ends(s, power, piece))]
    return [*out, Send(piece, OFF_MAP)] if may_leave(s, power, piece) else out


def may_leave(s: State, power: int, piece: int) -> bool:
    """Whether a piece can be taken off the map. Case 10.3d."""
    return is_works(piece) and bool(reached(s, power, piece) & exits(s, power))


class Transports(InTurn, frozen=True, tag=True):
    """Choose a piece to transport, or pass; the sides take turns. Cases 4.2.3C, 10.3e."""

    rule: ClassVar[str] = "10.1b"
    takes = (Pick, Done)
    done = Option("Transport nothing more", "pass", rule="10.1b", ends=True)

    def may_choose(self, s: State) -> bool:
        return bool(s.transport[self.power]) and can_pay(s, self.power, s.world.tables.costs.transport)

    def choices(self, s: State) -> list[Pick]:
        return [Pick(piece) for piece in pieces(s, self.power)]

    def refusal(self, s: State, action: Pick) -> Violation | None:
        found = load_violation(s, self.power, action.mover)
        if found or ends(s, self.power, action.mover) or may_leave(s, self.power, action.mover):
            return found
        at = s.world.label(home_of(s, action.mover))
        return Violation("10.2b", "No open line leads from here to a place for it.", at)

    def apply(self, s: State, seat: Seat, action: Pick | Done) -> Agenda:
        if isinstance(action, Pick):
            return (Routing(self.power, action.mover),)
        return super().apply(s, seat, action)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        left, points = s.transport[self.power], s.points[self.power]
        words = f"Choose a piece to transport, or pass. Transport points: {left}, movement points: {points}."
        return Prompt(words, self.rule)

    def shown(self, s: State, action: Pick) -> Option:
        w, name = s.world, s.world.name(action.mover)
        cost = float(load(s, action.mover) * w.tables.costs.transport)
        return Option(f"Transport {name}", "pick", name, w.label(home_of(s, action.mover)), cost)


class Routing(PowerOffers, frozen=True, tag=True):
    """Say where the piece goes, or leave it. Cases 10.1b, 10.2b, 10.3d."""

    rule: ClassVar[str] = "10.1b"
    takes = (Send, Done)
    done = Option("Leave it where it is", "pass", rule="10.1b")
    piece: int

    def choices(self, s: State) -> list[Send]:
        return ways(s, self.power, self.piece)

    def legal(self, s: State, seat: Seat) -> list[Action]:
        return self.candidates(s, seat)

    def refusal(self, s: State, action: Send) -> Violation | None:
        if action.piece != self.piece:
            return Violation("10.1b", "Another piece is being transported.")
        return send_violation(s, self.power, action)

    def take(self, s: State, action: Send) -> Agenda:
        send(s, self.power, action)
        return Transports(self.power).ask(s, *turns_after(s, self.power))

    def after(self, s: State) -> Agenda:
        return (Transports(self.power),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"{s.world.name(self.piece)}: choose where it goes by transport line.", self.rule)

    def shown(self, s: State, action: Send) -> Option:
        w, name = s.world, s.world.name(action.piece)
        if action.hex == OFF_MAP:
            return Option("Off the map", "choose", name, w.label(home_of(s, action.piece)), rule="10.3d")
        return Option(f"To {w.title(action.hex)}", "place", name, w.label(action.hex))


class Reactivate(Auto, frozen=True, tag=True):
    """Markers moved last turn are turned up again. Cases 10.3a, 10.3b."""

    def run(self, s: State) -> Agenda:
        s.works_flags = [flags & ~INACTIVE for flags in s.works_flags]
        return ()


class BeginTransport(Auto, frozen=True, tag=True):
    """Transport points are counted and spent in turn, the Axis first. Cases 10.1a, 10.3e."""

    def run(self, s: State) -> Agenda:
        s.passed = s.sent = 0
        s.transport = [transport_points(s, p) if p in at_war(s) else 0 for p in range(3)]
        return Transports(AXIS).ask(s, *s.world.powers)


class EndTransport(Auto, frozen=True, tag=True):
    """Captured markers that were not taken away are destroyed. Case 10.3g, RULING 10.3-b."""

    def run(self, s: State) -> Agenda:
        for k, at in enumerate(s.works):
            if at >= 0 and s.works_flags[k] & TAKEN:
                s.works[k], s.works_flags[k] = DESTROYED, 0
                s.emit(ev.Told(WORKS_BASE + k, "were not taken away and are lost", "10.3g", at))
        return ()


def transport_frames(s: State) -> Agenda:
    """The Strategic Transportation Segment. Case 4.2.3C."""
    return (Reactivate(), FoodCheck(), BeginTransport(), EndTransport())
