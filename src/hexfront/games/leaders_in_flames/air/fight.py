"""The fight in the air, one for hexes, ports and sea areas.

How to have one: `join(s, u, role)` every aircraft that takes part, each side's front plane first, as FIGHTER or BOMBER; set
`s.over` (the hex, or -1 at sea) and `s.flier` (the side that flies the mission, "A" of the table); `s.edge` holds what is added to
each side's value, such as surprise points at sea. Then put `*air_fight(s)` on the agenda, `Flak(side, rating)` for the guns
below, and what the bombers do. Afterwards `through(s, side)` are the bombers that got through; whoever was shot down is in
its force pool, whoever was aborted stands in `s.aborted`, face-down, and neither is in `s.wing` any more. `Homing()` of
`air.missions` sends the rest home; at sea, where planes stay in their section, call `end_fight(s)` instead.
"""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import BreakOff, FightOn, Take
from hexfront.games.leaders_in_flames.air.events import (
    AirFought,
    FlakFired,
    PilotFate,
    PlaneAborted,
    PlaneCleared,
    ShotDown,
)
from hexfront.games.leaders_in_flames.events import Killed
from hexfront.games.leaders_in_flames.kinds import CVP, FTR, STRAFE
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.leaders.asks import in_use
from hexfront.games.leaders_in_flames.leaders.fate import recall_after_air
from hexfront.games.leaders_in_flames.leaders.rows import Row
from hexfront.games.leaders_in_flames.leaders.tests import TESTS
from hexfront.games.leaders_in_flames.offers import unit_option
from hexfront.games.leaders_in_flames.politics.parties import hexes_of
from hexfront.games.leaders_in_flames.state import State, destroy, kill, turn_down
from hexfront.kernel import Agenda, Auto, Chance, Dice, Die, Option, Prompt, Seat, Violation
from hexfront.wargame import SideDecides

FIGHTER, BOMBER, CLEARED = 0, 1, 2
TENTHS = 10
NIGHT = 3
"""What interceptors lose at night."""
PILOT_LIVES, PILOT_LIVES_AT_HOME = 6, 4
PILOT = 2
"""Build points of a pilot who died."""
FLAK_ABORTS, FLAK_KILLS = 9, 10
POINTS_A_DIE = 2


def join(s: State, u: int, role: int) -> None:
    """Take an aircraft into the fight to come."""
    s.wing[u] = role


def flying(s: State, side: int, *roles: int) -> list[int]:
    """The aircraft of a side in the fight that have one of these roles, front first."""
    return [u for u, role in s.wing.items() if s.world.side[u] == side and role in roles]


def through(s: State, side: int) -> list[int]:
    """The bombers of a side that got through."""
    return flying(s, side, CLEARED)


def front(s: State, side: int) -> int:
    """The front plane of a side: its first fighter, else the first bomber that is not through, or -1. Case base.dogfight."""
    return next(iter([*flying(s, side, FIGHTER), *flying(s, side, BOMBER)]), -1)


def contested(s: State) -> bool:
    """Whether there is anything to fight about: both sides have planes that are not through, and one of them a fighter."""
    fights = any(flying(s, side, FIGHTER) for side in (0, 1))
    return fights and all(front(s, side) >= 0 for side in (0, 1))


def value(s: State, side: int) -> int:
    """A side's value in the air, in tenths: the front fighter and a tenth of the others; without fighters the front bomber
    alone, a fighter that flies as a bomber with 1 less. Cases base.dogfight, base.raid, ability.81."""
    w = s.world
    fighters = flying(s, side, FIGHTER)
    if fighters:
        total = TENTHS * w.plane(fighters[0]).air + sum(w.plane(u).air for u in fighters[1:])
    else:
        lead = front(s, side)
        penalty = w.kind[lead] == FTR and s.mission != STRAFE
        total = TENTHS * (w.plane(lead).air - penalty)
    if s.night and side != s.flier:
        total -= TENTHS * NIGHT
    total += TENTHS * (s.edge[side] if s.edge else 0)
    return total + TENTHS * sum(row.give for _, row in aloft(s, "air.value", side))


def aloft(s: State, question: str, side: int) -> list[tuple[int, Row]]:
    """The rows in use of a side's leaders that still hold: he must be flying as the row asks. Case 3.2k."""
    found = ((leader, row) for leader, row in in_use(s, question) if s.world.side[leader] == side)
    return [(leader, row) for leader, row in found if all(TESTS[name](s, leader) for name in row.when)]


def difference(s: State) -> int:
    """What is added to the roll: the flying side's value less the other's, rounded towards zero. Case base.dogfight."""
    tenths = value(s, s.flier) - value(s, 1 - s.flier)
    return tenths // TENTHS if tenths >= 0 else -(-tenths // TENTHS)


# --- rounds


def air_fight(s: State) -> Agenda:
    """The frames of a fight: announcements where there is one, then round after round. Case 3c."""
    return (BeforeFight(), AirFight())


class BeforeFight(Auto, frozen=True, tag=True):
    """Leaders who fly along are announced before the first round. Cases 3c, 3.2f, 3.3f."""

    def run(self, s: State) -> Agenda:
        s.shot = {}
        return (Asking((s.flier, 1 - s.flier), "sky"),) if contested(s) else ()


class AirFight(Auto, frozen=True, tag=True):
    """Rounds until a side has nobody left to fight; then the bombers that are left are through. Case base.dogfight."""

    def run(self, s: State) -> Agenda:
        if contested(s):
            return (AirRound(),)
        for u, role in s.wing.items():
            if role == BOMBER:
                s.wing[u] = CLEARED
        recall_after_air(s)
        return ()


class AirRound(Chance, frozen=True, tag=True):
    """A round: two dice and the difference of the values. Cases base.dogfight, ability.96."""

    def outcomes(self, s: State) -> Dice:
        return Dice(2, 10)

    def apply(self, s: State, dice: tuple[int, ...]) -> Agenda:
        a, d = s.flier, 1 - s.flier
        result = s.world.tables.air_result(sum(dice) + difference(s))
        if result == "AC" and value(s, d) > value(s, a) and aloft(s, "clear.turned", d):
            result = "DC"
        side = a if result[0] == "A" else d
        empty = result.endswith("C") and not flying(s, side, BOMBER)
        s.emit(AirFought(s.over, a, front(s, a), front(s, d), dice, difference(s), result, empty))
        return (*carry_out(s, result), Stay(a), Stay(d), AirFight())

    def title(self, s: State) -> str:
        return f"Air combat over {s.world.title(s.over)}" if s.over >= 0 else "Air combat"


def carry_out(s: State, result: str) -> Agenda:
    """What a result does: X destroys a front plane, A aborts it, C clears a bomber through. Case base.dogfight."""
    if len(result) < 2:
        return ()
    side = s.flier if result[0] == "A" else 1 - s.flier
    if result[1] == "C":
        clear(s, side)
        return ()
    lead = front(s, side)
    if result[1] == "X":
        return shoot_down(s, lead)
    abort(s, lead)
    return ()


def clear(s: State, side: int) -> None:
    """One bomber of a side is through; two where a leader flies along who can do that. Cases base.dogfight, ability.82, ability.83."""
    w = s.world
    bombers = flying(s, side, BOMBER)
    number = 1
    for _, row in aloft(s, "clear.two", side):
        if row.wish != "carrier" or all(w.kind[u] == CVP for u in bombers[:2]):
            number = 2
    for u in bombers[:number]:
        s.wing[u] = CLEARED
        s.emit(PlaneCleared(u, s.over))


def abort(s: State, u: int) -> None:
    """An aircraft breaks off: face-down, and so are the leaders who rode it. Case 3.1k."""
    del s.wing[u]
    s.patrol.pop(u, None)
    s.aborted.append(u)
    turn_down(s, u)
    s.flown |= 1 << u
    s.emit(PlaneAborted(u, s.over))
    for leader in aboard(s, u):
        turn_down(s, leader)
        del s.riders[leader]


def aboard(s: State, u: int) -> list[int]:
    """The leaders who ride an aircraft. Case 3.1j."""
    return [leader for leader, plane in s.riders.items() if plane == u]


def shoot_down(s: State, u: int) -> Agenda:
    """An aircraft is destroyed; a roll says whether its pilot lives. Cases base.pilots, 3.3n."""
    power = s.world.power[u]
    del s.wing[u]
    s.patrol.pop(u, None)
    s.shot[power] = s.shot.get(power, 0) + s.world.price[u]
    s.emit(ShotDown(u, s.over))
    leaders = tuple(aboard(s, u))
    for leader in leaders:
        del s.riders[leader]
    destroy(s, u)
    return (PilotRoll(u, leaders),)


class PilotRoll(Chance, frozen=True, tag=True):
    """Whether the pilot of a destroyed aircraft survives: on 6 or more, over ground of his side on 4 or more. If he dies, so do the
    leaders who rode with him. Cases base.pilots, 3.3n, 3.3q. RULING pilot-lives."""

    plane: int
    leaders: tuple[int, ...]

    def outcomes(self, s: State) -> Die:
        return Die(10)

    def apply(self, s: State, die: int) -> Agenda:
        w, u = s.world, self.plane
        home = s.over >= 0 and hexes_of(s.control, s.camps[w.party[u]]) >> s.over & 1
        lives = die >= (PILOT_LIVES_AT_HOME if home else PILOT_LIVES)
        s.emit(PilotFate(u, die, lives))
        if lives:
            s.pilots[w.power[u]] += 1
            for leader in self.leaders:
                turn_down(s, leader)
            return ()
        s.shot[w.power[u]] = s.shot.get(w.power[u], 0) + PILOT
        for leader in self.leaders:
            s.emit(Killed(leader, s.where[leader], "3.3n"))
            kill(s, leader)
        return ()

    def title(self, s: State) -> str:
        return f"The pilot of {s.world.name(self.plane)}"


class Stay(Auto, frozen=True, tag=True):
    """After a round ask a side whether it fights on, if there is anybody left to fight. Case base.dogfight."""

    side: int

    def run(self, s: State) -> Agenda:
        return (Staying(self.side),) if contested(s) else ()


class Staying(SideDecides, frozen=True, tag=True):
    """Fight another round, or break off with every plane that is not through. Case base.dogfight."""

    rule: ClassVar[str] = "base.dogfight"
    takes = (FightOn, BreakOff)

    def candidates(self, s: State, seat: Seat) -> list[FightOn | BreakOff]:
        return [FightOn(), BreakOff()]

    def violation(self, s: State, seat: Seat, action: FightOn | BreakOff) -> Violation | None:
        return None

    def apply(self, s: State, seat: Seat, action: FightOn | BreakOff) -> Agenda:
        if isinstance(action, BreakOff):
            for u in flying(s, self.side, FIGHTER, BOMBER):
                abort(s, u)
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt("Fight another round in the air, or break off.", self.rule)

    def option(self, s: State, seat: Seat, action: FightOn | BreakOff) -> Option:
        if isinstance(action, FightOn):
            return Option("Fight another round", "choose", rule=self.rule)
        return Option("Break off", "choose", rule=self.rule, note="planes that have not got through go home")


# --- guns below


class Flak(Auto, frozen=True, tag=True):
    """Guns of a side fire at the enemy's bombers that are through: a die for each two points, rounded up. Cases base.flak, ability.83."""

    side: int
    rating: int

    def run(self, s: State) -> Agenda:
        if not self.rating or not through(s, 1 - self.side):
            return ()
        w, rating = s.world, self.rating
        if any(row.wish == "flak" and w.side[leader] != self.side for leader, row in in_use(s, "clear.two")):
            rating *= 2
        return (FlakRoll(self.side, -(-rating // POINTS_A_DIE)),)


class FlakRoll(Chance, frozen=True, tag=True):
    """9 aborts an aircraft, 10 destroys it; the owner names the first, the enemy the second, and so on. Case base.flak."""

    side: int
    dice: int

    def outcomes(self, s: State) -> Dice:
        return Dice(self.dice, 10)

    def apply(self, s: State, dice: tuple[int, ...]) -> Agenda:
        hits = [die >= FLAK_KILLS for die in dice if die >= FLAK_ABORTS]
        s.emit(FlakFired(s.over, self.side, dice))
        choosers = (1 - self.side, self.side)
        return tuple(FlakHit(choosers[k % 2], 1 - self.side, kills) for k, kills in enumerate(hits))

    def title(self, s: State) -> str:
        return "Anti-aircraft fire"


class FlakHit(Auto, frozen=True, tag=True):
    """A hit by guns on one of the bombers that are left. Case base.flak."""

    chooser: int
    side: int
    kills: bool

    def run(self, s: State) -> Agenda:
        left = through(s, self.side)
        if len(left) > 1:
            return (FlakTarget(self.chooser, self.side, self.kills),)
        return hit(s, left[0], self.kills) if left else ()


def hit(s: State, u: int, kills: bool) -> Agenda:
    """An aircraft is hit by guns. Case base.flak."""
    if kills:
        return shoot_down(s, u)
    abort(s, u)
    return ()


class FlakTarget(SideDecides, frozen=True, tag=True):
    """Name the aircraft that the guns hit. Case base.flak."""

    rule: ClassVar[str] = "base.flak"
    takes = (Take,)
    hit_side: int
    kills: bool

    def candidates(self, s: State, seat: Seat) -> list[Take]:
        return [Take(u) for u in through(s, self.hit_side)]

    def violation(self, s: State, seat: Seat, action: Take) -> Violation | None:
        if action.unit not in through(s, self.hit_side):
            return Violation("base.flak", "Only a bomber that got through can be hit.")
        return None

    def apply(self, s: State, seat: Seat, action: Take) -> Agenda:
        return hit(s, action.unit, self.kills)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        what = "destroyed" if self.kills else "driven off"
        return Prompt(f"Anti-aircraft fire: name the aircraft that is {what}.", self.rule)

    def option(self, s: State, seat: Seat, action: Take) -> Option:
        return unit_option(s, action.unit, "{}", "loss")


def end_fight(s: State) -> None:
    """Clear the fight away. Whoever is left stays where he is."""
    s.wing, s.riders, s.aborted, s.edge, s.shot = {}, {}, [], [], {}
    s.over, s.flier, s.night = -1, -1, 0
