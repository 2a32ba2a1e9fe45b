"""Layers over the map, the forecast of an attack, and answers to 'why not?'."""

from __future__ import annotations

from hexfront.games.turns_east.combat import Assembly, AttackRoll, DefenderSupport
from hexfront.games.turns_east.commands import free_reach
from hexfront.games.turns_east.data import ASSAULT, AXIS, SIDES, SOVIET
from hexfront.games.turns_east.state import EastState
from hexfront.games.turns_east.strength import defenders, odds
from hexfront.games.turns_east.supply import SupplyNet, needs_no_supply
from hexfront.games.turns_east.victory import scoring_hexes
from hexfront.games.turns_east.zones import army_zone, zone
from hexfront.hexes import HexSet, bits
from hexfront.kernel import Forecast, Overlay, pending


def _labels(s: EastState, hexes: HexSet) -> tuple[str, ...]:
    return tuple(s.world.label(i) for i in bits(hexes & s.world.land))


def overlays(s: EastState) -> tuple[Overlay, ...]:
    """Zones (Z), supply (S), control (C), victory (V), reach (R), and the supply line of each unit."""
    return (
        zones_overlay(s),
        supply_overlay(s),
        control_overlay(s),
        victory_overlay(s),
        reach_overlay(s),
        trace_overlay(s),
    )


def trace_overlay(s: EastState) -> Overlay:
    """The supply line of every unit that has one, from the unit to its town."""
    w = s.world
    lines: dict[str, tuple[str, ...]] = {}
    for side in (AXIS, SOVIET):
        net = SupplyNet(s, side)
        for u in bits(w.masks[side] & w.combat_units):
            if s.where[u] >= 0 and not needs_no_supply(s, u):
                way = net.of(u).way(s.where[u])
                if way:
                    lines[w.units[u].id] = tuple(w.label(i) for i in way)
    return Overlay("trace", "Supply line", "", lines)


def reach_overlay(s: EastState) -> Overlay:
    """Where each side's units could be after one activation under Assault, whatever orders it has bought."""
    w = s.world
    row = w.orders[ASSAULT]
    out = {}
    for side, name in enumerate(SIDES):
        stops = army_zone(s) if side == SOVIET else 0
        total = 0
        seen = set()
        for u in bits(w.masks[side] & w.movers):
            kind = (s.where[u], w.move_class[u], bool(w.romanians >> u & 1))
            if s.where[u] >= 0 and kind not in seen:
                seen.add(kind)
                points = row.mechanized if w.is_mobile[u] else row.infantry
                total |= free_reach(s, u, points, w.enterable, stops).hexes | 1 << s.where[u]
        out[name] = _labels(s, total)
    return Overlay("reach", "Reach", "r", out)


def zones_overlay(s: EastState) -> Overlay:
    return Overlay(
        "zones", "Zones of control", "z", {name: _labels(s, zone(s, side)) for side, name in enumerate(SIDES)}
    )


def supply_overlay(s: EastState) -> Overlay:
    """Hexes with an LOC for each side; a number where units are out of supply, by how much."""
    w = s.world
    hexes = {}
    labels: dict[str, str] = {}
    for side, name in enumerate(SIDES):
        net = SupplyNet(s, side)
        reached = 0
        for area in range(len(w.areas)):
            reached |= net.lines(area).loc & w.areas[area]
        hexes[name] = _labels(s, reached)
        for u in bits(w.masks[side] & w.combat_units):
            if s.where[u] >= 0 and (lacking := net.shortage(u)):
                label = w.label(s.where[u])
                worst = max(lacking, int(labels.get(label, "0").lstrip("-") or 0))
                labels[label] = f"-{worst}"
    return Overlay("supply", "Supply lines", "s", hexes, labels, "strength lost out of supply")


def control_overlay(s: EastState) -> Overlay:
    w = s.world
    return Overlay(
        "control",
        "Towns and cities",
        "c",
        {"axis": _labels(s, s.axis_towns), "soviet": _labels(s, w.towns & ~s.axis_towns)},
    )


def victory_overlay(s: EastState) -> Overlay:
    """VP locations with their worth; those that count for the Axis now are listed under its name."""
    w = s.world
    scoring = 0
    for i in scoring_hexes(s):
        scoring |= 1 << i
    cities = 0
    if w.plan.automatic_victory:
        for i in w.automatic.values():
            cities |= 1 << i
    every = w.vp_hexes | cities
    labels = {w.label(i): str(w.points.get(i, 0)) for i in bits(every)}
    return Overlay(
        "victory",
        "Victory Points",
        "v",
        {"axis": _labels(s, scoring), "soviet": _labels(s, every & ~scoring)},
        labels,
    )


def forecast(s: EastState) -> Forecast | None:
    """The attack being put together, worked out with the chances of each result."""
    frame = pending(s)
    if isinstance(frame, Assembly):
        if not frame.attackers:
            return None
        args = (frame.side, frame.attackers, frame.target, frame.mobile, frame.support, False)
    elif isinstance(frame, DefenderSupport):
        args = (1 - frame.side, frame.attackers, frame.target, frame.mobile, frame.support, False)
    elif isinstance(frame, AttackRoll):
        f = frame.fight
        args = (f.side, f.attackers, f.target, f.mobile, f.support, f.defended)
    else:
        return None
    side, attackers, target, mobile, support, defended = args
    w = s.world
    o = odds(s, side, attackers, target, mobile, support, defended, explain=True)
    return o.forecast(
        f"{'Mobile Assault' if mobile else 'Attack'} on {w.title(target)}: {o.attack} to {o.defence}",
        "12.2.1a",
        w.label(target),
        (w.units[u].id for u in attackers),
        (w.units[u].id for u in defenders(s, target)),
        w.tables["combat"]["results"].__getitem__,
    )
