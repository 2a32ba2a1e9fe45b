"""The front line: where it runs, how gaps close, where beaten forces go. And the routes from the Pools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.last_war.data import ALLIES, AXIS, BOMBERS, GARRISONS, MEN, POWERS, code, in_period, kept
from hexfront.games.last_war.events import GapFilled, HexAbandoned, HexTaken
from hexfront.games.last_war.state import (
    NOBODY,
    LastWarState,
    add,
    builders,
    count_ground,
    garrison_holds,
    give,
    hold,
    in_pool,
    is_in_war,
    lose,
    manpower,
    move_all,
    open_land,
    period,
    points,
    power_at,
    shift_points,
    show,
    side_held,
    to_pool,
    write_off,
)
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Seat, with_more, without

if TYPE_CHECKING:
    from hexfront.games.last_war.data import LastWarWorld


def lines(s: LastWarState) -> tuple[HexSet, HexSet]:
    """The front line of each side: its hexes next to enemy ground, or to open ground that both sides touch.

    Sides that are all sea part the lines. Drawn this way a line is a row of neighbours wherever it runs. RULING front-c.
    Cases front-line.contiguous and front-line.china-shown.
    """
    return lines_between(s.world, side_held(s, AXIS), side_held(s, ALLIES), open_land(s))


def lines_between(w: LastWarWorld, axis: HexSet, allies: HexSet, free: HexSet) -> tuple[HexSet, HexSet]:
    """The front line of each side, if they held this ground and this lay open."""
    if not free:
        return axis & w.beside(allies), allies & w.beside(axis)
    key = axis, allies, free
    found = w.fronts.get(key)
    if found is None:
        touched = w.overland(w.beside(axis) & free, free)
        between = w.overland(w.beside(allies) & touched, free)
        found = kept(w.fronts, key, (axis & w.beside(allies | between), allies & w.beside(axis | between)))
    return found


def redraw(s: LastWarState) -> None:
    """Draw the lines and the routes anew after hexes have changed hands."""
    count_ground(s)
    s.line = lines(s)
    trace_routes(s)


def trace_routes(s: LastWarState) -> None:
    """What each power's Pool reaches: overland from home without limit, or by sea to a port and on from there.
    Cases pool.home, pool.overland and pool.overseas."""
    w = s.world
    closed = closed_seas(s)
    reach, shores = [0] * len(w.powers), [0] * len(w.powers)
    for side in (AXIS, ALLIES):
        key = side, s.ground[side], closed[side]
        found = w.traced.get(key)
        if found is None:
            found = kept(w.traced, key, routes(s, side, closed[side]))
        for n, overland, overseas in found:
            reach[n], shores[n] = overland, overseas
    s.reach, s.shores = tuple(reach), tuple(shores)


def routes(s: LastWarState, side: int, closed: tuple[bool, ...]) -> tuple[tuple[int, HexSet, HexSet], ...]:
    """Each power of a side with what its Pool reaches overland, and what by sea with these areas closed. Cases
    pool.home, pool.overland and pool.overseas."""
    w, ground = s.world, s.ground[side]
    out = []
    inland: dict[HexSet, HexSet] = {}  # allies use the same ports
    for n in w.of_side[side]:
        overland = w.overland(w.home[n] & ground, ground)
        ports = sea_ports(s, n, closed)
        if ports not in inland:
            inland[ports] = w.overland(ports, ground)
        out.append((n, overland, inland[ports] & ~overland))
    return tuple(out)


def sea_strength(s: LastWarState, area: int, side: int) -> int:
    """Naval points of a side in a sea area, with bombers that fly for its Navy. Case bombing.role-naval."""
    total, base = 0, area * POWERS
    for n in s.world.of_side[side]:
        total += s.fleet[base + n] + s.navy_air[base + n]
    return total


def controls_sea(s: LastWarState, area: int, side: int) -> bool:
    """RULING naval-a: more than twice the enemy's strength controls a sea area. Case pool.navy."""
    own, foe = sea_strength(s, area, side), sea_strength(s, area, 1 - side)
    return own > 2 * foe


def closed_seas(s: LastWarState) -> tuple[tuple[bool, ...], ...]:
    """For each side and sea area, whether the enemy controls it. Case pool.navy."""
    w = s.world
    key = *s.fleet, *s.navy_air
    found = w.closed_seas.get(key)
    if found is None:
        areas = range(len(w.areas))
        closed = tuple(tuple(controls_sea(s, area, 1 - side) for area in areas) for side in (AXIS, ALLIES))
        found = kept(w.closed_seas, key, closed)
    return found


def sea_ports(s: LastWarState, power: int, closed: tuple[bool, ...]) -> HexSet:
    """Ports that a merchant route of a power reaches through areas not closed by the enemy's control of them. Cases
    pool.overseas and pool.navy."""
    w = s.world
    key = power, closed
    ports = w.sea_gates.get(key)
    if ports is None:
        seen: list[int] = []
        todo = list(w.home_areas[power])
        ports = 0
        while todo:
            area = todo.pop()
            if area not in seen and not closed[area]:
                seen.append(area)
                ports |= w.area_ports[area]
                todo += w.area_links[area]
        kept(w.sea_gates, key, ports)
    return ports & side_held(s, w.side_of[power])


def safe_shores(s: LastWarState, power: int) -> HexSet:
    """What convoys of a power reach through waters that its side controls all the way. RULING naval-c. Case
    pool.overseas."""
    w = s.world
    side = w.side_of[power]
    open_sea = tuple(not controls_sea(s, area, side) for area in range(len(w.areas)))
    return w.overland(sea_ports(s, power, open_sea), side_held(s, side))


# --- gaps


def gaps(s: LastWarState, side: int) -> HexSet:
    """Hexes of a side's line with nobody to hold them. Cases front-line.manpower-in-each and
    front-line.china-empty."""
    w, no_men = s.world, s.at.keys().isdisjoint
    out, men = 0, w.men_keys[side]
    for i in bits(s.line[side] & ~w.china):
        if no_men(men[i]) and not garrison_holds(s, i, side):
            out |= 1 << i
    return out


def mend(s: LastWarState, beaten: HexSet = 0) -> None:
    """Draw the line, and give Men to every new marker of it until there is no gap, except a hex whose defenders have
    just been beaten out of it. RULING front-d. Case front-line.gap-filled."""
    redraw(s)
    while open_now := [(side, i) for side in (AXIS, ALLIES) for i in bits(gaps(s, side) & ~beaten)]:
        abandoned = False
        for side, i in open_now:
            if not fill(s, i, side):
                abandon(s, i, side)
                abandoned = True
        if not abandoned:
            break
        redraw(s)
    show(s)


def fill(s: LastWarState, i: Hex, side: int) -> bool:
    """One point of Men for a gap: from its holder's Pool, the nearest hex that can spare one, an ally's Pool, or next
    turn's draft. Case front-line.gap-filled."""
    w = s.world
    holder = power_at(s, i)
    if in_pool(s, holder, MEN) and (s.reach[holder] | s.shores[holder]) >> i & 1:  # RULING front-b
        give(s, holder, MEN, -1)
        add(s, i, holder, MEN)
        s.emit(GapFilled(holder, i))
        return True
    best = nearest_spare(s, i, side)
    if best != NOBODY:
        giver = max(w.of_side[side], key=lambda n: (points(s, best, n, MEN), n == holder))
        shift_points(s, best, i, giver, MEN, 1)
        s.emit(GapFilled(giver, i))
        return True
    for n in w.of_side[side]:
        if in_pool(s, n, MEN) and is_in_war(s, n) and (s.reach[n] | s.shores[n]) >> i & 1:
            give(s, n, MEN, -1)
            add(s, i, n, MEN)
            s.emit(GapFilled(n, i))
            return True
    return call_up(s, i, holder)


def nearest_spare(s: LastWarState, i: Hex, side: int) -> Hex:
    """The nearest hex over the side's own ground that can spare a Man; among equals, the one with most Men. Case
    front-line.gap-filled."""
    w = s.world
    seen = fresh = 1 << i
    while fresh:
        fresh = w.beside(fresh) & side_held(s, side) & ~seen
        seen |= fresh
        able = [j for j in bits(fresh) if spare_men(s, j, side) > 0]
        if able:
            return max(able, key=lambda j: (spare_men(s, j, side), -j))
    return NOBODY


def draft(s: LastWarState, power: int) -> int:
    """Men that a power drafts in a turn of this period."""
    if not is_in_war(s, power):
        return 0
    return in_period(s.world.powers[power].production.get("men", ()), period(s))


def recruits(s: LastWarState, power: int) -> int:
    """Men of next turn's draft that can still be called up early. RULING front-a."""
    return draft(s, power) - s.levy[power]


def call_up(s: LastWarState, i: Hex, power: int) -> bool:
    """A Man of next turn's draft goes to the line at once, while there is one left to call up. Where a road from home
    leads to the hex, later drafts pay for him, an ally's where the holder drafts nobody: the line there never has a gap.
    RULING front-a. Case front-line.gap-filled."""
    if recruits(s, power) <= 0:
        allies = s.world.of_side[s.world.side_of[power]]
        able = [n for n in (power, *allies) if s.reach[n] >> i & 1 and draft(s, n)]
        if not able:
            return False
        power = able[0]
    s.levy = with_more(s.levy, power, 1)
    add(s, i, power, MEN)
    s.emit(GapFilled(power, i))
    return True


def spare_men(s: LastWarState, i: Hex, side: int) -> int:
    """Men that can leave a hex without opening a gap or ending a Security Zone there. RULING zone-a. Cases
    front-line.manpower-in-each and security.zone-cost."""
    needs = i in s.zones or (
        s.line[side] >> i & 1 and not s.world.china >> i & 1 and not garrison_holds(s, i, side)
    )
    return manpower(s, i, side) - (1 if needs else 0)


def keeper(s: LastWarState, i: Hex, side: int) -> Seat:
    """Whose Man holds a hex of the line while teams decide in secret: its holder's, or an ally's where the holder has
    none there. RULING front-e."""
    w = s.world
    holder = power_at(s, i)
    for n in (holder, *w.of_side[side]):
        if s.shown.get(code(i, n, MEN), 0):
            return w.seat_of[n]
    return w.seat_of[holder]


def free_men(s: LastWarState, i: Hex, side: int, seat: Seat) -> int:
    """Men that a team can take from a hex without knowing what its allies do in the same step. The last Man of a
    Security Zone may go: the zone ends. Cases front-line.manpower-in-each and security.zone-cost."""
    w = s.world
    have, base, own = s.at.get, i * POWERS * 6, 0
    for n in w.powers_of[seat]:
        own += have(base + n * 6, 0)
    needs = s.line[side] >> i & 1 and not w.china >> i & 1
    return own - (1 if needs and keeper(s, i, side) == seat else 0)


def bare_hexes(s: LastWarState, seat: Seat) -> HexSet:
    """Hexes of a team's own line without Men, as far as it can see: allies' Men as they stood when the step began.
    Case sequence.2-minimum-first."""
    w = s.world
    side = w.seat_side[seat]
    mine = 0
    for n in w.powers_of[seat]:
        mine |= s.held[n]
    out, wide = 0, POWERS * 6
    own, shown = w.sight[seat]
    at, seen = s.at, s.shown
    for i in bits(s.line[side] & mine & ~w.china):
        base = i * wide
        for offset in own:
            if base + offset in at:
                break
        else:
            if not any(base + offset in seen for offset in shown):
                out |= 1 << i
    return out


def abandon(s: LastWarState, i: Hex, side: int) -> None:
    """RULING front-a: a hex that nobody can man is given up, and the line falls back. Case front-line.gap-filled."""
    holder = power_at(s, i)
    fall_back(s, i, side)
    hold(s, i, NOBODY)
    s.emit(HexAbandoned(holder, i))


# --- going back, going forward


def rear(s: LastWarState, i: Hex, side: int, beyond: Hex = NOBODY) -> list[Hex]:
    """Hexes of a side's own to fall back into: first those off the line, then those with the fewest Men."""
    w = s.world
    own = side_held(s, side)
    found = [j for j in w.land_near[i] if own >> j & 1 and j != beyond]
    return sorted(found, key=lambda j: (bool(s.line[side] >> j & 1), manpower(s, j, side), j))


def fall_back(s: LastWarState, i: Hex, side: int, beyond: Hex = NOBODY) -> None:
    """What a side has in a hex goes one hex back, or is lost if there is nowhere to go. Men are spread over hexes
    that now lie in front. RULING combat-a. Cases terrain.open-red, bombing.base-needed."""
    w = s.world
    places = rear(s, i, side, beyond)
    for j in w.near(i):  # who was building there goes with the rest. Case fort.release.
        if i * w.top + j in s.works:
            builder, men = builders(s.works[i * w.top + j])
            s.works = without(s.works, i * w.top + j)
            add(s, i, builder, MEN, men)
    for n in w.of_side[side]:  # what cannot move is lost with the hex. Case resources.garrison-attack.
        static = points(s, i, n, GARRISONS)
        if static:
            lose(s, i, n, GARRISONS, static)
        flown = points(s, i, n, BOMBERS)  # RULING bombing-a: from a lost base they fly home
        if flown:
            add(s, i, n, BOMBERS, -flown)
            give(s, n, BOMBERS, flown)
    if not places:
        if any(s.reach[n] >> i & 1 for n in w.of_side[side]):
            to_pool(s, i, side)
        write_off(s, i, side)
        return
    for j in places[1:]:
        if manpower(s, j, side) == 0 and manpower(s, i, side) > 1:
            giver = next(n for n in w.of_side[side] if points(s, i, n, MEN))
            shift_points(s, i, j, giver, MEN, 1)
    move_all(s, i, places[0], side)


def take_hex(s: LastWarState, i: Hex, power: int, rule: str) -> None:
    """A power's line moves into a hex; what the enemy has there must have gone."""
    hold(s, i, power)
    s.emit(HexTaken(power, i, rule))
