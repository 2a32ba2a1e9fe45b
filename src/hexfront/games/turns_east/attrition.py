"""Case 10.2: which units lose a step for lack of supply when a turn ends.

A unit out of supply exerts no zone in this check (10.2.3), and whether it is out of supply may depend on the zones of
others that are. So the check looks first for what is certain: units in supply even if every enemy in doubt exerts its zone,
and units out of supply even if none of them does. Units left in doubt are in supply exactly when the enemies that stand
against them are not: they are out of supply because of each other (10.2.2).
"""

from __future__ import annotations

from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.state import EastState
from hexfront.games.turns_east.supply import SupplyNet, is_cut_off, needs_no_supply
from hexfront.games.turns_east.zones import zone
from hexfront.hexes import Hex, HexSet, bits, union

SUPPLIED, SHORT, CUT_OFF = 0, 1, 2


class Check:
    """The supply of every unit at the end of a turn, and what it would be if others exerted no zone or stood elsewhere."""

    def __init__(self, s: EastState) -> None:
        w = s.world
        self.s = s
        self.present = [[u for u in bits(w.combat_units & side) if s.where[u] >= 0] for side in w.masks]
        self.units = sum(1 << u for units in self.present for u in units)
        self.free = sum(1 << u for u in bits(self.units) if needs_no_supply(s, u))
        self.groups = [self._by_ground(units) for units in self.present]
        self._hexes: dict[int, HexSet] = {}
        self._supplied: dict[int, int] = {}

    def _by_ground(self, units: list[int]) -> dict[tuple[int, bool], list[int]]:
        """The units that supply matters to, by the ground their lines use."""
        w, out = self.s.world, dict[tuple[int, bool], list[int]]()
        for u in units:
            if not self.free >> u & 1:
                out.setdefault((w.area_of[self.s.where[u]], w.is_romanian[u]), []).append(u)
        return out

    def hexes_of(self, units: int) -> HexSet:
        found = self._hexes.get(units)
        if found is None:
            where = self.s.where
            found = self._hexes[units] = union({where[u] for u in bits(units)})
        return found

    def net(self, side: int, exerting: int, lifted: HexSet = 0) -> SupplyNet:
        """The lines of a side if only these units exert zones and the enemies in `lifted` were not there."""
        s, w = self.s, self.s.world
        enemy = exerting & w.masks[1 - side] & ~w.partisan
        return SupplyNet(s, side, zone(s, 1 - side, self.hexes_of(enemy) & ~lifted), lifted)

    def status(self, net: SupplyNet, u: int) -> int:
        if is_cut_off(self.s, net, u):
            return CUT_OFF
        return SUPPLIED if net.is_supplied(u) else SHORT

    def supplied(self, exerting: int) -> int:
        """The units in supply if only these exert zones."""
        known = self._supplied.get(exerting)
        if known is not None:
            return known
        out, where = self.free, self.s.where
        for side in (AXIS, SOVIET):
            net = self.net(side, exerting)
            for key, units in self.groups[side].items():
                fed = net.fed(key)
                for u in units:
                    if fed >> where[u] & 1:
                        out |= 1 << u
        self._supplied[exerting] = out
        return out

    def bounds(self, out: int) -> tuple[int, int]:
        """The units certainly in supply, and those perhaps, with these known to be out of it. Case 10.2.3."""
        sure = self.supplied(self.units & ~out) & ~out
        while True:
            perhaps = self.supplied(sure) & ~out
            if perhaps == sure:  # for speed: the next look would find the same
                return sure, perhaps
            again = self.supplied(perhaps) & ~out
            if again == sure:
                return sure, perhaps
            sure = again

    def mutual(self, doubtful: int, exerting: int, level: int) -> int:
        """Those of the units that are out of supply, or without an LOC, because of each other's positions.
        Case 10.2.2. RULING 10.2-b."""
        causes = [self._causes(side, doubtful, exerting, level) for side in (AXIS, SOVIET)]
        at = self.s.where
        found = 0
        for u, hexes in causes[AXIS].items():
            for k, others in causes[SOVIET].items():
                if hexes >> at[k] & 1 and others >> at[u] & 1:
                    found |= 1 << u | 1 << k
        return found

    def _causes(self, side: int, doubtful: int, exerting: int, level: int) -> dict[int, HexSet]:
        """For each of these units of a side that is at `level` because of doubtful enemies, the enemies' hexes that keep it there: it
        would be better off if those alone were gone, or no better off if those alone remained."""
        w = self.s.world
        against = self.hexes_of(doubtful & w.masks[1 - side])
        mine = doubtful & w.masks[side]
        if not against or not mine:
            return {}
        now, free = self.net(side, exerting), self.net(side, exerting, against)
        held = [u for u in bits(mine) if self.status(now, u) >= level > self.status(free, u)]
        out = dict.fromkeys(held, 0)
        for i in bits(against) if held else ():
            without, alone = self.net(side, exerting, 1 << i), self.net(side, exerting, against & ~(1 << i))
            for u in held:
                if self.status(without, u) < level or self.status(alone, u) >= level:
                    out[u] |= 1 << i
        return out


def wasting(s: EastState) -> list[int]:
    """The units that lose a step to attrition, all at the same time. Cases 10.2.1a, 10.2.2, 10.2.3. RULING 10.2-a."""
    w = s.world
    check = Check(s)
    lost = out = 0
    while True:
        sure, perhaps = check.bounds(out)
        doubtful = perhaps & ~sure
        if not doubtful:
            break
        lost |= check.mutual(doubtful, perhaps, CUT_OFF)
        out |= check.mutual(doubtful, perhaps, SHORT) or doubtful
    short = check.units & ~sure
    if not short:
        return []
    lost |= check.mutual(short, sure, CUT_OFF)
    nets = (check.net(AXIS, sure), check.net(SOVIET, sure))
    sound = [check.hexes_of(sure & w.masks[side]) for side in (AXIS, SOVIET)]
    for u in bits(short):
        side = w.side[u]
        if _next_to(s, s.where[u], sound[1 - side]) and is_cut_off(s, nets[side], u):
            lost |= 1 << u
    return list(bits(lost))


def _next_to(s: EastState, i: Hex, hexes: HexSet) -> bool:
    """Whether a hex is adjacent to some of these, prohibited hexsides aside. Case 10.2.1a."""
    return bool(s.world.adjacent[i] & hexes)
