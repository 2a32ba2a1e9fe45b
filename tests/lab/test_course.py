"""The course of Lebensraum! beside history."""

from __future__ import annotations

import pytest

from hexfront.games.lebensraum import GAME
from hexfront.kernel import Setup
from hexfront.lab.course import HELD, Row, history, last_day, main, table, was_held


def test_turns_end_three_months_apart() -> None:
    assert [str(last_day(n)) for n in (1, 2, 3, 16)] == [
        "1941-09-22",
        "1941-12-22",
        "1942-03-22",
        "1945-06-22",
    ]


def test_what_the_axis_held_is_history_and_on_the_map() -> None:
    w = GAME.start(Setup("conclusions")).world
    assert all(w.cities_in["ussr"] >> w.hex(name) & 1 for name in HELD)
    found = history(w)
    assert [found[n] for n in (1, 2, 6, 8, 10, 12, 14)] == [9, 14, 19, 14, 9, 6, 0]
    assert (
        was_held("Kerch", last_day(2))
        and not was_held("Kerch", last_day(3))
        and was_held("Kerch", last_day(4))
    )


def test_a_table_has_a_line_a_turn_with_means() -> None:
    w = GAME.start(Setup("invasion")).world
    games = [[Row(1, 4, 0, (50, 20), (8, 0))], [Row(1, 6, 0, (52, 10), (6, 1))]]
    lines = table(w, games)
    assert lines[2] == "| 1 | 9 | 5.0 | 0.0 | 51.0 | 15.0 | 7.0 | 0.5 |" and len(lines) == 3


def test_a_game_is_watched_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    main(["dday", "--games", "1", "--players", "random,random", "--seed", "test"])
    said = capsys.readouterr().out
    assert said.startswith("game 0: ") and "| 16 |" in said
