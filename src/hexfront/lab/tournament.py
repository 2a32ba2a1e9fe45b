"""Tournaments: every pair of players, sides swapped, the same dice for both ways round, ratings with intervals."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from itertools import chain, combinations, count
from typing import Any

import msgspec

from hexfront.errors import UnknownName
from hexfront.kernel import Game, Seat, Setup
from hexfront.lab.farm import Done, Task, farm, in_order, name_of
from hexfront.lab.kept import Kept
from hexfront.lab.record import Record, Timing
from hexfront.lab.stats import ratings, sprt, wilson
from hexfront.players import get as get_player

LOOK = 8
"""A sequential test looks at the score each so many pairs of games."""


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


def points_of(record: Record, seats: Sequence[Seat]) -> float:
    """1 for a side that won alone, 0 for one that lost, a half for a draw, a shared victory or a stopped game."""
    ours = sum(seat in record.winners for seat in seats)
    if not record.winners or not record.finished or 0 < ours < len(record.winners):
        return 0.5
    return 1.0 if ours else 0.0


def _played(todo: Iterator[Task], workers: int, ray: str, kept: Kept | None) -> Generator[Done, None, None]:
    """The games asked for, in any order: kept ones as they are come by, the others played.

    Nothing is played before the kept games that begin the row are given, which may be enough for a test.
    """
    if kept is None:
        yield from farm(todo, workers, ray)
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

    with closing(farm(left(), workers, ray)) as results:
        for done in results:
            while found:
                yield found.popleft()
            yield kept.add(done)
    yield from found


def tournament(
    game: Game[Any],
    setup: Setup,
    players: Sequence[str],
    games: int,
    seed: str = "1",
    workers: int = 1,
    stop: bool = False,
    progress: Callable[[int], None] | None = None,
    limit: int = 200_000,
    ray: str = "",
    kept: Kept | None = None,
) -> Table:
    """`games` games for each pair and each way round. With `stop` a pair ends as soon as the test is decided.

    Games that are `kept` already are not played again, new ones are added to them. The table does not depend on the
    number of workers.
    """
    entered = list(dict.fromkeys(players))
    if len(entered) < 2:
        raise UnknownName("A tournament needs at least two different players.")
    for name in entered:
        get_player(name)
    sides = sides_of(game, setup)
    if len(sides) != 2:
        raise UnknownName(f"{game.title} has {len(sides)} sides here; a tournament needs two.")
    one, two = sides
    standings = {name: Ranked(name) for name in entered}
    by_side = {side: {name: Standing(name) for name in entered} for side in sides}
    times = {name: Timing() for name in entered}
    met: list[Meeting] = []
    played = count(1)

    def enter(done: Done, ways: Sequence[tuple[str, str]], meeting: Meeting) -> None:
        first, second = ways[done.record.number % 2]
        won = points_of(done.record, sides[one])
        for name, side, points in ((first, one, won), (second, two, 1 - won)):
            standings[name].add(points)
            by_side[side][name].add(points)
            if name == meeting.name:
                meeting.add(points)
        for seat, spent in done.timing.items():
            times[done.record.players[seat]].join(spent)
        if progress:
            progress(next(played))

    for a, b in combinations(entered, 2):
        ways = ((a, b), (b, a))
        seatings = [
            {**dict.fromkeys(sides[one], first), **dict.fromkeys(sides[two], second)}
            for first, second in ways
        ]
        todo = (
            Task(name_of(game), setup, seating, f"{seed}/{n}", 2 * n + way, limit)
            for n in range(games)
            for way, seating in enumerate(seatings)
        )
        meeting = Meeting(a, against=b)
        with closing(_played(todo, workers, ray, kept)) as results:
            for done in in_order(results):
                enter(done, ways, meeting)
                meeting.verdict = sprt(meeting.wins, meeting.draws, meeting.losses)
                if stop and meeting.verdict != "open" and meeting.games % (2 * LOOK) == 0:
                    break
        met.append(meeting)
    for each in [*standings.values(), *met, *(s for side in by_side.values() for s in side.values())]:
        each.finish()
    # Fitted and ranked by name, so that nothing hangs on the order in which the players were named.
    points = {(each.name, each.against): (each.points, each.games) for each in met}
    points |= {(b, a): (games - won, games) for (a, b), (won, games) in points.items()}
    rated = ratings({(a, b): points[a, b] for a, b in combinations(sorted(entered), 2)})
    for ranked in standings.values():
        r = rated[ranked.name]
        ranked.elo, ranked.elo_low, ranked.elo_high = round(r.elo), round(r.low), round(r.high)
    best = sorted(standings.values(), key=lambda each: (-each.elo, each.name))
    thought = {
        each.name: Thought(
            t.decisions, round(1000 * t.seconds / max(1, t.decisions), 3), round(1000 * t.slowest, 1)
        )
        for each in best
        for t in (times[each.name],)
    }
    ranked_by_side = {side: {each.name: by_side[side][each.name] for each in best} for side in sides}
    return Table(game.id, setup.scenario, seed, best, ranked_by_side, met, thought)
