"""Each layer imports only from its left, and no game imports another."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SRC = Path(__file__).resolve().parents[1] / "src"

# From left to right. A layer may import itself and everything to its left.
LAYERS = (
    ("errors", "usage"),
    ("hexes",),
    ("kernel",),
    ("wargame", "cartography"),
    ("games", "examples"),
    ("match",),
    ("players",),
    ("lab", "printing"),
    ("proof",),
    ("testing",),
    ("server",),
    ("cli",),
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
NEVER = {"kernel": {"hexes"}, "cli": {"testing"}, "server": {"testing"}}
RANK["__main__"] = len(LAYERS)


def modules() -> list[Path]:
    return sorted((SRC / "hexfront").rglob("*.py"))


def name_of(path: Path) -> str:
    parts = path.relative_to(SRC).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every module that a source imports, anywhere in it; imports for type checkers alone do not count."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: write imports out in full"
            if node.module == "hexfront":
                yield from ((node.lineno, f"hexfront.{alias.name}") for alias in node.names)
            elif node.module:
                yield node.lineno, node.module


def layer(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "hexfront" else ""


def faults(module: str, lines: list[tuple[int, str]]) -> list[str]:
    own = layer(module)
    found = []
    for line, imported in lines:
        other = layer(imported)
        if other in ("", "__version__") or other.startswith("_"):
            continue
        where = f"{module}:{line} imports {imported}"
        if other not in RANK:
            found.append(f"{where}, a package without a layer")
        elif RANK[other] > RANK.get(own, -1) or other in NEVER.get(own, ()):
            found.append(f"{where}, which is to its right")
        elif own in ("games", "examples") and other in ("games", "examples"):
            game, another = ".".join(module.split(".")[:3]), ".".join(imported.split(".")[:3])
            if game != another:
                found.append(f"{where}, another game")
    return found


def test_every_package_has_a_layer() -> None:
    packages = {p.name for p in (SRC / "hexfront").iterdir() if (p / "__init__.py").exists()}
    assert packages <= set(RANK), "give it a place in LAYERS"


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_imports_go_left(path: Path) -> None:
    assert not faults(name_of(path), list(imports(path)))


@pytest.mark.parametrize(
    ("module", "imported"),
    [
        ("hexfront.kernel.engine", "hexfront.match"),
        ("hexfront.kernel.engine", "hexfront.hexes"),
        ("hexfront.cartography.draw", "hexfront.games.a"),
        ("hexfront.hexes.grid", "hexfront.kernel"),
        ("hexfront.games.a.combat", "hexfront.games.b"),
        ("hexfront.games.a.combat", "hexfront.games"),
        ("hexfront.games.a.combat", "hexfront.match.log"),
        ("hexfront.match.save", "hexfront.players"),
        ("hexfront.players.staff", "hexfront.lab.playout"),
        ("hexfront.lab.report", "hexfront.server"),
        ("hexfront.server.web.app", "hexfront.cli"),
        ("hexfront.match.save", "hexfront.novelty"),
    ],
)
def test_a_wrong_import_is_found(module: str, imported: str) -> None:
    assert faults(module, [(1, imported)])


def test_a_right_import_is_let_through() -> None:
    good = ["hexfront.kernel", "hexfront.games.a.state", "hexfront.wargame", "json", "hexfront.errors"]
    assert not faults("hexfront.games.a.combat", [(1, name) for name in good])


# --- what the floor holds is used

FLOOR = ("hexes", "wargame")
NO_USERS = ("lab/bench",)
"""Measuring something is no use of it."""


def public_names(path: Path) -> set[str]:
    """Functions, classes and values that a module of the floor offers."""
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return {name for name in names if not name.startswith("_")}


def words(path: Path) -> set[str]:
    """Every name a module reads, imports or inherits from, attributes included."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    found |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return found | {a.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for a in node.names}


def types_in(path: Path) -> set[str]:
    """Names that stand as the type of a field, an argument or a result: whoever uses these uses them too."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    types = [
        node.annotation for node in nodes if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation
    ]
    types += [node.returns for node in nodes if isinstance(node, ast.FunctionDef) and node.returns]
    return {each.id for kind in types for each in ast.walk(kind) if isinstance(each, ast.Name)}


def test_nothing_stands_on_the_floor_that_nobody_uses() -> None:
    """What no other module of Hexfront uses is either not public or not needed; tests and benchmarks do not count, nor
    does it to be passed on by the floor's own front door."""
    root = SRC / "hexfront"
    doors = {root / layer_name / "__init__.py" for layer_name in FLOOR}
    used = {path: words(path) for path in modules() if not str(path.relative_to(root)).startswith(NO_USERS)}
    unused = []
    for layer_name in FLOOR:
        for path in sorted((root / layer_name).glob("*.py")):
            elsewhere = set().union(
                *(found for other, found in used.items() if other != path and other not in doors)
            )
            own = public_names(path) if path.name != "__init__.py" else set()
            unused += [f"{name_of(path)}.{name}" for name in sorted(own - elsewhere - types_in(path))]
    assert unused == []
