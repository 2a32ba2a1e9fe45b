"""Chapter 7.4 to 7.8: Zhukov, Hitler, boundaries, initiative and the assignment of orders."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.actions import Assign, Commit, EndMovement, First, Ignore, Return, Stop
from hexfront.games.turns_east.commands import open_commands
from hexfront.games.turns_east.data import ASSAULT, AXIS, BLITZ, HOLD, SOVIET, WITHDRAW, ZHUKOV
from hexfront.games.turns_east.events import MarkerIgnored
from hexfront.games.turns_east.movement import Moving
from hexfront.games.turns_east.orders import (
    ActionPhase,
    AssignOrder,
    ChooseFirst,
    Draw,
    HitlerRoll,
    InitiativePhase,
    Redraw,
    ZhukovRoll,
    assign_marker,
    empty_boxes,
    hitler_modifier,
)
from hexfront.games.turns_east.retreat import ChooseAdvance
from hexfront.games.turns_east.sequence import EndPhase, GameTurn, clear_turn
from hexfront.games.turns_east.state import GONE, POOL, EastState
from hexfront.games.turns_east.supply import SupplyNet
from hexfront.kernel import OBSERVER, deciders, legal, pending, resolve, settle

from .helpers import (
    MUD,
    SNOW,
    SOUTHERN,
    WORLD,
    advance,
    back,
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
    retreating,
    retreats,
    roll,
    spot,
    step,
    target,
    targets,
    unit,
    walk,
)


@pytest.mark.rule("7.8.1")
@pytest.mark.rule("13.4.5")
@pytest.mark.rule("11.1.7")
@pytest.mark.rule("12.4.3")
@pytest.mark.rule("13.7.2a")
@pytest.mark.rule("13.8.5")
@pytest.mark.rule("13.8")
@pytest.mark.rule("5.2.4")
@pytest.mark.rule("7.1.3")
def test_a_new_turn_begins_clean() -> None:
    s = given(turn=6, axis_next=[4, 0, 0, 0], soviet_next=[0, 4, 0, 0], points=[9, 9], zhukov="aside")
    s.box, s.special, s.moved, s.assaulted, s.invaded = [1] * 8, {3: (4, 0)}, 7, 7, 1
    s.air, s.t34 = [0, 1, 2, 1, 1], 0
    clear_turn(s)
    assert s.box == [0] * 8 and s.special == {} and s.moved == 0 and s.assaulted == 0 and s.invaded == 0
    assert s.air == [3, 0, 0, 0, 0] and s.t34 == 1 and s.points == [0, 0] and s.zhukov == "cup"
    assert (s.axis_now, s.soviet_now, s.axis_next, s.soviet_next) == ([4, 0, 0, 0], [0, 4, 0, 0], [], [])
    early = given(turn=4)
    clear_turn(early)
    assert early.zhukov == "away" and early.t34 == 0


@pytest.mark.rule("7.4.4")
def test_7_4_4_the_redraw_comes_back_every_turn_and_only_for_soviet_orders() -> None:
    s = given(turn=9, ignored=1, axis_now=[4, 0, 0, 0], soviet_now=[4, 0, 0, 0], agenda=(InitiativePhase(),))
    assert s.ignored == 0
    s = given(turn=9, zhukov="used", cup=["axis hold", "soviet hold"], agenda=(ActionPhase(),))
    roll(s, "axis hold")
    assert deciders(s) == ("axis",) and no(s, Ignore()) != ""
    full = {f"soviet-{c}": "hold" for c in range(4)}
    s = given(turn=9, zhukov="used", orders=full, cup=["soviet hold", "axis hold"], agenda=(ActionPhase(),))
    roll(s, "soviet hold")
    assert isinstance(pending(s), Draw)  # no box is left for it: no effect
    assert s.cup == ["axis hold"]


@pytest.mark.rule("7.4.1")
@pytest.mark.rule("7.4.2")
def test_7_4_1_returned_once_he_cannot_be_returned_again() -> None:
    s = given(turn=8, cup=["zhukov", "axis hold"], agenda=(ActionPhase(),))
    roll(s, "zhukov")
    do(s, Return())
    assert sorted(s.cup) == ["axis hold", "zhukov"] and s.box == [0] * 8
    roll(s, "zhukov")
    assert no(s, Return()) == "7.4.2"


@pytest.mark.rule("7.5.5b")
@pytest.mark.rule("7.5.3")
def test_7_5_hitler_without_guderian_on_the_map() -> None:
    s = given(turn=6, agenda=(HitlerRoll(),))
    assert spot(s, "guderian") == str(POOL)
    roll(s, 2)  # 2 and 5 for the cities: exactly 7
    assert s.hitler == 6 and spot(s, "guderian") == str(POOL)


@pytest.mark.rule("7.6d")
def test_7_6d_not_out_of_another_area_either() -> None:
    s = field(
        {"ge-III": "2014", "su-5": "2113"}, order="blitz", orders={"axis-1": "hold"}, axis_towns=SOUTHERN
    )
    do(s, pick(s, "ge-III"))
    do(s, step(s, "2013"))
    assert no(s, overrun(s, "2113")) == "7.6d"


@pytest.mark.rule("7.8.2")
def test_7_8_2_a_marker_too_many_is_ignored() -> None:
    s = given(orders={f"axis-{c}": "hold" for c in range(4)})
    assert assign_marker(s, "axis assault") == ()
    assert s.out == [MarkerIgnored("axis assault", "7.8.2")]
    s = given(orders={f"axis-{c}": "hold" for c in range(3)})
    assert assign_marker(s, "axis assault") == (AssignOrder(AXIS, ASSAULT),)


@pytest.mark.rule("7.4.1")
@pytest.mark.rule("7.4.4")
def test_7_4_4_an_order_given_is_neither_zhukov_nor_ignored() -> None:
    s = given(turn=6, agenda=(AssignOrder(SOVIET, HOLD),))
    do(s, Assign(2))
    assert s.zhukov == "cup" and s.box[4 + 2] == HOLD and "zhukov" not in s.cup
    s = given(turn=6, agenda=(AssignOrder(SOVIET, ZHUKOV, True),))
    do(s, Assign(2))
    assert s.zhukov == "used" and "zhukov" not in s.cup
    for action, ignored, order in ((Assign(2), 0, HOLD), (Ignore(), 1, 0)):
        s = given(turn=6, zhukov="used", agenda=(Redraw("soviet hold"),))
        do(s, action)
        assert (s.ignored, s.box[4 + 2]) == (ignored, order)


@pytest.mark.rule("7.6b")
def test_7_6b_moves_end_in_activated_commands_of_the_same_side_and_nowhere_else() -> None:
    assert open_commands(given(), AXIS) == open_commands(given(), SOVIET) == 0
    for c in range(4):
        for side, name in ((AXIS, "axis"), (SOVIET, "soviet")):
            s = given(orders={f"{name}-{c}": "assault"})
            assert open_commands(s, side) == WORLD.areas[c] and open_commands(s, 1 - side) == 0


@pytest.mark.rule("7.8.2")
def test_7_8_2_each_side_has_four_boxes_of_its_own() -> None:
    s = given(orders={"axis-1": "hold", "soviet-2": "assault"})
    assert empty_boxes(s, AXIS) == [0, 2, 3] and empty_boxes(s, SOVIET) == [0, 1, 3]


@pytest.mark.rule("7.4a")
@pytest.mark.rule("7.4.2")
def test_7_4a_zhukov_chosen_as_the_first_order_is_not_put_back() -> None:
    s = given(turn=8, cup=["zhukov", "soviet hold", "axis hold"], agenda=(ChooseFirst(),))
    do(s, First("zhukov"))
    assert no(s, Return()) == "7.4.2" and no(s, Assign(2)) == ""


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

    # Kharkov lies in South: it does not supply a unit of Center nearby
    s = given(place={"ge-6": "2013"}, axis_towns=("Kharkov",), soviet_towns=())
    s.axis_towns &= ~(1 << hexof(s, "2013"))
    assert SupplyNet(s, AXIS).shortage(unit(s, "ge-6")) > 0
    s = given(place={"ge-6": "2014"}, axis_towns=("Kharkov",))
    assert SupplyNet(s, AXIS).shortage(unit(s, "ge-6")) == 0


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


@pytest.mark.rule("7.6a")
@pytest.mark.seam("7.6", "12.3")
def test_7_6a_retreats_cross_boundaries() -> None:
    s = retreating({"ge-6": "2014"}, "2014", axis_towns=("Kharkov", "Orel"))
    assert "2013" in retreats(s) and WORLD.area_of[hexof(s, "2013")] == 1
    do(s, back(s, "2013"))
    assert spot(s, "ge-6") == "2013"


@pytest.mark.rule("7.6b")
@pytest.mark.rule("12.3.7")
@pytest.mark.seam("7.6", "12.3")
def test_7_6b_panzers_do_not_pursue_into_an_idle_command() -> None:
    # 2014 is South's, 2013 beyond it Center's: the corps goes on only if Center has acted
    for acted, case in (({}, "7.6b"), ({"axis-1": "hold"}, "")):
        s = given(place={"ge-III": "2014"}, orders={"axis-2": "assault", **acted}, axis_towns=("Kharkov",))
        first, beyond = hexof(s, "2014"), hexof(s, "2013")
        assert WORLD.area_of[first] == 2 and WORLD.area_of[beyond] == 1
        s.trail = 1 << beyond
        corps = unit(s, "ge-III")
        s.agenda = (ChooseAdvance(AXIS, first, (corps,), 1 << corps, 0),)
        assert no(s, advance(s, "ge-III", "2013")) == case
