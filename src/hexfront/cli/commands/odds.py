"""`hexfront odds`: the chances of an attack, or of several in turn, from a saved position or a description."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec

from hexfront.cli.commands.resolve import fields, read
from hexfront.cli.common import Commands, add_json, command, console, positive, print_json, table
from hexfront.errors import BadData, UnknownName
from hexfront.games import get
from hexfront.kernel import CONTROL, Chance, Game
from hexfront.lab.odds import Odds, at_once, odds, plan_from


def add(commands: Commands) -> None:
    examples = (
        "hexfront odds turns_east --save game.json\n"
        "hexfront odds turns_east --save game.json --step 112\n"
        "hexfront odds skirmish --save game.json --plan attacks.json --json\n"
        "hexfront odds turns_east --input combat.json"
    )
    parser = command(commands, "odds", examples)
    parser.add_argument("game", help="the game")
    parser.add_argument("--save", type=Path, metavar="FILE", help="a saved game")
    parser.add_argument(
        "--step", type=int, metavar="N", help="the position after N steps of it (default: the last)"
    )
    parser.add_argument(
        "--plan",
        type=Path,
        metavar="FILE",
        help="a JSON list of actions, or of their labels, to carry out in turn",
    )
    parser.add_argument(
        "--limit", type=positive, default=4000, metavar="N", help="positions to follow exactly (default 4000)"
    )
    parser.add_argument(
        "--samples",
        type=positive,
        default=2000,
        metavar="N",
        help="random courses where there are more (default 2000)",
    )
    parser.add_argument("--seed", default="1", metavar="S", help="seed of the random courses")
    parser.add_argument(
        "--input", metavar="FILE", help="a JSON description of one combat instead of a save; - for stdin"
    )
    parser.add_argument("--fields", action="store_true", help="list what can be told about a combat")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    game = get(args.game)
    if args.input is not None or args.fields:
        return _described(args, game)
    if args.save is None:
        raise UnknownName("Give a saved game with --save, or describe a combat with --input.")
    state = _position(args, game)
    asked: list[tuple[str, list[Any]]]
    if args.plan is not None:
        asked = [("The plan", plan_from(game, _json(args.plan)))]
    elif state.agenda and isinstance(state.agenda[0], Chance):
        asked = [(state.agenda[0].title(state), [])]
    else:
        asked = [(label, [action]) for label, action in at_once(game, state)]
        if not asked:
            raise BadData("No roll is pending and no action here leads straight to one; give a --plan.")
    found = [
        (title, odds(game, state, plan, limit=args.limit, samples=args.samples, seed=args.seed))
        for title, plan in asked
    ]
    names = {side.id: side.name for side in game.view(state, CONTROL).sides or game.sides}
    if args.json:
        print_json([{"title": title, **_document(each, names)} for title, each in found])
    else:
        for title, each in found:
            _show(title, each, names)
    return 0


def _position(args: argparse.Namespace, game: Game[Any]) -> Any:
    from hexfront.match import load

    match = load(args.save, game)
    return match.state if args.step is None else match.at(args.step)


def _json(path: Path) -> Any:
    try:
        return msgspec.json.decode(path.read_bytes())
    except OSError as e:
        raise BadData(f"{path} cannot be read: {e.strerror}.") from e
    except msgspec.DecodeError as e:
        raise BadData(f"{path} is not JSON: {e}.") from e


def _described(args: argparse.Namespace, game: Game[Any]) -> int:
    """One combat through the table assistant: its whole distribution."""
    calculator = game.calculator()
    if calculator is None:
        raise UnknownName(f"{game.title} has no table assistant; use --save.")
    if args.fields:
        return fields(calculator, args.json)
    answer = calculator.resolve(read(args.input))
    if args.json:
        print_json({"title": answer.title, "column": answer.column, "chances": answer.chances})
        return 0
    rows = [[name, f"{p:.1%}", _bar(p)] for name, p in answer.chances.items()]
    table(
        ["result", "chance", ""],
        rows,
        f"{answer.title}, column {answer.column}" if answer.column else answer.title,
    )
    return 0


def _document(found: Odds, names: dict[str, str]) -> dict[str, Any]:
    effects = [
        {"chance": p, "words": effect.words(names), "steps": dict(effect.steps), "pieces": dict(effect.pieces),
         "taken": dict(effect.taken), "points": dict(effect.points), "dropped": effect.dropped, "ended": effect.ended}
        for p, effect in found.effects
    ]  # fmt: skip
    rest = {name: getattr(found, name) for name in found.__struct_fields__ if name != "effects"}
    return {**rest, "effects": effects}


def _bar(p: float) -> str:
    return "█" * round(30 * p) or "▏"


def _show(title: str, found: Odds, names: dict[str, str]) -> None:
    how = "exact" if found.exact else f"from {found.leaves:,} random courses"
    rows = [[f"{p:.1%}", effect.words(names), _bar(p)] for p, effect in found.effects[:12]]
    rest = sum(p for p, _ in found.effects[12:])
    if rest:
        rows.append([f"{rest:.1%}", f"{len(found.effects) - 12} others", _bar(rest)])
    table(["chance", "outcome", ""], rows, f"{title} ({how})")
    out = console()
    lost = ", ".join(f"{names.get(side, side)} {n:.2f}" for side, n in found.expected.items())
    out.print(f"Steps lost on average: {lost}.", markup=False)
    for words, chances in (
        ("Taken", found.taken),
        ("Cleared", found.cleared),
        ("Destroyed", found.destroyed),
    ):
        if chances:
            listed = ", ".join(f"{name} {p:.0%}" for name, p in list(chances.items())[:10])
            out.print(f"{words}: {listed}.", markup=False)
