"""What an activated Command's units may do: orders (7.2), movement points (11.1.3), and closed ground (13.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.turns_east.data import ASSAULT, AXIS, BLITZ, SOVIET, ZHUKOV
from hexfront.games.turns_east.state import EastState
from hexfront.games.turns_east.supply import SupplyNet
from hexfront.games.turns_east.zones import army_zone, zone
from hexfront.hexes import Hex, HexSet, Zone, bits
from hexfront.kernel import Violation
from hexfront.wargame import Reach, reach

if TYPE_CHECKING:
    from hexfront.games.turns_east.data import EastWorld

FLOOR = 2


def order_of(s: EastState, u: int, command: int) -> int:
    """The order a unit acts under in a Command: its own, if it was given one there, or the Command's.
    Cases 2.2.3b, 13.4.5, 13.5.1."""
    own, given_in = s.special.get(u, (0, -1))
    return own if given_in == command else s.box[4 * s.world.side[u] + command]


def movement_factor(w: EastWorld, u: int, order: int, weather: str) -> int:
    """The Movement Factor an order gives a unit. Cases 7.0a, 7.2.1a, 7.2.2a, 7.2.3a, 7.2.4a, 7.2.4c, 13.2d.
    RULING 7.2-b."""
    row = w.orders[order]
    if not w.is_mobile[u]:
        return row.infantry
    if order == BLITZ and weather == "Snow":
        return row.snow_mechanized
    return row.mechanized


def movement_points(s: EastState, u: int, factor: int, shortage: int) -> int:
    """Movement points after weather and supply. Cases 11.1.3, 11.1.9a, 10.1.5, 10.1.7."""
    if s.world.weather(s.turn) == "Light Mud":
        factor -= 1
    return max(FLOOR, factor - shortage)


def check_supply(s: EastState, side: int, command: int) -> None:
    """Check the supply of every active unit before any of them moves. Cases 10.1.1, 7.2.1b, 10.1.5."""
    w = s.world
    weather = w.weather(s.turn)
    net = SupplyNet(s, side)
    units = list(bits(s.active))
    s.short = {u: net.shortage(u) for u in units if not net.is_supplied(u)}
    s.allowance = {
        u: movement_points(s, u, movement_factor(w, u, order_of(s, u, command), weather), s.short.get(u, 0))
        for u in units
    }


def refresh_zones(s: EastState, side: int) -> None:
    """Note the enemy zones that movement of this side must heed. RULING 7.2-d."""
    s.halt = army_zone(s) if side == SOVIET else 0
    s.zone = zone(s, 1 - side)


def open_commands(s: EastState, side: int) -> HexSet:
    """Where moves and advances of a side may end: in Commands activated this turn. Case 7.6b."""
    out = 0
    for c, area in enumerate(s.world.areas):
        if s.box[4 * side + c]:
            out |= area
    return out


def closed_hexes(s: EastState, units: tuple[int, ...]) -> HexSet:
    """The hexes that some of these units may never enter; see `closed_to` for the reasons."""
    closed = s.world.closed[s.turn > 1]
    out = 0
    for u in units:
        out |= closed[u]
    return out


def free_reach(s: EastState, u: int, points: int, within: HexSet, halt: HexSet) -> Reach:
    """Every hex that a unit can get to for this many points where no order holds it back: it goes only `within` and where
    its nation may, past no enemy, stops in the zone of a German army (`halt`), leaves one for another only as cavalry,
    and can always go one hex. Cases 7.3.4, 9.1.3a, 9.1.3b, 11.1.8, 13.1.2b."""
    w, here = s.world, s.where[u]
    steps = w.moves[w.climate[s.turn]][w.move_class[u]]
    shut = s.held[1 - w.side[u]] | closed_hexes(s, (u,))
    if w.side[u] == AXIS and s.turn == 1:
        shut |= ~w.romania if w.romania >> here & 1 else w.romania
    zone = Zone(halt, crosses=bool(w.cavalry >> u & 1))
    return reach(here, steps, points, within & ~shut, zone=zone, stop=halt, first=True)


def closed_to(s: EastState, u: int, here: Hex, there: Hex) -> Violation | None:
    """Why a unit's nation may not enter a hex, if it may not. Cases 5.3.2, 13.1.1a, 13.1.1b, 13.1.2a, 13.1.2b, 13.1.2c."""
    w = s.world
    spot = 1 << there
    if w.side[u] == SOVIET:
        if spot & w.hungary:
            return Violation("13.1.1b", "Hungary is closed to Soviet units.", w.label(there))
        if spot & w.romania:
            return Violation("13.1.2c", "Romania is closed to Soviet units.", w.label(there))
        return None
    if spot & w.off_map:
        return Violation("5.3.2", "Axis units cannot enter the Soviet Off Map Zone.", w.label(there))
    if spot & w.hungary:
        if w.romanians >> u & 1:
            return Violation("13.1.1b", "Romanian units cannot enter Hungary.", w.label(there))
        if s.turn == 1:
            return Violation("13.1.1a", "German units can enter Hungary only from turn 2.", w.label(there))
    if w.romanians >> u & 1 and spot & (w.areas[0] | w.areas[1]):
        return Violation(
            "13.1.2a", "Romanian units cannot serve with Army Groups North or Center.", w.label(there)
        )
    if s.turn == 1 and bool(w.romania >> here & 1) != bool(w.romania & spot):
        return Violation("13.1.2b", "On turn 1 Axis units cannot enter or leave Romania.", w.label(there))
    return None


def may_attack(order: int) -> bool:
    """Whether an order lets units attack. Cases 7.2.1c, 7.2.2c, 7.2.3b, 7.2.4a, 7.4.2."""
    return order in (ASSAULT, BLITZ, ZHUKOV)
