"""The data files of the game, with an owner's own figures laid over them."""

from __future__ import annotations

import json
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from hexfront.errors import BadData
from hexfront.hexes import Board, load_board, map_file, read_board
from hexfront.kernel import Setup

DATA = Path(__file__).parent / "data"
FILES = ("tables", "turns", "chits", "units", "arrivals", "assets", "scenarios")
SETUPS = ("barbarossa", "blau", "uranus", "zitadelle")
MAP = "motherland"
ABOUT = frozenset({"provenance", "note", "case"})


def read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as e:
        raise BadData(f"{path.name}: {e}") from e


@lru_cache(maxsize=1)
def _own() -> dict[str, Any]:
    own: dict[str, Any] = {name: read_toml(DATA / f"{name}.toml") for name in FILES}
    own["setups"] = {name: read_toml(DATA / "setups" / f"{name}.toml") for name in SETUPS}
    return own


def merged(base: Any, over: Any) -> Any:
    """One tree of values laid over another: tables are merged key by key, anything else is replaced."""
    if isinstance(base, dict) and isinstance(over, dict):
        out = dict(base)
        for key, value in over.items():
            out[key] = merged(base[key], value) if key in base else value
        return out
    return over


def data_of(setup: Setup) -> dict[str, Any]:
    """Every data file by name, the pack of this set-up laid over them."""
    known = {*FILES, "setups", "map"}
    for name in setup.pack:
        if name not in known:
            raise BadData(
                f"A pack for For the Motherland! has no part {name!r}; it has {', '.join(sorted(known))}."
            )
    own = {name: value for name, value in setup.pack.items() if name != "map"}
    whole: dict[str, Any] = merged(_own(), own) if own else _own()
    return whole


def board_of(setup: Setup) -> Board:
    """The map, changed where the pack changes it; a pack with a whole map file replaces it."""
    over = setup.pack.get("map")
    if not over:
        return load_board(MAP)
    whole = over if "format" in over else merged(json.loads(map_file(MAP).read_bytes()), over)
    return read_board(json.dumps(whole).encode(), "pack map")
