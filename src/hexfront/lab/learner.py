"""The command line that the learners share: one set of arguments, and one sentence on stderr when misused."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from hexfront.errors import BadData, HexfrontError
from hexfront.games import get
from hexfront.players.evaluation import LEARNED

Work = Callable[[argparse.Namespace], int]


def whole(least: int) -> Callable[[str], int]:
    """An argument that must be a whole number, so large at least."""

    def number(text: str) -> int:
        value = int(text) if text.isdecimal() else -1
        if value < least:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} on")
        return value

    return number


class _Parser(argparse.ArgumentParser):
    """Says what is wrong without the usage above it; `--help` has that."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}.\n")


def keep(path: Path, known: Mapping[str, Any]) -> None:
    """Write what is known of each scenario, in an order that does not change, so that differences show."""
    data = msgspec.json.format(msgspec.json.encode(dict(sorted(known.items())), order="sorted"), indent=1)
    path.write_bytes(data + b"\n")


def learner(
    module: str, about: str, games: int, least: int, file: str, work: Work, given: Sequence[str] | None
) -> int:
    """Read the arguments, see that game and scenario exist, and work; `args.scenario` is never empty.

    0: fine; 2: misused, and stderr says how in one sentence.
    """
    parser = _Parser(prog=f"python -m {module}", description=about.split("\n")[0])
    parser.add_argument("game", help="the game")
    parser.add_argument("scenario", nargs="?", default="", help="the scenario (default: the first)")
    parser.add_argument(
        "--games",
        type=whole(least),
        default=games,
        metavar="N",
        help=f"how many to play, {least} at least (default {games})",
    )
    own = module.rpartition(".")[2]
    parser.add_argument("--seed", default=own, metavar="S", help=f"of all that is drawn (default {own})")
    parser.add_argument("--workers", type=whole(1), default=1, metavar="W", help="processes (default 1)")
    parser.add_argument("--out", type=Path, default=LEARNED, metavar="DIR", help=f"the folder of {file}")
    args = parser.parse_args(given)
    try:
        args.scenario = get(args.game).setup(args.scenario).scenario
        try:
            args.out.mkdir(parents=True, exist_ok=True)
        except OSError as e:
            raise BadData(f"Nothing can be written to {args.out}: {e.strerror}.") from e
        return work(args)
    except HexfrontError as e:
        print(f"{parser.prog}: {e}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"{parser.prog}: stopped.", file=sys.stderr)
        return 130
