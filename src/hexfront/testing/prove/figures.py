"""The figures of a game's data files, and how each of them can be changed.

A number grows or shrinks by one, a flag is flipped, a word is exchanged for another that stands under the same key,
a row of an array of tables is left out. The file is changed as text, so that a change has a line; what only names or
explains something is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from hexfront.proof.cases import mentioned
from hexfront.testing.prove.sites import DATA, Site

_HEADER = re.compile(r"^\s*(\[\[?)\s*(.+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r'^\s*((?:"[^"]*"|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|[\w-]+))*)\s*=')
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"(?P<key>\s*=)?|#.*|[\w.+-]+(?P<bare>\s*=)?|[\[\]{}]')
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
_CITING = ("case", "cases", "rule", "rules")
_WORDS = frozenset(
    ("id", "title", "name", "short", "label", "summary", "provenance", "reason", "source", "note", *_CITING)
)


class _Value:
    """A value in the text of a file: where it stands, under which table and key."""

    def __init__(self, table: str, key: str, line: int, start: int, text: str) -> None:
        self.table, self.key, self.line, self.start, self.text = table, key, line, start, text


def figures(path: Path, known: frozenset[str]) -> list[Site]:
    """Every change to a data file that takes a figure out."""
    text = path.read_text(encoding="utf-8")
    values, rows, cited = _read(text, known)
    found = []
    for value in values:
        cases = _cases(cited, value)
        for new in _changes(value, values):
            before = (
                f"{value.table}.{value.key}: {value.text}" if value.table else f"{value.key}: {value.text}"
            )
            found.append(_site(path, value.line, value.start, len(value.text), new, before, new, cases))
    for table, line, start, end in rows:
        before = f"[[{table}]]: {_first(text[start:end])}"
        cases = tuple(cited.get(table, cited.get(table.rpartition(".")[0], ())))
        found.append(_site(path, line, start, end - start, "", before, "left out", cases))
    return sorted(found, key=lambda site: (site.line, site.node))


def changed(text: str, site: Site) -> str:
    """The text of a data file with a figure changed."""
    length, _, new = site.way.partition(":")
    return text[: site.node] + new + text[site.node + int(length) :]


def _site(
    path: Path, line: int, start: int, length: int, new: str, before: str, after: str, cases: tuple[str, ...]
) -> Site:
    return Site(str(path), "", "", line, DATA, start, f"{length}:{new}", before, after, cases)


def _read(
    text: str, known: frozenset[str]
) -> tuple[list[_Value], list[tuple[str, int, int, int]], dict[str, list[str]]]:
    """The values of a file, the rows of its arrays of tables, and the cases each table or line cites."""
    values: list[_Value] = []
    rows: list[tuple[str, int, int, int]] = []
    cited: dict[str, list[str]] = {}
    table, key, depth, at, row = "", "", 0, 0, -1
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        header = _HEADER.match(line) if depth == 0 else None
        if header:
            if row >= 0:
                rows[row] = (*rows[row][:3], at)
                row = -1
            table = header[2]
            if header[1] == "[[":
                row = len(rows)
                rows.append((table, number, at, len(text)))
            at += len(line)
            continue
        begin = 0
        if depth == 0:
            named = _KEY.match(line)
            if named is None:
                at += len(line)
                continue
            key, begin = named[1].strip('"'), named.end()
        for token in _TOKEN.finditer(line, begin):
            word = token[0]
            if word[0] == "#":
                cases = [case for _, case in mentioned(word) if case in known]
                cited.setdefault(f"{table}:{number}", []).extend(cases)
                break
            if word in "[{":
                depth += 1
            elif word in "]}":
                depth -= 1
            elif key in _CITING:
                cited.setdefault(table, []).extend(c for c in [word.strip('"')] if c in known)
            elif key not in _WORDS and not (token["key"] or token["bare"]):
                values.append(_Value(table, key, number, at + token.start(), word))
        at += len(line)
    return values, rows, cited


def _cases(cited: dict[str, list[str]], value: _Value) -> tuple[str, ...]:
    """The cases of a value: on its line, else of the nearest table around it."""
    own = cited.get(f"{value.table}:{value.line}")
    table = value.table
    while not own:
        own = cited.get(table)
        if not table:
            break
        table = table.rpartition(".")[0]
    return tuple(own or ())


def _changes(value: _Value, values: list[_Value]) -> Iterator[str]:
    word = value.text
    if word in ("true", "false"):
        yield "false" if word == "true" else "true"
    elif _NUMBER.fullmatch(word):
        for more in (1, -1):
            yield str(float(word) + more) if "." in word else str(int(word) + more)
    elif word.startswith('"'):
        alike = [v.text for v in values if v.table == value.table and v.key == value.key and v.text != word]
        alike = alike or [
            v.text for v in values if v.table == value.table and v.text != word and v.text.startswith('"')
        ]
        if alike:
            yield alike[0]


def _first(row: str) -> str:
    lines = [line for line in row.splitlines()[1:] if line.strip()]
    return lines[0].strip() if lines else ""
