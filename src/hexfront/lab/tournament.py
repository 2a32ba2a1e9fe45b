"""Tournaments: every pair of players, sides swapped, the same dice for both ways round, ratings with intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import msgspec

from hexfront.errors import UnknownName
from hexfront.kernel import Game, Seat, Setup
from hexfront.lab.farm import Task, farm
from hexfront.lab.record import Record
from hexfront.lab.stats import elo, sprt, wilson
from hexfront.players import get as get_player


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
    elo: float = 0.0
    elo_low: float = 0.0
    elo_high: float = 0.0

    def add(self, points: float) -> None:
        self.games += 1
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0

    def finish(self) -> None:
        points = self.wins + self.draws / 2
        self.score = round(points / self.games, 4) if self.games else 0.0
        low, high = wilson(points, self.games)
        self.low, self.high = round(low, 4), round(high, 4)
        self.elo, self.elo_low, self.elo_high = (round(elo(each)) for each in (self.score, low, high))


class Table(msgspec.Struct):
    """The outcome of a tournament. `by_side`: side -> player -> standing when playing that side."""

    game: str
    scenario: str
    players: list[Standing]
    by_side: dict[str, dict[str, Standing]]
    pairs: dict[str, str]
    seconds: dict[str, dict[str, float]]


def sides_of(game: Game[Any], setup: Setup) -> dict[str, list[Seat]]:
    """The seats of each side, control seats left out."""
    sides: dict[str, list[Seat]] = {}
    for each in game.seats(setup):
        if not each.control:
            sides.setdefault(each.side or each.id, []).append(each.id)
    return sides


def points_of(record: Record, seats: Sequence[Seat]) -> float:
    """1 for a side that won alone, 0 for one that lost, a half for anything else."""
    if not record.winners or not record.finished:
        return 0.5
    return 1.0 if any(seat in record.winners for seat in seats) else 0.0


def tournament(
    game: Game[Any],
    setup: Setup,
    players: Sequence[str],
    games: int,
    seed: str = "1",
    workers: int = 1,
    stop: bool = False,
    progress: Callable[[int, int], None] | None = None,
    limit: int = 200_000,
) -> Table:
    """`games` games for each pair and each way round. With `stop` a pair ends as soon as the test is decided."""
    if len(set(players)) < 2:
        raise UnknownName("A tournament needs at least two different players.")
    for name in players:
        get_player(name)
    sides = sides_of(game, setup)
    if len(sides) != 2:
        raise UnknownName(f"{game.title} has {len(sides)} sides here; a tournament needs two.")
    one, two = sides
    standings = {name: Standing(name) for name in players}
    by_side = {side: {name: Standing(name) for name in players} for side in sides}
    pairs: dict[str, str] = {}
    times: dict[str, list[float]] = {name: [0.0, 0.0, 0.0] for name in players}
    total = games * 2 * len(list(combinations(players, 2)))
    played = 0
    for a, b in combinations(dict.fromkeys(players), 2):
        tally = [0, 0, 0]
        ways = [(a, b), (b, a)]
        seatings = [
            {**dict.fromkeys(sides[one], first), **dict.fromkeys(sides[two], second)}
            for first, second in ways
        ]
        todo = [
            Task(game.id, setup, seating, f"{seed}/{n}", 2 * n + way, limit)
            for n in range(games)
            for way, seating in enumerate(seatings)
        ]
        verdict = "open"
        block = max(2 * workers, 8) if stop else len(todo)
        for start in range(0, len(todo), block):
            for done in farm(todo[start : start + block], workers):
                record = done.record
                first, second = ways[record.number % 2]
                won = points_of(record, sides[one])
                for name, side, points in ((first, one, won), (second, two, 1 - won)):
                    standings[name].add(points)
                    by_side[side][name].add(points)
                    if name == a:
                        tally[0 if points == 1 else 1 if points == 0.5 else 2] += 1
                for seat, spent in done.timing.items():
                    mine = times[record.players[seat]]
                    mine[0] += spent.decisions
                    mine[1] += spent.seconds
                    mine[2] = max(mine[2], spent.slowest)
                played += 1
                if progress:
                    progress(played, total)
            verdict = sprt(*tally)
            if stop and verdict != "open":
                break
        pairs[f"{a} against {b}"] = verdict
    for each in [*standings.values(), *(s for side in by_side.values() for s in side.values())]:
        each.finish()
    ranked = sorted(standings.values(), key=lambda each: -each.score)
    seconds = {
        name: {
            "decisions": int(n),
            "mean_ms": round(1000 * spent / n, 3) if n else 0.0,
            "slowest_ms": round(1000 * slowest, 1),
        }
        for name, (n, spent, slowest) in times.items()
    }
    return Table(game.id, setup.scenario, ranked, by_side, pairs, seconds)
