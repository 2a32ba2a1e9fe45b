"""The view keeps counters ready: what it shows is what would be made afresh, all through a game."""

from __future__ import annotations

import pytest

from hexfront.games import get
from hexfront.games.motherland import view
from hexfront.kernel import Chance, SeededSource, apply, pending, resolve


@pytest.mark.parametrize("scenario", ["uranus", "barbarossa"])
def test_counters_kept_are_those_made_afresh(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "KEPT_PIECES", 700)  # so that they are also thrown away on the way
    game = get("motherland")
    s, source = game.start(game.setup(scenario)), SeededSource("kept")
    fullest = 0
    for n in range(600):
        frame = pending(s)
        assert frame is not None
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(source))
        else:
            seat = frame.deciders(s)[0]
            choices = frame.legal(s, seat)
            apply(s, seat, choices[source.below(len(choices))])
        s.out = []
        if n % 5 == 0:
            fresh = [piece for u in range(len(s.where)) if (piece := view._piece(s, u)) is not None]
            assert list(game.view(s, "axis").pieces) == fresh
            fullest = max(fullest, len(s.world.pieces))
    assert fullest > 100
