"""Chapter 11: movement."""

from __future__ import annotations

import pytest

from hexfront.games.turns_east import may_stand
from hexfront.games.turns_east import reach as how_far
from hexfront.games.turns_east.actions import Assign, Commit, EndMovement, Pick, Step, Stop, Take
from hexfront.games.turns_east.data import AXIS
from hexfront.games.turns_east.movement import ChooseMover, Moving
from hexfront.games.turns_east.orders import AssignOrder
from hexfront.games.turns_east.reach import ends_of, reach_of
from hexfront.games.turns_east.sequence import clear_turn
from hexfront.games.turns_east.state import EastState
from hexfront.kernel import legal, pending
from hexfront.wargame import Moved

from .helpers import (
    FAIR,
    LIGHT_MUD,
    SNOW,
    SOUTHERN,
    WORLD,
    advance,
    do,
    field,
    given,
    hexof,
    join,
    no,
    on_map,
    pick,
    pickable,
    reach,
    roll,
    shown,
    spot,
    step,
    take,
    target,
    unit,
    walk,
)


def cost(s: EastState, label: str) -> float | None:
    """What the next step would cost the moving stack."""
    return shown(s, step(s, label)).cost


@pytest.mark.rule("11.1.1")
def test_11_1_1_from_hex_to_adjacent_hex_paying_for_the_terrain_entered() -> None:
    s = field({"ge-III": "2018", "ge-6": "2018"}, order="assault")
    do(s, pick(s, "ge-III"))
    assert no(s, step(s, "2216")) == "11.1.1"
    assert (cost(s, "2017"), cost(s, "2019")) == (1, 3)  # clear, rough
    do(s, step(s, "2017"))
    assert pending(s).spent == (1,)  # type: ignore[union-attr]
    s = field({"ge-6": "2018"}, order="assault")
    do(s, pick(s, "ge-6"))
    assert (cost(s, "2017"), cost(s, "2019")) == (1, 2)  # infantry pays less


@pytest.mark.rule("11.1.1")
def test_11_1_1_a_hexside_may_cost_more_and_points_run_out() -> None:
    s = field({"ge-6": "2215"}, order="assault", axis_towns=("Kharkov",))
    do(s, pick(s, "ge-6"))
    assert WORLD.rivers.has(hexof(s, "2215"), hexof(s, "2315"))
    assert cost(s, "2315") == 2
    for label in ("2315", "2415", "2515"):
        do(s, step(s, label))
    assert no(s, step(s, "2615")) == "11.1.3"
    assert reach(s) == set()


@pytest.mark.rule("11.1.2")
def test_11_1_2_prohibited_hexes_and_hexsides() -> None:
    s = given(place={"ge-11": "1622"}, orders={"axis-3": "assault"}, active="axis-3", axis_towns=("1421",))
    do(s, pick(s, "ge-11"))
    assert no(s, step(s, "1722")) == "11.1.2"  # the Kerch strait
    assert no(s, step(s, "1623")) == "11.1.2"  # sea
    assert reach(s) == {"1521"}
    s = given(place={"ge-18": "1801"}, orders={"axis-0": "assault"}, active="axis-0")
    do(s, pick(s, "ge-18"))
    assert no(s, step(s, "1800")) == "11.1.2"  # Finland takes no part


@pytest.mark.rule("11.1.3")
def test_11_1_3_points_come_from_order_kind_supply_and_weather() -> None:
    def points(name: str, order: str, turn: int, at: str = "2016") -> int:
        s = field({name: at}, order=order, turn=turn, axis_towns=("Kharkov",))
        return s.allowance[unit(s, name)]

    assert points("ge-6", "assault", FAIR) == 4
    assert points("ge-III", "assault", FAIR) == 6
    assert points("ge-III", "blitz", FAIR) == 8
    assert points("ge-III", "blitz", LIGHT_MUD) == 7
    assert points("ge-III", "blitz", FAIR, "2616") == 6
    assert points("ge-III", "blitz", SNOW) == 6


@pytest.mark.rule("11.1.4")
def test_11_1_4_points_are_neither_saved_nor_lent() -> None:
    s = field({"ge-6": "2016", "ge-17": "2018"}, order="assault")
    walk(s, "ge-6")  # spends nothing
    assert s.allowance[unit(s, "ge-17")] == 4
    do(s, pick(s, "ge-17"))
    for label in ("2017", "2116", "2117", "2217"):
        do(s, step(s, label))
    assert reach(s) == set() and no(s, step(s, "2218")) == "11.1.3"
    s.turn = 3
    clear_turn(s)
    fresh = field({"ge-6": "2016"}, order="assault", turn=3)
    assert fresh.allowance[unit(fresh, "ge-6")] == 4


@pytest.mark.rule("11.1.5")
def test_11_1_5_a_unit_may_stop_early() -> None:
    s = field({"ge-III": "2016"}, order="assault")
    do(s, pick(s, "ge-III"))
    do(s, step(s, "2116"))
    assert no(s, Stop()) == ""
    do(s, Stop())
    assert spot(s, "ge-III") == "2116"


@pytest.mark.rule("11.1.6")
def test_11_1_6_one_move_at_a_time_or_a_stack_together() -> None:
    s = field({"ge-6": "2016", "ge-III": "2016", "ge-XIV": "2017"}, order="assault")
    do(s, pick(s, "ge-6"))
    assert no(s, Pick(unit(s, "ge-XIV"))) == "11.1.6"
    assert no(s, take(s, "ge-XIV")) == "11.1.6"  # in another hex
    do(s, take(s, "ge-III"))
    do(s, step(s, "2116"))
    assert spot(s, "ge-6") == spot(s, "ge-III") == "2116"
    assert pending(s).spent == (1, 1)  # type: ignore[union-attr]
    for label in ("2117", "2217", "2218"):
        do(s, step(s, label))
    assert reach(s) == set()  # the slower sets the pace
    do(s, Stop())
    assert pickable(s) == {"ge-XIV"}


@pytest.mark.rule("11.1.6")
@pytest.mark.rule("8.1.1")
@pytest.mark.rule("8.1.3")
def test_11_1_6_stacks_move_within_the_stacking_limits() -> None:
    three = {"ge-III": "2016", "ge-XIV": "2016", "ge-XLVIII": "2016"}
    s = field({**three, "ge-XL": "2017"}, order="blitz")
    do(s, pick(s, "ge-XL"))
    do(s, step(s, "2016"))
    do(s, take(s, "ge-III"))
    do(s, take(s, "ge-XIV"))
    assert no(s, take(s, "ge-XLVIII")) == "8.1.1"


@pytest.mark.rule("11.1.7")
def test_11_1_7_nobody_moves_twice_in_a_turn() -> None:
    s = field({"ge-6": "2016", "ge-17": "2018"}, order="assault")
    walk(s, "ge-6", "2116")
    assert no(s, pick(s, "ge-6")) == "11.1.7"
    do(s, pick(s, "ge-17"))
    for label in ("2017", "2116"):
        do(s, step(s, label))
    assert no(s, take(s, "ge-6")) == "11.1.7"
    # not even when it has come into another Command's area
    moved = s.moved
    s = given(
        place={"ge-6": "2013"},
        orders={"axis-1": "assault", "axis-2": "assault"},
        active="axis-1",
        moved=moved,
    )
    assert not isinstance(pending(s), ChooseMover)


@pytest.mark.rule("11.1.8")
@pytest.mark.seam("7.2", "11")
def test_11_1_8_one_hex_is_always_possible_but_under_withdraw() -> None:
    place = {"ge-III": "2020"}
    rough = [j for j, c in WORLD.moves[0][1][WORLD.board.index("2020")].items() if c == 3]
    label = WORLD.label(rough[0])
    s = given(place=place, orders={"axis-2": "assault"}, active="axis-2")
    assert s.allowance[unit(s, "ge-III")] == 2  # far out of supply
    do(s, pick(s, "ge-III"))
    assert no(s, step(s, label)) == ""
    do(s, step(s, label))
    assert reach(s) == set()
    west = given(place=place, orders={"axis-2": "withdraw"}, active="axis-2")
    do(west, pick(west, "ge-III"))
    assert west.allowance[unit(west, "ge-III")] == 2
    assert no(west, step(west, label)) == "11.1.3"
    # and never into enemies
    s = field({"ge-6": "2016", "su-5": "2116"}, order="assault")
    do(s, pick(s, "ge-6"))
    assert no(s, step(s, "2116")) == "12.1.1"


@pytest.mark.rule("11.1.9a")
@pytest.mark.seam("6", "11")
def test_11_1_9a_light_mud_takes_one_from_every_allowance() -> None:
    for name, side, order, fair in (
        ("ge-6", "axis", "hold", 4),
        ("ge-III", "axis", "blitz", 8),
        ("su-5", "soviet", "withdraw", 5),
    ):
        for turn, less in ((FAIR, 0), (LIGHT_MUD, 1)):
            s = field({name: "2016"}, side, order, turn=turn, axis_towns=("Kharkov",), soviet_towns=("2015",))
            assert s.allowance[unit(s, name)] == fair - less


@pytest.mark.rule("11.1.9b")
@pytest.mark.seam("11", "12.3")
def test_11_1_9b_advances_and_retreats_are_not_movement() -> None:
    s = field(
        {"ge-6": "2115", "ge-III": "2115", "su-5": "2216"},
        order="assault",
        stage="attack",
        soviet_towns=("2214",),
    )
    s.moved = 1 << unit(s, "ge-6") | 1 << unit(s, "ge-III")  # both have moved this turn
    do(s, target(s, "2216"))
    for name in ("ge-6", "ge-III"):
        do(s, join(s, name))
    do(s, Commit())
    roll(s, 6)
    assert not on_map(s, "su-5")
    do(s, advance(s, "ge-6", "2216"))
    assert spot(s, "ge-6") == "2216"
    # a unit that has retreated can still move in its own activation
    s = field({"su-5": "2216", "ge-6": "2115"}, "soviet", "hold", soviet_towns=("2214",))
    assert "su-5" in pickable(s)


@pytest.mark.rule("11.2")
@pytest.mark.rule("11.2.1")
def test_11_2_1_an_order_activates_the_units_in_its_area() -> None:
    s = given(
        place={"ge-6": "2016", "ge-9": "1808", "su-5": "2216"},
        agenda=(AssignOrder(AXIS, 3),),
        axis_towns=("Kharkov", "Smolensk"),
    )
    do(s, Assign(2))
    assert pickable(s) == {"ge-6"}
    assert no(s, pick(s, "ge-9")) == "11.2.1" and no(s, pick(s, "su-5")) == "11.2.1"
    do(s, EndMovement())
    assert not s.agenda or not isinstance(pending(s), ChooseMover)


@pytest.mark.rule("11.2.1", "11.2.2", "8.1.8", "11.1.7")
def test_11_2_1_who_is_not_on_the_map_is_no_unit_to_move() -> None:
    """Whatever it is: a garrison or a leader in the box is refused for that, not for what it is."""
    s = given(place={"ge-6": "2016"}, agenda=(AssignOrder(AXIS, 3),), axis_towns=("Kharkov", "Smolensk"))
    do(s, Assign(2))
    w = s.world
    for some in (w.garrisons, w.leaders, w.partisan):
        away = [u for u in range(len(w.units)) if some >> u & 1 and s.where[u] < 0]
        assert away and all(no(s, Pick(u)) == "11.2.1" for u in away)
    assert no(s, Pick(-1)) == no(s, Pick(len(w.units))) == "11.2.1"


@pytest.mark.rule("11.2.2")
def test_11_2_2_none_some_or_all_units_move() -> None:
    place = {"ge-6": "2016", "ge-17": "2018"}
    none = field(place, order="assault")
    do(none, EndMovement())
    assert (spot(none, "ge-6"), spot(none, "ge-17")) == ("2016", "2018")
    some = field(place, order="assault")
    walk(some, "ge-6", "2116")
    do(some, EndMovement())
    assert (spot(some, "ge-6"), spot(some, "ge-17")) == ("2116", "2018")
    every = field(place, order="assault")
    walk(every, "ge-6", "2116")
    walk(every, "ge-17", "2117")
    assert not isinstance(pending(every), ChooseMover)


def test_what_is_listed_is_what_is_allowed() -> None:
    s = field({"ge-III": "2016", "ge-XIV": "2016", "kleist": "2016", "su-5": "2116"}, order="blitz")
    do(s, pick(s, "ge-III"))
    frame = pending(s)
    assert isinstance(frame, Moving)
    slow = [a for a in frame.candidates(s, "axis") if frame.violation(s, "axis", a) is None]
    assert sorted(map(repr, slow)) == sorted(map(repr, legal(s, "axis")))


@pytest.mark.rule("11.1.1")
@pytest.mark.rule("11.1.3")
def test_11_1_1_the_reach_of_a_unit_is_what_it_can_walk() -> None:
    s = field({"ge-6": "2016", "su-5": "2018"}, order="assault")
    army = unit(s, "ge-6")
    found = how_far(s, army)
    assert {WORLD.label(h) for h in found if found.cost(h) == 1} == {
        "2015",
        "2017",
        "1916",
        "1915",
        "2115",
        "2116",
    }
    assert hexof(s, "2018") not in found and max(found.costs().values()) == 4
    far = next(h for h in found if found.cost(h) == 4)
    way = found.way(far)
    assert way[-1] == far and 2 <= len(way) <= 4
    do(s, pick(s, "ge-6"))
    for h in way:
        do(s, Step(h))
    assert s.where[army] == far and len(how_far(s, army)) == 0  # every point is spent
    assert len(how_far(s, unit(s, "su-5"))) == 0  # not its turn


@pytest.mark.rule("8.1.1")
@pytest.mark.rule("13.1.2c")
def test_11_where_a_unit_may_stand() -> None:
    s = field({"ge-6": "2016", "ge-III": "2017", "ge-XIV": "2017", "ge-XL": "2017", "su-5": "2018"})
    army, soviet = unit(s, "ge-6"), unit(s, "su-5")
    assert may_stand(s, army, hexof(s, "2015")) and may_stand(s, soviet, hexof(s, "2015"))
    assert not may_stand(s, army, hexof(s, "2017"))  # full
    assert not may_stand(s, army, hexof(s, "2018"))  # an enemy
    assert not may_stand(s, soviet, hexof(s, "0816"))  # Romania
    assert not may_stand(s, army, hexof(s, "2816"))  # the Off Map Zone
    assert not may_stand(s, army, hexof(s, "2100"))  # the lake


@pytest.mark.rule("11.1.7")
def test_11_1_7_a_unit_taken_along_has_moved() -> None:
    s = field({"ge-III": "2016", "ge-XIV": "2016", "ge-6": "2018"}, order="assault", axis_towns=SOUTHERN)
    do(s, pick(s, "ge-III"))
    do(s, Take(unit(s, "ge-XIV")))
    do(s, Stop())
    assert pickable(s) == {"ge-6"} and no(s, pick(s, "ge-XIV")) == "11.1.7"


@pytest.mark.rule("11.1.6")
def test_11_1_6_a_unit_does_not_join_itself() -> None:
    s = field({"ge-III": "2116", "ge-XIV": "2116"})
    do(s, pick(s, "ge-III"))
    assert no(s, take(s, "ge-III")) == "11.1.6"
    assert no(s, take(s, "ge-XIV")) == ""


@pytest.mark.rule("11.1.7")
def test_11_1_7_staying_is_no_move_to_tell_of() -> None:
    s = field({"ge-III": "2116", "ge-XIV": "2116"})
    do(s, pick(s, "ge-III"))
    assert not [e for e in do(s, Stop()) if isinstance(e, Moved)]
    assert s.moved >> unit(s, "ge-III") & 1
    do(s, pick(s, "ge-XIV"))
    do(s, step(s, "2216"))
    moves = [e for e in do(s, Stop()) if isinstance(e, Moved)]
    assert moves == [Moved((unit(s, "ge-XIV"),), (hexof(s, "2116"), hexof(s, "2216")), "11.1.1")]


@pytest.mark.rule("11.1.7")
def test_11_1_7_a_move_of_one_hex_is_told_and_staying_is_not() -> None:
    s = field({"ge-6": "2016", "ge-III": "2016"}, order="assault")
    do(s, pick(s, "ge-6"))
    do(s, step(s, "2116"))
    assert [type(e) for e in do(s, Stop())].count(Moved) == 1
    do(s, pick(s, "ge-III"))
    assert Moved not in [type(e) for e in do(s, Stop())]


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


@pytest.mark.rule("11.1.6")
def test_11_1_6_a_stack_forms_in_the_zone_of_a_german_army() -> None:
    s = field({"su-5": "2216", "su-6": "2216", "ge-6": "2115"}, "soviet", "assault")
    do(s, pick(s, "su-5"))
    assert no(s, take(s, "su-6")) == ""
    do(s, take(s, "su-6"))
    do(s, step(s, "2316"))
    assert spot(s, "su-5") == spot(s, "su-6") == "2316"


def _pocket(order: str) -> EastState:
    """Two armies that cannot go anywhere: enemies stand all around."""
    ring = zip(("ge-6", "ge-17", "ge-11", "ge-18", "ge-16", "ge-9"), _around("2216"), strict=True)
    return field({"su-5": "2216", "su-6": "2216", **dict(ring)}, "soviet", order)


def _around(label: str) -> list[str]:
    return [WORLD.label(j) for j in WORLD.grid.neighbours(WORLD.board.index(label))]


@pytest.mark.rule("11.1.6")
@pytest.mark.rule("12.4.9a")
def test_11_1_6_units_that_stay_where_they_are_can_still_be_stacked() -> None:
    s = _pocket("withdraw")
    do(s, pick(s, "su-5"))
    assert no(s, take(s, "su-6")) == ""
    do(s, take(s, "su-6"))


@pytest.mark.rule("7.2.1b")
@pytest.mark.rule("7.6b")
@pytest.mark.seam("7.2", "11")
def test_7_2_1b_where_a_mixed_stack_on_hold_may_end_is_told_as_it_is_walked() -> None:
    place = {"ge-6": "2016", "ge-III": "2016", "su-5": "2416"}
    s = field(place, order="hold", axis_towns=("Kharkov", "Poltava"), soviet_towns=("2214",))
    do(s, pick(s, "ge-6"))
    do(s, take(s, "ge-III"))
    moving = pending(s)
    assert isinstance(moving, Moving)
    found = reach_of(s, moving)
    ends = ends_of(s, moving, found)
    assert ends and found.hexes & ~ends  # some hexes are only passed
    for h in found:
        t = s.clone()
        for n in found.way(h):
            do(t, Step(n))
        assert (no(t, Stop()) == "") == bool(ends >> h & 1), WORLD.label(h)
