"""`hexfront play`: a game in the browser, on this machine, without an account."""

from __future__ import annotations

import argparse
import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexfront.server import Club

PORT = 8377


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "play",
        help="open the browser on a game against the computer",
        description="Start a server for yourself and open the browser on a game that is ready to play. Games are kept in "
        "your data folder, so you will find them again next time.",
    )
    parser.add_argument(
        "game",
        nargs="?",
        default="",
        help="which game, or a rules module of your own (default: the shortest one)",
    )
    parser.add_argument("--scenario", default="", help="which scenario (default: the first)")
    parser.add_argument("--port", type=int, help=f"port to use (default {PORT}, or any free one)")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="where to keep games (default: your data folder)"
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on; 0.0.0.0 lets a friend on another machine join",
    )
    parser.add_argument(
        "--games", metavar="MODULE", action="append", default=[], help="offer a rules module of your own"
    )


def _port(wanted: int | None, host: str) -> int:
    """The port asked for, else the usual one if it is free, else any."""
    if wanted is not None:
        return wanted
    with socket.socket() as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            s.bind((host, PORT))
        except OSError:
            s.bind((host, 0))
        return int(s.getsockname()[1])


def run(args: argparse.Namespace) -> int:
    from hexfront import games
    from hexfront.server import from_environment
    from hexfront.server.run import serve

    if args.data is not None:
        os.environ["HEXFRONT_DATA"] = str(args.data)
    modules = list(args.games)
    if modules or "." in args.game:
        sys.path.insert(0, os.getcwd())
    name = args.game
    if name:
        name = games.get(name).id  # an unknown game is refused before anything is started
        if name not in games.names():
            modules.append(args.game)
    port = _port(args.port, args.host)
    config = from_environment(
        host=args.host, port=port, local=True, log_level="warning", database="", rate=0.0
    )
    shown = "127.0.0.1" if args.host in ("0.0.0.0", "::") else args.host

    async def ready(club: Club) -> None:
        match = await set_up(club, name, args.scenario)
        address = f"http://{shown}:{port}/match/{match}"
        print(f"Hexfront is ready: {address}\nPress Ctrl-C to stop; your games are kept.", flush=True)
        if not args.no_browser:
            import asyncio
            import webbrowser

            club.spawn(asyncio.to_thread(webbrowser.open, address))
        await club.computers.warm()
        await club.aside.warm()

    serve(config, 1, tuple(modules), ready)
    return 0


async def set_up(club: Club, game_name: str = "", scenario: str = "") -> str:
    """The match the browser opens on: one that was not finished, else a new one against the computer."""
    from hexfront.server.lobby import begin
    from hexfront.server.store import queries
    from hexfront.server.wire.requests import NewMatch, Sitter

    person, _ = await club.people.local()
    game = club.catalogue.game(game_name) if game_name else club.catalogue.first
    setup = game.setup(scenario)
    mine = await club.database.read(lambda c: queries.mine(c, person.id))
    for row in mine:
        same = row.game == game.id and row.setup == setup and row.rules == game.version
        if same and row.status == "running" and not row.analysis and row.summary.turn <= 1:
            return row.id
    infos = [info for info in game.seats(setup) if not info.control]
    seats = {info.id: Sitter(who="computer") for info in infos[1:]}
    seats |= {info.id: Sitter(who="none") for info in game.seats(setup) if info.control}
    live = await begin.create(club, "", person, NewMatch(game=game.id, scenario=setup.scenario, seats=seats))
    return live.id
