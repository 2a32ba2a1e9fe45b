"""Fire at sea: factors and columns, who names the targets, the ship's chance to be spared, and what the hit does."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Take, TakeConvoy
from hexfront.games.leaders_in_flames.kinds import (
    AIRSEA,
    AMPH,
    CA,
    CL,
    CV,
    FOUL,
    HITS,
    KILLED,
    LETTERS,
    SEATS,
    SUB,
    SURFACE,
    TRS,
    A,
    D,
    X,
)
from hexfront.games.leaders_in_flames.leaders.asks import helps, in_use
from hexfront.games.leaders_in_flames.leaders.rows import Row
from hexfront.games.leaders_in_flames.sea.airsea import AirSea, AirSeaOver, bomb_factors, hunters
from hexfront.games.leaders_in_flames.sea.convoys import COUNTER, convoys_in, hit_convoy
from hexfront.games.leaders_in_flames.sea.damage import cripple, sink
from hexfront.games.leaders_in_flames.sea.events import Fired, ShipHit
from hexfront.games.leaders_in_flames.sea.homing import send_home
from hexfront.games.leaders_in_flames.sea.search import in_fight, included, ships_above, sky, subs
from hexfront.games.leaders_in_flames.sea.waters import at_sea, is_sea
from hexfront.games.leaders_in_flames.state import State, is_down, turn_down
from hexfront.kernel import Action, Agenda, Auto, Chance, Die, Option, Prompt, Seat, Violation
from hexfront.wargame import SideDecides

GUNS, TORPEDOES, DEPTH_CHARGES, BOMBS = range(4)
"""What is fired: at ships from ships, from submarines, at submarines, from aircraft."""
FIRE_NAMES = ("gunfire", "torpedoes", "depth charges", "bombs")
CONVOY = -1
THREE = 3


def serving(s: State, question: str, side: int) -> list[tuple[int, Row]]:
    """A side's leaders with a row in use that answers a question in the combat at hand, their section included in it.

    RULING naval-choice-reach."""
    return [
        (leader, row)
        for leader, row in in_use(s, question)
        if s.world.side[leader] == side and in_fight(s, leader)
    ]


# --- factors


def factors(s: State, side: int, weapon: int) -> int:
    """What a side fires with. Cases base.surface, base.subs, ability.108, ability.115."""
    w = s.world
    if weapon == BOMBS:
        return bomb_factors(s, side)
    if weapon == TORPEDOES:
        return sum(w.strength[u] for u in subs(s, side) if not is_down(s, u))
    ships = [u for u in ships_above(s, side) if not is_down(s, u)]
    if weapon == GUNS:
        return sum(w.strength[u] * (2 if _doubled(s, u) else 1) for u in ships)
    total = sum(_hunting(s, u) for u in ships) + hunters(s, side)
    return total + (convoys_in(s, s.sea, side) // THREE if s.escorted[side] else 0)


def _with_him(s: State, question: str, u: int) -> bool:
    """Whether a leader in use who shares a ship's section serves it."""
    side = s.world.side[u]
    found = serving(s, question, side)
    return any(s.where[leader] == s.where[u] and helps(s, leader, u, row) for leader, row in found)


def _doubled(s: State, u: int) -> bool:
    """Cruisers with a leader who fights at night. Case ability.115. RULING ability-115-reach."""
    return s.world.kind[u] in (CA, CL) and _with_him(s, "cruisers.doubled", u)


def _hunting(s: State, u: int) -> int:
    """A ship's factors against submarines: 1 for a carrier or cruiser, or its attack if a leader allows it. Case ability.108."""
    w = s.world
    base = 1 if w.kind[u] in (CV, CA, CL) else 0
    return max(base, w.strength[u]) if _with_him(s, "asw.guns", u) else base


def victims(s: State, side: int, weapon: int) -> list[int]:
    """The ships of a side that a weapon can hit; CONVOY stands for its convoys. Torpedoes take convoys first, then transports and
    landing ships, then warships. Cases base.surface, base.subs."""
    if weapon == DEPTH_CHARGES:
        return _fresh(s, subs(s, side))
    ships = ships_above(s, side)
    convoy = [CONVOY] if s.port < 0 and s.escorted[side] and convoys_in(s, s.sea, side) else []
    if weapon != TORPEDOES:
        return [*_fresh(s, ships), *convoy]
    carriers = [u for u in ships if s.world.kind[u] in (TRS, AMPH)]
    return convoy or _fresh(s, carriers) or _fresh(s, ships)


def _fresh(s: State, ships: list[int]) -> list[int]:
    """Those not hit yet in this round, or all when every one was."""
    return [u for u in ships if not s.aimed >> u & 1] or ships


def target_count(s: State, side: int, weapon: int) -> int:
    """How many counters a side offers to a weapon; each five convoy points are one. Case base.naval_table."""
    if weapon == DEPTH_CHARGES:
        return len(subs(s, side))
    convoy = -(-convoys_in(s, s.sea, side) // COUNTER) if s.port < 0 and s.escorted[side] else 0
    return len(ships_above(s, side)) + convoy


def column(s: State, side: int, weapon: int) -> int:
    """The column that a side fires on, -1 for none: factors, number of targets, columns bought. Case base.naval_table."""
    bought = s.shifts[side] if weapon != DEPTH_CHARGES else 0
    targets = target_count(s, 1 - side, weapon)
    return s.world.tables.naval_column(factors(s, side, weapon), targets, bought)


class Fire(Auto, frozen=True, tag=True):
    """A side fires, if it has anything to fire with and at. Case base.naval_table."""

    side: int
    weapon: int

    def run(self, s: State) -> Agenda:
        return (FireRoll(self.side, self.weapon),) if column(s, self.side, self.weapon) >= 0 else ()


class FireRoll(Chance, frozen=True, tag=True):
    """The roll on the naval table. Case base.naval_table."""

    side: int
    weapon: int

    def outcomes(self, s: State) -> Die:
        return Die(10)

    def apply(self, s: State, die: int) -> Agenda:
        table = s.world.tables.naval
        at = column(s, self.side, self.weapon)
        result = table.read(at, die).result
        s.emit(
            Fired(
                at_sea(s.sea, 0) if s.sea >= 0 else s.port,
                self.side,
                self.weapon,
                factors(s, self.side, self.weapon),
                table.header(at),
                die,
                result,
            )
        )
        if result != "-":
            s.salvos.append(f"{self.side}{self.weapon}{result}")
        return ()

    def title(self, s: State) -> str:
        at = s.world.title(s.port) if s.port >= 0 else s.world.lands.seas.areas[s.sea].title
        return f"{FIRE_NAMES[self.weapon].capitalize()}, {at}"


# --- hits


class Deal(Auto, frozen=True, tag=True):
    """The hits of all fire of a round are dealt out, one salvo after another. Case base.hit."""

    def run(self, s: State) -> Agenda:
        if not s.salvos:
            return ()
        salvo = s.salvos.pop(0)
        side, weapon, letters = int(salvo[0]), int(salvo[1]), salvo[2:]
        return (*(Hit(side, weapon, LETTERS[letter], k) for k, letter in enumerate(letters)), self)


def namer(s: State, side: int, weapon: int, k: int) -> int:
    """The side that names the k-th target (from 0) of a side's fire. In surface and submarine combat the owner names all; in air
    attacks the sides take turns, the attacker first. Leaders and surprise points change that.

    Cases base.targets, ability.95, ability.110, ability.111."""
    if weapon == BOMBS:
        if serving(s, "targets.two", side):
            return 1 - side if k % 3 == 1 else side
        return side if k % 2 == 0 else 1 - side
    if weapon == GUNS and s.kind_of_fight == SURFACE:
        if k == 0 and serving(s, "target.first", side):
            return side
        if k % 2 == 0 and sky(s) not in FOUL and serving(s, "targets.turns", side):
            return side
    return 1 - side


class Hit(Auto, frozen=True, tag=True):
    """One hit: a target is named, if there is a choice. Cases base.targets, base.hit."""

    side: int
    weapon: int
    hit: int
    k: int

    def run(self, s: State) -> Agenda:
        choices = victims(s, 1 - self.side, self.weapon)
        if not choices:
            return ()
        if len(choices) == 1:
            return strike(s, choices[0], 1 - self.side, self.hit)
        who = namer(s, self.side, self.weapon, self.k)
        if who != self.side and s.picks[self.side]:
            s.picks[self.side] -= 1
            who = self.side
        return (NameTarget(who, self.side, self.weapon, self.hit),)


class NameTarget(SideDecides, frozen=True, tag=True):
    """Name the ship, or the convoy, that is hit. Case base.targets."""

    rule: ClassVar[str] = "base.targets"
    takes = (Take, TakeConvoy)
    firing: int
    weapon: int
    hit: int

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        found = victims(s, 1 - self.firing, self.weapon)
        return [TakeConvoy() if u == CONVOY else Take(u) for u in found]

    def violation(self, s: State, seat: Seat, action: Take | TakeConvoy) -> Violation | None:
        if action in self.candidates(s, seat):
            return None
        return Violation("base.targets", "It is not a target of this fire.")

    def apply(self, s: State, seat: Seat, action: Take | TakeConvoy) -> Agenda:
        u = action.unit if isinstance(action, Take) else CONVOY
        return strike(s, u, 1 - self.firing, self.hit)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        whose = "your own" if SEATS[1 - self.firing] == seat else "the enemy's"
        return Prompt(f"Name one of {whose} ships that may be {HITS[self.hit]}.", self.rule)

    def option(self, s: State, seat: Seat, action: Take | TakeConvoy) -> Option:
        w = s.world
        if isinstance(action, TakeConvoy):
            return Option("The convoy", "loss", rule=self.rule)
        ship = w.ship(action.unit)
        note = f"attack {ship.attack}, defence {ship.defence}, price {ship.price}"
        return Option(
            w.name(action.unit),
            "loss",
            w.piece(action.unit),
            w.spot(s.where[action.unit]),
            note=note,
            panel=True,
        )


def strike(s: State, u: int, side: int, hit: int) -> Agenda:
    """A target is hit: a convoy loses points at once, a ship rolls to be spared. Cases base.hit, base.convoy_hit."""
    if u == CONVOY:
        hit_convoy(s, s.sea, side, max(0, hit - 1), 1 if hit == A else 0)
        return ()
    s.aimed |= 1 << u
    return (DefenceRoll(u, hit),)


class DefenceRoll(Chance, frozen=True, tag=True):
    """A ship that rolls above its defence number is hit one step less hard. Cases base.hit, ability.105."""

    unit: int
    hit: int

    def outcomes(self, s: State) -> Die:
        return Die(10)

    def apply(self, s: State, die: int) -> Agenda:
        w, u = s.world, self.unit
        place = s.where[u]
        saved = die + defence_bonus(s, u) > w.ship(u).defence
        hit = self.hit - saved
        s.emit(ShipHit(u, place, die, hit))
        if hit == X:
            s.fates[u] = KILLED
            s.sunk[w.side[u]] += w.price[u]
            sink(s, u)
        elif hit == D:
            cripple(s, u)
        elif hit == A and is_sea(place):
            return send_home(s, [u], aborted=True)
        elif hit == A:
            turn_down(s, u)
        return ()

    def title(self, s: State) -> str:
        return f"{s.world.name(self.unit)} under fire"


def defence_bonus(s: State, u: int) -> int:
    """What leaders of its power in its section add to a surface ship's defence roll. Case ability.105."""
    w = s.world
    if w.kind[u] == SUB:
        return 0
    return sum(
        row.give
        for leader, row in serving(s, "ship.defence", w.side[u])
        if s.where[leader] == s.where[u] and w.power[leader] == w.power[u]
    )


def volleys(s: State) -> Agenda:
    """The fire of a round, both sides at once: all rolls first, then the hits. Cases base.surface, base.subs."""
    first = s.opener
    if s.kind_of_fight == SURFACE:
        return (Fire(first, GUNS), Fire(1 - first, GUNS), Deal())
    if s.kind_of_fight == AIRSEA:
        return (AirSea(), Fire(first, BOMBS), Fire(1 - first, BOMBS), Deal(), AirSeaOver())
    both = (Fire(side, weapon) for side in (first, 1 - first) for weapon in (TORPEDOES, DEPTH_CHARGES))
    return (*both, Deal())


__all__ = ["CONVOY", "Deal", "Fire", "included", "namer", "victims", "volleys"]
