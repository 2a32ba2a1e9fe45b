"""`hexfront replay`: read a saved game step by step."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from hexfront.cli.common import Commands, add_json, command, console, print_json
from hexfront.errors import UnknownName
from hexfront.kernel import CONTROL, OBSERVER
from hexfront.match import Match, load


def add(commands: Commands) -> None:
    examples = "hexfront replay game.json\nhexfront replay game.json --seat axis --first 40 --last 60"
    parser = command(commands, "replay", examples)
    parser.add_argument("file", type=Path, help="a saved game")
    parser.add_argument("--seat", default=CONTROL, help="tell it as this seat, or an observer, may see it")
    parser.add_argument("--first", type=int, default=1, metavar="N", help="begin at this step")
    parser.add_argument("--last", type=int, metavar="N", help="end after this step")
    parser.add_argument("--view", action="store_true", help="with --json: add the view after the last step")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    match = load(args.file)
    seats = (*match.seats, OBSERVER, CONTROL)
    if args.seat not in seats:
        raise UnknownName(f"There is no seat {args.seat!r}; there are {', '.join(seats)}.")
    last = match.length if args.last is None else args.last
    if not 1 <= args.first <= last <= match.length and match.length:
        raise UnknownName(f"The game has steps 1 to {match.length}; choose --first and --last among them.")
    steps = told(match, args.first - 1, last, args.seat)
    if args.json:
        document: dict[str, Any] = {
            "game": match.game.id,
            "scenario": match.setup.scenario,
            "seat": args.seat,
            "steps": steps,
            "result": match.result,
        }
        if args.view:
            document["view"] = match.game.view(match.at(last), args.seat)
        print_json(document)
        return 0
    out = console()
    for each in steps:
        if "why" in each:
            out.print(f"{each['step']:>5}  why: {each['why']}", markup=False, style="italic")
        for line in each["lines"]:
            case = f"  [{line.rule}]" if line.rule else ""
            at = f"  {line.at}" if line.at else ""
            out.print(f"{each['step']:>5}  {line.text}{at}{case}", markup=False)
    if match.result is not None and last == match.length:
        who = " and ".join(match.result.winners) or "nobody"
        out.print(f"Won by {who}: {match.result.reason}", markup=False, style="bold")
    return 0


def told(match: Match, first: int, last: int, seat: str) -> list[dict[str, Any]]:
    """Steps with what the seat heard of each. Only the umpire is told the actions themselves, and, before the game is
    over, why the computer chose them."""
    log = match.log
    steps: list[dict[str, Any]] = [
        {"step": n + 1, "lines": [], **(log[n].wire() if seat == CONTROL else {})} for n in range(first, last)
    ]
    for heard in match.events_for(seat, first):
        if heard.entry < last:
            steps[heard.entry - first]["lines"].append(heard.line)
    if seat == CONTROL or match.is_over:
        for n, why in match.reasons.items():
            if first <= n < last:
                steps[n - first]["why"] = why
    return steps
