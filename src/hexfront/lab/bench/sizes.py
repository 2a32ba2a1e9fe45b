"""How time grows with the size of a game: Skirmish on square maps, with the same density of units everywhere or the same number.

    hexfront bench 'size_*'

`size_100_600` is Skirmish on 100 by 100 hexes with 600 units: random actions a second, and what one action takes.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time
from typing import Any

from hexfront.games import get
from hexfront.kernel import Setup
from hexfront.lab.bench import Figures, entry
from hexfront.lab.playout import playout

SIZES = ((20, 24), (50, 150), (100, 600), (200, 2400), (100, 150), (200, 150), (50, 600))
"""Hexes along an edge, and units: first both grow together, then the map alone, then the units alone."""
LEAST = 3000
"""At least this many actions are timed."""
FOREST, TOWNS = 5, 3
"""One hex in this many is forest; and towns stand in a square of this many by this many."""


def square_map(size: int) -> dict[str, Any]:
    """A map file of a plain with woods, towns and a river down the middle; the same for each size every time."""
    wide = max(2, len(str(size)))

    def label(column: int, row: int) -> str:
        return f"{column:0{wide}d}{row:0{wide}d}"

    chance = random.Random(size)
    every = range(1, size + 1)
    rows = ["".join("f" if not chance.randrange(FOREST) else "." for _ in every) for _ in every]
    steps = [size * n // (TOWNS + 1) for n in range(1, TOWNS + 1)]
    west = size // 2
    thirds = (every[: size // 3], every[size // 3 : 2 * size // 3], every[2 * size // 3 :])
    regions = {
        f"{side}_{name}": [label(column, row) for row in part]
        for side, column in (("blue", 1), ("red", size))
        for name, part in zip(("north", "centre", "south"), thirds, strict=True)
    }
    return {
        "format": "hexfront-map/1", "id": f"square_{size}", "title": f"{size} by {size}", "provenance": "reconstruction",
        "grid": {"orientation": "flat", "columns": size, "rows": size, "shifted": "even", "km": 10},
        "terrain": {"legend": {".": "clear", "f": "forest"}, "rows": rows},
        "features": {"town": [label(column, row) for column in steps for row in steps]},
        "sides": {"river": [[label(west, row), label(west + 1, row)] for row in every]},
        "links": {}, "regions": regions, "places": [],
        "edges": {"west": [label(1, row) for row in every], "east": [label(size, row) for row in every]},
    }  # fmt: skip


def square_setup(size: int, units: int) -> Setup:
    """Skirmish on a square map, half of the units on each side, spread evenly over the half that is theirs."""
    wide = max(2, len(str(size)))
    half = [(column, row) for column in range(2, size // 2) for row in range(1, size + 1)]
    taken = [half[n * len(half) // (units // 2)] for n in range(units // 2)]

    def army(side: str, mirrored: bool) -> list[list[Any]]:
        at = [(size + 1 - column if mirrored else column, row) for column, row in taken]
        return [[f"{side} {n}", 2, 4, f"{c:0{wide}d}{r:0{wide}d}"] for n, (c, r) in enumerate(at)]

    crossing = {"turns": 8, "blue": army("blue", False), "red": army("red", True)}
    return get("skirmish").setup(pack={"map": square_map(size), "data": {"crossing": crossing}})


def _of(size: int, units: int) -> Callable[[], Figures]:
    def measure() -> Figures:
        game, setup = get("skirmish"), square_setup(size, units)
        began = process_time()
        game.start(setup)
        start = process_time() - began
        actions, spent, seed = 0, 0.0, 0
        while actions < LEAST:
            seed += 1
            before = process_time()  # the processor's: these runs are long, and nobody's machine is idle
            actions += playout(game, setup, seed, limit=LEAST).actions
            spent += process_time() - before
        per_s = actions / spent
        return {"per_s": round(per_s), "us": round(1e6 / per_s, 1), "start_ms": round(start * 1000)}

    measure.__doc__ = (
        f"How time grows: Skirmish on {size} by {size} hexes with {units} units, random actions a second."
    )
    return measure


for _size, _units in SIZES:
    entry(f"size_{_size}_{_units}", slow=True)(_of(_size, _units))
