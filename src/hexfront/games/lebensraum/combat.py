"""Chapters 7.1, 7.2, 7.45 and 7.46: declaring attacks, command, support markers in turn, the roll."""

from __future__ import annotations

from hexfront.games.lebensraum import actions as do
from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.command import (
    assigned,
    command_area,
    command_violation,
    commander,
    is_free_of_command,
    put_in_command,
    staff_at,
    staff_of,
)
from hexfront.games.lebensraum.decisions import DieRoll, Power, PowerOffers
from hexfront.games.lebensraum.kinds import BOMBARDMENT, STAFF_BASE
from hexfront.games.lebensraum.reach import is_skipped, offer
from hexfront.games.lebensraum.results import result_frames
from hexfront.games.lebensraum.state import State, hostile_hexes, hqs_on_map, key, leave_reserve
from hexfront.games.lebensraum.strength import odds
from hexfront.hexes import Hex, bits, union
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.words import begun

DONE, COMMIT, PASS = do.Done(), do.Commit(), do.Pass()
Support = do.AddAir | do.AddShip | do.AddLeader | do.AddStaff


def can_attack_across(s: State, a: Hex, b: Hex) -> bool:
    """Whether a side of two neighbours has no water all along it; a frozen lake does not count. Case 7.1c, RULING 7.1-a."""
    w = s.world
    if not w.land >> a & 1:  # from the sea a unit attacks its beach alone (RULING 12.2-a)
        return w.lands.offshore.get(b) == a
    if w.lands.sea.has(a, b):
        return False
    return w.is_winter(s.turn) or not w.lands.lake.has(a, b)


def attackers_on(s: State, power: int, h: Hex) -> list[int]:
    """A power's units that could still attack a hex in this segment. Cases 7.1c, 7.2f."""
    near = [n for n in s.world.near(h) if s.held[power] >> n & 1 and can_attack_across(s, n, h)]
    found = [u for n in near for u in s.stack[n] if not s.fought >> u & 1]
    return [u for u in found if not is_skipped(s, u)]


class Attacks(PowerOffers, frozen=True, tag=True):
    """Choose a hex to attack, or end the combat segment. Cases 7.1a, 7.1b, 7.2a, 7.2h, 14.0a: nobody is ordered to."""

    rule = "7.1b"
    takes = (do.Attack, do.Done)
    done = Option("End the combat segment", "done", rule="7.1b", ends=True)

    def choices(self, s: State) -> list[do.Attack]:
        near = s.world.grid.around(s.held[self.power])
        targets = hostile_hexes(s, self.power) & near & ~s.struck
        return [do.Attack(h) for h in bits(targets) if attackers_on(s, self.power, h)]

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*self.choices(s), *(() if self._must_attack(s) else (DONE,))]

    def violation(self, s: State, seat: Seat, action: do.Attack | do.Done) -> Violation | None:
        return self.refusal(s, action) if isinstance(action, do.Attack) else self._must_attack(s)

    def refusal(self, s: State, action: do.Attack) -> Violation | None:
        h, at = action.hex, s.world.label(action.hex)
        if h < 0 or not hostile_hexes(s, self.power) >> h & 1:
            return Violation("7.1c", "There is no opposing unit there.", at)
        if s.struck >> h & 1:
            return Violation("7.2g", "This hex has already been attacked in this segment.", at)
        if not attackers_on(s, self.power, h):
            return Violation("7.1c", "No unit of yours that has not attacked yet is next to it.", at)
        return None

    def _must_attack(self, s: State) -> Violation | None:
        """Units that stand off a beach held by the enemy attack it. Case 12.2e."""
        afloat = [beach for beach, sea in s.world.lands.offshore.items() if s.held[self.power] >> sea & 1]
        for beach in bits(union(afloat) & hostile_hexes(s, self.power) & ~s.struck):
            return Violation("12.2e", "The landing must be fought first.", s.world.label(beach))
        return None

    def take(self, s: State, action: do.Attack) -> Agenda:
        s.target, s.attackers, s.in_command, s.helpers, s.ships_in = action.hex, [], 0, {}, 0
        s.defenders = list(s.stack[action.hex])
        return (Gathering(self.power), self)

    def shown(self, s: State, action: do.Attack) -> Option:
        w = s.world
        names = w.names_of(s.stack[action.hex])
        return Option(f"Attack {names} in {w.title(action.hex)}", "target", at=w.label(action.hex))


class Gathering(Power, frozen=True, tag=True):
    """Name the units that attack, then commit them. Cases 7.1b, 7.2f."""

    rule = "7.2f"
    takes = (do.Join, do.Commit, do.Done)

    def candidates(self, s: State, seat: Seat) -> list[do.Join | do.Commit | do.Done]:
        more = [do.Join(u) for u in attackers_on(s, self.power, s.target) if u not in s.attackers]
        return [*more, COMMIT if s.attackers else DONE]

    def violation(self, s: State, seat: Seat, action: do.Join | do.Commit | do.Done) -> Violation | None:
        w = s.world
        if isinstance(action, do.Join):
            if action.unit in s.attackers:
                return Violation("7.2f", "It is already attacking.", w.label(s.where[action.unit]))
            if action.unit not in attackers_on(s, self.power, s.target):
                return Violation("7.2f", "Only a unit next to the hex that has not attacked yet can join.")
        elif isinstance(action, do.Commit) and not s.attackers:
            return Violation("7.1b", "Name at least one unit.", w.label(s.target))
        elif isinstance(action, do.Done) and s.attackers:
            return Violation("7.2a", "The attack is already declared: commit it.", w.label(s.target))
        return None

    def apply(self, s: State, seat: Seat, action: do.Join | do.Commit | do.Done) -> Agenda:
        if isinstance(action, do.Join):
            s.attackers.append(action.unit)
            return (self,)
        if isinstance(action, do.Done):
            s.target, s.defenders = -1, []
            return ()
        s.emit(ev.AttackDeclared(s.target, tuple(s.attackers)))
        s.struck |= 1 << s.target
        s.origins = {u: s.where[u] for u in s.attackers}
        s.fought |= union(s.attackers)
        for u in (*s.attackers, *s.defenders):
            leave_reserve(s, u, "11.3e")
        s.passed = 0
        # Case 7.45b: the non-phasing player says first who is in command.
        both = (Commanding(s.power[s.defenders[0]], False), Commanding(self.power, True))
        asked = tuple(frame for frame in both if frame.is_open(s))
        return (*asked, BeginSupport(self.power), CombatRoll(self.power))

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"Name the units that attack {s.world.title(s.target)}, then commit.", self.rule)

    def option(self, s: State, seat: Seat, action: do.Join | do.Commit | do.Done) -> Option:
        w = s.world
        if isinstance(action, do.Commit):
            return Option("Attack", "commit", at=w.label(s.target), ends=True)
        if isinstance(action, do.Done):
            return Option("Call it off", "pass", at=w.label(s.target), panel=True)
        return offer(s, action.unit, f"{w.name(action.unit)} joins", "join")


class Commanding(PowerOffers, frozen=True, tag=True):
    """Put units of this combat in command, or go on. Cases 7.44a, 7.45b."""

    rule = "7.45b"
    hint = "A unit out of command fights at half strength."
    takes = (do.Command, do.Done)
    attacks: bool

    def _units(self, s: State) -> list[int]:
        units = s.attackers if self.attacks else s.defenders
        return [u for u in units if not s.in_command >> u & 1 and not is_free_of_command(s, u)]

    def choices(self, s: State) -> list[do.Command]:
        every = [do.Command(u, k) for u in self._units(s) for k in assigned(s, u)]
        return [action for action in every if command_violation(s, action.unit, action.hq) is None]

    def refusal(self, s: State, action: do.Command) -> Violation | None:
        if action.unit not in self._units(s):
            return Violation("7.45b", "Only a unit of yours in this combat can be put in command now.")
        if action.hq not in hqs_on_map(s, self.power):
            return Violation("7.44b", "Only an HQ of yours on the map can command it.")
        return command_violation(s, action.unit, action.hq)

    def take(self, s: State, action: do.Command) -> Agenda:
        put_in_command(s, action.unit, action.hq)
        s.emit(ev.Told(action.unit, f"is under the command of {s.world.hqs[action.hq].name}", "7.45b"))
        return (self,)

    def shown(self, s: State, action: do.Command) -> Option:
        words = f"{s.world.name(action.unit)} under {s.world.hqs[action.hq].name}"
        return offer(s, action.unit, words, "choose")


def side_units(s: State, power: int) -> list[int]:
    """A power's units in the combat in hand."""
    return s.attackers if s.power[s.attackers[0]] == power else s.defenders


def supports(s: State, power: int) -> list[Support]:
    """Every marker a power may add. Case 7.2b."""
    w, units = s.world, side_units(s, power)
    hexes = sorted({s.where[u] for u in units})
    out: list[Support] = [
        do.AddAir(k, h) for k in hqs_on_map(s, power) if s.air_hq[k] for h in hexes
    ]  # for speed: looked at again
    out += [
        do.AddShip(k) for k, owner in enumerate(w.ship_power) if owner == power and s.ship[k] >= 0
    ]  # for speed: the same
    out += [do.AddLeader(k, u) for u in units if (k := commander(s, u)) >= 0]
    out += [do.AddStaff(k, u) for k in staff_of(s, power) for u in units]
    return [action for action in out if support_violation(s, power, action) is None]


def support_violation(s: State, power: int, action: Support) -> Violation | None:
    """Why a marker cannot be added. Cases 7.2b, 7.45c, 7.45g, 7.45h, 7.4611b, 7.462h, 9.3b, 11.6g."""
    w, units = s.world, side_units(s, power)
    hexes = {s.where[u] for u in units}
    if isinstance(action, do.AddAir):
        if action.hq not in hqs_on_map(s, power) or not s.air_hq[action.hq]:
            return Violation("7.4611b", "There is no air marker under that HQ.")
        if not any(commander(s, u) == action.hq for u in units):
            return Violation("7.4611b", "The HQ must command a unit in this combat.")
        if action.hex not in hexes:
            return Violation("7.4611c", "Air markers go to a hex with a unit of yours in this combat.")
        return None
    if isinstance(action, do.AddShip):
        k = action.ship
        known = 0 <= k < len(s.ship) and w.ship_power[k] == power and s.mission[k] == BOMBARDMENT
        if not known or s.ship[k] not in hexes:
            words = "The naval marker must be bombarding from the hex of a unit in this combat."
            return Violation("7.462h", words)
        return Violation("7.462h", "It is already bombarding.") if s.ships_in >> k & 1 else None
    if action.unit not in units:
        return Violation("7.45c", "A leader can help only a unit of yours in this combat.")
    at = w.label(s.where[action.unit])
    if isinstance(action, do.AddLeader):
        if action.hq < 0 or commander(s, action.unit) != action.hq or s.chief[action.hq] < 0:
            return Violation("7.45c", "A leader can join only a unit that he commands.", at)
        if s.helped >> action.hq & 1:
            return Violation(
                "7.45g", f"The leader of {w.hqs[action.hq].name} has already helped in this segment."
            )
        return None
    if action.staff not in staff_of(s, power):
        return Violation("11.6b", "Only a General Staff marker of yours that has a leader can help.")
    if s.staff_helped >> action.staff & 1:
        return Violation("11.6g", "This General Staff leader has already helped in this segment.")
    hqs = [k for k in hqs_on_map(s, power) if action.staff in staff_at(s, k)]
    if not any(command_area(s, k) >> s.where[action.unit] & 1 for k in hqs):
        return Violation("11.6g", "The unit is not in range of the HQ he is with.", at)
    return None


def add_support(s: State, power: int, action: Support) -> None:
    """Put a marker into the combat in hand."""
    w = s.world
    if isinstance(action, do.AddAir):
        s.air_hq[action.hq] -= 1
        filed = key(power, action.hex)
        s.air_at[filed] = s.air_at.get(filed, 0) + 1
        s.emit(ev.Noted(f"Air support joined the combat at {w.title(action.hex)}.", "7.2b", action.hex))
    elif isinstance(action, do.AddShip):
        s.ships_in |= 1 << action.ship
        s.emit(ev.Noted(f"{w.ships[action.ship].name} bombarded.", "7.2b", s.ship[action.ship]))
    elif isinstance(action, do.AddLeader):
        s.helped |= 1 << action.hq
        s.helpers[action.hq] = action.unit
        s.emit(ev.Served(s.chief[action.hq], f"helped {w.name(action.unit)}", "7.45c"))
    else:
        s.staff_helped |= 1 << action.staff
        s.helpers[STAFF_BASE + action.staff] = action.unit
        s.emit(ev.Served(s.staff_chief[action.staff], f"helped {w.name(action.unit)}", "11.6g"))


class BeginSupport(Auto, frozen=True, tag=True):
    """The phasing side may add the first marker. Case 7.2b."""

    power: int

    def run(self, s: State) -> Agenda:
        return next_support(s, self.power, s.power[s.defenders[0]])


def next_support(s: State, *turns: int) -> Agenda:
    """Whose turn it is to add a marker: the first of these powers that has not passed and has one to add."""
    for power in turns:
        if s.passed >> power & 1:
            continue
        if supports(s, power):
            return (Supporting(power),)
        s.passed |= 1 << power
    return ()


class Supporting(Power, frozen=True, tag=True):
    """Add an air, naval or leader marker, or pass; the sides take turns. Case 7.2b, RULING 7.2-b."""

    rule = "7.2b"
    takes = (do.AddAir, do.AddShip, do.AddLeader, do.AddStaff, do.Pass)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*supports(s, self.power), PASS]

    def violation(self, s: State, seat: Seat, action: Action) -> Violation | None:
        if isinstance(action, do.AddAir | do.AddShip | do.AddLeader | do.AddStaff):
            return support_violation(s, self.power, action)
        return None

    def apply(self, s: State, seat: Seat, action: Action) -> Agenda:
        if isinstance(action, do.AddAir | do.AddShip | do.AddLeader | do.AddStaff):
            add_support(s, self.power, action)
        else:
            s.passed |= 1 << self.power
        own, foe = s.power[s.attackers[0]], s.power[s.defenders[0]]
        return next_support(s, foe if self.power == own else own, self.power)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        found = odds(s)
        told = f"{found.attack} against {found.defence}, column {s.world.tables.columns[found.column]}"
        return Prompt(f"{told}: add a marker, or pass.", self.rule)

    def option(self, s: State, seat: Seat, action: Action) -> Option:
        w = s.world
        if isinstance(action, do.AddAir):
            words = f"Air from {w.hqs[action.hq].name} to {w.title(action.hex)}"
            return Option(words, "join", at=w.label(action.hex))
        if isinstance(action, do.AddShip):
            return Option(f"{w.ships[action.ship].name} bombards", "join", at=w.label(s.ship[action.ship]))
        if isinstance(action, do.AddLeader | do.AddStaff):
            leader = s.chief[action.hq] if isinstance(action, do.AddLeader) else s.staff_chief[action.staff]
            words = f"{begun(w.leaders[leader].name)} helps {w.name(action.unit)}"
            return offer(s, action.unit, words, "join")
        return Option("Add nothing more", "pass", rule=self.rule, ends=True)


class CombatRoll(DieRoll, frozen=True, tag=True):
    """The roll on the Combat Results Table. Cases 3.4a, 7.2d, 7.2e, 7.4a."""

    power: int

    def apply(self, s: State, outcome: int) -> Agenda:
        found = odds(s)
        a, d = s.world.tables.losses[outcome][found.column]
        s.column = found.column
        s.indicated, s.owed = [a, d], [a, d]
        sides = tuple(s.attackers), tuple(s.defenders)
        s.emit(ev.CombatResolved(s.target, found.attack, found.defence, found.column, outcome, a, d, *sides))
        return result_frames(s)

    def title(self, s: State) -> str:
        found = odds(s)
        return f"Combat at {s.world.title(s.target)}, {s.world.tables.columns[found.column]}"


class EndCombat(Auto, frozen=True, tag=True):
    """When all combat of a segment is done, leaders go back to their HQs and counts begin anew. Cases 9.3c, 7.45g, 9.0c."""

    def run(self, s: State) -> Agenda:
        s.target, s.attackers, s.defenders, s.in_command, s.helpers, s.ships_in = -1, [], [], 0, {}, 0
        s.fought = s.struck = s.helped = s.staff_helped = 0
        s.commanded = [0] * len(s.commanded)
        s.lost_run = [0] * len(s.lost_run)
        return ()
