"""Chapter 12: attacks after movement, and the fighting part of a Mobile Assault."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from hexfront.games.turns_east.actions import Commit, EndCombat, Join, Support, Target
from hexfront.games.turns_east.commands import may_attack, order_of
from hexfront.games.turns_east.data import AXIS, HOLD
from hexfront.games.turns_east.events import AttackDeclared, CombatResolved, SupportAdded
from hexfront.games.turns_east.losses import Losses, lose_unit
from hexfront.games.turns_east.retreat import AdvanceRound, RetreatStack
from hexfront.games.turns_east.special import has_support, support_violation, use_support
from hexfront.games.turns_east.state import EastState, units_at
from hexfront.games.turns_east.strength import defenders, is_mobile_defense, marker_of, odds, surrounded
from hexfront.games.turns_east.supply import SupplyNet
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import (
    Action,
    Agenda,
    Auto,
    Chance,
    Die,
    Distribution,
    Option,
    Prompt,
    Seat,
    Violation,
)
from hexfront.wargame import Odds, SideDecides


def attacker_violation(s: EastState, u: int, side: int, command: int) -> Violation | None:
    """Why a unit may not attack in this Combat Round. Cases 7.2.1c, 7.2.2c, 12.1, 12.1.2, 12.1.3, 12.1.10, 13.5.3,
    13.1.2b."""
    w = s.world
    if not 0 <= u < len(w.units) or s.where[u] < 0 or w.side[u] != side:
        return Violation("12.1.2", "That is not one of your units on the map.")
    if w.leaders >> u & 1:
        return Violation("13.4.1", "A leader has no combat factor.", w.label(s.where[u]))
    if w.bracketed >> u & 1:
        rule = "13.3.3a" if w.garrisons >> u & 1 else "13.6.4" if w.partisan >> u & 1 else "12.1.10"
        return Violation(rule, f"{w.name(u)} can only defend.", w.label(s.where[u]))
    if not s.active >> u & 1:
        return Violation("12.1.2", f"{w.name(u)} is not active.", w.label(s.where[u]))
    order = order_of(s, u, command)
    if not may_attack(order):
        rule = "7.2.1c" if order == HOLD else "7.2.2c"
        return Violation(rule, f"The orders of {w.name(u)} forbid attacks.", w.label(s.where[u]))
    if s.fought >> u & 1:
        return Violation("12.1.3", f"{w.name(u)} has already attacked.", w.label(s.where[u]))
    if s.turn == 1 and w.romania >> s.where[u] & 1:
        return Violation("13.1.2b", "On turn 1 units cannot attack out of Romania.", w.label(s.where[u]))
    if u == w.kluge and w.weather(s.turn) == "Snow":
        net = SupplyNet(s, AXIS)
        if net.shortage(u) and net.has_loc(u):
            words = "In Snow the 4th Army can attack only in supply, or when it is cut off."
            return Violation("13.5.3", words, w.label(s.where[u]))
    return None


def target_violation(s: EastState, side: int, target: Hex) -> Violation | None:
    """Why a hex may not be attacked by anyone of a side now; Soviets may attack out of the Off Map Zone.
    Cases 5.3.2, 5.3.3, 12.1.1, 12.1.4, 13.1.1b, 13.1.2c."""
    w = s.world
    if not w.is_hex(target):
        return Violation("12.1.1", "There is no such hex.")
    label = w.label(target)
    if not s.held[1 - side] >> target & 1:
        return Violation("12.1.1", "No enemy defends there.", label)
    if s.struck >> target & 1:
        return Violation("12.1.4", "That hex has already been attacked in this round.", label)
    if side == AXIS:
        if w.off_map >> target & 1:
            return Violation("5.3.2", "Axis units cannot attack into the Soviet Off Map Zone.", label)
    elif w.hungary >> target & 1:
        return Violation("13.1.1b", "Soviet units cannot attack into Hungary.", label)
    elif w.romania >> target & 1:
        return Violation("13.1.2c", "Soviet units cannot attack into Romania.", label)
    return None


def ready(s: EastState, side: int, command: int) -> list[int]:
    """The units that may still attack in this Combat Round."""
    able = s.active & s.world.stackers & ~s.fought
    return [u for u in bits(able) if attacker_violation(s, u, side, command) is None]


def targets(s: EastState, side: int, command: int) -> HexSet:
    """The hexes that at least one unit may still attack in this Combat Round."""
    w = s.world
    open_ = s.held[1 - side] & ~s.struck
    open_ &= ~w.off_map if side == AXIS else ~(w.hungary | w.romania)
    found = 0
    for u in bits(s.active & w.stackers & ~s.fought):
        near = w.adjacent.get(s.where[u], 0) & open_ & ~found
        if (
            near and attacker_violation(s, u, side, command) is None
        ):  # for speed: whoever adds nothing is not asked
            found |= near
    return found


class CombatRound(Auto, frozen=True, tag=True):
    """After all movement, attack after attack while anyone can attack. Cases 7.2.3b, 12.1, 12.1.8, 12.1.9, 12.2.5."""

    side: int
    command: int

    def run(self, s: EastState) -> Agenda:
        if targets(s, self.side, self.command):
            return (ChooseTarget(self.side, self.command),)
        return ()


class ChooseTarget(SideDecides, frozen=True, tag=True):
    """Which hex to attack next. Cases 12.1.1, 12.1.9."""

    rule: ClassVar[str] = "12.1.9"
    takes: ClassVar[tuple[type[Action], ...]] = (Target, EndCombat)
    command: int

    def candidates(self, s: EastState, seat: Seat) -> Iterable[Action]:
        yield from (Target(i) for i in bits(s.held[1 - self.side]))
        yield EndCombat()

    def legal(self, s: EastState, seat: Seat) -> list[Any]:
        out: list[Any] = [Target(i) for i in bits(targets(s, self.side, self.command))]
        out.append(EndCombat())
        return out

    def violation(self, s: EastState, seat: Seat, action: Any) -> Violation | None:
        if type(action) is EndCombat:
            return None
        barred = target_violation(s, self.side, action.hex)
        if barred is not None:
            return barred
        refused: Violation | None = None
        for i in bits(s.world.adjacent[action.hex] & s.held[self.side]):
            for u in bits(units_at(s, i)):
                refused = attacker_violation(s, u, self.side, self.command)
                if refused is None:
                    return None
        return refused or Violation("12.1.1", "No unit of yours is adjacent.", s.world.label(action.hex))

    def apply(self, s: EastState, seat: Seat, action: Any) -> Agenda:
        if type(action) is EndCombat:
            return ()
        return (
            Assembly(self.side, self.command, action.hex, ()),
            CombatRound(self.side, self.command),
        )

    def prompt(self, s: EastState, seat: Seat) -> Prompt:
        name = s.world.command_names[self.side][self.command]
        return Prompt(
            f"{name}: choose a hex to attack, or end combat.",
            "12.1.9",
            "Each unit attacks once and each hex is attacked once; resolve them in any order.",
        )

    def option(self, s: EastState, seat: Seat, action: Any) -> Option:
        if type(action) is EndCombat:
            return Option("No more attacks", "done", rule="12.1.8", ends=True)
        w = s.world
        return Option(f"Attack {w.title(action.hex)}", "target", at=w.label(action.hex), rule="12.1.1")


class Assembly(SideDecides, frozen=True, tag=True):
    """An attack being put together. Cases 12.1.2, 12.1.6, 12.1.7, 13.8.3, 13.9; a Mobile Assault has its stack.
    Cases 8.1.9, 13.8.4."""

    rule: ClassVar[str] = "12.1.2"
    takes: ClassVar[tuple[type[Action], ...]] = (Join, Support, Commit)
    command: int
    target: int
    attackers: tuple[int, ...]
    support: bool = False
    mobile: bool = False

    def candidates(self, s: EastState, seat: Seat) -> Iterable[Action]:
        yield from (Join(u) for u in bits(s.world.masks[self.side]))
        yield Support()
        yield Commit()

    def legal(self, s: EastState, seat: Seat) -> list[Any]:
        out: list[Any] = []
        if not self.mobile:
            near, where, taken = s.world.adjacent[self.target], s.where, self.attackers
            for u in bits(s.active & s.world.stackers & ~s.fought):
                if (
                    where[u] >= 0
                    and near >> where[u] & 1
                    and u not in taken
                    and attacker_violation(s, u, self.side, self.command) is None
                ):
                    out.append(Join(u))
        if self.attackers and has_support(s, self.side, self.command, self.target):
            out.append(Support())
        if self.attackers:
            out.append(Commit())
        return out

    def violation(self, s: EastState, seat: Seat, action: Any) -> Violation | None:
        w = s.world
        label = w.label(self.target)
        if type(action) is Join:
            u = action.unit
            if self.mobile:
                return Violation("12.4.9a", "Only the moving stack can make the Mobile Assault.", label)
            refused = attacker_violation(s, u, self.side, self.command)
            if refused is not None:
                return refused
            if u in self.attackers:
                return Violation(
                    "12.1.7", f"{s.world.name(u)} is already attacking; its factor counts once.", label
                )
            if not w.adjacent[self.target] >> s.where[u] & 1:
                return Violation("12.1.1", f"{s.world.name(u)} is not adjacent.", label)
            return None
        if not self.attackers:
            return Violation("2.2.2b", "At least one unit must attack; markers cannot attack alone.", label)
        if type(action) is Support:
            if self.support:
                rule = "13.8.4" if self.side == AXIS else "13.9"
                return Violation(rule, "At most one marker can support a combat.", label)
            return support_violation(s, self.side, self.command, self.target)
        return None

    def apply(self, s: EastState, seat: Seat, action: Any) -> Agenda:
        if type(action) is Join:
            attackers = (*self.attackers, action.unit)
            return (Assembly(self.side, self.command, self.target, attackers, self.support, self.mobile),)
        if type(action) is Support:
            use_support(s, self.side, self.command, self.target)
            s.emit(SupportAdded(self.side, self.target))
            return (Assembly(self.side, self.command, self.target, self.attackers, True, self.mobile),)
        return commit(s, self)

    def prompt(self, s: EastState, seat: Seat) -> Prompt:
        place = s.world.title(self.target)
        if self.mobile:
            return Prompt(f"Mobile Assault on {place}: add the Luftwaffe, or go ahead.", "13.8.3")
        if not self.attackers:
            return Prompt(f"Attack on {place}: choose the first attacking unit.", "12.1.2")
        return Prompt(f"Attack on {place}: add units or support, or carry it out.", "12.1.2")

    def option(self, s: EastState, seat: Seat, action: Any) -> Option:
        w = s.world
        label = w.label(self.target)
        if type(action) is Join:
            u = action.unit
            return Option(f"Add {s.world.name(u)}", "join", w.units[u].id, w.label(s.where[u]), rule="12.1.2")
        if type(action) is Support:
            name, rule = ("Luftwaffe", "13.8.3") if self.side == AXIS else ("T-34", "13.9")
            note = f"Adds {marker_of(s.world, self.side)[1]} to the attack."
            return Option(f"Add the {name} marker", "choose", at=label, rule=rule, note=note, panel=True)
        return Option("Attack!", "commit", at=label, rule="12.2.2", ends=True)


def commit(s: EastState, attack: Assembly) -> Agenda:
    """The attack is on: note who and what it uses up, let the defender add support, then resolve it. The paths
    of earlier retreats are forgotten. Cases 12.4.3, 12.4-i1, 12.4.4, 12.1.4, 12.3.7, 13.8.3, 13.9."""
    s.emit(AttackDeclared(attack.side, attack.target, attack.attackers, attack.mobile))
    for u in attack.attackers:
        if attack.mobile:
            s.assaulted |= 1 << u  # it can still make a regular attack
        else:
            s.fought |= 1 << u
    if not attack.mobile:
        s.struck |= 1 << attack.target
    s.trail = 0
    fight = Fight(attack.side, attack.target, attack.attackers, attack.mobile, attack.support, False)
    enemy = 1 - attack.side
    if has_support(s, enemy, s.world.area_of[attack.target], attack.target):
        return (DefenderSupport(enemy, fight.target, fight.attackers, fight.mobile, fight.support),)
    return (fight,)


def begin_assault(s: EastState, units: tuple[int, ...], target: Hex, command: int) -> Agenda:
    """The fighting part of a Mobile Assault."""
    attack = Assembly(AXIS, command, target, units, mobile=True)
    return (attack,) if has_support(s, AXIS, command, target) else commit(s, attack)


class DefenderSupport(SideDecides, frozen=True, tag=True):
    """Whether the defender adds its support marker. Cases 13.8.3, 13.9. RULING 12.2-a: after the attacker."""

    rule: ClassVar[str] = "13.8.3"
    takes: ClassVar[tuple[type[Action], ...]] = (Support, Commit)
    target: int
    attackers: tuple[int, ...]
    mobile: bool
    support: bool

    def candidates(self, s: EastState, seat: Seat) -> Iterable[Action]:
        return (Support(), Commit())

    def violation(self, s: EastState, seat: Seat, action: Any) -> Violation | None:
        return None  # the question comes up only while there is a marker

    def apply(self, s: EastState, seat: Seat, action: Any) -> Agenda:
        helped = type(action) is Support
        if helped:
            use_support(s, self.side, s.world.area_of[self.target], self.target)
            s.emit(SupportAdded(self.side, self.target))
        return (Fight(1 - self.side, self.target, self.attackers, self.mobile, self.support, helped),)

    def prompt(self, s: EastState, seat: Seat) -> Prompt:
        name = "Luftwaffe" if self.side == AXIS else "T-34"
        rule = "13.8.3" if self.side == AXIS else "13.9"
        text = f"{s.world.title(self.target)} is attacked: add the {name} marker to the defence?"
        return Prompt(text, rule, again=True)

    def option(self, s: EastState, seat: Seat, action: Any) -> Option:
        label = s.world.label(self.target)
        if type(action) is Commit:
            return Option("Defend without it", "pass", at=label, ends=True)
        name, rule = ("Luftwaffe", "13.8.3") if self.side == AXIS else ("T-34", "13.9")
        note = f"Adds {marker_of(s.world, self.side)[1]} to the defence."
        return Option(f"Add the {name} marker", "choose", at=label, rule=rule, note=note, panel=True)


class Fight(Auto, frozen=True, tag=True):
    """Work out the odds at this instant, then roll. Cases 12.2.1, 12.2.1b, 12.2.2."""

    side: int
    target: int
    attackers: tuple[int, ...]
    mobile: bool
    support: bool
    defended: bool

    def run(self, s: EastState) -> Agenda:
        o = odds(s, self.side, self.attackers, self.target, self.mobile, self.support, self.defended)
        if result := o.certain:
            s.emit(CombatResolved(self.target, o.attack, o.defence, o.column, 0, 0, result, *self.units(s)))
            return carry_out(s, self, result, self.cut(s))
        return (AttackRoll(self),)

    def cut(self, s: EastState) -> int:
        """The units in this combat that are surrounded."""
        return surrounded(s, (*self.attackers, *defenders(s, self.target)))

    def units(self, s: EastState) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Who attacks and who defends, for the record."""
        return self.attackers, tuple(bits(units_at(s, self.target)))


class AttackRoll(Chance, frozen=True, tag=True):
    """The attacker's die on the Combat Results Table. Case 12.2.2."""

    fight: Fight

    def odds(self, s: EastState) -> Odds:
        f = self.fight
        return odds(s, f.side, f.attackers, f.target, f.mobile, f.support, f.defended)

    def outcomes(self, s: EastState) -> Distribution:
        return Die()

    def apply(self, s: EastState, outcome: Any) -> Agenda:
        o, fight = self.odds(s), self.fight
        result = o.read(outcome).result
        s.emit(
            CombatResolved(
                fight.target,
                o.attack,
                o.defence,
                o.column,
                outcome,
                outcome + o.bonus,
                result,
                *fight.units(s),
            )
        )
        return carry_out(s, fight, result, fight.cut(s))

    def title(self, s: EastState) -> str:
        o = self.odds(s)
        return f"Attack on {s.world.title(self.fight.target)}: {o.attack} to {o.defence}, column {o.header}"


def carry_out(s: EastState, fight: Fight, result: str, cut: int) -> Agenda:
    """The results: A1, EX, DR, DE; then advances, except after a Mobile Assault.
    Cases 12.2.3a, 12.2.4, 12.3.1, 7.2.4c, 13.3.6, 13.8.6, 12.4.6. RULING 12.2-d. RULING 13.3-a."""
    w = s.world
    attackers = tuple(u for u in fight.attackers if not w.leaders >> u & 1)
    defending = defenders(s, fight.target)
    after: Agenda = () if fight.mobile else (AdvanceRound(fight.side, fight.target, attackers),)
    if result == "A1":
        return (Losses(fight.side, attackers, "12.2.3a", cut),)
    if result == "EX":
        return (
            Losses(fight.side, attackers, "12.2.3a", cut),
            Losses(1 - fight.side, defending, "12.2.3a", cut),
            *after,
        )
    falling_back = tuple(u for u in defending if not w.garrisons >> u & 1)
    frames: list[Any] = []
    if result == "DE":
        doomed = [u for u in bits(units_at(s, fight.target) & w.combat_units) if not is_mobile_defense(s, u)]
        falling_back = tuple(u for u in falling_back if u not in doomed)
        for u in doomed:
            frames.extend(lose_unit(s, u, "12.2.2", bool(cut >> u & 1)))
    if falling_back:
        leaders = tuple(bits(units_at(s, fight.target) & w.leaders))
        frames.append(RetreatStack((*falling_back, *leaders), (fight.target,), cut))
    return (*frames, *after)
