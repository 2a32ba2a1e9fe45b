"""`hexfront games`: what can be played."""

from __future__ import annotations

import argparse
from typing import Any

from hexfront.cli.common import Commands, add_json, command, console, print_json, table
from hexfront.games import get, names
from hexfront.kernel import Game


def add(commands: Commands) -> None:
    parser = command(commands, "games", "hexfront games\nhexfront games skirmish --json")
    parser.add_argument("game", nargs="?", help="show only this game, in full")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    found = [get(args.game)] if args.game else [get(name) for name in names()]
    if args.json:
        print_json([described(game) for game in found])
    elif args.game:
        show(found[0])
    else:
        rows = [(g.id, g.title, g.summary, ", ".join(s.id for s in g.scenarios)) for g in found]
        table(("game", "title", "what it is", "scenarios"), rows)
    return 0


def described(game: Game[Any]) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "summary": game.summary,
        "rules": game.version,
        "seats": [seat.id for seat in game.seats(game.setup())],
        "scenarios": game.scenarios,
        "options": game.options,
    }


def show(game: Game[Any]) -> None:
    out = console()
    seats = ", ".join(seat.name for seat in game.seats(game.setup()))
    out.print(f"{game.title} ({game.id}), rules version {game.version}", style="bold", markup=False)
    out.print(f"{game.summary}\nSeats: {seats}", markup=False)
    rows = [(s.id, s.title, str(s.turns), f"{s.minutes} min", s.summary) for s in game.scenarios]
    table(("scenario", "title", "turns", "takes", "what it is"), rows)
    if game.options:
        options = [(o.id, o.title, _value(o.default), ", ".join(map(_value, o.values))) for o in game.options]
        table(("option", "what it does", "default", "values"), options)


def _value(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
