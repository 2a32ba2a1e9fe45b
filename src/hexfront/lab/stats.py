"""The little statistics a balance lab needs, exactly and without a library."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal

import msgspec

Z95 = 1.959963984540054


def wilson(successes: float, n: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson score interval of a proportion. Draws may count as halves."""
    if n == 0:
        return 0.0, 1.0
    p = successes / n
    middle = p + z * z / (2 * n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    bottom = 1 + z * z / n
    return max(0.0, (middle - half) / bottom), min(1.0, (middle + half) / bottom)


def elo(score: float) -> float:
    """The rating difference that an expected score stands for; kept within ±1200."""
    score = min(max(score, 0.001), 0.999)
    return -400 * math.log10(1 / score - 1)


class Rating(msgspec.Struct, frozen=True):
    """A rating on Elo's scale with its 95 % interval; the average of all rated together is 0."""

    elo: float
    low: float
    high: float


def ratings(met: Mapping[tuple[str, str], tuple[float, int]]) -> dict[str, Rating]:
    """Elo ratings of players from (first, second) -> (points of the first, games), all fitted together.

    The likeliest ratings by the Bradley-Terry model, each pair taken to have drawn one game more than it did, so that
    a player who won everything still has a rating. Intervals come from the information matrix.
    """
    names = list(dict.fromkeys(name for pair in met for name in pair))
    n = len(names)
    if n < 2:
        return {name: Rating(0.0, 0.0, 0.0) for name in names}
    rows = [
        (names.index(a), names.index(b), points + 0.5, games + 1) for (a, b), (points, games) in met.items()
    ]
    strength = [0.0] * n
    for _ in range(100):
        slope, curve = [0.0] * n, [[0.0] * n for _ in range(n)]
        for i, j, points, games in rows:
            p = 1 / (1 + math.exp(strength[j] - strength[i]))
            for k, sign in ((i, 1), (j, -1)):
                slope[k] += sign * (points - games * p)
                curve[k][k] += games * p * (1 - p)
            curve[i][j] -= games * p * (1 - p)
            curve[j][i] -= games * p * (1 - p)
        # The matrix is singular (only differences count); adding a constant to it fixes the average at 0.
        inverse = _inverse([[value + 1.0 for value in row] for row in curve])
        step = [math.fsum(a * b for a, b in zip(row, slope)) for row in inverse]
        largest = max(map(abs, step))
        strength = [s + min(1.0, 2.0 / max(largest, 1e-9)) * d for s, d in zip(strength, step)]
        if largest < 1e-9:
            break
    scale = 400 / math.log(10)
    out = {}
    for k, name in enumerate(names):
        half = Z95 * math.sqrt(max(0.0, inverse[k][k] - 1 / n**2)) * scale
        out[name] = Rating(strength[k] * scale, strength[k] * scale - half, strength[k] * scale + half)
    return out


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse of a small positive definite matrix, by elimination."""
    n = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(n))] for i, row in enumerate(matrix)]
    for i in range(n):
        best = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[best] = rows[best], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for k in range(n):
            if k != i and rows[k][i]:
                rows[k] = [a - rows[k][i] * b for a, b in zip(rows[k], rows[i])]
    return [row[n:] for row in rows]


EXACT = 200
"""Degrees of freedom up to which Student's quantile is found exactly; beyond, four terms of a series give ten digits."""


@lru_cache(maxsize=1024)
def student(freedom: int) -> float:
    """The quantile t of Student's distribution that 95 % of it lie within ±t of 0."""
    if freedom > EXACT:
        z, n = Z95, freedom
        return z + (
            (z**3 + z) / (4 * n)
            + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
            + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
            + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
        )
    low, high = 0.0, math.pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < 0.95 else (low, middle)
    return math.sqrt(freedom) * math.tan(low)


def _within(angle: float, freedom: int) -> float:
    """How much of Student's distribution lies within ±t, where t = √freedom · tan(angle): a finite sum."""
    c = math.cos(angle)
    odd = freedom % 2
    term, total = (c, 0.0) if odd else (1.0, 0.0)
    for k in range(2 + odd, freedom + 1, 2):  # as many terms as there are pairs of degrees
        total += term
        term *= c * c * (k - 1) / k
    inside = math.sin(angle) * total
    return 2 / math.pi * (angle + inside) if odd else inside


def mean_interval(values: Sequence[float]) -> tuple[float, float, float] | tuple[float, None, None]:
    """Mean and its 95 % interval by Student's distribution; one value alone has no interval."""
    n = len(values)
    if n == 0:
        return 0.0, None, None
    mean = math.fsum(values) / n
    if n == 1:
        return mean, None, None
    sd = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (n - 1))
    half = student(n - 1) * sd / math.sqrt(n)
    return mean, mean - half, mean + half


def mcnemar(first_only: int, second_only: int) -> float:
    """The exact two-sided p-value that two paired outcomes differ, from the pairs that disagree."""
    n = first_only + second_only
    if n == 0:
        return 1.0
    tail: float = sum(math.comb(n, k) for k in range(min(first_only, second_only) + 1)) / 2**n
    return min(1.0, 2 * tail)


def paired_difference(first_only: int, second_only: int, n: int) -> tuple[float, float, float]:
    """How much more often the second of `n` pairs succeeds than the first, with its 95 % interval.

    The interval of Agresti and Min, which adds half a pair to each of the four cells, holds for few pairs too.
    """
    if n == 0:
        return 0.0, -1.0, 1.0
    b, c, m = first_only + 0.5, second_only + 0.5, n + 2
    middle = (c - b) / m
    half = Z95 * math.sqrt(max(0.0, b + c - (c - b) ** 2 / m)) / m
    return (second_only - first_only) / n, max(-1.0, middle - half), min(1.0, middle + half)


def sprt(
    wins: int,
    draws: int,
    losses: int,
    elo0: float = 0.0,
    elo1: float = 35.0,
    alpha: float = 0.05,
    beta: float = 0.05,
) -> Literal["better", "not better", "open"]:
    """Wald's sequential test whether the first player is stronger by `elo1` rather than `elo0`.

    Log-likelihood ratio by the usual normal approximation to the score of games with draws.
    """
    n = wins + draws + losses
    if n < 8:  # the approximation says nothing about so few
        return "open"
    score = (wins + draws / 2) / n
    variance = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2) / n
    variance = max(variance, 0.25 / n)
    s0, s1 = (1 / (1 + 10 ** (-each / 400)) for each in (elo0, elo1))
    ratio = n * (s1 - s0) * (2 * score - s0 - s1) / (2 * variance)
    if ratio >= math.log((1 - beta) / alpha):
        return "better"
    if ratio <= math.log(beta / (1 - alpha)):
        return "not better"
    return "open"
