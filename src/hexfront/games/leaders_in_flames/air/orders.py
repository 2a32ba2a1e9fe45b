"""What leaders in the air order: breaking off in time, an aircraft kept ready, strafing, and strikes at an enemy who advances."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Take
from hexfront.games.leaders_in_flames.air.events import AirFought
from hexfront.games.leaders_in_flames.air.fight import (
    BOMBER,
    FIGHTER,
    abort,
    air_fight,
    flying,
    shoot_down,
    through,
)
from hexfront.games.leaders_in_flames.air.missions import (
    AGAINST,
    OUTWARD,
    Flown,
    Homing,
    Wave,
    open_mission,
    waves,
)
from hexfront.games.leaders_in_flames.air.planes import planes_at
from hexfront.games.leaders_in_flames.air.strike import Guns, needed, strike_dice, tactical
from hexfront.games.leaders_in_flames.kinds import DISRUPT
from hexfront.games.leaders_in_flames.leaders.asks import helps, in_use
from hexfront.games.leaders_in_flames.leaders.steps import OfLeader
from hexfront.games.leaders_in_flames.leaders.tests import came_home
from hexfront.games.leaders_in_flames.offers import unit_option
from hexfront.games.leaders_in_flames.state import State, is_down, turn_down, turn_up
from hexfront.hexes import HexSet, bits
from hexfront.kernel import Agenda, Auto, Chance, Dice, Option, Prompt, Seat, Violation
from hexfront.wargame import Retreated, SideDecides, move

GROUNDED = 5
"""What an aircraft on the ground counts in the air."""


class Slipping(OfLeader, frozen=True, tag=True):
    """Choose aircraft of his power that break off before the first round. Case ability.89."""

    rule: ClassVar[str] = "ability.89"

    def units(self, s: State) -> list[int]:
        w = s.world
        return [u for u in flying(s, self.side, FIGHTER, BOMBER) if w.nation[u] == w.nation[self.leader]]

    def name_it(self, s: State, u: int) -> Agenda:
        abort(s, u)
        return (self,) if self.units(s) else ()


class KeepFlying(OfLeader, frozen=True, tag=True):
    """Choose an aircraft that has come home within his range and stays face-up. Case ability.90."""

    rule: ClassVar[str] = "ability.90"

    def units(self, s: State) -> list[int]:
        return came_home(s, self.leader)

    def name_it(self, s: State, u: int) -> Agenda:
        turn_up(s, u)
        s.spared |= 1 << u
        return ()


# --- strafing


def strafe(s: State) -> Agenda:
    """The frames of a strafing mission on the hex at hand. The leader flies with the first one. Case ability.76."""
    for leader, _ in in_use(s, "strafe"):
        if s.strafed < 0 and s.world.side[leader] == s.flier:
            s.riders[leader] = next(iter(flying(s, s.flier, BOMBER)))
            s.strafed = s.over
    return (*waves(s), *air_fight(s), Guns(), Strafing(), Homing())


def strafe_targets(s: State, u: int) -> HexSet:
    """The hexes with enemy aircraft that a fighter can strafe: the first flies from the leader's hex, and he with it; the others go
    to hexes within his range of that one. Case ability.76."""
    w, side = s.world, s.world.side[u]
    for leader, _ in in_use(s, "strafe"):
        if w.side[leader] != side or not helps(s, leader, u):
            continue
        some = sum(1 << h for h in bits(s.held[1 - side]) if planes_at(s, h))
        if s.strafed >= 0:
            return some & w.range_of(leader, s.strafed)
        return some if s.where[u] == s.where[leader] and not is_down(s, leader) else 0
    return 0


class Strafing(Auto, frozen=True, tag=True):
    """Fighters that are through attack one after another, each an aircraft on the ground, each aircraft once. Case ability.76."""

    struck: tuple[int, ...] = ()

    def run(self, s: State) -> Agenda:
        fighters = [u for u in through(s, s.flier) if u not in self.struck]
        if not fighters or not self.targets(s):
            return ()
        return (StrafeTarget(s.flier, fighters[0], self.struck),)

    def targets(self, s: State) -> list[int]:
        """Aircraft on the ground that were not attacked yet."""
        w = s.world
        return [
            u for u in planes_at(s, s.over) if w.side[u] != s.flier and u not in (*self.struck, *s.patrol)
        ]


class StrafeTarget(SideDecides, frozen=True, tag=True):
    """Choose the aircraft on the ground that a fighter attacks. Case ability.76."""

    rule: ClassVar[str] = "ability.76"
    takes = (Take,)
    fighter: int
    struck: tuple[int, ...]

    def candidates(self, s: State, seat: Seat) -> list[Take]:
        return [Take(u) for u in Strafing(self.struck).targets(s)]

    def violation(self, s: State, seat: Seat, action: Take) -> Violation | None:
        if action.unit not in Strafing(self.struck).targets(s):
            return Violation("ability.76", "Choose an aircraft on the ground that has not been attacked yet.")
        return None

    def apply(self, s: State, seat: Seat, action: Take) -> Agenda:
        after = Strafing((*self.struck, self.fighter, action.unit))
        return (StrafeRound(self.fighter, action.unit), after)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"{s.world.name(self.fighter)} strafes: choose an aircraft on the ground.", self.rule)

    def option(self, s: State, seat: Seat, action: Take) -> Option:
        return unit_option(s, action.unit, "{}", "target")


class StrafeRound(Chance, frozen=True, tag=True):
    """A round of a fighter against an aircraft on the ground, which counts 5; both can be lost. Case ability.76."""

    fighter: int
    target: int

    def outcomes(self, s: State) -> Dice:
        return Dice(2, 10)

    def apply(self, s: State, dice: tuple[int, ...]) -> Agenda:
        edge = s.world.plane(self.fighter).air - GROUNDED
        result = s.world.tables.air_result(sum(dice) + edge)
        s.emit(AirFought(s.over, s.flier, self.fighter, self.target, dice, edge, result))
        if result == "DX":
            s.wing[self.target] = FIGHTER
            return shoot_down(s, self.target)
        if result == "DA" and not s.spared >> self.target & 1:
            turn_down(s, self.target)
        if result == "AX":
            return shoot_down(s, self.fighter)
        if result == "AA":
            abort(s, self.fighter)
        return ()

    def title(self, s: State) -> str:
        return f"Strafing at {s.world.title(s.over)}"


# --- advance disruption


class Disruption(Auto, frozen=True, tag=True):
    """Aircraft of the leader's hex fly to the attacked hex, he with one of them; the enemy intercepts, then they strike whoever
    would advance. Case ability.80."""

    leader: int

    def run(self, s: State) -> Agenda:
        side = s.world.side[self.leader]
        open_mission(s, side, DISRUPT, s.target)
        return (
            Wave(side, OUTWARD), Aboard(self.leader), Wave(1 - side, AGAINST), Flown(), *air_fight(s), Guns(), Disrupt(), Homing(),
        )  # fmt: skip


class Aboard(Auto, frozen=True, tag=True):
    """The leader goes with the first bomber; without one nobody flies. Case ability.80."""

    leader: int

    def run(self, s: State) -> Agenda:
        bombers = flying(s, s.flier, BOMBER)
        if bombers:
            s.riders.setdefault(self.leader, bombers[0])
        return ()


class Disrupt(Auto, frozen=True, tag=True):
    """The bombers that are through strike the units that would advance. Case ability.80."""

    def run(self, s: State) -> Agenda:
        number = needed(s, s.over, tactical(s, s.flier) // 2)
        units = tuple(u for u in s.stack.get(s.over, ()) if u in s.strides)
        return (DisruptRoll(units, number),) if number > 0 and units else ()


class DisruptRoll(Chance, frozen=True, tag=True):
    """A die for each: a unit that is struck is turned face-down and goes back to where it attacked from. Cases ability.80, 3.3d."""

    units: tuple[int, ...]
    needed: int

    def outcomes(self, s: State) -> Dice:
        return Dice(len(self.units), 10)

    def apply(self, s: State, dice: tuple[int, ...]) -> Agenda:
        for u in strike_dice(s, self.units, dice, self.needed):
            if s.where[u] >= 0:
                back = s.origins.get(u, s.posts.get(u, s.where[u]))
                move(s, u, back)
                s.emit(Retreated((u,), (s.over, back), "ability.80"))
            s.strides.pop(u, None)
        return ()

    def title(self, s: State) -> str:
        return f"Strike at the advance into {s.world.title(s.over)}"
