"""Chapter 4: the sequence of play."""

from __future__ import annotations

import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.actions import Assign, Buy, EndMovement, First, Pick
from hexfront.games.turns_east.activation import Activation
from hexfront.games.turns_east.combat import ChooseTarget
from hexfront.games.turns_east.counterattack import CounterattackDie
from hexfront.games.turns_east.data import AXIS
from hexfront.games.turns_east.movement import ChooseMover
from hexfront.games.turns_east.orders import (
    ActionPhase,
    AssignOrder,
    ChooseFirst,
    CommandRoll,
    Draw,
    HitlerRoll,
    InitiativePhase,
    Purchase,
)
from hexfront.games.turns_east.reinforcement import AssignReplacement, PlaceUnit, Replacements
from hexfront.games.turns_east.sequence import EndPhase, GameTurn
from hexfront.games.turns_east.special import PartisanFront
from hexfront.games.turns_east.state import POOL, TRACK, EastState
from hexfront.kernel import Chance, apply, deciders, legal, pending, resolve, settle
from hexfront.wargame import Done, TurnBegan

from .helpers import SOUTHERN, choices, do, given, hexof, no, places, put, roll, spot, steps, unit


def phases(s: EastState, until_turn: int) -> list[str]:
    """The phases a game goes through, in order."""
    seen: list[str] = []
    while s.agenda and s.turn < until_turn:
        if not seen or seen[-1] != f"{s.turn} {s.phase}":
            seen.append(f"{s.turn} {s.phase}")
        frame = pending(s)
        if isinstance(frame, Chance):
            resolve(s, next(iter(frame.outcomes(s).chances()))[0])
            continue
        for seat in deciders(s):
            found = legal(s, seat)
            ends = [a for a in found if isinstance(a, EndMovement | Done)]
            apply(s, seat, (ends or found)[0])
    return seen


@pytest.mark.rule("4.0a")
@pytest.mark.rule("4.0b")
def test_4_0b_six_phases_in_order() -> None:
    s = GAME.start(GAME.setup("barbarossa"))
    order = phases(s, 3)
    turn_2 = [name for name in order if name.startswith("2 ")]
    assert turn_2 == [
        "2 axis-reinforcement",
        "2 soviet-reinforcement",
        "2 command",
        "2 initiative",
        "2 action",
    ]
    assert order[:3] == ["1 axis-reinforcement", "1 command", "1 initiative"] or order[0] == "1 command"
    s = given(turn=6, agenda=(EndPhase(),))
    assert isinstance(pending(s), HitlerRoll) and s.phase == "end"


@pytest.mark.rule("4.0a")
def test_4_0a_a_finished_phase_is_not_reopened() -> None:
    s = given(
        turn=2, place={"ge-6": "1915"}, steps={"ge-6": 2}, axis_towns=("Kharkov",), agenda=(GameTurn(),)
    )
    assert isinstance(pending(s), Replacements)
    do(s, Done())
    assert not isinstance(pending(s), Replacements)
    assert no_axis_replacements(s)


def no_axis_replacements(s: EastState) -> bool:
    return not any(isinstance(frame, Replacements) for frame in s.agenda)


@pytest.mark.rule("4.0-I")
@pytest.mark.rule("5.0a")
@pytest.mark.rule("5.0b")
def test_4_0_i_axis_reinforcements_come_before_replacements() -> None:
    s = given(turn=2, place={"ge-6": "1915"}, steps={"ge-6": 1}, axis_towns=("Kharkov",))
    s.where[unit(s, "ge-2")] = TRACK.space(2)
    s.steps[unit(s, "ge-2")] = 4
    s.agenda = (GameTurn(),)
    from hexfront.kernel import settle

    settle(s)
    assert isinstance(pending(s), PlaceUnit)
    do(s, put(s, "0707"))
    assert isinstance(pending(s), Replacements)
    from hexfront.games.turns_east.actions import Restore

    do(s, Restore(unit(s, "ge-6")))
    assert steps(s, "ge-6") == 4


@pytest.mark.rule("4.0-II")
def test_4_0_ii_soviet_reinforcements_then_replacements_free_of_fronts() -> None:
    s = given(turn=3, place={"su-13": "1808"})
    for name in ("su-33",):
        s.where[unit(s, name)] = TRACK.space(3)
        s.steps[unit(s, name)] = 1
    s.agenda = (GameTurn(),)
    from hexfront.kernel import settle

    settle(s)
    while isinstance(pending(s), Replacements):
        do(s, Done())
    assert pending(s) == PlaceUnit(unit(s, "su-33"))
    assert "1808" in places(s) and "1915" not in places(s)  # West Front, or the Off Map Zone
    assert "2801" in places(s)
    do(s, put(s, "1808"))
    frame = pending(s)
    assert isinstance(frame, AssignReplacement)
    assert [a.command for a in choices(s, Assign)] == [0, 1, 2, 3]


@pytest.mark.rule("4.0-III")
def test_4_0_iii_each_turn_rolls_for_the_next_the_last_for_none() -> None:
    s = given(turn=2, agenda=(GameTurn(),))
    while isinstance(pending(s), Replacements):
        do(s, Done())
    assert pending(s) == CommandRoll(AXIS)
    assert "turn 3" in pending(s).title(s)  # type: ignore[union-attr]
    roll(s, 4, 4)
    assert isinstance(pending(s), Purchase)
    s = given(turn=11, agenda=(GameTurn(),), axis_next=[4, 0, 0, 0], soviet_next=[4, 0, 0, 0])
    while deciders(s) and not isinstance(pending(s), ChooseFirst):
        do(s, legal(s, deciders(s)[0])[-1])
    assert isinstance(pending(s), ChooseFirst)


@pytest.mark.rule("4.0-IV")
def test_4_0_iv_the_rest_goes_into_the_cup() -> None:
    from hexfront.games.turns_east.actions import First
    from hexfront.games.turns_east.orders import InitiativePhase

    s = given(
        turn=4,
        axis_now=[2, 0, 1, 1],
        soviet_now=[3, 0, 1, 0],
        place={"ge-6": "1915"},
        agenda=(InitiativePhase(),),
    )
    do(s, First("axis blitz"))
    assert sorted(s.cup) == sorted(
        ["axis hold"] * 2 + ["axis assault"] + ["soviet hold"] * 3 + ["soviet assault", "counterattack A"]
    )
    s = given(turn=5, axis_now=[4, 0, 0, 0], soviet_now=[4, 0, 0, 0], agenda=(InitiativePhase(),))
    assert "zhukov" in s.cup and not any(m.startswith("counterattack") for m in s.cup)


@pytest.mark.rule("4.0-Va")
@pytest.mark.rule("7.8-i1")
def test_4_0_va_drawing_goes_on_until_every_command_has_its_order() -> None:
    seven = {f"{side}-{c}": "hold" for side in ("axis", "soviet") for c in range(4)}
    seven.pop("soviet-3")
    s = given(orders=seven, cup=["soviet hold", "counterattack A"], agenda=(ActionPhase(),))
    assert isinstance(pending(s), Draw)
    roll(s, "soviet hold")
    do(s, Assign(3))
    assert not s.agenda  # the Counterattack left in the cup is not drawn any more
    assert all(s.box)


@pytest.mark.rule("4.0-Vb")
@pytest.mark.rule("7.4a")
def test_4_0_vb_an_order_is_assigned_and_carried_out_at_once() -> None:
    s = given(
        place={"ge-6": "1915", "ge-9": "1808"},
        axis_towns=("Smolensk",),
        cup=["axis assault", "counterattack A", "zhukov", "soviet hold"],
        agenda=(ActionPhase(),),
    )
    roll(s, "axis assault")
    do(s, Assign(2))
    assert isinstance(pending(s), ChooseMover)
    assert [s.world.units[a.unit].id for a in choices(s, Pick)] == ["ge-6"]
    do(s, EndMovement())
    roll(s, "counterattack A")
    assert isinstance(pending(s), CounterattackDie)
    roll(s, 1)
    roll(s, "zhukov")
    frame = pending(s)
    assert isinstance(frame, AssignOrder) and frame.order == 5


@pytest.mark.rule("4.0-VI")
@pytest.mark.seam("3", "10.2")
def test_4_0_vi_attrition_then_hitler_then_victory() -> None:
    pocket = {
        "su-5": "1413",
        "ge-6": "1412",
        "ge-17": "1512",
        "ge-11": "1414",
        "ge-III": "1513",
        "ge-XIV": "1313",
    }
    s = given(
        turn=6,
        place=pocket,
        axis_towns=("Leningrad", "Moscow", "Zhitomir", "Uman"),
        agenda=(EndPhase(),),
    )
    from hexfront.games.turns_east.losses import Fate

    assert isinstance(pending(s), Fate)  # attrition comes first
    roll(s, 1)
    assert spot(s, "su-5") == str(POOL)
    assert isinstance(pending(s), HitlerRoll)
    s.axis_towns |= 1 << hexof(s, "1413")
    roll(s, 6)
    assert s.result is not None and s.result.rule == "3.3a"  # judged after the Hitler roll
    assert s.hitler == 0 or s.hitler == 6


@pytest.mark.rule("4.0-VI")
def test_4_0_vi_the_next_turn_follows() -> None:
    s = given(turn=5, agenda=(EndPhase(),), axis_next=[4, 0, 0, 0], soviet_next=[4, 0, 0, 0])
    assert s.turn == 6 and s.result is None
    assert no(s, Buy(4, 0, 0, 0)) if deciders(s) else True


@pytest.mark.rule("4.0-Vb")
def test_4_0_vb_movement_then_combat() -> None:
    s = given(place={"ge-6": "2016", "su-5": "2116"}, orders={"axis-2": "assault"}, axis_towns=SOUTHERN)
    s.agenda = (Activation(AXIS, 2),)
    settle(s)
    assert isinstance(pending(s), ChooseMover)
    do(s, EndMovement())
    assert isinstance(pending(s), ChooseTarget)


@pytest.mark.rule("4.0-II")
@pytest.mark.rule("13.6.3")
def test_4_0_ii_partisans_rise_in_the_soviet_phase() -> None:
    s = given(
        turn=8,
        place={"su-partisan": "1802"},
        axis_next=[4, 0, 0, 0],
        soviet_next=[4, 0, 0, 0],
        agenda=(GameTurn(),),
    )
    while isinstance(pending(s), Replacements):
        do(s, Done())
    assert isinstance(pending(s), PartisanFront)
    for turn, there in ((6, False), (7, True)):
        s = given(turn=turn, agenda=(GameTurn(),), axis_next=[4, 0, 0, 0], soviet_next=[4, 0, 0, 0])
        while isinstance(pending(s), Replacements):
            do(s, Done())
        assert isinstance(pending(s), PartisanFront) == there


@pytest.mark.rule("4.0-Va")
@pytest.mark.rule("7.8.1")
def test_4_0_va_either_side_keeps_the_phase_going() -> None:
    axis = {f"axis-{c}": "hold" for c in range(4)}
    soviet = {f"soviet-{c}": "hold" for c in range(4)}
    for orders in (axis, soviet):
        s = given(orders=orders, cup=["axis hold", "soviet hold"], agenda=(ActionPhase(),))
        assert isinstance(pending(s), Draw)
    s = given(orders={**axis, **soviet}, cup=["counterattack A"], agenda=(ActionPhase(),))
    assert not s.agenda
    s = given(orders=axis, cup=[], agenda=(ActionPhase(),))
    assert not s.agenda


@pytest.mark.rule("3.1g")
@pytest.mark.rule("4.0-IV")
@pytest.mark.rule("3.1f")
def test_4_0_iv_the_action_phase_follows_the_first_order() -> None:
    s = given(turn=1, agenda=(InitiativePhase(),))
    do(s, Assign(0))
    assert isinstance(pending(s), Draw)
    s = given(turn=2, axis_now=[4, 0, 0, 0], soviet_now=[4, 0, 0, 0], agenda=(InitiativePhase(),))
    do(s, First("axis hold"))
    do(s, Assign(0))
    assert isinstance(pending(s), Draw)


@pytest.mark.rule("4.0a")
@pytest.mark.rule("4.0b")
def test_4_0b_a_turn_begins_with_its_own_month_and_weather() -> None:
    s = given(turn=5)
    s.agenda = (GameTurn(),)
    settle(s)
    (event,) = [e for e in s.out if isinstance(e, TurnBegan)]
    assert (event.turn, event.text) == (5, "Oct 1941: Mud")
