"""Partisans: the roll at the end of the turn, where they rise, and what leaders make of them. Case base.partisans."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Place
from hexfront.games.leaders_in_flames.chairs import sit
from hexfront.games.leaders_in_flames.kinds import AT_PEACE, GAR, INF, PARTISAN, POOL, POWERS, SIDE_OF
from hexfront.games.leaders_in_flames.land.zones import zone_of
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.leaders.asks import in_use, reach_of
from hexfront.games.leaders_in_flames.politics.affairs import BandRow
from hexfront.games.leaders_in_flames.politics.parties import hexes_of, party_of, vichy_is
from hexfront.games.leaders_in_flames.state import State, take_control, turn_up
from hexfront.hexes import Hex, HexSet, bits
from hexfront.kernel import Agenda, Auto, Chance, Cup, Dice, Die, Option, Prompt, Seat, Violation
from hexfront.wargame import Arrived, Noted, SideDecides, lift, put

VICHY_NUMBER = 10
"""Vichy France's number once it grants Germany aid. Case 5.3.3.18b."""


# --- the number


def enemies(s: State, power: int) -> int:
    """The parties a power's partisans rise against."""
    return s.wars[power]


def occupied(s: State, k: int) -> HexSet:
    """The hexes of a country with partisans that an enemy holds."""
    band = s.world.affairs.bands[k]
    foes = enemies(s, POWERS.index(band.power)) if band.power in s.world.plan.powers else 0
    return s.world.affairs.band_ground[k] & hexes_of(s.control, foes) & s.world.area


def garrison(s: State, ground: HexSet, parties: int) -> int:
    """What the occupier's units in a country count: a corps or army 1, a GAR 2, a division half. Case base.partisans."""
    w = s.world
    total = Fraction(0)
    for h in bits(ground & hexes_of(s.forces, parties)):
        for u in s.stack[h]:
            if w.is_troop(u) and parties >> w.party[u] & 1:
                total += Fraction(1, 2) if w.division[u] else 2 if w.kind[u] == GAR else 1
    return int(total)


def raised_by_leaders(s: State, band: BandRow) -> int:
    """What leaders add to their country's number: for each of its partisans on enemy ground in range 1, and 1 for each hex by which
    he is nearer than the range. Case ability.7. RULING ability-7-max."""
    w, total = s.world, 0
    for leader, row in in_use(s, "partisan.number"):
        if w.nation[leader] != band.id:
            continue
        near, stars = reach_of(s, leader, row), w.has_rank[leader]
        for h in bits(near & s.forces[w.power[leader]]):
            mine = [u for u in s.stack[h] if w.kind[u] == PARTISAN and w.power[u] == w.power[leader]]
            if mine and hexes_of(s.control, enemies(s, w.power[leader])) >> h & 1:
                total += len(mine) * (1 + stars - w.lands.distance(s.where[leader], h, stars))
    return total


def value(s: State, k: int) -> int:
    """A country's number less the garrison. Cases base.partisans, 5.3.3.10c, 5.3.3.11c, 5.3.3.16c."""
    band = s.world.affairs.bands[k]
    number = s.deeds.get(f"partisans.{band.id}", band.number) + raised_by_leaders(s, band)
    return max(0, number - garrison(s, s.world.affairs.band_ground[k], enemies(s, POWERS.index(band.power))))


# --- the step


def partisan_step(s: State) -> Agenda:
    """Partisans on ground that is free go home; leaders announce; two dice say where there may be new ones."""
    if not s.world.plan.partisans:
        return ()
    sides = (0, 1)
    return (GoHome(), Asking(sides, "partisans"), PartisanRoll())


class GoHome(Auto, frozen=True, tag=True):
    """Partisans on ground that no enemy holds any more are taken off. Case base.partisans."""

    def run(self, s: State) -> Agenda:
        w = s.world
        for u in range(w.first_leader):
            if w.kind[u] == PARTISAN and s.where[u] >= 0:
                held = hexes_of(s.control, enemies(s, w.power[u]))
                if not held >> s.where[u] & 1 and not _in_vichy(s, s.where[u]):
                    turn_up(s, u)
                    lift(s, u, POOL)
        return ()


class PartisanRoll(Chance, frozen=True, tag=True):
    """Two dice: every country whose number is rolled and part of which an enemy holds may have partisans. Cases
    base.partisans, 5.3.3.18c."""

    def outcomes(self, s: State) -> Dice:
        return Dice(2, 10)

    def apply(self, s: State, dice: tuple[int, ...]) -> Agenda:
        frames: Agenda = ()
        for k, band in enumerate(s.world.affairs.bands):
            if not set(dice) & set(band.rolls):
                continue
            if occupied(s, k):
                frames = (*frames, *uprising(s, k, value(s, k)))
            if band.id == "france" and s.deeds.get("petain") and vichy_is(s, AT_PEACE):
                party = party_of(s, s.world.minor_of["vichy"])
                left = VICHY_NUMBER - garrison(s, _vichy_ground(s), 1 << party)
                frames = (*frames, *uprising(s, k, max(0, left), True))
        return frames

    def title(self, s: State) -> str:
        return "Partisans"


def _vichy_ground(s: State) -> HexSet:
    return s.world.affairs.vichy_home & s.control[party_of(s, s.world.minor_of["vichy"])]


def _in_vichy(s: State, h: Hex) -> bool:
    """Whether a hex is Vichy's while it grants Germany aid. Case 5.3.3.18d."""
    return bool(s.deeds.get("petain")) and vichy_is(s, AT_PEACE) and bool(_vichy_ground(s) >> h & 1)


def uprising(s: State, k: int, points: int, vichy: bool = False) -> Agenda:
    """One band for each full ten, and a roll for the rest. Case base.partisans."""
    sure, rest = divmod(points, 10)
    frames: Agenda = (Rising(k, vichy),) * sure
    return (*frames, RestRoll(k, rest, vichy)) if rest else frames


class RestRoll(Chance, frozen=True, tag=True):
    """A band more on the number left or less. Case base.partisans."""

    band: int
    needed: int
    vichy: bool

    def outcomes(self, s: State) -> Die:
        return Die(10)

    def apply(self, s: State, die: int) -> Agenda:
        return (Rising(self.band, self.vichy),) if die <= self.needed else ()

    def title(self, s: State) -> str:
        return f"Partisans: {s.world.realm.title_of(s.world.affairs.bands[self.band].id)}"


def hideouts(s: State, k: int, vichy: bool) -> HexSet:
    """Where partisans of a country can rise: on ground the enemy holds, out of his zones unless a leader in range lets them.

    Cases base.partisans, ability.8.
    """
    w = s.world
    power = POWERS.index(w.affairs.bands[k].power)
    ground = _vichy_ground(s) if vichy else occupied(s, k)
    ground &= ~s.held[1 - SIDE_OF[power]]
    covered = 0
    for leader, row in in_use(s, "partisan.zones"):
        if w.power[leader] == power:
            covered |= reach_of(s, leader, row)
    return ground & ~(zone_of(s, enemies(s, power)) & ~covered)


class Rising(Auto, frozen=True, tag=True):
    """A band of the power that runs this country's is drawn, if there is one and a place for it."""

    band: int
    vichy: bool

    def run(self, s: State) -> Agenda:
        power = POWERS.index(s.world.affairs.bands[self.band].power)
        if not free_bands(s, power) or not hideouts(s, self.band, self.vichy):
            return ()
        return (DrawBand(power, self.band, self.vichy),)


def free_bands(s: State, power: int) -> list[int]:
    """A power's partisans that are not on the map."""
    w = s.world
    return [
        u
        for u in range(w.first_leader)
        if w.kind[u] == PARTISAN and w.power[u] == power and s.where[u] == POOL
    ]


class DrawBand(Chance, frozen=True, tag=True):
    """Which partisans rise. Case base.partisans."""

    power: int
    band: int
    vichy: bool

    def outcomes(self, s: State) -> Cup:
        return Cup(tuple(s.world.piece(u) for u in free_bands(s, self.power)))

    def apply(self, s: State, outcome: str) -> Agenda:
        sit(s, self.power)
        return (PlaceBand(SIDE_OF[self.power], s.world.unit(outcome), self.band, self.vichy),)

    def title(self, s: State) -> str:
        return f"Partisans: {s.world.realm.title_of(s.world.affairs.bands[self.band].id)}"


class PlaceBand(SideDecides, frozen=True, tag=True):
    """Choose where partisans rise. Cases base.partisans, ability.8."""

    rule: ClassVar[str] = "base.partisans"
    takes = (Place,)
    unit: int
    band: int
    vichy: bool

    def candidates(self, s: State, seat: Seat) -> list[Place]:
        found = sorted(
            bits(hideouts(s, self.band, self.vichy)), key=lambda h: (not s.world.rail.hexes >> h & 1, h)
        )
        return [Place(self.unit, h) for h in found[:SHOWN]]

    def legal(self, s: State, seat: Seat) -> list[Place]:
        return self.candidates(s, seat)

    def violation(self, s: State, seat: Seat, action: Place) -> Violation | None:
        if action not in self.candidates(s, seat):
            return Violation(
                "base.partisans",
                "They can rise only on enemy-held ground in their country, out of enemy zones.",
                s.world.label(action.hex),
            )
        return None

    def apply(self, s: State, seat: Seat, action: Place) -> Agenda:
        put(s, action.unit, action.hex)
        s.emit(Arrived(action.unit, action.hex, "base.partisans"))
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"{s.world.name(self.unit)} rise: choose a hex.", self.rule)

    def option(self, s: State, seat: Seat, action: Place) -> Option:
        w = s.world
        return Option(f"Rise at {w.title(action.hex)}", "place", w.piece(self.unit), w.label(action.hex))


SHOWN = 70
"""At most this many hexes are offered, those on railways first: a person has to read the list."""


# --- three bands become infantry


def combine(s: State, h: Hex) -> Agenda:
    """Three bands in one hex in range of a leader who has announced it are exchanged for infantry of his power from the force pool.

    Case ability.9.
    """
    w = s.world
    for leader, row in in_use(s, "partisan.inf"):
        power = w.power[leader]
        bands = [u for u in s.stack.get(h, ()) if w.kind[u] == PARTISAN and w.power[u] == power]
        if len(bands) >= 3 and reach_of(s, leader, row) >> h & 1 and infantry(s, power):
            return (DrawInfantry(power, h),)
    return ()


def infantry(s: State, power: int) -> list[int]:
    """The infantry in a power's force pool."""
    w = s.world
    return [
        u
        for u in range(w.first_leader)
        if w.kind[u] == INF and not w.division[u] and w.power[u] == power and s.where[u] == POOL
    ]


class DrawInfantry(Chance, frozen=True, tag=True):
    """Infantry takes the place of three bands. Case ability.9."""

    power: int
    hex: int

    def outcomes(self, s: State) -> Cup:
        return Cup(tuple(s.world.piece(u) for u in infantry(s, self.power)))

    def apply(self, s: State, outcome: str) -> Agenda:
        w = s.world
        for u in [u for u in s.stack[self.hex] if w.kind[u] == PARTISAN and w.power[u] == self.power][:3]:
            turn_up(s, u)
            lift(s, u, POOL)
        u = w.unit(outcome)
        put(s, u, self.hex)
        take_control(s, u, self.hex)
        s.emit(Noted(f"Three bands of partisans became {w.name(u)}.", "ability.9"))
        return ()

    def title(self, s: State) -> str:
        return "Partisans become infantry"
