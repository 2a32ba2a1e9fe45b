"""`hexfront compare`: what a changed table or set-up does to balance."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from hexfront.cli.commands.check import faults_of
from hexfront.cli.commands.simulate import add_farm, add_players
from hexfront.cli.common import (
    Commands,
    add_json,
    command,
    console,
    game_of,
    must_be_for,
    must_set_up,
    pack_parts,
    positive,
    print_json,
    progress,
    setup_from,
    table,
)
from hexfront.errors import BadData, UnknownName
from hexfront.games import get, names
from hexfront.kernel import Game, Setup
from hexfront.lab.compare import Comparison, Shift, changes, compare
from hexfront.lab.simulate import seat_players
from hexfront.packs import read_pack
from hexfront.words import quantity

OURS = ("none", "ours", "")


def add(commands: Commands) -> None:
    examples = (
        "hexfront compare turns_east my-figures --games 200 --players staff\n"
        "hexfront compare turns_east figures-a figures-b --scenario minsk --workers 2\n"
        "hexfront compare figures-a figures-b --games 500 --json"
    )
    parser = command(commands, "compare", examples)
    parser.add_argument(
        "what",
        nargs="+",
        metavar="WHAT",
        help="GAME PACK_A [PACK_B]: one pack is compared with our figures (also called `none`); a pack may name the GAME",
    )
    parser.add_argument("--scenario", default="", metavar="NAME", help="the scenario (default: the first)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a set-up option")
    add_players(parser, "staff")
    parser.add_argument(
        "--games", type=positive, default=100, metavar="N", help="pairs of games (default 100)"
    )
    add_farm(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    game, packs = _asked(args.what)
    first, second = (_setup(args, game, pack) for pack in packs)
    players = seat_players(game, first, args.players.split(","))
    with progress(f"{game.title}, {first.scenario}", args.games) as tell:
        found = compare(game, first, second, players, args.games, args.seed, args.workers, tell, args.ray)
    differing = list(changes(first.pack, second.pack, pack_parts(game)))
    labels = [pack or "our figures" for pack in packs]
    if args.json:
        changed = [{"figure": where, "first": a, "second": b} for where, a, b in differing]
        print_json({"first": labels[0], "second": labels[1], "changed": changed, **_plain(found)})
    else:
        _show(found, labels, differing)
    return 0


def _plain(found: Comparison) -> dict[str, Any]:
    return {name: getattr(found, name) for name in found.__struct_fields__}


def _asked(words: list[str]) -> tuple[Game[Any], list[str]]:
    """The game and the two packs; one pack alone is compared with our own figures."""
    first = words[0]
    if first in names() or (_is_module(first) and not Path(first).exists()):
        game, packs = get(first), words[1:]
    elif first not in OURS and not Path(first).exists():
        raise UnknownName(
            f"{first} is neither a game nor a folder; there are the games {', '.join(names())}."
        )
    else:
        game, packs = get(_named([Path(word) for word in words if word not in OURS])), words
    if len(packs) == 1:
        packs = ["none", packs[0]]
    if len(packs) != 2:
        raise UnknownName("Give one pack to compare with our own figures, or two to compare with each other.")
    return game, ["" if pack in OURS else pack for pack in packs]


def _is_module(word: str) -> bool:
    """Whether a word can be the module of somebody's own game."""
    return "." in word and all(part.isidentifier() for part in word.split("."))


def _named(packs: list[Path]) -> str:
    """The game that packs name."""
    if not packs:
        raise UnknownName("Name a game, or a pack that names its game in pack.toml.")
    game = next(filter(None, map(game_of, packs)), "")
    if not game:
        words = f"hexfront compare GAME {' '.join(map(str, packs))}"
        raise BadData(
            f'{packs[0]} does not say which game it is for: write {words}, or give it a pack.toml with game = "…".'
        )
    return game


def _setup(args: argparse.Namespace, game: Game[Any], pack: str) -> Setup:
    args.pack = None
    setup = setup_from(args, game)
    if not pack:
        return setup
    must_be_for(Path(pack), game)
    known = pack_parts(game)
    setup = game.setup(setup.scenario, setup.options, read_pack(Path(pack), known))
    must_set_up(game, setup, pack)
    faults = faults_of(game, Path(pack), known, setup.pack)
    if faults:
        more = f" ({len(faults) - 1} more: see hexfront check {pack}.)" if len(faults) > 1 else ""
        raise BadData(f"{pack}: {faults[0]}{more}")
    return setup


def _show(found: Comparison, labels: list[str], differing: list[tuple[str, Any, Any]]) -> None:
    out = console()
    for where, a, b in differing[:12]:
        out.print(f"{where}: {_short(a)} -> {_short(b)}", markup=False)
    if len(differing) > 12:
        out.print(f"… and {len(differing) - 12} more", markup=False)
    if not differing:
        out.print("The two do not differ in any figure.", markup=False)
    rows = [
        [
            side,
            f"{s.first_share:.1%}",
            f"{s.second_share:.1%}",
            f"{s.difference:+.1%}",
            f"{s.low:+.1%} to {s.high:+.1%}",
            f"{s.only_first} / {s.only_second}",
            f"{s.p_value:.4f}",
        ]
        for side, s in found.sides.items()
    ]
    columns = ["wins", *labels, "difference", "95 % interval", "only first / second", "p (McNemar)"]
    table(columns, rows, f"{quantity(found.pairs, 'pair')} of games with the same dice")
    moved = [
        [name, f"{s.first:.2f}", f"{s.second:.2f}", f"{s.difference:+.2f}", _between(s)]
        for name, s in found.figures.items()
    ]
    table(["on average", *labels, "difference", "95 % interval"], moved)


def _between(shift: Shift) -> str:
    if shift.low is None or shift.high is None:
        return "one pair: no interval"
    return f"{shift.low:+.2f} to {shift.high:+.2f}"


def _short(value: Any) -> str:
    words = "nothing" if value is None else str(value)
    return words if len(words) <= 60 else words[:57] + "…"
