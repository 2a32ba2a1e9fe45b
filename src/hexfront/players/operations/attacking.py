"""Attacking: attacks chosen together, and paths that take what lies on their way."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from hexfront.hexes import Hex

NODES = 200
"""Branches looked at before the best choice so far is taken: a count, not a time, so that the same is always chosen."""


class Option(NamedTuple):
    """Something that could be done, what it is worth, and what it uses up: units, places, air units. What can be shared (room in
    a hex) is used in amounts."""

    worth: float
    uses: Mapping[Hashable, float]


def choose_together(options: Sequence[Option], room: Mapping[Hashable, float]) -> list[int]:
    """The options worth most together, none using more of anything than there is: 1 where `room` does not say."""
    chosen = [k for k, option in enumerate(options) if option.worth > 0]
    if len(chosen) < 2:
        return chosen
    keys: dict[Hashable, int] = {}
    rows: list[int] = []
    columns: list[int] = []
    amounts: list[float] = []
    for j, k in enumerate(chosen):
        for key, amount in options[k].uses.items():
            rows.append(keys.setdefault(key, len(keys)))
            columns.append(j)
            amounts.append(amount)
    table = csr_array((amounts, (rows, columns)), shape=(len(keys), len(chosen)))
    most = np.array([room.get(key, 1.0) for key in keys])
    found = milp(
        c=-np.array([options[k].worth for k in chosen]),
        integrality=np.ones(len(chosen), dtype=np.int64),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(table, ub=most),
        options={"node_limit": NODES},
    )
    if found.x is None:
        return _one_by_one(options, chosen, room)
    return [k for k, x in zip(chosen, found.x, strict=True) if x > 0.5]


def _one_by_one(options: Sequence[Option], order: Sequence[int], room: Mapping[Hashable, float]) -> list[int]:
    """The best first, then the best that still fits: where the solver gave up before it had any choice."""
    used: dict[Hashable, float] = {}
    out = []
    for k in sorted(order, key=lambda k: (-options[k].worth, k)):
        uses = options[k].uses
        if all(used.get(key, 0.0) + amount <= room.get(key, 1.0) for key, amount in uses.items()):
            out.append(k)
            for key, amount in uses.items():
                used[key] = used.get(key, 0.0) + amount
    return out


class Raid(NamedTuple):
    """A path: what it costs, what it takes on its way, and its hexes."""

    spent: int
    prize: float
    hexes: tuple[Hex, ...]


def raids(
    start: Hex,
    points: int,
    steps: Callable[[Hex], Mapping[Hex, int]],
    prizes: Mapping[Hex, float],
    most: int = 4,
) -> dict[Hex, Raid]:
    """For every hex in reach the path that takes most on its way, then the cheapest; each prize counts once.

    `steps` tells the hexes that can be entered from a hex and what each costs. From each hex at most `most` paths are followed, the best ones: fronts are wide, and prizes few.
    """
    found: dict[Hex, list[Raid]] = {start: [Raid(0, 0.0, (start,))]}
    fresh = [found[start][0]]
    while fresh:
        further: list[Raid] = []
        for path in fresh:
            here = path.hexes[-1]
            if path not in found[here]:
                continue  # a better one has come since
            for n, cost in steps(here).items():
                spent = path.spent + cost
                if spent > points or n in path.hexes:
                    continue
                onward = Raid(spent, path.prize + prizes.get(n, 0.0), (*path.hexes, n))
                known = found.setdefault(n, [])
                if any(x.spent <= onward.spent and x.prize >= onward.prize for x in known):
                    continue
                known[:] = [x for x in known if x.spent < onward.spent or x.prize > onward.prize]
                known.append(onward)
                if len(known) > most:
                    known.sort(key=lambda x: (-x.prize, x.spent))
                    known.pop()
                if onward in known:
                    further.append(onward)
        fresh = further
    return {h: max(paths, key=lambda x: (x.prize, -x.spent)) for h, paths in found.items()}


__all__ = ["Option", "Raid", "choose_together", "raids"]
