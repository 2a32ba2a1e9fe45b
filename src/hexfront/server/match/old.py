"""Matches under rules other than the server's: they cannot be played or shown on a map, but what happened can be
read."""

from __future__ import annotations

from html import escape

from hexfront.server.store.queries import MatchRow
from hexfront.server.store.rows import Row
from hexfront.server.wire.replies import LogLine
from hexfront.server.wire.times import stamp


def lines_of(rows: list[Row], viewer: str) -> list[LogLine]:
    """What a viewer was told, in order, without what was undone."""
    told: list[tuple[Row, list[LogLine]]] = []
    for row in rows:
        if row.kind == "undo":
            undone = row.body["row"] if row.body else -1
            last = next(
                n
                for n in range(len(told) - 1, -1, -1)
                if (told[n][0].n == undone if row.body else told[n][0].kind in ("act", "redo", "roll"))
            )
            del told[last]
            continue
        heard = next((each for each in row.told if not each.to or viewer in each.to), None)
        lines = [
            LogLine(
                n=0, version=0, time=stamp(row.at), seat=row.seat, text=line.text, rule=line.rule, at=line.at, kind=line.kind,
                path=line.path, dice=line.dice, piece=line.piece,
            )
            for line in (heard.lines if heard else ())
        ]  # fmt: skip
        told.append((row, lines))
    found = [line for _, lines in told for line in lines]
    for n, line in enumerate(found, start=1):
        line.n = n
    return found


def page(row: MatchRow, why: str, lines: list[LogLine]) -> str:
    """All that can be read of such a match, as one HTML page."""
    out = [
        f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>{escape(row.title)}</title></head><body>",
        f"<h1>{escape(row.title)}</h1><p>{escape(why)}</p><ol>",
        *(f"<li>{escape(line.text)}</li>" for line in lines),
        "</ol></body></html>",
    ]
    return "\n".join(out)
