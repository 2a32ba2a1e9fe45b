"""Chapters 10.1, 10.3 and 5.3: what economic markers, oil, food and the off-map boxes are worth, and their capture."""

from __future__ import annotations

import msgspec

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Destroy, Keep
from hexfront.games.lebensraum.decisions import Power
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    DESTROYED,
    EAST,
    FOREIGN,
    INACTIVE,
    OFF_MAP,
    POWER_NAMES,
    SOVIET,
    TAKEN,
    WORKS_BASE,
)
from hexfront.games.lebensraum.state import State
from hexfront.hexes import Hex
from hexfront.kernel import Action, Agenda, Option, Seat, Violation


class Totals(msgspec.Struct, frozen=True):
    """A power's points of every kind."""

    transport: int = 0
    production: int = 0
    refinery: int = 0
    oil: int = 0
    food: int = 0


def is_working(s: State, marker: int) -> bool:
    """Whether an economic marker's values count now. Cases 5.3b, 6.22c, 10.3b, 10.3h, 7.46121c.

    RULING 10.3-c: one taken from the enemy works from the turn after its arrival, on alternate turns.
    """
    if s.works[marker] < OFF_MAP or s.works_flags[marker] & (INACTIVE | TAKEN):
        return False
    if s.works_flags[marker] & FOREIGN:
        return (s.turn - s.works_due[marker]) % 2 == 1
    return True


def totals(s: State, power: int) -> Totals:
    """All points of a power: active markers, oil and food on the map, the off-map box, aid.

    Cases 5.3b, 5.3c, 10.1a, 10.3b, 10.3d, 10.4a.
    """
    w = s.world
    box = w.off_map[power]
    transport, production, refinery = box.transport, box.production, box.refinery
    for k, marker in enumerate(w.markers):
        if s.works_power[k] == power and is_working(s, k):
            transport += marker.transport
            production += marker.production
            refinery += marker.refinery
    oil = box.oil + sum(n for h, n in w.oil.items() if s.control[power] >> h & 1)
    food = box.food + sum(n for h, n in w.food.items() if s.control[power] >> h & 1)
    if power == SOVIET:
        transport += w.aid_transport[s.turn - 1]
        food += w.aid_food[s.turn - 1]
    elif power == ALLIED:
        transport += w.allied_transport[s.turn - 1]
    return Totals(transport, production, refinery, oil, food)


def markers_at(s: State, h: Hex) -> list[int]:
    return [k for k, place in enumerate(s.works) if place == h]


def captures(s: State, power: int, h: Hex) -> Agenda:
    """What follows for the economic markers in a hex that a unit of a power has entered. Cases 10.3f, 10.3g.

    RULING 10.3-b: a marker that its captor kept and has not moved yet is its owner's again when the hex is retaken.
    """
    w = s.world
    frames: Agenda = ()
    for k in markers_at(s, h):
        if s.works_power[k] == power:
            continue
        if w.markers[k].power == power:
            s.works_power[k] = power
            s.works_flags[k] &= ~TAKEN
            s.emit(ev.Told(WORKS_BASE + k, f"belong to {POWER_NAMES[power]} again", "10.3f", h))
        else:
            frames = (*frames, Capture(power, k))
    return frames


class Capture(Power, frozen=True, tag=True):
    """Destroy the captured economic marker, or keep it to move it off the map? Case 10.3f."""

    rule = "10.3f"
    takes = (Keep, Destroy)
    marker: int

    def candidates(self, s: State, seat: Seat) -> tuple[Action, ...]:
        return Destroy(), Keep()

    def violation(self, s: State, seat: Seat, action: Keep | Destroy) -> Violation | None:
        if isinstance(action, Keep) and (
            self.power == ALLIED or (self.power == AXIS and s.world.game != EAST)
        ):
            # Case 10.3d names ways off the map for the Soviets, and for the Axis over the edge of the eastern map.
            return Violation("10.3d", "There is no way off the map for it; destroy the marker.")
        return None

    def apply(self, s: State, seat: Seat, action: Keep | Destroy) -> Agenda:
        keeps = isinstance(action, Keep)
        words = f"{'were captured' if keeps else 'were destroyed'} by {POWER_NAMES[self.power]}"
        s.emit(ev.Told(WORKS_BASE + self.marker, words, "10.3f", s.works[self.marker], "capture"))
        if keeps:
            s.works_power[self.marker] = self.power
            s.works_flags[self.marker] |= TAKEN
        else:
            s.works[self.marker] = DESTROYED
        return ()

    def option(self, s: State, seat: Seat, action: Action) -> Option:
        marker = s.world.markers[self.marker]
        where = s.world.label(s.works[self.marker])
        word = "Keep" if isinstance(action, Keep) else "Destroy"
        return Option(f"{word} the works of {marker.name}", at=where)
