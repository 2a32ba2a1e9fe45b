"""Chapters 11 and 16.5: Strength Chits and Generals."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland.actions import (
    Commit,
    Done,
    DrawTwo,
    Join,
    Keep,
    Lose,
    Overrun,
    Pick,
    Replace,
    Step,
    Target,
)
from hexfront.games.motherland.chits import ChitDraw, ChitUpkeep, Command, GeneralDraw, KeepOne, cup_of
from hexfront.games.motherland.combat import CombatRoll, assess
from hexfront.games.motherland.control import return_starred
from hexfront.games.motherland.state import axis_holds, eliminate, return_chit
from hexfront.games.motherland.supply_phase import NewMarkers
from hexfront.kernel import legal
from tests.games.motherland.kit import SOVIET, Table, attacking, moving, real, table

WEAK, GOOD = "C* 1-3/1-2", "C 3-5/2-3 t4"
ZHUKOV, VASILEVSKY, KONEV = 0, 1, 2


def upkeep(place: dict[str, str], **given: Any) -> Table:
    return table(place, ChitUpkeep(), phase="administrative", **given)


def cups(t: Table, chit: str) -> tuple[int, int]:
    k = t.w.chit_number[chit]
    return t.s.cup[k], t.s.burnt[k]


@pytest.mark.rule("11.0a")
@pytest.mark.parametrize(("name", "letter"), [
    ("8 Army", "C"), ("Mech Group NW", "C"), ("Fortress Moscow", "C"), ("1 Guards", "B"), ("2 Shock", "B"), ("5 Tank", "A"),
])  # fmt: skip
def test_11_0a_a_unit_draws_chits_of_its_letter(name: str, letter: str) -> None:
    t = table({name: "1010"}, cup={WEAK: 2, GOOD: 1, "B* 4-5/2-3": 3, "A* 5-5/2-3": 4}, turn=4)
    t.run(ChitDraw(t.w.unit(name)))
    names = [name for name, _ in t.frame().outcomes(t.s).weights]
    assert names and all(name[0] == letter for name in names)
    chances = dict(t.frame().outcomes(t.s).weights)
    assert chances == {"C": {WEAK: 2, GOOD: 1}, "B": {"B* 4-5/2-3": 3}, "A": {"A* 5-5/2-3": 4}}[letter]


@pytest.mark.rule("11.0b")
def test_11_0b_at_the_start_the_cups_hold_every_starred_chit_and_nothing_else() -> None:
    t = real("barbarossa")
    for k, chit in enumerate(t.w.chits):
        assert t.s.cup[k] == (chit.count if chit.starred else 0)
    assert {letter: sum(t.s.cup[k] for k in t.w.chits_of[letter]) for letter in "ABC"} == {
        "A": 4,
        "B": 8,
        "C": 60,
    }


@pytest.mark.rule("11.0a")
def test_an_empty_cup_gives_a_lower_letter_and_at_last_a_one_one() -> None:
    t = table({"5 Tank": "1010"}, cup={"B* 4-5/2-3": 1}, turn=15)
    assert cup_of(t.s, "A").weights == (("B* 4-5/2-3", 1),)
    t = table({"5 Tank": "1010"}, turn=15)
    t.run(ChitDraw(t.w.unit("5 Tank")))
    t.roll("C* 1-1")
    assert t.chit("5 Tank") == "C* 1-1"


@pytest.mark.rule("11.1.1")
def test_11_1_1_units_draw_before_a_combat_or_overrun_on_either_side() -> None:
    for side, target in ((0, "1011"), (1, "1010")):
        t = attacking({"I": "1010", "8 Army": "1011"}, side, cup={WEAK: 3})
        t.do(Target, target)
        t.do(Join, "I" if side == 0 else "8 Army")
        t.do(Commit)
        assert t.frame() == ChitDraw(t.w.unit("8 Army"))
    t = moving({"XLI Pz": "1010", "8 Army": "1011"}, cup={WEAK: 3})
    t.do(Pick, "XLI Pz")
    t.do(Overrun, "1011")
    assert t.frame() == ChitDraw(t.w.unit("8 Army"))
    t.roll(WEAK)
    assert type(t.frame()) is CombatRoll and cups(t, WEAK) == (2, 0)


@pytest.mark.rule("11.1.2")
def test_11_1_2_units_next_to_the_axis_draw_in_administration() -> None:
    t = upkeep({"8 Army": "1010", "9 Army": "1012", "I": "1009"}, cup={WEAK: 3})
    assert t.frame() == ChitDraw(t.w.unit("8 Army"))
    t.roll(WEAK)
    assert t.s.agenda == () and (t.chit("8 Army"), t.chit("9 Army")) == (WEAK, "")


@pytest.mark.rule("11.2.1")
@pytest.mark.rule("11.2.1b")
def test_11_2_1_units_away_from_the_axis_give_up_chit_and_damage() -> None:
    t = upkeep({"8 Army": "1010", "I": "1012"}, chits={"8 Army": GOOD}, steps={"8 Army": 1})
    assert t.chit("8 Army") == "" and t.steps("8 Army") == 2
    assert cups(t, GOOD) == (1, 0)


@pytest.mark.rule("11.2.2a")
def test_11_2_2a_a_chit_stays_until_elimination_or_an_administrative_phase_away_from_the_enemy() -> None:
    t = upkeep({"8 Army": "1010", "I": "1009"}, chits={"8 Army": GOOD}, steps={"8 Army": 1})
    assert (t.chit("8 Army"), t.steps("8 Army")) == (GOOD, 1)
    t = moving({"8 Army": "1010", "I": "1009"}, SOVIET, chits={"8 Army": GOOD})
    t.do(Pick, "8 Army")

    t.do(Step, "1011")
    assert t.chit("8 Army") == GOOD
    t = attacking({"I": "1010", "8 Army": "1011"}, chits={"8 Army": GOOD}, steps={"8 Army": 1}, turn=4)
    t.do(Target, "1011")
    t.do(Join, "I")
    t.do(Commit)
    t.roll(6)  # 5 to 3 is 3:2: D1
    t.do(Lose, "8 Army")
    assert t.chit("8 Army") == "" and cups(t, GOOD) == (1, 0)


@pytest.mark.rule("11.2.2b")
def test_11_2_2b_starred_chits_are_used_once_others_return() -> None:
    t = upkeep({"8 Army": "1010", "9 Army": "1510", "I": "2010"}, chits={"8 Army": WEAK, "9 Army": GOOD})
    assert cups(t, WEAK) == (0, 1) and cups(t, GOOD) == (1, 0)


@pytest.mark.rule("11.3b")
def test_11_3b_a_new_chit_lies_full_side_up() -> None:
    t = attacking(
        {"I": "1010", "8 Army": "1011"},
        generals=["Zhukov"],
        chits={"8 Army": WEAK},
        steps={"8 Army": 1},
        cup={GOOD: 2},
    )
    t.do(Target, "1011")
    t.do(Join, "I")
    t.do(Commit)
    t.do(Replace, ZHUKOV, "8 Army")
    t.roll(GOOD)
    assert (t.chit("8 Army"), t.steps("8 Army")) == (GOOD, 2)


# --- Generals


def called(place: dict[str, str], generals: list[str], side: int = 0, **given: Any) -> Table:
    t = attacking(place, side, generals=generals, **given)
    target = "1011" if side == 0 else "1010"
    t.do(Target, target)
    t.do(Join, "I" if side == 0 else "8 Army")
    t.do(Commit)
    return t


@pytest.mark.rule("16.5a")
def test_16_5a_generals_arrive_into_their_box_and_serve_at_once() -> None:
    for turn, general in ((4, ZHUKOV), (11, VASILEVSKY), (16, KONEV)):
        t = table({}, NewMarkers(), turn=turn)
        assert t.s.generals[general] == 1
        assert sum(t.s.generals) == 1
    t = called({"I": "1010", "8 Army": "1011"}, ["Zhukov"], cup={WEAK: 3})
    assert type(t.frame()) is Command and t.seat == "soviet"
    assert type(called({"I": "1010", "8 Army": "1011"}, [], cup={WEAK: 3}).frame()) is ChitDraw


@pytest.mark.rule("16.5b")
def test_16_5b_a_general_draws_two_and_keeps_one() -> None:
    t = called({"I": "1010", "8 Army": "1011"}, ["Zhukov"], cup={WEAK: 3, GOOD: 2}, turn=4)
    assert t.no(Replace, ZHUKOV, "8 Army") == "16.5c"
    t.do(DrawTwo, ZHUKOV, "8 Army")
    assert t.frame() == GeneralDraw(t.w.unit("8 Army"), 2)
    t.roll(GOOD, GOOD)
    assert type(t.frame()) is KeepOne
    t.do(Keep, t.w.chit_number[GOOD])
    assert t.chit("8 Army") == GOOD and cups(t, GOOD) == (1, 0)
    assert type(t.frame()) is CombatRoll


@pytest.mark.rule("16.5b")
def test_16_5b_only_one_of_the_two_can_be_kept_and_only_for_a_unit_of_the_combat() -> None:
    t = called({"I": "1010", "8 Army": "1011", "9 Army": "1510"}, ["Zhukov"], cup={WEAK: 3, GOOD: 2}, turn=4)
    assert t.no(DrawTwo, ZHUKOV, "9 Army") == "16.5b"
    t.do(DrawTwo, ZHUKOV, "8 Army")
    t.roll(WEAK, GOOD)
    assert t.no(Keep, t.w.chit_number["C* 2-3/1-2"]) == "16.5b"
    t.do(Keep, t.w.chit_number[WEAK])
    assert t.chit("8 Army") == WEAK and cups(t, GOOD) == (2, 0)


@pytest.mark.rule("16.5c")
def test_16_5c_a_general_replaces_a_chit() -> None:
    t = called({"8 Army": "1011", "I": "1010"}, ["Zhukov"], 1, chits={"8 Army": WEAK}, cup={GOOD: 2}, turn=4)
    assert t.no(DrawTwo, ZHUKOV, "8 Army") == "16.5b"
    t.do(Replace, ZHUKOV, "8 Army")
    t.roll(GOOD)
    assert t.chit("8 Army") == GOOD and cups(t, WEAK) == (0, 1)
    assert assess(t.s).attack == 3
    t = upkeep({"8 Army": "1010", "I": "1009"}, generals=["Zhukov"], chits={"8 Army": GOOD}, turn=4)
    assert t.s.agenda == ()


@pytest.mark.rule("16.5d")
def test_16_5d_each_general_serves_once_a_turn() -> None:
    t = called(
        {"I": "1010", "8 Army": "1011"}, ["Zhukov", "Konev"], chits={"8 Army": WEAK}, cup={GOOD: 4}, turn=4
    )
    t.do(Replace, ZHUKOV, "8 Army")
    t.roll(GOOD)
    assert t.s.generals[ZHUKOV] == 2
    assert t.no(Replace, ZHUKOV, "8 Army") == "16.5d"
    assert t.no(Replace, VASILEVSKY, "8 Army") == "16.5d"
    t.do(Replace, KONEV, "8 Army")
    t.roll(GOOD)
    assert type(t.frame()) is CombatRoll
    t = called({"I": "1010", "8 Army": "1011"}, ["Zhukov"], chits={"8 Army": WEAK}, cup={GOOD: 4}, turn=4)
    t.do(Done)
    assert type(t.frame()) is CombatRoll and t.s.generals[ZHUKOV] == 1


@pytest.mark.rule("16.5b")
@pytest.mark.rule("16.5c")
@pytest.mark.rule("16.5d")
def test_16_5b_a_general_speaks_before_chits_are_drawn_and_not_after() -> None:
    """RULING 16.5-b: a chit that one General chose may be replaced by another, one drawn without a General may not."""
    place = {"I": "1010", "8 Army": "1011"}
    t = called(place, ["Zhukov", "Konev"], cup={WEAK: 3, GOOD: 3}, turn=4)
    offer = t.frame().option(t.s, "soviet", DrawTwo(ZHUKOV, t.number("8 Army")))
    assert offer.rule == "16.5b" and "draw two for 8 Army" in offer.label and offer.group == "Zhukov"
    t.do(DrawTwo, ZHUKOV, "8 Army")
    t.roll(WEAK, WEAK)
    t.do(Keep, t.w.chit_number[WEAK])
    offer = t.frame().option(t.s, "soviet", Replace(KONEV, t.number("8 Army")))
    assert offer.rule == "16.5c" and f"replace {WEAK} of 8 Army" in offer.label and offer.group == "Konev"
    t.do(Replace, KONEV, "8 Army")
    t.roll(GOOD)
    assert t.chit("8 Army") == GOOD and type(t.frame()) is CombatRoll
    t = called(place, ["Zhukov"], cup={WEAK: 3, GOOD: 3}, turn=4)
    t.do(Done)
    t.roll(WEAK)
    assert type(t.frame()) is CombatRoll and t.s.generals[ZHUKOV] == 1


@pytest.mark.rule("16.5e")
def test_16_5e_a_rejected_starred_chit_leaves_the_game() -> None:
    t = called({"I": "1010", "8 Army": "1011"}, ["Zhukov"], cup={WEAK: 3, GOOD: 2}, turn=4)
    t.do(DrawTwo, ZHUKOV, "8 Army")
    t.roll(WEAK, GOOD)
    t.do(Keep, t.w.chit_number[GOOD])
    assert cups(t, WEAK) == (2, 1)
    t = called({"I": "1010", "8 Army": "1011"}, ["Zhukov"], chits={"8 Army": GOOD}, cup={WEAK: 1}, turn=4)
    t.do(Replace, ZHUKOV, "8 Army")
    t.roll(WEAK)
    assert cups(t, GOOD) == (1, 0)


@pytest.mark.rule("20.5-s1")
@pytest.mark.seam("11", "20")
def test_20_5_s1_no_generals_in_the_axis_combat_phase_of_turn_16() -> None:
    place = {"I": "1010", "8 Army": "1011"}
    given: dict[str, Any] = {"chits": {"8 Army": WEAK}, "cup": {GOOD: 2}, "scenario": "zitadelle"}
    assert type(called(place, ["Zhukov"], turn=16, **given).frame()) is CombatRoll
    assert type(called(place, ["Zhukov"], turn=17, **given).frame()) is Command
    assert type(called(place, ["Zhukov"], 1, turn=16, **given).frame()) is Command
    assert type(called(place, ["Zhukov"], turn=16, **{**given, "scenario": "campaign"}).frame()) is Command


@pytest.mark.rule("16.5b")
def test_16_5b_two_chits_that_look_alike_are_told_apart() -> None:
    t = table({"8 Army": "1010"}, turn=8)
    same = [k for k, chit in enumerate(t.w.chits) if chit.words == "3-4, reduced 1-2"][:2]
    t.s.drawn = list(same)
    for k in same:
        t.s.cup[k] -= 1
    t.run(KeepOne(t.number("8 Army")))
    labels = {t.frame().option(t.s, t.seat, a).label for a in legal(t.s, t.seat)}
    assert labels == {
        "Keep 3-4, reduced 1-2 (in the cup since turn 2)", "Keep 3-4, reduced 1-2 (in the cup since turn 3)",
    }  # fmt: skip


@pytest.mark.rule("11.0b")
@pytest.mark.rule("20.0")
def test_later_scenarios_begin_with_what_has_arrived_and_what_is_used_up() -> None:
    t = real("uranus")
    for k, chit in enumerate(t.w.chits):
        held = sum(1 for c in t.s.chit if c == k)
        if not chit.starred:
            assert t.s.cup[k] + held == (chit.count if chit.turn <= 12 else 0)
        elif chit.count:
            assert t.s.cup[k] + held + t.s.burnt[k] == chit.count
    assert sum(t.s.burnt) > 40
    assert t.s.generals == [1, 1, 0]
    assert [t.w.title(h) for h in t.s.partisans if h >= 0] == ["Smolensk (1512)", "Kursk (1718)"]
    w = t.w
    assert axis_holds(t.s, w.hex("Kharkov")) and not axis_holds(t.s, w.hex("Stalingrad"))
    assert not axis_holds(t.s, w.hex("Kalinin")) and t.s.soviet_marks >> w.hex("Kalinin") & 1


@pytest.mark.rule("11.1.1")
@pytest.mark.rule("11.0a")
@pytest.mark.seam("11", "12")
def test_11_1_1_only_armies_in_the_combat_draw() -> None:
    place = {
        "I": "1010",
        "8 Army": "1011",
        "Moscow Factory": "1011",
        "Offensive Support 1": "1011",
        "9 Army": "1009",
    }
    t = attacking(place, cup={WEAK: 5})
    t.do(Target, "1011")
    t.do(Join, "I")
    t.do(Commit)
    assert t.frame() == ChitDraw(t.number("8 Army"))
    t.roll(WEAK)
    assert t.frame() == CombatRoll() and t.chit("9 Army") == ""


@pytest.mark.rule("11.2.1")
def test_11_2_1_a_unit_next_to_the_axis_keeps_its_chit() -> None:
    t = upkeep({"8 Army": "1010", "9 Army": "1111", "I": "1009"}, chits={"8 Army": GOOD, "9 Army": GOOD})
    assert (t.chit("8 Army"), t.chit("9 Army")) == (GOOD, "")


@pytest.mark.rule("11.2.1")
def test_11_2_1_who_has_no_chit_gives_none_up() -> None:
    t = table({"8 Army": "1010", "I": "2010"}, phase="administrative")
    t.s.out = []
    t.run(ChitUpkeep())
    assert t.s.out == []


@pytest.mark.rule("11.2.2b")
@pytest.mark.rule("20.2-s4")
def test_11_2_2b_a_unit_without_a_chit_burns_none() -> None:
    t = table({"8 Army": "1010"})
    return_chit(t.s, t.number("8 Army"))
    eliminate(t.s, t.number("8 Army"))
    assert not any(t.s.burnt) and not any(t.s.cup)
    last = t.w.last_resort
    t.s.burnt[last], t.s.burnt[0] = 2, 3
    return_starred(t.s)
    assert (t.s.cup[last], t.s.cup[0], t.s.burnt[0]) == (0, 3, 0)
