"""The database: SQLite in a file by default, PostgreSQL by `HEXFRONT_DATABASE_URL`.

SQLite answers in some ten microseconds and is called on the event loop itself; handing it to a thread would cost
more than it saves. PostgreSQL waits for a network and a disk and is called in threads, but for the three statements of
`pglink` that every action needs.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, create_engine, event, make_url, text
from sqlalchemy.exc import DBAPIError

from hexfront.kernel import HexfrontError
from hexfront.server.store.migrations import migrate
from hexfront.server.store.postgres import PgLink

T = TypeVar("T")
THREADS = 8
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
        self._threads: ThreadPoolExecutor | None = None
        self.link: PgLink | None = None
        if self.is_postgres:
            self._engine = create_engine(
                url, pool_size=THREADS, max_overflow=4, pool_recycle=1800, hide_parameters=True
            )
            self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="database")
        else:
            if sync not in ("NORMAL", "FULL", "EXTRA", "OFF"):
                raise HexfrontError(
                    f"HEXFRONT_SQLITE_SYNC cannot be {sync!r}; it is NORMAL, FULL, EXTRA or OFF."
                )
            self._engine = create_engine(
                url, connect_args={"check_same_thread": False, "timeout": 10}, hide_parameters=True
            )
            _prepare_sqlite(self._engine, sync)
        self._reader = self._engine.execution_options(isolation_level="AUTOCOMMIT", hexfront_read=True)

    def open(self) -> int:
        """Connect and migrate; the number of migrations applied."""
        try:
            with self._engine.begin() as connection:
                applied = migrate(connection)
            if self._threads is not None:
                self._warm()
            return applied
        except DBAPIError as e:
            where = make_url(self.url).render_as_string(hide_password=True)
            raise HexfrontError(
                f"The database {where} cannot be opened: {' '.join(str(e.orig).split())}"
            ) from e

    async def join(self) -> None:
        """Make the short way ready, where there is one; it belongs to the running event loop."""
        if self.is_postgres:
            self.link = PgLink(self.plain_url, CHANNEL)

    async def leave(self) -> None:
        if self.link is not None:
            await self.link.close()

    @property
    def plain_url(self) -> str:
        """The address as the driver itself takes it."""
        return make_url(self.url).set(drivername="postgresql").render_as_string(hide_password=False)

    def close(self) -> None:
        if self._threads:
            self._threads.shutdown(wait=True)
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
        """Once more on a fresh connection, if the old one turns out to be dead. A row of a match that was written
        all the same before the connection died is found again by its number."""
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
        if self._threads is None:
            return self.read_now(work)
        return await asyncio.get_running_loop().run_in_executor(self._threads, self.read_now, work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction; when this returns it is committed."""
        if self._threads is None:
            return self.write_now(work)
        return await asyncio.get_running_loop().run_in_executor(self._threads, self.write_now, work)

    async def alive(self) -> bool:
        try:
            await self.read(lambda c: c.execute(text("SELECT 1")).scalar_one())
        except DBAPIError:
            return False
        return True


def _prepare_sqlite(engine: Any, sync: str) -> None:
    @event.listens_for(engine, "connect")
    def connect(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute(f"PRAGMA synchronous={sync}")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA busy_timeout=10000")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if not connection.get_execution_options().get("hexfront_read"):
            connection.exec_driver_sql("BEGIN IMMEDIATE")
