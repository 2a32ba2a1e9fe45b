"""A tiny game with everything the engine has: secret simultaneous plans, hidden draws, dice, a reveal, moves.

Two seats, two runners each, on a track of seven spaces. Each turn both plan a stance in secret, each draws a
chit the other may not see, then each in turn marches its runners, and a die decides who scores.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cached_property
from typing import Any, ClassVar

from hexfront.kernel import (
    CONTROL,
    Action,
    Agenda,
    Auto,
    Box,
    Case,
    Chance,
    Cup,
    Decision,
    Die,
    Event,
    Forecast,
    Game,
    Line,
    Option,
    Piece,
    Prompt,
    Result,
    RuleBook,
    Scenario,
    SeatInfo,
    SeededSource,
    Setup,
    State,
    View,
    Violation,
    Walk,
    World,
)

SEATS = ("red", "blue")
SPACES = 7
CHITS = ("1", "2", "3", "4")


class ToyState(State, kw_only=True):
    turn: int = 0
    turns: int = 3
    runners: list[int] = []  # spaces of red's two, then blue's two
    marched: list[int] = []  # runners that have moved in this march
    plans: list[int] = []  # -1 until planned
    chits: list[str] = []  # "" until drawn
    score: list[int] = []
    left: int = 0


class Plan(Action, frozen=True, tag=True):
    stance: int


class March(Action, frozen=True, tag=True):
    runner: int
    to: int


class Spy(Action, frozen=True, tag=True):
    pass


class Halt(Action, frozen=True, tag=True):
    pass


class Planned(Event, frozen=True, tag=True):
    seat: str
    stance: int

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == self.seat else Planned(self.seat, -1)

    def line(self, s: Any) -> Line:
        return Line(
            f"{self.seat} plans {self.stance}" if self.stance >= 0 else f"{self.seat} plans", rule="1.1"
        )


class PlansRevealed(Event, frozen=True, tag=True):
    reveals: ClassVar[bool] = True
    plans: tuple[int, ...]

    def line(self, s: Any) -> Line:
        return Line(f"plans are {self.plans}", rule="1.2")


class ChitDrawn(Event, frozen=True, tag=True):
    seat: str
    chit: str

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == self.seat else None

    def line(self, s: Any) -> Line:
        return Line(f"{self.seat} draws {self.chit}", rule="2.1")


class ChitSeen(Event, frozen=True, tag=True):
    reveals: ClassVar[bool] = True
    seat: str
    chit: str

    def seen_by(self, seat: str) -> Event | None:
        return self if seat == self.seat else ChitSeen(self.seat, "?")

    def line(self, s: Any) -> Line:
        return Line(f"{self.seat} sees {self.chit}", rule="3.4")


class Marched(Event, frozen=True, tag=True):
    runner: int
    to: int

    def line(self, s: Any) -> Line:
        return Line(f"runner {self.runner} to {self.to}", rule="3.1", at=str(self.to))


class Scored(Event, frozen=True, tag=True):
    die: int
    score: tuple[int, ...]

    def line(self, s: Any) -> Line:
        return Line(f"{self.die} rolled, the score is {self.score}", rule="4.1", dice=(self.die,))


class Turn(Auto, frozen=True, tag=True):
    """A turn. Case 1."""

    def run(self, s: ToyState) -> Agenda:
        if s.turn == s.turns:
            return (Reckoning(),)
        s.turn += 1
        s.plans[:] = [-1, -1]
        s.chits[:] = ["", ""]
        return (
            Plans(),
            Reveal(),
            Draw(0),
            Draw(1),
            Ready(0),
            Marches(0),
            Ready(1),
            Marches(1),
            Clash(),
            Turn(),
        )


class Plans(Decision, frozen=True, tag=True):
    """Both plan in secret. Case 1.1."""

    rule: ClassVar[str] = "1.1"
    takes: ClassVar[tuple[type[Action], ...]] = (Plan,)

    def deciders(self, s: ToyState) -> tuple[str, ...]:
        return tuple(seat for n, seat in enumerate(SEATS) if s.plans[n] < 0)

    def candidates(self, s: ToyState, seat: str) -> Iterable[Action]:
        return [Plan(n) for n in range(3)]

    def violation(self, s: ToyState, seat: str, action: Plan) -> Violation | None:
        if not 0 <= action.stance < 3:
            return Violation("1.1", "There are three stances.")
        return None

    def apply(self, s: ToyState, seat: str, action: Plan) -> Agenda:
        s.plans[SEATS.index(seat)] = action.stance
        s.emit(Planned(seat, action.stance))
        return (self,) if min(s.plans) < 0 else ()

    def prompt(self, s: ToyState, seat: str) -> Prompt:
        return Prompt("Plan a stance.", rule="1.1")

    def option(self, s: ToyState, seat: str, action: Plan) -> Option:
        return Option(f"stance {action.stance}")


class Reveal(Auto, frozen=True, tag=True):
    """Plans are shown. Case 1.2."""

    def run(self, s: ToyState) -> Agenda:
        s.emit(PlansRevealed(tuple(s.plans)))
        return ()


class Draw(Chance, frozen=True, tag=True):
    """A chit for one seat alone. Case 2.1."""

    side: int

    def outcomes(self, s: ToyState) -> Cup:
        return Cup(CHITS)

    def apply(self, s: ToyState, outcome: str) -> Agenda:
        s.chits[self.side] = outcome
        s.emit(ChitDrawn(SEATS[self.side], outcome))
        return ()

    def seen_by(self, s: ToyState, seat: str) -> bool:
        return seat == SEATS[self.side]


class Ready(Auto, frozen=True, tag=True):
    """A stance is also the number of marches, plus one. Case 3.3."""

    side: int

    def run(self, s: ToyState) -> Agenda:
        s.left = s.plans[self.side] + 1
        s.marched[:] = [0, 0, 0, 0]
        return ()


class Marches(Decision, frozen=True, tag=True):
    """One seat moves its runners. Case 3."""

    rule: ClassVar[str] = "3"
    takes: ClassVar[tuple[type[Action], ...]] = (March, Spy, Halt)
    side: int
    spied: bool = False

    def deciders(self, s: ToyState) -> tuple[str, ...]:
        return (SEATS[self.side],)

    def candidates(self, s: ToyState, seat: str) -> Iterable[Action]:
        mine = (2 * self.side, 2 * self.side + 1)
        return [*(March(r, s.runners[r] + d) for r in mine for d in (-1, 1)), Spy(), Halt()]

    def violation(self, s: ToyState, seat: str, action: Any) -> Violation | None:
        if isinstance(action, Halt):
            return None
        if isinstance(action, Spy):
            return Violation("3.4", "One look a turn.") if self.spied else None
        if action.runner not in (2 * self.side, 2 * self.side + 1):
            return Violation("3.1", "That is not your runner.")
        if not 0 <= action.to < SPACES:
            return Violation("3.1", "That is off the track.", at=str(action.to))
        if abs(action.to - s.runners[action.runner]) != 1:
            return Violation("3.1", "One space at a time.")
        if s.left == 0:
            return Violation("3.3", "No marches are left.")
        if action.to in s.runners:
            return Violation("3.2", "One runner a space.", at=str(action.to))
        return None

    def apply(self, s: ToyState, seat: str, action: Any) -> Agenda:
        if isinstance(action, Halt):
            return ()
        if isinstance(action, Spy):
            s.emit(ChitSeen(seat, s.chits[1 - self.side]))
            return (Marches(self.side, True),)
        s.runners[action.runner] = action.to
        s.marched[action.runner] = 1
        s.left -= 1
        s.emit(Marched(action.runner, action.to))
        return (self,)

    def prompt(self, s: ToyState, seat: str) -> Prompt:
        return Prompt(f"March, {s.left} left.", rule="3")

    def option(self, s: ToyState, seat: str, action: Any) -> Option:
        if isinstance(action, March):
            return Option(f"march to {action.to}", kind="step", piece=str(action.runner), at=str(action.to))
        return (
            Option("look", kind="choose")
            if isinstance(action, Spy)
            else Option("halt", kind="done", ends=True)
        )


class Clash(Chance, frozen=True, tag=True):
    """Who stands further on scores, by the die. Case 4.1."""

    def outcomes(self, s: ToyState) -> Die:
        return Die(6)

    def apply(self, s: ToyState, outcome: int) -> Agenda:
        lead = sum(s.runners[:2]) - sum(s.runners[2:])
        if outcome + lead >= 4:
            s.score[0] += int(s.chits[0])
        else:
            s.score[1] += int(s.chits[1])
        s.emit(Scored(outcome, tuple(s.score)))
        return ()


class Reckoning(Auto, frozen=True, tag=True):
    """The higher score wins. Case 5."""

    def run(self, s: ToyState) -> Agenda:
        best = max(s.score)
        winners = tuple(seat for n, seat in enumerate(SEATS) if s.score[n] == best)
        s.finish(Result(winners if len(winners) == 1 else (), "the higher score", rule="5"))
        return ()


def knows_chit(s: ToyState, seat: str, side: int) -> bool:
    frame = s.agenda[0] if s.agenda else None
    spied = isinstance(frame, Marches) and frame.spied and seat == SEATS[frame.side]
    return seat == SEATS[side] or seat == CONTROL or spied


class Toy(Game[ToyState]):
    id = "toy"
    title = "Toy"
    version = "1"
    summary = "A race of four runners."
    state = ToyState
    package = __name__
    scenarios = (Scenario("short", "Short", "Three turns.", 3), Scenario("long", "Long", "Six turns.", 6))

    def data_digest(self, setup: Setup) -> str:
        """In every process that plays it, others if a test says so."""
        return os.environ.get("TOY_FIGURES") or super().data_digest(setup)

    def build_world(self, setup: Setup) -> World:
        return World(setup)

    def new_state(self, world: Any) -> ToyState:
        turns = 3 if world.setup.scenario == "short" else 6
        return ToyState(
            world=world, agenda=(Turn(),), turns=turns, runners=[0, 1, 5, 6], marched=[0] * 4,
            plans=[-1, -1], chits=["", ""], score=[0, 0],
        )  # fmt: skip

    def seats(self, setup: Setup) -> tuple[SeatInfo, ...]:
        return (SeatInfo("red", "Red", "red"), SeatInfo("blue", "Blue", "blue"))

    def view(self, s: ToyState, seat: str) -> View:
        planning = min(s.plans) < 0
        extra = {
            "plans": [
                p if not planning or seat in (SEATS[n], CONTROL) else ("?" if p >= 0 else "")
                for n, p in enumerate(s.plans)
            ],
            "left": s.left,
            "score": list(s.score),
            "waits": type(s.agenda[0]).__name__ if s.agenda else "",
        }
        return View(
            game=self.id,
            scenario=s.world.setup.scenario,
            seat=seat,
            map="track",
            turn=s.turn,
            pieces=tuple(
                Piece(str(n), f"runner {n}", SEATS[n // 2], str(at)) for n, at in enumerate(s.runners)
            ),
            boxes=tuple(
                Box(f"chit-{SEATS[n]}", "chit", text=chit if knows_chit(s, seat, n) else "?" if chit else "")
                for n, chit in enumerate(s.chits)
            ),
            extra=extra,
        )

    def forecast(self, s: ToyState, seat: str) -> Forecast | None:
        return Forecast("the clash") if s.agenda and isinstance(s.agenda[0], Marches) else None

    def reach(self, s: ToyState, seat: str, piece: str) -> dict[str, Walk] | None:
        """A runner goes either way while there are marches left, up to the next runner."""
        frame = s.agenda[0] if s.agenda else None
        if not isinstance(frame, Marches) or seat != SEATS[frame.side]:
            return None
        runner, out = int(piece), {}
        for way in (-1, 1):
            path: list[int] = []
            at = s.runners[runner] + way
            while 0 <= at < SPACES and at not in s.runners and len(path) < s.left:
                path.append(at)
                plan = tuple(March(runner, to) for to in path)
                out[str(at)] = Walk(float(len(path)), tuple(map(str, path)), plan)
                at += way
        return out

    def resample(self, s: ToyState, seat: str, source: SeededSource) -> ToyState:
        new = s.clone()
        for n, other in enumerate(SEATS):
            if min(s.plans) < 0 <= s.plans[n] and seat != other:
                new.plans[n] = source.below(3)
            if s.chits[n] and not knows_chit(s, seat, n):
                new.chits[n] = source.choice(CHITS)
        return new

    def invariants(self, s: ToyState) -> Iterable[str]:
        if len(set(s.runners)) != len(s.runners):
            yield "two runners on one space"
        if s.left < 0:
            yield "more marches than allowed"

    @cached_property
    def rulebook(self) -> RuleBook:
        return RuleBook(
            [
                Case("1", "Turns", "A turn is plans, draws, marches, a clash."),
                Case("1.1", "Plans", "Both choose one of three stances in secret."),
                Case("1.2", "Reveal", "Then the plans are shown."),
                Case("2.1", "Chits", "Each draws a chit in secret."),
                Case("3", "Marches", "Red marches first."),
                Case("3.1", "Steps", "A march is one space with an own runner."),
                Case("3.2", "Crowding", "One runner a space."),
                Case("3.3", "Allowance", "The stance plus one marches."),
                Case("3.4", "Spying", "Once a march a seat may look at the other's chit."),
                Case("4.1", "Clash", "A die and the lead decide who scores its chit."),
                Case("5", "Victory", "The higher score wins."),
            ]
        )


GAME = Toy()
