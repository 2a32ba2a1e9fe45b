"""What must be true of every position."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.motherland.air import SUPPORT_CAP, support_on_map
from hexfront.games.motherland.kinds import (
    BOXES,
    CHIT_UNITS,
    ELIMINATED,
    EXPLOITATION_PHASES,
    MOVED,
    MOVEMENT_PHASES,
    MUD,
    SHIPPED,
    STRATEGIC,
)
from hexfront.games.motherland.partisans import SPACING
from hexfront.games.motherland.stacking import excess_of
from hexfront.games.motherland.state import State, countries, weather
from hexfront.wargame import stack_faults


def faults(s: State) -> Iterator[str]:
    """Everything that is wrong with a position, in words."""
    w = s.world
    yield from stack_faults(s, BOXES)
    for u, h in enumerate(s.where):
        name = w.name(u)
        if h >= 0 and w.land >> h & 1 and not countries(s, u) >> h & 1:
            yield f"{name} stands at {w.label(h)}, in a country closed to it."
        if not 1 <= s.steps[u] <= w.full[u]:
            yield f"{name} has {s.steps[u]} steps."
        if s.chit[u] >= 0 and (w.kind[u] not in CHIT_UNITS or h < 0):
            yield f"{name} holds a chit off the map."
        if h >= 0 and w.kind[u] in CHIT_UNITS and s.chit[u] < 0 and s.steps[u] != 2:
            yield f"{name} has losses but no chit."
        if h >= 0 and s.supply[u] not in (0, 1, 2):
            yield f"{name} has supply status {s.supply[u]}."
    if s.axis_marks & s.soviet_marks:
        yield "Both control markers lie in one hex."
    yield from _chit_faults(s)
    yield from _move_faults(s)
    yield from _marker_faults(s)
    if [u for u in s.lost_assets if s.where[u] != ELIMINATED] or len(set(s.lost_assets)) != len(
        s.lost_assets
    ):
        yield "The track of eliminated assets is wrong."


def _move_faults(s: State) -> Iterator[str]:
    """Stacks are legal when a phase of movement begins (6.0), and nobody moves twice in it (5.0, 5.3, 5.5)."""
    w = s.world
    if s.phase not in MOVEMENT_PHASES + EXPLOITATION_PHASES:
        return
    began: dict[int, tuple[int, ...]] = {}
    for u, h in enumerate(s.began):
        if h >= 0 and s.where[u] >= 0:
            began[h] = (*began.get(h, ()), u)
    for h, units in began.items():
        if excess_of(s, units):
            yield f"{w.title(h)} held more than it may when the phase began."
    for u in s.group:
        if s.flags[u] & (MOVED | STRATEGIC | SHIPPED):
            yield f"{w.name(u)} has moved and is about to move again."


def _marker_faults(s: State) -> Iterator[str]:
    """No more Air units fly than may (14.3), no two Partisans stand close together (10.2b), and there is no more
    Offensive Support than the game allows (12.1c)."""
    distance = s.world.grid.distance
    if s.air < 0 or s.air_used > (s.air // 2 if weather(s) == MUD else s.air):
        yield "More Air units are used than there are."
    placed = [h for h in s.partisans if h >= 0]
    if any(distance(h, n) < SPACING for k, h in enumerate(placed) for n in placed[k + 1 :]):
        yield "Two Partisan markers stand too close together."
    if support_on_map(s) > SUPPORT_CAP:
        yield "There is too much Offensive Support on the map."


def _chit_faults(s: State) -> Iterator[str]:
    w = s.world
    held = [0] * len(w.chits)
    for k in s.chit:
        if k >= 0:
            held[k] += 1
    for k in s.drawn:
        held[k] += 1
    for k, chit in enumerate(w.chits):
        if not chit.count:
            continue
        total = s.cup[k] + s.burnt[k] + held[k]
        if total > chit.count:
            yield f"{total} chits {chit.name} instead of {chit.count}."
        if s.cup[k] < 0 or s.burnt[k] < 0:
            yield f"A negative number of chits {chit.name}."
