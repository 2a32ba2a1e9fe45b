"""Chapter 10.4: food, and who goes hungry."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Starve
from hexfront.games.lebensraum.decisions import Power, turns_after
from hexfront.games.lebensraum.economy import totals
from hexfront.games.lebensraum.kinds import ALLIED, WEST
from hexfront.games.lebensraum.state import State, eliminate, units_of
from hexfront.kernel import Agenda, Auto, Option, Prompt, Seat, Violation


def food_points(s: State, power: int) -> int:
    """A power's food points, less what the East Front takes in the West game. Cases 10.4a, 10.5a."""
    have = totals(s, power).food
    return max(0, have - s.world.east_front.food) if s.world.game == WEST else have


def hungry(s: State, power: int) -> int:
    """How many of a power's units cannot be fed. Cases 10.4b, 10.4d."""
    if power == ALLIED:
        return 0
    return max(0, len(units_of(s, power)) - s.world.tables.limits.armies_fed * food_points(s, power))


class FoodCheck(Auto, frozen=True, tag=True):
    """Both sides count their food; who has too many units removes some. Cases 4.2.3C, 10.4a, 10.4b, 10.4c."""

    def run(self, s: State) -> Agenda:
        for power in s.world.powers:
            if power != ALLIED:
                points, units = food_points(s, power), len(units_of(s, power))
                s.emit(ev.Noted(f"{ev.side_name(power)}: {points} food points, {units} units.", "10.4a"))
        return next_to_starve(s, *s.world.powers)


def next_to_starve(s: State, *turns: int) -> Agenda:
    """The first of these powers that must remove a unit, one at a time. Case 10.4c."""
    return next(((Starving(power),) for power in turns if hungry(s, power)), ())


class Starving(Power, frozen=True, tag=True):
    """Remove a unit that cannot be fed. Cases 10.4b, 10.4c."""

    rule: ClassVar[str] = "10.4b"
    takes = (Starve,)

    def candidates(self, s: State, seat: Seat) -> list[Starve]:
        return [Starve(u) for u in units_of(s, self.power)]

    def violation(self, s: State, seat: Seat, action: Starve) -> Violation | None:
        if action.unit not in units_of(s, self.power):
            return Violation("10.4b", "Choose a unit of your own on the map.")
        return None

    def apply(self, s: State, seat: Seat, action: Starve) -> Agenda:
        """RULING 10.4-a: it counts as eliminated."""
        eliminate(s, action.unit, "10.4b")
        return next_to_starve(s, *turns_after(s, self.power))

    def prompt(self, s: State, seat: Seat) -> Prompt:
        left = hungry(s, self.power)
        return Prompt(
            f"There is no food for {'1 unit' if left == 1 else f'{left} units'}: remove one.", self.rule
        )

    def option(self, s: State, seat: Seat, action: Starve) -> Option:
        name = s.world.name(action.unit)
        return Option(f"Remove {name}", "loss", name, s.world.label(s.where[action.unit]))
