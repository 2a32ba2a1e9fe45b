"""Chapters 7.45, 7.43 and 9.5: what becomes of leaders who were in combat or overrun."""

from __future__ import annotations

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.kinds import CAPTURED, KILLED, POOL, WOUNDED
from hexfront.games.lebensraum.state import State, dismiss
from hexfront.kernel import Agenda, Chance, Die

TITLES = {"in_combat": "in combat", "again": "hit in combat", "overrun": "overrun"}


class FateRoll(Chance, frozen=True, tag=True):
    """A roll on the Leader Fate Table. Cases 7.43f, 7.43g, 7.45f, 11.1e, 11.6h."""

    leader: int
    column: str

    def outcomes(self, s: State) -> Die:
        return Die(6)

    def apply(self, s: State, outcome: int) -> Agenda:
        fate = s.world.tables.fates[self.column][outcome - 1]
        if fate == "again":
            return (FateRoll(self.leader, "again"),)
        s.emit(ev.fate(self.leader, fate))
        if fate == "wounded":
            return (Recovery(self.leader),)
        if fate == "escapes":
            to_pool(s, self.leader)
        elif fate != "none":
            s.shaken &= ~(1 << self.leader)
            dismiss(s, self.leader, KILLED if fate == "killed" else CAPTURED)
        return ()

    def title(self, s: State) -> str:
        return f"{s.world.leaders[self.leader].name}, {TITLES[self.column]}"


class Recovery(Chance, frozen=True, tag=True):
    """How many turns a wounded leader is out of play. Cases 9.5a, 9.0i."""

    leader: int

    def outcomes(self, s: State) -> Die:
        return Die(6)

    def apply(self, s: State, outcome: int) -> Agenda:
        s.shaken &= ~(1 << self.leader)
        dismiss(s, self.leader, WOUNDED)
        s.due[self.leader] = s.turn + outcome
        s.emit(ev.Served(self.leader, f"is out until turn {s.due[self.leader]}", "9.5a"))
        return ()

    def title(self, s: State) -> str:
        return f"Turns until {s.world.leaders[self.leader].name} recovers"


def to_pool(s: State, leader: int) -> None:
    """Put a leader back among those who may be drawn. Cases 7.43g, 9.1a, 9.5b. RULING 9.0-b: he is no longer shaken.

    RULING 9.6-a: Mannerheim goes back to the Finnish HQ, or waits for it.
    """
    w = s.world
    s.shaken &= ~(1 << leader)
    dismiss(s, leader, POOL)
    if leader == w.mannerheim and not w.has("mannerheim_in_pool") and s.hq[w.finnish_hq] >= 0:
        s.post[leader] = w.finnish_hq
        s.chief[w.finnish_hq] = leader


def return_the_wounded(s: State) -> None:
    """Leaders whose turns have passed enter the pool as a turn begins. Cases 9.5a, 9.0i, RULING 9.5-a."""
    for leader, post in enumerate(s.post):
        if post == WOUNDED and s.due[leader] <= s.turn:
            to_pool(s, leader)
            s.emit(ev.fate(leader, "recovered"))
