"""Reach tells where a counter may stay from where it may only pass."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront import games, players
from hexfront.games.turns_east.movement import STOP, ChooseMover, Moving
from hexfront.kernel import apply, pending
from hexfront.match import Match
from hexfront.players import Seatview
from hexfront.server.match.questions import find_why


def walks(name: str, scenario: str) -> tuple[Any, list[tuple[str, str, bool]]]:
    """Every place that counters can be walked to when units are first chosen: counter, hex, whether it crowds."""
    game = games.get(name)
    match = Match.new(game, scenario, b"3".rjust(32, b"0"))
    sitters = {seat: players.get("staff", f"3:{seat}") for seat in match.seats}
    found: list[tuple[str, str, bool]] = []
    for _ in range(400):
        seat = match.deciders[0]
        view = game.view(match.state, seat)
        for piece in view.pieces:
            reach = game.reach(match.state, seat, piece.id) if piece.at.isdigit() else None
            found += [(piece.id, at, walk.crowds) for at, walk in (reach or {}).items()]
        if any(crowds for *_, crowds in found):
            return view, found
        found.clear()
        match.act(seat, sitters[seat].choose(Seatview(game, match.state, seat)))
    raise AssertionError("no hex was ever full")


@pytest.mark.parametrize(("name", "scenario"), [("turns_east", "minsk"), ("motherland", "uranus")])
def test_a_full_hex_is_passed_through_only(name: str, scenario: str) -> None:
    view, found = walks(name, scenario)
    held: dict[str, int] = {}
    for piece in view.pieces:
        held[piece.at] = held.get(piece.at, 0) + 1
    assert all(held.get(at, 0) > 0 for _, at, crowds in found if crowds)
    assert all(not crowds for _, at, crowds in found if at not in held)


def test_where_a_move_may_not_end_the_reach_says_so_and_why() -> None:
    game = games.get("turns_east")
    match = Match.new(game, "minsk", b"3".rjust(32, b"0"))
    sitters = {seat: players.get("staff", f"3:{seat}") for seat in match.seats}
    while not isinstance(pending(match.state), ChooseMover):
        seat = match.deciders[0]
        match.act(seat, sitters[seat].choose(Seatview(game, match.state, seat)))
    seat, told = match.deciders[0], set()
    for piece in game.view(match.state, seat).pieces:
        for at, walk in (game.reach(match.state, seat, piece.id) or {}).items():
            there = match.state.clone()
            for action in walk.plan:
                apply(there, seat, action)
            frame = pending(there)
            if isinstance(frame, Moving):
                refusal = frame.violation(there, seat, STOP)
                assert walk.passes == (refusal is not None), (piece.id, at)
                if refusal and refusal.rule not in told:
                    told.add(refusal.rule)
                    state = game.codec.encode(match.state)
                    causes = find_why("turns_east", state, seat, piece.id, at)
                    assert [(each.rule, each.reason) for each in causes] == [(refusal.rule, refusal.reason)]
                    assert frame.prompt(there, seat).text.endswith(refusal.reason)
            else:
                assert not walk.passes
    assert told
