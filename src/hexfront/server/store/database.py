"""The database: SQLite in a file by default, PostgreSQL by `HEXFRONT_DATABASE_URL`.

SQLite answers in about ten microseconds and is called on the event loop itself; handing it to a thread would cost
more than it saves. But the loop never waits for it: a call that meets a lock is made again in a thread, where it may wait, and so
are calls that write much or tidy up. PostgreSQL waits for a network and a disk and is called in threads, except for the three
statements of `postgres` that every action needs.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from hexfront.kernel import HexfrontError
from hexfront.server.store.migrations import migrate
from hexfront.server.store.postgres import PATIENCE, PgLink

try:
    import psycopg

    _DRIVER: tuple[type[Exception], ...] = (psycopg.Error,)
except ImportError:
    _DRIVER = ()

FAULTS: tuple[type[Exception], ...] = (DBAPIError, PoolTimeout, OSError, TimeoutError, *_DRIVER)
"""What is raised when the database cannot be reached, is full or is locked for too long."""
T = TypeVar("T")
PULSE = 2.0  # seconds for which the last look at the database holds
THREADS = 8
LOCK_PATIENCE = 10.0  # seconds, in a thread
CHANNEL = "hexfront"


def database_url(given: str, folder: Path) -> str:
    """The address to use: the one given (a URL or a file name), else a file in the data folder."""
    if not given:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)  # it holds seeds and secrets
        return f"sqlite:///{folder / 'hexfront.sqlite'}"
    if "://" not in given:
        return f"sqlite:///{given}"
    for prefix in ("postgres://", "postgresql://"):
        if given.startswith(prefix):
            return "postgresql+psycopg://" + given.removeprefix(prefix)
    return given


class Database:
    """Short transactions, given as functions of a connection."""

    def __init__(self, url: str, *, sync: str = "NORMAL") -> None:
        self.url = url
        self.is_postgres = make_url(url).get_backend_name() == "postgresql"
        self._looked, self._fault = -PULSE - 1, ""
        self._quick: Engine | None = None  # SQLite on the event loop: it never waits
        self.link: PgLink | None = None
        if self.is_postgres:
            self._engine = create_engine(
                url, pool_size=THREADS, max_overflow=4, pool_recycle=1800, hide_parameters=True,
                connect_args=dict(PATIENCE),
            )  # fmt: skip
            self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="database")
        else:
            if sync not in ("NORMAL", "FULL", "EXTRA", "OFF"):
                raise HexfrontError(
                    f"HEXFRONT_SQLITE_SYNC cannot be {sync!r}; it is NORMAL, FULL, EXTRA or OFF."
                )
            self._engine = _sqlite(url, sync, LOCK_PATIENCE)
            self._quick = _sqlite(url, sync, 0.0)
            self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="database")
        self._reader = _for_reading(self._engine)
        self._quick_reader = _for_reading(self._quick) if self._quick is not None else None

    def open(self) -> int:
        """Connect and migrate; the number of migrations applied."""
        if not self.is_postgres:
            _keep_private(make_url(self.url).database or "")
        try:
            with self._engine.begin() as connection:
                applied = migrate(connection)
            if self.is_postgres:
                self._warm()
            return applied
        except DBAPIError as e:
            where = make_url(self.url).render_as_string(hide_password=True)
            raise HexfrontError(
                f"The database {where} cannot be opened: {' '.join(str(e.orig).split())}"
            ) from e

    async def join(self) -> None:
        """Make the direct connection ready, where there is one; it belongs to the running event loop."""
        if self.is_postgres:
            self.link = PgLink(self.plain_url, CHANNEL)

    async def leave(self) -> None:
        if self.link is not None:
            await self.link.close()

    @property
    def plain_url(self) -> str:
        """The address as the driver itself takes it."""
        patient = {name: str(value) for name, value in PATIENCE.items()}
        url = make_url(self.url).set(drivername="postgresql").update_query_dict(patient)
        return url.render_as_string(hide_password=False)

    def close(self) -> None:
        self._threads.shutdown(wait=True)
        if self._quick is not None:
            self._quick.dispose()
        self._engine.dispose()

    def read_now(self, work: Callable[[Connection], T]) -> T:
        return self._twice(lambda: self._read(work))

    def write_now(self, work: Callable[[Connection], T]) -> T:
        return self._twice(lambda: self._write(work))

    def _read(self, work: Callable[[Connection], T]) -> T:
        with self._reader.connect() as connection:
            return work(connection)

    def _write(self, work: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)

    @staticmethod
    def _twice(work: Callable[[], T]) -> T:
        """Try once more on a fresh connection, if the old one turns out to be dead. A match row that was written nevertheless, before
        the connection died, is found again by its number."""
        try:
            return work()
        except DBAPIError as e:
            if not e.connection_invalidated:
                raise
            return work()

    def _warm(self) -> None:
        """Open the connections before they are needed."""
        with contextlib.ExitStack() as stack:
            for _ in range(THREADS):
                stack.enter_context(self._engine.connect())

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run queries."""
        if self._quick_reader is not None:
            with contextlib.suppress(_Locked), _noticing_locks(), self._quick_reader.connect() as connection:
                return work(connection)
        return await asyncio.get_running_loop().run_in_executor(self._threads, self.read_now, work)

    async def write(self, work: Callable[[Connection], T], *, aside: bool = False) -> T:
        """Run a transaction; when this returns it is committed. `aside`: it is long, so other work goes on meanwhile."""
        if self._quick is not None and not aside:
            with contextlib.suppress(_Locked), _noticing_locks(), self._quick.begin() as connection:
                return work(connection)
        return await asyncio.get_running_loop().run_in_executor(self._threads, self.write_now, work)

    async def tidy(self) -> None:
        """Move what SQLite has written lately from its journal into the file: this waits for the disk."""
        if self._quick is None:
            return

        def work() -> None:
            with contextlib.suppress(DBAPIError), self._reader.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

        await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def fault(self) -> str:
        """Why nothing can be written now, in a few words; empty if all is well. Writing is tried now and then, since a full disk can
        still be read."""
        now = time.monotonic()
        if now - self._looked > PULSE:
            self._looked = now
            at = time.time()
            try:
                async with asyncio.timeout(PULSE):
                    await self.write(lambda c: c.execute(text("UPDATE pulse SET at = :at"), {"at": at}))
                self._fault = ""
            except FAULTS as e:
                self._fault = _words(e)
        return self._fault


def _words(e: Exception) -> str:
    orig = getattr(e, "orig", None) or e
    return " ".join(str(orig).split())[:100] or "it does not answer"


class _Locked(Exception):
    """Another process has locked the SQLite file."""


@contextlib.contextmanager
def _noticing_locks() -> Iterator[None]:
    try:
        yield
    except OperationalError as e:
        if getattr(e.orig, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise _Locked from e
        raise


def _keep_private(file: str) -> None:
    """Make the file, and those that SQLite puts beside it, readable by their owner alone: they hold seeds, secrets and addresses."""
    if not file or file == ":memory:":
        return
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        for name in (file, f"{file}-wal", f"{file}-shm"):
            if os.path.exists(name) and os.stat(name).st_uid == os.getuid():
                os.chmod(name, 0o600)
    except OSError:
        return  # that it cannot be opened is said in words where it is opened


def _for_reading(engine: Engine) -> Engine:
    return engine.execution_options(isolation_level="AUTOCOMMIT", hexfront_read=True)


def _sqlite(url: str, sync: str, patience: float) -> Engine:
    engine = create_engine(
        url, connect_args={"check_same_thread": False, "timeout": patience}, hide_parameters=True
    )
    _prepare_sqlite(engine, sync, patience)
    return engine


def _prepare_sqlite(engine: Engine, sync: str, patience: float) -> None:
    @event.listens_for(engine, "connect")
    def connect(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA busy_timeout=1000")
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute(f"PRAGMA synchronous={sync}")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute(f"PRAGMA busy_timeout={round(1000 * patience)}")
        cursor.execute("PRAGMA wal_autocheckpoint=0")  # see `tidy`
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if not connection.get_execution_options().get("hexfront_read"):
            connection.exec_driver_sql("BEGIN IMMEDIATE")
