"""Chapter 10.2: attrition."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east.attrition import Check, wasting
from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.losses import Fate
from hexfront.games.turns_east.sequence import Attrition
from hexfront.games.turns_east.state import EastState
from hexfront.games.turns_east.supply import SupplyNet, is_cut_off
from hexfront.hexes import bits
from hexfront.kernel import pending, settle

from .helpers import FAIR, SNOW, UKRAINE, WORLD, given, hexof, on_map, roll, steps, unit


@pytest.mark.rule("10.2.1a")
@pytest.mark.rule("10.2.2")
def test_10_2_1a_a_leader_lends_his_unsupplied_panzers_no_strength() -> None:
    names = ("ge-III", "ge-6", "ge-17", "ge-XIV", "ge-XLVIII", "ge-11")
    ring = dict(zip(names, ("2215", "2217", "2115", "2116", "2315", "2316"), strict=True))
    s = given(place={"su-5": "2216", "kleist": "2215", **ring})
    assert all(SupplyNet(s, AXIS).shortage(unit(s, name)) for name in names)
    assert wasting(s) == []
    s = given(place={"su-5": "2216", "kleist": "2215", **ring}, axis_towns=UKRAINE)
    assert wasting(s) == [unit(s, "su-5")]


@pytest.mark.rule("10.2.3")
@pytest.mark.rule("9.1.4a")
@pytest.mark.seam("9.1", "10.2")
def test_10_2_3_unsupplied_zones_wear_nobody_down() -> None:
    place = {"su-5": "2216", "ge-III": "2215", "ge-6": "2116", "ge-17": "2316"}
    s = given(place=place)
    assert not SupplyNet(s, SOVIET).has_loc(unit(s, "su-5"))  # shut in by zones alone
    assert wasting(s) == []  # and neither do those around it pay for its coming free
    s = given(place=place, axis_towns=UKRAINE)
    assert wasting(s) == [unit(s, "su-5")]


@pytest.mark.rule("10.2.3")
@pytest.mark.seam("10.2", "13.6")
def test_10_2_3_partisans_exert_no_zone_in_attrition_either() -> None:
    towns = tuple(WORLD.label(i) for i in bits(WORLD.towns & WORLD.areas[2]))
    armies = {"su-5": "2215", "su-6": "2217", "su-26": "2116", "su-12": "2315", "su-gcav": "2316"}
    s = given(turn=7, place={"ge-6": "2216", "su-partisan": "2114", **armies}, axis_towns=towns)
    assert not SupplyNet(s, AXIS).has_loc(unit(s, "ge-6"))
    assert not SupplyNet(s, SOVIET).shortage(unit(s, "su-gcav")) and SupplyNet(s, SOVIET).shortage(
        unit(s, "su-5")
    )
    assert wasting(s) == []  # past 2115, where only unsupplied zones reach
    s = given(turn=7, place={"ge-6": "2216", "su-37": "2115", **armies}, axis_towns=towns)
    assert wasting(s) == [unit(s, "ge-6")]


POCKET = {"ge-III": "2114", "ge-XIV": "1914", "ge-XL": "1917", "ge-XLI": "2217", "ge-LVI": "2118"}


@pytest.mark.rule("10.2.1a")
@pytest.mark.seam("10.1", "10.2")
def test_10_2_1a_an_enemy_one_hex_out_of_supply_wears_nobody_down() -> None:
    # the only German who exerts a zone around the pocket that is not in supply is the only one next to it
    s = given(place={"su-5": "2018", "ge-6": "2116", **POCKET}, axis_towns=("1715",))
    assert wasting(s) == []


@pytest.mark.rule("10.2.2")
def test_10_2_2_units_that_others_hold_cut_off_do_not_wear_each_other_down() -> None:
    # Kerch is shut in by the 11th Army, which a supplied Soviet army shuts into the Crimea in its turn
    ports = ("1118", "1321", "1521", "1823", "1924")
    s = given(place={"su-51": "1622", "ge-11": "1521", "su-9": "1420"}, axis_towns=ports)
    assert is_cut_off(s, SupplyNet(s, SOVIET), unit(s, "su-51")) and is_cut_off(
        s, SupplyNet(s, AXIS), unit(s, "ge-11")
    )
    assert SupplyNet(s, SOVIET).shortage(unit(s, "su-9")) == 0
    assert wasting(s) == []


def attrition(**what: Any) -> EastState:
    return given(agenda=(Attrition(),), **what)


@pytest.mark.rule("10.2.1a")
@pytest.mark.seam("10.2", "12.3")
def test_10_2_1a_units_without_an_loc_next_to_supplied_enemies_lose_a_step() -> None:
    s = attrition(place={"su-5": "2016", **POCKET, "ge-6": "2116"}, axis_towns=UKRAINE)
    assert pending(s) == Fate(unit(s, "su-5"), 4)
    roll(s, 1)
    assert not on_map(s, "su-5") and steps(s, "ge-6") == 4
    # not adjacent to anyone: nothing happens
    s = attrition(place={"su-5": "2016", **POCKET}, axis_towns=UKRAINE)
    assert not SupplyNet(s, SOVIET).has_loc(unit(s, "su-5")) and on_map(s, "su-5")
    # adjacent only to enemies out of supply: nothing happens
    s = attrition(place={"su-5": "2016", **POCKET, "ge-6": "2116"})
    assert SupplyNet(s, AXIS).shortage(unit(s, "ge-6")) > 0 and on_map(s, "su-5")
    # with an LOC: nothing happens
    s = attrition(place={"su-5": "2016", "ge-6": "2115"}, axis_towns=UKRAINE)
    assert on_map(s, "su-5")


@pytest.mark.rule("10.2.1a")
@pytest.mark.seam("8", "10.2")
def test_10_2_1a_every_unit_loses_one_step() -> None:
    ring = {"su-5": "2114", "su-6": "2317", "su-26": "2117", "su-12": "2314", "su-37": "2215"}
    s = attrition(
        place={"ge-XL": "2216", "ge-6": "2216", **ring}, axis_towns=("Kharkov",), soviet_towns=("2214",)
    )
    assert (steps(s, "ge-XL"), steps(s, "ge-6")) == (1, 3)


@pytest.mark.rule("10.2.1a")
@pytest.mark.rule("10.1.8c")
@pytest.mark.seam("9.2", "13.2")
@pytest.mark.seam("10.2", "13.2")
@pytest.mark.seam("10.2", "13.3")
def test_10_2_1a_garrisons_and_the_always_supplied_are_spared() -> None:
    s = attrition(
        place={
            "gar-6": "2015",
            "su-5": "2014",
            "su-6": "2114",
            "su-26": "2115",
            "su-12": "2016",
            "su-37": "1915",
            "su-38": "1914",
        }
    )
    assert on_map(s, "gar-6")
    s = attrition(place={"su-gcav": "2016", **POCKET, "ge-6": "2116"}, axis_towns=UKRAINE)
    assert on_map(s, "su-gcav")


def wasted(s: EastState) -> set[str]:
    return {s.world.units[u].id for u in wasting(s)}


def are_cut_off(s: EastState, *names: str) -> bool:
    nets = (SupplyNet(s, AXIS), SupplyNet(s, SOVIET))
    return all(is_cut_off(s, nets[s.world.side[unit(s, name)]], unit(s, name)) for name in names)


@pytest.mark.rule("10.2.2")
@pytest.mark.rule("10.2.3")
def test_10_2_2_units_that_cut_each_other_off_by_their_zones_both_lose() -> None:
    # from west to east XIV, 6 Army, III, 5 Army: those in the middle lie in each other's zones and in that of one more
    place = {"ge-XIV": "2115", "su-6": "2215", "ge-III": "2314", "su-5": "2414"}
    s = given(place=place, axis_towns=("Kharkov",), soviet_towns=("2214",))
    assert are_cut_off(s, "ge-III", "su-6") and not are_cut_off(s, "su-5") and not are_cut_off(s, "ge-XIV")
    assert wasted(s) == {"ge-III", "su-6"}
    s.agenda = (Attrition(),)
    settle(s)
    assert steps(s, "ge-III") == 1 and not on_map(s, "su-6")  # at the same time


@pytest.mark.rule("10.2.2")
@pytest.mark.seam("9.2", "10.2")
@pytest.mark.seam("7.6", "10.2")
def test_10_2_2_units_that_stand_in_each_others_only_line_both_lose() -> None:
    # between Rostov and the Kuban a line has one hex beyond the boundary: 5 Army and III stand in each other's way
    place = {"ge-III": "2320", "ge-XIV": "2119", "ge-6": "2019", "ge-17": "1919", "su-5": "2020"}
    s = given(place=place, axis_towns=("Kharkov",), soviet_towns=("2214",))
    assert are_cut_off(s, "ge-III", "su-5")
    assert WORLD.grid.distance(hexof(s, "2320"), hexof(s, "2020")) == 3  # they need not be adjacent
    assert wasted(s) == {"ge-III", "su-5"}
    # with either away the other has its line
    for name in ("ge-III", "su-5"):
        (other,) = {"ge-III", "su-5"} - {name}
        rest = {k: at for k, at in place.items() if k != name}
        s = given(place=rest, axis_towns=("Kharkov",), soviet_towns=("2214",))
        assert not are_cut_off(s, other) and wasted(s) == set()


@pytest.mark.rule("10.2.2")
@pytest.mark.rule("10.2.3")
def test_10_2_2_a_unit_that_another_cuts_off_is_not_isolated_by_its_victim() -> None:
    # a wall without supply holds nobody, so the Germans behind it are in supply and only their prisoner wastes away
    everything = tuple(WORLD.board.labels(WORLD.towns & WORLD.ussr))
    wall = {"su-6": "1311", "su-26": "1314", "su-12": "1317"}
    s = given(place={"su-5": "2016", **POCKET, "ge-6": "2116", **wall}, axis_towns=everything)
    assert are_cut_off(s, "ge-6", "su-5")
    assert wasted(s) == {"su-5"}


@pytest.mark.rule("10.2.1a")
@pytest.mark.rule("10.2.3")
def test_10_2_3_a_pocketed_unit_does_not_unsupply_its_jailers() -> None:
    # 5 Army in its pocket bars the short way of 6th Army with its zone; out of supply it exerts none
    s = given(place={"su-5": "2016", **POCKET, "ge-6": "2116"}, axis_towns=("1715",))
    assert SupplyNet(s, AXIS).shortage(unit(s, "ge-6")) == 1 and are_cut_off(s, "su-5")
    assert wasted(s) == {"su-5"}


@pytest.mark.rule("10.2.2")
@pytest.mark.rule("9.2.2")
@pytest.mark.seam("9.2", "10.2")
def test_10_2_2_who_has_an_loc_is_not_isolated() -> None:
    # 6th Army and 5 Army bar each other's short ways and are out of supply for it, but both have a long way round
    place = {"ge-III": "1916", "ge-XIV": "1818", "ge-6": "2020", "su-5": "1919"}
    s = given(place=place, axis_towns=("Kharkov",), soviet_towns=("2214",))
    nets = (SupplyNet(s, AXIS), SupplyNet(s, SOVIET))
    assert nets[AXIS].shortage(unit(s, "ge-6")) > 0 < nets[SOVIET].shortage(unit(s, "su-5"))
    assert not are_cut_off(s, "ge-6") and not are_cut_off(s, "su-5")
    assert wasted(s) == set()


@pytest.mark.rule("10.2.1a")
@pytest.mark.seam("10.2", "13.7")
def test_10_2_1a_enemies_across_a_prohibited_hexside_are_not_adjacent() -> None:
    # 11th Army is shut into Kerch; 51 Army is next to it on paper, but the strait between is all sea
    place = {"ge-11": "1622", "su-51": "1722", "su-9": "1421"}
    assert WORLD.grid.is_adjacent(WORLD.board.index("1622"), WORLD.board.index("1722"))
    s = given(place=place)
    assert are_cut_off(s, "ge-11") and SupplyNet(s, SOVIET).shortage(unit(s, "su-51")) == 0
    assert wasted(s) == set()
    s = given(place={**place, "su-18": "1521"})  # Feodosiya is next to Kerch by land
    assert wasted(s) == {"ge-11"}


@pytest.mark.rule("10.2.3")
@pytest.mark.seam("6", "10.2")
def test_10_2_3_units_out_of_supply_exert_no_zone_in_this_check() -> None:
    # the corps that close the ring in the east are out of supply in Snow: then they hold nobody
    place = {"su-5": "2116", "ge-17": "2016", "ge-III": "2315", "ge-XIV": "2218"}
    fair = given(place=place, turn=FAIR, axis_towns=("Kharkov",))
    snow = given(place=place, turn=SNOW, axis_towns=("Kharkov",))
    for s in (fair, snow):
        assert is_cut_off(s, SupplyNet(s, SOVIET), unit(s, "su-5"))
        assert SupplyNet(s, AXIS).shortage(unit(s, "ge-17")) == 0
    assert unit(fair, "su-5") in wasting(fair)
    assert (
        SupplyNet(snow, AXIS).shortage(unit(snow, "ge-III"))
        > 0
        < SupplyNet(snow, AXIS).shortage(unit(snow, "ge-XIV"))
    )
    assert unit(snow, "su-5") not in wasting(snow)


@pytest.mark.rule("10.2.2")
def test_10_2_2_whom_a_unit_cuts_off_without_being_cut_off_by_it_loses_nothing() -> None:
    # 5 Army near Rostov stands in the only lines of III and 6th Army in the Kuban; only 6th Army stands in its own
    place = {"ge-III": "1921", "ge-6": "2121", "ge-XIV": "2119", "ge-17": "2019", "su-5": "2020"}
    s = given(place=place, axis_towns=("Kharkov",), soviet_towns=("2214",))
    assert are_cut_off(s, "ge-III", "ge-6", "su-5")
    assert wasted(s) == {"ge-6", "su-5"}


@pytest.mark.rule("10.2.2")
def test_10_2_2_the_check_ends_where_no_pair_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Units in doubt of whom no two hold each other are out of supply, and the check goes on."""
    place = {"ge-XIV": "2115", "su-6": "2215", "ge-III": "2314", "su-5": "2414"}
    s = given(place=place, axis_towns=("Kharkov",), soviet_towns=("2214",))
    monkeypatch.setattr(Check, "mutual", lambda self, doubtful, exerting, level: 0)
    assert "su-5" not in wasted(s) and "ge-XIV" not in wasted(s)


@pytest.mark.rule("10.2.2")
@pytest.mark.seam("9.2", "10.2")
def test_10_2_2_who_only_suffers_from_one_of_a_pair_loses_nothing() -> None:
    # XLI north of the Crimea and two armies far behind it stand in each other's way; 9 Mechanized Corps in the Crimea is
    # shut in by XLI, but is in nobody's way
    ports = ("Odessa", "Sevastopol", "Feodosiya", "Kerch")
    place = {"ge-XLI": "1619", "su-24": "1115", "su-59": "1017", "su-9m": "1422"}
    s = given(turn=2, place=place, axis_towns=ports)
    assert are_cut_off(s, *place)
    assert wasted(s) == {"ge-XLI", "su-24", "su-59"}


@pytest.mark.rule("10.2.2")
@pytest.mark.rule("10.2.3")
def test_10_2_3_pairs_short_of_supply_lose_their_zones_before_others_are_judged() -> None:
    # near Rostov 39 Army and III keep each other short of supply and then exert no zone; what is left in doubt is LVI
    # before Perekop, with two armies beyond the Bug, and those three are cut off because of each other
    towns = ("Odessa", "Sevastopol", "Mariupol", "Rostov")
    place = {
        "ge-LVI": "1519", "ge-III": "1718", "ro-4": "1520", "su-43": "1018", "su-59": "1116", "su-39": "1719",
        "su-19m": "1315",
    }  # fmt: skip
    s = given(turn=4, place=place, axis_towns=towns)
    assert wasted(s) == {"ge-LVI", "su-43", "su-59"}
