"""For the Motherland!: attacks chosen together."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from hexfront.games.motherland.kinds import SOVIET
from hexfront.games.motherland.state import is_first_winter
from hexfront.hexes import Hex, HexSet, bits
from hexfront.players.doctrines.motherland.attack import Planner
from hexfront.players.doctrines.motherland.desk import Attack
from hexfront.players.doctrines.motherland.field import room_of
from hexfront.players.operations.attacking import Option, choose_together

UNIT_COST = (0.5, 0.2)  # what a unit in an attack could do elsewhere, by side
VARIANTS = 4  # ways to attack a hex that are kept to choose from
PUSH = (2.2, 2.0)  # worth of any hex taken while on the offensive, by side
GOALWARD = 2.0  # worth of a hex on the way to a goal, at most
SPENT = 0.7  # what a step of an army counts while the Soviets are on the offensive
SPENT_IN_SNOW = 0.35  # and in the first winter
REDUCED = 1.5  # worth of reducing a pocket


class Strikes(Planner):
    """Attacks chosen together. Ground counts by the goals of the date, and more while the side is on the offensive."""

    push = 0.0
    pull: Mapping[Hex, float] = {}
    prey: HexSet = 0
    is_sparing = False  # whether the weak are thought of first

    def gain(self, target: Hex) -> float:
        gain = self.read.gain.get(target, 0.0) + 1.0 + self.push + GOALWARD * self.pull.get(target, 0.0)
        return gain + (REDUCED if self.prey >> target & 1 else 0.0)

    def step(self, u: int) -> float:
        """Armies come back, corps do not: on the offensive the Soviets spend theirs."""
        spent = SPENT_IN_SNOW if is_first_winter(self.s) else SPENT
        return super().step(u) * (spent if self.push and self.side == SOVIET else 1.0)

    def rank(self, u: int, target: Hex) -> float:
        return -super().rank(u, target) if self.is_sparing else super().rank(u, target)

    def attacks(self, least: float, most: int = 40) -> list[Attack]:
        """The attacks that are worth most together, each unit in one at most; then whatever those who are left can do."""
        self.unit_cost = UNIT_COST[self.side]
        struck = self.s.struck_hexes if self.fixed else 0
        found: list[Attack] = []
        for h in bits(self.read.enemy & ~struck):
            self.tried = []
            for self.is_sparing in (True, False):
                self.best(h)
            good = sorted((x for x in self.tried if x.value > least), key=lambda x: -x.value)
            found += good[:VARIANTS]
        self.tried = []
        options = [Option(x.value, self._uses(x)) for x in found]
        room: dict[Hashable, float] = {"air": float(self.air)}
        for x in found:
            for h in x.units.values():
                room["in", h] = float(room_of(self.s, self.side))
        chosen = [found[k] for k in choose_together(options, room)]
        for x in chosen:
            self._struck.append((x.target, x.value))
            self.taken.update(x.units)
            self.air -= x.air
            for h in x.units.values():
                self.zone |= self.s.world.around[h]
        return sorted(chosen, key=lambda x: -x.value) + super().attacks(least, most - len(chosen))

    def _uses(self, x: Attack) -> dict[Hashable, float]:
        """What an attack uses up: its units, its target, an Air unit, places in the hexes it comes from."""
        uses: dict[Hashable, float] = {("target", x.target): 1.0}
        if x.air:
            uses["air"] = 1.0
        for u, h in x.units.items():
            uses["unit", u] = 1.0
            if not self.fixed:
                uses["in", h] = uses.get(("in", h), 0.0) + 1.0
        return uses


__all__ = ["PUSH", "Strikes"]
