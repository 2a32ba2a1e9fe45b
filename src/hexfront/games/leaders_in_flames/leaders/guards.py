"""Guards Banner armies: promotion of a Soviet unit after a battle it won."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Done, Promote
from hexfront.games.leaders_in_flames.chairs import sit
from hexfront.games.leaders_in_flames.events import Promoted
from hexfront.games.leaders_in_flames.kinds import (
    GERMANY,
    KILLED,
    OFFERED,
    POOL,
    RESERVE,
    RETREATED,
    SHATTERED,
    SPENT,
)
from hexfront.games.leaders_in_flames.state import State, is_down, turn_down, turn_up
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import SideDecides, lift, put

WORTH = {KILLED: 3, SPENT: 3, OFFERED: 3, SHATTERED: 2, RETREATED: 1}
DONE = Done()


def is_banner(s: State, u: int) -> bool:
    """Whether a counter is a Guards Banner army. Case 5.1a."""
    w = s.world
    return w.is_troop(u) and w.units[u].year == "Banner"


def score(s: State, u: int, fate: int) -> Fraction:
    """What a unit's fate counts: 3 killed, 2 shattered, 1 retreated, double for an HQ, half for a division. Cases 5.1c, 5.1d."""
    w = s.world
    worth = Fraction(WORTH[fate])
    if w.is_hq(u):
        return worth * 2
    return worth / 2 if w.division[u] else worth


def balance(s: State) -> int:
    """The Soviets' score of the battle at hand: units of Germany and its minors less Soviet ones, a half rounded up.

    Cases 5.1b, 5.1c, 5.1e. RULING promo-who, promo-round.
    """
    w = s.world
    total = Fraction(0)
    for u, fate in s.fates.items():
        if w.power[u] == GERMANY:
            total += score(s, u, fate)
        elif w.nation[u] == "ussr":
            total -= score(s, u, fate)
    return floor(total + Fraction(1, 2))


def survivors(s: State) -> list[int]:
    """Soviet units of the battle that are still on the map. Cases 5.1b, 5.1e."""
    w = s.world
    fought = (*s.attackers, *s.defenders)
    return [u for u in fought if w.nation[u] == "ussr" and s.where[u] >= 0]


def promotions(s: State) -> list[Promote]:
    """Every promotion that the battle at hand allows. Cases 5.1b, 5.1f, 5.1l."""
    w = s.world
    fought = (*s.attackers, *s.defenders)
    points = balance(s)
    if points <= 0 or not any(w.power[u] == GERMANY for u in fought):
        return []
    banners = [u for u in range(w.first_leader) if is_banner(s, u) and s.where[u] == RESERVE]
    return [
        Promote(u, banner)
        for u in survivors(s)
        for banner in banners
        if w.kind[banner] == w.kind[u]
        and w.division[u] == w.division[banner]
        and w.strength[u] + points >= w.strength[banner] > w.strength[u]
    ]


class Promotion(Auto, frozen=True, tag=True):
    """Ask the Soviets for a promotion where one is possible. Case 5.1b."""

    def run(self, s: State) -> Agenda:
        found = promotions(s)
        if found:
            sit(s, s.world.power[found[0].unit])
        return (Promoting(s.world.side[found[0].unit]),) if found else ()


class Promoting(SideDecides, frozen=True, tag=True):
    """Promote a unit to a Guards Banner army, or none. Cases 5.1e, 5.1f."""

    rule: ClassVar[str] = "5.1f"
    takes = (Promote, Done)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*promotions(s), DONE]

    def violation(self, s: State, seat: Seat, action: Promote | Done) -> Violation | None:
        if isinstance(action, Done) or action in promotions(s):
            return None
        w = s.world
        if action.unit not in survivors(s):
            return Violation("5.1e", "Only a surviving Soviet unit of the battle can be promoted.")
        if (
            not w.is_unit(action.banner)
            or not is_banner(s, action.banner)
            or s.where[action.banner] != RESERVE
        ):
            return Violation("5.1a", "That is not a Guards Banner army in the reserves.")
        if w.kind[action.unit] != w.kind[action.banner]:
            return Violation("5.1b", "It must be of the same type.")
        return Violation("5.1f", "The unit's factors plus the balance are too low for it.")

    def apply(self, s: State, seat: Seat, action: Promote | Done) -> Agenda:
        if isinstance(action, Promote):
            promote(s, action.unit, action.banner)
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"The balance of the battle is {balance(s)}: promote a unit, or none.", self.rule)

    def option(self, s: State, seat: Seat, action: Promote | Done) -> Option:
        w = s.world
        if isinstance(action, Done):
            return Option("No promotion", "done", rule=self.rule, ends=True)
        words = f"{w.name(action.unit)} becomes {w.name(action.banner)}"
        return Option(words, "choose", w.piece(action.unit), w.label(s.where[action.unit]))


def promote(s: State, u: int, banner: int) -> None:
    """Exchange a unit for a Guards Banner army: it keeps the facing, the old unit goes to the force pool, an old banner to the
    reserves. Cases 5.1g, 5.1h, 5.1l. RULING promo-replaced-gba."""
    h, down = s.where[u], is_down(s, u)
    lift(s, u, RESERVE if is_banner(s, u) else POOL)
    turn_up(s, u)
    put(s, banner, h)
    if down:
        turn_down(s, banner)
    s.emit(Promoted(u, banner, h))
