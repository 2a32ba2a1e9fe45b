"""Chapter 13: support markers, leaders, Kluge, partisans, sea invasions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from hexfront.games.turns_east.actions import Assign, Give, Keep, Place
from hexfront.games.turns_east.data import ASSAULT, AXIS, BLITZ, HOLD, SOVIET, WITHDRAW
from hexfront.games.turns_east.events import (
    InvasionTried,
    LeaderRolled,
    OwnOrderGiven,
    order_effect,
    order_name,
)
from hexfront.games.turns_east.losses import lose_unit
from hexfront.games.turns_east.state import POOL, EastState, arrive, occupy, units_at
from hexfront.games.turns_east.supply import SupplyNet
from hexfront.games.turns_east.zones import crowding, zone
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import (
    Action,
    Agenda,
    Auto,
    Chance,
    Die,
    Distribution,
    Option,
    Prompt,
    Seat,
    Violation,
)
from hexfront.wargame import Arrived, OneDecides, lift

NOWHERE = -1
FLYING = ("Fair", "Light Mud", "Frost")
CENTER = 1
SOUTH = 3
ORDERS = (HOLD, WITHDRAW, ASSAULT, BLITZ)


# --- support markers


def has_support(s: EastState, side: int, command: int, target: Hex = NOWHERE) -> bool:
    """Whether a side has a support marker to add to a combat of this Command, over this hex if one is named.
    Cases 8.1.9, 13.8.2, 13.8.3, 13.8.5, 13.9. RULING 8.1-b."""
    if side == SOVIET:
        return s.t34 > 0
    if target != NOWHERE and s.flown >> target & 1:
        return False
    return (
        s.air[0] > 0
        and s.world.weather(s.turn) in FLYING
        and s.air[1 + command] < (2 if command == CENTER else 1)
    )


def support_violation(s: EastState, side: int, command: int, target: Hex) -> Violation | None:
    """Why no support marker can be added, if none can. Cases 2.2.2a, 8.1.9, 13.8.2, 13.8.3, 13.8.5, 13.9."""
    if has_support(s, side, command, target):
        return None
    label = s.world.label(target)
    if side == SOVIET:
        return Violation("13.9", "The T-34 marker is not available, or has been used this turn.", label)
    if s.world.weather(s.turn) not in FLYING:
        return Violation("13.8.2", "The Luftwaffe flies only in Fair, Light Mud and Frost.", label)
    if not s.air[0]:
        return Violation("13.8.3", "Every Luftwaffe marker has been used this turn.", label)
    if s.flown >> target & 1:
        return Violation("8.1.9", "A Luftwaffe marker has already been used in that hex this turn.", label)
    return Violation("13.8.5", "This Army Group can use no more Luftwaffe markers this turn.", label)


def use_support(s: EastState, side: int, command: int, target: Hex) -> None:
    """Use a marker for this turn. Cases 8.1.9, 13.8.3, 13.8.5, 13.9."""
    if side == SOVIET:
        s.t34 -= 1
    else:
        s.air[0] -= 1
        s.air[1 + command] += 1
        s.flown |= 1 << target


# --- leaders and Kluge


class LeaderRoll(Chance, frozen=True, tag=True):
    """Whether a leader may give his Panzers another order. Cases 13.4.4, 13.4.5."""

    unit: int
    command: int

    def outcomes(self, s: EastState) -> Distribution:
        return Die()

    def apply(self, s: EastState, outcome: Any) -> Agenda:
        succeeds = outcome <= s.world.markers["leader_range"]
        s.emit(LeaderRolled(self.unit, outcome, succeeds))
        return (OwnOrder(self.unit, self.command),) if succeeds else ()

    def title(self, s: EastState) -> str:
        return f"{s.world.name(self.unit)} seeks his own orders: 1 to {s.world.markers['leader_range']}"


class OwnOrder(OneDecides, frozen=True, tag=True):
    """The order of a leader's Panzers, or of Kluge's 4th Army. Cases 13.4.5, 13.4-i1, 13.5.1. RULING 13.4-a.
    RULING 13.5-a."""

    by: ClassVar[int] = AXIS
    rule: ClassVar[str] = "13.4.5"
    takes: ClassVar[tuple[type[Action], ...]] = (Give, Keep)
    unit: int
    command: int

    def _case(self, s: EastState) -> str:
        return "13.5.1" if self.unit == s.world.kluge else "13.4.5"

    def candidates(self, s: EastState, seat: Seat) -> Iterable[Action]:
        yield from (Give(order) for order in ORDERS)
        yield Keep()

    def violation(self, s: EastState, seat: Seat, action: Any) -> Violation | None:
        if type(action) is Keep:
            return None
        if action.order not in ORDERS:
            return Violation(self._case(s), "Choose Hold, Withdraw, Assault or Blitz.")
        if action.order == s.box[self.command]:
            return Violation(self._case(s), "That is the Army Group's order: keep it.")
        return None

    def apply(self, s: EastState, seat: Seat, action: Any) -> Agenda:
        if type(action) is Keep:
            return ()
        w = s.world
        rule = self._case(s)
        given = 1 << self.unit
        if w.leaders >> self.unit & 1:
            given |= units_at(s, s.where[self.unit]) & w.panzers
        for u in bits(given):
            s.special[u] = (action.order, self.command)
        s.emit(OwnOrderGiven(self.unit, action.order, rule))
        return ()

    def prompt(self, s: EastState, seat: Seat) -> Prompt:
        name = s.world.name(self.unit)
        whom = "his Panzer Corps" if s.world.leaders >> self.unit & 1 else "Kluge's army"
        return Prompt(f"{name}: an order of its own for {whom}, or the Army Group's?", self._case(s))

    def option(self, s: EastState, seat: Seat, action: Any) -> Option:
        w = s.world
        spot, piece = s.world.label(s.where[self.unit]), w.units[self.unit].id
        if type(action) is Keep:
            return Option("Keep the Army Group's order", "pass", piece, spot, rule=self._case(s), ends=True)
        weather = w.weather(s.turn)
        name, note = order_name(w, action.order, weather), order_effect(w, action.order, weather)
        return Option(f"Order {name}", "choose", piece, spot, rule=self._case(s), note=note, panel=True)


class OwnOrders(Auto, frozen=True, tag=True):
    """Leaders of the activated Army Group roll, and Kluge chooses. Cases 11.2.1, 13.4.4, 13.5.1."""

    command: int

    def run(self, s: EastState) -> Agenda:
        w = s.world
        frames: list[Any] = []
        for u in (*bits(w.leaders), *bits(w.armies)):
            if s.where[u] >= 0 and w.area_of[s.where[u]] == self.command:
                if w.leaders >> u & 1:
                    frames.append(LeaderRoll(u, self.command))
                elif u == w.kluge:
                    frames.append(OwnOrder(u, self.command))
        return tuple(frames)


# --- sea invasions


def invasion_violation(
    s: EastState, command: int, units: tuple[int, ...], here: Hex, far: bool, target: Hex
) -> Violation | None:
    """Why an army may not attempt a sea invasion. Cases 13.7.2a, 13.7.2b, 13.7.2d. RULING 13.7-a."""
    w = s.world
    if not w.is_hex(target):
        return Violation("13.7.2a", "There is no such hex.")
    label = w.label(target)
    if len(units) != 1 or not w.soviet_armies >> units[0] & 1:
        return Violation("13.7.2a", "Only one Soviet army at a time can invade.", label)
    if command != SOUTH:
        return Violation("13.7.2a", "Only South Front can invade over the Black Sea.", label)
    if far or not w.sea_supply >> here & 1:
        return Violation("13.7.2a", "An invasion must start from a Soviet port, before any move.", label)
    if s.invaded:
        return Violation("13.7.2a", "Only one invasion can be attempted per turn.", label)
    if s.invasions >= w.tables["invasion"]["per_game"]:
        return Violation("13.7.2b", "Both invasions of the game have been attempted.", label)
    if not w.coast >> target & 1 or target == here:
        return Violation("13.7.2a", "An invasion must go to a Soviet hex on the Black Sea coast.", label)
    if s.held[AXIS] >> target & 1:
        return Violation("13.7.2d", "An enemy-occupied hex cannot be invaded.", label)
    if not SupplyNet(s, SOVIET).city_has_loc(here):
        return Violation("13.7.2a", "The port has no LOC to the east edge.", w.label(here))
    return crowding(s, 1 << units[0], target)


def begin_invasion(s: EastState, u: int, target: Hex) -> Agenda:
    """The attempt counts, whatever comes of it. Cases 13.7.2b, 13.7.2e."""
    s.invaded = 1
    s.invasions += 1
    return (InvasionRoll(u, target),)


def is_watched(s: EastState, target: Hex) -> bool:
    """Whether an invasion hex is in the zone of a German unit; Romanian units do not count. Case 13.7.2c. RULING 13.7-b."""
    w = s.world
    german = w.masks[AXIS] & w.combat_units & ~w.romanians
    hexes = 0
    for i in bits(s.held[AXIS] & w.adjacent[target]):
        if units_at(s, i) & german:
            hexes |= 1 << i
    return bool(zone(s, AXIS, hexes) >> target & 1)


class InvasionRoll(Chance, frozen=True, tag=True):
    """Whether the invaders land, turn back or are lost. Cases 13.7.2c, 13.7.2f."""

    unit: int
    target: int

    def outcomes(self, s: EastState) -> Distribution:
        return Die()

    def apply(self, s: EastState, outcome: Any) -> Agenda:
        table = s.world.tables["invasion"]
        modified = outcome + (table["zone"] if is_watched(s, self.target) else 0)
        result = (
            "lands" if modified <= table["lands"] else "returns" if modified <= table["returns"] else "lost"
        )
        s.emit(InvasionTried(self.unit, self.target, outcome, modified, result))
        if result == "lands":
            occupy(s, self.unit, self.target)
        elif result == "lost":
            return lose_unit(s, self.unit, "13.7.2c", False)
        return ()

    def title(self, s: EastState) -> str:
        more = ", +1 in a German zone" if is_watched(s, self.target) else ""
        return f"Sea invasion at {s.world.title(self.target)}: 1-3 lands, 4-5 returns, 6 lost{more}"


# --- partisans


def partisan_hexes(s: EastState, front: int) -> HexSet:
    """Where partisans can be placed in a Front: forest or swamp without units. Cases 13.6.1a, 13.6.1b, 13.6-i1."""
    w = s.world
    return w.wild & w.areas[front] & ~s.held[AXIS] & ~s.held[SOVIET]


class PartisanFront(OneDecides, frozen=True, tag=True):
    """The Front in which partisans rise, or whether they stay. Cases 13.6.1, 13.6.3."""

    by: ClassVar[int] = SOVIET
    rule: ClassVar[str] = "13.6.1b"
    takes: ClassVar[tuple[type[Action], ...]] = (Assign, Keep)
    unit: int

    def candidates(self, s: EastState, seat: Seat) -> Iterable[Action]:
        yield from (Assign(c) for c in s.world.plan.commands)
        yield Keep()

    def violation(self, s: EastState, seat: Seat, action: Any) -> Violation | None:
        w = s.world
        first = s.turn == w.units[self.unit].turn
        if type(action) is Keep:
            if first:
                return Violation("13.6.1a", "On their turn of entry the partisans must be placed.")
            return None
        if action.command not in w.plan.commands:
            return Violation("13.6.1b", "There is no such Front.")
        if first and action.command != 0:
            return Violation("13.6.1a", "The partisans first rise in the area of Northwest Front.")
        if not partisan_hexes(s, action.command):
            return Violation("13.6.1b", "No forest or swamp there is free of units.")
        return None

    def apply(self, s: EastState, seat: Seat, action: Any) -> Agenda:
        return () if type(action) is Keep else (PlacePartisans(self.unit, action.command),)

    def prompt(self, s: EastState, seat: Seat) -> Prompt:
        return Prompt("Partisans: choose the Front in whose area they rise, or leave them.", "13.6.3")

    def option(self, s: EastState, seat: Seat, action: Any) -> Option:
        w = s.world
        if type(action) is Keep:
            return Option(
                "Leave the partisans as they are", "pass", w.units[self.unit].id, rule="13.6.3", ends=True
            )
        return Option(f"In the area of {w.command_names[1][action.command]}", "choose", rule="13.6.1b")


class PlacePartisans(OneDecides, frozen=True, tag=True):
    """The hex in which partisans rise. Case 13.6.1b."""

    by: ClassVar[int] = SOVIET
    rule: ClassVar[str] = "13.6.1b"
    takes: ClassVar[tuple[type[Action], ...]] = (Place,)
    unit: int
    front: int

    def candidates(self, s: EastState, seat: Seat) -> Iterable[Action]:
        return (Place(i) for i in bits(s.world.areas[self.front]))

    def legal(self, s: EastState, seat: Seat) -> list[Any]:
        return [Place(i) for i in bits(partisan_hexes(s, self.front))]

    def violation(self, s: EastState, seat: Seat, action: Any) -> Violation | None:
        w, i = s.world, action.hex
        if not w.is_hex(i) or not w.areas[self.front] >> i & 1:
            return Violation("13.6.1b", "Choose a hex in that Front's area.")
        if not w.wild >> i & 1:
            return Violation("13.6.1b", "Partisans can rise only in forest or swamp.", w.label(i))
        if (s.held[AXIS] | s.held[SOVIET]) >> i & 1:
            return Violation("13.6.1b", "Partisans can rise only in an empty hex.", w.label(i))
        return None

    def apply(self, s: EastState, seat: Seat, action: Any) -> Agenda:
        s.steps[self.unit] = 1
        lift(s, self.unit, POOL)
        arrive(s, self.unit, action.hex)
        s.emit(Arrived(self.unit, action.hex, "13.6.1b"))
        return ()

    def prompt(self, s: EastState, seat: Seat) -> Prompt:
        return Prompt("Choose a forest or swamp hex for the partisans.", "13.6.1b")

    def option(self, s: EastState, seat: Seat, action: Any) -> Option:
        w = s.world
        return Option(
            f"At {w.title(action.hex)}", "place", w.units[self.unit].id, w.label(action.hex), rule="13.6.1b"
        )
