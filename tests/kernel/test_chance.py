"""Distributions draw, list and recognise the same outcomes."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.kernel import Cup, Dice, Die, Distribution, SeededSource, Weighted

KINDS: list[Distribution] = [
    Die(),
    Die(10),
    Dice(2),
    Dice(3, 4),
    Cup(("a", "a", "b")),
    Cup(("a", "a", "b", "c"), 2),
    Weighted((("x", 3), ("y", 1), ("z", 0))),
]


@pytest.mark.parametrize("kind", KINDS, ids=repr)
def test_draws_follow_the_listed_chances(kind: Distribution) -> None:
    source = SeededSource(5)
    n = 6000
    drawn = Counter(kind.draw(source) for _ in range(n))
    listed = dict(kind.chances())
    assert sum(listed.values()) == pytest.approx(1)
    assert set(drawn) <= set(listed)
    for outcome, p in listed.items():
        assert drawn[outcome] / n == pytest.approx(p, abs=0.03)
        assert kind.allows(outcome)


@pytest.mark.parametrize(
    ("kind", "outcome"),
    [
        (Die(), 0),
        (Die(), 7),
        (Die(), True),
        (Die(), "3"),
        (Dice(2), (1,)),
        (Dice(2), (1, 7)),
        (Dice(2), 5),
        (Cup(("a", "b")), "c"),
        (Cup(("a", "b"), 2), ("a", "a")),
        (Cup(("a", "b"), 2), ("b", "a")),
        (Cup(("a", "b"), 2), "a"),
        (Weighted((("x", 1), ("z", 0))), "z"),
    ],
)
def test_impossible_outcomes_are_recognised(kind: Distribution, outcome: object) -> None:
    assert not kind.allows(outcome)  # type: ignore[arg-type]


def test_the_same_seed_gives_the_same_numbers_for_ever() -> None:
    source = SeededSource(1)
    assert [source.below(6) for _ in range(12)] == [3, 0, 5, 0, 5, 5, 4, 2, 5, 4, 4, 5]


@given(st.integers(), st.integers(1, 1000))
def test_below_stays_below(seed: int, n: int) -> None:
    source = SeededSource(seed)
    assert all(0 <= source.below(n) < n for _ in range(5))
