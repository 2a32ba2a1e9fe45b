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


class Moved(Event, frozen=True, tag=True):
    """Counters moved together; `path` has every hex, starting with the one they came from."""

    units: tuple[int, ...]
    path: tuple[int, ...]
    rule: str

    def line(self, s: Any) -> Line:
        return _went(s, self, "moved", "move")


class Arrived(Event, frozen=True, tag=True):
    """A counter came onto the map."""

    unit: int
    hex: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"{w.name(self.unit)} arrived at {w.title(self.hex)}."
        return Line(text, self.rule, w.label(self.hex), "place", piece=w.piece(self.unit))


class Boxed(Event, frozen=True, tag=True):
    """A counter went to a box beside the map; `box` says which, or why."""

    unit: int
    box: str
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        return Line(f"{w.name(self.unit)}: {self.box}.", self.rule, piece=w.piece(self.unit))


class StepLost(Event, frozen=True, tag=True):
    unit: int
    hex: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"{w.name(self.unit)} lost a step."
        return Line(text, self.rule, w.label(self.hex), "loss", piece=w.piece(self.unit))


class Eliminated(Event, frozen=True, tag=True):
    unit: int
    hex: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"{w.name(self.unit)} was eliminated."
        return Line(text, self.rule, w.label(self.hex), "loss", piece=w.piece(self.unit))


class Retreated(Event, frozen=True, tag=True):
    units: tuple[int, ...]
    path: tuple[int, ...]
    rule: str

    def line(self, s: Any) -> Line:
        return _went(s, self, "retreated", "retreat")


class Advanced(Event, frozen=True, tag=True):
    units: tuple[int, ...]
    path: tuple[int, ...]
    rule: str

    def line(self, s: Any) -> Line:
        return _went(s, self, "advanced", "advance")


def _went(s: Any, event: Moved | Retreated | Advanced, word: str, kind: str) -> Line:
    w = s.world
    path = tuple(w.label(h) for h in event.path)
    text = f"{w.names_of(event.units)} {word} to {w.title(event.path[-1])}."
    return Line(text, event.rule, path[-1], kind, path, piece=w.piece(event.units[0]))


class Rolled(Event, frozen=True, tag=True):
    """A roll that is not combat."""

    what: str
    die: int
    rule: str
    hex: int = -1

    def line(self, s: Any) -> Line:
        return Line(
            f"{self.what}: rolled {self.die}.", self.rule, s.world.label(self.hex), "roll", dice=(self.die,)
        )


class Noted(Event, frozen=True, tag=True):
    """Something the rules did by themselves."""

    text: str
    rule: str
    hex: int = -1

    def line(self, s: Any) -> Line:
        return Line(self.text, self.rule, s.world.label(self.hex))
