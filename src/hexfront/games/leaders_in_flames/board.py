"""The ground: sheets of different scale on one board, the seams between them, and the seas as a graph."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from typing import Any, Final

import msgspec

from hexfront.errors import BadData
from hexfront.hexes import Board, Hex, HexSet, Sides, bits, flood, union
from hexfront.wargame import Net, convert, known_only

RANGE_COST: Final = {"E": 1, "A": 2, "W": 6}
"""What a hex of each sheet counts, in European hexes. Case 2d."""
MAPS: Final = ("european", "asian", "pacific", "american")
"""What a rule calls a map. RULING rank-maps."""
ZONES: Final = (
    "arctic",
    "north_temperate",
    "mediterranean",
    "north_monsoon",
    "south_monsoon",
    "south_temperate",
)
ASIAN_COLUMNS: Final = 27
SECTIONS: Final = 5
"""Sections of a sea box, 0 to 4."""


class SeaArea(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sea area: the map and weather zone it counts for, and the hex at which its box is drawn."""

    id: str
    title: str
    map: str
    weather: str
    box: str


class Passage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A strait or canal between two areas, shut by whoever holds its hexes."""

    id: str
    title: str
    between: tuple[str, str]
    hexes: tuple[str, ...]
    provenance: str = ""
    reason: str = ""


class Seam(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step from sheet to sheet."""

    between: tuple[str, str]
    name: str
    rail: bool = False


class Lands:
    """What the rules ask about hexes and seas, on the whole board or on one sheet of it."""

    def __init__(self, board: Board, data: dict[str, Any]) -> None:
        self.board, self.grid = board, board.grid
        self.sheet = {h: board.label(h)[:1] for h in board.grid}
        known_only("the sheets of the map", {sheet.prefix for sheet in self.grid.sheets}, RANGE_COST)
        self.seams: dict[Hex, tuple[Hex, ...]] = {}
        self.rail_seams: set[tuple[Hex, Hex]] = set()
        for row in data["seams"]["seams"]["pairs"]:
            self._sew(convert(row, Seam, "seams"))
        self.zone: dict[Hex, int] = {}
        for k, name in enumerate(ZONES):
            for h in bits(board.regions.get(f"weather_{name}", 0)):
                self.zone[h] = k
        self.zones: tuple[HexSet, ...] = tuple(board.regions.get(f"weather_{name}", 0) for name in ZONES)
        self.map_of: dict[Hex, int] = {h: self._map(h) for h in board.grid}
        self._in_range: dict[tuple[Hex, int], HexSet] = {}
        self.seas = Seas(board, data["seas"])

    def _sew(self, seam: Seam) -> None:
        try:
            a, b = (self.board.index(label) for label in seam.between)
        except BadData:
            return  # a map of one sheet has no seams
        for here, there in ((a, b), (b, a)):
            self.seams[here] = (*self.seams.get(here, ()), there)
            if seam.rail:
                self.rail_seams.add((here, there))

    def _map(self, h: Hex) -> int:
        """The map a hex counts for: Asia's mainland and the sheet's first 27 columns are Asian. RULING rank-maps."""
        sheet = self.sheet[h]
        if sheet != "A":
            return MAPS.index("european" if sheet == "E" else "american")
        if int(self.board.label(h)[1:3]) <= ASIAN_COLUMNS or self.mainland >> h & 1:
            return MAPS.index("asian")
        return MAPS.index("pacific")

    @property
    def mainland(self) -> HexSet:
        """The hexes of the continent of Asia on its sheet."""
        if not hasattr(self, "_mainland"):
            start = 1 << self.board.hex("Peking")
            land = self.board.land & ~sum(self._of_sheet(sheet) for sheet in "EW")
            self._mainland = flood(self.grid, start, land, self.board.sides["sea"])
        return self._mainland

    def _of_sheet(self, prefix: str) -> HexSet:
        return sum(
            hexes
            for sheet, hexes in zip(self.grid.sheets, self.grid.sheet_sets, strict=True)
            if sheet.prefix == prefix
        )

    def steps(self, h: Hex) -> tuple[Hex, ...]:
        """The hexes one step away on the map, over seams too."""
        return (*self.grid.neighbours(h), *self.seams.get(h, ()))

    def in_range(self, h: Hex, stars: int) -> HexSet:
        """Every hex within a leader's range of a hex: what a hex costs is paid on entering it, whatever stands there.

        Cases 2c, 2d. RULING range-across-maps, range-zero.
        """
        found = self._in_range.get((h, stars))
        if found is None:  # for speed: what was worked out is kept
            found = self._in_range[h, stars] = self._grow(h, stars)
        return found

    def _grow(self, start: Hex, stars: int) -> HexSet:
        best = {start: 0}
        queue = [(0, start)]
        while queue:
            spent, here = heappop(queue)
            for n in self.steps(here):
                if not self.board.on_map >> n & 1:
                    continue
                after = spent + RANGE_COST[self.sheet[n]]
                if after <= stars and after < best.get(n, stars + 1):
                    best[n] = after
                    heappush(queue, (after, n))
        return sum(1 << h for h in best)

    def distance(self, a: Hex, b: Hex, most: int = 6) -> int:
        """How far a hex is in European hexes, or -1 beyond `most`."""
        return next((n for n in range(most + 1) if self.in_range(a, n) >> b & 1), -1)


class Rails(Net):
    """Railways that run over seams from sheet to sheet."""

    def __init__(self, links: Sides, seams: Iterable[tuple[Hex, Hex]]) -> None:
        super().__init__(links)
        self.seams = tuple(sorted(seams))

    def connected(self, sources: HexSet, within: HexSet) -> HexSet:
        """The hexes of the net that lead to a source, over seams too."""
        reached = super().connected(sources, within)
        while over := union(b for a, b in self.seams if reached >> a & 1 and (within & ~reached) >> b & 1):
            reached |= super().connected(over, within) | over
        return reached


class Seas:
    """The sea areas as a graph. Areas that touch on a sheet are neighbours; links and passages come on top."""

    def __init__(self, board: Board, data: dict[str, Any]) -> None:
        rows = [convert(row, SeaArea, "seas.area") for row in data["area"]]
        for row in rows:
            known_only(f"seas.area.{row.id}.map", (row.map,), MAPS)
            known_only(f"seas.area.{row.id}.weather", (row.weather,), ZONES)
        self.areas = tuple(row for row in rows if f"sea_{row.id}" in board.regions)
        self.number = {area.id: k for k, area in enumerate(self.areas)}
        self.hexes: tuple[HexSet, ...] = tuple(board.regions[f"sea_{area.id}"] for area in self.areas)
        self.zone = tuple(ZONES.index(area.weather) for area in self.areas)
        self.map_of = tuple(MAPS.index(area.map) for area in self.areas)
        near: list[set[int]] = [set() for _ in self.areas]
        for k, hexes in enumerate(self.hexes):
            touched = board.grid.dilate(hexes, 1)
            near[k] |= {n for n, other in enumerate(self.hexes) if n != k and other & touched}
        for pair in data["links"]["pairs"]:
            self._join(near, pair)
        self.near: tuple[tuple[int, ...], ...] = tuple(tuple(sorted(some)) for some in near)
        self.passages: list[tuple[int, int, HexSet]] = []
        for way in (convert(row, Passage, "seas.passage") for row in data["passage"]):
            if all(name in self.number for name in way.between):
                a, b = (self.number[name] for name in way.between)
                self.passages.append((a, b, board.set_of(way.hexes)))

    def _join(self, near: list[set[int]], pair: list[str]) -> None:
        if all(name in self.number for name in pair):
            a, b = (self.number[name] for name in pair)
            near[a].add(b)
            near[b].add(a)

    def around(self, area: int, held: HexSet) -> tuple[int, ...]:
        """The areas a ship can go to from one, given the hexes its side holds: passages are open to who holds them."""
        through = [
            b if a == area else a for a, b, hexes in self.passages if area in (a, b) and hexes & ~held == 0
        ]
        return tuple(sorted({*self.near[area], *through}))

    def distance(self, start: int, goal: int, held: HexSet) -> int:
        """How many areas a voyage enters, or -1 where there is no way."""
        seen, layer, steps = {start}, [start], 0
        while layer:
            if goal in layer:
                return steps
            layer = sorted({n for area in layer for n in self.around(area, held)} - seen)
            seen.update(layer)
            steps += 1
        return -1
