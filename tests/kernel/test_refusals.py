"""What a person might mean by a piece and a place, and why it is refused: asked of the pending decision alone."""

from __future__ import annotations

from hexfront.games.motherland.actions import Pick, Target
from hexfront.kernel import refusals
from tests.games.motherland.kit import attacking, moving


def test_every_kind_of_action_that_could_be_meant_is_asked() -> None:
    t = moving({"I": "1010", "8 Army": "1012"})
    t.do(Pick, "I")
    t.s.spent[t.number("I")] = 4
    asked = {c.label: c.rule for c in refusals(t.s, "axis", unit=t.number("I"), hex=t.w.hex("1009"))}
    assert asked == {"Step": "5.0b", "Overrun": "7.1a", "Join": "5.1a"}


def test_what_names_nothing_and_what_is_legal_is_left_out() -> None:
    t = moving({"I": "1010", "8 Army": "1012"})
    t.do(Pick, "I")
    assert [c.label for c in refusals(t.s, "axis", unit=-1, hex=t.w.hex("1009"))] == ["Overrun"]
    assert refusals(t.s, "axis", unit=-1, hex=-1) == ()
    assert refusals(t.s, "soviet", unit=0, hex=t.w.hex("1009")) == ()


def test_an_action_of_a_unit_and_a_hex_needs_both() -> None:
    t = attacking({"I": "1010", "8 Army": "1011"}, chits={"8 Army": "C* 1-3/1-2"})
    assert [c.rule for c in refusals(t.s, "axis", hex=t.w.hex("1010"))] == ["3.1.3a"]
    t.do(Target, "1011")
    assert refusals(t.s, "axis", hex=t.w.hex("1011")) == ()


def test_a_field_can_stand_for_several_values_but_one_must_be_meant() -> None:
    t = moving({"I": "1010", "II": "1010", "8 Army": "1012"})
    t.do(Pick, "I")
    every = range(len(t.s.where))
    assert refusals(t.s, "axis", unit=every) == (), "a click on a place, not on a counter"
    one, place = t.number("II"), t.w.hex("1009")
    t.s.spent[t.number("I")] = 4
    both = refusals(t.s, "axis", unit=(t.number("I"), one), hex=place)
    assert {cause.label for cause in both} >= {"Step"} and len(set(both)) == len(both)
