"""Chapters 1 and 2: players, scenarios, map, boxes, counters."""

from __future__ import annotations

import pytest

from hexfront.games.motherland import GAME
from hexfront.games.motherland.kinds import GENERALS
from hexfront.games.motherland.state import attack_factor, defense_factor, printed
from hexfront.games.motherland.world import COUNTRIES
from hexfront.hexes import bits
from tests.games.motherland.kit import GOOD, real, table


@pytest.mark.rule("1.0a")
def test_1_0a_two_seats_one_for_each_side() -> None:
    assert [seat.id for seat in GAME.seats(GAME.setup())] == ["axis", "soviet"]
    w = real("uranus").w
    assert {w.side[w.unit(name)] for name in ("I", "Romanian 3rd", "Finnish Karelia", "Italian 8th")} == {0}
    assert w.side[w.unit("62 Army")] == 1


@pytest.mark.rule("1.0b")
def test_1_0b_six_scenarios_each_with_its_own_span_and_levels() -> None:
    assert [each.id for each in GAME.scenarios] == [
        "uranus", "barbarossa", "stalingrad", "blau", "zitadelle", "campaign",
    ]  # fmt: skip
    plans = [real(each.id).w.plan for each in GAME.scenarios]
    assert sorted(plan.number for plan in plans) == [1, 2, 3, 4, 5, 6]
    assert len({(plan.first, plan.last, tuple(plan.levels.items())) for plan in plans}) == 6
    w = real("campaign").w
    assert w.turns[1].date == "May-June 1941" and w.turns[22].date == "May-June 1944"


@pytest.mark.rule("2.2a")
def test_2_2a_every_hex_has_its_own_four_digit_number() -> None:
    w = real("uranus").w
    labels = [w.label(h) for h in bits(w.board.on_map)]
    assert len(labels) == len(set(labels)) > 600
    assert all(len(label) == 4 and label.isdigit() for label in labels)
    assert 73 <= w.grid.spec.km <= 75
    for name, label in (("Moscow", "2113"), ("Kiev", "1017"), ("Leningrad", "1705"), ("Stalingrad", "2424")):
        assert w.label(w.hex(name)) == label


@pytest.mark.rule("2.2b")
def test_2_2b_boxes_and_tracks_are_there() -> None:
    t = real("campaign", baku=True)
    view = GAME.view(t.s, "axis")
    boxes = {box.id for box in view.boxes}
    assert {
        "air", "generals", "waiting", "evacuated", "eliminated", "conversion", "baku", "track", "pool",
    } <= boxes  # fmt: skip
    # The Baku box lies in the lower right corner of the map, and only in games that use it: case 21.1.1.
    baku = next(box for box in view.boxes if box.id == "baku")
    column, row = int(baku.at[:2]), int(baku.at[2:])
    assert t.w.grid.spec.columns - column <= 1 and t.w.grid.spec.rows - row <= 1
    assert not any(box.at for box in GAME.view(real("campaign").s, "axis").boxes)
    assert [space.number for space in view.turns] == list(range(1, 23))
    assert len(view.phases) == 7 and view.phase == "axis-movement"


@pytest.mark.rule("2.2c")
def test_2_2c_every_land_hex_lies_in_one_country() -> None:
    w = real("campaign").w
    assert set(COUNTRIES) == {"ussr", "germany", "finland", "hungary", "romania", "bulgaria", "turkey"}
    assert all(w.country[name] for name in COUNTRIES)
    assert sum(w.country[name].bit_count() for name in COUNTRIES) == w.land.bit_count()
    for name, country in (("Warsaw", "germany"), ("Helsinki", "finland"), ("Bucharest", "romania")):
        assert w.country_of(w.hex(name)) == country


@pytest.mark.rule("2.3a")
def test_2_3a_axis_units_print_three_factors_for_each_side() -> None:
    t = table({"XLI Pz": "1010", "I": "1012", "Romanian 3rd": "1014"}, steps={"I": 2, "Romanian 3rd": 1})
    shown = {piece.id: piece.factors for piece in GAME.view(t.s, "axis").pieces}
    assert shown["XLI Pz"] == "9-8-7"
    assert shown["I"] == "3-5-4"
    assert shown["Romanian 3rd"] == "2-2-4"


@pytest.mark.rule("2.3b")
def test_2_3b_soviet_units_show_letter_and_move_until_they_draw() -> None:
    t = table({"8 Army": "1010", "5 Tank": "1012"}, chits={"5 Tank": "A 8-6/4-3 t12"}, turn=12)
    shown = {piece.id: piece.factors for piece in GAME.view(t.s, "axis").pieces}
    assert shown["8 Army"] == "C-4"
    assert shown["5 Tank"] == "8-6-7"


@pytest.mark.rule("2.3c")
def test_2_3c_german_means_germany_only() -> None:
    w = real("campaign").w
    german = {w.names[u] for u in w.units_of[0] if w.is_german[u]}
    assert {"I", "XLI Pz", "Air Base 1"} <= german
    assert not german & {"Romanian 3rd", "Hungarian 2nd", "Italian 8th", "Finnish Karelia", "Turkish I"}
    assert {w.nation[u] for u in w.units_of[0]} == {
        "german", "romanian", "hungarian", "italian", "finnish", "turkish",
    }  # fmt: skip


@pytest.mark.rule("2.3d")
def test_2_3d_supply_bases_begin_where_the_scenario_says() -> None:
    first = {name: real(name) for name in ("barbarossa", "stalingrad", "campaign")}
    bases = [f"Supply Base {n}" for n in range(1, 6)]
    places = [tuple(t.at(base) for base in bases) for t in first.values()]
    assert places[0] == places[1] == places[2] == ("0507", "0410", "0311", "0313", "0420")
    for name in ("blau", "uranus", "zitadelle"):
        other = tuple(real(name).at(base) for base in bases)
        assert all(label.isdigit() for label in other) and other != places[0]


@pytest.mark.rule("2.4")
def test_2_4_counters_carry_the_printed_names() -> None:
    w = real("campaign").w
    kampfgruppen = [name for name in w.names if name.startswith("KG ")]
    assert len(kampfgruppen) == 20
    assert {"KG Mackensen", "KG Hollidt", "KG Raus", "KG Sanne"} <= set(kampfgruppen)
    assert {"Finnish Karelia", "Finnish South East", "Fortress Leningrad", "Mech Group NW"} <= set(w.names)
    assert GENERALS == ("Zhukov", "Vasilevsky", "Konev")
    piece = next(p for p in GAME.view(real("campaign").s, "axis").pieces if p.id == "XLI Pz")
    assert (piece.side, piece.nation, piece.symbol, piece.size) == ("axis", "german", "armor", "XXX")


@pytest.mark.rule("1.0a")
def test_1_0a_nothing_on_the_table_is_secret() -> None:
    assert GAME.has_secrets is False


@pytest.mark.rule("2.3b")
@pytest.mark.rule("8.3.6")
@pytest.mark.rule("11.3.1")
@pytest.mark.rule("11.3a")
def test_2_3b_a_chit_shows_its_two_sides_and_no_chit_shows_nothing() -> None:
    place = {"8 Army": "1010", "9 Army": "1012", "10 Army": "1014", "Fortress Moscow": "1016"}
    chits = {"9 Army": GOOD, "10 Army": GOOD, "Fortress Moscow": GOOD}
    t = table(place, chits=chits, steps={"10 Army": 1}, turn=4)
    assert [printed(t.s, t.number(name)) for name in place] == [(0, 0), (3, 5), (2, 3), (3, 5)]
    fortress = t.number("Fortress Moscow")
    assert (attack_factor(t.s, fortress), defense_factor(t.s, fortress)) == (0, 5)


@pytest.mark.rule("2.3a")
def test_2_3a_the_factors_of_every_kind_of_counter_step_by_step() -> None:
    w = table({}).w
    printed = {
        "XLI Pz": "9-8-7 6-5-7", "SS Panzer Corps": "9-9-9 6-6-9", "I": "5-7-4 3-5-4", "XLIX Mtn": "5-7-5 3-5-5",
        "KG Raus": "4-3-8", "KG Sanne": "2-3-5", "Romanian 3rd": "4-6-4 3-4-4 2-2-4",
        "Hungarian 2nd": "3-5-4 2-4-4 1-2-4", "Italian 8th": "3-5-4 2-4-4 1-2-4",
        "Finnish Karelia": "5-7-4 4-5-4 2-3-4", "Turkish I": "3-4-3 2-3-3", "Air Base 1": "0-0-4",
        "Supply Base 1": "0-1-4", "Railroad Gun": "0-1-1", "Offensive Support 1": "0-1-4",
    }  # fmt: skip
    for name, steps in printed.items():
        faces = w.faces[w.unit(name)]
        assert [tuple(face) for face in faces][: len(steps.split())] == [
            tuple(map(int, step.split("-"))) for step in steps.split()
        ], name
