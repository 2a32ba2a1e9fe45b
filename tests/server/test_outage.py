"""When the database fails: nothing is lost, nobody is stuck, and everything goes on by itself when it is back."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from hexfront.server.load.loadtest import run as run_load
from hexfront.server.store import database as database_module
from hexfront.server.store import queries
from tests.server import postgres
from tests.server.support import TOY, Line, Someone, house, pair


def eventually(ready: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not ready():
        assert time.monotonic() < until
        time.sleep(0.05)


def acts_again(line: Line) -> bool:
    line.settle()
    return bool(line.act()["t"] == "done")


@pytest.fixture
def healthy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at the database each time anew."""
    monkeypatch.setattr(database_module, "PULSE", 0.5)


def test_a_killed_postgresql_strands_no_match(
    mortal: postgres.Cluster, tmp_path: Path, healthy: None
) -> None:
    with house(tmp_path, database=postgres.fresh(mortal.url, "outage")) as running:
        tables = [pair(running) for _ in range(3)]
        reds = [anna.socket(match) for anna, _, match in tables]
        blues = [ben.socket(match) for _, ben, match in tables]
        for red, blue in zip(reds, blues, strict=True):
            assert red.act()["t"] == "done"
            blue.wait(lambda s: s["deciders"] == ["blue"])
        versions = [blue.version for blue in blues]
        mortal.kill()
        for blue in blues:
            assert blue.act()["code"] == "unavailable"
        anna, _, match = tables[0]
        assert anna.http.get("/healthz").status_code == 503
        assert anna.http.get(f"/api/matches/{match}/chat").status_code == 503
        mortal.start()
        eventually(lambda: anna.http.get("/healthz").status_code == 200)
        for red, blue, version in zip(reds, blues, versions, strict=True):
            eventually(lambda blue=blue: acts_again(blue))  # type: ignore[misc]
            assert blue.version > version
            red.wait(lambda s: s["deciders"] == ["red"])
            assert red.act()["t"] == "done"


def test_load_goes_on_while_the_database_is_killed() -> None:
    """A short trial; `hexfront loadtest --kill-database 10` does the long one."""
    postgres.install()
    try:
        figures = run_load(matches=6, seconds=4, pause=0.05, kill_database=2, game="toy", game_modules=(TOY,))
        assert len(figures.back) == 2
    except postgres.Unavailable as e:
        pytest.skip(str(e))
    assert figures.database_kills == 2
    assert figures.lost == 0
    assert figures.stuck == 0
    assert figures.actions > 20


class Disk:
    """Lets writes fail as a full disk does, while everything can still be read."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.full = False
        write = database_module.Database.write

        async def writing(self_: Any, work: Any, *, aside: bool = False) -> Any:
            if self.full:
                cause = sqlite3.OperationalError("database or disk is full")
                raise OperationalError("", {}, cause)
            return await write(self_, work, aside=aside)

        patch.setattr(database_module.Database, "write", writing)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


def test_a_full_disk_is_told_and_got_over(tmp_path: Path, disk: Disk, healthy: None) -> None:
    with house(tmp_path) as running:
        anna, ben, match = pair(running)
        a, b = anna.socket(match), ben.socket(match)
        assert a.act()["t"] == "done"
        b.wait(lambda s: s["deciders"] == ["blue"])
        before = b.version
        disk.full = True
        assert b.act()["code"] == "unavailable"
        said = anna.http.get("/healthz")
        assert (said.status_code, said.json()["ok"]) == (503, False)
        assert "full" in said.json()["why"]
        eventually(lambda: not running.club.lives[match].adrift)  # it can be read, so it is shown again
        assert anna.get(f"/api/matches/{match}")["status"] == "running"
        b.settle()
        assert b.version == before, "what could not be written has not happened"
        disk.full = False
        assert b.act()["t"] == "done"
        eventually(lambda: anna.http.get("/healthz").status_code == 200)


def test_a_match_that_could_not_begin_begins_when_someone_comes(tmp_path: Path, disk: Disk) -> None:
    """The last seat is taken and written down, then the disk is full: the match must not wait for ever."""
    with house(tmp_path) as running:
        anna, ben = running.person("Anna"), running.person("Ben")
        made = anna.match(seats={"red": {"who": "me"}, "blue": {"who": "link"}})
        link = next(s["invite"] for s in made["seats"] if s["id"] == "blue").rpartition("/")[2]
        claim = queries.claim

        def claimed(*given: Any) -> bool:
            disk.full = claim(*given)
            return disk.full

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(queries, "claim", claimed)
            assert ben.http.post("/api/join", json={"token": link}).status_code == 503
        disk.full = False
        assert ben.get(f"/api/matches/{made['id']}")["status"] == "waiting"
        line = Someone.socket(ben, made["id"])
        assert line.state["deciders"]
        assert line.act()["t"] == "done"


def test_a_fork_or_import_is_there_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(tmp_path) as running:
        anna = running.person("Anna")
        match = anna.match()["id"]

        def fail(*given: Any) -> bool:
            raise OSError("disk full")

        with monkeypatch.context() as patch:
            patch.setattr(queries, "begin", fail)
            assert anna.http.post(f"/api/matches/{match}/fork", json={"seat": "red"}).status_code == 503
        assert [each["id"] for each in anna.get("/api/matches")] == [match]


def test_the_computer_goes_on_after_an_outage(tmp_path: Path, disk: Disk) -> None:
    with house(tmp_path) as running:
        anna = running.person("Anna")
        made = anna.match(seats={"blue": {"who": "computer", "level": "random"}})
        line = anna.socket(made["id"])
        line.wait(lambda s: "red" in s["deciders"])
        assert line.act()["t"] == "done"
        disk.full = True
        time.sleep(0.3)
        disk.full = False
        until = time.monotonic() + 60
        acted = 0
        while acted < 3:
            line.wait(lambda s: "red" in s["deciders"], until - time.monotonic())
            acted += line.act()["t"] == "done"


def test_health_is_looked_at_now_and_then_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks a thousand times a second must not write a thousand times a second."""
    with house(tmp_path) as running:
        written: list[int] = []
        write = database_module.Database.write

        async def counted(self: Any, work: Any, *, aside: bool = False) -> Any:
            written.append(1)
            return await write(self, work, aside=aside)

        monkeypatch.setattr(database_module.Database, "write", counted)
        monkeypatch.setattr(database_module, "PULSE", 1000.0)
        running.club.database._looked = -2000.0
        someone = running.person()
        for _ in range(10):
            assert someone.http.get("/healthz").status_code == 200
        assert len(written) == 1
