"""Chapter 3: set-up, victory points, automatic victory."""

from __future__ import annotations

from typing import Any, cast

import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.actions import Assign
from hexfront.games.turns_east.data import AXIS, BLITZ, SOVIET, EastWorld
from hexfront.games.turns_east.orders import AssignOrder, initiative
from hexfront.games.turns_east.sequence import Judgement
from hexfront.games.turns_east.state import GONE, TRACK, EastState
from hexfront.games.turns_east.supply import leningrad_by_lake_only
from hexfront.games.turns_east.victory import automatic_victory, victory_points
from hexfront.games.turns_east.view import view
from hexfront.games.turns_east.zones import top_first
from hexfront.kernel import OBSERVER, apply, deciders, legal, pending, resolve, settle

from .helpers import WORLD, do, given, hexof, spot, unit


def begin(scenario: str = "barbarossa") -> EastState:
    return GAME.start(GAME.setup(scenario))


def to_first_order(s: EastState) -> None:
    """Play a new game on to the assignment of the opening Blitz."""
    while not isinstance(pending(s), AssignOrder):
        if deciders(s):
            for seat in deciders(s):
                apply(s, seat, legal(s, seat)[0])
        else:
            resolve(s, 3)


def judged(s: EastState) -> EastState:
    s.agenda = (Judgement(),)
    settle(s)
    return s


@pytest.mark.rule("3.1a")
def test_3_1a_units_start_in_their_hexes() -> None:
    s = begin()
    for counter in WORLD.units:
        if counter.setup:
            assert spot(s, counter.id) == counter.setup
    assert spot(s, "ge-4") == "0808" and spot(s, "su-4") == "0908"


@pytest.mark.rule("3.1b")
@pytest.mark.rule("8.1.6")
def test_3_1b_a_german_army_lies_on_top() -> None:
    s = begin()
    for stack in map(s.world.stack_masks.__getitem__, s.stack.values()):
        order = top_first(s, stack)
        if stack & WORLD.armies:
            assert WORLD.armies >> order[0] & 1
    shown = [p.id for p in view(s, OBSERVER).pieces if p.at == "0810"]
    assert shown[0] == "ge-6" and len(shown) == 4


@pytest.mark.rule("3.1c")
def test_3_1c_later_units_wait_on_the_track() -> None:
    s = begin()
    assert s.where[unit(s, "ge-2")] == TRACK.space(2)
    assert s.where[unit(s, "su-gcav")] == TRACK.space(6)
    waiting = {p.id: p.at for p in view(s, OBSERVER).pieces}
    assert waiting["ge-XL"] == "turn-4"


@pytest.mark.rule("3.1d")
@pytest.mark.rule("3.1e")
def test_3_1d_one_luftwaffe_marker_turn_1_no_points() -> None:
    s = begin()
    assert s.air[0] == 1
    assert s.turn == 1 and victory_points(s) == 0


@pytest.mark.rule("3.1f")
@pytest.mark.rule("3.1g")
@pytest.mark.rule("3.1h")
def test_3_1_the_first_cup() -> None:
    """Worked example: what is in the cup on turn 1, and what is placed before."""
    s = begin()
    to_first_order(s)
    assert pending(s) == AssignOrder(AXIS, BLITZ)
    assert sorted(s.cup) == sorted(
        ["axis blitz"] * 2
        + ["axis hold"]
        + ["soviet hold"] * 3
        + ["soviet withdraw"]
        + ["counterattack A", "counterattack B", "counterattack C"]
    )
    assert deciders(s) == ("axis",) and initiative(s) == AXIS
    assert [a.command for a in legal(s, "axis")] == [0, 1, 2, 3]
    do(s, Assign(2))
    assert s.box[2] == BLITZ


@pytest.mark.rule("3.2a")
@pytest.mark.rule("3.2e")
@pytest.mark.rule("3.2-i1")
def test_3_2_what_the_places_are_worth() -> None:
    worth = {WORLD.board.place_at(i).name: n for i, n in WORLD.points.items()}  # type: ignore[union-attr]
    assert {n: v for n, v in worth.items() if v != 1} == {
        "Moscow": 3,
        "Leningrad": 2,
        "Rostov": 2,
        "Sevastopol": 2,
    }
    assert worth["Maikop"] == 1 and "Kiev" not in worth
    assert all(WORLD.towns >> i & 1 for i in WORLD.points)
    assert WORLD.oil >> WORLD.board.hex("Maikop") & 1
    assert victory_points(given(axis_towns=("Moscow", "Kiev", "Maikop"))) == 3 + 0 + 1


TWELVE = ("Moscow", "Leningrad", "Rostov", "Riga", "Tallinn", "Minsk", "Smolensk", "Odessa")  # 7 + 5 points


@pytest.mark.rule("3.2c")
@pytest.mark.rule("3.2d")
@pytest.mark.rule("3.2b")
def test_3_2c_twelve_points_win_at_the_end_and_not_before() -> None:
    def at_end(turn: int, *towns: str) -> Any:
        s = judged(given(turn=turn, axis_towns=towns))
        return s.result.winners if s.result else None

    assert sum(WORLD.points[WORLD.board.hex(n)] for n in TWELVE) == 12
    assert at_end(11, *TWELVE) == ("axis",)
    assert at_end(11, *TWELVE[:-1]) == ("soviet",)
    assert at_end(11) == ("soviet",)
    assert at_end(10, *TWELVE) is None


@pytest.mark.rule("3.2c")
@pytest.mark.seam("3", "9.2")
def test_3_2c_points_count_only_with_an_loc_to_the_west() -> None:
    s = given(turn=11, axis_towns=TWELVE)
    assert victory_points(s) == 12
    # Odessa is cut off by Soviets on all sides
    s = given(
        turn=11,
        axis_towns=TWELVE,
        place={"su-9": "1117", "su-18": "1018", "su-51": "1218", "su-56": "1017"},
    )
    assert victory_points(s) == 11
    assert judged(s).result.winners == ("soviet",)  # type: ignore[union-attr]


@pytest.mark.rule("3.3a")
@pytest.mark.rule("3.3c")
@pytest.mark.seam("3", "9.3")
def test_3_3_automatic_victories() -> None:
    def won(*towns: str) -> str:
        return automatic_victory(given(turn=4, axis_towns=towns))

    assert won("Kiev", "Leningrad", "Moscow") == "3.3a"
    assert won("Kiev", "Moscow") == ""
    assert won("Kiev", "Leningrad") == ""
    assert won("Leningrad", "Moscow") == ""
    assert won("Leningrad", "Rostov", "Maikop") == "3.3c"
    assert won("Leningrad", "Rostov", "Sevastopol") == "3.3c"
    assert won("Leningrad", "Rostov") == ""
    assert won("Rostov", "Maikop", "Sevastopol") == ""
    s = judged(given(turn=4, axis_towns=("Kiev", "Leningrad", "Moscow")))
    assert s.result is not None and s.result.winners == ("axis",) and s.result.rule == "3.3a"


@pytest.mark.rule("3.3b")
@pytest.mark.seam("3", "10.1")
def test_3_3b_leningrad_on_the_lake_alone() -> None:
    ring = {"ge-18": "2002", "ge-XLI": "1902", "ge-LVI": "2101"}
    s = given(turn=4, axis_towns=("Kiev", "Moscow"), place={**ring, "su-23": "2001"})
    assert automatic_victory(s) == "3.3b"
    open_road = given(turn=4, axis_towns=("Kiev", "Moscow"), place={"su-23": "2001"})
    assert automatic_victory(open_road) == ""


@pytest.mark.rule("3.3d")
def test_3_3d_the_cities_need_an_loc() -> None:
    around_kiev = {
        "su-5": "1412",
        "su-6": "1512",
        "su-26": "1513",
        "su-12": "1414",
        "su-37": "1313",
        "su-38": "1312",
    }
    s = given(turn=4, axis_towns=("Kiev", "Leningrad", "Moscow"), place=around_kiev)
    assert automatic_victory(s) == ""


@pytest.mark.rule("3.3a")
def test_3_3_no_automatic_victory_in_the_teaching_game() -> None:
    towns = ("Kiev", "Leningrad", "Moscow")
    assert automatic_victory(given(axis_towns=towns)) == "3.3a"
    assert automatic_victory(given(scenario="minsk", axis_towns=towns, pack=None)) == ""


@pytest.mark.rule("3.3b")
def test_3_3b_a_leningrad_in_axis_hands_or_without_any_line_does_not_count() -> None:
    ring = {"ge-18": "2002", "ge-XLI": "1902", "ge-LVI": "2101"}
    assert leningrad_by_lake_only(given(place={"su-23": "2001", **ring}))
    assert not leningrad_by_lake_only(given(place=ring, axis_towns=("Leningrad",)))
    shore = {"ge-16": "2302", "ge-9": "2300"}
    assert not leningrad_by_lake_only(given(place={"su-23": "2001", **ring, **shore}))


@pytest.mark.rule("3.3b")
def test_3_3b_an_axis_leningrad_does_not_live_by_the_lake() -> None:
    ring = {"ge-18": "2002", "ge-XLI": "1902", "ge-LVI": "2101", "su-23": "2001"}
    s = given(turn=4, place=ring)
    assert leningrad_by_lake_only(s)
    s.axis_towns |= 1 << hexof(s, "2001")
    assert not leningrad_by_lake_only(s)


@pytest.mark.rule("3.3c")
def test_3_3c_rostov_is_needed_too() -> None:
    s = given(axis_towns=("2001", "2024"))
    assert automatic_victory(s) == ""
    s = given(axis_towns=("2001", "2120"))
    assert automatic_victory(s) == ""
    for last in ("2024", "1321"):
        s = given(axis_towns=("2001", "2120", last))
        assert automatic_victory(s) == "3.3c"


@pytest.mark.rule("3.1a")
def test_3_1a_a_counter_without_hex_or_turn_is_not_in_the_game() -> None:
    left_out = {"units": {"soviet_armies": {"unit": [{"id": "su-5", "setup": ""}]}}}
    world = cast(EastWorld, GAME.world(GAME.setup("barbarossa", pack=left_out)))
    s = GAME.new_state(world)
    assert s.where[world.number["su-5"]] == GONE and GONE not in GAME.new_state(WORLD).where


@pytest.mark.rule("3.1e")
def test_3_1e_before_the_first_turn_nothing_is_ordered_and_only_counters_hold_hexes() -> None:
    s = GAME.new_state(WORLD)
    for side in (AXIS, SOVIET):
        held = {s.where[u] for u in range(len(WORLD.units)) if WORLD.side[u] == side and s.where[u] >= 0}
        assert s.held[side] == sum(1 << i for i in held)
    assert s.box == [0] * 8 and s.points == [0, 0] and s.air == [0] * 5
