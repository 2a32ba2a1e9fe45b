"""Partisans and guerrillas: placing them, independent risings, and taking them into the army."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from hexfront.games.last_war.actions import Absorb, Done, Rise
from hexfront.games.last_war.asks import FINISHED, Roll, Together, is_hex, opened
from hexfront.games.last_war.data import MEN, SIDES, in_period
from hexfront.games.last_war.events import PagGone, PagPlaced, StepRevealed
from hexfront.games.last_war.plans import Joining, Rising
from hexfront.games.last_war.state import (
    FREE,
    LastWarState,
    add,
    begin,
    give,
    is_held_by,
    pag_side,
    period,
    planned,
    planned_by,
    side_held,
)
from hexfront.games.last_war.words import the
from hexfront.hexes import Hex, HexSet, bits
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
    Weighted,
    with_item,
    with_more,
)

_DONE = Done()


def recruit(s: LastWarState, power: int) -> None:
    """New partisans as the briefing says, up to the most it allows; they cost no Men. Cases pag.availability and
    pag.new."""
    brief = s.world.powers[power].pags
    out = sum(1 for owner in s.pags.values() if owner == power)
    more = brief.start if s.turn == 1 else in_period(brief.per_turn, period(s))
    s.pag_left = with_item(s.pag_left, power, max(0, min(s.pag_left[power] + more, brief.most - out)))


def hideouts(s: LastWarState, side: int, country: HexSet) -> HexSet:
    """Hexes of a country where partisans of a side can rise: in enemy hands, off the line, no partisans, no Security
    Zone. Cases pag.not-adjacent, pag.own-country, pag.one-per-hex and pag.not-in-zone."""
    w = s.world
    front = s.line[0] | s.line[1]
    free = country & side_held(s, 1 - side) & ~front & ~w.grid.around(front)
    for i in s.pags:
        free &= ~(1 << i)
    for i in s.zones:
        free &= ~(1 << i)
    return free


class PartisanStep(Auto, frozen=True, tag=True):
    """Partisans go into the country, in secret until all have placed theirs. Case pag.availability."""

    def run(self, s: LastWarState) -> Agenda:
        s.phase = "deploy"
        begin(s)
        return opened(s, Risings())


class Risings(Together, frozen=True, tag=True):
    """Place partisans in your own country behind the enemy's line, or keep them. Case pag.availability."""

    rule: ClassVar[str] = "pag.availability"
    kinds: ClassVar[tuple[type[Action], ...]] = (Rise, Done)

    def places(self, s: LastWarState, power: int) -> HexSet:
        return hideouts(s, s.world.side_of[power], s.world.country[power])

    def concerned(self, s: LastWarState) -> tuple[Seat, ...]:
        w = s.world
        return tuple(
            seat for seat in w.seats
            if any(s.pag_left[n] and self.places(s, n) for n in w.powers_of[seat])
        )  # fmt: skip

    def candidates(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        w = s.world
        yield _DONE
        for n in w.powers_of[seat]:
            for i in bits(self.places(s, n)):
                yield Rise(n, i)

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        """Cases pag.not-adjacent, pag.own-country, pag.one-per-hex, pag.not-in-zone and security.zone-blocks."""
        w = s.world
        if isinstance(action, Done):
            return None
        n, i = action.power, action.hex
        if n not in w.powers_of[seat]:
            return Violation("pag.availability", "Those partisans are not yours.")
        if s.pag_left[n] <= len(planned(s, Rising, n)):
            return Violation("pag.availability", "The briefing allows no more partisans now.")
        if not is_hex(s, i):
            return Violation("outline.hex-map", "There is no such hex.")
        label, front = w.label(i), s.line[0] | s.line[1]
        if not w.country[n] >> i & 1:
            return Violation("pag.own-country", "Partisans rise only in their own country.", label)
        if (front | w.grid.around(front)) >> i & 1:
            return Violation("pag.not-adjacent", "That is next to the line.", label)
        if i in s.pags or any(p.at == i for p in planned_by(s, Rising, seat)):
            return Violation("pag.one-per-hex", "There are already partisans there.", label)
        if i in s.zones:
            return Violation("pag.not-in-zone", "That is a Security Zone.", label)
        if not hideouts(s, w.side_of[n], w.country[n]) >> i & 1:
            return Violation("pag.own-country", "Partisans can be placed only on enemy-held ground.", label)
        return None

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        if isinstance(action, Done):
            return self.close(s, seat)
        s.plans.append(Rising(action.power, action.hex))
        return (self,)

    def finish(self, s: LastWarState) -> Agenda:
        """Partisans appear; they never move from where they are. Cases pag.counter, pag.immobile, pag.one-per-hex,
        pag.availability."""
        s.emit(StepRevealed("Partisans have taken to the woods.", "pag.counter"))
        for p in planned(s, Rising):
            if p.at not in s.pags:
                s.pags[p.at] = p.power
                s.pag_left = with_more(s.pag_left, p.power, -1)
                s.emit(PagPlaced(p.at, "pag.counter"))
        begin(s)
        return ()

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        return Prompt(
            "Place partisans behind the enemy's line, or finish.",
            self.rule,
            "They stay where they are and cost the enemy two columns in every combat within two hexes.",
        )

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        w = s.world
        if isinstance(action, Done):
            return FINISHED
        return Option(
            f"Partisans at {w.title(action.hex)}",
            "place",
            "",
            w.label(action.hex),
            group=w.powers[action.power].name,
        )


# --- independent partisans


class Unrest(Roll, frozen=True, tag=True):
    """Whether partisans who belong to no team rise in a country. RULING pag-c. Case pag.independent."""

    number: int

    def outcomes(self, s: LastWarState) -> Distribution:
        return Die()

    def title(self, s: LastWarState) -> str:
        rising = s.world.risings[self.number]
        return f"Independent partisans in {the(rising.country.title())}: they rise on a {rising.roll} or more"

    def apply(self, s: LastWarState, outcome: Any) -> Agenda:
        rising = s.world.risings[self.number]
        if outcome >= rising.roll and refuge(s, self.number):
            return (Uprising(self.number),)
        return ()


def unrest(s: LastWarState) -> Agenda:
    """Countries where independent partisans may rise this turn. Case pag.independent."""
    w = s.world
    found: Agenda = ()
    for n, rising in enumerate(w.risings):
        side = SIDES.index(rising.side)
        here = sum(
            1
            for i, owner in s.pags.items()
            if owner == FREE + side and w.board.regions[rising.country] >> i & 1
        )
        if w.turns[s.turn - 1].year >= rising.year and here < rising.most and refuge(s, n):
            found += (Unrest(n),)
    return found


def refuge(s: LastWarState, number: int) -> HexSet:
    rising = s.world.risings[number]
    return hideouts(s, SIDES.index(rising.side), s.world.board.regions[rising.country] & s.world.play)


class Uprising(Roll, frozen=True, tag=True):
    """Where they rise: any hex that partisans may be placed in. Case pag.independent."""

    number: int

    def outcomes(self, s: LastWarState) -> Distribution:
        return Weighted(tuple((s.world.label(i), 1) for i in bits(refuge(s, self.number))))

    def title(self, s: LastWarState) -> str:
        return f"Where the partisans of {s.world.risings[self.number].country.title()} rise"

    def renewed(self, s: LastWarState) -> Agenda:
        return (self,) if refuge(s, self.number) else ()

    def apply(self, s: LastWarState, outcome: Any) -> Agenda:
        i = s.world.board.index(outcome)
        s.pags[i] = FREE + SIDES.index(s.world.risings[self.number].side)
        s.emit(PagPlaced(i, "pag.independent"))
        return ()


# --- absorption


def reached(s: LastWarState, i: Hex) -> bool:
    """Whether the line has reached partisans: their own side holds the hex, or it lies in or beside the enemy's line.
    RULING pag-d. Case security.absorb."""
    side = pag_side(s, s.pags[i])
    front = s.line[1 - side]
    return is_held_by(s, i, side) or bool((front | s.world.grid.around(front)) >> i & 1)


class Absorption(Together, frozen=True, tag=True):
    """Take partisans that the line has reached into your army, or leave them. Case security.absorb."""

    rule: ClassVar[str] = "security.absorb"
    kinds: ClassVar[tuple[type[Action], ...]] = (Absorb, Done)

    def mine(self, s: LastWarState, seat: Seat) -> list[Hex]:
        w = s.world
        return [
            i
            for i, owner in sorted(s.pags.items())
            if owner < FREE and w.seat_of[owner] == seat and reached(s, i)
        ]

    def concerned(self, s: LastWarState) -> tuple[Seat, ...]:
        return tuple(seat for seat in s.world.seats if self.mine(s, seat))

    def candidates(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        yield _DONE
        for i in self.mine(s, seat):
            yield Absorb(i)

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        if isinstance(action, Done):
            return None
        if action.hex not in s.pags:
            return Violation("security.absorb", "There are no partisans there.")
        label = s.world.label(action.hex)
        if action.hex not in self.mine(s, seat):
            return Violation("pag.immobile", "They stay where they are until the line reaches them.", label)
        if Joining(s.pags[action.hex], action.hex) in s.plans:
            return Violation("security.absorb", "They are already joining you.", label)
        return None

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        if isinstance(action, Done):
            return self.close(s, seat)
        s.plans.append(Joining(s.pags[action.hex], action.hex))
        return (self,)

    def finish(self, s: LastWarState) -> Agenda:
        """Partisans become a Man in their hex, or in the Pool where the enemy's line passed over them. Cases
        security.absorb."""
        s.emit(StepRevealed("Partisans meet the army.", "security.absorb"))
        for p in planned(s, Joining):
            del s.pags[p.at]
            if is_held_by(s, p.at, s.world.side_of[p.power]):
                add(s, p.at, p.power, MEN)
            else:
                give(s, p.power, MEN)
            s.emit(PagGone(p.at, "security.absorb"))
        begin(s)
        return ()

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        return Prompt("Take partisans into your army, or finish.", self.rule)

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        if isinstance(action, Done):
            return FINISHED
        return Option(
            f"Partisans at {s.world.title(action.hex)} join up", "choose", "", s.world.label(action.hex)
        )
