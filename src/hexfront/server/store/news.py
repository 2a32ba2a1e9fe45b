"""News between server processes: a match has a new row, someone came or went, a line of chat.

On PostgreSQL it is LISTEN/NOTIFY, sent in the transaction that makes the news true. On SQLite all processes share
one machine: datagrams over Unix sockets in a folder beside the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import os
import secrets
import socket
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, text
from sqlalchemy.engine import make_url

from hexfront.kernel import HexfrontError
from hexfront.server.store.database import CHANNEL, Database

log = logging.getLogger("hexfront.server")
READY = 60.0  # seconds until a process has to hear, on a machine that is busy with other things


class News(msgspec.Struct, omit_defaults=True):
    """What one process tells the others: numbers and names of seats. The contents of a match are in it only where the database
    itself carries the news (see `store.written`), never in a datagram."""

    what: str  # row, chat, seats, presence, here, thinking, cancel, gone, signed_off
    match: str
    by: str  # the process that tells
    n: int = 0
    seats: list[str] = []
    data: Any = None


Hear = Callable[[News], Awaitable[None]]


class Bus:
    """Tell and hear news."""

    def __init__(self, database: Database) -> None:
        self.me = secrets.token_urlsafe(6)
        self._database = database
        self._hear: Hear | None = None
        self._again: Callable[[], Awaitable[None]] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._datagrams: _Datagrams | None = None

    async def open(self, hear: Hear, again: Callable[[], Awaitable[None]]) -> None:
        """Begin to listen; `again` is called after a gap in which news may have been missed."""
        self._hear, self._again = hear, again
        if self._database.is_postgres:
            ready = asyncio.Event()
            self._spawn(self._listen(ready))
            await asyncio.wait_for(ready.wait(), READY)
        elif make_url(self._database.url).database and hasattr(socket, "AF_UNIX"):
            self._datagrams = _Datagrams(_folder(self._database.url), self.me)
            self._spawn(self._datagrams.receive(self._heard))

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        for task in list(self._tasks):
            with contextlib.suppress(asyncio.CancelledError):
                await task
        if self._datagrams:
            self._datagrams.close()

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def has_company(self) -> bool:
        """Whether other processes are at the same SQLite file."""
        return self._datagrams is not None and self._datagrams.has_others

    def news(
        self, what: str, match: str, n: int = 0, seats: list[str] | None = None, data: Any = None
    ) -> News:
        return News(what, match, self.me, n, seats or [], data)

    def within(self, c: Connection, news: News) -> None:
        """Tell as part of a transaction, where the database can do that."""
        if self._database.is_postgres:
            c.execute(
                text("SELECT pg_notify(:c, :p)"), {"c": CHANNEL, "p": msgspec.json.encode(news).decode()}
            )

    async def tell(self, news: News, *, committed: bool = False) -> None:
        """Tell now. Where the database can do that, `committed` news has already gone out with its transaction."""
        if self._database.is_postgres:
            if not committed and self._database.link is not None:
                await self._database.link.tell(msgspec.json.encode(news).decode())
        elif self._datagrams:
            self._datagrams.send(msgspec.json.encode(news))

    async def _heard(self, data: bytes) -> None:
        try:
            news = msgspec.json.decode(data, type=News)
        except msgspec.MsgspecError:
            return
        if news.by != self.me and self._hear:
            try:
                await self._hear(news)
            except Exception:
                log.exception("fault while hearing news of kind %s", news.what)

    async def _listen(self, ready: asyncio.Event) -> None:
        import psycopg

        wait = 0.1
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self._database.plain_url, autocommit=True
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    if ready.is_set() and self._again:
                        await self._again()
                    ready.set()
                    wait = 0.1
                    async for notice in connection.notifies():
                        await self._heard(notice.payload.encode())
            except Exception as e:  # whatever it was: a process that does not listen hears nothing any more
                log.warning(
                    "listening to the database was cut off (%s); again in %.1f s", type(e).__name__, wait
                )
            await asyncio.sleep(wait)
            wait = min(wait * 2, 2.0)


def _folder(url: str) -> Path:
    name = hashlib.sha256(os.path.realpath(make_url(url).database or "").encode()).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"hexfront-{os.getuid()}-{name}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.stat()
    if found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise HexfrontError(f"{folder} should belong to this user alone; remove it and start again.")
    return folder


class _Datagrams:
    """Every process has a socket in one folder and writes to all the others."""

    def __init__(self, folder: Path, me: str) -> None:
        self._folder = folder
        self._mine = folder / f"{os.getpid()}-{me}"
        self._in = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._in.bind(str(self._mine))
        self._in.setblocking(False)
        self._in.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        self._out = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._out.setblocking(False)
        self.send(b"")  # clears away the sockets of processes that died

    async def receive(self, heard: Callable[[bytes], Awaitable[None]]) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await heard(await loop.sock_recv(self._in, 65536))

    def send(self, data: bytes) -> None:
        for other in self._folder.iterdir():
            if other == self._mine:
                continue
            try:
                self._out.sendto(data, str(other))
            except ConnectionRefusedError:  # its process is gone
                other.unlink(missing_ok=True)
            except OSError:
                continue

    @property
    def has_others(self) -> bool:
        return any(other != self._mine for other in self._folder.iterdir())

    def close(self) -> None:
        self._in.close()
        self._out.close()
        self._mine.unlink(missing_ok=True)
