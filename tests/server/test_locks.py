"""A database that is busy or locked: the event loop does not wait for it, what is written waits in a thread."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sqlalchemy import text

from tests.server.support import house, pair


def test_a_foreign_lock_holds_up_what_is_written_and_nobody_else(tmp_path: Path) -> None:
    with house(tmp_path) as running:
        anna, ben, match = pair(running)
        a, b = anna.socket(match), ben.socket(match)
        carl, _, other = pair(running)
        c = carl.socket(other)
        lock = sqlite3.connect(tmp_path / "test.sqlite", isolation_level=None, check_same_thread=False)
        lock.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor(1) as hands:
            waiting = hands.submit(a.act, {"type": "Plan", "stance": 2})
            for _ in range(3):  # all this would stand still while the loop waits for the lock
                b.settle()
                assert ben.get(f"/api/matches/{match}")["id"] == match
                assert c.ask("reach", piece="1")["t"] == "answer"
            assert not waiting.done()
            lock.execute("ROLLBACK")
            assert waiting.result(20)["t"] == "done"
        lock.close()
        assert b.act({"type": "Plan", "stance": 1})["t"] == "done"


def test_the_journal_is_brought_into_the_file_from_time_to_time(tmp_path: Path) -> None:
    """Not while someone acts (it waits for the disk), but neither never: it would grow for ever."""
    with house(tmp_path) as running:
        database = running.club.database
        with database._engine.connect() as connection:
            assert connection.execute(text("PRAGMA wal_autocheckpoint")).scalar() == 0
        for _ in range(20):
            running.person("Someone").match()
        journal = tmp_path / "test.sqlite-wal"
        before = (tmp_path / "test.sqlite").stat().st_size
        asyncio.run(database.tidy())
        assert (tmp_path / "test.sqlite").stat().st_size > before
        assert journal.exists()
