"""Chapter 17: reinforcements, and the return of eliminated units."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.motherland import events as ev
from hexfront.games.motherland.actions import Done, Hold, Pick, Place
from hexfront.games.motherland.air import SUPPORT_CAP, is_support_complete
from hexfront.games.motherland.control import occupy
from hexfront.games.motherland.kinds import (
    AXIS,
    CONVERSION,
    GONE,
    GUARDS,
    RAILROAD_GUN,
    READY,
    RETURNING,
    SEATS,
    SHOCK,
    SOVIET,
    SUPPLIED,
    SUPPLY_BASE,
    SUPPORT,
    TRACK,
)
from hexfront.games.motherland.state import State, countries, flag, rate
from hexfront.games.motherland.supply import axis_rail, axis_sources, base_hexes, soviet_rail, working_bases
from hexfront.games.motherland.world import COUNTRY_CASES
from hexfront.games.motherland.zones import enemy_zoc
from hexfront.hexes import HexSet, bits
from hexfront.kernel import Agenda, Auto, Chance, Die, Option, Prompt, Seat, Violation
from hexfront.wargame import AskWhile, OwnerDecides, SideOffers, actions_at, changed, put

HELD_BACK = 128
"""Flag of a counter put back in this phase; it can be placed next turn."""


class Arrivals(Auto, frozen=True, tag=True):
    """Units due this turn become ready to place; Soviet units that were eliminated roll first.

    Cases 17.0a, 17.1.1, 17.1.4, 17.2a.
    """

    side: int

    def run(self, s: State) -> Agenda:
        w = s.world
        rolls: Agenda = ()
        own = set(w.units_of[self.side])
        s.flags = tuple([flags & ~HELD_BACK if u in own else flags for u, flags in enumerate(s.flags)])
        for u in w.units_of[self.side]:
            if s.due[u] > s.turn:
                continue
            if s.where[u] == RETURNING:
                # RULING 17.1-a: every Soviet unit that comes back rolls, those removed without supply too.
                if self.side == SOVIET:
                    rolls += (ReturnRoll(u),)
                else:
                    s.where[u] = READY
            elif s.where[u] == TRACK:
                if w.kind[u] in (GUARDS, SHOCK):
                    s.where[u] = CONVERSION
                    s.emit(ev.Boxed(u, "in the Conversion Holding Box", "17.2a"))
                else:
                    s.where[u] = READY
        return rolls


class ReturnRoll(Chance, frozen=True, tag=True):
    """An eliminated Soviet unit returns on 1 to 3, waits on 4 or 5, is gone on 6. Case 17.1.4."""

    unit: int

    def outcomes(self, s: State) -> Die:
        return Die(6)

    def apply(self, s: State, outcome: int) -> Agenda:
        s.emit(ev.ReturnRolled(self.unit, outcome))
        if outcome <= 3:
            s.where[self.unit] = READY
        elif outcome <= 5:
            s.due = changed(s.due, self.unit, s.turn + 1)
        else:
            s.where[self.unit] = GONE
        return ()

    def title(self, s: State) -> str:
        return f"Return of {s.world.name(self.unit)} (1-3)"


def entry_hexes(s: State, u: int) -> HexSet:
    """Where a reinforcement may be placed. Cases 10.4, 12.1c, 17.0b, 17.0c, 17.0d, 17.0-i1."""
    w = s.world
    side = w.side[u]
    if w.kind[u] == SUPPORT and is_support_complete(s):
        return 0
    if side == AXIS:
        bases = working_bases(s)
        open_ = bases | w.grid.around(bases)
        if w.kind[u] == RAILROAD_GUN:
            # RULING 17.0-d: the gun is placed like other Axis units, and on a Railroad hex, since it moves on no other.
            open_ &= w.railroads.hexes
        if w.kind[u] == SUPPLY_BASE:
            # RULING 17.0-c: a Supply Base also comes in by rail at a source; else the last one lost could never return.
            open_ |= axis_rail(s) & axis_sources(w)
        for h in s.partisans:
            if h >= 0:
                open_ &= ~(1 << h & base_hexes(s))
    else:
        net = soviet_rail(s)
        open_ = net | w.grid.around(net)
    enemy, marks = (s.soviet_any, s.soviet_marks) if side == AXIS else (s.axis_any, s.axis_marks)
    foreign = w.points & (w.soviet_union if side == AXIS else ~w.soviet_union)
    # RULING 17.0-b: a City or Port the enemy controls without a marker is closed as well.
    own = s.axis_marks if side == AXIS else s.soviet_marks
    closed = enemy | marks | enemy_zoc(s, side) | foreign & ~own
    return open_ & w.land & ~w.high_mountain & countries(s, u) & ~closed


def entry_violation(s: State, u: int, h: int) -> Violation | None:
    """Why a reinforcement cannot be placed on a hex."""
    w = s.world
    if w.is_hex(h) and entry_hexes(s, u) >> h & 1:
        return None
    if not w.is_hex(h) or not w.land >> h & 1:
        return Violation("17.0c", "Reinforcements must be placed on land.")
    side, at = w.side[u], w.label(h)
    if w.kind[u] == SUPPORT and is_support_complete(s):
        return Violation("12.1c", f"There are already {SUPPORT_CAP} Offensive Support units on the map.", at)
    if not countries(s, u) >> h & 1:
        return Violation(COUNTRY_CASES[w.nation[u]], f"{w.name(u)} cannot enter that country.", at)
    enemy = s.held_by(1 - side)
    if enemy >> h & 1 or enemy_zoc(s, side) >> h & 1:
        return Violation("17.0d", "No placement with or next to the enemy.", at)
    if side == AXIS and h in s.partisans and base_hexes(s) >> h & 1:
        return Violation("10.4", "No reinforcements on a Supply Base with Partisans.", at)
    marks = s.soviet_marks if side == AXIS else s.axis_marks
    if marks >> h & 1 or (w.points >> h & 1 and w.soviet_union >> h & 1 == (side == AXIS)):
        return Violation("17.0d", "The enemy controls this City or Port.", at)
    if side == AXIS and w.kind[u] == RAILROAD_GUN and not w.railroads.hexes >> h & 1:
        return Violation("17.0b", "The Railroad Gun must arrive on a railroad.", at)
    if side == AXIS:
        return Violation(
            "17.0b", "Axis units must arrive on or next to a Supply Base with a railroad line.", at
        )
    return Violation("17.0c", "Soviet units must arrive on or next to a railroad connected to a source.", at)


class Reinforcements(SideOffers, frozen=True, tag=True):
    """The phasing player places arriving units one by one. Cases 3.1.2a, 3.1.2b, 17.0a.

    RULING 17.0-a: a unit may be held back, or must be when it has no hex, and arrives later.
    """

    takes = (Pick, Done)
    done = Option("Place no more", "done", rule="17.0a", ends=True)
    rule: ClassVar[str] = "17.0a"

    def choices(self, s: State) -> list[Pick]:
        return [Pick(u) for u in s.world.units_of[self.side] if s.where[u] == READY]

    def refusal(self, s: State, action: Pick) -> Violation | None:
        u = action.unit
        w = s.world
        if not w.is_unit(u) or w.side[u] != self.side or s.where[u] != READY:
            return Violation("17.0a", "That unit is not due now.")
        if s.flags[u] & HELD_BACK:
            return Violation("17.0a", "It is held back this turn.")
        return None

    def take(self, s: State, action: Pick) -> Agenda:
        return (Placement(action.unit), OfferReinforcements(self.side))

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(
            "Choose a reinforcement to place, or go on.", "17.0a", "Units not placed wait for a later turn."
        )

    def shown(self, s: State, action: Pick) -> Option:
        name = s.world.name(action.unit)
        return Option(f"Place {name}", "pick", name, "ready-" + SEATS[self.side], rule="17.0a")


class OfferReinforcements(AskWhile, frozen=True, tag=True):
    """Ask for reinforcements while there are any to place."""

    side: int
    asks = Reinforcements


class Placement(OwnerDecides, frozen=True, tag=True):
    """Where a reinforcement arrives. Cases 17.0a, 17.0b, 17.0c, 17.0d, 17.0e."""

    takes = (Place, Hold)
    rule: ClassVar[str] = "17.0b"

    def candidates(self, s: State, seat: Seat) -> list[Place | Hold]:
        return [*(Place(h) for h in bits(s.world.land)), Hold()]

    def violation(self, s: State, seat: Seat, action: Place | Hold) -> Violation | None:
        return None if isinstance(action, Hold) else entry_violation(s, self.unit, action.hex)

    def legal(self, s: State, seat: Seat) -> list[Place | Hold]:
        return [*actions_at(Place, entry_hexes(s, self.unit)), Hold()]

    def apply(self, s: State, seat: Seat, action: Place | Hold) -> Agenda:
        u = self.unit
        if isinstance(action, Hold):
            flag(s, (u,), HELD_BACK)
            return ()
        s.began = changed(s.began, u, -1)
        rate(s, u, SUPPLIED)
        put(s, u, action.hex)
        s.emit(ev.Arrived(u, action.hex, "17.0b" if s.world.side[u] == AXIS else "17.0c"))
        return occupy(s, s.world.side[u], action.hex)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        axis = s.world.side[self.unit] == AXIS
        where = "on or next to a Supply Base in supply" if axis else "on or next to a railroad in supply"
        return Prompt(f"Place {s.world.name(self.unit)} {where}.", "17.0b" if axis else "17.0c")

    def option(self, s: State, seat: Seat, action: Place | Hold) -> Option:
        w = s.world
        name = w.name(self.unit)
        if isinstance(action, Hold):
            return Option(f"Hold {name} back", "pass", name, rule="17.0a")
        return Option(f"{name} at {w.title(action.hex)}", "place", name, w.label(action.hex), rule="17.0a")
