"""US entry: chits gained and lost by what others do, and what happens when a pool is empty. Cases 5.3, 5.3.3a to 5.3.3e."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.kinds import GERMANY, ITALY, JAPAN, USA
from hexfront.games.leaders_in_flames.politics.chits import ENTRY, DrawChit, TakeChit, count, put_back
from hexfront.games.leaders_in_flames.state import State
from hexfront.kernel import Agenda, Auto, Chance, Die, Event, Line

FROZEN = {"entry": "frozen.entry", "tension": "frozen.tension"}
AGAINST = {"ge": (GERMANY, ITALY), "ja": (JAPAN,)}
"""By entry pool: the powers it is against."""


class EntryRolled(Event, frozen=True, tag=True):
    """A US entry action was rolled for."""

    n: int
    die: int
    number: int

    def line(self, s: State) -> Line:
        row = s.world.affairs.actions[self.n]
        gain = "the USA loses a chit" if row.takes else "the USA gains a chit"
        fate = gain if self.die <= self.number else "no effect"
        return Line(f"US entry: {row.title} ({self.die}): {fate}.", "5.3", kind="roll", dice=(self.die,))


def against(s: State, pool: str) -> bool:
    """Whether the USA is still at peace with those an entry pool is against."""
    return any(power in s.world.powers and not s.wars[USA] >> power & 1 for power in AGAINST[pool])


def entry_roll(s: State, n: int) -> Agenda:
    """An action that the USA watches: a roll while it is at peace with those its pool is against. Cases 5.3, 5.3.3c."""
    if not s.world.plan.us_entry:
        return ()
    row = s.world.affairs.actions[n]
    s.deeds[f"action.{n}"] = s.deeds.get(f"action.{n}", 0) + 1
    return (EntryRoll(n),) if against(s, ENTRY[row.pool]) else ()


class EntryRoll(Chance, frozen=True, tag=True):
    """The roll for a US entry action: on its number or less a chit. Case 5.3."""

    n: int

    def outcomes(self, s: State) -> Die:
        return Die(10)

    def apply(self, s: State, die: int) -> Agenda:
        row = s.world.affairs.actions[self.n]
        s.emit(EntryRolled(self.n, die, row.number))
        if die > row.number:
            return ()
        pool = ENTRY[row.pool]
        return lose_chit(s, pool) if row.takes else (DrawChit(pool, "5.3"),)

    def title(self, s: State) -> str:
        return f"US entry: {s.world.affairs.actions[self.n].title}"


def lose_chit(s: State, pool: str, to: str = "") -> Agenda:
    """A chit leaves an entry or tension pool. From an empty one it cannot: then a chit is drawn and set aside, face-down.

    Case 5.3.3a.
    """
    if count(s, pool):
        return (TakeChit(pool, to, "5.3"),)
    kind = "tension" if pool.endswith(".t") else "entry"
    return (DrawChit(FROZEN[kind], "5.3.3a"), Freeze(kind))


class Freeze(Auto, frozen=True, tag=True):
    """While chits lie aside the USA waits as many turns as the highest of them says. Cases 5.3.3b, 5.3.3e."""

    kind: str

    def run(self, s: State) -> Agenda:
        s.deeds.setdefault(f"frozen.{self.kind}", s.turn)
        return ()


def is_frozen(s: State, kind: str) -> bool:
    """Whether the USA may not draw chits (`entry`) or choose options (`tension`) yet: as many turns must have passed as the
    highest chit set aside says. Cases 5.3.3b, 5.3.3e."""
    aside = s.pools.get(FROZEN[kind], ())
    return bool(aside) and s.turn - s.deeds[f"frozen.{kind}"] < max(aside)


def thaw(s: State, kind: str) -> None:
    """The chits set aside are shown and go back. Cases 5.3.3d, 5.3.3e."""
    from hexfront.wargame import Noted

    aside = s.pools.get(FROZEN[kind], ())
    if aside and not is_frozen(s, kind):
        shown = ", ".join(str(v) for v in sorted(aside))
        s.emit(Noted(f"The USA shows the chits it set aside ({shown}) and returns them.", "5.3.3d"))
        put_back(s, FROZEN[kind])
        s.deeds.pop(f"frozen.{kind}", None)
