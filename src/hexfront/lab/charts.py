"""Charts as inline SVG. Colours are classes (`c0`, `c1` … for sides), so that a page paints them light or dark."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

import msgspec

WIDTH, LEFT, RIGHT, TOP, BOTTOM = 640.0, 54.0, 16.0, 14.0, 40.0


class Dot(msgspec.Struct, frozen=True):
    """A point of a line with its band."""

    x: float
    y: float
    low: float
    high: float


class Curve(msgspec.Struct, frozen=True):
    """A line: its name, its paint (0 for the first side, 1 for the second …) and its points."""

    name: str
    paint: int
    dots: tuple[Dot, ...]


class Note(msgspec.Struct, frozen=True):
    """A single point put beside the lines, such as history's."""

    x: float
    y: float
    paint: int
    text: str


class Row(msgspec.Struct, frozen=True):
    """A share with its interval, and words to stand beside it."""

    name: str
    share: float
    low: float
    high: float
    paint: int
    words: str


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def nice_ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from below `low` to above `high`."""
    span = high - low or 1.0
    raw = span / max(1, about)
    power = 10 ** math.floor(math.log10(raw))
    step = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= raw - 1e-12)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(k * step, 10) for k in range(first, last + 1)]


def figure_text(value: float, percent: bool = False) -> str:
    """A number as an axis shows it."""
    if percent:
        return f"{100 * value:.0f} %"
    return f"{value:,.0f}" if value == round(value) or abs(value) >= 100 else f"{value:.3g}"


def scrolled(body: str, label: str) -> str:
    """A box that keeps what is too wide for the page, to be moved by finger, wheel or keys; shaded where there is more."""
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(label)}">{body}</div>'


def _svg(height: float, label: str, parts: Sequence[str]) -> str:
    svg = (
        f'<svg viewBox="0 0 {_n(WIDTH)} {_n(height)}" role="img" aria-label="{escape(label)}">'
        f"{''.join(parts)}</svg>"
    )
    return scrolled(svg, label)


class _Plane:
    """A plane with axes: data to pixels, and the grid behind it."""

    def __init__(self, x: tuple[float, float], ticks: Sequence[float], height: float) -> None:
        self.x, self.ticks, self.height = x, ticks, height
        self.low, self.high = ticks[0], ticks[-1]

    def at_x(self, value: float) -> float:
        first, last = self.x
        return LEFT + (value - first) / ((last - first) or 1.0) * (WIDTH - LEFT - RIGHT)

    def at_y(self, value: float) -> float:
        room = self.height - TOP - BOTTOM
        return TOP + (1 - (value - self.low) / ((self.high - self.low) or 1.0)) * room

    def axes(self, labels: Mapping[float, str], unit: str, percent: bool) -> list[str]:
        out = []
        for tick in self.ticks:
            y = _n(self.at_y(tick))
            kind = "zero" if tick == 0 else "grid"
            out.append(f'<line class="{kind}" x1="{_n(LEFT)}" x2="{_n(WIDTH - RIGHT)}" y1="{y}" y2="{y}"/>')
            text = figure_text(tick, percent)
            out.append(
                f'<text class="tick" x="{_n(LEFT - 8)}" y="{y}" dy=".35em" text-anchor="end">{text}</text>'
            )
        every = max(
            1, math.ceil(sum(len(text) + 2 for text in labels.values()) * 6.4 / (WIDTH - LEFT - RIGHT))
        )
        for k, (value, text) in enumerate(labels.items()):
            if k % every == 0:
                # A long label at the edge is kept on the sheet.
                half = 3.5 * len(text)
                x, y = min(max(self.at_x(value), half), WIDTH - half), _n(self.height - BOTTOM + 18)
                out.append(
                    f'<text class="tick" x="{_n(x)}" y="{y}" text-anchor="middle">{escape(text)}</text>'
                )
        if unit:
            out.append(f'<text class="unit" x="{_n(LEFT)}" y="{_n(self.height - 4)}">{escape(unit)}</text>')
        return out


def line_chart(
    curves: Sequence[Curve],
    labels: Mapping[float, str],
    label: str,
    unit: str = "",
    notes: Sequence[Note] = (),
    *,
    percent: bool = False,
    zero: bool = True,
    height: float = 280.0,
) -> str:
    """Lines with bands, over labelled places on the x axis."""
    values = [v for c in curves for d in c.dots for v in (d.low, d.high, d.y)] + [n.y for n in notes]
    low, high = (min(values, default=0.0), max(values, default=1.0))
    if zero:
        low, high = min(0.0, low), max(0.0, high)
    places = [*labels, *(d.x for c in curves for d in c.dots), *(n.x for n in notes)]
    plane = _Plane((min(places, default=0.0), max(places, default=1.0)), nice_ticks(low, high), height)
    out = plane.axes(labels, unit, percent)
    for curve in curves:
        there = [(_n(plane.at_x(d.x)), _n(plane.at_y(d.high))) for d in curve.dots]
        back = [(_n(plane.at_x(d.x)), _n(plane.at_y(d.low))) for d in reversed(curve.dots)]
        path = "M" + "L".join(f"{x} {y}" for x, y in there + back) + "Z" if there else ""
        out.append(f'<path class="band c{curve.paint}" d="{path}"/>')
    for curve in curves:
        line = "L".join(f"{_n(plane.at_x(d.x))} {_n(plane.at_y(d.y))}" for d in curve.dots)
        if line:
            out.append(f'<path class="line c{curve.paint}" d="M{line}"/>')
        for d in curve.dots:
            words = f"{curve.name}, {labels.get(d.x, _n(d.x))}: {figure_text(d.y, percent)}"
            spread = f"{figure_text(d.low, percent)} to {figure_text(d.high, percent)}"
            out.append(
                f'<circle class="dot c{curve.paint}" cx="{_n(plane.at_x(d.x))}" cy="{_n(plane.at_y(d.y))}" r="3.4">'
                f"<title>{escape(f'{words} (middle 80 %: {spread})')}</title></circle>"
            )
    for note in notes:
        x, y = plane.at_x(note.x), plane.at_y(note.y)
        out.append(
            f'<path class="note c{note.paint}" d="M{_n(x)} {_n(y - 6)}l6 6l-6 6l-6 -6Z">'
            f"<title>{escape(note.text)}</title></path>"
        )
    return _svg(height, label, out)


def interval_chart(rows: Sequence[Row], label: str, fair: tuple[float, float] | None = None) -> str:
    """Shares of the whole as points with their 95 % intervals; `fair` shades a range."""
    step, head = 46.0, 8.0
    height = head + step * len(rows) + 26

    def at(share: float) -> float:
        return 150 + share * (WIDTH - 150 - 24)

    bottom = head + step * len(rows)
    out = []
    if fair:
        out.append(
            f'<rect class="fair" x="{_n(at(fair[0]))}" y="{_n(head)}" width="{_n(at(fair[1]) - at(fair[0]))}" '
            f'height="{_n(bottom - head)}"/>'
        )
    for k in range(0, 101, 10):
        kind = "zero" if k == 50 else "grid"
        x = _n(at(k / 100))
        out.append(f'<line class="{kind}" x1="{x}" x2="{x}" y1="{_n(head)}" y2="{_n(bottom)}"/>')
        if k % 20 == 0 or k == 50:
            out.append(f'<text class="tick" x="{x}" y="{_n(bottom + 17)}" text-anchor="middle">{k} %</text>')
    for n, row in enumerate(rows):
        y = head + step * (n + 0.5)
        out.append(f'<text class="name" x="0" y="{_n(y - 3)}">{escape(row.name)}</text>')
        out.append(f'<text class="tick" x="0" y="{_n(y + 14)}">{escape(row.words)}</text>')
        out.append(
            f'<line class="whisker c{row.paint}" x1="{_n(at(row.low))}" x2="{_n(at(row.high))}" '
            f'y1="{_n(y)}" y2="{_n(y)}"/>'
        )
        words = f"{row.name}: {row.share:.1%}, 95 % interval {row.low:.1%} to {row.high:.1%}"
        out.append(
            f'<circle class="point c{row.paint}" cx="{_n(at(row.share))}" cy="{_n(y)}" r="7">'
            f"<title>{escape(words)}</title></circle>"
        )
    return _svg(height, label, out)


def bar_chart(
    groups: Sequence[str],
    bars: Mapping[str, tuple[int, Sequence[float]]],
    label: str,
    unit: str = "",
    *,
    percent: bool = False,
    height: float = 250.0,
) -> str:
    """Bars side by side in groups: name -> (paint, a value for each group)."""
    high = max((v for _, values in bars.values() for v in values), default=1.0)
    plane = _Plane((-0.5, len(groups) - 0.5), nice_ticks(0, high or 1.0), height)
    out = plane.axes({float(k): text for k, text in enumerate(groups)}, unit, percent)
    room = (WIDTH - LEFT - RIGHT) / max(1, len(groups))
    width = min(34.0, 0.78 * room / max(1, len(bars)))
    for n, (name, (paint, values)) in enumerate(bars.items()):
        for k, value in enumerate(values):
            x = plane.at_x(k) + (n - len(bars) / 2) * width
            y = plane.at_y(value)
            words = f"{name}, {groups[k]}: {figure_text(value, percent)}"
            out.append(
                f'<rect class="bar c{paint}" x="{_n(x)}" y="{_n(y)}" width="{_n(width - 1.5)}" '
                f'height="{_n(max(0.0, plane.at_y(0) - y))}" rx="1.5"><title>{escape(words)}</title></rect>'
            )
    return _svg(height, label, out)
