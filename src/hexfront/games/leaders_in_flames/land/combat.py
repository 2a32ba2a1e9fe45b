"""The land combat step: attacks are declared, then fought one by one up to the roll."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import (
    Attack,
    Call,
    Cancel,
    Commit,
    Done,
    Join,
    Support,
)
from hexfront.games.leaders_in_flames.chairs import seat_violation, sit_units
from hexfront.games.leaders_in_flames.events import AttackDeclared, TableCalled
from hexfront.games.leaders_in_flames.kinds import ART, ASSAULT, ATTACKS, TABLES
from hexfront.games.leaders_in_flames.land.landings import is_free, is_notional, landing_at, lose_strays
from hexfront.games.leaders_in_flames.land.odds import caller, face, land_dice, least_odds, odds
from hexfront.games.leaders_in_flames.land.supply import is_supplied, may_act
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.leaders.asks import in_use
from hexfront.games.leaders_in_flames.limits import limit_violation, use
from hexfront.games.leaders_in_flames.offers import unit_option
from hexfront.games.leaders_in_flames.politics.parties import are_foes, together
from hexfront.games.leaders_in_flames.sea.gunfire import batteries, gun_violation
from hexfront.games.leaders_in_flames.state import State, is_down, troops_at, turn_down
from hexfront.hexes import Hex, bits, union
from hexfront.kernel import Action, Agenda, Auto, Chance, Dice, Die, Option, Prompt, Seat, Violation
from hexfront.wargame import Noted, SideDecides

COMMIT, CANCEL, DONE = Commit(), Cancel(), Done()


def is_target(s: State, side: int, h: Hex) -> bool:
    """Whether enemy land units stand in a hex; leaders alone are overrun, not attacked."""
    return h >= 0 and bool(s.troops[1 - side] >> h & 1)


def attacker_violation(s: State, side: int, u: int, h: Hex) -> Violation | None:
    """Why a unit may not attack a hex. Cases base.declare, base.supply, base.action, 2b, ability.49, 1c."""
    w = s.world
    if u in s.descent and w.side[u] == side:
        return lander_violation(s, u, h)
    if not w.is_land(u) or w.side[u] != side or s.where[u] < 0:
        return Violation("base.declare", "Only a unit or leader of your own on the map can attack.")
    if (refused := seat_violation(s, u)) is not None:
        return refused
    at = w.label(s.where[u])
    if any(not are_foes(s, u, v) for v in troops_at(s, h)):
        return Violation("base.neutral", f"{w.name(u)} is not at war with the units there.", at)
    if h not in w.near(s.where[u]) or w.barred.has(s.where[u], h):
        return Violation("base.declare", f"{w.name(u)} is not next to it.", at)
    if is_down(s, u):
        return Violation("base.declare", f"{w.name(u)} is face-down.", at)
    if u in s.plans or s.fought >> u & 1:
        return Violation("base.declare", f"{w.name(u)} is already attacking.", at)
    if w.kind[u] == ART:
        return Violation("base.artillery", "Artillery can only support an attack, not make one.", at)
    if w.is_leader(u):
        if s.troops[side] >> s.where[u] & 1:
            return None
        return Violation("2b", f"{w.name(u)} can attack only together with a unit in his hex.", at)
    if not may_act(s, u):
        return Violation("base.supply", f"{w.name(u)} is out of supply.", at)
    return limit_violation(s, w.power[u], ATTACKS, "attacks")


def lander_violation(s: State, u: int, h: Hex) -> Violation | None:
    """Why a unit that lands may not attack a hex: it is not the one it lands in. Case base.paradrop."""
    w = s.world
    if s.descent[u] != h or u in s.plans:
        return Violation(
            "base.paradrop", f"{w.name(u)} lands elsewhere, or is already attacking.", w.label(h)
        )
    return None if w.is_leader(u) or is_free(s, u, h) else limit_violation(s, w.power[u], ATTACKS, "attacks")


def could_attack(s: State, side: int, h: Hex) -> list[int]:
    """The units that could attack a hex; leaders can only take part beside one."""
    w = s.world
    return [
        u
        for n in w.near(h)
        if s.troops[side] >> n & 1
        for u in s.stack[n]
        if attacker_violation(s, side, u, h) is None
    ] + [u for u in s.descent if w.side[u] == side and attacker_violation(s, side, u, h) is None]


class Declaring(SideDecides, frozen=True, tag=True):
    """Choose a hex to attack, or finish declaring. Case base.declare."""

    rule: ClassVar[str] = "base.declare"
    takes = (Attack, Done)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        near = s.world.near_hexes(s.troops[self.side]) & s.troops[1 - self.side]
        return [*(Attack(h) for h in bits(near | union(s.descent.values()))), DONE]

    def violation(self, s: State, seat: Seat, action: Attack | Done) -> Violation | None:
        if isinstance(action, Done):
            return None
        at = s.world.label(action.hex)
        if not is_target(s, self.side, action.hex) and action.hex not in s.descent.values():
            return Violation("base.declare", "There is no enemy unit there.", at)
        if s.struck >> action.hex & 1:
            return Violation("base.declare", "This hex is already under attack.", at)
        if not any(not s.world.is_leader(u) for u in could_attack(s, self.side, action.hex)):
            return Violation(
                "base.declare", "You have no face-up unit in supply next to it that can attack.", at
            )
        return None

    def apply(self, s: State, seat: Seat, action: Attack | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        s.target = action.hex
        s.origins = dict.fromkeys(landing_at(s, self.side, action.hex), action.hex)
        s.attackers = [u for u in s.origins if not s.world.is_leader(u)]
        s.defenders = troops_at(s, action.hex)
        return (Gathering(self.side), self)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt("Choose a hex to attack, or finish declaring attacks.", self.rule)

    def option(self, s: State, seat: Seat, action: Attack | Done) -> Option:
        w = s.world
        if isinstance(action, Done):
            return Option("All attacks are declared", "done", rule=self.rule, ends=True)
        names = w.names_of(troops_at(s, action.hex)) or "whoever is there"
        return Option(f"Attack {names} in {w.title(action.hex)}", "target", at=w.label(action.hex))


class Gathering(SideDecides, frozen=True, tag=True):
    """Name the units that attack, then commit them. Cases base.declare, base.odds, 2b, 3.2i, ability.3, ability.61."""

    rule: ClassVar[str] = "base.declare"
    takes = (Join, Commit, Cancel)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        joined = (u for u in could_attack(s, self.side, s.target) if u not in s.origins)
        return [*(Join(u) for u in joined), COMMIT, CANCEL]

    def violation(self, s: State, seat: Seat, action: Join | Commit | Cancel) -> Violation | None:
        w, at = s.world, s.world.label(s.target)
        if isinstance(action, Join):
            if action.unit in s.origins:
                return Violation("base.declare", "It is already in the attack.", at)
            refused = attacker_violation(s, self.side, action.unit, s.target)
            return refused or self._partners(s, action.unit)
        if isinstance(action, Commit):
            if not s.attackers:
                return Violation("base.declare", "Name at least one unit.", at)
            for u in s.origins:
                if w.is_leader(u) and at_of(s, u) not in {at_of(s, v) for v in s.attackers}:
                    return Violation(
                        "2b", f"{w.name(u)} can attack only together with a unit in his hex.", at
                    )
            if not least_odds(s):
                return Violation("base.odds", "No attack is allowed below 1:3.", at)
        return None

    def _partners(self, s: State, u: int) -> Violation | None:
        """Powers that do not co-operate attack no hex together. Case ability.3."""
        w = s.world
        others = [v for v in s.attackers if not together(s, u, v)]
        if others and not any(
            s.where[v] in (s.where[leader] for leader, _ in in_use(s, "attack.together"))
            for v in (u, *others)
        ):
            return Violation("3.2i", "These powers do not co-operate.", w.label(s.where[u]))
        return None

    def apply(self, s: State, seat: Seat, action: Join | Commit | Cancel) -> Agenda:
        if isinstance(action, Join):
            s.origins[action.unit] = at_of(s, action.unit)
            if not s.world.is_leader(action.unit):
                s.attackers.append(action.unit)
            return (self,)
        if isinstance(action, Commit):
            s.struck |= 1 << s.target
            for u in s.origins:
                s.plans[u] = s.target
            for power in {s.world.power[u] for u in s.attackers if not is_free(s, u, s.target)}:
                use(s, power, ATTACKS)
            s.emit(AttackDeclared(s.target, tuple(s.attackers)))
        clear_battle(s)
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"Name the units that attack {s.world.title(s.target)}, then commit.", self.rule)

    def option(self, s: State, seat: Seat, action: Join | Commit | Cancel) -> Option:
        w = s.world
        if isinstance(action, Commit):
            return Option("Declare the attack", "commit", at=w.label(s.target), ends=True)
        if isinstance(action, Cancel):
            return Option("Call it off", "pass")
        return unit_option(s, action.unit, "{} joins", "join")


def clear_battle(s: State) -> None:
    """Clear the battle at hand away."""
    s.target, s.table, s.caller, s.column, s.die, s.bonus, s.ghost = -1, -1, -1, 0, 0, 0, 0
    s.attackers, s.defenders, s.guns, s.origins, s.posts, s.fates, s.strides = [], [], [], {}, {}, {}, {}
    s.cell, s.was_down, s.second, s.kept_up, s.forced_down, s.aid = "", 0, 0, 0, 0, {}


class Fighting(Auto, frozen=True, tag=True):
    """Fight the declared attacks, one after another, in the order the attacker likes. Case base.declare."""

    side: int

    def run(self, s: State) -> Agenda:
        targets = sorted(set(s.plans.values()))
        if not targets:
            return lose_strays(s)
        if len(targets) == 1:
            return (*begin_battle(s, targets[0]), self)
        return (NextBattle(self.side), self)


class NextBattle(SideDecides, frozen=True, tag=True):
    """Choose the attack to fight next. Case base.declare."""

    rule: ClassVar[str] = "base.declare"
    takes = (Attack,)

    def candidates(self, s: State, seat: Seat) -> list[Attack]:
        return [Attack(h) for h in sorted(set(s.plans.values()))]

    def violation(self, s: State, seat: Seat, action: Attack) -> Violation | None:
        if action.hex not in s.plans.values():
            return Violation(
                "base.declare", "There is no attack on it left to fight.", s.world.label(action.hex)
            )
        return None

    def apply(self, s: State, seat: Seat, action: Attack) -> Agenda:
        return begin_battle(s, action.hex)

    def option(self, s: State, seat: Seat, action: Attack) -> Option:
        w = s.world
        return Option(f"Fight at {w.title(action.hex)}", "target", at=w.label(action.hex))


def begin_battle(s: State, h: Hex) -> Agenda:
    """Take up a declared attack: announcements, support, the table, the roll. Cases base.declare, base.artillery,
    base.support, base.table, base.advance, 3c, 3.2e, 3.2f, base.notional, ability.36, ability.37.

    Attackers that were destroyed or sent away by an earlier battle are out of it.
    """
    from hexfront.games.leaders_in_flames.air.support import AirSupport
    from hexfront.games.leaders_in_flames.land.results import Rolled

    clear_battle(s)
    joined = [u for u, at in s.plans.items() if at == h]
    for u in joined:
        del s.plans[u]
    s.target = h
    s.defenders = troops_at(s, h)
    s.origins = {u: at_of(s, u) for u in joined if at_of(s, u) == h or h in s.world.near(at_of(s, u))}
    s.attackers = [u for u in s.origins if not s.world.is_leader(u)]
    s.was_down = s.down
    s.posts = {u: at for at in set(s.origins.values()) for u in s.stack.get(at, ()) if is_post(s, u)}
    for u in s.origins:
        s.fought |= 1 << u
    if not (s.defenders or is_notional(s, h)) or not s.attackers or not least_odds(s):
        clear_battle(s)
        return ()
    side = s.side
    sit_units(s, side, s.attackers)
    sit_units(s, 1 - side, s.defenders)
    return (
        Asking((side, 1 - side), "battle"),
        AirSupport(),
        Asking((side, 1 - side), "bombard"),
        Gunnery(side),
        Gunnery(1 - side),
        Calling(),
        LandRoll(),
        Asking((side,), "roll"),
        Rolled(),
    )


def at_of(s: State, u: int) -> Hex:
    """Where a unit attacks from: its hex, or the attacked hex itself for one that lands there."""
    return s.descent.get(u, s.where[u])


def is_post(s: State, u: int) -> bool:
    """Whether a counter in a hex from which units attack is a leader of the attackers."""
    return s.world.is_leader(u) and s.world.side[u] == s.side


class Gunnery(Auto, frozen=True, tag=True):
    """Ask a side for its artillery and ships while it has any to add. Cases base.artillery, base.bombard."""

    side: int

    def run(self, s: State) -> Agenda:
        frame = Supporting(self.side)
        return (frame,) if any(frame.violation(s, "", a) is None for a in frame.choices(s)) else ()


class Supporting(SideDecides, frozen=True, tag=True):
    """Let artillery and warships support this battle, or go on. Cases base.artillery, base.bombard."""

    rule: ClassVar[str] = "base.artillery"
    takes = (Support, Done)

    def choices(self, s: State) -> list[Support]:
        """Every artillery division near the battle, and warships that can fire for it."""
        w = s.world
        places = [*w.near(s.target), *([s.target] if self.side != s.side else [])]
        guns = [u for h in places for u in s.stack.get(h, ()) if w.side[u] == self.side and w.kind[u] == ART]
        return [*(Support(u) for u in guns), *(Support(u) for u in batteries(s, self.side))]

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*self.choices(s), DONE]

    def violation(self, s: State, seat: Seat, action: Support | Done) -> Violation | None:
        if isinstance(action, Done):
            return None
        w, u = s.world, action.unit
        if Support(u) not in self.choices(s):
            return Violation(
                "base.artillery", "Only artillery or warships of yours near the battle can support it."
            )
        if w.is_ship(u):
            return gun_violation(s, self.side, u)
        if is_down(s, u) or u in s.guns or s.fought >> u & 1:
            return Violation("base.artillery", f"{w.name(u)} has already fired or is face-down.")
        if not is_supplied(s, u):
            return Violation("base.supply", f"{w.name(u)} is out of supply.")
        return None

    def apply(self, s: State, seat: Seat, action: Support | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        s.guns.append(action.unit)
        s.fought |= 1 << action.unit
        return (Gunnery(self.side),)

    def option(self, s: State, seat: Seat, action: Support | Done) -> Option:
        if isinstance(action, Done):
            return Option("No more support", "done", rule=self.rule, ends=True)
        return unit_option(s, action.unit, "{} supports", "join")


class Calling(Auto, frozen=True, tag=True):
    """The call of the table; asked only where there is a choice. Cases base.table, 3.2l, base.artillery."""

    def run(self, s: State) -> Agenda:
        for u in s.guns:
            turn_down(s, u)
        side, tables = caller(s)
        if len(tables) > 1:
            return (CallTable(side),)
        call(s, side if side != -1 else -1, tables[0])
        return ()


def call(s: State, side: int, table: int) -> None:
    """Set the table of the battle at hand."""
    s.table, s.caller = table, side
    s.emit(TableCalled(s.target, table, side))


class CallTable(SideDecides, frozen=True, tag=True):
    """Call an assault or a blitz. Cases base.table, ability.53, ability.54."""

    rule: ClassVar[str] = "base.table"
    takes = (Call,)

    def candidates(self, s: State, seat: Seat) -> list[Call]:
        return [Call(k) for k in range(len(TABLES))]

    def violation(self, s: State, seat: Seat, action: Call) -> Violation | None:
        if action.table not in caller(s)[1]:
            return Violation("base.table", "That table cannot be called here.", s.world.label(s.target))
        return None

    def apply(self, s: State, seat: Seat, action: Call) -> Agenda:
        call(s, self.side, action.table)
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"Call the battle at {s.world.title(s.target)}: assault or blitz.", self.rule)

    def option(self, s: State, seat: Seat, action: Call) -> Option:
        name = "Assault" if action.table == ASSAULT else "Blitz"
        return Option(name, "choose", at=s.world.label(s.target), panel=True)


class LandRoll(Chance, frozen=True, tag=True):
    """The roll on the assault or blitz table. Cases base.die, ability.62. RULING two-dice."""

    def outcomes(self, s: State) -> Die | Dice:
        return land_dice(s.world)

    def apply(self, s: State, die: int | tuple[int, ...]) -> Agenda:
        s.die = face(die)
        if isinstance(die, tuple):
            s.emit(Noted(f"Two dice, {die[0]} and {die[1]}, are read as {s.die}.", "base.die"))
        if not s.second:
            s.column = odds(s).column
        return ()

    def title(self, s: State) -> str:
        return f"Battle at {s.world.title(s.target)}"
