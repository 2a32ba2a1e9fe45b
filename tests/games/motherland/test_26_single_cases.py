"""Single cases told apart from their neighbours: each test fails when its one rule is taken out."""

from __future__ import annotations

import pytest

from hexfront.games.motherland.actions import (
    Advance,
    Commit,
    Join,
    Lose,
    Overrun,
    Pick,
    Place,
    Redeploy,
    Station,
    Step,
    Target,
)
from hexfront.games.motherland.combat import assess
from hexfront.games.motherland.control import SurrenderRoll, occupy
from hexfront.games.motherland.partisans import Gathering
from hexfront.games.motherland.reinforcements import Placement
from hexfront.games.motherland.stacking import excess
from hexfront.games.motherland.zones import enemy_zoc
from tests.games.motherland.kit import AXIS, SOVIET, Table, attacking, board, chain, moving, real, row, table
from tests.games.motherland.test_05_long_moves import sent
from tests.games.motherland.test_08_results import fight
from tests.games.motherland.test_11_chits import upkeep
from tests.games.motherland.test_20_scenarios import deducted

WEAK = "C* 1-3/1-2"
GOOD = "C 3-5/2-3 t4"


def points(t: Table, name: str) -> int:
    return t.s.spent[t.number(name)]


# --- movement


@pytest.mark.rule("5.0c")
def test_5_0c_each_hex_is_paid_for_as_it_is_entered() -> None:
    m = board({"1009": "swamp", "1008": "clear", "1007": "woods"})
    for name, spent in (("I", (2, 3, 4)), ("XLI Pz", (4, 5, 7))):
        t = moving({name: "1010"}, map=m)
        t.do(Pick, name)
        for label, sum_ in zip(("1009", "1008", "1007"), spent, strict=True):
            t.do(Step, label)
            assert (t.at(name), points(t, name)) == (label, sum_)
        assert t.no(Step, "1006") == "5.0b"


@pytest.mark.rule("5.3.1d")
def test_5_3_1d_a_closed_city_or_mountain_closes_what_lies_behind_it() -> None:
    wall = {f"20{r:02d}": "sea" for r in range(1, 37) if r != 10}
    lines = {"E": ["2710"], "S": ["1510"], "W": ["0110"]}
    rail = chain(*row(10, 1, 27))
    m = board(wall, rail=rail, city=["2010"], sources=lines)
    assert sent("8 Army", {"8 Army": "2610"}, map=m).ok(Redeploy, "1610")
    t = sent("8 Army", {"8 Army": "2610"}, map=m, german=["2010"])
    assert t.no(Redeploy, "1610") == "5.3a"
    assert t.ok(Redeploy, "2110")
    m = board({**wall, "2010": "high_mountain"}, rail=rail, sources=lines)
    t = sent("8 Army", {"8 Army": "2610"}, map=m)
    assert t.no(Redeploy, "1610") == "5.3a" and t.no(Redeploy, "2010") == "5.3.1d"
    # A sea hexside is prohibited as well.
    m = board(wall, rail=rail, sources=lines, sea=[("2010", "2110"), ("2010", "2111")])
    assert not sent("8 Army", {"8 Army": "2610"}, map=m).ok(Redeploy, "1610")


# --- overruns, stacks, combat


@pytest.mark.rule("7.1a")
def test_7_1a_an_enemy_two_hexes_away_is_not_overrun() -> None:
    t = moving({"XLI Pz": "1010", "8 Army": "1012"})
    t.do(Pick, "XLI Pz")
    assert t.no(Overrun, "1012") == "7.1a" and t.offers(Overrun) == []


@pytest.mark.rule("6.1a")
@pytest.mark.rule("6.3")
def test_6_an_empty_hex_and_a_lone_unit_are_never_too_many() -> None:
    t = table({"I": "1010", "8 Army": "1510"})
    assert [excess(t.s, t.w.hex(label)) for label in ("1011", "1010", "1510")] == [[], [], []]


@pytest.mark.rule("8.5.1a")
def test_8_5_1a_a_third_loss_waits_until_all_have_two() -> None:
    place = {"I": "1010", "II": "1010", "8 Army": "1011"}
    t = fight(place, "1010", ("8 Army",), "D4", SOVIET, chits={"8 Army": WEAK})
    for name in ("I", "II", "I"):
        t.do(Lose, name)
    kampfgruppe = next(
        t.w.names[a.unit] for a in t.frame().candidates(t.s, "axis")[:2] if t.s.steps[a.unit] == 1
    )
    assert kampfgruppe.startswith("KG ")
    assert t.no(Lose, kampfgruppe) == "8.5.1a" and t.ok(Lose, "II")


@pytest.mark.rule("8.7.2d")
@pytest.mark.rule("4.2.2c")
def test_8_7_2d_an_advance_goes_from_zone_to_zone() -> None:
    place = {"XLI Pz": "1010", "8 Army": "1011", "9 Army": "1112"}
    t = fight(place, "1011", ("XLI Pz",), "DE", chits={"8 Army": WEAK})
    t.do(Advance, "XLI Pz", "1011")
    assert enemy_zoc(t.s, AXIS) >> t.w.hex("1011") & enemy_zoc(t.s, AXIS) >> t.w.hex("1111") & 1
    assert t.ok(Advance, "XLI Pz", "1111")


# --- partisans, chits, arrivals, control, points


@pytest.mark.rule("10.0")
def test_10_0_partisans_are_placed_on_german_supply_bases_alone() -> None:
    t = table(
        {"Supply Base 1": "1010", "Air Base 1": "1510", "I": "2010"},
        Gathering(0),
        partisans={"Kovpak": "0510"},
    )
    assert t.hexes(t.offers(Station)) == {"1010"}
    assert t.no(Station, 0, "1510") == t.no(Station, 0, "2010") == "10.2a"


@pytest.mark.rule("11.2.1")
def test_11_2_1_a_unit_next_to_the_axis_keeps_its_chit() -> None:
    t = upkeep({"8 Army": "1010", "9 Army": "1111", "I": "1009"}, chits={"8 Army": GOOD, "9 Army": GOOD})
    assert (t.chit("8 Army"), t.chit("9 Army")) == (GOOD, "")


@pytest.mark.rule("17.0e")
def test_17_0e_the_first_failure_after_arrival_is_only_a_lack() -> None:
    m = board(rail=chain(*row(10, 1, 27)), sources={"W": ["0110"], "E": ["2710"]})
    t = table({"Supply Base 1": "1010", "I": "ready"}, phase="axis-movement", map=m)
    u = t.number("I")
    t.run(Placement(u))
    t.s.judged[u] = 2
    t.do(Place, "1010")
    assert t.s.judged[u] == t.s.supply[u] == 0


@pytest.mark.rule("19.1a")
@pytest.mark.rule("19.1b")
@pytest.mark.rule("19.1c")
def test_19_1_control_changes_once_and_only_in_cities_and_ports() -> None:
    t = table({}, map=board(regions={"germany": ["0311", "0312"]}))
    for side, label in ((AXIS, "1017"), (SOVIET, "0311")):
        for told in (1, 0):  # entering it again changes nothing
            t.s.out = []
            occupy(t.s, side, t.w.hex(label))
            assert len(t.s.out) == told
    marks = t.s.axis_marks, t.s.soviet_marks
    for side, label in ((AXIS, "1018"), (SOVIET, "0312")):
        occupy(t.s, side, t.w.hex(label))
    assert (t.s.axis_marks, t.s.soviet_marks) == marks == (1 << t.w.hex("1017"), 1 << t.w.hex("0311"))


@pytest.mark.rule("20.2-s4")
def test_20_2_s4_a_map_without_leningrad_adds_nothing() -> None:
    t = table({}, SurrenderRoll(), scenario="stalingrad", map=board(cities={"Moscow": "2113"}, port={}))
    t.roll(5)
    assert t.s.result is None


@pytest.mark.rule("20.6-vc3")
@pytest.mark.parametrize("name", ["8 Army", "1 Guards", "2 Shock", "5 Tank"])
@pytest.mark.parametrize("label", ["0325", "1402", "0117"])
def test_20_6_vc3_every_kind_of_army_in_every_allied_country(name: str, label: str) -> None:
    assert deducted({name: label}) == -2


# --- printed examples


@pytest.mark.rule("5.1.9b")
def test_5_1_9b_the_printed_hexsides_carry_neither_zone_nor_attack() -> None:
    w = real("zitadelle").w
    for a, b in (("1526", "1625"), ("1625", "1626"), ("1625", "1726")):
        t = Table(real("zitadelle").s)
        t.s.soviet_front = 1 << w.hex(a)
        assert not enemy_zoc(t.s, AXIS) >> w.hex(b) & 1
        t.s.soviet_front = 1 << w.hex(b)
        assert not enemy_zoc(t.s, AXIS) >> w.hex(a) & 1


@pytest.mark.rule("8.3.5")
def test_8_3_5_seven_factors_attack_as_seven_and_only_once() -> None:
    place = {"5 Tank": "1010", "I": "1011", "II": "1009"}
    t = attacking(place, SOVIET, chits={"5 Tank": "B 7-7/4-4 t15"}, turn=15)
    t.do(Target, "1011")
    t.do(Join, "5 Tank")
    t.do(Commit)
    assert assess(t.s).attack == 7
    t.roll(4)  # seven against seven: no effect
    assert t.offers(Target) == []
