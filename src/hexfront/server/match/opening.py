"""How a match begins: its first row, and where it stands for lists."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from hexfront.kernel import Result, Setup
from hexfront.match import Match
from hexfront.server.match.record import Record
from hexfront.server.store import queries
from hexfront.server.store.rows import ENDINGS, Row


def open_record(match: Match, explains: bool, roller: str) -> tuple[Record, Row, str]:
    """The record of a match that begins, its first row, and the save it begins with. For a long game this takes long."""
    record = Record(match, explains)
    record.roller = roller
    row = record.begin(time.time())
    record.accept(row)
    return record, row, match.to_json().decode()


def summary_of(
    record: Record, setup: Setup, row: Row | None = None, resigned: list[str] | None = None
) -> queries.Summary:
    """Where a match stands: after a row that is about to be written, or after the last."""
    marks = (row or record.rows[-1]).marks
    result: Any = record.result
    draw, gone = record.draw, list(resigned or ())
    imported = record.match.ending if row is None else None
    if imported is not None and imported.how == "resign":
        gone.append(imported.seat)
    if row is not None and row.kind in ENDINGS:
        result, draw = msgspec.convert(row.body, Result), []
        if row.kind == "resign":
            gone.append(row.seat)
    elif row is not None and row.kind == "draw":
        draw = row.body["offers"]
    scenario = next((s for s in record.game.scenarios if s.id == setup.scenario), None)
    return queries.Summary(
        turn=max(0, marks.turn - scenario.first + 1) if scenario else marks.turn,
        turns=scenario.turns if scenario else 0,
        phase=marks.phase,
        deciders=marks.deciders,
        result=msgspec.to_builtins(result),
        draw=list(draw),
        resigned=gone,
        sides=record.game.turncoats(record.match.state),
    )
