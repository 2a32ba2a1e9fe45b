"""A direct connection to PostgreSQL for what every action needs: write a row, announce it, read another process's rows.

Everything else goes through SQLAlchemy in threads. A thread that has its answer waits for the interpreter's lock, up to
five milliseconds each time while the event loop is busy; these three statements wait on the event loop itself.

A commit flushes the disk, and a commit that notifies lets no other such commit pass meanwhile. So each process writes
one batch at a time: rows of other matches that arrive while one is on its way to the disk go together into the next.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import Any

import msgspec

MOST = 64  # rows of one batch
PATIENCE = {"connect_timeout": 5, "tcp_user_timeout": 10_000, "keepalives_idle": 10, "keepalives_interval": 5}
"""A machine that is gone does not say so: it is given so long."""
_COLUMNS = (
    "match", "n", "kind", "seat", "body", "told", "marks", "at", "news", "summary", "status", "due", "noted", "person",
    "name", "detail",
)  # fmt: skip
_TYPES = {"n": "int", "at": "float8", "due": "float8"}

_APPEND = f"""
WITH given AS (
  SELECT * FROM unnest({", ".join(f"%({name})s::{_TYPES.get(name, 'text')}[]" for name in _COLUMNS)})
    AS g({", ".join(_COLUMNS)})
), added AS (
  INSERT INTO log (match, n, kind, seat, body, told, marks, at)
  SELECT match, n, kind, seat, body, told, marks, at FROM given
  ON CONFLICT DO NOTHING RETURNING match, n
), moved AS (
  UPDATE matches SET summary = g.summary, status = g.status, moved = g.at, due = g.due
  FROM given g JOIN added a USING (match, n)
  WHERE matches.id = g.match AND g.summary IS NOT NULL
), audited AS (
  INSERT INTO audit (id, at, match, person, name, what, detail)
  SELECT g.noted, g.at, g.match, g.person, g.name, g.kind, g.detail
  FROM given g JOIN added a USING (match, n) WHERE g.noted IS NOT NULL
)
SELECT a.match, pg_notify(%(channel)s, g.news) FROM added a JOIN given g USING (match, n)
"""
_TELL = "SELECT pg_notify(%(channel)s, news) FROM unnest(%(news)s::text[]) AS g(news)"
_ROWS = "SELECT n, kind, seat, body, told, marks, at FROM log WHERE match = %s AND n >= %s ORDER BY n"


class Written(msgspec.Struct):
    """A row to be written, the news of it, where the match stands then (`summary` None: as before), and a line of the
    audit (`noted` None: no line)."""

    match: str
    n: int
    kind: str
    seat: str
    body: str
    told: str
    marks: str
    at: float
    news: str
    summary: str | None = None
    status: str | None = None
    due: float | None = None
    noted: str | None = None
    person: str | None = None
    name: str | None = None
    detail: str | None = None


class _Line:
    """One connection, opened when it is needed and again when it was cut."""

    def __init__(self, url: str, settings: str = "") -> None:
        self._url = url
        self._settings = settings
        self._connection: Any = None
        self._lock = asyncio.Lock()

    async def run(self, statement: str, values: Any) -> list[Any]:
        """A statement that is a transaction of its own; once more on a fresh connection if the old one is dead."""
        import psycopg

        async with self._lock:
            try:
                return await self._run(statement, values)
            except psycopg.OperationalError:
                if self._connection is not None and not self._connection.closed:
                    raise
                return await self._run(statement, values)

    async def _run(self, statement: str, values: Any) -> list[Any]:
        import psycopg

        if self._connection is None or self._connection.closed:
            self._connection = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
            if self._settings:
                await self._connection.execute(self._settings)
        cursor = await self._connection.execute(statement, values, prepare=True)
        found: list[Any] = await cursor.fetchall()
        return found

    async def close(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(Exception):
                await self._connection.close()


class _Outlet:
    """Wakes those whose rows were written together one at a time, one each time round the event loop: what each does next takes
    time, and everybody else would wait for all of them."""

    def __init__(self) -> None:
        self._woken: deque[tuple[asyncio.Future[bool], bool]] = deque()

    def wake(self, done: asyncio.Future[bool], result: bool) -> None:
        self._woken.append((done, result))
        if len(self._woken) == 1:
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        done, result = self._woken[0]
        if not done.done():
            done.set_result(result)
        self._woken.popleft()
        if self._woken:
            asyncio.get_running_loop().call_soon(self._next)


class PgLink:
    """Rows, news and reading of one process."""

    def __init__(self, url: str, channel: str) -> None:
        self._channel = channel
        self._rows = _Line(url)
        # News of who came or how far a thinker is needs no disk.
        self._news = _Line(url, "SET synchronous_commit = off")
        self._reader = _Line(url)
        self._queue: list[tuple[Written, asyncio.Future[bool]]] = []
        self._outlet = _Outlet()
        self._waiting: list[str] = []
        self._writing: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[None] | None = None

    async def append(self, row: Written) -> bool:
        """Write a row; when this returns it is committed. False if the match has one of that number, or is gone."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queue.append((row, done))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        return await done

    async def _write(self) -> None:
        while self._queue:
            batch, self._queue = self._queue[:MOST], self._queue[MOST:]
            try:
                added = await self._add([row for row, _ in batch])
            except Exception as e:
                await self._one_by_one(batch, e)
                continue
            for row, done in batch:
                self._outlet.wake(done, row.match in added)

    async def _add(self, rows: list[Written]) -> set[str]:
        # In one order everywhere, so that two processes do not wait for each other.
        rows = sorted(rows, key=lambda row: row.match)
        values: dict[str, Any] = {name: [getattr(row, name) for row in rows] for name in _COLUMNS}
        values["channel"] = self._channel
        return {found[0] for found in await self._rows.run(_APPEND, values)}

    async def _one_by_one(self, batch: list[tuple[Written, asyncio.Future[bool]]], fault: Exception) -> None:
        """One row of a batch cannot be written: write the others one by one."""
        import psycopg

        for row, done in batch:
            try:
                result = row.match in (await self._add([row]) if len(batch) > 1 else _again(fault))
            except psycopg.errors.IntegrityError:  # the match is gone
                result = False
            except Exception as e:
                if not done.done():
                    done.set_exception(e)
                continue
            if not done.done():
                done.set_result(result)

    async def tell(self, news: str) -> None:
        """Tell the other processes; news of the same moment goes out together."""
        self._waiting.append(news)
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell())
        await asyncio.shield(self._telling)

    async def _tell(self) -> None:
        while self._waiting:
            news, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            await self._news.run(_TELL, {"channel": self._channel, "news": news})

    async def rows(self, match: str, since: int) -> list[Any]:
        """The rows of a match from a number on, as columns of text."""
        return await self._reader.run(_ROWS, (match, since))

    async def close(self) -> None:
        for task in (self._writing, self._telling):
            if task is not None:
                with contextlib.suppress(Exception):
                    await task
        for line in (self._rows, self._news, self._reader):
            await line.close()


def _again(fault: Exception) -> set[str]:
    raise fault
