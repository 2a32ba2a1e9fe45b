"""Which games are on offer."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexfront import games


def test_every_game_on_offer_can_be_had() -> None:
    rulebooks = {"motherland", "turns_east", "last_war", "lebensraum", "leaders_in_flames"}
    assert rulebooks | {"skirmish"} <= set(games.names())
    assert all(games.get(name).id == name for name in games.names())


def test_a_game_that_is_still_being_written_is_not_on_offer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (
        ("whole", "from x import GAME\n"),
        ("begun", '"""To come."""\n'),
        ("_parts", "GAME = 0\n"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(text)
    monkeypatch.setattr(games, "_HERE", tmp_path)
    assert "whole" in games.names()
    assert not {"begun", "_parts"} & set(games.names())


def test_a_package_is_found_by_its_name() -> None:
    """A process that thinks for a computer player is told the package of a game."""
    from hexfront.games import get
    from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES

    assert get(LEADERS_IN_FLAMES.package) is get("hexfront.games.leaders_in_flames.game") is LEADERS_IN_FLAMES


def test_play_refuses_a_game_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    from hexfront.cli import main

    assert main(["play", "nonsense", "--no-browser"]) == 2
    assert "no game 'nonsense'" in capsys.readouterr().err
