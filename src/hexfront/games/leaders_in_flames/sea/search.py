"""Search: who finds whom in a sea area, and the surprise points that follow."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.kinds import FINE, FOUL, SUB, WET
from hexfront.games.leaders_in_flames.leaders.asks import helps, in_use
from hexfront.games.leaders_in_flames.sea.convoys import convoys_in, owners
from hexfront.games.leaders_in_flames.sea.fleets import in_area
from hexfront.games.leaders_in_flames.sea.waters import area_of, is_sea, section_of, within
from hexfront.games.leaders_in_flames.state import State, is_down, weather_at
from hexfront.hexes import bits, union

MANY = 9
"""This many enemy ships are easier to find."""
MISSED = 10
FAR_SIGHT = 2
"""What a leader who hunts submarines adds to his search."""


def afloat(s: State, area: int, side: int) -> list[int]:
    """The ships and face-up aircraft of a side in a sea area; no aircraft in storm or blizzard."""
    if s.weather[s.world.lands.seas.zone[area]] in FOUL:
        return in_area(s, area, side)
    planes = [u for u in within(s.where, s.world.planes_of[side], area) if not is_down(s, u)]
    return [*in_area(s, area, side), *planes]


def present(s: State, side: int, area: int = -1) -> list[int]:
    """The ships and aircraft of a side in an area (that of the combat at hand) that are at war with somebody there."""
    w = s.world
    area = s.sea if area < 0 else area
    mine = afloat(s, area, side)
    if not mine:
        return []
    foes = union(w.party[u] for u in afloat(s, area, 1 - side)) | union(owners(s, area, 1 - side))
    return [u for u in mine if s.wars[w.party[u]] & foes]


def can_fight(s: State, area: int, side: int) -> bool:
    """Whether a side has anything in a sea area that is at war with what the enemy has there. Case base.search."""
    return bool(present(s, side, area))


def sections(s: State, side: int) -> dict[int, list[int]]:
    """A side's ships and aircraft at war in the area, by section."""
    out: dict[int, list[int]] = {}
    for u in present(s, side):
        out.setdefault(section_of(s.where[u]), []).append(u)
    return out


def sky(s: State) -> int:
    """The weather over the area, or over the struck port."""
    if s.port >= 0:
        return weather_at(s, s.port)
    return s.weather[s.world.lands.seas.zone[s.sea]]


def search_number(s: State, side: int, section: int) -> int:
    """The highest roll with which a side's section finds the enemy: its number plus 1, 1 more in fine weather, 1 less in rain or snow, 3
    less in storm or blizzard, 1 more for nine enemy ships; leaders add for those they may help.

    Cases base.search, ability.91, ability.93."""
    weather = sky(s)
    number = section + 1 + (1 if weather == FINE else -1 if weather in WET else -3 if weather in FOUL else 0)
    if sum(s.world.is_ship(u) for u in present(s, 1 - side)) >= MANY:
        number += 1
    units = sections(s, side).get(section, [])
    for leader, row in in_use(s, "search.number"):
        if (
            s.world.side[leader] == side
            and is_here(s, leader)
            and any(helps(s, leader, u, row) for u in units)
        ):
            number += row.give
    return number


def is_here(s: State, leader: int) -> bool:
    """Whether a leader is in the area of the combat at hand."""
    return is_sea(s.where[leader]) and area_of(s.where[leader]) == s.sea


def finders(s: State, side: int, roll: int) -> set[int]:
    """The sections of a side that find with a roll."""
    return {section for section in sections(s, side) if search_number(s, side, section) >= roll}


def true_roll(s: State, side: int, die: int) -> int:
    """A search roll as it counts: one less for each leader who lowers it, and 10 if the section of one of them is then not among
    those that find. Cases ability.100, 3.2k. RULING ability-100-sign."""
    leaders = [u for u, _ in in_use(s, "search.die") if s.world.side[u] == side and is_here(s, u)]
    if not leaders:
        return die
    lower = die - len(leaders)
    found = finders(s, side, lower)
    return lower if all(section_of(s.where[u]) in found for u in leaders) else MISSED


def contact(s: State) -> bool:
    """Who is included after both rolls: a side's sections that find, and what they find in sections no higher than their highest;
    submarines only by their own search, or by a roll of 1. Whether there is any combat. Cases base.search, ability.117."""
    w = s.world
    s.engaged, s.escorted = 0, [0, 0]
    found = [finders(s, side, s.rolls[side]) for side in (0, 1)]
    for side in (0, 1):
        if not found[side]:
            continue
        mine, theirs = sections(s, side), sections(s, 1 - side)
        top = max(found[side])
        for section in found[side]:
            _include(s, mine[section])
        if 0 in found[side]:
            s.escorted[side] = 1
        for section, units in theirs.items():
            if section <= top:
                seen = [u for u in units if w.kind[u] != SUB or s.rolls[side] <= 1]
                _include(s, seen)
        s.escorted[1 - side] = 1
    for side in (0, 1):
        hunt(s, side)
    s.escorted = [int(on and convoys_in(s, s.sea, side) > 0) for side, on in enumerate(s.escorted)]
    met = [any(w.side[u] == side for u in bits(s.engaged)) for side in (0, 1)]
    return all(met[side] or s.escorted[side] for side in (0, 1))


def _include(s: State, units: list[int]) -> None:
    for u in units:
        s.engaged |= 1 << u


def hunt(s: State, side: int) -> None:
    """A leader with a carrier hunts submarines in fine weather: his section's search with 2 more finds them all.

    Case ability.117. RULING ability-117-sign."""
    w = s.world
    for leader, _ in in_use(s, "hunt.subs"):
        if w.side[leader] != side or not is_here(s, leader):
            continue
        section = section_of(s.where[leader])
        if search_number(s, side, section) + FAR_SIGHT >= s.rolls[side]:
            prey = [u for u in present(s, 1 - side) if w.kind[u] == SUB]
            if prey:
                _include(s, prey)
                _include(s, sections(s, side).get(section, []))


def included(s: State, side: int) -> list[int]:
    """The ships of a side in the combat at hand: those that met at sea, or those in the port under attack."""
    w = s.world
    if s.port >= 0:
        return [u for u in s.stack.get(s.port, ()) if w.is_ship(u) and w.side[u] == side]
    return [u for u in bits(s.engaged) if w.side[u] == side and w.is_ship(u) and is_sea(s.where[u])]


def ships_above(s: State, side: int) -> list[int]:
    """The included ships that are not submarines."""
    return [u for u in included(s, side) if s.world.kind[u] != SUB or s.port >= 0]


def subs(s: State, side: int) -> list[int]:
    """The included submarines."""
    return [u for u in included(s, side) if s.world.kind[u] == SUB]


def top_section(s: State, side: int) -> int:
    """The highest section of a side that is included."""
    return max((section_of(s.where[u]) for u in bits(s.engaged) if s.world.side[u] == side), default=0)


def reckon_surprise(s: State) -> None:
    """Surprise points: a side's highest section and the enemy's roll, less the enemy's highest section and its own roll.

    Case base.surprise_points."""
    lead = (top_section(s, 0) + s.rolls[1]) - (top_section(s, 1) + s.rolls[0])
    s.guile = [max(0, lead), max(0, -lead)]


def in_fight(s: State, leader: int) -> bool:
    """Whether a leader's section is included in the combat at hand. RULING naval-choice-reach."""
    if s.port >= 0:
        return leader in s.riders
    if not is_here(s, leader):
        return False
    mine = s.world.side[leader]
    return any(s.where[u] == s.where[leader] and s.world.side[u] == mine for u in bits(s.engaged))
