"""Chapters 11.4, 7.462, 12.2 and 12.3: by air and by sea, and the Western Allies with all that comes with them."""

from __future__ import annotations

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum import kinds
from hexfront.games.lebensraum.actions import Done, Drop, Evacuate, Land
from hexfront.games.lebensraum.arrivals import Offer
from hexfront.games.lebensraum.command import command_area, take_along
from hexfront.games.lebensraum.control import march_into, take
from hexfront.games.lebensraum.decisions import Order, PowerOffers
from hexfront.games.lebensraum.economy import captures
from hexfront.games.lebensraum.headquarters import displaced
from hexfront.games.lebensraum.leaders import replace_lost
from hexfront.games.lebensraum.reach import may_enter
from hexfront.games.lebensraum.state import (
    State,
    appoint,
    held_by_camp,
    hexes_of,
    hqs_on_map,
    occupied,
    take_off,
    units_of,
)
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Agenda, Auto, Option, Violation
from hexfront.wargame import put

Carriage = Drop | Evacuate


def drop_hexes(s: State, u: int) -> HexSet:
    """Where a paratroop unit may land: no mountain, no opposing city, no unit, no ground closed to it.
    Cases 11.4c, 11.4d, 11.92a. RULING 11.4-a."""
    w = s.world
    hostile = held_by_camp(s, 1 - kinds.CAMP[s.power[u]])
    found = w.disc(s.where[u], w.tables.ranges.airborne) & w.land & ~w.lands.mountain & ~(w.cities & hostile)
    return may_enter(s, u, found)


def harbours(s: State, k: int) -> HexSet:
    """Friendly cities without a unit on the sea of a naval marker, for the unit it is with. Cases 7.462d, 7.462e, 12.1e."""
    w = s.world
    return may_enter(s, s.stack[s.ship[k]][0], w.ports[k] & s.control[w.ship_power[k]])


def carriages(s: State, power: int) -> list[Carriage]:
    """Everything that may go by air or by sea in this segment."""
    out: list[Carriage] = []
    if s.phasing != kinds.CAMP[power]:
        return out
    for u in bits(s.drop & ~s.moved):
        if s.power[u] == power and _in_range(s, u):
            out += [Drop(u, h) for h in bits(drop_hexes(s, u))]
    for k, owner in enumerate(s.world.ship_power):
        if owner == power and s.mission[k] == kinds.EVACUATION and _has_unmoved(s, k):
            out += [Evacuate(k, h) for h in bits(harbours(s, k))]
    return out


def _in_range(s: State, u: int) -> bool:
    """Whether a paratroop unit starts in command range of an HQ. Case 11.4b."""
    return any(command_area(s, k) >> s.where[u] & 1 for k in hqs_on_map(s, s.power[u]))


def _has_unmoved(s: State, k: int) -> bool:
    """Whether a naval marker is still with a unit that has not moved. Case 7.462c."""
    at = s.ship[k]
    return bool(s.held[s.world.ship_power[k]] >> at & 1) and not s.moved >> s.stack[at][0] & 1


def carriage_violation(s: State, power: int, action: Carriage) -> Violation | None:
    """Why a unit cannot be carried so. Cases 7.462c, 7.462e, 11.4b, 11.4c, 11.4d, 11.4f. RULING 7.462-b."""
    w = s.world
    if s.segment != kinds.MOVEMENT or s.phasing != kinds.CAMP[power]:
        return Violation("11.4c", "Units are carried in the first movement segment of their own phase.")
    if isinstance(action, Drop):
        u = action.unit
        if not w.is_unit(u) or s.power[u] != power or not s.drop >> u & 1 or s.moved >> u & 1:
            words = "An assault needs a paratroop unit with an air marker that has not moved."
            return Violation("11.4b", words)
        if not _in_range(s, u):
            return Violation("11.4b", "It must start in command range of an HQ.", w.label(s.where[u]))
        if action.hex < 0 or not drop_hexes(s, u) >> action.hex & 1:
            return Violation("11.4d", "It cannot land there.", w.label(action.hex))
        return None
    k = action.ship
    known = 0 <= k < len(w.ships) and w.ship_power[k] == power and s.mission[k] == kinds.EVACUATION
    if not known or not _has_unmoved(s, k):
        words = "A naval marker carries the unit it is with, once, before that unit moves."
        return Violation("7.462c", words)
    if action.hex < 0 or not harbours(s, k) >> action.hex & 1:
        words = "It can carry only to another free city of yours on its sea."
        return Violation("7.462e", words, w.label(action.hex))
    return None


def carry(s: State, action: Carriage) -> Agenda:
    """A unit flies or sails, at no cost, and moves no more. Cases 7.462e, 11.4c, 11.4d, 11.4e, 11.4f."""
    if isinstance(action, Drop):
        u = action.unit
        s.drop &= ~(1 << u)
        s.dropped |= 1 << u
        s.airborne |= 1 << u
    else:
        u = s.stack[s.ship[action.ship]][0]
        s.ship[action.ship] = action.hex
        s.mission[action.ship] = 0
    origin = s.where[u]
    s.moved |= 1 << u
    s.reserve &= ~(1 << u)
    s.emit(ev.Moved((u,), (origin, action.hex), "5.1c"))
    return march_into(s, u, action.hex)


def carriage_option(s: State, action: Carriage) -> Option:
    w, at = s.world, s.world.label(action.hex)
    if isinstance(action, Drop):
        name = w.name(action.unit)
        return Option(f"{name} drops on {w.title(action.hex)}", "place", name, at, 0.0, rule="11.4c")
    words = f"{w.ships[action.ship].name} carries its unit to {w.title(action.hex)}"
    return Option(words, "place", at=at, cost=0.0, rule="7.462e")


CARRIAGE = Order(carriage_violation, carry, carriage_option)


# --- the beaches of history (12.2)


def beach_of(s: State, u: int) -> Hex:
    """The hex a unit must land at."""
    return s.world.lands.at(s.world.armies[u].landing, "west")


class Embark(Auto, frozen=True, tag=True):
    """Before turn E the first wave is put to sea, or in the free campaign comes to the ports. Cases 11.8e, 12.1b, 12.3b."""

    def run(self, s: State) -> Agenda:
        w = s.world
        wave = [u for u in w.units if w.armies[u].before and s.where[u] == kinds.LATER]
        for u in wave:
            s.where[u] = kinds.READY if w.free_landings else kinds.ENGLAND
        return (Offer(kinds.ALLIED),) if w.free_landings else ()


class Invade(Auto, frozen=True, tag=True):
    """Units that wait off England land, or stand off their beach to attack whoever holds it. Case 12.2e, RULING 12.2-a."""

    def run(self, s: State) -> Agenda:
        frames: Agenda = ()
        for u in [u for u in s.world.units if s.where[u] == kinds.ENGLAND]:
            h = beach_of(s, u)
            if hexes_of(s, kinds.CAMP[kinds.AXIS]) >> h & 1:
                put(s, u, s.world.lands.offshore[h])
            elif not occupied(s) >> h & 1:
                put(s, u, s.world.lands.offshore[h])
                frames = (*frames, *come_ashore(s, u, h))
        return frames


def come_ashore(s: State, u: int, h: Hex) -> Agenda:
    """A unit lands from the sea, and the HQ of its side that came with it; its hex counts as a landing from now on. Cases 6.13c, 12.2e.
    RULING 12.3-d."""
    w, origin = s.world, s.where[u]
    frames = march_into(s, u, h)
    s.landed |= 1 << h
    s.emit(ev.Moved((u,), (origin, h), "12.2e"))
    for k, at in enumerate(s.hq):
        if at != origin:
            continue
        if not w.land >> origin & 1:
            s.hq[k] = h
        elif w.hqs[k].escort == w.armies[u].id:
            take_along(s, k, h, "12.3b")
    return frames


def sail_home(s: State, u: int) -> None:
    """A unit that could not land goes back to England, and an HQ with it to London. Case 12.2e, RULING 12.2-a."""
    origin = s.where[u]
    take_off(s, u, kinds.ENGLAND)
    s.emit(ev.Told(u, "went back to England", "12.2e", origin))
    for k, at in enumerate(s.hq):
        if at == origin:
            s.hq[k] = s.world.capital[kinds.ALLIED]


class Landfall(Auto, frozen=True, tag=True):
    """After the combats: units whose beach is free land, the others sail home. Case 12.2e, RULING 12.2-a."""

    def run(self, s: State) -> Agenda:
        frames: Agenda = ()
        for u in [u for u in units_of(s, kinds.ALLIED) if not s.world.land >> s.where[u] & 1]:
            h = beach_of(s, u)
            if occupied(s) >> h & 1:
                sail_home(s, u)
            else:
                frames = (*frames, *come_ashore(s, u, h))
        return frames


# --- landings where the Allies like (12.3)


def sites(s: State, ship: int, u: int) -> HexSet:
    """Hexes at which a naval marker can land a unit. Cases 12.3d, 12.3e, 11.7e."""
    w = s.world
    mine = s.control[kinds.ALLIED] & w.cities
    clear = w.coast[ship] & w.lands.open
    near = w.grid.dilate(mine, w.tables.ranges.landing)
    return may_enter(s, u, clear & near & ~(w.cities & ~mine))


def ports(s: State, ship: int) -> HexSet:
    """Cities of the Allies from which a naval marker can take a unit. RULING 12.3-b."""
    return s.world.ports[ship] & s.control[kinds.ALLIED]


def ship_violation(s: State, ship: int) -> Violation | None:
    """Cases 12.3b, 12.3c, 11.7g."""
    w = s.world
    if not w.free_landings or not s.landings:
        return Violation("12.3b", "There is no assault landing left.")
    if s.segment not in (kinds.MOVEMENT, kinds.SURPRISE) or s.phasing != kinds.CAMP[kinds.ALLIED]:
        return Violation("12.3c", "Landings are made in your own Movement Segment, or before turn E.")
    if not 0 <= ship < len(w.ships) or w.ship_power[ship] != kinds.ALLIED or (s.sunk | s.sailed) >> ship & 1:
        return Violation("12.3c", "Each of your naval markers can make one landing per turn.")
    return None


def land_violation(s: State, power: int, action: Land) -> Violation | None:
    """Why a landing cannot be made so. Cases 12.3b, 12.3c, 12.3d, 12.3e, 12.3f. RULING 12.3-b."""
    w, u = s.world, action.unit
    if power != kinds.ALLIED:
        return Violation("12.3b", "Only the Western Allies can make landings.")
    found = ship_violation(s, action.ship)
    if found:
        return found
    own = w.is_unit(u) and s.power[u] == kinds.ALLIED and s.where[u] >= 0 and not s.moved >> u & 1
    if not own or not ports(s, action.ship) >> s.where[u] & 1:
        return Violation("12.3b", "A landing takes an army that has not moved from a port on that sea.")
    if not w.is_hex(action.hex) or not sites(s, action.ship, u) >> action.hex & 1:
        return Violation("12.3d", "It cannot land there.", w.label(action.hex))
    most = w.tables.limits.landing_heads
    if action.head and s.heads.bit_count() >= most:
        return Violation("12.3f", f"There are already {most} supply heads.", w.label(action.hex))
    return None


def landings(s: State) -> list[Land]:
    """Every landing that can be made now."""
    out: list[Land] = []
    heads = (True, False) if s.heads.bit_count() < s.world.tables.limits.landing_heads else (False,)
    for ship in range(len(s.world.ships)):
        if ship_violation(s, ship) is None:
            quays = ports(s, ship)
            for u in units_of(s, kinds.ALLIED):
                if quays >> s.where[u] & 1 and not s.moved >> u & 1:
                    out += [Land(ship, u, h, head) for h in bits(sites(s, ship, u)) for head in heads]
    return out


def make_landing(s: State, action: Land) -> Agenda:
    """An army lands, at no cost, and moves no more. Cases 12.3b, 12.3c, 12.3f."""
    s.landings -= 1
    s.sailed |= 1 << action.ship
    s.moved |= 1 << action.unit
    s.reserve &= ~(1 << action.unit)
    if action.head:
        s.heads |= 1 << action.hex
    return come_ashore(s, action.unit, action.hex)


def land_option(s: State, action: Land) -> Option:
    w, name = s.world, s.world.name(action.unit)
    words = f"{w.ships[action.ship].name} lands {name} at {w.title(action.hex)}"
    more = ", a supply head" if action.head else ""
    return Option(words + more, "place", name, w.label(action.hex), 0.0, rule="12.3b")


LANDING = Order(land_violation, make_landing, land_option)


class Landings(PowerOffers, frozen=True, tag=True):
    """Land armies before the combats of the invasion, or go on. Cases 11.8e, 12.3b."""

    rule = "12.3b"
    takes = (Land, Done)
    done = Option("Go on", "done", rule="12.3b", ends=True)

    def choices(self, s: State) -> list[Land]:
        return landings(s)

    def refusal(self, s: State, action: Land) -> Violation | None:
        return land_violation(s, self.power, action)

    def take(self, s: State, action: Land) -> Agenda:
        return (*make_landing(s, action), self)

    def shown(self, s: State, action: Land) -> Option:
        return land_option(s, action)


class OfferLandings(Auto, frozen=True, tag=True):
    """Asked only where a landing can be made."""

    def run(self, s: State) -> Agenda:
        s.moved = 0
        return (Landings(kinds.ALLIED),) if landings(s) else ()


# --- HQs, staff and leaders that arrive


class Newcomers(Auto, frozen=True, tag=True):
    """HQs come with their army, General Staff to its capital, leaders to their posts or the pool.
    Cases 9.0k, 11.2h, 11.6i, 12.1b, 12.3i. RULING 13.0-d."""

    before: bool = False

    def run(self, s: State) -> Agenda:
        w = s.world
        for m, marker in enumerate(w.staff):
            if s.staff[m] < 0 and self._is_due(s, marker.turn, marker.before):
                s.staff[m] = w.capital[w.staff_power[m]]
                s.emit(ev.Noted(f"{marker.name} came to {w.title(s.staff[m])}.", "11.6i", s.staff[m]))
        frames: Agenda = ()
        for k, hq in enumerate(w.hqs):
            if s.hq[k] == kinds.HQ_LATER and hq.escort and self._is_due(s, hq.turn, hq.before):
                at = s.where[w.unit(hq.escort)]
                if at < 0 and not self.before:
                    continue
                s.hq[k] = at if at >= 0 else w.capital[kinds.ALLIED]
                s.emit(ev.Arrived(kinds.HQ_BASE + k, s.hq[k], "11.2h"))
                frames = (*frames, *((FindLeader(k),) if w.free_landings else ()))
        for leader, man in enumerate(w.leaders):
            if s.post[leader] == kinds.NOT_HERE and self._is_due(s, man.turn, man.before):
                assign(s, leader)
        return frames

    def _is_due(self, s: State, turn: int, before: bool) -> bool:
        return 0 < turn <= s.turn and (before or not self.before)


class FindLeader(Auto, frozen=True, tag=True):
    """An HQ that arrives in the free campaign draws its leader. Case 12.3i."""

    hq: int

    def run(self, s: State) -> Agenda:
        return replace_lost(s, self.hq)


def assign(s: State, leader: int) -> None:
    """A leader who arrives takes the post printed for him if it is there and empty; else he goes to the pool.
    Cases 9.0k, 12.3h, 12.3i: in the free campaign Allied HQs have no leader of their own."""
    w = s.world
    man, power = w.leaders[leader], w.leader_power[leader]
    post = w.post_of(man)
    s.post[leader] = kinds.POOL
    if post == "staff":
        empty = [m for m in w.staff_of[power] if s.staff[m] >= 0 and s.staff_chief[m] < 0]
        for m in [m for m in empty if w.staff[m].nation in ("", man.nation)][:1]:
            appoint(s, leader, kinds.STAFF_BASE + m)
    elif post and not (w.free_landings and power == kinds.ALLIED):
        k = w.hq(post)
        if s.hq[k] == kinds.HQ_LATER:
            s.post[leader] = kinds.NOT_HERE  # he comes with it
        elif s.hq[k] >= 0 and s.chief[k] < 0:
            appoint(s, leader, k)


class WestJoins(Auto, frozen=True, tag=True):
    """The western set-up comes into the combination: armies, HQs, staff, leaders, and what the Allies hold in Italy.
    Cases 13.0b, 13.0c, 13.0i, 12.1a. RULING 11.5-c, RULING 13.0-d. A unit whose hex is taken enters as a rebuilt one
    does."""

    def run(self, s: State) -> Agenda:
        w = s.world
        frames: Agenda = ()
        for u, h in w.late_units.items():
            if s.power[u] < 0 or s.where[u] >= 0:
                continue
            if occupied(s) >> h & 1:
                s.where[u] = kinds.READY
                continue
            put(s, u, h)
            take(s, s.power[u], 1 << h, "11.5e")
            s.emit(ev.Arrived(u, h, "13.0b"))
            frames = (*frames, *displaced(s, kinds.CAMP[s.power[u]], -1, h))
            if s.power[u] == kinds.AXIS:
                s.reserve |= 1 << u
        take(s, kinds.ALLIED, w.allied_hold & ~occupied(s), "13.0b")
        for h in bits(w.allied_hold & s.control[kinds.ALLIED]):
            frames = (*frames, *captures(s, kinds.ALLIED, h))
        for k, h in w.late_hqs.items():
            s.hq[k] = h
            s.emit(ev.Arrived(kinds.HQ_BASE + k, h, "13.0b"))
        for m, marker in enumerate(w.staff):
            if s.staff[m] < 0 and not marker.before:
                s.staff[m] = w.capital[w.staff_power[m]]
        for leader, man in enumerate(w.leaders):
            if s.post[leader] == kinds.NOT_HERE and not man.turn:
                assign(s, leader)
        return frames
