"""Ground strikes: bombs on units in a hex, which turn them face-down."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.air.events import GroundStruck
from hexfront.games.leaders_in_flames.air.fight import Flak, air_fight, through
from hexfront.games.leaders_in_flames.air.missions import Homing, waves
from hexfront.games.leaders_in_flames.air.planes import halves
from hexfront.games.leaders_in_flames.events import Recalled
from hexfront.games.leaders_in_flames.kinds import AA, JAPAN, SIDE_OF
from hexfront.games.leaders_in_flames.state import State, is_down, owner, recall, turn_down
from hexfront.hexes import Hex
from hexfront.kernel import Agenda, Auto, Chance, Dice


def strike(s: State) -> Agenda:
    """The frames of a ground strike on the hex at hand. Case base.strike."""
    return (*waves(s), *air_fight(s), Guns(), Strike(), Homing())


def flak_rating(s: State, h: Hex, side: int) -> int:
    """What a side's guns in a hex are rated: its face-up AA divisions, and 1 for a factory city. Case base.flak."""
    w = s.world
    guns = sum(
        w.strength[u]
        for u in s.stack.get(h, ())
        if w.kind[u] == AA and w.side[u] == side and not is_down(s, u)
    )
    power = owner(s, h)
    return guns + (power >= 0 and SIDE_OF[power] == side and bool(w.factory_hexes >> h & 1))


class Guns(Auto, frozen=True, tag=True):
    """The guns of the hex fire at the bombers that are through. Case base.flak."""

    def run(self, s: State) -> Agenda:
        side = 1 - s.flier
        return (Flak(side, flak_rating(s, s.over, side)),)


def victims(s: State, h: Hex, side: int) -> tuple[int, ...]:
    """What a strike can hit: the side's face-up units and aircraft on the ground, and its leaders. Case 3.3d."""
    w = s.world
    here = (u for u in s.stack.get(h, ()) if w.side[u] == side and u not in s.patrol)
    return tuple(u for u in here if w.is_leader(u) or not (is_down(s, u) or s.spared >> u & 1))


def tactical(s: State, side: int) -> int:
    """The factors of a side's bombers that are through, in halves."""
    return sum(halves(s, u, gas(s, u) * s.world.plane(u).tactical, s.over) for u in through(s, side))


def gas(s: State, u: int) -> int:
    """Japanese aircraft over a hex against which gas is used have their tactical factors doubled. Case 5.3.3.12c."""
    return 2 if s.gassed >> s.over & 1 and s.world.power[u] == JAPAN else 1


def needed(s: State, h: Hex, factors: int) -> int:
    """The number that turns a unit down: by factors, 1 less in close ground. Case base.strike."""
    w = s.world
    return w.tables.strike_number(factors) - bool(w.close >> h & 1)


class Strike(Auto, frozen=True, tag=True):
    """The bombers that are through strike; a side taken by surprise is struck with twice the factors.

    Cases base.strike, base.surprise."""

    def run(self, s: State) -> Agenda:
        side = 1 - s.flier
        factors = tactical(s, s.flier)
        units = victims(s, s.over, side)
        if all(s.surprised >> s.world.party[u] & 1 for u in units):
            factors *= 2
        number = needed(s, s.over, factors // 2)
        return (StrikeRoll(units, number),) if number > 0 and units else ()


class StrikeRoll(Chance, frozen=True, tag=True):
    """A die for each unit: the number or less turns it face-down; less than half the number recalls a leader.

    Cases base.strike, 3.3d. RULING recall-gst-half."""

    units: tuple[int, ...]
    needed: int

    def outcomes(self, s: State) -> Dice:
        return Dice(len(self.units), 10)

    def apply(self, s: State, dice: tuple[int, ...]) -> Agenda:
        strike_dice(s, self.units, dice, self.needed)
        return ()

    def title(self, s: State) -> str:
        return f"Ground strike on {s.world.title(s.over)}"


def strike_dice(s: State, units: tuple[int, ...], dice: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Read the dice of a strike; who was struck. Cases base.strike, 3.3d. RULING recall-gst-half."""
    rolls = list(zip(units, dice, strict=True))
    struck = tuple(u for u, die in rolls if die <= number)
    s.emit(GroundStruck(s.over, number, dice, tuple(u for u in struck if not is_down(s, u))))
    for u, die in rolls:
        if die <= number:
            turn_down(s, u)
        if s.world.is_leader(u) and 2 * die < number:
            s.emit(Recalled(u, "3.3d"))
            recall(s, u)
    return struck
