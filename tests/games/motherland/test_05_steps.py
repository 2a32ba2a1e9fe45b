"""Chapter 5: what a step costs, who may make it, and when a move is over."""

from __future__ import annotations

import pytest

from hexfront.games.motherland.actions import (
    Done,
    FallBack,
    Join,
    Lose,
    Overrun,
    Pick,
    Redeploy,
    Retreat,
    Ship,
    Step,
    Stop,
)
from hexfront.games.motherland.kinds import PHASE_IDS
from hexfront.games.motherland.long_moves import LongMoves
from hexfront.games.motherland.results import Suffer
from hexfront.games.motherland.sequence import PhaseFrame
from hexfront.games.motherland.zones import enemy_zoc
from hexfront.kernel import why_not
from hexfront.wargame import changed
from tests.games.motherland.kit import (
    AXIS,
    NOWHERE,
    SOVIET,
    WEAK,
    Table,
    board,
    chain,
    moving,
    real,
    refused,
    row,
    sailing,
    table,
)


@pytest.mark.rule("5.0c")
@pytest.mark.rule("5.1a")
@pytest.mark.rule("7.0a")
@pytest.mark.rule("4.2b")
@pytest.mark.rule("4.2.3a")
def test_the_list_of_steps_agrees_with_the_refusals() -> None:
    m = board(
        {"1110": "woods", "0910": "high_mountain"}, river=[("1009", "1010")], rail=chain(*row(10, 8, 14))
    )
    place = {
        "XLI Pz": "1010",
        "XIV Pz": "1010",
        "I": "1010",
        "8 Army": "1011",
        "Railroad Gun": "1110",
    }
    for name in ("XLI Pz", "I", "Railroad Gun"):
        t = moving(place, map=m)
        t.do(Pick, name)
        t.agree()
        assert t.ok(Stop)
    t = moving(place, map=m)
    t.do(Pick, "XLI Pz")
    t.do(Join, "XIV Pz")
    t.agree()
    t.do(Step, "1111")
    t.agree()
    t = moving({"Supply Base 1": "1009", "I": "1010", "8 Army": "1011"}, late=True, map=m)
    t.do(Pick, "Supply Base 1")
    t.agree()
    for exploit_side, name in ((AXIS, "XLI Pz"), (SOVIET, "9 Army")):
        t = moving({**place, "9 Army": "2010"}, exploit_side, exploit=True, map=m, turn=12)
        t.do(Pick, name)
        t.agree()


@pytest.mark.rule("5.0a")
@pytest.mark.rule("5.2.3")
@pytest.mark.rule("5.4.1b")
@pytest.mark.rule("5.4.2b")
@pytest.mark.rule("20.1-s2")
def test_the_list_of_units_to_move_agrees_with_the_refusals() -> None:
    m = board(regions={"romania": ["1010"]})
    place = {
        "I": "1010", "XLI Pz": "1012", "Air Base 1": "1014", "Supply Base 1": "1014", "Railroad Gun": "1016", "8 Army": "1013",
        "Fortress Moscow": "2010", "Moscow Factory": "2010", "Offensive Support 1": "2012", "5 Tank": "2014", "9 Army": "1011",
    }  # fmt: skip
    for side in (AXIS, SOVIET):
        name = ("axis", "soviet")[side]
        for turn in (1, 12):
            for late in (False, True):
                moving(place, side, late, map=m, turn=turn).agree()
            t = table(place, PhaseFrame(PHASE_IDS.index(f"{name}-exploitation")), map=m, turn=turn)
            t.agree()


@pytest.mark.rule("5.0a")
@pytest.mark.rule("5.0c")
@pytest.mark.rule("5.1a")
@pytest.mark.rule("7.1a")
def test_nonsense_in_movement_is_refused() -> None:
    for x in NOWHERE:
        t = moving({"I": "1010", "V": "pool", "8 Army": "1011"})
        refused(t, Pick, x)
        assert t.no(Pick, "V") == "5.0a"
        t.do(Pick, "I")
        for kind in (Step, Overrun, Join):
            refused(t, kind, x)
        assert t.no(Overrun, "1013") == "7.1a"


def points(t: Table, name: str) -> int:
    return t.s.spent[t.number(name)]


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


@pytest.mark.rule("5.0b")
@pytest.mark.rule("12.0d")
def test_5_0b_what_has_no_factor_stays_and_says_why() -> None:
    t = moving({"Fortress Moscow": "1010", "Moscow Factory": "1012"}, SOVIET)
    assert (t.no(Pick, "Fortress Moscow"), t.no(Pick, "Moscow Factory")) == ("5.0b", "12.0d")


@pytest.mark.rule("5.1a")
def test_5_1a_a_unit_joins_once() -> None:
    t = moving({"I": "1010", "II": "1010"})
    t.do(Pick, "I")
    assert t.no(Join, "I") == "5.1a"


@pytest.mark.rule("5.1a")
@pytest.mark.rule("5.5a")
def test_a_movement_phase_begins_where_units_stand_now() -> None:
    t = table({"I": "1010", "II": "1010", "8 Army": "1013"}, shipped=2, ship_port=5)
    t.s.began = (-1,) * len(t.s.began)
    t.run(PhaseFrame(PHASE_IDS.index("axis-movement")))
    assert (t.s.shipped, t.s.ship_port) == (0, -1)
    t.do(Done)
    t.do(Pick, "I")
    assert t.ok(Join, "II")


@pytest.mark.rule("5.1a")
def test_each_pick_begins_a_new_march() -> None:
    t = moving({"I": "1010", "II": "1012", "V": "1012"})
    t.do(Pick, "I")
    t.do(Step, "1009")
    t.do(Stop)
    t.do(Pick, "II")
    assert t.ok(Join, "V")


@pytest.mark.rule("5.1a")
@pytest.mark.rule("5.1.2-i1")
def test_5_1a_who_joins_a_group_and_who_does_not() -> None:
    def joins(first: str, began: dict[str, str], second: str = "II") -> str:
        t = moving({"I": "1010", "II": "1010", "V": "1009", "Railroad Gun": "1010"})
        for name, label in began.items():
            t.s.began = changed(t.s.began, t.number(name), t.w.hex(label) if label else -1)
        t.do(Pick, first)
        return t.no(Join, second)

    assert joins("I", {}) == ""
    assert joins("I", {"II": "1012"}) == "5.1a"  # came here from elsewhere
    assert joins("I", {"I": "", "II": ""}) == "5.1a"  # two newcomers
    assert joins("I", {"V": "1010"}, "V") == "5.1a"  # not in this hex any more
    assert joins("I", {}, "Railroad Gun") == joins("Railroad Gun", {}, "I") == "5.1.2-i1"


@pytest.mark.rule("5.1.3")
def test_5_1_3_the_free_hex_is_the_first_thing_a_unit_does() -> None:
    m = board({"1012": "swamp"}, major=[("1011", "1012")])
    t = moving({"I": "1010", "8 Army": "1011"}, map=m, chits={"8 Army": WEAK}, steps={"8 Army": 1})
    t.do(Pick, "I")
    t.do(Overrun, "1011")
    t.roll(6)  # 5 to 3 is 3:2: D1
    t.do(Lose, "8 Army")
    assert t.at("I") == "1011" and t.no(Step, "1012") == "5.0b"


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


@pytest.mark.rule("5.1.5b")
@pytest.mark.seam("5", "8.6")
def test_5_1_5b_a_retreat_into_high_mountains_is_refused_by_name() -> None:
    t = table({"I": "1010", "8 Army": "1011"}, phase="soviet-combat", map=board({"1009": "high_mountain"}))
    t.s.target, t.s.defenders = t.w.hex("1010"), [t.number("I")]
    t.run(Suffer(1, 1, 1))
    t.do(FallBack)
    assert t.no(Retreat, "I", "1009") == "5.1.5b"


@pytest.mark.rule("5.1.5a")
def test_5_1_5a_mountain_units_save_a_point_in_mountains_alone() -> None:
    m = board({"1009": "woods", "1011": "swamp", "1110": "mountain", "0910": "high_mountain"})
    for label, cost in (("1009", 1), ("1011", 2), ("1110", 1), ("0910", 3), ("1111", 1)):
        t = moving({"XLIX Mtn": "1010"}, map=m)
        t.do(Pick, "XLIX Mtn")
        t.do(Step, label)
        assert points(t, "XLIX Mtn") == cost, label


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


@pytest.mark.rule("5.1.9b")
def test_5_1_9b_the_printed_hexsides_carry_neither_zone_nor_attack() -> None:
    w = real("zitadelle").w
    for a, b in (("1526", "1625"), ("1625", "1626"), ("1625", "1726")):
        t = Table(real("zitadelle").s)
        t.s.soviet_front = 1 << w.hex(a)
        assert not enemy_zoc(t.s, AXIS) >> w.hex(b) & 1
        t.s.soviet_front = 1 << w.hex(b)
        assert not enemy_zoc(t.s, AXIS) >> w.hex(a) & 1


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


@pytest.mark.rule("5.2.1b")
@pytest.mark.seam("5.2", "5.3")
def test_turkey_at_war_opens_to_redeployment() -> None:
    m = board(regions={"turkey": ["2510"]}, rail=chain(*row(10, 1, 27)), sources={"E": ["2710"]})
    for turkey, open_ in ((0, False), (1, True)):
        t = table({"8 Army": "2610"}, LongMoves(SOVIET), phase="soviet-movement", map=m, turkey=turkey)
        t.do(Pick, "8 Army")
        assert t.ok(Redeploy, "2510") == open_


@pytest.mark.rule("5.2.1b")
@pytest.mark.rule("5.2.1-i1")
@pytest.mark.seam("5.2", "21")
def test_5_2_1_turkey_at_war_is_open_to_soviets_and_germans() -> None:
    m = board(regions={"turkey": ["1009"]})
    for name, side, open_ in (("I", AXIS, True), ("8 Army", SOVIET, True), ("Romanian 3rd", AXIS, False)):
        for at_war in (0, 1):
            t = moving({name: "1010"}, side, map=m, turkey=at_war)
            t.do(Pick, name)
            assert t.ok(Step, "1009") == (open_ and at_war == 1)


@pytest.mark.rule("5.2.3")
def test_5_2_3_the_refusal_says_when_it_moves() -> None:
    place = {"Air Base 1": "1010", "I": "1012"}
    for late, name, words in ((False, "Air Base 1", "after all other"), (True, "I", "before bases")):
        t = moving(place, late=late)
        refusal = why_not(t.s, t.seat, t.make(Pick, name))
        assert refusal is not None and words in refusal.reason
