"""What the page on which a match is set up asks for, with every optional rule of every game named."""

from __future__ import annotations

import json

from tests.server.support import House


def test_the_seats_of_every_game_are_told_with_all_its_options(club: House) -> None:
    anna = club.person()
    for game in anna.get("/api/games"):
        options = {each["id"]: each.get("default", False) for each in game["options"]}
        for scenario in game["scenarios"]:
            seats = anna.get(
                f"/api/games/{game['id']}/seats", scenario=scenario["id"], options=json.dumps(options)
            )
            assert len(seats) >= 2, game["id"]


def test_options_without_end_are_refused(club: House) -> None:
    refused = club.person().refused("GET", "/api/games/lebensraum/seats", scenario="dday", options="x" * 2001)
    assert "too long" in str(refused)
    refused = club.person().refused("GET", "/api/games/lebensraum/seats", scenario="x" * 201)
    assert "too long" in str(refused)
