"""Hexsides and links between neighbours, kept as one set of hexes for each direction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexfront.errors import BadData
from hexfront.hexes.grid import Grid
from hexfront.hexes.sets import Hex, HexSet, bits, union


class Sides:
    """A set of hexsides (or of links across them). `leaving[d]` are the hexes whose side in direction d is in it."""

    __slots__ = ("_beyond", "_both", "_hexes", "_into", "grid", "leaving")

    def __init__(self, grid: Grid, leaving: tuple[HexSet, ...] = (0, 0, 0, 0, 0, 0)) -> None:
        self.grid = grid
        self.leaving = leaving
        self._beyond: tuple[HexSet, ...] = ()
        self._into: tuple[HexSet, ...] = ()
        self._hexes: HexSet | None = None
        self._both: frozenset[tuple[Hex, Hex]] | None = None

    @classmethod
    def of(cls, grid: Grid, pairs: Iterable[tuple[Hex, Hex]]) -> Sides:
        """The sides between pairs of neighbours."""
        leaving: list[list[Hex]] = [[] for _ in range(6)]
        for a, b in pairs:
            d = grid.direction(a, b)
            if d < 0:
                raise BadData(f"Hexes {grid.label(a)} and {grid.label(b)} are not neighbours.")
            leaving[d].append(a)
            leaving[(d + 3) % 6].append(b)
        return cls(grid, tuple(union(hexes) for hexes in leaving))

    def has(self, a: Hex, b: Hex) -> bool:
        """Whether the side between two neighbours is in the set."""
        if self._both is None:
            once = list(self.pairs())
            self._both = frozenset([*once, *((b, a) for a, b in once)])
        return (a, b) in self._both

    def into(self, direction: int) -> HexSet:
        """The hexes that a step in this direction enters across a side of the set."""
        return self.leaving[(direction + 3) % 6]

    @property
    def hexes(self) -> HexSet:
        """Every hex with at least one of its sides in the set."""
        if self._hexes is None:
            self._hexes = 0
            for mask in self.leaving:
                self._hexes |= mask
        return self._hexes

    def of_hex(self, i: Hex) -> tuple[Hex, ...]:
        """The neighbours across the sides of this hex that are in the set."""
        steps = self.grid.steps
        return tuple(i + steps[d] for d in range(6) if self.leaving[d] >> i & 1)

    def across(self, hexes: HexSet) -> HexSet:
        """The neighbours of a set across these sides only."""
        out = 0
        for d in range(6):
            out |= self.grid.shift(hexes & self.leaving[d], d)
        return out

    def around(self, hexes: HexSet) -> HexSet:
        """The neighbours of a set across all other sides."""
        if not hexes & (self.hexes if self._hexes is None else self._hexes):
            return self.grid.around(hexes)  # for speed: far from any of them
        # Hexes that can be left in each direction; a step from one of them never leaves the grid.
        up, down, out, in_, aback, afore = self._beyond or self._mark_beyond()
        stride = self.grid.stride
        back = stride - 1
        return (
            (hexes & up) << 1
            | (hexes & down) >> 1
            | (hexes & out) << stride
            | (hexes & in_) >> stride
            | (hexes & aback) << back
            | (hexes & afore) >> back
        )

    @property
    def open_into(self) -> tuple[HexSet, ...]:
        """The hexes that a step enters across all other sides, for the steps +1, -1, one line out and in, and aslant."""
        if not self._into:
            self._into = tuple(self.grid.hexes & ~self.into(d) for d in self._order)
        return self._into

    def _mark_beyond(self) -> tuple[HexSet, ...]:
        grid = self.grid
        self._beyond = tuple(grid.shift(grid.hexes, (d + 3) % 6) & ~self.leaving[d] for d in self._order)
        return self._beyond

    @property
    def _order(self) -> list[int]:
        """The directions by the distance of their steps: +1, -1, one line out and in, and aslant."""
        stride = self.grid.stride
        return [self.grid.steps.index(step) for step in (1, -1, stride, -stride, stride - 1, 1 - stride)]

    def pairs(self) -> Iterator[tuple[Hex, Hex]]:
        """Every side once, as its two hexes."""
        for d in range(3):
            for a in bits(self.leaving[d]):
                yield a, a + self.grid.steps[d]

    def __or__(self, other: Sides) -> Sides:
        return Sides(self.grid, tuple(a | b for a, b in zip(self.leaving, other.leaving, strict=True)))

    def __and__(self, other: Sides) -> Sides:
        return Sides(self.grid, tuple(a & b for a, b in zip(self.leaving, other.leaving, strict=True)))

    def __sub__(self, other: Sides) -> Sides:
        return Sides(self.grid, tuple(a & ~b for a, b in zip(self.leaving, other.leaving, strict=True)))

    def __len__(self) -> int:
        return sum(mask.bit_count() for mask in self.leaving[:3])

    def __bool__(self) -> bool:
        return any(self.leaving)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sides) and self.leaving == other.leaving

    def __hash__(self) -> int:
        return hash(self.leaving)
