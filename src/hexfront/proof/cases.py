"""Which code carries out each case of a rulebook, and which tests prove it. Read from the source, without
running it.

A case is cited in code by a docstring or comment (`Case 9.1.3.`, `Cases 9.1.3, 9.1.4 and 9.2.`), by a string
that is exactly the case (`Violation("9.1.3", …)`, `rule = "9.1.3"`), or in a data file by a key `case`,
`cases`, `rule` or `rules`. A test proves it by the marker `@pytest.mark.rule("9.1.3")`.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

import hexfront
from hexfront.kernel import Game
from hexfront.packs import OF_THE_RULES

if TYPE_CHECKING:
    import pytest

ROOT = Path(hexfront.__file__).resolve().parents[2]
DOCTRINES = Path(hexfront.__file__).resolve().parent / "players" / "doctrines"
"""Files that speak of the rules and carry none of them out."""

_CITATION = re.compile(
    r"\b[Cc]ases?\s+(?P<list>[^\s,]+(?:(?:,\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+)[^\s,]+)*)"
)
_NAME = re.compile(r"[^\s,]+")
_DATA_KEY = re.compile(r"(?:^|[{,]\s*)(?:cases?|rules?)\s*=\s*(?P<value>\[[^\]]*\]|\"[^\"]*\")")


class CaseReport(msgspec.Struct, frozen=True):
    """A case with where it is carried out and what proves it."""

    id: str
    topic: str
    summary: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    status: str  # proven, untested (code but no test), unplaced (a test but no code), missing


def survey(game: Game[Any], root: Path = ROOT) -> list[CaseReport]:
    """Every case of a game's rulebook."""
    code = code_of(game, root)
    tests = proofs_of(game, root)
    reports = []
    for case in game.rulebook.cases.values():
        places, proofs = code.get(case.id, []), tests.get(case.id, [])
        if proofs:
            status = "proven" if places else "unplaced"
        else:
            status = "untested" if places else "missing"
        reports.append(CaseReport(case.id, case.topic, case.summary, tuple(places), tuple(proofs), status))
    return reports


# --- code


def sources(game: Game[Any]) -> list[Path]:
    """The Python files of a game's rules; what the computer player knows about it is not a rule."""
    return [path for path in _files(game) if path.suffix == ".py" and DOCTRINES not in path.parents]


def _files(game: Game[Any]) -> list[Path]:
    """The files of a game's rules, and of what the computer knows of it: some cases are about that."""
    spec = find_spec(game.package)
    if spec is None or spec.origin is None:
        return []
    if spec.submodule_search_locations:
        folders = [*spec.submodule_search_locations, str(DOCTRINES / game.id)]
        found = (p for place in folders for p in Path(place).rglob("*"))
        return sorted(p for p in found if p.suffix in (".py", ".toml") and p.name not in OF_THE_RULES)
    return [Path(spec.origin)]


def code_of(game: Game[Any], root: Path = ROOT) -> dict[str, list[str]]:
    """For each case, the places (`file:line`) that cite it."""
    known = set(game.rulebook.cases)
    found: dict[str, list[str]] = defaultdict(list)
    for path in _files(game):
        text = path.read_text(encoding="utf-8")
        cited = citations(text) if path.suffix == ".py" else _data_citations(text)
        for line, case in sorted(set(cited)):
            if case in known:
                found[case].append(f"{_shown(path, root)}:{line}")
    return dict(found)


def _shown(path: Path, root: Path) -> str:
    path = path.resolve()
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()


def citations(text: str) -> Iterator[tuple[int, str]]:
    """Every (line, possible case) a Python source cites. Not all of them need be cases."""
    docs: set[int] = set()
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            docs.add(id(node.value))
            lines = text.split("\n")[node.lineno - 1 : node.end_lineno]
            yield from ((node.lineno + n, case) for n, case in mentioned("\n".join(lines)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield from ((token.start[0], case) for _, case in mentioned(token.string))


def mentioned(words: str) -> Iterator[tuple[int, str]]:
    """The cases named in a text after the word `Case` or `Cases`, each with its line counted from 0."""
    for match in _CITATION.finditer(words):
        for name in _NAME.finditer(words, match.start("list"), match.end("list")):
            case = name[0].strip("()[]{}.;:`'\"")
            if case and case not in ("and", "or"):
                yield words.count("\n", 0, name.start()), case


def _data_citations(text: str) -> Iterator[tuple[int, str]]:
    for n, line in enumerate(text.split("\n"), 1):
        for match in _DATA_KEY.finditer(line.strip()):
            yield from ((n, case) for case in re.findall(r'"([^"]*)"', match["value"]))
        _, hash_, comment = line.partition("#")
        if hash_:
            yield from ((n, case) for _, case in mentioned(comment))


# --- tests


def proof_files(game: Game[Any], root: Path = ROOT) -> list[Path]:
    """The test files of a game: a folder of its name, or files of its name, under `tests`; its second readings too."""
    tests = root / "tests"
    name = game.package.rpartition(".")[2]
    found = {
        p for folder in (tests / "games" / name, tests / "examples" / name) for p in folder.rglob("test_*.py")
    }
    for folder in ("examples", "oracles"):
        found |= set((tests / folder).glob(f"test_{name}*.py"))
    return sorted(found)


def proofs_of(game: Game[Any], root: Path = ROOT) -> dict[str, list[str]]:
    """For each case, the tests that are marked to prove it."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in proof_files(game, root):
        for name, cases in marked(path.read_text(encoding="utf-8")):
            for case in cases:
                found[case].append(f"{_shown(path, root)}::{name}")
    return dict(found)


def marked(text: str) -> Iterator[tuple[str, list[str]]]:
    """Every test in a source, with the cases its `rule` markers name; those of its class and module count
    too."""
    tree = ast.parse(text)
    whole = [
        case
        for node in tree.body
        if isinstance(node, ast.Assign)
        and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets)
        for case in _rules_in([node.value])
    ]
    yield from _marked_in(tree.body, "", whole)


def _marked_in(body: list[ast.stmt], prefix: str, inherited: list[str]) -> Iterator[tuple[str, list[str]]]:
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from _marked_in(
                node.body, f"{prefix}{node.name}::", inherited + _rules_in(node.decorator_list)
            )
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            yield f"{prefix}{node.name}", list(dict.fromkeys(inherited + _rules_in(node.decorator_list)))


def _rules_in(nodes: Iterable[ast.expr]) -> list[str]:
    return [
        argument.value
        for top in nodes
        for node in ast.walk(top)
        if isinstance(node, ast.Call) and is_mark(node.func, "rule")
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def is_mark(func: ast.expr, name: str) -> bool:
    """Whether an expression is `pytest.mark.<name>` or `mark.<name>`."""
    return (
        isinstance(func, ast.Attribute)
        and func.attr == name
        and (
            (isinstance(func.value, ast.Attribute) and func.value.attr == "mark")
            or (isinstance(func.value, ast.Name) and func.value.id == "mark")
        )
    )


def cases_of(item: pytest.Item) -> list[str]:
    """The cases a collected test is marked with."""
    return [case for mark in item.iter_markers("rule") for case in mark.args]


def is_under(case: str, wanted: str) -> bool:
    """Whether a case is the wanted one or lies under it: 7.2.1b is under 7.2 and under 7, 12 is not under
    1."""
    rest = case.removeprefix(wanted)
    return case == wanted or (rest != case and not (rest[0].isdigit() and wanted[-1:].isdigit()))
