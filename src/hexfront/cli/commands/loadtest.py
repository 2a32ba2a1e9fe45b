"""`hexfront loadtest`: a server under load, and what it loses when it is killed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from hexfront.words import quantity

if TYPE_CHECKING:
    from hexfront.server.load.figures import Figures


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "loadtest",
        help="put a server under load",
        description="Start a server, seat two players at each of many matches, let them play at random, and report "
        "how long an action takes to reach both. With --kill the server is killed (signal 9) in the middle, as often "
        "as you say, and every acknowledged action must still be there; with --kill-database the database is killed "
        "instead. With --hostile other clients import, fork, and send packs and floods meanwhile, and a bystander measures "
        "how long it waits.",
    )
    parser.add_argument(
        "--matches", type=int, default=200, help="matches, two sockets each (default %(default)s)"
    )
    parser.add_argument("--seconds", type=float, default=20.0, help="how long (default %(default)s)")
    parser.add_argument(
        "--pause",
        type=float,
        default=1.0,
        help="mean seconds between two actions in a match (default %(default)s: nobody clicks faster for long)",
    )
    parser.add_argument(
        "--warm-up",
        type=float,
        default=3.0,
        metavar="SECONDS",
        help="play this long before anything is counted, so that connections, caches and set-up do not "
        "count (default %(default)s; 0 counts from the first action)",
    )
    parser.add_argument(
        "--looking",
        type=float,
        default=0.0,
        metavar="SHARE",
        help="share of the sockets that show overlays all the time, from 0 to 1 (default %(default)s: like a page "
        "with no overlay switched on)",
    )
    parser.add_argument("--kill", type=int, default=0, metavar="N", help="kill the server N times")
    parser.add_argument(
        "--kill-database", type=int, default=0, metavar="N",
        help="kill PostgreSQL N times (a separate one, started for the test)",
    )  # fmt: skip
    parser.add_argument(
        "--hostile", action="store_true", help="add clients that attack the server; rate limits are on"
    )
    parser.add_argument(
        "--soak",
        action="store_true",
        help="start a new match where one has ended, so that the test can run for hours and watch memory",
    )
    parser.add_argument(
        "--bystander", action="store_true", help="measure how long another client has to wait"
    )
    parser.add_argument("--database", default="", metavar="URL", help="default: a fresh SQLite file")
    parser.add_argument("--workers", type=int, default=1, help="server processes (default %(default)s)")
    parser.add_argument("--game", default="", help="default: the first one")
    parser.add_argument("--scenario", default="")
    parser.add_argument(
        "--games", metavar="MODULE", action="append", default=[], help="offer a rules module of your own"
    )
    parser.add_argument("--json", action="store_true", help="figures as JSON")


def run(args: argparse.Namespace) -> int:
    import msgspec

    from hexfront.server.load import loadtest

    figures = loadtest.run(
        matches=args.matches,
        seconds=args.seconds,
        pause=args.pause,
        kills=args.kill,
        database=args.database,
        workers=args.workers,
        game=args.game,
        scenario=args.scenario,
        game_modules=tuple(args.games),
        warm_up=max(0.0, args.warm_up),
        looking=args.looking,
        kill_database=args.kill_database,
        hostile=args.hostile,
        bystander=args.bystander,
        soak=args.soak,
    )
    if args.json:
        sys.stdout.write(msgspec.json.encode(figures).decode() + "\n")
    else:
        print(
            "\n".join(
                (*_play(figures), *_machine(figures, args.soak), *_bystander(figures), *_kills(figures))
            )
        )
    return 1 if figures.lost or figures.stuck else 0


def _play(f: Figures) -> Iterator[str]:
    """What was played, and how long a click took."""
    yield (
        f"{f.matches} matches, {f.sockets} sockets, {f.database}, "
        f"{quantity(f.workers, 'process', 'processes')}, {f.seconds:.0f} s"
    )
    if f.warm_up:
        yield f"not counted: the first {f.warm_up:g} s of play"
    if f.looking:
        yield f"{100 * f.looking:g}% of the sockets look at overlays"
    yield f"{f.actions} actions, {f.a_second:.0f} a second, {f.refused} refused"
    yield f"action to both clients: p50 {f.both_p50:.2f} ms, p99 {f.both_p99:.2f} ms, longest {f.both_max:.1f} ms"
    yield f"in the server:          p50 {f.server_p50:.2f} ms, p99 {f.server_p99:.2f} ms"
    yield f"the test's own clients took {100 * f.client_load:.0f}% of a core"


def _machine(f: Figures, soak: bool) -> Iterator[str]:
    """Memory, matches that ended, processes that died, and who played the attackers."""
    if f.memory is not None:
        m = f.memory
        yield f"in memory: {m.early:.0f} MB early, {m.late:.0f} MB late, {m.most:.0f} MB at most"
        if soak:
            yield (
                "  from tenth to tenth of the time: " + ", ".join(f"{each:.0f}" for each in m.course) + " MB"
            )
    if f.soaked:
        yield f"{f.soaked} matches ended and were replaced by new ones"
    if f.deaths:
        yield f"server processes that died and were replaced: {f.deaths}"
    if f.hostile:
        yield "beside them: " + ", ".join(f"{name} {count}" for name, count in f.hostile.items())


def _bystander(f: Figures) -> Iterator[str]:
    """How long somebody waited who only wanted to play."""
    b = f.bystander
    if b is None:
        return
    yield (
        f"a bystander waits:      p50 {b.p50:.2f} ms, p99 {b.p99:.2f} ms, longest {b.longest:.1f} ms "
        f"({b.asked} answers)"
    )
    yield (
        f"while the machine had time: longest {b.unhindered:.1f} ms; it held up an idle thread for up to "
        f"{b.machine:.1f} ms"
    )
    yield f"its match was open after {b.opening:.1f} ms"
    if b.served is not None:
        yield f"less the time in which the machine had no core for the server: longest {b.served:.1f} ms"
    if b.worked is not None and b.starved is not None:
        yield (
            f"the server had a core for {100 * b.worked:.0f}% of the time, and needed one that it did not get for "
            f"{100 * b.starved:.0f}%"
        )


def _kills(f: Figures) -> Iterator[str]:
    """What became of the matches when the database or the server was killed."""
    if f.database_kills:
        yield (
            f"times the database was killed: {f.database_kills}; "
            f"{f.lost} acknowledged actions lost, {f.stuck} matches stuck"
        )
    if f.kills:
        yield (
            f"times killed: {f.kills}; {f.lost} acknowledged actions lost, {f.stuck} matches stuck, "
            f"{f.reconnects} reconnects"
        )
    if f.back:
        late = sum(each < 0 for each in f.back)
        yield (
            f"it took up to {max(f.back):.1f} s after a kill until every match had gone on"
            + (f"; before the next kill some had not, {quantity(late, 'time')}" if late else "")
        )
