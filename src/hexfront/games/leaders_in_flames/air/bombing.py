"""Strategic bombing of factories by day and night, and carpet bombing of units by heavy bombers."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Hour, Take
from hexfront.games.leaders_in_flames.air.events import CarpetRolled, FactoriesBombed
from hexfront.games.leaders_in_flames.air.fight import air_fight, through
from hexfront.games.leaders_in_flames.air.missions import Homing, waves
from hexfront.games.leaders_in_flames.air.planes import halves
from hexfront.games.leaders_in_flames.air.strike import Guns
from hexfront.games.leaders_in_flames.events import Recalled
from hexfront.games.leaders_in_flames.kinds import CARPET
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.leaders.asks import in_use
from hexfront.games.leaders_in_flames.leaders.steps import after_loss
from hexfront.games.leaders_in_flames.offers import unit_option
from hexfront.games.leaders_in_flames.state import State, destroy, is_down, owner, recall, turn_down
from hexfront.hexes import Hex, HexSet
from hexfront.kernel import Agenda, Auto, Chance, Dice, Option, Prompt, Seat, Violation
from hexfront.wargame import Eliminated, SideDecides

FACTORS_A_DIE = 4
FLIPS, KILLS = 9, 10


def works_at(s: State, h: Hex) -> int:
    """The factories in a hex that still make something this turn: those of its owner, less what was bombed."""
    power = owner(s, h)
    return s.world.factories.get(power, {}).get(h, 0) - s.bombed.get(h, 0)


def raid_targets(s: State, u: int) -> HexSet:
    """The hexes of an aircraft's enemies with factories that work. Case base.raid."""
    w = s.world
    return sum(
        1 << h
        for power, places in w.factories.items()
        if s.wars[w.party[u]] >> power & 1
        for h in places
        if w.area >> h & 1 and owner(s, h) == power and works_at(s, h) > 0
    )


def raid(s: State) -> Agenda:
    """The frames of a raid or a carpet bombing on the hex at hand. Cases base.raid, base.carpet."""
    flown = (*waves(s), *air_fight(s), Guns())
    if s.mission == CARPET:
        return (*flown, Carpet(), Homing())
    return (Daytime(s.flier), *flown, Asking((s.flier,), "raid"), Raid(), Homing())


class Daytime(SideDecides, frozen=True, tag=True):
    """Say whether the raid is flown by day or by night. Case base.raid."""

    rule: ClassVar[str] = "base.raid"
    takes = (Hour,)

    def candidates(self, s: State, seat: Seat) -> list[Hour]:
        return [Hour(False), Hour(True)]

    def violation(self, s: State, seat: Seat, action: Hour) -> Violation | None:
        return None

    def apply(self, s: State, seat: Seat, action: Hour) -> Agenda:
        s.night = int(action.night)
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"Raid on {s.world.title(s.over)}: by day or by night?", self.rule)

    def option(self, s: State, seat: Seat, action: Hour) -> Option:
        note = "half the factors, interceptors at -3" if action.night else "full factors"
        return Option("By night" if action.night else "By day", "choose", rule=self.rule, note=note)


def strategic(s: State) -> int:
    """The factors of the raid at hand that got through; half of them at night. Cases base.raid, base.sky."""
    w = s.world
    total = sum(halves(s, u, w.plane(u).strategic, s.over) for u in through(s, s.flier))
    return total // (4 if s.night else 2)


class Raid(Auto, frozen=True, tag=True):
    """The bombers that are through bomb the factories; a leader lets the better of two dice count.

    Cases base.raid, ability.86, ability.87."""

    def run(self, s: State) -> Agenda:
        factors = strategic(s)
        if not factors:
            return ()
        better = any(s.world.side[leader] == s.flier for leader, _ in in_use(s, "raid.better"))
        return (RaidRoll(factors, 2 if better else 1),)


class RaidRoll(Chance, frozen=True, tag=True):
    """The roll for production points lost, at most one for each factory that works there. Case base.raid."""

    factors: int
    dice: int

    def outcomes(self, s: State) -> Dice:
        return Dice(self.dice, 10)

    def apply(self, s: State, dice: tuple[int, ...]) -> Agenda:
        points = min(works_at(s, s.over), s.world.tables.raid_points(self.factors, max(dice)))
        if points:
            s.bombed[s.over] = s.bombed.get(s.over, 0) + points
        s.emit(FactoriesBombed(s.over, dice, points))
        return ()

    def title(self, s: State) -> str:
        return f"Raid on {s.world.title(s.over)}"


# --- carpet bombing


class Carpet(Auto, frozen=True, tag=True):
    """Heavy bombers that are through roll a die for each four factors. Case base.carpet."""

    def run(self, s: State) -> Agenda:
        number = strategic(s) // FACTORS_A_DIE
        return (CarpetRoll(number),) if number and hurt(s, False) else ()


class CarpetRoll(Chance, frozen=True, tag=True):
    """10 destroys a unit or recalls a leader, 9 turns a unit face-down; the owner names it. Cases base.carpet, 3.3e."""

    dice: int

    def outcomes(self, s: State) -> Dice:
        return Dice(self.dice, 10)

    def apply(self, s: State, dice: tuple[int, ...]) -> Agenda:
        s.emit(CarpetRolled(s.over, dice))
        return tuple(CarpetHit(1 - s.flier, die >= KILLS) for die in dice if die >= FLIPS)

    def title(self, s: State) -> str:
        return f"Carpet bombing of {s.world.title(s.over)}"


def hurt(s: State, flips: bool) -> list[int]:
    """What carpet bombing can hit: every unit in the hex but ships, and leaders; when it only turns units face-down, those that are
    face-up. RULING carpet-choice."""
    w, side = s.world, 1 - s.flier
    here = [
        u for u in s.stack.get(s.over, ()) if w.side[u] == side and u not in s.patrol and not w.is_ship(u)
    ]
    return [u for u in here if not flips or not (is_down(s, u) or s.spared >> u & 1)]


class CarpetHit(Auto, frozen=True, tag=True):
    """Ask for the unit that is hit, if anybody is left. Case base.carpet."""

    side: int
    kills: bool

    def run(self, s: State) -> Agenda:
        return (CarpetLoss(self.side, self.kills),) if hurt(s, not self.kills) else ()


class CarpetLoss(SideDecides, frozen=True, tag=True):
    """Name the unit or leader that the bombs hit: a leader can be named, and is recalled. Cases base.carpet, 3.1d, 3.3e.

    RULING carpet-choice."""

    rule: ClassVar[str] = "base.carpet"
    takes = (Take,)
    kills: bool

    def candidates(self, s: State, seat: Seat) -> list[Take]:
        return [Take(u) for u in hurt(s, not self.kills)]

    def violation(self, s: State, seat: Seat, action: Take) -> Violation | None:
        if action.unit not in hurt(s, not self.kills):
            return Violation("base.carpet", "Only a unit or leader in the bombed hex can be named.")
        return None

    def apply(self, s: State, seat: Seat, action: Take) -> Agenda:
        u = action.unit
        if not self.kills:
            turn_down(s, u)
        elif s.world.is_leader(u):
            s.emit(Recalled(u, "3.3e"))
            recall(s, u)
        else:
            s.emit(Eliminated(u, s.over, self.rule))
            raised = after_loss(s, u, s.over)
            destroy(s, u)
            return raised
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        what = "is destroyed; a leader is recalled" if self.kills else "is turned face-down"
        return Prompt(f"Carpet bombing: name the unit that {what}.", self.rule)

    def option(self, s: State, seat: Seat, action: Take) -> Option:
        return unit_option(s, action.unit, "{}", "loss")
