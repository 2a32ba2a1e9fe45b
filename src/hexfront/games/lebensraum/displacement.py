"""Chapter 7.42: HQs give way when a hostile unit marches into their hex."""

from __future__ import annotations

from hexfront.games.lebensraum.actions import Withdraw
from hexfront.games.lebensraum.decisions import Asked
from hexfront.games.lebensraum.kinds import CAMP, OF_CAMP
from hexfront.games.lebensraum.staff import take_along
from hexfront.games.lebensraum.state import State, hostile_hexes, hqs_on_map, nearest_to_a_city
from hexfront.games.lebensraum.supply import remove_hq
from hexfront.hexes import Hex
from hexfront.kernel import Agenda, Auto, Option, Prompt, Seat, Violation


def displaced(s: State, camp: int, origin: Hex, h: Hex) -> Agenda:
    """HQs of the other camp in a hex that a unit of a camp has marched into from another. Case 7.42g."""
    frames: Agenda = ()
    for power in OF_CAMP[1 - camp]:
        frames = (*frames, *(HQGivesWay(k, origin) for k in hqs_on_map(s, power) if s.hq[k] == h))
    return frames


def ways_out(s: State, k: int, origin: Hex) -> list[Hex]:
    """Hexes an HQ may retreat to: away from hostile units, as near as can be to a city of its own.

    Cases 7.42b, 7.42d, 9.6a. RULING 7.42-d: away from the enemy binds, that is farther from the hex he
    came from; of such hexes the nearest to a friendly city.
    """
    w = s.world
    power, at = w.hq_power[k], s.hq[k]
    hostile = hostile_hexes(s, power)
    free = [
        n
        for n in w.lands.next_to[at]
        if not hostile >> n & 1
        and w.grid.distance(n, origin) > 1
        and not w.lands.lake.has(at, n)
        and _may_be_in(s, k, n)
    ]
    return nearest_to_a_city(s, CAMP[power], free)


def _may_be_in(s: State, k: int, h: Hex) -> bool:
    """Case 9.6a: the Finnish HQ stays in Finland."""
    return k != s.world.finnish_hq or bool(s.world.lands.country["finland"] >> h & 1)


class HQGivesWay(Auto, frozen=True, tag=True):
    """An HQ retreats one hex, or is overrun if it cannot. Case 7.42g, RULING 7.42-b."""

    hq: int
    origin: Hex

    def run(self, s: State) -> Agenda:
        ways = ways_out(s, self.hq, self.origin)
        if not ways:
            return remove_hq(s, self.hq, "7.42g")
        if len(ways) == 1:
            withdraw(s, self.hq, ways[0])
            return ()
        return (HQRetreat(self.hq, self.origin),)


def withdraw(s: State, k: int, h: Hex) -> None:
    """Move an HQ out of the way; General Staff with it cannot follow. Cases 7.42g, 11.6e."""
    take_along(s, k, h, "7.42g")


class HQRetreat(Asked, frozen=True, tag=True):
    """Choose where the HQ retreats to. Case 7.42g."""

    rule = "7.42g"
    takes = (Withdraw,)
    hq: int
    origin: Hex

    def chooser(self, s: State) -> int:
        return s.world.hq_power[self.hq]

    def candidates(self, s: State, seat: Seat) -> list[Withdraw]:
        return [Withdraw(n) for n in s.world.near(s.hq[self.hq])]

    def violation(self, s: State, seat: Seat, action: Withdraw) -> Violation | None:
        if action.hex not in ways_out(s, self.hq, self.origin):
            return Violation(
                "7.42b", "An HQ retreats away from the enemy, toward the nearest city of its own.", s.world.label(action.hex)
            )  # fmt: skip
        return None

    def apply(self, s: State, seat: Seat, action: Withdraw) -> Agenda:
        withdraw(s, self.hq, action.hex)
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"{s.world.hqs[self.hq].name} must give way: choose a hex.", self.rule)

    def option(self, s: State, seat: Seat, action: Withdraw) -> Option:
        w = s.world
        return Option(
            f"Retreat to {w.title(action.hex)}", "retreat", w.hqs[self.hq].name, w.label(action.hex)
        )
