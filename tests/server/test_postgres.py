"""The short way to PostgreSQL: batches, and what one bad row does to the others."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from hexfront.server.store.database import CHANNEL, Database, database_url
from hexfront.server.store.postgres import PgLink, Written
from tests.server import postgres

_numbers = count(1)


@pytest.fixture
def database(cluster: str, tmp_path: Path) -> Database:
    """An open database with thirty matches m0 to m29."""
    address = postgres.fresh(cluster, f"link{next(_numbers)}")
    found = Database(database_url(address, tmp_path))
    found.open()

    def fill(c: Any) -> None:
        c.execute(text("INSERT INTO persons VALUES ('p', 'P', NULL, NULL, '', '', '', 'turn', NULL, 0)"))
        for n in range(30):
            c.execute(
                text(
                    "INSERT INTO matches (id, title, game, rules, setup, host, public, analysis, clock, status, created, "
                    "moved, summary, seed, opening, thinker, think_until, forked_from, rematch) VALUES (:id, '', 'toy', "
                    "'1', '', 'p', false, false, '', 'running', 0, 0, 'before', '', '', '', 0, '', '')"
                ),
                {"id": f"m{n}"},
            )

    found.write_now(fill)
    return found


def row(match: str, n: int = 0, **more: Any) -> Written:
    return Written(match, n, "act", "red", "[]", "[]", "{}", 5.0, json.dumps({"m": match, "n": n}), **more)


def linked(database: Database, work: Callable[[PgLink], Coroutine[Any, Any, Any]]) -> Any:
    async def run() -> Any:
        link = PgLink(database.plain_url, CHANNEL)
        try:
            return await work(link)
        finally:
            await link.close()

    try:
        return asyncio.run(run())
    finally:
        database.close()


def test_rows_of_many_matches_go_together(database: Database) -> None:
    import psycopg

    statements = 0
    with psycopg.connect(database.plain_url, autocommit=True) as listener:
        listener.execute(f"LISTEN {CHANNEL}")

        async def work(link: PgLink) -> list[bool]:
            nonlocal statements
            add = link._add

            async def counted(rows: list[Written]) -> set[str]:
                nonlocal statements
                statements += 1
                return await add(rows)

            link._add = counted  # type: ignore[method-assign]
            return await asyncio.gather(*(link.append(row(f"m{n}")) for n in range(30)))

        assert linked(database, work) == [True] * 30
        assert statements <= 2, "what waits for the disk travels together"
        heard = {json.loads(n.payload)["m"] for n in listener.notifies(timeout=60, stop_after=30)}
        assert heard == {f"m{n}" for n in range(30)}


def test_a_row_that_is_there_already_or_has_no_match_does_not_hurt_the_others(database: Database) -> None:
    async def work(link: PgLink) -> list[Any]:
        assert await link.append(row("m1"))
        first = await asyncio.gather(link.append(row("m0")), link.append(row("m1")), link.append(row("m2")))
        second = await asyncio.gather(
            link.append(row("m3")), link.append(row("gone")), link.append(row("m4")), return_exceptions=True
        )
        third = await link.append(row("gone"))
        return [*first, *second, third]

    assert linked(database, work) == [True, False, True, True, False, True, False]


def test_a_match_moves_on_and_control_is_audited_with_the_row_alone(database: Database) -> None:
    note: dict[str, Any] = {"noted": "1", "person": "p", "name": "Uma", "detail": "row 0"}

    async def work(link: PgLink) -> list[Any]:
        assert await link.append(row("m0", summary="after", status="over", due=7.0, **note))
        note["noted"] = "2"
        assert not await link.append(row("m0", summary="never", status="running", **note))
        assert await link.append(row("m1"))
        return await link.rows("m0", 0)

    rows = linked(database, work)
    assert [tuple(each) for each in rows] == [(0, "act", "red", "[]", "[]", "{}", 5.0)]
    read = Database(database.url)
    found = read.read_now(
        lambda c: c.execute(text("SELECT summary, status, due, moved FROM matches ORDER BY id")).all()
    )
    assert tuple(found[0]) == ("after", "over", 7.0, 5.0)
    assert tuple(found[1]) == ("before", "running", None, 0.0)
    audit = read.read_now(lambda c: c.execute(text("SELECT id, match, name, what, detail FROM audit")).all())
    assert [tuple(each) for each in audit] == [("1", "m0", "Uma", "act", "row 0")]
    read.close()


def test_an_action_whose_sender_is_gone_is_written_all_the_same(database: Database) -> None:
    async def work(link: PgLink) -> list[Any]:
        tasks = [asyncio.create_task(link.append(row(f"m{n}"))) for n in range(3)]
        await asyncio.sleep(0)
        tasks[1].cancel()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(each) for each in done] == [bool, asyncio.CancelledError, bool]
        return await link.rows("m1", 0)

    assert len(linked(database, work)) == 1
