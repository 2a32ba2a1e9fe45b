"""Feeding: bases and who goes where."""

from __future__ import annotations

from hexfront.players.operations.feeding import shared_out


def test_bases_do_not_change_places() -> None:
    ways = {1: {10: 0, 20: 9, 30: 2}, 2: {20: 0, 10: 9, 30: 3}}
    assert shared_out({1: 20, 2: 10}, ways) == {1: 10, 2: 20}
    assert shared_out({1: 20, 2: 30}, ways) == {1: 30, 2: 20}


def test_a_base_that_cannot_get_there_keeps_its_own_site() -> None:
    assert shared_out({1: 20, 2: 10}, {1: {20: 9}, 2: {10: 9, 20: 0}}) == {1: 20, 2: 10}
