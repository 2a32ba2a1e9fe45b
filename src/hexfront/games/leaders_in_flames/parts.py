"""Long lists asked in two questions: first a part of the map, then what there is to choose in it. Short lists are asked as they are."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from hexfront.games.leaders_in_flames.actions import Elsewhere, Part
from hexfront.games.leaders_in_flames.state import State
from hexfront.games.leaders_in_flames.world import World
from hexfront.hexes import Hex
from hexfront.kernel import Action, Agenda, Option, Prompt, Seat, Violation
from hexfront.wargame import SideDecides

LONG = 70
"""A list longer than this is cut."""
BY_PARTS = (Part, Elsewhere)
ELSEWHERE = Elsewhere()


def place_of(s: State, action: Action) -> Hex:
    """The hex that an action is about, or where its unit stands; -1 for those that lie nowhere, such as being done."""
    u: int = getattr(action, "unit", -1)
    h: Hex = getattr(action, "hex", s.where[u] if u >= 0 else -1)
    return h


def rank(w: World, h: Hex) -> tuple[int, int, int]:
    """The order of hexes: sheet by sheet, from west to east."""
    kept = w.cache("rank")
    found: tuple[int, int, int] | None = kept.get(h)
    if found is None:  # for speed: what was worked out is kept
        found = kept[h] = (w.grid.sheet(h), *w.grid.cell(h))
    return found


class ByParts(SideDecides, frozen=True, tag=True, kw_only=True):
    """A decision between things on the map; where there are many, in one part of the map at a time."""

    west: Hex = -1
    east: Hex = -1

    # what a kind of decision says

    def choices(self, s: State) -> list[Action]:
        """Everything worth asking about."""
        raise NotImplementedError

    def refusal(self, s: State, action: Action) -> Violation | None:
        """The rule that forbids a choice, or None."""
        raise NotImplementedError

    def take(self, s: State, action: Action) -> Agenda:
        """Carry out a choice."""
        raise NotImplementedError

    def shown(self, s: State, action: Action) -> Option:
        """How a person sees and clicks a choice."""
        raise NotImplementedError

    def asked(self, s: State) -> Prompt:
        """What to do now."""
        raise NotImplementedError

    def open(self, s: State) -> list[Action]:
        """The choices that break no rule, wherever they lie."""
        return [a for a in self.choices(s) if self.refusal(s, a) is None]

    # what all have

    @property
    def whole(self) -> Self:
        """The same question about the whole map."""
        return self if self.west < 0 else replace(self, west=-1, east=-1)

    def parts(self, s: State) -> list[Part]:
        """The parts of the map to choose from first: none where the list is short, or in a part of it."""
        if self.west >= 0 or len(self.choices(s)) <= LONG:
            return []
        found = self.open(s)
        return _cut(s, found) if len(found) > LONG else []

    def is_here(self, s: State, action: Action) -> bool:
        """Whether an action lies in the part of the map that was chosen."""
        w = s.world
        return rank(w, self.west) <= rank(w, place_of(s, action)) <= rank(w, self.east)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        if self.west < 0 and len(found := self.choices(s)) <= LONG:
            return found
        return self.listed(s, self.open(s))

    def legal(self, s: State, seat: Seat) -> list[Action]:
        return self.listed(s, self.open(s))

    def listed(self, s: State, found: list[Action]) -> list[Action]:
        """What is offered of all that may be chosen."""
        if self.west < 0 and len(found) <= LONG:
            return found
        nowhere = [a for a in found if place_of(s, a) < 0]
        if self.west >= 0:
            return [*(a for a in found if place_of(s, a) >= 0 and self.is_here(s, a)), ELSEWHERE, *nowhere]
        return [*_cut(s, found), *nowhere]

    def violation(self, s: State, seat: Seat, action: Action) -> Violation | None:
        if isinstance(action, Elsewhere):
            return None if self.west >= 0 else Violation(self.rule, "No part of the map was chosen.")
        if isinstance(action, Part):
            return (
                None
                if action in self.parts(s)
                else Violation(self.rule, "No such part of the map is offered.")
            )
        refused = self.refusal(s, action)
        if refused or place_of(s, action) < 0:
            return refused
        at = s.world.label(place_of(s, action))
        if self.west >= 0:
            return (
                None
                if self.is_here(s, action)
                else Violation(self.rule, "It is in another part of the map.", at)
            )
        return Violation(self.rule, "Choose the part of the map first.", at) if self.parts(s) else None

    def apply(self, s: State, seat: Seat, action: Action) -> Agenda:
        if isinstance(action, Part):
            return (replace(self, west=action.west, east=action.east),)
        return (self.whole,) if isinstance(action, Elsewhere) else self.take(s, action)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        if self.parts(s):
            return Prompt("There are many choices: choose a part of the map first.", self.rule)
        return self.asked(s)

    def option(self, s: State, seat: Seat, action: Action) -> Option:
        w = s.world
        if isinstance(action, Part):
            number = sum(self.is_in(s, action, a) for a in self.open(s))
            return Option(
                f"From {w.title(action.west)} to {w.title(action.east)} ({number})",
                "choose",
                at=w.label(action.west),
                panel=True,
            )
        if isinstance(action, Elsewhere):
            return Option("Another part of the map", "pass", panel=True)
        return self.shown(s, action)

    def is_in(self, s: State, part: Part, action: Action) -> bool:
        """Whether an action lies in a part of the map."""
        return place_of(s, action) >= 0 and replace(self, west=part.west, east=part.east).is_here(s, action)


def _cut(s: State, actions: list[Action]) -> list[Part]:
    """Parts with about as many actions each, cut between hexes, from west to east."""
    w = s.world
    places = sorted((h for a in actions if (h := place_of(s, a)) >= 0), key=lambda h: rank(w, h))
    most = -(-len(places) // -(-len(places) // LONG))
    out: list[Part] = []
    while places:
        last = places[:most][-1]
        out.append(Part(places[0], last))
        places = [h for h in places[most:] if h != last]
    return out
