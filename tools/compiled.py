"""Compile the hot modules with mypyc: `python tools/compiled.py` writes a compiled copy of the package to build/compiled.

    PYTHONPATH=build/compiled hexfront bench 'playout_*'

Plain Python stays the reference; the copy plays the same games faster (docs/decisions/0013-compiled.md). It needs mypy and a
C compiler. mypyc would lose three things that structs live by, so the copy's source is rewritten first:

- annotations of fields: they are kept as text, because mypyc remembers `list[int]` as `list`;
- keywords of a class: `frozen` and `tag` are inherited; a class with any other goes into a plain module beside it;
- docstrings of classes, which are prompts: they are set again after the class.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
TARGET = ROOT / "build" / "compiled"
STAMP = "source.sha256"

FLOOR = ("hexfront/hexes/*.py", "hexfront/kernel/engine.py", "hexfront/wargame/*.py")
GAMES = ("turns_east",)
"""The games whose whole games a compiled copy plays at least 1.5 times as fast; others are compiled when they are named."""
PLAIN = (
    "__init__", "_*", "actions", "briefing", "calculator", "cards", "events", "files", "game", "handouts", "overlays",
    "overview", "position", "positions", "view",
)  # fmt: skip
"""Modules left as they are: what is read by people, what is all data, and what mypyc cannot take."""
OPEN = {"CounterWorld", "Net"}
"""Compiled classes of which games that are not compiled have subclasses."""
BROKEN = re.compile(r"^(hexfront/\S+\.py):\d+: \w*Error", re.MULTILINE)
"""How mypyc says that it cannot take a module."""
INHERITED = {"frozen", "tag"}
LOADED = {
    "hexfront.wargame": ("combat", "decisions", "events", "lines", "movement", "stacks", "world"),
    "hexfront.kernel": ("chance", "events", "frames", "state", "view"),
}
"""Compiled code finds a base class in the module that defines it, so that module has to be imported by name."""


def hot(patterns: Iterable[str], root: Path = SOURCE) -> list[str]:
    """The modules to compile, as paths below the source folder."""
    paths = sorted(path.relative_to(root).as_posix() for path in (root / "hexfront").rglob("*.py"))
    wanted = [path for path in paths if any(fnmatchcase(path, pattern) for pattern in patterns)]
    return [path for path in wanted if not any(fnmatchcase(Path(path).stem, name) for name in PLAIN)]


# --- source that compiles


def rewritten(text: str, module: str) -> tuple[str, str]:
    """A module's source as mypyc can take it, and the source of the plain module beside it ("" if none is needed)."""
    tree = ast.parse(text)
    if any(isinstance(node, ast.Name) and node.id == "cached_property" for node in ast.walk(tree)):
        raise SystemExit(
            f"{module}: mypyc works out a cached_property at each call; keep the value in a field instead."
        )
    plain = [node for node in tree.body if isinstance(node, ast.ClassDef) and _stays_plain(node)]
    beside = ""
    if plain:
        beside = "\n".join(ast.unparse(node) for node in [*_head(tree, plain), *plain]) + "\n"
        package, _, name = module.rpartition(".")
        names = ", ".join(f"{node.name} as {node.name}" for node in plain)
        at = tree.body.index(plain[0])
        tree.body = [node for node in tree.body if node not in plain]
        tree.body[at:at] = ast.parse(f"from {package}.{beside_name(name)} import {names}").body
        tree.body = [
            node
            for node in tree.body
            if not (_is_for_types(node) and isinstance(node, ast.If) and node.orelse)
        ]
    body: list[ast.stmt] = []
    last = max((n for n, node in enumerate(tree.body) if _is_import(node)), default=-1)
    for n, node in enumerate(tree.body):
        body.append(node)
        if isinstance(node, ast.ClassDef):
            body += _prepared(node)
        if n == last:
            body += ast.parse("\n".join(_imports(tree))).body
    tree.body = body
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n", beside


def beside_name(name: str) -> str:
    """The plain module beside a compiled one."""
    return f"_{name}_plain"


def _stays_plain(node: ast.ClassDef) -> bool:
    """Whether a class has keywords that a compiled class would lose."""
    named = {keyword.arg for keyword in node.keywords}
    direct = any(ast.unparse(base).endswith("Struct") for base in node.bases)
    return bool(named) and (direct or bool(named - INHERITED))


def _is_for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _head(tree: ast.Module, plain: Sequence[ast.ClassDef]) -> list[ast.stmt]:
    """What the plain classes need of their module: its imports, and the constants they name."""
    used = {each.id for node in plain for each in ast.walk(node) if isinstance(each, ast.Name)}
    return [node for node in tree.body if _is_import(node) or _is_for_types(node) or _sets_one_of(node, used)]


def _is_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)


def _sets_one_of(node: ast.stmt, names: set[str]) -> bool:
    """Whether a statement gives one of these names a value that needs nothing else of the module."""
    if not isinstance(node, ast.Assign) or not isinstance(
        node.value, ast.Constant | ast.BinOp | ast.Subscript
    ):
        return False
    return any(isinstance(each, ast.Name) and each.id in names for each in node.targets)


def _prepared(node: ast.ClassDef) -> list[ast.stmt]:
    """Keep the annotations of a class as text, and values of a struct's class what they are; what has to follow it."""
    for n, each in enumerate(node.body):
        if node.keywords and isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
            # mypyc would annotate it, and a struct would take it for a field.
            kept = ast.AnnAssign(each.targets[0], ast.Constant("ClassVar[Any]"), each.value, simple=1)
            node.body[n] = kept
    for each in node.body:
        if isinstance(each, ast.AnnAssign) and not isinstance(each.annotation, ast.Constant):
            each.annotation = ast.Constant(ast.unparse(each.annotation))
    if node.name in OPEN:
        node.decorator_list.append(
            ast.parse("mypyc_attr(allow_interpreted_subclasses=True)", mode="eval").body
        )
    doc = ast.get_docstring(node, clean=False)
    return ast.parse(f'setattr({node.name}, "__doc__", {doc!r})').body if doc and node.keywords else []


def _imports(tree: ast.Module) -> list[str]:
    packages = {node.module for node in tree.body if isinstance(node, ast.ImportFrom)}
    loaded = [
        f"import {package}.{name}" for package in LOADED if package in packages for name in LOADED[package]
    ]
    named = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    loaded.append("from typing import Any, ClassVar")
    return [*loaded, "from mypy_extensions import mypyc_attr"] if OPEN & named else loaded


# --- the copy


def build(target: Path, patterns: Iterable[str], optimize: int = 2) -> list[str]:
    """Write a compiled copy of the package; the modules that were compiled. What mypyc cannot take stays plain."""
    stamp = fingerprint()
    modules = hot(patterns)
    while True:
        _copy(target, modules, optimize)
        command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
        env = {**os.environ, "PYTHONPATH": ""}
        done = subprocess.run(command, cwd=target, capture_output=True, text=True, env=env)
        if not done.returncode:
            break
        told = done.stdout + done.stderr
        refused = BROKEN.search(told)
        if refused is None or refused[1] not in modules:
            raise SystemExit(f"mypyc gave up:\n{told[-3000:]}")
        modules.remove(refused[1])
    shutil.rmtree(target / "build", ignore_errors=True)
    (target / STAMP).write_text(stamp)
    return modules


def _copy(target: Path, modules: Sequence[str], optimize: int) -> None:
    """The source, with what is to be compiled rewritten, and the script that compiles it."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(SOURCE / "hexfront", target / "hexfront", ignore=shutil.ignore_patterns("__pycache__"))
    for path in modules:
        file = target / path
        name = path.removesuffix(".py").replace("/", ".")
        source, beside = rewritten(file.read_text(encoding="utf-8"), name)
        file.write_text(source, encoding="utf-8")
        if beside:
            file.with_name(beside_name(file.stem) + ".py").write_text(beside, encoding="utf-8")
    (target / "mypy.ini").write_text(
        "[mypy]\npython_version = 3.11\nnamespace_packages = True\nexplicit_package_bases = True\nignore_errors = True\n"
    )
    (target / "setup.py").write_text(
        "from mypyc.build import mypycify\nfrom setuptools import setup\n"
        f'setup(name="hexfront-compiled", ext_modules=mypycify({list(modules)!r}, opt_level="{optimize}", debug_level="0"))\n'
    )


def fingerprint() -> str:
    """The source as it is now; a copy of another is out of date."""
    told = hashlib.sha256()
    for path in sorted((SOURCE / "hexfront").rglob("*")):
        if path.suffix in (".py", ".toml", ".json"):
            told.update(path.relative_to(SOURCE).as_posix().encode() + path.read_bytes())
    return told.hexdigest()


def is_fresh(target: Path = TARGET) -> bool:
    """Whether there is a compiled copy of the source as it is now."""
    stamp = target / STAMP
    return stamp.is_file() and stamp.read_text() == fingerprint()


def main(arguments: Sequence[str]) -> int:
    """Build the compiled copy."""
    parser = argparse.ArgumentParser(description="Write a compiled copy of the package.")
    parser.add_argument(
        "games", nargs="*", default=GAMES, help=f"games to compile; {', '.join(GAMES)} unless given"
    )
    parser.add_argument("--into", type=Path, default=TARGET)
    parser.add_argument("--optimize", type=int, default=2, help="of the C compiler, 0 to 3")
    wanted = parser.parse_args(arguments)
    patterns = [*FLOOR, *(f"hexfront/games/{name}/*.py" for name in wanted.games)]
    modules = build(wanted.into.resolve(), patterns, wanted.optimize)
    print(f"{len(modules)} modules compiled. Use them with PYTHONPATH={wanted.into}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
