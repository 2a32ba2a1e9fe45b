"""The sea, as far as the land war asks: fleets in sea areas, fleet actions, convoys.

The document leaves the sea to rules of its own; this is an abstraction of ours. RULING naval-a, naval-b, naval-c.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from hexfront.games.last_war.actions import Done, Engage, Sail
from hexfront.games.last_war.asks import FINISHED, Roll, Together, opened
from hexfront.games.last_war.data import GARRISONS, MEN, POWERS, SIDE_NAMES
from hexfront.games.last_war.events import ConvoySunk, SeaFought
from hexfront.games.last_war.front import safe_shores, sea_strength, trace_routes
from hexfront.games.last_war.reckoning import DICE
from hexfront.games.last_war.state import LastWarState, begin, lose, points, powers_in_war
from hexfront.kernel import (
    Action,
    Agenda,
    Auto,
    Die,
    Distribution,
    Option,
    Prompt,
    Seat,
    Violation,
    with_more,
)

_DONE = Done()


class SeaStep(Auto, frozen=True, tag=True):
    """Before the land turn the navies move and fight. Case pool.navy."""

    def run(self, s: LastWarState) -> Agenda:
        s.phase = "sea"
        s.fights = ()
        s.sailed = (0,) * len(s.world.powers)
        begin(s)
        return opened(s, Fleets())


class Fleets(Together, frozen=True, tag=True):
    """Move naval points to the next sea area and use Naval flags for fleet actions, or finish. Cases flags.naval,
    pool.navy."""

    rule: ClassVar[str] = "flags.naval"
    kinds: ClassVar[tuple[type[Action], ...]] = (Sail, Engage, Done)

    def concerned(self, s: LastWarState) -> tuple[Seat, ...]:
        w = s.world
        return tuple(
            seat for seat in w.seats
            if any(any(s.fleet[n::POWERS]) for n in powers_in_war(s, seat))
        )  # fmt: skip

    def candidates(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        w = s.world
        yield _DONE
        for n in powers_in_war(s, seat):
            for area, links in enumerate(w.area_links):
                for to in links:
                    yield Sail(n, area, to)
                yield Engage(n, area)

    def quick(self, s: LastWarState, seat: Seat) -> list[Action] | None:
        w = s.world
        out: list[Action] = [_DONE]
        for n in powers_in_war(s, seat):
            side = w.side_of[n]
            for area, links in enumerate(w.area_links):
                base = area * POWERS
                if not s.fleet[base + n]:
                    continue
                if s.sailed[n] < w.costs["naval_moves"]:
                    out += (Sail(n, area, to) for to in links)
                enemy = any(s.fleet[base + m] for m in w.of_side[1 - side])
                if enemy and s.naval_left[n] and area * 2 + side not in s.fights:
                    out.append(Engage(n, area))
        return out

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        w = s.world
        if isinstance(action, Done):
            return None
        n, area = action.power, action.area
        if n not in powers_in_war(s, seat) or not 0 <= area < len(w.areas) or not s.fleet[area * POWERS + n]:
            return Violation("flags.naval", "You have no fleet there.")
        if isinstance(action, Sail):
            if action.to not in w.area_links[area]:
                return Violation("pool.navy", "Those sea areas are not adjacent.")
            if s.sailed[n] >= w.costs["naval_moves"]:
                return Violation("pool.navy", "That navy has no moves left this turn.")
            return None
        side = w.side_of[n]
        if not s.naval_left[n]:
            return Violation("flags.naval", "That navy has no flag left.")
        if not any(s.fleet[area * POWERS + m] for m in w.of_side[1 - side]):
            return Violation("flags.naval", "There is no enemy fleet there.")
        if area * 2 + side in s.fights:
            return Violation("flags.naval", "Your side is already giving battle there.")
        return None

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        if isinstance(action, Done):
            return self.close(s, seat)
        n = action.power
        if isinstance(action, Sail):
            s.fleet = with_more(s.fleet, action.area * POWERS + n, -1)
            s.fleet = with_more(s.fleet, action.to * POWERS + n, 1)
            s.sailed = with_more(s.sailed, n, 1)
        else:
            s.naval_left = with_more(s.naval_left, n, -1)
            s.fights = (*s.fights, action.area * 2 + s.world.side_of[n])
        return (self,)

    def finish(self, s: LastWarState) -> Agenda:
        fights = tuple(SeaBattle(*divmod(n, 2)) for n in s.fights)
        begin(s)
        trace_routes(s)
        return fights

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        return Prompt(
            "Move your fleets and give battle at sea, or finish.",
            self.rule,
            "A side with more than twice the enemy's strength controls a sea area: convoys and landings depend on it.",
        )

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        if isinstance(action, Done):
            return FINISHED
        w = s.world
        name = w.area_names[action.area]
        group = w.powers[action.power].name
        if isinstance(action, Sail):
            return Option(f"{name} to {w.area_names[action.to]}", "choose", group=group)
        return Option(f"Give battle in the {name}", "choose", group=group, rule="flags.naval")


class SeaBattle(Roll, frozen=True, tag=True):
    """A fleet action: a die a side, more for the stronger; the loser loses the difference. RULING naval-c. Case
    flags.naval."""

    area: int
    side: int

    def outcomes(self, s: LastWarState) -> Distribution:
        return DICE

    def title(self, s: LastWarState) -> str:
        sides = f"die of the {SIDE_NAMES[self.side]}, die of the {SIDE_NAMES[1 - self.side]}"
        return f"Fleet action in the {s.world.area_names[self.area]}: {sides}"

    def renewed(self, s: LastWarState) -> Agenda:
        return (self,) if can_fight(s, self.area) else ()

    def apply(self, s: LastWarState, outcome: Any) -> Agenda:
        own, foe = sea_strength(s, self.area, self.side), sea_strength(s, self.area, 1 - self.side)
        a = outcome[0] + min(3, own // max(1, foe))
        b = outcome[1] + min(3, foe // max(1, own))
        loser = 1 - self.side if a > b else self.side  # in a tie nobody loses anything
        lost = sink(s, self.area, loser, abs(a - b))
        s.emit(SeaFought(self.area, self.side, tuple(outcome), lost, loser))
        trace_routes(s)
        return ()


def can_fight(s: LastWarState, area: int) -> bool:
    """Whether both sides have ships in a sea area. Case flags.naval."""
    w = s.world
    return all(any(s.fleet[area * POWERS + n] for n in w.of_side[side]) for side in (0, 1))


def sink(s: LastWarState, area: int, side: int, n: int) -> int:
    """Take naval points out of an area, the largest fleet first; how many were there to take. Case flags.naval."""
    lost = 0
    for _ in range(n):
        power = max(s.world.of_side[side], key=lambda p: (s.fleet[area * POWERS + p], -p))
        if not s.fleet[area * POWERS + power]:
            break
        s.fleet = with_more(s.fleet, area * POWERS + power, -1)
        lost += 1
    return lost


class Convoy(Roll, frozen=True, tag=True):
    """Convoys through contested waters: a 5 costs one point of what they carry, a 6 two. RULING naval-c. Cases
    pool.overseas."""

    power: int

    def outcomes(self, s: LastWarState) -> Distribution:
        return Die()

    def title(self, s: LastWarState) -> str:
        return f"Convoys, {s.world.powers[self.power].name}: a 5 costs a point, a 6 two"

    def apply(self, s: LastWarState, outcome: Any) -> Agenda:
        lost, toll = 0, outcome - 4
        safe = safe_shores(s, self.power)
        for key, shipped in sorted(s.cargo.items()):
            i, n, kind = key // (POWERS * 6), key // 6 % POWERS, key % 6
            if n != self.power or kind == GARRISONS or safe >> i & 1:
                continue
            spare = points(s, i, n, kind) - (1 if kind == MEN else 0)  # the last Man holds on
            sunk = max(0, min(shipped, spare, toll - lost))
            lose(s, i, n, kind, sunk)
            lost += sunk
        if lost:
            s.emit(ConvoySunk(self.power, lost, outcome))
        begin(s)
        return ()
