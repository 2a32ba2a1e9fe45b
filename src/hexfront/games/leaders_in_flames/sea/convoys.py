"""Convoys: points by power and sea area, no counters."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Amount, Course, Done
from hexfront.games.leaders_in_flames.kinds import POWER_NAMES, POWERS, SIDE_OF
from hexfront.games.leaders_in_flames.state import State
from hexfront.games.leaders_in_flames.words import begun, the_power
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import Noted, SideDecides
from hexfront.words import quantity

COUNTER = 5
"""This many points count as one counter fired at; for the guns of the escort three points are a factor."""


def key_of(area: int, power: int) -> int:
    """An area and a power as one number."""
    return area * len(POWERS) + power


def points_of(s: State, area: int, power: int) -> int:
    """A power's convoy points in a sea area."""
    return s.convoys.get(key_of(area, power), 0)


def owners(s: State, area: int, side: int) -> list[int]:
    """The powers of a side with convoys in a sea area, the largest first."""
    found = [p for p in range(len(POWERS)) if SIDE_OF[p] == side and points_of(s, area, p)]
    return sorted(found, key=lambda p: (-points_of(s, area, p), p))


def convoys_in(s: State, area: int, side: int) -> int:
    """A side's convoy points in a sea area."""
    return sum(points_of(s, area, p) for p in owners(s, area, side))


def place_convoy(s: State, area: int, power: int, points: int) -> None:
    """Add points to a power's convoys in a sea area, or take them away."""
    key = key_of(area, power)
    left = s.convoys.get(key, 0) + points
    if left > 0:
        s.convoys[key] = left
    else:
        s.convoys.pop(key, None)


def hit_convoy(s: State, area: int, side: int, sunk: int, driven: int) -> None:
    """A side's convoys lose points, or points go home. Case base.convoy_hit."""
    for _ in range(sunk + driven):
        who = owners(s, area, side)
        if not who:
            return
        place_convoy(s, area, who[0], -1)
        if sunk:
            sunk -= 1
            s.toll[side] += 1
            s.sunk[side] += 1
            s.emit(Noted(f"{begun(the_power(who[0]))} lost a convoy point.", "base.convoy_hit"))
        else:
            s.merchants[who[0]] += 1


# --- where they sail

MANY, STEP = 60, 20
"""From this many convoy points on, a range of this size is chosen first."""


class Convoys(Auto, frozen=True, tag=True):
    """At the start of the turn every power with convoys says where they sail. Case base.convoys."""

    side: int

    def run(self, s: State) -> Agenda:
        powers = [p for p in s.world.powers if SIDE_OF[p] == self.side and fleet_of(s, p)]
        return tuple(Routes(self.side, p) for p in powers)


def fleet_of(s: State, power: int) -> int:
    """All convoy points of a power, at home and at sea."""
    return s.merchants[power] + sum(n for key, n in s.convoys.items() if key % len(POWERS) == power)


class Routes(SideDecides, frozen=True, tag=True):
    """Choose a sea area whose convoys change, or leave them. Case base.convoys."""

    rule: ClassVar[str] = "base.convoys"
    takes = (Course, Done)
    power: int

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Course(area) for area in s.world.waters.areas), Done()]

    def violation(self, s: State, seat: Seat, action: Course | Done) -> Violation | None:
        if isinstance(action, Done):
            return None
        if action.area not in s.world.waters.coast:
            return Violation("base.convoys", "That sea is not in play.")
        if not s.merchants[self.power] and not points_of(s, action.area, self.power):
            return Violation("base.convoys", "No convoys are at home, and none sail there.")
        return None

    def apply(self, s: State, seat: Seat, action: Course | Done) -> Agenda:
        return () if isinstance(action, Done) else (Sailings(self.side, self.power, action.area), self)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        name, home = POWER_NAMES[self.power], s.merchants[self.power]
        return Prompt(
            f"{name}: convoy points at home: {home}. Choose a sea area to change, or go on.", self.rule
        )

    def option(self, s: State, seat: Seat, action: Course | Done) -> Option:
        if isinstance(action, Done):
            return Option("No more convoys", "done", rule=self.rule, ends=True)
        area = s.world.waters.seas.areas[action.area]
        now = points_of(s, action.area, self.power)
        return Option(f"{area.title}: {now}", "step", at=f"{area.id}-0")


class Sailings(SideDecides, frozen=True, tag=True):
    """Choose how many convoy points sail in the area; if there are many, choose a range first. Case base.convoys."""

    rule: ClassVar[str] = "base.convoys"
    takes = (Amount,)
    power: int
    area: int
    least: int = -1

    def candidates(self, s: State, seat: Seat) -> list[Amount]:
        most = s.merchants[self.power] + points_of(s, self.area, self.power)
        if self.least < 0:
            return [Amount(n) for n in range(0, most + 1, 1 if most < MANY else STEP)]
        return [Amount(n) for n in range(self.least, min(most, self.least + STEP - 1) + 1)]

    def violation(self, s: State, seat: Seat, action: Amount) -> Violation | None:
        offered = self.candidates(s, seat)
        if action in offered:
            return None
        first, last = offered[0].points, offered[-1].points
        return Violation("base.convoys", f"Choose from the list, {first} to {last}.")

    def apply(self, s: State, seat: Seat, action: Amount) -> Agenda:
        if self._is_rough(s):
            return (Sailings(self.side, self.power, self.area, action.points),)
        change = action.points - points_of(s, self.area, self.power)
        place_convoy(s, self.area, self.power, change)
        s.merchants[self.power] -= change
        return ()

    def _is_rough(self, s: State) -> bool:
        """Whether only a range has been chosen so far, not the number itself."""
        return self.least < 0 and s.merchants[self.power] + points_of(s, self.area, self.power) >= MANY

    def option(self, s: State, seat: Seat, action: Amount) -> Option:
        n = action.points
        words = f"{n} to {n + STEP - 1} points" if self._is_rough(s) else f"{quantity(n, 'point')}"
        return Option(words, "choose", cost=float(n))
