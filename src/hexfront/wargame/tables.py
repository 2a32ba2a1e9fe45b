"""Data files of a game: TOML, with an owner's pack laid over it, and checks of what they say.

Anything in a pack replaces ours, key by key. Entries of an array of tables are matched by their `id`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hexfront.errors import BadData


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
