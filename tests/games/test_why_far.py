"""Why a unit cannot go to a far hex: what is told is about this unit as it stands, not about the end of a move it has not made."""

from __future__ import annotations

from hexfront import games, players
from hexfront.match import Match
from hexfront.players import Seatview
from hexfront.server.match.questions import find_why


def test_a_unit_that_has_not_moved_is_not_told_that_it_has() -> None:
    game = games.get("leaders_in_flames")
    match = Match.new(game, "barbarossa", b"7".rjust(32, b"0"))
    sitters = {seat: players.get("staff", f"7:{seat}") for seat in match.seats}
    while "unit or leader to move" not in Seatview(game, match.state, match.deciders[0]).prompt.text:
        match.act(
            match.deciders[0],
            sitters[match.deciders[0]].choose(Seatview(game, match.state, match.deciders[0])),
        )
    seat = match.deciders[0]
    view = Seatview(game, match.state, seat)
    state = game.codec.encode(match.state)
    movable = {option.piece for option in view.options if option.kind == "pick"}
    pieces = [each for each in view.view.pieces if each.id in movable and each.at == "E2026"]
    assert pieces
    told = [
        cause
        for piece in pieces
        for at in sorted(
            {each.at for each in view.view.pieces if each.at[:3] in ("E20", "E21", "E22", "E23", "E24")}
        )
        for cause in find_why("leaders_in_flames", state, seat, piece.id, at)
    ]
    assert told
    assert [each for each in told if "already moved" in each.reason] == []
