"""Chapter 10: Partisans."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland.actions import (
    Done,
    FallBack,
    Mark,
    Pick,
    Place,
    Redeploy,
    Retreat,
    Station,
    Step,
)
from hexfront.games.motherland.kinds import LACK, SUPPLY_PHASE
from hexfront.games.motherland.long_moves import LongMoves
from hexfront.games.motherland.partisans import (
    Gathering,
    Interdicted,
    Interdiction,
    PartisanPlacement,
    PartisanRolls,
)
from hexfront.games.motherland.reinforcements import Placement
from hexfront.games.motherland.results import Suffer
from hexfront.games.motherland.sequence import PhaseFrame
from hexfront.games.motherland.supply_phase import Airlift, Isolation, Judgement, NewMarkers, RemoveExpended
from tests.games.motherland.kit import Table, board, chain, moving, row, table

OUT = 2
RAIL = board(rail=chain(*row(10, 1, 27)))
KOVPAK, PROKOPYUK, SABUROV = 0, 1, 2


def raid(place: dict[str, str], die: int, **given: Any) -> Table:
    t = table({"Supply Base 1": "1010", **place}, PartisanRolls(), partisans={"Kovpak": "1010"}, **given)
    t.roll(die)
    return t


@pytest.mark.rule("10.0")
def test_10_0_three_markers_arrive_by_turn() -> None:
    t = table({})
    assert len(t.s.partisans) == 3 and t.s.partisans == [-2, -2, -2]
    for turn, marker in ((7, KOVPAK), (11, PROKOPYUK), (15, SABUROV)):
        t = table({}, NewMarkers(), turn=turn)
        assert t.s.partisans[marker] == -1
    t = table({"Supply Base 1": "1010"}, Gathering(0))
    assert t.no(Station, KOVPAK, "1010") == "10.0"


@pytest.mark.rule("10.1a")
def test_10_1a_one_roll_for_each_base_with_a_partisan() -> None:
    place = {"Supply Base 1": "1010", "Supply Base 2": "2010", "I": "1011"}
    t = table(place, PartisanRolls(), partisans={"Kovpak": "1010", "Prokopyuk": "2010", "Saburov": "1510"})
    assert t.frame() == Interdiction(t.w.hex("1010"))
    t.roll(1)
    assert t.frame() == Interdiction(t.w.hex("2010"))
    t.roll(1)
    assert t.s.agenda == ()
    for die, count in ((2, 1), (3, 1), (4, 2), (5, 2), (6, 3)):
        t = raid({"I": "1011", "II": "1011", "V": "1011", "VI": "1012"}, die)
        assert t.frame() == Interdicted(t.w.hex("1010"), count)


@pytest.mark.rule("10.1b")
def test_10_1b_the_soviets_mark_the_nearest_german_units_within_four_hexes() -> None:
    t = raid({"I": "1012", "KG Raus": "1011", "II": "1014", "V": "1014"}, 6)
    assert t.seat == "soviet"
    assert t.no(Mark, "I") == "10.1b"
    t.do(Mark, "KG Raus")
    assert t.supply("KG Raus") == OUT
    t.do(Mark, "I")
    t.do(Mark, "II")
    assert t.s.agenda == () and t.supply("V") == 0
    t = raid({"V": "1015"}, 6)
    assert t.s.agenda == ()
    t = raid({"I": "1012", "II": "1009"}, 2, supply={"II": OUT})
    assert t.names(t.offers(Mark)) == {"I"}


@pytest.mark.rule("10.1c")
@pytest.mark.seam("10", "13")
def test_10_1c_bases_guns_and_allies_are_not_marked() -> None:
    m = board(rail=chain(*row(10, 8, 14)))
    others = {"Air Base 1": "1010", "Supply Base 2": "1009", "Railroad Gun": "1010", "Romanian 3rd": "1011"}
    t = raid({**others, "I": "1013"}, 6, map=m)
    assert t.names(t.offers(Mark)) == {"I"}
    for name in others:
        assert t.no(Mark, name) == "10.1c"


@pytest.mark.rule("10.1-i1")
@pytest.mark.seam("9", "10")
def test_10_1_i1_the_mark_of_partisans_lasts_one_turn_and_isolates_nobody() -> None:
    t = table({"Supply Base 1": "0310", "I": "0310"}, PartisanRolls(), partisans={"Kovpak": "0310"})
    t.roll(2)
    t.do(Mark, "I")
    assert t.supply("I") == OUT
    t.run(Isolation())
    assert t.s.agenda == ()
    t.run(Judgement())
    assert t.supply("I") == 0
    # A unit that then fails by its own line has failed for the first time.
    t = table(
        {"Supply Base 1": "1310", "I": "1310", "8 Army": "1315"},
        PartisanRolls(),
        partisans={"Kovpak": "1310"},
    )
    t.roll(2)
    t.do(Mark, "I")
    t.run(Judgement())
    assert t.supply("I") == 1


@pytest.mark.rule("10.2a")
def test_10_2a_markers_are_placed_on_german_supply_bases() -> None:
    t = table(
        {"Supply Base 1": "1010", "Supply Base 2": "2010"},
        PartisanPlacement(),
        partisans={"Kovpak": "", "Prokopyuk": "1520"},
    )
    assert type(t.frame()) is Gathering and t.seat == "soviet"
    assert t.no(Station, KOVPAK, "1510") == "10.2a"
    t.do(Station, KOVPAK, "1010")
    t.do(Station, PROKOPYUK, "2010")  # its base is gone, so it is placed anew
    assert t.s.partisans[:2] == [t.w.hex("1010"), t.w.hex("2010")]
    assert t.s.agenda == ()


@pytest.mark.rule("10.2b")
def test_10_2b_partisans_stay_five_hexes_apart() -> None:
    place = {"Supply Base 1": "1010", "Supply Base 2": "1014", "Supply Base 3": "1015"}
    t = table(place, PartisanPlacement(), partisans={"Kovpak": "1010", "Prokopyuk": ""})
    assert t.no(Station, PROKOPYUK, "1014") == "10.2b"
    assert t.ok(Station, PROKOPYUK, "1015")


@pytest.mark.rule("10.2c")
def test_10_2c_a_partisan_on_a_base_moves_at_most_five_hexes_and_once() -> None:
    place = {"Supply Base 1": "1010", "Supply Base 2": "1015", "Supply Base 3": "1016"}
    t = table(place, PartisanPlacement(), partisans={"Kovpak": "1010"})
    assert t.no(Station, KOVPAK, "1016") == "10.2c"
    assert t.no(Station, KOVPAK, "1010") == "10.2c"
    t.do(Station, KOVPAK, "1015")
    assert t.s.partisans[KOVPAK] == t.w.hex("1015") and t.s.agenda == ()
    t = table(place, Gathering(1), partisans={"Kovpak": "1010"})
    assert t.no(Station, KOVPAK, "1015") == "10.2c"


@pytest.mark.rule("10.3")
@pytest.mark.seam("9", "10")
def test_10_3_an_expended_base_with_partisans_reaches_three_hexes() -> None:
    place = {"Supply Base 1": "1310", "I": "1313", "II": "1314", "8 Army": "1318", "9 Army": "1309"}
    for partisans, expected in (({"Kovpak": "1310"}, (0, 1)), ({}, (0, 0))):
        t = table(place, partisans=partisans)
        t.s.expended = [t.w.unit("Supply Base 1")]
        t.run(Judgement())
        assert (t.supply("I"), t.supply("II")) == expected


@pytest.mark.rule("10.4")
@pytest.mark.seam("10", "15")
def test_10_4_no_reinforcements_on_a_base_with_partisans() -> None:
    place = {"I": "ready", "Supply Base 1": "1010"}
    t = table(place, map=RAIL, partisans={"Kovpak": "1010"})
    t.s.agenda = (Placement(t.w.unit("I")),)
    assert t.no(Place, "1010") == "10.4"
    assert t.ok(Place, "1009")
    t = table(place, map=RAIL)
    t.s.agenda = (Placement(t.w.unit("I")),)
    assert t.ok(Place, "1010")


@pytest.mark.rule("10.5.1")
@pytest.mark.rule("10.5.3")
@pytest.mark.seam("8.6", "10")
def test_10_5_partisans_stay_where_they_are_whatever_happens_to_the_base() -> None:
    t = moving({"Supply Base 1": "1010", "I": "1009"}, late=True, partisans={"Kovpak": "1010"})
    t.do(Pick, "Supply Base 1")
    t.do(Step, "1011")
    assert t.s.partisans[KOVPAK] == t.w.hex("1010")
    t = table(
        {"Supply Base 1": "1010", "8 Army": "1011"}, phase="soviet-combat", partisans={"Kovpak": "1010"}
    )
    t.s.target, t.s.defenders = t.w.hex("1010"), [t.w.unit("Supply Base 1")]
    t.run(Suffer(1, 1, 1))
    t.do(FallBack)
    t.do(Retreat, "Supply Base 1", "1009")
    assert t.s.partisans[KOVPAK] == t.w.hex("1010")
    t = table({"Supply Base 1": "1010"}, partisans={"Kovpak": "1010"})
    t.s.expended = [t.w.unit("Supply Base 1")]
    t.run(RemoveExpended())
    assert t.s.partisans[KOVPAK] == t.w.hex("1010")
    # An Axis unit walks in and out: the marker is neither unit nor target.
    t = moving({"I": "1009"}, partisans={"Kovpak": "1010"})
    t.do(Pick, "I")
    t.do(Step, "1010")
    t.do(Step, "1011")
    assert t.s.partisans[KOVPAK] == t.w.hex("1010")


@pytest.mark.rule("10.5.2")
@pytest.mark.seam("5.3", "10")
def test_10_5_2_strategic_movement_may_not_enter_a_partisan_hex() -> None:
    t = table({"I": "0210"}, LongMoves(0), phase="axis-movement", map=RAIL, partisans={"Kovpak": "0610"})
    t.do(Pick, "I")
    assert t.no(Redeploy, "0610") == "5.3.1b"
    t = table({"I": "0210"}, LongMoves(0), phase="axis-movement", map=RAIL)
    t.do(Pick, "I")
    assert t.ok(Redeploy, "0510")


@pytest.mark.rule("3.1.1c")
@pytest.mark.rule("10.1b")
@pytest.mark.seam("10", "13")
def test_3_1_1c_air_supply_comes_before_partisans_and_lifts_nothing_of_theirs() -> None:
    place = {"Supply Base 1": "1010", "Air Base 1": "1009", "I": "1011", "8 Army": "2710"}
    t = table(place, PhaseFrame(SUPPLY_PHASE), map=RAIL, partisans={"Kovpak": "1010"}, air=2)
    assert type(t.frame()) is Interdiction
    t.roll(6)
    while type(t.frame()) is Interdicted:
        t.do(Mark, "I")
    assert t.supply("I") == OUT and type(t.frame()) is not Airlift


@pytest.mark.rule("10.3")
@pytest.mark.rule("9.3.3")
@pytest.mark.seam("9", "10")
def test_10_3_an_expended_base_with_partisans_feeds_no_long_line() -> None:
    place = {"Supply Base 1": "1310", "I": "1316", "9 Army": "1302"}
    for partisans, expected in (({"Kovpak": "1310"}, LACK), ({}, 0)):
        t = table(place, map=board(sources={"W": []}), partisans=partisans)
        t.s.expended = [t.w.unit("Supply Base 1")]
        t.run(Judgement())
        assert t.supply("I") == expected


@pytest.mark.rule("10.0")
@pytest.mark.rule("16.5a")
def test_10_0_markers_on_the_map_stay_when_their_turn_comes() -> None:
    t = table({}, NewMarkers(), turn=7, partisans={"Kovpak": "1010"})
    assert t.s.partisans == [t.w.hex("1010"), -2, -2]
    t = table({})
    t.s.generals = [2, 0, 0]
    t.s.turn = 4
    t.run(NewMarkers())
    assert t.s.generals == [2, 0, 0]


@pytest.mark.rule("10.0")
def test_10_0_partisans_are_placed_on_german_supply_bases_alone() -> None:
    t = table(
        {"Supply Base 1": "1010", "Air Base 1": "1510", "I": "2010"},
        Gathering(0),
        partisans={"Kovpak": "0510"},
    )
    assert t.hexes(t.offers(Station)) == {"1010"}
    assert t.no(Station, 0, "1510") == t.no(Station, 0, "2010") == "10.2a"


@pytest.mark.rule("10.1a")
@pytest.mark.rule("10.1b")
@pytest.mark.rule("10.1c")
def test_10_1a_partisans_tie_down_no_more_than_there_are() -> None:
    t = table({"Supply Base 1": "1010"}, PartisanRolls(), partisans={"Kovpak": "1010"})
    t.roll(6)
    assert t.s.agenda == ()
    t = table({"Supply Base 1": "1010", "I": "1011"}, PartisanRolls(), partisans={"Kovpak": "1010"})
    t.roll(6)
    (only,) = t.frame().legal(t.s, "soviet")
    t.do(type(only), "I")
    assert t.s.agenda == ()


@pytest.mark.rule("10.1b")
def test_10_1b_a_unit_five_hexes_away_is_too_far() -> None:
    for label, asked in (("1014", True), ("1015", False)):
        t = table({"Supply Base 1": "1010", "I": label}, PartisanRolls(), partisans={"Kovpak": "1010"})
        t.roll(6)
        assert bool(t.s.agenda) is asked


@pytest.mark.rule("10.2a")
@pytest.mark.rule("10.2b")
@pytest.mark.rule("10.2c")
def test_10_2b_a_marker_keeps_no_distance_from_where_it_was() -> None:
    t = table({"Supply Base 1": "1010", "Supply Base 2": "1013"}, Gathering(0), partisans={"Kovpak": "1010"})
    assert t.ok(Station, 0, "1013")
    for nowhere in (-1, 99999):
        assert t.no(Station, 0, nowhere) == "10.2a"
    t.do(Done)
    assert t.s.agenda == ()
