"""Chapter 15 and 16.1, 16.3, 16.4: German replacements, Kampfgruppen, SS, Italy, Mechanized Groups."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.motherland.actions import Combine, Done, Pick, Rebuild
from hexfront.games.motherland.administration import (
    Combination,
    Combinations,
    Rebuilding,
    Recovery,
    Replacements,
)
from hexfront.games.motherland.movement import March
from hexfront.games.motherland.state import eliminate, printed
from tests.games.motherland.kit import Table, moving, real, table


def rebuild(place: dict[str, str], turn: int = 7, **given: Any) -> Table:
    return table(place, Replacements(), phase="administrative", turn=turn, **given)


def combine(place: dict[str, str], **given: Any) -> Table:
    return table(place, Combinations(), phase="administrative", **given)


@pytest.mark.rule("15.1a")
@pytest.mark.seam("15", "18")
def test_15_1a_mud_turns_bring_the_steps_of_the_track_seven_and_three_on_turn_7() -> None:
    t = rebuild({"I": "1010"}, steps={"I": 2})
    assert type(t.frame()) is Rebuilding and t.seat == "axis"
    assert (t.s.steps_i, t.s.steps_p) == (7, 3)
    turns = real("campaign").w.turns
    assert {n for n, box in turns.items() if box.infantry or box.panzer} == {4, 7, 11, 14, 18, 21}
    assert rebuild({"I": "1010"}, turn=8, steps={"I": 2}).s.agenda == ()
    t.do(Done)
    assert (t.s.steps_i, t.s.steps_p) == (0, 0)


@pytest.mark.rule("15.1b")
@pytest.mark.rule("15.2b")
def test_15_1b_i_steps_for_infantry_and_mountain_p_steps_for_panzers() -> None:
    t = rebuild(
        {"I": "1010", "XLIX Mtn": "1012", "XLI Pz": "1014", "II": "1016"},
        steps={"I": 2, "XLIX Mtn": 2, "XLI Pz": 2},
    )
    assert t.no(Rebuild, "II") == "15.1b"
    t.do(Rebuild, "I")
    t.do(Rebuild, "XLIX Mtn")
    assert (t.s.steps_i, t.s.steps_p) == (5, 3)
    assert (t.steps("I"), t.steps("XLIX Mtn")) == (3, 3)
    t.do(Rebuild, "XLI Pz")
    assert (t.s.steps_i, t.s.steps_p, t.steps("XLI Pz")) == (5, 2, 3)
    t = rebuild({"I": "1010", "XLI Pz": "1012"}, steps={"I": 2, "XLI Pz": 2})
    t.s.steps_p = 0
    assert t.no(Rebuild, "XLI Pz") == "15.1b"
    t = rebuild({"KG Raus": "1010", "XLI Pz": "pool"})
    t.do(Rebuild, "KG Raus")
    assert (t.at("KG Raus"), t.at("XLI Pz"), t.steps("XLI Pz")) == ("pool", "1010", 2)
    t = rebuild({"KG Raus": "1010", "I": "1012"}, steps={"I": 2})
    assert t.no(Rebuild, "KG Raus") == "15.2b"
    assert t.no(Rebuild, "V") == "15.1b"


@pytest.mark.rule("15.1.1a")
@pytest.mark.rule("9.5.1a")
@pytest.mark.seam("9", "15")
def test_15_1_1a_no_steps_for_units_short_of_supply() -> None:
    t = rebuild(
        {"I": "1010", "II": "1012", "V": "1014"}, steps={"I": 2, "II": 2, "V": 2}, supply={"I": 1, "II": 2}
    )
    assert (t.no(Rebuild, "I"), t.no(Rebuild, "II"), t.no(Rebuild, "V")) == ("15.1.1a", "9.5.1a", "")


@pytest.mark.rule("15.1.1b")
def test_15_1_1b_an_enemy_zone_does_not_matter() -> None:
    t = rebuild({"I": "1010", "8 Army": "1011"}, steps={"I": 2})
    assert t.ok(Rebuild, "I")


@pytest.mark.rule("15.1.2a")
def test_15_1_2a_one_i_step_may_go_to_the_finns() -> None:
    t = rebuild(
        {"Finnish Karelia": "1010", "Finnish South East": "1012"},
        steps={"Finnish Karelia": 1, "Finnish South East": 2},
    )
    t.do(Rebuild, "Finnish Karelia")
    assert (t.steps("Finnish Karelia"), t.s.steps_i) == (2, 6)
    t = rebuild(
        {"Finnish Karelia": "1010", "Finnish South East": "1012", "I": "1014"},
        steps={"Finnish Karelia": 1, "I": 2},
    )
    t.do(Rebuild, "Finnish Karelia")
    assert t.no(Rebuild, "Finnish Karelia") == "15.1.2a"


@pytest.mark.rule("15.1.2b")
def test_15_1_2b_no_other_ally_gets_any() -> None:
    names = ("Romanian 3rd", "Hungarian 2nd", "Italian 8th", "Turkish I")
    t = rebuild(
        {"I": "1020", **{name: f"10{10 + 2 * k}" for k, name in enumerate(names)}},
        steps={"I": 2, **dict.fromkeys(names, 1)},
    )
    assert {t.no(Rebuild, name) for name in names} == {"15.1.2b"}


PAIR = {"KG Raus": "1010", "KG Apel": "1010", "XLI Pz": "pool"}


@pytest.mark.rule("15.2a")
def test_15_2a_two_kampfgruppen_of_a_type_in_a_hex_form_a_corps() -> None:
    t = combine(PAIR)
    assert type(t.frame()) is Combination and t.seat == "axis"
    t.do(Combine, "KG Apel", "KG Raus")
    assert (t.at("XLI Pz"), t.steps("XLI Pz"), t.at("KG Raus"), t.at("KG Apel")) == (
        "1010",
        3,
        "pool",
        "pool",
    )
    t = combine({**PAIR, "KG Hollidt": "1010", "KG Mack": "1011"})
    assert t.no(Combine, "KG Apel", "KG Hollidt") == t.no(Combine, "KG Apel", "KG Mack") == "15.2a"
    assert t.no(Combine, "KG Apel", "KG Apel") == "15.2a"


@pytest.mark.rule("15.2b")
def test_15_2b_only_kampfgruppen_and_only_an_eliminated_corps() -> None:
    t = combine({**PAIR, "I": "1010", "II": "1010"})
    assert t.no(Combine, "I", "II") == "15.2b"
    assert combine({"KG Raus": "1010", "KG Apel": "1010", "XLI Pz": "1012"}).s.agenda == ()
    assert combine({"KG Raus": "1010", "KG Apel": "1010", "XLI Pz": "track"}).s.agenda == ()
    t = table({"XLI Pz": "1010"})
    eliminate(t.s, t.w.unit("XLI Pz"))
    assert t.at("XLI Pz") == "pool"


@pytest.mark.rule("15.2c")
def test_15_2c_any_number_of_combinations() -> None:
    place = {
        **PAIR,
        "KG Mack": "1012",
        "KG Schell": "1012",
        "LVI Pz": "pool",
        "KG Lanz": "1014",
        "KG Sanne": "1014",
        "I": "pool",
    }
    t = combine(place)
    t.do(Combine, "KG Apel", "KG Raus")
    t.do(Combine, "KG Mack", "KG Schell")
    t.do(Combine, "KG Lanz", "KG Sanne")
    assert t.s.agenda == () and t.at("I") == "1014"


@pytest.mark.rule("15.2.1a")
def test_15_2_1a_two_4_3_8_make_a_9_8_7_and_two_2_3_5_a_5_7_4() -> None:
    for pair, corps, before, after in (
        (("KG Apel", "KG Raus"), "XLI Pz", (4, 3, 8), (9, 8, 7)),
        (("KG Lanz", "KG Sanne"), "I", (2, 3, 5), (5, 7, 4)),
    ):
        t = combine({pair[0]: "1010", pair[1]: "1010", corps: "pool"})
        assert t.w.faces[t.w.unit(pair[0])][0] == before
        t.do(Combine, *pair)
        u = t.w.unit(corps)
        assert printed(t.s, u) == after[:2] and t.w.faces[u][0] == after
        assert t.steps(corps) == 3  # two steps have become three


@pytest.mark.rule("15.2.1b")
def test_15_2_1b_a_corps_does_not_break_down() -> None:
    t = combine({**PAIR, "LVI Pz": "1010"})
    assert {type(a).__name__ for a in t.frame().legal(t.s, "axis")} == {"Combine", "Done"}
    assert t.no(Combine, "LVI Pz", "KG Raus") == "15.2b"
    t = moving({"LVI Pz": "1010"})
    t.do(Pick, "LVI Pz")
    assert type(t.frame()) is March and {k.__name__ for k in t.frame().takes} == {
        "Step",
        "Overrun",
        "Join",
        "Stop",
        "EnterBaku",
    }


@pytest.mark.rule("15.2.2a")
@pytest.mark.rule("9.5.1a")
@pytest.mark.seam("4", "15")
def test_15_2_2a_not_short_of_supply_and_not_in_an_enemy_zone() -> None:
    other = {"KG Lanz": "2010", "KG Sanne": "2010", "I": "pool"}
    t = combine({**PAIR, **other}, supply={"KG Raus": 1})
    assert t.no(Combine, "KG Apel", "KG Raus") == "15.2.2a"
    t = combine({**PAIR, **other}, supply={"KG Raus": 2})
    assert t.no(Combine, "KG Apel", "KG Raus") == "9.5.1a"
    t = combine({**PAIR, **other, "II": "1010", "8 Army": "1011"})
    assert t.no(Combine, "KG Apel", "KG Raus") == "15.2.2a"


@pytest.mark.rule("15.2.2b")
@pytest.mark.rule("18.1.1")
@pytest.mark.seam("4", "18")
def test_15_2_2b_in_mud_an_enemy_zone_does_not_matter() -> None:
    t = combine({**PAIR, "8 Army": "1011"}, turn=4)
    assert t.ok(Combine, "KG Apel", "KG Raus")


@pytest.mark.rule("16.1a")
def test_16_1a_the_ss_corps_has_three_steps_and_takes_p_steps() -> None:
    t = rebuild({"SS Panzer Corps": "1010"}, turn=14, steps={"SS Panzer Corps": 2})
    assert t.w.full[t.w.unit("SS Panzer Corps")] == 3
    before = t.s.steps_p
    t.do(Rebuild, "SS Panzer Corps")
    assert (t.steps("SS Panzer Corps"), t.s.steps_p) == (3, before - 1)


@pytest.mark.rule("16.1b")
def test_16_1b_two_ss_kampfgruppen_make_the_9_9_9_and_never_mix() -> None:
    t = combine(
        {"SS KG 1": "1010", "SS KG 2": "1010", "SS Panzer Corps": "pool", "KG Raus": "1010", "XLI Pz": "pool"}
    )
    assert t.w.faces[t.w.unit("SS KG 1")][0] == (4, 4, 9)
    assert t.no(Combine, "SS KG 1", "KG Raus") == "16.1b"
    t.do(Combine, "SS KG 1", "SS KG 2")
    u = t.w.unit("SS Panzer Corps")
    assert t.at("SS Panzer Corps") == "1010" and t.w.faces[u][0] == (9, 9, 9)
    assert t.at("XLI Pz") == "pool"
    assert combine({"SS KG 1": "1010", "SS KG 2": "1010", "XLI Pz": "pool"}).s.agenda == ()


@pytest.mark.rule("16.3")
def test_16_3_the_italians_leave_on_turn_17() -> None:
    for turn, place in ((16, "1010"), (17, "out"), (18, "1010")):
        assert (
            table({"Italian 8th": "1010", "Romanian 3rd": "1012"}, Recovery(), turn=turn).at("Italian 8th")
            == place
        )
    t = table({"Italian 8th": "out", "Romanian 3rd": "1012"}, Recovery(), turn=17)
    assert (t.at("Italian 8th"), t.at("Romanian 3rd")) == ("out", "1012")


@pytest.mark.rule("16.4a")
def test_16_4a_four_groups_of_code_c_and_five_points_that_never_return() -> None:
    w = real("campaign").w
    groups = [u for u in range(len(w.names)) if w.names[u].startswith("Mech Group")]
    assert len(groups) == 4
    assert {(w.letter[u], w.faces[u][0][2]) for u in groups} == {("C", 5)}
    t = table({"Mech Group NW": "1010"})
    eliminate(t.s, t.w.unit("Mech Group NW"))
    assert t.at("Mech Group NW") == "out"


@pytest.mark.rule("16.4b")
def test_16_4b_armies_due_on_turn_7_then_6_then_5_take_their_place() -> None:
    place = {
        "Mech Group NW": "1010", "Mech Group W": "1012", "Mech Group SW": "1014", "Mech Group S": "1016",
        "8 Army": "returning", "9 Army": "returning", "10 Army": "returning", "11 Army": "returning",
    }  # fmt: skip
    due = {"8 Army": 5, "9 Army": 7, "10 Army": 6, "11 Army": 8}
    t = table(
        place, Recovery(), turn=4, due=due, chits={"Mech Group NW": "C* 1-3/1-2"}, steps={"Mech Group NW": 1}
    )
    assert (t.at("9 Army"), t.at("10 Army"), t.at("8 Army"), t.at("11 Army")) == (
        "1010",
        "1012",
        "1014",
        "returning",
    )
    assert (t.chit("9 Army"), t.steps("9 Army")) == ("C* 1-3/1-2", 1)
    assert all(t.at(f"Mech Group {name}") == "out" for name in ("NW", "W", "SW", "S"))
    assert t.w.hex("1016") not in t.s.stack


@pytest.mark.rule("15.1b")
@pytest.mark.rule("15.1.2a")
def test_15_1b_each_kind_of_step_is_counted_by_itself() -> None:
    place = {"I": "1010", "XLI Pz": "1012", "Finnish Karelia": "1014", "8 Army": "2010"}
    t = table(
        place,
        Replacements(),
        phase="administrative",
        turn=7,
        steps={"I": 2, "XLI Pz": 2, "Finnish Karelia": 2},
    )
    assert t.no(Rebuild, "8 Army") == "15.1b"
    t.s.steps_p = 0
    assert t.ok(Rebuild, "I")
    t.do(Rebuild, "I")
    assert t.ok(Rebuild, "Finnish Karelia")


@pytest.mark.rule("15.1b")
def test_15_1b_a_kampfgruppe_off_the_map_takes_no_step() -> None:
    t = rebuild({"I": "1010", "II": "pool"}, steps={"I": 2})
    assert t.at("KG Sanne") == "pool" and t.no(Rebuild, "KG Sanne") == "15.1b"


@pytest.mark.rule("15.2a")
@pytest.mark.rule("15.2b")
@pytest.mark.rule("15.2c")
def test_15_2_what_does_not_combine() -> None:
    t = combine({**PAIR, "LVI Pz": "1010", "I": "1010"})
    for pair in (("LVI Pz", "KG Raus"), ("KG Raus", "LVI Pz"), ("LVI Pz", "I")):
        assert t.no(Combine, *pair) == "15.2b"
    for nobody in (-1, 9999):
        assert t.no(Combine, "KG Raus", nobody) == t.no(Combine, nobody, "KG Raus") == "15.2a"
    t.do(Done)
    assert t.s.agenda == ()


@pytest.mark.rule("15.2.2a")
def test_15_2_2a_either_kampfgruppe_short_of_supply_bars_both() -> None:
    place = {"KG Raus": "1010", "KG Apel": "1010", "XLI Pz": "pool"}
    for name in ("KG Raus", "KG Apel"):
        t = table(place, Combination(), phase="administrative", supply={name: 1})
        assert t.no(Combine, "KG Apel", "KG Raus") == "15.2.2a"
    t = table({**place, "KG Mack": "pool"}, Combination(), phase="administrative")
    assert t.no(Combine, "KG Mack", "KG Raus") == "15.2b"
