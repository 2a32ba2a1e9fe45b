"""Short words for worlds and positions."""

from __future__ import annotations

from functools import lru_cache

from hexfront.games.lebensraum.world import World
from hexfront.kernel import Setup

SCENARIOS = ("invasion", "objectives", "climax", "resurgence", "conclusions", "italy", "dday", "west", "war")


@lru_cache(maxsize=32)
def _world(scenario: str, options: tuple[str, ...]) -> World:
    return World(Setup(scenario=scenario, options=dict.fromkeys(options, True)))


def world(scenario: str = "invasion", *options: str) -> World:
    """The world of a scenario, with some options switched on."""
    return _world(scenario, options)
