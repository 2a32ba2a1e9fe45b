"""Chapter 11.1: supply from an edge of the map or a supply head, along transport lines, through HQs."""

from __future__ import annotations

from hexfront.games.lebensraum import events as ev
from hexfront.games.lebensraum.actions import TakeLoss
from hexfront.games.lebensraum.decisions import Power
from hexfront.games.lebensraum.fate import FateRoll
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    CAMP,
    EAST,
    HQ_BASE,
    HQ_LOST,
    SOVIET,
    WAYS,
)
from hexfront.games.lebensraum.setup import at_war
from hexfront.games.lebensraum.staff import back_to_capital
from hexfront.games.lebensraum.state import (
    State,
    hexes_of,
    hostile_hexes,
    hqs_on_map,
    lose_step,
    steps_of,
    units_of,
    ways_to_lose,
    weather_at,
)
from hexfront.games.lebensraum.zones import zoc
from hexfront.hexes import Hex, HexSet
from hexfront.kernel import Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import grown, open_hexes

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
    """Line hexes that a power's supply and transport may pass. Cases 10.2b, 11.1b, 7.4612b."""
    camp = CAMP[power]
    net = s.world.lands.line_hexes
    return open_hexes(net, hexes_of(s, 1 - camp), zoc(s, 1 - camp), hexes_of(s, camp), bombed_hexes(s, power))


def bombed_hexes(s: State, power: int) -> HexSet:
    """Hexes whose lines the enemies of a power bomb this turn. Case 7.4612b."""
    out = 0
    for other, hexes in enumerate(s.bombs):
        if CAMP[other] != CAMP[power]:
            out |= hexes
    return out


def lines(s: State, power: int) -> HexSet:
    """Line hexes from which a power can trace to one of its sources. Case 11.1b."""
    return s.world.lands.net.connected(sources(s, power), open_lines(s, power))


def finnish_lines(s: State) -> HexSet:
    """Line hexes that lead to Helsinki. Case 11.1h."""
    lands = s.world.lands
    return lands.net.connected(lands.helsinki & s.control[AXIS], open_lines(s, AXIS))


def within_range(s: State, power: int, h: Hex, hexes: int) -> HexSet:
    """Hexes within a range of a hex, traced as for command: into and through zones, not through hostile units.

    Cases 7.44c, 11.1a.
    """
    w = s.world
    return grown(w.grid, 1 << h, w.board.on_map & ~hostile_hexes(s, power), hexes)


def reaches_line(s: State, k: int, net: HexSet) -> bool:
    """Whether an HQ has a line of a net within its supply range. Case 11.1b. RULING 11.1-c: by the weather of its hex.

    RULING 11.1-d: Allied HQs in Britain, Ireland, Sicily and Sardinia need none.
    """
    w = s.world
    power, h = w.hq_power[k], s.hq[k]
    if power == ALLIED and net_home(s) >> h & 1:
        return True
    reach = w.supply_range(power, weather_at(s, h))
    return bool(within_range(s, power, h, reach) & net)


def net_home(s: State) -> HexSet:
    """The islands that supply themselves while the Allies hold them. RULING 11.1-d."""
    return s.world.lands.home_of_allies & s.control[ALLIED]


def supplied_hqs(s: State, power: int) -> tuple[list[int], list[int]]:
    """A power's HQs that are in supply for all its units, and those that are so for Finns alone. Cases 11.1b, 11.1h."""
    net = lines(s, power)
    full = [k for k in hqs_on_map(s, power) if reaches_line(s, k, net)]
    finnish = s.world.finnish_hq
    if power != AXIS or finnish < 0 or s.hq[finnish] < 0 or finnish in full:
        return full, []
    return full, [finnish] if reaches_line(s, finnish, finnish_lines(s)) else []


def supply_of(s: State, power: int, full: list[int], finnish: list[int]) -> dict[int, int]:
    """Every unit of a power with IN_SUPPLY, PARTIAL or OUT. Cases 11.1a, 11.1f, 11.7c. RULING 11.1-e."""
    w = s.world
    reach: dict[tuple[int, int], HexSet] = {}

    def covered(hqs: list[int], h: Hex) -> bool:
        # RULING 11.1-c: from a unit to its HQ the weather of the unit's hex counts.
        far = w.supply_range(power, weather_at(s, h))
        for k in hqs:
            if (k, far) not in reach:
                reach[k, far] = within_range(s, power, s.hq[k], far)
            if reach[k, far] >> h & 1:
                return True
        return False

    safe = net_home(s) if power == ALLIED else 0
    havens = w.large_cities & w.start_control[power]
    out = {}
    for u in units_of(s, power):
        h = s.where[u]
        hqs = full + finnish if w.finns >> u & 1 else full
        if u in w.home or safe >> h & 1 or covered(hqs, h):
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


def remove_hq(s: State, k: int, rule: str) -> Agenda:
    """An HQ is lost: off the map, to be created again; its leader rolls as if overrun, its air markers are gone.

    Cases 11.1e, 7.43f. General Staff markers with it go back to their capital.
    """
    h = s.hq[k]
    s.hq[k], s.hq_lost_on[k] = HQ_LOST, s.turn
    s.hq_reserve &= ~(1 << k)
    s.air_hq[k] = 0
    s.emit(ev.Told(HQ_BASE + k, "was taken off the map", rule, h, "loss"))
    back_to_capital(s, s.world.hq_power[k], h)
    chief = s.chief[k]
    return (FateRoll(chief, "overrun"),) if chief >= 0 else ()


class UnitLoss(Power, frozen=True, tag=True):
    """A unit loses a step, by strength or by class. Cases 7.41a, 7.41b."""

    takes = (TakeLoss,)
    unit: int

    def candidates(self, s: State, seat: Seat) -> list[TakeLoss]:
        return [TakeLoss(self.unit, way) for way in range(len(WAYS))]

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
        name = s.world.name(self.unit)
        steps = "1 step" if self.steps == 1 else f"{self.steps} steps"
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
    w = s.world
    name = w.name(action.unit)
    if steps_of(s, action.unit) == 1:
        words = f"{name} is eliminated"
    else:
        words = f"{name} takes a lower class" if action.way else f"{name} is reduced"
    return Option(words, "loss", name, w.label(s.where[action.unit]))


def supply_frames(s: State) -> Agenda:
    """The Supply Segment of a player phase, for all. Cases 4.2.2I, 11.1a. RULING 4.1-a: the Axis first."""
    return tuple(SupplyCheck(power) for power in at_war(s))
