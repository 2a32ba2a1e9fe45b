"""The little statistics a balance lab needs, exactly and without a library."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

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


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Mean and its 95 % interval by the normal approximation."""
    n = len(values)
    if n == 0:
        return 0.0, 0.0, 0.0
    mean = math.fsum(values) / n
    if n == 1:
        return mean, mean, mean
    sd = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (n - 1))
    half = Z95 * sd / math.sqrt(n)
    return mean, mean - half, mean + half


def mcnemar(first_only: int, second_only: int) -> float:
    """The exact two-sided p-value that two paired outcomes differ, from the pairs that disagree."""
    n = first_only + second_only
    if n == 0:
        return 1.0
    tail: float = sum(math.comb(n, k) for k in range(min(first_only, second_only) + 1)) / 2**n
    return min(1.0, 2 * tail)


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
    if n < 2 or (wins == 0 and draws == 0) or (losses == 0 and draws == 0 and n < 8):
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
