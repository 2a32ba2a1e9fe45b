"""What each seat may know. Everything on the table is open, stacks included (case 8.1.7); only orders bought for the
next turn are secret (case 7.1.5)."""

from __future__ import annotations

from typing import Any

from hexfront.games.turns_east.data import AXIS, BLITZ, HOLD, SIDE_NAMES, SIDES, SOVIET, ZHUKOV
from hexfront.games.turns_east.events import bought_words, marker_name, order_name
from hexfront.games.turns_east.orders import affordable
from hexfront.games.turns_east.overview import briefing, standing
from hexfront.games.turns_east.state import (
    BOX,
    BOXES,
    GONE,
    POOL,
    QUEUE,
    RESERVE,
    TRACK,
    EastState,
    factor,
    units_at,
)
from hexfront.games.turns_east.victory import victory_points
from hexfront.games.turns_east.zones import top_first
from hexfront.hexes import bits
from hexfront.kernel import (
    CONTROL,
    Box,
    Face,
    Marker,
    Phase,
    Piece,
    SeededSource,
    Side,
    Stock,
    Track,
    TurnSpace,
    View,
    deciders,
)
from hexfront.words import quantity

PHASES = (
    Phase("axis-reinforcement", "Axis reinforcements"),
    Phase("soviet-reinforcement", "Soviet reinforcements"),
    Phase("command", "Command points"),
    Phase("initiative", "Initiative"),
    Phase("action", "Action"),
    Phase("end", "End"),
)
SYMBOLS = {
    "army": "infantry",
    "panzer": "armor",
    "romanian": "infantry",
    "garrison": "garrison",
    "leader": "hq",
    "soviet_army": "infantry",
    "mech": "mechanized",
    "cavalry": "cavalry",
    "coastal": "infantry",
    "partisan": "partisan",
}
SIZES = {
    "army": "XXXX",
    "panzer": "XXX",
    "romanian": "XXXX",
    "garrison": "GAR",
    "soviet_army": "XXXX",
    "mech": "XXX",
    "cavalry": "XXX",
    "coastal": "XXXX",
}
AXIS_LANDS = ("germany", "hungary", "romania", "finland")


def view(s: EastState, seat: str) -> View:
    """All that a seat may know, built from nothing."""
    w = s.world
    return View(
        game="turns_east",
        scenario=w.setup.scenario,
        seat=seat,
        map=w.sheet["id"],
        turn=s.turn,
        turns=tuple(_space(s, n) for n in range(w.plan.first_turn, w.plan.last_turn + 1)),
        phases=PHASES,
        phase=_phase(s),
        active=deciders(s),
        sides=(Side("axis", "Axis", "grey", AXIS_LANDS), Side("soviet", "Soviets", "red", ("ussr",))),
        neutral=("bulgaria",),
        pieces=_pieces(s),
        markers=_markers(s),
        boxes=_boxes(s, seat),
        tracks=_tracks(s),
        scores={"axis": float(victory_points(s))},
        standing=standing(s),
        briefing=briefing(w),
        result=s.result,
        extra=_extra(s, seat),
    )


def _phase(s: EastState) -> str:
    """Where the turn stands, for the bar of phases. The first order belongs to the Initiative Phase only until a
    Command has it: what follows looks and plays like every other order of the Action Phase. Cases 3.1g, 4.0b."""
    return "action" if s.phase == "initiative" and any(s.box) else s.phase


def _space(s: EastState, n: int) -> TurnSpace:
    """A space of the Turn Record Track: weather, replacements, arrivals. Case 7.5.4."""
    w = s.world
    t = w.turns[n - 1]
    notes = []
    due = sum(1 for place in s.where if place == TRACK.space(n))
    if due:
        notes.append(f"{quantity(due, 'reinforcement')}")
    if t.maximum:
        waiting = sum(1 for place in s.where if place == QUEUE.space(n))
        notes.append(f"Soviet replacements {t.minimum} to {t.maximum}, {waiting} waiting")
    if s.hitler == n:
        notes.append("Hitler takes command")
    return TurnSpace(n, t.label, t.weather, "; ".join(notes))


def printed(s: EastState, u: int) -> str:
    """The factor as printed: in brackets for units that only defend. Case 2.2.1h."""
    w = s.world
    if w.leaders >> u & 1:
        return f"1-{w.markers['leader_range']}"
    value = factor(s, u) if s.steps[u] else w.units[u].factors[-1]
    return f"({value})" if w.bracketed >> u & 1 else str(value)


def place_of(s: EastState, u: int) -> str:
    """A unit's hex, or the box it is in; empty when it is out of the game."""
    at = s.where[u]
    if at >= 0:
        return s.world.label(at)
    if at == POOL:
        return "axis-pool" if s.world.side[u] == AXIS else "soviet-pool"
    if at == RESERVE:
        return "garrisons"
    if at == GONE:
        return ""
    return f"{'soviet' if BOXES.at(at) is BOX else 'turn'}-{BOXES.space_at(at)}"


def _pieces(s: EastState) -> tuple[Piece, ...]:
    w = s.world
    order: list[int] = []
    for i in sorted(s.stack):
        order += top_first(s, units_at(s, i))
    order += [u for u in range(len(w.units)) if s.where[u] < 0 and s.where[u] != GONE]
    return tuple(_piece(s, u) for u in order)


def _command(s: EastState, u: int) -> str:
    """The Army Group or Front in whose area a unit stands."""
    w = s.world
    area = w.area_of.get(s.where[u], -1)
    return w.command_names[w.side[u]][area] if area >= 0 else ""


def _piece(s: EastState, u: int) -> Piece:
    """A counter as people see it. Cases 2.2.1d, 2.2.1j."""
    w = s.world
    unit = w.units[u]
    badges = []
    if s.where[u] >= 0:
        if s.moved >> u & 1:
            badges.append("moved")
        if s.fought >> u & 1 and s.active >> u & 1:
            badges.append("fought")
        if u in s.short:
            badges.append("out-of-supply")
        if u in s.special and s.special[u][1] == w.area_of[s.where[u]]:
            badges.append("own-orders")
    notes = []
    if unit.kind == "army" and s.steps[u] in (1, 2):
        notes.append("replacement counter (R)")
    if unit.rebuild == "n":
        notes.append("never rebuilt (n)")
    if unit.rebuild == "e":
        notes.append("returns with 2 factors (e)")
    if "kluge" in unit.tags:
        notes.append("General von Kluge")
    return Piece(
        id=unit.id,
        name=unit.name,
        side=SIDES[w.side[u]],
        at=place_of(s, u),
        symbol=SYMBOLS[unit.kind],
        size=SIZES.get(unit.kind, ""),
        factors=printed(s, u),
        steps=s.steps[u],
        full=w.full[u],
        nation="romanian" if unit.kind == "romanian" else "",
        badges=tuple(badges),
        note=", ".join(notes),
        formation=_command(s, u),
    )


def _markers(s: EastState) -> tuple[Marker, ...]:
    w = s.world
    held = {i: SIDES[AXIS if s.axis_towns >> i & 1 else SOVIET] for i in bits(w.towns & w.ussr)}
    towns = [Marker(w.label(i), "control", w.title(i), side) for i, side in held.items() if i not in w.points]
    return (*towns, *(Marker(w.label(i), "victory", str(n), held.get(i, "")) for i, n in w.points.items()))


def _boxes(s: EastState, seat: str) -> tuple[Box, ...]:
    """Orders Boxes, the cup, pools and support markers. Case 2.1d."""
    w = s.world
    weather = w.weather(s.turn)
    out = []
    for side, name in enumerate(SIDES):
        for c in w.plan.commands:
            order = s.box[4 * side + c]
            text = order_name(w, order, weather) if order else ""
            if order == ZHUKOV:
                text = f"Zhukov: {text}"
            orders = Box(f"{name}-{c}", w.command_names[side][c], "orders", name, text)
            out.append(orders)
    names = [marker_name(w, marker, weather) for marker in sorted(s.cup)]
    cup = ", ".join(f"{names.count(n)} × {n}" if names.count(n) > 1 else n for n in dict.fromkeys(names))
    out.append(Box("cup", "Orders Cup", "cup", text=cup, count=len(s.cup)))
    out.append(Box("luftwaffe", "Luftwaffe", "support", "axis", count=s.air[0]))
    out.append(Box("t34", "T-34", "support", "soviet", count=s.t34))
    out.append(Box("axis-pool", "Axis eliminated", "pool", "axis", count=_count(s, AXIS, POOL)))
    out.append(Box("soviet-pool", "Soviet dead pool", "pool", "soviet", count=_count(s, SOVIET, POOL)))
    out.append(Box("garrisons", "Available garrisons", "pool", "axis", count=_count(s, AXIS, RESERVE)))
    for n in range(s.turn, w.plan.last_turn + 1):
        waiting = sum(1 for place in s.where if place in (TRACK.space(n), QUEUE.space(n)))
        if waiting:
            out.append(Box(f"turn-{n}", f"Arrivals, turn {n}", "track", count=waiting))
    for when, title, both in (
        ("now", "orders for this turn", (s.axis_now, s.soviet_now)),
        ("next", "orders for next turn", (s.axis_next, s.soviet_next)),
    ):
        for name, label, bought in zip(SIDES, SIDE_NAMES, both, strict=True):
            if bought:
                text = bought_words(bought) if seat in (name, CONTROL) else "secret"
                out.append(Box(f"{name}-{when}", f"{label}: {title}", "secret", name, text))
    return tuple(out)


def _count(s: EastState, side: int, place: int) -> int:
    return sum(1 for u in bits(s.world.masks[side]) if s.where[u] == place)


def _tracks(s: EastState) -> tuple[Track, ...]:
    """The Victory Point track, a running total with no effect before the end. Cases 2.1c, 2.2.4, 3.2f."""
    w = s.world
    note = f"The Axis needs {w.needed} at the end."
    high = sum(w.points.values())
    tracks = [Track("vp", "Axis Victory Points", victory_points(s), 0, high, "axis", note)]
    for side in (AXIS, SOVIET):
        if s.points[side]:
            tracks.append(
                Track(
                    f"{SIDES[side]}-cp",
                    f"{SIDE_NAMES[side]}: Command Points",
                    s.points[side],
                    0,
                    16,
                    SIDES[side],
                )
            )
    return tuple(tracks)


def _extra(s: EastState, seat: str) -> dict[str, Any]:
    w = s.world
    out: dict[str, Any] = {
        "weather": w.weather(s.turn),
        "hitler": bool(s.hitler),
        "zhukov": s.zhukov,
        "invasions": s.invasions,
        "compass": {
            "axis": w.tables["compass"]["axis_black"],
            "soviet": w.tables["compass"]["soviet_black"],
        },
    }
    for side, bought in ((AXIS, s.axis_next), (SOVIET, s.soviet_next)):
        if bought and seat in (SIDES[side], CONTROL):
            out[f"{SIDES[side]}_orders"] = list(bought)
    return out


def resample(s: EastState, seat: str, source: SeededSource) -> EastState:
    """The same position with the other side's secret purchases drawn afresh among those it could afford: the ones
    for next turn, and those for this turn until they go into the cup. Case 7.1.5."""
    new = s.clone()

    def redraw(side: int, bought: list[int], points: list[int]) -> list[int]:
        if not bought or seat in (SIDES[side], CONTROL):
            return bought
        buy = source.choice(affordable(s.world, side, points[side]))
        return [buy.hold, buy.withdraw, buy.assault, buy.blitz]

    new.axis_now = redraw(AXIS, new.axis_now, s.budget)
    new.soviet_now = redraw(SOVIET, new.soviet_now, s.budget)
    new.axis_next = redraw(AXIS, new.axis_next, s.points)
    new.soviet_next = redraw(SOVIET, new.soviet_next, s.points)
    return new


def loose_markers(s: EastState) -> tuple[Stock, ...]:
    """Markers of a printed kit: orders, counterattacks, support, game markers."""
    w = s.world
    each, counts = w.markers["order_markers"], w.markers["count"]
    last = w.tables["counterattack_markers"]["last_turn"]
    rows = [(w.orders[order].name, 0, str(w.orders[order].cost), each) for order in range(HOLD, BLITZ + 1)]
    rows += [(w.orders[order].name, 1, str(w.orders[order].cost), each) for order in range(HOLD, BLITZ)]
    rows += [("Counterattack", 1, f"to {turn}", 1) for turn in last]
    rows += [("Luftwaffe", 0, str(w.markers["luftwaffe"]), counts["Luftwaffe"])]
    rows += [("T-34", 1, str(w.markers["t34"]), counts["T-34"]), ("Zhukov", 1, "", counts["Zhukov"])]
    rows += [(name, 0, "", counts[name]) for name in ("Hitler", "Game Turn", "Victory Points")]
    return tuple(
        Stock(Face(Piece(f"marker-{name}-{side}", name, SIDES[side], "", factors=text)), count)
        for name, side, text, count in rows
    )
