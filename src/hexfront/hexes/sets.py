"""A set of hexes is one integer: bit i stands for hex i.

Union, intersection and difference are `|`, `&` and `& ~`; copying is free; the set hashes and compares as a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from typing import TypeVar

T = TypeVar("T")
Hex = int
HexSet = int


_FLAGS = bytes.maketrans(b"01", b"\x00\x01")
_FEW = 24
_DENSE = 10
_NUMBERS = list(range(8192))


def bits(hexes: HexSet) -> Iterator[Hex]:
    """The hexes of a set, in ascending order; none for a negative number, which is not a set."""
    count = hexes.bit_count()
    if count <= _FEW or hexes < 0:
        return _few(hexes)
    if count * _DENSE < hexes.bit_length():
        return _some(hexes)
    # Where many of the hexes are in it, it is quicker to go through all of them.
    while len(_NUMBERS) < hexes.bit_length():
        _NUMBERS.extend(range(len(_NUMBERS), 2 * len(_NUMBERS)))
    return compress(_NUMBERS, bin(hexes)[:1:-1].encode().translate(_FLAGS))


def _few(hexes: HexSet) -> Iterator[Hex]:
    while hexes > 0:
        lowest = hexes & -hexes
        yield lowest.bit_length() - 1
        hexes ^= lowest


def _some(hexes: HexSet) -> Iterator[Hex]:
    text = bin(hexes)
    last = len(text) - 1
    at = text.rfind("1")
    while at > 1:
        yield last - at
        at = text.rfind("1", 0, at)


def among(items: Sequence[T], places: HexSet) -> list[T]:
    """The items that stand at the places of a set, in their order."""
    return list(compress(items, bin(places)[:1:-1].encode().translate(_FLAGS)))


def first(hexes: HexSet) -> Hex:
    """The lowest hex of a set that is not empty."""
    return (hexes & -hexes).bit_length() - 1


def union(hexes: Iterable[Hex]) -> HexSet:
    """The set of the hexes given one by one."""
    known = hexes if isinstance(hexes, (list, tuple, dict)) else list(hexes)
    if len(known) < 24:
        out = 0
        for i in known:
            out |= 1 << i
        return out
    # Adding to a long number copies it; many hexes are marked in place instead.
    if min(known) < 0:
        raise ValueError("A hex has no negative number.")
    marks = bytearray((max(known) >> 3) + 1)
    for i in known:
        marks[i >> 3] |= 1 << (i & 7)
    return int.from_bytes(marks, "little")
