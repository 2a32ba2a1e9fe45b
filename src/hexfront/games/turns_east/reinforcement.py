"""Chapter 5: reinforcements, replacements, and the garrisons of 13.3."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from hexfront.games.turns_east.actions import Assign, Garrison, PickUp, Place, Restore, Revive
from hexfront.games.turns_east.data import AXIS, NEAR, SIDES, SOVIET
from hexfront.games.turns_east.events import (
    GarrisonPlaced,
    GarrisonRemoved,
    ReplacementAssigned,
    UnitRestored,
)
from hexfront.games.turns_east.special import PartisanFront
from hexfront.games.turns_east.state import (
    BOX,
    POOL,
    RESERVE,
    TRACK,
    EastState,
    arrive,
    factor,
    pool_armies,
    queued,
    restore,
    units_at,
)
from hexfront.games.turns_east.supply import SupplyNet
from hexfront.games.turns_east.zones import crowding
from hexfront.hexes import HexSet, bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import Arrived, AskWhile, Done, Noted, Offers, OneDecides, OwnerDecides, lift, put

# --- where reinforcements go


def axis_entry(s: EastState, u: int) -> HexSet:
    """Where a German reinforcement can be placed: towns and cities of East Prussia and the General Government;
    one with code C in Army Group Center if there is room. Cases 5.1.1, 5.1-i1. RULING 5.1-c."""
    w = s.world
    out = _with_room(s, u, w.towns & w.entry & ~s.held[SOVIET])
    code = w.units[u].code
    if code in w.sheet["german_codes"]:
        home = out & w.areas[w.sheet["german_codes"].index(code)]
        return home or out
    return out


def soviet_entry(s: EastState, u: int, front: int) -> HexSet:
    """Where a Soviet unit can enter in a Front (-1 for any). Cases 5.2.1a, 5.2.1b, 5.2.1c, 5.2.1d, 5.2.3, 5.3.1.

    RULING 5.2-a: towns near a friendly unit or an Automatic Victory City with an LOC come first; if there is none
    with room, any controlled town or city will do. The Off Map Zone is always open.
    """
    w = s.world
    area = w.land if front < 0 else w.areas[front]
    own = w.towns & ~s.axis_towns & w.ussr
    net: SupplyNet | None = None  # for speed: a line is looked for only where it matters
    free = ~s.held[AXIS] & area
    near = own & free & w.grid.dilate(s.held[SOVIET], NEAR)
    for i in w.automatic.values():
        more = (own & w.near_city[i] | 1 << i) & free
        if more & ~near:
            net = net or SupplyNet(s, SOVIET)  # for speed: made once
            if net.city_has_loc(i):
                near |= more
    best = _with_room(s, u, near)
    if not best:
        best = _with_room(s, u, own & free)
    return best | _with_room(s, u, w.off_map)


def _with_room(s: EastState, u: int, hexes: HexSet) -> HexSet:
    """The hexes of a set in which a unit finds room; most are empty."""
    taken = hexes & s.held[s.world.side[u]]
    out = hexes & ~taken
    for i in bits(taken):
        if crowding(s, 1 << u, i) is None:
            out |= 1 << i
    return out


def front_of(s: EastState, u: int) -> int:
    """The Front a reinforcement is bound to by its code, or -1. Cases 2.2.1i, 5.2.2."""
    codes = s.world.sheet["codes"]
    code = s.world.units[u].code
    return codes.index(code) if code in codes else -1


class Arrivals(Auto, frozen=True, tag=True):
    """Bring on this turn's reinforcements of a side. Cases 3.1c, 5.0a, 5.1.1, 5.2.1a."""

    side: int

    def run(self, s: EastState) -> Agenda:
        w = s.world
        due = [
            u
            for u in bits(w.masks[self.side])
            if s.where[u] == TRACK.space(s.turn) and not w.partisan >> u & 1
        ]
        return tuple(Reinforcement(u) for u in due)


class Reinforcement(Auto, frozen=True, tag=True):
    """One unit's entry; without room it waits for the next turn. RULING 5.1-b."""

    unit: int

    def run(self, s: EastState) -> Agenda:
        ask = PlaceUnit(self.unit)
        if ask.has_room(s):
            return (ask,)
        s.where[self.unit] = TRACK.space(s.turn + 1)
        s.emit(Noted(f"{s.world.name(self.unit)} found no room and waits.", "8.1.4"))
        return ()


class PlaceUnit(OwnerDecides, frozen=True, tag=True):
    """Where a reinforcement, or a replacement of an activated Front, is placed. Cases 5.1.1, 5.2.1a, 5.2.2, 5.2.7,
    5.2.3."""

    rule: ClassVar[str] = "5.2.1a"
    takes: ClassVar[tuple[type[Action], ...]] = (Place,)
    front: int = -2  # for a replacement: the Front whose Orders Box it is in

    def hexes(self, s: EastState) -> HexSet:
        if s.world.side[self.unit] == AXIS:
            return axis_entry(s, self.unit)
        return soviet_entry(s, self.unit, self.front if self.front != -2 else front_of(s, self.unit))

    def has_room(self, s: EastState) -> bool:
        """Whether there is any hex to enter; in the Off Map Zone there nearly always is."""
        w = s.world
        free = w.off_map & ~s.held[SOVIET] if w.side[self.unit] == SOVIET else 0  # for speed
        return bool(free or self.hexes(s))  # for speed: `free` is part of `hexes`

    def candidates(self, s: EastState, seat: Seat) -> Iterable[Action]:
        return (Place(i) for i in bits(s.world.towns | s.world.off_map))

    def legal(self, s: EastState, seat: Seat) -> list[Any]:
        places = s.world.places
        return [places[i] for i in bits(self.hexes(s))]

    def violation(self, s: EastState, seat: Seat, action: Any) -> Violation | None:
        w, i, u = s.world, action.hex, self.unit
        axis = w.side[u] == AXIS
        rule = "5.1.1" if axis else "5.2.1a"
        if not w.is_hex(i):
            return Violation(rule, "There is no such hex.")
        crowded = crowding(s, 1 << u, i)
        if w.off_map >> i & 1 and not axis:
            return crowded
        if self.hexes(s) >> i & 1:
            return None
        label = w.label(i)
        if axis:
            if not w.towns & w.entry & ~s.held[SOVIET] & 1 << i:
                return Violation(
                    rule, "German reinforcements can enter only in towns of East Prussia or Poland.", label
                )
            return crowded or Violation("5.1-i1", "This unit belongs to Army Group Center.", label)
        front = self.front if self.front != -2 else front_of(s, u)
        if front >= 0 and not w.areas[front] >> i & 1:
            rule = "5.2.7" if self.front >= 0 else "5.2.2"
            return Violation(rule, f"It belongs to {w.command_names[1][front]}.", label)
        return crowded or Violation(
            "5.2.1a",
            "Soviet units can enter only in Soviet towns near their units or major cities, or in the Off Map Zone.",
            label,
        )

    def apply(self, s: EastState, seat: Seat, action: Any) -> Agenda:
        arrive(s, self.unit, action.hex)
        rule = "5.1.1" if s.world.side[self.unit] == AXIS else "5.2.7" if self.front >= 0 else "5.2.1a"
        s.emit(Arrived(self.unit, action.hex, rule))
        return ()

    def prompt(self, s: EastState, seat: Seat) -> Prompt:
        rule = "5.1.1" if s.world.side[self.unit] == AXIS else "5.2.1a"
        return Prompt(f"Place {s.world.name(self.unit)}.", rule, "It can enter at the lit hexes.")

    def option(self, s: EastState, seat: Seat, action: Any) -> Option:
        w = s.world
        return Option(f"At {w.title(action.hex)}", "place", w.units[self.unit].id, w.label(action.hex))


# --- Axis replacements and garrisons


class AxisReplacements(Auto, frozen=True, tag=True):
    """One Army step on turns without Snow and one Panzer step on turns without Mud or Snow, from turn 2; garrisons.
    Cases 4.0-I, 5.1.3, 5.1.4, 5.1.7."""

    def run(self, s: EastState) -> Agenda:
        w = s.world
        weather = w.weather(s.turn)
        late = s.turn > 1
        army = int(late and weather != "Snow")
        panzer = int(late and weather not in ("Mud", "Snow"))
        return (ReplacementRound(army, panzer, 0),)


class Replacements(Offers, frozen=True, tag=True):
    """Spend replacement steps, place and pick up garrisons. Cases 5.0b, 5.1.6, 5.1.7, 5.1.4, 5.1.3, 13.3, 13.3.1,
    13.3.3b, 13.3.4. RULING 5.1-a."""

    by: ClassVar[int] = AXIS
    rule: ClassVar[str] = "5.1.6"
    takes: ClassVar[tuple[type[Action], ...]] = (Restore, Garrison, PickUp, Revive, Done)
    done: ClassVar[Option] = Option("Finish replacements", "done", rule="5.1.7", ends=True)
    army: int
    panzer: int
    touched: int  # garrisons placed or removed in this phase

    def choices(self, s: EastState) -> Iterable[Action]:
        w, where = s.world, s.where
        weak = (u for u in bits(w.armies | w.panzers | w.romanians) if s.steps[u] < w.full[u])  # for speed
        yield from (Restore(u) for u in weak if where[u] >= 0)
        yield from (Garrison(u) for u, g in w.garrison_of.items() if where[g] == RESERVE)
        yield from (PickUp(g) for g in bits(w.garrisons) if where[g] >= 0)  # for speed: refused anyway
        yield from (Revive(g) for g in bits(w.garrisons) if where[g] == POOL)

    def refusal(self, s: EastState, action: Any) -> Violation | None:
        kind = type(action)
        if kind is Restore:
            return self.restore_violation(s, action.unit)
        if kind is Garrison:
            return self.garrison_violation(s, action.army)
        if kind is PickUp:
            return self.pick_up_violation(s, action.unit)
        return self.revive_violation(s, action.unit)

    def restore_violation(self, s: EastState, u: int) -> Violation | None:
        """Why no step can be spent on a unit. Cases 5.1.3, 5.1.4, 5.1.5, 5.1.6, 5.1.8."""
        w = s.world
        if not 0 <= u < len(w.units) or not (w.armies | w.panzers | w.romanians) >> u & 1:
            return Violation("5.1.6", "Only Axis armies and Panzer Corps can take replacements.")
        name = s.world.name(u)
        if s.where[u] < 0:
            return Violation("5.1.8", f"{name} is not on the map; steps do not bring units back.")
        label = w.label(s.where[u])
        if s.steps[u] == w.full[u]:
            return Violation("5.1.6", f"{name} is at full strength.", label)
        if w.panzers >> u & 1:
            if not self.panzer:
                return Violation("5.1.4", "There is no Panzer step to spend this turn.", label)
        elif not self.army:
            return Violation("5.1.3", "There is no Army step to spend this turn.", label)
        if SupplyNet(s, AXIS).shortage(u):
            return Violation("5.1.5", f"{name} is out of supply.", label)
        return None

    def garrison_violation(self, s: EastState, army: int) -> Violation | None:
        """Why an army leaves no garrison. Cases 13.3, 13.3.1, 13.3.2, 8.1.3."""
        w = s.world
        if army not in w.garrison_of or s.where[army] < 0:
            return Violation("13.3", "Only a German army on the map can leave a garrison.")
        g, i = w.garrison_of[army], s.where[army]
        label = w.label(i)
        if s.where[g] != RESERVE or self.touched >> g & 1:
            return Violation("13.3", "That army's garrison is not available.", label)
        if not w.towns >> i & 1:
            return Violation(
                "13.3.1", "Garrisons can be left only in towns, cities, forts and oil hexes.", label
            )
        if factor(s, army) < 4:
            return Violation("13.3.2", "An army below strength 4 cannot create a garrison.", label)
        if units_at(s, i) & w.garrisons:
            return Violation("8.1.3", "A hex can hold only one garrison.", label)
        return None

    def pick_up_violation(self, s: EastState, g: int) -> Violation | None:
        """Why a garrison is not picked up. Case 13.3.4. RULING 13.3-c."""
        w = s.world
        if not 0 <= g < len(w.units) or not w.garrisons >> g & 1 or s.where[g] < 0:
            return Violation("13.3.4", "There is no such garrison on the map.")
        i = s.where[g]
        if self.touched >> g & 1:
            return Violation("13.3.4", "That garrison has just been placed.", w.label(i))
        army = w.parent_of[g]
        if s.where[army] >= 0:
            lines = SupplyNet(s, AXIS).lines(w.area_of[i])
            if w.reach(1 << i, lines.ground, lines.walls) >> s.where[army] & 1:
                return None
        return Violation("13.3.4", "The garrison has no LOC to its army.", w.label(i))

    def revive_violation(self, s: EastState, g: int) -> Violation | None:
        """Why a garrison is not brought back. Case 13.3.3b. RULING 13.3-b."""
        w = s.world
        if not 0 <= g < len(w.units) or not w.garrisons >> g & 1 or s.where[g] != POOL:
            return Violation("13.3.3b", "Only an eliminated garrison can be brought back.")
        if not self.army:
            return Violation("13.3.3b", "It costs an Army step, and there is none to spend.")
        return None

    def take(self, s: EastState, action: Any) -> Agenda:
        w = s.world
        kind = type(action)
        army, panzer, touched = self.army, self.panzer, self.touched
        if kind is Restore:
            u = action.unit
            if w.panzers >> u & 1:
                panzer -= 1
            else:
                army -= 1
            one = w.options["single_step_replacements"]
            s.steps[u] = s.steps[u] + 1 if one else w.full[u]
            s.emit(UnitRestored(u, s.where[u]))
        elif kind is Garrison:
            g, i = w.garrison_of[action.army], s.where[action.army]
            s.steps[g] = 1
            put(s, g, i)
            touched |= 1 << g
            s.emit(GarrisonPlaced(g, i))
        elif kind is PickUp:
            g = action.unit
            s.emit(GarrisonRemoved(g, s.where[g]))
            lift(s, g, RESERVE)
            touched |= 1 << g
        else:
            army -= 1
            s.where[action.unit] = RESERVE
            s.emit(Noted(f"{w.name(action.unit)} can be placed again.", "13.3.3b"))
        return (ReplacementRound(army, panzer, touched),)

    def prompt(self, s: EastState, seat: Seat) -> Prompt:
        steps = [f"{self.army} Army step"] * bool(self.army) + [f"{self.panzer} Panzer step"] * bool(
            self.panzer
        )
        have = " and ".join(steps) or "no replacement steps"
        return Prompt(
            f"Axis replacements: {have}. Restore units, place or pick up garrisons, or finish.",
            "5.1.6",
            "A step brings a supplied unit back to full strength. Steps not spent are lost.",
        )

    def shown(self, s: EastState, action: Any) -> Option:
        w = s.world
        kind = type(action)
        u = action.army if kind is Garrison else action.unit
        words, rule = {
            Restore: ("Restore", "5.1.6"),
            Garrison: ("Leave a garrison of", "13.3.1"),
            PickUp: ("Pick up", "13.3.4"),
            Revive: ("Bring back", "13.3.3b"),
        }[kind]
        return Option(
            f"{words} {s.world.name(u)}", "choose", w.units[u].id, s.world.label(s.where[u]), rule=rule
        )


class ReplacementRound(AskWhile, frozen=True, tag=True):
    """Ask while there is something to choose."""

    asks: ClassVar[type[Offers]] = Replacements
    army: int
    panzer: int
    touched: int


# --- Soviet replacements


class SovietReplacements(Auto, frozen=True, tag=True):
    """From turn 3 armies return: those on the turn's box, and more from the dead pool up to the Maximum.
    Cases 5.2.8a, 5.2.8d, 5.2.1d."""

    def run(self, s: EastState) -> Agenda:
        due = queued(s, s.turn)
        room = max(0, s.world.turns[s.turn - 1].maximum - len(due))
        due += pool_armies(s)[:room]
        return tuple(AssignReplacement(u) for u in due)


class AssignReplacement(OneDecides, frozen=True, tag=True):
    """The Front whose Orders Box a replacement army goes to. Cases 5.2.7, 5.2.8e."""

    by: ClassVar[int] = SOVIET
    rule: ClassVar[str] = "5.2.7"
    takes: ClassVar[tuple[type[Action], ...]] = (Assign,)
    unit: int

    def candidates(self, s: EastState, seat: Seat) -> Iterable[Action]:
        return (Assign(c) for c in s.world.plan.commands)

    def violation(self, s: EastState, seat: Seat, action: Any) -> Violation | None:
        if action.command not in s.world.plan.commands:
            return Violation("5.2.7", "There is no such Front.")
        return None

    def apply(self, s: EastState, seat: Seat, action: Any) -> Agenda:
        restore(s, self.unit)
        s.where[self.unit] = BOX.space(action.command)
        s.emit(ReplacementAssigned(self.unit, action.command))
        return ()

    def prompt(self, s: EastState, seat: Seat) -> Prompt:
        return Prompt(
            f"{s.world.name(self.unit)} returns: to which Front?",
            "5.2.7",
            "It enters the map when that Front is activated.",
        )

    def option(self, s: EastState, seat: Seat, action: Any) -> Option:
        name = s.world.command_names[SOVIET][action.command]
        return Option(f"To {name}", "choose", s.world.units[self.unit].id, rule="5.2.7", panel=True)


class BoxArrivals(Auto, frozen=True, tag=True):
    """Replacements in a Front's Orders Box enter when it is activated. Case 5.2.7. RULING 5.2-b."""

    front: int

    def run(self, s: EastState) -> Agenda:
        waiting = [u for u, place in enumerate(s.where) if place == BOX.space(self.front)]
        return tuple(BoxEntry(u, self.front) for u in waiting)


class BoxEntry(Auto, frozen=True, tag=True):
    """One replacement's entry; without room it stays in the box."""

    unit: int
    front: int

    def run(self, s: EastState) -> Agenda:
        ask = PlaceUnit(self.unit, self.front)
        return (ask,) if ask.has_room(s) else ()


class Partisans(Auto, frozen=True, tag=True):
    """From turn 7 partisans are placed, replaced or moved in the Reinforcement Phase. Cases 13.6.1, 13.6.3."""

    def run(self, s: EastState) -> Agenda:
        w = s.world
        return tuple(
            PartisanFront(u)
            for u in bits(w.partisan)
            if s.turn >= w.units[u].turn and len(PartisanFront(u).legal(s, SIDES[SOVIET])) > 0
        )
