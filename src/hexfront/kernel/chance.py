"""Chance as data: a distribution names what can happen; whoever drives the game draws from it.

Outcomes are plain values (an integer, a string, or a tuple of them), so that they can be logged, typed in from
real dice, and enumerated by a player that thinks ahead.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Protocol, TypeVar

import msgspec

T = TypeVar("T")
Outcome = int | str | tuple[int, ...] | tuple[str, ...]


class Source(Protocol):
    """Something that gives uniform integers. The only thing a distribution asks of the outside."""

    def below(self, n: int) -> int:
        """A uniform integer in `range(n)`."""
        ...


class SeededSource:
    """Reproducible numbers from a seed, the same on every machine and Python version."""

    __slots__ = ("_bits", "random")

    def __init__(self, seed: int | str) -> None:
        self.random = random.Random(f"hexfront/{seed}")
        self._bits = self.random.getrandbits

    def below(self, n: int) -> int:
        k = n.bit_length()
        value = self._bits(k)
        while value >= n:
            value = self._bits(k)
        return value

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]


class Distribution(msgspec.Struct, frozen=True):
    """What a chance frame may give. Subclasses say how to draw, list and recognise outcomes."""

    def draw(self, source: Source) -> Outcome:
        raise NotImplementedError

    def chances(self) -> Iterator[tuple[Outcome, float]]:
        """Every outcome with its probability."""
        raise NotImplementedError

    def allows(self, outcome: Outcome) -> bool:
        return any(outcome == each for each, _ in self.chances())


class Die(Distribution, frozen=True):
    """One die: 1 to `sides`."""

    sides: int = 6

    def draw(self, source: Source) -> int:
        return 1 + source.below(self.sides)

    def chances(self) -> Iterator[tuple[Outcome, float]]:
        return ((face, 1 / self.sides) for face in range(1, self.sides + 1))

    def allows(self, outcome: Outcome) -> bool:
        return type(outcome) is int and 1 <= outcome <= self.sides


class Dice(Distribution, frozen=True):
    """Several dice told apart: a tuple of faces. Add them up in `apply` where a rule wants a sum."""

    count: int
    sides: int = 6

    def draw(self, source: Source) -> tuple[int, ...]:
        return tuple(1 + source.below(self.sides) for _ in range(self.count))

    def chances(self) -> Iterator[tuple[Outcome, float]]:
        p = self.sides**-self.count
        return ((faces, p) for faces in product(range(1, self.sides + 1), repeat=self.count))

    def allows(self, outcome: Outcome) -> bool:
        return (
            isinstance(outcome, tuple)
            and len(outcome) == self.count
            and all(type(face) is int and 1 <= face <= self.sides for face in outcome)
        )


class Cup(Distribution, frozen=True):
    """A cup of markers drawn without replacement; equal markers may stand in it several times.

    One draw gives the marker itself; `count` above one gives a sorted tuple of markers.
    """

    markers: tuple[str, ...]
    count: int = 1

    def draw(self, source: Source) -> str | tuple[str, ...]:
        if self.count == 1:
            return self.markers[source.below(len(self.markers))]
        left = list(self.markers)
        return tuple(sorted(left.pop(source.below(len(left))) for _ in range(self.count)))

    def chances(self) -> Iterator[tuple[Outcome, float]]:
        seen: Counter[Outcome] = Counter()
        if self.count == 1:
            seen.update(self.markers)
        else:
            seen.update(tuple(sorted(hand)) for hand in combinations(self.markers, self.count))
        total = sum(seen.values())
        return ((outcome, times / total) for outcome, times in sorted(seen.items(), key=lambda i: str(i[0])))

    def allows(self, outcome: Outcome) -> bool:
        if self.count == 1:
            return outcome in self.markers
        return (
            isinstance(outcome, tuple)
            and len(outcome) == self.count
            and not Counter(outcome) - Counter(self.markers)
            and list(outcome) == sorted(outcome, key=str)
        )


class Weighted(Distribution, frozen=True):
    """Named outcomes with whole-number weights."""

    weights: tuple[tuple[str, int], ...]

    def draw(self, source: Source) -> str:
        left = source.below(sum(weight for _, weight in self.weights))
        for name, weight in self.weights:
            if left < weight:
                return name
            left -= weight
        raise AssertionError("weights exhausted")

    def chances(self) -> Iterator[tuple[Outcome, float]]:
        total = sum(weight for _, weight in self.weights)
        return ((name, weight / total) for name, weight in self.weights if weight)
