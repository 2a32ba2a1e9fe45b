"""Chapter 6: stacking."""

from __future__ import annotations

import pytest

from hexfront.games.motherland import GAME
from hexfront.games.motherland.actions import Done, Pick, Remove, Step, Stop
from hexfront.games.motherland.kinds import PHASE_IDS
from hexfront.games.motherland.sequence import PhaseFrame
from hexfront.games.motherland.stacking import StackingCheck, Trim, excess
from tests.games.motherland.kit import Table, moving, table


def over(names: list[str], turn: int = 2) -> set[str]:
    t = table(dict.fromkeys(names, "1010"), turn=turn)
    return {t.w.names[u] for u in excess(t.s, t.w.hex("1010"))}


@pytest.mark.rule("6.0a")
@pytest.mark.seam("5", "6")
def test_6_0a_stacking_is_checked_when_the_phase_ends_not_before() -> None:
    t = table(
        {"I": "1010", "II": "1010", "V": "1010", "VI": "1011"}, PhaseFrame(PHASE_IDS.index("axis-movement"))
    )
    t.do(Done)
    t.do(Pick, "VI")
    t.do(Step, "1010")
    t.do(Stop)
    assert len(t.s.stack[t.w.hex("1010")]) == 4
    t.do(Done)
    t.do(Done)
    assert t.frame() == Trim(t.w.hex("1010"))
    t = moving({"I": "1010", "II": "1010", "V": "1010", "VI": "1011"})
    t.do(Pick, "VI")
    t.do(Step, "1010")
    t.do(Step, "1009")
    assert t.at("VI") == "1009"


@pytest.mark.rule("6.0b")
def test_6_0b_the_opponent_chooses_what_is_eliminated() -> None:
    t = table(dict.fromkeys(("I", "II", "V", "VI"), "1010"), StackingCheck())
    assert t.seat == "soviet"
    assert t.names(t.offers(Remove)) == {"I", "II", "V", "VI"}
    t.do(Remove, "V")
    assert t.at("V") == "pool" and t.s.agenda == ()
    t = table({"8 Army": "1010", "9 Army": "1010", "Moscow Factory": "1010"}, StackingCheck())
    assert t.seat == "axis"
    assert t.no(Remove, "Moscow Factory") == "6.0b"
    t.do(Remove, "9 Army")
    assert (t.at("8 Army"), t.at("9 Army")) == ("1010", "returning")


@pytest.mark.rule("6.1a")
@pytest.mark.seam("6", "13")
def test_6_1a_three_german_corps_with_one_base_of_each_kind_and_a_gun() -> None:
    full = ["I", "II", "XLI Pz", "Air Base 1", "Supply Base 1", "Railroad Gun"]
    assert over(full) == set()
    assert over([*full, "V"]) == {"I", "II", "V", "XLI Pz"}
    assert over(["Air Base 1", "Air Base 2"]) == {"Air Base 1", "Air Base 2"}
    assert over(["Supply Base 1", "Supply Base 2"]) == {"Supply Base 1", "Supply Base 2"}


@pytest.mark.rule("6.1b")
def test_6_1b_a_corps_counts_one_at_any_strength() -> None:
    t = table({"I": "1010", "II": "1010", "KG Raus": "1010"}, steps={"I": 2})
    assert excess(t.s, t.w.hex("1010")) == []
    assert over(["I", "II", "KG Raus", "KG Hollidt"]) == {"I", "II", "KG Raus", "KG Hollidt"}


@pytest.mark.rule("6.2a")
def test_6_2a_an_allied_army_fills_a_hex_at_any_strength() -> None:
    t = table({"Romanian 3rd": "1010", "Romanian 4th": "1010"}, steps={"Romanian 3rd": 1, "Romanian 4th": 1})
    assert len(excess(t.s, t.w.hex("1010"))) == 2


@pytest.mark.rule("6.2b")
def test_6_2b_allies_never_stack_with_corps_or_other_allies() -> None:
    assert over(["Romanian 3rd", "KG Raus"]) == {"Romanian 3rd", "KG Raus"}
    assert over(["Italian 8th", "Hungarian 2nd"]) == {"Italian 8th", "Hungarian 2nd"}
    assert over(["Romanian 3rd", "Air Base 1", "Supply Base 1"]) == set()


@pytest.mark.rule("6.3")
@pytest.mark.seam("6", "12")
def test_6_3_one_soviet_army_on_turns_1_to_11() -> None:
    rest = ["Fortress Moscow", "Offensive Support 1", "Moscow Factory"]
    for army in ("8 Army", "Mech Group NW", "2 Shock", "1 Guards", "5 Tank"):
        assert over([army, *rest], turn=11) == set()
    assert over(["8 Army", "2 Shock"], turn=11) == {"8 Army", "2 Shock"}
    assert over(["8 Army", "5 Tank"], turn=11) == {"8 Army", "5 Tank"}
    assert over(["Offensive Support 1", "Offensive Support 2"], turn=11)
    assert over(["Fortress Moscow", "Fortress Leningrad"], turn=11)
    assert over(["Moscow Factory", "Tula Factory"], turn=11)


@pytest.mark.rule("6.4")
def test_6_4_two_soviet_armies_of_different_sort_on_turns_12_to_22() -> None:
    rest = ["Fortress Moscow", "Offensive Support 1", "Moscow Factory"]
    for second in ("2 Shock", "1 Guards", "5 Tank"):
        assert over(["8 Army", second, *rest], turn=12) == set()
    assert over(["8 Army", "9 Army"], turn=12) == {"8 Army", "9 Army"}
    assert over(["8 Army", "2 Shock", "5 Tank"], turn=12) == {"2 Shock", "5 Tank"}
    assert over(["1 Guards", "2 Guards"], turn=12) == {"1 Guards", "2 Guards"}
    assert over(["Offensive Support 1", "Offensive Support 2"], turn=12)


@pytest.mark.rule("6.5")
@pytest.mark.seam("6", "10")
@pytest.mark.seam("6", "11")
def test_6_5_markers_chits_and_air_units_do_not_count() -> None:
    t = table(
        {"8 Army": "2113", "Fortress Moscow": "2113"}, StackingCheck(), partisans={"Kovpak": "2113"},
        chits={"8 Army": "C* 1-3/1-2"}, air=5,
    )  # fmt: skip
    assert t.s.agenda == () and excess(t.s, t.w.hex("2113")) == []


@pytest.mark.rule("6.6")
def test_6_6_both_players_see_every_stack_and_chit() -> None:
    t: Table = table({"8 Army": "1010", "I": "1012"}, chits={"8 Army": "C* 2-3/1-2"})
    mine, theirs = GAME.view(t.s, "soviet"), GAME.view(t.s, "axis")
    assert mine.pieces == theirs.pieces
    army = next(piece for piece in theirs.pieces if piece.id == "8 Army")
    assert (army.factors, army.note) == ("2-3-4", "chit C* 2-3/1-2")


@pytest.mark.rule("6.0b")
def test_every_overstacked_hex_is_trimmed() -> None:
    place = dict.fromkeys(("I", "II", "V", "VI", "VII"), "1010") | dict.fromkeys(
        ("VIII", "IX", "X", "XI"), "1210"
    )
    t = table(place, StackingCheck())
    t.do(Remove, "I")
    assert t.frame() == Trim(t.w.hex("1010"))
    t.do(Remove, "II")
    assert t.frame() == Trim(t.w.hex("1210"))
    t.do(Remove, "X")
    assert t.s.agenda == ()


@pytest.mark.rule("6.1a")
@pytest.mark.rule("6.3")
def test_6_an_empty_hex_and_a_lone_unit_are_never_too_many() -> None:
    t = table({"I": "1010", "8 Army": "1510"})
    assert [excess(t.s, t.w.hex(label)) for label in ("1011", "1010", "1510")] == [[], [], []]
