"""Abilities that need a step of their own: a unit offered up, units kept face-up, units fed, militia raised."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Done, Name, Spare
from hexfront.games.leaders_in_flames.economy.works import working
from hexfront.games.leaders_in_flames.kinds import ARMOUR, CIRCLE, GAR, HQ_A, MIL, OFFERED, POOL, SPENT
from hexfront.games.leaders_in_flames.land.factors import attack_factor
from hexfront.games.leaders_in_flames.land.supply import is_supplied
from hexfront.games.leaders_in_flames.leaders.asks import helps, in_use, is_ready, reach_of
from hexfront.games.leaders_in_flames.leaders.rows import Row
from hexfront.games.leaders_in_flames.offers import unit_option
from hexfront.games.leaders_in_flames.state import State, destroy, owner, turn_up
from hexfront.hexes import Hex, bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import Boxed, Eliminated, SideDecides, lift

MOST_FED = 4
FLIPPED = 2
RAISED = 4
"""A lost unit of at least this many build points raises a militia."""
DONE = Done()


def begun(s: State, leader: int, row: Row) -> Agenda:
    """The step that follows an announcement, if its ability has one."""
    side, ask = s.world.side[leader], row.ask
    if ask == "attack.offer":
        return (Offering(side, leader),)
    if ask == "after.roll":
        s.bonus += 1
        return (Flipping(side, leader, FLIPPED),)
    if ask == "act.unsupplied":
        return (Feeding(side, leader, MOST_FED),)
    from hexfront.games.leaders_in_flames.air.orders import Disruption, KeepFlying, Slipping
    from hexfront.games.leaders_in_flames.land.losses import Losses

    if ask == "air.slip":
        return (Slipping(side, leader),)
    if ask == "plane.up":
        return (KeepFlying(side, leader),)
    if ask == "advance.disrupt":
        return (Disruption(leader),)
    if ask == "retreat.refuse":
        return (Losses(side, 1),)
    return (Losses(side, 1, SPENT, s.where[leader]),) if row.wish == "loss" else ()


class OfLeader(SideDecides, frozen=True, tag=True):
    """Name a unit for an ability of a leader."""

    takes = (Name, Done)
    leader: int

    def units(self, s: State) -> list[int]:
        """The units that can be named."""
        raise NotImplementedError

    def name_it(self, s: State, u: int) -> Agenda:
        """Carry it out."""
        raise NotImplementedError

    def may_stop(self, s: State) -> bool:
        """Whether the player may stop here."""
        return True

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Name(u) for u in self.units(s)), DONE]

    def violation(self, s: State, seat: Seat, action: Name | Done) -> Violation | None:
        if isinstance(action, Done):
            return None if self.may_stop(s) else Violation(self.rule, "Choose a unit first.")
        return (
            None
            if action.unit in self.units(s)
            else Violation(self.rule, "The leader's order does not reach it.")
        )

    def apply(self, s: State, seat: Seat, action: Name | Done) -> Agenda:
        return () if isinstance(action, Done) else self.name_it(s, action.unit)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        words = (type(self).__doc__ or "").partition(" Case")[0]
        return Prompt(f"{s.world.name(self.leader)}: {words[:1].lower()}{words[1:]}", self.rule)

    def option(self, s: State, seat: Seat, action: Name | Done) -> Option:
        if isinstance(action, Done):
            return Option("No more", "done", rule=self.rule, ends=True)
        return unit_option(s, action.unit, "{}", "choose")


class Offering(OfLeader, frozen=True, tag=True):
    """Choose the attacking corps or army to destroy for the die. Case ability.45."""

    rule: ClassVar[str] = "ability.45"

    def units(self, s: State) -> list[int]:
        w = s.world
        near = w.range_of(self.leader, s.where[self.leader])
        return [
            u
            for u in s.attackers
            if u not in s.fates and not w.division[u] and near >> s.where[u] & 1 and helps(s, self.leader, u)
        ]

    def may_stop(self, s: State) -> bool:
        return not self.units(s)

    def name_it(self, s: State, u: int) -> Agenda:
        """Its factors still count; HQ-A, ARM and MECH give 2, others 1. Cases ability.45."""
        w = s.world
        s.ghost += int(4 * attack_factor(s, u, s.origins[u], s.target))
        s.bonus += 2 if w.kind[u] in ARMOUR or w.kind[u] == HQ_A else 1
        s.fates[u] = OFFERED
        s.emit(Eliminated(u, s.where[u], self.rule))
        destroy(s, u)
        return ()


class Flipping(OfLeader, frozen=True, tag=True):
    """Choose attacking corps or armies to be turned face-down whatever happens. Case ability.28."""

    rule: ClassVar[str] = "ability.28"
    left: int

    def units(self, s: State) -> list[int]:
        w = s.world
        return [
            u for u in s.attackers if u not in s.fates and not w.division[u] and not s.forced_down >> u & 1
        ]

    def may_stop(self, s: State) -> bool:
        return not self.units(s)

    def name_it(self, s: State, u: int) -> Agenda:
        s.forced_down |= 1 << u
        more = Flipping(self.side, self.leader, self.left - 1)
        return (more,) if self.left > 1 and more.units(s) else ()


class Feeding(OfLeader, frozen=True, tag=True):
    """Choose units out of supply that act as if supplied. Case ability.49."""

    rule: ClassVar[str] = "ability.49"
    left: int

    def units(self, s: State) -> list[int]:
        w = s.world
        near = w.range_of(self.leader, s.where[self.leader]) & s.troops[self.side]
        return [
            u
            for h in bits(near)
            for u in s.stack[h]
            if w.is_troop(u) and helps(s, self.leader, u) and not is_supplied(s, u) and not s.fed >> u & 1
        ]

    def name_it(self, s: State, u: int) -> Agenda:
        s.fed |= 1 << u
        more = Feeding(self.side, self.leader, self.left - 1)
        return (more,) if self.left > 1 and more.units(s) else ()


# --- staying face-up


class KeepUp(Auto, frozen=True, tag=True):
    """Each leader who said so keeps one participant face-up: after a retreat, or after an advance. Cases ability.40, ability.41."""

    side: int
    ask: str
    done: int = 0

    def run(self, s: State) -> Agenda:
        for k, (leader, _) in enumerate(in_use(s, self.ask)):
            if k >= self.done and s.world.side[leader] == self.side and spared(s, leader, self.side):
                return (KeepOne(self.side, leader), KeepUp(self.side, self.ask, k + 1))
        return ()


def spared(s: State, leader: int, side: int) -> list[int]:
    """Participants of a side that are in range of a leader now and need not be turned face-down in any case."""
    w = s.world
    units = s.attackers if side == s.side else s.defenders
    near = w.range_of(leader, s.where[leader])
    return [
        u
        for u in units
        if s.where[u] >= 0
        and near >> s.where[u] & 1
        and helps(s, leader, u)
        and not (s.forced_down | s.kept_up) >> u & 1
    ]


class KeepOne(SideDecides, frozen=True, tag=True):
    """Choose a unit that stays face-up. Cases ability.40, ability.41."""

    rule: ClassVar[str] = "ability.40"
    takes = (Spare, Done)
    leader: int

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Spare(u) for u in spared(s, self.leader, self.side)), DONE]

    def violation(self, s: State, seat: Seat, action: Spare | Done) -> Violation | None:
        if isinstance(action, Done) or action.unit in spared(s, self.leader, self.side):
            return None
        return Violation("ability.40", "Only a participant within his range can stay face-up.")

    def apply(self, s: State, seat: Seat, action: Spare | Done) -> Agenda:
        if isinstance(action, Spare):
            turn_up(s, action.unit)
            s.kept_up |= 1 << action.unit
        return ()

    def option(self, s: State, seat: Seat, action: Spare | Done) -> Option:
        if isinstance(action, Done):
            return Option("None", "done", rule=self.rule, ends=True)
        return unit_option(s, action.unit, "{} stays face-up", "choose")


# --- militia raised by a loss


def after_loss(s: State, u: int, h: Hex) -> Agenda:
    """A lost unit of 4 build points or more raises a militia or garrison for next turn, where a leader of its country has it and
    a working factory of his power in range. Case ability.15."""
    w = s.world
    if w.price[u] < RAISED:
        return ()
    frames: Agenda = ()
    for leader in w.all_leaders:
        row = next((row for row in w.abilities(leader) if row.ask == "loss.levy"), None)
        if row is None or w.nation[leader] != w.nation[u] or not is_ready(s, leader):
            continue
        near = reach_of(s, leader, row)
        power = w.power[leader]
        works = any(near >> f & 1 and owner(s, f) == power and working(s, f) for f in w.factories[power])
        if near >> h & 1 and works:
            frames = (*frames, Levy(w.side[leader], leader))
    return frames


class Levy(OfLeader, frozen=True, tag=True):
    """Choose a militia or garrison that arrives next turn. Case ability.15."""

    rule: ClassVar[str] = "ability.15"

    def units(self, s: State) -> list[int]:
        """The first of each kind that the pool has: the player does not choose which unit of a kind it is."""
        w = s.world
        out = []
        for kind in (MIL, GAR):
            some = [
                v
                for v in w.land_of[self.side]
                if w.kind[v] == kind and s.where[v] == POOL and w.nation[v] == w.nation[self.leader]
            ]
            out += some[:1]
        return out

    def name_it(self, s: State, u: int) -> Agenda:
        lift(s, u, CIRCLE)
        s.due[u] = s.turn + 1
        s.emit(Boxed(u, "arrives next turn", self.rule))
        return ()
