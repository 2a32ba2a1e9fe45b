"""SVG path data: writing smooth curves compactly, and reading them back as points.

Closed shapes and rivers are quadratic B-splines: the curve touches the middle of every edge of the polygon of
its control points, and `t` commands need one point a segment. Control points are rounded to even tenths, so that
the middles are exact tenths and nothing drifts along the `t` chain.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import hypot

Point = tuple[float, float]
_TOKEN = re.compile(r"([mlhvqtcszMLHVQTCSZ])|(-?\d*\.?\d+)")


def _tenths(value: float) -> str:
    """An integer count of tenths, written as a decimal."""
    n = round(value)
    if n % 10 == 0:
        return str(n // 10)
    sign, n = ("-", -n) if n < 0 else ("", n)
    return f"{sign}{n // 10 or ''}.{n % 10}"


def pair(x: float, y: float) -> str:
    """Two numbers (counts of tenths) with no more between them than needed."""
    a, b = _tenths(x), _tenths(y)
    return a + b if b.startswith("-") else f"{a} {b}"


def number(value: float) -> str:
    """A coordinate with one decimal at most."""
    return _tenths(value * 10)


def _controls(points: Sequence[Point]) -> list[tuple[int, int]]:
    """Points as even counts of tenths, repeated points left out."""
    out: list[tuple[int, int]] = []
    for x, y in points:
        p = (2 * round(x * 5), 2 * round(y * 5))
        if not out or out[-1] != p:
            out.append(p)
    return out


def polyline(points: Sequence[Point], closed: bool = False) -> str:
    """Straight lines."""
    whole = _controls(points)
    if closed and len(whole) > 1 and whole[0] == whole[-1]:
        whole.pop()
    if len(whole) < 2:
        return ""
    parts = ["M" + pair(*whole[0]), "l"]
    x, y = whole[0]
    for k, (a, b) in enumerate(whole[1:]):
        step = pair(a - x, b - y)
        parts.append(step if k == 0 or step.startswith("-") else " " + step)
        x, y = a, b
    return "".join(parts) + ("z" if closed else "")


def closed_curve(points: Sequence[Point]) -> str:
    """A closed quadratic B-spline over a ring of control points (the last is not repeated)."""
    ring = _controls(points)
    if len(ring) > 1 and ring[0] == ring[-1]:
        ring.pop()
    if len(ring) < 3:
        return ""
    middles = [
        ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)
    ]
    start = middles[-1]
    first, middle = ring[0], middles[0]
    parts = ["M" + pair(*start), "q" + pair(first[0] - start[0], first[1] - start[1])]
    parts.append(_after(middle[0] - start[0], middle[1] - start[1]) + "t")
    return "".join(parts) + _chain(middle, middles[1:]) + "z"


def open_curve(points: Sequence[Point]) -> str:
    """An open quadratic B-spline that begins at the first and ends at the last point."""
    line = _controls(points)
    if len(line) < 2:
        return ""
    if len(line) == 2:
        return polyline(points)
    middles = [((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in zip(line, line[1:], strict=False)]
    start, first, middle = line[0], line[1], middles[1]
    if len(line) == 3:
        middle = line[2]
        middles = []
    # The first and the last stretch run to the end points themselves.
    parts = ["M" + pair(*start), "q" + pair(first[0] - start[0], first[1] - start[1])]
    parts.append(_after(middle[0] - start[0], middle[1] - start[1]))
    inner = [*middles[2:-1], line[-1]] if middles else []
    if len(line) > 3:
        # The end point is no middle: its control point is the last but one, which `t` reflects to by itself.
        parts.append("t" + _chain(middle, inner))
    return "".join(parts)


def _after(x: float, y: float) -> str:
    step = pair(x, y)
    return step if step.startswith("-") else " " + step


def _chain(start: tuple[int, int], points: Sequence[tuple[int, int]]) -> str:
    parts: list[str] = []
    x, y = start
    for a, b in points:
        parts.append(_after(a - x, b - y) if parts else pair(a - x, b - y))
        x, y = a, b
    return "".join(parts)


def through(points: Sequence[Point]) -> str:
    """A smooth curve that passes every point (Catmull–Rom), as cubic segments."""
    if len(points) < 3:
        return polyline(points)
    out = ["M" + pair(points[0][0] * 10, points[0][1] * 10)]
    x, y = round(points[0][0] * 10), round(points[0][1] * 10)
    last = len(points) - 1
    for k in range(last):
        p0, p1, p2, p3 = points[max(0, k - 1)], points[k], points[k + 1], points[min(last, k + 2)]
        c1 = (p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6)
        c2 = (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6)
        steps = [pair(q[0] * 10 - x, q[1] * 10 - y) for q in (c1, c2, p2)]
        out.append("c" + steps[0] + "".join(s if s.startswith("-") else " " + s for s in steps[1:]))
        x, y = round(p2[0] * 10), round(p2[1] * 10)
    return "".join(out)


def points_of(path: str, steps: int = 4) -> list[list[Point]]:
    """The curve as lists of points, one list for each stretch, `steps` to a curved segment."""
    tokens = _TOKEN.findall(path)
    out: list[list[Point]] = []
    x = y = 0.0
    control: Point = (0.0, 0.0)
    k, command = 0, ""

    def take(n: int) -> list[float]:
        nonlocal k
        values = [float(tokens[k + j][1]) for j in range(n)]
        k += n
        return values

    while k < len(tokens):
        if tokens[k][0]:
            command = tokens[k][0]
            k += 1
            if command in "zZ":
                x, y = out[-1][0]
                out[-1].append((x, y))
                continue
        dx, dy = (x, y) if command.islower() else (0.0, 0.0)
        kind = command.lower()
        if kind == "m":
            a, b = take(2)
            x, y = a + dx, b + dy
            out.append([(x, y)])
            command = "l" if command == "m" else "L"
        elif kind == "l":
            a, b = take(2)
            x, y = a + dx, b + dy
            out[-1].append((x, y))
        elif kind in "qt":
            if kind == "q":
                a, b = take(2)
                control = (a + dx, b + dy)
            else:
                control = (2 * x - control[0], 2 * y - control[1])
            a, b = take(2)
            end = (a + dx, b + dy)
            for j in range(1, steps + 1):
                t = j / steps
                out[-1].append(
                    (
                        (1 - t) ** 2 * x + 2 * t * (1 - t) * control[0] + t * t * end[0],
                        (1 - t) ** 2 * y + 2 * t * (1 - t) * control[1] + t * t * end[1],
                    )
                )
            x, y = end
        elif kind == "c":
            v = take(6)
            c1, c2, end = (v[0] + dx, v[1] + dy), (v[2] + dx, v[3] + dy), (v[4] + dx, v[5] + dy)
            for j in range(1, steps + 1):
                t = j / steps
                w = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                out[-1].append(
                    (
                        w[0] * x + w[1] * c1[0] + w[2] * c2[0] + w[3] * end[0],
                        w[0] * y + w[1] * c1[1] + w[2] * c2[1] + w[3] * end[1],
                    )
                )
            x, y = end
        else:
            raise ValueError(f"path command {command!r} is not used in art files")
    return out


def length(points: Sequence[Point]) -> float:
    """Length of a line of points."""
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(points, points[1:], strict=False))
