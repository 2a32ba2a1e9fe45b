"""Backup and restore as docs/guides/serve.md describes them, tried under play."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

from hexfront.server.load.postgres import _programs
from tests.server import postgres
from tests.server.support import House, Someone, house, pair


def played(running: House) -> tuple[Someone, Someone, str, int]:
    anna, ben, match = pair(running)
    line = anna.socket(match)
    assert line.act()["t"] == "done"
    return anna, ben, match, line.version


def program(name: str) -> str:
    """A program of PostgreSQL: beside the others, or where Debian puts them."""
    beside = _programs()
    places = [beside, *sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    found = shutil.which(name) or next((str(p / name) for p in places if p and (p / name).exists()), "")
    if not found:
        pytest.skip(f"{name} is not installed")
    return found


def goes_on(running: House, anna: Someone, ben: Someone, match: str, version: int) -> None:
    """Everyone comes back with the cookie they had, and the match goes on from the backup."""
    for person in (anna, ben):
        person.url, person.http.base_url = running.url, running.url
        person.http.headers["Origin"] = running.url
    assert anna.socket(match).version == version
    assert ben.socket(match).act()["t"] == "done"


def test_a_backup_of_sqlite_made_under_play_is_restored(tmp_path: Path) -> None:
    (first := tmp_path / "first").mkdir()
    (second := tmp_path / "second").mkdir()
    with house(first, computers=0) as running:
        anna, ben, match, version = played(running)
        with (
            sqlite3.connect(first / "test.sqlite") as here,
            sqlite3.connect(tmp_path / "backup.sqlite") as there,
        ):
            here.backup(there)
        here.close()
        there.close()
        ben.socket(match).act()  # after the backup
    shutil.copy(tmp_path / "backup.sqlite", second / "test.sqlite")
    with house(second, computers=0) as running:
        goes_on(running, anna, ben, match, version)
        assert (second / "test.sqlite").stat().st_mode & 0o777 == 0o600


def test_a_dump_of_postgresql_made_under_play_is_restored(cluster: str, tmp_path: Path) -> None:
    pg_dump, pg_restore = program("pg_dump"), program("pg_restore")
    source = postgres.fresh(cluster, "backedup")
    dump = tmp_path / "backup.dump"
    with house(tmp_path, database=source, computers=0) as running:
        anna, ben, match, version = played(running)
        make = [pg_dump, "--format=custom", f"--file={dump}", source]
        subprocess.run(make, check=True, capture_output=True)
        ben.socket(match).act()
    target = postgres.fresh(cluster, "restored")
    bring = [pg_restore, "--no-owner", f"--dbname={target}", str(dump)]
    subprocess.run(bring, check=True, capture_output=True)
    with house(tmp_path, database=target, computers=0) as running:
        goes_on(running, anna, ben, match, version)
