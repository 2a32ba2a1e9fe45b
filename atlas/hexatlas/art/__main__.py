"""Command line of the art: build, check, compare."""

from __future__ import annotations

import hashlib
import json
import sys
import time
from pathlib import Path

from ..gazetteer import files as gazetteer_files
from ..geodata import is_present
from ..paths import ATLAS, GAMES, MAPS, game_ids
from ..workers import each, shared_gazetteer

STORE = ATLAS / "digests"


def inputs(game_id: str) -> str:
    """The digest of everything that a map's art is drawn from."""
    here = Path(__file__).parent
    drawing = (path for path in sorted(here.glob("*.py")) if not path.name.startswith("__"))
    code = [*drawing, here / "settings.toml"]
    total = hashlib.sha256()
    for path in [
        *code,
        *gazetteer_files(),
        GAMES / f"{game_id}.toml",
        MAPS / f"{game_id}.json",
        MAPS / f"{game_id}.fit.json",
    ]:
        total.update(path.name.encode() + b"\0")
        total.update(path.read_bytes() + b"\0")
    return total.hexdigest()


def output(game_id: str) -> str:
    """The digest of a map's committed art."""
    path = MAPS / f"{game_id}.art.json"
    return hashlib.sha256(path.read_bytes() if path.exists() else b"").hexdigest()


def record(game_id: str) -> None:
    """Store the digests of art just drawn."""
    STORE.mkdir(exist_ok=True)
    entry = {"inputs": inputs(game_id), "output": output(game_id)}
    (STORE / f"{game_id}.art.json").write_text(json.dumps(entry, indent=1) + "\n", encoding="utf-8")


def check(game_id: str) -> str:
    """A sentence where the art is not what its inputs say, else nothing."""
    path = STORE / f"{game_id}.art.json"
    entry = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if not entry:
        return f"{game_id}: its art was never drawn; run python -m hexatlas.art build {game_id}"
    if entry["inputs"] != inputs(game_id):
        return f"{game_id}: the board, the gazetteer or the drawing changed since the art was drawn"
    if entry["output"] != output(game_id):
        return f"{game_id}: the art file was changed by hand"
    return ""


def main(argv: list[str]) -> int:
    """Draw, check or compare the art of the given maps, or of all."""
    task = argv.pop(0) if argv and argv[0] in ("build", "check", "compare") else "build"
    games = argv or [g for g in game_ids() if (MAPS / f"{g}.json").exists()]
    if task == "check":
        problems = [problem for problem in map(check, games) if problem]
        print("\n".join(problems) if problems else f"the art of {len(games)} maps matches its inputs")
        return 1 if problems else 0
    if not is_present():
        print("the data packages of the atlas extra are not installed", file=sys.stderr)
        return 1 if task == "build" else 0
    games = sorted(games, key=lambda g: (-(MAPS / f"{g}.json").stat().st_size, g))
    if task == "compare":
        bad = [line for line in each(_difference, games) if line]
        print("\n".join(bad) if bad else f"the art of {len(games)} maps comes out the same")
        return 1 if bad else 0
    for line in each(_draw, games):
        print(line, flush=True)
    return 0


def _art(game_id: str) -> bytes:
    from .drawing import build_art  # only drawing needs the geometry packages

    return build_art(game_id, shared_gazetteer()).encode()


def _draw(game_id: str) -> str:
    """Draw a map's art; what to say about it."""
    began = time.perf_counter()
    data = _art(game_id)
    (MAPS / f"{game_id}.art.json").write_bytes(data)
    record(game_id)
    return f"{game_id}: {len(data) / 1000:.0f} kB of art, {time.perf_counter() - began:.1f} s"


def _difference(game_id: str) -> str:
    """A sentence where drawing a map's art again gives other bytes than the committed ones."""
    target = MAPS / f"{game_id}.art.json"
    if target.exists() and target.read_bytes() == _art(game_id):
        return ""
    return f"{target.name}: drawing it again gives other bytes"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
