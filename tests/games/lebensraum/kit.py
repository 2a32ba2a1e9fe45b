"""Short words for worlds and positions."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hexfront.games.lebensraum.actions import Pick, Step
from hexfront.games.lebensraum.kinds import HQ_BASE
from hexfront.games.lebensraum.setup import write_position
from hexfront.games.lebensraum.state import State
from hexfront.games.lebensraum.world import World
from hexfront.kernel import (
    Action,
    Chance,
    Event,
    Outcome,
    Setup,
    deciders,
    legal,
    settle,
)
from hexfront.testing import act, refusal, roll

HOME, TARGET = "2713", "2812"
"""Two hexes next to each other, where most fights of the tests take place."""

SCENARIOS = ("invasion", "objectives", "climax", "resurgence", "conclusions", "italy", "dday", "west", "war")


@lru_cache(maxsize=32)
def _world(scenario: str, options: tuple[str, ...]) -> World:
    return World(Setup(scenario=scenario, options=dict.fromkeys(options, True)))


def world(scenario: str = "invasion", *options: str) -> World:
    """The world of a scenario, with some options switched on."""
    return _world(scenario, options)


class Table:
    """A position at which one can act, roll and look."""

    def __init__(self, s: State) -> None:
        self.s, self.w = s, s.world
        settle(s)

    def act(self, *actions: Action) -> list[Event]:
        """The pending decider takes these actions, one after another."""
        told: list[Event] = []
        for action in actions:
            told += act(self.s, deciders(self.s)[0], action)
        return told

    def roll(self, *faces: Outcome) -> list[Event]:
        """These faces come up, one after another."""
        return roll(self.s, *faces)

    def why(self, action: Action) -> str:
        """The case that forbids an action, or nothing."""
        return refusal(self.s, deciders(self.s)[0], action)

    def settle(self) -> None:
        """Let the rules run up to the next decision or roll."""
        settle(self.s)

    def rolls(self) -> bool:
        """Whether a roll or draw is pending."""
        return isinstance(self.s.agenda[0], Chance) if self.s.agenda else False

    def seat(self) -> str:
        """Who decides now."""
        return deciders(self.s)[0]

    def legal(self) -> list[Action]:
        """What the pending decider may choose."""
        return list(legal(self.s, deciders(self.s)[0]))

    def steps(self) -> set[str]:
        """The numbers of the hexes the piece in hand may step into."""
        return {self.w.label(action.hex) for action in self.legal() if isinstance(action, Step)}

    def pick(self, name: str) -> Pick:
        """Taking a unit or HQ in hand."""
        w = self.w
        return Pick(HQ_BASE + w.hq(name) if name in w.hq_number else w.unit(name))

    def to(self, *places: str) -> list[Step]:
        """Steps into these hexes."""
        return [Step(self.w.hex(place)) for place in places]

    def at(self, name: str) -> str:
        """Where a unit or HQ stands."""
        w = self.w
        return w.label(self.s.hq[w.hq(name)] if name in w.hq_number else self.s.where[w.unit(name)])


def position(scenario: str = "invasion", options: tuple[str, ...] = (), **given: Any) -> Table:
    """A position written down; see `position.write_position`."""
    return Table(write_position(world(scenario, *options), **given))


def kinds(events: list[Event]) -> list[str]:
    """What was told, by the kind of news."""
    return [type(event).__name__ for event in events]
