"""Case 7.3: Soviet Counterattacks, ordered from above and made against whatever is near."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from hexfront.games.turns_east.actions import Contact
from hexfront.games.turns_east.commands import free_reach, movement_points, refresh_zones
from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.events import CounterattackOrdered, CounterattackResolved
from hexfront.games.turns_east.losses import Losses
from hexfront.games.turns_east.state import EastState, factor, occupy, units_at
from hexfront.games.turns_east.supply import SupplyNet
from hexfront.games.turns_east.zones import crowding
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
from hexfront.wargame import Moved, OneDecides

INFANTRY, MECHANIZED = 4, 6


class CounterattackDie(Chance, frozen=True, tag=True):
    """The Front that must counterattack. Cases 7.3.3a, 7.3.4, 7.3.5a."""

    def outcomes(self, s: EastState) -> Distribution:
        return Die()

    def apply(self, s: EastState, outcome: Any) -> Agenda:
        front = s.world.tables["counterattack_fronts"]["fronts"][outcome - 1]
        s.emit(CounterattackOrdered(front, outcome))
        if front not in s.world.plan.commands:
            return ()
        return (ContactRound(front, -1), Clash(front))

    def title(self, s: EastState) -> str:
        return "Which Front counterattacks? 1 Northwest, 2-3 West, 4-5 Southwest, 6 South"


def axis_hexes(s: EastState, front: int) -> HexSet:
    """The Axis hexes a Front's Counterattack is about: in its area, those in Hungary left out.
    Cases 7.3.4, 13.1.1c, 13.1.2d."""
    w = s.world
    return s.held[AXIS] & w.areas[front] & ~w.hungary


def in_contact(s: EastState, front: int, i: Hex) -> bool:
    return bool(s.world.adjacent[i] & axis_hexes(s, front))


def contact_hexes(s: EastState, front: int, u: int, net: SupplyNet) -> list[Hex]:
    """The hexes in which a unit can make contact with the nearest Axis units it can reach, in ascending order.

    It moves by the ordinary rules with 4 or 6 points inside its own Front. Cases 7.3.4, 9.1.3. RULING 7.3-a.
    """
    w = s.world
    base = MECHANIZED if w.is_mobile[u] else INFANTRY
    enemy = axis_hexes(s, front)
    near, start = w.adjacent, s.where[u]
    contact = w.grid.around(enemy) & w.areas[front]
    if not contact & w.disc(start, base):  # for speed: no Axis unit is within reach
        return []
    points = movement_points(s, u, base, net.shortage(u))
    reached = free_reach(s, u, points, w.areas[front], s.halt).hexes & contact
    found = [i for i in bits(reached) if near[i] & enemy and crowding(s, 1 << u, i) is None]
    distance = w.grid.distance
    far = {i: min(distance(start, e) for e in bits(near[i] & enemy)) for i in found}
    nearest = min(far.values(), default=0)
    return [i for i in found if far[i] == nearest]


class ContactRound(Auto, frozen=True, tag=True):
    """Unit after unit that is not in contact moves to contact; a fort that one of them has entered is out of the
    enemy's zones for the next (RULING 9.1-c). Cases 7.3.4, 7.3.5d, 9.1.4b, 11.1.7."""

    front: int
    last: int  # the last unit asked about

    def run(self, s: EastState) -> Agenda:
        w = s.world
        refresh_zones(s, SOVIET)
        able = w.masks[SOVIET] & w.movers & ~w.bracketed & ~s.moved
        net = SupplyNet(s, SOVIET)
        for u in bits(able >> self.last + 1 << self.last + 1):
            i = s.where[u]
            if i < 0 or w.area_of[i] != self.front or in_contact(s, self.front, i):
                continue
            if contact_hexes(s, self.front, u, net):
                return (MoveToContact(self.front, u), ContactRound(self.front, u))
        return ()


class MoveToContact(OneDecides, frozen=True, tag=True):
    """The hex in which a unit makes contact. Case 7.3.4."""

    by: ClassVar[int] = SOVIET
    rule: ClassVar[str] = "7.3.4"
    takes: ClassVar[tuple[type[Action], ...]] = (Contact,)
    front: int
    unit: int

    def candidates(self, s: EastState, seat: Seat) -> Iterable[Action]:
        return (Contact(i) for i in bits(s.world.areas[self.front]))

    def legal(self, s: EastState, seat: Seat) -> list[Any]:
        return [Contact(i) for i in contact_hexes(s, self.front, self.unit, SupplyNet(s, SOVIET))]

    def violation(self, s: EastState, seat: Seat, action: Any) -> Violation | None:
        w, i = s.world, action.hex
        if not w.is_hex(i):
            return Violation("7.3.4", "There is no such hex.")
        if i in contact_hexes(s, self.front, self.unit, SupplyNet(s, SOVIET)):
            return None
        if not in_contact(s, self.front, i):
            return Violation("7.3.4", "The unit must move to contact.", w.label(i))
        return Violation("7.3.4", "The unit must go to the nearest Axis units it can reach.", w.label(i))

    def apply(self, s: EastState, seat: Seat, action: Any) -> Agenda:
        start = s.where[self.unit]
        occupy(s, self.unit, action.hex)
        s.moved |= 1 << self.unit
        s.emit(Moved((self.unit,), (start, action.hex), "7.3.4"))
        return ()

    def prompt(self, s: EastState, seat: Seat) -> Prompt:
        return Prompt(
            f"Counterattack: {s.world.name(self.unit)} must move to contact. Where?",
            "7.3.4",
            "Every unit of the Front that can reach the enemy goes to the nearest of them.",
        )

    def option(self, s: EastState, seat: Seat, action: Any) -> Option:
        w = s.world
        piece, label = w.units[self.unit].id, w.label(action.hex)
        return Option(f"To {w.title(action.hex)}", "step", piece, label, rule="7.3.4")


def attackers(s: EastState, front: int, net: SupplyNet) -> list[int]:
    """The Soviet units that take part: in the Front, adjacent to its Axis units, with an LOC.
    Cases 7.3.5a, 7.3.5d, 12.1.10."""
    w = s.world
    out = []
    for u in bits(w.masks[SOVIET] & w.stackers & ~w.bracketed):
        i = s.where[u]
        if i >= 0 and w.area_of[i] == front and in_contact(s, front, i) and has_line(s, net, u):
            out.append(u)
    return out


def has_line(s: EastState, net: SupplyNet, u: int) -> bool:
    return bool(s.world.off_map >> s.where[u] & 1) or net.has_loc(u)


def opponents(s: EastState, front: int, units: list[int]) -> list[int]:
    """The Axis units they are adjacent to, a garrison only when alone. Cases 7.3.5e, 13.1.1c, 13.1.2d, 13.3.3a.
    RULING 7.3-b."""
    w = s.world
    near = 0
    for u in units:
        near |= w.adjacent[s.where[u]]
    out = []
    for i in bits(near & axis_hexes(s, front)):
        stack = units_at(s, i) & w.combat_units
        out += list(bits(stack & ~w.garrisons or stack))
    return out


class Clash(Auto, frozen=True, tag=True):
    """The whole Front attacks as one, with no marker. Cases 7.3.5a, 7.3.5b, 7.3.5c, 7.3.5e. RULING 7.3-d."""

    front: int

    def run(self, s: EastState) -> Agenda:
        units = attackers(s, self.front, SupplyNet(s, SOVIET))
        enemy = opponents(s, self.front, units)
        attack = sum(factor(s, u) for u in units)
        defence = sum(factor(s, u) for u in enemy)
        if not units:
            s.emit(CounterattackResolved(self.front, attack, defence, -1, 0, ""))
            return ()
        return (ClashRoll(self.front, attack, defence, tuple(units), tuple(enemy)),)


class ClashRoll(Chance, frozen=True, tag=True):
    """The die on the Counterattack Table. Cases 7.3.5b, 7.3.6."""

    front: int
    attack: int
    defence: int
    units: tuple[int, ...]
    enemy: tuple[int, ...]

    def outcomes(self, s: EastState) -> Distribution:
        return Die()

    def apply(self, s: EastState, outcome: Any) -> Agenda:
        table = s.world.counterattack
        reading = table.read(table.column(self.attack, self.defence), outcome)
        s.emit(
            CounterattackResolved(
                self.front,
                self.attack,
                self.defence,
                reading.column,
                outcome,
                reading.result,
                self.units,
                self.enemy,
            )
        )
        soviet, axis = casualties(s, self.units, self.enemy)
        losses: list[Any] = [Losses(SOVIET, soviet, "7.3.6")]
        if reading.result == "B1":
            losses.append(Losses(AXIS, axis, "7.3.6"))
        return tuple(losses)

    def title(self, s: EastState) -> str:
        name = s.world.command_names[SOVIET][self.front]
        return f"Counterattack of {name}: {self.attack} to {self.defence}"


def casualties(
    s: EastState, units: tuple[int, ...], enemy: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """From which units each side takes its loss: supplied ones next to supplied enemies, if there are any.
    Cases 7.3.6, 13.3.6. RULING 7.3-c."""
    w = s.world
    nets = (SupplyNet(s, AXIS), SupplyNet(s, SOVIET))
    hurt = tuple(u for u in enemy if not w.garrisons >> u & 1)
    sound = (
        [u for u in enemy if not nets[AXIS].shortage(u)],
        [u for u in units if not nets[SOVIET].shortage(u)],
    )
    hexes = [0, 0]
    for side in (AXIS, SOVIET):
        for u in sound[side]:
            hexes[side] |= 1 << s.where[u]
    soviet = tuple(u for u in sound[SOVIET] if w.adjacent[s.where[u]] & hexes[AXIS])
    axis = tuple(u for u in sound[AXIS] if u in hurt and w.adjacent[s.where[u]] & hexes[SOVIET])
    return soviet or units, axis or hurt
