"""The data files of a game as one tree, an owner's pack laid over it, and the map with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from hexfront.errors import BadData
from hexfront.hexes import Board, load_board, map_file, read_board
from hexfront.kernel import Setup
from hexfront.wargame.tables import overlay, read_toml

T = TypeVar("T")
MAP = "map"


class DataFiles:
    """Every TOML file of a game: `files` by name, and the files of some `folders` under the folder's name.

    A pack may change any of them, as a file (`tables`), a folder (`setups`) or a file in it (`setups/uranus`), and the
    hexes of the map (`map`), unless `map` is a file of the game or the map is `fixed`.
    """

    def __init__(
        self,
        title: str,
        root: Path,
        files: tuple[str, ...],
        folders: dict[str, tuple[str, ...]] | None = None,
        fixed: bool = False,
    ) -> None:
        self.title, self.root, self.files, self.folders = title, root, files, folders or {}
        self.fixed = fixed or MAP in files

    @cached_property
    def own(self) -> dict[str, Any]:
        """Our own data, read once."""
        found: dict[str, Any] = {name: read_toml(self.root / f"{name}.toml") for name in self.files}
        for folder, names in self.folders.items():
            found[folder] = {name: read_toml(self.root / folder / f"{name}.toml") for name in names}
        return found

    @cached_property
    def known(self) -> tuple[str, ...]:
        """What a pack may hold."""
        inner = (f"{folder}/{name}" for folder, names in self.folders.items() for name in names)
        maps = () if self.fixed else (MAP,)
        return tuple(sorted({*self.files, *self.folders, *maps, *inner}))

    def of(self, setup: Setup) -> dict[str, Any]:
        """All data by name, with the pack of this set-up laid over it."""
        return self.under(setup.pack)

    def under(self, pack: Mapping[str, Any]) -> dict[str, Any]:
        """All data by name, with a pack laid over it."""
        over: dict[str, Any] = {}
        for name, value in pack.items():
            if name not in self.known:
                listed = ", ".join(self.known)
                raise BadData(f"A pack for {self.title} has no part {name!r}; it has {listed}.")
            folder, _, file = name.partition("/")
            if file:
                over[folder] = overlay(over.get(folder, {}), {file: value}, folder)
            elif name in self.own:
                over[name] = overlay(over.get(name, {}), value, name)
        merged: dict[str, Any] = overlay(self.own, over) if over else self.own
        return merged

    def board(self, setup: Setup, map_id: str) -> Board:
        """The map, changed where the pack changes it; a pack with a whole map file replaces it."""
        over = setup.pack.get(MAP)
        if not over or self.fixed:
            return load_board(map_id)
        merged = over if "format" in over else overlay(json.loads(map_file(map_id).read_bytes()), over)
        return read_board(json.dumps(merged).encode(), "pack map")


def convert(value: Any, kind: type[T], where: str) -> T:
    """A record of the data files; a wrong one is refused in a sentence that says where."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as e:
        raise BadData(f"{where}: {e}.") from None
