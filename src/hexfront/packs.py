"""The data files of a game from outside: which there are, where their figures come from, and an owner's pack on disk.

A block of figures is a table (or an array of tables) that carries `provenance`; what lies inside inherits it. A pack is a
folder of TOML files with the same names. What a game does with its data is in `hexfront.wargame`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hexfront.errors import BadData
from hexfront.kernel import Game
from hexfront.wargame import read_toml

KINDS = {
    "rulebook": "printed in the rulebook",
    "history": "historical fact",
    "related-edition": "from a related edition",
    "reconstruction": "our own, within what the rulebook says",
    "owner": "an owner's own figures",
}
"""What `provenance` may say, and what it means."""
OF_THE_RULES = ("rules.toml", "seams.toml")
"""Files beside the rules that hold no figures."""


def data_files(game: Game[Any]) -> dict[str, Path]:
    """The data files of a game by the names a pack uses: `tables`, `scenarios/barbarossa`."""
    spec = find_spec(game.package)
    for place in (spec.submodule_search_locations or ()) if spec is not None else ():
        folder = Path(place) / "data" if (Path(place) / "data").is_dir() else Path(place)
        found = [p for p in sorted(folder.rglob("*.toml")) if p.name not in OF_THE_RULES]
        return {p.relative_to(folder).with_suffix("").as_posix(): p for p in found}
    return {}


def read_pack(folder: Path, known: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A pack from disk, as it is kept in a set-up: file name without ending -> its content.

    With `known` (file name -> our own data) a file that the game does not have, or a key that ours lacks at the
    top of a file, is refused by name.
    """
    if not folder.is_dir():
        raise BadData(f"{folder} is not a folder; a pack is a folder of TOML files.")
    out: dict[str, Any] = {}
    for path in sorted(folder.rglob("*.toml")):
        name = str(path.relative_to(folder).with_suffix("")).replace("\\", "/")
        if name == "pack":
            continue
        data = read_toml(path)
        if known is not None:
            if name not in known:
                raise BadData(
                    f"{path.name}: the game has no data file of that name; it has {', '.join(known)}."
                )
            strange = [key for key in data if key not in known[name]]
            if strange:
                raise BadData(
                    f"{path.name}: there is no {strange[0]!r} to override; there is {', '.join(known[name])}."
                )
        out[name] = data
    if not out:
        raise BadData(f"{folder} holds no TOML file to lay over the game's data.")
    return out


def provenances(tree: Any, inherited: str = "", path: str = "") -> Iterator[tuple[str, str, int]]:
    """Every block of figures in a data file as (path, provenance, how many values it holds)."""
    if isinstance(tree, dict):
        own = tree.get("provenance", inherited)
        plain = sum(_values(v) for k, v in tree.items() if k not in _WORDS and not _is_block(v))
        if plain:
            yield path or ".", own, plain
        for key, value in tree.items():
            if _is_block(value):
                yield from provenances(value, own, f"{path}.{key}" if path else key)
    elif isinstance(tree, list):
        for item in tree:
            yield from provenances(item, inherited, path)


_WORDS = ("provenance", "reason", "source", "note", "id", "name")


def _is_block(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(v, dict) for v in value))


def _values(value: Any) -> int:
    return sum(_values(v) for v in value) if isinstance(value, list) else 1
