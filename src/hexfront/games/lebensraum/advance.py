"""Chapter 7.43: advance after combat, and overrunning HQs."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Advance, BringHQ, Halt
from hexfront.games.lebensraum.control import enter
from hexfront.games.lebensraum.decisions import Asked
from hexfront.games.lebensraum.fate import FateRoll
from hexfront.games.lebensraum.kinds import CAMP, OF_CAMP
from hexfront.games.lebensraum.movement import Breakdown, breaks_down
from hexfront.games.lebensraum.reach import closed_to, must_stop, step_cost
from hexfront.games.lebensraum.staff import take_along
from hexfront.games.lebensraum.state import State, hqs_on_map
from hexfront.games.lebensraum.supply import remove_hq
from hexfront.hexes import Hex
from hexfront.kernel import Agenda, Auto, Option, Prompt, Seat, Violation


def advance_frames(s: State) -> Agenda:
    """Survivors advance as far as steps are left over. Cases 7.43a, 7.43d."""
    s.mover, s.spent, s.mountains, s.train = -1, 0, 0, 0
    return (Advances(),) if s.spare and s.pending else ()


def vacated(s: State) -> list[Hex]:
    """Hexes that the eliminated side held: the target, or those the attackers came from. Case 7.43c."""
    lost = s.defenders if all(s.where[u] < 0 for u in s.defenders) else s.attackers
    return [s.target] if lost is s.defenders else sorted(s.origins.values())


def advance_violation(s: State, u: int, h: Hex) -> Violation | None:
    """Why a unit cannot advance into a hex. Cases 7.43c, 7.43d, 7.43e, 5.5d."""
    w = s.world
    at = w.label(h)
    if u not in s.pending or s.mover not in (-1, u):
        return Violation("7.43a", "Only a surviving unit that has not advanced yet can advance.")
    here = s.where[u]
    dry = step_cost(s, u, here, h) is not None or w.lands.offshore.get(h) == here
    if h not in w.near(here) or not dry:
        return Violation("7.43e", "An advance goes through adjoining hexes and not over water.", at)
    if s.mover < 0 and h not in vacated(s):
        return Violation("7.43c", "The first hex of an advance is one that the enemy has lost.", at)
    if s.mover == u and s.spent >= s.spare:
        return Violation("7.43d", f"No unit advances farther than {s.spare}.", at)
    for hexes, rule, words in closed_to(s, u):
        if hexes >> h & 1:
            return Violation(rule, words, at)
    return None


class Advances(Asked, frozen=True, tag=True):
    """Advance a unit after combat, or end the advance. Cases 7.43a, 7.43b, 7.43c, 7.43d, 7.43i."""

    rule: ClassVar[str] = "7.43a"
    takes = (Advance, BringHQ, Halt)

    def chooser(self, s: State) -> int:
        return s.power[s.pending[0]]

    def candidates(self, s: State, seat: Seat) -> list[Advance | BringHQ | Halt]:
        movers = [s.mover] if s.mover >= 0 else s.pending
        steps = [Advance(u, n) for u in movers for n in s.world.near(s.where[u])]
        hqs = [BringHQ(k) for k in hqs_on_map(s, s.power[s.pending[0]])]
        return [*steps, *hqs, Halt()]

    def violation(self, s: State, seat: Seat, action: Advance | BringHQ | Halt) -> Violation | None:
        if isinstance(action, Advance):
            return advance_violation(s, action.unit, action.hex)
        if isinstance(action, BringHQ):
            if action.hq not in hqs_on_map(s, s.power[s.pending[0]]):
                return Violation("7.43i", "Only an HQ of yours can go along.")
            hexes = [s.where[s.mover]] if s.mover >= 0 else [s.where[u] for u in s.pending]
            if s.hq[action.hq] not in hexes or (s.mover >= 0 and not s.train >> action.hq & 1):
                return Violation("7.43i", "An HQ goes along with a unit of the combat that it stands with.")
        return None

    def apply(self, s: State, seat: Seat, action: Advance | BringHQ | Halt) -> Agenda:
        if isinstance(action, BringHQ):
            s.train ^= 1 << action.hq
            return (self,)
        if isinstance(action, Halt):
            if s.mover < 0:
                s.pending = []
            else:
                put_down(s)
            return (self,) if s.pending else ()
        return (*step_forward(s, action.unit, action.hex), KeepOn())

    def prompt(self, s: State, seat: Seat) -> Prompt:
        if s.mover < 0:
            return Prompt(
                f"Advance up to {s.spare} {'hex' if s.spare == 1 else 'hexes'}, or end the advance.",
                self.rule,
            )
        return Prompt(f"{s.world.name(s.mover)}: go on, or halt. Hexes left: {s.spare - s.spent}.", self.rule)

    def option(self, s: State, seat: Seat, action: Advance | BringHQ | Halt) -> Option:
        w = s.world
        if isinstance(action, Advance):
            name = w.name(action.unit)
            return Option(f"{name} advances to {w.title(action.hex)}", "advance", name, w.label(action.hex))
        if isinstance(action, BringHQ):
            words = "stays here" if s.train >> action.hq & 1 else "goes along"
            return Option(f"{w.hqs[action.hq].name} {words}", "choose", at=w.label(s.hq[action.hq]))
        return Option("End the advance" if s.mover < 0 else "Halt here", "done", ends=True)


def step_forward(s: State, u: int, h: Hex) -> Agenda:
    """One hex of an advance. Cases 7.43b, 7.43e, 7.43f, 7.43i, 5.6b."""
    origin, power = s.where[u], s.power[u]
    if s.mover < 0:
        s.mover, s.spent, s.mountains = u, 0, 0
        s.train &= sum(1 << k for k in hqs_on_map(s, power) if s.hq[k] == origin)
    halts = must_stop(s, u, h)
    frames = (*enter(s, u, h), *overrun_frames(s, CAMP[power], h))
    s.spent += 1
    s.emit(ev.Advanced((u,), (origin, h), "7.43a"))
    for k in hqs_on_map(s, power):
        if s.train >> k & 1 and s.hq[k] == origin:
            take_along(s, k, h, "7.43i")
    if s.world.lands.mountain >> h & 1:
        s.mountains += 1
        if breaks_down(s, u, h):
            frames = (*frames, Breakdown(power, u))
    if halts or must_stop(s, u, h):
        s.spent = s.spare
    return frames


def put_down(s: State) -> None:
    """The unit in hand has advanced."""
    if s.mover in s.pending:
        s.pending.remove(s.mover)
    s.mover, s.spent, s.train = -1, 0, 0


class KeepOn(Auto, frozen=True, tag=True):
    """After a hex of advance: the same unit goes on, another one follows, or all is done. Cases 7.43d, 7.43e."""

    def run(self, s: State) -> Agenda:
        s.pending = [u for u in s.pending if s.where[u] >= 0]
        if s.mover >= 0 and (s.where[s.mover] < 0 or s.spent >= s.spare):
            put_down(s)
        return (Advances(),) if s.pending else ()


# --- overruns


def overrun_frames(s: State, camp: int, h: Hex) -> Agenda:
    """HQs and General Staff of the other camp in a hex that an advance enters. Cases 7.43f, 7.43g, 7.43h, 11.6h."""
    frames: Agenda = ()
    for power in OF_CAMP[1 - camp]:
        if power not in s.world.powers:
            continue
        staff = [m for m, at in enumerate(s.staff) if at == h and s.world.staff_power[m] == power]
        hqs = [k for k in hqs_on_map(s, power) if s.hq[k] == h]
        for m in staff:
            if s.staff_chief[m] >= 0:
                frames = (*frames, FateRoll(s.staff_chief[m], "overrun"))
        for k in hqs:
            frames = (*frames, *remove_hq(s, k, "7.43f"))
    return frames
