"""Chapter 9: supply."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland import GAME
from hexfront.games.motherland.actions import AirSupply, Done, Expend, Lose, Pick, Step
from hexfront.games.motherland.combat import attack_of, defense_of
from hexfront.games.motherland.kinds import PHASE_IDS
from hexfront.games.motherland.sequence import PhaseFrame
from hexfront.games.motherland.state import attack_factor, defense_factor, move_factor
from hexfront.games.motherland.supply import Area, area, is_isolated
from hexfront.games.motherland.supply_phase import (
    AirSupplies,
    Attrition,
    AttritionLoss,
    Expenditure,
    Isolation,
    Judgement,
    supply_steps,
)
from hexfront.wargame import changed
from tests.games.motherland.kit import SOVIET, Table, board, chain, moving, real, row, table

LACK, OUT = 1, 2
RAIL = chain(*row(10, 1, 27))


def judged(place: dict[str, str], **given: Any) -> Table:
    return table(place, Judgement(), **given)


def near(label: str) -> dict[str, str]:
    """A Soviet unit five hexes south, to switch Special Axis Supply off."""
    return {"70 Army": f"{label[:2]}{int(label[2:]) + 5:02d}"}


def status(t: Table, *names: str) -> list[int]:
    return [t.supply(name) for name in names]


@pytest.mark.rule("9.1a")
@pytest.mark.rule("9.1c")
def test_9_1a_supply_is_judged_once_and_holds_for_the_turn() -> None:
    t = judged({"I": "1310", **near("1310")})
    assert t.supply("I") == LACK
    t.s.agenda = ()
    t.run(PhaseFrame(PHASE_IDS.index("axis-movement")))
    t.do(Done)
    t.do(Pick, "I")
    for label in ("1309", "1308"):
        t.do(Step, label)
    t.s.agenda = ()
    t.run(PhaseFrame(PHASE_IDS.index("axis-combat")))
    assert t.supply("I") == LACK
    t = table({"II": "0510", "I": "0410", **near("0510")}, supply={"II": LACK})
    assert t.supply("II") == LACK  # in supply now by its line, but nobody has judged yet
    t.run(Judgement())
    assert t.supply("II") == 0


@pytest.mark.rule("9.1b")
def test_9_1b_first_lack_then_out_then_back_to_supply() -> None:
    t = judged({"I": "1310", **near("1310")}, map=board(sources={"S": ["1315"]}))
    assert t.supply("I") == LACK
    t.run(Judgement())
    assert t.supply("I") == OUT
    t.run(Judgement())
    assert t.supply("I") == OUT
    t = judged({"I": "0410", **near("0410")}, supply={"I": OUT})
    assert t.supply("I") == 0


@pytest.mark.rule("9.1d")
def test_9_1d_supply_bases_and_assets_are_never_marked() -> None:
    t = judged({"Supply Base 1": "1310", "Moscow Factory": "1330", "9 Army": "1334", **near("1310")})
    t.run(Judgement())
    assert status(t, "Supply Base 1", "Moscow Factory", "9 Army") == [0, 0, OUT]


@pytest.mark.rule("9.1.1")
@pytest.mark.seam("9", "13")
def test_9_1_1_air_bases_and_support_without_a_line_leave_for_three_turns() -> None:
    t = judged({"Air Base 1": "1310", "Offensive Support 1": "1330", **near("1310")})
    for name in ("Air Base 1", "Offensive Support 1"):
        assert t.at(name) == "returning" and t.s.due[t.w.unit(name)] == 5
        assert t.supply(name) == 0
    t = judged({"Air Base 1": "0310", "Offensive Support 1": "2530"})
    assert (t.at("Air Base 1"), t.at("Offensive Support 1")) == ("0310", "2530")


@pytest.mark.rule("9.1.2")
@pytest.mark.seam("9", "12")
def test_9_1_2_a_factory_shelters_its_neighbours_from_the_worst() -> None:
    place = {
        "Moscow Factory": "1330",
        "8 Army": "1330",
        "9 Army": "1331",
        "10 Army": "1333",
        "Maikop Oil": "1333",
    }
    pack = {
        "assets": {
            "asset": [["Moscow Factory", "factory", "Moscow", 3], ["Maikop Oil", "oil field", "Moscow", 1]]
        }
    }
    t = judged(place, pack=pack)
    assert status(t, "8 Army", "9 Army", "10 Army") == [LACK, LACK, LACK]
    t.run(Judgement())
    assert status(t, "8 Army", "9 Army", "10 Army") == [LACK, LACK, OUT]
    t = judged({"Moscow Factory": "1330", "Offensive Support 1": "1330"})
    assert t.at("Offensive Support 1") == "returning"


RING = {
    f"{k} Army": label
    for k, label in zip((3, 4, 5, 6, 7, 9), ("1309", "1311", "1209", "1409", "1210", "1410"), strict=True)
}
"""Six armies around 1310."""


@pytest.mark.rule("9.1.3a")
def test_9_1_3a_isolated_is_out_of_supply_with_no_line_of_any_length() -> None:
    t = table({"I": "1310", **RING}, supply={"I": OUT})
    assert is_isolated(t.s, t.w.unit("I"))
    t = table({"I": "1310", **RING}, supply={"I": LACK})
    assert not is_isolated(t.s, t.w.unit("I"))
    t = table({"I": "1310", **near("1310")}, supply={"I": OUT})
    assert not is_isolated(t.s, t.w.unit("I"))


@pytest.mark.rule("9.1.3b")
@pytest.mark.seam("9", "11")
def test_9_1_3b_one_roll_for_each_hex_with_isolated_units() -> None:
    t = table({"I": "1310", "II": "1310", **RING}, Isolation(), supply={"I": OUT, "II": OUT})
    assert t.frame() == Attrition(t.w.hex("1310"))
    t.roll(2)
    assert t.s.agenda == ()
    for die, losses in ((3, 1), (4, 1), (5, 2), (6, 2)):
        t = table({"I": "1310", "II": "1310", **RING}, Isolation(), supply={"I": OUT, "II": OUT})
        t.roll(die)
        for _ in range(losses):
            t.do(Lose, "I")
        assert t.s.agenda == ()
    t = table({"I": "1310", **RING}, Isolation(), supply={"I": LACK})
    assert t.s.agenda == ()
    armies = {
        "8 Army": "0510",
        **{
            n: f"{c}"
            for n, c in zip(
                ("I", "II", "V", "VI", "VII", "IX"),
                ("0509", "0511", "0409", "0609", "0410", "0610"),
                strict=True,
            )
        },
    }
    t = table(armies, Isolation(), supply={"8 Army": OUT}, cup={"C* 1-3/1-2": 3})
    t.roll(4)
    t.do(Lose, "8 Army")
    t.roll("C* 1-3/1-2")  # it has no chit to take the loss on, so it draws one
    assert (t.chit("8 Army"), t.steps("8 Army")) == ("C* 1-3/1-2", 1)


@pytest.mark.rule("9.1.3c")
def test_9_1_3c_the_owner_picks_from_the_isolated_units() -> None:
    t = table(
        {"I": "1310", "II": "1310", "Supply Base 1": "1310", **RING},
        Isolation(),
        supply={"I": OUT, "II": OUT},
    )
    t.roll(3)
    assert t.seat == "axis" and type(t.frame()) is AttritionLoss
    assert t.names(t.offers(Lose)) == {"I", "II"}
    assert t.no(Lose, "Supply Base 1") == "9.1.3c"


@pytest.mark.rule("9.1.3d")
def test_9_1_3d_what_starves_returns_only_if_its_kind_does() -> None:
    ring = dict(
        zip(
            ("I", "II", "V", "VI", "VII", "IX"), ("1309", "1311", "1209", "1409", "1210", "1410"), strict=True
        )
    )
    chits = {
        "8 Army": "C* 1-3/1-2",
        "5 Tank": "A 8-6/4-3 t12",
        "1 Guards": "B* 4-5/2-3",
        "Mech Group S": "C* 1-3/1-2",
    }
    for name, place, due in (
        ("8 Army", "returning", 18),
        ("1 Guards", "returning", 18),
        ("5 Tank", "returning", 20),
        ("Mech Group S", "out", 0),
    ):
        t = table(
            {name: "1310", **ring},
            Isolation(),
            turn=15,
            supply={name: OUT},
            chits={name: chits[name]},
            steps={name: 1},
        )
        t.roll(3)
        t.do(Lose, name)
        assert (t.at(name), t.s.due[t.w.unit(name)]) == (place, due)
    for name in ("KG Hollidt", "Railroad Gun"):
        t = table({name: "1310", **RING}, Isolation(), supply={name: OUT})
        t.roll(3)
        t.do(Lose, name)
        assert t.at(name) == "out"


@pytest.mark.rule("9.2a")
@pytest.mark.seam("9", "19")
def test_9_2a_enemy_units_markers_and_zones_block_a_line() -> None:
    def reaches(place: dict[str, str], **given: Any) -> bool:
        corridor = {f"{c:02d}{r:02d}": "sea" for c in range(2, 5) for r in range(1, 37) if r != 10}
        corridor |= {"0209": "sea", "0409": "sea"}
        m = board(corridor, city=["0310"])
        t = table({"I": "0510", **place}, map=m, **given)
        return bool(area(t.s, t.w.unit("I")).supplied >> t.w.hex("0510") & 1)

    assert reaches({})
    assert not reaches({"Offensive Support 1": "0310"})
    assert not reaches({}, soviet=["0310"])
    assert reaches({}, german=["0310"])
    assert not reaches({"8 Army": "0511", "9 Army": "0509", "10 Army": "0310"})


@pytest.mark.rule("9.2a")
@pytest.mark.seam("4", "9")
def test_9_2a_a_zone_blocks_unless_a_friend_stands_there() -> None:
    wall = {
        f"{c:02d}{r:02d}": "sea" for c in (3, 4) for r in range(1, 37) if (c, r) not in ((3, 10), (4, 10))
    }
    place = {"I": "0510", "8 Army": "0411"}
    m = board({k: v for k, v in wall.items() if k != "0411"})
    t = table(place, map=m)
    assert not area(t.s, t.w.unit("I")).supplied >> t.w.hex("0510") & 1  # 0410 lies in the zone of 0411
    t = table({**place, "II": "0410", "V": "0310"}, map=m)
    assert area(t.s, t.w.unit("I")).supplied >> t.w.hex("0510") & 1


@pytest.mark.rule("9.2b")
def test_9_2b_lines_do_not_cross_sea_or_lake() -> None:
    for kind in ("sea", "lake"):
        sides = [(f"03{r:02d}", f"04{r:02d}") for r in range(1, 37)] + [
            (f"03{r:02d}", f"04{r - 1:02d}") for r in range(2, 37)
        ]
        m = board(**{kind: sides})  # type: ignore[arg-type]
        t = judged({"I": "0410", "II": "0310", **near("0410")}, map=m)
        assert status(t, "I", "II") == [LACK, 0]


@pytest.mark.rule("9.2c")
def test_9_2c_a_source_supplies_any_number() -> None:
    names = [f"{k} Army" for k in range(3, 14)]
    m = board(sources={"E": ["2710"]})
    t = judged(dict.fromkeys(names, "2610"), map=m)
    assert set(status(t, *names)) == {0}


@pytest.mark.rule("9.2.1")
@pytest.mark.seam("9", "18")
def test_9_2_1_soviet_infantry_traces_over_ice_in_snow() -> None:
    sides = [(f"23{r:02d}", f"24{r:02d}") for r in range(1, 37)] + [
        (f"23{r:02d}", f"24{r - 1:02d}") for r in range(2, 37)
    ]
    m = board(sea=sides, frozen=[("2310", "2410")])
    place = {"8 Army": "2310", "2 Shock": "2310", "5 Tank": "2310", "Mech Group S": "2310"}
    t = judged(place, map=m, turn=12)
    assert status(t, "8 Army", "2 Shock", "5 Tank", "Mech Group S") == [0, 0, LACK, LACK]
    assert judged({"Offensive Support 1": "2310"}, map=m, turn=12).at("Offensive Support 1") == "returning"
    assert judged({"8 Army": "2310"}, map=m, turn=11).supply("8 Army") == LACK


@pytest.mark.rule("9.2.2")
@pytest.mark.rule("16.7a")
def test_9_2_2_the_rail_bridge_carries_supply_directly_and_by_rail() -> None:
    water = dict.fromkeys(("1024", "1124", "0925", "0924", "1126", "0926", "1027"), "sea")
    direct = board(
        water, bridge=[("1025", "1125")], sea=[("1025", "1125")], sources={"W": ["1125"], "E": ["1125"]}
    )
    t = judged({"I": "1025", "8 Army": "1029"}, map=direct)
    assert t.supply("I") == 0
    by_rail = board(
        water, bridge=[("1025", "1125")], sea=[("1025", "1125")], rail=chain("1525", "1425", "1325", "1225", "1125", "1025"),
        sources={"E": ["1525"], "W": []},
    )  # fmt: skip
    t = judged({"8 Army": "1026"}, map=by_rail)
    assert t.supply("8 Army") == 0
    closed = board(water, sea=[("1025", "1125")], sources={"W": ["1125"], "E": ["1125"]})
    assert judged({"I": "1025", "8 Army": "1029"}, map=closed).supply("I") == LACK


@pytest.mark.rule("9.3")
def test_9_3_four_hexes_to_a_source_or_to_a_base_with_a_rail_line() -> None:
    m = board(rail=RAIL)
    t = judged({"I": "0515", "II": "0615", **near("0515")}, map=m)
    assert status(t, "I", "II") == [0, LACK]
    place = {
        "I": "1610",
        "II": "1614",
        "V": "1710",
        "Supply Base 1": "1210",
        "8 Army": "1618",
        "9 Army": "1706",
    }
    assert status(judged(place, map=m), "I", "V") == [0, LACK]
    off_rail = {**place, "Supply Base 1": "1209"}
    assert status(judged(off_rail, map=m), "I") == [LACK]
    cut = board(rail=[link for link in RAIL if link != ("0810", "0910")])
    assert status(judged(place, map=cut), "I") == [LACK]


@pytest.mark.rule("9.3.1a")
def test_9_3_1a_the_axis_sources_are_w_h_and_r() -> None:
    for letter, good in (("W", 0), ("H", 0), ("R", 0), ("F", LACK), ("E", LACK), ("S", LACK), ("T", LACK)):
        m = board(sources={"W": [], "E": [], letter: ["1310"]})
        t = judged({"I": "1311", "Romanian 3rd": "1309", **near("1311")}, map=m)
        assert status(t, "I", "Romanian 3rd") == [good, good], letter


@pytest.mark.rule("9.3.1b")
@pytest.mark.seam("5.2", "9")
def test_9_3_1b_finns_use_source_f_alone() -> None:
    for letter, good in (("F", 0), ("W", LACK), ("H", LACK), ("R", LACK)):
        m = board(sources={"W": [], "E": [], letter: ["1310"]})
        assert judged({"Finnish Karelia": "1311", **near("1311")}, map=m).supply("Finnish Karelia") == good


@pytest.mark.rule("9.3.1b")
def test_9_3_1b_a_base_feeds_finns_whose_railroad_leads_to_source_f() -> None:
    """RULING 9.3.1-a: with the source at the end of the railroad the base of 9.3 works, for those it is a source of."""
    place = {
        "Finnish Karelia": "1610",
        "I": "1510",
        "Supply Base 1": "1210",
        "8 Army": "1618",
        "9 Army": "1706",
    }
    start = RAIL[0][0]
    for letter, fed in (("F", [0, LACK]), ("W", [LACK, 0])):
        m = board(rail=RAIL, sources={"W": [], letter: [start]})
        assert status(judged(place, map=m), "Finnish Karelia", "I") == fed, letter


@pytest.mark.rule("9.3.2")
@pytest.mark.seam("5.2", "9")
def test_9_3_2_with_helsinki_lost_every_finn_is_out_of_supply() -> None:
    m = board(sources={"F": ["1310"]})
    t = judged({"Finnish Karelia": "1311", "I": "0210"}, map=m, soviet=["Helsinki"])
    assert status(t, "Finnish Karelia", "I") == [OUT, 0]
    assert area(t.s, t.number("Finnish Karelia")) == Area(0, 0), "no hex has any, nor leads to any"
    assert judged({"Finnish Karelia": "1311"}, map=m).supply("Finnish Karelia") == 0


@pytest.mark.rule("9.3.3")
def test_9_3_3_far_from_the_soviets_a_line_of_any_length_will_do() -> None:
    assert judged({"I": "1310", "8 Army": "1316"}).supply("I") == 0
    assert judged({"I": "1310", "8 Army": "1315"}).supply("I") == LACK
    t = table({"I": "1310", "8 Army": "1315"}, supply={"8 Army": OUT})
    t.s.judged = changed(t.s.judged, t.w.unit("8 Army"), OUT)
    t.run(Judgement())
    assert status(t, "8 Army", "I") == [OUT, 0]
    # Also to a Supply Base, when it is itself supplied.
    walled = {f"08{r:02d}": "sea" for r in range(1, 37) if r != 10}
    m = board(walled, rail=RAIL)
    t = judged({"I": "2010", "Supply Base 1": "1310", "8 Army": "2034"}, map=m)
    assert t.supply("I") == 0


@pytest.mark.rule("9.3.4a")
def test_9_3_4a_a_base_without_a_rail_line_can_be_expended() -> None:
    place = {"Supply Base 1": "1310", "Supply Base 2": "0410", "I": "1314", "8 Army": "1318"}
    t = table(place, *supply_steps(), map=board(rail=chain(*row(10, 1, 6))))
    assert type(t.frame()) is Expenditure and t.seat == "axis"
    assert t.no(Expend, "Supply Base 2") == "9.3.4a"
    assert t.no(Expend, "I") == "9.3.4a"
    t.do(Expend, "Supply Base 1")
    t.do(Done)
    assert t.supply("I") == 0
    t = table(place, *supply_steps(), map=board(rail=chain(*row(10, 1, 6))))
    t.do(Done)
    assert t.supply("I") == LACK


@pytest.mark.rule("9.3.4b")
@pytest.mark.rule("9.3.4c")
def test_9_3_4b_an_expended_base_leaves_and_returns_in_three_turns() -> None:
    t = table({"Supply Base 1": "1310", "I": "1314", "8 Army": "1318"}, *supply_steps())
    t.do(Expend, "Supply Base 1")
    t.do(Done)
    assert t.at("Supply Base 1") == "returning" and t.s.due[t.w.unit("Supply Base 1")] == 5
    assert t.s.expended == []


@pytest.mark.rule("9.3.5")
@pytest.mark.seam("9", "13")
def test_9_3_5_air_units_lift_german_units_from_out_to_lack() -> None:
    t = table(
        {"I": "1310", **RING, "Air Base 1": "1306", "II": "1305"},
        AirSupplies(),
        supply={"I": OUT},
        air=2,
    )
    t.do(AirSupply, "I")
    assert t.supply("I") == LACK and t.s.air_used == 1


@pytest.mark.rule("9.4")
def test_9_4_four_hexes_to_a_source_or_to_a_connected_railroad() -> None:
    m = board(rail=RAIL, sources={"E": ["2710"]})
    t = judged({"8 Army": "1314", "9 Army": "1315", "10 Army": "2714", "I": "0101"}, map=m)
    assert status(t, "8 Army", "9 Army", "10 Army") == [0, LACK, 0]
    cut = judged({"8 Army": "1314", "I": "2010"}, map=m)
    assert cut.supply("8 Army") == LACK
    assert judged({"8 Army": "2414"}, map=board(sources={"E": ["2710"]})).supply("8 Army") == LACK


@pytest.mark.rule("9.4.1")
def test_9_4_1_the_soviet_sources_are_e_and_s() -> None:
    for letter, good in (("E", 0), ("S", 0), ("W", LACK), ("F", LACK), ("T", LACK)):
        m = board(sources={"W": [], "E": [], letter: ["1310"]})
        assert judged({"8 Army": "1311"}, map=m).supply("8 Army") == good


@pytest.mark.rule("9.5a")
def test_9_5a_lack_of_supply_halves_attack_and_movement_not_defense() -> None:
    t = table(
        {"XLI Pz": "1010", "8 Army": "1020"},
        supply={"XLI Pz": LACK, "8 Army": LACK},
        chits={"8 Army": "C 3-5/2-3 t4"},
    )
    pz, army = t.w.unit("XLI Pz"), t.w.unit("8 Army")
    assert (attack_factor(t.s, pz), defense_factor(t.s, pz), move_factor(t.s, pz)) == (5, 8, 4)
    assert (attack_factor(t.s, army), defense_factor(t.s, army), move_factor(t.s, army)) == (2, 5, 2)


@pytest.mark.rule("9.5b")
@pytest.mark.seam("8", "9")
def test_9_5b_out_of_supply_halves_all_three() -> None:
    t = table(
        {"SS Panzer Corps": "1010", "8 Army": "1020"},
        supply={"SS Panzer Corps": OUT, "8 Army": OUT},
        chits={"8 Army": "C 3-5/2-3 t4"},
    )
    pz, army = t.w.unit("SS Panzer Corps"), t.w.unit("8 Army")
    assert (attack_of(t.s, pz), defense_of(t.s, pz), move_factor(t.s, pz)) == (5, 5, 5)
    assert (attack_of(t.s, army), defense_of(t.s, army), move_factor(t.s, army)) == (2, 3, 2)


@pytest.mark.rule("9.6")
def test_9_6_support_bases_and_allies_have_no_sea_supply() -> None:
    m = board(rail=[*chain(*row(22, 1, 8)), *chain(*row(27, 1, 9))], sources={"W": ["0122", "0127"], "E": []})
    held = ["Odessa", "Sevastopol", "Novorossiysk"]
    place = {
        "I": "1528",
        "Romanian 3rd": "1529",
        "Hungarian 2nd": "1530",
        "Air Base 1": "1527",
        "8 Army": "1531",
    }
    t = judged(place, map=m, german=held)
    assert status(t, "I", "Romanian 3rd", "Hungarian 2nd") == [0, LACK, LACK]
    assert t.at("Air Base 1") == "returning"
    soviet = board(rail=chain(*row(28, 15, 27)), sources={"E": ["2728"], "W": []})
    t = judged({"8 Army": "0822", "Offensive Support 1": "0822"}, map=soviet)
    assert t.supply("8 Army") == 0 and t.at("Offensive Support 1") == "returning"


@pytest.mark.rule("9.6.1a")
@pytest.mark.seam("9", "19")
def test_9_6_1a_germans_use_the_black_sea_with_odessa_and_sevastopol_on_rails() -> None:
    m = board(rail=[*chain(*row(22, 1, 8)), *chain(*row(27, 1, 9))], sources={"W": ["0122", "0127"], "E": []})
    place = {"I": "1530", "II": "1531", "V": "1525", "8 Army": "1533", "9 Army": "1522"}
    held = ["Odessa", "Sevastopol", "Novorossiysk", "Mariupol"]
    assert status(judged(place, map=m, german=held), "I", "II", "V") == [0, LACK, LACK]
    for missing in ("Odessa", "Sevastopol", "Novorossiysk"):
        fewer = [name for name in held if name != missing]
        assert judged(place, map=m, german=fewer).supply("I") == LACK, missing
    no_rail = board(rail=chain(*row(22, 1, 8)), sources={"W": ["0122", "0127"], "E": []})
    assert judged(place, map=no_rail, german=held).supply("I") == LACK


@pytest.mark.rule("9.6.1b")
def test_9_6_1b_an_axis_unit_in_sevastopol_cuts_odessa_off() -> None:
    m = board(rail=chain(*row(28, 15, 27)), sources={"E": ["2728"], "W": []})
    assert judged({"8 Army": "0822"}, map=m).supply("8 Army") == 0
    t = judged({"8 Army": "0822", "9 Army": "1629", "I": "0927"}, map=m, german=["Sevastopol"])
    assert status(t, "8 Army", "9 Army") == [LACK, 0]
    assert judged({"8 Army": "0822"}, map=m, soviet=["Sevastopol"]).supply("8 Army") == 0


@pytest.mark.rule("9.6.2")
def test_9_6_2_germans_use_the_baltic_with_danzig_and_königsberg_on_rails() -> None:
    m = board(rail=[*chain(*row(7, 1, 5))], sources={"W": ["0107"], "E": []})
    place = {"I": "1008", "8 Army": "1012"}
    held = ["Danzig", "Königsberg", "Riga"]
    assert judged(place, map=m, german=held).supply("I") == 0
    for missing in held:
        assert judged(place, map=m, german=[n for n in held if n != missing]).supply("I") == LACK
    assert judged({"I": "1009", "8 Army": "1013"}, map=m, german=held).supply("I") == LACK
    no_rail = board(sources={"W": ["0107"], "E": []})
    assert judged(place, map=no_rail, german=held).supply("I") == LACK


@pytest.mark.rule("9.6.3")
@pytest.mark.parametrize(("port", "rail"), [("Tuapse", row(29, 16, 27)), ("Novorossiysk", row(28, 15, 27))])
def test_9_6_3_soviets_use_the_black_sea_from_tuapse_or_novorossiysk(port: str, rail: list[str]) -> None:
    m = board(rail=chain(*rail), sources={"E": [rail[-1]], "W": []})
    place = {"8 Army": "0820", "9 Army": "0819", "10 Army": "1525"}
    t = judged(place, map=m)
    assert status(t, "8 Army", "9 Army") == [0, LACK]
    assert judged(place, map=m, german=["Tuapse", "Novorossiysk"]).supply("8 Army") == LACK
    cut = board(sources={"E": [rail[-1]], "W": []})
    assert judged(place, map=cut).supply("8 Army") == LACK
    assert port


def test_every_set_up_has_its_supply_on_the_real_map() -> None:
    for scenario in ("barbarossa", "uranus"):
        t = real(scenario)
        assert not any(t.s.supply)
    t = real("zitadelle")
    short = {t.w.names[u] for u, status in enumerate(t.s.supply) if status and t.w.side[u] == SOVIET}
    assert short == {"23 Army", "55 Army", "67 Army", "2 Shock", "Fortress Leningrad"}  # the siege


def test_supply_marks_show_on_the_counter() -> None:
    t = moving({"I": "1010"}, supply={"I": LACK})
    piece = next(p for p in GAME.view(t.s, "axis").pieces if p.id == "I")
    assert piece.badges == ("lack-of-supply",)


@pytest.mark.rule("9.1.3a")
@pytest.mark.rule("9.6.1a")
def test_9_1_3a_a_long_line_to_a_port_with_sea_supply_spares_a_german_isolation() -> None:
    wall = {f"12{r:02d}": "sea" for r in range(1, 37)}
    rails = [*chain(*row(22, 1, 8)), *chain(*row(27, 1, 9))]
    m = board(wall, rail=rails, sources={"W": ["0122", "0127"], "E": []})
    place = {"I": "1520", "8 Army": "2533"}
    for held, isolated in (
        (["Odessa", "Sevastopol", "Novorossiysk"], False),
        (["Odessa", "Sevastopol"], True),
    ):
        t = table(place, map=m, german=held, supply={"I": OUT})
        assert is_isolated(t.s, t.number("I")) is isolated
