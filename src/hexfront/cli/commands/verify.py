"""`hexfront verify`: check a saved game and its dice, offline."""

from __future__ import annotations

import argparse
from pathlib import Path

from hexfront.cli.common import Commands, add_json, command, console, print_json
from hexfront.errors import BadSave
from hexfront.kernel import Result
from hexfront.match import read_file, verify
from hexfront.match.ending import WORDS
from hexfront.words import quantity


def add(commands: Commands) -> None:
    examples = (
        "hexfront verify game.json\nhexfront verify game.json --commitment 5f2c… --contribution axis=sesame"
    )
    parser = command(commands, "verify", examples)
    parser.add_argument("file", type=Path, help="a saved game")
    parser.add_argument("--commitment", default="", metavar="HASH", help="the hash shown when the game began")
    parser.add_argument(
        "--contribution",
        action="append",
        default=[],
        metavar="SEAT=TEXT",
        help="what a seat added to the dice; may be repeated",
    )
    add_json(parser)


def outcome(result: Result) -> str:
    """Who has won, in words."""
    return f"Won by {' and '.join(result.winners)}" if result.winners else "A draw"


def run(args: argparse.Namespace) -> int:
    given = {}
    for text in args.contribution:
        seat, equals, words = text.partition("=")
        if not equals:
            raise BadSave(f"Write --contribution {text}=TEXT.")
        given[seat] = words
    try:
        found = verify(read_file(args.file), commitment=args.commitment, contributions=given)
    except BadSave as e:
        words = str(e)
        raise BadSave(words if words.startswith(str(args.file)) else f"{args.file}: {words}") from e
    if args.json:
        print_json(
            {
                "ok": found.ok,
                "game": found.game,
                "scenario": found.scenario,
                "rules": found.rules,
                "dice": found.dice,
                "commitment": found.commitment,
                "steps": found.steps,
                "rolls": found.rolls,
                "rolls_derived": found.rolls_derived,
                "rolls_ruled": found.rolls_ruled,
                "finished": found.finished,
                "result": found.result,
                "ended": found.ended,
                "faults": found.faults,
            }
        )
        return 0 if found.ok else 1
    out = console()
    if found.ok:
        state = "finished" if found.finished else "not finished"
        if found.ended:
            state = f"ended {WORDS[found.ended]}"
        out.print(
            f"{found.game}, {found.scenario}: {quantity(found.steps, 'step')}, {state}.",
            markup=False,
        )
        if found.result is not None:
            out.print(f"{outcome(found.result)}: {found.result.reason}", markup=False)
        out.print("Every action is legal and every hash is right.", markup=False)
        if found.dice == "physical":
            out.print(f"Rolls typed in from real dice, which cannot be checked: {found.rolls}.", markup=False)
        elif found.rolls_derived + found.rolls_ruled < found.rolls:
            inherited = found.rolls - found.rolls_derived - found.rolls_ruled
            out.print(
                f"Rolls that follow from the promised seed: {found.rolls_derived}; from the game this one was forked "
                f"from: {inherited}.",
                markup=False,
            )
        else:
            fair = found.rolls - found.rolls_ruled
            out.print(f"All rolls ({fair}) follow from the promised seed.", markup=False)
        if found.rolls_ruled:
            out.print(
                f"Rolls set by the umpire, which do not come from the seed: {found.rolls_ruled}.",
                markup=False,
            )
    for fault in found.faults:
        out.print(f"FAULT: {fault}", markup=False, style="bold red")
    return 0 if found.ok else 1
