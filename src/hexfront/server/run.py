"""Running a server: one process, or several that share a database."""

from __future__ import annotations

import contextlib
import errno
import gc
import logging
import os
import random
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, replace
from pathlib import Path

import msgspec
import uvicorn
from starlette.applications import Starlette

from hexfront.kernel import HexfrontError
from hexfront.server.club.club import Club
from hexfront.server.config import Config, Mail
from hexfront.server.store.database import Database, database_url
from hexfront.server.supervisor import CONFIG, NO_START, hang_by, supervise
from hexfront.server.web.app import make_app
from hexfront.server.web.protocol import CalmSocket, CountedHttp, PatientHttp
from hexfront.server.wire.requests import FRAME_LIMIT

BACKLOG = 2048
PATIENCE = 3.0  # seconds for a port to become free
HELD = (20_000, 32_000)  # ports that no system gives away by itself
log = logging.getLogger("hexfront.server")


def _loop() -> str:
    try:
        import uvloop  # noqa: F401
    except ImportError:
        return "asyncio"
    return "uvloop"


def settings_for(config: Config, app: object) -> uvicorn.Config:
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        host=config.host,
        port=config.port,
        loop=_loop(),
        http=PatientHttp if config.trust_proxy or not config.rate else CountedHttp,
        ws=CalmSocket,
        ws_max_size=FRAME_LIMIT,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        access_log=False,  # addresses hold invitations
        proxy_headers=False,  # who called is told by a proxy only where the owner says so (`api.caller_address`)
        server_header=False,
        log_level=config.log_level,
        backlog=BACKLOG,
        timeout_graceful_shutdown=max(1, round(config.grace)),
        lifespan="on",
    )


def _calm_collector() -> None:
    """Positions are trees without cycles, and looking through those of 200 matches takes a tenth of a second. So garbage is looked
    for among new objects, a little at a time; the club looks through the rest when nobody is playing."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_000, 1_000_000, 1_000_000)


def _share_fairly() -> None:
    """A thread that replays a long match keeps the interpreter to itself for five milliseconds at a time, and an action has to get
    it back a dozen times, once for each thing it waits for. With one millisecond an action during imports and forks took 150 ms;
    with a tenth of that it took 3 ms, and the threads are hardly slower."""
    sys.setswitchinterval(0.0001)


class GentleServer(uvicorn.Server):
    """A server that says when it is ready, and goodbye before it closes its sockets."""

    def __init__(
        self, config: Config, app: Starlette, ready: Callable[[Club], Awaitable[None]] | None = None
    ) -> None:
        super().__init__(settings_for(config, app))
        self._app = app
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        _calm_collector()
        _share_fairly()
        if self.started and self._ready is not None:
            await self._ready(self._app.state.club)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        club: Club | None = getattr(self._app.state, "club", None)
        if club is not None:
            await club.farewell()
        await super().shutdown(sockets)


class HeldPort:
    """A free port of this machine, kept for a server that is started later, killed and started again.

    Between asking for a free port and using it another program may get it, and would then be taken for the server. A socket that
    is bound to the port but does not listen keeps other programs from being given it, while the server, which names the port, may
    still use it (on Linux; elsewhere the server would be turned away too, so there the port is only looked up). It is not one of
    the ports that the system hands out: a program that let one of those go and wants it back would find it taken.
    """

    def __init__(self) -> None:
        if sys.platform != "linux":
            with socket.socket() as any_one:
                any_one.bind(("127.0.0.1", 0))
                self.number = int(any_one.getsockname()[1])
            self._socket = socket.socket()
            return
        while True:
            self._socket = socket.socket()
            self.number = random.SystemRandom().randrange(*HELD)
            try:
                self._socket.bind(("127.0.0.1", self.number))  # not if anyone has it, or holds it
            except OSError:
                self._socket.close()
                continue
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # from now on: for the server
            return

    def close(self) -> None:
        self._socket.close()


def bind(config: Config) -> socket.socket:
    """The listening socket, or a sentence that says why not."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    # With its protocol named, asyncio sends each answer at once; else the system holds its second half back for 40 ms.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    until = time.monotonic() + PATIENCE
    while True:
        try:
            sock.bind((config.host, config.port))
            break
        except OSError as e:
            if e.errno == errno.EADDRINUSE and time.monotonic() < until:
                time.sleep(0.1)  # a server that was killed a moment ago may still be on its way out
                continue
            sock.close()
            raise HexfrontError(
                f"Port {config.port} of {config.host} cannot be used ({e.strerror}); choose another with --port."
            ) from e
    sock.setblocking(False)
    sock.set_inheritable(True)
    return sock


def serve(
    config: Config,
    workers: int = 1,
    games: tuple[str, ...] = (),
    ready: Callable[[Club], Awaitable[None]] | None = None,
) -> None:
    """Serve until told to stop: in this process if someone waits for it to be `ready`, else in processes of its own, so that one
    that dies is replaced."""
    config = replace(config, workers=workers)
    logging.basicConfig(level=config.log_level.upper(), format="%(levelname)s %(name)s: %(message)s")
    sock = bind(config)
    with contextlib.closing(sock):
        _open_database(config)
        if workers > 1 or (ready is None and sys.platform != "win32"):
            supervise(sock, workers, _pack(config, games))
        elif not _run(GentleServer(config, make_app(config, games), ready), sock):
            raise HexfrontError(NO_START)


def _run(server: GentleServer, sock: socket.socket) -> bool:
    """Serve until told to stop; returns whether it could."""
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[sock])
    return server.started


def work(fd: int, thread: int) -> None:
    """One server process, which ends when the process that started it ends."""
    config, games = _unpack(os.environ.pop(CONFIG))
    logging.basicConfig(level=config.log_level.upper(), format="%(levelname)s %(name)s: %(message)s")
    tell = hang_by(thread)
    os.set_inheritable(fd, False)  # the processes that work for this one must not keep the port when it dies

    async def ready(club: Club) -> None:
        tell()

    try:
        with socket.socket(fileno=fd) as sock:
            sys.exit(0 if _run(GentleServer(config, make_app(config, games), ready), sock) else 2)
    except HexfrontError as e:
        sys.exit(f"hexfront serve: {e}")


def _open_database(config: Config) -> None:
    """Migrate before anything starts: a database that cannot be used gives one sentence, not a page of traceback."""
    from hexfront.server.config import data_dir

    database = Database(database_url(config.database, data_dir()), sync=config.sqlite_sync)
    database.open()
    database.close()


def _pack(config: Config, games: tuple[str, ...]) -> str:
    plain = asdict(config)
    plain["web"] = str(config.web) if config.web else None
    return msgspec.json.encode({"config": plain, "games": games}).decode()


def _unpack(packed: str) -> tuple[Config, tuple[str, ...]]:
    found = msgspec.json.decode(packed)
    plain = found["config"]
    plain["web"] = Path(plain["web"]) if plain["web"] else None
    plain["mail"] = Mail(**plain["mail"])
    for name in ("origins", "admins", "webhook_hosts", "players"):
        plain[name] = tuple(plain[name])
    return Config(**plain), tuple(found["games"])
