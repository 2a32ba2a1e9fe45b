"""Events: what happened, typed, in the past tense, each with who may see it."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec


class Battle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle as its card tells it. Units are ids of counters; where they have none, `origins` are the hexes attacked
    from. `result` is the code of the table, `words` what it means, `colour` the colour the table prints it in."""

    side: str = ""
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    odds: str = ""
    working: tuple[str, ...] = ()
    roll: str = ""
    result: str = ""
    words: str = ""
    colour: str = ""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as people read it: words, the rule case behind it, the hex to look at. Lines of the kinds `loss`,
    `retreat`, `advance` and `capture` that follow a battle belong to it."""

    text: str
    rule: str = ""
    at: str = ""
    kind: str = ""
    path: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    piece: str = ""
    battle: Battle | None = None


class Event(msgspec.Struct, frozen=True, tag=True):
    """Something that happened. `reveals` marks an event that told a seat what it did not know before:
    nothing can be undone across it."""

    reveals: ClassVar[bool] = False

    def seen_by(self, seat: str) -> Event | None:
        """This event as a seat may see it: itself, a poorer one, or nothing."""
        return self

    def line(self, s: Any) -> Line:
        """The log line. `s` is the state after the event; use it for names (`s.world`), not for what changed."""
        raise NotImplementedError


class Told(Event, frozen=True, tag=True):
    """An event that is only its log line, for things no program needs to distinguish."""

    text: str
    rule: str = ""
    at: str = ""

    def line(self, s: Any) -> Line:
        return Line(self.text, self.rule, self.at)


class Revealed(Told, frozen=True, tag=True):
    """A log line that tells a seat what it did not know."""

    reveals: ClassVar[bool] = True
