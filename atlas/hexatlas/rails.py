"""Railways and other lines as chains of neighbouring hexes through the places they join."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any

import numpy as np

from .game import Game
from .grid import Key, Side, side


def route(
    game: Game,
    start: Key,
    goal: Key,
    line: tuple[tuple[float, float], tuple[float, float]],
    passable: Callable[[Key, Key], bool],
    known: set[Side],
) -> list[Key]:
    """The chain of hexes from start to goal that hugs a straight line and likes existing track."""
    (x1, y1), (x2, y2) = line
    length = max(1e-9, (x2 - x1) ** 2 + (y2 - y1) ** 2)

    def off(key: Key) -> float:
        u, v = game.grid.centre(key)
        t = min(1.0, max(0.0, ((u - x1) * (x2 - x1) + (v - y1) * (y2 - y1)) / length))
        return float((u - x1 - t * (x2 - x1)) ** 2 + (v - y1 - t * (y2 - y1)) ** 2)

    best: dict[Key, float] = {start: 0.0}
    before: dict[Key, Key] = {}
    queue: list[tuple[float, Key]] = [(0.0, start)]
    while queue:
        cost, key = heapq.heappop(queue)
        if key == goal:
            break
        if cost > best[key]:
            continue
        for other in game.grid.neighbours(key):
            if not passable(key, other):
                continue
            step = (0.62 if side(key, other) in known else 1.0) + 1.2 * off(other)
            if round(cost + step, 9) < best.get(other, float("inf")):
                best[other] = round(cost + step, 9)
                before[other] = key
                heapq.heappush(queue, (best[other], other))
    if goal not in best:
        return []
    path = [goal]
    while path[-1] != start:
        path.append(before[path[-1]])
    return path[::-1]


def lay_line(
    game: Game,
    entry: dict[str, Any],
    playable: set[Key],
    passable: Callable[[Key, Key], bool],
    known: set[Side],
    warn: Callable[[str], None],
) -> list[list[Key]]:
    """The stretches of a line on this map, each a chain of hexes; one that leaves the map ends at its rim."""
    runs: list[list[Key]] = []
    via = entry["via"]
    for first, second in zip(via, via[1:], strict=False):
        ends = [game.gazetteer.point(first), game.gazetteer.point(second)]
        points = [(float(u), float(v)) for u, v in (game.project(*p) for p in ends)]
        keys = [
            game.place_hex(ref) if isinstance(ref, str) else game.grid.hex_at(*p)
            for ref, p in zip((first, second), points, strict=True)
        ]
        if keys[0] not in playable and keys[1] not in playable:
            continue
        line = (points[0], points[1])
        for k in (0, 1):
            if keys[k] in playable:
                continue
            rim = keys[1 - k]
            for t in np.linspace(0, 1, 120):
                u = points[1 - k][0] + t * (points[k][0] - points[1 - k][0])
                v = points[1 - k][1] + t * (points[k][1] - points[1 - k][1])
                at = game.grid.hex_at(float(u), float(v))
                if at not in playable:
                    break
                rim = at
            keys[k] = rim
        path = route(game, keys[0], keys[1], line, passable, known)
        if not path:
            warn(f"{entry['name']}: no way from {first} to {second}")
            continue
        known.update(side(a, b) for a, b in zip(path, path[1:], strict=False))
        if runs and runs[-1][-1] == path[0]:
            runs[-1].extend(path[1:])
        else:
            runs.append(path)
    return [run for run in runs if len(run) > 1]
