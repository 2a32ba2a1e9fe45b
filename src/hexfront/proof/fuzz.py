"""`fuzz(game)`: very many random actions under the laws; what breaks is shrunk to a short log and saved."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from hexfront.games import get
from hexfront.kernel import (
    BadSave,
    Chance,
    Decision,
    Game,
    HexfrontError,
    SeededSource,
    Setup,
    legal,
    outcomes,
    pending,
)
from hexfront.match import Entry, read_file, write_file
from hexfront.match.files import seal, unseal
from hexfront.match.log import entry_from
from hexfront.proof.broken import Broken
from hexfront.proof.conformance import replayed
from hexfront.proof.walk import Walk

FORMAT = 1


class Failure(msgspec.Struct, frozen=True):
    """A broken law with the shortest log found that breaks it."""

    law: str
    detail: str
    setup: Setup
    seed: str
    found_after: int
    log: tuple[Entry, ...]


class Fuzzed(msgspec.Struct, frozen=True):
    """What a run of the fuzzer did and found."""

    game: str
    seed: int
    actions: int
    games: int
    finished: int
    seconds: float
    failure: Failure | None = None
    saved: str = ""

    @property
    def per_s(self) -> float:
        return self.actions / self.seconds if self.seconds else 0.0


def fuzz(
    game: Game[Any],
    actions: int = 10_000,
    seed: int = 1,
    scenario: str = "",
    *,
    options: dict[str, bool | int | str] | None = None,
    draw: bool = False,
    dear: float = 0.02,
    skip: Sequence[str] = (),
    longest: int = 100_000,
    shrink_s: float = 20.0,
    save: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> Fuzzed:
    """Play `actions` random actions, in one scenario or in all of them by turns, with these set-up options, under
    every law. With `draw` every game draws the options that are not given.

    A share `dear` of positions gets the dear laws. A single game that is not over after `longest` actions
    breaks the law `end`. What breaks is shrunk for at most `shrink_s` seconds and written to `save`.
    """
    names = [scenario] if scenario else [each.id for each in game.scenarios]
    setups = [game.setup(name, options) for name in names]
    began = time.perf_counter()
    done = games = finished = 0
    failure: Failure | None = None
    while done < actions and failure is None:
        setup = setups[games % len(setups)]
        name = f"{seed}/{games}"
        if draw:
            setup = drawn_setup(game, setup.scenario, options or {}, SeededSource(f"options/{name}"))
        walk = Walk(game, setup, name, dear=dear, skip=skip)
        games += 1
        played = 0
        try:
            walk.begin()
            while walk.state.agenda and done + played < actions:
                played += walk.advance()
                if progress is not None and played % 256 == 0:
                    progress(done + played)
                if played >= longest:
                    walk.laws.broken("end", f"no end after {longest} actions")
                    break
            finished += not walk.state.agenda
            if "replay" not in skip:
                replayed(game, setup, walk)
        except Broken as broken:
            log = shrink(game, setup, walk.log, broken, shrink_s, skip) if broken.law != "end" else walk.log
            failure = Failure(broken.law, broken.detail, setup, name, len(walk.log), tuple(log))
        done += played
    seconds = time.perf_counter() - began
    if failure is not None and save is not None:
        write_file(save, reproduction(game, failure))
    saved = str(save) if failure is not None and save is not None else ""
    return Fuzzed(game.id, seed, done, games, finished, seconds, failure, saved)


def drawn_setup(
    game: Game[Any], scenario: str, given: dict[str, bool | int | str], source: SeededSource
) -> Setup:
    """A set-up of a scenario with its options drawn at random, those that are given excepted. Values that the scenario
    does not allow together are drawn again."""
    for _ in range(100):
        drawn: dict[str, bool | int | str] = {
            each.id: source.choice(each.values) if each.values else bool(source.below(2))
            for each in game.options
        }
        try:
            setup = game.setup(scenario, drawn | given)
            game.world(setup)
        except HexfrontError:
            continue
        return setup
    return game.setup(scenario, given)


def attempt(
    game: Game[Any], setup: Setup, log: Sequence[Entry], skip: Sequence[str] = (), rounds: int = 3
) -> tuple[list[Entry], Broken | None]:
    """Play a log again as far as it can be played, under the cheap laws, and put its end to all of them.

    Entries that are not possible are left out, and a roll that is missing is made up, so that a log from
    which parts were cut still leads somewhere. Returns the log as played, and the law that broke.
    """
    walk = Walk(game, setup, "again", dear=0, skip=skip)
    filler = SeededSource("filler")
    try:
        walk.begin()
        for n, entry in enumerate(log):
            if not walk.state.agenda:
                break
            last = n == len(log) - 1
            while not entry.is_chance and isinstance(pending(walk.state), Chance):
                walk.log.append(Entry(outcome=outcomes(walk.state).draw(filler)))
                walk.enter(walk.log[-1], False)
            if _is_possible(walk.state, entry):
                if last:
                    _look_closely(walk, rounds)
                walk.log.append(entry)
                if last and entry.action is not None:
                    for _ in range(rounds):
                        walk.laws.step(walk.state, entry.seat, entry.action)
                walk.enter(entry, last)
        _look_closely(walk, rounds)
        if "replay" not in skip:
            replayed(game, setup, walk)
    except Broken as broken:
        return walk.log, broken
    return walk.log, None


def _look_closely(walk: Walk, rounds: int) -> None:
    if walk.state.agenda:
        for _ in range(rounds):
            walk.laws.position(walk.state)


def _is_possible(s: Any, entry: Entry) -> bool:
    frame = pending(s)
    if entry.action is None:
        assert entry.outcome is not None
        return isinstance(frame, Chance) and frame.outcomes(s).allows(entry.outcome)
    return (
        isinstance(frame, Decision)
        and entry.seat in frame.deciders(s)
        and entry.action in legal(s, entry.seat)
    )


def shrink(
    game: Game[Any],
    setup: Setup,
    log: Sequence[Entry],
    broken: Broken,
    seconds: float = 20.0,
    skip: Sequence[str] = (),
) -> list[Entry]:
    """A log, as short as can be found in the time, that breaks the same law in the same place."""
    until = time.perf_counter() + seconds

    def breaks(candidate: Sequence[Entry]) -> list[Entry] | None:
        try:
            played, found = attempt(game, setup, candidate, skip)
        except Exception:
            return None
        return played if found is not None and found.key == broken.key else None

    best = breaks(log)
    if best is None:
        return list(log)
    chunk = max(1, len(best) // 2)
    while chunk and time.perf_counter() < until:
        at = 0
        cut = False
        while at < len(best) and time.perf_counter() < until:
            shorter = breaks(best[:at] + best[at + chunk :])
            if shorter is not None and len(shorter) < len(best):
                best, cut = shorter, True
            else:
                at += chunk
        chunk = chunk if cut and chunk == 1 else chunk // 2
    return best


def reproduction(game: Game[Any], failure: Failure) -> bytes:
    """A failure as a file."""
    return seal(
        {
            "format": f"hexfront-fuzz/{FORMAT}",
            "game": game.id,
            "rules": game.version,
            "setup": failure.setup,
            "law": failure.law,
            "detail": failure.detail,
            "seed": failure.seed,
            "log": [entry.wire() for entry in failure.log],
        }
    )


class _File(msgspec.Struct):
    game: str
    setup: Setup
    log: list[Any]


def reproduce(path: Path, game: Game[Any] | None = None, skip: Sequence[str] = ()) -> Broken | None:
    """Play a saved failure again: the law it still breaks, or None if the rules have been put right."""
    try:
        found = msgspec.convert(unseal(read_file(path), "fuzz", FORMAT, "saved failure"), _File)
        rules = get(found.game) if game is None else game
        log = [entry_from(each, rules.codec) for each in found.log]
        setup = rules.setup(found.setup.scenario, found.setup.options, found.setup.pack)
    except (msgspec.ValidationError, HexfrontError) as e:
        raise BadSave(f"{path}: {e}") from e
    return attempt(rules, setup, log, skip)[1]
