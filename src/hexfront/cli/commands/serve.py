"""`hexfront serve`: a server for a club."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "serve",
        help="run a server for a club: accounts, lobby, invitations, clocks",
        description="Run a server. Settings come from the command line, then from HEXFRONT_* variables; "
        "docs/guides/serve.md lists them.",
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default %(default)s)")
    parser.add_argument("--port", type=int, default=8377, help="port to listen on (default %(default)s)")
    parser.add_argument("--workers", type=int, default=1, help="server processes (default %(default)s)")
    parser.add_argument(
        "--database", metavar="URL", help="a file, sqlite:///… or postgresql://… (HEXFRONT_DATABASE_URL)"
    )
    parser.add_argument("--public-url", metavar="URL", help="how people reach it, e.g. https://club.example")
    parser.add_argument(
        "--computers",
        type=int,
        metavar="N",
        help="processes per worker that think for computer players (default 1)",
    )
    parser.add_argument(
        "--games", metavar="MODULE", action="append", default=[], help="offer a rules module of your own"
    )
    parser.add_argument(
        "--players",
        metavar="NAME=MODULE:CLASS",
        action="append",
        default=[],
        help="offer a computer player of your own",
    )
    parser.add_argument("--schema", action="store_true", help="print the schema of the protocol and exit")
    parser.add_argument("--log-level", default="info", choices=("debug", "info", "warning", "error"))


def run(args: argparse.Namespace) -> int:
    if args.schema:
        import msgspec

        from hexfront.server import schema

        sys.stdout.write(msgspec.json.format(msgspec.json.encode(schema()), indent=1).decode() + "\n")
        return 0
    from hexfront.server import from_environment
    from hexfront.server.run import serve

    if str(Path.cwd()) not in sys.path and (args.games or args.players):
        sys.path.insert(0, os.getcwd())
    config = from_environment(
        host=args.host,
        port=args.port,
        database=args.database,
        public_url=args.public_url.rstrip("/") if args.public_url else None,
        computers=args.computers,
        players=tuple(args.players),
        log_level=args.log_level,
    )
    serve(config, args.workers, tuple(args.games))
    return 0
