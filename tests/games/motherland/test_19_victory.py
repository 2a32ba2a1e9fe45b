"""Chapter 19: victory points, control, Front Line."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland import victory
from hexfront.games.motherland.actions import Advance, Pick, Step
from hexfront.games.motherland.control import occupy
from hexfront.games.motherland.overview import standing
from hexfront.games.motherland.results import Advances
from hexfront.games.motherland.state import axis_holds
from hexfront.games.motherland.victory import FinalReckoning, Points, front_gap, reckoning, result_of
from tests.games.motherland.kit import AXIS, SOVIET, Table, board, moving, real, table

COUNTRIES = {"germany": ["0307", "0507", "0311"], "romania": ["0325", "0124"], "finland": ["1402"]}
MAP = board(regions=COUNTRIES)


def scored(t: Table) -> dict[str, int]:
    return {line.what: line.value for line in reckoning(t.s)}


def cities(t: Table) -> dict[str, int]:
    return {what: value for what, value in scored(t).items() if "Front Line" not in what}


@pytest.mark.rule("19.0")
@pytest.mark.seam("12", "19")
def test_19_0_points_for_assets_and_cities_give_a_level() -> None:
    t = table(
        {"Moscow Factory": "eliminated", "Tula Factory": "eliminated", "I": "0110"},
        scenario="stalingrad",
        german=["Kiev"],
    )
    lines = scored(t)
    assert lines["2 Economic Assets eliminated"] == 2 and lines["Kiev held"] == 2
    result = result_of(t.s)
    assert result.scores["axis"] == sum(lines.values()) and result.level.endswith("Victory")
    # Assets that begin in the eliminated box count as well.
    blau = real("blau")
    assert len(blau.s.lost_assets) == 6 and scored(blau)["6 Economic Assets eliminated"] == 6
    t.run(FinalReckoning())
    assert t.s.result == result


@pytest.mark.rule("19.1a")
@pytest.mark.seam("5", "19")
def test_19_1a_control_belongs_to_the_last_to_pass_through() -> None:
    m = board(city=["1010"])
    t = moving({"I": "1009"}, map=m)
    h = t.w.hex("1010")
    assert not axis_holds(t.s, h)
    t.do(Pick, "I")
    t.do(Step, "1010")
    t.do(Step, "1011")
    assert axis_holds(t.s, h) and t.at("I") == "1011"
    t = moving({"8 Army": "1009"}, SOVIET, map=m, german=["1010"])
    t.do(Pick, "8 Army")
    t.do(Step, "1010")
    assert not axis_holds(t.s, h)


@pytest.mark.rule("19.1b")
@pytest.mark.parametrize("label", ["1017", "1625"])
def test_19_1b_axis_units_mark_soviet_cities_and_ports(label: str) -> None:
    near = f"{label[:2]}{int(label[2:]) - 1:02d}"
    t = moving({"Hungarian 2nd": near}, map=MAP)
    t.do(Pick, "Hungarian 2nd")
    t.do(Step, label)
    assert t.s.axis_marks >> t.w.hex(label) & 1
    t = moving({"I": "0310"}, map=MAP)
    t.do(Pick, "I")
    t.do(Step, "0311")
    assert t.s.axis_marks == 0  # Warsaw is at home


@pytest.mark.rule("19.1b")
def test_19_1b_moscow_held_is_ten_points_in_scenarios_1_2_3_and_6() -> None:
    for scenario in ("barbarossa", "stalingrad", "blau", "campaign"):
        t = table({"I": "2113"}, scenario=scenario, map=MAP, german=["Moscow"])
        assert cities(t)["Moscow held"] == 10


@pytest.mark.rule("19.1c")
@pytest.mark.seam("5.2", "19")
def test_19_1c_soviet_units_mark_cities_and_ports_outside_the_soviet_union() -> None:
    t = moving({"8 Army": "0310"}, SOVIET, map=MAP)
    t.do(Pick, "8 Army")
    t.do(Step, "0311")
    assert t.s.soviet_marks == 1 << t.w.hex("0311")
    t = moving({"8 Army": "1016"}, SOVIET, map=MAP)
    t.do(Pick, "8 Army")
    t.do(Step, "1017")
    assert t.s.soviet_marks == 0  # Kiev is at home


@pytest.mark.rule("19.1d")
def test_19_1d_soviet_cities_without_a_german_marker_are_soviet() -> None:
    t = table({}, map=MAP, german=["Kiev"], soviet=["Moscow"])
    w = t.w
    assert axis_holds(t.s, w.hex("Kiev"))
    assert not axis_holds(t.s, w.hex("Moscow")) and not axis_holds(t.s, w.hex("Leningrad"))
    assert axis_holds(t.s, w.hex("Warsaw"))


@pytest.mark.rule("19.1.1")
@pytest.mark.seam("8.6", "19")
def test_19_1_1_recapture_replaces_the_marker_as_at_kiev() -> None:
    t = table({"8 Army": "1018"}, phase="soviet-combat", map=MAP, german=["Kiev"])
    t.s.target, t.s.attackers = t.w.hex("Kiev"), [t.w.unit("8 Army")]
    t.run(Advances(0, 1))
    t.do(Advance, "8 Army", "1017")
    kiev = 1 << t.w.hex("1017")
    assert (t.s.axis_marks & kiev, t.s.soviet_marks & kiev) == (0, kiev)
    # The Axis takes it back, and an Axis city that was lost as well.
    occupy(t.s, AXIS, t.w.hex("1017"))
    assert (t.s.axis_marks & kiev, t.s.soviet_marks & kiev) == (kiev, 0)
    t = table({}, map=MAP, soviet=["Warsaw"])
    occupy(t.s, AXIS, t.w.hex("Warsaw"))
    assert t.s.axis_marks == 1 << t.w.hex("Warsaw") and t.s.soviet_marks == 0


@pytest.mark.rule("19.1.1")
def test_19_1_1_moscow_recaptured_is_five_points() -> None:
    for scenario in ("barbarossa", "stalingrad", "blau", "campaign"):
        t = table({"8 Army": "2113"}, scenario=scenario, map=MAP, soviet=["Moscow"])
        assert cities(t)["Moscow recaptured"] == 5
        assert "Moscow recaptured" not in cities(table({"8 Army": "2113"}, scenario=scenario, map=MAP))


@pytest.mark.rule("19.1.2")
@pytest.mark.seam("4", "19")
@pytest.mark.seam("10", "19")
def test_19_1_2_partisans_and_zones_do_not_change_control() -> None:
    t = table(
        {"8 Army": "1018", "Supply Base 1": "1017"}, map=MAP, german=["Kiev"], partisans={"Kovpak": "Kiev"}
    )
    assert axis_holds(t.s, t.w.hex("Kiev"))
    t = moving({"8 Army": "1015", "I": "1020"}, SOVIET, map=MAP, german=["Kiev"])
    t.do(Pick, "8 Army")
    t.do(Step, "1016")
    assert axis_holds(t.s, t.w.hex("Kiev"))


@pytest.mark.rule("19.1.3")
@pytest.mark.seam("9", "19")
def test_19_1_3_a_city_needs_a_line_to_a_source_to_score() -> None:
    ring = ("1016", "1018", "0917", "1117", "0918", "1118")
    armies = {f"{k} Army": label for k, label in zip((3, 4, 5, 6, 7, 8), ring, strict=True)}
    t = table({"I": "1017", **armies}, map=MAP, german=["Kiev"])
    assert "Kiev held" not in cities(t)
    t = table({"I": "1017"}, map=MAP, german=["Kiev"])
    assert cities(t)["Kiev held"] == 2
    water = board(dict.fromkeys(ring, "sea"), regions=COUNTRIES)
    assert "Kiev held" not in cities(table({"I": "1017"}, map=water, german=["Kiev"]))
    peaks = board(dict.fromkeys(ring, "high_mountain"), regions=COUNTRIES)
    assert "Kiev held" not in cities(table({"I": "1017"}, map=peaks, german=["Kiev"]))
    sides = board(
        sea=[(a, "1017") for a in ring[:4]], lake=[(a, "1017") for a in ring[4:]], regions=COUNTRIES
    )
    assert "Kiev held" not in cities(table({"I": "1017"}, map=sides, german=["Kiev"]))
    # A zone blocks the way as a unit does, unless a friend stands there.
    wall = {
        f"{k} Army": f"05{r:02d}"
        for k, r in zip(
            (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 18, 19, 20, 21, 22, 23), range(1, 37, 2), strict=True
        )
    }
    assert "Kiev held" not in cities(table({"I": "1017", **wall}, map=MAP, german=["Kiev"]))
    gate = {"II": "0418", "V": "0518", "VI": "0617", "VII": "0317"}
    assert "Kiev held" in cities(table({"I": "1017", **wall, **gate}, map=MAP, german=["Kiev"]))


@pytest.mark.rule("19.1.4")
@pytest.mark.seam("4", "19")
def test_19_1_4_an_empty_city_in_an_enemy_zone_scores_nothing() -> None:
    assert "Kiev held" not in cities(table({"8 Army": "1018"}, map=MAP, german=["Kiev"]))
    assert cities(table({"8 Army": "1018", "I": "1017"}, map=MAP, german=["Kiev"]))["Kiev held"] == 2
    assert cities(table({"8 Army": "1019"}, map=MAP, german=["Kiev"]))["Kiev held"] == 2


@pytest.mark.rule("19.1.1")
@pytest.mark.rule("19.1.4")
@pytest.mark.seam("4", "19")
def test_19_1_4_a_recaptured_city_in_an_axis_zone_still_gives_its_points_to_the_axis() -> None:
    """RULING 19.1-a: those points are for having held it once."""
    empty = cities(table({"I": "1018"}, map=MAP, soviet=["Kiev"]))
    assert empty["Kiev recaptured"] == 1 and "Kiev held" not in empty
    assert cities(table({"I": "1018", "8 Army": "1017"}, map=MAP, soviet=["Kiev"])) == empty


# --- the Front Line: a strip of land, Baltic in the north, Black Sea in the south

STRIP = {
    f"{c:02d}{r:02d}": "sea"
    for c in range(1, 28)
    for r in range(1, 37)
    if not (8 <= c <= 12 and 6 <= r <= 14)
}
PORTS = {"port_baltic": ["1006"], "port_black_sea": ["1014"]}


def strip(**changes: Any) -> dict[str, Any]:
    """Five columns of land from 0806 to 1214; the sea north of row 6 is cut off from the sea south of row 14."""
    water = dict(STRIP)
    for r in range(1, 37):
        for c in (7, 13):
            water[f"{c:02d}{r:02d}"] = "off"
        if r in (9, 10, 11):
            for c in (*range(1, 8), *range(13, 28)):
                water[f"{c:02d}{r:02d}"] = "off"
    return board(water, port=PORTS, cities={}, sources={"W": [], "E": []}, **changes)


LINE = ("1007", "1010", "1013")


@pytest.mark.rule("19.2a")
def test_19_2a_a_line_of_units_and_zones_from_coast_to_coast() -> None:
    names = ("I", "II", "V")
    m = strip()
    t = table(dict(zip(names, LINE, strict=True)), map=m)
    assert t.w.coasts["baltic"] and t.w.coasts["black"] and not t.w.coasts["baltic"] & t.w.coasts["black"]
    assert front_gap(t.s, AXIS) == 0  # 1006 to 1014 by units and their zones
    assert front_gap(table({"I": "1007", "V": "1013"}, map=m).s, AXIS) == 3
    assert front_gap(table({}, map=m).s, AXIS) == 9
    assert (
        front_gap(table(dict(zip(("3 Army", "4 Army", "5 Army"), LINE, strict=True)), map=m).s, SOVIET) == 0
    )
    cut = strip(sea=[(f"{c:02d}{r:02d}", f"{c:02d}{r + 1:02d}") for c in range(8, 13) for r in (9,)]
                + [("0809", "0910"), ("1009", "0910"), ("1009", "1110"), ("1209", "1110")])  # fmt: skip
    assert front_gap(table(dict(zip(names, LINE, strict=True)), map=cut).s, AXIS) > 0


@pytest.mark.rule("19.2b")
def test_19_2b_what_counts_for_the_line() -> None:
    m = strip()
    names = ("I", "II", "V")
    t = table(dict(zip(names, LINE, strict=True)), map=m, supply={"I": 1, "II": 2})
    assert front_gap(t.s, AXIS) == 0
    # A Supply Base holds its own hex and no zone; Partisans and Stalin hold nothing.
    assert front_gap(table({"I": "1007", "Supply Base 1": "1010", "V": "1013"}, map=m).s, AXIS) == 2
    t = table({"3 Army": "1007", "5 Army": "1013"}, map=m, partisans={"Kovpak": "1010"})
    assert front_gap(t.s, SOVIET) == 3
    # An enemy in the hex cancels the zone.
    t = table({"I": "1007", "V": "1013", "II": "1010", "3 Army": "1008"}, map=m)
    assert front_gap(t.s, AXIS) == 1  # neither 1108 nor 0908 leads on to the zone of II
    others = {
        f"Offensive Support {k}": label for k, label in enumerate(("0808", "0908", "1008", "1108", "1208"), 1)
    }
    assert front_gap(table({**dict(zip(names, LINE, strict=True)), **others}, map=m).s, AXIS) == 1


@pytest.mark.rule("19.2c")
def test_19_2c_missing_hexes_change_the_points() -> None:
    m = strip()
    for scenario, axis, soviet in (
        ("stalingrad", -2, 2),
        ("campaign", -2, 2),
        ("uranus", 2, -2),
        ("zitadelle", 2, -2),
    ):
        t = table({"I": "1007", "V": "1013", "3 Army": "1211"}, map=m, scenario=scenario, turn=15)
        lines = scored(t)
        gap = front_gap(t.s, SOVIET)
        assert lines["3 hexes missing from the Axis Front Line"] == 3 * axis
        assert lines[f"{gap} hexes missing from the Soviet Front Line"] == gap * soviet


@pytest.mark.rule("19.0")
@pytest.mark.rule("20.4-vc2")
@pytest.mark.parametrize(
    ("scenario", "points", "winners", "level", "rule"),
    [
        ("stalingrad", 50, ("axis",), "Axis Strategic Victory", "20.2-vc"),
        ("stalingrad", 28, (), "Draw", "20.2-vc"),
        ("stalingrad", 0, ("soviet",), "Soviet Strategic Victory", "20.2-vc"),
        ("uranus", 20, ("soviet",), "Soviet Strategic Victory", "20.4-vc"),
        ("uranus", -7, ("axis",), "Axis Strategic Victory", "20.4-vc"),
        ("campaign", 28, (), "Draw", "20.6-vc1"),
    ],
)
def test_19_0_a_total_has_a_level_and_a_winner(
    monkeypatch: pytest.MonkeyPatch,
    scenario: str,
    points: int,
    winners: tuple[str, ...],
    level: str,
    rule: str,
) -> None:
    monkeypatch.setattr(victory, "reckoning", lambda s: [Points("made up", points, "19.0")])
    t = table({}, scenario=scenario, turn=13)
    result = result_of(t.s)
    scorer = "soviet" if scenario == "uranus" else "axis"
    assert (result.winners, result.level, result.rule) == (winners, level, rule)
    assert result.scores == {scorer: float(points)}
    assert result.reason.startswith(f"{points} {scorer.title()} victory points")


def lines(t: Table) -> dict[str, tuple[int, str]]:
    return {line.what: (line.value, line.rule) for line in reckoning(t.s)}


@pytest.mark.rule("19.0")
@pytest.mark.rule("20.2-vc")
@pytest.mark.rule("20.6-vc1")
def test_19_0_each_line_cites_its_case_and_nothing_is_listed_for_nothing() -> None:
    for scenario, rule in (("stalingrad", "20.2-vc"), ("campaign", "20.6-vc1")):
        t = table({"I": "1017"}, scenario=scenario, map=MAP, german=["Kiev"], soviet=["Smolensk", "Rostov"])
        found = lines(t)
        assert found["Kiev held"] == (2, rule)
        assert found["Rostov recaptured"] == (1, "19.1.1") and "Smolensk recaptured" not in found
        assert not any(what.startswith("0 ") or "Asset" in what or "Soviet Arm" in what for what in found)


@pytest.mark.rule("19.0")
def test_19_0_what_each_city_is_worth_held_and_recaptured() -> None:
    worth = {name: (held, retaken) for name, _, held, retaken, _ in real("stalingrad").w.worth}
    assert worth == {
        "Moscow": (10, 5), "Leningrad": (6, 3), "Stalingrad": (4, 2), "Grozny": (3, 1), "Rostov": (2, 1),
        "Sevastopol": (2, 1), "Kiev": (2, 1), "Kharkov": (2, 1), "Voronezh": (2, 1), "Tula": (2, 1), "Stalino": (1, 0),
        "Smolensk": (1, 0), "Minsk": (1, 0), "Riga": (1, 0), "Odessa": (1, 0), "Dnepropetrovsk": (1, 0),
        "Krasnodar": (1, 0),
    }  # fmt: skip


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


@pytest.mark.rule("19.1a")
@pytest.mark.rule("19.1c")
@pytest.mark.rule("16.6a")
def test_19_1_open_country_has_no_control_and_only_moscow_rolls() -> None:
    t = moving({"I": "1010", "8 Army": "2010"})
    t.do(Pick, "I")
    t.do(Step, "1011")
    assert t.s.axis_marks == 0
    assert occupy(t.s, AXIS, t.w.hex("Kiev")) == () and t.s.moscow_fallen == 0
    t = table({}, map=MAP, soviet=["Warsaw"])
    assert not axis_holds(t.s, t.w.hex("Warsaw"))


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


@pytest.mark.rule("19.1.3")
@pytest.mark.rule("19.1.4")
def test_19_1_3_the_soviets_too_need_a_line_and_a_garrison() -> None:
    given: dict[str, Any] = {"scenario": "uranus", "turn": 14}
    assert "Stalingrad held" in lines(table({"I": "0110"}, **given))
    assert "Stalingrad held" not in lines(table({"I": "2425"}, **given))
    assert "Stalingrad held" in lines(table({"I": "2425", "8 Army": "2424"}, **given))
    ring = dict(
        zip(
            ("I", "II", "V", "VI", "VII", "IX"), ("2423", "2425", "2324", "2524", "2325", "2525"), strict=True
        )
    )
    assert "Stalingrad held" not in lines(table({"8 Army": "2424", **ring}, **given))
    t = table({"8 Army": "2424", "I": "0110"}, map=board(sources={"E": [], "W": ["0110"], "S": []}), **given)
    assert "Stalingrad held" not in lines(t)


@pytest.mark.rule("19.1.3")
def test_19_1_3_a_soviet_line_passes_its_own_units_and_no_axis_base() -> None:
    wall = {f"26{r:02d}": "sea" for r in range(1, 37) if r != 10}
    m = board(wall, sources={"E": ["2710"], "W": ["0110"]})
    for other, held in (({}, True), ({"9 Army": "2610"}, True), ({"Air Base 1": "2610"}, False)):
        t = table({"8 Army": "2424", **other}, scenario="uranus", map=m, turn=13)
        assert any(line.what == "Stalingrad held" for line in reckoning(t.s)) is held


@pytest.mark.rule("19.2c")
@pytest.mark.rule("20.6-vc2")
def test_19_2c_a_whole_line_is_no_line_of_the_reckoning() -> None:
    t = table(dict(zip(("I", "II", "V"), LINE, strict=True)), map=strip(), scenario="stalingrad")
    found = lines(t)
    assert not any("Axis Front Line" in what for what in found)
    assert any("Soviet Front Line" in what for what in found)
    m = board(regions=COUNTRIES)
    t = table({"8 Army": "0311"}, map=m, scenario="stalingrad")
    assert not any("Soviet Arm" in what for what in lines(t))


@pytest.mark.rule("19.2a")
def test_19_2a_without_a_second_sea_there_is_no_line_to_hold() -> None:
    m = board({f"10{r:02d}": "sea" for r in range(1, 6)}, port={"port_baltic": ["1006"]}, cities={})
    assert front_gap(table({"I": "0110"}, map=m).s, AXIS) == 0


@pytest.mark.rule("19.2b")
@pytest.mark.parametrize(("side", "name"), [(AXIS, "Air Base 1"), (SOVIET, "Offensive Support 1")])
def test_19_2b_a_base_holds_its_own_hex_for_either_side(side: int, name: str) -> None:
    assert front_gap(table({name: "1010"}, map=strip()).s, side) == 8
    assert front_gap(table({name: "1010"}, map=strip()).s, 1 - side) == 9


@pytest.mark.rule("19.0")
def test_19_0_the_standing_names_the_level_that_is_next() -> None:
    s = table(scenario="stalingrad").s
    levels = sorted((low, level) for level, low in s.world.plan.levels.items() if low > -999)
    for (low, level), (more, better) in zip(levels, levels[1:]):
        assert standing(s, low) == f"Axis {low}: {level} as it stands, {better} from {more}"
    low, level = levels[-1]
    assert standing(s, low) == f"Axis {low}: {level} as it stands"
