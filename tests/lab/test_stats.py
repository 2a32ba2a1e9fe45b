"""The statistics, against figures worked out elsewhere or by hand."""

from __future__ import annotations

import math
import random

import pytest

from hexfront.lab.stats import (
    EXACT,
    elo,
    mcnemar,
    mean_interval,
    paired_difference,
    ratings,
    sprt,
    student,
    wilson,
)


def test_wilson_interval() -> None:
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)  # the textbook example
    assert wilson(0, 20)[0] == 0.0
    assert wilson(0, 20)[1] == pytest.approx(0.1611, abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_wilson_covers() -> None:
    """About 95 of 100 intervals hold the true share."""
    source = random.Random(5)
    held = 0
    for _ in range(1000):
        wins = sum(source.random() < 0.3 for _ in range(50))
        low, high = wilson(wins, 50)
        held += low <= 0.3 <= high
    assert 925 <= held <= 975


def test_mcnemar_is_the_two_sided_sign_test() -> None:
    assert mcnemar(0, 0) == 1.0
    assert mcnemar(5, 5) == 1.0
    assert mcnemar(1, 9) == pytest.approx(2 * (1 + 10) / 2**10)
    assert mcnemar(9, 1) == mcnemar(1, 9)


def test_paired_difference() -> None:
    difference, low, high = paired_difference(4, 8, 40)
    assert difference == pytest.approx(0.1)
    assert low < 0.1 < high
    assert low < 0 < high, "4 against 8 proves nothing"
    assert paired_difference(0, 30, 100)[1] > 0.2
    assert paired_difference(0, 0, 0) == (0.0, -1.0, 1.0)


def test_mean_interval() -> None:
    mean, low, high = mean_interval([1, 2, 3, 4, 5])
    assert mean == 3
    assert low is not None and high is not None
    assert high - mean == pytest.approx(2.776 * 1.5811 / 5**0.5, abs=1e-3)
    assert low == pytest.approx(6 - high)
    assert mean_interval([2.0]) == (2.0, None, None), "one value says nothing of others"
    assert mean_interval([]) == (0.0, None, None)


@pytest.mark.parametrize(
    ("freedom", "t"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)],
)
def test_quantiles_of_student(freedom: int, t: float) -> None:
    """As every table of them has them."""
    assert student(freedom) == pytest.approx(t, abs=5.1e-4)


def test_quantiles_of_student_without_a_seam() -> None:
    assert student(1) == pytest.approx(math.tan(0.475 * math.pi), rel=1e-9)
    assert student(2) == pytest.approx(0.95 * math.sqrt(2 / (1 - 0.95**2)), rel=1e-9)
    values = [student(n) for n in range(1, 2 * EXACT)]
    steps = [a - b for a, b in zip(values, values[1:], strict=False)]
    assert all(step > 0 for step in steps), "more is surer"
    assert all(a > b for a, b in zip(steps, steps[1:], strict=False)), "also where the series begins"
    assert student(10**9) == pytest.approx(1.959963985, abs=1e-8)


def test_the_interval_holds_the_mean_of_few_games_as_often_as_it_says() -> None:
    draw = random.Random(4)
    held = 0
    for _ in range(2000):
        _, low, high = mean_interval([draw.gauss(1.0, 2.0) for _ in range(4)])
        assert low is not None and high is not None
        held += low <= 1.0 <= high
    assert held / 2000 == pytest.approx(0.95, abs=0.015)


def test_elo_of_a_score() -> None:
    assert elo(0.5) == 0
    assert elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo(0.25) == pytest.approx(-190.85, abs=0.01)
    assert elo(1.0) < 1300, "kept within reason"


def test_ratings_of_two_players_differ_by_what_their_score_says() -> None:
    rated = ratings({("a", "b"): (750.0, 1000)})
    assert rated["a"].elo - rated["b"].elo == pytest.approx(190.85, abs=1)
    assert rated["a"].elo == pytest.approx(-rated["b"].elo)
    assert rated["a"].low < rated["a"].elo < rated["a"].high
    wide = ratings({("a", "b"): (7.5, 10)})
    assert wide["a"].high - wide["a"].low > 5 * (rated["a"].high - rated["a"].low)


def test_ratings_find_the_strengths_that_made_the_results() -> None:
    true = {"a": 200.0, "b": 0.0, "c": -200.0}
    met = {}
    for x, y in (("a", "b"), ("a", "c"), ("b", "c")):
        p = 1 / (1 + 10 ** (-(true[x] - true[y]) / 400))
        met[x, y] = (p * 2000, 2000)
    rated = ratings(met)
    for name, value in true.items():
        assert rated[name].elo == pytest.approx(value, abs=2)
    assert sum(each.elo for each in rated.values()) == pytest.approx(0, abs=1e-6)


def test_ratings_of_a_clean_sweep_stay_finite() -> None:
    rated = ratings({("a", "b"): (20.0, 20)})
    assert 200 < rated["a"].elo - rated["b"].elo < 1500
    assert set(ratings({})) == set()


def test_sprt() -> None:
    assert sprt(3, 0, 0) == "open"
    assert sprt(40, 0, 10) == "better"
    assert sprt(10, 0, 40) == "not better"
    assert sprt(0, 0, 30) == "not better", "losing everything decides it too"
    assert sprt(30, 0, 0) == "better"
    assert sprt(25, 0, 25) == "open"
    assert sprt(0, 60, 0) != "better"


def test_sprt_seldom_errs() -> None:
    """Between equals it says "better" about one time in twenty, and not much more."""
    source = random.Random(3)
    wrong = 0
    for _ in range(300):
        wins = losses = 0
        verdict = "open"
        while verdict == "open" and wins + losses < 3000:
            if source.random() < 0.5:
                wins += 1
            else:
                losses += 1
            if (wins + losses) % 16 == 0:
                verdict = sprt(wins, 0, losses)
        wrong += verdict == "better"
    assert wrong <= 27
