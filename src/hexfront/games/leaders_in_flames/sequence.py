"""The turn, read aloud: reinforcements, initiative, impulses, end."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Accept, Act, Begin, RollAgain
from hexfront.games.leaders_in_flames.board import ZONES
from hexfront.games.leaders_in_flames.economy.production import Arrivals, Breaking, Production, open_pools
from hexfront.games.leaders_in_flames.events import (
    ActionChosen,
    ImpulseBegan,
    InitiativeRolled,
    TurnEndRolled,
    WeatherCame,
)
from hexfront.games.leaders_in_flames.kinds import (
    ACTION,
    ACTION_IDS,
    ACTION_NAMES,
    ALLIES,
    ARRIVALS,
    AXIS,
    COMBAT,
    DRAFT,
    END,
    FOUL,
    INITIATIVE,
    MONTHS,
    MOVE,
    PACE,
    PASS,
    POWER_NAMES,
    POWERS,
    RAIL,
    REGROUP,
    REORGANISE,
    SEATS,
    SIDE_NAMES,
    SIDE_OF,
    SUPER,
    WET,
)
from hexfront.games.leaders_in_flames.land.combat import Declaring, Fighting
from hexfront.games.leaders_in_flames.land.moves import Moves
from hexfront.games.leaders_in_flames.land.rail import RailMoves
from hexfront.games.leaders_in_flames.land.reorganise import Regrouping, Reorganising, face_up_at_end
from hexfront.games.leaders_in_flames.land.zones import lock_overstacked
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.leaders.asks import in_use
from hexfront.games.leaders_in_flames.leaders.draft import Draft, join_cup, yearly_veto
from hexfront.games.leaders_in_flames.state import State, turn_down
from hexfront.games.leaders_in_flames.victory import Victory
from hexfront.hexes import bits
from hexfront.kernel import Agenda, Auto, Chance, Dice, Die, Option, Prompt, Seat, Violation
from hexfront.wargame import Noted, SideDecides, TurnBegan

TEMPERATE = ZONES.index("north_temperate")
SHORT = 4
"""The turn can end once the impulse marker is beyond this."""


class Turn(Auto, frozen=True, tag=True):
    """A turn of two months. Case base.turn."""

    def run(self, s: State) -> Agenda:
        w = s.world
        s.turn += 1
        if s.turn > w.plan.turns:
            return (Victory(),)
        s.emit(TurnBegan(s.turn, w.turn_title(s.turn), "base.turn"))
        if s.turn > 1 and w.month(s.turn) == 0:
            new_year(s)
        s.side, s.impulse, s.marker, s.rerolled, s.arrived, s.ended = -1, 0, 0, 0, 0, 0
        return (
            Stage(DRAFT), Draft(), Stage(ARRIVALS), Arrivals(AXIS), Arrivals(ALLIES), Stage(INITIATIVE), *initiative(s),
            Impulses(), EndOfTurn(), self,
        )  # fmt: skip


def new_year(s: State) -> None:
    """Force pools, cup and veto points of a new year. Cases 4b, 4.2a."""
    w = s.world
    year = w.year(s.turn)
    open_pools(s, year)
    join_cup(s, year)
    for power in w.powers:
        s.veto[power] += yearly_veto(s, power, year)
    s.emit(Noted(f"{year}: veto points and leaders of the year are added.", "4.2a"))


class Stage(Auto, frozen=True, tag=True):
    """A stage or step begins: what was announced in the last one is over. Cases 3.2c, 3.2g."""

    phase: int

    def run(self, s: State) -> Agenda:
        s.phase = self.phase
        s.said, s.moved, s.moves_made = {}, 0, 0
        if s.side < 0:
            s.ranks, s.standing = {}, {}
            lock_overstacked(s)
        return ()


# --- initiative


def initiative(s: State) -> Agenda:
    """On the first turn the scenario says who goes first; then both sides roll. Cases base.initiative, base.surprise."""
    w = s.world
    if s.turn == 1 and w.plan.opens:
        s.first = SEATS.index(w.plan.opens)
        s.surprised = 1 - s.first
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
            s.emit(Noted("Initiative: a tie, the order stays as it was.", "base.initiative"))
            return ()
        winner = AXIS if axis > allies else ALLIES
        s.emit(InitiativeRolled(dice, winner))
        has_box = (s.initiative > -2) if winner == ALLIES else (s.initiative < 2)
        ask: Agenda = (Reroll(1 - winner, winner),) if has_box and not s.rerolled else (GoFirst(winner),)
        return ask

    def title(self, s: State) -> str:
        return "Initiative"


class Reroll(SideDecides, frozen=True, tag=True):
    """Give up a box of the track for a new roll, or accept this one. Case base.initiative."""

    rule: ClassVar[str] = "base.initiative"
    takes = (RollAgain, Accept)
    winner: int

    def candidates(self, s: State, seat: Seat) -> list[RollAgain | Accept]:
        return [RollAgain(), Accept()]

    def violation(self, s: State, seat: Seat, action: RollAgain | Accept) -> Violation | None:
        return None

    def apply(self, s: State, seat: Seat, action: RollAgain | Accept) -> Agenda:
        if isinstance(action, Accept):
            return (GoFirst(self.winner),)
        s.rerolled = 1
        give_box(s, self.side)
        return (InitiativeRoll(),)

    def option(self, s: State, seat: Seat, action: RollAgain | Accept) -> Option:
        return Option(
            "Give up a box and roll again" if isinstance(action, RollAgain) else "Accept the roll", "choose"
        )


def give_box(s: State, side: int) -> None:
    """A side gives up a box of the initiative track. Case base.initiative."""
    s.initiative = max(-2, min(2, s.initiative + (-1 if side == AXIS else 1)))


class GoFirst(SideDecides, frozen=True, tag=True):
    """Say which side has the first impulse. Case base.initiative."""

    rule: ClassVar[str] = "base.initiative"
    takes = (Begin,)

    def candidates(self, s: State, seat: Seat) -> list[Begin]:
        return [Begin(self.side), Begin(1 - self.side)]

    def violation(self, s: State, seat: Seat, action: Begin) -> Violation | None:
        return None if action.side in (AXIS, ALLIES) else Violation("base.initiative", "There are two sides.")

    def apply(self, s: State, seat: Seat, action: Begin) -> Agenda:
        s.first = action.side
        return ()

    def option(self, s: State, seat: Seat, action: Begin) -> Option:
        return Option(f"The {SIDE_NAMES[action.side]} first", "choose")


# --- impulses


class Impulses(Auto, frozen=True, tag=True):
    """Weather, then an impulse of each side, until the turn ends. Cases base.turn, base.weather."""

    def run(self, s: State) -> Agenda:
        return () if s.ended else (WeatherRoll(), Impulse(s.first), Impulse(1 - s.first), self)


class WeatherRoll(Chance, frozen=True, tag=True):
    """One roll for the weather of all zones. Case base.weather."""

    def outcomes(self, s: State) -> Die:
        return Die(10)

    def apply(self, s: State, die: int) -> Agenda:
        w = s.world
        at = min(10, die + s.last_weather)
        rows = w.tables.weather[MONTHS[w.month(s.turn)]]
        s.weather = [row[at - 1] for row in rows]
        here = s.weather[TEMPERATE]
        s.last_weather = 1 if here in WET else 2 if here in FOUL else 0
        s.emit(WeatherCame(die, tuple(s.weather)))
        return ()

    def title(self, s: State) -> str:
        return "Weather"


class Impulse(Auto, frozen=True, tag=True):
    """An impulse of one side, step by step. Cases base.turn, 3c."""

    side: int

    def run(self, s: State) -> Agenda:
        if s.ended:
            return ()
        s.side, s.impulse = self.side, s.impulse + 1
        s.fought = s.fed = 0
        s.used = [0] * len(s.used)
        s.action = [PASS] * len(POWERS)
        s.ranks, s.standing = {}, {}
        lock_overstacked(s)
        s.emit(ImpulseBegan(self.side, s.impulse))
        mine = tuple(power for power in s.world.powers if SIDE_OF[power] == self.side)
        return (
            Stage(ACTION),
            *(ChooseAction(self.side, power) for power in mine),
            Asking((self.side, 1 - self.side), "impulse"),
            Steps(self.side),
            EndImpulse(self.side),
        )


class ChooseAction(SideDecides, frozen=True, tag=True):
    """Choose a power's action for this impulse. Cases base.action, 3.1n."""

    rule: ClassVar[str] = "base.action"
    takes = (Act,)
    power: int

    def candidates(self, s: State, seat: Seat) -> list[Act]:
        return [Act(self.power, k) for k in range(len(ACTION_IDS))]

    def violation(self, s: State, seat: Seat, action: Act) -> Violation | None:
        w = s.world
        if action.power != self.power or not 0 <= action.action < len(ACTION_IDS):
            return Violation("base.action", "Choose an action of this power.")
        name = "combined" if action.action == SUPER else ACTION_IDS[action.action]
        if name not in w.plan.actions:
            return Violation("base.action", f"This scenario has no {name} actions.")
        if action.action == SUPER and not s.chits[self.power]:
            return Violation("base.action", f"{POWER_NAMES[self.power]} has no offensive chit.")
        return None

    def apply(self, s: State, seat: Seat, action: Act) -> Agenda:
        s.action[self.power] = action.action
        if action.action == SUPER:
            s.chits[self.power] -= 1
        s.emit(ActionChosen(self.power, action.action))
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"Choose the action of {POWER_NAMES[self.power]}.", self.rule)

    def option(self, s: State, seat: Seat, action: Act) -> Option:
        rows = s.world.tables.limits[POWERS[self.power]]
        words = ""
        if action.action:
            _, _, rail, moves, attacks = rows[
                "combined" if action.action == SUPER else ACTION_IDS[action.action]
            ]
            times = 2 if action.action == SUPER else 1
            shown = ["any number of" if n < 0 else str(n * times) for n in (rail, moves, attacks)]
            words = f"{shown[0]} rail moves, {shown[1]} land moves, {shown[2]} attacks"
        return Option(ACTION_NAMES[action.action], "choose", rule=self.rule, note=words)


class Steps(Auto, frozen=True, tag=True):
    """The steps of an impulse that the actions allow. Case base.turn."""

    side: int

    def run(self, s: State) -> Agenda:
        side = self.side
        if all(s.action[power] == PASS for power in s.world.powers if SIDE_OF[power] == side):
            return (Stage(REORGANISE), *reorganisation(s, side))
        return (
            Stage(RAIL), RailMoves(side), Stage(MOVE), Moves(side), Stage(COMBAT), Declaring(side), Fighting(side), Tired(side),
            Stage(REGROUP), Asking((side,), "regroup"), Regroup(side), Stage(REORGANISE), *reorganisation(s, side),
        )  # fmt: skip


def reorganisation(s: State, side: int) -> Agenda:
    """The reorganisation step. Cases base.reorganise, ability.14."""
    return (Asking((side,), "reorganise"), Reorganise(side))


class Reorganise(Auto, frozen=True, tag=True):
    """Ask for reorganisation where an HQ could do any. Case base.reorganise."""

    side: int

    def run(self, s: State) -> Agenda:
        frame = Reorganising(self.side)
        return (frame,) if len(frame.legal(s, "")) > 1 else ()


class Tired(Auto, frozen=True, tag=True):
    """After the combat step units that a leader let act without supply are turned face-down. Case ability.49."""

    side: int

    def run(self, s: State) -> Agenda:
        for u in bits(s.fed):
            if s.where[u] >= 0:
                turn_down(s, u)
        s.fed = 0
        s.struck = 0
        return ()


class Regroup(Auto, frozen=True, tag=True):
    """Leaders who announced it move one hex more. Case ability.6."""

    side: int

    def run(self, s: State) -> Agenda:
        return tuple(RegroupWith(self.side, leader) for leader, _ in in_use(s, "regroup"))


class RegroupWith(Auto, frozen=True, tag=True):
    """One leader takes units of his hex along. Case ability.6."""

    side: int
    leader: int

    def run(self, s: State) -> Agenda:
        if s.where[self.leader] < 0:
            return ()
        s.group, s.spent = [self.leader], [0]
        return (Regrouping(self.side, self.leader),)


class EndImpulse(Auto, frozen=True, tag=True):
    """The impulse marker goes forward by the weather. Case base.turn."""

    side: int

    def run(self, s: State) -> Agenda:
        s.marker += PACE[s.weather[TEMPERATE]]
        s.last, s.surprised = self.side, -1
        passed = all(s.action[power] == PASS for power in s.world.powers if SIDE_OF[power] == self.side)
        return (TurnEndRoll(s.marker - SHORT + passed),)


class TurnEndRoll(Chance, frozen=True, tag=True):
    """The roll for the end of the turn: not above the number ends it. Case base.turn."""

    needed: int

    def outcomes(self, s: State) -> Die:
        return Die(10)

    def apply(self, s: State, die: int) -> Agenda:
        s.emit(TurnEndRolled(die, self.needed))
        s.ended = int(die <= self.needed)
        return ()

    def title(self, s: State) -> str:
        return "End of turn"


class EndOfTurn(Auto, frozen=True, tag=True):
    """Units in supply turn up, production, and the initiative of a side that had the first and the last word.

    Cases base.facing, base.production, base.initiative.
    """

    def run(self, s: State) -> Agenda:
        if s.last == s.first:
            give_box(s, s.first)
        s.side = -1
        return (Stage(END), FaceUp(), Asking((AXIS, ALLIES), "production"), BreakUp(), Production())


class FaceUp(Auto, frozen=True, tag=True):
    """At the end of the turn units in supply turn face-up. Case base.facing."""

    def run(self, s: State) -> Agenda:
        face_up_at_end(s)
        return ()


class BreakUp(Auto, frozen=True, tag=True):
    """Corps that a leader breaks down. Case ability.19."""

    def run(self, s: State) -> Agenda:
        frames: Agenda = ()
        for leader, _ in list(in_use(s, "break.corps")):
            frames = (*frames, Breaking(s.world.side[leader]))
        return frames
