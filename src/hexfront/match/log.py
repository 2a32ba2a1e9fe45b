"""The log of a match: what each seat chose and what chance gave, in order. A game is nothing else."""

from __future__ import annotations

from typing import Any

import msgspec

from hexfront.kernel import Action, BadSave, Codec, Event, Line, Outcome, Seat


class Entry(msgspec.Struct, frozen=True):
    """One step of a game: an action of a seat, or the outcome of chance (then `seat` is empty). A `ruled` outcome was
    set by an umpire: no seed gives it."""

    seat: Seat = ""
    action: Action | None = None
    outcome: Outcome | None = None
    ruled: bool = False

    @property
    def is_chance(self) -> bool:
        return self.action is None

    def wire(self) -> dict[str, Any]:
        """The entry as it is saved."""
        if self.action is None:
            return {"roll": self.outcome, "ruled": True} if self.ruled else {"roll": self.outcome}
        return {"seat": self.seat, "action": self.action}

    def encode(self) -> bytes:
        """The bytes that are saved and chained."""
        return msgspec.json.encode(self.wire())


def outcome_from(data: Any) -> Outcome:
    """A chance outcome from parsed JSON."""
    if isinstance(data, list):
        parts = tuple(data)
        if all(type(p) is int for p in parts) or all(type(p) is str for p in parts):
            return parts
    elif type(data) is int or type(data) is str:
        return data
    raise BadSave(f"{data!r} is not a result of dice, chits or cards.")


def entry_from(data: Any, codec: Codec[Any]) -> Entry:
    """An entry from parsed JSON."""
    if isinstance(data, dict):
        if set(data) == {"roll"} or (set(data) == {"roll", "ruled"} and data["ruled"] is True):
            return Entry(outcome=outcome_from(data["roll"]), ruled="ruled" in data)
        if set(data) == {"seat", "action"} and isinstance(data["seat"], str):
            return Entry(seat=data["seat"], action=codec.decode_action(data["action"]))
    raise BadSave("A log entry has either a seat and an action, or a roll.")


class Amendment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An umpire's correction of the log: from entry `at` on (from 0) some entries were taken out and others put in.
    What followed was played again as far as it still fitted; `tail` is everything that was there before."""

    at: int
    seat: Seat
    reason: str
    take: int = 0
    put: list[Any] = []
    tail: list[Any] = []
    hidden: bool = False
    kept: int = 0
    dropped: int = 0
    stopped: str = ""
    """Why what followed goes no further; nothing if all of it stands."""
    head: str = ""
    """The hash of the log after it: it can be taken back while this has not changed."""
    undone: bool = False


class Heard(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as one seat may see it: the entry it belongs to, the event, and its line in the log."""

    entry: int
    event: Event
    line: Line
