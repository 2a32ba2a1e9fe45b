"""The fingerprint of a game's figures."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import invalidate_caches
from itertools import count
from pathlib import Path

import pytest

from hexfront import games
from hexfront.examples.skirmish import GAME
from hexfront.kernel.digest import data_digest

_numbers = count(1)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of data on the path, under a name of its own."""
    name = f"figures{next(_numbers)}"
    folder = tmp_path / name
    (folder / "data").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "data" / "tables.toml").write_text(
        '# as printed\n[odds]\nprovenance = "rulebook"\nrows = [1, 2]\n'
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    invalidate_caches()
    yield folder
    sys.modules.pop(name, None)


def fresh(package: Path, board: str = "") -> str:
    data_digest.cache_clear()
    return data_digest(package.name, board)


def test_figures_count_and_words_do_not(package: Path) -> None:
    table = package / "data" / "tables.toml"
    before = fresh(package)
    table.write_text('[odds]\nrows = [ 1,2 ]\nprovenance = "reconstruction"  # for want of better\n')
    assert fresh(package) == before
    table.write_text('[odds]\nrows = [1, 2]\nsource = "a letter"\nreason = "it fits"\nnote = "read twice"\n')
    (package / "seams.toml").write_text('[[seam]]\nwhy = "They meet."\n')
    (package / "data" / "briefings.toml").write_text('[east]\nabout = "June 1941."\n')
    (package / "rules.toml").write_text('[[case]]\nid = "1"\n')
    (package / "tutorial.json").write_text("[]")
    (package / "code.py").write_text("x = 1")
    assert fresh(package) == before
    table.write_text("[odds]\nrows = [1, 2]\nnote = [1]\n")
    assert fresh(package) != before, "a list is figures, whatever its name"
    table.write_text("[odds]\nrows = [1, 3]\n")
    assert fresh(package) != before


def test_a_new_file_and_the_map_count(package: Path) -> None:
    before = fresh(package)
    assert fresh(package, "skirmish") not in (before, fresh(package, "skirmish_plain"))
    (package / "data" / "more.json").write_text('{"a": 1}')
    assert fresh(package) != before


def test_every_game_has_one_for_each_map() -> None:
    for name in games.names():
        game = games.get(name)
        found = {game.data_digest(game.setup(each.id)) for each in game.scenarios}
        assert all(len(digest) == 16 for digest in found)
    assert GAME.data_digest(GAME.setup()) == GAME.data_digest(GAME.setup(pack={}))
