"""Hex geometry and boards. A set of hexes is one integer; a board says what lies where.

It knows nothing of units, sides or rules.
"""

from hexfront.hexes.board import Board, MapFile, Place, load_board, map_file, map_names, read_board
from hexfront.hexes.grid import Grid, GridSpec, Sheet
from hexfront.hexes.reach import Costs, Zone, flood, path, ranges, reachable, zones
from hexfront.hexes.sets import Hex, HexSet, among, bits, first, union
from hexfront.hexes.sides import Sides

__all__ = [
    "Board", "Costs", "Grid", "GridSpec", "Hex", "HexSet", "MapFile", "Place", "Sheet", "Sides", "Zone", "among", "bits",
    "first", "flood", "load_board", "map_file", "map_names", "path", "ranges", "reachable", "read_board", "union",
    "zones",
]  # fmt: skip
