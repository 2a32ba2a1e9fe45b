"""The prover takes out every kind of rule, and tells a test that proves its case from one that does not."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path
from typing import Any

import pytest

from hexfront.games import get, names
from hexfront.proof.cases import DOCTRINES, ROOT
from hexfront.testing.prove import KINDS, Site, changed, figures, mutated, sites
from hexfront.testing.prove.run import all_sites, chapter_of, chapter_of_file

KNOWN = frozenset(("1", "1.1", "1.2", "2.1", "2.2", "2.3"))

RULES = '''
LIMIT = 3  # case 1.2
OTHER = 7


def free(s):
    s.x = 1
    return 5


def charge(s, unit, n):
    """Pay for a move. Case 1.1."""
    if n > 2 and unit.heavy:
        return Violation("1.2", f"costs {n + 1}")
    cost = 1 + forest(n) + river(n)
    s.emit(Moved(unit, 4))
    s.left[unit] -= cost
    s.done.append(unit)
    if s.left[unit] >= 0:
        s.alive = True
    return max(0, cost)


class Fight(Decision):
    """Case 2.1."""

    def run(self, s) -> Agenda:
        # Case 2.2
        for u in s.units:
            s.lose(u)
        return (Losses(1), Retreat(), *self.more)

    def legal(self, s):
        return [u for u in s.units if s.free(u)]

    def can_retreat(self, s):
        """Case 2.3."""
        return s.path and not s.barred

    def line(self, s):
        return Line(2 + 2)
'''


def found(tmp_path: Path, text: str = RULES) -> list[Site]:
    path = tmp_path / "combat.py"
    path.write_text(text)
    return sites(path, "combat", KNOWN)


def changes(tmp_path: Path) -> dict[tuple[int, str, str], Site]:
    return {(site.line, site.before, site.after): site for site in found(tmp_path)}


def after(site: Site) -> str:
    return ast.unparse(mutated(RULES, site))


def changed_lines(site: Site) -> list[str]:
    """The lines that differ, as they are once the rule is out."""
    before, now = ast.unparse(ast.parse(RULES)).split("\n"), after(site).split("\n")
    if len(before) != len(now):
        return now
    return [b.strip() for a, b in zip(before, now, strict=True) if a != b]


def line_of(text: str) -> int:
    return next(n for n, line in enumerate(RULES.split("\n"), 1) if text in line)


@pytest.mark.parametrize(
    ("where", "before", "now", "kind", "cases", "result"),
    [
        ("LIMIT", "3", "4", "figure", ("1.2",), "LIMIT = 4"),
        ("Violation", "Violation('1.2', f'costs {n + 1}')", "None", "refusal", ("1.2",), "return None"),
        ("n > 2", "n > 2 and unit.heavy", "without n > 2", "condition", ("1.1",), "if unit.heavy:"),
        ("n > 2", "n > 2 and unit.heavy", "without unit.heavy", "condition", ("1.1",), "if n > 2:"),
        ("n > 2", "n > 2", "n >= 2", "condition", ("1.1",), "if n >= 2 and unit.heavy:"),
        ("n > 2", "2", "3", "figure", ("1.1",), "if n > 3 and unit.heavy:"),
        ("cost = 1", "1 + forest(n) + river(n)", "1 + forest(n)", "figure", ("1.1",), "cost = 1 + forest(n)"),
        ("cost = 1", "1 + forest(n)", "1", "figure", ("1.1",), "cost = 1 + river(n)"),
        ("cost = 1", "1 + forest(n)", "forest(n)", "figure", ("1.1",), "cost = forest(n) + river(n)"),
        ("-= cost", "s.left[unit] -= cost", "nothing", "effect", ("1.1",), "pass"),
        ("append", "s.done.append(unit)", "nothing", "effect", ("1.1",), "pass"),
        (">= 0", "s.left[unit] >= 0", "False", "condition", ("1.1",), "if False:"),
        (">= 0", "s.left[unit] >= 0", "True", "condition", ("1.1",), "if True:"),
        ("alive", "True", "False", "figure", ("1.1",), "s.alive = False"),
        ("max(", "max(0, cost)", "cost", "figure", ("1.1",), "return cost"),
        ("for u in s.units:", "for u in s.units: s.lose(u)", "nothing", "effect", ("2.2",), ""),
        ("s.lose", "s.lose(u)", "nothing", "effect", ("2.2",), "pass"),
        ("Losses", "(Losses(1), Retreat(), *self.more)", "without Retreat()", "effect", ("2.1",),
         "return (Losses(1), *self.more)"),
        ("if s.free", "s.free(u)", "True", "condition", ("2.1",), "return [u for u in s.units if True]"),
        ("barred", "s.path and (not s.barred)", "False", "condition", ("2.3",), "return False"),
        ("barred", "s.path and (not s.barred)", "without not s.barred", "condition", ("2.3",), "return s.path"),
    ],
)  # fmt: skip
def test_every_kind_of_rule_can_be_taken_out(
    tmp_path: Path, where: str, before: str, now: str, kind: str, cases: tuple[str, ...], result: str
) -> None:
    site = changes(tmp_path)[line_of(where), before, now]
    assert (site.kind, site.cases) == (kind, cases)
    if result:
        assert changed_lines(site) == [result]
    compile(mutated(RULES, site), "combat.py", "exec")


def test_what_is_no_rule_is_left_alone(tmp_path: Path) -> None:
    all_found = found(tmp_path)
    lines = {site.line for site in all_found}
    for text in ("OTHER", "s.x = 1", "return 5", "s.emit", "Line(2"):
        assert line_of(text) not in lines, text
    assert not [s for s in all_found if s.after == "s.left[unit] > 0"], "whether something is on the map"
    assert not [s for s in all_found if s.before == "n + 1"], "the words of a refusal"
    assert {site.kind for site in all_found} == set(KINDS)


def test_what_is_there_for_speed_decides_nothing(tmp_path: Path) -> None:
    text = '''
def reach(s, unit):
    """Case 1.1."""
    out = 0
    left = [0, 0]
    n = 0
    for i in s.hexes:
        if s.near(i) and s.free(i):  # for speed: `free` looks at it as well
            out |= i
            left[1] |= 1
        if s.far(i):
            n += 1
    return out, left, n
'''
    everything = [(site.line, site.kind, site.before) for site in found(tmp_path, text)]
    assert (10, "effect", "left[1] |= 1") in everything
    kept = text.replace("left[1] |= 1", "left[1] |= 1  # for speed: asked for again")
    assert not [site for site in found(tmp_path, kept) if site.line == 10]
    lines = [(line, before) for line, kind, before in everything if kind in ("condition", "figure")]
    assert (8, "s.near(i) and s.free(i)") not in lines and (11, "s.far(i)") in lines
    assert [line for line, before in lines if before == "0"] == [6], "an empty set is no figure"


def test_a_place_knows_the_function_it_is_in(tmp_path: Path) -> None:
    names = {site.line: site.function for site in found(tmp_path)}
    assert names[line_of("LIMIT")] == ""
    assert names[line_of("max(")] == "charge"
    assert names[line_of("if s.free")] == "Fight.legal"


TABLES = """
title = "Tables 1 and 2" # Case 1.1.

[combat]
case = "2.1"
below = "A1" # Case 2.2.
columns = ["1:1", "2:1"]

[combat.rows]
1 = [
  "A1", # not 7
  "DR",
]
2 = [{ n = 4, "x" = -2 }, 1.5]

[[track.turn]]
label = "Jun 1941"
rain = false

[[track.turn]]
label = "Jul 1941"
rain = true
"""


def test_every_figure_of_a_data_file_can_be_changed(tmp_path: Path) -> None:
    path = tmp_path / "tables.toml"
    path.write_text(TABLES)
    found = figures(path, KNOWN)
    assert [(site.line, site.before, site.after, site.cases) for site in found] == [
        (6, 'combat.below: "A1"', '"1:1"', ("2.2",)),
        (7, 'combat.columns: "1:1"', '"2:1"', ("2.1",)),
        (7, 'combat.columns: "2:1"', '"1:1"', ("2.1",)),
        (11, 'combat.rows.1: "A1"', '"DR"', ("2.1",)),
        (12, 'combat.rows.1: "DR"', '"A1"', ("2.1",)),
        (14, "combat.rows.2: 4", "5", ("2.1",)),
        (14, "combat.rows.2: 4", "3", ("2.1",)),
        (14, "combat.rows.2: -2", "-1", ("2.1",)),
        (14, "combat.rows.2: -2", "-3", ("2.1",)),
        (14, "combat.rows.2: 1.5", "2.5", ("2.1",)),
        (14, "combat.rows.2: 1.5", "0.5", ("2.1",)),
        (16, '[[track.turn]]: label = "Jun 1941"', "left out", ()),
        (18, "track.turn.rain: false", "true", ()),
        (20, '[[track.turn]]: label = "Jul 1941"', "left out", ()),
        (22, "track.turn.rain: true", "false", ()),
    ]
    whole = tomllib.loads(TABLES)
    for site in found:
        tree = tomllib.loads(changed(TABLES, site))
        assert tree != whole and (site.after == "left out") == (len(tree["track"]["turn"]) == 1)


def test_chapters() -> None:
    assert chapter_of("7.2.1b") == "7" == chapter_of_file("test_07_orders.py")
    assert chapter_of("12.1") == "12" == chapter_of_file("test_12_air.py")
    assert chapter_of("terrain.swamp") == "terrain" == chapter_of_file("test_terrain.py")


GAME = '''
"""A game of one number."""

from functools import cached_property
from pathlib import Path
from typing import Any

from hexfront import kernel as k
from hexfront.wargame import read_toml

STEP = 2  # case 1.3

PRICES = read_toml(Path(__file__).parent / "data" / "prices.toml")["prices"]


class Count(k.State):
    n: int = 0


class Add(k.Action, frozen=True, tag=True):
    much: int


class Counting(k.Decision, frozen=True, tag=True):
    """Case 1.1."""

    rule = "1.1"
    takes = (Add,)

    def deciders(self, s: Any) -> tuple[str, ...]:
        return ("one",)

    def candidates(self, s: Any, seat: str) -> list[k.Action]:
        return [Add(n) for n in range(9)]

    def violation(self, s: Any, seat: str, action: Any) -> k.Violation | None:
        if action.much > 5:
            return k.Violation("1.1", "Too much.")
        if action.much == 4:
            return k.Violation("1.2", "Not four.")
        return None

    def apply(self, s: Any, seat: str, action: Any) -> k.Agenda:
        """Case 1.3."""
        s.n += action.much * STEP
        return (self,)


class Table(k.World):
    def __init__(self, setup: k.Setup) -> None:
        """Case 1.4."""
        super().__init__(setup)
        self.size = 6


class Game(k.Game[Count]):
    id, title, package, state, world_type = "minigame", "Minigame", "outside.minigame", Count, Table
    scenarios = (k.Scenario("only", "Only", "The only one.", 1),)
    sides = (k.Side("one", "One"),)

    def new_state(self, world: Any) -> Count:
        return Count(world=world, agenda=(Counting(),))

    @cached_property
    def rulebook(self) -> k.RuleBook:
        return k.RuleBook([k.Case(f"1.{n}", "", "") for n in range(1, 5)])


GAME = Game()
'''

TESTS = """
import pytest

from hexfront.kernel import apply, why_not
from outside.minigame import GAME, PRICES, Add

START = GAME.start(GAME.setup())


@pytest.mark.rule("1.1")
def test_limit() -> None:
    s = START.clone()
    assert why_not(s, "one", Add(5)) is None
    assert why_not(s, "one", Add(6)).rule == "1.1"


@pytest.mark.rule("1.2")
def test_four() -> None:
    assert why_not(START.clone(), "one", Add(3)) is None  # proves nothing of the sort


@pytest.mark.rule("1.3")
def test_step() -> None:
    s = START.clone()
    apply(s, "one", Add(3))
    apply(s, "one", Add(3))
    assert s.n == 12


@pytest.mark.rule("1.4")
def test_size() -> None:
    assert START.world.size == 6


def test_the_price_of_bread() -> None:
    assert PRICES["bread"] == 3
"""

PRICES = """
[prices]
provenance = "reconstruction"
bread = 3
salt = 5
"""


@pytest.fixture(scope="module")
def minigame(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("prove")
    (root / "outside" / "minigame").mkdir(parents=True)
    (root / "outside" / "minigame" / "__init__.py").write_text(GAME)
    (root / "outside" / "minigame" / "data").mkdir()
    (root / "outside" / "minigame" / "data" / "prices.toml").write_text(PRICES)
    folder = root / "tests" / "games" / "minigame"
    folder.mkdir(parents=True)
    (folder / "test_01_all.py").write_text(TESTS)
    return root


def prover(root: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """Run the prover as people do, on a game outside the tree."""
    code = textwrap.dedent(
        """
        import sys
        from pathlib import Path
        import hexfront.testing.prove.run as run
        import hexfront.testing.prove.__main__ as program
        proving = run.prove
        program.prove = lambda name, **more: proving(name, root=Path.cwd(), **more)
        sys.exit(program.main(sys.argv[1:]))
        """
    )
    paths = os.pathsep.join((str(ROOT / "src"), str(root)))
    return subprocess.run(
        [sys.executable, "-c", code, *more],
        cwd=root,
        env={**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
    )


def proof(root: Path, *more: str) -> dict[str, Any]:
    ran = prover(root, "outside.minigame", "--json", *more)
    assert ran.returncode in (0, 1), ran.stderr
    document: dict[str, Any] = json.loads(ran.stdout)
    return document


def test_the_prover_finds_the_rule_without_proof_and_no_other(minigame: Path) -> None:
    before = {path: path.read_bytes() for path in minigame.rglob("*.py")}
    result = proof(minigame)
    survivors = {(each["before"], each["after"]) for each in result["survivors"]}
    assert survivors == {("k.Violation('1.2', 'Not four.')", "None")}
    assert result["kinds"]["refusal"] == {"taken_out": 2, "noticed": 1}
    assert result["kinds"]["effect"]["noticed"] == result["kinds"]["effect"]["taken_out"] >= 2
    assert result["kinds"]["figure"]["noticed"] == result["kinds"]["figure"]["taken_out"] >= 2
    assert {path: path.read_bytes() for path in minigame.rglob("*.py")} == before


def test_a_figure_that_no_test_knows_is_found(minigame: Path) -> None:
    before = (minigame / "outside" / "minigame" / "data" / "prices.toml").read_bytes()
    result = proof(minigame, "--kind", "data")
    assert [(each["before"], each["after"]) for each in result["survivors"]] == [
        ("prices.salt: 5", "6"),
        ("prices.salt: 5", "4"),
    ]
    assert result["kinds"] == {"data": {"taken_out": 4, "noticed": 2}}
    assert (minigame / "outside" / "minigame" / "data" / "prices.toml").read_bytes() == before
    assert proof(minigame, "--file", "prices.toml")["taken_out"] == 0, "only with --kind data"


def test_one_case_or_a_sample_can_be_chosen(minigame: Path) -> None:
    assert proof(minigame, "--only", "1.4")["taken_out"] == 2
    assert proof(minigame, "--only", "1.4")["survivors"] == [], "rules of a world are imported anew"
    assert proof(minigame, "--sample", "2", "--seed", "3")["taken_out"] == 2
    assert proof(minigame, "--only", "1.2", "--wide")["survivors"][0]["why"] == "its tests pass without it"


def test_a_test_of_another_case_that_notices_is_named(minigame: Path, tmp_path: Path) -> None:
    root = tmp_path / "wide"
    shutil.copytree(minigame, root)
    told = TESTS.replace("is None  # proves nothing of the sort", "is None")
    told = told.replace("Add(3)) is None", "Add(4)) is not None").replace('rule("1.2")', 'rule("1.3")')
    (root / "tests" / "games" / "minigame" / "test_02_more.py").write_text(told)
    (four,) = proof(root, "--only", "1.2", "--wide")["survivors"]
    assert four["why"] == "only tests of other cases notice, such as test_02_more.py::test_four"


def test_misuse_is_told_in_a_sentence(minigame: Path) -> None:
    ran = prover(minigame, "nogame")
    assert ran.returncode == 2
    assert "There is no game 'nogame'" in ran.stderr
    ran = prover(minigame, "outside.minigame", "--only", "8.8")
    assert ran.returncode == 2
    assert "There is no case 8.8" in ran.stderr
    ran = prover(minigame, "outside.minigame", "--tests", "test_nothing.py")
    assert ran.returncode == 2
    assert "has no tests called test_nothing.py" in ran.stderr


def test_a_test_that_fails_anyway_is_told(minigame: Path, tmp_path: Path) -> None:
    for path in [*minigame.rglob("*.py"), *minigame.rglob("*.toml")]:
        target = tmp_path / path.relative_to(minigame)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    file = tmp_path / "tests" / "games" / "minigame" / "test_01_all.py"
    file.write_text(TESTS.replace("s.n == 12", "s.n == 13"))
    ran = prover(tmp_path, "outside.minigame")
    assert ran.returncode == 2
    assert "test_step already fails" in ran.stderr


@pytest.mark.parametrize("name", names())
def test_every_game_has_rules_to_take_out_and_its_computer_none(name: str) -> None:
    game = get(name)
    found = all_sites(game)
    assert {site.kind for site in found} >= {"refusal", "effect", "condition"}
    assert not any(str(DOCTRINES) in site.path for site in found)
    assert all(site.module.startswith(game.package) for site in found if site.module)
