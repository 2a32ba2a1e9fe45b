"""Long moves, supply, chits, administration and points: each condition by itself, for either side."""

from __future__ import annotations

import pytest

from hexfront.games.motherland import GAME
from hexfront.games.motherland import events as ev
from hexfront.games.motherland.actions import (
    AirSupply,
    CallAir,
    Combine,
    Commit,
    Destroy,
    Done,
    DrawTwo,
    EnterBaku,
    Evacuate,
    FireGun,
    Join,
    Lose,
    Pick,
    Place,
    Rebuild,
    Redeploy,
    Ship,
    Station,
    Target,
)
from hexfront.games.motherland.administration import ProductionRoll, Recovery, production_number
from hexfront.games.motherland.air import air_ready
from hexfront.games.motherland.chits import ChitDraw, ChitUpkeep, Command
from hexfront.games.motherland.combat import CombatRoll, assess
from hexfront.games.motherland.kinds import ASSET, INFANTRY_KG, PARTISANS, POOL
from hexfront.games.motherland.long_moves import EUXINE, waters_of
from hexfront.games.motherland.options import FactoryRoll, TurkishEntry, TurkishRoll
from hexfront.games.motherland.partisans import Gathering, PartisanPlacement, PartisanRolls
from hexfront.games.motherland.state import lose_step
from hexfront.games.motherland.supply_phase import Airlift, Isolation, Judgement
from hexfront.games.motherland.victory import front_gap, reckoning
from tests.games.motherland.kit import AXIS, SOVIET, attacking, board, chain, real, row, table
from tests.games.motherland.test_05_long_moves import long, sent
from tests.games.motherland.test_09_supply import LACK, OUT, RING, judged
from tests.games.motherland.test_12_economy import evacuate
from tests.games.motherland.test_15_replacements import PAIR, combine, rebuild
from tests.games.motherland.test_17_reinforcements import placing
from tests.games.motherland.test_19_victory import strip
from tests.games.motherland.test_21_options import TURKEY, to_baku

WEAK, GOOD = "C* 1-3/1-2", "C 3-5/2-3 t4"


# --- Strategic Movement and Sea Transport


@pytest.mark.rule("5.3.2b")
@pytest.mark.rule("5.3.1c")
def test_5_3_1c_a_supply_base_needs_no_supply_at_either_end() -> None:
    m = board(sources={"W": ["0110"], "E": ["2710"]})
    place = {"Supply Base 1": "1310", "I": "1311", "8 Army": "1315", "9 Army": "1328"}
    t = long(place, AXIS, map=m, turn=4)
    assert t.ok(Pick, "Supply Base 1") and t.no(Pick, "I") == "5.3.1c"
    t.do(Pick, "Supply Base 1")
    assert t.ok(Redeploy, "1312") and t.no(Redeploy, "1332") == "5.3a"


@pytest.mark.rule("5.3a")
@pytest.mark.rule("5.3.1d")
def test_5_3a_own_units_are_no_hindrance_and_enemy_marks_are() -> None:
    m = board(rail=chain(*row(10, 1, 27)), city=["0410", "2410"], sources={"E": ["2710"], "W": ["0110"]})
    assert sent("I", {"I": "0210", "II": "0410"}, AXIS, map=m, german=["0410"]).ok(Redeploy, "0410")
    assert sent("I", {"I": "0210"}, AXIS, map=m, soviet=["0410"]).no(Redeploy, "0410") == "5.3.1d"
    assert sent("8 Army", {"8 Army": "2610", "9 Army": "2410"}, map=m).ok(Redeploy, "2410")
    assert sent("8 Army", {"8 Army": "2610"}, map=m, german=["2410"]).no(Redeploy, "2410") == "5.3.1d"


@pytest.mark.rule("5.3a")
@pytest.mark.rule("5.2.1b")
def test_5_2_1b_turkey_at_war_opens_to_soviets_and_germans() -> None:
    m = board(
        rail=chain(*row(10, 1, 27)),
        regions={"turkey": ["0310", "2510"]},
        sources={"E": ["2710"], "W": ["0110"]},
    )
    for at_war in (0, 1):
        t = long({"I": "0210", "8 Army": "2610"}, AXIS, map=m, turkey=at_war)
        t.do(Pick, "I")
        assert t.ok(Redeploy, "0310") == bool(at_war)
        t = long({"I": "0210", "8 Army": "2610"}, SOVIET, map=m, turkey=at_war)
        t.do(Pick, "8 Army")
        assert t.ok(Redeploy, "2510") is bool(at_war)


@pytest.mark.rule("5.3.1a")
@pytest.mark.rule("5.3.1b")
def test_5_3_1_the_refusal_tells_units_from_partisans() -> None:
    t = sent("8 Army", {"8 Army": "2610", "I": "1910"})
    assert t.no(Redeploy, "2110") == "5.3.1a"
    t = sent("I", {"I": "0210", "8 Army": "0810"}, AXIS, partisans={"Kovpak": "0814"})
    assert t.no(Redeploy, "0809") == "5.3.1a" and t.no(Redeploy, "0813") == "5.3.1b"


@pytest.mark.rule("5.5d")
@pytest.mark.rule("5.5.4b")
def test_5_5d_the_bodies_of_water() -> None:
    t = table({"I": "1010"})
    names = {
        "0822": EUXINE,
        "0325": EUXINE,
        "1525": EUXINE,
        "0307": ("baltic",),
        "1705": ("baltic",),
        "1010": (),
    }
    assert {label: waters_of(t.s, t.w.hex(label)) for label in names} == names


@pytest.mark.rule("5.5.4a")
@pytest.mark.rule("5.5b")
def test_5_5_4a_no_gate_on_the_map_no_sea_transport() -> None:
    m = board(cities={"Odessa": "0822"}, sources={"E": ["2710"], "W": ["0110"]})
    t = long({"I": "0822", "8 Army": "0824"}, AXIS, map=m, german=["0822", "1528"])
    assert t.no(Pick, "I") == "5.5.4a"


@pytest.mark.rule("5.5b")
@pytest.mark.rule("5.5a")
def test_5_5b_ports_by_sea() -> None:
    t = long({"I": "0507", "8 Army": "0509"}, AXIS, german=["0507", "0307"])
    t.do(Pick, "I")
    assert t.no(Redeploy, "0506") == "5.3.1a"  # the enemy is near: by sea or not at all
    for nowhere in (-1, 99999):
        assert t.no(Ship, nowhere) == "5.5b"
    t.agree()
    t.do(Ship, "0307")
    assert (t.s.shipped, t.w.label(t.s.ship_port)) == (2, "0307")
    # Soviets are kept out of a port by an Axis base as well.
    t = long({"8 Army": "1705", "I": "1703", "Air Base 1": "1006"}, SOVIET)
    t.do(Pick, "8 Army")
    assert t.no(Ship, "1006") == "5.5b"
    t = long({"8 Army": "1705", "I": "1703"}, SOVIET)
    t.do(Pick, "8 Army")
    assert t.ok(Ship, "1006")


@pytest.mark.rule("5.5a")
@pytest.mark.rule("5.5b")
@pytest.mark.rule("5.5.1a")
@pytest.mark.rule("5.3a")
def test_5_5a_near_the_enemy_only_a_ship_is_left() -> None:
    place = {"I": "0507", "XLI Pz": "0507", "8 Army": "0509"}
    t = long(place, AXIS, german=["0507", "0307"]).agree()
    assert t.names(t.offers(Pick)) == {"I"} and t.no(Pick, "XLI Pz") == "5.3.1a"
    t.s.shipped = 2
    assert t.no(Pick, "I") == "5.5a" and t.agree().offers(Pick) == []


@pytest.mark.rule("5.5a")
@pytest.mark.rule("5.3a")
def test_5_5a_a_redeployment_uses_no_ship_and_a_used_ship_offers_no_port() -> None:
    t = sent("8 Army", {"8 Army": "2610"})
    t.do(Redeploy, "2410")
    assert (t.s.shipped, t.s.ship_port) == (0, -1)
    m = board(rail=chain(*row(7, 1, 5)), sources={"W": ["0107"], "E": ["2710"]})
    t = long({"I": "0507"}, AXIS, map=m, german=["0507", "0307"])
    t.s.shipped = 2
    t.do(Pick, "I")
    assert t.offers(Ship) == [] and t.offers(Redeploy)
    t.agree()


# --- supply


@pytest.mark.rule("9.2a")
def test_9_2a_soviet_lines_too_stop_at_enemy_units_and_markers() -> None:
    wall = {f"26{r:02d}": "sea" for r in range(1, 37) if r != 10}
    m = board(wall, city=["2610"], sources={"E": ["2710"], "W": []})
    assert judged({"8 Army": "2510"}, map=m).supply("8 Army") == 0
    assert judged({"8 Army": "2510", "9 Army": "2610"}, map=m).supply("8 Army") == 0
    assert judged({"8 Army": "2510"}, map=m, german=["2610"]).supply("8 Army") == LACK
    assert judged({"8 Army": "2510", "Air Base 1": "2610"}, map=m).supply("8 Army") == LACK


@pytest.mark.rule("9.6.2")
@pytest.mark.rule("9.6.3")
@pytest.mark.rule("9.6.1a")
@pytest.mark.rule("9.6.1b")
@pytest.mark.rule("9.3.2")
def test_9_6_a_map_without_the_ports_has_no_sea_supply() -> None:
    m = board(cities={}, port={}, sources={"W": ["0110"], "E": ["2710"], "F": ["1410"]})
    place = {"I": "1310", "8 Army": "1315", "Finnish Karelia": "1412"}
    t = judged(place, map=m)
    assert [t.supply(name) for name in place] == [LACK, LACK, 0]
    t = judged({"Finnish Karelia": "1420", "8 Army": "1424"}, map=m)
    assert t.supply("Finnish Karelia") == LACK


@pytest.mark.rule("9.6.1b")
def test_9_6_1b_without_odessa_or_sevastopol_the_other_ports_count() -> None:
    for cities in ({"Tuapse": "1629", "Odessa": "0822"}, {"Tuapse": "1629", "Sevastopol": "0927"}):
        m = board(rail=chain(*row(29, 16, 27)), cities=cities, sources={"E": ["2729"], "W": []})
        assert judged({"8 Army": "0325", "I": "0927"}, map=m).supply("8 Army") == 0


@pytest.mark.rule("9.1.2")
def test_9_1_2_a_factory_feeds_soviet_units_alone() -> None:
    m = board(sources={"W": ["0110"], "E": ["2710"]})
    place = {"Moscow Factory": "1310", "8 Army": "1311", "9 Army": "1314", "I": "1309"}
    t = judged(place, map=m, supply={"8 Army": LACK, "9 Army": LACK, "I": LACK})
    assert [t.supply(name) for name in ("8 Army", "9 Army", "I")] == [LACK, OUT, OUT]


@pytest.mark.rule("9.1b")
def test_9_1b_only_changes_are_told() -> None:
    m = board(sources={"W": ["0110"], "E": ["2710"]})
    t = table({"I": "1310", "II": "0210", "8 Army": "1313"}, map=m)
    for told in (2, 2, 0):  # Lack, then Out, then nothing new
        t.s.out = []
        t.run(Judgement())
        changes = [event for event in t.s.out if isinstance(event, ev.SupplyChanged)]
        assert len(changes) == told


@pytest.mark.rule("14.2a")
def test_14_2a_nothing_is_flown_to_a_unit_off_the_map() -> None:
    t = table({"I": "1010", "V": "pool", "Air Base 1": "1011"}, Airlift(), supply={"I": OUT}, air=2)
    t.s.supply[t.number("V")] = OUT
    assert t.no(AirSupply, "V") == "14.2a" and t.ok(AirSupply, "I")


@pytest.mark.rule("9.1.3b")
def test_9_1_3b_losses_beyond_the_last_unit_are_forgotten() -> None:
    t = table({"KG Sanne": "1310", **RING}, Isolation(), supply={"KG Sanne": OUT})
    t.roll(6)  # two steps, and one there
    t.do(Lose, "KG Sanne")
    assert t.s.agenda == ()


@pytest.mark.rule("8.5.2b")
@pytest.mark.rule("8.5.2a")
def test_8_5_2b_without_a_free_kampfgruppe_the_corps_is_gone() -> None:
    for free in (True, False):
        t = table({"I": "1010"}, steps={"I": 2})
        for u in t.w.of_kind[INFANTRY_KG]:
            t.s.where[u] = POOL if free else -1
        left = lose_step(t.s, t.number("I"))
        assert (left >= 0) is free and t.at("I") == "pool"
        assert bool(t.s.axis_any) is bool(t.s.stack) is free


@pytest.mark.rule("9.6.3")
def test_9_6_3_a_foreign_port_supplies_the_soviets_once_it_is_theirs() -> None:
    m = board(rail=chain(*row(29, 16, 27)), regions={"romania": ["0325"]}, sources={"E": ["2729"], "W": []})
    for held, status in (([], LACK), (["0325"], 0)):
        assert judged({"8 Army": "0326"}, map=m, soviet=held).supply("8 Army") == status


@pytest.mark.rule("9.2.1")
def test_9_2_1_a_fortress_counts_as_infantry_on_the_ice() -> None:
    sides = [(f"23{r:02d}", f"24{n:02d}") for r in range(1, 37) for n in (r - 1, r) if n]
    m = board(sea=sides, frozen=[("2310", "2410")])
    for turn, status in ((12, 0), (11, LACK)):
        assert judged({"Fortress Moscow": "2310"}, map=m, turn=turn).supply("Fortress Moscow") == status


# --- chits and Generals


@pytest.mark.rule("11.1.1")
@pytest.mark.rule("11.0a")
@pytest.mark.seam("11", "12")
def test_11_1_1_only_armies_in_the_combat_draw() -> None:
    place = {
        "I": "1010",
        "8 Army": "1011",
        "Moscow Factory": "1011",
        "Offensive Support 1": "1011",
        "9 Army": "1009",
    }
    t = attacking(place, cup={WEAK: 5})
    t.do(Target, "1011")
    t.do(Join, "I")
    t.do(Commit)
    assert t.frame() == ChitDraw(t.number("8 Army"))
    t.roll(WEAK)
    assert t.frame() == CombatRoll() and t.chit("9 Army") == ""


@pytest.mark.rule("16.5a")
@pytest.mark.rule("16.5b")
@pytest.mark.rule("16.5d")
def test_16_5a_a_general_is_asked_for_only_if_one_is_ready() -> None:
    for ready in ([], ["Konev"]):
        t = attacking({"I": "1010", "8 Army": "1011"}, cup={WEAK: 5}, generals=ready)
        t.do(Target, "1011")
        t.do(Join, "I")
        t.do(Commit)
        assert type(t.frame()) is (Command if ready else ChitDraw)
    for general in (-1, 3, 0):
        assert t.no(DrawTwo, general, "8 Army") == "16.5d"
    assert t.ok(DrawTwo, 2, "8 Army")


@pytest.mark.rule("11.2.1")
def test_11_2_1_who_has_no_chit_gives_none_up() -> None:
    t = table({"8 Army": "1010", "I": "2010"}, phase="administrative")
    t.s.out = []
    t.run(ChitUpkeep())
    assert t.s.out == []


# --- administration, arrivals, partisans


@pytest.mark.rule("15.2a")
@pytest.mark.rule("15.2b")
@pytest.mark.rule("15.2c")
def test_15_2_what_does_not_combine() -> None:
    t = combine({**PAIR, "LVI Pz": "1010", "I": "1010"})
    for pair in (("LVI Pz", "KG Raus"), ("KG Raus", "LVI Pz"), ("LVI Pz", "I")):
        assert t.no(Combine, *pair) == "15.2b"
    for nobody in (-1, 9999):
        assert t.no(Combine, "KG Raus", nobody) == t.no(Combine, nobody, "KG Raus") == "15.2a"
    t.do(Done)
    assert t.s.agenda == ()


@pytest.mark.rule("15.1b")
def test_15_1b_a_kampfgruppe_off_the_map_takes_no_step() -> None:
    t = rebuild({"I": "1010", "II": "pool"}, steps={"I": 2})
    assert t.at("KG Sanne") == "pool" and t.no(Rebuild, "KG Sanne") == "15.1b"


@pytest.mark.rule("12.1a")
def test_12_1a_nothing_is_produced_where_no_hex_is_open() -> None:
    t = table({}, ProductionRoll(), phase="administrative", map=board(sources={"E": [], "W": []}))
    t.roll(1)
    assert t.s.agenda == ()


@pytest.mark.rule("12.2a")
@pytest.mark.rule("12.2b")
def test_12_2a_only_a_factory_is_evacuated() -> None:
    t = evacuate({"Kharkov Factory": "2010", "8 Army": "2110"})
    assert t.no(Evacuate, "8 Army") == t.no(Evacuate, -1) == t.no(Evacuate, 9999) == "12.2a"


@pytest.mark.rule("16.3")
def test_16_3_italians_long_gone_do_not_leave_again() -> None:
    t = table({"Italian 8th": "1010"}, phase="administrative", turn=17)
    for told in (1, 0):
        t.s.out = []
        t.run(Recovery())
        assert len([event for event in t.s.out if isinstance(event, ev.Boxed)]) == told


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


# --- counters and points


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


@pytest.mark.rule("19.0")
def test_19_0_what_each_city_is_worth_held_and_recaptured() -> None:
    worth = {name: (held, retaken) for name, _, held, retaken, _ in real("stalingrad").w.worth}
    assert worth == {
        "Moscow": (10, 5), "Leningrad": (6, 3), "Stalingrad": (4, 2), "Grozny": (3, 1), "Rostov": (2, 1),
        "Sevastopol": (2, 1), "Kiev": (2, 1), "Kharkov": (2, 1), "Voronezh": (2, 1), "Tula": (2, 1), "Stalino": (1, 0),
        "Smolensk": (1, 0), "Minsk": (1, 0), "Riga": (1, 0), "Odessa": (1, 0), "Dnepropetrovsk": (1, 0),
        "Krasnodar": (1, 0),
    }  # fmt: skip


@pytest.mark.rule("19.1.3")
def test_19_1_3_a_soviet_line_passes_its_own_units_and_no_axis_base() -> None:
    wall = {f"26{r:02d}": "sea" for r in range(1, 37) if r != 10}
    m = board(wall, sources={"E": ["2710"], "W": ["0110"]})
    for other, held in (({}, True), ({"9 Army": "2610"}, True), ({"Air Base 1": "2610"}, False)):
        t = table({"8 Army": "2424", **other}, scenario="uranus", map=m, turn=13)
        assert any(line.what == "Stalingrad held" for line in reckoning(t.s)) is held


@pytest.mark.rule("19.2a")
def test_19_2a_without_a_second_sea_there_is_no_line_to_hold() -> None:
    m = board({f"10{r:02d}": "sea" for r in range(1, 6)}, port={"port_baltic": ["1006"]}, cities={})
    assert front_gap(table({"I": "0110"}, map=m).s, AXIS) == 0


@pytest.mark.rule("19.2b")
@pytest.mark.parametrize(("side", "name"), [(AXIS, "Air Base 1"), (SOVIET, "Offensive Support 1")])
def test_19_2b_a_base_holds_its_own_hex_for_either_side(side: int, name: str) -> None:
    assert front_gap(table({name: "1010"}, map=strip()).s, side) == 8
    assert front_gap(table({name: "1010"}, map=strip()).s, 1 - side) == 9


@pytest.mark.rule("20.6-vc2")
@pytest.mark.rule("20.6-vc3")
def test_20_6_vc2_no_army_no_line() -> None:
    t = table({"I": "0110"}, scenario="campaign", turn=22)
    assert not [line for line in reckoning(t.s) if "Armies" in line.what]


@pytest.mark.rule("19.0")
def test_19_0_what_the_cities_of_the_later_scenarios_are_worth() -> None:
    assert {name: held for name, _, held, _, _ in real("uranus").w.worth} == {
        "Stalingrad": 2, "Rostov": 2, "Voronezh": 2, "Kharkov": 2, "Kursk": 2, "Maikop": 2, "Stavropol": 2, "Orel": 2,
        "Stalino": 2, "Belgorod": 1, "Rzhev": 1,
    }  # fmt: skip
    assert {name: held for name, _, held, _, group in real("campaign").w.worth if group == "axis"} == {
        "Königsberg": 3, "Bucharest": 3, "Ploesti": 3, "Warsaw": 2, "Danzig": 2, "Helsinki": 2, "Munkacs": 2, "Constanta": 1,
    }  # fmt: skip
    zitadelle = {name: held for name, _, held, _, _ in real("zitadelle").w.worth}
    assert {name for name, held in zitadelle.items() if held == 3} == {"Kiev", "Minsk", "Lvov"}
    assert {name for name, held in zitadelle.items() if held == 2} >= {
        "Kharkov",
        "Smolensk",
        "Odessa",
        "Sevastopol",
    }


@pytest.mark.rule("12.1a")
def test_12_1a_the_production_number_falls_with_every_fourth_asset() -> None:
    t = table({"I": "1010"})
    assets = [u for u, kind in enumerate(t.w.kind) if kind == ASSET]
    for lost in range(min(24, len(assets)) + 1):
        t.s.lost_assets = assets[:lost]
        assert production_number(t.s) == 5 - max(0, lost - 1) // 4, lost


# --- optional rules


@pytest.mark.rule("21.1.1")
def test_21_1_1_five_points_are_just_enough() -> None:
    for spent, enough in ((2, True), (3, False)):
        t = to_baku()
        t.s.spent[t.number("XLI Pz")] = spent
        assert t.ok(EnterBaku) is enough


@pytest.mark.rule("21.1.2")
def test_21_1_2_without_factories_none_is_lost() -> None:
    t = table({}, FactoryRoll(), options={"baku": True}, turn=10)
    t.roll(6)
    assert t.s.agenda == ()


@pytest.mark.rule("21.2.1a")
@pytest.mark.rule("21.2.1b")
def test_21_2_1a_who_rolls_for_turkey() -> None:
    place = {"I": "1834", "V": "1833", "Romanian 3rd": "1934", "8 Army": "1835"}
    t = table(place, TurkishEntry(), map=TURKEY, options={"turkey": True}, turn=10)
    assert t.frame() == TurkishRoll(t.number("I"))
    t.roll(6)
    assert t.s.agenda == ()  # neither an ally nor a corps north of the line
    assert table(place, TurkishEntry(), map=TURKEY, turn=10).s.agenda == ()  # not without the option
    assert (
        table(place, TurkishEntry(), map=TURKEY, options={"turkey": True}, turn=10, turkey=1).s.agenda == ()
    )
    t = table({**place, "II": "1834"}, TurkishEntry(), map=TURKEY, options={"turkey": True}, turn=10)
    t.roll(1)
    assert t.s.turkey == 1 and t.roll(1) == []  # once is enough


@pytest.mark.rule("14.0b")
def test_14_0b_never_less_than_no_air_unit() -> None:
    t = table({"I": "1010"}, air=1)
    for used, ready in ((0, 1), (1, 0), (2, 0)):
        t.s.air_used = used
        assert air_ready(t.s) == ready


@pytest.mark.rule("16.2b")
@pytest.mark.rule("16.2c")
@pytest.mark.rule("16.2.2b")
def test_16_2b_the_gun_alone_shifts_nothing_and_is_forgotten_afterwards() -> None:
    m = board(fortified=["1011"], rail=chain("1009", "1010"))
    place = {"I": "1010", "8 Army": "1011", "Railroad Gun": "1009"}
    t = attacking(place, map=m, chits={"8 Army": WEAK})
    t.do(Target, "1011")
    t.do(Join, "I")
    t.do(Commit)
    t.do(FireGun)
    odds = assess(t.s)
    assert [term.label for term in odds.shifts] == ["Terrain"] and odds.bonus == 4
    t.roll(6)  # 5 to 3 is 3:2, two left is 1:2; ten is read as nine: 1/-
    t.do(Lose, "I")
    assert t.s.support == 0 and t.at("Railroad Gun") == "out"


@pytest.mark.rule("3.1.1e")
@pytest.mark.rule("10.2a")
def test_3_1_1e_one_marker_is_enough_to_be_asked() -> None:
    for name in ("Kovpak", "Prokopyuk", "Saburov"):
        place = {"Supply Base 1": "1010", "Supply Base 2": "1013"}
        t = table(place, PartisanPlacement(), partisans={name: "1010"})
        assert t.frame() == Gathering(0) and [a.partisan for a in t.offers(Station)] == [
            PARTISANS.index(name)
        ]
    assert table({"Supply Base 1": "1010"}, PartisanPlacement()).s.agenda == ()


@pytest.mark.rule("10.1b")
def test_10_1b_a_unit_five_hexes_away_is_too_far() -> None:
    for label, asked in (("1014", True), ("1015", False)):
        t = table({"Supply Base 1": "1010", "I": label}, PartisanRolls(), partisans={"Kovpak": "1010"})
        t.roll(6)
        assert bool(t.s.agenda) is asked


@pytest.mark.rule("21.1.2")
def test_21_1_2_as_many_factories_as_the_roll_says() -> None:
    names = ("Moscow Factory", "Tula Factory", "Kiev Factory", "Kharkov Factory")
    t = table(
        {name: f"2{k}10" for k, name in enumerate(names)}, FactoryRoll(), options={"baku": True}, turn=10
    )
    t.roll(3)
    for name in names[:3]:
        t.do(Destroy, name)
    assert t.s.agenda == () and t.at("Kharkov Factory") == "2310"


@pytest.mark.rule("8.1.1")
def test_8_1_1_the_forecast_shows_the_nine_rows() -> None:
    t = attacking({"I": "1010", "8 Army": "1011"}, chits={"8 Army": WEAK})
    t.do(Target, "1011")
    t.do(Join, "I")
    found = GAME.forecast(t.s, "axis")
    assert found is not None and found.rows == tuple(str(n) for n in range(1, 10))


@pytest.mark.rule("12.1a")
@pytest.mark.rule("6.6")
def test_12_1a_the_production_track_runs_from_none_to_six() -> None:
    track = next(
        track for track in GAME.view(table({"I": "1010"}).s, "axis").tracks if track.id == "production"
    )
    assert (track.low, track.high) == (0, 6)


@pytest.mark.rule("1.0a")
def test_1_0a_nothing_on_the_table_is_secret() -> None:
    assert GAME.has_secrets is False


@pytest.mark.rule("16.2.2a")
@pytest.mark.rule("16.2a")
def test_16_2_no_gun_on_the_map_no_gun_to_fire() -> None:
    m = board(fortified=["1011"])
    t = attacking({"I": "1010", "8 Army": "1011", "Air Base 1": "1008"}, map=m, chits={"8 Army": WEAK}, air=1)
    t.do(Target, "1011")
    t.do(Join, "I")
    t.do(Commit)
    assert t.no(FireGun) == "16.2.2b" and t.ok(CallAir)
