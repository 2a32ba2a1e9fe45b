"""Chapters 11.5 and 11.7: who controls the ground, and what entering a hex brings about."""

from __future__ import annotations

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.economy import captures
from hexfront.games.lebensraum.headquarters import displaced
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    ALLIED_CAMP,
    AXIS,
    CAMP,
    COMBINED,
    EAST,
    POWER_NAMES,
    SOVIET,
)
from hexfront.games.lebensraum.reach import at_peace, unit_zoc
from hexfront.games.lebensraum.state import State, controller, held_by_camp, hexes_of, rezone
from hexfront.games.lebensraum.supply import sources
from hexfront.hexes import Hex, HexSet, bits, flood, zones
from hexfront.kernel import Agenda
from hexfront.wargame import grown, move, open_hexes

EASTERN_NEUTRALS = ("sweden", "turkey")


def take(s: State, power: int, hexes: HexSet, rule: str) -> None:
    """Give a power control of hexes. Cases 11.5e, 5.4b. RULING 5.4-a: the zone of a city changes hands with it."""
    news = hexes & ~s.control[power]
    if not news:
        return
    for other in range(3):
        s.control[other] &= ~news
    s.control[power] |= news
    for h in bits(news & s.world.cities):
        s.emit(ev.HexTaken(power, h, rule))


def enter(s: State, u: int, h: Hex) -> Agenda:
    """A unit goes from its hex into the next, in movement, retreat or advance, with what follows.
    Cases 5.4h, 10.3f, 11.5e, 11.7b, 11.7g. HQs in the hex are dealt with by `displaced` and by overruns."""
    power = s.power[u]
    cross_border(s, power, s.where[u], h)
    join_war(s, power, h)
    move(s, u, h)
    take(s, power, 1 << h, "11.5e")
    if power == AXIS and s.world.lands.gibraltar >> h & 1:
        lose_gibraltar(s)
    return captures(s, power, h)


def march_into(s: State, u: int, h: Hex) -> Agenda:
    """The same in movement and retreat: HQs of the enemy that stand there alone must give way. Cases 7.42g, 11.2g."""
    origin = s.where[u]
    return (*enter(s, u, h), *displaced(s, CAMP[s.power[u]], origin, h))


def name_of(country: str) -> str:
    """A country as people say it: "North Africa", "the USSR"."""
    return "the USSR" if country == "ussr" else country.replace("_", " ").title()


def cross_border(s: State, power: int, a: Hex, b: Hex) -> None:
    """A unit that crosses a border into ground the other camp controls opens that border for zones.
    Case 5.4h. RULING 5.4-b: marches within friendly ground open nothing. RULING 11.8-a."""
    border = s.world.lands.border_between(a, b)
    if border < 0 or s.crossed >> border & 1:
        return
    owner = controller(s, b)
    if owner < 0 or CAMP[owner] != CAMP[power]:
        s.crossed |= 1 << border
        names = " and ".join(name_of(name) for name in s.world.lands.border_names[border])
        s.emit(ev.Noted(f"Zones of control now reach across the border between {names}.", "5.4h"))


def join_war(s: State, power: int, h: Hex) -> None:
    """A neutral country that is entered joins the other side with all it has. Cases 11.7a, 11.7b, 11.7c."""
    w = s.world
    country = w.lands.country_at[h]
    if country not in w.lands.neutrals:
        return
    k = w.lands.neutrals.index(country)
    if s.neutral[k] >= 0:
        return
    ally = _protector(s, power, country)
    s.neutral[k] = ally
    s.emit(ev.Noted(f"{country.title()} joins the {POWER_NAMES[ally]}.", "11.7b", h))
    take(s, ally, w.lands.country[country], "11.7b")
    for u, home in w.home.items():
        if home == country:
            s.power[u] = ally
            rezone(s, u)


def _protector(s: State, invader: int, country: str) -> int:
    """The power a neutral joins: the Axis, or the Axis enemy on that side of Europe."""
    if CAMP[invader] == ALLIED_CAMP:
        return AXIS
    if s.world.game == COMBINED:
        return SOVIET if country in EASTERN_NEUTRALS else ALLIED
    return SOVIET if s.world.game == EAST else ALLIED


def lose_gibraltar(s: State) -> None:
    """The Mediterranean naval marker is gone for good. Case 11.7g."""
    for k, row in enumerate(s.world.ships):
        if row.water == "mediterranean" and not s.sunk >> k & 1:
            s.sunk |= 1 << k
            s.ship[k], s.mission[k] = -1, 0


# --- behind the lines


def behind_the_lines(s: State) -> Agenda:
    """Empty hexes that their owner can no longer reach or supply, and the other side can reach, change hands with the works in
    them. Cases 11.5a, 11.5f, 10.3f. RULING 11.5-b, RULING 11.5-d."""
    frames: Agenda = ()
    for power in s.world.powers:
        camp = CAMP[power]
        foes, friends = hexes_of(s, 1 - camp), hexes_of(s, camp)
        cut_off = held_by_camp(s, camp) & ~friends & ~kept(s, camp, foes, friends, unit_zoc(s, 1 - camp))
        for taker in s.world.powers:
            if CAMP[taker] == camp or not cut_off:  # for speed: nothing can be won
                continue  # for speed
            won = cut_off & reached(s, taker, friends, foes, unit_zoc(s, camp)) & s.control[power]
            take(s, taker, won, "11.5f")
            for h in bits(won & s.world.cities):
                frames = (*frames, *captures(s, taker, h))
    return frames


def kept(s: State, camp: int, foes: HexSet, friends: HexSet, zone: HexSet) -> HexSet:
    """Empty hexes that a camp would keep if its foes and friends stood in these hexes and the foes' units had this zone: those
    that one of its powers can both reach and supply. RULING 11.5-b."""
    w, found = s.world, 0
    for power in w.powers:
        if CAMP[power] == camp:
            fed = _near_lines(s, power, _open_to(s, camp, foes, friends, zone), foes)
            found |= reached(s, power, foes, friends, zone) & (fed | _off_lines(s, power))
    return found


def _off_lines(s: State, power: int) -> HexSet:
    """Hexes that a power could not supply if it had no foe; in its own country on its own lines."""
    w = s.world
    near = _near_lines(s, power, w.lands.line_hexes, 0)
    if power == AXIS:
        near &= ~w.start_control[AXIS] | _near_lines(s, AXIS, w.lands.line_hexes & w.start_control[AXIS], 0)
    return ~near


def reached(s: State, power: int, foes: HexSet, friends: HexSet, zone: HexSet) -> HexSet:
    """Hexes from which a path over land or a ferry leads to a source of a power, through no foe, no zone of theirs and no country
    at peace. Case 11.5f."""
    w = s.world
    way = w.land & ~foes & ~(zone & ~friends) & ~at_peace(s)
    start = _starts(s, power) & way
    store = w.cache("reached by land")
    found: HexSet | None = store.get((start, way))
    if found is None:
        found = store[start, way] = flood(w.grid, start, way, w.lands.sea - w.lands.lines)
    # Command range ends in a zone as well as anywhere (7.44c): the last hex may lie in one.
    return found | zones(w.grid, found, w.lands.sea) & w.land & ~foes


def _starts(s: State, power: int) -> HexSet:
    """Where the supply of a power begins, that of the Finns with it."""
    return sources(s, power) | (s.world.lands.helsinki & s.control[AXIS] if power == AXIS else 0)


def _open_to(s: State, camp: int, foes: HexSet, friends: HexSet, zone: HexSet) -> HexSet:
    """Line hexes open to a camp, whatever bombers do: those of cities are closed by who holds them. Cases 11.1b, 5.4b."""
    w = s.world
    theirs = zone | (held_by_camp(s, 1 - camp) | foes) & w.cities
    return open_hexes(w.lands.line_hexes, foes, theirs, friends, at_peace(s))


def _near_lines(s: State, power: int, way: HexSet, foes: HexSet) -> HexSet:
    """Hexes that a power could supply in clear weather along these line hexes, with HQs wherever they are wanted. Case 11.1a."""
    w = s.world
    store = w.cache("supplied along lines")
    key = (power, _starts(s, power), way, foes)
    found: HexSet | None = store.get(key)
    if found is None:
        passable, span = w.board.on_map & ~foes, w.command_range(power)
        hqs = grown(w.grid, w.lands.net.connected(key[1], way), passable, span) & w.land
        found = store[key] = grown(w.grid, hqs, passable, span)
    return found
