"""Random games of every scenario under every law."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.testing import conformance


def test_conformance() -> None:
    done = conformance(LEADERS_IN_FLAMES, games=2, actions=3000, dear=0.03, must_end=True)
    assert done.finished == done.games
