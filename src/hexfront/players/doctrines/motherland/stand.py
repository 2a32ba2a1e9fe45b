"""For the Motherland!: what it is worth for a unit to stand in a hex at the end of the phase."""

from __future__ import annotations

from math import exp

from hexfront.games.motherland.kinds import AXIS, EXPLOITATION_PHASES, SOVIET, SUPPLY_BASE
from hexfront.games.motherland.state import axis_holds, is_snow
from hexfront.hexes import HexSet
from hexfront.players.doctrines.motherland.desk import Desk
from hexfront.players.doctrines.motherland.numbers import NUMBERS
from hexfront.players.doctrines.motherland.read import strength
from hexfront.players.plan import Plan

SCALES = NUMBERS.standing
NEIGHBOURS = 2  # friends next door beyond which it makes no difference
AT_THE_END = 1  # turns left from which gaps in the line count for more


class Stand:
    """The worth of hexes to one unit; `missing` are the hexes that the line lacks without it."""

    def __init__(self, d: Desk, u: int, missing: HexSet = 0, plan: Plan | None = None) -> None:
        self.d, self.s, self.w, self.u, self.missing = d, d.s, d.w, u, missing
        self.bold = (plan or d.plan).boldness
        self.attack, self.defence = strength(d.s, u)
        self.fights = bool(self.attack) and d.s.phase not in EXPLOITATION_PHASES
        self.snow = is_snow(d.s)
        self._odds: dict[int, float] = {}

    def worth(self, h: int) -> float:
        s, w, k, u, read = self.s, self.w, self.d.k, self.u, self.d.read
        side = self.d.side
        friends = [x for x in s.stack.get(h, ()) if x != u and w.combat[x] and w.side[x] == side]
        danger = read.threat.get(h, 0.0)
        worth = k["pull"] * read.pull.get(h, 0.0)
        worth += self._city(h, danger, bool(friends))
        worth += self._line(h)
        worth += self._targets(h)
        worth -= k["supply"] * read.shortage(w.supplied_as[u], h)
        worth -= self._peril(h, danger, friends)
        if k["behind"]:
            worth -= k["behind"] * read.behind(w, h)
        if side == AXIS and not friends and any(w.kind[x] == SUPPLY_BASE for x in s.stack.get(h, ())):
            worth += k["base"]
        own, here = self.d.front, s.where[u]
        around = sum(1 for j in w.neighbours[h] if own >> j & 1 and j != here)
        worth += k["line"] * min(NEIGHBOURS, around) - k["crowd"] * len(friends)
        if read.hostile >> h & 1:
            worth += k["contact"]
        if side == SOVIET and s.chit[u] >= 0 and s.steps[u] == 1 and not w.around[h] & s.axis_any:
            worth += k["refit"]
        return worth

    def _city(self, h: int, danger: float, is_guarded: bool) -> float:
        """A city to take, or to guard."""
        d, read = self.d, self.d.read
        value = d.ground.value.get(h, 0.0)
        if not value:
            return 0.0
        if axis_holds(self.s, h) != (d.side == AXIS):
            return d.k["take"] * read.gain.get(h, 0.0)
        if not danger and h not in read.stays:
            return 0.0
        guard = d.k["guard"] * value + SCALES.stays * read.stays.get(h, 0.0)
        return (SCALES.relieved if is_guarded else 1.0) * guard + SCALES.guard

    def _line(self, h: int) -> float:
        """Gaps in the line that a unit there would close."""
        cover = (self.w.around[h] | 1 << h) & self.missing
        if not cover:
            return 0.0
        late = SCALES.last_gap if self.d.read.left <= AT_THE_END else 1.0
        return self.d.k["gap"] * cover.bit_count() * late

    def _targets(self, h: int) -> float:
        """The best attack that a unit there would take part in."""
        if not self.fights:
            return 0.0
        enemy, blocked, odds = self.d.read.enemy, self.w.blocked, self._odds
        gain = 0.0
        for j in self.w.neighbours[h]:
            if enemy >> j & 1 and not blocked.has(h, j):
                found = odds.get(j)
                if found is None:
                    found = odds[j] = self._gain(j)
                gain = max(gain, found)
        return self.d.k["attack"] * (1 + SCALES.boldness * self.bold) * gain

    def _gain(self, j: int) -> float:
        """By how much this unit makes an attack on a hex better."""
        read = self.d.read
        against = read.defence.get(j, 1.0) * (1 - SCALES.shift * self.w.shift_of(j, self.snow))
        with_us = self._around(j)
        better = edge((with_us + self.attack) / against) - edge(with_us / against)
        return (1.0 + SCALES.prize * read.gain.get(j, 0.0)) * better

    def _around(self, j: int) -> float:
        """The strength of all others of this side next to a hex."""
        s, w, side = self.s, self.w, self.d.side
        total = 0.0
        for h in w.neighbours[j]:
            for x in s.stack.get(h, ()):
                if x != self.u and w.side[x] == side and w.combat[x]:
                    total += strength(s, x)[0]
        return total

    def _peril(self, h: int, danger: float, friends: list[int]) -> float:
        """What it costs to face more than the units there can stand."""
        s, w = self.s, self.w
        held = self.defence + sum(strength(s, x)[1] for x in friends)
        cover = 1 - SCALES.terrain * w.shift_of(h, self.snow) + (SCALES.city if w.city >> h & 1 else 0.0)
        weak = danger / max(0.5, SCALES.outnumbered * held * cover)
        if weak <= 1:
            return 0.0
        return min(SCALES.dread, self.d.k["danger"] * (weak - 1)) * (1 - SCALES.daring * self.bold)


def edge(ratio: float) -> float:
    """How good odds are: rising steepest between 1:1 and 4:1."""
    return 1 / (1 + exp(-SCALES.edge_slope * (ratio - SCALES.edge_middle))) - SCALES.edge_base


__all__ = ["Stand", "edge"]
