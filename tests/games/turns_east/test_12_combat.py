"""Chapter 12.1 and 12.2: attacks, odds, losses."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.actions import Commit, EndCombat, Join, Lose
from hexfront.games.turns_east.activation import Activation
from hexfront.games.turns_east.combat import Assembly, AttackRoll, ChooseTarget, Fight, carry_out
from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.events import CombatResolved
from hexfront.games.turns_east.losses import ChooseLoss, lose_unit, loss_violation
from hexfront.games.turns_east.retreat import ChooseAdvance, ChooseRetreat
from hexfront.games.turns_east.state import EastState
from hexfront.games.turns_east.strength import defenders, odds
from hexfront.kernel import Die, deciders, outcomes, pending, settle

from .helpers import (
    SOUTH,
    SOUTHERN,
    WORLD,
    advance,
    back,
    choices,
    do,
    field,
    given,
    hexof,
    join,
    lose,
    no,
    on_map,
    pickable,
    roll,
    spot,
    steps,
    target,
    targets,
    unit,
)


def attack(
    place: dict[str, str], at: str, names: tuple[str, ...], *dice: int, side: str = "axis", **more: Any
) -> EastState:
    """An attack carried out with the named dice."""
    s = field(place, side, "assault", stage="attack", **{**SOUTH, **more})
    do(s, target(s, at))
    for name in names:
        do(s, join(s, name))
    do(s, Commit())
    while dice and deciders(s):
        do(s, Commit())
    roll(s, *dice)
    return s


def column(attack: int, defence: int) -> str:
    found = WORLD.combat_table.column(attack, defence)
    return WORLD.combat_table.columns[found] if found >= 0 else "below"


# --- 12.1


@pytest.mark.rule("12.1.1")
@pytest.mark.rule("12.1.2")
def test_12_1_1_units_of_several_hexes_attack_one_adjacent_hex() -> None:
    s = field({"ge-6": "2115", "ge-17": "2316", "ge-III": "2018", "su-5": "2216"}, stage="attack", **SOUTH)
    assert targets(s) == {"2216"}
    assert no(s, target(s, "2015")) == "12.1.1"  # nobody there
    far = field({"ge-6": "2115", "su-5": "2216", "su-6": "2518"}, stage="attack", **SOUTH)
    assert no(far, target(far, "2518")) == "12.1.1"  # nobody of ours next to it
    do(s, target(s, "2216"))
    assert no(s, join(s, "ge-III")) == "12.1.1"  # not adjacent
    do(s, join(s, "ge-6"))
    do(s, join(s, "ge-17"))
    assert pending(s) == Assembly(AXIS, 2, hexof(s, "2216"), (unit(s, "ge-6"), unit(s, "ge-17")))


@pytest.mark.rule("12.1.2")
def test_12_1_2_attackers_must_be_active_and_eligible() -> None:
    s = field({"ge-6": "2014", "ge-9": "2013", "su-5": "2114"}, stage="attack", **SOUTH)
    do(s, target(s, "2114"))
    assert no(s, join(s, "ge-9")) == "12.1.2"  # of Army Group Center
    assert no(s, join(s, "su-5")) == "12.1.2"
    assert no(s, join(s, "ge-6")) == ""


@pytest.mark.rule("12.1.3")
@pytest.mark.rule("12.1.4")
def test_12_1_3_each_unit_attacks_once_and_each_hex_is_attacked_once() -> None:
    s = attack({"ge-6": "2115", "ge-III": "2115", "su-5": "2216", "su-6": "2215"}, "2216", ("ge-6",), 1)
    assert isinstance(pending(s), ChooseTarget)
    assert targets(s) == {"2215"}
    assert no(s, target(s, "2216")) == "12.1.4"
    do(s, target(s, "2215"))
    assert no(s, join(s, "ge-6")) == "12.1.3"
    assert no(s, join(s, "ge-III")) == ""


@pytest.mark.rule("12.1.5")
@pytest.mark.seam("8", "12")
def test_12_1_5_all_units_of_a_hex_defend_together() -> None:
    s = field({"ge-6": "2115", "su-5": "2216", "su-26": "2216", "su-8m": "2216"}, stage="attack", **SOUTH)
    assert len(defenders(s, hexof(s, "2216"))) == 3
    assert odds(s, AXIS, (unit(s, "ge-6"),), hexof(s, "2216"), False, False, False).defence == 4 + 3 + 2


@pytest.mark.rule("12.1.6")
@pytest.mark.rule("12.1.8")
def test_12_1_6_units_of_one_hex_may_go_separate_ways() -> None:
    place = {"ge-6": "2115", "ge-III": "2115", "ge-XIV": "2115", "su-5": "2216", "su-6": "2215"}
    s = attack(place, "2216", ("ge-6",), 1)
    do(s, target(s, "2215"))
    do(s, join(s, "ge-III"))
    do(s, Commit())
    assert s.fought & 1 << unit(s, "ge-III")
    assert not s.fought & 1 << unit(s, "ge-XIV")  # this one does not attack at all


@pytest.mark.rule("12.1.7")
def test_12_1_7_a_factor_counts_once() -> None:
    s = field({"ge-6": "2115", "su-5": "2216"}, stage="attack", **SOUTH)
    do(s, target(s, "2216"))
    do(s, join(s, "ge-6"))
    assert no(s, join(s, "ge-6")) == "12.1.7"


@pytest.mark.rule("12.1.8")
@pytest.mark.rule("12.1.9")
@pytest.mark.rule("12.2.5")
def test_12_1_8_attack_after_attack_in_any_order() -> None:
    place = {
        "ge-6": "2115",
        "ge-17": "2017",
        "ge-III": "1816",
        "su-5": "2216",
        "su-6": "2018",
        "su-8m": "1817",
    }
    names = {"2216": "ge-6", "2018": "ge-17", "1817": "ge-III"}
    for order in (("2216", "2018", "1817"), ("1817", "2018", "2216")):
        s = field(place, stage="attack", **SOUTH)
        for at in order:
            assert isinstance(pending(s), ChooseTarget)  # one is finished before the next begins
            do(s, target(s, at))
            do(s, join(s, names[at]))
            do(s, Commit())
            roll(s, 1)
        assert not s.agenda
        assert [steps(s, name) for name in names.values()] == [3, 3, 1]
    s = field(place, stage="attack", **SOUTH)
    do(s, EndCombat())
    assert not s.agenda


# --- 12.2


@pytest.mark.rule("12.2.1a")
def test_12_2_1a_fractions_are_dropped() -> None:
    """Worked example: 12 against 7 is 1:1."""
    assert column(12, 7) == "1:1"
    assert [column(a, 4) for a in (2, 3, 4, 7, 8, 11, 12, 16, 20, 24)] == [
        "1:2", "1:2", "1:1", "1:1", "2:1", "2:1", "3:1", "4:1", "5:1", "6:1",
    ]  # fmt: skip


@pytest.mark.rule("12.2.1a")
@pytest.mark.seam("10.1", "12")
def test_12_2_1a_strengths_are_taken_with_supply() -> None:
    s = field({"ge-III": "2516", "su-5": "2617"}, stage="attack", **SOUTH)
    o = odds(s, AXIS, (unit(s, "ge-III"),), hexof(s, "2617"), False, False, False)
    assert (o.attack, o.defence) == (5, 4)
    helped = odds(s, AXIS, (unit(s, "ge-III"),), hexof(s, "2617"), False, True, True)
    added = [(line.label, line.value) for line in helped.strengths]
    assert added == [("Luftwaffe", f"+{helped.attack - 5}"), ("T-34", f"+{helped.defence - 4}")]


@pytest.mark.rule("12.2.1b")
def test_12_2_1b_below_1_to_2_is_an_a1_without_a_roll() -> None:
    """Worked example: 3 against 7."""
    assert column(3, 7) == "below"
    s = field(
        {"ge-III": "2115", "su-5": "2216", "su-26": "2216", "su-6": "2216"},
        stage="attack",
        steps={"ge-III": 1},
        **SOUTH,
    )
    do(s, target(s, "2216"))
    do(s, join(s, "ge-III"))
    events = do(s, Commit())
    assert not isinstance(pending(s), AttackRoll)
    assert any(isinstance(e, CombatResolved) and e.result == "A1" and e.die == 0 for e in events)
    assert not on_map(s, "ge-III") and on_map(s, "su-5")


@pytest.mark.rule("12.2.1b")
def test_12_2_1b_also_when_only_terrain_brings_it_there() -> None:
    # 4 against 4 is 1:1; a city and a river-free approach: one to the left is 1:2; a fort: two, below it
    s = field(
        {"su-5": "1915", "ge-III": "2015"}, stage="attack", steps={"ge-III": 1}, axis_towns=("Poltava",)
    )
    o = odds(s, AXIS, (unit(s, "ge-III"),), hexof(s, "1915"), False, False, False)
    assert (o.attack, o.defence, o.column) == (3, 4, -1)  # 1:2 less one


@pytest.mark.rule("12.2.1c")
def test_12_2_1c_above_6_to_1_is_6_to_1_before_shifts() -> None:
    assert column(60, 1) == "6:1"
    s = field(
        {"ge-6": "1914", "ge-III": "1914", "ge-17": "2015", "su-15m": "1915"},
        stage="attack",
        axis_towns=("Poltava", "Belgorod"),
    )
    units = tuple(unit(s, n) for n in ("ge-6", "ge-III", "ge-17"))
    o = odds(s, AXIS, units, hexof(s, "1915"), False, False, False)
    assert o.attack > 12 * o.defence
    assert WORLD.combat_table.columns[o.column] == "5:1"  # 6:1 less one for the city


@pytest.mark.rule("12.2.1d")
def test_12_2_1d_terrain_shifts_to_the_left() -> None:
    def shifts(at: str, near: str, axis: tuple[str, ...] = ()) -> int:
        s = given(place={"ge-6": near, "su-8m": at})
        o = odds(s, AXIS, (unit(s, "ge-6"),), hexof(s, at), False, False, False)
        return WORLD.combat_table.column(o.attack, o.defence) - o.column

    assert shifts("2216", "2115") == 0  # clear
    assert shifts("2019", "2018") == 1  # rough
    assert shifts("1915", "1916") == 1  # city
    assert shifts("0908", "0907") == 2  # fort
    assert shifts("2315", "2215") == 1  # across a river
    s = given(place={"ge-6": "2215", "ge-17": "2415", "su-8m": "2315"})
    o = odds(s, AXIS, (unit(s, "ge-6"), unit(s, "ge-17")), hexof(s, "2315"), False, False, False)
    assert WORLD.combat_table.column(o.attack, o.defence) == o.column  # not all are across


@pytest.mark.rule("12.2.1b")
@pytest.mark.rule("12.2.2")
def test_12_2_2_the_attacker_rolls_one_die() -> None:
    place = {"ge-6": "2115", "su-5": "2216"}
    s = field(place, stage="attack", **SOUTH)
    do(s, target(s, "2216"))
    do(s, join(s, "ge-6"))
    do(s, Commit())
    assert isinstance(pending(s), AttackRoll) and outcomes(s) == Die(6)
    results = []
    for die in range(1, 7):
        s = field(place, stage="attack", **SOUTH)
        do(s, target(s, "2216"))
        do(s, join(s, "ge-6"))
        do(s, Commit())
        events = roll(s, die)
        results.append(next(e.result for e in events if isinstance(e, CombatResolved)))
    k = WORLD.combat_table.columns.index("2:1")
    assert results == [WORLD.combat_table.rows[die][k] for die in range(1, 7)]


def test_12_2_2_the_table_never_punishes_better_odds_or_a_better_roll() -> None:
    worth = {"A1": 0, "EX": 1, "DR": 2, "DE": 3}
    rows = [[worth[cell] for cell in row] for row in WORLD.combat_table.rows.values()]
    assert all(a <= b for row in rows for a, b in zip(row, row[1:], strict=False))
    assert all(
        a <= b
        for upper, lower in zip(rows, rows[1:], strict=False)
        for a, b in zip(upper, lower, strict=True)
    )
    assert {cell for row in WORLD.combat_table.rows.values() for cell in row} == {"A1", "EX", "DR", "DE"}


@pytest.mark.rule("12.2.3a")
def test_12_2_3a_the_owner_chooses_the_loss() -> None:
    s = attack(
        {"ge-6": "2115", "ge-III": "2115", "su-5": "2216", "su-6": "2216"}, "2216", ("ge-6", "ge-III"), 1
    )
    frame = pending(s)
    assert isinstance(frame, ChooseLoss) and deciders(s) == ("axis",)
    assert no(s, Lose(unit(s, "su-5"))) == "12.2.3a"
    do(s, lose(s, "ge-III"))
    assert (steps(s, "ge-6"), steps(s, "ge-III")) == (4, 1)


@pytest.mark.rule("12.2.3a")
def test_12_2_3a_no_unit_of_several_steps_dies_while_a_two_step_unit_is_untouched() -> None:
    place = {"ge-XIV": "2115", "ge-III": "2115", "su-5": "2216", "su-6": "2216", "su-26": "2216"}
    s = field(place, stage="attack", steps={"ge-III": 1}, **SOUTH)
    do(s, target(s, "2216"))
    for name in ("ge-XIV", "ge-III"):
        do(s, join(s, name))
    do(s, Commit())
    roll(s, 1)
    assert (steps(s, "ge-XIV"), steps(s, "ge-III")) == (1, 1)  # there was no choice
    # an army down to its last step is protected by an untouched corps as well
    weak = field({**place, "ge-6": "2115"}, stage="attack", steps={"ge-III": 1, "ge-6": 1}, **SOUTH)
    do(weak, target(weak, "2216"))
    for name in ("ge-6", "ge-XIV"):
        do(weak, join(weak, name))
    do(weak, Commit())
    roll(weak, 1)
    assert (steps(weak, "ge-6"), steps(weak, "ge-XIV")) == (1, 1)


@pytest.mark.rule("12.2.3a")
def test_12_2_3a_a_full_army_protects_nobody() -> None:
    place = {"ge-6": "2115", "ge-III": "2115", "su-5": "2216", "su-6": "2216", "su-26": "2216"}
    for full in (4, 3, 2):
        s = field(place, stage="attack", steps={"ge-III": 1, "ge-6": full}, **SOUTH)
        do(s, target(s, "2216"))
        for name in ("ge-6", "ge-III"):
            do(s, join(s, name))
        do(s, Commit())
        roll(s, 1)
        assert no(s, lose(s, "ge-III")) == "" == no(s, lose(s, "ge-6"))
        do(s, lose(s, "ge-III"))
        assert not on_map(s, "ge-III") and steps(s, "ge-6") == full


@pytest.mark.rule("12.2.4")
@pytest.mark.seam("12", "12.3")
def test_12_2_4_losses_then_retreats_then_advances() -> None:
    s = attack({"ge-6": "2115", "ge-III": "2115", "su-5": "2216"}, "2216", ("ge-6", "ge-III"), 4)  # 3:1, DR
    assert isinstance(pending(s), ChooseRetreat) and deciders(s) == ("soviet",)
    while isinstance(pending(s), ChooseRetreat):
        frame = pending(s)
        do(s, frame.legal(s, "soviet")[0])  # type: ignore[union-attr]
    assert isinstance(pending(s), ChooseAdvance) and deciders(s) == ("axis",)
    do(s, advance(s, "ge-6", "2216"))
    assert spot(s, "ge-6") == "2216"


def result_of(name: str) -> int:
    """A die that gives this result at 3:1."""
    k = WORLD.combat_table.columns.index("3:1")
    return next(die for die in range(1, 7) if WORLD.combat_table.rows[die][k] == name)


@pytest.mark.rule("12.2.2")
@pytest.mark.rule("13.3.6")
def test_12_2_2_what_the_results_do() -> None:
    place = {"ge-6": "2115", "ge-III": "2115", "su-5": "2216"}
    s = attack(place, "2216", ("ge-6", "ge-III"), result_of("A1"))
    do(s, lose(s, "ge-6"))
    assert steps(s, "ge-6") == 3 and spot(s, "su-5") == "2216"
    s = attack(place, "2216", ("ge-6", "ge-III"), result_of("EX"))
    do(s, lose(s, "ge-6"))
    assert steps(s, "ge-6") == 3 and not on_map(s, "su-5")
    s = attack(place, "2216", ("ge-6", "ge-III"), result_of("DE"))
    assert steps(s, "ge-6") == 4 and not on_map(s, "su-5")
    s = attack(place, "2216", ("ge-6", "ge-III"), result_of("DR"))
    do(s, back(s, "2315"))
    assert on_map(s, "su-5")


def test_the_forecast_shows_the_working_and_the_chances() -> None:
    s = field({"ge-6": "2115", "ge-III": "2115", "su-5": "2216"}, stage="attack", **SOUTH)
    do(s, target(s, "2216"))
    assert GAME.forecast(s, "axis") is None
    do(s, Join(unit(s, "ge-6")))
    shown = GAME.forecast(s, "axis")
    assert shown is not None and shown.columns[shown.column] == "2:1"
    assert sum(p for _, p in shown.chances) == pytest.approx(1)
    assert {line.rule for line in shown.working} >= {"2.2.1g", "12.2.1a"}
    assert SOVIET == 1


@pytest.mark.rule("12.2.2")
@pytest.mark.rule("12.2.4")
@pytest.mark.rule("12.2.3a")
def test_after_an_exchange_the_vacated_hex_can_be_entered() -> None:
    s = given(
        place={"ge-6": "2115", "ge-III": "2115", "su-5": "2216"},
        orders={"axis-2": "assault"},
        axis_towns=SOUTHERN,
    )
    units = (unit(s, "ge-6"), unit(s, "ge-III"))
    s.agenda = carry_out(s, Fight(AXIS, hexof(s, "2216"), units, False, False, False), "EX", 0)
    settle(s)
    assert isinstance(pending(s), ChooseLoss) and deciders(s) == ("axis",)
    do(s, lose(s, "ge-6"))
    assert steps(s, "ge-6") == 3 and not on_map(s, "su-5")
    assert isinstance(pending(s), ChooseAdvance)


@pytest.mark.rule("12.1.2")
@pytest.mark.rule("12.1.10")
def test_12_1_10_what_only_defends_is_refused_by_its_own_case() -> None:
    s = field({"ge-6": "2115", "gar-6": "2115", "su-5": "2216", "su-partisan": "2113"}, stage="attack")
    do(s, target(s, "2216"))
    assert no(s, join(s, "gar-6")) == "13.3.3a"
    assert no(s, join(s, "su-partisan")) == "12.1.2"  # the enemy's
    place = {"ge-6": "2115", "su-5": "2216", "su-partisan": "2116", "su-ic": "2216"}
    s = field(place, "soviet", stage="attack")
    do(s, target(s, "2115"))
    assert no(s, join(s, "su-partisan")) == "13.6.4"
    assert no(s, join(s, "su-ic")) == "12.1.10"
    assert no(s, join(s, "su-5")) == ""


def fought(
    s: EastState, at: str, attackers: tuple[str, ...], result: str, side: int = AXIS, **more: Any
) -> None:
    """The result of a combat takes its course; nothing else is going on."""
    units = tuple(unit(s, name) for name in attackers)
    fight = Fight(side, hexof(s, at), units, more.get("mobile", False), False, False)
    s.agenda = carry_out(s, fight, result, more.get("cut", 0))
    settle(s)


@pytest.mark.rule("12.2.3a")
@pytest.mark.rule("12.4.6")
def test_12_2_3a_a_leader_in_the_attack_takes_no_loss() -> None:
    s = field({"ge-III": "2115", "kleist": "2115", "su-5": "2216"})
    fought(s, "2216", ("ge-III", "kleist"), "A1", mobile=True)
    assert not isinstance(pending(s) if s.agenda else None, ChooseLoss)
    assert steps(s, "ge-III") == 1 and spot(s, "kleist") == "2115"


@pytest.mark.rule("12.2.3a")
def test_12_2_3a_the_protection_of_the_weak_is_for_units_of_several_steps() -> None:
    s = given(place={"ge-III": "2216", "ge-17": "2115", "gar-6": "2216"})
    army, weak, garrison = unit(s, "ge-III"), unit(s, "ge-17"), unit(s, "gar-6")
    assert loss_violation(s, (army, garrison), garrison) is None  # of one step: it may go first
    s.steps[weak] = 1
    assert (
        loss_violation(s, (weak, garrison), weak) is None
    )  # a garrison is no untouched unit of several steps
    barred = loss_violation(s, (weak, army), weak)
    assert barred is not None and barred.rule == "12.2.3a"
    lose_unit(s, army, "12.2.2", False)
    gone = loss_violation(s, (weak, army), army)
    assert gone is not None and gone.rule == "12.2.3a"


@pytest.mark.rule("12.1.3")
@pytest.mark.rule("12.1.4")
def test_12_1_3_a_new_activation_has_no_fought_units_and_no_attacked_hexes() -> None:
    s = given(place={"ge-6": "2016"}, orders={"axis-2": "assault"}, axis_towns=("Kharkov",))
    s.fought, s.struck = s.world.masks[AXIS], s.world.land
    s.agenda = (Activation(AXIS, 2),)
    settle(s)
    assert s.fought == s.world.panzers and s.struck == 0  # Panzer Corps: one a turn (12.4.3)


def after(place: dict[str, str], at: str, attackers: tuple[str, ...], side: int, result: str) -> EastState:
    """An attack has had a result; its losses, retreats and advances come next."""
    name = "axis" if side == AXIS else "soviet"
    s = field(place, name, "assault", stage="attack")
    units = tuple(unit(s, each) for each in attackers)
    s.agenda = carry_out(s, Fight(side, hexof(s, at), units, False, False, False), result, 0)
    settle(s)
    return s


@pytest.mark.rule("12.2.3a")
def test_12_2_3a_in_an_exchange_each_owner_chooses_his_own_loss() -> None:
    s = after({"ge-6": "2115", "su-5": "2216", "su-6": "2216"}, "2216", ("ge-6",), AXIS, "EX")
    assert steps(s, "ge-6") == 3 and deciders(s) == ("soviet",)
    assert no(s, lose(s, "su-6")) == ""
    s = after({"ge-6": "2115", "ge-III": "2115", "su-5": "2216"}, "2115", ("su-5",), SOVIET, "EX")
    assert deciders(s) == ("axis",) and no(s, lose(s, "ge-III")) == ""


@pytest.mark.rule("12.2.3a")
def test_12_2_3a_a_corps_of_two_steps_shields_another_like_any_larger_unit() -> None:
    s = field({"ge-III": "2115", "ge-XIV": "2115", "ge-6": "2115", "su-5": "2216"}, stage="attack")
    units = tuple(unit(s, name) for name in ("ge-III", "ge-XIV", "ge-6"))
    s.steps[units[0]], s.steps[units[2]] = 1, 2  # only the XIV Corps is untouched
    s.agenda = carry_out(s, Fight(AXIS, hexof(s, "2216"), units, False, False, False), "A1", 0)
    settle(s)
    assert no(s, lose(s, "ge-III")) == "12.2.3a"
    assert no(s, lose(s, "ge-XIV")) == no(s, lose(s, "ge-6")) == ""


def test_end_combat_ends_the_activation() -> None:
    s = field({"ge-6": "2115", "su-5": "2216"}, stage="attack")
    do(s, EndCombat())
    assert not s.agenda
    assert pickable.__name__ == "pickable" and choices.__name__ == "choices"


@pytest.mark.rule("12.2.1d")
@pytest.mark.rule("12.4.9b")
def test_12_2_1d_only_what_changes_the_column_or_the_die_is_told() -> None:
    s = field({"ge-III": "2115", "kleist": "2115", "su-5": "2216"}, stage="attack", **SOUTH)
    team = (unit(s, "ge-III"), unit(s, "kleist"))
    plain = odds(s, AXIS, team, hexof(s, "2216"), False, False, False)
    assert list(plain.shifts) == list(plain.modifiers) == []
    led = odds(s, AXIS, team, hexof(s, "2216"), True, False, False)
    assert [term.rule for term in led.modifiers] == ["12.4.9b"] and led.bonus == 1
