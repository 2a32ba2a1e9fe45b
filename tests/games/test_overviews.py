"""Every scenario says what it is about, who one is, what wins and how the score stands against it."""

from __future__ import annotations

import pytest

from hexfront import games, players
from hexfront.kernel import View
from hexfront.match import Match
from hexfront.players import Seatview

WHOLE = ("turns_east", "motherland", "last_war")
SCENARIOS = [(name, each.id) for name in WHOLE for each in games.get(name).scenarios]


def opening(name: str, scenario: str) -> tuple[View, set[str]]:
    game = games.get(name)
    setup = game.setup(scenario)
    seats = {each.id for each in game.seats(setup) if not each.control}
    return game.view(game.start(setup), min(seats)), seats


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_scenario_has_a_briefing_for_every_seat(name: str, scenario: str) -> None:
    view, seats = opening(name, scenario)
    brief = view.briefing
    assert brief is not None
    assert brief.title and brief.about and brief.length and len(brief.wins) > 1
    assert brief.you.keys() == brief.first.keys() == seats
    assert len({brief.you[seat] for seat in seats}) > 1
    assert str(len(view.turns)) in brief.length
    offered = next(each for each in games.get(name).scenarios if each.id == scenario)
    assert (offered.first, offered.turns) == (view.turns[0].number, len(view.turns))
    # The fighting is on the map, with counters of both sides within a few hexes of it.
    assert len(brief.at) == 4
    column, row = int(brief.at[:2]), int(brief.at[2:])
    near = {
        piece.side
        for piece in view.pieces
        if piece.at.isdigit() and abs(int(piece.at[:2]) - column) < 6 and abs(int(piece.at[2:]) - row) < 6
    }
    assert len(near) == 2


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_what_counts_is_marked_on_the_map(name: str, scenario: str) -> None:
    view, _ = opening(name, scenario)
    stars = {marker.at: marker for marker in view.markers if marker.kind == "victory"}
    assert len(stars) > 3 and all(marker.label.lstrip("-").isdigit() for marker in stars.values())
    # A place is a star or a flag, not both.
    assert not {marker.at for marker in view.markers if marker.kind == "control"} & stars.keys()
    assert view.standing and any(letter.isdigit() for letter in view.standing)


def test_the_standing_says_what_is_needed() -> None:
    assert opening("turns_east", "minsk")[0].standing == "Axis 0 of the 3 needed"
    assert opening("last_war", "kursk")[0].standing == "Allies 6 of the 16 needed; below that the Axis wins"
    assert opening("motherland", "uranus")[0].standing.startswith(
        "Soviet 2: Axis Strategic Victory as it stands, Axis Operational Victory from 3"
    )


def test_a_card_says_what_it_does_before_it_is_taken() -> None:
    """Cards of The Last War are known by their names; what they are good for stands with them."""
    game = games.get("last_war")
    match = Match.new(game, "kursk", b"5".rjust(32, b"0"))
    sitters = {seat: players.get("staff", f"5:{seat}") for seat in match.seats}
    for _ in range(300):
        seat = match.deciders[0]
        taken = [option for _, option in match.options(seat) if "(value " in option.label]
        if taken and game.view(match.state, seat).phase == "cards":
            assert all("die of one combat" in option.note and "flag" in option.note for option in taken)
            return
        match.act(seat, sitters[seat].choose(Seatview(game, match.state, seat)))
    raise AssertionError("nobody was dealt a card")
