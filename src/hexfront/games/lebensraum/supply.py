"""Chapter 11.1: supply from an edge of the map or a supply head, along transport lines, through HQs."""

from __future__ import annotations

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import TakeLoss
from hexfront.games.lebensraum.decisions import Power
from hexfront.games.lebensraum.headquarters import remove_hq
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    CAMP,
    EAST,
    SNOW,
    SOVIET,
)
from hexfront.games.lebensraum.reach import at_peace, offer, zoc
from hexfront.games.lebensraum.state import (
    State,
    hexes_of,
    hostile_hexes,
    hqs_on_map,
    lose_step,
    steps_of,
    units_of,
    ways_to_lose,
)
from hexfront.hexes import HexSet, union
from hexfront.kernel import Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import grown, open_hexes
from hexfront.words import quantity

INVASION = 13
"""Turn E, when the beaches of Normandy become supply heads. Case 11.1d."""
IN_SUPPLY, PARTIAL, OUT = 0, 1, 2


def sources(s: State, power: int) -> HexSet:
    """Hexes that supply of a power comes from. Cases 11.1b, 11.1c, 11.1d, 12.3f, 13.0d. RULING 11.1-b."""
    lands = s.world.lands
    if power == SOVIET:
        return lands.east_edge
    if power == AXIS:
        return lands.west_edge if s.world.game == EAST else lands.axis_heads & s.control[AXIS]
    beaches = s.heads  # RULING 12.3-b: at once
    if s.turn >= INVASION and not s.world.free_landings:
        beaches = lands.beaches
    return (lands.allied_heads | beaches) & s.control[ALLIED]


def open_lines(s: State, power: int) -> HexSet:
    """Line hexes that a power's supply and transport may pass. Cases 10.2b, 11.1b, 7.4612b, 11.7a. RULING 11.7-c."""
    camp = CAMP[power]
    net, closed = s.world.lands.line_hexes, bombed_hexes(s) | at_peace(s)
    return open_hexes(net, hexes_of(s, 1 - camp), zoc(s, 1 - camp), hexes_of(s, camp), closed)


def bombed_hexes(s: State) -> HexSet:
    """Hexes that have no line this turn, for nobody, whoever bombs them. Case 7.4612b."""
    return s.bombs[0] | s.bombs[1] | s.bombs[2]


def lines(s: State, power: int) -> HexSet:
    """Line hexes from which a power can trace to one of its sources. Case 11.1b."""
    return s.world.lands.net.connected(sources(s, power), open_lines(s, power))


def finnish_lines(s: State) -> HexSet:
    """Line hexes that lead to Helsinki. Case 11.1h."""
    lands = s.world.lands
    return lands.net.connected(lands.helsinki & s.control[AXIS], open_lines(s, AXIS))


def supplied_from(s: State, power: int, hexes: HexSet) -> HexSet:
    """Hexes within a power's supply range of some others. Cases 8.0g, 11.1a. RULING 11.1-c: from a unit to its HQ, and from
    an HQ to its line, the weather where it stands counts."""
    w = s.world
    passable = w.board.on_map & ~hostile_hexes(s, power)
    near = grown(w.grid, hexes, passable, w.command_range(power))
    if power != AXIS or SNOW not in s.weather:
        return near
    snowed = sum(w.lands.sections[k] for k, sky in enumerate(s.weather) if sky == SNOW)
    return near & ~snowed | grown(w.grid, hexes, passable, w.supply_range(power, SNOW)) & snowed


def reaches_line(s: State, k: int, net: HexSet) -> bool:
    """Whether an HQ has a line of a net within its supply range. Case 11.1b."""
    power = s.world.hq_power[k]
    return bool((supplied_from(s, power, net) | net_home(s, power)) >> s.hq[k] & 1)


def net_home(s: State, power: int) -> HexSet:
    """The islands that supply themselves while the Allies hold them: Britain, Ireland, Sicily, Sardinia. RULING 11.1-d."""
    return s.world.lands.home_of_allies & s.control[ALLIED] if power == ALLIED else 0


def supplied_hqs(s: State, power: int) -> tuple[list[int], list[int]]:
    """A power's HQs that are in supply for all its units, and those that are so for Finns alone. Cases 11.1b, 11.1h."""
    near = supplied_from(s, power, lines(s, power)) | net_home(s, power)
    full = [k for k in hqs_on_map(s, power) if near >> s.hq[k] & 1]
    finnish = s.world.finnish_hq
    if power != AXIS or finnish < 0 or s.hq[finnish] < 0 or finnish in full:
        return full, []
    return full, [finnish] if reaches_line(s, finnish, finnish_lines(s)) else []


def supply_of(s: State, power: int, full: list[int], finnish: list[int]) -> dict[int, int]:
    """Every unit of a power with IN_SUPPLY, PARTIAL or OUT. Cases 11.1a, 11.1f, 11.7c. RULING 11.1-e."""
    w = s.world
    fed = supplied_from(s, power, union(s.hq[k] for k in full)) | net_home(s, power)
    own = union(s.hq[k] for k in finnish)
    finns_fed = fed | (supplied_from(s, power, own) if finnish else 0)  # for speed
    havens = w.large_cities & w.start_control[power]
    out = {}
    for u in units_of(s, power):
        h = s.where[u]
        if (finns_fed if w.finns >> u & 1 else fed) >> h & 1 or u in w.home:
            out[u] = IN_SUPPLY
        else:
            out[u] = PARTIAL if havens >> h & 1 else OUT
    return out


class SupplyCheck(Auto, frozen=True, tag=True):
    """A power's HQs and units are judged. Cases 4.2.2I, 11.1a, 11.1e, 11.1g."""

    power: int

    def run(self, s: State) -> Agenda:
        full, finnish = supplied_hqs(s, self.power)
        judged = supply_of(s, self.power, full, finnish)
        frames: Agenda = ()
        for k in hqs_on_map(s, self.power):
            if k not in full and k not in finnish:
                frames = (*frames, *remove_hq(s, k, "11.1e"))
        limits = s.world.tables.limits
        for u, level in judged.items():
            if level == IN_SUPPLY or (s.fresh >> u & 1 and s.world.has("arrivals_in_supply")):
                continue
            s.emit(ev.Told(u, "is in partial supply" if level == PARTIAL else "is out of supply", "11.1f"))
            steps = limits.steps_in_partial_supply if level == PARTIAL else limits.steps_out_of_supply
            frames = (*frames, SupplyLoss(self.power, u, steps))
        return frames


class UnitLoss(Power, frozen=True, tag=True):
    """A unit loses a step, by strength or by class. Cases 7.41a, 7.41b."""

    takes = (TakeLoss,)
    unit: int

    def candidates(self, s: State, seat: Seat) -> list[TakeLoss]:
        return [TakeLoss(self.unit, way) for way in ways_to_lose(s, self.unit)]

    def violation(self, s: State, seat: Seat, action: TakeLoss) -> Violation | None:
        return loss_violation(s, action, (self.unit,))

    def option(self, s: State, seat: Seat, action: TakeLoss) -> Option:
        return loss_option(s, action)


class SupplyLoss(UnitLoss, frozen=True, tag=True):
    """A unit short of supply loses steps. Cases 11.1g, 7.41d."""

    rule = "11.1g"
    steps: int

    def apply(self, s: State, seat: Seat, action: TakeLoss) -> Agenda:
        last = steps_of(s, self.unit) == 1
        lose_step(s, action.unit, action.way, "11.1g")
        if last or self.steps == 1:
            return ()
        return (SupplyLoss(self.power, self.unit, self.steps - 1),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        name, steps = s.world.name(self.unit), quantity(self.steps, "step")
        return Prompt(f"{name} is short of supply and loses {steps}.", self.rule)


def loss_violation(s: State, action: TakeLoss, units: tuple[int, ...]) -> Violation | None:
    """Why a step may not be lost in this way. Cases 7.4b, 7.41a, 7.41b."""
    if action.unit not in units:
        return Violation("7.4b", "Only a unit that is affected can take this loss.")
    if action.way not in ways_to_lose(s, action.unit):
        word = "has no lower class" if action.way else "is on its reduced side"
        return Violation("7.41b", f"{s.world.name(action.unit)} {word}.", s.world.label(s.where[action.unit]))
    return None


def loss_option(s: State, action: TakeLoss) -> Option:
    words = "takes a lower class" if action.way else "is reduced"
    words = "is eliminated" if steps_of(s, action.unit) == 1 else words
    return offer(s, action.unit, f"{s.world.name(action.unit)} {words}", "loss")
