"""`hexfront check`: check a pack of an owner's own figures before playing with it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hexfront.cli.common import BROKEN, Commands, add_json, command, console, game_of, pack_parts, print_json
from hexfront.errors import BadData, HexfrontError
from hexfront.games import get
from hexfront.kernel import Game
from hexfront.packs import read_pack
from hexfront.words import plural, quantity


def add(commands: Commands) -> None:
    examples = "hexfront check my-figures\nhexfront check my-figures --game turns_east"
    parser = command(commands, "check", examples)
    parser.add_argument("pack", type=Path, help="the folder of TOML files")
    parser.add_argument("--game", default="", help="the game (default: the one named in its pack.toml)")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    game = get(args.game or _named(args.pack))
    known = pack_parts(game)
    pack = read_pack(args.pack, known)
    faults = faults_of(game, args.pack, known, pack)
    figures = sum(leaves(data) for data in pack.values())
    if args.json:
        print_json(
            {
                "game": game.id,
                "pack": str(args.pack),
                "files": sorted(pack),
                "figures": figures,
                "ok": not faults,
                "faults": faults,
            }
        )
    elif faults:
        for fault in faults:
            print(fault, file=sys.stderr)
    else:
        console().print(
            f"{args.pack}: {quantity(figures, 'figure')} in {len(pack)} {plural(len(pack), 'file')} "
            f"for {game.title}; every scenario sets up.",
            markup=False,
        )
    return 1 if faults else 0


def _named(folder: Path) -> str:
    """The game a pack says it is for."""
    game = game_of(folder)
    if not game:
        raise BadData(
            f'{folder} does not say which game it is for: give --game, or a pack.toml with game = "…".'
        )
    return game


def faults_of(game: Game[Any], folder: Path, known: dict[str, Any], pack: dict[str, Any]) -> list[str]:
    """What is wrong with a pack: figures of another kind than ours, or else scenarios it does not set up."""
    return list(problems(folder, known, pack)) or list(failures(game, pack))


def problems(folder: Path, known: dict[str, Any], pack: dict[str, Any]) -> Iterator[str]:
    """What in a pack is not of the kind that stands in our data, with file, line and what was expected."""
    for name, data in pack.items():
        text = (folder / f"{name}.toml").read_text(encoding="utf-8")
        for path, message in unlike(known[name], data):
            yield f"{name}.toml, line {line_of(text, path)}: {'.'.join(path)} {message}"


def unlike(ours: Any, theirs: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Where a value is of another kind than ours."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key, value in theirs.items():
            if key in ours:
                yield from unlike(ours[key], value, (*path, key))
        return
    if isinstance(ours, list) and isinstance(theirs, list):
        if ours and isinstance(ours[0], dict):
            mine = {item.get("id"): item for item in ours if isinstance(item, dict)}
            for n, item in enumerate(theirs):
                if not isinstance(item, dict):
                    yield path, f"should hold tables, but item {n + 1} is {item!r}."
                else:
                    yield from unlike(mine.get(item.get("id"), ours[0]), item, path)
        return
    if kind(ours) != kind(theirs):
        yield path, f"should be {kind(ours)} (ours is {short(ours)}), not {short(theirs)}."


def kind(value: Any) -> str:
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "text"
    return "a list" if isinstance(value, list) else "a table" if isinstance(value, dict) else "a date"


def short(value: Any) -> str:
    words = repr(value)
    return words if len(words) <= 40 else words[:40] + "…"


def line_of(text: str, path: tuple[str, ...]) -> int:
    """The line of a TOML text that gives a key: the last one of its table with that name, or the table's."""
    table: tuple[str, ...] = ()
    best, depth = 1, -1
    for n, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if stripped.startswith("["):
            table = tuple(
                part.strip().strip("\"'") for part in stripped.split("#")[0].strip("[] \t").split(".")
            )
            where = table
        elif "=" in stripped and not stripped.startswith("#"):
            where = table + tuple(part.strip().strip("\"'") for part in stripped.split("=")[0].split("."))
        else:
            continue
        common = len(where) if where == path[: len(where)] else -1
        if common > depth or (common == depth >= 0 and common == len(path)):
            best, depth = n, common
    return best


def failures(game: Game[Any], pack: dict[str, Any]) -> Iterator[str]:
    """Scenarios that cannot be set up with a pack, those that fail for the same reason in one sentence."""
    failed: dict[str, list[str]] = {}
    for scenario in game.scenarios:
        try:
            game.start(game.setup(scenario.id, pack=pack))
        except HexfrontError as e:
            failed.setdefault(str(e), []).append(scenario.id)
        except BROKEN as e:
            failed.setdefault(f"{type(e).__name__} {e}.", []).append(scenario.id)
    for why, scenarios in failed.items():
        named = f"{plural(len(scenarios), 'Scenario')} {', '.join(scenarios)}"
        yield f"{named} cannot be set up with this pack: {why}"


def leaves(data: Any) -> int:
    if isinstance(data, dict):
        return sum(leaves(value) for value in data.values())
    if isinstance(data, list):
        return sum(leaves(value) for value in data)
    return 1
