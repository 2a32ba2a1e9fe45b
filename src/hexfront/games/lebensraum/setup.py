"""Chapter 12, set-up: a new game and an empty one."""

from __future__ import annotations

from hexfront.games.lebensraum.data import Leader
from hexfront.games.lebensraum.kinds import (
    ABSENT,
    ALLIED,
    AXIS,
    CLEAR,
    COMBINED,
    FIRST_WESTERN_TURN,
    GONE,
    GUARDS,
    HQ_LATER,
    HQ_OUT,
    LATER,
    NOT_HERE,
    PILE,
    POOL,
    SOVIET,
    SPARE,
    STAFF_BASE,
)
from hexfront.games.lebensraum.state import State, appoint, begin_at, put
from hexfront.games.lebensraum.world import World


def blank_state(w: World) -> State:
    """A state with every piece beside the map and the ground as it is held at the start.

    Cases 11.5b, 11.5c, 11.5d.
    """
    units, hqs, leaders = len(w.units), len(w.hqs), len(w.leaders)
    return State(
        world=w,
        turn=w.plan.first,
        points=[0, 0, 0],
        weather=[CLEAR, CLEAR, CLEAR],
        where=[GONE] * w.first_group + [SPARE] * (units - w.first_group),
        grade=[0] * units,
        weak=[0] * units,
        power=list(w.side),
        held=[0, 0, 0],
        exert=[0, 0, 0],
        control=list(w.start_control),
        neutral=[-1] * len(w.lands.neutrals),
        saved=[0] * 6,
        hq=[HQ_OUT] * hqs,
        chief=[-1] * hqs,
        hq_lost_on=[0] * hqs,
        front_won=[-1, -1],
        post=[POOL] * leaders,
        due=[0] * leaders,
        lost_run=[0] * hqs,
        cut=[0, 0, 0],
        staff=[-1] * len(w.staff),
        staff_chief=[-1] * len(w.staff),
        commanded=[0] * hqs,
        air=[0, 0, 0],
        air_left=[0, 0, 0],
        air_hq=[0] * hqs,
        bombs=[0, 0, 0],
        partisans_left=[0, 0, 0],
        ship=[-1] * len(w.ships),
        mission=[0] * len(w.ships),
        works=[marker.hex for marker in w.markers],
        works_power=[marker.power for marker in w.markers],
        works_flags=[0] * len(w.markers),
        works_due=[0] * len(w.markers),
        transport=[0, 0, 0],
        indicated=[0, 0],
        owed=[0, 0],
        needed=[0, 0],
    )


def set_up(w: World) -> State:
    """A scenario as it starts, its agenda still empty. Cases 12.1a, 12.1b, 12.1c, 12.2a, 12.2b, 12.3a, 12.4a, 12.4e, 13.0b."""
    s = blank_state(w)
    for u in range(w.first_group):
        begin_at(s, u)
        s.where[u] = _beside_the_map(w, u)
    for u, h in w.start_units.items():
        put(s, u, h)
    for u, h in w.late_units.items():
        if s.power[u] < 0:
            put(s, u, h)  # neutrals stand where they are from the start
    for k, hq in enumerate(w.hqs):
        s.hq[k] = w.start_hqs.get(k, HQ_LATER if hq.turn or k in w.late_hqs else HQ_OUT)
    _staff(s)
    for k, leader in enumerate(w.leaders):
        _post(s, k, leader)
    s.air = [w.air[p][w.plan.first - 1] if p in w.powers else 0 for p in range(3)]
    s.reserve = _in_reserve(s)
    if w.free_landings:
        s.landings = w.tables.limits.landings
    return s


def _beside_the_map(w: World, u: int) -> int:
    """Where a unit waits that does not start on the map. Cases 6.1a, 6.12a."""
    army = w.armies[u]
    if army.group in ("guard", "guard_tank"):
        return GUARDS
    if army.group in ("new", "shock", "tank"):
        return PILE
    return LATER


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
    power = w.leader_power[k]
    post = w.post_of(leader)
    if post == "optional":
        s.post[k] = ABSENT
    elif _comes_later(w, leader, power):
        s.post[k] = NOT_HERE
    elif post == "staff":
        free = [
            m
            for m in range(len(w.staff))
            if w.staff_power[m] == power and s.staff[m] >= 0 and s.staff_chief[m] < 0
        ]
        appoint(s, k, STAFF_BASE + free[0])
    elif post:
        appoint(s, k, w.hq(post))


def _comes_later(w: World, leader: Leader, power: int) -> bool:
    """Whether a leader is not here at the start. RULING 13.0-d: western Axis leaders of the combination come on turn 9."""
    if leader.turn:
        return leader.turn >= w.plan.first
    return (
        w.game == COMBINED
        and w.plan.first < FIRST_WESTERN_TURN
        and power != SOVIET
        and "E" not in leader.games
    )


def is_at_war(w: World, power: int, turn: int) -> bool:
    """Whether a power takes part on a turn: the Western Allies of the combination from turn 9 on. Case 13.0b."""
    return power in w.powers and (w.game != COMBINED or power != ALLIED or turn >= FIRST_WESTERN_TURN)


def at_war(s: State) -> tuple[int, ...]:
    """The powers that take part on this turn, in the order in which they act. Cases 4.1c, 13.0b."""
    return tuple(power for power in s.world.powers if is_at_war(s.world, power, s.turn))


def _in_reserve(s: State) -> int:
    """Who starts in reserve: Axis armies in the West, every Soviet unit in the East. Cases 11.8b, 12.1a."""
    w = s.world
    sides = {SOVIET} if SOVIET in w.powers else {AXIS}
    return sum(1 << u for u in w.units if s.where[u] >= 0 and s.power[u] in sides)


def late_comers(w: World) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Units and HQs that the western set-up brings into the combination on turn 9. Case 13.0b."""
    units = tuple(u for u in w.late_units if w.side[u] in (AXIS, ALLIED))
    return units, tuple(w.late_hqs)
