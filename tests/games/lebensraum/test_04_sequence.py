"""Chapters 4 and 11.8: the turn, its segments, and what comes before turns 1 and E."""

from __future__ import annotations

import pytest

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Done
from hexfront.games.lebensraum.combat import Attacks
from hexfront.games.lebensraum.game import LEBENSRAUM
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    ALLIED_CAMP,
    AXIS,
    AXIS_CAMP,
    CAMP,
    CLEAR,
    FIRST_COMBAT,
    LOGISTICS,
    MOVEMENT,
    PLAYER_PHASE,
    REDEPLOYMENT,
    RESERVE_MOVEMENT,
    RESERVE_TANKS,
    SOVIET,
    SURPRISE,
    TANK_MOVEMENT,
)
from hexfront.games.lebensraum.landings import Invade
from hexfront.games.lebensraum.missions import Missions
from hexfront.games.lebensraum.movement import (
    Moves,
    Unstack,
    movement_frames,
)
from hexfront.games.lebensraum.sequence import PlayerPhase, Segment, Surprise
from hexfront.games.lebensraum.setup import set_up
from hexfront.games.lebensraum.state import State, units_of
from hexfront.kernel import Chance, Event, apply, deciders, legal, resolve
from tests.games.lebensraum.kit import HOME, position, world


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


@pytest.mark.rule("4.1a", "4.1c", "4.1d")
@pytest.mark.parametrize("segment", [RESERVE_MOVEMENT, RESERVE_TANKS])
@pytest.mark.parametrize(("camp", "mover"), [(AXIS_CAMP, SOVIET), (ALLIED_CAMP, AXIS)])
def test_reserves_answer_in_the_phase_of_the_other_side(segment: int, camp: int, mover: int) -> None:
    t = position(place={"de-6": HOME, "su-42": "Moscow"}, reserve=["de-6", "su-42"])
    frames = Segment(segment, camp).run(t.s)
    assert [frame.power for frame in frames if isinstance(frame, Moves)] == [mover]


@pytest.mark.rule("4.1a", "12.2e")
def test_the_fleet_comes_with_the_first_combat_of_the_allies_alone() -> None:
    t = position("dday", place={"us-1": "Caen", "de-7": "Paris"})
    for segment, camp in (
        (FIRST_COMBAT, AXIS_CAMP),
        (FIRST_COMBAT, ALLIED_CAMP),
        (FIRST_COMBAT + 4, ALLIED_CAMP),
    ):
        found = any(isinstance(frame, Invade) for frame in Segment(segment, camp).run(t.s))
        assert found == (segment == FIRST_COMBAT and camp == ALLIED_CAMP)


@pytest.mark.rule("4.2.2A", "12.1f")
def test_the_axis_misses_its_phase_on_turn_a_alone() -> None:
    for turn, phases in ((9, 0), (10, 1)):
        t = position("italy", turn=turn)
        assert bool(PlayerPhase(0).run(t.s)) == bool(phases)
    t = position("invasion", turn=1)
    assert PlayerPhase(0).run(t.s)


@pytest.mark.rule("4.2.4", "12.1f")
def test_the_allies_never_miss_their_phase() -> None:
    t = position("italy", turn=9)
    assert PlayerPhase(ALLIED_CAMP).run(t.s) and not PlayerPhase(AXIS_CAMP).run(t.s)


@pytest.mark.rule("11.8b", "12.1a")
def test_who_is_surprised_starts_in_reserve() -> None:
    for scenario, waits, free in (("invasion", SOVIET, AXIS), ("dday", AXIS, ALLIED)):
        s = set_up(world(scenario))
        assert all(s.reserve >> u & 1 for u in units_of(s, waits))
        assert units_of(s, waits) and not any(s.reserve >> u & 1 for u in units_of(s, free))


@pytest.mark.rule("4.2.2A", "12.1f")
def test_in_the_combination_the_axis_misses_no_phase() -> None:
    assert len(PlayerPhase(AXIS_CAMP).run(position("war", turn=9).s)) >= len(PLAYER_PHASE)


@pytest.mark.rule("4.2.2A", "4.2.2B", "4.2.2E", "4.2.2F")
def test_newcomers_are_spread_out_after_the_first_movement_segment_alone() -> None:
    s = position("dday").s
    for segment, spread in ((MOVEMENT, True), (TANK_MOVEMENT, False)):
        s.segment = segment
        frames = movement_frames(s, CAMP[ALLIED])
        assert any(isinstance(frame, Moves) for frame in frames)
        assert any(isinstance(frame, Unstack) for frame in frames) == spread
