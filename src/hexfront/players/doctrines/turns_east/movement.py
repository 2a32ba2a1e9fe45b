"""Hitler Turns East: who moves next, and the next step of whoever is moving."""

from __future__ import annotations

from hexfront.games.turns_east import actions as a
from hexfront.games.turns_east.data import AXIS
from hexfront.games.turns_east.movement import ChooseMover, Moving
from hexfront.kernel import Action
from hexfront.players.doctrines.turns_east.desk import Desk
from hexfront.players.doctrines.turns_east.moves import (
    FEW,
    Assault,
    March,
    Reach,
    assaults,
    march,
    order_of_march,
    reach,
)


def pick(d: Desk, frame: ChooseMover) -> Action:
    """First Panzers that can make a Mobile Assault; then every unit to where the plan sends it."""
    s, notes = d.s, d.notes
    picks = {x.unit: x for x in d.all(a.Pick)}
    if d.side == AXIS:
        notes.fist = _assault(d, frame.command)
        if notes.fist is not None and notes.fist.units[0] in picks:
            notes.mover, notes.way = notes.fist.units[0], notes.fist.way
            return picks[notes.mover]
    for u, way in _march(d, frame.command).ways.items():
        if u in picks and len(way) > 1 and s.where[u] == way[0]:
            notes.mover, notes.way = u, way
            return picks[u]
    return d.last


def _assault(d: Desk, command: int) -> Assault | None:
    """The best Mobile Assault, thought of again when something has changed."""
    s = d.s

    def look() -> Assault | None:
        least = d.k["overrun"] - 0.5 * d.plan.boldness
        return assaults(d.picture(command), least, _march(d, command).pocketed)

    board = (s.turn, tuple(s.box), s.held[1 - d.side], s.assaulted)
    if d.memory.quick:  # where nobody could make one, fewer Panzers cannot either
        found = d.memory.once("first assault", board, look)
        if found is None or all(s.todo >> u & 1 for u in found.units):
            return found
    return d.memory.once("assault", (*board, s.todo & s.world.panzers), look)


def _march(d: Desk, command: int) -> March:
    """Where everybody goes, settled once for an activation and again when a Mobile Assault has changed things."""
    s = d.s

    def settle() -> March:
        picture = d.picture(command)
        units = order_of_march(picture, [u for u in picture.units if s.todo >> u & 1])
        movers: list[tuple[int, ...]] = [(u,) for u in units]
        reaches = [reach(s, command, m, s.where[m[0]], 0) for m in movers]
        sent = d.doctrine.post_units(picture, movers, reaches)
        if d.memory.hasty:
            return march(picture, movers, reaches, 1, sent, few=FEW)
        return march(picture, movers, reaches, 2, sent)

    key = (s.turn, tuple(s.box), s.held[1 - d.side], s.assaulted, d.plan.name)
    return d.memory.once("march", key, settle)


def step(d: Desk, frame: Moving) -> Action:
    """Follow the way; Panzers on their way to a Mobile Assault go as one stack, their leader with them."""
    notes, lead, here = d.notes, frame.units[0], frame.path[-1]
    blow = _blow(d, frame)
    if blow is not None:
        return blow
    if notes.mover != lead or here not in notes.way:  # a Mobile Assault has led elsewhere
        notes.mover, notes.way = lead, _onward(d, frame)
    at = notes.way.index(here) + 1
    if at < len(notes.way):
        for x in d.all(a.Step):
            if x.hex == notes.way[at]:
                return x
    stops = d.all(a.Stop)
    if stops:
        return stops[0]
    pull = _pull(d, frame.command)
    return max(d.legal, key=lambda x: pull.get(getattr(x, "hex", here), 0.0))


def _blow(d: Desk, frame: Moving) -> Action | None:
    """What the stack of a Mobile Assault does before it goes on: gather, or strike."""
    w, notes, fist = d.w, d.notes, d.notes.fist
    if fist is None or fist.units[0] != frame.units[0] or notes.way is not fist.way:
        return None
    for taken in d.all(a.Take):
        if taken.unit in fist.units or w.leaders >> taken.unit & 1:
            return taken
    if frame.path[-1] == notes.way[-1]:
        for x in d.all(a.Overrun):
            if x.hex == fist.target:
                return x
    return None


def _pull(d: Desk, command: int) -> dict[int, float]:
    """How objectives draw, as seen at the start of this activation or since the enemy has changed."""
    s = d.s
    key = (s.turn, tuple(s.box), command, s.held[1 - d.side], s.active, d.plan.name)
    return d.memory.once("picture", key, lambda: d.picture(command)).pull


def _onward(d: Desk, frame: Moving) -> list[int]:
    """Where a stack goes on to after a Mobile Assault."""
    units = tuple(u for u in frame.units if not d.w.leaders >> u & 1)
    known = Reach(d.s, frame)
    return march(d.picture(frame.command), [units], [known], 1).ways[units[0]]


__all__ = ["pick", "step"]
