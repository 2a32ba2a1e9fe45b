"""Positions written down: a state with given counters in given hexes, at a given decision."""

from __future__ import annotations

from typing import Any

from hexfront.games.turns_east.activation import Muster
from hexfront.games.turns_east.combat import CombatRound
from hexfront.games.turns_east.data import AXIS, ORDER_IDS, SIDES, EastWorld
from hexfront.games.turns_east.movement import MovementRound
from hexfront.games.turns_east.state import BOXES, POOL, RESERVE, EastState
from hexfront.kernel import Frame
from hexfront.wargame import place_counters, set_by_name, set_fields


def clear_board(w: EastWorld, turn: int) -> EastState:
    """A board without units: all Axis units and Soviet units wait in their pools, garrisons in reserve."""
    return EastState.blank(
        w,
        turn=turn,
        phase="action",
        where=[RESERVE if u.kind == "garrison" else POOL for u in w.units],
        steps=[1 if u.kind in ("garrison", "leader") else 0 for u in w.units],
        box=[0] * 8,
        points=[0, 0],
        air=[w.turns[turn - 1].luftwaffe, 0, 0, 0, 0],
        t34=int(turn >= w.markers["t34_turn"]),
        zhukov="cup" if turn >= w.markers["zhukov_turn"] else "away",
        axis_towns=w.towns & w.west_of_border,
    )


def write_position(
    w: EastWorld,
    *,
    turn: int = 2,
    place: dict[str, str] | None = None,
    steps: dict[str, int] | None = None,
    axis_towns: tuple[str, ...] = (),
    soviet_towns: tuple[str, ...] = (),
    orders: dict[str, str] | None = None,
    active: str = "",
    own: dict[str, str] | None = None,
    stage: str = "move",
    agenda: tuple[Frame, ...] = (),
    **fields: Any,
) -> EastState:
    """A position.

    `place` maps counter ids to hexes; `axis_towns`, `soviet_towns` name places and hexes held beyond the start
    line; `orders` maps Commands ("axis-1", "soviet-0") to orders, and `active` is the one now activated, at its
    movement (`stage="move"`) or its attacks (`"attack"`). `own` gives single units their own orders. `agenda`
    replaces all that by frames of your own.
    """
    s = clear_board(w, turn)
    place_counters(s, place or {}, BOXES)
    set_by_name(w, s.steps, {name: w.full[w.unit(name)] for name in place or {}})
    set_by_name(w, s.steps, steps)
    for i in s.stack:
        if w.towns >> i & 1:
            s.axis_towns = s.axis_towns | 1 << i if s.held[AXIS] >> i & 1 else s.axis_towns & ~(1 << i)
    for name in axis_towns:
        s.axis_towns |= 1 << w.hex(name)
    for name in soviet_towns:
        s.axis_towns &= ~(1 << w.hex(name))
    s.captured = s.axis_towns & w.vp_hexes
    for command, order in (orders or {}).items():
        name, _, c = command.partition("-")
        s.box[4 * SIDES.index(name) + int(c)] = ORDER_IDS.index(order)
    for name, order in (own or {}).items():
        u = w.unit(name)
        s.special[u] = (ORDER_IDS.index(order), w.area_of[s.where[u]])
    set_fields(s, fields)
    if active:
        name, _, c = active.partition("-")
        side, number = SIDES.index(name), int(c)
        moving = (MovementRound(side, number),) if stage == "move" else ()
        s.agenda = (Muster(side, number), *moving, CombatRound(side, number))
    if agenda:
        s.agenda = agenda
    return s
