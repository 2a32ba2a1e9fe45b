"""One game from set-up to end, as fast as the rules allow, without a match around it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import msgspec

from hexfront.kernel import (
    Chance,
    Event,
    Game,
    Result,
    Seat,
    SeededSource,
    Setup,
    apply,
    resolve,
)
from hexfront.match import Entry
from hexfront.players import Player, Seatview


class Playout(msgspec.Struct, frozen=True):
    """A game that was played. `result` is None if it was stopped before its end."""

    result: Result | None
    actions: int
    rolls: int
    events: int
    seconds: float
    state: Any
    log: tuple[Entry, ...] = ()

    @property
    def per_s(self) -> float:
        """Actions a second."""
        return self.actions / self.seconds if self.seconds else 0.0


def playout(
    game: Game[Any],
    setup: Setup,
    seed: int | str = 1,
    players: Mapping[Seat, Player] | None = None,
    *,
    limit: int = 1_000_000,
    start: Any = None,
    keep_log: bool = False,
) -> Playout:
    """Play a game. Without `players` every seat chooses at random, by the shortest way there is.

    The same seed and players give the same game. `start` is a state to begin in instead of the set-up; it is
    copied. Every action is validated, and events are made, as in any other game: one chosen at random is looked up in the
    list of legal actions it was taken from.
    """
    s = game.opening(setup) if start is None else start.clone()
    dice = SeededSource(f"dice/{seed}")
    if players is None:
        return _at_random(s, dice, SeededSource(f"choices/{seed}"), limit, keep_log)
    return _by_players(game, s, dice, dict(players), limit, keep_log)


def _at_random(s: Any, dice: SeededSource, source: SeededSource, limit: int, keep_log: bool) -> Playout:
    log: list[Entry] = []
    actions = rolls = events = 0
    below = source.below
    began = time.perf_counter()
    while s.agenda and actions < limit:
        frame = s.agenda[0]
        if isinstance(frame, Chance):
            outcome = frame.outcomes(s).draw(dice)
            events += len(resolve(s, outcome))
            rolls += 1
            if keep_log:
                log.append(Entry(outcome=outcome))
            continue
        who = frame.deciders(s)
        seat = who[0] if len(who) == 1 else who[below(len(who))]
        choices = frame.legal(s, seat)
        action = choices[below(len(choices))]
        events += len(apply(s, seat, action, choices))
        actions += 1
        if keep_log:
            log.append(Entry(seat=seat, action=action))
    seconds = time.perf_counter() - began
    return Playout(s.result, actions, rolls, events, seconds, s, tuple(log))


def _by_players(
    game: Game[Any], s: Any, dice: SeededSource, players: dict[Seat, Player], limit: int, keep_log: bool
) -> Playout:
    log: list[Entry] = []
    actions = rolls = events = 0
    heard: dict[Seat, list[Event]] = {seat: [] for seat in players}
    began = time.perf_counter()
    while s.agenda and actions < limit:
        frame = s.agenda[0]
        if isinstance(frame, Chance):
            entry = Entry(outcome=frame.outcomes(s).draw(dice))
            news = resolve(s, entry.outcome)  # type: ignore[arg-type]
            rolls += 1
        else:
            seat = frame.deciders(s)[0]
            action = players[seat].choose(Seatview(game, s, seat, tuple(heard[seat])))
            heard[seat] = []
            entry = Entry(seat=seat, action=action)
            news = apply(s, seat, action)
            actions += 1
        events += len(news)
        for each in heard.values():
            each += news
        if keep_log:
            log.append(entry)
    seconds = time.perf_counter() - began
    return Playout(s.result, actions, rolls, events, seconds, s, tuple(log))
