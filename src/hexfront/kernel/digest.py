"""A fingerprint of the figures a game is played with: its data files and its map.

A match that was begun with other figures must not go on as if nothing had happened, even if somebody forgot to give
the rules a new version. Comments, the order of lines and where a figure comes from do not count.
"""

from __future__ import annotations

import hashlib
import tomllib
from functools import lru_cache
from importlib import import_module, resources
from pathlib import Path
from typing import Any

import msgspec

from hexfront.errors import BadData

_WORDS = ("rules.toml", "seams.toml", "briefings.toml", "tutorial.json")  # what is only read by people
_ORIGIN = ("provenance", "source", "reason", "note")  # where a figure comes from
_LENGTH = 16


@lru_cache(maxsize=256)
def data_digest(package: str, board: str) -> str:
    """The fingerprint of a rules package's data and of a map (none: "")."""
    found: dict[str, Any] = {}
    module = import_module(package)
    for folder in getattr(module, "__path__", ()):
        root = Path(folder)
        for file in sorted(root.rglob("*")):
            if file.suffix in (".toml", ".json") and file.name not in _WORDS:
                found[file.relative_to(root).as_posix()] = _figures(file)
    chart = Path(str(resources.files("hexfront") / "maps" / f"{board}.json"))
    if board and chart.is_file():
        found["map"] = _figures(chart)
    return hashlib.sha256(msgspec.json.encode(found, order="sorted")).hexdigest()[:_LENGTH]


def _figures(file: Path) -> Any:
    try:
        text = file.read_text(encoding="utf-8")
        return _plain(tomllib.loads(text) if file.suffix == ".toml" else msgspec.json.decode(text))
    except (OSError, ValueError, msgspec.DecodeError) as e:
        raise BadData(f"{file.name}: {e}") from e


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            name: _plain(each)
            for name, each in value.items()
            if name not in _ORIGIN or not isinstance(each, str)
        }
    return [_plain(each) for each in value] if isinstance(value, list) else value
