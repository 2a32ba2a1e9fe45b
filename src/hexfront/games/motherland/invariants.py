"""What must be true of every position."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.motherland.kinds import BOXES, CHIT_UNITS, ELIMINATED
from hexfront.games.motherland.state import State, countries
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
    if [u for u in s.lost_assets if s.where[u] != ELIMINATED] or len(set(s.lost_assets)) != len(
        s.lost_assets
    ):
        yield "The track of eliminated assets is wrong."
    if s.air_used > s.air or s.air < 0:
        yield "More Air units are used than there are."


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
