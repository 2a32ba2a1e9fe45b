"""Chapter 14: German Air units; 16.2: the Railroad Gun."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland.actions import AirSupply, CallAir, Commit, Done, FireGun, Join, Resolve, Target
from hexfront.games.motherland.air import air_ready
from hexfront.games.motherland.combat import CombatRoll, Support, assess
from hexfront.games.motherland.supply_phase import Airlift, AirSupplies, AirWithdrawal, supply_steps
from hexfront.wargame import changed
from tests.games.motherland.kit import SOVIET, Table, attacking, board, chain, real, row, table

WEAK = "C* 1-3/1-2"
OUT, LACK = 2, 1


def attack(place: dict[str, str], *units: str, **given: Any) -> Table:
    given.setdefault("air", 3)
    t = attacking({"8 Army": "1011", **place}, chits={"8 Army": WEAK}, **given)
    t.do(Target, "1011")
    for name in units:
        t.do(Join, name)
    t.do(Commit)
    return t


def lift(place: dict[str, str], supply: dict[str, int], **given: Any) -> Table:
    given.setdefault("air", 3)
    return table(place, AirSupplies(), supply=supply, **given)


@pytest.mark.rule("14.0a")
def test_14_0a_three_air_bases_and_five_air_units_at_the_start() -> None:
    for scenario in ("barbarossa", "stalingrad", "campaign"):
        t = real(scenario)
        assert t.s.air == 5
        assert all(t.at(f"Air Base {k}").isdigit() for k in (1, 2, 3))
    assert (real("blau").s.air, real("uranus").s.air) == (4, 4)
    assert real("zitadelle").s.air == 2  # three, less the withdrawal of turn 16


@pytest.mark.rule("14.0b")
@pytest.mark.rule("14.1d")
@pytest.mark.rule("14.1e")
def test_14_0b_an_air_unit_flies_one_mission_a_turn() -> None:
    place = {"I": "1010", "II": "1111", "9 Army": "1112", "Air Base 1": "1008"}
    t = attack(place, "I", air=1)
    t.do(CallAir)
    assert t.s.air_used == 1 and air_ready(t.s) == 0
    assert type(t.frame()) is CombatRoll  # not twice in one combat either
    t = attack(place, "I", air=1, air_used=1)
    assert type(t.frame()) is CombatRoll
    t = attack(place, "I", air=2)
    t.do(CallAir)
    assert type(t.frame()) is CombatRoll and air_ready(t.s) == 1


@pytest.mark.rule("14.0b")
def test_14_0b_used_air_units_fly_no_supplies() -> None:
    t = lift({"I": "1010", "Air Base 1": "1012"}, {"I": OUT}, air=2, air_used=2)
    assert t.s.agenda == ()
    t.run(Airlift())
    assert t.no(AirSupply, "I") == "14.0b"


@pytest.mark.rule("14.0c")
def test_14_0c_withdrawals_are_for_good_and_come_first() -> None:
    for turn in range(1, 23):
        t = table({}, AirWithdrawal(), turn=turn, air=4)
        assert t.s.air == (3 if turn in (6, 13, 16, 20) else 4)
    assert type(supply_steps()[0]) is AirWithdrawal


@pytest.mark.rule("14.1a")
def test_14_1a_for_attacks_of_germans_only() -> None:
    base = {"Air Base 1": "1008"}
    assert type(attack({"I": "1010", **base}, "I").frame()) is Support
    assert type(attack({"Romanian 3rd": "1010", **base}, "Romanian 3rd").frame()) is CombatRoll
    assert (
        type(attack({"I": "1010", "Romanian 3rd": "1111", **base}, "I", "Romanian 3rd").frame()) is CombatRoll
    )
    t = attacking({"I": "1010", "8 Army": "1011", **base}, SOVIET, chits={"8 Army": WEAK}, air=3)
    t.do(Target, "1010")
    t.do(Join, "8 Army")
    t.do(Commit)
    assert type(t.frame()) is CombatRoll


@pytest.mark.rule("14.1b")
def test_14_1b_within_four_hexes_of_an_air_base() -> None:
    assert type(attack({"I": "1010", "Air Base 1": "1007"}, "I").frame()) is Support
    assert type(attack({"I": "1010", "Air Base 1": "1006"}, "I").frame()) is CombatRoll
    assert type(attack({"I": "1010"}, "I").frame()) is CombatRoll


@pytest.mark.rule("14.1c")
def test_14_1c_two_columns_to_the_right() -> None:
    t = attack({"I": "1010", "Air Base 1": "1008"}, "I")
    before = assess(t.s).column
    t.do(CallAir)
    assert assess(t.s).column == before + 2


@pytest.mark.rule("14.1d")
def test_14_1d_one_air_unit_a_combat_as_many_missions_as_units() -> None:
    place = {"I": "1010", "II": "1210", "9 Army": "1211", "Air Base 1": "1009"}
    t = attacking({"8 Army": "1011", **place}, chits={"8 Army": WEAK, "9 Army": WEAK}, air=2)
    for unit, target in (("I", "1011"), ("II", "1211")):
        t.do(Target, target)
        t.do(Join, unit)
        t.do(Commit)
        t.do(CallAir)
        assert type(t.frame()) is CombatRoll
        t.roll(2)  # 5 to 3 is 3:2, shifted to 3:1: no effect
    assert t.s.air_used == 2


@pytest.mark.rule("14.2a")
def test_14_2a_one_german_unit_within_four_hexes_from_out_to_lack() -> None:
    place = {
        "I": "1010",
        "II": "1013",
        "V": "1017",
        "Romanian 3rd": "1011",
        "VI": "1012",
        "Air Base 1": "1009",
    }
    t = lift(place, {"I": OUT, "II": OUT, "V": OUT, "Romanian 3rd": OUT, "VI": LACK})
    assert type(t.frame()) is Airlift and t.seat == "axis"
    assert t.names(t.offers(AirSupply)) == {"I", "II"}
    for name in ("V", "Romanian 3rd", "VI"):
        assert t.no(AirSupply, name) == "14.2a"
    t.do(AirSupply, "I")
    assert (t.supply("I"), t.supply("II")) == (LACK, OUT)
    t.do(Done)
    assert t.s.agenda == ()


@pytest.mark.rule("14.2b")
def test_14_2b_flying_supplies_uses_the_air_unit_up() -> None:
    t = lift({"I": "1010", "Air Base 1": "1009"}, {"I": OUT}, air=1)
    t.do(AirSupply, "I")
    assert (t.s.air_used, air_ready(t.s)) == (1, 0)
    assert type(attack({"II": "1010", "Air Base 1": "1008"}, "II", air=1, air_used=1).frame()) is CombatRoll


@pytest.mark.rule("3.1.1c")
def test_3_1_1c_no_air_supply_in_mud() -> None:
    place, supply = {"I": "1010", "Air Base 1": "1009"}, {"I": OUT}
    assert lift(place, supply, turn=4).s.agenda == ()
    t = lift(place, supply, turn=4).run(Airlift())
    assert t.no(AirSupply, "I") == "3.1.1c"
    assert type(lift(place, supply, turn=5).frame()) is Airlift
    assert "AirSupplies" in [type(step).__name__ for step in supply_steps()]


@pytest.mark.rule("14.3a")
@pytest.mark.rule("18.1.1")
@pytest.mark.seam("13", "18")
def test_14_3a_mud_halves_the_air_units_rounded_down() -> None:
    for total, ready in ((5, 2), (4, 2), (3, 1), (1, 0)):
        assert air_ready(table({}, turn=4, air=total).s) == ready
        assert air_ready(table({}, turn=3, air=total).s) == total
    place = {"I": "1010", "Air Base 1": "1008"}
    assert type(attack(place, "I", air=2, turn=4).frame()) is Support
    assert type(attack(place, "I", air=1, turn=4).frame()) is CombatRoll


@pytest.mark.rule("14.3b")
@pytest.mark.rule("18.2.3d")
@pytest.mark.seam("13", "18")
def test_14_3b_snow_allows_supply_flights_and_no_support() -> None:
    place = {"I": "1010", "Air Base 1": "1008"}
    for turn in (5, 6, 12, 13, 19, 20):
        assert type(attack(place, "I", turn=turn).frame()) is CombatRoll
        assert type(lift(place, {"I": OUT}, turn=turn).frame()) is Airlift
    assert type(attack(place, "I", turn=10).frame()) is Support


# --- the Railroad Gun

FORT = board(rail=chain(*row(10, 6, 14)), fortified=["1011"])


@pytest.mark.rule("16.2c")
def test_16_2c_the_gun_is_the_players_choice_before_the_roll() -> None:
    t = attack({"I": "1010", "Railroad Gun": "0910"}, "I", map=FORT)
    assert t.ok(FireGun) and t.ok(Resolve)
    t.do(Resolve)
    assert assess(t.s).modifiers == ()
    t.roll(5)  # 5 to 3 in a fortified city is 1:2: no effect
    assert t.at("Railroad Gun") == "0910" and t.s.target == -1


@pytest.mark.rule("16.2.2a")
@pytest.mark.seam("4", "13")
def test_16_2_2a_in_an_enemy_zone_the_gun_needs_company() -> None:
    t = attack({"I": "1012", "Railroad Gun": "1010", "Air Base 1": "1008"}, "I", map=FORT)
    assert t.no(FireGun) == "16.2.2a"
    t = attack({"I": "1010", "Railroad Gun": "1010", "Air Base 1": "1008"}, "I", map=FORT)
    assert t.ok(FireGun)


@pytest.mark.rule("16.2.2b")
def test_16_2_2b_the_gun_fires_once_and_is_gone() -> None:
    t = attack({"I": "1010", "Railroad Gun": "0910"}, "I", map=FORT)
    t.do(FireGun)
    assert type(t.frame()) is CombatRoll and t.at("Railroad Gun") == "0910"
    t.roll(1)
    assert t.at("Railroad Gun") == "out"


@pytest.mark.rule("16.2-i1")
@pytest.mark.seam("13", "18")
def test_16_2_i1_weather_does_not_silence_the_gun_and_nine_is_the_top() -> None:
    for turn in (4, 5, 12):
        t = attack({"I": "1010", "Railroad Gun": "0910"}, "I", map=FORT, turn=turn, air=0)
        t.do(FireGun)
        assert assess(t.s).bonus == 4
        assert t.roll(6)[0].modified == 9  # type: ignore[attr-defined]


@pytest.mark.rule("14.0c")
def test_14_0c_there_is_never_less_than_no_air_unit() -> None:
    assert table({}, AirWithdrawal(), turn=6, air=0).s.air == 0


@pytest.mark.rule("14.0b")
def test_14_0b_never_less_than_no_air_unit() -> None:
    t = table({"I": "1010"}, air=1)
    for used, ready in ((0, 1), (1, 0), (2, 0)):
        t.s.air_used = used
        assert air_ready(t.s) == ready


@pytest.mark.rule("14.2a")
def test_14_2a_nothing_is_flown_to_a_unit_off_the_map() -> None:
    t = table({"I": "1010", "V": "pool", "Air Base 1": "1011"}, Airlift(), supply={"I": OUT}, air=2)
    t.s.supply = changed(t.s.supply, t.number("V"), OUT)
    assert t.no(AirSupply, "V") == "14.2a" and t.ok(AirSupply, "I")
