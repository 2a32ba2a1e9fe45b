"""What happens at sea, in the past tense."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hexfront.games.leaders_in_flames.kinds import HITS, LETTERS, SIDE_NAMES
from hexfront.games.leaders_in_flames.words import says
from hexfront.kernel import Event, Line


def hits_in_words(result: str) -> str:
    """A result of the naval table, before the ships' chance to be spared. Case base.naval_table."""
    count = Counter(HITS[LETTERS[letter]] for letter in result if letter in LETTERS)
    return ", ".join(f"{n} {hit}" for hit, n in count.items()) or "no hit"


class Sailed(Event, frozen=True, tag=True):
    """Ships went from a port or section to another."""

    units: tuple[int, ...]
    start: int
    goal: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"{w.names_of(self.units)} went from {w.spot_title(self.start)} to {w.spot_title(self.goal)}."
        way = tuple(w.spot(place) for place in (self.start, self.goal))
        return Line(text, self.rule, w.spot(self.goal), "move", piece=w.piece(self.units[0]), path=way)


class Loaded(Event, frozen=True, tag=True):
    unit: int
    ship: int

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"{w.name(self.unit)} went aboard {w.name(self.ship)}."
        return Line(text, "3.1l", w.spot(s.where[self.ship]), piece=w.piece(self.unit))


class Searched(Event, frozen=True, tag=True):
    area: int
    rolls: tuple[int, ...]
    ships: tuple[int, ...]
    found: bool

    def line(self, s: Any) -> Line:
        area = s.world.lands.seas.areas[self.area]
        head = f"{area.title}: search {SIDE_NAMES[0]} {self.rolls[0]}, {SIDE_NAMES[1]} {self.rolls[1]}"
        tail = (
            f"counters that meet: {self.ships[0]} against {self.ships[1]}"
            if self.found
            else "they did not find each other"
        )
        return Line(f"{head}; {tail}.", "base.search", f"{area.id}-0", "roll", dice=self.rolls)


class Fired(Event, frozen=True, tag=True):
    place: int
    side: int
    weapon: int
    factors: int
    column: str
    die: int
    result: str

    def line(self, s: Any) -> Line:
        weapon = ("Gunfire", "Torpedoes", "Depth charges", "Bombs")[self.weapon]
        hits = hits_in_words(self.result)
        text = f"{weapon} of the {SIDE_NAMES[self.side]}, factors {self.factors} ({self.column}): roll {self.die}, {hits}."
        return Line(text, "base.naval_table", s.world.spot(self.place), "battle", dice=(self.die,))


class ShipHit(Event, frozen=True, tag=True):
    unit: int
    place: int
    die: int
    hit: int

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"{w.name(self.unit)}: defence roll {self.die}, {HITS[self.hit]}."
        return Line(text, "base.hit", w.spot(self.place), "loss", dice=(self.die,), piece=w.piece(self.unit))


class Sunk(Event, frozen=True, tag=True):
    unit: int
    place: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        text = says(w.name(self.unit), "was lost.")
        return Line(text, self.rule, w.spot(self.place), "loss", piece=w.piece(self.unit))


class PortSearched(Event, frozen=True, tag=True):
    hex: int
    dice: tuple[int, ...]
    number: int
    found: bool

    def line(self, s: Any) -> Line:
        w = s.world
        fate = "the ships were found" if self.found else "nothing was found"
        text = f"Strike on {w.title(self.hex)}, {self.number} or less: roll {self.dice[0]}, {fate}."
        return Line(text, "base.port_strike", w.label(self.hex), "battle", dice=self.dice)
