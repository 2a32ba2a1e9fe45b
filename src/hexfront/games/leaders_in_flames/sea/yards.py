"""Yards: ships laid down, finished and repaired, convoy points built."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import BuyConvoy, Done, Finish, LayDown
from hexfront.games.leaders_in_flames.events import Built
from hexfront.games.leaders_in_flames.kinds import (
    AMPH,
    CIRCLE,
    CV,
    POOL,
    POWER_NAMES,
    POWERS,
    REPAIR,
    SHIP_IDS,
    SHIP_WORDS,
)
from hexfront.games.leaders_in_flames.state import State
from hexfront.games.leaders_in_flames.words import begun, says, the_power
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import Boxed, Noted, SideDecides, lift
from hexfront.words import plural

REFIT, CONVOY, CONVOY_TURNS = 2, 1, 4
"""Turns that a repair takes; price and turns of a convoy point."""
SHIPS = 90
"""The gearing class of ships, beside those of other units."""
DONE = Done()


def next_ship(s: State, power: int, kind: int) -> int:
    """The oldest ship of a kind in a power's force pool, or -1. Case base.yards."""
    w = s.world
    pool = [
        u
        for u in w.ships_of[w.parties[power].side]
        if w.power[u] == power and w.kind[u] == kind and s.where[u] == POOL
    ]
    return min(pool, key=lambda u: (w.ship(u).year, u), default=-1)


def yard_price(s: State, u: int) -> int:
    """What a ship in the yards still costs: half its price if it was damaged, the second payment if it is new. Case base.yards."""
    ship = s.world.ship(u)
    return ship.finish if u in s.keels else -(-ship.price // 2)


def builds_convoys(s: State) -> bool:
    """Whether convoys are built at all: where ships are, or where some sailed at the start. Case base.yards."""
    w = s.world
    return w.plan.shipyards or bool(w.data["setups"][w.plan.setup].get("convoys"))


class Yards(Auto, frozen=True, tag=True):
    """Ask a power for its ships while it can pay for any. Case base.yards."""

    side: int
    power: int

    def run(self, s: State) -> Agenda:
        frame = Shipbuilding(self.side, self.power)
        return (frame,) if s.world.ships and len(frame.legal(s, "")) > 1 else ()


class Shipbuilding(SideDecides, frozen=True, tag=True):
    """Lay ships down, finish or repair them, build convoys, or go on. Case base.yards."""

    rule: ClassVar[str] = "base.yards"
    takes = (LayDown, Finish, BuyConvoy, Done)
    power: int

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        w = s.world
        mine = [u for u in w.ships_of[self.side] if w.power[u] == self.power and s.where[u] == REPAIR]
        kinds = range(CV, AMPH + 1) if w.plan.shipyards else ()
        ships = [LayDown(self.power, kind) for kind in kinds]
        convoy = [BuyConvoy(self.power)] if builds_convoys(s) else []
        return [*(Finish(u) for u in mine), *ships, *convoy, DONE]

    def violation(self, s: State, seat: Seat, action: Action) -> Violation | None:
        w, left = s.world, s.points[self.power]
        if isinstance(action, Done):
            return None
        if isinstance(action, Finish):
            u = action.unit
            if not w.is_unit(u) or not w.is_ship(u) or w.power[u] != self.power or s.where[u] != REPAIR:
                return Violation("base.yards", "No such ship of yours is in the yards.")
            if s.keels.get(u) == s.turn:
                return Violation("base.yards", says(w.name(u), "was laid down this turn."))
            price = yard_price(s, u)
        elif isinstance(action, LayDown):
            u = next_ship(s, self.power, action.kind)
            if action.power != self.power or u < 0 or not w.plan.shipyards:
                return Violation("base.yards", "The force pool has no such ship.")
            key = self.power * 100 + SHIPS
            if s.built.get(key, 0) >= max(2, s.built_before.get(key, 0) + 1):
                return Violation("base.yards", "No more ships can be laid down this turn.")
            price = w.ship(u).lay
        else:
            assert isinstance(action, BuyConvoy)
            if action.power != self.power or not builds_convoys(s):
                return Violation("base.yards", "There is no trade by sea to carry.")
            price = CONVOY
        return None if price <= left else Violation("base.yards", f"It costs {price}; you have {left}.")

    def apply(self, s: State, seat: Seat, action: Action) -> Agenda:
        w = s.world
        if isinstance(action, Done):
            return ()
        if isinstance(action, Finish):
            u = action.unit
            s.points[self.power] -= yard_price(s, u)
            new = s.keels.pop(u, -1) >= 0
            lift(s, u, CIRCLE)
            s.due[u] = s.turn + (w.ship(u).turns if new else REFIT)
            s.emit(Built(u, s.due[u]))
        elif isinstance(action, LayDown):
            u = next_ship(s, self.power, action.kind)
            s.points[self.power] -= w.ship(u).lay
            key = self.power * 100 + SHIPS
            s.built[key] = s.built.get(key, 0) + 1
            lift(s, u, REPAIR)
            s.keels[u] = s.turn
            s.emit(Boxed(u, "laid down", "base.yards"))
        else:
            s.points[self.power] -= CONVOY
            due = (s.turn + CONVOY_TURNS) * len(POWERS) + self.power
            s.slips[due] = s.slips.get(due, 0) + 1
        return (Yards(self.side, self.power),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        name = POWER_NAMES[self.power]
        return Prompt(
            f"{name}: ships and convoys for {s.points[self.power]} build points, or go on.", self.rule
        )

    def option(self, s: State, seat: Seat, action: Action) -> Option:
        w = s.world
        if isinstance(action, Finish):
            what = "Finish" if action.unit in s.keels else "Repair"
            return Option(
                f"{what} {w.name(action.unit)}",
                "choose",
                w.piece(action.unit),
                cost=float(yard_price(s, action.unit)),
            )
        if isinstance(action, LayDown):
            u = next_ship(s, self.power, action.kind)
            words = f"Lay down {SHIP_IDS[action.kind - CV]}: {w.name(u)}"
            return Option(words, "choose", cost=float(w.ship(u).lay), note=SHIP_WORDS[action.kind - CV])
        if isinstance(action, BuyConvoy):
            return Option("A convoy point", "choose", cost=float(CONVOY))
        return Option("No more ships", "done", rule=self.rule, ends=True)


def launch(s: State) -> None:
    """Convoy points whose time has come are at home. Case base.yards."""
    for due in [due for due in s.slips if due // len(POWERS) <= s.turn]:
        power, points = due % len(POWERS), s.slips.pop(due)
        s.merchants[power] += points
        s.emit(
            Noted(
                f"{begun(the_power(power))} has {points} new convoy {plural(points, 'point')}.", "base.yards"
            )
        )
