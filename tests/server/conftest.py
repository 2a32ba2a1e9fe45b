"""Servers for the tests: one on SQLite for a whole module, one on PostgreSQL for the whole run."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.server import postgres
from tests.server.support import House, close_all, house

_numbers = count(1)


@pytest.fixture(autouse=True)
def _closing() -> Iterator[None]:
    yield
    close_all()


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """The address of a real PostgreSQL; tests that need it are skipped, with the reason, where there is none."""
    running = a_cluster()
    yield running.url
    running.remove()


def a_cluster() -> postgres.Cluster:
    postgres.install()
    try:
        running = postgres.Cluster()
        running.start()
    except postgres.Unavailable as e:
        pytest.skip(str(e))
    return running


@pytest.fixture
def mortal() -> Iterator[postgres.Cluster]:
    """A PostgreSQL that a test may kill."""
    running = a_cluster()
    yield running
    running.remove()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server on SQLite, without rate limits."""
    with house(tmp_path_factory.mktemp("club")) as running:
        yield running


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def either(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server on each kind of database."""
    folder = tmp_path_factory.mktemp("either")
    database = str(folder / "test.sqlite")
    if request.param == "postgresql":
        database = postgres.fresh(request.getfixturevalue("cluster"), f"either{next(_numbers)}")
    with house(folder, database=database) as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "test.sqlite")
    return postgres.fresh(request.getfixturevalue("cluster"), f"fresh{next(_numbers)}")
