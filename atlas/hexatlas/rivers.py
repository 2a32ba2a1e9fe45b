"""Rivers as connected chains of hexsides.

A course drawn on the ground passes between hex centres. Each time it slips between two neighbouring centres
it runs along their common hexside, so following it through the triangles of centres gives a chain of hexsides
that is connected by construction and has every centre on its true side. The chain is then tidied, pushed past
the cities whose bank is declared, joined to its parent river, lake or sea, and cut where it leaves the land.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np

from .game import Game
from .grid import Grid, Key, Side, Vertex, side


@dataclass
class Chain:
    """One river on one map: runs of corners from source to mouth (more than one where a lake parts it)."""

    name: str
    kind: str
    runs: list[list[Vertex]] = field(default_factory=list)
    mouth: str = ""
    start: str = ""

    def sides(self) -> list[Side]:
        """All hexsides of the chain, downstream."""
        return [edge(a, b) for run in self.runs for a, b in zip(run, run[1:], strict=False)]

    def vertices(self) -> set[Vertex]:
        """All corners of the chain."""
        return {v for run in self.runs for v in run}


def edge(a: Vertex, b: Vertex) -> Side:
    """The hexside between two neighbouring corners."""
    first, second = sorted(set(a) & set(b))
    return side(first, second)


@dataclass
class Ground:
    """What the chain finder must know of the map."""

    grid: Grid
    land: set[Key]
    sea: set[Key]
    lakes: dict[str, set[Key]]
    blocked: set[Side]
    """Hexsides of open water between two land hexes."""

    def carries(self, s: Side) -> bool:
        """Whether a river may run along a hexside."""
        return s[0] in self.land and s[1] in self.land and s not in self.blocked

    def touches_sea(self, v: Vertex) -> bool:
        """Whether a corner lies on the sea."""
        return any(key in self.sea for key in v) or self._at_open_side(v)

    def _at_open_side(self, v: Vertex) -> bool:
        return any(s in self.blocked for _, s in self.grid.vertex_steps(v))

    def touches_rim(self, v: Vertex) -> bool:
        """Whether a corner lies on the map's rim."""
        wet = set().union(*self.lakes.values()) if self.lakes else set()
        return any(key not in self.land and key not in self.sea and key not in wet for key in v)

    def touches_lake(self, v: Vertex, name: str) -> bool:
        """Whether a corner lies on a lake."""
        return any(key in self.lakes.get(name, set()) for key in v)


def follow(game: Game, course: list[list[float]]) -> list[Vertex]:
    """The corners that a course passes, loops taken out."""
    path: list[Vertex] = []
    for u0, v0 in points_of(game, course):
        vertex = game.grid.vertex_at(u0, v0)
        if path and vertex == path[-1]:
            continue
        if path and len(set(vertex) & set(path[-1])) < 2:
            path.extend(shortest(game.grid, path[-1], _is(vertex), lambda _: True, 6)[1:])
        else:
            path.append(vertex)
    return without_loops(path)


def _is(goal: Vertex) -> Callable[[Vertex], bool]:
    return lambda vertex: vertex == goal


def points_of(game: Game, course: list[list[float]]) -> list[tuple[float, float]]:
    """A course as closely set points of map coordinates."""
    points: list[tuple[float, float]] = []
    for (lat1, lon1), (lat2, lon2) in zip(course, course[1:], strict=False):
        n = max(8, int(max(abs(lat2 - lat1), abs(lon2 - lon1)) / 0.02))
        t = np.arange(n) / n
        u, v = game.project(lat1 + t * (lat2 - lat1), lon1 + t * (lon2 - lon1))
        points.extend(zip(u.tolist(), v.tolist(), strict=True))
    return points


def without_loops(path: list[Vertex]) -> list[Vertex]:
    """A walk with every excursion that returns to a corner removed."""
    out: list[Vertex] = []
    seen: dict[Vertex, int] = {}
    for vertex in path:
        if vertex in seen:
            for gone in out[seen[vertex] + 1 :]:
                del seen[gone]
            del out[seen[vertex] + 1 :]
        else:
            seen[vertex] = len(out)
            out.append(vertex)
    return out


def shortest(
    grid: Grid, start: Vertex, goal: Callable[[Vertex], bool], allowed: Callable[[Side], bool], limit: int
) -> list[Vertex]:
    """The shortest walk along hexsides to a corner that satisfies the goal, or nothing."""
    before: dict[Vertex, Vertex | None] = {start: None}
    queue: deque[tuple[Vertex, int]] = deque([(start, 0)])
    while queue:
        vertex, steps = queue.popleft()
        if goal(vertex):
            path: list[Vertex] = []
            at: Vertex | None = vertex
            while at is not None:
                path.append(at)
                at = before[at]
            return path[::-1]
        if steps == limit:
            continue
        for other, s in sorted(grid.vertex_steps(vertex)):
            if other not in before and allowed(s):
                before[other] = vertex
                queue.append((other, steps + 1))
    return []


def bank(grid: Grid, path: list[Vertex], key: Key) -> str:
    """On which bank of a chain a hex lies, looking downstream, by its nearest hexsides."""
    cu, cv = grid.centre(key)
    best: list[tuple[float, float]] = []
    for a, b in zip(path, path[1:], strict=False):
        (ax, ay), (bx, by) = grid.vertex_point(a), grid.vertex_point(b)
        distance = ((ax + bx) / 2 - cu) ** 2 + ((ay + by) / 2 - cv) ** 2
        cross = (bx - ax) * (cv - ay) - (by - ay) * (cu - ax)
        best.append((round(distance, 6), cross))
    if not best:
        return ""
    nearest = min(d for d, _ in best)
    total = sum(c for d, c in best if d <= nearest + 1e-3)
    return "right" if total > 0 else "left"


def flip(grid: Grid, path: list[Vertex], key: Key) -> list[Vertex]:
    """The chain led around the other side of a hex that it touches along at least one hexside."""
    ring = grid.hex_vertices(key)
    on = [k for k, v in enumerate(path) if v in ring]
    if len(on) < 2:
        return path
    first, last = on[0], on[-1]
    a, b = ring.index(path[first]), ring.index(path[last])
    clockwise = [ring[(a + k) % 6] for k in range((b - a) % 6 + 1)]
    counter = [ring[(a - k) % 6] for k in range((a - b) % 6 + 1)]
    now = path[first : last + 1]
    arc = counter if now == clockwise else clockwise if now == counter else None
    if arc is None:
        arc = min((clockwise, counter), key=len)
    return without_loops(path[:first] + arc + path[last + 1 :])


def tidied(grid: Grid, path: list[Vertex], locked: set[Key]) -> list[Vertex]:
    """The chain with hooks around single hexes (four or more sides of one hex) cut short."""
    for _ in range(12):
        count: dict[Key, int] = {}
        for a, b in zip(path, path[1:], strict=False):
            for key in edge(a, b):
                count[key] = count.get(key, 0) + 1
        hooked = sorted((-n, key) for key, n in count.items() if n >= 4 and key not in locked)
        changed = False
        for _, key in hooked:
            shorter = flip(grid, path, key)
            if len(shorter) < len(path):
                path, changed = shorter, True
                break
        if not changed:
            break
    return path


def banked(
    grid: Grid, path: list[Vertex], wanted: dict[Key, str], warn: Callable[[str], None]
) -> list[Vertex]:
    """The chain pushed until every declared hex stands on its bank.

    A hex that the chain touches is rounded on its other side; a hex farther off draws the chain towards it by
    rounding the free hexes between. Several passes, since one push can undo another.
    """
    for _ in range(4):
        wrong = [key for key in wanted if bank(grid, path, key) != wanted[key]]
        if not wrong:
            return path
        for key in wrong:
            path = _pushed(grid, path, key, wanted)
    for key, want in wanted.items():
        if bank(grid, path, key) != want:
            warn(f"{grid.label(key)} is not on the {want} bank")
    return path


def _pushed(grid: Grid, path: list[Vertex], key: Key, wanted: dict[Key, str]) -> list[Vertex]:
    for _ in range(5):
        if bank(grid, path, key) == wanted[key]:
            break
        touching = sorted({h for a, b in zip(path, path[1:], strict=False) for h in edge(a, b)})
        if key in touching:
            path = flip(grid, path, key)
            continue
        same = bank(grid, path, key)
        free = [k for k in touching if k not in wanted and bank(grid, path, k) == same]
        if not free:
            break
        path = flip(grid, path, min(free, key=lambda k: (grid.distance(k, key), k)))
    return path


def is_beside(course: list[tuple[float, float]], point: tuple[float, float]) -> bool:
    """Whether a point lies along a course, near enough to have a bank, and not off its upper end."""
    gaps = [sqrt((u - point[0]) ** 2 + (v - point[1]) ** 2) for u, v in course]
    nearest = min(gaps)
    return nearest <= (0.7 if nearest == gaps[0] else 1.6)


def lay_river(
    game: Game,
    entry: dict[str, Any],
    ground: Ground,
    done: dict[str, Chain],
    shown: set[str],
    warn: Callable[[str], None],
) -> Chain | None:
    """One river on one map, or nothing where it does not touch the map's land.

    Banks are held for the places that the map shows, bigger places first.
    """
    grid = game.grid
    path, course = follow(game, entry["course"]), points_of(game, entry["course"])
    if not any(key in ground.land for v in path for key in v):
        return None
    wanted: dict[Key, str] = {}
    banks = {name: which for which in ("right", "left") for name in entry.get(which, []) if name in shown}
    for name in sorted(banks, key=lambda n: -game.gazetteer.place[n]["size"]):
        key = game.place_hex(name)
        if not is_beside(course, grid.centre(key)):
            continue
        if key in ground.land and wanted.setdefault(key, banks[name]) != banks[name]:
            warn(f"{entry['name']}: {name} shares hex {grid.label(key)} with a place on the other bank")
    path = tidied(grid, path, set())
    path = banked(grid, path, wanted, lambda text: warn(f"{entry['name']}: {text}"))
    path = tidied(grid, path, set(wanted))
    chain = Chain(entry["name"], entry.get("class", "minor"))
    path, chain.start = _begin(grid, path, entry.get("from", ""), ground, done)
    path, chain.mouth = _end(grid, path, entry.get("to", ["sea"]), ground, done)
    chain.runs = _runs(path, ground)
    if not chain.runs:
        return None
    if len(chain.runs[-1]) > 1 and chain.runs[-1][-1] != path[-1]:
        chain.mouth = "edge" if ground.touches_rim(chain.runs[-1][-1]) else chain.mouth
    if not chain.mouth and ground.touches_rim(chain.runs[-1][-1]):
        chain.mouth = "edge"
    if not chain.mouth and ground.touches_sea(chain.runs[-1][-1]):
        chain.mouth = "sea"
    return chain


def _begin(
    grid: Grid, path: list[Vertex], origin: str, ground: Ground, done: dict[str, Chain]
) -> tuple[list[Vertex], str]:
    """The path begun at its lake, where it has one on this map."""
    kind, _, name = origin.partition(":")
    if kind != "lake" or not ground.lakes.get(name):
        return path, "source"
    at = [k for k, v in enumerate(path) if ground.touches_lake(v, name)]
    if at:
        return path[at[-1] :] if at[-1] < len(path) - 1 else path, origin
    link = shortest(grid, path[0], lambda v: ground.touches_lake(v, name), ground.carries, 4)
    return (without_loops(link[::-1] + path[1:]), origin) if link else (path, "source")


def _end(
    grid: Grid, path: list[Vertex], ends: Iterable[str], ground: Ground, done: dict[str, Chain]
) -> tuple[list[Vertex], str]:
    """The path led to its mouth: the parent's chain, the lake or the sea."""
    for end in ends:
        kind, _, name = end.partition(":")
        if kind == "river" and name in done:
            goal: set[Vertex] = done[name].vertices()
            at = next((k for k, v in enumerate(path) if k > 0 and v in goal), None)
            if at is not None:
                return path[: at + 1], end
            tail, link = _join(grid, path, goal.__contains__, ground)
        elif kind == "lake" and ground.lakes.get(name):
            at = next((k for k, v in enumerate(path) if k > 0 and ground.touches_lake(v, name)), None)
            if at is not None:
                return path[: at + 1], end
            tail, link = _join(grid, path, _on_lake(ground, name), ground)
        elif kind == "sea":
            late = len(path) - max(5, len(path) // 4)
            at = next((k for k, v in enumerate(path) if k > max(0, late) and ground.touches_sea(v)), None)
            if at is not None:
                return path[: at + 1], end
            tail, link = _join(grid, path, ground.touches_sea, ground)
        else:
            continue
        if link:
            return without_loops(tail + link[1:]), end
    return path, ""


def _on_lake(ground: Ground, name: str) -> Callable[[Vertex], bool]:
    return lambda vertex: ground.touches_lake(vertex, name)


def _join(
    grid: Grid, path: list[Vertex], goal: Callable[[Vertex], bool], ground: Ground
) -> tuple[list[Vertex], list[Vertex]]:
    """The path cut back to its last corner on land, and the shortest way on to the goal."""
    tail = path
    while len(tail) > 2 and not any(ground.carries(s) for _, s in grid.vertex_steps(tail[-1])):
        tail = tail[:-1]
    return tail, shortest(grid, tail[-1], goal, ground.carries, 5)


def _runs(path: list[Vertex], ground: Ground) -> list[list[Vertex]]:
    """The stretches of a path that run between two land hexes; a lone hexside at the rim is dropped."""
    runs: list[list[Vertex]] = []
    current: list[Vertex] = []
    for a, b in zip(path, path[1:], strict=False):
        if ground.carries(edge(a, b)):
            current = current or [a]
            current.append(b)
        elif current:
            runs.append(current)
            current = []
    if current:
        runs.append(current)
    if len(runs) > 1:
        runs = [run for run in runs if len(run) > 2]
    return runs


def in_order(rivers: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Parents before tributaries, else in the order of the gazetteer."""
    out: list[dict[str, Any]] = []
    placed: set[str] = set()

    def place(entry: dict[str, Any], trail: tuple[str, ...]) -> None:
        if entry["name"] in placed or entry["name"] in trail:
            return
        for end in [*entry.get("to", []), entry.get("from", "")]:
            kind, _, name = end.partition(":")
            if kind == "river" and name in rivers:
                place(rivers[name], (*trail, entry["name"]))
        placed.add(entry["name"])
        out.append(entry)

    for entry in rivers.values():
        place(entry, ())
    return out
