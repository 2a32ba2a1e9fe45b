"""`hexfront simulate`: play many games between players and report who wins."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

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
    workers,
)
from hexfront.errors import UnknownName
from hexfront.games import get
from hexfront.lab.farm import name_of
from hexfront.lab.simulate import Folder, StudyPlan, seat_players, simulate
from hexfront.lab.summary import Summary, summary
from hexfront.players import names
from hexfront.words import quantity


def add(commands: Commands) -> None:
    examples = (
        "hexfront simulate skirmish --games 200 --players staff\n"
        "hexfront simulate turns_east barbarossa --games 200 --players staff,staff --workers 2 --out east\n"
        "hexfront simulate turns_east minsk --games 1000 --players staff,recruit --ray auto --out minsk"
    )
    parser = command(commands, "simulate", examples)
    parser.add_argument("game", help="the game")
    parser.add_argument(
        "place", nargs="?", default="", metavar="scenario", help="the scenario (default: the first)"
    )
    add_setup(parser)
    add_players(parser, "staff")
    parser.add_argument(
        "--games", type=positive, default=100, metavar="N", help="how many games (default 100)"
    )
    add_farm(parser)
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="folder for the results (default: out/GAME-SCENARIO)"
    )
    add_json(parser)


def add_players(parser: argparse.ArgumentParser, default: str) -> None:
    """Who plays: names with commas between."""
    words = f"one for all, one per side or one per seat, separated by commas: {kinds()} (default {default})"
    parser.add_argument("--players", default=default, metavar="A,B", help=words)


def kinds() -> str:
    """The players there are, in words for a help text."""
    return f"{', '.join(names())}, or general:N, which plays out N times (at least 4) at each planning point"


def add_farm(parser: argparse.ArgumentParser, ray: bool = True) -> None:
    """Arguments of every command that plays many games."""
    parser.add_argument("--seed", default="1", metavar="S", help="another seed gives other games (default 1)")
    parser.add_argument("--workers", type=workers, default=1, metavar="W", help="processes (default 1)")
    if ray:
        parser.add_argument(
            "--ray", default="", metavar="ADDRESS", help="play on a Ray cluster: its address, auto, or local"
        )


def run(args: argparse.Namespace) -> int:
    game = get(args.game)
    if args.place and args.scenario and args.place != args.scenario:
        raise UnknownName(f"You gave two scenarios, {args.place} and {args.scenario}; give one.")
    args.scenario = args.place or args.scenario
    setup = setup_from(args, game)
    players = seat_players(game, setup, args.players.split(","))
    plan = StudyPlan(name_of(game), game.version, setup, players, args.games, args.seed)
    out = args.out or Path("out") / f"{game.id}-{setup.scenario}"
    try:
        with progress(f"{game.title}, {setup.scenario}", args.games) as tell:
            folder = simulate(plan, out, args.workers, args.ray, tell)
    except KeyboardInterrupt:
        print(f"Finished games are in {out}; run the same command to continue.", file=sys.stderr)
        raise
    found = summary(game, folder)
    report = write_report(folder, found)
    if args.json:
        print_json({"out": str(out), "report": str(report), **_document(found)})
    else:
        _show(found, report)
    return 0


def write_report(folder: Folder, found: Summary) -> Path:
    from hexfront.lab.report import report_page
    from hexfront.match.files import write_file

    path = folder.path / "report.html"
    write_file(path, report_page(folder, found).encode())
    return path


def _document(found: Summary) -> dict[str, Any]:
    return {
        "game": found.game,
        "scenario": found.scenario,
        "players": found.players,
        "games": found.games,
        "finished": found.finished,
        "sides": found.sides,
        "draws": found.draws,
        "levels": found.levels,
        "reasons": found.reasons,
    }


def _show(found: Summary, report: Path) -> None:
    rows = [
        [side.name, side.player, str(side.wins), f"{side.share:.1%}", f"{side.low:.1%} to {side.high:.1%}"]
        for side in found.sides.values()
    ]
    rows.append(["drawn or stopped", "", str(found.draws), "", ""])
    table(
        ["side", "player", "wins", "share", "95 % interval"],
        rows,
        f"{found.title}: {quantity(found.games, 'game')}",
    )
    console().print(f"Report: {report}", markup=False)
