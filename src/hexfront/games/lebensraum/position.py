"""Positions written down, for tests and puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hexfront.games.lebensraum.kinds import (
    CAMP,
    ECONOMIC_PLACES,
    PLACES,
    POSTS,
    POWERS,
    SECTIONS,
    SEGMENT_IDS,
    STAFF_BASE,
    WEATHER,
)
from hexfront.games.lebensraum.setup import blank_state
from hexfront.games.lebensraum.state import State, appoint, begin_at, put, rezone
from hexfront.games.lebensraum.world import World
from hexfront.kernel import Frame


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
    each his HQ, a General Staff marker or a place of kinds.POSTS; a hex with a unit belongs to the unit's owner, `control`
    gives further hexes; `works` moves economic markers. Any other field of the state can be given as it is.
    """
    s = blank_state(w)
    s.turn = turn or w.plan.first
    s.segment = SEGMENT_IDS.index(segment)
    s.phasing = CAMP[POWERS.index(phasing)] if phasing else -1
    boxes = {name: code for code, name in PLACES.items()}
    for name, where in (place or {}).items():
        u = w.unit(name)
        begin_at(s, u)
        if where in boxes:
            s.where[u] = boxes[where]
        else:
            put(s, u, w.hex(where))
    for name in reduced:
        s.weak[w.unit(name)] = 1
    for name, grade in (grades or {}).items():
        s.grade[w.unit(name)] = grade
    for u in w.units:
        rezone(s, u)
    for name in reserve:
        s.reserve |= 1 << w.unit(name)
    for name, where in (hqs or {}).items():
        s.hq[w.hq(name)] = w.hex(where)
    _people(s, leaders or {}, staff or {})
    _ground(s, control or {})
    names = (
        [weather] * 3 if isinstance(weather, str) else [weather.get(section, "clear") for section in SECTIONS]
    )
    s.weather = [WEATHER.index(name) for name in names]
    for name, number in (points or {}).items():
        s.points[POWERS.index(name)] = number
    marker = {m.name: k for k, m in enumerate(w.markers)}
    places = {name: code for code, name in ECONOMIC_PLACES.items()}
    for name, where in (works or {}).items():
        s.works[marker[name]] = places[where] if where in places else w.hex(where)
    for name, value in fields.items():
        setattr(s, name, value)
    s.agenda = agenda
    return s


def _people(s: State, leaders: Mapping[str, str], staff: Mapping[str, str]) -> None:
    w = s.world
    markers = {marker.id: k for k, marker in enumerate(w.staff)}
    posts = {name: code for code, name in POSTS.items()}
    for name, where in staff.items():
        s.staff[markers[name]] = w.hex(where)
    for name, where in leaders.items():
        leader = w.leader(name)
        if where in markers:
            appoint(s, leader, STAFF_BASE + markers[where])
        elif where in posts:
            s.post[leader] = posts[where]
        else:
            appoint(s, leader, w.hq(where))


def _ground(s: State, control: Mapping[str, Iterable[str]]) -> None:
    """Units hold the hexes they stand in, and each power the hexes given."""
    w = s.world
    given = [(power, 1 << h) for power in range(3) for h in range(w.grid.top + 1) if s.held[power] >> h & 1]
    for name, hexes in control.items():
        given += [(POWERS.index(name), 1 << w.hex(place)) for place in hexes]
    for power, here in given:
        for other in range(3):
            s.control[other] &= ~here
        s.control[power] |= here
