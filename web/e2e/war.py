"""A whole game of the computer against itself, as a save on standard output: `war.py GAME SCENARIO SEED`."""

from __future__ import annotations

import sys

from hexfront import games, players
from hexfront.match import Match
from hexfront.players import Seatview

name, scenario, seed = sys.argv[1:]
game = games.get(name)
match = Match.new(game, scenario, seed.rjust(32, "0").encode())
sitters = {seat: players.get("staff", f"{seed}:{seat}") for seat in match.seats}
while not match.is_over:
    seat = match.deciders[0]
    match.act(seat, sitters[seat].choose(Seatview(game, match.state, seat)))
sys.stdout.buffer.write(match.to_json())
