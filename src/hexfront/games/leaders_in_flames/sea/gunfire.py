"""Ships' guns against the shore: for attacks, invasions and defences on the coast, and if a leader allows it from port or at islands."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Attack, Done, Support
from hexfront.games.leaders_in_flames.air.strike import StrikeRoll, needed, victims
from hexfront.games.leaders_in_flames.kinds import SCS
from hexfront.games.leaders_in_flames.leaders.asks import helps, in_use
from hexfront.games.leaders_in_flames.offers import unit_option
from hexfront.games.leaders_in_flames.politics.parties import together
from hexfront.games.leaders_in_flames.sea.fleets import ships_at
from hexfront.games.leaders_in_flames.sea.shore import is_off, shore_factor, with_leader
from hexfront.games.leaders_in_flames.sea.waters import area_of, is_sea
from hexfront.games.leaders_in_flames.state import State, is_down, turn_down
from hexfront.hexes import Hex, bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import SideDecides

DONE = Done()


def batteries(s: State, side: int) -> list[int]:
    """The warships of a side that can fire for the battle at hand: off the coast for an attacker, as an option for a defender too; in a
    port next to it, or in the attacked port itself, if a leader allows it. Cases base.bombard, ability.119."""
    w = s.world
    attacks = side == s.side
    helped = s.attackers if attacks else s.defenders
    at_sea = attacks or w.option("defensive_bombardment")
    docks = {*w.near(s.target), *(() if attacks else (s.target,))}
    out = []
    for u in w.ships_of[side]:
        if w.kind[u] not in SCS or not any(together(s, u, v) for v in helped):
            continue
        if (at_sea and is_off(s, u, s.target)) or (s.where[u] in docks and with_leader(s, "guns.port", u)):
            out.append(u)
    return out


def gun_violation(s: State, side: int, u: int) -> Violation | None:
    """Why a ship cannot fire for the battle at hand. Cases base.bombard, base.surprise."""
    w, at = s.world, s.world.spot(s.where[u])
    if is_down(s, u) or u in s.guns or s.fought >> u & 1:
        return Violation("base.bombard", f"{w.name(u)}: already fired, or face-down.", at)
    if side != s.side and all(s.surprised >> w.party[v] & 1 for v in s.defenders or [u]):
        return Violation("base.surprise", "A side taken by surprise gets no bombardment.", at)
    if not shore_factor(s, u):
        return Violation("base.bombard", f"The guns of {w.name(u)} do not reach from that section.", at)
    return None


# --- islands under fire


class ShipStrikes(Auto, frozen=True, tag=True):
    """Leaders who announced it let the warships of their section fire at small islands. Case ability.116."""

    side: int

    def run(self, s: State) -> Agenda:
        found = [leader for leader, _ in in_use(s, "guns.island") if is_sea(s.where[leader])]
        return tuple(Shelling(self.side, leader) for leader in found if islands(s, leader))


def islands(s: State, leader: int) -> list[Hex]:
    """Islands of one or two hexes off a leader's sea area on which enemies stand. Case ability.116."""
    w = s.world
    coast = w.waters.coast[area_of(s.where[leader])]
    enemy = 1 - w.side[leader]
    return [h for h in bits(coast & w.waters.islets & s.held[enemy]) if victims(s, h, enemy)]


class Shelling(SideDecides, frozen=True, tag=True):
    """Choose ships that fire, then the island. Case ability.116."""

    rule: ClassVar[str] = "ability.116"
    takes = (Support, Attack, Done)
    leader: int
    ships: tuple[int, ...] = ()

    def _guns(self, s: State) -> list[int]:
        w = s.world
        here = ships_at(s, s.where[self.leader], self.side)
        ready = [u for u in here if w.kind[u] in SCS and not is_down(s, u) and u not in self.ships]
        return [u for u in ready if helps(s, self.leader, u) and shore_factor(s, u)]

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*(Support(u) for u in self._guns(s)), *(Attack(h) for h in islands(s, self.leader)), DONE]

    def violation(self, s: State, seat: Seat, action: Support | Attack | Done) -> Violation | None:
        if isinstance(action, Support) and action.unit not in self._guns(s):
            return Violation("ability.116", "Only a face-up warship in his section can fire.")
        if isinstance(action, Attack):
            if action.hex not in islands(s, self.leader):
                at = s.world.label(action.hex)
                return Violation(
                    "ability.116",
                    "It must be an island of one or two hexes off his sea area, with enemies on it.",
                    at,
                )
            if not self.ships:
                return Violation("ability.116", "Name a ship first.")
        return None

    def apply(self, s: State, seat: Seat, action: Support | Attack | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        if isinstance(action, Support):
            return (Shelling(self.side, self.leader, (*self.ships, action.unit)),)
        factors = int(sum(shore_factor(s, u) for u in self.ships))
        for u in self.ships:
            turn_down(s, u)
        s.over = action.hex
        number = needed(s, action.hex, factors)
        units = victims(s, action.hex, 1 - self.side)
        return (StrikeRoll(units, number), Shelled()) if number > 0 else (Shelled(),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"{s.world.name(self.leader)}: name the ships that fire, then the island.", self.rule)

    def option(self, s: State, seat: Seat, action: Support | Attack | Done) -> Option:
        w = s.world
        if isinstance(action, Done):
            return Option("None", "done", rule=self.rule, ends=True)
        if isinstance(action, Support):
            return unit_option(s, action.unit, "{} fires", "join")
        return Option(f"At {w.title(action.hex)}", "target", at=w.label(action.hex))


class Shelled(Auto, frozen=True, tag=True):
    """The fire is over."""

    def run(self, s: State) -> Agenda:
        s.over = -1
        return ()
