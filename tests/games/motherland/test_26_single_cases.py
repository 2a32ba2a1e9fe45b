"""Single cases told apart from their neighbours: each test fails when its one rule is taken out."""

from __future__ import annotations

import pytest

from hexfront.games.motherland.actions import (
    Advance,
    Commit,
    FallBack,
    Join,
    Lose,
    Overrun,
    Pick,
    Place,
    Redeploy,
    Retreat,
    Station,
    Step,
    Target,
)
from hexfront.games.motherland.combat import assess
from hexfront.games.motherland.control import SurrenderRoll, occupy
from hexfront.games.motherland.partisans import Gathering
from hexfront.games.motherland.reinforcements import Placement
from hexfront.games.motherland.results import Advances, EndRetreat
from hexfront.games.motherland.stacking import excess
from hexfront.games.motherland.zones import enemy_zoc
from hexfront.kernel import why_not
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


@pytest.mark.rule("5.0b")
@pytest.mark.rule("12.0d")
def test_5_0b_what_has_no_factor_stays_and_says_why() -> None:
    t = moving({"Fortress Moscow": "1010", "Moscow Factory": "1012"}, SOVIET)
    assert (t.no(Pick, "Fortress Moscow"), t.no(Pick, "Moscow Factory")) == ("5.0b", "12.0d")


@pytest.mark.rule("5.2.3")
def test_5_2_3_the_refusal_says_when_it_moves() -> None:
    place = {"Air Base 1": "1010", "I": "1012"}
    for late, name, words in ((False, "Air Base 1", "after all other"), (True, "I", "before bases")):
        t = moving(place, late=late)
        refusal = why_not(t.s, t.seat, t.make(Pick, name))
        assert refusal is not None and words in refusal.reason


@pytest.mark.rule("20.1-s2")
@pytest.mark.rule("5.0a")
def test_20_1_s2_a_first_turn_of_another_scenario_freezes_nobody() -> None:
    m = board(regions={"romania": ["1010"]})
    assert moving({"I": "1010"}, scenario="uranus", turn=1, map=m).ok(Pick, "I")
    assert not moving({"I": "1010"}, scenario="campaign", turn=1, map=m).ok(Pick, "I")


@pytest.mark.rule("4.2a")
@pytest.mark.rule("5.1d")
def test_5_1d_a_closed_side_stays_closed_to_a_unit_in_an_enemy_zone() -> None:
    t = moving({"I": "1010", "8 Army": "1011"}, map=board(sea=[("1009", "1010")]))
    t.do(Pick, "I")
    assert t.no(Step, "1009") == "5.1d"


@pytest.mark.rule("5.1a")
@pytest.mark.rule("5.1.2-i1")
def test_5_1a_who_joins_a_group_and_who_does_not() -> None:
    def joins(first: str, began: dict[str, str], second: str = "II") -> str:
        t = moving({"I": "1010", "II": "1010", "V": "1009", "Railroad Gun": "1010"})
        for name, label in began.items():
            t.s.began[t.number(name)] = t.w.hex(label) if label else -1
        t.do(Pick, first)
        return t.no(Join, second)

    assert joins("I", {}) == ""
    assert joins("I", {"II": "1012"}) == "5.1a"  # came here from elsewhere
    assert joins("I", {"I": "", "II": ""}) == "5.1a"  # two newcomers
    assert joins("I", {"V": "1010"}, "V") == "5.1a"  # not in this hex any more
    assert joins("I", {}, "Railroad Gun") == joins("Railroad Gun", {}, "I") == "5.1.2-i1"


@pytest.mark.rule("5.1.3")
@pytest.mark.rule("5.0b")
@pytest.mark.rule("5.4.1b")
def test_5_1_3_always_one_hex_holds_for_a_first_move_outside_exploitation() -> None:
    m = board({"1009": "swamp"})
    place = {"XLI Pz": "1010", "8 Army": "1011"}
    for exploit in (False, True):
        t = moving(place, exploit=exploit, supply={"XLI Pz": 2}, map=m)  # four points, six needed
        t.do(Pick, "XLI Pz")
        assert t.ok(Step, "1009") is not exploit
        t.agree()
    t = moving({"I": "1010"}, map=m)
    t.do(Pick, "I")
    t.s.spent[t.number("I")] = 3  # after an Overrun
    assert not t.ok(Step, "1009") and t.ok(Step, "1011")
    t.agree()


@pytest.mark.rule("7.1g")
@pytest.mark.rule("7.1h")
def test_7_1g_soviet_units_too_stay_when_the_overrun_hex_is_held() -> None:
    t = moving({"5 Tank": "1010", "I": "1011"}, SOVIET, chits={"5 Tank": "B 7-7/4-4 t15"}, turn=15)
    t.do(Pick, "5 Tank")
    t.do(Overrun, "1011")
    t.roll(4)  # seven against seven: no effect
    assert (t.at("5 Tank"), t.at("I"), t.s.group) == ("1010", "1011", [])


@pytest.mark.rule("7.1e")
@pytest.mark.rule("8.7a")
@pytest.mark.seam("7", "8.6")
def test_7_1e_a_defender_advances_after_a_beaten_overrun() -> None:
    t = moving({"XLI Pz": "1010", "8 Army": "1011"}, chits={"8 Army": GOOD})
    t.do(Pick, "XLI Pz")
    t.do(Overrun, "1011")
    t.roll(1)  # nine against five is 3:2: A1
    t.do(FallBack)
    t.do(Retreat, "XLI Pz", "1009")
    assert t.frame() == Advances(1, 1) and t.seat == "soviet"
    t.do(Advance, "8 Army", "1010")
    assert (t.at("8 Army"), t.at("XLI Pz"), t.s.group) == ("1010", "1009", [])


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
@pytest.mark.rule("8.5c")
@pytest.mark.parametrize("result", ["D4", "-/4"])
def test_8_5_1a_a_third_loss_waits_until_all_have_two(result: str) -> None:
    place = {"I": "1010", "II": "1010", "8 Army": "1011"}
    t = fight(place, "1010", ("8 Army",), result, SOVIET, chits={"8 Army": WEAK})
    for name in ("I", "II", "I"):
        t.do(Lose, name)
    kampfgruppe = next(
        t.w.names[a.unit] for a in t.frame().candidates(t.s, "axis")[:2] if t.s.steps[a.unit] == 1
    )
    assert kampfgruppe.startswith("KG ")
    assert t.no(Lose, kampfgruppe) == "8.5.1a" and t.ok(Lose, "II")


@pytest.mark.rule("8.7.2d")
@pytest.mark.rule("4.2.2c")
@pytest.mark.seam("4", "8.6")
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
@pytest.mark.seam("5.2", "19")
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


# --- attacks, retreats and advances, for either side


@pytest.mark.rule("3.1.3a")
@pytest.mark.parametrize(("side", "own", "foe"), [(AXIS, "1010", "1011"), (SOVIET, "1011", "1010")])
def test_3_1_3a_each_side_attacks_the_other(side: int, own: str, foe: str) -> None:
    t = attacking({"I": "1010", "8 Army": "1011"}, side, chits={"8 Army": WEAK})
    assert t.ok(Target, foe) and t.no(Target, own) == "3.1.3a"


@pytest.mark.rule("20.1-s2")
def test_20_1_s2_frozen_units_still_defend_and_retreat() -> None:
    m = board(regions={"romania": ["1010", "1009"]})
    t = fight(
        {"I": "1010", "8 Army": "1011"},
        "1010",
        ("8 Army",),
        "D1",
        SOVIET,
        turn=1,
        map=m,
        chits={"8 Army": WEAK},
    )
    assert t.ok(FallBack)
    t.do(FallBack)
    t.do(Retreat, "I", "1009")
    assert t.at("I") == "1009"


@pytest.mark.rule("8.6.3")
def test_8_6_3_armor_keeps_its_steps_where_no_river_runs() -> None:
    for river, steps in (((), 3), ([("1009", "1010")], 2)):
        place = {"XLI Pz": "1010", "8 Army": "1011"}
        m = board(river=river)
        t = fight(place, "1010", ("8 Army",), "D1", SOVIET, map=m, chits={"8 Army": WEAK})
        t.do(FallBack)
        t.do(Retreat, "XLI Pz", "1009")
        assert t.steps("XLI Pz") == steps


@pytest.mark.rule("8.6.3")
@pytest.mark.rule("8.6.2a")
@pytest.mark.rule("4.2.1a")
@pytest.mark.rule("4.2.1b")
def test_4_2_1a_a_unit_lost_at_a_river_has_no_step_left_for_the_zone() -> None:
    sea = dict.fromkeys(("0910", "0911", "1110", "1111", "1012"), "sea")
    m = board(sea, river=[("1009", "1010")])
    place = {"KG Raus": "1010", "8 Army": "1011", "9 Army": "1008"}
    t = fight(place, "1010", ("8 Army",), "D1", SOVIET, map=m, chits={"8 Army": WEAK})
    t.do(FallBack)
    t.do(Retreat, "KG Raus", "1009")
    assert t.at("KG Raus") == "pool" and type(t.frame()) is Advances


@pytest.mark.rule("4.2.1a")
@pytest.mark.rule("4.2.1b")
@pytest.mark.rule("8.6.2a")
def test_4_2_1a_only_an_empty_hex_under_an_enemy_zone_costs_a_step() -> None:
    sea = dict.fromkeys(("0910", "0911", "1110", "1111", "1012", "0909", "1109"), "sea")
    for others, steps in (({}, 3), ({"9 Army": "1007"}, 2), ({"9 Army": "1007", "II": "1008"}, 3)):
        place = {"I": "1010", "8 Army": "1011", **others}
        t = fight(place, "1010", ("8 Army",), "D2", SOVIET, map=board(sea), chits={"8 Army": WEAK})
        for label in ("1009", "1008"):
            t.do(FallBack)
            t.do(Retreat, "I", label)
        assert t.steps("I") == steps, others


@pytest.mark.rule("4.2.1b")
@pytest.mark.rule("8.6.2a")
def test_4_2_1b_each_stack_loses_its_own_step() -> None:
    t = table({"I": "1009", "II": "1009", "V": "1209", "VI": "1209", "VII": "1510"}, phase="axis-combat")
    s, w = t.s, t.w
    for name, label in (("I", "1009"), ("II", "1009"), ("V", "1209"), ("VI", "1209")):
        s.entered[w.unit(name)] = w.hex(label)
        s.fresh |= 1 << w.hex(label)
    s.entered[w.unit("VII")] = w.hex("1510")
    t.run(EndRetreat(0))
    first = t.at(next(iter(t.names(t.offers(Lose)))))
    mine, other = (("I", "V"), ("V", "I"))[first == "1209"]
    assert t.names(t.offers(Lose)) == ({"I", "II"} if mine == "I" else {"V", "VI"})
    assert t.no(Lose, other) == "4.2.1b"
    t.do(Lose, mine)
    t.do(Lose, other)
    assert [t.steps(name) for name in ("I", "II", "V", "VI", "VII")] == [2, 3, 2, 3, 3] and s.agenda == ()


@pytest.mark.rule("8.6.1")
@pytest.mark.rule("4.2.2a")
def test_8_6_1_soviet_units_too_prefer_a_friend_to_an_empty_zone() -> None:
    place = {"I": "1010", "8 Army": "1011", "9 Army": "1012", "II": "0913", "V": "1113"}
    sea = dict.fromkeys(("0911", "1111"), "sea")
    t = fight(place, "1011", ("I",), "D1", map=board(sea), chits={"8 Army": WEAK})
    t.do(FallBack)
    assert t.hexes(t.offers(Retreat)) == {"1012"} and t.no(Retreat, "8 Army", "0912") == "8.6.1"
    t.do(Retreat, "8 Army", "1012")
    assert t.steps("8 Army") == 2


@pytest.mark.rule("8.7a")
@pytest.mark.rule("8.7.2a")
def test_8_7a_nobody_advances_while_one_of_the_losers_stays() -> None:
    # A Fortress stays where the army beside it goes.
    place = {"I": "1010", "Fortress Moscow": "1011", "8 Army": "1011"}
    t = fight(place, "1011", ("I",), "D1", chits={"Fortress Moscow": WEAK, "8 Army": WEAK})
    t.do(FallBack)
    t.do(Retreat, "8 Army", "1012")
    assert t.s.agenda == () and t.steps("Fortress Moscow") == 1
    # A corps Out of Supply stays where another goes into an enemy ZOC.
    place = {"8 Army": "1010", "I": "1011", "II": "1011", "9 Army": "1013"}
    m = board(dict.fromkeys(("0911", "0912", "1111", "1112"), "sea"))
    t = fight(place, "1011", ("8 Army",), "D1", SOVIET, map=m, chits={"8 Army": WEAK}, supply={"I": 2})
    t.do(FallBack)
    t.do(Retreat, "II", "1012")
    assert t.s.agenda == () and (t.at("I"), t.steps("I")) == ("1011", 2)


@pytest.mark.rule("8.7a")
@pytest.mark.rule("8.7.2a")
@pytest.mark.parametrize("stays", [False, True])
def test_8_7a_a_defender_enters_only_what_was_left_altogether(stays: bool) -> None:
    place = {"I": "1010", "II": "1010" if stays else "1510", "8 Army": "1011"}
    t = fight(place, "1011", ("I",), "A1", chits={"8 Army": WEAK})
    t.do(FallBack)
    t.do(Retreat, "I", "1009")
    assert (t.s.agenda == ()) is stays
    place = {"8 Army": "1010", "1 Guards": "1010" if stays else "1510", "I": "1011"}
    t = fight(place, "1011", ("8 Army",), "A1", SOVIET, chits={"8 Army": WEAK})
    t.do(FallBack)
    t.do(Retreat, "8 Army", "1009")
    assert (t.s.agenda == ()) is stays


@pytest.mark.rule("8.7a")
def test_8_7a_no_defender_advances_while_an_attacker_holds_out() -> None:
    sea = dict.fromkeys(("1009", "0910", "1110"), "sea")
    place = {"I": "1010", "II": "1112", "8 Army": "1011"}
    t = fight(place, "1011", ("I", "II"), "A1", map=board(sea), chits={"8 Army": WEAK})
    t.do(FallBack)
    assert t.names(t.offers(Retreat)) == {"II"} and t.steps("I") == 2
    t.do(Retreat, "II", "1113")
    assert t.s.agenda == () and t.at("I") == "1010"


@pytest.mark.rule("8.7.2a")
@pytest.mark.rule("8.7.2c")
def test_8_7_2a_the_second_hex_is_next_to_the_first_and_nobody_is_asked_in_vain() -> None:
    t = fight({"XLI Pz": "1010", "8 Army": "1011"}, "1011", ("XLI Pz",), "DE", chits={"8 Army": WEAK})
    t.do(Advance, "XLI Pz", "1011")
    assert t.no(Advance, "XLI Pz", "1013") == "8.7.2a"
    m = board(frozen=[("1010", "1011")], lake=[("1010", "1011")])
    t = fight({"8 Army": "1010", "I": "1011"}, "1011", ("8 Army",), "DE", SOVIET, map=m, turn=12)
    assert t.s.agenda == ()


# --- terrain


@pytest.mark.rule("5.1.8")
@pytest.mark.rule("8.4")
def test_5_1_8_snow_changes_no_other_terrain() -> None:
    kinds = ("clear", "woods", "mountain", "high_mountain")
    labels = dict(zip(kinds, ("1009", "1109", "1209", "1309"), strict=True))
    w = table({}, map=board({label: kind for kind, label in labels.items()} | {"1409": "swamp"})).w
    for kind, label in labels.items():
        assert w.terrain_name(w.hex(label), True) == w.terrain_name(w.hex(label), False) == kind
    assert w.terrain_name(w.hex("1409"), True) == "woods" and w.terrain_name(w.hex("1409")) == "swamp"
    assert [w.shift_of(w.hex("1409"), snow) for snow in (False, True)] == [-2, -1]


@pytest.mark.rule("5.1.5a")
def test_5_1_5a_mountain_units_save_a_point_in_mountains_alone() -> None:
    m = board({"1009": "woods", "1011": "swamp", "1110": "mountain", "0910": "high_mountain"})
    for label, cost in (("1009", 1), ("1011", 2), ("1110", 1), ("0910", 3), ("1111", 1)):
        t = moving({"XLIX Mtn": "1010"}, map=m)
        t.do(Pick, "XLIX Mtn")
        t.do(Step, label)
        assert points(t, "XLIX Mtn") == cost, label
