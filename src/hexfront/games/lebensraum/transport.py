"""Chapter 10: strategic transportation of units, HQs and economic markers along the lines."""

from __future__ import annotations

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum import kinds
from hexfront.games.lebensraum.actions import Done, Pick, Send
from hexfront.games.lebensraum.command import back_to_capital
from hexfront.games.lebensraum.control import take
from hexfront.games.lebensraum.decisions import InTurn, PowerOffers, turns_after
from hexfront.games.lebensraum.economy import spend, totals
from hexfront.games.lebensraum.events import inside
from hexfront.games.lebensraum.headquarters import displaced
from hexfront.games.lebensraum.movement import movers
from hexfront.games.lebensraum.reach import enemy_zoc, is_hq, is_own, may_enter, offer, place_of
from hexfront.games.lebensraum.setup import at_war
from hexfront.games.lebensraum.state import State, hexes_of
from hexfront.games.lebensraum.supply import bombed_hexes, open_lines
from hexfront.hexes import HexSet, bits
from hexfront.kernel import Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import move
from hexfront.words import quantity


def load(s: State, piece: int) -> int:
    """Transport points a piece takes: one, or one for each point of an economic marker. Cases 10.1b, 10.1c."""
    return s.world.markers[piece - kinds.WORKS_BASE].total if piece >= kinds.WORKS_BASE else 1


def transport_points(s: State, power: int) -> int:
    """A power's transport points of a turn. Cases 10.1a, 10.5a, RULING 10.1-a."""
    have = totals(s, power).transport
    taken = s.world.east_front.transport if power == kinds.AXIS else 0
    return max(0, have - taken)


def pieces(s: State, power: int) -> list[int]:
    """Everything of a power that could be transported."""
    works = [kinds.WORKS_BASE + k for k, at in enumerate(s.works) if at >= 0 and s.works_power[k] == power]
    return [*movers(s, power), *works]


class Network:
    """The lines that a power's transport finds open in a position. Cases 10.2b, 7.4612b."""

    def __init__(self, s: State, power: int) -> None:
        self.s, self.power = s, power
        self.way = open_lines(s, power) & s.control[power]
        self.zone = enemy_zoc(s, power)
        self.shut = self.zone & ~hexes_of(s, kinds.CAMP[power])
        self._bombed = bombed_hexes(s)
        self._parts: list[HexSet] = s.world.cache("parts").setdefault(self.way, [])

    def reached(self, piece: int) -> HexSet:
        """Line hexes that a piece can be transported to or over. Cases 10.1b, 10.2c, 5.5e, 7.4612b, 7.4612c."""
        start = 1 << place_of(self.s, piece)
        if start & self._bombed or not start & self.s.world.lands.line_hexes:
            return 0
        for part in self._parts:
            if part & start:
                return part
        # RULING 10.2-a: where it stands a unit can always be loaded, a marker only where the line may be used.
        if piece >= kinds.HQ_BASE and start & self.shut:
            return 0
        found = self.s.world.lands.net.connected(start, self.way | start)
        if start & self.way:
            self._parts.append(found)
        return found

    def ends(self, piece: int) -> HexSet:
        """Hexes at which a piece may be unloaded. Cases 5.5e, 10.3c, RULING 10.2-a, RULING 10.3-e."""
        s = self.s
        way = self.reached(piece) & ~(1 << place_of(s, piece))
        if piece >= kinds.WORKS_BASE:
            if s.works_flags[piece - kinds.WORKS_BASE] & kinds.TAKEN:
                return 0
            way &= s.world.cities & ~self.shut
            return way & s.world.lands.west_of_halt if s.world.game == kinds.WEST else way
        way &= ~self.shut if is_hq(piece) else ~self.zone
        return may_enter(s, piece, way) if way else 0  # for speed: nothing of nothing

    def may_leave(self, piece: int) -> bool:
        """Whether a piece can be taken off the map. Case 10.3d."""
        return piece >= kinds.WORKS_BASE and bool(self.reached(piece) & exits(self.s, self.power))

    def ways(self, piece: int) -> list[Send]:
        """Everywhere a piece can be brought to."""
        out = [Send(piece, h) for h in bits(self.ends(piece))]
        return [*out, Send(piece, kinds.OFF_MAP)] if self.may_leave(piece) else out

    def loads(self) -> list[int]:
        """Pieces that can be paid for and brought somewhere. Cases 10.1a, 10.2a, 10.3a."""
        s = self.s
        most = min(s.transport[self.power], s.points[self.power] // s.world.tables.costs.transport)
        found = [piece for piece in pieces(s, self.power) if load(s, piece) <= most and not is_sent(s, piece)]
        return [piece for piece in found if self.ends(piece) or self.may_leave(piece)]


def exits(s: State, power: int) -> HexSet:
    """Line hexes over which economic markers leave the map. Case 10.3d, RULING 10.3-a."""
    lands = s.world.lands
    if power == kinds.SOVIET:
        return lands.east_edge
    return (
        lands.west_edge & lands.country["germany"]
        if power == kinds.AXIS and s.world.game == kinds.EAST
        else 0
    )


def is_sent(s: State, piece: int) -> bool:
    """Whether an economic marker has been moved in this segment. Case 10.3a."""
    k = piece - kinds.WORKS_BASE
    return k >= 0 and bool(s.sent >> k & 1)


def load_violation(s: State, power: int, piece: int) -> Violation | None:
    """Why a piece cannot be transported at all. Cases 10.1b, 10.1c, 10.2a, 10.3a."""
    w = s.world
    if not is_own(s, power, piece):
        words = "Only a unit, HQ or economic marker of yours on the map can be transported."
        return Violation("10.1b", words)
    at = w.label(place_of(s, piece))
    if is_sent(s, piece):
        return Violation("10.3a", "It has already been moved in this segment.", at)
    n = load(s, piece)
    cost = n * w.tables.costs.transport
    if s.transport[power] < n:
        return Violation("10.1a", f"It takes {quantity(n, 'transport point')}.", at)
    if s.points[power] < cost:
        return Violation("10.2a", f"It costs {quantity(cost, 'movement point')}.", at)
    return None


def send_violation(s: State, power: int, action: Send) -> Violation | None:
    """Why a piece cannot be transported so. Cases 10.1b, 10.1c, 10.2a, 10.2b, 10.3d, 10.3g."""
    w, piece = s.world, action.piece
    found = load_violation(s, power, piece)
    if found:
        return found
    net = Network(s, power)
    if action.hex == kinds.OFF_MAP:
        words = "Only economic markers can leave the map, over an edge that their line leads to."
        return None if net.may_leave(piece) else Violation("10.3d", words, w.label(place_of(s, piece)))
    if not w.is_hex(action.hex) or not net.ends(piece) >> action.hex & 1:
        rule = (
            "10.3g"
            if piece >= kinds.WORKS_BASE and s.works_flags[piece - kinds.WORKS_BASE] & kinds.TAKEN
            else "10.2b"
        )
        return Violation(rule, "No open transport line leads there.", w.label(action.hex))
    return None


def send(s: State, power: int, action: Send) -> Agenda:
    """Transport a piece and pay for it; a reserve stays one (RULING 11.3-c), and an HQ of the enemy gives way to a unit.
    Cases 10.1b, 10.2a, 10.3a, 10.3d, 10.3h, 11.2g."""
    piece, h = action.piece, action.hex
    n, origin = load(s, piece), place_of(s, piece)
    s.transport[power] -= n
    spend(s, power, n * s.world.tables.costs.transport, "transport")
    if piece >= kinds.WORKS_BASE:
        k = piece - kinds.WORKS_BASE
        s.works[k] = h
        s.sent |= 1 << k
        if s.works_flags[k] & kinds.TAKEN:
            s.works_flags[k] = kinds.FOREIGN
            s.works_due[k] = s.turn
        s.works_flags[k] |= kinds.INACTIVE
    elif is_hq(piece):
        s.hq[piece - kinds.HQ_BASE] = h
        back_to_capital(s, power, origin)
    else:
        move(s, piece, h)
        take(s, power, 1 << h, "11.5e")
    if h == kinds.OFF_MAP:
        s.emit(ev.Told(piece, "went off the map", "10.3d", origin))
    else:
        s.emit(ev.Moved((piece,), (origin, h), "10.1b"))
    return displaced(s, kinds.CAMP[power], origin, h) if piece < kinds.HQ_BASE else ()


def sends(s: State, power: int) -> list[Send]:
    """Every transport that a power could make now."""
    net = Network(s, power)
    return [action for piece in net.loads() for action in net.ways(piece)]


class Transports(InTurn, frozen=True, tag=True):
    """Choose a piece to transport, or pass; the sides take turns. Cases 4.2.3C, 10.3e."""

    rule = "10.1b"
    takes = (Pick, Done)
    done = Option("Transport nothing more", "pass", rule="10.1b", ends=True)

    def may_choose(self, s: State) -> bool:
        return bool(s.transport[self.power]) and s.points[self.power] >= s.world.tables.costs.transport

    def choices(self, s: State) -> list[Pick]:
        return [Pick(piece) for piece in Network(s, self.power).loads()]

    def refusal(self, s: State, action: Pick) -> Violation | None:
        found = load_violation(s, self.power, action.mover)
        net = Network(s, self.power)
        if found or net.ends(action.mover) or net.may_leave(action.mover):
            return found
        at = s.world.label(place_of(s, action.mover))
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
        cost = float(load(s, action.mover) * s.world.tables.costs.transport)
        return offer(s, action.mover, f"Transport {inside(s.world.name(action.mover))}", "pick", cost=cost)


class Routing(PowerOffers, frozen=True, tag=True):
    """Say where the piece goes, or leave it. Cases 10.1b, 10.2b, 10.3d."""

    rule = "10.1b"
    takes = (Send, Done)
    done = Option("Leave it where it is", "pass", rule="10.1b")
    piece: int

    def choices(self, s: State) -> list[Send]:
        return Network(s, self.power).ways(self.piece)

    def refusal(self, s: State, action: Send) -> Violation | None:
        if action.piece != self.piece:
            return Violation("10.1b", "Another piece is being transported.")
        return send_violation(s, self.power, action)

    def take(self, s: State, action: Send) -> Agenda:
        frames = send(s, self.power, action)
        return (*frames, *Transports(self.power).ask(s, *turns_after(s, self.power)))

    def after(self, s: State) -> Agenda:
        return (Transports(self.power),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"Transport {inside(s.world.name(self.piece))}: choose where to.", self.rule)

    def shown(self, s: State, action: Send) -> Option:
        if action.hex == kinds.OFF_MAP:
            return offer(s, action.piece, "Off the map", "choose", rule="10.3d")
        return offer(s, action.piece, f"To {s.world.title(action.hex)}", "place", action.hex)


class Reactivate(Auto, frozen=True, tag=True):
    """Markers moved last turn are turned up again. Cases 10.3a, 10.3b."""

    def run(self, s: State) -> Agenda:
        s.works_flags = [flags & ~kinds.INACTIVE for flags in s.works_flags]
        return ()


class BeginTransport(Auto, frozen=True, tag=True):
    """Transport points are counted and spent in turn, the Axis first. Cases 10.1a, 10.3e."""

    def run(self, s: State) -> Agenda:
        s.passed = s.sent = 0
        s.transport = [transport_points(s, p) if p in at_war(s) else 0 for p in range(3)]
        return Transports(kinds.AXIS).ask(s, *s.world.powers)


class EndTransport(Auto, frozen=True, tag=True):
    """Captured markers that were not taken away are destroyed. Case 10.3g, RULING 10.3-b."""

    def run(self, s: State) -> Agenda:
        for k, at in enumerate(s.works):
            if at >= 0 and s.works_flags[k] & kinds.TAKEN:
                s.works[k], s.works_flags[k] = kinds.DESTROYED, 0
                s.emit(ev.Told(kinds.WORKS_BASE + k, "were not taken away and are lost", "10.3g", at))
        return ()
