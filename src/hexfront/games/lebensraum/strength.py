"""Chapters 7.2, 7.3, 7.46 and 11.91: the strength of both sides and the column they fight on."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from hexfront.games.lebensraum.command import helper_stars, is_free_of_command
from hexfront.games.lebensraum.kinds import AXIS, BOMBARDMENT, CAMP, TANK
from hexfront.games.lebensraum.reach import unit_kind
from hexfront.games.lebensraum.state import State, class_of, hexes_of, key, strength_of
from hexfront.games.lebensraum.tables import side_class
from hexfront.hexes import Hex, bits
from hexfront.kernel import Working


class Reckoning(msgspec.Struct, frozen=True):
    """A combat worked out: both strengths, both classes, and the column before and after their shifts."""

    attack: int
    defence: int
    attacking_class: int
    defending_class: int
    base: int
    column: int
    working: tuple[Working, ...] = ()


def in_command(s: State, u: int) -> bool:
    return bool(s.in_command >> u & 1) or is_free_of_command(s, u)


def commanded_strength(s: State, u: int) -> int:
    """A unit's printed strength, halved without command. Case 7.44e, RULING 7.44-a, RULING 7.44-b."""
    printed = strength_of(s, u)
    return printed if in_command(s, u) else printed // 2


def attacking_strength(s: State, u: int, target: Hex) -> int:
    """A unit's strength against a hex, after terrain. Case 7.2c."""
    return pushed(s, u, s.where[u], target, commanded_strength(s, u))


def pushed(s: State, u: int, origin: Hex, target: Hex, plain: int) -> int:
    """What is left of a unit's plain strength if it attacks from a hex: rivers, and tanks in marsh and mountain. Case 7.2c."""
    t, lands = s.world.tables, s.world.lands
    is_tank = unit_kind(s, u) == TANK
    change = t.ground[s.world.board.kind[target]].attacking_tank if is_tank else 0
    if lands.river.has(origin, target):
        change += t.river.attacking_tank if is_tank else t.river.attacking_infantry
    return max(min(plain, t.least_attacker), plain + change)


def terrain_strength(s: State, target: Hex) -> int:
    """What the ground adds to the defender. Case 7.2c."""
    w = s.world
    ground = w.tables.ground[w.board.kind[target]].defender
    return ground + w.tables.city_strength * w.population.get(target, 0)


def west_wall_strength(s: State, target: Hex, origins: Collection[Hex]) -> int:
    """What the West Wall adds: only to the Axis, and only if all attack through it. Cases 11.91a, 11.91b."""
    w = s.world
    if not s.held[AXIS] >> target & 1 or w.lands.opposite_west_wall >> target & 1:
        return 0
    through = all(w.lands.west_wall.has(h, target) for h in origins)
    return w.tables.combat.west_wall if origins and through else 0


def marker_strength(s: State, power: int, hexes: set[Hex]) -> tuple[int, int]:
    """Strength by air and by ships in the hexes of a side. Cases 7.4611c, 7.462h, RULING 7.4611-b."""
    air = sum(s.air_at.get(key(power, h), 0) for h in hexes)
    firing = [k for k in bits(s.ships_in) if s.ship[k] in hexes and s.mission[k] == BOMBARDMENT]
    ships = sum(s.world.ship_power[k] == power for k in firing)
    return air * s.world.tables.combat.air, ships * s.world.tables.combat.naval


def partisan_strength(s: State, units: list[int]) -> int:
    """What partisans take off a side: each marker the nearest opposing unit's, of equals one in this combat.
    Case 7.463c, RULING 7.463-c."""
    if not units or not s.partisans:
        return 0
    w = s.world
    camp = CAMP[s.power[units[0]]]
    here = {s.where[u] for u in units}
    theirs = list(bits(hexes_of(s, camp)))
    total = 0
    for filed, count in s.partisans.items():
        power, h = filed % 3, filed // 3
        if CAMP[power] == camp:
            continue
        least = min(w.grid.distance(h, x) for x in theirs)
        if any(w.grid.distance(h, x) == least for x in here):
            total += count * w.tables.combat.partisan
    return total


def odds(s: State) -> Reckoning:
    """The combat in hand, worked out. Cases 7.2c, 7.2d, 7.3a, 7.3b, 7.3c."""
    w = s.world
    t, target = w.tables, s.target
    foe, own = s.defenders, s.attackers
    power, other = s.power[own[0]], s.power[foe[0]]
    air, ships = marker_strength(s, power, {s.where[u] for u in own})
    d_air, d_ships = marker_strength(s, other, {target})
    parts = (
        ("units", sum(attacking_strength(s, u, target) for u in own), "7.2c"),
        ("leaders", sum(helper_stars(s, k) for k, u in s.helpers.items() if u in own), "7.45c"),
        ("air", air, "7.4611c"),
        ("bombardment", ships, "7.462h"),
        ("partisans", partisan_strength(s, own), "7.463c"),
    )
    theirs = (
        ("units", sum(commanded_strength(s, u) for u in foe), "7.2c"),
        ("terrain", terrain_strength(s, target), "7.2c"),
        ("West Wall", west_wall_strength(s, target, [s.where[u] for u in own]), "11.91a"),
        ("leaders", sum(helper_stars(s, k) for k, u in s.helpers.items() if u in foe), "7.45c"),
        ("air", d_air, "7.4611c"),
        ("bombardment", d_ships, "7.462h"),
        ("partisans", partisan_strength(s, foe), "7.463c"),
    )
    attack = max(1, sum(n for _, n, _ in parts))
    defence = max(1, sum(n for _, n, _ in theirs))
    a, d = side_class([class_of(s, u) for u in own]), side_class([class_of(s, u) for u in foe])
    base = t.column(attack, defence, w.has("strict_rounding"))
    told = [("Attacker", *part) for part in parts] + [("Defender", *part) for part in theirs]
    working = tuple(Working(f"{who}: {label}", str(n), rule) for who, label, n, rule in told if n)
    return Reckoning(attack, defence, a, d, base, t.shifted(base, a, d), working)
