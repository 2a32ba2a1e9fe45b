"""Chapter 7: command points, orders, initiative, the cup, Zhukov, Hitler, boundaries."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.actions import (
    Assign,
    Buy,
    Commit,
    EndCombat,
    EndMovement,
    First,
    Ignore,
    Return,
    Stop,
)
from hexfront.games.turns_east.combat import ChooseTarget
from hexfront.games.turns_east.data import ASSAULT, AXIS, BLITZ, HOLD, SOVIET, WITHDRAW, ZHUKOV
from hexfront.games.turns_east.events import OrdersRevealed
from hexfront.games.turns_east.movement import ChooseMover, Moving
from hexfront.games.turns_east.orders import (
    ActionPhase,
    AssignOrder,
    ChooseFirst,
    CommandRoll,
    Draw,
    HitlerRoll,
    InitiativePhase,
    Purchase,
    Redraw,
    ZhukovRoll,
    command_points,
    hitler_modifier,
    price,
)
from hexfront.games.turns_east.retreat import ChooseAdvance
from hexfront.games.turns_east.sequence import EndPhase, GameTurn
from hexfront.games.turns_east.state import GONE, EastState
from hexfront.games.turns_east.strength import is_mobile_defense
from hexfront.kernel import CONTROL, OBSERVER, apply, deciders, legal, pending, resolve, settle
from hexfront.testing import refusal
from hexfront.wargame import Done

from .helpers import (
    WORLD,
    advance,
    choices,
    do,
    field,
    given,
    hexof,
    join,
    no,
    on_map,
    overrun,
    pick,
    pickable,
    reach,
    roll,
    shown,
    spot,
    step,
    target,
    targets,
    unit,
    walk,
)

FAIR, LIGHT_MUD, MUD, FROST, SNOW = 2, 4, 5, 6, 7


# --- 7.0 and 7.1


@pytest.mark.rule("7.0a")
@pytest.mark.rule("11.1.3")
def test_7_0a_the_order_gives_the_movement_factor() -> None:
    def factors(side: str, name: str, turn: int = FAIR) -> list[int]:
        out = []
        for order in ("hold", "withdraw", "assault", "blitz"):
            if side == "soviet" and order == "blitz":
                continue
            s = field({name: "2016"}, side, order, turn=turn, soviet_towns=("2015",), axis_towns=("1915",))
            out.append(s.allowance[unit(s, name)])
        return out

    assert factors("axis", "ge-6") == [4, 5, 4, 4]
    assert factors("axis", "ge-III") == [6, 7, 6, 8]
    assert factors("soviet", "su-5") == [4, 5, 4]
    assert factors("soviet", "su-8m") == [6, 7, 6]


@pytest.mark.rule("7.2.1a")
@pytest.mark.rule("7.2.2a")
@pytest.mark.rule("7.2.3a")
@pytest.mark.rule("7.2.4a")
@pytest.mark.rule("7.2")
def test_7_2_costs_and_factors_as_printed() -> None:
    rows = [
        (WORLD.orders[o].cost, WORLD.orders[o].infantry, WORLD.orders[o].mechanized) for o in (1, 2, 3, 4)
    ]
    assert rows == [(1, 4, 6), (2, 5, 7), (3, 4, 6), (4, 4, 8)]
    assert price(WORLD, (1, 1, 1, 1)) == 10


def buying(points: tuple[int, int] = (12, 8), turn: int = 1) -> EastState:
    return given(turn=turn, points=list(points), agenda=(Purchase(),))


@pytest.mark.rule("7.0b")
@pytest.mark.rule("7.1.4")
def test_7_1_4_exactly_four_orders() -> None:
    s = buying()
    assert refusal(s, "axis", Buy(3, 0, 0, 0)) == "7.1.4"
    assert refusal(s, "axis", Buy(5, 0, 0, 0)) == "7.1.4"
    assert refusal(s, "axis", Buy(4, 1, 0, 0)) == "7.1.4"
    assert refusal(s, "axis", Buy(-1, 5, 0, 0)) == "7.1.4"
    assert refusal(s, "axis", Buy(4, 0, 0, 0)) == ""
    assert all(a.hold + a.withdraw + a.assault + a.blitz == 4 for a in legal(s, "axis"))


@pytest.mark.rule("7.1")
@pytest.mark.rule("7.1.1")
@pytest.mark.rule("7.1.2")
def test_7_1_the_command_roll() -> None:
    """Worked example: a 4 on turn 1, Fair weather ahead: 5, which is 12 points."""
    s = given(turn=1, agenda=(CommandRoll(AXIS), CommandRoll(SOVIET)))
    roll(s, 4)
    assert s.points[AXIS] == 12
    roll(s, 4)
    assert s.points[SOVIET] == command_points(WORLD, SOVIET, 4) != 12
    s = given(turn=1, hitler=1, agenda=(CommandRoll(AXIS),))
    roll(s, 4)
    assert s.points[AXIS] == command_points(WORLD, AXIS, 4) < 12
    s = given(turn=SNOW - 1, agenda=(CommandRoll(AXIS),))
    roll(s, 4)
    assert s.points[AXIS] == command_points(WORLD, AXIS, 2)  # the weather of the next turn, not of this one


@pytest.mark.rule("7.1.2")
@pytest.mark.rule("7.1.4")
def test_7_1_four_blitzes_are_too_dear() -> None:
    """Worked example: 12 points buy two Blitz, an Assault and a Hold, but not four Blitz."""
    s = buying((12, 8))
    assert price(WORLD, (1, 0, 1, 2)) == 12
    assert refusal(s, "axis", Buy(1, 0, 1, 2)) == ""
    assert refusal(s, "axis", Buy(0, 0, 0, 4)) == "7.1.2"
    assert price(WORLD, (0, 0, 0, 4)) == 16
    apply(s, "axis", Buy(1, 0, 1, 2))
    assert s.axis_next == [1, 0, 1, 2]


@pytest.mark.rule("7.1.2")
def test_7_1_2_every_result_buys_at_least_four_holds() -> None:
    for side, row in ((AXIS, "axis"), (SOVIET, "soviet")):
        table = WORLD.tables["command"][row]
        assert min(table) >= 4 and list(table) == sorted(table)
        assert command_points(WORLD, side, -3) == table[0] and command_points(WORLD, side, 20) == table[-1]


@pytest.mark.rule("7.1.3")
def test_7_1_3_points_left_over_are_lost() -> None:
    s = buying((12, 8))
    apply(s, "axis", Buy(4, 0, 0, 0))  # four of twelve points
    apply(s, "soviet", Buy(4, 0, 0, 0))
    s.agenda = (GameTurn(),)
    s.turn = 2
    settle(s)
    assert s.points == [0, 0]


@pytest.mark.rule("7.1.5")
def test_7_1_5_purchases_are_secret_until_they_go_into_the_cup() -> None:
    s = buying()
    events = apply(s, "axis", Buy(1, 0, 1, 2))
    assert deciders(s) == ("soviet",)
    told = {who: str(events[0].seen_by(who)) for who in ("axis", "soviet", OBSERVER, CONTROL)}
    assert "(1, 0, 1, 2)" in told["axis"] and "(1, 0, 1, 2)" in told[CONTROL]
    assert "orders=()" in told["soviet"] and "orders=()" in told[OBSERVER]
    shown = {who: GAME.view(s, who) for who in ("axis", "soviet", OBSERVER)}
    assert shown["axis"].extra["axis_orders"] == [1, 0, 1, 2]
    assert "axis_orders" not in shown["soviet"].extra and "axis_orders" not in shown[OBSERVER].extra
    words = {who: next(b.text for b in view.boxes if b.id == "axis-next") for who, view in shown.items()}
    assert "Blitz" in words["axis"] and words["soviet"] == words[OBSERVER] == "secret"


@pytest.mark.rule("7.1.5")
def test_7_1_5_they_are_revealed_next_turn() -> None:
    s = given(turn=2, axis_now=[1, 0, 1, 2], soviet_now=[4, 0, 0, 0], agenda=())
    s.agenda = (InitiativePhase(),)
    settle(s)
    events = s.out
    assert OrdersRevealed((1, 0, 1, 2), (4, 0, 0, 0)) in events and OrdersRevealed.reveals
    assert s.cup.count("axis blitz") == 2


@pytest.mark.rule("7.1.6")
def test_7_1_6_initiative_follows_the_purchase() -> None:
    s = given(turn=2, axis_next=[4, 0, 0, 0], soviet_next=[4, 0, 0, 0], agenda=(GameTurn(),))
    while not isinstance(pending(s), CommandRoll):
        do(s, Done())
    roll(s, 3, 3)
    apply(s, "axis", Buy(4, 0, 0, 0))
    assert isinstance(pending(s), Purchase)
    apply(s, "soviet", Buy(4, 0, 0, 0))
    assert isinstance(pending(s), ChooseFirst) and s.phase == "initiative"


# --- 7.2 orders


@pytest.mark.rule("7.2.1b")
def test_7_2_1b_supplied_units_under_hold_keep_to_the_black_arrows() -> None:
    s = field({"ge-6": "2016"}, order="hold")
    do(s, pick(s, "ge-6"))
    do(s, step(s, "2116"))  # south-east: black
    assert no(s, Stop()) == ""
    s = field({"ge-6": "2117"}, order="hold")
    do(s, pick(s, "ge-6"))
    do(s, step(s, "2017"))  # north-west is no black arrow, but a town is in reach
    assert no(s, Stop()) == "7.2.1b"
    do(s, step(s, "2016"))
    do(s, step(s, "2015"))
    assert no(s, Stop()) == ""  # Belgorod


@pytest.mark.rule("7.2.1b")
def test_7_2_1b_no_step_astray_without_a_haven_in_reach() -> None:
    s = field({"ge-6": "2414"}, order="hold")
    assert not s.short
    do(s, pick(s, "ge-6"))
    for label in ("2415", "2416", "2417"):
        do(s, step(s, label))  # south, south, south: one point left
    assert no(s, step(s, "2316")) == "7.2.1b"
    rough = field({"ge-6": "2018"}, order="hold")
    do(rough, pick(rough, "ge-6"))
    assert no(rough, step(rough, "1917")) == ""  # on to rough or towns it can still come


@pytest.mark.rule("7.2.1b")
@pytest.mark.seam("7.2", "10.1")
def test_7_2_1b_unsupplied_units_go_anywhere() -> None:
    s = field({"ge-6": "2216"}, order="hold", axis_towns=())
    assert s.short[unit(s, "ge-6")] > 0
    walk(s, "ge-6", "2116")
    assert spot(s, "ge-6") == "2116"


@pytest.mark.rule("7.2.1c")
@pytest.mark.rule("7.2.2c")
@pytest.mark.rule("7.2.3b")
@pytest.mark.rule("12.1")
@pytest.mark.rule("12.1.1")
@pytest.mark.rule("12.1.9")
@pytest.mark.seam("7.2", "12")
def test_7_2_1c_who_may_attack() -> None:
    for order, case in (("hold", "7.2.1c"), ("withdraw", "7.2.2c"), ("assault", ""), ("blitz", "")):
        s = field({"ge-6": "2115", "su-5": "2216"}, order=order)
        assert isinstance(pending(s), ChooseMover)  # all movement first
        do(s, EndMovement())
        assert isinstance(pending(s), ChooseTarget) == (case == "")
        s.agenda = (ChooseTarget(AXIS, 2),)
        assert no(s, target(s, "2216")) == case


@pytest.mark.rule("7.2.1d")
def test_7_2_1d_leaving_an_army_zone_costs_one_more_under_hold() -> None:
    def cost(order: str, enemy: str) -> float | None:
        s = field({"su-5": "2116", enemy: "2016"}, "soviet", order, soviet_towns=("2118",))
        do(s, pick(s, "su-5"))
        return shown(s, step(s, "2117")).cost

    assert cost("hold", "ge-6") == 2
    assert cost("hold", "ge-III") == 1  # a corps' zone does not matter
    assert cost("assault", "ge-6") == 1
    s = field({"su-5": "2116", "ge-6": "2016"}, "soviet", "hold", soviet_towns=("2118",))
    do(s, pick(s, "su-5"))
    for label in ("2117", "2018", "1917"):  # two points, then one and one
        do(s, step(s, label))
    assert no(s, step(s, "1817")) == "11.1.3"


@pytest.mark.rule("7.2.2b")
def test_7_2_2b_withdrawal_follows_the_white_arrows() -> None:
    s = field({"su-5": "2016"}, "soviet", "withdraw")
    do(s, pick(s, "su-5"))
    assert reach(s) == {"2015", "2017", "2115", "2116"}
    assert no(s, step(s, "1916")) == "7.2.2b"
    do(s, step(s, "2116"))
    assert no(s, Stop()) == ""  # closer to the east
    s = field({"ge-6": "2016"}, "axis", "withdraw")
    do(s, pick(s, "ge-6"))
    assert no(s, step(s, "2116")) == "7.2.2b" and no(s, step(s, "1916")) == ""
    # unsupplied units are bound as well
    s = field({"ge-6": "2216"}, "axis", "withdraw", axis_towns=())
    do(s, pick(s, "ge-6"))
    assert no(s, step(s, "2316")) == "7.2.2b"


@pytest.mark.rule("7.2.2b")
def test_7_2_2b_it_ends_nearer_home_or_north_or_south() -> None:
    s = field({"su-5": "2216"}, "soviet", "withdraw")
    do(s, pick(s, "su-5"))
    do(s, step(s, "2217"))
    assert no(s, Stop()) == ""  # south of its start
    do(s, step(s, "2216"))
    assert no(s, Stop()) == "7.2.2b"  # where it began
    do(s, step(s, "2315"))
    assert no(s, Stop()) == ""
    town = field({"su-5": "2015"}, "soviet", "withdraw", axis_towns=())
    do(town, pick(town, "su-5"))
    do(town, step(town, "2016"))
    do(town, step(town, "2015"))
    assert no(town, Stop()) == ""  # back in Belgorod, a town


@pytest.mark.rule("7.2.2c")
@pytest.mark.seam("7.2", "9.1")
def test_7_2_2c_withdrawal_and_zones() -> None:
    # the unit starts outside enemy zones: it enters none
    s = field({"su-5": "2217", "ge-III": "2415"}, "soviet", "withdraw", soviet_towns=("2118",))
    do(s, pick(s, "su-5"))
    assert no(s, step(s, "2316")) == ""
    do(s, step(s, "2316"))
    assert no(s, step(s, "2315")) == "7.2.2c"
    # it starts in one: it may go straight into another, and stops
    s = field({"su-5": "2116", "ge-6": "2016", "ge-17": "2218"}, "soviet", "withdraw", soviet_towns=("2118",))
    do(s, pick(s, "su-5"))
    assert no(s, step(s, "2115")) == ""
    do(s, step(s, "2117"))
    assert s.zone >> hexof(s, "2117") & 1
    assert reach(s) == set() and no(s, Stop()) == ""
    # any combat unit's zone counts, not only an army's
    s = field(
        {"su-5": "2116", "ge-III": "2016", "ge-XIV": "2218"}, "soviet", "withdraw", soviet_towns=("2118",)
    )
    do(s, pick(s, "su-5"))
    do(s, step(s, "2117"))
    assert no(s, step(s, "2118")) == "7.2.2c"
    # the Axis is bound by Soviet zones too
    s = field({"ge-6": "2217", "su-5": "2117"}, "axis", "withdraw", axis_towns=("Kharkov", "Voroshilovgrad"))
    do(s, pick(s, "ge-6"))
    do(s, step(s, "2116"))
    assert reach(s) == set() and no(s, step(s, "2016")) == "7.2.2c"
    s = field({"ge-6": "2215", "su-5": "2117"}, "axis", "withdraw")
    do(s, pick(s, "ge-6"))
    do(s, step(s, "2115"))
    assert no(s, step(s, "2116")) == "7.2.2c"


@pytest.mark.rule("7.2.3a")
def test_7_2_3a_assault_sets_no_limits_on_movement() -> None:
    s = field({"ge-6": "2117"}, order="assault")
    do(s, pick(s, "ge-6"))
    assert reach(s) == {"2116", "2118", "2017", "2018", "2217", "2218"}
    walk_back = field({"ge-6": "2117"}, order="assault")
    walk(walk_back, "ge-6", "2017")
    assert spot(walk_back, "ge-6") == "2017"


@pytest.mark.rule("7.2.3b")
@pytest.mark.rule("12.1")
@pytest.mark.seam("11", "12")
def test_7_2_3b_attacks_come_after_all_movement() -> None:
    s = field({"ge-6": "2115", "ge-III": "2016", "su-5": "2216"}, order="assault")
    walk(s, "ge-6")
    assert isinstance(pending(s), ChooseMover)
    walk(s, "ge-III")
    assert isinstance(pending(s), ChooseTarget)


@pytest.mark.rule("7.2.4a")
def test_7_2_4a_blitz_is_for_the_axis() -> None:
    s = buying((16, 12))
    assert refusal(s, "axis", Buy(3, 0, 0, 1)) == ""
    assert refusal(s, "soviet", Buy(3, 0, 0, 1)) == "7.2.4a"
    assert all(not a.blitz for a in legal(s, "soviet"))
    s = field({"ge-III": "2016", "ge-6": "2016", "su-5": "2216"}, order="blitz")
    assert (s.allowance[unit(s, "ge-III")], s.allowance[unit(s, "ge-6")]) == (8, 4)


@pytest.mark.rule("7.2.4b")
def test_7_2_4b_mobile_assaults_need_blitz_and_weather() -> None:
    for turn, ok in ((FAIR, True), (LIGHT_MUD, True), (MUD, False), (FROST, True), (SNOW, False)):
        s = field({"ge-III": "2115", "su-5": "2216"}, order="blitz", turn=turn)
        do(s, pick(s, "ge-III"))
        assert (no(s, overrun(s, "2216")) == "") == ok


@pytest.mark.rule("7.2.4c")
@pytest.mark.seam("6", "7.2")
@pytest.mark.seam("7.2", "12.3")
def test_7_2_4c_in_snow_blitz_is_mobile_defense() -> None:
    s = field({"ge-III": "2016", "ge-6": "2016"}, order="blitz", turn=SNOW)
    assert (s.allowance[unit(s, "ge-III")], s.allowance[unit(s, "ge-6")]) == (6, 4)
    assert next(b.text for b in GAME.view(s, OBSERVER).boxes if b.id == "axis-2") == "Mobile Defense"
    assert is_mobile_defense(s, unit(s, "ge-III")) and not is_mobile_defense(s, unit(s, "ge-6"))
    soviets = {"su-5": "2116", "su-6": "2115", "su-26": "2116", "su-12": "2116"}
    for turn, order, corps_lives in (
        (SNOW, "blitz", True),
        (SNOW, "assault", False),
        (FROST, "blitz", False),
    ):
        s = field(
            {"ge-III": "2016", **soviets},
            "soviet",
            "assault",
            turn=turn,
            orders={"axis-2": order},
            stage="attack",
            steps={"ge-III": 1},
        )
        do(s, target(s, "2016"))
        for name in soviets:
            do(s, join(s, name))
        do(s, Commit())
        if deciders(s):
            do(s, Commit())  # the Luftwaffe stays away
        events = roll(s, 6)  # 14 to 3
        assert events[0].result == "DE"
        assert on_map(s, "ge-III") == corps_lives


@pytest.mark.rule("7.2.4c")
def test_7_2_4c_mobile_defense_attacks_like_assault() -> None:
    s = field({"ge-6": "2115", "su-5": "2216"}, order="blitz", turn=SNOW, stage="attack")
    assert targets(s) == {"2216"}


# --- 7.4 Zhukov


def zhukov_drawn(filled: int = 0, **more: Any) -> EastState:
    orders = {f"soviet-{c}": "hold" for c in range(filled)}
    s = given(
        turn=8, orders=orders, cup=["zhukov", "soviet hold", "axis hold"], agenda=(ActionPhase(),), **more
    )
    roll(s, "zhukov")
    return s


@pytest.mark.rule("7.4.1")
def test_7_4_1_first_draw_place_or_return() -> None:
    s = zhukov_drawn(1)
    assert no(s, Assign(0)) == "7.8.2"
    assert no(s, Assign(1)) == "" and no(s, Return()) == ""
    do(s, Return())
    assert "zhukov" in s.cup and isinstance(pending(s), Draw)


@pytest.mark.rule("7.4.2")
def test_7_4_2_second_draw_he_must_take_a_front_with_an_assault() -> None:
    s = zhukov_drawn(0, place={"su-5": "2216", "ge-6": "2115"})
    do(s, Return())
    roll(s, "zhukov")
    assert no(s, Return()) == "7.4.2"
    do(s, Assign(2))
    assert s.box[4 + 2] == ZHUKOV and s.points == [0, 0]
    do(s, EndMovement())
    assert targets(s) == {"2115"}  # an Assault
    assert WORLD.orders[ZHUKOV].name == WORLD.orders[ASSAULT].name


@pytest.mark.rule("7.4.3")
def test_7_4_3_with_every_front_served_he_does_nothing() -> None:
    s = given(
        turn=8,
        orders={f"soviet-{c}": "hold" for c in range(4)},
        cup=["zhukov", "axis hold"],
        agenda=(ActionPhase(),),
    )
    roll(s, "zhukov")
    assert isinstance(pending(s), Draw) and s.cup == ["axis hold"]
    assert ZHUKOV not in s.box


@pytest.mark.rule("7.4.4")
def test_7_4_4_after_zhukov_one_soviet_order_may_be_dropped() -> None:
    s = zhukov_drawn()
    do(s, Assign(0))
    roll(s, "soviet hold")
    assert isinstance(pending(s), Redraw)
    assert no(s, Assign(1)) == "" and no(s, Assign(0)) == "7.8.2"
    do(s, Ignore())
    assert s.box[4:] == [ZHUKOV, 0, 0, 0] and isinstance(pending(s), Draw)
    # only once
    s.cup = ["soviet hold", "axis hold"]
    roll(s, "soviet hold")
    assert isinstance(pending(s), AssignOrder)
    # and only after Zhukov
    s = given(turn=8, cup=["soviet hold"], agenda=(ActionPhase(),))
    roll(s, "soviet hold")
    assert isinstance(pending(s), AssignOrder)


@pytest.mark.rule("7.4a")
@pytest.mark.rule("7.7b")
def test_7_4a_with_the_initiative_zhukov_may_begin() -> None:
    s = given(turn=SNOW, axis_now=[4, 0, 0, 0], soviet_now=[4, 0, 0, 0], agenda=(InitiativePhase(),))
    assert deciders(s) == ("soviet",) and "zhukov" in s.cup
    assert no(s, First("zhukov")) == ""
    do(s, First("zhukov"))
    assert pending(s) == AssignOrder(SOVIET, ZHUKOV)
    s = given(turn=MUD, axis_now=[4, 0, 0, 0], soviet_now=[4, 0, 0, 0], agenda=(InitiativePhase(),))
    assert no(s, First("zhukov")) == "7.4a"


@pytest.mark.rule("13.10a")
@pytest.mark.rule("13.10b")
@pytest.mark.seam("7.2", "options")
def test_13_10_the_optional_roll() -> None:
    def first_draw(die: int) -> EastState:
        s = zhukov_drawn(options={"zhukov_command_roll": True})
        assert isinstance(pending(s), ZhukovRoll)
        roll(s, die)
        return s

    s = first_draw(4)
    assert isinstance(pending(s), AssignOrder) and no(s, Return()) == ""
    do(s, Return())
    roll(s, "zhukov")
    assert isinstance(pending(s), AssignOrder)  # no second roll
    s = first_draw(5)
    assert isinstance(pending(s), Draw) and "zhukov" not in s.cup and s.zhukov == "aside"
    s.turn, s.agenda = 9, (GameTurn(),)
    s.axis_next = s.soviet_next = [4, 0, 0, 0]
    settle(s)
    assert s.zhukov == "cup"  # available again next turn
    assert isinstance(pending(zhukov_drawn()), AssignOrder)  # without the option there is no roll


# --- 7.5 Hitler


@pytest.mark.rule("7.5.1")
@pytest.mark.rule("7.5.6")
def test_7_5_1_the_roll_begins_on_turn_6_and_repeats() -> None:
    for turn in (5, 6, 7):
        s = given(turn=turn, agenda=(EndPhase(),), axis_next=[4, 0, 0, 0], soviet_next=[4, 0, 0, 0])
        assert isinstance(pending(s), HitlerRoll) == (turn >= 6)
    s = given(
        turn=7, axis_towns=("Moscow",), agenda=(EndPhase(),), axis_next=[4, 0, 0, 0], soviet_next=[4, 0, 0, 0]
    )
    roll(s, 1)
    assert not s.hitler
    s.agenda, s.turn = (EndPhase(),), 8
    settle(s)
    assert isinstance(pending(s), HitlerRoll)


@pytest.mark.rule("7.5.2")
def test_7_5_2_cities_in_soviet_hands_raise_the_roll() -> None:
    assert hitler_modifier(given(turn=6)) == 5
    one = {
        n: 5 - hitler_modifier(given(turn=6, axis_towns=(n,)))
        for n in ("Moscow", "Leningrad", "Sevastopol", "Rostov")
    }
    assert one == {"Moscow": 2, "Leningrad": 1, "Sevastopol": 1, "Rostov": 1}
    assert hitler_modifier(given(turn=6, axis_towns=("Kiev",))) == 5


@pytest.mark.rule("7.5.3")
@pytest.mark.rule("7.5.4")
def test_7_5_3_seven_or_more() -> None:
    for die, takes in ((1, False), (2, True), (6, True)):
        s = given(turn=6, agenda=(HitlerRoll(),))
        roll(s, die)
        assert bool(s.hitler) == takes
        note = next(t.note for t in GAME.view(s, OBSERVER).turns if t.number == 6)
        assert ("Hitler takes command" in note) == takes


@pytest.mark.rule("7.5.5a")
@pytest.mark.rule("7.5.5c")
def test_7_5_5_he_stays_and_costs_a_point_on_every_command_roll() -> None:
    s = given(turn=7, hitler=6, agenda=(EndPhase(),), axis_next=[4, 0, 0, 0], soviet_next=[4, 0, 0, 0])
    assert not isinstance(pending(s), HitlerRoll)
    from hexfront.games.turns_east.orders import command_modifier

    for turn in (6, 9):
        free, ruled = given(turn=turn), given(turn=turn, hitler=6)
        assert command_modifier(ruled, AXIS) == command_modifier(free, AXIS) - 1
        assert command_modifier(ruled, SOVIET) == command_modifier(free, SOVIET)


@pytest.mark.rule("7.5.5b")
@pytest.mark.rule("13.4.6")
def test_7_5_5b_guderian_goes() -> None:
    s = given(
        turn=6,
        place={"ge-XXIV": "1808", "guderian": "1808", "ge-III": "1915", "kleist": "1915"},
        agenda=(HitlerRoll(),),
    )
    roll(s, 6)
    assert spot(s, "guderian") == str(GONE) and spot(s, "kleist") == "1915"
    s = given(turn=6, place={"ge-XXIV": "1808", "guderian": "1808"}, agenda=(HitlerRoll(),))
    roll(s, 1)
    assert spot(s, "guderian") == "1808"


# --- 7.6 boundaries


@pytest.mark.rule("7.6a")
@pytest.mark.rule("7.6b")
@pytest.mark.seam("7.2", "7.6")
def test_7_6_moves_cross_boundaries_and_end_beyond_only_in_activated_commands() -> None:
    # 2013 and 2113's north lie in Center and South: 2114 is South, 2013 Center
    s = field({"ge-6": "2014"}, order="assault")
    do(s, pick(s, "ge-6"))
    do(s, step(s, "2013"))  # across the boundary, while there is a way on
    assert no(s, Stop()) == "7.6b"
    assert reach(s)
    do(s, step(s, "2014"))
    assert no(s, Stop()) == ""
    s = field({"ge-6": "2014"}, order="assault", orders={"axis-1": "hold"})
    walk(s, "ge-6", "2013")
    assert spot(s, "ge-6") == "2013"


@pytest.mark.rule("7.6b")
@pytest.mark.seam("7.6", "11")
def test_7_6b_no_step_from_which_no_legal_end_can_be_reached() -> None:
    s = field({"ge-6": "2014"}, order="assault")
    do(s, pick(s, "ge-6"))
    for label in ("2015", "2016", "2015"):
        do(s, step(s, label))
    assert s.agenda[0] == Moving(
        2, (unit(s, "ge-6"),), (3,), tuple(hexof(s, x) for x in ("2014", "2015", "2016", "2015")), False, True
    )
    do(s, step(s, "2014"))
    assert reach(s) == set()
    s = field({"ge-6": "2014"}, order="assault")
    do(s, pick(s, "ge-6"))
    for label in ("2015", "2016", "2015"):
        do(s, step(s, label))
    s2 = field({"ge-6": "2015"}, order="assault")
    do(s2, pick(s2, "ge-6"))
    for label in ("2016", "2015", "2014"):
        do(s2, step(s2, label))
    assert no(s2, step(s2, "2013")) == "7.6b"


@pytest.mark.rule("7.6a")
@pytest.mark.rule("7.6b")
@pytest.mark.seam("7.6", "12")
def test_7_6_attacks_cross_boundaries_advances_do_not_end_there() -> None:
    place = {"ge-6": "2014", "ge-17": "1914", "ge-III": "2014", "su-50": "2013"}
    for extra, case in (({}, "7.6b"), ({"axis-1": "hold"}, "")):
        s = field(place, order="assault", stage="attack", orders=extra)
        do(s, target(s, "2013"))
        for name in ("ge-6", "ge-III"):
            do(s, join(s, name))
        do(s, Commit())
        roll(s, 6)
        assert not on_map(s, "su-50")
        if case:
            assert not isinstance(pending(s), ChooseAdvance)
            s.agenda = (ChooseAdvance(AXIS, hexof(s, "2013"), (unit(s, "ge-6"),), 0, 0),)
        assert no(s, advance(s, "ge-6", "2013")) == case


@pytest.mark.rule("7.6d")
@pytest.mark.rule("7.6a")
@pytest.mark.seam("7.6", "12.4")
def test_7_6d_no_mobile_assault_across_a_boundary() -> None:
    s = field({"ge-III": "2014", "su-50": "2013", "su-5": "2114"}, order="blitz", orders={"axis-1": "hold"})
    do(s, pick(s, "ge-III"))
    assert no(s, overrun(s, "2013")) == "7.6d"
    assert no(s, overrun(s, "2114")) == ""


@pytest.mark.rule("7.6c")
@pytest.mark.seam("7.6", "9.2")
def test_7_6c_lines_are_bound_by_boundaries() -> None:
    from hexfront.games.turns_east.supply import SupplyNet

    # Kharkov lies in South: it does not supply a unit of Center nearby
    s = given(place={"ge-6": "2013"}, axis_towns=("Kharkov",), soviet_towns=())
    s.axis_towns &= ~(1 << hexof(s, "2013"))
    assert SupplyNet(s, AXIS).shortage(unit(s, "ge-6")) > 0
    s = given(place={"ge-6": "2014"}, axis_towns=("Kharkov",))
    assert SupplyNet(s, AXIS).shortage(unit(s, "ge-6")) == 0


# --- 7.7 and 7.8


@pytest.mark.rule("7.7a")
def test_7_7a_initiative_by_weather() -> None:
    holders = {}
    for turn in range(2, 12):
        s = given(turn=turn, axis_now=[4, 0, 0, 0], soviet_now=[4, 0, 0, 0], agenda=(InitiativePhase(),))
        holders[WORLD.weather(turn)] = deciders(s)[0]
    assert holders == {"Fair": "axis", "Light Mud": "axis", "Mud": "axis", "Frost": "axis", "Snow": "soviet"}


@pytest.mark.rule("7.7b")
@pytest.mark.rule("7.8")
@pytest.mark.rule("7.3.1")
def test_7_7b_the_first_order_may_be_the_enemys_and_its_owner_assigns_it() -> None:
    s = given(turn=2, axis_now=[3, 0, 1, 0], soviet_now=[4, 0, 0, 0], agenda=(InitiativePhase(),))
    assert no(s, First("axis assault")) == "" and no(s, First("soviet hold")) == ""
    assert no(s, First("counterattack A")) == "7.3.1"
    do(s, First("soviet hold"))
    assert deciders(s) == ("soviet",) and pending(s) == AssignOrder(SOVIET, HOLD)
    assert s.cup.count("soviet hold") == 3


@pytest.mark.rule("7.8")
def test_7_8_a_drawn_order_is_assigned_by_its_owner() -> None:
    for marker, who, order in (("axis withdraw", "axis", WITHDRAW), ("soviet assault", "soviet", ASSAULT)):
        s = given(cup=[marker], agenda=(ActionPhase(),))
        roll(s, marker)
        assert deciders(s) == (who,)
        do(s, Assign(3))
        assert s.box[3 if who == "axis" else 7] == order


@pytest.mark.rule("7.8.1")
@pytest.mark.rule("7.8.3")
def test_7_8_1_every_command_gets_an_order_wanted_or_not() -> None:
    s = given(cup=["axis hold"] * 4 + ["soviet hold"] * 4, agenda=(ActionPhase(),))
    while s.agenda:
        if isinstance(pending(s), Draw):
            resolve(s, s.cup[0])
            continue
        assert no(s, Return()) == "7.8.3"
        found = legal(s, deciders(s)[0])
        assert all(isinstance(a, Assign) for a in found)
        do(s, found[0])
    assert all(s.box)


@pytest.mark.rule("7.8")
@pytest.mark.rule("7.8.2")
@pytest.mark.rule("7.8.4")
def test_7_8_2_one_order_a_box() -> None:
    """Worked example: a drawn Blitz goes to Army Group Center."""
    s = given(agenda=(AssignOrder(AXIS, BLITZ), AssignOrder(AXIS, HOLD)))
    do(s, Assign(1))
    assert s.box[:4] == [0, BLITZ, 0, 0]
    assert no(s, Assign(1)) == "7.8.2"
    assert no(s, Assign(7)) == "7.8"
    assert no(s, Assign(0)) == ""


@pytest.mark.rule("7.8.4")
def test_7_8_4_only_bought_orders_are_used() -> None:
    s = given(turn=2, axis_now=[4, 0, 0, 0], soviet_now=[0, 4, 0, 0], agenda=(InitiativePhase(),))
    assert no(s, First("axis blitz")) == "7.8.4"
    bought = [m for m in s.cup if not m.startswith("counterattack")]
    assert sorted(bought) == ["axis hold"] * 4 + ["soviet withdraw"] * 4


def test_end_combat_ends_the_activation() -> None:
    s = field({"ge-6": "2115", "su-5": "2216"}, stage="attack")
    do(s, EndCombat())
    assert not s.agenda
    assert pickable.__name__ == "pickable" and choices.__name__ == "choices"
