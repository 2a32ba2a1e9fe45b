"""Reading a front: gaps, ways through, threats, pockets, corridors."""

from __future__ import annotations

from hexfront.hexes import bits
from hexfront.players.operations import (
    corridor,
    covered,
    cut_off,
    gaps,
    pockets,
    sectors,
    threats,
    way_through,
)
from hexfront.players.operations.reading import along
from tests.players.operations.ground import WEST, at, bodies, column, field, hexes, labels, plain


def test_a_post_on_every_third_hex_closes_a_line() -> None:
    ways = plain()
    line = column(8)
    assert not gaps(ways, line, column(8, (2, 5, 8, 11)))
    assert labels(bits(gaps(ways, line, column(8, (2, 5, 9, 12))))) == ["0807"]


def test_what_the_enemy_stands_in_is_not_covered() -> None:
    assert not covered(plain(), hexes("0806"), hexes("0805")) & hexes("0805")


def test_the_enemy_comes_through_the_gap_and_not_through_the_line() -> None:
    mine = bodies(0, *(f"08{row:02d}" for row in (2, 5, 11)))
    there = field(mine, bodies(50, "1206"))
    way = way_through(there, there.own, WEST)
    assert way is not None
    assert {"0807", "0808", "0809"} & set(labels(way.hexes))  # which no zone closes
    closed = field(bodies(0, *(f"08{row:02d}" for row in (2, 5, 8, 11))), bodies(50, "1206"))
    dearer = way_through(closed, closed.own, WEST)
    assert dearer is not None and dearer.cost > way.cost


def test_a_threat_is_everybody_who_can_come_next_to_a_hex() -> None:
    there = field({}, bodies(50, "1206", "1207", attack=5.0))
    threat = threats(there, there.theirs.values())
    assert threat[at("0806")] == 10.0
    assert at("0506") not in threat
    assert threats(there, there.theirs.values(), 1)[at("0806")] == 5.0  # where one finds room


def test_a_ring_of_zones_makes_a_pocket() -> None:
    ring = ("0803", "1005", "1007", "0808", "0607", "0605")
    there = field(bodies(0, *ring), bodies(50, "0806", "1506"))
    assert pockets(there) == [hexes("0806")]
    assert pockets(field(bodies(0, *ring[:3]), bodies(50, "0806", "1506"))) == []


def test_a_spearhead_can_be_cut_off_and_the_line_cannot() -> None:
    mine = bodies(0, "0606", "1206")
    there = field(mine, bodies(50, "1306"))
    reached = column(9) | column(10)
    assert cut_off(there, reached) == hexes("1206")


def test_sectors_tell_where_the_line_is_weakest() -> None:
    mine = bodies(0, *(f"08{row:02d}" for row in range(1, 13, 2)))
    there = field(mine, bodies(50, "1110", "1111", "1112", attack=9.0))
    line = along(there.ways, column(8))
    parts = sectors(there, line, threats(there, there.theirs.values()), 4)
    assert len(parts) == 3
    assert max(parts, key=lambda part: part.ratio).hexes[-1] in bits(column(8, (9, 10, 11, 12)))


def test_a_line_is_told_in_the_order_it_runs() -> None:
    assert labels(along(plain(), column(8))) in (
        [f"08{row:02d}" for row in range(1, 13)],
        [f"08{row:02d}" for row in range(12, 0, -1)],
    )


def test_a_corridor_goes_round_the_enemy_and_counts_hexes_out_of_supply() -> None:
    there = field(bodies(0, "0506"), bodies(50, "0806"))
    way, hungry = corridor(there, there.own, at("1106"), column(5) | column(6) | column(7))
    assert way is not None
    assert not any((there.enemy | there.hostile) >> h & 1 for h in way.hexes)
    assert hungry == sum(1 for h in way.hexes if int(labels([h])[0][:2]) > 7)


def test_distances_go_round_what_is_not_within() -> None:
    ways = plain()
    far = ways.distances(hexes("0806"), ways.land)
    assert far[at("0806")] == 0 and far[at("0808")] == 2
    walled = ways.distances(hexes("0806"), ways.land & ~hexes("0807"))
    assert at("0807") not in walled and walled[at("0808")] == 3


def test_ground_is_a_strip_and_what_lies_in_it() -> None:
    worth = plain().ground({at("0806"): 2.0}, 0.1)
    assert worth[at("0806")] == 2.1 and worth[at("0807")] == 0.1
