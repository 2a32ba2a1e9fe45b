"""What must be true of every position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hexfront.games.lebensraum import kinds
from hexfront.games.lebensraum.headquarters import HQGivesWay, HQRetreat
from hexfront.games.lebensraum.leaders import FateRoll, Recovery
from hexfront.games.lebensraum.state import State, has_zone, hostile_hexes
from hexfront.hexes import union
from hexfront.kernel import Frame

HQ_PLACES = (kinds.HQ_OUT, kinds.HQ_LOST, kinds.HQ_LATER)


def faults(s: State) -> Iterator[str]:
    """Everything that is wrong with a position, in words."""
    yield from _stack_faults(s)
    yield from _unit_faults(s)
    yield from _leader_faults(s)
    yield from _hq_faults(s)
    yield from _marker_faults(s)
    for power, name in enumerate(kinds.POWER_NAMES):
        due = s.spent if _marches(s, power) else 0
        if s.points[power] < due:
            yield f"The treasury of the {name} is overdrawn."
        if s.control[power] & (s.control[power - 1] | s.control[power - 2]):
            yield f"The {name} share the control of a hex."
    if min(s.saved, default=0) < 0 or s.population < 0 or s.production < 0:
        yield "Replacements are overdrawn."


def _marches(s: State, power: int) -> bool:
    """Whether a piece of a power is in hand and pays when it stops; an advance costs nothing."""
    if s.mover < 0 or s.target >= 0:
        return False
    return power == (
        s.world.hq_power[s.mover - kinds.HQ_BASE] if s.mover >= kinds.HQ_BASE else s.power[s.mover]
    )


def _stack_faults(s: State) -> Iterator[str]:
    """Stacks, sets of hexes and places agree; only new arrivals and battle groups share a hex. Cases 5.5a, 6.1c."""
    w = s.world
    stacks: dict[int, list[int]] = {}
    standing: list[set[int]] = [set(), set(), set()]
    exerting: list[set[int]] = [set(), set(), set()]
    for u, h in enumerate(s.where):
        if h < 0:
            if h not in kinds.BOXES:
                yield f"{w.name(u)} is nowhere ({h})."
            continue
        stacks.setdefault(h, []).append(u)
        if s.power[u] >= 0:
            standing[s.power[u]].add(h)
            if has_zone(s, u):
                exerting[s.power[u]].add(h)
    if stacks != {h: sorted(units) for h, units in s.stack.items()}:
        yield "The stacks do not agree with where the units are."
    if [union(list(each)) for each in standing] != s.held or [
        union(list(each)) for each in exerting
    ] != s.exert:
        yield "The hexes of the powers do not agree with where their units are."
    for h, units in stacks.items():
        if len({s.power[u] for u in units}) > 1:
            yield f"Units of several powers stand at {w.label(h)}."
        armies = [u for u in units if w.kind[u] != kinds.GROUP]
        if len(armies) > 1 and not any(s.fresh >> u & 1 for u in armies):
            yield f"{w.names_of(armies)} stand together at {w.label(h)}."


def _unit_faults(s: State) -> Iterator[str]:
    w = s.world
    for u in w.units:
        if w.kind[u] == kinds.GROUP:
            if (s.where[u] == kinds.SPARE) == (u in s.parent):
                yield f"{w.name(u)} has a parent and is not in play, or the other way round."
        elif not 0 <= s.grade[u] < len(w.ladder[u]) or s.weak[u] not in (0, 1):
            yield f"{w.name(u)} is on no side of its counters."
        if s.reserve >> u & 1 and s.where[u] < 0:
            yield f"{w.name(u)} is in reserve beside the map."


def _leader_faults(s: State) -> Iterator[str]:
    """Each leader is in exactly one place. Case 9.1a."""
    w, seated = s.world, Counter((*s.chief, *s.staff_chief))
    for k, post in enumerate(s.post):
        name = w.leaders[k].name
        seen = seated[k]
        if seen != (post >= 0):
            yield f"{name} holds {seen} posts and is listed at {post}."
        elif post >= kinds.STAFF_BASE and s.staff_chief[post - kinds.STAFF_BASE] != k:
            yield f"{name} is not with his General Staff marker."
        elif 0 <= post < kinds.STAFF_BASE and s.chief[post] != k:
            yield f"{name} is not with {w.hqs[post].name}."
        elif post < 0 and post not in kinds.POSTS:
            yield f"{name} is nowhere ({post})."
        if s.shaken >> k & 1 and post < 0 and post != kinds.RETIRING:
            yield f"{name} is shaken but has no post."


def _hq_faults(s: State) -> Iterator[str]:
    """HQs stand on land and with no unit of the enemy, the Finns' in Finland; General Staff is with an HQ of its power or in
    the capital.
    Cases 9.6a, 11.2a, 11.6d."""
    w = s.world
    for k, h in enumerate(s.hq):
        if h not in HQ_PLACES and not (w.land >> h & 1 or h in w.lands.offshore.values()):
            yield f"{w.hqs[k].name} is nowhere ({h})."
        if s.chief[k] >= 0 and h < 0 and not _waits(s, FateRoll, Recovery):
            yield f"{w.hqs[k].name} has a leader beside the map."
        if h >= 0 and hostile_hexes(s, w.hq_power[k]) >> h & 1 and not _waits(s, HQGivesWay, HQRetreat):
            yield f"{w.hqs[k].name} stands with the enemy at {w.label(h)}."
    if w.finnish_hq >= 0 and (at := s.hq[w.finnish_hq]) >= 0 and not w.lands.country["finland"] >> at & 1:
        yield "The Finnish HQ has left Finland."
    for m, h in enumerate(s.staff):
        power = w.staff_power[m]
        if h not in (-1, w.capital[power]) and all(s.hq[k] != h for k in w.hqs_of[power]):
            yield f"{w.staff[m].name} is neither with an HQ nor in the capital."


def _waits(s: State, *sorts: type[Frame]) -> bool:
    """Whether such a thing is still to be done."""
    return any(isinstance(frame, sorts) for frame in s.agenda)


def _marker_faults(s: State) -> Iterator[str]:
    """Markers under HQs in play alone, and no more air than there is. Cases 7.461d, 11.2a."""
    w = s.world
    for k, h in enumerate(s.hq):
        if h < 0 and (s.air_hq[k] or s.hq_reserve >> k & 1):
            yield f"{w.hqs[k].name} is not in play, and has markers."
    for power, name in enumerate(kinds.POWER_NAMES):
        placed = sum(s.air_hq[k] for k in w.hqs_of[power]) + s.bombs[power].bit_count()
        placed += sum(n for filed, n in s.air_at.items() if filed % 3 == power)
        if placed > s.air[power]:
            yield f"The {name} have {placed} air markers instead of {s.air[power]}."
