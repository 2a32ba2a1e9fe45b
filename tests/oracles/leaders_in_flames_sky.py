"""Leaders in Flames: a slow, plain second reading of who can fly, where to and against whom, and what bombs and guns are worth.

Written from the base cases and their sentences, on labels and words; the map is that of the other readings. Who is in supply and whose
ground a hex is are taken as given: other readings are about that.
"""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from . import leaders_in_flames as land

FIELDS = (set(land.MAP["features"]["city"]) | set(land.MAP["features"]["port"])) & land.LAND
GREAT = {
    h
    for name in ("capital", "factory", "blue_factory", "major_port")
    for h in land.MAP["features"].get(name, ())
} & land.LAND
CLOSE = {h for h in land.LAND if land.TERRAIN[h] in ("forest", "jungle", "swamp", "mountain")} | land.CITIES
FOUL, WET = ("storm", "blizzard"), ("rain", "snow")


class Plane(NamedTuple):
    """An aircraft; `at` is empty off the map, `over` the hex it patrols."""

    name: str
    side: str
    kind: str
    at: str
    down: bool
    flown: bool
    fed: bool
    tactical: int
    strategic: int
    turns: int
    range: int
    over: str


class Ground(NamedTuple):
    """A counter on the ground: a unit, an HQ, a leader or guns with a rating."""

    name: str
    side: str
    what: str
    at: str
    down: bool
    rating: int


class Sky(NamedTuple):
    """A position in the air war."""

    planes: tuple[Plane, ...]
    counters: tuple[Ground, ...]
    holder: dict[str, str]
    weather: dict[str, str]
    active: str
    surprised: str
    missions: tuple[int, int]  # allowed (-1 without limit) and flown
    raided: frozenset[str]
    works: dict[str, tuple[str, int]]  # factory hexes: whose they are, and how many work
    first: frozenset[str]  # factory hexes, working or not
    roles: dict[str, str]  # aircraft over the hex at hand: fights, bombs, through
    hex: str
    mission: str


@cache
def far(start: str) -> dict[str, int]:
    """How far every hex of the map is, over land and sea."""
    found, queue = {start: 0}, deque([start])
    while queue:
        h = queue.popleft()
        for n in land.near(h):
            if n not in found:
                found[n] = found[h] + 1
                queue.append(n)
    return found


def within(start: str, h: str, reach: int) -> bool:
    """Whether a flight reaches a hex."""
    return far(start).get(h, 999) <= reach


def other(side: str) -> str:
    return "allies" if side == "axis" else "axis"


@cache
def zone(h: str) -> str:
    """The weather zone of a hex."""
    return next(name for name in land.ZONES if h in land.MAP["regions"].get(f"weather_{name}", ()))


def closed(sky: Sky, plane: Plane, h: str) -> bool:
    """Storm or blizzard at its base or over the hex."""
    return any(sky.weather[zone(x)] in FOUL for x in (plane.at, h))


def worth(sky: Sky, factor: int, h: str) -> int:
    """A factor over a hex, in halves."""
    return factor if sky.weather[zone(h)] in WET else 2 * factor


def ready(sky: Sky, side: str, plane: Plane, fed: bool = True) -> bool:
    """Whether it can take off."""
    own = plane.side == side and plane.at != ""
    fresh = not plane.down and not plane.flown and plane.name not in sky.roles and not plane.over
    return own and fresh and (plane.fed or not fed)


def mission_left(sky: Sky, side: str) -> bool:
    """Whether a further mission can be flown."""
    allowed, flown = sky.missions
    return side != sky.active or allowed < 0 or flown < allowed


def can(plane: Plane, mission: str) -> bool:
    """Whether an aircraft has what a mission asks for."""
    if mission == "raid":
        return plane.strategic > 0
    if mission == "carpet":
        return plane.strategic > 0 and plane.turns >= 4
    return plane.tactical > 0


def held(sky: Sky, side: str) -> set[str]:
    """Hexes with any counter of a side."""
    counters = {c.at for c in sky.counters if c.side == side}
    return counters | {p.at for p in sky.planes if p.side == side and p.at}


def targets(sky: Sky, plane: Plane, mission: str) -> set[str]:
    """Hexes an aircraft can lead a mission against."""
    enemy = other(plane.side)
    if mission == "raid":
        some = {h for h, (side, count) in sky.works.items() if side == enemy and count > 0}
    else:
        some = held(sky, enemy)
    return {
        h
        for h in some
        if within(plane.at, h, plane.range) and h not in sky.raided and not closed(sky, plane, h)
    }


def leads(sky: Sky, side: str, plane: Plane, mission: str) -> bool:
    """Whether it can open a mission."""
    return (
        ready(sky, side, plane)
        and can(plane, mission)
        and bool(targets(sky, plane, mission))
        and mission_left(sky, side)
    )


def joins(sky: Sky, side: str, plane: Plane, role: str, against: bool) -> bool:
    """Whether it can fly along in the mission at hand, or rise against it."""
    if not ready(sky, side, plane) or closed(sky, plane, sky.hex):
        return False
    fighter = plane.kind == "FTR"
    asleep = sky.surprised == side
    if against:
        enemies = any(p.side != side for p in sky.planes if p.name in sky.roles)
        reach = max(1, plane.range // 2)
        return (
            role == "fights"
            and fighter
            and enemies
            and (not asleep or plane.at == sky.hex)
            and within(plane.at, sky.hex, reach)
        )
    if not within(plane.at, sky.hex, plane.range):
        return False
    if role == "fights":
        bombers = any(p.side == side and sky.roles.get(p.name) == "bombs" for p in sky.planes)
        return fighter and bombers
    return role == "bombs" and can(plane, sky.mission) and not asleep and mission_left(sky, side)


def beats(sky: Sky, plane: Plane) -> set[str]:
    """Hexes a fighter can patrol."""
    some = held(sky, "axis") | held(sky, "allies") | land.CITIES
    reach = max(1, plane.range // 2)
    return {h for h in some if within(plane.at, h, reach) and not closed(sky, plane, h)}


def patrols(sky: Sky, side: str, plane: Plane) -> bool:
    """Whether it can patrol."""
    fit = ready(sky, side, plane) and plane.kind == "FTR"
    return fit and side != sky.active and sky.surprised != side and bool(beats(sky, plane))


def patrols_asked(sky: Sky, side: str) -> bool:
    """Whether a side is asked: it has a fighter for it, and the enemy a bomber that could come."""
    enemy = other(side)
    allowed = sky.missions[0]
    bombers = any(
        p.side == enemy and p.at and not p.down and p.tactical > 0 and (enemy != sky.active or allowed)
        for p in sky.planes
    )
    return bombers and any(patrols(sky, side, p) for p in sky.planes)


def room(sky: Sky, side: str, h: str) -> bool:
    """Whether another aircraft can land in a hex."""
    here = sum(p.side == side and p.at == h for p in sky.planes)
    hq = any(c.what == "hq" and c.side == side and c.at == h for c in sky.counters)
    return here < (3 if h in land.CITIES or hq else 2)


def airfields(sky: Sky, plane: Plane, start: str, reach: int) -> set[str]:
    """Hexes in which a flight can end."""
    troops = {c.at for c in sky.counters if c.side == plane.side and c.what in ("unit", "hq", "guns")}
    out = set()
    for h, distance in far(start).items():
        if (
            h not in land.LAND
            or sky.holder.get(h) != plane.side
            or h in held(sky, other(plane.side))
            or distance > reach
        ):
            continue
        fits = distance <= 6 and (h in troops or h in FIELDS)
        fits = fits or (distance <= 12 and h in FIELDS) or h in GREAT
        if fits and (h == plane.at or room(sky, plane.side, h)):
            out.add(h)
    return out


def rebases(sky: Sky, side: str, plane: Plane, passed: bool) -> bool:
    """Whether it can change its base."""
    goals = airfields(sky, plane, plane.at, 2 * plane.range) - {plane.at} if plane.at else set()
    return ready(sky, side, plane, fed=False) and bool(goals) and (passed or mission_left(sky, side))


# --- bombs and guns


def flak(sky: Sky, h: str, side: str) -> int:
    """What the guns of a hex are rated."""
    guns = sum(
        c.rating for c in sky.counters if c.what == "guns" and c.side == side and c.at == h and not c.down
    )
    return guns + (h in sky.first and sky.holder.get(h) == side)


def struck(sky: Sky, h: str, side: str) -> set[str]:
    """What a strike can hit."""
    units = {
        c.name for c in sky.counters if c.side == side and c.at == h and (c.what == "leader" or not c.down)
    }
    return units | {p.name for p in sky.planes if p.side == side and p.at == h and not p.down and not p.over}


def through(sky: Sky, side: str) -> list[Plane]:
    """Bombers that got through."""
    return [p for p in sky.planes if p.side == side and sky.roles.get(p.name) == "through"]


def raid_factors(sky: Sky, side: str, night: bool) -> int:
    """Strategic factors that count."""
    total = sum(worth(sky, p.strategic, sky.hex) for p in through(sky, side))
    return total // 4 if night else total // 2


def strike_factors(sky: Sky, side: str) -> int:
    """Tactical factors that count, in halves."""
    return sum(worth(sky, p.tactical, sky.hex) for p in through(sky, side))


def support(own: Fraction, guns: Fraction, aid: int) -> Fraction:
    """What guns and aircraft (in halves) add to units: no more than these have."""
    return min(own, min(own, guns) + Fraction(aid, 2))
