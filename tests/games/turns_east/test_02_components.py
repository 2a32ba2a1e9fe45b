"""Chapter 2: map, counters, markers, tables."""

from __future__ import annotations

from math import asin, cos, radians, sin, sqrt
from typing import Any

import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.actions import Assign, Commit, Join, Support
from hexfront.games.turns_east.commands import order_of
from hexfront.games.turns_east.data import ASSAULT, AXIS, BLITZ, HOLD, WITHDRAW
from hexfront.games.turns_east.events import ReplacementCounter
from hexfront.games.turns_east.losses import Fate, lose_step, lose_unit
from hexfront.games.turns_east.orders import AssignOrder, Draw
from hexfront.games.turns_east.reinforcement import AssignReplacement, BoxArrivals, front_of
from hexfront.games.turns_east.sequence import clear_turn
from hexfront.games.turns_east.state import factor, pool_armies
from hexfront.games.turns_east.strength import odds
from hexfront.kernel import OBSERVER, Cup, outcomes, pending
from hexfront.wargame import Eliminated, StepLost

from .helpers import (
    PACK,
    WORLD,
    do,
    field,
    given,
    hexof,
    join,
    no,
    on_map,
    put,
    roll,
    spot,
    steps,
    target,
    unit,
)


@pytest.mark.rule("2.1a")
def test_2_1a_a_hex_is_about_fifty_miles() -> None:
    board = WORLD.board
    assert 45 <= board.grid.spec.km / 1.609 <= 55
    kiev, moscow = (next(p for p in board.places if p.name == name) for name in ("Kiev", "Moscow"))
    a, b = radians(kiev.lat), radians(moscow.lat)
    half = sin((b - a) / 2) ** 2 + cos(a) * cos(b) * sin(radians(moscow.lon - kiev.lon) / 2) ** 2
    miles = 2 * 3959 * asin(sqrt(half))
    hexes = board.grid.distance(board.hex("Kiev"), board.hex("Moscow"))
    assert abs(miles / hexes - 50) < 8


@pytest.mark.rule("2.1b")
def test_2_1b_each_turn_is_one_month() -> None:
    labels = [space.label for space in GAME.view(GAME.start(GAME.setup("barbarossa")), OBSERVER).turns]
    months = ["Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb", "Mar", "Apr"]
    assert [label[:3] for label in labels] == months


@pytest.mark.rule("2.1c")
@pytest.mark.rule("2.2.4")
@pytest.mark.rule("3.2f")
def test_2_1c_a_track_keeps_the_running_total() -> None:
    s = given(axis_towns=("Minsk", "Riga", "Moscow"))
    shown = GAME.view(s, OBSERVER)
    (track,) = (t for t in shown.tracks if t.id == "vp")
    assert (track.value, shown.turn) == (5, 2)
    assert s.result is None


@pytest.mark.rule("2.1d")
@pytest.mark.rule("2.2.3b")
def test_2_1d_eight_orders_boxes_show_the_current_orders() -> None:
    s = given(agenda=(AssignOrder(AXIS, BLITZ),))
    do(s, Assign(1))
    boxes = {box.id: box.text for box in GAME.view(s, OBSERVER).boxes if box.group == "orders"}
    assert len(boxes) == 8
    assert boxes["axis-1"] == "Blitz" and boxes["axis-2"] == ""


@pytest.mark.rule("2.1e")
def test_2_1e_each_side_has_a_compass() -> None:
    names = WORLD.grid.direction_names
    black = [{names[d] for d in side} for side in WORLD.black]
    white = [{names[d] for d in side} for side in WORLD.white]
    assert {"ne", "se"} <= black[0] and not {"nw", "sw"} & black[0]
    assert {"nw", "sw"} <= white[0] and not {"ne", "se"} & white[0]
    assert (black[1], white[1]) == (white[0], black[0])


@pytest.mark.rule("2.2.1a")
@pytest.mark.rule("12.2.3b")
@pytest.mark.rule("13.3.7")
@pytest.mark.rule("13.3")
def test_2_2_1a_a_german_army_has_four_steps_the_last_two_on_its_replacement_counter() -> None:
    s = given(place={"ge-6": "1915"})
    u = unit(s, "ge-6")
    seen = []
    while on_map(s, "ge-6"):
        note = next(p.note for p in GAME.view(s, OBSERVER).pieces if p.id == "ge-6")
        seen.append((factor(s, u), "(R)" in note))
        lose_step(s, u, "12.2.3a")
    assert seen == [(8, False), (6, False), (4, True), (2, True)]
    told = [type(e) for e in s.out]
    assert told == [StepLost, ReplacementCounter, StepLost, Eliminated]  # the counter changes once


@pytest.mark.rule("2.2.1b")
@pytest.mark.rule("2.2.1c")
@pytest.mark.rule("2.2.1e")
@pytest.mark.rule("2.2.1d")
def test_2_2_1_steps_by_kind_of_unit() -> None:
    s = given(place={"ge-III": "1915", "ro-3": "1715", "gar-6": "1915", "su-5": "2115", "su-3m": "2115"})
    pieces = {p.id: p for p in GAME.view(s, OBSERVER).pieces}
    full = {name: pieces[name].full for name in ("ge-III", "ro-3", "gar-6", "su-5", "su-3m")}
    assert full == {"ge-III": 2, "ro-3": 2, "gar-6": 1, "su-5": 1, "su-3m": 1}
    w = s.world
    for u, counter in enumerate(w.units):
        if counter.kind in ("panzer", "romanian"):
            assert w.full[u] == 2 and counter.factors[0] > counter.factors[1]
        elif counter.kind == "army":
            assert w.full[u] == 4
        else:
            assert w.full[u] == 1
    lose_step(s, unit(s, "ge-III"), "12.2.3a")
    assert next(p.steps for p in GAME.view(s, OBSERVER).pieces if p.id == "ge-III") == 1
    lose_step(s, unit(s, "su-5"), "12.2.3a")
    assert not on_map(s, "su-5")


@pytest.mark.rule("2.2.1f")
@pytest.mark.rule("5.2.8e")
@pytest.mark.rule("2.2.1k")
def test_2_2_1f_oversized_armies_come_back_with_two() -> None:
    s = given(turn=3, place={"su-5": "2214"})
    u = unit(s, "su-5")
    assert factor(s, u) == 4
    lose_step(s, u, "12.2.3a")
    s.agenda = (AssignReplacement(u), BoxArrivals(2))
    do(s, Assign(2))
    do(s, put(s, "2816"))
    assert (spot(s, "su-5"), factor(s, u), steps(s, "su-5")) == ("2816", 2, 1)


@pytest.mark.rule("2.2.1g")
def test_2_2_1g_one_factor_for_attack_and_defence() -> None:
    s = field({"ge-III": "2115", "su-5": "2216"}, stage="attack", soviet_towns=("2214",))
    ours = odds(s, AXIS, (unit(s, "ge-III"),), hexof(s, "2216"), False, False, False)
    assert (ours.attack, ours.defence) == (6, 4)
    theirs = odds(s, 1, (unit(s, "su-5"),), hexof(s, "2115"), False, False, False)
    assert (theirs.attack, theirs.defence) == (4, 6)


@pytest.mark.rule("2.2.1h")
@pytest.mark.rule("12.1.10")
def test_2_2_1h_bracketed_units_only_defend() -> None:
    s = given(
        place={"su-ic": "1118", "su-9": "1017", "ge-11": "1117"},
        orders={"soviet-3": "assault"},
        active="soviet-3",
        stage="attack",
    )
    do(s, target(s, "1117"))
    assert no(s, join(s, "su-ic")) == "12.1.10"
    assert no(s, join(s, "su-9")) == ""
    pieces = {p.id: p.factors for p in GAME.view(s, OBSERVER).pieces}
    assert (pieces["su-ic"], pieces["su-9"]) == ("(2)", "3")


@pytest.mark.rule("2.2.1i")
def test_2_2_1i_codes_bind_units_to_fronts() -> None:
    s = given()
    fronts = {name: front_of(s, unit(s, name)) for name in ("su-34", "su-24", "su-37", "su-51")}
    assert fronts == {"su-34": 0, "su-24": 1, "su-37": 2, "su-51": 3}


@pytest.mark.rule("2.2.1j")
def test_2_2_1j_sizes() -> None:
    s = given(place={"ge-6": "1915", "ge-III": "1915", "gar-6": "1915", "su-5": "2115", "su-3m": "2115"})
    sizes = {p.id: p.size for p in GAME.view(s, OBSERVER).pieces}
    assert [sizes[n] for n in ("ge-6", "ge-III", "gar-6", "su-5", "su-3m")] == [
        "XXXX",
        "XXX",
        "GAR",
        "XXXX",
        "XXX",
    ]


@pytest.mark.rule("2.2.1k")
@pytest.mark.rule("5.2.6")
def test_2_2_1k_never_rebuilt() -> None:
    s = given()  # everything is in the pool
    ids = {s.world.units[u].id for u in pool_armies(s)}
    assert "su-5" in ids
    assert not {"su-3m", "su-gcav", "su-ic", "su-partisan"} & ids


@pytest.mark.rule("2.2.2a")
@pytest.mark.rule("12.2-i1")
@pytest.mark.rule("13.8.1")
@pytest.mark.rule("13.9")
@pytest.mark.seam("12", "13.8")
def test_2_2_2a_support_markers_add_their_factor_before_the_odds() -> None:
    s = field({"ge-III": "2115", "su-5": "2216"}, turn=6, stage="attack", soviet_towns=("2214",))
    three = (unit(s, "ge-III"),)
    plain = odds(s, AXIS, three, hexof(s, "2216"), False, False, False)
    helped = odds(s, AXIS, three, hexof(s, "2216"), False, True, True)
    assert (plain.attack, plain.defence) == (6, 4)
    assert (helped.attack, helped.defence) == (6 + 4, 4 + 3)


@pytest.mark.rule("2.2.2b")
@pytest.mark.rule("13.8.6")
def test_2_2_2b_markers_do_not_attack_alone_and_take_no_harm() -> None:
    s = field({"ge-III": "2115", "su-5": "2216"}, stage="attack")
    do(s, target(s, "2216"))
    assert no(s, Support()) == "2.2.2b"
    do(s, Join(unit(s, "ge-III")))
    do(s, Support())
    assert s.air[0] == 2
    do(s, Commit())
    roll(s, 1)
    assert steps(s, "ge-III") == 1 and s.air[0] == 2  # the corps takes the loss, the marker is used, not lost
    s.turn = 3
    clear_turn(s)
    assert s.air[0] == 3


@pytest.mark.rule("2.2.3a")
def test_2_2_3a_orders_are_drawn_at_random_from_the_cup() -> None:
    s = given(cup=["axis hold", "axis hold", "soviet assault"], agenda=(Draw(),))
    assert isinstance(pending(s), Draw)
    cup = outcomes(s)
    assert isinstance(cup, Cup)
    assert dict(cup.chances()) == {"axis hold": pytest.approx(2 / 3), "soviet assault": pytest.approx(1 / 3)}
    roll(s, "axis hold")
    assert s.cup == ["axis hold", "soviet assault"]


@pytest.mark.rule("2.3")
def test_2_3_all_tables_are_there() -> None:
    for name in ("terrain", "combat", "counterattack", "command", "orders", "track"):
        assert WORLD.tables[name]["title"]
    assert (WORLD.combat_table.columns[0], WORLD.combat_table.columns[-1]) == ("1:2", "6:1")
    assert WORLD.counterattack.columns[0] == "1:2"


def test_the_counter_sheet_has_144_counters() -> None:
    assert len(WORLD.units) + sum(WORLD.markers["count"].values()) == 144


@pytest.mark.rule("2.2.3b")
def test_2_2_3b_each_command_acts_under_the_order_in_its_own_box() -> None:
    s = given(place={"ge-6": "2016", "su-5": "2216"})
    s.box = [HOLD, WITHDRAW, ASSAULT, HOLD, WITHDRAW, ASSAULT, HOLD, WITHDRAW]
    assert [order_of(s, unit(s, "ge-6"), c) for c in range(4)] == s.box[:4]
    assert [order_of(s, unit(s, "su-5"), c) for c in range(4)] == s.box[4:]


@pytest.mark.rule("2.1c")
def test_2_1c_the_victory_track_runs_from_nothing_to_all_points() -> None:
    (track,) = (t for t in GAME.view(given(), OBSERVER).tracks if t.id == "vp")
    assert (track.value, track.low, track.high) == (0, 0, sum(WORLD.points.values()))


def with_pack(tables: dict[str, Any] | None = None, units: dict[str, Any] | None = None) -> dict[str, Any]:
    """The tests' figures with more laid over them."""
    return {"tables": {**PACK["tables"], **(tables or {})}, "units": {**PACK["units"], **(units or {})}}


@pytest.mark.rule("2.2.1k")
@pytest.mark.rule("5.2.6")
@pytest.mark.rule("5.2.1d")
@pytest.mark.rule("12.3.5b")
def test_2_2_1k_an_army_marked_n_never_comes_back_and_needs_no_roll() -> None:
    pack = with_pack(units={"soviet_armies": {"unit": [{"id": "su-5", "rebuild": "n"}]}})
    s = given(place={"su-5": "2216", "su-6": "2316"}, pack=pack)
    assert lose_unit(s, unit(s, "su-5"), "12.2.2", cut=True) == ()
    assert lose_unit(s, unit(s, "su-6"), "12.2.2", cut=True) == (Fate(unit(s, "su-6"), 4),)
    assert unit(s, "su-5") not in pool_armies(s) and unit(s, "su-6") in pool_armies(s)


@pytest.mark.rule("2.2.1j")
@pytest.mark.rule("2.2.1d")
def test_2_2_1_romanian_counters_show_their_nation() -> None:
    s = given(place={"ge-6": "1915", "ro-3": "1715"})
    nations = {p.id: p.nation for p in GAME.view(s, OBSERVER).pieces if p.id in ("ge-6", "ro-3")}
    assert nations == {"ge-6": "", "ro-3": "romanian"}
