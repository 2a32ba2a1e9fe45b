"""For the Motherland!: units that are cut off get out while they can."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from hexfront.games.motherland.world import World
from hexfront.hexes import Hex, HexSet, bits
from hexfront.players.doctrines.motherland.field import Picture

STEP_FROM_HOME = 3.0  # factors of the enemy that a hex nearer to the others is worth to those who break out
WAYS = 3  # hexes that each may go to


class Escape:
    """Ways out of pockets."""

    def __init__(self, w: World, pic: Picture, reaches: Mapping[int, Mapping[Hex, int]], kept: float) -> None:
        self._w, self._pic, self._reaches, self._kept = w, pic, reaches, kept

    @cached_property
    def linked(self) -> HexSet:
        """Hexes with a way home that no enemy and no zone of his bars; our own units hold a zone open."""
        field = self._pic.field
        free = self._w.land & ~field.enemy & ~(field.hostile & ~field.own)
        return field.ways.spread_over(field.home & free, free)

    def steps_home(self, h: Hex) -> int:
        """How far it is from a hex to the nearest unit of ours that has a way home."""
        ours = self._pic.field.own & self.linked
        return min((self._w.grid.distance(h, other) for other in bits(ours)), default=0)

    def ways(self, units: list[int]) -> dict[int, dict[Hex, int]]:
        """For each unit that is cut off and can still get out the hexes it may go to, those near home and in little danger
        first. Open ground behind the enemy is no way out; a city worth holding is held."""
        out: dict[int, dict[Hex, int]] = {}
        for u in units:
            at, cost = self._pic.bodies[u].at, self._reaches[u]
            if self.linked >> at & 1 or self._pic.worth.get(at, 0.0) > self._kept:
                continue
            here = self.steps_home(at)
            risk = {
                h: self._pic.threat.get(h, 0.0) + STEP_FROM_HOME * far
                for h in cost
                if self.linked >> h & 1 and (far := self.steps_home(h)) < here
            }
            if risk:
                out[u] = {h: cost[h] for h in sorted(risk, key=lambda h: (risk[h], cost[h], h))[:WAYS]}
        return out


__all__ = ["Escape"]
