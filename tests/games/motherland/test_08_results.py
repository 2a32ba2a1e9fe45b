"""Chapter 8.5 to 8.7: losses, retreats, advances."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland.actions import Advance, Commit, Done, FallBack, Join, Lose, Retreat, Target
from hexfront.games.motherland.combat import EndCombat, frames_of
from hexfront.games.motherland.results import Advances, AfterResult, Choice, MustLose, Retreats
from hexfront.games.motherland.state import printed
from tests.games.motherland.kit import AXIS, SOVIET, Table, attacking, board, chain, row, table

WEAK = "C* 1-3/1-2"


def fight(
    place: dict[str, str],
    target: str,
    attackers: tuple[str, ...],
    result: str,
    side: int = AXIS,
    **given: Any,
) -> Table:
    """A combat that has just given a result."""
    phase = f"{('axis', 'soviet')[side]}-combat"
    given.setdefault("turn", 15)
    t = table(place, phase=phase, **given)
    s = t.s
    s.target = t.w.hex(target)
    s.attackers = [t.w.unit(name) for name in attackers]
    s.defenders = list(s.stack[s.target])
    s.origins = {u: s.where[u] for u in s.attackers}
    return t.run(*frames_of(result), EndCombat())


def spots(t: Table) -> set[str]:
    return t.hexes(t.offers(Retreat))


@pytest.mark.rule("8.5a")
def test_8_5a_a_hits_the_attacker_and_d_the_defender() -> None:
    place = {"I": "1010", "8 Army": "1011"}
    assert fight(place, "1011", ("I",), "A1", chits={"8 Army": WEAK}).seat == "axis"
    assert fight(place, "1011", ("I",), "D1", chits={"8 Army": WEAK}).seat == "soviet"
    assert fight(place, "1011", ("I",), "NE", chits={"8 Army": WEAK}).s.agenda == ()


def two_corps() -> Table:
    return fight(
        {"I": "1010", "II": "1010", "8 Army": "1011"},
        "1010",
        ("8 Army",),
        "D2",
        SOVIET,
        chits={"8 Army": WEAK},
    )


@pytest.mark.rule("8.5b")
@pytest.mark.rule("8.5h")
def test_8_5b_the_printed_d2_on_two_corps_has_its_three_ways() -> None:
    t = two_corps()  # a) one step from each
    t.do(Lose, "I")
    assert t.no(Lose, "I") == "8.5.1a"
    t.do(Lose, "II")
    assert (t.steps("I"), t.steps("II"), t.at("I")) == (2, 2, "1010") and t.s.agenda == ()
    t = two_corps()  # b) both back two hexes
    for _ in range(2):
        t.do(FallBack)
        for name in ("I", "II"):
            t.do(Retreat, name, "1009" if t.at(name) == "1010" else "1008")
    assert (t.at("I"), t.at("II"), t.steps("I"), t.steps("II")) == ("1008", "1008", 3, 3)
    t = two_corps()  # c) one step and both back one hex
    t.do(Lose, "II")
    t.do(FallBack)
    t.do(Retreat, "I", "1009")
    t.do(Retreat, "II", "1009")
    assert (t.steps("I"), t.steps("II"), t.at("I"), t.at("II")) == (3, 2, "1009", "1009")


@pytest.mark.rule("8.5c")
@pytest.mark.rule("8.7d")
def test_8_5c_the_printed_1_1_kills_the_attacker_and_nobody_advances() -> None:
    place = {"KG Hollidt": "1010", "8 Army": "1011"}
    t = fight(place, "1011", ("KG Hollidt",), "1/1", chits={"8 Army": WEAK})
    assert t.frame() == MustLose(0, 1)
    assert t.frame().takes == (Lose,)
    t.do(Lose, "KG Hollidt")
    assert t.at("KG Hollidt") == "pool"
    assert t.frame() == MustLose(1, 1)
    t.do(Lose, "8 Army")
    assert t.steps("8 Army") == 1 and t.s.agenda == ()
    t = fight(place, "1011", ("KG Hollidt",), "1/-", chits={"8 Army": WEAK})
    t.do(Lose, "KG Hollidt")
    assert t.s.agenda == () and t.steps("8 Army") == 2


@pytest.mark.rule("8.5d")
def test_8_5d_immobile_units_take_results_as_losses() -> None:
    t = fight({"I": "1010", "Fortress Moscow": "1011"}, "1011", ("I",), "D1", chits={"Fortress Moscow": WEAK})
    assert t.no(FallBack) == "8.5.1b"
    # With an army beside it, a retreat costs the one that stays a step.
    place = {"I": "1010", "Fortress Moscow": "1011", "8 Army": "1011"}
    t = fight(place, "1011", ("I",), "D1", chits={"Fortress Moscow": WEAK, "8 Army": WEAK})
    t.do(FallBack)
    assert t.steps("Fortress Moscow") == 1
    assert {t.w.names[a.unit] for a in t.offers(Retreat)} == {"8 Army"}


@pytest.mark.rule("8.5d")
@pytest.mark.rule("12.0b")
@pytest.mark.seam("8.6", "12")
def test_8_5d_an_asset_is_lost_when_the_army_beside_it_falls_back() -> None:
    place = {"I": "1010", "8 Army": "1011", "Moscow Factory": "1011"}
    t = fight(place, "1011", ("I",), "D1", chits={"8 Army": WEAK})
    t.do(FallBack)
    assert t.at("Moscow Factory") == "eliminated" and t.steps("8 Army") == 2
    t.do(Retreat, "8 Army", "1012")
    assert t.at("8 Army") == "1012"


@pytest.mark.rule("8.5e")
def test_8_5e_ae_and_de_eliminate_everybody() -> None:
    place = {"I": "1010", "II": "1010", "8 Army": "1011", "Moscow Factory": "1011"}
    t = fight(place, "1011", ("I", "II"), "AE", chits={"8 Army": WEAK})
    assert (t.at("I"), t.at("II"), t.at("8 Army")) == ("pool", "pool", "1011")
    t = fight(place, "1011", ("I", "II"), "DE", chits={"8 Army": WEAK})
    assert (t.at("8 Army"), t.at("Moscow Factory"), t.at("I")) == ("returning", "eliminated", "1010")


@pytest.mark.rule("8.5f")
def test_8_5f_losses_beyond_the_last_unit_are_ignored() -> None:
    t = fight(
        {"I": "1010", "8 Army": "1011"}, "1011", ("I",), "1/3", chits={"8 Army": WEAK}, steps={"8 Army": 1}
    )
    t.do(Lose, "I")
    t.do(Lose, "8 Army")
    assert t.at("8 Army") == "returning" and t.s.agenda == ()
    t = fight(
        {"I": "1010", "8 Army": "1011"}, "1011", ("I",), "D3", chits={"8 Army": WEAK}, steps={"8 Army": 1}
    )
    t.do(Lose, "8 Army")
    assert type(t.frame()) is Advances


@pytest.mark.rule("8.5g")
@pytest.mark.seam("8", "8.6")
def test_8_5g_all_units_retreat_the_same_number_of_hexes() -> None:
    t = two_corps()
    t.do(FallBack)
    t.do(Retreat, "I", "1009")
    assert type(t.frame()) is Retreats and spots(t) and t.names(t.offers(Retreat)) == {"II"}
    t.do(Retreat, "II", "0910")
    assert type(t.frame()) is Choice and t.frame().left == 1


@pytest.mark.rule("8.5.1a")
def test_8_5_1a_losses_are_spread() -> None:
    place = {"I": "1010", "II": "1010", "V": "1010", "8 Army": "1011"}
    t = fight(place, "1010", ("8 Army",), "1/3", SOVIET, chits={"8 Army": WEAK})
    t.do(Lose, "8 Army")
    t.do(Lose, "II")
    assert t.no(Lose, "II") == "8.5.1a"
    t.do(Lose, "I")
    assert t.no(Lose, "I") == "8.5.1a"
    t.do(Lose, "V")
    assert [t.steps(name) for name in ("I", "II", "V")] == [2, 2, 2]
    assert fight(place, "1010", ("8 Army",), "1/1", SOVIET, chits={"8 Army": WEAK}).no(Lose, "I") == "8.5.1a"


@pytest.mark.rule("8.5.1b")
def test_8_5_1b_units_with_nowhere_to_go_take_losses() -> None:
    ring = {
        f"{k} Army": label
        for k, label in zip((3, 4, 5, 6, 7, 9), ("1009", "1011", "0910", "1110", "0911", "1111"), strict=True)
    }
    t = fight({"I": "1010", **ring}, "1010", ("4 Army",), "D2", SOVIET)
    assert t.no(FallBack) == "8.5.1b"
    t.do(Lose, "I")
    t.do(Lose, "I")
    assert t.at("I") == "pool" and t.at("KG Grossmann") == "1010"


@pytest.mark.rule("8.5.2a")
@pytest.mark.parametrize(("corps", "kampfgruppe"), [
    ("I", "KG Grossmann"), ("XLIX Mtn", "KG Grossmann"), ("XLI Pz", "KG Apel"), ("SS Panzer Corps", "SS KG 1"),
])  # fmt: skip
def test_8_5_2a_a_corps_has_two_sides_and_a_kampfgruppe(corps: str, kampfgruppe: str) -> None:
    t = fight({corps: "1010", "8 Army": "1011"}, "1010", ("8 Army",), "1/3", SOVIET, chits={"8 Army": WEAK})
    t.do(Lose, "8 Army")
    assert t.steps(corps) == 3
    t.do(Lose, corps)
    assert t.steps(corps) == 2
    t.do(Lose, corps)
    assert (t.at(corps), t.at(kampfgruppe), t.steps(kampfgruppe)) == ("pool", "1010", 1)
    t.do(Lose, kampfgruppe)
    assert t.at(kampfgruppe) == "pool"
    # Without a free Kampfgruppe the corps is gone at once.
    t = fight(
        {corps: "1010", "8 Army": "1011"},
        "1010",
        ("8 Army",),
        "1/3",
        SOVIET,
        chits={"8 Army": WEAK},
        steps={corps: 2},
    )
    for u in t.w.of_kind[t.w.kind[t.w.unit(kampfgruppe)]]:
        t.s.where[u] = -1
    t.do(Lose, "8 Army")
    t.do(Lose, corps)
    assert t.at(corps) == "pool" and not t.s.axis_any


@pytest.mark.rule("8.5.2b")
@pytest.mark.parametrize("name", ["Romanian 3rd", "Hungarian 2nd", "Italian 8th", "Finnish Karelia"])
def test_8_5_2b_allied_armies_have_three_steps(name: str) -> None:
    t = fight({name: "1010", "8 Army": "1011"}, "1010", ("8 Army",), "1/3", SOVIET, chits={"8 Army": WEAK})
    t.do(Lose, "8 Army")
    for left in (2, 1):
        t.do(Lose, name)
        assert (t.steps(name), t.at(name)) == (left, "1010")
    t.do(Lose, name)
    assert t.at(name) == "out"


@pytest.mark.rule("8.5.2c")
@pytest.mark.rule("8.5.3b")
def test_8_5_2c_all_other_units_have_one_step() -> None:
    t = table({})
    full = {t.w.names[u]: t.w.full[u] for u in range(len(t.w.names))}
    for name in (
        "Air Base 1",
        "Supply Base 1",
        "Railroad Gun",
        "KG Raus",
        "SS KG 1",
        "Offensive Support 1",
        "Moscow Factory",
    ):
        assert full[name] == 1
    t = fight(
        {"Supply Base 1": "1010", "8 Army": "1011"},
        "1010",
        ("8 Army",),
        "1/3",
        SOVIET,
        chits={"8 Army": WEAK},
    )
    t.do(Lose, "8 Army")
    t.do(Lose, "Supply Base 1")
    assert t.at("Supply Base 1") == "returning"


@pytest.mark.rule("8.5.3a")
@pytest.mark.rule("11.3a")
@pytest.mark.parametrize(
    "name", ["8 Army", "1 Guards", "2 Shock", "5 Tank", "Mech Group NW", "Fortress Moscow"]
)
@pytest.mark.seam("8.6", "11")
def test_8_5_3a_soviet_units_have_the_two_sides_of_their_chit(name: str) -> None:
    chit = {"1 Guards": "B* 4-5/2-3", "2 Shock": "B* 4-5/2-3", "5 Tank": "A 8-6/4-3 t12"}.get(
        name, "C 3-5/2-3 t4"
    )
    t = fight({"I": "1010", name: "1011"}, "1011", ("I",), "1/2", chits={name: chit})
    t.do(Lose, "I")
    t.do(Lose, name)
    a, d = chit.split(" ")[1].split("/")[1].split("-")
    assert printed(t.s, t.w.unit(name)) == (int(a), int(d))
    t.do(Lose, name)
    assert t.s.where[t.w.unit(name)] < 0


@pytest.mark.rule("8.6a")
def test_8_6a_each_hex_of_a_retreat_is_farther_from_the_combat() -> None:
    t = fight({"I": "1010", "8 Army": "1011"}, "1011", ("I",), "A2", chits={"8 Army": WEAK})
    t.do(FallBack)
    assert spots(t) == {"1009", "0910", "1110"}
    assert t.no(Retreat, "I", "1111") == "8.6a"
    t.do(Retreat, "I", "1009")
    assert t.frame().left == 1
    t.do(FallBack)
    assert t.no(Retreat, "I", "1110") == t.no(Retreat, "I", "1010") == "8.6a"
    t.do(Retreat, "I", "1008")
    assert t.at("I") == "1008"


@pytest.mark.rule("8.6b")
def test_8_6b_the_owner_may_send_units_to_different_hexes() -> None:
    t = two_corps()
    t.do(FallBack)
    assert t.seat == "axis"
    assert t.no(Retreat, "8 Army", "1012") == "8.6b"
    t.do(Retreat, "I", "0910")
    t.do(Retreat, "II", "1110")
    assert (t.at("I"), t.at("II")) == ("0910", "1110")


@pytest.mark.rule("8.6.1")
def test_8_6_1_the_four_priorities() -> None:
    base = {"I": "1010", "8 Army": "1011"}
    chits = {"8 Army": WEAK}

    def open_hexes(place: dict[str, str], closed: tuple[str, ...]) -> set[str]:
        m = board(dict.fromkeys(closed, "sea"))
        t = fight({**base, **place}, "1010", ("8 Army",), "D1", SOVIET, chits=chits, map=m)
        t.do(FallBack)
        return spots(t)

    # 1009 is empty, 0910 holds a friend, 0911 and 1111 lie in the zone of 8 Army.
    assert open_hexes({"II": "0910"}, ("1110",)) == {"1009"}
    # Without an empty safe hex: the friend outside any zone.
    assert open_hexes({"II": "0910", "V": "0911"}, ("1110", "1009")) == {"0910"}
    # Then the friend inside a zone, before the empty zone hex.
    assert open_hexes({"V": "0911"}, ("1110", "1009", "0910")) == {"0911"}
    assert open_hexes({}, ("1110", "1009", "0910")) == {"0911", "1111"}
    m = board({"1110": "sea"})
    t = fight({**base, "II": "0910"}, "1010", ("8 Army",), "D1", SOVIET, chits=chits, map=m)
    t.do(FallBack)
    assert t.no(Retreat, "I", "0910") == "8.6.1"


@pytest.mark.rule("8.6.3")
@pytest.mark.parametrize(("name", "side", "loses"), [
    ("XLI Pz", SOVIET, True), ("I", SOVIET, False), ("5 Tank", AXIS, True), ("Mech Group NW", AXIS, True), ("9 Army", AXIS, False),
])  # fmt: skip
@pytest.mark.parametrize("kind", ["river", "major"])
def test_8_6_3_armor_that_retreats_over_a_river_loses_a_step(
    name: str, side: int, loses: bool, kind: str
) -> None:
    m = board(dict.fromkeys(("1110", "0910", "0911", "1111"), "sea"), **{kind: [("1009", "1010")]})  # type: ignore[arg-type]
    enemy = "8 Army" if side == SOVIET else "II"
    chits = {"5 Tank": "A 8-6/4-3 t12", "Mech Group NW": WEAK, "9 Army": "C 3-5/2-3 t4", "8 Army": WEAK}
    place = {name: "1010", enemy: "1011"}
    t = fight(
        place, "1010", (enemy,), "D1", side, map=m, chits={k: v for k, v in chits.items() if k in place}
    )
    before = t.steps(name)
    t.do(FallBack)
    t.do(Retreat, name, "1009")
    assert t.steps(name) == before - loses


@pytest.mark.rule("8.6.4a")
@pytest.mark.rule("8.4.3b")
@pytest.mark.seam("8.6", "18")
def test_8_6_4a_no_retreat_onto_the_enemy_or_across_water_or_ice() -> None:
    m = board(sea=[("1009", "1010")], lake=[("0910", "1010")], frozen=[("0911", "1010")])
    place = {"8 Army": "1010", "I": "1011", "II": "1110"}
    t = fight(place, "1010", ("I",), "D1", map=m, turn=12, chits={"8 Army": WEAK})
    t.do(FallBack)
    assert spots(t) == {"1111"}
    for label in ("1009", "0910", "0911", "1110"):
        assert t.no(Retreat, "8 Army", label) == "8.6.4a"


@pytest.mark.rule("8.6.4b")
@pytest.mark.seam("8.6", "13")
def test_8_6_4b_the_railroad_gun_retreats_along_a_railroad() -> None:
    m = board(rail=chain("1010", "0910", "0810"))
    t = fight(
        {"Railroad Gun": "1010", "8 Army": "1011"},
        "1010",
        ("8 Army",),
        "D1",
        SOVIET,
        map=m,
        chits={"8 Army": WEAK},
    )
    t.do(FallBack)
    assert spots(t) == {"0910"}
    assert t.no(Retreat, "Railroad Gun", "1009") == "8.6.4b"


def fled(result: str) -> Table:
    """9 Army was driven onto 8 Army, which is then attacked with a result."""
    place = {"I": "1009", "V": "1012", "9 Army": "1010", "8 Army": "1011"}
    m = board(dict.fromkeys(("0910", "1110", "1111", "0911"), "sea"))
    t = attacking(place, turn=15, map=m, chits={"9 Army": WEAK, "8 Army": WEAK})
    t.do(Target, "1010")
    t.do(Join, "I")
    t.do(Commit)
    t.roll(5)  # 5 to 3 is 3:2: D1
    t.do(FallBack)
    t.do(Retreat, "9 Army", "1011")
    t.do(Done)
    t.do(Target, "1011")
    t.do(Join, "V")
    t.do(Commit)
    assert t.s.defenders == [t.w.unit("8 Army")]
    t.s.agenda = (*frames_of(result), EndCombat(), *t.s.agenda[1:])
    return t.run()


@pytest.mark.rule("8.6.5")
def test_8_6_5_units_driven_onto_others_do_not_defend_and_die_when_those_are_hit() -> None:
    t = fled("NE")
    assert t.at("9 Army") == "1011"
    t = fled("D1")
    t.do(Lose, "8 Army")
    assert (t.at("9 Army"), t.at("8 Army")) == ("returning", "1011")
    t = fled("1/1")
    t.do(Lose, "V")
    t.do(Lose, "8 Army")
    assert t.at("9 Army") == "returning"
    assert fled("DE").at("9 Army") == "returning"


# --- advance


def advance_from(result: str, **given: Any) -> Table:
    return fight(
        {"XLI Pz": "1010", "I": "1010", "8 Army": "1011"},
        "1011",
        ("XLI Pz", "I"),
        result,
        chits={"8 Army": WEAK},
        **given,
    )


@pytest.mark.rule("8.7a")
def test_8_7a_the_winner_may_advance_when_all_the_losers_are_gone() -> None:
    t = advance_from("D1")
    t.do(FallBack)
    t.do(Retreat, "8 Army", "1012")
    assert t.seat == "axis" and t.ok(Advance, "I", "1011")
    t.do(Advance, "I", "1011")
    assert t.at("I") == "1011"
    # A Fortress that stayed bars the way.
    place = {"XLI Pz": "1010", "8 Army": "1011", "Fortress Moscow": "1011"}
    t = fight(place, "1011", ("XLI Pz",), "D1", chits={"8 Army": WEAK, "Fortress Moscow": WEAK})
    t.do(FallBack)
    t.do(Retreat, "8 Army", "1012")
    assert t.s.agenda == ()


@pytest.mark.rule("8.7a")
def test_8_7a_a_winning_defender_may_advance_too() -> None:
    t = fight({"I": "1010", "8 Army": "1011"}, "1011", ("I",), "A1", chits={"8 Army": WEAK})
    t.do(FallBack)
    t.do(Retreat, "I", "1009")
    assert t.seat == "soviet"
    t.do(Advance, "8 Army", "1010")
    assert t.at("8 Army") == "1010"


@pytest.mark.rule("8.7b")
def test_8_7b_an_advance_is_optional_decided_at_once_and_counted_in_hexes() -> None:
    m = board({"1011": "swamp"}, major=[("1010", "1011")])
    t = advance_from("D1", map=m)
    t.do(FallBack)
    t.do(Retreat, "8 Army", "1012")
    assert type(t.frame()) is Advances
    t.s.spent = [9] * len(t.s.spent)
    assert t.ok(Advance, "XLI Pz", "1011") and t.ok(Done)
    t.do(Done)
    assert t.at("XLI Pz") == "1010" and t.s.agenda == ()


@pytest.mark.rule("8.7c")
def test_8_7c_the_printed_examples_of_length() -> None:
    t = advance_from("D3")  # one loss and two hexes: up to two
    t.do(Lose, "8 Army")
    for label in ("1012", "1013"):
        t.do(FallBack)
        t.do(Retreat, "8 Army", label)
    assert t.frame() == Advances(0, 2)
    t = advance_from("D2")  # one loss and one hex: one only
    t.do(Lose, "8 Army")
    t.do(FallBack)
    t.do(Retreat, "8 Army", "1012")
    assert t.frame() == Advances(0, 1)
    t.do(Advance, "XLI Pz", "1011")
    assert t.no(Advance, "XLI Pz", "1111") == "8.7c"


@pytest.mark.rule("8.7d")
def test_8_7d_no_advance_when_losses_use_up_the_result() -> None:
    t = advance_from("D2")
    t.do(Lose, "8 Army")
    t.do(Lose, "8 Army")
    assert t.at("8 Army") == "returning" and t.s.agenda == ()


@pytest.mark.rule("8.7.1a")
def test_8_7_1a_never_more_than_two_hexes() -> None:
    t = advance_from("D3")
    for label in ("1012", "1013", "1014"):
        t.do(FallBack)
        t.do(Retreat, "8 Army", label)
    assert t.frame() == Advances(0, 2)
    t.do(Advance, "XLI Pz", "1011")
    t.do(Advance, "XLI Pz", "1012")
    assert t.frame() == Advances(0, 2)
    assert t.no(Advance, "XLI Pz", "1013") == "8.7.1a"
    t = advance_from("D1")
    t.do(FallBack)
    t.do(Retreat, "8 Army", "1012")
    assert t.frame().limit == 1
    assert advance_from("DE").frame() == Advances(0, 2)


@pytest.mark.rule("8.7.1b")
def test_8_7_1b_only_armor_advances_two_hexes() -> None:
    t = advance_from("DE")
    t.do(Advance, "I", "1011")
    assert t.no(Advance, "I", "1012") == "8.7.1b"
    t.do(Advance, "XLI Pz", "1011")
    t.do(Advance, "XLI Pz", "1012")
    assert t.at("XLI Pz") == "1012"
    for name in ("5 Tank", "Mech Group NW"):
        t = fight({name: "1010", "I": "1011"}, "1011", (name,), "DE", SOVIET)
        t.do(Advance, name, "1011")
        assert t.ok(Advance, name, "1012")
    t = fight({"1 Guards": "1010", "I": "1011"}, "1011", ("1 Guards",), "DE", SOVIET)
    t.do(Advance, "1 Guards", "1011")
    assert t.s.agenda == ()


@pytest.mark.rule("8.7.2a")
def test_8_7_2a_the_first_hex_is_the_vacated_one_the_second_any() -> None:
    t = advance_from("DE")
    assert t.no(Advance, "XLI Pz", "1111") == "8.7.2a"
    t.do(Advance, "XLI Pz", "1011")
    assert {a.hex for a in t.offers(Advance) if a.unit == t.w.unit("XLI Pz")} == {
        t.w.hex(label) for label in ("1010", "1012", "0911", "1111", "0912", "1112")
    }


@pytest.mark.rule("8.7.2b")
def test_8_7_2b_the_first_hex_may_lie_across_a_river_the_second_may_not() -> None:
    m = board(major=[("1010", "1011")], river=[("1011", "1012")])
    t = advance_from("DE", map=m)
    t.do(Advance, "XLI Pz", "1011")
    assert t.no(Advance, "XLI Pz", "1012") == t.no(Advance, "XLI Pz", "1010") == "8.7.2b"
    assert t.ok(Advance, "XLI Pz", "1111")


@pytest.mark.rule("8.7.2c")
@pytest.mark.rule("8.4.3b")
def test_8_7_2c_no_advance_across_water_or_ice() -> None:
    m = board(sea=[("1011", "1012")], lake=[("1011", "1111")], frozen=[("0911", "1011")])
    t = advance_from("DE", map=m)
    t.do(Advance, "XLI Pz", "1011")
    for label in ("1012", "1111", "0911"):
        assert t.no(Advance, "XLI Pz", label) == "8.7.2c"
    ice = board(frozen=[("1010", "1011")])
    t = fight(
        {"8 Army": "1010", "I": "1011"},
        "1011",
        ("8 Army",),
        "DE",
        SOVIET,
        map=ice,
        turn=12,
        chits={"8 Army": WEAK},
    )
    assert t.s.agenda == ()


@pytest.mark.rule("8.7.3")
@pytest.mark.seam("8.6", "13")
def test_8_7_3_who_never_advances() -> None:
    place = {"8 Army": "1010", "Offensive Support 1": "1010", "9 Army": "1111", "I": "1011"}
    t = fight(place, "1011", ("8 Army",), "DE", SOVIET, chits={"8 Army": WEAK})
    assert t.names(t.offers(Advance)) == {"8 Army"}
    assert t.no(Advance, "9 Army", "1011") == "8.7.3"
    # Defenders who won: no support unit, no gun, no unit without a Movement Factor.
    place = {"Fortress Moscow": "1011", "Offensive Support 1": "1011", "8 Army": "1011", "I": "1010"}
    t = fight(place, "1011", ("I",), "AE", chits={"8 Army": WEAK, "Fortress Moscow": WEAK})
    assert t.names(t.offers(Advance)) == {"8 Army"}
    assert t.no(Advance, "Fortress Moscow", "1010") == t.no(Advance, "Offensive Support 1", "1010") == "8.7.3"
    m = board(rail=chain(*row(10, 8, 12)))
    t = fight(
        {"Railroad Gun": "1010", "I": "1010", "8 Army": "1011"},
        "1010",
        ("8 Army",),
        "AE",
        SOVIET,
        map=m,
        chits={"8 Army": WEAK},
    )
    assert t.no(Advance, "Railroad Gun", "1011") == "8.7.3"
    assert AfterResult(0, 0).run(t.s) == ()


@pytest.mark.rule("4.2.3a")
@pytest.mark.rule("8.7.3")
@pytest.mark.seam("4", "8.6")
def test_8_7_3_bases_do_not_advance_into_an_enemy_zone() -> None:
    place = {"Air Base 1": "1010", "I": "1010", "8 Army": "1011"}
    t = fight(place, "1010", ("8 Army",), "AE", SOVIET, chits={"8 Army": WEAK})
    assert t.names(t.offers(Advance)) == {"Air Base 1", "I"}
    t = fight({**place, "9 Army": "1012"}, "1010", ("8 Army",), "AE", SOVIET, chits={"8 Army": WEAK})
    assert t.names(t.offers(Advance)) == {"I"}
    assert t.no(Advance, "Air Base 1", "1011") == "4.2.3a"


@pytest.mark.rule("18.2.3c")
@pytest.mark.seam("8.6", "18")
def test_18_2_3c_in_snow_axis_units_retreat_while_they_can() -> None:
    place = {"I": "1010", "8 Army": "1011"}
    t = fight(place, "1010", ("8 Army",), "D1", SOVIET, turn=12, chits={"8 Army": WEAK})
    assert t.no(Lose, "I") == "18.2.3c"
    assert t.ok(FallBack)
    t = fight(place, "1010", ("8 Army",), "D1", SOVIET, turn=11, chits={"8 Army": WEAK})
    assert t.ok(Lose, "I")
    t = fight(place, "1011", ("I",), "A1", turn=12, chits={"8 Army": WEAK})
    assert t.no(Lose, "I") == "18.2.3c"
    t = fight(place, "1011", ("I",), "D1", turn=12, chits={"8 Army": WEAK})
    assert t.ok(Lose, "8 Army")
    walled = board(dict.fromkeys(("1009", "0910", "1110", "0911", "1111"), "sea"))
    t = fight(place, "1010", ("8 Army",), "D1", SOVIET, turn=12, map=walled, chits={"8 Army": WEAK})
    assert t.ok(Lose, "I")
