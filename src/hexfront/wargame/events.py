"""What happens in every game of counters, in the past tense. Each says by which case of its own rulebook."""

from __future__ import annotations

from typing import Any

from hexfront.kernel import Event, Line


class TurnBegan(Event, frozen=True, tag=True):
    turn: int
    text: str
    rule: str

    def line(self, s: Any) -> Line:
        return Line(f"Turn {self.turn}, {self.text}.", self.rule, kind="turn")


class PhaseBegan(Event, frozen=True, tag=True):
    title: str
    rule: str

    def line(self, s: Any) -> Line:
        return Line(self.title, self.rule, kind="phase")


class Stepped(Event, frozen=True, tag=True):
    """Counters moved one hex together."""

    units: tuple[int, ...]
    origin: int
    hex: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        path = (w.label(self.origin), w.label(self.hex))
        text = f"{w.names_of(self.units)} moved to {w.title(self.hex)}."
        return Line(text, self.rule, path[1], "move", path, piece=w.name(self.units[0]))


class Arrived(Event, frozen=True, tag=True):
    """A counter came onto the map."""

    unit: int
    hex: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"{w.name(self.unit)} arrived at {w.title(self.hex)}."
        return Line(text, self.rule, w.label(self.hex), "place", piece=w.name(self.unit))


class Boxed(Event, frozen=True, tag=True):
    """A counter went to a box beside the map; `box` says which, or why."""

    unit: int
    box: str
    rule: str

    def line(self, s: Any) -> Line:
        name = s.world.name(self.unit)
        return Line(f"{name}: {self.box}.", self.rule, piece=name)


class StepLost(Event, frozen=True, tag=True):
    unit: int
    hex: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        name = w.name(self.unit)
        return Line(f"{name} lost a step.", self.rule, w.label(self.hex), "loss", piece=name)


class Eliminated(Event, frozen=True, tag=True):
    unit: int
    hex: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        name = w.name(self.unit)
        return Line(f"{name} was eliminated.", self.rule, w.label(self.hex), "loss", piece=name)


class Retreated(Event, frozen=True, tag=True):
    unit: int
    origin: int
    hex: int
    rule: str

    def line(self, s: Any) -> Line:
        return _walked(s, self, "retreated", "retreat")


class Advanced(Event, frozen=True, tag=True):
    unit: int
    origin: int
    hex: int
    rule: str

    def line(self, s: Any) -> Line:
        return _walked(s, self, "advanced", "advance")


def _walked(s: Any, event: Retreated | Advanced, word: str, kind: str) -> Line:
    w = s.world
    name, path = w.name(event.unit), (w.label(event.origin), w.label(event.hex))
    return Line(f"{name} {word} to {w.title(event.hex)}.", event.rule, path[1], kind, path, piece=name)


class Rolled(Event, frozen=True, tag=True):
    """A roll that is not combat."""

    what: str
    die: int
    rule: str
    hex: int = -1

    def line(self, s: Any) -> Line:
        return Line(f"{self.what}: {self.die}.", self.rule, s.world.label(self.hex), "roll", dice=(self.die,))


class Noted(Event, frozen=True, tag=True):
    """Something the rules did by themselves."""

    text: str
    rule: str
    hex: int = -1

    def line(self, s: Any) -> Line:
        return Line(self.text, self.rule, s.world.label(self.hex))
