"""An activated Command: who acts, then all movement, then all combat. Case 11.2."""

from __future__ import annotations

from hexfront.games.turns_east.combat import CombatRound
from hexfront.games.turns_east.commands import check_supply, open_commands, refresh_zones
from hexfront.games.turns_east.data import AXIS
from hexfront.games.turns_east.movement import MovementRound
from hexfront.games.turns_east.reinforcement import BoxArrivals
from hexfront.games.turns_east.special import OwnOrders
from hexfront.games.turns_east.state import EastState, units_at
from hexfront.hexes import bits
from hexfront.kernel import Agenda, Auto


class Activation(Auto, frozen=True, tag=True):
    """A Command carries out its order. Cases 4.0-Vb, 5.2.7, 11.2.1."""

    side: int
    command: int

    def run(self, s: EastState) -> Agenda:
        first = (OwnOrders(self.command),) if self.side == AXIS else (BoxArrivals(self.command),)
        return (
            *first,
            Muster(self.side, self.command),
            MovementRound(self.side, self.command),
            CombatRound(self.side, self.command),
        )


class Muster(Auto, frozen=True, tag=True):
    """The units in the Command's area become active, and their supply is checked. Cases 10.1.1, 11.2.1, 9.1.3a,
    12.1.3, 12.1.4, 12.4.3. RULING 12.4-c."""

    side: int
    command: int

    def run(self, s: EastState) -> Agenda:
        w = s.world
        s.active = 0
        for i in bits(s.held[self.side] & w.areas[self.command]):
            s.active |= units_at(s, i)
        check_supply(s, self.side, self.command)
        refresh_zones(s, self.side)
        s.ends = open_commands(s, self.side)
        s.todo = s.active & w.movers & ~s.moved
        s.fought &= w.panzers  # Panzer Corps attack once a turn, others once a round
        s.struck = 0
        return ()
