"""For the Motherland!: the staff on the operations layer, in positions where one order is plainly right."""

from __future__ import annotations

from hexfront.games.motherland import GAME
from hexfront.kernel import Setup
from hexfront.players import doctrine_for, get, names
from hexfront.players.doctrines.motherland import BEFORE, DOCTRINE
from hexfront.players.doctrines.motherland.field import GOALS


def test_the_staff_it_is_measured_against_is_kept_and_not_offered() -> None:
    assert "staff-old" not in names()
    assert get("staff-old") is not None
    assert type(doctrine_for(GAME, before=True)) is BEFORE
    assert type(doctrine_for(GAME)) is DOCTRINE


def test_goals_name_places_of_the_map() -> None:
    w = GAME.start(Setup("campaign")).world
    unknown = {place for goal in GOALS.goals for place in goal.places if w.find(place) < 0}
    assert unknown == set()
    assert {goal.side for goal in GOALS.goals} == {"axis", "soviet"}
    assert all(1 <= goal.turns[0] <= goal.turns[1] <= 22 for goal in GOALS.goals)
