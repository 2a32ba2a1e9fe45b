"""A script of a library user without a main guard is run once, whatever processes are started for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

GENERAL = """
from time import sleep

from hexfront.examples.skirmish import GAME
from hexfront.players import GeneralPlayer, Seatview
from hexfront.players.cores import team

s = GAME.start(GAME.setup())
seat = s.agenda[0].deciders(s)[0]
ready = team(2)
for _ in range(600):
    if len(ready.ready()) == 2:
        break
    sleep(0.05)
print("ready", len(ready.idle))
GeneralPlayer(1, playouts=8, workers=2).choose(Seatview(GAME, s, seat))
"""
GAMES = """
from hexfront.examples.skirmish import GAME
from hexfront.lab.tournament import Means, Tournament

found = Tournament(GAME, GAME.setup(), ["random", "staff"], 2).play(Means(workers=2))
print("ready", len(found.players))
"""
LEARNER = """
from hexfront.lab.train import self_play

print("ready", 2 if self_play("skirmish", "crossing", 2, "t", workers=2) else 0)
"""


@pytest.mark.parametrize("body", [GENERAL, GAMES, LEARNER], ids=["general", "tournament", "learner"])
def test_a_script_without_a_main_guard_is_run_once(tmp_path: Path, body: str) -> None:
    script = tmp_path / "script.py"
    script.write_text(f'print("begun", flush=True)\n{body}')
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=120)
    assert done.stdout.split("\n") == ["begun", "ready 2", ""], done.stdout + done.stderr
    assert done.returncode == 0 and done.stderr == ""


def test_a_learner_started_as_a_module_reaches_its_own_functions(tmp_path: Path) -> None:
    words = [
        "-m",
        "hexfront.lab.train",
        "skirmish",
        "--games",
        "10",
        "--workers",
        "2",
        "--out",
        str(tmp_path),
    ]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stderr == "", done.stderr
