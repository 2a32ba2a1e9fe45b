"""Chapter 10: Partisans."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.motherland import events as ev
from hexfront.games.motherland.actions import Done, Mark, Station
from hexfront.games.motherland.kinds import AXIS, OUT, PARTISANS, SOVIET
from hexfront.games.motherland.state import State
from hexfront.games.motherland.supply import base_hexes
from hexfront.hexes import Hex, bits
from hexfront.kernel import Agenda, Auto, Chance, Die, Option, Prompt, Seat, Violation
from hexfront.wargame import Offers, OneDecides, changed

REACH = 4
SPACING = 5
MARCH = 5


class PartisanRolls(Auto, frozen=True, tag=True):
    """One roll for each German Supply Base with a Partisan on it. Case 10.1a."""

    def run(self, s: State) -> Agenda:
        bases = base_hexes(s)
        return tuple(Interdiction(h) for h in s.partisans if h >= 0 and bases >> h & 1)


class Interdiction(Chance, frozen=True, tag=True):
    """How many German units near a base are tied down. Case 10.1a."""

    hex: int

    def outcomes(self, s: State) -> Die:
        return Die(6)

    def apply(self, s: State, outcome: int) -> Agenda:
        s.emit(ev.Rolled(f"Partisans at {s.world.title(self.hex)}", outcome, "10.1a", self.hex))
        count = s.world.partisan_table[outcome - 1]
        return (Interdicted(self.hex, count),) if count and nearest(s, self.hex) else ()

    def title(self, s: State) -> str:
        return f"Partisans at {s.world.title(self.hex)}: German units tied down"


def nearest(s: State, base: Hex) -> list[int]:
    """German combat units within four hexes not yet Out of Supply, those nearest the base. Cases 10.1b, 10.1c.
    RULING 10.1-b."""
    w = s.world
    near = w.distances(base)
    found: dict[int, list[int]] = {}
    for u in w.units_of[AXIS]:
        away = near.get(s.where[u], REACH + 1)
        if away <= REACH and w.is_german[u] and w.combat[u] and s.supply[u] != OUT:
            found.setdefault(away, []).append(u)
    return found[min(found)] if found else []


class Interdicted(OneDecides, frozen=True, tag=True):
    """The Soviet player marks German units Out of Supply, nearest first. Cases 10.1b, 10.1c, 10.1-i1."""

    hex: int
    left: int
    by = SOVIET
    takes = (Mark,)
    rule: ClassVar[str] = "10.1b"

    def candidates(self, s: State, seat: Seat) -> list[Mark]:
        return [Mark(u) for u in nearest(s, self.hex)]

    def violation(self, s: State, seat: Seat, action: Mark) -> Violation | None:
        if action.unit in nearest(s, self.hex):
            return None
        w = s.world
        if w.is_unit(action.unit) and not (w.is_german[action.unit] and w.combat[action.unit]):
            return Violation(
                "10.1c", "Only German combat units are tied down by Partisans.", w.label(self.hex)
            )
        return Violation("10.1b", "The nearest units within four hexes come first.", w.label(self.hex))

    def apply(self, s: State, seat: Seat, action: Mark) -> Agenda:
        s.supply = changed(s.supply, action.unit, OUT)
        s.emit(ev.SupplyChanged(action.unit, OUT, "10.1b"))
        more = self.left > 1 and nearest(s, self.hex)
        return (Interdicted(self.hex, self.left - 1),) if more else ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        text = f"Partisans at {s.world.title(self.hex)}: mark a German unit Out of Supply ({self.left} left)."
        return Prompt(text, "10.1b", "Units nearest the Supply Base come first.")

    def option(self, s: State, seat: Seat, action: Mark) -> Option:
        w = s.world
        name = w.name(action.unit)
        return Option(f"Tie down {name}", "choose", name, w.label(s.where[action.unit]), rule="10.1b")


# --- placement


def station_violation(s: State, p: int, h: Hex) -> Violation | None:
    """Why a Partisan cannot be put on a hex; nothing else ever moves or removes it.

    Cases 10.0, 10.2a, 10.2b, 10.2c, 10.5.1, 10.5.3.
    """
    w = s.world
    if not 0 <= p < len(PARTISANS) or s.partisans[p] < -1:
        return Violation("10.0", "That Partisan marker has not arrived.")
    bases = base_hexes(s)
    if not w.is_hex(h) or not bases >> h & 1:
        return Violation("10.2a", "Partisans can be placed only on a German Supply Base.", w.label(h))
    here = s.partisans[p]
    if here == h:
        return Violation("10.2c", "It is there already.", w.label(h))
    # RULING 10.2-a: a marker left behind by its base is placed anew, anywhere.
    if here >= 0 and bases >> here & 1 and w.grid.distance(here, h) > MARCH:
        return Violation("10.2c", "A Partisan moves at most five hexes.", w.label(h))
    for other, at in enumerate(s.partisans):
        if other != p and at >= 0 and w.grid.distance(at, h) < SPACING:
            return Violation("10.2b", "Partisans stay at least five hexes apart.", w.label(h))
    return None


class PartisanPlacement(Auto, frozen=True, tag=True):
    """After their effects, Partisans are placed and relocated, each at most once a turn. Cases 3.1.1e, 10.2a."""

    def run(self, s: State) -> Agenda:
        return (Gathering(0),) if Gathering(0).is_open(s) else ()


class Gathering(Offers, frozen=True, tag=True):
    """The Soviet player places and relocates Partisans. Cases 10.2a, 10.2c.

    `moved` has a bit for each marker already handled in this phase.
    """

    moved: int
    by = SOVIET
    takes = (Station, Done)
    done = Option("Leave the Partisans", "done", rule="10.2a", ends=True)
    rule: ClassVar[str] = "10.2a"

    def choices(self, s: State) -> list[Station]:
        hexes = list(bits(base_hexes(s)))
        return [Station(p, h) for p in range(len(PARTISANS)) for h in hexes]

    def refusal(self, s: State, action: Station) -> Violation | None:
        found = station_violation(s, action.partisan, action.hex)
        if found is None and self.moved >> action.partisan & 1:
            return Violation("10.2c", "That Partisan has already moved.", s.world.label(action.hex))
        return found

    def take(self, s: State, action: Station) -> Agenda:
        s.partisans[action.partisan] = action.hex
        s.emit(ev.PartisanStationed(action.partisan, action.hex))
        again = Gathering(self.moved | 1 << action.partisan)
        return (again,) if again.is_open(s) else ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        text = "Place or relocate Partisans on German Supply Bases, or go on."
        return Prompt(text, "10.2a", "At least five hexes apart; one already on a base moves at most five.")

    def shown(self, s: State, action: Station) -> Option:
        w = s.world
        label = f"Partisans ({PARTISANS[action.partisan]}) to {w.title(action.hex)}"
        return Option(label, "place", PARTISANS[action.partisan], w.label(action.hex), rule="10.2a")
