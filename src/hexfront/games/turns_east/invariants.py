"""What must hold in every position."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.turns_east.data import AXIS, SIDES, SOVIET
from hexfront.games.turns_east.movement import ChooseMover, Moving
from hexfront.games.turns_east.state import BOXES, EastState, units_at
from hexfront.games.turns_east.zones import is_crowded
from hexfront.hexes import bits
from hexfront.wargame import stack_faults


def faults(s: EastState) -> Iterator[str]:
    """What is wrong with a position, in words."""
    yield from _bookkeeping(s)
    yield from _stacks(s)
    yield from _orders(s)
    yield from _moves(s)


def _bookkeeping(s: EastState) -> Iterator[str]:
    w = s.world
    yield from stack_faults(s, BOXES)
    for u, i in enumerate(s.where):
        if i >= 0 and not w.enterable >> i & 1:
            yield f"{w.name(u)} stands in {w.label(i)}, which nobody can enter"
        if i >= 0 and not 1 <= s.steps[u] <= w.full[u]:
            yield f"{w.name(u)} is on the map with {s.steps[u]} steps"
    hexes = s.held
    if hexes[AXIS] & w.off_map:
        yield "an Axis unit is in the Off Map Zone (5.3.2)"
    if hexes[SOVIET] & (w.hungary | w.romania):
        yield "a Soviet unit is in Hungary or Romania (13.1)"
    if s.turn == 1 and hexes[AXIS] & w.hungary:
        yield "an Axis unit is in Hungary on turn 1 (13.1.1)"
    for u in bits(w.romanians):
        if s.where[u] >= 0 and 1 << s.where[u] & (w.hungary | w.areas[0] | w.areas[1]):
            yield f"{w.name(u)} is in Hungary, or serves in North or Center (13.1)"
    for i in bits((hexes[AXIS] | hexes[SOVIET]) & w.towns):
        if bool(s.axis_towns >> i & 1) != bool(hexes[AXIS] >> i & 1):
            yield f"{w.title(i)} is not controlled by those who stand in it (9.3)"
    for k in (s.todo, s.active, s.fought):
        if k & ~(w.masks[AXIS] | w.masks[SOVIET]):
            yield "a mask names units that do not exist"


def _stacks(s: EastState) -> Iterator[str]:
    w = s.world
    moving = bool(s.agenda) and (s.todo or isinstance(s.agenda[0], Moving | ChooseMover))
    for leader in bits(w.leaders):
        i = s.where[leader]
        if i >= 0 and not units_at(s, i) & w.panzers:
            yield f"{w.name(leader)} is without a Panzer Corps (13.4.2)"
    if moving or any(type(f).__name__ in ("Crowding", "Overstacked", "MovementRound") for f in s.agenda):
        return
    for i in s.stack:
        if is_crowded(s, i):
            yield f"{w.title(i)} is overstacked (8.1.1)"


def _moves(s: EastState) -> Iterator[str]:
    """Nobody moves twice, and no hex has two Luftwaffe markers in a turn."""
    w = s.world
    again = s.todo & s.moved
    frame = s.agenda[0] if s.agenda else None
    if isinstance(frame, Moving):
        for u in frame.units:
            again |= 1 << u & s.moved
    for u in bits(again):
        yield f"{w.name(u)} has moved this turn and is about to move again (11.1.7)"
    if sum(s.air[1:]) != s.flown.bit_count():
        yield "two Luftwaffe markers were used in one hex (8.1.9)"


def _orders(s: EastState) -> Iterator[str]:
    w = s.world
    n = len(w.plan.commands)
    for name, bought in (("Axis", s.axis_next), ("Soviet", s.soviet_next)):
        if bought and sum(bought) != n:
            yield f"the {name} side has bought {sum(bought)} orders (7.1.4)"
    for side in (AXIS, SOVIET):
        left = sum(marker.startswith(SIDES[side]) for marker in s.cup)
        given = sum(1 for c in w.plan.commands if s.box[4 * side + c])
        if s.phase == "action" and left + given > n + 1:
            yield f"{SIDES[side]} has more orders than Commands (7.8.2)"
    if s.invasions > w.tables["invasion"]["per_game"]:
        yield "more sea invasions than the game allows (13.7.2b)"
