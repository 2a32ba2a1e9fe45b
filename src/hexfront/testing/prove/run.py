"""The prover: collects the tests once, then forks for every rule that is taken out."""

from __future__ import annotations

import gc
import io
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest

from hexfront.games import get, module_of
from hexfront.kernel import BadData, Game, SeededSource, UnknownName
from hexfront.packs import data_files
from hexfront.proof.cases import ROOT, cases_of, is_under, proof_files, sources
from hexfront.testing.prove.figures import figures
from hexfront.testing.prove.forks import (
    FAILED,
    OPTIONS,
    OUT_OF_TIME,
    PASSED,
    Nursery,
    Order,
    forked,
    run_items,
)
from hexfront.testing.prove.sites import DATA, KINDS, Site, sites
from hexfront.testing.prove.swap import exchange

_CANNOT = "cannot"


class Verdict(msgspec.Struct, frozen=True):
    """What became of a rule that was taken out: `killed` if a test failed. `how` says why it was not
    proved."""

    site: Site
    killed: bool
    how: str
    tests: int
    seconds: float


class Proof(msgspec.Struct, frozen=True):
    """Every verdict of a run."""

    game: str
    verdicts: tuple[Verdict, ...]
    seconds: float

    @property
    def survivors(self) -> list[Verdict]:
        return [each for each in self.verdicts if not each.killed]


def prove(
    name: str,
    *,
    only: str = "",
    kinds: Sequence[str] = KINDS,
    files: Sequence[str] = (),
    tests: Sequence[str] = (),
    sample: int = 0,
    seed: int = 1,
    wide: bool = False,
    root: Path = ROOT,
    progress: Callable[[int, int], None] | None = None,
) -> Proof:
    """Take out the rules of a game one at a time and run the tests that should notice.

    `only` keeps to a case and those under it, `kinds` to some ways of taking a rule out, `files` to some
    sources, `tests` to some test files; `sample` takes that many at random. With `wide` a rule whose own tests
    did not notice gets all tests of the game.
    """
    module_of(name)
    nursery = Nursery(str(root))
    began = time.perf_counter()
    try:
        prover = _Prover(name, nursery, root, wide, progress)
        prover.choose(only, kinds, files, sample, seed)
        prover.collect(tests)
        return Proof(prover.game.id, tuple(prover.verdicts), time.perf_counter() - began)
    finally:
        nursery.close()


def all_sites(game: Game[Any], kinds: Sequence[str] = KINDS) -> list[Site]:
    """Every way of some kinds to take a rule of a game out."""
    return [site for site in [*_code_sites(game), *_data_sites(game, kinds)] if site.kind in kinds]


def _data_sites(game: Game[Any], kinds: Sequence[str]) -> Iterator[Site]:
    known = frozenset(game.rulebook.cases)
    for path in data_files(game).values() if DATA in kinds else ():
        yield from figures(path, known)


def _code_sites(game: Game[Any]) -> list[Site]:
    package = game.package
    files = sources(game)
    base = next((p.parent for p in files if p.name == "__init__.py"), files[0].parent if files else Path())
    known = frozenset(game.rulebook.cases)
    found: list[Site] = []
    for path in files:
        parts = path.relative_to(base).with_suffix("").parts
        inner = parts[:-1] if parts[-1] == "__init__" else parts
        module = package if len(files) == 1 else ".".join((package, *inner))
        found += sites(path, module, known)
    return found


class _Prover:
    def __init__(
        self,
        name: str,
        nursery: Nursery,
        root: Path,
        wide: bool,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self.nursery, self.root, self.wide, self.progress = nursery, root, wide, progress
        self.early: set[tuple[str, str]] = set()
        """Functions that ran while modules were imported, tests collected, or worlds built."""
        self.verdicts: list[Verdict] = []
        self.chosen: list[Site] = []
        self.trouble = ""
        sys.setprofile(self._note)
        try:
            self.game = get(name)
            self.folder = str(Path(sources(self.game)[0]).parent) if sources(self.game) else ""
        finally:
            sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            code = frame.f_code
            self.early.add((code.co_filename, code.co_qualname.split(".<locals>")[0]))

    def choose(self, only: str, kinds: Sequence[str], files: Sequence[str], sample: int, seed: int) -> None:
        found = all_sites(self.game, kinds)
        if only:
            self.game.rulebook.under(only)
            found = [s for s in found if any(is_under(case, only) for case in s.cases)]
        found = [s for s in found if not files or Path(s.path).name in files]
        if sample and sample < len(found):
            source = SeededSource(f"prove/{seed}")
            for n in range(sample):
                pick = n + source.below(len(found) - n)
                found[n], found[pick] = found[pick], found[n]
            found = sorted(found[:sample], key=lambda s: (s.path, s.line, s.node))
        self.chosen = found

    def collect(self, tests: Sequence[str]) -> None:
        files = [p for p in proof_files(self.game, self.root) if not tests or p.name in tests]
        if not files:
            named = f" called {' or '.join(tests)}" if tests else ""
            raise UnknownName(f"{self.game.title} has no tests{named} under {self.root / 'tests'}.")
        options = [*OPTIONS, "--capture=no", "--rootdir", str(self.root)]
        here = os.getcwd()
        sys.setprofile(self._note)
        try:
            os.chdir(self.root)
            with redirect_stdout(io.StringIO()):
                code = pytest.main([*options, *map(str, files)], plugins=[self])
        finally:
            sys.setprofile(None)
            os.chdir(here)
        if self.trouble:
            raise BadData(self.trouble)
        if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            raise BadData(f"The tests of {self.game.title} cannot be collected: run pytest on them first.")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of running the tests: run them against every rule that is taken out."""
        for scenario in self.game.scenarios:
            self.game.world(self.game.setup(scenario.id))
        sys.setprofile(None)
        gc.freeze()  # so that forks share what is loaded
        self.items = session.items
        self.cases = {item.nodeid: frozenset(cases_of(item)) for item in session.items}
        wanted = {case for site in self.chosen for case in site.cases}
        whole = self.wide or any(site.kind == DATA for site in self.chosen)
        needed = self.items if whole else [i for i in self.items if self.cases[i.nodeid] & wanted]
        baseline = self._baseline(needed)
        failing = [name for name, (passed, _) in baseline.items() if not passed]
        if failing or len(baseline) < len(needed):
            which = failing[0] if failing else "a test"
            self.trouble = f"With no rule taken out {which} already fails: put that right first."
            return True
        self.took = {name: seconds for name, (_, seconds) in baseline.items()}
        for n, site in enumerate(self.chosen, 1):
            self.verdicts.append(self.judge(site))
            if self.progress is not None:
                self.progress(n, len(self.chosen))
        return True

    def _baseline(self, items: list[pytest.Item]) -> dict[str, tuple[bool, float]]:
        def work() -> str:
            found = {}
            for item in items:
                began = time.perf_counter()
                found[item.nodeid] = (run_items([item]) == PASSED, time.perf_counter() - began)
            return json.dumps(found)

        told = forked(work, 600)
        return json.loads(told) if told.startswith("{") else {}

    def proofs(self, site: Site) -> list[pytest.Item]:
        """The tests that should notice: those marked with a case of the site, else those of its chapter."""
        cases = set(site.cases)
        found = [item for item in self.items if self.cases[item.nodeid] & cases]
        if site.kind == DATA:  # a figure may count in any game: the recorded ones are the quickest to tell
            found += [item for item in self.items if item not in found and "golden" in item.name]
        elif not found:
            chapters = {chapter_of(case) for case in cases}
            found = [item for item in self.items if chapter_of_file(item.path.name) in chapters]
        return self.quickest(found)

    def quickest(self, items: Iterable[pytest.Item]) -> list[pytest.Item]:
        """Tests in the order of what they take, so that a quick one notices first."""
        return sorted(items, key=lambda item: self.took.get(item.nodeid, 0.0))

    def judge(self, site: Site) -> Verdict:
        began = time.perf_counter()
        items = self.proofs(site)
        if not items and site.kind != DATA:
            return Verdict(site, False, "no test is marked with its case", 0, 0.0)
        outcome = self.attempt(site, items) if items else PASSED
        how = "timeout" if outcome == OUT_OF_TIME else ""
        if outcome == PASSED and site.kind == DATA:
            others = [item for item in self.items if item not in items]
            outcome = self.attempt(site, others) if others else PASSED
            items = self.items
            how = "no test tells the difference"
        elif outcome == PASSED:
            how = "its tests pass without it"
            if self.wide:
                others = self.quickest(item for item in self.items if item not in items)
                told = self.attempt(site, others)
                if told != PASSED:
                    first = told.partition(": ")[2].rpartition("/")[2]
                    how = f"only tests of other cases notice{first and f', such as {first}'}"
        return Verdict(site, outcome != PASSED, how, len(items), time.perf_counter() - began)

    def attempt(self, site: Site, items: list[pytest.Item]) -> str:
        limit = 2 + 10 * sum(self.took.get(item.nodeid, 0.5) for item in items)
        if site.function and (site.path, site.function) not in self.early:
            outcome = forked(lambda: run_items(items) if exchange(site) else _CANNOT, limit)
            if outcome != _CANNOT:
                return outcome
        tests = list(dict.fromkeys(re.sub(r"\[.*\]$", "", item.nodeid) for item in items))
        return self.nursery.run(Order(site, tests, limit + 20))


def chapter_of(case: str) -> str:
    """The chapter of a case: 7 of 7.2.1b, `terrain` of terrain.swamp."""
    found = re.match(r"\d+|[a-z-]+", case)
    return found[0] if found else case


def chapter_of_file(name: str) -> str:
    """The chapter of a test file: 7 of test_07_orders.py, `terrain` of test_terrain.py."""
    found = re.match(r"test_(?:0*(\d+)|([a-z]+))", name)
    return (found[1] or found[2]) if found else ""


__all__ = ["FAILED", "Proof", "Verdict", "all_sites", "prove"]
