"""A row of a match's log: what was done, what was told of it and to whom."""

from __future__ import annotations

from typing import Any

import msgspec

from hexfront.kernel import Line

ENDINGS = ("resign", "flag", "agreed")  # rows that end a match, and not by the rules


class Telling(msgspec.Struct, omit_defaults=True):
    """Log lines and their readers (nobody named: everyone). A viewer reads one telling of a row, or none."""

    lines: list[Line]
    to: list[str] = []
    entries: list[int] = []  # the entry of the game's log that each line belongs to


class Marks(msgspec.Struct, omit_defaults=True):
    """What a row changed for whom, and where the game stands after it."""

    raised: list[str] = []  # viewers whose version it raised
    fresh: list[str] = []  # seats that have a new question to answer
    deciders: list[str] = []
    turn: int = 0
    phase: str = ""
    step: str = ""  # the step that begins with this row, as the clock of a room tells steps apart
    why: str = ""  # the reason a computer player gave
    turns: list[
        tuple[int, int]
    ] = []  # of the first row of a game brought in: entries when a turn was over, the turn


class Row(msgspec.Struct):
    """One row of the log table, decoded."""

    n: int
    kind: str  # begin, act, undo, redo, roll, draw, dice, amend, and those of `ENDINGS`
    seat: str
    body: Any
    told: list[Telling]
    marks: Marks
    at: float
