"""Citations of cases in code and data, and markers in tests, are found without running anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexfront.examples.skirmish import GAME as SKIRMISH
from hexfront.packs import data_files
from hexfront.proof.cases import (
    citations,
    code_of,
    is_under,
    marked,
    mentioned,
    proofs_of,
    survey,
)
from hexfront.testing.plugin import game_of

pytest_plugins = ["pytester"]


@pytest.mark.parametrize(
    ("words", "cases"),
    [
        ("A rule. Case 9.1.3.", ["9.1.3"]),
        ("Cases 1.2, 2.1 and 5.1b.", ["1.2", "2.1", "5.1b"]),
        ("Cases 1.2, 2.1, and 5.1.", ["1.2", "2.1", "5.1"]),
        ("see case 4.0-I (and case winter.two-flags)", ["4.0-I", "winter.two-flags"]),
        ("In this case 3", ["3"]),
        ("nothing here", []),
        ("Cases 1.2,\n    2.1\n    and 5.1.", ["1.2", "2.1", "5.1"]),
    ],
)
def test_cases_named_in_words(words: str, cases: list[str]) -> None:
    assert [case for _, case in mentioned(words)] == cases


SOURCE = '''\
"""Combat. Case 4."""

LIMIT = 3  # case 4.1


def odds():
    """Shift left.

    Case 4.2.
    """
    return Violation("4.3", "a case 4.9 in words does not count")
'''


def test_cases_cited_in_a_source() -> None:
    found = set(citations(SOURCE))
    assert {(1, "4"), (3, "4.1"), (9, "4.2"), (11, "4.3")} <= found
    assert not [case for _, case in found if case == "4.9"]


TESTS = """\
import pytest

pytestmark = pytest.mark.rule("1")


@pytest.mark.rule("2.1")
@pytest.mark.rule("2.2", "2.3")
def test_one(): ...


@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("3.1")), 2])
def test_two(n): ...


@pytest.mark.rule("4")
class TestThree:
    @pytest.mark.rule("4.1")
    def test_inner(self): ...


@pytest.mark.rule("9")
def helper(): ...


@pytest.mark.slow("7")
def test_four(): ...
"""


def test_markers_of_tests() -> None:
    assert dict(marked(TESTS)) == {
        "test_one": ["1", "2.1", "2.2", "2.3"],
        "test_two": ["1", "3.1"],
        "TestThree::test_inner": ["1", "4", "4.1"],
        "test_four": ["1"],
    }


def test_a_survey_of_a_game(tmp_path: Path) -> None:
    folder = tmp_path / "tests" / "examples"
    folder.mkdir(parents=True)
    (folder / "test_skirmish.py").write_text('@pytest.mark.rule("3.2")\ndef test_zone(): ...\n')
    assert proofs_of(SKIRMISH, tmp_path) == {"3.2": ["tests/examples/test_skirmish.py::test_zone"]}
    found = {case.id: case for case in survey(SKIRMISH, tmp_path)}
    assert found["3.2"].status == "proven"
    assert found["3.1"].status == "untested"
    assert list(found) == list(SKIRMISH.rulebook.cases)
    assert set(code_of(SKIRMISH)) == set(SKIRMISH.rulebook.cases), (
        "every case of the example is cited in its code"
    )


def test_data_files_have_the_names_a_pack_uses() -> None:
    assert list(data_files(SKIRMISH)) == ["data"]


def test_cases_under_a_case() -> None:
    assert is_under("7.2.1b", "7.2.1")
    assert is_under("7.2.1b", "7.2")
    assert is_under("7.2", "7")
    assert is_under("7.2", "7.2")
    assert not is_under("12", "1")
    assert not is_under("7.21", "7.2")
    assert not is_under("7", "7.2")


def test_the_game_of_a_test_file() -> None:
    assert game_of(Path("/x/tests/games/turns_east/test_07.py")) == "turns_east"
    assert game_of(Path("/x/tests/examples/test_skirmish.py")) == "skirmish"
    assert game_of(Path("/x/tests/match/test_save.py")) == ""


def test_the_plugin_selects_by_case(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS.replace('pytestmark = pytest.mark.rule("1")', "").replace(".slow", ".rule"))
    options = ("-p", "hexfront.testing.plugin", "-p", "no:cacheprovider", "-q")
    pytester.runpytest_inprocess(*options, "--rule", "2").assert_outcomes(passed=1, deselected=4)
    pytester.runpytest_inprocess(*options).assert_outcomes(passed=5)


def test_the_plugin_refuses_a_case_that_does_not_exist(pytester: pytest.Pytester) -> None:
    folder = pytester.mkdir("tests") / "examples" / "skirmish"
    folder.mkdir(parents=True)
    (folder / "test_x.py").write_text('import pytest\n\n\n@pytest.mark.rule("88")\ndef test_x(): ...\n')
    ran = pytester.runpytest_inprocess("-p", "hexfront.testing.plugin", "-p", "no:cacheprovider", "-q")
    assert ran.ret == pytest.ExitCode.USAGE_ERROR
    ran.stderr.fnmatch_lines(["*proves case 88, which is not in the rulebook*"])
