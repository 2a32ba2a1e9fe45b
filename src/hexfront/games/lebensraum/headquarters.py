"""Chapters 11.2, 11.3 and 7.42: HQs created, dissolved, lost or giving way, and reserves."""

from __future__ import annotations

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Create, Dissolve, Done, Mark, Unmark, Withdraw
from hexfront.games.lebensraum.command import back_to_capital, take_along
from hexfront.games.lebensraum.decisions import Listed, PowerOffers
from hexfront.games.lebensraum.economy import spend
from hexfront.games.lebensraum.kinds import ALLIED, CAMP, HQ_BASE, HQ_LOST, HQ_OUT, OF_CAMP, POOL, WORKS_BASE
from hexfront.games.lebensraum.leaders import DrawLeader, FateRoll, fill_staff, pool, replace_lost, to_pool
from hexfront.games.lebensraum.reach import (
    enemy_zoc,
    is_hq,
    is_in_reserve,
    is_own,
    may_enter,
    offer,
    place_of,
    step_cost,
)
from hexfront.games.lebensraum.state import (
    State,
    appoint,
    hqs_at,
    hqs_on_map,
    leave_reserve,
    nearest_to_a_city,
    units_of,
)
from hexfront.hexes import Hex, bits
from hexfront.kernel import Agenda, Auto, Option, Prompt, Seat, Violation

NEW_EACH_SEGMENT = 1
"""New HQs that a power may create in an HQ segment, beside those it has lost. Case 11.2d."""
NO_MARKER = Violation("11.2a", "There is no such HQ marker to place.")


def birthplaces(s: State, k: int) -> list[Hex]:
    """Where an HQ is placed: the capital, for the Finns Helsinki, for the Allies London or a coastal city they hold.
    Cases 11.2c, 9.6a. RULING 11.2-b, RULING 9.6-a."""
    w = s.world
    power = w.hq_power[k]
    found = w.lands.helsinki if k == w.finnish_hq else 1 << w.capital[power]
    if power == ALLIED:
        found |= w.lands.partial_sea & w.cities
    return list(bits(found & s.control[power]))


def create_violation(s: State, power: int, action: Create) -> Violation | None:
    """Why an HQ cannot be created. Cases 11.2a, 11.2c, 11.2d, 11.2e, 11.2h. RULING 11.2-a, RULING 9.0-c."""
    w, k = s.world, action.hq
    found = away_violation(s, k) if 0 <= k < len(w.hqs) and w.hq_power[k] == power else NO_MARKER
    if found:
        return found
    if action.hex not in birthplaces(s, k):
        words = "An HQ can be created only in your capital, while you control it."
        return Violation("11.2e", words, w.label(action.hex))
    if k != w.finnish_hq and not pool(s, power):
        return Violation("9.0a", "There is no leader left in the pool.")
    if s.points[power] < w.tables.costs.headquarters:
        return Violation("11.2c", f"It costs {w.tables.costs.headquarters} movement points.")
    return None


def away_violation(s: State, k: int) -> Violation | None:
    """Why an HQ marker cannot come into play at all. Cases 11.2a, 11.2d, 11.2h. RULING 11.2-a."""
    w, at = s.world, s.hq[k]
    if at not in (HQ_OUT, HQ_LOST):
        return NO_MARKER
    if at == HQ_OUT and w.hq_power[k] == ALLIED:
        return Violation("11.2h", "The Western Allies can replace only HQs they have lost.")
    if at == HQ_OUT and s.hq_made >= NEW_EACH_SEGMENT:
        return Violation("11.2d", "You have already created a new HQ in this segment.")
    if at == HQ_LOST and w.has("lost_hq_next_turn") and s.hq_lost_on[k] == s.turn:
        return Violation("11.2d", "An HQ lost on this turn comes back on the next.")
    return None


class HQSegment(PowerOffers, frozen=True, tag=True):
    """Create an HQ, dissolve one, or go on. Cases 4.2.1F, 4.2.3A, 11.2a, 11.2f."""

    rule = "11.2a"
    takes = (Create, Dissolve, Done)

    def choices(self, s: State) -> list[Create | Dissolve]:
        w = s.world
        away: list[int] = []
        if s.points[self.power] >= w.tables.costs.headquarters:
            away = [k for k in w.hqs_of[self.power] if away_violation(s, k) is None]
            if not pool(s, self.power):
                away = [k for k in away if k == w.finnish_hq]
        gone = [] if self.power == ALLIED else [Dissolve(k) for k in hqs_on_map(s, self.power)]
        return [*(Create(k, h) for k in away for h in birthplaces(s, k)), *gone]

    def refusal(self, s: State, action: Create | Dissolve) -> Violation | None:
        if isinstance(action, Create):
            return create_violation(s, self.power, action)
        if action.hq not in hqs_on_map(s, self.power):
            return Violation("11.2f", "Only an HQ of yours on the map can be dissolved.")
        return (
            Violation("11.2h", "The Western Allies cannot dissolve an HQ.") if self.power == ALLIED else None
        )

    def take(self, s: State, action: Create | Dissolve) -> Agenda:
        if isinstance(action, Dissolve):
            dissolve(s, action.hq)
            return (self,)
        return (*create(s, action.hq, action.hex), self)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        cost = s.world.tables.costs.headquarters
        return Prompt(f"Create an HQ for {cost} movement points, dissolve one, or go on.", self.rule)

    def shown(self, s: State, action: Create | Dissolve) -> Option:
        w, name = s.world, s.world.hqs[action.hq].name
        if isinstance(action, Dissolve):
            return Option(f"Dissolve {name}", "choose", name, w.label(s.hq[action.hq]), rule="11.2f")
        cost = float(w.tables.costs.headquarters)
        return Option(f"Create {name} in {w.title(action.hex)}", "place", name, w.label(action.hex), cost)


def create(s: State, k: int, h: Hex) -> Agenda:
    """Place an HQ and give it a leader. Cases 11.2c, 9.0a, RULING 9.6-a."""
    w = s.world
    if s.hq[k] == HQ_OUT:
        s.hq_made += 1
    s.hq[k], s.chief[k] = h, -1
    spend(s, w.hq_power[k], w.tables.costs.headquarters, "an HQ")
    s.emit(ev.Arrived(HQ_BASE + k, h, "11.2c"))
    if k == w.finnish_hq:
        if s.post[w.mannerheim] == POOL:
            appoint(s, w.mannerheim, k)
        return ()
    return (DrawLeader(k),)


def dissolve(s: State, k: int) -> None:
    """Take an HQ off the map because its owner wants to. Case 11.2f."""
    h = s.hq[k]
    s.hq[k] = HQ_OUT
    s.hq_reserve &= ~(1 << k)
    s.air_hq[k] = 0
    if s.chief[k] >= 0:
        to_pool(s, s.chief[k])
    s.emit(ev.Told(HQ_BASE + k, "was dissolved", "11.2f", h))
    back_to_capital(s, s.world.hq_power[k], h)


class FreshSegment(Auto, frozen=True, tag=True):
    """The count of new HQs begins anew. Case 11.2d."""

    def run(self, s: State) -> Agenda:
        s.hq_made = 0
        return ()


class FillPosts(Auto, frozen=True, tag=True):
    """HQs that have no leader draw one if they can, one after another. Case 9.0a, RULING 9.0-c."""

    power: int

    def run(self, s: State) -> Agenda:
        if self.power == ALLIED:
            fill_staff(s)
        for k in hqs_on_map(s, self.power):
            found = replace_lost(s, k)
            if found:
                return (*found, self)
        return ()


def remove_hq(s: State, k: int, rule: str) -> Agenda:
    """An HQ is lost: off the map, to be created again; its leader rolls as if overrun, its air markers are gone.
    Cases 11.1e, 7.43f. General Staff markers with it go back to their capital."""
    h = s.hq[k]
    s.hq[k], s.hq_lost_on[k] = HQ_LOST, s.turn
    s.hq_reserve &= ~(1 << k)
    s.air_hq[k] = 0
    s.emit(ev.Told(HQ_BASE + k, "was taken off the map", rule, h, "loss"))
    back_to_capital(s, s.world.hq_power[k], h)
    chief = s.chief[k]
    return (FateRoll(chief, "overrun"),) if chief >= 0 else ()


def displaced(s: State, camp: int, origin: Hex, h: Hex) -> Agenda:
    """HQs of the other camp in a hex that a unit of a camp has come into: from another, or from nowhere (-1).
    Cases 7.42g, 11.2g."""
    frames: Agenda = ()
    for power in OF_CAMP[1 - camp]:
        frames = (*frames, *(HQGivesWay(k, origin) for k in hqs_at(s, power, h)))
    return frames


def ways_out(s: State, k: int, origin: Hex) -> list[Hex]:
    """Hexes an HQ may retreat to: those it could enter by moving, away from the enemy, and of these the nearest to a city of its
    own. Cases 7.42b, 7.42c, 7.42d, 9.6a. RULING 7.42-d: away is farther from the hex he came from."""
    w, at, hq = s.world, s.hq[k], HQ_BASE + k
    clear = may_enter(s, hq, w.around[at] & ~(w.disc(origin, 1) if origin >= 0 else 0))
    free = [n for n in w.lands.next_to[at] if clear >> n & 1 and step_cost(s, hq, at, n) is not None]
    return nearest_to_a_city(s, CAMP[w.hq_power[k]], free)


class HQGivesWay(Auto, frozen=True, tag=True):
    """An HQ retreats one hex, or is overrun if it cannot. Case 7.42g, RULING 7.42-b."""

    hq: int
    origin: Hex

    def run(self, s: State) -> Agenda:
        ways = ways_out(s, self.hq, self.origin)
        if not ways:
            return remove_hq(s, self.hq, "7.42g")
        if len(ways) == 1:
            take_along(s, self.hq, ways[0], "7.42g")
            return ()
        return (HQRetreat(self.hq, self.origin),)


class HQRetreat(Listed, frozen=True, tag=True):
    """Choose where the HQ retreats to; General Staff with it cannot follow. Cases 7.42b, 7.42g, 11.6e."""

    rule = "7.42b"
    refused = "An HQ retreats away from the enemy, toward the nearest friendly city."
    takes = (Withdraw,)
    hq: int
    origin: Hex

    def chooser(self, s: State) -> int:
        return s.world.hq_power[self.hq]

    def candidates(self, s: State, seat: Seat) -> list[Withdraw]:
        return [Withdraw(n) for n in ways_out(s, self.hq, self.origin)]

    def apply(self, s: State, seat: Seat, action: Withdraw) -> Agenda:
        take_along(s, self.hq, action.hex, "7.42g")
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"{s.world.hqs[self.hq].name} must give way: choose a hex.", "7.42g")

    def option(self, s: State, seat: Seat, action: Withdraw) -> Option:
        w, h = s.world, action.hex
        return Option(f"Retreat to {w.title(h)}", "retreat", w.hqs[self.hq].name, w.label(h))


class Designation(PowerOffers, frozen=True, tag=True):
    """Name your reserves, or go on. Cases 4.2.3B, 11.3a, 11.3e. RULING 11.3-b."""

    rule = "11.3a"
    hint = "They may move in the enemy's phase and receive steps."
    takes = (Mark, Unmark, Done)

    def choices(self, s: State) -> list[Mark | Unmark]:
        zone, where, reserve = enemy_zoc(s, self.power), s.where, s.reserve
        units = [u for u in units_of(s, self.power) if reserve >> u & 1 or not zone >> where[u] & 1]
        hqs = [HQ_BASE + k for k in hqs_on_map(s, self.power)]
        return [Unmark(mover) if is_in_reserve(s, mover) else Mark(mover) for mover in (*units, *hqs)]

    def refusal(self, s: State, action: Mark | Unmark) -> Violation | None:
        mover, marks = action.mover, isinstance(action, Mark)
        if not is_own(s, self.power, mover) or mover >= WORKS_BASE:
            return Violation("11.3a", "Only a unit or HQ of yours on the map can be in reserve.")
        h = place_of(s, mover)
        if is_in_reserve(s, mover) == marks:
            words = "It is in reserve already." if marks else "It is not in reserve."
            return Violation("11.3a", words, s.world.label(h))
        if marks and not is_hq(mover) and enemy_zoc(s, self.power) >> h & 1:
            return Violation("11.3a", "It is in an enemy zone of control.", s.world.label(h))
        return None

    def take(self, s: State, action: Mark | Unmark) -> Agenda:
        mover = action.mover
        if isinstance(action, Unmark):
            leave_reserve(s, mover, "11.3e")
            return (self,)
        if is_hq(mover):
            s.hq_reserve |= 1 << mover - HQ_BASE
        else:
            s.reserve |= 1 << mover
        s.emit(ev.Told(mover, "is in reserve", "11.3a"))
        return (self,)

    def shown(self, s: State, action: Mark | Unmark) -> Option:
        name = s.world.name(action.mover)
        words = f"{name} into reserve" if isinstance(action, Mark) else f"Release {name}"
        return offer(s, action.mover, words, "pick")
