"""Random games of every scenario under every law, and one recorded game of the staff for each scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.kernel import Setup
from hexfront.lab import playout
from hexfront.testing import conformance
from hexfront.testing.golden import replay

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


@pytest.mark.parametrize("scenario", ["barbarossa", "guadalcanal", "mediterranean", "gelb", "pacific"])
def test_golden(scenario: str) -> None:
    s = replay(GOLDEN / f"{scenario}.json.gz", LEADERS_IN_FLAMES)
    assert s.result is not None


@pytest.mark.parametrize("scenario", ["beginning", "global"])
def test_golden_campaign(scenario: str) -> None:
    """The first turns of it."""
    s = replay(GOLDEN / f"{scenario}.json.gz", LEADERS_IN_FLAMES)
    assert s.turn >= 4


@pytest.mark.parametrize(
    ("scenario", "seats", "actions"),
    [("gelb", 2, 3000), ("pacific", 4, 300), ("beginning", 6, 250), ("global", 2, 250)],
)
def test_the_scenarios_of_the_whole_world_keep_every_law(scenario: str, seats: int, actions: int) -> None:
    setup = Setup(scenario, {"seats": seats} if seats != 2 else {})
    must_end = scenario == "gelb"
    done = conformance(
        LEADERS_IN_FLAMES,
        setups=[setup],
        games=1,
        actions=actions,
        dear=0.02,
        skip=("undo",),
        must_end=must_end,
    )
    assert done.actions >= 250
