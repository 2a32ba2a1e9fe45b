"""Counters: what is printed on them. Where they are and how many steps are left is the state's business."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec


class Face(msgspec.Struct, frozen=True):
    """What a counter shows with a given number of steps left."""

    attack: int
    defence: int
    movement: int = 0

    @property
    def factors(self) -> str:
        """The factors as printed: attack-defence-movement, or one number where attack and defence agree."""
        if not self.movement:
            return str(self.attack) if self.attack == self.defence else f"{self.attack}-{self.defence}"
        return f"{self.attack}-{self.defence}-{self.movement}"


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """One counter. `faces[k]` is what it shows with k + 1 steps left, so the last one is full strength."""

    id: str
    name: str
    side: str
    nation: str = ""
    kind: str = ""
    size: str = ""
    faces: tuple[Face, ...]
    tags: frozenset[str] = frozenset()

    @property
    def full(self) -> int:
        """Steps at full strength."""
        return len(self.faces)

    def face(self, steps: int) -> Face:
        return self.faces[steps - 1]


def excess(stack: Iterable[str], limits: Mapping[str, int]) -> dict[str, int]:
    """By how much a stack, given as the kind of each counter, is over each limit. `*` limits all together.

    A kind that no limit names and no `*` stands for is free.
    """
    counts: dict[str, int] = {}
    for kind in stack:
        for key in (kind, "*"):
            if key in limits:
                counts[key] = counts.get(key, 0) + 1
    return {key: n - limits[key] for key, n in counts.items() if n > limits[key]}
