"""The compiled copy: what mypyc would lose is kept, and it plays the same games as plain Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = {"turns_east": 20, "motherland": 5}


def _tool() -> Any:
    spec = spec_from_file_location("compiled", ROOT / "tools" / "compiled.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tool = _tool()

SOURCE = '''
from __future__ import annotations
import msgspec
from hexfront.kernel import Auto, State
MOST = 3
class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet."""
    turns: int = MOST
class Roll(Auto, frozen=True, tag=True):
    """Roll the dice. Case 1.1."""
    rule = "1.1"
    hexes: list[int]
    def run(self, s: State) -> tuple[()]:
        return ()
def sheet() -> Sheet:
    return Sheet()
'''


def test_annotations_stay_text_and_docstrings_stay() -> None:
    source, _ = tool.rewritten(SOURCE, "hexfront.games.toy.dice")
    assert "hexes: 'list[int]'" in source
    assert "rule: 'ClassVar[Any]' = '1.1'" in source, "no field of the struct"
    assert "setattr(Roll, '__doc__', 'Roll the dice. Case 1.1.')" in source


def test_a_class_whose_keywords_would_be_lost_moves_out_with_what_it_needs() -> None:
    source, beside = tool.rewritten(SOURCE, "hexfront.games.toy.dice")
    assert "class Sheet" not in source
    assert "from hexfront.games.toy._dice_plain import Sheet as Sheet" in source
    scope: dict[str, Any] = {"__name__": "hexfront.games.toy._dice_plain"}
    exec(beside, scope)
    assert scope["Sheet"](turns=4).turns == 4
    assert scope["Sheet"]().turns == 3
    assert "Roll" not in scope


def test_a_base_class_is_imported_from_where_it_is_defined() -> None:
    source, _ = tool.rewritten(SOURCE, "hexfront.games.toy.dice")
    assert "import hexfront.kernel.frames" in source
    assert "import hexfront.wargame" not in source


def test_a_cached_property_is_refused() -> None:
    with pytest.raises(SystemExit, match="cached_property"):
        tool.rewritten("class A:\n    @cached_property\n    def a(self) -> int: ...", "hexfront.a")


def test_what_people_read_is_not_compiled() -> None:
    modules = tool.hot([*tool.FLOOR, "hexfront/games/turns_east/*.py"])
    assert "hexfront/games/turns_east/going.py" in modules
    assert "hexfront/hexes/reach.py" in modules
    assert "hexfront/games/turns_east/view.py" not in modules
    assert not any(path.startswith("hexfront/games/motherland") for path in modules)


def _digests(folder: Path, game: str, games: int) -> str:
    command = [sys.executable, "-m", "hexfront.testing.same", game, "--games", str(games)]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(folder)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_a_compiled_floor_plays_the_same_games(tmp_path: Path) -> None:
    wanted = ("sets", "sides", "reach")
    modules = tool.build(tmp_path, [f"hexfront/hexes/{name}.py" for name in wanted], optimize=0)
    assert len(modules) == len(wanted)
    code = "import hexfront.hexes.reach as reach; print(reach.__file__)"
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    found = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert found.stdout.strip().endswith(".so")
    assert _digests(tmp_path, "skirmish", 3) == _digests(ROOT / "src", "skirmish", 3)


@pytest.mark.skipif(
    not tool.is_fresh(), reason="python tools/compiled.py builds the copy; there is none of this source"
)
@pytest.mark.parametrize("game", GAMES)
def test_the_compiled_copy_plays_the_same_games(game: str) -> None:
    assert _digests(tool.TARGET, game, GAMES[game]) == _digests(ROOT / "src", game, GAMES[game])
