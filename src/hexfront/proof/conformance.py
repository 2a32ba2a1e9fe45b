"""`conformance(game)`: random games of every scenario under every law."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from hexfront.kernel import Game, SeededSource, Setup
from hexfront.match import CannotUndo, Match, replay_entry
from hexfront.proof.broken import Broken, differing
from hexfront.proof.walk import Walk


class Conformance(msgspec.Struct, frozen=True):
    """What was played while no law was broken."""

    game: str
    scenarios: tuple[str, ...]
    games: int
    finished: int
    actions: int


def conformance(
    game: Game[Any],
    *,
    scenarios: Sequence[str] | None = None,
    setups: Sequence[Setup] | None = None,
    games: int = 2,
    actions: int = 400,
    dear: float = 0.15,
    seed: int | str = 1,
    must_end: bool = False,
    skip: Sequence[str] = (),
) -> Conformance:
    """Play random games and check every law of `hexfront.proof.laws`; raise `Broken` at the first that
    fails.

    Each scenario (or each of `setups`) gets `games` games of at most `actions` actions, a share `dear` of
    whose positions is put to every law. With `must_end` a game that is not over by then breaks the law
    `end`.
    """
    chosen = list(setups) if setups is not None else [game.setup(name) for name in scenarios or _all(game)]
    done = finished = 0
    for setup in chosen:
        for number in range(games):
            walk = Walk(game, setup, f"{seed}/{number}", dear=dear, skip=skip)
            done += walk.run(actions)
            over = not walk.state.agenda
            finished += over
            if must_end and not over:
                walk.laws.broken("end", f"no end after {actions} actions")
            if "replay" not in skip:
                replayed(game, setup, walk)
        if "undo" not in skip:
            undone(game, setup, seed, min(actions, 150))
    return Conformance(game.id, tuple(s.scenario for s in chosen), games * len(chosen), finished, done)


def _all(game: Game[Any]) -> list[str]:
    return [each.id for each in game.scenarios]


def replayed(game: Game[Any], setup: Setup, walk: Walk) -> None:
    """The log of a walk, played again from the set-up, leads to the same position."""
    s = game.start(setup)
    for entry in walk.log:
        replay_entry(s, entry)
    a, b = game.codec.encode(walk.state), game.codec.encode(s)
    if a != b:
        raise Broken("replay", f"the log played again ends elsewhere: {differing(a, b)}")


def undone(game: Game[Any], setup: Setup, seed: int | str, actions: int) -> None:
    """In a match, undo and redo give the exact positions, and undo stops at chance, reveals and other
    seats."""
    source = SeededSource(f"undo/{seed}")
    match = Match.new(game, setup, seed=bytes(32))
    encode = game.codec.encode
    for _ in range(actions):
        if match.is_over:
            break
        before, length = encode(match.state), match.length
        seat = source.choice(match.deciders)
        events = match.act(seat, source.choice(match.legal(seat)))
        after = encode(match.state)
        barred = match.log[-1].is_chance or any(event.reveals for event in events)
        for other in match.seats:
            if other != seat and match.can_undo(other):
                raise Broken("undo", f"{other} can undo what {seat} did")
        try:
            match.undo(seat)
        except CannotUndo:
            if not barred:
                raise Broken("undo", f"{match.log[-1]} cannot be undone, though nothing forbids it") from None
            if encode(match.state) != after:
                raise Broken("undo", "a refused undo changed the position") from None
            continue
        if barred:
            raise Broken("undo", "undo crossed a roll or a reveal")
        if encode(match.state) != before or match.length != length:
            raise Broken("undo", f"undo ends elsewhere: {differing(before, encode(match.state))}")
        match.redo(seat)
        if encode(match.state) != after:
            raise Broken("undo", f"redo ends elsewhere: {differing(after, encode(match.state))}")
    back = Match.from_json(match.to_json(), game)
    if encode(back.state) != encode(match.state) or back.head != match.head:
        raise Broken("replay", "a match loaded from its save is another one")
