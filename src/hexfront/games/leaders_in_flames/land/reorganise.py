"""Reorganisation by HQs, and the extra hex that a leader may allow before it."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Done, Go, Join, Reorganise, Stop
from hexfront.games.leaders_in_flames.chairs import seat_violation
from hexfront.games.leaders_in_flames.events import Reorganised
from hexfront.games.leaders_in_flames.kinds import ABOARD
from hexfront.games.leaders_in_flames.land.reach import ground_open
from hexfront.games.leaders_in_flames.land.supply import PATH, is_supplied, path_steps
from hexfront.games.leaders_in_flames.land.zones import may_stack, zone_of
from hexfront.games.leaders_in_flames.leaders.asks import helps, in_use, sum_for, touches
from hexfront.games.leaders_in_flames.politics.parties import hexes_of, together
from hexfront.games.leaders_in_flames.sea.lifelines import open_seas
from hexfront.games.leaders_in_flames.sea.waters import area_of as sea_area
from hexfront.games.leaders_in_flames.sea.waters import is_sea
from hexfront.games.leaders_in_flames.state import (
    State,
    is_down,
    stand,
    take_control,
    turn_down,
    turn_up,
    weather_at,
    weather_loss,
)
from hexfront.hexes import HexSet, bits
from hexfront.kernel import Action, Agenda, Option, Prompt, Seat, Violation
from hexfront.wargame import Moved, SideDecides, grown, move, open_hexes

HEAVY = 4
STOP, DONE = Stop(), Done()


def path_of(s: State, hq: int) -> int:
    """The length of an HQ's path in the weather where it stands. Cases base.reorganise, ability.4."""
    longer = 2 if any(touches(s, leader, row, hq) for leader, row in in_use(s, "hq.path")) else 0
    length = PATH + longer - weather_loss(weather_at(s, s.where[hq]))
    return path_steps(s.world, s.world.lands.sheet[s.where[hq]], length)


def area_of(s: State, hq: int) -> HexSet:
    """The hexes in which an HQ can reorganise."""
    w = s.world
    side = w.side[hq]
    foes = s.wars[w.party[hq]]
    through = open_hexes(w.area, hexes_of(s.forces, foes), zone_of(s, foes), s.troops[side])
    return grown(w.grid, 1 << s.where[hq], through | 1 << s.where[hq], path_of(s, hq), w.barred)


def value_of(s: State, hq: int) -> int:
    """An HQ's reorganisation value. Case ability.14."""
    return s.world.units[hq].reorganises + sum_for(s, "reorganise.value", hq)


def price_of(s: State, u: int) -> int:
    """What it costs to turn a unit up: 1 for a corps, division, leader or aircraft, 2 for an army, ARM, MECH or four-turn bomber.

    Case 3.1c."""
    w = s.world
    return 2 if w.is_army(u) or (w.is_plane(u) and w.plane(u).turns >= HEAVY) else 1


def hq_violation(s: State, side: int, hq: int) -> Violation | None:
    """Why an HQ cannot reorganise. Cases base.reorganise, 1c."""
    w = s.world
    if not w.is_unit(hq) or w.side[hq] != side or not w.is_hq(hq) or s.where[hq] < 0:
        return Violation("base.reorganise", "Only an HQ of yours on the map can reorganise.")
    if (refused := seat_violation(s, hq)) is not None:
        return refused
    if is_down(s, hq):
        return Violation("base.reorganise", f"{w.name(hq)} is face-down.", w.label(s.where[hq]))
    if not is_supplied(s, hq):
        return Violation("base.supply", f"{w.name(hq)} is out of supply.", w.label(s.where[hq]))
    return None


def over_sea(s: State, hq: int) -> tuple[int, ...]:
    """The sea areas across which an HQ in port can reorganise if a leader allows it: those it lies on, open to its supply.

    Case ability.13."""
    w, h = s.world, s.where[hq]
    if not any(s.where[leader] == h and helps(s, leader, hq, row) for leader, row in in_use(s, "hq.sea")):
        return ()
    seas = open_seas(s, w.party[hq])
    return tuple(area for area in w.waters.of.get(h, ()) if seas >> area & 1)


def across(s: State, hq: int, u: int, sea: int = -1) -> int:
    """The sea area across which an HQ reaches a unit, and 1 more; 0 for none. It is one area for all it does. Case ability.13."""
    w, place = s.world, stand(s, u)
    for area in over_sea(s, hq):
        here = sea_area(place) == area if is_sea(place) else area in w.waters.of.get(place, ())
        if here and sea in (-1, area):
            return area + 1
    return 0


def cost(s: State, hq: int, u: int, area: HexSet | None = None) -> int:
    """What it costs an HQ to turn a unit up, in halves: half across the sea. Case ability.13."""
    area = area_of(s, hq) if area is None else area
    near = s.where[u] >= 0 and area >> s.where[u] & 1
    return price_of(s, u) * (1 if across(s, hq, u) and (not near or over_sea(s, hq)) else 2)


def unit_violation(
    s: State, hq: int, u: int, left: int, sea: int = -1, area: HexSet | None = None
) -> Violation | None:
    """Why an HQ cannot turn a unit up; what it has left counts in halves. `area` is what it reaches, if that is known already.

    Cases base.reorganise, 3.1c, ability.13."""
    w = s.world
    afloat = w.is_unit(u) and s.where[u] < 0 and is_sea(stand(s, u)) and over_sea(s, hq)
    if not w.is_unit(u) or w.side[u] != w.side[hq] or (s.where[u] < 0 and not afloat) or u == hq:
        return Violation(
            "base.reorganise", "Only another unit or leader of yours on the map can be turned face-up."
        )
    at = w.label(s.where[u])
    if not is_down(s, u):
        return Violation("base.reorganise", f"{w.name(u)} is already face-up.", at)
    if not together(s, u, hq):
        return Violation("3.2i", "These powers do not co-operate.", at)
    area = area_of(s, hq) if area is None else area
    near = s.where[u] >= 0 and area >> s.where[u] & 1 and not w.is_ship(u)
    if not near and not across(s, hq, u, sea):
        return Violation("base.reorganise", f"{w.name(u)} is too far from the HQ.", at)
    if cost(s, hq, u, area) > left:
        return Violation("base.reorganise", "It costs more than the HQ has left.", at)
    return None


def tired(s: State, side: int) -> list[int]:
    """The face-down units and leaders of a side that an HQ could turn up, aircraft too: in hexes; ships, and those at sea, where a
    leader lets it reach them."""
    w = s.world
    down = [u for u in w.units_of[side] if is_down(s, u)]
    if not list(in_use(s, "hq.sea")):
        return [u for u in down if s.where[u] >= 0 and not w.is_ship(u)]
    return [u for u in down if (place := stand(s, u)) >= 0 or is_sea(place)]


class Reorganising(SideDecides, frozen=True, tag=True):
    """Let HQs turn units face-up, or finish. Case base.reorganise."""

    rule: ClassVar[str] = "base.reorganise"
    takes = (Reorganise, Done)
    hq: int = -1
    left: int = 0  # in halves
    sea: int = -1

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        w = s.world
        hqs = [self.hq] if self.hq >= 0 else [u for u in w.hqs[self.side] if s.where[u] >= 0]
        return [*(Reorganise(hq, u) for hq in hqs for u in tired(s, self.side)), DONE]

    def violation(self, s: State, seat: Seat, action: Reorganise | Done) -> Violation | None:
        if isinstance(action, Done):
            return None
        if self.hq >= 0:
            if action.hq != self.hq:
                return Violation("base.reorganise", f"{s.world.name(self.hq)} is reorganising; finish first.")
            return unit_violation(s, action.hq, action.unit, self.left, self.sea)
        refused = hq_violation(s, self.side, action.hq)
        return refused or unit_violation(s, action.hq, action.unit, 2 * value_of(s, action.hq))

    def legal(self, s: State, seat: Seat) -> list[Action]:
        """The same list; each HQ is judged once."""
        w = s.world
        hqs = (
            [self.hq]
            if self.hq >= 0
            else [u for u in w.hqs[self.side] if hq_violation(s, self.side, u) is None]
        )
        out: list[Action] = []
        down = tired(s, self.side)
        for hq in hqs:
            left = self.left if self.hq >= 0 else 2 * value_of(s, hq)
            area = area_of(s, hq)
            out += [Reorganise(hq, u) for u in down if unit_violation(s, hq, u, left, self.sea, area) is None]
        return [*out, DONE]

    def apply(self, s: State, seat: Seat, action: Reorganise | Done) -> Agenda:
        if isinstance(action, Done):
            return (Reorganising(self.side),) if self.hq >= 0 else ()
        left = (self.left if self.hq >= 0 else 2 * value_of(s, action.hq)) - cost(s, action.hq, action.unit)
        sea = self.sea if self.sea >= 0 else across(s, action.hq, action.unit) - 1
        turn_down(s, action.hq)
        turn_up(s, action.unit)
        s.emit(Reorganised(action.hq, (action.unit,)))
        more = Reorganising(self.side, action.hq, left, sea)
        return (more,) if left > 0 and len(more.legal(s, seat)) > 1 else (Reorganising(self.side),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        if self.hq >= 0:
            return Prompt(
                f"{s.world.name(self.hq)}: turn more units face-up, or finish. Points left: {self.left / 2:g}.",
                self.rule,
            )
        return Prompt("Let HQs turn units face-up, or finish.", self.rule)

    def option(self, s: State, seat: Seat, action: Reorganise | Done) -> Option:
        w = s.world
        if isinstance(action, Done):
            return Option("No more reorganisation", "pass", rule=self.rule, ends=True)
        words = f"{w.name(action.hq)} turns {w.name(action.unit)} face-up"
        return Option(
            words,
            "choose",
            w.piece(action.unit),
            w.spot(stand(s, action.unit)),
            cost(s, action.hq, action.unit) / 2,
        )


class Regrouping(SideDecides, frozen=True, tag=True):
    """A leader and face-up units of his hex move one extra hex into clear or desert. Case ability.6."""

    rule: ClassVar[str] = "ability.6"
    takes = (Join, Go, Stop)
    leader: int

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        w, at = s.world, s.where[self.leader]
        mates = [u for u in s.stack[at] if u not in s.group and w.is_troop(u)]
        return [*(Join(u) for u in mates), *(Go(h) for h in w.near(at)), STOP]

    def violation(self, s: State, seat: Seat, action: Join | Go | Stop) -> Violation | None:
        w, at = s.world, s.where[self.leader]
        if isinstance(action, Join):
            u = action.unit
            if not w.is_land(u) or u in s.group or s.where[u] != at or is_down(s, u):
                return Violation("ability.6", "Only a face-up unit in his hex can go along.")
        if isinstance(action, Go):
            h = action.hex
            if h not in w.near(at) or w.barred.has(at, h) or not ground_open(s, s.group) >> h & 1:
                return Violation("ability.6", "It must be an adjacent hex, free of enemies.", w.label(h))
            if not (w.board.terrain["clear"] | w.board.terrain.get("desert", 0)) >> h & 1:
                return Violation("ability.6", "The hex must be clear or desert.", w.label(h))
            if not may_stack(s, self.side, h, s.group):
                return Violation("base.stacking", "There are too many units in that hex.", w.label(h))
        return None

    def apply(self, s: State, seat: Seat, action: Join | Go | Stop) -> Agenda:
        if isinstance(action, Join):
            s.group.append(action.unit)
            return (self,)
        if isinstance(action, Go):
            here = s.where[self.leader]
            for u in s.group:
                if s.moved >> u & 1:
                    turn_down(s, u)  # it goes beyond its movement factor: what a move has left is not kept
                move(s, u, action.hex)
                take_control(s, u, action.hex)
            s.emit(Moved(tuple(s.group), (here, action.hex), "ability.6"))
        s.group, s.spent = [], []
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"{s.world.name(self.leader)}: take units along, then choose the next hex.", self.rule)

    def option(self, s: State, seat: Seat, action: Join | Go | Stop) -> Option:
        w = s.world
        if isinstance(action, Join):
            return Option(f"{w.name(action.unit)} goes along", "join", w.piece(action.unit))
        if isinstance(action, Go):
            return Option(f"To {w.title(action.hex)}", "step", w.piece(self.leader), w.label(action.hex))
        return Option("Stay", "stop", w.piece(self.leader), ends=True)


def face_up_at_end(s: State) -> None:
    """At the end of the turn units in supply turn face-up, and ships and their planes wherever they are; leaders need no oil. Cases base.facing, 3.1o."""
    for side in (0, 1):
        for h in bits(s.held[side]):
            for u in s.stack[h]:
                if is_down(s, u) and is_supplied(s, u):
                    turn_up(s, u)
        for u in (*s.world.ships_of[side], *(u for u in s.world.planes_of[side] if s.where[u] <= ABOARD)):
            turn_up(s, u)
