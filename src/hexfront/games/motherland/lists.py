"""Lists of actions that differ only in their hex, made from a set of hexes without looking at each of them."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from typing import Any, TypeVar

from hexfront.hexes import HexSet
from hexfront.kernel import Action

A = TypeVar("A", bound=Action)
_FLAGS = bytes.maketrans(b"01", b"\x00\x01")


@lru_cache(maxsize=64)
def _every(kind: Any, count: int) -> list[Any]:
    return [kind(h) for h in range(count)]


def actions_at(kind: type[A], hexes: HexSet) -> list[A]:
    """One action of a kind for each hex of a set, in ascending order.

    The binary digits of the set select from a list made once; frozen actions can be shared.
    """
    digits = format(hexes, "b")[::-1].encode().translate(_FLAGS)
    # Rounded up, so that a handful of lists serves every set.
    return list(compress(_every(kind, -(-len(digits) // 256) * 256), digits))
