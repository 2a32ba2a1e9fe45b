"""The laws every game keeps, and one recorded game a scenario."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from hexfront.games.lebensraum.game import LEBENSRAUM
from hexfront.kernel.bounds import check_position
from hexfront.lab import playout
from hexfront.testing import conformance
from hexfront.testing.golden import replay

GOLDEN = Path(__file__).parent / "golden"
OPTIONS: dict[str, bool | int | str] = {
    "optional_leaders": True,
    "campaign_rules": True,
    "zone_border": True,
    "players": 2,
}


@pytest.mark.parametrize("scenario", [each.id for each in LEBENSRAUM.scenarios])
def test_conformance(scenario: str) -> None:
    setup = LEBENSRAUM.setup(scenario, OPTIONS)
    done = conformance(LEBENSRAUM, setups=[setup], games=1, actions=120, dear=0.05)
    assert done.actions >= 120


@pytest.mark.parametrize("scenario", [each.id for each in LEBENSRAUM.scenarios])
def test_golden(scenario: str) -> None:
    s = replay(GOLDEN / f"{scenario}.json.gz", LEBENSRAUM)
    assert s.result is not None


@pytest.mark.parametrize("scenario", ["invasion", "dday"])
def test_random_games_end_and_can_be_saved(scenario: str) -> None:
    s = playout(LEBENSRAUM, LEBENSRAUM.setup(scenario), 3)
    assert s.result is not None
    check_position(msgspec.json.decode(LEBENSRAUM.codec.encode(s.state)), LEBENSRAUM.wide)
