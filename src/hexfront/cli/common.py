"""What commands share: parsers with an example, JSON, tables, progress, set-ups from options."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexfront.kernel import Game, Setup

Commands = Any  # argparse keeps the class of its subparsers to itself


def command(commands: Commands, name: str, example: str, **more: Any) -> argparse.ArgumentParser:
    """A parser for a command, with its summary as description and an example below its help."""
    from hexfront.cli import COMMANDS, examples

    summary = COMMANDS[name]
    words = summary[0].upper() + summary[1:] + "."
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=summary, description=words, epilog=examples(example), **more
    )
    return parser


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")


def add_setup(parser: argparse.ArgumentParser) -> None:
    """Arguments that choose a set-up: scenario, options, pack."""
    parser.add_argument("--scenario", default="", metavar="NAME", help="the scenario (default: the first)")
    add_options(parser)
    parser.add_argument("--pack", metavar="FOLDER", type=Path, help="a pack of your own figures")


def setup_from(args: argparse.Namespace, game: Game[Any]) -> Setup:
    """The set-up the arguments ask for; a pack that makes no sense is refused before anything is played with it."""
    setup = game.setup(args.scenario, options_from(args), pack_from(args, game))
    if setup.pack:
        must_set_up(game, setup, str(args.pack))
    return setup


BROKEN = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError)
"""What figures that make no sense can end in where nobody thought of them."""


def must_set_up(game: Game[Any], setup: Setup, pack: str) -> None:
    """Refuse a pack with which the scenario cannot be set up."""
    from hexfront.errors import BadData, HexfrontError

    words = f"{pack} cannot set up the scenario"
    try:
        game.start(setup)
    except HexfrontError as e:
        raise BadData(f"{words}: {e}") from e
    except BROKEN as e:
        raise BadData(f"{words} ({type(e).__name__} {e}); see hexfront check {pack}.") from e


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a set-up option; may be repeated"
    )


def options_from(args: argparse.Namespace) -> dict[str, bool | int | str]:
    """The set-up options written as NAME=VALUE."""
    from hexfront.errors import UnknownName

    options: dict[str, bool | int | str] = {}
    for text in args.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise UnknownName(f"Write --option {text}=VALUE.")
        # ² is a digit too, and no number.
        is_number = value.isascii() and value.isdecimal() and len(value) < 19
        options[name] = {"true": True, "false": False}.get(value, int(value) if is_number else value)
    return options


def pack_from(args: argparse.Namespace, game: Game[Any]) -> dict[str, Any] | None:
    if args.pack is None:
        return None
    from hexfront.packs import read_pack

    must_be_for(args.pack, game)
    return read_pack(args.pack, pack_parts(game))


def pack_parts(game: Game[Any]) -> dict[str, Any]:
    """What a pack may lay figures over, by the names of its files: our data, and the map where the game allows it."""
    from hexfront.hexes import map_file
    from hexfront.packs import data_files
    from hexfront.wargame import read_toml

    parts: dict[str, Any] = {name: read_toml(path) for name, path in data_files(game).items()}
    if game.pack_map:
        parts["map"] = json.loads(map_file(game.pack_map).read_bytes())
    return parts


def game_of(pack: Path) -> str:
    """The game that a pack names in its pack.toml; empty if it names none."""
    from hexfront.errors import BadData
    from hexfront.wargame import read_toml

    if not pack.is_dir():
        raise BadData(f"{pack} is not a folder; a pack is a folder of TOML files.")
    manifest = pack / "pack.toml"
    game = read_toml(manifest).get("game") if manifest.exists() else None
    return game if isinstance(game, str) else ""


def must_be_for(pack: Path, game: Game[Any]) -> None:
    """Refuse a pack that names another game."""
    from hexfront.errors import BadData
    from hexfront.games import get

    name = game_of(pack)
    if name and name != game.id and (other := get(name)).id != game.id:
        raise BadData(
            f"{pack} has figures for {other.title}, not for {game.title}; give a pack for that game."
        )


MOST = 10**9
"""More of anything nobody asks for but by a slip of the finger."""
MOST_WORKERS = 1024


def positive(text: str, most: int = MOST) -> int:
    """An argument that must be a whole number above zero, and not absurdly large."""
    try:
        number = int(text.replace("_", ""))
    except ValueError:
        number = 0
    if number <= 0:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number above zero")
    if number > most:
        raise argparse.ArgumentTypeError(f"{text[:40]} is too many; at most {most} can be asked for")
    return number


def workers(text: str) -> int:
    """How many processes: each is started, and takes memory."""
    return positive(text, MOST_WORKERS)


def print_json(value: Any) -> None:
    """One JSON document on stdout."""
    import msgspec

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def table(columns: Sequence[str], rows: Sequence[Sequence[str]], title: str = "") -> None:
    """A table on stdout, as wide as the terminal. Its title stands above it on one line, however narrow it is."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    if title:
        console().print(Text(title, style="table.title"), soft_wrap=True)
    out = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for n, name in enumerate(columns):
        out.add_column(name, no_wrap=n == 0, overflow="fold")
    for row in rows:
        out.add_row(*(Text(cell) for cell in row))
    console().print(out)


def console() -> Any:
    """stdout for people: coloured in a terminal, 110 columns wide where there is none."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else 110, highlight=False)


@contextmanager
def progress(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on stderr in a terminal, nothing elsewhere; call what it gives with how much is done."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=Console(stderr=True), transient=True,
    )  # fmt: skip
    with bar:
        task = bar.add_task(label, total=total)
        yield lambda done: bar.update(task, completed=done)
