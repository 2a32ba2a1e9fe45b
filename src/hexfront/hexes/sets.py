"""A set of hexes is one integer: bit i stands for hex i.

Union, intersection and difference are `|`, `&` and `& ~`; copying is free; the set hashes and compares as a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Hex = int
HexSet = int


def bits(hexes: HexSet) -> Iterator[Hex]:
    """The hexes of a set, in ascending order."""
    text = bin(hexes)
    last = len(text) - 1
    at = text.rfind("1")
    while at > 1:
        yield last - at
        at = text.rfind("1", 0, at)


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
