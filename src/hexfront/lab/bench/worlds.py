"""The largest boards: supply of everybody and the lists of what can be done, in Lebensraum! on both fronts and in the campaign of
Leaders in Flames. Lists are timed by the processor as they come in a random game, each the first time it is asked for."""

from __future__ import annotations

from time import process_time
from typing import Any

from hexfront.games import get
from hexfront.games.leaders_in_flames.land.supply import supplied_hexes
from hexfront.games.lebensraum.supply import supplied_hqs, supply_of
from hexfront.kernel import Chance, Game, SeededSource, apply, resolve
from hexfront.lab import war_flames
from hexfront.lab.bench import Figures, entry, microseconds

ACTIONS = 2000


def lists(game: Game[Any], scenario: str) -> Figures:
    """Every list of legal actions in the first part of a random game: the mean, the slowest in a thousand, and the share above a
    millisecond."""
    s = game.start(game.setup(scenario))
    dice, source = SeededSource("bench/dice"), SeededSource("bench/choices")
    times: list[float] = []
    while s.agenda and len(times) < ACTIONS:
        frame = s.agenda[0]
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(dice))
            continue
        seat = frame.deciders(s)[0]
        began = process_time()
        legal = frame.legal(s, seat)
        times.append(1e6 * (process_time() - began))
        apply(s, seat, legal[source.below(len(legal))], legal)
    times.sort()
    return {
        "us": round(sum(times) / len(times), 1),
        "slow_us": round(times[int(0.999 * len(times))]),
        "above_1_ms": round(sum(each > 1000 for each in times) / len(times), 4),
    }


def forget(s: Any) -> None:
    """Clear what the world has remembered of earlier positions."""
    for kept in s.world.caches.values():
        kept.clear()


@entry("legal_lebensraum", slow=True)
def legal_lebensraum() -> Figures:
    """Lists of legal actions in Lebensraum!, the whole war on the joined map."""
    return lists(get("lebensraum"), "war")


@entry("legal_leaders_in_flames", slow=True)
def legal_leaders_in_flames() -> Figures:
    """Lists of legal actions in Leaders in Flames, the campaign."""
    return lists(war_flames.GAME, "beginning")


@entry("supply_lebensraum")
def supply_lebensraum() -> Figures:
    """Supply of every HQ and unit on both fronts at the start of the whole war, nothing remembered."""
    game = get("lebensraum")
    s = game.start(game.setup("war"))

    def judge() -> None:
        forget(s)
        for power in range(len(s.control)):
            supply_of(s, power, *supplied_hqs(s, power))

    return {"us": round(microseconds(judge), 1)}


@entry("supply_leaders_in_flames")
def supply_leaders_in_flames() -> Figures:
    """Supply of both sides all over the world at the opening of the campaign, nothing remembered."""
    game = war_flames.GAME
    s = game.start(game.setup("beginning"))

    def judge() -> None:
        forget(s)
        for side in (0, 1):
            supplied_hexes(s, side)

    return {"us": round(microseconds(judge), 1)}
