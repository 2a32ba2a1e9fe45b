"""Chapters 6.2 and 6.3: replacement steps, made or scheduled, and the units they build up."""

from __future__ import annotations

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Done, Make, Rebuild
from hexfront.games.lebensraum.arrivals import ITALIANS_LEAVE_BY, Offer, entries, entry_hexes
from hexfront.games.lebensraum.decisions import PowerOffers
from hexfront.games.lebensraum.economy import totals
from hexfront.games.lebensraum.kinds import (
    AXIS,
    DEGRADE,
    ELIMINATED,
    FLIP,
    GROUP,
    PILE,
    POWERS,
    READY,
    SOVIET,
    TANK,
)
from hexfront.games.lebensraum.reach import offer
from hexfront.games.lebensraum.state import State, rezone
from hexfront.hexes import bits
from hexfront.kernel import Agenda, Auto, Option, Prompt, Seat, Violation

RETURN = 2
FALLEN = (ELIMINATED, PILE)
GIVEN = ("is at full strength again", "gains a class", "is built again")
ARMS = ("infantry", "armor")
MAKES = (Make(0), Make(1))
NOT_COUNTED = ("hungary", "germany")
"""Countries whose cities give the Soviets no recruits; neutrals give none either. Case 6.22b."""


def step_kind(s: State, u: int) -> int:
    """Which steps build up a unit: armor for tanks, infantry for all others. Case 6.21c, RULING 6.21-a."""
    return 1 if s.world.kind[u] == TANK else 0


def recruits(s: State) -> int:
    """Soviet population points of this turn. Case 6.22b."""
    w = s.world
    closed = sum(w.lands.country[name] for name in (*NOT_COUNTED, *w.lands.neutrals))
    return w.population_of(s.control[SOVIET] & ~closed)


class GainSteps(Auto, frozen=True, tag=True):
    """Scheduled steps come in; the Soviets count what they can produce. Cases 6.21a, 6.21g, 6.22a, 6.22b, 6.22c, 6.22l, 13.0j."""

    power: int

    def run(self, s: State) -> Agenda:
        w = s.world
        s.flipped = s.bettered = 0
        if self.power == SOVIET:
            s.population, s.production = recruits(s), totals(s, SOVIET).production
        else:
            infantry, armor = w.axis_steps if self.power == AXIS else w.allied_steps
            s.saved[2 * self.power] += infantry[s.turn - 1]
            s.saved[2 * self.power + 1] += armor[s.turn - 1]
            s.emit(ev.steps_gained(self.power, infantry[s.turn - 1], armor[s.turn - 1]))
        return (Rebuilding(self.power),)


def rebuild_violation(s: State, power: int, action: Rebuild) -> Violation | None:
    """Why a unit cannot be given a step so.
    Cases 6.2e, 6.21b, 6.21c, 6.21d, 6.21e, 6.21f, 6.21h, 6.22g, 6.22h, 6.22j, 6.22k, 6.42b. RULING 6.3-a,
    RULING 6.21-c."""
    w, u = s.world, action.unit
    if not w.is_unit(u) or s.power[u] != power or u in w.home or w.kind[u] == GROUP:
        return Violation("6.2a", "Only your own armies can receive steps, never neutrals.")
    if not s.saved[2 * power + step_kind(s, u)]:
        return Violation("6.21c", f"There is no {ARMS[step_kind(s, u)]} step left.")
    if action.way == RETURN:
        found = _return_violation(s, u)
        if found or entry_hexes(s, u):
            return found
        return Violation("6.21h", "There is no hex where it can enter.")
    return _gain_violation(s, u, action.way)


def _gain_violation(s: State, u: int, way: int) -> Violation | None:
    """Why a unit on the map, or about to enter, cannot gain strength or class. Cases 6.21b, 6.21d, 6.21e."""
    if s.where[u] < 0 and s.where[u] != READY:
        return Violation("6.21b", "It is not on the map.")
    at = s.world.label(s.where[u])
    if s.where[u] >= 0 and not s.reserve >> u & 1:
        return Violation("6.21b", "Only a unit in reserve can receive steps.", at)
    if way == FLIP:
        if not s.weak[u]:
            return Violation("6.21d", "It is at full strength.", at)
        again = Violation("6.21e", "It has already gained strength in this segment.", at)
        return again if s.flipped >> u & 1 else None
    if way != DEGRADE or not s.grade[u]:
        return Violation("6.21d", "There is no better class for it.", at)
    return (
        Violation("6.21e", "It has already gained a class in this segment.", at)
        if s.bettered >> u & 1
        else None
    )


def _return_violation(s: State, u: int) -> Violation | None:
    """Why a unit cannot come back, or a new one be built. Cases 6.22h, 6.22k, 6.42b."""
    if u == s.world.italian_8th and s.turn > ITALIANS_LEAVE_BY:
        return Violation("6.42b", "The Italian 8th Army cannot come back.")
    new = s.where[u] == PILE and s.world.armies[u].group == "new"
    if s.where[u] != ELIMINATED and not new:
        return Violation("6.22h", "Only an eliminated unit, or a new Soviet army, can be built.")
    if new and u != next_new(s):
        return Violation("6.22k", "New armies must be built in the order of their numbers.")
    return None


def next_new(s: State) -> int:
    """The Soviet army of the pile with the lowest number, -1 when all are in play. Case 6.22k."""
    return next((u for u in s.world.series["new"] if s.where[u] == PILE), -1)


def needy(s: State, power: int) -> list[int]:
    """Units that might be given a step: in reserve, about to enter, eliminated, or the next of the new Soviet armies."""
    own, where, reserve = s.world.units_of[power], s.where, s.reserve
    new = next_new(s) if power == SOVIET else -1
    found = [u for u in own if where[u] in (READY, ELIMINATED) or u == new or reserve >> u & 1]
    return [u for u in found if s.world.kind[u] != GROUP]


class Rebuilding(PowerOffers, frozen=True, tag=True):
    """Make steps, give them to units, or go on. Cases 6.21b, 6.22f, 11.3e. RULING 6.21-b."""

    rule = "6.21b"
    takes = (Make, Rebuild, Done)

    def choices(self, s: State) -> list[Make | Rebuild]:
        saved = s.saved[2 * self.power : 2 * self.power + 2]
        makes = MAKES if self.power == SOVIET else ()
        out: list[Make | Rebuild] = [make for make in makes if self.refusal(s, make) is None]
        some = any(saved)  # for speed: most powers have no step
        units = [u for u in needy(s, self.power) if saved[step_kind(s, u)]] if some else []
        room = entries(s, [u for u in units if s.where[u] in FALLEN])
        for u in units:
            if s.where[u] not in FALLEN:
                out += [Rebuild(u, way) for way in (FLIP, DEGRADE) if _gain_violation(s, u, way) is None]
            elif u in room and _return_violation(s, u) is None:
                out.append(Rebuild(u, RETURN))
        return out

    def refusal(self, s: State, action: Make | Rebuild) -> Violation | None:
        if isinstance(action, Rebuild):
            return rebuild_violation(s, self.power, action)
        if self.power != SOVIET or action.kind not in (0, 1):
            return Violation("6.22a", "Only the Soviets make steps: infantry or armor.")
        price = s.world.tables.prices[action.kind]
        if s.population < price.population or s.production < price.production:
            words = f"It takes {price.population} population and {price.production} production points."
            return Violation(("6.22d", "6.22e")[action.kind], words)
        return None

    def take(self, s: State, action: Make | Rebuild) -> Agenda:
        if isinstance(action, Make):
            price = s.world.tables.prices[action.kind]
            s.population -= price.population
            s.production -= price.production
            s.saved[2 * SOVIET + action.kind] += 1
            s.emit(ev.steps_gained(SOVIET, 1 - action.kind, action.kind))
        else:
            give_step(s, action.unit, action.way)
        return (self,)

    def after(self, s: State) -> Agenda:
        received = s.flipped | s.bettered
        for u in bits(s.reserve & received):
            s.emit(ev.no_reserve(u, "11.3e"))
        s.reserve &= ~received
        s.population = s.production = 0
        return (Offer(self.power),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        infantry, armor = s.saved[2 * self.power], s.saved[2 * self.power + 1]
        more = f" Population {s.population}, production {s.production}." if self.power == SOVIET else ""
        return Prompt(f"Build up units. Steps: infantry {infantry}, armor {armor}.{more}", self.rule)

    def shown(self, s: State, action: Make | Rebuild) -> Option:
        w = s.world
        if isinstance(action, Make):
            return Option(f"Make an {ARMS[action.kind]} step", "choose", group=POWERS[SOVIET])
        words = ("to full strength", "to a better class", "is built again")[action.way]
        return offer(s, action.unit, f"{w.name(action.unit)} {words}", "pick")


def give_step(s: State, u: int, way: int) -> None:
    """Spend a step on a unit. Cases 6.21d, 6.21h, 6.21i, 6.22g, 6.22h."""
    w = s.world
    s.saved[2 * s.power[u] + step_kind(s, u)] -= 1
    if way == RETURN:
        s.where[u], s.grade[u], s.weak[u] = READY, len(w.ladder[u]) - 1, 1
    elif way == FLIP:
        s.weak[u] = 0
        s.flipped |= 1 << u
    else:
        s.grade[u] -= 1
        s.bettered |= 1 << u
    rezone(s, u)
    s.emit(ev.Told(u, GIVEN[way], "6.21d"))
