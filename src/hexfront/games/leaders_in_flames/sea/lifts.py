"""Kinds of carriage, as rows of a table."""

from __future__ import annotations

from typing import Any

import msgspec

from hexfront.games.leaders_in_flames.kinds import KIND_IDS, SHIP_IDS
from hexfront.wargame import convert, known_only

FULL, HALF = 2, 1
"""The room a corps takes up, and a division."""


class Lift(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One kind of carriage: `ships` of these kinds, this many `together`, carry land units of these `kinds` (corps, divisions or
    both) as far as they have `room`, or an aircraft of at most this many turns (`planes`); kinds in `invades` may land on an enemy shore. `choice` is the set-up choice
    that brings it (with "no " before it: that takes it away), `ask` the question a leader must answer."""

    id: str
    ships: tuple[str, ...]
    together: int = 1
    kinds: tuple[str, ...] = ()
    corps: bool = True
    divisions: bool = True
    room: int = FULL
    planes: int = 0
    invades: tuple[str, ...] = ()
    choice: str = ""
    ask: str = ""


def read_lifts(data: list[dict[str, Any]]) -> tuple[Lift, ...]:
    """The rows, checked."""
    rows = tuple(convert(row, Lift, "tables.carriage") for row in data)
    for row in rows:
        known_only(f"tables.carriage.{row.id}.ships", row.ships, SHIP_IDS)
        known_only(f"tables.carriage.{row.id}.kinds", row.kinds, KIND_IDS)
        for name in row.invades:
            known_only(f"tables.carriage.{row.id}.invades", (name.removesuffix(" DIV"),), KIND_IDS)
    return rows
