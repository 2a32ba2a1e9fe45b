"""Which pairs of cities are listed, and how far apart they are on the ground and on the map.

The list is made by rule, so that nobody picks the pairs that fit: every place of size two or more, with its nearest
neighbour among them, as long as that is nearer than `FAR` hexes. Where two places share a hex the greater stands for
it. `python -m tests.atlas.distances` writes the list to docs/maps/distances.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tests.atlas.maptools import ROOT, Map, Point, kilometres, load, map_ids

PAGE = ROOT / "docs" / "maps" / "distances.md"
FAR = 6.46
"""Hexes beyond which the count says little: a way of hex steps is up to 15.47 % longer than the straight line, which
is a whole hex in 6.46."""


@dataclass(frozen=True)
class Pair:
    """Two places of a map."""

    first: str
    second: str
    km: float
    straight: float
    """Great-circle kilometres over the kilometres of a hex."""
    hexes: int
    """Hex steps from one to the other."""
    rim: bool

    @property
    def miss(self) -> float:
        """Hexes counted, less hexes expected."""
        return self.hexes - self.straight

    @property
    def allowed(self) -> float:
        """One hex; at the rim of Lebensraum! two."""
        return 2.0 if self.rim else 1.0

    @property
    def row(self) -> str:
        """The pair as a line of the page."""
        mark = "rim" if self.rim else ""
        return (
            f"| {self.first} | {self.second} | {self.km:.0f} | {self.straight:.2f} | {self.hexes} | {mark} |"
        )


def towns(board: Map, least: int = 2) -> list[dict[str, Any]]:
    """The greatest place of each hex, of the given size or more."""
    best: dict[str, dict[str, Any]] = {}
    for place in board.data["places"]:
        if place["size"] > best.get(place["hex"], {"size": 0})["size"]:
            best[place["hex"]] = place
    return [place for place in best.values() if place["size"] >= least]


def ground(a: dict[str, Any], b: dict[str, Any]) -> float:
    """Great-circle kilometres between two places."""
    return kilometres((a["lat"], a["lon"]), (b["lat"], b["lon"]))


def pair_of(board: Map, a: dict[str, Any], b: dict[str, Any]) -> Pair:
    """Two places, measured."""
    a, b = sorted((a, b), key=lambda p: str(p["name"]))
    km = ground(a, b)
    rim = is_rim(board, a["name"]) or is_rim(board, b["name"])
    return Pair(a["name"], b["name"], km, km / board.grid["km"], board.distance(a["hex"], b["hex"]), rim)


def neighbours(board: Map, count: int = 1) -> list[Pair]:
    """Every town with its nearest towns, so many each, by name."""
    known = towns(board)
    found = set()
    for place in known:
        others = sorted((p for p in known if p is not place), key=lambda p: (ground(place, p), p["name"]))
        found |= {pair_of(board, place, other) for other in others[:count]}
    return sorted((p for p in found if p.straight <= FAR), key=lambda p: (p.first, p.second))


def is_rim(board: Map, name: str) -> bool:
    """Whether a place of Lebensraum! lies outside the figure that the rulebook's thirteen hexes enclose.

    What the printed map does beyond them is not known; other maps have no rim.
    """
    if not board.id.startswith("lebensraum"):
        return False
    whole = load("lebensraum")
    ring = hull(whole.centre(whole.cell(row["hex"])) for row in whole.fit["residuals"])
    x, y = whole.centre(whole.cell(whole.places[name]))
    return any(
        (bx - ax) * (y - ay) - (by - ay) * (x - ax) < -1e-9
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True)
    )


def hull(points: Iterable[Point]) -> list[Point]:
    """The convex figure around points, anticlockwise where y grows upward."""
    ordered = sorted(set(points))

    def chain(along: list[Point]) -> list[Point]:
        out: list[Point] = []
        for p in along:
            while len(out) > 1 and (
                (out[-1][0] - out[-2][0]) * (p[1] - out[-2][1])
                <= (out[-1][1] - out[-2][1]) * (p[0] - out[-2][0])
            ):
                out.pop()
            out.append(p)
        return out[:-1]

    return chain(ordered) + chain(ordered[::-1])


def page() -> str:
    """The page with the lists of all maps."""
    parts = [
        "# Distances between cities\n",
        "Made by `python -m tests.atlas.distances` and checked by `tests/atlas/test_distances.py`. Each map's list "
        "has every\nplace of size two or more with its nearest neighbour, as long as that is nearer than "
        f"{FAR} hexes: beyond, a way of hex\nsteps off the six directions of the grid is a whole hex longer than the "
        "straight line. The hexes counted are within\none of the kilometres on the ground over the kilometres of a "
        "hex; within two at the rim of *Lebensraum!*, outside the\nfigure that the rulebook's thirteen hexes enclose. "
        "One pair alone\nis a hundredth of a hex over, Belgrade and Budapest on the western map of *Lebensraum!*: the rulebook "
        "gives the\nhexes of both.\n",
    ]
    for map_id in map_ids():
        board = load(map_id)
        pairs = neighbours(board)
        near = sum(abs(pair.miss) <= pair.allowed for pair in pairs)
        parts.append(
            f"\n## {map_id}\n\n{board.grid['km']:g} km a hex; {near} of {len(pairs)} pairs are within bounds.\n\n"
            "| from | to | km | hexes on the ground | hexes on the map | |\n|---|---|---|---|---|---|\n"
            + "\n".join(pair.row for pair in pairs)
            + "\n"
        )
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
