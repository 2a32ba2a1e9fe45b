"""Chapters 12.2 and 12.3: the Western Allies come over the sea, and their HQs, staff and leaders with them."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Done, Land
from hexfront.games.lebensraum.arrivals import Offer
from hexfront.games.lebensraum.control import march_into
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    CAMP,
    ENGLAND,
    HQ_BASE,
    HQ_LATER,
    LATER,
    MOVEMENT,
    NOT_HERE,
    POOL,
    READY,
    STAFF_BASE,
    SURPRISE,
)  # fmt: skip
from hexfront.games.lebensraum.leaders import replace_lost
from hexfront.games.lebensraum.reach import may_enter
from hexfront.games.lebensraum.state import State, appoint, hexes_of, lift, occupied, put, units_of
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Agenda, Auto, Option, Seat, Violation
from hexfront.wargame import SideOffers

# --- the beaches of history (12.2)


def beach_of(s: State, u: int) -> Hex:
    """The hex a unit must land at."""
    return s.world.lands.at(s.world.armies[u].landing, "west")


class Embark(Auto, frozen=True, tag=True):
    """Before turn E the first wave is put to sea, or in the free campaign comes to the ports. Cases 11.8e, 12.1b, 12.3b."""

    def run(self, s: State) -> Agenda:
        w = s.world
        wave = [u for u in w.units if w.armies[u].before and s.where[u] == LATER and s.power[u] == ALLIED]
        for u in wave:
            s.where[u] = READY if w.free_landings else ENGLAND
        return (Offer(ALLIED),) if w.free_landings else ()


class Invade(Auto, frozen=True, tag=True):
    """Units that wait off England land, or stand off their beach to attack who holds it. Case 12.2e, RULING 12.2-a."""

    def run(self, s: State) -> Agenda:
        frames: Agenda = ()
        for u in [u for u in s.world.units if s.where[u] == ENGLAND]:
            h = beach_of(s, u)
            if hexes_of(s, CAMP[AXIS]) >> h & 1:
                put(s, u, s.world.lands.offshore[h])
            elif not occupied(s) >> h & 1:
                put(s, u, s.world.lands.offshore[h])
                frames = (*frames, *come_ashore(s, u, h))
        return frames


def come_ashore(s: State, u: int, h: Hex) -> Agenda:
    """A unit lands from the sea; its hex counts as a landing from now on. Cases 6.13c, 12.2e."""
    origin = s.where[u]
    frames = march_into(s, u, h)
    s.landed |= 1 << h
    s.emit(ev.Moved((u,), (origin, h), "12.2e"))
    for k, at in enumerate(s.hq):
        if at == origin and s.world.hq_power[k] == ALLIED and not s.world.land >> origin & 1:
            s.hq[k] = h
    return frames


def sail_home(s: State, u: int) -> None:
    """A unit that could not land goes back to England, and an HQ with it to London. Case 12.2e, RULING 12.2-a."""
    origin = s.where[u]
    lift(s, u, ENGLAND)
    s.emit(ev.Told(u, "went back to England", "12.2e", origin))
    for k, at in enumerate(s.hq):
        if at == origin:
            s.hq[k] = s.world.capital[ALLIED]


class Landfall(Auto, frozen=True, tag=True):
    """After the combats: who finds his beach free lands, the others sail home. Case 12.2e, RULING 12.2-a."""

    def run(self, s: State) -> Agenda:
        frames: Agenda = ()
        for u in at_sea(s):
            h = beach_of(s, u)
            if occupied(s) >> h & 1:
                sail_home(s, u)
            else:
                frames = (*frames, *come_ashore(s, u, h))
        return frames


def at_sea(s: State) -> list[int]:
    """Units that stand off their beaches."""
    return [u for u in units_of(s, ALLIED) if not s.world.land >> s.where[u] & 1]


# --- landings where the Allies like (12.3)


def sites(s: State, ship: int, u: int) -> HexSet:
    """Hexes at which a naval marker can land a unit. Cases 12.3d, 12.3e, 11.7e."""
    w = s.world
    mine = s.control[ALLIED] & w.cities
    near = 0
    for h in bits(mine):
        near |= w.disc(h, w.tables.ranges.landing)
    clear = sum(1 << h for h in bits(w.lands.coast[w.ships[ship].water]) if w.board.kind[h] == "open")
    return may_enter(s, u, clear & near & ~(w.cities & ~mine))


def ports(s: State, ship: int) -> HexSet:
    """Cities of the Allies from which a naval marker can take a unit. RULING 12.3-b."""
    w = s.world
    return w.lands.ports_of(w.ships[ship].water, w.tables.ranges.evacuation) & s.control[ALLIED]


def ship_violation(s: State, ship: int) -> Violation | None:
    """Cases 12.3b, 12.3c, 11.7g."""
    w = s.world
    if not w.free_landings or not s.landings:
        return Violation("12.3b", "There is no assault landing left.")
    if s.segment not in (MOVEMENT, SURPRISE) or s.phasing != CAMP[ALLIED]:
        return Violation("12.3c", "Landings are made in your own Movement Segment, or before turn E.")
    if not 0 <= ship < len(w.ships) or w.ship_power[ship] != ALLIED or (s.sunk | s.sailed) >> ship & 1:
        return Violation("12.3c", "Each naval marker of yours makes one landing a turn.")
    return None


def land_violation(s: State, action: Land) -> Violation | None:
    """Why a landing cannot be made so. Cases 12.3b, 12.3c, 12.3d, 12.3e, 12.3f. RULING 12.3-b."""
    w, u = s.world, action.unit
    found = ship_violation(s, action.ship)
    if found:
        return found
    own = w.is_unit(u) and s.power[u] == ALLIED and s.where[u] >= 0 and not s.moved >> u & 1
    if not own or not ports(s, action.ship) >> s.where[u] & 1:
        return Violation("12.3b", "A landing takes an army that has not moved from a port on that sea.")
    if not w.is_hex(action.hex) or not sites(s, action.ship, u) >> action.hex & 1:
        return Violation("12.3d", "It cannot land there.", w.label(action.hex))
    if action.head and s.heads.bit_count() >= w.tables.limits.landing_heads:
        return Violation(
            "12.3f", f"There are {w.tables.limits.landing_heads} supply heads already.", w.label(action.hex)
        )
    return None


def landings(s: State) -> list[Land]:
    """Every landing that can be made now."""
    out: list[Land] = []
    heads = (True, False) if s.heads.bit_count() < s.world.tables.limits.landing_heads else (False,)
    for ship in range(len(s.world.ships)):
        if ship_violation(s, ship) is None:
            quays = ports(s, ship)
            for u in units_of(s, ALLIED):
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


class Landings(SideOffers, frozen=True, tag=True):
    """Land armies before the combats of the invasion, or go on. Cases 11.8e, 12.3b."""

    rule: ClassVar[str] = "12.3b"
    takes = (Land, Done)
    done = Option("Go on", "done", rule="12.3b", ends=True)

    def deciders(self, s: State) -> tuple[Seat, ...]:
        return (s.world.seat_of[self.side],)

    def choices(self, s: State) -> list[Land]:
        return landings(s)

    def refusal(self, s: State, action: Land) -> Violation | None:
        return land_violation(s, action)

    def take(self, s: State, action: Land) -> Agenda:
        return (*make_landing(s, action), self)

    def shown(self, s: State, action: Land) -> Option:
        return land_option(s, action)


class OfferLandings(Auto, frozen=True, tag=True):
    """Asked only where a landing can be made."""

    def run(self, s: State) -> Agenda:
        s.moved = 0
        return (Landings(ALLIED),) if landings(s) else ()


# --- HQs, staff and leaders that arrive


class Newcomers(Auto, frozen=True, tag=True):
    """HQs come with their army, General Staff to its capital, leaders to their posts or the pool.

    Cases 9.0k, 11.2h, 11.6i, 12.1b, 12.3i. RULING 13.0-d.
    """

    before: bool = False

    def run(self, s: State) -> Agenda:
        w = s.world
        for m, marker in enumerate(w.staff):
            if s.staff[m] < 0 and self._is_due(s, marker.turn, marker.before):
                s.staff[m] = w.capital[w.staff_power[m]]
                s.emit(ev.Noted(f"{marker.name} came to {w.title(s.staff[m])}.", "11.6i", s.staff[m]))
        frames: Agenda = ()
        for k, hq in enumerate(w.hqs):
            if s.hq[k] == HQ_LATER and hq.escort and self._is_due(s, hq.turn, hq.before):
                at = s.where[w.unit(hq.escort)]
                if at < 0 and not self.before:
                    continue
                s.hq[k] = at if at >= 0 else w.capital[ALLIED]
                s.emit(ev.Arrived(HQ_BASE + k, s.hq[k], "11.2h"))
                frames = (*frames, *((FindLeader(k),) if w.free_landings else ()))
        for leader, man in enumerate(w.leaders):
            if s.post[leader] == NOT_HERE and self._is_due(s, man.turn, man.before):
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

    Cases 9.0k, 12.3h, 12.3i: in the free campaign Allied HQs have no leader of their own.
    """
    w = s.world
    man, power = w.leaders[leader], w.leader_power[leader]
    post = w.post_of(man)
    s.post[leader] = POOL
    if post == "staff":
        free = [
            m for m, p in enumerate(w.staff_power)
            if p == power and s.staff[m] >= 0 and s.staff_chief[m] < 0 and w.staff[m].nation in ("", man.nation)
        ]  # fmt: skip
        if free:
            appoint(s, leader, STAFF_BASE + free[0])
    elif post and not (w.free_landings and power == ALLIED):
        k = w.hq(post)
        if s.hq[k] == HQ_LATER:
            s.post[leader] = NOT_HERE  # he comes with it
        elif s.hq[k] >= 0 and s.chief[k] < 0:
            appoint(s, leader, k)
