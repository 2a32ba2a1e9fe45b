"""Chapters 4 and 11.8: the turn, its segments, and what comes before turns 1 and E."""

from __future__ import annotations

import pytest

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Done
from hexfront.games.lebensraum.combat import Attacks
from hexfront.games.lebensraum.game import LEBENSRAUM
from hexfront.games.lebensraum.kinds import (
    CLEAR,
    LOGISTICS,
    MOVEMENT,
    PLAYER_PHASE,
    REDEPLOYMENT,
    RESERVE_MOVEMENT,
    SURPRISE,
)
from hexfront.games.lebensraum.missions import Missions
from hexfront.games.lebensraum.movement import Moves
from hexfront.games.lebensraum.sequence import Segment, Surprise
from hexfront.games.lebensraum.state import State
from hexfront.kernel import Chance, Event, apply, deciders, legal, resolve
from tests.games.lebensraum.kit import position


def run(s: State, turns: int = 1) -> list[Event]:
    """Everything told until so many turns have begun and ended, everybody doing as little as he can."""
    told: list[Event] = []
    last = s.turn + turns
    while s.agenda and s.turn < last:
        frame = s.agenda[0]
        if isinstance(frame, Chance):
            told += resolve(s, next(iter(frame.outcomes(s).chances()))[0])
        else:
            seat = deciders(s)[0]
            choices = list(legal(s, seat))
            told += apply(s, seat, Done() if Done() in choices else choices[-1])
    return told


def segments(told: list[Event]) -> list[tuple[int, int]]:
    return [(e.segment, e.camp) for e in told if isinstance(e, ev.SegmentBegan)]


@pytest.mark.rule("4.1a", "4.1b", "4.1c", "4.1d", "4.2.1B", "4.2.4")
def test_the_segments_of_a_turn_in_their_order() -> None:
    s = LEBENSRAUM.start(LEBENSRAUM.setup("invasion"))
    told = run(s)
    first = [type(e) for e in told].index(ev.TurnBegan)
    joint = [(n, -1) for n in LOGISTICS]
    axis, allies = [(n, 0) for n in PLAYER_PHASE], [(n, 1) for n in PLAYER_PHASE]
    again = [(n, -1) for n in REDEPLOYMENT]
    assert segments(told[first:])[: len(joint) + 21] == [*joint, *axis, *again, *allies]
    assert s.turn == 2


@pytest.mark.rule("4.2.2A", "4.2.2B", "4.1d")
def test_the_phasing_camp_moves_and_then_the_reserves_of_the_other() -> None:
    table = position(place={"de-4": "Warsaw"}, agenda=(Segment(MOVEMENT, 0), Segment(RESERVE_MOVEMENT, 0)))
    assert table.s.agenda[0] == Moves(0)
    table.act(Done())
    assert table.s.agenda[0] == Moves(1)


@pytest.mark.rule("11.8b", "11.8d", "11.8f")
def test_the_axis_attacks_before_turn_1() -> None:
    s = LEBENSRAUM.start(LEBENSRAUM.setup("invasion"))
    assert s.segment == SURPRISE and deciders(s) == ("axis",)
    assert s.weather == [CLEAR] * 3
    soviet = [u for u in s.world.units if s.power[u] == 1 and s.where[u] >= 0]
    assert all(s.reserve >> u & 1 for u in soviet)
    assert s.agenda[:1] == (Missions(0, True),)
    apply(s, "axis", Done())
    assert s.agenda[:1] == (Attacks(0),)
    apply(s, "axis", Done())
    assert (s.turn, s.segment) == (1, 1)  # the first decision of turn 1's Logistics Phase


@pytest.mark.seam("8", "12")
@pytest.mark.rule("11.8d", "7.461j", "7.461k", "12.2c")
def test_the_allies_alone_attack_before_turn_e() -> None:
    table = position(
        "dday", weather="snow", air=[1, 5, 0], agenda=(Surprise(2, 13),), hqs={"al-15ag": "Rome"}
    )
    s = table.s
    assert s.weather == [CLEAR] * 3
    assert s.air_left == [0, 0, 6]
    start = LEBENSRAUM.start(LEBENSRAUM.setup("dday"))
    assert (start.turn, start.segment, start.air[0], start.air[2]) == (13, SURPRISE, 1, 6)


@pytest.mark.rule("12.1f", "12.2f")
def test_the_axis_phase_of_turn_a_is_skipped_in_the_west() -> None:
    s = LEBENSRAUM.start(LEBENSRAUM.setup("italy"))
    told = run(s)
    assert not [n for n, camp in segments(told) if camp == 0 and n != SURPRISE]
    assert [n for n, camp in segments(told) if camp == 1] == list(PLAYER_PHASE)


@pytest.mark.rule("4.1b")
def test_the_game_ends_with_its_last_turn() -> None:
    s = LEBENSRAUM.start(LEBENSRAUM.setup("invasion"))
    run(s, 5)
    assert s.result is not None and s.turn == 3
