"""A stranger checks the dice with the program in examples/, which uses none of ours."""

from __future__ import annotations

import ast
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexfront.games import get, names
from hexfront.kernel import Cup, Dice, Die, Weighted
from hexfront.match import Match
from hexfront.match.dice import ProvableSource
from hexfront.match.rolls import faces
from tests.support.toy import GAME as TOY

PROGRAM = Path(__file__).resolve().parents[2] / "examples" / "verify_dice.py"


def finished(game: Any, seed: int = 3) -> Match:
    scenario = min(game.scenarios, key=lambda each: each.turns).id
    match = Match.new(game, scenario, contributions={game.seats(game.setup(scenario))[0].id: "séame\n"})
    choose = random.Random(seed)
    while not match.is_over:
        seat = match.deciders[0]
        match.act(seat, choose.choice(match.legal(seat)))
    return match


def stranger(folder: Path, data: bytes, *more: str) -> subprocess.CompletedProcess[str]:
    file = folder / "game.json"
    file.write_bytes(data)
    return subprocess.run(
        [sys.executable, "-I", str(PROGRAM), str(file), *more], capture_output=True, text=True, check=False
    )


def test_it_uses_none_of_our_code_and_is_short() -> None:
    text = PROGRAM.read_text(encoding="utf-8")
    imported = {
        alias.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import)
        for alias in node.names
    } | {node.module for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)}
    assert imported <= set(sys.stdlib_module_names)
    assert len(text.splitlines()) <= 60


@pytest.mark.parametrize("name", [*names(), "toy"])
def test_every_roll_and_draw_of_a_finished_game_is_derived(name: str, tmp_path: Path) -> None:
    match = finished(TOY if name == "toy" else get(name))
    seat, text = next(iter(match.contributions.items()))
    found = stranger(tmp_path, match.to_json(), match.commitment, f"{seat}={text}")
    assert found.returncode == 0, found.stdout + found.stderr
    rolls = sum(entry.is_chance for entry in match.log)
    assert found.stdout.startswith(f"{rolls} rolls")
    # What was not kept is found again by whoever wrote it.
    again = Match.from_json(match.to_json(), match.game, trusted=True)
    assert again.faces() == match.faces()


def changed(data: bytes, change: Any) -> bytes:
    document = msgspec.json.decode(data)
    change(document)
    return msgspec.json.encode(document)


def test_what_was_changed_is_found(tmp_path: Path) -> None:
    match = finished(TOY)
    data = match.to_json()

    def other_roll(save: dict[str, Any]) -> None:
        step = save["faces"][-1]["step"]
        given = save["faces"][-1]
        values = given["cup"] if "cup" in given else list(range(1, 7))
        old = save["log"][step - 1]["roll"]
        save["log"][step - 1]["roll"] = next(v for v in values if v != old)

    found = stranger(tmp_path, changed(data, other_roll))
    assert found.returncode == 1
    assert "the seed gives" in found.stdout
    assert stranger(tmp_path, data, "0" * 64).returncode == 1
    assert stranger(tmp_path, data, match.commitment, "red=another").returncode == 1
    assert stranger(tmp_path, changed(data, lambda save: save["log"].pop())).returncode == 1


@pytest.mark.parametrize(
    "distribution",
    [Die(6), Die(10), Dice(2, 6), Dice(3, 20), Cup(("a", "b", "b", "c")), Cup(("a", "b", "b", "c", "d"), 3),
     Weighted((("x", 3), ("y", 0), ("z", 5)))],
    ids=str,
)  # fmt: skip
def test_every_kind_of_draw_can_be_derived(distribution: Any) -> None:
    scope: dict[str, Any] = {"__name__": "examples"}
    exec(compile(PROGRAM.read_text(encoding="utf-8"), str(PROGRAM), "exec"), scope)
    for n in range(50):
        key, link = bytes([n]) * 32, bytes([n, 1]) * 16
        ours = distribution.draw(ProvableSource(key, link))
        theirs = scope["derive"](scope["numbers"](key, link), msgspec.to_builtins(faces(distribution)))
        assert theirs == (list(ours) if isinstance(ours, tuple) else ours)
