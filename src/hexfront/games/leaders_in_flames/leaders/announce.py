"""Announcing abilities: the active side first, then the other; a side with nothing to announce is not asked."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Announce, Done
from hexfront.games.leaders_in_flames.chairs import Chair, by_seat
from hexfront.games.leaders_in_flames.events import Announced
from hexfront.games.leaders_in_flames.leaders import steps
from hexfront.games.leaders_in_flames.leaders.asks import code, occasion, rank_key
from hexfront.games.leaders_in_flames.leaders.usable import usable
from hexfront.games.leaders_in_flames.state import State, on_the_map, stand
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import SideDecides

DONE = Done()


def announcements(s: State, side: int, moment: str) -> list[Announce]:
    """Every ability of a side's leaders that belongs to a moment."""
    w = s.world
    return [
        Announce(leader, row.n)
        for leader in on_the_map(s, side)
        for row in w.abilities(leader)
        if row.moment == moment
    ]


def announce(s: State, leader: int, n: int) -> None:
    """Take an ability into use: it counts for the battle, move, step or impulse at hand, and locks the leader's rank on his map
    for the impulse or stage. Using it does not turn him face-down. Cases 3.2c, 3.2d, 3.2g. RULING rank-limit-scope."""
    row = s.world.rows[n]
    if row.span == "impulse":
        s.standing[code(leader, n)] = 1
    else:
        s.said[code(leader, n)] = occasion(s)
    key = rank_key(s, leader, stand(s, leader))
    if key >= 0:
        s.ranks[key] = leader
    s.emit(Announced(leader, n))


def announce_option(s: State, action: Announce) -> Option:
    """How an ability is offered."""
    w = s.world
    row = w.rows[action.ability]
    at = w.spot(stand(s, action.leader))
    label = f"{w.name(action.leader)}: {row.topic}"
    return Option(label, "choose", w.piece(action.leader), at, rule=row.case, note=row.words, panel=True)


class Announcing(SideDecides, frozen=True, tag=True):
    """Announce abilities of your leaders, or go on. Cases 3b, 3c, 3.2f."""

    rule: ClassVar[str] = "3c"
    takes = (Announce, Done)
    moment: str

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*announcements(s, self.side, self.moment), DONE]

    def violation(self, s: State, seat: Seat, action: Announce | Done) -> Violation | None:
        if isinstance(action, Done):
            return None
        return usable(s, self.side, action.leader, action.ability, self.moment)

    def apply(self, s: State, seat: Seat, action: Announce | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        announce(s, action.leader, action.ability)
        after = steps.begun(s, action.leader, s.world.rows[action.ability])
        again = Asking((self.side,), self.moment) if s.world.alone else AskingSeat(self.side, self.moment)
        return (*after, again)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        at = s.target if s.target >= 0 else s.over
        where = f" at {s.world.title(at)}" if at >= 0 else ""
        return Prompt(f"Announce abilities of your leaders{where}, or go on.", self.rule)

    def option(self, s: State, seat: Seat, action: Announce | Done) -> Option:
        if isinstance(action, Done):
            return Option("Go on", "done", rule=self.rule, ends=True)
        return announce_option(s, action)


class Asking(Auto, frozen=True, tag=True):
    """Ask sides in turn for their leaders' abilities, those that have any to announce. Cases 3c, 3.2f."""

    sides: tuple[int, ...]
    moment: str

    def run(self, s: State) -> Agenda:
        if not s.world.alone:
            asked = [
                frame for side in self.sides for frame in by_seat(s, side, AskingSeat(side, self.moment))
            ]
            return (*asked, *(Chair(side, s.chair[side]) for side in self.sides))
        for k, side in enumerate(self.sides):
            frame = Announcing(side, self.moment)
            if any(
                usable(s, side, a.leader, a.ability, self.moment) is None
                for a in announcements(s, side, self.moment)
            ):
                rest = self.sides[k + 1 :]
                return (frame, Asking(rest, self.moment)) if rest else (frame,)
        return ()


class AskingSeat(Auto, frozen=True, tag=True):
    """Ask one seat for its leaders' abilities. Cases 1c, 3.2f."""

    side: int
    moment: str

    def run(self, s: State) -> Agenda:
        frame = Announcing(self.side, self.moment)
        return (frame,) if len(frame.legal(s, "")) > 1 else ()
