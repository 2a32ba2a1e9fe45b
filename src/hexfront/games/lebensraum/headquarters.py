"""Chapter 11.2: creating and dissolving HQs."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Create, Dissolve, Done
from hexfront.games.lebensraum.decisions import PowerOffers
from hexfront.games.lebensraum.fate import to_pool
from hexfront.games.lebensraum.kinds import ALLIED, HQ_BASE, HQ_LOST, HQ_OUT, POOL
from hexfront.games.lebensraum.leaders import DrawLeader, fill_staff, pool, replace_lost
from hexfront.games.lebensraum.setup import at_war
from hexfront.games.lebensraum.staff import back_to_capital
from hexfront.games.lebensraum.state import State, appoint, controls, hqs_on_map
from hexfront.games.lebensraum.treasury import can_pay, spend
from hexfront.hexes import Hex, bits
from hexfront.kernel import Agenda, Auto, Option, Prompt, Seat, Violation

NEW_EACH_SEGMENT = 1
"""New HQs that a power may create in an HQ segment, beside those it has lost. Case 11.2d."""


def birthplaces(s: State, k: int) -> list[Hex]:
    """Where an HQ is placed: the capital, for the Finns Helsinki, for the Allies London or a coastal city they hold.

    Cases 11.2c, 9.6a. RULING 11.2-b, RULING 9.6-a.
    """
    w = s.world
    power = w.hq_power[k]
    if k == w.finnish_hq:
        return list(bits(w.lands.helsinki & s.control[power]))
    if power == ALLIED:
        return list(bits((w.lands.partial_sea & w.cities | 1 << w.capital[ALLIED]) & s.control[ALLIED]))
    return [w.capital[power]] if controls(s, power, w.capital[power]) else []


def create_violation(s: State, power: int, action: Create) -> Violation | None:
    """Why an HQ cannot be created. Cases 11.2a, 11.2c, 11.2d, 11.2e, 11.2h. RULING 11.2-a, RULING 9.0-c."""
    w, k = s.world, action.hq
    if not 0 <= k < len(w.hqs) or w.hq_power[k] != power or s.hq[k] not in (HQ_OUT, HQ_LOST):
        return Violation("11.2a", "There is no such HQ marker to place.")
    if s.hq[k] == HQ_OUT and power == ALLIED:
        return Violation("11.2h", "The Western Allies replace only HQs they have lost.")
    if s.hq[k] == HQ_OUT and s.hq_made >= NEW_EACH_SEGMENT:
        return Violation("11.2d", "One new HQ has been created in this segment.")
    if s.hq[k] == HQ_LOST and w.has("lost_hq_next_turn") and s.hq_lost_on[k] == s.turn:
        return Violation("11.2d", "An HQ lost on this turn comes back on the next.")
    if action.hex not in birthplaces(s, k):
        return Violation(
            "11.2e", "An HQ is created in the capital, while you control it.", w.label(action.hex)
        )
    if k != w.finnish_hq and not pool(s, power):
        return Violation("9.0a", "There is no leader left in the pool.")
    if not can_pay(s, power, w.tables.costs.headquarters):
        return Violation("11.2c", f"It costs {w.tables.costs.headquarters} movement points.")
    return None


class HQSegment(PowerOffers, frozen=True, tag=True):
    """Create an HQ, dissolve one, or go on. Cases 4.2.1F, 4.2.3A, 11.2a, 11.2f."""

    rule: ClassVar[str] = "11.2a"
    takes = (Create, Dissolve, Done)

    def choices(self, s: State) -> list[Create | Dissolve]:
        away = [k for k in s.world.hqs_of[self.power] if s.hq[k] in (HQ_OUT, HQ_LOST)]
        made = [Create(k, h) for k in away for h in birthplaces(s, k)]
        return [*made, *(Dissolve(k) for k in hqs_on_map(s, self.power))]

    def refusal(self, s: State, action: Create | Dissolve) -> Violation | None:
        if isinstance(action, Create):
            return create_violation(s, self.power, action)
        if action.hq not in hqs_on_map(s, self.power):
            return Violation("11.2f", "Only an HQ of yours on the map can be dissolved.")
        return Violation("11.2h", "The Western Allies dissolve no HQ.") if self.power == ALLIED else None

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
    spend(s, w.hq_power[k], w.tables.costs.headquarters, "headquarters")
    s.emit(ev.Arrived(HQ_BASE + k, h, "11.2c"))
    if k == w.finnish_hq:
        if s.post[w.mannerheim] == POOL:
            appoint(s, w.mannerheim, k)
        return ()
    return (DrawLeader(k),)


def dissolve(s: State, k: int) -> None:
    """Take an HQ off the map of one's own will. Case 11.2f."""
    h = s.hq[k]
    s.hq[k] = HQ_OUT
    s.hq_reserve &= ~(1 << k)
    s.air_hq[k] = 0
    if s.chief[k] >= 0:
        to_pool(s, s.chief[k])
    s.emit(ev.Told(HQ_BASE + k, "was dissolved", "11.2f", h))
    back_to_capital(s, s.world.hq_power[k], h)


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


class FreshSegment(Auto, frozen=True, tag=True):
    """The count of new HQs begins anew. Case 11.2d."""

    def run(self, s: State) -> Agenda:
        s.hq_made = 0
        return ()


def hq_frames(s: State) -> Agenda:
    """An HQ Creation or Dissolution Segment. Cases 4.2.1F, 4.2.3A, RULING 4.1-a."""
    return tuple(frame for p in at_war(s) for frame in (FillPosts(p), FreshSegment(), HQSegment(p)))
