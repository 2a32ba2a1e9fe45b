"""Leaders in Flames: abilities that serve a march, a train or a regrouping, asked for where they help."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import Join, Pick
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.land.moves import March, Moves
from hexfront.games.leaders_in_flames.land.rail import RailMoves
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.sequence import Regroup
from hexfront.games.leaders_in_flames.state import State, is_down
from hexfront.kernel import Action
from hexfront.players import Seatview, StaffPlayer
from hexfront.players.doctrines.leaders_in_flames.fight import march
from hexfront.testing import act
from tests.games.leaders_in_flames.kit import AXIS, announced, steppe
from tests.players.test_flames_plans import desk


def chosen(s: State, seat: str, seed: int = 0) -> Action:
    action: Action = StaffPlayer(f"test {seed}").choose(Seatview(LEADERS_IN_FLAMES, s, seat))
    return action


TIRED_MARCH = {"German INF IX": "E1225", "Guderian": "E1225", "Soviet MIL Saratov": "E0625"}


@pytest.mark.parametrize("ability", [60, 4])
def test_a_leader_marches_along_where_he_gets_units_further(ability: int) -> None:
    """In rain infantry has two points; with a leader who adds two it goes twice as far, and he says so."""
    s = steppe(TIRED_MARCH, (Moves(0),), {"Guderian": [ability]}, phase="move", weather="rain", action="land")
    u = s.world.unit("German INF IX")
    act(s, AXIS, Pick(u))
    q = desk(s, AXIS)
    q.orders.goals[u] = s.world.hex("E0925")
    first = march(q, March(0))
    assert (first == Join(s.world.unit("Guderian"))) == (ability == 60)
    if ability == 60:
        act(s, AXIS, first)
        q = desk(s, AXIS)
        q.orders.goals[u] = s.world.hex("E0925")
        assert march(q, March(0)) == announced(s, AXIS, "Guderian", 60)


@pytest.mark.parametrize("fresh", [True, False])
def test_who_has_not_moved_closes_up_with_a_leader(fresh: bool) -> None:
    """Ability 6 serves a unit behind the front that stood still; who has marched would be turned face-down."""
    s = steppe(TIRED_MARCH, (Asking((0,), "regroup"), Regroup(0)), {"Guderian": [6]}, action="land", moved=0)
    u = s.world.unit("German INF IX")
    s.moved |= 0 if fresh else 1 << u
    first = chosen(s, AXIS)
    assert (first == announced(s, AXIS, "Guderian", 6)) == fresh
    if fresh:
        for _ in range(3):
            act(s, AXIS, chosen(s, AXIS))
        assert s.world.grid.distance(s.where[u], s.world.hex("E0625")) == 5 and not is_down(s, u)


@pytest.mark.parametrize("ability", [5, 4])
def test_a_leader_sends_a_corps_by_rail_that_stays_fresh(ability: int) -> None:
    place = {"German INF IX": "Kharkov", "Guderian": "Kharkov", "Soviet MIL Saratov": "E0625"}
    s = steppe(
        place,
        (RailMoves(0),),
        {"Guderian": [ability]},
        phase="rail",
        control={"germany": ["Kharkov", "Voronezh"]},
    )
    assert (chosen(s, AXIS) == announced(s, AXIS, "Guderian", 5)) == (ability == 5)
