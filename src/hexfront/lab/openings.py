"""Make an opening book from self-play: `python -m hexfront.lab.openings GAME SCENARIO --games N`.

Staff plays itself, with the habits that a general has learned. But at every first-turn decision for which the doctrine has a
page it takes, half the time, one of the candidates at random, plans included. Who won is noted for every line that was
played. Everything follows from the seed and the habits: an older book has no influence.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, TypeVar

from hexfront.errors import BadData
from hexfront.games import get
from hexfront.kernel import Chance, Game, SeededSource, Setup, apply, resolve
from hexfront.lab.farm import follow_parent
from hexfront.lab.learner import keep, learner, seats_of
from hexfront.lab.stats import wilson
from hexfront.players import Seatview
from hexfront.players.book import OPENINGS, Book, BookLine
from hexfront.players.doctrine import STEADY, AnyDoctrine, Memory, Plan, searched_doctrine
from hexfront.players.habits import joined
from hexfront.players.processes import WORKERS

T = TypeVar("T")
LEAST = 5
"""With fewer games no line would have been played twice."""


class Explorer:
    """Staff that opens at random and remembers what it chose."""

    def __init__(self, seed: str, doctrine: AnyDoctrine) -> None:
        self._doctrine = doctrine
        self._source = SeededSource(f"explorer/{seed}")
        self._memory = Memory()
        self._plan: Plan = STEADY
        self._key: Any = None
        self.chosen: list[tuple[str, str]] = []

    def choose(self, seat: Seatview) -> Any:
        legal = seat.legal
        if len(legal) == 1:
            return legal[0]
        doctrine = self._doctrine
        s = seat.resample(self._source)
        key = doctrine.planning_key(s, seat.seat)
        if key != self._key:
            habit = doctrine.habit(s, seat.seat)
            self._key, self._plan = key, habit
            page = doctrine.page(s, seat.seat, plan=True)
            plans = doctrine.plans(s, seat.seat) if page else []
            if len(plans) > 1:
                plan = self._one_of(plans)
                self._plan = joined(habit, plan)
                self.chosen.append((page, plan.name))
        page = doctrine.page(s, seat.seat)
        if page:
            few = doctrine.courses(s, seat.seat, legal, self._plan, self._memory, self._source)
            if len(few) > 1:
                course = self._one_of(few)
                self.chosen.append((page, course.name))
                return course.first
        return doctrine.choose(s, seat.seat, legal, self._plan, self._memory, self._source)

    def _one_of(self, given: Sequence[T]) -> T:
        """The usual one half the time, so that a line is not judged only beside bad ones."""
        return given[0] if self._source.below(2) else self._source.choice(given)


def explore(game: Game[Any], setup: Setup, seed: str, limit: int = 20_000) -> list[tuple[str, str, float]]:
    """Play one game; each line that was played, with its page and the points it got."""
    s = game.start(setup)
    dice = SeededSource(f"dice/{seed}")
    seats = seats_of(game, setup)
    doctrine = searched_doctrine(game).unbooked()
    players = {seat: Explorer(f"{seed}/{seat}", doctrine) for seat in seats}
    for _ in range(limit):
        if not s.agenda:
            break
        frame = s.agenda[0]
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(dice))
            continue
        who = frame.deciders(s)[0]
        apply(s, who, players[who].choose(Seatview(game, s, who)))
    winners = s.result.winners if s.result is not None else ()
    out = []
    for seat, player in players.items():
        points = 0.5 if len(winners) != 1 else float(seat in winners)
        out += [(page, name, points) for page, name in dict.fromkeys(player.chosen)]
    return out


def _explore(name: str, scenario: str, seed: str, number: int) -> list[tuple[str, str, float]]:
    game = get(name)
    return explore(game, game.setup(scenario), f"{seed}/{number}")


def write_book(name: str, scenario: str, games: int, seed: str, workers: int = 1) -> Book:
    """The openings of a scenario, the same whatever the number of workers."""
    play: Callable[[int], list[tuple[str, str, float]]] = partial(_explore, name, scenario, seed)
    found: dict[str, dict[str, list[float]]] = {}

    def enter(lines: list[tuple[str, str, float]]) -> None:
        for page, line, points in lines:
            found.setdefault(page, {}).setdefault(line, []).append(points)

    if workers <= 1:
        for n in range(games):
            enter(play(n))
    else:
        with ProcessPoolExecutor(workers, WORKERS, follow_parent) as pool:
            for lines in pool.map(play, range(games), chunksize=4):
                enter(lines)
    pages = {
        page: [BookLine(line, len(points), sum(points)) for line, points in sorted(lines.items())]
        for page, lines in sorted(found.items())
        if len(lines) > 1
    }
    return Book(pages, games)


def report(book: Book) -> str:
    """The pages, best line first, with 95 % intervals."""
    out = []
    for page, lines in book.pages.items():
        out.append(page)
        for x in sorted(lines, key=lambda x: -x.points / x.games):
            low, high = wilson(x.points, x.games)
            out.append(f"  {x.points / x.games:.0%} ({low:.0%} to {high:.0%}) of {x.games}: {x.name}")
    return "\n".join(out)


def _work(args: argparse.Namespace) -> int:
    book = write_book(args.game, args.scenario, args.games, args.seed, args.workers)
    if not book.pages:
        raise BadData("These games hold no page with two openings to choose between; play more of them.")
    sys.stdout.write(report(book) + "\n")
    keep(args.path, Book, args.scenario, book)
    return 0


def main(given: Sequence[str] | None = None) -> int:
    return learner("hexfront.lab.openings", __doc__ or "", 400, LEAST, OPENINGS, Book, _work, given)


if __name__ == "__main__":
    sys.exit(main())
