"""Chapters 11.4 and 7.462: units that go by air or by sea in the first movement segment of their own phase."""

from __future__ import annotations

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import Drop, Evacuate
from hexfront.games.lebensraum.command import command_area
from hexfront.games.lebensraum.control import march_into
from hexfront.games.lebensraum.kinds import CAMP, EVACUATION, MOVEMENT
from hexfront.games.lebensraum.reach import may_enter
from hexfront.games.lebensraum.state import State, held_by_camp, hqs_on_map
from hexfront.hexes import HexSet, bits
from hexfront.kernel import Agenda, Option, Violation

Carriage = Drop | Evacuate


def drop_hexes(s: State, u: int) -> HexSet:
    """Where a paratroop unit may land: no mountain, no opposing city, no unit, no ground closed to it.

    Cases 11.4c, 11.4d, 11.92a. RULING 11.4-a.
    """
    w = s.world
    hostile = held_by_camp(s, 1 - CAMP[s.power[u]])
    found = w.disc(s.where[u], w.tables.ranges.airborne) & w.land & ~w.lands.mountain & ~(w.cities & hostile)
    return may_enter(s, u, found)


def harbours(s: State, k: int) -> HexSet:
    """Friendly cities without a unit on the sea of a naval marker, for the unit it is with. Cases 7.462d, 7.462e, 12.1e."""
    w = s.world
    power = w.ship_power[k]
    ports = w.lands.ports_of(w.ships[k].water, w.tables.ranges.evacuation)
    if not s.held[power] >> s.ship[k] & 1:
        return 0
    return may_enter(s, s.stack[s.ship[k]][0], ports & s.control[power])


def carriages(s: State, power: int) -> list[Carriage]:
    """Everything that could go by air or by sea."""
    out: list[Carriage] = [
        Drop(u, h) for u in bits(s.drop) if s.power[u] == power for h in bits(drop_hexes(s, u))
    ]
    for k, owner in enumerate(s.world.ship_power):
        if owner == power and s.ship[k] >= 0 and s.mission[k] == EVACUATION:
            out += [Evacuate(k, h) for h in bits(harbours(s, k))]
    return out


def carriage_violation(s: State, power: int, action: Carriage) -> Violation | None:
    """Why a unit cannot be carried so. Cases 7.462c, 7.462e, 11.4b, 11.4c, 11.4d, 11.4f. RULING 7.462-b."""
    w = s.world
    if s.segment != MOVEMENT or s.phasing != CAMP[power]:
        return Violation("11.4c", "Units are carried in the first movement segment of their own phase.")
    if isinstance(action, Drop):
        u = action.unit
        if not w.is_unit(u) or s.power[u] != power or not s.drop >> u & 1 or s.moved >> u & 1:
            return Violation(
                "11.4b", "An assault needs a paratroop unit with an air marker that has not moved."
            )
        if not any(command_area(s, k) >> s.where[u] & 1 for k in hqs_on_map(s, power)):
            return Violation("11.4b", "It must start in command range of an HQ.", w.label(s.where[u]))
        if action.hex < 0 or not drop_hexes(s, u) >> action.hex & 1:
            return Violation("11.4d", "It cannot land there.", w.label(action.hex))
        return None
    k = action.ship
    known = 0 <= k < len(w.ships) and w.ship_power[k] == power and s.mission[k] == EVACUATION
    if not known or not s.held[power] >> s.ship[k] & 1 or s.moved >> s.stack[s.ship[k]][0] & 1:
        return Violation(
            "7.462c", "A naval marker carries the unit it stands with, once, before that unit moves."
        )
    if action.hex < 0 or not harbours(s, k) >> action.hex & 1:
        return Violation(
            "7.462e", "It carries to another free city of yours on its sea.", w.label(action.hex)
        )
    return None


def carry(s: State, action: Carriage) -> Agenda:
    """A unit flies or sails, at no cost, and moves no more. Cases 7.462e, 11.4c, 11.4d, 11.4e, 11.4f."""
    if isinstance(action, Drop):
        u = action.unit
        s.drop &= ~(1 << u)
        s.dropped |= 1 << u
        s.airborne |= 1 << u
    else:
        u = s.stack[s.ship[action.ship]][0]
        s.ship[action.ship] = action.hex
        s.mission[action.ship] = 0
    origin = s.where[u]
    s.moved |= 1 << u
    s.reserve &= ~(1 << u)
    s.emit(ev.Moved((u,), (origin, action.hex), "5.1c"))
    return march_into(s, u, action.hex)


def carriage_option(s: State, action: Carriage) -> Option:
    w = s.world
    if isinstance(action, Drop):
        name = w.name(action.unit)
        return Option(
            f"{name} drops on {w.title(action.hex)}", "place", name, w.label(action.hex), 0.0, rule="11.4c"
        )
    words = f"{w.ships[action.ship].name} carries its unit to {w.title(action.hex)}"
    return Option(words, "place", at=w.label(action.hex), cost=0.0, rule="7.462e")
