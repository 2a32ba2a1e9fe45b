"""A second reading of For the Motherland!, continued: who may attack, retreats, advances, trains, ships and arrivals.

As in `motherland.py`: written from the rulebook and our rulings, plainly and slowly, to disagree with the engine.
"""

from __future__ import annotations

from dataclasses import dataclass

from .motherland import factors, lines, may_enter, railway, zones
from .motherland_sheet import (
    AXIS,
    OUT,
    PANZERS,
    RED_INFANTRY,
    SOVIET,
    TIMID,
    Piece,
    Position,
    enemy_of,
    pair,
)

ARMOR = PANZERS | {"tank", "mech_group"}
IMMOBILE = {"fortress", "factory", "oil field", "oil pipeline", "coal mine", "ore"}


def enemies_at(position: Position, side: str, hex_: str) -> bool:
    return any(p.side != side for p in position.at(hex_))


def stands_still(position: Position, hex_: str) -> bool:
    """Romania and Finland on turn 1 of 1941 (20.1)."""
    return (
        position.opening and position.turn == 1 and position.sheet.country.get(hex_) in ("romania", "finland")
    )


# --- 8.3 who may attack what


def may_attack(position: Position, piece: Piece, target: str) -> bool:
    """Whether a unit may attack a neighbouring hex (8.3.6, 8.3.8, 8.3.9, 8.4.2, 8.4.3, 16.7, 20.1)."""
    sheet, side = position.sheet, pair(piece.hex, target)
    if not piece.is_combat_unit or piece.kind == "fortress" or stands_still(position, piece.hex):
        return False
    if piece.attack is not None and factors(position, piece, False)[0] == 0:
        return False
    if side in sheet.bridge:
        return False
    if side in sheet.kerch:
        return piece.kind not in ARMOR
    if side in sheet.ice:
        return position.snow and piece.kind in RED_INFANTRY
    return side not in sheet.water


def targets(position: Position, side: str, tired: set[str], struck: set[str], hit: set[str]) -> set[str]:
    """The hexes a side may attack, when some units have attacked, some hexes and some units been attacked (8.3.1)."""
    out = set()
    for hex_ in position.hexes_of(enemy_of(side)) - struck:
        if all(p.name in hit for p in position.at(hex_)):
            continue
        near = [p for n in position.sheet.around[hex_] for p in position.at(n) if p.side == side]
        if any(p.name not in tired and may_attack(position, p, hex_) for p in near):
            out.add(hex_)
    return out


def joiners(position: Position, side: str, target: str, tired: set[str], team: list[Piece]) -> set[str]:
    """The units that may join an attack (8.3.1, 8.3.5, 8.3.7)."""
    allied = {p.nation for p in team} - {"german", "soviet"}
    return {
        p.name
        for n in position.sheet.around[target]
        for p in position.at(n)
        if p.side == side
        and p.name not in tired
        and p not in team
        and may_attack(position, p, target)
        and (p.nation in ("german", "soviet") or allied <= {p.nation})
    }


# --- 8.6 retreats


def retreats(position: Position, piece: Piece, target: str, held: set[str]) -> set[str]:
    """Where a unit may fall back one hex; `held` are the hexes with friends when this hex of the retreat began."""
    sheet = position.sheet
    if piece.pace == 0:
        return set()  # 8.5
    watched = zones(position, enemy_of(piece.side))
    ways: list[set[str]] = [set(), set(), set(), set()]
    for n in sheet.around[piece.hex]:
        if (
            pair(piece.hex, n) in sheet.water  # 8.6.4
            or sheet.distance(target, n) <= sheet.distance(target, piece.hex)  # 8.6
            or enemies_at(position, piece.side, n)
            or not may_enter(position, piece, n)
            or (n in watched and piece.kind in TIMID)  # 4.2.3
            or (n in watched and piece.status == OUT and n not in held)  # 8.6.2
            or (piece.kind == "railroad_gun" and n not in sheet.rails.get(piece.hex, ()))
        ):
            continue
        friend = n in held
        ways[(2 if friend else 3) if n in watched else (1 if friend else 0)].add(n)  # 8.6.1
    return next((hexes for hexes in ways if hexes), set())


# --- 8.7 advances


@dataclass(frozen=True)
class Pursuit:
    """An advance in progress: who may go, the hexes left by the enemy, how far the result lets them, how far they are."""

    units: tuple[Piece, ...]
    vacated: frozenset[str]
    limit: int
    strides: dict[str, int]


def advances(position: Position, pursuit: Pursuit) -> set[tuple[str, str]]:
    """Who may advance where (8.7, RULINGS 8.4.2-a and 8.7.3-a)."""
    sheet = position.sheet
    out = set()
    for p in pursuit.units:
        done = pursuit.strides.get(p.name, 0)
        if p.kind in ("offensive_support", "railroad_gun") or p.pace == 0 or done >= pursuit.limit:
            continue
        if done and p.kind not in ARMOR:
            continue
        for n in sheet.around[p.hex]:
            side = pair(p.hex, n)
            if enemies_at(position, p.side, n) or not may_enter(position, p, n):
                continue
            if p.kind in TIMID and n in zones(position, enemy_of(p.side)):
                continue
            if done:
                is_open = side not in sheet.water | sheet.minor | sheet.major
            else:
                is_open = n in pursuit.vacated and (side not in sheet.water or side in sheet.kerch)
            if is_open:
                out.add((p.name, n))
    return out


# --- 5.3 strategic movement


def is_fed_at(position: Position, piece: Piece, hex_: str) -> bool:
    """Whether a unit would be in supply in a hex (9.3, 9.4)."""
    fed = lines(position, piece)
    if hex_ in fed.near:
        return True
    return hex_ in fed.far and all(
        position.sheet.distance(hex_, p.hex) >= 6
        for p in position.of(SOVIET)
        if p.is_combat_unit and p.status != OUT
    )


def near_enemy(position: Position, side: str) -> set[str]:
    """Hexes within two of an enemy combat unit, or of a Partisan for the Axis (5.3.1)."""
    sheet = position.sheet
    foes = {p.hex for p in position.pieces if p.side != side and p.is_combat_unit}
    if side == AXIS:
        foes |= {h for h in position.partisans if h}
    return {h for h in sheet.land if any(sheet.distance(h, foe) <= 2 for foe in foes)}


def trains(position: Position, piece: Piece) -> set[str]:
    """Where Strategic Movement may take a unit (5.3)."""
    sheet = position.sheet
    mud = sheet.weather[position.turn] == "mud"
    base = piece.kind == "supply_base"
    if (position.opening and position.turn == 1) or piece.status or piece.pace == 0:
        return set()
    if piece.kind == "air_base" or piece.kind in IMMOBILE or (base and not mud):
        return set()
    danger = near_enemy(position, piece.side)
    if piece.hex in danger or not (base or is_fed_at(position, piece, piece.hex)):
        return set()
    marks = position.marks_of(enemy_of(piece.side)) & sheet.marks["city"]
    steps = {piece.hex: 0}
    edge = [piece.hex]
    for n in range(1, 16):
        reached = []
        for here in edge:
            near = sheet.rails.get(here, ()) if piece.kind == "railroad_gun" else sheet.around[here]
            for there in near:
                side = pair(here, there)
                if (
                    there in steps
                    or (piece.kind != "railroad_gun" and side in sheet.water - sheet.bridge)
                    or there in danger
                    or there in marks
                    or enemies_at(position, piece.side, there)
                    or not may_enter(position, piece, there)
                    or sheet.terrain[there] == "high_mountain"  # RULING 5.3-d
                ):
                    continue
                steps[there] = n
                reached.append(there)
        edge = reached
    return {h for h in steps if h != piece.hex and (base or is_fed_at(position, piece, h))}


# --- 5.5 sea transport


def sea_of(position: Position, hex_: str) -> str:
    marks = position.sheet.marks
    if hex_ in marks["port_baltic"]:
        return "baltic"
    return "south" if hex_ in marks["port_black_sea"] | marks["port_azov"] else ""  # RULING 5.5-a


def ships(position: Position, piece: Piece) -> set[str]:
    """Where a ship may take a unit that began the phase in its port, if no other has sailed (5.5)."""
    sheet, side = position.sheet, piece.side
    passengers = {"infantry", "infantry_kg", "supply_base", "romanian"} if side == AXIS else set(RED_INFANTRY)
    sea = sea_of(position, piece.hex)
    if piece.kind not in passengers or not sea or stands_still(position, piece.hex):
        return set()
    gate = "Sevastopol" if sea == "south" else "Königsberg" if side == AXIS else "Leningrad"
    if not position.controls(side, sheet.named[gate]) or not position.controls(side, piece.hex):
        return set()
    watched = zones(position, enemy_of(side))
    return {
        h
        for h in sheet.marks["port"]
        if h != piece.hex
        and sea_of(position, h) == sea
        and position.controls(side, h)
        and not enemies_at(position, side, h)
        and may_enter(position, piece, h)
        and (
            piece.kind != "supply_base"
            or (h in (sheet.named["Königsberg"], sheet.named["Leningrad"]) and h not in watched)
        )
    }


# --- 17.0 arrivals


def arrivals(position: Position, piece: Piece) -> set[str]:
    """Where a reinforcement may be placed (17.0, 10.4, RULINGS 17.0-b to 17.0-d)."""
    sheet, side = position.sheet, piece.side
    net = railway(position, side)
    if side == AXIS:
        bases = {p.hex for p in position.pieces if p.kind == "supply_base"}
        starts = bases & net
        open_ = starts | {n for h in starts for n in sheet.around[h]}
        if piece.kind == "railroad_gun":
            open_ &= set(sheet.rails)
        if piece.kind == "supply_base":
            open_ |= net & sheet.sources("WHR")
        open_ -= {h for h in position.partisans if h in bases}
    else:
        open_ = net | {n for h in net for n in sheet.around[h]}
    watched = zones(position, enemy_of(side))
    places = sheet.marks["city"] | sheet.marks["port"]
    return {
        h
        for h in open_
        if not enemies_at(position, side, h)
        and h not in watched
        and may_enter(position, piece, h)
        and sheet.terrain[h] != "high_mountain"
        and (h not in places or position.controls(side, h))
        and h not in position.marks_of(enemy_of(side))
    }
