"""Whole games, from set-up to end: random actions a second on average, and how long staff takes against itself.

Short runs flatter: openings are quicker than full boards, and the best of several leaves out the bad moments. Here
every action of every game counts, and so does setting it up. Seeds are 1, 2, 3 and so on. Random games are timed by the
processor, since nobody's machine is idle.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

from hexfront.games import get, names
from hexfront.kernel import Game, Setup
from hexfront.lab.bench import Figures, entry
from hexfront.lab.playout import playout
from hexfront.players import Player, Seatview, StaffPlayer

GAMES = 3
"""At least this many whole games are played."""
SECONDS = 4.0
"""More games are played until so much time is spent."""


def whole_games(game: Game[Any], setup: Setup, least: int = GAMES, seconds: float = SECONDS) -> Figures:
    """Random games from start to end: actions a second over all of them."""
    actions = played = 0
    spent = 0.0
    while played < least or spent < seconds:
        played += 1
        began = process_time()
        actions += playout(game, setup, played, keep_log=True).actions
        spent += process_time() - began
    return {"per_s": round(actions / spent), "games": played, "actions": actions}


class Timed(Player):
    """A player with a stop-watch: the longest it took over one decision."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.slowest = 0.0

    def choose(self, seat: Seatview) -> Any:
        began = perf_counter()
        action = self._player.choose(seat)
        self.slowest = max(self.slowest, perf_counter() - began)
        return action


def staff_game(game: Game[Any], setup: Setup) -> Figures:
    """One game of staff against staff: its seconds, its decisions and the slowest of them."""
    players = {each.id: Timed(StaffPlayer(each.id)) for each in game.seats(setup)}
    began = perf_counter()
    done = playout(game, setup, 1, players)
    slowest = max(player.slowest for player in players.values())
    return {
        "s": round(perf_counter() - began, 2),
        "decisions": done.actions,
        "slowest_ms": round(slowest * 1000, 1),
    }


def _register(name: str, scenario: str) -> None:
    def random_games() -> Figures:
        game = get(name)
        return whole_games(game, game.setup(scenario))

    def staff_games() -> Figures:
        game = get(name)
        return staff_game(game, game.setup(scenario))

    random_games.__doc__ = f"Random actions a second: {name} {scenario}, the mean over whole games."
    staff_games.__doc__ = f"Seconds of a whole game of staff against staff: {name} {scenario}."
    entry(f"playout_{name}_{scenario}")(random_games)
    entry(f"staff_{name}_{scenario}", slow=True)(staff_games)


def _seats(count: int) -> Callable[[], Figures]:
    def measure() -> Figures:
        game = get("last_war")
        return whole_games(game, game.setup("europe", {"seats": count}), least=1, seconds=0)

    measure.__doc__ = f"Random actions a second: last_war europe with {count} seats, one whole game."
    return measure


for _name in names():
    for _scenario in get(_name).scenarios:
        _register(_name, _scenario.id)
for _count in (2, 4, 7):
    entry(f"playout_seats_{_count}", slow=True)(_seats(_count))
