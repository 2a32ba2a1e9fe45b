"""Where two parts of a rulebook meet: which pairs can, why, and which tests put both to one position.

A game declares its parts and pairs in `seams.toml` beside its `rules.toml`: every pair of parts either meets (`seam`)
or cannot (`apart`), with the reason. A test of a pair is marked `@pytest.mark.seam("10.2", "13.4")`.
"""

from __future__ import annotations

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

from hexfront.errors import BadData
from hexfront.kernel import Game
from hexfront.proof.cases import ROOT, is_mark, proof_files

FILE = "seams.toml"


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a rulebook, by its number and a name."""

    id: str
    name: str


class Seam(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two parts that meet, and how."""

    parts: tuple[str, str]
    why: str


class Apart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part that never meets certain others, and why not."""

    part: str
    others: tuple[str, ...]
    why: str


class Seams(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a game's seams."""

    part: tuple[Part, ...]
    seam: tuple[Seam, ...]
    apart: tuple[Apart, ...] = ()


class SeamReport(msgspec.Struct, frozen=True):
    """A pair of parts with the tests in which they meet."""

    parts: tuple[str, str]
    names: tuple[str, str]
    why: str
    tests: tuple[str, ...]
    status: str  # proven, untested, apart, undecided (the file says nothing of the pair)


@cache
def load(package: str) -> Seams | None:
    """A game's seams, or None while it declares none."""
    spec = find_spec(package)
    folders = spec.submodule_search_locations if spec is not None else None
    for folder in folders or ():
        path = Path(folder) / FILE
        if path.is_file():
            try:
                found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Seams)
            except (msgspec.ValidationError, tomllib.TOMLDecodeError) as e:
                raise BadData(f"{path}: {e}.") from None
            _see_that_parts_exist(found, path)
            return found
    return None


def _see_that_parts_exist(seams: Seams, path: Path) -> None:
    known = {part.id for part in seams.part}
    named = [name for seam in seams.seam for name in seam.parts]
    named += [name for each in seams.apart for name in (each.part, *each.others)]
    for name in named:
        if name not in known:
            raise BadData(f"{path}: there is no part {name!r}.")


def survey_seams(game: Game[Any], root: Path = ROOT) -> list[SeamReport]:
    """Every pair of a game's parts, in the order of the file."""
    seams = load(game.package)
    if seams is None:
        return []
    meeting = {frozenset(seam.parts): seam.why for seam in seams.seam}
    apart = {frozenset((each.part, other)): each.why for each in seams.apart for other in each.others}
    tests = seam_tests(game, root)
    out = []
    for a, b in combinations(seams.part, 2):
        pair = frozenset((a.id, b.id))
        proofs = tuple(tests.get(pair, ()))
        if pair in meeting:
            status, why = "proven" if proofs else "untested", meeting[pair]
        else:
            status, why = ("apart", apart[pair]) if pair in apart else ("undecided", "")
        out.append(SeamReport((a.id, b.id), (a.name, b.name), why, proofs, status))
    return out


def seam_tests(game: Game[Any], root: Path = ROOT) -> dict[frozenset[str], list[str]]:
    """For each pair of parts, the tests marked with it."""
    found: dict[frozenset[str], list[str]] = defaultdict(list)
    for path in proof_files(game, root):
        shown = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
        for name, pair in marked_pairs(path.read_text(encoding="utf-8")):
            found[pair].append(f"{shown}::{name}")
    return dict(found)


def marked_pairs(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Every test in a source with each pair that its `seam` markers name."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and is_mark(mark.func, "seam"):
                    names = [a.value for a in mark.args if isinstance(a, ast.Constant)]
                    yield node.name, frozenset(str(name) for name in names)
