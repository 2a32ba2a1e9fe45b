"""`hexfront print`: a game on paper, as one PDF."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hexfront.cli.common import Commands, add_json, add_setup, command, print_json, setup_from
from hexfront.errors import HexfrontError
from hexfront.games import get
from hexfront.printing import PAPERS, PARTS, make_kit

EXAMPLES = """
hexfront print last_war --scenario europe --out kit.pdf
hexfront print motherland --scenario uranus --paper letter --parts map,counters --out uranus.pdf
hexfront print turns_east --parts map --front 1941-09-30 --hex 24 --out map.pdf
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    parser = command(commands, "print", EXAMPLES)
    parser.add_argument("game", help="the game")
    add_setup(parser)
    parser.add_argument("--out", metavar="F", required=True, help="the PDF to write")
    parser.add_argument("--paper", choices=sorted(PAPERS), default="a4", help="the paper (default: a4)")
    listed = "; ".join(f"{name}: {what}" for name, what in PARTS.items())
    parser.add_argument(
        "--parts", default=",".join(PARTS), metavar="A,B", help=f"what to print (default: all). {listed}"
    )
    parser.add_argument(
        "--hex", type=float, default=21.0, metavar="MM", help="a hex from side to side (default: 21)"
    )
    parser.add_argument(
        "--counter", type=float, default=15.0, metavar="MM", help="edge of a counter (default: 15)"
    )
    parser.add_argument(
        "--front",
        action="append",
        default=[],
        metavar="DATE",
        help="draw the front line of a date on the map",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Make the kit and write it."""
    game = get(args.game)
    target = Path(args.out)
    if not target.parent.is_dir():
        raise HexfrontError(f"{target.parent} is not a folder: create it first, or name another with --out.")
    if not 10 <= args.hex <= 60:
        raise HexfrontError("A hex is between 10 and 60 mm from side to side: give --hex such a number.")

    def tell(what: str) -> None:
        if not args.json and sys.stderr.isatty():
            print(f"… {what}", file=sys.stderr)

    kit = make_kit(
        game,
        setup_from(args, game),
        paper=args.paper,
        parts=[part.strip() for part in args.parts.split(",") if part.strip()],
        hex_mm=args.hex,
        counter_mm=args.counter,
        fronts=args.front,
        tell=tell,
    )
    try:
        target.write_bytes(kit.pdf)
    except OSError as e:
        raise HexfrontError(f"{target} cannot be written: {e.strerror}.") from None
    if args.json:
        print_json({"file": str(target), "bytes": len(kit.pdf), "sheets": kit.pages})
    else:
        sheets = ", ".join(f"{n} of {part}" for part, n in kit.pages.items())
        print(f"{target}: {len(kit.pdf) / 1e6:.1f} MB" + (f"; {sheets}." if sheets else "."))
    return 0
