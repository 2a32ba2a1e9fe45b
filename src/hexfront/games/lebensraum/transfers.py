"""Chapters 9.2, 9.4 and 9.0: demoralization, leaders transferred, leaders replaced at will."""

from __future__ import annotations

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Agree, Done, Exchange, Promote, Replace, Trade, Transfer
from hexfront.games.lebensraum.command import must_stay, staff_of
from hexfront.games.lebensraum.decisions import DieRoll, InTurn, Power, PowerOffers
from hexfront.games.lebensraum.kinds import ALLIED, AXIS, CAMP, CAPTURED, STAFF_BASE, TERMINATED
from hexfront.games.lebensraum.leaders import (
    FIELD_MEN,
    may_serve,
    pool,
    replace_lost,
    replacement_frames,
    to_pool,
)
from hexfront.games.lebensraum.state import State, appoint, dismiss, hqs_on_map
from hexfront.hexes import bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.words import begun

Move = Exchange | Transfer | Promote


# --- demoralization


class MoraleRoll(DieRoll, frozen=True, tag=True):
    """A die and the number of terminated leaders; too high a total takes stars off all leaders. Cases 9.2a, 9.2b.
    RULING 9.2-a: each turn anew; the worst level reached stays."""

    power: int

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
    fronts = [s.chief[k] for k in hqs_on_map(s, power) if s.chief[k] >= 0]
    return fronts + [s.staff_chief[m] for m in staff_of(s, power)]


def transfer_violation(s: State, power: int, action: Move) -> Violation | None:
    """Why leaders cannot change posts so. Cases 9.4a, 9.4b, 9.4e, 9.6a, 11.6j, 11.6k. RULING 9.4-a, RULING 9.4-b, RULING 9.4-c."""
    w, present = s.world, leaders_in_post(s, power)
    people = (action.leader, action.other) if isinstance(action, Exchange) else (action.leader,)
    if any(leader not in present for leader in people) or len(set(people)) != len(people):
        return Violation("9.4a", "Only leaders of yours who have a post can be transferred.")
    if list(people) != sorted(people):
        return Violation("9.4a", "Of two leaders who exchange posts, name the one higher in the list first.")
    if w.mannerheim in people:
        return Violation("9.6a", "Mannerheim stays with the Finns.")
    if any(s.transferred >> leader & 1 for leader in people):
        return Violation("9.4a", "He has already changed posts in this segment.")
    staff = [leader for leader in people if s.post[leader] >= STAFF_BASE]
    found = _allied_violation(s, action) if power == ALLIED else None
    if found:
        return found
    if isinstance(action, Transfer):
        return _vacancy(s, power, action)
    if isinstance(action, Promote):
        m = action.staff
        if m not in staff_of(s, power) or staff or action.fate not in (0, 1):
            return Violation("9.4b", "A front leader takes the place of one of your General Staff leaders.")
        if s.transferred >> s.staff_chief[m] & 1:
            return Violation("9.4a", "He has already changed posts in this segment.")
        if not pool(s, power) and action.fate:
            return Violation("9.4c", "No leader is left in the pool for the HQ he leaves.")
    return None


def _allied_violation(s: State, action: Move) -> Violation | None:
    """Only the free campaign changes the Allied General Staff, man for man. Cases 11.6j, 12.3h, 12.3k, 9.1d."""
    if isinstance(action, Exchange) and max(s.post[action.leader], s.post[action.other]) < STAFF_BASE:
        return None
    if not s.world.free_landings or isinstance(action, Transfer):
        words = "A leader of the Allied General Staff stays there, and its posts are always filled."
        return Violation("11.6j", words)
    if isinstance(action, Promote):
        if action.fate:
            return Violation("9.1d", "The Western Allies cannot dismiss a leader for good.")
        moves = [(action.leader, STAFF_BASE + action.staff)]
    else:
        moves = [(action.leader, s.post[action.other]), (action.other, s.post[action.leader])]
    for leader, post in moves:
        m = post - STAFF_BASE
        if 0 <= m < len(s.world.staff) and not may_serve(s, leader, m):
            name = s.world.leaders[leader].name
            rule = "12.3k" if s.world.leaders[leader].id in FIELD_MEN else "12.3h"
            return Violation(rule, f"{begun(name)} cannot serve on {s.world.staff[m].name}.")
    return None


def trade_violation(s: State, power: int, action: Trade) -> Violation | None:
    """Why an exchange of captured leaders cannot be offered. Case 9.5b, RULING 9.5-b: one for one, once a segment."""
    owner, theirs, ours = s.world.leader_power, action.leader, action.other
    known = all(0 <= k < len(owner) and s.post[k] == CAPTURED for k in (theirs, ours))
    if not known or owner[ours] != power or CAMP[owner[theirs]] == CAMP[power]:
        return Violation("9.5b", "Offer a captured leader of the enemy for one of yours.")
    if s.transferred >> action.leader & 1:
        return Violation("9.5b", "He has already been offered in this segment.")
    return None


def trades(s: State, power: int) -> list[Trade]:
    """Every exchange of captured leaders a power could offer."""
    if CAPTURED not in s.post:
        return []
    held = [k for k, post in enumerate(s.post) if post == CAPTURED]
    pairs = [Trade(a, b) for a in held for b in held]
    return [trade for trade in pairs if trade_violation(s, power, trade) is None]


def _vacancy(s: State, power: int, action: Transfer) -> Violation | None:
    """Why a leader cannot take over an empty post. Cases 9.4a, 9.4c, 11.6c."""
    m = s.post[action.leader] - STAFF_BASE
    if action.post not in empty_posts(s, power):
        return Violation("9.4a", "That post is not empty; exchange the two leaders instead.")
    if m >= 0 and _empties_the_capital(s, power, m):
        return Violation("11.6c", "One General Staff leader must stay in the capital.")
    if m < 0 and not pool(s, power):
        return Violation("9.4c", "No leader is left in the pool for the HQ he leaves.")
    return None


def empty_posts(s: State, power: int) -> list[int]:
    """HQs of a power without a leader, and its General Staff markers; the Finns wait for their own man."""
    hqs = [k for k in hqs_on_map(s, power) if s.chief[k] < 0 and k != s.world.finnish_hq]
    staff = [m for m in s.world.staff_of[power] if s.staff[m] >= 0 and s.staff_chief[m] < 0]
    return hqs + [STAFF_BASE + m for m in staff]


def _empties_the_capital(s: State, power: int, m: int) -> bool:
    """Whether too few General Staff leaders were left in the capital if this one went to a front. Case 11.6c."""
    others = [k for k in staff_of(s, power) if k != m]
    there = sum(s.staff[k] == s.world.capital[power] for k in others)
    return there < min(must_stay(s, power), len(others))


def transfers(s: State, power: int) -> list[Move]:
    """Every change of posts that a power may make now."""
    gone, stays = s.transferred, s.world.mannerheim
    people = [k for k in leaders_in_post(s, power) if not gone >> k & 1 and k != stays]
    into = [Transfer(leader, post) for leader in people for post in empty_posts(s, power)]
    fronts = [leader for leader in people if s.post[leader] < STAFF_BASE]
    filled = [m for m in staff_of(s, power) if not gone >> s.staff_chief[m] & 1]
    fates = (0, 1) if pool(s, power) else (0,)
    moves: list[Move] = [
        *[Exchange(a, b) for a in people for b in people if a < b],
        *[move for move in into if _vacancy(s, power, move) is None],
        *[Promote(leader, m, fate) for leader in fronts for m in filled for fate in fates],
    ]
    return [move for move in moves if _allied_violation(s, move) is None] if power == ALLIED else moves


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
            dismiss(s, old, TERMINATED)
        else:
            to_pool(s, old)
    dismiss(s, action.leader, to)
    appoint(s, action.leader, to)
    s.emit(ev.posted(s, action.leader, to))
    return replace_lost(s, post) if post < STAFF_BASE else ()


class Transfers(InTurn, frozen=True, tag=True):
    """Transfer a leader, or go on. Cases 9.4a, 9.4f: the sides take turns."""

    rule = "9.4a"
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

    def shown(self, s: State, action: Move | Trade) -> Option:
        w, name = s.world, s.world.leaders[action.leader].name
        if isinstance(action, Transfer):
            return Option(f"{begun(name)} takes over {w.post_name(action.post)}", group=name)
        if isinstance(action, Promote):
            old = w.leaders[s.staff_chief[action.staff]].name
            fate = "is dismissed for good" if action.fate else "goes to the pool"
            return Option(f"{begun(name)} joins the General Staff, {old} {fate}", group=name)
        other = w.leaders[action.other].name
        if isinstance(action, Exchange):
            return Option(f"{begun(name)} and {other} exchange posts", group=name)
        return Option(f"Offer the captured {name} for {other}", rule="9.5b", group=name)


class BeginTransfers(Auto, frozen=True, tag=True):
    """Transfers begin, the Axis first. Cases 4.2.1E, 9.4f."""

    def run(self, s: State) -> Agenda:
        s.passed = s.transferred = 0
        return Transfers(AXIS).ask(s, *s.world.powers)


# --- replacement at will


class Disposition(PowerOffers, frozen=True, tag=True):
    """Replace front leaders, or go on. Cases 9.0e, 9.0j, 12.3g."""

    rule = "9.0e"
    hint = "The new ones are drawn unseen from the pool."
    takes = (Replace, Done)
    named: int = 0

    def choices(self, s: State) -> list[Replace]:
        if self.named.bit_count() >= len(pool(s, self.power)):
            return []
        finns, named = s.world.finnish_hq, self.named
        hqs = hqs_on_map(s, self.power)
        return [Replace(k) for k in hqs if s.chief[k] >= 0 and k != finns and not named >> k & 1]

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

    def shown(self, s: State, action: Replace) -> Option:
        w = s.world
        name = w.leaders[s.chief[action.hq]].name
        return Option(f"Replace {name} at {w.hqs[action.hq].name}", "pick", at=w.label(s.hq[action.hq]))


class Consent(Power, frozen=True, tag=True):
    """The other side takes an exchange of captured leaders, or declines. Case 9.5b, RULING 9.5-b."""

    rule = "9.5b"
    takes = (Agree, Done)
    leader: int
    other: int

    def candidates(self, s: State, seat: Seat) -> list[Agree | Done]:
        return [Agree(), Done()]

    def violation(self, s: State, seat: Seat, action: Agree | Done) -> None:
        return None

    def apply(self, s: State, seat: Seat, action: Agree | Done) -> Agenda:
        if isinstance(action, Agree):
            for leader in (self.leader, self.other):
                to_pool(s, leader)
                s.emit(ev.fate(leader, "exchanged"))
        return ()

    def _names(self, s: State) -> tuple[str, str]:
        return s.world.leaders[self.other].name, s.world.leaders[self.leader].name

    def prompt(self, s: State, seat: Seat) -> Prompt:
        mine, theirs = self._names(s)
        return Prompt(f"Your captured {mine} is offered for {theirs}, whom you hold.", self.rule)

    def option(self, s: State, seat: Seat, action: Agree | Done) -> Option:
        mine, theirs = self._names(s)
        if isinstance(action, Agree):
            return Option(f"Exchange {theirs} for {mine}", rule=self.rule)
        return Option("Decline", "pass", rule=self.rule, ends=True)
