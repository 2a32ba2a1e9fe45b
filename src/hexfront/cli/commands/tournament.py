"""`hexfront tournament`: let players meet, sides swapped and dice paired, and rank them."""

from __future__ import annotations

import argparse
import sys
from math import comb
from pathlib import Path

from hexfront.cli.commands.simulate import add_farm, kinds
from hexfront.cli.common import (
    Commands,
    add_json,
    add_setup,
    command,
    console,
    positive,
    print_json,
    progress,
    setup_from,
    table,
)
from hexfront.games import get
from hexfront.lab.kept import Kept
from hexfront.lab.tournament import Means, Standing, Table, Tournament
from hexfront.words import quantity


def add(commands: Commands) -> None:
    examples = (
        "hexfront tournament skirmish --players random,staff --games 100\n"
        "hexfront tournament turns_east --scenario minsk --players staff,general --games 50 --workers 2 --json\n"
        "hexfront tournament skirmish --players staff,general --games 500 --sprt --keep games.jsonl"
    )
    parser = command(commands, "tournament", examples)
    parser.add_argument("game", help="the game")
    parser.add_argument(
        "--players", required=True, metavar="A,B,…", help=f"two or more, separated by commas: {kinds()}"
    )
    parser.add_argument(
        "--games",
        type=positive,
        default=50,
        metavar="N",
        help="games of each pair, each way round (default 50)",
    )
    add_setup(parser)
    add_farm(parser)
    parser.add_argument(
        "--sprt", action="store_true", help="stop a pairing as soon as a sequential test decides it"
    )
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FILE",
        help="save every finished game here, so that the same command continues after Ctrl-C, or with more games",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    game = get(args.game)
    setup = setup_from(args, game)
    players = args.players.split(",")
    total = 2 * args.games * comb(len(set(players)), 2)
    kept = Kept(args.keep, game, setup, args.seed) if args.keep else None
    try:
        with progress(f"{game.title}, {setup.scenario}", total) as tell:
            means = Means(workers=args.workers, ray=args.ray, kept=kept, progress=tell)
            found = Tournament(game, setup, players, args.games, args.seed, args.sprt).play(means)
    except KeyboardInterrupt:
        if kept is not None:
            n = len(kept.done)
            words = f"{quantity(n, 'game is', 'games are')} kept in {args.keep}; run the same command to continue."
            print(words, file=sys.stderr)
        raise
    if args.json:
        print_json(found)
    else:
        _show(found, game.title, args.sprt)
    return 0


def _row(each: Standing) -> list[str]:
    counts = [str(n) for n in (each.games, each.wins, each.draws, each.losses)]
    return [*counts, f"{each.score:.1%}", f"{each.low:.1%} to {each.high:.1%}"]


def _show(found: Table, title: str, sprt: bool) -> None:
    counts = ["games", "wins", "draws", "losses", "score", "95 % interval"]
    rows = [
        [
            p.name,
            *_row(p),
            f"{p.elo:+d} ({p.elo_low:+d} to {p.elo_high:+d})",
            f"{found.thought[p.name].mean_ms:.2f}",
        ]
        for p in found.players
    ]
    table(["player", *counts, "Elo", "ms a decision"], rows, f"{title}, {found.scenario}")
    sides = [
        [f"{name} as {side}", *_row(each)]
        for side, all_ in found.by_side.items()
        for name, each in all_.items()
    ]
    table(["by side", *counts], sides)
    if sprt:
        words = {
            "better": "is stronger than",
            "not better": "is not stronger than",
            "open": "may or may not beat",
        }
        for each in found.pairs:
            console().print(
                f"{each.name} {words[each.verdict]} {each.against}, after {quantity(each.games, 'game')}.",
                markup=False,
            )
