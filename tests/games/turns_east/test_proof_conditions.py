"""Both sides of conditions in combat, losses and retreats: each test fails when one of them is dropped or turned."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east.actions import Advance, Commit, Retreat, Support
from hexfront.games.turns_east.combat import DefenderSupport, Fight, carry_out
from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.events import LeaderMoved, UnitAdvanced, UnitEliminated
from hexfront.games.turns_east.losses import ChooseLoss, Fate, lose_unit, loss_violation
from hexfront.games.turns_east.retreat import ChooseAdvance, ChooseRetreat, RetreatStack
from hexfront.games.turns_east.state import GONE, POOL, QUEUE, EastState, units_at
from hexfront.kernel import pending, settle

from .helpers import (
    WORLD,
    advance,
    back,
    choices,
    do,
    field,
    given,
    hexof,
    join,
    lose,
    no,
    on_map,
    retreats,
    spot,
    steps,
    target,
    unit,
)

FROST = 6
RING = ("2215", "2217", "2115", "2116", "2315", "2316")  # around 2216
SOVIETS = ("su-5", "su-6", "su-26", "su-12", "su-37", "su-38")


def fought(
    s: EastState, at: str, attackers: tuple[str, ...], result: str, side: int = AXIS, **more: Any
) -> None:
    """The result of a combat takes its course; nothing else is going on."""
    units = tuple(unit(s, name) for name in attackers)
    fight = Fight(side, hexof(s, at), units, more.get("mobile", False), False, False)
    s.agenda = carry_out(s, fight, result, more.get("cut", 0))
    settle(s)


def retreating(place: dict[str, str], at: str, cut: int = 0, **more: Any) -> EastState:
    """The units at a hex must retreat."""
    s = given(place=place, **{"axis_towns": ("Kharkov",), "soviet_towns": ("2214",), **more})
    stack = units_at(s, hexof(s, at))
    units = tuple(u for u in range(len(s.world.units)) if stack >> u & 1)
    s.agenda = (RetreatStack(units, (hexof(s, at),), cut),)
    settle(s)
    return s


# --- attacks


@pytest.mark.rule("12.1.2")
@pytest.mark.rule("12.1.10")
def test_12_1_10_what_only_defends_is_refused_by_its_own_case() -> None:
    s = field({"ge-6": "2115", "gar-6": "2115", "su-5": "2216", "su-partisan": "2113"}, stage="attack")
    do(s, target(s, "2216"))
    assert no(s, join(s, "gar-6")) == "13.3.3a"
    assert no(s, join(s, "su-partisan")) == "12.1.2"  # the enemy's
    place = {"ge-6": "2115", "su-5": "2216", "su-partisan": "2116", "su-ic": "2216"}
    s = field(place, "soviet", stage="attack")
    do(s, target(s, "2115"))
    assert no(s, join(s, "su-partisan")) == "13.6.4"
    assert no(s, join(s, "su-ic")) == "12.1.10"
    assert no(s, join(s, "su-5")) == ""


@pytest.mark.rule("13.1.2b")
def test_13_1_2b_elsewhere_turn_1_attacks_are_free() -> None:
    s = field({"ge-6": "2115", "su-5": "2216"}, stage="attack", turn=1)
    assert no(s, target(s, "2216")) == ""
    do(s, target(s, "2216"))
    assert no(s, join(s, "ge-6")) == ""


@pytest.mark.rule("13.8.3")
@pytest.mark.rule("13.8.4")
def test_13_8_4_a_second_marker_is_not_even_offered() -> None:
    place = {"ge-9": "1709", "su-3": "1809"}
    s = given(place=place, orders={"axis-1": "assault"}, active="axis-1", stage="attack", air=[3, 0, 0, 0, 0])
    do(s, target(s, "1809"))
    do(s, join(s, "ge-9"))
    assert choices(s, Support) == [Support()]
    do(s, Support())
    assert s.air[0] == 2 and choices(s, Support) == []
    assert no(s, Support()) == "13.8.4"
    s = field({"ge-6": "2115", "su-5": "2216"}, stage="attack", air=[0, 0, 0, 0, 0])
    do(s, target(s, "2216"))
    do(s, join(s, "ge-6"))
    assert choices(s, Support) == []  # there is none to add


@pytest.mark.rule("8.1.9")
@pytest.mark.rule("13.9")
def test_13_9_a_second_t34_is_refused_by_its_own_case() -> None:
    place = {"su-5": "2216", "ge-6": "2115"}
    s = field(place, "soviet", stage="attack", turn=FROST, air=[0, 0, 0, 0, 0])
    do(s, target(s, "2115"))
    do(s, join(s, "su-5"))
    do(s, Support())
    assert no(s, Support()) == "13.9"


@pytest.mark.rule("13.9")
def test_13_9_a_defender_may_keep_the_t34() -> None:
    for action, left in ((Commit(), 1), (Support(), 0)):
        s = field({"ge-6": "2115", "su-5": "2216"}, stage="attack", turn=FROST, air=[0, 0, 0, 0, 0])
        do(s, target(s, "2216"))
        do(s, join(s, "ge-6"))
        do(s, Commit())
        assert isinstance(pending(s), DefenderSupport)
        do(s, action)
        assert s.t34 == left


@pytest.mark.rule("12.4.4")
@pytest.mark.rule("12.1.4")
def test_12_4_4_only_a_regular_attack_uses_up_the_hex() -> None:
    place = {"ge-6": "2115", "ge-III": "2116", "su-5": "2216", "su-6": "2117"}
    s = field(place, stage="attack", air=[0, 0, 0, 0, 0])
    do(s, target(s, "2216"))
    do(s, join(s, "ge-6"))
    do(s, Commit(), 1)
    assert s.struck == 1 << hexof(s, "2216")
    assert no(s, target(s, "2216")) == "12.1.4"


@pytest.mark.rule("12.2.3a")
@pytest.mark.rule("12.4.6")
def test_12_2_3a_a_leader_in_the_attack_takes_no_loss() -> None:
    s = field({"ge-III": "2115", "kleist": "2115", "su-5": "2216"})
    fought(s, "2216", ("ge-III", "kleist"), "A1", mobile=True)
    assert not isinstance(pending(s) if s.agenda else None, ChooseLoss)
    assert steps(s, "ge-III") == 1 and spot(s, "kleist") == "2115"


@pytest.mark.rule("13.3.6")
@pytest.mark.seam("12.3", "13.3")
def test_13_3_6_a_garrison_alone_does_not_retreat() -> None:
    s = given(place={"gar-6": "2216", "su-5": "2315"})
    fought(s, "2216", ("su-5",), "DR", SOVIET)
    assert spot(s, "gar-6") == "2216" and not s.agenda


# --- losses


@pytest.mark.rule("12.3.5b")
def test_12_3_5b_only_surrounded_soviet_armies_roll_for_their_fate() -> None:
    ring = dict(zip(("ge-6", "ge-17", "ge-III", "ge-XIV", "ge-XLVIII", "ge-11"), RING, strict=True))
    s = given(place={"su-5": "2216", "su-26": "2216", "su-4m": "2216", **ring})
    assert lose_unit(s, unit(s, "su-5"), "12.2.2") == (Fate(unit(s, "su-5"), 4),)  # looked up: surrounded
    assert lose_unit(s, unit(s, "su-26"), "12.2.2", False) == ()  # as it was when the combat began
    assert lose_unit(s, unit(s, "su-4m"), "12.2.2", True) == ()
    assert lose_unit(s, unit(s, "ge-6"), "12.2.2", True) == ()
    free = given(place={"su-5": "2216"})
    assert lose_unit(free, unit(free, "su-5"), "12.2.2") == ()
    assert not on_map(free, "su-5")


@pytest.mark.rule("12.3-i1")
def test_12_3_i1_an_army_already_on_the_track_stays_there() -> None:
    s = given(place={"su-5": "2216"})
    u = unit(s, "su-5")
    lose_unit(s, u, "12.2.2", True)
    s.where[u] = QUEUE.space(5)
    Fate(u, 4).apply(s, 6)
    assert s.where[u] == QUEUE.space(5)
    s.where[u] = POOL
    Fate(u, 4).apply(s, 4)
    assert s.where[u] == POOL
    Fate(u, 4).apply(s, 5)
    assert s.where[u] == GONE


@pytest.mark.rule("13.4.3")
def test_13_4_3_a_leader_with_panzers_left_stays_where_he_is() -> None:
    s = given(place={"ge-III": "2216", "ge-XIV": "2216", "kleist": "2216"})
    before = len(s.out)
    lose_unit(s, unit(s, "ge-III"), "12.2.2", False)
    assert spot(s, "kleist") == "2216"
    assert not [e for e in s.out[before:] if isinstance(e, LeaderMoved)]


@pytest.mark.rule("13.4.3")
def test_13_4_3_the_nearest_panzers_without_a_leader_take_him() -> None:
    place = {"ge-III": "2216", "kleist": "2216", "ge-XIV": "2215", "guderian": "2215", "ge-XLVIII": "2117"}
    s = given(place=place)
    lose_unit(s, unit(s, "ge-III"), "12.2.2", False)
    assert spot(s, "kleist") == "2117" and spot(s, "guderian") == "2215"


@pytest.mark.rule("12.2.3a")
def test_12_2_3a_the_protection_of_the_weak_is_for_units_of_several_steps() -> None:
    s = given(place={"ge-III": "2216", "ge-17": "2115", "gar-6": "2216"})
    army, weak, garrison = unit(s, "ge-III"), unit(s, "ge-17"), unit(s, "gar-6")
    assert loss_violation(s, (army, garrison), garrison) is None  # of one step: it may go first
    s.steps[weak] = 1
    assert (
        loss_violation(s, (weak, garrison), weak) is None
    )  # a garrison is no untouched unit of several steps
    barred = loss_violation(s, (weak, army), weak)
    assert barred is not None and barred.rule == "12.2.3a"
    lose_unit(s, army, "12.2.2", False)
    gone = loss_violation(s, (weak, army), army)
    assert gone is not None and gone.rule == "12.2.3a"


# --- retreats


@pytest.mark.rule("13.1.2c")
@pytest.mark.rule("8.1.4")
def test_13_1_2c_a_retreat_shuns_romania_and_full_hexes() -> None:
    full = dict.fromkeys(("su-5", "su-6", "su-26"), "0916")
    s = retreating({"su-9": "0917", **full}, "0917", soviet_towns=())
    assert no(s, back(s, "0817")) == "13.1.2c"
    assert no(s, back(s, "0916")) == "8.1.1"


@pytest.mark.rule("12.3.3")
@pytest.mark.rule("12.3.4b")
def test_12_3_3_a_way_that_is_shut_one_hex_on_is_no_way() -> None:
    s = retreating({"su-51": "1622", "ge-11": "1421", "ge-17": "1520", "ge-III": "1422"}, "1622")
    assert not on_map(s, "su-51")


@pytest.mark.rule("12.3.2")
def test_12_3_2_both_hexes_must_follow_the_arrows() -> None:
    # north of it the stack could only go on to the northwest, or end beside its old hex
    s = retreating({"su-5": "2216", "ge-6": "2214", "ge-III": "2314"}, "2216", soviet_towns=())
    assert retreats(s) == {"2217", "2315", "2316"}
    assert no(s, back(s, "2215")) == "12.3.2"


@pytest.mark.rule("12.3.3")
def test_12_3_3_a_first_hex_that_leads_away_is_preferred() -> None:
    walls = ("2215", "2217", "2315", "2316", "2016", "2017", "2117")
    names = ("ge-6", "ge-17", "ge-11", "ge-III", "ge-XIV", "ge-XLVIII", "ge-XL")
    s = retreating({"su-5": "2216", **dict(zip(names, walls, strict=True))}, "2216")
    assert retreats(s) == {"2115"}  # from 2116 it would come to stand beside its old hex
    assert no(s, back(s, "2116")) == "12.3.3"


@pytest.mark.rule("12.3.1")
@pytest.mark.rule("12.3.4a")
def test_12_3_1_only_the_survivors_go_on() -> None:
    s = retreating({"su-5": "2216", "su-6": "2216", "ge-6": "2415"}, "2216")
    do(s, back(s, "2315"))
    do(s, lose(s, "su-5"))
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and frame.units == (unit(s, "su-6"),)
    assert s.where[unit(s, "su-5")] < 0


@pytest.mark.rule("12.3.4a")
def test_12_3_4a_a_leader_does_not_pay_for_zones() -> None:
    s = retreating({"ge-III": "2216", "kleist": "2216", "su-5": "2114"}, "2216")
    do(s, back(s, "2115"))
    assert isinstance(pending(s), ChooseRetreat)
    assert steps(s, "ge-III") == 1 and spot(s, "kleist") == "2115"


@pytest.mark.rule("12.3.4b")
@pytest.mark.rule("12.3.5a")
def test_12_3_4b_panzers_without_a_way_perish_and_the_leader_with_them() -> None:
    ring = dict(zip(SOVIETS, RING, strict=True))
    for cut, rule in ((0, "12.3.4b"), (-1, "12.3.5a")):
        s = retreating({"ge-III": "2216", "kleist": "2216", **ring}, "2216", cut)
        assert not on_map(s, "ge-III") and not on_map(s, "kleist") and not s.agenda
        assert [e.rule for e in s.out if isinstance(e, UnitEliminated)] == [rule]


@pytest.mark.rule("12.3.4b")
def test_12_3_4b_a_stack_without_room_goes_unit_by_unit() -> None:
    place = dict(zip(SOVIETS, ("2215", "2217", "2315", "2316"), strict=False))
    friends = {"ro-3": "2115", "ge-XL": "2115", "ro-4": "2116", "ge-XLVIII": "2116"}
    s = retreating({"ge-III": "2216", "ge-XIV": "2216", "kleist": "2216", **place, **friends}, "2216")
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and frame.units == (unit(s, "ge-III"), unit(s, "kleist"))
    do(s, back(s, "2115"))
    do(s, back(s, "2015"))
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and frame.units == (unit(s, "ge-XIV"),)


@pytest.mark.rule("13.7.1")
@pytest.mark.rule("12.3.1")
def test_13_7_1_by_sea_at_once_or_not_at_all() -> None:
    s = retreating({"su-ic": "1521"}, "1521", soviet_towns=())
    listed = [WORLD.label(a.hex) for a in choices(s, Retreat)]
    assert "1622" in listed  # a dead end by land, a port by sea
    assert len(listed) == len(set(listed))
    s = retreating({"su-ic": "1422"}, "1422", soviet_towns=())
    do(s, back(s, "1521"))
    assert no(s, back(s, "1823")) != "" and no(s, back(s, "1520")) == ""


# --- advances


@pytest.mark.rule("12.3.7")
def test_12_3_7_the_path_is_the_first_hex_of_the_retreat() -> None:
    s = field({"ge-III": "2115", "su-5": "2216"}, soviet_towns=("2214",))
    fought(s, "2216", ("ge-III",), "DR")
    do(s, back(s, "2316"))
    do(s, back(s, "2416"))
    assert s.trail == 1 << hexof(s, "2316")
    first = do(s, advance(s, "ge-III", "2216"))
    then = do(s, advance(s, "ge-III", "2316"))
    assert [e.rule for e in first + then if isinstance(e, UnitAdvanced)] == ["12.3.6", "12.3.7"]


@pytest.mark.rule("12.3.6")
def test_12_3_6_the_dead_do_not_advance() -> None:
    s = field({"ge-III": "2115", "ge-XIV": "2115", "su-5": "2216"}, steps={"ge-III": 1, "ge-XIV": 1})
    fought(s, "2216", ("ge-III", "ge-XIV"), "EX")
    do(s, lose(s, "ge-III"))
    assert isinstance(pending(s), ChooseAdvance)
    assert no(s, advance(s, "ge-III", "2216")) == "12.3.6"
    assert {a.unit for a in choices(s, Advance)} == {unit(s, "ge-XIV")}
    s = field({"ge-III": "2115", "su-5": "2216"}, steps={"ge-III": 1})
    fought(s, "2216", ("ge-III",), "EX")
    assert not s.agenda  # nobody is left to ask


@pytest.mark.rule("12.3.7")
def test_12_3_7_nobody_follows_into_the_off_map_zone() -> None:
    s = field({"ge-III": "2716"})
    at, beyond = hexof(s, "2716"), hexof(s, "2816")
    u = unit(s, "ge-III")
    s.trail = 1 << beyond
    s.agenda = (ChooseAdvance(AXIS, at, (u,), 1 << u, 0),)
    assert no(s, advance(s, "ge-III", "2816")) == "5.3.2"
