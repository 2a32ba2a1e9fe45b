"""Vichy France and Free France: set up, ended, and whose ships, units and leaders are whose. Cases base.vichy, 4.1c, 4.1d, 4d."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.kinds import (
    ABSENT,
    AT_PEACE,
    AXIS,
    CIRCLE,
    CUP,
    FRANCE,
    GERMANY,
    GONE,
    READY,
    RESERVE,
    SIDE_OF,
)
from hexfront.games.leaders_in_flames.politics.acts import EndVichy, SetUpVichy
from hexfront.games.leaders_in_flames.politics.entry import entry_roll
from hexfront.games.leaders_in_flames.politics.parties import VICHY, party_of, reckon, vichy_is
from hexfront.games.leaders_in_flames.state import State, give_hexes, is_down, owner, turn_down, turn_up
from hexfront.games.leaders_in_flames.words import begun, the_power
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Agenda, Auto, Chance, Dice, Violation
from hexfront.wargame import Noted, lift, put


def vichy_violation(s: State, action: SetUpVichy | EndVichy) -> Violation | None:
    """Why Vichy France cannot be set up, or ended. Case base.vichy."""
    w = s.world
    if VICHY not in w.minor_of:
        return Violation("base.vichy", "This scenario has no Vichy France.")
    if isinstance(action, EndVichy):
        if not vichy_is(s, AT_PEACE):
            return Violation("base.vichy", "There is no neutral Vichy France.")
        if action.power not in w.powers or SIDE_OF[action.power] != AXIS or not s.wars[action.power]:
            return Violation("base.vichy", "Only a power of the Axis that is at war can end it.")
        return None
    if not vichy_is(s, ABSENT) or s.deeds.get("vichy.set_up"):
        return Violation("base.vichy", "Vichy France can be set up only once.")
    party = owner(s, w.affairs.paris)
    if party < 0 or SIDE_OF[party] != AXIS or not s.wars[GERMANY] >> FRANCE & 1:
        return Violation(
            "base.vichy",
            "Paris must be in the hands of the Axis, at war with France.",
            w.label(w.affairs.paris),
        )
    return None


# --- set up


def set_up_vichy(s: State) -> Agenda:
    """The south is Vichy's, what is left of the north Germany's; then each colony chooses. Case base.vichy."""
    w = s.world
    minor = w.minor_of[VICHY]
    s.deeds["vichy.set_up"] = 1
    s.stance[minor] = AT_PEACE
    north = w.realm.homeland["france"] & ~w.affairs.vichy_home
    give_hexes(s, north & s.control[FRANCE], GERMANY)
    give_hexes(s, w.affairs.vichy_home & w.area, party_of(s, minor))
    asked = [name for name, land in w.affairs.colonies.items() if land & s.control[FRANCE]]
    s.fate[FRANCE] = max(s.fate[FRANCE], 1)
    reckon(s)
    s.emit(Noted("Vichy France is set up.", "base.vichy"))
    rolls: Agenda = (ColonyRolls(len(asked)),) if asked else ()
    return (*rolls, Parting(), *entry_roll(s, 27))


class ColonyRolls(Chance, frozen=True, tag=True):
    """Each colony rolls: on 1 to 3 it is Free French. Case base.vichy."""

    number: int

    def outcomes(self, s: State) -> Dice:
        return Dice(self.number, 10)

    def apply(self, s: State, dice: tuple[int, ...]) -> Agenda:
        w = s.world
        lands = [(n, land) for n, land in w.affairs.colonies.items() if land & s.control[FRANCE]]
        for (_, land), die in zip(lands, dice, strict=True):
            if die > w.affairs.free_on:
                give_hexes(s, land & s.control[FRANCE], party_of(s, w.minor_of[VICHY]))
        return ()

    def title(self, s: State) -> str:
        return "Vichy or Free France?"


class Parting(Auto, frozen=True, tag=True):
    """Whose ground they stand on decides for the French; strangers on Vichy's ground come back next turn; the four men of both
    factions go to their own. Cases base.vichy, 4.1d, 4d. RULING base-armistice."""

    def run(self, s: State) -> Agenda:
        w = s.world
        party = party_of(s, w.minor_of[VICHY])
        home = w.realm.homeland["france"]
        for u, h in enumerate(s.where):
            if h < 0 or w.is_leader(u):
                continue
            if w.nation[u] == "france":
                if s.control[party] >> h & 1:
                    exchange(s, u, h)
                elif home >> h & 1:
                    turn_up(s, u)
                    lift(s, u, GONE)
            elif w.party[u] != party and s.control[party] >> h & 1:
                send_home(s, u)
        part_leaders(s)
        return ()


def exchange(s: State, u: int, h: int) -> None:
    """A counter gives its place on the map, or its box, to its twin; without one it is gone."""
    v, down = s.world.twin.get(u, -1), is_down(s, u)
    turn_up(s, u)
    lift(s, u, GONE)
    if v < 0:
        return
    if h < 0:
        s.where[v] = h
        return
    put(s, v, h)
    if down:
        turn_down(s, v)


def send_home(s: State, u: int) -> None:
    """A unit comes back as a reinforcement next turn; a leader waits to be placed again."""
    turn_up(s, u)
    if s.world.is_leader(u):
        lift(s, u, READY)
        return
    lift(s, u, CIRCLE)
    s.due[u] = s.turn + 1


def part_leaders(s: State) -> None:
    """Free French leaders go to the nearest Free French hex, Vichy's to the nearest of Vichy; De Gaulle's kind joins the cup, and
    who has no city left to come to leaves it. Cases 4d, 4.1a to 4.1d. RULING vichy-leader-move, conquered-power-leaders."""
    w = s.world
    party = party_of(s, w.minor_of[VICHY])
    for leader in list(w.all_leaders):
        if w.nation[leader] != "france" or s.where[leader] == GONE:
            continue
        man, at = w.leader(leader), s.where[leader]
        if man.faction == "vichy":
            exchange(s, leader, nearest(s, at, s.control[party]) if at >= 0 else at)
        elif man.faction == "free_french":
            if at >= 0:
                relocate(s, leader, nearest(s, at, s.control[FRANCE]))
            elif man.start == "special" and at == RESERVE:
                s.where[leader] = CUP
        elif at == CUP or (at >= 0 and s.control[party] >> at & 1):
            turn_up(s, leader)
            lift(s, leader, RESERVE)


def nearest(s: State, at: Hex, hexes: HexSet) -> Hex:
    """The nearest hex of a set, of several equally near one with a city; the cup where there is none.

    RULING vichy-leader-move.
    """
    w = s.world
    if hexes >> at & 1:
        return at
    found = sorted(bits(hexes), key=lambda h: (w.grid.distance(at, h), not w.cities >> h & 1, h))
    return found[0] if found else CUP


def relocate(s: State, u: int, to: int) -> None:
    """Put a leader elsewhere."""
    down = is_down(s, u)
    turn_up(s, u)
    if to < 0:
        lift(s, u, to)
        return
    lift(s, u, READY)
    put(s, u, to)
    if down:
        turn_down(s, u)


# --- the end


def end_vichy(s: State, power: int) -> Agenda:
    """The Axis takes what it has units in, and the south; all else is Free French. Units and ships follow the ground they are on,
    those of the south are lost. Case base.vichy. RULING base-collapse."""
    w = s.world
    minor = w.minor_of[VICHY]
    party = party_of(s, minor)
    home = w.affairs.vichy_home & s.control[party]
    for land in w.affairs.colonies.values():
        held = land & s.control[party]
        guards = [
            u
            for h in bits(land & s.troops[AXIS])
            for u in s.stack[h]
            if w.side[u] == AXIS and w.party[u] != party
        ]
        give_hexes(s, held, w.parties[w.party[guards[0]]].power if guards else FRANCE)
    give_hexes(s, home, power)
    give_hexes(s, s.control[party], FRANCE)
    for u, h in enumerate(s.where):
        if w.party[u] != party or s.where[u] == GONE:
            continue
        if w.is_leader(u):
            exchange(s, u, nearest(s, h, s.control[FRANCE]) if h >= 0 else h)
        elif h >= 0 and s.control[FRANCE] >> h & 1:
            exchange(s, u, h)
        else:
            turn_up(s, u)
            lift(s, u, GONE)
    s.stance[minor] = ABSENT
    s.deeds["vichy.ended"] = 1
    reckon(s)
    s.emit(Noted(f"{begun(the_power(power))} ends Vichy France.", "base.vichy"))
    return entry_roll(s, 19)
