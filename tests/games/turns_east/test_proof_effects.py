"""What must also happen: setting up, splitting a stack, the words of a calculation, the shape of a supply line."""

from __future__ import annotations

from typing import Any, cast

import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.actions import Stop
from hexfront.games.turns_east.combat import AttackRoll
from hexfront.games.turns_east.data import AXIS, SOVIET, EastWorld
from hexfront.games.turns_east.events import CombatResolved, UnitsMoved
from hexfront.games.turns_east.retreat import ChooseRetreat, RetreatStack
from hexfront.games.turns_east.state import GONE, RESERVE
from hexfront.games.turns_east.strength import odds
from hexfront.games.turns_east.supply import Lines
from hexfront.kernel import pending, settle

from .helpers import (
    WORLD,
    back,
    do,
    field,
    given,
    hexof,
    on_map,
    overrun,
    pick,
    roll,
    spot,
    step,
    unit,
)

SOUTH: dict[str, Any] = {"axis_towns": ("Kharkov", "Poltava"), "soviet_towns": ("2214",)}


@pytest.mark.rule("13.3")
def test_13_3_every_garrison_begins_with_its_army_off_the_map() -> None:
    s = GAME.new_state(WORLD)
    garrisons = [u for u, counter in enumerate(WORLD.units) if counter.kind == "garrison"]
    assert garrisons and {s.where[u] for u in garrisons} == {RESERVE}


@pytest.mark.rule("3.1a")
def test_3_1a_a_counter_without_hex_or_turn_is_not_in_the_game() -> None:
    left_out = {"units": {"soviet_armies": {"unit": [{"id": "su-5", "setup": ""}]}}}
    world = cast(EastWorld, GAME.world(GAME.setup("barbarossa", pack=left_out)))
    s = GAME.new_state(world)
    assert s.where[world.number["su-5"]] == GONE and GONE not in GAME.new_state(WORLD).where


@pytest.mark.rule("3.1e")
def test_3_1e_before_the_first_turn_nothing_is_ordered_and_only_counters_hold_hexes() -> None:
    s = GAME.new_state(WORLD)
    for side in (AXIS, SOVIET):
        held = {s.where[u] for u in range(len(WORLD.units)) if WORLD.side[u] == side and s.where[u] >= 0}
        assert s.held[side] == sum(1 << i for i in held)
    assert s.box == [0] * 8 and s.points == [0, 0] and s.air == [0] * 5


@pytest.mark.rule("12.3.1")
@pytest.mark.rule("12.3.4b")
def test_12_3_1_a_stack_without_room_together_splits_and_the_leader_goes_with_the_first_panzers() -> None:
    wall = {"su-5": "2215", "su-6": "2217", "su-26": "2315", "su-12": "2316"}
    full = {"ge-XL": "2115", "ge-XLI": "2115", "ge-LVI": "2116", "ge-XXXIX": "2116"}
    stack = {"ge-III": "2216", "ge-XIV": "2216", "kleist": "2216"}
    s = given(place={**stack, **wall, **full}, axis_towns=("Kharkov",))
    units = tuple(sorted(unit(s, name) for name in stack))
    s.agenda = (RetreatStack(units, (hexof(s, "2216"),), 0),)
    settle(s)
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and frame.units == (unit(s, "ge-III"), unit(s, "kleist"))
    do(s, back(s, "2115"))
    do(s, back(s, "2015"))
    assert spot(s, "ge-III") == spot(s, "kleist") == "2015"
    frame = pending(s)
    assert isinstance(frame, ChooseRetreat) and frame.units == (unit(s, "ge-XIV"),)


@pytest.mark.rule("13.4.1")
def test_13_4_1_the_working_of_a_combat_does_not_count_a_leader() -> None:
    s = field({"ge-III": "2115", "kleist": "2115", "su-5": "2216"}, stage="attack")
    units = (unit(s, "ge-III"), unit(s, "kleist"))
    found = odds(s, AXIS, units, hexof(s, "2216"), True, False, False, explain=True)
    names = [line.label for line in found.working("12.2.1a")]
    assert WORLD.name(units[0]) in names and WORLD.name(units[1]) not in names


@pytest.mark.rule("10.1.2")
def test_10_1_2_a_supply_line_is_a_shortest_way_of_adjacent_hexes_to_the_town() -> None:
    lines = Lines(given(axis_towns=("Kharkov",)), AXIS, 2)
    town, end = WORLD.board.hex("Kharkov"), WORLD.board.index("2416")
    found = lines.way(end)
    assert (found[0], found[-1], len(found)) == (end, town, 6)
    assert all(WORLD.grid.is_adjacent(a, b) for a, b in zip(found, found[1:], strict=False))
    # asked again, and asked nearer, the answer is the same
    assert lines.way(end) == found and [lines.distance(i) for i in found] == [5, 4, 3, 2, 1, 0]
    assert lines.way(town) == (town,)


@pytest.mark.rule("10.1.2")
@pytest.mark.rule("10.1.6")
def test_10_1_6_no_supply_line_leads_through_closed_ground() -> None:
    s = given(
        place={"su-5": "2114", "su-6": "2317", "su-26": "2117", "su-12": "2314", "su-37": "2215"},
        axis_towns=("Kharkov",),
        soviet_towns=("2214",),
    )
    lines = Lines(s, AXIS, 2)
    cut = hexof(s, "2216")
    assert lines.distance(cut) == -1 and lines.way(cut) == ()
    assert lines.detour(cut) == WORLD.grid.distance(cut, WORLD.board.hex("Kharkov"))


@pytest.mark.rule("13.7.1")
def test_13_7_1_away_from_the_ports_the_coastal_army_has_no_way_by_sea() -> None:
    ring = {"ge-6": "2215", "ge-17": "2217", "ge-III": "2115", "ge-XIV": "2116", "ge-XL": "2315"}
    s = given(place={"su-ic": "2216", **ring, "ge-XLI": "2316"}, axis_towns=("Kharkov",))
    s.agenda = (RetreatStack((unit(s, "su-ic"),), (hexof(s, "2216"),), 0),)
    settle(s)
    assert not on_map(s, "su-ic")


@pytest.mark.rule("12.2.2")
@pytest.mark.rule("12.4.9b")
def test_12_4_9b_the_leaders_point_is_added_before_the_table_is_read() -> None:
    for die in range(1, 7):
        s = field({"ge-III": "2115", "kleist": "2115", "su-5": "2216"}, order="blitz", air=[0] * 5, **SOUTH)
        do(s, pick(s, "ge-III"))
        do(s, overrun(s, "2216"))
        frame = pending(s)
        assert isinstance(frame, AttackRoll)
        column = frame.odds(s).column
        (told,) = (e for e in roll(s, die) if isinstance(e, CombatResolved))
        assert (told.die, told.modified) == (die, die + 1)
        assert told.result == WORLD.combat_table.rows[die + 1][column]


@pytest.mark.rule("11.1.7")
def test_11_1_7_a_move_of_one_hex_is_told_and_staying_is_not() -> None:
    s = field({"ge-6": "2016", "ge-III": "2016"}, order="assault")
    do(s, pick(s, "ge-6"))
    do(s, step(s, "2116"))
    assert [type(e) for e in do(s, Stop())].count(UnitsMoved) == 1
    do(s, pick(s, "ge-III"))
    assert UnitsMoved not in [type(e) for e in do(s, Stop())]
