"""Every battle tells its card: who fought whom, at what odds, with which roll and result."""

from __future__ import annotations

import pytest

from hexfront import games, players
from hexfront.kernel import Battle, Line
from hexfront.match import Match
from hexfront.players import Seatview


def first_battle(name: str, scenario: str) -> tuple[Line, Battle, set[str]]:
    """The first line with a battle that staff officers bring about, and the counters that were there before it."""
    game = games.get(name)
    match = Match.new(game, scenario, b"7".rjust(32, b"0"))
    sitters = {seat: players.get("staff", f"7:{seat}") for seat in match.seats}
    seat = match.deciders[0]
    told = 0
    for _ in range(600):
        pieces = {piece.id for piece in game.view(match.state, seat).pieces}
        mover = match.deciders[0]
        match.act(mover, sitters[mover].choose(Seatview(game, match.state, mover)))
        events = match.events_for(seat, 0)
        for each in events[told:]:
            line = each.event.line(match.state)
            if line.battle is not None and line.battle.result:
                return line, line.battle, pieces
        told = len(events)
    raise AssertionError("nobody fought")


@pytest.mark.parametrize(("name", "scenario"), [("turns_east", "minsk"), ("motherland", "uranus")])
def test_a_battle_names_its_units(name: str, scenario: str) -> None:
    line, battle, pieces = first_battle(name, scenario)
    assert line.kind == "combat" and line.at and line.dice
    assert battle.attackers and battle.defenders
    assert {*battle.attackers, *battle.defenders} <= pieces
    assert not {*battle.attackers} & {*battle.defenders}
    assert battle.odds and battle.odds.replace(", column", ",") in line.text.replace(", column", ",")
    assert battle.roll.startswith(str(line.dice[0]))
    assert battle.result and battle.words and battle.result in line.text
    assert battle.side in ("axis", "soviet")


def test_a_battle_of_points_names_its_hexes() -> None:
    line, battle, _ = first_battle("last_war", "kursk")
    assert battle.origins and line.at not in battle.origins
    assert battle.colour in ("green", "yellow", "blue", "orange", "red")
    assert battle.odds.removeprefix("column ") in line.text
    assert battle.words in line.text
    assert all(each in line.text for each in battle.working)
