"""Chapter 17: reinforcements, returns, conversion, new chits."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland import GAME
from hexfront.games.motherland.actions import Convert, Done, Hold, Pick, Place
from hexfront.games.motherland.administration import Conversion, Conversions
from hexfront.games.motherland.chits import ChitDraw
from hexfront.games.motherland.movement import Moves
from hexfront.games.motherland.reinforcements import (
    Arrivals,
    OfferReinforcements,
    Placement,
    Reinforcements,
    ReturnRoll,
)
from hexfront.games.motherland.state import eliminate
from hexfront.games.motherland.supply_phase import Judgement, NewMarkers
from hexfront.wargame import changed
from tests.games.motherland.kit import AXIS, GOOD, SOVIET, Table, board, chain, real, row, table

RAIL = board(rail=chain(*row(10, 1, 27)), sources={"E": ["2710"], "W": ["0110"]}, city=["2110"])


def arrive(place: dict[str, str], side: int, **given: Any) -> Table:
    given.setdefault("map", RAIL)
    phase = f"{('axis', 'soviet')[side]}-movement"
    return table(place, Arrivals(side), OfferReinforcements(side), Moves(side), phase=phase, **given)


def placing(name: str, place: dict[str, str], side: int, **given: Any) -> Table:
    t = arrive({name: "ready", **place}, side, **given)
    t.do(Pick, name)
    return t


@pytest.mark.rule("17.0a")
def test_17_0a_units_enter_in_the_movement_phase_of_their_turn() -> None:
    t = real("campaign")
    assert t.s.due[t.w.unit("XL Pz")] == 4 and t.at("XL Pz") == "track"
    assert t.s.due[t.w.unit("24 Army")] == 2
    t = arrive(
        {"XL Pz": "track", "L": "track", "Supply Base 1": "0510"}, AXIS, turn=4, due={"XL Pz": 4, "L": 5}
    )
    assert type(t.frame()) is Reinforcements and t.names(t.offers(Pick)) == {"XL Pz"}
    assert t.no(Pick, "L") == t.no(Pick, "Supply Base 1") == "17.0a"
    assert type(arrive({"XL Pz": "track"}, AXIS, turn=3, due={"XL Pz": 4}).frame()) is Moves
    # Held back, a unit waits; it is still there next turn.
    t.do(Pick, "XL Pz")
    t.do(Hold)
    assert t.at("XL Pz") == "ready" and type(t.frame()) is Moves
    t.s.agenda = (Arrivals(AXIS), OfferReinforcements(AXIS))
    t.run()
    assert t.ok(Pick, "XL Pz")


@pytest.mark.rule("17.0b")
def test_17_0b_axis_units_on_or_next_to_a_base_with_a_rail_line() -> None:
    t = placing("I", {"Supply Base 1": "1010", "Supply Base 2": "1020"}, AXIS)
    assert t.hexes(t.offers(Place)) == {"1010", "1009", "1011", "0910", "1110", "0911", "1111"}
    assert t.no(Place, "1020") == t.no(Place, "1510") == "17.0b"
    cut = board(rail=[link for link in chain(*row(10, 1, 27)) if link != ("0510", "0610")])
    assert placing("I", {"Supply Base 1": "1010"}, AXIS, map=cut).offers(Place) == []


@pytest.mark.rule("17.0b")
def test_17_0b_a_supply_base_comes_in_at_a_source_when_none_is_left() -> None:
    t = placing("Supply Base 1", {}, AXIS)
    assert t.hexes(t.offers(Place)) == {"0110"}
    assert t.no(Place, "0210") == "17.0b"
    assert placing("I", {}, AXIS).offers(Place) == []  # others need a base
    assert placing("Supply Base 1", {"8 Army": "0111"}, AXIS).offers(Place) == []


@pytest.mark.rule("17.0c")
def test_17_0c_soviet_units_on_or_next_to_any_connected_railroad() -> None:
    t = placing("8 Army", {}, SOVIET)
    assert t.ok(Place, "1510") and t.ok(Place, "1511")
    assert t.no(Place, "1514") == "17.0c"
    t = placing("8 Army", {"I": "2010"}, SOVIET)
    assert t.no(Place, "1510") == "17.0c" and t.ok(Place, "2510")


@pytest.mark.rule("17.0d")
@pytest.mark.seam("4", "15")
@pytest.mark.seam("15", "19")
def test_17_0d_not_with_the_enemy_nor_in_his_zone_nor_in_his_city() -> None:
    t = placing("8 Army", {"I": "2012", "9 Army": "2011", "Air Base 1": "2310"}, SOVIET)
    assert t.no(Place, "2011") == "17.0d"  # a zone, and a friend there does not help
    assert t.no(Place, "2310") == "17.0d"
    assert placing("8 Army", {}, SOVIET).ok(Place, "2110")
    t = placing("8 Army", {}, SOVIET, german=["2110"])
    assert t.no(Place, "2110") == "17.0d"
    axis = board(rail=chain(*row(10, 1, 27)), city=["1010"])
    t = placing("I", {"Supply Base 1": "1110"}, AXIS, map=axis)
    assert t.no(Place, "1010") == "17.0d"
    assert placing("I", {"Supply Base 1": "1110"}, AXIS, map=axis, german=["1010"]).ok(Place, "1010")


@pytest.mark.rule("17.0e")
@pytest.mark.seam("9", "15")
def test_17_0e_newcomers_are_in_supply_on_their_turn() -> None:
    t = placing("I", {"Supply Base 1": "1010"}, AXIS, supply={"I": 2})
    t.do(Place, "1010")
    assert t.supply("I") == 0 and t.at("I") == "1010"
    assert t.no(Pick, "I") == "" and t.s.began[t.w.unit("I")] == -1


@pytest.mark.rule("17.0-i1")
def test_17_0_i1_markers_go_to_their_own_places() -> None:
    t = table({"8 Army": "2710"}, NewMarkers(), turn=11)
    assert t.s.generals == [0, 1, 0] and t.s.partisans == [-2, -1, -2]
    t = arrive({"2 Shock": "track"}, SOVIET, turn=6, due={"2 Shock": 6})
    assert t.at("2 Shock") == "conversion"
    t = placing("Offensive Support 1", {}, SOVIET)
    assert t.ok(Place, "1510")


@pytest.mark.rule("17.1")
@pytest.mark.seam("12", "15")
@pytest.mark.parametrize(
    ("name", "where", "delay"),
    [
        pytest.param("Air Base 1", "returning", 3, marks=pytest.mark.rule("17.1.1")),
        pytest.param("Supply Base 1", "returning", 3, marks=pytest.mark.rule("17.1.1")),
        pytest.param("8 Army", "returning", 3, marks=pytest.mark.rule("17.1.2")),
        pytest.param("1 Guards", "returning", 3, marks=pytest.mark.rule("17.1.2")),
        pytest.param("2 Shock", "returning", 3, marks=pytest.mark.rule("17.1.2")),
        pytest.param("Offensive Support 1", "returning", 3, marks=pytest.mark.rule("17.1.2")),
        pytest.param("5 Tank", "returning", 5, marks=pytest.mark.rule("17.1.3")),
        pytest.param("Fortress Moscow", "out", 0, marks=pytest.mark.rule("17.1-i1")),
        ("Romanian 3rd", "out", 0),
        ("Mech Group NW", "out", 0),
        ("Kharkov Factory", "eliminated", 0),
    ],
)
def test_17_1_where_the_eliminated_go(name: str, where: str, delay: int) -> None:
    t = table({name: "1010"}, turn=13)
    eliminate(t.s, t.w.unit(name))
    assert t.at(name) == where
    assert t.s.due[t.w.unit(name)] == (13 + delay if delay else 0)
    assert not t.s.stack


@pytest.mark.rule("17.1.1")
@pytest.mark.seam("13", "15")
def test_17_1_1_bases_return_without_a_roll() -> None:
    t = arrive({"Air Base 1": "returning", "Supply Base 1": "0510"}, AXIS, turn=5, due={"Air Base 1": 5})
    assert t.names(t.offers(Pick)) == {"Air Base 1"}


@pytest.mark.rule("17.1.4")
def test_17_1_4_eliminated_soviet_units_roll_to_return() -> None:
    for die, where in ((1, "ready"), (3, "ready"), (4, "returning"), (5, "returning"), (6, "out")):
        t = arrive({"8 Army": "returning"}, SOVIET, turn=5, due={"8 Army": 5})
        assert t.frame() == ReturnRoll(t.w.unit("8 Army"))
        t.roll(die)
        assert t.at("8 Army") == where
        if where == "returning":
            assert t.s.due[t.w.unit("8 Army")] == 6
    t = arrive(
        {"Offensive Support 1": "returning", "8 Army": "returning"},
        SOVIET,
        turn=5,
        due={"Offensive Support 1": 5, "8 Army": 6},
    )
    t.roll(1)
    assert type(t.frame()) is Reinforcements
    # A delayed unit tries again, as often as it takes.
    t = arrive({"8 Army": "returning"}, SOVIET, turn=6, due={"8 Army": 6})
    t.roll(5)
    assert t.s.due[t.w.unit("8 Army")] == 7


# --- conversion


def convert(place: dict[str, str], **given: Any) -> Table:
    return table(place, Conversions(), phase="administrative", **given)


@pytest.mark.rule("17.2a")
def test_17_2a_guards_and_shock_armies_go_to_the_conversion_box() -> None:
    t = arrive(
        {"1 Guards": "track", "2 Shock": "track"}, SOVIET, turn=10, due={"1 Guards": 10, "2 Shock": 10}
    )
    assert (t.at("1 Guards"), t.at("2 Shock")) == ("conversion", "conversion")
    assert type(t.frame()) is Moves
    assert convert({"8 Army": "1010"}).s.agenda == ()
    t = convert({"8 Army": "1010"}).run(Conversion())
    assert t.no(Convert, "8 Army") == "17.2a"
    assert [box.count for box in GAME.view(t.s, "axis").boxes if box.id == "conversion"] == [0]


@pytest.mark.rule("17.2b")
def test_17_2b_they_replace_combined_arms_armies_which_leave_for_good() -> None:
    t = convert({"8 Army": "1010", "1 Guards": "conversion", "5 Tank": "1012", "3 Guards": "1014"}, turn=12)
    assert t.seat == "soviet"
    assert t.no(Convert, "5 Tank") == t.no(Convert, "3 Guards") == "17.2b"
    t.do(Convert, "8 Army")
    assert (t.at("8 Army"), t.at("1 Guards")) == ("out", "1010")


@pytest.mark.rule("17.2c")
def test_17_2c_conversion_is_optional_and_the_box_keeps_them() -> None:
    t = convert({"8 Army": "1010", "9 Army": "1012", "1 Guards": "conversion", "2 Shock": "conversion"})
    t.do(Convert, "8 Army")
    t.do(Done)
    assert {t.at("1 Guards"), t.at("2 Shock")} == {"1010", "conversion"} and t.at("9 Army") == "1012"


@pytest.mark.rule("17.2.1")
@pytest.mark.seam("11", "15")
def test_17_2_1_a_new_b_chit_replaces_the_old_one_at_full_strength() -> None:
    t = convert(
        {"8 Army": "1010", "1 Guards": "conversion"}, turn=8, chits={"8 Army": "C 3-5/2-3 t4"}, steps={"8 Army": 1},
        cup={"B* 4-5/2-3": 2},
    )  # fmt: skip
    t.do(Convert, "8 Army")
    assert t.frame() == ChitDraw(t.w.unit("1 Guards"))
    t.roll("B* 4-5/2-3")
    assert (t.chit("1 Guards"), t.steps("1 Guards"), t.chit("8 Army")) == ("B* 4-5/2-3", 2, "")
    assert t.s.cup[t.w.chit_number["C 3-5/2-3 t4"]] == 1


@pytest.mark.rule("17.2.2a")
@pytest.mark.rule("9.5.1b")
@pytest.mark.seam("9", "15")
def test_17_2_2a_not_short_of_supply_and_not_in_an_enemy_zone() -> None:
    place = {
        "8 Army": "1010",
        "9 Army": "1510",
        "10 Army": "1520",
        "11 Army": "1530",
        "1 Guards": "conversion",
        "I": "1531",
        "12 Army": "2030",
    }
    t = convert({**place, "2 Shock": "1530"}, supply={"8 Army": 1, "9 Army": 2}, turn=12)
    assert t.no(Convert, "8 Army") == "17.2.2a"
    assert t.no(Convert, "9 Army") == "9.5.1b"
    assert t.no(Convert, "11 Army") == "17.2.2a"
    assert t.ok(Convert, "10 Army")


@pytest.mark.rule("17.2.2b")
@pytest.mark.rule("18.1.2")
@pytest.mark.seam("4", "18")
def test_17_2_2b_in_mud_an_enemy_zone_does_not_matter() -> None:
    t = convert({"8 Army": "1010", "I": "1011", "1 Guards": "conversion"}, turn=11)
    assert t.ok(Convert, "8 Army")
    assert convert({"8 Army": "1010", "I": "1011", "1 Guards": "conversion"}, turn=10).s.agenda == ()


@pytest.mark.rule("17.3")
@pytest.mark.seam("11", "15")
def test_17_3_new_chits_join_their_cup_at_the_start_of_their_turn() -> None:
    w = real("campaign").w
    for turn in range(2, 23):
        t = table({"8 Army": "2710"}, NewMarkers(), Judgement(), turn=turn)
        due = {chit.name: chit.count for chit in w.chits if chit.turn == turn}
        assert {name: t.s.cup[w.chit_number[name]] for name in due} == due
        assert sum(t.s.cup) == sum(due.values())
    strength = [sum(chit.full) for chit in w.chits if chit.letter == "C" and not chit.starred]
    assert strength == sorted(strength)


@pytest.mark.rule("17.0b")
@pytest.mark.rule("10.4")
@pytest.mark.seam("13", "15")
def test_17_0b_the_railroad_gun_arrives_like_other_axis_units_and_on_a_railroad() -> None:
    t = placing("Railroad Gun", {"Supply Base 1": "0510"}, AXIS)
    assert t.ok(Place, "0510") and t.ok(Place, "0610")
    assert t.no(Place, "1510") == t.no(Place, "0511") == "17.0b"  # too far, and no railroad
    t = placing("Railroad Gun", {"Supply Base 1": "0510"}, AXIS, partisans={"Kovpak": "0510"})
    assert t.no(Place, "0510") == "10.4" and t.ok(Place, "0610")


@pytest.mark.rule("10.4")
@pytest.mark.seam("10", "15")
def test_10_4_a_partisan_that_lost_its_base_bars_nothing() -> None:
    t = placing("I", {"Supply Base 1": "0510"}, AXIS, partisans={"Kovpak": "0610"})
    assert t.ok(Place, "0610")


@pytest.mark.rule("17.0c")
def test_17_0c_reinforcements_arrive_on_land() -> None:
    m = board({"1511": "sea"}, rail=chain(*row(10, 1, 27)), sources={"E": ["2710"]})
    t = table({"8 Army": "ready"}, phase="soviet-movement", map=m)
    t.run(Placement(t.number("8 Army")))
    assert t.no(Place, "1511") == t.no(Place, -1) == "17.0c"


@pytest.mark.rule("17.0e")
def test_17_0e_the_first_failure_after_arrival_is_only_a_lack() -> None:
    m = board(rail=chain(*row(10, 1, 27)), sources={"W": ["0110"], "E": ["2710"]})
    t = table({"Supply Base 1": "1010", "I": "ready"}, phase="axis-movement", map=m)
    u = t.number("I")
    t.run(Placement(u))
    t.s.judged = changed(t.s.judged, u, 2)
    t.do(Place, "1010")
    assert t.s.judged[u] == t.s.supply[u] == 0


@pytest.mark.rule("17.0d")
def test_17_0d_soviet_units_arrive_in_a_foreign_city_they_hold() -> None:
    m = board(
        rail=chain(*row(10, 1, 27)),
        city=["2510"],
        regions={"germany": ["2510"]},
        sources={"E": ["2710"], "W": ["0110"]},
    )
    for held in ([], ["2510"]):
        assert placing("8 Army", {}, SOVIET, map=m, soviet=held).ok(Place, "2510") is bool(held)


@pytest.mark.rule("17.1")
@pytest.mark.rule("11.2.2a")
@pytest.mark.seam("8", "15")
def test_an_eliminated_unit_leaves_damage_and_markers_behind() -> None:
    t = table(
        {"8 Army": "1010", "Romanian 3rd": "1012"},
        supply={"8 Army": 2},
        chits={"8 Army": GOOD},
        steps={"8 Army": 1},
        turn=4,
    )
    eliminate(t.s, t.number("8 Army"))
    assert (t.steps("8 Army"), t.supply("8 Army"), t.chit("8 Army")) == (2, 0, "")
