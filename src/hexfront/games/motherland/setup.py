"""The position at the start of a scenario (20.0)."""

from __future__ import annotations

from hexfront.errors import BadData
from hexfront.games.motherland.kinds import (
    ASSET,
    CONVERSION,
    CORPS,
    ELIMINATED,
    EVACUATED,
    GENERALS,
    GUARDS,
    KAMPFGRUPPEN,
    NOT_ARRIVED,
    PARTISANS,
    POOL,
    SEATS,
    SHOCK,
    SUPPORT,
    TRACK,
    WAITING,
)
from hexfront.games.motherland.sequence import GameTurn
from hexfront.games.motherland.state import State
from hexfront.games.motherland.world import World
from hexfront.wargame import changed, put


def blank_state(w: World) -> State:
    """An empty map on the scenario's first turn: no unit, marker or chit anywhere."""
    return State.blank(
        w,
        turn=w.plan.first,
        cup=[0] * len(w.chits),
        burnt=[0] * len(w.chits),
        generals=[0] * len(GENERALS),
        partisans=[NOT_ARRIVED] * len(PARTISANS),
    )


def new_state(w: World) -> State:
    """A scenario set up: counters on their hexes, boxes, cups and track.

    Cases 2.2b, 2.3d, 11.0b, 13.0d, 14.0a, 17.0a, 20.0.
    """
    s = blank_state(w)
    layout = w.layout
    placed = _place_units(s)
    _fill_boxes(s, placed)
    for k, chit in enumerate(w.chits):
        if chit.turn <= w.plan.first and not chit.starred:
            s.cup[k] = chit.count
        elif chit.starred:
            # Starred chits used up before a later scenario begins are out of the game.
            left = layout.get("starred", {}).get(chit.letter, 1.0)
            s.cup[k] = round(chit.count * left)
            s.burnt[k] = chit.count - s.cup[k]
    s.air = layout["air"]
    for name in layout.get("generals", ()):
        s.generals[GENERALS.index(name)] = 1
    for name, place in layout.get("partisans", {}).items():
        s.partisans[PARTISANS.index(name)] = w.hex(place)
    _set_control(s)
    s.agenda = (GameTurn(w.plan.first),)
    return s


def _set_control(s: State) -> None:
    """Control markers behind the front at the start: German in the Soviet Union, Soviet where recaptured."""
    w = s.world
    layout = w.layout
    if "front" in layout:
        behind = w.board.regions[layout["front"]] & ~s.soviet_any | s.axis_any
        s.axis_marks = w.points & w.soviet_union & behind
    for place in layout.get("german_control", ()):
        s.axis_marks |= 1 << w.hex(place)
    for place in layout.get("soviet_control", ()):
        s.axis_marks &= ~(1 << w.hex(place))
    for place in layout.get("recaptured", ()):
        h = 1 << w.hex(place)
        s.soviet_marks |= h & w.points
        s.axis_marks &= ~h


def _place_units(s: State) -> set[int]:
    w = s.world
    placed: set[int] = set()
    for side in SEATS:
        for place, names in w.layout.get(side, {}).items():
            h = w.hex(place)
            for name in names:
                u = w.unit(name)
                if u in placed or w.side[u] != SEATS.index(side):
                    raise BadData(f"setups: {name} cannot be set up at {place} for the {side} side.")
                if not w.land >> h & 1:
                    raise BadData(f"setups: {name} is set up at {place}, which is no land hex.")
                put(s, u, h)
                placed.add(u)
    for name, steps in w.layout.get("steps", {}).items():
        s.steps[w.unit(name)] = steps
    return placed


def _fill_boxes(s: State, placed: set[int]) -> None:
    w = s.world
    first = w.plan.first
    eliminated = [w.unit(name) for name in w.layout.get("eliminated", ()) if name in w.number]
    evacuated = [w.unit(name) for name in w.layout.get("evacuated", ()) if name in w.number]
    box = {w.unit(name) for name in w.layout.get("conversion", ())}
    for u, kind in enumerate(w.kind):
        if u in placed:
            continue
        turn = w.arrival_turn.get(u, 0)
        if kind == ASSET:
            if u in eliminated:
                s.where[u] = ELIMINATED
            elif u in evacuated:
                s.where[u] = EVACUATED
            else:
                put(s, u, w.home[u])
        elif turn >= first:
            s.where[u], s.due = TRACK, changed(s.due, u, turn)
        elif u in box and kind in (GUARDS, SHOCK):
            s.where[u] = CONVERSION
        elif kind in KAMPFGRUPPEN or kind in CORPS:
            s.where[u] = POOL
        elif kind == SUPPORT:
            s.where[u] = WAITING
    s.lost_assets = eliminated
