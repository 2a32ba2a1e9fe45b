"""The command line. Each command is a module in `commands`; only the one that is called is imported."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from hexfront.usage import MISUSED, Parser

COMMANDS = {
    "play": "play in the browser, alone or with a friend",
    "serve": "run a server for a club",
    "games": "list games, scenarios and options",
    "simulate": "play many games and report who wins",
    "tournament": "let computer players play each other, and rank them",
    "rules": "look up rule cases, their code and their tests",
    "map": "show a map, or write it as a picture",
    "print": "print a game: map, counters, aids and rules as a PDF",
    "data": "show where a game's figures come from",
    "turn": "play by file: send a turn, import the reply",
    "replay": "read a saved game step by step",
    "verify": "check a saved game and its dice",
    "fuzz": "play at random and look for broken rules",
    "resolve": "work out a combat at the table",
    "odds": "show the chances of an attack or of a turn's attacks",
    "compare": "see what a changed figure does to balance",
    "bench": "measure speed",
    "check": "check a pack of your own figures",
    "env": "use a game as a learning environment",
    "loadtest": "put a server under load",
}

# For those whose modules give none themselves.
EXAMPLES = {
    "play": "hexfront play\nhexfront play turns_east --scenario minsk",
    "serve": "hexfront serve --port 8377\nhexfront serve --public-url https://club.example --workers 2",
    "map": "hexfront map turns_east --svg east.svg\nhexfront map turns_east --fit",
    "loadtest": "hexfront loadtest --matches 200\nhexfront loadtest --matches 50 --kill 3 --json",
}

_FOLDER = Path(__file__).parent / "commands"

FINE, FOUND = 0, 1


class HelpFormatter(argparse.HelpFormatter):
    """Wraps prose, and leaves examples as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if text.startswith("examples:"):
            return "".join(indent + line for line in text.splitlines(keepends=True))
        return super()._fill_text(text, width, indent)


def examples(lines: str) -> str:
    """Examples as they stand below a command's help."""
    return "examples:\n" + "\n".join(f"  {line}" for line in lines.strip().split("\n"))


def available() -> list[str]:
    """The commands this Hexfront has."""
    return [name for name in COMMANDS if (_FOLDER / f"{name}.py").exists()]


def parser(wanted: str = "") -> Parser:
    """The parser, with the arguments of the wanted command; of the others it knows the names."""
    top = Parser(
        prog="hexfront",
        description="Hexfront plays, referees and studies strategic board wargames of the Second World War.",
        epilog="Each command has its own help: hexfront rules --help",
    )
    top.add_argument("--version", action="store_true", help="show the version")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name in available():
        if name == wanted:
            import_module(f"hexfront.cli.commands.{name}").add(commands)
            own = commands.choices[name]
            if not own.epilog and name in EXAMPLES:
                own.epilog = examples(EXAMPLES[name])
            own.formatter_class = HelpFormatter
        else:
            commands.add_parser(name, help=COMMANDS[name], add_help=False)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. 0: fine; 1: it found something; 2: it was misused, and stderr says how in one
    sentence."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    wanted = next((word for word in given if not word.startswith("-")), "")
    top = parser(wanted)
    args = top.parse_args(given)
    if args.version:
        from hexfront import __version__

        print(__version__)
        return FINE
    if args.command is None:
        top.print_help()
        return MISUSED
    from hexfront.errors import HexfrontError, Terminated

    try:
        status: int = import_module(f"hexfront.cli.commands.{args.command}").run(args)
        sys.stdout.flush()
    except HexfrontError as e:
        print(f"hexfront {args.command}: {e}", file=sys.stderr)
        return MISUSED
    except KeyboardInterrupt as e:
        print(f"hexfront {args.command}: stopped.", file=sys.stderr)
        return 143 if isinstance(e, Terminated) else 130
    except BrokenPipeError:
        _drop_output()
        return FINE
    except OSError as e:
        # A full disk, a folder in the way, a file that is not ours to read: nothing that a traceback would explain.
        where = f"{e.filename}: " if e.filename else ""
        print(f"hexfront {args.command}: {where}{e.strerror or e}.", file=sys.stderr)
        try:
            sys.stdout.flush()
        except OSError:
            _drop_output()
        return MISUSED
    return status


def _drop_output() -> None:
    """Discard output that nobody reads any more: Python would complain about it on exit."""
    with suppress(OSError):  # it may be no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


__all__ = ["COMMANDS", "FINE", "FOUND", "MISUSED", "available", "examples", "main", "parser"]
