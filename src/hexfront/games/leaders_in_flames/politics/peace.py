"""Pacts and their border chits, offers of peace, and a peace that is dictated. Cases base.pact, base.peace, 5.1k."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Done
from hexfront.games.leaders_in_flames.chairs import Sit, plays
from hexfront.games.leaders_in_flames.kinds import (
    AXIS,
    CODES,
    GERMANY,
    JAPAN,
    POWER_NAMES,
    POWERS,
    RESERVE,
    SIDE_OF,
    USSR,
)
from hexfront.games.leaders_in_flames.politics.acts import AddChit, Answer, Offer
from hexfront.games.leaders_in_flames.politics.chits import ATTACK, DEFEND, DrawChit, border, count
from hexfront.games.leaders_in_flames.politics.parties import end_war, fighting, reckon
from hexfront.games.leaders_in_flames.politics.wars import codes_due, pact_key
from hexfront.games.leaders_in_flames.state import State, ground_of, turn_up
from hexfront.games.leaders_in_flames.words import begun, the_power
from hexfront.hexes import union
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import Noted, SideDecides, lift

PAIRS = ((GERMANY, USSR), (JAPAN, USSR))
"""Powers between which there can be a pact, or a peace by agreement."""
PEACE, PACT, DICTATE = range(3)
KINDS = (ATTACK, DEFEND)
DONE = Done()


# --- chits on the border


class BorderChits(Auto, frozen=True, tag=True):
    """Each power of a pact adds a chit to the border, one after the other. Case base.pact."""

    def run(self, s: State) -> Agenda:
        frames: Agenda = ()
        for key in sorted(s.pacts):
            a, b = divmod(key, len(POWERS))
            frames = (*frames, Sit(a), AddToBorder(SIDE_OF[a], a, b), Sit(b), AddToBorder(SIDE_OF[b], b, a))
        return frames


class AddToBorder(SideDecides, frozen=True, tag=True):
    """Add a chit to a border: to attack, or to defend. Case base.pact."""

    rule: ClassVar[str] = "base.pact"
    takes = (AddChit,)
    power: int
    other: int

    def candidates(self, s: State, seat: Seat) -> list[AddChit]:
        return [AddChit(0), AddChit(1)]

    def violation(self, s: State, seat: Seat, action: AddChit) -> Violation | None:
        return None if action.kind in (0, 1) else Violation("base.pact", "A chit is to attack or to defend.")

    def apply(self, s: State, seat: Seat, action: AddChit) -> Agenda:
        return (DrawChit(border(self.power, self.other, KINDS[action.kind]), "base.pact"),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        mine = [count(s, border(self.power, self.other, kind)) for kind in KINDS]
        theirs = [count(s, border(self.other, self.power, kind)) for kind in KINDS]
        name, other = POWER_NAMES[self.power], the_power(self.other)
        text = f"{name}: add a chit to the border with {other}. You have {mine[0]} to attack and {mine[1]} to defend"
        return Prompt(f"{text}, they have {theirs[0]} and {theirs[1]}.", self.rule)

    def option(self, s: State, seat: Seat, action: AddChit) -> Option:
        return Option("To attack" if action.kind == 0 else "To defend", "choose", rule=self.rule)


# --- peace


def can_dictate(s: State, winner: int, loser: int) -> bool:
    """Whether a power holds all the places that force another to make peace. Case base.peace."""
    w = s.world
    held = ground_of(s, SIDE_OF[winner])
    for row in w.affairs.peaces:
        if (row.winner, row.loser) == (POWERS[winner], POWERS[loser]):
            hexes = union(h for city in row.cities if (h := w.realm.find(city)) >= 0)
            return bool(hexes) and not hexes & ~held
    return False


def offer_violation(s: State, side: int, action: Offer) -> Violation | None:
    """Why an offer cannot be made. Cases base.peace, 1c."""
    w = s.world
    a, b = action.power, action.other
    if a not in w.powers or b not in w.powers or SIDE_OF[a] != side or tuple(sorted((a, b))) not in PAIRS:
        return Violation(
            "base.peace", "Only powers that border each other in the East can make peace or a pact."
        )
    if not plays(s, a):
        return Violation("1c", f"{begun(the_power(a))} belongs to another seat.")
    if s.deeds.get(f"offer.{a}.{b}") == s.turn:
        return Violation("base.peace", "It has already been offered this turn.")
    at_war = bool(s.wars[a] >> b & 1)
    if action.kind == PACT:
        if at_war or pact_key(a, b) in s.pacts:
            return Violation("base.pact", "A pact can be made only in peace, where there is none yet.")
        return None
    if not at_war or action.kind not in (PEACE, DICTATE):
        return Violation("base.peace", "They are not at war.")
    if action.kind == DICTATE and not can_dictate(s, a, b):
        return Violation("base.peace", "It does not hold the places needed to dictate peace.")
    return None


class PeaceTalks(Auto, frozen=True, tag=True):
    """Ask a side for offers of peace or of a pact while it can make any. Case base.peace."""

    side: int

    def run(self, s: State) -> Agenda:
        frame = Talks(self.side)
        return (frame,) if len(frame.legal(s, "")) > 1 else ()


class Talks(SideDecides, frozen=True, tag=True):
    """Offer peace or a pact, dictate a peace, or go on. Cases base.peace, base.pact."""

    rule: ClassVar[str] = "base.peace"
    takes = (Offer, Done)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        pairs = [(a, b) if self.side == AXIS else (b, a) for a, b in PAIRS]
        return [*(Offer(a, b, kind) for a, b in pairs for kind in (PEACE, PACT, DICTATE)), DONE]

    def violation(self, s: State, seat: Seat, action: Offer | Done) -> Violation | None:
        return offer_violation(s, self.side, action) if isinstance(action, Offer) else None

    def apply(self, s: State, seat: Seat, action: Offer | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        s.deeds[f"offer.{action.power}.{action.other}"] = s.turn
        if action.kind == DICTATE:
            return (*make_peace(s, action.power, action.other), PeaceTalks(self.side))
        return (
            Sit(action.other),
            Answering(1 - self.side, action.power, action.other, action.kind),
            PeaceTalks(self.side),
        )

    def option(self, s: State, seat: Seat, action: Offer | Done) -> Option:
        if isinstance(action, Done):
            return Option("Go on", "done", rule=self.rule, ends=True)
        a, b = begun(the_power(action.power)), the_power(action.other)
        words = (f"{a} offers {b} peace", f"{a} offers {b} a pact", f"{a} dictates peace to {b}")
        return Option(words[action.kind], "choose", rule="base.pact" if action.kind == PACT else self.rule)


class Answering(SideDecides, frozen=True, tag=True):
    """Take an offer of peace or of a pact, or refuse it. Cases base.peace, base.pact."""

    rule: ClassVar[str] = "base.peace"
    takes = (Answer,)
    power: int
    other: int
    kind: int

    def candidates(self, s: State, seat: Seat) -> list[Answer]:
        return [Answer(True), Answer(False)]

    def violation(self, s: State, seat: Seat, action: Answer) -> Violation | None:
        return None

    def apply(self, s: State, seat: Seat, action: Answer) -> Agenda:
        a, b = the_power(self.power), the_power(self.other)
        if not action.takes:
            s.emit(Noted(f"{begun(b)} refuses {a}'s offer.", self.rule))
            return ()
        if self.kind == PACT:
            s.pacts[pact_key(self.power, self.other)] = s.world.year(s.turn)
            s.emit(Noted(f"{begun(a)} and {b} make a pact.", "base.pact"))
            return ()
        return make_peace(s, self.power, self.other)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        what = "a pact" if self.kind == PACT else "peace"
        return Prompt(
            f"{begun(the_power(self.power))} offers {the_power(self.other)} {what}: accept?", self.rule
        )

    def option(self, s: State, seat: Seat, action: Answer) -> Option:
        return Option("Accept" if action.takes else "Refuse", "choose", rule=self.rule)


def make_peace(s: State, a: int, b: int) -> Agenda:
    """Two powers and their minors make peace on the present line; reserves that no war asks for any more go back to the reserve
    pool, Guards Banner armies stay. Cases base.peace, 5.1k."""
    w = s.world
    for one in fighting(s, a):
        for other in fighting(s, b):
            end_war(s, one, other)
    reckon(s)
    for power in (a, b):
        over = s.called[power] & ~codes_due(s, power)
        s.called[power] &= ~over
        for u in range(w.first_leader):
            if w.party[u] == power and CODES.get(w.units[u].year, 0) & over:
                turn_up(s, u)
                lift(s, u, RESERVE)
    s.emit(Noted(f"{begun(the_power(a))} and {the_power(b)} make peace.", "base.peace"))
    return ()
