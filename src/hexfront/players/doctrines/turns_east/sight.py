"""Hitler Turns East: the enemy as a side sees him: his stacks as targets, what they threaten, and who was left behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.turns_east.commands import may_attack
from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.state import EastState, factor
from hexfront.games.turns_east.strength import defenders
from hexfront.hexes import bits

if TYPE_CHECKING:
    from hexfront.players.doctrines.turns_east.read import EastGround


def price(s: EastState, u: int) -> float:
    """What a whole unit is worth."""
    w = s.world
    now = float(factor(s, u))
    if w.side[u] == SOVIET:
        return 0.5 + 0.75 * now
    if w.garrisons >> u & 1:
        return 0.8
    return 1.0 + now


def price_of_step(s: EastState, u: int) -> float:
    """What losing a step of a unit costs: factors, and dearer where they do not come back."""
    w = s.world
    if s.steps[u] <= 1:
        return price(s, u)
    factors = w.units[u].factors
    lost = factors[len(factors) - s.steps[u]] - factors[len(factors) - s.steps[u] + 1]
    return 0.8 * float(lost)  # one army and one Panzer Corps a turn are made good (5.1.3, 5.1.4)


class Stack:
    """An enemy stack as a target."""

    __slots__ = ("at", "count", "shift", "small", "step", "strength", "town", "units", "value")

    def __init__(self, s: EastState, i: int, town: float) -> None:
        self.at = i
        self.units = defenders(s, i)
        factors = [factor(s, u) for u in self.units]
        self.strength = sum(factors) or 1
        self.small = sum(max(1, n - 2) for n in factors) or 1  # when it is cut off (10.1.6)
        self.count = len(factors)
        self.value = sum(price(s, u) for u in self.units)
        self.step = min((price_of_step(s, u) for u in self.units), default=1.0)
        self.shift = s.world.shift[i]
        self.town = town


class Sight:
    """The enemy as a side sees him: his stacks, what they threaten, and who was left behind."""

    def __init__(self, s: EastState, side: int, ground: EastGround) -> None:
        self.s, self.w, self.side, self.enemy, self.ground = s, s.world, side, 1 - side, ground
        self.enemy_hexes = s.held[self.enemy]
        self.stacks = {i: Stack(s, i, ground.value.get(i, 0.0)) for i in bits(self.enemy_hexes)}
        self._read_threat()
        self._read_rear()

    def _read_threat(self) -> None:
        s, w = self.s, self.w
        self.threat: dict[int, float] = {}
        threat = self.threat
        for i, stack in self.stacks.items():
            for u in stack.units:
                if w.bracketed >> u & 1:
                    continue
                order = s.box[4 * self.enemy + w.area_of[i]] if w.area_of[i] >= 0 else 0
                if order and not may_attack(order):
                    share = 0.5  # it has had its orders; the next turn brings others
                else:
                    share = 1.0
                far = 5 if w.is_mobile[u] and self.enemy == AXIS else 3
                weight = share * factor(s, u)
                for j in self.ground.disc(i, far):
                    threat[j] = threat.get(j, 0.0) + weight

    def _read_rear(self) -> None:
        """Enemies left behind draw whoever is nearest."""
        s, w, side = self.s, self.w, self.side
        self.rear: dict[int, float] = {}
        if side == AXIS:
            lines = w.grid.dilate(s.axis_towns & w.towns & w.ussr, 2)
            for i in bits(self.enemy_hexes & lines):
                for n in range(1, 6):
                    for j in bits(w.grid.ring(i, n)):
                        self.rear[j] = max(self.rear.get(j, 0.0), 1.18 - 0.18 * n)


__all__ = ["Sight", "Stack", "price", "price_of_step"]
