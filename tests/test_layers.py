"""Each layer imports only from its left, and no game imports another."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SRC = Path(__file__).resolve().parents[1] / "src"

# From left to right. A layer may import itself and everything to its left.
LAYERS = (
    ("errors", "stopping", "usage", "words"),
    ("hexes",),
    ("kernel",),
    ("wargame", "cartography"),
    ("games", "examples"),
    ("match", "packs"),
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


def words(node: ast.AST) -> set[str]:
    """Every name that a piece of source reads, attributes and types included."""
    found = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return found | {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}


def offered(path: Path) -> dict[str, set[str]]:
    """Functions, classes and values that a module of the floor defines, each with the names it needs itself."""
    found: dict[str, set[str]] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = words(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id: words(node) for target in targets if isinstance(target, ast.Name)}
    return found


def taken(path: Path) -> set[str]:
    """The names that a module imports from the floor."""
    return {
        alias.name
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and layer(node.module) in FLOOR
        for alias in node.names
    }


def without_a_user(floor: dict[str, set[str]], wanted: set[str]) -> list[str]:
    """Public names that are neither wanted nor needed by a name that is."""
    known, reached = set(wanted), set[str]()
    while fresh := (known & floor.keys()) - reached:
        reached |= fresh
        known |= set().union(*(floor[name] for name in fresh))
    return sorted(name for name in floor.keys() - reached if not name.startswith("_"))


def test_nothing_stands_on_the_floor_that_no_game_uses() -> None:
    """Each public name is imported by one of the games, or is needed by a name that is. Worked examples, computer players,
    the server, tests and benchmarks do not count."""
    root = SRC / "hexfront"
    floor = {
        name: needs
        for room in FLOOR
        for path in sorted((root / room).glob("*.py"))
        if path.name != "__init__.py"
        for name, needs in offered(path).items()
    }
    wanted = set().union(*(taken(path) for path in (root / "games").rglob("*.py")))
    assert len(floor) > 100 and len(wanted) > 50
    assert without_a_user(floor, wanted) == []


def test_a_name_without_a_user_is_found() -> None:
    floor = {
        "reach": {"_walk"},
        "_walk": {"Costs"},
        "Costs": set[str](),
        "Spare": {"reach"},
        "_spare": set[str](),
    }
    assert without_a_user(floor, {"reach"}) == ["Spare"]
    assert without_a_user(floor, {"Spare"}) == []
