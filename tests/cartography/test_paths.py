"""Curves are compact, exact and read back as written."""

from __future__ import annotations

from math import cos, hypot, pi, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.cartography.mask import Mask
from hexfront.cartography.paths import closed_curve, length, number, open_curve, points_of, polyline, through

coordinate = st.floats(0, 3000, allow_nan=False)
points = st.lists(st.tuples(coordinate, coordinate), min_size=3, max_size=60)


def near(a: tuple[float, float], b: tuple[float, float]) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


@given(points)
@settings(max_examples=60)
def test_a_closed_curve_touches_the_middle_of_every_edge(ring: list[tuple[float, float]]) -> None:
    path = closed_curve(ring)
    if not path:
        return
    drawn = points_of(path, 2)[0]
    assert near(drawn[0], drawn[-1]) < 0.051
    rounded = [(round(x * 5) / 5, round(y * 5) / 5) for x, y in ring]
    kept = [p for k, p in enumerate(rounded) if k == 0 or p != rounded[k - 1]]
    if len(kept) > 1 and kept[0] == kept[-1]:
        kept.pop()
    for a, b in zip(kept, kept[1:] + kept[:1], strict=True):
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        assert min(near(middle, p) for p in drawn) < 1e-6, "the chain of middles has drifted"


@given(points)
@settings(max_examples=60)
def test_an_open_curve_begins_and_ends_where_it_should(line: list[tuple[float, float]]) -> None:
    path = open_curve(line)
    if path:
        drawn = points_of(path)[0]
        assert near(drawn[0], line[0]) < 0.15 and near(drawn[-1], line[-1]) < 0.15


@given(points)
@settings(max_examples=40)
def test_a_railway_passes_every_point(line: list[tuple[float, float]]) -> None:
    drawn = points_of(through(line))[0]
    for p in line:
        assert min(near(p, q) for q in drawn) < 0.3


def test_a_polyline_reads_back() -> None:
    line = [(0.0, 0.0), (10.4, -3.0), (2.0, 2.0)]
    drawn = points_of(polyline(line))[0]
    assert len(drawn) == 3 and all(near(a, b) < 1e-9 for a, b in zip(drawn, line, strict=True))


def test_numbers_are_short() -> None:
    assert [number(v) for v in (3.0, -0.5, 12.34, 0.04)] == ["3", "-.5", "12.3", "0"]


def test_a_foreign_command_is_refused() -> None:
    with pytest.raises(ValueError, match="not used in art"):
        points_of("M0 0h5")


def test_a_mask_knows_inside_from_outside_and_holes() -> None:
    def ring(radius: float) -> str:
        return polyline(
            [(100 + radius * cos(k * pi / 16), 100 + radius * sin(k * pi / 16)) for k in range(32)],
            closed=True,
        )

    mask = Mask([ring(80), ring(30)], (200, 200))
    assert not mask.has(100, 100), "the hole"
    assert mask.has(155, 100) and mask.has(100, 45)
    assert not mask.has(190, 190) and not mask.has(-5, 100) and not mask.has(100, 5000)
    mask.paint(100, 100, 8)
    assert mask.has(100, 100)


def test_length() -> None:
    assert length([(0, 0), (3, 4), (3, 5)]) == 6
