"""The after-action report: how a match went, turn by turn, with pictures, losses and the victory curve.

It is one HTML file without scripts, built from what its reader may know.
"""

from __future__ import annotations

import itertools
import logging
from base64 import b64encode
from collections import Counter
from html import escape
from typing import Any

import msgspec

from hexfront.kernel import HexfrontError, View
from hexfront.server.match.record import Record
from hexfront.server.match.tally import losses, strength
from hexfront.server.store.queries import MatchRow, SeatRow
from hexfront.server.wire.replies import LogLine
from hexfront.server.wire.times import stamp

log = logging.getLogger("hexfront.server")
PICTURES = 6
PICTURE_BYTES = 3_000_000


class TurnReport(msgspec.Struct):
    """One turn: what was written in the log, and how the sides stood after it."""

    turn: int
    label: str
    lines: list[LogLine]
    strength: dict[str, int]
    scores: dict[str, float]
    picture: str = ""  # SVG


class Report(msgspec.Struct):
    """A match as its report tells it."""

    title: str
    game: str
    scenario: str
    seat: str
    begun: str
    ended: str
    result: str
    sides: dict[str, str]
    seats: dict[str, str]
    people: dict[str, str]
    commitment: str
    turns: list[TurnReport]
    losses: dict[str, int]


def report(record: Record, row: MatchRow, viewer: str) -> Report:
    """The report of a match, with what a viewer may know. For a long game this takes long."""
    ends: dict[int, int] = {}  # turn: entries when it was over, or now
    for n, entries in record.stack:
        marks = record.rows[n].marks
        ends.update({turn: end for end, turn in marks.turns})
        ends[marks.turn] = entries
    seen = record.seen[viewer]
    lines: dict[int, list[LogLine]] = {}
    for line, turn in zip(seen.lines, seen.line_turns, strict=True):
        lines.setdefault(turn, []).append(line)
    began = record.rows[0].at
    # The last row that this viewer has noticed: when another clicked in secret is theirs to know.
    ended = next((each.at for each in reversed(record.rows) if viewer in each.marks.raised), began)
    match = record.match
    rules = match.game
    views = {turn: rules.view(match.at(entries), viewer) for turn, entries in sorted(ends.items())}
    opening = rules.view(match.at(0), viewer)
    scenario = next(
        (each.title for each in rules.scenarios if each.id == row.setup.scenario), row.setup.scenario
    )
    last = views[max(views)]
    labels = {space.number: space.label for space in last.turns}
    titles = {
        turn: " · ".join(x for x in (rules.title, scenario, labels.get(turn, "")) if x) for turn in views
    }
    pictures = _pictures(views, titles)
    turns = [
        TurnReport(
            turn=turn,
            label=labels.get(turn, ""),
            lines=lines.get(turn, []),
            strength=strength(view),
            scores=dict(view.scores),
            picture=pictures.get(turn, ""),
        )
        for turn, view in views.items()
    ]
    lost: Counter[str] = Counter()
    for before, after in itertools.pairwise([opening, *views.values()]):
        lost.update(losses(before, after))
    return Report(
        title=row.title,
        game=rules.title,
        scenario=scenario,
        seat=viewer,
        begun=stamp(began),
        ended=stamp(ended),
        result=_result_words(record.result, last),
        sides={side.id: side.name for side in last.sides},
        seats={seat.id: seat.name for seat in rules.seats(row.setup)},
        people={each.seat: _sitter(each) for each in row.seats},
        commitment=row.commitment,
        turns=turns,
        losses={side.id: lost[side.id] for side in last.sides},
    )


def _sitter(row: SeatRow) -> str:
    if row.who == "computer":
        return f"the computer ({row.level})" if row.level else "the computer"
    return row.name or row.who


def _result_words(result: Any, view: View) -> str:
    if result is None:
        return "The match is still being played."
    names = {side.id: side.name for side in view.sides}
    if not result.winners:
        return f"A draw. {result.reason}"
    winners = " and ".join(names.get(w, w) for w in result.winners)
    level = f" ({result.level})" if result.level else ""
    return f"{winners} won{level}. {result.reason}"


def _pictures(views: dict[int, View], titles: dict[int, str]) -> dict[int, str]:
    """Maps of the first, the last and some turns between, where the map can be drawn."""
    try:
        from hexfront.cartography import render_position
    except ImportError:
        return {}
    turns = sorted(views)
    chosen = (
        turns
        if len(turns) <= PICTURES
        else [turns[i * (len(turns) - 1) // (PICTURES - 1)] for i in range(PICTURES)]
    )
    found: dict[int, str] = {}
    for turn in chosen:
        try:
            svg = render_position(views[turn], title=titles[turn])
        except (HexfrontError, OSError) as e:
            log.info("no picture for a report: %s", e)
            return found
        if len(svg) <= PICTURE_BYTES:
            found[turn] = svg
    return found


_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fdfcf8}
h1,h2{font-family:Georgia,serif;font-weight:600}h2{border-bottom:1px solid #ccc;margin-top:2.5rem}
table{border-collapse:collapse}td,th{padding:.2rem .8rem;border-bottom:1px solid #ddd;text-align:right}
td:first-child,th:first-child{text-align:left}ol{padding-left:1.2rem}li{margin:.15rem 0}
.rule,.why{color:#777;font-size:.85em}.why{font-style:italic}.lead{font-size:1.15em}img{width:100%;height:auto;border:1px solid #bbb}
@media(prefers-color-scheme:dark){body{background:#1b1d1f;color:#ddd}h2{border-color:#555}td,th{border-color:#444}}
"""
_COLOURS = ("#3b6ea8", "#b3462d", "#5b8a3c", "#8a5fa8", "#a8863b", "#4f4f4f")
_DASHES = ("", "6 3", "2 3", "8 3 2 3", "1 4", "10 4")


def page(report: Report) -> str:
    """The report as one HTML page."""
    names = report.sides

    def name(side: str) -> str:
        return escape(names.get(side, side))

    out = [
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width,initial-scale=1'>",
        f"<title>{escape(report.title)}: after-action report</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(report.title)}</h1>",
        (
            f"<p>{escape(report.game)}, {escape(report.scenario)}. Begun {report.begun[:10]}, last move "
            f"{report.ended[:10]}. Seen by {escape(report.seats.get(report.seat, report.seat))}.</p>"
        ),
        f"<p class='lead'>{escape(report.result)}</p>",
        "<h2>Who played</h2><table>",
        *(
            f"<tr><td>{escape(report.seats.get(seat, seat))}</td><td>{escape(who)}</td></tr>"
            for seat, who in report.people.items()
        ),
        "</table>",
    ]
    sides = list(dict.fromkeys(s for turn in report.turns for s in turn.strength))
    if sides:
        out.append("<h2>Strength on the map, in steps</h2><table><tr><th>Turn</th>")
        out += [f"<th>{name(side)}</th>" for side in sides]
        out.append("</tr>")
        for turn in report.turns:
            cells = "".join(f"<td>{turn.strength.get(side, 0)}</td>" for side in sides)
            out.append(f"<tr><td>{turn.turn} {escape(turn.label)}</td>{cells}</tr>")
        cells = "".join(f"<td>{report.losses.get(side, 0)}</td>" for side in sides)
        out.append(f"<tr><th>lost in all</th>{cells}</tr></table>")
    curves = [("Victory", [turn.scores for turn in report.turns])]
    curves.append(("Steps", [{k: float(v) for k, v in turn.strength.items()} for turn in report.turns]))
    for title, points in curves:
        chart = curve([turn.turn for turn in report.turns], points, names)
        if chart:
            out.append(f"<h2>{title}, turn by turn</h2>{chart}")
    for turn in report.turns:
        out.append(f"<h2>Turn {turn.turn} {escape(turn.label)}</h2>")
        if turn.picture:
            data = b64encode(turn.picture.encode()).decode()
            out.append(f"<img alt='The map after turn {turn.turn}' src='data:image/svg+xml;base64,{data}'>")
        out.append("<ol>")
        for line in turn.lines:
            rule = f" <span class='rule'>[{escape(line.rule)}]</span>" if line.rule else ""
            why = f"<div class='why'>Why: {escape(line.why)}</div>" if line.why else ""
            out.append(f"<li>{escape(line.text)}{rule}{why}</li>")
        out.append("</ol>")
    if report.commitment:
        out.append(f"<p class='rule'>The dice were promised as {escape(report.commitment)}.</p>")
    out.append("</body></html>")
    return "\n".join(out)


def curve(turns: list[int], points: list[dict[str, float]], names: dict[str, str]) -> str:
    """A line for each side over the turns; nothing if there is nothing to draw."""
    keys = list(dict.fromkeys(key for each in points for key in each))
    values = [value for each in points for value in each.values()]
    if len(turns) < 2 or not values or max(values) == min(values):
        return ""
    low, high = min(0.0, min(values)), max(values)
    width, height, left = 700, 240, 50

    def x(i: int) -> float:
        return left + i * (width - left - 10) / (len(turns) - 1)

    def y(value: float) -> float:
        return 10 + (high - value) * (height - 40) / (high - low)

    out = [f"<svg viewBox='0 0 {width} {height + 24}' role='img' width='100%'>"]
    out += [
        f"<line x1='{left}' x2='{width - 10}' y1='{y(value):.1f}' y2='{y(value):.1f}' stroke='#bbb'/>"
        f"<text x='{left - 6}' y='{y(value) + 4:.1f}' font-size='11' text-anchor='end' fill='currentColor'>"
        f"{value:g}</text>"
        for value in (low, (low + high) / 2, high)
    ]
    out += [
        f"<text x='{x(i):.1f}' y='{height - 10}' font-size='11' text-anchor='middle' fill='currentColor'>{turn}</text>"
        for i, turn in enumerate(turns)
    ]
    for n, key in enumerate(keys):
        path = " ".join(f"{x(i):.1f},{y(each[key]):.1f}" for i, each in enumerate(points) if key in each)
        colour, dash = _COLOURS[n % len(_COLOURS)], _DASHES[n % len(_DASHES)]
        out.append(
            f"<polyline fill='none' stroke='{colour}' stroke-width='2.5' stroke-dasharray='{dash}' points='{path}'/>"
            f"<line x1='{left + 140 * n}' x2='{left + 140 * n + 26}' y1='{height + 10}' y2='{height + 10}' "
            f"stroke='{colour}' stroke-width='2.5' stroke-dasharray='{dash}'/>"
            f"<text x='{left + 140 * n + 32}' y='{height + 14}' font-size='13' fill='{colour}'>"
            f"{escape(names.get(key, key))}</text>"
        )
    return "".join([*out, "</svg>"])
