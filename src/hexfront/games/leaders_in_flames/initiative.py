"""Initiative: who chooses the side that moves first in a turn."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Accept, Begin, RollAgain
from hexfront.games.leaders_in_flames.economy.deeds import SpyRoll
from hexfront.games.leaders_in_flames.economy.intelligence import ROLL
from hexfront.games.leaders_in_flames.events import InitiativeRolled
from hexfront.games.leaders_in_flames.kinds import ALLIES, AXIS, SEATS, SIDE_NAMES, SIDE_OF
from hexfront.games.leaders_in_flames.state import State
from hexfront.games.leaders_in_flames.words import begun, the_power
from hexfront.kernel import Action, Agenda, Chance, Dice, Option, Seat, Violation
from hexfront.wargame import Noted, SideDecides


def initiative(s: State) -> Agenda:
    """On the first turn the scenario says who goes first; then both sides roll. Cases base.initiative, base.surprise."""
    w = s.world
    if s.turn == 1 and w.plan.opens:
        s.first = SEATS.index(w.plan.opens)
        s.surprised = w.parties_of[1 - s.first]
        return ()
    return (InitiativeRoll(),)


class InitiativeRoll(Chance, frozen=True, tag=True):
    """Both sides roll for the initiative. Case base.initiative."""

    def outcomes(self, s: State) -> Dice:
        return Dice(2, 10)

    def apply(self, s: State, dice: tuple[int, ...]) -> Agenda:
        axis = dice[0] + max(0, s.initiative)
        allies = dice[1] + max(0, -s.initiative)
        if axis == allies:
            s.emit(Noted("Initiative: a tie; the order stays as it was.", "base.initiative"))
            return ()
        winner = (axis, allies).index(max(axis, allies))
        s.emit(InitiativeRolled(dice, winner))
        loser = 1 - winner
        can = has_box(s, loser) or any(s.intel[p] >= ROLL for p in s.world.powers if SIDE_OF[p] == loser)
        return (Reroll(loser, winner),) if can and not s.rerolled else (GoFirst(winner),)

    def title(self, s: State) -> str:
        return "Initiative"


class Reroll(SideDecides, frozen=True, tag=True):
    """Give up a box of the track for a new roll, or accept this one. Case base.initiative."""

    rule: ClassVar[str] = "base.initiative"
    takes = (RollAgain, SpyRoll, Accept)
    winner: int

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        mine = [power for power in s.world.powers if SIDE_OF[power] == self.side and s.intel[power]]
        return [RollAgain(), *(SpyRoll(power) for power in mine), Accept()]

    def violation(self, s: State, seat: Seat, action: RollAgain | SpyRoll | Accept) -> Violation | None:
        if isinstance(action, SpyRoll):
            if SpyRoll(action.power) not in self.candidates(s, seat) or s.intel[action.power] < ROLL:
                return Violation("base.spies", f"One of your powers needs {ROLL} intelligence points for it.")
        elif isinstance(action, RollAgain) and not has_box(s, self.side):
            return Violation("base.initiative", "No box is left to give up.")
        return None

    def apply(self, s: State, seat: Seat, action: RollAgain | SpyRoll | Accept) -> Agenda:
        if isinstance(action, Accept):
            return (GoFirst(self.winner),)
        s.rerolled = 1
        if isinstance(action, SpyRoll):
            s.intel[action.power] -= ROLL
        else:
            give_box(s, self.side)
        return (InitiativeRoll(),)

    def option(self, s: State, seat: Seat, action: RollAgain | SpyRoll | Accept) -> Option:
        if isinstance(action, SpyRoll):
            return Option(
                f"{begun(the_power(action.power))}'s spies: roll again",
                "choose",
                cost=float(ROLL),
                rule="base.spies",
            )
        return Option(
            "Give up a box and roll again" if isinstance(action, RollAgain) else "Accept the roll", "choose"
        )


def has_box(s: State, side: int) -> bool:
    """Whether a side has a box of the initiative track to give up. Case base.initiative."""
    return s.initiative > -2 if side == AXIS else s.initiative < 2


def give_box(s: State, side: int) -> None:
    """A side gives up a box of the initiative track. Case base.initiative."""
    s.initiative = max(-2, min(2, s.initiative + (-1 if side == AXIS else 1)))


class GoFirst(SideDecides, frozen=True, tag=True):
    """Choose which side has the first impulse. Case base.initiative."""

    rule: ClassVar[str] = "base.initiative"
    takes = (Begin,)

    def candidates(self, s: State, seat: Seat) -> list[Begin]:
        return [Begin(self.side), Begin(1 - self.side)]

    def violation(self, s: State, seat: Seat, action: Begin) -> Violation | None:
        return (
            None
            if action.side in (AXIS, ALLIES)
            else Violation("base.initiative", "Choose the Axis or the Allies.")
        )

    def apply(self, s: State, seat: Seat, action: Begin) -> Agenda:
        s.first = action.side
        return ()

    def option(self, s: State, seat: Seat, action: Begin) -> Option:
        return Option(f"The {SIDE_NAMES[action.side]} first", "choose")
