"""Chapter 6: stacking, checked at the end of every phase."""

from __future__ import annotations

from hexfront.games.motherland import events as ev
from hexfront.games.motherland.actions import Remove
from hexfront.games.motherland.kinds import (
    AIR_BASE,
    ALLY,
    ARMIES,
    ASSET,
    AXIS,
    COMBINED_ARMS,
    FORTRESS,
    GERMAN_CORPS,
    RAILROAD_GUN,
    SUPPLY_BASE,
    SUPPORT,
    TURKISH,
)
from hexfront.games.motherland.state import State, eliminate
from hexfront.hexes import Hex
from hexfront.kernel import Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import OneDecides

CORPS_LIMIT = 3
SECOND_ARMY_TURN = 12


def excess(s: State, h: Hex) -> list[int]:
    """The units of a hex that share in breaking its limit; none if the stack is legal.

    Cases 6.1a, 6.1b, 6.2a, 6.2b, 6.3, 6.4, 6.5, 21.2.2a.
    """
    return excess_of(s, s.stack.get(h, ()))


def excess_of(s: State, units: tuple[int, ...]) -> list[int]:
    """The same of units that would stand in one hex."""
    if len(units) < 2:
        return []
    w = s.world
    store = w.cache("excess")
    found: tuple[int, ...] | None = store.get((units, s.turn))
    if found is None:  # for speed
        axis = w.side[units[0]] == AXIS
        over = _axis_excess(units, w.kind) if axis else _soviet_excess(units, w.kind, s.turn)
        found = store[units, s.turn] = tuple(over)
    return [*found]


def _axis_excess(units: tuple[int, ...], kind: list[int]) -> list[int]:
    for sort in (AIR_BASE, SUPPLY_BASE, RAILROAD_GUN):
        same = [u for u in units if kind[u] == sort]
        if len(same) > 1:
            return same
    german = [u for u in units if kind[u] in GERMAN_CORPS]
    turkish = [u for u in units if kind[u] == TURKISH]
    allies = [u for u in units if kind[u] == ALLY]
    if allies and len(allies) + len(german) + len(turkish) > 1:
        return allies + german + turkish
    if turkish and len(turkish) < len(units):
        return list(units)
    return german if len(german) > CORPS_LIMIT else []


def _soviet_excess(units: tuple[int, ...], kind: list[int], turn: int) -> list[int]:
    for sort in (FORTRESS, SUPPORT, ASSET):
        same = [u for u in units if kind[u] == sort]
        if len(same) > 1:
            return same
    armies = [u for u in units if kind[u] in ARMIES]
    if turn < SECOND_ARMY_TURN:
        # RULING 6.3-a: a Tank Army on turns 1 to 11 takes the one army's place.
        return armies if len(armies) > 1 else []
    combined = [u for u in armies if kind[u] == COMBINED_ARMS]
    others = [u for u in armies if kind[u] != COMBINED_ARMS]
    if len(combined) > 1:
        return combined
    return others if len(others) > 1 else []


def is_overstacked(s: State, h: Hex) -> bool:
    return bool(excess(s, h))


class StackingCheck(Auto, frozen=True, tag=True):
    """The end of a phase: every hex over its limit is trimmed by the opponent. Cases 6.0a, 6.0b."""

    def run(self, s: State) -> Agenda:
        for h in sorted(
            [h for h, units in s.stack.items() if len(units) > 1]
        ):  # for speed: one is never too many
            if excess(s, h):
                return (Trim(h), self)
        return ()


class Trim(OneDecides, frozen=True, tag=True):
    """The opponent chooses a unit to remove from an overstacked hex. Case 6.0b."""

    hex: int
    takes = (Remove,)
    rule = "6.0b"

    def chooser(self, s: State) -> int:
        return 1 - s.world.side[s.stack[self.hex][0]]

    def candidates(self, s: State, seat: Seat) -> list[Remove]:
        return [Remove(u) for u in excess(s, self.hex)]

    def violation(self, s: State, seat: Seat, action: Remove) -> Violation | None:
        if action.unit in excess(s, self.hex):
            return None
        return Violation(
            "6.0b", "Only a unit that is over the stacking limit can be removed.", s.world.label(self.hex)
        )

    def legal(self, s: State, seat: Seat) -> list[Remove]:
        return self.candidates(s, seat)

    def apply(self, s: State, seat: Seat, action: Remove) -> Agenda:
        s.emit(ev.Eliminated(action.unit, self.hex, "6.0b"))
        eliminate(s, action.unit)
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(
            f"Remove an enemy unit from {s.world.title(self.hex)}: it is over the stacking limit.",
            "6.0b",
            "Stacking is checked at the end of each phase; the opponent chooses what is lost.",
        )

    def option(self, s: State, seat: Seat, action: Remove) -> Option:
        name = s.world.name(action.unit)
        return Option(f"Remove {name}", "loss", name, s.world.label(self.hex), rule="6.0b")
