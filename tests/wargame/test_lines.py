"""Lines of supply: open hexes, growth by layers, nets, and the way that is drawn."""

from __future__ import annotations

from hexfront.hexes import Grid, GridSpec, Sides, bits, union
from hexfront.wargame import Growth, Net, grown, open_hexes

GRID = Grid(GridSpec(orientation="flat", columns=7, rows=1, shifted="even"))
ROW = [GRID.at(c, 0) for c in range(7)]
RAILS = Sides.of(GRID, list(zip(ROW, ROW[1:], strict=False)))


def test_a_friend_opens_a_zone_but_not_a_hex_closed_for_another_reason() -> None:
    land, enemy, zone = union(ROW), 1 << ROW[3], union(ROW[2:5])
    assert set(bits(open_hexes(land, enemy, zone, 0))) == {ROW[0], ROW[1], ROW[5], ROW[6]}
    assert open_hexes(land, enemy, zone, 1 << ROW[2]) >> ROW[2] & 1
    assert not open_hexes(land, enemy, zone, 1 << ROW[3]) >> ROW[3] & 1, "an enemy stands there"
    assert not open_hexes(land, enemy, zone, 1 << ROW[2], 1 << ROW[2]) >> ROW[2] & 1


def test_a_line_grows_so_many_steps_within_open_hexes() -> None:
    start = 1 << ROW[0]
    assert grown(GRID, start, GRID.hexes, 2) == union(ROW[:3])
    assert grown(GRID, start, GRID.hexes & ~(1 << ROW[2]), 5) == union(ROW[:2])
    assert grown(GRID, start, GRID.hexes, 5, Sides.of(GRID, [(ROW[1], ROW[2])])) == union(ROW[:2])
    assert grown(GRID, start, GRID.hexes & ~start, 5) == 0


def test_a_net_stops_at_a_closed_hex_and_where_no_link_leads_on() -> None:
    net = Net(RAILS)
    assert net.hexes == GRID.hexes and net.connected(1 << ROW[0], GRID.hexes) == GRID.hexes
    closed = GRID.hexes & ~(1 << ROW[3])
    assert net.connected(1 << ROW[0], closed) == union(ROW[:3])
    assert net.connected(1 << ROW[3], closed) == 0
    cut = Net(Sides.of(GRID, [(ROW[0], ROW[1]), (ROW[3], ROW[4])]))
    assert cut.connected(1 << ROW[0], GRID.hexes) == union(ROW[:2])


def test_a_line_begins_in_a_closed_hex_but_does_not_pass_one() -> None:
    open_ = GRID.hexes & ~(1 << ROW[2])
    lines = Growth(GRID, 1 << ROW[0], open_, into=GRID.hexes)
    assert [lines.distance(h) for h in ROW[:4]] == [0, 1, 2, -1]
    assert lines.way(ROW[2]) == (ROW[2], ROW[1], ROW[0]) and lines.way(ROW[3]) == ()
    assert Growth(GRID, 1 << ROW[0], open_).distance(ROW[2]) == -1
    assert Growth(GRID, 1 << ROW[2], open_).way(ROW[4]) == (ROW[4], ROW[3], ROW[2]), "an end need not be open"
    assert Growth(GRID, 1 << ROW[0], open_, Sides.of(GRID, [(ROW[0], ROW[1])])).distance(ROW[1]) == -1


def test_the_way_that_is_drawn_is_a_shortest_one_and_passes_open_hexes() -> None:
    grid = Grid(GridSpec(orientation="flat", columns=9, rows=7, shifted="even"))
    end, start = grid.at(0, 3), grid.at(8, 3)
    wall = union(grid.at(4, r) for r in range(5))
    lines = Growth(grid, 1 << end, grid.hexes & ~wall, into=grid.hexes)
    way = lines.way(start)
    assert way[0] == start and way[-1] == end and len(way) == lines.distance(start) + 1
    assert all(grid.distance(a, b) == 1 for a, b in zip(way, way[1:], strict=False))
    assert not union(way) & wall
