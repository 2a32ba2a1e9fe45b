"""Intelligence points: bought in production, spent on veto points, on a look at a chit, on the initiative. Cases 4.2h, 6n, base.spies."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Done
from hexfront.games.leaders_in_flames.chairs import sit
from hexfront.games.leaders_in_flames.economy.deeds import BuyVeto, SpyOn
from hexfront.games.leaders_in_flames.kinds import SIDE_OF
from hexfront.games.leaders_in_flames.politics.chits import owner_of, pool_words
from hexfront.games.leaders_in_flames.state import State
from hexfront.games.leaders_in_flames.words import begun, the_power
from hexfront.kernel import Action, Agenda, Auto, Chance, Cup, Option, Revealed, Seat, Violation
from hexfront.wargame import Noted, SideDecides

VETO, LOOK, ROLL = 5, 2, 3
"""What a veto point, a look at a chit and a new roll cost."""
A_TURN = 3
"""Points a power may buy in a turn."""
DONE = Done()


class IntelligenceStep(Auto, frozen=True, tag=True):
    """Ask each power that has points for anything. Case 4.2h."""

    def run(self, s: State) -> Agenda:
        return tuple(SpendStep(SIDE_OF[power], power) for power in s.world.powers)


class SpendStep(Auto, frozen=True, tag=True):
    """Ask one power while it can spend points."""

    side: int
    power: int

    def run(self, s: State) -> Agenda:
        sit(s, self.power)
        frame = Spend(self.side, self.power)
        return (frame,) if s.intel[self.power] >= LOOK and len(frame.legal(s, "")) > 1 else ()


class Spend(SideDecides, frozen=True, tag=True):
    """Spend intelligence points, or keep them. Cases 4.2h, base.spies."""

    rule: ClassVar[str] = "4.2h"
    takes = (BuyVeto, SpyOn, Done)
    power: int

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        theirs = [pool for pool in sorted(s.pools) if s.pools[pool] and SIDE_OF[owner_of(pool)] != self.side]
        return [BuyVeto(self.power), *(SpyOn(self.power, pool) for pool in theirs), DONE]

    def violation(self, s: State, seat: Seat, action: BuyVeto | SpyOn | Done) -> Violation | None:
        if isinstance(action, Done):
            return None
        if action.power != self.power:
            return Violation("4.2h", "It is another power's turn.")
        if isinstance(action, BuyVeto):
            return (
                None
                if s.intel[self.power] >= VETO
                else Violation("4.2h", f"A veto point costs {VETO} points.")
            )
        if s.intel[self.power] < LOOK:
            return Violation("base.spies", f"A look costs {LOOK} points.")
        if action not in self.candidates(s, seat):
            return Violation("base.spies", "The other side has no chits there.")
        return None

    def apply(self, s: State, seat: Seat, action: BuyVeto | SpyOn | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        again = SpendStep(self.side, self.power)
        if isinstance(action, BuyVeto):
            s.intel[self.power] -= VETO
            s.veto[self.power] += 1
            s.emit(Noted(f"{begun(the_power(self.power))} buys a veto point.", "4.2h"))
            return (again,)
        s.intel[self.power] -= LOOK
        return (ShowChit(action.pool), again)

    def option(self, s: State, seat: Seat, action: BuyVeto | SpyOn | Done) -> Option:
        if isinstance(action, Done):
            return Option("Keep the points", "done", rule=self.rule, ends=True)
        if isinstance(action, BuyVeto):
            return Option("A veto point", "choose", cost=float(VETO), rule=self.rule)
        return Option(
            f"See a chit of {pool_words(action.pool)}", "choose", cost=float(LOOK), rule="base.spies"
        )


class ShowChit(Chance, frozen=True, tag=True):
    """A chit of a pool is shown and turned down again. Case base.spies."""

    pool: str

    def outcomes(self, s: State) -> Cup:
        return Cup(tuple(str(v) for v in sorted(s.pools[self.pool])))

    def apply(self, s: State, outcome: str) -> Agenda:
        s.emit(Revealed(f"A chit of {pool_words(self.pool)} is worth {outcome}.", "base.spies"))
        return ()

    def title(self, s: State) -> str:
        return f"A chit of {pool_words(self.pool)}"
