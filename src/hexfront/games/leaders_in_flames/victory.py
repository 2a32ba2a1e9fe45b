"""Victory: cities held at the end, and bands of points."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.kinds import ALLIES, AXIS, SEATS
from hexfront.games.leaders_in_flames.state import State, ground_of
from hexfront.games.leaders_in_flames.world import World
from hexfront.kernel import Agenda, Auto, Result

LEVELS = ("axis_decisive", "axis", "allies", "allies_decisive")


def points(s: State) -> int:
    """What the Axis holds. Case base.victory."""
    held = ground_of(s, AXIS)
    return sum(worth for h, worth in s.world.prizes.items() if held >> h & 1)


def verdict(w: World, total: int) -> tuple[str, str]:
    """The level that a total gives, and the seat that has won, "" for a draw. Case base.victory."""
    bands = w.data["scenarios"]["victory"][w.plan.id]["bands"]
    if total >= bands["axis"]:
        return ("decisive" if total >= bands["axis_decisive"] else "marginal"), SEATS[AXIS]
    if total <= bands["allies"]:
        return ("decisive" if total <= bands["allies_decisive"] else "marginal"), SEATS[ALLIES]
    return "draw", ""


class Victory(Auto, frozen=True, tag=True):
    """The scenario is over: cities are counted. Case base.victory."""

    def run(self, s: State) -> Agenda:
        total = points(s)
        level, winner = verdict(s.world, total)
        words = f"The Axis holds {total} points of cities."
        s.finish(
            Result((winner,) if winner else (), words, "base.victory", {"axis": total, "allies": 0}, level)
        )
        return ()
