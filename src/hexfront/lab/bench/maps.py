"""Reading the maps that come with Hexfront: from the file on disk to a board that rules can ask."""

from __future__ import annotations

from hexfront.hexes import map_file, map_names, read_board
from hexfront.lab.bench import Entry, Figures, entry, microseconds


def _reading(name: str) -> Entry:
    path = map_file(name)

    def measure() -> Figures:
        return {"us": round(microseconds(lambda: read_board(path.read_bytes(), name), rounds=3), 1)}

    measure.__doc__ = f"The map {name}, from its file to a board."
    return measure


for _name in map_names():
    entry(f"map_load_{_name}")(_reading(_name))
