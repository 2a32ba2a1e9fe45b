"""Moments worth looking at in a game of the computer against itself, as saves: `moments.py GAME SCENARIO OUT [FROM]`.

From step FROM on, the first decision of each sort: `move` (a unit with somewhere to go), `odds` (an attack that is worked out
and can be rolled), `flags` (offensives are being planned) and `after` (others have fought since the seat last acted; the
first seat is left out, for it types the dice where the game is played again). The seat that
decides stands in the file's name, MOMENT.SEAT.json. A sort that has not come within six hundred steps is left out.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hexfront import games, players
from hexfront.match import Match
from hexfront.players import Seatview

SEED = "7"
SORTS = {"move", "odds", "flags"}
ENOUGH = 4

name, scenario, folder, *rest = sys.argv[1:]
start = int(rest[0]) if rest else 0
game = games.get(name)
out = Path(folder)
out.mkdir(parents=True, exist_ok=True)


def sorts(view: Seatview) -> set[str]:
    """What sorts of moment a decision is, for the seat that has it."""
    options = view.options
    found = set()
    if (
        view.forecast
        and view.forecast.chances
        and any(each.kind == "commit" or each.ends for each in options)
    ):
        found.add("odds")
    goers = [each.piece for each in options if each.kind in ("pick", "step") and each.piece]
    if any(len(game.reach(match.state, view.seat, piece) or ()) > 5 for piece in goers[:12]):
        found.add("move")
    if sum(mark.kind == "flag" for mark in view.view.markers) > 2 and "bid" not in view.prompt.text:
        found.add("flags")
    return found


match = Match.new(game, scenario, SEED.rjust(32, "0").encode())
sitters = {seat: players.get("staff", f"{SEED}:{seat}") for seat in match.seats}
kept: set[str] = set()
fought = dict.fromkeys(match.seats, 0)  # since the seat last acted
most = 0
for step in range(start + 600):
    if match.is_over or (kept >= SORTS and most >= ENOUGH):
        break
    seat = match.deciders[0]
    view = Seatview(game, match.state, seat)
    if step >= start:
        for sort in sorted(sorts(view) - kept):
            (out / f"{sort}.{seat}.json").write_bytes(match.to_json())
            kept.add(sort)
        if seat != match.seats[0] and min(ENOUGH, fought[seat]) > most:
            most = fought[seat]
            for old in out.glob("after.*.json"):
                old.unlink()
            (out / f"after.{seat}.json").write_bytes(match.to_json())
    fought[seat] = 0
    events = match.act(seat, sitters[seat].choose(view))
    lines = [line for event in events if (line := event.line(match.state))]
    battles = sum(1 for line in lines if line.battle and line.battle.result)
    for other in fought:
        fought[other] += battles if other != seat else 0
print(name, scenario, *sorted(kept), "after", most)
