"""Games on offer: what they work out once is there before anyone waits for it."""

from __future__ import annotations

import copy
import time
from pathlib import Path
from typing import Any

import pytest

from hexfront import games
from hexfront.kernel import OBSERVER
from hexfront.server.club import catalogue
from tests.server.support import PATIENCE, house


def test_every_beginning_is_shown_once() -> None:
    game, shown = copy.copy(games.get("motherland")), []

    def view(s: Any, seat: str) -> Any:
        shown.append((s.world.setup.scenario, seat))

    game.view = view  # type: ignore[method-assign]
    catalogue.look(game)
    catalogue.look(game)
    assert shown == [(scenario.id, OBSERVER) for scenario in game.scenarios]


def test_a_server_looks_at_every_game_when_it_opens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr("hexfront.server.club.club.look", lambda game: seen.append(game.id))
    with house(tmp_path) as running:
        until = time.monotonic() + PATIENCE
        while len(seen) < len(running.club.catalogue) and time.monotonic() < until:
            time.sleep(0.01)
        assert sorted(seen) == sorted(game.id for game in running.club.catalogue)
