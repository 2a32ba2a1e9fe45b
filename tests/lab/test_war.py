"""Games of For the Motherland! and of Hitler Turns East beside history."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexfront.games.motherland import GAME
from hexfront.kernel import Setup
from hexfront.lab import war, war_east
from hexfront.lab.bands import level, page
from hexfront.lab.war import Row, historical_assets, historical_points, history, main, table, watch


def test_history_is_read_off_the_dated_fronts_of_the_map() -> None:
    known = history(GAME.start(Setup("campaign")).world)
    assert known[11] == max(known.values())  # the eve of Uranus is the high tide
    assert known[22] < known[19] < known[15]
    assert 40 <= known[5] <= 50


def test_a_game_has_a_row_for_each_turn() -> None:
    rows = watch("uranus", ("random", "random"), "test")
    assert [one.turn for one in rows] == [12, 13, 14]
    assert all(0 <= one.unfed <= one.corps and 0 <= one.cities <= 75 for one in rows)
    assert watch("uranus", ("random", "random"), "test") == rows


def test_a_turn_whose_last_phase_asks_nothing_has_its_row_too(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = watch("uranus", ("random", "random"), "test")
    monkeypatch.setattr(war, "ADMINISTRATIVE", "never asked")
    silent = watch("uranus", ("random", "random"), "test")
    assert [one.turn for one in silent] == [12, 13, 14]
    assert [one.attacks for one in silent] == [one.attacks for one in rows]


def test_the_table_sums_games_up_turn_by_turn() -> None:
    games = [[Row(12, 50, 40, 4, 1, 0, (3, 5))], [Row(12, 54, 40, 0, 0, 2, (1, 7))]]
    line = table(games, {12: 53})[-1]
    assert line == "| 12 | 2 | 53 | 52.0 | 50, 54 | 5 % | 0.5 | 1.0 | 2.0, 6.0 |"


def test_it_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    main(["uranus", "--games", "1", "--players", "random,random"])
    printed = capsys.readouterr().out
    assert printed.count("\n") == 5 and "| 14 |" in printed


def test_the_page_of_bands_shows_the_data() -> None:
    assert (Path("docs") / "games" / "motherland-scenarios.md").read_text(encoding="utf-8") == page()


def test_history_scores_a_draw_in_the_campaign_and_not_what_the_computer_scores() -> None:
    worlds = {scenario: GAME.start(Setup(scenario)).world for scenario in ("campaign", "zitadelle", "uranus")}
    assert {id_: level(w.plan, historical_points(w)) for id_, w in worlds.items()} == {
        "campaign": "Draw", "zitadelle": "Draw", "uranus": "Soviet Operational Victory",
    }  # fmt: skip
    assert historical_points(worlds["campaign"], ("Leningrad", "Tula")) == 25


def test_history_lost_its_mines_and_its_oil_but_not_its_factories() -> None:
    """With them history comes to the middle of the printed Draw of the Road to Stalingrad."""
    worlds = {
        scenario: GAME.start(Setup(scenario)).world for scenario in ("barbarossa", "stalingrad", "blau")
    }
    assert {id_: historical_assets(w) for id_, w in worlds.items()} == {
        "barbarossa": 6, "stalingrad": 11, "blau": 13,
    }  # fmt: skip
    held = historical_points(worlds["stalingrad"], ("Leningrad", "Tula"))
    assert held == 28 and level(worlds["stalingrad"].plan, held) == "Draw"


def test_a_campaign_in_the_east_tells_when_cities_fell() -> None:
    game = war_east.watch("barbarossa", ("random", "random"), "test")
    assert [one.turn for one in game.months] == list(range(1, len(game.months) + 1))
    assert all(1 <= turn <= 11 for turn in game.fell.values())
    assert game.months[-1].units[1] > 0
    assert war_east.watch("barbarossa", ("random", "random"), "test") == game


def test_the_eastern_tables_sum_games_up() -> None:
    one = war_east.Month(1, (20, 30), (100, 60), (0, 4), 1, (8, 2))
    two = war_east.Month(1, (20, 30), (104, 50), (2, 0), 0, (10, 0))
    games = [
        war_east.Campaign({"Minsk": 1, "Moscow": 4}, [one], "axis", "3.3a", 14),
        war_east.Campaign({"Minsk": 1, "Moscow": 6}, [two], "soviet", "3.2c", 9),
    ]
    assert war_east.falls(games)[2] == "| Minsk | Jun | 2 |  |  |  |  |  |  |  |  |  |  | 0 |"
    assert "| Moscow | held |  |  |  | 1 |  | 1 |  |  |  |  |  | 0 |" in war_east.falls(games)
    assert war_east.turns(games)[2] == "| Jun | 2 | 102.0, 55.0 | 1.0, 2.0 | 0.5 | 9.0, 1.0 |"
    assert war_east.summary(games).startswith(
        "2 games: the Axis won 1, 1 of them at once; Moscow held through September in 1"
    )


def test_the_last_war_is_watched_by_the_same_command(capsys: pytest.CaptureFixture[str]) -> None:
    main(["europe", "--games", "1", "--players", "random,random"])
    printed = capsys.readouterr().out
    assert printed.startswith("1 games:") and "| Moscow | never lost |" in printed


def test_the_command_knows_both_games(capsys: pytest.CaptureFixture[str]) -> None:
    main(["minsk", "--games", "1", "--players", "random,random"])
    assert "| Smolensk | Jul |" in capsys.readouterr().out
