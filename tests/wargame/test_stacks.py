"""Counters put down, lifted and moved, boxes, and what must be true of them."""

from __future__ import annotations

import pytest

from hexfront.errors import BadData, UnknownName
from hexfront.games.motherland.kinds import BOXES, GONE, POOL
from hexfront.wargame import (
    Boxes,
    HoldingBox,
    changed,
    changed_by_name,
    lift,
    move,
    on_map,
    put,
    stack_faults,
)
from tests.games.motherland.kit import AXIS, SOVIET, table


def test_hands_keep_stacks_and_sets_in_step() -> None:
    t = table({"I": "1010", "Air Base 1": "1010", "8 Army": "1510"})
    s, w = t.s, t.w
    corps, base, here, there = w.unit("I"), w.unit("Air Base 1"), w.hex("1010"), w.hex("1111")
    assert s.stack[here] == (corps, base)
    move(s, corps, there)
    assert s.stack[here] == (base,) and s.stack[there] == (corps,)
    assert s.held_by(AXIS) == 1 << here | 1 << there and s.front_of(AXIS) == 1 << there
    move(s, corps, here)
    assert s.stack[here] == (base, corps) and there not in s.stack and s.front_of(AXIS) == 1 << here
    lift(s, corps, POOL)
    assert s.where[corps] == POOL and s.front_of(AXIS) == 0 and s.held_by(AXIS) == 1 << here
    lift(s, corps, GONE)
    assert s.where[corps] == GONE
    assert on_map(s, AXIS) == [base] and on_map(s, SOVIET) == [w.unit("8 Army")]
    put(s, corps, there)
    assert list(stack_faults(s, BOXES)) == []


def test_what_is_out_of_step_is_told() -> None:
    t = table({"I": "1010", "8 Army": "1510"})
    s, w = t.s, t.w
    u = w.unit("I")
    s.where[u] = w.hex("1212")
    told = list(stack_faults(s, BOXES))
    assert "The stacks do not agree with where the counters are." in told
    assert "The set of hexes of axis is wrong." in told and "The front of axis is wrong." in told
    s.where[u] = -77
    assert "I is nowhere (-77)." in list(stack_faults(s, BOXES))
    t = table({"I": "1010", "8 Army": "1510"})
    put(t.s, t.w.unit("II"), t.w.hex("1510"))
    assert "Both sides stand in one hex." in list(stack_faults(t.s, BOXES))


def test_a_box_is_known_by_its_id_its_number_and_its_spaces() -> None:
    boxes = Boxes(HoldingBox(-1, "out"), HoldingBox(-20, "track", "Turn Record Track", spaces=11))
    assert boxes["track"].space(3) == -23
    assert boxes.at(-23).id == "track" and boxes.space_at(-23) == 3 and boxes.space_at(-1) == 0
    assert -31 in boxes and -32 not in boxes and -2 not in boxes
    assert [box.id for box in boxes] == ["out", "track"] and boxes.has("out") and not boxes.has("pool")
    with pytest.raises(UnknownName, match="There is no box 'pool'; there are out, track"):
        boxes["pool"]


def test_the_world_has_one_word_for_each_thing() -> None:
    w = table({"I": "1010"}).w
    u, h = w.unit("I"), w.hex("Moscow")
    assert w.name(u) == "I" and w.names_of((u, w.unit("8 Army"))) == "I and 8 Army"
    assert w.label(h) == "2113" and w.title(h) == "Moscow (2113)" and w.title(w.hex("1010")) == "1010"
    assert set(w.near(h)) == set(w.grid.neighbours(h))
    assert (w.label(-1), w.title(-1), w.near(-1), w.is_hex(-1)) == ("", "?", (), False)
    assert w.is_unit(0) and not w.is_unit(-1) and not w.is_unit(len(w.names))
    assert w.find("Nowhere") == -1
    for ask, name in ((w.unit, "nobody"), (w.hex, "Nowhere")):
        with pytest.raises(UnknownName):
            ask(name)
    with pytest.raises(BadData, match="is there twice"):
        w.add("I", AXIS)


def test_what_is_shared_by_copies_is_changed_for_one_alone() -> None:
    t = table({"I": "1010"})
    s, u = t.s, t.w.unit("I")
    copy = s.clone()
    assert copy.due is s.due and copy.where is not s.where
    s.due = changed(s.due, u, 7)
    assert (s.due[u], copy.due[u]) == (7, 0) and len(s.due) == len(copy.due)
    assert changed(s.due, u, 7) is s.due
    s.due = changed_by_name(t.w, s.due, {"I": 3, "8 Army": 4})
    assert (s.due[u], s.due[t.w.unit("8 Army")], copy.due[u]) == (3, 4, 0)
