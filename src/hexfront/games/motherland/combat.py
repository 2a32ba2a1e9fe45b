"""Chapter 8: choosing attacks, totals, odds, support and the roll."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.motherland import events as ev
from hexfront.games.motherland.actions import CallAir, Cancel, Commit, Done, FireGun, Join, Resolve, Target
from hexfront.games.motherland.air import air_violation, gun_violation, has_offensive_support, railroad_gun
from hexfront.games.motherland.chits import CallGenerals, DrawChits
from hexfront.games.motherland.kinds import (
    ALLY,
    ARMOR,
    AXIS,
    CHIT_UNITS,
    FORTRESS,
    FOUGHT,
    GONE,
    MOVED,
    SOVIET,
    SOVIET_INFANTRY,
    STRUCK,
    TURKISH,
    outcome_of,
)
from hexfront.games.motherland.results import ATTACKER, DEFENDER, AfterResult, Annihilate, Losses, Suffer
from hexfront.games.motherland.state import (
    State,
    attack_factor,
    defense_factor,
    flag,
    ignores_minor_rivers,
    is_first_winter,
    is_frozen_front,
    is_snow,
    printed,
)
from hexfront.games.motherland.world import World
from hexfront.hexes import Hex, HexSet, bits, zones
from hexfront.kernel import Agenda, Auto, Chance, Die, Option, Prompt, Seat, Violation, Working
from hexfront.wargame import DONE, Odds, OneDecides, SideDecides, SideOffers, Term, actions_at, lift

SUPPORT_BONUS = 3
GUN_BONUS = 4
AIR_SHIFT = 2


def winter_factors(s: State, u: int, attack: int, defense: int, overrun: bool) -> tuple[int, int]:
    """Axis factors in a winter Overrun: a quarter and a half in the first winter, one less later.

    Cases 18.2.3a, 18.2.3b. RULING 18.2.3-a: a set-up option extends them to combat.
    """
    if s.world.side[u] != AXIS or not is_snow(s) or not (overrun or s.world.has_winter_combat):
        return attack, defense
    if is_first_winter(s):
        return attack // 4, defense // 2
    return attack - 1, max(0, defense - 1)


def attack_of(s: State, u: int) -> int:
    return winter_factors(s, u, attack_factor(s, u), 0, bool(s.is_overrun))[0]


def defense_of(s: State, u: int) -> int:
    return winter_factors(s, u, 0, defense_factor(s, u), bool(s.is_overrun))[1]


def has_attack(s: State, u: int, overrun: bool) -> bool:
    """Whether a unit's Attack Factor is more than zero, winter included; one that has still to draw may be. Case 8.3.8."""
    if s.world.kind[u] in CHIT_UNITS and s.chit[u] < 0:
        return True
    return winter_factors(s, u, attack_factor(s, u), 0, overrun)[0] > 0


def crossing(s: State, h: Hex, target: Hex) -> str:
    """The river an attack from a hex crosses: minor, major or none. Cases 8.4.1a, 8.4.1b, 8.4.1c, 8.4.2a, 8.4.3a."""
    w = s.world
    if w.major.has(h, target) or w.kerch.has(h, target):
        return "major"
    if w.minor.has(h, target) or w.frozen.has(h, target):
        return "minor"
    return ""


def river_of(s: State) -> str:
    """The river that helps the defender: only if every attacker crosses one; mixed counts as Major.

    Cases 8.4.1a, 8.4.1d, 20.1-s1.
    """
    rivers = {crossing(s, s.where[u], s.target) for u in s.attackers}
    if "" in rivers:
        return ""
    if "major" in rivers:
        return "major"
    return "" if all(ignores_minor_rivers(s, u) for u in s.attackers) else "minor"


def defense_total(defense: int, river: str) -> int:
    """The Defense total behind a river. Cases 8.1.1b, 8.4.1a, 8.4.1b, 8.4.1c."""
    if river == "major":
        return defense * 2
    return defense + 2 if river == "minor" else defense


def assess(s: State, guessed: list[int] | None = None) -> Odds:
    """The combat of `s.attackers` against `s.defenders`, worked out; with `guessed`, the units whose chits are still to
    be drawn, also how its strengths came about.

    Odds are rounded in the defender's favour, shifts and modifiers add up, and both end with the table.
    Cases 8.1.1, 8.1.2, 8.1.4, 8.2a, 8.2b, 8.2.1a, 8.2.1b, 8.4, 13.0a, 13.0b, 14.1c, 16.2b, 18.2-i1, 18.2.4b, 18.2.4c.
    RULING 8.2-a. RULING 8.4-a.
    """
    w = s.world
    attack = sum(attack_of(s, u) for u in s.attackers)
    river = river_of(s)
    defense = defense_total(sum(defense_of(s, u) for u in s.defenders), river)
    shifts = []
    terrain = w.shift_of(s.target, is_snow(s))
    if terrain:
        shifts.append(Term("Terrain", terrain, "8.4"))
    if s.support & 1:
        shifts.append(Term("Air Support", AIR_SHIFT, "14.1c"))
    modifiers = []
    if s.support & 2:
        modifiers.append(Term("Railroad Gun", GUN_BONUS, "16.2b"))
    if w.side[s.attackers[0]] == SOVIET:
        if has_offensive_support(s, s.target):
            modifiers.append(Term("Offensive Support", SUPPORT_BONUS, "13.0c"))
        if is_snow(s):
            first = is_first_winter(s)
            modifiers.append(Term("Winter", 3 if first else 1, "18.2.4b" if first else "18.2.4c"))
    strengths = () if guessed is None else _strengths(w, attack, defense, river, guessed)  # for speed
    return Odds(w.results, attack, defense, shifts, modifiers, strengths)


def _strengths(w: World, attack: int, defense: int, river: str, guessed: list[int]) -> list[Working]:
    lines = [
        Working("Attack", str(attack), "8.1.1"),
        Working("Defense", str(defense), "8.1.1b" if river else "8.1.1"),
    ]
    if guessed:
        lines.append(Working("Chits still to draw", w.names_of(guessed), "11.1.1"))
    if river:
        rule = "8.4.1c" if river == "major" else "8.4.1b"
        lines.append(Working(f"{river.title()} River", "doubled" if river == "major" else "+2", rule))
    return lines


# --- who may attack what


def can_strike(s: State, u: int) -> bool:
    """Whether a unit can attack anything in this phase: a combat unit that has not attacked and has an attack."""
    w = s.world
    if not w.combat[u] or s.flags[u] & FOUGHT or w.kind[u] == FORTRESS:
        return False
    return has_attack(s, u, overrun=False)


def attack_violation(s: State, side: int, u: int, target: Hex) -> Violation | None:
    """Why a unit may not attack a hex, apart from who attacks with it."""
    w = s.world
    if not w.is_unit(u) or w.side[u] != side or s.where[u] < 0:
        return Violation("8.0c", "Only the phasing player's units on the map can attack.")
    h, at = s.where[u], w.label(s.where[u])
    if target not in w.near(h):
        return Violation("3.1.3a", f"{w.name(u)} is not adjacent to the target.", at)
    if w.kind[u] == FORTRESS:
        return Violation("8.3.6", "Fortress units cannot attack.", at)
    if not w.combat[u]:
        return Violation("8.3.8", f"{w.name(u)} has no Attack Factor.", at)
    if s.flags[u] & FOUGHT:
        return Violation("8.3.1b", f"{w.name(u)} has already attacked in this phase.", at)
    if not can_strike(s, u):
        return Violation("8.3.8", f"{w.name(u)} has an Attack Factor of zero.", at)
    if is_frozen_front(s, h):
        return Violation("20.1-s2", "Units in Romania and Finland cannot attack on turn 1.", at)
    return _side_violation(s, u, h, target)


def _side_violation(s: State, u: int, h: Hex, target: Hex) -> Violation | None:
    w = s.world
    at = w.label(target)
    if w.bridge.has(h, target):
        return Violation("16.7a", "No combat across the rail bridge.", at)
    if w.kerch.has(h, target):
        if w.kind[u] in ARMOR:
            return Violation("8.4.2b", "Tank and Mechanized units cannot attack across the Kerch Strait.", at)
        return None
    if w.frozen.has(h, target):
        if is_snow(s) and w.kind[u] in SOVIET_INFANTRY:
            return None
        return Violation(
            "8.4.3a", "Only Soviet infantry can attack across Frozen Access, and only on Snow turns.", at
        )
    if w.blocked.has(h, target):
        return Violation("8.3.9", "No combat across a Sea or Lake hexside.", at)
    return None


def target_violation(s: State, side: int, target: Hex) -> Violation | None:
    """Why a hex cannot be attacked now. Cases 3.1.3a, 8.3.1a, 8.3.1b."""
    w = s.world
    enemy = s.held_by(1 - side)
    if not w.is_hex(target) or not enemy >> target & 1:
        return Violation("3.1.3a", "There is no enemy unit to attack.", w.label(target))
    at = w.label(target)
    if s.struck_hexes >> target & 1:
        return Violation("8.3.1a", "This hex has already been attacked in this phase.", at)
    if all(s.flags[u] & STRUCK for u in s.stack[target]):
        return Violation("8.3.1b", "Its units have already been attacked in this phase.", at)
    for h in w.near(target):
        for u in s.stack.get(h, ()):
            if attack_violation(s, side, u, target) is None:
                return None
    return Violation("3.1.3a", "None of your units can attack it.", at)


def fellowship_violation(s: State, u: int) -> Violation | None:
    """Axis allies fight beside Germans, never beside another ally. Case 8.3.7."""
    w = s.world
    if w.kind[u] not in (ALLY, TURKISH):
        return None
    for other in s.attackers:
        if w.kind[other] in (ALLY, TURKISH) and w.nation[other] != w.nation[u]:
            return Violation("8.3.7", "Two allied nations cannot attack together.", w.label(s.where[u]))
    return None


class Attacks(SideOffers, frozen=True, tag=True):
    """The phasing player attacks hex after hex in any order, or ends the phase.

    Cases 8.0a, 8.0b, 8.1.6, 8.3.3a, 8.3.3b, 8.3.4, 8.6.5.
    """

    takes = (Target, Done)
    done = Option("End the Combat Phase", "done", rule="8.0a", ends=True)
    rule: ClassVar[str] = "8.0a"

    def choices(self, s: State) -> list[Target]:
        enemy = s.held_by(1 - self.side)
        return [Target(h) for h in bits(enemy)]

    def refusal(self, s: State, action: Target) -> Violation | None:
        return target_violation(s, self.side, action.hex)

    def legal(self, s: State, seat: Seat) -> list[Target | Done]:
        return [*actions_at(Target, targets(s, self.side)), DONE]

    def take(self, s: State, action: Target) -> Agenda:
        s.target = action.hex
        s.defenders = [u for u in s.stack[action.hex] if not s.flags[u] & STRUCK]
        return (Forming(self.side), self)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(
            "Choose an enemy hex to attack, or end the Combat Phase.",
            "8.0b",
            "In a phase each hex and each unit can be attacked once, and each of your units can attack once.",
        )

    def shown(self, s: State, action: Target) -> Option:
        w = s.world
        return Option(f"Attack {w.title(action.hex)}", "target", at=w.label(action.hex), rule="8.3.2a")


def targets(s: State, side: int) -> HexSet:
    """Every hex that can be attacked now; the same answer as `target_violation`, found with sets."""
    w, stack, flags = s.world, s.stack, s.flags
    strikers = 0
    for h in bits(s.front_of(side) & zones(w.grid, s.held_by(1 - side), None)):
        if s.turn == 1 and is_frozen_front(s, h):  # for speed: later nobody is held there
            continue
        for u in stack[h]:
            if can_strike(s, u):
                strikers |= 1 << h
                break
    enemy = s.held_by(1 - side)
    open_ = enemy & ~s.struck_hexes
    found = zones(w.grid, strikers, w.blocked) & open_
    for h in bits(w.narrows & open_ & ~found):
        if target_violation(s, side, h) is None:
            found |= 1 << h
    for h in bits(found):
        if flags[stack[h][0]] & STRUCK and all(flags[u] & STRUCK for u in stack[h]):
            found &= ~(1 << h)
    return found


class Forming(SideDecides, frozen=True, tag=True):
    """An attack is put together: units join, then it is committed.

    Cases 8.0b, 8.3.2a, 8.3.2b, 8.3.5, 8.3.6, 8.3.7.
    """

    takes = (Join, Commit, Cancel)
    rule: ClassVar[str] = "8.3.2a"

    def candidates(self, s: State, seat: Seat) -> list[Join | Commit | Cancel]:
        w = s.world
        out: list[Join | Commit | Cancel] = []
        for h in w.near(s.target):
            out += [Join(u) for u in s.stack.get(h, ()) if w.side[u] == self.side and u not in s.attackers]
        return [*out, Commit(), Cancel()]

    def violation(self, s: State, seat: Seat, action: Join | Commit | Cancel) -> Violation | None:
        if isinstance(action, Join):
            if action.unit in s.attackers:
                return Violation(
                    "8.3.5", "It is already attacking; its factor cannot be split.", s.world.label(s.target)
                )
            found = attack_violation(s, self.side, action.unit, s.target)
            return found if found is not None else fellowship_violation(s, action.unit)
        if isinstance(action, Commit) and not s.attackers:
            return Violation("8.1.1", "At least one unit has to attack.", s.world.label(s.target))
        if isinstance(action, Cancel) and s.cancelled >> s.target & 1:
            return Violation("8.0b", "You have already given up this attack once.", s.world.label(s.target))
        return None

    def apply(self, s: State, seat: Seat, action: Join | Commit | Cancel) -> Agenda:
        if isinstance(action, Join):
            s.attackers.append(action.unit)
            return (self,)
        if isinstance(action, Cancel):
            s.cancelled |= 1 << s.target
            s.attackers, s.defenders, s.target = [], [], -1
            return ()
        return begin(s)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        place = s.world.title(s.target)
        if not s.attackers:
            return Prompt(
                f"Choose units to attack {place}.", "8.3.2b", "Any of your units next to it may join."
            )
        text = f"Attack {place} with {s.world.names_of(s.attackers)}: add units, or attack."
        return Prompt(text, "8.1.1", "All defenders in the hex defend together.")

    def option(self, s: State, seat: Seat, action: Join | Commit | Cancel) -> Option:
        w = s.world
        if isinstance(action, Join):
            name = w.name(action.unit)
            a = (
                printed(s, action.unit)[0]
                if w.kind[action.unit] not in CHIT_UNITS or s.chit[action.unit] >= 0
                else 0
            )
            label = f"{name} joins" + (f" ({a})" if a else "")
            return Option(label, "join", name, w.label(s.where[action.unit]), rule="8.3.2b")
        if isinstance(action, Commit):
            return Option("Attack", "commit", at=w.label(s.target), rule="8.1.1", ends=True)
        return Option("Give up this attack", "pass", at=w.label(s.target), rule="8.0a", panel=True)


# --- the combat itself


def begin(s: State) -> Agenda:
    """Commit the attack: mark hex and units, let chits be drawn, then weigh.

    Cases 8.1.1, 8.3.1a, 8.3.1b, 8.5.1a, 16.5b.
    """
    s.struck_hexes |= 1 << s.target
    flag(s, s.attackers, FOUGHT)
    flag(s, s.defenders, STRUCK)
    open_fight(s)
    s.emit(ev.AttackDeclared(s.target, tuple(s.attackers), False))
    return (CallGenerals(), DrawChits(), Weigh(), EndCombat())


def open_fight(s: State) -> None:
    """Clear what the last combat left behind."""
    s.origins = {u: s.where[u] for u in s.attackers}
    s.hits, s.strides, s.entered = {}, {}, {}
    s.support = 0
    s.fresh = s.held_before = 0
    s.pending = []


class Weigh(Auto, frozen=True, tag=True):
    """Chits are known: units without an Attack Factor drop out, a hopeless Overrun ends, else support is declared.

    Cases 8.3.8, 7.1d, 8.1.3.
    """

    def run(self, s: State) -> Agenda:
        # RULING 8.3.8-a: a unit that draws a zero attack stays out of the combat it was meant for.
        for u in [u for u in s.attackers if attack_of(s, u) <= 0]:
            s.attackers.remove(u)
            if s.is_overrun:
                flag(s, (u,), MOVED)  # it stays behind and has finished moving
                s.group.remove(u)
        if not s.attackers:
            s.emit(ev.AttackFellThrough(s.target))
            return ()
        if s.is_overrun:
            odds = assess(s)
            if odds.attack * 3 < odds.defence:  # RULING 7.1-b: the river counts, shifts do not
                s.emit(ev.OverrunFailed(s.target, odds.attack, odds.defence))
                return (Suffer(ATTACKER, 2, 2, advances=False),)
        return (Support(), CombatRoll()) if _support_choices(s) else (CombatRoll(),)


def _support_choices(s: State) -> list[CallAir | FireGun]:
    out: list[CallAir | FireGun] = []
    if air_violation(s) is None:
        out.append(CallAir())
    if gun_violation(s) is None:
        out.append(FireGun())
    return out


class Support(OneDecides, frozen=True, tag=True):
    """The Axis player declares Air Support or the Railroad Gun before the roll. Cases 7.1f, 8.1.3, 14.1a, 14.1e, 16.2b, 16.2c."""

    by = AXIS
    takes = (CallAir, FireGun, Resolve)
    rule: ClassVar[str] = "8.1.3"

    def candidates(self, s: State, seat: Seat) -> list[CallAir | FireGun | Resolve]:
        return [CallAir(), FireGun(), Resolve()]

    def violation(self, s: State, seat: Seat, action: CallAir | FireGun | Resolve) -> Violation | None:
        if isinstance(action, CallAir):
            return air_violation(s)
        return gun_violation(s) if isinstance(action, FireGun) else None

    def apply(self, s: State, seat: Seat, action: CallAir | FireGun | Resolve) -> Agenda:
        if isinstance(action, Resolve):
            return ()
        if isinstance(action, CallAir):
            s.support |= 1
            s.air_used += 1
            s.emit(ev.SupportGiven("An Air unit", s.target, "14.1c"))
        else:
            s.support |= 2
            s.emit(ev.SupportGiven("The Railroad Gun", s.target, "16.2b"))
        return (self,) if _support_choices(s) else ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        odds = assess(s)
        text = f"{odds.attack} to {odds.defence} on {s.world.title(s.target)}: column {odds.header}. "
        return Prompt(
            text + "Call support, or roll.", "8.1.3", "Air shifts two columns; the gun adds 4 to the roll."
        )

    def option(self, s: State, seat: Seat, action: CallAir | FireGun | Resolve) -> Option:
        if isinstance(action, CallAir):
            return Option("Air Support: two columns right", "choose", rule="14.1c")
        if isinstance(action, FireGun):
            return Option("Railroad Gun: +4 on the roll, used once", "choose", rule="16.2b")
        return Option("Roll", "commit", rule="8.1.5a", ends=True)


class CombatRoll(Chance, frozen=True, tag=True):
    """The attacker rolls one die and reads the Combat Results Table. Cases 8.1.5a, 8.2.1a, 8.5a."""

    def outcomes(self, s: State) -> Die:
        return Die(6)

    def apply(self, s: State, outcome: int) -> Agenda:
        odds = assess(s)
        reading = odds.read(outcome)
        row, result, column = reading.row, reading.result, odds.header
        units = tuple(s.attackers), tuple(s.defenders)
        s.emit(ev.CombatResolved(s.target, odds.attack, odds.defence, column, outcome, row, result, *units))
        return frames_of(result)

    def title(self, s: State) -> str:
        odds = assess(s)
        plus = f" {odds.bonus:+d}" if odds.bonus else ""
        return f"Combat at {s.world.title(s.target)}: {odds.header}{plus}"


def frames_of(code: str) -> Agenda:
    """What a result asks for, the attacker first. Cases 8.1.5b, 8.5a, 8.5c, 8.5e, 8.7.1a."""
    result = outcome_of(code)
    mutual = result.attacker.steps or result.defender.steps
    out: Agenda = ()
    for who, toll in ((ATTACKER, result.attacker), (DEFENDER, result.defender)):
        if toll.everything:
            out += (Annihilate(who), AfterResult(who, 2))
        elif toll.either:
            out += (Suffer(who, toll.either, toll.either),)
        elif mutual:
            out += (Losses(who, toll.steps), AfterResult(who, 0))
    return out


class EndCombat(Auto, frozen=True, tag=True):
    """A combat is over; a Railroad Gun that fired leaves the game. Cases 16.2c, 16.2.2b."""

    def run(self, s: State) -> Agenda:
        if s.support & 2:
            gun = railroad_gun(s)
            s.emit(ev.Boxed(gun, "out of the game", "16.2.2b"))
            lift(s, gun, GONE)
        s.attackers, s.defenders, s.origins = [], [], {}
        s.target, s.support = -1, 0
        return ()
