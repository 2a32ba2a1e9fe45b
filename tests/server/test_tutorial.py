"""Guided first games: what a rules module brings is readable, and speaks of things that exist."""

from __future__ import annotations

import pytest

from hexfront import games
from hexfront.server.club.catalogue import Catalogue
from tests.server.support import House

TAUGHT = [name for name in games.names() if Catalogue.tutorial(games.get(name)).steps]


def test_some_game_teaches() -> None:
    assert {"turns_east", "motherland", "last_war"} <= set(TAUGHT)


@pytest.mark.parametrize("name", TAUGHT)
def test_steps_name_cases_and_places_that_exist(name: str) -> None:
    game = games.get(name)
    lesson = Catalogue.tutorial(game)
    setup = game.setup(lesson.scenario)
    board = game.start(setup).world.board
    assert lesson.seat in {seat.id for seat in game.seats(setup)}
    for step in lesson.steps:
        assert step.title and step.text
        for case in (step.rule, *step.when.split()):
            assert (
                not case or case == "over" or any(known.startswith(case) for known in game.rulebook.cases)
            ), case
        for place in (step.at, step.until.at):
            assert not place or board.index(place) >= 0


def test_steps_are_served_and_a_game_without_them_says_so(club: House) -> None:
    person = club.person()
    served = person.get("/api/games/turns_east/tutorial")
    assert served["scenario"] == "minsk" and served["seat"] == "axis"
    assert len(served["steps"]) >= 10 and {"title", "text"} <= set(served["steps"][0])
    assert person.get("/api/games/toy/tutorial")["steps"] == []
