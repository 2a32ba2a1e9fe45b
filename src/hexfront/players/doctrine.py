"""Doctrine: what a computer knows of one game. Players are the same for all games; doctrines are one a game.

A doctrine reads a state that its seat cannot tell from the true one (`Seatview.resample`), so it can use everything
the rules use, sets of hexes and all, without knowing a secret.

It decides click by click, but thinks in **plans**: a few numbers (how bold, where the weight lies, how much to
keep back) that colour every choice until the next planning point. `staff` follows its first plan; `general` plays
each of them out and follows the best.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar

from hexfront.kernel import CONTROL, Chance, Game, Seat, SeededSource, apply, resolve
from hexfront.players.book import Book, books
from hexfront.players.evaluation import Curve, curves
from hexfront.players.habits import habits
from hexfront.players.plan import STEADY, Course, Ending, Plan


class Memory:
    """What a doctrine remembers between the clicks of one player, such as the attacks it has settled on.

    `hasty` asks for speed: it is a playout, and this player is not the one whose plan is tried.
    """

    def __init__(self, hasty: bool = False) -> None:
        self.notes: dict[str, Any] = {}
        self.hasty = hasty

    def once(self, name: str, key: Any, make: Any) -> Any:
        """A value worked out once for a key; a new key replaces it."""
        kept = self.notes.get(name)
        if kept is None or kept[0] != key:
            kept = self.notes[name] = (key, make())
        return kept[1]


class Doctrine:
    """What a computer knows of a game. The base class knows nothing but how to try each click and look."""

    horizon = 1
    """How many turns ahead a plan is played out."""
    effort = 64
    """How many playouts from the beginning of a turn take a general about two seconds."""
    length = 0.0
    """How many steps such a playout has; shorter ones are made in greater number. 0: always the same number."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.curves = curves(game.id)
        self.books = books(game.id)
        self.habits = habits(game.id)

    def choose(
        self, s: Any, seat: Seat, legal: list[Any], plan: Plan, memory: Memory, source: SeededSource
    ) -> Any:
        """One of the legal actions, quickly."""
        if len(legal) == 1:
            return legal[0]
        best, most = legal[0], float("-inf")
        for action in legal:
            worth = self.after(s, seat, action, source) + 1e-6 * source.below(1000)
            if worth > most:
                best, most = action, worth
        return best

    def after(self, s: Any, seat: Seat, action: Any, source: SeededSource) -> float:
        """What a position is worth after an action, dice thrown once."""
        t = s.clone()
        apply(t, seat, action)
        while t.agenda and isinstance(t.agenda[0], Chance):
            resolve(t, t.agenda[0].outcomes(t).draw(source))
        return self.worth(t, seat)

    def worth(self, s: Any, seat: Seat) -> float:
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

    def curve_for(self, s: Any, seat: Seat) -> Curve | None:
        """What a seat judges positions by, if something was learned for it."""
        found = self.curves.get(s.world.setup.scenario)
        return None if found is None or (found.seats and seat not in found.seats) else found

    def names(self, seat: Seat) -> list[str]:
        """The numbers of the doctrine that a plan can tilt for a seat."""
        return []

    def features(self, s: Any) -> dict[str, float]:
        """What the chances of the first side depend on, for an evaluation to be learned; `constant` is 1."""
        return {"constant": 1.0}

    signs: ClassVar[dict[str, int]] = {}
    """Which features can only help the first side (1) or only harm it (-1). A search finds out every weight that has
    strayed, so one that a fit gives the wrong sign is left out."""

    def by_hand(self, s: Any, seat: Seat) -> float:
        """How likely a seat is to win, by figures set by hand."""
        return self.worth(s, seat)

    def plans(self, s: Any, seat: Seat) -> list[Plan]:
        """The plans worth playing out now, the usual one first."""
        return [STEADY]

    def courses(
        self, s: Any, seat: Seat, legal: list[Any], plan: Plan, memory: Memory, source: SeededSource
    ) -> list[Course]:
        """The actions worth playing out one by one at this decision, best first; none where the plan decides. A course
        without an action is another plan to follow from here on."""
        return []

    def page(self, s: Any, seat: Seat, plan: bool = False) -> str:
        """The page of the opening book for this decision, or for the plan to be made now; empty if there is none."""
        return ""

    def book(self, s: Any) -> Book:
        """The openings of this scenario; an empty book where none was made."""
        return self.books.get(s.world.setup.scenario, _EMPTY)

    def opened(self, s: Any, seat: Seat, courses: list[Course], plan: bool = False) -> list[Course]:
        """The same courses, the one that the opening book likes best moved to the front."""
        page = self.page(s, seat, plan)
        best = self.book(s).best(page) if page else ""
        return sorted(courses, key=lambda x: x.name != best) if best else courses

    def habit(self, s: Any, seat: Seat) -> Plan:
        """The plan by which a general does what it has not searched; staff's own where none was learned, or where one
        was that tilts a number the doctrine does not have (any more): what is left of it nobody has tried."""
        found = self.habits.get(s.world.setup.scenario, {}).get(seat)
        if found is None:
            return STEADY
        known = self.names(seat)
        if not all(name in known for name, _ in found.plan.tilts):
            return STEADY
        return found.at(getattr(s, "turn", 0))

    def worth_at_end(self, s: Any, seat: Seat) -> float:
        """What a playout has come to. A game that is over counts, and a little how narrowly."""
        return self.worth(s, seat)

    def tells(self, s: Any, start: Any, seat: Seat) -> dict[str, float]:
        """What a person would say of a playout, each figure the more the better for the seat."""
        return {}

    def is_played_out(self, s: Any, start: Any, seat: Seat) -> bool:
        """Whether a playout that began at `start` has gone far enough to be judged."""
        return bool(getattr(s, "turn", 0) > getattr(start, "turn", 0) + self.horizon)

    def ending(self, s: Any, frame: Chance, seat: Seat) -> Ending | None:
        """For a roll that may end the game at once: how likely that is, so that a playout need not throw it."""
        return None

    def planning_key(self, s: Any, seat: Seat) -> Any:
        """A value that changes when it is time to plan anew."""
        return getattr(s, "turn", 0)


_EMPTY = Book({})
_doctrines: dict[int, Doctrine] = {}


def doctrine_for(game: Game[Any]) -> Doctrine:
    """The doctrine of a game: `hexfront.players.doctrines.<id>`, or the base one."""
    found = _doctrines.get(id(game))
    if found is None:
        name = f"hexfront.players.doctrines.{game.id}"
        spec = find_spec(name)
        known = (
            spec is not None and spec.origin is not None
        )  # a folder with learned files alone is no doctrine
        found = _doctrines[id(game)] = import_module(name).DOCTRINE(game) if known else Doctrine(game)
    return found


__all__ = ["STEADY", "Course", "Doctrine", "Ending", "Memory", "Plan", "doctrine_for"]
