"""US entry actions that a power plays in a declaration of war step. Cases 5.3.1, 5.3.3.3a to 5.3.3.18d."""

from __future__ import annotations

from collections.abc import Callable

from hexfront.games.leaders_in_flames.chairs import plays as plays_for
from hexfront.games.leaders_in_flames.kinds import (
    AT_PEACE,
    AXIS,
    CHINA,
    COMMONWEALTH,
    FALLEN,
    GERMANY,
    GONE,
    JAPAN,
    LATER,
    POOL,
    POWERS,
    SIDE_OF,
    USA,
    WITH_ALLIES,
    WITH_AXIS,
)
from hexfront.games.leaders_in_flames.politics.acts import PlayAction
from hexfront.games.leaders_in_flames.politics.entry import entry_roll
from hexfront.games.leaders_in_flames.politics.parties import begin_war, end_war, party_of, reckon, vichy_is
from hexfront.games.leaders_in_flames.politics.vichy import nearest
from hexfront.games.leaders_in_flames.state import State, give_hexes, owner, turn_down, turn_up
from hexfront.games.leaders_in_flames.words import begun
from hexfront.hexes import Hex, bits
from hexfront.kernel import Agenda, Violation
from hexfront.wargame import Noted, lift, put

CAPITALS = {
    10: ("Nanking", "china", 15),
    11: ("Vladivostok", "siberia", 10),
    16: ("Zagreb", "yugoslavia", 15),
}
"""Puppet governments: the city, and the country whose partisan number rises, and to what."""
CALEDONIA, INDIES = 0, 1
"""What action 3 takes."""
INDO_CHINA = "indo_china"
SHOWN = 20


# --- may it?


def play_violation(s: State, side: int, n: int, place: int) -> Violation | None:
    """Why an action cannot be played now. Cases 5.3, 5.3.3.3a to 5.3.3.18a."""
    w = s.world
    row = w.affairs.actions.get(n)
    if not w.plan.us_entry or row is None or not row.power or SIDE_OF[POWERS.index(row.power)] != side:
        return Violation("5.3", "There is no such action.")
    power = POWERS.index(row.power)
    if power not in w.powers or s.fate[power] or not plays_for(s, power):
        return Violation("5.3", f"{begun(row.power)} is not in this game.")
    if n not in (3, 12) and s.deeds.get(f"played.{n}"):
        return Violation("5.3", "It has already been played.")
    if n not in (3, 12) and place != -1:
        return Violation("5.3", "The action itself says where it takes place.")
    return CHECKS[n](s, place)


def _city(case: str, n: int) -> Callable[[State, int], Violation | None]:
    def check(s: State, place: int) -> Violation | None:
        h = s.world.find(CAPITALS[n][0])
        power = POWERS.index(s.world.affairs.actions[n].power)
        if h < 0 or owner(s, h) != power:
            return Violation(case, f"It must control {CAPITALS[n][0]}.", s.world.label(h))
        return None

    return check


def _occupation(s: State, place: int) -> Violation | None:
    """Action 3. Cases 5.3.3.3b, 5.3.3.3c, 5.3.3.3d."""
    w = s.world
    if place == INDIES:
        minor = w.minor_of.get("netherlands_indies", -1)
        if (
            minor < 0
            or s.stance[minor] not in (AT_PEACE, WITH_ALLIES)
            or owner(s, w.minors[minor].capital) == JAPAN
        ):
            return Violation("5.3.3.3a", "The Indies cannot be taken.")
        if s.wars[JAPAN] >> party_of(s, minor) & 1:
            return Violation("5.3.3.3a", "Japan is at war with them.")
        if not s.deeds.get("embargo"):
            return Violation("5.3.3.3b", "The Indies sell oil to Japan.")
        return (
            Violation("5.3.3.3d", "The USA has guaranteed it.")
            if s.deeds.get("option.46.netherlands_indies")
            else None
        )
    if place != CALEDONIA:
        return Violation("5.3.3.3a", "Choose New Caledonia or the Indies.")
    h = w.find("Noumea")
    if not vichy_is(s, AT_PEACE) or h < 0 or not s.control[party_of(s, w.minor_of["vichy"])] >> h & 1:
        return Violation("5.3.3.3c", "Vichy France must hold New Caledonia.")
    if not s.deeds.get("played.5"):
        return Violation("5.3.3.3c", "Indo-China must be Japan's.")
    return (
        Violation("5.3.3.3d", "The USA has guaranteed it.") if s.deeds.get("option.46.commonwealth") else None
    )


def gas_hexes(s: State) -> list[Hex]:
    """Chinese hexes in China with units, which gas can be used against. Case 5.3.3.12a."""
    w = s.world
    ground = w.realm.homeland["china"] & (s.control[CHINA] | s.control[w.party_of.get("communists", CHINA)])
    found = list(bits(ground & (s.forces[CHINA] | s.forces[w.party_of.get("communists", CHINA)])))
    near = w.near_hexes(s.forces[JAPAN])
    return sorted(found, key=lambda h: (not near >> h & 1, h))[:SHOWN]


def _gas(s: State, place: int) -> Violation | None:
    """Action 12. Cases 5.3.3.12a, 5.3.3.12b."""
    if s.wars[JAPAN] >> COMMONWEALTH & 1 or s.wars[JAPAN] >> USA & 1:
        return Violation("5.3.3.12b", "Not allowed once Japan is at war with the Commonwealth or the USA.")
    if place < 0 or s.gassed >> place & 1 or place not in gas_hexes(s):
        return Violation(
            "5.3.3.12a",
            "It can be used only against a Chinese-controlled hex in China.",
            s.world.label(place),
        )
    return None


def _croatia(s: State, place: int) -> Violation | None:
    minor = s.world.minor_of.get("yugoslavia", -1)
    if minor < 0 or s.stance[minor] != FALLEN or s.victors.get(minor) != AXIS:
        return Violation("5.3.3.16a", "The Axis must have conquered Yugoslavia.")
    return _city("5.3.3.16a", 16)(s, place)


def _spain(s: State, place: int) -> Violation | None:
    """Action 17. RULING action-17-she."""
    if s.wars[USA] >> GERMANY & 1:
        return Violation("5.3.3.17a", "Germany is at war with the USA.")
    taken = s.deeds.get("france.conquered") or (s.deeds.get("vichy.set_up") and s.deeds.get("vichy.ended"))
    if not taken:
        return Violation("5.3.3.17a", "Germany must have conquered France, or set up and ended Vichy France.")
    return None


def _petain(s: State, place: int) -> Violation | None:
    if not vichy_is(s, AT_PEACE):
        return Violation("5.3.3.18a", "France must be Vichy.")
    return None


def _marshalls(s: State, place: int) -> Violation | None:
    h = s.world.find("Kwajalein")
    return (
        None if h >= 0 and owner(s, h) == JAPAN else Violation("5.3", "The Marshall Islands must be Japan's.")
    )


def _indo_china(s: State, place: int) -> Violation | None:
    land = s.world.affairs.colonies.get(INDO_CHINA, 0)
    if not vichy_is(s, AT_PEACE) or not land & s.control[party_of(s, s.world.minor_of["vichy"])]:
        return Violation("5.3", "Vichy France must hold Indo-China.")
    return None


CHECKS: dict[int, Callable[[State, int], Violation | None]] = {
    2: _marshalls,
    3: _occupation,
    5: _indo_china,
    10: _city("5.3.3.10a", 10),
    11: _city("5.3.3.11a", 11),
    12: _gas,
    16: _croatia,
    17: _spain,
    18: _petain,
}


def plays(s: State, side: int) -> list[PlayAction]:
    """Every action a side could ask to play, with the places they can be about."""
    if not s.world.plan.us_entry:
        return []
    out = []
    for row in s.world.affairs.actions.values():
        if row.power and SIDE_OF[POWERS.index(row.power)] == side:
            places = gas_hexes(s) if row.n == 12 else [CALEDONIA, INDIES] if row.n == 3 else [-1]
            out += [PlayAction(row.n, place) for place in places]
    return out


# --- what it does


def play(s: State, n: int, place: int) -> Agenda:
    """Play an action: its effect, and the roll of the USA. Cases 5.3.1, 5.3.3.3e, 5.3.3.10a to 5.3.3.18a."""
    w = s.world
    s.deeds[f"played.{n}"] = s.turn
    s.emit(Noted(f"{w.affairs.actions[n].title}.", "5.3"))
    if n == 3:
        occupy(s, place)
    elif n == 5:
        give_colony(s, w.affairs.colonies[INDO_CHINA])
    elif n in CAPITALS:
        set_up_puppets(s, n)
    elif n == 12:
        s.gassed |= 1 << place
    elif n == 18:
        s.deeds["petain"] = s.turn
    return entry_roll(s, n)


def occupy(s: State, place: int) -> None:
    """New Caledonia or the Indies are Japan's at once: units there go to the force pools, ships of Vichy to its nearest port, those
    of others to the nearest of theirs. Case 5.3.3.3e."""
    w = s.world
    if place == CALEDONIA:
        land = w.affairs.colonies["new_caledonia"]
        clear_ground(s, land)
        give_hexes(s, land, JAPAN)
        return
    minor = w.minor_of["netherlands_indies"]
    party = party_of(s, minor)
    clear_ground(s, w.minors[minor].home)
    for other in bits(s.wars[party]):
        end_war(s, party, other)
    s.stance[minor] = WITH_AXIS
    give_hexes(s, w.minors[minor].home, JAPAN)
    give_hexes(s, s.control[party], w.parties[party].power)
    for other in bits(s.wars[JAPAN]):
        begin_war(s, party_of(s, minor), other)
    reckon(s)


def clear_ground(s: State, land: int) -> None:
    """Land units and aircraft leave ground that changes hands without a fight for their force pools, ships for the nearest port."""
    w = s.world
    for h in list(bits(land)):
        for u in list(s.stack.get(h, ())):
            if w.power[u] == JAPAN:
                continue
            turn_up(s, u)
            if w.is_ship(u):
                own = s.control[w.party[u]] & w.waters.ports & ~land
                port = nearest(s, h, own)
                lift(s, u, POOL)
                if port >= 0:
                    put(s, u, port)
                    turn_down(s, u)
            else:
                lift(s, u, POOL)


def give_colony(s: State, land: int) -> None:
    """A colony of Vichy passes to Japan; Vichy's units in it are gone."""
    w = s.world
    party = party_of(s, w.minor_of["vichy"])
    held = land & s.control[party]
    for h in list(bits(held)):
        for u in [u for u in s.stack.get(h, ()) if w.party[u] == party]:
            turn_up(s, u)
            lift(s, u, GONE)
    give_hexes(s, held, JAPAN)


def set_up_puppets(s: State, n: int) -> None:
    """A puppet government: its city is a source of supply, its militia joins the force pool, and the country's partisans grow in number.

    Cases 5.3.1, 5.3.3.10a, 5.3.3.10c, 5.3.3.11a, 5.3.3.11c, 5.3.3.16a, 5.3.3.16c.
    """
    w = s.world
    city, country, number = CAPITALS[n]
    power = POWERS.index(w.affairs.actions[n].power)
    h = w.find(city)
    s.havens[h] = s.havens.get(h, 0) | 1 << power
    s.deeds[f"partisans.{country}"] = number
    for u in militia(s, n):
        s.where[u] = POOL


def militia(s: State, n: int) -> list[int]:
    """The militia that an action brings. Case 5.3.1."""
    w = s.world
    return [u for u in range(w.first_leader) if w.units[u].year == f"Entry{n}"]


def dissolve_puppets(s: State) -> None:
    """A puppet government whose city the Allies have retaken is dissolved for good. Cases 5.3.3.10b, 5.3.3.11b, 5.3.3.16b."""
    w = s.world
    for n, (city, _, _) in CAPITALS.items():
        h = w.find(city)
        if not s.deeds.get(f"played.{n}") or s.deeds.get(f"dissolved.{n}") or h < 0:
            continue
        lord = owner(s, h)
        if lord >= 0 and SIDE_OF[lord] != AXIS:
            s.deeds[f"dissolved.{n}"] = s.turn
            s.havens.pop(h, None)
            for u in militia(s, n):
                if s.where[u] != LATER:
                    turn_up(s, u)
                    lift(s, u, GONE)
            s.emit(
                Noted(
                    f"The government in {city} is dissolved.",
                    {10: "5.3.3.10b", 11: "5.3.3.11b", 16: "5.3.3.16b"}[n],
                    h,
                )
            )
