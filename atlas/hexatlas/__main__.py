"""Command line: ``python -m hexatlas build|check|compare [GAME …]``."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from .check import check, record
from .gazetteer import load_gazetteer
from .paths import MAPS, game_ids


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
    from .build import build
    from .geodata import is_present

    if not is_present():
        print("the data packages of the atlas extra are not installed", file=sys.stderr)
        return 1 if argv[0] == "build" else 0
    gazetteer = load_gazetteer()
    if argv[0] == "compare":
        bad = 0
        with tempfile.TemporaryDirectory() as folder:
            for game_id in games:
                build(game_id, gazetteer, Path(folder))
                for suffix in (".json", ".fit.json"):
                    name = game_id + suffix
                    if (Path(folder) / name).read_bytes() != (MAPS / name).read_bytes():
                        print(f"{name}: a rebuild gives other bytes")
                        bad += 1
        return 1 if bad else 0
    for game_id in games:
        began = time.perf_counter()
        board = build(game_id, gazetteer)
        if board is None:
            print(f"{game_id}: cut from its parent")
            continue
        for warning in board.warnings:
            print(f"{game_id}: {warning}")
        rivers = sum(len(chain.sides()) for chain in board.rivers.values())
        print(
            f"{game_id}: {len(board.land)} land hexes, {len(board.rivers)} rivers on {rivers} hexsides, "
            f"{len(board.places)} places, {time.perf_counter() - began:.1f} s"
        )
    record(games)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
