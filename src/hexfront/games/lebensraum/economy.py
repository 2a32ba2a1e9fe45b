"""Chapters 5.3, 10.1, 10.3 and 10.4: movement points, food and economic markers, and what becomes of them."""

from __future__ import annotations

from typing import NamedTuple

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum import kinds
from hexfront.games.lebensraum.actions import Destroy, Keep, Starve
from hexfront.games.lebensraum.data import Stock
from hexfront.games.lebensraum.decisions import Listed, Power, turns_after
from hexfront.games.lebensraum.reach import offer
from hexfront.games.lebensraum.state import State, eliminate, units_of
from hexfront.hexes import Hex
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.words import quantity


def is_working(s: State, marker: int) -> bool:
    """Whether an economic marker's values count now. Cases 5.3b, 6.22c, 10.3b, 10.3h, 7.46121c.
    RULING 10.3-c: one taken from the enemy works from the turn after its arrival, on alternate turns."""
    if s.works[marker] < kinds.OFF_MAP or s.works_flags[marker] & (kinds.INACTIVE | kinds.TAKEN):
        return False
    if s.works_flags[marker] & kinds.FOREIGN:
        return (s.turn - s.works_due[marker]) % 2 == 1
    return True


def totals(s: State, power: int) -> Stock:
    """All points of a power: active markers, oil and food on the map, the off-map box, aid.
    Cases 5.3b, 5.3c, 10.1a, 10.3b, 10.3d, 10.4a."""
    w, turn, held = s.world, s.turn - 1, s.control[power]
    aid = ((0, 0), (w.aid_transport[turn], w.aid_food[turn]), (w.allied_transport[turn], 0))[power]
    box, owners = w.off_map[power], enumerate(s.works_power)
    active = [w.markers[k] for k, owner in owners if owner == power and is_working(s, k)]
    return Stock(
        transport=box.transport + aid[0] + sum(marker.transport for marker in active),
        production=box.production + sum(marker.production for marker in active),
        refinery=box.refinery + sum(marker.refinery for marker in active),
        oil=box.oil + sum(n for h, n in w.oil.items() if held >> h & 1),
        food=box.food + aid[1] + sum(n for h, n in w.food.items() if held >> h & 1),
    )


def captures(s: State, power: int, h: Hex) -> Agenda:
    """What follows for the economic markers in a hex that a unit of a power has entered. Cases 10.3f, 10.3g.
    RULING 10.3-b: a marker that its captor kept and has not moved yet is its owner's again when the hex is retaken."""
    frames: Agenda = ()
    if h not in s.works:
        return frames
    for k, owner in enumerate(s.works_power):
        if s.works[k] != h or kinds.CAMP[owner] == kinds.CAMP[power]:
            continue
        if s.world.markers[k].power == power:
            s.works_power[k] = power
            s.works_flags[k] &= ~kinds.TAKEN
            s.emit(
                ev.Told(kinds.WORKS_BASE + k, f"belong to the {kinds.POWER_NAMES[power]} again", "10.3f", h)
            )
        else:
            frames = (*frames, Capture(power, k))
    return frames


class Capture(Power, frozen=True, tag=True):
    """Destroy the captured economic marker, or keep it to move it off the map? Case 10.3f."""

    rule = "10.3f"
    takes = (Keep, Destroy)
    marker: int

    def candidates(self, s: State, seat: Seat) -> list[Keep | Destroy]:
        both = (Destroy(), Keep())
        return [action for action in both if self.violation(s, seat, action) is None]

    def violation(self, s: State, seat: Seat, action: Keep | Destroy) -> Violation | None:
        """Case 10.3d names ways off the map for the Soviets, and for the Axis over the edge of the eastern map."""
        has_way = self.power == kinds.SOVIET or (self.power == kinds.AXIS and s.world.game == kinds.EAST)
        if isinstance(action, Keep) and not has_way:
            return Violation("10.3d", "There is no way off the map for it; destroy the marker.")
        return None

    def apply(self, s: State, seat: Seat, action: Keep | Destroy) -> Agenda:
        keeps = isinstance(action, Keep)
        words = f"{'were captured' if keeps else 'were destroyed'} by the {kinds.POWER_NAMES[self.power]}"
        s.emit(ev.Told(kinds.WORKS_BASE + self.marker, words, "10.3f", s.works[self.marker], "capture"))
        if keeps:
            s.works_power[self.marker] = self.power
            s.works_flags[self.marker] |= kinds.TAKEN
        else:
            s.works[self.marker] = kinds.DESTROYED
        return ()

    def option(self, s: State, seat: Seat, action: Action) -> Option:
        name, where = s.world.markers[self.marker].name, s.world.label(s.works[self.marker])
        return Option(f"{type(action).__name__} the works of {name}", at=where)


# --- movement points


class Income(NamedTuple):
    """What a power's track gains on a turn and from what."""

    oil: int
    refinery: int
    points: int


def income(s: State, power: int) -> Income:
    """Movement points of this turn. Cases 5.3b, 5.3c, 5.3d, 5.3e, 5.3f, 5.3g, 10.5a."""
    w = s.world
    if power == kinds.ALLIED:
        ports = sum(n for h, n in w.port_points.items() if s.control[kinds.ALLIED] >> h & 1)
        return Income(0, 0, w.allied_points[s.turn - 1] + ports)
    have = totals(s, power)
    refinery = max(0, have.refinery - w.east_front.refinery)
    return Income(have.oil, refinery, w.tables.costs.pair * min(have.oil, refinery))


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


# --- food


def food_points(s: State, power: int) -> int:
    """A power's food points, less what the East Front takes. Cases 10.4a, 10.5a."""
    return max(0, totals(s, power).food - s.world.east_front.food)


def hungry(s: State, power: int) -> int:
    """How many of a power's units cannot be fed. Cases 10.4b, 10.4d."""
    if power == kinds.ALLIED:
        return 0
    return max(0, len(units_of(s, power)) - s.world.tables.limits.armies_fed * food_points(s, power))


class FoodCheck(Auto, frozen=True, tag=True):
    """Both sides count their food; a side with too many units removes some. Cases 4.2.3C, 10.4a, 10.4b, 10.4c."""

    def run(self, s: State) -> Agenda:
        for power in s.world.powers:
            if power != kinds.ALLIED:
                points, units = food_points(s, power), len(units_of(s, power))
                counts = f"{quantity(points, 'food point')}, {quantity(units, 'unit')}"
                s.emit(ev.Noted(f"{ev.side_name(power)}: {counts}.", "10.4a"))
        return next_to_starve(s, *s.world.powers)


def next_to_starve(s: State, *turns: int) -> Agenda:
    """The first of these powers that must remove a unit, one at a time. Case 10.4c."""
    return next(((Starving(power),) for power in turns if hungry(s, power)), ())


class Starving(Listed, Power, frozen=True, tag=True):
    """Remove a unit that cannot be fed. Cases 10.4b, 10.4c."""

    rule = "10.4b"
    refused = "Choose a unit of your own on the map."
    takes = (Starve,)

    def candidates(self, s: State, seat: Seat) -> list[Starve]:
        return [Starve(u) for u in units_of(s, self.power)]

    def apply(self, s: State, seat: Seat, action: Starve) -> Agenda:
        """RULING 10.4-a: it counts as eliminated."""
        eliminate(s, action.unit, "10.4b")
        return next_to_starve(s, *turns_after(s, self.power))

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(
            f"There is no food for {quantity(hungry(s, self.power), 'unit')}: remove one.", self.rule
        )

    def option(self, s: State, seat: Seat, action: Starve) -> Option:
        return offer(s, action.unit, f"Remove {s.world.name(action.unit)}", "loss")
