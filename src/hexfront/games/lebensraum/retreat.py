"""Chapter 7.42: retreats."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Retreat, StandFast
from hexfront.games.lebensraum.control import enter
from hexfront.games.lebensraum.decisions import Asked
from hexfront.games.lebensraum.kinds import CAMP
from hexfront.games.lebensraum.landings import sail_home
from hexfront.games.lebensraum.reach import may_enter, step_cost
from hexfront.games.lebensraum.staff import take_along
from hexfront.games.lebensraum.state import State, eliminate, hqs_on_map, nearest_to_a_city
from hexfront.hexes import Hex
from hexfront.kernel import Agenda, Auto, Option, Prompt, Seat, Violation


def opponents(s: State, side: int) -> list[Hex]:
    """The hexes that a side of the combat in hand must get away from: those of the other side's units."""
    if side == 0:
        return [s.target]
    return sorted({s.where[u] for u in s.attackers if s.where[u] >= 0})


def ways_back(s: State, side: int, u: int) -> list[Hex]:
    """Hexes a unit may retreat to: away from its opponents, of these the nearest to a friendly city.

    Cases 7.42b, 7.42c, 7.42d. RULING 7.42-d: away binds. RULING 7.42-c: it costs nothing.
    """
    w, at = s.world, s.where[u]
    clear = may_enter(s, u, w.land)
    foes = opponents(s, side)
    free = [
        n
        for n in w.lands.next_to[at]
        if clear >> n & 1
        and step_cost(s, u, at, n) is not None
        and all(w.grid.distance(n, foe) > w.grid.distance(at, foe) for foe in foes)
    ]
    return nearest_to_a_city(s, CAMP[s.power[u]], free)


def may_stay(s: State, u: int) -> bool:
    """Units in cities are never required to retreat. Case 7.42f."""
    return bool(s.world.cities >> s.where[u] & 1)


class Retreats(Auto, frozen=True, tag=True):
    """The units of a side that are pending retreat one after another. Cases 7.42a, 7.42e, 7.42f."""

    side: int
    rule: str
    forced: bool

    def run(self, s: State) -> Agenda:
        s.pending = [u for u in s.pending if s.where[u] >= 0]
        for u in list(s.pending):
            if not s.world.land >> s.where[u] & 1:  # a landing that failed (12.2e)
                s.pending.remove(u)
                sail_home(s, u)
            elif not ways_back(s, self.side, u):
                if self.forced and may_stay(s, u):
                    s.pending.remove(u)
                elif len(s.pending) == 1 or not self._others_can(s, u):
                    s.pending.remove(u)
                    eliminate(s, u, "7.42e")
        return (RetreatUnit(self.side, self.rule, self.forced), self) if s.pending else ()

    def _others_can(self, s: State, u: int) -> bool:
        """Whether another unit goes first and may make room."""
        return any(ways_back(s, self.side, v) for v in s.pending if v != u)


class RetreatUnit(Asked, frozen=True, tag=True):
    """Choose a unit and the hex it retreats to. Cases 7.42a, 7.42b."""

    rule: ClassVar[str] = "7.42a"
    takes = (Retreat, StandFast)
    side: int
    why: str
    forced: bool

    def chooser(self, s: State) -> int:
        return s.power[s.pending[0]]

    def candidates(self, s: State, seat: Seat) -> list[Retreat | StandFast]:
        near = [Retreat(u, n) for u in s.pending for n in s.world.near(s.where[u])]
        return [*near, *(StandFast(u) for u in s.pending)]

    def violation(self, s: State, seat: Seat, action: Retreat | StandFast) -> Violation | None:
        w = s.world
        if action.unit not in s.pending:
            return Violation("7.42a", "Only a unit that must retreat can be chosen.")
        at = w.label(s.where[action.unit])
        if isinstance(action, StandFast):
            if not self.forced:
                return Violation("7.4d", "All units retreat when the first step is taken as a retreat.", at)
            return (
                None
                if may_stay(s, action.unit)
                else Violation("7.42f", "Only a unit in a city may stay.", at)
            )
        if action.hex not in ways_back(s, self.side, action.unit):
            return Violation(
                "7.42b", "A retreat leads away from the enemy, to a free hex nearest a city of one's own.", w.label(action.hex)
            )  # fmt: skip
        return None

    def apply(self, s: State, seat: Seat, action: Retreat | StandFast) -> Agenda:
        s.pending.remove(action.unit)
        return fall_back(s, action.unit, action.hex) if isinstance(action, Retreat) else ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt("Retreat: choose a unit and its hex.", self.why)

    def option(self, s: State, seat: Seat, action: Retreat | StandFast) -> Option:
        w, name = s.world, s.world.name(action.unit)
        if isinstance(action, StandFast):
            return Option(
                f"{name} stays in the city", "choose", name, w.label(s.where[action.unit]), rule="7.42f"
            )
        return Option(f"{name} retreats to {w.title(action.hex)}", "retreat", name, w.label(action.hex))


def fall_back(s: State, u: int, h: Hex) -> Agenda:
    """A unit retreats one hex; HQs that were with it go along. Cases 7.42a, 7.45d, 7.45e."""
    origin, power = s.where[u], s.power[u]
    frames = enter(s, u, h)
    s.emit(ev.Retreated((u,), (origin, h), "7.42a"))
    if origin not in s.stack:
        for k in hqs_on_map(s, power):
            if s.hq[k] == origin:
                take_along(s, k, h, "7.45d")
    return frames
