"""The pytest plugin: the markers `rule` and `seam`, the option `--rule`, and a check that what they name exists.

`pytest --rule 7.2` runs the tests that prove case 7.2 or any case under it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from hexfront.games import get, names
from hexfront.kernel import HexfrontError, RuleBook
from hexfront.proof.cases import cases_of, is_under
from hexfront.proof.seams import load

if TYPE_CHECKING:
    import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("hexfront")
    group.addoption(
        "--rule",
        action="append",
        default=[],
        metavar="CASE",
        help="run only tests that prove this case, or a case under it",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(case): the rule case this test proves")
    config.addinivalue_line("markers", "seam(part, part): two parts of the rules that meet in this test")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    import pytest

    wrong = []
    for item in items:
        name = game_of(item.path)
        book = _rulebook(name)
        if book is not None:
            wrong += [f"{item.nodeid} proves case {case}" for case in cases_of(item) if case not in book]
            wrong += [f"{item.nodeid} names the part {part}" for part in _strange_parts(item, name)]
    if wrong:
        raise pytest.UsageError(f"{wrong[0]}, which is not in the rulebook ({len(wrong)} such in all).")
    wanted: list[str] = config.getoption("--rule")
    if wanted:
        chosen = [i for i in items if any(is_under(c, w) for c in cases_of(i) for w in wanted)]
        config.hook.pytest_deselected(items=[i for i in items if i not in chosen])
        items[:] = chosen


def game_of(path: Path) -> str:
    """The game a test file belongs to, by its folder; empty if to none."""
    parts = path.parts
    for n, part in enumerate(parts[:-1]):
        if part == "tests" and parts[n + 1] in ("games", "examples") and len(parts) > n + 2:
            name = parts[n + 2]
            return name.removeprefix("test_").removesuffix(".py") if name.endswith(".py") else name
    return ""


def _strange_parts(item: pytest.Item, game: str) -> list[str]:
    """The parts that a test's `seam` markers name and the game's seams do not; a marker names two."""
    marks = [mark.args for mark in item.iter_markers("seam")]
    if not marks:
        return []
    seams = load(get(game).package)
    known = {part.id for part in seams.part} if seams is not None else set()
    return [str(part) for pair in marks for part in pair if len(pair) != 2 or part not in known]


@cache
def _rulebook(name: str) -> RuleBook | None:
    if name not in names():
        return None
    try:
        return get(name).rulebook
    except HexfrontError:
        return None
