"""A client that knows the protocol's page alone plays while the server is killed; `examples/stranger.py --kills 50` is the
long trial."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.server.support import a_port

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def stranger(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    spec = importlib.util.spec_from_file_location("stranger", EXAMPLES / "stranger.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_stranger_loses_nothing_when_the_server_is_killed(database: str) -> None:
    command = [
        sys.executable, str(EXAMPLES / "stranger.py"), "--kills", "2", "--tables", "3", "--computers", "2",
        "--levels", "random,general", "--seconds", "1", "--port", str(a_port()), "--database", database, "--pause", "0.05", "--between", "0.5",
    ]  # fmt: skip
    ended = subprocess.run(command, capture_output=True, text=True, timeout=400, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "0 lost, 0 wrong logs or dice, 0 stuck" in ended.stdout
    assert "2 kills" in ended.stdout


def test_it_uses_none_of_our_code() -> None:
    for name in ("stranger.py", "verify_dice.py"):
        tree = ast.parse((EXAMPLES / name).read_text(encoding="utf-8"))
        imported = {
            alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
        }
        imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not [each for each in imported if each.startswith("hexfront")]
        assert {each.partition(".")[0] for each in imported} <= sys.stdlib_module_names | {"verify_dice"}


@pytest.mark.parametrize(
    ("log", "good"),
    [
        (["a", "b"], True),
        (["a", "b", "c"], True),  # what was cut off may have been taken
        (["b", "c"], False),  # an acknowledged one is lost
        (["a", "a", "b"], False),  # one is there twice
        (["a", "b", "c", "c"], False),
        (["a", "x", "b"], False),  # what was refused was done
    ],
)
def test_it_would_notice(stranger: Any, log: list[str], good: bool) -> None:
    sent = [["a", "acknowledged"], ["x", "refused"], ["b", "acknowledged"], ["c", "unknown"]]
    assert stranger.fits(sent, log) is good
