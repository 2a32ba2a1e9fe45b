"""Random legal actions a second, with validation, events and log: of skirmish on a large map, and of every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexfront.games import get, names
from hexfront.kernel import Game, Setup
from hexfront.lab.bench import Figures, entry
from hexfront.lab.bench.states import plain_setup
from hexfront.lab.playout import playout


def actions_per_s(game: Game[Any], setups: list[Setup], seconds: float = 2.0) -> float:
    """The best rate of several short runs, each through all the set-ups."""
    rates: list[float] = []
    spent, seed = 0.0, 0
    while spent < seconds or len(rates) < 3:
        actions = took = 0.0
        for setup in setups:
            seed += 1
            done = playout(game, setup, seed, keep_log=True, limit=4000)
            actions, took = actions + done.actions, took + done.seconds
        rates.append(actions / took)
        spent += took
    return round(max(rates))


@entry("playout")
def large() -> Figures:
    """Random actions a second: Skirmish on 50 by 50 hexes with 150 units."""
    return {"per_s": actions_per_s(get("skirmish"), [plain_setup(150)])}


def _of(name: str) -> Callable[[], Figures]:
    def measure() -> Figures:
        game = get(name)
        return {"per_s": actions_per_s(game, [game.setup(each.id) for each in game.scenarios])}

    measure.__doc__ = f"Random actions a second: {name}, all scenarios in turn."
    return measure


for _name in names():
    entry(f"playout_{_name}")(_of(_name))
