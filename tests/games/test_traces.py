"""The supply line of every unit, as a client draws it when the unit is selected."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games import get
from hexfront.kernel import OBSERVER


def traces(name: str, scenario: str) -> tuple[Any, dict[str, tuple[str, ...]]]:
    game = get(name)
    s = game.start(game.setup(scenario))
    [trace] = [each for each in game.overlays(s, OBSERVER) if each.id == "trace"]
    return s, trace.hexes


@pytest.mark.parametrize(
    ("name", "scenario", "at_least"), [("turns_east", "barbarossa", 20), ("motherland", "uranus", 60)]
)
def test_lines_begin_at_the_unit_and_go_from_neighbour_to_neighbour(
    name: str, scenario: str, at_least: int
) -> None:
    s, lines = traces(name, scenario)
    board = s.world.board
    where = {piece.id: piece.at for piece in get(name).view(s, OBSERVER).pieces}
    assert len(lines) >= at_least
    for unit, way in lines.items():
        assert way[0] == where[unit]
        for a, b in zip(way, way[1:], strict=False):
            assert board.grid.is_adjacent(board.index(a), board.index(b))


def test_a_line_of_hitler_turns_east_ends_in_a_supply_town() -> None:
    s, lines = traces("turns_east", "barbarossa")
    w = s.world
    for unit, way in lines.items():
        side = w.side[w.number[unit]]
        towns = w.soviet_supply if side else w.axis_supply
        assert towns >> w.board.index(way[-1]) & 1
        assert len(way) <= 2 + 6


def test_reach_covers_where_units_stand_and_what_they_can_walk_to() -> None:
    game = get("turns_east")
    s = game.start(game.setup("minsk"))
    [reach] = [each for each in game.overlays(s, OBSERVER) if each.id == "reach"]
    assert reach.key == "r"
    axis = set(reach.hexes["axis"])
    assert "0806" in axis and "1005" in axis and "2308" not in axis
    assert not axis & {w for w in reach.hexes["soviet"] if w == "0806"}


def test_sources_of_supply_stand_on_the_map_with_their_letters() -> None:
    game = get("motherland")
    state: Any = game.start(game.setup("campaign"))
    supply = next(each for each in game.overlays(state, OBSERVER) if each.id == "supply")
    assert {"E", "W"} <= set(supply.labels.values())
    board = state.world.board
    for at, letter in supply.labels.items():
        assert board.features[f"supply_{letter}"] >> board.index(at) & 1
