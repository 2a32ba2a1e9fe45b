"""Chapters 9.2, 9.4 and 9.0: demoralization, leaders transferred, leaders replaced at will."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Done, Exchange, Promote, Replace, Trade, Transfer
from hexfront.games.lebensraum.combined import Consent
from hexfront.games.lebensraum.decisions import InTurn, PowerOffers
from hexfront.games.lebensraum.fate import to_pool
from hexfront.games.lebensraum.kinds import ALLIED, AXIS, CAMP, CAPTURED, STAFF_BASE, TERMINATED
from hexfront.games.lebensraum.leaders import FIELD_MEN, may_serve, pool, replace_lost, replacement_frames
from hexfront.games.lebensraum.setup import at_war
from hexfront.games.lebensraum.staff import must_stay, staff_of
from hexfront.games.lebensraum.state import State, appoint, dismiss, hqs_on_map
from hexfront.hexes import bits
from hexfront.kernel import Action, Agenda, Auto, Chance, Die, Option, Prompt, Seat, Violation

Move = Exchange | Transfer | Promote


# --- demoralization


class MoraleRoll(Chance, frozen=True, tag=True):
    """A die and the number of terminated leaders; too much of both takes stars off all. Cases 9.2a, 9.2b.

    RULING 9.2-a: each turn anew; the worst level reached stays.
    """

    power: int

    def outcomes(self, s: State) -> Die:
        return Die(6)

    def apply(self, s: State, outcome: int) -> Agenda:
        w = s.world
        fired = sum(p == TERMINATED and w.leader_power[k] == self.power for k, p in enumerate(s.post))
        total = outcome + fired
        level = sum(total > limit for limit in w.tables.demoralized_over)
        s.cut[self.power] = max(s.cut[self.power], level)
        who, cut = ev.side_name(self.power), s.cut[self.power]
        s.emit(ev.Noted(f"{who}: morale {total}; stars lost by each leader: {cut}.", "9.2a"))
        return ()

    def title(self, s: State) -> str:
        return "Morale of the officer corps"


# --- transfers


def leaders_in_post(s: State, power: int) -> list[int]:
    """A power's front and General Staff leaders on the map."""
    w = s.world
    fronts = [s.chief[k] for k in hqs_on_map(s, power) if s.chief[k] >= 0]
    staff = [
        s.staff_chief[m]
        for m, p in enumerate(w.staff_power)
        if p == power and s.staff[m] >= 0 and s.staff_chief[m] >= 0
    ]
    return [*fronts, *staff]


def transfer_violation(s: State, power: int, action: Move) -> Violation | None:
    """Why leaders cannot change posts so. Cases 9.4a, 9.4b, 9.4e, 9.6a, 11.6j, 11.6k. RULING 9.4-a, RULING 9.4-b, RULING 9.4-c."""
    w, present = s.world, leaders_in_post(s, power)
    people = (action.leader, action.other) if isinstance(action, Exchange) else (action.leader,)
    if any(leader not in present for leader in people) or len(set(people)) != len(people):
        return Violation("9.4a", "Only leaders of yours who have a post can be transferred.")
    if list(people) != sorted(people):
        return Violation("9.4a", "Of two leaders who change places, name the one higher in the list first.")
    if w.mannerheim in people:
        return Violation("9.6a", "Mannerheim stays with the Finns.")
    if any(s.transferred >> leader & 1 for leader in people):
        return Violation("9.4a", "He has changed his post in this segment.")
    staff = [leader for leader in people if s.post[leader] >= STAFF_BASE]
    if power == ALLIED and (staff or not isinstance(action, Exchange)):
        found = _allied_violation(s, action)
        if found:
            return found
    if isinstance(action, Transfer):
        return _vacancy(s, power, action)
    if isinstance(action, Promote):
        m = action.staff
        known = (
            0 <= m < len(w.staff) and w.staff_power[m] == power and s.staff[m] >= 0 and s.staff_chief[m] >= 0
        )
        if not known or staff or action.fate not in (0, 1):
            return Violation("9.4b", "A front leader takes the place of one of your General Staff leaders.")
        if s.transferred >> s.staff_chief[m] & 1:
            return Violation("9.4a", "He has changed his post in this segment.")
        if not pool(s, power) and action.fate:
            return Violation("9.4c", "Nobody is left in the pool for the HQ that he leaves.")
    return None


def _allied_violation(s: State, action: Move) -> Violation | None:
    """Only the free campaign changes the Allied General Staff, man for man. Cases 11.6j, 12.3h, 12.3k, 9.1d."""
    if not s.world.free_landings or isinstance(action, Transfer):
        return Violation(
            "11.6j", "A leader of the Allied General Staff stays there, and its posts are always filled."
        )
    if isinstance(action, Promote):
        if action.fate:
            return Violation("9.1d", "The Western Allies dismiss nobody for good.")
        moves = [(action.leader, STAFF_BASE + action.staff)]
    else:
        moves = [(action.leader, s.post[action.other]), (action.other, s.post[action.leader])]
    for leader, post in moves:
        m = post - STAFF_BASE
        if 0 <= m < len(s.world.staff) and not may_serve(s, leader, m):
            name = s.world.leaders[leader].name
            rule = "12.3k" if s.world.leaders[leader].id in FIELD_MEN else "12.3h"
            return Violation(rule, f"{name} cannot serve on {s.world.staff[m].name}.")
    return None


def trade_violation(s: State, power: int, action: Trade) -> Violation | None:
    """Why an exchange of captured leaders cannot be offered. Case 9.5b, RULING 9.5-b: one for one, once a segment."""
    w = s.world
    known = all(0 <= k < len(w.leaders) and s.post[k] == CAPTURED for k in (action.leader, action.other))
    if (
        not known
        or w.leader_power[action.other] != power
        or CAMP[w.leader_power[action.leader]] == CAMP[power]
    ):
        return Violation("9.5b", "Offer a captured leader of the enemy for one of yours.")
    if s.transferred >> action.leader & 1:
        return Violation("9.5b", "He has been offered in this segment.")
    return None


def trades(s: State, power: int) -> list[Trade]:
    """Every exchange of captured leaders a power could offer."""
    held = [k for k, post in enumerate(s.post) if post == CAPTURED]
    pairs = [Trade(a, b) for a in held for b in held]
    return [trade for trade in pairs if trade_violation(s, power, trade) is None]


def _vacancy(s: State, power: int, action: Transfer) -> Violation | None:
    w, post = s.world, action.post
    if post >= STAFF_BASE:
        m = post - STAFF_BASE
        free = m < len(w.staff) and w.staff_power[m] == power and s.staff[m] >= 0 and s.staff_chief[m] < 0
    else:
        free = post in hqs_on_map(s, power) and s.chief[post] < 0 and post != w.finnish_hq
    if not free:
        return Violation("9.4a", "That post is not empty; exchange the two leaders instead.")
    if s.post[action.leader] >= STAFF_BASE and _empties_the_capital(
        s, power, s.post[action.leader] - STAFF_BASE
    ):
        return Violation("11.6c", "One of the General Staff must be left in the capital.")
    if s.post[action.leader] < STAFF_BASE and not pool(s, power):
        return Violation("9.4c", "Nobody is left in the pool for the HQ that he leaves.")
    return None


def _empties_the_capital(s: State, power: int, m: int) -> bool:
    """Whether too few General Staff leaders were left in the capital if this one went to a front. Case 11.6c."""
    others = [k for k in staff_of(s, power) if k != m]
    there = sum(s.staff[k] == s.world.capital[power] for k in others)
    return there < min(must_stay(s, power), len(others))


def transfers(s: State, power: int) -> list[Move]:
    """Every change of posts a power could think of."""
    w, people = s.world, leaders_in_post(s, power)
    staff = [m for m, p in enumerate(w.staff_power) if p == power and s.staff[m] >= 0]
    empty = [k for k in hqs_on_map(s, power) if s.chief[k] < 0] + [
        STAFF_BASE + m for m in staff if s.staff_chief[m] < 0
    ]
    out: list[Move] = [Exchange(a, b) for a in people for b in people if a < b]
    out += [Transfer(leader, post) for leader in people for post in empty]
    fronts = [leader for leader in people if s.post[leader] < STAFF_BASE]
    return out + [Promote(leader, m, fate) for leader in fronts for m in staff for fate in (0, 1)]


def transfer(s: State, action: Move) -> Agenda:
    """Carry out a change of posts; an HQ that is left draws a leader. Cases 9.4a, 9.4b, 9.4c, 9.0h."""
    post = s.post[action.leader]
    s.transferred |= 1 << action.leader
    if isinstance(action, Exchange):
        other = s.post[action.other]
        s.transferred |= 1 << action.other
        appoint(s, action.leader, other)
        appoint(s, action.other, post)
        s.emit(ev.posted(s, action.leader, other))
        s.emit(ev.posted(s, action.other, post))
        return ()
    to = action.post if isinstance(action, Transfer) else STAFF_BASE + action.staff
    if isinstance(action, Promote):
        old = s.staff_chief[action.staff]
        if action.fate:
            s.shaken &= ~(1 << old)
            dismiss(s, old, TERMINATED)
        else:
            to_pool(s, old)
    dismiss(s, action.leader, to)
    appoint(s, action.leader, to)
    s.emit(ev.posted(s, action.leader, to))
    return replace_lost(s, post) if post < STAFF_BASE else ()


class Transfers(InTurn, frozen=True, tag=True):
    """Transfer one leader, or pass; the sides take turns. Cases 9.4a, 9.4f."""

    rule: ClassVar[str] = "9.4a"
    takes = (Exchange, Transfer, Promote, Trade, Done)

    def may_choose(self, s: State) -> bool:
        return True

    def choices(self, s: State) -> list[Action]:
        return [*transfers(s, self.power), *trades(s, self.power)]

    def refusal(self, s: State, action: Move | Trade) -> Violation | None:
        if isinstance(action, Trade):
            return trade_violation(s, self.power, action)
        return transfer_violation(s, self.power, action)

    def take(self, s: State, action: Move | Trade) -> Agenda:
        if not isinstance(action, Trade):
            return transfer(s, action)
        s.transferred |= 1 << action.leader
        return (Consent(s.world.leader_power[action.leader], action.other, action.leader),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt("Transfer a leader, or go on.", self.rule)

    def shown(self, s: State, action: Move | Trade) -> Option:
        w = s.world
        if isinstance(action, Exchange):
            a, b = w.leaders[action.leader].name, w.leaders[action.other].name
            return Option(f"{a} and {b} exchange posts", group=a)
        if isinstance(action, Transfer):
            name = w.leaders[action.leader].name
            return Option(f"{name} takes over {post_name(s, action.post)}", group=name)
        if isinstance(action, Promote):
            name, old = w.leaders[action.leader].name, w.leaders[s.staff_chief[action.staff]].name
            fate = "is dismissed for good" if action.fate else "goes to the pool"
            return Option(f"{name} joins the General Staff, {old} {fate}", group=name)
        a, b = w.leaders[action.leader].name, w.leaders[action.other].name
        return Option(f"Offer the captured {a} for {b}", rule="9.5b", group=a)


def post_name(s: State, post: int) -> str:
    return s.world.staff[post - STAFF_BASE].name if post >= STAFF_BASE else s.world.hqs[post].name


class BeginTransfers(Auto, frozen=True, tag=True):
    """Transfers begin, the Axis first. Case 9.4f."""

    def run(self, s: State) -> Agenda:
        s.passed = s.transferred = 0
        return Transfers(AXIS).ask(s, *s.world.powers)


def transfer_frames(s: State) -> Agenda:
    """The Leader Transfer Segment: morale first. Cases 4.2.1E, 9.2a."""
    rolls = tuple(MoraleRoll(power) for power in at_war(s))
    return (*rolls, BeginTransfers())


# --- replacement at will


class Disposition(PowerOffers, frozen=True, tag=True):
    """Name HQs that get a new leader, then go on. Cases 9.0e, 9.0j, 12.3g."""

    rule: ClassVar[str] = "9.0e"
    takes = (Replace, Done)
    named: int = 0

    def choices(self, s: State) -> list[Replace]:
        return [Replace(k) for k in hqs_on_map(s, self.power)]

    def refusal(self, s: State, action: Replace) -> Violation | None:
        k = action.hq
        if k not in hqs_on_map(s, self.power) or s.chief[k] < 0 or k == s.world.finnish_hq:
            return Violation("9.0e", "Only a front leader of yours can be replaced, and never Mannerheim.")
        if self.named >> k & 1:
            return Violation("9.0e", "He is being replaced already.")
        if self.named.bit_count() >= len(pool(s, self.power)):
            return Violation("9.1b", "There is no leader left in the pool for this HQ.")
        return None

    def take(self, s: State, action: Replace) -> Agenda:
        return (Disposition(self.power, self.named | 1 << action.hq),)

    def after(self, s: State) -> Agenda:
        return replacement_frames(s, *bits(self.named))

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(
            "Replace front leaders, or go on.", self.rule, "The new ones are drawn unseen from the pool."
        )

    def shown(self, s: State, action: Replace) -> Option:
        w = s.world
        name = w.leaders[s.chief[action.hq]].name
        return Option(f"Replace {name} at {w.hqs[action.hq].name}", "pick", at=w.label(s.hq[action.hq]))


def disposition_frames(s: State) -> Agenda:
    """A Leader Disposition Segment, for both sides. Cases 4.2.2D, 4.2.2H, 9.0e, 9.0j."""
    return tuple(Disposition(power) for power in at_war(s) if power != ALLIED or s.world.free_landings)
