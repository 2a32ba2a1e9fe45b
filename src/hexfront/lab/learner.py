"""What the learners share: one set of arguments, one sentence on stderr when misused, one way to keep what was found."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TypeVar

import msgspec

from hexfront.errors import BadData, HexfrontError
from hexfront.games import get
from hexfront.kernel import Game, Seat, Setup
from hexfront.match import write_file
from hexfront.players.evaluation import learned
from hexfront.usage import MISUSED, Parser

T = TypeVar("T")

Work = Callable[[argparse.Namespace], int]


def whole(least: int) -> Callable[[str], int]:
    """An argument that must be a whole number, at least this large."""

    def number(text: str) -> int:
        value = int(text) if text.isdecimal() else -1
        if value < least:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least {least}")
        return value

    return number


def known(path: Path, kind: type[T]) -> dict[str, T]:
    """What was learned before, by scenario. A file that cannot be read is refused: writing would lose what is in it."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, kind])  # type: ignore[valid-type]
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.MsgspecError) as e:
        raise BadData(
            f"{path} exists but cannot be read ({e}); repair it, or delete it to start again."
        ) from e


def keep(path: Path, kind: type[T], scenario: str, found: T) -> None:
    """Add what was found for a scenario, in an order that does not change, so that differences show."""
    every = known(path, kind) | {scenario: found}
    data = msgspec.json.encode(dict(sorted(every.items())), order="sorted")
    write_file(path, msgspec.json.format(data, indent=1) + b"\n")


def seats_of(game: Game[Any], setup: Setup) -> list[Seat]:
    """The seats that play: all except an umpire's."""
    return [info.id for info in game.seats(setup) if not info.control]


def learner(
    module: str,
    about: str,
    games: int,
    least: int,
    file: str,
    kind: Any,
    work: Work,
    given: Sequence[str] | None,
    more: Callable[[argparse.ArgumentParser], object] = lambda parser: None,
) -> int:
    """Read the arguments, see that game and scenario exist and that the result can be kept, and work.

    `args.scenario` is never empty; `args.path` is where the result belongs: `file`, holding a `kind` for each scenario.
    `more` adds arguments of its own. 0: fine; 2: misused, and stderr says how in one sentence.
    """
    parser = Parser(
        prog=f"python -m {module}",
        description=about.split("\n")[0],
        epilog=f"example: python -m {module} turns_east minsk --games {games} --workers 2 --out minsk",
    )
    parser.add_argument("game", help="the game")
    parser.add_argument("scenario", nargs="?", default="", help="the scenario (default: the first)")
    parser.add_argument(
        "--games",
        type=whole(least),
        default=games,
        metavar="N",
        help=f"how many games to play, at least {least} (default {games})",
    )
    own = module.rpartition(".")[2]
    parser.add_argument(
        "--seed", default=own, metavar="S", help=f"another seed draws other games (default {own})"
    )
    parser.add_argument("--workers", type=whole(1), default=1, metavar="W", help="processes (default 1)")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help=f"the folder to write {file} to (default: where players read it)",
    )
    more(parser)
    args = parser.parse_args(given)
    try:
        game = get(args.game)
        args.scenario = game.setup(args.scenario).scenario
        args.out = args.out or learned(game.id)
        args.path = args.out / file
        try:
            args.out.mkdir(parents=True, exist_ok=True)
            TemporaryFile(dir=args.out).close()
        except OSError as e:
            raise BadData(f"Nothing can be written to {args.out}: {e.strerror}.") from e
        known(args.path, kind)
        return work(args)
    except HexfrontError as e:
        print(f"{parser.prog}: {e}", file=sys.stderr)
        return MISUSED
    except KeyboardInterrupt:
        print(f"{parser.prog}: stopped.", file=sys.stderr)
        return 130
