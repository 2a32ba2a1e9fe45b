"""A second reading of Hitler Turns East, continued: Mobile Assaults, retreats, advances and Counterattacks.

As in `turns_east.py`: written from the rulebook and our rulings, plainly and slowly, to disagree with the engine.
"""

from __future__ import annotations

from dataclasses import dataclass

from .turns_east import (
    March,
    army_zones,
    closed_country,
    lines,
    lines_of,
    may_end,
    shortage,
    zones,
)
from .turns_east_sheet import AXIS, SOVIET, WHITE, Piece, Position, enemy_of

BRACKETED = ("garrison", "partisan", "coastal")
CALM = ("Fair", "Light Mud", "Frost")
FAR = 99


# --- 12.4 Mobile Assaults


def assaults(position: Position, march: March, command: int, spent: frozenset[str]) -> set[str]:
    """The hexes that a stack on the move may assault; `spent` are corps that have made their assault this turn."""
    sheet, here = position.sheet, march.here
    corps = march.walkers
    if not corps or any(p.kind != "panzer" for p in corps) or position.weather not in CALM:
        return set()  # 12.4, 12.4.1
    if any(march.orders[p.name] != "blitz" or p.name in spent for p in corps):
        return set()  # 12.4, 12.4.3
    if not march.first and not may_end(position, march, here, march.strayed):
        return set()  # RULING 12.4-b
    charts = sheet.tables["terrain"]
    places = sheet.tables["terrain_features"]
    if not charts[sheet.terrain[here]]["assault_out"] or sheet.area[here] != command:
        return set()
    out = set()
    for there in sheet.exits[here].values():
        barred = [charts[sheet.terrain[there]]]
        barred += [places[kind] for kind in ("city", "fort") if there in sheet.marks[kind]]
        river = frozenset((here, there)) in sheet.river
        if (
            any(p.side == SOVIET for p in position.at(there))
            and sheet.area[there] == command  # 7.6
            and all(row["assault_into"] for row in barred)
            and (not river or places["major_river"]["assault_across"])
            and not any(closed_country(position, p, here, there) for p in march.units)
            and all(
                sheet.cost(p.kind, position.weather, here, there) + 1 <= march.left[p.name] for p in corps
            )
        ):
            out.add(there)
    return out


# --- 12.1 attacks


def may_attack(position: Position, piece: Piece, order: str) -> bool:
    """Whether a unit that is active and fresh may attack at all (7.2, 12.1.10, 13.1.2, 13.4.1, 13.5.3)."""
    if piece.kind in (*BRACKETED, "leader") or order not in ("assault", "blitz", "zhukov"):
        return False
    if position.turn == 1 and piece.hex in position.sheet.regions["romania"]:
        return False
    short = piece.is_kluge and position.weather == "Snow" and shortage(position, piece) > 0
    return not short or piece.hex not in lines_of(position, piece).loc


def targets(position: Position, piece: Piece) -> set[str]:
    """The hexes next to a unit that it may attack (12.1.1, 5.3.2, 13.1)."""
    sheet = position.sheet
    shut = sheet.east_zone if piece.side == AXIS else sheet.regions["hungary"] | sheet.regions["romania"]
    near = set(sheet.exits[piece.hex].values()) - shut
    return {h for h in near if any(p.side != piece.side for p in position.at(h))}


# --- 5.1, 5.2 reinforcements


def entries(position: Position, piece: Piece, front: int | None) -> set[str]:
    """Where a new unit may be placed; `front` is the Command it belongs to, if any (5.1.1, 5.2.1 to 5.2.3)."""
    sheet = position.sheet

    def free(hexes: set[str]) -> set[str]:
        return {
            h
            for h in hexes
            if all(p.side == piece.side for p in position.at(h)) and fit(position, (piece,), h)
        }

    if piece.side == AXIS:
        towns = free(sheet.towns & (sheet.regions["east_prussia"] | sheet.regions["general_government"]))
        return {h for h in towns if sheet.area[h] == front} or towns  # RULING 5.1-c
    area = {h for h in sheet.land if front is None or sheet.area.get(h) == front}
    own = sheet.towns & (sheet.regions["ussr"] - sheet.east_zone) & area - position.axis_towns
    near = {h for h in own if any(sheet.distance(h, s) <= 4 for s in position.hexes_of(SOVIET))}
    for name in sheet.tables["victory"]["automatic"]["cities"]:
        city = sheet.named[name]
        if city in lines(position, SOVIET, sheet.area[city]).loc:
            near |= {h for h in own if sheet.distance(h, city) <= 4} | {city} & area
    return (free(near) or free(own)) | free(set(sheet.east_zone))  # RULING 5.2-a


# --- 8.1 stacking


def fit(position: Position, units: tuple[Piece, ...], hex_: str) -> bool:
    """Whether units may stand in a hex beside those there (8.1.1 to 8.1.3, 13.4.2, 13.5.2, 13.6.2)."""
    names = {p.name for p in units}
    there = [p for p in position.at(hex_) if p.name not in names]
    if any(p.side == SOVIET and p.kind not in ("cavalry", "partisan") for p in units):
        there = [p for p in there if p.kind != "partisan"]
    together = [*units, *there]
    kinds = [p.kind for p in together]
    return (
        sum(k not in ("leader", "garrison") for k in kinds) <= 3
        and all(kinds.count(k) <= 1 for k in ("army", "leader", "garrison"))
        and not (any(p.is_kluge for p in together) and any(p.is_guderian for p in together))
    )


# --- 12.3 retreats


def watched(position: Position, side: str) -> set[str]:
    """Hexes in enemy zones that no friend negates (9.1.4)."""
    return zones(position, enemy_of(side)) - position.hexes_of(side)


def may_retreat(position: Position, units: tuple[Piece, ...], here: str, there: str) -> bool:
    """Whether a stack may fall back from a hex into one next to it (12.3.4, 8.1.4, 13.1)."""
    foe = enemy_of(units[0].side)
    return (
        there in position.sheet.exits[here].values()
        and not any(p.side == foe for p in position.at(there))
        and not any(closed_country(position, p, here, there) for p in units)
        and fit(position, units, there)
    )


def survivors(units: tuple[Piece, ...]) -> list[tuple[Piece, ...]]:
    """What may be left of a stack after the loss of one step (12.2.3)."""
    fighting = [p for p in units if p.is_combat_unit]
    shielded = any(p.full == 2 and p.steps == 2 for p in fighting)
    out = []
    for victim in fighting:
        if victim.full > 1 and victim.steps == 1 and shielded:
            continue
        left = tuple(p for p in units if p is not victim or victim.steps > 1)
        if any(p.is_combat_unit for p in left):
            out.append(left)
    return out or [units]


def retreats(position: Position, units: tuple[Piece, ...], path: tuple[str, ...]) -> set[str]:
    """The hexes a stack may retreat into next by land (12.3.1 to 12.3.4, RULINGS 12.3-b and 12.3-c)."""
    sheet, side = position.sheet, units[0].side
    ways = {there: way for way, there in sheet.exits[path[-1]].items()}
    found: dict[str, int] = {}
    for there, way in ways.items():
        if there in path or not may_retreat(position, units, path[-1], there):
            continue
        if len(path) == 2:
            first = next(w for w, h in sheet.exits[path[0]].items() if h == path[1])
            found[there] = worth(position, side, path[0], first, way, there)
            continue
        left = survivors(units) if there in watched(position, side) else [units]
        beyond = [
            worth(position, side, path[0], way, second, last)
            for second, last in sheet.exits[there].items()
            if last != path[0] and any(may_retreat(position, some, there, last) for some in left)
        ]
        if beyond:
            found[there] = max(beyond)
    return {there for there, value in found.items() if value == max(found.values())}


def worth(position: Position, side: str, start: str, first: str, second: str, end: str) -> int:
    """How good a retreat is: 2 along white arrows and two hexes away, 1 two hexes away, 0 neither."""
    if position.sheet.distance(start, end) != 2:
        return 0
    return 2 if first in WHITE[side] and second in WHITE[side] else 1


def sailings(position: Position, units: tuple[Piece, ...], path: tuple[str, ...]) -> set[str]:
    """The ports to which the Coastal Army in a stack may retreat by sea (13.7.1, RULING 13.7-c)."""
    coastal = tuple(p for p in units if p.kind == "coastal")
    ports = position.sheet.marks["soviet_sea_supply"]
    if len(path) > 1 or not coastal or path[0] not in ports:
        return set()
    return {
        h
        for h in ports - {path[0]}
        if not any(p.side == AXIS for p in position.at(h)) and fit(position, coastal, h)
    }


# --- 12.3.6, 12.3.7 advances


@dataclass(frozen=True)
class Pursuit:
    """An advance in progress: the vacated hex, the first hexes of the retreats, and who has gone how far."""

    side: str
    target: str
    units: tuple[Piece, ...]
    trail: frozenset[str]
    entered: frozenset[str]
    gone_on: frozenset[str]
    commands: frozenset[int]  # those activated this turn


def advances(position: Position, pursuit: Pursuit) -> set[tuple[str, str]]:
    """Who may advance where."""
    out = set()
    for p in pursuit.units:
        hexes = {pursuit.target} if p.name not in pursuit.entered else set()
        if p.name in pursuit.entered - pursuit.gone_on and p.kind == "panzer" and position.weather != "Mud":
            hexes |= pursuit.trail - {pursuit.target}
        for there in hexes:
            enemies = any(q.side != pursuit.side for q in position.at(there))
            if (
                not enemies
                and not closed_country(position, p, p.hex, there)
                and position.sheet.area[there] in pursuit.commands  # 7.6
                and fit(position, (p,), there)
            ):
                out.add((p.name, there))
    return out


# --- 7.3 Counterattacks


def opponents_of(position: Position, front: int) -> set[str]:
    """The Axis hexes a Front counterattacks: those of its area, Hungary left out (7.3.4, 13.1.1)."""
    sheet = position.sheet
    return {
        p.hex
        for p in position.pieces
        if p.side == AXIS and sheet.area[p.hex] == front and p.hex not in sheet.regions["hungary"]
    }


def contacts(position: Position, piece: Piece, front: int) -> set[str]:
    """Where a unit makes contact: next to the nearest Axis units it can reach (7.3.4, RULING 7.3-a)."""
    sheet = position.sheet
    enemy = opponents_of(position, front)
    mobile = piece.kind in ("mech", "cavalry")
    points = (6 if mobile else 4) - (1 if position.weather == "Light Mud" else 0)
    left = max(2, points - shortage(position, piece))
    halting = army_zones(position)
    best = {piece.hex: left}
    trail = [(piece.hex, left)]
    while trail:
        here, have = trail.pop()
        first = here == piece.hex
        if here in halting and not first:
            continue
        for there in sheet.exits[here].values():
            cost = sheet.cost(piece.kind, position.weather, here, there)
            if (
                (cost > have and not (first and have == left))
                or sheet.area.get(there) != front
                or any(p.side == AXIS for p in position.at(there))
                or closed_country(position, piece, here, there)
                or (here in halting and there in halting and piece.kind != "cavalry")
                or best.get(there, -FAR) >= have - cost
            ):
                continue
            best[there] = have - cost
            trail.append((there, have - cost))
    near = {
        h: min((sheet.distance(piece.hex, e) for e in enemy & set(sheet.exits[h].values())), default=FAR)
        for h in best
        if h != piece.hex and fit(position, (piece,), h)
    }
    least = min(near.values(), default=FAR)
    return {h for h, n in near.items() if n == least < FAR}


def clash(position: Position, front: int) -> tuple[set[str], set[str], int, int]:
    """Who attacks and who defends in a Counterattack, with their totals as printed (7.3.5)."""
    sheet = position.sheet
    enemy = opponents_of(position, front)
    attackers = [
        p
        for p in position.pieces
        if p.side == SOVIET
        and p.kind not in BRACKETED
        and sheet.area[p.hex] == front
        and enemy & set(sheet.exits[p.hex].values())
        and (p.hex in sheet.east_zone or p.hex in lines_of(position, p).loc)
    ]
    met = enemy & {n for p in attackers for n in sheet.exits[p.hex].values()}
    defenders: list[Piece] = []
    for hex_ in met:
        stack = [p for p in position.at(hex_) if p.is_combat_unit]
        defenders += [p for p in stack if p.kind != "garrison"] or stack
    return (
        {p.name for p in attackers},
        {p.name for p in defenders},
        sum(p.factor for p in attackers),
        sum(p.factor for p in defenders),
    )
