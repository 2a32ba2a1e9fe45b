"""Golden games: one recorded game per scenario, replayed to the same end forever.

    python -m hexfront.testing.golden turns_east barbarossa 7 tests/games/turns_east/golden/barbarossa.json.gz

A recording is small: each step is a short list, and names ending in `.gz` are packed. It keeps the hash of
the position every so many steps, so that a replay that diverges says where.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from hexfront.games import get
from hexfront.kernel import BadSave, Chance, Game, HexfrontError, Setup, pending
from hexfront.match import Entry, read_file, replay_entry, state_hash, write_file
from hexfront.match.log import outcome_from

_EVERY = 100


class Golden(msgspec.Struct, frozen=True):
    """A recorded game. `steps` are `[seat, action, fields …]`, or `[outcome]` for chance."""

    format: str
    game: str
    rules: str
    setup: Setup
    steps: list[list[Any]]
    marks: list[str]
    hash: str


class Astray(AssertionError):
    """A golden game no longer goes as it was recorded."""


def record(game: Game[Any], setup: Setup, log: Sequence[Entry]) -> Golden:
    """A recording of a log."""
    s = game.start(setup)
    steps, marks = [], []
    for n, entry in enumerate(log, 1):
        replay_entry(s, entry)
        if entry.action is None:
            steps.append([entry.outcome])
        else:
            fields = [getattr(entry.action, name) for name in entry.action.__struct_fields__]
            steps.append([entry.seat, type(entry.action).__name__, *fields])
        if n % _EVERY == 0:
            marks.append(state_hash(game, s)[:12])
    return Golden("hexfront-golden/1", game.id, game.version, setup, steps, marks, state_hash(game, s))


def record_random(game: Game[Any], setup: Setup, seed: int = 1, limit: int = 100_000) -> Golden:
    """A recording of a random game."""
    from hexfront.lab import playout

    return record(game, setup, playout(game, setup, seed, limit=limit, keep_log=True).log)


def write(golden: Golden, path: Path) -> None:
    """Write a recording; a name that ends in `.gz` is packed. The same recording gives the same bytes."""
    steps = ",\n".join(msgspec.json.encode(step).decode() for step in golden.steps)
    head = msgspec.json.encode(msgspec.structs.replace(golden, steps=[])).decode()
    text = head.replace('"steps":[]', f'"steps":[\n{steps}\n]').encode() + b"\n"
    write_file(path, gzip.compress(text, 9, mtime=0) if path.suffix == ".gz" else text)


def read(path: Path) -> Golden:
    """A recording from a file."""
    data = read_file(path)
    try:
        return msgspec.json.decode(gzip.decompress(data) if path.suffix == ".gz" else data, type=Golden)
    except (msgspec.MsgspecError, OSError, EOFError) as e:
        raise BadSave(f"{path} is not a golden game: {e}.") from e


def replay(golden: Golden | Path, game: Game[Any] | None = None) -> Any:
    """Play a recording again and return the state it ends in; raises `Astray` where it diverges."""
    if isinstance(golden, Path):
        golden = read(golden)
    rules = get(golden.game) if game is None else game
    if rules.version != golden.rules:
        raise Astray(f"recorded under rules version {golden.rules}, this is {rules.version}: record it again")
    s = rules.start(golden.setup)
    for n, step in enumerate(golden.steps, 1):
        entry = _entry(rules, step)
        if entry.is_chance != isinstance(pending(s), Chance):
            raise Astray(f"step {n}: {step} was recorded, but {pending(s)!r} is pending")
        try:
            replay_entry(s, entry)
        except HexfrontError as e:
            raise Astray(f"step {n}: {step} is no longer possible: {e}") from e
        if n % _EVERY == 0 and golden.marks[n // _EVERY - 1] != state_hash(rules, s)[:12]:
            raise Astray(f"between steps {n - _EVERY + 1} and {n} the game goes another way than recorded")
    if golden.hash != state_hash(rules, s):
        raise Astray("the game ends in another position than recorded")
    return s


def _entry(game: Game[Any], step: list[Any]) -> Entry:
    if len(step) == 1:
        return Entry(outcome=outcome_from(step[0]))
    seat, name, *fields = step
    kinds = {kind.__name__: kind for kind in _kinds(game)}
    if name not in kinds:
        raise Astray(f"the rules have no action {name} any more")
    data = dict(zip(kinds[name].__struct_fields__, fields, strict=False))
    return Entry(seat=seat, action=game.codec.decode_action({"type": name, **data}))


def _kinds(game: Game[Any]) -> tuple[Any, ...]:
    union = game.codec.action_type
    return getattr(union, "__args__", (union,))


def main(arguments: Sequence[str]) -> int:
    """Record a random game of a scenario."""
    if len(arguments) != 4:
        print("usage: python -m hexfront.testing.golden GAME SCENARIO SEED PATH", file=sys.stderr)
        return 2
    name, scenario, seed, path = arguments
    try:
        game = get(name)
        golden = record_random(game, game.setup(scenario), int(seed))
        write(golden, Path(path))
    except (HexfrontError, ValueError) as e:
        print(e, file=sys.stderr)
        return 2
    print(f"{len(golden.steps)} steps, {Path(path).stat().st_size / 1000:.1f} kB, ends in {golden.hash[:12]}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
