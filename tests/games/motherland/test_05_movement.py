"""Chapter 5.0 to 5.2: moving hex by hex."""

from __future__ import annotations

import pytest

from hexfront.games.motherland.actions import Done, EnterBaku, FallBack, Join, Pick, Step, Stop
from hexfront.games.motherland.kinds import PHASE_IDS
from hexfront.games.motherland.results import Advances, Suffer
from hexfront.games.motherland.sequence import PhaseFrame
from hexfront.games.motherland.world import LEG, MECH, MOUNTAINEER, RED_INFANTRY
from hexfront.wargame import changed
from tests.games.motherland.kit import AXIS, SOVIET, Table, board, chain, moving, real, row, table


def mp(t: Table, name: str) -> int:
    return t.s.spent[t.number(name)]


def picked(name: str, hex: str, side: int = AXIS, **given: object) -> Table:
    t = moving({name: hex, **given.pop("others", {})}, side, **given)  # type: ignore[dict-item, arg-type]
    t.do(Pick, name)
    return t


@pytest.mark.rule("5.0a")
def test_5_0a_any_number_of_units_may_move_or_none() -> None:
    t = moving({"I": "1010", "II": "1012", "8 Army": "2010"})
    assert t.ok(Done)
    for name in ("I", "II"):
        t.do(Pick, name)
        t.do(Stop)
    assert t.no(Pick, "8 Army") == "5.0a"
    assert t.offers(Pick) == []


@pytest.mark.rule("5.0b")
def test_5_0b_no_more_points_than_the_factor_and_no_second_move() -> None:
    t = picked("I", "1010")
    for label in ("1009", "1008", "1007", "1006"):
        t.do(Step, label)
    assert t.no(Step, "1005") == "5.0b"
    t.do(Stop)
    assert t.no(Pick, "I") == "5.0b"


@pytest.mark.rule("5.0c")
def test_5_0c_units_move_to_adjacent_hexes() -> None:
    t = picked("I", "1010")
    assert t.no(Step, "1008") == "5.0c"
    assert len(t.offers(Step)) == 6
    t.do(Step, "1009")
    assert t.at("I") == "1009"


@pytest.mark.rule("5.0d")
def test_5_0d_a_unit_moves_in_movement_and_again_in_exploitation() -> None:
    t = moving({"XLI Pz": "1010", "8 Army": "2010"})
    t.do(Pick, "XLI Pz")
    for row_ in range(9, 2, -1):
        t.do(Step, f"10{row_:02d}")  # all seven points
    t.do(Stop)
    t.do(Done)
    t.run(PhaseFrame(PHASE_IDS.index("axis-exploitation")))
    t.do(Pick, "XLI Pz")
    t.do(Step, "1002")
    t.do(Step, "1001")
    assert t.at("XLI Pz") == "1001"


@pytest.mark.rule("5.1a")
def test_5_1a_units_move_together_only_if_they_began_together() -> None:
    t = moving({"I": "1010", "II": "1010", "V": "1009"})
    t.s.began = changed(t.s.began, t.w.unit("II"), -1)  # a reinforcement of this phase
    t.do(Pick, "I")
    assert t.no(Join, "II") == "5.1a"
    assert t.no(Join, "V") == "5.1a"
    t = moving({"I": "1010", "II": "1010"})
    t.do(Pick, "I")
    t.do(Join, "II")
    t.do(Step, "1009")
    assert (t.at("I"), t.at("II")) == ("1009", "1009")
    t = moving({"I": "1010", "II": "1010"})
    t.do(Pick, "I")
    t.do(Step, "1009")
    assert t.no(Join, "II") == "5.1a"


@pytest.mark.rule("5.1b")
@pytest.mark.rule("5.1.2a")
def test_5_1b_terrain_costs_by_class() -> None:
    m = board({"1009": "woods", "1110": "swamp", "0910": "mountain"})
    for name, costs in (("I", (1, 2, 2)), ("XLI Pz", (2, 4, 3))):
        for label, cost in zip(("1009", "1110", "0910"), costs, strict=True):
            t = picked(name, "1010", map=m)
            t.do(Step, label)
            assert mp(t, name) == cost


@pytest.mark.rule("5.1c")
def test_5_1c_rivers_add_to_the_cost_of_the_hex() -> None:
    m = board({"1009": "woods"}, river=[("1009", "1010")], major=[("1010", "1011")])
    for name, costs in (("I", (2, 3)), ("XLI Pz", (4, 5))):
        for label, cost in zip(("1009", "1011"), costs, strict=True):
            t = picked(name, "1010", map=m)
            t.do(Step, label)
            assert mp(t, name) == cost


@pytest.mark.rule("5.1d")
def test_5_1d_prohibited_terrain_is_never_entered() -> None:
    m = board({"1009": "sea", "1110": "lake"}, sea=[("1010", "1011")])
    t = picked("I", "1010", map=m)
    assert t.no(Step, "1009") == t.no(Step, "1110") == t.no(Step, "1011") == "5.1d"
    assert t.hexes(t.offers(Step)) == {"0910", "0911", "1111"}


@pytest.mark.rule("5.1.1")
@pytest.mark.parametrize("status", [1, 2])
@pytest.mark.seam("5", "9")
def test_5_1_1_short_supply_halves_movement_rounded_up(status: int) -> None:
    t = picked("XLI Pz", "1010", supply={"XLI Pz": status})
    for label in ("1009", "1008", "1007", "1006"):
        t.do(Step, label)  # seven halves to four
    assert t.no(Step, "1005") == "5.0b"


@pytest.mark.rule("5.1.2b")
@pytest.mark.rule("5.1.2c")
def test_5_1_2b_and_c_who_is_mechanized_and_who_goes_on_foot() -> None:
    w = real("campaign").w
    classes = {w.names[u]: w.moves_as[u] for u in range(len(w.names))}
    for name in ("XLI Pz", "SS Panzer Corps", "KG Raus", "5 Tank", "Mech Group NW", "Supply Base 1"):
        assert classes[name] == MECH
    for name in ("I", "KG Hollidt", "Air Base 1", "Romanian 3rd", "Offensive Support 1"):
        assert classes[name] == LEG
    assert classes["XLIX Mtn"] == MOUNTAINEER
    for name in ("8 Army", "1 Guards", "2 Shock"):
        assert classes[name] == RED_INFANTRY
    m = board({"1009": "swamp"})
    for name, cost in (("8 Army", 2), ("1 Guards", 2), ("Mech Group NW", 4), ("5 Tank", 4)):
        t = picked(name, "1010", SOVIET, map=m, turn=15)
        t.do(Step, "1009")
        assert mp(t, name) == cost


@pytest.mark.rule("5.1.2-i1")
def test_5_1_2_i1_the_railroad_gun_belongs_to_no_class() -> None:
    m = board({"1009": "swamp"}, rail=chain("1010", "1009", "1008"))
    t = picked("Railroad Gun", "1010", map=m, others={"I": "1010"})
    assert t.no(Join, "I") == "5.1.2-i1"
    t.do(Step, "1009")
    assert mp(t, "Railroad Gun") == 0


@pytest.mark.rule("5.1.3")
def test_5_1_3_one_hex_can_always_be_entered_but_not_a_prohibited_one() -> None:
    m = board({"1009": "swamp", "1110": "high_mountain"}, major=[("1009", "1010")])
    t = picked("Mech Group NW", "1010", SOVIET, map=m)
    assert t.ok(Step, "1009")  # 4 + 4 with a factor of 5
    assert t.no(Step, "1110") == "5.1.5b"
    t.do(Step, "1009")
    assert t.offers(Step) == []
    t = picked("Mech Group NW", "1011", SOVIET, map=m)
    t.do(Step, "1010")
    assert t.no(Step, "1009") == "5.0b"
    t = picked("5 Tank", "1010", SOVIET, map=m, turn=15, exploit=True)
    assert t.no(Step, "1009") == "5.0b"


@pytest.mark.rule("5.1.4")
def test_5_1_4_only_panzers_infiltrate_and_not_in_exploitation() -> None:
    t = moving({"XLI Pz": "1010", "I": "1010", "8 Army": "1011"})
    t.do(Pick, "XLI Pz")
    assert t.ok(Step, "1111")
    t.do(Join, "I")
    assert t.no(Step, "1111") == "4.2b"
    t = picked("XLI Pz", "1010", exploit=True, others={"8 Army": "1011"})
    assert t.no(Step, "1111") == "5.1.4"
    assert t.ok(Step, "1009")


@pytest.mark.rule("5.1.5a")
def test_5_1_5a_mountain_units_pay_one_less_in_mountains() -> None:
    m = board({"1009": "mountain"})
    for name, cost in (("XLIX Mtn", 1), ("I", 2)):
        t = picked(name, "1010", map=m)
        t.do(Step, "1009")
        assert mp(t, name) == cost


@pytest.mark.rule("5.1.5b")
def test_5_1_5b_high_mountains_are_for_german_mountain_units_only() -> None:
    m = board(dict.fromkeys(("1009", "0909", "1109", "0910", "1110"), "high_mountain"))
    assert picked("XLIX Mtn", "1010", map=m).ok(Step, "1009")
    assert picked("I", "1010", map=m).no(Step, "1009") == "5.1.5b"
    for name, able in (("XLIX Mtn", True), ("I", False)):
        t = table({name: "1010", "8 Army": "1011"}, phase="soviet-combat", map=m)
        t.s.target, t.s.defenders = t.w.hex("1010"), [t.w.unit(name)]
        t.s.target = t.w.hex("1011")
        t.run(Suffer(1, 1, 1))
        assert t.ok(FallBack) == able
        t = table({name: "1010"}, phase="axis-combat", map=m)
        t.s.target, t.s.attackers = t.w.hex("1009"), [t.w.unit(name)]
        assert Advances(0, 1).is_open(t.s) == able


@pytest.mark.rule("5.1.6a")
@pytest.mark.seam("5", "13")
def test_5_1_6a_the_railroad_gun_goes_any_way_along_railroads_and_nowhere_else() -> None:
    m = board({"1210": "mountain", "1310": "swamp"}, rail=chain(*row(10, 8, 20)), major=[("1110", "1210")])
    t = picked("Railroad Gun", "0810", map=m)
    for label in row(10, 9, 20):
        t.do(Step, label)
    assert t.at("Railroad Gun") == "2010"
    assert t.no(Step, "2009") == "5.1.6a"


@pytest.mark.rule("5.1.6b")
def test_5_1_6b_the_railroad_gun_never_enters_an_enemy_zone() -> None:
    m = board(rail=chain(*row(10, 8, 14)))
    t = picked("Railroad Gun", "0910", map=m, others={"I": "1010", "8 Army": "1011"})
    assert t.no(Step, "1010") == "5.1.6b"


@pytest.mark.rule("5.1.7")
@pytest.mark.seam("5", "18")
def test_5_1_7_soviet_infantry_crosses_frozen_access_in_snow() -> None:
    m = board(frozen=[("1009", "1010")], sea=[("1009", "1010")])
    for name in ("8 Army", "1 Guards", "2 Shock"):
        t = picked(name, "1010", SOVIET, map=m, turn=12)
        t.do(Step, "1009")
        assert mp(t, name) == 2
    for name in ("5 Tank",):
        assert picked(name, "1010", SOVIET, map=m, turn=12).no(Step, "1009") == "5.1.7"
    assert picked("8 Army", "1010", SOVIET, map=m, turn=11).no(Step, "1009") == "5.1.7"
    assert picked("I", "1010", map=m, turn=12).no(Step, "1009") == "5.1.7"


@pytest.mark.rule("5.1.8")
@pytest.mark.rule("18.2.1")
@pytest.mark.seam("5", "18")
def test_5_1_8_swamps_are_woods_in_snow() -> None:
    m = board({"1009": "swamp"})
    for turn, costs in ((12, (1, 2)), (11, (2, 4))):
        for name, cost in zip(("I", "XLI Pz"), costs, strict=True):
            t = picked(name, "1010", map=m, turn=turn)
            t.do(Step, "1009")
            assert mp(t, name) == cost


@pytest.mark.rule("5.1.9a")
def test_5_1_9a_out_of_play_hexes_are_closed() -> None:
    m = board({"1009": "off"})
    t = picked("I", "1010", map=m)
    assert t.no(Step, "1009") == "5.1.9a"
    assert t.ok(Step, "1011")


@pytest.mark.rule("5.1.9b")
def test_5_1_9b_the_three_printed_hexsides_are_sea() -> None:
    t = real("zitadelle")
    w = t.w
    for a, b in (("1526", "1625"), ("1625", "1626"), ("1625", "1726")):
        h, n = w.hex(a), w.hex(b)
        assert w.blocked.has(h, n) and w.blocked.has(n, h)
        for klass in (LEG, MECH, MOUNTAINEER, RED_INFANTRY):
            assert n not in w.moves(klass, "clear")[h] and n not in w.moves(klass, "snow")[h]


COUNTRIES = board(
    regions={
        "germany": ["1009"], "finland": ["1110"], "hungary": ["1111"], "romania": ["1011"], "turkey": ["0911"],
        "bulgaria": ["0910"],
    }
)  # fmt: skip
BY_COUNTRY = {
    "germany": "1009", "finland": "1110", "hungary": "1111", "romania": "1011", "turkey": "0911", "bulgaria": "0910",
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "case", "allowed"),
    [
        pytest.param(
            "I", "5.2.1a", {"germany", "hungary", "romania", "bulgaria"}, marks=pytest.mark.rule("5.2.1a")
        ),
        pytest.param(
            "8 Army",
            "5.2.1b",
            {"germany", "hungary", "romania", "finland", "bulgaria"},
            marks=pytest.mark.rule("5.2.1b"),
        ),
        pytest.param("Romanian 3rd", "5.2.1c", {"romania"}, marks=pytest.mark.rule("5.2.1c")),
        pytest.param("Hungarian 2nd", "5.2.1d", {"hungary"}, marks=pytest.mark.rule("5.2.1d")),
        pytest.param("Italian 8th", "5.2.1e", {"germany"}, marks=pytest.mark.rule("5.2.1e")),
        pytest.param("Finnish Karelia", "5.2.1f", {"finland"}, marks=pytest.mark.rule("5.2.1f")),
        pytest.param("Turkish I", "5.2.1g", {"turkey"}, marks=pytest.mark.rule("5.2.1g")),
    ],
)
@pytest.mark.seam("5", "5.2")
def test_5_2_1_countries(name: str, case: str, allowed: set[str]) -> None:
    side = SOVIET if name == "8 Army" else AXIS
    t = picked(name, "1010", side, map=COUNTRIES)
    open_ = {country for country, label in BY_COUNTRY.items() if t.ok(Step, label)}
    assert open_ == allowed
    refusals = {t.no(Step, label) for country, label in BY_COUNTRY.items() if country not in allowed}
    assert case in refusals


@pytest.mark.rule("5.2.1b")
@pytest.mark.seam("5.2", "21")
def test_5_2_1b_turkey_opens_to_the_soviets_once_it_is_at_war() -> None:
    t = picked("8 Army", "1010", SOVIET, map=COUNTRIES, turkey=1)
    assert t.ok(Step, BY_COUNTRY["turkey"])


@pytest.mark.rule("5.2.1-i1")
def test_5_2_1_i1_neutral_turkey_is_closed_to_the_axis_and_bulgaria_to_its_allies() -> None:
    t = picked("Romanian 3rd", "1010", AXIS, map=COUNTRIES)
    assert t.no(Step, BY_COUNTRY["bulgaria"]) == t.no(Step, BY_COUNTRY["turkey"]) == "5.2.1c"
    t = picked("I", "1010", map=COUNTRIES)
    assert t.no(Step, BY_COUNTRY["bulgaria"]) == "" and t.no(Step, BY_COUNTRY["turkey"]) == "5.2.1-i1"
    w = real("campaign").w
    assert w.country_of(w.hex("Warsaw")) == "germany"


@pytest.mark.rule("5.2.2a")
def test_5_2_2a_no_entry_where_the_enemy_stands() -> None:
    t = picked("XLI Pz", "1010", others={"8 Army": "1011", "Offensive Support 1": "1009"})
    assert t.no(Step, "1011") == t.no(Step, "1009") == "5.2.2a"


@pytest.mark.rule("5.2.2b")
@pytest.mark.rule("10.5.2")
@pytest.mark.seam("5", "10")
def test_5_2_2b_partisans_and_stalin_do_not_block() -> None:
    t = picked("I", "2111", partisans={"Kovpak": "2112"})
    t.do(Step, "2112")
    t.do(Step, "2113")
    assert t.at("I") == "2113"


@pytest.mark.rule("5.2.3")
@pytest.mark.seam("5", "13")
def test_5_2_3_bases_and_support_move_after_all_others() -> None:
    t = moving({"I": "1010", "Air Base 1": "1012", "Supply Base 1": "1014"})
    assert t.no(Pick, "Air Base 1") == t.no(Pick, "Supply Base 1") == "5.2.3"
    t = moving({"I": "1010", "Air Base 1": "1012"}, late=True)
    assert t.no(Pick, "I") == "5.2.3"
    assert t.ok(Pick, "Air Base 1")
    t = moving({"8 Army": "1010", "Offensive Support 1": "1012"}, SOVIET)
    assert t.no(Pick, "Offensive Support 1") == "5.2.3"


@pytest.mark.rule("5.2.4a")
def test_5_2_4a_nobody_leaves_the_map() -> None:
    t = picked("XLI Pz", "2434")
    assert t.no(EnterBaku) == "5.2.4a"
    t = picked("I", "0110")
    assert len(t.offers(Step)) == 4  # two of its six neighbours lie beyond the edge


@pytest.mark.rule("5.2.4b")
def test_5_2_4b_borders_cost_nothing() -> None:
    t = picked("8 Army", "1010", SOVIET, map=COUNTRIES)
    t.do(Step, "1009")
    assert mp(t, "8 Army") == 1


@pytest.mark.rule("20.1-s1")
def test_20_1_s1_germans_ignore_minor_rivers_on_turn_1() -> None:
    m = board(river=[("1009", "1010")], major=[("1010", "1011")])
    for name, turn, cost in (("I", 1, 1), ("I", 2, 2), ("Hungarian 2nd", 1, 2)):
        t = picked(name, "1010", map=m, turn=turn)
        t.do(Step, "1009")
        assert mp(t, name) == cost
    t = picked("I", "1010", map=m, turn=1)
    t.do(Step, "1011")
    assert mp(t, "I") == 3
