"""Enclosing: posts that cut the enemy off from empty ground."""

from __future__ import annotations

from hexfront.hexes import Hex, HexSet
from hexfront.players.operations import closing_posts
from hexfront.players.operations.holding import Cutter
from tests.players.operations.ground import EAST, LAND, WEST, at, column, hexes, plain

NECK = LAND & ~column(12, (*range(1, 5), *range(10, 13)))
"""Five hexes of land join the two halves at column 12."""
CITIES = {at("0802"): 5.0, at("0911"): 5.0}


def posts(stands: HexSet, standing: HexSet = 0, price: float = 0.5) -> list[Hex] | None:
    ways = plain(NECK)

    def zone(h: Hex) -> HexSet:
        return ways.zone(1 << h)

    return closing_posts(Cutter(ways), zone, stands & NECK, standing, price, CITIES, EAST, WEST)


def closes(found: list[Hex] | None, standing: HexSet = 0) -> bool:
    ways = plain(NECK)
    stands = sum(1 << h for h in found or ())
    held = standing | stands | ways.zone(stands)
    return not ways.spread_over(EAST, NECK & ~held) & (1 << at("0802") | 1 << at("0911"))


def test_two_units_and_their_zones_close_a_neck_of_five() -> None:
    found = posts(column(11) | column(12) | column(13))
    assert found is not None and len(found) == 2
    assert closes(found)


def test_who_stands_there_already_need_not_be_sent() -> None:
    standing = hexes("1205", "1206", "1207")
    found = posts(column(12), standing)
    assert found is not None and len(found) == 1
    assert closes(found, standing)


def test_what_nobody_can_close_is_left_open() -> None:
    assert posts(hexes("1205")) is None


def test_the_line_runs_where_units_can_get() -> None:
    for number in (7, 10):
        found = posts(column(number))
        assert found is not None and all(column(number) >> h & 1 for h in found)
