"""Feeding: bases and who goes where."""

from __future__ import annotations

from hexfront.players.operations.feeding import Sites, shared_out


def test_bases_do_not_change_places() -> None:
    ways = {1: {10: 0, 20: 9, 30: 2}, 2: {20: 0, 10: 9, 30: 3}}
    assert shared_out({1: 20, 2: 10}, ways) == {1: 10, 2: 20}
    assert shared_out({1: 20, 2: 30}, ways) == {1: 30, 2: 20}


def test_a_base_that_cannot_get_there_keeps_its_own_site() -> None:
    assert shared_out({1: 20, 2: 10}, {1: {20: 9}, 2: {10: 9, 20: 0}}) == {1: 20, 2: 10}


def test_of_those_on_the_move_each_counts_by_the_best_hex_it_would_be_fed_in() -> None:
    """Hex 7 is worth more to it than 5; a second site that feeds only 5 adds nothing to one that feeds 7."""
    feeds = {1: 1 << 5, 2: 1 << 7, 3: 1 << 9}
    sites = Sites([], lambda h: feeds[h], lambda h: 0.0, [[(7, 4.0), (5, 3.0)]])
    assert [sites.worth(h, 0) for h in (1, 2, 3)] == [3.0, 4.0, 0.0]
    assert sites.worth(1, feeds[2]) == 0.0
    assert sites.worth(2, feeds[1]) == 1.0
    assert sites.place({8: [1, 2, 3]}) == {8: 2}
