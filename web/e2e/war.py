"""A game of the computer against itself, as a save on standard output: `war.py GAME SCENARIO SEED [PART]`.

PART stops it early: 0.5 is half of the steps a whole game takes.
"""

from __future__ import annotations

import sys

from hexfront import games, players
from hexfront.match import Match
from hexfront.players import Seatview

name, scenario, seed, *rest = sys.argv[1:]
game = games.get(name)


def played(steps: int | None = None) -> tuple[Match, int]:
    """A game to its end, or until so many steps are taken; and how many were."""
    match = Match.new(game, scenario, seed.rjust(32, "0").encode())
    sitters = {seat: players.get("staff", f"{seed}:{seat}") for seat in match.seats}
    taken = 0
    while not match.is_over and taken != steps:
        seat = match.deciders[0]
        match.act(seat, sitters[seat].choose(Seatview(game, match.state, seat)))
        taken += 1
    return match, taken


match, taken = played()
if rest:
    match, _ = played(int(taken * float(rest[0])))
sys.stdout.buffer.write(match.to_json())
