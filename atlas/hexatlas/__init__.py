"""The atlas builder: lays each game's hex grid over one hand-written gazetteer and writes its map file.

A development tool, run as ``PYTHONPATH=atlas python -m hexatlas build [GAME …]``. Nothing in the shipped
package imports it. For other programs of the atlas (art, pictures) these are the doors:

``load_gazetteer()``          the joined gazetteer: places, rivers, areas, lakes, borders, fronts, railways …
``load_game("motherland")``   a `Game`: projection, grid, nudge and rules of ``atlas/games/<id>.toml``
``game.project(lat, lon)``    latitude, longitude (numbers or arrays) -> map coordinates (u, v), nudged
``game.unproject(u, v)``      the inverse
``game.grid.hex_at(u, v)``    map coordinates -> hex key (column, row); ``grid.label(key)`` -> "2113"
``game.grid.centre(key)``     hex key -> map coordinates of its centre; ``grid.corners(key)`` its corners
``coast_polygons(bounds)``    land outlines, (n, 2) arrays of latitude, longitude (needs the coast package)
``lake_polygons(gazetteer)``  named lakes of the time, the same way; post-war reservoirs are left out
``elevation(lat, lon)``       metres above the sea, five-minute grid (needs the relief package)
``Raster(game, gazetteer)``   land, lake and area masks on a fine lattice of map coordinates

Map coordinates: u grows east, v grows **south**; the distance between the centres of neighbouring hexes is 1.
A flat-top hex in printed column c and row r has its centre at u = 0.8660 c, v = r (+ 0.5 if shifted); a
pointy-top hex at u = c (+ 0.5 in a shifted row), v = 0.8660 r. Where columns count westward, c is negative.
A hex key is that signed column and the row; keys exist beyond the map's rim too.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game import Game, load_game
    from .gazetteer import Gazetteer, load_gazetteer
    from .geodata import coast_polygons, elevation, lake_polygons
    from .grid import Grid, Key
    from .projection import Projection
    from .raster import Raster

__all__ = [
    "Game",
    "Gazetteer",
    "Grid",
    "Key",
    "Projection",
    "Raster",
    "coast_polygons",
    "elevation",
    "lake_polygons",
    "load_game",
    "load_gazetteer",
]

_HOMES = {
    "Game": "game",
    "load_game": "game",
    "Gazetteer": "gazetteer",
    "load_gazetteer": "gazetteer",
    "coast_polygons": "geodata",
    "elevation": "geodata",
    "lake_polygons": "geodata",
    "Grid": "grid",
    "Key": "grid",
    "Projection": "projection",
    "Raster": "raster",
}


def __getattr__(name: str) -> Any:
    """Load a name's module when it is first asked for, so that checking inputs needs no data packages."""
    if name not in _HOMES:
        raise AttributeError(name)
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
