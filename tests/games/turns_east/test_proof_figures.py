"""The numbers of the rules, each where one more or one less would show."""

from __future__ import annotations

from typing import Any, cast

import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.actions import Assign, Commit, First, Return, Support
from hexfront.games.turns_east.activation import Activation
from hexfront.games.turns_east.attrition import wasting
from hexfront.games.turns_east.combat import AttackRoll, Fight, carry_out
from hexfront.games.turns_east.commands import open_commands, order_of
from hexfront.games.turns_east.data import ASSAULT, AXIS, HOLD, SOVIET, WITHDRAW, EastWorld
from hexfront.games.turns_east.movement import Moving
from hexfront.games.turns_east.orders import ChooseFirst, command_modifier, command_points, empty_boxes
from hexfront.games.turns_east.reinforcement import (
    AssignReplacement,
    AxisReplacements,
    ReplacementRound,
    SovietReplacements,
)
from hexfront.games.turns_east.retreat import ChooseAdvance, RetreatStack
from hexfront.games.turns_east.state import POOL, QUEUE, EastState, factor, pool_armies, restore
from hexfront.games.turns_east.supply import SupplyNet, is_cut_off
from hexfront.kernel import OBSERVER, deciders, pending, settle

from .helpers import (
    WORLD,
    advance,
    back,
    do,
    field,
    given,
    hexof,
    join,
    lose,
    no,
    overrun,
    pick,
    retreats,
    roll,
    spot,
    step,
    steps,
    take,
    target,
    unit,
)

SOUTH: dict[str, Any] = {"axis_towns": ("Kharkov", "Poltava"), "soviet_towns": ("2214",)}


def after(place: dict[str, str], at: str, attackers: tuple[str, ...], side: int, result: str) -> EastState:
    """An attack has had a result; its losses, retreats and advances come next."""
    name = "axis" if side == AXIS else "soviet"
    s = field(place, name, "assault", stage="attack")
    units = tuple(unit(s, each) for each in attackers)
    s.agenda = carry_out(s, Fight(side, hexof(s, at), units, False, False, False), result, 0)
    settle(s)
    return s


@pytest.mark.rule("12.1.3")
@pytest.mark.rule("12.1.4")
def test_12_1_3_a_new_activation_has_no_fought_units_and_no_attacked_hexes() -> None:
    s = given(place={"ge-6": "2016"}, orders={"axis-2": "assault"}, axis_towns=("Kharkov",))
    s.fought, s.struck = s.world.masks[AXIS], s.world.land
    s.agenda = (Activation(AXIS, 2),)
    settle(s)
    assert s.fought == s.world.panzers and s.struck == 0  # Panzer Corps: one a turn (12.4.3)


@pytest.mark.rule("13.9")
def test_13_9_an_attack_stays_the_attackers_when_the_t34_marker_defends() -> None:
    s = field({"ge-6": "2115", "su-5": "2216"}, stage="attack", turn=6, t34=1, air=[0] * 5)
    do(s, target(s, "2216"))
    do(s, join(s, "ge-6"))
    do(s, Commit())
    assert deciders(s) == ("soviet",)
    do(s, Support())
    frame = pending(s)
    assert isinstance(frame, AttackRoll)
    assert (frame.fight.side, frame.fight.support, frame.fight.defended) == (AXIS, False, True)


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


@pytest.mark.rule("2.2.3b")
def test_2_2_3b_each_command_acts_under_the_order_in_its_own_box() -> None:
    s = given(place={"ge-6": "2016", "su-5": "2216"})
    s.box = [HOLD, WITHDRAW, ASSAULT, HOLD, WITHDRAW, ASSAULT, HOLD, WITHDRAW]
    assert [order_of(s, unit(s, "ge-6"), c) for c in range(4)] == s.box[:4]
    assert [order_of(s, unit(s, "su-5"), c) for c in range(4)] == s.box[4:]


@pytest.mark.rule("7.6b")
def test_7_6b_moves_end_in_activated_commands_of_the_same_side_and_nowhere_else() -> None:
    assert open_commands(given(), AXIS) == open_commands(given(), SOVIET) == 0
    for c in range(4):
        for side, name in ((AXIS, "axis"), (SOVIET, "soviet")):
            s = given(orders={f"{name}-{c}": "assault"})
            assert open_commands(s, side) == WORLD.areas[c] and open_commands(s, 1 - side) == 0


@pytest.mark.rule("12.3.6")
@pytest.mark.rule("7.6b")
def test_12_3_6_soviet_attackers_advance_one_after_the_other() -> None:
    place = {"ge-III": "2115", "su-5": "2216", "su-6": "2216"}
    s = after(place, "2115", ("su-5", "su-6"), SOVIET, "DE")
    for name in ("su-5", "su-6"):
        assert isinstance(pending(s), ChooseAdvance)
        assert no(s, advance(s, name, "2115")) == ""
        do(s, advance(s, name, "2115"))
        assert spot(s, name) == "2115"
    # a defender that survives an exchange bars the way
    s = after({**place, "ge-6": "2115"}, "2115", ("su-5",), SOVIET, "EX")
    do(s, lose(s, "ge-6"))
    assert not isinstance(pending(s), ChooseAdvance)


@pytest.mark.rule("12.3.6")
@pytest.mark.rule("12.3.7")
def test_12_3_6_an_advance_counts_for_the_unit_that_makes_it_alone() -> None:
    place = {"ge-18": "2115", "ge-III": "2115", "su-5": "2216"}
    s = after(place, "2216", ("ge-18", "ge-III"), AXIS, "DR")
    do(s, back(s, "2316"))
    do(s, back(s, "2416"))
    panzer = 1 << unit(s, "ge-III")
    for there, first, second in (("2216", 0, 0), ("2316", panzer, 0)):
        frame = pending(s)
        assert isinstance(frame, ChooseAdvance) and (frame.first, frame.second) == (first, second)
        do(s, advance(s, "ge-III", there))
    frame = pending(s)
    assert isinstance(frame, ChooseAdvance) and (frame.first, frame.second) == (panzer, panzer)
    assert no(s, advance(s, "ge-18", "2216")) == ""


@pytest.mark.rule("12.3.3")
def test_12_3_3_the_first_hex_is_one_from_which_two_hexes_away_can_be_reached() -> None:
    shut = {"su-5": "2115", "su-6": "2116", "su-26": "2215", "su-12": "2217"}
    beyond = {"su-37": "2317", "su-38": "2417", "su-40": "2416"}
    s = given(place={"ge-6": "2216", **shut, **beyond}, axis_towns=("Kharkov",), soviet_towns=("2214",))
    s.agenda = (RetreatStack((unit(s, "ge-6"),), (hexof(s, "2216"),), 0),)
    settle(s)
    assert retreats(s) == {"2315"}  # from 2316 it could only end beside its old hex
    assert no(s, back(s, "2316")) == "12.3.3"


@pytest.mark.rule("12.3.1")
@pytest.mark.rule("13.7.1")
def test_13_7_1_with_every_way_by_land_shut_only_the_ports_are_left() -> None:
    s = given(place={"su-ic": "1321", "ge-11": "1320", "ge-17": "1421", "ge-6": "1422"})
    s.agenda = (RetreatStack((unit(s, "su-ic"),), (hexof(s, "1321"),), 0),)
    settle(s)
    assert no(s, back(s, "1823")) == "" and no(s, back(s, "1421")) == "12.3.4b"
    assert no(s, back(s, "2216")) == "11.1.2"


@pytest.mark.rule("11.2.2")
@pytest.mark.rule("11.1.3")
def test_11_2_2_a_unit_begins_its_move_with_nothing_spent_and_pays_for_every_hex() -> None:
    s = field({"ge-6": "2016"}, order="assault")
    do(s, pick(s, "ge-6"))
    spent = []
    for label in ("2116", "2216", "2316"):
        frame = pending(s)
        assert isinstance(frame, Moving)
        spent.append(frame.spent)
        do(s, step(s, label))
    assert spent == [(0,), (1,), (2,)]


@pytest.mark.rule("13.4.2")
def test_13_4_2_a_leader_taken_along_has_spent_no_more_than_his_panzers() -> None:
    s = field({"ge-III": "2016", "kleist": "2016"}, order="assault")
    do(s, pick(s, "ge-III"))
    do(s, step(s, "2116"))
    frame = pending(s)
    assert isinstance(frame, Moving)
    assert frame.units == (unit(s, "ge-III"), unit(s, "kleist")) and frame.spent == (1, 1)


@pytest.mark.rule("12.4.7")
def test_12_4_7_after_an_assault_there_is_no_free_first_hex() -> None:
    for points, refused in ((2, "11.1.3"), (3, "")):
        s = field({"ge-III": "2115", "su-8m": "2216"}, order="blitz", air=[0] * 5, **SOUTH)
        s.allowance[unit(s, "ge-III")] = points
        do(s, pick(s, "ge-III"))
        do(s, overrun(s, "2216"))
        roll(s, 6)
        assert spot(s, "ge-III") == "2216" and no(s, step(s, "2217")) == refused


@pytest.mark.rule("7.1.1")
def test_7_1_1_the_weather_of_the_next_turn_counts() -> None:
    table = WORLD.tables["command"]
    for turn in range(1, len(WORLD.turns)):
        following = WORLD.turns[turn].weather
        s = given(turn=turn)
        assert command_modifier(s, SOVIET) == table["soviet_weather"][following]
        assert command_modifier(s, AXIS) == table["axis_weather"][following]


@pytest.mark.rule("7.1.2")
def test_7_1_2_the_table_begins_at_its_lowest_roll() -> None:
    pack = {"tables": {"command": {"lowest": 2}}}
    w = cast(EastWorld, GAME.world(GAME.setup("barbarossa", pack=pack)))
    row = w.tables["command"]["axis"]
    assert [command_points(w, AXIS, roll) for roll in (1, 2, 3)] == [row[0], row[0], row[1]]


@pytest.mark.rule("7.8.2")
def test_7_8_2_each_side_has_four_boxes_of_its_own() -> None:
    s = given(orders={"axis-1": "hold", "soviet-2": "assault"})
    assert empty_boxes(s, AXIS) == [0, 2, 3] and empty_boxes(s, SOVIET) == [0, 1, 3]


@pytest.mark.rule("5.1.3")
@pytest.mark.rule("5.1.4")
def test_5_1_3_replacements_begin_with_no_garrison_touched() -> None:
    assert AxisReplacements().run(given(turn=2)) == (ReplacementRound(1, 1, 0),)


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


POCKET = {"ge-III": "2114", "ge-XIV": "1914", "ge-XL": "1917", "ge-XLI": "2217", "ge-LVI": "2118"}


@pytest.mark.rule("10.2.1a")
@pytest.mark.seam("10.1", "10.2")
def test_10_2_1a_an_enemy_one_hex_out_of_supply_wears_nobody_down() -> None:
    # the only German who exerts a zone around the pocket that is not in supply is the only one next to it
    s = given(place={"su-5": "2018", "ge-6": "2116", **POCKET}, axis_towns=("1715",))
    assert wasting(s) == []


@pytest.mark.rule("10.2.2")
def test_10_2_2_units_that_others_hold_cut_off_do_not_wear_each_other_down() -> None:
    # Kerch is shut in by the 11th Army, which a supplied Soviet army shuts into the Crimea in its turn
    ports = ("1118", "1321", "1521", "1823", "1924")
    s = given(place={"su-51": "1622", "ge-11": "1521", "su-9": "1420"}, axis_towns=ports)
    assert is_cut_off(s, SupplyNet(s, SOVIET), unit(s, "su-51")) and is_cut_off(
        s, SupplyNet(s, AXIS), unit(s, "ge-11")
    )
    assert SupplyNet(s, SOVIET).shortage(unit(s, "su-9")) == 0
    assert wasting(s) == []


@pytest.mark.rule("2.1c")
def test_2_1c_the_victory_track_runs_from_nothing_to_all_points() -> None:
    (track,) = (t for t in GAME.view(given(), OBSERVER).tracks if t.id == "vp")
    assert (track.value, track.low, track.high) == (0, 0, sum(WORLD.points.values()))


@pytest.mark.rule("7.4a")
@pytest.mark.rule("7.4.2")
def test_7_4a_zhukov_chosen_as_the_first_order_is_not_put_back() -> None:
    s = given(turn=8, cup=["zhukov", "soviet hold", "axis hold"], agenda=(ChooseFirst(),))
    do(s, First("zhukov"))
    assert no(s, Return()) == "7.4.2" and no(s, Assign(2)) == ""


@pytest.mark.rule("11.1.6")
def test_11_1_6_a_stack_forms_in_the_zone_of_a_german_army() -> None:
    s = field({"su-5": "2216", "su-6": "2216", "ge-6": "2115"}, "soviet", "assault")
    do(s, pick(s, "su-5"))
    assert no(s, take(s, "su-6")) == ""
    do(s, take(s, "su-6"))
    do(s, step(s, "2316"))
    assert spot(s, "su-5") == spot(s, "su-6") == "2316"


@pytest.mark.rule("12.3.3")
def test_12_3_3_a_near_end_does_not_open_hexes_that_are_shut() -> None:
    armies = ("su-5", "su-6", "su-26", "su-12", "su-37", "su-38", "su-40", "su-16", "su-19")
    shut = ("2215", "2217", "2115", "2116", "2314", "2415", "2416", "2417", "2317")
    s = given(place={"ge-6": "2216", **dict(zip(armies, shut, strict=True))}, axis_towns=("Kharkov",))
    s.agenda = (RetreatStack((unit(s, "ge-6"),), (hexof(s, "2216"),), 0),)
    settle(s)
    do(s, back(s, "2315"))
    assert no(s, back(s, "2316")) == ""  # beside its old hex, for want of anything better
    assert no(s, back(s, "2415")) == no(s, back(s, "2314")) == "12.3.4b"
    assert no(s, back(s, "2216")) == "12.3.3"
