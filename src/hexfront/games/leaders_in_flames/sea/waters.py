"""The seas in play: ports and coasts on them, how far ships get, and who may pass."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from hexfront.games.leaders_in_flames.board import SECTIONS
from hexfront.games.leaders_in_flames.kinds import ABOARD, SEA
from hexfront.hexes import Hex, HexSet, bits, union

if TYPE_CHECKING:
    from hexfront.games.leaders_in_flames.world import World

SMALL = 2
"""An island of at most this many hexes is supplied over its beaches."""


def at_sea(area: int, section: int) -> int:
    """The place of a section of a sea box, as one number."""
    return SEA - (SECTIONS * area + section)


def is_sea(place: int) -> bool:
    """Whether a place is a section of a sea box."""
    return ABOARD < place <= SEA


def within(where: list[int], units: Iterable[int], area: int) -> list[int]:
    """Those of some counters that are in a sea area, in whichever section, by where each counter is."""
    first = at_sea(area, 0)
    last = max(first - SECTIONS, ABOARD)
    return [u for u in units if last < where[u] <= first] if is_sea(first) else []


def area_of(place: int) -> int:
    """The sea area of a place at sea."""
    return (SEA - place) // SECTIONS


def section_of(place: int) -> int:
    """The section of a place at sea, 0 to 4."""
    return (SEA - place) % SECTIONS


def aboard(carrier: int) -> int:
    """The place of what a counter carries."""
    return ABOARD - carrier


class Waters:
    """The sea areas of a scenario, with their ports and coasts."""

    def __init__(self, w: World, data: dict[str, Any]) -> None:
        seas, board = w.lands.seas, w.board
        self.seas = seas
        self.areas: tuple[int, ...] = tuple(
            sorted(k for name, k in seas.number.items() if name in w.plan.seas or "all" in w.plan.seas)
        )
        self.every: int = union(self.areas)
        """All of them, as a set."""
        land = w.area
        self.coast: dict[int, HexSet] = {
            area: board.grid.dilate(seas.hexes[area], 1) & land for area in self.areas
        }
        """By area: land hexes on its shore."""
        for name, waters in data["ports"]["on"].items():
            h = w.find(name)
            for area in (seas.number[x] for x in waters if x in seas.number):
                if h >= 0 and area in self.coast:
                    self.coast[area] |= 1 << h & land
        every = 0
        for shore in self.coast.values():
            every |= shore
        self.shore: HexSet = every
        self.ports: HexSet = board.features["port"] & every
        self.major: HexSet = board.features["major_port"] & every
        self.of: dict[Hex, tuple[int, ...]] = {
            h: tuple(a for a in self.areas if self.coast[a] >> h & 1) for h in bits(every)
        }
        """By hex of the shore: the areas it lies on."""
        self.on: dict[Hex, int] = {h: union(areas) for h, areas in self.of.items()}
        """The same as sets."""
        self.gates: HexSet = 0
        for _, _, hexes in seas.passages:
            self.gates |= hexes
        self.islets: HexSet = self._islets(w)
        self._around: dict[HexSet, dict[int, int]] = {}
        self._depths: dict[tuple[tuple[int, ...], HexSet], dict[int, int]] = {}

    def _islets(self, w: World) -> HexSet:
        """Hexes of islands of one or two hexes."""
        out = 0
        for h in bits(self.shore):
            island, edge = 1 << h, [h]
            while edge and island.bit_count() <= SMALL:
                here = edge.pop()
                for n in w.near(here):
                    if w.board.land >> n & 1 and not w.barred.has(here, n) and not island >> n & 1:
                        island |= 1 << n
                        edge.append(n)
            if island.bit_count() <= SMALL:
                out |= 1 << h
        return out

    def off(self, hexes: HexSet) -> int:
        """The areas that some hexes of the shore lie on, as a set."""
        out = 0
        for h in bits(hexes):
            out |= self.on[h]
        return out

    def near(self, area: int, held: HexSet) -> tuple[int, ...]:
        """The areas in play that a ship can go on to, given the hexes its side holds."""
        return tuple(n for n in self.seas.around(area, held) if n in self.coast)

    def around(self, held: HexSet) -> dict[int, int]:
        """By area: those a ship can go on to, as a set, given the hexes its side holds."""
        key = held & self.gates
        found = self._around.get(key)
        if found is None:  # for speed: what was worked out is kept
            found = self._around[key] = {area: union(self.near(area, held)) for area in self.areas}
        return found

    def depths(self, start: int, held: HexSet) -> dict[int, int]:
        """How many areas a voyage enters to be in each area: 1 for those a port lies on, or from sea 0 for the area itself."""
        first = (area_of(start),) if is_sea(start) else self.of.get(start, ())
        key = (first if not is_sea(start) else (-1, *first), held & self.gates)
        found = self._depths.get(key)
        if found is None:  # for speed: what was worked out is kept
            found = self._depths[key] = self._spread(first, 0 if is_sea(start) else 1, held)
        return found

    def _spread(self, first: tuple[int, ...], steps: int, held: HexSet) -> dict[int, int]:
        found = dict.fromkeys(first, steps)
        layer = list(first)
        while layer:
            steps += 1
            layer = sorted({n for area in layer for n in self.near(area, held)} - found.keys())
            found.update(dict.fromkeys(layer, steps))
        return found

    def title(self, place: int) -> str:
        """A place at sea as people say it."""
        return f"{self.seas.areas[area_of(place)].title}, section {section_of(place)}"

    def label(self, place: int) -> str:
        """A place at sea as views and logs name it."""
        return f"{self.seas.areas[area_of(place)].id}-{section_of(place)}"
