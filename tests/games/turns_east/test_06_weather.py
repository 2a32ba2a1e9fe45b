"""Chapter 6: weather."""

from __future__ import annotations

import pytest

from hexfront.games.turns_east.commands import movement_points
from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.orders import command_modifier

from .helpers import (
    FAIR,
    FROST,
    LIGHT_MUD,
    MUD,
    SNOW,
    WORLD,
    do,
    field,
    given,
    pick,
    reach,
    shown,
    step,
    unit,
)


@pytest.mark.rule("6.0a")
def test_6_0a_the_track_prints_the_weather_of_each_turn() -> None:
    kinds = [t.weather for t in WORLD.turns]
    assert set(kinds) == {"Fair", "Light Mud", "Mud", "Frost", "Snow"}
    assert kinds[1] == "Fair"
    assert [WORLD.weather(t) for t in (FAIR, LIGHT_MUD, MUD, FROST, SNOW)] == [
        "Fair",
        "Light Mud",
        "Mud",
        "Frost",
        "Snow",
    ]


@pytest.mark.rule("6.0b")
def test_6_0b_weather_changes_terrain_costs() -> None:
    def clear_cost(turn: int) -> float | None:
        s = field({"ge-III": "2016"}, turn=turn)
        do(s, pick(s, "ge-III"))
        s.agenda[0]
        return shown(s, step(s, "2116")).cost

    assert [clear_cost(t) for t in (FAIR, LIGHT_MUD, MUD, FROST, SNOW)] == [1, 1, 2, 1, 2]


@pytest.mark.rule("6.0b")
def test_6_0b_weather_changes_command_rolls_and_in_light_mud_allowances() -> None:
    by_turn = {
        turn: command_modifier(given(turn=turn - 1), AXIS) for turn in (FAIR, LIGHT_MUD, MUD, FROST, SNOW)
    }
    assert by_turn == {FAIR: 1, LIGHT_MUD: 0, MUD: -1, FROST: 0, SNOW: -2}
    by_turn = {
        turn: command_modifier(given(turn=turn - 1), SOVIET) for turn in (FAIR, LIGHT_MUD, MUD, FROST, SNOW)
    }
    assert by_turn == {FAIR: 0, LIGHT_MUD: 0, MUD: -1, FROST: 1, SNOW: 2}
    points = []
    for turn in (FAIR, LIGHT_MUD, MUD, FROST, SNOW):
        s = given(turn=turn, place={"ge-6": "1915"})
        points.append(movement_points(s, unit(s, "ge-6"), 4, 0))
    assert points == [4, 3, 4, 4, 4]


@pytest.mark.rule("6.0b")
def test_6_0b_rivers_freeze() -> None:
    def across(turn: int) -> float | None:
        s = field({"ge-6": "1814"}, turn=turn, orders={"axis-2": "assault"})
        do(s, pick(s, "ge-6"))
        assert reach(s)
        return max(a.cost or 0 for a in (shown(s, step(s, h)) for h in ("1813", "1914")))

    assert across(FAIR) == 1  # no river here
    moves = WORLD.moves
    a, b = next(
        (a, b)
        for a, b in WORLD.rivers.pairs()
        if WORLD.board.kind[b] == "clear" and WORLD.adjacent[a] >> b & 1
    )
    cost = [moves[climate][1][a][b] for climate in range(3)]
    assert cost == [2, 4, 2]
