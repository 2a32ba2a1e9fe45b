"""Are the committed maps built from the present inputs? Compares a digest; needs no data packages."""

from __future__ import annotations

import hashlib
import json
import tomllib
from pathlib import Path

from .gazetteer import files as gazetteer_files
from .paths import ATLAS, GAMES, MAPS

STORE = ATLAS / "digests"
"""One small file a map, so that work on two maps does not collide."""


def _digest(paths: list[Path]) -> str:
    total = hashlib.sha256()
    for path in paths:
        total.update(path.relative_to(ATLAS).as_posix().encode())
        total.update(b"\0")
        total.update(path.read_bytes())
        total.update(b"\0")
    return total.hexdigest()


def inputs(game_id: str) -> str:
    """The digest of everything a map is built from: builder code, gazetteer, its game file and its parent's."""
    code = sorted((ATLAS / "hexatlas").glob("*.py"))
    own = GAMES / f"{game_id}.toml"
    parent = str(tomllib.loads(own.read_text(encoding="utf-8")).get("cut", {}).get("of", ""))
    games = [own, GAMES / f"{parent}.toml"] if parent else [own]
    return _digest([*code, *gazetteer_files(), *games])


def output(game_id: str) -> str:
    """The digest of a map's committed files."""
    total = hashlib.sha256()
    for suffix in (".json", ".fit.json"):
        path = MAPS / f"{game_id}{suffix}"
        total.update(path.read_bytes() if path.exists() else b"")
    return total.hexdigest()


def record(game_ids: list[str]) -> None:
    """Store the digests of maps just built."""
    STORE.mkdir(exist_ok=True)
    for game_id in game_ids:
        entry = {"inputs": inputs(game_id), "output": output(game_id)}
        (STORE / f"{game_id}.json").write_text(json.dumps(entry, indent=1) + "\n")


def check(game_ids: list[str]) -> list[str]:
    """One sentence for each map that is not what its inputs say."""
    out = []
    for game_id in game_ids:
        path = STORE / f"{game_id}.json"
        entry = json.loads(path.read_text()) if path.exists() else None
        if entry is None:
            out.append(f"{game_id}: never built; run python -m hexatlas build {game_id}")
        elif entry["inputs"] != inputs(game_id):
            out.append(f"{game_id}: gazetteer, game file or builder changed since the map was built")
        elif entry["output"] != output(game_id):
            out.append(f"{game_id}: the map file was changed by hand; correct the game file instead")
    return out
