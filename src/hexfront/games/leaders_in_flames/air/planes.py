"""Aircraft: how far they fly, in which weather, where they can land, and which of them can fly now."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.board import RANGE_COST
from hexfront.games.leaders_in_flames.chairs import seat_violation
from hexfront.games.leaders_in_flames.kinds import BLIZZARD, FOUL, FTR, MISSIONS, SNOW, WET
from hexfront.games.leaders_in_flames.land.supply import is_supplied
from hexfront.games.leaders_in_flames.leaders.asks import may_for
from hexfront.games.leaders_in_flames.limits import limit_violation
from hexfront.games.leaders_in_flames.politics.abroad import visitable
from hexfront.games.leaders_in_flames.politics.parties import hexes_of
from hexfront.games.leaders_in_flames.state import State, is_down, weather_at
from hexfront.games.leaders_in_flames.world import World
from hexfront.hexes import Hex, HexSet, bits, union
from hexfront.kernel import Violation

ROOM = 2
"""Aircraft of a side in a hex; one more with a city or an HQ."""
STRIP, FIELD = 6, 12
"""The longest flight, in European hexes, that ends at a hex with a land unit, and at a city or port; a longer one ends at a
capital, factory city or major port."""


# --- range


def flight(w: World, h: Hex, reach: int) -> HexSet:
    """The hexes within this many European hexes on the same sheet: missions do not cross a seam. Case base.air."""
    cost = RANGE_COST[w.lands.sheet[h]]
    kept = w.cache("flight")
    found: HexSet | None = kept.get((h, reach // cost))
    if found is None:  # for speed: what was worked out is kept
        here = next(hexes for hexes in w.grid.sheet_sets if hexes >> h & 1)
        found = kept[h, reach // cost] = w.disc(h, reach // cost) & here
    return found


def range_of(s: State, u: int) -> HexSet:
    """The hexes an aircraft can fly to from its base."""
    return flight(s.world, s.where[u], s.world.plane(u).range)


def intercept_range(s: State, u: int) -> HexSet:
    """The hexes in which a fighter can intercept or patrol: half its range, rounded down, 1 at least, the whole of it by a
    leader's leave. Cases base.intercept, ability.74."""
    full = s.world.plane(u).range
    return flight(s.world, s.where[u], full if may_for(s, "intercept.full", u) else max(1, full // 2))


# --- weather


def weather_for(s: State, u: int, h: Hex) -> int:
    """The weather an aircraft meets in a hex: blizzard counts as snow if a leader allows it. Case ability.85."""
    found = weather_at(s, h)
    return SNOW if found == BLIZZARD and may_for(s, "fly.blizzard", u) else found


def is_closed(s: State, u: int, h: Hex) -> bool:
    """Whether storm or blizzard, at its base or over the hex, keeps an aircraft on the ground. Case base.sky."""
    return weather_for(s, u, s.where[u]) in FOUL or weather_for(s, u, h) in FOUL


def halves(s: State, u: int, factor: int, h: Hex) -> int:
    """What an aircraft's factor against ground, sea or factories is worth over a hex, in halves: half in rain and snow.

    Case base.sky."""
    return factor if weather_for(s, u, h) in WET else 2 * factor


# --- who can fly


def plane_violation(s: State, side: int, u: int, fed: bool = True) -> Violation | None:
    """Why an aircraft cannot take off: it must stand on the map face-up and in supply, and not have flown in this impulse.

    Cases base.air, 1c."""
    w = s.world
    if not w.is_unit(u) or not w.is_plane(u) or w.side[u] != side or s.where[u] < 0:
        return Violation("base.air", "Only an aircraft of your own on the map can fly.")
    if (refused := seat_violation(s, u)) is not None:
        return refused
    at = w.label(s.where[u])
    if is_down(s, u):
        return Violation("base.air", f"{w.name(u)} is face-down.", at)
    if s.flown >> u & 1 or u in s.wing or u in s.patrol:
        return Violation("base.air", f"{w.name(u)} has already flown in this impulse.", at)
    if fed and not is_supplied(s, u):
        return Violation("base.air", f"{w.name(u)} is out of supply.", at)
    return None


def mission_violation(s: State, u: int) -> Violation | None:
    """Why no further mission can be flown: the action of its power. The other side's powers have no limit.

    Case base.action."""
    w = s.world
    if w.side[u] != s.side:
        return None
    return limit_violation(s, w.power[u], MISSIONS, "air missions")


def planes_on_map(s: State, side: int) -> list[int]:
    """The aircraft of a side that stand in hexes."""
    w = s.world
    return [u for u in w.planes_of[side] if s.where[u] >= 0]


def is_fighter(s: State, u: int) -> bool:
    """Whether an aircraft is a fighter, which escorts, patrols and intercepts."""
    return s.world.kind[u] == FTR


# --- bases


def planes_at(s: State, h: Hex) -> list[int]:
    """The aircraft that stand in a hex."""
    return [u for u in s.stack.get(h, ()) if s.world.is_plane(u)]


def has_room(s: State, side: int, h: Hex) -> bool:
    """Whether another aircraft of a side can land in a hex: two may, and one more with a city or an HQ. Case base.field."""
    w = s.world
    stack = s.stack.get(h, ())
    here = sum(w.is_plane(u) and w.side[u] == side for u in stack)
    more = bool(w.cities >> h & 1) or any(w.is_hq(u) and w.side[u] == side for u in stack)
    return here < ROOM + more


def airfields(s: State, u: int, start: Hex, reach: int, seams: bool = False) -> HexSet:
    """The hexes an aircraft can land in on a flight that starts in a hex and goes this far: ground of its side, free of enemies,
    with room, and with a land unit of its side or a city or port; a long flight needs the city or port, a very long one a
    capital, factory city or major port. Only a rebase crosses seams. Cases base.field, base.rebase, base.abroad."""
    w, side = s.world, s.world.side[u]
    camp = s.camps[w.party[u]]
    troops = hexes_of(s.forces, camp)

    def near(n: int) -> HexSet:
        n = min(n, reach)
        return w.lands.in_range(start, n) if seams else flight(w, start, n)

    some = (near(STRIP) & (troops | w.fields)) | (near(FIELD) & w.fields) | (near(reach) & w.great_fields)
    some &= w.area & ~s.held[1 - side]
    ours = hexes_of(s.control, camp)
    some &= ours | visitable(s, u, some & ~ours)
    where = s.where
    found = some & ~_filled(s, side)
    return found | union(h for h in bits(some & ~found) if h == where[u] or has_room(s, side, h))


def _filled(s: State, side: int) -> HexSet:
    """The hexes in which two aircraft of a side stand, or more: everywhere else there is room for one."""
    where = s.where
    once = filled = 0
    for u in s.world.planes_of[side]:
        h = where[u]
        if h >= 0:
            spot = 1 << h
            filled |= once & spot
            once |= spot
    return filled
