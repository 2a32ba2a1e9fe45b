"""A second reading of Hitler Turns East: zones, lines, supply, attrition, odds and movement, plainly and slowly.

Written from the rulebook and our rulings, with lists and sets, for one purpose: to disagree with the engine where the
engine is wrong. `compare.py` puts both to the positions of random games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from .turns_east_sheet import AXIS, BLACK, SOVIET, WHITE, Piece, Position, Sheet, enemy_of

FAR = 99

# --- 9.1 zones of control


def is_friendly(position: Position, side: str, town: str) -> bool:
    return (town in position.axis_towns) == (side == AXIS)


def zone_of(position: Position, piece: Piece) -> set[str]:
    """The hexes into which one unit's zone goes (9.0, 9.1)."""
    sheet = position.sheet
    if not piece.exerts:
        return set()
    out = set()
    for other in sheet.exits.get(piece.hex, {}).values():
        crosses_border = (piece.hex in sheet.home) != (other in sheet.home)
        if position.turn == 1 and piece.side == SOVIET and crosses_border:
            continue  # 9.1.2
        if other in sheet.forts and not is_friendly(position, piece.side, other):
            continue  # 9.1.4
        out.add(other)
    return out


def zones(position: Position, side: str, exerting: Iterable[Piece] | None = None) -> set[str]:
    """Every hex in a zone of a side, or of those of its units that are named."""
    if exerting is None and ("zones", side) in position.memo:
        known: set[str] = position.memo["zones", side]
        return known
    out: set[str] = set()
    for piece in position.pieces if exerting is None else exerting:
        if piece.side == side:
            out |= zone_of(position, piece)
    if exerting is None:
        position.memo["zones", side] = out
    return out


def army_zones(position: Position) -> set[str]:
    """The zones that halt Soviet movement: those of German Armies (9.1.3)."""
    if "armies" not in position.memo:
        position.memo["armies"] = zones(position, AXIS, [p for p in position.pieces if p.kind == "army"])
    known: set[str] = position.memo["armies"]
    return known


# --- 9.2 lines of communication, 10.1 supply


@dataclass(frozen=True)
class Lines:
    """The hexes that have an LOC in one Command, and the steps from each hex to the nearest supply town."""

    loc: frozenset[str]
    towns: frozenset[str]
    steps: dict[str, int]
    direct: dict[str, int]


def may_trace(position: Position, side: str, area: int, romanian: bool) -> set[str]:
    """Where a line may run if no enemy bars it (9.2.1, 9.2.3, 5.3.2, 10.1.11, 13.1)."""
    sheet = position.sheet
    out = sheet.reach_of_lines[area] & sheet.open
    if side == SOVIET:
        out -= sheet.regions["hungary"] | sheet.regions["romania"]
        if area == sheet.area["2001"]:
            out |= sheet.lake  # RULING 10.1-b
        return out
    out -= sheet.east_zone
    if romanian:
        out -= sheet.regions["hungary"]
        out -= sheet.regions["northwest_front"] | sheet.regions["west_front"]  # RULING 13.1-a, 9.2.3
    elif position.turn == 1:
        out -= sheet.regions["hungary"]
    return out


def flow(sheet: Sheet, start: Iterable[str], ground: set[str], closed: bool = False) -> dict[str, int]:
    """How many steps each hex of the ground is from the start, with the border of Romania `closed` or not."""
    romania = sheet.regions["romania"]
    steps = dict.fromkeys((h for h in start if h in ground), 0)
    edge = list(steps)
    while edge:
        nxt = []
        for here in edge:
            for there in sheet.around[here].values():
                if (
                    there in ground
                    and there not in steps
                    and frozenset((here, there)) not in sheet.prohibited
                    and not (closed and (here in romania) != (there in romania))
                ):
                    steps[there] = steps[here] + 1
                    nxt.append(there)
        edge = nxt
    return steps


def lines(
    position: Position,
    side: str,
    area: int,
    romanian: bool = False,
    exerting: tuple[Piece, ...] | None = None,
    away: frozenset[str] = frozenset(),
) -> Lines:
    """The lines of a side in a Command, while only `exerting` exert zones and enemies in the hexes `away` are thought away."""
    key = ("lines", side, area, romanian, exerting, away)
    if key in position.memo:
        found: Lines = position.memo[key]
        return found
    sheet = position.sheet
    enemy = enemy_of(side)
    own = position.hexes_of(side)
    foes = position.hexes_of(enemy) - away
    watching = [p for p in (position.pieces if exerting is None else exerting) if p.hex not in away]
    shut = foes | (zones(position, enemy, watching) - own)  # 9.1.4: a friend negates the zone
    free = may_trace(position, side, area, romanian)
    ground = free - shut if side == AXIS else {h for h in free if h not in shut or h in sheet.lake}
    known = (
        position.turn == 1, side, area, romanian, frozenset(ground), position.axis_towns, bool({"1800", "1900"} & shut),
    )  # fmt: skip
    if known not in sheet.known_lines:
        if len(sheet.known_lines) > 5000:
            sheet.known_lines.clear()
        sheet.known_lines[known] = drawn_lines(position, side, area, ground, free, not known[-1])
    out: Lines = sheet.known_lines[known]
    position.memo[key] = out
    return out


def drawn_lines(
    position: Position, side: str, area: int, ground: set[str], free: set[str], finland: bool
) -> Lines:
    """Lines over open ground; `free` is the ground without regard to the enemy, `finland` whether its road is open."""
    sheet = position.sheet
    closed = side == AXIS and position.turn == 1  # 9.2.3, 13.1.2, RULING 9.2-a
    if side == AXIS:
        loc = set(flow(sheet, sheet.west_edge, ground, closed))
        if "2001" in position.axis_towns and "2001" in ground and finland:
            loc |= set(flow(sheet, ["2001"], ground, closed))  # 10.1.11
    else:
        loc = set(flow(sheet, sheet.east_zone, ground))
        ports = {h for h in sheet.marks["soviet_sea_supply"] if h in ground and h not in position.axis_towns}
        if ports & loc:
            loc |= set(flow(sheet, ports, ground))  # 10.1.10
    marked = sheet.towns & sheet.marks[f"{side}_supply"] & loc
    towns = {h for h in marked if sheet.area[h] == area and is_friendly(position, side, h)}
    fed, direct = (flow(sheet, towns, way, closed) for way in (ground, free))
    return Lines(frozenset(loc), frozenset(towns), fed, direct)


def lines_of(
    position: Position,
    piece: Piece,
    exerting: tuple[Piece, ...] | None = None,
    away: frozenset[str] = frozenset(),
) -> Lines:
    area = position.sheet.area[piece.hex]
    return lines(position, piece.side, area, piece.kind == "romanian", exerting, away)


def is_always_supplied(position: Position, piece: Piece) -> bool:
    """Who never wants for supply where he stands (10.1.8, 10.1.9, 13.2)."""
    sheet = position.sheet
    if piece.side == AXIS:
        return piece.kind in ("garrison", "leader") or piece.hex in sheet.home
    coast = sheet.marks["black_sea_coast"] & sheet.regions["ussr"]
    return (
        piece.hex in sheet.east_zone
        or piece.kind in ("cavalry", "partisan")
        or (piece.kind == "coastal" and piece.hex in coast)
    )


def supply_range(position: Position, side: str) -> int:
    if side == SOVIET:
        return 4
    return {"Light Mud": 3, "Mud": 2, "Snow": 2}.get(position.weather, 4)


def shortage(
    position: Position,
    piece: Piece,
    exerting: tuple[Piece, ...] | None = None,
    away: frozenset[str] = frozenset(),
) -> int:
    """What a unit loses in factors and points for want of supply; 0 in supply (10.1.5, 10.1.6)."""
    if is_always_supplied(position, piece):
        return 0
    net = lines_of(position, piece, exerting, away)
    if piece.hex in net.steps:
        between = net.steps[piece.hex] - 1
        return max(0, between - supply_range(position, piece.side))
    return net.direct.get(piece.hex, FAR)


def is_isolated(
    position: Position,
    piece: Piece,
    exerting: tuple[Piece, ...] | None = None,
    away: frozenset[str] = frozenset(),
) -> bool:
    """Whether a unit that needs an LOC has none."""
    if is_always_supplied(position, piece):
        return False
    return piece.hex not in lines_of(position, piece, exerting, away).loc


# --- 10.2 attrition


def attrition(position: Position) -> set[str]:
    """The units that lose a step at the end of the turn (10.2, RULINGS 10.2-a and 10.2-b)."""
    units = [p for p in position.pieces if p.is_combat_unit]
    lost: set[str] = set()
    outcasts: set[str] = set()  # out of supply because of each other
    while True:
        supplied, starved = settle_supply(position, units, outcasts)
        doubtful = [p for p in units if p.name not in supplied | starved]
        if not doubtful:
            break
        perhaps = tuple(p for p in units if p.name not in starved)
        lost |= held_by_each_other(position, doubtful, perhaps, is_isolated)
        outcasts |= held_by_each_other(position, doubtful, perhaps, is_short) or {p.name for p in doubtful}
    sound = tuple(p for p in units if p.name in supplied)
    short = [p for p in units if p.name not in supplied]
    lost |= held_by_each_other(position, short, sound, is_isolated)
    for piece in short:
        foes = {p.hex for p in sound if p.side != piece.side}
        if foes & set(position.sheet.exits[piece.hex].values()) and is_isolated(position, piece, sound):
            lost.add(piece.name)
    return lost


def is_short(
    position: Position, piece: Piece, exerting: tuple[Piece, ...], away: frozenset[str] = frozenset()
) -> bool:
    return shortage(position, piece, exerting, away) > 0


def settle_supply(position: Position, units: list[Piece], outcasts: set[str]) -> tuple[set[str], set[str]]:
    """Who is certainly in supply and who certainly is not, found one unit's certainty after another's (10.2.3)."""
    supplied: set[str] = set()
    starved = set(outcasts)
    while True:
        most = tuple(p for p in units if p.name not in starved)
        least = tuple(p for p in units if p.name in supplied)
        more = {p.name for p in most if not is_short(position, p, most)}
        fewer = {p.name for p in most if is_short(position, p, least)}
        if more <= supplied and fewer <= starved:
            return supplied, starved
        supplied |= more
        starved |= fewer


def held_by_each_other(
    position: Position,
    doubtful: list[Piece],
    exerting: tuple[Piece, ...],
    is_bad: Callable[..., bool],
) -> set[str]:
    """Opposing units each of which is badly off because of where the other stands (10.2.2)."""
    blames: dict[str, set[str]] = {}
    for piece in doubtful:
        foes = {p.hex for p in doubtful if p.side != piece.side}
        if not is_bad(position, piece, exerting) or is_bad(position, piece, exerting, frozenset(foes)):
            continue
        blames[piece.name] = {
            hex_
            for hex_ in foes
            if not is_bad(position, piece, exerting, frozenset({hex_}))
            or is_bad(position, piece, exerting, frozenset(foes - {hex_}))
        }
    where = {p.name: p for p in doubtful}
    return {
        name
        for name, hexes in blames.items()
        for other, others in blames.items()
        if where[name].side != where[other].side and where[other].hex in hexes and where[name].hex in others
    }


# --- 12.2.1 odds


def odds(
    position: Position,
    attackers: list[Piece],
    target: str,
    mobile: bool,
    support: bool,
    defended: bool,
) -> tuple[int, int, int, int]:
    """Attack, defence, column after shifts (0 is 1:2, below it an A1 without a roll), and what is added to the die."""
    sheet = position.sheet
    markers = {AXIS: sheet.tables["markers"]["luftwaffe"], SOVIET: sheet.tables["markers"]["t34"]}
    side = attackers[0].side
    there = [p for p in position.at(target) if p.is_combat_unit]
    defending = [p for p in there if p.kind != "garrison"] or there
    fighting = [p for p in attackers if p.is_combat_unit]

    def total(pieces: list[Piece]) -> int:
        return sum(max(1, p.factor - shortage(position, p)) for p in pieces)

    attack = total(fighting) + (markers[side] if support else 0)
    defence = total(defending) + (markers[enemy_of(side)] if defended else 0)
    if attack >= defence:
        column = min(6, attack // defence)
    else:
        column = 0 if 2 * attack >= defence else -1
    chart = sheet.tables["terrain"][sheet.terrain[target]]["shift"]
    more = sheet.tables["terrain_features"]
    place = more["city"]["shift"] if target in sheet.marks["city"] else 0
    fort = more["fort"]["shift"] if target in sheet.forts else 0
    column -= max(chart, place, fort)
    if all(frozenset((p.hex, target)) in sheet.river for p in fighting):
        column -= more["major_river"]["shift"]
    led = mobile and any(p.kind == "leader" for p in attackers)
    return attack, defence, column, 1 if led else 0


# --- 7.2, 9.1.3, 11 movement


@dataclass(frozen=True)
class March:
    """A stack on the move: its units with their orders and the points they have left, and where it has been."""

    units: tuple[Piece, ...]
    orders: dict[str, str]
    left: dict[str, int]
    supplied: frozenset[str]
    path: tuple[str, ...]
    first: bool
    strayed: bool
    ends: frozenset[int]  # the Commands activated this turn
    leaving: frozenset[str]  # units that may still move away

    @property
    def here(self) -> str:
        return self.path[-1]

    @property
    def walkers(self) -> tuple[Piece, ...]:
        """Leaders go wherever their Panzers go."""
        return tuple(p for p in self.units if p.kind != "leader")


def closed_country(position: Position, piece: Piece, here: str, there: str) -> bool:
    """Whether the piece's nation may not go there (5.3.2, 13.1)."""
    sheet = position.sheet
    hungary, romania = sheet.regions["hungary"], sheet.regions["romania"]
    if piece.side == SOVIET:
        return there in hungary | romania
    if there in sheet.east_zone:
        return True
    if there in hungary and (piece.kind == "romanian" or position.turn == 1):
        return True
    if piece.kind == "romanian" and sheet.area[there] in (0, 1):
        return True
    return position.turn == 1 and (here in romania) != (there in romania)


def step_is_legal(
    position: Position, march: March, here: str, way: str, left: dict[str, int], first: bool
) -> bool:
    """One step, its end aside."""
    sheet = position.sheet
    there = sheet.exits[here].get(way)
    side = march.units[0].side
    foe = enemy_of(side)
    if there is None or any(p.side == foe for p in position.at(there)):
        return False
    halting = army_zones(position) if side == SOVIET else set()
    watched = zones(position, foe)
    if here in halting and not first:
        return False  # 9.1.3
    for piece in march.units:
        if closed_country(position, piece, here, there):
            return False
    for piece in march.walkers:
        withdrawing = march.orders[piece.name] == "withdraw"
        cost = sheet.cost(piece.kind, position.weather, here, there)
        if cost > left[piece.name] and (withdrawing or not first):
            return False  # 11.1.3, 11.1.8
        if withdrawing:
            if way not in WHITE[side]:
                return False
            if here in watched and not first:
                return False  # has gone from zone to zone and halts
            if there in watched and here not in watched:
                return False
        elif here in halting and there in halting and piece.kind != "cavalry":
            return False  # 9.1.3, 13.2
    return True


def pay(position: Position, march: March, here: str, there: str, left: dict[str, int]) -> dict[str, int]:
    """The points left after a step; under Hold it costs one more to leave a German Army's zone (RULING 7.2-a)."""
    held = march.units[0].side == SOVIET and here in army_zones(position)
    return {
        p.name: left[p.name]
        - position.sheet.cost(p.kind, position.weather, here, there)
        - (1 if held and march.orders[p.name] == "hold" else 0)
        for p in march.walkers
    }


def strays(march: March, way: str) -> bool:
    """Whether a step leaves the black arrows that bind supplied units under Hold (7.2.1)."""
    bound = any(march.orders[p.name] == "hold" and p.name in march.supplied for p in march.walkers)
    return bound and way not in BLACK[march.units[0].side]


def fits(position: Position, march: March, hex_: str) -> bool:
    """Whether the stack may stand there with those who stay (8.1, 13.4.2, 13.5.2, 13.6.2, RULING 8.1-a)."""
    names = {p.name for p in march.units}
    there = [p for p in position.at(hex_) if p.name not in march.leaving and p.name not in names]
    if any(p.side == SOVIET and p.kind not in ("cavalry", "partisan") for p in march.units):
        there = [p for p in there if p.kind != "partisan"]
    together = [*march.units, *there]
    kinds = [p.kind for p in together]
    counted = [k for k in kinds if k not in ("leader", "garrison")]
    feud = any(p.is_kluge for p in together) and any(p.is_guderian for p in together)
    return (
        len(counted) <= 3
        and kinds.count("army") <= 1
        and kinds.count("leader") <= 1
        and kinds.count("garrison") <= 1
        and not feud
    )


def may_end(position: Position, march: March, hex_: str, strayed: bool) -> bool:
    """Whether the move may end there (7.2.1, 7.2.2, 7.6, 8.1.4)."""
    sheet = position.sheet
    if sheet.area[hex_] not in march.ends:
        return False
    if not sheet.is_haven(hex_):
        if strayed:
            return False
        if "withdraw" in [march.orders[p.name] for p in march.walkers] and not fell_back(march, hex_):
            return False
    return fits(position, march, hex_)


def fell_back(march: March, hex_: str) -> bool:
    """Closer to the friendly edge, or north or south of the start (7.2.2)."""
    start = march.path[0]
    gained = int(hex_[:2]) - int(start[:2])
    if march.units[0].side == AXIS:
        gained = -gained
    return gained > 0 or (gained == 0 and hex_ != start)


def next_steps(position: Position, march: March) -> set[str]:
    """The hexes the stack may step into: legal steps from which the move can still be ended."""
    out = set()
    for way, there in position.sheet.exits[march.here].items():
        if not step_is_legal(position, march, march.here, way, march.left, march.first):
            continue
        left = pay(position, march, march.here, there, march.left)
        strayed = march.strayed or strays(march, way)
        if can_end(position, march, there, left, strayed):
            out.add(there)
    return out


def can_end(position: Position, march: March, hex_: str, left: dict[str, int], strayed: bool) -> bool:
    """Whether a move that has come here can be ended, here or farther on."""
    seen: set[tuple[str, tuple[int, ...], bool]] = set()
    trail = [(hex_, left, strayed)]
    while trail:
        here, have, astray = trail.pop()
        key = (here, tuple(have.values()), astray)
        if key in seen:
            continue
        seen.add(key)
        if may_end(position, march, here, astray):
            return True
        for way, there in position.sheet.exits[here].items():
            if step_is_legal(position, march, here, way, have, False):
                trail.append((there, pay(position, march, here, there, have), astray or strays(march, way)))
    return False


def allowance(position: Position, piece: Piece, order: str, short: int) -> int:
    """Movement Points by order, weather and supply (7.2, 10.1.5, 10.1.7, 11.1.9)."""
    mobile = piece.kind in ("panzer", "leader", "mech", "cavalry")
    points = {"hold": (4, 6), "withdraw": (5, 7), "assault": (4, 6), "zhukov": (4, 6), "blitz": (4, 8)}[
        order
    ][mobile]
    if order == "blitz" and mobile and position.weather == "Snow":
        points = 6
    if position.weather == "Light Mud":
        points -= 1
    return max(2, points - short)
