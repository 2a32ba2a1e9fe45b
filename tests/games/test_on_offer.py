"""Which games are on offer."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexfront import games


def test_every_game_on_offer_can_be_had() -> None:
    assert {"motherland", "turns_east", "last_war", "lebensraum", "skirmish"} <= set(games.names())
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
