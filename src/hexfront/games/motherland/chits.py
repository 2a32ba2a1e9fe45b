"""Chapter 11 and 16.5: Strength Chits, the three cups, and the Generals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from hexfront.games.motherland import events as ev
from hexfront.games.motherland.actions import Done, DrawTwo, Keep, Replace
from hexfront.games.motherland.kinds import (
    ADMINISTRATIVE,
    AXIS,
    AXIS_COMBAT,
    CHIT_UNITS,
    GENERALS,
    SOVIET,
)
from hexfront.games.motherland.state import State, return_chit
from hexfront.hexes import HexSet
from hexfront.kernel import Agenda, Auto, Chance, Option, Prompt, Seat, Violation, Weighted
from hexfront.wargame import DONE, AskWhile, Offers, OneDecides, changed

READY, USED = 1, 2


def front_line_hexes(s: State) -> HexSet:
    """Every hex next to an Axis unit, whatever lies between. Cases 11.1.2, 11.2.1."""
    return s.world.grid.around(s.axis_any)


def chit_units(s: State) -> list[int]:
    """Soviet units whose factors matter now: those in the combat at hand, or at the front in administration.

    Cases 11.0a, 11.1.1, 11.1.2.
    """
    w = s.world
    units: Iterable[int]
    if s.phase == ADMINISTRATIVE:
        near = front_line_hexes(s)
        units = (u for u in w.units_of[SOVIET] if s.where[u] >= 0 and near >> s.where[u] & 1)
    else:
        units = s.attackers if s.attackers and w.side[s.attackers[0]] == SOVIET else s.defenders
    return [u for u in units if w.kind[u] in CHIT_UNITS]


def cup_letter(s: State, letter: str) -> str:
    """The cup to draw from: the unit's own, else the next lower that is not empty; none left gives no letter.

    RULING 11.1-a.
    """
    for name in "ABC"["ABC".index(letter) :]:
        if any(s.cup[k] for k in s.world.chits_of[name]):
            return name
    return ""


def cup_of(s: State, letter: str) -> Weighted:
    """What a draw for a letter can give. Cases 11.0a, 11.0b."""
    w = s.world
    name = cup_letter(s, letter)
    if not name:
        return Weighted(((w.chits[w.last_resort].name, 1),))
    return Weighted(tuple((w.chits[k].name, s.cup[k]) for k in w.chits_of[name] if s.cup[k]))


def take(s: State, name: str) -> int:
    """Take a chit out of its cup."""
    k: int = s.world.chit_number[name]
    if k != s.world.last_resort:
        s.cup[k] -= 1
    return k


def assign(s: State, u: int, k: int) -> None:
    """Place a chit under a unit, full side up. Case 11.3b."""
    s.chit = changed(s.chit, u, k)
    s.steps[u] = 2


class DrawChits(Auto, frozen=True, tag=True):
    """Every unit that needs a chit and has none draws one. Cases 8.1.1, 11.1.1, 11.1.2."""

    def run(self, s: State) -> Agenda:
        for u in chit_units(s):
            if s.chit[u] < 0:
                return (ChitDraw(u), self)
        return ()


class ChitDraw(Chance, frozen=True, tag=True):
    """A chit of the unit's letter from its cup; the old one, if any, goes back. Cases 11.0a, 11.1.1, 11.3b, 16.5c."""

    unit: int

    def outcomes(self, s: State) -> Weighted:
        return cup_of(s, s.world.letter[self.unit])

    def apply(self, s: State, outcome: str) -> Agenda:
        k = take(s, outcome)
        return_chit(s, self.unit)
        assign(s, self.unit, k)
        s.emit(ev.ChitDrawn(self.unit, k, "11.1.2" if s.phase == ADMINISTRATIVE else "11.1.1"))
        return ()

    def title(self, s: State) -> str:
        return f"Strength Chit for {s.world.name(self.unit)}"


# --- Generals


def generals_barred(s: State) -> bool:
    """No Generals in the Axis Combat Phase of the first Zitadelle turn. Case 20.5-s1."""
    first = s.world.plan.axis_first_turn
    return bool(s.turn == first and s.phase == AXIS_COMBAT)


def general_violation(s: State, general: int, u: int, replaces: bool) -> Violation | None:
    """Why a General cannot draw for a unit. Cases 16.5b, 16.5c, 16.5d, 20.5-s1."""
    if generals_barred(s):
        return Violation("20.5-s1", "Generals cannot be used in the Axis Combat Phase of this turn.")
    if not 0 <= general < len(GENERALS) or s.generals[general] != READY:
        return Violation("16.5d", "That General is not available.")
    if u not in chit_units(s):
        return Violation("16.5b", "That unit cannot use a chit now.")
    if replaces and s.phase == ADMINISTRATIVE:
        return Violation("16.5c", "A chit can be replaced only when its unit goes into combat.")
    if replaces and s.chit[u] < 0:
        return Violation("16.5c", "That unit has no chit to replace.")
    if not replaces and s.chit[u] >= 0:
        return Violation("16.5b", "That unit already has a chit.")
    return None


class Command(Offers, frozen=True, tag=True):
    """The Soviet player uses Generals, or goes on. Cases 16.5b, 16.5c, 16.5d, 20.5-s1."""

    by = SOVIET
    takes = (DrawTwo, Replace, Done)
    done = Option("No General", "done", rule="16.5b", ends=True)
    rule: ClassVar[str] = "16.5b"

    def choices(self, s: State) -> list[DrawTwo | Replace]:
        out: list[DrawTwo | Replace] = []
        for general in range(len(GENERALS)):
            for u in chit_units(s):
                out += [DrawTwo(general, u), Replace(general, u)]
        return out

    def refusal(self, s: State, action: DrawTwo | Replace) -> Violation | None:
        return general_violation(s, action.general, action.unit, isinstance(action, Replace))

    def is_open(self, s: State) -> bool:
        return len(self.legal(s, "")) > 1

    def legal(self, s: State, seat: Seat) -> list[DrawTwo | Replace | Done]:
        out: list[DrawTwo | Replace | Done] = []
        if not generals_barred(s):
            units = chit_units(s)
            for general, status in enumerate(s.generals):
                if status == READY:
                    for u in units:
                        if s.chit[u] < 0:
                            out.append(DrawTwo(general, u))
                        elif s.phase != ADMINISTRATIVE:
                            out.append(Replace(general, u))
        return [*out, DONE]

    def take(self, s: State, action: DrawTwo | Replace) -> Agenda:
        s.generals[action.general] = USED
        replaces = isinstance(action, Replace)
        s.emit(ev.GeneralUsed(action.general, action.unit, replaces))
        if replaces:
            # RULING 16.5-a: the new chit is drawn before the old one goes back.
            return (ChitDraw(action.unit), CallGenerals())
        return (GeneralDraw(action.unit, 2), CallGenerals())

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(
            "Use a General for one of these units, or go on.",
            "16.5b",
            "Draw two chits and keep one, or replace the chit a unit has. Each General can be used once per turn.",
        )

    def shown(self, s: State, action: DrawTwo | Replace) -> Option:
        w = s.world
        name, who = w.name(action.unit), GENERALS[action.general]
        at = w.label(s.where[action.unit])
        if isinstance(action, Replace):
            held = w.chits[s.chit[action.unit]].name
            return Option(
                f"{who}: replace {held} of {name}", "choose", name, at, rule="16.5c", group=who, panel=True
            )
        return Option(f"{who}: draw two for {name}", "choose", name, at, rule="16.5b", group=who, panel=True)


class CallGenerals(AskWhile, frozen=True, tag=True):
    """A General may help before chits are drawn and odds worked out. Case 16.5a. RULING 16.5-b."""

    asks = Command


class GeneralDraw(Chance, frozen=True, tag=True):
    """A General draws; after the second chit one is kept. Case 16.5b."""

    unit: int
    left: int

    def outcomes(self, s: State) -> Weighted:
        return cup_of(s, s.world.letter[self.unit])

    def apply(self, s: State, outcome: str) -> Agenda:
        k = take(s, outcome)
        s.drawn.append(k)
        s.emit(ev.ChitDrawn(self.unit, k, "16.5b"))
        return (GeneralDraw(self.unit, self.left - 1),) if self.left > 1 else (KeepOne(self.unit),)

    def title(self, s: State) -> str:
        return f"A General draws for {s.world.name(self.unit)}"


class KeepOne(OneDecides, frozen=True, tag=True):
    """Keep one of two chits; the other goes back, or out of the game if starred. Cases 16.5b, 16.5e."""

    unit: int
    by = SOVIET
    takes = (Keep,)
    rule: ClassVar[str] = "16.5b"

    def candidates(self, s: State, seat: Seat) -> list[Keep]:
        return [Keep(k) for k in dict.fromkeys(s.drawn)]

    def violation(self, s: State, seat: Seat, action: Keep) -> Violation | None:
        return None if action.chit in s.drawn else Violation("16.5b", "Keep one of the chits just drawn.")

    def apply(self, s: State, seat: Seat, action: Keep) -> Agenda:
        rest = list(s.drawn)
        rest.remove(action.chit)
        for k in rest:
            if s.world.chits[k].starred:
                s.burnt[k] += 1
            else:
                s.cup[k] += 1
            s.emit(ev.ChitReturned(self.unit, k, "16.5e"))
        s.drawn = []
        assign(s, self.unit, action.chit)
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"Choose the Strength Chit for {s.world.name(self.unit)}.", "16.5b")

    def option(self, s: State, seat: Seat, action: Keep) -> Option:
        name, chit = s.world.name(self.unit), s.world.chits[action.chit]
        alike = [k for k in set(s.drawn) if s.world.chits[k].words == chit.words]
        since = f" (in the cup since turn {chit.turn})" if len(alike) > 1 else ""
        return Option(
            f"Keep {chit.words}{since}", "choose", name, s.world.label(s.where[self.unit]), panel=True
        )


class ChitUpkeep(Auto, frozen=True, tag=True):
    """Administrative step e: units away from the enemy give up their chits, damage and all.

    Cases 11.1.2, 11.2.1, 11.2.1b, 11.2.2a, 11.2.2b, 16.5b.
    """

    def run(self, s: State) -> Agenda:
        near = front_line_hexes(s)
        for u in s.world.units_of[SOVIET]:
            if s.chit[u] >= 0 and not near >> s.where[u] & 1:
                s.emit(ev.ChitReturned(u, s.chit[u], "11.2.1"))
                return_chit(s, u)
                s.steps[u] = 2
        return (CallGenerals(), DrawChits())


__all__ = [
    "AXIS", "READY", "USED", "CallGenerals", "ChitDraw", "ChitUpkeep", "Command", "DrawChits", "GeneralDraw",
    "KeepOne", "chit_units", "cup_of", "front_line_hexes", "general_violation",
]  # fmt: skip
