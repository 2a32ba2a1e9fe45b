"""The data files of the game, with an owner's own figures laid over them."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from hexfront.errors import BadData
from hexfront.hexes import Board, load_board, map_file, read_board
from hexfront.kernel import Setup
from hexfront.wargame import overlay, read_toml

DATA = Path(__file__).parent / "data"
FILES = ("tables", "turns", "chits", "units", "arrivals", "assets", "scenarios")
SETUPS = ("barbarossa", "blau", "uranus", "zitadelle")
MAP = "motherland"


@lru_cache(maxsize=1)
def _own() -> dict[str, Any]:
    own: dict[str, Any] = {name: read_toml(DATA / f"{name}.toml") for name in FILES}
    own["setups"] = {name: read_toml(DATA / "setups" / f"{name}.toml") for name in SETUPS}
    return own


def data_of(setup: Setup) -> dict[str, Any]:
    """Every data file by name, the pack of this set-up laid over them."""
    known = {*FILES, "setups", "map", *(f"setups/{name}" for name in SETUPS)}
    own: dict[str, Any] = {}
    for name, value in setup.pack.items():
        if name not in known:
            raise BadData(
                f"A pack for For the Motherland! has no part {name!r}; it has {', '.join(sorted(known))}."
            )
        folder, _, file = name.partition("/")
        if file:
            own[folder] = overlay(own.get(folder, {}), {file: value})
        elif name != "map":
            own[name] = overlay(own.get(name, {}), value)
    whole: dict[str, Any] = overlay(_own(), own) if own else _own()
    return whole


def board_of(setup: Setup) -> Board:
    """The map, changed where the pack changes it; a pack with a whole map file replaces it."""
    over = setup.pack.get("map")
    if not over:
        return load_board(MAP)
    whole = over if "format" in over else overlay(json.loads(map_file(MAP).read_bytes()), over)
    return read_board(json.dumps(whole).encode(), "pack map")
