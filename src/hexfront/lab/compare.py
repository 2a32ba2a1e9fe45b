"""What changed figures do to a game: the same players and dice, once by each set-up, pair by pair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from typing import Any

import msgspec

from hexfront.kernel import Game, Seat, Setup
from hexfront.lab.farm import Task, farm, in_order, name_of
from hexfront.lab.record import GameRecord
from hexfront.lab.stats import mcnemar, mean_interval, paired_difference, wilson
from hexfront.lab.tournament import points_of, sides_of


class SideChange(msgspec.Struct, frozen=True):
    """A side's share of wins under each set-up, and the difference (second minus first) with its 95 % interval."""

    first_wins: int
    first_share: float
    first_low: float
    first_high: float
    second_wins: int
    second_share: float
    second_low: float
    second_high: float
    only_first: int
    only_second: int
    difference: float
    low: float
    high: float
    p_value: float


class Shift(msgspec.Struct, frozen=True):
    """How a figure of the games moved on average, second minus first, with its 95 % interval; a single pair has none."""

    first: float
    second: float
    difference: float
    low: float | None
    high: float | None


class Comparison(msgspec.Struct, frozen=True):
    """Both set-ups side by side."""

    game: str
    scenario: str
    players: dict[Seat, str]
    seed: str
    pairs: int
    same: int
    sides: dict[str, SideChange]
    figures: dict[str, Shift]


def compare(
    game: Game[Any],
    first: Setup,
    second: Setup,
    players: Mapping[Seat, str],
    games: int,
    seed: str = "1",
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
    ray: str = "",
    limit: int = 200_000,
) -> Comparison:
    """Play `games` pairs. The two of a pair have the same dice, so that chance matters less in their difference."""
    todo = (
        Task(name_of(game), setup, dict(players), f"{seed}/{n}", 2 * n + k, limit)
        for n in range(games)
        for k, setup in enumerate((first, second))
    )
    records: list[GameRecord] = []
    with closing(farm(todo, workers, ray)) as results:
        for done in in_order(results):
            records.append(done.record)
            if progress:
                progress(len(records) // 2)
    pairs = list(zip(records[::2], records[1::2], strict=True))
    sides = sides_of(game, first)
    return Comparison(
        game=game.id,
        scenario=first.scenario,
        players=dict(players),
        seed=seed,
        pairs=len(pairs),
        same=sum(a.winners == b.winners for a, b in pairs),
        sides={side: _change(pairs, seats) for side, seats in sides.items()},
        figures=_figures(pairs, list(sides)),
    )


def _change(pairs: list[tuple[GameRecord, GameRecord]], seats: list[Seat]) -> SideChange:
    won = [(points_of(a, seats) == 1, points_of(b, seats) == 1) for a, b in pairs]
    n = len(won)
    one, two = sum(a for a, _ in won), sum(b for _, b in won)
    only_first, only_second = sum(a and not b for a, b in won), sum(b and not a for a, b in won)
    difference, low, high = (round(each, 4) for each in paired_difference(only_first, only_second, n))
    low_1, high_1 = (round(each, 4) for each in wilson(one, n))
    low_2, high_2 = (round(each, 4) for each in wilson(two, n))
    p = round(mcnemar(only_first, only_second), 6)
    shares = round(one / max(1, n), 4), round(two / max(1, n), 4)
    return SideChange(
        one, shares[0], low_1, high_1, two, shares[1], low_2, high_2, only_first, only_second, difference, low, high, p
    )  # fmt: skip


def _figures(pairs: list[tuple[GameRecord, GameRecord]], sides: list[str]) -> dict[str, Shift]:
    """What else moved: final points, steps lost, length."""
    measures: dict[str, Callable[[GameRecord], float]] = {}
    for name in sorted({name for pair in pairs for record in pair for name in record.scores}):
        measures[f"points of {name}"] = lambda r, name=name: r.scores.get(name, 0.0)  # type: ignore[misc]
    for side in sides:
        measures[f"steps lost by {side}"] = lambda r, side=side: sum(t.lost.get(side, 0) for t in r.turns)  # type: ignore[misc]
    measures["turns played"] = _length
    measures["decisions"] = lambda r: r.actions
    out = {}
    for name, measure in measures.items():
        values = [(measure(a), measure(b)) for a, b in pairs]
        mean, low, high = mean_interval([b - a for a, b in values])
        n = max(1, len(values))
        first, second = sum(a for a, _ in values) / n, sum(b for _, b in values) / n
        means = (round(each, 4) for each in (first, second, mean))
        out[name] = Shift(*means, *(None if each is None else round(each, 4) for each in (low, high)))
    return out


def _length(record: GameRecord) -> int:
    """How many turns a game took; what is done in turn 0 is set-up."""
    return max(0, record.turns[-1].turn - max(1, record.turns[0].turn))


def changes(first: Any, second: Any, ours: Any = None, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Where two packs differ: the place, and the figure each plays with there.

    Where a pack leaves a figure alone that is ours, and None where we have none either. Lists of things with ids are matched
    by id, as when a pack is laid over ours.
    """
    if _is_named(ours):
        ours, first, second = (_by_id(each) for each in (ours, first, second))
    if isinstance(first, dict) or isinstance(second, dict):
        one, two, own = (each if isinstance(each, dict) else {} for each in (first, second, ours))
        for key in dict.fromkeys([*one, *two]):
            where = f"{path}.{key}" if path else str(key)
            yield from changes(one.get(key), two.get(key), own.get(key), where)
        return
    a, b = (ours if each is None else each for each in (first, second))
    if a != b:
        yield path, a, b


def _is_named(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) and "id" in v for v in value)


def _by_id(value: Any) -> Any:
    return {each["id"]: each for each in value} if _is_named(value) else value
