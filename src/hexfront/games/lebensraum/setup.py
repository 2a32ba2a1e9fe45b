"""Chapter 12, set-up: a new game, an empty one, and positions written down for tests and puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hexfront.games.lebensraum import kinds
from hexfront.games.lebensraum.data import Leader
from hexfront.games.lebensraum.state import State, appoint, begin_at, rezone
from hexfront.games.lebensraum.world import World
from hexfront.hexes import bits
from hexfront.kernel import Frame
from hexfront.wargame import place_counters, put, set_by_name, set_fields

BY_POWER = (
    "points", "held", "exert", "cut", "air", "air_left", "bombs", "partisans_left", "transport"
)  # fmt: skip
BY_HQ = ("hq_lost_on", "lost_run", "commanded", "air_hq")


def blank_state(w: World) -> State:
    """A state with every piece beside the map and the ground as it is held at the start. Cases 11.5b, 11.5c, 11.5d."""
    units, hqs, leaders, works = len(w.units), len(w.hqs), len(w.leaders), len(w.markers)
    lists: dict[str, Any] = {name: [0] * 3 for name in BY_POWER} | {name: [0] * hqs for name in BY_HQ}
    return State(
        world=w, turn=w.plan.first, weather=[kinds.CLEAR] * 3, control=list(w.start_control), neutral=[-1] * len(w.lands.neutrals),
        where=[kinds.GONE] * w.first_group + [kinds.SPARE] * len(w.groups), grade=[0] * units, weak=[0] * units, power=list(w.side),
        saved=[0] * 6, hq=[kinds.HQ_OUT] * hqs, chief=[-1] * hqs, post=[kinds.POOL] * leaders, due=[0] * leaders,
        staff=[-1] * len(w.staff), staff_chief=[-1] * len(w.staff), ship=[-1] * len(w.ships), mission=[0] * len(w.ships),
        works=[marker.hex for marker in w.markers], works_power=[marker.power for marker in w.markers],
        works_flags=[0] * works, works_due=[0] * works, front_won=[-1, -1], indicated=[0, 0], owed=[0, 0], needed=[0, 0], **lists,
    )  # fmt: skip


def set_up(w: World) -> State:
    """A scenario as it starts, its agenda still empty. Cases 12.1a, 12.1b, 12.1c, 12.2a, 12.2b, 12.3a, 12.4a, 12.4e, 13.0b."""
    s = blank_state(w)
    for u in range(w.first_group):
        begin_at(s, u)
        s.where[u] = _beside_the_map(w, u)
    # Neutrals stand where they are from the start.
    for u, h in (w.start_units | {u: h for u, h in w.late_units.items() if s.power[u] < 0}).items():
        put(s, u, h)
    for k, hq in enumerate(w.hqs):
        s.hq[k] = w.start_hqs.get(k, kinds.HQ_LATER if hq.turn or k in w.late_hqs else kinds.HQ_OUT)
    _staff(s)
    for k, leader in enumerate(w.leaders):
        _post(s, k, leader)
    s.air = [w.air[p][w.plan.first - 1] if p in w.powers else 0 for p in range(3)]
    # Cases 11.8b, 12.1a: every Soviet unit in the East starts in reserve, and the Axis armies in the West.
    waits = kinds.SOVIET if kinds.SOVIET in w.powers else kinds.AXIS
    s.reserve = sum(1 << u for u in w.units if s.where[u] >= 0 and s.power[u] == waits)
    if w.free_landings:
        s.landings = w.tables.limits.landings
    return s


def _beside_the_map(w: World, u: int) -> int:
    """Where a unit waits that does not start on the map. Cases 6.1a, 6.12a."""
    army = w.armies[u]
    if army.group in ("guard", "guard_tank"):
        return kinds.GUARDS
    return kinds.PILE if army.group in ("new", "shock", "tank") else kinds.LATER


def _staff(s: State) -> None:
    """General Staff markers in their capitals. Cases 9.4d, 11.6a, 11.6i."""
    w = s.world
    for k, marker in enumerate(w.staff):
        power = w.staff_power[k]
        if not marker.turn and is_at_war(w, power, w.plan.first):
            s.staff[k] = w.capital[power]


def _post(s: State, k: int, leader: Leader) -> None:
    """A leader's post at the start: HQ, General Staff, pool, or none yet. Cases 9.0k, 11.9a, 12.1c, 12.4a."""
    w = s.world
    power, post = w.leader_power[k], w.post_of(leader)
    if post == "optional":
        s.post[k] = kinds.ABSENT
    elif _comes_later(w, leader, power):
        s.post[k] = kinds.NOT_HERE
    elif post == "staff":
        free = [m for m in w.staff_of[power] if s.staff[m] >= 0 and s.staff_chief[m] < 0]
        appoint(s, k, kinds.STAFF_BASE + free[0])
    elif post:
        appoint(s, k, w.hq(post))


def _comes_later(w: World, leader: Leader, power: int) -> bool:
    """Whether a leader is not here at the start. RULING 13.0-d: western Axis leaders of the combination come on turn 9."""
    if leader.turn:
        return leader.turn >= w.plan.first
    early = w.game == kinds.COMBINED and w.plan.first < kinds.FIRST_WESTERN_TURN
    return early and power != kinds.SOVIET and "E" not in leader.games


def is_at_war(w: World, power: int, turn: int) -> bool:
    """Whether a power takes part on a turn: the Western Allies of the combination from turn 9 on. Case 13.0b."""
    return power in w.powers and (
        w.game != kinds.COMBINED or power != kinds.ALLIED or turn >= kinds.FIRST_WESTERN_TURN
    )


def at_war(s: State) -> tuple[int, ...]:
    """The powers that take part on this turn, in the order in which they act. Cases 4.1c, 13.0b."""
    powers = s.world.powers
    return powers if is_at_war(s.world, powers[-1], s.turn) else powers[:-1]


# --- positions


def write_position(
    w: World,
    *,
    place: Mapping[str, str] | None = None,
    agenda: tuple[Frame, ...] = (),
    turn: int = 0,
    segment: str = "movement",
    phasing: str = "",
    reduced: Iterable[str] = (),
    grades: Mapping[str, int] | None = None,
    hqs: Mapping[str, str] | None = None,
    leaders: Mapping[str, str] | None = None,
    staff: Mapping[str, str] | None = None,
    reserve: Iterable[str] = (),
    weather: Mapping[str, str] | str = "clear",
    points: Mapping[str, int] | None = None,
    control: Mapping[str, Iterable[str]] | None = None,
    works: Mapping[str, str] | None = None,
    **fields: Any,
) -> State:
    """A state with these units on these hexes (or in a box: `pile`, `eliminated`, …) and nothing else.
    Hexes are names of places or numbers of the map in use. `phasing` is a power, whose camp is phasing; `leaders` gives
    each his HQ, a General Staff marker or a place of kinds.POSTS; a hex with a unit belongs to the unit's owner,
    `control` gives further hexes; `works` moves economic markers. Any other field of the state can be given as it is."""
    s = blank_state(w)
    s.turn, s.segment, s.agenda = turn or w.plan.first, kinds.SEGMENT_IDS.index(segment), agenda
    s.phasing = kinds.CAMP[kinds.POWERS.index(phasing)] if phasing else -1
    for name in place or {}:
        begin_at(s, w.unit(name))
    place_counters(s, place or {}, kinds.BOXES)
    set_by_name(w, s.weak, dict.fromkeys(reduced, 1))
    set_by_name(w, s.grade, grades)
    for u in w.units:
        rezone(s, u)
    s.reserve = sum(1 << w.unit(name) for name in reserve)
    for name, where in (hqs or {}).items():
        s.hq[w.hq(name)] = w.hex(where)
    _people(s, leaders or {}, staff or {})
    _ground(s, control or {})
    skies = weather if isinstance(weather, dict) else dict.fromkeys(kinds.SECTIONS, weather)
    s.weather = [kinds.WEATHER.index(skies.get(section, "clear")) for section in kinds.SECTIONS]
    for name, number in (points or {}).items():
        s.points[kinds.POWERS.index(name)] = number
    marker = {m.name: k for k, m in enumerate(w.markers)}
    places = {name: code for code, name in kinds.ECONOMIC_PLACES.items()}
    for name, where in (works or {}).items():
        s.works[marker[name]] = places[where] if where in places else w.hex(where)
    set_fields(s, fields)
    return s


def _people(s: State, leaders: Mapping[str, str], staff: Mapping[str, str]) -> None:
    w = s.world
    markers = {marker.id: k for k, marker in enumerate(w.staff)}
    for name, where in staff.items():
        s.staff[markers[name]] = w.hex(where)
    for name, where in leaders.items():
        off = kinds.POSTS[where].code if kinds.POSTS.has(where) else None
        post = kinds.STAFF_BASE + markers[where] if where in markers else off
        appoint(s, w.leader(name), w.hq(where) if post is None else post)


def _ground(s: State, control: Mapping[str, Iterable[str]]) -> None:
    """Units hold the hexes they stand in, and each power the hexes given."""
    given = [(power, 1 << h) for power in range(3) for h in bits(s.held[power])]
    given += [
        (kinds.POWERS.index(name), 1 << s.world.hex(at)) for name, hexes in control.items() for at in hexes
    ]
    for power, here in given:
        s.control = [hexes & ~here for hexes in s.control]
        s.control[power] |= here
