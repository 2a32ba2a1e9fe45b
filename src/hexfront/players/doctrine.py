"""Doctrine: what a computer knows of one game. Players are the same for all games; each game has its own doctrine.

A doctrine reads a state that its seat cannot tell from the true one (`Seatview.resample`), so it can use everything
the rules use, sets of hexes and all, without knowing a secret.

Every kind of decision of a game has its entry in the doctrine's table; there is no default answer, and a test goes
through all of them. It decides click by click, but thinks in **plans**: a few numbers (how bold, where the weight lies, how much to
keep back) that colour every choice until the next planning point. `staff` follows its first plan; `general` plays
each of them out and follows the best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar, Generic, Self, TypeVar

from hexfront.kernel import (
    CONTROL,
    Action,
    Chance,
    Decision,
    Game,
    Seat,
    SeededSource,
    State,
    apply,
    pending,
    resolve,
)
from hexfront.players.book import Book, books
from hexfront.players.evaluation import Curve, curves
from hexfront.players.habits import habits
from hexfront.players.plan import STEADY, Course, Ending, Plan
from hexfront.players.question import Memory, Question

S = TypeVar("S", bound=State)
Q = TypeVar("Q", bound=Question[Any])
Table = Iterable[tuple[type[Decision], Callable[[Q, Any], Action]]]


class Doctrine(Generic[S, Q]):
    """What a computer knows of a game with states of one class, thinking about questions of one class."""

    horizon = 1
    """How many turns ahead a plan is played out."""
    effort = 64
    """How many playouts from the beginning of a turn take a general about two seconds."""
    length = 0.0
    """How many steps such a playout has; shorter ones are made in greater number. 0: always the same number."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.curves = curves(game.id)
        self.books = books(game.id)
        self.habits = habits(game.id)
        self.answers: Mapping[type[Decision], Callable[[Q, Any], Action]] = dict(self.table())

    def table(self) -> Table[Q]:
        """How each kind of decision is answered; see `on`."""
        return ()

    def question(
        self, s: S, seat: Seat, legal: list[Action], plan: Plan, memory: Memory, source: SeededSource
    ) -> Q:
        """A decision, put the way this doctrine's answers expect it."""
        raise NotImplementedError

    def choose(
        self, s: S, seat: Seat, legal: list[Action], plan: Plan, memory: Memory, source: SeededSource
    ) -> Action:
        """One of the legal actions, quickly."""
        return self.answer(self.question(s, seat, legal, plan, memory, source))

    def answer(self, q: Q) -> Action:
        """One of the legal actions, by the entry of the table for this kind of decision."""
        frame = pending(q.s)
        assert isinstance(frame, Decision)
        answer = self.answers.get(type(frame))
        if answer is None:
            raise LookupError(f"The doctrine of {self.game.title} has no answer to {type(frame).__name__}.")
        return answer(q, frame)

    def worth(self, s: S, seat: Seat) -> float:
        """How good a position is for a seat: about 1 when it has won, 0 when it has lost."""
        if s.result is not None:
            return 1.0 if seat in s.result.winners else 0.5 if not s.result.winners else 0.0
        view = self.game.view(s, CONTROL)
        mine = next((info.side for info in self.game.seats(s.world.setup) if info.id == seat), seat)
        steps = {True: 1.0, False: 1.0}
        for piece in view.pieces:
            steps[piece.side == mine] += piece.steps
        share = steps[True] / (steps[True] + steps[False])
        points = sum(v if side in (seat, mine) else -v for side, v in view.scores.items())
        return min(0.95, max(0.05, share + points / 100))

    def curve_for(self, s: S, seat: Seat) -> Curve | None:
        """The curve by which a seat judges positions, if one was learned for it."""
        found = self.curves.get(s.world.setup.scenario)
        return None if found is None or (found.seats and seat not in found.seats) else found

    def names(self, seat: Seat) -> list[str]:
        """The numbers of the doctrine that a plan can tilt for a seat."""
        return []

    def features(self, s: S) -> dict[str, float]:
        """What the chances of the first side depend on, for an evaluation to be learned; `constant` is 1."""
        return {"constant": 1.0}

    signs: ClassVar[dict[str, int]] = {}
    """Which features can only help the first side (1) or only harm it (-1). A search finds out every weight that has
    strayed, so one that a fit gives the wrong sign is left out."""

    def by_hand(self, s: S, seat: Seat) -> float:
        """How likely a seat is to win, by figures set by hand."""
        return self.worth(s, seat)

    def plans(self, s: S, seat: Seat) -> list[Plan]:
        """The plans worth playing out now, the usual one first."""
        return [STEADY]

    def courses(
        self, s: S, seat: Seat, legal: list[Action], plan: Plan, memory: Memory, source: SeededSource
    ) -> list[Course]:
        """The actions worth playing out one by one at this decision, best first; none where the plan decides. A course
        without an action is another plan to follow from here on."""
        return self.tries(self.question(s, seat, legal, plan, memory, source))

    def tries(self, q: Q) -> list[Course]:
        """The same, of a question."""
        return []

    def page(self, s: S, seat: Seat, plan: bool = False) -> str:
        """The page of the opening book for this decision, or for the plan to be made now; empty if there is none."""
        return ""

    def unbooked(self) -> Self:
        """The same without openings, so that what was learned before does not colour what is learned now."""
        other = copy(self)
        other.books = {}
        other.answers = dict(other.table())  # its answers look things up in it, not in this one
        return other

    def book(self, s: S) -> Book:
        """The openings of this scenario; an empty book where none was made."""
        return self.books.get(s.world.setup.scenario, _EMPTY)

    def opened(self, s: S, seat: Seat, courses: list[Course], plan: bool = False) -> list[Course]:
        """The same courses, the one that the opening book likes best moved to the front."""
        page = self.page(s, seat, plan)
        best = self.book(s).best(page) if page else ""
        return sorted(courses, key=lambda x: x.name != best) if best else courses

    def habit(self, s: S, seat: Seat) -> Plan:
        """The plan by which a general does what it has not searched; staff's own where none was learned, or where one was that tilts
        a number the doctrine no longer has: nobody has tried what is left of it."""
        found = self.habits.get(s.world.setup.scenario, {}).get(seat)
        if found is None:
            return STEADY
        known = self.names(seat)
        if not all(name in known for name, _ in found.plan.tilts):
            return STEADY
        return found.at(getattr(s, "turn", 0))

    def worth_at_end(self, s: S, seat: Seat) -> float:
        """What a playout has come to. A finished game counts by its result, and a little by how narrow it was."""
        return self.worth(s, seat)

    def tells(self, s: S, start: S, seat: Seat) -> dict[str, float]:
        """What a person would say of a playout, in figures where more is better for the seat."""
        return {}

    def is_played_out(self, s: S, start: S, seat: Seat) -> bool:
        """Whether a playout that began at `start` has gone far enough to be judged."""
        return bool(getattr(s, "turn", 0) > getattr(start, "turn", 0) + self.horizon)

    def ending(self, s: S, frame: Chance, seat: Seat) -> Ending | None:
        """For a roll that may end the game at once: how likely that is, so that a playout need not roll it."""
        return None

    def planning_key(self, s: S, seat: Seat) -> object:
        """A value that changes when it is time to plan again."""
        return getattr(s, "turn", 0)


class Newcomer(Doctrine[State, Question[State]]):
    """Knows nothing about its game: it tries each click and looks at the result. It plays the games that have no doctrine."""

    def question(
        self, s: State, seat: Seat, legal: list[Action], plan: Plan, memory: Memory, source: SeededSource
    ) -> Question[State]:
        return Question(s, seat, legal, plan, memory, source)

    def choose(
        self, s: State, seat: Seat, legal: list[Action], plan: Plan, memory: Memory, source: SeededSource
    ) -> Action:
        """The action with the best result."""
        if len(legal) == 1:
            return legal[0]
        best, most = legal[0], float("-inf")
        for action in legal:
            worth = self.after(s, seat, action, source) + 1e-6 * source.below(1000)
            if worth > most:
                best, most = action, worth
        return best

    def after(self, s: State, seat: Seat, action: Action, source: SeededSource) -> float:
        """What a position is worth after an action, with dice rolled once."""
        t = s.clone()
        apply(t, seat, action)
        while t.agenda and isinstance(t.agenda[0], Chance):
            resolve(t, t.agenda[0].outcomes(t).draw(source))
        return self.worth(t, seat)


_EMPTY = Book({})
AnyDoctrine = Doctrine[Any, Any]


def doctrine_for(game: Game[Any], before: bool = False) -> AnyDoctrine:
    """The doctrine of a game, `hexfront.players.doctrines.<id>`; a newcomer's where nobody wrote one. `before` asks for the
    earlier one it is measured against, if there is one. Every caller gets the same object."""
    return _made(game, before)


def searched_doctrine(game: Game[Any]) -> AnyDoctrine:
    """The doctrine whose plans a general searches and learners teach: curves, books and habits were made with it.

    Where staff has a newer one, this is the earlier one until they are made again.
    """
    return _made(game, True)


@cache
def _made(game: Game[Any], before: bool) -> AnyDoctrine:
    name = f"hexfront.players.doctrines.{game.id}"
    spec = find_spec(name)
    if spec is None or spec.origin is None:  # a folder with learned files alone is no doctrine
        return Newcomer(game)
    module = import_module(name)
    if before and not hasattr(module, "BEFORE"):
        return _made(game, False)
    found: AnyDoctrine = (module.BEFORE if before else module.DOCTRINE)(game)
    return found


__all__ = [
    "STEADY", "AnyDoctrine", "Course", "Doctrine", "Ending", "Memory", "Newcomer", "Plan", "Question", "Table",
    "doctrine_for", "searched_doctrine",
]  # fmt: skip
