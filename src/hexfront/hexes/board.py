"""A board: terrain, hexsides, links, regions, places and edges, read from a checked map file."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from hexfront.errors import BadData, UnknownName
from hexfront.hexes.grid import Grid, GridSpec
from hexfront.hexes.sets import Hex, HexSet, bits, union
from hexfront.hexes.sides import Sides

FORMAT = "hexfront-map/1"
KEPT = 64
"""At most this many answers are kept with a map."""
_OFF = "off"
T = TypeVar("T")


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A named place."""

    name: str
    hex: str
    kind: str = "town"
    size: int = 1
    lat: float = 0.0
    lon: float = 0.0
    tags: tuple[str, ...] = ()


class TerrainRows(msgspec.Struct, frozen=True):
    """The kind of every hex, as letters; `water` names the kinds nobody can stand on."""

    legend: dict[str, str]
    rows: tuple[str, ...]
    water: tuple[str, ...] = ("sea", "lake")


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The map file as it stands on disk; see docs/reference/map-format.md."""

    format: str
    id: str
    title: str
    provenance: str
    grid: GridSpec
    terrain: TerrainRows
    note: str = ""
    features: dict[str, tuple[str, ...]] = {}
    sides: dict[str, tuple[tuple[str, str], ...]] = {}
    links: dict[str, tuple[tuple[str, str], ...]] = {}
    regions: dict[str, tuple[str, ...]] = {}
    edges: dict[str, tuple[str, ...]] = {}
    places: tuple[Place, ...] = ()


class _Named(dict[str, Any]):
    """A dict that lists its keys when asked for a missing one."""

    def __init__(self, what: str, items: Mapping[str, Any]) -> None:
        super().__init__(items)
        self._what = what

    def __missing__(self, name: str) -> Any:
        raise UnknownName(
            f"The map has no {self._what} {name!r}; it has {', '.join(sorted(self)) or 'none'}."
        )


class Board:
    """A map as the rules ask about it. An unknown name is refused with a list of the known ones."""

    def __init__(self, file: MapFile) -> None:
        if file.format != FORMAT:
            raise BadData(f"This map has format {file.format!r}; this version reads {FORMAT!r}.")
        self.id, self.title = file.id, file.title
        self.provenance, self.note = file.provenance, file.note
        self.grid = grid = Grid(file.grid)
        rows, legend = file.terrain.rows, file.terrain.legend
        if len(rows) != grid.rows:
            raise BadData(f"terrain.rows has {len(rows)} rows, the grid {grid.rows}.")
        found: dict[str, list[Hex]] = {kind: [] for kind in legend.values()}
        self.kind: dict[Hex, str] = {}
        for r, row in enumerate(rows):
            if len(row) != grid.columns:
                raise BadData(f"terrain.rows[{r}] has {len(row)} hexes, the grid {grid.columns} columns.")
            for c, letter in enumerate(row):
                i = grid.at(c, r)
                at = grid.label(i) if i in grid else f"column {c}, between the sheets"
                if letter not in legend:
                    raise BadData(f"terrain.rows[{r}] has {letter!r} at {at}, which the legend lacks.")
                kind = legend[letter]
                if i not in grid:
                    if kind != _OFF:
                        raise BadData(f"terrain.rows[{r}] has {kind} at {at}.")
                    continue
                found[kind].append(i)
                self.kind[i] = kind
        kinds = {kind: union(hexes) for kind, hexes in found.items()}
        self.off: HexSet = kinds.pop(_OFF, 0)
        self.on_map: HexSet = grid.hexes & ~self.off
        self.terrain: dict[str, HexSet] = _Named("terrain", kinds)
        self.water: HexSet = 0
        for kind in file.terrain.water:
            self.water |= kinds.get(kind, 0)
        self.land: HexSet = self.on_map & ~self.water
        self.features: dict[str, HexSet] = self._sets("feature", "features", file.features)
        self.regions: dict[str, HexSet] = self._sets("region", "regions", file.regions)
        self.edges: dict[str, HexSet] = self._sets("edge", "edges", file.edges)
        self.sides: dict[str, Sides] = self._pairs("hexside class", "sides", file.sides)
        self.links: dict[str, Sides] = self._pairs("kind of link", "links", file.links)
        self.places = file.places
        self._kept: dict[Hashable, Any] = {}
        self._by_name: dict[str, Hex] = {}
        for place in file.places:
            self._by_name.setdefault(place.name.lower(), self._hex(f"place {place.name}", place.hex))

    def keep(self, key: Hashable, make: Callable[[], T]) -> T:
        """An answer that depends on the map and the key alone: worked out once for all games on this map."""
        if key not in self._kept:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            self._kept[key] = make()
        found: T = self._kept[key]
        return found

    def _hex(self, where: str, label: str) -> Hex:
        try:
            i = self.grid.index(label)
        except BadData as e:
            raise BadData(f"{where}: {e}") from None
        if self.off >> i & 1:
            raise BadData(f"{where}: hex {label} is off the map.")
        return i

    def _set(self, where: str, labels: Iterable[str]) -> HexSet:
        return union(self._hexes(where, labels))

    def _hexes(self, where: str, labels: Iterable[str]) -> list[Hex]:
        """Hexes on the map, looked up together; if one is wrong, one by one, so that the error names it."""
        wanted = list(labels)
        try:
            out = self.grid.indices(wanted)
        except BadData as e:
            raise BadData(f"{where}: {e}") from None
        if self.off and union(out) & self.off:
            return [self._hex(where, label) for label in wanted]
        return out

    def _sets(self, what: str, field: str, named: Mapping[str, Iterable[str]]) -> dict[str, HexSet]:
        return _Named(what, {name: self._set(f"{field}.{name}", labels) for name, labels in named.items()})

    def _pairs(
        self, what: str, field: str, named: Mapping[str, Iterable[tuple[str, str]]]
    ) -> dict[str, Sides]:
        out = {}
        for name, pairs in named.items():
            where = f"{field}.{name}"
            ends = self._hexes(where, (label for pair in pairs for label in pair))
            try:
                out[name] = Sides.of(self.grid, zip(ends[::2], ends[1::2], strict=True))
            except BadData as e:
                raise BadData(f"{where}: {e}") from None
        return _Named(what, out)

    def index(self, label: str) -> Hex:
        """The hex with this printed number."""
        return self.grid.index(label)

    def label(self, i: Hex) -> str:
        """The printed number of a hex."""
        return self.grid.label(i)

    def labels(self, hexes: HexSet) -> tuple[str, ...]:
        """The printed numbers of a set of hexes."""
        return tuple(map(self.grid.label, bits(hexes)))

    def set_of(self, labels: Iterable[str]) -> HexSet:
        """A set of hexes from printed numbers."""
        return self._set("hexes", labels)

    def hex(self, name: str) -> Hex:
        """The hex of a named place."""
        try:
            return self._by_name[name.lower()]
        except KeyError:
            raise UnknownName(f"The map has no place {name!r}.") from None

    def place_at(self, i: Hex) -> Place | None:
        """The largest named place in a hex."""
        label = self.grid.label(i)
        here = [place for place in self.places if place.hex == label]
        return max(here, key=lambda place: place.size) if here else None

    def name(self, i: Hex) -> str:
        """A hex as people say it: its place and number, or its number."""
        place = self.place_at(i)
        return f"{place.name} ({self.label(i)})" if place else self.label(i)


_decoder = msgspec.json.Decoder(MapFile)


def read_board(data: bytes, source: str = "map") -> Board:
    """A board from the text of a map file; a bad one is refused in a sentence that says where."""
    try:
        return Board(_decoder.decode(data))
    except (msgspec.MsgspecError, BadData) as e:
        raise BadData(f"{source}: {e}") from None


def map_names() -> list[str]:
    """The maps that come with Hexfront."""
    folder = resources.files("hexfront") / "maps"
    if not folder.is_dir():
        return []
    names = (each.name for each in folder.iterdir())
    return sorted(n.removesuffix(".json") for n in names if n.endswith(".json") and n.count(".") == 1)


def map_file(name: str) -> Path:
    """Where a map that comes with Hexfront is on disk."""
    return Path(str(resources.files("hexfront") / "maps" / f"{name}.json"))


@lru_cache(maxsize=32)
def load_board(name: str) -> Board:
    """A map that comes with Hexfront, by id."""
    if name not in map_names():
        raise UnknownName(f"There is no map {name!r}; there are {', '.join(map_names()) or 'none'}.")
    return read_board(map_file(name).read_bytes(), f"{name}.json")
