"""Positions written down, for tests and puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hexfront.games.motherland.kinds import (
    BOXES,
    ELIMINATED,
    GENERALS,
    KAMPFGRUPPEN,
    PARTISANS,
    PHASE_IDS,
    POOL,
)
from hexfront.games.motherland.sequence import PHASING
from hexfront.games.motherland.setup import blank_state
from hexfront.games.motherland.state import State
from hexfront.games.motherland.world import World
from hexfront.kernel import Frame
from hexfront.wargame import changed_by_name, place_counters, set_by_name, set_fields


def write_position(
    w: World,
    *,
    place: Mapping[str, str],
    agenda: tuple[Frame, ...],
    turn: int = 0,
    phase: str = "supply",
    steps: Mapping[str, int] | None = None,
    chits: Mapping[str, str] | None = None,
    supply: Mapping[str, int] | None = None,
    due: Mapping[str, int] | None = None,
    cup: Mapping[str, int] | None = None,
    generals: Iterable[str] = (),
    partisans: Mapping[str, str] | None = None,
    german: Iterable[str] = (),
    soviet: Iterable[str] = (),
    **fields: Any,
) -> State:
    """A state with these counters on these hexes (or in a box: `track`, `pool`, …) and nothing else.

    `chits` gives units a Strength Chit by its name, `cup` fills the cups, `german` and `soviet` place control markers;
    any other field of the state can be given as it is.
    """
    s = blank_state(w)
    s.turn = turn or w.plan.first
    s.phase = PHASE_IDS.index(phase)
    s.side = PHASING.get(s.phase, -1)
    for kind in KAMPFGRUPPEN:
        for u in w.of_kind[kind]:
            s.where[u] = POOL
    place_counters(s, place, BOXES)
    s.lost_assets = [u for name in place if s.where[u := w.unit(name)] == ELIMINATED]
    set_by_name(w, s.steps, steps)
    held = {name: w.chit_number[chit] for name, chit in (chits or {}).items()}
    s.chit = changed_by_name(w, s.chit, held)
    s.supply, s.judged = changed_by_name(w, s.supply, supply), changed_by_name(w, s.judged, supply)
    s.due = changed_by_name(w, s.due, due)
    for chit, value in (cup or {}).items():
        s.cup[w.chit_number[chit]] = value
    for name in generals:
        s.generals[GENERALS.index(name)] = 1
    for name, where in (partisans or {}).items():
        s.partisans[PARTISANS.index(name)] = w.hex(where) if where else -1
    for where in german:
        s.axis_marks |= 1 << w.hex(where)
    for where in soviet:
        s.soviet_marks |= 1 << w.hex(where)
    set_fields(s, fields)
    s.began = tuple(s.where)
    s.agenda = agenda
    return s
