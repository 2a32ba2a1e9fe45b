"""From ship to shore: debarkation on friendly coasts, invasion of enemy ones."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Announce, Done, Go, Pick, Stop
from hexfront.games.leaders_in_flames.kinds import ATTACKS, FOUL, KIND_IDS, MOVES, TRS
from hexfront.games.leaders_in_flames.land.landings import is_free
from hexfront.games.leaders_in_flames.land.zones import may_stack, may_stand
from hexfront.games.leaders_in_flames.leaders.announce import announce, announce_option, announcements
from hexfront.games.leaders_in_flames.leaders.asks import helps, in_use
from hexfront.games.leaders_in_flames.leaders.usable import usable
from hexfront.games.leaders_in_flames.limits import limit_violation, use
from hexfront.games.leaders_in_flames.politics.parties import hexes_of
from hexfront.games.leaders_in_flames.sea.carriage import drop, lifts
from hexfront.games.leaders_in_flames.sea.events import Sailed
from hexfront.games.leaders_in_flames.sea.fleets import carrier_of, land, place_of
from hexfront.games.leaders_in_flames.sea.waters import area_of, is_sea, section_of
from hexfront.games.leaders_in_flames.state import State, is_down, turn_down, weather_at
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import SideDecides, lift, put

TOP = 4
DONE, STOP = Done(), Stop()


def at_sea(s: State, side: int) -> list[int]:
    """The land units and leaders of a side that are at sea."""
    return [u for u in s.world.land_of[side] if is_sea(place_of(s, u)) and u not in s.descent]


def shore_of(s: State, u: int) -> HexSet:
    """The coast of the sea area a unit is in."""
    return s.world.waters.coast[area_of(place_of(s, u))]


def spend_ship(s: State, u: int) -> None:
    """The ship that lands a unit is turned face-down (except transports of section 4 with a leader who allows it), and so is the second
    of two ships. The rest of its cargo may land in the same step. Cases base.debark, base.invade, ability.118."""
    w = s.world
    for ship in {carrier_of(s, u), s.pairs.get(u, -1)} - {-1}:
        spared = (
            w.kind[ship] == TRS
            and section_of(s.where[ship]) == TOP
            and any(
                s.where[leader] == s.where[ship] and helps(s, leader, ship, row)
                for leader, row in in_use(s, "lift.up")
            )
        )
        s.moved |= 1 << ship
        if not spared:
            turn_down(s, ship)
    drop(s, u)


class FromSea(SideDecides, frozen=True, tag=True):
    """Choose a unit or leader at sea that lands, or finish."""

    takes = (Pick, Announce, Done)
    moment: ClassVar[str]
    """When leaders may announce what helps here."""
    words: ClassVar[tuple[str, str]]
    """How a unit is offered, and how one finishes."""

    def pick_violation(self, s: State, u: int) -> Violation | None:
        """Why a unit at sea that could land may not land here."""
        raise NotImplementedError

    def after(self, u: int) -> Agenda:
        """What follows: the place for a unit, if one was chosen, and the question again."""
        raise NotImplementedError

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Pick(u) for u in at_sea(s, self.side)), *announcements(s, self.side, self.moment), DONE]

    def violation(self, s: State, seat: Seat, action: Pick | Announce | Done) -> Violation | None:
        if isinstance(action, Done):
            return None
        if isinstance(action, Announce):
            return usable(s, self.side, action.leader, action.ability, self.moment)
        u, w = action.unit, s.world
        if not w.is_unit(u) or u not in at_sea(s, self.side):
            return Violation(self.rule, "Only a unit or leader of yours at sea can land.")
        ship = carrier_of(s, u)
        if is_down(s, u) or (ship >= 0 and is_down(s, ship) and not s.moved >> ship & 1):
            return Violation(self.rule, f"{w.name(u)} or its ship is face-down.", w.spot(place_of(s, u)))
        return self.pick_violation(s, u)

    def apply(self, s: State, seat: Seat, action: Pick | Announce | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        if isinstance(action, Announce):
            announce(s, action.leader, action.ability)
            return self.after(-1)
        return self.after(action.unit)

    def option(self, s: State, seat: Seat, action: Pick | Announce | Done) -> Option:
        w = s.world
        if isinstance(action, Announce):
            return announce_option(s, action)
        if isinstance(action, Done):
            return Option(self.words[1], "done", rule=self.rule, ends=True)
        u = action.unit
        return Option(self.words[0].format(w.name(u)), "pick", w.piece(u), w.spot(place_of(s, u)))


# --- friendly coasts


def quays(s: State, u: int) -> HexSet:
    """Where a unit can go ashore in friendly land: coast of its side on its sea area, without enemies, with room. Case base.debark."""
    w = s.world
    mine = hexes_of(s.control, s.camps[w.party[u]]) & shore_of(s, u) & ~s.held[1 - w.side[u]]
    return sum(1 << h for h in bits(mine) if may_stand(s, u, h))


class Debarking(Auto, frozen=True, tag=True):
    """Ask for units to go ashore while one can. Case base.debark."""

    side: int

    def run(self, s: State) -> Agenda:
        frame = Ashore(self.side)
        return (frame,) if len(frame.legal(s, "")) > 1 else ()


class Ashore(FromSea, frozen=True, tag=True):
    """Choose a unit or leader at sea to go ashore on a friendly coast, or finish. Cases base.debark, 3.1m."""

    rule: ClassVar[str] = "base.debark"
    moment: ClassVar[str] = "debark"
    words: ClassVar[tuple[str, str]] = ("{} ashore", "No more landings")

    def pick_violation(self, s: State, u: int) -> Violation | None:
        w = s.world
        if not quays(s, u):
            return Violation(
                "base.debark", f"{w.name(u)} has no friendly coast to go to.", w.spot(place_of(s, u))
            )
        return limit_violation(s, w.power[u], MOVES, "land moves", w.is_leader(u))

    def after(self, u: int) -> Agenda:
        return (*((Quay(self.side, u),) if u >= 0 else ()), Debarking(self.side))

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt("Choose a unit or leader at sea to go ashore, or finish.", self.rule)


class Quay(SideDecides, frozen=True, tag=True):
    """Choose where it goes ashore, or leave it aboard. Case base.debark."""

    rule: ClassVar[str] = "base.debark"
    takes = (Go, Stop)
    unit: int

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Go(h) for h in bits(quays(s, self.unit))), STOP]

    def legal(self, s: State, seat: Seat) -> list[Action]:
        return self.candidates(s, seat)

    def violation(self, s: State, seat: Seat, action: Go | Stop) -> Violation | None:
        if isinstance(action, Go) and (action.hex < 0 or not quays(s, self.unit) >> action.hex & 1):
            return Violation("base.debark", "It cannot go ashore there.", s.world.label(action.hex))
        return None

    def apply(self, s: State, seat: Seat, action: Go | Stop) -> Agenda:
        w, u = s.world, self.unit
        if isinstance(action, Stop):
            return ()
        s.emit(Sailed((u,), place_of(s, u), action.hex, "base.debark"))
        if w.is_leader(u):
            lift(s, u, -1)
            put(s, u, action.hex)
            return ()
        spend_ship(s, u)
        land(s, u, action.hex)
        use(s, w.power[u], MOVES)
        return ()

    def option(self, s: State, seat: Seat, action: Go | Stop) -> Option:
        w, piece = s.world, s.world.piece(self.unit)
        if isinstance(action, Stop):
            return Option("Stay aboard", "stop", piece, w.spot(place_of(s, self.unit)), ends=True)
        return Option(f"Ashore at {w.title(action.hex)}", "step", piece, w.label(action.hex))


# --- enemy coasts


def beaches(s: State, u: int) -> HexSet:
    """Enemy coast on a unit's sea area that it can invade; none in storm or blizzard. Case base.invade."""
    w = s.world
    if weather_at(s, place_of(s, u)) in FOUL:
        return 0
    theirs = hexes_of(s.control, s.wars[w.party[u]]) & shore_of(s, u) & ~s.troops[w.side[u]]
    return sum(1 << h for h in bits(theirs) if weather_at(s, h) not in FOUL)


def invader_violation(s: State, u: int, h: Hex) -> Violation | None:
    """Why a unit may not invade a hex: only what its ship can land; ARM and MECH in a leader's company. An invasion is a land move
    and, when it is fought, an attack. Cases base.invade, base.action, ability.57, ability.61."""
    w = s.world
    at = w.label(h)
    if not w.is_leader(u):
        ship, kind = carrier_of(s, u), KIND_IDS[w.kind[u]] + (" DIV" if w.division[u] else "")
        rows = [row for row in lifts(s, ship) if kind in row.invades]
        if not rows:
            return Violation("base.invade", f"{w.name(u)} cannot invade from {w.name(ship)}.", at)
        if not any(not row.ask or _led(s, row.ask, h) for row in rows):
            return Violation("ability.57", "The leader who lets it invade must land there too.", at)
        if (
            not may_stack(s, w.side[u], h, [u, *(v for v, to in s.descent.items() if to == h)])
            and not s.troops[1 - w.side[u]] >> h & 1
        ):
            return Violation("base.stacking", "There is no room for more in that hex.", at)
        if not is_free(s, u, h):
            for what, words in ((MOVES, "land moves"), (ATTACKS, "attacks")):
                refused = limit_violation(s, w.power[u], what, words)
                if refused:
                    return refused
    return None


def _led(s: State, ask: str, h: Hex) -> bool:
    """Whether a leader who answers a question lands in a hex."""
    return any(
        any(row.ask == ask for row in s.world.abilities(v))
        for v, to in s.descent.items()
        if to == h and s.world.is_leader(v)
    )


class Invasions(Auto, frozen=True, tag=True):
    """Ask for invaders while there are any. Case base.invade."""

    side: int

    def run(self, s: State) -> Agenda:
        frame = Invading(self.side)
        legal = frame.legal(s, "")
        fights = any(not s.world.is_leader(a.unit) for a in legal if isinstance(a, Pick))
        return (frame,) if fights or (s.descent and len(legal) > 1) else ()


class Invading(FromSea, frozen=True, tag=True):
    """Choose a unit or leader at sea to invade, or finish. Cases base.invade, 3.1l."""

    rule: ClassVar[str] = "base.invade"
    moment: ClassVar[str] = "invade"
    words: ClassVar[tuple[str, str]] = ("{} invades", "No more invaders")

    def pick_violation(self, s: State, u: int) -> Violation | None:
        found = [invader_violation(s, u, h) for h in bits(beaches(s, u))]
        if not found:
            return Violation("base.invade", "There is no enemy coast to invade, or the weather forbids it.")
        return None if None in found else found[0]

    def after(self, u: int) -> Agenda:
        return (*((Beach(self.side, u),) if u >= 0 else ()), Invasions(self.side))

    def prompt(self, s: State, seat: Seat) -> Prompt:
        hint = "Land leaders first if you want them to help. Invaders must attack in the combat step; beaten ones are lost."
        return Prompt("Choose a unit or leader at sea to invade, or finish.", self.rule, hint)


class Beach(SideDecides, frozen=True, tag=True):
    """Choose the hex it invades, or leave it aboard. Case base.invade."""

    rule: ClassVar[str] = "base.invade"
    takes = (Go, Stop)
    unit: int

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Go(h) for h in bits(beaches(s, self.unit))), STOP]

    def violation(self, s: State, seat: Seat, action: Go | Stop) -> Violation | None:
        if isinstance(action, Stop):
            return None
        if action.hex < 0 or not beaches(s, self.unit) >> action.hex & 1:
            return Violation(
                "base.invade",
                "It is not an enemy coast on this sea, or the weather forbids it.",
                s.world.label(action.hex),
            )
        return invader_violation(s, self.unit, action.hex)

    def apply(self, s: State, seat: Seat, action: Go | Stop) -> Agenda:
        w, u = s.world, self.unit
        if isinstance(action, Stop):
            return ()
        s.emit(Sailed((u,), place_of(s, u), action.hex, "base.invade"))
        if not w.is_leader(u):
            spend_ship(s, u)
            if not is_free(s, u, action.hex):
                use(s, w.power[u], MOVES)
        s.descent[u] = action.hex
        return ()

    def option(self, s: State, seat: Seat, action: Go | Stop) -> Option:
        w, piece = s.world, s.world.piece(self.unit)
        if isinstance(action, Stop):
            return Option("Stay aboard", "stop", piece, w.spot(place_of(s, self.unit)), ends=True)
        return Option(f"Invade {w.title(action.hex)}", "target", piece, w.label(action.hex))
