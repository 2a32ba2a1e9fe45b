"""For the Motherland!: how a general judges a long war, and the roll of Sudden Death that it sees coming."""

from __future__ import annotations

import pytest

from hexfront.games.motherland import GAME
from hexfront.games.motherland.kinds import AXIS, SOVIET
from hexfront.games.motherland.victory import SuddenDeathRoll
from hexfront.players.doctrine import STEADY, Course, doctrine_for
from hexfront.players.doctrines.motherland.doctrine import MotherlandDoctrine
from hexfront.players.doctrines.motherland.worth import check_ahead, is_played_out
from hexfront.players.search import play_out
from tests.games.motherland.kit import Table, real


def at_turn(turn: int, scenario: str = "campaign", rostov: bool = False) -> Table:
    t = real(scenario)
    t.s.turn = turn
    if rostov:
        t.s.axis_marks |= 1 << t.w.find("Rostov")
    return t


@pytest.mark.parametrize(
    ("turn", "seen"), [(3, 0), (4, 5), (5, 5), (6, 0), (10, 0), (11, 12), (12, 12), (13, 0)]
)
def test_a_check_is_seen_a_turn_ahead(turn: int, seen: int) -> None:
    assert check_ahead(at_turn(turn).s, AXIS) == seen


def test_it_concerns_who_has_to_change_something() -> None:
    """While the Soviets hold all four the Axis has to; once it holds one, they have to."""
    theirs, ours = at_turn(4), at_turn(4, rostov=True)
    assert (check_ahead(theirs.s, AXIS), check_ahead(theirs.s, SOVIET)) == (5, 0)
    assert (check_ahead(ours.s, AXIS), check_ahead(ours.s, SOVIET)) == (0, 5)


def test_where_there_is_no_check_nobody_looks_for_one() -> None:
    assert check_ahead(at_turn(4, "barbarossa").s, AXIS) == 0


def test_a_plan_is_played_out_to_the_check() -> None:
    start = at_turn(4).s
    now = start.clone()
    now.turn = 5
    assert not is_played_out(now, start, "axis") and is_played_out(now, at_turn(4, rostov=True).s, "axis")
    now.turn = 6
    assert is_played_out(now, start, "axis")


@pytest.mark.parametrize("seat", ["axis", "soviet"])
def test_the_roll_is_weighed_and_not_thrown(seat: str) -> None:
    """Whatever the seed, the game goes on, and what it comes to counts for two thirds."""
    doctrine = doctrine_for(GAME)
    t = at_turn(5)
    t.s.agenda = (SuddenDeathRoll("20.6-s5"),)
    found = [play_out(doctrine, t.s, seat, Course("x", STEADY), str(n), limit=1) for n in range(8)]
    (seen,) = {x.worth for x in found if x is not None}
    assert seen == pytest.approx(2 / 3 * doctrine.worth(t.s, seat) + (1 / 3 if seat == "soviet" else 0))


def test_in_a_long_war_a_lead_is_held_beside_what_is_usual() -> None:
    """The frontier of June 1941 is even in June 1941, lost in August 1942 and won in June 1944."""
    doctrine = doctrine_for(GAME)
    june, august, late = (doctrine.by_hand(at_turn(turn).s, "axis") for turn in (1, 10, 22))
    assert june == pytest.approx(0.5)
    assert august < 0.25 and late > 0.9
    assert doctrine.by_hand(at_turn(10).s, "soviet") == pytest.approx(1 - august)
    first, last = (doctrine.worth(at_turn(turn, "stalingrad").s, "axis") for turn in (1, 12))
    assert (
        first == pytest.approx(0.5) and last < 0.05
    )  # not by its curve, which only the Soviets follow there
    short = [doctrine.by_hand(at_turn(turn, "blau").s, "axis") for turn in (8, 15)]
    assert short == [pytest.approx(0.5)] * 2


def test_the_usual_leads_are_those_of_every_turn() -> None:
    doctrine = doctrine_for(GAME)
    assert isinstance(doctrine, MotherlandDoctrine) and doctrine.usual
    for scenario, usual in doctrine.usual.items():
        assert len(usual.leads) == real(scenario).w.plan.last and usual.leads[0] == 0
        assert 0 < usual.counts < 1
