"""What must be true of every position."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from operator import xor

from hexfront.games.leaders_in_flames.air.planes import ROOM
from hexfront.games.leaders_in_flames.kinds import BOXES, CUP, CV, CVP, DEAD, SEA, SKY
from hexfront.games.leaders_in_flames.land.zones import excess, stack_giver
from hexfront.games.leaders_in_flames.sea.fleets import carrier_of, place_of, ships_at
from hexfront.games.leaders_in_flames.sea.waters import is_sea
from hexfront.games.leaders_in_flames.state import State, spot
from hexfront.hexes import HexSet, bits, union
from hexfront.wargame import stack_faults


def faults(s: State) -> Iterator[str]:
    """Everything that is wrong with a position, in words. Case 3.3q."""
    w = s.world
    yield from stack_faults(s, BOXES)
    taken = 0
    for power, hexes in enumerate(s.control):
        if taken & hexes:
            yield f"{w.parties[power].nation} shares control of a hex."
        taken |= hexes
    yield from land_faults(s)
    yield from air_faults(s)
    if min(s.veto) < 0 or min(s.points) < 0 or min(s.chits) < 0:
        yield "Veto points, build points or chits are overdrawn."
    yield from sea_faults(s)
    if s.down & ~union([u for u, h in enumerate(s.where) if h >= 0 or h <= SEA]):
        yield "A counter beside the map is face-down."
    if s.stamp != stamp_of(s):
        yield "The stamp of the ground does not match the position."
    for party, enemies in enumerate(s.wars):
        if any(not s.wars[other] >> party & 1 for other in bits(enemies)):
            yield f"{w.parties[party].nation} is at war with somebody who is not at war with it."


def land_faults(s: State) -> Iterator[str]:
    """What is wrong with stacks on the map. Cases 3.1a, 3.3q, ability.48."""
    w = s.world
    for side in (0, 1):
        troops = union([h for h in bits(s.held[side]) if any(w.is_troop(u) for u in s.stack[h])])
        if troops != s.troops[side]:
            yield "The hexes with land units are wrong."
        for h in bits(s.troops[side]):
            over = (
                0 if s.group or s.target >= 0 else excess(s, s.stack[h])
            )  # cut down once the move or battle is over
            if over > 1 or (over and stack_giver(s, side, h) < 0):
                yield f"Too many units stand at {w.label(h)}."
    for u in range(w.first_leader):
        if s.where[u] in (CUP, DEAD):
            yield f"{w.name(u)} is no leader and lies with them."


def air_faults(s: State) -> Iterator[str]:
    """What is wrong with aircraft and pilots."""
    w = s.world
    for side in (0, 1):
        for h in bits(s.held[side]):
            if sum(w.is_plane(u) for u in s.stack[h]) > ROOM + 1:
                yield f"Too many aircraft stand at {w.label(h)}."
    if any(s.where[u] < 0 for u in s.patrol) or any(not w.is_plane(u) for u in bits(s.flown)):
        yield "An aircraft flies that is not on the map."
    if any(not w.is_plane(u) for u in s.wing) or any(
        plane not in s.wing for plane in s.riders.values() if s.mission >= 0
    ):
        yield "Somebody is in the air who cannot be."
    if min(s.pilots) < 0:
        yield "There are fewer pilots than none."


def stamp_of(s: State) -> int:
    """The stamp worked out afresh."""
    out = 0
    for u in range(s.world.first_leader):
        if s.where[u] >= 0:
            out ^= known_spot(u, s.where[u] + 1)
    for party, hexes in enumerate(s.control):
        out ^= ground_stamp(party, hexes)
    return out


known_spot = lru_cache(1 << 16)(spot)


@lru_cache(1 << 12)
def ground_stamp(party: int, hexes: HexSet) -> int:
    """What the hexes of a party add to the stamp."""
    return reduce(xor, (known_spot(-1 - party, h) for h in bits(hexes)), 0)


def sea_faults(s: State) -> Iterator[str]:
    """What is wrong at sea: cargo without a ship, leaders afloat alone, pairs that have parted. Cases 3.1j, base.carry."""
    w = s.world
    for u, place in enumerate(s.where):
        if place > SEA:
            continue  # neither at sea nor aboard
        ship = carrier_of(s, u)
        shot_down = ship in s.flights  # its leaders are rescued when the combat is over
        if ship >= 0 and not (
            s.where[ship] >= 0 or s.where[ship] == SKY or is_sea(s.where[ship]) or shot_down
        ):
            yield f"{w.name(u)} is aboard a ship that is not there."
        if is_sea(place) and w.is_troop(u):
            yield f"{w.name(u)} is in a sea area and on no ship."
        if is_sea(place) and w.is_leader(u) and not ships_at(s, place, w.side[u]):
            yield f"{w.name(u)} is at sea without a ship."
    for u in (u for planes in w.planes_of for u in planes):
        place = s.where[u]
        if w.kind[u] == CVP and (place >= 0 or is_sea(place)):
            yield f"{w.name(u)} is off its carrier."
        if u in s.nests and not is_sea(place):
            yield f"{w.name(u)} has a base to go home to and is not at sea."
        if w.kind[u] == CVP and (ship := carrier_of(s, u)) >= 0 and w.kind[ship] != CV:
            yield f"{w.name(u)} is aboard {w.name(ship)}, which has no deck."
    for u, mate in s.pairs.items():
        if carrier_of(s, u) < 0 or s.where[mate] != place_of(s, u):
            yield f"{w.name(u)} is carried by ships that have parted."
