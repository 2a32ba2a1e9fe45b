"""`hexfront data`: where a game's figures come from."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from typing import Any

from hexfront.cli.common import Commands, add_json, command, print_json, table
from hexfront.games import get
from hexfront.packs import KINDS, data_files, provenances
from hexfront.wargame import read_toml

_MEANING = {**KINDS, "unstated": "not said: a fault"}


def add(commands: Commands) -> None:
    parser = command(commands, "data", "hexfront data skirmish\nhexfront data skirmish --blocks")
    parser.add_argument("game", help="the game")
    parser.add_argument("--blocks", action="store_true", help="list every block of figures")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    game = get(args.game)
    blocks: list[dict[str, Any]] = [
        {"file": name, "block": where, "provenance": kind or "unstated", "values": values}
        for name, path in data_files(game).items()
        for where, kind, values in provenances(read_toml(path))
    ]
    counts: Counter[str] = Counter()
    for block in blocks:
        counts[block["provenance"]] += block["values"]
    total = sum(counts.values())
    shares = {kind: round(n / total, 4) for kind, n in counts.most_common()}
    if args.json:
        print_json(
            {"game": game.id, "values": total, "shares": shares, "counts": dict(counts), "blocks": blocks}
        )
    else:
        if args.blocks:
            rows = [(b["file"], b["block"], b["provenance"], str(b["values"])) for b in blocks]
            table(("file", "block", "provenance", "figures"), rows)
        summary = [(k, _MEANING.get(k, ""), f"{counts[k]}", f"{share:.1%}") for k, share in shares.items()]
        table(("provenance", "meaning", "figures", "share"), summary, f"{game.title}: {total} figures")
    if counts["unstated"]:
        print(
            f"hexfront data: {counts['unstated']} figures of {game.title} do not say where they come from.",
            file=sys.stderr,
        )
        return 1
    return 0
