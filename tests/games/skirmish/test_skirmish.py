"""Every rule of the worked example, each by a test that fails without it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexfront.examples.skirmish import (
    DEAD,
    DONE,
    GAME,
    RESERVE,
    Attacks,
    Battle,
    Choose,
    Movement,
    Turn,
    may_stand,
    odds,
    reach,
)
from hexfront.examples.skirmish import __file__ as source
from hexfront.kernel import CONTROL, OBSERVER, Frame, IllegalAction, apply, deciders, legal, resolve, settle
from hexfront.match import CannotUndo, Match
from hexfront.testing import conformance, fuzz, golden, refusal
from hexfront.wargame import put

BLUE, RED = 0, 7  # the first unit of each side: 4 strength with two steps, 2 with one


def position(
    place: dict[int, str], *agenda: Frame, turn: int = 1, plans: tuple[str, str] = ("north", "south")
) -> Any:
    """A game with only the given units on the map, at the given frames."""
    s = GAME.start(GAME.setup())
    for unit in range(len(s.world.names)):
        s.where[unit], s.steps[unit] = DEAD, 0
    s.stack, s.held, s.front, s.turn = {}, [0, 0], [0, 0], turn
    s.plans = {"blue": plans[0], "red": plans[1]}
    for unit, at in place.items():
        s.steps[unit] = 2
        if at:
            put(s, unit, s.world.board.index(at))
        else:
            s.where[unit] = RESERVE
    s.agenda = agenda
    settle(s)
    s.out = []
    return s


def at(s: Any, unit: int) -> str:
    i = s.where[unit]
    return s.world.board.label(i) if i >= 0 else str(i)


def to(s: Any, label: str) -> Choose:
    return Choose(s.world.board.index(label))


@pytest.mark.rule("1.1")
def test_1_1_plans_are_secret_until_both_are_made() -> None:
    s = GAME.start(GAME.setup())
    assert deciders(s) == ("blue", "red")
    assert refusal(s, "blue", Choose(3)) == "1.1"
    apply(s, "red", Choose(2))
    assert deciders(s) == ("blue",)
    assert GAME.view(s, "blue").extra == {} == GAME.view(s, OBSERVER).extra
    assert GAME.view(s, "red").extra == {"red": "south"} == GAME.view(s, CONTROL).extra
    events = apply(s, "blue", Choose(0))
    assert GAME.view(s, "blue").extra == {"red": "south", "blue": "north"}
    assert [event.reveals for event in events] == [True]


@pytest.mark.rule("1.1")
def test_1_1_a_plan_cannot_be_taken_back_once_the_other_is_known() -> None:
    match = Match.new(GAME)
    match.act("red", Choose(2))
    match.undo("red")
    match.act("red", Choose(1))
    match.act("blue", Choose(0))
    with pytest.raises(CannotUndo, match="revealed"):
        match.undo("blue")


@pytest.mark.rule("1.2")
def test_1_2_the_reserve_arrives_on_turn_2_where_it_was_planned() -> None:
    s = position({BLUE: "0303", RED: "1003", 5: "", 6: "", 12: ""}, Turn(), turn=0)
    assert s.where[5] == RESERVE
    s = position({BLUE: "0303", RED: "1003", 5: "", 6: "", 12: ""}, Turn(), turn=1)
    assert (at(s, 5), at(s, 6), at(s, 12)) == ("0101", "0102", "1207")


@pytest.mark.rule("1.2")
def test_1_2_a_reserve_without_a_free_hex_is_lost() -> None:
    s = position({BLUE: "0101", 1: "0102", RED: "0103", 5: ""}, Turn(), turn=1)
    assert s.where[5] == DEAD
    assert s.strength((5,)) == 0


@pytest.mark.rule("2.1")
def test_2_1_blue_moves_and_attacks_then_red() -> None:
    s = position({BLUE: "0303", RED: "1003"}, Turn(), turn=0)
    seen = []
    for _ in range(4):
        seen.append((type(s.agenda[0]).__name__, deciders(s)[0]))
        apply(s, deciders(s)[0], Choose(DONE))
    assert seen == [("Movement", "blue"), ("Attacks", "blue"), ("Movement", "red"), ("Attacks", "red")]
    assert s.turn == 2


@pytest.mark.rule("2.2")
def test_2_2_units_move_one_at_a_time_and_once() -> None:
    assert Movement(0) == Movement(0, moved=0, unit=DONE, left=0), "a phase begins with nobody in hand"
    s = position({BLUE: "0303", 1: "0305", RED: "1003"}, Movement(0))
    assert legal(s, "blue") == [Choose(DONE), Choose(BLUE), Choose(1)]
    assert refusal(s, "blue", Choose(RED)) == "2.2" == refusal(s, "blue", Choose(3))
    apply(s, "blue", Choose(BLUE))
    apply(s, "blue", to(s, "0304"))
    assert refusal(s, "blue", to(s, "0306")) == "2.2"
    apply(s, "blue", Choose(DONE))
    assert legal(s, "blue") == [Choose(DONE), Choose(1)]
    assert refusal(s, "blue", Choose(BLUE)) == "2.2"
    apply(s, "blue", Choose(DONE))
    assert not s.agenda


@pytest.mark.rule("3.1")
def test_3_1_clear_costs_one_forest_two_river_one_more() -> None:
    s = position({BLUE: "0403", RED: "1203"}, Movement(0, unit=BLUE, left=4))
    frame: Any = s.agenda[0]
    assert frame.cost(s, s.world.board.index("0404")) == 1
    assert frame.cost(s, s.world.board.index("0503")) == 2
    s = position({BLUE: "0603", RED: "1203"}, Movement(0, unit=BLUE, left=1))
    assert refusal(s, "blue", to(s, "0703")) == "3.1"
    assert refusal(s, "blue", to(s, "0602")) == ""
    s = position({BLUE: "0603", RED: "1203"}, Movement(0, unit=BLUE, left=2))
    assert refusal(s, "blue", to(s, "0703")) == ""


@pytest.mark.rule("3.1")
def test_3_1_a_unit_has_four_points() -> None:
    s = position({BLUE: "0101", RED: "1209"}, Movement(0))
    apply(s, "blue", Choose(BLUE))
    for label in ("0102", "0103", "0104"):
        apply(s, "blue", to(s, label))
    assert len(legal(s, "blue")) > 1
    assert s.agenda[0].left == 1
    assert refusal(s, "blue", to(s, "0105")) == ""
    apply(s, "blue", to(s, "0105"))
    assert s.agenda[0].unit == DONE
    assert legal(s, "blue") == [Choose(DONE)]  # back to choosing a unit, and none is left
    assert at(s, BLUE) == "0105"


@pytest.mark.rule("3.2")
def test_3_2_an_enemy_zone_stops_a_unit() -> None:
    s = position({BLUE: "0101", RED: "0104"}, Movement(0, unit=BLUE, left=4))
    apply(s, "blue", to(s, "0102"))
    assert s.agenda[0].unit == BLUE
    apply(s, "blue", to(s, "0103"))
    assert s.agenda[0].unit == DONE


@pytest.mark.rule("3.3")
def test_3_3_one_unit_a_hex() -> None:
    s = position({BLUE: "0303", 1: "0304", RED: "0302"}, Movement(0, moved=1, unit=BLUE, left=4))
    assert refusal(s, "blue", to(s, "0304")) == "3.3" == refusal(s, "blue", to(s, "0302"))
    with pytest.raises(IllegalAction, match=r"Another unit is there. \(at 0304\) \[3.3\]"):
        apply(s, "blue", to(s, "0304"))


@pytest.mark.rule("3.1")
@pytest.mark.rule("3.2")
@pytest.mark.rule("3.3")
@pytest.mark.parametrize(("unit", "foe", "side"), [(BLUE, RED, 0), (RED, BLUE, 1)])
def test_3_how_far_a_unit_gets_and_where_it_may_stand(unit: int, foe: int, side: int) -> None:
    s = position({unit: "0101", foe: "0104"}, Movement(side))
    w, seat = s.world, ("blue", "red")[side]
    found = reach(s, unit)
    assert (
        found.cost(w.hex("0102")) == 1 and found.cost(w.hex("0103")) == 2 and max(found.costs().values()) == 4
    )
    assert w.hex("0104") not in found and w.hex("0105") not in found, (
        "the enemy, and what lies behind its zone"
    )
    assert may_stand(s, unit, w.hex("0101")) and may_stand(s, unit, w.hex("0102"))
    assert not may_stand(s, unit, w.hex("0104")) and not may_stand(s, unit, -1)
    walks = GAME.reach(s, seat, w.name(unit))
    assert walks is not None and walks["0103"].plan == (Choose(unit), to(s, "0102"), to(s, "0103"))
    apply(s, seat, Choose(unit))
    apply(s, seat, to(s, "0102"))
    apply(s, seat, to(s, "0103"))
    assert s.agenda[0].unit == DONE, "in the zone its move ends"


@pytest.mark.rule("4.1")
def test_4_1_red_attacks_blue() -> None:
    s = position({BLUE: "0303", RED: "0304"}, Attacks(1))
    assert legal(s, "red") == [Choose(DONE), to(s, "0303")]


@pytest.mark.rule("4.2")
def test_4_2_only_cover_shifts_the_odds() -> None:
    for label, header in (("0403", "1:1"), ("0503", "1:2"), ("0305", "1:2")):
        s = position({BLUE: "0101", RED: label})
        assert odds(s, (BLUE,), s.world.hex(label)).header == header


@pytest.mark.rule("4.1")
def test_4_1_every_unit_next_to_the_enemy_joins_once() -> None:
    s = position({BLUE: "0303", 1: "0304", 3: "0601", RED: "0403", 8: "0302"}, Attacks(0))
    assert refusal(s, "blue", to(s, "1209")) == "4.1"
    apply(s, "blue", to(s, "0403"))
    battle: Any = s.agenda[0]
    assert sorted(battle.units) == [BLUE, 1]
    resolve(s, 3)
    assert refusal(s, "blue", to(s, "0302")) == "4.1"
    apply(s, "blue", Choose(DONE))
    assert not s.agenda


@pytest.mark.rule("4.2")
@pytest.mark.parametrize(
    ("hex_", "attackers", "roll", "result"),
    [
        ("0403", {BLUE: "0303"}, 6, "D1"),  # 4 to 4 in the open: 1:1
        ("0403", {BLUE: "0303", 1: "0402"}, 4, "D1"),  # 8 to 4: 2:1
        ("0404", {BLUE: "0304", 3: "0405"}, 3, "EX"),  # 7 to 4 is 3:2, not 2:1
        ("0503", {BLUE: "0402", 1: "0403"}, 4, "D1"),  # 2:1, forest: one left, 3:2
        ("0503", {BLUE: "0402", 1: "0403"}, 2, "EX"),
        ("0305", {BLUE: "0304", 1: "0306"}, 5, "D1"),  # 2:1 on a town: 3:2
        ("0305", {BLUE: "0304"}, 5, "EX"),  # 1:1 on a town: 1:2
    ],
)
def test_4_2_odds_and_shifts(hex_: str, attackers: dict[int, str], roll: int, result: str) -> None:
    s = position({**attackers, RED: hex_}, Attacks(0))
    apply(s, "blue", to(s, hex_))
    [told] = resolve(s, roll)
    assert told.line(s).text.endswith(f"roll {roll}: {result}.")
    assert told.line(s).at == hex_


@pytest.mark.rule("4.3")
@pytest.mark.parametrize(
    ("column", "roll", "blue", "red"),
    [("1:1", 1, 1, 2), ("1:1", 3, 1, 1), ("1:1", 6, 2, 1), ("3:1", 6, 2, 0)],
)
def test_4_3_results_take_steps(column: str, roll: int, blue: int, red: int) -> None:
    place = {BLUE: "0303", RED: "0403", 8: "1209"}
    if column == "3:1":
        place |= {1: "0402", 2: "0304"}
    s = position(place, Attacks(0))
    apply(s, "blue", to(s, "0403"))
    resolve(s, roll)
    attackers = [unit for unit in place if unit < RED]
    assert sum(s.steps[unit] for unit in attackers) == 2 * len(attackers) - (2 - blue)
    assert s.steps[RED] == red
    assert (s.where[RED] == DEAD) == (red == 0)


@pytest.mark.rule("4.3")
def test_4_3_two_steps_are_more_than_enough_for_a_weakened_unit() -> None:
    s = position({BLUE: "0303", 1: "0402", 2: "0304", RED: "0403", 8: "1209"}, Attacks(0))
    s.steps[RED] = 1
    apply(s, "blue", to(s, "0403"))
    resolve(s, 6)
    assert s.where[RED] == DEAD and s.steps[RED] == 0


@pytest.mark.rule("4.3")
def test_4_3_the_strongest_attacker_is_hurt_and_a_weakened_one_is_lost() -> None:
    s = position({3: "0303", 5: "0402", RED: "0403"}, Attacks(0))
    apply(s, "blue", to(s, "0403"))
    assert isinstance(s.agenda[0], Battle)
    resolve(s, 1)
    assert (s.steps[3], s.steps[5]) == (2, 1)
    s.agenda = (Attacks(0),)
    s.steps[3] = 1
    s.remove(5)
    apply(s, "blue", to(s, "0403"))
    resolve(s, 1)
    assert s.where[3] == DEAD


@pytest.mark.rule("5.1")
def test_5_1_a_side_without_units_loses_at_once() -> None:
    s = position({BLUE: "0303", 1: "0402", 2: "0304", RED: "0403"}, Attacks(0))
    apply(s, "blue", to(s, "0403"))
    resolve(s, 6)
    assert s.result is not None
    assert s.result.winners == ("blue",)
    assert not s.agenda


@pytest.mark.rule("5.1")
def test_5_1_a_side_with_a_unit_left_plays_on() -> None:
    s = position({BLUE: "0303", 1: "0402", 2: "0304", RED: "0403", 8: "1209"}, Attacks(0))
    apply(s, "blue", to(s, "0403"))
    resolve(s, 6)
    assert s.where[RED] == DEAD and s.steps[RED] == 0 and s.result is None


@pytest.mark.rule("5.1")
def test_5_1_a_town_that_was_left_does_not_count_and_can_be_entered() -> None:
    s = position({BLUE: "0305", 1: "0303", RED: "1209"}, Movement(0, unit=BLUE, left=4), Turn(), turn=6)
    apply(s, "blue", to(s, "0306"))
    apply(s, "blue", Choose(DONE))
    apply(s, "blue", Choose(1))
    apply(s, "blue", to(s, "0304"))
    assert refusal(s, "blue", to(s, "0305")) == ""
    apply(s, "blue", Choose(DONE))
    apply(s, "blue", Choose(DONE))
    assert s.result is not None and s.result.scores == {"blue": 8, "red": 4}


@pytest.mark.rule("5.1")
@pytest.mark.parametrize(
    ("place", "winners", "scores"),
    [
        ({BLUE: "0305", RED: "0602"}, (), {"blue": 14, "red": 14}),
        ({BLUE: "0305", RED: "0101"}, ("blue",), {"blue": 14, "red": 4}),
        ({BLUE: "0101", RED: "1005", 8: "0708"}, ("red",), {"blue": 4, "red": 28}),
        ({BLUE: "0101", RED: "0103", 12: "0105"}, ("red",), {"blue": 4, "red": 9}),
    ],
)
def test_5_1_towns_and_strength_decide_after_the_last_turn(
    place: dict[int, str], winners: tuple[str, ...], scores: dict[str, float]
) -> None:
    s = position(place, Turn(), turn=6)
    assert s.result is not None
    assert (s.result.winners, s.result.scores) == (winners, scores)
    assert position(place, Turn(), turn=5).result is None


def test_conformance() -> None:
    done = conformance(GAME, games=6, actions=2000, must_end=True)
    assert done.finished == 6


def test_a_short_fuzz_is_clean() -> None:
    assert fuzz(GAME, actions=3000, seed=2).failure is None


def test_the_golden_game_is_replayed() -> None:
    golden.replay(Path(__file__).parent / "golden" / "crossing.json", GAME)


def test_it_is_as_short_as_the_guide_says() -> None:
    assert len(Path(source).read_text().splitlines()) <= 290
