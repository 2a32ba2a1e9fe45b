"""Chapter 20: the six scenarios."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland import GAME
from hexfront.games.motherland.actions import (
    Commit,
    FallBack,
    Join,
    Overrun,
    Pick,
    Replace,
    Retreat,
    Step,
    Target,
)
from hexfront.games.motherland.chits import Command
from hexfront.games.motherland.combat import assess
from hexfront.games.motherland.control import SurrenderRoll
from hexfront.games.motherland.kinds import PHASE_IDS
from hexfront.games.motherland.long_moves import LongMoves
from hexfront.games.motherland.overview import briefing
from hexfront.games.motherland.sequence import EndOfTurn, GameTurn, order_of_play
from hexfront.games.motherland.stacking import excess
from hexfront.games.motherland.victory import (
    FinalReckoning,
    SuddenDeathRoll,
    level_of,
    reckoning,
    result_of,
    sudden_deaths,
)
from hexfront.games.motherland.zones import zoc
from hexfront.kernel import UnknownName
from tests.games.motherland.kit import (
    AXIS,
    CITIES,
    SOVIET,
    WEAK,
    Table,
    attacking,
    board,
    forming,
    moving,
    real,
    table,
    words,
)
from tests.games.motherland.test_08_results import fight

COUNTRIES = {
    "germany": ["0307", "0507", "0311", "0310", "0309", "0308"],
    "romania": ["0325", "0124", "0125", "0126"],
    "finland": ["1402", "1401"],
    "hungary": ["0116", "0117"],
}
MAP = board(regions=COUNTRIES, cities={"Munkacs": "0116", "Ploesti": "0123", **CITIES})


@pytest.mark.rule("20.0")
def test_20_0_the_scenario_is_chosen_first_and_three_share_a_set_up() -> None:
    where = [real(name).s.where for name in ("barbarossa", "stalingrad", "campaign")]
    assert where[0] == where[1] == where[2]
    with pytest.raises(UnknownName):
        GAME.setup("kursk")
    for scenario in ("barbarossa", "blau", "uranus", "zitadelle"):
        t = real(scenario)
        assert all(not excess(t.s, h) for h in t.s.stack)
        assert not t.s.axis_any & t.s.soviet_any
        marked = t.s.axis_marks & t.s.soviet_any
        assert marked == 0, t.w.board.labels(marked)


@pytest.mark.parametrize(
    ("scenario", "first", "last"),
    [
        pytest.param("barbarossa", 1, 7, marks=pytest.mark.rule("20.1-len")),
        pytest.param("stalingrad", 1, 12, marks=pytest.mark.rule("20.2-len")),
        pytest.param("blau", 8, 17, marks=pytest.mark.rule("20.3-len")),
        pytest.param("uranus", 12, 14, marks=pytest.mark.rule("20.4-len")),
        pytest.param("zitadelle", 16, 22, marks=pytest.mark.rule("20.5-len")),
        pytest.param("campaign", 1, 22, marks=pytest.mark.rule("20.6-len")),
    ],
)
def test_20_spans(scenario: str, first: int, last: int) -> None:
    t = real(scenario)
    assert t.s.turn == first
    assert next(each.turns for each in GAME.scenarios if each.id == scenario) == last - first + 1
    t.s.turn = last - 1
    assert EndOfTurn().run(t.s)[-1] == GameTurn(last)
    t.s.turn = last
    assert type(EndOfTurn().run(t.s)[-1]).__name__ == "FinalReckoning"


def river(scenario: str) -> Table:
    t = moving({"I": "1010"}, map=board(river=[("1009", "1010")]), turn=1, scenario=scenario)
    t.do(Pick, "I")
    t.do(Step, "1009")
    return t


@pytest.mark.rule("20.1-s1")
@pytest.mark.rule("20.2-s1-3")
@pytest.mark.rule("20.6-s1-3")
def test_20_1_s1_the_three_rules_of_the_first_turn_hold_in_scenarios_1_2_and_6() -> None:
    for scenario in ("barbarossa", "stalingrad", "campaign"):
        t = river(scenario)
        assert t.s.spent[t.w.unit("I")] == 1
        t = moving({"I": "0325", "II": "1010"}, map=MAP, turn=1, scenario=scenario)
        assert t.no(Pick, "I") == "20.1-s2"
        t = table({"II": "0110"}, LongMoves(AXIS), phase="axis-movement", turn=1, scenario=scenario)
        assert t.no(Pick, "II") == "20.1-s3"


@pytest.mark.rule("20.1-s2")
@pytest.mark.seam("4", "20")
@pytest.mark.seam("5", "20")
@pytest.mark.seam("8", "20")
def test_20_1_s2_units_in_romania_and_finland_stand_still_on_turn_1() -> None:
    place = {
        "Romanian 3rd": "0325",
        "Finnish Karelia": "1402",
        "I": "1010",
        "8 Army": "0326",
        "9 Army": "1403",
    }
    t = moving(place, map=MAP, turn=1)
    assert t.no(Pick, "Romanian 3rd") == t.no(Pick, "Finnish Karelia") == "20.1-s2"
    assert t.names(t.offers(Pick)) == {"I"}
    t = attacking(place, map=MAP, turn=1)
    assert t.offers(Target) == []
    assert attacking(place, map=MAP, turn=2).offers(Target) != []
    t = attacking({"I": "0326", "8 Army": "0325"}, SOVIET, map=MAP, turn=1)
    assert t.offers(Target) == []  # Soviets there too
    assert zoc(t.s, SOVIET) >> t.w.hex("0326") & 1


@pytest.mark.rule("20.1-s3")
@pytest.mark.seam("5.3", "20")
def test_20_1_s3_neither_side_redeploys_on_turn_1() -> None:
    for side, name, where in ((AXIS, "I", "0110"), (SOVIET, "8 Army", "2710")):
        for scenario, rule in (("barbarossa", "20.1-s3"), ("uranus", "")):
            t = table(
                {name: where},
                LongMoves(side),
                turn=1,
                scenario=scenario,
                phase=f"{('axis', 'soviet')[side]}-movement",
            )
            assert t.no(Pick, name) == rule


def levels(scenario: str, totals: dict[int, str]) -> None:
    t = real(scenario)
    assert {total: level_of(t.s, total) for total in totals} == totals


@pytest.mark.rule("20.1-vc")
def test_20_1_vc_axis_points_for_assets_held_and_recaptured_cities() -> None:
    t = table(
        {"Moscow Factory": "eliminated", "I": "1017"},
        scenario="barbarossa",
        map=MAP,
        german=["Kiev"],
        soviet=["Moscow"],
    )
    lines = {line.what: line.value for line in reckoning(t.s)}
    assert lines["1 Economic Asset eliminated"] == 1
    assert (lines["Kiev held"], lines["Moscow recaptured"]) == (2, 5)
    assert "axis" in result_of(t.s).scores
    levels("barbarossa", {30: "Axis Strategic Victory", 29: "Axis Operational Victory", 26: "Axis Operational Victory",
                          25: "Axis Tactical Victory", 23: "Axis Tactical Victory", 22: "Draw", 18: "Draw",
                          17: "Soviet Tactical Victory", 14: "Soviet Tactical Victory", 13: "Soviet Operational Victory",
                          10: "Soviet Operational Victory", 9: "Soviet Strategic Victory"})  # fmt: skip


@pytest.mark.rule("20.2-vc")
def test_20_2_vc_the_printed_bands() -> None:
    levels("stalingrad", {
        41: "Axis Strategic Victory", 40: "Axis Operational Victory", 36: "Axis Operational Victory", 35: "Axis Tactical Victory",
        31: "Axis Tactical Victory", 30: "Draw", 26: "Draw", 25: "Soviet Tactical Victory", 21: "Soviet Tactical Victory",
        20: "Soviet Operational Victory", 16: "Soviet Operational Victory", 15: "Soviet Strategic Victory",
    })  # fmt: skip
    assert real("stalingrad").w.plan.gap_axis == -2


def surrender(scenario: str, die: int, german: list[str] | None = None, **given: Any) -> Table:
    t = table({"I": "2113"}, SurrenderRoll(), scenario=scenario, map=MAP, german=german or [], **given)
    t.s.burnt[0] = 4
    t.roll(die)
    return t


@pytest.mark.parametrize(
    ("scenario", "rule"),
    [
        pytest.param("stalingrad", "20.2-s4", marks=pytest.mark.rule("20.2-s4")),
        pytest.param("blau", "20.3-s1", marks=pytest.mark.rule("20.3-s1")),
        pytest.param("campaign", "20.6-s4", marks=pytest.mark.rule("20.6-s4")),
    ],
)
@pytest.mark.seam("11", "19")
def test_20_the_surrender_roll(scenario: str, rule: str) -> None:
    for die in (1, 3):
        t = surrender(scenario, die)
        assert t.s.result is None and t.s.burnt[0] == 4
    for die in (4, 5):
        t = surrender(scenario, die)
        assert t.s.result is None and (t.s.burnt[0], t.s.cup[0]) == (0, 4)
    t = surrender(scenario, 6)
    assert t.s.result is not None
    assert (t.s.result.winners, t.s.result.level, t.s.result.rule) == (
        ("axis",),
        "Axis Strategic Victory",
        rule,
    )
    # Leningrad adds one: a 5 is a surrender, a 3 brings the chits back.
    assert surrender(scenario, 5, ["Leningrad"]).s.result is not None
    assert surrender(scenario, 3, ["Leningrad"]).s.burnt[0] == 0
    # It comes with Stalin's death at the first entry, and only then.
    t = moving({"I": "2112"}, scenario=scenario, map=MAP, turn=10)
    t.do(Pick, "I")
    t.do(Step, "2113")
    t.roll(5)
    assert type(t.frame()) is SurrenderRoll


@pytest.mark.parametrize(
    ("scenario", "turn", "fourth", "rule"),
    [
        pytest.param("stalingrad", 5, "Rostov", "20.2-s5", marks=pytest.mark.rule("20.2-s5")),
        pytest.param("blau", 12, "Stalingrad", "20.3-s2", marks=pytest.mark.rule("20.3-s2")),
        pytest.param("campaign", 5, "Rostov", "20.6-s5", marks=pytest.mark.rule("20.6-s5")),
        pytest.param("campaign", 12, "Rostov", "20.6-s6", marks=pytest.mark.rule("20.6-s6")),
    ],
)
@pytest.mark.seam("19", "20")
def test_20_sudden_death(scenario: str, turn: int, fourth: str, rule: str) -> None:
    four = ["Leningrad", "Moscow", "Voronezh", fourth]
    t = table({}, EndOfTurn(), scenario=scenario, turn=turn, map=MAP, soviet=["Moscow"])
    assert t.frame() == SuddenDeathRoll(rule)
    t.roll(2)
    assert t.s.result is not None
    assert (t.s.result.winners, t.s.result.level, t.s.result.rule) == (
        ("soviet",),
        "Soviet Strategic Victory",
        rule,
    )
    t = table({"8 Army": "2710"}, EndOfTurn(), scenario=scenario, turn=turn, map=MAP)
    t.roll(3)
    assert t.s.result is None
    for city in four:
        t = table({}, scenario=scenario, turn=turn, map=MAP, german=[city])
        assert sudden_deaths(t.s) == [], city
    for other in {4, 5, 6, 11, 12, 13} - {check.turn for check in t.w.plan.sudden_death}:
        assert sudden_deaths(table({}, scenario=scenario, turn=other, map=MAP).s) == []


@pytest.mark.rule("20.3-vc")
def test_20_3_vc_axis_points_as_before() -> None:
    t = table(
        {"Moscow Factory": "eliminated", "I": "1017"},
        scenario="blau",
        map=MAP,
        german=["Kiev"],
        soviet=["Moscow"],
        turn=15,
    )
    lines = {line.what: line.value for line in reckoning(t.s)}
    assert (lines["Kiev held"], lines["Moscow recaptured"], lines["1 Economic Asset eliminated"]) == (
        2,
        5,
        1,
    )
    levels("blau", {40: "Axis Strategic Victory", 39: "Axis Operational Victory", 35: "Axis Operational Victory",
                    34: "Axis Tactical Victory", 30: "Axis Tactical Victory", 29: "Draw", 25: "Draw",
                    24: "Soviet Tactical Victory", 20: "Soviet Tactical Victory", 19: "Soviet Operational Victory",
                    15: "Soviet Operational Victory", 14: "Soviet Strategic Victory"})  # fmt: skip


@pytest.mark.rule("20.4-s")
def test_20_4_s_no_special_rules() -> None:
    plan = real("uranus").w.plan
    assert (plan.opening, plan.surrender, plan.sudden_death, plan.axis_first_turn, plan.deductions, plan.assets) == (
        False, False, (), 0, False, 0,
    )  # fmt: skip


@pytest.mark.rule("20.4-vc")
@pytest.mark.rule("20.4-vc2")
def test_20_4_vc_soviet_points_for_soviet_cities() -> None:
    t = table(
        {"8 Army": "2424", "Moscow Factory": "eliminated"},
        scenario="uranus",
        map=MAP,
        turn=14,
        german=["Rostov"],
    )
    lines = {line.what: line.value for line in reckoning(t.s)}
    assert lines["Stalingrad held"] == 2 and "Rostov held" not in lines and lines["Voronezh held"] == 2
    assert not any("Asset" in what for what in lines)
    assert list(result_of(t.s).scores) == ["soviet"]
    levels("uranus", {15: "Soviet Strategic Victory", 14: "Soviet Operational Victory", 12: "Soviet Operational Victory",
                      11: "Soviet Tactical Victory", 10: "Soviet Tactical Victory", 9: "Draw", 7: "Draw",
                      6: "Axis Tactical Victory", 5: "Axis Tactical Victory", 4: "Axis Operational Victory",
                      3: "Axis Operational Victory", 2: "Axis Strategic Victory"})  # fmt: skip
    t = real("uranus")
    assert level_of(t.s, 20).startswith("Soviet") and level_of(t.s, 0).startswith("Axis")
    assert level_of(real("stalingrad").s, 50).startswith("Axis")


@pytest.mark.rule("20.5-s2")
def test_20_5_s2_the_axis_goes_first_on_turn_16_alone() -> None:
    w = real("zitadelle").w
    assert [PHASE_IDS[p] for p in order_of_play(w, 16)] == [
        "supply", "axis-movement", "axis-combat", "axis-exploitation", "soviet-movement", "soviet-combat", "administrative",
    ]  # fmt: skip
    assert order_of_play(w, 17) == order_of_play(w, 22) != order_of_play(w, 16)
    assert order_of_play(real("campaign").w, 16) == order_of_play(w, 17)


@pytest.mark.rule("20.5-vc")
def test_20_5_vc_the_printed_bands_and_soviet_points() -> None:
    levels("zitadelle", {
        27: "Soviet Strategic Victory", 26: "Soviet Operational Victory", 23: "Soviet Operational Victory",
        22: "Soviet Tactical Victory", 19: "Soviet Tactical Victory", 18: "Draw", 14: "Draw", 13: "Axis Tactical Victory",
        10: "Axis Tactical Victory", 9: "Axis Operational Victory", 6: "Axis Operational Victory", 5: "Axis Strategic Victory",
    })  # fmt: skip
    t = table({"8 Army": "1017"}, scenario="zitadelle", map=MAP, turn=22, german=["Kharkov"])
    lines = {line.what: line.value for line in reckoning(t.s)}
    assert lines["Kiev held"] == 3 and "Kharkov held" not in lines
    assert (t.w.plan.gap_axis, t.w.plan.gap_soviet) == (2, -2)


@pytest.mark.rule("20.6-vc1")
def test_20_6_vc1_axis_points_for_soviet_cities_and_axis_cities_not_lost() -> None:
    given: dict[str, Any] = {"scenario": "campaign", "map": MAP, "turn": 22}
    t = table(
        {"I": "1017", "Moscow Factory": "eliminated"}, german=["Kiev"], soviet=["Moscow", "Warsaw"], **given
    )
    lines = {line.what: line.value for line in reckoning(t.s)}
    assert (lines["Kiev held"], lines["Moscow recaptured"]) == (2, 5)
    assert lines["Königsberg not Soviet controlled"] == 3 and "Warsaw not Soviet controlled" not in lines
    assert not any("Asset" in what for what in lines)
    t = table({}, german=["Warsaw"], **given)
    assert {line.what: line.value for line in reckoning(t.s)}["Warsaw not Soviet controlled"] == 2
    levels("campaign", {45: "Axis Strategic Victory", 44: "Axis Operational Victory", 38: "Axis Operational Victory",
                        37: "Axis Tactical Victory", 32: "Axis Tactical Victory", 31: "Draw", 25: "Draw",
                        24: "Soviet Tactical Victory", 18: "Soviet Tactical Victory", 17: "Soviet Operational Victory",
                        11: "Soviet Operational Victory", 10: "Soviet Strategic Victory"})  # fmt: skip


def deducted(place: dict[str, str]) -> int:
    t = table(place, scenario="campaign", map=MAP, turn=22)
    return sum(line.value for line in reckoning(t.s) if line.rule.startswith("20.6-vc") and line.value < 0)


@pytest.mark.rule("20.6-vc2")
def test_20_6_vc2_three_points_for_each_soviet_army_in_germany() -> None:
    assert deducted({"8 Army": "0311"}) == -3
    assert deducted({"8 Army": "0311", "1 Guards": "0310", "2 Shock": "0309", "5 Tank": "0308"}) == -12
    assert deducted({"Offensive Support 1": "0311", "Mech Group NW": "0310"}) == 0
    assert real("barbarossa").w.plan.deductions is False


@pytest.mark.rule("20.6-vc3")
def test_20_6_vc3_two_points_in_allied_countries_at_most_four_each() -> None:
    assert deducted({"8 Army": "0325"}) == -2
    assert deducted({"8 Army": "0124", "1 Guards": "0125", "5 Tank": "0126"}) == -4
    assert deducted({"8 Army": "0325", "9 Army": "1402", "10 Army": "0117"}) == -6


@pytest.mark.rule("20.0-i1")
def test_20_0_i1_play_stops_after_the_last_administrative_phase_or_at_once() -> None:
    t = table({"8 Army": "2710", "I": "0110"}, EndOfTurn(), scenario="uranus", turn=14, map=MAP)
    assert t.s.result is not None and t.s.agenda == ()
    t = table({"I": "2113"}, SurrenderRoll(), GameTurn(6), scenario="campaign", map=MAP)
    t.roll(6)
    assert t.s.result is not None and t.s.agenda == ()


@pytest.mark.rule("20.0-i1")
def test_the_reckoning_is_told_line_by_line() -> None:
    t = table({"I": "1017"}, scenario="stalingrad", german=["Kiev"])
    t.s.agenda = ()
    FinalReckoning().run(t.s)
    told = [event.line(t.s).text for event in t.s.out]
    assert "Kiev held: +2." in told and words(t.s.out) == ["Noted"] * len(told)


RIVER = board(river=[("1010", "1011")])


def overrunning(name: str, **given: Any) -> int:
    t = moving({name: "1010", "8 Army": "1011"}, map=RIVER, chits={"8 Army": WEAK}, **given)
    t.do(Pick, name)
    t.do(Overrun, "1011")
    return assess(t.s).defence


@pytest.mark.rule("20.1-s1")
@pytest.mark.seam("7", "20")
def test_20_1_s1_rivers_are_ignored_in_overruns_of_the_opening_movement_and_nowhere_else() -> None:
    assert overrunning("XLI Pz", turn=1) == 3
    assert overrunning("XLI Pz", turn=2) == 5
    assert overrunning("Hungarian 2nd", turn=1) == 5
    assert overrunning("XLI Pz", turn=1, scenario="uranus") == 5
    assert overrunning("XLI Pz", turn=1, exploit=True) == 5
    t = attacking({"I": "1010", "8 Army": "1011"}, map=RIVER, chits={"8 Army": WEAK}, turn=1)
    t.do(Target, "1011")
    t.do(Join, "I")
    t.do(Commit)
    assert assess(t.s).defence == 5
    for given, cost in (({"scenario": "uranus"}, 2), ({"exploit": True}, 2), ({}, 1)):
        t = moving({"XLI Pz": "1010"}, map=board(river=[("1009", "1010")]), turn=1, **given)
        t.do(Pick, "XLI Pz")
        t.do(Step, "1009")
        assert t.s.spent[t.number("XLI Pz")] == cost + (cost == 2)


@pytest.mark.rule("20.1-s1")
@pytest.mark.rule("8.6.3")
@pytest.mark.seam("8.6", "20")
def test_20_1_s1_panzers_fall_back_over_a_minor_river_unharmed_in_the_opening_movement() -> None:
    """RULING 20.1-b: whatever a Minor River does, it does not do to Germans in that phase."""

    def steps_left(kind: str, **given: Any) -> int:
        closed = dict.fromkeys(("1110", "0910", "0911", "1111"), "sea")
        m = board(closed, **{kind: [("1009", "1010")]})  # type: ignore[arg-type]
        t = moving({"XLI Pz": "1010", "8 Army": "1011"}, map=m, chits={"8 Army": "C 4-6/2-3 t12"}, **given)
        t.do(Pick, "XLI Pz")
        t.do(Overrun, "1011")
        t.roll(1)  # 9 to 6 is 3:2: A1
        t.do(FallBack)
        t.do(Retreat, "XLI Pz", "1009")
        return t.steps("XLI Pz")

    assert steps_left("river", turn=1) == 3
    assert steps_left("river", turn=1, exploit=True) == steps_left("river", turn=2) == 2
    assert steps_left("river", turn=1, scenario="uranus") == 2
    assert steps_left("major", turn=1) == 2


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


@pytest.mark.rule("20.1-s2")
@pytest.mark.rule("5.0a")
def test_20_1_s2_a_first_turn_of_another_scenario_freezes_nobody() -> None:
    m = board(regions={"romania": ["1010"]})
    assert moving({"I": "1010"}, scenario="uranus", turn=1, map=m).ok(Pick, "I")
    assert not moving({"I": "1010"}, scenario="campaign", turn=1, map=m).ok(Pick, "I")


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


@pytest.mark.rule("20.2-s4")
@pytest.mark.rule("20.3-s1")
@pytest.mark.rule("20.6-s4")
def test_20_leningrad_adds_exactly_one() -> None:
    for scenario in ("stalingrad", "blau", "campaign"):
        for die, burnt, over in ((2, 4, False), (3, 0, False), (4, 0, False), (5, 4, True)):
            t = table({}, SurrenderRoll(), scenario=scenario, german=["Leningrad"])
            t.s.burnt[0] = 4
            t.roll(die)
            assert (t.s.result is not None, t.s.burnt[0]) == (over, burnt)


@pytest.mark.rule("20.2-s4")
def test_20_2_s4_a_map_without_leningrad_adds_nothing() -> None:
    t = table({}, SurrenderRoll(), scenario="stalingrad", map=board(cities={"Moscow": "2113"}, port={}))
    t.roll(5)
    assert t.s.result is None


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


@pytest.mark.rule("20.6-vc2")
@pytest.mark.rule("20.6-vc3")
def test_20_6_vc2_no_army_no_line() -> None:
    t = table({"I": "0110"}, scenario="campaign", turn=22)
    assert not [line for line in reckoning(t.s) if "Soviet Arm" in line.what]


@pytest.mark.rule("20.6-vc3")
@pytest.mark.parametrize("name", ["8 Army", "1 Guards", "2 Shock", "5 Tank"])
@pytest.mark.parametrize("label", ["0325", "1402", "0117"])
@pytest.mark.seam("5.2", "19")
def test_20_6_vc3_every_kind_of_army_in_every_allied_country(name: str, label: str) -> None:
    assert deducted({name: label}) == -2


@pytest.mark.rule("19.0")
@pytest.mark.parametrize(
    ("scenario", "turns"),
    [("uranus", 3), ("barbarossa", 7), ("stalingrad", 12), ("blau", 10), ("campaign", 22)],
)
def test_19_0_the_briefing_says_how_many_turns_are_played(scenario: str, turns: int) -> None:
    s = GAME.start(GAME.setup(scenario))
    assert briefing(s.world).length == f"{turns} turns of one to two months."
    told = any(line.startswith("Sudden Death") for line in briefing(s.world).wins)
    assert told == (scenario in ("stalingrad", "blau", "campaign"))


@pytest.mark.rule("3.0c")
def test_3_0c_a_turn_begins_with_nothing_done_by_anybody() -> None:
    s = GAME.start(GAME.setup("uranus"))
    s.flags = (7,) * len(s.flags)
    GameTurn(s.world.plan.first).run(s)
    assert s.flags and set(s.flags) == {0} and s.turn == s.world.plan.first
