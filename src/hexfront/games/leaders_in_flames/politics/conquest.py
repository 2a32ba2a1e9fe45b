"""Conquest and liberation at the end of the turn. Cases base.conquest, base.liberation, 4.2c, 4.2d."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.kinds import (
    AXIS,
    CUP,
    FALLEN,
    FRANCE,
    GERMANY,
    GONE,
    JAPAN,
    LATER,
    POOL,
    POWERS,
    READY,
    RESERVE,
    SEA,
    SIDE_OF,
    WITH,
)
from hexfront.games.leaders_in_flames.politics.acts import CountryFell, CountryFreed
from hexfront.games.leaders_in_flames.politics.entry import entry_roll
from hexfront.games.leaders_in_flames.politics.parties import begin_war, end_war, party_of, reckon
from hexfront.games.leaders_in_flames.politics.wars import pact_key
from hexfront.games.leaders_in_flames.state import State, give_hexes, owner, turn_up
from hexfront.hexes import bits
from hexfront.kernel import Agenda, Auto
from hexfront.wargame import lift

WHOLE, PART, NOTHING = 0, 1, 2
"""What is left of a power: all, something, nothing."""


class Conquest(Auto, frozen=True, tag=True):
    """Countries fall when their capital is lost, powers when their factory cities are; what is won back is free. Case base.conquest."""

    def run(self, s: State) -> Agenda:
        w = s.world
        frames: Agenda = ()
        for minor in range(len(w.minors)):
            frames = (*frames, *_minor(s, minor))
        for power in w.powers:
            frames = (*frames, *_power(s, power))
        return frames


def _minor(s: State, minor: int) -> Agenda:
    w = s.world
    found = w.minors[minor]
    if found.capital < 0 or not w.area >> found.capital & 1 or not found.home:
        return ()
    lord = owner(s, found.capital)
    if lord < 0:
        return ()
    side = SIDE_OF[lord]
    if s.stance[minor] == WITH[1 - side]:
        return fall(s, minor, lord)
    if s.stance[minor] == FALLEN and s.victors.get(minor, AXIS) != side and found.parties[side] >= 0:
        free(s, minor, side)
    return ()


def fall(s: State, minor: int, lord: int) -> Agenda:
    """A minor country falls with its capital: its army is gone, its ground the conqueror's, or in part that of a power with which he
    has a pact. Case base.conquest."""
    w = s.world
    party, name = party_of(s, minor), w.minors[minor].id
    s.emit(CountryFell(party, lord, "", "base.conquest"))
    clear_counters(s, party)
    for row in w.affairs.shares:
        if row.minor == name and pact_key(lord, POWERS.index(row.power)) in s.pacts:
            give_hexes(s, w.realm.ground((row.region,)) & s.control[party], POWERS.index(row.power))
    give_hexes(s, s.control[party] & w.minors[minor].home, lord)
    give_hexes(s, s.control[party], w.parties[party].power)
    for other in bits(s.wars[party]):
        end_war(s, party, other)
    s.stance[minor], s.victors[minor] = FALLEN, SIDE_OF[lord]
    reckon(s)
    return entry_roll(s, 8) if SIDE_OF[lord] == AXIS and lord != JAPAN else ()


def clear_counters(s: State, party: int, ground: int = -1) -> None:
    """The counters of a party leave the game, those on the map within some ground alone where it is given. Its leaders wait for
    better days. RULING conquered-power-leaders."""
    w = s.world
    for u, h in enumerate(s.where):
        if w.party[u] != party or h == GONE or (ground >= 0 and (h < 0 or not ground >> h & 1)):
            continue
        if w.is_leader(u):
            if h >= 0 or h <= SEA or h in (CUP, READY):
                turn_up(s, u)
                lift(s, u, RESERVE)
            continue
        turn_up(s, u)
        lift(s, u, GONE)


def free(s: State, minor: int, side: int) -> None:
    """A country whose capital is won back fights on that side again; its army can be built anew, its leader drawn.

    Cases base.liberation, 3.3q.
    """
    w = s.world
    s.stance[minor] = WITH[side]
    s.victors.pop(minor, None)
    party = party_of(s, minor)
    held = sum(s.control[k] for k in bits(w.parties_of[side] & ~s.neutral))
    give_hexes(s, w.minors[minor].home & held, party)
    for other in bits(s.wars[w.parties[party].power]):
        begin_war(s, party, other)
    year = w.year(s.turn)
    for u in range(len(w.names)):
        if w.party[u] != party:
            continue
        if w.is_leader(u):
            s.where[u] = CUP if s.where[u] == RESERVE else s.where[u]
        elif s.where[u] == GONE and w.is_troop(u) and not w.is_second_army(u):
            when = w.units[u].year
            s.where[u] = POOL if not when.isdigit() or int(when) <= year else LATER
    reckon(s)
    s.emit(CountryFreed(party, "base.liberation"))


# --- powers


def is_beaten(s: State, power: int) -> bool:
    """Whether every factory city of a power's home country is in enemy hands. Case base.conquest."""
    w = s.world
    home = [h for h in w.factories[power] if w.realm.homeland[POWERS[power]] >> h & 1 and w.area >> h & 1]
    return bool(home) and all((lord := owner(s, h)) >= 0 and SIDE_OF[lord] != SIDE_OF[power] for h in home)


def _power(s: State, power: int) -> Agenda:
    w = s.world
    beaten = is_beaten(s, power)
    if s.fate[power] == WHOLE and beaten:
        return conquer(s, power)
    if s.fate[power] == PART:
        capital = w.capital[power]
        if (
            capital >= 0
            and not beaten
            and (lord := owner(s, capital)) >= 0
            and SIDE_OF[lord] == SIDE_OF[power]
        ):
            restore(s, power)
        elif not s.control[power]:
            return destroy_power(s, power)
    return ()


def conquer(s: State, power: int) -> Agenda:
    """A power without its factory cities is conquered: incompletely while it holds anything else. What it has at home is lost.

    Cases base.conquest, 4d, 4.2c.
    """
    w = s.world
    home = w.realm.homeland[POWERS[power]]
    capital = w.capital[power]
    lord = owner(s, capital) if capital >= 0 else -1
    lord = lord if lord >= 0 and SIDE_OF[lord] != SIDE_OF[power] else _lord(s, power)
    give_hexes(s, home & s.control[power], lord)
    clear_counters(s, power, home & w.area)
    for leader in w.all_leaders:
        if (
            power == FRANCE
            and w.party[leader] == power
            and w.leader(leader).start == "special"
            and s.where[leader] == RESERVE
        ):
            s.where[leader] = CUP
    s.fate[power] = PART
    if power == FRANCE and lord == GERMANY:
        s.deeds["france.conquered"] = s.turn
    first = power == FRANCE and not s.deeds.get("action.25")
    frames = entry_roll(s, 25) if first else ()
    if not s.control[power]:
        return (*frames, *destroy_power(s, power))
    s.emit(CountryFell(power, lord, "incompletely ", "4.2c"))
    return frames


def _lord(s: State, power: int) -> int:
    """The enemy who holds most factories of a beaten power."""
    count: dict[int, int] = {}
    for h, n in s.world.factories[power].items():
        lord = owner(s, h)
        if lord >= 0 and SIDE_OF[lord] != SIDE_OF[power]:
            count[lord] = count.get(lord, 0) + n
    return max(count, key=lambda k: (count[k], -k))


def destroy_power(s: State, power: int) -> Agenda:
    """Nothing is left of a power: it is conquered completely, and its war is over. Cases base.conquest, 4.2d."""
    w = s.world
    lord = owner(s, w.capital[power]) if w.capital[power] >= 0 else -1
    s.fate[power] = NOTHING
    clear_counters(s, power)
    for other in bits(s.wars[power]):
        end_war(s, power, other)
    reckon(s)
    s.emit(CountryFell(power, lord if lord >= 0 else power, "completely ", "4.2d"))
    return ()


def restore(s: State, power: int) -> None:
    """The capital is won back: the home country, as far as its side holds it, is the power's again. Case base.liberation."""
    w = s.world
    held = sum(s.control[k] for k in bits(w.parties_of[SIDE_OF[power]] & ~s.neutral))
    give_hexes(s, w.realm.homeland[POWERS[power]] & held, power)
    s.fate[power] = WHOLE
    year = w.year(s.turn)
    for u in range(w.first_leader):
        if w.party[u] == power and s.where[u] == GONE and w.nation[u] == POWERS[power]:
            when = w.units[u].year
            if when.isdigit() or when == "None":
                s.where[u] = POOL if when == "None" or int(when) <= year else LATER
    for leader in w.all_leaders:
        if w.party[leader] == power and s.where[leader] == RESERVE and w.leader(leader).start.isdigit():
            s.where[leader] = CUP
    s.emit(CountryFreed(power, "base.liberation"))
