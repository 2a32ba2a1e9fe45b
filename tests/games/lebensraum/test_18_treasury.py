"""Every point of every treasury is told: start and income, less each cost in the log, is what stands on the track."""

from __future__ import annotations

import pytest

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.game import LEBENSRAUM
from hexfront.kernel import Chance, Event, SeededSource, apply, deciders, legal, resolve, settle


@pytest.mark.rule("5.3h", "5.3j")
@pytest.mark.parametrize(("scenario", "seed"), [("invasion", 1), ("dday", 2), ("west", 3), ("war", 4)])
def test_the_log_accounts_for_every_point(scenario: str, seed: int) -> None:
    s = LEBENSRAUM.start(LEBENSRAUM.setup(scenario))
    settle(s)
    book = list(s.points)
    source, costs = SeededSource(f"audit/{seed}"), set[str]()

    def enter(told: list[Event]) -> None:
        for event in told:
            if isinstance(event, ev.PointsGained):
                book[event.power] += event.points
            elif isinstance(event, ev.PointsSpent):
                book[event.power] -= event.points
                costs.add(event.what)
        assert book == s.points

    for _ in range(1500):
        if not s.agenda:
            break
        frame = s.agenda[0]
        if isinstance(frame, Chance):
            enter(resolve(s, frame.outcomes(s).draw(source)))
            continue
        seat = deciders(s)[0]
        choices = legal(s, seat)
        enter(apply(s, seat, choices[source.below(len(choices))]))
    assert {"movement", "PlaceAir"} <= costs
