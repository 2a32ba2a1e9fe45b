"""Holding: the line as a least cut, posts on it, units to posts."""

from __future__ import annotations

from hexfront.hexes import Sides, bits
from hexfront.players.operations import assign, draw_line, gaps, spread
from hexfront.players.operations.holding import FORBIDDEN, Cutter, Post, afforded
from tests.players.operations.ground import (
    EAST,
    GRID,
    LAND,
    WEST,
    at,
    bodies,
    column,
    field,
    hexes,
    labels,
    plain,
)

GROUND = dict.fromkeys(GRID, 0.05)


def test_the_line_runs_coast_to_coast_before_the_enemy() -> None:
    there = field({}, bodies(50, "1203", "1209"))
    line = Cutter(there.ways).draw({}, GROUND, there.enemy | EAST, WEST)
    assert not gaps(there.ways, line.hexes, line.hexes)
    assert not line.rear & there.enemy
    reached = there.ways.spread_over(there.enemy, LAND & ~line.hexes)
    assert not reached & WEST


def test_a_narrow_neck_is_the_line_of_few() -> None:
    """Nine rows of lake leave a neck of three hexes at column 5."""
    land = LAND & ~column(5, (*range(1, 6), *range(9, 13)))
    ways = plain(land)
    cutter = Cutter(ways)
    theirs = hexes("1206") | EAST
    dear = dict.fromkeys(GRID, 0.12)
    hold = dict.fromkeys(GRID, 1.0)
    many = draw_line(cutter, hold, dear, theirs, WEST, units=20, spacing=1)
    few = draw_line(cutter, hold, dear, theirs, WEST, units=3, spacing=1)
    assert many.hexes.bit_count() > 3
    assert labels(bits(few.hexes)) == ["0506", "0507", "0508"]


def test_a_line_falls_back_to_the_river() -> None:
    """To hold behind the river of column 6 costs half: worth more than the strip of land before it."""
    hold = {h: 0.5 if GRID.cell(h)[0] == 5 else 1.0 for h in GRID}
    theirs = hexes("0906") | EAST
    line = Cutter(plain()).draw(hold, dict.fromkeys(GRID, 0.02), theirs, WEST)
    assert line.hexes == column(6)
    without = Cutter(plain()).draw({}, dict.fromkeys(GRID, 0.02), theirs, WEST)
    assert without.hexes != column(6)


def test_a_city_that_is_worth_it_is_kept_before_the_river() -> None:
    hold = {h: 0.5 if GRID.cell(h)[0] == 5 else 1.0 for h in GRID}
    ground = dict.fromkeys(GRID, 0.02)
    city = at("0806")
    theirs = hexes("0906") | EAST
    usual = Cutter(plain()).draw(hold, ground, theirs, WEST)
    assert not (usual.rear | usual.alone) >> city & 1
    prized = Cutter(plain()).draw(hold, ground | {city: 9.0}, theirs, WEST)
    assert (prized.rear | prized.alone) >> city & 1


def test_a_place_that_would_hold_out_alone_is_no_part_of_the_line() -> None:
    far = at("1606")
    theirs = hexes("1206", "1506", "1706") | EAST
    line = Cutter(plain()).draw({}, dict.fromkeys(GRID, 0.02) | {far: 50.0}, theirs, WEST)
    assert not (line.hexes | line.rear) >> far & 1
    assert line.alone >> far & 1


def test_sides_that_cannot_be_crossed_need_no_line() -> None:
    barred = Sides.of(
        GRID,
        [
            (a, b)
            for a in GRID
            for b in GRID.neighbours(a)
            if GRID.cell(a)[0] == 5 and GRID.cell(b)[0] == 6 and a != at("0606")
        ],
    )
    line = Cutter(plain(barred=barred)).draw({}, {}, hexes("1206") | EAST, WEST)
    assert line.hexes == hexes("0606")


def test_the_fewest_posts_close_a_line() -> None:
    ways = plain()
    posts = spread(ways, column(8), 0, lambda h: 0.0)
    assert len(posts) == 4
    assert not gaps(ways, column(8), sum(1 << h for h in posts))
    assert spread(ways, column(8), column(8, (2, 5, 8, 11)), lambda h: 0.0) == []
    missing = spread(ways, column(8), column(8, (2, 5, 8)), lambda h: 0.0)
    assert labels(missing) == ["0811"]


def test_units_go_where_all_together_do_best() -> None:
    """The nearest unit would take the near post and leave nobody for the far one."""
    posts = [Post(at("0806"), 10.0), Post(at("0812"), 10.0)]
    far = {(1, 0): 9.0, (1, 1): 8.0, (2, 0): 8.0, (2, 1): -FORBIDDEN}
    found = assign(posts, [1, 2], lambda u, post: far[u, posts.index(post)])
    assert found == {1: 1, 2: 0}


def test_nobody_is_sent_where_it_does_harm() -> None:
    posts = [Post(at("0806"), 1.0)]
    assert assign(posts, [1], lambda u, post: -2.0) == {}
    assert assign([], [1], lambda u, post: 1.0) == {}


def test_the_points_go_to_the_marches_that_are_worth_most_for_them() -> None:
    worth, costs = {1: 6.0, 2: 4.0, 3: 5.0, 4: 0.1}, {1: 11.0, 2: 3.0, 3: 4.0, 4: 5.0}
    assert afforded(worth, costs, 8.0) == [2, 3]
    assert afforded(worth, costs, 8.0, first={4}) == [4, 2], "who must go goes first"
    assert sorted(afforded(worth, costs, 100.0)) == [1, 2, 3, 4]
