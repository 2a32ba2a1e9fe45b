"""Leaders in Flames: a slow, plain second reading of supply, movement and land odds.

Written from the base cases of `rules.toml` and the data files alone: labels, dictionaries and breadth-first searches, no rules
module, no sets of hexes. Abilities of leaders are left out: positions with any in use are not compared.
"""

from __future__ import annotations

import json
import tomllib
from collections import deque
from fractions import Fraction
from heapq import heappop, heappush
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2] / "src" / "hexfront"
MAP: dict[str, Any] = json.loads((ROOT / "maps" / "flames_europe.json").read_text(encoding="utf-8"))
DATA = ROOT / "games" / "leaders_in_flames" / "data"
TABLES, SCENARIOS, INDUSTRY = (
    tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))
    for name in ("tables", "scenarios", "industry")
)
PLAN: dict[str, Any] = next(row for row in SCENARIOS["scenario"] if row["id"] == "barbarossa")
ZONES = ("arctic", "north_temperate", "mediterranean", "north_monsoon", "south_monsoon", "south_temperate")
FAST = ("MOT", "MECH", "ARM", "HQ-A", "LEADER")
NO_TROOPS = ("LEADER", "FTR", "LND", "NAV", "ATR", "CVP")
ROUGH = ("mountain", "desert_mountain")
SOFT = (*ROUGH, "jungle", "swamp")


class Unit(NamedTuple):
    """A counter on the map, as it lies there."""

    name: str
    side: str
    kind: str
    division: bool
    strength: int
    move: int
    at: str
    down: bool


class Table(NamedTuple):
    """A position: units, who controls each hex, the weather of each zone, who is taken by surprise."""

    units: tuple[Unit, ...]
    holder: dict[str, str]
    weather: dict[str, str]
    surprised: str


def _terrain() -> dict[str, str]:
    grid, out = MAP["grid"], {}
    for j, row in enumerate(MAP["terrain"]["rows"]):
        for i, letter in enumerate(row):
            column = grid["first_column"] + grid["columns"] - 1 - i
            out[f"E{column:02d}{grid['first_row'] + j:02d}"] = MAP["terrain"]["legend"][letter]
    return out


TERRAIN = _terrain()
LAND = {h for name in PLAN["area"] for h in MAP["regions"][name] if TERRAIN[h] not in ("sea", "lake", "off")}
CITIES = set(MAP["features"]["city"]) & LAND
PLACES = {place["name"]: place["hex"] for place in reversed(MAP["places"])}


def _pairs(kind: str, *names: str) -> set[frozenset[str]]:
    return {frozenset(pair) for name in names for pair in MAP[kind].get(name, [])}


WATER = _pairs("sides", "sea", "lake") - _pairs("sides", "strait")
RIVERS = _pairs("sides", "river", "major_river")
RAILS = _pairs("links", "rail")


def near(h: str) -> list[str]:
    """The hexes around a hex: columns count from the east, odd rows lie half a hex further east."""
    column, row = int(h[1:3]), int(h[3:5])
    aside = (column, column - 1) if row % 2 else (column + 1, column)
    cells = [(column - 1, row), (column + 1, row), *((c, row + d) for c in aside for d in (-1, 1))]
    return [x for x in (f"E{c:02d}{r:02d}" for c, r in cells if c >= 0) if x in TERRAIN]


def steps(h: str) -> list[str]:
    """The land hexes one can step to."""
    return [n for n in near(h) if n in LAND and frozenset((h, n)) not in WATER]


def sky(table: Table, h: str) -> str:
    zone = next(name for name in ZONES if h in MAP["regions"].get(f"weather_{name}", ()))
    return table.weather[zone]


def loss(weather: str) -> int:
    return {"rain": 1, "snow": 1, "storm": 2, "blizzard": 2}.get(weather, 0)


def other(side: str) -> str:
    return "allies" if side == "axis" else "axis"


def troops(table: Table, side: str) -> set[str]:
    return {u.at for u in table.units if u.side == side and u.kind not in NO_TROOPS}


def zone(table: Table, side: str) -> set[str]:
    """Hexes next to corps and armies of a side; none of a side taken by surprise."""
    if table.surprised == side:
        return set()
    makers = {u.at for u in table.units if u.side == side and u.kind not in NO_TROOPS and not u.division}
    return {n for h in makers for n in steps(h)}


# --- supply


def open_to(table: Table, side: str) -> set[str]:
    enemy = other(side)
    own = troops(table, side)
    closed = zone(table, enemy)
    return {h for h in LAND if h not in troops(table, enemy) and (h not in closed or h in own)}


def _spread(starts: set[str], within: set[str], links: set[frozenset[str]] | None = None) -> dict[str, int]:
    """How far every hex is from a start, staying within; along links where there are any."""
    far = dict.fromkeys(starts & within, 0)
    queue = deque(far)
    while queue:
        h = queue.popleft()
        for n in steps(h):
            if n in within and n not in far and (links is None or frozenset((h, n)) in links):
                far[n] = far[h] + 1
                queue.append(n)
    return far


def sources(side: str) -> set[str]:
    nation, capitals = {"axis": ("germany", ["Helsinki", "Bucharest", "Budapest"]), "allies": ("ussr", [])}[
        side
    ]
    cities = [*INDUSTRY["sources"][nation], *capitals]
    return {PLACES[city] for city in cities if city in PLACES} & LAND


def supplied(table: Table, side: str) -> set[str]:
    """The hexes in which a side's units are in supply. Case base.supply."""
    free = open_to(table, side)
    mine = {h for h, whose in table.holder.items() if whose == side}
    ends = {h for h in sources(side) if h in free and h in mine}
    railway = {h for pair in RAILS for h in pair}
    lines = set(_spread(ends & railway, free & mine & railway, RAILS))
    cities = (lines & CITIES) | ends
    to_line = _spread(lines | cities, free)
    hqs = {u.at for u in table.units if u.side == side and u.kind in ("HQ-I", "HQ-A")}
    fed = {h for h in hqs if to_line.get(h, 99) <= 4 - loss(sky(table, h))}
    far = _spread(cities | fed, free)
    return {h for h, n in far.items() if n <= 4 - loss(sky(table, h))}


# --- movement


def points(table: Table, unit: Unit) -> int:
    weather = sky(table, unit.at)
    if loss(weather) == 1:
        return max(1, unit.move - 1)
    return (unit.move + 1) // 2 if loss(weather) == 2 else unit.move


def price(unit: Unit, h: str) -> int:
    row = TABLES["terrain"][TERRAIN[h]]
    if unit.kind == "MTN" and TERRAIN[h] in ROUGH:
        return 1
    return int(row["motor" if unit.kind in FAST else "foot"])


def reach(table: Table, unit: Unit) -> dict[str, int]:
    """Every hex a unit gets to alone, with the least it costs. Cases base.move, base.zone."""
    stops = zone(table, other(unit.side))
    enemies = {u.at for u in table.units if u.side != unit.side}
    best = {unit.at: 0}
    queue = [(0, unit.at)]
    most = points(table, unit)
    while queue:
        spent, h = heappop(queue)
        if spent > best[h] or (h in stops and h != unit.at):
            continue
        for n in steps(h):
            cost = spent + price(unit, n)
            if n not in enemies and cost <= most and cost < best.get(n, 999):
                best[n] = cost
                heappush(queue, (cost, n))
    del best[unit.at]
    return best


# --- odds


def attack(unit: Unit, target: str) -> Fraction:
    force = Fraction(unit.strength)
    if unit.kind in ("ARM", "MECH") and TERRAIN[target] in SOFT:
        force /= 2
    if unit.kind == "MTN" and TERRAIN[target] in ROUGH:
        force *= 2
    return force / 2 if frozenset((unit.at, target)) in RIVERS else force


def defence(unit: Unit, fed: set[str]) -> Fraction:
    force = Fraction(unit.strength)
    if unit.at not in fed:
        force = min(force, Fraction(1)) if unit.down else force / 2
    if unit.kind in ("ARM", "MECH") and TERRAIN[unit.at] in SOFT:
        force /= 2
    return force * 2 if TERRAIN[unit.at] in ROUGH else force


def column(force: Fraction, against: Fraction) -> str:
    """The last column that the odds reach. Case base.odds."""
    names: list[str] = TABLES["assault"]["columns"]
    found = [name for name in names if Fraction(*map(int, name.split(":"))) * against <= force]
    return found[-1] if found else ""


def modifier(table: Table, target: str, defenders: list[Unit]) -> int:
    """What changes the die. Case base.die."""
    return sum(u.down and not u.division for u in defenders) - loss(sky(table, target))
