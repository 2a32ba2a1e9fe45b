"""Leaders in Flames: a slow, plain second reading of voyages and of air combat.

Written from the base cases and the ledger's table alone, on the maps and lists as files: labels, dictionaries and breadth-first
searches, no rules module. Abilities of leaders are left out: positions with any in use are not compared.
"""

from __future__ import annotations

import json
import tomllib
from collections import deque
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2] / "src" / "hexfront"
DATA = ROOT / "games" / "leaders_in_flames" / "data"
SEAS, SHIPS, PLANES, DECKS, SCENARIOS = (
    tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))
    for name in ("seas", "ships", "aircraft", "carrier_planes", "scenarios")
)


# --- the sea


def _where(label: str) -> tuple[float, int]:
    """The middle of a hex: in Europe columns count from the east and odd rows lie half a hex further east, in Asia columns count
    from the west and even rows do."""
    column, row = int(label[1:3]), int(label[3:5])
    if label[0] == "E":
        return (-column + 0.5 * (row % 2), row)
    return (column + 0.5 * (1 - row % 2), row)


def _touch(a: tuple[float, int], b: tuple[float, int]) -> bool:
    across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
    return (down == 0 and across == 1.0) or (down == 1 and across == 0.5)


class Chart(NamedTuple):
    """The seas of a scenario: which areas touch, the coast of each, ports, passages."""

    near: dict[str, set[str]]
    coast: dict[str, set[str]]
    ports: set[str]
    passages: list[tuple[str, str, list[str]]]


@cache
def chart(scenario: str) -> Chart:
    plan: dict[str, Any] = next(row for row in SCENARIOS["scenario"] if row["id"] == scenario)
    sheet = json.loads((ROOT / "maps" / f"{plan['map']}.json").read_text(encoding="utf-8"))
    land = {h for name in plan["area"] for h in sheet["regions"][name]}
    spots: dict[tuple[float, int], str] = {_where(h): h for h in land}
    shape = {
        row["id"]: {_where(h) for h in sheet["regions"][f"sea_{row['id']}"]}
        for row in SEAS["area"]
        if f"sea_{row['id']}" in sheet["regions"]
    }
    around = {
        name: {
            (x + dx, y + dy)
            for x, y in cells
            for dx, dy in ((1.0, 0), (-1.0, 0), (0.5, 1), (-0.5, 1), (0.5, -1), (-0.5, -1))
        }
        for name, cells in shape.items()
    }
    near = {a: {b for b in shape if b != a and around[a] & shape[b]} for a in shape}
    for a, b in SEAS["links"]["pairs"]:
        if a in shape and b in shape:
            near[a].add(b)
            near[b].add(a)
    coast = {name: {spots[cell] for cell in around[name] if cell in spots} for name in plan["seas"]}
    at = {place["name"]: place["hex"] for place in reversed(sheet["places"])}
    for port, waters in SEAS["ports"]["on"].items():
        for name in waters:
            if name in coast and at.get(port) in land:
                coast[name].add(at[port])
    shore = set().union(*coast.values())
    ways = [(*row["between"], row["hexes"]) for row in SEAS["passage"]]
    return Chart(near, coast, set(sheet["features"]["port"]) & shore, ways)


def open_from(sea: Chart, area: str, held: set[str]) -> set[str]:
    """The areas in play next to one; a passage only for who holds all of its hexes. Case base.strait."""
    out = set(sea.near[area])
    for a, b, hexes in sea.passages:
        if area in (a, b) and all(h in held for h in hexes):
            out.add(b if area == a else a)
    return out & set(sea.coast)


def entered(sea: Chart, port: str, held: set[str]) -> dict[str, int]:
    """How many areas a voyage from a port enters to be in each. Case base.voyage."""
    far = {area: 1 for area in sea.coast if port in sea.coast[area]}
    queue = deque(sorted(far))
    while queue:
        here = queue.popleft()
        for n in sorted(open_from(sea, here, held)):
            if n not in far:
                far[n] = far[here] + 1
                queue.append(n)
    return far


@cache
def _ships(nation: str) -> dict[tuple[str, str], tuple[int, int]]:
    """Movement and range of every counter: a squadron has the mean of its ships, half up."""
    single: dict[tuple[str, str], tuple[int, int]] = {}
    for kind, lines in SHIPS[nation].items():
        if isinstance(lines, list) and kind != "squadrons":
            for line in lines:
                words = line.split()
                name = " ".join(
                    words[
                        : next(
                            k for k, word in enumerate(words) if word.count("-") == 3 and word[0].isdigit()
                        )
                    ]
                )
                move, far = words[-3].split("-")
                single["CV" if kind == "CVL" else kind, name] = (int(move), int(far))
    out = dict(single)
    for names in SHIPS[nation].get("squadrons", []):
        kind = next(kind for kind, name in single if name == names[0])
        rows = [single[kind, name] for name in names]
        out[kind, names[0]] = tuple(
            int(Fraction(sum(row[k] for row in rows), len(rows)) + Fraction(1, 2)) for k in (0, 1)
        )  # type: ignore[assignment]
    return out


class Sailor(NamedTuple):
    """A ship of a voyage: its country, kind and name."""

    nation: str
    kind: str
    name: str


def voyages(
    scenario: str, port: str, fleet: list[Sailor], held: set[str], enemies: set[str]
) -> tuple[dict[str, list[int]], set[str]]:
    """The sections of each area, and the ports, that a task force can go to from a port. Cases base.voyage, base.port."""
    sea = chart(scenario)
    ratings = [_ships(ship.nation)[ship.kind, ship.name] for ship in fleet]
    move, far = min(r[0] for r in ratings), min(r[1] for r in ratings)
    areas = {area: n for area, n in entered(sea, port, held).items() if n <= move and n <= far}
    sections = {area: [k for k in range(5) if n + k <= move] for area, n in areas.items()}
    ports = {
        h
        for area in areas
        for h in sea.coast[area]
        if h in sea.ports and h in held and h not in enemies and h != port
    }
    return sections, ports


# --- the air


class Plane(NamedTuple):
    """An aircraft over a target: its country, kind and name, and whether it flies there as a fighter."""

    nation: str
    kind: str
    name: str
    fights: bool


@cache
def _air() -> dict[tuple[str, str, str], int]:
    out: dict[tuple[str, str, str], int] = {}
    for nation, rows in PLANES.items():
        if isinstance(rows, dict):
            for kind, lines in rows.items():
                if kind in ("FTR", "LND", "NAV", "ATR"):
                    out |= {(nation, kind, _name(line)): _factor(line) for line in lines}
    for nation, lines in DECKS["planes"].items():
        out |= {(nation, "CVP", _name(line)): _factor(line) for line in lines}
    return out


def _name(line: str) -> str:
    words = line.split()
    return " ".join(words[: next(k for k, word in enumerate(words) if word.count("/") == 4) - 1])


def _factor(line: str) -> int:
    return int(next(word for word in line.split() if word.count("/") == 4).split("/")[0])


def strength(planes: list[Plane], against_night: bool) -> Fraction:
    """A side's value in the air; by night interceptors have 3 less. Cases base.dogfight, base.raid."""
    fighters = [_air()[p[:3]] for p in planes if p.fights]
    if fighters:
        total = Fraction(fighters[0]) + Fraction(sum(fighters[1:]), 10)
    else:
        total = Fraction(_air()[planes[0][:3]] - (planes[0].kind == "FTR"))
    return total - 3 if against_night else total


def difference(flown: list[Plane], against: list[Plane], night: bool) -> int:
    """What is added to two dice: the difference, its fraction dropped."""
    return int(strength(flown, False) - strength(against, night))


def result(total: int) -> str:
    """The ledger's table of air combat."""
    steps = ((5, "AX"), (7, "AA"), (9, "DC"), (12, "-"), (14, "AC"), (16, "DA"))
    return next((code for most, code in steps if total <= most), "DX")


def after(
    flown: list[Plane], against: list[Plane], code: str
) -> tuple[list[Plane], list[Plane], Plane | None]:
    """Who is left of both sides after a result, and the bomber that is through."""
    if code == "-":
        return flown, against, None
    mine = flown if code[0] == "A" else against
    fighters, bombers = [p for p in mine if p.fights], [p for p in mine if not p.fights]
    through: Plane | None = None
    if code[1] == "C":
        through, bombers = (bombers[0], bombers[1:]) if bombers else (None, [])
    elif fighters:
        fighters = fighters[1:]
    else:
        bombers = bombers[1:]
    left = [p for p in mine if (p in fighters if p.fights else p in bombers)]
    return (left, against, through) if code[0] == "A" else (flown, left, through)
