"""Chapter 7: command points, orders, initiative, the cup, Zhukov, Hitler, boundaries."""

from __future__ import annotations

from typing import Any, cast

import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.actions import (
    Buy,
    Commit,
    EndMovement,
    Stop,
)
from hexfront.games.turns_east.combat import ChooseTarget
from hexfront.games.turns_east.commands import movement_factor
from hexfront.games.turns_east.data import ASSAULT, AXIS, BLITZ, HOLD, SOVIET, WITHDRAW, EastWorld
from hexfront.games.turns_east.events import OrdersRevealed
from hexfront.games.turns_east.going import backward, is_back, is_bound
from hexfront.games.turns_east.movement import ChooseMover, Moving
from hexfront.games.turns_east.orders import (
    ChooseFirst,
    CommandRoll,
    InitiativePhase,
    Purchase,
    affordable,
    command_modifier,
    command_points,
    price,
)
from hexfront.games.turns_east.sequence import GameTurn
from hexfront.games.turns_east.state import EastState
from hexfront.games.turns_east.strength import is_mobile_defense
from hexfront.hexes import union
from hexfront.kernel import CONTROL, OBSERVER, apply, deciders, legal, pending, settle
from hexfront.testing import refusal
from hexfront.wargame import Done

from .helpers import (
    FAIR,
    FROST,
    LIGHT_MUD,
    MUD,
    PACK,
    SNOW,
    WORLD,
    do,
    field,
    given,
    hexof,
    join,
    no,
    on_map,
    overrun,
    pick,
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
    boxes = {who: next(b for b in view.boxes if b.id == "axis-next") for who, view in shown.items()}
    assert boxes["soviet"].title == "Axis: orders for next turn"
    words = {who: box.text for who, box in boxes.items()}
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


# --- 7.7 and 7.8


@pytest.mark.rule("7.1.4")
@pytest.mark.rule("7.0b")
@pytest.mark.rule("7.1.3")
def test_7_1_4_each_side_buys_for_itself() -> None:
    s = given(turn=1, points=[12, 8], agenda=(Purchase(),))
    assert deciders(s) == ("axis", "soviet")
    apply(s, "soviet", Buy(1, 2, 1, 0))
    assert (s.axis_next, s.soviet_next) == ([], [1, 2, 1, 0]) and deciders(s) == ("axis",)
    apply(s, "axis", Buy(0, 0, 4, 0))
    assert (s.axis_next, s.soviet_next) == ([0, 0, 4, 0], [1, 2, 1, 0]) and not s.agenda


@pytest.mark.rule("7.2.2c")
def test_7_2_2c_a_withdrawal_enters_no_zone_from_free_ground() -> None:
    s = field({"su-5": "2216", "ge-6": "2415"}, "soviet", "withdraw", soviet_towns=("2214",))
    do(s, pick(s, "su-5"))
    assert no(s, step(s, "2315")) == "7.2.2c"
    assert no(s, step(s, "2217")) == ""


@pytest.mark.rule("7.2.2b")
def test_7_2_2b_back_is_west_for_the_axis_and_east_for_the_soviets() -> None:
    start, west, east, north = (WORLD.board.index(label) for label in ("2216", "2116", "2316", "2215"))
    assert [is_back(WORLD, AXIS, start, i) for i in (west, east, north, start)] == [True, False, True, False]
    assert [is_back(WORLD, SOVIET, start, i) for i in (west, east, north, start)] == [
        False,
        True,
        True,
        False,
    ]
    away = WORLD.adjacent[start] & ~WORLD.havens
    assert away & backward(WORLD, AXIS, start) == away & union(
        i for i in WORLD.grid if is_back(WORLD, AXIS, start, i)
    )
    assert away & ~backward(WORLD, AXIS, start), "a withdrawal does not end toward the enemy"


@pytest.mark.rule("7.1.4")
def test_7_1_4_nobody_buys_less_than_nothing() -> None:
    s = given(points=[20, 20], agenda=(Purchase(),))
    assert refusal(s, "axis", Buy(4, 1, -1, 0)) == "7.1.4"
    assert refusal(s, "axis", Buy(4, 0, 0, 0)) == ""


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


@pytest.mark.rule("7.2.4c")
@pytest.mark.rule("13.4.5")
def test_7_2_4c_mobile_defense_goes_by_the_order_of_the_corps_itself() -> None:
    s = field({"ge-III": "2115"}, order="assault", turn=SNOW)
    three = unit(s, "ge-III")
    assert not is_mobile_defense(s, three)
    s.special[three] = (BLITZ, 2)
    assert is_mobile_defense(s, three)
    s.box[2], s.special[three] = BLITZ, (HOLD, 2)
    assert not is_mobile_defense(s, three)
    del s.special[three]
    assert is_mobile_defense(s, three)


@pytest.mark.rule("7.2.1a")
@pytest.mark.rule("7.2.2a")
@pytest.mark.rule("7.2.3a")
@pytest.mark.rule("7.2.4a")
@pytest.mark.rule("7.2.4c")
def test_7_2_every_order_gives_its_movement_factors_and_snow_changes_only_blitz() -> None:
    s = given()
    army, corps = unit(s, "ge-6"), unit(s, "ge-III")
    for weather in ("Fair", "Light Mud", "Mud", "Frost", "Snow"):
        factors = {
            order: [movement_factor(s.world, u, order, weather) for u in (army, corps)]
            for order in (HOLD, WITHDRAW, ASSAULT, BLITZ)
        }
        fast = 6 if weather == "Snow" else 8
        assert factors == {HOLD: [4, 6], WITHDRAW: [5, 7], ASSAULT: [4, 6], BLITZ: [4, fast]}, weather


def with_pack(tables: dict[str, Any] | None = None, units: dict[str, Any] | None = None) -> dict[str, Any]:
    """The tests' figures with more laid over them."""
    return {"tables": {**PACK["tables"], **(tables or {})}, "units": {**PACK["units"], **(units or {})}}


@pytest.mark.rule("7.1.4")
def test_7_1_4_no_more_orders_of_a_kind_than_there_are_markers() -> None:
    markers = {"markers": {**WORLD.markers, "order_markers": 3}, "command": {"soviet": [5] * 9}}
    s = given(turn=1, points=[16, 16], agenda=(Purchase(),), pack=with_pack(markers))
    frame = pending(s)
    assert isinstance(frame, Purchase)
    refused = frame.violation(s, "axis", Buy(4, 0, 0, 0))
    assert refused is not None and refused.rule == "7.1.4"
    assert frame.violation(s, "axis", Buy(3, 1, 0, 0)) is None
    assert Buy(4, 0, 0, 0) not in legal(s, "axis") and Buy(3, 1, 0, 0) in legal(s, "axis")
    assert Buy(4, 0, 0, 0) in affordable(WORLD, AXIS, 16)


@pytest.mark.rule("7.2.1b")
def test_7_2_1b_a_stack_that_has_strayed_stays_astray_whatever_it_does_next() -> None:
    s = field({"ge-III": "2116"}, order="hold", axis_towns=("Kharkov", "Poltava", "Belgorod"))
    do(s, pick(s, "ge-III"))
    for label in ("2016", "2116"):  # to the west, and back along a black arrow
        do(s, step(s, label))
        frame = pending(s)
        assert isinstance(frame, Moving) and frame.strayed
        west, east = hexof(s, "2016"), hexof(s, "2116")
        assert frame.going(s).strays(west, east, True) and not frame.going(s).strays(west, east, False)
    assert no(s, Stop()) == "7.2.1b"
    s = field({"ge-III": "2116"}, order="assault")
    do(s, pick(s, "ge-III"))
    do(s, step(s, "2016"))
    frame = pending(s)
    assert isinstance(frame, Moving) and not frame.strayed


@pytest.mark.rule("7.2.1b")
def test_7_2_1b_a_leader_binds_nobody_to_the_compass() -> None:
    s = field({"ge-III": "2116", "kleist": "2116"}, order="hold")
    units = (unit(s, "ge-III"), unit(s, "kleist"))
    assert is_bound(s, 2, units)
    s.short[units[0]] = 2
    assert not is_bound(s, 2, units)
    s.short = {}
    s.special = dict.fromkeys(units, (ASSAULT, 2))
    assert not is_bound(s, 2, units)
