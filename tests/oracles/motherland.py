"""A second reading of For the Motherland!: zones, supply, partisans, odds, movement and overruns, plainly and slowly.

Written from the rulebook and our rulings, with lists and sets, for one purpose: to disagree with the engine where the
engine is wrong. `motherland_compare.py` puts both to the positions of random games.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .motherland_sheet import (
    ALLIES,
    AXIS,
    COUNTRIES,
    LACK,
    LEAST,
    OUT,
    PANZERS,
    RED_INFANTRY,
    SOVIET,
    SUPPLIED,
    TIMID,
    Piece,
    Position,
    enemy_of,
    flow,
    pair,
)

# --- 4 zones of control


def zones(position: Position, side: str) -> set[str]:
    """Hexes in the zones of a side's combat units; no zone crosses water (4.1, 16.7)."""
    if ("zones", side) not in position.memo:
        sheet = position.sheet
        position.memo["zones", side] = {
            n
            for p in position.of(side)
            if p.is_combat_unit
            for n in sheet.around[p.hex]
            if pair(p.hex, n) not in sheet.water
        }
    known: set[str] = position.memo["zones", side]
    return known


# --- 9 supply


def line_ground(position: Position, side: str) -> set[str]:
    """Hexes through which a side's lines may run (9.2, 4.2.2)."""
    if ("ground", side) not in position.memo:
        enemy = enemy_of(side)
        watched = zones(position, enemy) - position.hexes_of(side)
        shut = position.hexes_of(enemy) | watched | position.marks_of(enemy)
        position.memo["ground", side] = position.sheet.land - shut
    known: set[str] = position.memo["ground", side]
    return known


def railway(position: Position, side: str, letters: str = "") -> set[str]:
    """Railroad hexes joined by railroad to a side's source, or to one with these letters (9.3, 9.4)."""
    letters = letters or ("WHR" if side == AXIS else "ES")
    if ("rail", letters) not in position.memo:
        sheet = position.sheet
        ground = line_ground(position, side)
        edge = [h for h in sheet.sources(letters) if h in ground and h in sheet.rails]
        out = set(edge)
        while edge:
            for n in sheet.rails[edge.pop()]:
                if n in ground and n not in out:
                    out.add(n)
                    edge.append(n)
        position.memo["rail", letters] = out
    known: set[str] = position.memo["rail", letters]
    return known


def sea_ports(position: Position, piece: Piece) -> set[str]:
    """Ports from which a unit may be fed by sea (9.6)."""
    sheet, rail = position.sheet, railway(position, piece.side)
    lit = {
        name
        for name in ("Odessa", "Sevastopol", "Danzig", "Königsberg", "Tuapse", "Novorossiysk")
        if position.controls(piece.side, sheet.named[name]) and sheet.named[name] in rail
    }
    out: set[str] = set()
    if piece.side == AXIS:
        if piece.nation != "german" or piece.kind in TIMID:
            return out  # 9.6, RULING 9.6-b
        if lit >= {"Odessa", "Sevastopol"}:
            out |= sheet.marks["port_black_sea"]
        if lit >= {"Danzig", "Königsberg"}:
            out |= sheet.marks["port_baltic"]
    elif piece.kind != "offensive_support" and lit & {"Tuapse", "Novorossiysk"}:
        out |= sheet.marks["port_black_sea"]
        if any(p.side == AXIS for p in position.at(sheet.named["Sevastopol"])):
            out.discard(sheet.named["Odessa"])
    return {h for h in out if position.controls(piece.side, h)}  # RULING 9.6-a


def fed_by_bases(position: Position, letters: str) -> tuple[dict[str, int], set[str]]:
    """The reach of each hex with a working Supply Base, and the hexes where a long line may end (9.3, 9.3.4, 10.3)."""
    reach: dict[str, int] = {}
    ends: set[str] = set()
    for base in position.pieces:
        if base.kind != "supply_base":
            continue
        if base.hex in railway(position, AXIS, letters):  # RULING 9.3.1-a
            reach[base.hex] = 4
        elif base.name in position.expended:
            reach[base.hex] = max(reach.get(base.hex, 0), 3 if base.hex in position.partisans else 4)
        if reach.get(base.hex) == 4:
            ends.add(base.hex)  # RULING 9.3.3-a
    return reach, ends


@dataclass(frozen=True)
class Fed:
    """Where units of one sort are in supply, from where they may draw on a long line, where they are not isolated."""

    near: frozenset[str]
    far: frozenset[str]
    linked: frozenset[str]


def sort_of(position: Position, piece: Piece) -> tuple[str, bool, bool]:
    """What a unit's lines depend on: its nation, whether it is fed by sea, whether it crosses ice (9.2.1, 9.6)."""
    nation = piece.nation if piece.nation in ("soviet", "finnish", "turkish") else "axis"
    no_ice = {"tank", "offensive_support", "mech_group"}
    ice = position.snow and piece.side == SOVIET and piece.kind not in no_ice
    at_sea = piece.kind not in TIMID and piece.nation in ("german", "soviet")
    return nation, at_sea, ice


def lines(position: Position, piece: Piece) -> Fed:
    key = ("lines", sort_of(position, piece))
    if key not in position.memo:
        position.memo[key] = _drawn(position, piece)
    known: Fed = position.memo[key]
    return known


def _drawn(position: Position, piece: Piece) -> Fed:
    sheet = position.sheet
    nation, _, ice = sort_of(position, piece)
    ground = line_ground(position, piece.side)
    barred = sheet.water - sheet.bridge  # 9.2.2
    if ice:
        barred = barred - sheet.ice
    letters = {"soviet": "ES", "finnish": "F", "turkish": "T"}.get(nation, "WHR")
    sources = sheet.sources(letters)
    if nation == "finnish" and sheet.named["Helsinki"] in position.soviet_marks:
        return Fed(frozenset(), frozenset(), frozenset())  # 9.3.2

    def within(start: Iterable[str], most: int) -> set[str]:
        return {h for h, n in flow(sheet, start, ground, barred).items() if n <= most}

    ports = sea_ports(position, piece)
    near = within(sources, 4) | within(ports, 2)
    far: set[str] = set()
    if nation == "soviet":
        near |= within(railway(position, SOVIET), 4)
    elif nation != "turkish":  # RULING 21.2.2-a
        bases, ends = fed_by_bases(position, letters)
        for base, most in bases.items():
            near |= within([base], most)
        far = within(sources | ends, 999)  # 9.3.3
    return Fed(frozenset(near), frozenset(far), frozenset(within(sources | ports, 999)))


def has_line(position: Position, piece: Piece) -> bool:
    """Whether a unit traces a Supply Line."""
    fed = lines(position, piece)
    if piece.hex in fed.near:
        return True
    return piece.hex in fed.far and all(
        position.sheet.distance(piece.hex, p.hex) >= 6
        for p in position.of(SOVIET)
        if p.is_combat_unit and p.status != OUT  # RULING 9.3.3-b
    )


def is_linked(position: Position, piece: Piece) -> bool:
    """Whether a line of any length leads a unit to a source (9.1.3)."""
    return piece.hex in lines(position, piece).linked


def next_status(position: Position, piece: Piece, before: int) -> int:
    """The marker a unit gets, if it had one before by its own line (9.1, RULING 10.1-a)."""
    sheet = position.sheet
    if piece.nation == "finnish" and sheet.named["Helsinki"] in position.soviet_marks:
        return OUT
    if has_line(position, piece):
        return SUPPLIED
    factories = {p.hex for p in position.pieces if p.kind == "factory"}
    if piece.side == SOVIET and factories & {piece.hex, *sheet.around[piece.hex]}:
        return LACK  # 9.1.2
    return OUT if before else LACK


# --- 10 partisans


def harassed(position: Position, base: str) -> set[str]:
    """The German units that the next partisan marker may fall on: the nearest of the four hexes (10.1)."""
    apart = {
        p.name: position.sheet.distance(p.hex, base)
        for p in position.pieces
        if p.nation == "german" and p.is_combat_unit and p.status != OUT
    }
    near = {name: n for name, n in apart.items() if n <= 4}
    return {name for name, n in near.items() if n == min(near.values())}


def stations(position: Position, partisan: int) -> set[str]:
    """The bases to which a Partisan may go (10.2, RULING 10.2-a)."""
    sheet = position.sheet
    bases = {p.hex for p in position.pieces if p.kind == "supply_base"}
    now = position.partisans[partisan]
    others = [h for n, h in enumerate(position.partisans) if h and n != partisan]
    return {
        h
        for h in bases - {now}
        if all(sheet.distance(h, other) >= 5 for other in others)
        and (now is None or now not in bases or sheet.distance(h, now) <= 5)
    }


# --- 8 odds


def factors(position: Position, piece: Piece, overrun: bool) -> tuple[int, int]:
    """Attack and defense in force (9.5, 8.3.6, 18.2.3)."""
    attack, defense = piece.attack or 0, piece.defense
    if piece.kind == "fortress":
        attack = 0
    if piece.status:
        attack = (attack + 1) // 2
    if piece.status == OUT:
        defense = (defense + 1) // 2
    if piece.side == AXIS and position.snow and (overrun or position.winter_combat):
        if position.turn in (5, 6):
            return attack // 4, defense // 2
        return max(0, attack - 1), max(0, defense - 1)
    return attack, defense


def river(position: Position, origins: Iterable[str], target: str, germans: bool) -> str:
    """The river that all attackers are across: major if any of them is (8.4.1, 8.4.2, 8.4.3)."""
    sheet = position.sheet
    ignored = position.opening and position.turn == 1 and position.phase == "axis-movement" and germans
    kinds = set()
    for origin in origins:
        side = pair(origin, target)
        if side in sheet.major | sheet.kerch:
            kinds.add("major")
        elif side in sheet.minor | sheet.ice and not ignored:
            kinds.add("minor")
        else:
            return ""
    return "major" if "major" in kinds else "minor"


def column_of(position: Position, attack: int, defense: int) -> int:
    """The column of plain odds, rounded for the defender; the ends take what lies beyond (8.1, 8.2, RULING 8.4-a)."""
    found = 0
    for n, header in enumerate(position.sheet.tables["results"]["columns"]):
        more, less = LEAST.get(header) or (int(header.split(":")[0]), 1)
        if attack * less >= defense * more:
            found = n
    return found


def odds(
    position: Position,
    attackers: list[Piece],
    defenders: list[Piece],
    target: str,
    overrun: bool,
    air: bool,
    gun: bool,
) -> tuple[int, int, int, int]:
    """Attack, defense behind its river, column after shifts, and what is added to the die."""
    sheet = position.sheet
    side = attackers[0].side
    attack = sum(factors(position, p, overrun)[0] for p in attackers)
    defense = sum(factors(position, p, overrun)[1] for p in defenders)
    germans = all(p.nation == "german" for p in attackers)
    behind = river(position, {p.hex for p in attackers}, target, germans)
    defense = {"": defense, "minor": defense + 2, "major": defense * 2}[behind]
    chart = sheet.tables["terrain"]
    shifts = [chart[sheet.ground(target, position.snow)]["shift"]]
    if target in sheet.marks["fortified_city"]:
        shifts.append(chart["fortified_city"]["shift"])  # RULING 8.4-b
    elif target in sheet.marks["city"]:
        shifts.append(chart["city"]["shift"])
    last = len(sheet.tables["results"]["columns"]) - 1
    column = column_of(position, attack, defense) + min(shifts) + (2 if air else 0)  # 14.1
    bonus = 4 if gun else 0  # 16.2
    if side == SOVIET:
        helpers = [p for p in position.pieces if p.kind == "offensive_support"]
        bonus += 3 * any(sheet.distance(p.hex, target) <= 3 for p in helpers)  # 13.0, RULING 13.0-a
        if position.snow:
            bonus += 3 if position.turn in (5, 6) else 1  # 18.2.4
    return attack, defense, max(0, min(last, column)), bonus


# --- 5 movement


@dataclass(frozen=True)
class March:
    """A group on the move: its units, what each has spent, and whether it has made a step in this phase."""

    units: tuple[Piece, ...]
    spent: dict[str, int]
    has_stepped: bool

    @property
    def here(self) -> str:
        return self.units[0].hex

    def left(self, piece: Piece) -> int:
        return piece.pace - self.spent[piece.name]


def may_enter(position: Position, piece: Piece, there: str) -> bool:
    """Whether a unit's nation and kind let it stand in a hex (5.2.1, 5.1.5)."""
    country = position.sheet.country.get(there, "")
    open_lands = COUNTRIES[piece.nation]
    if piece.nation in ("soviet", "german") and position.turkey_at_war:
        open_lands = open_lands | {"turkey"}
    steep = position.sheet.terrain[there] == "high_mountain"
    return country in open_lands and (not steep or piece.kind == "mountain")


def step_price(position: Position, piece: Piece, here: str, there: str) -> int | None:
    """Points for one step, or nothing where the way is barred (5.1, 4.2)."""
    sheet = position.sheet
    side = pair(here, there)
    column = "mech" if piece.is_mech else "leg"
    iced = position.snow and piece.kind in RED_INFANTRY and side in sheet.ice  # 5.1.7
    if side in sheet.water and not iced:
        return None
    ground = sheet.ground(there, position.snow)
    price: int = sheet.tables["terrain"][ground][column]
    if ground == "mountain" and piece.kind == "mountain":
        price -= 1  # 5.1.5
    easy = position.opening and position.turn == 1 and position.phase == "axis-movement"
    if side in sheet.major:
        price += sheet.tables["rivers"]["major"][column]
    elif iced or (side in sheet.minor and not (easy and piece.nation == "german")):
        price += sheet.tables["rivers"]["minor"][column]
    if here in zones(position, enemy_of(piece.side)):
        price += 2
    return price


def is_exploiter(piece: Piece) -> bool:
    return piece.kind in PANZERS | {"tank"}


def may_step(position: Position, march: March, there: str) -> bool:
    """Whether the whole group may go to a neighbour."""
    here, side = march.here, march.units[0].side
    hostile = zones(position, enemy_of(side))
    exploiting = position.phase.endswith("exploitation")
    if any(p.side != side for p in position.at(there)):
        return False  # 5.2.2
    panzers = all(p.kind in PANZERS for p in march.units)
    if here in hostile and there in hostile and (exploiting or not panzers):
        return False  # 4.2, 5.1.4
    for piece in march.units:
        if not may_enter(position, piece, there):
            return False
        if piece.kind in TIMID and there in hostile:
            return False  # 4.2.3
        if piece.kind == "railroad_gun":
            if there not in position.sheet.rails.get(here, ()) or pair(here, there) in position.sheet.water:
                return False  # 5.1.6; 16.7: no regular movement over the bridge, by rail either
            continue
        price = step_price(position, piece, here, there)
        if price is None or piece.pace == 0:
            return False
        if exploiting and not is_exploiter(piece):
            if march.has_stepped:
                return False  # 5.4: one hex
            continue
        first = not march.has_stepped and march.spent[piece.name] == 0
        if price > march.left(piece) and not (first and not exploiting):
            return False  # 5.1.3: one hex in the Movement Phase
    return True


def next_steps(position: Position, march: March) -> set[str]:
    near = set(position.sheet.around[march.here])
    if march.units[0].kind == "railroad_gun":
        near |= position.sheet.rails.get(march.here, set())
    return {n for n in near if may_step(position, march, n)}


# --- 6 stacking, 7 overruns


def is_crowded(position: Position, hex_: str) -> bool:
    """Whether a hex holds more than it may at the end of a phase (6.1 to 6.4)."""
    kinds = [p.kind for p in position.at(hex_)]
    corps = [k for k in kinds if k in PANZERS | {"infantry", "mountain", "infantry_kg"}]
    allies = [k for k in kinds if k in ALLIES]
    turks = kinds.count("turkish")
    if len(corps) + 3 * len(allies) > 3 or (turks and len(kinds) > turks):  # 6.1, 6.2, 21.2.2
        return True
    if any(kinds.count(k) > 1 for k in (*TIMID, "fortress")):
        return True
    plain = kinds.count("combined_arms") + kinds.count("mech_group")
    picked = kinds.count("guards") + kinds.count("shock") + kinds.count("tank")
    if position.turn <= 11:
        return plain + picked > 1  # 6.3, RULING 6.3-a
    return plain > 1 or picked > 1


def overruns(position: Position, march: March) -> set[str]:
    """The hexes that the group may overrun (7.1, 7.2)."""
    sheet, here, units = position.sheet, march.here, march.units
    side = units[0].side
    price = 2 if side == SOVIET and position.snow else 3
    for piece in units:
        known = piece.attack is not None
        if piece.status or march.left(piece) < price or piece.kind in ("fortress", *TIMID):
            return set()
        if known and factors(position, piece, True)[0] == 0:
            return set()  # 8.3.8
        if position.phase.endswith("exploitation") and not is_exploiter(piece):
            return set()  # 7.2.4
    if len({p.is_mech for p in units}) > 1 or is_crowded(position, here):
        return set()
    out = set()
    for n in sheet.around[here]:
        there = position.at(n)
        ground = sheet.ground(n, position.snow)
        if not there or there[0].side == side or n in sheet.marks["city"]:
            continue
        if ground in ("mountain", "high_mountain", "swamp") or any(p.kind == "fortress" for p in there):
            continue
        if pair(here, n) in sheet.major | sheet.water:
            continue
        if all(may_enter(position, p, n) for p in units):
            out.add(n)
    return out
