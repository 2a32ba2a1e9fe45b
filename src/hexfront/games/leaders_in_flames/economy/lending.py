"""Lending: named before the initiative, binding, and carried out in the production step. Cases base.lending, 5.3.2.18a, 5.3.2.33a."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Done
from hexfront.games.leaders_in_flames.chairs import plays
from hexfront.games.leaders_in_flames.economy.deeds import Lend
from hexfront.games.leaders_in_flames.economy.resources import (
    POINTS,
    RESOURCES,
    Shipping,
    carriers,
    lend_key,
    lots,
    sea_areas,
)
from hexfront.games.leaders_in_flames.kinds import (
    CHINA,
    FRANCE,
    GERMANY,
    ITALY,
    POWERS,
    SIDE_OF,
    USA,
)
from hexfront.games.leaders_in_flames.leaders.asks import in_use
from hexfront.games.leaders_in_flames.state import State
from hexfront.games.leaders_in_flames.words import begun, the_power
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import Noted, SideDecides

MOST = 5
"""The most of a kind that is lent to one power in a turn."""
LOTS = (2, MOST)
"""How much is lent at a time."""
LARGE = (10, 20)
"""How much more where there is no limit."""
WORDS = ("resources", "build points")
DONE = Done()


def lend_violation(s: State, side: int, action: Lend) -> Violation | None:
    """Why a power may not lend this much. Cases base.lending, 5.3.2.18a, 5.3.2.33a, 1c."""
    w, giver, taker = s.world, action.giver, action.taker
    if (
        giver not in w.powers
        or taker not in w.powers
        or giver == taker
        or {SIDE_OF[giver], SIDE_OF[taker]} != {side}
    ):
        return Violation("base.lending", "A power can lend only to another power on its side.")
    if not plays(s, giver):
        return Violation("1c", f"{begun(the_power(giver))} belongs to another seat.")
    if action.kind not in (RESOURCES, POINTS) or action.number < 1:
        return Violation("base.lending", "Only resources or build points can be lent.")
    if s.lent.get(lend_key(giver, taker, action.kind)):
        return Violation("base.lending", "It has already promised something to that power.")
    if not s.wars[taker]:
        return Violation("base.lending", f"{begun(the_power(taker))} is not at war.")
    if s.fate[giver]:
        return Violation("base.lending", f"{begun(the_power(giver))} is conquered.")
    if giver == USA and (refused := _us_violation(s, taker, action.kind)):
        return refused
    if action.number > most(s, giver, action.kind):
        rule = ("5.3.2.18a", "5.3.2.33a")[action.kind] if giver == USA else "base.lending"
        return Violation(
            rule, f"Most {WORDS[action.kind]} that can be lent to one power: {most(s, giver, action.kind)}."
        )
    if action.number not in amounts(s, giver, action.kind):
        said = ", ".join(map(str, amounts(s, giver, action.kind)))
        return Violation("base.lending", f"What is lent is one of these amounts: {said}.")
    if action.kind == RESOURCES and action.number > spare(s, giver):
        return Violation("base.lending", f"{begun(the_power(giver))} does not have that many.")
    return None


def _us_violation(s: State, taker: int, kind: int) -> Violation | None:
    """The USA lends as its options allow: 18 and 33 for a power they were chosen for, China by 11 and 22."""
    case = ("5.3.2.18a", "5.3.2.33a")[kind]
    option = ((11, 22) if taker == CHINA else (18, 33))[kind]
    chosen = s.deeds.get(f"option.{option}.{POWERS[taker]}" if taker != CHINA else f"option.{option}")
    if not chosen and not s.wars[USA] >> GERMANY & 1 and not s.wars[USA] >> ITALY & 1:
        return Violation(case, f"The USA has not chosen option {option} for {the_power(taker)}.")
    return None


def most(s: State, giver: int, kind: int) -> int:
    """The most that is lent to one power: 5, all that is listed for resources of the USA at war with Germany or Italy. Case 5.3.2.18a."""
    if giver == USA and kind == RESOURCES and (s.wars[USA] >> GERMANY & 1 or s.wars[USA] >> ITALY & 1):
        return LARGE[-1]
    return MOST


def amounts(s: State, giver: int, kind: int) -> tuple[int, ...]:
    """What a power can lend of a kind. Cases base.lending, 5.3.2.18a."""
    return LOTS if most(s, giver, kind) == MOST else (*LOTS, *LARGE)


def spare(s: State, giver: int) -> int:
    """A power's resources that it has not promised yet."""
    have = sum(n for _, n, is_oil in lots(s, giver) if not is_oil)
    return have - sum(s.lent.get(lend_key(giver, taker, RESOURCES), 0) for taker in range(len(POWERS)))


class FreshLoans(Auto, frozen=True, tag=True):
    """What was promised last turn is over. Case base.lending."""

    def run(self, s: State) -> Agenda:
        s.lent = {}
        return ()


class LendingStage(Auto, frozen=True, tag=True):
    """Ask a side for what it lends while it can lend anything. Case base.lending."""

    side: int

    def run(self, s: State) -> Agenda:
        frame = Lending(self.side)
        return (frame,) if len(frame.legal(s, "")) > 1 else ()


class Lending(SideDecides, frozen=True, tag=True):
    """Promise resources or build points to an ally for this turn, or go on. Case base.lending."""

    rule: ClassVar[str] = "base.lending"
    takes = (Lend, Done)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        mine = [power for power in s.world.powers if SIDE_OF[power] == self.side]
        pairs = [(a, b) for a in mine for b in mine if a != b and s.wars[b] and plays(s, a)]
        return [
            *(
                Lend(a, b, kind, n)
                for a, b in pairs
                for kind in (RESOURCES, POINTS)
                for n in amounts(s, a, kind)
            ),
            DONE,
        ]

    def violation(self, s: State, seat: Seat, action: Lend | Done) -> Violation | None:
        return lend_violation(s, self.side, action) if isinstance(action, Lend) else None

    def apply(self, s: State, seat: Seat, action: Lend | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        s.lent[lend_key(action.giver, action.taker, action.kind)] = action.number
        a, b = begun(the_power(action.giver)), the_power(action.taker)
        s.emit(Noted(f"{a} lends {b} {action.number} {WORDS[action.kind]} this turn.", self.rule))
        return (LendingStage(self.side),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt("Promise resources or build points to an ally for this turn, or go on.", self.rule)

    def option(self, s: State, seat: Seat, action: Lend | Done) -> Option:
        if isinstance(action, Done):
            return Option("Go on", "done", rule=self.rule, ends=True)
        a, b = begun(the_power(action.giver)), the_power(action.taker)
        return Option(f"{a} lends {b} {action.number} {WORDS[action.kind]}", "choose", rule=self.rule)


def lend_points(s: State) -> None:
    """In the production step build points change hands, overland or with convoys; a leader in a Free French city brings Free France
    one more from each who lends to it. Cases base.lending, ability.12. RULING ability-12-stack."""
    for giver in s.world.powers:
        for taker in s.world.powers:
            n = min(s.lent.get(lend_key(giver, taker, POINTS), 0), s.points[giver])
            if not n:
                continue
            came = min(n, arriving(s, giver, taker, n))
            s.points[giver] -= n
            s.points[taker] += came
            if taker == FRANCE and came and s.fate[FRANCE] and any(in_use(s, "lend.more")):
                s.points[taker] += 1
                s.emit(
                    Noted(f"{begun(the_power(giver))} lends Free France one more build point.", "ability.12")
                )


def arriving(s: State, giver: int, taker: int, number: int) -> int:
    """How many of some build points get from one power to another: all where a railway joins them, else what convoys carry.

    Case base.lending.
    """
    w = s.world
    if not w.waters.areas:
        return number
    capital = w.capital[taker]
    ours, theirs = s.control[giver], s.control[taker]
    goal = w.rail.connected(1 << capital, theirs) if theirs >> capital & 1 else theirs
    if w.rail.connected(ours & w.rail.hexes, ours | theirs) & goal:
        return number
    payers = (*carriers(s, taker), *((giver,) if giver != USA or s.wars[USA] else ()))
    shipping = Shipping(s, tuple(dict.fromkeys(payers)))
    return sum(shipping.carry(sea_areas(s, ours), sea_areas(s, goal)) for _ in range(number))
