"""Random games of every scenario under every law, and one recorded game a scenario at sea."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.lab import playout
from hexfront.testing import conformance

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("scenario", ["barbarossa", "guadalcanal"])
def test_conformance(scenario: str) -> None:
    done = conformance(
        LEADERS_IN_FLAMES, scenarios=[scenario], games=1, actions=3000, dear=0.03, must_end=True
    )
    assert done.finished == done.games


@pytest.mark.parametrize("seats", [2, 3])
def test_the_mediterranean_keeps_every_law(seats: int) -> None:
    setup = LEADERS_IN_FLAMES.setup("mediterranean", {"seats": seats})
    done = conformance(LEADERS_IN_FLAMES, setups=[setup], games=1, actions=500, dear=0.03, skip=("undo",))
    assert done.actions >= 500


@pytest.mark.parametrize("seats", [2, 3])
def test_a_random_game_of_the_mediterranean_ends(seats: int) -> None:
    done = playout(LEADERS_IN_FLAMES, LEADERS_IN_FLAMES.setup("mediterranean", {"seats": seats}), 5)
    assert done.result is not None
