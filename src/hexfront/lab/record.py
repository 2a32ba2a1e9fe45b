"""One game played and written down: who won and how, turn by turn, for any game by its view alone."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import msgspec

from hexfront.kernel import (
    CONTROL,
    Chance,
    Dice,
    Die,
    Event,
    Game,
    Seat,
    SeededSource,
    Setup,
    View,
    apply,
    resolve,
)
from hexfront.players import Seatview
from hexfront.players import get as get_player


class TurnRecord(msgspec.Struct, frozen=True):
    """The position at the start of a turn: points by seat, steps on the map by side, hexes stood on by side."""

    turn: int
    scores: dict[str, float]
    steps: dict[str, int]
    where: dict[str, dict[str, int]]


class Record(msgspec.Struct, frozen=True):
    """A finished (or stopped) game. Everything in it follows from the set-up, the players and the seed."""

    number: int
    seed: str
    players: dict[Seat, str]
    winners: tuple[Seat, ...]
    reason: str
    level: str
    scores: dict[str, float]
    finished: bool
    turns: tuple[TurnRecord, ...]
    actions: int
    rolls: int
    luck: dict[Seat, float]


class Timing(msgspec.Struct):
    """How long a seat's decisions took: not part of a record, because it differs from run to run."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def add(self, spent: float) -> None:
        self.decisions += 1
        self.seconds += spent
        self.slowest = max(self.slowest, spent)


def _snapshot(view: View) -> TurnRecord:
    steps: dict[str, int] = {}
    where: dict[str, dict[str, int]] = {}
    for piece in view.pieces:
        if piece.at.isdigit():
            steps[piece.side] = steps.get(piece.side, 0) + piece.steps
            here = where.setdefault(piece.side, {})
            here[piece.at] = here.get(piece.at, 0) + piece.steps
    return TurnRecord(view.turn, dict(view.scores), steps, where)


def _luck(distribution: Any, outcome: Any) -> float | None:
    """How many standard deviations above the mean a throw of dice was; None for draws from a cup."""
    if isinstance(distribution, Die):
        n, k, thrown = distribution.sides, 1, outcome
    elif isinstance(distribution, Dice):
        n, k, thrown = distribution.sides, distribution.count, sum(outcome)
    else:
        return None
    return float((thrown - k * (n + 1) / 2) / (k * (n * n - 1) / 12) ** 0.5)


def play(
    game: Game[Any],
    setup: Setup,
    players: Mapping[Seat, str],
    seed: str,
    number: int = 0,
    limit: int = 200_000,
) -> tuple[Record, dict[Seat, Timing]]:
    """Play one game between named players. The dice depend on the seed alone, the players on seed and seat."""
    s = game.start(setup)
    dice = SeededSource(f"dice/{seed}")
    seated = {seat: get_player(name, f"{seed}/{seat}") for seat, name in players.items()}
    heard: dict[Seat, list[Event]] = {seat: [] for seat in players}
    timing = {seat: Timing() for seat in players}
    luck: dict[Seat, list[float]] = {seat: [] for seat in players}
    turns: list[TurnRecord] = []
    actions = rolls = 0
    last = next(iter(players))
    turn_of = _turn_reader(game)
    while s.agenda and actions < limit:
        if not turns or turn_of(s) != turns[-1].turn:
            turns.append(_snapshot(game.view(s, CONTROL)))
        frame = s.agenda[0]
        if isinstance(frame, Chance):
            distribution = frame.outcomes(s)
            outcome = distribution.draw(dice)
            lucky = _luck(distribution, outcome)
            if lucky is not None:
                luck[last].append(lucky)
            news = resolve(s, outcome)
            rolls += 1
        else:
            last = frame.deciders(s)[0]
            began = time.perf_counter()
            action = seated[last].choose(Seatview(game, s, last, tuple(heard[last])))
            timing[last].add(time.perf_counter() - began)
            heard[last] = []
            news = apply(s, last, action)
            actions += 1
        for each in heard.values():
            each += news
    end = _snapshot(game.view(s, CONTROL))
    turns.append(TurnRecord(end.turn + 1, end.scores, end.steps, end.where))
    result = s.result
    record = Record(
        number=number,
        seed=seed,
        players=dict(players),
        winners=result.winners if result else (),
        reason=result.reason if result else f"stopped after {actions} actions",
        level=result.level if result else "",
        scores=dict(result.scores) if result else {},
        finished=result is not None,
        turns=tuple(turns),
        actions=actions,
        rolls=rolls,
        luck={seat: round(sum(all_) / len(all_), 4) if all_ else 0.0 for seat, all_ in luck.items()},
    )
    return record, timing


def _turn_reader(game: Game[Any]) -> Any:
    """How to know the turn without building a view: every state so far has `turn`; else ask the view."""
    if "turn" in game.state.__struct_fields__:
        return lambda s: s.turn
    return lambda s: game.view(s, CONTROL).turn
