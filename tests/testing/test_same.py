"""Digests of random games: the same while nothing changes, another as soon as anything does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexfront.kernel import Agenda
from hexfront.lab import playout
from hexfront.testing import same
from tests.support.toy import GAME, March, Marches, ToyState

SETUP = GAME.setup("long")


def test_a_digest_is_of_the_game_that_playout_plays() -> None:
    steps, course, end = same.digest(GAME, SETUP, 3).split()
    played = playout(GAME, SETUP, 3)
    assert int(steps) == played.actions + played.rolls
    assert same.digest(GAME, SETUP, 3) == f"{steps} {course} {end}"
    assert same.digest(GAME, SETUP, 4).split()[1] != course


def test_a_changed_rule_changes_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    before = same.digest(GAME, SETUP, 3)
    sound = Marches.apply

    def apply(self: Marches, s: ToyState, seat: str, action: Any) -> Agenda:
        if isinstance(action, March):
            s.score[0] += 1
        return sound(self, s, seat, action)

    monkeypatch.setattr(Marches, "apply", apply)
    assert same.digest(GAME, SETUP, 3) != before


def test_legal_actions_in_another_order_change_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    before = same.digest(GAME, SETUP, 3)
    sound = Marches.legal
    monkeypatch.setattr(Marches, "legal", lambda self, s, seat: sound(self, s, seat)[::-1])
    assert same.digest(GAME, SETUP, 3) != before


def test_files_are_compared_game_by_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "before.txt"
    assert same.main(["skirmish", "crossing", "--games", "2", "--limit", "60", "--out", str(file)]) == 0
    again = ["skirmish", "crossing", "--games", "2", "--limit", "60", "--against", str(file)]
    assert same.main(again) == 0
    assert "2 of 2 games are the same." in capsys.readouterr().out
    lines = file.read_text().splitlines()
    file.write_text("\n".join([lines[0], lines[1][:-1] + "x"]))
    assert same.main(again) == 1
    assert "another game: crossing 2" in capsys.readouterr().out
    assert same.main(["nothing"]) == 2
