"""Rail moves: along friendly rail to a city, face-down on arrival."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Announce, Done, Go, Pick, Stop
from hexfront.games.leaders_in_flames.kinds import RAILS
from hexfront.games.leaders_in_flames.land.zones import may_stack, shed, zone
from hexfront.games.leaders_in_flames.leaders.announce import announce, announce_option, announcements
from hexfront.games.leaders_in_flames.leaders.asks import USED, code, in_use, may_for
from hexfront.games.leaders_in_flames.leaders.usable import usable
from hexfront.games.leaders_in_flames.limits import limit_violation, use
from hexfront.games.leaders_in_flames.state import State, ground_of, is_down, turn_down
from hexfront.hexes import HexSet, bits
from hexfront.kernel import Action, Agenda, Option, Prompt, Seat, Violation
from hexfront.wargame import Moved, SideDecides, move

STOP, DONE = Stop(), Done()


def line_of(s: State, side: int, start: int) -> HexSet:
    """The rail hexes that trains of a side reach from a hex: its own ground, no enemy, and no enemy zone without a friend."""
    w = s.world
    clear = ground_of(s, side) & ~s.held[1 - side] & ~(zone(s, 1 - side) & ~s.troops[side])
    return w.rail.connected(1 << start, (clear | 1 << start) & w.area)


def stations(s: State, u: int) -> HexSet:
    """Where a unit can go by rail: cities out of enemy zones, or any such rail hex by a leader's leave. Cases base.rail, ability.5."""
    w = s.world
    side, at = w.side[u], s.where[u]
    ends = line_of(s, side, at) & ~zone(s, 1 - side) & ~(1 << at)
    if not (may_for(s, "rail.anywhere", u) and not w.is_hq(u)):
        ends &= w.cities
    return sum(1 << h for h in bits(ends) if may_stack(s, side, h, (u,)))


def entrain_violation(s: State, side: int, u: int) -> Violation | None:
    """Why a unit cannot go by rail. Cases base.rail, 3.1m, 3.1n."""
    w = s.world
    if not w.is_unit(u) or w.side[u] != side or s.where[u] < 0:
        return Violation("base.rail", "Only a unit or leader of your own on the map goes by rail.")
    at = w.label(s.where[u])
    if is_down(s, u):
        return Violation("base.rail", f"{w.name(u)} is face-down.", at)
    if not w.rail.hexes >> s.where[u] & 1:
        return Violation("base.rail", f"{w.name(u)} is not on a railway.", at)
    return limit_violation(s, w.power[u], RAILS, "rail moves", w.is_leader(u))


class RailMoves(SideDecides, frozen=True, tag=True):
    """Choose a unit or leader to go by rail, or finish. Case base.rail."""

    rule: ClassVar[str] = "base.rail"
    takes = (Pick, Announce, Done)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        units = [u for u in s.world.units_of[self.side] if s.where[u] >= 0]
        return [*(Pick(u) for u in units), *announcements(s, self.side, "rail"), DONE]

    def violation(self, s: State, seat: Seat, action: Pick | Announce | Done) -> Violation | None:
        if isinstance(action, Pick):
            return entrain_violation(s, self.side, action.unit)
        if isinstance(action, Announce):
            return usable(s, self.side, action.leader, action.ability, "rail")
        return None

    def apply(self, s: State, seat: Seat, action: Pick | Announce | Done) -> Agenda:
        if isinstance(action, Pick):
            s.group, s.spent = [action.unit], [0]
            return (Train(self.side), self)
        if isinstance(action, Announce):
            announce(s, action.leader, action.ability)
            return (self,)
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt("Choose a unit to go by rail, or finish. It arrives face-down.", self.rule)

    def option(self, s: State, seat: Seat, action: Pick | Announce | Done) -> Option:
        w = s.world
        if isinstance(action, Announce):
            return announce_option(s, action)
        if isinstance(action, Done):
            return Option("Finish rail moves", "done", rule=self.rule, ends=True)
        return Option(
            f"Rail: {w.name(action.unit)}", "pick", w.piece(action.unit), w.label(s.where[action.unit])
        )


class Train(SideDecides, frozen=True, tag=True):
    """Choose where the unit goes by rail, or leave it. Case base.rail."""

    rule: ClassVar[str] = "base.rail"
    takes = (Go, Stop)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Go(h) for h in bits(stations(s, s.group[0]))), STOP]

    def legal(self, s: State, seat: Seat) -> list[Action]:
        return self.candidates(s, seat)

    def violation(self, s: State, seat: Seat, action: Go | Stop) -> Violation | None:
        if isinstance(action, Go) and (action.hex < 0 or not stations(s, s.group[0]) >> action.hex & 1):
            return Violation("base.rail", "No train goes there.", s.world.label(action.hex))
        return None

    def apply(self, s: State, seat: Seat, action: Go | Stop) -> Agenda:
        w, u = s.world, s.group[0]
        s.group, s.spent = [], []
        if isinstance(action, Stop):
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

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"{s.world.name(s.group[0])}: choose a city on the line.", self.rule)

    def option(self, s: State, seat: Seat, action: Go | Stop) -> Option:
        w = s.world
        piece = w.piece(s.group[0])
        if isinstance(action, Stop):
            return Option("Leave it where it is", "stop", piece, w.label(s.where[s.group[0]]), ends=True)
        return Option(f"To {w.title(action.hex)}", "step", piece, w.label(action.hex))
