"""Chapters 8.5 to 8.7: losses, retreats and advances at their edges."""

from __future__ import annotations

import pytest

from hexfront.games.motherland.actions import Advance, Commit, Done, FallBack, Join, Lose, Retreat, Target
from hexfront.games.motherland.kinds import INFANTRY_KG, POOL
from hexfront.games.motherland.results import Advances, Suffer
from hexfront.games.motherland.state import lose_step
from hexfront.games.motherland.zones import enemy_zoc
from hexfront.wargame import changed
from tests.games.motherland.kit import (
    AXIS,
    BETTER,
    GOOD,
    SOVIET,
    WEAK,
    attacking,
    board,
    chain,
    losing,
    row,
    table,
)
from tests.games.motherland.test_08_results import fight


@pytest.mark.rule("8.5.1a")
def test_8_5_1a_losses_of_an_earlier_combat_do_not_count() -> None:
    t = attacking({"8 Army": "1010", "I": "1011", "II": "1011"}, SOVIET, chits={"8 Army": GOOD}, turn=4)
    t.s.hits = {t.number("I"): 1}
    t.do(Target, "1011")
    t.do(Join, "8 Army")
    t.do(Commit)
    assert t.s.hits == {}


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


@pytest.mark.rule("8.5.2a")
def test_a_kampfgruppe_inherits_what_its_corps_was_under() -> None:
    t = table({"I": "1010", "8 Army": "1011"}, phase="soviet-combat", supply={"I": 2}, steps={"I": 2})
    t.s.target, t.s.defenders = t.w.hex("1010"), [t.number("I")]
    t.s.flags = changed(t.s.flags, t.number("I"), 4)
    t.run(Suffer(1, 1, 1))
    t.do(Lose, "I")
    kg = t.number("KG Grossmann")
    assert (t.at("KG Grossmann"), t.supply("KG Grossmann"), t.s.judged[kg], t.s.flags[kg]) == (
        "1010",
        2,
        2,
        4,
    )


@pytest.mark.rule("8.5.2b")
@pytest.mark.rule("8.5.2a")
def test_8_5_2b_without_a_free_kampfgruppe_the_corps_is_gone() -> None:
    for free in (True, False):
        t = table({"I": "1010"}, steps={"I": 2})
        for u in t.w.of_kind[INFANTRY_KG]:
            t.s.where[u] = POOL if free else -1
        left = lose_step(t.s, t.number("I"))
        assert (left >= 0) is free and t.at("I") == "pool"
        assert bool(t.s.axis_any) is bool(t.s.stack) is free


@pytest.mark.rule("8.6a")
def test_8_6a_a_retreat_does_not_jump() -> None:
    t = losing({"I": "1010", "8 Army": "1011"}, "1010", "I")
    assert t.no(Retreat, "I", "1007") == "8.6a"


@pytest.mark.rule("8.6.1")
@pytest.mark.rule("5.1.5b")
@pytest.mark.rule("4.2.3a")
def test_the_list_of_retreats_agrees_with_the_refusals() -> None:
    m = board({"1009": "high_mountain", "0910": "sea"}, rail=chain(*row(10, 8, 14)), sea=[("1010", "1110")])
    for name in ("I", "XLIX Mtn", "Supply Base 1", "Railroad Gun", "Romanian 3rd"):
        for status in (0, 2):
            t = table(
                {name: "1010", "II": "0911", "8 Army": "1011", "9 Army": "1113"}, phase="soviet-combat", map=m,
                supply={name: status} if name != "Supply Base 1" else {},
            )  # fmt: skip
            t.s.target, t.s.defenders = t.w.hex("1010"), [t.number(name)]
            t.run(Suffer(1, 1, 1))
            if not t.ok(FallBack):
                continue
            t.do(FallBack)
            t.agree()
            for label in ("1009", "0910", "0911", "1110", "1111", "1011"):
                assert (t.no(Retreat, name, label) == "") == (
                    t.make(Retreat, name, label) in t.offers(Retreat)
                )


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


@pytest.mark.rule("8.6.5")
def test_8_6_5_losses_of_the_attacker_do_not_touch_those_who_fled() -> None:
    m = board(dict.fromkeys(("0910", "1110", "1111", "0911"), "sea"))
    place = {"I": "1009", "V": "1012", "9 Army": "1010", "8 Army": "1011"}
    t = attacking(place, turn=15, map=m, chits={"9 Army": WEAK, "8 Army": BETTER})
    t.do(Target, "1010")
    t.do(Join, "I")
    t.do(Commit)
    t.roll(5)
    t.do(FallBack)
    t.do(Retreat, "9 Army", "1011")
    t.do(Done)
    t.do(Target, "1011")
    t.do(Join, "V")
    t.do(Commit)
    t.roll(3)  # 5 to 6 is 1:2: A1
    t.do(Lose, "V")
    assert t.at("9 Army") == "1011"


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
@pytest.mark.rule("5.2.2a")
def test_8_7_2a_an_advance_does_not_jump_nor_land_on_the_enemy() -> None:
    t = table({"XLI Pz": "1010", "9 Army": "1012"}, phase="axis-combat")
    t.s.target, t.s.attackers = t.w.hex("1011"), [t.number("XLI Pz")]
    t.run(Advances(0, 2))
    assert t.no(Advance, "XLI Pz", "1014") == "8.7.2a"
    t.do(Advance, "XLI Pz", "1011")
    assert t.no(Advance, "XLI Pz", "1012") == "5.2.2a"


@pytest.mark.rule("8.7.2d")
@pytest.mark.rule("4.2.2c")
@pytest.mark.seam("4", "8.6")
def test_8_7_2d_an_advance_goes_from_zone_to_zone() -> None:
    place = {"XLI Pz": "1010", "8 Army": "1011", "9 Army": "1112"}
    t = fight(place, "1011", ("XLI Pz",), "DE", chits={"8 Army": WEAK})
    t.do(Advance, "XLI Pz", "1011")
    assert enemy_zoc(t.s, AXIS) >> t.w.hex("1011") & enemy_zoc(t.s, AXIS) >> t.w.hex("1111") & 1
    assert t.ok(Advance, "XLI Pz", "1111")


@pytest.mark.rule("8.7.2a")
@pytest.mark.rule("8.7.2c")
def test_8_7_2a_the_second_hex_is_next_to_the_first_and_nobody_is_asked_in_vain() -> None:
    t = fight({"XLI Pz": "1010", "8 Army": "1011"}, "1011", ("XLI Pz",), "DE", chits={"8 Army": WEAK})
    t.do(Advance, "XLI Pz", "1011")
    assert t.no(Advance, "XLI Pz", "1013") == "8.7.2a"
    m = board(frozen=[("1010", "1011")], lake=[("1010", "1011")])
    t = fight({"8 Army": "1010", "I": "1011"}, "1011", ("8 Army",), "DE", SOVIET, map=m, turn=12)
    assert t.s.agenda == ()
