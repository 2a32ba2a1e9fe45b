"""Oil: at the end of the turn units that need it turn face-up for it, ten for each. Cases base.oil, 3.1o."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.chairs import sit
from hexfront.games.leaders_in_flames.economy.deeds import Burn
from hexfront.games.leaders_in_flames.economy.resources import delivery
from hexfront.games.leaders_in_flames.kinds import ARM, HQ_A, MECH, MOT, POWER_NAMES, SIDE_OF
from hexfront.games.leaders_in_flames.land.supply import is_supplied
from hexfront.games.leaders_in_flames.state import State, turn_up
from hexfront.games.leaders_in_flames.words import begun, the_power
from hexfront.hexes import bits
from hexfront.kernel import Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import Noted, SideDecides
from hexfront.words import plural, quantity

A_BARREL = 10
"""Units that one oil turns up."""
THIRSTY = frozenset({MOT, MECH, ARM, HQ_A})


def needs_oil(s: State, u: int) -> bool:
    """Whether a counter depends on oil: aircraft, ships, ARM, MECH, MOT and HQ-A; leaders do not. Cases base.oil, 3.1o."""
    w = s.world
    return w.kind[u] in THIRSTY if w.is_land(u) else True


def tired(s: State, power: int) -> list[int]:
    """A power's face-down counters in supply, and its ships, that need oil to turn up, the dearest first."""
    w = s.world
    out = [
        u
        for u in bits(s.down)
        if w.power[u] == power
        and needs_oil(s, u)
        and (w.is_ship(u) or (s.where[u] >= 0 and is_supplied(s, u)))
    ]
    return sorted(out, key=lambda u: (-w.price[u], u))


class OilStep(Auto, frozen=True, tag=True):
    """Ask each power that has oil and units to turn up how much it spends. Case base.oil."""

    def run(self, s: State) -> Agenda:
        s.burnt = [0] * len(s.burnt)
        return tuple(OilFor(power) for power in s.world.powers)


class OilFor(Auto, frozen=True, tag=True):
    """One power's oil."""

    power: int

    def run(self, s: State) -> Agenda:
        units = tired(s, self.power)
        if not units:
            return ()
        oil = delivery(s, self.power).oil
        if not oil:
            s.emit(
                Noted(
                    f"{begun(the_power(self.power))} has no oil: {len(units)} {plural(len(units), 'unit stays', 'units stay')} face-down.",
                    "base.oil",
                )
            )
            return ()
        sit(s, self.power)
        return (BurnOil(SIDE_OF[self.power], self.power, min(oil, -(-len(units) // A_BARREL))),)


class BurnOil(SideDecides, frozen=True, tag=True):
    """Say how much oil turns units face-up; the rest goes to the factories. Case base.oil."""

    rule: ClassVar[str] = "base.oil"
    takes = (Burn,)
    power: int
    most: int

    def candidates(self, s: State, seat: Seat) -> list[Burn]:
        return [Burn(self.power, n) for n in range(self.most, -1, -1)]

    def violation(self, s: State, seat: Seat, action: Burn) -> Violation | None:
        if action.power != self.power or not 0 <= action.oil <= self.most:
            return Violation("base.oil", f"From 0 to {self.most} oil can be spent.")
        return None

    def apply(self, s: State, seat: Seat, action: Burn) -> Agenda:
        s.burnt[self.power] = action.oil
        for u in tired(s, self.power)[: action.oil * A_BARREL]:
            turn_up(s, u)
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        number = len(tired(s, self.power))
        text = f"{POWER_NAMES[self.power]}: {quantity(number, 'unit needs', 'units need')} oil to turn face-up; one oil is enough for ten. How much oil?"
        return Prompt(text, self.rule)

    def option(self, s: State, seat: Seat, action: Burn) -> Option:
        up = min(len(tired(s, self.power)), action.oil * A_BARREL)
        return Option(
            f"{action.oil} oil: {quantity(up, 'unit')}", "choose", cost=float(action.oil), rule=self.rule
        )
