"""Case 12.4: when a stack of Panzers may make a Mobile Assault."""

from __future__ import annotations

from hexfront.games.turns_east.commands import closed_to, order_of
from hexfront.games.turns_east.data import BLITZ, SOVIET
from hexfront.games.turns_east.state import EastState
from hexfront.hexes import Hex
from hexfront.kernel import Violation

WEATHER = ("Fair", "Light Mud", "Frost")


def assault_violation(
    s: EastState,
    command: int,
    units: tuple[int, ...],
    here: Hex,
    target: Hex,
    cost: dict[int, int],
    left: dict[int, int],
) -> Violation | None:
    """Why a stack may not make a Mobile Assault on a hex. Cases 7.2.4b, 7.6d, 12.4, 12.4.1, 12.4.2, 12.4.3, 5.3.2,
    13.1.2b. RULING 12.4-a."""
    w = s.world
    if not w.is_hex(target):
        return Violation("12.4", "There is no such hex.")
    label = w.label(target)
    if not w.adjacent[here] >> target & 1:
        return Violation("12.4.2", "A Mobile Assault goes into an adjacent hex that units can enter.", label)
    for u in units:
        if not (w.panzers | w.leaders) >> u & 1:
            return Violation(
                "12.4",
                f"{s.world.name(u)} is not a Panzer Corps; only Panzer Corps can make Mobile Assaults.",
                label,
            )
    if not s.held[SOVIET] >> target & 1:
        return Violation("12.4", "There is no enemy to assault.", label)
    if w.weather(s.turn) not in WEATHER:
        return Violation("12.4.1", "Mobile Assaults are possible only in Fair, Light Mud and Frost.", label)
    if w.area_of[here] != command or w.area_of[target] != command:
        return Violation("7.6d", "A Mobile Assault cannot cross a boundary.", label)
    if not w.assault_into >> target & 1 or not w.assault_out >> here & 1:
        return Violation("12.4.2", "The terrain forbids a Mobile Assault.", label)
    if not w.river_assault and w.rivers.has(here, target):
        return Violation("12.4.2", "A Mobile Assault cannot cross a river.", label)
    for u in units:
        shut = closed_to(s, u, here, target)
        if shut is not None:
            return shut
        if w.leaders >> u & 1:
            continue
        if order_of(s, u, command) != BLITZ:
            return Violation("12.4", "Mobile Assaults need Blitz orders.", label)
        if s.assaulted >> u & 1:
            return Violation(
                "12.4.3", f"{s.world.name(u)} has already made its Mobile Assault this turn.", label
            )
        if cost[u] + 1 > left[u]:
            return Violation(
                "12.4.2", f"{s.world.name(u)} needs one movement point more than the terrain costs.", label
            )
    return None
