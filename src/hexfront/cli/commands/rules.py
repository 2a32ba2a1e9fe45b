"""`hexfront rules`: cases in our own words, the code that carries them out, the tests that prove them."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from hexfront.cli.common import Commands, add_json, command, console, print_json, table
from hexfront.errors import UnknownName
from hexfront.games import get
from hexfront.kernel import Game
from hexfront.proof.cases import ROOT, CaseReport, survey
from hexfront.proof.seams import FILE, survey_seams
from hexfront.words import plural

_MARKS = {"proven": "✓", "untested": "no test", "unplaced": "no code", "missing": "missing"}
_SEAMS = {"proven": "✓", "untested": "no test", "undecided": "not looked at"}


def add(commands: Commands) -> None:
    examples = (
        "hexfront rules skirmish\nhexfront rules skirmish 3.2\nhexfront rules skirmish --check\n"
        "hexfront rules turns_east --seams"
    )
    parser = command(commands, "rules", examples)
    parser.add_argument("game", help="the game")
    parser.add_argument("case", nargs="?", help="a case, or the start of several")
    parser.add_argument("--check", action="store_true", help="fail if a case has no test that proves it")
    parser.add_argument(
        "--seams",
        action="store_true",
        help="pairs of parts of the rules that can interact, and the tests in which they do",
    )
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    game = get(args.game)
    if args.seams:
        return run_seams(args, game)
    wanted = {case.id for case in game.rulebook.under(args.case)} if args.case else None
    found = [each for each in survey(game, args.root) if wanted is None or each.id in wanted]
    bare = [each for each in found if not each.tests]
    if args.json:
        print_json([msgspec.structs.asdict(each) for each in found])
    elif args.case and len(found) == 1:
        show(found[0])
    else:
        rows = [
            (each.id, each.topic, each.summary, _MARKS[each.status], str(len(each.tests) or ""))
            for each in (bare if args.check else found)
        ]
        if rows:
            table(("case", "topic", "in our words", "state", "tests"), rows)
        counts = Counter(each.status for each in found)
        parts = ", ".join(f"{counts[name]} {name}" for name in _MARKS if counts[name])
        console().print(f"{game.title}: {len(found)} {plural(len(found), 'case')}, {parts}.", markup=False)
    if args.check and bare:
        few = ", ".join(each.id for each in bare[:8]) + (" …" if len(bare) > 8 else "")
        one = len(bare) == 1
        words = (
            "1 case has no test that proves it" if one else f"{len(bare)} cases have no test that proves them"
        )
        print(f"hexfront rules: {words}: {few}", file=sys.stderr)
        return 1
    return 0


def run_seams(args: argparse.Namespace, game: Game[Any]) -> int:
    """The pairs of parts that meet, or with `--check` those of them without a test."""
    if args.case:
        raise UnknownName("--seams lists the pairs of the whole game: leave the case out.")
    found = survey_seams(game, args.root)
    if not found:
        raise UnknownName(f"{game.title} declares no seams yet: write a {FILE} beside its rules.toml.")
    gaps = [each for each in found if each.status in ("untested", "undecided")]
    if args.json:
        print_json([msgspec.structs.asdict(each) for each in found])
    else:
        shown = gaps if args.check else [each for each in found if each.status != "apart"]
        rows = [
            (
                " × ".join(each.parts),
                " × ".join(each.names),
                each.why,
                _SEAMS[each.status],
                str(len(each.tests) or ""),
            )
            for each in shown
        ]
        if rows:
            table(("parts", "names", "where they meet", "state", "tests"), rows)
        counts = Counter(each.status for each in found)
        meet = counts["proven"] + counts["untested"]
        words = f"{len(found)} pairs, {meet} meet, {counts['proven']} of them in a test; {counts['apart']} never meet"
        undecided = f"; {counts['undecided']} not yet looked at" if counts["undecided"] else ""
        console().print(f"{game.title}: {words}{undecided}.", markup=False)
    if args.check and gaps:
        few = ", ".join(" × ".join(each.parts) for each in gaps[:8]) + (" …" if len(gaps) > 8 else "")
        one = len(gaps) == 1
        words = "1 pair of parts has" if one else f"{len(gaps)} pairs of parts have"
        print(f"hexfront rules: {words} no test in which they meet: {few}", file=sys.stderr)
        return 1
    return 0


def show(case: CaseReport) -> None:
    out = console()
    out.print(f"{case.id}  {case.topic}", style="bold", markup=False)
    out.print(case.summary, markup=False)
    for title, lines in (("Code", case.code), ("Tests", case.tests)):
        out.print(f"\n{title}:" if lines else f"\n{title}: none", markup=False)
        for line in lines:
            out.print(f"  {line}", markup=False, soft_wrap=True)
