"""Secrets of the campaign: markers, votes and chits, by dealing afresh what a seat has not seen."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.leaders.draft import Markers, Votes
from hexfront.games.leaders_in_flames.politics.chits import owner_of
from hexfront.games.leaders_in_flames.state import State
from hexfront.kernel import OBSERVER, Chance, SeededSource, Setup, apply, pending, resolve

DEALS = 8


def campaign_at(frame: type[Markers | Votes], seats: int, scenario: str) -> State:
    """A random campaign up to a draft in which somebody has decided already and somebody has not."""
    s: Any = LEADERS_IN_FLAMES.start(Setup(scenario, {"seats": seats} if seats != 2 else {}))
    source = SeededSource(f"secrets {seats}")
    while True:
        now = pending(s)
        done = s.markers if isinstance(now, Markers) else s.votes
        if isinstance(now, frame) and done and s.turn > 0:
            return s  # type: ignore[no-any-return]
        if isinstance(now, Chance):
            resolve(s, now.outcomes(s).draw(source))
        else:
            seat = now.deciders(s)[0]  # type: ignore[union-attr]
            apply(s, seat, source.choice(now.legal(s, seat)))  # type: ignore[union-attr]


def deals(s: State, seat: str) -> list[State]:
    return [LEADERS_IN_FLAMES.resample(s, seat, SeededSource(f"deal {k}")) for k in range(DEALS)]


@pytest.mark.rule("4.1.1c", "4.1.5a", "base.chits", "1c")
@pytest.mark.parametrize(("frame", "seats"), [(Markers, 2), (Markers, 6), (Votes, 2), (Votes, 4)])
@pytest.mark.parametrize("scenario", ["beginning", "global"])
def test_a_seat_cannot_tell_a_fresh_deal_from_the_truth(
    frame: type[Markers | Votes], seats: int, scenario: str
) -> None:
    s = campaign_at(frame, seats, scenario)
    w = s.world
    every = Counter(v for pool in s.pools.values() for v in pool) + Counter(dict(enumerate(s.common)))
    for seat in w.table.seats:
        own = w.table.powers_of[seat]
        seen = LEADERS_IN_FLAMES.view(s, seat)
        for other in deals(s, seat):
            assert LEADERS_IN_FLAMES.view(other, seat) == seen
            now = Counter(v for pool in other.pools.values() for v in pool) + Counter(
                dict(enumerate(other.common))
            )
            assert now == every, "no chit comes or goes"
            assert {p: len(v) for p, v in other.pools.items()} == {p: len(v) for p, v in s.pools.items()}
            for pool, values in s.pools.items():
                if w.seat_of(owner_of(pool)) == seat:
                    assert other.pools[pool] == values, "his own he knows"
            for kept, dealt in ((s.markers, other.markers), (s.votes, other.votes)):
                assert dealt.keys() == kept.keys()
                assert all(dealt[p] == kept[p] for p in own if p in kept)


@pytest.mark.rule("4.1.1c", "4.1.5a", "base.chits")
def test_what_is_hidden_is_really_dealt_afresh() -> None:
    """Otherwise nothing would be hidden from a computer that thinks ahead."""
    s = campaign_at(Markers, 6, "beginning")
    w = s.world
    set_by = next(power for power in s.markers if s.veto[power] >= 3)
    stranger = next(seat for seat in w.table.seats if set_by not in w.table.powers_of[seat])
    assert {other.markers[set_by] for other in deals(s, stranger)} == {0, 1}
    pools = [p for p in s.pools if s.pools[p] and w.seat_of(owner_of(p)) != stranger]
    assert pools and any(len({other.pools[p] for other in deals(s, stranger)}) > 1 for p in pools)
    for who in (OBSERVER, stranger):
        shown = str(LEADERS_IN_FLAMES.view(s, who))
        changed = s.clone()
        changed.markers = {p: 1 - v if p == set_by else v for p, v in s.markers.items()}
        assert str(LEADERS_IN_FLAMES.view(changed, who)) == shown, "a marker is not shown before all are set"
