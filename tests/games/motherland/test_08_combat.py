"""Chapter 8.0 to 8.4: attacks, odds, restrictions, terrain."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland import GAME
from hexfront.games.motherland.actions import (
    CallAir,
    Cancel,
    Commit,
    Done,
    FallBack,
    FireGun,
    Join,
    Lose,
    Resolve,
    Retreat,
    Target,
)
from hexfront.games.motherland.combat import (
    CombatRoll,
    Forming,
    Support,
    assess,
)
from hexfront.games.motherland.results import Advances, Choice
from hexfront.wargame import Odds, Term
from tests.games.motherland.kit import AXIS, SOVIET, Table, attacking, board, chain, real, row, words

WEAK = "C* 1-3/1-2"
FOUR = "C* 2-4/1-2"


def attack(
    place: dict[str, str], target: str, *units: str, side: int = AXIS, commit: bool = True, **given: Any
) -> Table:
    t = attacking(place, side, **given)
    t.do(Target, target)
    for name in units:
        t.do(Join, name)
    if commit:
        t.do(Commit)
    return t


@pytest.mark.rule("8.0a")
def test_8_0a_nobody_has_to_attack() -> None:
    t = attacking({"I": "1010", "8 Army": "1011"})
    t.do(Done)
    assert t.s.agenda == ()


@pytest.mark.rule("8.0b")
def test_8_0b_attacks_are_made_one_by_one_in_any_order() -> None:
    place = {"I": "1010", "II": "1210", "8 Army": "1011", "9 Army": "1211"}
    t = attack(place, "1211", "II", chits={"8 Army": WEAK, "9 Army": WEAK})
    t.roll(3)
    assert t.ok(Target, "1011")
    t.do(Target, "1011")
    t.do(Cancel)
    assert t.ok(Target, "1011")
    t.do(Target, "1011")
    assert t.no(Cancel) == "8.0b"


@pytest.mark.rule("8.0c")
def test_8_0c_the_phasing_player_is_the_attacker() -> None:
    t = attacking({"I": "1010", "8 Army": "1011"})
    assert t.seat == "axis"
    t.do(Target, "1011")
    assert t.no(Join, "8 Army") == "8.0c"
    t.do(Join, "I")
    t.do(Commit)
    assert t.s.attackers == [t.w.unit("I")] and t.s.defenders == [t.w.unit("8 Army")]


@pytest.mark.rule("8.1.1")
@pytest.mark.rule("11.1.1")
@pytest.mark.seam("8", "11")
def test_8_1_1_totals_after_every_chit_has_been_drawn() -> None:
    place = {
        "I": "1010",
        "XLI Pz": "1010",
        "8 Army": "1011",
        "Offensive Support 1": "1011",
        "Moscow Factory": "1011",
    }
    t = attack(place, "1011", "I", "XLI Pz", cup={"C* 2-3/1-2": 5})
    t.roll("C* 2-3/1-2")
    odds = assess(t.s)
    assert (odds.attack, odds.defence) == (14, 7)  # 5 + 9 against 3 + 1 + 3
    t = attack(
        {"8 Army": "1010", "9 Army": "1111", "I": "1011"},
        "1011",
        "8 Army",
        "9 Army",
        side=SOVIET,
        cup={WEAK: 5, FOUR: 5},
    )
    t.roll(WEAK, FOUR)
    assert assess(t.s).attack == 3
    assert attack(place, "1011", commit=False).no(Commit) == "8.1.1"


@pytest.mark.rule("8.1.1b")
def test_8_1_1b_rivers_change_the_defense_before_the_odds() -> None:
    m = board(major=[("1010", "1011")])
    t = attack(
        {"I": "1010", "XLI Pz": "1010", "8 Army": "1011"},
        "1011",
        "I",
        "XLI Pz",
        map=m,
        chits={"8 Army": FOUR},
    )
    odds = assess(t.s)
    assert (odds.defence, t.w.results.columns[odds.start]) == (8, "3:2")


@pytest.mark.rule("8.1.2")
@pytest.mark.parametrize(("attacker", "defender", "column"), [
    (15, 4, "3:1"), (11, 12, "1:2"), (12, 12, "1:1"), (18, 12, "3:2"), (17, 12, "1:1"), (6, 18, "1:3"), (28, 4, "7:1+"),
])  # fmt: skip
def test_8_1_2_odds_are_rounded_for_the_defender(attacker: int, defender: int, column: str) -> None:
    w = real("uranus").w
    assert Odds(w.results, attacker, defender).header == column


@pytest.mark.rule("8.1.3")
@pytest.mark.seam("8", "13")
def test_8_1_3_support_is_declared_before_the_roll() -> None:
    place = {"I": "1010", "8 Army": "1011", "Air Base 1": "1008"}
    t = attack(place, "1011", "I", chits={"8 Army": WEAK}, air=1)
    assert type(t.frame()) is Support and t.seat == "axis"
    t.do(CallAir)
    assert type(t.frame()) is CombatRoll
    t = attack(place, "1011", "I", chits={"8 Army": WEAK}, air=1)
    t.do(Resolve)
    assert type(t.frame()) is CombatRoll and assess(t.s).shifts == ()


@pytest.mark.rule("8.1.4")
def test_8_1_4_shifts_add_up_to_a_final_column() -> None:
    place = {"I": "1010", "XLI Pz": "1010", "8 Army": "1011", "Air Base 1": "1008"}
    t = attack(place, "1011", "I", "XLI Pz", chits={"8 Army": FOUR}, air=1, map=board({"1011": "woods"}))
    t.do(CallAir)
    odds = assess(t.s)
    assert (t.w.results.columns[odds.start], t.w.results.columns[odds.column]) == ("3:1", "4:1")
    assert odds.shifts == (Term("Terrain", -1, "8.4"), Term("Air Support", 2, "14.1c"))


@pytest.mark.rule("8.1.5a")
def test_8_1_5a_one_six_sided_die_is_read_on_the_table() -> None:
    t = attack(
        {"I": "1010", "XLI Pz": "1010", "8 Army": "1011"}, "1011", "I", "XLI Pz", chits={"8 Army": FOUR}
    )
    assert sorted(outcome for outcome, _ in t.frame().outcomes(t.s).chances()) == [1, 2, 3, 4, 5, 6]
    events = t.roll(4)  # 3:1
    resolved = events[0]
    assert type(resolved).__name__ == "CombatResolved"
    assert (resolved.column, resolved.die, resolved.result) == ("3:1", 4, "D1")  # type: ignore[attr-defined]
    assert t.frame() == Choice(1, 1, 1, 0, True)
    t = attack(
        {"I": "1010", "XLI Pz": "1010", "8 Army": "1011"}, "1011", "I", "XLI Pz", chits={"8 Army": FOUR}
    )
    t.roll(5)
    assert t.frame() == Choice(1, 2, 2, 0, True)


@pytest.mark.rule("8.1.5b")
def test_8_1_5b_the_attacker_suffers_first_then_the_defender() -> None:
    place = {"8 Army": "1010", "9 Army": "1111", "I": "1011", "Offensive Support 1": "1008"}
    strong = {"8 Army": "C 5-6/3-4 t15", "9 Army": "C 5-6/3-4 t15"}
    t = attack(place, "1011", "8 Army", "9 Army", side=SOVIET, chits=strong, turn=15)
    t.roll(4)  # 1:1, row 7: 1/1
    assert t.seat == "soviet"
    t.do(Lose, "8 Army")
    assert t.seat == "axis"
    t.do(Lose, "I")
    assert (t.steps("8 Army"), t.steps("I")) == (1, 2)
    t = attack({"I": "1010", "8 Army": "1011"}, "1011", "I", chits={"8 Army": "C 4-6/2-3 t12"}, turn=15)
    t.roll(2)  # 1:2: A2
    t.do(FallBack)
    t.do(Retreat, "I", "1009")
    t.do(Lose, "I")
    assert type(t.frame()) is Advances and t.seat == "soviet"


@pytest.mark.rule("8.1.6")
@pytest.mark.rule("8.3.4")
def test_8_1_6_combats_go_on_until_the_player_stops() -> None:
    place = {f"{k} Army": f"{10 + 2 * n}11" for n, k in enumerate((8, 9, 10, 11))}
    german = {"I": "1010", "II": "1210", "V": "1410", "VI": "1610"}
    t = attacking({**place, **german}, chits=dict.fromkeys(place, WEAK))
    for unit, target in zip(german, ("1011", "1211", "1411", "1611"), strict=True):
        t.do(Target, target)
        t.do(Join, unit)
        t.do(Commit)
        t.roll(4)  # 5 to 3 is 3:2: no effect
    assert t.offers(Target) == [] and t.ok(Done)


@pytest.mark.rule("8.2a")
@pytest.mark.parametrize(
    ("attacker", "defender", "shift", "start", "final"), [(9, 1, -2, "7:1+", "5:1"), (1, 5, 2, "1:3", "1:1")]
)
def test_8_2a_shifts_begin_on_the_end_columns(
    attacker: int, defender: int, shift: int, start: str, final: str
) -> None:
    w = real("uranus").w
    column = Odds(w.results, attacker, defender).column
    assert (w.results.header(column), w.results.header(w.results.within(column + shift))) == (start, final)


@pytest.mark.rule("8.2b")
def test_8_2b_other_shifts_begin_on_the_column_of_the_odds_and_stop_at_the_end() -> None:
    w = real("uranus").w
    column = Odds(w.results, 12, 4).column
    assert w.results.header(w.results.within(column + 2)) == "5:1"
    assert w.results.header(w.results.within(column - 2)) == "3:2"
    assert (
        w.results.header(w.results.within(column + 9)) == "7:1+"
        and w.results.header(w.results.within(column - 9)) == "1:3"
    )


@pytest.mark.rule("8.2.1a")
@pytest.mark.rule("18.2-i1")
def test_8_2_1a_die_modifiers_add_up() -> None:
    place = {"8 Army": "1010", "I": "1011", "Offensive Support 1": "1008"}
    t = attack(place, "1011", "8 Army", side=SOVIET, chits={"8 Army": "C 5-6/3-4 t15"}, turn=19)
    assert assess(t.s).bonus == 4
    events = t.roll(2)
    assert events[0].modified == 6  # type: ignore[attr-defined]
    t = attack(place, "1011", "8 Army", side=SOVIET, chits={"8 Army": "C 3-5/2-3 t5"}, turn=5)
    assert assess(t.s).bonus == 6


@pytest.mark.rule("8.2.1b")
def test_8_2_1b_more_than_nine_is_nine() -> None:
    assert [real("uranus").w.results.read(0, die + 6).row for die in (1, 2, 3, 4, 6)] == [7, 8, 9, 9, 9]
    place = {"8 Army": "1010", "I": "1011", "Offensive Support 1": "1008"}
    t = attack(place, "1011", "8 Army", side=SOVIET, chits={"8 Army": "C 3-5/2-3 t5"}, turn=5)
    assert t.roll(6)[0].modified == 9  # type: ignore[attr-defined]


@pytest.mark.rule("8.3.1a")
def test_8_3_1a_a_hex_is_attacked_once_in_a_phase() -> None:
    t = attack({"I": "1010", "II": "1111", "8 Army": "1011"}, "1011", "I", chits={"8 Army": WEAK})
    t.roll(4)
    assert t.no(Target, "1011") == "8.3.1a"
    assert t.offers(Target) == []


@pytest.mark.rule("8.3.1b")
def test_8_3_1b_a_unit_attacks_once_and_is_attacked_once() -> None:
    place = {"I": "1010", "II": "1111", "8 Army": "1011", "9 Army": "0911"}
    t = attack(place, "1011", "I", chits={"8 Army": WEAK, "9 Army": WEAK})
    t.roll(4)
    assert t.no(Target, "0911") == "3.1.3a"  # I alone is next to it, and has attacked
    t = attack(place, "1011", "II", chits={"8 Army": WEAK, "9 Army": WEAK})
    t.roll(4)
    t.do(Target, "0911")
    assert t.no(Join, "II") == "3.1.3a" and t.ok(Join, "I")
    # A unit that was attacked and fell back to an empty hex cannot be attacked there.
    m = board(dict.fromkeys(("0911", "1111", "0912", "1112"), "sea"))
    place = {"I": "1010", "XLI Pz": "1010", "II": "1113", "8 Army": "1011"}
    t = attack(place, "1011", "I", "XLI Pz", map=m, chits={"8 Army": WEAK})
    t.roll(3)  # 14 to 3 is 4:1: D1
    t.do(FallBack)
    t.do(Retreat, "8 Army", "1012")
    t.do(Done)
    assert t.no(Target, "1012") == "8.3.1b"


@pytest.mark.rule("8.3.2a")
def test_8_3_2a_each_combat_has_one_target() -> None:
    t = attacking({"I": "1010", "8 Army": "1011", "9 Army": "1009"}, chits={"8 Army": WEAK, "9 Army": FOUR})
    t.do(Target, "1011")
    assert type(t.frame()) is Forming and t.frame().takes == (Join, Commit, Cancel)
    assert t.s.defenders == [t.w.unit("8 Army")]


@pytest.mark.rule("8.3.2b")
def test_8_3_2b_from_up_to_six_hexes_at_once() -> None:
    around = ("1009", "1011", "0910", "1110", "0911", "1111")
    names = ("I", "II", "V", "VI", "VII", "VIII")
    t = attack(
        {**dict(zip(names, around, strict=True)), "8 Army": "1010"}, "1010", *names, chits={"8 Army": WEAK}
    )
    assert assess(t.s).attack == 30


@pytest.mark.rule("8.3.3a")
def test_8_3_3a_units_of_a_stack_attack_different_hexes_in_separate_combats() -> None:
    place = {"I": "1010", "II": "1010", "8 Army": "1011", "9 Army": "1009"}
    t = attack(place, "1011", "I", chits={"8 Army": WEAK, "9 Army": WEAK})
    t.roll(4)
    t.do(Target, "1009")
    t.do(Join, "II")
    t.do(Commit)
    assert assess(t.s).attack == 5


@pytest.mark.rule("8.3.3b")
def test_8_3_3b_all_defenders_of_a_hex_defend_together() -> None:
    place = {"I": "1010", "8 Army": "1011", "2 Shock": "1011", "Fortress Moscow": "1011"}
    chits = {"8 Army": WEAK, "2 Shock": "B* 4-5/2-3", "Fortress Moscow": FOUR}
    t = attack(place, "1011", "I", chits=chits, turn=15)
    assert assess(t.s).defence == 3 + 5 + 4


@pytest.mark.rule("8.3.5")
def test_8_3_5_an_attack_factor_is_not_divided() -> None:
    place = {"XLI Pz": "1010", "8 Army": "1011", "9 Army": "1009"}
    t = attack(place, "1011", "XLI Pz", commit=False, chits={"8 Army": WEAK, "9 Army": WEAK})
    assert t.no(Join, "XLI Pz") == "8.3.5"
    t.do(Commit)
    assert assess(t.s).attack == 9
    t.roll(2)
    assert t.offers(Target) == []


@pytest.mark.rule("8.3.6")
@pytest.mark.rule("11.3.1")
def test_8_3_6_a_fortress_defends_and_never_attacks() -> None:
    place = {"Fortress Moscow": "1010", "8 Army": "1010", "I": "1011"}
    t = attacking(place, SOVIET, chits={"Fortress Moscow": FOUR, "8 Army": WEAK})
    t.do(Target, "1011")
    assert t.no(Join, "Fortress Moscow") == "8.3.6"
    assert t.names(t.offers(Join)) == {"8 Army"}
    t = attacking({"Fortress Moscow": "1010", "I": "1011"}, SOVIET, chits={"Fortress Moscow": FOUR})
    assert t.offers(Target) == []
    t = attack({"Fortress Moscow": "1010", "I": "1011"}, "1010", "I", chits={"Fortress Moscow": FOUR})
    assert assess(t.s).defence == 4
    shown = {p.id: p.factors for p in GAME.view(t.s, "axis").pieces}
    assert shown["Fortress Moscow"] == "(2)-4-0"


@pytest.mark.rule("8.3.7")
def test_8_3_7_allies_fight_beside_germans_not_beside_other_allies() -> None:
    place = {
        "Romanian 3rd": "1010",
        "Hungarian 2nd": "1111",
        "I": "0911",
        "Romanian 4th": "1012",
        "8 Army": "1011",
    }
    t = attack(place, "1011", "Romanian 3rd", "I", commit=False, chits={"8 Army": WEAK})
    assert t.no(Join, "Hungarian 2nd") == "8.3.7"
    t.do(Join, "Romanian 4th")
    assert len(t.s.attackers) == 3


@pytest.mark.rule("8.3.8")
def test_8_3_8_a_zero_attack_factor_never_attacks() -> None:
    t = attacking(
        {"8 Army": "1010", "9 Army": "1010", "I": "1011"},
        SOVIET,
        chits={"8 Army": "C* 0-2/0-1", "9 Army": WEAK},
        turn=12,
    )
    t.do(Target, "1011")
    assert t.no(Join, "8 Army") == "8.3.8"
    t = attacking({"Supply Base 1": "1010", "8 Army": "1011"}, chits={"8 Army": WEAK})
    assert t.offers(Target) == []
    # A chit of zero drawn for the attack leaves its unit out.
    place = {"8 Army": "1010", "9 Army": "1111", "I": "1011"}
    t = attack(place, "1011", "8 Army", "9 Army", side=SOVIET, chits={"9 Army": WEAK}, cup={"C* 0-2/0-1": 3})
    t.roll("C* 0-2/0-1")
    assert t.s.attackers == [t.w.unit("9 Army")]
    t = attack({"8 Army": "1010", "I": "1011"}, "1011", "8 Army", side=SOVIET, cup={"C* 0-2/0-1": 3})
    assert "AttackFellThrough" in words(t.roll("C* 0-2/0-1"))


@pytest.mark.rule("8.3.9")
def test_8_3_9_no_combat_across_sea_or_lake() -> None:
    maps = board(sea=[("1010", "1011")]), board(lake=[("1010", "1011")])
    for m in maps:
        t = attacking({"I": "1010", "II": "0911", "8 Army": "1011"}, map=m, chits={"8 Army": WEAK})
        t.do(Target, "1011")
        assert t.no(Join, "I") == "8.3.9"
        t = attacking({"I": "1010", "8 Army": "1011"}, map=m, chits={"8 Army": WEAK})
        assert t.offers(Target) == []


@pytest.mark.rule("8.4")
@pytest.mark.parametrize(
    ("terrain", "shift"),
    [("clear", 0), ("woods", -1), ("swamp", -2), ("mountain", -1), ("high_mountain", -2)],
)
def test_8_4_terrain_shifts_columns_and_leaves_factors_alone(terrain: str, shift: int) -> None:
    m = board({"1011": terrain})
    t = attack(
        {"I": "1010", "XLI Pz": "1010", "8 Army": "1011"},
        "1011",
        "I",
        "XLI Pz",
        map=m,
        chits={"8 Army": FOUR},
    )
    odds = assess(t.s)
    assert (odds.attack, odds.defence) == (14, 4)
    assert odds.column - odds.start == shift
    assert odds.shifts == ((Term("Terrain", shift, "8.4"),) if shift else ())
    t = attack(
        {"I": "1010", "8 Army": "1011"}, "1011", "I", map=board(fortified=["1011"]), chits={"8 Army": WEAK}
    )
    assert assess(t.s).shifts == (Term("Terrain", -2, "8.4"),)
    t = attack(
        {"I": "1010", "8 Army": "1011"},
        "1011",
        "I",
        map=board({"1011": "woods"}, city=["1011"]),
        chits={"8 Army": WEAK},
    )
    assert assess(t.s).shifts == (Term("Terrain", -1, "8.4"),)


@pytest.mark.rule("8.4.1a")
def test_8_4_1a_a_river_helps_only_if_every_attacker_crosses_one() -> None:
    m = board(river=[("1010", "1011")])
    place = {"I": "1010", "II": "1111", "8 Army": "1011"}
    assert assess(attack(place, "1011", "I", map=m, chits={"8 Army": FOUR}).s).defence == 6
    assert assess(attack(place, "1011", "I", "II", map=m, chits={"8 Army": FOUR}).s).defence == 4


@pytest.mark.rule("8.4.1b")
def test_8_4_1b_minor_rivers_add_two_to_the_total() -> None:
    m = board(river=[("1010", "1011")])
    place = {"I": "1010", "II": "1010", "V": "1010", "8 Army": "1011"}
    t = attack(place, "1011", "I", "II", "V", map=m, chits={"8 Army": FOUR})
    odds = assess(t.s)
    assert (odds.attack, odds.defence, t.w.results.columns[odds.start]) == (15, 6, "2:1")


@pytest.mark.rule("8.4.1c")
def test_8_4_1c_major_rivers_double_the_total() -> None:
    m = board(major=[("1010", "1011")])
    place = {"I": "1010", "II": "1010", "V": "1010", "8 Army": "1011"}
    t = attack(place, "1011", "I", "II", "V", map=m, chits={"8 Army": FOUR})
    assert assess(t.s).defence == 8
    assert Odds(t.w.results, 16, 8).header == "2:1"


@pytest.mark.rule("8.4.1d")
def test_8_4_1d_minor_and_major_together_count_as_major() -> None:
    m = board(river=[("1010", "1011")], major=[("1111", "1011")])
    t = attack(
        {"I": "1010", "II": "1111", "8 Army": "1011"}, "1011", "I", "II", map=m, chits={"8 Army": FOUR}
    )
    assert assess(t.s).defence == 8


KERCH = board(strait=[("1227", "1327")])


@pytest.mark.rule("8.4.2a")
def test_8_4_2a_the_kerch_strait_is_a_major_river() -> None:
    t = attack({"I": "1227", "8 Army": "1327"}, "1327", "I", map=KERCH, chits={"8 Army": FOUR})
    assert assess(t.s).defence == 8
    w = real("uranus").w
    assert list(w.kerch.pairs()) in ([(w.hex("1227"), w.hex("1327"))], [(w.hex("1327"), w.hex("1227"))])


@pytest.mark.rule("8.4.2b")
def test_8_4_2b_no_armor_attacks_across_the_kerch_strait() -> None:
    t = attacking({"I": "1227", "XLI Pz": "1227", "8 Army": "1327"}, map=KERCH, chits={"8 Army": FOUR})
    t.do(Target, "1327")
    assert t.no(Join, "XLI Pz") == "8.4.2b"
    t = attacking({"5 Tank": "1327", "Mech Group S": "1327", "I": "1227"}, SOVIET, map=KERCH, turn=15)
    assert t.offers(Target) == []
    assert t.no(Target, "1227") == "3.1.3a"


ICE = board(frozen=[("1010", "1011")], sea=[("1010", "1011")])


@pytest.mark.rule("8.4.3a")
@pytest.mark.rule("18.2.2")
@pytest.mark.seam("8", "18")
def test_8_4_3a_soviet_infantry_attacks_over_ice_as_over_a_minor_river() -> None:
    place = {"8 Army": "1010", "5 Tank": "1010", "I": "1011"}
    t = attacking(place, SOVIET, map=ICE, turn=12, chits={"8 Army": WEAK, "5 Tank": "A 8-6/4-3 t12"})
    t.do(Target, "1011")
    assert t.no(Join, "5 Tank") == "8.4.3a"
    t.do(Join, "8 Army")
    t.do(Commit)
    assert assess(t.s).defence == 9
    assert attacking(place, SOVIET, map=ICE, turn=15).offers(Target) == []
    t = attacking({"I": "1010", "8 Army": "1011"}, map=ICE, turn=12)
    assert t.offers(Target) == []


@pytest.mark.rule("16.2a")
@pytest.mark.rule("16.2b")
@pytest.mark.seam("8", "13")
def test_16_2_the_railroad_gun_fires_at_fortresses_within_two_hexes_for_plus_four() -> None:
    m = board(rail=chain(*row(10, 8, 12)), fortified=["1011"])
    place = {"I": "1010", "8 Army": "1011", "Railroad Gun": "0910"}
    t = attack(place, "1011", "I", map=m, chits={"8 Army": WEAK})
    assert type(t.frame()) is Support
    t.do(FireGun)
    assert assess(t.s).modifiers == (Term("Railroad Gun", 4, "16.2b"),)
    assert t.roll(1)[0].modified == 5  # type: ignore[attr-defined]
    # Neither a fortified city nor a Fortress unit: no gun.
    plain = board(rail=chain(*row(10, 8, 12)))
    assert type(attack(place, "1011", "I", map=plain, chits={"8 Army": WEAK}).frame()) is CombatRoll
    t = attack(
        {**place, "Fortress Moscow": "1011"},
        "1011",
        "I",
        map=plain,
        chits={"8 Army": WEAK, "Fortress Moscow": WEAK},
    )
    assert t.ok(FireGun)
    # Three hexes away it is out of range.
    m = board(rail=chain(*row(10, 6, 12)), fortified=["1011"])
    far = {"I": "1010", "8 Army": "1011", "Railroad Gun": "0710", "Air Base 1": "1008"}
    t = attack(far, "1011", "I", map=m, chits={"8 Army": WEAK}, air=1)
    assert t.no(FireGun) == "16.2b"


@pytest.mark.rule("8.4")
def test_8_4_a_fortified_city_in_hills_counts_the_better_shift_and_not_both() -> None:
    w = real("campaign").w
    assert w.terrain_name(w.hex("Sevastopol"), False) == "mountain"  # the one hex where the two meet
    assert w.shift_of(w.hex("Sevastopol"), False) == -2
    t = attacking({"I": "1010", "8 Army": "1011"}, map=board({"1011": "woods"}, fortified=["1011"]))
    assert t.w.shift_of(t.w.hex("1011"), False) == -2
