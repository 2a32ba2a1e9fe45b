"""Chapter 5.2.7 and 5.2.8: Soviet replacements."""

from __future__ import annotations

import pytest

from hexfront.games.turns_east.actions import Assign, Pick
from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.movement import ChooseMover
from hexfront.games.turns_east.reinforcement import AssignReplacement, PlaceUnit, SovietReplacements
from hexfront.games.turns_east.state import (
    BOX,
    POOL,
    QUEUE,
    TRACK,
    factor,
    feed_track,
    pool_armies,
    queued,
    restore,
    take_town,
)
from hexfront.kernel import deciders, pending, settle

from .helpers import WORLD, choices, do, given, hexof, no, put, unit


@pytest.mark.rule("5.2.8b")
def test_5_2_8b_only_future_turns_and_only_dead_armies() -> None:
    s = given(turn=3)
    take_town(s, AXIS, WORLD.board.hex("Minsk"))
    assert (len(queued(s, 3)), len(queued(s, 4))) == (0, 1)
    for u in pool_armies(s):
        s.where[u] = TRACK.space(9)
    feed_track(s)
    assert len(queued(s, 4)) == 1


@pytest.mark.rule("5.2.8d")
@pytest.mark.rule("5.2.8a")
def test_5_2_8d_the_maximum_is_that_of_the_turn_and_never_sends_armies_back() -> None:
    def returning(turn: int, queue: int) -> int:
        s = given(turn=turn)
        for u in pool_armies(s)[:queue]:
            s.where[u] = QUEUE.space(turn)
        frames = SovietReplacements().run(s)
        assert all(isinstance(frame, AssignReplacement) for frame in frames)
        return len(frames)

    assert [returning(turn, 0) for turn in (2, 3, 5, 6, 7, 8, 9)] == [0, 4, 4, 5, 6, 5, 4]
    assert returning(3, 5) == 5  # more than the Maximum wait: they all come, and nobody else


@pytest.mark.rule("2.2.1f")
@pytest.mark.rule("5.2.8e")
def test_5_2_8e_an_army_of_three_comes_back_as_one_of_two() -> None:
    s = given(place={"su-8": "2216"})
    u = unit(s, "su-8")
    assert factor(s, u) == 3
    s.where[u] = POOL
    restore(s, u)
    assert factor(s, u) == 2 and s.steps[u] == 1


@pytest.mark.rule("5.2.8b")
def test_5_2_8b_a_soviet_capture_feeds_no_replacements() -> None:
    s = given(axis_towns=("Minsk",))
    minsk = s.world.board.hex("Minsk")
    s.captured = 0
    before = list(s.where)
    take_town(s, SOVIET, minsk)
    assert not s.axis_towns >> minsk & 1 and s.captured == 0 and s.where == before
    take_town(s, AXIS, minsk)
    assert s.captured == 1 << minsk and s.where != before


@pytest.mark.rule("5.2.7")
@pytest.mark.seam("5", "7.2")
@pytest.mark.seam("5", "11")
def test_5_2_7_replacements_wait_in_a_front_box_and_enter_on_activation() -> None:
    s = given(turn=3, place={"su-13": "1808"}, agenda=(SovietReplacements(),))
    first = pending(s)
    assert isinstance(first, AssignReplacement)
    code = s.world.units[first.unit].code
    other = 2 if code != "SW" else 1
    assert no(s, Assign(9)) == "5.2.7" == no(s, Assign(-1))
    do(s, Assign(other))
    assert s.where[first.unit] == BOX.space(other)  # free of its old Front
    from hexfront.games.turns_east.activation import Activation

    s.box[4 + other] = 1
    s.agenda = (Activation(SOVIET, other),)
    settle(s)
    assert pending(s) == PlaceUnit(first.unit, other)
    assert no(s, put(s, "2001")) == "5.2.7"
    do(s, put(s, "2816"))
    assert s.where[first.unit] == hexof(s, "2816")
    assert isinstance(pending(s), ChooseMover)  # and it can move at once
    assert first.unit in [a.unit for a in choices(s, Pick)]


@pytest.mark.rule("5.2.8a")
def test_5_2_8a_from_turn_3_the_track_gives_minimum_and_maximum() -> None:
    spaces = [(t.minimum, t.maximum) for t in WORLD.turns]
    assert spaces[:4] == [(0, 0), (0, 0), (2, 4), (2, 4)]
    assert all(0 < low <= high for low, high in spaces[2:])
    s = given(turn=2, agenda=(SovietReplacements(),))
    assert not s.agenda


@pytest.mark.rule("5.2.8b")
@pytest.mark.seam("3", "5")
def test_5_2_8b_first_captures_feed_the_track() -> None:
    """Worked example 1: three Victory cities fall on turn 2."""
    s = given(turn=2)
    for name in ("Minsk", "Riga", "Smolensk"):
        take_town(s, AXIS, s.world.board.hex(name))
    assert (len(queued(s, 3)), len(queued(s, 4))) == (2, 1)
    s.turn = 3
    s.agenda = (SovietReplacements(),)
    settle(s)
    received = 0
    while deciders(s):
        do(s, Assign(received % 4))
        received += 1
    assert received == 4
    assert len(queued(s, 3)) == 0 and len(queued(s, 4)) == 1
    assert sum(place == BOX.space(0) for place in s.where) == 1


@pytest.mark.rule("5.2.8b")
def test_5_2_8b_only_the_first_capture_of_a_place_counts() -> None:
    s = given(turn=2)
    minsk, gomel = s.world.board.hex("Minsk"), s.world.board.hex("Gomel")
    take_town(s, AXIS, gomel)  # no Victory place
    assert len(queued(s, 3)) == 0
    take_town(s, AXIS, minsk)
    take_town(s, SOVIET, minsk)
    take_town(s, AXIS, minsk)
    assert len(queued(s, 3)) == 1


@pytest.mark.rule("5.2.8c")
def test_5_2_8c_full_boxes_take_no_more() -> None:
    s = given(turn=9)
    room = sum(t.minimum for t in WORLD.turns[9:])
    for name in ("Minsk", "Riga", "Smolensk", "Orel", "Kursk", "Kharkov"):
        take_town(s, AXIS, s.world.board.hex(name))
    assert room == 2
    assert (len(queued(s, 10)), len(queued(s, 11))) == (1, 1)


@pytest.mark.rule("5.2.8d")
def test_5_2_8d_the_pool_fills_up_to_the_maximum() -> None:
    """Worked example 2: two armies in the box of turn 4, five in the pool."""
    s = given(turn=4)
    armies = pool_armies(s)
    for u in armies[:2]:
        s.where[u] = QUEUE.space(4)
    for u in armies[7:]:
        s.where[u] = TRACK.space(9)
    assert len(pool_armies(s)) == 5
    s.agenda = (SovietReplacements(),)
    settle(s)
    received = 0
    while deciders(s):
        do(s, Assign(1))
        received += 1
    assert received == 4
    assert len(pool_armies(s)) == 3
