"""Travel: marches round what is closed, and what zones cost."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from hexfront.hexes import Hex
from hexfront.players.operations.travel import BARRED, Marches, Roads
from tests.players.operations.ground import GRID, at, column, hexes


def steps(h: Hex) -> Mapping[Hex, int]:
    """A point for each hex, two for those of column 10."""
    return {n: 2 if GRID.cell(n)[0] == 9 else 1 for n in GRID.neighbours(h)}


ROADS = Roads(sorted(GRID), steps)


def test_the_way_costs_what_its_steps_cost() -> None:
    open_ = ROADS.among()
    assert open_.points(at("0506"), at("0506")) == 0
    assert open_.points(at("0506"), at("0906")) == 4
    assert open_.points(at("0506"), at("1206")) == 8


def test_what_is_closed_is_gone_round_or_bars_the_way() -> None:
    wall = ROADS.among(closed=column(7, range(1, 10)))
    assert wall.points(at("0606"), at("0806")) > ROADS.among().points(at("0606"), at("0806"))
    assert ROADS.among(closed=column(7)).points(at("0606"), at("0806")) >= BARRED


@pytest.mark.parametrize(("toll", "along", "points"), [(0.0, 0.0, 3), (2.0, 0.0, 7), (2.0, 5.0, 12)])
def test_a_step_out_of_a_zone_costs_more_and_one_from_zone_to_zone_most(
    toll: float, along: float, points: int
) -> None:
    zone = column(6) | column(7)
    assert ROADS.among(zone=zone, toll=toll, along=along).points(at("0506"), at("0806")) == points


def test_the_nearest_of_several() -> None:
    found: Marches = ROADS.among(closed=hexes("0606"))
    assert found.nearest(at("0506"), [at("1206"), at("0305"), at("0806")]) == (2.0, at("0305"))
