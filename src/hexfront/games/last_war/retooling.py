"""Before step 1: what industry makes. Once a year a power can set production lines to something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from hexfront.games.last_war.actions import Done, Retool, Stop, TakeLine
from hexfront.games.last_war.asks import Together, common_option, opened
from hexfront.games.last_war.data import LINES
from hexfront.games.last_war.events import LineSet, StepRevealed
from hexfront.games.last_war.industry import CLOSED, LINES_A_ZONE, is_working, zone_lines
from hexfront.games.last_war.plans import NewLine
from hexfront.games.last_war.state import LastWarState, begin, is_in_war, planned
from hexfront.games.last_war.words import MADE
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.words import quantity

_DONE, _STOP = Done(), Stop()


def is_new_year(s: LastWarState) -> bool:
    """Whether the briefings begin a new period with this turn. RULING briefing-c."""
    turns = s.world.turns
    return s.turn == 1 or turns[s.turn - 1].period != turns[s.turn - 2].period


class RetoolStep(Auto, frozen=True, tag=True):
    """Once a year, before industry delivers, the teams may set lines anew. RULING briefing-c. Case
    sequence.1-industry."""

    def run(self, s: LastWarState) -> Agenda:
        s.phase = "industry"
        begin(s)
        return opened(s, Retooling()) if is_new_year(s) else ()


class Retooling(Together, frozen=True, tag=True):
    """Set production lines to something else: take a line, then say what it will make; or finish. Cases
    sequence.1-industry."""

    rule: ClassVar[str] = "sequence.1-industry"
    kinds: ClassVar[tuple[type[Action], ...]] = (TakeLine, Retool, Stop, Done)

    def concerned(self, s: LastWarState) -> tuple[Seat, ...]:
        """Those whose briefing allows it. Case sequence.1-industry."""
        w = s.world
        return tuple(
            seat for seat in w.seats
            if any(w.powers[n].resets and is_in_war(s, n) and spare_lines(s, n, []) for n in w.powers_of[seat])
        )  # fmt: skip

    def candidates(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        if seat not in s.focus:
            yield _DONE
            for n in s.world.powers_of[seat]:
                for kind in range(len(LINES)):
                    yield TakeLine(n, kind)
            return
        yield _STOP
        for kind in range(len(LINES)):
            yield Retool(kind)

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        """RULING briefing-c: a number of lines a year, and only to what the briefing lets a power make. Case
        sequence.1-industry."""
        w = s.world
        taken = s.focus.get(seat, -1)
        if isinstance(action, Done):
            return None if taken < 0 else Violation(self.rule, "First choose what this line will make.")
        if isinstance(action, Stop):
            return None if taken >= 0 else Violation(self.rule, "Choose a line first.")
        if isinstance(action, Retool):
            if taken < 0:
                return Violation(self.rule, "First choose a line.")
            power, kind = divmod(taken, len(LINES))
            if action.kind == kind or action.kind not in products(s, power):
                return Violation(self.rule, "That industry cannot make that.")
            return None
        if taken >= 0:
            return Violation(self.rule, "First choose what this line will make.")
        n = action.power
        if n not in w.powers_of[seat] or not is_in_war(s, n):
            return Violation(self.rule, "That industry is not yours.")
        if w.powers[n].resets <= len(planned(s, NewLine, n)):
            return Violation(self.rule, "The briefing allows no more changes this year.")
        if action.kind not in spare_lines(s, n, planned(s, NewLine)):
            return Violation(self.rule, "There is no such line there.")
        return None

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        if isinstance(action, Done):
            return self.close(s, seat)
        if isinstance(action, TakeLine):
            s.focus[seat] = action.power * len(LINES) + action.kind
            return (self,)
        power, kind = divmod(s.focus.pop(seat), len(LINES))
        if isinstance(action, Retool):
            line = spare_lines(s, power, planned(s, NewLine))[kind]
            s.plans.append(NewLine(power, kind, action.kind, line))
        return (self,)

    def finish(self, s: LastWarState) -> Agenda:
        """The lines are set; they stand still for a turn meanwhile. Case sequence.1-industry."""
        s.emit(StepRevealed("Production lines are set.", "sequence.1-industry"))
        for p in planned(s, NewLine):
            s.tooling = {**s.tooling, p.line: p.new}
            s.idle = (*s.idle, p.line)
            s.emit(LineSet(p.power, LINES[p.old], LINES[p.new]))
        begin(s)
        return ()

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        if seat in s.focus:
            power, kind = divmod(s.focus[seat], len(LINES))
            name = s.world.powers[power].name
            return Prompt(f"{name}: what will the line of {MADE[LINES[kind]]} make from now on?", self.rule)
        left = sum(
            s.world.powers[n].resets - len(planned(s, NewLine, n))
            for n in s.world.powers_of[seat]
            if is_in_war(s, n)
        )
        return Prompt(
            f"Set production lines to something else ({quantity(left, 'line')} at most), or finish.",
            self.rule,
            "A changed line makes nothing this turn. Lines left alone follow the briefing.",
        )

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        known = common_option(action)
        if known is not None:
            return known if isinstance(action, Done) else Option("Leave the line as it is", "stop", ends=True)
        if isinstance(action, Retool):
            return Option(f"Make {MADE[LINES[action.kind]]}", "choose")
        name = s.world.powers[action.power].name
        return Option(f"Take a line of {MADE[LINES[action.kind]]}", "choose", group=name)


def products(s: LastWarState, power: int) -> list[int]:
    """What the industry of a power can make at all, by its briefing. RULING briefing-c. Case
    sequence.1-industry."""
    rows = s.world.powers[power].production
    return [k for k, kind in enumerate(LINES) if any(rows.get(kind, ()))]


def spare_lines(s: LastWarState, power: int, plans: list[NewLine]) -> dict[int, int]:
    """For each kind the last line of a power that makes it and is not being set anew. Case sequence.1-industry."""
    busy = {p.line for p in plans}
    found = {}
    for zone, kinds in zone_lines(s, power):
        if is_working(s, zone):
            for index, kind in enumerate(kinds):
                line = zone * LINES_A_ZONE + index
                if line not in busy and kind != CLOSED:
                    found[LINES.index(kind)] = line
    return found
