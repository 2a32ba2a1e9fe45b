"""Player aids: the tables a game plays by, laid out for people from the same files the rules read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

_TECHNICAL = {
    "provenance", "source", "case", "cases", "note", "reason", "rounding", "below", "above", "low", "high", "title",
    "columns", "rows",
}  # fmt: skip
"""Fields that serve the program or stand elsewhere on the sheet."""

_ORIGIN = {
    "rulebook": "as printed in the rulebook",
    "history": "from history",
    "related-edition": "from a related edition",
    "reconstruction": "our reconstruction",
    "owner": "an owner's own figures",
}


class Aid(msgspec.Struct, frozen=True):
    """One table of a player aid: a header row, rows of cells, and where it comes from."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    origin: str = ""


def aids(tables: Mapping[str, Any]) -> list[Aid]:
    """Every table of a file of tables that has something for people in it."""
    return [aid for key, block in tables.items() if isinstance(block, dict) for aid in _block(key, block)]


def _block(key: str, block: Mapping[str, Any]) -> Iterator[Aid]:
    title = str(block.get("title", "")) or plain(key)
    origin = _ORIGIN.get(str(block.get("provenance", "")), "")
    if "columns" in block and "rows" in block:
        yield Aid(title, ("Die", *map(_cell, block["columns"])), _grid(block["rows"]), origin)
    elif isinstance(block.get("rows"), list):
        rows = tuple(tuple(map(_cell, row)) for row in block["rows"])
        yield Aid(title, ("",) * max(map(len, rows)), rows, origin)
    nested = {k: v for k, v in block.items() if isinstance(v, dict) and k not in _TECHNICAL}
    if nested and _alike(nested):
        yield _matrix(title, nested, origin)
        nested = {}
    lists = {k: v for k, v in block.items() if _is_table(v)}
    for rows in lists.values():
        yield _matrix(title, {str(k + 1): row for k, row in enumerate(rows)}, origin)
    flat = {
        k: v for k, v in block.items() if not isinstance(v, dict) and k not in _TECHNICAL and k not in lists
    }
    if flat:
        rows = tuple((plain(k), _cell(v)) for k, v in flat.items())
        yield Aid(title, ("", ""), rows, origin)
    for name, inner in nested.items():
        origin_there = (
            dict(inner) if "provenance" in inner else {"provenance": block.get("provenance", ""), **inner}
        )
        yield from _block(f"{title}: {plain(name).lower()}", origin_there)


def _grid(rows: Any) -> tuple[tuple[str, ...], ...]:
    """Rows of a results table: by the die in order where they are a list, else by the number they are under."""
    named = rows.items() if isinstance(rows, dict) else ((k + 1, row) for k, row in enumerate(rows))
    return tuple((str(die).replace("-", "−"), *map(_cell, row)) for die, row in named)


def _is_table(value: Any) -> bool:
    """Whether a value is a list of rows with names for their cells."""
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def _alike(nested: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether tables are rows of one: two or more of them, with at least half of all their fields in common."""
    fields = [set(row) - _TECHNICAL for row in nested.values()]
    if len(fields) < 2 or any(isinstance(v, dict) for row in nested.values() for v in row.values()):
        return False
    every: set[str] = set().union(*fields)
    shared = sum(1 for name in every if sum(name in row for row in fields) > 1)
    return bool(every) and 2 * shared >= len(every)


def _matrix(title: str, nested: Mapping[str, Mapping[str, Any]], origin: str) -> Aid:
    fields = list(dict.fromkeys(name for row in nested.values() for name in row if name not in _TECHNICAL))
    rows = tuple(
        (plain(name), *(_cell(row[field]) if field in row else "" for field in fields))
        for name, row in nested.items()
    )
    origin = origin or _ORIGIN.get(str(next(iter(nested.values())).get("provenance", "")), "")
    return Aid(title, ("", *map(plain, fields)), rows, origin)


def plain(key: str) -> str:
    """A name of the files as people write it: first letter large, no underscores."""
    words = str(key).replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return "never" if value == 99 else f"{value:g}".replace("-", "−")
    if isinstance(value, list | tuple):
        return ", ".join(map(_cell, value))
    if isinstance(value, dict):
        return ", ".join(f"{plain(k).lower()} {_cell(v)}" for k, v in value.items() if k not in _TECHNICAL)
    return str(value)
