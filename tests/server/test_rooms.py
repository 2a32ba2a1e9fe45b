"""The rooms of the server: each imports only from those to its left, and no module leads back to itself.

Imports for type checkers alone count as well: who has to know another's shape depends on it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SERVER = Path(__file__).resolve().parents[2] / "src" / "hexfront" / "server"
PACKAGE = "hexfront.server"

# From left to right. A room may import itself and everything to its left.
ROOMS = (
    ("config", "metrics", "supervisor"),
    ("wire",),
    ("hands",),
    ("store",),
    ("people",),
    ("match",),
    ("computer",),
    ("club",),
    ("lobby",),
    ("web",),
    ("run",),
    ("load",),
    ("",),  # the package itself: what others import
)
RANK = {name: rank for rank, names in enumerate(ROOMS) for name in names}


def name_of(path: Path) -> str:
    parts = (PACKAGE, *path.relative_to(SERVER).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(SERVER.rglob("*.py"))}


def imports(text: str) -> Iterator[str]:
    """The modules of the server that a source imports, anywhere in it."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(PACKAGE):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES else str(node.module)


def room(module: str) -> str:
    return module.removeprefix(PACKAGE).lstrip(".").partition(".")[0]


def strays(module: str, imported: list[str]) -> list[str]:
    return [f"{module} imports {each}" for each in imported if RANK[room(each)] > RANK[room(module)]]


def circle(graph: dict[str, list[str]]) -> list[str]:
    """Modules that lead from one back to it; nothing if there are none."""
    done: set[str] = set()

    def walk(module: str, way: list[str]) -> list[str]:
        if module in way:
            return [*way[way.index(module) :], module]
        if module in done:
            return []
        for each in graph.get(module, ()):
            if found := walk(each, [*way, module]):
                return found
        done.add(module)
        return []

    return next((found for module in graph if (found := walk(module, []))), [])


def test_every_room_has_a_place_in_the_order() -> None:
    assert {room(module) for module in MODULES} == set(RANK)


@pytest.mark.parametrize("module", MODULES)
def test_imports_go_left(module: str) -> None:
    assert not strays(module, list(imports(MODULES[module].read_text(encoding="utf-8"))))


def test_no_module_leads_back_to_itself() -> None:
    graph = {name: list(imports(path.read_text(encoding="utf-8"))) for name, path in MODULES.items()}
    assert not circle(graph)


def test_what_is_wrong_is_found() -> None:
    typing_only = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from hexfront.server.club.club import Club\n"
    found = list(imports(typing_only))
    assert found == ["hexfront.server.club.club"]
    assert strays("hexfront.server.match.live", found)
    assert not strays("hexfront.server.web.api", found)
    assert circle({"a": ["b"], "b": ["c"], "c": ["b"]}) == ["b", "c", "b"]
    assert not circle({"a": ["b", "c"], "b": ["c"], "c": []})
