"""The laws every game keeps, and one recorded game a scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexfront.games.motherland import GAME
from hexfront.lab import playout
from hexfront.testing import conformance
from hexfront.testing.golden import replay

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("scenario", [each.id for each in GAME.scenarios])
def test_conformance(scenario: str) -> None:
    setup = GAME.setup(scenario, {"baku": True, "turkey": True})
    done = conformance(GAME, setups=[setup], games=1, actions=150, dear=0.05)
    assert done.actions >= 150


@pytest.mark.parametrize("scenario", [each.id for each in GAME.scenarios])
def test_golden(scenario: str) -> None:
    s = replay(GOLDEN / f"{scenario}.json.gz", GAME)
    assert s.result is not None


@pytest.mark.parametrize("scenario", ["uranus", "barbarossa"])
def test_random_games_end(scenario: str) -> None:
    for seed in range(3):
        assert playout(GAME, GAME.setup(scenario), seed).result is not None
