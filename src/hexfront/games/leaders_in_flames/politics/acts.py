"""What can be chosen in politics, and what happens there."""

from __future__ import annotations

from typing import Any, ClassVar

from hexfront.games.leaders_in_flames.kinds import POWER_NAMES, SIDE_NAMES
from hexfront.games.leaders_in_flames.words import begun, the_power
from hexfront.kernel import Action, Event, Line

# --- choices


class DeclareWar(Action, frozen=True, tag=True):
    """A power declares war on another power or on a minor country, given as a party."""

    power: int
    target: int


class Align(Action, frozen=True, tag=True):
    """A minor country joins a power."""

    power: int
    minor: int


class Demand(Action, frozen=True, tag=True):
    """A power takes what it claims from a neutral country."""

    claim: int


class SetUpVichy(Action, frozen=True, tag=True):
    """Germany sets up Vichy France."""


class EndVichy(Action, frozen=True, tag=True):
    """A power of the Axis ends Vichy France."""

    power: int


class SetUp(Action, frozen=True, tag=True):
    """A unit of a country that enters the war is placed."""

    unit: int
    hex: int


class Offer(Action, frozen=True, tag=True):
    """A power offers another peace (0), a pact (1), or dictates a peace (2)."""

    power: int
    other: int
    kind: int


class Answer(Action, frozen=True, tag=True):
    """Take an offer, or refuse it."""

    takes: bool


class AddChit(Action, frozen=True, tag=True):
    """Add a chit to a border, to attack (0) or to defend (1)."""

    kind: int


# --- events


def party_title(w: Any, party: int) -> str:
    """A party as people say it."""
    if party < len(POWER_NAMES):
        return the_power(party)
    found: str = w.realm.title_of(w.parties[party].nation)
    return found


class WarDeclared(Event, frozen=True, tag=True):
    power: int
    target: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"{party_title(w, self.power)} declared war on {party_title(w, self.target)}."
        return Line(begun(text), self.rule, kind="phase")


class MinorJoined(Event, frozen=True, tag=True):
    party: int
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        party = w.parties[self.party]
        run = party_title(w, party.power)
        text = f"{party_title(w, self.party)} joins the {SIDE_NAMES[party.side]} and is run by {run}."
        return Line(begun(text), self.rule)


class CountryFell(Event, frozen=True, tag=True):
    """A country is conquered; `how` says by which degree for a power."""

    party: int
    winner: int
    how: str
    rule: str

    def line(self, s: Any) -> Line:
        w = s.world
        text = f"{party_title(w, self.party)} was {self.how}conquered by {party_title(w, self.winner)}."
        return Line(begun(text), self.rule, kind="loss")


class CountryFreed(Event, frozen=True, tag=True):
    party: int
    rule: str

    def line(self, s: Any) -> Line:
        return Line(begun(f"{party_title(s.world, self.party)} was liberated."), self.rule)


class PactTried(Event, frozen=True, tag=True):
    """Border chits are turned over together."""

    reveals: ClassVar[bool] = True
    power: int
    other: int
    attack: int
    defence: int

    def line(self, s: Any) -> Line:
        w = s.world
        fate = "the pact is broken" if self.attack >= 2 * self.defence else "the pact holds"
        who = f"{party_title(w, self.power)} shows {self.attack} on the border, {party_title(w, self.other)} {self.defence}"
        return Line(begun(f"{who}: {fate}."), "base.pact", kind="roll")


class ChitDrawn(Event, frozen=True, tag=True):
    """A chit goes to a pool; its value is not told."""

    pool: str
    rule: str

    def line(self, s: Any) -> Line:
        from hexfront.games.leaders_in_flames.politics.chits import pool_words

        return Line(f"A chit goes to {pool_words(self.pool)}.", self.rule)


class ChitTaken(Event, frozen=True, tag=True):
    """A chit leaves a pool; its value is not told."""

    pool: str
    rule: str

    def line(self, s: Any) -> Line:
        from hexfront.games.leaders_in_flames.politics.chits import pool_words

        return Line(f"A chit leaves {pool_words(self.pool)}.", self.rule)


# --- the United States


class ChoosePool(Action, frozen=True, tag=True):
    """Say into which entry pool the next chit goes: ge or ja."""

    pool: str


class PickOption(Action, frozen=True, tag=True):
    """The USA picks an entry option, for somebody where it has recipients."""

    n: int
    who: str = ""


class Tilt(Action, frozen=True, tag=True):
    """Add to the roll for tension: -2, 0 or 2."""

    by: int


class Reflag(Action, frozen=True, tag=True):
    """Give a number of convoy points to an Allied power."""

    power: int
    points: int


class License(Action, frozen=True, tag=True):
    """Leave the building of an aircraft to another country."""

    unit: int
    power: int


class PlayAction(Action, frozen=True, tag=True):
    """Play a US entry action; `place` is the hex, colony or country it is about."""

    n: int
    place: int = -1
