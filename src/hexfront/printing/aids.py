"""Player aids: the tables a game plays by, laid out for people from the same files the rules read.

`wording.toml` gives the title, headings and notes of a table; what it leaves out is worked out from the names in
the game's file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
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
WORDING = Path(__file__).with_name("wording.toml")


class Wording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is worded for people."""

    title: str = ""
    note: str = ""
    hide: bool = False
    header: tuple[str, ...] = ()
    names: dict[str, str] = {}  # of rows, and of columns where those have names
    cells: dict[str, str] = {}
    omit: tuple[str, ...] = ()
    dice: bool = False  # lists are what each number of a die gives
    fills: dict[str, str] = {}  # the colour of a cell by what stands in it


class Aid(msgspec.Struct, frozen=True):
    """One table of a player aid: a header row, rows of cells, and where it comes from."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    origin: str = ""
    note: str = ""
    fills: dict[str, str] = {}


Words = Mapping[str, Wording]
_PLAIN = Wording()


def wording(game: str) -> dict[str, Wording]:
    """The words for a game's tables, by the name of the table in its file; of a table in a table, with a point between."""
    from hexfront.wargame import read_toml

    found = read_toml(WORDING).get(game, {})
    return {key: msgspec.convert(value, Wording) for key, value in found.items()}


def aids(tables: Mapping[str, Any], words: Words | None = None) -> list[Aid]:
    """Every table of a file of tables that has something for people in it."""
    return [
        aid
        for key, block in tables.items()
        if isinstance(block, dict)
        for aid in _block(key, block, words or {})
    ]


def _block(path: str, block: Mapping[str, Any], words: Words, above: str = "") -> Iterator[Aid]:
    said = words.get(path, _PLAIN)
    if said.hide:
        return
    named = said.title or str(block.get("title", "")) or plain(path.rpartition(".")[2])
    title = named if said.title or not above else f"{above}: {named.lower()}"
    origin = _ORIGIN.get(str(block.get("provenance", "")), "")
    left = {k: v for k, v in block.items() if k not in _TECHNICAL and k not in said.omit}

    def made(header: tuple[str, ...], rows: tuple[tuple[str, ...], ...], origin: str = origin) -> Aid:
        wide = max(map(len, rows), default=len(header))
        return Aid(title, (said.header or header) + ("",) * (wide - len(said.header or header)),
                   rows, origin, said.note, said.fills)  # fmt: skip

    if "columns" in block and "rows" in block:
        yield made(("Die", *map(_cell, block["columns"])), _grid(block["rows"], said))
    elif isinstance(block.get("rows"), list):
        rows = tuple(tuple(_put(each, said) for each in row) for row in block["rows"])
        yield made(("",) * max(map(len, rows)), rows)
    nested = {k: v for k, v in left.items() if isinstance(v, dict)}
    if nested and _alike(nested):
        yield _matrix(made, nested, said, origin)
        nested = {}
    lists = {k: v for k, v in left.items() if _is_table(v)}
    for name, table in lists.items():
        there = words.get(f"{path}.{name}", said)
        if not there.hide:
            numbered = {str(k + 1): row for k, row in enumerate(table)}
            found = _matrix(made, numbered, there, origin)
            yield msgspec.structs.replace(found, title=there.title or title, note=there.note)
    flat = {k: v for k, v in left.items() if not isinstance(v, dict) and k not in lists}
    if flat:
        yield made(("", ""), tuple((_name(k, said), *_spread(v, said)) for k, v in flat.items()))
    for name, inner in nested.items():
        there_from = {"provenance": block.get("provenance", ""), **inner}
        yield from _block(f"{path}.{name}", there_from, words, title)


def _name(key: str, said: Wording) -> str:
    return said.names.get(key) or plain(key)


def _put(value: Any, said: Wording) -> str:
    if said.dice and isinstance(value, list):
        return runs(value)
    text = _cell(value)
    return said.cells.get(text, text)


def _spread(value: Any, said: Wording) -> tuple[str, ...]:
    """A value as the cells of a row: a list has one for each where the header has room for them."""
    if isinstance(value, list) and len(said.header) == len(value) + 1:
        return tuple(_put(each, said) for each in value)
    return (_put(value, said),)


def runs(outcomes: list[Any]) -> str:
    """What each number of a die gives, like numbers together: "1 storm, 2–5 rain, 6 fine"."""
    out, first = [], 1
    for each, group in groupby(outcomes):
        last = first + len(list(group)) - 1
        out.append(f"{first if first == last else f'{first}–{last}'} {_cell(each)}")
        first = last + 1
    return ", ".join(out)


def _grid(rows: Any, said: Wording) -> tuple[tuple[str, ...], ...]:
    """Rows of a results table: by the die in order where they are a list, else by the number they are under."""
    named = rows.items() if isinstance(rows, dict) else ((k + 1, row) for k, row in enumerate(rows))
    out = []
    for die, row in named:
        if len(row) == 2 and isinstance(row[1], list):  # up to so much on the die, and what each column gives
            die, row = f"to {row[0]}", row[1]
        out.append((str(die).replace("-", "−"), *(_put(each, said) for each in row)))
    return tuple(out)


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


def _matrix(made: Any, nested: Mapping[str, Mapping[str, Any]], said: Wording, origin: str) -> Aid:
    fields = [
        name
        for name in dict.fromkeys(name for row in nested.values() for name in row)
        if name not in _TECHNICAL and name not in said.omit
    ]
    rows = tuple(
        (_name(name, said), *(_put(row[field], said) if field in row else "" for field in fields))
        for name, row in nested.items()
    )
    origin = origin or _ORIGIN.get(str(next(iter(nested.values())).get("provenance", "")), "")
    found: Aid = made(("", *(_name(field, said) for field in fields)), rows, origin)
    fits = len(said.header) == len(fields) + 1
    return msgspec.structs.replace(
        found, header=said.header if fits else ("", *(_name(field, said) for field in fields))
    )


def plain(key: str) -> str:
    """A name of the files as people write it: first letter large, no underscores, LSP as LSP."""
    words = str(key).replace("_", " ").strip()
    words = " ".join("LSP" if word.lower() == "lsp" else word for word in words.split(" "))
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
