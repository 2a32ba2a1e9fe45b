"""What must be true of every position."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.motherland.kinds import AXIS, CHIT_UNITS, ELIMINATED, PLACES, SOVIET
from hexfront.games.motherland.results import may_enter
from hexfront.games.motherland.state import State
from hexfront.games.motherland.world import World


def faults(s: State) -> Iterator[str]:
    """Everything that is wrong with a position, in words."""
    w: World = s.world
    stacks: dict[int, list[int]] = {}
    for u, h in enumerate(s.where):
        name = w.names[u]
        if h >= 0:
            stacks.setdefault(h, []).append(u)
            if not w.land >> h & 1:
                yield f"{name} stands at {w.label(h)}, which is no land."
            elif not may_enter(s, u) >> h & 1:
                yield f"{name} stands at {w.label(h)}, in a country closed to it."
        elif h not in PLACES:
            yield f"{name} is nowhere ({h})."
        if not 1 <= s.steps[u] <= w.full[u]:
            yield f"{name} has {s.steps[u]} steps."
        if s.chit[u] >= 0 and (w.kind[u] not in CHIT_UNITS or h < 0):
            yield f"{name} holds a chit off the map."
        if h >= 0 and w.kind[u] in CHIT_UNITS and s.chit[u] < 0 and s.steps[u] != 2:
            yield f"{name} has losses but no chit."
        if h >= 0 and s.supply[u] not in (0, 1, 2):
            yield f"{name} has supply status {s.supply[u]}."
    if {h: sorted(units) for h, units in s.stack.items()} != {
        h: sorted(units) for h, units in stacks.items()
    }:
        yield "The stacks do not agree with where the counters are."
    for side, any_, front in ((AXIS, s.axis_any, s.axis_front), (SOVIET, s.soviet_any, s.soviet_front)):
        units = [u for u in w.units_of[side] if s.where[u] >= 0]
        if any_ != sum(1 << h for h in {s.where[u] for u in units}):
            yield f"The set of hexes of side {side} is wrong."
        if front != sum(1 << h for h in {s.where[u] for u in units if w.combat[u]}):
            yield f"The front of side {side} is wrong."
    if s.axis_any & s.soviet_any:
        yield "Both sides stand in one hex."
    if s.axis_marks & s.soviet_marks:
        yield "Both control markers lie in one hex."
    yield from _chit_faults(s)
    if [u for u in s.lost_assets if s.where[u] != ELIMINATED] or len(set(s.lost_assets)) != len(
        s.lost_assets
    ):
        yield "The track of eliminated assets is wrong."
    if s.air_used > s.air or s.air < 0:
        yield "More Air units are used than there are."


def _chit_faults(s: State) -> Iterator[str]:
    w: World = s.world
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
