"""Data files of a game: TOML with provenance, and an owner's pack laid over it.

A block of numbers is a table (or an array of tables) that carries `provenance`; what lies inside inherits it.
A pack is a folder of TOML files with the same names; anything in it replaces ours, key by key. Entries of an array
of tables are matched by their `id`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hexfront.errors import BadData
from hexfront.kernel import Game

KINDS = ("rulebook", "history", "related-edition", "reconstruction", "owner")


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file; a broken one is refused with file and line."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadData(f"{path}: there is no such file.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
        raise BadData(f"{path.name}: {e}.") from None


def overlay(base: Any, over: Any, where: str = "") -> Any:
    """`base` with everything in `over` laid on top of it. A value of another kind than what it replaces is refused with
    its place: a word for a table, a list for a number."""
    _same_kind(where, base, over)
    if isinstance(base, dict):
        out = dict(base)
        for key, value in over.items():
            inner = f"{where}.{key}" if where else key
            out[key] = overlay(base[key], value, inner) if key in base else value
        return out
    if _has_ids(base) and _has_ids(over):
        changes = {str(item["id"]): item for item in over}
        out_list = [overlay(item, changes.pop(str(item["id"]), {}), f"{where}.{item['id']}") for item in base]
        return out_list + list(changes.values())
    return over


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    return "a table" if isinstance(value, dict) else "a list" if isinstance(value, list) else "a text"


def _same_kind(where: str, base: Any, over: Any) -> None:
    if _kind(base) != _kind(over):
        given = repr(over)
        raise BadData(f"{where}: {_kind(base)} is expected, not {given if len(given) < 60 else _kind(over)}.")


def _has_ids(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) and "id" in v for v in value)


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


def known_only(where: str, given: Iterable[Any], known: Iterable[str], words: str = "") -> None:
    """Refuse what the game does not know, such as the result of a table; `words` say what it knows where a list would
    be long."""
    names = tuple(known)
    for each in given:
        if each not in names:
            raise BadData(f"{where}: the game knows no {each!r}; it knows {words or ', '.join(names)}.")


def whole(where: str, value: Any, least: int = 0, most: int | None = None) -> int:
    """A number that counts something: whole, at least `least` and at most `most`."""
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    if not is_whole or value < least or (most is not None and value > most):
        bounds = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise BadData(f"{where}: a whole number {bounds} is expected, not {value!r}.")
    return int(value)


def wholes(
    where: str, values: Iterable[Any], number: int | None = None, least: int = 0, most: int | None = None
) -> tuple[int, ...]:
    """A row of such numbers, `number` of them."""
    row = tuple(whole(where, value, least, most) for value in values)
    if number is not None and len(row) != number:
        raise BadData(f"{where}: {number} numbers are expected, not {len(row)}.")
    return row


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
