"""Refusals off the beaten track: what nobody would try, and the rules forbid all the same."""

from __future__ import annotations

import pytest

from hexfront.games.motherland.actions import (
    Advance,
    Commit,
    DrawTwo,
    Evacuate,
    FallBack,
    Join,
    Lose,
    Overrun,
    Pick,
    Place,
    Replace,
    Retreat,
    Ship,
    Target,
)
from hexfront.games.motherland.administration import Evacuation
from hexfront.games.motherland.chits import Command
from hexfront.games.motherland.combat import CombatRoll
from hexfront.games.motherland.long_moves import LongMoves
from hexfront.games.motherland.reinforcements import Placement
from hexfront.games.motherland.results import Advances, Suffer, retreat_violation
from tests.games.motherland.kit import AXIS, SOVIET, Table, attacking, board, chain, moving, row, table

WEAK, GOOD = "C* 1-3/1-2", "C 3-5/2-3 t4"


@pytest.mark.rule("12.2a")
def test_12_2a_only_a_factory_is_evacuated() -> None:
    t = table({"8 Army": "2010", "Kharkov Factory": "2110"}, Evacuation(), phase="administrative")
    assert t.no(Evacuate, "8 Army") == "12.2a"


@pytest.mark.rule("16.2a")
def test_16_2a_the_gun_does_not_fire_in_defense() -> None:
    m = board(rail=chain(*row(10, 6, 14)), fortified=["1011"])
    place = {"I": "1011", "8 Army": "1012", "Railroad Gun": "1010"}
    t = attacking(place, SOVIET, map=m, chits={"8 Army": WEAK})
    t.do(Target, "1011")
    t.do(Join, "8 Army")
    t.do(Commit)
    assert type(t.frame()) is CombatRoll


@pytest.mark.rule("20.5-s1")
def test_20_5_s1_a_general_is_refused_by_name() -> None:
    t = attacking(
        {"I": "1010", "8 Army": "1011"},
        scenario="zitadelle",
        turn=16,
        chits={"8 Army": WEAK},
        generals=["Zhukov"],
    )
    t.s.attackers, t.s.defenders = [t.number("I")], [t.number("8 Army")]
    t.run(Command())
    assert t.no(Replace, 0, "8 Army") == "20.5-s1"


@pytest.mark.rule("16.5c")
def test_16_5c_no_replacement_in_administration_nor_without_a_chit() -> None:
    t = table(
        {"8 Army": "1010", "9 Army": "1111", "I": "1011"},
        Command(),
        phase="administrative",
        chits={"8 Army": GOOD},
        generals=["Zhukov"],
        turn=4,
    )
    assert t.no(Replace, 0, "8 Army") == "16.5c"
    t = attacking({"I": "1010", "8 Army": "1011"}, generals=["Zhukov"])
    t.s.attackers, t.s.defenders = [t.number("I")], [t.number("8 Army")]
    t.run(Command())
    assert t.no(Replace, 0, "8 Army") == "16.5c"


@pytest.mark.rule("16.5b")
def test_16_5b_a_unit_with_a_chit_does_not_draw_two() -> None:
    t = attacking({"I": "1010", "8 Army": "1011"}, generals=["Zhukov"], chits={"8 Army": WEAK})
    t.s.attackers, t.s.defenders = [t.number("I")], [t.number("8 Army")]
    t.run(Command())
    assert t.no(DrawTwo, 0, "8 Army") == "16.5b"


def forming(place: dict[str, str], **given: object) -> Table:
    t = attacking({"I": "1010", "8 Army": "1011", **place}, chits={"8 Army": WEAK}, **given)  # type: ignore[arg-type]
    t.do(Target, "1011")
    return t


@pytest.mark.rule("3.1.3a")
def test_3_1_3a_a_unit_far_away_does_not_join() -> None:
    t = forming({"II": "1013"})
    assert t.no(Join, "II") == "3.1.3a"


@pytest.mark.rule("8.3.8")
def test_8_3_8_a_base_does_not_join_and_does_not_overrun() -> None:
    t = forming({"Supply Base 1": "1010"})
    assert t.no(Join, "Supply Base 1") == "8.3.8"
    t = moving({"Supply Base 1": "1010", "8 Army": "1011"}, late=True)
    t.do(Pick, "Supply Base 1")
    assert t.no(Overrun, "1011") == "8.3.8"


@pytest.mark.rule("20.1-s2")
def test_20_1_s2_a_unit_in_romania_neither_joins_nor_sails_on_turn_1() -> None:
    m = board(regions={"romania": ["1010", "0325"]})
    t = forming({"II": "1111"}, map=m, turn=1)
    assert t.no(Join, "I") == "20.1-s2" and t.ok(Join, "II")
    place = {"Romanian 3rd": "0325", "8 Army": "0327"}
    for turn, rule in ((1, "20.1-s2"), (2, "")):
        t = table(
            place, LongMoves(AXIS), phase="axis-movement", map=m, turn=turn, german=["Sevastopol", "Odessa"]
        )
        assert t.no(Pick, "Romanian 3rd") == rule


@pytest.mark.rule("16.7a")
def test_16_7a_a_unit_beyond_the_bridge_does_not_join() -> None:
    m = board(bridge=[("1010", "1011")], sea=[("1010", "1011")])
    t = forming({"II": "1111"}, map=m)
    assert t.no(Join, "I") == "16.7a" and t.ok(Join, "II")


def sailing(place: dict[str, str], side: int = AXIS, **given: object) -> Table:
    phase = f"{('axis', 'soviet')[side]}-movement"
    return table(place, LongMoves(side), phase=phase, **given)  # type: ignore[arg-type]


@pytest.mark.rule("5.5b")
def test_5_5b_a_port_needs_a_sea_and_another_port() -> None:
    inland = board(port={"port_baltic": ["0507"], "port_elsewhere": ["1010", "1012"]})
    t = sailing({"I": "1010", "8 Army": "1013"}, map=inland, german=["1010", "1012", "0507"])
    assert t.no(Pick, "I") == "5.5b"
    t = sailing({"I": "0507", "8 Army": "0509"}, german=["0507"])
    assert t.no(Pick, "I") == "5.5b"


@pytest.mark.rule("5.2.1a")
@pytest.mark.rule("5.2.1c")
@pytest.mark.seam("5.2", "5.3")
def test_5_2_1_country_limits_hold_at_sea() -> None:
    ports = {"port_baltic": ["0507", "1402"], "port_black_sea": ["0325", "0822", "0927"]}
    m = board(port=ports, regions={"finland": ["1402"], "germany": ["0507", "0822"], "romania": ["0325"]})
    t = sailing({"I": "0507", "8 Army": "0509"}, map=m, german=["1402"])
    assert t.no(Pick, "I") == "5.5b"
    t = sailing({"I": "0507"}, map=m)
    t.do(Pick, "I")
    assert t.no(Ship, "1402") == "5.2.1a"
    t = sailing({"Romanian 3rd": "0325"}, map=m, german=["0927"])
    t.do(Pick, "Romanian 3rd")
    assert t.no(Ship, "0822") == "5.2.1c"


@pytest.mark.rule("5.3a")
def test_5_3a_only_your_own_units_redeploy() -> None:
    t = sailing({"I": "0110", "8 Army": "2710"})
    assert t.no(Pick, "8 Army") == "5.3a"


@pytest.mark.rule("5.1a")
def test_5_1a_a_unit_joins_once() -> None:
    t = moving({"I": "1010", "II": "1010"})
    t.do(Pick, "I")
    assert t.no(Join, "I") == "5.1a"


@pytest.mark.rule("17.0c")
def test_17_0c_reinforcements_arrive_on_land() -> None:
    m = board({"1511": "sea"}, rail=chain(*row(10, 1, 27)), sources={"E": ["2710"]})
    t = table({"8 Army": "ready"}, phase="soviet-movement", map=m)
    t.run(Placement(t.number("8 Army")))
    assert t.no(Place, "1511") == t.no(Place, -1) == "17.0c"


def losing(place: dict[str, str], target: str, name: str) -> Table:
    t = table(place, phase="soviet-combat")
    t.s.target, t.s.defenders = t.w.hex(target), [t.number(name)]
    t.run(Suffer(1, 1, 1))
    t.do(FallBack)
    return t


@pytest.mark.rule("8.6a")
def test_8_6a_a_retreat_does_not_jump() -> None:
    t = losing({"I": "1010", "8 Army": "1011"}, "1010", "I")
    assert t.no(Retreat, "I", "1007") == "8.6a"


@pytest.mark.rule("4.2.3a")
@pytest.mark.seam("8.6", "13")
def test_4_2_3a_bases_do_not_retreat_into_an_enemy_zone() -> None:
    t = losing({"Supply Base 1": "1010", "8 Army": "1011"}, "1010", "Supply Base 1")
    assert t.no(Retreat, "Supply Base 1", "1111") == "4.2.3a"


@pytest.mark.rule("8.7.2a")
@pytest.mark.rule("5.2.2a")
def test_8_7_2a_an_advance_does_not_jump_nor_land_on_the_enemy() -> None:
    t = table({"XLI Pz": "1010", "9 Army": "1012"}, phase="axis-combat")
    t.s.target, t.s.attackers = t.w.hex("1011"), [t.number("XLI Pz")]
    t.run(Advances(0, 2))
    assert t.no(Advance, "XLI Pz", "1014") == "8.7.2a"
    t.do(Advance, "XLI Pz", "1011")
    assert t.no(Advance, "XLI Pz", "1012") == "5.2.2a"


@pytest.mark.rule("5.1.5b")
@pytest.mark.seam("5", "8.6")
def test_5_1_5b_a_retreat_into_high_mountains_is_refused_by_name() -> None:
    t = table({"I": "1010", "8 Army": "1011"}, phase="soviet-combat", map=board({"1009": "high_mountain"}))
    t.s.target, t.s.defenders = t.w.hex("1010"), [t.number("I")]
    t.run(Suffer(1, 1, 1))
    t.do(FallBack)
    assert t.no(Retreat, "I", "1009") == "5.1.5b"


@pytest.mark.rule("4.2.2b")
@pytest.mark.rule("8.5d")
def test_4_2_2b_a_retreat_out_of_supply_or_without_movement_is_refused_by_name() -> None:
    t = table({"I": "1010", "8 Army": "1011"}, phase="soviet-combat", supply={"I": 2})
    t.s.target, t.s.defenders = t.w.hex("1010"), [t.number("I")]
    t.run(Suffer(1, 1, 1))
    t.do(FallBack)
    assert t.no(Retreat, "I", "1111") == "4.2.2b"
    t = table({"Fortress Moscow": "1010"})
    t.s.target = t.w.hex("1010")
    refused = retreat_violation(t.s, t.number("Fortress Moscow"), t.w.hex("1009"), 0)
    assert refused is not None and refused.rule == "8.5d"


@pytest.mark.rule("8.5.1a")
def test_8_5_1a_losses_of_an_earlier_combat_do_not_count() -> None:
    t = attacking({"8 Army": "1010", "I": "1011", "II": "1011"}, SOVIET, chits={"8 Army": GOOD}, turn=4)
    t.s.hits = {t.number("I"): 1}
    t.do(Target, "1011")
    t.do(Join, "8 Army")
    t.do(Commit)
    assert t.s.hits == {}


@pytest.mark.rule("7.1g")
def test_7_1g_those_who_survive_an_overrun_enter() -> None:
    place = {"8 Army": "1010", "2 Shock": "1010", "KG Lanz": "1011", "Offensive Support 1": "1009"}
    chits = {"8 Army": GOOD, "2 Shock": "B* 4-5/2-3"}
    t = moving(place, SOVIET, chits=chits, steps={"8 Army": 1}, turn=15)
    t.do(Pick, "8 Army")
    t.do(Join, "2 Shock")
    t.do(Overrun, "1011")
    t.roll(4)  # 6 to 3 is 2:1, row 7: 1/1
    t.do(Lose, "8 Army")
    t.do(Lose, "KG Lanz")
    assert (t.at("2 Shock"), t.at("8 Army")) == ("1011", "returning")
    assert t.s.group == [t.number("2 Shock")]
