"""Tournaments: every pair of players, sides swapped, the same dice for both ways round, ratings with intervals."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any

import msgspec

from hexfront.errors import UnknownName
from hexfront.kernel import Game, Seat, Setup
from hexfront.lab.farm import Done, Task, farm, in_order, name_of
from hexfront.lab.kept import Kept
from hexfront.lab.record import GameRecord, Timing
from hexfront.lab.stats import ratings, sprt, wilson
from hexfront.players import get as get_player

LOOK = 8
"""A sequential test looks at the score every so many pairs of games."""


class Standing(msgspec.Struct):
    """One player's results. `score` is the share of points, a draw being half; `low` and `high` its 95 % interval."""

    name: str
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    score: float = 0.0
    low: float = 0.0
    high: float = 1.0

    def add(self, points: float) -> None:
        self.games += 1
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    def finish(self) -> None:
        self.score = round(self.points / self.games, 4) if self.games else 0.0
        low, high = wilson(self.points, self.games)
        self.low, self.high = round(low, 4), round(high, 4)


class Ranked(Standing):
    """A standing in the whole tournament, with a rating: the average of all players is 0."""

    elo: int = 0
    elo_low: int = 0
    elo_high: int = 0


class Meeting(Standing):
    """How the first of a pair did against the second, and what the sequential test says of it."""

    against: str = ""
    verdict: str = "open"


class Thought(msgspec.Struct):
    """How long a player thought."""

    decisions: int
    mean_ms: float
    slowest_ms: float

    @classmethod
    def of(cls, t: Timing) -> Thought:
        return cls(t.decisions, round(1000 * t.seconds / max(1, t.decisions), 3), round(1000 * t.slowest, 1))


class Table(msgspec.Struct):
    """The outcome of a tournament, best player first. `by_side`: side -> player -> standing on that side.

    The order in which players were named shows in `pairs` alone, which say how the first named did.
    """

    game: str
    scenario: str
    seed: str
    players: list[Ranked]
    by_side: dict[str, dict[str, Standing]]
    pairs: list[Meeting]
    thought: dict[str, Thought]


def sides_of(game: Game[Any], setup: Setup) -> dict[str, list[Seat]]:
    """The seats of each side, control seats left out."""
    sides: dict[str, list[Seat]] = {}
    for each in game.seats(setup):
        if not each.control:
            sides.setdefault(each.side or each.id, []).append(each.id)
    return sides


def points_of(record: GameRecord, seats: Sequence[Seat]) -> float:
    """1 for a side that won alone, 0 for one that lost, a half for a draw, a shared victory or a stopped game."""
    ours = sum(seat in record.winners for seat in seats)
    if not record.winners or not record.finished or 0 < ours < len(record.winners):
        return 0.5
    return 1.0 if ours else 0.0


@dataclass(frozen=True, kw_only=True)
class Means:
    """How the games are played; none of this shows in the table.

    Games that are already `kept` are not played again; new ones are added to them. `progress` is told how many games have
    been entered; a game is stopped after `limit` steps.
    """

    workers: int = 1
    ray: str = ""
    kept: Kept | None = None
    progress: Callable[[int], None] | None = None
    limit: int = 200_000


def _played(todo: Iterator[Task], means: Means) -> Generator[Done, None, None]:
    """The games asked for, in any order: kept ones as they are found, the others played.

    Nothing is played before the kept games at the beginning are given, which may be enough for a test.
    """
    kept = means.kept
    if kept is None:
        yield from farm(todo, means.workers, means.ray)
        return
    for task in todo:
        one = kept.find(task)
        if one is None:
            break
        yield one
    else:
        return
    found: deque[Done] = deque()

    def left() -> Iterator[Task]:
        for each in chain([task], todo):
            one = kept.find(each)
            if one is None:
                yield each
            else:
                found.append(one)

    with closing(farm(left(), means.workers, means.ray)) as results:
        for done in results:
            while found:
                yield found.popleft()
            yield kept.add(done)
    yield from found


class Tournament:
    """`games` games for each pair of players and each way round, with the same dice for both ways.

    With `stop` a pair ends as soon as the test is decided.
    """

    def __init__(
        self,
        game: Game[Any],
        setup: Setup,
        players: Sequence[str],
        games: int,
        seed: str = "1",
        stop: bool = False,
    ) -> None:
        self.game, self.setup, self.games, self.seed, self.stop = game, setup, games, seed, stop
        self.entered = list(dict.fromkeys(players))
        if len(self.entered) < 2:
            raise UnknownName("A tournament needs at least two different players.")
        for name in self.entered:
            get_player(name)
        self.sides = sides_of(game, setup)
        if len(self.sides) != 2:
            raise UnknownName(f"{game.title} has {len(self.sides)} sides here; a tournament needs two.")

    def play(self, means: Means | None = None) -> Table:
        """Play, or take from what is kept, every game."""
        means = means or Means()
        scores = Scores(self)
        for a, b in combinations(self.entered, 2):
            meeting = scores.open(a, b)
            with closing(_played(self._tasks(meeting, means.limit), means)) as results:
                for n, done in enumerate(in_order(results), scores.games + 1):
                    scores.enter(done, meeting)
                    if means.progress:
                        means.progress(n)
                    if self.stop and meeting.verdict != "open" and meeting.games % (2 * LOOK) == 0:
                        break
        return scores.table()

    def ways(self, meeting: Meeting) -> tuple[tuple[str, str], tuple[str, str]]:
        """Who plays the first side and who the second, both ways round."""
        return (meeting.name, meeting.against), (meeting.against, meeting.name)

    def _tasks(self, meeting: Meeting, limit: int) -> Iterator[Task]:
        one, two = self.sides.values()
        seatings = [
            {**dict.fromkeys(one, first), **dict.fromkeys(two, second)}
            for first, second in self.ways(meeting)
        ]
        for n in range(self.games):
            for way, seating in enumerate(seatings):
                yield Task(name_of(self.game), self.setup, seating, f"{self.seed}/{n}", 2 * n + way, limit)


class Scores:
    """What is written down while a tournament goes on."""

    def __init__(self, tournament: Tournament) -> None:
        self._of = tournament
        names = tournament.entered
        self.games = 0
        self._standings = {name: Ranked(name) for name in names}
        self._by_side = {side: {name: Standing(name) for name in names} for side in tournament.sides}
        self._times = {name: Timing() for name in names}
        self._met: list[Meeting] = []

    def open(self, a: str, b: str) -> Meeting:
        """Two players meet."""
        self._met.append(Meeting(a, against=b))
        return self._met[-1]

    def enter(self, done: Done, meeting: Meeting) -> None:
        """Write down one game."""
        first, second = self._of.ways(meeting)[done.record.number % 2]
        one, two = self._of.sides
        won = points_of(done.record, self._of.sides[one])
        for name, side, points in ((first, one, won), (second, two, 1 - won)):
            self._standings[name].add(points)
            self._by_side[side][name].add(points)
            if name == meeting.name:
                meeting.add(points)
        for seat, spent in done.timing.items():
            self._times[done.record.players[seat]].join(spent)
        meeting.verdict = sprt(meeting.wins, meeting.draws, meeting.losses)
        self.games += 1

    def table(self) -> Table:
        """The outcome. Players are rated and ranked by name, so that nothing depends on the order in which they were named."""
        of = self._of
        sides = [each for side in self._by_side.values() for each in side.values()]
        for each in (*self._standings.values(), *self._met, *sides):
            each.finish()
        self._rate()
        best = sorted(self._standings.values(), key=lambda each: (-each.elo, each.name))
        by_side = {side: {each.name: self._by_side[side][each.name] for each in best} for side in of.sides}
        thought = {each.name: Thought.of(self._times[each.name]) for each in best}
        return Table(of.game.id, of.setup.scenario, of.seed, best, by_side, self._met, thought)

    def _rate(self) -> None:
        points = {(each.name, each.against): (each.points, each.games) for each in self._met}
        points |= {(b, a): (games - won, games) for (a, b), (won, games) in points.items()}
        rated = ratings({(a, b): points[a, b] for a, b in combinations(sorted(self._standings), 2)})
        for ranked in self._standings.values():
            r = rated[ranked.name]
            ranked.elo, ranked.elo_low, ranked.elo_high = round(r.elo), round(r.low), round(r.high)
