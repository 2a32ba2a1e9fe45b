"""`hexfront fuzz`: play at random and look for broken rules."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console

from hexfront.cli.common import (
    Commands,
    add_json,
    add_options,
    command,
    console,
    options_from,
    pack_parts,
    positive,
    print_json,
    progress,
)
from hexfront.games import get
from hexfront.kernel import Game
from hexfront.proof import LAWS, fuzz, reproduce
from hexfront.proof.fuzz import Failure, Fuzzed
from hexfront.words import quantity

EACH = "each"
"""The name that stands for all scenarios, one after another."""


def add(commands: Commands) -> None:
    examples = (
        "hexfront fuzz skirmish --actions 100000\n"
        "hexfront fuzz motherland --scenario each --actions 200000\n"
        "hexfront fuzz last_war --scenario europe --option seats=7 --option umpire=true\n"
        "hexfront fuzz turns_east --random-options\n"
        "hexfront fuzz skirmish --again out/fuzz-skirmish-1.json\n"
        "hexfront fuzz motherland --hostile 500"
    )
    parser = command(commands, "fuzz", examples)
    parser.add_argument("game", help="the game")
    parser.add_argument(
        "--actions", type=positive, default=20_000, metavar="N", help="how many actions (default 20000)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="K", help="another seed gives other games")
    parser.add_argument(
        "--scenario",
        default="",
        metavar="NAME",
        help="only this one, or `each`: N actions in each of them (default: all in turn)",
    )
    add_options(parser)
    parser.add_argument(
        "--random-options",
        action="store_true",
        help="for every game, draw at random the options you do not give",
    )
    parser.add_argument(
        "--thorough",
        type=float,
        default=0.02,
        metavar="SHARE",
        help="share of positions tested against all laws",
    )
    parser.add_argument(
        "--skip", action="append", default=[], choices=LAWS, metavar="LAW", help="do not test this law"
    )
    parser.add_argument("--save", type=Path, metavar="FILE", help="where to write a failure (default: out/)")
    parser.add_argument("--again", type=Path, metavar="FILE", help="play a saved failure again instead")
    parser.add_argument(
        "--hostile",
        type=positive,
        metavar="N",
        help="instead of playing: try N harmful packs and N harmful saves; each must be refused or playable",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    game = get(args.game)
    out = console()
    if args.again is not None:
        broken = reproduce(args.again, game, args.skip)
        if args.json:
            print_json({"file": str(args.again), "broken": None if broken is None else str(broken)})
        elif broken is None:
            out.print("It no longer breaks any law.", markup=False)
        else:
            out.print(f"It still breaks the law {broken}", markup=False)
        return 0 if broken is None else 1
    if args.hostile is not None:
        return run_hostile(game, args)
    scenarios = [x.id for x in game.scenarios] if args.scenario == EACH else [args.scenario]
    stem = args.save or Path("out") / f"fuzz-{game.id}-{args.seed}.json"
    if args.save is None:
        stem.parent.mkdir(exist_ok=True)
    runs: list[tuple[str, Fuzzed]] = []
    for scenario in scenarios:
        path = stem.with_stem(f"{stem.stem}-{scenario}") if len(scenarios) > 1 else stem
        with progress(f"fuzz {game.id} {scenario}".rstrip(), args.actions) as tell:
            found = fuzz(
                game, args.actions, args.seed, scenario, options=options_from(args), draw=args.random_options,
                dear=args.thorough, skip=args.skip, save=path, progress=tell,
            )  # fmt: skip
        runs.append((scenario, found))
        if not args.json:
            show(out, game.title if len(scenarios) == 1 else f"{game.title}, {scenario}", args.game, found)
    if args.json:
        documents = [document(found) for _, found in runs]
        if args.scenario == EACH:
            each = [{"scenario": name, **one} for (name, _), one in zip(runs, documents, strict=True)]
            print_json({"game": game.id, "seed": args.seed, "scenarios": each})
        else:
            print_json(documents[0])
    return 1 if any(found.failure is not None for _, found in runs) else 0


def run_hostile(game: Game[Any], args: argparse.Namespace) -> int:
    """Try packs and saves made to do harm."""
    from hexfront.proof import hostile

    match = hostile.played(game, args.seed, choose_length(args.seed), draw=True)
    found = {
        "packs": hostile.run(
            hostile.packs(game, pack_parts(game), args.seed, args.hostile), partial(hostile.try_pack, game)
        ),
        "saves": hostile.run(hostile.saves(match, args.seed, args.hostile), partial(hostile.try_save, game)),
    }
    if args.json:
        print_json(found)
    else:
        out = console()
        for kind, each in found.items():
            let_in = each.tried - each.refused - len(each.faults)
            out.print(
                f"{each.tried} hostile {kind}: {each.refused} refused, {let_in} let in and playable, "
                f"{len(each.faults)} neither.",
                markup=False,
            )
            for fault in each.faults[:20]:
                out.print(f"  {fault}", markup=False, style="red")
    return 1 if any(each.faults for each in found.values()) else 0


def choose_length(seed: int) -> int:
    """How long the match is from which hostile saves are made: a few hundred actions, so that later phases come up too."""
    return 40 + 97 * seed % 400


def document(found: Fuzzed) -> dict[str, Any]:
    return {
        "game": found.game,
        "seed": found.seed,
        "actions": found.actions,
        "games": found.games,
        "finished": found.finished,
        "seconds": round(found.seconds, 3),
        "per_s": round(found.per_s),
        "failure": None if found.failure is None else told(found.failure),
        "saved": found.saved,
    }


def show(out: Console, title: str, name: str, found: Fuzzed) -> None:
    """Say in words what a run found, with the shortest log of a broken law."""
    out.print(
        f"{title}: {quantity(found.actions, 'action')} in {quantity(found.games, 'game')} "
        f"({found.finished} finished), "
        f"{found.per_s:,.0f} a second.",
        markup=False,
    )
    if found.failure is None:
        out.print("No law was broken.", markup=False)
        return
    out.print(f"Broken law {found.failure.law}: {found.failure.detail}", markup=False, style="bold red")
    out.print(f"Scenario {found.failure.setup.scenario}, shortest log found:", markup=False)
    for n, entry in enumerate(found.failure.log, 1):
        words = f"chance gives {entry.outcome!r}" if entry.is_chance else f"{entry.seat}: {entry.action!r}"
        out.print(f"{n:>5}  {words}", markup=False)
    out.print(f"Play it again with: hexfront fuzz {name} --again {found.saved}", markup=False)


def told(failure: Failure) -> dict[str, Any]:
    return {
        "law": failure.law,
        "detail": failure.detail,
        "scenario": failure.setup.scenario,
        "seed": failure.seed,
        "found_after": failure.found_after,
        "log": [entry.wire() for entry in failure.log],
    }
