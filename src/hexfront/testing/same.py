"""Are games still the same? Random games as short digests, to compare before and after a change that must not show.

    python -m hexfront.testing.same turns_east --games 200 --out before.txt
    python -m hexfront.testing.same turns_east --games 200 --against before.txt

A digest covers every list of legal actions, every action and roll, every event, and the position at the end. Any
difference in what the rules allow, do or tell changes it.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from hexfront.games import get
from hexfront.kernel import Chance, Game, HexfrontError, SeededSource, Setup, apply, resolve
from hexfront.match import state_hash

LIMIT = 100_000


def digest(game: Game[Any], setup: Setup, seed: int, limit: int = LIMIT) -> str:
    """The digest of one random game; the choices are those of `playout` with this seed."""
    s = game.start(setup)
    dice, choices = SeededSource(f"dice/{seed}"), SeededSource(f"choices/{seed}")
    told = hashlib.sha256()
    buffer = bytearray()
    write = msgspec.json.Encoder().encode_into
    steps = 0
    while s.agenda and steps < limit:
        frame = s.agenda[0]
        steps += 1
        if isinstance(frame, Chance):
            outcome = frame.outcomes(s).draw(dice)
            write([type(frame).__name__, outcome, resolve(s, outcome)], buffer)
        else:
            who = frame.deciders(s)
            seat = who[0] if len(who) == 1 else who[choices.below(len(who))]
            legal = frame.legal(s, seat)
            action = legal[choices.below(len(legal))]
            write([type(frame).__name__, seat, legal, action], buffer)
            told.update(buffer)
            write(apply(s, seat, action), buffer)
        told.update(buffer)
    return f"{steps} {told.hexdigest()[:16]} {state_hash(game, s)[:16]}"


def lines(game: Game[Any], scenarios: Sequence[str], games: int, limit: int = LIMIT) -> Iterator[str]:
    """One line a game: scenario, seed, steps, the digest of its course and of its end."""
    for scenario in scenarios:
        setup = game.setup(scenario)
        for seed in range(1, games + 1):
            yield f"{scenario} {seed} {digest(game, setup, seed, limit)}"


def differences(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """The games that diverged, by scenario and seed, and those that only one of the two has."""
    was = {tuple(line.split()[:2]): line for line in before}
    now = {tuple(line.split()[:2]): line for line in after}
    return [" ".join(key) for key in {**was, **now} if was.get(key) != now.get(key)]


def main(arguments: Sequence[str]) -> int:
    """Write digests of random games, or compare them with those written before."""
    parser = argparse.ArgumentParser(prog="python -m hexfront.testing.same", description=main.__doc__)
    parser.add_argument("game")
    parser.add_argument("scenarios", nargs="*", help="all of them unless given")
    parser.add_argument("--games", type=int, default=200, help="games a scenario, seeds 1, 2, 3 and so on")
    parser.add_argument("--limit", type=int, default=LIMIT, help="steps after which a game is cut off")
    parser.add_argument("--out", type=Path, help="write the digests to this file")
    parser.add_argument("--against", type=Path, help="compare with the digests in this file")
    wanted = parser.parse_args(arguments)
    try:
        game = get(wanted.game)
        scenarios = wanted.scenarios or [each.id for each in game.scenarios]
        found = list(lines(game, scenarios, wanted.games, wanted.limit))
        before = wanted.against.read_text().splitlines() if wanted.against else found
    except (HexfrontError, OSError) as e:
        print(e, file=sys.stderr)
        return 2
    if wanted.out:
        wanted.out.write_text("\n".join(found) + "\n")
    other = differences(before, found)
    for each in other:
        print(f"another game: {each}")
    if wanted.against:
        print(f"{len(found) - len(other)} of {len(found)} games are the same.")
    elif not wanted.out:
        print("\n".join(found))
    return 1 if other else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
