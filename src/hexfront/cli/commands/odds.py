"""`hexfront odds`: the chances of an attack, or of several in turn, from a saved position or a description."""

from __future__ import annotations

import argparse
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec

from hexfront.cli.commands.resolve import fields, read
from hexfront.cli.common import Commands, add_json, command, console, positive, print_json, progress, table
from hexfront.errors import BadData, UnknownName
from hexfront.games import get
from hexfront.kernel import CONTROL, Chance, Decision, Game, pending
from hexfront.lab.odds import Prospects, attacks, odds, plan_from

IN_ALL, FOR_ONE, LEAST = 20.0, 8.0, 1e-3
"""Seconds for an answer, for one attack of it at most, and what is left for one when they are gone: one course."""


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
        help="random courses to play where there are more (default 2000)",
    )
    parser.add_argument(
        "--seconds",
        type=_seconds,
        metavar="S",
        help="time for the answer; where it is too short, random courses are played "
        f"(default {IN_ALL:.0f}, of which at most {FOR_ONE:.0f} for one attack; 0: no limit)",
    )
    parser.add_argument("--seed", default="1", metavar="S", help="seed of the random courses")
    parser.add_argument(
        "--input", metavar="FILE", help="a JSON description of one combat instead of a save; - for stdin"
    )
    parser.add_argument("--fields", action="store_true", help="list the fields that describe a combat")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    game = get(args.game)
    if args.input is not None or args.fields:
        saved = [name for name in ("save", "step", "plan") if getattr(args, name) is not None]
        if args.input is not None and saved:
            raise UnknownName(
                f"--input describes a combat by itself; leave out {' and '.join(f'--{name}' for name in saved)}."
            )
        return _described(args, game)
    if args.save is None:
        raise UnknownName("Give a saved game with --save, or describe a combat with --input.")
    state = _position(args, game)
    if not state.agenda:
        raise BadData("This game is over; --step N goes back to the position after N of its steps.")
    given, began = args.seconds, monotonic()
    asked: list[tuple[str, list[Any]]]
    if args.plan is not None:
        asked = [("The plan", plan_from(game, _json(args.plan)))]
    elif state.agenda and isinstance(state.agenda[0], Chance):
        asked = [(state.agenda[0].title(state), [])]
    else:
        asked = [(label, [action]) for label, action in attacks(game, state)]
        if not asked:
            return _foreseen(args, game, state)
    names = {side.id: side.name for side in game.view(state, CONTROL).sides or game.sides}
    found = []
    for n, (title, plan) in enumerate(asked):
        share = max(LEAST, ((given or IN_ALL) - (monotonic() - began)) / (len(asked) - n))
        if given is None:
            share = min(share, FOR_ONE)
        with progress(f"{title} ({n + 1} of {len(asked)})", 100) as tell:
            each = odds(
                game,
                state,
                plan,
                limit=args.limit,
                samples=args.samples,
                seconds=0.0 if given == 0 else share,
                seed=args.seed,
                tell=lambda done: tell(round(100 * done)),
            )
        if not each.rolled:
            raise BadData("This plan ends before any roll; choose a position nearer the roll.")
        found.append({"title": title, **_document(each, names)})
        if not args.json:
            _show(title, each, names)  # as it comes: nobody waits for the last of many
    if args.json:
        print_json(found)
    return 0


def _foreseen(args: argparse.Namespace, game: Game[Any], state: Any) -> int:
    """Where no choice leads to a roll: the combat that is due, as the one who decides can work it out."""
    frame = pending(state)
    seen = game.forecast(state, frame.deciders(state)[0]) if isinstance(frame, Decision) else None
    if seen is None or not seen.chances:
        raise BadData(
            "No roll is pending and no attack that can be declared here is rolled for at once; give a --plan, "
            "or a --step nearer the roll."
        )
    column = seen.columns[seen.column] if 0 <= seen.column < len(seen.columns) else ""
    chances = dict(seen.chances)
    if args.json:
        print_json([{"title": seen.title, "column": column, "chances": chances}])
    else:
        _chances(f"{seen.title}, the next one due", column, chances)
    return 0


def _seconds(text: str) -> float:
    """An argument that must be a number of seconds, or 0."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return number


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
    _chances(answer.title, answer.column, answer.chances)
    return 0


def _chances(title: str, column: str, chances: dict[str, float]) -> None:
    rows = [[name, f"{p:.1%}", _bar(p)] for name, p in chances.items()]
    table(["result", "chance", ""], rows, f"{title}, column {column}" if column else title)


def _document(found: Prospects, names: dict[str, str]) -> dict[str, Any]:
    """As JSON; what is from random courses has its interval beside it."""

    def sure(chance: float) -> dict[str, float]:
        low, high = found.interval(chance)
        return {} if found.exact else {"low": round(low, 6), "high": round(high, 6)}

    effects = [
        {"chance": p, **sure(p), "words": effect.words(names), "steps": dict(effect.steps), "pieces": dict(effect.pieces),
         "taken": dict(effect.taken), "cleared": effect.cleared, "told": effect.told, "points": dict(effect.points), "dropped": effect.dropped, "ended": effect.ended}
        for p, effect in found.effects
    ]  # fmt: skip
    apart = ("effects", "between", "rolled")
    rest = {name: getattr(found, name) for name in found.__struct_fields__ if name not in apart}
    if not found.exact:
        listed = ("taken", "cleared", "hurt", "destroyed")
        rest["intervals"] = {
            "expected": {
                side: dict(zip(("low", "high"), ends or (None, None), strict=True))
                for side, ends in found.between.items()
            },
            "steps": {side: {n: sure(p) for n, p in each.items()} for side, each in found.steps.items()},
            **{name: {k: sure(p) for k, p in getattr(found, name).items()} for name in listed},
        }
    return {**rest, "effects": effects}


def _bar(p: float) -> str:
    return "█" * round(30 * p) or "▏"


def _show(title: str, found: Prospects, names: dict[str, str]) -> None:
    courses = f"{found.leaves:,} random course{'s' * (found.leaves != 1)}"
    how = "exact" if found.exact else f"from {courses}, with 95 % intervals"

    def chance(p: float, digits: int = 1) -> str:
        low, high = found.interval(p)
        return f"{p:.{digits}%}" + (
            "" if found.exact else f" ({100 * low:.{digits}f}–{100 * high:.{digits}f})"
        )

    rows = [[chance(p), effect.words(names), _bar(p)] for p, effect in found.effects[:12]]
    rest = sum(p for p, _ in found.effects[12:])
    if rest:
        rows.append([chance(rest), f"{len(found.effects) - 12} others", _bar(rest)])
    table(["chance", "outcome", ""], rows, f"{title} ({how})")
    out = console()
    if found.hasty:
        out.print(
            "There are too many positions to follow in the time; give more with --seconds.", markup=False
        )
    lost = ", ".join(
        f"{names.get(side, side)} {n:.2f}"
        + ("" if found.exact or (ends := found.between[side]) is None else f" ({ends[0]:.2f}–{ends[1]:.2f})")
        for side, n in found.expected.items()
    )
    out.print(f"Steps lost on average: {lost}.", markup=False)
    for words, chances in (
        ("Taken", found.taken),
        ("Cleared", found.cleared),
        ("Destroyed", found.destroyed),
    ):
        if chances:
            listed = ", ".join(f"{name} {chance(p, 0)}" for name, p in list(chances.items())[:10])
            out.print(f"{words}: {listed}.", markup=False)
