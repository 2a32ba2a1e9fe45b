"""Command line: ``python -m hexatlas build|check|compare [GAME …]``."""

from __future__ import annotations

import sys
import tempfile
import time
import tomllib
from pathlib import Path

from .check import check, record
from .paths import GAMES, MAPS, game_ids
from .workers import each, shared_gazetteer


def main(argv: list[str]) -> int:
    """Build maps, check them against their inputs, or rebuild and compare bytes."""
    if not argv or argv[0] not in ("build", "check", "compare"):
        print("usage: python -m hexatlas build|check|compare [GAME …]", file=sys.stderr)
        return 2
    games = argv[1:] or game_ids()
    if argv[0] == "check":
        problems = check(games)
        print("\n".join(problems) if problems else f"{len(games)} maps match their inputs")
        return 1 if problems else 0
    # Building needs numpy, Pillow and the data packages; checking does not.
    from .geodata import is_present

    if not is_present():
        print("the data packages of the atlas extra are not installed", file=sys.stderr)
        return 1 if argv[0] == "build" else 0
    if argv[0] == "compare":
        with tempfile.TemporaryDirectory() as folder:
            jobs = [(group, Path(folder)) for group in families(games)]
            bad = [line for lines in each(_differences, jobs) for line in lines]
        print("\n".join(bad) if bad else f"{len(games)} maps come out the same")
        return 1 if bad else 0
    for lines in each(_build, families(games)):
        print("\n".join(lines), flush=True)
    record(games)
    return 0


def families(games: list[str]) -> list[list[str]]:
    """The maps in groups that must be built one after another: a map and those cut out of it; large grids first."""
    groups: dict[str, list[str]] = {}
    hexes: dict[str, int] = {}
    for game_id in games:
        table = tomllib.loads((GAMES / f"{game_id}.toml").read_text(encoding="utf-8"))
        groups.setdefault(table.get("cut", {}).get("of", game_id), []).append(game_id)
        hexes[game_id] = table["grid"]["columns"] * table["grid"]["rows"]
    ordered = [sorted(group, key=lambda g: (g != parent, g)) for parent, group in groups.items()]
    return sorted(ordered, key=lambda group: (-hexes[group[0]], group))


def _build(group: list[str]) -> list[str]:
    """Build maps; what to say about each."""
    from .build import build

    out = []
    for game_id in group:
        began = time.perf_counter()
        board = build(game_id, shared_gazetteer())
        if board is None:
            out.append(f"{game_id}: cut from its parent")
            continue
        out += [f"{game_id}: {warning}" for warning in board.warnings]
        rivers = sum(len(chain.sides()) for chain in board.rivers.values())
        out.append(
            f"{game_id}: {len(board.land)} land hexes, {len(board.rivers)} rivers on {rivers} hexsides, "
            f"{len(board.places)} places, {time.perf_counter() - began:.1f} s"
        )
    return out


def _differences(job: tuple[list[str], Path]) -> list[str]:
    """Build maps in another folder; those whose bytes are not the committed ones."""
    from .build import build

    out = []
    group, folder = job
    for game_id in group:
        build(game_id, shared_gazetteer(), folder)
        for name in (f"{game_id}.json", f"{game_id}.fit.json"):
            if (folder / name).read_bytes() != (MAPS / name).read_bytes():
                out.append(f"{name}: a rebuild gives other bytes")
    return out


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
