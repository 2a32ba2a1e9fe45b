"""Chapter 5.3: movement points as one track for each power, fed by oil and refineries."""

from __future__ import annotations

import msgspec

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.economy import Totals, totals
from hexfront.games.lebensraum.kinds import ALLIED, WEST
from hexfront.games.lebensraum.setup import at_war
from hexfront.games.lebensraum.state import State, controls
from hexfront.kernel import Agenda, Auto


class Income(msgspec.Struct, frozen=True):
    """What a power's track gains on a turn and from what."""

    oil: int
    refinery: int
    points: int


def income(s: State, power: int) -> Income:
    """Movement points of this turn. Cases 5.3b, 5.3c, 5.3d, 5.3e, 5.3f, 5.3g, 10.5a."""
    w = s.world
    if power == ALLIED:
        ports = sum(n for h, n in w.port_points.items() if controls(s, ALLIED, h))
        return Income(0, 0, w.allied_points[s.turn - 1] + ports)
    have = totals(s, power)
    refinery = max(0, have.refinery - w.east_front.refinery) if w.game == WEST else have.refinery
    return Income(have.oil, refinery, w.tables.costs.pair * min(have.oil, refinery))


def can_pay(s: State, power: int, points: int) -> bool:
    return s.points[power] >= points


def spend(s: State, power: int, points: int, what: str) -> None:
    """Take points off a power's track. Cases 5.3h, 5.3j."""
    if points > s.points[power]:
        raise ValueError(f"{what} costs {points} points; there are {s.points[power]}.")
    if points:
        s.points[power] -= points
        s.emit(ev.PointsSpent(power, points, what))


class GainPoints(Auto, frozen=True, tag=True):
    """A power counts its movement points. Cases 4.2.1A, 5.3a, 5.3h, 5.3j. RULING 5.3-a."""

    power: int

    def run(self, s: State) -> Agenda:
        found = income(s, self.power)
        s.points[self.power] += found.points
        s.emit(ev.PointsGained(self.power, found.points, found.oil, found.refinery))
        return ()


def income_frames(s: State) -> Agenda:
    """The Movement Points Determination Segment. Case 4.2.1A."""
    return tuple(GainPoints(power) for power in at_war(s))


__all__ = ["GainPoints", "Income", "Totals", "can_pay", "income", "income_frames", "spend"]
