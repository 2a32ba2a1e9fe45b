"""Chapters 13, 11.9 and 9.5: the West joins the war on turn 9, optional leaders, captured leaders traded."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Agree, Done
from hexfront.games.lebensraum.control import take
from hexfront.games.lebensraum.decisions import Power
from hexfront.games.lebensraum.fate import to_pool
from hexfront.games.lebensraum.kinds import ABSENT, ALLIED, AXIS, HQ_BASE, NOT_HERE, POOL, READY
from hexfront.games.lebensraum.landings import assign
from hexfront.games.lebensraum.leaders import pool
from hexfront.games.lebensraum.state import State, occupied, put
from hexfront.kernel import Agenda, Auto, Chance, Cup, Option, Prompt, Seat


class WestJoins(Auto, frozen=True, tag=True):
    """The western set-up comes into the combination: armies, HQs, staff, leaders, and what the Allies hold in Italy.

    Cases 13.0b, 13.0c, 13.0i, 12.1a. RULING 11.5-c, RULING 13.0-d. A unit whose hex is taken enters as a rebuilt one does.
    """

    def run(self, s: State) -> Agenda:
        w = s.world
        for u, h in w.late_units.items():
            if s.power[u] < 0 or s.where[u] >= 0:
                continue
            if occupied(s) >> h & 1:
                s.where[u] = READY
                continue
            put(s, u, h)
            take(s, s.power[u], 1 << h, "11.5e")
            s.emit(ev.Arrived(u, h, "13.0b"))
            if s.power[u] == AXIS:
                s.reserve |= 1 << u
        take(s, ALLIED, w.allied_hold & ~occupied(s), "13.0b")
        for k, h in w.late_hqs.items():
            s.hq[k] = h
            s.emit(ev.Arrived(HQ_BASE + k, h, "13.0b"))
        for m, marker in enumerate(w.staff):
            if s.staff[m] < 0 and not marker.before:
                s.staff[m] = w.capital[w.staff_power[m]]
        for leader, man in enumerate(w.leaders):
            if s.post[leader] == NOT_HERE and not man.turn:
                assign(s, leader)
        return ()


class OptionalLeaders(Chance, frozen=True, tag=True):
    """Three leaders of the Axis pool make room for the optional ones. Case 11.9a."""

    def outcomes(self, s: State) -> Cup:
        names = tuple(s.world.leaders[leader].id for leader in pool(s, AXIS))
        return Cup(names, len(s.world.optional))

    def apply(self, s: State, outcome: tuple[str, ...]) -> Agenda:
        for name in outcome:
            s.post[s.world.leader(name)] = ABSENT
        for leader in s.world.optional:
            s.post[leader] = POOL
        return ()

    def title(self, s: State) -> str:
        return "Leaders who make room for the optional ones"


class Consent(Power, frozen=True, tag=True):
    """The other side takes an exchange of captured leaders, or declines. Case 9.5b, RULING 9.5-b."""

    rule: ClassVar[str] = "9.5b"
    takes = (Agree, Done)
    leader: int
    other: int

    def candidates(self, s: State, seat: Seat) -> list[Agree | Done]:
        return [Agree(), Done()]

    def violation(self, s: State, seat: Seat, action: Agree | Done) -> None:
        return None

    def apply(self, s: State, seat: Seat, action: Agree | Done) -> Agenda:
        if isinstance(action, Agree):
            for leader in (self.leader, self.other):
                to_pool(s, leader)
                s.emit(ev.fate(leader, "exchanged"))
        return ()

    def _names(self, s: State) -> tuple[str, str]:
        return s.world.leaders[self.other].name, s.world.leaders[self.leader].name

    def prompt(self, s: State, seat: Seat) -> Prompt:
        mine, theirs = self._names(s)
        return Prompt(f"Your captured {mine} is offered for {theirs}, whom you hold.", self.rule)

    def option(self, s: State, seat: Seat, action: Agree | Done) -> Option:
        mine, theirs = self._names(s)
        if isinstance(action, Agree):
            return Option(f"Exchange {theirs} for {mine}", rule=self.rule)
        return Option("Decline", "pass", rule=self.rule, ends=True)
