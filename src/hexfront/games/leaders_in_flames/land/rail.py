"""Rail moves: along friendly rail to a city, face-down on arrival."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Announce, Done, Go, Pick, Stop
from hexfront.games.leaders_in_flames.chairs import land_units, seat_violation
from hexfront.games.leaders_in_flames.kinds import AT_PEACE, GERMANY, RAILS
from hexfront.games.leaders_in_flames.land.zones import may_stand, shed, zone_against
from hexfront.games.leaders_in_flames.leaders.announce import announce, announce_option, announcements
from hexfront.games.leaders_in_flames.leaders.asks import USED, code, in_use, may_for
from hexfront.games.leaders_in_flames.leaders.usable import usable
from hexfront.games.leaders_in_flames.limits import limit_violation, use
from hexfront.games.leaders_in_flames.offers import unit_option
from hexfront.games.leaders_in_flames.parts import BY_PARTS, ByParts
from hexfront.games.leaders_in_flames.politics.abroad import abroad_violation
from hexfront.games.leaders_in_flames.politics.parties import VICHY, hexes_of, party_of, vichy_is
from hexfront.games.leaders_in_flames.state import State, is_down, turn_down
from hexfront.hexes import HexSet, bits
from hexfront.kernel import Action, Agenda, Option, Prompt, Violation
from hexfront.wargame import Moved, move

STOP, DONE = Stop(), Done()


def line_of(s: State, u: int) -> HexSet:
    """The rail hexes that a unit reaches by train: ground open to it in peace, no enemy, and no enemy zone without a friend."""
    w = s.world
    side, start = w.side[u], 1 << s.where[u]
    ground = hexes_of(s.control, s.entry[w.party[u]]) | rail_guests(s, u)
    clear = ground & ~s.held[1 - side] & ~(zone_against(s, u) & ~s.troops[side])
    return w.rail.connected(start, (clear | start) & w.area)


def rail_guests(s: State, u: int) -> HexSet:
    """Ground of Vichy France that German trains run through once it grants aid. Case 5.3.3.18a."""
    w = s.world
    if w.power[u] != GERMANY or not s.deeds.get("petain") or not vichy_is(s, AT_PEACE):
        return 0
    return s.control[party_of(s, w.minor_of[VICHY])]


def stations(s: State, u: int) -> HexSet:
    """Where a unit can go by rail: cities out of enemy zones, or any such rail hex if a leader allows it. Cases base.rail, ability.5."""
    w = s.world
    at = s.where[u]
    ends = line_of(s, u) & ~zone_against(s, u) & ~(1 << at) & ~rail_guests(s, u)
    if not (may_for(s, "rail.anywhere", u) and not w.is_hq(u)):
        ends &= w.cities
    room = (h for h in bits(ends) if may_stand(s, u, h))
    return sum(1 << h for h in room if not w.plan.us_entry or abroad_violation(s, u, h) is None)


def entrain_violation(s: State, side: int, u: int) -> Violation | None:
    """Why a unit cannot go by rail. Cases base.rail, 3.1m, 3.1n, 1c."""
    w = s.world
    if not w.is_land(u) or w.side[u] != side or s.where[u] < 0:
        return Violation("base.rail", "Only a unit or leader of your own on the map can go by rail.")
    if (refused := seat_violation(s, u)) is not None:
        return refused
    at = w.label(s.where[u])
    if is_down(s, u):
        return Violation("base.rail", f"{w.name(u)} is face-down.", at)
    if not w.rail.hexes >> s.where[u] & 1:
        return Violation("base.rail", f"{w.name(u)} is not on a railway.", at)
    return limit_violation(s, w.power[u], RAILS, "rail moves", w.is_leader(u))


class RailMoves(ByParts, frozen=True, tag=True):
    """Choose a unit or leader to go by rail, or finish. Case base.rail."""

    rule: ClassVar[str] = "base.rail"
    takes = (Pick, Announce, Done, *BY_PARTS)

    def choices(self, s: State) -> list[Action]:
        units = land_units(s, self.side)
        return [*(Pick(u) for u in units), *announcements(s, self.side, "rail"), DONE]

    def refusal(self, s: State, action: Action) -> Violation | None:
        if isinstance(action, Pick):
            return entrain_violation(s, self.side, action.unit)
        if isinstance(action, Announce):
            return usable(s, self.side, action.leader, action.ability, "rail")
        return None

    def take(self, s: State, action: Action) -> Agenda:
        if isinstance(action, Pick):
            s.group, s.spent = [action.unit], [0]
            return (Train(self.side), self.whole)
        if isinstance(action, Announce):
            announce(s, action.leader, action.ability)
            return (self.whole,)
        return ()

    def asked(self, s: State) -> Prompt:
        return Prompt("Choose a unit to go by rail, or finish. It arrives face-down.", self.rule)

    def shown(self, s: State, action: Action) -> Option:
        if isinstance(action, Announce):
            return announce_option(s, action)
        if not isinstance(action, Pick):
            return Option("No more rail moves", "pass", rule=self.rule, ends=True)
        return unit_option(s, action.unit, "Rail: {}", "pick")


class Train(ByParts, frozen=True, tag=True):
    """Choose where the unit goes by rail, or leave it. Case base.rail."""

    rule: ClassVar[str] = "base.rail"
    takes = (Go, Stop, *BY_PARTS)

    def choices(self, s: State) -> list[Action]:
        return [*(Go(h) for h in bits(stations(s, s.group[0]))), STOP]

    def open(self, s: State) -> list[Action]:
        return self.choices(s)

    def refusal(self, s: State, action: Action) -> Violation | None:
        if isinstance(action, Go) and (action.hex < 0 or not stations(s, s.group[0]) >> action.hex & 1):
            return Violation("base.rail", "It cannot go there by rail.", s.world.label(action.hex))
        return None

    def take(self, s: State, action: Action) -> Agenda:
        w, u = s.world, s.group[0]
        s.group, s.spent = [], []
        if not isinstance(action, Go):
            return ()
        here = s.where[u]
        stays_up = may_for(s, "rail.anywhere", u) and not w.is_hq(u)
        move(s, u, action.hex)
        if stays_up:
            for leader, row in list(in_use(s, "rail.anywhere")):
                s.said[code(leader, row.n)] = USED  # RULING ability-5-facing
        else:
            turn_down(s, u)
        s.moved |= 1 << u
        if not w.is_leader(u):
            use(s, w.power[u], RAILS)
        s.emit(Moved((u,), (here, action.hex), "base.rail"))
        shed(s)
        return ()

    def asked(self, s: State) -> Prompt:
        return Prompt(f"{s.world.name(s.group[0])}: choose a city on the line.", self.rule)

    def shown(self, s: State, action: Action) -> Option:
        w = s.world
        piece = w.piece(s.group[0])
        if not isinstance(action, Go):
            return Option("Leave it where it is", "stop", piece, w.label(s.where[s.group[0]]), ends=True)
        return Option(f"To {w.title(action.hex)}", "step", piece, w.label(action.hex))
