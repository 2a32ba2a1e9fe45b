"""Chapters 5.3 to 5.5: Strategic Movement, Exploitation, Sea Transport."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland.actions import Done, Hold, Overrun, Pick, Redeploy, Ship, Step
from hexfront.games.motherland.kinds import AXIS_EXPLOITATION, PHASE_IDS
from hexfront.games.motherland.long_moves import LongMoves, ship_violation
from hexfront.games.motherland.movement import Moves
from hexfront.games.motherland.sequence import GameTurn, PhaseFrame
from hexfront.games.motherland.state import axis_holds
from hexfront.hexes import bits
from hexfront.wargame import changed
from tests.games.motherland.kit import AXIS, SOVIET, Table, board, chain, moving, real, row, table

SUPPLIED = board(rail=chain(*row(10, 1, 27)), sources={"E": ["2710"], "W": ["0110"]})


def long(place: dict[str, str], side: int = AXIS, **given: Any) -> Table:
    name = ("axis", "soviet")[side]
    given.setdefault("map", SUPPLIED)
    return table(place, LongMoves(side), phase=f"{name}-movement", **given)


def sent(name: str, place: dict[str, str], side: int = SOVIET, **given: Any) -> Table:
    t = long(place, side, **given)
    t.do(Pick, name)
    return t


# --- Strategic Movement


@pytest.mark.rule("5.3a")
def test_5_3a_fifteen_hexes_whatever_the_factor_class_or_terrain() -> None:
    m = board(
        {f"{c:02d}10": "swamp" for c in range(13, 26)},
        rail=chain(*row(10, 1, 27)), major=[("1310", "1410")], sources={"E": ["2710"]},
    )  # fmt: skip
    for name in ("8 Army", "5 Tank"):
        t = sent(name, {name: "2610"}, map=m, turn=15)
        assert t.ok(Redeploy, "1110")
        assert t.no(Redeploy, "1010") == "5.3a"
    t.do(Redeploy, "1110")
    assert t.at("5 Tank") == "1110"


@pytest.mark.rule("5.3b")
def test_5_3b_a_unit_that_was_redeployed_does_nothing_else() -> None:
    t = sent("8 Army", {"8 Army": "2610"})
    t.do(Redeploy, "2410")
    assert t.no(Pick, "8 Army") == "5.3b"
    t.s.agenda = (Moves(SOVIET),)
    assert t.no(Pick, "8 Army") == "5.3b"


@pytest.mark.rule("5.3c")
def test_5_3c_any_number_of_units_redeploy() -> None:
    names = ("8 Army", "9 Army", "10 Army", "11 Army")
    t = long({name: f"26{10 + k}" for k, name in enumerate(names)}, SOVIET)
    for name in names:
        t.do(Pick, name)
        t.do(Redeploy, "2410")
    assert {t.at(name) for name in names} == {"2410"}
    assert t.ok(Done)


@pytest.mark.rule("5.3.1a")
@pytest.mark.rule("5.3.1-i1")
def test_5_3_1a_never_within_two_hexes_of_an_enemy() -> None:
    assert long({"8 Army": "2610", "I": "2410"}, SOVIET).no(Pick, "8 Army") == "5.3.1a"
    t = sent("8 Army", {"8 Army": "2610", "I": "2310"})
    assert t.no(Redeploy, "2510") == "5.3.1a"
    # An enemy astride the only way closes what lies behind it, though that itself is far enough away.
    wall = {f"{c:02d}{r:02d}": "sea" for c in range(18, 21) for r in range(1, 37) if r not in (9, 10, 11)}
    m = board(wall, rail=chain(*row(10, 1, 27)), sources={"E": ["2710"], "W": ["0110"], "S": ["1010"]})
    t = sent("8 Army", {"8 Army": "2610"}, map=m)
    assert t.ok(Redeploy, "1510")
    t = sent("8 Army", {"8 Army": "2610", "I": "1909"}, map=m)
    assert t.no(Redeploy, "1510") == "5.3a"
    # Bases are not combat units.
    t = sent("8 Army", {"8 Army": "2610", "Air Base 1": "2409"})
    assert t.ok(Redeploy, "2510")


@pytest.mark.rule("5.3.1b")
@pytest.mark.seam("5.3", "10")
def test_5_3_1b_partisans_count_as_enemies() -> None:
    place = {"I": "0210", "Supply Base 1": "0810"}
    t = sent("I", place, AXIS, partisans={"Kovpak": "0810"})
    assert t.no(Redeploy, "0609") == "5.3.1b"
    t = sent("I", place, AXIS)
    assert t.ok(Redeploy, "0609")
    t = sent("8 Army", {"8 Army": "2610"}, partisans={"Kovpak": "2410"})
    assert t.ok(Redeploy, "2510")


@pytest.mark.rule("5.3.1c")
@pytest.mark.seam("5.3", "9")
def test_5_3_1c_start_and_end_must_be_in_supply() -> None:
    t = sent("8 Army", {"8 Army": "2610"})
    assert t.ok(Redeploy, "2614")
    assert t.no(Redeploy, "2618") == "5.3.1c"
    assert long({"8 Army": "2618"}, SOVIET).no(Pick, "8 Army") == "5.3.1c"


@pytest.mark.rule("5.3.1d")
def test_5_3_1d_enemy_cities_and_prohibited_terrain_are_closed() -> None:
    m = board(
        {"2409": "high_mountain", "2411": "sea"},
        rail=chain(*row(10, 1, 27)),
        city=["2511"],
        sources={"E": ["2710"]},
    )
    t = sent("8 Army", {"8 Army": "2610"}, map=m)
    assert t.no(Redeploy, "2409") == t.no(Redeploy, "2411") == "5.3.1d"
    assert t.ok(Redeploy, "2511")
    t = sent("8 Army", {"8 Army": "2610"}, map=m, german=["2511"])
    assert t.no(Redeploy, "2511") == "5.3.1d"


@pytest.mark.rule("5.3.2a")
@pytest.mark.parametrize(("name", "side"), [
    ("Air Base 1", AXIS), ("Fortress Moscow", SOVIET), ("Moscow Factory", SOVIET),
])  # fmt: skip
@pytest.mark.seam("5.3", "12")
def test_5_3_2a_some_units_never_redeploy(name: str, side: int) -> None:
    assert long({name: "1010"}, side).no(Pick, name) == "5.3.2a"
    t = long({name: "1010"}, side)
    assert t.names(t.offers(Pick)) == set()


@pytest.mark.rule("5.3.2a")
@pytest.mark.rule("9.5d")
@pytest.mark.parametrize("status", [1, 2])
@pytest.mark.seam("5.3", "9")
def test_5_3_2a_nor_do_units_short_of_supply(status: int) -> None:
    t = long({"8 Army": "2610", "9 Army": "2611"}, SOVIET, supply={"8 Army": status})
    assert t.no(Pick, "8 Army") == "5.3.2a"
    assert t.names(t.offers(Pick)) == {"9 Army"}


@pytest.mark.rule("5.3.2b")
@pytest.mark.rule("18.1.1")
@pytest.mark.seam("5.3", "18")
def test_5_3_2b_supply_bases_redeploy_on_mud_turns_only() -> None:
    assert long({"Supply Base 1": "1010"}, turn=3).no(Pick, "Supply Base 1") == "5.3.2b"
    t = long({"Supply Base 1": "1010"}, turn=4)
    t.do(Pick, "Supply Base 1")
    t.do(Redeploy, "2010")
    assert t.at("Supply Base 1") == "2010"


BRIDGE = board(
    dict.fromkeys(("1024", "1124", "0925", "0924", "1126", "0926"), "sea"),
    bridge=[("1025", "1125")], sea=[("1025", "1125")],
    rail=chain("1225", "1125", "1025", "1026"), sources={"E": ["1225"], "W": ["1225"]},
)  # fmt: skip


@pytest.mark.rule("5.3.3")
@pytest.mark.rule("16.7a")
def test_5_3_3_strategic_movement_crosses_the_rail_bridge_and_normal_movement_does_not() -> None:
    t = sent("8 Army", {"8 Army": "1125"}, map=BRIDGE)
    assert t.ok(Redeploy, "1025")
    t = moving({"8 Army": "1125"}, SOVIET, map=BRIDGE)
    t.do(Pick, "8 Army")
    assert t.no(Step, "1025") == "16.7a"


@pytest.mark.rule("20.1-s3")
def test_20_1_s3_no_strategic_movement_on_turn_1() -> None:
    for side, name, where in ((AXIS, "I", "0110"), (SOVIET, "8 Army", "2710")):
        assert long({name: where}, side, turn=1).no(Pick, name) == "20.1-s3"
        assert long({name: where}, side, turn=2).no(Pick, name) == ""
    assert long({"I": "0110"}, scenario="uranus", turn=1).no(Pick, "I") == ""


@pytest.mark.rule("5.3c")
def test_5_3c_a_unit_can_be_left_where_it_is() -> None:
    t = sent("8 Army", {"8 Army": "2610"})
    t.do(Hold)
    assert t.at("8 Army") == "2610" and t.offers(Pick) == []
    t.s.agenda = (Moves(SOVIET),)
    assert t.ok(Pick, "8 Army")


# --- Exploitation


@pytest.mark.rule("5.4.1a")
def test_5_4_1a_panzers_exploit_with_their_full_factor_even_from_a_zone() -> None:
    t = moving({"XLI Pz": "1010", "8 Army": "1011"}, exploit=True)
    t.run(PhaseFrame(PHASE_IDS.index("axis-exploitation")))
    t.do(Pick, "XLI Pz")
    assert t.ok(Overrun, "1011")
    for label in ("1009", "1008", "1007", "1006", "1005"):
        t.do(Step, label)  # 3 + 4 of 7
    assert t.no(Step, "1004") == "5.0b"


@pytest.mark.rule("5.4.1b")
@pytest.mark.parametrize("name", ["I", "KG Hollidt", "XLIX Mtn", "Supply Base 1", "Romanian 3rd"])
def test_5_4_1b_other_axis_units_move_one_hex_if_no_zone_held_them(name: str) -> None:
    m = board({"1009": "swamp"}, major=[("1009", "1010")])
    t = table({name: "1010"}, PhaseFrame(PHASE_IDS.index("axis-exploitation")), map=m)
    t.do(Pick, name)
    assert t.ok(Step, "1009")
    t.do(Step, "1011")
    assert t.no(Step, "1012") == "5.4.1b"
    t = table({name: "1010", "8 Army": "1011"}, PhaseFrame(PHASE_IDS.index("axis-exploitation")), map=m)
    assert t.no(Pick, name) == "5.4.1b"


@pytest.mark.rule("5.4.1c")
def test_5_4_1c_air_bases_and_the_gun_stay() -> None:
    m = board(rail=chain(*row(10, 8, 14)))
    t = moving({"Air Base 1": "1010", "Railroad Gun": "1110"}, exploit=True, map=m)
    assert t.no(Pick, "Air Base 1") == t.no(Pick, "Railroad Gun") == "5.4.1c"


@pytest.mark.rule("5.4.1d")
@pytest.mark.rule("7.1c")
@pytest.mark.seam("4", "7")
def test_5_4_1d_an_overrun_does_not_cost_the_two_points_for_the_zone() -> None:
    t = moving({"XLI Pz": "1010", "8 Army": "1011"}, exploit=True, chits={"8 Army": "C* 1-3/1-2"})
    t.do(Pick, "XLI Pz")
    t.do(Overrun, "1011")
    assert t.s.spent[t.w.unit("XLI Pz")] == 3


@pytest.mark.rule("5.4.2a")
def test_5_4_2a_tanks_exploit_with_their_full_factor_even_from_a_zone() -> None:
    t = table({"5 Tank": "1010", "I": "1011"}, PhaseFrame(PHASE_IDS.index("soviet-exploitation")), turn=15)
    t.do(Pick, "5 Tank")
    assert t.ok(Overrun, "1011")
    for label in ("1009", "1008", "1007", "1006", "1005"):
        t.do(Step, label)
    assert t.no(Step, "1004") == "5.0b"


@pytest.mark.rule("5.4.2b")
@pytest.mark.parametrize("name", ["8 Army", "1 Guards", "2 Shock"])
def test_5_4_2b_other_soviet_armies_move_one_hex_if_no_zone_held_them(name: str) -> None:
    t = table({name: "1010"}, PhaseFrame(PHASE_IDS.index("soviet-exploitation")), turn=15)
    t.do(Pick, name)
    t.do(Step, "1009")
    assert t.no(Step, "1008") == "5.4.2b"
    t = table({name: "1010", "I": "1011"}, PhaseFrame(PHASE_IDS.index("soviet-exploitation")), turn=15)
    assert t.no(Pick, name) == "5.4.2b"
    t = table({"Mech Group NW": "1010"}, PhaseFrame(PHASE_IDS.index("soviet-exploitation")), turn=15)
    assert t.no(Pick, "Mech Group NW") == "5.4.2b"


@pytest.mark.rule("5.4.2c")
def test_5_4_2c_offensive_support_stays() -> None:
    t = moving({"Offensive Support 1": "1010"}, SOVIET, exploit=True, turn=15)
    assert t.no(Pick, "Offensive Support 1") == "5.4.2c"


@pytest.mark.rule("5.4.3")
def test_5_4_3_no_strategic_movement_or_sea_transport_in_exploitation() -> None:
    for phase in ("axis-exploitation", "soviet-exploitation"):
        t = table({"I": "0110", "8 Army": "2710"}, PhaseFrame(PHASE_IDS.index(phase)), turn=12)
        assert type(t.frame()) is Moves
        t.do(Done)
        assert t.s.agenda == ()


# --- Sea Transport


@pytest.mark.rule("5.5a")
def test_5_5a_one_unit_a_phase() -> None:
    t = long({"I": "0507", "II": "0507"}, german=["1705", "1006"])
    assert t.no(Pick, "I") == ""
    t = long({"I": "0507", "II": "0507", "8 Army": "0509"}, german=["1006", "0507", "0307"])
    t.do(Pick, "I")
    t.do(Ship, "1006")
    assert t.no(Pick, "II") == "5.5a"


@pytest.mark.rule("5.5b")
def test_5_5b_from_a_friendly_port_where_it_began_to_a_friendly_port() -> None:
    place = {"I": "0507", "8 Army": "0509"}
    t = long(place, german=["0507", "1006"])
    t.do(Pick, "I")
    assert t.hexes(t.offers(Ship)) == {"1006"}
    assert t.no(Ship, "0307") == "5.5b"
    t.do(Ship, "1006")
    assert t.at("I") == "1006"
    t = long(place, german=["1006"])
    assert t.no(Pick, "I") == "5.5b"
    t = long(place, german=["0507", "1006"])
    t.s.began = changed(t.s.began, t.w.unit("I"), -1)
    assert t.no(Pick, "I") == "5.5b"
    t = long({"I": "0506", "8 Army": "0508"}, german=["0507", "1006"])
    assert t.no(Pick, "I") == "5.3.1a"


@pytest.mark.rule("5.5c")
@pytest.mark.seam("5", "5.3")
def test_5_5c_a_unit_sent_by_sea_does_nothing_else() -> None:
    t = long({"I": "0507", "8 Army": "0509"}, german=["0507", "1006"])
    t.do(Pick, "I")
    t.do(Ship, "1006")
    assert t.no(Pick, "I") == "5.3b"
    t.s.agenda = (Moves(AXIS),)
    assert t.no(Pick, "I") == "5.5c"


@pytest.mark.rule("5.5d")
def test_5_5d_the_baltic_and_its_gulfs_are_one_water() -> None:
    t = long({"8 Army": "1705", "I": "1703"}, SOVIET)
    t.do(Pick, "8 Army")
    assert t.hexes(t.offers(Ship)) == {"0307", "0507", "1006"}
    w = real("campaign").w
    labels = set(w.board.labels(w.waters["baltic"]))
    assert {"0307", "0507", "1705"} <= labels  # Danzig, Königsberg, Leningrad on the Gulf of Finland
    assert w.waters["baltic"] >> w.hex("Riga") & 1 and w.waters["baltic"] >> w.hex("Tallinn") & 1


@pytest.mark.rule("5.5e")
def test_5_5e_danzig_königsberg_and_constanta_are_axis_ports_at_the_start() -> None:
    t = real("campaign")
    held = {t.w.label(h) for h in bits(t.w.port) if axis_holds(t.s, h)}
    assert held == {"0307", "0507", "0325"}


@pytest.mark.rule("5.5.1a")
@pytest.mark.parametrize(("name", "side", "able"), [
    ("I", AXIS, True), ("KG Hollidt", AXIS, True), ("Supply Base 1", AXIS, True), ("Romanian 3rd", AXIS, True),
    ("XLI Pz", AXIS, False), ("XLIX Mtn", AXIS, False), ("Hungarian 2nd", AXIS, False), ("Air Base 1", AXIS, False),
    ("8 Army", SOVIET, True), ("1 Guards", SOVIET, True), ("2 Shock", SOVIET, True), ("5 Tank", SOVIET, False),
    ("Offensive Support 1", SOVIET, False),
])  # fmt: skip
def test_5_5_1a_who_goes_by_sea(name: str, side: int, able: bool) -> None:
    german = ["0507", "1705", "1006"] if side == AXIS else []
    t = long({name: "1705"}, side, german=german, soviet=[] if side == AXIS else ["1705"])
    found = ship_violation(t.s, t.w.unit(name))
    assert (found is None) == able
    assert able or (found is not None and found.rule == "5.5.1a")


@pytest.mark.rule("5.5.1b")
def test_5_5_1b_supply_bases_go_to_königsberg_or_leningrad() -> None:
    t = long({"Supply Base 1": "1006", "8 Army": "1008"}, german=["0307", "0507", "1006", "1705"])
    t.do(Pick, "Supply Base 1")
    assert t.hexes(t.offers(Ship)) == {"0507", "1705"}
    assert t.no(Ship, "0307") == "5.5.1b"


@pytest.mark.rule("4.2.3a")
@pytest.mark.rule("5.5.3a")
@pytest.mark.seam("4", "5.3")
def test_5_5_3a_a_port_in_an_enemy_zone_receives_corps_and_no_supply_base() -> None:
    german = ["0307", "0507", "1006", "1705"]
    t = long({"Supply Base 1": "1006", "I": "1006", "8 Army": "1706", "9 Army": "1008"}, german=german)
    t.do(Pick, "Supply Base 1")
    assert t.no(Ship, "1705") == "4.2.3a"
    assert t.hexes(t.offers(Ship)) == {"0507"}
    t.do(Hold)
    t.do(Pick, "I")
    assert t.ok(Ship, "1705")
    t = long({"Supply Base 1": "1006", "8 Army": "1007"}, german=german)
    t.do(Pick, "Supply Base 1")
    assert t.ok(Ship, "1705")  # out of a port in a zone it may go


@pytest.mark.rule("5.5.2")
def test_5_5_2_two_infantry_kampfgruppen_count_as_one_unit_to_one_port() -> None:
    place = {"KG Hollidt": "0507", "KG Sanne": "0507", "KG Lanz": "0507", "I": "0307", "8 Army": "0509"}
    t = long({**place, "9 Army": "0308"}, german=["0307", "0507", "1006"])
    t.do(Pick, "KG Hollidt")
    t.do(Ship, "1006")
    assert t.no(Pick, "I") == "5.5a"
    t.do(Pick, "KG Sanne")
    assert t.no(Ship, "0307") == "5.5.2"
    t.do(Ship, "1006")
    assert t.no(Pick, "KG Lanz") == "5.5a"


@pytest.mark.rule("5.5.3a")
@pytest.mark.seam("4", "5.3")
def test_5_5_3a_an_enemy_zone_does_not_close_a_port() -> None:
    t = long({"I": "0507", "8 Army": "0508", "9 Army": "1007"}, german=["0507", "1006"])
    t.do(Pick, "I")
    assert t.ok(Ship, "1006")


@pytest.mark.rule("5.5.3b")
@pytest.mark.parametrize("status", [1, 2])
def test_5_5_3b_unsupplied_units_may_sail(status: int) -> None:
    t = long({"I": "0507", "8 Army": "0509"}, german=["0507", "1006"], supply={"I": status})
    t.do(Pick, "I")
    assert t.ok(Ship, "1006")


@pytest.mark.rule("5.5.4a")
@pytest.mark.seam("5.3", "19")
def test_5_5_4a_the_black_sea_belongs_to_the_holder_of_sevastopol() -> None:
    place = {"I": "0822", "8 Army": "0824"}
    assert long(place, german=["0822", "0325"]).no(Pick, "I") == "5.5.4a"
    assert long(place, german=["0822", "0325", "0927"]).no(Pick, "I") == ""
    place = {"8 Army": "0822", "I": "0824"}
    assert long(place, SOVIET, german=["0927"]).no(Pick, "8 Army") == "5.5.4a"
    t = long(place, SOVIET)
    t.do(Pick, "8 Army")
    assert t.hexes(t.offers(Ship)) == {"0325", "0927", "1528", "1629", "1525", "1625"}


@pytest.mark.rule("5.5.4b")
def test_5_5_4b_no_passage_from_the_baltic_to_the_black_sea() -> None:
    t = long({"8 Army": "1705", "I": "1703"}, SOVIET)
    t.do(Pick, "8 Army")
    assert t.no(Ship, "0822") == t.no(Ship, "1525") == "5.5.4b"


@pytest.mark.rule("5.5.5")
def test_5_5_5_the_soviets_need_leningrad_for_the_baltic() -> None:
    place = {"8 Army": "1006", "I": "1008"}
    assert long(place, SOVIET).no(Pick, "8 Army") == ""
    assert long(place, SOVIET, german=["1705"]).no(Pick, "8 Army") == "5.5.5"


@pytest.mark.rule("5.5.6")
def test_5_5_6_the_axis_needs_königsberg_for_the_baltic() -> None:
    place = {"I": "1006", "8 Army": "1008"}
    assert long(place, german=["1006", "0307", "0507"]).no(Pick, "I") == ""
    assert long(place, german=["1006", "0307"]).no(Pick, "I") == "5.5.6"


@pytest.mark.rule("5.3b")
@pytest.mark.rule("5.4.1a")
@pytest.mark.seam("5", "5.3")
def test_5_3b_strategic_movement_bars_exploitation_in_the_same_turn() -> None:
    t = sent("XLI Pz", {"XLI Pz": "0410", "XL Pz": "0310", "8 Army": "2610"}, AXIS)
    t.do(Redeploy, "1210")
    t.s.agenda = ()
    t.run(PhaseFrame(AXIS_EXPLOITATION))
    assert t.no(Pick, "XLI Pz") == "5.3b" and t.ok(Pick, "XL Pz")
    t.agree()
    t.s.agenda = ()
    t.run(GameTurn(3))
    assert not any(t.s.flags)


@pytest.mark.rule("19.1a")
@pytest.mark.seam("5.3", "19")
def test_19_1a_strategic_movement_takes_the_cities_it_passes_through() -> None:
    m = board(rail=chain(*row(10, 1, 27)), sources={"E": ["2710"], "W": ["0110"]}, cities={"Minsk": "0810"})
    t = sent("I", {"I": "0410", "8 Army": "2610"}, AXIS, map=m)
    t.do(Redeploy, "1210")
    assert t.s.axis_marks >> t.w.hex("0810") & 1
    off = sent("I", {"I": "0410", "8 Army": "2610"}, AXIS, map=m)
    off.do(Redeploy, "0610")
    assert not off.s.axis_marks


@pytest.mark.rule("19.1a")
def test_19_1a_of_several_shortest_ways_it_takes_the_one_with_more_cities() -> None:
    for label in ("0809", "0810", "0808"):
        m = board(
            rail=chain(*row(10, 1, 27)), sources={"E": ["2710"], "W": ["0110"]}, cities={"Minsk": label}
        )
        t = sent("I", {"I": "0410", "8 Army": "2610"}, AXIS, map=m)
        t.do(Redeploy, "1210")
        h = t.w.hex(label)
        lies_on_one = t.w.grid.distance(t.w.hex("0410"), h) + t.w.grid.distance(h, t.w.hex("1210")) == 8
        assert bool(t.s.axis_marks >> h & 1) == lies_on_one


@pytest.mark.rule("19.1a")
@pytest.mark.rule("5.5b")
@pytest.mark.seam("5.3", "19")
def test_19_1a_who_goes_by_sea_passes_through_no_city_on_land() -> None:
    m = board(cities={"Minsk": "0607", "Königsberg": "0507", "Riga": "1006"})
    t = sent("I", {"I": "0507", "8 Army": "2610"}, AXIS, map=m, german=["0507", "1006"])
    t.do(Ship, "1006")
    assert t.at("I") == "1006" and not t.s.axis_marks >> t.w.hex("0607") & 1


@pytest.mark.rule("19.1a")
def test_19_1a_a_way_through_a_city_that_changes_hands_is_preferred_to_one_that_has() -> None:
    """RULING 5.3-b, for the Soviets abroad and the Axis in Russia: one of 0809 and 0810 is theirs already."""
    for own, new in (("0809", "0810"), ("0810", "0809")):
        m = board(
            rail=chain(*row(10, 1, 27)), sources={"E": ["2710"], "W": ["0110"]}, regions={"germany": ["0809", "0810"]},
            city=["0809", "0810"],
        )  # fmt: skip
        t = sent("8 Army", {"8 Army": "1210", "I": "0101"}, SOVIET, map=m, soviet=[own])
        t.do(Redeploy, "0410")
        assert t.s.soviet_marks >> t.w.hex(new) & 1
        m = board(rail=chain(*row(10, 1, 27)), sources={"E": ["2710"], "W": ["0110"]}, city=["0809", "0810"])
        t = sent("I", {"I": "0410", "8 Army": "2610"}, AXIS, map=m, german=[own])
        t.do(Redeploy, "1210")
        assert t.s.axis_marks >> t.w.hex(new) & 1


@pytest.mark.rule("19.1a")
@pytest.mark.rule("5.1.6a")
def test_19_1a_the_gun_passes_through_the_cities_of_its_railroad_alone() -> None:
    """The straight way leads through 0310, but no railroad does."""
    rail = [*chain("0110", "0210", "0209", "0309", "0409", "0410"), *chain("0310", "0311")]
    m = board(rail=rail, sources={"W": ["0110"], "E": ["2710"]}, city=["0310"])
    t = sent("Railroad Gun", {"Railroad Gun": "0210", "8 Army": "2610"}, AXIS, map=m)
    t.do(Redeploy, "0410")
    assert t.at("Railroad Gun") == "0410" and not t.s.axis_marks


@pytest.mark.rule("5.3a")
@pytest.mark.rule("5.5b")
def test_5_3a_units_are_offered_in_one_order_whichever_way_they_go() -> None:
    t = long({"3 Army": "1528", "8 Army": "2610"}, SOVIET, supply={"3 Army": 1})
    first, second = (t.number(name) for name in ("3 Army", "8 Army"))
    assert t.offers(Pick) == [Pick(first), Pick(second)]  # by sea, and by rail
